"""OCS titles: a folder is a game of the series, with its map, counters, charts and scenarios.

board.json            the map, as core/board.schema.json has it; boxes of the series are added
counters.csv          every counter, a line for each of its faces
charts/*.toml         charts of the series that this game prints otherwise
scenarios/*.toml      how games begin, what arrives, what wins
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from sandtable.core.board import Board
from sandtable.core.counters import Counters
from sandtable.core.dice import Dice
from sandtable.core.errors import BadData, BadInput
from sandtable.core.jsonfile import JsonFile
from sandtable.core.rules import Hex, Side, UnitId, counted
from sandtable.core.setups import SetUp as Beginning
from sandtable.core.setups import SetUpFile, numbers_said, whole_number
from sandtable.core.system import TRIED
from sandtable.core.titles import own_titles, titles_in
from sandtable.systems.ocs.theatre import (
    CATEGORIES,
    COLUMNS,
    FLIGHTS,
    GAUGES,
    GROUNDS,
    MODES,
    ON_FACES,
    WORDS,
    AirBox,
    Band,
    Delivery,
    Objective,
    Port,
    Theatre,
    Weather,
    hold_of,
)

BOOK, FOLDER = "OCS", Path(__file__).parent
TITLES = FOLDER / "titles"
KEYS = (
    "sides* dates* first* at* modes arrive dumps loads extenders hedgehogs bases ports flak sources* air_boxes inactive"
    " reserves rail sea_cap naval hip_shoots strips weather supply replacements early_drops victory* levels* plans"
    " steps gauges unused before"
)
MOST = 1000  # of a number that a name tells
WORD, A_WORD = re.compile("[a-z][a-z0-9_]*"), "a word of a-z, 0-9 and _, a letter first"  # as ids of boxes are
FORMATION, REST = "formation:", "rest"  # in a list of those who are out of play


@dataclass(frozen=True, eq=False, kw_only=True)
class Arrival:
    """13.6 A counter that comes in a turn, at one of these places."""

    unit: UnitId
    entry: int  # the number of its [[arrive]]
    turn: int
    places: tuple[Hex, ...]
    free: tuple[Hex, ...] = ()  # of them, those it enters only if no enemy is there or next to it


@dataclass(frozen=True, eq=False, kw_only=True)
class SetUp(Beginning):
    """How a game of OCS begins."""

    theatre: Theatre
    folder: Path  # of the title
    modes: Mapping[UnitId, int]
    inactive: frozenset[UnitId]
    arrivals: tuple[Arrival, ...]
    dumps: Mapping[Hex, tuple[Side, int]]
    loads: Mapping[UnitId, int]
    extenders: frozenset[UnitId]
    hedgehogs: Mapping[Hex, int]
    bases: Mapping[Hex, int]
    plans: Mapping[UnitId, tuple[Hex, ...]]  # 14.10 drops that may be planned before the game
    steps: Mapping[UnitId, int]  # of those that begin with fewer than are printed
    naval: Mapping[UnitId, Hex]  # counters that take part with the option alone, and where
    unused: frozenset[UnitId]  # counters of the title that are not in play

    @property
    def numbers(self) -> dict[str, int]:
        """What a name may tell otherwise: the points that each level of victory takes."""
        return {f"level_{nth}": least for nth, (least, _, _) in enumerate(self.theatre.levels, 1)}


def folders() -> tuple[Path, ...]:
    """Where titles lie: those that are shipped, then those of one's own."""
    return tuple(dict.fromkeys((*titles_in(TITLES), *own_titles())))


def setups() -> Mapping[str, SetUp]:
    """Every scenario of every title, by the name of its file."""
    return _setups(folders())[0]


def left_out() -> Mapping[Path, BadData]:
    """Scenarios of one's own that cannot be read, by their files, and why."""
    return _setups(folders())[1]


