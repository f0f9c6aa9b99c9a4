"""USE 5.1: what a side makes of what it does not see. Everything is open but what is sealed in a combat, and that is in
no column."""

from __future__ import annotations

from random import Random

from sandtable.core.rules import Side
from sandtable.core.system import Scenario
from sandtable.core.views import View
from sandtable.systems.use.s01_2_sequence import Game
from sandtable.systems.use.s05_forecast import guess_commitment
from sandtable.systems.use.state import UseState


def guess(view: View, scenario: Scenario, rng: Random) -> UseState:
    return view.state(UseState, Game())


def imagine(state: UseState, side: Side, rng: Random) -> UseState:
    """5.1 Only what is sealed in a combat is hidden."""
    imagined = state.copy()
    guess_commitment(imagined, side, rng)
    return imagined
