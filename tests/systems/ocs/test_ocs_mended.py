"""OCS: cases in which the game once did something else than the rules, each named after its rule."""

from __future__ import annotations

from sandtable.core.sequence import Segment
from sandtable.play.forecast import End, forecast
from sandtable.play.notation import read_action
from sandtable.systems.ocs.s05_modes import allowance, ordered
from sandtable.systems.ocs.s12_supply_phase import untraced
from sandtable.systems.ocs.s13_reinforcements import enter
from sandtable.systems.ocs.s13_replacements import wanted
from sandtable.systems.ocs.s15_bases import room
from sandtable.systems.ocs.state import REACTION
from sandtable.systems.ocs.system import OCS
from sandtable.systems.ocs.theatre import MOVE
from systems.ocs.field import ALLIED, AXIS, Game, field, unit
from taken import take

MOVING = "Player turn / Movement Phase / Movement Segment"


def test_12_6_the_lens_calls_supplied_whom_the_supply_phase_does_not_mark() -> None:
    """The Hermann Göring division traces to 14.19 together; one battalion of it, near another source, is cut off."""
    state = field("i_pz_hg 5.18; ii_pz_hg 14.17; 1_pzgr_hg 14.18; 69_bde 7.16", phasing=AXIS)
    lone = unit(state, "i_pz_hg")
    assert untraced(state, AXIS) == [lone]

    assert [each for each, fed in OCS.lens.supplied(state, AXIS).items() if not fed] == [lone]
    told = OCS.lens.supply(state, lone)
    assert told is not None
    assert not told.legs
    assert "formation" in str(told.because)


def test_13_5_reconnaissance_is_rebuilt_as_infantry() -> None:
    state = field("5_recce 12.7; rec_hg 6.13; 44_rtr 12.7")
    assert [wanted(state, unit(state, id)) for id in ("5_recce", "rec_hg", "44_rtr")] == [(1, 0), (1, 0), (0, 1)]


def test_14_7d_italians_hip_shoot_in_sicily_too() -> None:
    state = field("mc202 6.13; 69_bde 12.7; 904_fest 11.8", bases={"6.13": 1}, control={"6.13": AXIS}, phasing=AXIS)
    assert not Game(state, Segment(MOVING, AXIS)).why("hipshoot", "12.7", "units", unit(state, "mc202"))


def test_5_10_and_5_7_a_disorganized_unit_in_reaction_has_a_quarter() -> None:
    """4.3: half for DG and half for the Reaction Phase, of eight points."""
    state = field("44_rtr 12.7 dg", segment=REACTION, phasing=AXIS)
    tanks = unit(state, "44_rtr")
    assert allowance(state, tanks, ordered(state, tanks, "same")) == 2 * 4


def test_15_0b_who_arrives_at_a_full_base_is_inactive() -> None:
    """Level 1 holds five active aircraft."""
    five = ("spitfire1", "spitfire2", "kittyhawk", "baltimore", "boston")
    state = field("; ".join(f"{id} 16.1" for id in five), bases={"16.1": 1}, control={"16.1": ALLIED})
    base, last = state.scenario.place("16.1"), unit(state, "c47")
    assert room(state, ALLIED, base) == 0
    enter(state, ALLIED, last, base, MOVE, "13.6")

    assert not state.active[last]
    assert room(state, ALLIED, base) == 0


def test_13_9_reduced_aircraft_in_a_box_are_put_together() -> None:
    state = field("spitfire1 box_m s1; spitfire2 box_m s1")
    first, second = unit(state, "spitfire1"), unit(state, "spitfire2")
    Game(state, Segment("Player turn / Reinforcement Phase / Reinforcements", ALLIED)).do("consolidate", first, second)
    assert (state.steps[first], state.hex_of[second]) == (2, state.theatre.dead[ALLIED])


def test_12_6c_eating_is_not_told_by_dice_of_a_later_phase() -> None:
    """The last step of the lesson on supply: after the meal the enemy could blow up a dump, which is another matter."""
    for course, step in take("ocs:supply"):
        if step.asks == "eat":
            session = course.session
            ask = session.ask
            assert ask is not None
            action = read_action(session.state, ask.form, ["4.11", "done", "done"])
            assert isinstance(forecast(session.state, ask.side, action).root, End)
            return
    raise AssertionError("nobody is asked to eat")
