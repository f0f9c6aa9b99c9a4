"""A game being hosted: sitting down, answering, taking back, looking back; the one door by which answers come in.

Whatever is accepted is stored before anybody is told. One lock keeps what happens in a game one after the other.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from functools import partial
from random import Random
from typing import TypeVar

from sandtable.core.decisions import Action
from sandtable.core.errors import REFUSED, BadInput, IllegalAction, NoRoom
from sandtable.core.flow import Ask, run
from sandtable.core.rules import Side
from sandtable.core.state import State
from sandtable.play import standing_orders
from sandtable.play.positions import position_text
from sandtable.play.record import Snapshot
from sandtable.play.session import EVERY, Session
from sandtable.play.timeline import Timeline
from sandtable.play.words import words_of
from sandtable.players import why_no_orders
from sandtable.players.orders import offer
from sandtable.server import documents, orders, wire
from sandtable.server.links import HOST, Key
from sandtable.server.rebuilding import followed
from sandtable.server.refusals import BUG, ILLEGAL, LESSON, NOT_STORED, NOT_YET, NOT_YOURS, UNKNOWN, Refusal
from sandtable.server.rooms import COMPUTERS, Before, Line, Room
from sandtable.server.store import DRAWN, Kept, Seat
from sandtable.server.wire import PERSON
from sandtable.server.work import Runner

Told = TypeVar("Told")
log = logging.getLogger("sandtable.server")
TABLE = "table"  # who says in the chat what nobody said
FORK = ", fork at "  # in a title: a fork of a fork is told by its own step


class Hosted(Room):
    """What happens in a room."""

    # ------------------------------------------------------------------ beginning

    async def take(self, key: Key, salt: str, who: str) -> bool:
        """A person sits down, with a salt of his own for the dice. The game begins with the last of them. Whoever is
        the first at a seat gets a key of his own: the one that was handed out opens it to nobody any more."""
        async with self.lock:
            self.check(key)  # somebody may have been quicker
            seat, mine = key.seat, self.kept.seats[key.seat]
            if mine.player != PERSON:
                raise Refusal(NOT_YOURS, f"the computer plays {self.called(seat)}: it has to give the seat back first")
            salt = mine.salt if mine.joined or self.kept.started else salt  # the first is the one that counts
            version = mine.version if mine.joined else mine.version + 1
            await self._keep(
                self._seated(seat, mine._replace(salt=salt, who=who or mine.who, joined=True, version=version))
            )
            for line in self.at(seat) if version != mine.version else ():
                line.end("this seat was taken: whoever took it has a key of his own")
            with contextlib.suppress(Refusal):  # he has his seat all the same: the game begins when it is opened again
                await self.begin()
            self.tell_seats()
            return self.session is not None

    async def begin(self) -> None:
        """If everybody is there."""
        if self.session is not None or not all(seat.joined for _, seat in self.persons):
            return
        salts = {side: self.kept.seats[side].salt for side in self.sides if self.kept.seats[side].salt}
        kept = self.kept._replace(salts=salts, started=True)
        stored = await self.store.stored(kept.id)  # what was played of it elsewhere
        timeline = await asyncio.to_thread(followed, kept, stored)
        kept = kept.begun_with(timeline.session.edition)
        try:
            await self._keep(kept)
            await self.store.append(kept.id, len(stored.inputs), timeline.session.inputs[len(stored.inputs) :])
        except Exception as error:
            log.error("game %s cannot be stored as it begins: %s", kept.id, error)
            why = because(error)
            self.shut(f"the game could not be stored as it began{why}: open it again")
            raise Refusal(NOT_STORED, f"the game could not be stored as it began{why}: try again") from error
        self.sit_down(timeline, stored)
        await self._tell_all_anew()

    async def _tell_all_anew(self) -> None:
        self.shown.clear()
        self.columns = b""
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
            self.obey(line)
            ask = self.asked(line.seat, message)
            if self.course is not None and (wanted := self.course.check(message.picked)):
                raise Refusal(LESSON, wanted)
            if message.standing is True:
                await self._stand(line.seat, ask, message.picked)
            before = await self._take_in(ask.side, message.picked)
            self.send(wire.Answered(message.ref, len(self.begun.inputs)), [line])
            self.tell(before)

    async def _stand(self, seat: str, ask: Ask, picked: list[str]) -> None:
        """It is kept with the seat, before it is obeyed."""
        if self.course is not None:
            raise Refusal(LESSON, "in a lesson everything is asked")
        session = self.begun
        orders = session.standing.get(ask.side, {})
        try:
            order = standing_orders.given(session.state, ask, orders.get(ask.form.name))
        except BadInput as error:
            raise Refusal(ILLEGAL, str(error)) from error
        if picked != [order.verb]:
            raise Refusal(ILLEGAL, f"a standing order does nothing: here that is {order.verb}")
        await self._keep_orders(seat, {**orders, order.form: order})

    async def revoke_order(self, line: Line, message: wire.Revoke) -> None:
        """Such questions are asked again."""
        async with self.lock:
            self.obey(line)
            orders = dict(self.begun.standing.get(self.player(line.seat), {}))
            if orders.pop(message.form, None) is None:
                raise Refusal(UNKNOWN, f"there is no standing order for {message.form}")
            await self._keep_orders(line.seat, orders)
            self.send(wire.Answered(message.ref, len(self.begun.inputs)), [line])
            self.retell()

    async def _keep_orders(self, seat: str, orders: standing_orders.Orders) -> None:
        standing = standing_orders.stored(orders)
        await self._keep(self._seated(seat, self.kept.seats[seat]._replace(standing=standing)))
        self.heed()

    async def give(self, side: Side, action: Action, mark: int) -> bool:
        """What a computer answers, by the same door; False if the game has moved on meanwhile."""
        async with self.lock:
            session = self.begun
            if self.mark != mark or not self.thinking or (ask := session.ask) is None or ask.side != side:
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
            await self.store.append(self.kept.id, start, session.inputs[start:], self._due())
            if session.outcome is not None and not self.kept.over:
                await self._keep(self.kept._replace(over=True, winner=winner_of(session)))
        except Exception as error:
            await self._not_stored(error)

    def _due(self, least: int = EVERY) -> list[Snapshot]:
        """A snapshot, if so many inputs have come since the last that is stored."""
        session, (number, events) = self.begun, self.taken[-1] if self.taken else (0, 0)
        if len(session.inputs) - number < least:
            return []
        self.taken.append((len(session.inputs), len(session.log)))
        return [session.snapshot(events)]

    async def put_by(self) -> None:
        """Nobody is here any more: whoever comes back may find other rules, and goes on from where it is now."""
        if self.session is None or self.broken:
            return
        try:
            if snapshots := self._due(least=1):
                await self.store.append(self.kept.id, len(self.session.inputs), (), snapshots)
        except Exception as error:  # its inputs are stored all the same
            self.taken.pop()
            log.error("game %s: no snapshot can be stored: %s", self.kept.id, error)

    async def leave(self, line: Line) -> None:
        await super().leave(line)
        if not self.lines:
            async with self.lock:
                await self.put_by()

    async def _not_stored(self, error: Exception) -> None:
        log.error("game %s cannot be stored: %s", self.kept.id, error)
        await self._reload()
        said = f"this could not be stored{because(error)}, so it did not happen: try again"
        raise Refusal(NOT_STORED, said) from error

    async def _reload(self) -> None:
        """Back to what is stored. If that cannot be read either, everybody is told, and the game is shut."""
        try:
            kept = await self.store.find(self.kept.id)
            assert kept is not None
            stored = await self.store.stored(kept.id)
            timeline = await asyncio.to_thread(followed, kept, stored)
        except Exception:
            log.exception("game %s cannot be read back", self.kept.id)
            self.shut("the game cannot be read back from its store, where it is safe as far as it was acknowledged")
            raise
        self.kept = kept
        self.sit_down(timeline, stored)
        await self._tell_all_anew()  # it may have been changed by somebody else

    def refusal(self, error: Exception) -> Refusal:
        if isinstance(error, IllegalAction):
            return Refusal(ILLEGAL, *documents.reasons(self.album, error.violations))
        return Refusal(UNKNOWN, str(error))

    # ------------------------------------------------------------------ back and forth

    async def undo(self, line: Line, message: wire.Undo) -> None:
        async with self.lock:
            self.obey(line)
            session, side = self.begun, self.player(line.seat)
            self.current(message)
            if why := self.why_not_undo(side):
                raise Refusal(ILLEGAL, f"undo: {why}")
            before = Before(len(session.inputs), len(session.log))
            if self.course is None:
                session.undo(side)
            else:
                self.course.undo()
            while self.taken and self.taken[-1][0] > len(session.inputs):
                self.taken.pop()
            try:
                await self.store.cut(self.kept.id, len(session.inputs))
                await self._keep(self.kept._replace(over=False))
            except Exception as error:
                await self._not_stored(error)
            self.send(wire.Answered(message.ref, len(session.inputs)), [line])
            self.tell(before, step=False)

    async def redo(self, line: Line, message: wire.Redo) -> None:
        async with self.lock:
            self.obey(line)
            session, side = self.begun, self.player(line.seat)
            self.current(message)
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
            self.obey(line)
            mine = self._disposed(line.seat, message.side)
            if (
                not self.kept.started
                and message.player != PERSON
                and not [side for side, _ in self.persons if side != message.side]
            ):
                raise Refusal(NOT_YOURS, "a game needs a person: computers alone play no game here")
            ordered = "" if message.player == PERSON else mine.ordered
            await self._keep(self._seated(message.side, mine._replace(player=message.player, ordered=ordered)))
            self.heed()
            self.send(wire.Answered(message.ref, len(self.session.inputs) if self.session else 0), [line])
            self.tell_seats()
            if message.player != mine.player:
                plays = "a person" if message.player == PERSON else f"the computer ({COMPUTERS[message.player]})"
                wish = ", as the host wishes" if line.seat == HOST else ""
                await self.announce(f"{plays} now plays {self.called(message.side)}{wish}")
            if self.session is None:
                await self.begin()  # nobody may be missing any more
            else:
                self.retell()

    def _disposed(self, by: str, side: str) -> Seat:
        """The seat of a side, if whoever sits at that other one decides who plays there."""
        if side not in self.sides:
            raise Refusal(UNKNOWN, f"no side is called {side}; there are {', '.join(self.sides)}")
        if by not in (side, HOST):
            raise Refusal(NOT_YOURS, f"only {side} and the host decide who plays {side}")
        if self.kept.lesson:
            raise Refusal(NOT_YOURS, "in a lesson the learner plays himself")
        seat = self.kept.seats[side]
        if by == HOST and seat.joined and self.at(side):
            raise Refusal(NOT_YOURS, f"whoever sits at {side} is here, and decides himself who plays it")
        return seat

    async def ordered(self, by: str, side: str, runner: Runner) -> wire.Orders:
        """What a side may be ordered, and what it was. Before the game is over its plan is told to nobody else, nor
        what was ordered at a seat that somebody has joined."""
        async with self.lock:
            seat, state = self._commanded(by, side), self.begun.state.copy()
            own = by == side or self.begun.outcome is not None
            planner = self.planner(side) if own else None
            text = seat.ordered if own or not seat.joined else ""
            others = self._others(by, side)

        def told() -> wire.Orders:
            offered = offer(state, self.player(side), self.kept.id, others)
            plan = planner.in_force(state, self.player(side)) if planner is not None else None
            return orders.document(offered, orders.in_force(offered, text), plan)

        return await runner.run(told)

    def _commanded(self, by: str, side: str) -> Seat:
        """The seat of a side that a computer plays, if whoever sits at that other one may give it orders."""
        seat = self._disposed(by, side)
        if seat.player == PERSON:
            raise Refusal(NOT_YOURS, f"a person plays {self.called(side)}: orders are for computers")
        if why := why_no_orders(seat.player):
            raise Refusal(NOT_YOURS, why)
        return seat

    def _others(self, by: str, side: str) -> list[Side]:
        """Who else may know of what the host is told about a side: he may sit at any, until the game is over."""
        if by == side or self.begun.outcome is not None:
            return []
        return [self.player(other) for other in self.sides if other != side]

    async def order(self, line: Line, message: wire.GiveOrders) -> None:
        """A computer is told what to do: by whoever decides that it plays."""
        async with self.lock:
            self.obey(line)
            seat, others = self._commanded(line.seat, message.side), self._others(line.seat, message.side)
            offered = offer(self.begun.state, self.player(message.side), self.kept.id, others)
            try:
                intent = offered.checked(orders.meant(self.album.scenario, message.orders))
            except BadInput as error:
                raise Refusal(UNKNOWN, str(error)) from error
            ordered = orders.stored(self.album.scenario, intent)
            await self._keep(self._seated(message.side, seat._replace(ordered=ordered)))
            self.send(wire.Answered(message.ref, len(self.begun.inputs)), [line])
            if line.seat == HOST and ordered != seat.ordered:
                await self.announce(f"the host has given {self.called(message.side)} other orders")

    def retell(self) -> None:
        """Nothing has happened on the map, but it may be somebody else's turn to think."""
        assert self.session is not None
        self.tell(Before(len(self.session.inputs), len(self.session.log)))

    async def say(self, line: Line, text: str) -> None:
        self.obey(line)
        await self._say(line.seat, text)

    async def announce(self, text: str) -> None:
        """Said to all by nobody: who plays is never changed in silence."""
        await self._say(TABLE, text)

    async def _say(self, seat: str, text: str) -> None:
        said = await self.store.say(self.kept.id, seat, text)
        self.send(wire.Chat(wire.ChatLine(*said)))

    async def jot(self, line: Line, text: str) -> None:
        await self.store.note(self.kept.id, line.seat, text)

    # ------------------------------------------------------------------ looking back, taking along

    async def look_back(self, seat: str, at: int, runner: Runner) -> wire.Looked:
        """The game as it was after so many inputs."""
        async with self.lock:
            return await runner.run(partial(self._looked, self.begun, self.side(seat), at))

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

    async def record(self, seat: str, runner: Runner) -> str:
        """As text, if it tells nothing that somebody else may hide. The seed is in it when the game is over."""
        async with self.lock:
            session = self.begun
            taken = [
                side for side in self.sides if self.kept.seats[side].joined or self.kept.seats[side].player == PERSON
            ]
            others = [side for side in taken if side != seat]  # also if the computer plays for them now
            if session.outcome is None and (others or seat not in self.sides):
                hidden = "it would tell what the other side hides"
                raise Refusal(NOT_YET, f"the record is given out when the game is over: until then {hidden}")
            return await runner.run(partial(_written, session))

    async def position(self, seat: str, at: int | None, runner: Runner) -> str:
        """In words, on a line: exact when the game is over, until then as the seat may imagine it."""
        async with self.lock:
            return await runner.run(partial(self._told, seat, at))

    async def forked(self, seat: str, at: int, runner: Runner) -> tuple[str, str]:
        """The position of a private copy, and its title; at once, since an undo may take the stop away."""
        async with self.lock:
            return await runner.run(partial(self._packed, seat, at))

    def _packed(self, seat: str, at: int) -> tuple[str, str]:
        state, title = self._taken(seat, at)
        return position_text(state), title

    def _taken(self, seat: str, at: int | None) -> tuple[State, str]:
        session, side = self.begun, self.side(seat)
        over = session.outcome is not None
        if side is None and not over:
            raise Refusal(NOT_YET, "whoever looks on can take a position along when the game is over")
        assert self.timeline is not None
        number, stops = len(session.inputs) if at is None else at, self.timeline.stops
        if number not in stops:
            raise BadInput(f"nobody was asked after {at} inputs: a position is taken from a stop of the timeline")
        state, _ = self.timeline.at(number)
        step = ", ".join(filter(None, (session.system.standing.when(state), f"step {stops.index(number)}")))
        title = f"{self.kept.title.partition(FORK)[0]}{FORK}{step}"
        return taken_along(state, None if over else side, f"{self.kept.id} {number}"), title

    def _told(self, seat: str, at: int | None) -> str:
        return words_of(self._taken(seat, at)[0])

    async def afterwards(self, look: Callable[[Timeline], Told], runner: Runner) -> Told:
        """What is told of a game that is over, luck or review, worked out beside it; once for whoever asks again."""
        async with self.lock:
            if self.begun.outcome is None:
                hidden = "it would tell what is hidden"
                raise Refusal(NOT_YET, f"luck and review are told when the game is over: until then {hidden}")
            kept, mark, stored = self.kept, self.mark, await self.store.stored(self.kept.id)
        if (look, mark) not in self.looked_back:
            self.looked_back[look, mark] = await runner.run(lambda: look(followed(kept, stored)))
        found: Told = self.looked_back[look, mark]
        return found

    async def set_listed(self, listed: bool) -> None:
        """On the page of the club, or no more."""
        async with self.lock:
            await self._keep(self.kept._replace(listed=listed))

    # ------------------------------------------------------------------ keys

    async def revoke(self, seat: str) -> int:
        """The keys of a seat open nothing any more; the version of those that will."""
        async with self.lock:
            mine = self.kept.seats[seat]
            await self._keep(self._seated(seat, mine._replace(version=mine.version + 1)))
            for line in self.at(seat):
                line.end("the host has replaced the key of this seat")
            if seat in self.sides:
                await self.announce(
                    f"the host has replaced the key of {self.called(seat)}: whoever has the new one plays it"
                )
            return mine.version + 1


def _written(session: Session) -> str:
    return "\n".join(session.record(sealed=session.outcome is None).lines()) + "\n"


def winner_of(session: Session) -> str:
    """The side, or that it is drawn; empty until it is over."""
    if session.outcome is None:
        return ""
    winner = session.outcome.winner
    return DRAWN if winner is None else session.scenario.sides[winner]


def because(error: Exception) -> str:
    """What people can do something about is told."""
    return f", as {error}" if isinstance(error, NoRoom) else ""


def taken_along(state: State, side: Side | None, seed: str) -> State:
    """As a side may imagine it, or as it is."""
    if side is None:
        return state
    imagined: State = state.scenario.system.hidden.imagine(state, side, Random(f"position {seed}"))
    return imagined
