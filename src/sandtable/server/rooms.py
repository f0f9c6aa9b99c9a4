"""Who is connected to a game, and what each of them is sent: everything at first, then what has changed."""

from __future__ import annotations

import asyncio
import logging
import time
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import UNSET

from sandtable.core.dice import commitment
from sandtable.core.errors import REFUSED
from sandtable.core.flow import Ask
from sandtable.core.rules import Side
from sandtable.core.system import TRIED
from sandtable.play import standing_orders
from sandtable.play.again import again
from sandtable.play.lessons import Course, StepSeen, find_lesson
from sandtable.play.session import Session
from sandtable.play.timeline import Timeline
from sandtable.players import FORMERLY, PLAYERS
from sandtable.players.planner import Planner
from sandtable.server import assist, documents, wire
from sandtable.server.documents import Album, Sight
from sandtable.server.links import Key, NoEntry
from sandtable.server.questions import in_words, question
from sandtable.server.rebuilding import album_of, titles
from sandtable.server.refusals import NOT_ASKED, NOT_STARTED, NOT_YOURS, OVER, STALE, Close, Refusal
from sandtable.server.store import Kept, Seat, Store, Stored
from sandtable.server.wire import PERSON, Reason
from sandtable.server.writer import now

# What they are called.
COMPUTERS = {PERSON: "", **{name: PLAYERS[FORMERLY.get(name, name)].title for name in (*PLAYERS, *FORMERLY)}}
log = logging.getLogger("sandtable.server")
encode = msgspec.json.Encoder().encode


Chair = tuple[str, str]  # who plays at a seat, and what he was ordered


class Line(Protocol):
    """A connection: of which seat, and how to send to it."""

    seat: str
    ended: bool  # it is not obeyed any more

    def send(self, message: bytes) -> None: ...

    def end(self, text: str, code: Close = Close.NO_ENTRY) -> None: ...


class Shown(NamedTuple):
    """What those at a seat have before them."""

    sight: Sight
    looks: set[str]  # that were sent to all of them
    sequence: tuple[str, ...]  # the rows being played


class Before(NamedTuple):
    """How far a game was before something happened."""

    inputs: int
    events: int


