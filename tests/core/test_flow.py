"""Procedures on a stack: what steps return, pausing, saving, and what an author is told when he errs."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from sandtable.core.dice import Dice
from sandtable.core.errors import Bug
from sandtable.core.flow import Call, Done, Goto, Over, Procedure, Roll, answer, mean, purpose, run, step
from sandtable.core.state import State


class Inner(Procedure):
    """Rolls and tells."""

    add: int = 0
    roll: int = 0

    @step("1.1")
    def throw(self, state: State) -> Any:
        return Roll(Dice(1), "roll")

    @step("1.2")
    def tell(self, state: State) -> Any:
        return Done(self.roll + self.add)


class Outer(Procedure):
    """Calls the inner one twice, by a loop."""

    times: int = 0
    told: int = 0
    total: int = 0

    @step("2.1")
    def again(self, state: State) -> Any:
        return Call(Inner(self.times), into="told")

    @step("2.2")
    def count(self, state: State) -> Any:
        self.total, self.told, self.times = self.total + self.told, 0, self.times + 1
        return Goto("again") if self.times < 2 else None

    @step("2.3")
    def end(self, state: State) -> Any:
        return Done(self.total)


class Circle(Procedure):
    """Gets nowhere."""

    @step("2.9")
    def round(self, state: State) -> Any:
        return Goto("round")


class Skipping(Procedure):
    """Comes back to a step named by the call."""

    said: int = 0

    @step("3.1")
    def first(self, state: State) -> Any:
        return Call(Silent(), then="last")

    @step("3.2")
    def never(self, state: State) -> Any:
        raise AssertionError

    @step("3.3")
    def last(self, state: State) -> Any:
        return Done("back")


class Silent(Procedure):
    """Ends by running out of steps."""

    @step("4.1")
    def nothing(self, state: State) -> Any:
        return None


class Wrong(Procedure):
    """Returns what no step may."""

    @step("5.1")
    def odd(self, state: State) -> Any:
        return 7


def state(*stack: Procedure) -> State:
    return State(SimpleNamespace(sides=("red", "blue"), name="none"), *stack)  # type: ignore[arg-type]


def test_a_call_runs_another_procedure_and_keeps_its_value() -> None:
    game = state(Outer())
    for reading in (3, 5):
        assert isinstance(run(game), Roll)
        answer(game, reading)
    assert run(game) == Over(3 + 5 + 1)


def test_asking_twice_gives_the_same() -> None:
    game = state(Outer())
    assert run(game) is run(game)


def test_a_call_may_go_on_elsewhere() -> None:
    assert run(state(Skipping())) == Over("back")


def test_a_procedure_ends_with_its_last_step() -> None:
    assert run(state(Silent())) == Over(None)


def test_a_step_returns_what_the_engine_knows() -> None:
    with pytest.raises(Bug, match=r"Wrong\.odd returned 7"):
        run(state(Wrong()))


def test_steps_that_turn_in_circles_are_stopped() -> None:
    with pytest.raises(Bug, match=r"Circle\.round: 100000 steps, and nobody is asked"):
        run(state(Circle()))


def test_an_answer_needs_a_question() -> None:
    game = state(Silent())
    with pytest.raises(Bug, match="nothing is asked"):
        mean(game, 1)
    run(game)
    with pytest.raises(Bug, match="nothing is asked"):
        answer(game, 1)


def test_a_paused_game_is_plain_and_goes_on_after_it_is_restored() -> None:
    game = state(Outer())
    run(game)
    answer(game, 6)
    run(game)
    again = State.restore(game.scenario, game.plain())
    assert again.plain() == game.plain()
    told = [(wait.dice, wait.into) for wait in (run(again), run(game)) if isinstance(wait, Roll)]
    assert len(told) == 2
    assert told[0] == told[1]
    answer(again, 1)
    assert run(again) == Over(8)
    assert [frame.kind for frame in game.stack] == [Outer.kind, Inner.kind], "the first game did not move"


def test_a_copy_of_a_procedure_is_its_own() -> None:
    one = Inner(3)
    other = one.copy()
    other.roll = 4
    assert (one.roll, other.add) == (0, 3)


def test_names_in_old_saves_are_read_as_todays() -> None:
    old = ("old.Thrower", "cast", "", 2, 0)
    renamed = {"old.Thrower": Inner.kind, "old.Thrower.cast": f"{Inner.kind}.throw"}
    assert Procedure.restore(old, renamed).plain() == (Inner.kind, "throw", "", 2, 0)


@pytest.mark.parametrize(
    ("plain", "said"),
    [(("none.Such", "x", ""), "no procedure is called none.Such"), ((Inner.kind, "x", "", 0, 0), "has no step x")],
)
def test_a_save_nobody_can_read_is_refused(plain: tuple[Any, ...], said: str) -> None:
    with pytest.raises(Bug, match=said):
        Procedure.restore(plain)


def test_lists_in_json_become_tuples_again() -> None:
    restored = Procedure.restore((Inner.kind, "throw", "", [1, [2, 3]], None))
    assert restored.plain()[3:] == ((1, (2, 3)), None)


def test_a_procedure_knows_its_rule_and_a_roll_its_purpose() -> None:
    game = state(Outer())
    run(game)
    assert game.stack[-1].rule == "1.1"
    assert purpose(game) == f"{Inner.kind}.throw"
    ended = Inner()
    ended.at = ""  # type: ignore[misc]
    assert ended.rule == ""


def test_readings_that_mean_the_same_are_one() -> None:
    roll = Roll(Dice(1), "hit", lambda reading: reading >= 5)
    assert roll.meanings() == {False: 4, True: 2}
    assert Roll(Dice(1), "roll").meanings() == dict.fromkeys(range(1, 7), 1)
    game = state(Hits())
    run(game)
    answer(game, 6)
    assert run(game) == Over(True)


class Hits(Procedure):
    """A roll that is read as it falls."""

    hit: bool = False

    @step("6.1")
    def throw(self, state: State) -> Any:
        return Roll(Dice(1), "hit", lambda reading: reading >= 5)

    @step("6.2")
    def tell(self, state: State) -> Any:
        return Done(self.hit)


def test_procedures_are_not_subclassed() -> None:
    with pytest.raises(Bug, match="procedures are not subclassed"):

        class More(Inner):
            pass


def test_a_procedure_has_a_step() -> None:
    with pytest.raises(Bug, match="Stepless has no step"):

        class Stepless(Procedure):
            pass
