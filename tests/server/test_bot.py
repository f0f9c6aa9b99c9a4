"""The example of docs/protocol.md: a bot in forty lines plays a whole game over the wire."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

from served import serving

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def test_the_bot_is_short() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 40


def test_the_bot_plays_a_whole_game(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        bot = runpy.run_path(str(BOT))
        assert bot["play"](server.address, bot["make"](server.address, "toy:ford", "red", "blue"))
        command = [sys.executable, str(BOT), server.address, "gew:north-africa-1941", "allied", "axis"]
        told = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        assert told.returncode == 0, told.stderr
        assert "victory points" in told.stdout