class Room:
    """What is there of a game, and all that is said to those who are connected to it."""

    def __init__(self, kept: Kept, store: Store, timeline: Timeline | None, stored: Stored) -> None:
        self.kept, self.store = kept, store
        self.lock = asyncio.Lock()
        self.lines: list[Line] = []
        self.shown: dict[str, Shown] = {}  # by seat, of those connected
        self.columns = b""  # of the position that was told last
        self.changed = kept.created
        self.used = time.monotonic()
        self.broken = False  # it has to be opened anew
        self.mark = -1  # names the question: goes up by every input, and by every one that is taken back
        self.album: Album = album_of(kept)
        self.sides = self.album.scenario.sides
        self.session: Session | None = None
        self.timeline: Timeline | None = None
        self.taken: list[tuple[int, int]] = []  # snapshots that are stored: after how many inputs and events
        self.course: Course | None = None
        self.planners: dict[str, tuple[Chair, Planner]] = {}  # by seat: who plans there, for a person too
        self.looked_back: dict[tuple[object, int], Any] = {}  # what was worked out of the whole game, and at which mark
        if timeline is not None:
            self.sit_down(timeline, stored)

    def sit_down(self, timeline: Timeline, stored: Stored) -> None:
        """The game, and what is stored of it: its next snapshot goes on from the last one there."""
        self.timeline, self.session = timeline, timeline.session
        self.taken = _taken(timeline.session, stored)
        self.mark = max(self.mark + 1, len(self.session.inputs))
        self.course = Course(find_lesson(self.kept.lesson), self.session) if self.kept.lesson else None
        self.heed()

    def heed(self) -> None:
        """Standing orders are those of persons: a computer decides itself."""
        if self.session is not None:
            self.session.standing = {
                self.player(side): standing_orders.kept(seat.standing) for side, seat in self.persons
            }

    # ------------------------------------------------------------------ who may what

    @property
    def begun(self) -> Session:
        if self.session is None:
            absent = [name for name, seat in self.persons if not seat.joined]
            raise Refusal(NOT_STARTED, f"the game has not begun: it waits for {' and '.join(absent)}")
        return self.session

    @property
    def persons(self) -> list[tuple[str, Seat]]:
        return [(side, self.kept.seats[side]) for side in self.sides if self.kept.seats[side].player == PERSON]

    def side(self, seat: str) -> Side | None:
        return Side(self.sides.index(seat)) if seat in self.sides else None

    def player(self, seat: str) -> Side:
        """The side that plays at a seat."""
        side = self.side(seat)
        if side is None:
            raise Refusal(NOT_YOURS, "this key is for looking on: it plays no side")
        return side

    def called(self, seat: str) -> str:
        """A side by its name."""
        return self.album.system.side_name(seat)

    def chair(self, seat: str) -> Chair:
        found = self.kept.seats[seat]
        return found.player, found.ordered

    def planner(self, seat: str) -> Planner | None:
        """Who plans at a seat as it is taken now."""
        chair, found = self.planners.get(seat, (None, None))
        return found if chair == self.chair(seat) else None

    def asked(self, seat: str, about: wire.About) -> Ask:
        """The question, if it is this seat that is asked, and the one the client means."""
        session, side = self.begun, self.player(seat)
        ask = session.ask
        if ask is None:
            found = session.outcome
            raise Refusal(OVER, Reason("the game is over: nothing is asked any more", found.rule if found else ""))
        self.current(about)
        if self.kept.seats[seat].player != PERSON:
            raise Refusal(NOT_YOURS, f"the computer plays {self.called(seat)} now: it has to give the seat back first")
        if ask.side != side:
            asked, other = self.called(self.sides[ask.side]), self.called(seat)
            raise Refusal(NOT_ASKED, Reason(f"the question is for {asked}, not for {other}", ask.form.rule))
        return ask

    def current(self, about: wire.About) -> None:
        if about.n != len(self.begun.inputs):
            raise Refusal(STALE, f"this is about input {about.n}, and the game is at {len(self.begun.inputs)}")
        if about.mark not in (UNSET, self.mark):
            raise Refusal(STALE, f"this is about another question with the number {about.n}, which was undone")

    @property
    def to_play(self) -> str:
        ask = self.session.ask if self.session is not None else None
        return "" if ask is None else self.sides[ask.side]

    @property
    def thinking(self) -> bool:
        """Is a computer to play? In a lesson the other side's answers are written in it, until it is done."""
        side = self.to_play
        if not side or self.kept.seats[side].player == PERSON or (self.course is not None and not self.course.done):
            return False
        return bool(self.persons) or any(line.seat in self.sides for line in self.lines)

    # ------------------------------------------------------------------ connections

    def check(self, key: Key) -> None:
        """Does the key still open its seat?"""
        seat = self.kept.seats.get(key.seat)
        if seat is None or seat.version != key.version:
            raise NoEntry("this key was revoked: its seat is taken by now, or the host has replaced it")

    def obey(self, line: Line) -> None:
        """Whoever was sent away may have said something before he heard of it."""
        if line.ended:
            raise Refusal(NOT_YOURS, "this connection was ended: say hello with a key that opens the seat")

    async def enter(self, line: Line, key: Key) -> None:
        """Somebody has connected, or wants to be told everything again."""
        async with self.lock:
            self.check(key)  # it may have been revoked on the way here
            known = line in self.lines
            if not known:
                self.lines.append(line)
            try:
                line.send(await self._whole(line.seat))
            except BaseException:
                if not known:
                    self.lines.remove(line)
                raise
            self.tell_seats()

    async def leave(self, line: Line) -> None:
        async with self.lock:
            if line in self.lines:
                self.lines.remove(line)
            if not any(other.seat == line.seat for other in self.lines):
                self.shown.pop(line.seat, None)
            self.used = time.monotonic()
            self.tell_seats()

    def send(self, message: wire.FromServer, lines: Iterable[Line] | None = None) -> None:
        encoded = encode(message)
        for line in self.lines if lines is None else lines:
            line.send(encoded)

    def at(self, seat: str) -> list[Line]:
        return [line for line in self.lines if line.seat == seat]

    def tell_seats(self) -> None:
        self.send(wire.Seats(self.seats))

    @property
    def seats(self) -> list[wire.SeatSeen]:
        present = {line.seat for line in self.lines}
        names = {side.id: side.name for side in self.album.sides}
        return [
            wire.SeatSeen(
                side,
                names[side],
                seat.player,
                COMPUTERS[seat.player],
                seat.who,
                seat.joined or seat.player != PERSON,
                side in present,
            )
            for side in self.sides
            for seat in [self.kept.seats[side]]
        ]

    # ------------------------------------------------------------------ what is sent

    async def _whole(self, seat: str) -> bytes:
        """Everything, to somebody who knows nothing yet."""
        kept, album, session, side = self.kept, self.album, self.session, self.side(seat)
        chat = [wire.ChatLine(*line) for line in await self.store.said(kept.id)]
        note = await self.store.noted(kept.id, seat)
        shown = self._shown(seat, session) if session is not None else None
        return encode(wire.Hello(
            game=kept.id, seat=seat, scenario=kept.scenario, title=kept.title,
            system=wire.SystemSeen(album.system.code, album.system.title, album.system.book),
            scene=f"/api/scenes/{kept.scenario.partition(TRIED)[0]}", assist=kept.assist,
            may=assist.may(kept.assist, seat in self.sides), commitment=commitment(kept.seed),
            seats=self.seats, options=titles(album.scenario), started=session is not None,
            steps=self.timeline.stops if self.timeline is not None else [],
            view=shown.sight.view if shown else None,
            looks={look: album.looks[look] for look in sorted(shown.looks)} if shown else {},
            sequence=documents.sequence(album, session.state) if session is not None else [],
            log=documents.last_lines(album, session.log, side) if session is not None else [],
            chat=chat, note=note, **self._standing(seat, shown.sight if shown else None),
        ))  # fmt: skip

    def _shown(self, seat: str, session: Session) -> Shown:
        if seat not in self.shown:
            sight = documents.see(self.album, session.state, self.side(seat))
            self.shown[seat] = Shown(sight, sight.looks, documents.playing(session.state))
        return self.shown[seat]

    def sight(self, seat: str) -> Sight:
        return self._shown(seat, self.begun).sight

    def _standing(self, seat: str, sight: Sight | None, alike: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """How the game stands for a seat; `alike` is what all are told, where that has been found out."""
        session, side = self.session, self.side(seat)
        if session is None:
            return {"n": 0, "mark": 0, "question": None, "to_play": "", "thinking": False, "standing": [],
                    "undo": "the game has not begun", "redo": False, "outcome": None, "lesson": None}  # fmt: skip
        ask = session.ask
        asked = ask is not None and ask.side == side and self.kept.seats[seat].player == PERSON
        if asked and self.course is not None and self.course.scripted() is not None:
            asked = False  # the lesson will answer
        return {
            **(self._standing_of_all(session) if alike is None else alike),
            "question": self.question(sight) if asked and sight is not None else None,
            "undo": self.why_not_undo(side),
            "redo": bool(session.undone) and session.undone[-1][0] == side,
            "standing": self.standing_orders(side),
        }

    def standing_orders(self, side: Side | None) -> list[wire.StandingOrderSeen]:
        """Told to the side itself alone."""
        orders = self.begun.standing.get(side, {}) if side is not None else {}
        asked = self.album.system.questions
        return [
            wire.StandingOrderSeen(each.form, asked.get(each.form, each.form), in_words(self.album, each.verb))
            for each in orders.values()
        ]

    def _standing_of_all(self, session: Session) -> dict[str, Any]:
        """As far as it is the same for every seat."""
        return {
            "n": len(session.inputs),
            "mark": self.mark,
            "to_play": self.to_play,
            "thinking": self.thinking,
            "outcome": documents.outcome(self.album.scenario, session.outcome),
            "lesson": self.lesson,
        }

    def question(self, sight: Sight, words: Sequence[str] = ()) -> wire.Question:
        given = (self.album, self.begun.drafts, len(self.begun.inputs), self.mark, sight, words)
        try:
            found = question(*given, hints=self.kept.assist != "bare")
            if not words and self.course is None:
                found.again = list(again(self.begun.drafts, self.begun.inputs))
            return found
        except REFUSED:
            raise
        except Exception:  # it can be answered without
            log.exception("game %s: no hints at input %d", self.kept.id, len(self.begun.inputs))
            return question(*given, hints=False)

    def why_not_undo(self, side: Side | None) -> str:
        if side is None:
            return "whoever looks on has nothing to take back"
        return self.begun.why_not_undo(side) if self.course is None else self.course.why_not_undo()

    @property
    def lesson(self) -> StepSeen | None:
        return None if self.course is None else self.course.step()

    def tell(self, before: Before, step: bool = True) -> None:
        """Everybody is shown what has changed. If that fails it is our fault: they are sent away, and what has
        happened is stored."""
        self.mark += abs(len(self.begun.inputs) - before.inputs)
        try:
            self._tell(before, step)
        except Exception:
            log.exception("game %s cannot be shown at input %d", self.kept.id, len(self.begun.inputs))
            self.shut("the server failed to show the game: it is a bug. All that was answered is stored")

    def shut(self, text: str) -> None:
        """Nobody is served from here any more: the game has to be opened anew."""
        self.broken = True
        for line in list(self.lines):
            line.end(text, Close.FAILED)

    def _tell(self, before: Before, step: bool) -> None:
        """Each seat is shown what it may see."""
        session = self.begun
        assert self.timeline is not None
        self.timeline.follow()
        self.changed = now()
        # Whoever hears of an undo drops the lines at its number too: those that stay are said again.
        start = before.events if step else bisect_left(session.log.numbers, len(session.inputs))
        events = session.log.events[start:]
        told = [documents.log_line(self.album, *each) for each in zip(session.log.numbers[start:], events, strict=True)]
        rows, columns, alike = documents.playing(session.state), session.state.packed(), self._standing_of_all(session)
        moved, self.columns = columns != self.columns, columns
        sequence: list[wire.Step] | None = None  # made for the first who has not had it
        for seat in dict.fromkeys([line.seat for line in self.lines]):
            side, shown = self.side(seat), self.shown[seat]
            sight, change = documents.see_again(self.album, session.state, side, shown.sight, moved)
            fresh = documents.looks_in(change) - shown.looks
            if rows != shown.sequence and sequence is None:
                sequence = documents.sequence(self.album, session.state)
            self.send(wire.Change(
                before=before.inputs, step=step, view=change, looks={look: self.album.looks[look] for look in fresh},
                log=[line for line, event in zip(told, events, strict=True) if event.seen_by(side)],
                sequence=None if rows == shown.sequence else sequence,
                **self._standing(seat, sight, alike),
            ), self.at(seat))  # fmt: skip
            self.shown[seat] = Shown(sight, shown.looks | fresh if fresh else shown.looks, rows)


def _taken(session: Session, stored: Stored) -> list[tuple[int, int]]:
    """The snapshots that are stored and hold: after how many inputs and events. That of the beginning, which a record
    brings, tells nothing of the log, also not what came before the first input."""
    least = min([len(session.inputs), *(era.at for era in session.eras[len(stored.eras) :])])
    numbers = [each.number for each in stored.snapshots if 0 < each.number <= least]
    return [(number, bisect_right(session.log.numbers, number)) for number in numbers]
