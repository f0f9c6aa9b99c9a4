"""GEW 26.1 to 26.3 and O39.2: landings, their support by gunfire and their interception: who may, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from sandtable.core.bits import Bits
from sandtable.core.changes import changeable
from sandtable.core.decisions import HEX, UNIT, Form, Sieve, Slot
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.state import kept_in
from sandtable.systems.gew.options import O39_NAVAL
from sandtable.systems.gew.s06_control import off_limits
from sandtable.systems.gew.s12_network import staging_seas
from sandtable.systems.gew.s12_supply import friendly_ports, friendly_seas
from sandtable.systems.gew.s13_zones import occupied
from sandtable.systems.gew.s14_stacking import bad_company
from sandtable.systems.gew.s15_impulses import sits_out
from sandtable.systems.gew.s19_foes import attack_only, spares
from sandtable.systems.gew.s23_airbases import fights, not_ready, of_kind, ready
from sandtable.systems.gew.s24_air_missions import every_hex, other_powers
from sandtable.systems.gew.state import (
    AMPHIBIOUS_ASSAULT,
    GUNFIRE,
    LINES,
    NAVAL_INTERCEPTION,
    SORTIES,
    GewState,
)
from sandtable.systems.gew.theatre import (
    AXIS,
    SIDE_OF_POWER,
    SOVIET,
    WALLIED,
    Theatre,
)

if TYPE_CHECKING:
    from sandtable.systems.gew.s23_orders import SendOut

FLEET, AMPHIB = ("fleet",), ("amphib",)
Z_FLEET = "ger_zfleet"
VICHY_FLEET = "vic_fleet"


# ------------------------------------------------------------------------------------------------ in ground combat


def gunfire_factors(state: GewState, place: Hex) -> int:
    """26.2 The combat factors of the fleets that support a landing on a hex."""
    fleets = (unit for unit in of_kind(state.theatre, FLEET) if state.hex_of[unit] == place)
    return sum(state.theatre.naval[unit] for unit in fleets if state.mission[unit] == GUNFIRE)


# ------------------------------------------------------------------------------------------------ seas


@kept_in(LINES)
def open_seas(state: GewState, power: int) -> int:
    """25.2 Seas, as bits, in which a power may operate: friendly, with a port of its own or a staging area on them."""
    staging = staging_seas(state.theatre) if power == WALLIED else 0
    return friendly_seas(state, power) & (ports_at(state, power) | staging)


def ports_at(state: GewState, power: int) -> int:
    """Seas, as bits, on which a power has a port that works."""
    return _seas_of(state.theatre, friendly_ports(state, power))


@lru_cache(maxsize=512)
def _seas_of(theatre: Theatre, ports: Bits) -> int:
    found = 0
    for port in ports:
        found |= theatre.seas_at[port]
    return found


@lru_cache(maxsize=16)
def shores(theatre: Theatre) -> tuple[int, ...]:
    """26.1 By place the seas, as bits, from whose hexes one can land there: a port counts for its own seas (G2-6)."""
    found = [0] * theatre.board.size
    for place in theatre.coast:
        near = [theatre.sea_at[there] for there in theatre.board.around(place)]
        found[place] = theatre.seas_at[place] if place in theatre.port else _as_bits(near)
    for nth, sea in enumerate(theatre.seas):
        for box in sea.staging:
            found[box] |= 1 << nth
    return tuple(found)


def _as_bits(seas: list[int]) -> int:
    return sum(1 << sea for sea in {*seas} if sea >= 0)


@lru_cache(maxsize=1024)
def _washed(theatre: Theatre, seas: int) -> Bits:
    """Places one can land in from some seas."""
    return theatre.board.bits(Hex(place) for place, shore in enumerate(shores(theatre)) if shore & seas)


def embarking_seas(state: GewState, power: int, place: Hex) -> int:
    """26.1 The seas, as bits, on which a unit can go aboard where it stands."""
    return _coast(state.theatre, place) & open_seas(state, power)


def _coast(theatre: Theatre, place: Hex) -> int:
    if place >= theatre.hexes:
        return shores(theatre)[place] if place in theatre.overseas else 0
    return theatre.seas_at[place] if place >= 0 else 0


@lru_cache(maxsize=256)
def _harbours(theatre: Theatre, seas: int) -> Bits:
    """The places where units can go aboard on any of these seas."""
    return theatre.board.bits(Hex(place) for place in range(theatre.board.size) if _coast(theatre, Hex(place)) & seas)


# ------------------------------------------------------------------------------------------------ landings


def landing_beaches(state: GewState, unit: UnitId) -> Bits:
    """26.1 Where a unit can be landed: on the seas it can sail from, not where another landing is, nor where it may
    not stand (14.3, 14.4, G14-3), nor against those it never attacks (6.2, 30.5)."""
    theatre, power, start = state.theatre, state.power_of(unit), Hex(state.hex_of[unit])
    washed = _washed(theatre, embarking_seas(state, power, start))
    shut = off_limits(state, unit) | theatre.board.bits([*under_assault(state), start])
    found = (washed - shut) & standing_room(theatre, unit)
    company = found & other_powers(state, power)
    if company:
        strangers = (place for place in company if any(bad_company(state, unit, place)))
        found = found - theatre.board.bits(strangers)
    side = SIDE_OF_POWER[power]
    if theatre.type[unit] == "security" or not theatre.attack[unit] or attack_only(theatre, unit) >= 0:
        held = list(found & occupied(state, enemy(side)))
        spared = (place for place in held if any(spares(state, side, unit, place)))
        found = found - theatre.board.bits(spared)
    return found


def standing_room(theatre: Theatre, unit: UnitId) -> Bits:
    return _standing_room(theatre, theatre.mover[unit], theatre.size[unit])


@lru_cache(maxsize=64)
def _standing_room(theatre: Theatre, mover: int, size: str) -> Bits:
    """14.4 Land that a kind of unit may enter; an army has no place on a small island (G14-3)."""
    terrain = theatre.movers[mover].terrain
    land = theatre.board.terrain.where(*(word for word, cost in terrain.items() if cost < NEVER))
    places = theatre.land & land
    if size != "corps":
        places = places - theatre.small_island
    return places | theatre.board.bits(theatre.overseas)


def landings(state: GewState, side: Side) -> list[UnitId]:
    """The amphibs of a side that have put to sea."""
    return [
        unit
        for unit in of_kind(state.theatre, AMPHIB)
        if state.mission[unit] == AMPHIBIOUS_ASSAULT and state.side_of(unit) == side
    ]


@kept_in(SORTIES)
def under_assault(state: GewState) -> tuple[Hex, ...]:
    """26.1 Hexes with an amphib already; any number may go to a staging area."""
    return tuple(
        Hex(state.hex_of[unit])
        for unit in of_kind(state.theatre, AMPHIB)
        if state.mission[unit] == AMPHIBIOUS_ASSAULT and state.hex_of[unit] < state.theatre.hexes
    )


def unfit(state: GewState, amphib: UnitId, unit: UnitId) -> Iterator[Violation]:
    """26.1 Who cannot go aboard: but for the question where to."""
    theatre, power = state.theatre, state.power_of(amphib)
    if not theatre.is_ground[unit] or state.power_of(unit) != power:
        yield Violation("26.1", say("{unit} is not a ground unit of the amphib's power", unit), units=(unit,))
        return
    if power == SOVIET:
        yield Violation("26.1", "the Soviets make no amphibious assaults")
    if not theatre.movement[unit]:
        yield Violation("26.1", say("{unit} is static", unit), units=(unit,))
    if theatre.type[unit] == "partisan":
        yield Violation("31.3", say("{unit} is a partisan", unit), units=(unit,))
    if power == AXIS and (theatre.mech[unit] or theatre.size[unit] != "corps"):
        yield Violation(
            "26.1", say("{unit} is not a non-mechanized corps, all that the Axis can land", unit), units=(unit,)
        )
    if state.embarked(unit):
        yield Violation("26.1", say("{unit} is aboard already", unit), units=(unit,))
    if not fights(state, unit):
        yield Violation("9.2", say("{unit} belongs to a neutral country", unit), units=(unit,))
    if sits_out(state, unit):
        yield Violation("15.0", say("{unit} sits out the second impulse of spring", unit), units=(unit,))
    if not embarking_seas(state, power, Hex(state.hex_of[unit])):
        yield Violation("26.1", say("{unit} is not on the coast of a sea where you may operate", unit), units=(unit,))


@kept_in(LINES)
def on_the_coast(state: GewState, power: int) -> tuple[UnitId, ...]:
    """The mobile ground units of a power where they can go aboard."""
    boxes = [unit for box in state.theatre.overseas for unit in state.ground_in(box)] if power == WALLIED else []
    movement, hex_of, harbours = state.theatre.movement, state.hex_of, _harbours(state.theatre, open_seas(state, power))
    ours = (*state.ground_units(power), *boxes)
    return tuple(sorted([unit for unit in ours if movement[unit] and hex_of[unit] in harbours]))


def carries(state: GewState, amphib: UnitId, unit: UnitId) -> bool:
    """Can a unit be landed somewhere?"""
    return next(unfit(state, amphib, unit), None) is None and bool(landing_beaches(state, unit))


def sea_of(state: GewState, amphib: UnitId) -> int:
    """The sea a landing comes from; -1 if it is none."""
    passenger = state.passenger(amphib)
    if passenger is None:
        return -1
    start, to = Hex(state.hex_of[passenger]), Hex(state.hex_of[amphib])
    common = embarking_seas(state, state.power_of(amphib), start) & shores(state.theatre)[to]
    return (common & -common).bit_length() - 1


def every_amphib(phase: SendOut, state: GewState) -> tuple[UnitId, ...]:
    return of_kind(state.theatre, AMPHIB)


def bad_amphib(phase: SendOut, state: GewState, unit: UnitId) -> Iterator[Violation]:
    refused = list(not_ready(state, phase.side, AMPHIB, "26.1", unit))
    yield from refused
    if not refused and not sails(phase, state, unit):
        yield Violation("26.1", say("{unit} finds no unit that it could land anywhere", unit), units=(unit,))


def ready_amphibs(phase: SendOut, state: GewState) -> tuple[UnitId, ...]:
    return ready(state, phase.side, AMPHIB)


def sails(phase: SendOut, state: GewState, amphib: UnitId) -> bool:
    return any(carries(state, amphib, unit) for unit in passengers(phase, state, amphib))


def aboard_whom(phase: SendOut, state: GewState, amphib: UnitId) -> tuple[UnitId, ...]:
    return state.forces(state.power_of(amphib))


def bad_passenger(phase: SendOut, state: GewState, amphib: UnitId, unit: UnitId) -> Iterator[Violation]:
    refused = list(unfit(state, amphib, unit))
    yield from refused
    if not refused and not landing_beaches(state, unit):
        yield Violation("26.1", say("{unit} can be landed nowhere", unit), units=(unit,))


def passengers(phase: SendOut, state: GewState, amphib: UnitId) -> tuple[UnitId, ...]:
    return on_the_coast(state, state.power_of(amphib))


def fit(phase: SendOut, state: GewState, amphib: UnitId, unit: UnitId) -> bool:
    return carries(state, amphib, unit)


def bad_beach(phase: SendOut, state: GewState, amphib: UnitId, unit: UnitId, to: Hex) -> Iterator[Violation]:
    yield from no_beach(state, unit, to)


def beaches(phase: SendOut, state: GewState, amphib: UnitId, unit: UnitId) -> list[Hex]:
    return list(landing_beaches(state, unit))


def no_beach(state: GewState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """26.1 Why a unit cannot be landed there."""
    if to in landing_beaches(state, unit):
        return
    theatre, power = state.theatre, state.power_of(unit)
    if to == state.hex_of[unit]:
        yield Violation("26.1", "it stands there already", (to,))
    elif not shores(theatre)[to] & embarking_seas(state, power, Hex(state.hex_of[unit])):
        yield Violation("26.1", say("{hex} is not on a sea where it can go aboard", to), (to,))
    if to in under_assault(state):
        yield Violation("26.1", say("another amphib lands on {hex}", to), (to,))
    if to not in standing_room(theatre, unit):
        yield Violation("14.4", say("{unit} may not stand in {hex}", unit, to), (to,))
    if to in off_limits(state, unit):
        yield Violation("6.2", say("{hex} is neutral, or outside its area of operations", to), (to,))
    if to < theatre.hexes:
        yield from bad_company(state, unit, to)
        if to in occupied(state, enemy(SIDE_OF_POWER[power])):
            yield from spares(state, SIDE_OF_POWER[power], unit, to)


# 26.1 An amphib, the unit it carries and a hex.
LAND = Form(
    "land", "26.1",
    Slot("amphib", UNIT, every_amphib, bad_amphib, Sieve(ready_amphibs, sails)),
    Slot("unit", UNIT, aboard_whom, bad_passenger, Sieve(passengers, fit)),
    Slot("to", HEX, every_hex, bad_beach, beaches),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ fleets


def supportable(state: GewState, fleet: UnitId) -> list[Hex]:
    """26.2 Hexes with a landing of the fleet's power from a sea where it may operate, and no fleet there yet."""
    power = state.power_of(fleet)
    return _met_by(state, fleet, [unit for unit in _unmet(state, GUNFIRE) if state.power_of(unit) == power])


