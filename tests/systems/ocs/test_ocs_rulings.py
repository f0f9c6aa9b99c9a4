"""Readings of the house in OCS that are switches: each both ways (docs/rulings-ocs.md)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.core.rules import Hex
from sandtable.systems.ocs.options import OPTIONS
from sandtable.systems.ocs.s09_attack import Combat
from sandtable.systems.ocs.s09_retreat import Retreat, ways
from sandtable.systems.ocs.s10_results import UNITS, BarrageHex, prepared
from sandtable.systems.ocs.s12_formations import in_trace
from sandtable.systems.ocs.s12_lens import supply
from sandtable.systems.ocs.s13_replacements import used
from sandtable.systems.ocs.s14_flak import flak_at
from sandtable.systems.ocs.state import EXHAUSTED, LOW, OcsState
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

BOTH = pytest.mark.parametrize("on", [False, True])


def place(state: OcsState, name: str) -> Hex:
    return state.scenario.place(name)


def test_every_reading_is_off_unless_it_is_chosen() -> None:
    assert not any(option.default for option in OPTIONS)


@BOTH
def test_9_12_a_retreat_through_two_enemy_zones_costs_a_step_in_each_or_once(on: bool) -> None:
    """From 10.9 two hexes: 44 RTR and 3 CLY have zones over both hexes entered; three disorganized units go."""
    state = field(
        "115_pzgr 10.9 dg; 904_fest 10.9 dg; 75_napoli 10.9 dg; 44_rtr 9.10; 3_cly 8.10; 50_rtr 11.11; 46_rtr 11.12",
        zone_loss_once=on,
    )
    units = tuple(sorted(unit(state, id) for id in ("115_pzgr", "904_fest", "75_napoli")))
    game = Game(state, Retreat(AXIS, units, 2, ()))
    game.do(units, "10.11")
    lost = 0
    while hasattr(game.wait, "form") and game.ask.form.name == "loss":
        game.do(sorted(game.offers())[0])
    lost = sum(not state.is_on_map(each) for each in units)
    assert lost == (1 if on else 2)


@BOTH
def test_9_12_a_retreat_leads_anywhere_or_away_from_who_attacked(on: bool) -> None:
    state = field("115_pzgr 10.9; 44_rtr 11.10", retreat_away=on)
    start, foe, distance = place(state, "10.9"), place(state, "11.10"), state.theatre.board.layout.distance
    ends = ways(state, AXIS, (unit(state, "115_pzgr"),), 1, (foe,))
    assert ends
    assert all(distance(end, foe) > distance(start, foe) for end in ends) == on


def test_9_12_who_cannot_retreat_away_retreats_anywhere() -> None:
    """Enemies on both sides: no hex is farther from all of them."""
    state = field("115_pzgr 10.9; 44_rtr 10.10; 3_cly 10.8", retreat_away=True)
    foes = (place(state, "10.10"), place(state, "10.8"))
    assert ways(state, AXIS, (unit(state, "115_pzgr"),), 1, foes)


@BOTH
def test_10_0a_shifts_are_added_up_or_each_stops_at_the_edge(on: bool) -> None:
    """Strength 1 is the first column: half an RE shifts left, Strat Mode right 3."""
    state = field("904_fest 11.8 strat; 69_bde 12.7", barrage_shifts_stop=on)
    barrage = BarrageHex(ALLIED, place(state, "11.8"), UNITS, 2, "artillery")
    found = prepared(state, barrage)
    shifts = [int(term.value) for term in found.terms if term.group == "column shift"]
    assert sum(shifts) > 0 > min(shifts)
    column = 0
    for shift in shifts:
        column = max(0, column + shift)
    assert found.procedure.column == (column if on else sum(shifts))  # type: ignore[attr-defined]
    assert column != sum(shifts)


@BOTH
def test_12_10_part_of_a_stack_lives_on_its_stocks_or_all_of_it(on: bool) -> None:
    state = field(
        "69_bde 12.7; 115_pzgr 11.8; 904_fest 11.8; 75_napoli 11.8 exhausted", dumps={"12.7": (ALLIED, 9)},
        stocks_together=on,
    )  # fmt: skip
    game = Game(state, Combat(ALLIED, place(state, "11.8"), (unit(state, "69_bde"),), 0))
    one, two = unit(state, "115_pzgr"), unit(state, "904_fest")
    assert ("the whole stack" in game.why("stocks", (one,))) == on
    assert not game.why("stocks", tuple(sorted((one, two)))), "who is exhausted has none to use"


@BOTH
def test_12_10_a_token_too_few_for_a_defence_is_kept_or_spent_before_the_stocks(on: bool) -> None:
    """More than one RE costs 2T, and 1T is there."""
    state = field(
        "69_bde 12.7; 115_pzgr 11.8; 75_napoli 11.8", dumps={"12.7": (ALLIED, 9), "11.8": (AXIS, 1)},
        short_defence_spent=on,
    )  # fmt: skip
    game = Game(state, Combat(ALLIED, place(state, "11.8"), (unit(state, "69_bde"),), 0))
    game.do("stocks", tuple(sorted((unit(state, "115_pzgr"), unit(state, "75_napoli")))))
    assert state.stocks[unit(state, "115_pzgr")] == LOW
    assert state.spent_tokens[AXIS] == (1 if on else 0)
    assert state.stocks[unit(state, "75_napoli")] < EXHAUSTED


@BOTH
def test_12_6_a_formation_shares_a_source_or_each_unit_has_its_own(on: bool) -> None:
    """The Axis edge at 14.19 feeds the one, the western sources the other; nothing links them."""
    state = field("i_pz_hg 2.16; ii_pz_hg 14.18; 69_bde 8.12; 151_bde 12.14; 13_bde 10.13; 15_bde 7.13", own_sources=on)
    units = {unit(state, "i_pz_hg"), unit(state, "ii_pz_hg")}
    assert len(in_trace(state, AXIS) & units) == (2 if on else 1)
    told = [found for each in units if (found := supply(state, each)) is not None]
    assert [found.unit for found in told if found.supplied] == sorted(in_trace(state, AXIS) & units)


@BOTH
def test_13_5_replacements_serve_their_nation_or_all(on: bool) -> None:
    state = field("ax_pax1 12.14 move", replacements_for_all=on)
    assert used(state, unit(state, "115_pzgr"), place(state, "12.14")) is not None, "a German regiment"
    assert (used(state, unit(state, "75_napoli"), place(state, "12.14")) is not None) == on


@BOTH
def test_14_4e_trainbusting_meets_more_flak_in_patrol_zones_or_everywhere(on: bool) -> None:
    state = field("baltimore 16.1; 904_fest 10.13", bases={"16.1": 1}, control={"16.1": ALLIED}, trainbusting_flak=on)
    found = flak_at(state, ALLIED, "trainbusting", place(state, "10.13"), (unit(state, "baltimore"),))
    assert found.terms.total == Fraction(int(on))
    assert flak_at(state, ALLIED, "barrage", place(state, "10.13"), (unit(state, "baltimore"),)).terms.total == 0
