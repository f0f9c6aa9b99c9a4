"""`front`: a small field with a few counters on it, scripted dice, and answers written as in a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pytest

import toy
from sandtable.core.decisions import Action
from sandtable.core.dice import Scripted
from sandtable.core.flow import Ask, Outcome
from sandtable.core.rules import Hex, Side
from sandtable.core.system import Scenario
from sandtable.play.arranging import Arranging
from sandtable.play.explain import log_lines, why_not
from sandtable.play.notation import offered_names, read_draft, read_pick
from sandtable.play.odds import preview
from sandtable.play.session import Session
from toy.state import MARCH, STOCK, SUPPLY, SupplyState, ToyState


class Field:
    """A game in the middle of a test."""

    def __init__(self, session: Session) -> None:
        self.session, self.scenario = session, session.scenario

    @property
    def state(self) -> ToyState:
        assert isinstance(self.session.state, ToyState)
        return self.session.state

    @property
    def ask(self) -> Ask:
        assert self.session.ask is not None
        return self.session.ask

    @property
    def asked(self) -> str:
        """`blue reaction`"""
        return f"{self.scenario.sides[self.ask.side]} {self.ask.form.name}"

    @property
    def outcome(self) -> Outcome | None:
        return self.session.outcome

    @property
    def log(self) -> str:
        return self.log_of(None)

    def log_of(self, side: str | None) -> str:
        return "\n".join(log_lines(self.state, None if side is None else self.scenario.side(side)))

    def red(self, *answers: str) -> Field:
        return self._answer(Side(0), answers)

    def blue(self, *answers: str) -> Field:
        return self._answer(Side(1), answers)

    def _answer(self, side: Side, answers: Sequence[str]) -> Field:
        for answer in answers:
            self.session.submit_written(side, answer.split())
        return self

    def offers(self, written: str = "") -> list[str]:
        """What may be picked after these picks."""
        form = self.ask.form
        draft = read_draft(self.state, form, written.split())
        return offered_names(self.state, form, draft)

    def why_not(self, written: str) -> str:
        """The reasons against the last of these picks."""
        *before, last = written.split()
        draft = read_draft(self.state, self.ask.form, before)
        pick = read_pick(self.state, self.ask.form, draft, last)
        return "; ".join(why_not(self.state, self.ask, pick, draft))

    def odds(self, action: Action, unit: str) -> dict[int, object]:
        """The chances of a unit's steps after an action."""
        number = self.scenario.unit(unit)
        return dict(preview(self.state, action, lambda state: state.steps[number]))  # type: ignore[attr-defined]

    def at(self, unit: str) -> str:
        place = self.state.hex_of[self.scenario.unit(unit)]
        return self.scenario.place_name(Hex(place)) if place >= 0 else ""

    def steps(self, unit: str) -> int:
        return self.state.steps[self.scenario.unit(unit)]

    def stock(self, side: str) -> int:
        assert isinstance(self.state, SupplyState)
        return self.state.stock[self.scenario.side(side)]

    def shows(self, unit: str) -> str:
        """`4-3-2`: the factors on the face that is up."""
        return "-".join(
            str(self.state.printed(name, self.scenario.unit(unit))) for name in ("attack", "defence", "move")
        )

    def owner(self, place: str) -> str:
        side = self.state.controller(self.scenario.board.named(place).hex)
        return "" if side is None else self.scenario.sides[side]


Front = Callable[..., Field]


@pytest.fixture
def front(monkeypatch: pytest.MonkeyPatch) -> Iterator[Front]:
    """`front("r1 0403", "b1 0503 hidden", dice=[5])`: a unit, its hex, and perhaps hidden, dug, reduced or marching."""
    scripts: list[Scripted] = []

    def arrange(
        *units: str, dice: Sequence[int] = (), reserve: Sequence[int] = (0, 0), mud: bool = False,
        supply: bool = False, stock: Sequence[int] = STOCK,
    ) -> Field:  # fmt: skip
        def begin(system: toy.Toy, scenario: Scenario) -> ToyState:
            return placed(scenario, units, reserve, stock)

        monkeypatch.setattr(toy.Toy, "begin", begin)
        scripts.append(Scripted(dice))
        scenario = toy.SYSTEM.load("supply") if supply else toy.SYSTEM.load("ford", {"mud": mud})
        return Field(Session(scenario, "test", dice=scripts[-1]))

    yield arrange
    for script in scripts:
        script.done()


@pytest.fixture
def column(front: Front) -> Front:
    """The same with rounds, modes and formations."""
    return partial(front, supply=True)


def placed(scenario: Scenario, units: Sequence[str], reserve: Sequence[int], stock: Sequence[int]) -> ToyState:
    """Before the first turn."""
    said = [line.replace("marching", f"mode {MARCH}") for line in units]
    said += [f"{side} reserve {count}" for side, count in zip(scenario.sides, reserve, strict=True)]
    if scenario.name == SUPPLY:
        said += [f"stock {side} {rounds}" for side, rounds in zip(scenario.sides, stock, strict=True)]
    state = Arranging(scenario).lay_out([*said, "turn 0"])
    assert isinstance(state, ToyState)
    return state
