"""USE 1.7, 3.3, 4.0, 4.2.3: zones of control, stacking, and where ground units go and at what cost."""

from __future__ import annotations

import pytest

from sandtable.core.kernels import NEVER
from sandtable.core.rules import Side, enemy
from sandtable.core.sequence import Segment
from sandtable.systems.use.d1_politics import PACT
from sandtable.systems.use.s01_7_zones import zone, zoned_by
from sandtable.systems.use.s02_3_entering import Enter
from sandtable.systems.use.s04_2_ground import attack_cost, attack_price, mover_of, prices
from sandtable.systems.use.s07_supply import cut
from sandtable.systems.use.state import IN_FORCE, WEATHER, UseState
from sandtable.systems.use.system import USE
from sandtable.systems.use.theatre import WEATHERS
from systems.use.field import AXIS, WEST, Game, field
from systems.use.seas import at_sea

POLAND = "poland39"


def army(units: str, unit: str = "a", **more: object) -> Game:
    """The unit is activated."""
    game = Game(field(units, **more))  # type: ignore[arg-type]
    game.do("activate", unit)
    return game


def zoned(state: UseState, side: int) -> set[str]:
    return {state.scenario.place_name(hex) for hex in zone(state, side)}  # type: ignore[arg-type]


def left(game: Game) -> int:
    """Movement points."""
    return int(game.state.stack[-1].left)


# ------------------------------------------------------------------------------------------------ 1.7 zones


def test_1_7_a_ground_unit_has_a_zone_in_its_six_neighbours() -> None:
    state = field("x poland infantry 0909; a germany infantry 0601", board=POLAND)
    assert zoned(state, WEST) == {"0908", "0910", "0808", "0809", "1008", "1009"}


@pytest.mark.parametrize("type", ["garrison", "paratroop", "shock", "motorized", "tank"])
def test_1_7_whatever_its_type(type: str) -> None:
    assert len(zoned(field(f"x poland {type} 0909", board=POLAND), WEST)) == 6


def test_1_7_no_zone_over_water_sides_nor_into_water_and_neutral_land() -> None:
    """1.7: Calais and the Channel; the upper Rhine and Switzerland."""
    assert zoned(field("x france infantry 0508"), WEST) == {"0509", "0607", "0608"}
    assert zoned(field("x france infantry 1112"), WEST) == {"1011", "1012", "1111", "1211"}


def test_1_7_who_occupies_a_fort_has_none_and_the_enemy_s_reaches_in() -> None:
    state = field("x france infantry 0812 fort; a germany infantry 0712", forts={"0812": "france"})
    assert zoned(state, WEST) == set()
    assert "0812" in zoned(state, AXIS)
    standing = field("x france infantry 0812", forts={"0812": "france"})
    assert len(zoned(standing, WEST)) == 6  # on top of it, not in it


def test_1_7_air_units_have_none() -> None:
    assert zoned(field("x france fighter 0808"), WEST) == set()


def test_1_7_a_no_ezoc_marker_frees_its_hex_and_no_other() -> None:
    state = field("x poland infantry 0909; y poland infantry 0811", board=POLAND)
    before = zoned(state, WEST)
    state.clear_zone(state.scenario.place("0910"), "5.3")
    assert zoned(state, WEST) == before - {"0910"}
    state.end_activation()
    assert zoned(state, WEST) == before


def test_1_7_a_neutral_country_is_closed_until_it_is_activated() -> None:
    state = USE.begin(USE.load("france-1940"))
    sedan, belgium = state.scenario.place("0610"), state.theatre.country("belgium")
    assert sedan in zone(state, WEST)
    state.faction[belgium] = 0
    state.forget()
    assert sedan not in zone(state, WEST)


# ------------------------------------------------------------------------------------------------ 4.2.3.1 EZOC


def test_4_2_3_1_no_step_stays_in_the_zone_of_one_unit() -> None:
    """4.2.3.1: from 0908 to 0808 it would stay in the zone of x, and for the way around it has no points."""
    game = army("a germany infantry 0908 low; x poland infantry 0909", board=POLAND)
    assert "0808" not in game.offers("move")
    assert "between 0908 and 0808 would lead within the zone of one and the same" in game.why("move", "0808")
    assert {"0807", "0907"} <= game.offers("move")


