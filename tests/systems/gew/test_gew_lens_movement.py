"""GEW: movement left in every hex that can be reached, prices beside choices, and the way of a move step by step."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from sandtable.core.decisions import Draft
from sandtable.core.flow import Ask, run
from sandtable.core.rules import Breakdown, Hex, Term, counted
from sandtable.play.session import Session
from sandtable.systems.gew.s10_mobilization import Mobilization
from sandtable.systems.gew.s16_regroup import Regroup
from sandtable.systems.gew.s17_movement import MOVE, MovementPhase
from sandtable.systems.gew.s17_paths import path
from sandtable.systems.gew.s19_attack import GroundCombatPhase
from sandtable.systems.gew.s21_absorption import Suffer
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE
from typed import state_of


def hints(state: GewState, *filled: Any, chosen: tuple[Any, ...] = ()) -> dict[Any, str]:
    wait = run(state)
    assert isinstance(wait, Ask)
    return dict(GEW.lens.hints(state, wait, Draft(filled, chosen)))


def total(state: GewState, *filled: Any, chosen: tuple[Any, ...] = ()) -> str:
    wait = run(state)
    assert isinstance(wait, Ask)
    return GEW.lens.total(state, wait, Draft(filled, chosen))


def route(state: GewState, *filled: Any, to: Hex, chosen: tuple[Any, ...] = ()) -> Any:
    wait = run(state)
    assert isinstance(wait, Ask)
    return GEW.lens.path(state, wait, Draft(filled, chosen), to)


# ------------------------------------------------------------------------------------------------ on foot


@pytest.mark.parametrize("scenario", ["campaign", "barbarossa", "north-africa-1941"])
def test_17_0_every_hex_offered_has_its_movement_left_and_its_way(scenario: str) -> None:
    """Over random games: the hexes with a figure are those that may be picked, its way is made of steps that may be
    taken one by one, and what they cost is what is missing."""
    rng, seen = Random(7), 0
    while seen < 40:
        session = Session(GEW.load(scenario, {"automatic_setup": True}), str(seen))
        while (ask := session.ask) is not None and seen < 40:
            if ask.form is MOVE:
                seen += march_is_told(state_of(session, GewState), ask, rng)
            session.submit(ask.side, ask.form.draw(session.state, rng))


def march_is_told(state: GewState, ask: Ask, rng: Random) -> bool:
    units = ask.form.picks(state, Draft(("march",))) if "march" in ask.form.picks(state) else []
    if not units:
        return False
    unit = rng.choice(units)
    draft = Draft(("march", unit))
    told, picks = GEW.lens.hints(state, ask, draft), ask.form.picks(state, draft)
    assert {*picks} <= {*told}
    for to in picks:
        found = GEW.lens.path(state, ask, draft, to)
        assert found is not None
        assert (found.hexes[0], found.hexes[-1], len(found.costs)) == (state.hex_of[unit], to, len(found.hexes) - 1)
        whole = path(state, unit, found.hexes[1:])
        assert found.left == f"{told[to]} MF" == f"{max(0, whole.left)} MF"
        assert whole.left >= 0 or len(found.costs) == 1  # 17.2
        for nth in range(1, len(found.hexes)):
            so_far = path(state, unit, found.hexes[1:nth])
            assert int(found.costs[nth - 1].total) == so_far.cost(found.hexes[nth])
            assert not [*so_far.no_step(state, found.hexes[nth])]
        assert all(term.rule in GEW.rulebook for cost in found.costs for term in cost)
    return True


def test_17_1_a_way_tells_terrain_and_hexside_of_every_step(battlefield: Any, game: Any) -> None:
    """17.1: from Messina to the toe of Italy, mountain and strait, for mountain troops; then nothing is left."""
    state = game(battlefield("ita_alp messina"), MovementPhase(AXIS_SIDE)).state
    unit, to = state.theatre.unit("ita_alp"), state.theatre.place("2420")
    assert hints(state, "march")[unit] == "3 MF"
    assert hints(state, "march", unit)[to] == "0"
    found = route(state, "march", unit, to=to)
    assert found.costs == (Breakdown([Term("mountain", 2, "17.1"), Term("strait", 1, "17.1")]),)
    assert (found.total, found.left) == ("3 MF", "0 MF")


def test_17_2_the_first_hex_takes_all_there_is_if_it_is_too_dear(battlefield: Any, game: Any) -> None:
    """17.2: mountain 3 and strait 1 for infantry with 3 MF."""
    state = game(battlefield("ita_a1 messina"), MovementPhase(AXIS_SIDE)).state
    unit, to = state.theatre.unit("ita_a1"), state.theatre.place("2420")
    found = route(state, "march", unit, to=to)
    assert (found.costs[0].total, found.total, found.left) == (4, "all 3 MF (17.2)", "0 MF")
    assert hints(state, "march", unit)[to] == "0"


def test_17_0_a_path_counts_down_hex_by_hex(battlefield: Any, game: Any) -> None:
    state = game(battlefield("ger_pz1 2907"), MovementPhase(AXIS_SIDE)).state
    unit = state.theatre.unit("ger_pz1")
    mf, here = state.theatre.movement[unit], Hex(state.hex_of[unit])
    first = next(place for place in state.scenario.board.around(here) if hints(state, "path", unit).get(place))
    assert hints(state, "path", unit)[first] == str(mf - path(state, unit, ()).cost(first))
    onward = hints(state, "path", unit, chosen=(first,))
    second = next(
        place for place in onward if place != here and not [*path(state, unit, (first,)).no_step(state, place)]
    )
    found = route(state, "path", unit, to=second, chosen=(first,))
    assert found.hexes == (here, first, second)
    assert found.left == f"{onward[second]} MF"
    assert total(state, "path", unit, chosen=(first, second)) == f"{onward[second]} MF left"


def test_32_2_leaving_the_map_is_a_step_of_its_own(battlefield: Any, game: Any) -> None:
    state = game(battlefield("sov_f3 3807", joined={"ussr": "soviet"}), MovementPhase(ALLIED_SIDE)).state
    unit = state.theatre.unit("sov_f3")
    outside = [to for to in hints(state, "march", unit) if to >= state.theatre.hexes]
    assert outside
    found = route(state, "march", unit, to=outside[0])
    assert found.costs[-1] == Breakdown([Term("leaving the map", 1, "32.2")])


def test_what_may_not_be_done_has_no_way(battlefield: Any, game: Any) -> None:
    state = game(battlefield("ger_pz1 2907"), MovementPhase(AXIS_SIDE)).state
    unit = state.theatre.unit("ger_pz1")
    assert route(state, "march", unit, to=Hex(state.hex_of[unit])) is None
    assert route(state, to=Hex(5)) is None
    assert route(state, "march", to=Hex(unit)) is None


# ------------------------------------------------------------------------------------------------ prices


def test_18_1_a_line_by_rail_counts_its_hexes_and_its_price(battlefield: Any, game: Any) -> None:
    state = game(battlefield("ger_pz1 berlin"), MovementPhase(AXIS_SIDE)).state
    unit = state.theatre.unit("ger_pz1")
    prices = hints(state, "rail", unit)
    assert prices
    assert {*prices.values()} == {hints(state, "rail")[unit]} == {"1 MP"}
    for to in prices:
        found = route(state, "rail", unit, to=to)
        assert all(there in state.scenario.board.around(here) for here, there in pairwise(found.hexes))
        assert found.total == f"{counted(len(found.hexes) - 1, 'hex', 'hexes')}, 1 MP"
        assert 0 < len(found.costs) <= 12
        assert found.left == counted(12 - len(found.costs), "hex", "hexes")


def test_18_6_ports_tell_the_price_of_a_transfer(battlefield: Any, game: Any) -> None:
    state = game(battlefield("ger_dak naples"), MovementPhase(AXIS_SIDE)).state
    unit = state.theatre.unit("ger_dak")
    picks = MOVE.picks(state, Draft(("ship", unit)))
    assert picks
    assert {hints(state, "ship", unit)[port] for port in picks} <= {"1 MP", "2 MP"}


def test_11_2_units_tell_what_they_cost_and_markers_too(battlefield: Any, game: Any) -> None:
    phase = game(battlefield("ger_pz1 reinforcements_axis", mp=(20, 0, 0)), Mobilization(AXIS_SIDE))
    state = phase.state
    while phase.ask.form.name != "mobilization":
        phase.do("keep")
    assert hints(state) == {"fortify": "2 MP", "depot": "4 MP", "offensive": "4 MP"}
    unit = state.theatre.unit("ger_pz1")
    assert hints(state, "build")[unit] == f"{state.theatre.attack[unit]} MP"


def test_16_0_regrouping_tells_its_price(battlefield: Any, game: Any) -> None:
    field = battlefield("ger_lf1 display_axis")
    unit = field.theatre.unit("ger_lf1")
    field.set_ready(unit, False)
    state = game(field, Regroup(AXIS_SIDE)).state
    assert hints(state, "regroup", chosen=())[unit] == "1 MP"
    assert hints(state)["ultra"].endswith(" MP")
    assert total(state, "regroup", chosen=()) == ""
    assert total(state, "regroup", chosen=(unit,)) == "1 MP"


def test_19_2_attackers_tell_their_strength(battlefield: Any, game: Any) -> None:
    field = battlefield("ger_pz1 2907, sov_f3 3007", joined={"ussr": "soviet"})
    state = game(field, GroundCombatPhase(AXIS_SIDE)).state
    unit, target = state.theatre.unit("ger_pz1"), Hex(state.hex_of[state.theatre.unit("sov_f3")])
    assert hints(state, "attack", target) == {unit: f"attack {state.theatre.attack[unit]}"}
    assert total(state, "attack", target, chosen=(unit,)) == f"attack {state.theatre.attack[unit]}"


def test_19_2_attackers_are_added_up(battlefield: Any, game: Any) -> None:
    field = battlefield("ger_pz1 2907, ger_pz2 2907, sov_f3 3007", joined={"ussr": "soviet"})
    state = game(field, GroundCombatPhase(AXIS_SIDE)).state
    theatre = state.theatre
    units, target = (theatre.unit("ger_pz1"), theatre.unit("ger_pz2")), Hex(state.hex_of[theatre.unit("sov_f3")])
    assert total(state, "attack", target, chosen=units) == f"attack {sum(theatre.attack[unit] for unit in units)}"


def test_21_2_absorbing_a_result_tells_its_price(battlefield: Any, game: Any) -> None:
    field = battlefield("ger_pz1 berlin")
    state = game(field, Suffer(AXIS_SIDE, (field.theatre.unit("ger_pz1"),), 3, "retreat")).state
    assert hints(state) == {"spend": "3 MP"}


def test_where_nothing_is_to_be_said_nothing_is(battlefield: Any, game: Any) -> None:
    state = game(battlefield("ger_pz1 2907"), MovementPhase(AXIS_SIDE)).state
    assert hints(state) == {}
    assert hints(state, "end") == {}
    assert total(state, "march") == ""
