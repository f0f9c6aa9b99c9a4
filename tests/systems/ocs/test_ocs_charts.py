"""OCS: the charts, by what they print."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import BadInput, look
from sandtable.core.charts import Lines, Table
from sandtable.core.system import Chance
from sandtable.systems.ocs import SYSTEM
from systems.watch import charts_read, cited

CHARTS = SYSTEM.printed_charts
SITUATIONS: dict[str, list[dict[str, Any]]] = {
    "combat": [
        {"attackers": "5/armor/ar3 + 2/other/beach", "defenders": "3/armor/ar2"},
        {"attack": 3, "defend": 2, "defender_supply": "no"},
    ],
    "barrage": [{"strength": 40}, {"strength": 40, "kind": "ship"}],
    "facility": [{"strength": 8}],
    "attrition": [{"ar": 2}],
    "anti_ship": [{"strength": 40, "protection": 2}, {"strength": 40, "kind": "air"}],
}


@pytest.mark.parametrize("chance", SYSTEM.chances, ids=lambda chance: chance.name)
def test_odds_name_the_charts_they_read(chance: Chance) -> None:
    """No more and no fewer: house values among them are told by it."""
    assert charts_read(SYSTEM, chance, SITUATIONS.get(chance.name, [{}])) == set(chance.charts)


def test_what_charts_and_odds_cite_is_not_merely_planned() -> None:
    statuses = {number: SYSTEM.rulebook[number].status for number in cited(SYSTEM)}

    assert [number for number, status in statuses.items() if status == "planned"] == []


@pytest.mark.parametrize("name", sorted(CHARTS))
def test_every_chart_loads_and_cites_a_rule_of_the_book(name: str) -> None:
    chart = CHARTS[name]

    cited = {chart.rule} | ({line.rule for line in chart.lines} if isinstance(chart, Lines) else set())

    assert cited <= set(SYSTEM.rulebook)


@pytest.mark.parametrize("name", sorted(CHARTS))
def test_every_result_is_explained(name: str) -> None:
    chart = CHARTS[name]
    if isinstance(chart, Table):
        assert set(chart.meaning) == set(chart.results())


@pytest.mark.parametrize("chance", SYSTEM.chances, ids=lambda chance: chance.name)
def test_every_chance_cites_a_rule_and_orders_all_it_may_say(chance: Chance) -> None:
    assert chance.rule in SYSTEM.rulebook
    if chance.name in ("combat", "facility", "attrition", "flak", "air_transport"):
        assert set(chance.order) == set(CHARTS.table(chance.name).results())


@pytest.mark.parametrize("name", sorted({number.split(".")[0] + ".0" for number in SYSTEM.rulebook}))
def test_every_section_of_the_book_has_its_heading(name: str) -> None:
    assert name in SYSTEM.rulebook


def test_9_9_combat_table() -> None:
    """9.9: the four terrains head the same thirteen columns."""
    assert look("ocs.combat", terrain="Close", odds="3:1", shift=0, roll=9).result == "Ao1 Do1"
    assert look("ocs.combat", terrain="Open", odds="2:1", roll=9).result == "Ao1 Do1"
    assert look("ocs.combat", terrain="Open", odds="13:1", roll=4).result == "Ao1 e4 DL1o2"
    assert look("ocs.combat", terrain="Extr Close", odds="1:1", roll=15).result == "Ao1 DL1o1"
    assert len(CHARTS.table("combat").cells) == 15 * 13


def test_9_9_odds_between_columns_take_the_lower_one() -> None:
    assert look("ocs.combat", terrain="Open", odds="6:1", roll=7).column == "5:1"
    assert look("ocs.combat", terrain="Open", odds="14:1", roll=7).column == "13:1"
    assert look("ocs.combat", terrain="Very Close", odds="1:9", roll=7).column == "1:3"


@pytest.mark.parametrize(("roll", "row"), [(-3, "1 or less"), (1, "1 or less"), (15, "15 or more"), (22, "15 or more")])
def test_9_9_modified_rolls_end_in_the_outer_rows(roll: int, row: str) -> None:
    assert look("ocs.combat", terrain="Open", odds="1:1", roll=roll).row == row


def test_9_1g_shifts_stop_at_the_edge_of_the_table() -> None:
    assert look("ocs.combat", terrain="Open", odds="11:1", shift=6, roll=7).column == "13:1"
    assert look("ocs.combat", terrain="Open", odds="1:9", shift=-6, roll=7).column == "1:5"


def test_10_0a_cost_is_read_before_the_shifts_and_the_result_after_them() -> None:
    entry = look("ocs.barrage", strength=30, shift=1, roll=9)

    assert (entry.result, entry.column, entry.cost) == ("1/2", "41-68", "4T")


def test_10_0a_barrage_corners() -> None:
    assert look("ocs.barrage", strength=0, roll=2).result == "-"
    assert look("ocs.barrage", strength=1, roll=12).result == "DG"
    assert look("ocs.barrage", strength=117, roll=12).result == "3"
    assert look("ocs.barrage", strength=500, roll=2).result == "DG"
    assert look("ocs.barrage", strength=117, roll=12).cost == "10T"


@pytest.mark.parametrize("roll", [1, 13])
def test_10_0a_a_roll_that_two_dice_cannot_show_is_refused(roll: int) -> None:
    with pytest.raises(BadInput, match="2d6"):
        look("ocs.barrage", strength=30, roll=roll)


@pytest.mark.parametrize(
    ("re", "shift"),
    [
        (0, "Left 1"), ("1/4", "Left 1"), (1, "Left 1"), ("1.25", "None"), (3, "None"), ("3.25", "Right 1"),
        (4, "Right 1"), ("17/4", "Right 2"), (5, "Right 2"), ("5.5", "Right 3"), (6, "Right 3"), ("6.25", "Right 4"),
        (12, "Right 4"),
    ],
)  # fmt: skip
def test_10_0a_density_is_not_rounded(re: int | str, shift: str) -> None:
    assert look("ocs.density", re=re).result == shift


@pytest.mark.parametrize("re", ["many", -1, "1/0"])
def test_10_0a_density_wants_a_number(re: int | str) -> None:
    with pytest.raises(BadInput, match=r"OCS 10\.0a"):
        look("ocs.density", re=re)


def test_10_0c_facility_table() -> None:
    entry = look("ocs.facility", strength=15, roll=4)

    assert (entry.result, entry.cost) == ("1 * (5)", "2T")
    assert look("ocs.facility", strength=81, roll=1).result == "1 (5)"
    with pytest.raises(BadInput, match="shift"):
        look("ocs.facility", strength=15, roll=4, shift=1)


def test_9_8_surprise_thresholds() -> None:
    found = {
        kind: [look("ocs.surprise", kind=kind, roll=roll).result for roll in (5, 6, 7, 8, 9, 10)]
        for kind in ("regular", "overrun")
    }

    assert found["regular"] == ["Defender", "None", "None", "None", "None", "Attacker"]
    assert found["overrun"] == ["Defender", "Defender", "None", "None", "Attacker", "Attacker"]
    assert look("ocs.surprise", kind="overrun", roll=-3).result == "Defender"


def test_12_8b_attrition_columns() -> None:
    assert look("ocs.attrition", ar=3, roll=10).result == "-4 Steps"
    assert look("ocs.attrition", ar=5, roll=15).result == "-All Steps"
    assert look("ocs.attrition", ar=0, roll=2).result == "-1 Step"
    with pytest.raises(BadInput):
        look("ocs.attrition", ar=6, roll=7)


def test_14_4f_mission_loss_is_rolled_on_one_die() -> None:
    assert look("ocs.mission_loss", aircraft=4, roll=5).result == "W"
    assert look("ocs.mission_loss", aircraft=2, roll=4).result == "#2"
    with pytest.raises(BadInput, match="1d6"):
        look("ocs.mission_loss", aircraft=4, roll=13)


def test_9_14b_a_dump_is_captured_in_quarters() -> None:
    captured = [look("ocs.capture", kind="Dump", roll=roll).result for roll in range(1, 7)]

    assert captured == ["0", "25", "25", "50", "50", "75"]


def test_9_14c_transport_is_captured_with_its_load() -> None:
    assert look("ocs.capture", kind="Trucks", roll=4).result == "50"
    assert look("ocs.capture", kind="Wagons", roll=6).result == "100"


def test_9_14f_aircraft_at_a_captured_base_lose_a_step_on_6_or_less() -> None:
    assert look("ocs.air_base_capture", roll=6).result == "Step Loss"
    assert look("ocs.air_base_capture", roll=16).result == "No Loss"
    lines = CHARTS.lines("air_base_capture_modifiers")
    assert sum(term.value for term in lines.applying({"active": True, "advance": True})) == 4


def test_9_6_dg_lowers_the_rating_and_strat_sets_it() -> None:
    assert look("ocs.action_rating", line="dg").result == "-1"
    assert look("ocs.action_rating", line="strat").result == "0"


def test_12_11a_dumps_blow_up_in_quarters() -> None:
    assert [look("ocs.dump_blowing", roll=roll).result for roll in range(1, 7)] == ["25", "50", "50", "75", "75", "100"]


def test_14_3e_air_combat_and_its_loss_die() -> None:
    assert [look("ocs.air_combat", roll=roll).result for roll in (6, 7, 8)] == [
        "Attacker Aborts",
        "Both Abort",
        "Defender Aborts",
    ]
    assert [look("ocs.air_loss", roll=roll).result for roll in (4, 5)] == ["No Loss", "Step Loss"]


def test_14_4e_flak_hits_on_11() -> None:
    assert [look("ocs.flak", roll=roll).result for roll in (10, 11)] == ["No Effect", "Step Loss"]


def test_14_10d_drops_into_closed_enemy_hexes_need_a_7() -> None:
    assert look("ocs.air_transport", status="Enemy", terrain="Closed", roll=6).result == "Failure"
    assert look("ocs.air_transport", status="Friendly", terrain="Clear", roll=5).result == "Success"


def test_18_3b_ships_do_less_to_the_shore() -> None:
    found = [look("ocs.ship_to_shore", line=result).result for result in ("1/2", "[1/2]", 1, 2)]

    assert found == ["DG", "DG", "1/2", "1"]


def test_19_0b_each_hit_takes_a_fifth_of_a_port() -> None:
    assert [look("ocs.port_damage", hits=hits).result for hits in (1, 2, 3, 4)] == ["80%", "60%", "40%", "20%"]


def test_9_4d_terrain_words_stand_for_their_row() -> None:
    assert look("ocs.terrain_combat", terrain="hills", effect="line").result == "Close"
    assert look("ocs.terrain_combat", terrain="major city", effect="armor").result == "x1/3"
    assert CHARTS["terrain_combat"].origin == "house"


def test_2_2_sequence_has_every_phase_in_order() -> None:
    phases = [line.value for line in CHARTS.lines("sequence").lines if line.group == "player turn"]

    assert phases == list("ABCDEFGH")
