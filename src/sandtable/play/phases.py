"""Whose phase it is, in words: `axis moves`, `axis in the Movement Phase`; and what is under way in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from sandtable.core.charts import expected
from sandtable.core.errors import BadInput
from sandtable.core.flow import Ask, Procedure, Roll, run
from sandtable.core.rules import Side
from sandtable.core.sequence import Outline, Row, Sequence
from sandtable.core.state import Position
from sandtable.core.system import Scenario
from sandtable.core.vocabulary import SIDE, Vocabulary
from sandtable.play.blanks import Reason, named
from sandtable.play.positions import NONSENSE

IN_ROW = re.compile(r"(?P<who>\S+)\s+in\s+(?:the\s+)?(?P<row>.+)", re.IGNORECASE)
BETWEEN = " / "


class Phase(NamedTuple):
    """Whose it is, and the rows of the sequence that may be meant; `said` is empty if nobody said so."""

    said: str
    side: Side
    paths: tuple[str, ...]

    @property
    def top(self) -> str:
        return self.paths[0].partition(BETWEEN)[0]


def read_phase(scenario: Scenario, vocabulary: Vocabulary[Position], text: str, reasons: list[Reason]) -> Phase | None:
    who, _, does = text.partition(" ")
    name = vocabulary.phases.get(does.casefold(), "")
    if not name and (found := IN_ROW.fullmatch(text)):
        who, name = found["who"], found["row"]
    if not name:
        if does and who.casefold() in SIDE.lexicon(scenario).known:
            does = expected(does, [*vocabulary.phases], f"{who}")
            reasons.append(Reason(0, f"this is nothing that a side does; {does}"))
        return None
    try:
        side = Side(named(scenario, SIDE, who))
        if not (paths := paths_of(scenario.outline, name)):
            rows = [row.name for _, row in scenario.outline.lines()]
            raise BadInput(f"no phase is called {name}; {expected(name, rows, 'there are')}")
    except BadInput as error:
        reasons.append(Reason(2, str(error)))
        return None
    return Phase(text, side, paths)


def written_phase(scenario: Scenario, vocabulary: Vocabulary[Position], playing: Sequence) -> str:
    who = scenario.sides[scenario.outline[playing.row].by_side(playing.side)]
    does = (word for word, name in vocabulary.phases.items() if playing.row in paths_of(scenario.outline, name))
    return f"{who} {word}" if (word := next(does, "")) else f"{who} in {playing.row}"


def under_way(state: Position, vocabulary: Vocabulary[Position], phase: Phase) -> list[Procedure]:
    """The procedures that wait when the question of the phase is asked. What the phase does before it asks is left
    out: what was said of the position stands. Where dice come first, the phase is about to begin; so it is where nobody
    is asked anything in it, unless it was asked for."""
    outline, book = state.scenario.outline, state.scenario.system.book
    why = "this phase is the other side's"
    for path in phase.paths:
        ahead = type(state).restore(state.scenario, state.plain())
        if (frames := _frames_to(ahead, vocabulary, path, phase.side)) is None:
            continue
        row = outline[path]
        if not all(outline[each].takes_place(ahead) for each in _above(path)):
            why = f"the {row.name} is not played here ({book} {row.number})"
            continue
        ahead.stack = [frame.copy() for frame in frames]
        try:
            wait = run(ahead)
        except Exception as error:  # whatever it was that broke over numbers that do not fit together
            raise BadInput(NONSENSE) from error
        inside = any(isinstance(frame, Sequence) and frame.row == path for frame in ahead.stack)
        if inside and isinstance(wait, Ask):
            return ahead.stack
        if not phase.said or (inside and isinstance(wait, Roll)):
            return frames
        why = f"nobody is asked anything in the {row.name} here ({book} {row.number})"
    raise BadInput(f"{phase.said}: {why}")


def _frames_to(state: Position, vocabulary: Vocabulary[Position], path: str, side: Side) -> list[Procedure] | None:
    """The procedures that lead to a row, if it is this side who plays it."""
    outline, above = state.scenario.outline, _above(path)
    for top in map(Side, range(len(state.scenario.sides))):
        playing, frames = top, list[Procedure]()
        for row, below in pairwise(above):
            part = next(nth for nth, each in enumerate(outline[row].parts) if each is outline[below])
            frames.append(Sequence(row, playing, part).standing_at("go_on"))
            playing = outline[row].by_side(playing)
        game = vocabulary.game(state, above[0], top)
        if game is not None and outline[path].by_side(playing) == side:
            return [game, *frames, Sequence(path, playing)]
    return None


def _above(path: str) -> list[str]:
    """The rows a row lies in, and itself."""
    names = path.split(BETWEEN)
    return [BETWEEN.join(names[: nth + 1]) for nth in range(len(names))]


def paths_of(outline: Outline, name: str) -> tuple[str, ...]:
    """The rows of that name or path, or those in them, in which something is asked or done."""
    wanted = name.casefold()
    found = [path for path in outline.rows if wanted in (path.casefold(), path.rpartition(BETWEEN)[2].casefold())]
    return tuple(leaf for path in found for leaf in _leaves(outline, path))


def _leaves(outline: Outline, path: str) -> Iterator[str]:
    row = outline[path]
    rows = [part for part in row.parts if isinstance(part, Row)]
    if row.menu is not None or len(rows) < len(row.parts):
        yield path
    else:
        for part in rows:
            yield from _leaves(outline, f"{path}{BETWEEN}{part.name}")
