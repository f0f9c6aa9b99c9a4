"""GEW 27.2 and O40: commandos in the Strategic Operations Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandtable.systems.gew.s27_special_forces import PartisanSupport, psywar, support
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, SOVIET, WALLIED

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield, Play

SF = "bri_cdo display_allied, bri_soe display_allied"
PARTISANS = "alp_2 reinforcements_allied, alp_3 reinforcements_allied"


def test_27_2_commandos_go_to_countries_where_partisans_could_rise(battlefield: Battlefield, game: Play) -> None:
    played = game(battlefield(f"{SF}, {PARTISANS}, sov_comint display_allied"), PartisanSupport(ALLIED_SIDE))
    assert played.offers("support") == {"great_britain", "south_france", "poland", "balkans", "greece"}
    assert "(GEW 31.2)" in played.why("support", "ussr")
    assert played.offers("support", "greece") == {"bri_cdo", "bri_soe"}
    assert "(GEW 33.3)" in played.why("support", "greece", "sov_comint")
    assert played.why("support", "greece", "done") == "a mission needs a commando (GEW 27.2)"
    assert played.why("psywar") == "psychological warfare is an optional rule that is not in use (GEW O40)"


def test_27_0_only_operational_commandos_go(battlefield: Battlefield, game: Play) -> None:
    state = battlefield(f"{SF}, bri_79 display_allied, ger_brb display_axis")
    state.operational[state.theatre.unit("bri_soe")] = 0
    played = game(state, PartisanSupport(ALLIED_SIDE))
    assert played.offers("support", "greece") == {"bri_cdo"}
    assert "not a commando unit" in played.why("support", "greece", "bri_79")
    assert "not operational" in played.why("support", "greece", "bri_soe")
    assert "not a unit of yours" in played.why("support", "greece", "ger_brb")
    assert game(battlefield("ger_tiger display_axis"), PartisanSupport(AXIS_SIDE)).over


def test_27_2_the_factors_are_the_column(battlefield: Battlefield) -> None:
    state = battlefield(SF)
    units = tuple(map(state.theatre.unit, ("bri_cdo", "bri_soe")))
    assert support(state, units, False).procedure.column == 2  # type: ignore[attr-defined]
    assert support(state, units, True).procedure.column == 4  # type: ignore[attr-defined]  # O35.2


def test_27_2_a_success_raises_a_partisan_and_spends_the_commandos(battlefield: Battlefield, game: Play) -> None:
    played = game(battlefield(f"{SF}, {PARTISANS}"), PartisanSupport(ALLIED_SIDE))
    played.do("support", "greece", ["bri_cdo", "bri_soe"], dice=[5, 2])  # S1, the second partisan
    played.do("2919")
    assert played.over
    state = played.state
    assert played.place("alp_3") == "2919"
    assert state.control[state.theatre.place("2919")] == WALLIED + 1
    assert not any(state.operational[state.theatre.unit(id)] for id in ("bri_cdo", "bri_soe"))
    assert played.told("partisan_support")[0].data["result"] == "S1"


def test_27_2_a_great_success_also_turns_a_hex(battlefield: Battlefield, game: Play) -> None:
    state = battlefield(f"{SF}, {PARTISANS}, ita_balk athens", joined={"ussr": "soviet"})
    played = game(state, PartisanSupport(ALLIED_SIDE))
    played.do("support", "greece", ["bri_cdo", "bri_soe"], dice=[6, 1])
    played.do("2919")
    assert played.ask.form.name == "switch"
    assert played.why("athens") == "enemy ground units are in 3021 Athens (GEW 27.2)"
    assert played.why("2919") == "2919 is not under enemy control (GEW 27.2)"
    assert played.why("berlin") == "2308 Berlin is not in the country (GEW 27.2)"
    played.do("canea")
    assert state.control[state.theatre.place("canea")] == WALLIED + 1
    assert played.over


def test_27_2_g31_1_in_the_soviet_union_the_hex_turns_soviet(battlefield: Battlefield, game: Play) -> None:
    state = battlefield(f"{SF}, {PARTISANS}", joined={"ussr": "soviet"}, control={"kiev": "axis", "minsk": "axis"})
    played = game(state, PartisanSupport(ALLIED_SIDE))
    played.do("support", "ussr", ["bri_cdo", "bri_soe"], dice=[6, 1])
    played.do("3508")
    played.do("kiev")
    assert state.control[state.theatre.place("kiev")] == SOVIET + 1


def test_27_2_each_country_once_in_a_phase(battlefield: Battlefield, game: Play) -> None:
    played = game(battlefield(f"{SF}, {PARTISANS}"), PartisanSupport(ALLIED_SIDE))
    played.do("support", "greece", ["bri_cdo"], dice=[3])  # nothing
    assert "(GEW 27.2)" in played.why("support", "greece")
    assert played.offers("support", "poland") == {"bri_soe"}
    played.do("end")
    assert played.over


def test_27_2_a_failure_costs_a_point_or_a_commando(battlefield: Battlefield, game: Play) -> None:
    state = battlefield(f"{SF}, {PARTISANS}", mp=(0, 5, 0))
    played = game(state, PartisanSupport(ALLIED_SIDE))
    played.do("support", "greece", ["bri_cdo", "bri_soe"], dice=[1])  # A1
    played.do("pay", "wallied")
    assert state.mp[WALLIED] == 4
    state.operational[state.theatre.unit("bri_cdo")] = 1
    played = game(state, PartisanSupport(ALLIED_SIDE))
    played.do("support", "greece", ["bri_cdo"], dice=[1])
    played.do("lose", "bri_cdo")
    assert played.place("bri_cdo") == "reinforcements_allied"


def test_27_2_both_results_come_one_after_the_other(battlefield: Battlefield, game: Play) -> None:
    played = game(battlefield(f"{SF}, {PARTISANS}"), PartisanSupport(ALLIED_SIDE))
    played.do("support", "balkans", ["bri_cdo"], dice=[4, 1])  # B1
    played.do("2717")
    assert played.ask.form.name == "pay or lose"


def test_27_2_without_a_partisan_left_nothing_rises(battlefield: Battlefield, game: Play) -> None:
    played = game(battlefield("bri_cdo display_allied"), PartisanSupport(ALLIED_SIDE))
    played.do("support", "balkans", ["bri_cdo"], dice=[5])
    assert played.over


def test_O35_2_a_major_offensive_helps_special_forces(battlefield: Battlefield, game: Play) -> None:
    state = battlefield("bri_cdo display_allied, alp_2 reinforcements_allied", options={"major_offensives": True})
    state.count_offensives(ALLIED_SIDE, 0, 1, "O35.1")
    played = game(state, PartisanSupport(ALLIED_SIDE))
    played.do("support", "balkans", ["bri_cdo"])
    played.do("play", dice=[4])  # column 3 instead of 1: S1
    assert played.told("partisan_support")[0].data["result"] == "S1"
    assert not sum(state.offensives_of(ALLIED_SIDE))


# ------------------------------------------------------------------------------------------------ O40

PSYWAR = {"options": {"extra_sf": True}}


def test_O40_1_targets_are_ports_airbases_and_depots_of_the_enemy(battlefield: Battlefield, game: Play) -> None:
    state = battlefield(f"{SF}, sov_comint display_allied", joined={"ussr": "soviet"}, **PSYWAR)
    state.mark("depot", state.theatre.place("sarajevo"), AXIS + 1, "29.1")
    state.mark("sabotaged", state.theatre.place("kiel"), 1, "O40.1")
    state.mark("bombed", state.theatre.place("essen"), 1, "24.9")
    played = game(state, PartisanSupport(ALLIED_SIDE))
    targets = played.offers("psywar")
    assert {"2308", "2616", "1210"} <= targets
    assert not targets & {"2207", "1908", "1507"}
    assert played.why("psywar", "kiel") == "2207 Kiel is sabotaged (GEW O40.1.1)"
    assert played.why("psywar", "essen") == "1908 Essen is bombed (GEW O40.1.1)"
    assert "(GEW O40.1)" in played.why("psywar", "london")
    assert played.offers("psywar", "berlin", ["bri_cdo", "bri_soe"]) == {"done"}  # two at most
    assert "2 commandos" in played.why("psywar", "berlin", ["bri_cdo", "bri_soe"], "sov_comint")


@pytest.mark.parametrize(("units", "shift"), [("", 0), (", ger_fl1 berlin", -1)])
def test_O40_1_a_garrison_shifts_the_column(battlefield: Battlefield, units: str, shift: int) -> None:
    state = battlefield(SF + units, **PSYWAR)
    prepared = psywar(state, ALLIED_SIDE, state.theatre.place("berlin"), (state.theatre.unit("bri_cdo"),), False)
    assert (prepared.procedure.column, prepared.procedure.shift) == (1, shift)  # type: ignore[attr-defined]


def test_O40_1_and_O40_1_1_a_success_destroys_a_depot_and_leaves_a_sabotage_marker(
    battlefield: Battlefield, game: Play
) -> None:
    state = battlefield(SF, **PSYWAR)
    konigsberg = state.theatre.place("konigsberg")
    state.mark("depot", konigsberg, AXIS + 1, "29.1")
    played = game(state, PartisanSupport(ALLIED_SIDE))
    played.do("psywar", "konigsberg", ["bri_cdo", "bri_soe"], dice=[6])
    assert played.over
    assert (state.depot[konigsberg], state.sabotaged[konigsberg]) == (0, 1)


def test_O40_1_a_disaster_costs_a_commando(battlefield: Battlefield, game: Play) -> None:
    played = game(battlefield(f"{SF}, ger_fl1 berlin", mp=(0, 0, 0), **PSYWAR), PartisanSupport(ALLIED_SIDE))
    played.do("psywar", "berlin", ["bri_cdo"], dice=[1])  # column 0: A2
    assert played.place("bri_cdo") == "reinforcements_allied"