@cache
def _setups(folders: tuple[Path, ...]) -> tuple[Mapping[str, SetUp], Mapping[Path, BadData]]:
    found, refused = dict[str, SetUp](), dict[Path, BadData]()
    for folder in folders:
        shipped = folder.parent == TITLES
        for path in sorted((folder / "scenarios").glob("*.toml")):
            try:
                if path.stem in found:
                    raise BadData(path, 0, taken(path.stem, found[path.stem].folder))
                found[path.stem] = read_setup(path)
            except BadData as fault:
                if shipped:
                    raise
                refused[path] = fault
    return found, refused


def taken(name: str, by: Path) -> str:
    """Why another file must not have that name."""
    return f"another title, {by.name}, has a scenario {name}: expected a name that no other has"


def setup_of(name: str) -> SetUp:
    """Of a scenario, with the numbers that its name tells: `primosole@level_1=9`."""
    return _setup_of(name, folders())


@cache
def _setup_of(name: str, folders: tuple[Path, ...]) -> SetUp:
    usual, said = setups()[name.partition(TRIED)[0]], tried(name)
    if not said:
        return usual
    levels = tuple(
        (said.get(f"level_{nth}", least), words, winner)
        for nth, (least, words, winner) in enumerate(usual.theatre.levels, 1)
    )
    return replace(usual, theatre=replace(usual.theatre, levels=levels))


def tried(name: str) -> dict[str, int]:
    """The numbers in a scenario's name."""
    said = numbers_said(name, setups()[name.partition(TRIED)[0]].numbers)
    return {word: whole_number(name, word, number, -MOST, MOST) for word, number in said}


# ------------------------------------------------------------------------------------------------ reading


def read_setup(path: Path) -> SetUp:
    source = SetUpFile(path, KEYS)
    data, folder = source.data, path.parents[1]
    sides = tuple(source.words("sides"))
    if len(sides) != 2 or sides[0] == sides[1]:
        source.refuse("sides: expected two", "sides")
    for side in sides:
        if not WORD.fullmatch(side):
            source.refuse(f"side {side!r}: expected {A_WORD}", "sides")
    dates = tuple(source.words("dates"))
    if not dates:
        source.refuse("dates: expected one for each turn", "dates")
    source.counters = Counters.load(folder / "counters.csv", COLUMNS, ON_FACES)
    source.board = _board(source, folder, sides, len(dates))
    for unit, word in enumerate(source.counters["side"]):
        if word not in sides:
            source.counters.refuse(UnitId(unit), f"{path.name} has no side {word}: it has {' and '.join(sides)}")
    at = dict(source.placed())
    theatre = Theatre(
        board=source.board, counters=source.counters, sides=sides, dates=dates,
        first=Side(source.one(sides, data["first"], "first")),
        sources=tuple(_hexes_by_side(source, "sources", sides)),
        ports=_ports(source, sides), flak=_numbers_by_hex(source, "flak"),
        reserves=_by_side(source, "reserves", sides), rail=_by_turn(source, "rail", sides, len(dates)),
        sea_cap=_by_turn(source, "sea_cap", sides, len(dates)),
        gauges=_gauges(source, sides),
        hip_shoots=frozenset(source.listed(data.get("hip_shoots", []), "hip_shoots")),
        strips=source.flag("strips"), air_boxes=_air_boxes(source, sides),
        weather_dice=_dice(source, "weather"), weather=_weather(source),
        deliveries=_deliveries(source, "supply", sides), drafts=_deliveries(source, "replacements", sides),
        early_drops=source.flag("early_drops"), objectives=_objectives(source, sides), levels=_levels(source, sides),
    )  # fmt: skip
    setup = SetUp(
        **source.head(), theatre=theatre, at=at, folder=folder,
        modes={unit: mode for mode, units in _modes(source) for unit in units},
        inactive=frozenset(source.units("inactive")), arrivals=tuple(_arrivals(source, len(dates))),
        dumps=_dumps(source, sides), loads=_numbers_by_unit(source, "loads"),
        extenders=frozenset(source.units("extenders")), hedgehogs=_numbers_by_hex(source, "hedgehogs"),
        bases=_numbers_by_hex(source, "bases"), plans=_plans(source),
        steps=_numbers_by_unit(source, "steps"), naval=_naval(source), unused=_unused(source),
    )  # fmt: skip
    return replace(setup, before=source.before(setup.numbers))


