"""What a game family offers: charts and odds to look up (`Reference`), and, once its rules are written, games to play
(`System`). Both are found by their code, through the entry point group `sandtable.systems`."""

from __future__ import annotations

import hashlib
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple

from sandtable.core.briefings import FOLDER as BRIEFINGS
from sandtable.core.briefings import Briefing, read_briefing
from sandtable.core.changes import Option, Options, Title, in_force
from sandtable.core.chartfile import Charts
from sandtable.core.charts import FEW, Band, Words, expected, measure
from sandtable.core.errors import BadData, BadInput
from sandtable.core.flow import Procedure
from sandtable.core.lessons import Lesson, read_lessons
from sandtable.core.parts import Counsel, Foresight, Hidden, Ledger, Lens, S, Standing
from sandtable.core.rules import Breakdown, Hex, Rulebook, Side, UnitId, Violation
from sandtable.core.texts import Texts, forms_of, read_texts
from sandtable.core.vocabulary import Vocabulary

if TYPE_CHECKING:
    from sandtable.core.bits import Bits
    from sandtable.core.board import Board
    from sandtable.core.counters import Counters
    from sandtable.core.decisions import Form
    from sandtable.core.sequence import Outline

__all__ = ["Reference", "Scenario", "ScenarioInfo", "System", "codes", "find", "find_system", "register"]
Said = int | str | bool | Fraction | None
TRIED = "@"  # between a scenario's name and the numbers it is tried with


# ------------------------------------------------------------------------------------------------ odds to look up


class Key(NamedTuple):
    """Something a person may say about a situation. `kind`: number, fraction, flag, text, or the words allowed.
    A default of None means that silence is an answer of its own."""

    name: str
    kind: str | tuple[str, ...]
    default: Said
    help: str
    bounds: str = ""  # of a number, as a chart would print them: `0-4`, `1+`
    rule: str = ""  # that sets them, where it is not the calculation's own
    words: str = ""  # the chart and its key or term that list what may be said: `terrain_combat.terrain`

    def read(self, said: Any, charts: Charts | None = None) -> Said:
        """What was said, as the kind wants it, or one clear sentence; charts know other names for the words."""
        value = self._value(said, charts.words(self.words) if charts is not None and self.words else None)
        if self.bounds and not self.allows(value):
            raise BadInput(f"{self.name}={said}: expected {self.within}")
        return value

    @property
    def within(self) -> str:
        """The bounds in words: `0 to 4`, `1 or more`."""
        return re.sub(r"(?<=\d)-", " to ", self.bounds).replace("+", " or more")

    def allows(self, value: Said) -> bool:
        band = Band.read(self.bounds)
        assert band is not None, f"{self.name}: {self.bounds} are no bounds"
        assert isinstance(value, (int, Fraction))
        return (band.low is None or value >= band.low) and (band.high is None or value <= band.high)

    def _value(self, said: Any, words: Words | None) -> Said:
        if isinstance(self.kind, tuple):
            known = words or Words(self.kind)
            word = known.find(said)
            if word is None:
                raise BadInput(f"{self.name}={said}: {known.expected(said, 'expected one of')}")
            return word
        if self.kind == "text":
            return str(said)
        if self.kind == "flag":
            flags = {"yes": True, "no": False, "true": True, "false": False, "1": True, "0": False}
            if str(said).casefold() in flags:
                return flags[str(said).casefold()]
            raise BadInput(f"{self.name}={said}: expected yes or no")
        if self.kind == "fraction":
            sign, amount = (-1, str(said)[1:]) if str(said).startswith("-") else (1, str(said))
            if (number := measure(amount)) is None:
                raise BadInput(f"{self.name}={said}: expected a number such as 7, 7.5 or 15/2")
            return sign * number
        if not re.fullmatch(r"[+-]?\d{1,9}", str(said)):
            raise BadInput(f"{self.name}={said}: expected a whole number")
        return int(str(said))


