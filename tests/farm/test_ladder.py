"""The ladder: round-robins in pairs, what is told of each player, and the document that grows with the games kept."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.core.rules import Side
from sandtable.farm.jobs import Done, Job
from sandtable.farm.kept import Kept
from sandtable.farm.ladder import is_better, meetings, round_robin, standings
from sandtable.farm.running import on_processes, run
from sandtable.players.match import Pairing, Played, Spent, Timed

SANDTABLE = str(Path(sys.executable).with_name("sandtable"))
FORD = Pairing("toy:ford", ("", ""), "", {})
LADDER = ("ladder", "officer", "random", "--games", "gew:north-africa-1941")


def ended(first: str, second: str, nth: int, result: int, turns: int = 2) -> Done:
    """A game as the first side sees it; whoever is called slow takes three seconds for it, others one."""
    spent = [Spent(5, 3.0 if name == "slow" else 1.0, 0.5) for name in (first, second)]
    played = Played(Side(0), result, 2.0 * result, 10, turns)
    return Done(Job("toy:ford", (), (first, second), f"1 {nth}"), Timed(played, (spent[0], spent[1])))


def pair(one: str, other: str, nth: int, as_first: int, as_second: int) -> list[Done]:
    """What the first of two came to with either side."""
    return [ended(one, other, nth, as_first), ended(other, one, nth, -as_second)]


def sandtable(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([SANDTABLE, *words], capture_output=True, encoding="utf-8", check=False)


def test_everybody_meets_everybody_with_both_sides_on_the_same_dice() -> None:
    jobs = round_robin(["random", "officer", "recruit"], [FORD], 2, "7")
    assert [(job.players, job.seed) for job in jobs[:6]] == [
        (("random", "officer"), "7 0"), (("officer", "random"), "7 0"),
        (("random", "recruit"), "7 0"), (("recruit", "random"), "7 0"),
        (("officer", "recruit"), "7 0"), (("recruit", "officer"), "7 0"),
    ]  # fmt: skip
    assert {job.seed for job in jobs[6:]} == {"7 1"}


def test_pairs_are_summed_up_as_the_first_player_sees_them() -> None:
    done = [*pair("good", "slow", 0, 1, 1), *pair("good", "slow", 1, 1, 0), *pair("good", "slow", 2, 1, -1)]
    (found,) = meetings(done, ["good", "slow"])
    assert found.players == ("good", "slow")
    assert found.shares == [1.0, 0.75, 0.5]
    assert found.counts == [0, 0, 1, 1, 1]
    assert found.score.mean == 0.75
    assert (found.as_side(Side(0)).mean, found.as_side(Side(1)).mean) == (1.0, 0.5)
    assert found.points == pytest.approx(1.0)


def test_the_other_player_scored_the_rest() -> None:
    done = [*pair("good", "slow", 0, 1, 1), *pair("good", "slow", 1, 1, 0)]
    ranked = standings(meetings(done, ["good", "slow"]))
    assert list(ranked) == ["good", "slow"]
    good, slow = ranked.values()
    assert good.score.mean + slow.score.mean == 1
    assert [side.mean for side in slow.sides] == [0.25, 0.0]  # it drew once, with the first side
    assert good.rating.elo == -slow.rating.elo > 0


def test_seconds_are_told_by_the_turn() -> None:
    ranked = standings(meetings(pair("good", "slow", 0, 1, 1)))
    assert (ranked["good"].seconds, ranked["slow"].seconds) == (0.5, 1.5)
    assert ranked["slow"].cpu == 0.25


def test_a_game_without_its_twin_tells_nothing() -> None:
    assert meetings(pair("a", "b", 0, 1, 1)[:1]) == []


def test_the_sequential_test_counts_whole_pairs() -> None:
    done = [each for nth in range(60) for each in pair("good", "bad", nth, 1, 1)]
    assert is_better(done, (0, 50)).better is True
    assert is_better(done, (0, 50)).ratio == is_better([*done, done[0]], (0, 50)).ratio
    assert is_better(done[:2], (0, 50)).better is None


def test_a_ladder_of_real_games_is_the_same_on_one_process_and_on_two() -> None:
    jobs = round_robin(["officer", "random"], [FORD], 3, "1")
    one, two = (meetings(run(jobs, on_processes(count), Kept())) for count in (1, 2))
    assert [(each.players, each.counts, each.points) for each in one] == [
        (each.players, each.counts, each.points) for each in two
    ]


def test_a_ladder_is_written_and_grows_with_the_games_that_are_kept(tmp_path: Path) -> None:
    write = tmp_path / "ladder.md"
    first = sandtable(*LADDER, "--pairs", "2", "--write", str(write))
    assert first.returncode == 0, first.stderr
    assert first.stdout.startswith("All games\nplayer")
    once = write.read_text(encoding="utf-8")
    assert "## gew:north-africa-1941, each two" in once
    assert "| officer against random | 100.0% " in once
    second = sandtable(
        "ladder", "recruit", "random", "--games", "gew:north-africa-1941", "--pairs", "1", "--write", str(write)
    )
    assert second.returncode == 0, second.stderr
    grown = write.read_text(encoding="utf-8")
    assert "| officer against random | 100.0% " in grown
    assert "| recruit against random |" in grown
    assert len((tmp_path / "ladder.csv").read_text(encoding="utf-8").splitlines()) == 1 + 4 + 2


def test_a_ladder_for_programs_tells_who_is_better_and_stops_early() -> None:
    found = json.loads(sandtable(*LADDER, "--pairs", "60", "--sprt", "0", "200", "--json").stdout)
    assert found["sprt"]["better"] is True
    (game,) = found["games"]
    (met,) = game["meetings"]
    assert met["pairs"] < 30
    assert sum(met["counts"]) == met["pairs"]
    assert found["players"]["officer"]["elo"] > 0 > found["players"]["random"]["elo"]
    assert set(found["players"]["officer"]) == {"elo", "margin", "score", "sides", "seconds", "cpu"}
