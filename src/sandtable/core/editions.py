"""What a game is played with, so that later rules know whether they are the same: the release of this program, the
version of a system's rules, and a digest of it and of the charts, boards and set-ups that decide anything, those of a
title of one's own too."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sandtable.core.system import Scenario

DATA = (".toml", ".csv", ".json")
DRESS = {
    "faces.toml",
    "texts.toml",
    "rules.toml",
    "rulebook.toml",
    "lessons",
    "briefings",
}  # files and folders that decide nothing
PICTURE = ".picture.json"


class Edition(NamedTuple):
    """The rules and the set-up of a game."""

    release: str
    rules: str
    setup: str

    def __str__(self) -> str:
        return f"rules {self.rules} ({self.release})"

    def same(self, other: Edition) -> bool:
        """Do both decide alike? A release may change nothing for a game."""
        return self.setup == other.setup


def edition(scenario: Scenario, release: str) -> Edition:
    """What is in force now."""
    rules = scenario.rules_version
    deciding = [rules, _files(scenario.system.code, scenario.system.folder), scenario.charts.digest()]
    if (own := scenario.folder) is not None and not own.is_relative_to(scenario.system.folder):
        deciding.append(_files(own.name, own))
    return Edition(release, rules, hashlib.sha256("\x1f".join(deciding).encode()).hexdigest())


@lru_cache
def _files(name: str, folder: Path) -> str:
    found = hashlib.sha256(name.encode())
    for path in sorted(_deciding(folder)):
        found.update(f"\x1f{path.relative_to(folder).as_posix()}\x1f".encode())
        found.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return found.hexdigest()


def _deciding(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        dress = not DRESS.isdisjoint(path.relative_to(folder).parts) or path.name.endswith(PICTURE)
        if path.suffix in DATA and not dress:
            yield path
