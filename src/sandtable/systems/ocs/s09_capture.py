"""OCS 9.14: specialized combat: what happens to supply, transport, aircraft and ships where the enemy enters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sandtable.core.bits import Bits, standing, union, where
from sandtable.core.charts import Table, round_half_up
from sandtable.core.decisions import HEX, Form, Slot
from sandtable.core.dice import Dice
from sandtable.core.flow import Ask, Done, Goto, Procedure, Result, Roll, step
from sandtable.core.rules import Breakdown, Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.state import fact
from sandtable.systems.ocs.s12_paths import path_prices
from sandtable.systems.ocs.s12_trace import extending, traceable
from sandtable.systems.ocs.s15_bases import bases, takes
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import LEG, QUARTERS, TRUCK

ONE_DIE, TWO_DICE = Dice(1), Dice(2)
TRUCKS, WAGONS = "Trucks", "Wagons"  # columns of the Capture Table


class Capture(Procedure):
    """9.14 Attack-capable units have entered a hex: extenders collapse, supply and transport are taken or escape,
    aircraft flee, ships sink. Hedgehogs, air bases and ports fall as they are."""

    side: Side
    place: Hex
    units: tuple[UnitId, ...]
    advance: int = 0  # 1: after combat
    percent: int = 0
    means: str = TRUCKS  # of transport that is rolled for
    fleeing: tuple[UnitId, ...] = ()
    lost: int = 0  # steps of an aircraft
    answer: Any = ()

    @step("9.14")
    def begin(self, state: OcsState) -> Result:
        able = any(state.is_on_map(unit) and state.attack_capable(unit) for unit in self.units)
        if not able or state.combat_units_in(self.place, self.loser):
            return Done()
        for unit in state.units_in(self.place):
            if state.theatre.is_vessel[unit] and not state.is_transport(unit) and state.owner[unit] == self.loser:
                state.destroy(unit, "9.14")
            elif state.theatre.is_glider[unit] and state.owner[unit] == self.loser:
                state.destroy(unit, "14.10e")
        return None

    @property
    def loser(self) -> Side:
        return enemy(self.side)

    # ------------------------------------------------------------------ 9.14d extenders

    @step("9.14d")
    def extender(self, state: OcsState) -> Result:
        if not extending(state, self.loser, self.place):
            return Goto("roll_dump")
        if refuges(state, self.place, self.loser):
            return Ask(self.loser, COLLAPSE, "answer")
        return None

    @step("9.14d")
    def collapse(self, state: OcsState) -> Result:
        for unit in extending(state, self.loser, self.place):
            state.fold(unit)
            if self.answer:
                state.move(unit, self.answer[0], "9.14d", kind="displaced")
        self.answer = ()
        return None

    # ------------------------------------------------------------------ 9.14b supply on the ground

    @step("9.14b")
    def roll_dump(self, state: OcsState) -> Result:
        if state.holder[self.place] != self.loser + 1:
            return Goto("roll_transport")
        return Roll(ONE_DIE, "percent", captured(state.scenario.charts.table("capture"), "Dump"))

    @step("9.14b")
    def take_dump(self, state: OcsState) -> Result:
        tokens = state.dump[self.place]
        taken = share(tokens, self.percent)
        state.put_down(self.place, self.loser, -tokens)
        state.lose_tokens(self.loser, tokens, "9.14b")
        state.put_down(self.place, self.side, taken)
        state.take_tokens(self.side, taken, "9.14b")
        state.note("dump captured", "9.14b", hex=self.place, side=self.side, number=taken, lost=tokens - taken)
        self.percent = 0
        return None

    # ------------------------------------------------------------------ 9.14c trucks, then wagons

    @step("9.14c")
    def roll_transport(self, state: OcsState) -> Result:
        if not transport(state, self.place, self.loser, self.means):
            return Goto("next_kind")
        return Roll(ONE_DIE, "percent", captured(state.scenario.charts.table("capture"), self.means))

    @step("9.14c")
    def take_transport(self, state: OcsState) -> Result:
        """Ordinary points are given up first, organic ones last; the load is shared out anew."""
        points = transport(state, self.place, self.loser, self.means)
        load, percent, self.percent = sum(state.cargo[unit] for unit in points), self.percent, 0
        number, tokens = share(len(points), percent), share(load, percent)
        state.lose_tokens(self.loser, tokens, "9.14c")
        state.take_tokens(self.side, tokens, "9.14c")
        for unit in points:
            state.put_cargo(unit, 0)
        for unit in points[:number]:
            state.capture(unit, self.side, "9.14c")
        left = loaded(state, points[:number], tokens)
        state.put_down(self.place, self.side, left)  # too few points to carry it
        self.fleeing = points[number:]
        state.lose_tokens(self.loser, loaded(state, self.fleeing, load - tokens), "9.14c")
        state.note("transport captured", "9.14c", hex=self.place, side=self.side, number=number, tokens=tokens)
        return None if self.fleeing else Goto("next_kind")

    @step("9.14c")
    def ask_where(self, state: OcsState) -> Result:
        if displacements(state, self.place, self.loser, self.means):
            return Ask(self.loser, DISPLACE, "answer")
        for unit in self.fleeing:
            state.destroy(unit, "9.14c")
        return Goto("next_kind")

    @step("9.14c")
    def displace(self, state: OcsState) -> Result:
        (to,), self.answer = self.answer, ()
        for unit in self.fleeing:
            state.move(unit, to, "9.14c", kind="displaced")
        return None

    @step("9.14c")
    def next_kind(self, state: OcsState) -> Result:
        self.fleeing = ()
        if self.means == TRUCKS:
            self.means = WAGONS
            return Goto("roll_transport")
        return None

    # ------------------------------------------------------------------ 9.14f aircraft

    @step("9.14f")
    def roll_plane(self, state: OcsState) -> Result:
        planes = state.planes_at(self.place, self.loser)
        if not planes:
            return Done()
        modifier = int(plane_terms(state, planes[0], bool(self.advance)).total)
        return Roll(TWO_DICE, "lost", loses_step(state.scenario.charts.table("air_base_capture"), modifier))

    @step("9.14f")
    def hit_plane(self, state: OcsState) -> Result:
        plane, lost, self.lost = state.planes_at(self.place, self.loser)[0], self.lost, 0
        self.fleeing = (plane,)
        state.note("at a captured base", "9.14f", unit=plane, result="Step Loss" if lost else "No Loss")
        if lost:
            state.lose_steps(plane, 1, "9.14f")
        return None if state.is_on_map(plane) else Goto("roll_plane")

    @step("9.14f")
    def ask_base(self, state: OcsState) -> Result:
        if refuges_of(state, self.fleeing[0], self.place):
            return Ask(self.loser, FLEE, "answer")
        state.destroy(self.fleeing[0], "9.14f")
        return Goto("roll_plane")

    @step("9.14f")
    def flee(self, state: OcsState) -> Result:
        (to,), self.answer = self.answer, ()
        state.move(self.fleeing[0], to, "9.14f", kind="displaced")
        state.deactivate(self.fleeing[0])
        self.fleeing = ()
        return Goto("roll_plane")


@fact
def prey(state: OcsState, side: Side) -> Bits:
    """9.14 Hexes with only non-combat units of the enemy, which units that could attack enter, and capture."""
    foe, theatre, owner = enemy(side), state.theatre, state.owner
    others = standing(state.hex_of, [unit for unit in theatre.others if owner[unit] == foe], theatre.board.hexes)
    plain = (where(state.base, (0,)) & where(state.hedgehog, (0,))) - theatre.with_port
    facilities = theatre.everywhere & where(state.control, (foe + 1,)) - plain
    return union(theatre.board.bits(state.dumps(foe)), others, facilities) - state.occupied(foe)


def is_prize(state: OcsState, place: Hex, side: Side) -> bool:
    """9.14 Is there anything of this side in a hex that the enemy might take, and nobody who fights for it?"""
    theatre = state.theatre
    units = [unit for unit in state.units_in(place) if state.owner[unit] == side]
    things = any(theatre.is_transport[unit] or theatre.is_plane[unit] or theatre.is_vessel[unit] for unit in units)
    return (things or state.holder[place] == side + 1) and not any(theatre.is_combat[unit] for unit in units)


# ------------------------------------------------------------------------------------------------ supply, transport


@lru_cache
def captured(chart: Table, kind: str) -> Callable[[int], int]:
    """9.14b The percentage that the die gives."""
    return lambda roll: int(chart.read(roll, kind))


def share(number: int, percent: int) -> int:
    """9.14b, 4.1 To the nearest."""
    return round_half_up(Fraction(number * percent, 100))


def transport(state: OcsState, place: Hex, side: Side, kind: str) -> tuple[UnitId, ...]:
    """9.14c The points of a kind, by their movement allowance; organic ones last."""
    limit = QUARTERS * state.number("wagon-allowance")
    found = [
        unit for unit in state.units_in(place)
        if state.is_transport(unit) and state.owner[unit] == side
        and (state.printed_allowance(unit, state.face[unit]) > limit) == (kind == TRUCKS)
    ]  # fmt: skip
    return tuple(sorted(found, key=lambda unit: (state.is_organic(unit), unit)))


def loaded(state: OcsState, points: tuple[UnitId, ...], tokens: int) -> int:
    """Tokens are loaded; the value: those for which there is no room."""
    for unit in points:
        state.put_cargo(unit, min(state.load_of(unit), tokens))
        tokens -= state.cargo[unit]
    return tokens


@fact
def displacements(state: OcsState, place: Hex, side: Side, kind: str) -> tuple[Hex, ...]:
    """9.14c Land within so many hexes, whatever lies between, where nothing of the enemy's is."""
    theatre, limit = state.theatre, state.number("truck-displacement" if kind == TRUCKS else "wagon-displacement")
    found = theatre.disc(place, limit) - theatre.sea - state.occupied(enemy(side)) - prey(state, side)
    return tuple([Hex(hex) for hex in found if hex != place])


