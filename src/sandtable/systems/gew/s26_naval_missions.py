"""GEW 26 and O39: what naval units may be sent to do, and where; the war on convoys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from sandtable.core.board import Bits, has, hexes_in, overlap, union, without
from sandtable.core.decisions import HEX, UNIT, Form, Menu, Slot
from sandtable.core.dice import Dice
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, Roll, step
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.system import Prepared
from sandtable.systems.gew.s06_control import controlled, controls, off_limits
from sandtable.systems.gew.s12_supply import friendly_ports, friendly_sea
from sandtable.systems.gew.s14_stacking import bad_company
from sandtable.systems.gew.s23_airbases import fights, not_ready, of_kind, ready
from sandtable.systems.gew.s24_air_missions import assaulting as assaulting
from sandtable.systems.gew.s24_air_missions import every_hex, other_powers
from sandtable.systems.gew.s24_losses import LoseOne, aboard, embarked
from sandtable.systems.gew.s24_strategic_warfare import effects, prepare_convoy
from sandtable.systems.gew.s35_offensives import OFFENSIVE, PLAYED, offensive_ready, spend_offensive
from sandtable.systems.gew.state import (
    AMPHIBIOUS_ASSAULT,
    ANTI_CONVOY,
    ASW,
    GUNFIRE,
    NAVAL_INTERCEPTION,
    NO_MISSION,
    GewState,
)
from sandtable.systems.gew.theatre import (
    ALLIED_SIDE,
    AXIS,
    AXIS_SIDE,
    CONVOY,
    DISPLAY,
    HEXES,
    SOVIET,
    STAGING_BRITISH_EMPIRE,
    STAGING_USA,
    WALLIED,
    Theatre,
)

FLEET, AMPHIB = ("fleet",), ("amphib",)
RAIDERS = ("uboat", "sac", "fleet")
Z_FLEET = "ger_zfleet"
OVERSEAS = (STAGING_USA, STAGING_BRITISH_EMPIRE)


# ------------------------------------------------------------------------------------------------ in ground combat


def gunfire_factors(state: GewState, place: Hex) -> int:
    """26.2 The combat factors of the fleets that support a landing on a hex."""
    fleets = (unit for unit in of_kind(state.theatre, FLEET) if state.hex_of[unit] == place)
    return sum(state.theatre.naval[unit] for unit in fleets if state.mission[unit] == GUNFIRE)


# ------------------------------------------------------------------------------------------------ seas


def open_seas(state: GewState, power: int) -> int:
    """25.2 Seas, as bits, in which a power may operate: friendly, with a port of its own or a staging area on them."""
    facts = state.facts[-1]
    key = f"open_seas {power}"
    if key not in facts:
        theatre, ports = state.theatre, ports_at(state, power)
        facts[key] = sum(
            1 << nth
            for nth, sea in enumerate(theatre.seas)
            if friendly_sea(state, power, nth) and (ports >> nth & 1 or (power == WALLIED and sea.staging))
        )
    found: int = facts[key]
    return found


def ports_at(state: GewState, power: int) -> int:
    """Seas, as bits, on which a power has a port that works."""
    found = 0
    for port in hexes_in(friendly_ports(state, power)):
        found |= state.theatre.seas_at[port]
    return found


@lru_cache(maxsize=16)
def shores(theatre: Theatre) -> tuple[int, ...]:
    """26.1 By place the seas, as bits, from whose hexes one can land there: a port counts for its own seas (G2-6)."""
    found = [0] * theatre.board.size
    for place in hexes_in(theatre.coast):
        near = [theatre.sea_at[there] for there in theatre.board.around(place)]
        found[place] = theatre.seas_at[place] if has(theatre.port, place) else _as_bits(near)
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
    """26.1 The seas, as bits, on which a unit in a coastal hex, port or staging area can go aboard."""
    theatre = state.theatre
    if place >= HEXES:
        coast = shores(theatre)[place] if place in OVERSEAS else 0
    else:
        coast = theatre.seas_at[place] if place >= 0 else 0
    return coast & open_seas(state, power)


# ------------------------------------------------------------------------------------------------ landings


def landing_beaches(state: GewState, unit: UnitId) -> Bits:
    """26.1 Where a unit can be landed: on the seas it can sail from, not where another landing is, nor where it may
    not stand (14.3, 14.4, G14-3)."""
    theatre, power, start = state.theatre, state.power_of(unit), Hex(state.hex_of[unit])
    washed = _washed(theatre, embarking_seas(state, power, start))
    shut = union(off_limits(state, unit), theatre.board.bits([*under_assault(state), start]))
    found = overlap(without(washed, shut), standing_room(theatre, unit))
    company = overlap(found, other_powers(state, power))
    if any(company):
        strangers = (place for place in hexes_in(company) if any(bad_company(state, unit, place)))
        found = without(found, theatre.board.bits(strangers))
    return found


def standing_room(theatre: Theatre, unit: UnitId) -> Bits:
    return _standing_room(theatre, theatre.mover[unit], theatre.size[unit])


@lru_cache(maxsize=64)
def _standing_room(theatre: Theatre, mover: int, size: str) -> Bits:
    """14.4 Land that a kind of unit may enter; an army has no place on a small island (G14-3)."""
    terrain = theatre.movers[mover].terrain
    land = theatre.board.terrain.where(*(word for word, cost in terrain.items() if cost < NEVER))
    places = overlap(theatre.land, land)
    if size != "corps":
        places = without(places, theatre.small_island)
    return union(places, theatre.board.bits(OVERSEAS))


def under_assault(state: GewState) -> list[Hex]:
    """26.1 Hexes with an amphib already; any number may go to a staging area."""
    return [
        Hex(state.hex_of[unit])
        for unit in of_kind(state.theatre, AMPHIB)
        if state.mission[unit] == AMPHIBIOUS_ASSAULT and state.hex_of[unit] < HEXES
    ]


def unfit(state: GewState, amphib: UnitId, unit: UnitId) -> Iterator[Violation]:
    """26.1 Who cannot go aboard: but for the question where to."""
    theatre, name, power = state.theatre, state.scenario.unit_name(unit), state.power_of(amphib)
    if not theatre.is_ground[unit] or state.power_of(unit) != power:
        yield Violation("26.1", f"{name} is not a ground unit of the amphib's power", (unit,))
        return
    if power == SOVIET:
        yield Violation("26.1", "the Soviets make no amphibious assaults")
    if not theatre.movement[unit]:
        yield Violation("26.1", f"{name} is static", (unit,))
    if theatre.type[unit] == "partisan":
        yield Violation("31.3", f"{name} is a partisan", (unit,))
    if power == AXIS and (theatre.mech[unit] or theatre.size[unit] != "corps"):
        yield Violation("26.1", f"{name} is not a non-mechanized corps, all that the Axis can land", (unit,))
    if embarked(state, unit):
        yield Violation("26.1", f"{name} is aboard already", (unit,))
    if not fights(state, unit):
        yield Violation("9.2", f"{name} belongs to a neutral country", (unit,))
    if not embarking_seas(state, power, Hex(state.hex_of[unit])):
        yield Violation("26.1", f"{name} is not on the coast of a sea where you may operate", (unit,))


def on_the_coast(state: GewState, power: int) -> list[UnitId]:
    """The mobile ground units of a power where they can go aboard."""
    facts = state.facts[-1]
    key = f"on_the_coast {power}"
    if key not in facts:
        boxes = [unit for box in OVERSEAS for unit in state.ground_in(box)] if power == WALLIED else []
        facts[key] = sorted(
            unit
            for unit in (*state.ground_units(power), *boxes)
            if state.theatre.movement[unit] and embarking_seas(state, power, Hex(state.hex_of[unit]))
        )
    found: list[UnitId] = facts[key]
    return found


def passengers(state: GewState, amphib: UnitId) -> Iterator[UnitId]:
    """Who can be landed somewhere."""
    for unit in on_the_coast(state, state.power_of(amphib)):
        if next(unfit(state, amphib, unit), None) is None and any(landing_beaches(state, unit)):
            yield unit


def sea_of(state: GewState, amphib: UnitId) -> int:
    """The sea a landing comes from; -1 if it is none."""
    passenger = aboard(state, amphib)
    if passenger is None:
        return -1
    start, to = Hex(state.hex_of[passenger]), Hex(state.hex_of[amphib])
    common = embarking_seas(state, state.power_of(amphib), start) & shores(state.theatre)[to]
    return (common & -common).bit_length() - 1


def landing_form(side_of: Callable[[Procedure], Side]) -> Form:
    """26.1 An amphib, the unit it carries and a hex."""

    def own(phase: Procedure, state: GewState) -> tuple[UnitId, ...]:
        return of_kind(state.theatre, AMPHIB)

    def bad_amphib(phase: Procedure, state: GewState, unit: UnitId) -> Iterator[Violation]:
        refused = list(not_ready(state, side_of(phase), AMPHIB, "26.1", unit))
        yield from refused
        if not refused and next(passengers(state, unit), None) is None:
            name = state.scenario.unit_name(unit)
            yield Violation("26.1", f"{name} finds no unit that it could land anywhere", (unit,))

    def amphibs(phase: Procedure, state: GewState) -> list[UnitId]:
        return [
            unit for unit in ready(state, side_of(phase), AMPHIB) if next(passengers(state, unit), None) is not None
        ]

    def aboard_whom(phase: Procedure, state: GewState, amphib: UnitId) -> list[UnitId]:
        boxes = [unit for box in OVERSEAS for unit in state.ground_in(box)]
        return sorted([*state.ground_units(state.power_of(amphib)), *boxes])

    def bad_passenger(phase: Procedure, state: GewState, amphib: UnitId, unit: UnitId) -> Iterator[Violation]:
        refused = list(unfit(state, amphib, unit))
        yield from refused
        if not refused and not any(landing_beaches(state, unit)):
            name = state.scenario.unit_name(unit)
            yield Violation("26.1", f"{name} can be landed nowhere", (unit,))

    def fit(phase: Procedure, state: GewState, amphib: UnitId) -> list[UnitId]:
        return list(passengers(state, amphib))

    def bad_beach(phase: Procedure, state: GewState, amphib: UnitId, unit: UnitId, to: Hex) -> Iterator[Violation]:
        yield from no_beach(state, unit, to)

    def beaches(phase: Procedure, state: GewState, amphib: UnitId, unit: UnitId) -> list[Hex]:
        return list(hexes_in(landing_beaches(state, unit)))

    return Form(
        "land", "26.1",
        Slot("amphib", UNIT, own, bad_amphib, amphibs),
        Slot("unit", UNIT, aboard_whom, bad_passenger, fit),
        Slot("to", HEX, every_hex, bad_beach, beaches),
    )  # fmt: skip


def no_beach(state: GewState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """26.1 Why a unit cannot be landed there."""
    if has(landing_beaches(state, unit), to):
        return
    theatre, power, name = state.theatre, state.power_of(unit), state.scenario.place_name(to)
    if to == state.hex_of[unit]:
        yield Violation("26.1", "it stands there already", (to,))
    elif not shores(theatre)[to] & embarking_seas(state, power, Hex(state.hex_of[unit])):
        yield Violation("26.1", f"{name} is not on a sea where it can go aboard", (to,))
    if to in under_assault(state):
        yield Violation("26.1", f"another amphib lands on {name}", (to,))
    if not has(standing_room(theatre, unit), to):
        yield Violation("14.4", f"{state.scenario.unit_name(unit)} may not stand in {name}", (to,))
    if has(off_limits(state, unit), to):
        yield Violation("6.2", f"{name} is neutral, or outside its area of operations", (to,))
    if to < HEXES:
        yield from bad_company(state, unit, to)


# ------------------------------------------------------------------------------------------------ fleets


def supportable(state: GewState, fleet: UnitId) -> list[Hex]:
    """26.2 Hexes with a landing of the fleet's power, and no fleet there yet."""
    theatre, power = state.theatre, state.power_of(fleet)
    supported = {state.hex_of[unit] for unit in of_kind(theatre, FLEET) if state.mission[unit] == GUNFIRE}
    return sorted(
        Hex(state.hex_of[unit])
        for unit in of_kind(theatre, AMPHIB)
        if state.mission[unit] == AMPHIBIOUS_ASSAULT
        and state.power_of(unit) == power
        and state.hex_of[unit] < HEXES
        and state.hex_of[unit] not in supported
    )


