"""A game being hosted: its session, who sits at it, who is connected, and the one door by which answers come in.

Whatever is accepted is stored before anybody is told. One lock keeps what happens in a game one after the other.
"""

from __future__ import annotations

import asyncio
import logging
import time
from bisect import bisect_left
from collections.abc import Iterable
from datetime import UTC, datetime
from random import Random
from typing import Any, NamedTuple, Protocol

import msgspec

from sandtable.core.decisions import Action
from sandtable.core.dice import commitment
from sandtable.core.errors import REFUSED, IllegalAction
from sandtable.core.flow import Ask, run
from sandtable.core.rules import Side
from sandtable.core.state import State
from sandtable.core.system import System
from sandtable.play.lessons import Course, find_lesson
from sandtable.play.positions import position_text
from sandtable.play.session import Session
from sandtable.play.timeline import Timeline
from sandtable.server import documents, wire
from sandtable.server.documents import Album, Sight
from sandtable.server.links import HOST
from sandtable.server.questions import question
from sandtable.server.rebuilding import album_of, followed, titles
from sandtable.server.refusals import (
    BUG,
    ILLEGAL,
    LESSON,
    NOT_ASKED,
    NOT_STARTED,
    NOT_STORED,
    NOT_YET,
    NOT_YOURS,
    OVER,
    STALE,
    UNKNOWN,
    Refusal,
)
from sandtable.server.store import Kept, Seat, Store
from sandtable.server.wire import Reason

log = logging.getLogger("sandtable.server")
encode = msgspec.json.Encoder().encode
PERSON = "person"


class Line(Protocol):
    """A connection: of which seat, and how to send to it."""

    seat: str

    def send(self, message: bytes) -> None: ...

    def end(self, text: str) -> None: ...


class Shown(NamedTuple):
    """What those at a seat have before them."""

    sight: Sight
    looks: set[str]  # that were sent to all of them
    sequence: tuple[str, ...]  # the rows being played


class Before(NamedTuple):
    """How far a game was before something happened."""

    inputs: int
    events: int


