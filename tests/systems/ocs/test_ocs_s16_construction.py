"""OCS 13.8, 15.2, 16.0, 19.0: what is built and demolished, by whom, for how many tokens."""

from __future__ import annotations

from typing import Any

from sandtable.core.rules import UnitId
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.s04_zones import staying
from sandtable.systems.ocs.state import MOVEMENT, STRIP, OcsState
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

MOVES = "Player turn / Movement Phase / Movement Segment"


def group(state: OcsState, *ids: str) -> tuple[UnitId, ...]:
    return tuple(sorted(unit(state, id) for id in ids))


def moves(units: str, **more: Any) -> Game:
    return Game(field(units, segment=MOVEMENT, **more), Segment(MOVES, ALLIED))


def level(game: Game, column: str, name: str) -> int:
    return int(getattr(game.state, column)[game.state.scenario.place(name)])


def test_16_0_an_re_in_combat_mode_builds_a_level_for_two_supply_points() -> None:
    """8 of 20 tokens; the brigade has finished, and the hex is done for this turn."""
    game = moves("69_bde 12.7; 151_bde 12.7", dumps={"13.7": (ALLIED, 20)})
    state = game.state
    game.do("fortify", group(state, "69_bde"), "12.7", [])

    assert level(game, "hedgehog", "12.7") == 1
    assert (state.on_hand(ALLIED), state.spent_tokens[ALLIED]) == (12, 8)
    assert [event.data["number"] for event in game.told("paid")] == [8]
    assert state.scenario.place("12.7") in staying(state, ALLIED)
    assert "has worked" in game.why("fortify", group(state, "69_bde"))
    assert "nothing to fortify" in game.why("fortify", group(state, "151_bde"))
    assert not audit(state)


def test_16_0_less_than_an_re_or_not_in_combat_mode_or_without_supply_builds_nothing() -> None:
    game = moves("44_rtr 12.7; 69_bde 12.7 move; 3_cly 12.7", dumps={"13.7": (ALLIED, 7)})
    state = game.state

    assert "takes an RE" in game.why("fortify", group(state, "44_rtr"))
    assert "not in Combat Mode" in game.why("fortify", group(state, "69_bde"))
    assert "nothing to fortify" in game.why("fortify", group(state, "44_rtr", "3_cly"))  # 7 tokens are too few
    state.burn(unit(state, "44_rtr"), 4)
    assert "has moved" in game.why("fortify", group(state, "44_rtr", "3_cly"))


def test_13_8_engineers_build_within_two_hexes() -> None:
    game = moves("xiii_re 13.7", dumps={"13.7": (ALLIED, 20)})
    state = game.state

    assert {"13.7", "12.7", "11.8"} <= game.offers("fortify", group(state, "xiii_re"))
    assert "too far" in game.why("fortify", group(state, "xiii_re"), "10.8")
    game.do("fortify", group(state, "xiii_re"), "11.8", [])
    assert level(game, "hedgehog", "11.8") == 1


def test_16_0_a_hedgehog_is_taken_down_for_nothing() -> None:
    game = moves("69_bde 12.7", hedgehogs={"12.7": 1}, dumps={"13.7": (ALLIED, 4)})
    game.do("raze", group(game.state, "69_bde"), "12.7")

    assert level(game, "hedgehog", "12.7") == 0
    assert game.state.on_hand(ALLIED) == 4


def test_16_0_engineers_do_not_work_in_a_hex_that_the_enemy_holds() -> None:
    """11.8 is two hexes from the engineers, and empty; the Axis was there last."""
    game = moves("xiii_re 12.7", hedgehogs={"11.8": 1}, dumps={"13.7": (ALLIED, 20)}, control={"11.8": AXIS})

    assert "held by the enemy" in game.why("raze", group(game.state, "xiii_re"), "11.8")
    assert "held by the enemy" in game.why("fortify", group(game.state, "xiii_re"), "11.8")


def test_16_0_the_fourth_level_is_the_last() -> None:
    game = moves("69_bde 12.7", hedgehogs={"12.7": 4}, dumps={"13.7": (ALLIED, 20)})
    assert "nothing to fortify" in game.why("fortify", group(game.state, "69_bde"))


def test_21_11a_by_the_option_troops_build_the_first_level_only() -> None:
    dumps = {"13.7": (ALLIED, 20)}
    units = "69_bde 12.7; xiii_re 13.7"
    assert moves(units, hedgehogs={"12.7": 1}, dumps=dumps).verbs() >= {"fortify"}
    game = moves(units, hedgehogs={"12.7": 1}, dumps=dumps, construction_limits=True)

    assert "nothing to fortify" in game.why("fortify", group(game.state, "69_bde"))
    game.do("fortify", group(game.state, "xiii_re"), "12.7", [])
    assert level(game, "hedgehog", "12.7") == 2


def test_15_2_engineers_build_a_base_for_a_supply_point_a_level() -> None:
    game = moves("xiii_re 13.7; xiii_corps_hq 13.7", dumps={"13.7": (ALLIED, 20)})
    state = game.state

    assert "engineer-capable" in moves("69_bde 13.7").why("build_base", group(state, "69_bde"))
    game.do("build_base", group(state, "xiii_re"), "13.7", [])
    assert level(game, "base", "13.7") == STRIP + 1
    assert state.on_hand(ALLIED) == 16
    assert "nothing to build_base" in game.why("build_base", group(state, "xiii_corps_hq"))  # one level a turn
    assert "nothing to build_strip" in game.why("build_strip", group(state, "xiii_corps_hq"))  # there are none


def test_15_2_a_base_is_never_taken_down_below_the_first_level() -> None:
    game = moves("69_bde 13.7", bases={"13.7": 2})
    game.do("reduce_base", group(game.state, "69_bde"), "13.7")
    assert level(game, "base", "13.7") == STRIP + 1

    again = moves("69_bde 13.7", bases={"13.7": 1})
    assert "nothing to reduce_base" in again.why("reduce_base", group(again.state, "69_bde"))


def test_19_0_a_port_is_damaged_for_nothing_and_repaired_for_a_supply_point() -> None:
    game = moves("17_bde 15.7; xiii_re 15.7", dumps={"15.7": (ALLIED, 5)})
    state = game.state
    game.do("damage_port", group(state, "17_bde"), "15.7")
    assert level(game, "port_hits", "15.7") == 1
    assert "nothing to repair_port" in game.why("repair_port", group(state, "xiii_re"))  # one job a turn

    state.clear("built")
    game.do("repair_port", group(state, "xiii_re"), "15.7", [])
    assert level(game, "port_hits", "15.7") == 0
    assert (state.on_hand(ALLIED), state.spent_tokens[ALLIED]) == (1, 4)
