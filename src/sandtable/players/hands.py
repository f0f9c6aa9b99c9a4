"""Processes beside this one that roll plans and answers out: whoever thinks uses all cores and holds nobody up."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from threading import Lock, Thread

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
        self.closed = False
        self.lock = Lock()  # threads may want them at once

    def __call__(self, state: State, rollouts: Sequence[Rollout]) -> Iterator[Rolled]:
        """In order, as they come; who stops asking calls the rest off. If somebody ends them others are begun, once:
        then one goes on alone. Nothing comes any more when they are closed."""
        done = 0
        for _ in range(2):
            try:
                for found in self._rolled(state, rollouts[done:]):
                    done += 1
                    yield found
            except BrokenProcessPool:
                continue
            return
        for rollout in rollouts[done:]:
            if self.closed:
                return
            yield rolled(state, rollout)

    def _rolled(self, state: State, rollouts: Sequence[Rollout]) -> Iterator[Rolled]:
        if (pool := self._begun()) is None:
            return
        scenario, text = state.scenario, position_text(state)
        game = f"{scenario.system.code}:{scenario.name}", tuple(scenario.options.items())
        wanted: list[Future[Rolled]] = []
        try:
            wanted.extend(pool.submit(_rolled, game, text, rollout) for rollout in rollouts)
            for each in wanted:
                yield each.result()
        except BrokenProcessPool:
            with self.lock:
                self.pool = None if self.pool is pool else self.pool
            raise
        except (CancelledError, RuntimeError):
            if not self.closed:
                raise
        finally:
            for each in wanted:
                each.cancel()

    def _begun(self) -> ProcessPoolExecutor | None:
        with self.lock:
            if self.pool is None and not self.closed:  # not forked: whoever thinks may be a thread of a server
                context = get_context("spawn")
                self.over = context.Event()
                self.pool = ProcessPoolExecutor(self.count, context, _begin, (self.over,))
            return self.pool

    def close(self) -> None:
        with self.lock:
            self.closed, pool, self.pool = True, self.pool, None
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
