"""USE 7: sources of supply, supply lines, the Supply Check, and what becomes of units without supply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.core.bits import Bits, among, union
from sandtable.core.decisions import UNIT, Form, Menu, Slot
from sandtable.core.flow import Ask, Done, Goto, Procedure, Result, step
from sandtable.core.kernels import LIMIT
from sandtable.core.rules import Hex, Side, UnitId, Violation, counted, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.use.options import ITALY_ALBANIA_PORTS
from sandtable.systems.use.s01_7_zones import zone
from sandtable.systems.use.s04_2_ground import closed_to, friendly_places
from sandtable.systems.use.s05_1_commitment import reach_of
from sandtable.systems.use.state import (
    CONQUERED,
    FULL,
    LOW,
    NO,
    SHIPPED,
    UNSHIPPED,
    UseState,
    held_fact,
    holdings,
    land_fact,
)
from sandtable.systems.use.theatre import AIR, GROUND, NAVAL, WEST, Theatre

LAND_LINE = "supply-land"  # 1.4 how many hexes come before a Transport Line
LIMITED = "limited-units"  # 7.0 how many units a Limited source supplies
BOXES = {
    "uk": ("eastern_north_america", "western_indian_ocean"),
    "usa": ("eastern_north_america",),
    "ussr": ("central_russia",),
}  # 7.0 Unlimited sources off the map
CHECKED = (*GROUND, *AIR, *NAVAL)
FED_BY_FRIENDS = ("germany", "uk", "usa", "ussr")  # 7.0 whom capitals of their faction supply


class Source(NamedTuple):
    """Where supply comes from: what it gives, and to how many (0: to any number)."""

    hex: Hex  # or box
    level: int
    units: int


# ------------------------------------------------------------------------------------------------ sources


@held_fact
def sources(state: UseState, country: int) -> tuple[Source, ...]:
    """7.0 Of a country's units."""
    theatre = state.theatre
    side, id = Side(theatre.countries[country].side), theatre.countries[country].id
    homes = [country, *(nth for nth, other in enumerate(theatre.countries) if id == "usa" and other.id == "uk")]
    held, control = side + 1, state.control
    cities = [city for home in homes for city in theatre.mainland_cities_of[home] if control[city] == held]
    boxes = [theatre.boxes[name] for name in BOXES.get(id, ()) if name in theatre.boxes]
    own = [Source(place, FULL, 0) for place in (*cities, *boxes)]
    return (*own, *_by_sea(state, country, side), *_limited(state, country, side))


def _by_sea(state: UseState, country: int, side: Side) -> Iterator[Source]:
    """7.0, as our boards have no ships: a Western port outside the UK supplies two Western units; Albania's ports
    supply Italy."""
    theatre, id = state.theatre, state.theatre.countries[country].id
    for port in list(theatre.ports & state.friendly_cities(side)) if theatre.sea_lanes else ():
        land = theatre.countries[theatre.country_at[port]].id
        if side == WEST and land != "uk" and theatre.country_at[port] != country and state.ports_are_ships:
            yield Source(port, FULL, state.number(LIMITED))
        elif id == "italy" and land == "albania" and state.option(ITALY_ALBANIA_PORTS):
            yield Source(port, FULL, 0)


def _limited(state: UseState, country: int, side: Side) -> Iterator[Source]:
    """7.0 Factories Overseas feed their own country's units, capitals of friends those of the great powers, those of
    conquered countries every unit of the conqueror."""
    theatre, id = state.theatre, state.theatre.countries[country].id
    for city in theatre.cities_of[country]:
        if city in theatre.overseas and city in theatre.factories and state.controller(city) == side:
            yield Source(city, LOW, state.number(LIMITED))
    for nth, capital in enumerate(theatre.capitals):
        if capital is None or nth == country or state.controller(capital) != side:
            continue
        conquered = state.status[nth] == CONQUERED and theatre.countries[nth].side != side
        friend = id in FED_BY_FRIENDS and state.faction[nth] == state.faction[country]
        if conquered or (friend and (id, theatre.countries[nth].id) != ("usa", "uk")):
            yield Source(capital, LOW, state.number(LIMITED))


