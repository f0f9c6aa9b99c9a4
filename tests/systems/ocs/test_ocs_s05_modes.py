"""OCS 5.0, 5.7, 5.8: modes."""

from __future__ import annotations

from sandtable.core.sequence import Segment
from sandtable.systems.ocs.s05_modes import SAME, allowance, ordered, reserves
from sandtable.systems.ocs.s09_results import CarryOut
from sandtable.systems.ocs.state import EXPLOITATION, MOVEMENT, REACTION, RELEASED, SEGMENT, OcsState
from sandtable.systems.ocs.theatre import COMBAT, DG, MODES, MOVE, MOVE_FACE, RESERVE, STRAT
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

MOVING = "Player turn / Movement Phase / Movement Segment"
REACTING = "Player turn / Reaction Phase / Reaction Movement"
SUPPLIED = {"13.7": (ALLIED, 8)}


def points(state: OcsState, id: str, word: str) -> float:
    return allowance(state, unit(state, id), ordered(state, unit(state, id), word)) / 4


def test_5_0_the_allowance_by_mode() -> None:
    """A tank battalion of 8 and 12 points: all of them, a quarter in reserve, twice as many in Strat Mode."""
    state = field("44_rtr 12.7", segment=MOVEMENT)

    assert [points(state, "44_rtr", word) for word in ("combat", "move", "reserve", "strat")] == [8, 12, 2, 24]

    shaken = field("44_rtr 12.7 dg front; 69_bde 12.7 dg back", segment=MOVEMENT)
    assert points(shaken, "44_rtr", "move") == 6
    assert points(shaken, "69_bde", SAME) == 2.5


def test_5_7_released_reserves_have_half_in_reaction_and_all_in_exploitation() -> None:
    state = field("44_rtr 12.7 reserve front", segment=REACTION, phasing=AXIS)
    assert points(state, "44_rtr", SAME) == 4

    state.tick(SEGMENT, EXPLOITATION)
    assert points(state, "44_rtr", SAME) == 8


def test_5_9_an_exploiting_unit_has_half() -> None:
    state = field("44_rtr 12.7 exploit front", segment=EXPLOITATION)
    assert points(state, "44_rtr", SAME) == 4


def test_5_0_one_answer_puts_a_formation_into_a_mode() -> None:
    state = field("69_bde 12.7; 151_bde 12.7; 50_div_art 13.7 move", segment=MOVEMENT, dumps=SUPPLIED)
    game = Game(state, Segment(MOVING, ALLIED))

    game.do("mode", tuple(unit(state, id) for id in ("69_bde", "151_bde", "50_div_art")), "move")

    assert [state.mode[unit(state, id)] for id in ("69_bde", "151_bde", "50_div_art")] == [MOVE] * 3
    assert "were put into a mode" in game.why("mode", (unit(state, "69_bde"),), "combat")


def test_5_10_a_disorganized_unit_turns_over_and_stays_so() -> None:
    state = field("69_bde 12.7 dg front", segment=MOVEMENT)
    game = Game(state, Segment(MOVING, ALLIED))

    assert game.offers("mode", (unit(state, "69_bde"),)) == {"move"}
    game.do("mode", (unit(state, "69_bde"),), "move")

    assert (state.mode[unit(state, "69_bde")], state.face[unit(state, "69_bde")]) == (DG, 1)


def test_13_5_replacements_are_never_in_combat_mode() -> None:
    state = field("", segment=MOVEMENT)
    repl = next(id for id, kind in zip(state.theatre.counters.ids, state.theatre.kind_of, strict=True) if kind == "pax")
    state = field(f"{repl} 17.2 move", segment=MOVEMENT, phasing=ALLIED)
    game = Game(state, Segment(MOVING, ALLIED))

    assert "never in Combat Mode" in game.why("mode", (unit(state, repl),), "combat")