def interceptable(state: GewState, fleet: UnitId) -> list[Hex]:
    """26.3, G26-1 Hexes with an enemy landing from a sea where the fleet may operate, and no interceptor yet; O39.2 the
    Z-Fleet may in the Atlantic too."""
    theatre, side = state.theatre, state.side_of(fleet)
    met = {state.hex_of[unit] for unit in of_kind(theatre, FLEET) if state.mission[unit] == NAVAL_INTERCEPTION}
    seas = fleet_seas(state, fleet)
    return sorted(
        Hex(state.hex_of[unit])
        for unit in of_kind(theatre, AMPHIB)
        if state.mission[unit] == AMPHIBIOUS_ASSAULT
        and state.side_of(unit) != side
        and state.hex_of[unit] < HEXES
        and state.hex_of[unit] not in met
        and (sea := sea_of(state, unit)) >= 0
        and seas >> sea & 1
    )


def fleet_seas(state: GewState, fleet: UnitId) -> int:
    power = state.power_of(fleet)
    seas = open_seas(state, power)
    if state.option("extra_naval") and state.scenario.unit_name(fleet) == Z_FLEET:
        seas |= ports_at(state, power) & 1 << state.theatre.sea_named("atlantic")
    return seas


def fleet_form(
    word: str, rule: str, wanted: str, targets: Callable[[GewState, UnitId], list[Hex]],
    side_of: Callable[[Procedure], Side],
) -> Form:  # fmt: skip
    """A fleet and a hex."""

    def own(phase: Procedure, state: GewState) -> tuple[UnitId, ...]:
        return of_kind(state.theatre, FLEET)

    def bad_fleet(phase: Procedure, state: GewState, unit: UnitId) -> Iterator[Violation]:
        refused = list(not_ready(state, side_of(phase), FLEET, rule, unit))
        yield from refused
        if not refused and not targets(state, unit):
            yield Violation(rule, f"{state.scenario.unit_name(unit)} finds no hex with {wanted}", (unit,))

    def fleets(phase: Procedure, state: GewState) -> list[UnitId]:
        return [unit for unit in ready(state, side_of(phase), FLEET) if targets(state, unit)]

    def bad_hex(phase: Procedure, state: GewState, unit: UnitId, to: Hex) -> Iterator[Violation]:
        if to not in targets(state, unit):
            yield Violation(rule, f"{state.scenario.place_name(to)} has not {wanted}", (to,))

    def hexes(phase: Procedure, state: GewState, unit: UnitId) -> list[Hex]:
        return targets(state, unit)

    return Form(word, rule, Slot("fleet", UNIT, own, bad_fleet, fleets), Slot("to", HEX, every_hex, bad_hex, hexes))


