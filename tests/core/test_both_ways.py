"""The frame (flow, decisions, states) in plain Python: its tests and golden games, where it is compiled."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import both_ways

FRAME = [f"tests/core/test_{what}.py" for what in ("flow", "decisions", "sequence", "state", "columns")]
PLAYED = ["tests/golden/test_rules_versions.py", "-k", "toy or use"]


@pytest.mark.parametrize("what", [FRAME, PLAYED], ids=["the frame", "games"])
def test_plain_python_does_the_same(what: list[str]) -> None:
    if not both_ways.extension_of("sandtable.core.flow") or os.environ.get("SANDTABLE_PLAIN"):
        pytest.skip("this is plain Python")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *what]
    said = subprocess.run(command, env={**os.environ, "SANDTABLE_PLAIN": "1"}, capture_output=True, text=True)
    assert not said.returncode, said.stdout
    assert " passed" in said.stdout
