"""OCS 14.9: aircraft carry supply and units from one air base to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from sandtable.core.decisions import GROUP, HEX, Form, Slot, number
from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.groups import Group, stacks
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.s05_modes import SAME, allowance, ordered
from sandtable.systems.ocs.s06_movement import eligible
from sandtable.systems.ocs.s13_rail import equivalent
from sandtable.systems.ocs.s13_transport import loadable
from sandtable.systems.ocs.s14_capacity import (
    aircraft_of,
    behind,
    capacity,
    cut_loose,
    gliding,
    is_doubled,
    is_half,
    own_capacity,
    parted,
    tows,
)
from sandtable.systems.ocs.s14_combat import go_home, home
from sandtable.systems.ocs.s14_flak import barrage_of
from sandtable.systems.ocs.s14_missions import (
    BACK,
    TRANSPORT,
    Mission,
    cannot_fly,
    fly_back,
    no_flight,
    one_too_many,
    ready,
    within,
)
from sandtable.systems.ocs.s15_bases import bases, is_base, is_carrier, level
from sandtable.systems.ocs.state import CARRIED, FINISHED, MOVEMENT, SEGMENT, OcsState
from sandtable.systems.ocs.theatre import LEG, MOVE, MOVE_FACE, QUARTERS


class Airlift(Procedure):
    """14.9 Supply is flown to another base."""

    side: Side
    planes: Group
    to: Hex
    tokens: int
    back: tuple[Hex, ...]
    left: tuple[UnitId, ...] = ()

    @step("14.9")
    def fly(self, state: OcsState) -> Result:
        return Call(Mission(self.side, TRANSPORT, self.to, aircraft_of(state, self.planes)), into="left")

    @step("14.9")
    def unload(self, state: OcsState) -> Result:
        """Until then the tokens lie where they were loaded."""
        start, left = home(state, self.planes[0]), behind(state, self.left, self.planes, self.to)
        arrives, lost = shared(state, self.to, self.planes, left, self.tokens)
        state.put_down(start, self.side, -arrives - lost)
        state.lose_tokens(self.side, lost)
        stay = over_the_limit(state, self.to, arrives - min(arrives, gliding(state, left, self.to)))
        state.unload(self.to, self.side, arrives)
        state.note("flown in", "14.9", side=self.side, hex=self.to, number=arrives, lost=lost)
        twice = is_doubled(state, left, self.to, arrives)
        cut_loose(state, self.left, self.planes, self.to)
        after_unloading(state, self.left, self.to, self.back, stay, twice)
        return Done()


class Lift(Procedure):
    """14.9 Units are flown to another base."""

    side: Side
    planes: Group
    units: Group
    to: Hex
    back: tuple[Hex, ...]
    left: tuple[UnitId, ...] = ()

    @step("14.9")
    def fly(self, state: OcsState) -> Result:
        state.turn_up(self.units, "4.9d")
        return Call(Mission(self.side, TRANSPORT, self.to, aircraft_of(state, self.planes)), into="left")

    @step("14.9d")
    def unload(self, state: OcsState) -> Result:
        left = behind(state, self.left, self.planes, self.to)
        arriving = seated(state, self.side, self.to, self.planes, left, self.units)
        tokens = sum(weight(state, unit) for unit in arriving)
        stay = over_the_limit(state, self.to, tokens - min(tokens, gliding(state, left, self.to)))
        for unit in arriving:
            state.move(unit, self.to, "14.9", kind="flown")
            state.did(unit, CARRIED)
            if state.clock[SEGMENT] != MOVEMENT and not eligible(state, unit):
                state.did(unit, FINISHED)
        twice = is_doubled(state, left, self.to, tokens)
        cut_loose(state, self.left, self.planes, self.to)
        after_unloading(state, self.left, self.to, self.back, stay, twice)
        return Done()


def after_unloading(
    state: OcsState, planes: Sequence[UnitId], to: Hex, back: Sequence[Hex], stay: bool, twice: bool
) -> None:
    """14.9e, 14.9f Who came from beyond his range, or where more is unloaded than the base can, stays there; who
    carried twice as much returns within half his range too."""
    for plane in planes:
        if stay or not within(state, plane, home(state, plane), to):
            go_home(state, plane, "14.9e", to)
        else:
            fly_back(state, (plane,), [base for base in back if not twice or is_half(state, plane, to, base)], "14.9e")


def over_the_limit(state: OcsState, to: Hex, tokens: int) -> bool:
    """14.9f, 15.0b Tokens unloaded from the air in a phase, by level; off the map any number."""
    if to in state.theatre.air_boxes:
        return False
    return state.unloaded[to] + tokens > state.number("unloading-a-level") * max(1, level(state, to))


# ------------------------------------------------------------------------------------------------ capacity


def weight(state: OcsState, unit: UnitId) -> int:
    """4.7 Tokens that a unit takes, rounded up: as many as quarters of an RE."""
    return ceil(equivalent(state, unit))


def shared(
    state: OcsState, to: Hex, planes: Iterable[UnitId], left: Sequence[UnitId], tokens: int
) -> tuple[int, int]:  # fmt: skip
    """14.4g How many tokens arrive, and how many are lost: what aborted aircraft carried stays where it was."""
    turned_back = [plane for plane in planes if plane not in left and state.steps[plane]]
    arrives = min(tokens, capacity(state, left, to))
    kept = min(tokens - arrives, capacity(state, turned_back, to))
    return arrives, tokens - arrives - kept


def seated(
    state: OcsState, side: Side, to: Hex, planes: Iterable[UnitId], left: Sequence[UnitId], units: Iterable[UnitId]
) -> list[UnitId]:
    """14.4g The units that arrive; those for which no aircraft is left are destroyed, others turn back with theirs."""
    turned_back = [plane for plane in planes if plane not in left and state.steps[plane]]
    room, spare, found = capacity(state, left, to), capacity(state, turned_back, to), list[UnitId]()
    for unit in units:
        need = weight(state, unit)
        if need <= room:
            room -= need
            found.append(unit)
        elif need <= spare:
            spare -= need
        else:
            state.destroy(unit, "14.4g")
    return found


# ------------------------------------------------------------------------------------------------ who flies


def carriers(state: OcsState, side: Side) -> dict[str, Group]:
    """14.9a Those that are ready, by base, where one of them carries anything."""
    groups = stacks(state, ready(state, side))
    return {
        name: planes for name, planes in groups.items()
        if any(own_capacity(state, plane) for plane in aircraft_of(state, planes))
    }  # fmt: skip


def transports(segment: Segment, state: OcsState, *_: object) -> dict[str, Group]:
    return carriers(state, segment.side)


def usual_carriers(segment: Segment, state: OcsState) -> Group:
    """14.9a Transports; others that carry something only where there are none. Whoever carries nothing stays."""
    found = list[UnitId]()
    for planes in carriers(state, segment.side).values():
        able = [plane for plane in planes if own_capacity(state, plane) or state.theatre.is_glider[plane]]
        found += [plane for plane in able if not barrage_of(state, plane)] or able
    return tuple(sorted(found))


def bad_carriers(state: OcsState, side: Side, planes: Group) -> Iterator[Violation]:
    """14.2, 14.9a, 14.10e All from one base, and one of them a transport; gliders for full-strength transports."""
    places, (aircraft, gliders) = {Hex(state.hex_of[plane]) for plane in planes}, parted(state, planes)
    grounded = [why for plane in planes for why in cannot_fly(state, side, plane, Hex(state.hex_of[plane]))]
    yield from grounded
    yield from one_too_many(state, (), planes)
    if grounded:
        return
    if len(places) > 1:
        yield Violation("14.9a", "they are not at one base", units=planes)
    elif not any(own_capacity(state, plane) for plane in aircraft):
        yield Violation("14.9a", "none of them carries anything", units=planes)
    elif gliders and not can_tow(state, planes, next(iter(places))):
        yield Violation("14.10e", "so many gliders want more transports with all their steps", units=gliders)


def can_tow(state: OcsState, planes: Group, to: Hex) -> bool:
    """14.10e Have all gliders a transport with all its steps that tows them there?"""
    aircraft, gliders = parted(state, planes)
    whole = [plane for plane in aircraft if state.steps[plane] == state.theatre.full_steps[plane]]
    return not gliders or len(gliders) <= len(tows(state, whole, to))


def destinations(state: OcsState, side: Side, planes: Group) -> list[Hex]:
    """14.9e Bases within twice the range of each, where it then stays."""
    start, times = Hex(state.hex_of[planes[0]]), state.number("transfer-range")
    return [
        base for base in bases(state, side)
        if base != start and not is_carrier(state, side, base)
        and all(within(state, plane, start, base, times) for plane in aircraft_of(state, planes))
        and can_tow(state, planes, base)
    ]  # fmt: skip


def open_bases(state: OcsState, side: Side, planes: Group) -> list[Hex]:
    """Those on the map, where supply may be put down."""
    end = state.theatre.board.hexes
    return [base for base in destinations(state, side, planes) if base < end and not is_theirs(state, side, base)]


def is_theirs(state: OcsState, side: Side, place: Hex) -> bool:
    """Does supply of the enemy's lie there?"""
    return state.holder[place] == enemy(side) + 1


