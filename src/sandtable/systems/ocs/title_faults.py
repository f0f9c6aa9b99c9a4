"""OCS titles: every fault in the files of one, each by its file and line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from sandtable.core.board import Board
from sandtable.core.briefings import FOLDER as BRIEFINGS
from sandtable.core.briefings import read_briefing
from sandtable.core.chartfile import Charts, Source
from sandtable.core.counters import Counters
from sandtable.core.errors import BadData, BadInput
from sandtable.core.jsonfile import JsonFile, Where
from sandtable.core.looks import check_looks
from sandtable.core.rules import Hex, UnitId
from sandtable.core.setups import SetUpFile
from sandtable.systems.ocs.numbers import number
from sandtable.systems.ocs.s06_terrain import PROHIBITED, quarters, word
from sandtable.systems.ocs.theatre import (
    COLUMNS,
    COMBAT,
    FIGHTING,
    MOBILITIES,
    MODES,
    MOVE,
    ON_FACES,
    PRINTED_ANEW,
    QUARTERS,
    RESERVE,
    STRAT,
    SYMBOLS,
    TRANSPORT,
    WORDS,
    Theatre,
    hold_of,
)
from sandtable.systems.ocs.titles import BOOK, EQ, FOLDER, KEYS, MOST, TITLES, SetUp, read_setup, taken

T = TypeVar("T")
Mend = Callable[[str, BadData], str]
MOST_FAULTS = 50  # of one file
FEW = 12  # that are listed
BEST_RATING = 5  # 3.2
BOARD, COUNTERS = "board.json", "counters.csv"
CITIES = {"minor_city", "major_city"}
RIVERS = {"minor_river", "major_river"}
OUT = "#"  # instead of a line that was taken out: a remark in all these files
SCANTY = re.compile(r"has 0 lines|names \d+ hex|names no column")  # what may follow from that
NAME = re.compile(r"[\w.-]+")
ENTRY = re.compile(r'\s*("[^"]*"|\w+)\s*=')
QUOTED = re.compile(r'"([^"\n]*)"')
UNKNOWN = re.compile(r"no counter is called (\S+?)(?:;|$)")
SPEEDS = (20, 10, 8)  # 18.1f
STRENGTH = re.compile(r"\d{1,3}|\(\d{1,3}\)|")
NEEDED = {  # 3.2 what each face of a kind has; of combat units all the first, of transport all the second
    **dict.fromkeys(FIGHTING, ("strength", "ar", "ma", "mobility")),
    **dict.fromkeys(TRANSPORT, ("ma", "mobility")),
    "artillery": ("strength", "ar", "ma", "mobility", "barrage", "range"),
    "coastal_artillery": ("strength", "ar", "ma", "mobility", "barrage", "range"),
    "hq": ("strength", "ar", "ma", "mobility", "throw"),
    "plane": ("range", "air_rating"),
}
ONLY = {  # of which kinds a value means something
    "strength": FIGHTING, "ar": FIGHTING, "throw": ("hq",), "air_type": ("plane",), "air_rating": ("plane",),
    "barrage": (*FIGHTING, "plane", "ship"), "range": (*FIGHTING, "plane", "ship"),
    "capacity": ("plane", "ship", "landing_craft"), "flak": ("ship",), "protection": ("ship", "landing_craft"),
}  # fmt: skip
NUMBERS = tuple(name for name, kind in COLUMNS.items() if kind in ("number", "number or none"))


def faults(folder: Path) -> list[BadData]:
    """All of them, told of the title's own files. What is refused is taken out of a copy and the file read again, so
    that a fault hides no other."""
    if not folder.is_dir():
        return [BadData(folder, 0, "there is no such folder")]
    if not (folder / BOARD).is_file():
        held = ", ".join(board.parent.name for board in sorted(folder.glob(f"*/{BOARD}")))
        said = f"this folder holds the titles {held}: expected one of them"
        return [BadData(folder, 0, said if held else f"a title has a map: there is no {BOARD}")]
    if not (folder / COUNTERS).is_file():
        return [BadData(folder, 0, f"a title has counters: there is no {COUNTERS}")]
    with TemporaryDirectory() as place:
        copy = copytree(folder, Path(place) / "title")
        found = list(_faults(copy))
    return [*_names(folder), *(_of(folder, copy, fault) for fault in found)]


def _names(folder: Path) -> Iterator[BadData]:
    """A scenario is called by the name of its file, which no other has."""
    shipped = [path for path in TITLES.glob("*/scenarios/*.toml") if path.parents[1] != folder.resolve()]
    others = {path.stem: path.parents[1] for path in shipped}
    for path in sorted((folder / "scenarios").glob("*.toml")):
        if not NAME.fullmatch(path.stem):
            yield BadData(path, 0, "a scenario is called by the name of its file: expected letters, digits, _ and -")
        elif path.stem in others:
            yield BadData(path, 0, taken(path.stem, others[path.stem]))


def _of(folder: Path, copy: Path, fault: BadData) -> BadData:
    path = Path(fault.path)
    if path.is_relative_to(copy):
        path = folder / path.relative_to(copy)
    return BadData(path, fault.line, fault.expectation)


def _faults(folder: Path) -> Iterator[BadData]:
    found: list[BadData] = []
    listed = _ids(folder / COUNTERS)
    counters = _reread(folder / COUNTERS, found, lambda path: Counters.load(path, COLUMNS, ON_FACES), _without)
    torn = bool(found)  # counters were taken out, whom others may speak of
    charts, whole = _charts(found, folder / "charts")
    source = _tried(found, lambda: JsonFile.read(folder / BOARD), folder / BOARD)
    board = source and _tried(found, lambda: Board(source, WORDS), folder / BOARD)
    faces = _tried(found, lambda: _faces(folder / "faces.toml"), folder)
    yield from found
    if whole:
        yield from _printed_costs(charts)
    if source and board and whole:
        yield from _costs(source, board, charts)
    if source and board:
        yield from _drawn(source, board)
    if faces and counters:
        yield from _unseen(faces, counters, torn)
    if counters:
        yield from _printed(counters)
    scenarios = sorted((folder / "scenarios").glob("*.toml"))
    if not scenarios:
        yield BadData(folder / "scenarios", 0, "a title has a scenario: there is none")
    if not (board and counters):
        return
    refused = listed - {*counters.ids}
    for path in scenarios:
        found, text = [], _text(path)
        setup = _reread(path, found, read_setup, _blanked)
        own = [fault for fault in found if not ((said := UNKNOWN.match(fault.expectation)) and said[1] in refused)]
        yield from own
        if setup:
            named = {*QUOTED.findall(text)} if found else set()  # perhaps in a line that was taken out
            yield from _placed(path, setup, charts, named, torn)
            yield from _briefed(folder / BRIEFINGS / path.name, setup.theatre)
    known = {path.name for path in scenarios}
    for path in sorted((folder / BRIEFINGS).glob("*.toml")):
        if path.name not in known:
            yield BadData(path, 0, f"there is no scenario {path.stem} that it could be about")


def _briefed(path: Path, theatre: Theatre) -> list[BadData]:
    """What a scenario tells of itself, where it does."""
    found: list[BadData] = []
    _reread(path, found, lambda path: read_briefing(path, theatre.board, theatre.sides), _blanked)
    return found


# ------------------------------------------------------------------------------------------------ reading on


def _tried(found: list[BadData], read: Callable[[], T], path: Path) -> T | None:
    try:
        return read()
    except BadData as fault:
        found.append(fault)
    except BadInput as error:
        found.append(BadData(path, 0, str(error)))
    return None


def _charts(found: list[BadData], folder: Path) -> tuple[Charts, bool]:
    """The charts of the title, those of the series instead of what is refused; whether that is none."""
    refused = list[BadData]()
    while True:
        charts = _tried(refused, lambda: Charts(BOOK, FOLDER / "charts", None, folder), folder)
        if charts is not None:
            break
        path = Path(refused[-1].path)
        if path.parent != folder or not path.is_file():
            charts = Charts(BOOK, FOLDER / "charts")
            break
        path.unlink()
    found += refused
    return charts, not refused


def _reread(path: Path, found: list[BadData], read: Callable[[Path], T], mend: Mend) -> T | None:
    """What the file holds without the lines that are refused; nothing if it cannot be read without them."""
    for _ in range(MOST_FAULTS):
        faults: list[BadData] = []
        result = _tried(faults, lambda: read(path), path)
        if result is not None:
            return result
        fault, text = faults[0], _text(path)
        lines = text.splitlines()
        if not (found and _follows(lines, fault)):
            found.append(fault)
        if fault.path != path or not 0 < fault.line <= len(lines) or fault.expectation.startswith("not TOML"):
            return None
        if (mended := mend(text, fault)).splitlines() == lines:
            return None
        path.write_text(mended, encoding="utf-8")
    return None


def _follows(lines: list[str], fault: BadData) -> bool:
    """Is it only that something was taken out before: from the file, the table or the counter above?"""
    if " lacks " in fault.expectation:
        return True
    if " begins here" in fault.expectation:
        return lines[fault.line - 2] == OUT
    if not SCANTY.search(fault.expectation) or not fault.line:
        return False
    start = next((nth for nth in range(fault.line - 1, -1, -1) if lines[nth].startswith("[")), 0)
    end = next((nth for nth in range(start + 1, len(lines)) if lines[nth].startswith("[")), len(lines))
    return OUT in lines[start:end]


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return ""  # which its reader tells


def _ids(path: Path) -> set[str]:
    return {line.partition(",")[0].strip() for line in _text(path).splitlines()}


def _without(text: str, fault: BadData) -> str:
    """A counter's lines made remarks; a line that begins one that is not told goes to the counter above. Without its
    first line, which names the columns, the file cannot be read."""
    lines = text.splitlines()
    id, _, rest = lines[fault.line - 1].partition(",")
    above = lines[fault.line - 2] if fault.line > 1 else OUT
    if fault.line - 1 == next(nth for nth, line in enumerate(lines) if line.strip() and line[0] != OUT):
        return text
    if " begins here" in fault.expectation and above != OUT:
        lines[fault.line - 1] = f"{above.partition(',')[0]},{rest}"
        return "\n".join(lines)
    return "\n".join(OUT if each.partition(",")[0] == id else each for each in lines)


def _blanked(text: str, fault: BadData) -> str:
    """A counter that is unknown left out of its list; an entry that stands in one line; or a table that lacks
    something now."""
    lines, line = text.splitlines(), fault.line
    if (unknown := UNKNOWN.match(fault.expectation)) and f'"{unknown[1]}"' in lines[line - 1]:
        lines[line - 1] = re.sub(rf'"{re.escape(unknown[1])}"\s*,?', "", lines[line - 1], count=1)
    elif ENTRY.match(lines[line - 1]):
        lines[line - 1] = OUT
    elif lines[line - 1].startswith("["):
        lines[line - 1] = OUT
        for nth in range(line, len(lines)):
            if lines[nth].startswith("["):
                break
            lines[nth] = OUT
    return "\n".join(lines)


# ------------------------------------------------------------------------------------------------ taken together


def _costs(source: JsonFile, board: Board, charts: Charts) -> Iterator[BadData]:
    """6.2, 9.3 Whatever is on the map has its costs, and its line in combat."""
    asked: list[tuple[str, str, tuple[Where, ...]]] = []
    for terrain in filter(None, board.terrain.words):
        needed = ("terrain_movement",) if terrain in ("sea", "lake") else ("terrain_movement", "terrain_combat")
        asked += [(chart, terrain, ("terrain", "key", _code(source, terrain))) for chart in needed]
    for feature in dict.fromkeys(river.feature for river in board.rivers):
        needed = ("hexside_movement",) if _closed(charts, feature) else ("hexside_movement", "hexside_combat")
        asked += [(chart, feature, ("hexsides", feature)) for chart in needed]
    asked += [("road_movement", link, ("links", link)) for link in dict.fromkeys(chain.link for chain in board.chains)]
    for chart, each, where in asked:
        columns = ("line",) if chart == "terrain_combat" else ("other",) if chart == "hexside_combat" else MOBILITIES
        try:
            for column in columns:
                charts.table(chart).read(word(each), column)
        except BadInput as error:
            yield BadData(source.path, source.line(*where), f"{each} has no line in the chart {chart}: {error}")


def _printed_costs(charts: Charts) -> Iterator[BadData]:
    """6.2 What a chart of movement prints can be counted."""
    for chart in ("terrain_movement", "hexside_movement", "road_movement"):
        table, path = charts.table(chart), charts.files[chart]
        rows, columns = (axis.labels for axis in table.axes)
        for nth, cell in enumerate(table.cells):
            try:
                quarters(cell)
            except BadInput as error:
                yield BadData(path, Source(path).line("cells", rows[nth // len(columns)]), str(error))


def _closed(charts: Charts, feature: str) -> bool:
    """6.2 A hexside that nobody crosses, such as an estuary."""
    try:
        costs = {charts.table("hexside_movement").read(word(feature), mobility) for mobility in MOBILITIES}
    except BadInput:
        return False
    return costs == {PROHIBITED}


def _code(source: JsonFile, terrain: str) -> str:
    return next((code for code, each in source.data["terrain"]["key"].items() if each == terrain), "")


def _drawn(source: JsonFile, board: Board) -> Iterator[BadData]:
    """6.2 A city is on its terrain; roads and railroads are on land; a river is of one size."""
    for nth, place in enumerate(board.places):
        for city in sorted(place.symbols & CITIES):
            if (terrain := board.terrain[place.hex]) != city:
                said = f"{place.name} has the symbol {city} on the terrain {terrain}: expected {city} there too"
                yield BadData(source.path, source.line("places", nth), said)
    wet, nths = board.terrain.where("sea", "lake"), dict[str, int]()
    for chain in board.chains:
        nth = nths[chain.link] = nths.get(chain.link, -1) + 1
        if drowned := [board.name(hex) for hex in chain.hexes if hex in wet]:
            said = f"{chain.link} goes through {', '.join(drowned)}, at sea: expected land"
            yield BadData(source.path, source.line("links", chain.link, nth), said)
    nths, drawn = {}, dict[tuple[int, int], str]()
    for river in board.rivers:
        nth = nths[river.feature] = nths.get(river.feature, -1) + 1
        for side in river.sides if river.feature in RIVERS else ():
            here, there = side // 6, board.neighbours[side]
            if (other := drawn.setdefault((min(here, there), max(here, there)), river.feature)) != river.feature:
                both = f"{word(river.feature)} and {word(other)}"
                said = f"{board.name(Hex(here))}/{board.name(Hex(there))} is {both}: expected one of them (6.2)"
                yield BadData(source.path, source.line("hexsides", river.feature, nth), said)


def _faces(path: Path) -> Source | None:
    """How the map looks, if the title tells: tables and words that the series knows."""
    if not path.exists():
        return None
    check_looks(source := Source(path), Source(FOLDER / path.name).data)
    return source


def _unseen(faces: Source, counters: Counters, torn: bool) -> Iterator[BadData]:
    """Sides, nations, formations and counters that have a look are there."""
    asked: list[tuple[tuple[str, ...], str, tuple[str, ...]]] = [
        (("sides",), "of the side", counters["side"]), (("nationalities",), "of the nation", counters["nation"]),
    ]  # fmt: skip
    if not torn:
        asked.append((("stripes", "formation", "colours"), "of the formation", counters["formation"]))
        asked.append((("names", "short"), "called", counters.ids))
    for where, what, there in asked:
        table: Any = faces.data
        for key in where:
            table = table.get(key, {})
        for each in table:
            if each not in there:
                few = ", ".join(sorted({*filter(None, there)})[:FEW])
                yield BadData(faces.path, faces.line(*where, each), f"no counter is {what} {each}: there are {few}")


def _printed(counters: Counters) -> Iterator[BadData]:
    """3.2 Strengths and ratings are numbers, in parentheses or not; symbols are known; a formation has two counters."""
    formations = counters["formation"]
    for nth in range(len(counters)):
        unit, wrong = UnitId(nth), list[str]()
        faces = range(len(counters.faces_of(unit)))
        strengths = [str(counters.printed("strength", unit, face) or "") for face in faces]
        wrong += [f"strength is {said!r}: expected 6 or (6)" for said in strengths if not STRENGTH.fullmatch(said)]
        wrong += _values(counters, nth)
        rating = counters["air_rating"][nth]
        if not STRENGTH.fullmatch(rating):
            wrong.append(f"air_rating is {rating!r}: expected 3 or (3)")
        for symbol in counters["symbols"][nth].split():
            if symbol not in SYMBOLS:
                wrong.append(f"symbol {symbol} is unknown: expected {', '.join(SYMBOLS)}")
        if counters["kind"][nth] == "plane" and not counters["air_type"][nth]:
            wrong.append("an aircraft has an air_type")
        if counters["kind"][nth] not in FIGHTING and any(mode for mode, _, _ in counters.faces_of(unit)):
            wrong.append("only combat units have a line for combat and one for move")
        wrong += _afloat(counters, nth)
        if formations[nth] and formations.count(formations[nth]) < 2:
            wrong.append(f"no other counter belongs to the formation {formations[nth]}")
        for each in wrong:
            yield _refused(counters, unit, each)


def _values(counters: Counters, nth: int) -> Iterator[str]:
    """3.2 What a kind of counter has on each of its faces is there, and no number is out of the series' bounds."""
    kind, unit, told = counters["kind"][nth], UnitId(nth), set[str]()
    for face, (mode, steps, _) in enumerate(counters.faces_of(unit)):
        which = f"its {mode} face" if mode else f"its face of steps {steps}" if steps else "it"
        printed = {name: counters.printed(name, unit, face) for name in COLUMNS}
        wanted = () if counters["air_type"][nth] == "glider" else NEEDED.get(kind, ())  # 14.10e which is towed
        missing = [name for name in wanted if printed[name] in (None, "")]
        if on_face := [name for name in missing if name in PRINTED_ANEW]:
            yield f"{which} has no {', '.join(on_face)}: expected, as of every {kind}"
        if once := [name for name in missing if name not in PRINTED_ANEW and not face]:
            yield f"it has no {', '.join(once)}: expected, as of every {kind}"
        wrong = [f"{name} is {printed[name]}: expected 0 or more" for name in NUMBERS if (printed[name] or 0) < 0]
        wrong += [
            f"{name} means nothing on a {kind}: it is of {', '.join(kinds) if len(kinds) < 4 else 'combat units'}"
            for name, kinds in ONLY.items() if printed[name] not in (None, "") and kind not in kinds
        ]  # fmt: skip
        if (printed["ar"] or 0) > BEST_RATING:
            wrong.append(f"ar is {printed['ar']}: expected 0 to {BEST_RATING}")
        yield from (each for each in wrong if each not in told)
        told.update(wrong)


