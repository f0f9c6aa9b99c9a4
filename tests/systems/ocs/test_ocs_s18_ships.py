"""OCS 18.1 to 18.3: ships move, fire and are fired at, on the small coast beside this file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.core.rules import Hex, Side
from sandtable.core.sequence import Segment
from sandtable.core.titles import NAMED
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.s02_phases import CleanUp
from sandtable.systems.ocs.s14_flak import flak_at
from sandtable.systems.ocs.s18_fire import BarrageShip, naval
from sandtable.systems.ocs.state import EXPLOITATION, MOVEMENT, REACTION, OcsState
from sandtable.systems.ocs.system import OCS
from sandtable.systems.ocs.theatre import DG
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

COAST = Path(__file__).parent / "coast"
BLUE, RED = ALLIED, AXIS
MOVES = "Player turn / Movement Phase / Movement Segment"
REACTS = "Player turn / Reaction Phase / Reaction Movement"
EXPLOITS = "Player turn / Exploitation Phase / Exploitation Movement"
MOVEMENT_BARRAGES = "Player turn / Movement Phase / Movement barrages"
REACTION_BARRAGES = "Player turn / Reaction Phase / Reaction barrages"
COMBAT_BARRAGES = "Player turn / Combat Phase / Barrage Segment"


@pytest.fixture(autouse=True)
def coast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAMED, str(COAST))


def at_coast(units: str, **more: Any) -> OcsState:
    return field(units, scenario="coast", **more)


def segment(state: OcsState, row: str, side: Side = BLUE) -> Game:
    return Game(state, Segment(row, side))


def group(state: OcsState, *ids: str) -> tuple[Any, ...]:
    return tuple(sorted(unit(state, id) for id in ids))


def at(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


# ------------------------------------------------------------------------------------------------ 18.1 movement


def test_18_1c_ships_keep_to_the_sea_and_landing_craft_go_to_the_coast_and_to_estuaries() -> None:
    state = at_coast("cruiser 5.5; lc_1 5.5", segment=MOVEMENT)
    game = segment(state, MOVES)

    ship, craft = game.offers("sail", group(state, "cruiser")), game.offers("sail", group(state, "lc_1"))
    assert "8.5" in ship
    assert "9.5" not in ship
    assert {"9.5", "9.6", "3.5"} <= craft
    assert "10.5" not in craft
    assert "do not go to" in game.why("sail", group(state, "cruiser"), "9.5")
    board = state.theatre.board
    assert {board.place("11.4"), board.place("12.4")} <= set(state.theatre.coast)


def test_18_1f_twenty_hexes_slow_ships_ten_and_a_dukw_eight() -> None:
    state = at_coast("cruiser 4.1; monitor 4.1; lc_1 4.1; dukw 4.1", segment=MOVEMENT)
    game = segment(state, MOVES)
    distance = state.theatre.board.layout.distance
    start = state.scenario.place("4.1")

    def farthest(id: str) -> int:
        hexes = game.offers("sail", group(state, id))
        return max(distance(start, state.scenario.place(hex)) for hex in hexes)

    assert farthest("dukw") == 8
    assert farthest("lc_1") == 10
    assert farthest("monitor") == 10
    assert farthest("cruiser") == 10  # the sea is no larger
    game.do("sail", group(state, "cruiser"), "8.9")
    game.do("sail", group(state, "cruiser"), "4.1")
    assert state.spent[unit(state, "cruiser")] == 4 * 20
    assert "nowhere" in game.why("sail", group(state, "cruiser"))


def test_18_1f_a_damaged_ship_has_the_speed_of_its_damaged_side() -> None:
    state = at_coast("cruiser 4.1 s1", segment=MOVEMENT)
    segment(state, MOVES).do("sail", group(state, "cruiser"), "8.9")
    assert state.spent[unit(state, "cruiser")] == 4 * 10


def test_18_1e_ships_move_in_the_movement_exploitation_and_reaction_phases_without_reserves() -> None:
    for row, side, now, phasing in (
        (MOVES, BLUE, MOVEMENT, BLUE), (EXPLOITS, BLUE, EXPLOITATION, BLUE), (REACTS, BLUE, REACTION, RED),
    ):  # fmt: skip
        state = at_coast("cruiser 5.5", segment=now, phasing=phasing)
        segment(state, row, side).do("sail", group(state, "cruiser"), "6.5")
        assert at(state, "cruiser") == "6.5"


def test_18_1b_no_ship_goes_among_enemy_ships_or_combat_units() -> None:
    """18.1: any number of ships, never with the enemy's."""
    state = at_coast("lc_1 8.5; r_boats 8.4; r_1 9.5; r_truck 9.6", segment=MOVEMENT)
    game = segment(state, MOVES)

    assert "enemy is in" in game.why("sail", group(state, "lc_1"), "8.4")
    assert "enemy is in" in game.why("sail", group(state, "lc_1"), "9.5")
    assert "9.6" in game.offers("sail", group(state, "lc_1"))  # a truck is no hindrance


