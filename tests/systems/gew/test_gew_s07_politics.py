"""GEW 7, 8 and 9: events, the crisis, and neutrals who join or are invaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sandtable.core.flow import Roll
from sandtable.systems.gew.s07_events import EventsCheck
from sandtable.systems.gew.s08_crisis import CrisisCheck, crisis_level
from sandtable.systems.gew.s09_neutrals import DeclareInvasions, Displace, Join, NeutralActivation
from sandtable.systems.gew.s10_income import income
from sandtable.systems.gew.s13_zones import neutral_ground, zone
from sandtable.systems.gew.s16_regroup import Regroup
from sandtable.systems.gew.s17_movement import MovementPhase
from sandtable.systems.gew.s19_attack import remove_vichy
from sandtable.systems.gew.state import (
    AXIS_HAS_INVADED,
    CRISIS,
    CRISIS_BONUS,
    FIRST_PLAYER,
    VICHY_GONE,
    VICHY_INVADED_THIS_IMPULSE,
)
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, NEUTRAL, SOVIET, WALLIED

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield, Play

# ------------------------------------------------------------------------------------------------ 7


@pytest.mark.parametrize(
    ("dice", "left"),
    [([1, 4], (10, 6, 10)), ([2, 5], (10, 10, 5)), ([3], (10, 10, 10)), ([4, 6], (10, 4, 10))],
)
def test_7_0_events_take_points(battlefield: Battlefield, game: Play, dice: list[int], left: tuple[int, ...]) -> None:
    """7.0: a second die says how many points the Western Allies or the Soviets lose."""
    state = battlefield()
    assert game(state, EventsCheck(AXIS_SIDE), dice).over
    assert tuple(state.mp) == left
    assert state.clock[CRISIS_BONUS] == (dice == [3])


def test_7_0_the_home_front_gives_points_once_the_usa_fights(battlefield: Battlefield, game: Play) -> None:
    state = battlefield(joined={"usa": "wallied"})
    game(state, EventsCheck(AXIS_SIDE), [4, 6])
    assert state.mp[WALLIED] == 16


def test_7_0_and_10_1_losses_stop_at_zero(battlefield: Battlefield, game: Play) -> None:
    state = battlefield(mp=(0, 2, 0))
    game(state, EventsCheck(AXIS_SIDE), [1, 6])
    assert state.mp[WALLIED] == 0


def test_7_0_and_31_1_partisans_rise(battlefield: Battlefield, game: Play) -> None:
    """7.0: on a 5 the Axis pays and the Allies place a partisan drawn at random; on a 6 the Axis places one."""
    state = battlefield("alp_2 reinforcements_allied, alp_3 reinforcements_allied, axp_1 reinforcements_axis")
    played = game(state, EventsCheck(AXIS_SIDE), [5, 2])
    assert isinstance(played.wait, Roll)
    played.roll(1)
    assert played.ask.side == ALLIED_SIDE
    played.do("2717")
    assert (state.mp[AXIS], played.place("alp_2")) == (8, "2717")

    played = game(state, EventsCheck(AXIS_SIDE), [6])
    assert played.ask.side == AXIS_SIDE
    played.do("3327")  # Egypt
    assert played.place("axp_1") == "3327"


def test_7_0_without_a_partisan_nothing_rises(battlefield: Battlefield, game: Play) -> None:
    assert game(battlefield(), EventsCheck(AXIS_SIDE), [6]).over


# ------------------------------------------------------------------------------------------------ 8


def test_8_2_the_level_counts_the_conditions_and_the_event(battlefield: Battlefield, game: Play) -> None:
    """8.2: Gibraltar and Malta lost make two; the event of the turn a third, and only this turn (G7-1)."""
    state = battlefield(control={"gibraltar": "axis", "malta": "axis"})
    state.tick(CRISIS_BONUS, 1)
    game(state, CrisisCheck(AXIS_SIDE))
    assert state.clock[CRISIS] == 3
    game(state, CrisisCheck(AXIS_SIDE))
    assert state.clock[CRISIS] == 2


def test_8_2_every_condition_holds_once(battlefield: Battlefield) -> None:
    """8.2: the house list, condition by condition."""
    calm = battlefield()
    assert not crisis_level(calm)
    near = "ger_pz1 2907, ger_pz2 2908, ger_pz3 2909"
    for state in (
        battlefield(control={"cairo": "axis"}),
        battlefield(control={"baghdad": "axis"}),
        battlefield(joined={"spain": "axis"}),
        battlefield(near),
        battlefield(mp=(10, 3, 10)),
    ):
        assert crisis_level(state).total == 1
    assert not crisis_level(battlefield(near, joined={"ussr": "soviet"}))
    calm.flag(AXIS_HAS_INVADED)
    assert crisis_level(calm).total == 1


def test_8_1_and_8_0_the_scale_ends_at_six(battlefield: Battlefield, game: Play) -> None:
    """8.1: more conditions than the scale is long change nothing."""
    state = battlefield(
        "ger_pz1 2907, ger_pz2 2908, ger_pz3 2909", mp=(0, 0, 0), joined={"turkey": "axis"},
        control={"gibraltar": "axis", "malta": "axis", "cairo": "axis", "mosul": "axis"},
    )  # fmt: skip
    state.flag(AXIS_HAS_INVADED)
    assert crisis_level(state).total == 8
    game(state, CrisisCheck(AXIS_SIDE))
    assert state.clock[CRISIS] == 6


def test_8_3_the_level_is_added_to_the_rolls_for_neutrals(battlefield: Battlefield, game: Play) -> None:
    """8.3: a 2 for the Soviet Union is enough at level 4."""
    state = battlefield()
    state.tick(CRISIS, 4)
    played = game(state, NeutralActivation(AXIS_SIDE), [2])
    assert isinstance(played.wait, Roll)
    assert state.belligerent(SOVIET)


# ------------------------------------------------------------------------------------------------ 9


def test_9_0_and_9_4_each_neutral_is_rolled_for_in_order(battlefield: Battlefield, game: Play) -> None:
    """9.4: nine rolls; whoever has joined is not asked again (9.0)."""
    state = battlefield(turn=2)
    played = game(state, NeutralActivation(AXIS_SIDE), [3] * 9)
    assert played.over
    names = [event.data["country"] for event in played.told("neutral_checked")]
    assert names == [
        "Soviet Union", "Finland", "Ireland", "Portugal", "Spain", "Sweden", "Turkey", "Vichy France", "USA",
    ]  # fmt: skip
    state = battlefield(turn=2, joined={"spain": "axis", "usa": "wallied"})
    played = game(state, NeutralActivation(AXIS_SIDE), [3] * 7)
    assert played.over


def test_9_4_and_5_1_who_joins_the_allies_joins_the_western_ones(battlefield: Battlefield, game: Play) -> None:
    """5.1: Turkey on a 2 joins the Western Allies, the Soviet Union itself (G9-9)."""
    state = battlefield(turn=2)
    game(state, NeutralActivation(AXIS_SIDE), [6, 3, 3, 3, 3, 3, 2, 3, 4])
    theatre = state.theatre
    assert state.status[theatre.country("turkey")] == WALLIED
    assert state.status[theatre.country("ussr")] == SOVIET
    assert state.usa_fights()


def test_9_3_and_5_2_a_joined_country_brings_its_land_and_units(battlefield: Battlefield, game: Play) -> None:
    """9.3: markers, zones of control and what lies in boxes; 9.2 says what it could not do before."""
    state = battlefield("spa_g1 0916, spa_tac display_axis, swe_tac reinforcements_axis")
    theatre = state.theatre
    madrid, unit = theatre.place("madrid"), theatre.unit("spa_g1")
    assert state.power_of(unit) == NEUTRAL
    assert not zone(state, AXIS_SIDE)

    played = game(state, Join(AXIS_SIDE, theatre.country("spain"), WALLIED, "9.4"))

    assert state.power_of(unit) == WALLIED
    assert state.control[madrid] == WALLIED + 1
    assert bool(zone(state, ALLIED_SIDE))
    assert played.place("spa_tac") == state.scenario.place_name(theatre.place("display_allied"))
    assert played.place("swe_tac") == state.scenario.place_name(theatre.place("reinforcements_axis"))


def test_9_1_a_player_uses_the_forces_and_hexes_of_all_his_belligerents(battlefield: Battlefield, game: Play) -> None:
    """9.1: minors march with the Axis, and their capitals pay it (10.6)."""
    units = "hun_a2 budapest, rum_a3 bucharest, ita_a1 rome, fra_cef london, fin_kar helsinki"
    axis = game(battlefield(units), MovementPhase(AXIS_SIDE))
    assert axis.offers("march") == {"hun_a2", "rum_a3", "ita_a1"}
    capitals = next(term.value for term in income(axis.state, AXIS) if term.label == "capitals")
    assert capitals == 5
    assert game(battlefield(units), MovementPhase(ALLIED_SIDE)).offers("march") == {"fra_cef"}


def test_9_3_a_joined_country_is_entered_its_units_leave_it_and_it_pays(battlefield: Battlefield, game: Play) -> None:
    units = "tur_a1 diyarbakir, ger_a2 3218"
    neutral = game(battlefield(units), MovementPhase(AXIS_SIDE))
    assert "tur_a1" not in neutral.offers("march")
    state = battlefield(units)
    game(state, Join(AXIS_SIDE, state.theatre.country("turkey"), AXIS, "9.4"))
    axis = game(state, MovementPhase(AXIS_SIDE))
    assert "3318" in axis.offers("march", "ger_a2")  # Istanbul
    assert "4321" in axis.offers("march", "tur_a1")  # Syria
    assert next(term.value for term in income(state, AXIS) if term.label == "capitals") == 6


@pytest.mark.parametrize(("power", "display"), [(AXIS, "display_axis"), (WALLIED, "display_allied")])
def test_9_3_the_air_unit_of_a_country_goes_to_the_display_of_its_side(
    battlefield: Battlefield, game: Play, power: Any, display: str
) -> None:
    """9.3, 33.2: G9-9, on the side of the counter it was on; then its player may regroup it."""
    state = battlefield("tur_tac display_axis", mp=(5, 5, 5))
    unit = state.theatre.unit("tur_tac")
    state.set_ready(unit, ready=False)
    game(state, Join(AXIS_SIDE, state.theatre.country("turkey"), power, "9.4"))
    assert state.hex_of[unit] == state.theatre.place(display)
    assert not state.operational[unit]
    side = state.side_of(unit)
    assert side is not None
    regroup = game(state, Regroup(side))
    regroup.do("regroup", ["tur_tac"])
    assert state.operational[unit]
    state.eliminate(unit, "24.7")
    assert state.hex_of[unit] == state.theatre.reinforcements[side]


def test_9_2_neutral_ground_is_closed(battlefield: Battlefield) -> None:
    """9.2: nobody enters a neutral's land; 9.6 lets the Axis into South France alone."""
    state = battlefield()
    theatre = state.theatre
    for side in (AXIS_SIDE, ALLIED_SIDE):
        assert theatre.place("madrid") in neutral_ground(state, side)
        assert theatre.place("algiers") in neutral_ground(state, side)
    assert theatre.place("marseille") in neutral_ground(state, ALLIED_SIDE)
    assert theatre.place("marseille") not in neutral_ground(state, AXIS_SIDE)
    state.join(theatre.country("spain"), AXIS, "9.3")
    assert theatre.place("madrid") not in neutral_ground(state, ALLIED_SIDE)


