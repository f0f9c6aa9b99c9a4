"""OCS 18.4 to 18.6, 19.0f: landing craft, landings, beach assaults, shipping, on the small coast beside this file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.core.flow import Roll
from sandtable.core.rules import Hex
from sandtable.core.sequence import Segment
from sandtable.core.titles import NAMED
from sandtable.systems.ocs.audit import accounts, audit
from sandtable.systems.ocs.s05_modes import SAME, allowance, ordered
from sandtable.systems.ocs.s09_capture import Capture
from sandtable.systems.ocs.s12_paths import lines_to
from sandtable.systems.ocs.s12_supply_phase import CheckSupply
from sandtable.systems.ocs.s18_fire import BarrageShip
from sandtable.systems.ocs.s18_landings import landing_at, parties
from sandtable.systems.ocs.state import EXPLOITATION, FINISHED, FOR_THE_PHASE, MOVEMENT, REACTION, OcsState
from sandtable.systems.ocs.theatre import COMBAT, DG, EXPLOIT, MOVE
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

COAST = Path(__file__).parent / "coast"
BLUE, RED = ALLIED, AXIS
MOVES = "Player turn / Movement Phase / Movement Segment"
REACTS = "Player turn / Reaction Phase / Reaction Movement"
COMBATS = "Player turn / Combat Phase / Combat Segment"


@pytest.fixture(autouse=True)
def coast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAMED, str(COAST))


def at_coast(units: str, **more: Any) -> OcsState:
    return field(units, scenario="coast", **more)


def moves(units: str, **more: Any) -> tuple[OcsState, Game]:
    state = at_coast(units, segment=MOVEMENT, **more)
    return state, Game(state, Segment(MOVES, BLUE))


def group(state: OcsState, *ids: str) -> tuple[Any, ...]:
    return tuple(sorted(unit(state, id) for id in ids))


def at(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


def balanced(state: OcsState) -> bool:
    return all(came == held + gone for _, _, came, held, gone in accounts(state)) and not audit(state)


HOME: dict[str, Any] = {"control": {"3.5": BLUE, "3.2": BLUE}}


# ------------------------------------------------------------------------------------------------ 18.4 loading


def test_18_4c_units_go_aboard_in_a_port_within_its_capacity_and_the_crafts() -> None:
    """18.4a: slow leg brigades count half, 2T each, a truck 4T; the port takes 16T in a phase."""
    state, game = moves("b_1 3.5; b_2 3.5; b_3 3.5; b_truck 3.5 t4; b_big 3.5; lc_1 3.5; lc_2 3.5", **HOME)
    game.do("board", "lc_1", group(state, "b_1", "b_2", "b_truck"), "combat")
    assert at(state, "b_1") == "aboard_lc_1"
    assert state.port_used[state.scenario.place("3.5")] == 8
    assert not state.occupied(BLUE) - state.theatre.board.bits([state.scenario.place("3.5")])
    assert "room for 8T more" in game.why("board", "lc_2", group(state, "b_big", "b_3"))
    assert game.why("board", "lc_2", group(state, "b_big")) == ""
    assert balanced(state)
    assert state.on_hand(BLUE) == 4  # on the truck, aboard


def test_18_4c_not_what_has_moved_nor_in_another_mode_nor_without_a_port() -> None:
    state, game = moves("b_1 3.4; b_2 3.5 strat; b_3 3.5 dg; lc_1 3.5; lc_2 3.6; b_art 3.6", **HOME)
    assert "neither in Combat nor in Move Mode" in game.why("board", "lc_1", group(state, "b_2"))
    assert "neither in Combat nor in Move Mode" in game.why("board", "lc_1", group(state, "b_3"))
    assert "in no port" in game.why("board", "lc_2")
    game.do("move", group(state, "b_1"), "same", "3.5", [])
    assert "has moved" in game.why("board", "lc_1", group(state, "b_1"))


def test_19_0_a_single_unit_that_is_too_large_is_all_the_business_of_a_port() -> None:
    """4 Div takes 8T, the port of South has 6T; then it takes nothing more."""
    state, game = moves("b_big 3.2; b_1 3.2; lc_1 3.2; lc_2 3.2", **HOME)
    game.do("board", "lc_1", group(state, "b_big"), "combat")
    assert "nothing more" in game.why("board", "lc_2")


def test_18_4c_and_18_5g_supply_is_loaded_sails_and_is_unloaded_through_a_port() -> None:
    """18.5a: where it unloads the craft's move ends."""
    state, game = moves("lc_1 3.5", dumps={"3.5": (BLUE, 10)}, **HOME)
    game.do("stow", "lc_1", 6)
    assert state.cargo[unit(state, "lc_1")] == 6
    assert balanced(state)
    game.do("sail", group(state, "lc_1"), "3.2")
    game.do("discharge", "lc_1", 6)
    assert state.dump[state.scenario.place("3.2")] == 6
    assert balanced(state)
    assert "goes no further" in game.why("sail", group(state, "lc_1"))
    assert "takes nothing more" in game.why("stow", "lc_1")


