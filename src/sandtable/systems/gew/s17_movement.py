"""GEW 17: the Movement Phase. Units of a power move one at a time, by rail or sea first (18.0), then on their feet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sandtable.core.decisions import HEX, UNIT, WORD, Form, Menu, Sieve, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Side
from sandtable.systems.gew.s03_victory import Reckoning, needs_reckoning
from sandtable.systems.gew.s17_march import (
    bad_goal,
    cannot_march,
    goals,
    march,
    marches,
    own_units,
    places,
    units_of,
)
from sandtable.systems.gew.s17_paths import bad_step, follow, onward, onward_or_done, steps
from sandtable.systems.gew.s18_strategic_movement import (
    bad_rail_goal,
    bad_sea_goal,
    cannot_rail,
    cannot_ship,
    goals_by_rail,
    goals_by_sea,
    rail,
    rails,
    ship,
    ships,
)
from sandtable.systems.gew.state import POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import POWERS

MOVES: dict[str, Callable[..., None]] = {"march": march, "path": follow, "rail": rail, "ship": ship}


class MovementPhase(Procedure):
    """17.0 A side moves; 17.3 the Allies all of one power, then all of the other."""

    side: Side
    power: int = -1  # whose units move
    after: int = -1  # who moves next
    action: tuple[Any, ...] = ()

    @step("17.0")
    def begin(self, state: GewState) -> Result:
        state.begin_movement()
        powers = [power for power in POWERS_OF_SIDE[self.side] if units_of(state, power)]
        if not powers:
            return Done()
        self.power = powers[0]
        return None if len(powers) > 1 else Goto("move")

    @step("17.3")
    def choose_order(self, state: GewState) -> Result:
        return Ask(self.side, ORDER, "action")

    @step("17.3")
    def set_order(self, state: GewState) -> Result:
        self.power, self.action = POWERS.index(self.action[0]), ()
        self.after = next(power for power in POWERS_OF_SIDE[self.side] if power != self.power)
        return None

    @step("17.0")
    def move(self, state: GewState) -> Result:
        return Ask(self.side, MOVE, "action")

    @step("17.0")
    def act(self, state: GewState) -> Result:
        word, *picks = self.action
        self.action = ()
        if word != "end":
            MOVES[word](state, *picks)
            if needs_reckoning(state):  # 3.1: a hex may have changed hands
                return Call(Reckoning(self.side), then="move")
            return Goto("move")
        self.power, self.after = self.after, -1
        return Goto("move") if self.power >= 0 else Done()


def allied_powers(phase: MovementPhase, state: GewState) -> Iterator[str]:
    return (POWERS[power] for power in POWERS_OF_SIDE[phase.side])


ORDER = Form("order", "17.3", Slot("power", WORD, allied_powers))
MOVE = Menu(
    "move", "17.0",
    Form(
        "march", "17.0",
        Slot("unit", UNIT, own_units, cannot_march, Sieve(own_units, marches)),
        Slot("to", HEX, places, bad_goal, goals),
    ),
    Form(
        "path", "17.0",
        Slot("unit", UNIT, own_units, cannot_march, Sieve(own_units, marches)),
        Slot("hexes", HEX, onward, bad_step, Sieve(onward_or_done, steps), many=True, ordered=True),
    ),
    Form(
        "rail", "18.1",
        Slot("unit", UNIT, own_units, cannot_rail, Sieve(own_units, rails)),
        Slot("to", HEX, places, bad_rail_goal, goals_by_rail),
    ),
    Form(
        "ship", "18.5",
        Slot("unit", UNIT, own_units, cannot_ship, Sieve(own_units, ships)),
        Slot("to", HEX, places, bad_sea_goal, goals_by_sea),
    ),
    Form("end", "17.0"),
)  # fmt: skip