def test_33_3_the_soviets_have_the_initiative_on_the_turn_they_enter(battlefield: Battlefield, game: Play) -> None:
    """33.3: and from the Mobilization Phase on (G4-2)."""
    state = battlefield(turn=2)
    played = game(state, NeutralActivation(AXIS_SIDE), [6])
    assert state.clock[FIRST_PLAYER] == ALLIED_SIDE
    assert [event.rule for event in played.told("initiative")] == ["33.3"]


def test_33_3_us_ships_leave_the_convoy_display_when_the_usa_joins(battlefield: Battlefield, game: Play) -> None:
    state = battlefield("us_fleet1 convoy, us_amph1 convoy, bri_fleet2 convoy")
    played = game(state, Join(AXIS_SIDE, state.theatre.country("usa"), WALLIED, "9.4"))
    convoy = state.scenario.place_name(state.theatre.place("convoy"))
    assert [played.place(id) == convoy for id in ("us_fleet1", "us_amph1", "bri_fleet2")] == [False, False, True]


# ------------------------------------------------------------------------------------------------ 9.5


def test_9_5_the_axis_invades_whom_it_may(battlefield: Battlefield, game: Play) -> None:
    """9.5: Portugal, Spain, Sweden and Turkey; not Ireland, Switzerland, Finland, the Soviet Union or Vichy."""
    played = game(battlefield(), DeclareInvasions(AXIS_SIDE))
    assert played.verbs() == {"invade", "end"}
    assert played.offers("invade") == {"portugal", "spain", "sweden", "turkey"}
    for id in ("ireland", "switzerland", "finland", "ussr", "vichy_france", "usa"):
        assert "GEW 9.5" in played.why("invade", id) or "GEW 33.0" in played.why("invade", id)
    assert played.offers("invade", "spain") == {"axis"}