def test_18_5g_units_land_through_a_port_in_the_reaction_phase_and_do_not_move_after() -> None:
    state = at_coast("b_tanks aboard_lc_1; lc_1 3.2", segment=REACTION, phasing=RED, **HOME)
    game = Game(state, Segment(REACTS, BLUE))
    game.do("disembark", "lc_1", group(state, "b_tanks"), "move")
    tanks = unit(state, "b_tanks")
    assert at(state, "b_tanks") == "3.2"
    assert state.mode[tanks] == MOVE
    assert state.has(tanks, FINISHED)


def test_19_0_a_port_in_an_enemy_zone_loads_and_unloads_nothing() -> None:
    _, game = moves("b_1 aboard_lc_1; lc_1 9.5; b_2 9.5; r_1 9.6", control={"9.5": BLUE})
    assert "takes nothing" in game.why("disembark", "lc_1")


# ------------------------------------------------------------------------------------------------ 18.5 landings


def test_18_5f_the_modifiers_of_a_beach() -> None:
    """Open +1; hills (Close) -1; mountain -2; a zone -1, two or more -2."""
    state = at_coast("r_1 10.3")
    for hex, total in (("9.2", +1), ("9.7", -1), ("9.8", -2), ("9.4", 0)):
        assert landing_at(state, BLUE, state.scenario.place(hex)).terms.total == total
    two = at_coast("r_1 10.3; r_2 9.3")
    assert landing_at(two, BLUE, two.scenario.place("9.4")).terms.total == -1
    port = at_coast("b_1 9.5")
    assert landing_at(port, BLUE, port.scenario.place("9.5")).terms.total == 2


def test_18_5f_and_18_5h_ashore_with_half_the_movement_and_fuel_for_nothing() -> None:
    """18.5c: in the mode that is said."""
    state, game = moves("b_tanks aboard_lc_1; lc_1 9.2", dumps={"1.5": (BLUE, 1)})
    game.do("land", "9.2", [group(state, "b_tanks")], "move", dice=[5])
    tanks = unit(state, "b_tanks")
    assert at(state, "b_tanks") == "9.2"
    assert state.mode[tanks] == MOVE
    assert state.fuel[tanks] == FOR_THE_PHASE
    assert allowance(state, tanks, ordered(state, tanks, SAME)) == 4 * 6
    game.do("move", group(state, "b_tanks"), "same", "10.2", [])
    assert not state.spent_tokens[BLUE]


def test_18_5f_all_lost_takes_the_units_and_the_points_that_carried_them() -> None:
    """A brigade of 2T is on one point of lc_1, whose other three points and supply stay."""
    state, game = moves("b_1 aboard_lc_1; lc_1 9.2 t8")
    game.do("land", "9.2", [group(state, "b_1")], "combat", dice=[2])
    assert at(state, "b_1") == "dead_blue"
    assert state.steps[unit(state, "lc_1")] == 3
    assert state.cargo[unit(state, "lc_1")] == 8
    assert balanced(state)


def test_18_5f_part_lost_takes_one_unit_at_random_and_a_third_of_the_points() -> None:
    """numbers.landing-loss: three brigades, 6T on two points, a third of two is one. Dice 4 + 1; the second is lost."""
    state, game = moves("b_1 aboard_lc_1; b_2 aboard_lc_1; b_3 aboard_lc_1; lc_1 9.2")
    game.do("land", "9.2", [group(state, "b_1", "b_2", "b_3")], "combat", dice=[4, 2])
    assert [at(state, id) for id in ("b_1", "b_2", "b_3")] == ["9.2", "dead_blue", "9.2"]
    assert state.steps[unit(state, "lc_1")] == 3
    assert balanced(state)


def test_18_5f_a_roll_for_every_three_res_as_few_as_can_be() -> None:
    """numbers.landing-party"""
    state = at_coast("b_1 aboard_lc_1; b_2 aboard_lc_1; b_3 aboard_lc_1; b_tanks aboard_lc_1; lc_1 9.2")
    found = parties(state, group(state, "b_1", "b_2", "b_3", "b_tanks"))
    assert found == [group(state, "b_1", "b_2", "b_3"), group(state, "b_tanks")]
    assert parties(state, group(state, "b_big", "b_1")) == [group(state, "b_big"), group(state, "b_1")]


