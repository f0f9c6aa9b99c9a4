"""GEW 12, looked at: the line of supply a unit has, what cuts one it has not, and a position after a hex has fallen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sandtable.core.bits import NO_HEX
from sandtable.core.kernels import LIMIT, NEVER
from sandtable.core.lens import Leg, Supply
from sandtable.core.rules import Hex, Side, UnitId, Violation, counted, enemy
from sandtable.core.sentences import Text, joined, say
from sandtable.systems.gew.s06_control import enemy_marked, foreign_ground, marked, take
from sandtable.systems.gew.s12_supply import (
    closed,
    friendly_ports,
    homeland,
    network,
    own_capital,
    providers,
    sources,
    traced,
)
from sandtable.systems.gew.s13_zones import contested, in_enemy_zone, occupied, zone_of
from sandtable.systems.gew.s24_air_missions import air_supplied, supplied_by_assault
from sandtable.systems.gew.state import POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import NEUTRAL, SIDE_OF_POWER, WALLIED


def supply(state: GewState, unit: UnitId, taker: UnitId | None = None) -> Supply | None:
    """A unit's line, or what cuts it; None of a counter that is out of the game. The taker of a hex that has fallen in
    imagination is not named: it stands for any."""
    theatre, place = state.theatre, Hex(state.hex_of[unit])
    if place < 0:
        return None
    if not theatre.is_ground[unit]:
        return Supply(unit, "campaign units need no supply", ("12.7",))
    if place >= theatre.hexes:
        return Supply(unit, "units off the map are in supply", ("12.6",), source=place)
    if state.power_of(unit) >= NEUTRAL:
        return Supply(unit, "units of neutrals need no supply", ("9.2",))
    if state.embarked(unit):
        return Supply(unit, "it is aboard", ("24.5", "24.6", "26.1"))
    return next(_lines(state, unit, place), None) or _cut(state, unit, place, taker)


# ------------------------------------------------------------------------------------------------ lines


def _lines(state: GewState, unit: UnitId, place: Hex) -> Iterator[Supply]:
    """Every line a unit has: first by land, then by sea, then what stands in for one. As `in_supply` looks for them."""
    for power in providers(state, unit):
        yield from _to_source(state, unit, place, power)
    yield from _to_capital(state, unit, place)
    for power in providers(state, unit):
        yield from _to_port(state, unit, place, power)
    if supplied_by_assault(state, unit):
        yield Supply(unit, "it comes by an assault from air or sea in this phase", ("24.6", "26.1"))
    side = state.side_of(unit)
    if side is not None and air_supplied(state, place, side):
        yield Supply(unit, "an airlift brings it supply, with which it may absorb losses", ("O38.1",))


def _to_source(state: GewState, unit: UnitId, place: Hex, power: int) -> Iterator[Supply]:
    """12.1, 12.2 By land; 12.6 for Soviets also beyond the map's edge."""
    theatre = state.theatre
    if place in sources(state, power):
        yield Supply(unit, "a source of supply is in its own hex", ("12.2", "12.4"), source=place)
        return
    lines, length = network(state, power), theatre.movement[unit]
    ends = lines.sources
    path = _path(traced(theatre, theatre.line[unit], ends, lines.beyond, lines.closed, length).path(place))
    if not path:
        return
    if path[-1] in ends:
        yield Supply(unit, _long(path, length), ("12.1", "12.2"), (Leg("land", path, "12.1"),), path[-1])
    else:
        path = (*path, theatre.staging_ussr)
        yield Supply(unit, _long(path, length), ("12.1", "12.6"), (Leg("land", path, "12.6"),), theatre.staging_ussr)


def _to_capital(state: GewState, unit: UnitId, place: Hex) -> Iterator[Supply]:
    """12.2 The capital of its own country."""
    theatre, power = state.theatre, state.power_of(unit)
    capital = own_capital(state, power, unit)
    if capital is None:
        return
    if place == capital:
        yield Supply(unit, "it stands in the capital of its own country", ("12.2", "12.4"), source=place)
    elif not in_enemy_zone(state, SIDE_OF_POWER[power], capital):
        end, length = theatre.board.bits((capital,)), theatre.movement[unit]
        path = _path(traced(theatre, theatre.line[unit], end, NO_HEX, closed(state, power), length).path(place))
        if path:
            legs = (Leg("land", path, "12.2"),)
            yield Supply(
                unit, f"{_long(path, length)}, to the capital of its own country", ("12.1", "12.2"), legs, capital
            )


