"""Random play in every scenario's environment: steps a second of one core, with and without observations.

python examples/random_play.py [seconds] [system:scenario ...]
"""

from __future__ import annotations

import sys
import time
from random import Random

try:
    import numpy as np

    from sandtable.core.system import codes, find
    from sandtable.env import aec_env
    from sandtable.env.aec import WargameAEC
except ModuleNotFoundError as error:
    print(f"{error.name} is not installed; pip install 'sandtable[env]' adds it", file=sys.stderr)
    sys.exit(2)


def with_observations(env: WargameAEC, seconds: float) -> tuple[float, int]:
    """Steps a second as PettingZoo plays, and how many games were played to their end."""
    rng, steps, games, begun = np.random.default_rng(1), 0, 0, time.process_time()
    env.reset(seed=1)
    while time.process_time() - begun < seconds:
        seen, _, terminated, _, _ = env.last()
        if terminated:
            games += 1
            env.reset()
        else:
            env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
            steps += 1
    return steps / (time.process_time() - begun), games


def without(env: WargameAEC, seconds: float) -> float:
    """Steps a second of the game beneath, of which nobody is shown anything."""
    rng, steps, begun = Random(1), 0, time.process_time()
    env.reset(seed=1)
    while time.process_time() - begun < seconds:
        if env.episode.terminated:
            env.reset()
        else:
            env.episode.pick(rng.choice(list(env.episode.game.offered)))
            steps += 1
    return steps / (time.process_time() - begun)


def main(seconds: float = 3.0, *games: str) -> None:
    shipped = [f"{code}:{info.name}" for code in codes() for info in find(code).scenarios()]
    print(f"{'scenario':24}{'picks':>7}{'observed':>10}{'steps/s':>9}{'without':>9}{'games':>7}")
    for game in games or shipped:
        env = aec_env(game)
        bare = without(env, seconds)
        steps, ended = with_observations(env, seconds)
        print(f"{game:24}{env.numbering.size:7}{env.sight.size:10}{steps:9.0f}{bare:9.0f}{ended:7}", flush=True)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]), *sys.argv[2:])
