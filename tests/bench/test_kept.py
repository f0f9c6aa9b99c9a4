"""Runs that are kept, and what is said of them later."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from sandtable.bench.kept import changes, keep, read
from sandtable.bench.rounds import YARDSTICK, Figure, Run
from sandtable.core.errors import BadData


def a_run(yardstick: float, figures: Mapping[str, Figure], noise: float = 0) -> Run:
    found = {"": {YARDSTICK: Figure(yardstick, noise)}, "gew:campaign": figures}
    return Run("0.2.0", "3.11.7", "a machine", {"compiled": found})


def test_a_run_is_kept_and_read_again(tmp_path: Path) -> None:
    run = a_run(1000, {"copy_us": Figure(4.5, 0.02)})
    keep(run, tmp_path / "kept.json")
    assert read(tmp_path / "kept.json") == run


@pytest.mark.parametrize(
    "bench", sorted(Path(__file__).parents[2].glob("docs/bench/*.json")), ids=lambda path: path.stem
)
def test_the_runs_of_the_releases_can_be_compared_with(bench: Path) -> None:
    run = read(bench)
    assert run.release == bench.stem
    for figures in run.ways.values():
        assert {"engine", "gew:campaign", "use:france-1940"} <= {*figures}


@pytest.mark.parametrize("said", [
    "[]", "{}", '{"sandtable": "1", "python": "3", "machine": "m", "ways": {"compiled": {}}}',
    '{"sandtable": "1", "python": "3", "machine": "m", "ways": {"compiled": {"": {"yardstick_per_s": [0, 0]}}}}',
    '{"sandtable": "1", "python": "3", "machine": "m", "ways": {"compiled": {"": {"yardstick_per_s": "fast"}}}}',
    '{"sandtable": "1", "python": "3", "machine": "m", "ways": [1]}',
])  # fmt: skip
def test_another_file_is_refused(tmp_path: Path, said: str) -> None:
    (tmp_path / "kept.json").write_text(said)
    with pytest.raises(BadData, match="expected a run as"):
        read(tmp_path / "kept.json")


def test_a_figure_is_compared_by_what_is_better_of_it() -> None:
    then = a_run(1000, {"copy_us": Figure(6, 0), "decisions_per_s": Figure(100, 0)})
    now = a_run(1000, {"copy_us": Figure(3, 0), "decisions_per_s": Figure(200, 0), "games_per_s": Figure(1, 0)})
    assert [(change.name, change.ratio, change.verdict) for change in changes(then, now)] == [
        ("decisions_per_s", 2.0, "faster"),
        ("copy_us", 2.0, "faster"),
    ]


def test_a_faster_machine_is_taken_out() -> None:
    then, now = a_run(1000, {"copy_us": Figure(6, 0)}), a_run(2000, {"copy_us": Figure(3, 0)})
    (change,) = changes(then, now)
    assert (change.ratio, change.verdict, change.is_lost) == (1.0, "as it was", False)


def test_of_runs_made_in_turn_on_one_machine_nothing_is_taken_out() -> None:
    then, now = a_run(1000, {"copy_us": Figure(6, 0)}), a_run(2000, {"copy_us": Figure(3, 0)})
    (change,) = changes(replace(then, beside="in turn"), replace(now, beside="in turn"))
    assert change.ratio == 2.0


def test_the_noise_of_the_yardstick_counts_too() -> None:
    then, now = a_run(1000, {"copy_us": Figure(10, 0)}, noise=0.2), a_run(1000, {"copy_us": Figure(12, 0)})
    (change,) = changes(then, now)
    assert (change.noise, change.verdict) == (0.2, "as it was")


@pytest.mark.parametrize(
    ("took", "noise", "verdict", "lost"),
    [
        (10.2, 0, "as it was", False),
        (10.8, 0, "slower", False),
        (11.5, 0.08, "slower", False),
        (11.0, 0.12, "as it was", False),
        (12.0, 0, "too slow", True),
    ],
)
def test_n32_what_is_lost_beyond_the_noise_and_a_tenth_is_too_much(
    took: float, noise: float, verdict: str, lost: bool
) -> None:
    then, now = a_run(1000, {"copy_us": Figure(10, 0)}), a_run(1000, {"copy_us": Figure(took, noise)})
    (change,) = changes(then, now)
    assert (change.verdict, change.is_lost) == (verdict, lost)


def test_what_was_not_measured_then_is_left_out() -> None:
    now = a_run(1000, {"copy_us": Figure(3, 0)})
    assert list(changes(a_run(1000, {}), now)) == []
    assert json.dumps(now.plain())
