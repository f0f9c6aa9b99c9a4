"""How long something takes: the best of several tries, since a machine's other work only ever adds time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def best(work: Callable[[], Any], rounds: int = 7, seconds: float = 0.06) -> float:
    """Seconds for one run of the work."""
    times, start = 1, time.perf_counter()
    work()
    while (took := time.perf_counter() - start) < seconds / 4:
        times, start = times * 2, time.perf_counter()
        for _ in range(times):
            work()
    found = took / times
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(times):
            work()
        found = min(found, (time.perf_counter() - start) / times)
    return found


def quickest(work: Callable[[], Any], tries: int = 7) -> float:
    """Seconds, of a few tries: as `best`, for many positions."""
    found = []
    for _ in range(tries):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


class Counter:
    """Something to call, for the yardstick."""

    def __init__(self) -> None:
        self.seen: dict[tuple[int, str], int] = {}

    def see(self, number: int, word: str) -> bool:
        key = (number % 97, word)
        self.seen[key] = self.seen.get(key, 0) + 1
        return self.seen[key] & 1 == 0


def yardstick() -> float:
    """How often a second this Python, on this machine, does a fixed piece of work of the kind that rules are made of:
    calls, attributes, small dicts, lists, whole numbers and bytes. It never changes, so that runs can be compared."""
    return 1 / best(_fixed_work, rounds=15)


def _fixed_work() -> int:
    counter, column, found = Counter(), bytearray(256), 0
    for number in range(400):
        word = "even" if counter.see(number, "a") else "odd"
        column[number & 255] = number % 7
        found += sum([value for value in (number, len(word), column[number & 127]) if value])
        if isinstance(found, int) and any(bit for bit in (0, number & 4)):
            found ^= int.from_bytes(column[:16], "little") & 0xFFFF
    return found
