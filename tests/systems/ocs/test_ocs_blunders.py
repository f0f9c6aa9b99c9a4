"""OCS: what the script of 0.3.0 did foolishly, as fixed positions, and what it does now."""

from __future__ import annotations

import pytest

from sandtable.core.decisions import Action
from sandtable.core.flow import Ask, run
from sandtable.core.intents import FIRST, SCRIPT, Conduct
from sandtable.core.rules import Hex, Side
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.counsel import promising
from sandtable.systems.ocs.counsel.logistics import headquarter_moves
from sandtable.systems.ocs.counsel.odds import gain
from sandtable.systems.ocs.counsel.overruns import go_on
from sandtable.systems.ocs.counsel.prizes import barring, lacking, peril, risk, wanted
from sandtable.systems.ocs.s08_overrun import ON, March
from sandtable.systems.ocs.state import FIRST as CLOCK_FIRST
from sandtable.systems.ocs.state import MOVEMENT, OcsState
from sandtable.systems.ocs.system import OCS
from systems.ocs.field import ALLIED, AXIS, field

MOVING = "Player turn / Movement Phase / Movement Segment"
FIGHTING = "Player turn / Combat Phase / Combat Segment"


def at(state: OcsState, name: str) -> Hex:
    return state.theatre.board.place(name)


def advised(state: OcsState, row: str, side: Side, conduct: Conduct) -> Action:
    """What is recommended in a segment."""
    branch = state.copy()
    branch.stack.append(Segment(row, side))
    wait = run(branch)
    assert isinstance(wait, Ask)
    action = next(iter(promising(branch, wait, conduct)))
    assert not wait.form.check(branch, action)
    return action


def test_nobody_marches_to_a_hex_that_only_the_enemy_scores_for_and_does_not_have() -> None:
    """Paratroops left Catania's road for Misterbianco, which was nobody's and brings the Axis nothing."""
    held = ("12.14", "14.17", "7.16", "6.13", "3.14", "11.12", "10.8", "14.19")
    state = field(
        "i_3_fj 11.14; ii_3_fj 12.14; iii_3_fj 12.14; xvi_it_corps_hq 12.14; 69_bde 12.7", dumps={"12.14": (AXIS, 8)},
        control=dict.fromkeys(held, AXIS), phasing=AXIS, segment=MOVEMENT,
    )  # fmt: skip
    assert set(wanted(state, AXIS, FIRST)) == {at(state, "10.15")}
    assert not wanted(state, AXIS, SCRIPT)
    assert advised(state, MOVING, AXIS, FIRST)[3] == at(state, "10.15")
    assert at(state, "10.15") not in advised(state, MOVING, AXIS, SCRIPT)


def last_player_turn(first: Side) -> OcsState:
    """A brigade in Catania, Misterbianco open before it."""
    held = ("14.17", "7.16", "6.13", "3.14", "11.12", "10.8", "17.2")
    state = field(
        "69_bde 12.14; i_3_fj 14.15; xiii_corps_hq 11.12", dumps={"11.12": (ALLIED, 12)},
        control={"10.15": AXIS, **dict.fromkeys(held, ALLIED)}, segment=MOVEMENT, turn=6,
    )  # fmt: skip
    state.tick(CLOCK_FIRST, first)
    return state


def test_in_the_last_player_turn_of_all_nobody_guards() -> None:
    """The brigade in Catania kept it against an enemy who had no turn left."""
    state = last_player_turn(first=AXIS)
    open_to = at(state, "10.15")
    assert open_to not in advised(state, MOVING, ALLIED, FIRST)
    assert open_to in advised(state, MOVING, ALLIED, SCRIPT)
    assert open_to not in advised(last_player_turn(first=ALLIED), MOVING, ALLIED, SCRIPT)


def test_who_bars_the_way_to_tobruk_is_worth_an_attack() -> None:
    """An attack on him counted no more than one anywhere in the desert."""
    state = OCS.begin(OCS.load("crusader"))
    bars = barring(state, ALLIED)
    assert sum(bars.values()) == pytest.approx(6)
    assert all(gain(state, ALLIED, hex, SCRIPT) > gain(state, ALLIED, hex, FIRST) for hex in bars)


