"""GEW 23: the Air Operations Phase, from sending air units out to calling them home."""

from __future__ import annotations

from sandtable.core.bits import among
from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.rules import Side, enemy
from sandtable.systems.gew.s19_landings import land
from sandtable.systems.gew.s23_airbases import campaign_units, of_kind
from sandtable.systems.gew.s23_orders import (
    AIR_INTERCEPTIONS,
    ANSWER_IN_THE_AIR,
    BOMBINGS,
    FLY,
    HexByHex,
    SendOut,
    bombed_by,
    met_in_the_air,
)
from sandtable.systems.gew.s24_air_missions import AIRLIFT
from sandtable.systems.gew.s24_losses import come_back
from sandtable.systems.gew.state import AIRBORNE_ASSAULT, TRANSPORT, GewState
from sandtable.systems.gew.theatre import AIR, KINDS, NAVAL

CAMPAIGN = KINDS[1:]


class AirOperationsPhase(Procedure):
    """23.2 One side sends its air units out, the other answers; then they meet, bomb and land (G24-4)."""

    side: Side

    @step("23.2")
    def fly(self, state: GewState) -> Result:
        return Call(SendOut(self.side, FLY))

    @step("23.2")
    def answer(self, state: GewState) -> Result:
        return Call(SendOut(enemy(self.side), ANSWER_IN_THE_AIR))

    @step("24.3")
    def intercept(self, state: GewState) -> Result:
        return Call(HexByHex(self.side, AIR_INTERCEPTIONS)) if met_in_the_air(state, self.side) else None

    @step("24.1")
    def bomb(self, state: GewState) -> Result:
        return Call(HexByHex(self.side, BOMBINGS)) if bombed_by(state, self.side) else None

    @step("24.5")
    def land(self, state: GewState) -> Result:
        for airlift in campaign_units(state, self.side, AIRLIFT):
            if state.mission[airlift] in (TRANSPORT, AIRBORNE_ASSAULT):
                land(state, airlift)
        return Done()


def end_missions(state: GewState, side: Side) -> None:
    """23.6, 25.3, 27.0 After the Ground Combat Phase whoever is on a mission goes home non-operational, on both sides.
    Airborne units that have not landed are lost (24.6, G22-5), others still aboard are where they started (G22-4)."""
    mission_of, hex_of, hexes = state.mission, state.hex_of, state.theatre.hexes
    units = of_kind(state.theatre, CAMPAIGN)
    out = among(hex_of, units, hexes)
    if mission_of != bytes(len(mission_of)):  # they may be out at sea too
        out = tuple(unit for unit in units if mission_of[unit] or 0 <= hex_of[unit] < hexes)
    for unit in out:
        mission, passenger = mission_of[unit], state.passenger(unit)
        if passenger is not None:
            if mission == AIRBORNE_ASSAULT:
                state.eliminate(passenger, "24.6")
            else:
                come_back(state, passenger)
        if state.side_of(unit) is not None:
            kind = state.theatre.kind[unit]
            state.recycle(unit, "23.6" if kind in AIR else "25.3" if kind in NAVAL else "27.0")
