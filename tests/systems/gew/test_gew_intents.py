"""What GEW offers to plan with, and that its script does as it is ordered. No rule."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, cast

import pytest

from sandtable.core.flow import Ask, answer, run
from sandtable.core.intents import SCRIPT, Conduct, Order
from sandtable.core.rules import Hex, Side
from sandtable.play.session import start
from sandtable.systems.gew.counsel import promising, vouched
from sandtable.systems.gew.counsel.aims import fronts
from sandtable.systems.gew.s17_movement import MOVE, MovementPhase
from sandtable.systems.gew.s19_attack import GroundCombatPhase
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE
from systems.gew.asked import asked
from systems.gew.test_gew_blunders import DESERT, RUSSIA, moved, position, where
from twins import twin_of

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield

SCENARIOS = ("campaign", "barbarossa", "north-africa-1941")


def ordered(state: GewState, *places: str, hold: tuple[str, ...] = (), boldness: int = 0) -> Conduct:
    """On the one front of a shorter scenario, or on all of the campaign."""
    efforts, holds = (tuple(map(state.theatre.place, names)) for names in (places, hold))
    return Conduct((Order(efforts, holds, boldness),) * len(fronts(state, AXIS_SIDE)))


def far(state: GewState, place: str, *units: str) -> int:
    """From each of these units to a place, in hexes."""
    to, distance = state.theatre.place(place), state.scenario.board.layout.distance
    return sum(distance(Hex(state.hex_of[state.scenario.unit(unit)]), to) for unit in units)


# ------------------------------------------------------------------------------------------------ obeying


@pytest.mark.parametrize("narrow", [False, True])
def test_units_go_where_the_main_effort_is(narrow: bool) -> None:
    at, panzers = position(RUSSIA, "2", 49), ("ger_pz1", "ger_pz2", "ger_pz3", "ger_pz4")
    orders = [ordered(at.state, place)._replace(narrow=narrow) for place in ("leningrad", "odessa")]
    north, south = (moved(at, each) for each in orders)
    assert far(north, "leningrad", *panzers) < far(south, "leningrad", *panzers)
    assert far(south, "odessa", *panzers) < far(north, "odessa", *panzers)


def test_rommel_takes_tobruk_first_if_that_is_the_order() -> None:
    at = position(DESERT, "1", 5)
    assert where(moved(at, ordered(at.state, "tobruk")), "ger_dak") == "2926"
    assert where(moved(at, ordered(at.state, "cairo")), "ger_dak") != "2926"


def test_not_all_go_to_one_place() -> None:
    """An effort wants twice what others want, not everybody."""
    at = position(RUSSIA, "2", 49)
    state = moved(at, ordered(at.state, "leningrad"))
    armies = ("ger_a2", "ger_a6", "ger_a11", "ger_a17", "rum_a3", "rum_a4")
    assert far(state, "odessa", *armies) < far(state, "leningrad", *armies)


def test_what_is_to_be_held_gets_somebody() -> None:
    at = position(DESERT, "1", 11)
    suez = at.state.theatre.place("suez")
    assert not moved(at, SCRIPT).ground_in(suez)
    assert moved(at, ordered(at.state, hold=("suez",))).ground_in(suez)


def test_who_holds_a_place_stays_there(battlefield: Battlefield) -> None:
    """Though nobody threatens it, and there is something to take."""
    state = battlefield("ger_pz1 2409", joined={"ussr": "soviet"})
    state.stack.append(MovementPhase(AXIS_SIDE))
    wait, prague = run(state), ordered(state, hold=("2409",))
    assert isinstance(wait, Ask)
    assert next(iter(promising(state, wait, SCRIPT)))[0] != "end"
    assert next(iter(promising(state, wait, prague))) == ("end",)


def test_19_1_the_bold_attack_where_the_careful_do_not(battlefield: Battlefield) -> None:
    def attacks(boldness: int, units: str) -> bool:
        state = battlefield(units, joined={"ussr": "soviet"})
        state.stack.append(GroundCombatPhase(AXIS_SIDE))
        wait = run(state)
        assert isinstance(wait, Ask)
        return bool(next(iter(promising(state, wait, ordered(state, boldness=boldness))))[0] == "attack")

    even, good, best = "ger_a4 2908, sov_t1 3008", "ger_pz1 2908, sov_f3 3008", "ger_pz1 2908, sov_t1 3008"
    assert [attacks(boldness, even) for boldness in (-1, 0, 1)] == [False, False, True]
    assert [attacks(boldness, good) for boldness in (-1, 0, 1)] == [False, True, True]
    assert [attacks(boldness, best) for boldness in (-1, 0, 1)] == [True, True, True]


@pytest.mark.parametrize("game", SCENARIOS)
def test_what_is_promising_is_legal_under_any_intent(game: str) -> None:
    """Wherever some answers at random and some as recommended lead, with narrow sight and without."""
    rng = Random(2)
    state = cast(GewState, start(f"gew:{game}", "2", {"automatic_setup": True}).state)
    for nth, wait in asked(state, rng, 700):
        conduct = Conduct(drawn(state, wait.side, rng), narrow=rng.random() < 0.2)
        found = list(promising(state, wait, conduct))
        for action in found if vouched(state, wait) else ():
            assert not wait.form.check(state, action), (wait.form.name, action, conduct)
        recommended = found and nth % 50 >= 15 and not wait.form.check(state, found[0])
        answer(state, found[0] if recommended else wait.form.draw(state, rng))


def drawn(state: GewState, side: Side, rng: Random) -> tuple[Order, ...]:
    """Any orders of those offered."""
    return tuple(
        Order(
            tuple(rng.sample(front.efforts, min(rng.randrange(3), len(front.efforts)))),
            tuple(rng.sample(front.holds, min(rng.randrange(3), len(front.holds)))),
            rng.choice((-1, 0, 1)),
        )
        for front in fronts(state, side)
    )


# ------------------------------------------------------------------------------------------------ what is offered


@pytest.mark.parametrize("game", SCENARIOS)
def test_there_are_always_as_many_fronts(game: str) -> None:
    rng, seen = Random(3), set[tuple[int, ...]]()
    state = cast(GewState, start(f"gew:{game}", "3", {"automatic_setup": True}).state)
    for _, wait in asked(state, rng, 600):
        if wait.form is MOVE:
            both = [fronts(state, side) for side in (AXIS_SIDE, ALLIED_SIDE)]
            seen.add(tuple(map(len, both)))
            assert all(len(front.efforts) <= 6 and len(front.holds) <= 4 for each in both for front in each)
        answer(state, next(iter(promising(state, wait)), None) or wait.form.draw(state, rng))
    assert seen == {(3, 3) if game == "campaign" else (1, 1)}


def test_efforts_are_what_the_enemy_holds_and_holds_what_is_ours() -> None:
    at = position(DESERT, "1", 11)
    names = at.state.theatre.board.places_in
    (axis,), (allied,) = fronts(at.state, AXIS_SIDE), fronts(at.state, ALLIED_SIDE)
    assert [names(place)[0].name for place in axis.efforts[:2]] == ["Tobruk", "Cairo"]
    assert "Tobruk" in [names(place)[0].name for place in allied.holds]
    assert not {*allied.efforts} & {*allied.holds}


@pytest.mark.parametrize("side", [AXIS_SIDE, ALLIED_SIDE])
def test_6_3_what_the_enemy_hides_changes_no_front_and_no_answer(side: Side) -> None:
    at = position("gew:campaign", "1", 372)
    looks = [GEW.hidden.imagine(each, side, Random(5)) for each in (at.state, twin_of(at.state, side, Random(1)))]
    one, other = (fronts(each, side) for each in looks)
    assert one == other
    if at.side == side:
        intent = Conduct(tuple(Order(front.efforts[:1], front.holds[:1]) for front in one))
        waits = [run(each) for each in looks]
        answers = [list(promising(each, wait, intent)) for each, wait in zip(looks, waits, strict=True)]  # type: ignore[arg-type]  # questions
        assert answers[0] == answers[1]