def test_tanks_do_not_end_their_march_in_move_mode_before_the_enemys_tanks() -> None:
    """Brigades on the way to Gambut stopped within reach of two panzer regiments, on their Move side."""
    held = ("8.19", "23.15", "24.11", "24.12", "7.16", "7.12", "5.18", "10.15", "34.7", "34.12")
    state = field(
        "3_rtr 24.5; 5_rtr 24.5; xxx_corps_hq 23.6; i_8_pz 14.16; ii_8_pz 14.16; i_5_pz 14.16; ii_5_pz 14.16",
        dumps={"23.6": (ALLIED, 40), "14.16": (AXIS, 20)}, control={"14.16": AXIS, **dict.fromkeys(held, ALLIED)},
        segment=MOVEMENT, scenario="crusader",
    )  # fmt: skip
    before, after = (advised(state, MOVING, ALLIED, conduct) for conduct in (FIRST, SCRIPT))
    assert risk(state, ALLIED, before[3]) == 1
    assert before[2] == "move"
    assert after[2] == "combat" or risk(state, ALLIED, after[3]) == 0


def test_an_hq_does_not_stay_alone_three_hexes_from_the_enemys_tanks() -> None:
    state = field(
        "xxx_corps_hq 20.7; 4_nz_bde 24.8; i_8_pz 17.8; ii_8_pz 17.8", dumps={"24.8": (ALLIED, 20)},
        control={"34.7": ALLIED, "34.12": ALLIED, "8.19": ALLIED}, segment=MOVEMENT, scenario="crusader",
    )  # fmt: skip
    (hq,) = (state.scenario.unit("xxx_corps_hq"),)
    assert not list(headquarter_moves(state, ALLIED, FIRST))
    assert [unit for unit, _, _ in headquarter_moves(state, ALLIED, SCRIPT)] == [hq]


def test_an_hq_does_not_stay_alone_a_march_from_the_enemys_tanks() -> None:
    """The HQs of Eighth Army stayed in the open desert eight hexes from the panzers, which overran one a game."""
    state = field(
        "xxx_corps_hq 22.8; 4_nz_bde 24.8; 7_h 18.8; 8_h 19.8; i_8_pz 14.8; ii_8_pz 14.8",
        dumps={"24.8": (ALLIED, 20)}, control={"34.7": ALLIED, "34.12": ALLIED, "8.19": ALLIED}, segment=MOVEMENT,
        scenario="crusader",
    )  # fmt: skip
    assert not list(headquarter_moves(state, ALLIED, FIRST))
    ((_, _, to),) = headquarter_moves(state, ALLIED, SCRIPT)
    assert peril(state, ALLIED, to) < peril(state, ALLIED, at(state, "22.8"))


def test_some_stay_in_bardia_when_others_go_on() -> None:
    """Tanks that had overrun its garrison all went on to Sollum, and the Axis walked in again."""
    state = field(
        "7_h 23.15; 2_rtr 23.15; 6_rtr 23.15; xxx_corps_hq 24.9; 155_ir 20.15", dumps={"24.9": (ALLIED, 40)},
        control={"24.12": AXIS, **dict.fromkeys(("23.15", "24.11", "34.7", "34.12", "8.19"), ALLIED)}, segment=MOVEMENT,
        scenario="crusader",
    )  # fmt: skip
    units = tuple(map(state.scenario.unit, ("7_h", "2_rtr", "6_rtr")))
    for conduct, going in ((FIRST, 3), (SCRIPT, 1)):
        ((verb, able, to),) = go_on(March(ALLIED, units), state, ON, conduct)
        assert (verb, to) == ("go_on", at(state, "24.12"))
        assert len(able) == going


def test_a_way_by_which_tobruk_is_relieved_is_barred_again() -> None:
    """The Axis wanted nothing there any more."""
    state = field("14_bde 8.19; 115_sr 13.15; ju88 1.18", control={"8.19": ALLIED}, scenario="crusader")
    distance = state.theatre.board.layout.distance
    goals = {hex for hex in wanted(state, AXIS, SCRIPT) if distance(hex, at(state, "8.19")) == 1}
    assert goals
    assert not goals & set(wanted(state, AXIS, FIRST))


def test_tanks_in_move_mode_are_half_a_guard() -> None:
    """Nobody else came to Bardia, since they were as strong as a garrison."""

    def missing(mode: str, conduct: Conduct) -> float:
        state = field(f"7_h 23.15 {mode}; 155_ir 20.15", control={"23.15": ALLIED}, scenario="crusader")
        return lacking(state, ALLIED, conduct)[at(state, "23.15")]

    assert missing("move", FIRST) == missing("combat", FIRST)
    assert missing("move", SCRIPT) > missing("combat", SCRIPT)
