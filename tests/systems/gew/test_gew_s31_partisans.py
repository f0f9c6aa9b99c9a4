"""GEW 31: partisans."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sandtable.core.rules import Side
from sandtable.systems.gew.s06_control import off_limits
from sandtable.systems.gew.s13_zones import in_enemy_zone, zone
from sandtable.systems.gew.s14_stacking import bad_company
from sandtable.systems.gew.s17_movement import MovementPhase
from sandtable.systems.gew.s19_attack import GroundCombatPhase
from sandtable.systems.gew.s21_absorption import Suffer
from sandtable.systems.gew.s31_partisans import RaisePartisan, homelands, open_homelands, rising_regions
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE, SOVIET, WALLIED
from sandtable.systems.gew.theatre_loading import theatre

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield, Play

ALLIED = "alp_1 reinforcements_allied, alp_4 reinforcements_allied"


def regions(side: Side, name: str) -> tuple[int, ...]:
    return homelands(theatre(), side)[name]


def test_31_2_the_countries_of_each_side(battlefield: Battlefield) -> None:
    state = battlefield()
    assert set(open_homelands(state, ALLIED_SIDE)) == {"great_britain", "south_france", "poland", "balkans", "greece"}
    assert set(open_homelands(state, AXIS_SIDE)) == {"greater_germany", "finland", "hungary", "egypt", "iraq"}
    fighting = battlefield(joined={"ussr": "soviet"})
    assert "ussr" in open_homelands(fighting, ALLIED_SIDE)
    assert "baltic_states" in open_homelands(fighting, AXIS_SIDE)
    corsica = theatre().region("corsica")
    assert corsica in rising_regions(state, ALLIED_SIDE)
    assert corsica in regions(ALLIED_SIDE, "south_france")


def test_31_1_a_partisan_is_drawn_at_random_and_costs_nothing(battlefield: Battlefield, game: Play) -> None:
    state = battlefield(ALLIED)
    points = list(state.mp)
    played = game(state, RaisePartisan(ALLIED_SIDE, regions(ALLIED_SIDE, "balkans")), [2])
    played.do("2717")
    assert played.outcome == state.theatre.unit("alp_4")
    assert played.place("alp_4") == "2717"
    assert list(state.mp) == points
    assert played.told("moved")[-1].audience is None


def test_31_1_without_a_counter_or_a_country_nothing_happens(battlefield: Battlefield, game: Play) -> None:
    assert game(battlefield(), RaisePartisan(ALLIED_SIDE, regions(ALLIED_SIDE, "balkans"))).outcome == -1
    assert game(battlefield(ALLIED), RaisePartisan(ALLIED_SIDE, ())).outcome == -1


def test_31_3_in_any_terrain_and_in_enemy_zones_but_not_on_top_of_units(battlefield: Battlefield, game: Play) -> None:
    state = battlefield(f"{ALLIED}, ger_g12 belgrade, alp_2 2717, alp_3 2717, alp_5 2717")
    played = game(state, RaisePartisan(ALLIED_SIDE, regions(ALLIED_SIDE, "balkans")), [1])
    assert played.why("belgrade") == "enemy ground units are in 2715 Belgrade (GEW 31.3)"
    assert played.why("2717") == "2717 has no room for another corps (GEW 14.2)"
    assert "(GEW 31.2)" in played.why("berlin")
    assert "(GEW 31.2)" in played.why("staging_usa")
    assert "2716" in played.offers()  # next to Belgrade


def test_31_3_partisans_have_zones_across_borders(battlefield: Battlefield) -> None:
    state = battlefield("", joined={"ussr": "soviet"})
    state.rise(state.theatre.unit("alp_1"), state.theatre.region("ussr"))
    state.place(state.theatre.unit("alp_1"), state.theatre.place("3008"), "31.2")
    assert state.theatre.place("2908") in zone(state, ALLIED_SIDE)  # Poland


def test_31_3_partisans_are_mountain_units(battlefield: Battlefield, game: Play) -> None:
    """31.3, 30.3: one MF for rough, two for mountain, and they lift the defender's shift there."""
    state = battlefield("alp_1 2715, ger_fl1 2816", mp=(0, 0, 0))
    state.rise(state.theatre.unit("alp_1"), state.theatre.region("balkans"))
    assert "2616" in game(state.copy(), MovementPhase(ALLIED_SIDE)).offers("march", "alp_1")
    fight = game(state, GroundCombatPhase(ALLIED_SIDE))
    terms = fight.sums("attack", "2816", ["alp_1"], []).shifts
    assert not any("rough" in str(term.label) and term.value for term in terms)


