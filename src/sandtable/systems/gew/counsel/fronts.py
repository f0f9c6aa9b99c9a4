"""The fronts that are planned by themselves, and what may be ordered there."""

from __future__ import annotations

from functools import lru_cache

from sandtable.core.parts import QUARTER
from sandtable.core.rules import Hex, Side
from sandtable.core.system import Scenario
from sandtable.systems.gew.s04_sequence import impulses
from sandtable.systems.gew.setups import setup_of
from sandtable.systems.gew.state import FIRST_PLAYER, IMPULSE, PHASING, GewState
from sandtable.systems.gew.theatre import Theatre

NAMES = WEST, EAST, SOUTH = "the West", "the East", "the South"
EASTERN = (
    "poland", "slovakia", "hungary", "romania", "bulgaria", "finland", "baltic_states", "ussr",
)  # fmt: skip
SOUTHERN = (
    "malta", "cyprus", "egypt", "palestine", "transjordan", "syria_lebanon", "iraq", "corsica", "french_morocco",
    "algeria", "tunisia", "spanish_morocco", "italy", "sicily", "sardinia", "libya", "croatia", "balkans", "greece",
    "crete", "turkey",
)  # fmt: skip
OCCASIONS = 2  # impulses of a side in a turn, at most (15.0)
AHEAD = 2  # of them for which answers are tried, and plans of the campaign
ELBE = 22  # the column of the map from which Germany belongs to the East


@lru_cache(maxsize=16)
def front_names(scenario: Scenario) -> tuple[str, ...]:
    """In a shorter scenario there is one."""
    setup = setup_of(scenario.name)
    return NAMES if setup.victory is None else (setup.title,)


def horizon(scenario: Scenario) -> int:
    """Shorter scenarios are played to their end."""
    return AHEAD if setup_of(scenario.name).victory is None else 0


def soon(scenario: Scenario) -> int:
    """Where hits count, or the war is long, that tells as much of an answer as the end does, with half the work; where
    only the places count that are held in the end, answers are tried to it."""
    return 0 if _late(scenario) else AHEAD


def planning(scenario: Scenario) -> float:
    """What is tried to the end is dear, plans as well as answers."""
    return 0.5 if _late(scenario) else QUARTER


def _late(scenario: Scenario) -> bool:
    """Do only the places count that are held in the end?"""
    victory = setup_of(scenario.name).victory
    return victory is not None and not victory.hits_for_point


def passed(state: GewState, side: Side) -> int:
    """The impulses of a side, two a turn, also where winter leaves one; a set-up (33.0) counts as the first."""
    turn, last = occasion(state, side)
    return OCCASIONS * max(turn, state.setup.turns[0]) + (last and turn >= state.setup.turns[0])


def occasion(state: GewState, side: Side) -> tuple[int, bool]:
    """The impulses (15.0) of a side that have begun, so that it plans when it sees what the enemy has done in his. The
    first player's begins with the turn; what the second is asked before his own belongs to the last."""
    begun = state.clock[IMPULSE]
    if side == state.clock[FIRST_PLAYER]:
        begun = max(begun, 1)
    elif side != state.clock[PHASING] or not begun:
        begun -= 1
    return (state.turn, begun >= impulses(state)) if state.turn and begun > 0 else (state.turn - 1, True)


@lru_cache(maxsize=16)
def front_at(scenario: Scenario) -> bytes:
    """By place its front; the rest of the world is in the West."""
    theatre: Theatre = scenario.extra
    found = bytearray(scenario.board.size)
    if len(front_names(scenario)) == 1:
        return bytes(found)
    for nth, region in enumerate(theatre.regions):
        for place in theatre.in_region[nth]:
            far_east = region.id == "greater_germany" and int(scenario.board.layout.label(Hex(place))[:2]) >= ELBE
            found[place] = NAMES.index(
                EAST if far_east or region.id in EASTERN else SOUTH if region.id in SOUTHERN else WEST
            )
    found[theatre.staging_ussr], found[theatre.staging_british_empire] = NAMES.index(EAST), NAMES.index(SOUTH)
    return bytes(found)
