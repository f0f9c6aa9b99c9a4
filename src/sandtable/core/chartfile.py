"""Charts as TOML files, one a chart: read, checked for gaps, overlaps and unknown terms, or refused by file and line.

A table names its row key and its column key, and lists the cells row by row as the page prints them::

    title = "Barrage Table"
    cite = "10.0a"
    origin = "printed"            # or "house"
    dice = "2d6"                  # rolled for the key `roll`; `modified = true` if modifiers come first
    rows = "roll"                 # the key of the row labels
    columns = "strength"          # the key of the column labels; without it each row is one cell
    headings = ["1 or less", "2", "3-4"]
    shift = true                  # column shifts are allowed
    terms = ["-", "DG"]           # every result that stands in a cell, in the order in which a forecast tells them
    [cells]
    2 = ["-", "-", "DG"]
    [beside]                      # other values printed by column
    cost = ["1T", "1T", "2T"]
    [meaning]                     # what a result does, in our words
    DG = "every combat unit in the hex becomes disorganized"

A table printed the other way round, with the roll's ranges in the cells, says `ranges = ["month", "zone"]` and
nests: `[cells.Dec-Feb]`, then `cold = { Poor = "1-3", Severe = "4-6" }`. A label that stands for several words says
so: `[groups.month]`, `Dec-Feb = ["Dec", "Jan", "Feb"]`. Keys added to the roll are named by `plus = ["crisis"]`, their
limits by `[bounds]`, `crisis = "0-6"`. Odds that depend on another key (OCS's four terrains)
replace `headings` by `by = "terrain"` and a table `[odds]` of one list for each word. `rounding = "half up"` rounds
fractions and odds before the column is found.

A list has `[[line]]` entries with `id`, `value`, `text` and perhaps `cite`, `group`, `when`, `per`; the terms that
`when` and `per` use are declared in `[terms]` as a list of words, "flag" or "count"; a count may be wanted in a range,
`when = { steps = "5+" }`. Other names of a term's words stand in `[aliases.terrain]`, `rough = ["woods", "hills"]`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

from sandtable.core.charts import (
    Axis,
    Band,
    BandAxis,
    Chart,
    Line,
    Lines,
    MeasureAxis,
    OddsAxis,
    Printed,
    Table,
    Word,
    WordAxis,
    Words,
    any_of,
    expected,
    near,
)
from sandtable.core.dice import Dice
from sandtable.core.errors import BadData, BadInput
from sandtable.core.rules import Citation
from sandtable.core.textfile import parse_toml, read_text

ORIGINS = ("printed", "house")
COMMON = {"title", "cite", "origin", "notes", "meaning"}
TABLE = COMMON | {
    "dice", "modified", "plus", "bounds", "rows", "columns", "headings", "shift", "terms", "cells", "beside", "ranges",
    "groups", "by", "odds", "rounding",
}  # fmt: skip
LIST = COMMON | {"terms", "aliases", "line"}
LINE = {"id", "value", "text", "cite", "group", "when", "per"}
ROUNDINGS = ("", "half up")


class Source:
    """A TOML file that remembers where things stand in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = read_text(path)
        self.data = parse_toml(path, self.text)

    def refuse(self, expectation: str, *where: str | int) -> NoReturn:
        raise BadData(self.path, self.line(*where), expectation)

    def line(self, *where: str | int) -> int:
        """The line of a key: a path of table names, with a number for the nth `[[line]]`."""
        table: tuple[str, ...] = ()
        nth: dict[tuple[str, ...], int] = {}
        best = 1
        for number, text in enumerate(self.text.splitlines(), 1):
            if header := re.match(r"\s*\[\[?\s*([^\]]+?)\s*\]", text):
                table = tuple(part.strip("\"' ") for part in re.findall(r'"[^"]*"|[^.]+', header[1]))
                nth[table] = nth.get(table, -1) + 1
                here: tuple[str | int, ...] = (*table, nth[table]) if text.lstrip().startswith("[[") else table
            elif key := re.match(r"\s*(\"[^\"]*\"|[^=#\s\[\"][^=#]*?)\s*=", text):
                at: tuple[str | int, ...] = (*table, nth[table]) if table and self._many(table) else table
                here = (*at, key[1].strip("\"' "))
            else:
                continue
            if here == tuple(where):
                return number
            if here and here == tuple(where)[: len(here)]:
                best = number
        return best

    def _many(self, table: tuple[str, ...]) -> bool:
        return isinstance(self.data.get(table[0]), list)

    def words(self, *where: str) -> list[str]:
        value: Any = self.data
        for key in where:
            value = value[key]
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            self.refuse(f"{where[-1]}: expected a list of words", *where)
        return list(value)

    def table(self, name: str) -> dict[str, Any]:
        value = self.data.get(name, {})
        if not isinstance(value, dict):
            self.refuse(f"{name}: expected a table", name)
        return value


