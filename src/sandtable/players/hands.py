"""Processes beside this one that roll plans out, so that whoever thinks uses all cores and holds nobody up."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from threading import Thread

from sandtable.core.state import State
from sandtable.play.positions import position_text, restored
from sandtable.players.match import begin, shared_scenario
from sandtable.players.rollouts import Rolled, Rollout, rolled


class Hands:
    """Begun when they are first wanted; one for each core unless a number is said. What they find is what one would
    find alone."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or os.cpu_count() or 1
        self.pool: ProcessPoolExecutor | None = None
        self.over: Event | None = None  # then they leave whatever they have in hand

    def __call__(self, state: State, rollouts: Sequence[Rollout]) -> Iterator[Rolled]:
        """In order, as they come; who stops asking calls the rest off."""
        if self.pool is None:  # not forked: whoever thinks may be a thread of a server
            context = get_context("spawn")
            self.over = context.Event()
            self.pool = ProcessPoolExecutor(self.count, context, _begin, (self.over,))
        scenario, text = state.scenario, position_text(state)
        game = f"{scenario.system.code}:{scenario.name}", tuple(scenario.options.items())
        wanted: list[Future[Rolled]] = []
        try:
            wanted.extend(self.pool.submit(_rolled, game, text, rollout) for rollout in rollouts)
            for each in wanted:
                yield each.result()
        except BrokenProcessPool:
            self.pool = None  # somebody has ended them: others are begun the next time
            raise
        finally:
            for each in wanted:
                each.cancel()

    def close(self) -> None:
        pool, self.pool = self.pool, None
        if pool is not None:
            assert self.over is not None
            self.over.set()
            pool.shutdown(cancel_futures=True)


def _begin(over: Event) -> None:
    begin()
    Thread(target=_end_with, args=(over,), daemon=True).start()


def _end_with(over: Event) -> None:
    over.wait()
    os._exit(0)


Game = tuple[str, tuple[tuple[str, bool], ...]]  # its name, and its options


def _rolled(game: Game, text: str, rollout: Rollout) -> Rolled:
    return rolled(_position(game, text), rollout)


@lru_cache(maxsize=2)
def _position(game: Game, text: str) -> State:
    return restored(text, shared_scenario(*game), trusted=True)
