"""How a rule is named, how a refusal is said, how a sum is explained."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, NewType

from sandtable.core.errors import BadData
from sandtable.core.sentences import Text
from sandtable.core.textfile import parse_toml, read_text

Hex = NewType("Hex", int)
UnitId = NewType("UnitId", int)
Side = NewType("Side", int)


def enemy(side: Side) -> Side:
    """The other of the two sides."""
    return Side(1 - side)


class Citation(NamedTuple):
    """A rule as it is shown to a person. Rules themselves cite by number alone; the book is the system's."""

    book: str
    number: str

    def __str__(self) -> str:
        return f"{self.book} {self.number}"


class Violation(NamedTuple):
    """A reason for refusal; `at` and `units` are the hexes and the counters to outline on the map."""

    rule: str
    because: Text
    at: tuple[Hex, ...] = ()
    units: tuple[UnitId, ...] = ()

    def sentence(self, book: str = "") -> str:
        """In words, if it names no counter, place or side: whatever does is told by `play.explain`."""
        return f"{self.because} ({f'{book} {self.rule}'.strip()})"


def counted(number: int, one: str, many: str = "") -> str:
    """`1 roll`, `2 rolls`, `3 hexes`."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


class Term(NamedTuple):
    """One line of a sum: odds, modifiers, a cost."""

    label: Text
    value: int | Fraction
    rule: str
    group: str = ""  # a side or a roll, which has a sum of its own
    # "+" is summed, "×" multiplies, "=" is what comes of the lines above, "note" has no number to show, "if" counts
    # only if something happens first, so it is not summed; so do "if×" and "if="
    how: str = "+"


class Breakdown(tuple[Term, ...]):
    """The list that explains is the sum that decides."""

    __slots__ = ()

    @property
    def total(self) -> int | Fraction:
        """The sum of the terms that are summed."""
        return sum((term.value for term in self if term.how == "+"), start=0)

    @property
    def groups(self) -> tuple[str, ...]:
        """In the order they are met."""
        return tuple(dict.fromkeys(term.group for term in self))

    def of(self, group: str) -> Breakdown:
        """The terms of one group."""
        return Breakdown(term for term in self if term.group == group)

    def __getitem__(self, key):  # type: ignore[no-untyped-def]  # by place, or a term's value by its label
        if not isinstance(key, str):
            return super().__getitem__(key)
        for term in self:
            if term.label == key:
                return term.value
        raise KeyError(key)


class Rule(NamedTuple):
    """One line of a rulebook's index."""

    number: str
    title: str
    status: str  # one of STATUSES
    ruling: str = ""
    text: str = ""  # what it says, in our words; "" where nobody has told it yet


STATUSES = {
    "done": "known in full",
    "option": "an optional rule",
    "definition": "explains words",
    "procedure": "known in full and tested; no scenario that comes with the game gets to it",
    "odds": "charts and odds know it, play does not yet",
    "planned": "comes later",
    "not modelled": "left out",
}


class Rulebook(Mapping[str, Rule]):
    """The index of a rulebook: every number, our title for it, and whether the engine knows it."""

    def __init__(self, book: str, rules: Iterable[Rule]) -> None:
        self.book = book
        self.rules = {rule.number: rule for rule in rules}

    @classmethod
    def load(cls, path: Path) -> Rulebook:
        """Read `rulebook.toml`: `book`, then a table `[rules]` of number = { title, status }; and beside it, if it is
        there, `rules.toml`: number = what the rule says."""
        data = parse_toml(path, read_text(path))
        if not isinstance(data.get("book"), str) or not isinstance(data.get("rules"), dict):
            raise BadData(path, 0, "expected a word `book` and a table [rules]")
        texts = cls._texts(path.with_name("rules.toml"), data["rules"])
        rules = [cls._rule(path, number, line, texts.get(number, "")) for number, line in data["rules"].items()]
        return cls(data["book"], rules)

    @staticmethod
    def _texts(path: Path, rules: Mapping[str, object]) -> Mapping[str, str]:
        texts = parse_toml(path, read_text(path)) if path.exists() else {}
        for number, text in texts.items():
            if number not in rules:
                raise BadData(path, 0, f"rule {number}: there is no such number in the index")
            if not isinstance(text, str) or not text:
                raise BadData(path, 0, f"rule {number}: expected a text")
        return texts

    @staticmethod
    def _rule(path: Path, number: str, line: object, text: str) -> Rule:
        if not isinstance(line, dict) or "title" not in line or line.get("status", "done") not in STATUSES:
            raise BadData(path, 0, f"rule {number}: expected a title and a status among {', '.join(STATUSES)}")
        return Rule(number, line["title"], line.get("status", "done"), line.get("ruling", ""), text)

    def cite(self, number: str) -> Citation:
        """KeyError if the book has no such number."""
        self.rules[number]
        return Citation(self.book, number)

    def __getitem__(self, number: str) -> Rule:
        return self.rules[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)
