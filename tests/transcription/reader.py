"""The second, independent transcription of the charts: reads `use.txt`, `ocs.txt`, `gew.txt` and compares every cell.

    python tests/transcription/reader.py

prints how many cells each chart has and every disagreement. Where the two transcribers only chose another shape, a
table below says so; numbers and results are always compared exactly. No label of our charts is trusted: a
printed band is taken apart by `values_of` and every value is asked of `look`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, cycle, product
from pathlib import Path
from typing import NamedTuple

from sandtable import BadInput, look
from sandtable.core.charts import Entry, Lines, OddsAxis, Table
from sandtable.core.system import find
from sandtable.play.odds import charts_of

SYSTEMS = ("use", "ocs", "gew")
HEADER = re.compile(r"# ([\w.]+): (grid|list)((?: \w+=[\w/]+)*)")  # an indented " # |" is a line of a list

# ------------------------------------------------------------------------------------------------ tables of shapes
# Left the transcription's way, right the way of our charts.

# Charts that no section transcribes, and why.
NOT_TRANSCRIBED: Mapping[str, str] = {
    "use.borders": "house: latitudes for two printed hex rows, since our boards have other rows",
    "use.crt_sister": "house option: five cells as the sister game has them, not on the player aid",
    "use.event_markers": "house: the player aid names the markers, their effects are on the marker sheet",
    "use.event_returns": "house: the player aid prints nothing of it",
    "use.numbers": "numbers from sentences of the player aid, drawn as a list; each is tested with its rule",
    "use.policies": "house: the player aid names the policies, not how they end",
    "ocs.allowance": "rules 5.0 to 5.10 drawn as a table, no chart prints it; every cell is read by a test",
    "ocs.combat_modifiers": "a sentence above the Combat Table, not a list; its three lines are tested with 9.9",
    "ocs.half_step": "the die of the line 1/2 in the barrage results, drawn as a table; a test reads it",
    "ocs.half_step_limits": "the conditions of the line [1/2] in the barrage results, drawn as a list",
    "ocs.hexside_combat": "house: each game of the series prints its own",
    "ocs.hexside_movement": "house: each game of the series prints its own",
    "ocs.numbers": "numbers from sentences of the rules, drawn as a list; each is tested with its rule",
    "ocs.landing": "house: each game of the series prints its own",
    "ocs.landing_modifiers": "house: each game of the series prints its own",
    "ocs.rebuilding": "house: each game of the series prints its own",
    "ocs.road_movement": "house: each game of the series prints its own",
    "ocs.road_mud": "house: each game of the series prints its own",
    "ocs.strength_modifiers": "house: gathered from the rules, no chart prints it",
    "ocs.terrain_combat": "house: each game of the series prints its own",
    "ocs.terrain_movement": "house: each game of the series prints its own",
    "gew.differential": "rules 19.6 and O35.2 drawn as a list, no chart prints it",
    "gew.extra_air": "rules O38.1 to O38.4 drawn as a list, no chart prints it",
    "gew.income": "rules 10.6 to O40.1.1 drawn as a list, no chart prints it",
    "gew.lila": "rule O42.2 drawn as a table, no chart prints it",
    "gew.limits": "rules 20.3 to O40.1 drawn as a list, no chart prints it",
    "gew.movement": "rules 18.1, 32.2 and O37 drawn as a list, no chart prints it",
    "gew.overlays": "house, no rulebook chart; only the fortification is compared, see ELSEWHERE",
    "gew.swt_columns": "rules 24.1 to O40.1 drawn as a list, no chart prints it",
    "gew.tracks": "house: the map prints it, not the rulebook",
    "gew.ultra": "rule O36 drawn as a table, no chart prints it",
    "gew.victory": "rule 3.3 drawn as a list, no chart prints it",
    "gew.victory_levels": "rule 3.2 drawn as a table, no chart prints it",
}

# Labels of rows and columns.
LABELS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "use.movement_points": {"Leg ground unit": ("Leg",), "All other units": ("other",), "Low or No": ("Low", "No")},
    "ocs.attrition": {"- All Steps": ("-All Steps",)},
    "gew.mobilization": {
        "mech army/front": ("Mechanized army, front",),
        "airborne/marine corps": ("Airborne, Marine corps",),
        "remove bombed, mobilization hex": ("Remove bombed marker (mobilization hex)",),
        "remove bombed, other hex": ("Remove bombed marker (other hex)",),
    },
    "gew.tec": {
        "mech": ("mech MF",),
        "nonmech": ("non-mech MF",),
        "mountain": ("mountain",),  # a row; the column of that name is told apart in COLUMNS
        "shift": ("defense shift",),
        "high_mountain": ("high mountain",),
    },
    "gew.hexsides": {"mf": ("extra MF",), "shift": ("attack shift",)},
    "gew.turns": {"wallied": ("Western Allies",), "soviet": ("Soviet Union",)},
}
COLUMNS: Mapping[tuple[str, str], str] = {("gew.tec", "mountain"): "mountain MF"}

# Months stand in groups; every month of a group is looked up.
MONTHS: Mapping[str, tuple[str, ...]] = {
    "Dec-Feb": ("Dec", "Jan", "Feb"),
    "Mar-Apr": ("Mar", "Apr"),
    "May-Jun": ("May", "Jun"),
    "Jul-Sep": ("Jul", "Aug", "Sep"),
    "Oct-Nov": ("Oct", "Nov"),
}

# Cells: other words for the same entry.
CELLS: Mapping[str, Mapping[str, str]] = {
    "gew.tec": {"mountain_corps_only": "mountain corps", "corps_only": "corps"},
}

# Rows and columns of ours that the transcriber has not, and why.
ADDED: Mapping[str, Mapping[str, str]] = {
    "use.weather": {"desert": "not rolled for, always Fair: a note of the printed table, rows of ours"},
    "gew.tec": {"mountain attacker": "house column for rule 30.3, which the transcriber kept in words"},
}

# Charts whose cells are ranges of the roll, and the rolls to try: past both ends, so that a roll outside every range is
# seen to be refused or to give another result.
RANGES: Mapping[str, range] = {
    "use.weather": range(0, 8),
    "ocs.air_transport": range(-3, 20),
    "ocs.surprise": range(-8, 22),
    "ocs.attrition": range(1, 20),
    "gew.neutral": range(1, 13),  # the die and the crisis level together
}
UNPRINTED: Mapping[str, str] = {"gew.neutral": "Neutral"}  # what happens on any other roll

# Lines of ours that the transcriber kept in notes or took for no line of the list, and why.
OURS_ALONE: Mapping[str, Mapping[str, str]] = {
    "use.sorties": dict.fromkeys(
        ("air-strike", "air-support", "escort", "interdiction"), "step 2 is in the transcriber's notes"
    ),
    "ocs.anti_tank": {"reduction": "the sentence above the list, in the transcriber's note"},
    "ocs.combat_supply": dict.fromkeys(("withheld", "internal-stocks"), "the transcriber's notes"),
    "ocs.surprise_modifiers": dict.fromkeys(
        ("attacker-rating", "defender-rating"), "the sentence above the table, in the transcriber's note"
    ),
    "gew.shifts": {
        "weather-cancelled": "20.6: in the transcriber's note, of no number",
    },
}

# Lines of theirs that are cells of another chart of ours, by their gist: the chart, and every cell that says it.
ELSEWHERE: Mapping[str, Mapping[str, tuple[str, tuple[Mapping[str, str], ...]]]] = {
    "gew.shifts": {
        "defender terrain": (
            "gew.tec",
            tuple({"terrain": each, "effect": "defense shift"} for each in ("rough", "mountain", "high mountain")),
        ),
        "fortification in defending hex": (
            "gew.overlays",
            ({"overlay": "fortification", "effect": "defense shift"},),
        ),
    },
}

# Lists whose lines are cut otherwise: our line for each of theirs, in their order; "=" is a heading, ours a group.
LINES: Mapping[str, tuple[str, ...]] = {
    # two printed kinds of unit are one line of ours
    "ocs.anti_tank": (
        "heavy-hedgehog", "heavy-armor", "heavy-tank", "heavy-gun", "heavy-gun", "light-mech", "none",
    ),
    # headings are lines of theirs; the five phases stand within the first impulse there, after the last one here
    "gew.sequence": (
        "initiative", "=Political Phase", "events", "crisis", "neutrals", "mobilization",
        "=Strategic Operations Phase", "asw", "anti-convoy", "partisan-support", "reinforcement",
        "first-player-first-impulse", "regroup", "movement", "air-operations", "naval-operations", "ground-combat",
        "second-player-first-impulse", "first-player-second-impulse", "second-player-second-impulse", "turn-record",
    ),
}  # fmt: skip
MOVED: Mapping[str, tuple[str, ...]] = {
    "gew.sequence": ("regroup", "movement", "air-operations", "naval-operations", "ground-combat")
}

# Values by what the transcriber wrote.
VALUES: Mapping[str, Mapping[str, str]] = {
    "ocs.flak_missions": {"PZ": "Only in PZ"},
    "ocs.barrage_shifts": {"-1": "Left 1", "-2": "Left 2", "-3": "Left 3", "+1": "Right 1", "+3": "Right 3"},
    "ocs.density": {
        "-1": "Left 1", "0": "None", "+1": "Right 1", "+2": "Right 2", "+3": "Right 3", "+4": "Right 4",
    },
    "gew.results": {"number": "#"},
}  # fmt: skip

# Values whose unit of measure the transcriber put among the words.
UNITS: Mapping[str, Mapping[str, str]] = {
    "use.ranges": {
        "airdrop": "hexes", "air-interception-of-air": "hexes", "air-strike": "hexes", "air-support": "hexes",
        "invasion-western-sea-zone": "Sea Zones", "invasion-western-map-box": "Sea Zone", "bombing-run": "hexes",
        "naval-interception-sea-zone": "Sea Zones", "naval-interception-map-box": "Sea Zone", "supply-land": "hexes",
    },
}  # fmt: skip

# Values that the transcriber left out (".") because they are words or numbers of the outline.
OUTLINE: Mapping[str, Mapping[str, str]] = {
    "use.transport": {"air-unit": "+2"},  # "two Sorties added"
    "ocs.air_combat_modifiers": {"attacker-rating": "+#", "defender-rating": "-#"},  # "add" and "subtract"
    "ocs.sequence": {  # as the source numbers it; segments have no number
        "pre-turn": "I", "weather": "1", "first-player": "2", "first-player-turn": "II", "aircraft-refit": "A",
        "reinforcement": "B", "movement": "C", "movement-breakout": "-", "movement-movement": "-",
        "movement-barrage": "-", "supply": "D", "reaction": "E", "reaction-movement": "-", "reaction-barrage": "-",
        "combat": "F", "combat-barrage": "-", "combat-combat": "-", "exploitation": "G",
        "exploitation-movement": "-", "exploitation-barrage": "-", "exploitation-combat": "-", "clean-up": "H",
        "second-player-turn": "III", "turn-end": "IV",
    },
    "gew.sequence": {  # phases are counted, steps within them as the source numbers them, impulse phases a to e
        "initiative": "1", "events": "2.1", "crisis": "2.2", "neutrals": "2.3", "mobilization": "3", "asw": "4.1",
        "anti-convoy": "4.2", "partisan-support": "4.3", "reinforcement": "5", "first-player-first-impulse": "6",
        "regroup": "a", "movement": "b", "air-operations": "c", "naval-operations": "d", "ground-combat": "e",
        "second-player-first-impulse": "7", "first-player-second-impulse": "8", "second-player-second-impulse": "9",
        "turn-record": "10",
    },
}  # fmt: skip

# Lists whose first field is the heading the line stands under, not a value: our group, and our value beside it.
UNDER_HEADINGS: Mapping[str, Mapping[str, str]] = {
    "use.conditional_events": {},  # no value: "."
    "use.supply_sources": {},
    "gew.deployment": {  # our value is the place; by their gist where that is not the place itself
        "minor countries, own capital": "its capital",
        "Britain mobilization hexes, not Iraq": "mobilization hexes in Britain",
        "Soviet Union mobilization hexes": "Soviet mobilization hexes on the map",
        "Soviet Union Staging Area": "USSR Staging Area",  # the rulebook has both names for it
    },
    "gew.naval_access": {
        "Black Sea, only if all ports controlled": "Black Sea",
        "special, US/British Staging Areas, Allied Atlantic ports": "Staging Areas of the USA and the British Empire",
        "special, British Staging Area, Red Sea, Persian Gulf": "British Empire Staging Area",
    },
}

# Lists whose first field names the line itself: our id, and a value only where OUTLINE has one.
NAMED: Mapping[str, Mapping[str, str]] = {
    "use.interdiction": {
        "Amphibious Invasion": "amphibious-invasion",
        "Bombing Run": "bombing-run",
        "Naval Movement or Naval Transport": "naval-movement",
        "Supply Line Trace": "supply-line-trace",
    },
    "use.transport": {
        "full strength ground unit": "full-ground-unit",
        "reduced ground unit": "reduced-ground-unit",
        "air unit": "air-unit",
    },
}

# Densities in REs, at both ends of what the gist says.
DENSITIES: Mapping[str, tuple[str, ...]] = {
    "1 RE or less": ("0", "0.25", "1"),
    "above 1 RE to 3": ("1.25", "3"),
    "above 3 RE to 4": ("3.25", "4"),
    "above 4 RE to 5": ("4.25", "5"),
    "above 5 RE to 6": ("5.25", "6"),
    "above 6 RE": ("6.25", "60"),
}

# Ship-to-shore: our lines are named by the result that is reduced; "either kind" of half is two lines.
REDUCED: Mapping[str, tuple[str, ...]] = {"1/2": ("1/2", "[1/2]"), "1": ("1",), "2": ("2",)}

# The Strategic Warfare results are in own words on both sides: theirs, and ours with the side that is hit.
SWT_WORDS: Mapping[str, str] = {
    "S1 then A1": "S1, then A1",
    "lose one air, abort second": "{side} loses one air unit, a second aborts",
    "pay 1 MP or lose one air": "{side} pays 1 MP or loses one air unit",
    "lose one naval, abort second": "{side} loses one naval unit, a second aborts",
    "pay 1 MP or lose one naval": "{side} pays 1 MP or loses one naval unit",
    "lose 1d6 MP, remove depot/fort": "{side} loses 1d6 MP; depot and fortification in the hex are removed",
    "S1 plus Bombed marker": "as S1, and the hex gets a bombed marker",
    "lose one U-boat": "one U-boat is lost",
    "W Allies lose 1d6 MP": "Western Allies lose 1d6 MP",
    "W Allies lose 2d6 MP": "Western Allies lose 2d6 MP",
    "lose one SF": "one SF is lost",
    "pay 1 MP or lose one SF": "{side} pays 1 MP or loses one SF",
    "deploy one partisan in country": "one partisan is deployed in the country",
    "S1 plus flip one enemy-free hex": "as S1, and one hex there without an enemy unit changes control",
}
SWT_SIDES: Mapping[str, tuple[str, str]] = {  # who is hit by A, by S: the comment above their section
    "Air Superiority": ("interceptor", "intercepted side"),
    "Strategic Bombing": ("bomber", "bombed side"),
    "Naval Interception": ("interceptor", "intercepted side"),
    "U-Boat Attack": ("U-boats", "Western Allies"),
    "SF Partisan Support": ("SF owner", "the target country"),
}

# Gists that share no decisive word with our line, and why they are the same line all the same.
OTHER_WORDS: Mapping[tuple[str, str], str] = {
    ("use.air_naval_drm", "uk-usa-air"): "UK and USA, British and American; the rest is too short",
    ("ocs.anti_tank", "none"): "all others, every other",
    ("gew.results", "number"): "payable to cancel, pay so that nothing further happens",
}
CLOSER: Mapping[tuple[str, str], str] = {  # gists with more words of a neighbour of the same value
    ("use.production", "mobilize-leg"): "the gist names what it is not, the USSR's",
}

NOT_DECISIVE = frozenset(
    {"unit", "each", "with", "from", "into", "that", "than", "this", "only", "line", "other", "again"}
)


# ------------------------------------------------------------------------------------------------ reading


class Section(NamedTuple):
    """One chart as the second transcriber typed it."""

    chart: str
    kind: str  # "grid" or "list"
    columns: str  # of a grid: the key of its columns
    rows: str
    fixed: Mapping[str, str]  # keys that hold for the whole grid
    heads: tuple[str, ...]
    body: tuple[tuple[str, ...], ...]  # label and cells; value and gist

    @property
    def title(self) -> str:
        return " ".join([self.chart, *(f"{key}={value}" for key, value in self.fixed.items())])

    @property
    def cell_count(self) -> int:
        return sum(len(row) - 1 for row in self.body)

    @property
    def cells(self) -> Iterator[tuple[str, str, str]]:
        """Row label, column label, cell."""
        for label, *cells in self.body:
            for head, cell in zip(self.heads, cells, strict=True):
                yield label, head, cell


def read(path: Path) -> Iterator[Section]:
    section: Section | None = None
    rows: list[tuple[str, ...]] = []
    for text in path.read_text(encoding="utf-8").splitlines():
        if text.startswith(";") or not text.strip():
            continue
        if header := HEADER.fullmatch(text):
            if section:
                yield _closed(section, rows)
            keys = dict(pair.split("=") for pair in header[3].split())
            section = Section(header[1], header[2], keys.pop("columns", ""), keys.pop("rows", ""), keys, (), ())
            rows = []
        else:
            rows.append(tuple(field.strip() for field in text.split(" | ")))
    assert section
    yield _closed(section, rows)


def _closed(section: Section, rows: list[tuple[str, ...]]) -> Section:
    if section.kind == "list":
        assert all(len(row) == 2 for row in rows), section.chart
        return section._replace(body=tuple(rows))
    (corner, *heads), *body = rows
    assert not corner, section.chart
    assert all(len(row) == len(heads) + 1 for row in body), section.chart
    return section._replace(heads=tuple(heads), body=tuple(body))


@cache
def sections() -> tuple[Section, ...]:
    return tuple(each for code in SYSTEMS for each in read(Path(__file__).with_name(f"{code}.txt")))


def told_counts(code: str) -> dict[str, int]:
    """What the transcriber himself counted, at the foot of the file."""
    text = Path(__file__).with_name(f"{code}.txt").read_text(encoding="utf-8")
    return {title: int(count) for title, count in re.findall(rf"^; +({code}\.\w+(?: \w+=\w+)?) (\d+)", text, re.M)}


def counts() -> dict[str, int]:
    """Cells of a grid without its labels, or lines of a list, by section."""
    return {section.title: section.cell_count for section in sections()}


# ------------------------------------------------------------------------------------------------ comparing


def values_of(label: str) -> tuple[int | str, ...]:
    """The values a printed label stands for: both ends of a band, and some way beyond an open one."""
    if match := re.fullmatch(r"[+-]?\d+", label):
        return (int(label),)
    if match := re.fullmatch(r"(-?\d+)(?:-| to )(-?\d+)", label):
        return int(match[1]), int(match[2])
    if match := re.fullmatch(r"(-?\d+) or less", label):
        return tuple(int(match[1]) - less for less in (0, 1, 100))
    if match := re.fullmatch(r"(-?\d+)(?: or more|\+)", label):
        return tuple(int(match[1]) + more for more in (0, 1, 100))
    return (label,)


def within(roll: int, cell: str) -> bool:
    """Whether a roll lies in a printed range."""
    if cell in (".", "-"):
        return False
    if match := re.fullmatch(r"≥(\d+)|(\d+)(?:\+| or more)", cell):
        return roll >= int(match[1] or match[2])
    if match := re.fullmatch(r"≤(\d+)|(\d+) or less", cell):
        return roll <= int(match[1] or match[2])
    low, _, high = cell.partition("-")
    return int(low) <= roll <= int(high or low)


def asked(chart: str, **keys: int | str) -> Entry | None:
    """What `look` finds, or None if it refuses."""
    try:
        return look(chart, **keys)
    except BadInput:
        return None


def shown(keys: Mapping[str, int | str]) -> str:
    return " ".join(f"{key}={value}" for key, value in keys.items())


def chart_of(name: str) -> Table | Lines:
    code, _, chart = name.partition(".")
    found = charts_of(find(code))[chart]
    assert isinstance(found, Table | Lines)
    return found


def disagreements(section: Section) -> Iterator[str]:
    """Everything in which our chart and the second transcription differ."""
    if section.chart in PARTICULAR:
        return PARTICULAR[section.chart](section)
    if section.chart in RANGES:
        return compare_ranges(section)
    return compare_grid(section) if section.kind == "grid" else compare_list(section)


# ------------------------------------------------------------------------------------------------ grids


def meant(section: Section, label: str, column: bool) -> tuple[int | str, ...]:
    """What to look up for a label."""
    if column and (section.chart, label) in COLUMNS:
        return (COLUMNS[section.chart, label],)
    return LABELS.get(section.chart, {}).get(label, MONTHS.get(label)) or values_of(label)


def compare_grid(section: Section) -> Iterator[str]:
    single = section.heads in (("result",), ("%",))  # one unnamed column
    seen: set[tuple[str, str]] = set()
    for row, head, cell in section.cells:
        expected = CELLS.get(section.chart, {}).get(cell, cell)
        columns = [{}] if single else [{section.columns: each} for each in meant(section, head, column=True)]
        rows = [{section.rows: each} for each in meant(section, row, column=False)]
        for keys in (down | across for down, across in product(rows, columns)):
            found = asked(section.chart, **keys)
            if found is None or found.result != expected:
                yield f"{section.chart} {shown(keys)}: {expected}, but we have {found and found.result}"
            if found:
                seen.add((found.row, found.column))
    yield from unseen(section, seen)


def unseen(section: Section, seen: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Cells of ours that no cell of theirs asked for."""
    chart, added = chart_of(section.chart), ADDED.get(section.chart, {})
    assert isinstance(chart, Table)
    labels = [axis.labels for axis in chart.axes]
    for row, column in product(labels[0] if len(labels) > 1 else ("",), labels[-1]):
        if (row, column) not in seen and row not in added and column not in added:
            yield f"{section.chart} {row} {column}: ours alone"


