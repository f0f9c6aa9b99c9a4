"""Dice as a rule reads them, what they can show, and where a game's rolls come from."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal, Protocol

from sandtable.core.errors import BadInput, Bug

Reading = int | tuple[int, ...]
MOST_CASES = 10_000  # of dice read `each`
MOST_PIPS = 1_000  # the highest sum of dice that are added: adding them up takes as long as its square


@cache
def at_least(number: int) -> Callable[[int], int]:
    """1 if dice come to so much, else 0: the same function for the same, so that a roll that means it is read once."""
    return lambda roll: int(roll >= number)


@dataclass(frozen=True)
class Dice:
    """2d6 summed has 11 readings; an attacker's and a defender's die read `each` have 36."""

    count: int
    sides: int = 6
    read: Literal["sum", "each"] = "sum"

    @classmethod
    def named(cls, text: str) -> Dice:
        """`2d6` as a chart prints it, `2d6 each` for dice that are not added."""
        match = re.fullmatch(r"([1-9]\d?)d([1-9]\d?)( each)?", text)
        if not match:
            raise BadInput(f"{text!r} are not dice: write them like 1d6 or 2d6")
        dice = cls(int(match[1]), int(match[2]), "each" if match[3] else "sum")
        if dice.chances > MOST_CASES if match[3] else dice.count * dice.sides > MOST_PIPS:
            raise BadInput(f"{text} are more dice than anybody rolls")
        return dice

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}" + (" each" if self.read == "each" else "")

    @cached_property
    def ways(self) -> Mapping[Reading, int]:
        """In how many of `chances` equal cases each reading falls."""
        return _ways(self.count, self.sides, self.read)

    @property
    def chances(self) -> int:
        return int(self.sides**self.count)

    def can_show(self, reading: Any) -> bool:
        """Is it one of `ways`? Told without listing them, whatever is asked about."""
        if self.read == "sum":
            return type(reading) is int and self.count <= reading <= self.count * self.sides
        faces = reading if isinstance(reading, tuple) else ()
        return len(faces) == self.count and all(type(face) is int and 1 <= face <= self.sides for face in faces)

    def reading(self, faces: tuple[int, ...]) -> Reading:
        return sum(faces) if self.read == "sum" else faces


@cache
def _ways(count: int, sides: int, read: str) -> Mapping[Reading, int]:
    if read == "each":
        return dict.fromkeys(itertools.product(range(1, sides + 1), repeat=count), 1)
    totals: Counter[int] = Counter({0: 1})
    for _ in range(count):  # a convolution: 20d6 has 101 totals, not 6**20 cases
        longer: Counter[int] = Counter()
        for total, ways in totals.items():
            for face in range(1, sides + 1):
                longer[total + face] += ways
        totals = longer
    return dict(sorted(totals.items()))


class DiceSource(Protocol):
    """Where a session gets its rolls: `nth` counts the rolls of the game, `purpose` says what this one is for."""

    def roll(self, dice: Dice, nth: int, purpose: str) -> Reading: ...


class Seeded:
    """Each face is a hash of (seed, salts, nth, purpose): undoing and redoing cannot fish for a better roll."""

    def __init__(self, seed: str, salts: Iterable[str] = ()) -> None:
        self.seed, self.salts = seed, tuple(salts)

    def roll(self, dice: Dice, nth: int, purpose: str) -> Reading:
        key = "\x1f".join((self.seed, *self.salts, str(nth), purpose))
        return dice.reading(tuple(_faces(key, dice.count, dice.sides)))


def _faces(key: str, count: int, sides: int) -> Iterable[int]:
    """Uniform faces: 32-bit words that would favour the low faces are passed over."""
    fair = 2**32 - 2**32 % sides
    words = (
        int.from_bytes(block[i : i + 4], "big")
        for block in (hashlib.sha256(f"{key}\x1f{n}".encode()).digest() for n in itertools.count())
        for i in range(0, 32, 4)
    )
    return (word % sides + 1 for word in itertools.islice((word for word in words if word < fair), count))


def commitment(seed: str) -> str:
    """What a record shows of the seed before the game is over."""
    return hashlib.sha256(f"sandtable seed\x1f{seed}".encode()).hexdigest()


class Scripted:
    """For tests: these readings and no other, one for each roll asked."""

    def __init__(self, readings: Iterable[Reading]) -> None:
        self.left = list(readings)

    def roll(self, dice: Dice, nth: int, purpose: str) -> Reading:
        if not self.left:
            raise Bug(f"roll {nth} ({dice}, {purpose}) was not in the script")
        reading = self.left.pop(0)
        if not dice.can_show(reading):
            raise Bug(f"roll {nth}: the script says {reading}, which {dice} cannot show")
        return reading

    def done(self) -> None:
        if self.left:
            raise Bug(f"{len(self.left)} scripted rolls were never asked for: {self.left}")