# ------------------------------------------------------------------------------------------------ convoys


class ConvoyBattle(Procedure):
    """26.4, 26.5 Fleets guard the convoys, U-boats attack them. (`side` is not asked for: both take part.)"""

    side: Side = AXIS_SIDE
    action: tuple[Any, ...] = ()
    offensive: tuple[str, ...] = ()
    result: str = ""
    part: int = 0
    points: int = 0

    @step("33.3")
    def free_the_amphib(self, state: GewState) -> Result:
        """G33-6 What waits in the display for the USA to fight goes where it can be used."""
        for unit in list(state.units_in(CONVOY)):
            if state.theatre.kind[unit] not in FLEET and fights(state, unit):
                state.move(unit, DISPLAY[ALLIED_SIDE], "33.3")
        return None

    @step("26.4")
    def guard(self, state: GewState) -> Result:
        if "asw" in state.setup.skip or not escorts(state):
            return Goto("go_home")
        return Ask(ALLIED_SIDE, GUARD, "action")

    @step("26.4")
    def place(self, state: GewState) -> Result:
        action, self.action = self.action, ()
        if action[0] == "end":
            return Goto("go_home")
        state.assign(action[1], ASW, CONVOY, Hex(-1), "26.4")
        return Goto("guard")

    @step("33.3")
    def go_home(self, state: GewState) -> Result:
        """G33-6 Fleets set up in the display that do not guard convoys go back, still operational."""
        for unit in list(state.units_in(CONVOY)):
            if state.theatre.kind[unit] in FLEET and state.mission[unit] == NO_MISSION:
                state.move(unit, DISPLAY[ALLIED_SIDE], "33.3")
        return None

    @step("26.5")
    def raid(self, state: GewState) -> Result:
        if "anti_convoy" in state.setup.skip or not raiders(state):
            return Goto("attack")
        return Ask(AXIS_SIDE, RAID, "action")

    @step("26.5")
    def send(self, state: GewState) -> Result:
        action, self.action = self.action, ()
        if action[0] == "end":
            return Goto("attack")
        state.assign(action[1], ANTI_CONVOY, CONVOY, Hex(-1), "26.5")
        return Goto("raid")

    @step("26.5")
    def attack(self, state: GewState) -> Result:
        return None if in_convoy(state, ANTI_CONVOY) else Goto("recycle")

    @step("O35.2")
    def offer(self, state: GewState) -> Result:
        return Ask(AXIS_SIDE, OFFENSIVE, "offensive") if offensive_ready(state, AXIS_SIDE) else None

    @step("26.5")
    def roll(self, state: GewState) -> Result:
        return Call(convoy_attack(state, self.offensive == PLAYED).procedure, into="result")

    @step("26.5")
    def tell(self, state: GewState) -> Result:
        spend_offensive(state, AXIS_SIDE, self.offensive)
        column = int(convoy_attack(state, self.offensive == PLAYED).terms.total)
        state.note("convoys_attacked", "26.5", column=column, result=self.result)
        return None

    @step("26.5")
    def apply(self, state: GewState) -> Result:
        found = effects(state.scenario.charts, "U-Boat Attack", self.result)
        if self.part == len(found):
            return Goto("recycle")
        if found[self.part] in SUNK:
            return None
        self.part += 1
        return Call(LoseOne(AXIS_SIDE, in_convoy(state, ANTI_CONVOY), "26.5"), then="apply")

    @step("26.5")
    def sink(self, state: GewState) -> Result:
        effect = effects(state.scenario.charts, "U-Boat Attack", self.result)[self.part]
        return Roll(Dice(SUNK[effect]), "points")

    @step("26.5")
    def lose_convoys(self, state: GewState) -> Result:
        points, self.points = self.points, 0
        self.part += 1
        state.gain_mp(WALLIED, -points, "26.5", "convoys sunk")
        return Goto("apply")

    @step("25.3")
    def recycle(self, state: GewState) -> Result:
        """G25-2 Whoever was on a mission must be regrouped; 30.6 aircraft do nothing else this turn."""
        for unit in in_convoy(state, ANTI_CONVOY):
            state.raid(unit)
        for unit in (*in_convoy(state, ANTI_CONVOY), *in_convoy(state, ASW)):
            state.recycle(unit, "25.3")
        return Done()

    def not_an_escort(self, state: GewState, unit: UnitId) -> Iterator[Violation]:
        yield from cannot_guard(state, unit)

    def not_a_raider(self, state: GewState, unit: UnitId) -> Iterator[Violation]:
        yield from cannot_raid(state, unit)

    def every_fleet(self, state: GewState) -> tuple[UnitId, ...]:
        return of_kind(state.theatre, FLEET)

    def every_raider(self, state: GewState) -> tuple[UnitId, ...]:
        return of_kind(state.theatre, RAIDERS)


