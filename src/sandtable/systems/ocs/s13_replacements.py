"""OCS 13.5, 13.9: units are rebuilt with replacements, and like ones are put together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from sandtable.core.changes import changeable
from sandtable.core.chartfile import Charts
from sandtable.core.decisions import HEX, UNIT, WORD, Form, Slot
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.state import fact
from sandtable.systems.ocs.options import REPLACEMENTS_FOR_ALL
from sandtable.systems.ocs.s04_zones import enemy_zone
from sandtable.systems.ocs.s05_modes import SAME, VOLUNTARY
from sandtable.systems.ocs.s13_reinforcements import cannot_appear
from sandtable.systems.ocs.s15_bases import arrive
from sandtable.systems.ocs.state import BUILT, OcsState
from sandtable.systems.ocs.theatre import DG, MODES, MOVE

REPLS = ("pax", "eq")


class Rebuild(Procedure):
    """13.5 A step for replacements, which go back to the pool; of aircraft two."""

    side: Side
    unit: UnitId
    place: Hex
    mode: str

    @step("13.5")
    def rebuild(self, state: OcsState) -> Result:
        unit, theatre = self.unit, state.theatre
        for repl in used(state, unit, self.place) or ():
            state.reset(repl)
            state.move(repl, theatre.pool[self.side], "13.5", kind="used")
            state.did(repl, BUILT)  # in this phase (21.7)
        steps = state.number("plane-steps") if theatre.is_plane[unit] else 1
        state.gain_steps(unit, min(steps, theatre.full_steps[unit] - state.steps[unit]), "13.5")
        if state.hex_of[unit] != self.place:
            if theatre.is_plane[unit]:
                arrive(state, self.side, unit, self.place)
            state.move(unit, self.place, "13.5")
            state.set_mode(unit, MODES.index(self.mode) if theatre.is_combat[unit] else MOVE, "13.5")
            if theatre.is_combat[unit]:
                state.take_control(self.place, self.side, "13.5")
        if (second := second_glider(state, unit)) is not None:
            state.gain_steps(second, 1, "14.10e")
            state.move(second, self.place, "14.10e")
            state.activate(second)
        return Done()


def second_glider(state: OcsState, unit: UnitId) -> UnitId | None:
    """14.10e Gliders are built by twos: the other one, of the same nation, if one is in the dead pile."""
    theatre, side = state.theatre, state.owner[unit]
    if not theatre.is_glider[unit]:
        return None
    dead = (other for other in state.units_in(theatre.dead[side]) if theatre.is_glider[other])
    return min((other for other in dead if theatre.nation_of[other] == theatre.nation_of[unit]), default=None)


@lru_cache
def price(charts: Charts, what: str) -> tuple[int, ...]:
    return tuple(int(charts.table("rebuilding").read(what, kind)) for kind in REPLS)


def sort_of(state: OcsState, unit: UnitId) -> str:
    """13.5 Its line of the chart."""
    theatre = state.theatre
    if theatre.is_plane[unit]:
        return "aircraft"
    if theatre.is_transport[unit]:
        return "transport"
    if theatre.is_hq[unit] or theatre.is_artillery[unit]:
        return "hq" if theatre.is_hq[unit] else "artillery"
    if "recon" in theatre.symbols_of[unit]:
        return "infantry"
    return category if (category := theatre.category_of[unit]) in ("armor", "mech") else "infantry"


@changeable
def wanted(state: OcsState, unit: UnitId) -> tuple[int, ...]:
    """13.5 How many Pax and Eq a step of it takes."""
    return price(state.scenario.charts, sort_of(state, unit))


def used(state: OcsState, unit: UnitId, at: Hex) -> list[UnitId] | None:
    """13.5 The replacements of its nation in a hex that a step of it takes; None if they are not there."""
    found = list[UnitId]()
    for kind, count in zip(REPLS, wanted(state, unit), strict=True):
        here = [repl for repl in repls_in(state, at) if state.theatre.kind_of[repl] == kind]
        here = sorted(repl for repl in here if serves(state, repl, unit))
        if len(here) < count:
            return None
        found += here[:count]
    return found


def serves(state: OcsState, repl: UnitId, unit: UnitId) -> bool:
    """13.5 House: their own nation."""
    nation_of = state.theatre.nation_of
    return state.option(REPLACEMENTS_FOR_ALL) or nation_of[repl] == nation_of[unit]


def repls_in(state: OcsState, at: Hex) -> list[UnitId]:
    return [unit for unit in state.units_in(at) if state.theatre.is_repl[unit] and state.mode[unit] == MOVE]


@fact
def yards(state: OcsState, side: Side) -> tuple[Hex, ...]:
    """13.5 The hexes with replacements in Move Mode, not in an enemy zone."""
    hexes = {Hex(state.hex_of[unit]) for unit in state.combat_units(side) if state.theatre.is_repl[unit]}
    return tuple(sorted(hex for hex in hexes if hex not in enemy_zone(state, side) and repls_in(state, hex)))


def has_hq(state: OcsState, side: Side, at: Hex) -> bool:
    """13.5a An HQ in Combat Mode, or disorganized with its Combat face up, within two hexes: in the modes in which it
    is engineer-capable (13.8a)."""
    theatre, reach = state.theatre, state.number("rebuild-reach")
    return any(
        theatre.is_hq[unit] and state.is_engineer(unit)
        and theatre.board.layout.distance(at, Hex(state.hex_of[unit])) <= reach
        for unit in state.combat_units(side)
    )  # fmt: skip


def not_there(state: OcsState, side: Side, unit: UnitId, at: Hex) -> Iterator[Violation]:
    """13.5 Against rebuilding it in that hex."""
    if at not in yards(state, side):
        yield Violation("13.5", say("no replacements can be used in {hex}", at), (at,))
        return
    if state.theatre.is_plane[unit]:
        if not state.base[at] or state.controller(at) != side:
            yield Violation("13.5", say("{hex} has no air base of yours", at), (at,))
    elif not has_hq(state, side, at):
        yield Violation("13.5", say("no HQ in Combat Mode is near {hex}", at), (at,))
    if is_reduced(state, unit) and state.hex_of[unit] != at:
        yield Violation("13.5", say("{unit} is not with the replacements in {hex}", unit, at), (at,), (unit,))
    if used(state, unit, at) is None:
        yield Violation("13.5", say("{hex} has not the replacements that {unit} takes", at, unit), (at,), (unit,))


def is_reduced(state: OcsState, unit: UnitId) -> bool:
    return in_play(state, unit) and 0 < state.steps[unit] < state.theatre.full_steps[unit]


def in_play(state: OcsState, unit: UnitId) -> bool:
    """On the map, or at a base off it."""
    return state.is_on_map(unit) or state.hex_of[unit] in state.theatre.air_boxes


def worn(segment: Segment, state: OcsState) -> Iterable[UnitId]:
    """Dead or reduced."""
    side = segment.side
    dead = state.units_in(state.theatre.dead[side])
    return sorted([*dead, *(unit for unit in state.scenario.units_of(side) if is_reduced(state, unit))])


def not_rebuilt(segment: Segment, state: OcsState, unit: UnitId) -> Iterator[Violation]:
    """13.5"""
    side, theatre = segment.side, state.theatre
    dead = state.hex_of[unit] == theatre.dead[side]
    if state.owner[unit] != side or not (dead or is_reduced(state, unit)):
        yield Violation("13.5", say("{unit} is no dead or reduced unit of yours", unit), units=(unit,))
    elif theatre.no_rebuild[unit]:
        yield Violation("13.5", say("{unit} is never rebuilt", unit), units=(unit,))
    elif theatre.is_repl[unit] or theatre.kind_of[unit] in ("breakdown", "ship", "landing_craft"):
        yield Violation("13.5", say("{unit} is not rebuilt with replacements", unit), units=(unit,))
    elif theatre.is_wagon[unit]:
        yield Violation("13.5e", say("{unit} is no truck, and is not rebuilt", unit), units=(unit,))
    elif all(next(not_there(state, side, unit, at), None) for at in yards(state, side)):
        yield Violation("13.5", say("nowhere are there replacements to rebuild {unit} with", unit), units=(unit,))


def rebuilt_in(segment: Segment, state: OcsState, unit: UnitId) -> Iterable[Hex]:
    return yards(state, segment.side)


def bad_yard(segment: Segment, state: OcsState, unit: UnitId, at: Hex) -> Iterator[Violation]:
    yield from not_there(state, segment.side, unit, at)


def modes(segment: Segment, state: OcsState, unit: UnitId, at: Hex) -> Iterable[str]:
    return (SAME,) if is_reduced(state, unit) else VOLUNTARY


def bad_mode(segment: Segment, state: OcsState, unit: UnitId, at: Hex, mode: str) -> Iterator[Violation]:
    if mode != SAME:
        yield from cannot_appear(state, segment.side, (unit,), at, mode)


REBUILD = Form(
    "rebuild", "13.5",
    Slot("unit", UNIT, worn, not_rebuilt), Slot("at", HEX, rebuilt_in, bad_yard), Slot("mode", WORD, modes, bad_mode),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ 13.9 consolidation


class Consolidate(Procedure):
    """13.9 A unit takes the steps of another like it, as many as it has room for."""

    side: Side
    unit: UnitId
    other: UnitId

    @step("13.9")
    def join(self, state: OcsState) -> Result:
        steps = min(state.steps[self.other], state.theatre.full_steps[self.unit] - state.steps[self.unit])
        state.gain_steps(self.unit, steps, "13.9")
        state.lose_steps(self.other, steps, "13.9")
        return Done()


class Exchange(Procedure):
    """13.9 A dead unit takes the place of one like it, which goes to the dead pile instead."""

    side: Side
    unit: UnitId
    dead: UnitId

    @step("13.9")
    def exchange(self, state: OcsState) -> Result:
        unit, new = self.unit, self.dead
        here, face, mode = Hex(state.hex_of[unit]), state.face[unit], state.mode[unit]
        steps, lacking, cut_off = state.steps[unit], state.oos[unit], state.cut_off[unit]
        state.destroy(unit, "13.9")
        state.gain_steps(new, steps, "13.9")
        state.move(new, here, "13.9")
        state.turn_over(new, face)
        state.set_mode(new, mode, "13.9")
        state.mark(new, bool(lacking), "13.9")
        state.cut_off[new] = cut_off
        state.changed("cut_off", new)
        state.did(new, BUILT)
        return Done()


def alike(state: OcsState, one: UnitId, other: UnitId) -> bool:
    """13.9 Is the same printed on both?"""
    same = state.theatre.like
    return same[one] == same[other]


def unsound(state: OcsState, side: Side, unit: UnitId) -> Iterator[Violation]:
    """13.9 Not one that is disorganized, or whose stocks are not full."""
    if state.owner[unit] != side or not in_play(state, unit):
        yield Violation("13.9", say("{unit} is no unit of yours in play", unit), units=(unit,))
    elif state.mode[unit] == DG or state.stocks[unit]:
        yield Violation("13.9", say("{unit} is disorganized, or its stocks are low", unit), units=(unit,))


def reduced(segment: Segment, state: OcsState) -> list[UnitId]:
    return [unit for unit in state.scenario.units_of(segment.side) if is_reduced(state, unit)]


def not_joined(segment: Segment, state: OcsState, unit: UnitId) -> Iterator[Violation]:
    """13.9"""
    refused = list(unsound(state, segment.side, unit))
    yield from refused
    if refused:
        return
    if not is_reduced(state, unit):
        yield Violation("13.9", say("{unit} has lost no step, or has but one", unit), units=(unit,))
    elif all(next(unlike(state, segment.side, unit, other), None) for other in partners(segment, state, unit)):
        yield Violation("13.9", say("{unit} has nobody like it in its hex", unit), units=(unit,))


def partners(segment: Segment, state: OcsState, unit: UnitId) -> list[UnitId]:
    return [other for other in state.units_in(Hex(state.hex_of[unit])) if other != unit]


def unlike(state: OcsState, side: Side, unit: UnitId, other: UnitId) -> Iterator[Violation]:
    refused = list(unsound(state, side, other))
    yield from refused
    if refused:
        return
    same = state.hex_of[other] == state.hex_of[unit] and state.active[other] == state.active[unit]
    if other == unit or not same or not alike(state, unit, other):
        yield Violation("13.9", say("{unit} is not like it, or not with it", other), units=(other,))
    elif state.theatre.is_plane[other] and not is_reduced(state, other):
        yield Violation("13.9", say("{unit} has lost no step", other), units=(other,))


def bad_partner(segment: Segment, state: OcsState, unit: UnitId, other: UnitId) -> Iterator[Violation]:
    yield from unlike(state, segment.side, unit, other)


CONSOLIDATE = Form(
    "consolidate", "13.9", Slot("unit", UNIT, reduced, not_joined), Slot("with", UNIT, partners, bad_partner)
)


def dead_units(segment: Segment, state: OcsState, *_: object) -> list[UnitId]:
    """13.9 Of formations."""
    theatre = state.theatre
    pile = sorted(state.units_in(theatre.dead[segment.side]))
    return [unit for unit in pile if theatre.is_combat[unit] and theatre.formation_of[unit] >= 0]


def on_map(segment: Segment, state: OcsState) -> Iterable[UnitId]:
    return state.combat_units(segment.side) if dead_units(segment, state) else ()


def not_exchanged(segment: Segment, state: OcsState, unit: UnitId) -> Iterator[Violation]:
    """13.9"""
    refused = list(unsound(state, segment.side, unit))
    yield from refused
    if refused:
        return
    if not state.theatre.is_combat[unit]:
        yield Violation("13.9", say("{unit} is no combat unit", unit), units=(unit,))
    elif state.has(unit, BUILT):
        yield Violation("13.9", say("{unit} was exchanged in this phase", unit), units=(unit,))
    elif not any(is_twin(state, unit, dead) for dead in dead_units(segment, state)):
        yield Violation("13.9", say("no dead unit of another formation is like {unit}", unit), units=(unit,))


def is_twin(state: OcsState, unit: UnitId, dead: UnitId) -> bool:
    formation_of = state.theatre.formation_of
    return formation_of[unit] != formation_of[dead] and alike(state, unit, dead)


def bad_twin(segment: Segment, state: OcsState, unit: UnitId, dead: UnitId) -> Iterator[Violation]:
    if dead not in dead_units(segment, state) or not is_twin(state, unit, dead):
        yield Violation("13.9", say("{unit} is no dead unit of another formation like it", dead), units=(dead,))


EXCHANGE = Form("exchange", "13.9", Slot("unit", UNIT, on_map, not_exchanged), Slot("dead", UNIT, dead_units, bad_twin))
