"""GEW O35: Major Offensives in the air, at sea and by special forces. (On the ground they are part of the attack.)"""

from __future__ import annotations

from sandtable.core.decisions import WORD, Form, Slot
from sandtable.core.rules import Side
from sandtable.systems.gew.state import GewState

PLAYED = ("play",)
OFFENSIVE = Form("major offensive", "O35.2", Slot("will", WORD, lambda *_: ("play", "keep")))


def offensive_ready(state: GewState, side: Side) -> bool:
    """O35.2 Has a side a marker to play? One for each attack (O35.3)."""
    return state.option("major_offensives") and state.offensives_of(side)[0] > 0


def spend_offensive(state: GewState, side: Side, answer: tuple[str, ...]) -> None:
    """O35.4 A marker that was played is gone; the enemy sees it."""
    if answer == PLAYED:
        state.count_offensives(side, 0, -1, "O35.4")
        state.note("offensive", "O35.2", side=side)
