"""GEW 19 to 22, looked ahead at: the odds of a whole attack before it is declared."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable.core.flow import Ask
from sandtable.core.rules import Breakdown
from sandtable.core.state import State
from sandtable.play.explain import words as explained
from sandtable.play.forecast import Course, Forecast, course_lines, forecast, forecast_lines
from sandtable.play.odds import preview
from sandtable.server.lookups import forecast_document
from sandtable.systems.gew.s19_attack import GroundCombatPhase
from sandtable.systems.gew.s19_forecast import PAY, TAKE
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE

Field = Callable[..., GewState]
RUSSIA: dict[str, Any] = {"joined": {"ussr": "soviet"}, "turn": 5}


@pytest.fixture
def phase(battlefield: Field, game: Callable[..., Any]) -> Callable[..., Any]:
    """A Ground Combat Phase of the Axis round 3508, a clear hex."""

    def begin(units: str, *depots: str, **more: Any) -> Any:
        state = battlefield(units, **{**RUSSIA, **more})
        for name in depots:
            place = state.theatre.place(name)
            state.mark("depot", place, state.control[place], "29.1")
        return game(state, GroundCombatPhase(AXIS_SIDE))

    return begin


def odds(there: Any, *words: Any) -> Forecast:
    return forecast(there.state, AXIS_SIDE, there.action(*words))


ATTACK: tuple[Any, ...] = ("attack", "3508", ["ger_pz1"], [])


def test_19_6_a_forecast_shows_the_sum_its_column_and_the_chance_of_each_result(phase: Any) -> None:
    there = phase("ger_pz1 3408, sov_f3 3508", "3408", "3508")
    found = odds(there, *ATTACK)  # 8 - 8, a tank army: column 2 to 3
    labels = [explained(there.state.scenario, term.label) for term in found.terms]
    assert "1 Panzer 8 against West Front 8" in labels
    assert "net shift +1: column 2 to 3" in labels
    assert found.chances == dict.fromkeys(("A2R", "A1R", "B1R", "D1R", "D2R", "D3R"), Fraction(1, 6))
    assert str(found.citation) == "GEW 19.2"
    assert found.chart == ("crt", "2 to 3")


def test_19_6_the_terms_are_those_that_decide(phase: Any) -> None:
    there = phase("ger_pz1 3408, ger_pz2 3409, sov_f3 3508", "3408")
    words: tuple[Any, ...] = ("attack", "3508", ["ger_pz1", "ger_pz2"], [])
    sums = there.sums(*words)
    known = Breakdown([*sums.differential, *sums.shifts])
    found = odds(there, *words).terms
    assert found.total == known.total
    assert {(term.label, term.value, term.rule) for term in known} <= {term[:3] for term in found}


def course_line(found: Forecast, course: Course) -> str:
    (line,) = course_lines(found, [course])
    return line


def test_21_2_each_result_tells_what_it_costs_to_absorb_and_where_a_retreat_leads(phase: Any) -> None:
    there = phase("ger_pz1 3408, sov_f3 3508", "3408", "3508", mp=(7, 9, 9))
    found = odds(there, *ATTACK)
    told = {prospect.result: prospect for prospect in found.prospects}
    pay, take = told["D1R"].courses
    assert [stance.text for _, stance in pay.choices] == ["pays 1 MP, if it has them"]
    assert course_line(found, pay).endswith("; then 3508 held")
    assert "West Front can retreat to 3608 Bryansk or 3509 or 3609" in course_line(found, take)
    assert course_line(found, take).endswith("; then 3508 taken")
    assert told["A2R"].courses[0].choices[0][1].text == "pays 2 MP of 7"


def test_21_2_a_force_out_of_supply_cannot_pay_and_that_is_said(phase: Any) -> None:
    around = "ger_a6 3507, ger_a9 3609, ger_a11 3509"  # no line leads out
    there = phase(f"ger_pz1 3408, sov_f3 3508, {around}", "3408")
    found = odds(there, *ATTACK)
    assert "Allied cannot pay: none of West Front is in supply" in [
        explained(there.state.scenario, term.label) for term in found.terms
    ]
    told = {prospect.result: prospect for prospect in found.prospects}
    assert len(told["D3R"].courses) == 1
    assert found.policies == [{AXIS_SIDE: PAY}, {AXIS_SIDE: TAKE}]


def test_22_1_a_force_that_cannot_retreat_is_lost(phase: Any) -> None:
    ring = "ger_pz1 3408, ger_a6 3507, ger_a9 3608, ger_a2 3609, ger_a11 3509, ger_a16 3409, sov_f3 3508"
    found = odds(phase(ring, "3408"), *ATTACK)
    told = {prospect.result: prospect for prospect in found.prospects}
    assert "West Front lost" in course_line(found, told["D1R"].courses[0])


def test_22_3_the_hex_is_taken_if_the_defender_does_not_pay(phase: Any) -> None:
    there = phase("ger_pz1 3408, sov_f3 3508", "3408", "3508")
    found = odds(there, *ATTACK)
    unpaid = found.expected({AXIS_SIDE: PAY, ALLIED_SIDE: TAKE})
    paid = found.expected({AXIS_SIDE: PAY, ALLIED_SIDE: PAY})
    assert unpaid["hex taken"] == Fraction(4, 6)  # B1R, D1R, D2R, D3R
    assert paid["hex taken"] == 0
    assert paid["Allied MP spent"] == Fraction(1 + 1 + 2 + 3, 6)
    assert unpaid["Axis MP spent"] == Fraction(2 + 1 + 1, 6)


def test_only_what_happens_or_not_has_a_share(phase: Any) -> None:
    found = odds(phase("ger_pz1 3408, sov_f3 3508", "3408", "3508"), *ATTACK)
    for each in forecast_document(found, AXIS_SIDE).expected:
        shares = {figure.label: figure.share for figure in each.figures}
        assert shares.pop("hex taken") is not None
        assert set(shares.values()) == {None}, "MP and units are counted"


def test_19_6_a_forecast_agrees_with_the_preview_of_the_same_players(phase: Any) -> None:
    """The same question answered by an independent walk: `preview`, with players who never pay."""
    there = phase("ger_pz1 3408, ger_a6 3409, sov_f3 3508", "3408", "3508")
    words: tuple[Any, ...] = ("attack", "3508", ["ger_a6", "ger_pz1"], [])
    target = there.state.theatre.place("3508")

    def stubborn(state: State, ask: Ask) -> Any:
        if ask.form.name == "absorb or suffer":
            return ("suffer",)
        if ask.form.name == "pursue":
            return (tuple(state.stack[-1].able(state)),)  # type: ignore[attr-defined]
        return ("stay",) if ask.form.name == "pursue farther" else ask.form.fill(state, lambda picks: picks[0])

    def ours(state: Any) -> bool:
        return any(state.side_of(unit) == AXIS_SIDE for unit in state.ground_in(target))

    seen = preview(there.state, there.action(*words), ours, stubborn)
    found = odds(there, *words).expected({AXIS_SIDE: TAKE, ALLIED_SIDE: TAKE})
    assert found["hex taken"] == seen[True]


def test_14_5_an_over_stacked_defender_is_taken_to_defend_with_his_best(phase: Any) -> None:
    there = phase("ger_pz1 3408, sov_abn 3508, sov_f3 3508, sov_t1 3508", "3408")
    found = odds(there, *ATTACK)
    assert [explained(there.state.scenario, stance.text) for _, stance in found.assumed] == [
        "is taken to defend with West Front"
    ]
    assert sum(found.chances.values()) == 1


def test_6_3_a_forecast_tells_nothing_of_the_enemy_points(phase: Any) -> None:
    rich, poor = (
        odds(phase("ger_pz1 3408, sov_f3 3508", "3408", "3508", mp=mp), *ATTACK) for mp in ((9, 9, 9), (9, 0, 0))
    )
    assert forecast_lines(rich) == forecast_lines(poor)
    assert rich.root == poor.root


def test_6_3_with_open_displays_a_forecast_knows_the_points(phase: Any) -> None:
    there = phase("ger_pz1 3408, sov_f3 3508", "3408", "3508", mp=(9, 9, 1), options={"open_displays": True})
    told = {prospect.result: prospect for prospect in odds(there, *ATTACK).prospects}
    assert len(told["D1R"].courses) == 2
    assert len(told["D2R"].courses) == 1


def test_a_forecast_leaves_the_game_alone(phase: Any) -> None:
    there = phase("ger_pz1 3408, sov_f3 3508", "3408", "3508")
    before, log = there.state.plain(), len(there.state.log)
    odds(there, *ATTACK)
    assert there.state.plain() == before
    assert len(there.state.log) == log


def test_a_forecast_reads_well(phase: Any) -> None:
    there = phase("ger_pz1 3408, sov_f3 3508", "3408", "3508", mp=(9, 9, 9))
    lines = forecast_lines(odds(there, *ATTACK))
    assert lines[0] == "attack 3508 1 Panzer none (GEW 19.2)"
    assert any(line.startswith("D2R      1/6   16.7%  ") for line in lines)
    assert "    Allied: pays 2 MP, if it has them (GEW 21.2); then 3508 held" in lines
    assert lines[-2].startswith("on average, if Axis: takes the result; Allied: pays: Allied MP spent 7/6 (1.17)")


def test_19_6_a_course_that_is_not_followed_to_its_end_says_so(phase: Any) -> None:
    found = odds(phase("ger_pz1 3408, sov_f3 3508", "3408", "3508"), *ATTACK)
    course = next(course for prospect in found.prospects for course in prospect.courses if course.choices)
    whole, broken_off = course_line(found, course), course._replace(end=course.end._replace(whole=False))
    made, _, _ = whole.partition("; then ")
    assert "; then " in whole
    assert course_line(found, broken_off) == f"{made}; more follows"
    assert course_line(found, broken_off._replace(choices=())) == "more follows"