def test_9_5_neutral_soviets_invade_nobody(battlefield: Battlefield, game: Play) -> None:
    """9.5: only belligerents invade (G9-1); then Finland, Spain, Sweden and Turkey are open to them."""
    played = game(battlefield(), DeclareInvasions(ALLIED_SIDE))
    assert played.offers("invade") == {"spain", "sweden", "vichy_france"}
    assert "neutral" in played.why("invade", "finland")
    assert "itself a neutral" in played.why("invade", "spain", "soviet")

    played = game(battlefield(joined={"ussr": "soviet"}), DeclareInvasions(ALLIED_SIDE))
    assert played.offers("invade") == {"spain", "sweden", "vichy_france", "finland", "turkey"}
    assert played.offers("invade", "turkey") == {"soviet"}
    assert played.offers("invade", "spain") == {"wallied", "soviet"}


def test_9_5_the_invaded_join_the_other_side_at_once(battlefield: Battlefield, game: Play) -> None:
    state = battlefield()
    played = game(state, DeclareInvasions(AXIS_SIDE))
    played.do("invade", "turkey", "axis")
    assert state.status[state.theatre.country("turkey")] == WALLIED
    assert state.flags[AXIS_HAS_INVADED]
    assert played.offers("invade") == {"portugal", "spain", "sweden"}
    assert "not neutral" in played.why("invade", "turkey")
    played.do("end")
    assert played.over