# ------------------------------------------------------------------------------------------------ lines


@land_fact
def beset(state: UseState, side: Side) -> Bits:
    """1.7 Hexes with enemy units, and those in an EZOC with no city, fort or ground unit of the side."""
    foe = enemy(side)
    havens = friendly_places(state, side) | state.occupied(side)
    return state.occupied(foe) | state.based(foe) | (zone(state, foe) - havens)


@land_fact
def cut(state: UseState, side: Side) -> Bits:
    """7.4 Hexes no supply line of a side goes through."""
    return _barren(state, side) | beset(state, side)


@held_fact
def _barren(state: UseState, side: Side) -> Bits:
    """7.4 What is cut wherever units stand."""
    return friendly_places(state, enemy(side)) | state.theatre.no_ground | state.neutral_land()


@land_fact
def cut_for(state: UseState, country: int) -> Bits:
    """7.4 Hexes no supply line of a country's units goes through: what cuts those of its side, and land that they may
    not enter."""
    shut = cut(state, Side(state.theatre.countries[country].side))
    return shut | closed_to(state, country) if _kept_out(state, country) else shut


@held_fact
def _kept_out(state: UseState, country: int) -> bool:
    """Are there hexes that its units may not enter, and others of its side may?"""
    side = Side(state.theatre.countries[country].side)
    return bool(closed_to(state, country) - _barren(state, side))


@land_fact
def fed(state: UseState, country: int, places: tuple[Hex, ...]) -> Bits:
    """7.4 The hexes from which a country's units can trace a line to one of these sources: along a Transport Line, and
    at most two hexes before it. A unit's own hex is never cut."""
    side = Side(state.theatre.countries[country].side)
    here, ends = led_to(state.theatre, places)
    return _fed(here, ends, nets(holdings(state), cut_for(state, country), _ends(state, side) | ends))


def _fed(here: Bits, ends: Bits, found: Iterable[Net]) -> Bits:
    """By the nets to which these places belong."""
    return union(here, *[net.fed for net in found if net.line.meets(ends)])


class Net(NamedTuple):
    """Hexes that Transport Lines join, and those from which a line can be traced to them."""

    line: Bits
    fed: Bits


@lru_cache(4096)
def nets(held: UseState, shut: Bits, starts: Bits) -> tuple[Net, ...]:
    """7.4 The nets in which these hexes lie: few, however many sources there are. The same as before where a move has
    cut nothing."""
    theatre, grid, found = held.theatre, held.theatre.board.grid, list[Net]()
    left = starts - shut
    while left:
        line = grid.traced(theatre.along_lines, theatre.board.bits([next(iter(left))]), LIMIT, shut)
        near = line
        for _ in range(reach_of(held, LAND_LINE) - 1):
            near = theatre.on_foot.around(near, shut)
        fed = theatre.on_foot.around(near)
        found.append(Net(line, fed | _boxes_beside(theatre, near) if theatre.map_boxes else fed))
        left = left - line
    return tuple(found)


def _boxes_beside(theatre: Theatre, hexes: Bits) -> Bits:
    """The Map Boxes that one of these hexes lies beside."""
    return theatre.board.bits(box for box in theatre.map_boxes if any(hex in hexes for hex in theatre.coast_of(box)))


@held_fact
def _ends(state: UseState, side: Side) -> Bits:
    """Where lines to any source of the side end."""
    own = state.theatre.countries_of(side)
    return led_to(state.theatre, tuple(source.hex for country in own for source in sources(state, country)))[1]


@lru_cache(4096)
def led_to(theatre: Theatre, places: tuple[Hex, ...]) -> tuple[Bits, Bits]:
    """These places, and where a Transport Line to one of them ends: in its hex, or next to a box."""
    hexes = theatre.board.hexes
    ends = ((place,) if place < hexes else theatre.adjoining(place) for place in places)
    return theatre.board.bits(places), theatre.board.bits(hex for each in ends for hex in each)


class Lines(NamedTuple):
    """The hexes from which a country's units can trace a line: to a source that serves any number (7.2), to any
    source (7.4)."""

    fully: Bits
    at_all: Bits


