"""By what numbers a script plays: one set for each edition, since older ones stay as they were."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from sandtable.core.intents import Conduct


class Habits(NamedTuple):
    """The weights and switches in which editions differ."""

    guard: float  # strength that guards a point
    picket: float  # the same of a side that has more to win than to keep
    plenty: float  # tokens for each turn to come, beyond which a side has many
    restless: bool  # does who need not guard march even if there is more to keep than to win?
    least: float  # what an attack has to promise


HABITS: Mapping[int, Habits] = {
    1: Habits(guard=5.0, picket=2.0, plenty=10, restless=False, least=1.0),
    2: Habits(guard=5.0, picket=2.0, plenty=10, restless=False, least=1.0),
}


@lru_cache(1024)
def habits(conduct: Conduct) -> Habits:
    return HABITS[conduct.edition]
