"""USE 8, 9.0: production, activation, replacements, mobilization: every line that can occur."""

from __future__ import annotations

import pytest

from sandtable.core.rules import Side
from sandtable.core.sequence import Segment
from sandtable.play.explain import reasons
from sandtable.systems.use.s08_logistics import Economy, produced
from sandtable.systems.use.s09_costs import cost
from sandtable.systems.use.state import REPLACED, STRATEGICALLY_MOVED, TURN, UseState
from sandtable.systems.use.system import USE
from systems.use.field import AXIS, WEST, Game, field
from systems.use.test_use_02_will import overseas


def begun(name: str = "france-1940") -> UseState:
    return USE.begin(USE.load(name))


def points(state: UseState, id: str) -> int:
    return int(state.points[state.theatre.country(id)])


def replacing(state: UseState, side: Side = AXIS) -> Game:
    return Game(state, Segment("Replacements Phase", side))


def mobilizing(state: UseState, side: Side = AXIS) -> Game:
    return Game(state, Segment("Mobilization Phase", side))


# ------------------------------------------------------------------------------------------------ production


def test_9_0_the_scenario_s_points_first_and_later_two_for_a_friendly_factory() -> None:
    """9.0: France has seven in May, then two for each of Paris, Lille, Metz, Lyon and Marseille."""
    state = begun()
    france = state.theatre.country("france")
    state.tick(TURN, 1)
    assert produced(state, france) == 7
    state.tick(TURN, 2)
    assert produced(state, france) == 2 * 5
    state.take_control(state.scenario.place("0509"), AXIS, "2.3.1")
    assert produced(state, france) == 2 * 4
    assert produced(state, state.theatre.country("belgium")) == 1  # by the scenario, turn after turn


def test_9_0_captured_factories_do_not_count() -> None:
    state = begun()
    state.take_control(state.scenario.place("0512"), WEST, "2.3.1")  # Aachen
    state.tick(TURN, 2)
    assert produced(state, state.theatre.country("france")) == 10


def test_9_0_factories_overseas_do_not_count() -> None:
    state = overseas(begun(), "1711")
    state.tick(TURN, 2)
    assert produced(state, state.theatre.country("france")) == 8


def test_9_0_the_points_of_a_factory_may_be_tried_out() -> None:
    state = USE.begin(USE.load("france-1940@pp_per_factory=3"))
    state.tick(TURN, 2)
    assert produced(state, state.theatre.country("france")) == 15


@pytest.mark.parametrize(("name", "lost", "left"), [
    ("france-1940", 0, 10), ("france-1940", 1, 8), ("france-1940", 9, 0), ("france-1940@fac_lost_offset=1", 1, 10),
    ("france-1940@fac_lost_offset=1", 3, 6),
])  # fmt: skip
def test_9_0_factories_lost_in_strategic_warfare_produce_nothing(name: str, lost: int, left: int) -> None:
    state = USE.begin(USE.load(name))
    france = state.theatre.country("france")
    state.fac_lost[france] = lost
    state.tick(TURN, 2)
    assert produced(state, france) == left


def test_9_0_what_is_not_spent_is_lost() -> None:
    state = begun("balkans-1941")
    state.tick(TURN, 1)
    greece = state.theatre.country("greece")
    state.points[greece] = 5
    Game(state, Economy(WEST))
    assert points(state, "greece") == 1
    assert points(state, "uk") == points(state, "germany") == -1  # not counted


def test_9_0_a_conquered_country_produces_nothing() -> None:
    state = begun()
    state.tick(TURN, 1)
    belgium = state.theatre.country("belgium")
    state.points[belgium] = 0
    state.leave_war(belgium)
    Game(state, Economy(WEST))
    assert points(state, "belgium") == 0


# ------------------------------------------------------------------------------------------------ what it costs