def compare_ranges(section: Section) -> Iterator[str]:
    """Every roll: it gives a result exactly if it lies in that result's range."""
    for label, result, cell in _by_result(section):
        for keys in _keys(section, label):
            for roll in RANGES[section.chart]:
                for rolled in _rolled(section.chart, roll):
                    found = asked(section.chart, **keys, **rolled)
                    if (found is not None and found.result == result) != within(roll, cell):
                        place = shown({**keys, **rolled})
                        yield f"{section.chart} {place}: {result} on {cell}, but we have {found and found.result}"
    yield from unseen_in_ranges(section)


def unseen_in_ranges(section: Section) -> Iterator[str]:
    """Words and results of ours that no grid of theirs has."""
    chart, grids = chart_of(section.chart), [each for each in sections() if each.chart == section.chart]
    assert isinstance(chart, Table)
    words = {word for grid in grids for label, _, _ in _by_result(grid) for keys in _keys(grid, label)
             for word in keys.values()}  # fmt: skip
    for label in chain(*(axis.labels for axis in chart.axes[:-1])):
        if not words >= {*MONTHS.get(label, (label,))} and label not in ADDED.get(section.chart, {}):
            yield f"{section.chart} {label}: ours alone"
    results = {result for grid in grids for _, result, _ in _by_result(grid)}
    for result in chart.results():
        if result not in results and result != UNPRINTED.get(section.chart):
            yield f"{section.chart} {result}: a result of ours alone"


