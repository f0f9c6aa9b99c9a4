"""What a game is about: complete for every scenario, and its points the ones that decide."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sandtable.core.parts import scores_seen
from sandtable.core.rules import Side
from sandtable.core.state import State
from sandtable.core.system import find_system
from sandtable.play.briefing import Briefing, brief, brief_lines, brief_watchers
from sandtable.play.session import start
from sandtable.players import player

SCENARIOS = [f"{code}:{info.name}" for code in ("gew", "ocs", "use") for info in find_system(code).scenarios()]
ANSWERS = {"gew:campaign": 60, "gew:campaign-even": 60, "gew:barbarossa": 80}  # of long games only a part
EVERY = 7  # answers after which it is counted again


def positions(game: str, seed: int) -> Iterator[State]:
    """Of a game that goes any way."""
    info = find_system(game.partition(":")[0]).info(game.partition(":")[2])
    session = start(game, f"stakes {seed}", info.ready_made)
    anybody = player("random", f"stakes {seed}")
    for nth in range(ANSWERS.get(game, 250)):
        if nth % EVERY == 0:
            yield session.state
        if (ask := session.ask) is None:
            break
        session.submit(ask.side, anybody.answer(session.state, ask))
    yield session.state


@pytest.mark.parametrize("game", SCENARIOS)
def test_the_briefing_of_every_scenario_is_complete_and_its_places_are_on_the_map(game: str) -> None:
    session = start(game, "1")
    found, scenario = brief(session.state, None), session.scenario
    assert found.about is not None
    assert found.length is not None
    lines = [found.about, found.length]
    for side in found.sides:
        assert side.has is not None
        assert side.wants is not None
        assert 2 <= len(side.first) <= 3
        assert side.funds
        lines += [side.has, side.wants, *side.first]
    places = [hex for line in lines for hex in line.places.values()] + [
        hex for stake in found.stakes for hex in stake.hexes
    ]
    assert places
    assert all(scenario.window is None or scenario.place(name) in scenario.window for name in places)
    assert found.endings
    rules = {stake.rule for stake in found.stakes} | {ending.rule for ending in found.endings}
    rules |= {line.rule for side in found.sides for line in side.funds}
    assert all(rule in scenario.system.rulebook for rule in rules)


@pytest.mark.parametrize("game", SCENARIOS)
def test_what_counts_adds_up_to_what_decides(game: str) -> None:
    """The oracle: the lines are made for reading, margin and score by the rules."""
    for state in positions(game, 1):
        standing, stakes = state.scenario.system.standing, list(state.scenario.system.standing.stakes(state))
        points = [sum(stake.points for stake in stakes if stake.side == side) for side in (0, 1)]
        assert points[0] - points[1] == standing.margin(state, Side(0))
        scores = [standing.score(state, Side(side)) for side in (0, 1)]
        assert not any(scores) or [each.total for each in scores] == points
        assert sum(ending.now for ending in standing.endings(state)) == 1


@pytest.mark.parametrize("game", ["gew:north-africa-1941", "ocs:primosole"])
def test_a_side_is_told_the_points_it_may_know(game: str) -> None:
    for state in positions(game, 2):
        for side in (Side(0), Side(1)):
            found = brief(state, side)
            assert [each.points for each in found.sides] == [each.total for each in scores_seen(state, side)]
            assert not found.sides[1 - side].funds or state.scenario.system.standing.turns_played(state)


def test_a_variant_has_the_words_of_its_scenario_and_points_of_its_own() -> None:
    usual, even = (brief(start(f"gew:{name}", "1").state, None) for name in ("campaign", "campaign-even"))
    assert usual.about == even.about
    assert even.sides[0].points == usual.sides[0].points + 11


def test_who_watches_is_told_the_words_alone() -> None:
    found = brief_watchers(start("use:france-1940", "1").scenario)
    assert found.about is not None
    assert (found.stakes, found.endings, found.sides[1].funds) == ((), (), ())


def test_a_scenario_without_words_is_told_by_its_rules() -> None:
    found: Briefing = brief(start("toy:ford", "1").state, None)
    assert (found.about, found.sides[0].wants) == (None, None)
    assert brief_lines(found, "TOY")[0] == found.text


def test_the_list_says_who_holds_what_it_is_worth_and_the_rule() -> None:
    said = brief_lines(brief(start("gew:north-africa-1941", "1").state, None), "GEW")
    assert "    2  3026 Tobruk, held by Allied: 2 now (GEW 33.0)" in said
    assert "  Allied victory: more points than the other - as it stands (GEW 33.0)" in said
