"""USE scenarios: scenarios/*.toml tells countries and months, the .csv beside it the counters and where they begin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sandtable.core.board import Board
from sandtable.core.counters import Counters
from sandtable.core.datafile import Reader
from sandtable.core.errors import BadData, BadInput
from sandtable.core.rules import Hex, UnitId
from sandtable.systems.use.theatre import (
    COLUMNS,
    FACTIONS,
    NEUTRAL,
    NOBODY,
    SIDES,
    UNTRACKED,
    WORDS,
    ZONES,
    Country,
    Theatre,
)

FOLDER = Path(__file__).parent
KEYS = "title* cite* text* lesson board* months* zone* skip must_fall* begin_in_forts countries*"
COUNTRY = "name* side will points by_factories at_home faction"
LATER = "later"  # a counter that comes into play by a rule


@dataclass(frozen=True, eq=False)
class SetUp:
    """How a game begins."""

    id: str
    title: str
    text: str
    lesson: bool
    theatre: Theatre
    at: Mapping[UnitId, Hex]
    in_forts: frozenset[UnitId]


@cache
def setups() -> Mapping[str, SetUp]:
    """Every set-up, by the name of its file."""
    return {path.stem: read_setup(path) for path in sorted((FOLDER / "scenarios").glob("*.toml"))}


@cache
def board(id: str) -> Board:
    return Board.load(FOLDER / "boards" / f"{id}.json", WORDS)


def read_setup(path: Path) -> SetUp:
    source = Reader(path)
    data = source.data
    source.only(data, KEYS)
    boards = [each.stem for each in (FOLDER / "boards").glob("*.json")]
    source.one(boards, data["board"], "board")
    land, counters = board(data["board"]), Counters.load(path.with_suffix(".csv"), COLUMNS)
    ids = list(source.table("countries"))
    countries = tuple(_country(source, ids, id, said) for id, said in source.part("countries"))
    theatre = Theatre(
        board=land, counters=counters, countries=countries,
        country_of=tuple(_owner(path, ids, nth, word) for nth, word in enumerate(counters["country"])),
        type_of=counters["type"], zone=ZONES[source.one(ZONES, data["zone"], "zone")],
        months=tuple(source.words("months")), skip=frozenset(data.get("skip", ())),
        must_fall=frozenset(source.all(ids, data["must_fall"], "must_fall")),
    )  # fmt: skip
    at = {
        UnitId(unit): _place(path, land, counters.ids[unit], name)
        for unit, name in enumerate(counters["at"])
        if name != LATER
    }
    in_forts = frozenset(counters.unit(id) for id in data.get("begin_in_forts", ()))
    return SetUp(path.stem, data["title"], data["text"], data.get("lesson", False), theatre, at, in_forts)


def _country(source: Reader, ids: list[str], id: str, said: dict[str, Any]) -> Country:
    source.only(said, COUNTRY, "countries", id)
    side = SIDES.index(said["side"]) if said.get("side") in SIDES else NOBODY
    if side == NOBODY and "side" in said:
        source.refuse(f"{said['side']!r} is no side: expected one of {', '.join(SIDES)}", "countries", id)
    home = frozenset(source.all(ids, said.get("at_home", []), "countries", id))
    will, points = said.get("will", UNTRACKED), said.get("points", UNTRACKED)
    usual = NEUTRAL if side == NOBODY else side + 1  # in the order of the factions
    faction = source.one(FACTIONS, said.get("faction", FACTIONS[usual]), "countries", id)
    return Country(id, said["name"], side, will, points, said.get("by_factories", False), home, faction)


def _owner(path: Path, ids: list[str], nth: int, word: str) -> int:
    if word not in ids:
        raise BadData(path.with_suffix(".csv"), 0, f"counter {nth + 1}: the scenario has no country {word}")
    return ids.index(word)


def _place(path: Path, board: Board, unit: str, name: str) -> Hex:
    try:
        return board.place(name)
    except BadInput as error:
        raise BadData(path.with_suffix(".csv"), 0, f"{unit}: {error}") from error