def interceptable(state: GewState, fleet: UnitId) -> list[Hex]:
    """26.3, G26-1 Hexes with an enemy landing from a sea where the fleet may operate, and no interceptor yet; O39.2 the
    Z-Fleet may in the Atlantic too."""
    side = state.side_of(fleet)
    return _met_by(state, fleet, [unit for unit in _unmet(state, NAVAL_INTERCEPTION) if state.side_of(unit) != side])


@kept_in(SORTIES)
def _unmet(state: GewState, mission: int) -> tuple[UnitId, ...]:
    """The amphibs that land in hexes to which no fleet has gone on a mission."""
    theatre, hex_of = state.theatre, state.hex_of
    met = {hex_of[unit] for unit in of_kind(theatre, FLEET) if state.mission[unit] == mission}
    return tuple(
        unit
        for unit in of_kind(theatre, AMPHIB)
        if state.mission[unit] == AMPHIBIOUS_ASSAULT and hex_of[unit] < theatre.hexes and hex_of[unit] not in met
    )


def _met_by(state: GewState, fleet: UnitId, amphibs: list[UnitId]) -> list[Hex]:
    """The hexes of landings that come from seas where a fleet may operate."""
    if not amphibs:
        return []
    seas = fleet_seas(state, fleet)
    return sorted(Hex(state.hex_of[unit]) for unit in amphibs if (sea := sea_of(state, unit)) >= 0 and seas >> sea & 1)


