"""Printed tables: look-up by named keys, bands, column shifts, and lists of lines with their conditions.

A `Table` answers "what stands in this cell"; `Lines` hold a list such as a die-roll-modifier list and answer
"which lines apply here". `chartfile` reads both from TOML.
"""

from __future__ import annotations

import difflib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import Literal, NamedTuple

from sandtable.core.dice import Dice
from sandtable.core.errors import BadInput, Bug
from sandtable.core.rules import Citation, Term

Value = int | str
Word = str | bool | int | tuple[str, ...]
Situation = Mapping[str, Word]
MOST_SITUATIONS = 4096  # that a list keeps in mind
FEW = 8  # so many words are listed in a refusal even where one of them is likely meant


# ------------------------------------------------------------------------------------------------ words


def near(said: object, known: Iterable[str], most: int = 3) -> list[str]:
    """The known words that look like what was said, best first; none that look much less like it than the best."""
    words, typed = {word.casefold(): word for word in known}, str(said).casefold()
    cutoff = 0.75 if len(typed) > 4 else 0.65  # `ctr` is two letters of `crt`
    alike = difflib.get_close_matches(typed, words, n=most, cutoff=cutoff)
    likeness = [difflib.SequenceMatcher(None, word, typed).ratio() for word in alike]
    return [words[word] for word, ratio in zip(alike, likeness, strict=True) if ratio > likeness[0] - 0.1]


def any_of(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def expected(said: object, known: Sequence[str], lead: str, many: str = "") -> str:
    """The end of a refusal: what may be said, or was perhaps meant; `many` stands in for a list too long to read."""
    close = near(said, known)
    meant = f"did you mean {any_of(close)}?" if close else ""
    if len(known) > FEW and (meant or many):
        return " ".join(filter(None, (meant, many)))
    return "; ".join(filter(None, (f"{lead} {', '.join(known) or 'none'}", meant)))


class Words:
    """What may be said for a key: words, and other names for them. None of them minds capitals."""

    def __init__(self, words: Sequence[str], aliases: Mapping[str, Sequence[str]] | None = None) -> None:
        self.words = tuple(words)
        self.aliases = {word: tuple(others) for word, others in (aliases or {}).items()}
        self.known = {other.casefold(): word for word, others in self.aliases.items() for other in others}
        self.known |= {word.casefold(): word for word in words}

    @property
    def every(self) -> tuple[str, ...]:
        return (*self.words, *(other for others in self.aliases.values() for other in others))

    def find(self, said: object) -> str | None:
        return self.known.get(str(said).casefold())

    def expected(self, said: object, lead: str) -> str:
        """The end of a refusal of what `find` does not know; a word itself goes before its other names."""
        close = near(said, self.every)
        meant = dict.fromkeys(word if (word := self.known[each.casefold()]) in close else each for each in close)
        if any(each not in self.words for each in meant):
            return f"did you mean {any_of(list(meant))}?"
        return expected(said, self.words, lead)


class Entry(NamedTuple):
    """What a look-up found: the result as printed, where it stood, and the rule."""

    result: str
    citation: Citation
    row: str = ""
    column: str = ""
    beside: Mapping[str, str] = {}

    @property
    def cost(self) -> str:
        """What the chart prints as the price of this look-up (OCS barrages)."""
        if "cost" not in self.beside:
            raise BadInput(f"{self.citation} prints no cost")
        return self.beside["cost"]


class Band(NamedTuple):
    """A range as printed: `3-4`, `-5 to -3`, `1 or less`, `117+`. None is an open end."""

    low: int | None
    high: int | None
    label: str

    @classmethod
    def read(cls, label: str) -> Band | None:
        text = label.strip()
        if match := re.fullmatch(r"([+-]?\d+)\s*(?:or more|\+)", text):
            return cls(int(match[1]), None, label)
        if match := re.fullmatch(r"([+-]?\d+) or less", text):
            return cls(None, int(match[1]), label)
        if match := re.fullmatch(r"([+-]?\d+)(?:(?:-| to )([+-]?\d+))?", text):
            low, high = int(match[1]), int(match[2] or match[1])
            return cls(low, high, label) if low <= high else None
        return None

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, int)
            and (self.low is None or value >= self.low)
            and (self.high is None or value <= self.high)
        )


