"""USE 5: the odds of a whole attack, Assault or Air Strike before it is made equal brute force over all dice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable.core.flow import Ask, Over, Roll
from sandtable.play.explain import words as explained
from sandtable.play.forecast import Forecast, forecast, forecast_lines
from sandtable.play.session import Session, start
from sandtable.server.lookups import forecast_document
from sandtable.systems.use.system import USE
from systems.use.field import AXIS, WEST, Game, field

SEDAN = "pz germany tank 0611; luf germany fighter 0512; two france infantry 0711; air france fighter 0808"
LONGWY = "a germany infantry 0612; b germany tank 0713; luf germany fighter 0513; x france infantry 0712 fort"
FORT = {"0712": "france"}
BOTH = (("commits", "commits"), ("commits", "holds back"), ("holds back", "commits"), ("holds back", "holds back"))


def mobile() -> Game:
    game = Game(field(SEDAN))
    game.do("activate", "pz")
    return game


def assault() -> Game:
    game = Game(field(LONGWY, forts=FORT))
    for unit in "ab":
        game.do("activate", unit)
        game.do("assault", "0712")
    return game


def odds(game: Game, *words: Any) -> Forecast:
    return forecast(game.state, game.ask.side, game.ask.form.settled(game.action(*words)))


# ------------------------------------------------------------------------------------------------ brute force


def played(start: Game, words: tuple[Any, ...], says: dict[str, str]) -> Iterator[tuple[Game, Fraction]]:
    """The action played out with every fall of every die, one game each; `says` answers for both sides."""
    first = fresh(start)
    first.do(*words)
    queue = [(first, Fraction(1))]
    while queue:
        game, chance = queue.pop()
        answered(game, len(start.state.stack), says)
        if isinstance(game.wait, Roll):
            falls = list(game.wait.dice.ways)
            for dice in falls:
                branch = fresh(game)
                branch.roll(dice)
                queue.append((branch, chance / len(falls)))
        else:
            yield game, chance


def fresh(game: Game) -> Game:
    new = object.__new__(Game)
    new.state, new.dice = game.state.copy(), []
    new.state.wait = None
    new.go()
    return new


def answered(game: Game, depth: int, says: dict[str, str]) -> None:
    while isinstance(game.wait, Ask) and len(game.state.stack) > depth:
        side, asked = game.asked
        if asked == "commitment":
            game.do("commit" if says[side] == "commits" else "hold")
        elif asked == "declaration":
            verbs = game.verbs()
            verb = "air" if "air" in verbs else "event"
            game.do(verb, sorted(game.offers(verb))[0])
        elif asked == "fort":
            game.do("retreat", first_way(game, "retreat"))
        elif asked == "retreat":
            game.do(first_way(game))
        else:
            assert asked == "advance"
            game.do("advance", sorted(game.offers("advance"), key=game.unit)[0])


def first_way(game: Game, *words: str) -> str:
    picks = game.ask.form.picks(game.state, game.draft(*words))
    return str(game.state.scenario.place_name(picks[0]))


def brute(start: Game, words: tuple[Any, ...], axis: str, west: str) -> dict[str, Fraction]:
    """How often the hex is taken, and steps lost on both sides, by chance; the results by name."""
    before = {side: start.state.ground_units(side) for side in (AXIS, WEST)}
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for game, chance in played(start, words, {"axis": axis, "west": west}):
        target = game.state.scenario.place(words[1])
        holder = game.state.ground_at(target)
        found["hex taken"] += chance * (holder is not None and game.state.theatre.side_of[holder] == AXIS)
        for side, name in ((AXIS, "Axis"), (WEST, "Western Allies")):
            for unit in before[side]:
                gone = not 0 <= game.state.hex_of[unit] < game.state.theatre.board.hexes
                lost = start.state.steps[unit] - (0 if gone else game.state.steps[unit])
                found[f"{name} steps lost"] += chance * lost
        found["all"] += chance
    return found


ATTACK, ASSAULT = ("attack", "0711"), ("resolve", "0712", "a", ["b"])
PLANS: list[tuple[Callable[[], Game], tuple[Any, ...], str, str]]
PLANS = [(mobile, ATTACK, axis, west) for axis, west in BOTH]
PLANS += [(assault, ASSAULT, axis, "retreats") for axis in ("commits", "holds back")]  # the French have no air unit


@pytest.mark.parametrize(("begin", "words", "axis", "west"), PLANS)
def test_5_1_the_figures_of_a_forecast_equal_brute_force_over_all_dice(
    begin: Callable[[], Game], words: tuple[Any, ...], axis: str, west: str
) -> None:
    exact = brute(begin(), words, axis, west)
    assert exact.pop("all") == 1
    expected = odds(begin(), *words).expected({AXIS: axis, WEST: west})
    assert {name: expected.get(name, Fraction(0)) for name in exact} == exact


@pytest.mark.parametrize(("axis", "west"), BOTH)
def test_5_3_the_chance_of_each_result_is_told_for_whatever_both_sides_commit(axis: str, west: str) -> None:
    """5.1: with the air combat weighed in, where both commit."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    start = mobile()
    crt = start.state.scenario.charts.table("crt")
    support = {"♦": (2, 2), "DR": (2, 2), "AS": (2, 2), "DD": (2, 0), "DE": (2, 0), "AA": (0, 2)}
    pairs = list(product(range(1, 7), repeat=2))
    air = [support[crt.read(d, a + 2).partition("+")[0]] for a, d in pairs] if axis == west == "commits" else [
        (2 if axis == "commits" else 0, 2 if west == "commits" else 0)]  # fmt: skip
    for mine, theirs in air:
        for a, d in pairs:
            # Germany +2, Tank +2, Sedan -1, the Meuse -1; France +1
            found[crt.read(max(1, d + 1 + theirs), max(1, a + 2 + mine))] += Fraction(1, 36 * len(air))
    told = {
        prospect.result: prospect.chance
        for prospect in odds(mobile(), "attack", "0711").prospects
        if [stance.word for _, stance in prospect.given] == [axis, west]
    }
    assert told == found
    assert sum(told.values()) == 1