TYPES = {
    "infantry": (1, 1, 1), "paratroop": (1, 1, 1), "garrison": (1, 1, 1), "shock": (1, 1, 1), "motorized": (2, 2, 2),
    "tank": (2, 2, 2), "fighter": (None, 3, 3), "bomber": (None, 4, 4), "convoy": (None, 3, 3),
    "surface": (None, 4, 4), "carrier": (None, 5, 5),
}  # fmt: skip


@pytest.mark.parametrize("type", TYPES)
def test_9_0_costs_of_activation_replacement_and_mobilization(type: str) -> None:
    state = field(f"a france {type} 1711")
    for what, price in zip(("activate", "replace", "mobilize"), TYPES[type], strict=True):
        if price is not None:
            assert cost(state, what, state.scenario.unit("a")) == price


def test_9_0_a_soviet_leg_unit_costs_one_and_arrives_full() -> None:
    state = field("a ussr infantry 0808; b ussr shock 0808; c ussr tank 0808")
    assert [cost(state, "mobilize", state.scenario.unit(id)) for id in "abc"] == [1, 1, 2]


def test_9_0_an_activation_is_paid_by_the_unit_s_own_country() -> None:
    """6.3.1, 9.0: Greece has one point, so one army."""
    state = begun("balkans-1941")
    game = Game(state, Segment("Operations Phase / Actions Sub-Phase", WEST))
    game.do("activate", "gre_1")
    assert points(state, "greece") == 0
    game.do("stop")
    assert game.why("activate", "gre_2") == "Greece has 0 production points, and this costs 1 (USE 9.0)"
    assert "yug_1" in game.offers("activate")  # of another country
    assert "uk_bef" in game.offers("activate")  # whose points are not counted


# ------------------------------------------------------------------------------------------------ 8.1 replacements


def test_8_1_a_reduced_unit_is_made_full() -> None:
    state = field("a germany infantry 0512 reduced; b germany tank 0514 reduced; c germany infantry 0614")
    game = replacing(state)
    assert game.offers("replace") == {"a", "b"}
    game.do("replace", "a")
    assert (game.steps("a"), game.state.done[game.unit("a")]) == (2, REPLACED)
    assert game.why("replace", "c") == "c is at full strength (USE 8.1)"


def test_8_1_two_sorties_are_taken_off_once_a_turn() -> None:
    game = replacing(field("f germany fighter 0512 s5; g germany bomber 0412 s1; h germany fighter 0614"))
    game.do("replace", "f")
    game.do("replace", "g")
    assert (game.sorties("f"), game.sorties("g")) == (3, 0)
    assert game.why("replace", "f") == "f has had replacements this turn (USE 8.1)"
    assert game.why("replace", "h") == "h has no Sorties (USE 8.1)"


def test_8_1_not_for_garrisons_nor_without_full_supply_nor_after_a_strategic_move() -> None:
    state = field(
        "a germany garrison 0512; b germany infantry 0513 reduced low; c germany infantry 0514 reduced no; "
        "d germany infantry 0614 reduced; x france infantry 0808 reduced"
    )
    state.did(state.scenario.unit("d"), STRATEGICALLY_MOVED)
    game = replacing(state)
    assert game.why("replace", "a") == "a is a garrison: it is never at full strength (USE 8.1)"
    assert game.why("replace", "b") == "b is not in Full supply (USE 8.1)"
    assert game.why("replace", "c") == "c is not in Full supply (USE 8.1)"
    assert game.why("replace", "d") == "d has moved strategically this turn (USE 4.1)"
    assert game.why("replace", "x") == "x is not a unit of yours on the map (USE 8.1)"


def test_8_1_even_next_to_the_enemy_and_only_if_paid_for() -> None:
    state = field("x france infantry 0711 reduced; a germany infantry 0611; y france motorized 0808 reduced")
    state.points[state.theatre.country("france")] = 2
    game = replacing(state, WEST)
    game.do("replace", "x")
    assert points(state, "france") == 1
    assert game.why("replace", "y") == "France has 1 production points, and this costs 2 (USE 9.0)"


