"""USE 5.1: the secret commitment of both sides, and who may commit what."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hurried import hurried
from sandtable.core.flow import Ask, Over, Roll, answer, run
from sandtable.play.explain import log_lines
from sandtable.play.forecast import forecast
from sandtable.play.positions import position_text
from sandtable.players import PLAYERS
from sandtable.server.lookups import forecast_document
from sandtable.systems.use.s05_1_commitment import WILL, WILL_NOT, Commitment
from sandtable.systems.use.system import USE
from systems.use.field import AXIS, WEST, Game, field

# Sedan 0711 is attacked from 0611, over the Meuse; both sides have air units within five hexes of it
SEDAN = "pz germany tank 0611; luf germany fighter 0512; two france infantry 0711; air france fighter 0808"


def attack(units: str, **more: Any) -> Game:
    """A Mobile attack of pz on Sedan has been declared."""
    game = Game(field(units, **more))
    game.do("activate", "pz")
    game.do("attack", "0711")
    return game


def test_5_1_both_sides_decide_the_attacker_first() -> None:
    game = attack(SEDAN)
    assert game.asked == ("axis", "commitment")
    game.do("hold")
    assert game.asked == ("west", "commitment")
    game.do("hold")
    assert isinstance(game.wait, Roll)


def test_5_1_nothing_is_said_of_a_decision_before_both_are_made() -> None:
    game = attack(SEDAN)
    game.do("commit")
    assert not game.told("revealed")
    game.do("commit")
    assert [(event.data["side"], event.data["commitment"]) for event in game.told("revealed")] == [
        (AXIS, "commit"),
        (WEST, "commit"),
    ]
    assert all(event.reveals for event in game.told("revealed"))


def test_5_1_a_side_with_nothing_to_commit_is_not_asked() -> None:
    game = attack("pz germany tank 0611; luf germany fighter 0512; two france infantry 0711")
    game.do("commit")
    assert game.asked == ("axis", "declaration")
    assert isinstance(attack("pz germany tank 0611; two france infantry 0711").wait, Roll)


def test_5_1_who_will_not_commit_commits_nothing() -> None:
    game = attack(f"{SEDAN}; t france tanks events_west")
    game.do("hold")
    game.do("commit")
    assert game.asked == ("west", "declaration")
    game.do("air", "air")
    game.do("event", "t")
    assert isinstance(game.wait, Roll)
    assert not [label for label, _ in game.lines("attacker") if "Air Support" in label]


def test_5_1_who_will_commit_has_to() -> None:
    game = attack(SEDAN)
    game.do("commit")
    game.do("hold")
    assert "has to commit something (USE 5.1)" in game.why("pass")
    game.do("air", "luf")
    assert isinstance(game.wait, Roll)  # nothing is left to commit


def test_5_1_both_declare_by_turns_until_both_have_passed_in_succession() -> None:
    markers = "u france ultra events_west; s france snafu events_west; n germany snafu events_axis"
    game = attack(f"{SEDAN}; {markers}; t germany ultra events_axis")
    game.do("commit")
    game.do("commit")
    for side, words in (
        ("axis", ("air", "luf")), ("west", ("event", "u")), ("axis", ("pass",)), ("west", ("event", "s")),
        ("axis", ("event", "n")), ("west", ("pass",)), ("axis", ("pass",)),
    ):  # fmt: skip
        assert game.asked == (side, "declaration"), words
        game.do(*words)
    assert isinstance(game.wait, Roll)
    assert ("SNAFU", -1) in game.lines("attacker")
    assert ("SNAFU", -1) in game.lines("defender")
    assert ("ULTRA", 1) in game.lines("defender")
    assert ("ULTRA", 1) not in game.lines("attacker")
    assert game.place("t") == "events_axis"


def test_5_1_one_air_unit_a_side() -> None:
    game = attack(f"{SEDAN}; luf2 germany fighter 0612; n germany snafu events_axis")
    game.do("commit")
    game.do("hold")
    game.do("air", "luf")
    assert "one air unit a side is committed (USE 5.1)" in game.why("air", "luf2")


@pytest.mark.parametrize(
    ("supporter", "because"),
    [
        ("germany fighter 0113", "6 hexes away; Air Support reaches 5 (USE 1.4)"),
        ("germany fighter 0512 s6", "has 6 Sorties (USE 1.5)"),
        ("italy fighter 0512", "is of another country than the ground units (USE 6.2.3)"),
    ],
)
def test_6_2_3_who_cannot_support(supporter: str, because: str) -> None:
    """1.4 ranges.air-support, 1.5, 6.2.3"""
    game = attack(f"{SEDAN}; other {supporter}")
    game.do("commit")
    game.do("hold")
    assert because in game.why("air", "other")
    assert game.offers("air") == {"luf"}


def test_6_2_3_five_hexes_are_counted_from_the_defender() -> None:
    """6.2.3: the attacker's own place does not matter."""
    game = attack("pz germany tank 0611; luf germany fighter 0113; two france infantry 0711")
    assert isinstance(game.wait, Roll)  # five hexes from pz, but six from Sedan
    game = attack("pz germany tank 0611; luf germany fighter 0213; two france infantry 0711")
    assert game.asked == ("axis", "commitment")


