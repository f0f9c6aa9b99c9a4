"""What is measured, how often, and which of it counts."""

from __future__ import annotations

import sys

import pytest

from sandtable.bench.profile import profiled
from sandtable.bench.rounds import ENGINE, FIGURES, YARDSTICK, Figure, Way, chosen, measure, measured
from sandtable.core.errors import BadInput


def test_the_best_counts_and_the_middle_one_tells_the_noise() -> None:
    assert Figure.of("copy_us", [4.0, 5.0, 8.0]) == Figure(4.0, 0.25)
    assert Figure.of("games_per_s", [4.0, 5.0, 8.0]) == Figure(8.0, 0.375)


def test_a_word_means_a_scenario_or_all_of_a_family() -> None:
    assert chosen(["engine", "use:france-1940"]) == [ENGINE, "use:france-1940"]
    assert chosen(["gew"]) == ["gew:campaign", "gew:barbarossa", "gew:north-africa-1941"]
    everything = chosen([])
    assert everything[0] == ENGINE
    assert {"gew:campaign", "use:poland-1939"} <= {*everything}


def test_what_cannot_be_measured_is_refused_with_what_can() -> None:
    with pytest.raises(BadInput, match=r"chess is not measured: expected a system or one of engine, .*gew:campaign"):
        chosen(["chess"])


def test_every_figure_of_a_game_is_declared() -> None:
    found = measure(["use:poland-1939"])
    assert found[""][YARDSTICK] > 0
    assert (
        {"decisions_per_s", "rolled_turns_per_s", "copy_us", "undo_us", "supply_us", "attack_odds_ms"}
        | {"question_us", "draft_us", "answer_us"}
        <= {*found["use:poland-1939"]}
        <= {*FIGURES}
    )


@pytest.mark.long
def test_ways_are_measured_in_turn_each_round_in_a_process_of_its_own() -> None:
    told: list[str] = []
    plain = {"SANDTABLE_PLAIN": "1"}
    run = measured(
        ["toy:duel"], {"one": Way(sys.executable, plain), "other": Way(sys.executable, plain)}, 2, told.append
    )
    assert told == [f"round {nth} of 2, {way}: toy:duel" for nth in (1, 2) for way in ("one", "other")]
    assert all(figures["toy:duel"]["decisions_per_s"].best > 0 for figures in run.ways.values())


def test_a_profile_tells_layers_and_functions_whose_parts_are_of_one_whole() -> None:
    found = profiled("toy:duel")
    assert sum(line.part for line in found.layers) == pytest.approx(1)
    assert "core/sequence" in {line.name for line in found.layers}
    assert found.functions == sorted(found.functions, key=lambda line: -line.part)