SUNK = {"Western Allies lose 1d6 MP": 1, "Western Allies lose 2d6 MP": 2}  # effects in the chart: dice
GUARD = Menu(
    "anti-submarine operations", "26.4",
    Form("guard", "26.4", Slot("fleet", UNIT, ConvoyBattle.every_fleet, ConvoyBattle.not_an_escort)),
    Form("end", "26.4"),
)  # fmt: skip
RAID = Menu(
    "anti-convoy campaign", "26.5",
    Form("raid", "26.5", Slot("unit", UNIT, ConvoyBattle.every_raider, ConvoyBattle.not_a_raider)),
    Form("end", "26.5"),
)  # fmt: skip


def in_convoy(state: GewState, mission: int) -> tuple[UnitId, ...]:
    """The units in the Atlantic Convoy Display with a mission."""
    return tuple(sorted(unit for unit in state.units_in(CONVOY) if state.mission[unit] == mission))


def escorts(state: GewState) -> list[UnitId]:
    """26.4 Who may still guard convoys."""
    fleets = of_kind(state.theatre, FLEET)
    return [unit for unit in fleets if next(cannot_guard(state, unit), None) is None]


def cannot_guard(state: GewState, unit: UnitId) -> Iterator[Violation]:
    """26.4 Operational Western Allied fleets, from their display or as set up (G33-6); while the USA is neutral, one
    American fleet (33.3)."""
    name, theatre = state.scenario.unit_name(unit), state.theatre
    if theatre.kind[unit] not in FLEET or state.power_of(unit) != WALLIED:
        yield Violation("26.4", f"{name} is not a fleet of the Western Allies", (unit,))
        return
    if state.hex_of[unit] not in (CONVOY, DISPLAY[ALLIED_SIDE]) or state.mission[unit] != NO_MISSION:
        yield Violation("26.4", f"{name} is not in the Campaign Operations Display", (unit,))
    elif not state.operational[unit]:
        yield Violation("16.0", f"{name} must be regrouped first", (unit,))
    if not fights(state, unit):
        usa = theatre.country_of[unit]
        guards = [each for each in in_convoy(state, ASW) if theatre.country_of[each] == usa]
        if guards:
            yield Violation("33.3", "while the USA is neutral, only one American fleet guards convoys", tuple(guards))


