"""USE: orders are obeyed: main efforts, what is held, how bold attacks are."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.core.flow import Ask, Over, answer, run
from sandtable.core.intents import BOLD, CAREFUL, Conduct, Order
from sandtable.core.rules import Hex, Side
from sandtable.players.greedy import Greedy
from sandtable.players.randomly import answer_randomly
from sandtable.systems.use.counsel.defence import bound
from sandtable.systems.use.counsel.habits import NEAR, mind_of
from sandtable.systems.use.counsel.odds import promise
from sandtable.systems.use.counsel.worth import plan
from sandtable.systems.use.s01_2_sequence import ACTIONS
from sandtable.systems.use.state import UseState
from sandtable.systems.use.system import USE
from systems.use.field import AXIS, WEST, Game, field

SCENARIOS = ["poland-1939", "france-1940", "balkans-1941"]


def far(state: UseState, side: Side, place: Hex, most: int = 3) -> float:
    """How far the nearest armies of a side are from a hex, on average."""
    distance = state.theatre.board.layout.distance
    ways = sorted(distance(Hex(state.hex_of[unit]), place) for unit in state.ground_units(side))[:most]
    return sum(ways) / len(ways)


def after_a_turn(state: UseState, order: Order, seed: int) -> UseState:
    """Both sides play by the script until the Axis has acted, the Axis after this order."""
    rng, scripts = Random(seed), [Greedy(str(seed), Conduct((order,))), Greedy(str(seed), Conduct())]
    while not isinstance(wait := run(state), Over):
        if isinstance(wait, Ask):
            if wait.side == state.phasing == WEST and wait.form is ACTIONS.asks:
                break
            answer(state, scripts[wait.side].quickly(state, wait))
        else:
            answer(state, rng.choices(list(wait.dice.ways), list(wait.dice.ways.values()))[0])
    return state


def test_a_main_effort_brings_armies_there() -> None:
    """Of two cities far apart: whichever is ordered, armies are nearer to it than if the other is."""
    north, south = (USE.load("france-1940").board.place(each) for each in ("0509", "0913"))
    pulled = {
        place: [after_a_turn(USE.begin(USE.load("france-1940")), Order(efforts=(place,)), seed) for seed in range(3)]
        for place in (north, south)
    }
    for place, other in ((north, south), (south, north)):
        there, elsewhere = (sum(far(state, AXIS, place) for state in pulled[each]) for each in (place, other))
        assert there < elsewhere


def test_a_city_to_be_held_is_not_left() -> None:
    """Lille is out of the enemy's reach: its army may go elsewhere, but not if it is told to hold it."""
    state = field("pz germany tank 0511; o france infantry 0508; p france infantry 0808", phasing=WEST)
    here, unit = Hex(state.hex_of[state.scenario.unit("o")]), state.scenario.unit("o")
    assert bound(state, mind_of(Conduct((Order(holds=(here,)),)), WEST), unit)


def test_what_is_to_be_held_gets_a_guard() -> None:
    """Reims (0809) is empty, and nobody threatens it at once."""
    units = "pz germany tank 0611; o france infantry 0810; s france infantry 0711"
    place = field(units).theatre.board.place("0809")
    state = field(units, phasing=WEST)
    held = Conduct((Order(holds=(place,)),))
    game = Game(state)
    assert next(iter(USE.counsel.promising(game.state, game.ask, held))) == ("activate", game.unit("o"))
    game.do("activate", "o")
    assert next(iter(USE.counsel.promising(game.state, game.ask, held))) == ("move", place)


def test_who_spends_his_armies_attacks_where_others_do_not() -> None:
    state = field("a germany infantry 1108 reduced low; x france infantry 1107")
    start, target = (state.theatre.board.place(each) for each in ("1108", "1107"))
    spares, usual, spends = (
        promise(state, mind_of(Conduct((Order(boldness=each),)), AXIS).habits, state.scenario.unit("a"), start, target)
        for each in (CAREFUL, 0, BOLD)
    )
    assert spares < usual < spends
    assert {*USE.counsel.boldness} == {CAREFUL, BOLD, NEAR}


def test_what_lies_beyond_a_city_draws_the_axis_unless_it_takes_what_is_near() -> None:
    """The West has to hold out: it never goes for what lies beyond."""
    state = field("pz germany tank 0611")

    def drawn(side: Side, boldness: int) -> float:
        habits = mind_of(Conduct((Order(boldness=boldness),)), side).habits
        return plan(state, habits, state.scenario.unit("pz"), 10, True).value

    near = drawn(AXIS, NEAR)
    assert drawn(AXIS, 0) > near > 0
    assert drawn(WEST, 0) == near


