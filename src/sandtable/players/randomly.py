"""The random player: uniform over the picks offered."""

from __future__ import annotations

from random import Random

from sandtable.core.decisions import Action, Menu
from sandtable.core.flow import Ask
from sandtable.core.state import State


def answer_randomly(state: State, ask: Ask, rng: Random) -> Action:
    """A legal action, each pick drawn with equal chance from those offered."""
    form = ask.form
    return form.fill_lazily(state, rng.choice) if isinstance(form, Menu) else form.fill(state, rng.choice)
