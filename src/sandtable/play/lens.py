"""Lenses: any unit's line of supply or what cuts it, who would starve if a hex fell, what a counter or dump reaches.

Every function takes a session or a state and the side that looks; what that side may not see is not in the position
that is looked at (`Hidden.foresee`). With no side the whole position is looked at, as by a referee.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from sandtable.core.errors import BadInput
from sandtable.core.lens import Area, Leg, Supply
from sandtable.core.rules import Hex, Side, UnitId, counted
from sandtable.core.state import State
from sandtable.core.system import Scenario
from sandtable.play.explain import reasons, words
from sandtable.play.session import Session

__all__ = ["Starving", "starving", "starving_lines", "supplies", "supply", "supply_lines"]


class Starving(NamedTuple):
    """Who would be out of supply, and why, if the enemy of its holder took a hex."""

    hex: Hex
    holder: Side
    units: tuple[Supply, ...]


def supply(game: Session | State, side: Side | None, unit: UnitId | str) -> Supply:
    """The line of supply of a unit the side can see, or everything that cuts it."""
    state = seen(game, side)
    system = state.scenario.system
    which = state.scenario.unit(unit) if isinstance(unit, str) else unit
    known = {each.unit for each in system.hidden.view(state, side).units} if side is not None else {which}
    found = system.lens.supply(state, which) if which in known else None
    if found is None:
        why = "needs no supply" if which in known and which in _on_map(state) else "is not on the map"
        raise BadInput(f"{state.scenario.spoken_unit(which)} {why}, so there is no line of supply to show")
    return found


def supplies(game: Session | State, side: Side | None) -> list[Supply]:
    """The same of every unit on the map that needs supply, in the order of the counters."""
    return list(_all(seen(game, side)).values())


def starving(game: Session | State, side: Side | None, hex: Hex | str) -> Starving:
    """The units of the side that holds a hex which are in supply now and would not be, had the enemy taken it."""
    state = seen(game, side)
    which = state.scenario.place(hex) if isinstance(hex, str) else hex
    fallen = state.scenario.system.lens.taken(state, which)
    if fallen is None:
        raise BadInput(f"{state.scenario.spoken_place(which)} is held by neither side, so nobody lives on it")
    holder, taker, after = fallen
    whose = owners(state)
    fed = {unit for unit, found in _all(state).items() if found.supplied and whose.get(unit) == holder}
    lost = [found for unit, found in _all(after, taker).items() if unit in fed and not found.supplied]
    return Starving(which, holder, tuple(lost))


def areas(game: Session | State, side: Side | None, word: str) -> list[Area]:
    """What a counter that the side can see, or something in a hex, reaches."""
    state = seen(game, side)
    scenario, system = state.scenario, state.scenario.system
    if word not in scenario.counters.ids:
        return list(system.lens.areas_of_hex(state, side, scenario.place(word)))
    unit = scenario.unit(word)
    if side is not None and unit not in {each.unit for each in system.hidden.view(state, side).units}:
        raise BadInput(f"{word} is not to be seen")
    return list(system.lens.areas_of_unit(state, side, unit))


def seen(game: Session | State, side: Side | None) -> State:
    """The position as a side may know it."""
    state = game.state if isinstance(game, Session) else game
    foresee: Callable[[State, Side], State] = state.scenario.system.hidden.foresee
    return state if side is None else foresee(state, side)


def owners(state: State) -> Mapping[UnitId, Side]:
    """Whose each counter in play is now: who prints it does not tell, countries join sides."""
    view = state.scenario.system.hidden.view
    views = [view(state, Side(nth)) for nth in range(len(state.scenario.sides))]
    return {seen.unit: seen.side for view in views for seen in view.units if seen.unit is not None}


def _all(state: State, taker: UnitId | None = None) -> dict[UnitId, Supply]:
    """Of every unit on the map itself: what is in boxes has no line to show."""
    supply_of = state.scenario.system.lens.supply
    return {unit: found for unit in _on_map(state) if (found := supply_of(state, unit, taker)) is not None}


def _on_map(state: State) -> list[UnitId]:
    places, hexes = getattr(state, "hex_of", ()), state.scenario.board.hexes
    return [UnitId(unit) for unit, place in enumerate(places) if 0 <= place < hexes]


# ------------------------------------------------------------------------------------------------ in words


def supply_lines(scenario: Scenario, found: Supply) -> list[str]:
    """A line of supply in sentences: what it is, then each stretch of it, or each thing that cuts it."""
    book, unit = scenario.system.book, scenario.spoken_unit(found.unit)
    state = "in supply" if found.supplied else "OUT OF SUPPLY"
    head = (
        f"{unit} is {state}: {words(scenario, found.because)} ({', '.join(f'{book} {rule}' for rule in found.rules)})"
    )
    if not found.supplied:
        return [head, *(f"  {line}" for line in reasons(scenario, found.cuts))]
    return [head, *(f"  {leg_line(scenario, leg)}" for leg in found.legs)]


def leg_line(scenario: Scenario, leg: Leg) -> str:
    """`by sea   2826 Benghazi - 2020 Naples through the Mediterranean (GEW 12.1)`."""
    through = f" through {', '.join(leg.through)}" if leg.through else ""
    hexes = " - ".join(map(scenario.spoken_place, leg.hexes))
    return f"by {leg.by:4}  {hexes}{through} ({scenario.system.book} {leg.rule})"


def starving_lines(scenario: Scenario, found: Starving) -> list[str]:
    """Who starves if the hex falls, in sentences."""
    where, holder = scenario.spoken_place(found.hex), scenario.spoken_sides[found.holder]
    if not found.units:
        return [f"if {where} falls, no unit of the {holder} side goes out of supply"]
    many = counted(len(found.units), "unit")
    head = f"if {where} falls, {many} of the {holder} side would be out of supply:"
    return [head, *(f"  {line}" for each in found.units for line in supply_lines(scenario, each))]


def area_lines(scenario: Scenario, found: Area) -> list[str]:
    """What is reached, in sentences: how far, whom it is about, the hexes."""
    head = f"{found.title}: {words(scenario, found.text)} ({scenario.system.book} {found.rule})"
    about = [f"  {', '.join(map(scenario.spoken_unit, found.units))}"] if found.units else []
    hexes = " ".join(map(scenario.place_name, found.hexes)) or "nowhere"
    return [head, *about, f"  {hexes}"]
