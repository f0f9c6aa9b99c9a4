"""GEW 31: partisans, where they may rise and how one does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from sandtable.core.bits import union
from sandtable.core.decisions import HEX, Form, Slot
from sandtable.core.dice import Dice
from sandtable.core.flow import Ask, Done, Procedure, Result, Roll, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.state import fact
from sandtable.systems.gew.s06_control import enemies_in, enter
from sandtable.systems.gew.s13_zones import occupied
from sandtable.systems.gew.s14_stacking import within_limits
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.theatre import AXIS_SIDE, NEUTRAL, SOVIET, WALLIED, Theatre


class RaisePartisan(Procedure):
    """31.1 A partisan drawn at random from the Reinforcements Display rises in a hex of these regions, which its owner
    picks. Without a counter or a hex nothing happens (G7-1). Its value is the unit, or -1."""

    side: Side
    regions: tuple[int, ...]
    unit: int = -1
    chosen: tuple[Hex, ...] = ()

    @step("31.1")
    def draw(self, state: GewState) -> Result:
        waiting = in_waiting(state, self.side)
        if not waiting or not self.places(state):
            return Done(-1)
        if len(waiting) == 1:
            self.unit = waiting[0]
            return None
        return Roll(Dice(1, len(waiting)), "unit", lambda nth: waiting[nth - 1])

    @step("31.2")
    def choose(self, state: GewState) -> Result:
        return Ask(self.side, RISE, "chosen")

    @step("31.2")
    def rise(self, state: GewState) -> Result:
        unit, place = UnitId(self.unit), self.chosen[0]
        state.rise(unit, state.theatre.region_at[place])
        enter(state, unit, place, "31.2")
        return Done(self.unit)

    def places(self, state: GewState) -> list[Hex]:
        return rising_places(state, self.side, self.regions)

    def no_place(self, state: GewState, place: Hex) -> Iterator[Violation]:
        """31.2, 31.3 In any terrain, in enemy zones too, but not on top of others' units."""
        theatre = state.theatre
        if place >= theatre.hexes or theatre.region_at[place] not in self.regions:
            yield Violation("31.2", say("{hex} is not in a country where this partisan may rise", place), (place,))
            return
        if place in theatre.impassable or place not in state.setup.window:
            yield Violation("31.3", say("{hex} is not a hex that units may enter", place), (place,))
            return
        if enemies_in(state, self.side, place):
            yield Violation("31.3", say("enemy ground units are in {hex}", place), (place,))
            return
        yield from _crowded(state, self.side, place)


def _crowded(state: GewState, side: Side, place: Hex) -> Iterator[Violation]:
    units = state.ground_in(place)
    powers = {state.power_of(unit) for unit in units}
    if NEUTRAL in powers:  # G31-2
        yield Violation("31.3", say("neutral units are in {hex}", place), (place,))
    elif not within_limits([*(state.theatre.size[unit] for unit in units), "corps"], _small(state, place)):
        yield Violation("14.2", say("{hex} has no room for another corps", place), (place,))
    elif side != AXIS_SIDE and powers - {_power(state, place)}:
        yield Violation(
            "14.3", say("Soviet and Western Allied units do not stack, and {hex} has others", place), (place,)
        )


def _small(state: GewState, place: Hex) -> bool:
    return place in state.theatre.small_island


def _power(state: GewState, place: Hex) -> int:
    """G31-1 An Allied partisan in the Soviet Union is a Soviet one."""
    return SOVIET if state.theatre.region_at[place] == state.theatre.ussr_region else WALLIED


def in_waiting(state: GewState, side: Side) -> list[UnitId]:
    """31.1 The partisans of a side that can be drawn."""
    types = state.theatre.type
    return sorted(unit for unit in state.units_in(state.theatre.reinforcements[side]) if types[unit] == "partisan")


@lru_cache(maxsize=2)
def homelands(theatre: Theatre, side: Side) -> Mapping[str, tuple[int, ...]]:
    """31.2, G31-1 The countries where a side's partisans may rise, by their chief region: the regions of each."""
    found: dict[int, list[int]] = {}
    for nth, region in enumerate(theatre.regions):
        if side in region.partisans:
            found.setdefault(region.country, []).append(nth)
    return {theatre.regions[regions[0]].id: tuple(regions) for regions in found.values()}


def open_homelands(state: GewState, side: Side) -> list[str]:
    """31.2 The Soviet Union and the Baltic States only once the Soviet Union is a belligerent."""
    theatre = state.theatre
    ussr = -1 if state.belligerent(SOVIET) else theatre.ussr
    lands = homelands(theatre, side)
    return [land for land, regions in lands.items() if theatre.regions[regions[0]].country != ussr]


def rising_regions(state: GewState, side: Side) -> tuple[int, ...]:
    """31.2 All regions where a side's partisans may rise now: what an event gives to RaisePartisan."""
    lands = homelands(state.theatre, side)
    return tuple(region for land in open_homelands(state, side) for region in lands[land])


def rising_places(state: GewState, side: Side, regions: tuple[int, ...]) -> list[Hex]:
    """The same as RaisePartisan.no_place, faster."""
    theatre = state.theatre
    free = union(theatre.board.bits(()), *(theatre.in_region[nth] for nth in regions)) & state.setup.window
    free = free - occupied(state, enemy(side)) - theatre.impassable
    stacks = _stacks(state)
    return [place for place in free if place not in stacks or not any(_crowded(state, side, place))]


@fact
def _stacks(state: GewState) -> frozenset[int]:
    """The hexes with ground units of anybody."""
    is_ground, hexes = state.theatre.is_ground, state.theatre.hexes
    return frozenset(place for unit, place in enumerate(state.hex_of) if 0 <= place < hexes and is_ground[unit])


def all_places(raising: RaisePartisan, state: GewState) -> list[Hex]:
    """Every hex of the regions."""
    regions = (state.theatre.in_region[nth] for nth in raising.regions)
    return list(union(state.theatre.board.bits(()), *regions))


RISE = Form("rise", "31.2", Slot("at", HEX, all_places, RaisePartisan.no_place, RaisePartisan.places))
