"""tools/stores.py: what sides have left at the end of each turn, and who starves."""

from __future__ import annotations

from sandtable.core.rules import Side
from sandtable.play.session import start
from sandtable.play.table import play_on
from sandtable.players import player
from tooling import tool

stores = tool("stores")


def test_each_turn_tells_what_the_ledger_holds_and_what_was_used() -> None:
    session = start("ocs:primosole", "1")
    watch = stores.Watch(session)
    play_on(session, {Side(side): player("random", str(side)) for side in (0, 1)}, "1", watch)
    accounts = list(session.system.ledger.accounts(session.state))
    assert [account.side for account in accounts] == [Side(0), Side(1)]
    for account in accounts:
        own = [line for line in watch.lines if line.side == account.side]
        assert [line.turn for line in own] == [1, 2, 3, 4, 5, 6]
        assert own[-1].left == account.held
        assert sum(line.used for line in own) == account.gone
        assert all(0 <= line.starving <= line.units for line in own)


def test_a_row_tells_the_mean_and_the_worst() -> None:
    lines = [stores.Line(1, Side(0), 10, 4, 1, 10), stores.Line(1, Side(0), 20, 6, 0, 10)]
    assert stores.row("allied", "1", lines) == ("allied", "1", "15.0", "10", "5.0", "5.0%", "10.0%")
    assert [each[:2] for each in stores.rows(lines, ("allied", "axis")[:1])] == [("allied", "1"), ("allied", "all")]
