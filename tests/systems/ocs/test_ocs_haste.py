"""OCS: how plans are tried: hastily, nobody being asked twice, until the enemy has replied."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.core.flow import Ask, Over, Roll, answer, run
from sandtable.core.intents import FIRST as OLDEST
from sandtable.core.intents import SCRIPT, Conduct
from sandtable.core.rules import Side
from sandtable.core.sequence import Segment
from sandtable.players.greedy import Greedy
from sandtable.players.randomly import fall
from sandtable.systems.ocs.counsel import promising
from sandtable.systems.ocs.counsel.fronts import passed
from sandtable.systems.ocs.counsel.habits import HASTE, habits
from sandtable.systems.ocs.counsel.operations import COURSES, next_action
from sandtable.systems.ocs.s02_sequence import Game
from sandtable.systems.ocs.state import FIRST, MOVEMENT, OcsState
from sandtable.systems.ocs.system import OCS
from systems.ocs.field import ALLIED, AXIS, field
from systems.ocs.test_ocs_intents import SCENARIOS, desert

HASTY = Conduct(hasty=True)
MOVING = "Player turn / Movement Phase / Movement Segment"


def asked(state: OcsState) -> tuple[Segment, Ask]:
    """The Movement Segment of the Allies, as it begins."""
    state.stack.append(segment := Segment(MOVING, ALLIED))
    wait = run(state)
    assert isinstance(wait, Ask)
    return segment, wait


def test_haste_changes_no_more_than_it_says() -> None:
    assert habits(HASTY) == habits(SCRIPT)._replace(**HASTE)
    assert not habits(SCRIPT).courses
    assert not habits(OLDEST).courses


def test_in_a_game_all_is_weighed_anew_at_each_question() -> None:
    state = desert()
    segment, wait = asked(state)
    promising(state, wait, SCRIPT)
    before = COURSES[segment]
    promising(state, wait, SCRIPT)
    assert COURSES[segment] is not before


def test_where_plans_are_tried_a_segment_keeps_its_course_and_asking_again_changes_nothing() -> None:
    state = desert()
    segment, wait = asked(state)
    (first,) = promising(state, wait, HASTY)
    assert promising(state, wait, HASTY) == [first]
    course = COURSES[segment]
    answer(state, first)
    again = run(state)
    assert isinstance(again, Ask)
    promising(state, again, HASTY)
    assert COURSES[segment] is course
    promising(state, again, Conduct(hasty=True, edition=1))
    assert COURSES[segment] is not course


def test_a_copy_of_a_position_has_a_course_of_its_own() -> None:
    state = desert()
    segment, wait = asked(state)
    promising(state, wait, HASTY)
    branch = state.copy()
    frame = branch.stack[-1]
    assert isinstance(frame, Segment)
    assert frame not in COURSES
    next_action(frame, branch, wait.form, HASTY)  # type: ignore[arg-type]  # a menu
    assert COURSES[frame] is not COURSES[segment]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_hasty_games_are_legal_and_end(scenario: str) -> None:
    state, rng = OCS.begin(OCS.load(scenario)), Random(scenario)
    scripts = [Greedy(f"{side}", HASTY) for side in range(2)]
    while not isinstance(wait := run(state), Over):
        if isinstance(wait, Roll):
            answer(state, fall(wait, rng))
        else:
            action = scripts[wait.side].quickly(state, wait)
            assert not wait.form.check(state, action)
            answer(state, action)
    assert state.turn == len(state.theatre.dates)


# ------------------------------------------------------------------------------------------------ how far


@pytest.mark.parametrize(
    ("first", "phasing", "allied", "axis"),
    [(ALLIED, ALLIED, 2, 2), (ALLIED, AXIS, 2, 3), (AXIS, AXIS, 2, 2), (AXIS, ALLIED, 3, 2)],
)
def test_2_3_a_player_turn_of_the_enemy_is_over_when_the_second_of_a_turn_begins(
    first: Side, phasing: Side, allied: int, axis: int
) -> None:
    state = field("69_bde 12.7", phasing=phasing, segment=MOVEMENT, turn=3)
    state.tick(FIRST, first)
    state.stack.append(Segment(MOVING, phasing))
    assert (passed(state, ALLIED), passed(state, AXIS)) == (allied, axis)


def test_2_3_before_it_is_settled_who_goes_first_nobody_has_gone() -> None:
    """The clock still tells who went first in the turn before."""
    state = field("69_bde 12.7", phasing=ALLIED, turn=3)
    state.tick(FIRST, AXIS)
    assert isinstance(state.stack[-1], Game)
    assert passed(state, ALLIED) == passed(state, AXIS) == 2
