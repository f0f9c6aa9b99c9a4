"""USE: the example that starts what no scenario reaches runs, and the page of rulings shows what it gives."""

from __future__ import annotations

import contextlib
import importlib
import io
import re
from pathlib import Path
from types import ModuleType

import pytest

from sandtable.core.flow import Procedure
from sandtable.core.sequence import Segment
from sandtable.play.session import Session
from sandtable.systems.use import d1_politics, d3_diplomacy, s01_2_sequence, s13_conditional

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "rulings-use.md").read_text(encoding="utf-8")
LAST = {  # what each of them comes to
    "strategic_warfare": "the factory at 0207 Essen: working again (USE 5.4)",
    "voyage_under_escort": "uk_ship goes from 0102 Hull to 0101 London (USE 4.0)",
    "invasion": "National Will of Germany: -2, its Mainland city other than the capital falls to the enemy; 28 left "
    "(USE 2.1.2)",
    "bombing_run": "interdiction of uk_bomber: successful (USE 5.2)",
    "strike_at_a_port": "the escort of uk_fighter: successful (USE 5.2)",
    "diplomacy": "Norway leans to the axis faction (USE D3)",
    "surprise": "uk_surprise is put at 0206 (USE 6.1)",
}


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    return importlib.import_module("use_at_sea")


@pytest.mark.parametrize("name", LAST)
def test_what_no_scenario_reaches_is_started_from_python(example: ModuleType, name: str) -> None:
    """5.4, 4.0, 5.2, 6.3.2, 6.2.2, D3, 9.0, E9: from a hand-made position, played to its end."""
    assert [each.__name__ for each in example.ALL] == list(LAST)
    assert getattr(example, name)()[-1] == LAST[name]


def test_the_page_shows_what_the_example_gives(example: ModuleType) -> None:
    found = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    with contextlib.redirect_stdout(io.StringIO()) as told:
        exec(found[1], {})
    assert told.getvalue() == found[2]


def test_the_page_names_procedures_that_there_are() -> None:
    table = PAGE.partition("### Started in Python")[2].partition("```")[0]
    names = set(re.findall(r"`(\w+)(?:\([^`]*\))?`", table)) - {"position", "play", "Session"}
    modules = (s01_2_sequence, s13_conditional, d3_diplomacy, d1_politics)
    known = {name for module in modules for name in vars(module)}
    assert len(names) > 10
    assert names <= known
    assert all(issubclass(getattr(module, name), Procedure) for module in modules for name in names & set(vars(module)))


def test_a_session_from_a_hand_made_position_has_odds_and_reasons(example: ModuleType) -> None:
    """5.2: a whole sub-phase at sea, with what it may lead to."""
    state = example.position(example.AXIS, ger_fighter="kiel", uk_ship="hull", uk_fighter="hull")
    state.stack = [Segment("Operations Phase / Actions Sub-Phase", example.AXIS)]
    session = Session(state.scenario, "1", position=state)
    assert "strike" in session.offers()
    found = session.odds("strike", "ger_fighter", "uk_ship")
    assert {stance.word for each in found.prospects for _, stance in each.given} == {"escorts", "stands alone"}
    assert session.why_not("bomb", "ger_fighter") == ["there is nothing to bomb (USE 5.2)"]
