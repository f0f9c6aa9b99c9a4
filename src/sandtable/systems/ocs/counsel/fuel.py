"""12.5: fuel by the formation, or by an HQ for independent units, where more would move than that costs."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import Action, Form
from sandtable.core.groups import Group
from sandtable.core.intents import Conduct
from sandtable.core.rules import Side, UnitId
from sandtable.core.sequence import Segment
from sandtable.core.state import fact
from sandtable.systems.ocs.counsel.movement import DRY, marching, movers, plans, thirst
from sandtable.systems.ocs.s12_fuel import common_tap, drawn_tokens, fuelling_hq
from sandtable.systems.ocs.s12_paths import headquarters, serves, throws_to
from sandtable.systems.ocs.s12_payment import within_reach
from sandtable.systems.ocs.state import MOVEMENT, SEGMENT, OcsState


@fact
def thirsty(state: OcsState, side: Side, conduct: Conduct) -> tuple[UnitId, ...]:
    """Who would burn fuel in the moves that are to come."""
    attacks = plans(state, side, conduct)
    found = [unit for plan in attacks for unit, word, _ in plan.places if word and thirst(state, unit, word)]
    found += [
        unit for unit in marching(state, side, movers(state, side), attacks, conduct) if thirst(state, unit, "move")
    ]
    return tuple(sorted(set(found)))


def fuel(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    """12.5 A formation."""
    if state.clock[SEGMENT] != MOVEMENT:
        return
    price, found = state.number("formation-fuel"), dict[int, list[UnitId]]()
    for unit in thirsty(state, segment.side, conduct):
        found.setdefault(state.theatre.formation_of[unit], []).append(unit)
    for formation, members in found.items():
        if formation >= 0:
            for units in _sharing(state, tuple(members)):
                if len(units) > price and within_reach(state, units[0]) >= price + DRY:
                    yield ("fuel", units, ())


def _sharing(state: OcsState, members: Group) -> Iterator[Group]:
    """All of them; else those in reach of the same HQ."""
    if common_tap(state, members) is not None:
        yield members
        return
    for hq in headquarters(state, Side(state.owner[members[0]])):
        units = tuple(unit for unit in members if state.hex_of[unit] in throws_to(state, hq))
        if units and units != members:
            yield units


def fuel_hq(segment: Segment, state: OcsState, form: Form, conduct: Conduct) -> Iterator[Action]:
    """12.5 An HQ, for the independent units in its range."""
    if state.clock[SEGMENT] != MOVEMENT:
        return
    side, price = segment.side, state.number("formation-fuel")
    alone = [
        unit for unit in thirsty(state, side, conduct)
        if state.theatre.is_independent[unit] and fuelling_hq(state, unit) is None
    ]  # fmt: skip
    for hq in headquarters(state, side):
        served = [unit for unit in alone if unit != hq and serves(state, hq, unit)
                  and state.hex_of[unit] in throws_to(state, hq)]  # fmt: skip
        if len(served) > price and drawn_tokens(state, hq) >= price + DRY:
            yield ("fuel_hq", hq, ())