def where_to(capture: Capture, state: OcsState) -> list[Hex]:
    return list(displacements(state, capture.place, capture.loser, capture.means))


def bad_displacement(capture: Capture, state: OcsState, to: Hex) -> Iterator[Violation]:
    """9.14c"""
    if to not in where_to(capture, state):
        yield Violation("9.14c", say("they cannot displace to {hex}", to), (to,))


DISPLACE = Form("displace", "9.14c", Slot("to", HEX, where_to, bad_displacement, where_to))


# ------------------------------------------------------------------------------------------------ extenders


@fact
def refuges(state: OcsState, place: Hex, side: Side) -> tuple[Hex, ...]:
    """9.14d Hexes in trace supply that the extender reached: zones, that of its captor among them, are not counted."""
    mobility = LEG if state.theatre.is_wagon[extending(state, side, place)[0]] else TRUCK
    limit = QUARTERS * state.number("wagon-extender" if mobility == LEG else "truck-extender")
    closed = state.occupied(enemy(side)) | state.theatre.sea
    reach = state.theatre.board.grid.reach(path_prices(state, side, mobility), place, limit, closed=closed)
    found = reach.reached - prey(state, side)
    return tuple([Hex(hex) for hex in found if hex != place and traceable(state, side, Hex(hex))])


