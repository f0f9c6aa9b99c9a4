"""A game with what it pays: who won, and, where that is wanted, each point of the margin."""

from __future__ import annotations

from sandtable.core.rules import Side
from sandtable.env.game import Game
from sandtable.play.explain import outcome_line
from sandtable.play.table import Player

WON, LOST = 1.0, -1.0


class Episode:
    """Pays 1 for a game that is won, -1 for one that is lost, 0 for a draw. Whoever picks what is not offered has lost,
    and nobody has won."""

    def __init__(self, game: Game, shaping: float = 0.0, max_answers: int | None = None) -> None:
        self.game, self.shaping, self.max_answers = game, shaping, max_answers
        self.sides = [Side(nth) for nth in range(len(game.scenario.sides))]
        self.illegal: Side | None = None  # who picked what was not offered
        self._margins = self._stand()

    @property
    def terminated(self) -> bool:
        return self.game.ask is None or self.illegal is not None

    @property
    def truncated(self) -> bool:
        return not self.terminated and self.max_answers is not None and len(self.game.answers) >= self.max_answers

    @property
    def told(self) -> dict[str, str]:
        """How it ended, in words; nothing before."""
        if self.illegal is not None:
            return {"outcome": f"{self.game.scenario.spoken_sides[self.illegal]} picked what was not offered"}
        outcome = self.game.outcome
        return {} if outcome is None else {"outcome": outcome_line(self.game.scenario, outcome)}

    def pick(self, number: int) -> list[float]:
        """What it pays each side."""
        ask = self.game.ask
        assert ask is not None
        if number not in self.game.offered:
            self.illegal = ask.side
            return [LOST if side == ask.side else 0.0 for side in self.sides]
        given = len(self.game.answers)
        self.game.pick(number)
        return self._paid() if len(self.game.answers) > given else [0.0] * len(self.sides)

    def played_by(self, player: Player) -> list[float]:
        self.game.played_by(player)
        return self._paid()

    def _paid(self) -> list[float]:
        before, self._margins = self._margins, self._stand()
        gained = [self.shaping * (now - was) for was, now in zip(before, self._margins, strict=True)]
        return [more + each for more, each in zip(gained, returns(self.game), strict=True)]

    def _stand(self) -> list[float]:
        if not self.shaping:
            return [0.0] * len(self.sides)
        margin = self.game.scenario.system.standing.margin
        return [margin(self.game.state, side) for side in self.sides]


def returns(game: Game) -> list[float]:
    """What its outcome pays each side; nothing as long as it has none."""
    winner = None if game.outcome is None else game.outcome.winner
    if winner is None:
        return [0.0] * len(game.scenario.sides)
    return [WON if side == winner else LOST for side in range(len(game.scenario.sides))]
