"""Count the tree: how many ways of answering and rolling there are to a given depth."""

from __future__ import annotations

from sandtable.core.flow import Over, Roll, answer, run
from sandtable.core.state import State


def perft(state: State, depth: int) -> int:
    """Leaves at `depth` inputs from here; a game over earlier counts as one. Each reading of a roll is a branch."""
    wait = run(state)
    if depth == 0 or isinstance(wait, Over):
        return 1
    answers = wait.dice.ways if isinstance(wait, Roll) else wait.form.actions(state)
    total = 0
    for value in answers:
        branch = state.copy()
        answer(branch, value)
        total += perft(branch, depth - 1)
    return total