def read(path: Path, book: str) -> Chart:
    """The chart of one file."""
    source = Source(path)
    known = LIST if "line" in source.data else TABLE
    for key in source.data:
        if key not in known:
            source.refuse(f"unknown key {key!r}; {_meant(key, known, 'a chart')}", key)
    for key in ("title", "cite", "origin"):
        if not isinstance(source.data.get(key), str):
            source.refuse(f"{key!r} is missing or not a word", key)
    if source.data["origin"] not in ORIGINS:
        source.refuse(f"origin is {source.data['origin']!r}, expected one of {', '.join(ORIGINS)}", "origin")
    notes = tuple(source.words("notes")) if "notes" in source.data else ()
    common = {
        "name": path.stem,
        "title": source.data["title"],
        "citation": Citation(book, source.data["cite"]),
        "origin": source.data["origin"],
        "notes": notes,
        "meaning": _meaning(source),
    }
    return _lines(source, common) if "line" in source.data else _table(source, common)


def _meant(key: str, known: set[str], where: str) -> str:
    close = near(key, known)
    return f"did you mean {any_of(close)}?" if close else f"{where} has {', '.join(sorted(known))}"


def _meaning(source: Source) -> dict[str, str]:
    for code, text in source.table("meaning").items():
        if not isinstance(text, str):
            source.refuse(f"meaning of {code}: expected words", "meaning", code)
    return source.table("meaning")


# ------------------------------------------------------------------------------------------------ tables


def _table(source: Source, common: dict[str, Any]) -> Table:
    if not source.table("cells"):
        source.refuse("expected a table [cells] or entries [[line]]")
    dice = _dice(source)
    if source.data.get("rounding", "") not in ROUNDINGS:
        source.refuse('rounding: expected "half up"', "rounding")
    if "ranges" in source.data:
        axes, cells, layout = _ranges(source, dice)
    else:
        axes, cells, layout = _grid(source)
    _check_terms(source, cells)
    columns = source.data.get("columns", "")
    width = len(axes[-1].labels)
    for name in source.table("beside"):
        if len(source.words("beside", name)) != width:
            source.refuse(f"beside {name}: expected {width} values, one a column", "beside", name)
    if source.data.get("shift") and not columns:
        source.refuse("shift: only a table with columns has column shifts", "shift")
    _check_dice(source, axes, dice)
    return Table(
        **common,
        axes=tuple(axes),
        cells=tuple(cells),
        layout=layout,
        terms=tuple(source.words("terms")),
        dice=dice,
        modified=bool(source.data.get("modified", False)),
        plus=tuple(source.words("plus")) if "plus" in source.data else (),
        bounds=_bounds(source),
        shift=columns if source.data.get("shift") else "",
        beside={name: tuple(values) for name, values in source.table("beside").items()},
    )


def _dice(source: Source) -> Dice | None:
    if "dice" not in source.data:
        return None
    try:
        return Dice.named(source.data["dice"])
    except (BadInput, TypeError) as error:
        source.refuse(f"dice: {error}", "dice")


def _bounds(source: Source) -> dict[str, Band]:
    """What the keys added to the roll may be: `[bounds]`, `crisis = "0-6"`."""
    bounds = {key: Band.read(str(text)) for key, text in source.table("bounds").items()}
    for key, band in bounds.items():
        if band is None or key not in source.data.get("plus", ()):
            source.refuse(f"bounds {key}: expected a range like 0-6 of a key in `plus`", "bounds", key)
    return {key: band for key, band in bounds.items() if band}