def test_9_5_whom_the_soviets_invade_joins_the_axis(battlefield: Battlefield, game: Play) -> None:
    state = battlefield(joined={"ussr": "soviet"})
    game(state, DeclareInvasions(ALLIED_SIDE)).do("invade", "finland", "soviet")
    assert state.status[state.theatre.country("finland")] == AXIS
    assert not state.flags[AXIS_HAS_INVADED]


def test_9_5_nobody_is_asked_when_nobody_can_be_invaded(battlefield: Battlefield, game: Play) -> None:
    assert game(battlefield(scenario="north-africa-1941"), DeclareInvasions(AXIS_SIDE)).over


# ------------------------------------------------------------------------------------------------ 9.6


def test_9_6_an_invasion_of_vichy_france_is_remembered_for_the_impulse(battlefield: Battlefield, game: Play) -> None:
    """9.6: the Western Allies may; Vichy joins the Axis, and if Americans attack it at once, it is gone."""
    state = battlefield("vic_na2 1320, vic_tac display_axis")
    game(state, DeclareInvasions(ALLIED_SIDE)).do("invade", "vichy_france", "wallied")
    assert state.status[state.theatre.country("vichy_france")] == AXIS
    assert state.flags[VICHY_INVADED_THIS_IMPULSE]

    remove_vichy(state)

    assert [state.hex_of[state.theatre.unit(id)] for id in ("vic_na2", "vic_tac")] == [-1, -1]
    assert state.control[state.theatre.place("algiers")] == AXIS + 1  # G9-3
    assert state.flags[VICHY_GONE]


