"""Law 13: the face that a counter shows, to whoever may see it, is the one its values are read from."""

from __future__ import annotations

from typing import Any

from laws.cases import Broken, Case, some_waits
from sandtable.core.counters import Counters
from sandtable.core.rules import Side, UnitId
from sandtable.core.state import Position
from sandtable.draw.counters import face
from sandtable.draw.scene import style_of, unit_look


def law_13(case: Case, seed: int) -> int:
    """For every counter on the map: the face its mode and steps call for, the values rules read, those that are drawn.
    A game whose counters have one face has nothing to turn over."""
    if not case.system.load(case.scenario, case.options).counters.faces.columns:
        return 0
    seen, looks = 0, dict[str, Any]()
    for state, _ in some_waits(case, seed):
        assert isinstance(state, Position)
        seen += 1
        _counts(case, state)
        for side in (None, *map(Side, range(len(state.scenario.sides)))):
            _shows(case, state, side, looks)
    return seen


def wanted(counters: Counters, unit: UnitId, mode: int, steps: int) -> dict[str, Any]:
    """Of the faces of its mode the one for the fewest steps that are enough, by the file."""
    word = counters.faces.modes[mode] if counters.faces.modes else ""
    fits = [(most, shown) for told, most, shown in counters.faces_of(unit) if told in ("", word)]
    enough = [each for each in fits if each[0] is None or each[0] >= steps]
    return min(enough, key=lambda each: each[0] or 0)[1]


def _counts(case: Case, state: Position) -> None:
    counters = state.scenario.counters
    for unit in (unit for side in range(len(state.scenario.sides)) for unit in state.on_map(Side(side))):
        mode = vars(state).get(counters.faces.by, bytes(len(counters)))[unit]
        for column, value in wanted(counters, unit, mode, state.steps[unit]).items():
            if (read := state.printed(column, unit)) != value:
                raise Broken(13, f"{case}: {counters.id(unit)} counts with {column} {read}, its face says {value}")


def _shows(case: Case, state: Position, side: Side | None, looks: dict[str, Any]) -> None:
    """A look, once drawn, is that of one counter with these values."""
    scenario = state.scenario
    style, columns = style_of(scenario), scenario.counters.faces.columns
    for seen in case.system.hidden.view(state, side).units:
        if seen.unit is None:
            continue
        shown, name = face(style, scenario, seen), scenario.unit_name(seen.unit)
        assert shown is not None
        for column in columns:
            if (told := shown[column]) != (read := state.printed(column, seen.unit)):
                raise Broken(13, f"{case}: {name} shows {column} {told}, and counts with {read}")
        values = (seen.unit, *(shown[column] for column in columns))
        drawn = looks.setdefault(unit_look(scenario, seen)[0], values)
        if drawn != values:
            raise Broken(13, f"{case}: {name} looks as if it had {drawn}, and has {values}")