def _by_result(section: Section) -> Iterator[tuple[str, str, str]]:
    """The label to look up, the result, the range; attrition has its results as rows."""
    for row, head, cell in section.cells:
        label, result = (row, head) if section.columns in ("result", "side") else (head, row)
        yield label, LABELS.get(section.chart, {}).get(result, (result,))[0], cell


def _keys(section: Section, label: str) -> Iterator[dict[str, str]]:
    """`status/terrain` and `Friendly/Clear` are two keys; a group of months is each of them."""
    key = section.rows if section.columns in ("result", "side") else section.columns
    for each in product(*(MONTHS.get(word, (word,)) for word in label.split("/"))):
        yield {**dict(zip(key.split("/"), each, strict=True)), **section.fixed}


def _rolled(chart: str, roll: int) -> Iterator[dict[str, int]]:
    """GEW adds the crisis level to the die: every way to come to this sum."""
    if chart != "gew.neutral":
        yield {"roll": roll}
        return
    yield from ({"roll": die, "crisis": roll - die} for die in range(1, 7) if 0 <= roll - die <= 6)


def compare_costs(section: Section) -> Iterator[str]:
    """The row of costs above the barrage tables."""
    chart = section.chart.removesuffix("_cost")
    for _, head, cell in section.cells:
        for strength in values_of(head):
            found = asked(chart, strength=strength, roll=6)
            if found is None or found.cost != cell:
                yield f"{section.chart} strength={strength}: {cell}, but we have {found and found.cost}"


