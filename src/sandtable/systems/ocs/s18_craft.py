"""OCS 18.4: what landing craft carry, and what is lost with them."""

from __future__ import annotations

from math import ceil

from sandtable.core.dice import Dice
from sandtable.core.flow import Done, Goto, Procedure, Result, Roll, step
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.systems.ocs.s13_rail import equivalent
from sandtable.systems.ocs.state import OcsState

SUPPLY = UnitId(-1)  # among the pieces aboard: a supply point


def capacity(state: OcsState, craft: UnitId) -> int:
    """18.4a In tokens: a supply point for each point that is left."""
    return state.number("tokens-a-point") * state.steps[craft]


def stowed(state: OcsState, craft: UnitId) -> int:
    """4.7, 18.4c What is aboard, in tokens; a part of a token is one."""
    return ceil(sum(equivalent(state, unit) for unit in state.aboard(craft))) + state.cargo[craft]


def overload(state: OcsState, craft: UnitId) -> int:
    return stowed(state, craft) - capacity(state, craft)


def space(state: OcsState, craft: UnitId) -> int:
    """18.4a Tokens that it takes yet."""
    return max(0, -overload(state, craft))


def is_dukw(state: OcsState, unit: UnitId) -> bool:
    """18.4e"""
    return "dukw" in state.theatre.symbols_of[unit]


def craft_in(state: OcsState, place: Hex, side: Side) -> list[UnitId]:
    return [unit for unit in state.craft(side) if state.hex_of[unit] == place]


def points_under(state: OcsState, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """18.4a The points of landing craft that carry these units: each craft as often as it has points under them."""
    by_craft: dict[UnitId, list[UnitId]] = {}
    for unit in units:
        craft = state.carrier(unit)
        if craft is not None:
            by_craft.setdefault(craft, []).append(unit)
    by, found = state.number("tokens-a-point"), list[UnitId]()
    for craft in sorted(by_craft):
        wanted = ceil(sum(equivalent(state, unit) for unit in by_craft[craft]) / by)
        found += [craft] * min(state.steps[craft], wanted)
    return tuple(found)


class LosePoints(Procedure):
    """18.3d Points of landing craft are lost, drawn at random among these; what the rest cannot carry any more is lost
    too, piece by piece at random: units, and supply by the point."""

    side: Side
    points: tuple[UnitId, ...]  # each craft as often as it has points that may be hit
    number: int
    rule_cited: str
    nth: int = 0
    craft: UnitId = SUPPLY

    @step("18.3d")
    def draw(self, state: OcsState) -> Result:
        self.points = tuple(unit for unit in self.points if state.is_on_map(unit))
        self.craft = SUPPLY
        if not self.number or not self.points:
            return Done()
        if len(set(self.points)) == 1:
            self.nth = 1
            return None
        return Roll(Dice(1, len(self.points)), "nth")

    @step("18.3d")
    def lose(self, state: OcsState) -> Result:
        self.craft = self.points[self.nth - 1]
        self.points = (*self.points[: self.nth - 1], *self.points[self.nth :])
        self.nth = 0
        self.number -= 1
        state.lose_steps(self.craft, 1, self.rule_cited)
        return None

    @step("18.3d")
    def draw_cargo(self, state: OcsState) -> Result:
        if not state.is_on_map(self.craft) or overload(state, self.craft) <= 0:
            return Goto("draw")
        pieces = len(pieces_aboard(state, self.craft))
        if pieces == 1:
            self.nth = 1
            return None
        return Roll(Dice(1, pieces), "nth")

    @step("18.3d")
    def drown(self, state: OcsState) -> Result:
        piece, self.nth = pieces_aboard(state, self.craft)[self.nth - 1], 0
        if piece == SUPPLY:
            tokens = min(state.number("tokens-a-point"), state.cargo[self.craft])
            state.put_cargo(self.craft, state.cargo[self.craft] - tokens)
            state.lose_tokens(self.side, tokens, self.rule_cited)
        else:
            state.destroy(piece, self.rule_cited)
        return Goto("draw_cargo")


def pieces_aboard(state: OcsState, craft: UnitId) -> list[UnitId]:
    """18.3d What may be lost: each unit, and each supply point or part of one."""
    supply = -(-state.cargo[craft] // state.number("tokens-a-point"))
    return [*sorted(state.aboard(craft)), *[SUPPLY] * supply]