def test_5_7a_a_reserve_shows_either_face() -> None:
    """A battalion turns over and enters Reserve in one phase, as it stands or with a quarter of what that face has (12
    points: three). It takes no other mode then, and none at all after it has moved, nor Reserve in an enemy zone."""
    state = field("44_rtr 13.7; 3_cly 13.7; 46_rtr 12.7; 904_fest 11.8", segment=MOVEMENT, dumps={"13.7": (ALLIED, 8)})
    game = Game(state, Segment(MOVING, ALLIED))
    tanks, others, near = ((unit(state, id),) for id in ("44_rtr", "3_cly", "46_rtr"))
    for units in (tanks, others, near):
        game.do("mode", units, "move")
        assert "were put into a mode" in game.why("mode", units, "combat")
        assert "were put into a mode" in game.why("move", units, "strat")

    game.do("mode", tanks, "reserve")
    game.do("move", others, "reserve", "14.7", [])

    for each in (*tanks, *others):
        assert (state.mode[each], state.face[each]) == (RESERVE, MOVE_FACE)
    assert "has moved or built" in game.why("mode", tanks)
    assert "enemy zone" in game.why("mode", near, "reserve")


def test_5_7_reserve_markers_are_limited_by_hexes() -> None:
    """The Allies have two: two hexes, however many units, not three."""
    state = field("69_bde 12.7; 151_bde 12.7; 13_bde 15.5; 15_bde 14.7", segment=MOVEMENT)
    game = Game(state, Segment(MOVING, ALLIED))

    game.do("mode", (unit(state, "69_bde"), unit(state, "151_bde")), "reserve")
    game.do("mode", (unit(state, "13_bde"),), "reserve")

    assert state.mode[unit(state, "151_bde")] == RESERVE
    assert "all 2 reserve markers" in game.why("mode", (unit(state, "15_bde"),), "reserve")


def test_5_7_nobody_enters_reserve_in_an_enemy_zone_or_stays_so_in_a_hedgehog() -> None:
    near = field("69_bde 12.7; 904_fest 11.8", segment=MOVEMENT)
    assert "zone of control" in Game(near, Segment(MOVING, ALLIED)).why("mode", (unit(near, "69_bde"),), "reserve")

    dug = field("69_bde 12.7", segment=MOVEMENT, hedgehogs={"12.7": 1})
    assert "hedgehog" in Game(dug, Segment(MOVING, ALLIED)).why("mode", (unit(dug, "69_bde"),), "reserve")


def test_5_8_strat_mode_needs_trace_supply_and_no_enemy_zone() -> None:
    near = field("69_bde 12.7; 904_fest 11.8", segment=MOVEMENT)
    assert "zone of control" in Game(near, Segment(MOVING, ALLIED)).why("mode", (unit(near, "69_bde"),), "strat")

    far = field("69_bde 4.12", segment=MOVEMENT)
    assert "trace supply" in Game(far, Segment(MOVING, ALLIED)).why("mode", (unit(far, "69_bde"),), "strat")

    fine = field("69_bde 15.5", segment=MOVEMENT, control={"17.2": ALLIED, "15.7": ALLIED})
    game = Game(fine, Segment(MOVING, ALLIED))
    game.do("mode", (unit(fine, "69_bde"),), "strat")
    assert MODES[fine.mode[unit(fine, "69_bde")]] == "strat"
    assert fine.mode[unit(fine, "69_bde")] == STRAT


def test_5_7_reserves_are_released_in_the_mode_of_their_face() -> None:
    state = field("69_bde 12.7 reserve front; 151_bde 12.7 reserve back", segment=REACTION, phasing=AXIS)
    game = Game(state, Segment(REACTING, ALLIED))

    game.do("release", (unit(state, "69_bde"), unit(state, "151_bde")))

    assert [state.mode[unit(state, id)] for id in ("69_bde", "151_bde")] == [COMBAT, MOVE]
    assert state.has(unit(state, "69_bde"), RELEASED)


def test_5_7_a_reserve_that_tags_along_in_a_retreat_is_one_no_more() -> None:
    """Two markers, on two of three units in 12.7 and on one in 15.5: part of the first goes with the attackers."""
    kept = "151_bde 12.7 reserve front; 44_rtr 12.7 reserve front; 13_bde 15.5 reserve"
    state = field(f"69_bde 12.7; {kept}; 904_fest 11.8")
    attackers, foe = (unit(state, "69_bde"),), unit(state, "904_fest")
    game = Game(state, CarryOut(ALLIED, state.scenario.place("11.8"), attackers, attackers[0], foe, "Ao1 Do1", 1, 0))
    game.do("take", 1)

    game.do(tuple(sorted((*attackers, unit(state, "151_bde")))), "12.6")

    assert [MODES[state.mode[unit(state, id)]] for id in ("151_bde", "44_rtr")] == ["combat", "reserve"]
    assert len(reserves(state, ALLIED)) == state.theatre.reserves[ALLIED] == 2