@cache
def odds_headings() -> dict[tuple[str, str], str]:
    """Terrain and column of the OCS Combat Table: the odds printed there."""
    (grid,) = (each for each in sections() if each.chart == "ocs.combat_odds")
    return {(terrain, column): odds for terrain, column, odds in grid.cells}


def compare_combat_odds(section: Section) -> Iterator[str]:
    """Each heading stands in its column: found by itself, and so many shifts from the first column."""
    headings = odds_headings()
    for terrain, column, odds in section.cells:
        first = headings[terrain, "1"]
        for heading, shift in ((odds, 0), (first, int(column) - 1)):
            found = asked("ocs.combat", terrain=terrain, roll=7, odds=heading, shift=shift)
            if found is None or found.column != odds:
                yield f"{section.chart} {terrain} {column}: {odds}, but we have {found and found.column}"
    chart = chart_of("ocs.combat")
    assert isinstance(chart, Table)
    odds_axis = chart.axes[-1]
    assert isinstance(odds_axis, OddsAxis)
    if ours := sum(map(len, odds_axis.lines.values())) - section.cell_count:
        yield f"{section.chart}: {ours:+} headings of ours alone"


def compare_combat(section: Section) -> Iterator[str]:
    """Every cell by its column's odds, the four terrains taking turns; `compare_combat_odds` holds them to a column."""
    headings = odds_headings()
    turns = cycle(dict.fromkeys(terrain for terrain, _ in headings))
    for row, column, cell in section.cells:
        terrain = next(turns)
        for roll in values_of(row):
            keys = {"terrain": terrain, "odds": headings[terrain, column], "roll": roll}
            found = asked(section.chart, **keys)
            if found is None or found.result != cell:
                yield f"{section.chart} {shown(keys)}: {cell}, but we have {found and found.result}"
    yield from same_size(section)


