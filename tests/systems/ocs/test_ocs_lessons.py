"""The lessons of OCS: what they tell is true. `tests/play/test_every_lesson.py` takes them step by step."""

from __future__ import annotations

import re

import pytest

from sandtable.core.rules import Hex, Side
from sandtable.play.lens import starving, supply
from sandtable.play.lessons import Course, begin_lesson
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.system import OCS
from taken import finished, take
from typed import state_of

ALLIED = Side(0)


def dump(course: Course, hex: str) -> int:
    return state_of(course.session, OcsState).dump[course.session.scenario.place(hex)]


def mode_after(course: Course, unit: str) -> str:
    """As the log tells it last."""
    events = course.session.log.events
    return [
        str(e.data["word"]) for e in events if e.kind == "mode" and e.data["unit"] == course.session.scenario.unit(unit)
    ][-1]


def before(name: str, text: str) -> Course:
    """A lesson as it stands when this is asked."""
    return next(course for course, step in take(name) if text in step.text)


def test_their_positions_are_not_offered_for_play() -> None:
    assert not [info.name for info in OCS.scenarios() if info.name.startswith("lesson")]
    assert OCS.info("lesson-move").title == "Lesson: move and modes"


def test_n07_a_newcomer_moves_units_among_ten_at_most() -> None:
    course = begin_lesson("ocs:move")
    assert sum(place >= 0 for place in state_of(course.session, OcsState).hex_of) <= 10
    assert len(course.lesson.steps) <= 10


def test_4_5_and_5_8_what_zones_forbid_is_refused_by_their_own_rules() -> None:
    assert [step.rule for _, step in take("ocs:move") if step.kind == "refusal"] == ["4.5", "5.8"]


def test_12_5_fuel_and_modes_are_what_the_first_lesson_tells() -> None:
    course = before("ocs:move", "13 Bde, in 15.5")
    assert dump(course, "13.7") == 3
    course = finished("ocs:move")
    modes = {unit: mode_after(course, unit) for unit in ("69_bde", "13_bde", "17_bde")}
    assert modes == {"69_bde": "in Move Mode", "13_bde": "in Strat Mode", "17_bde": "in reserve"}


def test_12_3_the_mode_of_the_hq_decides_whether_the_tanks_are_supplied() -> None:
    def supplied(course: Course) -> list[bool]:
        return [supply(course.session, ALLIED, unit).supplied for unit in ("44_rtr", "69_bde", "3_cdo")]

    looks = [supplied(course) for course, step in take("ocs:supply") if step.patterns[0] == ("supply",)]
    assert looks == [[False, True, False], [True, True, False]]
    course = before("ocs:supply", "who starves")
    found = starving(course.session, ALLIED, "15.7").units
    assert len(found) == 3, "all who had a line"


def test_13_2_and_12_5_tokens_are_what_the_supply_lesson_tells() -> None:
    course = before("ocs:supply", "Buy fuel")
    assert (dump(course, "15.7"), dump(course, "13.7")) == (4, 4)
    course = before("ocs:supply", "Everything hangs")
    assert (dump(course, "15.7"), dump(course, "13.7")) == (4, 0)
    assert dump(finished("ocs:supply"), "4.11") == 1


RESULTS = {
    "attack": ["Ae4 DL1o2", "Ae3 DL2o2DG", "Ae3 DL2o2DG"],
    "turn": ["Ae4 DL1o2", "Ae3 DL2o2DG", "Ae4 DL1o2"],
}


@pytest.mark.parametrize("name", list(RESULTS))
def test_9_9_results_are_what_the_lesson_tells(name: str) -> None:
    course = finished(f"ocs:{name}")
    came = [str(event.data["result"]) for event in course.session.log.events if event.kind == "combat"]
    assert came == RESULTS[name]
    told = " ".join(step.told for step in course.lesson.steps)
    assert set(re.findall(r"A\w* DL\w*", told)) <= set(came)


def test_9_8_and_10_1_the_attack_is_as_it_is_told() -> None:
    course = finished("ocs:attack")
    events = course.session.log.events
    assert [event.data["word"] for event in events if event.kind == "surprise"] == ["attacker", "attacker"]
    assert [event.data["result"] for event in events if event.kind == "barraged"] == ["DG"]
    assert dump(course, "10.8") == 5
    state, scenario = state_of(course.session, OcsState), course.session.scenario
    assert {scenario.place_name(Hex(state.hex_of[scenario.unit(unit)])) for unit in ("44_rtr", "3_cly")} == {"11.13"}
    odds = before("ocs:attack", "Attack 11.12 with the whole stack").session.odds("attack", "11.12", "11.11")
    assert [str(term.value) for term in odds.terms if term.label == "strength"] == ["28/3"]


def test_2_2_the_whole_player_turn_has_every_phase_and_is_as_it_is_told() -> None:
    course = finished("ocs:turn")
    assert len(course.lesson.steps) <= 40
    asked = list(dict.fromkeys(step.asks for step in course.lesson.steps))
    assert [name for name in asked if name[0].isupper()] == [
        "Aircraft Refit", "Movement Segment", "Movement barrages", "Barrage Segment", "Combat Segment",
        "Exploitation Movement", "Exploitation combat",
    ]  # fmt: skip
    events, state = course.session.log.events, state_of(course.session, OcsState)
    assert [event.data["result"] for event in events if event.kind == "barraged"] == ["-", "DG"]
    assert [event.data["number"] for event in events if event.kind == "dump captured"] == [1]
    assert (dump(course, "13.7"), state.phasing) == (3, Side(1))
    assert course.session.system.standing.score(state, ALLIED).total == 1
