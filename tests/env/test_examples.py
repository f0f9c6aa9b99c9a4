"""The examples of environments run as they are printed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

EXAMPLES = Path(__file__).parents[2] / "examples"


def said(tmp_path: Path, name: str, *words: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path).stdout


def test_random_play_tells_its_steps(tmp_path: Path) -> None:
    *_, line = said(tmp_path, "random_play.py", "0.2", "use:poland-1939").splitlines()
    assert line.startswith("use:poland-1939")
    assert float(line.split()[3]) > 10


@pytest.mark.long
def test_the_learner_learns_and_draws_its_curve(tmp_path: Path) -> None:
    told = said(tmp_path, "learn.py", "1", "1", "use:poland-1939")
    assert "steps/s" in told
    assert (tmp_path / "learning.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "learning.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["random_play.py", "learn.py"])
@pytest.mark.parametrize("missing", ["numpy", "gymnasium"])
def test_without_the_extra_an_example_says_what_adds_it(tmp_path: Path, name: str, missing: str) -> None:
    (tmp_path / f"{missing}.py").write_text(f"raise ModuleNotFoundError(name={missing!r})", encoding="utf-8")
    command, env = [sys.executable, str(EXAMPLES / name)], {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=env)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{missing} is not installed; pip install 'sandtable[env]' adds it\n"
