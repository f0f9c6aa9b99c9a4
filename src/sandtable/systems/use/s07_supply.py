"""USE 7: sources of supply, supply lines, and the Supply Check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sandtable.core.board import Bits, has, hexes_in, union, without
from sandtable.core.decisions import UNIT, Form, Slot
from sandtable.core.flow import Ask, Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.state import fact
from sandtable.systems.use.s01_7_zones import zone
from sandtable.systems.use.s04_2_ground import friendly_places
from sandtable.systems.use.state import CONQUERED, FULL, LOW, NO, UseState, enemy
from sandtable.systems.use.theatre import WEST

RULE = "7.0"
FIRST_HEXES = 2  # 1.4 up to two hexes before a Transport Line
LIMITED_UNITS = 2  # 7.0 a Limited source supplies two units
BESIDES = {
    "germany": "berlin",
    "uk": "london",
    "usa": "london",
    "ussr": "moscow",
}  # capitals that are no Limited source


class Source(NamedTuple):
    """Where supply comes from: what it gives, and to how many (0: to any number)."""

    hex: Hex
    level: int
    units: int


# ------------------------------------------------------------------------------------------------ sources


@fact
def sources(state: UseState, country: int) -> tuple[Source, ...]:
    """7.0 Of a country's units."""
    theatre = state.theatre
    side = Side(theatre.countries[country].side)
    own = [Source(city, FULL, 0) for city in theatre.cities_of[country] if state.controller(city) == side]
    return (*own, *_by_sea(state, country, side), *_limited(state, country, side))


def _by_sea(state: UseState, country: int, side: Side) -> Iterator[Source]:
    """7.0, as our boards have no ships: a Western port outside the UK supplies two Western units; Albania's ports
    supply Italy."""
    theatre, id = state.theatre, state.theatre.countries[country].id
    for port in hexes_in(theatre.ports):
        if state.controller(port) != side:
            continue
        land = theatre.countries[theatre.country_at[port]].id
        if side == WEST and land != "uk" and theatre.country_at[port] != country and state.option("abstract_naval"):
            yield Source(port, FULL, LIMITED_UNITS)
        elif id == "italy" and land == "albania" and state.option("italy_albania_ports"):
            yield Source(port, FULL, 0)


def _limited(state: UseState, country: int, side: Side) -> Iterator[Source]:
    """7.0 Capitals of friends feed the great powers, those of conquered countries every unit of the conqueror."""
    theatre, id = state.theatre, state.theatre.countries[country].id
    for nth, capital in enumerate(theatre.capitals):
        if capital is None or nth == country or state.controller(capital) != side:
            continue
        conquered = state.status[nth] == CONQUERED and theatre.countries[nth].side != side
        friend = theatre.countries[nth].side == side and id in BESIDES
        name = theatre.board.places_in(capital)[0].id
        if conquered or (friend and name != BESIDES.get(id)):
            yield Source(capital, LOW, LIMITED_UNITS)


# ------------------------------------------------------------------------------------------------ lines


@fact
def cut(state: UseState, side: Side) -> Bits:
    """7.4 Hexes no supply line of a side goes through."""
    foe, theatre = enemy(side), state.theatre
    havens = union(friendly_places(state, side), state.occupied(side))
    return union(
        friendly_places(state, foe), state.occupied(foe), state.based(foe), without(zone(state, foe), havens),
        theatre.water, theatre.closed,
    )  # fmt: skip


@fact
def on_line(state: UseState, side: Side, source: Hex) -> Bits:
    """7.4 The hexes from which a Transport Line leads to a source, and the source itself."""
    theatre, closed = state.theatre, cut(state, side)
    if has(closed, source):
        return theatre.board.bits([source])
    found, queue, linked = {source}, [source], theatre.linked
    for here in queue:
        for there in linked[here]:
            if there not in found and not has(closed, there):
                found.add(there)
                queue.append(there)
    return theatre.board.bits(found)


def line_to(state: UseState, side: Side, start: Hex, source: Hex) -> tuple[Hex, ...]:
    """7.4 A supply line from a hex to a source, as short as there is, or nothing. Its own hex is never cut."""
    if start == source:
        return (start,)
    theatre, closed, on = state.theatre, cut(state, side), on_line(state, side, source)
    before: dict[Hex, Hex] = {start: start}
    ring = [start]
    for steps in range(FIRST_HEXES + 1):
        for here in ring:
            if here != start and has(on, here):
                return (*_way(before, here), *_along(state, side, here, source)[1:])
            if here == start or has(theatre.lines, here):  # from the unit's own hex too a line may lead on
                for there in theatre.linked[here]:
                    if has(on, there):
                        return (*_way(before, here), *_along(state, side, there, source))
        if steps == FIRST_HEXES:
            break
        following = []
        for here in ring:
            for there in theatre.board.around(here):
                if there not in before and not has(closed, there) and not theatre.prohibited(here, there):
                    before[there] = here
                    following.append(there)
        ring = following
    return ()


def _way(before: dict[Hex, Hex], end: Hex) -> tuple[Hex, ...]:
    way = [end]
    while before[way[-1]] != way[-1]:
        way.append(before[way[-1]])
    return tuple(reversed(way))


