"""The board, the counters, and where they begin: scenarios/*.toml."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sandtable.core.board import Board
from sandtable.core.counters import Columns, Counters
from sandtable.core.setups import SetUp, SetUpFile, read_all

FOLDER = Path(__file__).parent
SCHEMA: Columns = {
    "side": ("red", "blue"), "name": "word", "attack": "number", "defence": "number", "move": "number",
}  # fmt: skip


@cache
def board_and_counters() -> tuple[Board, Counters]:
    return Board.load(FOLDER / "board.json"), Counters.load(FOLDER / "counters.csv", SCHEMA)


@cache
def setups() -> dict[str, SetUp]:
    """The ford first."""
    found = read_all(FOLDER / "scenarios", read_setup)
    return dict(sorted(found.items(), key=lambda each: each[0] != "ford"))


def read_setup(path: Path) -> SetUp:
    source = SetUpFile(path, "at*")
    source.board, source.counters = board_and_counters()
    return SetUp(**source.head(), at=dict(source.placed()))
