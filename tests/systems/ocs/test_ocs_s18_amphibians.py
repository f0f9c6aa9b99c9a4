"""OCS 18.4e, 18.4f: DUKWs on land and LSTs as ports, on the small coast beside this file."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from sandtable.core.flow import Roll
from sandtable.core.rules import Hex
from sandtable.core.sequence import Segment
from sandtable.core.titles import NAMED
from sandtable.play.words import read_any, words_of
from sandtable.systems.ocs.audit import accounts, audit
from sandtable.systems.ocs.s02_phases import BeginReaction
from sandtable.systems.ocs.s09_capture import Capture
from sandtable.systems.ocs.s12_paths import stores
from sandtable.systems.ocs.s12_trace import capacity, ports, sources, traced
from sandtable.systems.ocs.s18_fire import marks
from sandtable.systems.ocs.state import AFLOAT, MOVEMENT, NEW_PORT, ON_WHEELS, PORT, OcsState
from sandtable.systems.ocs.system import OCS
from sandtable.systems.ocs.theatre import QUARTERS
from sandtable.systems.ocs.title_faults import faults
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

COAST = Path(__file__).parent / "coast"
BLUE, RED = ALLIED, AXIS
MOVES = "Player turn / Movement Phase / Movement Segment"


@pytest.fixture(autouse=True)
def coast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAMED, str(COAST))


def moves(units: str, **more: Any) -> tuple[OcsState, Game]:
    state = field(units, scenario="coast", segment=MOVEMENT, **more)
    return state, Game(state, Segment(MOVES, BLUE))


def at(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


def sound(state: OcsState) -> bool:
    return all(came == held + gone for _, _, came, held, gone in accounts(state)) and not audit(state)


# ------------------------------------------------------------------------------------------------ DUKWs


def test_18_4e_a_dukw_drives_ashore_by_a_roll_with_three_times_the_points_it_has_left() -> None:
    """Two of eight hexes sailed: 18 of 24 points are left on land; 6 or more lands it."""
    state, game = moves("dukw 8.7 t4")
    dukw = unit(state, "dukw")
    game.do("sail", (dukw,), "9.6")
    assert "carries supply alone" not in game.why("wade", "dukw")
    game.do("wade", "dukw", dice=[7])
    assert state.role[dukw] == ON_WHEELS
    assert state.spent[dukw] == 2 * 3 * QUARTERS
    assert dukw in state.transport(BLUE)
    assert dukw not in state.craft(BLUE)
    assert state.on_hand(BLUE) == 4
    assert sound(state)
    game.do("haul", (dukw,), 0, "11.6", "keep")
    assert at(state, "dukw") == "11.6"


def test_18_4e_a_roll_that_goes_wrong_loses_it_and_its_supply() -> None:
    state, game = moves("dukw 9.6 t4")
    game.do("wade", "dukw", dice=[2])
    assert at(state, "dukw") == "dead_blue"
    assert state.lost_tokens[BLUE] == 4
    assert sound(state)


def test_18_4e_on_land_it_carries_supply_alone_and_hauls_like_a_truck() -> None:
    """Loading costs a tenth of 24 points, rounded: 2."""
    state, game = moves("dukw 3.5; b_1 3.5; b_hq 2.5", dumps={"3.5": (BLUE, 8)}, control={"3.5": BLUE})
    dukw = unit(state, "dukw")
    state.take_role(dukw, ON_WHEELS, "18.4e")
    game = Game(state, Segment(MOVES, BLUE))
    assert "is no landing craft of yours" in game.why("board", "dukw")
    game.do("haul", (dukw,), 4, "2.5", "unload")
    assert state.spent[dukw] == (2 + 2) * QUARTERS + 2  # and half a point of road
    assert state.dump[state.scenario.place("2.5")] == 4
    assert sound(state)


def test_18_4e_with_units_aboard_it_does_not_drive() -> None:
    game = moves("dukw 9.6; b_1 aboard_dukw move")[1]
    assert "carries supply alone, not 1 Bde (OCS 18.4e)" in game.why("wade", "dukw")
    assert "not on the coast" in moves("dukw 8.6")[1].why("wade", "dukw")
    assert "is no DUKW" in moves("lc_1 9.6")[1].why("wade", "lc_1")
    assert "enemy's is in" in moves("dukw 9.6; r_truck 9.6")[1].why("wade", "dukw")


def test_18_4e_by_sea_it_carries_what_could_go_by_air() -> None:
    state, game = moves("dukw 3.5; b_1 3.5 move; b_truck 3.5; b_art 3.5 move", control={"3.5": BLUE})
    said = game.why("board", "dukw", (unit(state, "b_truck"),))
    assert "Blue truck could not go by air, and so not aboard DUKW" in said
    assert "could not go by air" in game.why("board", "dukw", (unit(state, "b_art"),))
    assert "go in Move Mode" in game.why("board", "dukw", (unit(state, "b_1"),), "combat")
    game.do("board", "dukw", (unit(state, "b_1"),), "move")
    assert at(state, "b_1") == "aboard_dukw"


def test_18_4e_it_takes_to_the_water_without_a_roll_with_a_third_of_its_points() -> None:
    state, _ = moves("dukw 10.6 t4")
    dukw = unit(state, "dukw")
    state.take_role(dukw, ON_WHEELS, "18.4e")
    game = Game(state, Segment(MOVES, BLUE))
    assert "not on the coast" in game.why("launch", "dukw")
    game.do("move", (dukw,), "same", "9.6", [])
    spent = state.spent[dukw]
    game.do("launch", "dukw")
    assert state.role[dukw] == AFLOAT
    assert state.spent[dukw] == -(-spent // 3)
    game.do("sail", (dukw,), "8.6")
    assert at(state, "dukw") == "8.6"
    assert sound(state)


def test_18_4e_on_land_it_is_captured_as_a_truck() -> None:
    """9.14c: a 6 captures all of it; it drives for its captor."""
    state, _ = moves("dukw 11.6 t4; r_1 12.5")
    dukw = unit(state, "dukw")
    state.take_role(dukw, ON_WHEELS, "18.4e")
    state.move(unit(state, "r_1"), state.scenario.place("11.6"), "6.1")
    Game(state, Capture(RED, state.scenario.place("11.6"), (unit(state, "r_1"),)), [6])
    assert state.owner[dukw] == RED
    assert dukw in state.transport(RED)
    assert [store.carrier for store in stores(state, RED)] == [dukw]
    assert sound(state)


def test_18_4e_one_that_begins_inland_is_on_wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = copytree(COAST, tmp_path / "inland")
    path = copy / "scenarios" / "coast.toml"
    said = (
        path.read_text(encoding="utf-8")
        .replace(', "lc_1", "dukw"]', ', "lc_1"]')
        .replace("[at]", '[at]\n"1.3" = ["dukw"]')
    )
    path.write_text(said, encoding="utf-8")
    (copy / "scenarios" / "coast.toml").rename(copy / "scenarios" / "inland.toml")
    assert faults(copy) == []
    monkeypatch.setenv(NAMED, str(copy))
    state = OCS.begin(OCS.load("inland"))
    assert state.role[unit(state, "dukw")] == ON_WHEELS
    assert sound(state)


def test_18_4e_a_role_is_told_in_words() -> None:
    state = OCS.begin(OCS.load("coast"))
    assert state.role[unit(state, "dukw")] == AFLOAT  # in a port
    moved = read_any(words_of(state) + "; dukw 11.6 role on wheels")[1]
    assert isinstance(moved, OcsState)
    assert moved.role[unit(moved, "dukw")] == ON_WHEELS
    assert not audit(moved)


# ------------------------------------------------------------------------------------------------ LSTs


def test_18_4f_an_lst_becomes_a_port_by_a_roll_that_lands_its_units() -> None:
    """It takes a supply point in a phase and is a source, both from the next phase on."""
    state, game = moves("lst 9.3; b_1 aboard_lst; b_2 aboard_lst")
    lst, here = unit(state, "lst"), state.scenario.place("9.3")
    game.do("deploy", "lst", "combat", dice=[8])
    assert [at(state, id) for id in ("b_1", "b_2")] == ["9.3", "9.3"]
    assert state.role[lst] == NEW_PORT
    assert here not in ports(state)
    Game(state, BeginReaction(BLUE))
    assert state.role[lst] == PORT
    assert capacity(state, here) == 4
    assert here in sources(state, BLUE)
    assert here not in sources(state, RED)
    assert traced(state, unit(state, "b_1"))
    assert sound(state)


def test_18_4f_a_part_that_is_lost_makes_landing_craft_of_it() -> None:
    """18.3d: with 4, and 1 for the open beach, a unit and a third of its two points are lost, rounded: one."""
    state, game = moves("lst 9.3; b_1 aboard_lst; b_2 aboard_lst")
    game.do("deploy", "lst", "combat", dice=[4])
    assert isinstance(game.wait, Roll)
    game.dice = [1]
    game.go()
    lst = unit(state, "lst")
    assert (state.role[lst], state.steps[lst]) == (AFLOAT, 1)
    assert [at(state, id) for id in ("b_1", "b_2")] == ["dead_blue", "9.3"]
    assert "with all its points" in game.why("deploy", "lst")
    assert sound(state)


def test_18_4f_an_empty_one_is_asked_for_no_other_mode_and_may_be_lost() -> None:
    state, game = moves("lst 9.3")
    assert game.offers("deploy", "lst") == {"combat"}
    game.do("deploy", "lst", "combat", dice=[2])
    assert at(state, "lst") == "dead_blue"


def test_18_4f_not_at_sea_nor_beside_a_port_nor_with_supply_aboard_nor_in_a_quiet_turn() -> None:
    assert "not on the coast" in moves("lst 8.3")[1].why("deploy", "lst")
    assert "has a port" in moves("lst 3.5", control={"3.5": BLUE})[1].why("deploy", "lst")
    assert "18.5e" in moves("lst 9.3 t4")[1].why("deploy", "lst")
    assert "18.5e" in moves("lst 9.3; b_truck aboard_lst")[1].why("deploy", "lst")
    assert "is no LST" in moves("lc_1 9.3")[1].why("deploy", "lc_1")
    state, game = moves("lst 9.3", quiet_turns=True)
    state.agree("2.4")
    assert "OCS 2.4" in game.why("deploy")


def port() -> OcsState:
    state, _ = moves("lst 9.3; b_1 10.3; r_1 12.3", control={"9.3": BLUE})
    state.take_role(unit(state, "lst"), PORT, "18.4f")
    return state


def test_18_4f_craft_unload_through_it_within_its_capacity_and_it_goes_nowhere() -> None:
    state, _ = moves("lst 9.3; lc_1 9.3 t8", control={"9.3": BLUE})
    state.take_role(unit(state, "lst"), PORT, "18.4f")
    game = Game(state, Segment(MOVES, BLUE))
    assert "is no ship" in game.why("sail", (unit(state, "lst"),))
    game.do("discharge", "lc_1", 4)
    assert state.dump[state.scenario.place("9.3")] == 4
    assert "takes nothing more" in game.why("discharge", "lc_1")
    assert sound(state)


def test_18_4f_nobody_fires_at_it_and_an_enemy_who_enters_destroys_it() -> None:
    state = port()
    here = state.scenario.place("9.3")
    assert marks(state, RED, here, True) == []
    state.move(unit(state, "r_1"), here, "6.1")
    Game(state, Capture(RED, here, (unit(state, "r_1"),)))
    assert at(state, "lst") == "dead_blue"
    assert here not in ports(state)
    assert here not in sources(state, BLUE)
