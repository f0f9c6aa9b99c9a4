"""What one side may know of a position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sandtable.core.rules import Hex, Side, UnitId


class Seen(NamedTuple):
    """A counter on the map. A hidden one shows that it is there and whose it is, not which it is. Of a counter with
    several faces, `mode` and `steps` in what is said of it tell which is up."""

    place: Hex
    side: Side
    unit: UnitId | None
    face: Mapping[str, Any] = {}


@dataclass(frozen=True)
class View:
    """Built from columns only: a procedure's fields (a sealed choice, say) never reach it."""

    side: Side | None  # None: what everybody may know
    scenario: str
    units: tuple[Seen, ...]  # stack by stack, from the bottom up
    control: tuple[Side | None, ...] = ()
    tracks: Mapping[str, int | str] = field(default_factory=dict)
