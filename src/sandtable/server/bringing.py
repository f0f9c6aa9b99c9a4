"""A record or a position that somebody brings: it may be anything, so it is read and played through away from the
games, and nothing of it is kept that has no measure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.core.errors import BadInput
from sandtable.core.system import ScenarioInfo
from sandtable.play.opening import resume, resume_sealed
from sandtable.play.positions import position_text
from sandtable.play.record import Record
from sandtable.play.session import find_scenario, start_at
from sandtable.play.timeline import Timeline
from sandtable.play.words import is_position
from sandtable.server.models import LONGEST_SALT
from sandtable.server.store import storable

LONGEST_SEED = 128  # characters
LONGEST_POSITION = 200_000


class Brought(NamedTuple):
    """A game as it was recorded: all of it if it is over, else the position in which it is played on."""

    record: Record
    info: ScenarioInfo
    options: dict[str, bool]
    timeline: Timeline | None
    position: str


def brought(text: str) -> Brought:
    """Every answer of a record is played again, and every roll made again where its seed is told. Whoever recorded it
    may know that seed: what is played on is a game of its own, with dice that nobody knows. So is one from a position.
    """
    if is_position(text):
        begun = start_at(text)
        options, position = dict(begun.scenario.options), position_text(begun.state)
        return Brought(begun.record(), begun.system.info(begun.scenario.name), options, None, position)
    record = Record.parse(text.splitlines())
    if any(line != storable(line) for line in record.lines()):
        raise BadInput("the record has characters in it that no text has")
    info = find_scenario(f"{record.system}:{record.scenario}")
    check(record, info.sides)
    session = resume_sealed(record) if record.seed is None else resume(record)
    options, over = dict(session.scenario.options), session.outcome is not None
    position = record.position if over else position_text(session.state)
    info = session.system.info(session.scenario.name)  # with the numbers that it was begun with
    return Brought(record, info, options, Timeline(session) if over else None, position)


def check(record: Record, sides: Sequence[str]) -> None:
    """Its inputs are measured by being played; what else is kept of it may be as long as its maker likes."""
    if strange := [side for side in record.salts if side not in sides]:
        raise BadInput(f"the record has a salt of {strange[0][:40]}, and the sides are {' and '.join(sides)}")
    for what, said, most in (
        ("seed", record.seed or "", LONGEST_SEED),
        ("position", record.position, LONGEST_POSITION),
        *((f"salt of {side}", salt, LONGEST_SALT) for side, salt in record.salts.items()),
    ):
        if len(said) > most:
            raise BadInput(f"the record's {what} has {len(said)} characters, and {most} are allowed")