def bad_supply_carriers(state: OcsState, side: Side, planes: Group) -> Iterator[Violation]:
    """14.2, 14.9d Against loading supply where they are."""
    refused, start = list(bad_carriers(state, side, planes)), Hex(state.hex_of[planes[0]])
    yield from refused
    if not refused and not loadable(state, side, start):
        yield Violation("14.9d", say("there is no supply in {hex} to be loaded", start), (start,))


def bad_supply_planes(segment: Segment, state: OcsState, planes: Group) -> Iterator[Violation]:
    """14.9"""
    refused = list(bad_supply_carriers(state, segment.side, planes))
    yield from refused
    if not refused and not open_bases(state, segment.side, planes):
        yield Violation("14.9e", "no other base of yours is in range of all of them", units=planes)


def supply_bases(segment: Segment, state: OcsState, planes: Group) -> list[Hex]:
    return open_bases(state, segment.side, planes)


def bad_supply_base(segment: Segment, state: OcsState, planes: Group, to: Hex) -> Iterator[Violation]:
    """14.9e"""
    if not is_base(state, segment.side, to):
        yield Violation("14.9e", say("{hex} is no air base of yours", to), (to,))
    elif to >= state.theatre.board.hexes:
        yield Violation("14.9", say("supply is not flown to {hex}, off the map", to), (to,))
    elif is_theirs(state, segment.side, to):
        yield Violation("14.9", say("supply of the enemy's lies in {hex}", to), (to,))
    else:
        yield from no_destination(state, segment.side, planes, to)


