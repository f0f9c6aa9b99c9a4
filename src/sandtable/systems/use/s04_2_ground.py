"""USE 4.2.3: what ground movement costs, where a unit may go, and where zones stop it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from sandtable.core.bits import Bits
from sandtable.core.board import Board, Mover, Unreached, why_unreached
from sandtable.core.chartfile import Charts
from sandtable.core.kernels import NEVER, Reach
from sandtable.core.rules import Breakdown, Hex, Side, Term, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.systems.use.options import LINE_BLOCKED_BY_AIR
from sandtable.systems.use.s01_7_zones import in_ezoc, same_unit, zone, zoned_by
from sandtable.systems.use.s03_3_stacking import crowded, crowded_hexes
from sandtable.systems.use.state import UseState, aloft_fact, held_fact, land_fact
from sandtable.systems.use.theatre import SUPPLY, WEATHERS

RULE = "4.2.3"
FEATURES = {"river": "canal-mountain-river-side", "canal": "canal-mountain-river-side",
            "mountain": "canal-mountain-river-side", "strait": "strait-side"}  # fmt: skip


@lru_cache
def movers(charts: Charts) -> Mapping[str, Mover]:
    """4.0 The costs of the printed list, by what is in the hex entered."""
    cost = {
        line.id: int(line.value) for line in charts.lines("ground_movement").lines if line.value.lstrip("+").isdigit()
    }
    sides = {feature: cost[id] for feature, id in FEATURES.items()} | {"water": NEVER}
    once = frozenset({"river", "canal", "mountain"})  # one line of the list
    clear, rough, own, foe = (
        cost[id] for id in ("clear-hex", "rough-hex", "friendly-city-or-fort", "enemy-city-or-fort")
    )
    line = {"line": cost["transport-line"]}

    def mover(name: str, clear: int, rough: int, links: Mapping[str, int]) -> Mover:
        return Mover(name, "4.0", {"clear": clear, "rough": rough, "water": NEVER}, sides, links, once)

    return {
        "open": mover("open ground", clear, rough, line),
        "friendly": mover("a friendly city or fort", own, own, line),
        "enemy": mover("an enemy city or fort", foe, foe, {}),
        "unit": mover("beside enemy units", clear, rough, {}),  # no benefit of a line
        "friendly unit": mover("a friendly city or fort with an enemy unit", own, own, {}),
    }


def movement_points(state: UseState, unit: UnitId) -> int:
    """4.0"""
    return _points(state.scenario.charts, SUPPLY[state.supply[unit]], state.theatre.type_of[unit])


@lru_cache
def _points(charts: Charts, supply: str, type: str) -> int:
    return int(charts.table("movement_points").read(supply, type))


@held_fact
def friendly_places(state: UseState, side: Side) -> Bits:
    """Cities and forts of a side."""
    return state.friendly_cities(side) | state.friendly_forts(side)


@land_fact
def mover_of(state: UseState, side: Side) -> Mover:
    """4.0 A line is no help into a hex with an enemy city, fort or unit."""
    by, foe = movers(state.scenario.charts), enemy(side)
    own, theirs = friendly_places(state, side), friendly_places(state, foe)
    units = state.occupied(foe) | state.based(foe) if state.option(LINE_BLOCKED_BY_AIR) else state.occupied(foe)
    both = own & units
    return by["open"].into(units, by["unit"]).into(own, by["friendly"]).into(both, by["friendly unit"]).into(
        theirs, by["enemy"]
    )  # fmt: skip


@lru_cache
def tables(board: Board, charts: Charts) -> Mapping[str, bytes]:
    """4.0 What every step costs, by what is in the hex entered."""
    return {name: board.prices(mover) for name, mover in movers(charts).items()}


@lru_cache(1024)
def _by_places(board: Board, charts: Charts, own: Bits, theirs: Bits) -> bytes:
    """With cities and forts held like this: they change hands seldom."""
    by = movers(charts)
    return board.prices(by["open"].into(own, by["friendly"]).into(theirs, by["enemy"]))


@aloft_fact
def prices(state: UseState, side: Side) -> bytes:
    """4.0 As `mover_of` has them, but for hexes with enemy ground units, which are not entered anyway."""
    board, charts, foe = state.theatre.board, state.scenario.charts, enemy(side)
    found = _by_places(board, charts, friendly_places(state, side), friendly_places(state, foe))
    lone = state.based(foe) - friendly_places(state, foe)
    if not lone or not state.option(LINE_BLOCKED_BY_AIR):
        return found
    patched, by = bytearray(found), tables(board, charts)
    for hex in lone:
        costs = by["friendly unit" if hex in friendly_places(state, side) else "unit"]
        for there in board.around(hex):
            into = board.layout.side(there, hex)
            patched[into] = costs[into]
    return bytes(patched)


def no_way_in(state: UseState, unit: UnitId) -> Bits:
    """4.2.3.2 Hexes it may not enter: prohibited, with an enemy ground unit, or with a friendly one and an EZOC."""
    theatre, side = state.theatre, Side(state.theatre.side_of[unit])
    return closed_to(state, theatre.country_of[unit]) | _held(state, side)


@held_fact
def closed_to(state: UseState, country: int) -> Bits:
    """4.0 Land that its units never enter, and that they may not enter now."""
    return state.theatre.no_entry[country] | state.shut_land(country)


@land_fact
def _held(state: UseState, side: Side) -> Bits:
    foe = enemy(side)
    return state.occupied(foe) | (state.occupied(side) & zone(state, foe))


@land_fact
def halts(state: UseState, side: Side) -> Bits:
    """Where a march ends, or has to be decided on anew: in an EZOC (4.2.3.1), and where something is taken."""
    foe = enemy(side)
    return zone(state, foe) | friendly_places(state, foe) | state.based(foe)


@land_fact
def reach(state: UseState, unit: UnitId, points: int, fresh: bool) -> Reach:
    """4.2.3 Where a unit may get to. One that has moved or attacked and is in an EZOC may not go on (4.2.3.1)."""
    side, start = Side(state.theatre.side_of[unit]), state.hex_of[unit]
    if not fresh and in_ezoc(state, side, Hex(start)):
        points = 0
    return state.theatre.board.grid.reach(
        prices(state, side), start, points, no_way_in(state, unit), halts(state, side), same_unit(state, enemy(side))
    )


@land_fact
def _goals(state: UseState, unit: UnitId, points: int, fresh: bool) -> tuple[Hex, ...]:
    found = reach(state, unit, points, fresh).reached - crowded_hexes(state, unit)
    return tuple(found)


def goals(state: UseState, unit: UnitId, points: int, fresh: bool) -> list[Hex]:
    """Where it may stop: nowhere with another ground unit of its side (3.3)."""
    return list(_goals(state, unit, points, fresh))


def attack_price(state: UseState, start: Hex, target: Hex, side: Side) -> int:
    """4.2.3.3 The total of `attack_cost`."""
    entry = _against(state, side)[state.theatre.side_between[start, target]]
    return entry + surcharges(state.scenario.charts)[state.weather_at(target)]


@held_fact
def _against(state: UseState, side: Side) -> bytes:
    """4.0 What every step costs, were an enemy ground unit where it leads."""
    own, theirs = friendly_places(state, side), friendly_places(state, enemy(side))
    return _defended(state.theatre.board, state.scenario.charts, own, theirs)


@lru_cache(1024)
def _defended(board: Board, charts: Charts, own: Bits, theirs: Bits) -> bytes:
    by = movers(charts)
    return board.prices(by["unit"].into(own, by["friendly unit"]).into(theirs, by["enemy"]))


@lru_cache
def surcharges(charts: Charts) -> Mapping[str, int]:
    """4.0 Of an attack, by the weather."""
    lines = charts.lines("ground_movement")
    fair, other = int(lines["attack-fair"].value), int(lines["attack-poor-or-severe"].value)
    return {weather: fair if weather == "Fair" else other for weather in WEATHERS}


def attack_cost(state: UseState, start: Hex, target: Hex, side: Side) -> Breakdown:
    """4.2.3.3 The cost of entering the defender's hex, and of attacking into its weather."""
    entry = state.theatre.board.step_cost(mover_of(state, side), start, target)
    lines = state.scenario.charts.lines("ground_movement")
    line = lines["attack-fair" if state.weather_at(target) == "Fair" else "attack-poor-or-severe"]
    return Breakdown([*entry, Term(line.text, int(line.value), line.rule)])


