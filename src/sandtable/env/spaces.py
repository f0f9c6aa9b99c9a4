"""The spaces that PettingZoo and Gymnasium share, and the luck of a game."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from sandtable.core.rules import Side
from sandtable.env.game import Game
from sandtable.env.sight import Array, Mask, Sight

Observation = dict[str, Any]  # Array and Mask


def observation_space(sight: Sight) -> Dict:
    mask = Box(0, 1, (sight.numbering.size,), np.int8)
    return Dict({"observation": Box(sight.low, sight.high, dtype=np.int32), "action_mask": mask})


def action_space(sight: Sight) -> Discrete:
    return Discrete(sight.numbering.size)


def observation(sight: Sight, game: Game, side: Side) -> Observation:
    seen: Array = sight.observed(game, side)
    mask: Mask = sight.mask(game, side)
    return {"observation": seen, "action_mask": mask}


def luck(rng: np.random.Generator) -> str:
    """The seed of a game's dice."""
    return str(rng.integers(2**62))