def _afloat(counters: Counters, nth: int) -> Iterator[str]:
    """18.1f, 18.3, 18.4 A vessel has a speed of the series, a ship two sides with a barrage, landing craft points."""
    kind, unit = counters["kind"][nth], UnitId(nth)
    if kind not in ("ship", "landing_craft"):
        return
    faces = range(len(counters.faces_of(unit)))
    if any(counters.printed("ma", unit, face) not in SPEEDS for face in faces):
        yield f"ma of a ship is {', '.join(map(str, SPEEDS[:-1]))} or {SPEEDS[-1]} (18.1f)"
    if kind == "ship" and (len(faces) != 2 or any(counters.printed("barrage", unit, face) is None for face in faces)):
        yield "a ship has a line for 2 steps and one for 1, each with its barrage (18.3d)"
    if kind == "landing_craft" and (len(faces) != 1 or not counters["capacity"][nth]):
        yield "landing craft have one line, and their points as capacity (18.4a)"


def _refused(counters: Counters, unit: UnitId, why: str) -> BadData:
    try:
        counters.refuse(unit, why)
    except BadData as fault:
        return fault


def _placed(path: Path, setup: SetUp, charts: Charts, named: set[str], torn: bool) -> Iterator[BadData]:
    """4.8, 6.2, 12.6, 12.7, 13.2 Nothing is where it cannot be."""
    source, theatre, board = SetUpFile(path, KEYS), setup.theatre, setup.theatre.board
    ids, names = theatre.counters.ids, board.name

    def fault(says: str, *where: str | int) -> BadData:
        return BadData(path, source.line(*where), says)

    for key, places in (("dumps", setup.dumps), ("hedgehogs", setup.hedgehogs), ("bases", setup.bases)):
        for hex in places:
            if hex in theatre.sea:
                whose = (theatre.sides[setup.dumps[hex][0]],) if key == "dumps" else ()
                yield fault(f"{key}: {names(hex)} is at sea", key, *whose, names(hex))
    yield from _sunk(theatre, fault)
    there: dict[Hex, list[UnitId]] = {}
    for unit, hex in setup.at.items():
        there.setdefault(hex, []).append(unit)
    for hex, units in there.items():
        if hex >= board.hexes:
            continue
        said = next(name for name in source.data["at"] if board.place(name) == hex)
        fighting = [unit for unit in units if theatre.is_combat[unit]]
        drowned = _drowned(theatre, units) if hex in theatre.sea else []
        grounded = [ids[unit] for unit in units if theatre.is_plane[unit] and hex not in theatre.sea]
        if grounded and hex not in setup.bases:
            yield fault(f"{', '.join(grounded)}: there is no air base in {names(hex)}: expected one in [bases] (15.1)",
                        "at", said)  # fmt: skip
        if drowned:
            yield fault(f"{', '.join(drowned)}: {names(hex)} is at sea", "at", said)
        if aground := [ids[unit] for unit in units if theatre.is_vessel[unit] and not _floats(theatre, unit, hex)]:
            yield fault(f"{', '.join(aground)}: no ship goes to {names(hex)} (18.1c)", "at", said)
        if len({theatre.side_of[unit] for unit in fighting}) > 1:
            yield fault(f"both sides are in {names(hex)}", "at", said)
        size = sum(theatre.size[unit] for unit in fighting)
        if size > QUARTERS * number(charts, "stacking"):
            yield fault(f"{size / QUARTERS:g} REs are in {names(hex)}: expected no more than "
                        f"{number(charts, 'stacking')} (4.8)", "at", said)  # fmt: skip
    for side, hexes in enumerate(theatre.sources):
        for hex in sorted(hexes):
            edge = min(board.neighbours[6 * hex : 6 * hex + 6]) < 0
            if hex not in theatre.railways and hex not in theatre.ports and not edge:
                yield fault(f"the source {names(hex)} is neither on a railroad nor a port nor at the edge of the map",
                            "sources", theatre.sides[side])  # fmt: skip
    for unit, hex in setup.naval.items():
        if not _floats(theatre, unit, hex):
            yield fault(f"{ids[unit]}: only ships and landing craft, and only at sea, belong to the option (18.0)",
                        "naval", names(hex))  # fmt: skip
    for key, levels, best in (("bases", setup.bases, "best-base"), ("hedgehogs", setup.hedgehogs, "best-hedgehog")):
        for hex, level in levels.items():
            if level > number(charts, best):
                said = next(name for name in source.data[key] if board.place(name) == hex)
                yield fault(f"{said} has level {level}: expected no more than {number(charts, best)}", key, said)
    nations = {*theatre.counters["nation"]}
    for nation in sorted(theatre.hip_shoots - nations):
        yield fault(f"no counter is of the nation {nation}: there are {', '.join(sorted(nations))}", "hip_shoots")
    for nth, goal in enumerate(theatre.objectives):
        for nation in sorted(goal.nations - nations):
            yield fault(f"no counter is of the nation {nation}: there are {', '.join(sorted(nations))}",
                        "victory", nth, "nations")  # fmt: skip
    for hex in theatre.ports:
        if hex not in theatre.coast and min(board.neighbours[6 * hex : 6 * hex + 6]) >= 0:
            said = next(name for name in source.data["ports"] if board.place(name) == hex)
            yield fault(f"the port {said} is neither next to the sea nor at the edge of the map", "ports", said)
    if not torn:
        yield from _replacements(setup, fault)
    yield from _counters(setup, charts, named, fault)
    for nth, goal in enumerate(theatre.objectives):
        first, last = board.layout.first_column, board.layout.first_column + board.layout.columns - 1
        if goal.kind == "beyond" and not first - 1 <= goal.column < last:
            yield fault(f"nothing is east of column {goal.column} on a map of columns {first} to {last}: expected one "
                        f"before {last}", "victory", nth, "column")  # fmt: skip
    yield from _levels(theatre, fault)


