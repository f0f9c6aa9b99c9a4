"""Games and the log each must reproduce, line by line; `pytest --pin` writes the logs anew."""

from pathlib import Path

import pytest

from sandtable.core.rules import Side
from sandtable.play.explain import log_lines, outcome_line
from sandtable.play.opening import CHANGED, replay
from sandtable.play.record import Record
from sandtable.play.session import Session

GAMES = sorted(Path(__file__).parent.glob("*.game"))


def told(session: Session) -> list[str]:
    """The log as everyone reads it, then as each side does, then the outcome; not that its rules were once others."""
    session.log.events[:] = [event for event in session.log if event.kind != CHANGED]
    lines = ["# everyone", *log_lines(session.state, None)]
    for side, name in enumerate(session.scenario.sides):
        lines += [f"# {name}", *log_lines(session.state, Side(side))]
    assert session.outcome is not None
    return [*lines, "# outcome", outcome_line(session.scenario, session.outcome)]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_tells_the_same_story(path: Path, request: pytest.FixtureRequest) -> None:
    story, lines = path.with_suffix(".log"), told(replay(Record.load(path), path=path))
    if request.config.getoption("--pin"):
        story.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert story.read_text(encoding="utf-8").splitlines() == lines


def test_there_are_golden_games() -> None:
    assert GAMES
