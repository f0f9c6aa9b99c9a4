"""Games as they are stored: what comes back after the server was stopped, or killed."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update

from sandtable.core.editions import Edition
from sandtable.play.record import Era, Input, Snapshot, line_of, line_of_era, read_era, read_input
from sandtable.server.database import Database, opened
from sandtable.server.tables import (
    Base,
    ChatRow,
    EraRow,
    Game,
    InputRow,
    Note,
    Progress,
    SeatRow,
    Setting,
    SnapshotRow,
)
from sandtable.server.wire import Assist
from sandtable.server.writer import Known, Row, Span, Statement, Writer, now

MANY = 500  # inputs that take a while to write out
DRAWN = "drawn"
NEWEST = 200  # lines of chat that are told to who comes


class Seat(NamedTuple):
    """Who sits at a side, or watches, or is the host."""

    player: str
    who: str
    salt: str
    joined: bool  # by a person, at any time
    version: int  # raised to revoke its links
    ordered: str = ""  # what a computer there was told to do: JSON, front by front
    standing: str = ""  # the standing orders of a person there: JSON, as in the header of a record


class Kept(NamedTuple):
    """A game as stored, without its inputs."""

    id: str
    scenario: str  # "gew:campaign"
    options: dict[str, bool]
    seed: str
    salts: dict[str, str]
    assist: Assist
    title: str
    position: str  # "" unless it began from a position
    lesson: str  # "" unless a lesson
    webhook: str
    created: str
    started: bool
    over: bool
    seats: dict[str, Seat]  # by side, and "watch" and "host"
    release: str = ""  # what it was begun with; empty until then
    rules: str = ""
    setup: str = ""
    earlier: str = ""  # the dice it had before it was brought here: JSON, as in the header of a record
    listed: bool = False  # on the page of the club
    winner: str = ""  # the side, or DRAWN; empty until it is over, and of games that were over before this was kept

    @property
    def edition(self) -> Edition:
        return Edition(self.release, self.rules, self.setup)

    def begun_with(self, edition: Edition) -> Kept:
        return self._replace(**edition._asdict())


class Listing(NamedTuple):
    """A game on the page of the club."""

    kept: Kept
    changed: str  # when somebody last answered


class Stored(NamedTuple):
    """What has happened in a game."""

    inputs: Sequence[Input] = ()
    snapshots: Sequence[Snapshot] = ()
    eras: Sequence[Era] = ()


class ChatLine(NamedTuple):
    """Something said, by which seat, and when."""

    seat: str
    text: str
    at: str


# One object each, made once: writes of the same kind that stand beside each other become one statement.
PUT_GAME = insert(Game)
CHANGE_GAME = update(Game).where(Game.id == bindparam("game"))
PUT_SEATS = insert(SeatRow)
CLEAR_SEATS = delete(SeatRow).where(SeatRow.game == bindparam("of"))
PUT_PROGRESS = insert(Progress)
PUT_INPUTS = insert(InputRow)
CUT_INPUTS = delete(InputRow).where(InputRow.game == bindparam("of"), InputRow.number >= bindparam("start"))
PUT_SNAPSHOTS = insert(SnapshotRow)
CUT_SNAPSHOTS = delete(SnapshotRow).where(SnapshotRow.game == bindparam("of"), SnapshotRow.number > bindparam("start"))
PUT_ERAS = insert(EraRow)
PUT_CHAT = insert(ChatRow)
FORGET = [
    *(delete(row).where(row.game == bindparam("of"))
      for row in (InputRow, SnapshotRow, EraRow, ChatRow, Note, Progress, SeatRow)),
    delete(Game).where(Game.id == bindparam("of")),
]  # fmt: skip
CLEAR_NOTE = delete(Note).where(Note.game == bindparam("of"), Note.seat == bindparam("by"))
PUT_NOTE = insert(Note)


class Store:
    """The database of a server."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.writer = Writer(database)

    @classmethod
    async def open(cls, url: str) -> Self:
        """Made and migrated as needed; refused with a sentence if it cannot be."""
        return cls(await opened(url))

    async def close(self) -> None:
        await self.writer.close()
        await self.database.close()

    async def secret(self) -> str:
        """The server's signing key, made when it is first asked for."""

        def found_or_made(connection: Connection) -> str:
            found = connection.scalar(select(Setting.value).where(Setting.name == "secret"))
            if found is None:
                found = secrets.token_hex(32)
                connection.execute(insert(Setting), {"name": "secret", "value": found})
            return found

        return await self.database.write(found_or_made)

    # ------------------------------------------------------------------ games

    async def create(self, game: Kept) -> None:
        await self.writer.write(
            (PUT_GAME, [_header(game)]),
            (PUT_SEATS, _seats(game)),
            (PUT_PROGRESS, [{"game": game.id, "writes": 0, "changed": game.created}]),
        )
        self.writer.known[game.id] = Known(0, 0)

    async def put(self, game: Kept) -> None:
        """Its header and seats have changed."""
        header = {name: value for name, value in _header(game).items() if name != "id"}
        await self.writer.write(
            (CHANGE_GAME, [{"game": game.id, **header}]),
            (CLEAR_SEATS, [{"of": game.id}]),
            (PUT_SEATS, _seats(game)),
        )

    async def find(self, id: str) -> Kept | None:
        def look(connection: Connection) -> Kept | None:
            header = connection.execute(select(Game.__table__).where(Game.id == id)).one_or_none()
            seats = connection.execute(select(SeatRow.__table__).where(SeatRow.game == id))
            if header is None:
                return None
            return Kept(**header._mapping, seats={row.side: Seat(*row[2:]) for row in seats})

        return await self.database.read(look)

    async def changed(self, id: str) -> str:
        """When somebody last answered."""
        when = select(Progress.changed).where(Progress.game == id)
        return await self.database.read(lambda connection: connection.scalar(when)) or ""

    async def listed(self, state: str, search: str = "", start: int = 0, most: int = 1_000) -> list[Listing]:
        """Those that wait for persons ("open"), are "playing" or "over", the last changed first."""
        begun, over = {"open": (False, False), "playing": (True, False), "over": (True, True)}[state]
        found = (
            select(Game.__table__, Progress.changed)
            .join(Progress, Progress.game == Game.id)
            .where(Game.listed, Game.started == begun, Game.over == over)
            .order_by(Progress.changed.desc(), Game.id)
            .offset(start)
            .limit(most)
        )
        if search:
            named = select(SeatRow.game).where(SeatRow.who.icontains(search, autoescape=True))
            told = (column.icontains(search, autoescape=True) for column in (Game.title, Game.scenario))
            found = found.where(or_(*told, Game.id.in_(named)))

        def look(connection: Connection) -> list[Listing]:
            rows = connection.execute(found).all()
            seats: dict[str, dict[str, Seat]] = {row.id: {} for row in rows}
            for row in connection.execute(select(SeatRow.__table__).where(SeatRow.game.in_(seats))):
                seats[row.game][row.side] = Seat(*row[2:])
            return [
                Listing(Kept(**{name: value for name, value in row._mapping.items() if name != "changed"},
                             seats=seats[row.id]), row.changed)
                for row in rows
            ]  # fmt: skip

        return await self.database.read(look)

    async def untouched(self, since: str) -> list[str]:
        """Games in which nothing has happened since then."""
        found = select(Progress.game).where(Progress.changed < since)
        return list(await self.database.read(lambda connection: connection.scalars(found).all()))

    async def forget(self, id: str) -> None:
        """All that is kept of a game."""
        await self.writer.write(*((statement, [{"of": id}]) for statement in FORGET))
        self.writer.known.pop(id, None)

    # ------------------------------------------------------------------ inputs

    async def inputs(self, id: str) -> Sequence[Input]:
        """All, in order. Whoever is told that a game has changed since it was read reads it again."""
        return (await self.stored(id)).inputs

    async def stored(self, id: str) -> Stored:
        """The same with its snapshots and the changes of its rules."""

        def look(connection: Connection) -> tuple[int | None, Sequence[str], list[Snapshot], Sequence[tuple[str, str]]]:
            rows = select(InputRow.line).where(InputRow.game == id).order_by(InputRow.number)
            writes = connection.scalar(select(Progress.writes).where(Progress.game == id))
            taken = select(SnapshotRow.number, SnapshotRow.position, SnapshotRow.log).where(SnapshotRow.game == id)
            snapshots = [Snapshot(*row) for row in connection.execute(taken.order_by(SnapshotRow.number))]
            turned = select(EraRow.line, EraRow.void).where(EraRow.game == id).order_by(EraRow.nth)
            eras = [(line, void) for line, void in connection.execute(turned)]
            return writes, connection.scalars(rows).all(), snapshots, eras

        def read(lines: Sequence[str]) -> list[Input]:
            return [_input(id, number, msgspec.json.decode(line)) for number, line in enumerate(lines)]

        writes, lines, snapshots, turned = await self.database.read(look)
        if writes is not None:
            self.writer.known.setdefault(id, Known(len(lines), writes))
        eras = [_era(id, line, void) for line, void in turned]
        return Stored(await asyncio.to_thread(read, lines), snapshots, eras)

    async def append(
        self, id: str, at: int, inputs: Sequence[Input], snapshots: Sequence[Snapshot] = (), eras: Sequence[Era] = ()
    ) -> None:
        """Those from number `at` on, with what belongs to them. Returns when they are on the disk."""

        def made() -> list[Row]:
            return [
                {"game": id, "number": number, "line": msgspec.json.encode(line_of(entry)).decode()}
                for number, entry in enumerate(inputs, at)
            ]

        rows = made() if len(inputs) < MANY else await asyncio.to_thread(made)
        taken = [{"game": id, **snapshot._asdict()} for snapshot in snapshots]
        statements: list[Statement] = [(PUT_INPUTS, rows)] if rows else []
        statements += [(PUT_SNAPSHOTS, taken)] if taken else []
        statements += [(PUT_ERAS, [_era_row(id, nth, era)]) for nth, era in enumerate(eras)]
        if statements:
            await self.writer.write(*statements, span=Span(id, at, at + len(rows)) if rows else None)

    async def cut(self, id: str, at: int) -> None:
        """An undo: those from number `at` on are gone."""
        await self.writer.write(*_cut(id, at), span=Span(id, at, at))

    async def turn(self, id: str, nth: int, era: Era) -> None:
        """The rules have changed: what holds no more is stored with that."""
        await self.writer.write(*_cut(id, era.at), (PUT_ERAS, [_era_row(id, nth, era)]), span=Span(id, era.at, era.at))

    # ------------------------------------------------------------------ what people write

    async def say(self, id: str, seat: str, text: str) -> ChatLine:
        line = ChatLine(seat, storable(text), now())
        await self.writer.write((PUT_CHAT, [{"game": id, **line._asdict()}]))
        return line

    async def said(self, id: str) -> list[ChatLine]:
        """The newest lines, in order."""
        lines = select(ChatRow.seat, ChatRow.text, ChatRow.at).where(ChatRow.game == id)
        newest = lines.order_by(ChatRow.id.desc()).limit(NEWEST)
        rows = await self.database.read(lambda each: each.execute(newest).all())
        return [ChatLine(*row) for row in reversed(rows)]

    async def note(self, id: str, seat: str, text: str) -> None:
        """A seat's own, in place of what it had noted."""
        row = {"game": id, "seat": seat, "text": storable(text)}
        await self.writer.write((CLEAR_NOTE, [{"of": id, "by": seat}]), (PUT_NOTE, [row]))

    async def noted(self, id: str, seat: str) -> str:
        note = select(Note.text).where(Note.game == id, Note.seat == seat)
        return await self.database.read(lambda each: each.scalar(note)) or ""

    async def counts(self) -> dict[str, int]:
        """How many rows each table has."""
        tables = [(table.name, select(func.count()).select_from(table)) for table in Base.metadata.sorted_tables]
        return await self.database.read(lambda each: {name: each.scalar(count) or 0 for name, count in tables})


def _cut(id: str, at: int) -> list[Statement]:
    return [(CUT_INPUTS, [{"of": id, "start": at}]), (CUT_SNAPSHOTS, [{"of": id, "start": at}])]


def _input(id: str, number: int, line: dict[str, Any]) -> Input:
    return read_input(f"game {id}", number, line)


def _era_row(id: str, nth: int, era: Era) -> Row:
    void = msgspec.json.encode([line_of(entry) for entry in era.void]).decode()
    return {"game": id, "nth": nth, "line": msgspec.json.encode(line_of_era(era)).decode(), "void": void}


def _era(id: str, line: str, void: str) -> Era:
    lost = [_input(id, number, entry) for number, entry in enumerate(msgspec.json.decode(void))]
    return read_era(f"game {id}", 0, msgspec.json.decode(line), lost)


def storable(text: str) -> str:
    """Without what no database takes: the character 0 and halves of characters."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


def _header(game: Kept) -> Row:
    header = {**game._asdict(), "title": storable(game.title)}
    del header["seats"]
    return header


def _seats(game: Kept) -> list[Row]:
    return [
        {"game": game.id, "side": side, **seat._asdict(), "who": storable(seat.who)}
        for side, seat in game.seats.items()
    ]
