"""The questions of a game, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sandtable.core.flow import Ask, Over, Roll, answer, run
from sandtable.systems.gew.state import GewState


def asked(state: GewState, rng: Random, most: int) -> Iterator[tuple[int, Ask]]:
    """Each with its number among so many waits, until the game is over; dice read anything alike. Whoever is handed a
    question answers it."""
    for nth in range(most):
        wait = run(state)
        if isinstance(wait, Over):
            return
        if isinstance(wait, Roll):
            answer(state, rng.choice(list(wait.dice.ways)))
        else:
            yield nth, wait
