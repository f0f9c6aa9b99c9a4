"""GEW 17.0, 6.1: a march hex by hex, for a player who wants to pass other hexes than those of the cheapest way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sandtable.core.board import has
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.systems.gew.s06_control import enter
from sandtable.systems.gew.s13_zones import zone, zone_of
from sandtable.systems.gew.s17_march import bad_stay, closed_to, no_stay, shut, stopped
from sandtable.systems.gew.s32_staging_areas import area_name, by_land, edge, entries, toll
from sandtable.systems.gew.state import MARCHED, GewState
from sandtable.systems.gew.theatre import SIDE_OF_POWER

if TYPE_CHECKING:
    from sandtable.systems.gew.s17_movement import MovementPhase


class Path:
    """What a unit has marched so far in one move, and where it may go on."""

    def __init__(self, state: GewState, unit: UnitId, hexes: tuple[Hex, ...]) -> None:
        self.state, self.unit, self.hexes, self.theatre = state, unit, hexes, state.theatre
        self.start = Hex(state.hex_of[unit])
        self.here = hexes[-1] if hexes else self.start
        self.stop = zone(state, enemy(SIDE_OF_POWER[state.power_of(unit)]))
        self.closed, self.crowded = closed_to(state, unit), no_stay(state, unit)
        self.left = self.theatre.movement[unit] - sum(map(self.cost, (self.start, *hexes), hexes))

    def cost(self, here: Hex, to: Hex) -> int:
        """17.1, 32.2 The MF of one step; NEVER if it cannot be made."""
        theatre, mover = self.theatre, self.theatre.mover[self.unit]
        if to >= theatre.hexes:
            area = by_land(self.state, self.unit)
            return toll(self.state) if to == area and here < theatre.hexes and has(edge(theatre, area), here) else NEVER
        if here >= theatre.hexes:
            return dict(entries(theatre, here, mover)).get(to, NEVER)
        sides = range(6 * here, 6 * here + 6)
        return next((theatre.prices[mover][side] for side in sides if theatre.board.neighbours[side] == to), NEVER)

    def around(self) -> list[Hex]:
        """Whatever lies next to where it is."""
        area = by_land(self.state, self.unit)
        if self.here >= self.theatre.hexes:
            return [place for place, _ in entries(self.theatre, self.here, self.theatre.mover[self.unit])]
        beyond = [area] if area >= 0 and has(edge(self.theatre, area), self.here) else []
        return [*sorted(self.theatre.board.around(self.here)), *beyond]

    def stopped(self) -> Iterator[Violation]:
        """13.2, 32.2, 17.2 Why it goes nowhere any more."""
        if not self.hexes:
            return
        if self.here in self.theatre.staging:
            yield Violation("32.2", f"it stops in {area_name(self.theatre, self.here)}", (self.here,))
        elif has(self.stop, self.here):
            yield stopped(self.state, self.unit, self.here)

    def no_step(self, to: Hex) -> Iterator[Violation]:
        """17.0-17.2, 13.2 Every reason against the next hex."""
        state, hexes = self.state, self.theatre.hexes
        cost = self.cost(self.here, to)
        if cost >= NEVER:
            yield Violation("17.0", say("no step of {unit} leads from there to {hex}", self.unit, to), (to,))
            return
        yield from self.stopped()
        if to < hexes and has(self.closed, to):
            yield from shut(state, self.unit, to, "")
        if not self.hexes and to < hexes and self.start < hexes and has(self.stop, self.start) and has(self.stop, to):
            units = zone_of(state, enemy(SIDE_OF_POWER[state.power_of(self.unit)]), self.start, to)
            yield Violation("13.2", "it cannot go straight from one enemy zone to another", (self.start, to), units)
        if cost > self.left and (self.hexes or to >= hexes):  # 17.2: one hex can always be moved
            yield Violation(
                "32.2" if to >= hexes else "17.1",
                say("{hex} costs {cost} MF, and {left} are left", to, cost, self.left),
                (to,),
            )
        elif self.leads_nowhere(to, self.left - cost):
            yield from bad_stay(state, self.unit, to)

    def leads_nowhere(self, to: Hex, left: int) -> bool:
        """14.3, 14.4 Where it may not stay it must be able to go on to where it may."""
        if to >= self.theatre.hexes or not self.crowded or not has(self.crowded, to):
            return False
        if left < 0 or has(self.stop, to):
            return True
        area = by_land(self.state, self.unit)
        if area >= 0 and has(edge(self.theatre, area), to) and left >= toll(self.state):
            return False
        prices = self.theatre.prices[self.theatre.mover[self.unit]]
        reach = self.theatre.board.grid.reach(prices, to, left, self.closed, self.stop)
        return all(has(self.crowded, place) for place in reach)


def onward(phase: MovementPhase, state: GewState, unit: UnitId, hexes: tuple[Hex, ...]) -> list[Hex]:
    return Path(state, unit, hexes).around()


def bad_step(
    phase: MovementPhase, state: GewState, unit: UnitId, hexes: tuple[Hex, ...], pick: Hex | str
) -> Iterator[Violation]:
    """The next hex of a path, or its end."""
    path = Path(state, unit, hexes)
    if not isinstance(pick, str):
        yield from path.no_step(pick)
    elif not hexes:
        yield Violation("17.0", "a path has at least one hex")
    else:
        yield from bad_stay(state, unit, path.here)


def follow(state: GewState, unit: UnitId, hexes: tuple[Hex, ...]) -> None:
    """17.0 Hex by hex; 6.1 each is controlled, 14.6 enemy installations in it are gone."""
    state.did(unit, MARCHED)
    for place in hexes:
        enter(state, unit, place, "17.0")
