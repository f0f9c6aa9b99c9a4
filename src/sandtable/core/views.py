"""What one side may know of a position: of each column, what its declaration lets the side see."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast
from weakref import WeakKeyDictionary

from sandtable.core.bits import apart, masked
from sandtable.core.columns import ADJACENT, ALL, FACE, NEVER, OWNER, STACKED, TYPES, UNIT, Sight, Values
from sandtable.core.flow import Procedure
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.state import OFF, Position

if TYPE_CHECKING:
    from sandtable.core.system import Scenario

P = TypeVar("P", bound=Position)
GAMES = 1 << 10  # what is kept at hand, of so many games at a time


class Seen(NamedTuple):
    """A counter on the map. A hidden one shows that it is there and whose it is, not which it is. Of a counter with
    several faces, `mode` and `steps` in what is said of it tell which is up."""

    place: Hex
    side: Side
    unit: UnitId | None
    face: Mapping[str, Any] = {}


class Nameless(NamedTuple):
    """A counter of which a side sees that it is there and whose it is, not which."""

    place: Hex
    level: int  # so many counters lie below it
    side: Side


class Changed(NamedTuple):
    """Where what a side sees differs from what it saw before."""

    columns: frozenset[str]
    units: frozenset[UnitId]  # whose counters show something else, or lie elsewhere
    places: frozenset[Hex]  # whose stacks are not as they were


class View:
    """The columns as a side sees them: an entry it may not see holds what it would at the start, and a column that
    nobody sees is not there. Built from columns only: a procedure's fields (a sealed choice, say) never reach it."""

    def __init__(
        self,
        side: Side | None,  # None: what everybody may know
        kind: type[Position],
        scenario: Scenario,
        columns: Mapping[str, bytes],
        nameless: tuple[Nameless, ...] = (),
    ) -> None:
        self.side, self.kind, self.scenario, self.columns, self.nameless = side, kind, scenario, columns, nameless

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._told() == other._told()

    def __hash__(self) -> int:
        return hash((self.side, self.scenario.name))

    def _told(self) -> tuple[object, ...]:
        return self.side, self.scenario.name, self.columns, self.nameless

    def column(self, name: str) -> Values:
        """As it is seen, to be changed by whoever asks."""
        return self.kind.makers[name](self.columns[name])

    def read(self, name: str) -> Sequence[int]:
        """The same to be read alone, without copying it."""
        held, bits = self.columns[name], self.kind.declared[name].bits
        return held if bits == 8 else memoryview(held).cast(TYPES[bits])  # type: ignore[call-overload]  # of any width

    def marked(self, name: str) -> Iterator[tuple[int, int]]:
        """The entries of a column that are not 0, and what they are."""
        held, values = self.columns[name], self.read(name)
        return ((nth, values[nth]) for nth in apart(bytes(len(held)), held, len(held) // len(values)))

    def state(self, kind: type[P], *stack: Procedure) -> P:
        """A state of one's own in which this is all there is."""
        assert self.kind is kind
        makers, declared = kind.makers, kind.declared
        columns = {name: makers[name](values) for name, values in self.columns.items()}
        for name in makers.keys() - columns.keys():
            columns[name] = declared[name].fresh(self.scenario)
        return kind.holding(self.scenario, columns, list(stack))

    def beneath(self, state: P) -> P:
        """The same: under the procedures of a paused game, which asks what it asked."""
        new = self.state(type(state), *[frame.copy() for frame in state.stack])
        new.wait = state.wait
        return new

    @cached_property
    def control(self) -> tuple[Side | None, ...]:
        """By place, the number of whoever holds it."""
        return _holders(self.columns["control"])

    @cached_property
    def owners(self) -> Sequence[int]:
        """By unit: whose counter it is, as far as can be seen."""
        if self.kind.owners is Position.owners:
            return self.scenario.side_of
        return self.state(self.kind).owners()

    @cached_property
    def _faces(self) -> tuple[tuple[str, ...], tuple[Sequence[int], ...]]:
        """What is said of counters: names and columns."""
        names = _told_of_counters(self.kind, tuple(self.columns))
        return names, tuple([self.read(name) for name in names])

    @cached_property
    def _stacks(self) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
        return self.read("hex_of"), self.read("top_of"), self.read("under")

    def seen(self, unit: UnitId) -> Seen | None:
        """A counter, if it is on the map and known."""
        place = self._stacks[0][unit]
        if place == OFF:
            return None
        names, marks = self._faces
        return _seen(names, (unit, (place, self.owners[unit], *[column[unit] for column in marks])))

    def stack(self, place: Hex) -> list[UnitId]:
        """The counters that are known there, from the bottom up."""
        _, top_of, under = self._stacks
        found, unit = [], top_of[place]
        while unit >= 0:
            found.append(UnitId(unit))
            unit = under[unit]
        return found[::-1]

    @cached_property
    def units(self) -> tuple[Seen, ...]:
        """The counters, stack by stack, from the bottom up."""
        places, (names, marks) = self._stacks[0], self._faces
        counters = [_seen(names, row) for row in enumerate(zip(places, self.owners, *marks, strict=True))]
        strangers: dict[int, list[Nameless]] = {}
        for each in self.nameless:
            strangers.setdefault(each.place, []).append(each)
        found: list[Seen] = []
        for place in sorted({*places, *strangers} - {OFF}):
            stack = [counters[unit] for unit in self.stack(Hex(place))]
            for each in strangers.get(place, ()):  # from the bottom up
                stack.insert(each.level, Seen(each.place, each.side, None))
            found += stack
        return tuple(found)

    def since(self, before: View) -> Changed:
        """Where it differs from another of the same side and game, of which the known counters are compared."""
        old, new, declared = before.columns, self.columns, self.kind.declared
        columns = frozenset([name for name, values in new.items() if old[name] != values])
        if not columns:
            return UNCHANGED
        units: set[int] = set()
        linked: set[int] = set()
        for name in columns:
            said = declared[name]
            if said.per is UNIT:
                entries = apart(old[name], new[name], said.bits // 8)
                units.update(entries if said.seen is not STACKED else ())
                linked.update(entries if name in LINKS else ())
        if columns.isdisjoint(self.kind.owned_by):
            self.owners = before.owners
        elif before.owners != self.owners:
            units.update([nth for nth, owner in enumerate(self.owners) if before.owners[nth] != owner])
        places: set[int] = set()
        if linked:
            was, now = before._stacks[0], self._stacks[0]
            places.update([was[unit] for unit in linked], [now[unit] for unit in linked])
        if "top_of" in columns:
            places.update(apart(old["top_of"], new["top_of"], 2))
        places.discard(OFF)
        return Changed(columns, frozenset(cast("set[UnitId]", units)), frozenset(cast("set[Hex]", places)))


_telling: dict[tuple[type[Position], tuple[str, ...]], tuple[str, ...]] = {}


def _told_of_counters(kind: type[Position], columns: tuple[str, ...]) -> tuple[str, ...]:
    """Of these columns, those that say something about a counter beside where it lies."""
    if (kind, columns) not in _telling:
        shown = [name for name, said in kind.declared.items() if said.per is UNIT and said.seen is not STACKED]
        _telling[kind, columns] = tuple([name for name in shown if name != "hex_of" and name in columns])
    return _telling[kind, columns]


UNCHANGED = Changed(frozenset(), frozenset(), frozenset())
LINKS = ("hex_of", "under")  # the columns by unit that tell where in which stack it lies


@lru_cache(maxsize=GAMES)
def _holders(control: bytes) -> tuple[Side | None, ...]:
    return tuple([Side(code - 1) if code else None for code in control])


@lru_cache(maxsize=1 << 16)
def _seen(names: tuple[str, ...], row: tuple[int, tuple[int, ...]]) -> Seen:
    """Asked for after every answer: a counter that has not changed is the one that was seen before."""
    unit, (place, owner, *marks) = row
    return Seen(Hex(place), Side(owner), UnitId(unit), _face(names, tuple(marks)))


@lru_cache(maxsize=1 << 10)
def _face(names: tuple[str, ...], marks: tuple[int, ...]) -> dict[str, int]:
    """What a counter is doing; those that do the same share it."""
    return dict(zip(names, marks, strict=True))


# ------------------------------------------------------------------------------------------------ looking


class Part(NamedTuple):
    """A column of which a side does not see every entry."""

    name: str
    start: int
    hidden: tuple[int, ...]  # the entries that are never seen, where these are always the same
    blank: bytes  # the whole column as it starts


class Plan(NamedTuple):
    """What a side sees of the columns of a game, as far as that is always the same."""

    whole: tuple[str, ...]
    parts: tuple[Part, ...]
    faces: tuple[Part, ...]  # by unit: seen with its counter, and what lies under it
    own: tuple[Part, ...]  # by unit: seen by its side
    near: tuple[Part, ...]  # by unit: seen by its side, and from next to it


_plans: WeakKeyDictionary[Scenario, dict[tuple[type[Position], Side | None], Plan]] = WeakKeyDictionary()


def _plan(state: Position, side: Side | None) -> Plan:
    kept, key = _plans.setdefault(state.scenario, {}), (type(state), side)
    if key not in kept:
        kept[key] = _planned(state, side)
    return kept[key]


def _planned(state: Position, side: Side | None) -> Plan:
    declared, scenario = state.declared.values(), state.scenario

    def parts(sight: Sight, by_unit: bool) -> tuple[Part, ...]:
        found = []
        for said in declared:
            if said.seen is sight and (said.per is UNIT) == by_unit:
                hidden, blank = () if by_unit else said.hidden_from(scenario, side), bytes(said.fresh(scenario))
                found.append(Part(said.name, said.hides, hidden, blank))
        return tuple(found)

    whole = tuple(said.name for said in declared if said.seen is ALL)
    faces = parts(FACE, True) + parts(STACKED, True)
    return Plan(whole, parts(OWNER, False), faces, parts(OWNER, True), parts(ADJACENT, True))


def look(
    state: Position,
    side: Side | None,
    *,
    closed: Iterable[Hex] = (),
    unseen: Collection[UnitId] = (),
    nameless: Collection[UnitId] = (),
    told: Mapping[str, Collection[int]] = {},
) -> View:
    """What a side sees of a position, or everybody. In `closed` places it sees nothing; `unseen` counters it does not
    see elsewhere; of `nameless` ones not which they are. `told`: entries, by column, that it may know all the same."""
    own, plan = vars(state), _plan(state, side)
    columns = {name: bytes(own[name]) for name in plan.whole}
    for name, start, hidden, _ in plan.parts:
        values, known = own[name][:], told.get(name, ())
        for nth in hidden:
            if nth not in known:
                values[nth] = start
        columns[name] = bytes(values)
    top_of, under, away = state.top_of[:], state.under, bytearray(_off(state))
    for place in closed:
        if top_of[place] >= 0:
            top_of[place] = -1
            for unit in state.units_in(place):
                away[unit] = HIDDEN
    strangers: tuple[Nameless, ...] = ()
    if unseen or nameless:
        for unit in (*unseen, *nameless):
            away[unit] = HIDDEN
        own = {**own, "under": under[:]}
        strangers = _parted(state, top_of, own["under"], {*unseen, *nameless}, nameless)
    columns["top_of"] = bytes(top_of)
    columns |= _masked(own, plan.faces, away)
    if plan.own:
        columns |= _masked(own, plan.own, bytes(state.owners()).translate(_foreign(side)))
    if plan.near:
        columns |= _masked(own, plan.near, _afar(state, side, away))
    return View(side, type(state), state.scenario, columns, strangers)


def lay_open(state: Position, side: Side | None = None) -> View:
    """All that any side may know."""
    own = vars(state)
    columns = {name: bytes(own[name]) for name, said in state.declared.items() if said.seen is not NEVER}
    return View(side, type(state), state.scenario, columns)


HIDDEN = 255  # by unit, in a mask of those whose entries are hidden; of the others 0
HIGH = 1 if sys.byteorder == "little" else 0  # the byte of a place that is 255 only where it is OFF
ONLY_OFF = bytes(each if each == HIDDEN else 0 for each in range(256))


@cache
def _foreign(side: Side | None) -> bytes:
    """By the number of a side: whether what it owns is hidden from this one."""
    return bytes(0 if owner == side else HIDDEN for owner in range(256))


def _off(state: Position) -> bytes:
    """A mask of the counters that are off the map."""
    return state.hex_of.tobytes()[HIGH::2].translate(ONLY_OFF)


def _masked(own: Mapping[str, Values], parts: Iterable[Part], hidden: bytes | bytearray) -> Iterator[tuple[str, bytes]]:
    """Columns by unit with their hidden entries as they start."""
    mask = bytes(hidden)
    for part in parts:
        values = bytes(own[part.name])
        yield part.name, values if values == part.blank else masked(values, part.blank, mask)


def _parted(
    state: Position, top_of: array[int], under: array[int], hidden: set[UnitId], nameless: Collection[UnitId]
) -> tuple[Nameless, ...]:
    """Take counters out of their stacks, and tell where the nameless ones lie."""
    owners, found = state.owners(), []
    for place in sorted({state.hex_of[unit] for unit in hidden} - {OFF}):
        stack = state.units_in(Hex(place))
        left = [unit for unit in stack if unit not in hidden]
        for unit in stack:
            under[unit] = -1
        top_of[place] = left[0] if left else -1
        for upper, lower in pairwise(left):
            under[upper] = lower
        levels = enumerate(reversed(stack))
        found += [Nameless(Hex(place), level, Side(owners[unit])) for level, unit in levels if unit in nameless]
    return tuple(found)


def _afar(state: Position, side: Side | None, away: bytes | bytearray) -> bytes:
    """A mask of the units of others that a side does not see, or has no unit next to."""
    hexes, owners, around = state.scenario.board.hexes, state.owners(), state.scenario.board.around
    own = {place for place, owner in zip(state.hex_of, owners, strict=True) if owner == side and 0 <= place < hexes}
    near = own.union(*(around(Hex(place)) for place in own))
    units = zip(state.hex_of, owners, away, strict=True)
    return bytes(HIDDEN if owner != side and (gone or place not in near) else 0 for place, owner, gone in units)
