"""A record or a position that somebody brings: it may be anything, so it is read and played through away from the
games, and nothing of it is kept that has no measure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from sandtable.core.errors import BadInput
from sandtable.core.system import Scenario, ScenarioInfo
from sandtable.play.opening import resume, resume_sealed
from sandtable.play.positions import position_text
from sandtable.play.record import Record, lines_of_stretches
from sandtable.play.session import Session, find_scenario, start_at
from sandtable.play.words import is_position
from sandtable.server.models import LONGEST_SALT
from sandtable.server.store import storable

LONGEST_SEED = 128  # characters
LONGEST_POSITION = 200_000
LONGEST_EARLIER = 10_000  # of a game that was brought from one server to another, again and again


class Brought(NamedTuple):
    """A game as it was recorded, and where it has come to; or a position, in which one begins."""

    scenario: Scenario
    info: ScenarioInfo
    position: str
    session: Session | None = None


def brought(text: str) -> Brought:
    """Every answer of a record is played again, and every roll made again where its seed is told. Whoever recorded it
    may know that seed: it is played on with dice that nobody knows. So is a position."""
    if is_position(text):
        begun = start_at(text)
        return Brought(begun.scenario, begun.system.info(begun.scenario.name), position_text(begun.state))
    record = Record.parse(text.splitlines())
    if any(line != storable(line) for line in record.lines()):
        raise BadInput("the record has characters in it that no text has")
    info = find_scenario(f"{record.system}:{record.scenario}")
    check(record, info.sides)
    session = resume_sealed(record) if record.seed is None else resume(record)
    if record.seed is not None and session.ask is not None:
        session.deal_anew()
    info = session.system.info(session.scenario.name)  # with the numbers that it was begun with
    return Brought(session.scenario, info, record.position, session)


def check(record: Record, sides: Sequence[str]) -> None:
    """Its inputs are measured by being played; what else is kept of it may be as long as its maker likes."""
    if strange := [side for side in record.salts if side not in sides]:
        raise BadInput(f"the record has a salt of {strange[0][:40]}, and the sides are {' and '.join(sides)}")
    for what, said, most in (
        ("seed", record.seed or "", LONGEST_SEED),
        ("position", record.position, LONGEST_POSITION),
        ("earlier dice", json.dumps(lines_of_stretches(record.earlier)), LONGEST_EARLIER),
        *((f"salt of {side}", salt, LONGEST_SALT) for side, salt in record.salts.items()),
    ):
        if len(said) > most:
            raise BadInput(f"the record's {what} has {len(said)} characters, and {most} are allowed")
