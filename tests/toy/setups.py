"""The board, the counters, and where they begin: scenarios/*.toml."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sandtable.core.board import Board
from sandtable.core.counters import Columns, Counters
from sandtable.core.faces import Faces
from sandtable.core.rules import UnitId
from sandtable.core.setups import SetUp, SetUpFile, read_all
from toy.state import MODES, SUPPLY

FOLDER = Path(__file__).parent
FACTORS: Columns = {"attack": "number", "defence": "number", "move": "number"}
SCHEMA: Columns = {"side": ("red", "blue"), "name": "word", **FACTORS}


@dataclass(frozen=True, eq=False, kw_only=True)
class ToySetUp(SetUp):
    """How a game begins."""

    worn: tuple[UnitId, ...] = ()  # who begins reduced


@cache
def board_and_counters(name: str) -> tuple[Board, Counters]:
    """9.0 In one scenario the counters have modes and formations."""
    board = Board.load(FOLDER / "board.json")
    if name != SUPPLY:
        return board, Counters.load(FOLDER / "counters.csv", SCHEMA)
    return board, Counters.load(FOLDER / "supply.csv", {"formation": "word", **SCHEMA}, Faces(tuple(FACTORS), MODES))


@cache
def setups() -> dict[str, ToySetUp]:
    """The ford first."""
    found = read_all(FOLDER / "scenarios", read_setup)
    return dict(sorted(found.items(), key=lambda each: each[0] != "ford"))


def read_setup(path: Path) -> ToySetUp:
    source = SetUpFile(path, "at* worn")
    source.board, source.counters = board_and_counters(path.stem)
    return ToySetUp(**source.head(), at=dict(source.placed()), worn=source.units("worn"))