class Hosted:
    def __init__(self, kept: Kept, store: Store, timeline: Timeline | None) -> None:
        self.kept, self.store = kept, store
        self.lock = asyncio.Lock()
        self.lines: list[Line] = []
        self.shown: dict[str, Shown] = {}  # by seat, of those connected
        self.changed = kept.created
        self.used = time.monotonic()
        self.broken = False  # it has to be opened anew
        self.album: Album = album_of(kept)
        self.sides = self.album.scenario.sides
        self.session: Session | None = None
        self.timeline: Timeline | None = None
        self.course: Course | None = None
        if timeline is not None:
            self.sit_down(timeline)

    def sit_down(self, timeline: Timeline) -> None:
        self.timeline, self.session = timeline, timeline.session
        self.course = Course(find_lesson(self.kept.lesson), self.session) if self.kept.lesson else None

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

    def asked(self, seat: str, n: int) -> Ask:
        """The question, if it is this seat that is asked, and the one the client means."""
        session, side = self.begun, self.player(seat)
        ask = session.ask
        if ask is None:
            found = session.outcome
            raise Refusal(OVER, Reason("the game is over: nothing is asked any more", found.rule if found else ""))
        self.current(n)
        if self.kept.seats[seat].player != PERSON:
            raise Refusal(NOT_YOURS, f"the computer plays {seat} now: it has to give the seat back first")
        if ask.side != side:
            raise Refusal(NOT_ASKED, Reason(f"it is {self.sides[ask.side]} who is asked, not {seat}", ask.form.rule))
        return ask

    def current(self, n: int) -> None:
        if n != len(self.begun.inputs):
            raise Refusal(STALE, f"this is about input {n}, and the game is at {len(self.begun.inputs)}")

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

    async def enter(self, line: Line) -> None:
        """Somebody has connected, or wants to be told everything again."""
        async with self.lock:
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
        names = {side["id"]: side["name"] for side in self.album.sides}
        return [
            wire.SeatSeen(side, names[side], seat.player, seat.who, seat.joined, side in present)
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
            scene=f"/api/scenes/{kept.scenario}", assist=kept.assist, commitment=commitment(kept.seed),
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

    def _standing(self, seat: str, sight: Sight | None) -> dict[str, Any]:
        session, side = self.session, self.side(seat)
        if session is None:
            return {"n": 0, "question": None, "to_play": "", "thinking": False, "undo": "the game has not begun",
                    "redo": False, "outcome": None, "lesson": None}  # fmt: skip
        ask = session.ask
        asked = ask if ask is not None and ask.side == side and self.kept.seats[seat].player == PERSON else None
        if self.course is not None and self.course.scripted() is not None:
            asked = None  # the lesson will answer
        return {
            "n": len(session.inputs),
            "question": None if asked is None or sight is None else self.question(asked, sight),
            "to_play": "" if ask is None else self.sides[ask.side],
            "thinking": self.thinking,
            "undo": self.why_not_undo(side),
            "redo": bool(session.undone) and session.undone[-1][0] == side,
            "outcome": documents.outcome(self.album.scenario, session.outcome),
            "lesson": self.lesson,
        }

    def question(self, ask: Ask, sight: Sight, words: list[str] | None = None) -> wire.Question:
        hints = self.kept.assist != "bare"
        session = self.begun
        return question(self.album, session.state, ask, len(session.inputs), sight, words or (), hints)

    @property
    def lesson(self) -> dict[str, Any] | None:
        return None if self.course is None else self.course.step()._asdict()

    def tell(self, before: Before, step: bool = True) -> None:
        """Everybody is shown what has changed: each seat what it may see."""
        session = self.begun
        assert self.timeline is not None
        self.timeline.follow()
        self.changed = datetime.now(UTC).isoformat(timespec="seconds")
        # Whoever hears of an undo drops the lines at its number too: those that stay are said again.
        start = before.events if step else bisect_left(session.log.numbers, len(session.inputs))
        events = session.log.events[start:]
        told = [documents.log_line(self.album, *each) for each in zip(session.log.numbers[start:], events, strict=True)]
        rows = documents.playing(session.state)
        for seat in dict.fromkeys(line.seat for line in self.lines):
            side, shown = self.side(seat), self.shown[seat]
            sight = documents.see(self.album, session.state, side, shown.sight)
            change = documents.change(shown.sight.view, sight.view)
            fresh = documents.looks_in(change) - shown.looks
            self.send(wire.Change(
                before=before.inputs, step=step, view=change, looks={look: self.album.looks[look] for look in fresh},
                log=[line for line, event in zip(told, events, strict=True) if event.seen_by(side)],
                sequence=None if rows == shown.sequence else documents.sequence(self.album, session.state),
                **self._standing(seat, sight),
            ), self.at(seat))  # fmt: skip
            self.shown[seat] = Shown(sight, shown.looks | fresh if fresh else shown.looks, rows)

    # ------------------------------------------------------------------ beginning

    async def take(self, seat: str, salt: str, who: str) -> bool:
        """A person sits down, with a salt of his own for the dice. The game begins with the last of them."""
        async with self.lock:
            mine = self.kept.seats[seat]
            if mine.player != PERSON:
                raise Refusal(NOT_YOURS, f"the computer plays {seat}: it has to give the seat back first")
            salt = mine.salt if mine.joined or self.kept.started else salt  # the first is the one that counts
            kept = self._seated(seat, mine._replace(salt=salt, who=who or mine.who, joined=True))
            await self._keep(kept)
            await self._begin()
            self.tell_seats()
            return self.session is not None

    async def _begin(self) -> None:
        """If everybody is there."""
        if self.session is not None or not all(seat.joined for _, seat in self.persons):
            return
        salts = {side: self.kept.seats[side].salt for side in self.sides if self.kept.seats[side].salt}
        kept = self.kept._replace(salts=salts, started=True)
        timeline = await asyncio.to_thread(followed, kept, [])
        await self._keep(kept)
        await self.store.append(kept.id, 0, timeline.session.inputs)
        self.sit_down(timeline)
        await self._tell_all_anew()

    async def _tell_all_anew(self) -> None:
        self.shown.clear()
        for line in self.lines:
            line.send(await self._whole(line.seat))

    def _seated(self, side: str, seat: Seat) -> Kept:
        return self.kept._replace(seats={**self.kept.seats, side: seat})

    async def _keep(self, kept: Kept) -> None:
        if kept != self.kept:
            await self.store.put(kept)
            self.kept = kept

    # ------------------------------------------------------------------ the door

    async def answer(self, line: Line, message: wire.GiveAnswer) -> None:
        async with self.lock:
            ask = self.asked(line.seat, message.n)
            if self.course is not None and (wanted := self.course.check(message.picked)):
                raise Refusal(LESSON, wanted)
            before = await self._take_in(ask.side, message.picked)
            self.send(wire.Answered(message.ref, len(self.begun.inputs)), [line])
            self.tell(before)

    async def give(self, side: Side, action: Action, n: int) -> bool:
        """What a computer answers, by the same door; False if the game has moved on meanwhile."""
        async with self.lock:
            session = self.begun
            if len(session.inputs) != n or not self.thinking or (ask := session.ask) is None or ask.side != side:
                return False
            self.tell(await self._take_in(side, action))
            return True

    async def follow_lesson(self) -> None:
        """What a lesson answers for the learner and for the other side, up to his next question."""
        while self.course is not None:
            async with self.lock:
                if (said := self.course.scripted()) is None:
                    return
                self.tell(await self._take_in(*said))

    async def _take_in(self, side: Side, said: list[str] | Action) -> Before:
        """Submitted and stored; or neither."""
        session = self.begun
        before = Before(len(session.inputs), len(session.log))
        try:
            if isinstance(said, list):
                session.submit_written(side, said)
            else:
                session.submit(side, said)
        except REFUSED as error:
            raise self.refusal(error) from error
        except Exception as error:
            log.exception("game %s: a rule failed at input %d", self.kept.id, before.inputs)
            await self._reload()
            raise Refusal(BUG, "a rule of the game failed over this: it is a bug, and nothing was changed") from error
        await self._store(before.inputs)
        return before

    async def _store(self, start: int) -> None:
        session = self.begun
        try:
            await self.store.append(self.kept.id, start, session.inputs[start:])
            if session.outcome is not None and not self.kept.over:
                await self._keep(self.kept._replace(over=True))
        except Exception as error:
            await self._not_stored(error)

    async def _not_stored(self, error: Exception) -> None:
        log.error("game %s cannot be stored: %s", self.kept.id, error)
        await self._reload()
        raise Refusal(NOT_STORED, "this could not be stored, so it did not happen: try again") from error

    async def _reload(self) -> None:
        """Back to what is stored. If that cannot be read either, everybody is told, and the game is shut."""
        try:
            kept = await self.store.find(self.kept.id)
            assert kept is not None
            timeline = await asyncio.to_thread(followed, kept, await self.store.inputs(kept.id))
        except Exception:
            log.exception("game %s cannot be read back", self.kept.id)
            for line in list(self.lines):
                line.end(
                    "the game cannot be read back from where it is stored; it is safe as far as it was acknowledged"
                )
            self.broken = True
            raise
        self.kept = kept
        self.sit_down(timeline)
        await self._tell_all_anew()  # it may have been changed by somebody else

    def refusal(self, error: Exception) -> Refusal:
        if isinstance(error, IllegalAction):
            return Refusal(ILLEGAL, *documents.reasons(self.album, error.violations))
        return Refusal(UNKNOWN, str(error))

    # ------------------------------------------------------------------ back and forth

    def why_not_undo(self, side: Side | None) -> str:
        if side is None:
            return "whoever looks on has nothing to take back"
        return self.begun.why_not_undo(side) if self.course is None else self.course.why_not_undo()

    async def undo(self, line: Line, message: wire.Undo) -> None:
        async with self.lock:
            session, side = self.begun, self.player(line.seat)
            self.current(message.n)
            if why := self.why_not_undo(side):
                raise Refusal(ILLEGAL, f"undo: {why}")
            before = Before(len(session.inputs), len(session.log))
            if self.course is None:
                session.undo(side)
            else:
                self.course.undo()
            try:
                await self.store.cut(self.kept.id, len(session.inputs))
                await self._keep(self.kept._replace(over=False))
            except Exception as error:
                await self._not_stored(error)
            self.send(wire.Answered(message.ref, len(session.inputs)), [line])
            self.tell(before, step=False)

    async def redo(self, line: Line, message: wire.Redo) -> None:
        async with self.lock:
            session, side = self.begun, self.player(line.seat)
            self.current(message.n)
            before = Before(len(session.inputs), len(session.log))
            try:
                session.redo(side)
            except REFUSED as error:
                raise Refusal(ILLEGAL, str(error)) from error
            await self._store(before.inputs)
            self.send(wire.Answered(message.ref, len(session.inputs)), [line])
            self.tell(before)

    # ------------------------------------------------------------------ seats and words

    async def change_seat(self, line: Line, message: wire.ChangeSeat) -> None:
        """The computer takes a side over, or gives it back: its own person may say so, and the host."""
        async with self.lock:
            if message.side not in self.sides:
                raise Refusal(UNKNOWN, f"no side is called {message.side}; there are {', '.join(self.sides)}")
            if line.seat not in (message.side, HOST):
                raise Refusal(NOT_YOURS, f"only {message.side} and the host decide who plays {message.side}")
            if self.kept.lesson:
                raise Refusal(NOT_YOURS, "in a lesson the learner plays himself")
            mine = self.kept.seats[message.side]
            if (
                not self.kept.started
                and message.player != PERSON
                and not [side for side, _ in self.persons if side != message.side]
            ):
                raise Refusal(NOT_YOURS, "a game needs a person: computers alone play no game here")
            await self._keep(self._seated(message.side, mine._replace(player=message.player)))
            self.send(wire.Answered(message.ref, len(self.session.inputs) if self.session else 0), [line])
            self.tell_seats()
            if self.session is None:
                await self._begin()  # nobody may be missing any more
            else:
                self.retell()

    def retell(self) -> None:
        """Nothing has happened on the map, but it may be somebody else's turn to think."""
        assert self.session is not None
        self.tell(Before(len(self.session.inputs), len(self.session.log)))

    async def say(self, line: Line, text: str) -> None:
        said = await self.store.say(self.kept.id, line.seat, text)
        self.send(wire.Chat(wire.ChatLine(*said)))

    async def jot(self, line: Line, text: str) -> None:
        await self.store.note(self.kept.id, line.seat, text)

    # ------------------------------------------------------------------ looking back, taking along

    def sight(self, seat: str) -> Sight:
        return self._shown(seat, self.begun).sight

    async def look_back(self, seat: str, at: int) -> wire.Looked:
        """The game as it was after so many inputs."""
        async with self.lock:
            return await asyncio.to_thread(self._looked, self.begun, self.side(seat), at)

    def _looked(self, session: Session, side: Side | None, at: int) -> wire.Looked:
        assert self.timeline is not None
        album, (state, events) = self.album.again(), self.timeline.at(at)
        sight, ask = documents.see(album, state, side), run(state)
        lines = documents.last_lines(album, session.log, side, events)
        return wire.Looked(
            n=at, view=sight.view, looks={look: album.looks[look] for look in sorted(sight.looks)}, log=lines,
            sequence=documents.sequence(album, state), to_play=self.sides[ask.side] if isinstance(ask, Ask) else "",
            text=lines[-1].text if lines else "",
        )  # fmt: skip

    async def record(self, seat: str) -> str:
        """As text, if it tells nothing that somebody else may hide."""
        async with self.lock:
            session = self.begun
            others = [side for side, _ in self.persons if side != seat]
            if session.outcome is None and (others or seat not in self.sides):
                hidden = "it would tell what the other side hides"
                raise Refusal(NOT_YET, f"the record is given out when the game is over: until then {hidden}")
            return "\n".join(session.record().lines()) + "\n"

    async def position(self, seat: str, at: int | None) -> str:
        """A line of text: exact when the game is over, until then as the seat may imagine it."""
        async with self.lock:
            session, side = self.begun, self.side(seat)
            over = session.outcome is not None
            if side is None and not over:
                raise Refusal(NOT_YET, "whoever looks on can take a position along when the game is over")
            assert self.timeline is not None
            step = len(session.inputs) if at is None else at
            state, _ = self.timeline.at(step)
            return taken_along(state, None if over else side, f"{self.kept.id} {step}")

    # ------------------------------------------------------------------ keys

    async def revoke(self, seat: str) -> int:
        """The keys of a seat open nothing any more; the version of those that will."""
        async with self.lock:
            mine = self.kept.seats[seat]
            await self._keep(self._seated(seat, mine._replace(version=mine.version + 1)))
            for line in self.at(seat):
                line.end("the host has replaced the key of this seat")
            return mine.version + 1


def taken_along(state: State, side: Side | None, seed: str) -> str:
    """As text; as a side may imagine it, or as it is."""
    system = state.scenario.system
    assert isinstance(system, System)
    return position_text(state if side is None else system.imagine(state, side, Random(f"position {seed}")))
