"""What a refusal points at: hexes and counters of its game, to be outlined on the map."""

from __future__ import annotations

from contextlib import suppress

from sandtable.core.errors import BadInput
from sandtable.core.system import Scenario
from sandtable.play.refusals import Refusal


def points_at_something(scenario: Scenario, refused: Refusal) -> bool:
    """True for a refused pick on the map, whose cause must be named; whatever is named is there, and once."""
    for reason in refused.reasons:
        assert all(0 <= hex < scenario.places for hex in reason.at), refused
        assert all(0 <= unit < len(scenario.counters) for unit in reason.units), refused
        assert len({*reason.at}) == len(reason.at), refused
        assert len({*reason.units}) == len(reason.units), refused
    if refused.kind != "pick" or not on_the_map(scenario, refused.tried.split()[-1]):
        return False
    assert any(reason.at or reason.units for reason in refused.reasons), refused
    return True


def on_the_map(scenario: Scenario, word: str) -> bool:
    """Is it a hex or a counter?"""
    for read in (scenario.place, scenario.unit):
        with suppress(BadInput):
            return read(word) >= 0
    return False
