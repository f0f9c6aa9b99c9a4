"""Games as environments for learners of others: PettingZoo, Gymnasium, OpenSpiel (`pip install 'sandtable[env]'`).

What each of them has is imported when it is asked for, so that none needs the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sandtable.core.errors import BadInput
from sandtable.players import OPPONENT

if TYPE_CHECKING:
    from sandtable.env.aec import WargameAEC
    from sandtable.env.gym import WargameGym

__all__ = ["aec_env", "gym_env", "openspiel_game"]


def aec_env(
    game: str, *, options: Mapping[str, bool] | None = None, render_mode: str | None = None,
    shaping: float = 0.0, max_answers: int | None = None,
) -> WargameAEC:  # fmt: skip
    """`system:scenario` for PettingZoo: the sides are its agents. `shaping` pays that much for each point of the margin
    as well; after `max_answers` a game is broken off."""
    made: WargameAEC = _module("aec").WargameAEC(game, options, render_mode, shaping, max_answers)
    return made


def gym_env(
    game: str, *, side: str, opponent: str = OPPONENT, options: Mapping[str, bool] | None = None,
    render_mode: str | None = None, shaping: float = 0.0, max_answers: int | None = None,
) -> WargameGym:  # fmt: skip
    """One side of it for Gymnasium, against one of our computer players."""
    made: WargameGym = _module("gym").WargameGym(game, side, opponent, options, render_mode, shaping, max_answers)
    return made


def openspiel_game(game: str, max_picks: int = 20_000) -> Any:  # pyspiel has no types
    """It for OpenSpiel, with chance nodes where dice fall. After `max_picks` a game is drawn."""
    return _module("spiel").load(game, max_picks)


def _module(name: str) -> Any:
    try:
        return import_module(f"sandtable.env.{name}")
    except ModuleNotFoundError as error:
        raise BadInput(f"{error.name} is not installed; pip install 'sandtable[env]' adds it") from error