def test_6_2_3_a_unit_of_any_attackers_country_may_support_an_assault() -> None:
    units = "pz germany tank 0611; it italy infantry 0610; luf italy fighter 0512; two france infantry 0711"
    game = Game(field(units))
    for unit in ("pz", "it"):
        game.do("activate", unit)
        game.do("assault", "0711")
    game.do("resolve", "0711", "pz", ["it"])
    game.do("commit")
    assert game.offers("air") == {"luf"}


def test_6_2_3_who_supports_alone_has_the_modifier_for_a_sortie() -> None:
    game = attack(SEDAN)
    game.do("commit")
    game.do("hold")
    game.do("air", "luf")
    assert ("Air Support in Fair weather", 2) in game.lines("attacker")
    assert (game.sorties("luf"), game.sorties("air")) == (1, 0)


@pytest.mark.parametrize(
    ("dice", "result", "supported", "sorties"),
    [  # luf +2, air 0: attacker's die + 2 against the defender's
        ((6, 1), "DD+3", ("attacker",), (1, 3)),
        ((3, 1), "DR+2", ("attacker", "defender"), (1, 2)),
        ((3, 5), "♦", ("attacker", "defender"), (1, 1)),
        ((1, 5), "AS+2", ("attacker", "defender"), (2, 1)),
    ],
)
def test_5_2_two_air_units_fight_first(
    dice: tuple[int, int], result: str, supported: tuple[str, ...], sorties: tuple[int, int]
) -> None:
    game = attack(SEDAN)
    for words in (("commit",), ("commit",), ("air", "luf"), ("air", "air")):
        game.do(*words)
    assert game.lines("attacker") == [("German air unit", 2)]
    assert game.lines("defender") == [("no modifiers", 0)]
    game.roll(dice)
    assert game.told("air_combat")[0].data["result"] == result
    with_air = [s for s in ("attacker", "defender") if ("Air Support in Fair weather", 2) in game.lines(s)]
    assert tuple(with_air) == supported
    assert (game.sorties("luf"), game.sorties("air")) == sorties


def test_5_2_after_an_aa_only_the_defender_has_air_support() -> None:
    game = attack(SEDAN.replace("0512;", "0512 s5;"))  # 2 - 5: at best 3 against 6
    for words in (("commit",), ("commit",), ("air", "luf"), ("air", "air")):
        game.do(*words)
    game.roll((1, 6))
    assert game.told("air_combat")[0].data["result"] == "AA+3"
    assert ("Air Support in Fair weather", 2) in game.lines("defender")
    assert ("Air Support in Fair weather", 2) not in game.lines("attacker")
    assert game.sorties("luf") == 6  # 5 + 3, but never more than six


def test_4_1_who_moved_strategically_does_not_support_in_its_own_phase() -> None:
    state = field(SEDAN)
    for id in ("luf", "air"):
        state.did(state.scenario.unit(id), 2)
    game = Game(state)
    game.do("activate", "pz")
    game.do("attack", "0711")
    assert game.asked == ("west", "commitment")  # the French may


