"""A learner in plain numpy: masked policy gradient, clipped as in PPO, on one side of a scenario against random moves.

python examples/learn.py [seconds] [seed] [system:scenario] [side]

Its policy is two tables: how gladly each pick is made when that slot is asked, and after that pick before it (or about
that unit). It plays at random, learns for a minute, plays again without learning, and draws what became of the margin
(learning.svg, learning.png).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

try:
    import numpy as np

    from sandtable.draw.raster import png
    from sandtable.draw.shapes import Disc, Line, Picture, Text
    from sandtable.draw.svg import svg
    from sandtable.env import gym_env
    from sandtable.env.gym import WargameGym
except ModuleNotFoundError as error:
    print(f"{error.name} is not installed; pip install 'sandtable[env]' adds it", file=sys.stderr)
    sys.exit(2)

BATCH = 4  # games that are learned from at a time
PASSES, CLIP, RATE = 2, 0.2, 0.3
CURIOUS = 0.02  # how much it is drawn to what it has not settled
FADES = 0.9  # what is gained a pick later counts so much less
SHAPING = 0.3  # what a point of the margin pays
TESTS = 100  # games that are played without learning


class Choice(NamedTuple):
    """One pick: what was asked, what had been picked before, what was offered, and what was made of it."""

    slot: int
    last: int
    offered: np.ndarray
    nth: int
    chance: float


class Policy:
    def __init__(self, env: WargameGym, rng: np.random.Generator) -> None:
        parts, size = env.sight.parts, env.numbering.size
        self.slots, self.picks, self.units, self.rng = parts["slot"], parts["picked"], parts["about_units"], rng
        self.first_unit = env.numbering.units
        self.by_slot = np.zeros((self.slots.stop - self.slots.start, size), np.float32)
        self.by_last = np.zeros((size + 1, size), np.float32)
        self.usual = np.zeros(len(self.by_slot))  # what is gained after such a question, on average

    def chances(self, slot: int, last: int, offered: np.ndarray) -> np.ndarray:
        wish = self.by_slot[slot, offered] + self.by_last[last, offered]
        grown = np.exp(wish - wish.max())
        return grown / grown.sum()

    def choose(self, seen: dict[str, np.ndarray]) -> Choice:
        array = seen["observation"]
        slot, picked, about = int(array[self.slots].argmax()), array[self.picks], array[self.units]
        last = int(picked.argmax()) if picked.any() else len(picked)
        if about.any() and not picked.any():
            last = self.first_unit + int(about.argmax())
        offered = np.flatnonzero(seen["action_mask"])
        chances = self.chances(slot, last, offered)
        nth = min(int(chances.cumsum().searchsorted(self.rng.random())), len(offered) - 1)
        return Choice(slot, last, offered, nth, float(chances[nth]))

    def learn(self, choices: list[Choice], gained: np.ndarray) -> None:
        slots = np.array([choice.slot for choice in choices])
        better = gained - self.usual[slots]
        np.add.at(self.usual, slots, 0.01 * better)
        better /= better.std() + 1e-6
        for _ in range(PASSES):
            for at in self.rng.permutation(len(choices)):
                slot, last, offered, nth, before = choices[at]
                chances = self.chances(slot, last, offered)
                ratio, worth = chances[nth] / before, better[at]
                if ratio > 1 + CLIP if worth > 0 else ratio < 1 - CLIP:
                    continue  # it has moved far enough
                step = -chances * (RATE * worth * ratio)
                step[nth] += RATE * worth * ratio
                logs = np.log(chances + 1e-9)
                step -= CURIOUS * chances * (logs - (chances * logs).sum())  # towards trying all
                self.by_slot[slot, offered] += step
                self.by_last[last, offered] += step


class Played(NamedTuple):
    choices: list[Choice]
    paid: list[float]
    won: int  # 1, 0 or -1
    margin: float


def play(env: WargameGym, choose: Callable[[dict[str, np.ndarray]], Choice], seed: int) -> Played:
    choices, paid, over = list[Choice](), list[float](), False
    seen, _ = env.reset(seed=seed)
    while not over:
        choice = choose(seen)
        seen, reward, over, _, _ = env.step(choice.offered[choice.nth])
        choices.append(choice)
        paid.append(float(reward))
    game = env.episode.game
    winner = game.outcome.winner if game.outcome is not None else None
    margin = game.scenario.system.standing.margin(game.state, env.side)
    return Played(choices, paid, 0 if winner is None else 1 if winner == env.side else -1, margin)


def to_come(paid: list[float]) -> np.ndarray:
    """At each pick, what is paid from then on."""
    found, later = np.zeros(len(paid)), 0.0
    for nth in reversed(range(len(paid))):
        found[nth] = later = paid[nth] + FADES * later
    return found


def tested(name: str, env: WargameGym, policy: Policy) -> None:
    games = [play(env, policy.choose, 10**6 + seed) for seed in range(TESTS)]
    won, lost = (sum(game.won == result for game in games) for result in (1, -1))
    margin = np.array([game.margin for game in games])
    error = margin.std() / np.sqrt(TESTS)
    print(f"{name}: {won} won, {lost} lost of {TESTS}; margin {margin.mean():+.2f} ± {error:.2f}")


def curve(title: str, points: list[tuple[int, float]]) -> Picture:
    """A disc for the margin of each few games, a line for what that comes to on average."""
    wide, high, left, top, window = 600.0, 300.0, 50.0, 50.0, 10
    xs, ys = zip(*points, strict=True)
    low, up = min(0.0, *ys), max(0.0, *ys) + 1e-9

    def at(x: float, y: float) -> tuple[float, float]:
        return left + wide * x / xs[-1], top + high * (up - y) / (up - low)

    means = [float(np.mean(ys[max(0, nth - window) : nth + window + 1])) for nth in range(len(ys))]
    return Picture(left + wide + 30, top + high + 40, "#fbf9f3", (
        Text(left, 24, title, 16, "#2b2a27", "bold", "start"),
        *(Line((at(0, y), at(xs[-1], y)), "#8a857a", 0.8, (3, 3)) for y in (low, 0.0, up)),
        *(Text(left - 8, at(0, y)[1] + 4, f"{y:+.1f}", 13, "#8a857a", anchor="end") for y in (low, 0.0, up)),
        *(Disc(*at(x, y), 2, "#8a857a") for x, y in points),
        Line(tuple(at(x, y) for x, y in zip(xs, means, strict=True)), "#2f5d8a", 2.5),
        Text(left + wide, top + high + 24, f"{xs[-1]} games", 13, "#8a857a", anchor="end"),
    ))  # fmt: skip


def main(seconds: float = 60, seed: int = 1, game: str = "gew:north-africa-1941", side: str = "axis") -> None:
    env = gym_env(game, side=side, opponent="random", shaping=SHAPING)
    policy = Policy(env, np.random.default_rng(seed))
    tested("before, at random", env, policy)
    begun, steps, games = time.perf_counter(), 0, 0
    points: list[tuple[int, float]] = []
    while time.perf_counter() - begun < seconds:
        batch = [play(env, policy.choose, games + nth) for nth in range(BATCH)]
        choices = [choice for each in batch for choice in each.choices]
        policy.learn(choices, np.concatenate([to_come(each.paid) for each in batch]))
        games, steps = games + BATCH, steps + len(choices)
        points.append((games, float(np.mean([each.margin for each in batch]))))
    took = time.perf_counter() - begun
    print(f"learned from {games} games, {steps} picks in {took:.0f} s: {steps / took:.0f} steps/s")
    tested("after", env, policy)
    picture = curve(f"{game}: margin of the {side} against random moves", points)
    Path("learning.svg").write_text(svg(picture, own_fonts=False), encoding="utf-8")
    Path("learning.png").write_bytes(png(picture))


if __name__ == "__main__":
    main(*(read(word) for read, word in zip((float, int, str, str), sys.argv[1:], strict=False)))