def test_18_5f_landings_are_rolled_for_when_all_craft_have_moved_and_before_anybody_moves_inland() -> None:
    units = "b_1 aboard_lc_1; b_2 aboard_lc_2; b_3 aboard_dukw; lc_1 9.2; lc_2 9.3; dukw 9.4; cruiser 8.2"
    state, game = moves(units)
    game.do("land", "9.2", [group(state, "b_1")], "move", dice=[8])
    assert "when all landing craft have moved" in game.why("sail", group(state, "lc_2"))
    assert "8.3" in game.offers("sail", group(state, "cruiser"))  # other ships may
    game.do("land", "9.3", [group(state, "b_2")], "move", dice=[8])
    game.do("move", group(state, "b_1"), "same", "10.1", [])
    assert "all rolls come first" in game.why("land", "9.4")


def test_18_5e_trucks_and_supply_do_not_land_by_a_roll() -> None:
    state, game = moves("b_1 aboard_lc_1; b_truck aboard_lc_1 t4; lc_1 9.2 t4")
    assert "lands in ports alone" in game.why("land", "9.2", group(state, "b_truck"))
    assert "in no port" in game.why("discharge", "lc_1")


def test_18_5_no_landing_among_enemy_combat_units_nor_off_the_coast() -> None:
    state, game = moves("b_1 aboard_lc_1; lc_1 8.5; r_1 9.5")
    assert "not on the coast" in game.why("land", "8.5")
    assert "enemy is in" in game.why("sail", group(state, "lc_1"), "9.5")


def test_18_5f_and_9_14_a_landing_captures_what_the_enemy_left_there() -> None:
    """Dice of 9 for the landing, a 6 captures three of four tokens."""
    state, game = moves("b_1 aboard_lc_1; lc_1 9.5", dumps={"9.5": (RED, 4)}, control={"9.5": RED})
    game.do("land", "9.5", [group(state, "b_1")], "combat", dice=[9, 6])
    place = state.scenario.place("9.5")
    assert state.controller(place) == BLUE
    assert (state.holder[place], state.dump[place]) == (BLUE + 1, 3)
    assert balanced(state)


def test_18_5e_supply_on_craft_serves_the_hex_and_those_next_to_it_and_no_hq_throws_it() -> None:
    state = at_coast("lc_1 8.5 t4; b_1 9.5; b_2 10.5; b_hq 9.4")
    drawn = {id: [line.store.carrier for line in lines_to(state, unit(state, id))] for id in ("b_1", "b_2", "b_hq")}
    craft = unit(state, "lc_1")
    assert drawn["b_1"] == [craft]
    assert drawn["b_2"] == []


def test_12_6_who_is_aboard_is_in_trace_supply() -> None:
    state = at_coast("b_1 aboard_lc_1 oos; lc_1 6.5; b_2 9.2")
    Game(state, CheckSupply(BLUE), dice=[2])
    assert not state.oos[unit(state, "b_1")]
    assert state.oos[unit(state, "b_2")]


# ------------------------------------------------------------------------------------------------ craft that are hit


def test_18_3d_a_hit_on_craft_takes_a_point_and_what_the_rest_cannot_carry() -> None:
    """lc_2 of two points with a brigade (2T) and 6T of supply: one point left, 4T. The 12 is a hit; the third piece,
    a supply point, goes: 4T are lost, the brigade and 2T stay."""
    state = at_coast("b_1 aboard_lc_2; lc_2 6.5 t6")
    Game(state, BarrageShip(RED, unit(state, "lc_2"), 32, "ship"), [12, 3])
    craft = unit(state, "lc_2")
    assert state.steps[craft] == 1
    assert state.mode[craft] == DG
    assert state.cargo[craft] == 2
    assert state.lost_tokens[BLUE] == 4
    assert at(state, "b_1") == "aboard_lc_2"
    assert balanced(state)


def test_18_3d_sunk_craft_take_all_aboard_with_them_trucks_and_their_loads_too() -> None:
    state = at_coast("b_truck aboard_dukw t4; dukw 6.5")
    Game(state, BarrageShip(RED, unit(state, "dukw"), 32, "ship"), [12])
    assert at(state, "dukw") == "dead_blue"
    assert at(state, "b_truck") == "dead_blue"
    assert state.lost_tokens[BLUE] == 4
    assert balanced(state)