def test_18_1d_a_ship_recovers_in_its_owners_clean_up() -> None:
    state = at_coast("cruiser 5.5 dg; r_boats 8.9 dg")
    Game(state, CleanUp(BLUE))

    assert state.mode[unit(state, "cruiser")] != DG
    assert state.mode[unit(state, "r_boats")] == DG


# ------------------------------------------------------------------------------------------------ 18.3b the shore


def test_18_3b_one_step_becomes_half_a_step_for_ships() -> None:
    """16 points: column 12-16, unspotted left 3 to 3-4, one RE left 1 to 2. With 28: 25-40, left 4 to 5-7: 12 is `1`,
    for ships 1/2; a die of 3 is DG alone."""
    state = at_coast("cruiser 6.5; monitor 6.5; r_1 9.6; b_1 9.5")
    game = segment(state, MOVEMENT_BARRAGES)
    game.do("shell", "9.6", "units", [group(state, "cruiser", "monitor")], dice=[12, 3])

    assert state.mode[unit(state, "r_1")] == DG
    assert state.steps[unit(state, "r_1")] == 1
    assert not state.spent_tokens[BLUE]


def test_18_3a_a_ship_fires_at_land_once_in_a_turn_and_once_in_a_segment() -> None:
    """18.3: ships fight by barrages, at land and at ships."""
    state = at_coast("cruiser 6.5; monitor 6.4; r_1 9.6; r_2 9.4; r_boats 8.8")
    game = segment(state, MOVEMENT_BARRAGES)
    game.do("shell", "9.6", "units", [group(state, "cruiser")], dice=[2])
    assert "has fired in this phase" in game.why("shell", "9.4", "units", group(state, "cruiser"))
    assert "has fired in this phase" in game.why("engage", "8.8", "r_boats", group(state, "cruiser"))

    state.clear("done")
    state.clear("barraged")
    later = segment(state, "Player turn / Exploitation Phase / Exploitation barrages")
    assert "at land in this turn" in later.why("shell", "9.4", "units", group(state, "cruiser"))
    assert later.why("engage", "8.8", "r_boats", group(state, "cruiser")) == ""


def test_18_3a_the_next_turn_ships_may_fire_at_land_again() -> None:
    state = OCS.begin(OCS.load("coast"))
    state.shell(unit(state, "cruiser"))
    Game(state, state.stack[0])
    assert state.turn == 1
    assert not state.shelled[unit(state, "cruiser")]


def test_18_3b_a_port_takes_hits_from_ships_in_full() -> None:
    """28 points: column 21-40 of the facility table; a 6 is `2 * (4)`."""
    state = at_coast("cruiser 6.5; monitor 6.5; r_1 9.5")
    segment(state, MOVEMENT_BARRAGES).do("shell", "9.5", "port", [group(state, "cruiser", "monitor")], dice=[6])
    assert state.port_hits[state.scenario.place("9.5")] == 2