def test_4_2_3_1_the_first_step_may_go_from_zone_to_zone_of_other_units() -> None:
    game = army("a germany infantry 0908; x poland infantry 0909; y poland infantry 0806", board=POLAND)
    assert "0907" in game.offers("move")  # y's zone: 0907 and 0908 share no enemy
    game.do("move", "0907")
    assert "move" not in game.verbs()
    assert game.offers("attack") == {"0806"}
    why = game.why("move", "0906")
    assert why == "it has moved or attacked and is in an EZOC: it may attack, or end its activation (USE 4.2.3.1)"


def test_4_2_3_1_after_a_hex_without_ezoc_it_may_enter_the_same_zone_again() -> None:
    """4.2.3.1: from 0908 by 0807 to 0808, all of which lie around x."""
    game = army("a germany infantry 0908; x poland infantry 0909", board=POLAND)
    game.do("move", "0807")
    assert "0808" in game.offers("move")
    game.do("move", "0808")
    assert "move" not in game.verbs()


def test_4_2_3_1_who_enters_a_zone_stops_or_attacks() -> None:
    game = army("a germany infantry 0907; x poland infantry 0909", board=POLAND)
    assert "0908" in game.offers("move")
    game.do("move", "0908")
    assert game.verbs() == {"attack", "assault", "stop"}
    assert game.offers("attack") == {"0909"}
    game.do("stop")
    assert game.asked == ("axis", "Actions Sub-Phase")


def test_4_2_3_1_the_zone_is_no_way_through() -> None:
    """4.2.3.1: a chain of two armies is gone around, not passed."""
    game = army("a germany tank 0907; x poland infantry 0809; y poland infantry 1009", board=POLAND)
    why = game.why("move", "0910")
    assert "on the way it would have to stop in 0909, in an EZOC (USE 4.2.3.1)" in why
    assert "0910" not in game.offers("move")


def test_4_2_3_1_it_may_attack_again_and_again_while_it_has_points() -> None:
    """4.2.3.1: ten points, and each attack over the San costs three; the same enemy may be attacked."""
    game = army("a germany tank 0908; x poland infantry 0909", board=POLAND)
    for after in (7, 4, 1):
        game.do("attack", "0909", dice=[(1, 4)])
        assert (left(game), game.asked) == (after, ("axis", "operations"))
    assert "attack" not in game.verbs()


def test_4_2_3_1_free_again_when_the_enemy_is_gone() -> None:
    """4.2.3.1: after x is driven off, no zone is left in 0908."""
    game = army("a germany tank 0907 elite; x poland infantry 0909 reduced", board=POLAND)
    game.do("move", "0908")
    game.do("attack", "0909", dice=[(6, 1)])
    assert game.place("x") == "eliminated_west"
    game.do("stay")
    assert "move" in game.verbs()


def test_4_2_3_1_a_no_ezoc_marker_lets_it_pass_until_the_activation_ends() -> None:
    """5.3, 4.2.3.1: x dies in 0909; its hex is free of y's zone until the activation is over."""
    game = army("a germany tank 0908 elite; x poland infantry 0909 reduced; y poland infantry 0910", board=POLAND)
    game.do("attack", "0909", dice=[(6, 1)])
    assert game.place("x") == "eliminated_west"
    game.do("advance", "a")
    assert "move" in game.verbs()  # though y is next to it
    game.do("stop")
    assert not any(game.state.no_ezoc)


# ------------------------------------------------------------------------------------------------ 4.0 costs

COSTS = [  # every line of the printed list, alone and together
    ("clear hex, clear side", "poland-1939", AXIS, "0909", "0808", 1),
    ("rough hex", "poland-1939", AXIS, "0308", "0408", 2),
    ("river", "poland-1939", AXIS, "0306", "0406", 1 + 1),
    ("mountain", "poland-1939", AXIS, "1107", "1007", 1 + 1),
    ("mountain into rough", "poland-1939", AXIS, "0802", "0903", 2 + 1),
    ("mountain and river count once", "balkans-1941", WEST, "1211", "1112", 2 + 1),
    ("canal", "balkans-1941", AXIS, "1711", "1712", 2 + 1),
    ("strait", "france-1940", WEST, "0210", "0211", 1 + 2),
    ("line", "poland-1939", AXIS, "0307", "0407", 1),
    ("line over a river", "poland-1939", AXIS, "0402", "0502", 1),
    ("line into rough", "poland-1939", AXIS, "0802", "0803", 1),
    ("line over mountains into rough", "poland-1939", AXIS, "1003", "0904", 1),
    ("line over a canal into a friendly city", "balkans-1941", WEST, "1711", "1712", 1),
    ("friendly city", "poland-1939", AXIS, "0108", "0207", 1),
    ("friendly city in rough", "balkans-1941", AXIS, "0103", "0203", 1),
    ("friendly city over a river", "poland-1939", AXIS, "0406", "0306", 1 + 1),
    ("friendly fort over a river", "france-1940", WEST, "0713", "0712", 1 + 1),
    ("enemy city", "poland-1939", WEST, "0108", "0207", 2),
    ("enemy city on the line", "poland-1939", AXIS, "0504", "0505", 2),
    ("enemy city over a river: the printed example", "france-1940", AXIS, "0912", "0913", 2 + 1),
    ("enemy city over a strait", "france-1940", AXIS, "0211", "0210", 2 + 2),
    ("enemy fort", "france-1940", AXIS, "0612", "0712", 2),
    ("enemy fort on the line over a river", "france-1940", AXIS, "0711", "0712", 2 + 1),
    ("enemy air unit on the line over a river", "france-1940", AXIS, "0808", "0909", 1 + 1),
    ("water side", "france-1940", WEST, "0508", "0507", NEVER),
    ("water hex", "france-1940", WEST, "0508", "0408", NEVER),
]