def _levels(theatre: Theatre, fault: Callable[..., BadData]) -> Iterator[BadData]:
    """2.2 They go down, and the last takes all the rest."""
    least = [level[0] for level in theatre.levels]
    for nth, (better, worse) in enumerate(pairwise(least), 1):
        if worse >= better:
            yield fault(f"least is {worse} below a level of {better}: expected less, since the best level comes first "
                        "(2.2)", "levels", nth, "least")  # fmt: skip
    if not least:
        yield fault("there is no level of victory: expected [[levels]] (2.2)", "levels")
    elif min(least) > -MOST:
        yield fault(f"the last level begins at {least[-1]}: expected -{MOST}, so that it takes all the rest (2.2)",
                    "levels", len(least) - 1, "least")  # fmt: skip


def _replacements(setup: SetUp, fault: Callable[..., BadData]) -> Iterator[BadData]:
    """13.5 What is rolled has counters that can come."""
    theatre = setup.theatre
    for side, draft in zip(theatre.sides, theatre.drafts, strict=True):
        given = [band.gives for band in draft.bands] if draft else []
        rolled = {"pax": any(each % EQ for each in given), "eq": any(each >= EQ for each in given)}
        there = {
            kind for nth, kind in enumerate(theatre.kind_of)
            if theatre.counters["side"][nth] == side and UnitId(nth) not in setup.unused
        }  # fmt: skip
        for kind in [kind for kind, comes in rolled.items() if comes and kind not in there]:
            said = f"{kind} is rolled, but no counter of {side} is of the kind {kind} (13.5)"
            yield fault(said, "replacements", side, "rolls")


