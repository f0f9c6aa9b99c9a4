"""USE 1.2: the first position of a scenario."""

from __future__ import annotations

from functools import lru_cache

from sandtable.core.rules import Side
from sandtable.core.system import Scenario
from sandtable.systems.use.s01_2_sequence import Game
from sandtable.systems.use.s07_supply import tracing
from sandtable.systems.use.setups import setup_of
from sandtable.systems.use.state import BROKEN, ENDED, IN_FORCE, NO_POLICY, UseState
from sandtable.systems.use.theatre import AXIS, OVER, POLICIES, WEST, Theatre


@lru_cache(16)
def first_position(scenario: Scenario, theatre: Theatre) -> UseState:
    """1.2"""
    state, setup = without_units(scenario, theatre), setup_of(scenario.name)
    for unit, at in sorted(setup.at.items(), key=lambda put: theatre.is_ground[put[0]]):  # armies on top
        if not state.faction_of(unit):  # 13.0 set up when its country becomes active
            continue
        state.place(unit, at, "1.2")
        state.in_fort[unit] = unit in theatre.in_forts
    for side in (AXIS, WEST):
        tracing(state, side)
    return state


def without_units(scenario: Scenario, theatre: Theatre) -> UseState:
    """What countries have and hold before a unit is on the map."""
    state = UseState(scenario, Game())
    for nth, country in enumerate(theatre.countries):
        state.will[nth], state.points[nth], state.fac_lost[nth] = country.will, country.points, country.fac_lost
    for nth, policy in enumerate(POLICIES):
        state.policies[nth] = _begun(theatre.policies.get(policy))
    for fort in theatre.forts:
        state.fort[fort] = theatre.country_at[fort] + 1
    for place in theatre.board.places:
        owner = theatre.country_at[place.hex]
        if "city" in place.symbols and state.faction[owner]:  # a neutral's are nobody's
            state.take_control(place.hex, Side(theatre.countries[owner].side), "2.3.1")
    for nth, reduced in enumerate(scenario.counters["reduced"]):
        state.steps[nth] = 1 if reduced else theatre.full_strength[nth]
    return state


def _begun(policy: str | None) -> int:
    """D1 How a policy stands at the start."""
    if policy is None:
        return NO_POLICY
    return (ENDED, BROKEN)[OVER.index(policy)] if policy in OVER else IN_FORCE