def where_to_collapse(capture: Capture, state: OcsState) -> list[Hex]:
    return list(refuges(state, capture.place, capture.loser))


def bad_refuge(capture: Capture, state: OcsState, to: Hex) -> Iterator[Violation]:
    """9.14d"""
    if to not in where_to_collapse(capture, state):
        yield Violation("9.14d", say("{hex} is out of its range, or not in trace supply", to), (to,))


COLLAPSE = Form("collapse", "9.14d", Slot("to", HEX, where_to_collapse, bad_refuge, where_to_collapse))


# ------------------------------------------------------------------------------------------------ aircraft


def plane_terms(state: OcsState, plane: UnitId, advance: bool) -> Breakdown:
    """9.14f What is added to the roll."""
    lines = state.scenario.charts.lines("air_base_capture_modifiers")
    return Breakdown(lines.applying({"active": bool(state.active[plane]), "advance": advance}))


@lru_cache
def loses_step(chart: Table, modifier: int) -> Callable[[int], int]:
    """9.14f 1: the dice cost it a step."""
    return lambda roll: int(chart.read(roll + modifier) == "Step Loss")


@fact
def refuges_of(state: OcsState, plane: UnitId, place: Hex) -> tuple[Hex, ...]:
    """9.14f Bases of its side within twice its range, on the map and off it."""
    theatre, limit = state.theatre, state.number("base-displacement") * state.theatre.range_of[plane]
    return tuple([
        base for base in bases(state, Side(state.owner[plane]))
        if base != place and theatre.distance(place, base) <= limit and takes(state, plane, base)
    ])  # fmt: skip


def where_to_flee(capture: Capture, state: OcsState) -> list[Hex]:
    return list(refuges_of(state, capture.fleeing[0], capture.place))


def bad_flight(capture: Capture, state: OcsState, to: Hex) -> Iterator[Violation]:
    """9.14f"""
    if to not in where_to_flee(capture, state):
        yield Violation("9.14f", say("{hex} is no base of yours within twice the range", to), (to,))


FLEE = Form("flee", "9.14f", Slot("to", HEX, where_to_flee, bad_flight, where_to_flee))