def test_10_0e_ships_and_artillery_do_not_share_a_target_hex_in_a_phase() -> None:
    state = at_coast("cruiser 6.5; monitor 6.4; r_1 9.6")
    game = segment(state, MOVEMENT_BARRAGES)
    game.do("shell", "9.6", "units", [group(state, "cruiser")], dice=[2])
    assert "has been barraged" in game.why("shell", "9.6")


# ------------------------------------------------------------------------------------------------ 18.3c targets


def terms_of(state: OcsState, ship: str, points: int, by: str, near: int = 0) -> list[str]:
    barrage = BarrageShip(RED, unit(state, ship), 2 * points, by, near)
    return [str(term.label) for term in naval(state, barrage).terms]


def test_18_3c_aircraft_count_twice_protection_divides_and_only_distance_shifts() -> None:
    """12 x 2 / 2 = 12: column 12-16, within 10 hexes of the base one right, 17-24."""
    state = at_coast("cruiser 6.5; monitor 6.5")
    assert terms_of(state, "cruiser", 12, "air", 1) == [
        "aircraft against ships: doubled", "divided by protection 2", "strength 12: column 12-16",
        "every aircraft is within 10 hexes of its base", "column 17-24 after the shifts",
    ]  # fmt: skip
    assert terms_of(state, "monitor", 12, "ship") == ["strength 12: column 12-16", "column 12-16 after the shifts"]


def test_18_3d_a_hit_turns_a_ship_over_and_the_second_sinks_it() -> None:
    """S-boats (8) and battery (16) at the monitor, unprotected."""
    state = at_coast("monitor 6.5; r_guns 9.5; r_boats 8.5", phasing=BLUE)
    game = segment(state, REACTION_BARRAGES, RED)
    game.do("engage", "6.5", "monitor", [group(state, "r_guns")], dice=[12])
    monitor = unit(state, "monitor")
    assert state.steps[monitor] == 1
    assert state.mode[monitor] == DG
    assert not state.spent_tokens[RED]

    state.clear("shot_at")
    game.do("engage", "6.5", "monitor", [group(state, "r_boats")], dice=[12, 4])  # 8 points: 1/2, and the die
    assert not state.is_on_map(monitor)
    assert not audit(state)


def test_18_3d_a_dg_on_a_disorganized_ship_is_a_hit_and_on_another_it_is_not() -> None:
    """16 points: column 12-16, where a 7 is DG."""
    for flags, steps in (("", 2), (" dg", 1)):
        state = at_coast(f"monitor 6.5{flags}; r_guns 9.5")
        segment(state, REACTION_BARRAGES, RED).do("engage", "6.5", "monitor", [group(state, "r_guns")], dice=[7])
        assert state.mode[unit(state, "monitor")] == DG
        assert state.steps[unit(state, "monitor")] == steps


def test_18_3d_a_dg_that_comes_with_a_hit_is_no_second_one() -> None:
    state = at_coast("monitor 6.5 dg; r_guns 9.5")
    segment(state, REACTION_BARRAGES, RED).do("engage", "6.5", "monitor", [group(state, "r_guns")], dice=[12])
    assert state.steps[unit(state, "monitor")] == 1


def test_18_3c_each_ship_is_a_target_once_in_a_phase_and_ships_one_by_one() -> None:
    state = at_coast("monitor 6.5; cruiser 6.5; r_guns 9.5; r_boats 8.5")
    game = segment(state, REACTION_BARRAGES, RED)
    game.do("engage", "6.5", "monitor", [group(state, "r_guns")], dice=[2])

    assert "has been a target" in game.why("engage", "6.5", "monitor")
    assert game.why("engage", "6.5", "cruiser") == ""


