"""What OCS tells in its log and beside its choices: in the words of the table, not in those of the program."""

from __future__ import annotations

from sandtable.core.dice import Reading, Scripted
from sandtable.core.rules import Hex, Side
from sandtable.core.sequence import Segment
from sandtable.play.explain import log_lines
from sandtable.play.forecast import forecast
from sandtable.play.notation import read_draft, readable
from sandtable.play.session import Session, position, start
from sandtable.systems.ocs.figures import points
from sandtable.systems.ocs.lens.bill import paid_so_far
from sandtable.systems.ocs.s13_transport import haul_ends, left
from sandtable.systems.ocs.state import MOVEMENT, OcsState
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

MOVING = "Player turn / Movement Phase / Movement Segment"
COMBAT_SEGMENT = "Player turn / Combat Phase / Combat Segment"
DUMPS = {"13.7": (ALLIED, 20), "10.8": (AXIS, 20)}


def sicily(*dice: Reading) -> Session:
    begun = position("ocs:primosole", "from setup", "allied moves")
    return Session(begun.scenario, "seed", position=begun.state, dice=Scripted(dice))


def test_8_1_an_overrun_is_called_so_its_die_is_the_shift_and_the_column_has_its_odds() -> None:
    """It was told as an attack (9.1), with two rolls for surprise, to a column "counted from 0 to 12"."""
    game = sicily(11, 6, 9)

    game.submit_written("allied", ["overrun", "44_rtr", "same", "11.8"])
    game.submit_written("axis", ["withhold"])

    told = log_lines(game.state, None)
    assert "Allies: overrun of 11.8 by 44 RTR (OCS 8.1)" in told
    assert "dice for surprise: 11 (OCS 9.8)" in told
    assert "die for the shift of surprise: 6 (OCS 9.8)" in told
    assert "surprise shifts the combat to the column 13:1 (OCS 9.8)" in told
    assert "904 Fest is disorganized now (OCS 9.10)" in told


def test_9_1_a_regular_attack_is_still_an_attack() -> None:
    state = field("44_rtr 12.7; 904_fest 11.8", dumps=DUMPS)
    Game(state, Segment(COMBAT_SEGMENT, ALLIED)).do("attack", "11.8", [(unit(state, "44_rtr"),)], [])

    assert "Allies: attack on 11.8 by 44 RTR (OCS 9.1)" in log_lines(state, None)


def test_5_0_modes_are_told_by_their_names() -> None:
    game = sicily()
    game.submit_written("allied", ["mode", "69_bde", "move"])

    assert "69 Bde is in Move Mode now (OCS 5.0)" in log_lines(game.state, None)


def test_13_5_replacements_come_and_are_not_rebuilt() -> None:
    game = start("ocs:primosole", "seed")
    game.submit_written("allied", ["end"])

    assert "British Pax 1 comes as a replacement: Turn 1 (OCS 13.5)" in log_lines(game.state, None)


def test_5_7_one_marker_is_no_markers() -> None:
    game = sicily()
    game.submit_written("allied", ["mode", "17_bde", "reserve"])
    assert game.ask is not None
    hints = game.system.lens.hints(game.state, game.ask, game.drafts.at(["move", "org_50_div"]))

    assert hints["reserve"].endswith("1 marker left")


def test_an_answer_is_read_out_by_the_names_of_bases_and_boxes() -> None:
    """`Bomb 10.8 Lentini units 16.1, box_m none`: a box by its id, and a list that was left as it is proposed."""
    game = sicily()
    game.submit_written("allied", ["end"])
    assert game.ask is not None
    action = game.drafts.at(["bomb", "10.8", "units", "kittyhawk", "box_m", "done", "done"]).filled

    assert readable(game.state, game.ask.form, action) == "bomb 10.8 Lentini units Kittyhawk, Malta and Pachino"


# ------------------------------------------------------------------------------------------------ exploitation


def meanings(overrun: bool, *units: str) -> str:
    state = field(f"{'; '.join(units)}; 904_fest 11.8", segment=MOVEMENT if overrun else 0, dumps=DUMPS)
    game = Game(state, Segment(MOVING if overrun else COMBAT_SEGMENT, ALLIED))
    ids = [each.split()[0] for each in units]
    stacks = [(unit(state, each),) for each in ids]
    said = ("overrun", stacks[0], "same", "11.8", []) if overrun else ("attack", "11.8", stacks, [])
    found = forecast(state, Side(ALLIED), game.ask.form.settled(game.action(*said)))
    return " ".join(found.meanings.values())


def test_9_13_exploitation_is_told_where_it_can_be_earned() -> None:
    """8.1: never by an overrun; 9.13: nor by an attack out of hexes that are not next to each other."""
    assert "attackers rated 3 or more exploit; defender is disorganized" in meanings(False, "44_rtr 12.7")
    assert "exploit" not in meanings(True, "44_rtr 12.7")
    assert "defender is disorganized, loses 2 steps and takes an option of 2" in meanings(True, "44_rtr 12.7")
    assert "attacker takes an option of 1; defender loses 1 step" in meanings(True, "44_rtr 12.7")
    assert "exploit" not in meanings(False, "44_rtr 12.7", "3_cly 10.7")


def test_12_3_what_is_left_of_a_dump_leaves_out_the_organic_load_of_others() -> None:
    """13.7 has 2 SP on the ground and 50 Div's trucks with 1 SP beside it, which 4 Armd may not use (13.2g)."""
    game = sicily()
    state, ask = game.state, game.ask
    assert isinstance(state, OcsState)
    assert ask is not None
    assert state.dump[state.scenario.place("13.7")] == 8
    draft = read_draft(state, ask.form, ["move", "44_rtr", "combat", "13.8"])
    assert paid_so_far(state, ask, draft).startswith("paid: 1T out of 13.7, 1 SP 3T left there")


def test_16_0_a_game_that_begins_from_the_set_up_in_words_lets_units_build_where_they_are() -> None:
    """They were taken for units that had come from elsewhere in the phase."""
    assert {"fortify", "build_base", "damage_port"} <= set(sicily().offers())


def test_13_2_where_trucks_are_hauled_it_is_told_what_they_have_left_there() -> None:
    """As beside the end of a march, less what they load for: what they have when they are there."""
    game = sicily()
    state = game.state
    assert game.ask is not None
    assert isinstance(state, OcsState)
    truck = game.scenario.unit("al_truck_s1")
    hints = game.system.lens.hints(state, game.ask, game.drafts.at(["haul", "al_truck_s1", "4"]))
    ends = haul_ends(state, (truck,), 4)
    assert set(hints) == set(ends)

    there = Hex(game.scenario.place("15.7"))
    game.submit_written("allied", ["haul", "al_truck_s1", "4", "15.7", "keep"])

    assert state.hex_of[truck] == there
    assert hints[there] == points(left(state, truck))
