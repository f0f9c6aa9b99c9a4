"""After the game at the terminal: luck and review of a record, for people and for programs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from sandtable.cli.curves import HEIGHT, Curve, plotted

SANDTABLE = str(Path(sys.executable).with_name("sandtable"))
RECORD = str(Path(__file__).parents[1] / "golden" / "gew-north-africa-1941.game")


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    told = {**os.environ, "COLUMNS": "80", **environment}
    return subprocess.run([SANDTABLE, *words], capture_output=True, encoding="utf-8", check=False, env=told)


def test_luck_tells_every_roll_a_curve_and_what_decided() -> None:
    said = run("luck", RECORD)
    assert said.returncode == 0, said.stderr
    lines = said.stdout.splitlines()
    assert lines[0] == "Luck  North Africa, 1941"
    assert lines[1].startswith("5 rolls; all in all the dice were worth ")
    assert "above: the dice were for Axis; below: for Allied; in points" in lines
    decided, every = lines.index("What decided"), lines.index("Every roll")
    assert sum("1d6 reads" in line for line in lines[decided:every]) == 3
    assert sum("1d6 reads" in line for line in lines[every:]) == 5
    assert any("16.7%" in line and "Axis  1d6 reads 3 (GEW 19.6)" in line for line in lines)
    assert max(map(cell_len, lines)) <= 80


def test_a_review_tells_curves_and_where_the_game_turned() -> None:
    said = run("review", RECORD)
    assert said.returncode == 0, said.stderr
    lines = said.stdout.splitlines()
    assert lines[:2] == ["Review  North Africa, 1941", "Axis victory: the Axis has 13 victory points, the Allies 0"]
    turned = lines.index("Where it turned")
    assert "3628 Cairo is taken by the Axis (GEW 6.1)" in lines[turned + 2]
    assert lines[-1] == f"sandtable replay {RECORD} --at {lines[turned + 2].split()[0]}"
    assert max(map(cell_len, lines[:-1])) <= 80


def test_programs_are_told_the_same_that_a_server_tells() -> None:
    luck = json.loads(run("luck", RECORD, "--json").stdout)
    assert set(luck) == {"sides", "since", "rolls", "decided"}
    assert luck["sides"] == ["axis", "allied"]
    assert (luck["rolls"][0]["chance"], luck["rolls"][0]["reads"]) == ("1/6", [3])
    review = json.loads(run("review", RECORD, "--json").stdout)
    assert set(review) == {"sides", "since", "points", "turning", "outcome"}
    assert set(review["points"][0]) == {"at", "turn", "when", "phase", "score", "estimate"}
    assert {"at", "side", "swing", "text", "rule"} < set(review["turning"][0])


@pytest.mark.parametrize("command", ["luck", "review"])
def test_a_bad_file_is_refused_as_a_replay_refuses_it(command: str, tmp_path: Path) -> None:
    nowhere, damaged = tmp_path / "nowhere.game", tmp_path / "damaged.game"
    damaged.write_text("{}\n", encoding="utf-8")
    for path in (nowhere, damaged, tmp_path):
        said, replayed = run(command, str(path)), run("replay", str(path))
        assert (said.returncode, said.stderr) == (replayed.returncode, replayed.stderr)
        assert said.returncode == 2
        assert len(said.stderr.splitlines()) == 1


@pytest.mark.parametrize("values", [[0.0], [0.0] * 3, [1.0, -2.0, 3.5], [-1.0], [float(nth % 7) for nth in range(500)]])
def test_a_curve_fits_whatever_it_shows(values: list[float]) -> None:
    for plain in (False, True):
        lines = plotted([Curve(values, "#", ("", ""), filled=True)], [1] * len(values), 80, plain)
        assert len(lines) == HEIGHT + 1
        assert max(line.cell_len for line in lines) <= 80
        assert not plain or all(line.plain.isascii() for line in lines)
        assert any("#" in line.plain for line in lines)
