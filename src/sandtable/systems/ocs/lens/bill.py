"""What an answer in the making would be paid with: carried out on a copy, and read off its ledger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.core.decisions import Action, Draft
from sandtable.core.events import Log
from sandtable.core.flow import Ask, answer, run
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.systems.ocs.figures import tokens
from sandtable.systems.ocs.s12_paths import lines_to, stores, tokens_in
from sandtable.systems.ocs.state import OcsState

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


def bill(state: OcsState, ask: Ask, action: Action) -> Bill:
    """12.3 What a whole answer costs before anything more is asked or rolled."""
    ahead = state.copy()
    ahead.log = Log()
    ahead.wait = ask
    answer(ahead, action)
    run(ahead)
    by_hex: dict[Hex, tuple[int, tuple[UnitId, ...]]] = {}
    stocks, out = list[UnitId](), list[UnitId]()
    for event in ahead.log.events:
        if event.kind == "paid" and event.data["side"] == ask.side:
            paid, units = by_hex.get(event.data["hex"], (0, ()))
            by_hex[event.data["hex"]] = paid + event.data["number"], (*units, event.data["unit"])
        elif event.kind == "stocks":
            stocks.append(event.data["unit"])
        elif event.kind == "drops out":
            out.append(event.data["unit"])
    items = [Item(hex, paid, _lies(ahead, ask.side, hex, units), units) for hex, (paid, units) in by_hex.items()]
    return Bill(tuple(items), tuple(stocks), tuple(out))


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
    for item in found.items:
        for unit in item.units:
            here = Hex(state.hex_of[unit])
            if item.hex in wanted or here >= hexes:
                continue
            lines = {line.store for line in lines_to(state, unit)}
            for store in stores(state, Side(state.owner[unit])):
                if store.hex == item.hex or distance(here, store.hex) >= distance(here, item.hex):
                    continue
                if store not in lines:
                    own = state.theatre.formation_of[unit] == store.formation or store.formation < 0
                    why = "no way leads there" if own else "it is the load of another formation"
                elif store.formation >= 0:
                    why = "organic loads are used last"
                elif any(each.hex == store.hex for each in found.items):
                    continue  # it pays too, as much as it has
                else:
                    why = "it has too little, or others need it"
                yield f"{name(store.hex)} is nearer, but {why}"