def test_6_2_2_the_odds_of_an_air_strike_equal_brute_force() -> None:
    game = Game(field("luf germany fighter 0512; air france fighter 0808 s1"))
    found = odds(game, "strike", "luf", "air")
    crt, exact = game.state.scenario.charts.table("crt"), defaultdict[str, Fraction](Fraction)
    for a, d in product(range(1, 7), repeat=2):
        exact[crt.read(max(1, d - 1), a + 2)] += Fraction(1, 36)
    assert found.chances == exact
    assert [(term.label, term.value) for term in found.terms] == [("German air unit", 2), ("Sorties on the unit", -1)]
    sorties = {"♦": (1, 1), "DR+2": (1, 2), "DD+3": (1, 3), "DE+4": (1, 4), "AS+2": (2, 1), "AA+3": (3, 1)}
    expected = found.expected()
    assert expected["Axis Sorties"] == sum(sorties[result][0] * chance for result, chance in exact.items())
    assert expected["Western Allies Sorties"] == sum(
        min(5, sorties[result][1]) * chance for result, chance in exact.items()
    )


def test_5_1_the_terms_of_all_cases_are_told_and_those_of_some_marked() -> None:
    found = odds(mobile(), "attack", "0711")
    always = [(term.group, term.label, term.value) for term in found.terms if term.how == "+"]
    assert always == [
        ("attacker", "German unit", 2), ("attacker", "Tank unit in Fair weather", 2),
        ("attacker", "attacking into a city or rough terrain", -1),
        ("attacker", "attacking over a canal, mountain or river side", -1),
        ("defender", "French, British or American unit", 1),
    ]  # fmt: skip
    sometimes = [(term.group, term.label) for term in found.terms if term.how == "if"]
    assert sometimes == [
        ("attacker", "Air Support in Fair weather, in some cases"),
        ("defender", "Air Support in Fair weather, in some cases"),
    ]
    assert found.chart == ("crt", "")