class Prepared(NamedTuple):
    """A situation made ready: the procedure that resolves it, and the terms that explain what goes into it."""

    procedure: Procedure
    terms: Breakdown


class Chance(NamedTuple):
    """A named calculation of odds: what may be said, and how that becomes the procedure to run."""

    name: str
    title: str
    rule: str
    keys: tuple[Key, ...]
    prepare: Callable[[Charts, Mapping[str, Any]], Prepared]
    order: tuple[str, ...] = ()  # of its results, where it is not that of the table it is read on
    charts: tuple[str, ...] = ()  # the charts it reads
    results: str = ""  # the list that tells what its results do, if it is not the one of its name

    def complete(self, said: Mapping[str, Any], book: str = "", charts: Charts | None = None) -> dict[str, Said]:
        """Read and checked, with the defaults of what was not said; or every reason why not."""
        names = [key.name for key in self.keys]
        if any(name not in names for name in said):
            known = {name.casefold(): name for name in names}
            said = {known.get(name.casefold(), name): value for name, value in said.items()}
            refuse([self._unknown(name) for name in said if name not in names], book)
        found: dict[str, Said] = {}
        wrong: list[Violation] = []
        for key in self.keys:
            try:
                found[key.name] = key.read(said[key.name], charts) if key.name in said else key.default
            except BadInput as error:
                wrong.append(Violation(key.rule or self.rule, str(error)))
        refuse(wrong, book)
        return found

    def _unknown(self, name: str) -> Violation:
        names = [key.name for key in self.keys]
        many = f"`--keys` lists all {len(names)}" if len(names) > FEW else ""
        return Violation(self.rule, f"{self.title} has no key {name}; {expected(name, names, 'it takes', many)}")


def refuse(violations: Iterable[Violation], book: str) -> None:
    """Refuse a situation with every reason there is against it."""
    if reasons := dict.fromkeys(violation.sentence(book) for violation in violations):
        raise BadInput("; ".join(reasons))


@dataclass(frozen=True, eq=False)
class Reference:
    """A family's charts, its rulebook's index and its odds."""

    code: str
    title: str
    book: str
    folder: Path
    chances: tuple[Chance, ...] = ()

    @cached_property
    def rulebook(self) -> Rulebook:
        """Every rule by its number: `rulebook.toml`."""
        return Rulebook.load(self.folder / "rulebook.toml")

    @property
    def texts(self) -> Mapping[str, str]:
        """Sentences for the events of this family, by their kind: `texts.toml`, table [events]."""
        return self._texts.events

    @property
    def headlines(self) -> Sequence[str]:
        """Events that change the war, the gravest first: `texts.toml`, list headlines."""
        return self._texts.headlines

    @property
    def news(self) -> Sequence[str]:
        """Events that are always told of what dice have done, the gravest first: `texts.toml`, list news."""
        return self._texts.news

    @property
    def questions(self) -> Mapping[str, str]:
        """What is asked, in a sentence, by menu or by `form.slot`: `texts.toml`, table [questions]."""
        return self._texts.questions

    @property
    def verbs(self) -> Mapping[str, str]:
        """What a verb of a menu does, where the title of its rule does not say it: `texts.toml`, table [verbs]."""
        return self._texts.verbs

    @property
    def labels(self) -> Mapping[str, str]:
        """A verb on a button, where it says too little itself: `texts.toml`, table [labels]."""
        return self._texts.labels

    def side_name(self, word: str) -> str:
        """What a side or a power is called: `texts.toml`, table [sides], or its word with a capital letter."""
        return self._texts.sides.get(word, word.replace("_", " ").capitalize())

    @property
    def examples(self) -> Mapping[str, str]:
        """Verbs of lines a player might type, by what they show: `texts.toml`, table [examples]."""
        return self._texts.examples

    @cached_property
    def _texts(self) -> Texts:
        return read_texts(self.folder / "texts.toml", self._forms)

    @cached_property
    def _forms(self) -> Sequence[Form]:
        return forms_of(self.folder)

    def lessons(self) -> tuple[Lesson, ...]:
        """What it teaches, in order: `lessons/*.toml`."""
        return self._lessons

    @cached_property
    def _lessons(self) -> tuple[Lesson, ...]:
        return read_lessons(self.folder / "lessons", self.rulebook, {form.name for form in self._forms})

    @cached_property
    def printed_charts(self) -> Charts:
        return Charts(self.book, self.folder / "charts")

    def charts(self, overlay: Path | None = None) -> Charts:
        """The family's charts; those in `overlay/<code>/` stand in for the shipped ones, file by file."""
        if overlay is None:
            return self.printed_charts
        if not overlay.is_dir():
            raise BadData(overlay, 0, "there is no such folder of charts")
        return Charts(self.book, self.folder / "charts", overlay / self.code)


