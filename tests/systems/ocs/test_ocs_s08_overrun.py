"""OCS 8.1: overruns in the course of movement, and what is captured on the way."""

from __future__ import annotations

from typing import Any

from sandtable.core.rules import Hex
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.s06_movement import ends
from sandtable.systems.ocs.s08_overrun import entry
from sandtable.systems.ocs.state import EXPLOITATION, FINISHED, MOVEMENT, OcsState
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

MOVING = "Player turn / Movement Phase / Movement Segment"
EXPLOITING = "Player turn / Exploitation Phase / Exploitation Movement"
SUPPLIED = {"13.7": (ALLIED, 8)}


def some(state: OcsState, *ids: str) -> tuple[Any, ...]:
    return tuple(sorted(unit(state, id) for id in ids))


def at(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


def before_lentini(units: str = "44_rtr 12.7; 3_cly 12.7; 69_bde 12.7", **more: Any) -> OcsState:
    return field(f"{units}; 904_fest 11.8", segment=MOVEMENT, dumps=SUPPLIED, **more)


def test_8_1_tanks_overrun_a_battalion_and_go_on() -> None:
    """Three points each, a token of fuel and one of combat supply each; the defender withholds. 20:1 and surprise: the
    battalion dies in the last column, the tanks enter and have five points left."""
    state = before_lentini()
    game = Game(state, Segment(MOVING, ALLIED))

    game.do("overrun", some(state, "44_rtr", "3_cly"), "combat", "11.8", [])
    game.do("withhold")
    game.do("44_rtr", dice=[9, 6, 9])

    assert (at(state, "44_rtr"), at(state, "3_cly"), at(state, "69_bde")) == ("11.8", "11.8", "12.7")
    assert state.spent[unit(state, "44_rtr")] == 12
    assert state.on_hand(ALLIED) == 8 - 2 - 2
    assert game.verbs() == {"go_on", "stop"}
    game.do("go_on", some(state, "44_rtr"), "10.8")
    game.do("stop")

    assert at(state, "44_rtr") == "10.8"
    assert state.has(unit(state, "3_cly"), FINISHED)
    assert not audit(state)


def test_8_1g_who_drops_out_of_an_overrun_is_left_behind() -> None:
    """One token for two battalions whose stocks are exhausted: 3 CLY drops out. 44 RTR goes in, and on; 3 CLY neither
    overran nor moves with it, whether it names it or not."""
    state = field("44_rtr 12.7 exhausted fuel; 3_cly 12.7 exhausted fuel; 904_fest 11.8", segment=MOVEMENT,
                  dumps={"13.7": (ALLIED, 1)})  # fmt: skip
    game = Game(state, Segment(MOVING, ALLIED))
    game.do("overrun", some(state, "44_rtr", "3_cly"), "combat", "11.8", [])
    game.do("withhold", dice=[9, 6, 9])
    inside, outside = ("44_rtr", "3_cly") if at(state, "44_rtr") == "11.8" else ("3_cly", "44_rtr")

    assert (at(state, inside), at(state, outside)) == ("11.8", "12.7")
    assert state.has(unit(state, outside), FINISHED)
    assert "are not on this march" in game.why("go_on", some(state, outside))
    assert "are not on this march" in game.why("go_on", some(state, inside, outside))
    assert game.why("go_on", some(state, inside)) == ""


def test_8_1_who_retreats_has_finished() -> None:
    """10:1, but the defender has surprise: six columns to the left, 7 and 2 for the ratings give Ao1 Do1, which the
    attacker takes as a retreat and the defender ignores."""
    state = before_lentini("44_rtr 12.7; 69_bde 12.7")
    game = Game(state, Segment(MOVING, ALLIED))

    game.do("overrun", some(state, "44_rtr"), "combat", "11.8", [])
    game.do("withhold", dice=[2, 6, 7])
    game.do("take", 1)
    game.do(some(state, "44_rtr"), "13.7")
    game.do("ignore")

    assert "overrun" in game.verbs()  # by the brigade: the segment goes on
    assert state.has(unit(state, "44_rtr"), FINISHED)
    assert at(state, "44_rtr") == "13.7"


def test_8_1h_nobody_else_in_the_hex_gives_way_with_an_overrun_that_fails() -> None:
    """The same result as above: the brigade beside the tanks has nothing to do with it, and keeps all its points. In
    a regular attack it could have gone along (9.12d)."""
    state = before_lentini("44_rtr 12.7; 69_bde 12.7")
    game = Game(state, Segment(MOVING, ALLIED))
    game.do("overrun", some(state, "44_rtr"), "combat", "11.8", [])
    game.do("withhold", dice=[2, 6, 7])
    game.do("take", 1)

    assert "69 Bde does not retreat here" in game.why(some(state, "44_rtr", "69_bde"))
    game.do(some(state, "44_rtr"), "13.7")
    assert at(state, "69_bde") == "12.7"


def test_8_1_three_points_have_to_be_left() -> None:
    """A brigade in Combat Mode has three, and spends all of them; one that is shaken does not overrun at all."""
    state = before_lentini()
    game = Game(state, Segment(MOVING, ALLIED))
    assert game.why("overrun", some(state, "69_bde"), "combat") == ""

    state.burn(unit(state, "69_bde"), 2)
    assert "three movement points" in game.why("overrun", some(state, "69_bde"), "combat")

    shaken = before_lentini("44_rtr 12.7 dg front")
    assert "disorganized" in Game(shaken, Segment(MOVING, ALLIED)).why("overrun", some(shaken, "44_rtr"), "same")


def test_8_1_only_units_that_began_together_and_could_attack() -> None:
    state = before_lentini("44_rtr 12.7; 3_cly 12.7; 50_div_art 12.7")
    game = Game(state, Segment(MOVING, ALLIED))
    assert "cannot attack" in game.why("overrun", some(state, "44_rtr", "50_div_art"), "combat")

    state.began[unit(state, "3_cly")] = state.scenario.place("13.7")
    assert "begin the phase together" in game.why("overrun", some(state, "44_rtr", "3_cly"), "combat")


def test_8_1_the_hex_costs_three_points_at_most_off_the_road() -> None:
    """13.8 to 12.8 crosses nothing, 12.8 to 11.9 the San Leonardo: a point and two for tracks, a point and three for
    trucks; no road helps."""
    state = field("44_rtr 12.8; xiii_re 12.8 move; 904_fest 11.9", segment=MOVEMENT, dumps=SUPPLIED)
    target = state.scenario.place("11.9")

    assert entry(state, unit(state, "44_rtr"), "combat", target) == 12
    assert entry(state, unit(state, "xiii_re"), "same", target) == 16
    assert Game(state, Segment(MOVING, ALLIED)).why("overrun", some(state, "44_rtr"), "combat", "11.9") == ""

    state.busted[target] = AXIS + 1
    state.changed("busted")
    assert "can be overrun by all of them" in Game(state, Segment(MOVING, ALLIED)).why("overrun", some(state, "44_rtr"))


def test_8_1c_nobody_overruns_off_the_road_out_of_where_he_could_not_return_to() -> None:
    """6.1d: a regiment on wheels stands in the mountains west of Palazzolo by the road alone. The hills next to it cost
    it three points, but it could not come back; that a road leads to 5.3 does not help. On foot it can."""
    state = field("115_pzgr 6.2; 152_bde 5.2; 153_bde 5.3", phasing=AXIS, segment=MOVEMENT, dumps={"6.2": (AXIS, 8)})
    game, troops = Game(state, Segment(MOVING, AXIS)), some(state, "115_pzgr")

    assert "no hex next to them can be overrun" in game.why("overrun", troops, "move")
    assert game.offers("overrun", troops, "combat") == {"5.2", "5.3"}


def test_4_8_nobody_overruns_out_of_an_overstacked_hex() -> None:
    units = "; ".join(
        f"{id} 12.7"
        for id in (
            "69_bde",
            "151_bde",
            "168_bde",
            "13_bde",
            "15_bde",
            "17_bde",
            "152_bde",
            "153_bde",
            "154_bde",
            "231_bde",
            "44_rtr",
        )
    )
    state = before_lentini(units)
    game = Game(state, Segment(MOVING, ALLIED))

    assert "too many units" in game.why("overrun", some(state, "44_rtr"), "combat")


def test_8_1_exploiting_units_overrun_with_half_their_allowance() -> None:
    state = field("44_rtr 12.7 exploit front; 904_fest 11.8", segment=EXPLOITATION, dumps=SUPPLIED)
    game = Game(state, Segment(EXPLOITING, ALLIED))

    assert game.why("overrun", some(state, "44_rtr"), "same", "11.8") == ""


def test_9_14_who_could_attack_enters_a_hex_of_supply_and_captures_it() -> None:
    """A roll of 6 on the dumps' column; what is not captured is destroyed, and the ledger balances."""
    state = field("69_bde 12.7; 50_div_art 12.7 move fuel", segment=MOVEMENT, dumps={"11.8": (AXIS, 8)})
    game = Game(state, Segment(MOVING, ALLIED))

    assert state.scenario.place("11.8") not in ends(state, some(state, "50_div_art"), "same")
    game.do("move", some(state, "69_bde"), "combat", "11.8", [], dice=[6])

    assert at(state, "69_bde") == "11.8"
    assert state.taken_tokens[ALLIED] + state.lost_tokens[AXIS] >= 8
    assert not audit(state)


def test_9_14_a_march_goes_on_after_a_capture() -> None:
    state = field("69_bde 12.7", segment=MOVEMENT, dumps={"11.8": (AXIS, 4)})
    game = Game(state, Segment(MOVING, ALLIED))
    assert state.scenario.place("10.8") in ends(state, some(state, "69_bde"), "combat")  # around it

    game.do("march", some(state, "69_bde"), "combat", "11.8", [], dice=[1])
    game.do("go_on", some(state, "69_bde"), "10.8")

    assert at(state, "69_bde") == "10.8"
