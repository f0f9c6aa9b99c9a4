"""The sequence of play as data: rows, paths, and the two procedures that play them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from sandtable.core.decisions import Form, Slot
from sandtable.core.errors import Bug
from sandtable.core.flow import Ask, Done, Over, Procedure, answer, run, step
from sandtable.core.rules import Side, Violation
from sandtable.core.sequence import OTHER, Outline, Sequence, Verb, phase, segment
from sandtable.core.state import State

PLAYED: list[str] = []


class Noting(Procedure):
    """Tells who played it."""

    side: Side
    word: str = "phase"

    @step("1.0")
    def note(self, state: State) -> Any:
        PLAYED.append(f"{self.word} {self.side}")
        return Done()


SAY = Form("say", "1.1", Slot("word", "word", lambda *_: ("a", "b")))
NEVER = Form("end", "1.2", refuse=lambda *_: iter([Violation("1.2", "go on")]) if len(PLAYED) < 2 else iter(()))
TURN = phase(
    "Turn", "1.0",
    Noting,
    segment("Talk", "1.1", Verb(SAY, Noting), by=OTHER),
    phase("Rest", "1.2", Noting, only=lambda state: False),
    phase("Night", "1.3", Noting, phase("Watch", "1.4", Noting, by=OTHER)),
)  # fmt: skip
LONG = phase("Long", "2.0", segment("Talk", "2.1", Verb(SAY, Noting), end=NEVER))


@pytest.fixture
def game() -> State:
    PLAYED.clear()
    scenario = SimpleNamespace(sides=("red", "blue"), name="none", outline=Outline(TURN, LONG), in_force={})
    return State(scenario, Sequence("Turn", Side(0)))  # type: ignore[arg-type]


def test_rows_are_played_in_order_by_their_side(game: State) -> None:
    wait = run(game)
    assert isinstance(wait, Ask)
    assert (wait.side, wait.form.name) == (1, "Talk")
    answer(game, ("say", "a"))
    run(game)
    answer(game, ("end",))
    assert run(game) == Over(None)
    assert PLAYED == ["phase 0", "a 1", "phase 0", "phase 1"]


@pytest.mark.parametrize(("needed", "played"), [(True, ["phase 0", "phase 0"]), (False, ["phase 0"])])
def test_a_procedure_that_is_not_needed_is_passed_over(game: State, needed: bool, played: list[str]) -> None:
    row = phase("Dawn", "3.0", Noting, phase("Rest", "3.1", Noting), needed={Noting: lambda state: needed})
    game.scenario.outline = Outline(row)
    game.stack[0] = Sequence("Dawn", Side(0))
    assert run(game) == Over(None)
    assert played == PLAYED


def test_a_segment_asks_until_it_is_ended_and_may_refuse_to_end(game: State) -> None:
    game.stack[0] = Sequence("Long", Side(1))
    wait = run(game)
    assert isinstance(wait, Ask)
    assert wait.form.picks(game) == ["say"]
    for _ in range(2):
        answer(game, ("say", "b"))
        run(game)
    assert wait.form.picks(game) == ["say", "end"]
    assert wait.form.check(game, ("end",)) == []


def test_an_outline_finds_rows_by_their_path(game: State) -> None:
    outline = game.scenario.outline
    assert outline["Turn / Night / Watch"].number == "1.4"
    assert [(depth, row.name) for depth, row in outline.lines()] == [
        (0, "Turn"), (1, "Talk"), (1, "Rest"), (1, "Night"), (2, "Watch"), (0, "Long"), (1, "Talk")
    ]  # fmt: skip


def test_two_rows_of_one_phase_do_not_share_a_name() -> None:
    with pytest.raises(Bug, match="two rows are called Turn / Night"):
        Outline(phase("Turn", "1.0", phase("Night", "1.1"), phase("Night", "1.2")))


def test_only_a_segment_has_a_menu_to_key_a_table_by(game: State) -> None:
    outline = game.scenario.outline
    assert outline["Turn / Talk"].asks is outline["Turn / Talk"].menu
    with pytest.raises(Bug, match="Night is no segment"):
        _ = outline["Turn / Night"].asks


def test_verbs_of_one_segment_do_not_share_a_name_and_its_end_is_called_end() -> None:
    with pytest.raises(Bug, match="Talk has two verbs of one name: say, say, end"):
        segment("Talk", "1.1", Verb(SAY, Noting), Verb(Form("say", "1.2"), Noting))
    with pytest.raises(Bug, match="Talk is ended by stop, but a segment ends with end"):
        segment("Talk", "1.1", Verb(SAY, Noting), end=Form("stop", "1.1"))