def _to_port(state: GewState, unit: UnitId, place: Hex, power: int) -> Iterator[Supply]:
    """12.1 By land to a port, and on by sea; 29.3 one hex farther to a depot there; 30.4 marines from any coast."""
    theatre, lines = state.theatre, network(state, power)
    length, kind = theatre.movement[unit], theatre.line[unit]
    for goals, limit, rule in ((lines.ends, length, "12.1"), (lines.live_depots, length + 1, "29.3")):
        path = _path(traced(theatre, kind, goals, NO_HEX, lines.closed, limit).path(place)) if goals else ()
        if path:
            legs, source = voyage(state, power, path[-1])
            rules = tuple(dict.fromkeys((rule, *(leg.rule for leg in legs))))
            walk = f"{_long(path, limit)} to a port" if len(path) > 1 else "a port in its own hex"
            onward = " and ".join(dict.fromkeys(leg.by for leg in legs))
            legs = (Leg("land", path, rule), *legs) if len(path) > 1 else legs
            yield Supply(unit, f"{walk}, then by {onward}", rules, legs, source)
    if theatre.type[unit] == "marine" and theatre.seas_at[place] & lines.live_seas:
        legs, source = voyage(state, power, place)
        yield Supply(unit, "marines draw supply over any coast", ("30.4", "12.1"), legs, source)


def voyage(state: GewState, power: int, port: Hex) -> tuple[tuple[Leg, ...], Hex]:
    """12.1 From a port or coast over the live seas to a port that is a source or has a railway to one, or to a staging
    area (12.6): over the fewest seas, then the nearest."""
    theatre, lines = state.theatre, network(state, power)
    rails = lines.rail_lines()
    distance, found = state.scenario.board.layout.distance, []
    homes = list(lines.home_ports)
    for sea, passed in _seas_from(state, power, port).items():
        ports = (home for home in homes if theatre.seas_at[home] >> sea & 1)
        found += [(len(passed), distance(port, home) + rails.cost(home), home, passed) for home in ports]
        if power == WALLIED:
            found += [(len(passed), LIMIT, area, passed) for area in theatre.seas[sea].staging]
    *_, end, seas = min(found)
    names = tuple(theatre.seas[sea].name for sea in seas)
    if end >= theatre.hexes:
        return (Leg("sea", (port, end), "12.6", names),), end
    legs = () if end == port else (Leg("sea", (port, end), "12.1", names),)
    path = _path(rails.path(end))
    path = path if path[-1] in sources(state, power) else (*path, theatre.staging_ussr)  # 32.2
    return ((*legs, Leg("rail", path, "12.1")) if len(path) > 1 else legs), path[-1]


def _seas_from(state: GewState, power: int, port: Hex) -> dict[int, tuple[int, ...]]:
    """By live sea, the seas passed to come there from a port, nearest first."""
    theatre, lines = state.theatre, network(state, power)
    live = lines.live_seas
    found: dict[int, tuple[int, ...]] = {
        sea: (sea,) for sea in range(len(theatre.seas)) if theatre.seas_at[port] & live & 1 << sea
    }
    queue = list(found)
    for sea in queue:
        for gate in theatre.gates:
            if sea in gate.seas and lines.passes(gate):
                other = gate.seas[gate.seas[0] == sea]
                if other not in found and live >> other & 1:
                    found[other] = (*found[sea], other)
                    queue.append(other)
    return found


def _path(hexes: tuple[int, ...]) -> tuple[Hex, ...]:
    return tuple(map(Hex, hexes))


def _long(path: tuple[Hex, ...], length: int) -> str:
    hexes = len(path) - 1
    return f"a line of {counted(hexes, 'hex', 'hexes')} of {length} allowed"


# ------------------------------------------------------------------------------------------------ what cuts


class Broken(NamedTuple):
    """A line that would do but for what is in its way."""

    weight: int
    path: tuple[Hex, ...]
    why: tuple[Violation, ...]


def _cut(state: GewState, unit: UnitId, place: Hex, taker: UnitId | None) -> Supply:
    """12.1 to 12.4 Why a unit has no line: the open one is too long, and the best short one is closed."""
    theatre, length = state.theatre, state.theatre.movement[unit]
    why: list[Violation] = []
    for power in providers(state, unit):
        lines = network(state, power)
        whole = traced(theatre, theatre.line[unit], lines.ends, lines.beyond, lines.closed, LIMIT)
        if path := _path(whole.path(place)):
            open_ = say("the nearest source or port with an open line, {hex}, is at", path[-1])
            said = say("{open} a distance of {far} and its line may have {length}", open_, whole.cost(place), length)
            why.append(Violation("12.1", said, path))
        if broken := _broken(state, unit, place, power, taker):
            why += broken.why
        if theatre.type[unit] == "marine" and theatre.seas_at[place]:
            why.append(Violation("30.4", "no sea at its coast leads to a source of its power", (place,)))
    if not why:
        why.append(
            Violation("12.1", f"no source of supply and no port lies within {length} hexes of it", units=(unit,))
        )
    rules = tuple(dict.fromkeys(violation.rule for violation in why))
    return Supply(unit, f"it has no line of {length} hexes or fewer", rules, cuts=tuple(dict.fromkeys(why)))


