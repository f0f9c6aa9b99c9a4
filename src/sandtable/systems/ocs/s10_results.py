"""OCS 10.0: what a barrage does to the hex, whoever fires it: artillery, aircraft or ships."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sandtable.core.bits import where
from sandtable.core.charts import shift_of
from sandtable.core.dice import Dice, at_least
from sandtable.core.flow import Call, Done, Goto, Procedure, Result, Roll, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.state import fact
from sandtable.core.system import Prepared
from sandtable.systems.ocs.options import SHIFTS_STOP
from sandtable.systems.ocs.s04_zones import beside
from sandtable.systems.ocs.s06_terrain import line_of
from sandtable.systems.ocs.s09_forces import terrains
from sandtable.systems.ocs.s09_losses import LoseSteps
from sandtable.systems.ocs.s10_barrage import prepare_barrage, prepare_facility, steps_of
from sandtable.systems.ocs.s15_bases import ground
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import QUARTERS, STRAT

ONE_DIE = Dice(1)
UNITS, BASE, PORT, RAILWAY = "units", "base", "port", "railway"  # what a barrage is aimed at
AIMS = (UNITS, BASE, PORT)
ARTILLERY, AIR, SHIP = "artillery", "air", "ship"  # what fires


class BarrageHex(Procedure):
    """10.0 One barrage: the roll, then disorganization and steps, or damage to a facility."""

    side: Side
    target: Hex
    aim: str
    halves: int  # barrage points of all that fires, doubled: disorganized artillery counts half (5.10)
    by: str  # what fires
    strategic: int = 0  # 1: strategic bombers take part
    near_base: int = 0  # 1: every aircraft is near its base
    far: int = 0  # 21.4 1: an aircraft flew beyond half its range
    effect: str = ""
    planes: tuple[UnitId, ...] = ()  # at an air base that was hit, still to be checked
    lost: int = 0

    @step("10.0a")
    def fire(self, state: OcsState) -> Result:
        return Call(prepared(state, self).procedure, into="effect")

    @step("10.0a")
    def tell(self, state: OcsState) -> Result:
        state.note("barraged", "10.0a", hex=self.target, side=self.side, aim=self.aim, result=self.effect)
        if self.aim != UNITS:
            return Goto("damage")
        if self.effect == "-":
            return Done(self.effect)
        foe = enemy(self.side)
        state.disorganize(self.target, foe, "10.0a")
        steps = steps_of(self.effect)
        units = tuple(state.combat_units_in(self.target, foe))
        if not steps:
            return Done(self.effect)
        return Call(LoseSteps(foe, units, steps, spread=0, rule_cited="10.0a"), then="end")

    @step("10.0c")
    def damage(self, state: OcsState) -> Result:
        hit = read_facility(self.effect)
        if self.aim == BASE:
            state.damage_base(self.target, hit.levels, "10.0c")
            ground(state, enemy(self.side), self.target)
            if hit.planes:
                self.planes = tuple(sorted(state.planes_at(self.target, enemy(self.side))))
        elif self.aim == PORT and hit.levels:
            state.damage_port(self.target, hit.levels, "10.0c")
        elif self.aim == RAILWAY and hit.trains:
            state.bust(self.target, self.side, "14.8")
        return None

    @step("10.0c")
    def roll_plane(self, state: OcsState) -> Result:
        if not self.planes:
            return Goto("end")
        return Roll(ONE_DIE, "lost", at_least(read_facility(self.effect).planes))

    @step("10.0c")
    def hit_plane(self, state: OcsState) -> Result:
        (plane, *rest), lost, self.lost = self.planes, self.lost, 0
        self.planes = tuple(rest)
        if lost:
            state.lose_steps(plane, 1, "10.0c")
        return Goto("roll_plane")

    @step("10.0")
    def end(self, state: OcsState) -> Result:
        return Done(self.effect)


def prepared(state: OcsState, barrage: BarrageHex) -> Prepared:
    """10.0a, 10.0c The column with every shift, from the map."""
    charts = state.scenario.charts
    if barrage.aim != UNITS:
        return prepare_facility(charts, {"strength": Fraction(barrage.halves, 2)})
    return prepare_barrage(charts, given_for(state, barrage))


def given_for(state: OcsState, barrage: BarrageHex) -> Mapping[str, Any]:
    """10.0a All that the column of a barrage of units follows from."""
    target, foe = barrage.target, enemy(barrage.side)
    return {
        "strength": Fraction(barrage.halves, 2), "re": density_of(state, target, foe), "kind": barrage.by,
        "terrain": sheltering(state, target), "hedgehog": state.hedgehog[target],
        "spotted": spotted(state, barrage.side, target), "strategic": bool(barrage.strategic),
        "strat_mode": any(state.mode[unit] == STRAT for unit in state.combat_units_in(target, foe)),
        "near_base": bool(barrage.near_base), "far": bool(barrage.far), "shifts_stop": state.option(SHIFTS_STOP),
    }  # fmt: skip


def density_of(state: OcsState, place: Hex, side: Side) -> Fraction:
    """10.0a REs of combat units, not rounded; a multi-step unit or a formation counts three at most."""
    theatre, most = state.theatre, QUARTERS * state.number("formation-density")
    alone, formations = 0, dict[int, int]()
    for unit in state.combat_units_in(place, side):
        if (formation := theatre.formation_of[unit]) >= 0:
            formations[formation] = formations.get(formation, 0) + state.size(unit)
        else:
            alone += min(most, state.size(unit)) if theatre.full_steps[unit] > 1 else state.size(unit)
    return Fraction(alone + sum(min(most, size) for size in formations.values()), QUARTERS)


def sheltering(state: OcsState, place: Hex) -> str:
    """10.0a The terrain of a hex that shelters best: the target's owner chooses, and it costs him nothing."""
    charts = state.scenario.charts
    shifts = charts.lines("barrage_shifts")

    def shift(terrain: str) -> int:
        lines = [line for line in shifts.lines if line.id in ("close", "extremely-close")]
        said = shifts.completed({"terrain": line_of(charts, terrain)})
        return sum(shift_of(line.value) for line in lines if line.applies(said))

    return min(terrains(state, place), key=shift)