def test_18_3c_and_18_3d_all_craft_in_a_hex_are_one_target_and_a_second_dg_is_a_hit_on_one_of_them() -> None:
    """One of the six points at random: the fifth is lc_2's."""
    state = at_coast("lc_1 6.5 dg; lc_2 6.5; b_1 aboard_lc_1")
    game = Game(state, BarrageShip(RED, unit(state, "lc_1"), 32, "ship"), [7])
    assert isinstance(game.wait, Roll)
    assert game.wait.dice.sides == 6
    game.dice.append(5)
    game.go()
    assert (state.steps[unit(state, "lc_1")], state.steps[unit(state, "lc_2")]) == (4, 1)
    assert state.mode[unit(state, "lc_2")] == DG
    assert state.mode[unit(state, "b_1")] == COMBAT  # cargo is not disorganized


def test_9_14_craft_in_a_port_that_is_captured_are_lost_with_all_aboard() -> None:
    state = at_coast("lc_1 3.5 t4; b_1 aboard_lc_1; b_truck aboard_lc_1 t4; r_1 3.5", control={"3.5": RED})
    Game(state, Capture(RED, state.scenario.place("3.5"), group(state, "r_1")))
    assert {at(state, id) for id in ("lc_1", "b_1", "b_truck")} == {"dead_blue"}
    assert state.lost_tokens[BLUE] == 8
    assert balanced(state)


# ------------------------------------------------------------------------------------------------ 18.6 beach assaults


def assault(units: str, **more: Any) -> tuple[OcsState, Game]:
    state = at_coast(units, **more)
    return state, Game(state, Segment(COMBATS, BLUE))


BEACH = "b_1 aboard_lc_1; b_2 aboard_lc_1; lc_1 8.5 t4; r_1 9.5"


def test_5_0_who_landed_takes_no_other_mode_in_the_phase() -> None:
    """18.5c, 18.5h It lands in Combat Mode and has half of its allowance there; Strat Mode would give it more."""
    state, game = moves("lc_1 3.5; b_3 aboard_lc_1", control={"3.5": BLUE, "3.2": BLUE})
    units = group(state, "b_3")
    game.do("land", "3.5", [units], "combat", dice=[12])
    assert state.mode[units[0]] == COMBAT
    for word in ("move", "strat", "combat"):
        assert "5.0" in game.why("move", units, word)
    assert "5.0" in game.why("mode", units)
    assert not game.why("move", units, "same")


def test_18_6_no_beach_is_assaulted_overland() -> None:
    """Craft in the port of 3.5 are next to 3.6 by land; those on the other side of an estuary are not."""
    _, game = assault("lc_1 3.5 t4; b_1 aboard_lc_1; r_1 3.6", control={"3.5": BLUE})
    assert "over the water" in game.why("assault", "3.5")
    _, game = assault("lc_1 11.4 t4; b_1 aboard_lc_1; r_1 12.4; r_2 11.3")
    assert game.offers("assault", "11.4") == {"12.4"}


def test_18_6a_won_the_attackers_advance_and_may_exploit() -> None:
    """Two brigades of 6, halved by the beach, are 6 against half of 5: 2:1 in the open. Surprise by 6 columns, and a
    12 there takes the hex."""
    state, game = assault(BEACH)
    game.do("assault", "8.5", "9.5", [group(state, "b_1", "b_2")])
    assert game.ask.side == RED
    game.do("fight")
    game.do("withhold")
    game.do("b_1", dice=[10, 6, 12])  # whose rating counts
    assert state.spent_tokens[BLUE] == 2
    assert at(state, "r_1") == "dead_red"
    assert [at(state, id) for id in ("b_1", "b_2")] == ["9.5", "9.5"]
    assert [state.mode[unit(state, id)] for id in ("b_1", "b_2")] == [EXPLOIT, EXPLOIT]
    assert state.steps[unit(state, "lc_1")] == 4
    assert balanced(state)


def test_18_6a_lost_the_attackers_are_destroyed_with_the_points_that_carried_them() -> None:
    state, game = assault(BEACH + "; r_2 9.5")
    game.do("assault", "8.5", "9.5", [group(state, "b_1")])
    game.do("fight")
    game.do("withhold")
    game.do("r_1", dice=[7, 2])
    assert at(state, "b_1") == "dead_blue"
    assert at(state, "b_2") == "aboard_lc_1"
    assert state.steps[unit(state, "lc_1")] == 3
    assert balanced(state)


