"""What a side sees, as an array: the columns of its view, what it is asked, and what it has picked so far. Nothing else
of the game gets into it."""

from __future__ import annotations

from functools import cached_property
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from sandtable.core.columns import NEVER
from sandtable.core.errors import Bug
from sandtable.core.flow import Ask
from sandtable.core.rules import Side
from sandtable.core.state import Position
from sandtable.env.game import Game
from sandtable.env.numbering import Numbering

Array = npt.NDArray[np.int32]
Mask = npt.NDArray[np.int8]
WIDTHS: dict[int, type[np.integer[Any]]] = {8: np.uint8, 16: np.int16, 32: np.int32}


class Sight:
    """Where what lies in an observation (`parts`, by name), and how large it may be."""

    def __init__(self, numbering: Numbering) -> None:
        self.numbering, scenario = numbering, numbering.scenario
        forms = numbering.forms
        self.form_names = tuple(sorted({form.name for form in forms}))
        self.slot_names = tuple(sorted({f"{form.name}.{slot.name}" for form in forms for slot in form.slots}))
        self.parts: dict[str, slice] = {}
        self.size = 0
        self._bounds: list[tuple[int, int, int]] = []
        declared = cast(type[Position], type(scenario.system.begin(scenario))).declared
        self._columns: list[tuple[slice, type[np.integer[Any]], tuple[str, ...]]] = []
        for bits, width in WIDTHS.items():  # those of a width lie side by side, and are copied in one go
            start, limits = self.size, np.iinfo(width)
            names = tuple(name for name, said in declared.items() if said.seen is not NEVER and said.bits == bits)
            for name in names:
                self._add(name, declared[name].count(scenario), int(limits.min), int(limits.max))
            self._columns.append((slice(start, self.size), width, names))
        owners, units = len(scenario.sides) + 1, len(scenario.counters)  # some counters are of no side
        self._add("nameless", owners * scenario.places, 0, units)  # by owner and place: counters that are not known
        self._add("side", len(scenario.sides), 0, 1)
        self._add("form", len(self.form_names), 0, 1)  # what is asked: the form, the slot, what it is about
        self._add("slot", len(self.slot_names), 0, 1)
        self._add("about_units", units, 0, 1)
        self._add("about_places", scenario.places, 0, 1)
        self._add("picked", numbering.size, 0, np.iinfo(np.int16).max)  # by pick: as which of the draft it was made
        self._forms = {name: nth for nth, name in enumerate(self.form_names)}
        self._slots = {name: nth for nth, name in enumerate(self.slot_names)}

    def _add(self, name: str, count: int, low: int, high: int) -> None:
        self.parts[name] = slice(self.size, self.size + count)
        self.size += count
        self._bounds.append((count, low, high))

    @cached_property
    def low(self) -> Array:
        return np.concatenate([np.full(count, low, np.int32) for count, low, _ in self._bounds])

    @cached_property
    def high(self) -> Array:
        return np.concatenate([np.full(count, high, np.int32) for count, _, high in self._bounds])

    def observed(self, game: Game, side: Side) -> Array:
        """What the side sees now; what it is asked only if it is the one who is."""
        if side not in game.seen:
            game.seen[side] = self._position(game, side)
        found: Array = game.seen[side].copy()
        if (ask := game.ask) is not None and ask.side == side:
            self._ask(game, ask, found)
        return found

    def mask(self, game: Game, side: Side) -> Mask:
        """1 for each pick that the side may make."""
        found = np.zeros(self.numbering.size, np.int8)
        if (ask := game.ask) is not None and ask.side == side:
            found[list(game.offered)] = 1
        return found

    def _position(self, game: Game, side: Side) -> Array:
        state, parts, found = game.state, self.parts, np.zeros(self.size, np.int32)
        system, places = game.scenario.system, game.scenario.places
        view = system.hidden.view(state, side)
        for where, width, names in self._columns:
            found[where] = np.frombuffer(b"".join([view.columns[name] for name in names]), width)
        for each in view.nameless:
            found[parts["nameless"].start + each.side * places + each.place] += 1
        found[parts["side"].start + side] = 1
        if (ask := game.ask) is not None and ask.side == side:
            if ask.form.name not in self._forms:
                raise Bug(f"{ask.form.name} is asked, and is no form of {system.title}")
            found[parts["form"].start + self._forms[ask.form.name]] = 1
            for about in system.lens.matter(state, ask):
                found[[parts["about_units"].start + unit for unit in about.units]] = 1
                found[[parts["about_places"].start + place for place in about.at]] = 1
        return found

    def _ask(self, game: Game, ask: Ask, found: Array) -> None:
        where = ask.form.where_at(game.draft)
        assert where is not None
        form, slot = where
        found[self.parts["slot"].start + self._slots[f"{form.name}.{slot}"]] = 1
        start = self.parts["picked"].start
        for nth, number in enumerate(game.picked):
            found[start + number] = nth + 1
