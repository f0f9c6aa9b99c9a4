"""Laws 10 and 12: what clients, agents and old files count on is pinned in files; `pytest --pin` writes them anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from laws.cases import Broken, Case, chooser, demand, waits
from sandtable.core.decisions import EMPTY, Form
from sandtable.core.dice import Scripted
from sandtable.core.flow import Ask
from sandtable.core.state import State
from sandtable.core.system import find_system
from sandtable.play.notation import offered_names, pick_name
from sandtable.play.perft import perft
from sandtable.play.session import Session

GOLDEN = Path(__file__).parent.parent / "golden"
PERFT = Path(__file__).parent.parent / "perft"
SHOWN = 30  # questions of each game


def golden_path(case: Case) -> Path:
    return GOLDEN / f"{str(case).replace(':', '-')}.picks"


def law_10(case: Case) -> int:
    """Every list of picks along one game, in order."""
    path, now = golden_path(case), picks_of(case)
    demand(10, path.exists(), f"{path.name} is missing: write it with pytest --pin")
    then = path.read_text(encoding="utf-8").splitlines()
    for number, (was, is_) in enumerate(zip(then, now, strict=False), 1):
        demand(10, was == is_, f"{path.name}, line {number}: was {was!r}, is {is_!r}")
    demand(10, len(then) == len(now), f"{path.name} has {len(then)} lines, the game {len(now)}")
    return len(now)


def picks_of(case: Case) -> list[str]:
    """A line for each pick of a fixed random game: side, form, slot, and the picks in the order offered."""
    lines: list[str] = []
    asked = 0
    for state, wait in waits(case, 0, whole=True):
        if asked == SHOWN:
            break
        if isinstance(wait, Ask):
            asked += 1
            lines += [f"{state.scenario.sides[wait.side]} {line}" for line in _way_down(state, wait.form, asked)]
    return lines


def _way_down(state: State, form: Form, seed: int) -> Iterator[str]:
    draft, choose = EMPTY, chooser(Random(seed))
    while (slot := form.at(draft)[0]) is not None:
        picks = form.picks(state, draft)
        chosen = choose(picks)
        names = offered_names(state, form, draft)
        yield f"{form.name}, {slot.name}: {' '.join(names)} > {pick_name(state, form, draft, chosen)}"
        draft = form.put(draft, chosen)


# ------------------------------------------------------------------------------------------------ law 12


class Counted(NamedTuple):
    """A perft file: how to get to a position, and how many ways lead on from it to each depth."""

    path: Path
    system: str
    scenario: str
    options: dict[str, bool]
    inputs: list[list[str]]
    rolls: list[int | tuple[int, ...]]
    counts: dict[int, int]

    @classmethod
    def load(cls, path: Path) -> Counted:
        """Lines: `system toy`, `scenario ford`, `options mud`, `red move r1 0302`, `roll 5`, `3 4821`; # remarks."""
        said = {"system": "", "scenario": "", "options": ""}
        inputs, rolls, counts = [], [], {}
        for line in path.read_text(encoding="utf-8").splitlines():
            first, *rest = line.partition("#")[0].split() or [""]
            if first in said:
                said[first] = " ".join(rest)
            elif first == "roll":
                faces = tuple(map(int, rest))
                rolls.append(faces if len(faces) > 1 else faces[0])
            elif re.fullmatch(r"\d+", first):
                counts[int(first)] = int(rest[0])
            elif first:
                inputs.append([first, *rest])
        options = dict.fromkeys(said["options"].split(), True)
        return cls(path, said["system"], said["scenario"], options, inputs, rolls, counts)

    def position(self) -> State:
        dice = Scripted(self.rolls)
        session = Session(find_system(self.system).load(self.scenario, self.options), "perft", dice=dice)
        for side, *picks in self.inputs:
            session.submit_written(session.scenario.side(side), picks)
        dice.done()
        return session.state


def law_12(path: Path) -> int:
    counted = Counted.load(path)
    if not counted.counts:
        raise Broken(12, f"{path.name} counts nothing")
    state = counted.position()
    for depth, count in counted.counts.items():
        found = perft(state, depth)
        demand(12, found == count, f"{path.name}: {found} ways to depth {depth}, the file says {count}")
    return sum(counted.counts.values())


def pin(path: Path) -> None:
    """Put today's counts in a perft file, for the depths it names."""
    counted = Counted.load(path)
    state = counted.position()
    lines = path.read_text(encoding="utf-8").splitlines()
    for nth, line in enumerate(lines):
        if found := re.match(r"(\d+)\s+\d+", line):
            lines[nth] = f"{found[1]} {perft(state, int(found[1]))}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
