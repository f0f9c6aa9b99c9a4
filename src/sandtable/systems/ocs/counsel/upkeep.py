"""2.3, 2.4, 4.8, 12, 13: who goes first, what arrives, who eats, what is rebuilt, and what has to be given up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.decisions import Action, Form
from sandtable.core.groups import Group, stacks
from sandtable.core.intents import Conduct
from sandtable.core.rules import Hex, UnitId
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.counsel.prizes import step_worth, way_to_go
from sandtable.systems.ocs.s02_quiet import DECLINE, Agree
from sandtable.systems.ocs.s02_sequence import Game
from sandtable.systems.ocs.s04_stacking import CheckStacking, in_excess, not_in_excess
from sandtable.systems.ocs.s12_payment import within_reach
from sandtable.systems.ocs.s12_stocks import RecoverStocks, to_recover
from sandtable.systems.ocs.s12_supply_phase import CheckSupply, can_eat, hungry
from sandtable.systems.ocs.s13_reinforcements import (
    DeliverSupply,
    cannot_enter,
    doors,
    due_together,
    no_way_in,
    open_to_supply,
    the_most,
)
from sandtable.systems.ocs.s13_replacements import rebuilt_in, worn
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import LEG

POOR = 6  # tokens within reach that are too few


def fight_on(agree: Agree, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    """2.4 Of few turns none is given away."""
    return [(DECLINE,)]


def go_first(game: Game, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    """2.3 Two player-turns in a row are worth more than the last word."""
    return [("first",)]


def too_many(check: CheckStacking, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    """4.8 Whoever is worth least."""
    units = [unit for unit in in_excess(check, state) if next(not_in_excess(check, state, unit), None) is None]
    return [(min(units, key=lambda unit: (step_worth(state, unit), unit)),)]


# ------------------------------------------------------------------------------------------------ supply


def eat(phase: CheckSupply, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    """12.6c Those whose loss would cost most, as many as there is supply for."""
    groups = stacks(state, hungry(state, phase.side)).values()
    fed: list[Group] = []
    for group in sorted(groups, key=lambda units: (-sum(step_worth(state, unit) for unit in units), units)):
        if can_eat(state, *fed, group):
            fed.append(group)
    return [(tuple(fed), ())]


def recover(recovery: RecoverStocks, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    """12.10 The best first."""
    return [(max(to_recover(recovery, state), key=lambda unit: (step_worth(state, unit), -unit)),)]


def deliver(delivery: DeliverSupply, state: OcsState, form: Form, conduct: Conduct) -> Sequence[Action]:
    """13.6 Where most units are near that get at little."""
    distance = state.theatre.board.layout.distance
    poor = [Hex(state.hex_of[unit]) for unit in state.combat_units(delivery.side) if within_reach(state, unit) < POOR]

    def need(at: Hex) -> float:
        return sum(1 / (1 + distance(at, hex)) for hex in poor) - state.dump[at] / 100

    at = max(open_to_supply(delivery, state), key=lambda hex: (need(hex), -hex))
    return [(at, the_most(delivery, state, at))]


# ------------------------------------------------------------------------------------------------ units


def enter(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    """13.6 Together where that can be, else one by one; nearest to what counts."""
    way = way_to_go(state, segment.side, LEG, conduct)
    for group in due_together(segment, state).values():
        for units in (group, *((unit,) for unit in group)):
            if next(cannot_enter(segment, state, units), None) is None:
                places = [to for to in doors(state, segment.side, units)
                          if next(no_way_in(state, segment.side, units, to), None) is None]  # fmt: skip
                to = min(places, key=lambda hex: (_left(state, way, hex), hex))
                yield ("enter", units, to, "move")


def _left(state: OcsState, way: tuple[int, ...], place: Hex) -> int:
    return way[place] if place < state.theatre.board.hexes else 0


def rebuild(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    """13.5 Whoever is worth most."""
    units: list[UnitId] = sorted(worn(segment, state), key=lambda unit: (-step_worth(state, unit), unit))
    for unit in units:
        for at in rebuilt_in(segment, state, unit):
            yield ("rebuild", unit, at, "move")
