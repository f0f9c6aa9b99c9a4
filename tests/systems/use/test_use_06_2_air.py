"""USE 4.2.2, 5.2, 6.2: air units: where they fly and stand, what they strike, how they give way."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable import look
from sandtable.core.flow import Over
from sandtable.core.sequence import Segment
from sandtable.play.explain import words
from sandtable.play.forecast import forecast
from sandtable.systems.use.s02_3_entering import Enter
from sandtable.systems.use.s04_2_air import bases, flights, may_base
from sandtable.systems.use.system import USE
from systems.use import seas
from systems.use.field import AXIS, WEST, Game, field
from systems.use.reckon import value
from systems.use.seas import THEATRE


def rebase(units: str, to: str, **more: Any) -> str:
    """Why luf may not fly there."""
    return Game(field(units, **more)).why("rebase", "luf", to)


def test_6_2_1_a_rebase_costs_a_sortie() -> None:
    game = Game(field("luf germany fighter 0512; a germany infantry 0513"))
    game.do("rebase", "luf", "0214")
    assert (game.place("luf"), game.sorties("luf")) == ("0214", 1)
    game.do("rebase", "luf", "0512")  # again, as long as it has fewer than six
    assert game.sorties("luf") == 2


@pytest.mark.parametrize(("flag", "points"), [("", 10), ("low", 5), ("no", 5)])
def test_4_2_2_ten_hexes_or_five_without_full_supply(flag: str, points: int) -> None:
    """4.0, 4.2.2: the printed points, a hex each."""
    state = field(f"luf germany fighter 0614 {flag}")
    far = flights(state.theatre, state.scenario.place("0614"), state.neutral_land())
    assert bases(state, state.scenario.unit("luf"))
    assert all(far[hex] <= points for hex in bases(state, state.scenario.unit("luf")))
    far_city = "0214"  # Bremen, four hexes
    assert rebase(f"luf germany fighter 0614 {flag}", far_city) == ""


def test_4_2_2_it_flies_around_neutral_countries() -> None:
    """4.0: from the Lake of Constance to Turin it is three hexes through Switzerland, and twice as many around it."""
    state = field("luf germany fighter 1014")
    start, to = state.scenario.place("1014"), state.scenario.place("1313")
    assert state.theatre.board.layout.distance(start, to) == 3
    assert flights(state.theatre, start, state.neutral_land())[to] == 6


@pytest.mark.parametrize(
    ("to", "because"),
    [
        ("0513", ""),  # on a line
        ("0515", "it is neither a friendly city nor on a Transport Line (USE 4.2.2)"),
        ("0510", "an enemy city, fort or unit is there (USE 4.2.2)"),
        ("0610", "it is in an EZOC, with no friendly city, fort or unit (USE 4.2.2)"),
        ("0613", "two is there (USE 3.3)"),
        ("0512", "it is already there (USE 4.2.2)"),
        ("0614", ""),
    ],
)
def test_4_2_2_where_an_air_unit_may_end_its_flight(to: str, because: str) -> None:
    units = "luf germany fighter 0512; two germany fighter 0613; x belgium infantry 0511"
    found = rebase(units, to)
    assert because in found if because else found == ""


def test_4_2_2_in_an_enemy_zone_with_a_friendly_unit() -> None:
    units = "luf germany fighter 0412; x belgium infantry 0511"
    assert "EZOC" in rebase(units, "0610")
    assert "EZOC" not in rebase(f"{units}; a germany infantry 0610", "0610")


def test_4_2_2_not_where_no_supply_line_leads() -> None:
    units = "luf germany fighter 0512; x france infantry 0908; y france infantry 1009"
    assert "no supply line can be traced from there (USE 4.2.2)" in rebase(units, "1008")


def test_4_2_2_not_beside_an_enemy_airdrop_or_partisans() -> None:
    units = "luf germany fighter 0512; p france partisans 0513"
    assert "an enemy Airdrop or Partisans marker is there (USE 4.2.2)" in rebase(units, "0513")


@pytest.mark.parametrize("both", [True, False])
def test_3_3_a_fighter_and_a_bomber_share_a_hex_by_option(both: bool) -> None:
    units = "luf germany fighter 0512; b germany bomber 0614; f germany fighter 0214"
    assert (rebase(units, "0614", stack_fighter_and_bomber=both) == "") is both
    assert "f is there" in rebase(units, "0214", stack_fighter_and_bomber=both)


def test_1_5_with_six_sorties_nothing_is_done() -> None:
    game = Game(field("luf germany fighter 0512 s6; air france fighter 0808"))
    assert "luf has 6 Sorties (USE 1.5)" in game.why("rebase", "luf")
    assert "luf has 6 Sorties (USE 1.5)" in game.why("strike", "luf")


# ------------------------------------------------------------------------------------------------ strikes


def test_6_2_2_seven_hexes() -> None:
    """1.4 ranges.air-strike"""
    game = Game(field("luf germany fighter 0512; near france fighter 0808; far france fighter 1309"))
    assert game.offers("strike", "luf") == {"near"}
    assert "far is 8 hexes away; an Air Strike reaches 7 (USE 1.4)" in game.why("strike", "luf", "far")


@pytest.mark.parametrize(
    ("dice", "result", "sorties"),
    [((3, 5), "♦", (1, 1)), ((3, 1), "DR+2", (1, 2)), ((5, 1), "DD+3", (1, 3)), ((1, 5), "AS+2", (2, 1))],
)
def test_5_2_a_strike_costs_both_sorties_by_the_result(
    dice: tuple[int, int], result: str, sorties: tuple[int, int]
) -> None:
    """5.2 sorties.no-effect, sorties.defender-hit, sorties.attacker-hit"""
    game = Game(field("luf germany fighter 0512; air france fighter 0808"))
    game.do("strike", "luf", "air", dice=[dice])
    assert game.told("air_combat")[0].data["result"] == result
    assert (game.sorties("luf"), game.sorties("air")) == sorties
    assert (game.place("luf"), game.place("air")) == ("0512", "0808")
    assert game.asked == ("axis", "Actions Sub-Phase")


def test_5_2_de_and_aa_in_the_air_and_never_more_than_six() -> None:
    game = Game(field("luf germany fighter 0512; air france bomber 0808 low"))  # +2 against -4
    game.do("strike", "luf", "air", dice=[(6, 1), (6, 1)])
    assert game.told("air_combat")[0].data["result"] == "DD+3"  # 8 against 1
    game.do("strike", "luf", "air")
    assert game.sorties("air") == 6
    other = Game(field("luf italy bomber 0512 low; air usa fighter 0808"))
    other.do("strike", "luf", "air", dice=[(1, 6)])
    assert (other.told("air_combat")[0].data["result"], other.sorties("luf")) == ("AA+3", 3)


AIR = [  # of the striking unit, of the unit struck at Paris, the weather, both lists by hand
    ("germany fighter 0512", "france fighter 0808", "Fair", [("German air unit", 2)], [("no modifiers", 0)]),
    ("germany bomber 0512 s2", "uk fighter 0808 low", "Fair",
     [("German air unit", 2), ("bomber", -2), ("Sorties on the unit", -2)],
     [("British or American air unit", 1), ("Low Supply", -2)]),
    ("germany fighter 0512", "usa bomber 0808 s1", "Poor",
     [("German air unit", 2), ("Poor weather", -2)],
     [("British or American air unit", 1), ("bomber", -2), ("Poor weather", -2), ("Sorties on the unit", -1)]),
    ("italy fighter 0512 no", "france fighter 0808", "Severe", [], []),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other", "weather", "attacker", "defender"), AIR)
def test_5_2_an_air_combat_worked_by_hand(
    one: str, other: str, weather: str, attacker: list[tuple[str, int]], defender: list[tuple[str, int]]
) -> None:
    """5.2: all 36 falls of the dice beside plain arithmetic."""
    for dice in product(range(1, 7), repeat=2):
        game = Game(field(f"luf {one}; air {other}", weather=weather))
        game.do("strike", "luf", "air")
        assert (game.lines("attacker"), game.lines("defender")) == (attacker, defender)
        halved = [len(game.halvings(side)) for side in ("attacker", "defender")]
        assert halved == [(weather == "Severe") + (" no" in one), int(weather == "Severe")]
        sums = [sum(drm for _, drm in side) for side in (attacker, defender)]
        a, d = (value(*each) for each in zip(dice, sums, halved, strict=True))
        game.roll(dice)
        assert game.told("air_combat")[0].data["result"] == look("use.crt", attacker=a, defender=d).result


@pytest.mark.parametrize(("start", "helps"), [("0409", True), ("0306", False)])
def test_5_2_a_western_unit_in_britain_defends_better_against_a_strike_from_outside(start: str, helps: bool) -> None:
    game = Game(field(f"luf germany fighter {start}; air uk fighter 0406"))
    game.do("strike", "luf", "air")
    assert (("Western air unit in Britain, struck from outside it", 2) in game.lines("defender")) is helps


# ------------------------------------------------------------------------------------------------ giving way


def entered(units: str, to: str = "0808", **more: Any) -> Game:
    """a goes into the hex."""
    state = field(units, **more)
    return Game(state, Enter(AXIS, state.scenario.unit("a"), state.scenario.place(to), "4.2.3"))


def test_4_2_3_7_an_air_unit_gives_way_to_a_ground_unit_for_a_sortie() -> None:
    game = entered("a germany infantry 0809; air france fighter 0808")
    assert game.asked == ("west", "displace")
    game.do("1111")
    assert (game.place("air"), game.sorties("air")) == ("1111", 1)
    assert game.state.controller(game.state.scenario.place("0808")) == AXIS


def test_4_2_3_7_even_with_six_sorties_and_then_without_another() -> None:
    game = entered("a germany infantry 0809; air france fighter 0808 s6")
    game.do("1111")
    assert game.sorties("air") == 6


def test_4_2_3_7_who_has_nowhere_to_go_is_eliminated() -> None:
    cities = ["0509", "0812", "0913", "0711", "0508", "0706", "0705", "0902", "1105", "1506", "1111", "1209", "1311",
              "1411", "1710", "1711"]  # fmt: skip
    game = entered("a germany infantry 0809; air france fighter 0808 s3", control=dict.fromkeys(cities, AXIS),
                   collapse_when_all_cities_lost=False, abstract_naval=False)  # fmt: skip
    assert game.place("air") == "eliminated_west"
    assert game.sorties("air") == 0


def test_4_2_3_7_by_air_alone_and_within_its_points() -> None:
    """4.2.3.7: five hexes with Low supply; Marseille is farther."""
    game = entered("a germany infantry 0809; air france fighter 0808 low")
    assert "1711" not in game.offers()
    assert "1111" in game.offers()


def test_4_2_3_7_the_phasing_sides_air_units_stay() -> None:
    game = entered("a germany infantry 0809; luf germany fighter 0808; x france infantry 0913")
    assert (game.place("luf"), game.place("a")) == ("0808", "0808")
    assert isinstance(game.wait, Over)


# ------------------------------------------------------------------------------------------------ escort of a strike

HULL = "ger_fighter kiel, uk_fighter hull, uk_ship hull"


def struck(*dice: tuple[int, int], **said: Any) -> seas.Game:
    """A German fighter strikes the ship at Hull, over which a fighter stands by."""
    state = seas.at_sea(HULL, **said)
    game = seas.Game(state, Segment("Operations Phase / Actions Sub-Phase", AXIS), dice)
    game.say("strike", "ger_fighter", "uk_ship")
    return game


def flown(game: seas.Game) -> list[int]:
    return [game.state.sorties[seas.unit(game.state, id)] for id in ("ger_fighter", "uk_fighter", "uk_ship")]


def test_5_2_escort_successful_ends_a_strike() -> None:
    """5.2 escort successful; 1.4 air-escort: a fighter in the same hex is attacked first, and holds."""
    game = struck()
    assert (game.asked.side, game.offered) == (WEST, ["escort", "alone"])
    told = [words(game.state.scenario, each.because) for each in USE.lens.matter(game.state, game.asked)]
    assert told == ["ger_fighter strikes uk_ship in 0102 Hull"]
    game.say("escort", "uk_fighter")
    assert {term.label for term in USE.foresight.terms(game.state)} == {
        "German air unit", "British or American air unit", "Western air unit in Britain, struck from outside it"
    }  # fmt: skip
    game.roll((1, 6))  # 3 to 9 is AA: three Sorties and one
    assert flown(game) == [3, 1, 0]
    assert game.asked.form.name == "Actions Sub-Phase"


def test_5_2_escort_failed_and_the_strike_is_made_again() -> None:
    """5.2 escort failed: below six Sorties the striker may attack again, now the unit it is aimed at."""
    game = struck(sorties={"uk_fighter": 4})
    game.say("escort", "uk_fighter")
    game.roll((6, 1))  # 8 to 1 + 1 + 2 - 4: DD
    assert (game.asked.side, game.offered, flown(game)) == (AXIS, ["again", "break_off"], [1, 6, 0])
    game.say("again")
    assert {term.label for term in USE.foresight.terms(game.state).of("attacker")} == {
        "German air unit", "air unit against a naval unit", "Sorties on the unit"
    }  # fmt: skip
    game.roll((6, 1))  # 6 + 2 + 1 - 1 to 1 + 2: 8 to 3 is DD
    assert flown(game) == [2, 6, 3]
    assert game.asked.form.name == "Actions Sub-Phase"  # the strike is over


def test_5_2_an_escort_that_failed_does_not_meet_the_next_attack() -> None:
    """5.2 escort failed: though it has Sorties left."""
    game = struck()
    game.say("escort", "uk_fighter")
    game.roll((6, 1))  # 8 to 1 + 1 + 2: DR
    assert flown(game) == [1, 2, 0]
    game.say("again")
    assert {term.label for term in USE.foresight.terms(game.state).of("defender")} == {"British or American naval unit"}


def test_5_2_an_escort_need_not_fight_and_a_tired_striker_does_not_go_on() -> None:
    game = struck()
    game.say("alone")
    assert {term.label for term in USE.foresight.terms(game.state).of("defender")} == {"British or American naval unit"}

    tired = struck(sorties={"ger_fighter": 5, "uk_fighter": 5})
    tired.say("escort", "uk_fighter")
    tired.roll((6, 1))  # 6 + 2 - 5 to 1 + 1 + 2 - 5: 3 to 1 is DR, and the sixth Sortie
    assert flown(tired) == [6, 6, 0]
    assert tired.asked.form.name == "Actions Sub-Phase"

    assert struck(sorties={"uk_fighter": 6}).wait.dice  # who has six Sorties does not escort


def test_6_2_2_the_odds_of_a_strike_tell_what_an_escort_changes() -> None:
    """6.2.2, 5.2: both ways, each summing to one; Sorties of ships are counted."""
    state = seas.at_sea(HULL)
    game = seas.Game(state, Segment("Operations Phase / Actions Sub-Phase", AXIS))
    found = forecast(state, AXIS, game.action("strike", "ger_fighter", "uk_ship"))
    crt = state.scenario.charts.table("crt")
    exact = {word: defaultdict[str, Fraction](Fraction) for word in ("escorts", "stands alone")}
    for a, d in product(range(1, 7), repeat=2):
        exact["escorts"][crt.read(d + 1 + 2, a + 2)] += Fraction(1, 36)
        exact["stands alone"][crt.read(d + 2, a + 2 + 1)] += Fraction(1, 36)
    for word, chances in exact.items():
        told = {each.result: each.chance for each in found.prospects if each.given[0][1].word == word}
        assert told == chances
    sorties = {"♦": 1, "DR+2": 2, "DD+3": 3, "DE+4": 4, "AS+2": 1, "AA+3": 1}
    alone = found.expected({WEST: "stands alone"})
    assert alone["Western Allies Sorties"] == sum(
        sorties[result] * chance for result, chance in exact["stands alone"].items()
    )


def test_4_2_2_uk_air_units_stay_near_home_in_france_1940_alone() -> None:
    """France 1940 (4): the rule is the scenario's."""
    assert may_base(THEATRE, THEATRE.country("uk"), THEATRE.board.place("oran"))
    france = USE.load("france-1940").extra
    assert not may_base(france, france.country("uk"), france.board.place("1711"))