class WordAxis:
    """A key whose values are words: a month, a kind of transport. A label may stand for a group of words."""

    def __init__(self, name: str, labels: Sequence[str], groups: Mapping[str, Sequence[str]] | None = None) -> None:
        self.name, self.labels = name, tuple(labels)
        self.groups = {label: tuple(members) for label, members in (groups or {}).items()}
        every = (*labels, *(member for members in self.groups.values() for member in members))
        self.words = Words(tuple({word.casefold(): word for word in reversed(every)}.values())[::-1])
        self.places = {label.casefold(): i for i, label in enumerate(labels)}
        for label, members in self.groups.items():
            for member in members:
                self.places[member.casefold()] = self.labels.index(label)

    def index(self, value: Value, chart: Chart) -> int:
        try:
            return self.places[str(value).casefold()]
        except KeyError:
            known = self.words.expected(value, f"{chart.title} ({chart.citation}) knows")
            raise BadInput(f"{self.name}={value}: {known}") from None


class BandAxis:
    """A key whose values are whole numbers, cut into bands that follow each other without gap or overlap.
    With `rounding` a fraction is rounded first (OCS: barrage strength)."""

    def __init__(self, name: str, bands: Sequence[Band], rounding: str = "") -> None:
        self.name, self.bands, self.rounding = name, tuple(bands), rounding
        self.labels = tuple(band.label for band in bands)
        ascending = sorted(range(len(bands)), key=lambda i: (bands[i].low is not None, bands[i].low or 0))
        first, last = bands[ascending[0]], bands[ascending[-1]]
        self.low, self.high = first.low, last.high
        self.first, self.last = ascending[0], ascending[-1]
        floor = first.high if first.low is None else first.low
        ceiling = last.low if last.high is None else last.high
        assert floor is not None  # chartfile refuses a band open at both ends
        assert ceiling is not None
        self.floor, self.ceiling = floor, ceiling
        self.places = {value: i for value in range(floor, ceiling + 1) for i in range(len(bands)) if value in bands[i]}

    def rounded(self, value: Value | Fraction) -> Value:
        """What a number counts as here: 2.5 is 3 if the chart rounds half up, and no number of it if not."""
        number = value if isinstance(value, Fraction) else measure(str(value))
        if not self.rounding or number is None or isinstance(value, int):
            return decimal(value) if isinstance(value, Fraction) else value
        return round_half_up(number)

    def index(self, value: Value, chart: Chart) -> int:
        place = self.places.get(value)  # type: ignore[arg-type]  # a word is simply not there
        if place is not None:
            return int(place)
        if self.rounding and not isinstance(value, int) and isinstance(number := self.rounded(value), int):
            return self.index(number, chart)
        if not isinstance(value, int):
            raise BadInput(f"{self.name}={value}: {chart.title} ({chart.citation}) wants a whole number")
        if value < self.floor and self.low is None:
            return self.first
        if value > self.ceiling and self.high is None:
            return self.last
        raise BadInput(f"{self.name}={value}: {chart.title} ({chart.citation}) runs from {self.labels_span()}")

    def labels_span(self) -> str:
        return f"{self.labels[self.first]} to {self.labels[self.last]}"


class MeasureAxis:
    """A key that may be a fraction (OCS: quarter REs), cut at limits: `1 or less`, `over 1, up to 3`, `over 6`."""

    def __init__(self, name: str, labels: Sequence[str]) -> None:
        self.name, self.labels = name, tuple(labels)
        self.limits = [Fraction(label.split(",")[0].removeprefix("over ")) for label in labels[1:]]

    def index(self, value: Value, chart: Chart) -> int:
        amount = measure(str(value))
        if amount is None:
            raise BadInput(f"{self.name}={value}: {chart.title} ({chart.citation}) wants a number such as 2 or 1.25")
        return sum(limit < amount for limit in self.limits)


def measure(said: str) -> Fraction | None:
    """`7`, `7.5` or `15/2` as a number; None if it is none of these, or longer than any number of a game."""
    return Fraction(said) if re.fullmatch(r"\d{1,9}(\.\d{1,9}|/0*[1-9]\d{0,8})?", said) else None


def decimal(value: int | Fraction) -> str:
    """A number as a person writes it: 4.5 or 2.25, and 1/3 where there is no end of decimals."""
    if isinstance(value, int) or value.denominator == 1:
        return str(value)
    return str(value) if 1000 % value.denominator else f"{float(value):.3f}".rstrip("0")