def same_size(section: Section) -> Iterator[str]:
    chart = chart_of(section.chart)
    assert isinstance(chart, Table)
    if len(chart.cells) != section.cell_count:
        yield f"{section.chart}: {len(chart.cells)} cells of ours, {section.cell_count} of theirs"


def compare_swt_results(section: Section) -> Iterator[str]:
    """Both transcribers used their own words: a table puts theirs into ours."""
    for mission, result, cell in section.cells:
        side = SWT_SIDES[mission][result.startswith("S")]
        expected, found = SWT_WORDS[cell].format(side=side), asked(section.chart, mission=mission, result=result)
        if found is None or found.result != expected:
            yield f"{section.chart} {mission} {result}: {expected}, but we have {found and found.result}"
    yield from same_size(section)


# ------------------------------------------------------------------------------------------------ lists


def compare_list(section: Section) -> Iterator[str]:
    chart, alone = chart_of(section.chart), OURS_ALONE.get(section.chart, {})
    yield from compare_elsewhere(section)
    elsewhere = ELSEWHERE.get(section.chart, {})
    section = section._replace(body=tuple(line for line in section.body if line[1] not in elsewhere))
    assert isinstance(chart, Lines)
    ids = [line.id for line in chart.lines]
    ours = LINES.get(section.chart) or tuple(each for each in ids if each not in alone)
    yield from (f"{section.chart} {each}: no longer a line of ours" for each in alone if each not in ids)
    if len(ours) != len(section.body):
        yield f"{section.chart}: {len(ours)} lines of ours, {len(section.body)} of theirs"
        return
    moved = MOVED.get(section.chart, ())
    told = [each for each in dict.fromkeys(ours) if not each.startswith("=")]
    if [each for each in told if each not in moved] != [each for each in ids if each not in (*alone, *moved)]:
        yield f"{section.chart}: our lines are {', '.join(ids)}, not in the transcription's order {', '.join(told)}"
    if [each for each in ids if each in moved] != list(moved):
        yield f"{section.chart}: {', '.join(moved)} do not follow each other in this order"
    for (value, gist), id in zip(section.body, ours, strict=True):
        if id.startswith("="):
            if all(line.group != id[1:] for line in chart.lines) or not share_a_word(gist, id):
                yield f"{section.chart} {gist}: no heading {id[1:]} of ours"
        else:
            yield from compare_line(section.chart, id, value, gist)
    if section.chart not in LINES:
        yield from compare_order(section, ours)


