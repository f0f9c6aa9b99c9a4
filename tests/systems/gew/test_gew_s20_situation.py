"""GEW 20: the shifts of an attack, read from the position. Round 3508 all is clear: 3507, 3608 (a city), 3609, 3509,
3409, 3408, clockwise from the north."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.core.hexes import Hexside
from sandtable.core.rules import Hex, Side
from sandtable.systems.gew import theatre_loading
from sandtable.systems.gew.s20_shifts import Battle
from sandtable.systems.gew.s20_situation import Forces, battle, reckon
from sandtable.systems.gew.state import AIRBORNE_ASSAULT, AMPHIBIOUS_ASSAULT, DEFENSIVE_SUPPORT, GUNFIRE, GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE

Look = Callable[..., Battle]


def forces(state: GewState, target: str, side: Side = AXIS_SIDE) -> Forces:
    """All units of the side next to the target attack it."""
    at = state.theatre.place(target)
    around = state.scenario.board.around(at)
    units = [unit for place in around for unit in state.ground_in(place) if state.side_of(unit) == side]
    return Forces(side, at, tuple(sorted(units)), tuple(state.ground_in(at)))


@pytest.fixture
def look(battlefield: Callable[..., GewState]) -> Look:
    def at(target: str, units: str, side: Side = AXIS_SIDE, setting: Any = None, **more: Any) -> Battle:
        state = battlefield(units, **{"joined": {"ussr": "soviet"}, "turn": 5, **more})
        if setting is not None:
            setting(state)
        return battle(state, forces(state, target, side))

    return at


def test_20_1_terrain_and_cities(look: Look) -> None:
    assert look("3508", "ger_a6 3408, sov_f3 3508") == Battle(region="ussr")
    assert look("3109", "ger_a6 3108, sov_f3 3109").terrain == "rough"
    assert look("4315", "ger_gb49 4314, sov_mtn 4315").terrain == "high mountain"
    assert look("3608", "ger_a6 3508, sov_f3 3608").city


def test_20_1_only_what_every_attacker_crosses_counts(look: Look) -> None:
    """3106 has rivers to 3105 and 3206, and none to 3107."""
    assert look("3106", "ger_a6 3105, sov_f3 3106").hexside == "river"
    assert look("3106", "ger_a6 3105, ger_a4 3206, sov_f3 3106").hexside == "river"
    assert look("3106", "ger_a6 3105, ger_a4 3107, sov_f3 3106").hexside == "none"


def test_30_4_marines_ignore_straits_and_lakes(look: Look) -> None:
    """Messina lies across a strait from 2420."""
    crossed = look("messina", "bri_rm 2420, ger_a6 messina", ALLIED_SIDE)
    assert (crossed.hexside, crossed.marine) == ("strait", True)
    assert look("messina", "bri_x13 2420, ger_a6 messina", ALLIED_SIDE).hexside == "strait"


def test_30_4_marines_over_a_lake_spare_the_others_the_river(look: Look) -> None:
    """Not every attacker crosses water then; without marines all do, and the river counts."""
    theatre = theatre_loading.theatre()
    target, lake, river = next(
        (int(side) // 6, one, other)
        for side, kind in theatre.water.items() if kind == "lake"
        for one in [theatre.board.neighbours[side]]
        for turn in range(6) if theatre.water.get(Hexside(side // 6 * 6 + turn)) == "river"
        for other in [theatre.board.neighbours[side // 6 * 6 + turn]]
        if "sea" not in (theatre.terrain[side // 6], theatre.terrain[one], theatre.terrain[other])
    )  # fmt: skip
    at, by_lake, by_river = (theatre.board.name(Hex(place)) for place in (target, lake, river))
    marines = f"bri_rm {by_lake}, bri_x13 {by_river}, ger_g1 {at}"
    assert look(at, marines, ALLIED_SIDE).hexside == "none"
    assert look(at, marines.replace("bri_rm", "bri_cw1"), ALLIED_SIDE).hexside == "river"


def landed(state: GewState, unit: str, carrier: str, mission: int, target: str) -> None:
    state.embark(state.theatre.unit(unit), state.theatre.unit(carrier), "26.1")
    state.assign(state.theatre.unit(carrier), mission, state.theatre.place(target), Hex(-1), "26.1")


def with_landing(state: GewState, target: str, unit: str, side: Side = AXIS_SIDE) -> Battle:
    attack = forces(state, target, side)
    return battle(state, attack._replace(units=(*attack.units, state.theatre.unit(unit))))


def test_20_1_19_7_those_who_land_cross_no_river(battlefield: Callable[..., GewState]) -> None:
    state = battlefield("ger_a6 3105, ger_11fk berlin, ger_air1 display_axis, sov_f3 3106", joined={"ussr": "soviet"})
    assert battle(state, forces(state, "3106")).hexside == "river"
    landed(state, "ger_11fk", "ger_air1", AIRBORNE_ASSAULT, "3106")
    assert with_landing(state, "3106", "ger_11fk").hexside == "none"


def test_20_4_g20_2_a_unit_that_drops_from_the_next_hex_surrounds_nobody(battlefield: Callable[..., GewState]) -> None:
    units = "ger_a6 3507, ger_11fk 3509, ger_air1 display_axis, sov_f3 3508"
    state = battlefield(units, joined={"ussr": "soviet"})
    assert battle(state, forces(state, "3508")).concentric
    landed(state, "ger_11fk", "ger_air1", AIRBORNE_ASSAULT, "3508")
    assert not battle(state, forces(state, "3508")).concentric


def test_26_2_gunfire_helps_only_an_attack_with_the_landing(battlefield: Callable[..., GewState]) -> None:
    units = "bri_cw1 alexandria, bri_a8 2025, bri_amph1 display_allied, bri_fleet1 display_allied, ger_g1 tripoli"
    state = battlefield(units)
    landed(state, "bri_cw1", "bri_amph1", AMPHIBIOUS_ASSAULT, "tripoli")
    state.assign(state.theatre.unit("bri_fleet1"), GUNFIRE, state.theatre.place("tripoli"), Hex(-1), "26.2")
    assert battle(state, forces(state, "tripoli", ALLIED_SIDE)).fleet == 0
    assert with_landing(state, "tripoli", "bri_cw1", ALLIED_SIDE).fleet == 3


def test_20_2_only_the_defenders_fortification_counts(look: Look) -> None:
    def ours(state: GewState) -> None:
        state.mark("fort", state.theatre.place("3508"), AXIS_SIDE + 1, "28.1")

    def theirs(state: GewState) -> None:
        state.mark("fort", state.theatre.place("3508"), ALLIED_SIDE + 1, "28.1")

    assert look("3508", "ger_a6 3408, sov_f3 3508", setting=theirs).fortification
    assert not look("3508", "ger_a6 3408, sov_f3 3508", setting=ours).fortification


def test_20_3_mechanized_units_are_counted(look: Look) -> None:
    assert look("3508", "ger_pz1 3408, ger_pz2 3409, ger_a6 3509, sov_f3 3508").mech == 2


@pytest.mark.parametrize(
    ("units", "ring"),
    [
        ("ger_a6 3507, ger_a4 3509", True),  # opposite
        ("ger_a6 3507, ger_a4 3609, ger_a9 3409", True),  # alternate
        ("ger_a6 3507, ger_a4 3609", False),
        ("ger_a6 3507, ger_a4 3608, ger_a9 3408", False),
    ],
)
def test_20_4_attackers_in_or_next_to_every_hex_round_the_defender(look: Look, units: str, ring: bool) -> None:
    assert look("3508", f"{units}, sov_f3 3508").concentric is ring


def test_20_4_g20_3_sea_hexes_must_be_covered_and_hexes_beyond_the_edge_not(look: Look) -> None:
    """Sevastopol has one land neighbour and five of sea; 4615 has three neighbours on the map."""
    assert not look("sevastopol", "ger_a6 3714, sov_f3 sevastopol").concentric
    assert look("4615", "ger_gb49 4515, sov_f3 4615").concentric


def test_20_4_soviets_beside_their_staging_area(look: Look) -> None:
    assert look("4615", "ger_gb49 4515, sov_f3 4615").beside_staging
    assert not look("4615", "ger_gb49 4515, bri_x13 4615").beside_staging
    assert not look("3508", "ger_a6 3408, sov_f3 3508").beside_staging


def test_20_5_24_4_defending_aircraft(look: Look) -> None:
    def flown(state: GewState) -> None:
        state.assign(
            state.theatre.unit("sov_w"),
            DEFENSIVE_SUPPORT,
            state.theatre.place("3508"),
            state.theatre.display[1],
            "24.4",
        )

    found = look("3508", "ger_a6 3408, sov_f3 3508, sov_w display_allied", setting=flown)
    assert found.defending_air > 0
    assert found.attacking_air == 0


def test_20_6_season_and_region(look: Look) -> None:
    assert look("3508", "ger_a6 3408, sov_f3 3508", turn=3).season == "winter"
    assert look("3004", "ger_a6 3104, sov_f3 3004").region == "baltic states"
    assert look("tobruk", "bri_a8 3126, ger_a6 tobruk", ALLIED_SIDE).region == "north africa"
    assert look("3723", "bri_x13 3723, ger_a6 3723").region == "middle east"  # G20-6: Cyprus
    assert look("malta", "bri_malta malta").region == "europe"


def test_20_6_g20_5_mountain_units_are_noticed(look: Look) -> None:
    assert look("3508", "ger_gb49 3408, sov_f3 3508").mountain
    assert look("3508", "alp_1 3408, ger_a6 3508", ALLIED_SIDE).mountain  # 30.3: partisans


def test_19_6_factors_are_summed(battlefield: Callable[..., GewState]) -> None:
    state = battlefield("ger_pz1 3408, ger_a6 3409, sov_f3 3508, sov_fl1 3508", joined={"ussr": "soviet"}, turn=5)
    sums = reckon(state, forces(state, "3508")._replace(offensive=True))
    assert sums.differential.total == 8 + 6 - 8 - 1 + 2
    assert sums.shifts.total == 1
    assert Hex(state.hex_of[0]) == -1
