"""OCS 4.9: what the enemy sees of a stack under fog of war, when it is turned up, who hears of what."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core.events import Log
from sandtable.core.flow import answer, run
from sandtable.core.rules import Hex
from sandtable.core.sequence import Segment
from sandtable.core.views import View
from sandtable.play.explain import words
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.lens.cards import about_hex, about_unit, tracks
from sandtable.systems.ocs.lens.hints import defenders_told
from sandtable.systems.ocs.s02_sequence import Game as Whole
from sandtable.systems.ocs.s04_fog import foresee, guess, imagine, revealed, view
from sandtable.systems.ocs.s09_attack import Combat
from sandtable.systems.ocs.state import MOVEMENT as MOVING
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import DG, MOVE
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

MOVEMENT = "Player turn / Movement Phase / Movement Segment"
STACK = "115_pzgr 10.8; 75_napoli 10.8 low; 904_fest 10.8; ax_truck_c1 10.8 t3; 44_rtr 12.7"


def foggy(units: str, **more: Any) -> OcsState:
    return field(units, **more, fog_of_war=True)


def seen(found: View, at: str) -> list[str | None]:
    """The counters in a hex as they are told, from the bottom up."""
    place = found.scenario.place(at)
    ids = found.scenario.counters.ids
    return [None if each.unit is None else ids[each.unit] for each in found.units if each.place == place]


def place(state: OcsState, name: str) -> Hex:
    return state.scenario.place(name)


def test_4_9_without_the_switch_everything_is_open() -> None:
    state = field(STACK, dumps={"10.8": (AXIS, 5)})
    assert view(state, ALLIED).columns == view(state, AXIS).columns
    assert not view(state, None).nameless


def test_4_9a_of_a_stack_the_enemy_sees_the_top_unit_and_how_many_lie_below() -> None:
    state = foggy(STACK)
    assert seen(view(state, ALLIED), "10.8") == [None, None, None, "115_pzgr"]
    assert seen(view(state, None), "10.8") == [None, None, None, "115_pzgr"]
    assert seen(view(state, AXIS), "10.8") == ["ax_truck_c1", "904_fest", "75_napoli", "115_pzgr"]


def test_4_9a_a_unit_with_a_zone_is_seen_before_one_without_wherever_it_lies() -> None:
    state = foggy("115_pzgr 10.8 move; 12_coast 10.8; 904_fest 10.8; 75_napoli 10.8")
    assert seen(view(state, ALLIED), "10.8") == [None, None, None, "904_fest"]
    state.set_mode(unit(state, "904_fest"), MOVE, "5.0")
    state.set_mode(unit(state, "75_napoli"), MOVE, "5.0")
    assert seen(view(state, ALLIED), "10.8") == [None, None, None, "115_pzgr"], "none has a zone: the top one"


def test_4_9a_its_modes_are_known_but_neither_steps_lost_nor_stocks_nor_fuel() -> None:
    state = foggy("115_pzgr 10.8 dg oos low fuel")
    face = view(state, ALLIED).seen(unit(state, "115_pzgr"))
    assert face is not None
    assert (face.face["mode"], face.face["oos"], face.face["stocks"], face.face["fuel"]) == (DG, 1, 0, 0)
    own = view(state, AXIS).seen(unit(state, "115_pzgr"))
    assert own is not None
    assert own.face["stocks"] == 1


def test_4_9a_a_reduced_division_looks_whole() -> None:
    state = foggy("brescia 20.10 s1", scenario="crusader")
    division = unit(state, "brescia")
    assert view(state, ALLIED).column("steps")[division] == state.theatre.full_steps[division] > 1
    assert view(state, AXIS).column("steps")[division] == 1


def test_4_9a_supply_and_transport_below_a_stack_are_not_seen_alone_they_are() -> None:
    state = foggy(STACK, dumps={"10.8": (AXIS, 5), "9.9": (AXIS, 7)})
    found = view(state, ALLIED)
    assert found.column("dump")[place(state, "10.8")] == 0
    assert found.column("holder")[place(state, "10.8")] == 0
    assert found.column("dump")[place(state, "9.9")] == 7
    assert view(state, AXIS).column("dump")[place(state, "10.8")] == 5
    assert found.column("arrived_tokens")[AXIS] == 0, "nor how much there is in all"


def test_4_9a_of_aircraft_an_active_fighter_is_seen_else_another_active_one() -> None:
    held: dict[str, Any] = {"bases": {"11.13": 2}, "control": {"11.13": AXIS}}
    state = foggy("ju88 11.13; fw190 11.13; bf109g1 11.13 inactive", **held)
    assert seen(view(state, ALLIED), "11.13") == [None, None, "fw190"]
    state.deactivate(unit(state, "fw190"))
    assert seen(view(state, ALLIED), "11.13") == [None, None, "ju88"]
    state.deactivate(unit(state, "ju88"))
    assert seen(view(state, ALLIED), "11.13") == [None, None, None]


def test_4_9b_who_fights_is_turned_up_until_the_turn_ends() -> None:
    state = foggy(STACK, dumps={"13.7": (ALLIED, 20), "10.8": (AXIS, 20)})
    target = place(state, "10.8")
    assert seen(view(state, ALLIED), "10.8")[:3] == [None] * 3
    state.move(unit(state, "44_rtr"), place(state, "11.9"), "6.1")
    Game(state, Combat(ALLIED, target, (unit(state, "44_rtr"),), 0))
    assert seen(view(state, ALLIED), "10.8") == [None, "904_fest", "75_napoli", "115_pzgr"], "the truck does not fight"
    assert state.log is not None
    revealed = [event for event in state.log if event.reveals]
    assert [event.kind for event in revealed] == ["turned up"], "nothing is undone past it"
    state.stack[:], state.wait = [Whole(first=5, second=3).standing_at("choose")], None
    run(state)
    answer(state, ("first",))
    run(state)
    assert seen(view(state, ALLIED), "10.8") == [None, None, None, "115_pzgr"]


def test_4_9c_guns_that_fire_are_turned_up_their_target_is_not() -> None:
    state = foggy(
        "904_fest 10.8; 75_napoli 10.8; 69_bde 11.9; 50_div_art 11.9", dumps={"12.8": (ALLIED, 20)}, phasing=ALLIED
    )
    game = Game(state, Segment("Player turn / Combat Phase / Barrage Segment", ALLIED))
    assert seen(view(state, AXIS), "11.9") == [None, "69_bde"]
    game.do("barrage", "10.8", "units", [(unit(state, "50_div_art"),)], [])
    assert seen(view(state, AXIS), "11.9") == ["50_div_art", "69_bde"]
    assert seen(view(state, ALLIED), "10.8") == [None, "904_fest"]


def test_4_9d_who_flies_is_turned_up_and_so_are_those_he_fights() -> None:
    held: dict[str, Any] = {"bases": {"16.1": 1, "11.13": 1}, "control": {"16.1": ALLIED, "11.13": AXIS}}
    state = foggy("spitfire1 16.1; spitfire2 16.1; fw190 11.13; bf109g1 11.13; ju88 11.13 inactive", **held)
    assert seen(view(state, AXIS), "16.1") == [None, "spitfire1"]
    game = Game(state, Segment(MOVEMENT, ALLIED))
    game.do("sweep", "11.13", [(unit(state, "spitfire2"),)], [])
    assert seen(view(state, ALLIED), "11.13") == [None, "bf109g1", "fw190", "spitfire2"], "not who is inactive"
    assert seen(view(state, AXIS), "16.1") == ["spitfire1"]
    assert "spitfire2" in seen(view(state, AXIS), "11.13")


def test_4_9_the_enemy_hears_nothing_of_a_unit_he_cannot_tell_in_the_end() -> None:
    state = foggy("69_bde 12.7; 151_bde 12.7; 44_rtr 13.7; 904_fest 5.5", segment=1, dumps={"13.7": (ALLIED, 20)})
    game = Game(state, Segment(MOVEMENT, ALLIED))
    game.do("move", tuple(sorted((unit(state, "69_bde"), unit(state, "151_bde")))), "move", "13.8", [])
    assert state.log is not None
    moved = [event for event in state.log if event.kind == "moved"]
    top = state.combat_units_in(place(state, "13.8"))[0]
    heard = [event.data["unit"] for event in moved if event.seen_by(AXIS)]
    assert len(moved) == 2
    assert heard == [top], "of those that went together he hears of the one that lies on top"
    assert all(event.seen_by(ALLIED) for event in moved)


def test_4_9_what_is_paid_is_heard_by_its_side_alone() -> None:
    state = foggy("44_rtr 11.9; 904_fest 10.8", dumps={"11.9": (ALLIED, 20), "10.8": (AXIS, 20)})
    Game(state, Combat(ALLIED, place(state, "10.8"), (unit(state, "44_rtr"),), 0))
    assert state.log is not None
    paid = [event for event in state.log if event.kind == "paid"]
    assert paid
    assert all(event.audience == frozenset((ALLIED,)) for event in paid)


@pytest.mark.parametrize("seed", range(12))
def test_4_9_a_guess_fills_in_what_is_not_seen(seed: int) -> None:
    state = foggy(
        f"{STACK}; ju88 11.13; fw190 11.13; 12_coast 11.13; x_arditi 11.13",
        dumps={"10.8": (AXIS, 5)}, bases={"11.13": 2}, control={"11.13": AXIS},
    )  # fmt: skip
    found = guess(view(state, ALLIED), state.scenario, Random(seed))
    assert view(found, ALLIED) == view(state, ALLIED)
    assert len(found.units_in(place(state, "10.8"))) == 4
    assert not audit(found)


def test_4_9_odds_are_worked_out_against_what_is_seen() -> None:
    state = foggy(STACK)
    assert foresee(state, ALLIED).combat_units_in(place(state, "10.8")) == [unit(state, "115_pzgr")]
    assert len(imagine(state, ALLIED, Random(1)).units_in(place(state, "10.8"))) == 4, "a computer guesses"


def test_4_9_cards_and_hints_tell_no_more_than_is_seen() -> None:
    state = foggy(STACK, dumps={"10.8": (AXIS, 5)})
    lines = {each.label: words(state.scenario, each.text) for each in about_hex(state, ALLIED, place(state, "10.8"))}
    assert "Dump" not in lines
    assert "3 more counters" in lines["Unknown"]
    assert "Unknown" not in {each.label for each in about_hex(state, AXIS, place(state, "10.8"))}
    assert not list(about_unit(state, ALLIED, unit(state, "75_napoli")))
    told = defenders_told(Segment(MOVEMENT, ALLIED), state)
    assert told[place(state, "10.8")] == "5+"
    assert "supply_axis" not in {track.id for track in tracks(state, ALLIED)}
    assert "supply_axis" in {track.id for track in tracks(state, AXIS)}


def test_4_9_nothing_is_undone_past_a_counter_that_comes_to_light() -> None:
    state = foggy("69_bde 12.7; 151_bde 12.7; 904_fest 5.5")
    after = state.copy()
    after.move(unit(state, "151_bde"), place(state, "13.8"), "6.1")
    assert revealed(state, after), "it is alone now"
    after.move(unit(state, "151_bde"), place(state, "12.7"), "6.1")
    after.move(unit(state, "69_bde"), place(state, "12.7"), "6.1")
    assert not revealed(state, after), "it lies below again"
    after.move(unit(state, "69_bde"), place(state, "13.8"), "6.1")
    assert revealed(state, after), "what lay below lies on top"


def test_4_9_events_that_are_settled_stay_so() -> None:
    """A log that is cut and goes on settles what is new alone."""
    state = foggy(STACK)
    log = state.log = Log()
    state.note("mode", "5.0", unit=unit(state, "75_napoli"), word="move")
    state.settle()
    assert log.events[0].audience == frozenset((AXIS,))
    state.note("mode", "5.0", unit=unit(state, "75_napoli"), word="move")
    log.cut(1, 0)
    state.note("mode", "5.0", unit=unit(state, "115_pzgr"), word="move")
    state.settle()
    assert log.events[1].audience is None


def test_4_9a_the_enemy_saw_an_aircraft_reduced_at_its_base_and_heard_nothing_of_it() -> None:
    """The side of an aircraft that is up is seen; of one below another the enemy neither sees nor hears anything."""
    state = field("bf109g1 12.14; ju88 12.14", bases={"12.14": 1}, control={"12.14": AXIS}, fog_of_war=True)
    seen, below = unit(state, "bf109g1"), unit(state, "ju88")
    state.lose_steps(seen, 1, "10.0c")
    state.lose_steps(below, 1, "10.0c")
    assert [state.audience(event) for event in (state.log or ())][-2:] == [None, frozenset((AXIS,))]
    assert view(state, ALLIED).seen(seen) is not None


def test_4_9a_steps_that_are_seen_to_come_are_heard_of() -> None:
    """13.5: the side of an aircraft that is up is seen, so that it is made good is no secret; a combat unit looks
    whole to the enemy until it is turned up."""
    state = field("bf109g1 12.14; 115_pzgr 10.8", bases={"12.14": 1}, control={"12.14": AXIS}, fog_of_war=True)
    plane, regiment = unit(state, "bf109g1"), unit(state, "115_pzgr")
    for each in (plane, regiment):
        state.set_steps(each, 1)
        state.gain_steps(each, 1, "13.5")
    assert [state.audience(event) for event in (state.log or ())][-2:] == [None, frozenset((AXIS,))]
    state.turn_up([regiment], "4.9b")
    state.gain_steps(regiment, 1, "13.5")
    assert [state.audience(event) for event in (state.log or ())][-1] is None


def test_4_9_who_is_seen_at_work_is_heard_of_though_not_what_is_paid() -> None:
    state = field(
        "115_pzgr 10.8; 904_fest 10.8", dumps={"10.8": (AXIS, 8)}, phasing=AXIS, segment=MOVING, fog_of_war=True
    )
    game = Game(state, Segment(MOVEMENT, AXIS))
    game.do("fortify", (unit(state, "115_pzgr"),), "10.8", [])
    (worked,) = game.told("worked")
    assert worked.data["units"] == (unit(state, "115_pzgr"),)
    assert state.audience(worked) is None
    assert all(state.audience(paid) == frozenset((AXIS,)) for paid in game.told("paid"))

    below = field(
        "904_fest 10.8; 115_pzgr 10.8", dumps={"10.8": (AXIS, 8)}, phasing=AXIS, segment=MOVING, fog_of_war=True
    )
    other = Game(below, Segment(MOVEMENT, AXIS))
    other.do("fortify", (unit(below, "115_pzgr"),), "10.8", [])
    assert other.told("worked") == []


def test_4_9_a_refusal_to_refit_told_where_a_covered_enemy_was() -> None:
    state = field(STACK, fog_of_war=True)
    game = Game(state, Segment("Player turn / Aircraft Refit Phase / Aircraft Refit", ALLIED))
    said = game.why("refit", (unit(state, "904_fest"),))
    assert said == "904 Fest are no aircraft of yours (OCS 15.1)"
