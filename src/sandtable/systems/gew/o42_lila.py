"""GEW O42: Operation Lila, the German grasp at the French fleet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.core.decisions import Action, Form, Menu
from sandtable.core.dice import Dice
from sandtable.core.flow import Ask, Done, Procedure, Result, Roll, step
from sandtable.core.rules import Hex, Side, Violation
from sandtable.systems.gew.options import O42_LILA
from sandtable.systems.gew.s09_neutrals import units_of
from sandtable.systems.gew.s26_naval_missions import VICHY_FLEET
from sandtable.systems.gew.state import LILA_DECLARED, VICHY_GONE, GewState
from sandtable.systems.gew.theatre import AXIS, AXIS_SIDE, NEUTRAL, WALLIED, Theatre


class Lila(Procedure):
    """O42.2 Once a game, in a Strategic Operations Phase; the Axis declares it, whoever goes first."""

    side: Side
    action: Action = ()
    outcome: str = ""

    @step("O42.1")
    def ask(self, state: GewState) -> Result:
        if next(no_lila(self, state), None) is not None:
            return Done()
        return Ask(AXIS_SIDE, LILA, "action")

    @step("O42.2")
    def roll(self, state: GewState) -> Result:
        if self.action[0] == "hold":
            return Done()
        return Roll(Dice(1), "outcome", state.scenario.charts.table("lila").read)

    @step("O42.2")
    def apply(self, state: GewState) -> Result:
        state.flag(LILA_DECLARED)
        state.flag(VICHY_GONE)
        state.note("lila", "O42.2", result=self.outcome)
        vichy = state.theatre.country("vichy_france")
        disaster = self.outcome == "Disaster"
        remove_units(state, vichy, only_in_france=disaster)
        if self.outcome == "Failure":
            state.leave_war(vichy)
        else:
            land = state.theatre.in_group("french_north_africa") if disaster else state.theatre.board.bits(())
            state.join(vichy, WALLIED if disaster else AXIS, "O42.2", land)
            fleet_arrives(state, self.outcome)
        occupy_south_france(state)
        return Done()


def remove_units(state: GewState, vichy: int, only_in_france: bool) -> None:
    """O42.2 Out of the game; the air unit in any case (GO-42)."""
    theatre = state.theatre
    france = set(theatre.in_group("south_france"))
    for unit in units_of(theatre, vichy):
        spared = only_in_france and 0 <= state.hex_of[unit] < theatre.hexes and state.hex_of[unit] not in france
        if state.hex_of[unit] >= 0 and not spared:
            state.take_out(unit, "O42.2")


def fleet_arrives(state: GewState, outcome: str) -> None:
    """O42.2 A reinforcement that costs nothing; too late is never (11.3)."""
    arrival = state.turn + int(state.scenario.charts.lines("tracks")[f"fleet-{outcome}"].amount)
    if arrival <= state.setup.turns[1]:
        state.place(state.theatre.unit(VICHY_FLEET), state.theatre.track[arrival], "O42.2")


def occupy_south_france(state: GewState) -> None:
    """GO-42 It is Axis in any case; French North Africa is Allied after a disaster, else nobody's."""
    state.take_land("south_france", AXIS, "O42.2")
    for place in state.theatre.in_group("south_france"):
        for unit in state.ground_in(place):
            if state.side_of(unit) not in (None, AXIS_SIDE):  # a partisan keeps its hex
                state.take_hex(place, state.power_of(unit), "6.1")


def no_lila(procedure: Lila, state: GewState) -> Iterator[Violation]:
    """O42.1"""
    theatre = state.theatre
    if not state.option(O42_LILA):
        yield Violation("O42", "Operation Lila is not played")
    if state.flags[LILA_DECLARED]:
        yield Violation("O42.1", "Lila was declared already")
    if state.status[theatre.country("vichy_france")] != NEUTRAL:
        yield Violation("O42.1", "Vichy France is not neutral")
    ports = _ports(theatre)
    if not any(theatre.nationality[unit] == "german" for port in ports for unit in state.ground_in(port)):
        yield Violation("O42.1", "no German unit is in a French port on the Mediterranean", ports)


@lru_cache
def _ports(theatre: Theatre) -> tuple[Hex, ...]:
    sea = 1 << theatre.sea_named("mediterranean")
    ports = list(theatre.port & theatre.in_group("france_in_europe"))
    return tuple(port for port in ports if theatre.seas_at[port] & sea)


LILA = Menu("lila", "O42.1", Form("declare", "O42.1", refuse=no_lila), Form("hold", "O42.1"), ends="hold")
