"""OCS 21.7: units are rebuilt more easily, and replacements are not hoarded."""

from __future__ import annotations

from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.systems.ocs.options import O21_7_EASIER_REBUILDS
from sandtable.systems.ocs.s12_formations import in_trace
from sandtable.systems.ocs.s13_reinforcements import draft_places
from sandtable.systems.ocs.s13_replacements import REPLS, wanted
from sandtable.systems.ocs.state import BUILT, OcsState
from sandtable.systems.ocs.theatre import TRACK


@draft_places.changed_by(O21_7_EASIER_REBUILDS)
def at_headquarters(state: OcsState, side: Side, named: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """21.7 Replacements also arrive with any HQ in trace supply."""
    traced = in_trace(state, side)
    hqs = {Hex(state.hex_of[unit]) for unit in state.theatre.hqs_of[side] if unit in traced}
    return (*named, *sorted(hqs - set(named)))


@wanted.changed_by(O21_7_EASIER_REBUILDS)
def one_of_a_kind(state: OcsState, unit: UnitId) -> tuple[int, ...]:
    """21.7 Any step takes one: what was a mixture Eq for units on tracks, else Pax."""
    pax, eq = wanted.printed(state, unit)
    if pax and eq:
        tracked = any(face[unit] == TRACK for face in state.theatre.mobility)
        pax, eq = (0, 1) if tracked else (1, 0)
    return min(pax, 1), min(eq, 1)


class EndHoarding(Procedure):
    """21.7 Of the Pax, and of the Eq, that came in this turn at least half has to be used in it: what is too many goes
    back to the pool."""

    side: Side

    @step("21.7")
    def lapse(self, state: OcsState) -> Result:
        if state.option(O21_7_EASIER_REBUILDS):
            for kind in REPLS:
                self._lapse(state, kind)
        return Done()

    def _lapse(self, state: OcsState, kind: str) -> None:
        theatre = state.theatre
        repls = [unit for unit in state.scenario.units_of(self.side) if theatre.kind_of[unit] == kind]
        kept = [unit for unit in repls if state.is_on_map(unit) and not _was_there(state, unit)]
        used = sum(state.has(unit, BUILT) for unit in repls)
        for unit in kept[(len(kept) + used) // state.number("hoarding") :]:
            state.reset(unit)
            state.move(unit, theatre.pool[self.side], "21.7", kind="lapsed")


def _was_there(state: OcsState, unit: UnitId) -> bool:
    """On the map as the player-turn began."""
    return 0 <= state.began[unit] < state.theatre.board.hexes