# ------------------------------------------------------------------------------------------------ why not


def held(state: UseState, unit: UnitId, fresh: bool) -> Iterator[Violation]:
    """4.2.3.1 Why a unit goes nowhere: it has acted, and enemies hold it."""
    side, here = Side(state.theatre.side_of[unit]), Hex(state.hex_of[unit])
    if not fresh and in_ezoc(state, side, here):
        because = "it has moved or attacked and is in an EZOC: it may attack, or end its activation"
        yield Violation("4.2.3.1", because, (here,), tuple(sorted(zoned_by(state, enemy(side), here))))


def why_not_there(state: UseState, unit: UnitId, points: int, fresh: bool, to: Hex) -> Iterator[Violation]:
    """4.2.3 Every reason against going to a hex; none if it may."""
    theatre, side, start = state.theatre, Side(state.theatre.side_of[unit]), Hex(state.hex_of[unit])
    foe = enemy(side)
    if to == start:
        yield Violation(RULE, "it is already there", (to,))
        return
    if to >= theatre.board.hexes:
        yield Violation("4.0", "no ground unit goes there", (to,))
        return
    if (stopped := next(held(state, unit, fresh), None)) is not None:
        yield stopped
        return
    if to in reach(state, unit, points, fresh):
        yield from crowded(state, unit, to)
        return
    found = why_unreached(
        theatre.board, mover_of(state, side), start, points, no_way_in(state, unit), halts(state, side),
        same_unit(state, foe), to,
    )  # fmt: skip
    for each in found:
        yield _because(state, unit, side, points, each)


