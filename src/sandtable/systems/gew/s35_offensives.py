"""GEW O35: Major Offensives in the air, at sea and by special forces. (On the ground they are part of the attack.)"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import WORD, Form, Slot
from sandtable.core.flow import Ask, Procedure
from sandtable.core.rules import Side, Violation
from sandtable.systems.gew.options import O35_OFFENSIVES
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE

PLAYED = ("play",)


def offer_offensive(state: GewState, side: Side) -> Ask | None:
    """O35.2 Asked in every game with this rule, since the enemy does not see whether a marker is ready (6.3)."""
    return Ask(side, OFFENSIVE[side], "offensive") if state.option(O35_OFFENSIVES) else None


def offensive_ready(state: GewState, side: Side) -> bool:
    """O35.2 Has a side a marker to play? One for each attack (O35.3)."""
    return state.option(O35_OFFENSIVES) and state.offensives_of(side)[0] > 0


def spend_offensive(state: GewState, side: Side, answer: tuple[str, ...]) -> None:
    """O35.4 A marker that was played is gone; the enemy sees it."""
    if answer == PLAYED:
        state.count_offensives(side, 0, -1, "O35.4")
        state.note("offensive", "O35.2", side=side)


WILL = ("play", "keep")


def question(side: Side) -> Form:
    """Play a marker, or keep it."""

    def none_ready(procedure: Procedure, state: GewState, word: str) -> Iterator[Violation]:
        if word == "play" and not offensive_ready(state, side):
            yield Violation("O35.2", "no major offensive is ready")

    return Form("major offensive", "O35.2", Slot("will", WORD, lambda *_: WILL, none_ready))


OFFENSIVE = {side: question(side) for side in (AXIS_SIDE, ALLIED_SIDE)}