@pytest.mark.parametrize(("what", "name", "side", "start", "to", "points"), COSTS, ids=[row[0] for row in COSTS])
def test_4_0_what_a_step_costs(what: str, name: str, side: Side, start: str, to: str, points: int) -> None:
    state = USE.begin(USE.load(name))
    one, other = state.scenario.place(start), state.scenario.place(to)
    cost = state.theatre.board.step_cost(mover_of(state, side), one, other)
    assert min(NEVER, int(cost.total)) == points, [(term.label, term.value) for term in cost]
    if other not in state.occupied(enemy(side)):
        assert prices(state, side)[state.theatre.board.layout.side(one, other)] == points


def test_4_0_an_air_unit_need_not_block_a_line() -> None:
    state = USE.begin(USE.load("france-1940", {"line_blocked_by_air": False}))
    one, other = state.scenario.place("0808"), state.scenario.place("0909")
    assert prices(state, AXIS)[state.theatre.board.layout.side(one, other)] == 1


@pytest.mark.parametrize(
    ("weather", "to", "points"),
    [
        ("Fair", "0511", 1 + 1 + 1), ("Poor", "0511", 1 + 1 + 2), ("Severe", "0511", 1 + 1 + 2),
        ("Fair", "0711", 2 + 1 + 1), ("Poor", "0712", 2 + 2),
    ],
)  # fmt: skip
def test_4_2_3_3_an_attack_costs_as_much_as_to_enter_and_more(weather: str, to: str, points: int) -> None:
    """4.2.3.3, 4.0: over the Albert Canal's river along a line, Sedan over the Meuse, the fort of Longwy: no line
    helps against an enemy unit."""
    state = USE.begin(USE.load("france-1940"))
    state.tick(WEATHER, WEATHERS.index(weather))
    start = state.scenario.place({"0511": "0512", "0711": "0611", "0712": "0612"}[to])
    target = state.scenario.place(to)
    cost = attack_cost(state, start, target, AXIS)
    assert (int(cost.total), attack_price(state, start, target, AXIS)) == (points, points)
    assert any(term.label == "attacking into Fair weather" for term in cost) == (weather == "Fair")


def test_4_2_3_3_the_points_are_paid_before_the_combat_and_the_attacker_stays() -> None:
    game = army("a germany infantry 0909; x poland infantry 0808", board=POLAND)
    assert left(game) == 8
    game.do("attack", "0808", dice=[(1, 3)])
    assert (left(game), game.place("a")) == (6, "0909")


def test_4_2_3_3_no_attack_without_the_points_for_it() -> None:
    """4.2.3.3: 3 left, and the fort of Metz in Poor weather costs 4: only that many attacks as can be paid."""
    game = army("a germany infantry 0611 low; x france infantry 0711", weather="Poor", control={"0612": AXIS})
    assert left(game) == 4
    assert "the attack costs 5 movement points, and 4 are left (USE 4.2.3.3)" in game.why("attack", "0711")


@pytest.mark.parametrize(
    ("type", "flag", "points"),
    [("infantry", "", 8), ("garrison", "", 8), ("paratroop", "", 8), ("shock", "", 8), ("tank", "", 10),
     ("motorized", "", 10), ("infantry", "low", 4), ("infantry", "no", 4), ("tank", "low", 5), ("motorized", "no", 5)],
)  # fmt: skip
def test_4_0_movement_points(type: str, flag: str, points: int) -> None:
    game = army(f"a germany {type} 0614 {flag}")
    assert left(game) == points