# ------------------------------------------------------------------------------------------------ games to play


class ScenarioInfo(NamedTuple):
    """A scenario before it is loaded."""

    name: str
    title: str
    sides: tuple[str, ...]
    turns: int
    options: tuple[Option, ...] = ()
    text: str = ""  # a sentence or two about it
    numbers: Mapping[str, int] = {}  # that its name may tell otherwise, and what they are if it does not
    of: str = ""  # the scenario that it is a variant of, with other numbers

    def with_numbers(self, numbers: Mapping[str, int]) -> str:
        """The name that tells them: `poland-1939@poland_will=9`."""
        told = ",".join(f"{name}={number}" for name, number in numbers.items())
        return f"{self.name}{',' if TRIED in self.name else TRIED}{told}" if told else self.name

    @property
    def ready_made(self) -> dict[str, bool]:
        """The options with which it begins from a ready-made set-up, where it has one."""
        return {option.name: True for option in self.options if option.kind == "set-up"}


@dataclass(eq=False)
class Desk:
    """A table with nothing on it but the charts: enough to roll and look up."""

    system: Reference
    name: str
    sides: tuple[str, ...]
    charts: Charts
    options: Options = field(default_factory=dict, kw_only=True)
    title: Title | None = field(default=None, kw_only=True)  # of a series, if it is one

    def __post_init__(self) -> None:
        names = {name for name, on in self.options.items() if on}
        self.in_force = in_force(names | {self.title.name} if self.title else names)