@land_fact
def lines(state: UseState, side: Side) -> Mapping[int, Lines]:
    """7.4 By country of a side."""
    return _lines(holdings(state), side, beset(state, side) - _barren(state, side))


@lru_cache(4096)
def _lines(held: UseState, side: Side, units: Bits) -> Mapping[int, Lines]:
    """With what units cut beside: the same as before where a move has cut nothing."""
    shut, starts, found = _barren(held, side) | units, _ends(held, side), dict[int, Lines]()
    for country in held.theatre.countries_of(side):
        own = shut | closed_to(held, country) if _kept_out(held, country) else shut
        tied = nets(held, own, starts)
        (many, many_ends), (few, few_ends) = _served(held, country)
        fully = _fed(many, many_ends, tied)
        found[country] = Lines(fully, _fed(fully | few, few_ends, tied) if few else fully)
    return found


@held_fact
def _served(state: UseState, country: int) -> tuple[tuple[Bits, Bits], tuple[Bits, Bits]]:
    """7.0 The sources of a country that serve any number, and those that serve a few: where they are, and where the
    lines to them end."""
    found = sources(state, country)
    each = ([source.hex for source in found if bool(source.units) == few] for few in (False, True))
    many, few = (led_to(state.theatre, tuple(places)) for places in each)
    return many, few


def fed_fully(state: UseState, country: int) -> Bits:
    """7.2 The hexes from which a country's units can trace to a source that serves any number."""
    return lines(state, Side(state.theatre.countries[country].side))[country].fully


def fed_any(state: UseState, country: int) -> Bits:
    """7.4 The hexes from which a country's units can trace to any source."""
    return lines(state, Side(state.theatre.countries[country].side))[country].at_all


def traceable(state: UseState, unit: UnitId, at: Hex) -> bool:
    """7.4 Could a unit trace to any source of its from a hex?"""
    return at in fed_any(state, state.theatre.country_of[unit])


# ------------------------------------------------------------------------------------------------ the check


def reachable(state: UseState, unit: UnitId, few: bool = False) -> tuple[Source, ...]:
    """7.2 The sources a unit can trace to, the best first; only those that serve a few, if that is said."""
    country, here = state.theatre.country_of[unit], state.hex_of[unit]
    asked = [source for source in sources(state, country) if source.units or not few]
    found = [source for source in asked if here in fed(state, country, (source.hex,))]
    return tuple(sorted(found, key=lambda source: (source.level, source.units, source.hex)))


@land_fact
def units_checked(state: UseState, side: Side) -> tuple[UnitId, ...]:
    """7.2 Every unit in a hex or Map Box, ships in port too."""
    theatre, hex_of = state.theatre, state.hex_of
    hexes, boxes = theatre.board.hexes, theatre.map_boxes
    every = theatre.units(CHECKED, side)
    if not boxes:
        return among(hex_of, every, hexes)
    return tuple([unit for unit in every if 0 <= hex_of[unit] < hexes or hex_of[unit] in boxes])


def assigned(state: UseState, side: Side, order: Iterable[UnitId]) -> dict[UnitId, int | None]:
    """7.2 What each unit gets if they are served in this order; None: nothing. A unit with an Unlimited source takes
    nothing from others."""
    poor = depending(state, side)
    fully = set(tracing(state, side)).difference(poor)
    found: dict[UnitId, int | None] = {unit: FULL if unit in fully else None for unit in order}
    needy = [unit for unit in found if unit in poor]
    if _room_for_all(state, needy):
        return {**found, **{unit: best_of_few(state, unit) for unit in needy}}
    used = {Hex(place): count for place, count in enumerate(state.served) if count}  # over sea
    for unit in needy:
        for source in reachable(state, unit, few=True):
            if used.get(source.hex, 0) < source.units:
                used[source.hex] = used.get(source.hex, 0) + 1
                found[unit] = source.level
                break
    return found


def _room_for_all(state: UseState, needy: Sequence[UnitId]) -> bool:
    """7.2 Are they so few that every source has room for them?"""
    return len(needy) <= state.number(LIMITED) and not state.some_served


