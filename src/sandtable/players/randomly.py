"""What is left to chance: a random player's answer, uniform over the picks offered, and dice."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core.decisions import Action
from sandtable.core.flow import Ask, Roll
from sandtable.core.state import State


def answer_randomly(state: State, ask: Ask, rng: Random) -> Action:
    """A legal action, each pick drawn with equal chance from those offered."""
    return ask.form.draw(state, rng)


def fall(roll: Roll, rng: Random) -> Any:
    """A reading of the dice, each as often as it comes."""
    ways = roll.dice.ways
    return rng.choices(list(ways), list(ways.values()))[0]
