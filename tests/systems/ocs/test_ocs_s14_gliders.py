"""OCS 14.10e: gliders, on the small coast beside this file: a C-47 of 1T and range 16, at a base in 2.5."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.core.rules import Hex
from sandtable.core.sequence import Segment
from sandtable.core.titles import NAMED
from sandtable.systems.ocs.audit import accounts, audit
from sandtable.systems.ocs.s09_capture import Capture
from sandtable.systems.ocs.s13_replacements import Rebuild
from sandtable.systems.ocs.s14_capacity import behind, capacity, cut_loose, gliding
from sandtable.systems.ocs.s14_drop import success
from sandtable.systems.ocs.s15_bases import room
from sandtable.systems.ocs.state import MOVEMENT, OcsState
from sandtable.systems.ocs.theatre import MOVE
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

COAST = Path(__file__).parent / "coast"
BLUE, RED = ALLIED, AXIS
MOVES = "Player turn / Movement Phase / Movement Segment"
REFITS = "Player turn / Aircraft Refit Phase / Aircraft Refit"
ALL = "c47 2.5; horsa_1 2.5; horsa_2 2.5"
NEAR, FAR = "9.4", "12.9"  # 7 and 10 hexes from 2.5


@pytest.fixture(autouse=True)
def coast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAMED, str(COAST))


def fields(units: str, row: str = MOVES, **more: Any) -> tuple[OcsState, Game]:
    bases, control = {"2.5": 1, "1.9": 1, "12.9": 1}, {"2.5": BLUE, "1.9": BLUE, "12.9": BLUE}
    state = field(units, scenario="coast", segment=MOVEMENT, bases=bases, control=control, **more)
    return state, Game(state, Segment(row, BLUE))


def group(state: OcsState, *ids: str) -> tuple[Any, ...]:
    return tuple(sorted(unit(state, id) for id in ids))


def at(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


def sound(state: OcsState) -> bool:
    return all(came == held + gone for _, _, came, held, gone in accounts(state)) and not audit(state)


def carried(state: OcsState, to: str, *ids: str) -> int:
    return capacity(state, group(state, *ids), state.scenario.place(to))


def test_14_10e_a_glider_carries_two_tokens_in_place_of_its_tow() -> None:
    """Within half its range, eight hexes, a transport tows two, or one and carries its own token."""
    state, _ = fields(ALL)
    assert state.theatre.distance(state.scenario.place("2.5"), state.scenario.place(FAR)) > 8
    assert [carried(state, FAR, "c47"), carried(state, FAR, "c47", "horsa_1")] == [1, 2]
    near = ("c47",), ("c47", "horsa_1"), ("c47", "horsa_1", "horsa_2")
    assert [carried(state, NEAR, *ids) for ids in near] == [2, 3, 4]
    assert gliding(state, group(state, "c47", "horsa_1"), state.scenario.place(NEAR)) == 2


def test_14_10e_only_transports_with_all_their_steps_tow_and_two_gliders_only_where_it_is_near() -> None:
    state, game = fields(ALL, dumps={"2.5": (BLUE, 8)})
    three = group(state, "c47", "horsa_1", "horsa_2")
    assert "tow fewer gliders (OCS 14.10e)" in game.why("airlift", three, FAR)
    assert game.why("airlift", three, "1.9") == ""
    assert "none of them carries anything" in game.why("airlift", group(state, "horsa_1"))
    assert "does not fly by itself (OCS 14.10e)" in game.why("transfer", "1.9", group(state, "horsa_1"))
    reduced, other = fields("c47 2.5 s1; horsa_1 2.5", dumps={"2.5": (BLUE, 8)})
    assert "want more transports" in other.why("airlift", group(reduced, "c47", "horsa_1"))


def test_14_10e_supply_on_gliders_is_flown_once_and_not_counted_at_the_base() -> None:
    """14.9f: the base of level 1 unloads two tokens from aircraft; four on gliders let the C-47 return."""
    state, game = fields(ALL, dumps={"2.5": (BLUE, 8)})
    game.do("airlift", group(state, "c47", "horsa_1", "horsa_2"), "1.9", 4, [])
    assert state.dump[state.scenario.place("1.9")] == 4
    assert [at(state, id) for id in ("c47", "horsa_1", "horsa_2")] == ["2.5", "dead_blue", "dead_blue"]
    assert sound(state)


def test_14_10e_gliders_count_neither_at_a_base_nor_in_a_mission_nor_in_the_air() -> None:
    state, _ = fields(ALL)
    assert room(state, BLUE, state.scenario.place("2.5")) == 4 + 1 - 1
    enemy, _ = fields(ALL + "; r_stuka 11.5", phasing=RED)
    sweep = Game(enemy, Segment(MOVES, RED))
    enemy.deactivate(unit(enemy, "c47"))
    assert "no active enemy aircraft are in 2.5" in sweep.why("sweep", "2.5")


def test_14_10e_what_lands_by_glider_lands_more_safely_and_needs_no_parachutes() -> None:
    """A battalion without them plans in the Aircraft Refit Phase because a glider is at its base."""
    state, game = fields("c47 2.5; horsa_1 2.5; b_air 2.5 move", REFITS)
    assert game.why("plan", group(state, "b_air"), "10.3") == ""
    alone, without = fields("c47 2.5; b_air 2.5 move", REFITS)
    assert "is no parachute unit" in without.why("plan", group(alone, "b_air"))
    game.do("plan", group(state, "b_air"), "10.3")
    moves = Game(state, Segment(MOVES, BLUE))
    assert "drops on gliders alone" in moves.why("jump", group(state, "c47"), group(state, "b_air"))
    to = state.scenario.place("10.3")
    with_, usual = (success(state, BLUE, to, "british", glider).terms.total for glider in (True, False))
    assert with_ - usual == 1
    moves.do("jump", group(state, "c47", "horsa_1"), group(state, "b_air"), [], dice=[5])
    assert at(state, "b_air") == "10.3"  # Clear, enemy: 6 or more, and one more for the glider
    assert at(state, "horsa_1") == "dead_blue"
    assert sound(state)


def test_14_10e_tokens_on_gliders_are_dropped_first() -> None:
    state, game = fields(ALL, dumps={"2.5": (BLUE, 8)})
    game.do("drop", group(state, "c47", "horsa_1"), "10.3", 3, [], dice=[5, 5, 5])
    assert [event.data["result"] for event in game.told("supply dropped")] == ["Success", "Success", "Failure"]
    assert sound(state)


def test_14_10e_a_tow_that_loses_a_step_brings_a_token_and_one_that_is_lost_nothing() -> None:
    state, _ = fields("c47 2.5 s1; horsa_1 2.5")
    to, all_ = state.scenario.place(FAR), group(state, "c47", "horsa_1")
    assert capacity(state, behind(state, group(state, "c47"), all_, to), to) == 1
    cut_loose(state, (), all_, to)  # it has turned back
    assert at(state, "horsa_1") == "2.5"
    state.lose_steps(unit(state, "c47"), 1, "14.4e")
    cut_loose(state, (), all_, to)
    assert at(state, "horsa_1") == "dead_blue"


def test_14_10e_gliders_are_lost_with_their_base_and_built_by_twos() -> None:
    state, _ = fields("horsa_1 2.5; horsa_2 2.5; r_1 1.6")
    here = state.scenario.place("2.5")
    state.move(unit(state, "r_1"), here, "6.1")
    Game(state, Capture(RED, here, (unit(state, "r_1"),)))
    assert [at(state, id) for id in ("horsa_1", "horsa_2")] == ["dead_blue", "dead_blue"]
    state.move(unit(state, "r_1"), state.scenario.place("12.5"), "6.1")
    Game(state, Rebuild(BLUE, unit(state, "horsa_1"), here, "move"))
    assert [at(state, id) for id in ("horsa_1", "horsa_2")] == ["2.5", "2.5"]
    assert state.active[unit(state, "horsa_2")]
    assert state.mode[unit(state, "horsa_1")] == MOVE
