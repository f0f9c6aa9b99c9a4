"""What is kept in the database: one model for SQLite and PostgreSQL."""

from __future__ import annotations

from typing import ClassVar

from sqlalchemy import JSON, ForeignKey, MetaData, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NAMES = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "ix": "ix_%(table_name)s_%(column_0_name)s",
}


class Base(DeclarativeBase):
    """Migrations change constraints by their names, so all have one."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map: ClassVar = {str: Text, dict[str, bool]: JSON, dict[str, str]: JSON}


class Setting(Base):
    """What belongs to the server, not to a game."""

    __tablename__ = "settings"

    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]


class Game(Base):
    """What a game was begun with, and how it stands."""

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(primary_key=True)
    scenario: Mapped[str]
    options: Mapped[dict[str, bool]]
    seed: Mapped[str]
    salts: Mapped[dict[str, str]]
    assist: Mapped[str]
    title: Mapped[str]
    position: Mapped[str]
    lesson: Mapped[str]
    webhook: Mapped[str]
    created: Mapped[str]
    started: Mapped[bool]
    over: Mapped[bool]
    release: Mapped[str]  # what it was begun with: of this program, of the rules, and the digest of these
    rules: Mapped[str]
    setup: Mapped[str]
    earlier: Mapped[str]
    listed: Mapped[bool]
    winner: Mapped[str]


class SeatRow(Base):
    """Who sits where: by side, and "watch" and "host"."""

    __tablename__ = "seats"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    side: Mapped[str] = mapped_column(primary_key=True)
    player: Mapped[str]
    who: Mapped[str]
    salt: Mapped[str]
    joined: Mapped[bool]
    version: Mapped[int]
    ordered: Mapped[str]
    standing: Mapped[str]


class Progress(Base):
    """Raised by every write to a game's inputs: whoever knows another number has missed one. A table of its own,
    because it is written as often as inputs are."""

    __tablename__ = "progress"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    writes: Mapped[int]
    changed: Mapped[str]  # when, the last time


class InputRow(Base):
    """An input, as its line in a record. The key makes it impossible to store one twice."""

    __tablename__ = "inputs"
    __table_args__ = ({"sqlite_with_rowid": False},)  # one tree instead of two, and this one is written most

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    line: Mapped[str]


class SnapshotRow(Base):
    """The position after so many inputs, and the log since the one before, as in a record: what is left of a game when
    the rules have changed."""

    __tablename__ = "snapshots"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    position: Mapped[str]
    log: Mapped[str]


class EraRow(Base):
    """A change of rules, as its line in a record, and the lines of the inputs that hold no more."""

    __tablename__ = "eras"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    nth: Mapped[int] = mapped_column(primary_key=True)
    line: Mapped[str]
    void: Mapped[str]


class ChatRow(Base):
    """What was said at a table."""

    __tablename__ = "chat"

    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("games.id"), index=True)
    seat: Mapped[str]
    text: Mapped[str]
    at: Mapped[str]


class Note(Base):
    """What a seat wrote for itself."""

    __tablename__ = "notes"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    seat: Mapped[str] = mapped_column(primary_key=True)
    text: Mapped[str]
