"""TOML files in which a family tells its countries and set-ups: words are looked up, and refused at their line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sandtable.core.board import Board
from sandtable.core.chartfile import Source
from sandtable.core.errors import BadInput
from sandtable.core.rules import Hex


class Reader(Source):
    """A TOML file whose words are looked up, and refused at their line."""

    def part(self, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
        for id, said in self.table(name).items():
            yield id, self.entries(said, name, id)

    def each(self, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """The tables of that name, `[[name]]`, by number."""
        said = self.data.get(name, [])
        if not isinstance(said, list):
            self.refuse(f"{name}: expected tables [[{name}]]", name)
        for nth, table in enumerate(said):
            yield nth, self.entries(table, name, nth)

    def entries(self, said: object, *where: str | int) -> dict[str, Any]:
        """A table within a table."""
        if not isinstance(said, dict):
            self.refuse(f"{told(*where)} is {_shown(said)}: expected a table", *where)
        return said

    def one(self, known: Iterable[str], word: object, *where: str | int) -> int:
        """The number of a word."""
        words = tuple(known)
        if word not in words:
            self.refuse(f"{word!r} is unknown: expected one of {', '.join(words)}", *where)
        return words.index(str(word))

    def word(self, key: str) -> str:
        if not isinstance(self.data[key], str):
            self.refuse(f"{key}: expected a text", key)
        return str(self.data[key])

    def flag(self, key: str, usual: bool = False) -> bool:
        found = self.data.get(key, usual)
        if not isinstance(found, bool):
            self.refuse(f"{key}: expected true or false", key)
        return found

    def number(self, key: str, usual: int = 0) -> int:
        return self.whole(self.data.get(key, usual), key)

    def whole(self, said: object, *where: str | int) -> int:
        """A whole number, not below 0."""
        if not isinstance(said, int) or isinstance(said, bool) or said < 0:
            self.refuse(f"{where[-1]} is {_shown(said)}: expected a whole number, 0 or more", *where)
        return said

    def integer(self, said: object, *where: str | int) -> int:
        """A whole number, which may be below 0."""
        if not isinstance(said, int) or isinstance(said, bool):
            self.refuse(f"{where[-1]} is {_shown(said)}: expected a whole number", *where)
        return said

    def listed(self, said: object, *where: str | int) -> list[str]:
        if not isinstance(said, list) or not all(isinstance(each, str) for each in said):
            self.refuse(f"{where[-1]}: expected a list of words", *where)
        return said

    def all(self, known: Iterable[str], said: object, *where: str | int) -> tuple[int, ...]:
        words = tuple(known)
        return tuple(self.one(words, word, *where) for word in self.listed(said, *where))

    def place(self, board: Board, name: object, *where: str | int) -> Hex:
        try:
            return board.place(str(name))
        except BadInput as error:
            self.refuse(str(error), *where)

    def only(self, said: object, keys: str, *where: str | int) -> None:
        """No other keys than these; those marked * must be there."""
        table, known = self.entries(said, *where), keys.replace("*", "").split()
        for key in table:
            if key not in known:
                self.refuse(f"{key} is unknown: expected {', '.join(known)}", *where, key)
        if missing := [key[:-1] for key in keys.split() if key.endswith("*") and key[:-1] not in table]:
            self.refuse(f"{told(*where) or 'the file'} lacks {', '.join(missing)}", *where)


NTH = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]


def told(*where: str | int) -> str:
    """A place in the file, as people count: `at.3.5`, `the second [[arrive]]`, `units of the second [[arrive]]`."""
    nth = next((at for at, part in enumerate(where) if isinstance(part, int)), 0)
    if not nth:
        return ".".join(map(str, where))
    count = int(where[nth])
    table = f"[[{told(*where[:nth])}]]"
    which = f"the {NTH[count]} {table}" if count < len(NTH) else f"{table} number {count + 1}"
    return f"{told(*where[nth + 1 :])} of {which}" if where[nth + 1 :] else which


def _shown(said: object) -> str:
    text = repr(said)
    return text if len(text) <= 40 else f"{text[:40]}..."
