"""GEW 24 and O38: what air units may be sent to do, and where; and what they do in ground combat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sandtable.core.bits import NO_HEX, Bits, union
from sandtable.core.changes import Option
from sandtable.core.decisions import HEX, UNIT, Form, Sieve, Slot
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.state import kept_in
from sandtable.systems.gew.options import O38_AIR
from sandtable.systems.gew.s06_control import enemy_marked
from sandtable.systems.gew.s13_zones import held, neutral_ground, occupied
from sandtable.systems.gew.s23_airbases import (
    base_for,
    crowded,
    flying,
    iceland,
    in_range,
    not_ready,
    of_iceland,
    of_kind,
    ready,
)
from sandtable.systems.gew.state import (
    AIR_SUPPLY,
    AIRBORNE_ASSAULT,
    AMPHIBIOUS_ASSAULT,
    BOMBING,
    DEFENSIVE_SUPPORT,
    FRONT,
    INTERCEPTION,
    LONG_RANGE_BOMBING,
    MARKERS,
    OFFENSIVE_SUPPORT,
    GewState,
)
from sandtable.systems.gew.theatre import BELLIGERENTS, SIDE_OF_POWER, Theatre

if TYPE_CHECKING:
    from sandtable.systems.gew.s23_orders import SendOut

BOMBERS, TACTICAL, STRATEGIC, AIRLIFT = ("tac", "sac"), ("tac",), ("sac",), ("airlift",)
CARRIERS = ("airlift", "amphib")
ALLIES = ("us", "commonwealth", "aef")  # 30.7


# ------------------------------------------------------------------------------------------------ in ground combat


def support_factors(state: GewState, place: Hex, side: Side, attackers: Sequence[UnitId] | None = None) -> int:
    """24.2, 24.4 The bombardment factors of a side's TAC units for the battle in a hex. Of attackers' support counts
    what has the nationality of one of them (G24-8), if they are named; a unit that intercepts supports too (24.8)."""
    theatre, found = state.theatre, 0
    for unit, there in flying(state, side):
        if there != place or theatre.kind[unit] not in TACTICAL:
            continue
        mission = state.mission[unit]
        if mission == OFFENSIVE_SUPPORT and attackers is not None:
            counts = any(same_nationality(theatre, unit, each) for each in attackers)
        elif mission == INTERCEPTION:
            counts = any(state.power_of(each) == state.power_of(unit) for each in state.ground_in(place))
        else:
            counts = mission in (OFFENSIVE_SUPPORT, DEFENSIVE_SUPPORT)
        found += theatre.bombardment[unit] if counts else 0
    return found


def same_nationality(theatre: Theatre, one: UnitId, other: UnitId) -> bool:
    """24.2, 30.7 AEF units, the carriers among them, are British and American."""
    first, second = theatre.nationality[one], theatre.nationality[other]
    return first == second or ("aef" in (first, second) and first in ALLIES and second in ALLIES)


def supplied_by_assault(state: GewState, unit: UnitId) -> bool:
    """24.6.5, 26.1 Units that came by an assault, landed or not, are in supply for this Ground Combat Phase."""
    return carriers_bring_supply(state) and any(
        state.cargo[carrier] == unit and state.mission[carrier] in (AIRBORNE_ASSAULT, AMPHIBIOUS_ASSAULT)
        for carrier in of_kind(state.theatre, CARRIERS)
    )


def air_supplied(state: GewState, place: Hex, side: Side) -> bool:
    """O38.1 Is an airlift supplying a side's units in a hex, so that they may spend MP?"""
    return carriers_bring_supply(state) and any(
        there == place and state.mission[unit] == AIR_SUPPLY for unit, there in flying(state, side)
    )


def carriers_bring_supply(state: GewState) -> bool:
    """Is there an assault or an airlift at all that stands in for lines?"""
    mission = state.mission
    return AIRBORNE_ASSAULT in mission or AMPHIBIOUS_ASSAULT in mission or AIR_SUPPLY in mission


# ------------------------------------------------------------------------------------------------ where to


def bombable(state: GewState, unit: UnitId) -> Bits:
    """24.1, 24.9 Enemy hexes with something to bomb, and not bombed already (G24-6)."""
    return _bombable(state, SIDE_OF_POWER[state.power_of(unit)])


@kept_in(MARKERS)
def _bombable(state: GewState, side: Side) -> Bits:
    theatre, forts = state.theatre, state.where(state.fort, enemy(side) + 1)
    depots = state.where(state.depot, *(power + 1 for power in BELLIGERENTS))
    worth = theatre.mobilization | theatre.port | theatre.airbase | depots | forts
    theirs = worth & enemy_marked(state, side) & state.setup.window
    return theirs - (neutral_ground(state, side) | state.where(state.bombed, 1))


