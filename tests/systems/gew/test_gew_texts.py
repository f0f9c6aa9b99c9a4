"""GEW: whatever happens can be told in a sentence."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from sandtable.core.events import Log
from sandtable.core.flow import Ask, Over, answer, run
from sandtable.play.explain import TEXTS, sentence
from sandtable.systems.gew.setups import setups
from sandtable.systems.gew.system import GEW, OPTIONS

EVERYTHING = {option.name: True for option in OPTIONS}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scenario", sorted(setups()))
def test_6_3_every_event_of_a_random_game_is_a_sentence(scenario, seed):
    """6.3 aside, a player reads what has happened."""
    state, rng = GEW.begin(GEW.load(scenario, EVERYTHING if seed else {"automatic_setup": True})), Random(seed)
    state.log = Log()
    while not isinstance(wait := run(state), Over):
        answer(state, wait.form.fill(state, rng.choice) if isinstance(wait, Ask) else rng.choice(list(wait.dice.ways)))
    for event in state.log:
        assert event.kind in GEW.texts or event.kind in TEXTS, event
        assert "{" not in sentence(state.scenario, event, GEW.texts)


def test_every_kind_of_event_in_the_source_has_its_text():
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(GEW.folder).glob("*.py")))
    kinds = set(re.findall(r'note(?:_hidden)?\(\s*"(\w+)"', source))
    assert kinds <= {*GEW.texts, *TEXTS}
