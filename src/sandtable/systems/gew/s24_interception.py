"""GEW 24.3 and 26.3: the non-phasing side's units attack what comes to a hex, in the air and at sea."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandtable.core.charts import Situation
from sandtable.core.flow import Call, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.system import Prepared
from sandtable.systems.gew.options import FLAK_HELPS_INTERCEPTOR
from sandtable.systems.gew.s23_airbases import flying, of_kind
from sandtable.systems.gew.s24_losses import unit_losses
from sandtable.systems.gew.s24_strategic_warfare import (
    effects,
    modifiers,
    prepare_air_interception,
    prepare_naval_interception,
    prepared,
    told,
    worked_out,
    written,
)
from sandtable.systems.gew.s26_naval_missions import AMPHIB, FLEET
from sandtable.systems.gew.state import GewState

Units = tuple[list[UnitId], list[UnitId]]


class Interception(Procedure):
    """24.3, 26.3 Those who intercept in a hex attack the enemy there. `side` intercepts."""

    side: Side
    hex: Hex
    where: str  # IN_THE_AIR or AT_SEA
    result: str = ""
    part: int = 0

    @step("24.3")
    def roll(self, state: GewState) -> Result:
        return Call(WAYS[self.where].odds(state, self.side, self.hex).procedure, into="result")

    @step("24.7")
    def tell(self, state: GewState) -> Result:
        if state.log is None:
            return None
        way = WAYS[self.where]
        column = int(way.odds(state, self.side, self.hex).terms.total)
        means = told(state.scenario.charts, way.mission, self.result)
        state.note(
            "intercepted", way.rule, side=self.side, hex=self.hex, column=column, result=self.result, means=means
        )
        return None

    @step("24.7")
    def apply(self, state: GewState) -> Result:
        way = WAYS[self.where]
        found = effects(state.scenario.charts, way.mission, self.result)
        if self.part == len(found):
            return Done()
        effect = found[self.part]
        self.part += 1
        losses = unit_losses(effect, self.side, way.units(state, self.side, self.hex), way.rule)
        return Goto("apply") if losses is None else Call(losses.procedure, losses.into, "apply")

    @property
    def rule(self) -> str:
        """24.3 in the air, 26.3 at sea."""
        return WAYS[self.where].rule


# ------------------------------------------------------------------------------------------------ in the air


def air_units(state: GewState, side: Side, place: Hex) -> Units:
    """24.3 The air units of a side in a hex, and those of its enemy."""
    ours = [unit for unit, there in flying(state, side) if there == place]
    return ours, [unit for unit, there in flying(state, enemy(side)) if there == place]


def air_interception(state: GewState, side: Side, place: Hex) -> Prepared:
    """24.3 Air combat factors, and flak: it guards the intercepted (G24-3), or with the option helps the interceptor as
    much."""
    ours, theirs = air_units(state, side, place)
    charts, helps = state.scenario.charts, state.option(FLAK_HELPS_INTERCEPTOR)
    given = {
        "interceptors": written(state.theatre.air[unit] for unit in ours),
        "intercepted": written(state.theatre.air[unit] for unit in theirs),
        "flak": not helps and flak_in(state, place, enemy(side)),
    }
    found = worked_out(state.scenario, prepare_air_interception, given)
    if not helps or not flak_in(state, place, side):
        return found
    flak = [term._replace(label="flak of the interceptors", value=-term.value) for term in modifiers(charts, FLAK)]
    return prepared(charts, [*found.terms[:-1], *flak])


FLAK: Situation = {"mission": "air interception", "flak": True}


def flak_in(state: GewState, place: Hex, side: Side) -> bool:
    return any(state.theatre.type[unit] == "flak" and state.side_of(unit) == side for unit in state.ground_in(place))


# ------------------------------------------------------------------------------------------------ at sea


def naval_units(state: GewState, side: Side, place: Hex) -> Units:
    """26.3 The intercepting fleet in a hex, and the enemy's landing and its support."""
    there = [unit for unit in of_kind(state.theatre, (*FLEET, *AMPHIB)) if state.hex_of[unit] == place]
    ours = [unit for unit in there if state.side_of(unit) == side]
    return ours, [unit for unit in there if state.side_of(unit) == enemy(side)]


def naval_interception(state: GewState, side: Side, place: Hex) -> Prepared:
    """26.3 Combat factors of the fleet less those of the landing and its support."""
    ours, theirs = naval_units(state, side, place)
    given = {
        "fleet": written(state.theatre.naval[unit] for unit in ours),
        "intercepted": written(state.theatre.naval[unit] for unit in theirs),
    }
    return worked_out(state.scenario, prepare_naval_interception, given)


# ------------------------------------------------------------------------------------------------ both


class Way(NamedTuple):
    """In the air or at sea."""

    rule: str
    mission: str  # in the chart swt_results
    units: Callable[[GewState, Side, Hex], Units]
    odds: Callable[[GewState, Side, Hex], Prepared]


IN_THE_AIR, AT_SEA = "air", "sea"
WAYS = {
    IN_THE_AIR: Way("24.3", "Air Superiority", air_units, air_interception),
    AT_SEA: Way("26.3", "Naval Interception", naval_units, naval_interception),
}
