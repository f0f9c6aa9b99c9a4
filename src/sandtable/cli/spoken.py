"""Lines as people say them: counters and sides by their names, where rules and records write what is typed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from sandtable.cli.excerpt import side_name, style_of
from sandtable.core.system import Scenario


def spoken(scenario: Scenario, text: str) -> str:
    """`ger_dak marches` as `DAK marches`; a name that several counters have is told with what is typed."""
    names = _names(scenario)
    return re.sub(r"\w+", lambda word: names.get(word[0], word[0]), text)


def all_spoken(scenario: Scenario, lines: Iterable[str]) -> list[str]:
    return [spoken(scenario, line) for line in lines]


@lru_cache
def _names(scenario: Scenario) -> Mapping[str, str]:
    counters = scenario.counters
    often = Counter(counters.names)
    found = {side: side_name(style_of(scenario), side) for side in scenario.sides}
    for unit, name in enumerate(counters.names):
        id = counters.ids[unit]
        found[id] = name if often[name] == 1 else f"{name} ({id})"
    return found