def _board(source: SetUpFile, folder: Path, sides: tuple[str, ...], turns: int) -> Board:
    """The title's map, with the boxes of the series: those of the scenario's air bases, the dead pile and the pool of
    each side, the Turn Track, one for each landing craft."""
    file = JsonFile.read(folder / "board.json")
    if not isinstance(file.data, dict) or not isinstance(file.data.get("boxes", []), list):
        return Board(file, WORDS)  # which refuses it
    boxes: list[dict[str, Any]] = []
    for id, said in source.part("air_boxes") if "air_boxes" in source.data else ():
        if not WORD.fullmatch(id):
            source.refuse(f"air_boxes: {id!r}: expected {A_WORD}", "air_boxes", id)
        boxes.append({"id": id, "name": str(said.get("name", id))})
    for side in sides:
        name = side.replace("_", " ").capitalize()
        boxes.append({"id": f"dead_{side}", "name": f"Dead pile, {name}"})
        boxes.append({"id": f"pool_{side}", "name": f"Pool, {name}"})
    boxes += [{"id": f"turn_{nth}", "name": f"Turn {nth}"} for nth in range(1, turns + 1)]
    kinds, names = source.counters["kind"], source.counters["name"]
    for nth, id in enumerate(source.counters.ids):
        if kinds[nth] == "landing_craft":
            if not WORD.fullmatch(id):
                source.counters.refuse(UnitId(nth), f"landing craft have a box named by their id: expected {A_WORD}")
            boxes.append({"id": hold_of(id), "name": f"Aboard {names[nth]}"})
    file.data["boxes"] = [*file.data.get("boxes", ()), *boxes]
    return Board(file, WORDS)


def _by_side(source: SetUpFile, key: str, sides: tuple[str, ...]) -> tuple[int, ...]:
    said = source.data.get(key, {})
    source.only(said, " ".join(sides), key)
    return tuple(source.whole(said.get(side, 0), key, side) for side in sides)


def _gauges(source: SetUpFile, sides: tuple[str, ...]) -> tuple[str, ...]:
    """13.3f By side, or nothing at all."""
    said = source.data.get("gauges", {})
    if not said:
        return ()
    source.only(said, " ".join(f"{side}*" for side in sides), "gauges")
    return tuple(list(GAUGES)[source.one(tuple(GAUGES), said[side], "gauges", side)] for side in sides)


def _hexes_by_side(source: SetUpFile, key: str, sides: tuple[str, ...]) -> list[frozenset[Hex]]:
    said = source.data[key]
    source.only(said, " ".join(sides), key)
    return [
        frozenset(source.hex(name, key, side) for name in source.listed(said.get(side, []), key, side))
        for side in sides
    ]


def _numbers_by_hex(source: SetUpFile, key: str) -> dict[Hex, int]:
    return {source.hex(name, key, name): source.whole(number, key, name) for name, number in source.table(key).items()}


def _numbers_by_unit(source: SetUpFile, key: str) -> dict[UnitId, int]:
    return {
        source.unit(id, key, id, again=True): source.whole(number, key, id) for id, number in source.table(key).items()
    }


def _by_turn(source: SetUpFile, key: str, sides: tuple[str, ...], turns: int) -> tuple[tuple[int, ...], ...]:
    """13.3, 19.0f By side for each turn a number, or one for all."""
    said = source.data.get(key, {})
    source.only(said, " ".join(sides), key)
    found = []
    for side in sides:
        row = said.get(side, 0)
        row = row if isinstance(row, list) else [row] * turns
        if len(row) != turns:
            source.refuse(f"{key}.{side}: expected one number, or one for each of {turns} turns", key, side)
        found.append(tuple(source.whole(each, key, side) for each in row))
    return tuple(found)