# ------------------------------------------------------------------------------------------------ what is sealed


def sealed(seed: int) -> Game:
    """The attacker has decided, the defender not yet."""
    game = attack(f"{SEDAN}; t france tanks events_west; n germany snafu events_axis")
    game.do("commit" if seed % 2 else "hold")
    return game


def test_5_1_two_positions_that_differ_in_what_is_sealed_are_the_same_to_the_enemy() -> None:
    one, other = sealed(0), sealed(1)
    assert one.state.plain() != other.state.plain()
    for side in (WEST, None):
        assert USE.hidden.view(one.state, side) == USE.hidden.view(other.state, side)
        assert log_lines(one.state, side) == log_lines(other.state, side)
    assert [game.ask.form.picks(game.state) for game in (one, other)] == [["commit", "hold"]] * 2
    imagined = [USE.hidden.imagine(game.state, WEST, Random(3)) for game in (one, other)]
    assert position_text(imagined[0]) == position_text(imagined[1])
    for word in (WILL, WILL_NOT):
        told = [forecast_document(forecast(game.state, WEST, (word,)), WEST) for game in (one, other)]
        assert told[0] == told[1]
        assert len({result.given for result in told[0].results}) > 1  # whichever was sealed


def test_5_1_what_is_sealed_is_guessed_both_ways_and_known_to_its_owner() -> None:
    state = sealed(1).state
    frame = state.stack[-1]
    assert isinstance(frame, Commitment)
    guesses = {USE.hidden.imagine(state, WEST, Random(seed)).stack[-1].mine for seed in range(20)}  # type: ignore[attr-defined]
    assert guesses == {WILL, WILL_NOT}
    assert USE.hidden.imagine(state, AXIS, Random(1)).stack[-1].mine == frame.mine  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", PLAYERS)
def test_5_1_the_computer_answers_the_same_whatever_is_sealed(name: str) -> None:
    moves = {
        hurried(name, "1").answer(USE.hidden.imagine(game.state, WEST, Random(5)), game.ask)
        for game in (sealed(0), sealed(1))
    }
    assert len(moves) == 1


@pytest.mark.parametrize("scenario", ["poland-1939", "france-1940", "balkans-1941"])
def test_5_1_in_random_games_the_enemy_sees_nothing_of_what_is_sealed(scenario: str) -> None:
    """Whenever one is asked while the other's decision lies sealed: the twin with the other decision shows the same,
    and what it says and who is asked next is the same if both then hold back."""
    rng, tried = Random(scenario), 0
    for seed in range(12):
        state = USE.begin(USE.load(scenario))
        while tried < 20 and not isinstance(wait := run(state), Over):
            frame = state.stack[-1]
            if isinstance(frame, Commitment) and frame.at == "seal_too" and isinstance(wait, Ask):
                tried += 1
                twin = state.copy()
                twin.stack[-1].mine = WILL if frame.mine == WILL_NOT else WILL_NOT  # type: ignore[attr-defined]
                assert USE.hidden.view(twin, wait.side) == USE.hidden.view(state, wait.side)
                guesses = [USE.hidden.imagine(each, wait.side, Random(seed)) for each in (state, twin)]
                assert position_text(guesses[0]) == position_text(guesses[1])
                run(guesses[0])
                for word in (WILL, WILL_NOT):
                    found = [forecast(each, wait.side, (word,)) for each in (state, twin)]
                    told = [forecast_document(each, wait.side) for each in found]
                    assert told[0] == told[1]
            answer(state, keen(state, wait, rng) if isinstance(wait, Ask) else rng.choice(list(wait.dice.ways)))
    assert tried > 5


def keen(state: Any, ask: Ask, rng: Random) -> Any:
    """At random, but no segment is ended while a unit can act."""
    for _ in range(6):
        action = ask.form.fill(state, rng.choice)
        if action[0] not in ("end", "stop"):
            break
    return action