@changeable
def fleet_seas(state: GewState, fleet: UnitId) -> int:
    """25.2 Seas, as bits, in which a fleet may operate; O42.2 the Vichy French fleet in the Mediterranean alone."""
    seas = open_seas(state, state.power_of(fleet))
    if state.scenario.counters.id(fleet) == VICHY_FLEET:
        return seas & 1 << state.theatre.sea_named("mediterranean")
    return seas


@fleet_seas.changed_by(O39_NAVAL)
def seas_of_the_z_fleet(state: GewState, fleet: UnitId) -> int:
    """O39.2 The Z-Fleet operates in the Atlantic too."""
    seas, atlantic = fleet_seas.printed(state, fleet), 1 << state.theatre.sea_named("atlantic")
    if state.scenario.counters.id(fleet) == Z_FLEET:
        return seas | ports_at(state, state.power_of(fleet)) & atlantic
    return seas


def fleet_form(word: str, rule: str, wanted: str, targets: Callable[[GewState, UnitId], list[Hex]]) -> Form:
    """A fleet and a hex."""

    def own(phase: SendOut, state: GewState) -> tuple[UnitId, ...]:
        return of_kind(state.theatre, FLEET)

    def bad_fleet(phase: SendOut, state: GewState, unit: UnitId) -> Iterator[Violation]:
        refused = list(not_ready(state, phase.side, FLEET, rule, unit))
        yield from refused
        if not refused and not targets(state, unit):
            yield Violation(rule, say("{unit} finds no hex with {wanted}", unit, wanted), units=(unit,))

    def fleets(phase: SendOut, state: GewState) -> tuple[UnitId, ...]:
        return ready(state, phase.side, FLEET)

    def sails(phase: SendOut, state: GewState, unit: UnitId) -> bool:
        return bool(targets(state, unit))

    def bad_hex(phase: SendOut, state: GewState, unit: UnitId, to: Hex) -> Iterator[Violation]:
        if to not in targets(state, unit):
            yield Violation(rule, say("{hex} has not {wanted}", to, wanted), (to,))

    def hexes(phase: SendOut, state: GewState, unit: UnitId) -> list[Hex]:
        return targets(state, unit)

    return Form(
        word,
        rule,
        Slot("fleet", UNIT, own, bad_fleet, Sieve(fleets, sails)),
        Slot("at", HEX, every_hex, bad_hex, hexes),
    )