def _grid(source: Source) -> tuple[list[Axis], list[str], Printed]:
    """Row labels are the keys of [cells]; each row lists a cell for every heading."""
    if not isinstance(source.data.get("rows"), str):
        source.refuse("expected `rows`, the key of the row labels", "rows")
    rows_name, cells = source.data["rows"], source.table("cells")
    rows = _axis(source, rows_name, list(cells), "cells")
    if "columns" not in source.data:
        for label, cell in cells.items():
            if not isinstance(cell, str):
                source.refuse(f"row {label}: expected one word", "cells", label)
        printed = Printed(((rows_name, "result"),), tuple((label, cell) for label, cell in cells.items()))
        return [rows], list(cells.values()), printed
    columns = _columns(source)
    width, flat = len(columns.labels), []
    for label in cells:
        row = source.words("cells", label)
        if len(row) != width:
            source.refuse(f"row {label}: {len(row)} cells for {width} columns", "cells", label)
        flat += row
    heads = tuple(
        (word, *line)
        for word, line in (columns.lines.items() if isinstance(columns, OddsAxis) else [(rows_name, columns.labels)])
    )
    body = tuple((label, *row) for label, row in cells.items())
    beside = tuple((name, *values) for name, values in source.table("beside").items())
    return [rows, columns], flat, Printed(heads, (*beside, *body))


def _columns(source: Source) -> Axis:
    name = source.data["columns"]
    if not isinstance(name, str):
        source.refuse("columns: expected the key of the column labels", "columns")
    if "odds" not in source.data:
        if not source.data.get("headings"):
            source.refuse("expected `headings`, the column labels", "columns")
        return _axis(source, name, source.words("headings"), "headings")
    if not isinstance(source.data.get("by"), str):
        source.refuse("[odds] needs `by`, the key that chooses the line", "odds")
    lines = {word: source.words("odds", word) for word in source.table("odds")}
    width = len(next(iter(lines.values())))
    for word, line in lines.items():
        try:
            axis = OddsAxis(name, source.data["by"], {word: line})
        except BadInput as error:
            source.refuse(str(error), "odds", word)
        ratios = axis.ratios[word.casefold()]
        if len(line) != width or any(a >= b for a, b in pairwise(ratios)):
            source.refuse(f"odds {word}: expected {width} rising odds", "odds", word)
    return OddsAxis(name, source.data["by"], lines, source.data.get("rounding", ""))


def _axis(source: Source, name: str, labels: list[str], where: str) -> Axis:
    """Bands if every label is a range of numbers, limits if they say `over`, else words."""
    if labels[-1].startswith("over "):
        return _measure(source, name, labels, where)
    bands = [Band.read(label) for label in labels]
    if len(set(labels)) != len(labels):
        source.refuse(f"{name}: a label stands twice", where)
    if any(band is None for band in bands):
        if any(bands) and any(re.fullmatch(r"[-+\d .]+", label) for label in labels):
            bad = next(label for label, band in zip(labels, bands, strict=True) if band is None)
            source.refuse(f"{name}: {bad!r} is not a range of whole numbers", where, bad)
        return WordAxis(name, labels, _groups(source, name, labels))
    ordered = [band for band in bands if band]
    _follow(source, name, ordered, where)
    return BandAxis(name, ordered, source.data.get("rounding", "") if where == "headings" else "")


def _measure(source: Source, name: str, labels: list[str], where: str) -> MeasureAxis:
    """`1 or less`, `over 1, up to 3`, `over 3`: each begins where the one before it ends."""
    limit = re.match(r"[\d.]+(?= or less$)", labels[0])
    for label in labels[1:]:
        found = re.fullmatch(r"over ([\d.]+)(?:, up to ([\d.]+))?", label)
        if not found or not limit or found[1] != limit[0] or (found[2] is None) != (label == labels[-1]):
            source.refuse(f"{name}: {label!r} does not go on where the label before it ends", where, label)
        limit = re.match(r"[\d.]+", found[2] or "")
    return MeasureAxis(name, labels)


def _groups(source: Source, name: str, labels: Sequence[str]) -> dict[str, list[str]]:
    """The words a label stands for."""
    groups = source.table("groups").get(name, {})
    if not isinstance(groups, dict):
        source.refuse(f"groups of {name}: expected a table of labels with their words", "groups")
    for label in groups:
        if label not in labels:
            source.refuse(
                f"groups of {name}: {label!r} is no label; there are {', '.join(labels)}", "groups", name, label
            )
    return {label: source.words("groups", name, label) for label in groups}


def _follow(source: Source, name: str, bands: Sequence[Band], *where: str) -> None:
    """Bands must follow each other: no gap, no overlap, open only at the ends."""
    ascending = sorted(bands, key=lambda band: (band.low is not None, band.low or 0))
    for before, after in pairwise(ascending):
        at = (*where, after.label)
        if before.high is None or after.low is None or after.low <= before.high:
            source.refuse(f"{name}: {before.label} and {after.label} overlap", *at)
        if after.low != before.high + 1:
            source.refuse(f"{name}: there is a gap between {before.label} and {after.label}", *at)


