"""OCS 12.3: out of which dumps one pays: the last slot of every form that costs tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from sandtable.core.decisions import DONE, HEX, Slot
from sandtable.core.flow import Procedure
from sandtable.core.rules import Hex, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.systems.ocs.s12_paths import lines_to
from sandtable.systems.ocs.state import OcsState

Payers = Callable[..., Iterable[UnitId]]  # (procedure, state, *filled): for whom is paid


def paying(state: OcsState, units: Iterable[UnitId]) -> list[Hex]:
    """12.3 The hexes with supply that one of these units gets at."""
    return sorted({line.store.hex for unit in units for line in lines_to(state, unit)})


def the_nearest(*_: object) -> tuple[Hex, ...]:
    """12.3 Nothing named: `allotted` finds the best."""
    return ()


def dumps(payers: Payers) -> Slot:
    """The hexes out of which is paid first, in this order; left empty, the nearest pay. Asked where it matters."""

    def among(procedure: Procedure, state: OcsState, *given: Any) -> Sequence[Hex]:
        *filled, chosen = given
        found = paying(state, payers(procedure, state, *filled))
        return [hex for hex in found if hex not in chosen] if len(found) > 1 else []

    def refuse(procedure: Procedure, state: OcsState, *given: Any) -> Iterator[Violation]:
        *filled, chosen, hex = given
        if hex == DONE:
            return
        if hex in chosen:
            yield Violation("12.3", say("{hex} is named already", hex), (hex,))
            return
        found = paying(state, payers(procedure, state, *filled))
        if hex not in found:
            yield Violation("12.3", say("nobody here gets at supply in {hex}", hex), (hex,))
        elif len(found) == 1:
            yield Violation("12.3", say("all supply comes out of {hex}: there is nothing to choose", hex), (hex,))

    return Slot("dumps", HEX, among, refuse, many=True, ordered=True, proposes=the_nearest)
