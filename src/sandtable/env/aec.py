"""A scenario as an environment of PettingZoo: its sides are the agents, each step is one pick."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Dict, Discrete
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv

from sandtable.core.errors import BadInput
from sandtable.env import spaces
from sandtable.env.episode import Episode
from sandtable.env.game import Game
from sandtable.env.numbering import numbering_of
from sandtable.env.rendering import MODES, rendered
from sandtable.env.sight import Sight


class WargameAEC(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """`aec_env` makes one. `episode.game` is the game itself, `sight` tells where what lies in an observation."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "sandtable", "render_modes": [*MODES], "is_parallelizable": False, "render_fps": 1,
    }  # fmt: skip

    def __init__(
        self, game: str, options: Mapping[str, bool] | None, render_mode: str | None, shaping: float,
        max_answers: int | None,
    ) -> None:  # fmt: skip
        super().__init__()
        if render_mode not in (None, *MODES):
            raise BadInput(f"render_mode {render_mode}: expected {', '.join(MODES)}")
        self.numbering = numbering_of(game, options)
        self.sight = Sight(self.numbering)
        self.render_mode, self.shaping, self.max_answers = render_mode, shaping, max_answers
        self.possible_agents = list(self.numbering.scenario.sides)
        self.rng, _ = np_random()

    @cached_property
    def observation_spaces(self) -> dict[str, Dict]:
        return {agent: spaces.observation_space(self.sight) for agent in self.possible_agents}

    @cached_property
    def action_spaces(self) -> dict[str, Discrete]:
        return {agent: spaces.action_space(self.sight) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.rng, _ = np_random(seed)
        self.episode = Episode(Game(self.numbering, spaces.luck(self.rng)), self.shaping, self.max_answers)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._tell()

    def observe(self, agent: str) -> spaces.Observation:
        side = self.numbering.scenario.side(agent)
        return spaces.observation(self.sight, self.episode.game, side)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        paid = self.episode.pick(int(action))
        self.rewards = dict(zip(self.possible_agents, paid, strict=True))
        self._tell()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _tell(self) -> None:
        """Who is asked now, or that it is over."""
        episode = self.episode
        if episode.terminated or episode.truncated:
            self.terminations = dict.fromkeys(self.agents, episode.terminated)
            self.truncations = dict.fromkeys(self.agents, episode.truncated)
            self.infos = {agent: dict(episode.told) for agent in self.agents}
        else:
            assert episode.game.ask is not None
            self.agent_selection = self.possible_agents[episode.game.ask.side]

    def render(self) -> Any:  # as its mode says
        return rendered(self.episode, self.numbering.scenario.side(self.agent_selection), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Of the agent who is asked, as MaskablePPO of sb3-contrib wants it."""
        side = self.numbering.scenario.side(self.agent_selection)
        return self.sight.mask(self.episode.game, side).astype(bool)