def _broken(state: GewState, unit: UnitId, place: Hex, power: int, taker: UnitId | None) -> Broken | None:
    """The way to a source or port, short enough, with the least in it that closes it; best to one of ours."""
    theatre, neighbours = state.theatre, state.scenario.board.neighbours
    prices, shut = theatre.line_prices[theatre.line[unit]], closed(state, power)
    ours, goals = (
        marked(state, power),
        homeland(state, power) | sources(state, power) | theatre.port,
    )
    best: Broken | None = None
    front = {place: Broken(0, (place,), ())}
    seen = dict(front)
    for _ in range(theatre.movement[unit] + 1):
        for here, way in front.items():
            if here in goals:
                why = (*way.why, *_no_end(state, power, here))
                found = Broken(len(why) if here in ours else len(why) + LIMIT, way.path, why)
                best = found if best is None or found.weight < best.weight else best
        onward: dict[Hex, Broken] = {}
        for here, way in front.items():
            for direction in range(6):
                there = Hex(neighbours[6 * here + direction])
                if there < 0 or prices[6 * here + direction] >= NEVER:
                    continue
                weight = way.weight + (there in shut)
                if weight < min((known[there].weight for known in (seen, onward) if there in known), default=LIMIT):
                    why = (*way.why, _closing(state, power, there, taker)) if there in shut else way.why
                    onward[there] = Broken(weight, (*way.path, there), why)
        seen |= onward
        front = onward
    return best


def _closing(state: GewState, power: int, place: Hex, taker: UnitId | None) -> Violation:
    """12.3 What closes a hex to lines, and who."""

    def called(units: Iterable[UnitId]) -> Text:
        return joined(["an enemy unit" if unit == taker else say("{unit}", unit) for unit in units], " and ")

    side = SIDE_OF_POWER[power]
    foe = enemy(side)
    units = tuple(unit for unit in state.ground_in(place) if state.side_of(unit) == foe)
    if place in occupied(state, foe):
        return Violation("12.3", say("{hex} is held by {enemies}", place, called(units)), (place,), units)
    if place in contested(state, side):
        units = zone_of(state, foe, place)
        return Violation(
            "12.3", say("{hex} is in the zone of control of {enemies}", place, called(units)), (place,), units
        )
    if place in foreign_ground(state, power):
        if not state.belligerent(power):
            return Violation("33.3", say("{hex} is abroad, where neutral Soviets have no lines", place), (place,))
        return Violation("12.3", say("{hex} is neutral ground", place), (place,))
    return Violation("12.3", say("{hex} is controlled by the enemy", place), (place,))


def _no_end(state: GewState, power: int, place: Hex) -> Iterator[Violation]:
    """12.1, 12.2, 12.4 Why no line ends in a hex with a source or a port, beside what closes the hex itself."""
    theatre, side = state.theatre, SIDE_OF_POWER[power]
    if place in network(state, power).ends or place in closed(state, power):
        return
    if place in sources(state, power):
        yield Violation("12.4", say("the source {hex} is besieged", place), (place,))
    elif state.control[place] != power + 1:
        yield Violation(
            "12.2",
            say("{hex} is the enemy's" if place in enemy_marked(state, side) else "{hex} is not its power's", place),
            (place,),
        )
    elif state.bombed[place] or state.sabotaged[place]:
        yield Violation("24.9", say("the port {hex} is bombed or sabotaged", place), (place,))
    elif place in friendly_ports(state, power):
        yield Violation(
            "12.1", say("no sea leads from the port {hex} to one with a railway to a source", place), (place,)
        )
    elif place in theatre.port:
        yield Violation("12.1", say("the port {hex} does not serve", place), (place,))
    else:
        yield Violation("12.2", say("{hex} is no source of supply for its power", place), (place,))


# ------------------------------------------------------------------------------------------------ if a hex falls


def taken(state: GewState, place: Hex) -> tuple[Side, UnitId, GewState] | None:
    """The holder of a hex, and a ground unit of his enemy and the position after it has taken the hex (6.1): those who
    stood there are lost. The unit is one that is not on the map, so that nothing else changes."""
    holder = _holder(state, place)
    if holder is None:
        return None
    after = state.copy()
    for unit in after.ground_in(place):
        after.eliminate(unit, "21.1")
    unit = _newcomer(after, enemy(holder))
    if after.hex_of[unit] >= 0:
        after.move(unit, place, "6.1")
    else:
        after.place(unit, place, "6.1")
    take(after, unit, place)
    return holder, unit, after


def _holder(state: GewState, place: Hex) -> Side | None:
    if place >= state.theatre.hexes:
        return None
    sides = (state.side_of(unit) for unit in state.ground_in(place))
    standing = next((side for side in sides if side is not None), None)
    power = state.controlling(place)
    return standing if standing is not None else SIDE_OF_POWER[power] if power < NEUTRAL else None


def _newcomer(state: GewState, side: Side) -> UnitId:
    """Any mobile unit with a zone of its own, off the map if there is one."""
    theatre = state.theatre
    powers = [power for power in POWERS_OF_SIDE[side] if state.belligerent(power)]
    units = [
        UnitId(unit)
        for unit, power in enumerate(theatre.power)
        if power in powers and theatre.is_ground[unit] and theatre.movement[unit] and theatre.type[unit] != "partisan"
    ]
    return min(units, key=lambda unit: (0 <= state.hex_of[unit] < theatre.hexes, unit))