def supportable(state: GewState, unit: UnitId) -> Bits:
    """24.2 Hexes with enemy ground units next to friendly ones of the unit's nationality."""
    return _supportable(state, _first_of_nation(state.theatre)[unit])


@kept_in(FRONT)
def _supportable(state: GewState, unit: UnitId) -> Bits:
    theatre, power, kin, hex_of = state.theatre, state.power_of(unit), _kin(state.theatre, unit), state.hex_of
    friends = [hex_of[each] for each in state.ground_units(power) if kin[each]]
    return theatre.board.grid.zone(friends) & occupied(state, enemy(SIDE_OF_POWER[power]))


@lru_cache
def _first_of_nation(theatre: Theatre) -> tuple[UnitId, ...]:
    """By unit: the first one of its nationality."""
    first: dict[str, UnitId] = {}
    return tuple(first.setdefault(nation, UnitId(unit)) for unit, nation in enumerate(theatre.nationality))


@lru_cache
def _kin(theatre: Theatre, unit: UnitId) -> bytes:
    """By unit, 1: of the same nationality as this one."""
    return bytes(same_nationality(theatre, unit, UnitId(each)) for each in range(len(theatre.name)))


def defendable(state: GewState, unit: UnitId) -> Bits:
    """24.4 Hexes with ground units of the unit's power next to enemy ground units (G24-1, G24-10)."""
    return _defendable(state, state.power_of(unit))


@kept_in(FRONT)
def _defendable(state: GewState, power: int) -> Bits:
    foe = occupied(state, enemy(SIDE_OF_POWER[power]))
    return held(state, power) & state.theatre.board.grid.zone(foe)


def other_powers(state: GewState, power: int) -> Bits:
    """Hexes with ground units of the ally, and those where they are about to land."""
    allies = [other for other in BELLIGERENTS if other != power and SIDE_OF_POWER[other] == SIDE_OF_POWER[power]]
    if not allies:
        return NO_HEX
    landing = (
        Hex(state.hex_of[carrier])
        for carrier in of_kind(state.theatre, CARRIERS)
        if state.passenger(carrier) is not None and state.power_of(carrier) in allies
    )
    return union(state.theatre.board.bits(landing), *(held(state, other) for other in allies))


def interceptable(state: GewState, unit: UnitId) -> Bits:
    """24.3 Hexes with enemy air units."""
    foe = enemy(SIDE_OF_POWER[state.power_of(unit)])
    return state.theatre.board.bits(place for _, place in flying(state, foe))


def suppliable(state: GewState, unit: UnitId) -> Bits:
    """O38.1 Hexes with ground units of the airlift's power, and no other airlift supplying them."""
    power = state.power_of(unit)
    supplied = [place for each, place in flying(state, SIDE_OF_POWER[power]) if state.mission[each] == AIR_SUPPLY]
    return held(state, power) - state.theatre.board.bits(supplied)


# ------------------------------------------------------------------------------------------------ missions


class Mission(NamedTuple):
    """What air units of some kinds may be sent to do."""

    word: str
    number: int  # in the column `mission`
    rule: str
    kinds: tuple[str, ...]
    targets: Callable[[GewState, UnitId], Bits]
    wanted: str  # in words
    option: Option | None = None
    far: bool = False  # O38.2


BOMB = Mission(
    "bomb", BOMBING, "24.1", BOMBERS, bombable,
    "an enemy hex with a mobilization, port or airbase symbol, a depot or a fortification, not bombed yet",
)  # fmt: skip
BOMB_FAR = Mission(
    "bomb-far", LONG_RANGE_BOMBING, "O38.2", STRATEGIC, bombable, BOMB.wanted, O38_AIR, far=True
)  # fmt: skip
SUPPORT = Mission(
    "support", OFFENSIVE_SUPPORT, "24.2", TACTICAL, supportable,
    "a hex with enemy ground units next to ground units of the same nationality",
)  # fmt: skip
INTERCEPT = Mission("intercept", INTERCEPTION, "24.3", TACTICAL, interceptable, "a hex with enemy air units")
DEFEND = Mission(
    "defend", DEFENSIVE_SUPPORT, "24.4", TACTICAL, defendable,
    "a hex with ground units of the same power next to enemy ground units",
)  # fmt: skip
SUPPLY = Mission(
    "supply", AIR_SUPPLY, "O38.1", AIRLIFT, suppliable, "a hex with ground units of the same power", O38_AIR
)  # fmt: skip


