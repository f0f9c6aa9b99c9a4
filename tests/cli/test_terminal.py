"""A real terminal: two players at one screen, the tab key, the bar of computers that play alone."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")
fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

pytestmark = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
SANDTABLE = str(Path(sys.executable).with_name("sandtable"))
GAME = "gew:north-africa-1941"
INTERRUPT = "\x03"
PATIENCE = 6  # seconds without a sign
WIPED = "\x1b[2J\x1b[3J\x1b[H"


def terminal(words: list[str], keys: list[str], at: Path, until: str = "> ") -> tuple[int, str]:
    """Exit code and all that a terminal of 80 columns is sent; each of `keys` is typed when the prompt has come."""
    child, ours = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, b"\x28\x00\x50\x00\x00\x00\x00\x00")  # 40 lines of 80
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever began the tests may have set it aside
        os.chdir(at)
        environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
        os.execve(SANDTABLE, [SANDTABLE, *words], environment | {"TERM": "xterm", "NO_COLOR": "1"})
    shown, since, left, silent = "", 0, list(keys), 0
    while True:
        if not select.select([ours], [], [], PATIENCE)[0]:
            silent += 1
            if silent == 20:
                os.kill(child, signal.SIGKILL)
            elif keys[-1:] == [INTERRUPT] and not left:  # one that comes while the terminal changes its mode is lost
                os.write(ours, INTERRUPT.encode())
            continue
        try:
            part, silent = os.read(ours, 65536), 0
        except OSError:  # Linux says so when the other end is closed
            part = b""
        if not part:
            break
        shown += part.decode(errors="replace")
        while left and (found := re.search(until, shown[since:])):
            since += found.end()
            os.write(ours, left.pop(0).encode())
    os.close(ours)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown


def test_two_players_share_a_screen_that_shows_each_only_his_own(tmp_path: Path) -> None:
    words = ["play", GAME, "--seed", "1", "--option", "automatic_setup"]
    keys = ["keep\n", "end\n", "\n", "units\n", "ke\t\n", "quit\n"]
    code, shown = terminal(words, keys, tmp_path, until="axis> |allied> |nobody else looks.")
    assert code == 0
    axis, pass_on, allied = shown.partition(">>> Pass the keyboard to the Allied player.")
    assert pass_on
    assert axis.removesuffix("\x1b[1m").endswith(WIPED)
    assert allied.count(WIPED) == 1
    assert "Axis: +5 MP" in axis
    assert "bri_meaf" in allied
    assert "ger_lf2" not in allied
    assert "What are mobilization points spent on?" in allied  # the tab key has made `keep` of `ke`
    assert (tmp_path / "gew-north-africa-1941.game").exists()


def test_no_line_of_a_prompt_is_wider_than_the_screen(tmp_path: Path) -> None:
    words = ["play", GAME, "--seed", "1", "--option", "automatic_setup", "--allied", "random"]
    _, shown = terminal(words, ["keep\n", "end\n", "end\n", "march\n", "map\n", "?\n", "quit\n"], tmp_path, "axis> ")
    lines = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown.split("digest")[0]).splitlines()
    assert len(lines) > 50
    assert max(map(len, lines)) <= 80


def test_an_interrupt_leaves_and_keeps_the_record(tmp_path: Path) -> None:
    words = ["play", GAME, "--seed", "1", "--option", "automatic_setup", "--allied", "random"]
    code, shown = terminal(words, ["keep\n", INTERRUPT], tmp_path, "axis> ")
    assert (code, "play on: sandtable play gew-north-africa-1941.game --allied random" in shown) == (0, True)


def test_computers_alone_show_how_far_they_are(tmp_path: Path) -> None:
    code, shown = terminal(["play", GAME, "--axis", "random", "--allied", "random", "--seed", "1"], [], tmp_path)
    assert code == 0
    assert re.search(r"turn \d, \w+.* answers", shown)
    assert "victory points" in shown


def test_a_sweep_interrupted_shows_what_is_known(tmp_path: Path) -> None:
    words = ["sweep", GAME, "--set", "automatic_setup=yes", "--games", "999", "--players", "random", "random"]
    code, shown = terminal(words, [INTERRUPT], tmp_path, until=r"[1-9]\d*/999")
    assert code == 130
    assert re.search(r"\n +yes +\d+ +\d+ +\d+ +\d+\.\d% ", shown)
    assert "Traceback" not in shown
    assert re.search(r"stopped after \d+ of 999 games\r\n$", shown)
