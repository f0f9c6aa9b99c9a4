"""Tuning: numbers are found with which a made-up game is even, by either method, alike for the same seed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from math import exp
from pathlib import Path
from random import Random

import pytest

from sandtable.farm.tuning import METHODS, Bounds, off, tuned
from sandtable.players.match import Tally

SANDTABLE = str(Path(sys.executable).with_name("sandtable"))
WHERE = {"will": Bounds(0, 40), "points": Bounds(10, 20)}


def games(setting: Mapping[str, int], count: int = 60) -> Tally:
    """Even where will is 29 and points are 12, and wherever one makes up for the other."""
    chance, rng = 1 / (1 + exp((setting["will"] - 29) / 3 + (setting["points"] - 12) / 2)), Random(str(setting))
    wins = sum(rng.random() < chance for _ in range(count))
    return Tally(wins, 0, count - wins, 0.0, 1.0, 1.0)


def tried_by(method: str, seed: str = "1") -> list[Mapping[str, int]]:
    if method == "cma":
        pytest.importorskip("cma", reason='CMA-ES is in the extra "farm"')
    seen: list[Mapping[str, int]] = []

    def tried(settings: Sequence[Mapping[str, int]]) -> list[float]:
        seen.extend(settings)
        return [off(games(setting), 0.5) for setting in settings]

    tuned(WHERE, method, 15, seed, tried)
    return seen


@pytest.mark.parametrize("method", METHODS)
def test_an_even_setting_is_found(method: str) -> None:
    best = min(tried_by(method), key=lambda setting: off(games(setting), 0.5))
    found = games(best, 4000)
    assert 0.4 < found.wins / found.games < 0.6


@pytest.mark.parametrize("method", METHODS)
def test_the_same_seed_tries_the_same_settings_within_the_bounds(method: str) -> None:
    seen = tried_by(method)
    assert seen == tried_by(method)
    assert seen != tried_by(method, "2")
    assert all(0 <= each["will"] <= 40 and 10 <= each["points"] <= 20 for each in seen)


@pytest.mark.parametrize("method", METHODS)
def test_one_number_is_enough(method: str) -> None:
    if method == "cma":
        pytest.importorskip("cma", reason='CMA-ES is in the extra "farm"')
    best = 1.0

    def tried(settings: Sequence[Mapping[str, int]]) -> list[float]:
        nonlocal best
        found = [((each["will"] - 31) / 40) ** 2 for each in settings]
        best = min(best, *found)
        return found

    tuned({"will": Bounds(0, 40)}, method, 12, "1", tried)
    assert best < 0.003


def test_draws_count_against_a_setting() -> None:
    """Half the games won by either side is even; all of them drawn is not."""
    assert off(Tally(5, 0, 5, 0.0, 1.0, 1.0), 0.5) == 0
    assert off(Tally(4, 2, 4, 0.0, 1.0, 1.0), 0.5) == 0
    assert off(Tally(0, 10, 0, 0.0, 1.0, 1.0), 0.5) > off(Tally(7, 0, 3, 0.0, 1.0, 1.0), 0.5)


@pytest.mark.long
def test_tuning_is_typed(tmp_path: Path) -> None:
    words = ("use:poland-1939", "--set", "poland_will=1..200", "--players", "officer", "random", "--rounds", "1")
    report = tmp_path / "tuned.html"
    done = subprocess.run(
        [SANDTABLE, "farm", "tune", *words, "--games", "2", "--json", "--report", str(report)],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [each["set"]["poland_will"] for each in found["results"]] == [41, 100, 160]
    assert found["best"]["games"] == 4
    assert "on dice of its own" in report.read_text(encoding="utf-8")
