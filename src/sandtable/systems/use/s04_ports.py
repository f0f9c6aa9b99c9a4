"""USE 4.2.4: the ports where a unit that comes over sea may be landed."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.systems.use.s03_3_stacking import crowded, crowded_hexes
from sandtable.systems.use.s04_2_air import bad_landing, landings
from sandtable.systems.use.state import UseState, land_fact
from sandtable.systems.use.theatre import WESTERN

RULE = "4.2.4"


def ports(state: UseState, unit: UnitId) -> list[Hex]:
    """4.2.4 The ports a unit may be carried to."""
    return list(_ports(state, unit))


@land_fact
def _ports(state: UseState, unit: UnitId) -> tuple[Hex, ...]:
    theatre = state.theatre
    held = theatre.ports & state.friendly_cities(Side(theatre.side_of[unit]))
    if theatre.is_air[unit]:
        free = landings(state, theatre.country_of[unit]) - crowded_hexes(state, unit)
        return tuple(held & free)
    return tuple(port for port in held if next(bad_port(state, unit, port), None) is None)


def bad_port(state: UseState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """4.2.4 Why a unit cannot be landed in a hex."""
    theatre, side = state.theatre, Side(state.theatre.side_of[unit])
    if to == state.hex_of[unit]:
        yield Violation(RULE, "it is already there", (to,))
        return
    if to >= theatre.board.hexes or not state.holds_port(side, to):
        yield Violation(RULE, "it is not a friendly port", (to,))
        return
    if theatre.is_air[unit]:
        yield from bad_landing(state, unit, to)
        return
    if any(theatre.side_of[each] != side for each in state.units_in(to)):
        yield Violation(RULE, "an enemy unit or marker is there", (to,))
    yield from crowded(state, unit, to)
    if to in theatre.no_entry[theatre.country_of[unit]]:
        yield Violation("4.0", "units of its country do not go there", (to,))


def no_ship(state: UseState, unit: UnitId) -> Iterator[Violation]:
    """4.2.4 Why a unit cannot be carried at all."""
    here = Hex(state.hex_of[unit])
    if state.faction_of(unit) != WESTERN:
        yield Violation(RULE, "only the West has ships to carry its units", units=(unit,))
    elif not state.ports_are_ships:
        yield Violation(RULE, "ports do not stand for ships in this game", units=(unit,))
    elif not state.holds_port(Side(state.theatre.side_of[unit]), here):
        yield Violation(RULE, say("{unit} is not in a friendly port", unit), (here,), (unit,))