def round_half_up(value: Fraction) -> int:
    """To the nearest whole number, halves upward."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def ratio(odds: str) -> Fraction:
    """`3:1` or `1:2` as a number."""
    match = re.fullmatch(r"(\d{1,9}):(\d{1,9})", odds.strip())
    if not match or int(match[2]) == 0:
        raise BadInput(f"odds={odds}: write odds like 3:1 or 1:2")
    return Fraction(int(match[1]), int(match[2]))


class OddsAxis:
    """Columns headed by several lines of odds, one for each word of another key (OCS: the terrain).
    With `rounding` the larger side of the odds is rounded first: 5:2 is 3:1, 2:5 is 1:3."""

    def __init__(self, name: str, by: str, lines: Mapping[str, Sequence[str]], rounding: str = "") -> None:
        self.name, self.by, self.lines = name, by, {word: tuple(line) for word, line in lines.items()}
        self.rounding, self.words = rounding, Words(tuple(lines))
        self.ratios = {word.casefold(): [ratio(odds) for odds in line] for word, line in lines.items()}
        self.names = {word.casefold(): word for word in lines}
        self.labels = next(iter(self.lines.values()))

    def rounded(self, odds: Fraction) -> Fraction:
        if not self.rounding or not odds:
            return odds
        return Fraction(round_half_up(odds)) if odds >= 1 else Fraction(1, round_half_up(1 / odds))

    def column(self, word: str, odds: Fraction, chart: Chart) -> int:
        """The rightmost column whose odds are not better than these, rounded; the leftmost if all are."""
        line = self.ratios.get(word.casefold())
        if line is None:
            known = self.words.expected(word, f"{chart.title} ({chart.citation}) knows")
            raise BadInput(f"{self.by}={word}: {known}")
        rounded = self.rounded(odds)
        return max(sum(heading <= rounded for heading in line) - 1, 0)


Axis = WordAxis | BandAxis | MeasureAxis | OddsAxis


class Printed(NamedTuple):
    """A chart as rows of text, the way the page shows it; `heads` may be several lines (OCS's four terrains)."""

    heads: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, eq=False)
class Chart(ABC):
    """What every chart tells of itself."""

    name: str  # "barrage"; a person says "ocs.barrage"
    title: str
    citation: Citation
    origin: Literal["printed", "house"]  # house: where the source does not print it
    notes: tuple[str, ...]
    meaning: Mapping[str, str]  # result code -> what it does, in our words

    @property
    def rule(self) -> str:
        return self.citation.number

    @property
    @abstractmethod
    def keys(self) -> tuple[str, ...]:
        """The names a look-up is asked with."""

    @abstractmethod
    def entry(self, **keys: Value) -> Entry:
        """The look-up. Refuses unknown and missing keys and values beyond the chart's ends."""

    @abstractmethod
    def printed(self) -> Printed:
        """As the page shows it."""

    @abstractmethod
    def takes(self, key: str) -> tuple[str, ...]:
        """What may be said for a key, as far as it can be listed: words, or the labels of bands."""

    def choices(self, key: str) -> str:
        """The same in a few words."""
        return ", ".join(self.takes(key))

    def _checked(
        self, given: Mapping[str, Value], wanted: Sequence[str], optional: Sequence[str] = ()
    ) -> dict[str, Value]:
        """The keys as the chart spells them, if they are its own and none is missing."""
        names = {key.casefold(): key for key in (*wanted, *optional)}
        said = {names.get(key.casefold(), key): value for key, value in given.items()}
        if unknown := [key for key in said if key not in names.values()]:
            known = expected(unknown[0], self.keys, "it takes")
            raise BadInput(f"{self.title} ({self.citation}) has no key {unknown[0]}; {known}")
        if missing := [key for key in wanted if key not in said]:
            needed = "; ".join(f"{key}: {self.choices(key)}".removesuffix(": ") for key in missing)
            raise BadInput(f"{self.title} ({self.citation}) also needs {needed}")
        return said


@lru_cache(maxsize=4096)
def rolled_on(table: Table, modifier: int, *keys: Value) -> Callable[[int], str]:
    """What dice mean on a table, after these keys and with this added to them: the same function for the same, so that
    a roll that means it is read once (`Roll.meanings`)."""
    return lambda roll: table.read(*keys, roll + modifier)


