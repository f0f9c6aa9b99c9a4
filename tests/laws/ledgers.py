"""Law 15: what a family counts to the last piece is all there, and the log tells of what comes and goes."""

from __future__ import annotations

from laws.cases import Case, demand, waits
from sandtable.core.events import Log
from sandtable.core.parts import Account


def law_15(case: Case, seed: int) -> int:
    """At every wait of the whole game each account balances, and what has changed in it since the last wait stands in
    the log. A game that keeps no ledger has nothing to be asked."""
    ledger, seen, read = case.system.ledger, 0, 0
    if not ledger.gone:
        return 0
    before: dict[tuple[int, str], Account] = {}
    for state, _ in waits(case, seed, whole=True):
        seen += 1
        log = state.log or Log()
        lines = log.events[read:]
        read = len(log)
        for now in ledger.accounts(state):
            told = f"{case}, {state.scenario.sides[now.side]}"
            demand(15, now.came == now.held + now.gone, f"{told}: {now.came - now.held - now.gone} {now.what} vanished")
            last = before.get(now[:2])
            before[now[:2]] = now
            if last is None:
                continue
            for kinds, change in ((ledger.came, now.came - last.came), (ledger.gone, now.gone - last.gone)):
                said = [event for event in lines if event.kind in kinds and event.data["side"] == now.side]
                number = sum(event.data["number"] for event in said)
                demand(15, number == change, f"{told}: {change} {now.what} came or went, the log tells of {number}")
    return seen
