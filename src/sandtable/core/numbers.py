"""Whole numbers as a few ranges: what may be named, however many that are, without a list of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import overload

from sandtable.core.errors import BadInput, Bug

MOST = 10**9 - 1  # nine digits, which a column of 32 bits holds
FEW = 12  # numbers that may be listed one by one


class Numbers(Sequence[int]):
    """Ascending ranges that do not meet: a sequence of what is in them. Equal if the numbers are."""

    __slots__ = ("ranges", "starts")

    def __init__(self, *ranges: range) -> None:
        self.ranges = tuple(each for each in ranges if each)
        for below, above in zip(self.ranges, self.ranges[1:], strict=False):
            if below[-1] >= above[0]:
                raise Bug(f"{below} and {above} do not ascend")
        self.starts = (0, *accumulate(map(len, self.ranges)))  # the place of each one's first number; the length last

    @classmethod
    def of(cls, numbers: Iterable[int]) -> Numbers:
        """From numbers in ascending order; a range or Numbers as they are."""
        if isinstance(numbers, Numbers):
            return numbers
        if isinstance(numbers, range):
            return cls(numbers if numbers.step > 0 else numbers[::-1])
        found: list[range] = []
        for number in numbers:
            if found and found[-1].stop == number:
                found[-1] = range(found[-1].start, number + 1)
            else:
                found.append(range(number, number + 1))
        return cls(*found)

    def __len__(self) -> int:
        return self.starts[-1]

    @overload
    def __getitem__(self, nth: int) -> int: ...
    @overload
    def __getitem__(self, nth: slice) -> list[int]: ...
    def __getitem__(self, nth: int | slice) -> int | list[int]:
        if isinstance(nth, slice):
            return [self[each] for each in range(*nth.indices(len(self)))]
        place = nth + len(self) if nth < 0 else nth
        for each, start in zip(self.ranges, self.starts, strict=False):
            if 0 <= place - start < len(each):
                return each[place - start]
        raise IndexError(nth)

    def __iter__(self) -> Iterator[int]:
        return (number for each in self.ranges for number in each)

    def __contains__(self, number: object) -> bool:
        return type(number) is int and any(number in each for each in self.ranges)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Numbers) and self.ranges == other.ranges

    def __hash__(self) -> int:
        return hash(self.ranges)

    def __repr__(self) -> str:
        return f"Numbers({self})"

    def __str__(self) -> str:
        """`1 to 40`, `0 or 4 to 12`, `4 to 40 by fours`."""
        return " or ".join(map(_told, self.ranges)) or "no number"

    def few(self, *others: int) -> list[int]:
        """All, if they are few; else the ends of each range, and those others that are in it."""
        if len(self) <= FEW:
            return list(self)
        ends = {end for each in self.ranges for end in (each[0], each[-1])}
        return sorted(ends | {number for number in others if number in self})


def _told(numbers: range) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    by = f" by {numbers.step}" if numbers.step > 1 else ""
    return f"{numbers[0]} to {numbers[-1]}{by}"


def read_number(name: str, text: str) -> int:
    """The number written so."""
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise BadInput(f"{name} wants a whole number, not {text[:20]!r}")
    return int(text)
