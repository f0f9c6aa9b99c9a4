"""What a game may offer beside its rules: what is left out is silent, and may be asked all the same."""

from __future__ import annotations

import ast
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import pytest

import toy
from planting import plant
from sandtable.core import parts
from sandtable.core.flow import Outcome, Over
from sandtable.core.lens import Aftermath
from sandtable.core.parts import Counsel, Foresight, Hidden, Lens, Standing, guessed_from_view, scores_seen
from sandtable.core.rules import Breakdown, Side, Term
from sandtable.play.session import start
from toy.state import ToyState
from toy.views import guess, view

RED, BLUE = Side(0), Side(1)
FOLLOWING = (
    "score_seen", "margin", "meanings", "level", "rolls", "point", "boldness", "occasion", "occasions", "passed",
    "planning", "pace",
)  # what these say in silence follows from something else  # fmt: skip


def ford() -> ToyState:
    state = start("toy:ford", "1").state
    assert isinstance(state, ToyState)
    return state


def ones() -> list[Any]:
    return [Standing(), Lens(), Foresight(), Counsel()]


@pytest.mark.parametrize(
    ("part", "name"), [(each, field.name) for each in ones() for field in fields(each) if field.name not in FOLLOWING]
)
def test_a_part_made_of_nothing_says_nothing(part: Any, name: str) -> None:
    said = getattr(part, name)(*[None] * 3)
    assert not said or said == Aftermath((), {})


def test_what_follows_in_silence() -> None:
    state = ford()
    assert Foresight[ToyState]().level(state) == len(state.stack)
    assert Foresight[ToyState]().meanings(state) == {}
    assert Foresight[ToyState]().rolls == 3
    assert Standing[ToyState]().score_seen(state, RED, BLUE) == Breakdown()
    assert Standing[ToyState]().margin(state, RED) == -Standing[ToyState]().margin(state, BLUE)
    counsel = Counsel[ToyState]()
    assert (counsel.point, counsel.boldness, counsel.occasions, counsel.pace) == (1.0, {}, 1, 1.0)
    assert counsel.planning(state.scenario) == 0.25
    assert counsel.occasion(state, RED) == counsel.passed(state, RED) == toy.SYSTEM.standing.turns_played(state)


def test_a_part_is_what_is_handed_in_and_silent_for_the_rest() -> None:
    lens = Lens[ToyState](total=lambda state, ask, draft: "9")
    assert lens.total(None, None, None) == "9"  # type: ignore[arg-type]
    assert lens.hints(None, None, None) == {}  # type: ignore[arg-type]


def test_results_mean_what_the_chart_in_play_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    state = ford()
    plant(monkeypatch, toy.SYSTEM, "foresight", chart_in_play=lambda state: ("combat", ""))
    assert toy.SYSTEM.foresight.meanings(state) == state.scenario.charts["combat"].meaning


def test_a_score_is_seen_in_the_position_that_a_side_knows_and_whole_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = ford()
    plant(monkeypatch, toy.SYSTEM, "standing", score=scored)
    plant(monkeypatch, toy.SYSTEM, "hidden", foresee=veiled)
    seen = toy.SYSTEM.standing.score_seen
    assert [seen(state, RED, looking).total for looking in (None, RED, BLUE)] == [0, 2, 0]
    assert_all_alike(state)
    state.wait = Over(Outcome(RED, "", "", "7.0"))
    assert [seen(state, RED, looking).total for looking in (None, RED, BLUE)] == [2, 2, 2]
    assert_all_alike(state)


def assert_all_alike(state: ToyState) -> None:
    """The scores of all sides, asked for together and one by one."""
    for looking in (None, RED, BLUE):
        one_by_one = [toy.SYSTEM.standing.score_seen(state, side, looking) for side in (RED, BLUE)]
        assert scores_seen(state, looking) == one_by_one


def test_all_scores_are_seen_in_one_position(monkeypatch: pytest.MonkeyPatch) -> None:
    foreseen: list[Side] = []

    def counted(state: ToyState, side: Side) -> ToyState:
        foreseen.append(side)
        return veiled(state, side)

    state = ford()
    assert scores_seen(state, RED) == [Breakdown(), Breakdown()]
    plant(monkeypatch, toy.SYSTEM, "standing", score=scored)
    plant(monkeypatch, toy.SYSTEM, "hidden", foresee=counted)
    assert [each.total for each in scores_seen(state, RED)] == [2, 0]
    assert foreseen == [RED]


def scored(state: ToyState, side: Side) -> Breakdown:
    return Breakdown([Term("reserve", state.reserve[side], "4.2")])


def veiled(state: ToyState, side: Side) -> ToyState:
    new = state.copy()
    new.reserve[1 - side] = 0
    return new


def test_who_looks_ahead_imagines_the_same_each_time_and_is_asked_the_same() -> None:
    state = ford()
    hidden = Hidden(view=view, guess=guess)
    assert hidden.imagine is guessed_from_view
    imagined = hidden.imagine(state, BLUE, Random(3))
    assert [frame.plain() for frame in imagined.stack] == [frame.plain() for frame in state.stack]
    assert view(imagined, BLUE) == view(state, BLUE)
    assert hidden.foresee(state, BLUE).plain() == hidden.foresee(state, BLUE).plain()


def test_every_function_says_what_it_is_and_what_its_silence_means() -> None:
    source = Path(parts.__file__).read_text(encoding="utf-8")
    for part in ast.parse(source).body:
        if isinstance(part, ast.ClassDef) and part.decorator_list:
            assert ast.get_docstring(part)
            for field, doc in zip(part.body[1::2], part.body[2::2], strict=True):
                assert isinstance(field, ast.AnnAssign)
                assert isinstance(doc, ast.Expr)
                assert isinstance(doc.value, ast.Constant), ast.unparse(field)
                assert field.value is None or "ilent:" in str(doc.value.value), ast.unparse(field)
