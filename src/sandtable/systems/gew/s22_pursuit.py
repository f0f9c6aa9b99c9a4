"""GEW 22.3 and 22.4: pursuit into a hex that an attack has cleared, and beyond it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core.decisions import DONE, HEX, UNIT, Form, Menu, Slot
from sandtable.core.flow import Ask, Done, Goto, Procedure, Result, step
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.systems.gew.s06_control import enemies_in, enter, off_limits
from sandtable.systems.gew.s14_stacking import bad_company
from sandtable.systems.gew.s19_landings import go_ashore, landing
from sandtable.systems.gew.s22_retreat import may_cross
from sandtable.systems.gew.s32_staging_areas import by_land, cannot_enter, edge
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.theatre import SOVIET

ONE_HEX = 1  # 22.3: into the hex of the defender


class Pursuit(Procedure):
    """22.3 Attackers move into the cleared hex; elite units go on (22.4), as all do in a major offensive (O35.2)."""

    side: Side
    target: Hex
    units: tuple[UnitId, ...]
    offensive: int
    left: tuple[tuple[UnitId, int], ...] = ()  # units in the hex, and how far they may still go
    choice: tuple[Any, ...] = ()

    @step("22.3")
    def go_ashore(self, state: GewState) -> Result:
        """24.6, 26.1 Those who landed must move in; elites may go on from there (G22-3)."""
        for unit in self.units:
            if (carried := landing(state, unit)) is not None:
                go_ashore(state, carried)
                self.left = (*self.left, (unit, self.farther(state, unit)))
        return None

    @step("22.3")
    def choose(self, state: GewState) -> Result:
        return Ask(self.side, PURSUE, "choice") if self.able(state) else Goto("go_on")

    @step("22.3")
    def move_in(self, state: GewState) -> Result:
        (chosen,) = self.choice
        self.choice = ()
        for unit in chosen:
            enter(state, unit, self.target, "22.3")
        self.left = tuple(sorted((*self.left, *((unit, self.farther(state, unit)) for unit in chosen))))
        return None

    @step("22.4")
    def go_on(self, state: GewState) -> Result:
        return Ask(self.side, GO_ON, "choice") if self.eager(state) else Done()

    @step("22.4")
    def advance(self, state: GewState) -> Result:
        word, *what = self.choice
        self.choice = ()
        if word == "stay":
            return Done()
        unit, to = what
        enter(state, unit, to, "22.4")
        self.left = tuple(
            (each, 0 if to >= state.theatre.hexes else more - 1) if each == unit else (each, more)
            for each, more in self.left
        )
        return Goto("go_on")

    # ------------------------------------------------------------------ the first hex

    def able(self, state: GewState) -> list[UnitId]:
        return [unit for unit in self.units if next(self.cannot_move_in(state, (), unit), None) is None]

    def cannot_move_in(self, state: GewState, chosen: tuple[UnitId, ...], unit: UnitId | str) -> Iterator[Violation]:
        """22.3; over-stacking is allowed (G14-1)."""
        if unit == DONE:
            return
        assert not isinstance(unit, str)
        if unit not in self.units:
            yield Violation("22.3", say("{unit} took no part in the attack", unit), units=(unit,))
        elif state.hex_of[unit] == self.target:
            yield Violation("22.3", say("{unit} is there already", unit), units=(unit,))
        else:
            yield from bad_pursuit(state, unit, self.target)

    # ------------------------------------------------------------------ and farther

    def farther(self, state: GewState, unit: UnitId) -> int:
        """22.4, O35.2 How many hexes beyond the first."""
        limits = state.scenario.charts.lines("limits")
        more = limits["elite-pursuit"].amount - ONE_HEX if state.theatre.elite[unit] else 0
        return more + (limits["offensive-pursuit"].amount if self.offensive else 0)

    def pursuers(self, state: GewState) -> list[UnitId]:
        return [unit for unit, more in self.left if more]

    def eager(self, state: GewState) -> list[UnitId]:
        return [unit for unit in self.pursuers(state) if self.goals(state, unit)]

    def not_eager(self, state: GewState, unit: UnitId) -> Iterator[Violation]:
        if unit not in (each for each, _ in self.left):
            yield Violation("22.4", say("{unit} did not pursue", unit), units=(unit,))
        elif unit not in self.pursuers(state):
            yield Violation("22.4", say("{unit} goes no farther", unit), units=(unit,))
        elif not self.goals(state, unit):
            yield Violation("22.4", say("{unit} has nowhere to go", unit), units=(unit,))

    def goals(self, state: GewState, unit: UnitId) -> list[Hex]:
        return [to for to in self.around(state, unit) if next(self.bad_goal(state, unit, to), None) is None]

    def around(self, state: GewState, unit: UnitId) -> list[Hex]:
        place = Hex(state.hex_of[unit])
        staging = state.theatre.staging_ussr if state.power_of(unit) == SOVIET else state.theatre.staging_british_empire
        return sorted((*state.scenario.board.around(place), staging))

    def bad_goal(self, state: GewState, unit: UnitId, to: Hex) -> Iterator[Violation]:
        """22.4, G22-6, 31.3"""
        if to >= state.theatre.hexes:
            if to in state.theatre.staging:
                yield from cannot_enter(state, unit, to)
            if to != self.staging(state, unit):
                yield Violation("22.4", "it is not a friendly staging area next to the unit", (to,))
        else:
            yield from bad_pursuit(state, unit, to)

    def staging(self, state: GewState, unit: UnitId) -> Hex | None:
        """22.4 The friendly staging area along the map edge; partisans stay in their country (31.3, G31-c)."""
        area = by_land(state, unit)
        return area if state.hex_of[unit] in edge(state.theatre, area) else None


def bad_pursuit(state: GewState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """22.3, G22-6 Where a unit cannot pursue; enemy zones do not stop it."""
    theatre, board = state.theatre, state.scenario.board
    here, side = Hex(state.hex_of[unit]), state.side_of(unit)
    assert side is not None
    if here >= theatre.hexes or to not in board.around(here):
        yield Violation("22.3", say("{unit} is not next to it", unit), (to,), (unit,))
        return
    crossed = board.layout.side(here, to)
    if not theatre.movement[unit]:
        yield Violation("22.3", say("{unit} is static", unit), units=(unit,))
    if theatre.prices[theatre.mover[unit]][crossed] >= NEVER:
        yield Violation("22.3", say("{unit} cannot enter this terrain, or not from there", unit), (to,))
    elif not may_cross(state, crossed, "pursuit", theatre.type[unit] == "marine"):
        yield Violation(
            "22.3", say("{unit} cannot pursue across the {water}", unit, theatre.water[crossed]), (here, to)
        )
    if to in off_limits(state, unit):
        yield Violation(
            "31.3" if theatre.type[unit] == "partisan" else "6.2", say("{unit} may not go there", unit), (to,)
        )
    if to in theatre.small_island and theatre.size[unit] != "corps":
        yield Violation("14.4", say("{unit} is too large for a small island", unit), (to,))  # G14-3
    if enemies_in(state, side, to):
        yield Violation("22.3", "an enemy is there", (to,))
    yield from bad_company(state, unit, to)


def fighters(pursuit: Pursuit, state: GewState, chosen: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    return pursuit.units


PURSUE = Form("pursue", "22.3", Slot("units", UNIT, fighters, Pursuit.cannot_move_in, many=True))
GO_ON = Menu(
    "pursue farther", "22.4",
    Form("advance", "22.4", Slot("unit", UNIT, Pursuit.pursuers, Pursuit.not_eager),
         Slot("to", HEX, Pursuit.around, Pursuit.bad_goal)),
    Form("stay", "22.4"),
    ends="stay",
)  # fmt: skip