def _ports(source: SetUpFile, sides: tuple[str, ...]) -> dict[Hex, Port]:
    found = {}
    for name, said in source.part("ports") if "ports" in source.data else ():
        source.only(said, "tokens* sources hqs", "ports", name)
        serves = source.all(sides, said.get("sources", []), "ports", name, "sources")
        hqs = source.listed(said.get("hqs", []), "ports", name, "hqs")
        found[source.hex(name, "ports", name)] = Port(
            source.whole(said["tokens"], "ports", name, "tokens"), frozenset(map(Side, serves)),
            frozenset(source.unit(id, "ports", name, "hqs", again=True) for id in hqs),
        )  # fmt: skip
    return found


def _air_boxes(source: SetUpFile, sides: tuple[str, ...]) -> dict[Hex, AirBox]:
    found = {}
    for id, said in source.part("air_boxes") if "air_boxes" in source.data else ():
        source.only(said, "name* side* by* hexes* refits*", "air_boxes", id)
        place = source.board.place(id)
        found[place] = AirBox(
            place, Side(source.one(sides, said["side"], "air_boxes", id, "side")),
            source.hex(said["by"], "air_boxes", id, "by"), source.whole(said["hexes"], "air_boxes", id, "hexes"),
            source.whole(said["refits"], "air_boxes", id, "refits"),
        )  # fmt: skip
    return found


def _dice(source: SetUpFile, *where: str) -> Dice:
    said: Any = source.data
    for nth, key in enumerate(where, 1):
        said = source.entries(said.get(key, {}), *where[:nth])
    try:
        return Dice.named(str(said.get("dice", "2d6")))
    except BadInput as error:
        source.refuse(str(error), *where, "dice")


def _rolls(source: SetUpFile, text: str, *where: str) -> range:
    """`2-3` or `12`."""
    low, _, high = text.partition("-")
    if not low.isdecimal() or not (high or low).isdecimal() or int(high or low) < int(low):
        source.refuse(f"{text}: expected rolls such as 2-3 or 12", *where)
    return range(int(low), int(high or low) + 1)


def _whole_table(source: SetUpFile, dice: Dice, rolls: list[range], table: Mapping[str, Any], *where: str) -> None:
    """Every roll has one line; `table`: where the dice are told."""
    for roll in dice.ways:
        if (often := sum(roll in each for each in rolls)) != 1:
            unsaid = f" (no dice are told, so that {dice} are rolled)" * ("dice" not in table)
            source.refuse(f"{'.'.join(where)}: a roll of {roll} has {often} lines: expected one{unsaid}", *where)


def _weather(source: SetUpFile) -> tuple[tuple[range, Weather], ...]:
    """17.0"""
    said = source.data.get("weather", {"dice": "2d6", "2-12": "normal"})
    found = []
    for rolls, words in source.entries(said, "weather").items():
        if rolls != "dice":
            flight, _, ground = str(words).partition(", ")
            source.one(FLIGHTS, flight, "weather", rolls)
            source.one(GROUNDS, ground or GROUNDS[0], "weather", rolls)
            found.append((_rolls(source, rolls, "weather", rolls), Weather(flight, ground or GROUNDS[0])))
    _whole_table(source, _dice(source, "weather"), [rolls for rolls, _ in found], said, "weather")
    return tuple(found)