def test_what_lies_beyond_draws_less_while_there_are_turns_to_come() -> None:
    """In the last of five turns five times as much as in the first, by the first edition as much."""

    def drawn(turn: int, edition: int) -> float:
        state = field("pz germany tank 0611", turn=turn)
        usual, near = (mind_of(Conduct((Order(boldness=each),), edition), AXIS).habits for each in (0, NEAR))
        with_it, without = (plan(state, each, state.scenario.unit("pz"), 10, True) for each in (usual, near))
        assert with_it.to == without.to
        return with_it.value - without.value

    assert drawn(5, 2) == pytest.approx(5 * drawn(1, 2))
    assert drawn(5, 1) == drawn(1, 1) > 0


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_fronts_and_answers_are_sound_wherever_random_play_leads(scenario: str) -> None:
    """One front for each side, all the game long; orders of what it offers give legal answers, in either edition."""
    state, rng = USE.begin(USE.load(scenario)), Random(scenario)
    asked = 0
    while not isinstance(wait := run(state), Over):
        if not isinstance(wait, Ask):
            answer(state, rng.choices(list(wait.dice.ways), list(wait.dice.ways.values()))[0])
            continue
        if (asked := asked + 1) % 5 == 0:
            (front,) = USE.counsel.fronts(state, wait.side)
            assert len(front.efforts) <= 6
            assert len(front.holds) <= 4
            order = Order(
                tuple(rng.sample(front.efforts, min(2, len(front.efforts)))),
                tuple(rng.sample(front.holds, min(2, len(front.holds)))), rng.choice((-1, 0, 1)),
            )  # fmt: skip
            for conduct in (Conduct((order,)), Conduct((order,), narrow=True), Conduct((order,), edition=1)):
                found = [*USE.counsel.promising(state, wait, conduct)]
                assert not found or any(not wait.form.check(state, each) for each in found)
        answer(state, answer_randomly(state, wait, rng))


def test_what_is_hidden_changes_no_front() -> None:
    """5.1 A sealed word is guessed, and fronts tell nothing of it."""
    state, rng = USE.begin(USE.load("balkans-1941")), Random(1)
    while not isinstance(run(state), Over):
        wait = state.wait
        if isinstance(wait, Ask):
            for side in (AXIS, WEST):
                twins = [USE.hidden.imagine(state, side, Random(seed)) for seed in (1, 2)]
                one, other = ([*USE.counsel.fronts(each, side)] for each in twins)
                assert one == other
            answer(state, answer_randomly(state, wait, rng))
        else:
            assert wait is not None
            answer(state, rng.choices(list(wait.dice.ways), list(wait.dice.ways.values()))[0])  # type: ignore[union-attr]


def test_plans_come_before_answers() -> None:
    counsel = USE.counsel
    assert {counsel.planning(USE.load(name)) for name in SCENARIOS} == {1.0}
    assert counsel.pace == 2.0


def test_a_side_plans_when_its_own_turn_begins() -> None:
    """What the West is asked in the turn of the Axis is no occasion of its own turn: it has not seen yet what it will
    have to answer. The Axis, who is first, keeps its plan while the West acts."""
    rng, scripts = Random(1), [Greedy("1", Conduct()), Greedy("1", Conduct())]
    state = USE.begin(USE.load("france-1940"))
    found: dict[tuple[Side, Side, int], set[object]] = {}
    while not isinstance(wait := run(state), Over) and state.turn < 3:
        if isinstance(wait, Ask):
            found.setdefault((wait.side, state.phasing, state.turn), set()).add(USE.counsel.occasion(state, wait.side))
            answer(state, scripts[wait.side].quickly(state, wait))
        else:
            answer(state, rng.choices(list(wait.dice.ways), list(wait.dice.ways.values()))[0])
    assert all(len(each) == 1 for each in found.values())
    assert found[WEST, AXIS, 1] != found[WEST, WEST, 1] != found[WEST, WEST, 2]
    assert found[WEST, AXIS, 2] == found[WEST, WEST, 1]
    assert found[AXIS, AXIS, 1] == found.get((AXIS, WEST, 1), found[AXIS, AXIS, 1]) != found[AXIS, AXIS, 2]
