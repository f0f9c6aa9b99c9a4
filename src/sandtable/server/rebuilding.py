"""A game out of what is stored of it: played through again, input by input."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sandtable.core.dice import commitment
from sandtable.core.system import Scenario, ScenarioInfo, find_system
from sandtable.play.odds import data_folder
from sandtable.play.opening import replay
from sandtable.play.positions import read_position
from sandtable.play.record import Input, Record
from sandtable.play.session import Session
from sandtable.play.timeline import Timeline
from sandtable.server.documents import Album
from sandtable.server.store import Kept

SCENARIOS = 64  # with different options, that are kept at hand


@lru_cache(SCENARIOS)
def _album(name: str, options: tuple[tuple[str, bool], ...]) -> Album:
    code, _, wanted = name.partition(":")
    return Album(find_system(code).load(wanted, dict(options), data_folder()))


def album_of(kept: Kept) -> Album:
    """The pictures and names of a game's scenario, shared by all games of it."""
    return _album(kept.scenario, tuple(sorted(kept.options.items()))).again()


def titles(scenario: Scenario) -> list[str]:
    """Of the options that are switched on. Scenarios of lessons have those of the others."""
    known = {option.name: option.title for info in _infos(scenario.system.code) for option in info.options}
    return [title for name, title in known.items() if scenario.options.get(name)]


@lru_cache
def _infos(code: str) -> Sequence[ScenarioInfo]:
    return find_system(code).scenarios()


def rebuilt(kept: Kept, inputs: Sequence[Input]) -> Session:
    """The game where its inputs end, each checked as when it was played; without any it begins."""
    if not inputs:
        scenario, position = album_of(kept).scenario, None
        if kept.position:
            scenario, position = read_position(kept.position)
        return Session(scenario, kept.seed, kept.salts, position=position)
    return replay(record_of(kept, inputs), path=f"game {kept.id}")


def followed(kept: Kept, inputs: Sequence[Input]) -> Timeline:
    """The same with its timeline, so that whoever looks back need not wait."""
    return Timeline(rebuilt(kept, inputs))


def record_of(kept: Kept, inputs: Sequence[Input]) -> Record:
    scenario = album_of(kept).scenario
    return Record(
        scenario.system.code, scenario.name, scenario.rules_version, commitment(kept.seed), dict(scenario.options),
        kept.salts, kept.seed, list(inputs), "", scenario.charts.digest(), kept.position,
    )  # fmt: skip
