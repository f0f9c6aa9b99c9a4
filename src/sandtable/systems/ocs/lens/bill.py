"""What an answer in the making would be paid with: carried out on a copy, and read off its ledger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.core.decisions import Action, Draft
from sandtable.core.events import Log
from sandtable.core.flow import Ask, answer, run
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.systems.ocs.figures import tokens
from sandtable.systems.ocs.s12_fuel import sharing, taps
from sandtable.systems.ocs.s12_paths import NOBODY, Store, lines_to, stores, tokens_in
from sandtable.systems.ocs.state import UNTIL_CLEAN_UP, OcsState

PAID = "dumps"  # the slot of every form that costs tokens (`s12_dumps.py`)


class Item(NamedTuple):
    """So many tokens out of a hex, and what is left there for those units."""

    hex: Hex
    tokens: int
    left: int
    units: tuple[UnitId, ...]  # for whom


class Bill(NamedTuple):
    """12.1 All that is paid, who lives on its stocks, and who gets nothing."""

    items: tuple[Item, ...] = ()
    stocks: tuple[UnitId, ...] = ()
    out: tuple[UnitId, ...] = ()
    together: tuple[UnitId, ...] = ()  # 12.5 of a formation, fuelled at once out of what they share


def bill(state: OcsState, ask: Ask, action: Action) -> Bill:
    """12.3 What a whole answer costs before anything more is asked or rolled."""
    ahead = state.copy()
    ahead.log = Log()
    ahead.wait = ask
    answer(ahead, action)
    run(ahead)
    by_hex: dict[Hex, tuple[int, tuple[UnitId, ...]]] = {}
    stocks, out, together = list[UnitId](), list[UnitId](), tuple[UnitId, ...]()
    for event in ahead.log.events:
        if event.kind == "paid" and event.data["side"] == ask.side:
            paid, units = by_hex.get(event.data["hex"], (0, ()))
            by_hex[event.data["hex"]] = paid + event.data["number"], (*units, event.data["unit"])
        elif event.kind == "stocks":
            stocks.append(event.data["unit"])
        elif event.kind == "drops out":
            out.append(event.data["unit"])
        elif event.kind == "fuelled" and all(ahead.fuel[unit] == UNTIL_CLEAN_UP for unit in event.data["units"]):
            together = event.data["units"]
    items = [Item(hex, paid, _lies(ahead, ask.side, hex, units), units) for hex, (paid, units) in by_hex.items()]
    return Bill(tuple(items), tuple(stocks), tuple(out), together)


def _lies(state: OcsState, side: Side, hex: Hex, units: tuple[UnitId, ...]) -> int:
    """13.2g Without the loads of formations that none of those who are paid for belongs to."""
    theirs = {-1, *(state.theatre.formation_of[unit] for unit in units)}
    there = [store for store in stores(state, side) if store.hex == hex and store.formation in theirs]
    return sum(tokens_in(state, store) for store in there)


def paid_so_far(state: OcsState, ask: Ask, draft: Draft) -> str:
    """`paid: 2T out of 13.7, 6T left there`; and why nothing nearer would do."""
    found = bill(state, ask, (*draft.filled, draft.chosen))
    name, spoken = state.scenario.place_name, state.scenario.spoken_unit
    said = [f"{tokens(item.tokens)} out of {name(item.hex)}, {tokens(item.left)} left there" for item in found.items]
    said += [f"{spoken(unit)} uses its stocks" for unit in found.stocks]
    said += [f"{spoken(unit)} gets no supply and drops out" for unit in found.out]
    if not said:
        return ""
    nearer = "; ".join(dict.fromkeys(passed_over(state, found, draft.chosen)))
    return "paid: " + "; ".join(said) + (f" ({nearer})" if nearer else "")


def passed_over(state: OcsState, found: Bill, wanted: tuple[Hex, ...] = ()) -> Iterator[str]:
    """12.3 Why stores that are nearer to those who are paid for do not pay all of it."""
    distance, name, hexes = state.theatre.distance, state.scenario.place_name, state.theatre.board.hexes
    paid = {item.hex for item in found.items}
    for item in found.items:
        for unit in item.units:
            here = Hex(state.hex_of[unit])
            if item.hex in wanted or here >= hexes:
                continue
            for store in stores(state, Side(state.owner[unit])):
                if store.hex not in paid and distance(here, store.hex) < distance(here, item.hex):
                    why = _for_all(state, found.together, store) if found.together else ""
                    why = why or _against(state, unit, store, item.hex)
                    yield f"{name(store.hex)} is nearer, {why}"


def _for_all(state: OcsState, units: tuple[UnitId, ...], store: Store) -> str:
    """12.5 Why a formation is not fuelled out of a store; nothing if none of them gets at it."""
    side, formation = Side(state.owner[units[0]]), state.theatre.formation_of[units[0]]
    lines = [{line.store for line in lines_to(state, unit)} for unit in units]
    if not any(store in each for each in lines):
        return ""
    if not all(store in each for each in lines):
        return "but not all of them get at it"
    if (lies := tokens_in(state, store)) < state.number("formation-fuel"):
        return f"but has only {tokens(lies)}"
    shared = [tap for tap, those in sharing(state, units, taps(state, side, formation)) if len(those) == len(units)]
    return "and would do as well" if any(store in tap.stores for tap in shared) else "but they share no way to it"


def _against(state: OcsState, unit: UnitId, store: Store, paying: Hex) -> str:
    """12.3 Why a store does not pay for a unit."""
    lines = {line.store: line.hq for line in lines_to(state, unit)}
    if store not in lines:
        own = store.formation in (-1, state.theatre.formation_of[unit])
        return "but no way leads there" if own else "but it is the load of another formation"
    if store.formation >= 0:
        return "but organic loads are used last"
    if lines[store] != NOBODY and NOBODY in (hq for each, hq in lines.items() if each.hex == paying):
        return "but an HQ would have to throw it"
    return "but it is not open for this"
