"""Games of environments, played at random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from sandtable.env.game import Game
from sandtable.env.numbering import numbering_of

SHIPPED = (
    "gew:campaign", "gew:barbarossa", "gew:north-africa-1941", "ocs:primosole", "ocs:crusader", "use:poland-1939",
    "use:france-1940", "use:balkans-1941",
)  # fmt: skip
SMALL = ("toy:ford", "use:poland-1939")


def played(game: str, seed: int, most: int, options: Mapping[str, bool] | None = None) -> Iterator[Game]:
    """The same game before each pick, and at its end."""
    rng, playing = Random(seed), Game(numbering_of(game, options), str(seed))
    for _ in range(most):
        yield playing
        if playing.ask is None:
            return
        playing.pick(rng.choice(list(playing.offered)))
