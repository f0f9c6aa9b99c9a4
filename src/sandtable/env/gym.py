"""One side of a scenario as an environment of Gymnasium, against a computer player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np

from sandtable.core.errors import BadInput
from sandtable.core.rules import Side
from sandtable.env import spaces
from sandtable.env.episode import Episode
from sandtable.env.game import Game
from sandtable.env.numbering import numbering_of
from sandtable.env.rendering import MODES, rendered
from sandtable.env.sight import Sight
from sandtable.play.table import Player
from sandtable.players import player

ID = "sandtable/Wargame-v0"


class WargameGym(gymnasium.Env[spaces.Observation, np.int64]):
    """`gym_env` makes one. `episode.game` is the game itself, `sight` tells where what lies in an observation."""

    metadata = {  # noqa: RUF012  # as Gymnasium declares it
        "render_modes": [*MODES],
        "render_fps": 1,
    }

    def __init__(
        self, game: str, side: str, opponent: str, options: Mapping[str, bool] | None, render_mode: str | None,
        shaping: float, max_answers: int | None,
    ) -> None:  # fmt: skip
        if render_mode not in (None, *MODES):
            raise BadInput(f"render_mode {render_mode}: expected {', '.join(MODES)}")
        player(opponent, "")  # refuses a player nobody knows
        self.numbering = numbering_of(game, options)
        self.side, self.opponent = self.numbering.scenario.side(side), opponent
        self.sight = Sight(self.numbering)
        self.render_mode, self.shaping, self.max_answers = render_mode, shaping, max_answers
        self.observation_space = spaces.observation_space(self.sight)
        self.action_space = spaces.action_space(self.sight)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[spaces.Observation, dict[str, Any]]:
        super().reset(seed=seed)
        luck = spaces.luck(self.np_random)
        self.episode = Episode(Game(self.numbering, luck), self.shaping, self.max_answers)
        others = [side for side in self.episode.sides if side != self.side]
        self.others: dict[Side, Player] = {side: player(self.opponent, f"{luck} {side}") for side in others}
        self._opponents()
        return self._observation(), {}

    def step(self, action: np.int64) -> tuple[spaces.Observation, float, bool, bool, dict[str, Any]]:
        episode = self.episode
        paid = episode.pick(int(action))[self.side] + self._opponents()
        if self.render_mode == "human":
            self.render()
        return self._observation(), paid, episode.terminated, episode.truncated, dict(episode.told)

    def _opponents(self) -> float:
        """Others answer until this side is asked; what that pays it."""
        episode, paid = self.episode, 0.0
        while not (episode.terminated or episode.truncated):
            ask = episode.game.ask
            assert ask is not None
            if ask.side == self.side:
                break
            paid += episode.played_by(self.others[ask.side])[self.side]
        return paid

    def _observation(self) -> spaces.Observation:
        return spaces.observation(self.sight, self.episode.game, self.side)

    def render(self) -> Any:  # as its mode says
        return rendered(self.episode, self.side, self.render_mode)

    def action_masks(self) -> np.ndarray[Any, Any]:
        """As MaskablePPO of sb3-contrib wants it."""
        return self.sight.mask(self.episode.game, self.side).astype(bool)


gymnasium.register(ID, "sandtable.env:gym_env")