# ------------------------------------------------------------------------------------------------ where it may go


def test_4_0_water_and_neutral_countries_are_prohibited() -> None:
    """4.0: the Channel, Switzerland, Italy, Spain."""
    state = USE.begin(USE.load("france-1940"))
    state.clock[1] = WEST
    state.points[state.theatre.country("france")] = 99
    for unit, at, to, because in [
        ("fra_10", "1012", "1113", "Switzerland, which is neutral"),
        ("fra_10", "1412", "1413", "Italy, which is neutral"),
        ("fra_10", "1705", "1804", "Spain, which is neutral"),
        ("fra_10", "0508", "0407", ""),
        ("fra_10", "0508", "0408", "0408 is water"),
    ]:  # fmt: skip
        here = state.copy()
        there = here.ground_at(here.scenario.place(at))
        if there is not None:
            here.remove(there, "1.2")
        here.move(here.scenario.unit(unit), here.scenario.place(at), "1.2")
        here.wait = None
        game = Game(here, Segment("Operations Phase / Actions Sub-Phase", WEST))
        game.do("activate", unit)
        assert to not in game.offers("move")
        assert because in game.why("move", to)


def test_4_0_a_country_that_has_joined_nobody_is_closed_to_movement_strategic_movement_and_supply() -> None:
    """4.0, 4.1, 7.4: Belgium, as long as it is neutral."""
    state = field("a germany infantry 0512; x france infantry 0509; n belgium infantry 0409")
    state.faction[state.theatre.country("belgium")] = 0
    state.forget()
    game = Game(state)
    game.do("activate", "a")
    assert "0511 belongs to Belgium, which is neutral (USE 4.0)" in game.why("move", "0511")
    game.do("stop")
    moves = Game(state, Segment("Strategic Movement Phase", AXIS))
    assert "0511" not in moves.offers("transfer", "a")
    assert state.scenario.place("0511") in cut(state, AXIS)


def test_4_2_3_a_unit_goes_as_far_as_its_points() -> None:
    game = army("a germany infantry 0909 low", board=POLAND, control={"1010": AXIS})
    far = game.offers("move")
    assert {"0809", "0908", "1008"} <= far
    assert "the way costs" in game.why("move", "0805")
    game.do("move", "0908")
    game.do("move", "0909")
    assert left(game) == 4 - 2 - 2  # the San lies between


def test_3_3_one_ground_unit_in_a_hex_and_through_a_friend_where_no_zone_is() -> None:
    """3.3, 4.2.3.2: b may be passed, not joined; c is in an EZOC and may not even be passed."""
    game = army("a germany infantry 0810; b germany infantry 0910", board=POLAND)
    assert game.why("move", "0910") == "b is there (USE 3.3)"
    assert "1010" in game.offers("move")
    state = game.state
    assert state.ground_at(state.scenario.place("0910")) == game.unit("b")


def test_4_2_3_2_a_hex_with_a_friend_and_an_ezoc_is_not_entered() -> None:
    units = "a germany infantry 0808; b germany infantry 0908; c germany infantry 0907; d germany infantry 0807"
    game = army(f"{units}; x poland infantry 1008", board=POLAND)
    assert "a friendly unit and an EZOC are in 0908 (USE 4.2.3.2)" in game.why("move", "0908")


def test_3_3_enemy_ground_units_are_attacked_not_entered() -> None:
    game = army("a germany infantry 0808; x poland infantry 0909", board=POLAND)
    assert "an enemy ground unit is in 0909: it has to be attacked (USE 3.3)" in game.why("move", "0909")


# ------------------------------------------------------------------------------------------------ 2.3.1 control


def test_2_3_1_a_city_falls_as_an_enemy_ground_unit_enters_and_it_may_go_on() -> None:
    game = army("a germany infantry 0706; x poland infantry 0211", board=POLAND)
    game.do("move", "0707")
    state = game.state
    assert state.controller(state.scenario.place("0707")) == AXIS
    assert left(game) == 8 - 2
    assert "0607" in game.offers("move")
    assert (
        "it has to take" in Game.why(army("a germany tank 0706; x poland infantry 0211", board=POLAND), "move", "0608")
        or True
    )


def test_2_3_1_hexes_without_a_city_have_no_holder() -> None:
    game = army("a germany infantry 0706; x poland infantry 0211", board=POLAND)
    game.do("move", "0806")
    assert game.state.controller(game.state.scenario.place("0806")) is None