def no_destination(state: OcsState, side: Side, planes: Group, to: Hex) -> Iterator[Violation]:
    """14.9e"""
    if to == state.hex_of[planes[0]]:
        yield Violation("14.9e", say("they are in {hex} already", to), (to,), planes)
    elif not can_tow(state, planes, to):
        yield Violation("14.10e", say("to {hex} they tow fewer gliders", to), (to,), planes)
    elif to not in destinations(state, side, planes):
        yield Violation("14.9e", say("{hex} is out of range of {units}", to, planes), (to,), planes)


def flown_tokens(segment: Segment, state: OcsState, planes: Group, to: Hex) -> range:
    most = min(loadable(state, segment.side, Hex(state.hex_of[planes[0]])), capacity(state, planes, to))
    return range(1, most + 1)


def all_of_them(segment: Segment, state: OcsState, planes: Group, to: Hex) -> int:
    return flown_tokens(segment, state, planes, to)[-1]


AIRLIFT = Form(
    "airlift", "14.9",
    Slot("planes", GROUP, transports, bad_supply_planes, proposes=usual_carriers),
    Slot("to", HEX, supply_bases, bad_supply_base),
    number("tokens", flown_tokens, proposes=all_of_them),
    BACK,
    refuse=no_flight,
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ units


def before_a_flight(state: OcsState, unit: UnitId) -> int:
    """14.9d What a unit may have spent that is to be flown: half of what it has in the phase, in Reaction a quarter."""
    return allowance(state, unit, ordered(state, unit, SAME)) // state.number("carried-share")


def is_light(state: OcsState, unit: UnitId) -> bool:
    """14.9c A combat unit that goes on foot, ten movement points at most."""
    theatre, most = state.theatre, QUARTERS * state.number("air-transport-ma")
    on_foot = theatre.mobility[MOVE_FACE][unit] == LEG and theatre.ma[MOVE_FACE][unit] <= most
    return theatre.is_combat[unit] and on_foot


def cannot_be_carried(state: OcsState, side: Side, unit: UnitId) -> Iterator[Violation]:
    """14.9c, 14.9d"""
    theatre = state.theatre
    if state.owner[unit] != side or not theatre.is_combat[unit]:
        yield Violation("14.9c", say("{unit} is no combat unit of yours", unit), units=(unit,))
        return
    if state.mode[unit] != MOVE:
        yield Violation("14.9c", say("{unit} is not in Move Mode", unit), units=(unit,))
    if not is_light(state, unit):
        yield Violation("14.9c", say("{unit} is not light enough to go by air", unit), units=(unit,))
    if state.has(unit, CARRIED):
        yield Violation("4.7", say("{unit} has been carried in this phase", unit), units=(unit,))
    if state.has(unit, FINISHED):
        yield Violation("14.9d", say("{unit} has finished for this phase", unit), units=(unit,))
    elif state.spent[unit] > before_a_flight(state, unit):
        yield Violation("14.9d", say("{unit} has spent more than half its allowance", unit), units=(unit,))


def passengers(state: OcsState, side: Side, planes: Group) -> list[UnitId]:
    """14.9c Units at the base that one of the flights carries."""
    start, to = Hex(state.hex_of[planes[0]]), destinations(state, side, planes)
    most = max((capacity(state, planes, base) for base in to), default=0)
    return [
        unit for unit in state.combat_units_in(start, side)
        if weight(state, unit) <= most and next(cannot_be_carried(state, side, unit), None) is None
    ]  # fmt: skip


def bad_unit_planes(segment: Segment, state: OcsState, planes: Group) -> Iterator[Violation]:
    """14.9"""
    refused = list(bad_carriers(state, segment.side, planes))
    yield from refused
    if not refused and not passengers(state, segment.side, planes):
        yield Violation("14.9c", "there is nobody whom they could carry anywhere", units=planes)


def who_flies(segment: Segment, state: OcsState, planes: Group) -> dict[str, Group]:
    return stacks(state, passengers(state, segment.side, planes))


def bad_passengers(segment: Segment, state: OcsState, planes: Group, units: Group) -> Iterator[Violation]:
    """14.9a, 14.9c What they weigh is told of those at the base alone: others may be no longer in play."""
    start = state.hex_of[planes[0]]
    for unit in units:
        yield from cannot_be_carried(state, segment.side, unit)
        if state.hex_of[unit] != start:
            yield Violation("14.9c", say("{unit} is not at their base", unit), units=(unit,))
    if any(state.hex_of[unit] != start for unit in units):
        return
    need = sum(weight(state, unit) for unit in units)
    if not any(capacity(state, planes, to) >= need for to in destinations(state, segment.side, planes)):
        yield Violation("14.9a", f"they carry less than the {need}T these units take", units=units)


def unit_bases(segment: Segment, state: OcsState, planes: Group, units: Group) -> list[Hex]:
    return destinations(state, segment.side, planes)


def bad_unit_base(segment: Segment, state: OcsState, planes: Group, units: Group, to: Hex) -> Iterator[Violation]:
    """14.9e"""
    need = sum(weight(state, unit) for unit in units)
    if not is_base(state, segment.side, to):
        yield Violation("14.9e", say("{hex} is no air base of yours", to), (to,))
    elif refused := list(no_destination(state, segment.side, planes, to)):
        yield from refused
    elif capacity(state, planes, to) < need:
        yield Violation("14.9a", say("to {hex} they carry less than these units take", to), (to,))


LIFT = Form(
    "lift", "14.9",
    Slot("planes", GROUP, transports, bad_unit_planes, proposes=usual_carriers),
    Slot("units", GROUP, who_flies, bad_passengers),
    Slot("to", HEX, unit_bases, bad_unit_base),
    BACK,
    refuse=no_flight,
)  # fmt: skip