@dataclass(frozen=True, eq=False)
class Table(Chart):
    """Cells found by one value for each axis."""

    axes: tuple[Axis, ...]
    cells: tuple[str, ...]  # flat, the last axis fastest
    layout: Printed
    terms: tuple[str, ...] = ()  # the results that stand in the cells, in the order in which they are told
    dice: Dice | None = None
    modified: bool = False  # the roll is looked up after modifiers, so it may lie outside the dice
    plus: tuple[str, ...] = ()  # keys added to the roll (GEW: the crisis level)
    bounds: Mapping[str, Band] = field(default_factory=dict)  # the least and the most such a key may be
    shift: str = ""  # the axis that column shifts move along
    beside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # other values printed by column
    _known: dict[tuple[Value, ...], str] = field(default_factory=dict, repr=False)

    @property
    def keys(self) -> tuple[str, ...]:
        names: list[str] = []
        for axis in self.axes:
            names += [axis.by, axis.name] if isinstance(axis, OddsAxis) else [axis.name]
        return (*names, *self.plus, *(["shift"] if self.shift else []))

    def takes(self, key: str) -> tuple[str, ...]:
        for axis in self.axes:
            if isinstance(axis, (WordAxis, OddsAxis)) and key == getattr(axis, "by", axis.name):
                return axis.words.every
            if key == axis.name:
                return axis.labels
        return (self.bounds[key].label,) if key in self.bounds else ()

    def choices(self, key: str) -> str:
        axis = next((axis for axis in self.axes if axis.name == key), None)
        if isinstance(axis, OddsAxis):
            return "odds like 3:1 or 1:2"
        return axis.labels_span() if isinstance(axis, BandAxis) else super().choices(key)

    @property
    def across(self) -> str:
        """The key of the columns, where there are rows as well; a look-up without it can be answered by a row."""
        return self.axes[-1].name if len(self.axes) > 1 else ""

    def row(self, **said: Value) -> dict[str, Entry]:
        """A whole row, by the labels of its columns: a look-up with the key of the columns left out."""
        last = self.axes[-1]
        keys = self._checked(said, [key for key in self.keys if key not in ("shift", last.name)])
        self._check_roll(keys)
        if isinstance(last, OddsAxis):
            last.column(str(keys[last.by]), Fraction(1), self)  # refuses an unknown line
        before = [self._place(axis, keys) for axis in self.axes[:-1]]
        found = [self._at(keys, [*before, place]) for place in range(len(last.labels))]
        return {entry.column: entry for entry in found}

    def entry(self, **said: Value) -> Entry:
        wanted = [key for key in self.keys if key != "shift"]
        keys = self._checked(said, wanted, ("shift",) if self.shift else ())
        self._check_roll(keys)
        return self._at(keys, [self._place(axis, keys) for axis in self.axes])

    def _at(self, keys: Mapping[str, Value], places: Sequence[int]) -> Entry:
        """What stands there; what is printed by column holds before shifts."""
        beside = {name: values[places[-1]] for name, values in self.beside.items()}
        shift = whole_number("shift", keys.get("shift", 0))
        found = [
            self.shifted(place, shift) if axis.name == self.shift else place
            for axis, place in zip(self.axes, places, strict=True)
        ]
        labels = [self._label(axis, place, keys) for axis, place in zip(self.axes, found, strict=True)]
        row = labels[0] if len(labels) > 1 else ""
        return Entry(self.cell(*found), self.citation, row, labels[-1], beside)

    def cell(self, *places: int) -> str:
        flat = 0
        for axis, place in zip(self.axes, places, strict=True):
            flat = flat * len(axis.labels) + place
        return self.cells[flat]

    def read(self, *values: Value) -> str:
        """The result by one value for each axis, in their order: what rules call, so it remembers."""
        known = self._known.get(values)
        if known is None:
            known = self.cell(*(self._index(axis, value) for axis, value in zip(self.axes, values, strict=True)))
            self._known[values] = known
        return known

    def axis(self, name: str) -> Axis:
        return self._named[name]

    @cached_property
    def _named(self) -> Mapping[str, Axis]:
        return {axis.name: axis for axis in self.axes}

    def place(self, name: str, value: Value, shift: int = 0) -> int:
        """Where a value stands along an axis, after shifts; a shift past either end stays in the end column."""
        place = self._index(self._named[name], value)
        return self.shifted(place, shift) if name == self.shift else place

    def shifted(self, place: int, shift: int) -> int:
        last = len(self._named[self.shift].labels) - 1 if self.shift else place
        return min(max(place + shift, 0), last)

    def results(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.cells))

    def printed(self) -> Printed:
        return self.layout

    def _check_roll(self, keys: Mapping[str, Value]) -> None:
        if self.dice and not self.modified and "roll" in keys and keys["roll"] not in self.dice.ways:
            low, high = self.dice.count, self.dice.count * self.dice.sides
            raise BadInput(
                f"roll={keys['roll']}: {self.title} ({self.citation}) is rolled on {self.dice}, "
                f"which shows {low}-{high}"
            )

    def _place(self, axis: Axis, keys: Mapping[str, Value]) -> int:
        if isinstance(axis, OddsAxis):
            return axis.column(str(keys[axis.by]), ratio(str(keys[axis.name])), self)
        value = keys[axis.name]
        if axis.name == "roll" and isinstance(value, int):
            value += sum(self.added(key, keys[key]) for key in self.plus)
        return axis.index(value, self)

    def added(self, key: str, value: Value) -> int:
        """What a key adds to the roll, if it lies within its bounds."""
        amount = whole_number(key, value)
        if key in self.bounds and amount not in self.bounds[key]:
            raise BadInput(f"{key}={value}: {self.title} ({self.citation}) takes {self.bounds[key].label}")
        return amount

    def _index(self, axis: Axis, value: Value) -> int:
        if isinstance(axis, OddsAxis):
            raise BadInput(f"{axis.name} is found by its line of odds")
        return axis.index(value, self)

    def _label(self, axis: Axis, place: int, keys: Mapping[str, Value]) -> str:
        if isinstance(axis, OddsAxis):
            return axis.lines[axis.names[str(keys[axis.by]).casefold()]][place]
        return axis.labels[place]