def test_9_6_an_axis_unit_in_south_france_keeps_its_hex_when_vichy_turns(battlefield: Battlefield, game: Play) -> None:
    state = battlefield("ger_a2 1715, vic_gar 1613", control={"1715": "neutral"})
    game(state, Join(AXIS_SIDE, state.theatre.country("vichy_france"), WALLIED, "9.4"))
    assert state.control[state.theatre.place("1715")] == AXIS + 1
    assert state.control[state.theatre.place("1613")] == WALLIED + 1


def test_9_6_units_among_new_enemies_go_to_the_nearest_hex(battlefield: Battlefield, game: Play) -> None:
    """9.6: the Axis stood with Vichy; now its army leaves by one hex, which its owner picks (G9-6)."""
    state = battlefield("ger_a2 1613, vic_exp 1613", control={"1613": "neutral"})
    played = game(state, Join(AXIS_SIDE, state.theatre.country("vichy_france"), WALLIED, "9.4"))
    assert played.ask.side == AXIS_SIDE
    assert isinstance(state.stack[-1], Displace)
    start = state.theatre.place("1613")
    near = {state.scenario.place_name(place) for place in state.theatre.board.around(start)}
    assert played.offers() <= near
    assert "GEW 9.6" in played.why("2308")
    to = min(played.offers())
    played.do(to)
    assert played.over
    assert played.place("ger_a2") == to
    assert state.control[state.theatre.place(to)] == AXIS + 1


def test_9_6_whoever_finds_no_hex_is_lost(battlefield: Battlefield, game: Play) -> None:
    """9.6: Bulgarians may be nowhere near Marseille (6.2), so they have nowhere to go (G9-6)."""
    state = battlefield("bul_gar 1715, vic_exp 1715", control={"1715": "neutral"})
    played = game(state, Join(AXIS_SIDE, state.theatre.country("vichy_france"), WALLIED, "9.4"))
    assert played.over
    assert state.hex_of[state.theatre.unit("bul_gar")] == state.theatre.place("reinforcements_axis")
    assert [event.rule for event in played.told("eliminated")] == ["9.6"]


def test_9_3_and_6_1_the_hex_of_a_guest_who_is_displaced_goes_with_its_country(
    battlefield: Battlefield, game: Play
) -> None:
    """9.3: the Axis shared Marseille with Vichy units. These have it now; the Axis has what it holds alone."""
    shared = {"1715": "neutral", "1613": "neutral"}
    state = battlefield("ger_a2 1715, vic_exp 1715, ger_a4 1613", control=shared)
    played = game(state, Join(AXIS_SIDE, state.theatre.country("vichy_france"), WALLIED, "9.4"))
    marseille = state.theatre.place("1715")
    assert state.control[marseille] == WALLIED + 1
    played.do(min(played.offers()))
    assert played.over
    assert state.control[marseille] == WALLIED + 1
    assert state.control[state.theatre.place("1613")] == AXIS + 1


def test_9_3_and_31_2_a_partisan_keeps_its_hex_when_its_country_joins_the_enemy(
    battlefield: Battlefield, game: Play
) -> None:
    state = battlefield("alp_1 1715, vic_gar 1613", control={"1715": "neutral"})
    state.rise(state.theatre.unit("alp_1"), state.theatre.region("south_france"))
    game(state, Join(AXIS_SIDE, state.theatre.country("vichy_france"), AXIS, "9.4"))
    assert state.control[state.theatre.place("1715")] == WALLIED + 1
    assert state.control[state.theatre.place("1613")] == AXIS + 1
