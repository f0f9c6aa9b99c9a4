"""Computer players at hosted games. They think in threads, on positions as their side may imagine them, and answer by
the same door as people. Plans and answers are rolled out by processes beside the server, one after the other; how far
one is is told meanwhile."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from sandtable.core.flow import Ask
from sandtable.core.intents import Conduct
from sandtable.core.state import State
from sandtable.play.table import Player, imagined
from sandtable.players import ADVISER, player
from sandtable.players.advice import advice, next_steps
from sandtable.players.contest import Contest
from sandtable.players.hands import Hands
from sandtable.players.orders import offer
from sandtable.players.planner import Choice, Plan, Planner
from sandtable.server import lookups, orders, wire
from sandtable.server.games import Hosted
from sandtable.server.refusals import NOT_STORED, Refusal

log = logging.getLogger("sandtable.server")
PAUSE = 5.0  # seconds until what could not be stored is tried again
ALONE = 0.2  # seconds before an answer while no person plays, so that whoever looks on can take a side back in time
TOLD = 0.3  # seconds between two words about how far thinking is

Still = Callable[[], bool]  # is it still wanted? Asked by the thread that thinks
Tell = Callable[[float], None]  # how far it is


class Watching:
    """Looks on while a planner thinks, in its thread: tells now and then how far it is, and stops it."""

    def __init__(self, still: Still, tell: Tell) -> None:
        self.still, self.tell = still, tell
        self.told, self.stopped = time.monotonic(), False

    def __call__(self, contest: Contest[Any]) -> bool:
        if time.monotonic() - self.told > TOLD:
            self.told = time.monotonic()
            self.tell(contest.share)
        self.stopped = not self.still()
        return not self.stopped


class Computers:
    def __init__(self, at_a_time: int, after: Callable[[Hosted], None]) -> None:
        self.room = asyncio.Semaphore(at_a_time)
        self.planning = asyncio.Semaphore(1)  # each who plans has all hands
        self.hands = Hands()
        self.after = after  # they have played
        self.tasks: dict[Hosted, asyncio.Task[None]] = {}
        self.closed = False

    def at_work(self, game: Hosted) -> bool:
        return game in self.tasks

    def go_on(self, game: Hosted) -> None:
        """Let the computer play until a person is asked, if it is to play."""
        if game.thinking and game not in self.tasks:
            self.tasks[game] = asyncio.create_task(self._play(game))

    async def close(self) -> None:
        self.closed = True
        for task in list(self.tasks.values()):
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
        await asyncio.to_thread(self.hands.close)

    async def _play(self, game: Hosted) -> None:
        try:
            while await self._answered(game):
                pass
        except Refusal as refusal:
            log.error("game %s: the computer's answer was refused: %s", game.kept.id, refusal)
        except Exception:
            log.exception("game %s: the computer player failed", game.kept.id)
            await self._give_up(game)
        finally:
            del self.tasks[game]
            self.after(game)

    async def _answered(self, game: Hosted) -> bool:
        """False if it is not asked any more. What could not be stored is tried again after a while."""
        try:
            return await self._answer(game)
        except Refusal as refusal:
            if refusal.code != NOT_STORED:
                raise
            log.warning("game %s: %s", game.kept.id, refusal)
            await asyncio.sleep(PAUSE)
            return True

    async def _answer(self, game: Hosted) -> bool:
        async with game.lock:
            if game.broken or not game.thinking:
                return False
            session, seat = game.begun, game.to_play
            mark, chair = game.mark, game.chair(seat)
            luck = f"{game.kept.seed} {seat}"  # seeds what is imagined and drawn, so that a game resumed goes on alike
            state, ask = imagined(session, luck)
            thinker = self._seated(game, seat, luck)
        if not game.persons:
            await asyncio.sleep(ALONE)

        def still() -> bool:
            return game.mark == mark and game.chair(seat) == chair

        def tell(share: float) -> None:
            if still():
                game.send(wire.Thinking(seat, share))

        if isinstance(thinker, Planner):
            _, choice = await self._thought(thinker, state, ask, still, tell)
            if not still() or choice is None:
                _dismiss(game, seat, thinker)
                return True
            action = choice.chosen.what
        else:
            async with self.room:
                action = await asyncio.to_thread(thinker.answer, state, ask)
        await game.give(ask.side, action, mark)
        return True

    def _seated(self, game: Hosted, seat: str, luck: str) -> Player:
        """Who plans keeps his plan between two answers; others begin afresh, so that a game resumed goes on alike."""
        if (kept := game.planner(seat)) is not None:
            return kept
        (name, text), state = game.chair(seat), game.begun.state
        ordered = orders.in_force(offer(state, game.player(seat), luck), text) if text else ()
        seed = f"{luck} {len(game.begun.inputs)}"
        found = player(name, seed, ordered, self.hands, waited_for=True)
        if isinstance(found, Planner):
            game.planners[seat] = game.chair(seat), found
        return found

    async def _thought(
        self, planner: Planner, state: State, ask: Ask, still: Still, tell: Tell
    ) -> tuple[Plan, Choice | None]:
        """The plan for this occasion and the answer under it. Once they are not wanted any more the plan is told as far
        as it is, there is no answer, and what was stopped is not kept."""
        watch = self._watch(still, tell)

        def thought() -> tuple[Plan, Choice | None]:
            plan = planner.ready(state, ask.side)
            if watch.stopped:
                planner.forget()
                return plan, None
            choice = planner.choice(state, ask)
            if watch.stopped:
                planner.last = None
                return plan, None
            return plan, choice

        if planner.in_force(state, ask.side) is None:
            tell(0.0)
        async with self.planning:
            planner.watch = watch  # not before: another at the seat may be waiting for his plan
            return await asyncio.to_thread(thought)

    def _watch(self, still: Still, tell: Tell) -> Watching:
        loop = asyncio.get_running_loop()

        def told(share: float) -> None:
            loop.call_soon_threadsafe(tell, share)

        return Watching(lambda: still() and not self.closed, told)

    async def advise(self, game: Hosted, seat: str, message: wire.AskPlan, still: Still, tell: Tell) -> wire.PlanSeen:
        """A plan for a person, and his answer under it; hints of the same turn follow it. What is stopped tells what
        has been found so far."""
        async with game.lock:
            ask = game.asked(seat, message)
            state, luck = imagined(game.begun, f"hint {game.kept.id}")[0], f"hint {len(game.begun.inputs)}"
            adviser = game.planner(seat)
            if adviser is None:
                found = player(ADVISER, f"hint {game.kept.id}", work=self.hands, waited_for=True)
                assert isinstance(found, Planner)
                game.planners[seat], adviser = (game.chair(seat), found), found
        try:
            plan, choice = await self._thought(adviser, state, ask, still, tell)
        except asyncio.CancelledError:  # whoever asked has gone
            _dismiss(game, seat, adviser)
            raise
        async with self.room:
            return await asyncio.to_thread(_advised, game, plan, choice, state, ask, luck)

    async def _give_up(self, game: Hosted) -> None:
        said = "the computer player failed over this question: it is a bug. Take the seat over to go on."
        await game.announce(said)


def _dismiss(game: Hosted, seat: str, planner: Planner) -> None:
    """Unless another plans there by now."""
    if game.planners.get(seat, (None, None))[1] is planner:
        del game.planners[seat]


def _advised(game: Hosted, plan: Plan, choice: Choice | None, state: State, ask: Ask, luck: str) -> wire.PlanSeen:
    conduct = Conduct(plan.chosen.what)
    found = advice(state, ask, luck, conduct, choice)
    then = next_steps(state, found.action, luck, conduct)
    return orders.plan_seen(game.album.scenario, plan, then, lookups.hint(state, ask, found))
