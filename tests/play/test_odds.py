"""Exact odds: previews of actions, named odds, charts, and a folder of charts of one's own."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import toy
from sandtable.core.dice import Dice
from sandtable.core.errors import BadInput, Bug
from sandtable.core.flow import Done, Goto, Procedure, Result, Roll, step
from sandtable.core.state import State
from sandtable.core.system import find
from sandtable.play.odds import chance, charts_of, look, odds, preview, resolved, split, spread
from sandtable.play.session import Session, start


@pytest.fixture
def duel() -> Session:
    return start("toy:duel", "seed")


def steps(state: State) -> tuple[int, int]:
    return state.steps[0], state.steps[4]  # type: ignore[attr-defined]


def test_a_preview_follows_the_real_attack(duel: Session) -> None:
    """Differential 1, the river -1, both commit: column -2 to 0. A one costs red a step; on five and six blue goes."""
    action = ("attack", duel.scenario.place("0503"), (0,))
    assert preview(duel.state, action, steps) == {(1, 2): Fraction(1, 6), (2, 2): Fraction(5, 6)}


def test_choices_on_the_way_go_to_the_stated_player(duel: Session) -> None:
    action = ("attack", duel.scenario.place("0503"), (0,))

    def stubborn(state: State, ask: object) -> tuple[object, ...]:
        offered = ask.form.picks(state)  # type: ignore[attr-defined]
        return ("stand",) if "stand" in offered else (offered[-1],)

    found = preview(duel.state, action, steps, stubborn)
    assert found == {(1, 2): Fraction(1, 6), (2, 2): Fraction(1, 2), (2, 1): Fraction(1, 3)}


def test_a_preview_leaves_the_game_alone(duel: Session) -> None:
    before, log = duel.state.plain(), len(duel.log)
    preview(duel.state, ("attack", duel.scenario.place("0503"), (0,)), State.plain)
    assert duel.state.plain() == before
    assert len(duel.log) == log


def test_an_action_without_dice_is_certain(duel: Session) -> None:
    assert preview(duel.state, ("dig", 0), steps) == {(2, 2): 1}


def test_what_has_ended_is_read_at_once(duel: Session) -> None:
    assert spread(duel.state, lambda _: True, steps, lambda *_: ()) == {(2, 2): 1}


def test_named_odds_come_with_their_terms() -> None:
    found = odds("toy.attack", differential=4, terrain="wood", dug_in=True)
    assert dict(found) == {"AL": Fraction(1, 6), "-": Fraction(1, 2), "DR": Fraction(1, 3)}
    assert (found.title, str(found.citation)) == ("Attack", "TOY 4.4")
    assert [(term.label, term.value, str(found.cited(term))) for term in found.terms] == [
        ("differential", 4, "TOY 4.3"), ("defender in a wood", -1, "TOY 4.3"), ("defender dug in", -1, "TOY 5.1")
    ]  # fmt: skip
    assert len(found) == 3
    assert repr(found) == repr(dict(found))


def test_a_chart_that_is_rolled_on_has_odds_of_its_own() -> None:
    assert odds("toy.combat", differential=3) == {"-": Fraction(1, 6), "DR": Fraction(1, 2), "DL": Fraction(1, 3)}
    assert odds("toy.combat", differential="3", shift=-3)["AL"] == Fraction(1, 2)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("toy", "names no chart"), ("none.x", "no system is called none"),
        ("toy.none", "has no odds called none; it has attack, combat"),
        ("toy.shifts", "toy.shifts is a list without dice"),
    ],
)  # fmt: skip
def test_odds_that_do_not_exist_are_said(name: str, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        odds(name)


def test_a_chart_is_looked_up_by_name() -> None:
    entry = look("toy.combat", differential=0, roll=6)
    assert (entry.result, entry.row, entry.column, str(entry.citation)) == ("DR", "6", "-2 to 0", "TOY 4.4")
    assert look("toy.shifts", line="wood").result == "-1"
    with pytest.raises(BadInput, match="has no chart none; it has combat, shifts"):
        look("toy.none")
    with pytest.raises(BadInput, match="prints no cost"):
        _ = entry.cost


def test_a_name_is_split_into_system_and_chart() -> None:
    assert split("toy.attack") == (find("toy"), "attack")
    assert chance("toy.attack") == (toy.SYSTEM, toy.SYSTEM.chances[0])


def test_charts_of_ones_own_change_the_odds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "toy").mkdir()
    shipped = (toy.SYSTEM.folder / "charts" / "combat.toml").read_text(encoding="utf-8")
    (tmp_path / "toy" / "combat.toml").write_text(
        shipped.replace('5 = ["-", "DR", "DR", "DL"]', '5 = ["-", "DR", "DR", "AL"]'), encoding="utf-8"
    )
    monkeypatch.setenv("SANDTABLE_DATA", str(tmp_path))
    assert odds("toy.attack", differential=9)["AL"] == Fraction(1, 6)
    monkeypatch.delenv("SANDTABLE_DATA")
    assert "AL" not in odds("toy.attack", differential=9)


def test_names_do_not_mind_capitals() -> None:
    assert look("TOY.Combat", differential=0, roll=6) == look("toy.combat", differential=0, roll=6)
    assert odds("Toy.Attack", Differential=4) == odds("toy.attack", differential=4)


def test_a_name_that_is_nearly_right_is_suggested() -> None:
    with pytest.raises(BadInput, match=r"has no chart ctr; did you mean crt\?"):
        look("use.ctr")
    with pytest.raises(BadInput, match=r"use.ground is odds, no chart; they read use.ground_drm"):
        look("use.ground")
    with pytest.raises(
        BadInput, match=r"use.crt is a chart without dice of its own; the odds that use it are use.ground"
    ):
        odds("use.crt")
    with pytest.raises(BadInput, match="is a list without dice of its own; no odds use it"):
        odds("use.production")


def test_odds_print_a_line_a_result() -> None:
    assert str(odds("toy.attack", differential=4, terrain="wood", dug_in=True)).splitlines() == [
        "AL  1/6   16.7%", "-   1/2   50.0%", "DR  1/3   33.3%"
    ]  # fmt: skip


class Contest(Procedure):
    """Two dice, one after the other, and again as long as they tie."""

    one: int = 0
    other: int = 0

    @step("1.0")
    def roll_one(self, state: State) -> Result:
        return Roll(Dice(1), "one")

    @step("1.0")
    def roll_other(self, state: State) -> Result:
        return Roll(Dice(1), "other", lambda roll: max(roll, 2))

    @step("1.0")
    def again(self, state: State) -> Result:
        if self.one == self.other:
            self.one = self.other = 0
            return Goto("roll_one")
        return Done("one" if self.one > self.other else "other")


def test_dice_that_tie_are_rolled_again_until_they_do_not() -> None:
    """Of 36 falls one wins in 14, the other in 16, and six tie: these come to nothing in the end."""
    found = resolved(toy.SYSTEM, charts_of(toy.SYSTEM), Contest())
    assert found == {"one": Fraction(14, 30), "other": Fraction(16, 30)}


class Chase(Procedure):
    """Two rolls that lead into each other: neither comes back as often as the other."""

    far: int = 0

    @step("1.0")
    def run(self, state: State) -> Result:
        return Roll(Dice(1), "far", lambda roll: min(roll, 3))

    @step("1.0")
    def is_away(self, state: State) -> Result:
        far, self.far = self.far, 0
        return Done("away") if far == 3 else Goto("run") if far == 1 else None

    @step("1.0")
    def hide(self, state: State) -> Result:
        return Roll(Dice(1), "far", lambda roll: min(roll, 4))

    @step("1.0")
    def is_found(self, state: State) -> Result:
        far, self.far = self.far, 0
        return Done("found") if far == 4 else Goto("run") if far == 1 else Goto("hide") if far == 2 else Done("lost")


def test_rolls_that_lead_into_each_other_are_weighed_exactly() -> None:
    """From hiding 1/6 runs on, 1/6 hides on, 1/6 is lost, 1/2 found: 1/5, 1/5, 3/5. Running: 1/6 on, 1/6 hides, 2/3
    away, so 1/5 and 4/5; all in all away is 4/5 of 25/24."""
    found = resolved(toy.SYSTEM, charts_of(toy.SYSTEM), Chase())
    assert found == {"away": Fraction(20, 24), "lost": Fraction(1, 24), "found": Fraction(3, 24)}


class Endless(Procedure):
    roll: int = 0

    @step("1.0")
    def once_more(self, state: State) -> Result:
        return Roll(Dice(1), "roll", lambda roll: 0)

    @step("1.0")
    def again(self, state: State) -> Result:
        return Goto("once_more")


def test_dice_that_can_never_come_to_an_end_are_a_bug() -> None:
    with pytest.raises(Bug, match="for ever"):
        resolved(toy.SYSTEM, charts_of(toy.SYSTEM), Endless())