def _ranges(source: Source, dice: Dice | None) -> tuple[list[Axis], list[str], Printed]:
    """The cells hold ranges of the roll; the names of the innermost table are the results."""
    names = source.words("ranges")
    if dice is None:
        source.refuse("a table of ranges needs `dice`", "ranges")
    leaves = dict(_leaves(source, source.table("cells"), len(names), ()))
    axes: list[Axis] = []
    for depth, name in enumerate(names):
        labels = list(dict.fromkeys(path[depth] for path in leaves))
        axes.append(WordAxis(name, labels, _groups(source, name, labels)))
    bands = {path: [(_band(source, path, result, text), result) for result, text in leaf.items() if text != "-"]
             for path, leaf in leaves.items()}  # fmt: skip
    whole = _whole(source, bands, dice)
    cells = []
    for path in _product([axis.labels for axis in axes]):
        if path not in bands:
            source.refuse(f"there is no row for {' / '.join(path)}", "cells", *path[:1])
        _follow(source, " / ".join(path), [band for band, _ in bands[path]], "cells", *path)
        for roll in whole.places:
            cells.append(next((result for band, result in bands[path] if roll in band), ""))
            if not cells[-1]:
                source.refuse(f"{' / '.join(path)}: a roll of {roll} has no result", "cells", *path)
    results = list(dict.fromkeys(result for leaf in leaves.values() for result in leaf))
    body = tuple((*path, *(leaf.get(result, "") for result in results)) for path, leaf in leaves.items())
    return [*axes, whole], cells, Printed(((*names, *results),), body)


def _leaves(
    source: Source, table: Any, depth: int, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], dict[str, str]]]:
    if not isinstance(table, dict) or (depth == 0 and not all(isinstance(text, str) for text in table.values())):
        source.refuse(f"{' / '.join(path)}: expected results with their ranges", "cells", *path)
    if depth == 0:
        yield path, table
        return
    for label, inner in table.items():
        yield from _leaves(source, inner, depth - 1, (*path, label))


def _band(source: Source, path: tuple[str, ...], result: str, text: str) -> Band:
    band = Band.read(text)
    if band is None:
        source.refuse(f"{result}: {text!r} is not a range of whole numbers", "cells", *path, result)
    return band


def _whole(source: Source, bands: Mapping[tuple[str, ...], list[tuple[Band, str]]], dice: Dice) -> BandAxis:
    """The axis `roll` that covers every row's ranges, one value a band, open where the rows are open."""
    every = [band for row in bands.values() for band, _ in row]
    if not every:
        source.refuse("the table has no ranges", "cells")
    ends = [end for band in every for end in (band.low, band.high) if end is not None]
    low, high = min(ends), max(ends)
    open_low = any(band.low is None for band in every)
    open_high = any(band.high is None for band in every)
    singles = [Band(value, value, str(value)) for value in range(low, high + 1)]
    if open_low:
        singles[0] = Band(None, low, f"{low} or less")
    if open_high:
        singles[-1] = Band(high, None, f"{high} or more")
    rolled = [reading for reading in dice.ways if isinstance(reading, int)]
    if (min(rolled) < low and not open_low) or (max(rolled) > high and not open_high):
        source.refuse(f"the ranges run from {low} to {high}, {dice} from {min(rolled)} to {max(rolled)}", "cells")
    return BandAxis("roll", singles)