def test_18_3c_and_18_3e_torpedo_bombers_hit_ships_alone_and_strategic_bombers_never_do() -> None:
    """6 x 2 on the monitor: column 12-16, one right near the base; a 7 in 17-24 is DG."""
    units = "monitor 8.5; b_1 3.5; r_torpedo 11.5; r_heavy 11.5; r_stuka 11.5; r_1 9.5"
    state = at_coast(units, bases={"11.5": 1}, control={"11.5": RED})
    game = segment(state, REACTION_BARRAGES, RED)

    assert "torpedo bomber" in game.why("bomb", "3.5", "units", group(state, "r_torpedo"))
    assert "strategic" in game.why("strike", "8.5", "monitor", group(state, "r_heavy"))
    game.do("strike", "8.5", "monitor", [group(state, "r_torpedo")], [], dice=[5, 7])
    assert state.mode[unit(state, "monitor")] == DG
    assert at(state, "r_torpedo") == "11.5"
    assert not state.active[unit(state, "r_torpedo")]
    assert "may be a target" in game.why("strike", "8.5")


def test_18_3f_the_flak_of_ships_is_added_over_their_hex() -> None:
    state = at_coast("cruiser 8.5; monitor 8.5; r_stuka 11.5", bases={"11.5": 1}, control={"11.5": RED})
    found = flak_at(state, RED, "barrage", state.scenario.place("8.5"), (unit(state, "r_stuka"),))
    assert found.terms.total == 2


def test_18_3c_a_strike_that_nobody_survives_uses_the_ship_up_as_a_target() -> None:
    """Flak of 2 and a 12: the Stuka with one step is lost."""
    state = at_coast("cruiser 8.5; r_stuka 11.5 s1; r_torpedo 11.5", bases={"11.5": 1}, control={"11.5": RED})
    game = segment(state, REACTION_BARRAGES, RED)
    game.do("strike", "8.5", "cruiser", [group(state, "r_stuka")], [], dice=[12])
    assert not state.is_on_map(unit(state, "r_stuka"))
    assert state.shot_at[unit(state, "cruiser")]


# ------------------------------------------------------------------------------------------------ 18.3g the coast


def test_18_3g_coastal_artillery_fires_at_ships_in_the_combat_phase_too_and_ships_do_not() -> None:
    state = at_coast("monitor 6.5; r_guns 9.5; r_boats 8.5")
    game = segment(state, COMBAT_BARRAGES, RED)
    assert "Combat Phase" in game.why("engage", "6.5", "monitor", group(state, "r_boats"))
    game.do("engage", "6.5", "monitor", [group(state, "r_guns")], dice=[2])
    assert "nobody can fire at a ship" in game.why("engage", "6.5")


def test_18_3g_coastal_artillery_fires_at_land_as_artillery_and_pays_and_then_not_at_ships() -> None:
    state = at_coast("monitor 6.5; r_guns 9.5; b_1 9.6; r_1 9.5", dumps={"9.5": (RED, 6)})
    game = segment(state, COMBAT_BARRAGES, RED)
    game.do("barrage", "9.6", "units", [group(state, "r_guns")], [], dice=[2])
    assert state.spent_tokens[RED] == 3
    assert "nobody can fire" in game.why("engage", "6.5")


def test_18_3g_ships_fire_at_coastal_artillery_as_at_a_ship_a_step_destroys_it_a_dg_does_nothing() -> None:
    """16 points, no shift: column 12-16; 7 is DG, 12 a step."""
    state = at_coast("cruiser 6.5; r_guns 9.5; r_1 9.5")
    segment(state, MOVEMENT_BARRAGES).do("engage", "9.5", "r_guns", [group(state, "cruiser")], dice=[7])
    assert state.mode[unit(state, "r_guns")] != DG

    again = at_coast("cruiser 6.5; r_guns 9.5; r_1 9.5")
    segment(again, MOVEMENT_BARRAGES).do("engage", "9.5", "r_guns", [group(again, "cruiser")], dice=[12])
    assert not again.is_on_map(unit(again, "r_guns"))
    assert again.is_on_map(unit(again, "r_1"))
    assert again.mode[unit(again, "r_1")] != DG


def test_10_0e_ships_and_coastal_artillery_do_not_fire_together() -> None:
    state = at_coast("monitor 6.5; r_guns 9.5; r_boats 8.5")
    game = segment(state, REACTION_BARRAGES, RED)
    draft = ["engage", "6.5", "monitor", [group(state, "r_boats")], group(state, "r_guns")]
    assert "do not fire together" in game.why(*draft)
