"""The theatre of GEW from board.json, counters.csv, countries.toml and seas.toml, which are refused by file and line if
they contradict each other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from sandtable.core.board import Board, Place
from sandtable.core.counters import Counters
from sandtable.core.errors import BadData
from sandtable.core.rules import UnitId
from sandtable.systems.gew.theatre import (
    AIR,
    BOXES,
    FACES,
    FOLDER,
    HEXSIDES,
    NAVAL,
    NUMBERS,
    POWERS,
    SIDES,
    SPECIAL_FORCES,
    SYMBOLS,
    TERRAINS,
    Theatre,
)
from sandtable.systems.gew.theatre_lands import Lands
from sandtable.systems.gew.theatre_seas import Waters
from sandtable.systems.gew.theatre_tables import Effects


@cache
def theatre() -> Theatre:
    """The theatre of war, from this folder."""
    return load(FOLDER)


def load(folder: Path, charts: Path | None = None) -> Theatre:
    """Read the files of a folder; the Terrain Effects Charts are those of this system unless others are given."""
    words = {"terrain": TERRAINS, "hexsides": HEXSIDES, "links": ("pipeline",), "symbols": SYMBOLS}
    board = Board.load(folder / "board.json", words)  # type: ignore[arg-type]  # the keys are those of a Vocabulary
    if tuple(box.id for box in board.boxes) != BOXES:
        raise BadData(folder / "board.json", 0, f"expected the boxes {', '.join(BOXES)}, in order")
    counters = Counters.load(folder / "counters.csv", FACES)
    lands = Lands(folder / "countries.toml", board)
    waters = Waters(folder / "seas.toml", board)
    check(folder, board, counters, lands, waters)
    return Theatre(
        board=board, counters=counters, countries=lands.countries, regions=lands.regions, groups=lands.groups,
        lists=lands.lists, check_order=lands.check_order, area_limits=tuple(lands.area_limits(board, waters.ids)),
        seas=waters.seas, gates=waters.gates, transfer_groups=waters.transfer_groups, port_seas=waters.ports,
        printed_dual_ports=waters.dual_ports, uboat_bases=waters.uboat_bases,
        effects=Effects(charts or FOLDER / "charts"),
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------ checks


def check(folder: Path, board: Board, counters: Counters, lands: Lands, waters: Waters) -> None:
    """What one file says of another."""
    on_board = {word for word in board.areas["region"].words if word}
    for id in lands.region_ids:
        if id not in on_board:
            lands.source.refuse(f"region {id} is not on the board", "regions", id)
    if unknown := on_board - set(lands.region_ids):
        raise BadData(
            folder / "board.json", 0, f"regions without a line in countries.toml: {', '.join(sorted(unknown))}"
        )
    if unknown := {word for word in board.areas["sea"].words if word} - set(waters.ids):
        raise BadData(folder / "board.json", 0, f"seas without a line in seas.toml: {', '.join(sorted(unknown))}")
    for place in board.places:
        _check_place(folder / "board.json", board, place)
    nationalities = {word: country.id for country in lands.countries for word in country.nationalities}
    for unit in map(UnitId, range(len(counters))):
        if (why := _wrong(counters.face(unit), nationalities)) is not None:
            counters.refuse(unit, why)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8-sig").splitlines()


def _check_place(path: Path, board: Board, place: Place) -> None:
    terrain, wrong = board.terrain[place.hex], ""
    if terrain in ("sea", "impassable", "desert", "high_mountain"):
        wrong = f"lies in {terrain}"
    elif ("port" in place.symbols) != bool(place.data.get("seas")):
        wrong = "expected seas for a port, and for nothing else"
    elif ("mobilization" in place.symbols) != (place.data.get("class") in POWERS):
        wrong = f"expected a class, one of {', '.join(POWERS)}, for a mobilization hex, and for nothing else"
    elif ("objective" in place.symbols) != (place.data.get("objective") in SIDES):
        wrong = "expected the side whose objective it is"
    elif len(board.places_in(place.hex)) > 1:
        wrong = "a second place in its hex"
    if wrong:
        said = f'"id": "{place.id}"'
        line = next((nth for nth, text in enumerate(_lines(path), 1) if said in text), 0)
        raise BadData(path, line, f"{place.id}: {wrong}")


def _wrong(face: Mapping[str, Any], nationalities: Mapping[str, str]) -> str | None:
    """What is wrong with a counter."""
    ground = face["kind"] == "ground"
    wanted = {"attack", "defense", "movement"} if ground else set()
    wanted |= {"air", "bombardment", "range"} if face["kind"] in AIR else set()
    wanted |= {"naval", "asw", "anti_convoy"} if face["kind"] in NAVAL else set()
    wanted |= {"factor"} if face["kind"] in SPECIAL_FORCES else set()
    may = wanted | ({"anti_convoy"} if face["kind"] == "sac" else set())  # 30.6
    if missing := [name for name in NUMBERS if name in wanted and face[name] is None]:
        return f"expected {missing[0]} for a counter of kind {face['kind']}"
    if extra := [name for name in NUMBERS if name not in may and face[name] is not None]:
        return f"expected no {extra[0]} for a counter of kind {face['kind']}"
    if ground != bool(face["size"]) or (ground and not face["type"]):
        return "expected a size for a ground unit, and for nothing else, and its type"
    if face["type"] != "partisan" and nationalities.get(face["nationality"]) != face["country"]:
        return f"{face['nationality']} units belong to {nationalities.get(face['nationality'], 'no country')}"
    return None
