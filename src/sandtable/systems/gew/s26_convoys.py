"""GEW 26.4, 26.5, 30.6 and O39.1: the war on convoys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core.bits import Bits
from sandtable.core.decisions import UNIT, Form, Menu, Sieve, Slot
from sandtable.core.dice import Dice
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, Roll, step
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.system import Prepared
from sandtable.systems.gew.options import O39_NAVAL
from sandtable.systems.gew.s06_control import controlled, controls
from sandtable.systems.gew.s23_airbases import fights, not_ready, of_kind
from sandtable.systems.gew.s24_losses import LoseOne
from sandtable.systems.gew.s24_strategic_warfare import effects, prepare_convoy, told, worked_out, written
from sandtable.systems.gew.s26_naval_missions import FLEET, VICHY_FLEET, Z_FLEET
from sandtable.systems.gew.s35_offensives import PLAYED, offer_offensive, spend_offensive
from sandtable.systems.gew.state import ANTI_CONVOY, ASW, NO_MISSION, GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, WALLIED

RAIDERS = ("uboat", "sac", "fleet")


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
        for unit in list(state.units_in(state.theatre.convoy)):
            if state.theatre.kind[unit] not in FLEET and fights(state, unit):
                state.move(unit, state.theatre.display[ALLIED_SIDE], "33.3")
        return None

    @step("26.4")
    def guard(self, state: GewState) -> Result:
        """6.3 Asked even without a fleet to send; so is the raider."""
        return Goto("go_home") if "asw" in state.setup.skip else Ask(ALLIED_SIDE, GUARD, "action")

    @step("26.4")
    def place(self, state: GewState) -> Result:
        action, self.action = self.action, ()
        if action[0] == "end":
            return Goto("go_home")
        state.assign(action[1], ASW, state.theatre.convoy, Hex(-1), "26.4")
        return Goto("guard")

    @step("33.3")
    def go_home(self, state: GewState) -> Result:
        """G33-6 Fleets set up in the display that do not guard convoys go back, still operational."""
        for unit in list(state.units_in(state.theatre.convoy)):
            if state.theatre.kind[unit] in FLEET and state.mission[unit] == NO_MISSION:
                state.move(unit, state.theatre.display[ALLIED_SIDE], "33.3")
        return None

    @step("26.5")
    def raid(self, state: GewState) -> Result:
        return Goto("attack") if "anti_convoy" in state.setup.skip else Ask(AXIS_SIDE, RAID, "action")

    @step("26.5")
    def send(self, state: GewState) -> Result:
        action, self.action = self.action, ()
        if action[0] == "end":
            return Goto("attack")
        state.assign(action[1], ANTI_CONVOY, state.theatre.convoy, Hex(-1), "26.5")
        return Goto("raid")

    @step("26.5")
    def attack(self, state: GewState) -> Result:
        return None if in_convoy(state, ANTI_CONVOY) else Goto("recycle")

    @step("O35.2")
    def offer(self, state: GewState) -> Result:
        return offer_offensive(state, AXIS_SIDE)

    @step("26.5")
    def roll(self, state: GewState) -> Result:
        return Call(convoy_attack(state, self.offensive == PLAYED).procedure, into="result")

    @step("26.5")
    def tell(self, state: GewState) -> Result:
        spend_offensive(state, AXIS_SIDE, self.offensive)
        if state.log is None:
            return None
        column = int(convoy_attack(state, self.offensive == PLAYED).terms.total)
        means = told(state.scenario.charts, "U-Boat Attack", self.result)
        if not SUNK.keys() & set(effects(state.scenario.charts, "U-Boat Attack", self.result)):
            means = f"{means}; no MP are sunk"
        state.note("convoys_attacked", "26.5", column=column, result=self.result, means=means)
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
        state.note("convoys_sunk", "26.5", points=points)
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

    def raids(self, state: GewState, unit: UnitId) -> bool:
        return bool(state.operational[unit]) and next(cannot_raid(state, unit), None) is None

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
RAIDER = Slot(
    "unit", UNIT, ConvoyBattle.every_raider, ConvoyBattle.not_a_raider,
    Sieve(ConvoyBattle.every_raider, ConvoyBattle.raids),
)  # fmt: skip
RAID = Menu(
    "anti-convoy campaign", "26.5",
    Form("raid", "26.5", RAIDER),
    Form("end", "26.5"),
)  # fmt: skip


def in_convoy(state: GewState, mission: int) -> tuple[UnitId, ...]:
    """The units in the Atlantic Convoy Display with a mission."""
    return tuple(sorted(unit for unit in state.units_in(state.theatre.convoy) if state.mission[unit] == mission))


def cannot_guard(state: GewState, unit: UnitId) -> Iterator[Violation]:
    """26.4 Operational Western Allied fleets, from their display or as set up (G33-6); while the USA is neutral, one
    American fleet (33.3)."""
    id, theatre = state.scenario.counters.id(unit), state.theatre
    if theatre.kind[unit] not in FLEET or state.power_of(unit) != WALLIED:
        yield Violation("26.4", say("{unit} is not a fleet of the Western Allies", unit), units=(unit,))
        return
    if id == VICHY_FLEET:
        yield Violation("O42.2", say("{unit} leaves the Mediterranean for nothing", unit), units=(unit,))
    if state.hex_of[unit] not in (theatre.convoy, theatre.display[ALLIED_SIDE]) or state.mission[unit] != NO_MISSION:
        yield Violation("26.4", say("{unit} is not in the Campaign Operations Display", unit), units=(unit,))
    elif not state.operational[unit]:
        yield Violation("16.0", say("{unit} must be regrouped first", unit), units=(unit,))
    if not fights(state, unit):
        usa = theatre.country_of[unit]
        guards = [each for each in in_convoy(state, ASW) if theatre.country_of[each] == usa]
        if guards:
            yield Violation(
                "33.3", "while the USA is neutral, only one American fleet guards convoys", units=tuple(guards)
            )


def cannot_raid(state: GewState, unit: UnitId) -> Iterator[Violation]:
    """26.5 U-boats; FK 10 and FFAt while the Axis has an Atlantic port (30.6); with O39.1 the Z-Fleet."""
    id, theatre = state.scenario.counters.id(unit), state.theatre
    kind = theatre.kind[unit]
    able = kind == "uboat" or (kind == "sac" and theatre.anti_convoy[unit]) or id == Z_FLEET
    if state.side_of(unit) != AXIS_SIDE or not able:
        yield Violation("26.5", say("{unit} does not attack convoys", unit), units=(unit,))
        return
    yield from not_ready(state, AXIS_SIDE, (kind,), "26.5", unit)
    if id == Z_FLEET and not state.option(O39_NAVAL):
        yield Violation("O39.1", "this optional rule is not in use")
    if kind == "sac" and not atlantic_ports(state):
        yield Violation("30.6", "the Axis controls no port on the Atlantic", units=(unit,))


def atlantic_ports(state: GewState) -> Bits:
    """30.6 Atlantic ports that the Axis controls (G30-1)."""
    atlantic = 1 << state.theatre.sea_named("atlantic")
    ours = state.theatre.port & controlled(state, AXIS)
    return state.theatre.board.bits(port for port in ours if state.theatre.seas_at[port] & atlantic)


def convoy_attack(state: GewState, offensive: bool) -> Prepared:
    """26.5 Anti-convoy factors less ASW factors, the bases and the year."""
    theatre, charts = state.theatre, state.scenario.charts
    guards = in_convoy(state, ASW)
    given = {
        "uboats": written(theatre.anti_convoy[unit] for unit in in_convoy(state, ANTI_CONVOY)),
        "asw": written(theatre.asw[unit] for unit in guards) or "0",
        "base": uboat_base(state),
        "in_1943": charts.table("turns").read(state.turn, "year") == "1943",  # G26-3
        "offensive": offensive,
    }
    return worked_out(state.scenario, prepare_convoy, given)


def uboat_base(state: GewState) -> bool:
    """26.5, 24.9 Does the Axis control one of Brest, Bordeaux and Gibraltar that is not bombed (G26-2)?"""
    return any(controls(state, AXIS, base) and not state.bombed[base] for base in state.theatre.uboat_bases)