def _deliveries(source: SetUpFile, key: str, sides: tuple[str, ...]) -> tuple[Delivery | None, ...]:
    """13.6 `[supply.allied]`: dice, where, and by roll the tokens; `also`: tokens elsewhere each turn, `with`: tokens
    elsewhere on one of the lines; 13.5 `[replacements.allied]`: pax, or `pax + eq`."""
    said = source.data.get(key, {})
    source.only(said, " ".join(sides), key)
    found: list[Delivery | None] = []
    for side in sides:
        if side not in said:
            found.append(None)
            continue
        table = said[side]
        source.only(table, "dice* at* rolls* also with", key, side)
        beside = {
            rolls: {source.hex(name, key, side, "with"): source.whole(number, key, side, "with")
                    for name, number in source.entries(puts, key, side, "with").items()}
            for rolls, puts in source.entries(table.get("with", {}), key, side, "with").items()
        }  # fmt: skip
        lines = source.entries(table["rolls"], key, side, "rolls")
        source.all(lines, list(beside), key, side, "with")
        bands = tuple(
            Band(_rolls(source, rolls, key, side, "rolls"), _given(source, gives, key, side, "rolls"),
                 beside.get(rolls, {}))
            for rolls, gives in lines.items()
        )  # fmt: skip
        if beside and len({band.gives for band in bands}) < len(bands):
            source.refuse("with: expected lines that give different numbers of tokens", key, side, "with")
        dice = _dice(source, key, side)
        _whole_table(source, dice, [band.rolls for band in bands], table, key, side, "rolls")
        places = tuple(source.hex(name, key, side, "at") for name in source.listed(table["at"], key, side, "at"))
        also = {
            source.hex(name, key, side, "also"): source.whole(number, key, side, "also")
            for name, number in source.entries(table.get("also", {}), key, side, "also").items()
        }
        found.append(Delivery(dice, bands, places, also))
    return tuple(found)


PAX, EQ = 1, 16  # in what a roll for replacements gives


def _given(source: SetUpFile, said: object, *where: str) -> int:
    """Tokens of supply; words of replacements, `pax`, `eq`, `pax + eq`, `none`."""
    if where[0] == "supply":
        return source.whole(said, *where)
    words = [] if said == "none" else str(said).split(" + ")
    if not isinstance(said, str) or not {*words} <= {"pax", "eq"}:
        source.refuse(f"{said!r} is no replacement: expected none, pax, eq or pax + eq", *where)
    return sum(PAX if word == "pax" else EQ for word in words)


def drafted(gives: int) -> str:
    """The same in words."""
    eq, pax = divmod(gives, EQ)
    return " + ".join(["pax"] * pax + ["eq"] * eq) or "none"


def _modes(source: SetUpFile) -> list[tuple[int, tuple[UnitId, ...]]]:
    return [
        (source.one(MODES[:4], mode, "modes", mode),
         tuple(source.unit(id, "modes", mode, again=True) for id in source.listed(units, "modes", mode)))
        for mode, units in source.table("modes").items()
    ]  # fmt: skip


def _arrivals(source: SetUpFile, turns: int) -> list[Arrival]:
    """[[arrive]]: turn, units, at; `free`: of these places, those entered only where no enemy is in or next to them."""
    found = []
    for nth, said in source.each("arrive"):
        source.only(said, "turn* units* at* free", "arrive", nth)
        turn = source.whole(said["turn"], "arrive", nth, "turn")
        if not 1 <= turn <= turns:
            source.refuse(f"turn {turn}: expected 1 to {turns}", "arrive", nth, "turn")
        places = tuple(source.hex(name, "arrive", nth, "at") for name in source.listed(said["at"], "arrive", nth, "at"))
        free = tuple(
            source.hex(name, "arrive", nth, "free")
            for name in source.listed(said.get("free", []), "arrive", nth, "free")
        )
        for id in source.listed(said["units"], "arrive", nth, "units"):
            unit = source.unit(id, "arrive", nth, "units")
            found.append(Arrival(unit=unit, entry=nth, turn=turn, places=places, free=free))
    return found


def _dumps(source: SetUpFile, sides: tuple[str, ...]) -> dict[Hex, tuple[Side, int]]:
    said, found = source.data.get("dumps", {}), dict[Hex, tuple[Side, int]]()
    source.only(said, " ".join(sides), "dumps")
    for side, piles in said.items():
        for name, tokens in source.entries(piles, "dumps", side).items():
            hex = source.hex(name, "dumps", side, name)
            found[hex] = (Side(sides.index(side)), source.whole(tokens, "dumps", side, name))
    return found


def _plans(source: SetUpFile) -> dict[UnitId, tuple[Hex, ...]]:
    """14.10 By unit: the hexes on one of which it may be planned to drop."""
    return {
        source.unit(id, "plans", id, again=True): tuple(
            source.hex(name, "plans", id) for name in source.listed(hexes, "plans", id)
        )
        for id, hexes in source.table("plans").items()
    }


