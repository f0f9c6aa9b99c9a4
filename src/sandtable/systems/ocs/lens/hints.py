"""A few letters in a hex or beside a choice: movement left, what fuel costs, what a dump has; the way of a move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sandtable.core.board import Mover
from sandtable.core.decisions import Draft, Pick, Where
from sandtable.core.flow import Ask
from sandtable.core.groups import Group, together
from sandtable.core.kernels import NEVER
from sandtable.core.lens import Route
from sandtable.core.rules import Breakdown, Hex, Side, Term, UnitId, counted, enemy
from sandtable.systems.ocs.figures import points, tokens
from sandtable.systems.ocs.lens.bill import PAID, paid_so_far
from sandtable.systems.ocs.lens.cards import seen_by
from sandtable.systems.ocs.lens.strengths import strength_told
from sandtable.systems.ocs.s04_fog import known
from sandtable.systems.ocs.s05_modes import SAME, allowance, markers_left, ordered
from sandtable.systems.ocs.s06_movement import (
    MOVE_FORM,
    ends,
    fuel_for,
    movable,
    step_prices,
    trainbusted,
    ways,
    words,
)
from sandtable.systems.ocs.s06_terrain import mover
from sandtable.systems.ocs.s08_overrun import GO_ON, MARCH, OVERRUN, OVERRUN_NEXT
from sandtable.systems.ocs.s09_attack import (
    ATTACKERS_RATING,
    DEFENCE,
    DEFENDERS_RATING,
    PAY,
    attacking_units,
    defending_units,
)
from sandtable.systems.ocs.s09_combat import rated
from sandtable.systems.ocs.s09_forces import rating
from sandtable.systems.ocs.s09_results import OPTIONS, TAKE
from sandtable.systems.ocs.s09_segment import ATTACK, around
from sandtable.systems.ocs.s09_supply import attack_paid, defence_price
from sandtable.systems.ocs.s10_fire import BARRAGE, OUT_OF_DUMPS, halves
from sandtable.systems.ocs.s10_fire import price as fire_price
from sandtable.systems.ocs.s12_dumps import paying
from sandtable.systems.ocs.s12_fuel import FUEL, FUEL_HQ, common_tap, formations, hqs
from sandtable.systems.ocs.s12_paths import bridges, stores, tokens_in
from sandtable.systems.ocs.s12_payment import Need, allotted, within_reach
from sandtable.systems.ocs.s12_supply_phase import EAT
from sandtable.systems.ocs.s13_reinforcements import DELIVER, open_to_supply, space_at
from sandtable.systems.ocs.s13_transport import HAUL, haul_ends, taking, token_bounds
from sandtable.systems.ocs.s13_transport import left as mp_left_of
from sandtable.systems.ocs.s13_transport import points as haulers
from sandtable.systems.ocs.s13_transport import price as haul_price
from sandtable.systems.ocs.s14_bombing import BOMB, bomber_groups
from sandtable.systems.ocs.s14_flak import barrage_of
from sandtable.systems.ocs.s15_bases import REFIT
from sandtable.systems.ocs.s15_construction import BUILD_BASE
from sandtable.systems.ocs.s16_hedgehogs import FORTIFY
from sandtable.systems.ocs.s18_beach import ASSAULT
from sandtable.systems.ocs.s18_craft import space
from sandtable.systems.ocs.s18_loading import BOARD, STOW, berths
from sandtable.systems.ocs.s18_ships import SAIL, speed, squadrons
from sandtable.systems.ocs.s18_ships import ways as sea_ways
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import QUARTERS

Hints = Mapping[Pick, str]
ROADS = {"primary": "primary road", "secondary": "secondary road", "rail": "railroad"}  # as a board calls them


def hints(state: OcsState, ask: Ask, draft: Draft) -> Hints:
    """For the slot now asked."""
    where = ask.form.where_at(draft)
    found = HINTS.get(where) if where is not None else None
    return found(state.stack[-1], state, *ask.form.at(draft)[1]) if found is not None else {}


def total(state: OcsState, ask: Ask, draft: Draft) -> str:
    """Of the slot now asked: how it is paid; else, when something is chosen, what that comes to."""
    where = ask.form.where_at(draft)
    if where is not None and where[1] == PAID:
        return paid_so_far(state, ask, draft)
    found = TOTALS.get(where) if where is not None and draft.chosen else None
    return found(state, *ask.form.at(draft)[1]) if found is not None else ""


# ------------------------------------------------------------------------------------------------ 6.1 movement


def mp_left(state: OcsState, unit: UnitId, word: str) -> int:
    return max(0, allowance(state, unit, ordered(state, unit, word)) - state.spent[unit])


def stacks_left(asked: Any, state: OcsState) -> Hints:
    """6.1 What the slowest of a stack has left, and each by itself."""
    found: dict[Pick, str] = {}
    for units in movable(asked, state).values():
        found[units] = f"slowest: {points(min(mp_left(state, unit, SAME) for unit in units))} MP left"
        found.update({(unit,): f"{points(mp_left(state, unit, SAME))} MP left" for unit in units})
    return found


def orders_told(asked: Any, state: OcsState, units: Group) -> Hints:
    """5.0, 12.5 How far a mode lets them go, what fuel costs, what is left of it; reserve markers."""
    found = {}
    for word in words(state):
        far = f"{points(min(mp_left(state, unit, word) for unit in units))} MP"
        found[word] = ", ".join(filter(None, (far, fuel_told(state, units, word), _markers(state, units, word))))
    return found


def _markers(state: OcsState, units: Group, word: str) -> str:
    if word != "reserve":
        return ""
    return f"{counted(markers_left(state, Side(state.owner[units[0]])), 'marker')} left"


def fuel_told(state: OcsState, units: Group, word: str) -> str:
    """12.5 `fuel 2T of 14T`."""
    needs = fuel_for(state, units, word)
    price = sum(need.tokens for need in needs)
    if not price:
        return ""
    return f"fuel {tokens(price)} of {tokens(in_reach(state, [need.unit for need in needs]))}"


def in_reach(state: OcsState, units: Sequence[UnitId]) -> int:
    """12.3 Tokens that any of these gets at."""
    hexes = set(paying(state, units))
    return sum(tokens_in(state, store) for store in stores(state, Side(state.owner[units[0]])) if store.hex in hexes)


def left(asked: Any, state: OcsState, units: Group, word: str) -> Hints:
    """6.1 What the slowest has left on arrival."""
    found = {unit: ways(state, unit, word, units) for unit in units}
    return {
        hex: points(min(mp_left(state, unit, word) - found[unit].cost(hex) for unit in units))
        for hex in ends(state, units, word)
    }


def left_on_a_march(asked: Any, state: OcsState, units: Group) -> Hints:
    return left(asked, state, units, SAME)


def dumps_told(asked: Any, state: OcsState, *filled: Any) -> Hints:
    """12.2 What lies there."""
    found: dict[Hex, int] = {}
    for store in stores(state, asked.side):
        found[store.hex] = found.get(store.hex, 0) + tokens_in(state, store)
    return {hex: tokens(lies) for hex, lies in found.items()}


# ------------------------------------------------------------------------------------------------ 12.5 fuel


def formation_fuel(asked: Any, state: OcsState) -> Hints:
    price = tokens(state.number("formation-fuel"))
    found: dict[Pick, str] = {}
    for pick in formations(asked, state).values():
        found[pick] = price if common_tap(state, pick) is not None else ""
    return found


def hq_fuel(asked: Any, state: OcsState) -> Hints:
    price = state.number("formation-fuel")
    return {
        unit: f"{tokens(price)} of {tokens(within_reach(state, unit))}" for unit in hqs(asked, state)
        if allotted(state, [Need(unit, price)]) is not None
    }  # fmt: skip


# ------------------------------------------------------------------------------------------------ 9.1 attacks


def defenders_told(asked: Any, state: OcsState, *_: object) -> Hints:
    """9.4, 4.9 The strength in force of what is seen to stand there: `9 of 18`, `5+` where there may be more."""
    theatre, foe = state.theatre, enemy(asked.side)
    looked = seen_by(state, asked.side)[0]
    found: dict[Pick, str] = {}
    for hex in state.occupied(foe):
        units = state.units_in(Hex(hex))
        seen = [unit for unit in units if theatre.is_combat[unit] and known(state, asked.side, unit)]
        more = "" if all(known(state, asked.side, unit) for unit in units) else "+"
        found[Hex(hex)] = f"{strength_told(looked, seen, 'defend')}{more}"
    return found


def attack_price(state: OcsState, units: Sequence[UnitId], wanted: tuple[Hex, ...] = ()) -> str:
    """9.5 `strength 18, 4 SP of 8 SP 2T`: what they come to, what is paid, and what is within reach."""
    paid = attack_paid(state, units, wanted)
    price = sum(each.tokens for each in (*paid.taken, *paid.wasted))
    strength = strength_told(state, units, "attack")
    return f"strength {strength}, {tokens(price)} of {tokens(in_reach(state, units))}"


def attackers_told(asked: Any, state: OcsState, target: Hex, chosen: tuple[Group, ...]) -> Hints:
    """4.4 The strength of each stack: `9 of 18`, where less is in force than printed."""
    found = dict[Pick, str]()
    for units in around(asked, state, target).values():
        found[units] = strength_told(state, units, "attack")
        found.update({(unit,): strength_told(state, (unit,), "attack") for unit in units})
    return found


def attack_so_far(state: OcsState, target: Hex, chosen: tuple[Group, ...]) -> str:
    return attack_price(state, together(chosen))


def guns_told(asked: Any, state: OcsState, target: Hex, aim: str, chosen: tuple[Group, ...]) -> Hints:
    """10.1 Barrage points of each stack."""
    found = dict[Pick, str]()
    for units in OUT_OF_DUMPS.batteries(asked, state, target, aim).values():
        found[units] = points(2 * halves(state, units))
        found.update({(unit,): points(2 * halves(state, (unit,))) for unit in units})
    return found


def fire_so_far(state: OcsState, target: Hex, aim: str, chosen: tuple[Group, ...]) -> str:
    """10.1b `barrage 24, 6T of 3 SP 2T`."""
    units = together(chosen)
    strength = points(2 * halves(state, units))
    return f"barrage {strength}, {tokens(fire_price(state, aim, units))} of {tokens(in_reach(state, units))}"


def bombs_so_far(state: OcsState, target: Hex, *given: Any) -> str:
    """14.7 `barrage 22`."""
    return f"barrage {sum(barrage_of(state, plane) for plane in together(given[-1]))}"


def bombers_told(asked: Any, state: OcsState, target: Hex, *given: Any) -> Hints:
    """14.7 Barrage points of each, or of those at a base."""
    found = dict[Pick, str]()
    for planes in bomber_groups(asked, state, target).values():
        found[planes] = str(sum(barrage_of(state, plane) for plane in planes))
        found.update({(plane,): str(barrage_of(state, plane)) for plane in planes})
    return found


# ------------------------------------------------------------------------------------------------ 13 transport


def loads_told(asked: Any, state: OcsState) -> Hints:
    """13.2 What they carry, and what lies where they are."""
    found = dict[Pick, str]()
    for units in haulers(asked, state).values():
        lies = state.dump[state.hex_of[units[0]]]
        for group in (units, *((unit,) for unit in units)):
            carried = sum(state.cargo[unit] for unit in group)
            found[group] = ", ".join(
                filter(None, (f"{tokens(carried)} aboard" if carried else "", f"{tokens(lies)} here" if lies else ""))
            )
    return found


def load_told(asked: Any, state: OcsState, units: Group) -> Hints:
    """12.1 Tokens as supply points."""
    return {number: tokens(number) for number in token_bounds(asked, state, units)}


def haul_left(asked: Any, state: OcsState, units: Group, number: int) -> Hints:
    """13.2 What the slowest has left on arrival, after it has loaded; who unloads there pays for that too."""
    taken = taking(state, units, number)
    return {
        hex: points(min(mp_left_of(state, unit) - haul_price(state, unit, units, unit in taken, False, hex, False)
                        for unit in units))
        for hex in haul_ends(state, units, number)
    }  # fmt: skip


def delivered_told(asked: Any, state: OcsState) -> Hints:
    """13.6, 19.0 What may still come in there."""
    return {
        place: f"up to {tokens(min(asked.left, space_at(state, asked.side, place)))}"
        for place in open_to_supply(asked, state)
    }


def squadrons_left(asked: Any, state: OcsState) -> Hints:
    """18.1e Hexes that the slowest of a stack of ships has left."""
    found: dict[Pick, str] = {}
    for units in squadrons(asked, state).values():
        left = {unit: max(0, QUARTERS * speed(state, unit) - state.spent[unit]) for unit in units}
        found[units] = f"slowest: {points(min(left.values()))} MP left"
        found.update({(unit,): f"{points(each)} MP left" for unit, each in left.items()})
    return found


def craft_left(asked: Any, state: OcsState) -> Hints:
    """18.4a What landing craft in port take yet, and have aboard."""
    return {
        craft: f"{tokens(space(state, craft))} free" for craft in berths(asked, state) if space(state, craft)
    }  # fmt: skip


def defence_told(asked: Any, state: OcsState) -> Hints:
    """9.5 What it costs to defend at full strength."""
    side = enemy(asked.side)
    return {PAY: f"{tokens(defence_price(state, asked.target, side))} of {tokens(state.on_hand(side))}"}


def attackers_rated(asked: Any, state: OcsState) -> Hints:
    """9.6 What the rating of each comes to."""
    return _rated(state, attacking_units(asked, state))


def defenders_rated(asked: Any, state: OcsState) -> Hints:
    return _rated(state, defending_units(asked, state))


def _rated(state: OcsState, units: Sequence[UnitId]) -> Hints:
    return {unit: f"rating {rated(state.scenario.charts, *rating(state, unit))}" for unit in units}


def options_told(asked: Any, state: OcsState) -> Hints:
    """9.10 `2 hexes`, `1 hex, 1 step`, `2 steps`."""
    found: dict[Pick, str] = {}
    for hexes in range(asked.points + 1):
        parts = (hexes, "hex", "hexes"), (asked.points - hexes, "step", "steps")
        found[hexes] = ", ".join(counted(number, one, many) for number, one, many in parts if number)
    return found


HINTS: Mapping[Where, Callable[..., Hints]] = {
    DEFENCE.where("verb"): defence_told,
    ATTACKERS_RATING.where("unit"): attackers_rated,
    DEFENDERS_RATING.where("unit"): defenders_rated,
    OPTIONS.forms[TAKE].where("hexes"): options_told,
    SAIL.where("units"): squadrons_left,
    BOARD.where("craft"): craft_left,
    STOW.where("craft"): craft_left,
    ASSAULT.where("target"): defenders_told,
    MOVE_FORM.where("units"): stacks_left,
    MARCH.where("units"): stacks_left,
    MOVE_FORM.where("mode"): orders_told,
    MARCH.where("mode"): orders_told,
    MOVE_FORM.where("to"): left,
    MARCH.where("to"): left,
    GO_ON.where("to"): left_on_a_march,
    MOVE_FORM.where("dumps"): dumps_told,
    MARCH.where("dumps"): dumps_told,
    OVERRUN.where("units"): stacks_left,
    OVERRUN.where("mode"): orders_told,
    OVERRUN.where("target"): defenders_told,
    OVERRUN.where("dumps"): dumps_told,
    OVERRUN_NEXT.where("target"): defenders_told,
    OVERRUN_NEXT.where("dumps"): dumps_told,
    ATTACK.where("target"): defenders_told,
    ATTACK.where("stacks"): attackers_told,
    ATTACK.where("dumps"): dumps_told,
    FUEL.where("units"): formation_fuel,
    FUEL.where("dumps"): dumps_told,
    FUEL_HQ.where("hq"): hq_fuel,
    FUEL_HQ.where("dumps"): dumps_told,
    BARRAGE.where("target"): defenders_told,
    BARRAGE.where("stacks"): guns_told,
    BARRAGE.where("dumps"): dumps_told,
    BOMB.where("planes"): bombers_told,
    REFIT.where("dumps"): dumps_told,
    FORTIFY.where("dumps"): dumps_told,
    BUILD_BASE.where("dumps"): dumps_told,
    EAT.where("dumps"): dumps_told,
    HAUL.where("units"): loads_told,
    HAUL.where("tokens"): load_told,
    HAUL.where("to"): haul_left,
    DELIVER.where("at"): delivered_told,
}
TOTALS: Mapping[Where, Callable[..., str]] = {
    ATTACK.where("stacks"): attack_so_far,
    BARRAGE.where("stacks"): fire_so_far,
    BOMB.where("planes"): bombs_so_far,
}


# ------------------------------------------------------------------------------------------------ the way of a move


def _at_sea(state: OcsState, ask: Ask, draft: Draft, to: Hex) -> Route | None:
    """18.1e The way of the slowest ship."""
    if ask.form.why_not(state, draft, to):
        return None
    (units, *_) = ask.form.at(draft)[1]
    slowest = min(units, key=lambda unit: (QUARTERS * speed(state, unit) - state.spent[unit], unit))
    found = sea_ways(state, slowest)
    hexes = tuple(map(Hex, found.route(to)))
    left = QUARTERS * speed(state, slowest) - state.spent[slowest] - found.cost(to)
    step = Breakdown([Term("a hex at sea", 1, "18.1e")])
    return Route(hexes, (step,) * (len(hexes) - 1), f"{points(found.cost(to))} MP", f"{points(left)} MP")


def route(state: OcsState, ask: Ask, draft: Draft, pick: Pick) -> Route | None:
    """6.1, 18.1e The way of the slowest of those that move, if they may go there."""
    where = ask.form.where_at(draft)
    if where == SAIL.where("to") and isinstance(pick, int):
        return _at_sea(state, ask, draft, Hex(pick))
    if where not in (MOVE_FORM.where("to"), MARCH.where("to"), GO_ON.where("to")) or not isinstance(pick, int):
        return None
    if ask.form.why_not(state, draft, pick):
        return None
    units, word, *_ = (*ask.form.at(draft)[1], SAME)
    found = {unit: ways(state, unit, word, units) for unit in units}
    to = Hex(pick)
    slowest = min(units, key=lambda unit: (mp_left(state, unit, word) - found[unit].cost(to), unit))
    hexes = found[slowest].route(Hex(state.hex_of[slowest]), to)
    order = ordered(state, slowest, word)
    mobility, paid = state.theatre.mobility[order.face][slowest], found[slowest].cost(to)
    costs = tuple(_step(state, Side(state.owner[slowest]), mobility, *each) for each in pairwise(hexes))
    return Route(hexes, costs, f"{points(paid)} MP", f"{points(mp_left(state, slowest, word) - paid)} MP")


def _step(state: OcsState, side: Side, mobility: int, start: Hex, to: Hex) -> Breakdown:
    """6.2 In movement points, part by part."""
    board, charts = state.theatre.board, state.scenario.charts
    mine: Mover = mover(charts, board, mobility, state.ground)
    if near := bridges(state, side):
        mine = mine.at(near, mover(charts, board, mobility, state.ground, True))
    price = step_prices(state, side, mobility)[board.layout.side(start, to)]
    if price == NEVER:
        return Breakdown([Term("all of its allowance", 0, "6.2")])
    named = ((term, str(term.label)) for term in board.step_cost(mine, start, to))
    terms = [
        term._replace(label=ROADS.get(name, name.replace("_", " ")), value=Fraction(term.value) / QUARTERS)
        for term, name in named
    ]
    if to in trainbusted(state, side, mobility):
        terms.append(Term("trainbusting", 1, "14.8"))
    return Breakdown(terms)
