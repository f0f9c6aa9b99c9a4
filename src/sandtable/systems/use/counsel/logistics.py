"""Who is made stronger, who comes back and where."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.decisions import Action, Form
from sandtable.core.rules import Hex, UnitId, enemy
from sandtable.core.sequence import Segment
from sandtable.systems.use.counsel.defence import defends, in_danger
from sandtable.systems.use.counsel.habits import Mind
from sandtable.systems.use.s08_logistics import arrivals, not_replaceable, own_units, waiting
from sandtable.systems.use.state import UseState

TIRED = 2  # Sorties worth paying for


def _strength(state: UseState, unit: UnitId) -> tuple[bool, int, int]:
    return state.theatre.is_mobile[unit], state.steps[unit], -unit


def replace(segment: Segment, state: UseState, form: Form, mind: Mind) -> Sequence[Action]:
    """Armies, the mobile first; then air units that are tired."""
    able = [unit for unit in own_units(segment, state) if next(not_replaceable(segment, state, unit), None) is None]
    ground = sorted((unit for unit in able if state.theatre.is_ground[unit]), key=lambda unit: _strength(state, unit))
    air = sorted((u for u in able if state.sorties[u] >= TIRED), key=lambda unit: -state.sorties[unit])
    return [("replace", unit) for unit in (*reversed(ground), *air)[:1]] or [("end",)]


def mobilize(segment: Segment, state: UseState, form: Form, mind: Mind) -> Sequence[Action]:
    """The Axis near the front; the West where the enemy would gain most, or near him."""
    distance, foes = state.theatre.board.layout.distance, state.ground_units(enemy(segment.side))
    for unit in sorted(waiting(segment, state), key=lambda unit: _strength(state, unit), reverse=True):
        if places := arrivals(segment, state, unit):

            def near(hex: Hex) -> tuple[float, bool, int]:
                away = min((distance(hex, Hex(state.hex_of[foe])) for foe in foes), default=0)
                holding = defends(segment.side)
                return (
                    -in_danger(state, mind, segment.side).get(hex, 0.0) if holding else 0.0,
                    holding and away < 2,
                    away,
                )

            action: Action = ("mobilize", unit, min(places, key=near))
            if not form.check(state, action):
                return [action]
    return [("end",)]