def whole_number(name: str, value: Value) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadInput(f"{name}={value}: wants a whole number")
    return value


def shift_of(shift: str) -> int:
    """A printed column shift as a number: `Left 2` is -2, `Right 1` is +1, `None` is 0."""
    match = re.fullmatch(r"None|(Left|Right) (\d+)", shift)
    if not match:
        raise BadInput(f"{shift}: write a column shift like Left 1 or Right 3")
    return 0 if match[2] is None else int(match[2]) * (-1 if match[1] == "Left" else 1)


SIGNS = {"+#": 1, "-#": -1, "+?": 1, "-?": -1, "+/-?": 1, ".": 1}  # values that are themselves counted


@cache
def _amount(printed: str) -> int | None:
    """Read once: charts print few values, and rules ask for them all the time."""
    if re.fullmatch(r"([+-]?)(\d+)", printed):
        return int(printed)
    return shift_of(printed) if printed.startswith(("Left ", "Right ")) else SIGNS.get(printed)


class Line(NamedTuple):
    """One printed line: its value, our words for it, its rule, and the situations in which it applies."""

    id: str
    value: str  # as printed: "+2", "-?", "4T", "All"
    text: str
    rule: str
    group: str = ""  # the heading it stands under
    when: tuple[Mapping[str, tuple[Word | Band, ...]], ...] = ()  # any of these; each wants all its terms
    per: str = ""  # the count it is multiplied by

    @property
    def amount(self) -> int:
        """The number of a printed value; a value that is itself counted (`-?`, `+#`) is its sign."""
        found = _amount(self.value)
        if found is None:
            raise Bug(f"{self.text} ({self.rule}): {self.value} is no number to add")
        return found

    def applies(self, situation: Situation) -> bool:
        return not self.when or any(_holds(case, situation) for case in self.when)


def _holds(case: Mapping[str, tuple[Word | Band, ...]], situation: Situation) -> bool:
    for term, wanted in case.items():  # noqa: SIM110  # a generator takes twice the time, and every line is asked
        if not _agrees(situation[term], wanted):
            return False
    return True


