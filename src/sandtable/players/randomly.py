"""The random player: uniform over the picks offered."""

from __future__ import annotations

from random import Random

from sandtable.core.decisions import Action
from sandtable.core.flow import Ask
from sandtable.core.state import State


def answer_randomly(state: State, ask: Ask, rng: Random) -> Action:
    """A legal action, each pick drawn with equal chance from those offered."""
    return ask.form.draw(state, rng)