def compare_elsewhere(section: Section) -> Iterator[str]:
    """Lines of theirs that another chart of ours holds: each cell named has their value."""
    said = {gist: value for value, gist in section.body}
    for gist, (chart, cells) in ELSEWHERE.get(section.chart, {}).items():
        if gist not in said:
            yield f"{section.chart} {gist}: no longer a line of theirs"
            continue
        for keys in cells:
            found = asked(chart, **keys)
            if found is None or found.result != said[gist]:
                yield f"{chart} {shown(keys)}: {said[gist]}, but we have {found and found.result}"


def compare_line(chart: str, id: str, value: str, gist: str) -> Iterator[str]:
    found = asked(chart, line=id)
    if found is None:
        yield f"{chart} {id}: we have no such line"
        return
    expected = expected_value(chart, id, value, gist)
    if found.result != expected:
        yield f"{chart} {id}: {expected}, but we have {found.result}"
    if chart in UNDER_HEADINGS and found.column != value:
        yield f"{chart} {id}: under {value}, but we have {found.column}"
    if value in NAMED.get(chart, {}) and NAMED[chart][value] != id:
        yield f"{chart} {value}: but our line is {id}"
    shared = share_a_word(gist, our_words(chart, id))
    if not shared and (chart, id) not in OTHER_WORDS:
        yield f"{chart} {id}: {gist!r} and {found.row!r} share no word"
    if shared and (chart, id) in OTHER_WORDS:
        yield f"{chart} {id}: an exception that is none"


