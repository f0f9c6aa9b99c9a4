"""A game out of what is stored of it: played through again, input by input."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

from sandtable.core.dice import commitment
from sandtable.core.editions import Edition
from sandtable.core.system import Scenario, ScenarioInfo, find_system
from sandtable.play.opening import as_begun, replay
from sandtable.play.positions import restored
from sandtable.play.record import Record, read_stretches
from sandtable.play.session import Session
from sandtable.play.timeline import Timeline
from sandtable.server.documents import Album
from sandtable.server.store import Kept, Stored

SCENARIOS = 64  # with different options, that are kept at hand


@lru_cache(SCENARIOS)
def _album(name: str, options: tuple[tuple[str, bool], ...], begun: Edition, at_start: bool) -> Album:
    return Album(as_begun(name, dict(options), begun, at_start))


def album_of(kept: Kept) -> Album:
    """The pictures and names of a game's scenario, shared by all games of it."""
    return _album(kept.scenario, tuple(sorted(kept.options.items())), kept.edition, not kept.position).again()


def titles(scenario: Scenario) -> list[str]:
    """Of the options that are switched on. Scenarios of lessons have those of the others."""
    known = {option.name: option.title for info in _infos(scenario.system.code) for option in info.options}
    return [title for name, title in known.items() if scenario.options.get(name)]


@lru_cache
def _infos(code: str) -> Sequence[ScenarioInfo]:
    return find_system(code).scenarios()


def rebuilt(kept: Kept, stored: Stored) -> Session:
    """The game where its inputs end, each checked as when it was played; without any it begins, or is still where it
    began. If the rules have changed since, as far as these admit it, or from its last snapshot."""
    scenario = album_of(kept).scenario  # one for all games of it: what is found out once is known to them all
    if not stored.inputs and not stored.eras:
        position = None
        if kept.position:
            position = restored(kept.position, scenario, trusted=True)
        session = Session(scenario, kept.seed, kept.salts, position=position)
        session.edition = kept.edition if kept.rules else session.edition
        return session
    return replay(record_of(kept, stored), path=f"game {kept.id}", trusted=True, scenario=scenario)


def followed(kept: Kept, stored: Stored) -> Timeline:
    """The same with its timeline, so that whoever looks back need not wait."""
    return Timeline(rebuilt(kept, stored))


def happened(session: Session) -> Stored:
    """What is stored of a game that has been played elsewhere; of one that begins, what came by itself."""
    record = session.record()
    return Stored(record.inputs, record.snapshots if session.inputs else [], record.eras)


def record_of(kept: Kept, stored: Stored) -> Record:
    scenario, earlier = album_of(kept).scenario, json.loads(kept.earlier or "[]")
    return Record(
        scenario.system.code, scenario.name, kept.rules, commitment(kept.seed), dict(scenario.options),
        kept.salts, kept.seed, list(stored.inputs), "", scenario.charts.digest(), kept.position, kept.release,
        kept.setup, list(stored.snapshots), list(stored.eras), read_stretches(f"game {kept.id}", earlier),
    )  # fmt: skip
