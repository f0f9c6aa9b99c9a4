"""OCS 2.3: what begins and ends with each phase of a player-turn."""

from __future__ import annotations

from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.rules import Side, enemy
from sandtable.core.state import OFF
from sandtable.systems.ocs.s04_stacking import CheckStacking
from sandtable.systems.ocs.s20_breakdowns import absorb
from sandtable.systems.ocs.state import (
    DRY,
    EXPLOITATION,
    FOR_THE_PHASE,
    MOVEMENT,
    NEW_PORT,
    NO_SEGMENT,
    PORT,
    REACTION,
    SEGMENT,
    OcsState,
)
from sandtable.systems.ocs.theatre import DG, EXPLOIT

OF_A_PHASE = (
    "spent", "done", "barraged", "attacked", "unloaded", "port_used", "rail_used", "blown", "shot_at", "landed",
    "sea_used", "regauged", "converted",
)  # fmt: skip


def begin_phase(state: OcsState) -> None:
    """2.3 Nobody has moved, fired or flown in the phase that begins."""
    for name in OF_A_PHASE:
        state.clear(name)
    for craft in state.theatre.holds:  # 18.4f
        if state.role[craft] == NEW_PORT:
            state.take_role(craft, PORT, "18.4f")
    state.began[:] = state.hex_of
    state.changed("began")
    if state.fuel_from.count(OFF) < len(state.fuel_from):  # 12.5 an HQ throws fuel from one hex in a phase
        for unit in range(len(state.fuel_from)):
            state.fuel_from[unit] = OFF
        state.changed("fuel_from")


def end_phase(state: OcsState) -> None:
    """12.5 Fuel for a phase is used up."""
    if FOR_THE_PHASE in state.fuel:
        state.fuel[:] = state.fuel.replace(bytes([FOR_THE_PHASE]), bytes([DRY]))
        state.changed("fuel")


def begins(state: OcsState, segment: int) -> Result:
    begin_phase(state)
    state.tick(SEGMENT, segment)
    return Done()


class BeginRefit(Procedure):
    """2.3 A new player-turn: the Aircraft Refit Phase is its first."""

    side: Side

    @step("2.3")
    def begin(self, state: OcsState) -> Result:
        state.clear("built")
        return begins(state, NO_SEGMENT)


class BeginMovement(Procedure):
    """2.3 The Movement Phase."""

    side: Side

    @step("2.3")
    def begin(self, state: OcsState) -> Result:
        return begins(state, MOVEMENT)


class BeginReaction(Procedure):
    """2.3 The Reaction Phase."""

    side: Side

    @step("2.3")
    def begin(self, state: OcsState) -> Result:
        return begins(state, REACTION)


class BeginCombat(Procedure):
    """2.3 The Combat Phase: nobody moves."""

    side: Side

    @step("2.3")
    def begin(self, state: OcsState) -> Result:
        return begins(state, NO_SEGMENT)


class BeginExploitation(Procedure):
    """2.3 The Exploitation Phase."""

    side: Side

    @step("2.3")
    def begin(self, state: OcsState) -> Result:
        return begins(state, EXPLOITATION)


class StopMoving(Procedure):
    """4.8 A segment in which units moved ends: nobody moves any more, and hexes are not overstacked."""

    side: Side

    @step("4.8")
    def stop(self, state: OcsState) -> Result:
        state.tick(SEGMENT, NO_SEGMENT)
        return Call(CheckStacking(self.side))


class EndPhase(Procedure):
    """2.3, 4.8 A phase ends."""

    side: Side

    @step("20.0")
    def absorb(self, state: OcsState) -> Result:
        absorb(state)
        return None

    @step("4.8")
    def check(self, state: OcsState) -> Result:
        return Call(CheckStacking(self.side))

    @step("12.5")
    def end(self, state: OcsState) -> Result:
        end_phase(state)
        return Done()


class CleanUp(Procedure):
    """2.3 The phasing side's units recover from DG and Exploit; its fuel is used up; trains run again."""

    side: Side

    @step("2.3")
    def clean(self, state: OcsState) -> Result:
        for unit in state.scenario.units_of(self.side):
            if state.mode[unit] in (DG, EXPLOIT):
                state.release(unit, "2.3")
            state.fuel[unit] = DRY
            state.fuel_from[unit] = OFF
        state.changed("fuel")
        placed = enemy(self.side) + 1
        if placed in state.busted:
            state.busted[:] = state.busted.replace(bytes([placed]), bytes(1))
            state.changed("busted")
        return Done()
