"""4.3, 9.4 What units come to as they stand, before terrain, and what is printed on them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from sandtable.core.rules import UnitId
from sandtable.systems.ocs.figures import points
from sandtable.systems.ocs.s09_forces import as_unit, standing
from sandtable.systems.ocs.s09_strength import as_it_stands
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import QUARTERS

Role = Literal["attack", "defend"]


def in_force(state: OcsState, units: Iterable[UnitId], role: Role) -> Fraction:
    """4.3 Mode, supply and losses count, terrain does not: that depends on who attacks from where."""
    scenario = state.scenario
    stand = [as_unit(scenario, standing(state, unit)) for unit in units]
    return sum((as_it_stands(scenario.charts, unit, role) for unit in stand), Fraction(0))


def printed(state: OcsState, units: Iterable[UnitId]) -> int:
    """4.4 On the faces that are up."""
    strength = state.theatre.strength
    return sum(strength[state.face[unit]][unit] for unit in units)


def figure(value: Fraction) -> str:
    """`8½`: in quarters, which is as near as a glance needs."""
    return points(round(value * QUARTERS))


def strength_told(state: OcsState, units: Iterable[UnitId], role: Role) -> str:
    """`18`, or `9 of 18` where less is in force than printed."""
    mine = tuple(units)
    force, face = in_force(state, mine, role), printed(state, mine)
    return str(face) if force == face else f"{figure(force)} of {face}"
