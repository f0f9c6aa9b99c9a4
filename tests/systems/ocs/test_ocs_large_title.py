"""A title as large as any, which `tools/large_title.py` writes: it is sound, loads, and is answered move by move."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from sandtable.core.flow import Ask
from sandtable.core.rules import Side
from sandtable.core.titles import NAMED
from sandtable.play.session import Session
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.system import OCS
from sandtable.systems.ocs.title_faults import faults
from tooling import tool
from typed import state_of

LARGE = tool("large_title")
ANSWERS = 40


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    title = LARGE.write(tmp_path)
    assert not list(faults(title))
    monkeypatch.setenv(NAMED, str(tmp_path))
    return Session(OCS.load(LARGE.NAME), "large")


def test_a_title_of_six_thousand_hexes_is_loaded_and_played(session: Session) -> None:
    scenario, state = session.scenario, state_of(session, OcsState)
    assert scenario.board.hexes == 6000
    assert len(scenario.counters) == 600
    assert sum(len(state.dumps(Side(side))) for side in (0, 1)) == 150

    rng, asked = Random("large"), set[str]()
    for _ in range(ANSWERS):
        ask = session.ask
        assert isinstance(ask, Ask)
        action = min(drawn(session, ask, rng), key=lambda each: (each[0] == "end", each[0] != "move"))
        asked.add(str(action[0]))
        session.submit(ask.side, action)
    assert "move" in asked
    assert not list(OCS.audit(state_of(session, OcsState)))


def drawn(session: Session, ask: Ask, rng: Random) -> list[tuple[object, ...]]:
    """A few answers: most segments can be ended at once, and would be."""
    return [ask.form.draw(session.state, rng) for _ in range(6)]
