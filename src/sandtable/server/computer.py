"""Computer players at hosted games. They think in threads, on positions as their side may imagine them, and answer by
the same door as people."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from sandtable.play.table import imagined
from sandtable.players import player
from sandtable.server.games import Hosted
from sandtable.server.refusals import NOT_STORED, Refusal

log = logging.getLogger("sandtable.server")
PAUSE = 5.0  # seconds until what could not be stored is tried again
ALONE = 0.2  # seconds before an answer while no person plays, so that whoever looks on can take a side back in time


class Computers:
    def __init__(self, at_a_time: int, after: Callable[[Hosted], None]) -> None:
        self.room = asyncio.Semaphore(at_a_time)
        self.after = after  # they have played
        self.tasks: dict[Hosted, asyncio.Task[None]] = {}

    def at_work(self, game: Hosted) -> bool:
        return game in self.tasks

    def go_on(self, game: Hosted) -> None:
        """Let the computer play until a person is asked, if it is to play."""
        if game.thinking and game not in self.tasks:
            self.tasks[game] = asyncio.create_task(self._play(game))

    async def close(self) -> None:
        for task in list(self.tasks.values()):
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)

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
            n, mark = len(session.inputs), game.mark
            luck = f"{game.kept.seed} {seat}"  # seeds what is imagined and drawn, so that a game resumed goes on alike
            state, ask = imagined(session, luck)
            thinker = player(game.kept.seats[seat].player, f"{luck} {n}")
        if not game.persons:
            await asyncio.sleep(ALONE)
        async with self.room:
            action = await asyncio.to_thread(thinker.answer, state, ask)
        await game.give(ask.side, action, mark)
        return True

    async def _give_up(self, game: Hosted) -> None:
        said = "the computer player failed over this question: it is a bug. Take the seat over to go on."
        await game.announce(said)