def _modes_of(theatre: Theatre, unit: UnitId) -> tuple[int, ...]:
    """5.0 In which it may begin: transport is always in Move Mode, organic trucks may be in reserve."""
    if theatre.is_combat[unit]:
        return (COMBAT, MOVE, RESERVE, STRAT)
    if theatre.is_organic[unit]:
        return (MOVE, RESERVE)
    return (MOVE,) if theatre.is_transport[unit] else ()


def _sunk(theatre: Theatre, fault: Callable[..., BadData]) -> Iterator[BadData]:
    """13.5, 13.6 What comes each turn comes on land."""
    for key, rule, tables in (("supply", "13.6", theatre.deliveries), ("replacements", "13.5", theatre.drafts)):
        for side, table in zip(theatre.sides, tables, strict=True):
            for part, hexes in table.named.items() if table is not None else ():
                for hex in hexes:
                    if hex in theatre.sea:
                        said = f"{key}: {theatre.board.name(hex)} is at sea: expected land ({rule})"
                        yield fault(said, key, side, part)


def _drowned(theatre: Theatre, units: list[UnitId]) -> list[str]:
    """18.1c, 18.2 What is no ship, and no aircraft of a carrier there."""
    decks = [theatre.decks[unit] for unit in units if unit in theatre.decks]
    aboard = frozenset[UnitId]().union(*decks)
    return [theatre.counters.ids[unit] for unit in units if not theatre.is_vessel[unit] and unit not in aboard]