def spotted(state: OcsState, side: Side, target: Hex) -> bool:
    """10.0b A combat unit of the side, in any mode, next to the target."""
    return target in beside(state, side)


class Damage(NamedTuple):
    """10.0c A result of the Barrage vs Facility Table."""

    levels: int  # of an air base, or hits of a port
    trains: bool  # trainbusting works
    planes: int  # the least die that costs an aircraft at the base a step; 0: none is checked


def read_facility(result: str) -> Damage:
    """`1 * (5)`, `(6)`, `-`."""
    words = result.split()
    levels = next((int(word) for word in words if word.isdecimal()), 0)
    planes = next((int(word.strip("()")) for word in words if word[0] == "("), 0)
    return Damage(levels, "*" in words, planes)


# ------------------------------------------------------------------------------------------------ what is aimed at


def bad_aim(state: OcsState, side: Side, target: Hex, aim: str) -> Iterator[Violation]:
    """10.0, 10.0c Is there anything of the enemy's of this kind in the hex?"""
    foe = enemy(side)
    if target >= state.theatre.board.hexes:
        yield Violation("10.0", say("{hex} is not on the map", target), (target,))
    elif aim == UNITS:
        if target not in state.occupied(foe):
            yield Violation("10.0", say("no enemy combat unit is in {hex}", target), (target,))
    elif state.controller(target) != foe:
        yield Violation("10.0c", say("{hex} is not the enemy's", target), (target,))
    elif aim == BASE and not state.base[target]:
        yield Violation("10.0c", say("there is no air base in {hex}", target), (target,))
    elif aim == PORT and target not in state.theatre.ports:
        yield Violation("10.0c", say("there is no port in {hex}", target), (target,))
    elif aim == PORT and state.port_hits[target] >= state.number("most-port-hits"):
        yield Violation("10.0c", say("the port of {hex} can take no more hits", target), (target,))


def all_aims(segment: Segment, state: OcsState, target: Hex) -> Sequence[str]:
    return AIMS


def not_aimed_at(segment: Segment, state: OcsState, target: Hex, aim: str) -> Iterator[Violation]:
    """10.0c"""
    yield from bad_aim(state, segment.side, target, aim)


@fact
def aims_at(state: OcsState, side: Side, target: Hex) -> tuple[str, ...]:
    """What may be aimed at in a hex."""
    return tuple([aim for aim in AIMS if next(bad_aim(state, side, target, aim), None) is None])


@fact
def worth_a_barrage(state: OcsState, side: Side) -> tuple[Hex, ...]:
    """Hexes with enemy combat units, air bases or ports."""
    theatre, foe = state.theatre, enemy(side)
    facilities = (theatre.everywhere - where(state.base, (0,))) | theatre.with_port
    theirs = facilities & where(state.control, (foe + 1,)) - state.occupied(foe)
    return tuple(state.occupied(foe) | theatre.board.bits([hex for hex in theirs if aims_at(state, side, hex)]))


def barraged_already(state: OcsState, target: Hex) -> Iterator[Violation]:
    """10.0e Once in a phase, whatever it is aimed at."""
    if target < state.theatre.board.hexes and state.barraged[target]:
        yield Violation("10.0e", say("{hex} has been barraged in this phase", target), (target,))