def compare_order(section: Section, ids: Sequence[str]) -> Iterator[str]:
    """Among lines of one value ours must be the closest to the gist, or the lines stand in another order."""
    for (value, gist), id in zip(section.body, ids, strict=True):
        alike = {
            other: likeness_of(f"{value} {gist}", our_words(section.chart, other))
            for (said, _), other in zip(section.body, ids, strict=True)
            if said == value
        }
        closest = max(alike, key=lambda other: alike[other])
        if alike[closest] > alike[id] and (section.chart, id) not in CLOSER:
            yield f"{section.chart} {id}: {gist!r} is closer to our line {closest}"


def expected_value(chart: str, id: str, value: str, gist: str) -> str:
    """The transcriber's value as our chart writes it."""
    if chart in UNDER_HEADINGS:
        return UNDER_HEADINGS[chart].get(gist, gist) if chart.startswith("gew.") else "."
    if value in NAMED.get(chart, {}):
        return OUTLINE.get(chart, {}).get(id, ".")
    if value == "." and id in OUTLINE.get(chart, {}):
        return OUTLINE[chart][id]
    if value.isdigit() and id in UNITS.get(chart, {}):
        return f"{value} {UNITS[chart][id]}"
    return VALUES.get(chart, {}).get(value, value)


def our_words(chart: str, id: str) -> str:
    """Everything our line says of itself."""
    lines = chart_of(chart)
    assert isinstance(lines, Lines)
    line = lines[id]
    terms = chain(*(chain([term], map(str, wanted)) for case in line.when for term, wanted in case.items()))
    return " ".join([line.id, line.text, line.group, line.value, line.per, *terms])


def words(text: str) -> set[str]:
    """Numbers, and the beginnings of words of two letters or more."""
    return {word[:5] for word in re.findall(r"\d+|[a-z]{2,}", text.casefold())}


