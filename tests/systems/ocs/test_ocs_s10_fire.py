"""OCS 10: barrages of artillery in play, each worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.sequence import Segment
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.s10_results import BarrageHex, prepared
from sandtable.systems.ocs.state import RELEASED, OcsState
from sandtable.systems.ocs.theatre import DG
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

COMBAT_BARRAGES = "Player turn / Combat Phase / Barrage Segment"
REACTION = "Player turn / Reaction Phase / Reaction barrages"
SUPPLY: dict[str, Any] = {"dumps": {"13.7": (ALLIED, 20)}}


def barrages(state: OcsState, row: str = COMBAT_BARRAGES) -> Game:
    return Game(state, Segment(row, ALLIED))


def alone(state: OcsState, *ids: str) -> list[Any]:
    return [(unit(state, id),) for id in ids]


def shifts(state: OcsState, hex: str, points: int) -> list[tuple[str, Any]]:
    """Every term of a barrage of the Allies on units in a hex."""
    barrage = BarrageHex(ALLIED, state.scenario.place(hex), "units", 2 * points, "artillery")
    return [(str(term.label), term.value) for term in prepared(state, barrage).terms]


def test_10_1b_twelve_points_cost_3t_and_half_an_re_shifts_left() -> None:
    """12 points: column 12-16, 3T. Half an RE: left 1, to 8-11. A 7 there is DG; the spotter is in 12.7."""
    state = field("50_div_art 13.7; 69_bde 12.7; 904_fest 11.8", **SUPPLY)
    assert shifts(state, "11.8", 12) == [
        ("strength 12: column 12-16, costs 3T", 0),
        ("density of 0.5 RE: 1 or less", -1),
        ("column 8-11 after the shifts", 0),
    ]
    game = barrages(state)
    game.do("barrage", "11.8", "units", alone(state, "50_div_art"), [], dice=[7])

    assert state.mode[unit(state, "904_fest")] == DG
    assert state.spent_tokens[ALLIED] == 3
    assert state.dump[state.scenario.place("13.7")] == 17
    assert not audit(state)


def test_10_0e_a_unit_fires_once_and_a_hex_is_hit_once_in_a_phase() -> None:
    state = field("50_div_art 13.7; 5_div_art 13.7; 69_bde 12.7; 904_fest 11.8; 115_pzgr 11.7", **SUPPLY)
    game = barrages(state)
    game.do("barrage", "11.8", "units", alone(state, "50_div_art"), [], dice=[2])

    assert "has been barraged" in game.why("barrage", "11.8")
    assert "has fired" in game.why("barrage", "11.7", "units", (unit(state, "50_div_art"),))
    assert game.why("barrage", "11.7", "units", (unit(state, "5_div_art"),)) == ""


def test_10_0a_hedgehog_close_terrain_and_a_half_step() -> None:
    """24 points: column 17-24, 3T. One RE: left 1; hedgehog: left 1; orchard is Close: left 1: to 5-7. An 11 is 1/2,
    and a die of 4 costs the step."""
    state = field("50_div_art 12.7; 5_div_art 12.7; 69_bde 11.8; 115_pzgr 10.8", hedgehogs={"10.8": 1}, **SUPPLY)
    assert [value for _, value in shifts(state, "10.8", 24)] == [0, -1, -1, -1, 0]
    assert shifts(state, "10.8", 24)[-1][0] == "column 5-7 after the shifts"
    game = barrages(state)
    game.do("barrage", "10.8", "units", alone(state, "50_div_art", "5_div_art"), [], dice=[11, 4])

    assert state.spent_tokens[ALLIED] == 3
    assert not state.is_on_map(unit(state, "115_pzgr"))
    assert not audit(state)


def test_10_0a_without_a_spotter_three_left_and_strat_mode_three_right() -> None:
    """3.5 RE in Catania: right 1; hedgehog left 1, city (Very Close) left 1, nobody beside it left 3, Strat right 3."""
    target = "i_3_fj 12.14; ii_3_fj 12.14; iii_3_fj 12.14; 12_coast 12.14 strat; xvi_it_corps_hq 12.14"
    state = field(f"50_div_art 11.12; {target}", hedgehogs={"12.14": 1}, dumps={"11.12": (ALLIED, 8)})

    assert [value for _, value in shifts(state, "12.14", 12)] == [0, 1, -1, -1, -3, 3, 0]


def test_10_0a_a_formation_counts_three_re_at_most() -> None:
    """Seven battalions of one division are 3.5 RE, and count 3: no shift; with a regiment of another, 4: right 1."""
    names = ("i_3_fj", "ii_3_fj", "iii_3_fj", "mg_1_fj", "i_4_fj", "ii_4_fj", "iii_4_fj")
    division = "; ".join(f"{name} 11.13" for name in names)
    state = field(f"69_bde 11.12; {division}")
    assert shifts(state, "11.13", 12)[1] == ("density of 3 RE: over 1, up to 3", 0)

    more = field(f"69_bde 11.12; 75_napoli 11.13; {division}")
    assert shifts(more, "11.13", 12)[1] == ("density of 4 RE: over 3, up to 4", 1)


def test_10_0a_the_owner_chooses_who_loses_the_step() -> None:
    """12 points on 1.5 RE in the open: 12-16, no shift; a 12 is one step, and all are disorganized."""
    state = field("50_div_art 13.7; 69_bde 12.7; 904_fest 11.8; 115_pzgr 11.8", **SUPPLY)
    game = barrages(state)
    game.do("barrage", "11.8", "units", alone(state, "50_div_art"), [], dice=[12])

    assert game.ask.side == AXIS
    game.do("904_fest")
    assert not state.is_on_map(unit(state, "904_fest"))
    assert state.mode[unit(state, "115_pzgr")] == DG


def test_5_10_disorganized_artillery_fires_with_half() -> None:
    """6 points: column 5-7, 2T."""
    state = field("50_div_art 13.7 dg front; 69_bde 12.7; 904_fest 11.8", **SUPPLY)
    barrages(state).do("barrage", "11.8", "units", alone(state, "50_div_art"), [], dice=[2])

    assert state.spent_tokens[ALLIED] == 2


def test_10_1b_one_dump_or_one_hq_pays() -> None:
    """Two dumps of 2T: neither pays 3T; an HQ gathers from both."""
    dumps = {"13.7": (ALLIED, 2), "14.7": (ALLIED, 2)}
    state = field("50_div_art 12.7; 69_bde 12.7; 904_fest 11.8", dumps=dumps)
    assert "no" in barrages(state).why("barrage")

    thrown = field("50_div_art 12.7; 69_bde 12.7; xiii_corps_hq 13.7; 904_fest 11.8", dumps=dumps)
    barrages(thrown).do("barrage", "11.8", "units", alone(thrown, "50_div_art"), [], dice=[2])
    assert thrown.spent_tokens[ALLIED] == 3
    assert not audit(thrown)


def test_5_7_5_8_nobody_fires_in_reserve_or_strat_mode_nor_beyond_his_range() -> None:
    guns = "50_div_art 13.7 reserve; 5_div_art 13.7 strat; 51_div_art 13.7; 66_med 17.2"
    state = field(f"{guns}; 69_bde 12.7; 904_fest 11.8", **SUPPLY)
    game = barrages(state)

    for id, reason in (("50_div_art", "Reserve"), ("5_div_art", "Strat"), ("66_med", "hexes far")):
        assert reason in game.why("barrage", "11.8", "units", (unit(state, id),))
    assert game.why("barrage", "11.8", "units", (unit(state, "51_div_art"),)) == ""


def test_21_9_in_the_reaction_phase_only_what_was_released_fires() -> None:
    units = "50_div_art 13.7; 69_bde 12.7; 904_fest 11.8"
    assert "barrage" not in barrages(field(units, phasing=AXIS, **SUPPLY), REACTION).verbs()

    option = field(units, phasing=AXIS, **SUPPLY, reaction_fire=True)
    assert "barrage" in barrages(option, REACTION).verbs()


def test_10_0c_a_barrage_of_an_air_base_lowers_it_and_hits_aircraft() -> None:
    """12 points: column 11-20, 2T, no shifts. A 5 is `1 * (4)`: level 2 to 1; each aircraft loses a step on 4 or more:
    dice of 4 and 3."""
    state = field("50_div_art 6.11; mc202 6.13; fw190 6.13", bases={"6.13": 2}, control={"6.13": AXIS},
                  dumps={"6.11": (ALLIED, 4)})  # fmt: skip
    game = barrages(state)
    game.do("barrage", "6.13", "base", alone(state, "50_div_art"), [], dice=[5, 4, 3])

    assert state.base[state.scenario.place("6.13")] == 2  # level 1
    assert sorted(state.steps[unit(state, id)] for id in ("mc202", "fw190")) == [1, 2]
    assert state.spent_tokens[ALLIED] == 2


def test_10_0c_a_port_takes_hits() -> None:
    """15 points: column 11-20; a 6 is `1 * (4)`: one hit."""
    state = field("66_med 11.12", control={"12.14": AXIS}, dumps={"11.12": (ALLIED, 4)})
    barrages(state).do("barrage", "12.14", "port", alone(state, "66_med"), [], dice=[6])

    assert state.port_hits[state.scenario.place("12.14")] == 1


@pytest.mark.parametrize(("flags", "fires"), [("", True), ("move", True), ("dg front", False)])
def test_21_9a_who_fires_in_reaction_without_reserve_is_in_combat_or_move_mode(flags: str, fires: bool) -> None:
    """A disorganized battery fires, at half, only if it was released from Reserve in the phase."""
    units = f"50_div_art 13.7 {flags}; 69_bde 12.7; 904_fest 11.8"
    state = field(units, phasing=AXIS, **SUPPLY, reaction_fire=True)
    game = barrages(state, REACTION)
    assert ("11.8" in game.offers("barrage") if "barrage" in game.verbs() else False) == fires
    state.did(unit(state, "50_div_art"), RELEASED)
    assert "11.8" in barrages(state, REACTION).offers("barrage")