@dataclass(eq=False)
class Scenario(Desk):
    """Everything of a game that never changes: shared by all its states."""

    system: System[Any]
    board: Board
    counters: Counters
    side_of: Sequence[int]  # by unit
    outline: Outline  # the sequence of play
    extra: Any = None  # what a system keeps at hand: its own fixed tables
    window: Bits | None = None  # the hexes in play, where a scenario does not use the whole map
    span: tuple[int, int] | None = None  # the first turn and the last, where it does not play all that are printed
    folder: Path | None = None  # of the title it belongs to, where that may lie outside of the system's own

    def __post_init__(self) -> None:
        super().__post_init__()
        self._units = [
            tuple(UnitId(unit) for unit, side in enumerate(self.side_of) if side == which)
            for which in range(len(self.sides))
        ]

    @property
    def rules_version(self) -> str:
        return self.system.rules_version

    @property
    def places(self) -> int:
        """Hexes and boxes."""
        return self.board.size

    def units_of(self, side: Side) -> tuple[UnitId, ...]:
        """All counters of a side, wherever they are."""
        return self._units[side]

    @cached_property
    def briefing(self) -> Briefing:
        """What it is about, in its own words; a variant has those of its scenario, unless it has a file too."""
        info, folder = self.system.info(self.name), (self.folder or self.system.folder) / BRIEFINGS
        files = [folder / f"{name.partition(TRIED)[0]}.toml" for name in (info.name, info.of)]
        return read_briefing(next(filter(Path.exists, files), files[0]), self.board, self.sides)

    @cached_property
    def roster(self) -> str:
        """A digest of all counters and places in their order, by which positions number them."""
        places = (self.place_name(Hex(place)) for place in range(self.places))
        return hashlib.sha256("\n".join((*self.counters.ids, "", *places)).encode()).hexdigest()[:12]

    def place_name(self, place: Hex) -> str:
        """A hex's printed number, a box's name."""
        return self.board.name(place)

    def spoken_place(self, place: Hex) -> str:
        """A hex's number with all that lies in it, `3026 Tobruk`; a box's full name."""
        said = self._spoken_places.get(place)
        if said is None:
            said = self._spoken_places[place] = self._put_in_words(place)
        return said

    @cached_property
    def _spoken_places(self) -> dict[Hex, str]:
        """Those that somebody has spoken of."""
        return {}

    def _put_in_words(self, place: Hex) -> str:
        if place >= self.board.hexes:
            return self.board.boxes[place - self.board.hexes].name
        return " ".join([self.place_name(place), *(each.name for each in self.board.places_in(place))])

    def unit_name(self, unit: UnitId) -> str:
        """As it is written in records."""
        return self.counters.id(unit)

    def spoken_unit(self, unit: UnitId) -> str:
        """By its name; one that several counters have is told with its nation, `2 Army (Hungarian)`, or where that is
        not enough with what is written: `1 Squadron (red_s1)`."""
        return self._spoken_units[unit]

    @cached_property
    def _spoken_units(self) -> tuple[str, ...]:
        names, nations = self.counters.names, self.counters.nations
        often = Counter[object]((*names, *zip(names, nations, strict=True)))
        return tuple(
            name if often[name] == 1 else f"{name} ({nation if nation and often[name, nation] == 1 else id})"
            for name, nation, id in zip(names, nations, self.counters.ids, strict=True)
        )

    @cached_property
    def spoken_sides(self) -> tuple[str, ...]:
        """`Western Allies`, in the order of the sides."""
        return tuple(map(self.system.side_name, self.sides))

    def place(self, name: str) -> Hex:
        return self.board.place(name)

    def unit(self, name: str) -> UnitId:
        return self.counters.unit(name)

    def side(self, name: str) -> Side:
        """The side of that name."""
        if name not in self.sides:
            raise BadInput(f"no side is called {name}; this scenario has {', '.join(self.sides)}")
        return Side(self.sides.index(name))


