"""What a question is about, where its words do not say it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.core.flow import Ask, Procedure, run
from sandtable.play.explain import words
from sandtable.systems.gew.s19_attack import Attack
from sandtable.systems.gew.s21_absorption import Suffer
from sandtable.systems.gew.s22_retreat import Retreat
from sandtable.systems.gew.s23_orders import ANSWER_IN_THE_AIR, INTERCEPT_AT_SEA, SendOut
from sandtable.systems.gew.state import AMPHIBIOUS_ASSAULT, BOMBING, GewState
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, SOVIET

Field = Callable[..., GewState]


def asked(state: GewState, *stack: Procedure) -> list[Any]:
    state.stack = list(stack)
    wait = run(state)
    assert isinstance(wait, Ask)
    return [
        (words(state.scenario, each.because), [state.scenario.place_name(hex) for hex in each.at])
        for each in GEW.lens.matter(state, wait)
    ]


def test_missions_in_the_air_are_named_with_their_hexes(battlefield: Field) -> None:
    state = battlefield("bri_bc1 display_allied", joined={"ussr": "soviet"}, turn=5)
    unit, place = state.theatre.unit("bri_bc1"), state.theatre.place("berlin")
    assert asked(state, SendOut(AXIS_SIDE, ANSWER_IN_THE_AIR)) == [("the enemy flies no mission", [])]
    state.assign(unit, BOMBING, place, place, "24.1")
    name = state.scenario.spoken_place(place)
    assert asked(state, SendOut(AXIS_SIDE, ANSWER_IN_THE_AIR)) == [
        (f"1/BC is out at {name}: bombing", [state.scenario.place_name(place)])
    ]
    assert asked(state, SendOut(ALLIED_SIDE, ANSWER_IN_THE_AIR)) == [("the enemy flies no mission", [])]


def test_landings_at_sea_are_named_with_their_hexes(battlefield: Field) -> None:
    state = battlefield("bri_amph1 display_allied", joined={"ussr": "soviet"}, turn=5)
    unit, place = state.theatre.unit("bri_amph1"), state.theatre.place("tripoli")
    state.assign(unit, AMPHIBIOUS_ASSAULT, place, place, "26.1")
    ((said, _),) = asked(state, SendOut(AXIS_SIDE, INTERCEPT_AT_SEA))
    assert said == "Amph-1 (Commonwealth) is out at 2125 Tripoli: amphibious assault"


def test_a_result_is_told_with_its_place_and_price(battlefield: Field) -> None:
    state = battlefield("sov_f3 3508, ger_a6 3408", joined={"ussr": "soviet"}, turn=5, mp=(9, 9, 9))
    ours, theirs = state.theatre.unit("sov_f3"), state.theatre.unit("ger_a6")
    at = state.theatre.place("3508")
    state.mark("depot", at, state.control[at], "29.1")
    attack = Attack(AXIS_SIDE, at, (theirs,), result="D2")
    ((said, hexes),) = asked(state, attack, Suffer(ALLIED_SIDE, (ours,), 2, "retreat"))
    assert said == "the attack on 3508 gave D2: either 2 MP are paid, or West Front must retreat 2 hexes"
    assert hexes == ["3508"]


def test_a_result_names_the_ways_there_are_to_absorb_it(battlefield: Field) -> None:
    """21.2: MP are spent by those in supply; O34.5: a depot is expended by others too."""

    def ways(holder: int, **options: bool) -> str:
        state = battlefield("ger_a6 3608, sov_f3 3508, sov_f4 3609", joined={"ussr": "soviet"}, turn=5, options=options)
        at = state.theatre.place("3608")
        state.mark("depot", at, AXIS + 1, "29.1")
        state.take_hex(at, holder, "6.1")  # 12.2: a depot is a source where its power holds the hex
        ((said, _),) = asked(state, Suffer(AXIS_SIDE, (state.theatre.unit("ger_a6"),), 2, "retreat"))
        return str(said)

    lose = "or 6 Army must retreat 2 hexes"
    assert ways(AXIS) == f"either 2 MP are paid, {lose}"
    assert ways(AXIS, expend_depots=True) == f"either 2 MP are paid, or a depot is expended, {lose}"
    assert ways(SOVIET, expend_depots=True) == f"either a depot is expended, {lose}"


def test_a_retreat_says_how_far(battlefield: Field) -> None:
    state = battlefield("sov_f3 3508", joined={"ussr": "soviet"}, turn=5)
    ((said, hexes),) = asked(state, Retreat(ALLIED_SIDE, (state.theatre.unit("sov_f3"),), 1))
    assert said == "West Front must retreat 1 hex, or be eliminated"
    assert hexes == ["3508"]
