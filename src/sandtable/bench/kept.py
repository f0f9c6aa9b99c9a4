"""Runs that are kept in files, and what has become of their figures since."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.bench.rounds import FIGURES, YARDSTICK, Figure, Run, more_is_better
from sandtable.core.errors import BadData
from sandtable.core.textfile import parse_json, read_text, write_whole

MOST_LOST = 0.10  # a release may be slower by this much, beyond the noise
LEAST_NOISE = 0.03  # what two runs of the same may differ by, however quiet each of them was


def keep(run: Run, path: Path) -> None:
    write_whole(path, (json.dumps(run.plain(), indent=1) + "\n").encode())


def read(path: Path) -> Run:
    """A run that was kept."""
    said = parse_json(path, read_text(path))
    try:
        ways = {
            way: {
                subject: {name: _figure(figure) for name, figure in figures.items()}
                for subject, figures in subjects.items()
            }
            for way, subjects in said["ways"].items()
        }
        if not all(YARDSTICK in subjects[""] for subjects in ways.values()):
            raise KeyError(YARDSTICK)
        return Run(str(said["sandtable"]), str(said["python"]), str(said["machine"]), ways)
    except (TypeError, KeyError, ValueError, AttributeError) as error:
        raise BadData(path, 0, "expected a run as `sandtable bench --keep` writes it") from error


def _figure(said: Any) -> Figure:
    best, noise = map(float, said)
    if not (best > 0 and noise >= 0):
        raise ValueError(said)
    return Figure(best, noise)


class Change(NamedTuple):
    """A figure then and now. `ratio`: how many times as fast as it would have been then on a machine like this one;
    `noise`: by how much that may be off."""

    way: str
    subject: str
    name: str
    then: Figure
    now: Figure
    ratio: float
    noise: float

    @property
    def verdict(self) -> str:
        if self.is_lost:
            return "too slow"
        if abs(self.ratio - 1) <= self.noise:
            return "as it was"
        return "faster" if self.ratio > 1 else "slower"

    @property
    def is_lost(self) -> bool:
        return self.ratio + self.noise < 1 - MOST_LOST


def machines(then: Run, now: Run) -> dict[str, Figure]:
    """By way: how many times as fast the yardstick's work is done now, by this machine and its Python. Two runs that
    were made in turn on one machine have nothing to take out."""
    both = [way for way in now.ways if way in then.ways]
    if now.beside == then.beside != "":
        return dict.fromkeys(both, Figure(1.0, 0.0))
    found = {}
    for way in both:
        old, new = then.ways[way][""][YARDSTICK], now.ways[way][""][YARDSTICK]
        found[way] = Figure(new.best / old.best, old.noise + new.noise)
    return found


def changes(then: Run, now: Run) -> Iterator[Change]:
    """Figure by figure, of what both have measured."""
    for way, machine in machines(then, now).items():
        for subject, figures in now.ways[way].items():
            before = then.ways[way].get(subject, {})
            for name in FIGURES:
                if name in figures and name in before:
                    old, new = before[name], figures[name]
                    ratio = new.best / old.best if more_is_better(name) else old.best / new.best
                    noise = max(LEAST_NOISE, old.noise + new.noise + machine.noise)
                    yield Change(way, subject, name, old, new, ratio / machine.best, noise)
