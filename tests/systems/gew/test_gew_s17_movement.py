"""GEW 13.2, 14.3-14.6, 15.0, 17, 6.2, 9.2, 9.6 and 33.3 in the Movement Phase: marching."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core.decisions import EMPTY
from sandtable.core.flow import Ask, answer, run
from sandtable.systems.gew.s15_impulses import sits_out
from sandtable.systems.gew.s17_movement import MovementPhase
from sandtable.systems.gew.state import FOUGHT, MARCHED, GewState
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, SOVIET

WAR = {"ussr": "soviet"}


@pytest.fixture
def axis(battlefield: Any, game: Any) -> Any:
    """The Axis moves: axis("ger_pz1 2809", ...)."""
    return lambda units, **given: game(battlefield(units, **given), MovementPhase(AXIS_SIDE))


@pytest.fixture
def allies(battlefield: Any, game: Any) -> Any:
    """The Allies move, of one power if only one is there."""
    return lambda units, **given: game(battlefield(units, **given), MovementPhase(ALLIED_SIDE))


# ------------------------------------------------------------------------------------------------ 17.0


def test_17_0_a_unit_marches_once_in_a_phase(axis: Any) -> None:
    phase = axis("ger_a2 2809, ger_a4 2708")
    phase.do("march", "ger_a2", "2810")
    assert phase.place("ger_a2") == "2810"
    assert phase.why("march", "ger_a2") == "2 Army (German) has marched in this phase (GEW 17.0)"
    assert phase.offers("march") == {"ger_a4"}


def test_17_0_marks_of_the_last_phase_are_gone_when_the_next_begins(battlefield: Any, game: Any) -> None:
    state = battlefield("ger_a2 2809")
    state.did(state.theatre.unit("ger_a2"), MARCHED | FOUGHT)
    phase = game(state, MovementPhase(AXIS_SIDE))
    assert phase.offers("march") == {"ger_a2"}


def test_17_0_static_units_do_not_march(axis: Any) -> None:
    phase = axis("ger_fl1 2809, ger_a2 2809")
    assert phase.why("march", "ger_fl1") == "Flak 1 (German) has no MF: it moves only by rail or sea (GEW 17.0)"


def test_17_0_only_units_of_the_phasing_player_move(axis: Any) -> None:
    phase = axis("ger_a2 2809, bri_a8 cairo, por_home lisbon, ger_lf1 display_axis")
    for unit in ("bri_a8", "por_home", "ger_lf1", "sov_t1"):
        assert "is not a ground unit of the Axis on the map (GEW 17.0)" in phase.why("march", unit)


def test_17_0_nobody_enters_a_hex_with_enemy_units(axis: Any) -> None:
    phase = axis("ger_a2 2908, sov_f3 3009", joined=WAR)
    assert "3009 Brest-Litovsk, where enemy units are (GEW 17.0)" in phase.why("march", "ger_a2", "3009")


def test_17_0_a_phase_without_units_is_over_at_once(axis: Any) -> None:
    assert axis("bri_a8 cairo").over


def test_6_1_a_march_takes_every_hex_it_passes(axis: Any) -> None:
    phase = axis("ger_pz1 2908", joined=WAR, control={"2908": "axis"})
    phase.do("march", "ger_pz1", "3108")
    passed = {event.data["hex"] for event in phase.told("control")}
    names = {phase.state.scenario.place_name(place) for place in passed}
    assert len(names) == 2
    assert "3108" in names


def test_6_1_a_path_is_the_players_choice_and_takes_its_hexes(axis: Any) -> None:
    """6.1, 17.0: round by Brest-Litovsk, where the cheapest way would be straight."""
    phase = axis("ger_pz1 2908", joined=WAR, control={"2908": "axis"})
    state = phase.state
    state.mark("depot", state.theatre.place("3009"), SOVIET + 1, "29.1")
    phase.do("path", "ger_pz1", ["3009", "3109", "3108"])
    assert phase.place("ger_pz1") == "3108"
    assert all(state.controlling(state.theatre.place(hex)) == AXIS for hex in ("3009", "3109", "3108"))
    assert not state.depot[state.theatre.place("3009")]  # 14.6
    assert "has marched" in phase.why("path", "ger_pz1")


def test_17_0_a_path_keeps_to_the_movement_factor(axis: Any) -> None:
    """17.0, 17.1: 3 MF: two clear hexes, and then no rough one."""
    phase = axis("ger_a2 2908", joined=WAR)
    assert phase.why("path", "ger_a2", ["3008"], "3108") == ""
    assert "3109 costs 2 MF, and 1 are left (GEW 17.1)" in phase.why("path", "ger_a2", ["3008", "3108"], "3109")
    assert "no step of 2 Army (German) leads from there to 3308 (GEW 17.0)" in phase.why(
        "path", "ger_a2", ["3008"], "3308"
    )
    assert "at least one hex (GEW 17.0)" in phase.why("path", "ger_a2", "done")


@pytest.mark.parametrize(
    "unit", ["ger_a2 2909", "ger_m20 2811", "ita_a1 messina", "sov_f3 3807", "sov_g1 staging_ussr"]
)
def test_17_0_paths_lead_wherever_a_march_does_and_nowhere_else(battlefield: Any, game: Any, unit: str) -> None:
    id, side = unit.split()[0], ALLIED_SIDE if unit.startswith("sov") else AXIS_SIDE
    phase = game(battlefield(f"{unit}, ger_a6 3709, sov_f4 3009", joined=WAR), MovementPhase(side))
    start, ends = phase.place(id), set[str]()
    open_: list[list[str]] = [[]]
    while open_:
        hexes = open_.pop()
        offers = phase.offers("path", id, hexes)
        ends |= {hexes[-1]} if "done" in offers else set()
        open_ += [[*hexes, hex] for hex in offers - {"done"}]
    assert ends - {start} == phase.offers("march", id)


def test_13_2_a_path_stops_in_an_enemy_zone(axis: Any) -> None:
    phase = axis("ger_pz1 2809, ger_pz2 2909, sov_f3 3009", joined=WAR)
    assert "must stop in 2908, an enemy zone of control (GEW 13.2)" in phase.why("path", "ger_pz1", ["2908"], "2808")
    assert "straight from one enemy zone to another (GEW 13.2)" in phase.why("path", "ger_pz2", "2908")
    phase.do("path", "ger_pz2", ["2809", "2808", "2908"])
    assert phase.place("ger_pz2") == "2908"


def test_17_2_a_path_of_one_hex_is_always_open_and_then_over(axis: Any) -> None:
    phase = axis("rum_gar bucharest")
    assert "3114" in phase.offers("path", "rum_gar")
    assert phase.offers("path", "rum_gar", ["3114"]) == {"done"}


def test_14_3_and_14_4_a_path_may_pass_where_it_may_not_end(battlefield: Any, game: Any) -> None:
    state = battlefield("bri_x10 4622, sov_f3 mosul", joined=WAR, control={"mosul": "wallied"})
    phase = game(state, MovementPhase(ALLIED_SIDE))
    phase.do("wallied")
    assert "4521" in phase.offers("path", "bri_x10")
    assert "done" not in phase.offers("path", "bri_x10", ["4521"])
    assert "cannot stack with" in phase.why("path", "bri_x10", ["4521"], "done")


def test_32_2_a_path_leads_into_and_out_of_the_staging_area(allies: Any) -> None:
    phase = allies("sov_f3 3807, sov_g1 staging_ussr", joined=WAR)
    assert "staging_ussr" in phase.offers("path", "sov_f3")
    assert "(GEW 17.0)" in phase.why("path", "sov_f3", "staging_british_empire")
    assert phase.offers("path", "sov_f3", ["staging_ussr"]) == {"done"}
    short = phase.why("path", "sov_g1", ["3807", "3707", "3807"], "staging_ussr")
    assert short == "USSR Staging Area costs 1 MF, and 0 are left (GEW 32.2)"
    into_a_zone = allies("sov_g1 staging_ussr, ger_a2 3707", joined=WAR)
    assert into_a_zone.offers("path", "sov_g1", ["3807"]) == {"done"}
    assert "3807" in phase.offers("path", "sov_g1")
    phase.do("path", "sov_g1", ["3807", "3707"])
    phase.do("path", "sov_f3", ["staging_ussr"])
    assert (phase.place("sov_g1"), phase.place("sov_f3")) == ("3707", "staging_ussr")


def test_14_6_enemy_installations_on_the_way_are_gone(axis: Any) -> None:
    phase = axis("ger_pz1 2808", joined=WAR)
    state = phase.state
    state.mark("fort", state.theatre.place("2908"), ALLIED_SIDE + 1, "28.1")
    state.mark("depot", state.theatre.place("2908"), 3, "29.1")
    phase.do("march", "ger_pz1", "2908")
    assert not state.fort[state.theatre.place("2908")]
    assert not state.depot[state.theatre.place("2908")]


# ------------------------------------------------------------------------------------------------ 17.1, 17.2


def test_17_1_terrain_costs_and_the_reason_tells_the_steps(axis: Any) -> None:
    phase = axis("ger_a2 bucharest")
    assert "3213" not in phase.offers("march", "ger_a2")
    assert (
        phase.why("march", "ger_a2", "3213")
        == "1 MF short: 3114 Ploesti rough 2, 3214 clear 1, 3213 Iasi clear 1 (GEW 17.1)"
    )


def test_17_1_a_strait_costs_one_more(axis: Any) -> None:
    """Messina to the toe of Italy: mountain 3 and strait 1 for infantry with 3 MF, so only as a minimum move."""
    phase = axis("ita_a1 messina, ita_alp messina")
    assert "2420" in phase.offers("march", "ita_alp")  # 2 + 1
    assert "2419" not in phase.offers("march", "ita_alp")
    assert "2420" in phase.offers("march", "ita_a1")  # 17.2


def test_17_1_far_away_only_the_sum_is_told(axis: Any) -> None:
    phase = axis("ger_a2 warsaw")
    assert "MF short: the cheapest way costs" in phase.why("march", "ger_a2", "paris")


def test_17_1_sea_and_boxes_cannot_be_marched_to(axis: Any) -> None:
    phase = axis("ger_a2 danzig")
    sea = next(place for place in phase.state.scenario.board.around(phase.state.theatre.place("danzig"))
               if phase.state.theatre.terrain[place] == "sea")  # fmt: skip
    assert "is sea (GEW 17.1)" in phase.why("march", "ger_a2", sea)
    assert "(GEW 17.0)" in phase.why("march", "ger_a2", "track_3")
    assert "already there (GEW 17.0)" in phase.why("march", "ger_a2", "danzig")


def test_17_2_one_hex_can_always_be_moved(axis: Any) -> None:
    """A garrison of 1 MF into rough; 2 MF short of nothing."""
    phase = axis("rum_gar bucharest")
    assert {"3114", "3215", "3015"} <= phase.offers("march", "rum_gar")


def test_17_2_but_only_where_the_terrain_allows_it(axis: Any) -> None:
    phase = axis("ita_a1 tripoli, ita_cam tobruk, ger_a2 tobruk")
    assert phase.why("march", "ger_a2", "3027") == "2 Army (German) cannot enter desert (GEW 14.4)"
    assert "3027" in phase.offers("march", "ita_cam")


def test_17_2_not_from_one_enemy_zone_into_another(axis: Any) -> None:
    phase = axis("ita_east 2908, sov_f3 3009", joined=WAR)
    why = phase.why("march", "ita_east", "3008")
    assert "it cannot go straight from one enemy zone to another: 2908 to 3008 (GEW 13.2)" in why
    assert "2909" not in phase.offers("march", "ita_east")


# ------------------------------------------------------------------------------------------------ 13.2


def test_13_2_a_unit_stops_in_the_first_enemy_zone(axis: Any) -> None:
    phase = axis("ger_g1 2809, sov_f3 3009", joined=WAR)
    assert "2908" in phase.offers("march", "ger_g1")
    assert "it must stop in 2908, an enemy zone of control (GEW 13.2)" in phase.why("march", "ger_g1", "3008")


def test_13_2_it_may_leave_a_zone_and_enter_another_by_way_of_a_free_hex(axis: Any) -> None:
    phase = axis("ger_pz1 2909, sov_f3 3009", joined=WAR)
    offers = phase.offers("march", "ger_pz1")
    assert "2809" in offers
    assert "2908" in offers  # 2809, 2808, 2908


def test_13_1_no_zone_reaches_over_a_neutral_border(axis: Any) -> None:
    phase = axis("ger_pz1 2809, sov_f3 3009")
    assert "2909" in phase.offers("march", "ger_pz1")
    assert "2910" in phase.offers("march", "ger_pz1")


def test_17_2_a_unit_with_nowhere_to_go_is_not_offered(axis: Any) -> None:
    """Malta has no land next to it."""
    phase = axis("ita_a1 messina, ita_smarco malta")
    assert phase.why("march", "ita_smarco").endswith("has no hex to go to (GEW 17.2)")


# ------------------------------------------------------------------------------------------------ 14


def test_14_5_a_move_may_over_stack(axis: Any) -> None:
    phase = axis("ger_a2 2809, ger_a4 2810, ger_a6 2810")
    assert "2810" in phase.offers("march", "ger_a2")


def test_14_3_soviets_and_western_allies_do_not_stay_together(allies: Any) -> None:
    phase = allies("bri_c1 mosul, sov_f3 baghdad", joined=WAR, control={"baghdad": "wallied"})
    phase.do("wallied")
    baghdad = phase.place("sov_f3")
    assert baghdad not in phase.offers("march", "bri_c1")
    assert "cannot stack with" in phase.why("march", "bri_c1", baghdad)
    assert "(GEW 14.3)" in phase.why("march", "bri_c1", baghdad)


def test_14_3_a_unit_closed_in_by_its_ally_may_still_pass(battlefield: Any, game: Any) -> None:
    state = battlefield("bri_x10 mosul", joined=WAR)
    board, mosul = state.scenario.board, state.theatre.place("mosul")
    soviets = [unit for unit in range(len(state.theatre.name)) if state.theatre.nationality[unit] == "soviet"]
    ground = [unit for unit in soviets if state.theatre.is_ground[unit]]
    for place, unit in zip(board.around(mosul), ground, strict=False):
        state.place(unit, place, "33.0")
    phase = game(state, MovementPhase(ALLIED_SIDE))
    phase.do("wallied")
    assert "bri_x10" in phase.offers("march")
    goals = phase.offers("march", "bri_x10")
    assert goals
    assert not goals & {state.scenario.place_name(place) for place in board.around(mosul)}


# ------------------------------------------------------------------------------------------------ where to


def test_6_2_axis_minors_stay_in_their_area(axis: Any) -> None:
    phase = axis("rum_a3 3014, rum_mc danzig", joined=WAR)
    assert phase.why("march", "rum_mc", "konigsberg") == ""  # Greater Germany
    assert "outside the area of operations of" in phase.why("march", "rum_mc", "vilna")
    assert "(GEW 6.2)" in phase.why("march", "rum_mc", "vilna")


def test_6_2_finns_go_to_finland_norway_and_sweden_only(axis: Any) -> None:
    phase = axis("fin_kar 3101", joined={**WAR, "finland": "axis"})
    assert "(GEW 6.2)" in phase.why("march", "fin_kar", "3202")


def test_9_2_neutral_ground_is_closed(axis: Any) -> None:
    phase = axis("ger_pz1 2809, fin_kar helsinki")
    assert phase.why("march", "ger_pz1", "2908") == "2908 in Soviet Union, which is neutral (GEW 9.2)"
    assert "is not a ground unit of the Axis" in phase.why("march", "fin_kar")


def test_9_6_the_axis_goes_into_south_france_and_takes_no_control(axis: Any) -> None:
    phase = axis("ger_pz1 1612, vic_gar vichy")
    phase.do("march", "ger_pz1", "vichy")
    assert phase.place("ger_pz1") == phase.place("vic_gar")
    assert phase.state.control[phase.state.theatre.place("vichy")] == 0
    assert phase.told("control") == []


def test_9_6_the_western_allies_do_not(allies: Any) -> None:
    phase = allies("bri_x10 1612")
    assert "which is neutral (GEW 9.2)" in phase.why("march", "bri_x10", "vichy")


def test_31_3_partisans_stay_in_their_country(battlefield: Any, game: Any) -> None:
    state = battlefield("")
    unit = state.theatre.unit("alp_1")
    state.rise(unit, state.theatre.region("poland"))
    state.place(unit, state.theatre.place("2708"), "31.2")
    state.move(unit, state.theatre.place("2809"), "31.2")
    phase = game(state, MovementPhase(ALLIED_SIDE))
    assert "2810" in phase.offers("march", "alp_1")
    assert "cannot leave its country (GEW 31.3)" in phase.why("march", "alp_1", "2808")


def test_31_2_partisans_move_in_a_country_that_is_neutral_still(battlefield: Any, game: Any) -> None:
    """G31-2: not into a hex with neutral units, and without taking control."""
    state = battlefield("vic_gar vichy")
    unit = state.theatre.unit("alp_1")
    state.rise(unit, state.theatre.region("south_france"))
    state.place(unit, state.theatre.place("1614"), "31.2")
    phase = game(state, MovementPhase(ALLIED_SIDE))
    assert "where neutral units are (GEW 31.2)" in phase.why("march", "alp_1", "vichy")
    phase.do("march", "alp_1", "1513")
    assert phase.told("control") == []


def test_33_3_neutral_soviets_move_at_home(allies: Any) -> None:
    phase = allies("sov_t1 2908")
    assert "3008" in phase.offers("march", "sov_t1")
    assert "neutral Soviets stay in the Soviet Union (GEW 33.3)" in phase.why("march", "sov_t1", "2909")
    assert phase.told("control") == []


def test_33_3_us_units_stay_while_the_usa_is_neutral(allies: Any) -> None:
    phase = allies("us_c2 staging_usa, bri_c1 london")
    assert phase.why("ship", "us_c2") == "2 Corps cannot leave the USA while that is neutral (GEW 33.3)"


# ------------------------------------------------------------------------------------------------ 15.0, 17.3


def test_15_0_in_the_second_impulse_of_spring_units_in_the_soviet_union_sit_out(axis: Any) -> None:
    phase = axis("ger_a2 3008, ger_a4 2809", joined=WAR, turn=4, impulse=2)
    assert (
        phase.why("march", "ger_a2") == "2 Army (German) sits out the second impulse of spring where it is (GEW 15.0)"
    )
    assert "2908" in phase.offers("march", "ger_a4")  # G15-1: one may go in


def test_15_0_a_unit_that_came_in_is_no_longer_held(axis: Any) -> None:
    phase = axis("ger_a4 2809, ger_a2 3008", joined=WAR, turn=4, impulse=2)
    phase.do("march", "ger_a4", "2908")
    state = phase.state
    assert not sits_out(state, state.theatre.unit("ger_a4"))
    assert sits_out(state, state.theatre.unit("ger_a2"))


@pytest.mark.parametrize(("turn", "impulse"), [(4, 1), (5, 2)])
def test_15_0_not_in_the_first_impulse_or_in_summer(axis: Any, turn: int, impulse: int) -> None:
    assert "ger_a2" in axis("ger_a2 3008", joined=WAR, turn=turn, impulse=impulse).offers("march")


def test_15_0_the_staging_area_of_the_ussr_sits_out_too(allies: Any) -> None:
    phase = allies("sov_t1 staging_ussr", joined=WAR, turn=4, impulse=2)
    assert "(GEW 15.0)" in phase.why("march", "sov_t1")
    assert phase.verbs() == {"end"}


def test_17_3_the_allies_move_one_power_then_the_other(allies: Any) -> None:
    phase = allies("bri_a8 cairo, sov_f3 kiev", joined=WAR)
    assert phase.offers() == {"wallied", "soviet"}
    phase.do("soviet")
    assert phase.offers("march") == {"sov_f3"}
    assert "is not a ground unit of the Soviet Union" in phase.why("march", "bri_a8")
    phase.do("end")
    assert phase.offers("march") == {"bri_a8"}
    phase.do("end")
    assert phase.over


def test_17_3_with_one_power_there_is_nothing_to_choose(allies: Any) -> None:
    phase = allies("bri_a8 cairo")
    assert "march" in phase.verbs()
    phase.do("end")
    assert phase.over


# ------------------------------------------------------------------------------------------------ what is offered


@pytest.mark.parametrize("side", [AXIS_SIDE, ALLIED_SIDE])
def test_what_is_offered_is_what_is_not_refused(battlefield: Any, side: Any) -> None:
    """A few random decisions of both sides, all units and all hexes each."""
    units = (
        "ger_pz1 2809, ger_a2 danzig, ger_dak tripoli, ita_a1 naples, ita_flak rome, rum_mc bucharest,"
        "fin_kar helsinki, bri_a8 cairo, bri_c1 london, bri_x10 staging_british_empire, us_c2 staging_usa,"
        "bri_malta malta, alp_1 2717, sov_t1 2910, sov_f3 3009, sov_g1 staging_ussr, sov_fl3 sevastopol, sov_f1 odessa"
    )
    state = battlefield(units, joined={**WAR, "usa": "wallied", "finland": "axis"}, mp=(3, 3, 3))
    state.stack[:] = [MovementPhase(side)]
    rng = Random(7)
    for _ in range(8):
        wait = run(state)
        if not isinstance(wait, Ask):
            break
        answer(state, compared(state, wait, rng))


def compared(state: GewState, ask: Ask, rng: Random) -> tuple[Any, ...]:
    form, draft = ask.form, EMPTY
    while (slot := form.at(draft)[0]) is not None:
        given, offered = form.at(draft)[1], form.picks(state, draft)
        every: Any = {"hex": range(state.scenario.places), "unit": range(len(state.scenario.counters))}.get(slot.kind)
        words = list(slot.among(state.stack[-1], state, *given))
        for pick in every if every is not None else words:
            refused = form.why_not(state, draft, pick)
            assert bool(refused) != (pick in offered), (draft, pick, refused)
            assert all(violation.rule in GEW.rulebook for violation in refused)
        assert slot._replace(legal=None).picks(state.stack[-1], state, *given) == offered
        others = [pick for pick in offered if pick != "end"]
        draft = form.put(draft, rng.choice(others or offered))
    return draft.filled