# ------------------------------------------------------------------------------------------------ 8.2 mobilization


@pytest.mark.parametrize(
    ("type", "steps", "sorties"),
    [("infantry", 1, 0), ("tank", 1, 0), ("garrison", 1, 0), ("fighter", 1, 4), ("bomber", 1, 4)],
)
def test_8_2_ground_units_arrive_reduced_and_air_units_with_four_sorties(type: str, steps: int, sorties: int) -> None:
    state = field(f"x france {type} mobilization_west reduced")
    game = mobilizing(state, WEST)
    game.do("mobilize", "x", "0808")
    assert (game.place("x"), game.steps("x"), game.sorties("x")) == ("0808", steps, sorties)


@pytest.mark.parametrize(("type", "steps"), [("infantry", 2), ("shock", 1), ("tank", 1)])
def test_8_2_soviet_leg_units_arrive_full_but_shock_units_do_not(type: str, steps: int) -> None:
    state = field(f"x ussr {type} mobilization_west reduced")
    theatre = state.theatre
    state.theatre.__dict__["mainland_cities_of"] = tuple(
        theatre.cities_of[theatre.country("belgium")] if nth == theatre.country("ussr") else cities
        for nth, cities in enumerate(theatre.cities_of)
    )
    try:
        game = mobilizing(state, WEST)
        game.do("mobilize", "x", "0510")
    finally:
        del state.theatre.__dict__["mainland_cities_of"]
    assert game.steps("x") == steps


def test_8_2_in_a_friendly_city_of_its_country_with_room() -> None:
    units = "x france infantry mobilization_west reduced; y france infantry 0808; a germany infantry 0611"
    game = mobilizing(field(units, control={"0509": AXIS}), WEST)
    assert game.why("mobilize", "x", "0808") == "y is there (USE 3.3)"
    assert game.why("mobilize", "x", "0509") == "the enemy holds it (USE 8.2)"
    assert game.why("mobilize", "x", "0510") == "it is not a city of France for such a unit (USE 8.2)"
    assert "0711" in game.offers("mobilize", "x")  # an EZOC does not matter


def test_8_2_it_may_occupy_a_fort_at_once() -> None:
    units = "x france infantry mobilization_west reduced; y france infantry mobilization_west reduced"
    game = mobilizing(field(units, forts={"0812": "france", "0913": "germany"}), WEST)
    game.do("mobilize", "x", "0812")
    assert game.asked == ("west", "arrival")
    told = reasons(game.state.scenario, USE.lens.matter(game.state, game.ask))
    assert told == ["x is mobilized in 0812 Metz, where its fort is (USE 4.2.3.5)"]
    game.do("occupy")
    assert game.state.in_fort[game.unit("x")]
    game.do("mobilize", "y", "0913")  # no fort of its own
    assert game.asked == ("west", "Mobilization Phase")


def test_8_2_only_from_the_mobilization_box_and_for_points() -> None:
    state = field("x france infantry eliminated_west reduced; y france tank mobilization_west reduced")
    state.points[state.theatre.country("france")] = 1
    game = mobilizing(state, WEST)
    assert game.why("mobilize", "x") == "x is not in your Mobilization box (USE 8.2)"
    assert game.why("mobilize", "y") == "France has 1 production points, and this costs 2 (USE 9.0)"


def test_8_2_ships_come_to_ports_and_americans_to_british_cities() -> None:
    units = "s france surface mobilization_west; t france carrier 1711; c france convoy mobilization_west"
    game = mobilizing(field(f"{units}; u usa infantry mobilization_west reduced"), WEST)
    assert game.why("mobilize", "s", "0808") == "it is not a city of France for such a unit (USE 8.2)"
    assert game.why("mobilize", "s", "1711") == "t is there (USE 3.3)"  # one warship
    assert "1711" in game.offers("mobilize", "c")  # one convoy
    assert "0406" in game.offers("mobilize", "u")
    game.do("mobilize", "c", "1711")
    assert game.sorties("c") == 4
