"""GEW 24.5, 24.6 and O38.4: airlifts take ground units somewhere, to an airbase or down on the enemy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sandtable.core.bits import Bits
from sandtable.core.decisions import HEX, UNIT, Form, Sieve, Slot
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.state import kept_in
from sandtable.systems.gew.s06_control import controlled, off_limits
from sandtable.systems.gew.s14_stacking import bad_company
from sandtable.systems.gew.s23_airbases import (
    airfields,
    bases,
    crowded,
    fights,
    free_bases,
    iceland,
    not_ready,
    of_iceland,
    of_kind,
    ready,
    within,
)
from sandtable.systems.gew.s24_air_missions import AIRLIFT, every_hex, no_room_in_the_air, other_powers
from sandtable.systems.gew.state import AIRBORNE_ASSAULT, LINES, TRANSPORT, GewState
from sandtable.systems.gew.theatre import AXIS, SIDE_OF_POWER, TERRAINS, Theatre

if TYPE_CHECKING:
    from sandtable.systems.gew.s23_orders import SendOut

AIRBORNE = ("airborne", "airborne_panzer")  # G10-10


class Lift(NamedTuple):
    """24.5, 24.6 An airlift takes a ground unit somewhere."""

    word: str
    number: int
    rule: str
    assault: bool


CARRY = Lift("transport", TRANSPORT, "24.5", False)
DROP = Lift("assault", AIRBORNE_ASSAULT, "24.6", True)


def landing_fields(state: GewState, lift: Lift, passenger: UnitId) -> Bits:
    """24.5 Airbases of the power; 24.6 open ground anywhere. Never where the passenger may not go."""
    ground = drop_zones(state) if lift.assault else _fields(state, state.power_of(passenger))
    return ground - off_limits(state, passenger)


@kept_in(LINES)
def _fields(state: GewState, power: int) -> Bits:
    return controlled(state, power) & (airfields(state) | state.where(state.depot, power + 1))


def drop_zones(state: GewState) -> Bits:
    """24.6 Clear, rough and desert hexes (chart tec)."""
    effects = state.scenario.charts.table("tec")
    open_ground = tuple(
        terrain for terrain in TERRAINS if effects.read(terrain.replace("_", " "), "airborne landing") == "yes"
    )
    return _drop_zones(state.theatre, open_ground)


@lru_cache(maxsize=8)
def _drop_zones(theatre: Theatre, open_ground: tuple[str, ...]) -> Bits:
    return theatre.land & theatre.board.terrain.where(*open_ground)


def landings(state: GewState, lift: Lift, airlift: UnitId, passenger: UnitId) -> Bits:
    """Where an airlift may take a passenger."""
    theatre, power = state.theatre, state.power_of(airlift)
    side, start = SIDE_OF_POWER[power], Hex(state.hex_of[passenger])
    board = theatre.board
    north = iceland(state, airlift, "iceland-airlift")
    if start == theatre.staging_usa:
        near = of_iceland(state) if north else board.bits(())
    else:
        near = within(state, side, start, theatre.range[airlift])
    closed = board.bits([*crowded(state, side), start])
    found = (near & landing_fields(state, lift, passenger)) - closed
    strangers = board.bits(place for place in found & other_powers(state, power) if any(
        bad_company(state, passenger, place)
    ))  # fmt: skip
    found = found - strangers
    if north and not lift.assault and start < theatre.hexes and start in of_iceland(state):
        found = found | board.bits([theatre.staging_usa])  # O38.4
    return found


def unfit(state: GewState, lift: Lift, airlift: UnitId, unit: UnitId) -> Iterator[Violation]:
    """24.5, 24.6 Who cannot be carried: but for the question where to."""
    theatre = state.theatre
    power = state.power_of(airlift)
    if not theatre.is_ground[unit] or state.power_of(unit) != power:
        yield Violation(lift.rule, say("{unit} is not a ground unit of the airlift's power", unit), units=(unit,))
        return
    if theatre.size[unit] != "corps":
        yield Violation("24.5", say("{unit} is larger than a corps", unit), units=(unit,))
    if not theatre.movement[unit]:
        yield Violation("18.0", say("{unit} is static and moves only by rail and sea transfer", unit), units=(unit,))
    if theatre.type[unit] == "partisan":
        yield Violation("31.3", say("{unit} is a partisan", unit), units=(unit,))
    if theatre.mech[unit] and power != AXIS:
        yield Violation(
            "24.5", say("{unit} is mechanized, and the Allies fly only non-mechanized corps", unit), units=(unit,)
        )
    if lift.assault and theatre.type[unit] not in AIRBORNE:
        yield Violation("24.6", say("{unit} is not airborne", unit), units=(unit,))
    if state.embarked(unit):
        yield Violation(lift.rule, say("{unit} is aboard already", unit), units=(unit,))
    if not fights(state, unit):
        yield Violation("9.2", say("{unit} belongs to a neutral country", unit), units=(unit,))
    yield from no_field(state, lift, airlift, unit)


@lru_cache(maxsize=16)
def _fits(theatre: Theatre, power: int, assault: bool) -> bytes:
    """By unit, 0: no airlift of a power ever carries it, as `unfit` tells."""
    return bytes(
        theatre.size[unit] == "corps"
        and theatre.movement[unit] > 0
        and (power == AXIS or not theatre.mech[unit])
        and (not assault or theatre.type[unit] in AIRBORNE)
        for unit in range(len(theatre.name))
    )


def no_field(state: GewState, lift: Lift, airlift: UnitId, unit: UnitId) -> Iterator[Violation]:
    """24.5 The passenger stands in an airbase hex, from which the airlift flies; O38.4 or in the USA Staging Area."""
    place = Hex(state.hex_of[unit])
    if place == state.theatre.staging_usa and iceland(state, airlift, "iceland-airlift"):
        return
    if not 0 <= place < state.theatre.hexes or place not in free_bases(state, state.power_of(airlift)):
        yield Violation(
            "24.5", say("{unit} is not at an airbase from which one more unit can fly", unit), units=(unit,)
        )


def hopeful(state: GewState, lift: Lift, airlift: UnitId) -> Sequence[UnitId]:
    """Of those who might be carried whoever fits, in hexes that are bases if they have a line of supply."""
    power = state.power_of(airlift)
    found = _at_fields(state, power, lift.assault)
    if not iceland(state, airlift, "iceland-airlift"):
        return found
    fits = _fits(state.theatre, power, lift.assault)
    return [*found, *(unit for unit in state.ground_in(state.theatre.staging_usa) if fits[unit])]


@kept_in(LINES)
def _at_fields(state: GewState, power: int, assault: bool) -> tuple[UnitId, ...]:
    fits, hex_of, fields = _fits(state.theatre, power, assault), state.hex_of, _fields(state, power)
    return tuple([unit for unit in state.ground_units(power) if fits[unit] and hex_of[unit] in fields])


@kept_in(LINES)
def at_bases(state: GewState, power: int) -> tuple[UnitId, ...]:
    """The corps of a power in hexes it can fly from."""
    places, sizes = bases(state, power), state.theatre.size
    ours = state.ground_units(power)
    return tuple([unit for unit in ours if sizes[unit] == "corps" and state.hex_of[unit] in places])


def waiting(state: GewState, airlift: UnitId) -> Sequence[UnitId]:
    """Who might be carried."""
    found = at_bases(state, state.power_of(airlift))
    return (
        sorted([*found, *state.ground_in(state.theatre.staging_usa)])
        if iceland(state, airlift, "iceland-airlift")
        else found
    )


def carries(state: GewState, lift: Lift, airlift: UnitId, unit: UnitId) -> bool:
    """Can a unit be carried somewhere?"""
    return next(unfit(state, lift, airlift, unit), None) is None and bool(landings(state, lift, airlift, unit))


def lift_form(lift: Lift) -> Form:
    """An airlift, its passenger and a hex."""

    def own(phase: SendOut, state: GewState) -> tuple[UnitId, ...]:
        return of_kind(state.theatre, AIRLIFT)

    def bad_airlift(phase: SendOut, state: GewState, unit: UnitId) -> Iterator[Violation]:
        refused = list(not_ready(state, phase.side, AIRLIFT, lift.rule, unit))
        yield from refused
        if not refused and not lifts(phase, state, unit):
            yield Violation(lift.rule, say("{unit} finds no unit that it could take anywhere", unit), units=(unit,))

    def airlifts(phase: SendOut, state: GewState) -> tuple[UnitId, ...]:
        return ready(state, phase.side, AIRLIFT)

    def lifts(phase: SendOut, state: GewState, airlift: UnitId) -> bool:
        return any(carries(state, lift, airlift, unit) for unit in hopeful(state, lift, airlift))

    def every_unit(phase: SendOut, state: GewState, airlift: UnitId) -> tuple[UnitId, ...]:
        return state.forces(state.power_of(airlift))

    def bad_passenger(phase: SendOut, state: GewState, airlift: UnitId, unit: UnitId) -> Iterator[Violation]:
        refused = list(unfit(state, lift, airlift, unit))
        yield from refused
        if not refused and not landings(state, lift, airlift, unit):
            yield Violation("23.4", say("{unit} can be taken nowhere within range", unit), units=(unit,))

    def passengers(phase: SendOut, state: GewState, airlift: UnitId) -> Sequence[UnitId]:
        return waiting(state, airlift)

    def fit(phase: SendOut, state: GewState, airlift: UnitId, unit: UnitId) -> bool:
        return carries(state, lift, airlift, unit)

    def bad_landing(phase: SendOut, state: GewState, airlift: UnitId, unit: UnitId, to: Hex) -> Iterator[Violation]:
        yield from bad_field(state, lift, phase.side, airlift, unit, to)

    def fields(phase: SendOut, state: GewState, airlift: UnitId, unit: UnitId) -> list[Hex]:
        return list(landings(state, lift, airlift, unit))

    return Form(
        lift.word, lift.rule,
        Slot("airlift", UNIT, own, bad_airlift, Sieve(airlifts, lifts)),
        Slot("unit", UNIT, every_unit, bad_passenger, Sieve(passengers, fit)),
        Slot("to", HEX, every_hex, bad_landing, fields),
    )  # fmt: skip


def bad_field(state: GewState, lift: Lift, side: Side, airlift: UnitId, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """24.5, 24.6 Why a passenger cannot land there."""
    if to in landings(state, lift, airlift, unit):
        return
    yield from no_room_in_the_air(state, side, to)
    if to == state.hex_of[unit]:
        yield Violation(lift.rule, "it stands there already", (to,))
    elif to >= state.theatre.hexes:
        yield Violation("23.4", say("{hex} cannot be flown to", to), (to,))
    else:
        if to not in landing_fields(state, lift, unit):
            wanted = "open ground it may enter" if lift.assault else "an airbase of its power that it may enter"
            yield Violation(lift.rule, say("{hex} is not {wanted}", to, wanted), (to,))
        start = Hex(state.hex_of[unit])
        if start < state.theatre.hexes and to not in within(state, side, start, state.theatre.range[airlift]):
            far = state.theatre.range[airlift]
            yield Violation(
                "23.4", say("{hex} is more than {far} hexes away, or neutral territory lies between", to, far), (to,)
            )
        elif start >= state.theatre.hexes and to not in of_iceland(state):
            yield Violation("O38.4", say("{hex} is not in Britain, Ireland or Norway", to), (to,))
        yield from bad_company(state, unit, to)
