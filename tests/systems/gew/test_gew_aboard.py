"""GEW 14.5, 24.5, 24.6, 26.1: whoever is aboard stands nowhere, though its counter lies where it started."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.core.rules import Hex, UnitId
from sandtable.systems.gew.audit import audit
from sandtable.systems.gew.s06_control import controls
from sandtable.systems.gew.s12_supply import closed, in_supply
from sandtable.systems.gew.s13_zones import occupied, zone, zone_of
from sandtable.systems.gew.s14_stacking import no_room, over_stacked
from sandtable.systems.gew.s19_attack import GroundCombatPhase, attackable
from sandtable.systems.gew.s19_foes import defenders
from sandtable.systems.gew.s21_absorption import Suffer
from sandtable.systems.gew.s22_retreat import ways
from sandtable.systems.gew.s23_air_operations import AirOperationsPhase, end_missions
from sandtable.systems.gew.s24_losses import abort
from sandtable.systems.gew.s25_naval_operations import NavalOperationsPhase
from sandtable.systems.gew.state import AIRBORNE_ASSAULT, AMPHIBIOUS_ASSAULT, TRANSPORT, GewState
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS, AXIS_SIDE, WALLIED

Make = Callable[..., Any]


def unit(state: GewState, id: str) -> UnitId:
    return state.theatre.unit(id)


def at(state: GewState, name: str) -> Hex:
    return state.theatre.place(name)


def send(state: GewState, passenger: str, carrier: str, to: str, mission: int = AMPHIBIOUS_ASSAULT) -> None:
    state.embark(unit(state, passenger), unit(state, carrier), "26.1")
    state.assign(unit(state, carrier), mission, at(state, to), Hex(-1), "26.1")


@pytest.mark.parametrize(
    ("mission", "carrier", "passenger"),
    [
        (AMPHIBIOUS_ASSAULT, "ita_amph1", "ita_csi"),
        (TRANSPORT, "ger_air1", "ita_csi"),
        (AIRBORNE_ASSAULT, "ger_air1", "ger_11fk"),
    ],
)
def test_26_1_and_14_5_who_is_aboard_has_no_zone_and_holds_nothing(
    battlefield: Make, mission: int, carrier: str, passenger: str
) -> None:
    """24.5, 24.6, 26.1: asked before and after, as facts are filed."""
    state = battlefield(f"{passenger} 2926, {carrier} display_axis, bri_cw1 tobruk, bri_x13 2826")
    start, tobruk = at(state, "2926"), at(state, "tobruk")

    def holds() -> tuple[bool, ...]:
        return (
            tobruk in zone(state, AXIS_SIDE),
            bool(zone_of(state, AXIS_SIDE, tobruk)),
            start in occupied(state, AXIS_SIDE),
            bool(state.ground_in(start)),
            bool(defenders(state, ALLIED_SIDE, start)),
            start in attackable(state, ALLIED_SIDE),
            tobruk in attackable(state, AXIS_SIDE),
            start in closed(state, WALLIED),
            controls(state, AXIS, start),
        )

    assert all(holds())
    send(state, passenger, carrier, "sirte", mission)
    assert not any(holds())
    assert not audit(state)
    state.set_free(unit(state, passenger))  # back
    assert all(holds())


def test_26_1_a_unit_aboard_is_in_supply_wherever_it_started(battlefield: Make) -> None:
    """26.1: G12-g. One answer for play, lens and hook; the hook tells of units on the map."""
    state = battlefield("ita_csi 2528, ita_amph1 display_axis", control={"tripoli": "", "benghazi": "", "sirte": ""})
    csi = unit(state, "ita_csi")
    assert not in_supply(state, csi)
    send(state, "ita_csi", "ita_amph1", "tobruk")
    assert in_supply(state, csi)
    shown = GEW.lens.supply(state, csi)
    assert shown is not None
    assert shown.supplied
    assert csi not in GEW.lens.supplied(state, AXIS_SIDE)


def test_14_5_a_stack_that_has_lost_one_to_the_ships_is_not_over_stacked(battlefield: Make) -> None:
    """14.2, 14.5: four corps are too many, three are not; the place of the fourth may be taken."""
    state = battlefield("ita_csi naples, ger_dak naples, ita_cam naples, ger_fl1 naples, ita_amph1 display_axis")
    naples = at(state, "naples")
    assert over_stacked(state, naples)
    send(state, "ita_csi", "ita_amph1", "tobruk")
    assert not over_stacked(state, naples)
    assert list(no_room(state, unit(state, "ger_11fk"), naples))  # three corps
    state.eliminate(unit(state, "ita_cam"), "21.1")
    assert not list(no_room(state, unit(state, "ger_11fk"), naples))


def test_28_2_a_fortification_whose_last_unit_sails_is_gone(battlefield: Make, game: Make) -> None:
    state = battlefield("bri_cw1 tobruk, bri_amph1 display_allied")
    state.mark("fort", at(state, "tobruk"), ALLIED_SIDE + 1, "28.1")
    play = game(state, NavalOperationsPhase(ALLIED_SIDE))
    play.do("land", "bri_amph1", "bri_cw1", "sirte")
    assert not state.fort[at(state, "tobruk")]
    assert not audit(state)


def test_26_1_and_22_1_a_retreat_may_go_where_those_stood_who_sailed(battlefield: Make) -> None:
    """22.1: and past the hexes of their zone."""
    state = battlefield("sov_t1 3508, ger_a6 3409, ita_csi 3507, ita_amph1 display_axis", joined={"ussr": "soviet"})
    tanks = unit(state, "sov_t1")
    assert {where(state, place) for place in ways(state, tanks, 1).onward(())} == {"3609"}
    send(state, "ita_csi", "ita_amph1", "tripoli")
    assert {where(state, place) for place in ways(state, tanks, 1).onward(())} == {"3507", "3608", "3609"}


def where(state: GewState, place: Hex) -> str:
    return state.scenario.place_name(place)


@pytest.mark.parametrize("end", [end_missions, None])
def test_22_2_who_comes_back_to_a_hex_that_an_enemy_has_taken_is_lost(battlefield: Make, end: Any) -> None:
    """22.1, 22.2: G22-b. Blocked from retreating."""
    state = battlefield("bri_cw1 alexandria, bri_x13 alexandria, bri_amph1 display_allied, ger_dak 3327")
    send(state, "bri_cw1", "bri_amph1", "tripoli")
    state.eliminate(unit(state, "bri_x13"), "21.1")
    state.move(unit(state, "ger_dak"), at(state, "alexandria"), "22.1")
    assert not audit(state)
    if end is not None:
        end_missions(state, ALLIED_SIDE)
    else:
        abort(state, unit(state, "bri_amph1"), "26.6")
    assert where(state, Hex(state.hex_of[unit(state, "bri_cw1")])) == "reinforcements_allied"
    assert not audit(state)


def test_22_2_who_comes_back_may_over_stack(battlefield: Make) -> None:
    """14.5"""
    state = battlefield("bri_cw1 alexandria, bri_amph1 display_allied, bri_a8 cairo, bri_a9 cairo")
    send(state, "bri_cw1", "bri_amph1", "tripoli")
    for id in ("bri_a8", "bri_a9"):
        state.move(unit(state, id), at(state, "alexandria"), "17.0")
    end_missions(state, ALLIED_SIDE)
    alexandria = at(state, "alexandria")
    assert len(state.ground_in(alexandria)) == 3
    assert over_stacked(state, alexandria)


def test_o37_2_a_landing_in_africa_costs_what_fighting_in_africa_costs(battlefield: Make) -> None:
    """O37.2: whoever lands is over the hex it attacks, not where it started."""
    state = battlefield("ita_csi naples, ita_amph1 display_axis, bri_cw1 tobruk", options={"mediterranean": True})
    send(state, "ita_csi", "ita_amph1", "tobruk")
    assert Suffer(AXIS_SIDE, (unit(state, "ita_csi"),), 1, "retreat").cost(state) == 2
    end_missions(state, AXIS_SIDE)
    assert Suffer(AXIS_SIDE, (unit(state, "ita_csi"),), 1, "retreat").cost(state) == 1


# ------------------------------------------------------------------------------------------------ whom one lands with

SKIES = "bri_air1 display_allied, bri_abn 3723, sov_vvs display_allied, sov_abn sevastopol"


@pytest.mark.parametrize("enemies", ["ita_csi 3619", "ita_csi 3519"])
@pytest.mark.parametrize("first", [("bri_air1", "bri_abn"), ("sov_vvs", "sov_abn")])
def test_14_3_british_and_soviet_airborne_units_do_not_drop_on_one_hex(
    battlefield: Make, game: Make, enemies: str, first: tuple[str, str]
) -> None:
    """14.3: neither where enemies stand, nor on an empty hex, and whoever flies first."""
    state = battlefield(f"{SKIES}, {enemies}", joined={"ussr": "soviet", "turkey": "axis"})
    play = game(state, AirOperationsPhase(ALLIED_SIDE))
    second = ("sov_vvs", "sov_abn") if first[0] == "bri_air1" else ("bri_air1", "bri_abn")
    both = play.offers("assault", *first) & play.offers("assault", *second)
    assert "3619" in both
    play.do("assault", *first, "3619")
    assert play.offers("assault", *second) >= both - {"3619"}
    assert "3619" not in play.offers("assault", *second)
    assert "cannot stack with" in play.why("assault", *second, "3619")
    assert "(GEW 14.3)" in play.why("assault", *second, "3619")


def test_14_3_no_british_landing_where_soviets_drop(battlefield: Make, game: Make) -> None:
    """14.3: the amphib comes after the airlift."""
    state = battlefield(
        "bri_amph1 display_allied, bri_cw1 alexandria, sov_vvs display_allied, sov_abn batumi, tur_a1 adana",
        joined={"ussr": "soviet", "turkey": "axis"},
    )
    free = game(state.copy(), NavalOperationsPhase(ALLIED_SIDE))
    adana = state.scenario.place_name(at(state, "adana"))
    assert adana in free.offers("land", "bri_amph1", "bri_cw1")
    send(state, "sov_abn", "sov_vvs", "adana", AIRBORNE_ASSAULT)
    play = game(state, NavalOperationsPhase(ALLIED_SIDE))
    assert adana not in play.offers("land", "bri_amph1", "bri_cw1")
    assert "(GEW 14.3)" in play.why("land", "bri_amph1", "bri_cw1", "adana")


def test_14_3_two_of_one_power_drop_together(battlefield: Make, game: Make) -> None:
    state = battlefield("bri_air1 display_allied, us_air1 display_allied, bri_abn cairo, us_18abn alexandria, "
                        "ita_csi 3327", joined={"usa": "wallied"})  # fmt: skip
    play = game(state, AirOperationsPhase(ALLIED_SIDE))
    play.do("assault", "bri_air1", "bri_abn", "3327")
    assert "3327" in play.offers("assault", "us_air1", "us_18abn")
    play.do("assault", "us_air1", "us_18abn", "3327")
    fight = game(state, GroundCombatPhase(ALLIED_SIDE))
    assert "must take part" in fight.why("attack", "3327", ["bri_abn"], "done")
