"""Matches: seeded, with the sides swapped, the same on however many processes, told with honest intervals."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from sandtable.core.errors import BadInput
from sandtable.core.rules import Side
from sandtable.players import PLAYERS
from sandtable.players.match import Pairing, Played, play_game, play_match, tally, wilson

SANDTABLE = str(Path(sys.executable).with_name("sandtable"))
FORD = Pairing("toy:ford", ("greedy", "random"), "1", {})
PATIENCE = 60  # seconds without a sign
DESERT = ("match", "gew:north-africa-1941", "greedy", "random", "--games", "4", "--seed", "1")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([SANDTABLE, *words], capture_output=True, encoding="utf-8", check=False)


def test_the_same_match_is_played_again_and_another_seed_plays_another() -> None:
    assert play_match(FORD, 6, 1) == play_match(FORD, 6, 1)
    assert play_match(FORD, 6, 1) != play_match(FORD._replace(seed="2"), 6, 1)


def test_a_match_ends_alike_on_one_process_and_on_two() -> None:
    assert play_match(FORD, 6, 1) == play_match(FORD, 6, 2)


def test_sides_are_swapped_in_every_other_game() -> None:
    assert [played.side for played in play_match(FORD, 4, 1)] == [0, 1, 0, 1]


def test_a_game_and_its_swapped_twin_have_the_same_dice_and_players() -> None:
    """A player against itself plays the same game twice, and what one side wins the other loses."""
    one, twin = (play_game(FORD._replace(players=("random", "random")), nth) for nth in (2, 3))
    assert one.length == twin.length
    assert (one.result, one.points) == (-twin.result, -twin.points)


def test_whoever_watches_hears_of_each_game_in_order() -> None:
    heard: list[Played] = []
    assert play_match(FORD, 4, 2, heard.append) == heard


def test_games_are_added_up() -> None:
    games = [Played(Side(0), 1, 5.0, 10, 2), Played(Side(1), -1, -3.0, 20, 3), Played(Side(0), 0, 1.0, 30, 4)]
    found = tally(games)
    assert (found.wins, found.draws, found.losses, found.games) == (1, 1, 1, 3)
    assert (found.points, found.length, found.turns) == (1.0, 20.0, 3.0)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (190, 200, 0.9104, 0.9726)],
)
def test_intervals_are_wilsons(wins: int, games: int, low: float, high: float) -> None:
    """The published values of the score interval."""
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize("games", [0, 1, 7, -2])
def test_a_match_that_cannot_swap_sides_is_refused(games: int) -> None:
    with pytest.raises(BadInput, match="an even number of games"):
        play_match(FORD, games, 1)


def test_no_processes_play_no_match() -> None:
    with pytest.raises(BadInput, match="1 or more"):
        play_match(FORD, 2, 0)


def test_greedy_beats_random_in_the_desert() -> None:
    pairing = Pairing("gew:north-africa-1941", ("greedy", "random"), "1", {"automatic_setup": True})
    found = tally(play_match(pairing, 8, 2))
    assert (found.wins, found.losses) == (8, 0)
    assert found.points > 5


def test_greedy_sets_up_by_itself() -> None:
    pairing = Pairing("gew:north-africa-1941", ("greedy", "random"), "1", {"automatic_setup": False})
    assert tally(play_match(pairing, 4, 2)).losses == 0


def test_a_match_is_a_table_of_the_first_players_results() -> None:
    done = run(*DESERT)
    assert done.returncode == 0, done.stderr
    assert "greedy against random  North Africa, 1941  seed 1" in done.stdout
    assert [line.split()[:2] for line in done.stdout.splitlines()[2:5]] == [
        ["as", "axis"],
        ["as", "allied"],
        ["all", "4"],
    ]
    assert "95 % interval" in done.stdout


def test_a_match_for_programs() -> None:
    found = json.loads(run(*DESERT, "--json", "--processes", "1").stdout)
    assert found["game"] == "gew:north-africa-1941"
    assert found["options"] == {"automatic_setup": True}
    assert [each["games"] for each in found["results"].values()] == [2, 2, 4]
    assert found == json.loads(run(*DESERT, "--json", "--processes", "2").stdout)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["gew:nowhere", "greedy", "random"], "no scenario nowhere"),
        (["nothing", "greedy", "random"], "no system is called nothing"),
        (["gew", "greedy", "napoleon"], "no player is called napoleon"),
        (["gew", "human", "random"], "a match is between computer players"),
        (["gew", "greedy", "random", "--games", "3"], "an even number of games"),
        (["gew", "greedy", "random", "--option", "snow"], "--option snow"),
        (["gew", "greedy", "random", "--processes", "-1"], "processes"),
    ],
)
def test_a_match_that_cannot_be_is_refused_in_one_sentence(words: list[str], said: str) -> None:
    done = run("match", *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr


HELD = """
import os, signal, sys
from sandtable.players.match import side_by_side

def held(fifo):
    os.write(os.open(fifo, os.O_WRONLY), b".")
    signal.pause()

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    list(side_by_side(held, sys.argv[1:] * 2, 2))
"""


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGKILL"])
def test_processes_end_with_the_one_that_began_them(name: str, tmp_path: Path) -> None:
    """Each holds a pipe open, whose end is read when the last of them has gone."""
    script, fifo = tmp_path / "held.py", tmp_path / "fifo"
    script.write_text(HELD)
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(reader, True)
    begun = subprocess.Popen(
        [sys.executable, str(script), str(fifo)], stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        at_work = b""
        while at_work != b"..":
            assert select.select([reader], [], [], PATIENCE)[0]
            at_work += os.read(reader, 1)
        begun.send_signal(getattr(signal, name))
        assert select.select([reader], [], [], PATIENCE)[0], "a process goes on"
        assert os.read(reader, 1) == b""
    finally:
        begun.kill()
        with suppress(ProcessLookupError):  # nobody is left
            os.killpg(begun.pid, signal.SIGKILL)
        begun.wait()
        os.close(reader)


def test_the_help_of_matches_names_every_computer_player() -> None:
    """It spoke of random and greedy."""
    shown = run("match", "--help").stdout
    assert not [name for name in PLAYERS if name not in shown]
