"""GEW 17.0, 6.1: a march hex by hex, for a player who wants to pass other hexes than those of the cheapest way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sandtable.core.bits import Bits
from sandtable.core.decisions import DONE
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.state import kept_in
from sandtable.systems.gew.s06_control import enter
from sandtable.systems.gew.s13_zones import zone, zone_of
from sandtable.systems.gew.s17_march import REMEMBERED, bad_stay, closed_to, no_stay, shut, stopped
from sandtable.systems.gew.s32_staging_areas import area_name, by_land, edge, entries, toll
from sandtable.systems.gew.state import FRONT, MARCHED, GewState
from sandtable.systems.gew.theatre import SIDE_OF_POWER, Theatre

if TYPE_CHECKING:
    from sandtable.systems.gew.s17_movement import MovementPhase


class Path(NamedTuple):
    """What a unit has marched so far in one move, and what it meets if it goes on."""

    unit: UnitId
    theatre: Theatre
    start: Hex
    hexes: tuple[Hex, ...]
    left: int  # MF
    closed: Bits
    stop: Bits
    crowded: Bits  # where it may not stay
    area: Hex  # the staging area it may march to
    toll: int

    @property
    def here(self) -> Hex:
        return self.hexes[-1] if self.hexes else self.start

    def cost(self, to: Hex) -> int:
        """17.1, 32.2 The MF of the next step; NEVER if it cannot be made."""
        theatre, here = self.theatre, self.here
        if to >= theatre.hexes:
            return self.toll if to == self.area and here < theatre.hexes and here in edge(theatre, to) else NEVER
        return _steps(theatre, theatre.mover[self.unit], here).get(to, NEVER)

    def around(self) -> list[Hex]:
        """Whatever lies next to where it is."""
        theatre, here = self.theatre, self.here
        found = list(_steps(theatre, theatre.mover[self.unit], here))
        if self.area >= 0 and here < theatre.hexes and here in edge(theatre, self.area):
            found.append(self.area)
        return found

    def stopped(self, state: GewState) -> Iterator[Violation]:
        """13.2, 32.2, 17.2 Why it goes nowhere any more."""
        if not self.hexes:
            return
        if self.here in self.theatre.staging:
            yield Violation("32.2", f"it stops in {area_name(self.theatre, self.here)}", (self.here,))
        elif self.here in self.stop:
            yield stopped(state, self.unit, self.here)

    def no_step(self, state: GewState, to: Hex) -> Iterator[Violation]:
        """17.0-17.2, 13.2 Every reason against the next hex."""
        hexes, cost = self.theatre.hexes, self.cost(to)
        if cost >= NEVER:
            yield Violation("17.0", say("no step of {unit} leads from there to {hex}", self.unit, to), (to,))
            return
        yield from self.stopped(state)
        if to < hexes and to in self.closed:
            yield from shut(state, self.unit, to, "")
        if not self.hexes and to < hexes and self.start < hexes and self.start in self.stop and to in self.stop:
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

    def steps_to(self, to: Hex) -> bool:
        """Whether `no_step` has nothing against a hex next to it, faster."""
        cost, on_map = self.cost(to), to < self.theatre.hexes
        if cost >= NEVER or (on_map and to in self.closed):
            return False
        if self.hexes:
            if cost > self.left or self.here in self.stop or self.here in self.theatre.staging:
                return False
        elif on_map:
            if to in self.stop and self.start < self.theatre.hexes and self.start in self.stop:
                return False
        elif cost > self.left:
            return False
        return not self.leads_nowhere(to, self.left - cost)

    def leads_nowhere(self, to: Hex, left: int) -> bool:
        """14.3, 14.4 Where it may not stay it must be able to go on to where it may."""
        if to >= self.theatre.hexes or not self.crowded or to not in self.crowded:
            return False
        if left < 0 or to in self.stop:
            return True
        if self.area >= 0 and to in edge(self.theatre, self.area) and left >= self.toll:
            return False
        prices = self.theatre.prices[self.theatre.mover[self.unit]]
        reach = self.theatre.board.grid.reach(prices, to, left, self.closed, self.stop)
        return all(place in self.crowded for place in reach)


@lru_cache(maxsize=REMEMBERED)
def _steps(theatre: Theatre, mover: int, here: Hex) -> dict[Hex, int]:
    """17.1, 32.2 What the hexes next to one cost, in order, or next to a staging area; NEVER: not to be entered."""
    if here >= theatre.hexes:
        return dict(entries(theatre, here, mover))
    sides = zip(
        theatre.board.neighbours[6 * here : 6 * here + 6], theatre.prices[mover][6 * here : 6 * here + 6], strict=True
    )
    return {Hex(there): price for there, price in sorted(sides) if there >= 0}


@kept_in(FRONT)
def path(state: GewState, unit: UnitId, hexes: tuple[Hex, ...]) -> Path:
    """A unit that has marched along these hexes."""
    if hexes:
        before = path(state, unit, hexes[:-1])
        return before._replace(hexes=hexes, left=before.left - before.cost(hexes[-1]))
    return Path(
        unit,
        state.theatre,
        Hex(state.hex_of[unit]),
        hexes,
        state.theatre.movement[unit],
        closed_to(state, unit),
        zone(state, enemy(SIDE_OF_POWER[state.power_of(unit)])),
        no_stay(state, unit),
        by_land(state, unit),
        toll(state),
    )


def onward(phase: MovementPhase, state: GewState, unit: UnitId, hexes: tuple[Hex, ...]) -> list[Hex]:
    return path(state, unit, hexes).around()


def onward_or_done(phase: MovementPhase, state: GewState, unit: UnitId, hexes: tuple[Hex, ...]) -> list[Hex | str]:
    return [*path(state, unit, hexes).around(), DONE]


def steps(phase: MovementPhase, state: GewState, unit: UnitId, hexes: tuple[Hex, ...], pick: Hex | str) -> bool:
    """Whether `bad_step` does not refuse a pick, faster."""
    so_far = path(state, unit, hexes)
    if not isinstance(pick, str):
        return so_far.steps_to(pick)
    return bool(hexes) and next(bad_stay(state, unit, so_far.here), None) is None


def bad_step(
    phase: MovementPhase, state: GewState, unit: UnitId, hexes: tuple[Hex, ...], pick: Hex | str
) -> Iterator[Violation]:
    """The next hex of a path, or its end."""
    so_far = path(state, unit, hexes)
    if not isinstance(pick, str):
        yield from so_far.no_step(state, pick)
    elif not hexes:
        yield Violation("17.0", "a path has at least one hex")
    else:
        yield from bad_stay(state, unit, so_far.here)


def follow(state: GewState, unit: UnitId, hexes: tuple[Hex, ...]) -> None:
    """17.0 Hex by hex; 6.1 each is controlled, 14.6 enemy installations in it are gone."""
    state.did(unit, MARCHED)
    for place in hexes:
        enter(state, unit, place, "17.0")
