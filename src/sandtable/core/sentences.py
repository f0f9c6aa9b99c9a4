"""A sentence and what it speaks of: written where the rule is, put into words when somebody wants to read it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from string import Formatter
from typing import Literal

from sandtable.core.errors import Bug

Kind = Literal["unit", "place", "side", "word"]
KINDS: dict[str, Kind] = {
    "unit": "unit", "units": "unit", "carrier": "unit",
    "hex": "place", "hexes": "place", "to": "place", "start": "place", "at": "place",
    "side": "side", "by": "side",
}  # fmt: skip


class Sentence:
    """`say("{unit} is too far from {hex}", unit, place)`: a text, and what stands in its blanks, each once and in their
    order. What a blank is called tells what it holds (`kind_of`); several are told as `1st, 2nd and 3rd`, and a
    sentence may stand in another. Rules make many that nobody reads, so nothing is put into words here."""

    __slots__ = ("given", "text")

    def __init__(self, text: str, /, *given: object) -> None:
        self.text, self.given = text, given

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and self.text == other.text and self.given == other.given

    def __hash__(self) -> int:
        return hash((self.text, self.given))

    def __repr__(self) -> str:
        return f"say{(self.text, *self.given)}"

    @property
    def blanks(self) -> dict[str, object]:
        """What stands in each blank, by its name."""
        names = blanks_of(self.text)
        if len(names) != len(self.given):
            raise Bug(f"{self!r} has {len(names)} blanks, and {len(self.given)} things to stand in them")
        return dict(zip(names, self.given, strict=True))

    def __str__(self) -> str:
        """In words without a scenario: of figures and words alone, since ids and numbers are no names."""
        blanks = self.blanks
        if named := [name for name in blanks if kind_of(name) != "word"]:
            raise Bug(f"{self!r}: what {named[0]} is called, only a scenario knows")
        return self.text.format(**blanks)


say = Sentence  # as rules write it
Text = str | Sentence  # plain where nothing has a name


@cache
def blanks_of(text: str) -> tuple[str, ...]:
    """The names of its blanks, each once, in the order they are met."""
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(text) if name is not None))


@cache
def kinds_of(text: str) -> tuple[tuple[str, Kind], ...]:
    """Each blank, and what it holds."""
    return tuple((name, kind_of(name)) for name in blanks_of(text))


@lru_cache(maxsize=1 << 10)  # a record that somebody brings may name anything
def kind_of(blank: str) -> Kind:
    """What a blank of that name holds: `unit` and `other_unit` a counter, `hexes` places, `side` a side; any other a
    word or a number."""
    return KINDS.get(blank.rpartition("_")[2], "word")


def joined(parts: Iterable[Text], by: str = ", ") -> Text:
    """Several as one: `in the fort, assaults 2410 Smolensk`."""
    found = [part for part in parts if part]
    texts = [part for part in found if isinstance(part, str)]
    if len(texts) == len(found):
        return by.join(texts)
    if len(found) == 1:
        return found[0]
    return Sentence(by.join(f"{{part{nth}}}" for nth in range(len(found))), *found)