def test_18_6a_the_beach_halves_options_are_losses_and_only_craft_pay() -> None:
    state, game = assault("b_1 aboard_lc_1; lc_1 8.5 t1; r_1 9.5; b_2 9.4", dumps={"9.4": (BLUE, 8)})
    game.do("assault", "8.5", "9.5", [group(state, "b_1")])
    game.do("fight")
    game.do("withhold")
    assert state.dump[state.scenario.place("9.4")] == 8
    assert not state.cargo[unit(state, "lc_1")]
    odds = game.told("odds")[0]
    assert odds.data["attack"] == "3"

    dry, refused = assault("b_1 aboard_lc_1; lc_1 8.5; r_1 9.5; b_2 9.4", dumps={"9.4": (BLUE, 8)})
    assert "can assault" in refused.why("assault", "8.5")
    assert not dry.stocks[unit(dry, "b_1")]


def test_18_6a_three_res_in_combat_mode_out_of_one_hex() -> None:
    units = "b_1 aboard_lc_1; b_2 aboard_lc_1; b_3 aboard_lc_1; b_tanks aboard_lc_2 move; b_big aboard_dukw"
    state, game = assault(f"{units}; lc_1 8.5 t8; lc_2 8.5; dukw 8.5; r_1 9.5")
    assert "not in Combat Mode" in game.why("assault", "8.5", "9.5", group(state, "b_tanks"))
    assert "3 REs at most" in game.why("assault", "8.5", "9.5", group(state, "b_big"))
    trio = group(state, "b_1", "b_2", "b_3")
    assert game.why("assault", "8.5", "9.5", trio) == ""
    game.do("assault", "8.5", "9.5", [trio])
    game.do("give_up", dice=[9])
    assert {at(state, id) for id in ("b_1", "b_2", "b_3")} == {"9.5"}


def test_18_6b_who_gives_the_beach_up_loses_his_units_whatever_the_roll() -> None:
    state, game = assault(BEACH)
    game.do("assault", "8.5", "9.5", [group(state, "b_1")])
    game.do("give_up", dice=[2])
    assert at(state, "r_1") == "dead_red"
    assert at(state, "b_1") == "dead_blue"
    assert not state.spent_tokens[BLUE]
    assert balanced(state)

    again, other = assault(BEACH)
    other.do("assault", "8.5", "9.5", [group(again, "b_1")])
    other.do("give_up", dice=[9])
    assert at(again, "b_1") == "9.5"
    assert again.has(unit(again, "b_1"), FINISHED)


def test_18_6_disorganized_craft_assault_all_the_same() -> None:
    state, game = assault("b_1 aboard_lc_1; lc_1 8.5 dg t4; r_1 9.5")
    assert game.why("assault", "8.5", "9.5", group(state, "b_1")) == ""


# ------------------------------------------------------------------------------------------------ 19.0f shipping


def test_19_0f_units_are_shipped_within_sea_capacity_and_both_ports() -> None:
    """Two points of capacity are 8T in turn 1; a brigade takes 2T of each port."""
    state, game = moves("b_1 3.5 move; b_2 3.5; b_big 3.5 move; b_tanks 3.5 move", **HOME)
    assert "not in Move Mode" in game.why("ship", group(state, "b_2"))
    game.do("ship", group(state, "b_1"), "3.2")
    assert at(state, "b_1") == "3.2"
    assert state.has(unit(state, "b_1"), FINISHED)
    assert state.sea_used[BLUE] == 2
    assert [state.port_used[state.scenario.place(port)] for port in ("3.5", "3.2")] == [2, 2]
    assert "8T of sea capacity, and 6T" in game.why("ship", group(state, "b_big"))
    assert "has moved in this phase" in game.why("ship", group(state, "b_1"))


def test_19_0f_nobody_moves_before_and_not_from_where_an_enemy_zone_is() -> None:
    state, game = moves("b_1 3.4 move; b_2 3.2 move; r_1 2.1", **HOME)
    game.do("move", group(state, "b_1"), "same", "3.5", [])
    assert "has moved in this phase" in game.why("ship", group(state, "b_1"))
    assert "takes them" in game.why("ship", group(state, "b_2"))


def test_19_0f_supply_is_shipped_and_not_shipped_on() -> None:
    """South takes 6T in all."""
    state, game = moves("", dumps={"3.5": (BLUE, 12)}, **HOME)
    game.do("ship_supply", "3.5", 6, "3.2")
    assert state.dump[state.scenario.place("3.2")] == 6
    assert balanced(state)
    assert "no port of yours that takes something" in game.why("ship_supply", "3.2")


def test_19_0f_no_capacity_in_the_exploitation_phase() -> None:
    state = at_coast("b_1 3.5 move", segment=EXPLOITATION, **HOME)
    game = Game(state, Segment("Player turn / Exploitation Phase / Exploitation Movement", BLUE))
    assert not {"ship", "ship_supply", "land", "board"} & game.verbs()
