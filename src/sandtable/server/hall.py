"""All games of a server: made, opened when somebody comes, put away when nobody is at them."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Coroutine, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from math import inf
from typing import Any

from sandtable.core.errors import BadInput, SandtableError
from sandtable.core.system import find_system
from sandtable.play.lessons import find_lesson
from sandtable.play.opening import changes
from sandtable.play.record import lines_of_stretches
from sandtable.play.session import Session, find_scenario
from sandtable.play.timeline import Timeline
from sandtable.players import OPPONENT, PLAYERS
from sandtable.server.bringing import brought
from sandtable.server.computer import Computers
from sandtable.server.games import Hosted, winner_of
from sandtable.server.limits import Allowances
from sandtable.server.links import HOST, WATCH, Key, Links
from sandtable.server.metrics import Tally
from sandtable.server.rebuilding import album_of, followed, happened
from sandtable.server.refusals import QUOTA, Refusal
from sandtable.server.settings import Settings
from sandtable.server.store import Kept, Seat, Store, Stored
from sandtable.server.webhook import Webhooks
from sandtable.server.wire import PERSON, Assist
from sandtable.server.work import Work
from sandtable.server.writer import now

log = logging.getLogger("sandtable.server")
GAME, INPUT = 2_000, 150  # bytes in the database, about
ELSEWHERE = (
    "this game is open at another server of this database: it is free a minute after the last one there has gone"
)
SELDOM = 3_600  # seconds until abandoned games are looked for again
OFTEN = 1  # seconds: not more often is looked after games that nobody is at
BROUGHT = "this game was brought along: from here on its dice are new"


class Elsewhere(BadInput):
    """Another worker has it, or another server of the same database."""


class NoSuchGame(BadInput):
    """The server has never had it, or its database was changed."""


class Hall:
    def __init__(self, store: Store, links: Links, settings: Settings, allowances: Allowances) -> None:
        self.store, self.links, self.settings = store, links, settings
        self.games: OrderedDict[str, Hosted] = OrderedDict()  # those used last stand last
        self.opening: dict[str, asyncio.Task[Hosted]] = {}
        self.allowances = allowances
        self.work = Work(settings.workers, allowances.look_ups)
        self.webhooks = Webhooks(settings)
        self.computers = Computers(settings.thinkers, self.webhooks.go_on)
        self.tally = Tally()
        self.tasks: set[asyncio.Task[None]] = set()
        self._begin(self._look_after())

    # ------------------------------------------------------------------ opening and putting away

    async def game(self, id: str, client: str) -> Hosted:
        if not self.settings.share.has(id):
            raise Elsewhere("another worker of this server has this game: connect anew, to an address that names it")
        found = self.games.get(id)
        if found is not None and not found.broken:
            self.games.move_to_end(id)
            found.used = time.monotonic()
            return found
        if id not in self.opening:
            self.opening[id] = asyncio.create_task(self._open(id, client))
        return await asyncio.shield(self.opening[id])

    async def _open(self, id: str, client: str) -> Hosted:
        """Whoever asks first has the time it takes counted as his."""
        try:
            if not await self.store.database.claim(id):
                raise Elsewhere(ELSEWHERE)
            kept = await self.store.find(id)
            if kept is None:
                raise NoSuchGame("this server has no such game")
            timeline, stored = None, Stored()
            if kept.started:
                stored = await self.store.stored(id)
                async with self.work.turn(client, owing=True) as turn:
                    timeline = await turn.run(partial(followed, kept, stored))
                kept = await self._brought_up(kept, stored, timeline.session)
            game = await self._hosted(kept, timeline, stored)
            game.changed = await self.store.changed(id) or kept.created
            await game.begin()  # if it could not be stored as it should have begun
            return self._take_up(game)
        except (NoSuchGame, Elsewhere):
            raise
        except SandtableError as error:
            raise BadInput(f"this game cannot be opened: {error}") from error
        finally:
            self.opening.pop(id, None)
            if id not in self.games:
                await self.store.database.release(id)

    async def _brought_up(self, kept: Kept, stored: Stored, session: Session) -> Kept:
        """What is stored is where the session is: if the rules have changed, if the server was killed as the game
        began, or after its last answer was stored."""
        at = len(stored.inputs)
        for nth in range(len(stored.eras), len(session.eras)):
            at = session.eras[nth].at
            log.info("game %s: %s", kept.id, changes(session)[nth])
            await self.store.turn(kept.id, nth, session.eras[nth])
        await self.store.append(kept.id, at, session.inputs[at:])
        begun = kept._replace(over=session.outcome is not None, winner=winner_of(session)).begun_with(session.edition)
        if begun != kept:
            await self.store.put(begun)
        return begun

    async def _hosted(self, kept: Kept, timeline: Timeline | None, stored: Stored) -> Hosted:
        await asyncio.to_thread(album_of, kept)  # the first of its scenario takes a while to draw
        return Hosted(kept, self.store, timeline, stored)

    def _take_up(self, game: Hosted) -> Hosted:
        self.games[game.kept.id] = game
        self._begin(self._put_away(self.settings.loaded, game))
        return game

    async def _put_away(self, most: int, but: Hosted | None = None) -> None:
        """So many stay at most, but for those that are in use; who has not been used for longest goes first."""
        idle = [id for id, game in self.games.items() if game is not but and self._idle(game)]
        for id in idle[: max(0, len(self.games) - most)]:
            del self.games[id]
            await self.store.database.release(id)

    async def _look_after(self) -> None:
        """Now and then: what nobody is at is free for the other servers of a database, and what has been abandoned is
        deleted, where the host has said so."""
        forgot = -inf
        while True:
            await self._put_away(0 if self.store.database.shared else self.settings.loaded)
            if time.monotonic() - forgot > SELDOM:
                await self.forget()
                forgot = time.monotonic()
            await asyncio.sleep(max(OFTEN, self.settings.idle))

    async def forget(self) -> None:
        """Games of this worker in which nothing has happened for as long as the host lets them stay."""
        if not self.settings.forget:
            return
        since = (datetime.now(UTC) - timedelta(days=self.settings.forget)).isoformat(timespec="seconds")
        for id in await self.store.untouched(since):
            free = self.settings.share.has(id) and id not in self.games and id not in self.opening
            if free and await self.store.database.claim(id):
                await self.store.forget(id)
                await self.store.database.release(id)
                self.tally.forgotten += 1
                log.warning("game %s was abandoned for %g days and is deleted", id, self.settings.forget)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def _idle(self, game: Hosted) -> bool:
        """Not even somebody who has just asked for it."""
        busy = game.lines or game.lock.locked() or self.computers.at_work(game)
        return not busy and time.monotonic() - game.used > self.settings.idle

    async def enter(self, token: str, client: str) -> tuple[Hosted, Key]:
        """The game and the seat a token opens."""
        key = self.links.read(token)
        game = await self.game(key.game, client)
        game.check(key)
        return game, key

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await self.computers.close()
        self.webhooks.close()
        self.work.close()
        await asyncio.gather(*(game.put_by() for game in self.games.values()))

    # ------------------------------------------------------------------ what follows by itself

    async def go_on(self, game: Hosted) -> None:
        """After anything has happened: lessons and computers answer, and whoever is away is told that he is asked."""
        await game.follow_lesson()
        self.computers.go_on(game)
        self.webhooks.go_on(game)

    def allow_storing(self, client: str, size: int) -> None:
        """So many bytes, about."""
        if not self.allowances.stored.take(client, size):
            raise Refusal(QUOTA, "as much is stored for this address as may be: some hours later there is room again")

    # ------------------------------------------------------------------ making

    def keys(self, game: Hosted) -> dict[str, str]:
        """One for each side with a person, for watching, and for the host."""
        seats = [*(side for side, _ in game.persons), WATCH, HOST]
        return {seat: self.key(game, seat) for seat in seats}

    def key(self, game: Hosted, seat: str) -> str:
        return self.links.token(Key(game.kept.id, seat, game.kept.seats[seat].version))

    async def make(
        self, client: str, scenario: str, options: Mapping[str, bool], seats: Mapping[str, str], assist: Assist,
        title: str = "", webhook: str = "", listed: bool = False,
    ) -> Hosted:  # fmt: skip
        """A new game, which begins when all persons have sat down."""
        info = await asyncio.to_thread(find_scenario, scenario)  # a system's first is read in with all its rules
        known = {option.name for option in info.options}
        if unknown := [name for name in options if name not in known]:
            raise BadInput(f"{info.title} has no option {unknown[0]}; it has {', '.join(sorted(known))}")
        self._check_seats(info.sides, seats)
        if webhook:
            self.webhooks.check(webhook)
        code = scenario.partition(":")[0].casefold()
        kept = self._kept(f"{code}:{info.name}", dict(options), seats, assist, title or info.title)
        return await self._create(client, kept._replace(webhook=webhook, listed=listed))

    async def lesson(self, client: str, name: str) -> Hosted:
        """A lesson: begun at once, its dice fixed."""
        lesson = await asyncio.to_thread(find_lesson, name)
        code = name.partition(":")[0].casefold()
        scenario = find_system(code).load(lesson.scenario, lesson.options)
        seats = {side: PERSON if side == lesson.side else OPPONENT for side in scenario.sides}
        kept = self._kept(f"{code}:{lesson.scenario}", dict(lesson.options), seats, "full", lesson.title)
        return await self._begun(client, _sat_down(kept)._replace(lesson=name, seed=lesson.seed))

    async def arranged(self, client: str, scenario: str, options: Mapping[str, bool], seed: str) -> Hosted:
        """A game with dice that whoever arranges it has chosen: begun at once, every side a person's, told by no door
        but this one."""
        info, code = await asyncio.to_thread(find_scenario, scenario), scenario.partition(":")[0].casefold()
        kept = self._kept(f"{code}:{info.name}", dict(options), dict.fromkeys(info.sides, PERSON), "full", info.title)
        return await self._begun(client, _sat_down(kept)._replace(seed=seed))

    async def bring(self, client: str, text: str) -> Hosted:
        """A game somebody has recorded: every side has a person. One that is over is there to be looked at; any other
        is played on from its end when all have sat down, with a seed of ours and salts of theirs, as a new one is."""
        async with self.work.turn(client) as turn:
            scenario, info, position, session = await turn.run(partial(brought, text))
        seats, name = dict.fromkeys(info.sides, PERSON), f"{scenario.system.code}:{info.name}"
        kept = self._kept(name, dict(scenario.options), seats, "full", f"{info.title}, imported")
        kept = kept._replace(position=position)
        if session is not None and session.outcome is not None:
            assert session.seed is not None
            kept = kept._replace(
                seed=session.seed,
                salts=dict(session.salts),
                over=True,
                earlier=_told(session),
                winner=winner_of(session),
            )
            return await self._begun(client, kept, Timeline(session))
        if session is not None:
            kept = kept._replace(earlier=_told(session)).begun_with(session.edition)
        game = await self._create(client, kept, played=session)
        await game.announce(BROUGHT)
        return game

    async def fork(
        self, client: str, game: Hosted, seat: str, at: int, seats: Mapping[str, str], assist: Assist
    ) -> Hosted:
        """A private game from any step of another."""
        async with self.work.turn(client) as turn:
            position, title = await game.forked(seat, at, turn)
        scenario = game.album.scenario
        kept = self._kept(f"{scenario.system.code}:{scenario.name}", dict(scenario.options), seats, assist, title)
        return await self._begun(client, _sat_down(kept)._replace(position=position))

    def _check_seats(self, sides: tuple[str, ...], seats: Mapping[str, str]) -> None:
        if set(seats) != set(sides):
            raise BadInput(f"say who plays each of {' and '.join(sides)}: person, {', '.join(PLAYERS)}")
        if PERSON not in seats.values():
            raise BadInput("a game needs a person: `sandtable match` lets computers play each other")

    def _kept(
        self, scenario: str, options: dict[str, bool], seats: Mapping[str, str], assist: Assist, title: str
    ) -> Kept:
        places = {**seats, WATCH: PERSON, HOST: PERSON}
        return Kept(
            id=self._new_id(), scenario=scenario, options=options, seed=secrets.token_hex(16), salts={},
            assist=assist, title=title, position="", lesson="", webhook="",
            created=now(), started=False, over=False,
            seats={seat: Seat(player, "", "", False, 1) for seat, player in places.items()},
        )  # fmt: skip

    def _new_id(self) -> str:
        """One that is this worker's to have."""
        while not self.settings.share.has(id := secrets.token_urlsafe(9)):
            pass
        return id

    async def _begun(self, client: str, kept: Kept, timeline: Timeline | None = None) -> Hosted:
        """A game that needs nobody to sit down first."""
        kept = kept._replace(started=True)
        if timeline is None:
            timeline = await asyncio.to_thread(followed, kept, Stored())
        return await self._create(client, kept.begun_with(timeline.session.edition), timeline)

    async def _create(
        self, client: str, kept: Kept, timeline: Timeline | None = None, played: Session | None = None
    ) -> Hosted:
        """With what has happened in it; one that was played elsewhere begins here when all have sat down."""
        stored, played = Stored(), timeline.session if timeline is not None else played
        if played is not None:
            stored = await asyncio.to_thread(happened, played)
        size = sum(len(each.position) + len(each.log) for each in stored.snapshots)
        void = sum(len(era.void) for era in stored.eras)
        self.allow_storing(client, GAME + len(kept.position) + INPUT * (len(stored.inputs) + void) + size)
        game = await self._hosted(kept, timeline, stored)
        await self.store.database.claim(kept.id)
        await self.store.create(kept)
        await self.store.append(kept.id, 0, *stored)
        return self._take_up(game)


def _told(session: Session) -> str:
    """The dice it had before."""
    return json.dumps(lines_of_stretches(session.earlier)) if session.earlier else ""


def _sat_down(kept: Kept) -> Kept:
    """Whoever makes a game for himself sits at it."""
    seats = {name: seat._replace(joined=seat.player == PERSON) for name, seat in kept.seats.items()}
    return kept._replace(seats=seats)