def test_5_1_a_document_names_each_case_once() -> None:
    told = forecast_document(odds(mobile(), "attack", "0711"), AXIS)
    labels = [(result.given, result.result) for result in told.results]
    assert len(labels) == len(set(labels))
    assert ("Axis: commits; Western Allies: holds back", "DR+2") in labels
    assert ("Axis: commits; Western Allies: commits", "DD+3") in labels


def test_5_1_results_come_from_best_to_worst_for_the_attacker() -> None:
    found = odds(mobile(), "attack", "0711")
    best_first = USE.printed_charts.table("crt").terms
    for axis, west in BOTH:
        told = [each.result for each in found.prospects if [s.word for _, s in each.given] == [axis, west]]
        assert len(told) > 3
        assert told == [result for result in best_first if result in told]
    document = forecast_document(found, AXIS)
    assert [result.result for result in document.results] == [each.result for each in found.prospects]


def test_5_3_a_ground_combat_tells_its_own_consequences() -> None:
    """5.3: the number after the plus counts in the air and at sea alone."""
    told = {each.result: each.means for each in forecast_document(odds(mobile(), "attack", "0711"), AXIS).results}
    assert told["DR+2"] == "the defender retreats"
    assert not any("Sortie" in means for means in told.values())
    courses = [
        course
        for result in forecast_document(odds(mobile(), "attack", "0711"), AXIS).results
        for course in result.courses
    ]
    assert not any("Sortie" in course for course in courses)


def test_5_3_a_forecast_reads_well() -> None:
    read = forecast_lines(odds(mobile(), "attack", "0711"))
    assert read[0] == "attack 0711 Sedan (USE 5.3.2)"
    assert any("two can retreat to" in line and "(USE 5.3.5)" in line and "pz may advance" in line for line in read)
    assert "if Axis: commits; Western Allies: holds back" in read
    assert any(line.startswith("DE+4    1/36    2.8%  the defender is eliminated") for line in read)
    asked = "on average, if Axis: commits; Western Allies: holds back: hex taken"
    assert any(line.startswith(asked) for line in read)


def test_5_3_a_session_tells_the_odds_and_stays_as_it_was() -> None:
    session = Session(USE.load("poland-1939"), "1")
    session.submit("axis", ("activate", session.scenario.unit("ger_2pz")))
    before = session.state.plain()
    found = session.odds("attack", "0906")
    assert session.state.plain() == before
    cases = {tuple(stance.word for _, stance in prospect.given) for prospect in found.prospects}
    assert cases == {("commits", "commits"), ("commits", "holds back"), ("holds back", "commits"),
                     ("holds back", "holds back")}  # fmt: skip
    for case in cases:
        shares = [p.chance for p in found.prospects if tuple(stance.word for _, stance in p.given) == case]
        assert sum(shares) == 1
    assert not isinstance(session.state.wait, Over)


# ------------------------------------------------------------------------------------------------ in the midst of it


def committing(*said: str) -> Game:
    """The attack is declared, and this has been said of what is committed to it."""
    game = mobile()
    game.do(*ATTACK)
    for word in said:
        game.do(word)
    return game


@pytest.mark.parametrize(("word", "axis"), [("commit", "commits"), ("hold", "holds back")])
def test_5_1_who_decides_what_to_commit_is_told_the_odds_of_the_combat(word: str, axis: str) -> None:
    whole, part = odds(mobile(), *ATTACK), odds(committing(), word)
    for west in ("commits", "holds back"):
        expected = whole.expected({AXIS: axis, WEST: west})
        assert part.expected({WEST: west}) == expected
        told = [(each.result, each.chance) for each in part.prospects if [s.word for _, s in each.given] == [west]]
        of_whole = [each for each in whole.prospects if [s.word for _, s in each.given] == [axis, west]]
        assert told == [(each.result, each.chance) for each in of_whole]
    assert part.asks_again(AXIS) == (word == "commit")  # then it says what


