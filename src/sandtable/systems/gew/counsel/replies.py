"""9, 21, 22, 24 and 26: what is chosen at once when a side is hit, met or may begin something; the first is quick."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import Action, Form
from sandtable.core.intents import Conduct
from sandtable.core.rules import Hex
from sandtable.systems.gew.counsel.aims import way_of
from sandtable.systems.gew.counsel.campaign import offered
from sandtable.systems.gew.counsel.combat import PUSHED_BACK
from sandtable.systems.gew.counsel.habits import habits
from sandtable.systems.gew.counsel.prizes import stakes
from sandtable.systems.gew.counsel.worth import STAKE, price
from sandtable.systems.gew.s09_neutrals import DeclareInvasions, invadable
from sandtable.systems.gew.s12_supply import line_lengths
from sandtable.systems.gew.s21_absorption import Suffer
from sandtable.systems.gew.s22_retreat import Retreat, Ways, ways
from sandtable.systems.gew.s23_orders import SendOut
from sandtable.systems.gew.s24_losses import PayOrLose
from sandtable.systems.gew.state import GewState

ROUTES = 4  # retreats that are looked at
CUT_OFF = 6  # MF that a line of supply is worth in a retreat
REFUGE = 3  # and a victory point that nobody of ours is holding


def bear(force: Suffer, state: GewState, form: Form, conduct: Conduct) -> Iterator[Action]:
    """21.1 Both ways, if both are open: MP for units and for ground that counts, not for any other."""
    at_stake = sum(stakes(state.scenario).get(place, 0) for place in force.places(state))
    lost = PUSHED_BACK + STAKE * at_stake if force.fate == "retreat" else STAKE + STAKE * at_stake
    pays = ("spend",), ("suffer",)
    return (
        way
        for way in (pays if lost > price(state, force.payer(state), habits(conduct)) * force.mp else pays[::-1])
        if not form.check(state, way)
    )


def retreat(force: Retreat, state: GewState, form: Form, conduct: Conduct) -> list[Action]:
    """22.1 The first who can: in supply, into what counts and nobody holds, not far from what he is after."""
    unit = force.able(state)[0]
    theatre, found = state.theatre, ways(state, unit, force.hexes)
    way, values = way_of(state, unit, conduct), stakes(state.scenario)
    lines, longest = line_lengths(state, state.power_of(unit), theatre.line[unit]), theatre.movement[unit]

    def cost(route: tuple[Hex, ...]) -> float:
        to = route[-1]
        if to >= theatre.hexes:
            return way[to]
        refuge = values.get(to, 0) if not state.ground_in(to) else 0
        return way[to] + CUT_OFF * (lines[to] > longest) - REFUGE * refuge

    best: dict[Hex, tuple[Hex, ...]] = {}
    for route in _routes(found, ()):
        best.setdefault(route[-1], route)
    return [(unit, route) for route in sorted(best.values(), key=cost)[:ROUTES]]


def _routes(found: Ways, begun: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
    """Every way that ends well."""
    if found.ended(begun):
        yield begun
    for place in found.onward(begun):
        yield from _routes(found, (*begun, place))


def pay(losses: PayOrLose, state: GewState, form: Form, conduct: Conduct) -> list[Action]:
    """24.7 MP come back, and campaign units hardly."""
    if payers := offered(state, form, "pay"):
        return [("pay", payers[0])]
    return [("lose", unit) for unit in offered(state, form, "lose")][:1]


def invade(phase: DeclareInvasions, state: GewState, form: Form, conduct: Conduct) -> Iterator[Action]:
    """9.5 Nobody, unless it proves better."""
    yield ("end",)
    for country in invadable(phase, state):
        for action in (("invade", country, power) for power in offered(state, form, "invade", country)):
            if not form.check(state, action):
                yield action


def meet_at_sea(phase: SendOut, state: GewState, form: Form, conduct: Conduct) -> Iterator[Action]:
    """26.3 Nobody, unless it proves better: each fleet where it first can."""
    yield ("end",)
    for fleet in offered(state, form, "intercept"):
        for place in offered(state, form, "intercept", fleet)[:1]:
            yield ("intercept", fleet, place)
