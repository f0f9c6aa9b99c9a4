"""USE 1.2, 1.6: the sequence of play, what comes back, who has won."""

from __future__ import annotations

import pytest

from sandtable.core.events import Log
from sandtable.core.flow import Over
from sandtable.systems.use.s01_2_sequence import Game as Turns
from sandtable.systems.use.state import UseState
from sandtable.systems.use.system import USE
from systems.use.field import AXIS, WEST, Game


def begun(name: str, **options: bool) -> Game:
    """A scenario at its first question; every die shows 1."""
    state = USE.begin(USE.load(name, options))
    state.log = Log()
    return Game(state, Turns(), dice=[1] * 99)


def idle(game: Game, until: int = 99) -> list[tuple[str, str]]:
    """Nobody does anything, before that turn begins or the game is over: who was asked what."""
    asked = []
    while not isinstance(game.wait, Over) and game.state.turn < until:
        asked.append(game.asked)
        game.do("end")
    return asked


def conquer(state: UseState, *countries: str) -> None:
    for id in countries:
        state.leave_war(state.theatre.country(id))


# ------------------------------------------------------------------------------------------------ the sequence


def test_1_2_every_faction_completes_a_phase_before_the_next_begins() -> None:
    """1.2: Axis, then West; but in the Operations Phase each plays both sub-phases before the other begins."""
    assert idle(begun("balkans-1941"), until=2) == [
        ("axis", "Actions Sub-Phase"), ("axis", "supply check"),
        ("west", "Actions Sub-Phase"), ("west", "supply check"),
        ("axis", "Voluntary Elimination"), ("west", "Voluntary Elimination"),
        ("axis", "Replacements Phase"), ("west", "Replacements Phase"),
        ("axis", "Mobilization Phase"), ("west", "Mobilization Phase"),
    ]  # fmt: skip


def test_1_2_the_rows_of_a_turn_stand_in_the_printed_order() -> None:
    printed = [line.text for line in USE.printed_charts.lines("sequence").lines]
    rows = [row.name for _, row in USE.load("france-1940").outline.lines()]
    played = [name for name in rows if name in printed]
    assert played == [name for name in printed if name in rows]
    assert played == [
        "Economy Phase", "Strategic Movement Phase", "Operations Phase", "Actions Sub-Phase", "Supply Check Sub-Phase",
        "No Supply Phase", "Replacements Phase", "Mobilization Phase",
    ]  # fmt: skip


def test_1_2_poland_has_one_turn_without_strategic_movement_and_mobilization() -> None:
    game = begun("poland-1939")
    seen = {form for _, form in idle(game)}
    assert seen == {"Actions Sub-Phase", "supply check", "Voluntary Elimination", "Replacements Phase"}
    assert game.state.turn == 1
    assert not game.told("granted")  # nor an Economy Phase


def test_1_2_the_balkans_have_production_and_no_strategic_movement() -> None:
    game = begun("balkans-1941")
    assert "Strategic Movement Phase" not in {form for _, form in idle(game)}
    assert {event.data["country"] for event in game.told("granted")} == {"Greece", "Yugoslavia"}


def test_1_2_who_has_acted_may_act_again_in_the_next_turn() -> None:
    game = begun("balkans-1941")
    game.do("activate", "ger_2pz")
    game.do("stop")
    assert "ger_2pz" not in game.offers("activate")
    idle(game, until=2)
    assert "ger_2pz" in game.offers("activate")


def test_1_2_what_lies_on_the_turn_track_comes_back_as_its_turn_begins() -> None:
    """1.2, 1.6: markers to the Events box, units to the Mobilization box; later ones stay."""
    game = begun("france-1940")
    state, box = game.state, game.state.theatre.board.place
    state.move(state.scenario.unit("ger_airdrop"), box("turn_2"), "1.2")
    state.move(state.scenario.unit("fra_10"), box("turn_2"), "1.2")
    state.move(state.scenario.unit("fra_tanks"), box("turn_3"), "1.2")
    game = ended(state)
    assert game.place("ger_airdrop") == "events_axis"
    assert game.place("fra_10") == "mobilization_west"
    assert game.place("fra_tanks") == "turn_3"


def ended(state: UseState) -> Game:
    """The next turn's first question."""
    turns = Turns()
    turns.__dict__["at"] = "end_of_turn"
    return Game(state, turns, dice=[1] * 9)


def test_1_2_the_eliminated_may_be_mobilized_from_the_next_turn_on() -> None:
    state = begun("france-1940").state
    lost = state.scenario.unit("fra_9")
    state.eliminate(lost, "5.3")
    assert state.in_box("eliminated", WEST) == (lost,)
    assert state.in_box("mobilization", WEST) == ()
    state = ended(state).state
    assert (state.in_box("eliminated", WEST), state.in_box("mobilization", WEST)) == ((), (lost,))


# ------------------------------------------------------------------------------------------------ victory


@pytest.mark.parametrize(
    ("name", "countries", "last"),
    [
        ("poland-1939", ["poland"], 1),
        ("france-1940", ["belgium", "france", "netherlands"], 5),
        ("balkans-1941", ["yugoslavia", "greece"], 2),
    ],
)
def test_1_2_the_axis_wins_when_all_have_fallen_and_the_west_if_one_has_not(
    name: str, countries: list[str], last: int
) -> None:
    for missing in (None, *countries):
        state = begun(name).state
        conquer(state, *(id for id in countries if id != missing))
        turns = Turns()
        turns.__dict__["at"] = "victory_check"
        state.clock[0] = last
        outcome = Game(state, turns).over
        assert outcome.winner == (AXIS if missing is None else WEST)
        assert ("not been conquered" in outcome.reason) == (missing is not None)


def test_1_2_victory_may_come_before_the_last_turn_and_only_at_its_end() -> None:
    game = begun("balkans-1941")
    conquer(game.state, "yugoslavia", "greece")
    asked = idle(game)
    assert ("west", "Mobilization Phase") in asked  # the turn is played out
    assert (game.state.turn, game.over.winner) == (1, AXIS)
    assert [frame.plain()[:2] for frame in game.state.stack] == [("use.Game", "over")]  # as in records of old


@pytest.mark.parametrize("name", ["poland-1939", "balkans-1941"])
def test_1_2_a_decided_game_may_end_at_once(name: str) -> None:
    """1.2: by option, after the last Actions of the Axis, or when all have fallen."""
    game = begun(name, skip_decided_phases=True)
    assert idle(game)[-2:] == [("axis", "Actions Sub-Phase"), ("axis", "supply check")]
    assert (game.state.turn, game.over.winner) == (len(game.state.theatre.months), WEST)
    game = begun(name, skip_decided_phases=True)
    conquer(game.state, *(game.state.theatre.countries[nth].id for nth in game.state.theatre.must_fall))
    assert idle(game)[-1] == ("axis", "supply check")
    assert (game.state.turn, game.over.winner) == (1, AXIS)


def test_1_2_the_longer_poland_has_october_weather_and_more_will() -> None:
    """1.2, 11.0: by option; September is always Fair, October in the Mild zone on a 1 or 2."""
    usual, long = begun("poland-1939"), begun("poland-1939", long=True)
    poland = usual.state.theatre.country("poland")
    assert (usual.state.will[poland], long.state.will[poland]) == (23, 30)
    long.dice[:] = [5]
    idle(long, until=2)
    assert (long.state.month, long.state.weathers) == ("Oct 1939", "Severe")
    long.dice += [1]
    idle(long)
    assert (long.state.turn, long.over.winner) == (2, WEST)


# ------------------------------------------------------------------------------------------------ weather
