"""A scenario as a game of OpenSpiel: sequential, each roll a chance node with its exact odds."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Any

import numpy as np
import pyspiel

from sandtable.core.errors import BadInput
from sandtable.core.rules import Side
from sandtable.env.episode import returns
from sandtable.env.game import Game
from sandtable.env.numbering import numbering_of
from sandtable.env.sight import Sight

NAME = "python_sandtable"
SCENARIO, MOST = "scenario", "max_picks"
OUTCOMES = 36  # of two dice that are not added; one that draws a counter or a place has more
TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Sandtable",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,  # it would hold all that was ever seen
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={SCENARIO: "use:poland-1939", MOST: 20_000},
)


def load(game: str, max_picks: int) -> Any:
    return pyspiel.load_game(NAME, {SCENARIO: game, MOST: max_picks})


@lru_cache(maxsize=8)
def sight_of(game: str) -> Sight:
    return Sight(numbering_of(game))


class WargameSpiel(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """`openspiel_game` makes one."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        said = {**TYPE.parameter_specification, **(params or {})}
        self.sight = sight_of(str(said[SCENARIO]))
        self.most = int(said[MOST])
        scenario = self.sight.numbering.scenario
        if len(scenario.sides) != 2:
            raise BadInput(f"{scenario.name} has {len(scenario.sides)} sides, and games of OpenSpiel have two")
        info = pyspiel.GameInfo(
            num_distinct_actions=self.sight.numbering.size,
            max_chance_outcomes=max(OUTCOMES, len(scenario.counters), scenario.places),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.most,
        )
        super().__init__(TYPE, info, said)

    def new_initial_state(self) -> WargameState:
        return WargameState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class WargameState(pyspiel.State):  # type: ignore[misc]
    """A position, and the picks made of what is asked in it. Copies are branches of the game."""

    def __init__(self, game: WargameSpiel) -> None:
        super().__init__(game)
        self.game = Game(game.sight.numbering)
        self.picks, self.most = 0, game.most

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        ask = self.game.ask
        return int(pyspiel.PlayerId.CHANCE) if ask is None else int(ask.side)

    def is_terminal(self) -> bool:
        return self.game.outcome is not None or self.picks >= self.most

    def returns(self) -> list[float]:
        return returns(self.game)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.game.offered)

    def _meanings(self) -> list[tuple[Any, int]]:
        """What the dice may come to, in the order of their readings: readings that mean the same are one outcome."""
        roll = self.game.roll
        assert roll is not None
        return list(roll.meanings().items())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        meanings = self._meanings()
        whole = sum(ways for _, ways in meanings)
        return [(nth, ways / whole) for nth, (_, ways) in enumerate(meanings)]

    def _apply_action(self, action: int) -> None:
        if self.game.roll is not None:
            self.game.mean(self._meanings()[action][0])
        else:
            self.game.pick(action)
            self.picks += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"dice {self._meanings()[action][0]}"
        return self.game.numbering.name(action)

    def __str__(self) -> str:
        scenario = self.game.scenario
        picked = " ".join(map(self.game.numbering.name, self.game.picked))
        return f"{scenario.name}, {scenario.system.standing.when(self.game.state)}: {picked}".rstrip(": ")


class Observer:
    """What a player sees, as `Sight` lays it out; with perfect recall a digest of all that he has seen and picked."""

    def __init__(self, game: WargameSpiel, kind: Any, params: Any) -> None:
        if params:
            raise BadInput(f"observers of {NAME} take no parameters, not {params}")
        self.game, self.recalls = game, kind.perfect_recall
        self.tensor = np.zeros(0 if self.recalls else game.sight.size, np.float32)
        self.dict = {} if self.recalls else {name: self.tensor[where] for name, where in game.sight.parts.items()}

    def set_from(self, state: WargameState, player: int) -> None:
        if not self.recalls:
            self.tensor[:] = self.game.sight.observed(state.game, Side(player))

    def string_from(self, state: WargameState, player: int) -> str:
        if not self.recalls:
            return sha256(self._seen(state, player)).hexdigest()
        known, then = sha256(), self.game.new_initial_state()
        for move in state.full_history():
            if move.player == player:
                known.update(b"%d" % move.action)
            then.apply_action(move.action)
            known.update(self._seen(then, player))
        return known.hexdigest()

    def _seen(self, state: WargameState, player: int) -> bytes:
        return self.game.sight.observed(state.game, Side(player)).tobytes()


pyspiel.register_game(TYPE, WargameSpiel)