def raiders(state: GewState) -> list[UnitId]:
    """26.5 Who may still attack convoys."""
    return [unit for unit in of_kind(state.theatre, RAIDERS) if next(cannot_raid(state, unit), None) is None]


def cannot_raid(state: GewState, unit: UnitId) -> Iterator[Violation]:
    """26.5 U-boats; FK 10 and FFAt while the Axis has an Atlantic port (30.6); with O39.1 the Z-Fleet."""
    name, theatre = state.scenario.unit_name(unit), state.theatre
    kind = theatre.kind[unit]
    able = kind == "uboat" or (kind == "sac" and theatre.anti_convoy[unit]) or name == Z_FLEET
    if state.side_of(unit) != AXIS_SIDE or not able:
        yield Violation("26.5", f"{name} does not attack convoys", (unit,))
        return
    yield from not_ready(state, AXIS_SIDE, (kind,), "26.5", unit)
    if name == Z_FLEET and not state.option("extra_naval"):
        yield Violation("O39.1", "this optional rule is not in use")
    if kind == "sac" and not any(atlantic_ports(state)):
        yield Violation("30.6", "the Axis controls no port on the Atlantic", (unit,))


def atlantic_ports(state: GewState) -> Bits:
    """30.6 Atlantic ports that the Axis controls (G30-1)."""
    atlantic = 1 << state.theatre.sea_named("atlantic")
    ours = overlap(state.theatre.port, controlled(state, AXIS))
    return state.theatre.board.bits(port for port in hexes_in(ours) if state.theatre.seas_at[port] & atlantic)


def convoy_attack(state: GewState, offensive: bool) -> Prepared:
    """26.5 Anti-convoy factors less ASW factors, the bases and the year."""
    theatre, charts = state.theatre, state.scenario.charts
    guards = in_convoy(state, ASW)
    given = {
        "uboats": "+".join(str(theatre.anti_convoy[unit]) for unit in in_convoy(state, ANTI_CONVOY)),
        "asw": "+".join(str(theatre.asw[unit]) for unit in guards) or "0",
        "base": uboat_base(state),
        "in_1943": charts.table("turns").read(state.turn, "year") == "1943",  # G26-3
        "offensive": offensive,
    }
    return prepare_convoy(charts, given)


def uboat_base(state: GewState) -> bool:
    """26.5, 24.9 Does the Axis control one of Brest, Bordeaux and Gibraltar that is not bombed (G26-2)?"""
    return any(controls(state, AXIS, base) and not state.bombed[base] for base in state.theatre.uboat_bases)