def _floats(theatre: Theatre, unit: UnitId, hex: Hex) -> bool:
    """18.1c, 18.4e DUKWs may begin on land."""
    drives = "dukw" in theatre.symbols_of[unit] and hex not in theatre.sea
    return theatre.is_vessel[unit] and (drives or hex in theatre.navigable[theatre.is_craft[unit]])


def _counters(setup: SetUp, charts: Charts, named: set[str], fault: Callable[..., BadData]) -> Iterator[BadData]:
    """Every counter begins somewhere, unless it is the position of a lesson; only transport is loaded; extenders are
    whole; arrivals are on land."""
    theatre, ids = setup.theatre, setup.theatre.counters.ids
    most, wanted = number(charts, "point-load"), number(charts, "extender-points")
    placed = {*setup.at, *setup.naval, *setup.unused, *(arrival.unit for arrival in setup.arrivals)}
    lost = [id for nth, id in enumerate(ids) if UnitId(nth) not in placed and id not in named]
    if lost and not setup.lesson:
        few = ", ".join(lost[:FEW]) + f" and {len(lost) - FEW} more" * (len(lost) > FEW)
        yield fault(f"{few}: placed nowhere: expected in [at], [[arrive]], [naval] or unused", "at")
    for unit, mode in setup.modes.items():
        if mode not in _modes_of(theatre, unit):
            yield fault(f"{ids[unit]} begins in no mode: it is a {theatre.kind_of[unit]} (5.0)", "modes", MODES[mode])
    for unit in sorted(setup.inactive):
        if not theatre.is_plane[unit]:
            yield fault(f"{ids[unit]} is no aircraft: expected those that begin inactive (14.2)", "inactive")
    for arrival in setup.arrivals:
        floats = theatre.is_vessel[arrival.unit]
        wrong = [
            theatre.board.name(hex) for hex in arrival.places
            if (not _floats(theatre, arrival.unit, hex) if floats else hex in theatre.sea)
        ]  # fmt: skip
        if wrong:
            where = "where no ship goes" if floats else "at sea"
            yield fault(f"{ids[arrival.unit]} arrives {where}, in {', '.join(wrong)}", "arrive", arrival.entry, "units")
    for nth, arrival in {arrival.entry: arrival for arrival in setup.arrivals}.items():
        if beside := [theatre.board.name(hex) for hex in arrival.free if hex not in arrival.places]:
            yield fault(f"{', '.join(beside)}: nobody arrives there: expected places that stand in at too (13.6)",
                        "arrive", nth, "free")  # fmt: skip
    for unit, tokens in setup.loads.items():
        points = theatre.full_steps[unit] if theatre.is_craft[unit] else int(theatre.is_transport[unit])
        if not points:
            yield fault(f"{ids[unit]} carries nothing: it is a {theatre.kind_of[unit]}, expected transport points and "
                        "landing craft (13.2)", "loads", ids[unit])  # fmt: skip
        elif tokens > points * most:
            said = (
                f"{ids[unit]} does not carry {tokens} tokens: a transport point or one of landing craft carries {most}"
            )
            yield fault(said, "loads", ids[unit])
    yield from _cargoes(setup, most, fault)
    yield from _plans(setup, fault)
    posts: dict[Hex | None, int] = {}
    for unit in setup.extenders:
        posts[setup.at.get(unit)] = posts.get(setup.at.get(unit), 0) + 1
    for hex, points in posts.items():
        if hex is None or points != wanted:
            yield fault(f"an extender is made of {wanted} points in a hex, not {points}", "extenders")
    for unit, steps in setup.steps.items():
        if not 0 < steps <= theatre.full_steps[unit]:
            yield fault(f"{ids[unit]} has {theatre.full_steps[unit]} steps, not {steps}", "steps", ids[unit])


