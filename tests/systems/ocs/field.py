"""Small positions of OCS on the map of Primosole with some of its counters, and games told by scripted dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.core.events import Log
from sandtable.core.flow import Procedure
from sandtable.core.rules import Side, UnitId
from sandtable.systems.ocs.s02_sequence import Game as Whole
from sandtable.systems.ocs.state import PHASING, SEGMENT, STRIP, TURN, OcsState
from sandtable.systems.ocs.system import OCS
from sandtable.systems.ocs.theatre import MODES
from systems.told import ToldGame

ALLIED, AXIS = Side(0), Side(1)


def field(
    units: str, *, dumps: Mapping[str, tuple[Side, int]] | None = None, hedgehogs: Mapping[str, int] | None = None,
    bases: Mapping[str, int] | None = None, control: Mapping[str, Side] | None = None, phasing: Side = ALLIED,
    segment: int = 0, turn: int = 1, scenario: str = "primosole", **options: bool,
) -> OcsState:  # fmt: skip
    """field("44_rtr 12.7; 904_fest 11.8 dg oos"): the map with only these counters, one `id place flags` each. Flags: a
    mode (with `front` the Combat face stays up, with `back` the Move face), oos, low, exhausted, fuel, s1 (steps), t3
    (tokens carried), inactive. The rest of the counters is in the pools. `dumps` by hex: whose, how many tokens."""
    table = OCS.load(scenario, options)
    state, theatre = OcsState(table, Whole()), table.extra
    for nth in range(len(theatre.counters)):
        state.steps[nth], state.active[nth] = theatre.full_steps[nth], theatre.is_plane[nth]
        if not theatre.is_combat[nth]:
            state.set_mode(UnitId(nth), MODES.index("move"), "2.0")
    named = [line.split() for line in units.split(";") if line.strip()]
    known = {id for id, *_ in named}
    for nth, id in enumerate(theatre.counters.ids):
        if id not in known:
            state.place(UnitId(nth), theatre.pool[theatre.side_of[nth]], "2.0")
    for id, at, *flags in reversed(named):  # the first that is said lies on top
        _put(state, theatre.counters.unit(id), at, flags)
    for name, (side, tokens) in (dumps or {}).items():
        state.put_down(theatre.board.place(name), side, tokens)
    for name, level in (hedgehogs or {}).items():
        state.hedgehog[theatre.board.place(name)] = level
    for name, level in (bases or {}).items():
        state.base[theatre.board.place(name)] = STRIP + level
    for name, side in (control or {}).items():
        state.take_control(theatre.board.place(name), side, "2.0")
    for what, value in ((TURN, turn), (PHASING, phasing), (SEGMENT, segment)):
        state.tick(what, value)
    for side in (ALLIED, AXIS):
        state.arrived_tokens[side] = state.on_hand(side)
    state.began[:] = state.hex_of
    state.forget()
    state.log = Log()
    return state


def _put(state: OcsState, unit: UnitId, at: str, flags: list[str]) -> None:
    for flag in flags:
        if flag in MODES:
            state.set_mode(unit, MODES.index(flag), "2.0")
        elif flag in ("front", "back"):
            state.turn_over(unit, int(flag == "back"))
        elif flag == "oos":
            state.oos[unit] = 1
        elif flag in ("low", "exhausted"):
            state.stocks[unit] = 1 + (flag == "exhausted")
        elif flag == "fuel":
            state.fuel[unit] = 2
        elif flag == "inactive":
            state.active[unit] = 0
        elif flag[0] == "s" and flag[1:].isdigit():
            state.steps[unit] = int(flag[1:])
        elif flag[0] == "t" and flag[1:].isdigit():
            state.put_cargo(unit, int(flag[1:]))
        else:
            raise ValueError(f"no flag is called {flag}")
    place = state.theatre.board.place(at)
    state.place(unit, place, "2.0")
    if state.theatre.is_combat[unit] and place < state.theatre.board.hexes:
        state.take_control(place, Side(state.owner[unit]), "2.0")


class Game(ToldGame):
    """A procedure that is played by words and scripted dice."""

    def __init__(self, state: OcsState, procedure: Procedure, dice: Iterable[Any] = ()) -> None:
        super().__init__(state, procedure, dice)


def unit(state: OcsState, id: str) -> UnitId:
    return state.scenario.unit(id)
