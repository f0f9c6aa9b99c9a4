"""USE: what can never be in a position."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.rules import Hex, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.systems.use.options import STACK_FIGHTER_AND_BOMBER
from sandtable.systems.use.state import CONQUERED, NO, NO_TARGET, UseState
from sandtable.systems.use.theatre import NEUTRAL, UNTRACKED, WARSHIPS


def audit(state: UseState) -> list[Violation]:
    return [*_stacks(state), *_units(state), *_countries(state)]


def _stacks(state: UseState) -> Iterator[Violation]:
    """3.3 One ground and one air unit of a faction in a hex, and never both factions'."""
    theatre, marching = state.theatre, _marching(state)
    for place in range(theatre.board.hexes):
        if not (found := state.units_in(Hex(place))):
            continue
        units = [unit for unit in found if not theatre.is_marker[unit]]
        if sum(theatre.is_ground[unit] for unit in units if unit not in marching) > 1:
            yield Violation("3.3", say("two ground units are in {hex}", Hex(place)), (Hex(place),))
        air = [theatre.type_of[unit] for unit in units if theatre.is_air[unit]]
        if len(air) > 1 and (not state.option(STACK_FIGHTER_AND_BOMBER) or len(set(air)) < len(air)):
            yield Violation("3.3", say("two air units are in {hex}", Hex(place)), (Hex(place),))
        for kind in (("convoy",), WARSHIPS):
            if sum(theatre.type_of[unit] in kind for unit in units) > 1:
                yield Violation("3.3", say("two {word} units are in {hex}", kind[0], Hex(place)), (Hex(place),))
        if len({theatre.side_of[unit] for unit in units}) > 1 and not _passing(state):
            yield Violation("3.3", say("both factions are in {hex}", Hex(place)), (Hex(place),))
        if any(state.hex_of[unit] != place for unit in units):
            yield Violation("1.0", say("a stack and its unit disagree in {hex}", Hex(place)), (Hex(place),))


def _passing(state: UseState) -> bool:
    """4.2.3.7 Has a unit just entered a hex, or is an air unit asked where it goes while its enemy stands there?"""
    return state.stack[-1].kind in ("use.Enter", "use.Displace", "use.Refuge")


def _marching(state: UseState) -> list[UnitId]:
    """4.2.3.2 Who is on its way through a hex with a friendly unit."""
    return [frame.unit for frame in state.stack if frame.kind == "use.Activation" and frame.at == "march"]  # type: ignore[attr-defined]


def _units(state: UseState) -> Iterator[Violation]:
    theatre = state.theatre
    for unit, place in enumerate(state.hex_of):
        found = (UnitId(unit),)
        if place >= 0 and not state.steps[unit]:
            yield Violation("3.1", say("{unit} has no strength", unit), units=found)
        if state.steps[unit] > theatre.full_strength[unit] or state.sorties[unit] > state.most_sorties:
            yield Violation("3.1", say("{unit} is stronger or more tired than can be", unit), units=found)
        if state.supply[unit] > NO:
            yield Violation("7.1", say("{unit} has no such supply", unit), units=found)
        country = theatre.country_of[unit]
        if state.in_fort[unit] and (place < 0 or not state.fort[place]):
            yield Violation("4.2.3.5", say("{unit} occupies a fort that is not there", unit), units=found)
        elif state.in_fort[unit] and (not theatre.is_ground[unit] or state.fort[place] != country + 1):
            yield Violation(
                "4.2.3.5", say("{unit} occupies a fort and is no ground unit of its country", unit), units=found
            )
        aimed = theatre.is_ground[unit] and state.assault[unit] != NO_TARGET
        if aimed and (place < 0 or state.assault[unit] not in theatre.next_to[place]):
            yield Violation("5.3.3", say("{unit} is to assault a hex that is not next to it", unit), units=found)
        if place >= 0 and state.status[country] == CONQUERED and not theatre.is_marker[unit]:
            yield Violation("13.0", say("{unit} is of a country that was conquered", unit), units=found)
        if state.in_play(UnitId(unit)) and not theatre.is_marker[unit] and state.faction[country] == NEUTRAL:
            yield Violation("2.1.1", say("{unit} is in play, and its country is neutral", unit), units=found)
        on_map = 0 <= place < theatre.board.hexes
        if on_map and theatre.is_ground[unit] and place in theatre.no_entry[theatre.country_of[unit]]:
            yield Violation("4.0", say("{unit} is where its country's units may not be", unit), (Hex(place),), found)
        in_city = on_map and theatre.is_ground[unit] and state.is_city(Hex(place)) and not _passing(state)
        if in_city and state.controller(Hex(place)) not in (theatre.side_of[unit], None):
            yield Violation("2.3.1", say("{unit} stands in a city it does not hold", unit), (Hex(place),), found)


def _countries(state: UseState) -> Iterator[Violation]:
    for nth, country in enumerate(state.theatre.countries):
        if state.will[nth] < UNTRACKED or state.points[nth] < UNTRACKED:
            yield Violation("2.1.2", f"{country.name} has less than nothing")
