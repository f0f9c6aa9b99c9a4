"""OCS: the script obeys what its side intends: main efforts, what is held, boldness."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.core.flow import Ask, Over, Roll, answer, run
from sandtable.core.intents import SCRIPT, Conduct, Intent, Order
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.players.greedy import Greedy
from sandtable.systems.ocs.counsel import promising
from sandtable.systems.ocs.counsel.fronts import BOLDNESS, occasion
from sandtable.systems.ocs.counsel.habits import least
from sandtable.systems.ocs.counsel.movement import guards, marchers, marches, movers, plans
from sandtable.systems.ocs.counsel.prizes import aims, bound, headed, no_reply
from sandtable.systems.ocs.s02_sequence import Game
from sandtable.systems.ocs.state import FIRST, MOVEMENT, TURN, OcsState
from sandtable.systems.ocs.system import OCS
from systems.ocs.field import ALLIED, AXIS, field

SCENARIOS = ("primosole", "crusader")


def at(state: OcsState, name: str) -> Hex:
    return state.theatre.board.place(name)


def ordered(**said: object) -> Conduct:
    return Conduct((Order(**said),))  # type: ignore[arg-type]  # as the tests say them


def led_by_the_nose(state: OcsState, rng: Random) -> Intent:
    """Any order that might be given."""
    anywhere = [Hex(hex) for hex in range(state.theatre.board.hexes)]
    return (Order(tuple(rng.sample(anywhere, 2)), tuple(rng.sample(anywhere, 2)), rng.choice((-1, 0, 1))),)


def played(scenario: str, seed: int, answers: int, intents: bool = False) -> list[OcsState]:
    """Positions of a game that the script plays with itself, at its questions; under any orders."""
    state, rng = OCS.begin(OCS.load(scenario)), Random(seed)
    found = list[OcsState]()
    while len(found) < answers and not isinstance(wait := run(state), Over):
        if isinstance(wait, Roll):
            answer(state, rng.choices(list(wait.dice.ways), list(wait.dice.ways.values()))[0])
        else:
            found.append(state.copy())
            conduct = Conduct(led_by_the_nose(state, rng)) if intents else SCRIPT
            answer(state, Greedy(str(seed), conduct).quickly(state, wait))
    return found


def desert(*others: str) -> OcsState:
    """Two brigades and tanks before Gambut and Bir el Gubi."""
    held = ("8.19", "23.15", "24.11", "24.12", "7.16", "5.18", "10.15", "34.7", "34.12")
    return field(
        "3_rtr 20.7; 5_rtr 20.7; 4_nz_bde 20.8; 5_nz_bde 20.8; xxx_corps_hq 21.6; i_8_pz 14.16; vii_tk 7.12;"
        + "; ".join(others), dumps={"21.6": (ALLIED, 40)}, segment=MOVEMENT, scenario="crusader",
        control={"14.16": AXIS, "7.12": AXIS, **dict.fromkeys(held, ALLIED)},
    )  # fmt: skip


@pytest.mark.parametrize("goal", ["14.16", "7.12"])
def test_an_order_for_a_place_sends_forces_there(goal: str) -> None:
    state = desert()
    conduct, place = ordered(efforts=(at(state, goal),)), at(state, goal)
    assert set(headed(state, ALLIED, conduct).values()) == {((place, 1),)}
    distance = state.theatre.board.layout.distance
    able = marchers(state, ALLIED, plans(state, ALLIED, conduct), conduct)
    for units, _, to in marches(state, ALLIED, able, conduct):
        assert all(distance(to, place) < distance(Hex(state.hex_of[unit]), place) for unit in units)


def test_an_order_may_send_forces_where_nothing_counts() -> None:
    state = desert()
    place = at(state, "16.9")
    assert place not in aims(state, ALLIED, SCRIPT)
    conduct = ordered(efforts=(place,))
    assert set(headed(state, ALLIED, conduct).values()) == {((place, 1),)}


def test_without_an_order_forces_do_not_all_go_to_one_place() -> None:
    """Each prize has as many as it takes."""
    state = OCS.begin(OCS.load("crusader"))
    run(state)
    goals = set(headed(state, ALLIED, SCRIPT).values())
    assert len(goals) > 2


def test_what_is_held_is_not_left_while_the_enemy_is_near() -> None:
    state = desert("155_ir 16.8")
    place, units = at(state, "20.8"), [state.scenario.unit(id) for id in ("4_nz_bde", "5_nz_bde")]
    assert not any(bound(state, unit, SCRIPT) for unit in units)
    assert all(bound(state, unit, ordered(holds=(place,))) for unit in units)


def test_somebody_goes_to_what_is_to_be_held() -> None:
    state = desert("155_ir 16.8")
    place = at(state, "19.8")
    units = movers(state, ALLIED)
    assert place not in {to for _, _, to in guards(state, ALLIED, units, SCRIPT)}
    assert place in {to for _, _, to in guards(state, ALLIED, units, ordered(holds=(place,)))}


def test_boldness_changes_who_is_attacked() -> None:
    dumps = {"11.10": (ALLIED, 30), "11.13": (AXIS, 8)}
    state = field("69_bde 11.10; 151_bde 11.10; mg_1_fj 11.12", dumps=dumps, segment=MOVEMENT, hedgehogs={"11.12": 1})
    leasts = [least(ordered(boldness=boldness)) for boldness in (-1, 0, 1)]
    assert leasts == sorted(leasts, reverse=True)
    found = [len(plans(state, ALLIED, ordered(boldness=boldness))) for boldness in (-1, 0, 1)]
    assert found == sorted(found)
    assert set(BOLDNESS) == {-1, 1}


# ------------------------------------------------------------------------------------------------ what may be ordered


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_fronts_stay_as_many_and_offer_what_may_be_ordered(scenario: str) -> None:
    for state in played(scenario, 1, 250)[::25]:
        for side in (ALLIED, AXIS):
            (front,) = OCS.counsel.fronts(state, side)
            assert len(front.efforts) <= 6
            assert len(front.holds) <= 4
            assert len(set(front.efforts)) == len(front.efforts)


def test_fronts_are_offered_when_the_enemy_has_no_reply_left() -> None:
    state = desert()
    state.clock[TURN], state.clock[FIRST] = len(state.theatre.dates), AXIS
    state.forget()
    assert no_reply(state, ALLIED)
    (front,) = OCS.counsel.fronts(state, ALLIED)
    assert front.holds


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_may_know_no_more_is_offered_the_same(scenario: str) -> None:
    """Fronts are those of what a side imagines, whatever the enemy hides."""
    for state in played(scenario, 2, 120)[::40]:
        twin = state.copy()
        for unit in map(UnitId, range(len(twin.stocks))):
            if twin.owner[unit] == AXIS:
                twin.stocks[unit] = 1 - twin.stocks[unit] if twin.stocks[unit] < 2 else 0
        twin.forget()
        offered = [
            OCS.counsel.fronts(OCS.hidden.imagine(each, ALLIED, Random("alike")), ALLIED) for each in (state, twin)
        ]
        assert offered[0] == offered[1]


def test_a_side_plans_at_the_beginning_of_each_of_its_player_turns() -> None:
    occasions: dict[Side, list[object]] = {ALLIED: [], AXIS: []}
    for state in played("primosole", 3, 400):
        wait = run(state)
        assert isinstance(wait, Ask)
        if (now := occasion(state, wait.side)) not in occasions[wait.side]:
            assert wait.side == state.phasing or not occasions[wait.side] or isinstance(state.stack[-1], Game)
            occasions[wait.side].append(now)
    assert all(len(found) >= 4 for found in occasions.values())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_promising_is_legal_under_any_orders(scenario: str) -> None:
    rng = Random(scenario)
    for state in played(scenario, 4, 300, intents=True)[::6]:
        wait = run(state)
        assert isinstance(wait, Ask)
        for conduct in (Conduct(led_by_the_nose(state, rng)), Conduct(narrow=True)):
            for action in promising(state, wait, conduct):
                assert not wait.form.check(state, action)