@pytest.mark.parametrize(("depot", "spends"), [(WALLIED, True), (SOVIET, True), (None, False)])
def test_31_3_partisans_absorb_losses_with_a_line_to_any_friendly_source(
    battlefield: Battlefield, depot: Any, spends: bool
) -> None:
    """31.3: also of the other Allied power; they spend the points of their own (10.4, G31-1)."""
    state = battlefield("alp_1 2717", joined={"ussr": "soviet"})
    unit, port = state.theatre.unit("alp_1"), state.theatre.place("durazzo")
    state.rise(unit, state.theatre.region("balkans"))
    if depot is not None:
        state.mark("depot", port, depot + 1, "29.1")
        state.take_hex(port, depot, "6.1")
    suffer = Suffer(ALLIED_SIDE, (unit,), 1, "retreat")
    assert (not list(suffer.cannot_spend(state))) is spends
    assert suffer.payer(state) == WALLIED


def test_31_3_partisans_are_friendly_to_all_units_of_their_side(battlefield: Battlefield) -> None:
    """31.3: British units stack with a partisan, and neither has a zone against the other."""
    state = battlefield("alp_1 2816, bri_x13 2816")
    assert not list(bad_company(state, state.theatre.unit("bri_x13"), state.theatre.place("2816")))
    assert not in_enemy_zone(state, ALLIED_SIDE, state.theatre.place("2716"))
    assert in_enemy_zone(state, AXIS_SIDE, state.theatre.place("2716"))


def test_31_3_a_partisan_stays_in_its_country(battlefield: Battlefield, game: Play) -> None:
    """31.3: G31-1 reads Poland apart from Germany, and the France of partisans without North Africa."""
    state = battlefield(ALLIED)
    played = game(state, RaisePartisan(ALLIED_SIDE, regions(ALLIED_SIDE, "poland")), [1])
    played.do("krakow")
    closed = off_limits(state, state.theatre.unit("alp_1"))
    assert state.theatre.place("warsaw") not in closed
    assert state.theatre.place("berlin") in closed


def test_31_2_partisans_rise_in_a_neutral_country_and_take_no_control(battlefield: Battlefield, game: Play) -> None:
    """31.2: G31-2."""
    state = battlefield(f"{ALLIED}, vic_gar vichy")
    played = game(state, RaisePartisan(ALLIED_SIDE, regions(ALLIED_SIDE, "south_france")), [1])
    assert played.why("vichy") == "neutral units are in 1613 Vichy (GEW 31.3)"
    played.do("toulouse")
    assert not state.control[state.theatre.place("toulouse")]


@pytest.mark.parametrize(("country", "place", "power"), [("ussr", "minsk", SOVIET), ("balkans", "skopje", WALLIED)])
def test_31_2_partisans_of_the_soviet_union_are_soviet(
    battlefield: Battlefield, game: Play, country: str, place: str, power: Any
) -> None:
    """31.2: G31-1."""
    state = battlefield(ALLIED, joined={"ussr": "soviet"}, control={"minsk": "axis"})
    played = game(state, RaisePartisan(ALLIED_SIDE, regions(ALLIED_SIDE, country)), [1])
    played.do(place)
    unit = state.theatre.unit("alp_1")
    assert state.power_of(unit) == power
    assert state.control[state.theatre.place(place)] == power + 1
    assert unit in state.ground_units(power)
    state.eliminate(unit, "21.1")
    assert state.power_of(unit) == WALLIED
