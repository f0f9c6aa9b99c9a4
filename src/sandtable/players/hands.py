"""Processes beside this one that roll plans out, so that whoever thinks uses all cores and holds nobody up."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context

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

    def __call__(self, state: State, rollouts: Sequence[Rollout]) -> Iterator[Rolled]:
        """In order, as they come; who stops asking calls the rest off."""
        if self.pool is None:  # not forked: whoever thinks may be a thread of a server
            self.pool = ProcessPoolExecutor(self.count, get_context("spawn"), begin)
        scenario, text = state.scenario, position_text(state)
        game = f"{scenario.system.code}:{scenario.name}", tuple(scenario.options.items())
        wanted = [self.pool.submit(_rolled, game, text, rollout) for rollout in rollouts]
        try:
            for each in wanted:
                yield each.result()
        finally:
            for each in wanted:
                each.cancel()

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)
            self.pool = None


Game = tuple[str, tuple[tuple[str, bool], ...]]  # its name, and its options


def _rolled(game: Game, text: str, rollout: Rollout) -> Rolled:
    return rolled(_position(game, text), rollout)


@lru_cache(maxsize=2)
def _position(game: Game, text: str) -> State:
    return restored(text, shared_scenario(*game), trusted=True)