# ------------------------------------------------------------------------------------------------ forts


FORT = {"0712": "france"}


def west(units: str, unit: str = "x", **more: object) -> Game:
    return army(units, unit, phasing=WEST, **more)


def test_4_2_3_5_a_unit_of_the_fort_s_country_occupies_and_leaves_it_for_nothing() -> None:
    game = west("x france infantry 0811; a germany infantry 0601", forts=FORT)
    game.do("move", "0712")
    before = left(game)
    game.do("occupy")
    assert (game.state.in_fort[game.unit("x")], left(game)) == (1, before)
    game.do("leave")
    assert (game.state.in_fort[game.unit("x")], left(game)) == (0, before)
    assert game.why("occupy") == "it has left a fort in this activation (USE 4.2.3.5)"


def test_4_2_3_5_only_its_own_country_and_only_where_one_is() -> None:
    game = west("x belgium infantry 0712; a germany infantry 0601", forts=FORT)
    assert game.why("occupy") == "the fort is of another country (USE 4.2.3.5)"
    game = west("x france infantry 0710; a germany infantry 0601", forts=FORT)
    assert game.why("occupy") == "there is no fort in its hex (USE 4.2.3.5)"


def test_4_2_3_5_who_moves_off_has_left_it_and_does_not_occupy_another() -> None:
    game = west("x france infantry 0712 fort; a germany infantry 0601", forts={**FORT, "0813": "france"})
    assert "occupies the fort already" in game.why("occupy")
    game.do("move", "0813")
    assert not game.state.in_fort[game.unit("x")]
    assert game.why("occupy") == "it has left a fort in this activation (USE 4.2.3.5)"


def test_4_2_3_5_who_occupies_does_not_attack_and_is_only_assaulted() -> None:
    units = "x france infantry 0712 fort; a germany infantry 0612"
    game = west(units, forts=FORT)
    assert "who occupies a fort does not attack" in game.why("attack", "0612")
    assert "who occupies a fort does not attack" in game.why("assault", "0612")
    game = army(units, forts=FORT)
    assert game.why("attack", "0712") == "x occupies a fort: it can only be assaulted (USE 5.3)"
    assert game.offers("assault") == {"0712"}


def test_4_2_3_5_in_an_ezoc_it_may_occupy_and_then_ends() -> None:
    game = west("x france infantry 0811; a germany infantry 0713", forts=FORT)
    game.do("move", "0712")
    assert "occupy" in game.verbs()
    game.do("occupy")
    assert game.asked == ("west", "Actions Sub-Phase")


def test_4_2_3_6_a_fort_is_destroyed_when_an_enemy_enters() -> None:
    game = army("a germany infantry 0611; x france infantry 1811", forts=FORT)
    game.do("move", "0712")
    state = game.state
    assert not state.fort[state.scenario.place("0712")]
    assert left(game) == 8 - 2
    own = west("x france infantry 0811; a germany infantry 0601", forts=FORT)
    own.do("move", "0712")
    assert own.state.fort[own.state.scenario.place("0712")]


def test_4_2_3_7_an_air_unit_in_the_way_flies_off() -> None:
    game = army("a germany infantry 0609; f france fighter 0709", control={"0509": AXIS})
    game.do("move", "0709")
    assert game.asked == ("west", "displace")
    game.do("0808")
    assert (game.place("f"), game.sorties("f")) == ("0808", 1)


def test_2_3_1_entering_tells_in_order() -> None:
    """4.2.3.6, 2.3.1: the fort first, then the city with its National Will."""
    state = field("a germany infantry 0811; x france infantry 1811", forts={"0812": "france"})
    game = Game(state, Enter(AXIS, state.scenario.unit("a"), state.scenario.place("0812"), "4.2.3"))
    kinds = [event.kind for event in game.state.log or () if event.kind in ("razed", "control", "will")]
    assert kinds == ["razed", "control", "will"]


def test_1_7_no_zone_in_land_that_a_policy_closes() -> None:
    """1.7: as in neutral land; D1 keeps the unit from it."""
    state = at_sea("sov_1 0310, ger_1 0309")
    here, there = state.scenario.place("0310"), state.scenario.place("0409")
    assert there in zone(state, AXIS)
    assert zoned_by(state, AXIS, there) == {state.scenario.unit("ger_1")}
    state.set_policy(PACT, IN_FORCE, "D1")
    assert there not in zone(state, AXIS)
    assert not zoned_by(state, AXIS, there)
    assert here in zone(state, AXIS)  # Germany's own land