def _because(state: UseState, unit: UnitId, side: Side, points: int, found: Unreached) -> Violation:
    foe, hexes = enemy(side), found.at
    if found.why == "too far":
        return Violation("4.0", f"the way costs {found.cost} movement points, and {points} are left", hexes)
    if found.why == "no way":
        return Violation("4.0", "no ground unit can go there: water lies all around or in it", hexes)
    if found.why == "barred":
        shared = {unit for hex in hexes for unit in zoned_by(state, foe, hex)}
        because = say("a step between {hexes} would lead within the zone of one and the same enemy unit", hexes)
        return Violation("4.2.3.1", because, hexes, tuple(sorted(shared)))
    if found.why == "stopped":
        zoned = [hex for hex in hexes if in_ezoc(state, side, hex)]
        if zoned:
            holders = {unit for hex in zoned for unit in zoned_by(state, foe, hex)}
            because = say("on the way it would have to stop in {hexes}, in an EZOC", hexes)
            return Violation("4.2.3.1", because, hexes, tuple(sorted(holders)))
        return Violation(RULE, say("it has to take {hexes} first, and may then go on", hexes), hexes)
    return _closed(state, unit, side, hexes[0])


def _closed(state: UseState, unit: UnitId, side: Side, hex: Hex) -> Violation:
    theatre = state.theatre
    if hex in state.occupied(enemy(side)):
        there = state.ground_at(hex)
        return Violation(
            "3.3",
            say("an enemy ground unit is in {hex}: it has to be attacked", hex),
            (hex,),
            (there,) if there is not None else (),
        )
    if hex in theatre.water:
        return Violation("4.0", say("{hex} is water", hex), (hex,))
    if hex in state.neutral_land():
        owner = state.country_name(theatre.country_at[hex])
        return Violation("4.0", say("{hex} belongs to {country}, which is neutral", hex, owner), (hex,))
    if hex in state.shut_land(theatre.country_of[unit]):
        return Violation("D1", f"a policy or peace closes {state.country_name(theatre.country_at[hex])}", (hex,))
    if hex in theatre.no_entry[theatre.country_of[unit]]:
        owner = state.country_name(theatre.country_of[unit])
        return Violation("4.0", say("units of {country} do not go into {hex}", owner, hex), (hex,))
    return Violation("4.2.3.2", say("a friendly unit and an EZOC are in {hex}", hex), (hex,))