def _product(labels: list[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    if not labels:
        yield ()
        return
    for first in labels[0]:
        for rest in _product(labels[1:]):
            yield (first, *rest)


def _check_dice(source: Source, axes: Sequence[Axis], dice: Dice | None) -> None:
    """Every roll the dice can show has its row."""
    rolled = next((axis for axis in axes if axis.name == "roll"), None)
    if (dice is None) != (rolled is None):
        source.refuse("`dice` and the key `roll` go together", "dice")
    if dice is None or not isinstance(rolled, BandAxis) or "plus" in source.data:
        return
    low, high = dice.count, dice.count * dice.sides
    if (low < rolled.floor and rolled.low is not None) or (high > rolled.ceiling and rolled.high is not None):
        source.refuse(f"{dice} shows {low} to {high}, the rolls here run from {rolled.labels_span()}", "dice")


def _check_terms(source: Source, cells: Sequence[str]) -> None:
    if "terms" not in source.data:
        source.refuse("expected `terms`, every result that may stand in a cell")
    terms = source.words("terms")
    for cell in cells:
        if cell not in terms:
            label = next((key for key, row in source.table("cells").items() if cell == row or cell in row), "")
            source.refuse(f"unknown result {cell!r}; this chart knows {', '.join(terms)}", "cells", label)
    for term in terms:
        if term not in cells:
            source.refuse(f"the result {term!r} stands in no cell", "terms")
    for code in source.table("meaning"):
        if code not in terms:
            source.refuse(f"meaning of {code!r}: no cell has that result", "meaning", code)


# ------------------------------------------------------------------------------------------------ lists


def _lines(source: Source, common: dict[str, Any]) -> Lines:
    terms: dict[str, tuple[str, ...] | str] = {}
    for term, kind in source.table("terms").items():
        if kind not in ("flag", "count") and not isinstance(kind, list):
            source.refuse(f'term {term}: expected a list of words, "flag" or "count"', "terms", term)
        terms[term] = kind if isinstance(kind, str) else tuple(source.words("terms", term))
    lines = tuple(_line(source, nth, line, terms, common) for nth, line in enumerate(source.data["line"]))
    for nth, line in enumerate(lines):
        if any(line.id == other.id for other in lines[:nth]):
            source.refuse(f"the line {line.id!r} stands twice", "line", nth, "id")
    return Lines(**common, lines=lines, terms=terms, aliases=_aliases(source, terms))


def _aliases(source: Source, terms: Mapping[str, tuple[str, ...] | str]) -> dict[str, dict[str, tuple[str, ...]]]:
    """`[aliases.terrain]`, `rough = ["woods", "hills"]`: other names for words of a term, each for one word only."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for term, words in source.table("aliases").items():
        kind = terms.get(term)
        if not isinstance(kind, tuple) or not isinstance(words, dict):
            source.refuse(f"aliases of {term}: expected a table for a term whose words are listed", "aliases", term)
        taken = {word.casefold() for word in kind}
        for word in words:
            others = source.words("aliases", term, word)
            if word not in kind:
                source.refuse(f"aliases of {term}: {word!r} is none of its words", "aliases", term, word)
            for other in others:
                if other.casefold() in taken:
                    source.refuse(f"aliases of {term}: {other!r} stands twice", "aliases", term, word)
                taken.add(other.casefold())
            found.setdefault(term, {})[word] = tuple(others)
    return found


def _line(source: Source, nth: int, line: Any, terms: Mapping[str, Any], common: Mapping[str, Any]) -> Line:
    for key in line:
        if key not in LINE:
            source.refuse(f"unknown key {key!r}; {_meant(key, LINE, 'a line')}", "line", nth, key)
    for key in ("id", "value", "text"):
        if key not in line:
            source.refuse(f"{key!r} is missing", "line", nth)
    for key in LINE - {"when"}:
        if not isinstance(line.get(key, ""), str):
            source.refuse(f"{key!r} is not a word", "line", nth, key)
    if (per := line.get("per", "")) and terms.get(per) != "count":
        source.refuse(f"per = {per!r}: no such count in [terms]", "line", nth, "per")
    cases = line.get("when", [])
    if not all(isinstance(case, dict) for case in (cases if isinstance(cases, list) else [cases])):
        source.refuse("when: expected a table of terms, or a list of such tables", "line", nth, "when")
    when = tuple(
        {term: _wanted(source, nth, terms, term, said) for term, said in case.items()}
        for case in (cases if isinstance(cases, list) else [cases])
    )
    return Line(
        line["id"], line["value"], line["text"], line.get("cite", common["citation"].number),
        line.get("group", ""), when, per,
    )  # fmt: skip


def _wanted(source: Source, nth: int, terms: Mapping[str, Any], term: str, said: Any) -> tuple[Word | Band, ...]:
    if term not in terms:
        source.refuse(f"unknown term {term!r}; [terms] declares {', '.join(terms)}", "line", nth, "when")
    words = tuple(said) if isinstance(said, list) else (said,)
    kind = terms[term]
    if kind == "count" and isinstance(said, str) and (band := Band.read(said)):
        return (band,)
    for word in words:
        fits = isinstance(word, bool) if kind == "flag" else isinstance(word, int) if kind == "count" else word in kind
        if not fits:
            source.refuse(f"unknown word {word!r} for {term}", "line", nth, "when")
    return words


# ------------------------------------------------------------------------------------------------ folders


class Charts(Mapping[str, Chart]):
    """A system's charts, read when first asked for. A title of a series replaces them file by file with those of its
    folder, and so does a folder of one's own."""

    def __init__(self, book: str, folder: Path, overlay: Path | None = None, title: Path | None = None) -> None:
        self.book = book
        self.files = {path.stem: path for path in sorted(folder.glob("*.toml"))}
        self.overlaid: frozenset[str] = frozenset()
        self._read: dict[str, Chart] = {}
        if title is not None and title.is_dir():
            self._lay_over(sorted(title.glob("*")))
        if overlay is not None and overlay.is_dir():
            self.overlaid = self._lay_over(sorted(overlay.glob("*")))

    def _lay_over(self, paths: Sequence[Path]) -> frozenset[str]:
        for path in paths:
            if path.suffix != ".toml" or path.stem not in self.files:
                raise BadData(
                    path, 0, f"replaces no chart; {expected(path.stem, list(self.files), f'{self.book} has')}"
                )
            chart, ours = read(path, self.book), self[path.stem]
            if type(chart) is not type(ours) or chart.keys != ours.keys:
                found = ", ".join(chart.keys)
                raise BadData(path, 1, f"expected a chart with the keys {', '.join(ours.keys)}, found {found}")
            if isinstance(chart, Table) and isinstance(ours, Table) and chart.dice != ours.dice:
                raise BadData(path, Source(path).line("dice"), f"the rules roll {ours.dice} here, not {chart.dice}")
            if isinstance(chart, Table) and isinstance(ours, Table):
                _same_rounding(chart, ours)
                _same_columns(path, chart, ours)
            if isinstance(chart, Lines) and isinstance(ours, Lines):
                _same_lines(path, chart, ours)
                chart = replace(chart, aliases={**ours.aliases, **chart.aliases})
            self._read[path.stem], self.files[path.stem] = chart, path
        return frozenset(path.stem for path in paths)

    def __getitem__(self, name: str) -> Chart:
        if name not in self._read:
            self._read[name] = read(self.files[name], self.book)
        return self._read[name]

    def digest(self) -> str:
        """Of the charts of one's own; empty if there are none."""
        texts = [f"{name}\x1f{self.files[name].read_text(encoding='utf-8')}" for name in sorted(self.overlaid)]
        return hashlib.sha256("\x1f".join(texts).encode()).hexdigest() if texts else ""

    __hash__ = object.__hash__  # a folder of charts is itself, whatever it holds
    __eq__ = object.__eq__

    def table(self, name: str) -> Table:
        chart = self[name]
        assert isinstance(chart, Table), f"{name} is a list"
        return chart

    def lines(self, name: str) -> Lines:
        chart = self[name]
        assert isinstance(chart, Lines), f"{name} is a table"
        return chart

    def words(self, where: str) -> Words | None:
        """The words of a chart's key or of a list's term, named like `terrain_combat.terrain`."""
        name, _, key = where.partition(".")
        chart = self[name]
        if isinstance(chart, Lines):
            return chart.words(key)
        assert isinstance(chart, Table)
        axis = chart.axis(key)
        return axis.words if isinstance(axis, WordAxis) else None

    def __iter__(self) -> Iterator[str]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)


def _same_rounding(chart: Table, ours: Table) -> None:
    """Whether fractions are rounded is the rules' to say: a chart that is silent about it rounds as ours does."""
    for axis, shipped in zip(chart.axes, ours.axes, strict=False):
        if isinstance(axis, (BandAxis, OddsAxis)) and isinstance(shipped, (BandAxis, OddsAxis)):
            axis.rounding = axis.rounding or shipped.rounding


def _same_columns(path: Path, chart: Table, ours: Table) -> None:
    """Columns that have words are read by them: all that the rules name are there. Rows may be others."""
    theirs, shipped = chart.axes[-1], ours.axes[-1]
    if len(ours.axes) > 1 and isinstance(theirs, WordAxis) and isinstance(shipped, WordAxis):
        missing = [word for word in shipped.words.every if theirs.words.find(word) is None]
        if missing:
            said = f"the rules read the columns {', '.join(shipped.words.every)}; missing: {', '.join(missing)}"
            Source(path).refuse(said, "headings")


def _same_lines(path: Path, chart: Lines, ours: Lines) -> None:
    source = Source(path)
    missing = [line.id for line in ours.lines if all(line.id != other.id for other in chart.lines)]
    if missing:
        source.refuse(f"the lines {', '.join(missing)} are missing")
    for term, kind in chart.terms.items():
        if ours.terms.get(term) != kind:
            source.refuse(f"the term {term!r} is not the one the rules use", "terms", term)
