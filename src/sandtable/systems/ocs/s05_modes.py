"""OCS 5.0: modes: who may enter which and where, reserve markers, and how far units move in each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from sandtable.core.bits import NO_HEX, Bits, standing, union, where
from sandtable.core.chartfile import Charts
from sandtable.core.decisions import GROUP, WORD, Form, Sieve, Slot
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.groups import Group, Groups, listed, stacks
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.state import fact
from sandtable.systems.ocs.options import O21_12D_STRAT_DRAW
from sandtable.systems.ocs.s04_zones import enemy_zone
from sandtable.systems.ocs.s12_paths import serves, throws_to
from sandtable.systems.ocs.s12_trace import drawing, throwing
from sandtable.systems.ocs.state import (
    BUILT,
    CARRIED,
    EXPLOITATION,
    FINISHED,
    MOVEMENT,
    ORDERED,
    REACTION,
    RELEASED,
    SEGMENT,
    OcsState,
)
from sandtable.systems.ocs.theatre import (
    COMBAT,
    COMBAT_FACE,
    DG,
    EXPLOIT,
    MODES,
    MOVE,
    MOVE_FACE,
    RESERVE,
    STRAT,
)

SAME = "same"  # as they are
TAKEN = ORDERED | CARRIED  # who was carried has its mode for the phase (14.9d, 18.5c)
VOLUNTARY = ("combat", "move", "reserve", "strat")
HEADINGS = {MOVEMENT: "movement", REACTION: "reaction", EXPLOITATION: "exploitation"}


class Order(NamedTuple):
    """How a unit is to go: the face it shows, and its mode."""

    face: int
    mode: int


ORDERS = tuple(tuple(Order(face, mode) for mode in range(len(MODES))) for face in (COMBAT_FACE, MOVE_FACE))


def ordered(state: OcsState, unit: UnitId, word: str) -> Order:
    """5.0 What a word makes of a unit. Transport is always in Move Mode, but organic trucks may be in reserve; units
    that are disorganized turn over and stay so; who moves out of reserve in another phase than his own Movement Phase
    is released (5.7)."""
    face, mode = state.face[unit], state.mode[unit]
    if mode == RESERVE and state.clock[SEGMENT] != MOVEMENT:
        return ORDERS[face][COMBAT if face == COMBAT_FACE else MOVE]
    if word == SAME:
        return ORDERS[face][mode]
    if state.is_transport(unit):
        return ORDERS[face][RESERVE if word == "reserve" and state.is_organic(unit) else MOVE]
    if word == "reserve":
        return ORDERS[face][RESERVE]
    turned = COMBAT_FACE if word == "combat" else MOVE_FACE
    return ORDERS[turned][DG if mode == DG else MODES.index(word)]


@lru_cache
def share(charts: Charts, mode: int, segment: int) -> tuple[int, int]:
    """5.0 What part of its allowance a unit has: so many of so many."""
    if segment not in HEADINGS:
        return 0, 1
    printed = charts.table("allowance").read(MODES[mode], HEADINGS[segment])
    return (0, 1) if printed == "-" else Fraction(printed).as_integer_ratio()


def allowance(state: OcsState, unit: UnitId, order: Order) -> int:
    """5.0 In quarters of a point; 14.9 who has been carried has half of it, but for rail repair units (13.3g)."""
    part, of = share(state.scenario.charts, order.mode, state.clock[SEGMENT])
    halved = state.done[unit] & CARRIED and not state.theatre.is_rail_repair[unit]
    return state.printed_allowance(unit, order.face) * part // (of * state.number("carried-share") if halved else of)


def half_allowance(state: OcsState, unit: UnitId) -> int:
    """12.7, 13.3, 14.9d What a unit may have spent that is to be carried, and what a point pays that becomes part of an
    extender, in quarters."""
    return state.theatre.ma[state.face[unit]][unit] // state.number("carried-share")


def apply(state: OcsState, unit: UnitId, order: Order) -> None:
    """5.0 The unit is in this mode now."""
    released = state.mode[unit] == RESERVE and state.clock[SEGMENT] != MOVEMENT
    if released:
        state.did(unit, RELEASED)
    rule = "5.7" if released or order.mode == RESERVE else "5.8" if order.mode == STRAT else "5.0"
    if order.mode == DG:
        if state.face[unit] != order.face:
            state.turn_over(unit, order.face)
            state.note("turned", "5.10", unit=unit, word=MODES[order.face].capitalize())
    elif order.mode != state.mode[unit]:
        state.set_mode(unit, order.mode, rule)


# ------------------------------------------------------------------------------------------------ who may enter which


def reserves(state: OcsState, side: Side, but: Iterable[UnitId] = ()) -> Bits:
    """5.7 The hexes with a reserve marker."""
    away, theatre = set(but), state.theatre
    units = [
        unit for unit in (*state.combat_units(side), *state.transport(side))
        if state.mode[unit] == RESERVE and unit not in away
    ]  # fmt: skip
    return standing(state.hex_of, units, theatre.board.hexes)


def markers_left(state: OcsState, side: Side, but: Iterable[UnitId] = ()) -> int:
    """5.7 One covers any part of a hex."""
    return state.theatre.reserves[side] - len(reserves(state, side, but))


@fact
def traced_hexes(state: OcsState, side: Side, units: Group) -> Bits:
    """5.8, 12.6 Where all of these units would be in trace supply, without the help of those among them; 21.12d or
    without any HQ."""
    direct, found = drawing(state, side), None
    if state.option(O21_12D_STRAT_DRAW):
        return direct
    for unit in units:
        hqs = [throws_to(state, hq) for hq in throwing(state, side) if hq not in units and serves(state, hq, unit)]
        mine = union(direct, *hqs)
        found = mine if found is None else found & mine
    return NO_HEX if found is None else found


def cannot_order(state: OcsState, side: Side, units: Group, word: str) -> Iterator[Violation]:
    """5.0 Against a mode as these units start to move, or stay where they are."""
    combat = [unit for unit in units if state.theatre.is_combat[unit]]
    here = Hex(state.hex_of[units[0]])
    orders = {unit: ordered(state, unit, word) for unit in units}
    for unit in combat:
        if word == "combat" and state.theatre.is_repl[unit]:
            yield Violation("13.5", say("{unit} is never in Combat Mode", unit), units=(unit,))
        if word in ("reserve", "strat") and state.mode[unit] in (DG, EXPLOIT):
            yield Violation("5.10", say("{unit} is disorganized or exploits", unit), units=(unit,))
        if orders[unit].mode == STRAT and state.hex_of[unit] in enemy_zone(state, side):
            yield Violation("5.8", say("{unit} is in an enemy zone of control", unit), (here,), (unit,))
    once = CARRIED if word == "reserve" else TAKEN  # 5.7a with the face that was taken before
    if word != SAME and (done := tuple(unit for unit in units if state.has(unit, once))):
        yield Violation("5.0", say("{units} were put into a mode in this phase", done), units=done)
    if word == "reserve":
        if not any(order.mode == RESERVE for order in orders.values()):
            yield Violation("5.7", "transport has no reserve but organic trucks", units=units)
        if not state.theatre.reserves[side]:
            yield Violation("5.7", "you have no reserve markers")


def cannot_be_there(state: OcsState, side: Side, units: Group, word: str, at: Hex) -> Iterator[Violation]:
    """5.7, 5.8 Against a mode in which these units would end there."""
    orders = {unit: ordered(state, unit, word) for unit in units}
    kept = tuple(unit for unit in units if orders[unit].mode == RESERVE)
    new = tuple(unit for unit in kept if state.mode[unit] != RESERVE)
    if new and at in enemy_zone(state, side):
        yield Violation("5.7", "nobody enters Reserve Mode in an enemy zone of control", (at,), new)
    if kept and state.hedgehog[at]:
        yield Violation("5.7", say("no reserve stays in the hedgehog in {hex}", at), (at,), kept)
    if kept and at not in (others := reserves(state, side, kept)) and len(others) >= state.theatre.reserves[side]:
        yield Violation("5.7", f"all {state.theatre.reserves[side]} reserve markers are on the map", (at,), kept)
    strat = tuple(unit for unit in units if orders[unit].mode == STRAT)
    if strat and at not in traced_hexes(state, side, strat):
        yield Violation("5.8", say("{units} would not be in trace supply there", strat), (at,), strat)


def where_in_reserve(state: OcsState, side: Side, units: Group, word: str, among: Bits) -> Bits:
    """5.7 Of these hexes those in which reserves would end, as `cannot_be_there` tells it of each."""
    kept = tuple([unit for unit in units if ordered(state, unit, word).mode == RESERVE])
    if not kept or not among:
        return among
    if any(state.mode[unit] != RESERVE for unit in kept):
        among -= enemy_zone(state, side)
    others = reserves(state, side, kept)
    if len(others) >= state.theatre.reserves[side]:
        among &= others
    return among & where(state.hedgehog, (0,))


# ------------------------------------------------------------------------------------------------ changing modes


class Change(Procedure):
    """5.0 Units that have not moved take a mode, and stay or move in it later; a reserve has finished."""

    side: Side
    units: Group
    mode: str

    @step("5.0")
    def change(self, state: OcsState) -> Result:
        for unit in self.units:
            order = ordered(state, unit, self.mode)
            apply(state, unit, order)
            state.did(unit, FINISHED | ORDERED if order.mode == RESERVE else ORDERED)
        return Done()


class Release(Procedure):
    """5.7 Reserves are released: they are in the mode of the face they show."""

    side: Side
    units: Group

    @step("5.7")
    def release(self, state: OcsState) -> Result:
        for unit in self.units:
            apply(state, unit, ordered(state, unit, SAME))
        return Done()


class DissolveReserves(Procedure):
    """5.7 No reserve stays in a hedgehog at the end of a Movement Segment."""

    side: Side

    @step("5.7")
    def dissolve(self, state: OcsState) -> Result:
        for hex in reserves(state, self.side):
            if state.hedgehog[hex]:
                for unit in state.units_in(hex):
                    if state.mode[unit] == RESERVE and state.owner[unit] == self.side:
                        state.release(unit, "5.7")
        return Done()


ALL = "all_units"


def with_formations(state: OcsState, units: Sequence[UnitId]) -> dict[str, Group]:
    """These units by hex, and by formation where several of one are among them."""
    names = state.theatre.formations
    return {**stacks(state, units), **{names[number]: group for number, group in by_formation(state, units).items()}}


def by_formation(state: OcsState, units: Sequence[UnitId]) -> dict[int, Group]:
    """Of these units those of a formation, where several of one are among them."""
    formation_of, members = state.theatre.formation_of, dict[int, list[UnitId]]()
    for unit in sorted(units):
        if formation_of[unit] >= 0:
            members.setdefault(formation_of[unit], []).append(unit)
    return {number: tuple(members[number]) for number in sorted(members) if len(members[number]) > 1}


def with_all(state: OcsState, units: Sequence[UnitId]) -> dict[str, Group]:
    """The same, and all together but replacements, which have one mode."""
    found = with_formations(state, units)
    everybody = tuple(sorted(unit for unit in units if not state.theatre.is_repl[unit]))
    return {ALL: everybody, **found} if everybody and everybody not in found.values() else found


def may_change(segment: Segment, state: OcsState, *_: object) -> Groups:
    return changeable(state, segment.side)


@fact
def changeable(state: OcsState, side: Side) -> Groups:
    """5.0 Who has neither moved nor worked; 5.7a who has taken a mode may still enter Reserve."""
    organic = [unit for unit in state.transport(side) if state.is_organic(unit)]
    units = [
        unit for unit in (*state.combat_units(side), *organic)
        if not state.has(unit, FINISHED | CARRIED | BUILT) and not state.spent[unit]
    ]  # fmt: skip
    waiting = [unit for unit in in_boxes(state, side) if not state.has(unit, TAKEN)]
    return {**with_all(state, units), **stacks(state, waiting)} if waiting else with_all(state, units)


def in_boxes(state: OcsState, side: Side) -> list[UnitId]:
    """14.9c Combat units in the air boxes of a side, where they wait to be carried."""
    boxes = [box.place for box in state.theatre.air_boxes.values() if box.side == side]
    return [unit for place in boxes for unit in state.combat_units_in(place, side)]


def likely_changes(segment: Segment, state: OcsState) -> list[Group]:
    return list(listed(may_change(segment, state), ()))


def cannot_change(segment: Segment, state: OcsState, units: Group) -> Iterator[Violation]:
    """5.0"""
    refused = list(has_begun(state, segment.side, units))
    yield from refused
    if not refused and all(next(cannot_take(segment, state, units, word), None) for word in VOLUNTARY):
        yield Violation("5.0", "no other mode is open to all of them", units=units)


def has_begun(state: OcsState, side: Side, units: Group) -> Iterator[Violation]:
    """5.0 Modes are taken before a unit moves, in its own Movement Phase."""
    for unit in units:
        there = state.is_on_map(unit) or unit in in_boxes(state, side)
        if state.owner[unit] != side or not there:
            yield Violation("5.0", say("{unit} is not a unit of yours on the map", unit), units=(unit,))
        elif state.spent[unit] or state.has(unit, FINISHED | CARRIED | BUILT):
            yield Violation("5.0", say("{unit} has moved or built in this phase", unit), units=(unit,))


def cannot_take(segment: Segment, state: OcsState, units: Group, word: str) -> Iterator[Violation]:
    """5.0"""
    for place in sorted({Hex(state.hex_of[unit]) for unit in units}):
        here = tuple(unit for unit in units if state.hex_of[unit] == place)
        if word in ("reserve", "strat") and place in state.theatre.air_boxes:
            yield Violation("5.0", say("in {hex}, off the map, nobody is in {word} mode", place, word), units=here)
            return
        refused = list(cannot_order(state, segment.side, here, word))
        yield from refused or cannot_be_there(state, segment.side, here, word, place)
    if word == "reserve":
        wanted = {Hex(state.hex_of[unit]) for unit in units}
        there = reserves(state, segment.side, units) | state.theatre.board.bits(wanted)
        if len(there) > state.theatre.reserves[segment.side]:
            yield Violation("5.7", f"that takes {len(there)} reserve markers", units=units)
    if all(ordered(state, unit, word) == (state.face[unit], state.mode[unit]) for unit in units):
        yield Violation("5.0", f"they are in {word} mode already", units=units)


def every_mode(segment: Segment, state: OcsState, *_: object) -> tuple[str, ...]:
    return VOLUNTARY


def in_reserve(segment: Segment, state: OcsState, *_: object) -> dict[str, Group]:
    side = segment.side
    units = [unit for unit in (*state.combat_units(side), *state.transport(side)) if state.mode[unit] == RESERVE]
    return with_all(state, units)


def not_in_reserve(segment: Segment, state: OcsState, units: Group) -> Iterator[Violation]:
    """5.7"""
    for unit in units:
        if state.owner[unit] != segment.side or state.mode[unit] != RESERVE or not state.is_on_map(unit):
            yield Violation("5.7", say("{unit} is not in reserve", unit), units=(unit,))


CHANGE = Form(
    "mode", "5.0",
    Slot("units", GROUP, may_change, cannot_change, Sieve(likely_changes)), Slot("mode", WORD, every_mode, cannot_take),
)  # fmt: skip
RELEASE = Form("release", "5.7", Slot("units", GROUP, in_reserve, not_in_reserve))
