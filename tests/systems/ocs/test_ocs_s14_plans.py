"""OCS 14.3, 14.10: where aborts over one's own base end, who jumps in which mode, and plans that are carried out."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.rules import Hex, UnitId
from sandtable.core.sequence import Segment
from sandtable.core.state import OFF
from sandtable.systems.ocs.s12_supply_phase import dropped
from sandtable.systems.ocs.s14_combat import AirBattle, round_of
from sandtable.systems.ocs.state import MOVEMENT, OcsState
from sandtable.systems.ocs.theatre import COMBAT
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

MOVING = "Player turn / Movement Phase / Movement Segment"
BASES: dict[str, Any] = {
    "bases": {"16.1": 1, "13.7": 1, "11.13": 1}, "control": {"16.1": ALLIED, "13.7": ALLIED, "11.13": AXIS},
}  # fmt: skip


def some(state: OcsState, *ids: str) -> tuple[UnitId, ...]:
    return tuple(sorted(unit(state, id) for id in ids))


def at(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


def paras(flags: str = "move", turn: int = 3) -> tuple[OcsState, Game]:
    """1 Para with a C-47 in 16.1, to drop on 11.11 in turn 3."""
    state = field(f"c47 16.1; 1_para 16.1 {flags}", segment=MOVEMENT, turn=turn, **BASES)
    state.plan_drop(unit(state, "1_para"), state.scenario.place("11.11"), 3)
    return state, Game(state, Segment(MOVING, ALLIED))


def test_14_10b_a_plan_is_used_up_by_the_drop() -> None:
    state, game = paras()
    para = unit(state, "1_para")

    game.do("jump", some(state, "c47"), (para,), [], dice=[12])

    assert at(state, "1_para") == "11.11"
    assert state.plan[para] == OFF
    assert dropped(state, para)
    state.move(para, state.scenario.place("16.1"), "2.0")
    state.clear("done")
    state.activate(unit(state, "c47"))
    assert "14.10b" in game.why("jump", some(state, "c47"))


def test_14_10b_who_walks_to_the_hex_of_its_plan_has_not_dropped() -> None:
    state = field("1_para 10.10 move", segment=MOVEMENT, turn=3)
    para = unit(state, "1_para")
    state.plan_drop(para, state.scenario.place("10.11"), 3)
    game = Game(state, Segment(MOVING, ALLIED))

    game.do("move", (para,), "same", "10.11", [])

    assert not dropped(state, para)


def test_14_10b_no_plan_outlives_its_unit() -> None:
    state, _ = paras()
    state.destroy(unit(state, "1_para"), "9.11")
    assert state.plan[unit(state, "1_para")] == OFF


@pytest.mark.parametrize("flags", ["dg back", "dg front", "reserve back", "strat"])
def test_14_10_only_who_is_in_combat_or_move_mode_jumps(flags: str) -> None:
    """5.10 A drop would put an end to DG, since parachutists land in Combat Mode."""
    state, game = paras(flags)
    assert "14.10b" in game.why("jump", some(state, "c47"))


@pytest.mark.parametrize("flags", ["combat", "move"])
def test_14_10_who_jumps_lands_in_combat_mode(flags: str) -> None:
    state, game = paras(flags)
    game.do("jump", some(state, "c47"), some(state, "1_para"), [], dice=[12])
    assert state.mode[unit(state, "1_para")] == COMBAT


def test_14_3_who_aborts_over_the_base_it_has_transferred_to_is_inactive_there() -> None:
    """A Spitfire has come to 13.7 before; a Kittyhawk follows and is intercepted: the Spitfire gives up."""
    state = field("spitfire1 16.1; kittyhawk 16.1; fw190 11.13; 69_bde 13.7", segment=MOVEMENT, **BASES)
    game = Game(state, Segment(MOVING, ALLIED))
    game.do("transfer", "13.7", [some(state, "spitfire1")])
    game.do("pass", dice=[2])
    game.do("transfer", "13.7", [some(state, "kittyhawk")])
    game.do("intercept", "fw190")

    game.do(["spitfire1"], dice=[2, 1, 2])

    assert at(state, "spitfire1") == "13.7"
    assert not state.active[unit(state, "spitfire1")]


@pytest.mark.parametrize(("dice", "ends"), [([12, 1], ("13.7", "11.13")), ([2, 1, 12], ("13.7", "11.13"))])
def test_14_1c_who_aborts_over_the_base_it_flies_to_stays_there(dice: list[int], ends: tuple[str, str]) -> None:
    """A Kittyhawk is intercepted over 13.7, where it was to go: sent down or through, it is at that base; the 190 is
    back where it came from, win or lose (14.5)."""
    state = field("kittyhawk 16.1; fw190 11.13; 69_bde 13.7", segment=MOVEMENT, **BASES)
    game = Game(state, Segment(MOVING, ALLIED))
    game.do("transfer", "13.7", [some(state, "kittyhawk")])
    game.do("intercept", "fw190", dice=dice)

    assert (at(state, "kittyhawk"), at(state, "fw190")) == ends
    assert [bool(state.active[unit(state, id)]) for id in ("kittyhawk", "fw190")] == [dice[0] == 2, dice[0] == 12]


def test_21_4_who_fights_over_its_new_base_is_not_far_from_it() -> None:
    """The Spitfire began the phase farther away than half its range, and is at home where it fights."""
    state = field("spitfire1 13.7; fw190 13.7", long_range_air=True, **BASES)
    spitfire, foe, place = unit(state, "spitfire1"), unit(state, "fw190"), state.scenario.place("13.7")
    far = next(
        Hex(hex) for hex in range(state.theatre.board.hexes)
        if 2 * state.theatre.distance(Hex(hex), place) > state.theatre.range_of[spitfire]
    )  # fmt: skip
    state.began[spitfire] = far
    battle = AirBattle(ALLIED, place, (spitfire,), (foe,), (foe,), spitfire, foe)

    assert not any(term.rule == "21.4" for term in round_of(state, battle).terms)
    battle.flown = (spitfire,)
    assert any(term.rule == "21.4" for term in round_of(state, battle).terms)


@pytest.mark.parametrize(("nation", "result"), [("soviet", "Failure"), ("german", "Success")])
def test_14_10d_soviet_supply_is_dropped_at_one_less(
    monkeypatch: pytest.MonkeyPatch, nation: str, result: str
) -> None:  # fmt: skip
    """On a friendly base five or more succeeds: the aircraft are called Soviet here."""
    state = field("ju52 6.13; 115_pzgr 11.13", segment=MOVEMENT, phasing=AXIS, dumps={"6.13": (AXIS, 4)}, **{
        **BASES, "bases": {"6.13": 1, "11.13": 1}, "control": {"6.13": AXIS, "11.13": AXIS},
    })  # fmt: skip
    plane = unit(state, "ju52")
    nations = [nation if each == plane else said for each, said in enumerate(state.theatre.nation_of)]
    monkeypatch.setitem(vars(state.theatre), "nation_of", tuple(nations))
    game = Game(state, Segment(MOVING, AXIS))

    game.do("drop", (plane,), "11.13", 1, [], dice=[5])

    assert game.told("supply dropped")[-1].data["result"] == result
