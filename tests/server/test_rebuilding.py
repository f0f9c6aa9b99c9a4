"""Games out of the store: what they were begun with is what they go on with."""

from __future__ import annotations

from sandtable.core.editions import Edition
from sandtable.server.rebuilding import album_of, rebuilt
from sandtable.server.store import Kept, Stored

FIRST = Edition("0.1.0", "1", "")


def poland(edition: Edition) -> Kept:
    return Kept(
        "g1", "use:poland-1939", {}, "seed", {}, "full", "Poland", "", "", "", "2026-11-16T03:04:05+00:00", True, False,
        {},
    ).begun_with(edition)  # fmt: skip


def test_an_old_game_that_nobody_has_answered_keeps_what_it_was_begun_with() -> None:
    """It was shown with a National Will of 17: when answers have come it still has that."""
    kept = poland(FIRST)
    session = rebuilt(kept, Stored())
    assert session.scenario.name == "poland-1939@poland_will=17"
    kept = kept.begun_with(session.edition)
    assert album_of(kept).scenario.name == session.scenario.name
    assert session.ask is not None
    session.submit_written(session.ask.side, [session.offers()[-1]])
    again = rebuilt(kept, Stored(session.inputs))
    assert again.state.digest() == session.state.digest()


def test_a_game_that_is_begun_today_has_the_rules_of_today() -> None:
    session = rebuilt(poland(Edition("", "", "")), Stored())
    assert session.scenario.name == "poland-1939"
    assert session.edition.rules == session.system.rules_version


def test_an_option_that_has_gone_does_not_shut_a_game_that_has_not_begun() -> None:
    assert rebuilt(poland(Edition("", "", ""))._replace(options={"gone": True}), Stored()).ask is not None


def test_games_read_back_share_their_scenario() -> None:
    """What is found out of a scenario once is known to all its games, those with answers among them."""
    kept = poland(Edition("", "", ""))
    session = rebuilt(kept, Stored())
    assert session.ask is not None
    session.submit_written(session.ask.side, [session.offers()[-1]])
    again = [rebuilt(kept.begun_with(session.edition), Stored(session.inputs)) for _ in range(2)]
    assert again[0].scenario is again[1].scenario is album_of(kept.begun_with(session.edition)).scenario
    assert again[0].state.digest() == session.state.digest()