def decisive(text: str) -> set[str]:
    """The words of four letters or more that tell one line from another."""
    return {word for word in words(text) if len(word) >= 4 and word.rstrip("s") not in NOT_DECISIVE}


def same(one: str, other: str) -> bool:
    """One stem: German and Germany, port and ports."""
    return one == other or (min(len(one), len(other)) >= 4 and (one.startswith(other) or other.startswith(one)))


def share_a_word(gist: str, ours: str) -> bool:
    """A decisive one; or all of a short gist such as `Map Box`."""
    return gist.casefold() in ours.casefold() or any(
        same(one, other) for one, other in product(decisive(gist), decisive(ours))
    )


def likeness_of(gist: str, ours: str) -> int:
    return sum(any(same(word, other) for other in words(ours)) for word in words(gist))


def compare_flak(section: Section) -> Iterator[str]:
    """One sentence with a number: from there on a step is lost, below nothing."""
    ((threshold, gist),) = section.body
    assert gist == "one mission aircraft step lost, otherwise nothing"
    for roll in range(-5, 30):
        expected, found = "Step Loss" if within(roll, threshold) else "No Effect", asked(section.chart, roll=roll)
        if found is None or found.result != expected:
            yield f"{section.chart} roll={roll}: {expected}, but we have {found and found.result}"


def compare_density(section: Section) -> Iterator[str]:
    for value, gist in section.body:
        expected = VALUES[section.chart][value]
        for amount in DENSITIES[gist]:
            found = asked(section.chart, re=amount)
            if found is None or found.result != expected:
                yield f"{section.chart} re={amount}: {expected}, but we have {found and found.result}"


def compare_port_damage(section: Section) -> Iterator[str]:
    for value, gist in section.body:
        hits = int(re.fullmatch(r"(\d) hits?", gist)[1])  # type: ignore[index]  # or it fails, as it should
        found = asked(section.chart, hits=hits)
        if found is None or found.result != value:
            yield f"{section.chart} hits={hits}: {value}, but we have {found and found.result}"
    if asked(section.chart, hits=len(section.body) + 1):
        yield f"{section.chart}: more hits of ours alone"


def compare_ship_to_shore(section: Section) -> Iterator[str]:
    for value, _ in section.body:
        before, after = value.split(" -> ")
        for id in REDUCED[before]:
            found = asked(section.chart, line=id)
            if found is None or found.result != after:
                yield f"{section.chart} {id}: {after}, but we have {found and found.result}"
    chart = chart_of(section.chart)
    assert isinstance(chart, Lines)
    if [line.id for line in chart.lines] != list(chain(*REDUCED.values())):
        yield f"{section.chart}: other lines, or in another order"


def compare_events(section: Section) -> Iterator[str]:
    """Ours is a table with the event's name in the cell and its effect in the meaning."""
    meaning, results = chart_of(section.chart).meaning, []
    for value, gist in section.body:
        found = asked(section.chart, roll=int(value))
        results.append(found and found.result)
        if found is None or not share_a_word(gist, f"{found.result} {meaning[found.result]}"):
            yield f"{section.chart} roll={value}: {gist}, but we have {found and found.result}"
        elif re.findall(r"\dd\d", gist) != re.findall(r"\dd\d", meaning[found.result]):
            yield f"{section.chart} roll={value}: {gist}, but ours means {meaning[found.result]}"
    if len(set(results)) != len(results):
        yield f"{section.chart}: an event stands twice"


PARTICULAR: Mapping[str, Callable[[Section], Iterator[str]]] = {
    "ocs.barrage_cost": compare_costs,
    "ocs.facility_cost": compare_costs,
    "ocs.combat_odds": compare_combat_odds,
    "ocs.combat": compare_combat,
    "ocs.flak": compare_flak,
    "ocs.density": compare_density,
    "ocs.port_damage": compare_port_damage,
    "ocs.ship_to_shore": compare_ship_to_shore,
    "gew.events": compare_events,
    "gew.swt_results": compare_swt_results,
}
COMPARED_WITH: Mapping[str, str] = {  # sections that are part of another chart of ours
    "ocs.barrage_cost": "ocs.barrage",
    "ocs.facility_cost": "ocs.facility",
    "ocs.combat_odds": "ocs.combat",
}


def report() -> str:
    """Cells by chart, by system and in all, then whatever differs."""
    found = [line for section in sections() for line in disagreements(section)]
    rows = [f"{title:32}{count:6}" for title, count in counts().items()]
    for code in SYSTEMS:
        rows.append(f"{code:32}{sum(count for title, count in counts().items() if title.startswith(code)):6}")
    rows.append(f"{'in all':32}{sum(counts().values()):6}")
    return "\n".join([*rows, f"{len(found)} disagreements", *found])


if __name__ == "__main__":
    print(report())
