"""The tool that measures a server: it plays, and tells what it measured."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.long
def test_the_load_tool_measures_a_server() -> None:
    command = [sys.executable, str(ROOT / "tools" / "load.py"), "--games", "4", "--warm", "2", "--seconds", "5"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    told = re.search(r"(\d+) stored answers/s .* p99 [\d.]+ ms, .* 0 errors", done.stdout)
    assert told is not None, done.stdout + done.stderr
    assert int(told[1]) > 0
