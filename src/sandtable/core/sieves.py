"""Slots whose picks are tested one by one: one can be drawn, or found, without testing all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sandtable.core.decisions import Kind, Sieve, Slot
from sandtable.core.rules import Violation


def tested(
    name: str, kind: Kind, among: Callable[..., Sequence[Any]], refuse: Callable[..., Iterator[Violation]]
) -> Slot:
    return sifted(name, kind, among, refuse, among)


def sifted(
    name: str, kind: Kind, among: Callable[..., Sequence[Any]], refuse: Callable[..., Iterator[Violation]],
    likely: Callable[..., Sequence[Any]],
) -> Slot:  # fmt: skip
    """`likely`: of `among`, in its order, those that are not refused for a reason which is quickly seen."""
    return Slot(name, kind, among, refuse, Sieve(likely))
