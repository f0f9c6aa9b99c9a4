"""OCS 9.5, 12.10: what both sides of a combat pay, out of dumps or out of their internal stocks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from sandtable.core.chartfile import Charts
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.systems.ocs.s04_stacking import stacked
from sandtable.systems.ocs.s12_paths import NOBODY, Line, is_afloat, lines_to, open_from, stores, tokens_in
from sandtable.systems.ocs.s12_payment import Need, Taken, allotted, take, within_reach
from sandtable.systems.ocs.state import EXHAUSTED, OcsState
from sandtable.systems.ocs.theatre import QUARTERS


def price(state: OcsState, line: str) -> int:
    """9.5 Tokens, as the chart prints them."""
    return _printed(state.scenario.charts, line)


@lru_cache
def _printed(charts: Charts, line: str) -> int:
    return int(charts.lines("combat_supply")[line].value.removesuffix("T"))


def has_stocks(state: OcsState, unit: UnitId) -> bool:
    """12.10 A unit whose stocks are not exhausted."""
    return state.stocks[unit] < EXHAUSTED


# ------------------------------------------------------------------------------------------------ the attacker


def need_of(state: OcsState, unit: UnitId) -> Need:
    """9.5 Each step that is there now."""
    return Need(unit, price(state, "attacking-step") * state.steps[unit])


def can_be_paid(state: OcsState, unit: UnitId) -> bool:
    """9.5, 12.10 By itself, out of dumps or its stocks."""
    return within_reach(state, unit) >= need_of(state, unit).tokens or has_stocks(state, unit)


class Paid(NamedTuple):
    """9.5 How an attack is paid for: `wasted` is too little for a unit that then lives on its stocks (12.10)."""

    taken: tuple[Taken, ...]
    wasted: tuple[Taken, ...] = ()
    stocks: tuple[UnitId, ...] = ()
    out: tuple[UnitId, ...] = ()  # they drop out


def attack_paid(state: OcsState, units: Sequence[UnitId], wanted: Sequence[Hex]) -> Paid:
    """9.5 For all if that can be; else for the strongest first, and the others live on their stocks or drop out."""
    needs = [need_of(state, unit) for unit in units]
    whole = allotted(state, needs, wanted)
    if whole is not None:
        return Paid(whole)
    strength = state.theatre.strength
    served = list[Need]()
    for need in sorted(needs, key=lambda need: (-strength[state.face[need.unit]][need.unit], need.unit)):
        if allotted(state, [*served, need], wanted) is not None:
            served.append(need)
    rest = [need for need in needs if need not in served]
    living, lost = [need for need in rest if has_stocks(state, need.unit)], list[Need]()
    for need in living:
        few = (need._replace(tokens=tokens) for tokens in range(need.tokens - 1, 0, -1))
        lost += [next((each for each in few if allotted(state, [*served, *lost, each], wanted) is not None), need)]
        if lost[-1] is need:
            lost.pop()
    taken = allotted(state, [*served, *lost], wanted) or ()
    wasteful = {need.unit for need in lost}
    return Paid(
        tuple(each for each in taken if each.unit not in wasteful),
        tuple(each for each in taken if each.unit in wasteful),
        tuple(need.unit for need in living),
        tuple(need.unit for need in rest if need not in living),
    )


def beach_paid(state: OcsState, side: Side, start: Hex, units: Sequence[UnitId]) -> tuple[Taken, ...] | None:
    """18.6a Of a beach assault: only out of landing craft in the hex or next to it; None if they have too little."""
    near = [
        store for store in stores(state, side) if is_afloat(state, store) and start in open_from(state, side, store)
    ]
    left = {store: tokens_in(state, store) for store in sorted(near, key=lambda store: store.hex != start)}
    found = list[Taken]()
    for need in (need_of(state, unit) for unit in units):
        wanting = need.tokens
        for store in left:
            if tokens := min(wanting, left[store]):
                found.append(Taken(need.unit, Line(store, NOBODY), tokens))
                left[store] -= tokens
                wanting -= tokens
        if wanting:
            return None
    return tuple(found)


def pay_attack(
    state: OcsState, side: Side, units: Sequence[UnitId], wanted: Sequence[Hex], rule: str
) -> tuple[UnitId, ...]:  # fmt: skip
    """9.5, 12.10 It is paid for; the value: who drops out."""
    paid = attack_paid(state, units, wanted)
    take(state, side, paid.taken, rule)
    take(state, side, paid.wasted, "12.10")
    for unit in paid.stocks:
        state.use_stocks(unit, "12.10")
    for unit in paid.out:
        state.note("drops out", "9.5", unit=unit)
    return paid.out


# ------------------------------------------------------------------------------------------------ the defender


def defence_price(state: OcsState, target: Hex, side: Side) -> int:
    """9.5 For the hex as a whole, less if no more than one RE is there."""
    small = stacked(state, target, side) <= QUARTERS * state.number("small-stack")
    return price(state, "small-defence" if small else "defence")


def defence_paid(state: OcsState, target: Hex, side: Side, wanted: Sequence[Hex] = ()) -> tuple[Taken, ...] | None:
    """9.5 By whoever in the hex gets at the tokens, out of the dumps that are wanted, organic loads last."""
    return _paid(state, target, side, defence_price(state, target, side), wanted)


def short_defence(state: OcsState, target: Hex, side: Side) -> tuple[Taken, ...]:
    """12.10 All that reaches the hex, where that is too little; organic loads may be kept."""
    if defence_paid(state, target, side) is not None:
        return ()
    few = (_paid(state, target, side, tokens, ()) for tokens in range(defence_price(state, target, side) - 1, 0, -1))
    way = next((way for way in few if way is not None), ())
    return () if any(each.line.store.formation >= 0 for each in way) else way


def _paid(
    state: OcsState, target: Hex, side: Side, tokens: int, wanted: Sequence[Hex]
) -> tuple[Taken, ...] | None:  # fmt: skip
    """9.5 By one of the units, or by two of them each a part: the hex pays as a whole."""
    units = state.combat_units_in(target, side)
    ways = [allotted(state, [Need(unit, tokens)], wanted) for unit in units]
    found = {line.store for unit in units for line in lines_to(state, unit)}
    if not any(ways) and sum(tokens_in(state, store) for store in found) >= tokens:
        ways = [
            allotted(state, [Need(one, part), Need(other, tokens - part)], wanted)
            for one, other in permutations(units, 2) for part in range(1, tokens)
        ]  # fmt: skip
    return min((way for way in ways if way is not None), key=lambda way: _liking(way, wanted), default=None)


def _liking(way: Sequence[Taken], wanted: Sequence[Hex]) -> tuple[int, int]:
    unwanted = sum(each.tokens for each in way if each.line.store.hex not in wanted) if wanted else 0
    return unwanted, sum(each.tokens for each in way if each.line.store.formation >= 0)


def may_live_on_stocks(state: OcsState, target: Hex, side: Side) -> bool:
    """12.10 Only if supply on the map cannot pay; loads of organic trucks may be withheld."""
    way = defence_paid(state, target, side)
    return way is None or any(each.line.store.formation >= 0 for each in way)


def living(state: OcsState, target: Hex, side: Side) -> tuple[UnitId, ...]:
    """12.10 The defenders that have stocks left."""
    return tuple(sorted(unit for unit in state.combat_units_in(target, side) if has_stocks(state, unit)))