def best_of_few(state: UseState, unit: UnitId) -> int:
    """7.2 What a unit gets that lives by sources for a few, if they have room."""
    return FULL if state.hex_of[unit] in _fed_by_few(state, state.theatre.country_of[unit]) else LOW


@land_fact
def _fed_by_few(state: UseState, country: int) -> Bits:
    """7.2 The hexes from which a country's units can trace to a source that serves a few, and these fully."""
    return fed(state, country, tuple(each.hex for each in sources(state, country) if each.units and each.level == FULL))


@land_fact
def contested(state: UseState, side: Side, declined: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """7.2 Units that depend on sources for a few, if these cannot serve them all."""
    needy = tuple(unit for unit in depending(state, side) if unit not in declined)
    if _room_for_all(state, needy):
        return ()
    best = {unit: best_of_few(state, unit) for unit in needy}
    return () if assigned(state, side, needy) == best else needy


@land_fact
def tracing(state: UseState, side: Side) -> tuple[UnitId, ...]:
    """7.4 Units of a side that can trace to a source."""
    country_of, hex_of, traced = state.theatre.country_of, state.hex_of, lines(state, side)
    units = units_checked(state, side)
    return tuple([unit for unit in units if hex_of[unit] in traced[country_of[unit]].at_all])


@land_fact
def depending(state: UseState, side: Side) -> tuple[UnitId, ...]:
    """7.2 Units of a side that can trace only to sources for a few."""
    country_of, hex_of, traced = state.theatre.country_of, state.hex_of, lines(state, side)
    poor = {country for country, each in traced.items() if each.fully is not each.at_all}
    if not poor:
        return ()
    units = [unit for unit in tracing(state, side) if country_of[unit] in poor]
    return tuple([unit for unit in units if hex_of[unit] not in traced[country_of[unit]].fully])


class SupplyCheck(Procedure):
    """7.2 Every unit of the phasing faction: Full or Low by its source, one level less without. Its owner says who is
    served first, where a source serves two, and may decline supply."""

    side: Side
    first: tuple[UnitId, ...] = ()
    declined: tuple[UnitId, ...] = ()
    answer: tuple = ()  # type: ignore[type-arg]

    @step("7.2")
    def ask(self, state: UseState) -> Result:
        return Ask(self.side, CHECK, "answer") if may_decline(self, state) else self.check(state)

    @step("7.2")
    def hear(self, state: UseState) -> Result:
        (word, *picked), self.answer = self.answer, ()
        if word == "end":
            return self.check(state)
        if word == "serve":
            (self.first,) = picked
        else:
            self.declined = (*self.declined, *picked)
        return Goto("ask")

    @step("7.2")
    def check(self, state: UseState) -> Result:
        shipped, units, supply = by_sea(state, self.side), units_checked(state, self.side), state.supply
        out = (*self.declined, *shipped)
        if depending(state, self.side):
            order = (*self.first, *(unit for unit in units if unit not in self.first))
            given = assigned(state, self.side, [unit for unit in order if unit not in out])
        else:
            given = dict.fromkeys([unit for unit in tracing(state, self.side) if unit not in out], FULL)
        for unit in units:
            level = given.get(unit)
            level = min(supply[unit] + 1, NO) if level is None else level
            if level != supply[unit] and unit not in shipped:
                state.set_supply(unit, level, "7.2")
        state.forget_served()
        return Done()


def may_decline(frame: SupplyCheck, state: UseState) -> list[UnitId]:
    """7.2 Units that have a source, and have not declined."""
    able, out = tracing(state, frame.side), (*frame.declined, *by_sea(state, frame.side))
    return [unit for unit in able if unit not in out] if out else list(able)


def by_sea(state: UseState, side: Side) -> tuple[UnitId, ...]:
    """7.4 Units whose line over sea has decided their supply."""
    if not state.theatre.sea:
        return ()
    return tuple(unit for unit in units_checked(state, side) if state.done[unit] & (SHIPPED | UNSHIPPED))


def bad_decline(frame: SupplyCheck, state: UseState, unit: UnitId) -> Iterator[Violation]:
    if unit not in units_checked(state, frame.side):
        yield Violation("7.2", say("{unit} is not a unit of yours on the map", unit), (), (unit,))
    elif unit in frame.declined:
        yield Violation("7.2", say("{unit} has declined already", unit), (), (unit,))
    elif unit not in may_decline(frame, state):
        yield Violation("7.2", say("{unit} has no supply to decline", unit), (), (unit,))


def rivals(frame: SupplyCheck, state: UseState) -> tuple[UnitId, ...]:
    if _room_for_all(state, depending(state, frame.side)):
        return ()
    return contested(state, frame.side, (*frame.declined, *by_sea(state, frame.side)))


def no_rivals(frame: SupplyCheck, state: UseState) -> Iterator[Violation]:
    if frame.first:
        yield Violation("7.2", "it has been said who is served first")
    elif not rivals(frame, state):
        yield Violation("7.2", "every unit can be served")


def unranked_rivals(frame: SupplyCheck, state: UseState) -> Iterator[Violation]:
    if not frame.first and (units := rivals(frame, state)):
        few = state.number(LIMITED)
        yield Violation("7.2", f"more units depend on sources that serve {few}: who is served first?", (), units)


def bad_order(
    frame: SupplyCheck, state: UseState, chosen: tuple[UnitId, ...], pick: UnitId | str
) -> Iterator[Violation]:
    """7.2 Every unit that depends on a source for a few is named, in the order in which they are served."""
    units, few = rivals(frame, state), state.number(LIMITED)
    if isinstance(pick, str):
        if len(chosen) < len(units):
            left = counted(len(units) - len(chosen), "more unit waits", "more units wait")
            yield Violation("7.2", f"{left} for sources that serve {few}", (), units)
    elif pick not in units:
        yield Violation(
            "7.2", say("{unit} does not depend on a source that serves {few} units", pick, few), (), (pick,)
        )
    elif pick in chosen:
        yield Violation("7.2", say("{unit} is named already", pick), (), (pick,))


CHECK = Menu(
    "supply check", "7.2",
    Form("serve", "7.2", Slot(
        "units", UNIT, lambda frame, state, chosen: rivals(frame, state), bad_order, many=True, ordered=True
    ), refuse=no_rivals),
    Form("decline", "7.2", Slot(
        "unit", UNIT, lambda frame, state: units_checked(state, frame.side), bad_decline, may_decline
    )),
    Form("end", "7.2", refuse=unranked_rivals),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ no supply


class NoSupply(Procedure):
    """7.5 Units without supply waste away: reduced ones and air units are lost, full ones reduced."""

    side: Side

    @step("7.5")
    def waste(self, state: UseState) -> Result:
        if NO not in state.supply:
            return Done()
        starving = [unit for unit in units_checked(state, self.side) if state.supply[unit] == NO]
        for unit in starving:
            if state.theatre.is_ground[unit]:
                state.reduce(unit, "7.5")
            else:
                state.eliminate(unit, "7.5")
        return Done()


class GiveUp(Procedure):
    """7.5 Its owner eliminates a unit of his own will."""

    side: Side
    unit: UnitId

    @step("7.5")
    def go(self, state: UseState) -> Result:
        state.eliminate(self.unit, "7.5")
        return Done()


def may_give_up(segment: Segment, state: UseState) -> list[UnitId]:
    """7.5 Ground units without supply, and all air units."""
    ground, air, supply = state.theatre.is_ground, state.theatre.is_air, state.supply
    units = units_checked(state, segment.side)
    return [unit for unit in units if air[unit] or (ground[unit] and supply[unit] == NO)]


def kept(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    if unit not in units_checked(state, segment.side):
        yield Violation("7.5", say("{unit} is not a unit of yours on the map", unit), (), (unit,))
    elif unit not in may_give_up(segment, state):
        yield Violation("7.5", say("{unit} is a ground unit in supply", unit), (), (unit,))


GIVE_UP = Form(
    "give_up", "7.5",
    Slot("unit", UNIT, lambda segment, state: units_checked(state, segment.side), kept, may_give_up),
)  # fmt: skip
