"""Bots of others on the ladder: the bot of docs/protocol.md plays a game against one of our players."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from sandtable.core.errors import BadInput
from sandtable.farm.jobs import Job, checked, play
from sandtable.players.match import Pairing

ROOT = Path(__file__).parents[2]
BOT = f"bot:{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'examples' / 'bot.py'))}"
FAITHFUL = f"bot:{shlex.quote(sys.executable)} {shlex.quote(str(Path(__file__).with_name('faithful.py')))}"


@pytest.mark.parametrize("theirs", [0, 1])
def test_the_bot_of_the_documentation_plays_on_the_ladder(theirs: int) -> None:
    players = ("officer", BOT) if theirs else (BOT, "officer")
    done = play(Job("gew:north-africa-1941", (("automatic_setup", True),), players, "1 0"))
    assert done.timed.played.result == (1 if theirs else -1)
    spent = done.timed.spent
    assert spent[0].answers + spent[1].answers == done.timed.played.length
    assert min(each.seconds for each in spent) > 0
    assert spent[theirs].cpu > 0


def test_a_hosted_game_has_the_dice_and_the_player_of_any_other() -> None:
    """A bot that answers the first pick of everything, and a player of ours: played twice, the same game."""
    one, two = (play(Job("toy:ford", (), ("officer", FAITHFUL), "3 1")) for _ in range(2))
    assert one.timed.played == two.timed.played


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("raise SystemExit('I give up')", "ended with code 1 before the game was over: I give up"),
        ("", "ended with code 0 before the game was over"),
    ],
)
def test_a_bot_that_leaves_is_told_of(code: str, said: str) -> None:
    bot = f"bot:{shlex.quote(sys.executable)} -c {shlex.quote(code)}"
    with pytest.raises(BadInput, match=said):
        play(Job("toy:ford", (), (bot, "random"), "1 0"))


@pytest.mark.parametrize(("name", "said"), [("bot:", "named by the command"), ("bot:'python", "No closing quotation")])
def test_a_bot_without_a_command_is_refused_before_any_game(name: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        checked(Pairing("toy:ford", ("random", name), "1", {}))
