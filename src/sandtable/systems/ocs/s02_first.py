"""OCS 2.0: the first position of a scenario."""

from __future__ import annotations

from functools import lru_cache

from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.system import Scenario
from sandtable.systems.ocs.options import NAVAL
from sandtable.systems.ocs.s02_sequence import Game
from sandtable.systems.ocs.state import ON_WHEELS, STRIP, OcsState
from sandtable.systems.ocs.theatre import COMBAT, CRAFT, FIGHTING, MOVE, Theatre
from sandtable.systems.ocs.titles import setup_of


@lru_cache(16)
def first_position(scenario: Scenario, theatre: Theatre) -> OcsState:
    """2.0 As the scenario's file tells it. Who is in no mode there is in Combat Mode, replacements in Move Mode."""
    state, setup = OcsState(scenario, Game()), setup_of(scenario.name)
    for nth, kind in enumerate(theatre.kind_of):
        unit = UnitId(nth)
        usual = COMBAT if kind in FIGHTING and not theatre.is_repl[nth] else MOVE
        state.set_mode(unit, setup.modes.get(unit, usual), "2.0")
        state.steps[nth] = setup.steps.get(unit, theatre.full_steps[nth])
        state.active[nth] = theatre.is_plane[nth] and unit not in setup.inactive
    for unit, at in sorted(setup.at.items(), key=lambda put: theatre.is_combat[put[0]]):  # combat units on top
        state.place(unit, at, "2.0")
        if theatre.is_craft[unit] and at < theatre.board.hexes and at not in theatre.navigable[CRAFT]:
            state.role[unit] = ON_WHEELS  # 18.4e
        if theatre.is_combat[unit] and at < theatre.board.hexes:
            state.take_control(at, Side(theatre.side_of[unit]), "2.0")
    if state.option(NAVAL):
        for unit, at in setup.naval.items():
            state.place(unit, at, "18.0")
    for arrival in setup.arrivals:
        state.place(arrival.unit, theatre.turns[arrival.turn], "13.6")
    for hex, (side, tokens) in setup.dumps.items():
        state.put_down(hex, side, tokens)
        _claim(state, hex, side)
    for unit, tokens in setup.loads.items():
        state.put_cargo(unit, tokens)
    for unit in setup.extenders:
        state.extends[unit] = 1
    for hex, level in setup.hedgehogs.items():
        state.hedgehog[hex] = level
    for hex, level in setup.bases.items():
        state.base[hex] = STRIP + level
        for unit in state.units_in(hex):
            _claim(state, hex, Side(theatre.side_of[unit]))
    for each in map(Side, range(len(scenario.sides))):
        for hex in theatre.sources[each]:
            _claim(state, hex, each)
        state.arrived_tokens[each] = state.on_hand(each)
    state.forget()
    return state


def _claim(state: OcsState, hex: Hex, side: Side) -> None:
    """A place that nobody has entered belongs to whose supply, aircraft or source is there."""
    if state.controller(hex) is None:
        state.take_control(hex, side, "2.0")
