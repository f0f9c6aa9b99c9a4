"""GEW 25: the Naval Operations Phase, from putting to sea to interception and landing."""

from __future__ import annotations

from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.rules import Side, enemy
from sandtable.systems.gew.s19_landings import land
from sandtable.systems.gew.s23_orders import INTERCEPT_AT_SEA, NAVAL_INTERCEPTIONS, SAIL, HexByHex, SendOut
from sandtable.systems.gew.s26_naval_missions import landings
from sandtable.systems.gew.state import GewState


class NavalOperationsPhase(Procedure):
    """25.1 One side lands and supports landings, the other intercepts; what comes through goes ashore."""

    side: Side

    @step("25.1")
    def sail(self, state: GewState) -> Result:
        return Call(SendOut(self.side, SAIL))

    @step("26.3")
    def answer(self, state: GewState) -> Result:
        return Call(SendOut(enemy(self.side), INTERCEPT_AT_SEA)) if landings(state, self.side) else Done()

    @step("26.3")
    def intercept(self, state: GewState) -> Result:
        return Call(HexByHex(self.side, NAVAL_INTERCEPTIONS))

    @step("26.1")
    def land(self, state: GewState) -> Result:
        for amphib in landings(state, self.side):
            land(state, amphib)
        return Done()