def distance(state: GewState, mission: Mission, unit: UnitId) -> int:
    """23.4; O38.2 adds half, rounded up."""
    printed = state.theatre.range[unit]
    if not mission.far:
        return printed
    percent = state.scenario.charts.lines("extra_air")["long-range"].amount
    return -(-printed * (100 + percent) // 100)


def reach(state: GewState, mission: Mission, unit: UnitId) -> Bits:
    """23.4 The hexes a unit can fly to from a free base; O38.3 by Iceland."""
    near = in_range(state, unit, distance(state, mission, unit))
    return near | of_iceland(state) if mission.far and iceland(state, unit, "iceland-sac") else near


def targets(state: GewState, mission: Mission, unit: UnitId) -> Bits:
    """Where a unit may be sent."""
    found = mission.targets(state, unit)
    if not found:
        return found
    found = reach(state, mission, unit) & found
    full = crowded(state, SIDE_OF_POWER[state.power_of(unit)])
    return found - state.theatre.board.bits(full) if full else found


def base_of(state: GewState, mission: Mission, unit: UnitId, target: Hex) -> Hex | None:
    """The base of a mission: the USA Staging Area only where no other serves (O38.3)."""
    found = base_for(state, unit, target, distance(state, mission, unit))
    if found is None and mission.far and iceland(state, unit, "iceland-sac") and target in of_iceland(state):
        return state.theatre.staging_usa
    return found


def flight_form(mission: Mission) -> Form:
    """A unit and a hex."""

    def own(phase: SendOut, state: GewState) -> tuple[UnitId, ...]:
        return of_kind(state.theatre, mission.kinds)

    def bad_unit(phase: SendOut, state: GewState, unit: UnitId) -> Iterator[Violation]:
        refused = list(not_ready(state, phase.side, mission.kinds, mission.rule, unit))
        refused += raided(state, unit)
        yield from refused
        if not refused and not targets(state, mission, unit):
            yield Violation(
                mission.rule, say("{unit} has no free base in range of {wanted}", unit, mission.wanted), units=(unit,)
            )

    def units(phase: SendOut, state: GewState) -> tuple[UnitId, ...]:
        return ready(state, phase.side, mission.kinds)

    def flies(phase: SendOut, state: GewState, unit: UnitId) -> bool:
        return not any(raided(state, unit)) and bool(targets(state, mission, unit))

    def bad_target(phase: SendOut, state: GewState, unit: UnitId, to: Hex) -> Iterator[Violation]:
        if to not in mission.targets(state, unit):
            yield Violation(mission.rule, say("{hex} is not {wanted}", to, mission.wanted), (to,))
        yield from no_room_in_the_air(state, phase.side, to)
        if to not in reach(state, mission, unit):
            yield Violation("23.4", f"no free base is within {distance(state, mission, unit)} hexes", (to,))

    def places(phase: SendOut, state: GewState, unit: UnitId) -> list[Hex]:
        return list(targets(state, mission, unit))

    return Form(
        mission.word, mission.rule,
        Slot("unit", UNIT, own, bad_unit, Sieve(units, flies)),
        Slot("at", HEX, every_hex, bad_target, places),
        refuse=needs(mission.option, mission.rule),
    )  # fmt: skip


def needs(option: Option | None, rule: str) -> Callable[[SendOut, GewState], Iterator[Violation]] | None:
    """The mission is optional."""
    if option is None:
        return None

    def refuse(phase: SendOut, state: GewState) -> Iterator[Violation]:
        if not state.option(option):
            yield Violation(rule, "this optional rule is not in use")

    return refuse


def every_hex(phase: SendOut, state: GewState, *_: object) -> range:
    return range(state.scenario.places)


def raided(state: GewState, unit: UnitId) -> Iterator[Violation]:
    """30.6 FK 10 and FFAt do nothing else in a turn in which they attacked convoys (G30-1)."""
    if state.theatre.kind[unit] == "sac" and state.theatre.anti_convoy[unit] and state.raided[unit] == state.turn:
        yield Violation("30.6", say("{unit} attacked convoys this turn", unit), units=(unit,))


def no_room_in_the_air(state: GewState, side: Side, place: Hex) -> Iterator[Violation]:
    if place in crowded(state, side):
        units = tuple(unit for unit, there in flying(state, side) if there == place)
        yield Violation("23.5", say("{number} of your air units fly to {hex}", len(units), place), units=units)