@pytest.mark.parametrize("sealed", ["commit", "hold"])
def test_5_1_who_decides_second_is_told_the_odds_for_whatever_may_be_sealed(sealed: str) -> None:
    part = odds(committing(sealed), "hold")
    whole = odds(mobile(), *ATTACK)
    assert part.policies == [{AXIS: "commits"}, {AXIS: "holds back"}]
    for axis in ("commits", "holds back"):
        assert part.expected({AXIS: axis}) == whole.expected({AXIS: axis, WEST: "holds back"})
    assert not part.asks_again(WEST)


def test_5_1_the_last_to_declare_lets_the_dice_fall() -> None:
    game = committing("commit", "commit")
    assert not odds(game, "air", "luf").asks_again(AXIS)  # it has no more, and the enemy's word is not its own
    game.do("air", "luf")
    found = odds(game, "air", "air")
    assert not found.asks_again(WEST)
    assert sum(each.chance for each in found.prospects) == 1


def test_5_3_3_an_assault_that_is_prepared_shows_what_it_stands_at() -> None:
    game = Game(field(LONGWY, forts=FORT))
    game.do("activate", "a")
    alone = odds(game, "assault", "0712")
    assert explained(game.state.scenario, alone.later) == "a leads it, alone"
    game.do("assault", "0712")
    assert alone.chances == odds(game, "resolve", "0712", "a", []).chances
    game.do("activate", "b")
    both = odds(game, "assault", "0712")
    assert explained(game.state.scenario, both.later) == "a leads it, joined by b"
    assert any("nothing is rolled yet" in line for line in forecast_lines(both))
    game.do("assault", "0712")
    assert both.chances == odds(game, "resolve", "0712", "a", ["b"]).chances
    assert not odds(game, *ASSAULT).later


def test_5_3_3_whoever_gives_most_leads_an_assault_that_is_prepared() -> None:
    game = Game(field("a germany infantry 0713; b germany tank 0612; x france infantry 0712"))  # a: over a river
    game.do("activate", "a")
    game.do("assault", "0712")
    game.do("activate", "b")
    assert explained(game.state.scenario, odds(game, "assault", "0712").later) == "b leads it, joined by a"


# ------------------------------------------------------------------------------------------------ what is not asked yet


def test_6_3_1_activating_a_unit_has_no_odds_of_an_attack_nobody_asked_for() -> None:
    found = odds(Game(field(SEDAN)), "activate", "pz")
    assert found.terms.total == 0
    assert not found.assumed
    assert [prospect.result for prospect in found.prospects] == [""]
    assert forecast_lines(found)[1:] == ["  nothing is rolled yet: what to do is asked first"]


def test_E1_an_airdrop_on_an_empty_city_is_told_in_words_with_what_follows() -> None:
    session = start("use:france-1940", "airdrop")
    while session.ask is not None and session.ask.form.name != "Actions Sub-Phase":
        session.submit_written(session.ask.side, ["end"])
    found = session.odds("place", "ger_airdrop", "0510")
    assert found.chances == {"city taken": Fraction(1, 2), "city held": Fraction(1, 2)}
    taken = found.prospects[0]
    assert found.meanings[taken.result] == "die of 1-3"
    assert [explained(session.scenario, each) for each in taken.courses[0].end.after.words] == [
        "Belgian Army lost",
        "Belgium loses 2 National Will and is conquered",
    ]
    assert found.expected()["National Will of Belgium lost"] == 1


def test_5_1_what_each_side_may_commit_is_told_before_the_dice() -> None:
    told = forecast_lines(odds(mobile(), "attack", "0711"))
    assert "  Axis: commits what it can of luf or commits nothing (USE 5.1)" in told
