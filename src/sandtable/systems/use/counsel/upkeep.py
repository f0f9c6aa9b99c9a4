"""What a computer player answers outside operations: he takes all the supply there is, and gives nothing up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.core.decisions import Action, Form
from sandtable.systems.use.counsel.habits import Mind
from sandtable.systems.use.s07_supply import SupplyCheck, rivals
from sandtable.systems.use.state import UseState


def served(frame: SupplyCheck, state: UseState, form: Form, mind: Mind) -> Sequence[Action]:
    """Mobile units first, then those at full strength."""
    units = () if frame.first else rivals(frame, state)
    if not units:
        return [("end",)]
    order = sorted(units, key=lambda unit: (not state.theatre.is_mobile[unit], -state.steps[unit], unit))
    return [("serve", tuple(order))]


def keep(frame: Any, state: UseState, form: Form, mind: Mind) -> Sequence[Action]:
    return [("end",)]


def shelter(frame: Any, state: UseState, form: Form, mind: Mind) -> Sequence[Action]:
    return [("occupy",)]