def _naval(source: SetUpFile) -> dict[UnitId, Hex]:
    """18.0 Counters of the option, by the hex they begin in."""
    return {
        source.unit(id, "naval", name): source.hex(name, "naval", name)
        for name, units in source.table("naval").items()
        for id in source.listed(units, "naval", name)
    }


def _unused(source: SetUpFile) -> frozenset[UnitId]:
    """Counters by id, whole formations, or `rest`: all that the file does not name. Called last."""
    counters, found = source.counters, set[UnitId]()
    for said in source.listed(source.data.get("unused", []), "unused"):
        if said == REST:
            found |= {UnitId(nth) for nth in range(len(counters))} - source.named.keys()
        elif said.startswith(FORMATION):
            name = said.removeprefix(FORMATION)
            if name not in counters["formation"]:
                source.refuse(f"no counter belongs to the formation {name}", "unused")
            members = [id for id, each in zip(counters.ids, counters["formation"], strict=True) if each == name]
            found |= {source.unit(id, "unused") for id in members}
        else:
            found.add(source.unit(said, "unused"))
    return frozenset(found)


LEAST_HEXES = {"hold": 1, "hold_all": 1, "relieved": 2}
OBJECTIVES = {  # and what each counts
    "hold": "hexes", "hold_all": "hexes", "dead_steps": "per nations categories", "dead_hqs": "per nations categories",
    "relieved": "hexes", "beyond": "column",
}  # fmt: skip


def _objectives(source: SetUpFile, sides: tuple[str, ...]) -> tuple[Objective, ...]:
    """[[victory]]: what it is, whose points, how many."""
    found = []
    for nth, said in source.each("victory"):
        if "kind" in said:
            source.one(OBJECTIVES, said["kind"], "victory", nth, "kind")
            for key in said:
                if key not in (known := f"kind side points {OBJECTIVES[said['kind']]}".split()):
                    source.refuse(f"{said['kind']} counts no {key}: expected {', '.join(known)}", "victory", nth, key)
        source.only(said, "kind* side* points* hexes per nations categories column", "victory", nth)
        hexes = source.listed(said.get("hexes", []), "victory", nth, "hexes")
        if len(hexes) < (least := LEAST_HEXES.get(said["kind"], 0)):
            names = counted(len(hexes), "hex", "hexes")
            source.refuse(f"{said['kind']} names {names}: expected {least} at least", "victory", nth)
        if said["kind"] == "beyond" and "column" not in said:
            source.refuse("beyond names no column: expected one", "victory", nth)
        if (per := source.whole(said.get("per", 1), "victory", nth, "per")) < 1:
            source.refuse("per is 0: expected 1 at least", "victory", nth, "per")
        categories = source.listed(said.get("categories", []), "victory", nth, "categories")
        source.all(CATEGORIES, categories, "victory", nth, "categories")
        found.append(Objective(
            said["kind"], Side(source.one(sides, said["side"], "victory", nth, "side")),
            source.integer(said["points"], "victory", nth, "points"),
            tuple(source.hex(name, "victory", nth, "hexes") for name in hexes), per,
            frozenset(source.listed(said.get("nations", []), "victory", nth, "nations")), frozenset(categories),
            source.whole(said.get("column", 0), "victory", nth, "column"),
        ))  # fmt: skip
    return tuple(found)


def _levels(source: SetUpFile, sides: tuple[str, ...]) -> tuple[tuple[int, str, Side | None], ...]:
    """[[levels]]: by points of the first side less those of the second, from the best down."""
    found = []
    for nth, said in source.each("levels"):
        source.only(said, "least* words* winner", "levels", nth)
        winner = None if "winner" not in said else Side(source.one(sides, said["winner"], "levels", nth, "winner"))
        found.append((source.integer(said["least"], "levels", nth, "least"), str(said["words"]), winner))
    return tuple(found)