def _along(state: UseState, side: Side, start: Hex, source: Hex) -> tuple[Hex, ...]:
    """The Transport Line from a hex that is on it."""
    on, before, queue = on_line(state, side, source), {start: start}, [start]
    for here in queue:
        if here == source:
            return _way(before, here)
        for there in state.theatre.linked[here]:
            if there not in before and has(on, there):
                before[there] = here
                queue.append(there)
    return (start,)


@fact
def fed(state: UseState, side: Side, source: Hex) -> Bits:
    """7.4 The hexes from which a line can be traced to a source: on the Transport Line; next to it by a line, for a
    unit's own hex is never cut; or at most two hexes from it."""
    board, barred = state.theatre.board, state.theatre.barred
    line = on_line(state, side, source)
    open_ground = without(union(line, board.grid.zone(hexes_in(line), barred)), cut(state, side))
    return union(line, board.grid.zone(hexes_in(union(open_ground, line)), barred))


@fact
def fed_any(state: UseState, country: int) -> Bits:
    """7.4 The hexes from which a country's units can trace to any source."""
    side = Side(state.theatre.countries[country].side)
    return union(state.theatre.board.bits(()), *(fed(state, side, source.hex) for source in sources(state, country)))


def traceable(state: UseState, unit: UnitId, at: Hex) -> bool:
    """7.4 Could a unit trace to any source of its from a hex?"""
    return has(fed_any(state, state.theatre.country_of[unit]), at)


# ------------------------------------------------------------------------------------------------ the check


def reachable(state: UseState, unit: UnitId) -> tuple[Source, ...]:
    """7.2 The sources a unit can trace to, the best first."""
    side, here = Side(state.theatre.side_of[unit]), state.hex_of[unit]
    found = [
        source for source in sources(state, state.theatre.country_of[unit]) if has(fed(state, side, source.hex), here)
    ]
    return tuple(sorted(found, key=lambda source: (source.level, source.units, source.hex)))


def units_checked(state: UseState, side: Side) -> tuple[UnitId, ...]:
    return tuple(sorted((*state.ground_units(side), *state.air_units(side))))


def assigned(state: UseState, side: Side, order: Iterable[UnitId]) -> dict[UnitId, int | None]:
    """7.2 What each unit gets if they are served in this order; None: nothing. A unit with an Unlimited source takes
    nothing from others."""
    used: dict[Hex, int] = {}
    found: dict[UnitId, int | None] = {}
    for unit in order:
        found[unit] = None
        for source in reachable(state, unit):
            if source.units and used.get(source.hex, 0) >= source.units:
                continue
            if source.units:
                used[source.hex] = used.get(source.hex, 0) + 1
            found[unit] = source.level
            break
    return found


def contested(state: UseState, side: Side) -> tuple[UnitId, ...]:
    """7.2 Units that depend on sources for a few, if these cannot serve them all."""
    waiting = []
    for unit in units_checked(state, side):
        near = reachable(state, unit)
        if near and near[0].units:
            waiting.append(unit)
    best = {unit: reachable(state, unit)[0].level for unit in waiting}
    got = assigned(state, side, waiting)
    return () if all(got[unit] == best[unit] for unit in waiting) else tuple(waiting)


class SupplyCheck(Procedure):
    """7.2 Every unit of the phasing faction: Full or Low by its source, one level less without."""

    side: Side
    answer: tuple = ()  # type: ignore[type-arg]

    @step("7.2")
    def order(self, state: UseState) -> Result:
        return Ask(self.side, SERVE, "answer") if contested(state, self.side) else None

    @step("7.2")
    def check(self, state: UseState) -> Result:
        first = self.answer[0] if self.answer else ()
        units = [*first, *(unit for unit in units_checked(state, self.side) if unit not in first)]
        for unit, level in assigned(state, self.side, units).items():
            state.set_supply(unit, min(state.supply[unit] + 1, NO) if level is None else level, "7.2")
        return Done()


def bad_order(
    frame: SupplyCheck, state: UseState, chosen: tuple[UnitId, ...], pick: UnitId | str
) -> Iterator[Violation]:
    """7.2 Every unit that depends on a source for a few is named, in the order in which they are served."""
    waiting = contested(state, frame.side)
    if isinstance(pick, str):
        if len(chosen) < len(waiting):
            yield Violation(
                "7.2", f"{len(waiting) - len(chosen)} more units wait for sources that serve two", (), waiting
            )
    elif pick not in waiting:
        yield Violation("7.2", f"{state.name(pick)} does not depend on a source that serves two units", (), (pick,))
    elif pick in chosen:
        yield Violation("7.2", f"{state.name(pick)} is named already", (), (pick,))


SERVE = Form(
    "serve", "7.2",
    Slot("units", UNIT, lambda frame, state, chosen: contested(state, frame.side), bad_order, many=True, ordered=True),
)  # fmt: skip


class NoSupply(Procedure):
    """7.5 Units without supply waste away: reduced ones and air units are lost, full ones reduced."""

    side: Side

    @step("7.5")
    def waste(self, state: UseState) -> Result:
        starving = [unit for unit in units_checked(state, self.side) if state.supply[unit] == NO]
        for unit in starving:
            if state.theatre.is_ground[unit]:
                state.reduce(unit, "7.5")
            else:
                state.eliminate(unit, "7.5")
        return Done()
