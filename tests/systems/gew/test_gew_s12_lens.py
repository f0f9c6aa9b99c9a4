"""GEW 12, looked at: lines of supply shown, what cuts them, and who starves if a hex falls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random

import pytest

from sandtable.core.errors import BadInput
from sandtable.core.lens import Supply
from sandtable.core.rules import Side, UnitId
from sandtable.play.lens import owners, starving, starving_lines, supplies, supply, supply_lines
from sandtable.systems.gew.s12_lens import taken
from sandtable.systems.gew.s12_supply import closed
from sandtable.systems.gew.s21_absorption import supplied
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, NEUTRAL, WALLIED

Field = Callable[..., GewState]
Positions = Callable[..., Iterator[tuple[GewState, object]]]


def shown(state: GewState, unit: str, side: Side | None = AXIS_SIDE) -> list[str]:
    return supply_lines(state.scenario, supply(state, side, unit))


def names(state: GewState, found: Supply) -> list[str]:
    return [state.scenario.place_name(hex) for hex in found.hexes]


# ------------------------------------------------------------------------------------------------ lines


def test_12_1_a_line_is_shown_hex_by_hex_to_its_source(battlefield: Field) -> None:
    state = battlefield("ger_pz1 2609")
    found = supply(state, AXIS_SIDE, "ger_pz1")
    assert found.supplied
    assert found.source is not None
    assert names(state, found)[0] == "2609"
    assert found.hexes[-1] == found.source
    assert found.rules == ("12.1", "12.2")


def test_12_1_a_line_over_sea_is_shown_with_its_ports_its_sea_and_its_railway(battlefield: Field) -> None:
    state = battlefield("ger_dak 2926")
    found = supply(state, AXIS_SIDE, "ger_dak")
    assert [leg.by for leg in found.legs] == ["land", "sea", "rail"]
    assert [state.scenario.place_name(hex) for hex in found.legs[0].hexes] == ["2926", "2826", "2726"]
    assert found.legs[1].through == ("Mediterranean Sea",)
    assert found.source == state.theatre.place("rome")
    assert "by sea   2726 Benghazi - 2318 Naples through Mediterranean Sea (GEW 12.1)" in shown(state, "ger_dak")[2]


def test_12_4_a_besieged_source_is_shown_as_the_line_of_its_own_hex(battlefield: Field) -> None:
    state = battlefield("bri_cw1 tobruk, ger_dak 2926", control={"tobruk": "wallied"})
    state.mark("depot", state.theatre.place("tobruk"), WALLIED + 1, "29.1")
    found = supply(state, ALLIED_SIDE, "bri_cw1")
    assert found.source == state.theatre.place("tobruk")
    assert "12.4" in found.rules


def test_12_6_a_soviet_line_leads_one_hex_off_the_map(battlefield: Field) -> None:
    state = battlefield("sov_f1 3607", joined={"ussr": "soviet"}, control={"kiev": ""})
    found = supply(state, ALLIED_SIDE, "sov_f1")
    assert names(state, found)[-1] == "staging_ussr"
    assert "12.6" in found.rules


def test_12_7_campaign_units_and_12_6_those_in_staging_areas_need_none(battlefield: Field) -> None:
    state = battlefield("ger_lf1 display_axis, us_a1 staging_usa")
    assert supply(state, AXIS_SIDE, "ger_lf1").rules == ("12.7",)
    assert supply(state, AXIS_SIDE, "us_a1").rules == ("12.6",)


def test_29_3_a_depot_in_a_port_is_the_reason_of_a_longer_line(battlefield: Field) -> None:
    state = battlefield("ita_csi 3126", control={"tobruk": ""})
    state.mark("depot", state.theatre.place("benghazi"), AXIS + 1, "29.1")
    assert "29.3" in supply(state, AXIS_SIDE, "ita_csi").rules


def test_30_4_marines_draw_supply_over_a_coast(battlefield: Field) -> None:
    taken = dict.fromkeys(("alexandria", "mersa_matruh", "cairo", "port_said", "suez", "tobruk"), "axis")
    state = battlefield("bri_rm 3126", control=taken)
    assert supply(state, ALLIED_SIDE, "bri_rm").rules[0] == "30.4"


# ------------------------------------------------------------------------------------------------ cuts


def test_12_3_what_cuts_a_line_is_named_with_its_hexes_and_units(battlefield: Field) -> None:
    state = battlefield("ger_dak 2926, bri_x13 2826, bri_x30 2827")
    found = supply(state, AXIS_SIDE, "ger_dak")
    assert not found.supplied
    assert state.theatre.unit("bri_x13") in {unit for cut in found.cuts for unit in cut.units}
    assert state.theatre.place("2827") in {at for cut in found.cuts for at in cut.at}
    assert "  2827 is held by 30 Corps (GEW 12.3)" in shown(state, "ger_dak")


def test_12_1_a_line_that_is_too_long_tells_how_far_the_source_is(battlefield: Field) -> None:
    state = battlefield("ita_csi 3126", control={"tobruk": ""})
    told = "\n".join(shown(state, "ita_csi"))
    assert "2726 Benghazi, is at a distance of 4 and its line may have 3 (GEW 12.1)" in told


def test_24_9_a_bombed_port_is_named(battlefield: Field) -> None:
    state = battlefield("ger_dak 2726", control={"tripoli": "wallied", "sirte": "wallied"})
    state.mark("bombed", state.theatre.place("benghazi"), 1, "24.9")
    told = "\n".join(shown(state, "ger_dak"))
    assert "the port 2726 Benghazi is bombed or sabotaged (GEW 24.9)" in told


def test_12_4_a_besieged_source_is_named_as_what_cuts_those_outside(battlefield: Field) -> None:
    state = battlefield("bri_cw1 3126, ger_dak 2926", control={"tobruk": "wallied", "mersa_matruh": "axis"})
    state.mark("depot", state.theatre.place("tobruk"), WALLIED + 1, "29.1")
    assert not supply(state, ALLIED_SIDE, "bri_cw1").supplied
    assert "3026 Tobruk is in the zone of control of DAK (GEW 12.3)" in "\n".join(shown(state, "bri_cw1"))


# ------------------------------------------------------------------------------------------------ the lens is the rule


@pytest.mark.parametrize("scenario", ["campaign", "north-africa-1941", "barbarossa"])
@pytest.mark.parametrize("seed", range(3))
def test_12_0_the_lens_and_the_rule_agree_about_every_unit_of_random_games(
    positions: Positions, scenario: str, seed: int
) -> None:
    for state, _ in positions(scenario, Random(seed), {"automatic_setup": True}, every=80, most=800):
        fed = {**GEW.lens.supplied(state, AXIS_SIDE), **GEW.lens.supplied(state, ALLIED_SIDE)}
        for found in supplies(state, None):
            assert found.supplied is fed.get(found.unit, True)
            power = state.power_of(found.unit)
            if state.theatre.is_ground[found.unit] and power < NEUTRAL and state.belligerent(power):
                assert found.supplied is supplied(state, found.unit), supply_lines(state.scenario, found)
                assert all(rule in GEW.rulebook for rule in found.rules)
                walkable(state, found)
            assert all(cut.rule in GEW.rulebook and cut.because and (cut.at or cut.units) for cut in found.cuts)


def walkable(state: GewState, found: Supply) -> None:
    """A line by land is no longer than the rule allows, goes from hex to hex, and through none that is closed."""
    for leg in found.legs:
        steps = [(one, to) for one, to in pairwise(leg.hexes) if to < state.theatre.hexes]
        if leg.by == "sea":
            assert leg.through
            continue
        assert all(to in state.scenario.board.around(one) for one, to in steps)
        if leg.by == "land":
            assert len(leg.hexes) - 1 <= state.theatre.movement[found.unit] + (leg.rule == "29.3")
            assert not any(to in closed(state, state.power_of(found.unit)) for _, to in steps)


# ------------------------------------------------------------------------------------------------ if a hex falls


def test_12_3_a_hex_that_falls_starves_those_who_live_on_it(battlefield: Field) -> None:
    state = battlefield("ger_dak 2926, ita_csi 2826", control={"sirte": "", "tripoli": "", "tobruk": ""})
    before = state.digest()
    found = starving(state, AXIS_SIDE, "benghazi")
    assert found.holder == AXIS_SIDE
    assert {state.scenario.unit_name(each.unit) for each in found.units} == {"ger_dak", "ita_csi"}
    assert all(not each.supplied for each in found.units)
    assert state.digest() == before
    assert "if 2726 Benghazi falls, 2 units of the Axis side would be out of supply:" in starving_lines(
        state.scenario, found
    )


def test_12_3_whoever_takes_a_hex_in_imagination_is_not_named_but_stands_for_any(battlefield: Field) -> None:
    state = battlefield("ita_csi 2826", control={"sirte": "", "tripoli": "", "tobruk": ""})
    told = "\n".join(starving_lines(state.scenario, starving(state, None, "benghazi")))
    assert "2726 Benghazi is held by an enemy unit (GEW 12.3)" in told
    fallen = taken(state, state.theatre.place("benghazi"))
    assert fallen is not None
    assert state.scenario.unit_name(fallen[1]) not in told


def test_9_3_the_units_of_a_country_belong_to_the_side_it_has_joined(battlefield: Field) -> None:
    state = battlefield("tur_a1 3218, ger_dak 2926", joined={"turkey": "wallied"})
    owned = owners(state)
    assert owned[state.theatre.unit("tur_a1")] == ALLIED_SIDE
    assert owned[state.theatre.unit("ger_dak")] == AXIS_SIDE


def test_12_3_a_hex_nobody_lives_on_starves_nobody(battlefield: Field) -> None:
    state = battlefield("ger_dak 2926")
    assert starving(state, AXIS_SIDE, "warsaw").units == ()
    assert starving_lines(state.scenario, starving(state, AXIS_SIDE, "warsaw")) == [
        "if 2809 Warsaw falls, no unit of the Axis side goes out of supply"
    ]


def test_6_1_the_enemy_may_ask_as_well_what_falls_with_a_hex(battlefield: Field) -> None:
    state = battlefield("ger_dak 2926", control={"sirte": "", "tripoli": "", "tobruk": ""})
    assert [each.unit for each in starving(state, ALLIED_SIDE, "benghazi").units] == [state.theatre.unit("ger_dak")]


def test_12_3_the_garrison_of_a_hex_that_falls_is_lost_and_does_not_starve(battlefield: Field) -> None:
    state = battlefield("ger_dak 2726")
    assert starving(state, AXIS_SIDE, "2726").units == ()


def test_a_hex_that_nobody_holds_is_refused(battlefield: Field) -> None:
    state = battlefield()
    with pytest.raises(BadInput, match="is held by neither side"):
        starving(state, AXIS_SIDE, "stockholm")


def test_6_3_a_unit_in_the_enemy_display_has_no_line_to_show(battlefield: Field) -> None:
    state = battlefield("ger_lf1 display_axis, ger_pz1 reinforcements_axis")
    for unit in ("ger_lf1", "ger_pz1", "bri_a8"):
        with pytest.raises(BadInput, match="is not on the map"):
            supply(state, ALLIED_SIDE, unit)


def test_6_3_the_lens_shows_the_same_whatever_is_hidden(battlefield: Field) -> None:
    one, other = (battlefield("ger_dak 2926, bri_x13 2826", mp=mp) for mp in ((3, 4, 5), (3, 0, 40)))
    other.place(UnitId(other.theatre.unit("bri_a8")), other.theatre.place("reinforcements_allied"), "33.0")
    assert supplies(one, AXIS_SIDE) == supplies(other, AXIS_SIDE)
    assert starving(one, AXIS_SIDE, "benghazi") == starving(other, AXIS_SIDE, "benghazi")