def _agrees(word: Word, wanted: tuple[Word | Band, ...]) -> bool:
    if isinstance(word, tuple):
        return any(each in wanted for each in word)
    if isinstance(word, str) or word in wanted:
        return word in wanted
    return any(isinstance(each, Band) and word in each for each in wanted)


@dataclass(frozen=True, eq=False)
class Lines(Chart):
    """A list in printed order. `terms` is the vocabulary of its conditions: words, a flag or a count."""

    lines: tuple[Line, ...]
    terms: Mapping[str, tuple[str, ...] | str]
    aliases: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)  # by term: other names of words
    _words: dict[str, Words] = field(default_factory=dict, repr=False)
    _applying: dict[Hashable, tuple[Term, ...]] = field(default_factory=dict, repr=False)  # by situation, as asked

    @property
    def keys(self) -> tuple[str, ...]:
        return ("line",)

    def takes(self, key: str) -> tuple[str, ...]:
        return tuple(line.id for line in self.lines)

    def choices(self, key: str) -> str:
        return "" if len(self.lines) > FEW else super().choices(key)

    def words(self, term: str) -> Words:
        """The words of a term, with their other names."""
        kind = self.terms[term]
        assert isinstance(kind, tuple), f"{term} is a {kind}"
        if term not in self._words:
            self._words[term] = Words(kind, self.aliases.get(term))
        return self._words[term]

    @cached_property
    def by_id(self) -> Mapping[str, Line]:
        return {line.id: line for line in reversed(self.lines)}  # of equals the first

    def __getitem__(self, id: str) -> Line:
        if id in self.by_id:
            return self.by_id[id]
        for line in self.lines:
            if line.id.casefold() == id.casefold():
                return line
        here = f"{self.title} ({self.citation}) has"
        known = expected(id, self.takes("line"), here, f"{here} {len(self.lines)} lines; its chart shows their ids")
        raise BadInput(f"line={id}: {known}")

    def entry(self, **said: Value) -> Entry:
        keys = self._checked(said, ["line"])
        line = self[str(keys["line"])]
        return Entry(line.value, Citation(self.citation.book, line.rule), line.text, line.group)

    def applying(self, situation: Situation) -> Sequence[Term]:
        """The lines that hold in a situation, as terms of a sum. A term left out has its default."""
        asked = tuple(situation.items()), tuple(map(type, situation.values()))  # True is not 1
        found = self._applying.get(asked)
        if found is None:
            if len(self._applying) == MOST_SITUATIONS:
                self._applying.clear()
            found = self._applying[asked] = tuple(self._read(self.completed(situation)))
        return found

    def _read(self, whole: Situation) -> Iterator[Term]:
        for line in self.lines:
            times = int(whole[line.per]) if line.per else 1  # type: ignore[arg-type]  # completed checked it
            if times and line.applies(whole):
                label = f"{line.text} (x{times})" if line.per and line.amount not in (1, -1) else line.text
                yield Term(label, line.amount * times, line.rule)

    def completed(self, situation: Situation) -> Situation:
        """With every term said: the first word, no, or none where the situation is silent. Refuses unknown words."""
        if unknown := [term for term in situation if term not in self.terms]:
            raise BadInput(f"{self.title} ({self.citation}) knows no {unknown[0]}; it asks for {', '.join(self.terms)}")
        return {term: self._word(term, kind, situation.get(term)) for term, kind in self.terms.items()}

    def _word(self, term: str, kind: tuple[str, ...] | str, said: Word | None) -> Word:
        if said is None:
            return False if kind == "flag" else 0 if kind == "count" else kind[0]
        if kind == "flag":
            if not isinstance(said, bool):
                raise BadInput(f"{term}={said}: {self.title} ({self.citation}) wants yes or no")
            return said
        if kind == "count":
            return whole_number(term, said)  # type: ignore[arg-type]  # refuses what is no number
        known = self.words(term)
        words = [(word, known.find(word)) for word in (said if isinstance(said, tuple) else (said,))]
        for word, found in words:
            if found is None:
                raise BadInput(f"{term}={word}: {known.expected(word, f'{self.title} ({self.citation}) knows')}")
        return tuple(str(found) for _, found in words) if isinstance(said, tuple) else str(words[0][1])

    def printed(self) -> Printed:
        return Printed(
            (("", "", "rule"),),
            tuple((line.value, line.text, str(Citation(self.citation.book, line.rule))) for line in self.lines),
        )