@dataclass(frozen=True, eq=False)
class System(Reference, ABC, Generic[S]):
    """A family with games to play, whose positions are of type S: what every game must have, and the parts that a game
    may provide (`core/parts.py`), each by its name and silent if left out."""

    hidden: Hidden[S] = field(kw_only=True)  # what a side may know, and what it makes of the rest
    audit: Callable[[S], list[Violation]] = field(kw_only=True)
    """What cannot be: over-stacking, negative supply. Empty when sound."""
    ledger: Ledger[S] = field(default_factory=Ledger, kw_only=True)
    standing: Standing[S] = field(default_factory=Standing, kw_only=True)
    lens: Lens[S] = field(default_factory=Lens, kw_only=True)
    foresight: Foresight[S] = field(default_factory=Foresight, kw_only=True)
    counsel: Counsel[S] = field(default_factory=Counsel, kw_only=True)
    vocabulary: Vocabulary[S] = field(default_factory=Vocabulary, kw_only=True)
    words: Callable[[Scenario], Iterable[str]] = field(default=lambda _: (), kw_only=True)
    """Every word that may ever be picked in a game beside the verbs of menus: powers, countries, modes; silent: none.
    Who numbers picks counts on it."""
    faults: Callable[[Path], list[BadData]] | None = field(default=None, kw_only=True)
    """Of a series: every fault in the files of a title."""
    doubts: Callable[[Path], list[BadData]] | None = field(default=None, kw_only=True)
    """The same of what is no fault, but more likely a slip than meant."""

    rules_version: ClassVar[str] = "1"  # raised when the rules decide otherwise (`tests/golden/rules.toml`)
    position_tells: ClassVar[bool] = True  # are the numbers of a scenario all in its positions?

    @abstractmethod
    def scenarios(self) -> Sequence[ScenarioInfo]:
        """What may be played; the first is meant where none is named."""

    def positions(self) -> Sequence[ScenarioInfo]:
        """Scenarios from which lessons begin, not offered for play."""
        return ()

    def left_out(self) -> Mapping[Path, BadData]:
        """Of a series: the files of scenarios of one's own that cannot be read, and why."""
        return {}

    def info(self, name: str) -> ScenarioInfo:
        """The scenario or position of that name, with the numbers that the name tells."""
        usual, _, numbers = name.partition(TRIED)
        known = {info.name: info for info in (*self.scenarios(), *self.positions())}
        if usual not in known:
            if faulty := [fault for path, fault in self.left_out().items() if path.stem == usual]:
                raise faulty[0]
            offered = ", ".join(info.name for info in self.scenarios())
            own = "; titles of your own are named with --titles DIR" * (self.faults is not None)
            raise BadInput(f"{self.title} has no scenario {usual}; it has {offered}{own}")
        found = known[usual]
        if not numbers:
            return found
        if not found.numbers:
            raise BadInput(f"{name}: {usual} has no numbers that its name could tell")
        return found._replace(name=name, numbers={**found.numbers, **self.tried(name)})

    def tried(self, name: str) -> Mapping[str, int]:
        """The numbers that a scenario's name tells otherwise than they are: `poland-1939@poland_will=9`."""
        return {}

    def numbers_before(self, rules: str, name: str, options: Options) -> Mapping[str, int]:
        """The numbers of a scenario that were others under an older version of the rules, as they were then."""
        return {}

    @abstractmethod
    def load(self, name: str, options: Options | None = None, overlay: Path | None = None) -> Scenario:
        """A scenario with these options; `overlay`: a folder of charts of one's own."""

    @abstractmethod
    def begin(self, scenario: Scenario) -> S:
        """The state before the first step."""

    @property
    def renamed(self) -> Mapping[str, str]:
        """Procedures (`gew.Retreat`), their steps (`gew.Retreat.roll`) and fields (`gew.Retreat:unit`) that had another
        name in older saves, by that; old names of columns are declared with them (`formerly`)."""
        return {}

    def began_as(self, rules: str, name: str, options: Options) -> str:
        """What a scenario of that name was under an older version of the rules, by its name of today: where a number
        of it has become another, a name that tells the old one."""
        found = self.info(name)
        then, said = self.numbers_before(rules, name, options), self.tried(name)
        return found.with_numbers({word: then[word] for word in then if word not in said})


# ------------------------------------------------------------------------------------------------ the registry

_registered: dict[str, Reference] = {}


def register(reference: Reference) -> None:
    """For a system that is not installed: a test's, a notebook's."""
    _registered[reference.code] = reference


def codes() -> list[str]:
    """Of all families that are installed or registered."""
    installed = {point.name for point in entry_points(group="sandtable.systems")}
    return sorted(installed | set(_registered))


def find(code: str) -> Reference:
    """The family of that code, in capitals or not."""
    code = code.casefold()
    if code not in _registered:
        points = entry_points(group="sandtable.systems", name=code)
        if not points:
            raise BadInput(f"no system is called {code}; there are {', '.join(codes())}")
        _registered[code] = next(iter(points)).load()
    return _registered[code]


def find_system(code: str) -> System[Any]:
    """The family of that code, if it can be played: its words must fit what it asks."""
    found = find(code)
    if not isinstance(found, System):
        raise BadInput(f"{found.title} has charts and odds but no scenarios to play yet")
    _ = found.texts
    return found