def _plans(setup: SetUp, fault: Callable[..., BadData]) -> Iterator[BadData]:
    """14.10a, 14.10d, 14.10e Who drops by a plan: parachutists, with gliders others too; and on land."""
    theatre, ids = setup.theatre, setup.theatre.counters.ids
    for unit, hexes in setup.plans.items():
        glides = any(theatre.is_glider[plane] for plane in theatre.flying[theatre.side_of[unit]])
        if not theatre.is_combat[unit] or not ("para" in theatre.symbols_of[unit] or glides):
            yield fault(f"{ids[unit]} is no parachute unit: expected one with the symbol para (14.10a)",
                        "plans", ids[unit])  # fmt: skip
        if drowned := [theatre.board.name(hex) for hex in hexes if hex not in theatre.everywhere - theatre.sea]:
            yield fault(f"{ids[unit]} would drop on {', '.join(drowned)}: expected hexes of the land (14.10d)",
                        "plans", ids[unit])  # fmt: skip


def _cargoes(setup: SetUp, most: int, fault: Callable[..., BadData]) -> Iterator[BadData]:
    """18.4a Landing craft carry what they can of their own side, and nothing at sea is carried by anything else. What
    slow leg units take is counted in the game, so that here only what is too much in any case is a fault."""
    theatre, ids = setup.theatre, setup.theatre.counters.ids
    for craft, hold in theatre.holds.items():
        aboard = [unit for unit, at in setup.at.items() if at == hold]
        wrong = [
            ids[unit] for unit in aboard
            if theatre.side_of[unit] != theatre.side_of[craft]
            or not (theatre.is_combat[unit] or theatre.is_transport[unit])
        ]  # fmt: skip
        if wrong:
            yield fault(f"{', '.join(wrong)}: not carried by {ids[craft]} (18.4c)", "at", hold_of(ids[craft]))
        light = sum(Fraction(theatre.size[unit], 2) for unit in aboard if theatre.is_combat[unit])
        points = most * sum(theatre.is_transport[unit] for unit in aboard)
        if light + points + setup.loads.get(craft, 0) > most * theatre.full_steps[craft]:
            where = ("at", hold_of(ids[craft])) if aboard else ("loads", ids[craft])
            yield fault(f"{ids[craft]} carries more than its {theatre.full_steps[craft]} points (18.4a)", *where)
