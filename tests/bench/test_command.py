"""The command: what it shows and keeps, and how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from sandtable.bench.kept import keep, read
from sandtable.bench.rounds import YARDSTICK, Figure, Run
from sandtable.cli import figures
from sandtable.core.errors import BadData, BadInput


def slower(times: float, release: str = "0.3.0") -> Run:
    found = {"": {YARDSTICK: Figure(1000, 0)}, "toy:duel": {"copy_us": Figure(4 * times, 0)}}
    return Run(release, "3.11.7", "a machine", {"plain": found})


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    keep(slower(1, "0.2.0"), tmp_path / "0.2.0.json")
    return tmp_path / "0.2.0.json"


def compared(monkeypatch: pytest.MonkeyPatch, now: Run, kept: Path, into: Path | None = None) -> int:
    monkeypatch.setattr(figures, "measured", lambda *_: now)
    try:
        figures.bench(["toy:duel"], 3, into, kept, False, False)
    except typer.Exit as ended:
        return ended.exit_code
    return 0


def test_n32_a_run_that_is_a_tenth_slower_than_a_release_ends_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    assert compared(monkeypatch, slower(1.05), kept) == 0
    assert "1 figures compared: 0 slower" in capsys.readouterr().out
    assert compared(monkeypatch, slower(1.3), kept) == 1
    assert "too slow" in capsys.readouterr().out


def test_what_was_measured_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kept: Path) -> None:
    compared(monkeypatch, slower(1.0), kept, tmp_path / "now.json")
    assert read(tmp_path / "now.json") == slower(1.0)


def test_what_is_no_run_is_not_written_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kept: Path) -> None:
    mine = tmp_path / "mine.game"
    mine.write_text("a game")
    with pytest.raises(BadData):
        compared(monkeypatch, slower(1.0), kept, mine)
    assert mine.read_text() == "a game"
    compared(monkeypatch, slower(1.0), kept, kept)
    assert read(kept).release == "0.3.0"


def test_nothing_is_compared_of_which_the_noise_is_not_known_or_that_was_not_measured(kept: Path) -> None:
    with pytest.raises(BadInput, match="2 rounds do not tell the noise"):
        figures.bench(["toy:duel"], 2, None, kept, False, False)
    with pytest.raises(BadInput, match="the run that was kept has none of use:poland-1939"):
        figures.bench(["use:poland-1939"], 3, None, kept, False, False)


def test_a_profile_is_only_shown(kept: Path) -> None:
    with pytest.raises(BadInput, match="leave the other option out"):
        figures.bench(["toy:duel"], 3, kept, None, True, False)
