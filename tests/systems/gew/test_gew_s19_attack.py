"""GEW 19: the Ground Combat Phase. Most of it is fought round 3508, a clear hex with clear neighbours: clockwise from
the north 3507, 3608 (a city), 3609, 3509, 3409, 3408."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable.core.rules import Hex
from sandtable.core.state import State
from sandtable.play.odds import preview
from sandtable.systems.gew.s19_attack import GroundCombatPhase
from sandtable.systems.gew.state import (
    AIRBORNE_ASSAULT,
    AMPHIBIOUS_ASSAULT,
    FOUGHT,
    GUNFIRE,
    IMPULSE,
    MARCHED,
    OFFENSIVE_SUPPORT,
    VICHY_GONE,
    VICHY_INVADED_THIS_IMPULSE,
    GewState,
)
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, SOVIET, WALLIED

RUSSIA: dict[str, Any] = {"joined": {"ussr": "soviet"}, "turn": 5}
Field = Callable[..., GewState]


@pytest.fixture
def phase(battlefield: Field, game: Callable[..., Any]) -> Callable[..., Any]:
    """A Ground Combat Phase among these units."""

    def begin(units: str, *, side: Any = AXIS_SIDE, dice: Any = (), setting: Any = None, **more: Any) -> Any:
        state = battlefield(units, **{**RUSSIA, **more})
        if setting is not None:
            setting(state)
        return game(state, GroundCombatPhase(side), dice)

    return begin


def carry(state: GewState, unit: str, carrier: str, mission: int, to: str) -> None:
    """A unit goes aboard and waits over or off a hex."""
    at = state.theatre.place(to)
    state.embark(state.theatre.unit(unit), state.theatre.unit(carrier), "26.1")
    state.assign(state.theatre.unit(carrier), mission, at, Hex(-1), "26.1")


# ------------------------------------------------------------------------------------------------ who may attack


def test_19_1_attacking_is_voluntary_and_not_asked_for_where_nobody_can(phase: Any) -> None:
    there = phase("ger_a6 3408, sov_f3 3508")
    assert there.verbs() == {"attack", "end"}
    there.do("end")
    assert there.over
    assert phase("ger_a6 3408, sov_f3 3609").over


def test_19_2_an_attack_needs_an_attack_factor(phase: Any) -> None:
    there = phase("ger_fl1 3409, ger_a6 3408, sov_f3 3508")
    assert "has no attack factor (GEW 19.2)" in there.why("attack", "3508", "ger_fl1")


def test_19_2_only_own_ground_units_on_the_map_attack(phase: Any) -> None:
    there = phase("ger_a6 3408, ger_lf1 display_axis, ger_a4 reinforcements_axis, sov_f3 3508, sov_t1 3409")
    assert there.why("attack", "3508", "ger_lf1") == "LF 1 is not a ground unit of yours (GEW 19.1)"
    assert there.why("attack", "3508", "sov_t1") == "1 Tank is not a ground unit of yours (GEW 19.1)"
    assert there.why("attack", "3508", "ger_a4") == "4 Army (German) is not on the map, or not at war (GEW 19.2)"
    assert there.why("attack", "staging_ussr") == "units in boxes are not attacked (GEW 32.4)"


def test_19_2_attackers_are_next_to_the_defender(phase: Any) -> None:
    there = phase("ger_a6 3408, ger_a4 3407, sov_f3 3508")
    assert there.why("attack", "3508", "ger_a4") == "4 Army (German) is not next to it (GEW 19.2)"
    assert there.offers("attack") == {"3508"}
    assert "no enemy ground unit is there (GEW 19.2)" in there.why("attack", "3407")


def test_19_2_units_attack_only_where_they_could_go(phase: Any) -> None:
    """14.4: only mountain corps enter high mountain, only corps the desert."""
    there = phase("ger_a6 4415, ger_gb49 4314, sov_f3 4315", turn=5)
    assert there.offers("attack", "4315", []) == {"ger_gb49"}
    assert "6 Army could not go there (GEW 19.2)" in there.why("attack", "4315", "ger_a6")


def test_19_2_nobody_attacks_twice_nor_is_attacked_twice(phase: Any) -> None:
    there = phase("ger_a6 3408, ger_a4 3409, ger_a9 3609, sov_f3 3508, sov_f4 3407", setting=depots("3408", "3508"))
    there.do("attack", "3508", ["ger_a6"], [], dice=[6])  # -2: D1R
    absorb(there)
    assert "has been attacked in this phase (GEW 19.2)" in there.why("attack", "3508")
    assert "6 Army has attacked in this phase (GEW 19.2)" in there.why("attack", "3407", "ger_a6")


def test_19_2_g19_2_units_that_retreated_into_a_hex_add_nothing_but_share_its_fate(phase: Any) -> None:
    there = phase("ger_a6 3408, ger_pz1 3510, ger_pz2 3410, sov_abn 3508, sov_t1 3509", mp=(0, 0, 0))
    there.do("attack", "3508", ["ger_a6"], [], dice=[3])  # 6 - 2: D1R
    there.do("sov_abn", ["3509"])
    there.do([])
    assert there.sums("attack", "3509", ["ger_pz1", "ger_pz2"], []).differential.total == 16 - 4
    there.do(*("attack", "3509", ["ger_pz1", "ger_pz2"], []), dice=[6])
    there.do("suffer")
    assert there.place("sov_abn") == there.place("sov_t1") == "reinforcements_allied"


def test_19_2_a_hex_of_units_attacked_before_is_no_target(phase: Any) -> None:
    there = phase("ger_a6 3408, sov_f3 3508, sov_f4 3407")
    there.state.fight([there.state.theatre.unit("sov_f3")], [], 0)
    assert "have been attacked in this phase (GEW 19.2)" in there.why("attack", "3508")


def test_9_2_nobody_attacks_into_neutral_territory(phase: Any) -> None:
    """9.6: the Axis may stand in South France while Vichy is neutral, and is safe there."""
    theatre = phase("ger_a6 3408").state.theatre
    south, north = (theatre.in_region[theatre.region(name)] for name in ("south_france", "north_france"))
    here = next(hex for hex in north if any(near in south for near in theatre.board.around(hex)))
    there = next(near for near in theatre.board.around(here) if near in south)
    units = f"bri_x13 {theatre.board.name(here)}, ger_a6 {theatre.board.name(there)}"
    assert phase(units, side=ALLIED_SIDE).over
    joined = {"ussr": "soviet", "vichy_france": "axis"}
    assert phase(units, side=ALLIED_SIDE, joined=joined).verbs() == {"attack", "end"}


def test_19_4_soviet_and_western_units_do_not_attack_together(phase: Any) -> None:
    there = phase("sov_f3 3408, bri_x13 3409, ger_a6 3508", side=ALLIED_SIDE)
    assert "do not attack together (GEW 19.4)" in there.why("attack", "3508", ["sov_f3"], "bri_x13")
    assert there.offers("attack", "3508", ["sov_f3"]) == {"done"}


def test_19_4_all_axis_units_attack_together(phase: Any) -> None:
    there = phase("rum_a3 3408, ita_csi 3409, ger_a6 3509, sov_f3 3508")
    assert there.offers("attack", "3508", []) == {"rum_a3", "ita_csi", "ger_a6"}
    assert there.offers("attack", "3508", ["rum_a3", "ita_csi"]) == {"ger_a6", "done"}


def test_19_5_one_allied_power_attacks_wholly_before_the_other(phase: Any) -> None:
    there = phase(
        "sov_f3 3408, sov_f4 3509, bri_x13 3409, ger_a6 3508, bri_a8 3506, ger_a4 3606, ger_a9 3610",
        side=ALLIED_SIDE, mp=(9, 9, 9), setting=depots("3408", "3508", "3506", "3606"),
    )  # fmt: skip
    there.do("attack", "3508", ["sov_f3"], [], dice=[1])
    absorb(there)
    there.do("attack", "3606", ["bri_a8"], [], dice=[1])
    absorb(there)
    assert "Western Allies units have attacked since (GEW 19.5)" in there.why("attack", "3610", "sov_f4")
    assert there.verbs() == {"end"}


def test_19_5_19_7_landings_of_the_power_that_attacks_come_before_the_other_power(phase: Any) -> None:
    def off_tripoli(state: GewState) -> None:
        carry(state, "us_c2", "us_amph1", AMPHIBIOUS_ASSAULT, "tripoli")
        depots("3408", "3508")(state)

    there = phase(
        "bri_x13 3408, ger_a6 3508, sov_f3 3606, ger_a4 3607, us_c2 london, us_amph1 display_allied, ger_g1 tripoli",
        side=ALLIED_SIDE, mp=(9, 9, 9), setting=off_tripoli, joined={"ussr": "soviet", "usa": "wallied"},
    )  # fmt: skip
    assert "sov_f3" in there.offers("attack", "3607", [])
    there.do("attack", "3508", ["bri_x13"], [], dice=[1])
    absorb(there)
    assert "Western Allies units must still attack 2125 Tripoli (GEW 19.5)" in there.why("attack", "3607", "sov_f3")
    assert there.offers("attack") == {"2125"}


def test_6_2_finns_attack_only_soviets_and_across_the_border(phase: Any) -> None:
    war = {"ussr": "soviet", "finland": "axis"}
    there = phase("fin_kar 3201, ger_a6 3301, sov_fl1 3202", joined=war, mp=(0, 0, 0))
    assert there.offers("attack", "3202", []) == {"fin_kar", "ger_a6"}
    there.do("attack", "3202", ["fin_kar", "ger_a6"], [], dice=[6])
    assert there.offers([]) == {"ger_a6", "done"}  # no pursuit abroad
    other = phase("fin_kar 3201, ger_a6 3301, bri_x13 3202", joined=war)
    assert other.why("attack", "3202", "fin_kar") == "Karelia attacks only Soviet Union units (GEW 6.2)"


def test_6_2_swedes_of_the_allies_attack_the_axis(phase: Any) -> None:
    """6.2: G6-3 reads the limit as one of an Axis Sweden."""
    there = phase("swe_exp 2303, ger_a6 oslo", joined={"sweden": "wallied"}, side=ALLIED_SIDE)
    assert "swe_exp" in there.offers("attack", "oslo", [])


def test_6_2_axis_minors_attack_only_where_they_may_go(phase: Any) -> None:
    """6.2, 19.2: a Romanian in Russia does not attack into the Baltic States."""
    there = phase("rum_a3 3107, ger_a6 3107, sov_f3 vilna")
    assert there.why("attack", "vilna", "rum_a3") == "3 Army may not go there (GEW 6.2)"
    assert "ger_a6" in there.offers("attack", "vilna", [])


def test_6_2_g6_3_swedes_of_the_allies_attack_anybody(phase: Any) -> None:
    """The limit is that of a Sweden on the Axis side."""
    there = phase("swe_exp 2402, ger_a6 2302", side=ALLIED_SIDE, joined={"ussr": "soviet", "sweden": "wallied"})
    assert there.offers("attack", "2302", []) == {"swe_exp"}
    assert phase("swe_exp 2402, bri_x13 2302", joined={"ussr": "soviet", "sweden": "axis"}).over


def test_30_5_security_units_attack_only_partisans(phase: Any) -> None:
    there = phase("ger_hsspf1 3408, ger_a6 3409, sov_f3 3508, alp_1 3407")
    assert there.offers("attack", "3508", []) == {"ger_a6"}
    assert "HSSPF 1 attacks only partisans (GEW 30.5)" in there.why("attack", "3508", "ger_hsspf1")
    assert "ger_hsspf1" in there.offers("attack", "3407", [])


def test_31_3_partisans_attack_only_with_partisans(phase: Any) -> None:
    there = phase("alp_1 3408, alp_2 3409, bri_x13 3509, ger_a6 3508", side=ALLIED_SIDE)
    assert there.offers("attack", "3508", ["alp_1"]) == {"alp_2", "done"}
    assert "partisans attack only with partisans" in there.why("attack", "3508", ["alp_1"], "bri_x13")


@pytest.mark.parametrize(("also", "may"), [("", True), (", vic_exp 1415", False)])
def test_31_3_partisans_attack_the_axis_in_a_country_that_is_neutral_still(phase: Any, also: str, may: bool) -> None:
    """31.3, 9.6: G31-2. In South France, where the Axis may go; not if neutral units share the hex."""

    def risen(state: GewState) -> None:
        state.rise(state.theatre.unit("alp_1"), state.theatre.region("south_france"))

    units, control = f"alp_1 1514, ger_a6 1415{also}", {"1415": "", "1514": ""}
    there = phase(units, side=ALLIED_SIDE, setting=risen, control=control)
    assert there.over is not may
    assert phase(units, setting=risen, control=control).offers("attack", "1514", []) == {"ger_a6"}


def test_31_3_partisans_attack_across_borders(phase: Any) -> None:
    """One that rose in Poland attacks into East Prussia, where it could not go."""

    def risen(state: GewState) -> None:
        state.rise(state.theatre.unit("alp_1"), state.theatre.region("poland"))

    theatre = phase("ger_a6 3408").state.theatre
    border = next(
        (home, abroad)
        for home in theatre.in_region[theatre.region("poland")]
        for abroad in theatre.board.around(home)
        if theatre.region_at[abroad] == theatre.region("greater_germany") and theatre.terrain[abroad] == "clear"
    )
    home, abroad = map(theatre.board.name, border)
    there = phase(f"alp_1 {home}, ger_fl1 {abroad}", side=ALLIED_SIDE, setting=risen, mp=(0, 0, 0))
    there.do("attack", abroad, ["alp_1"], [], dice=[6])
    assert there.place("ger_fl1") == "reinforcements_axis"
    assert there.ask.form.name == "ground combat"  # 31.3: no pursuit


def test_15_0_in_the_second_impulse_of_spring_units_inside_the_soviet_union_do_not_attack(phase: Any) -> None:
    """G15-1: but those who came from outside do."""
    assert phase("ger_a6 3408, sov_f3 3508", turn=4, impulse=2).over

    def came(state: GewState) -> None:
        state.done[state.theatre.unit("ger_a6")] |= MARCHED

    assert phase("ger_a6 3408, sov_f3 3508", turn=4, impulse=2, setting=came).verbs() == {"attack", "end"}
    there = phase("ger_a6 3408, sov_f3 3508", turn=4)
    assert there.state.clock[IMPULSE] == 1
    assert there.verbs() == {"attack", "end"}


def test_15_0_g15_1_nor_do_those_who_landed_there_sit_out(phase: Any) -> None:
    """They began the impulse outside."""

    def dropped(state: GewState) -> None:
        carry(state, "ger_11fk", "ger_air1", AIRBORNE_ASSAULT, "3408")

    there = phase("ger_11fk berlin, ger_air1 display_axis, sov_f3 3508", turn=4, impulse=2, setting=dropped)
    assert there.place("ger_11fk") == "3408"
    assert there.offers("attack", "3508", []) == {"ger_11fk"}


def test_9_2_neutral_soviets_do_not_attack(phase: Any) -> None:
    assert phase("sov_f3 3408, ger_a6 3508", side=ALLIED_SIDE, joined={}, turn=1).over


# ------------------------------------------------------------------------------------------------ over-stacking


def test_14_5_one_unit_attacks_out_of_an_over_stacked_hex(phase: Any) -> None:
    there = phase("ger_a6 3408, ger_a4 3408, ger_a9 3409, sov_f3 3508, sov_t1 3407", setting=depots("3508"))
    assert there.offers("attack", "3508", ["ger_a6"]) == {"ger_a9", "done"}
    assert "one unit attacks out of an over-stacked hex (GEW 14.5)" in there.why("attack", "3508", ["ger_a6"], "ger_a4")
    there.do("attack", "3508", ["ger_a6"], [], dice=[6])
    absorb(there)
    assert "has attacked out of this over-stacked hex (GEW 14.5)" in there.why("attack", "3407", "ger_a4")


def test_14_5_all_units_of_a_hex_within_its_limit_attack_together(phase: Any) -> None:
    there = phase("ger_a6 3408, ger_dak 3408, sov_f3 3508")
    assert there.offers("attack", "3508", ["ger_a6"]) == {"ger_dak", "done"}


def test_14_5_a_hex_that_is_over_stacked_no_more_is_free_again(phase: Any) -> None:
    there = phase("ger_a6 3408, ger_a4 3408, sov_s1 3508, sov_t1 3407", mp=(9, 9, 0))
    there.do("attack", "3508", ["ger_a6"], [], dice=[4])  # 6 - 4: D1R
    there.do("suffer")
    there.do("sov_s1", ["3509"])
    there.do(["ger_a6"])
    assert there.offers("attack", "3407", []) == {"ger_a4"}


def test_14_5_19_7_a_unit_that_drops_does_not_attack_out_of_its_hex(phase: Any) -> None:
    units = "ger_11fk 3408, ger_a6 3408, ger_a4 3408, ger_air1 display_axis, sov_f3 3508"
    there = phase(units, setting=drop)
    assert {"ger_a6", "ger_a4"} <= there.offers("attack", "3508", ["ger_11fk"])
    assert there.offers("attack", "3508", ["ger_11fk", "ger_a6"]) == {"done"}


def test_14_5_g14_2_an_over_stacked_defender_chooses_who_defends_and_all_share_the_result(phase: Any) -> None:
    there = phase("ger_pz1 3408, ger_pz2 3409, sov_f3 3508, sov_t1 3508", mp=(0, 0, 0))
    there.do("attack", "3508", ["ger_pz1", "ger_pz2"], [])
    assert there.ask.side == ALLIED_SIDE
    assert there.offers() == {"sov_f3", "sov_t1"}
    there.do("sov_f3", dice=[6])  # 16 - 8, two tanks: 10 to 12; D4E
    there.do("suffer")
    assert there.place("sov_f3") == there.place("sov_t1") == "reinforcements_allied"


# ------------------------------------------------------------------------------------------------ one attack


def test_19_6_the_sum_that_decides(phase: Any) -> None:
    there = phase("ger_pz1 3408, ger_a6 3409, sov_f3 3508")
    sums = there.sums("attack", "3508", ["ger_pz1", "ger_a6"], [])
    assert sums.differential.total == 8 + 6 - 8
    assert sums.shifts.total == 1
    assert sums.shifts["mechanized attack"] == 1


def test_19_6_the_odds_of_an_attack_are_exact(phase: Any) -> None:
    """8 + 6 - 8 and one shift: column 8 to 9 has B1R, D1R, D2R, D3R, D3E, D4E; without MP all of them act."""
    there = phase("ger_pz1 3408, ger_a6 3409, sov_f3 3508", mp=(0, 0, 0))
    action = there.action("attack", "3508", ["ger_pz1", "ger_a6"], [])
    unit, box = there.state.theatre.unit("sov_f3"), there.state.theatre.place("reinforcements_allied")
    found = preview(there.state, action, lambda state: state.hex_of[unit] == box)  # type: ignore[attr-defined]
    assert found == {True: Fraction(2, 6), False: Fraction(4, 6)}


def test_19_6_equal_outcomes_are_equal_positions(phase: Any) -> None:
    """Column 13 or more: D3E twice, D4E twice; without MP, one position for all of them."""
    there = phase("ger_pz1 3408, ger_pz2 3409, ger_pz3 3509, sov_s1 3508", mp=(0, 0, 0))
    action = there.action("attack", "3508", ["ger_pz1", "ger_pz2", "ger_pz3"], [])
    found = preview(there.state, action, State.plain)
    assert sorted(found.values()) == [Fraction(1, 6), Fraction(1, 6), Fraction(4, 6)]


def test_21_0_a_result_is_applied_at_once(phase: Any) -> None:
    there = phase("ger_a6 3408, sov_f3 3508", mp=(9, 9, 9), setting=depots("3408"))
    there.do("attack", "3508", ["ger_a6"], [], dice=[1])  # -2: A3E
    assert there.ask.side == AXIS_SIDE
    there.do("suffer")
    assert there.place("ger_a6") == "reinforcements_axis"
    assert [event.data["result"] for event in there.told("attacked")] == ["A3E"]


def test_21_0_g21_3_of_both_the_defender_is_first(phase: Any) -> None:
    there = phase("ger_pz1 3408, sov_f3 3508", mp=(9, 9, 9), setting=depots("3408", "3508"))
    there.do("attack", "3508", ["ger_pz1"], [], dice=[3])  # 0 and a shift: 2 to 3; B1R
    assert there.ask.side == ALLIED_SIDE
    there.do("spend")
    assert there.ask.side == AXIS_SIDE
    there.do("spend")
    assert bytes(there.state.mp) == bytes([8, 9, 8])
    assert there.ask.form.name == "ground combat"


def test_22_3_g21_3_attackers_that_spent_pursue_and_those_that_retreated_do_not(phase: Any) -> None:
    there = phase("ger_pz1 3408, sov_f3 3508", mp=(9, 9, 0), setting=depots("3408"))
    there.do("attack", "3508", ["ger_pz1"], [], dice=[3])
    there.do("suffer")
    there.do("sov_f3", ["3509"])
    there.do("spend")
    assert there.ask.form.name == "pursue"
    other = phase("ger_pz1 3408, sov_f3 3508", mp=(9, 9, 0), setting=depots("3408"))
    other.do("attack", "3508", ["ger_pz1"], [], dice=[3])
    other.do("suffer")
    other.do("sov_f3", ["3509"])
    other.do("suffer")
    other.do("ger_pz1", ["3407"])
    assert other.ask.form.name == "ground combat"
    assert other.place("ger_pz1") == "3407"


def absorb(there: Any) -> None:
    """Whoever is hit spends his MP."""
    while there.ask.form.name != "ground combat":
        there.do("spend")


def depots(*places: str) -> Callable[[GewState], None]:
    """A depot of whoever controls the hex, so that units are in supply."""

    def lay(state: GewState) -> None:
        for place in places:
            at = state.theatre.place(place)
            state.mark("depot", at, state.control[at], "29.1")

    return lay


def test_23_6_after_the_phase_nothing_of_it_is_left(phase: Any) -> None:
    there = phase("ger_a6 3408, sov_f3 3508, ger_brb display_axis", mp=(9, 9, 9), setting=depots("3408"))
    there.do("attack", "3508", ["ger_a6"], ["ger_brb"], dice=[2])
    assert there.place("ger_brb") == "3508"
    there.do("spend")
    there.do("end")
    assert there.over
    assert not any(there.state.attacked)
    assert not any(done & FOUGHT for done in there.state.done)
    assert there.place("ger_brb") == "display_axis"
    assert not there.state.operational[there.state.theatre.unit("ger_brb")]
    assert [event.rule for event in there.told("spent")] == ["27.0"]


# ------------------------------------------------------------------------------------------------ special forces


def test_27_1_one_special_force_shifts_the_column(phase: Any) -> None:
    there = phase("ger_a6 3408, sov_f3 3508, ger_brb display_axis, ger_frjl display_axis", mp=(9, 9, 9))
    assert there.offers("attack", "3508", ["ger_a6", "done"], []) == {"ger_brb", "ger_frjl", "done"}
    assert "one special force" in there.why("attack", "3508", ["ger_a6", "done"], ["ger_brb"], "ger_frjl")
    assert there.sums("attack", "3508", ["ger_a6"], ["ger_frjl"]).shifts.total == 2


def test_27_0_heavy_armor_needs_an_attacker_in_supply(phase: Any) -> None:
    there = phase("ger_a6 3408, sov_f3 3508, ger_tiger display_axis")
    refused = there.why("attack", "3508", ["ger_a6", "done"], "ger_tiger")
    assert refused == "heavy armor needs an attacker in supply (GEW 27.0)"
    supplied = phase("ger_a6 3408, sov_f3 3508, ger_tiger display_axis", setting=depots("3408"))
    assert "ger_tiger" in supplied.offers("attack", "3508", ["ger_a6", "done"], [])


def test_27_0_only_ready_special_forces_of_the_own_power_help(phase: Any) -> None:
    there = phase("sov_f3 3408, ger_a6 3508, bri_cdo display_allied, sov_comint display_allied, ger_brb display_axis",
                  side=ALLIED_SIDE)  # fmt: skip
    assert there.offers("attack", "3508", ["sov_f3", "done"], []) == {"sov_comint", "done"}
    assert "(GEW 19.4)" in there.why("attack", "3508", ["sov_f3", "done"], "bri_cdo")
    assert there.why("attack", "3508", ["sov_f3", "done"], "ger_brb").endswith("of yours (GEW 27.1)")
    there.state.operational[there.state.theatre.unit("sov_comint")] = 0
    assert "not ready in your display (GEW 27.0)" in there.why("attack", "3508", ["sov_f3", "done"], "sov_comint")


def test_27_1_g4_3_special_forces_help_partisans(phase: Any) -> None:
    there = phase("alp_1 3408, ger_a6 3508, bri_cdo display_allied, sov_comint display_allied", side=ALLIED_SIDE)
    assert there.offers("attack", "3508", ["alp_1", "done"], []) == {"bri_cdo", "sov_comint", "done"}


def test_9_2_special_forces_of_a_neutral_country_stay_at_home(phase: Any) -> None:
    there = phase("bri_x13 3408, ger_a6 3508, all_1ssf display_allied", side=ALLIED_SIDE)
    assert "(GEW 9.2)" in there.why("attack", "3508", ["bri_x13", "done"], "all_1ssf")


# ------------------------------------------------------------------------------------------------ landings


def test_26_1_a_landing_without_enemies_happens_at_the_start(phase: Any) -> None:
    there = phase(
        "us_c2 london, us_amph1 display_allied", side=ALLIED_SIDE, joined={"usa": "wallied"},
        setting=lambda state: carry(state, "us_c2", "us_amph1", AMPHIBIOUS_ASSAULT, "tunis"),
    )  # fmt: skip
    assert there.over
    assert there.place("us_c2") == there.state.scenario.place_name(there.state.theatre.place("tunis"))


AMPHIBIOUS = "us_c2 london, us_amph1 display_allied, ger_g1 tripoli"


def landing_at_tripoli(state: GewState) -> None:
    carry(state, "us_c2", "us_amph1", AMPHIBIOUS_ASSAULT, "tripoli")


@pytest.fixture
def beach(phase: Any) -> Callable[..., Any]:
    def begin(units: str = AMPHIBIOUS, **more: Any) -> Any:
        settings = {"side": ALLIED_SIDE, "joined": {"usa": "wallied"}, "setting": landing_at_tripoli}
        return phase(units, **{**settings, **more})

    return begin


def test_26_1_a_landing_on_enemies_must_attack_them(beach: Any) -> None:
    there = beach()
    assert there.verbs() == {"attack"}
    assert "2 Corps must still attack 2125 Tripoli (GEW 19.7)" in there.why("end")


def test_19_7_landings_join_attacks_from_land_and_cannot_be_left_out(beach: Any) -> None:
    there = beach(AMPHIBIOUS + ", bri_x13 2025")
    assert there.why("attack", "2125", ["bri_x13"], "done") == "2 Corps must take part: it lands there (GEW 19.7)"
    assert there.offers("attack", "2125", ["bri_x13"]) == {"us_c2"}
    assert there.offers("attack", "2125", ["bri_x13", "us_c2"]) == {"done"}


def test_26_1_a_landing_that_clears_the_hex_goes_ashore(beach: Any) -> None:
    there = beach(AMPHIBIOUS + ", bri_a8 2025", mp=(0, 9, 9))
    there.do("attack", "2125", ["us_c2", "bri_a8"], [], dice=[6])  # 3 + 4 - 4, a city: 0 to 1; D2R
    there.do("suffer")
    there.do("ger_g1", ["2226", "2326"])
    assert there.place("us_c2") == "2125"
    assert there.state.control[there.state.theatre.place("2125")] == WALLIED + 1
    assert there.offers([]) == {"bri_a8", "done"}


def test_30_2_elite_units_go_on_from_the_beach_and_others_do_not(beach: Any) -> None:
    """26.1, 22.4, G22-3"""
    for unit, farther in (("us_c2", False), ("opt_usmc", True)):
        units = AMPHIBIOUS.replace("us_c2", unit) + ", bri_a8 2025"
        there = beach(units, mp=(0, 9, 9), setting=lambda state, unit=unit: carry(
            state, unit, "us_amph1", AMPHIBIOUS_ASSAULT, "tripoli"))  # fmt: skip
        there.do("attack", "2125", [unit, "bri_a8"], [], dice=[6])  # D2R, D3R
        there.do("suffer")
        route: list[str] = []
        while there.offers("ger_g1", route) != {"done"}:
            route.append(min(there.offers("ger_g1", route)))
        there.do("ger_g1", route)
        there.do([])
        assert (there.ask.form.name == "pursue farther") is farther


def test_22_2_a_landing_thrown_back_returns_to_its_start(beach: Any) -> None:
    there = beach(mp=(9, 0, 9))
    there.do("attack", "2125", ["us_c2"], [], dice=[5])  # A1R
    there.do("suffer")
    assert there.place("us_c2") == there.state.scenario.place_name(there.state.theatre.place("london"))
    assert there.verbs() == {"end"}


def test_22_2_g22_4_a_landing_that_spends_and_clears_nothing_returns_too(beach: Any) -> None:
    there = beach(mp=(9, 9, 9))
    there.do("attack", "2125", ["us_c2"], [], dice=[5])
    there.do("spend")  # 26.1: it is in supply
    assert there.place("us_c2") == there.state.scenario.place_name(there.state.theatre.place("london"))


def test_26_2_gunfire_shifts_an_attack_with_a_landing_only(beach: Any) -> None:
    def fleet(state: GewState) -> None:
        landing_at_tripoli(state)
        state.assign(state.theatre.unit("us_fleet1"), GUNFIRE, state.theatre.place("tripoli"), Hex(-1), "26.2")

    there = beach(AMPHIBIOUS + ", us_fleet1 display_allied", setting=fleet)
    terms = there.sums("attack", "2125", ["us_c2"], []).shifts
    factor = there.state.theatre.naval[there.state.theatre.unit("us_fleet1")]
    assert next(term.value for term in terms if term.label.startswith("fleet")) == factor


AIRBORNE = "ger_11fk berlin, ger_air1 display_axis, sov_s1 3508"


def drop(state: GewState) -> None:
    carry(state, "ger_11fk", "ger_air1", AIRBORNE_ASSAULT, "3508")


def test_24_6_airborne_units_must_attack_and_die_if_the_hex_is_not_cleared(phase: Any) -> None:
    """G22-5: even though they have paid."""
    there = phase(AIRBORNE, setting=drop, mp=(9, 9, 9))
    assert there.verbs() == {"attack"}
    there.do("attack", "3508", ["ger_11fk"], [], dice=[1])
    there.do("spend")
    assert there.place("ger_11fk") == "reinforcements_axis"


def test_24_6_airborne_units_land_in_a_hex_they_clear_and_elites_go_on(phase: Any) -> None:
    """G22-3, 30.2."""
    there = phase(AIRBORNE + ", ger_pz1 3408, ger_pz2 3409", setting=drop, mp=(9, 9, 0))
    there.do("attack", "3508", ["ger_11fk", "ger_pz1", "ger_pz2"], [], dice=[6])
    assert there.place("ger_11fk") == "3508"
    there.do(["ger_pz1"])
    assert there.offers("advance") == {"ger_11fk", "ger_pz1"}


def test_a_unit_aboard_next_to_its_own_target_is_offered_once(phase: Any) -> None:
    there = phase(AIRBORNE.replace("berlin", "3408"), setting=drop)
    phase_now = there.state.stack[-1]
    assert phase_now.candidates(there.state, there.state.theatre.place("3508"), False) == [
        there.state.theatre.unit("ger_11fk")
    ]


def test_19_7_a_landing_was_overlooked_where_no_ground_unit_had_moved_since_the_last_attacks(
    phase: Any, game: Callable[..., Any]
) -> None:
    there = phase(AIRBORNE, side=ALLIED_SIDE)
    assert there.over
    there.state.begin_movement()
    drop(there.state)
    assert game(there.state, GroundCombatPhase(AXIS_SIDE)).verbs() == {"attack"}


def test_19_7_landings_of_powers_that_do_not_fight_together_leave_a_way_out(phase: Any) -> None:
    """The one that cannot join is lost; the phase can be ended all the same."""

    def both(state: GewState) -> None:
        carry(state, "sov_abn", "sov_vvs", AIRBORNE_ASSAULT, "3508")
        carry(state, "bri_abn", "bri_air1", AIRBORNE_ASSAULT, "3508")

    units = "sov_abn kiev, bri_abn london, sov_vvs display_allied, bri_air1 display_allied, ger_a6 3508"
    there = phase(units, side=ALLIED_SIDE, setting=both, mp=(0, 0, 0))
    assert there.offers("attack", "3508", []) == {"bri_abn"}
    there.do("attack", "3508", ["bri_abn"], [], dice=[1])
    there.do("suffer")
    assert there.verbs() == {"end"}
    there.do("end")
    assert there.place("sov_abn") == "reinforcements_allied"


def test_20_4_g20_2_landings_do_not_make_an_attack_concentric(phase: Any) -> None:
    there = phase(AIRBORNE + ", ger_a6 3507", setting=drop)
    terms = there.sums("attack", "3508", ["ger_11fk", "ger_a6"], []).shifts
    assert not any(term.label.startswith("concentric") for term in terms)


# ------------------------------------------------------------------------------------------------ 9.6 and the options


def test_9_6_an_american_attack_in_the_impulse_of_the_invasion_removes_vichy_france(phase: Any) -> None:
    units = _vichy_units(phase)
    there = phase(f"us_c2 1922, {units[0]} tunis, {units[1]} algiers", side=ALLIED_SIDE, mp=(9, 9, 9),
                  joined={"usa": "wallied", "vichy_france": "axis"}, setting=invaded)  # fmt: skip
    there.do("attack", "1921", ["us_c2"], [], dice=[1])
    assert [there.place(unit) for unit in units] == ["", ""]
    assert there.state.flags[VICHY_GONE]


def invaded(state: GewState) -> None:
    state.flag(VICHY_INVADED_THIS_IMPULSE)


def _vichy_units(phase: Any) -> list[str]:
    theatre = phase("ger_a6 3408").state.theatre
    country = theatre.country("vichy_france")
    found = [unit for unit, owner in enumerate(theatre.country_of) if owner == country and theatre.is_ground[unit]]
    return [theatre.counters.id(unit) for unit in found][:2]


@pytest.mark.parametrize(("setting", "target"), [(None, "1921"), (True, "1822")])
def test_9_6_nor_does_an_american_one_later_or_on_others(phase: Any, setting: Any, target: str) -> None:
    """In a later impulse, or on a hex without Vichy French."""
    units = _vichy_units(phase)
    there = phase(f"us_c2 1922, {units[0]} tunis, ger_g1 1822, {units[1]} algiers", side=ALLIED_SIDE, mp=(9, 9, 9),
                  joined={"usa": "wallied", "vichy_france": "axis"}, setting=invaded if setting else None)  # fmt: skip
    there.do("attack", target, ["us_c2"], [], dice=[1])
    assert there.place(units[1]) != ""
    assert not there.state.flags[VICHY_GONE]


def test_9_6_a_british_attack_does_not(phase: Any) -> None:
    units = _vichy_units(phase)
    there = phase(f"bri_x13 1922, {units[0]} tunis, {units[1]} algiers", side=ALLIED_SIDE,
                  joined={"vichy_france": "axis"}, setting=invaded,
                  mp=(9, 9, 9))  # fmt: skip
    there.do("attack", "1921", ["bri_x13"], [], dice=[1])
    assert there.place(units[1]) != ""


def offensive(state: GewState) -> None:
    state.count_offensives(AXIS_SIDE, 0, 1, "O35.1")
    depots("3408")(state)


def test_o35_2_a_major_offensive_adds_two_and_is_spent(phase: Any) -> None:
    there = phase("ger_pz1 3408, sov_f3 3508", setting=offensive, options={"major_offensives": True}, mp=(9, 9, 9))
    assert there.verbs() == {"attack", "offensive", "end"}
    assert there.sums("offensive", "3508", ["ger_pz1"], []).differential["major offensive"] == 2
    there.do("offensive", "3508", ["ger_pz1"], [], dice=[6])
    assert there.state.offensives_of(AXIS_SIDE)[0] == 0


def test_o35_3_each_offensive_is_one_attack_and_each_attack_one_offensive(phase: Any) -> None:
    def two(state: GewState) -> None:
        state.count_offensives(AXIS_SIDE, 0, 2, "O35.1")
        depots("3408", "3409", "3508", "3407")(state)

    there = phase("ger_a6 3408, ger_pz1 3409, sov_f3 3508, sov_f4 3407", setting=two, mp=(9, 9, 9),
                  options={"major_offensives": True})  # fmt: skip
    there.do("offensive", "3508", ["ger_pz1"], [], dice=[6])
    absorb(there)
    assert there.state.offensives_of(AXIS_SIDE)[0] == 1
    there.do("offensive", "3407", ["ger_a6"], [], dice=[6])
    absorb(there)
    assert there.state.offensives_of(AXIS_SIDE)[0] == 0
    assert len(there.told("offensive")) == 2


def test_o35_2_without_one_ready_there_is_none(phase: Any) -> None:
    there = phase("ger_pz1 3408, sov_f3 3508")
    assert there.why("offensive") == "no major offensive is ready (GEW O35.2)"


def test_o35_2_all_pursue_one_hex_more(phase: Any) -> None:
    def supplied(state: GewState) -> None:
        offensive(state)
        depots("3409")(state)

    there = phase("ger_a6 3408, ger_pz1 3409, sov_s1 3508", options={"major_offensives": True}, mp=(9, 9, 0),
                  setting=supplied)  # fmt: skip
    there.do("offensive", "3508", ["ger_a6", "ger_pz1"], [], dice=[6])
    there.do(["ger_a6", "ger_pz1"])
    there.do("advance", "ger_a6", "3509")
    assert there.offers("advance") == {"ger_pz1"}
    there.do("advance", "ger_pz1", "3509")
    there.do("advance", "ger_pz1", "3609")
    assert there.place("ger_pz1") == "3609"
    assert there.ask.form.name == "ground combat"


def test_o35_3_every_unit_of_a_major_offensive_was_in_supply(phase: Any) -> None:
    there = phase("ger_a6 3408, ger_pz1 3409, sov_s1 3508", setting=offensive, options={"major_offensives": True})
    supplied = {"ger_a6", "ger_pz1"} & there.offers("offensive", "3508", [])
    assert "ger_a6" in supplied
    far = phase("ger_a6 3408, ger_tropk 3609, sov_s1 3508, sov_f1 3509, sov_f2 3608",
                setting=offensive, options={"major_offensives": True})  # fmt: skip
    assert "was not in supply when the phase began (GEW O35.3)" in far.why("offensive", "3508", "ger_tropk")
    assert far.offers("offensive", "3508", []) == {"ger_a6"}


def test_o35_3_landings_count_as_supplied_wherever_they_come_from(phase: Any) -> None:
    """24.6, 26.1: also from a staging area, which is no hex."""

    def ready(state: GewState) -> None:
        state.count_offensives(ALLIED_SIDE, 0, 1, "O35.1")
        landing_at_tripoli(state)

    for start in ("london", "staging_usa"):
        there = phase(AMPHIBIOUS.replace("london", start), side=ALLIED_SIDE, joined={"usa": "wallied"}, setting=ready,
                      options={"major_offensives": True})  # fmt: skip
        assert there.offers("offensive", "2125", []) == {"us_c2"}


def test_3_1_sudden_death_is_looked_for_after_every_attack(phase: Any) -> None:
    """The Axis controls every mobilization hex outside Britain but Leningrad, and takes it."""

    def all_but_one(state: GewState) -> None:
        for place in state.theatre.sudden_death_axis:
            state.control[place] = AXIS + 1
        state.control[state.theatre.place("leningrad")] = SOVIET + 1

    there = phase("ger_pz1 3303, ger_pz2 3203, sov_fl1 3302", setting=all_but_one, mp=(9, 9, 0))
    there.do("attack", "3302", ["ger_pz1", "ger_pz2"], [], dice=[6])
    there.do("suffer")
    there.do(["ger_pz1"])
    there.do("stay")
    assert there.outcome.winner == AXIS_SIDE
    assert there.outcome.rule == "3.1"


def test_24_2_aircraft_help_attackers_of_their_nationality(phase: Any) -> None:
    def flown(state: GewState) -> None:
        state.assign(
            state.theatre.unit("ger_lf1"),
            OFFENSIVE_SUPPORT,
            state.theatre.place("3508"),
            state.theatre.display[0],
            "24.2",
        )

    there = phase("ger_a6 3408, rum_a3 3409, sov_f3 3508, ger_lf1 display_axis", setting=flown)
    factor = there.state.theatre.bombardment[there.state.theatre.unit("ger_lf1")]
    assert there.sums("attack", "3508", ["ger_a6"], []).shifts.total == factor
    assert there.sums("attack", "3508", ["rum_a3"], []).shifts.total == 0
