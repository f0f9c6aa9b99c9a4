"""GEW 25: the Naval Operations Phase, from putting to sea to interception and landing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core.decisions import HEX, Form, Menu, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.system import Prepared
from sandtable.systems.gew.s06_control import enemies_in
from sandtable.systems.gew.s13_zones import enemy
from sandtable.systems.gew.s23_air_operations import disembark, written
from sandtable.systems.gew.s23_airbases import of_kind, ready
from sandtable.systems.gew.s24_losses import aboard, unit_losses
from sandtable.systems.gew.s24_strategic_warfare import effects, prepare_naval_interception
from sandtable.systems.gew.s26_naval_missions import (
    AMPHIB,
    FLEET,
    fleet_form,
    interceptable,
    landing_form,
    supportable,
)
from sandtable.systems.gew.state import AMPHIBIOUS_ASSAULT, GUNFIRE, NAVAL_INTERCEPTION, GewState
from sandtable.systems.gew.theatre import HEXES


class NavalOperationsPhase(Procedure):
    """25.1 One side lands and supports landings, the other intercepts; what comes through goes ashore."""

    side: Side
    action: tuple[Any, ...] = ()
    settled: tuple[Hex, ...] = ()

    @step("25.1")
    def sail(self, state: GewState) -> Result:
        landing = any(landings(state, self.side))
        if ready(state, self.side, (*AMPHIB, *FLEET) if landing else AMPHIB):
            return Ask(self.side, SAIL, "action")
        return Goto("answer") if landing else Done()

    @step("25.1")
    def send(self, state: GewState) -> Result:
        action, self.action = self.action, ()
        if action[0] == "end":
            return Goto("answer") if any(landings(state, self.side)) else Done()
        send_out(state, action)
        return Goto("sail")

    @step("26.3")
    def answer(self, state: GewState) -> Result:
        if not ready(state, enemy(self.side), FLEET):
            return Goto("interceptions")
        return Ask(enemy(self.side), ANSWER, "action")

    @step("26.3")
    def send_against(self, state: GewState) -> Result:
        action, self.action = self.action, ()
        if action[0] == "end":
            return Goto("interceptions")
        send_out(state, action)
        return Goto("answer")

    @step("26.3")
    def interceptions(self, state: GewState) -> Result:
        places = self.to_meet(state)
        if not places:
            self.settled = ()
            return Goto("land")
        if len(places) > 1:
            return Ask(self.side, NEXT_INTERCEPTION, "action")
        self.action = (places[0],)
        return None

    @step("26.3")
    def intercept(self, state: GewState) -> Result:
        place = self.action[0]
        self.action, self.settled = (), (*self.settled, place)
        return Call(NavalInterception(enemy(self.side), place), then="interceptions")

    @step("26.1")
    def land(self, state: GewState) -> Result:
        """26.1 Ashore where no enemy stands; against the others the Ground Combat Phase decides."""
        for amphib in landings(state, self.side):
            passenger, to = aboard(state, amphib), Hex(state.hex_of[amphib])
            if passenger is not None and not (to < HEXES and enemies_in(state, self.side, to)):
                disembark(state, passenger, to, "26.1")
        return Done()

    def to_meet(self, state: GewState) -> list[Hex]:
        met = {
            Hex(state.hex_of[unit])
            for unit in of_kind(state.theatre, FLEET)
            if state.mission[unit] == NAVAL_INTERCEPTION
        }
        return sorted(met - set(self.settled))

    def not_met(self, state: GewState, place: Hex) -> Iterator[Violation]:
        if place not in (places := self.to_meet(state)):
            yield Violation("26.3", "no landing is left to intercept there", tuple(places))


def phasing(phase: Procedure) -> Side:
    assert isinstance(phase, NavalOperationsPhase)
    return phase.side


def answering(phase: Procedure) -> Side:
    return enemy(phasing(phase))


SAIL = Menu(
    "naval operations", "25.1",
    landing_form(phasing),
    fleet_form("support", "26.2", "a landing of its power without a fleet", supportable, phasing),
    Form("end", "25.1"),
)  # fmt: skip
ANSWER = Menu(
    "naval interception", "26.3",
    fleet_form("intercept", "26.3", "an enemy landing that no fleet of yours meets", interceptable, answering),
    Form("end", "26.3"),
)  # fmt: skip
NEXT_INTERCEPTION = Form(
    "next interception", "26.3", Slot("hex", HEX, NavalOperationsPhase.to_meet, NavalOperationsPhase.not_met)
)
MISSION_OF = {"support": (GUNFIRE, "26.2"), "intercept": (NAVAL_INTERCEPTION, "26.3")}


def landings(state: GewState, side: Side) -> list[UnitId]:
    """The amphibs of a side that have put to sea."""
    return [
        unit
        for unit in of_kind(state.theatre, AMPHIB)
        if state.mission[unit] == AMPHIBIOUS_ASSAULT and state.side_of(unit) == side
    ]


def send_out(state: GewState, action: tuple[Any, ...]) -> None:
    """25.1 A naval unit goes to its hex, an amphib with a unit aboard."""
    word, unit, *rest = action
    if word == "land":
        passenger, to = rest
        state.embark(passenger, unit, "26.1")
        state.assign(unit, AMPHIBIOUS_ASSAULT, to, Hex(-1), "26.1")
    else:
        mission, rule = MISSION_OF[word]
        state.assign(unit, mission, rest[0], Hex(-1), rule)


class NavalInterception(Procedure):
    """26.3 A fleet attacks a landing and its gunfire support. `side` intercepts."""

    side: Side
    hex: Hex
    result: str = ""
    part: int = 0

    @step("26.3")
    def roll(self, state: GewState) -> Result:
        return Call(interception(state, self.side, self.hex).procedure, into="result")

    @step("24.7")
    def tell(self, state: GewState) -> Result:
        column = int(interception(state, self.side, self.hex).terms.total)
        state.note("intercepted", "26.3", side=self.side, hex=self.hex, column=column, result=self.result)
        return None

    @step("24.7")
    def apply(self, state: GewState) -> Result:
        found = effects(state.scenario.charts, "Naval Interception", self.result)
        if self.part == len(found):
            return Done()
        effect = found[self.part]
        self.part += 1
        losses = unit_losses(effect, self.side, both(state, self.side, self.hex), "26.3")
        return Goto("apply") if losses is None else losses._replace(then="apply")


def both(state: GewState, side: Side, place: Hex) -> tuple[list[UnitId], list[UnitId]]:
    """The intercepting fleet in a hex, and the enemy's landing and its support."""
    there = [unit for unit in of_kind(state.theatre, (*FLEET, *AMPHIB)) if state.hex_of[unit] == place]
    ours = [unit for unit in there if state.side_of(unit) == side and state.mission[unit] == NAVAL_INTERCEPTION]
    theirs = [unit for unit in there if state.side_of(unit) == enemy(side)]
    return ours, theirs


def interception(state: GewState, side: Side, place: Hex) -> Prepared:
    """26.3 Combat factors of the fleet less those of the landing and its support."""
    ours, theirs = both(state, side, place)
    given = {
        "fleet": written(state.theatre.naval[unit] for unit in ours),
        "intercepted": written(state.theatre.naval[unit] for unit in theirs),
    }
    return prepare_naval_interception(state.scenario.charts, given)
