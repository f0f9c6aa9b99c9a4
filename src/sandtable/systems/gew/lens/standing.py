"""How far a game of GEW is, and what the players have left."""

from __future__ import annotations

from sandtable.core.rules import Side
from sandtable.systems.gew.state import IMPULSE, POWER_NAMES, POWERS_OF_SIDE, GewState


def when(state: GewState) -> str:
    """`turn 2, autumn, impulse 1`."""
    if not state.turn:
        return "set-up"
    impulse = state.clock[IMPULSE]
    return f"turn {state.turn}, {state.season}" + (f", impulse {impulse}" if impulse else "")


def turns_played(state: GewState) -> int:
    return max(state.turn - state.setup.turns[0] + 1, 0)


def funds(state: GewState, side: Side) -> str:
    """`9 MP`; of a side of several powers that are at war, of each."""
    powers = [power for power in POWERS_OF_SIDE[side] if state.belligerent(power)]
    if len(powers) == 1:
        return f"{state.mp[powers[0]]} MP"
    return ", ".join(f"{POWER_NAMES[power]} {state.mp[power]} MP" for power in powers)
