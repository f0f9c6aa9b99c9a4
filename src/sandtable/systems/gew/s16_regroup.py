"""GEW 16: campaign units that have done a mission are made ready for another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sandtable.core.decisions import DONE, UNIT, Form, Menu, Slot
from sandtable.core.flow import Ask, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.state import kept_in
from sandtable.systems.gew.options import O36_ULTRA
from sandtable.systems.gew.s10_mobilization import line
from sandtable.systems.gew.s28_fortifications import too_dear
from sandtable.systems.gew.state import POWERS_OF_SIDE, SORTIES, ULTRA, ULTRA_READY, ULTRA_USED, GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, WALLIED

if TYPE_CHECKING:
    from sandtable.core.system import Scenario


class Regroup(Procedure):
    """16.0 The player pays for the units he wants ready."""

    side: Side
    choice: tuple[Any, ...] = ()

    @step("16.0")
    def choose(self, state: GewState) -> Result:
        """6.3 Asked even of a side that can regroup nothing: its enemy must not tell by the question what it has."""
        return Ask(self.side, REGROUP, "choice")

    @step("16.0")
    def pay(self, state: GewState) -> Result:
        word, *units = self.choice
        self.choice = ()
        if word == "end":
            return Done()
        if word == "ultra":
            state.gain_mp(WALLIED, -ultra_cost(state), "O36", "Ultra")
            state.flag(ULTRA, ULTRA_READY)
            state.note_hidden("ultra_regrouped", "O36", self.side)
        for unit in units[0] if units else ():
            state.gain_mp(state.power_of(unit), -cost(state, unit), "16.0", "", unit=unit)
            state.regroup(unit, "16.0")
        return Goto("choose")


def cost(state: GewState, unit: UnitId) -> int:
    return _costs(state.scenario)[unit]


@lru_cache(maxsize=16)
def _costs(scenario: Scenario) -> tuple[int, ...]:
    """By unit; ground units are not regrouped and cost nothing."""
    theatre, table = scenario.extra, scenario.charts.table("mobilization")
    return tuple(
        0 if is_ground else int(table.read(line(theatre, UnitId(unit)), "Regroup"))
        for unit, is_ground in enumerate(theatre.is_ground)
    )


def spent(phase: Regroup, state: GewState, *_: object) -> tuple[UnitId, ...]:
    """A player's units in the displays that are not operational, those of countries that joined him too."""
    return _spent(state, phase.side)


@kept_in(SORTIES)
def _spent(state: GewState, side: Side) -> tuple[UnitId, ...]:
    operational, owners = state.operational, state.owners()
    waiting = (unit for display in state.theatre.display for unit in state.units_in(display))
    return tuple(sorted(unit for unit in waiting if owners[unit] == side and not operational[unit]))


def left(state: GewState, chosen: tuple[UnitId, ...], power: int) -> int:
    """The MP of a power after those already chosen."""
    return state.mp[power] - sum(cost(state, unit) for unit in chosen if state.power_of(unit) == power)


def affordable(phase: Regroup, state: GewState, chosen: tuple[UnitId, ...]) -> list[Any]:
    """The same as cannot_regroup, faster."""
    costs, powers = _costs(state.scenario), state.powers()
    rest = {power: state.mp[power] for power in POWERS_OF_SIDE[phase.side]}
    for unit in chosen:
        rest[powers[unit]] -= costs[unit]
    found: list[Any] = [
        unit for unit in spent(phase, state) if costs[unit] <= rest[powers[unit]] and unit not in chosen
    ]
    return [*found, DONE] if chosen else found


def cannot_regroup(
    phase: Regroup, state: GewState, chosen: tuple[UnitId, ...], unit: UnitId | str
) -> Iterator[Violation]:
    if isinstance(unit, str):
        if not chosen:
            yield Violation("16.0", "choose a unit to regroup")
        return
    if state.side_of(unit) != phase.side:
        yield Violation("16.0", say("{unit} is not a unit of yours", unit), units=(unit,))
    elif state.hex_of[unit] not in state.theatre.display:
        yield Violation("16.0", say("{unit} is not in your Campaign Operations Display", unit), units=(unit,))
    elif state.operational[unit]:
        yield Violation("16.0", say("{unit} is operational", unit), units=(unit,))
    elif cost(state, unit) > (rest := left(state, chosen, state.power_of(unit))):
        yield Violation(
            "16.0", say("{unit} costs {cost} MP, {rest} are left", unit, cost(state, unit), rest), units=(unit,)
        )


def ultra_cost(state: GewState) -> int:
    return state.scenario.charts.lines("income")["regroup-ultra"].amount


def ultra_stays(phase: Regroup, state: GewState) -> Iterator[Violation]:
    """O36 Ultra is a marker of the Western Allies."""
    if phase.side != ALLIED_SIDE or not state.option(O36_ULTRA) or state.flags[ULTRA] != ULTRA_USED:
        yield Violation("O36", "you have no Ultra to regroup")
    else:
        yield from too_dear(state, WALLIED, ultra_cost(state), "Ultra", "O36")


REGROUP = Menu(
    "regroup", "16.0",
    Form("regroup", "16.0", Slot("units", UNIT, spent, cannot_regroup, affordable, many=True)),
    Form("ultra", "O36", refuse=ultra_stays),
    Form("end", "16.0"),
)  # fmt: skip
