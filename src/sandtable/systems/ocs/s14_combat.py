"""OCS 14.3: combat between aircraft in a hex, round by round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sandtable.core.decisions import DONE, UNIT, Form, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.system import Prepared
from sandtable.systems.ocs.options import O21_4_LONG_RANGE
from sandtable.systems.ocs.s12_paths import NOBODY
from sandtable.systems.ocs.s14_air import prepare_air_combat
from sandtable.systems.ocs.s15_bases import is_base
from sandtable.systems.ocs.state import OcsState


class AirBattle(Procedure):
    """14.3 All active aircraft of both sides in a hex, until one side has none there or nobody wants to fight."""

    side: Side  # the attacker
    place: Hex
    mine: tuple[UnitId, ...]
    theirs: tuple[UnitId, ...]
    flown: tuple[UnitId, ...]  # those that came for it; the others are at their base
    one: UnitId = NOBODY  # of the present round: who attacks
    other: UnitId = NOBODY
    result: str = ""
    answer: Any = ()

    @step("14.3")
    def begin(self, state: OcsState) -> Result:
        if not (offensive(state, self.mine) or offensive(state, self.theirs)):
            return Done()
        state.turn_up((*self.mine, *self.theirs), "4.9d")
        state.note("air combat", "14.3", side=self.side, hex=self.place, units=self.mine, other_units=self.theirs)
        return None

    @step("14.3d")
    def ask_attacker(self, state: OcsState) -> Result:
        return Ask(self.side, WITHDRAW, "answer") if len(self.mine) > 1 else Goto("ask_defender")

    @step("14.3d")
    def attacker_withdraws(self, state: OcsState) -> Result:
        self.mine = self._without(state, self.mine)
        return None

    @step("14.3d")
    def ask_defender(self, state: OcsState) -> Result:
        return Ask(enemy(self.side), DECLINE, "answer") if len(self.theirs) > 1 else Goto("next_round")

    @step("14.3d")
    def defender_withdraws(self, state: OcsState) -> Result:
        self.theirs = self._without(state, self.theirs)
        return None

    def _without(self, state: OcsState, planes: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
        (gone,), self.answer = self.answer, ()
        for plane in gone:
            self._abort(state, plane, "14.3d")
        return tuple(plane for plane in planes if plane not in gone)

    @step("14.3")
    def next_round(self, state: OcsState) -> Result:
        self.mine, self.theirs = remaining(state, self.place, self.mine), remaining(state, self.place, self.theirs)
        self.one = self.other = NOBODY
        if not self.mine or not self.theirs or not offensive(state, (*self.mine, *self.theirs)):
            return Done()
        return None

    @step("14.3")
    def choose_one(self, state: OcsState) -> Result:
        """14.3 Whoever attacks names one that may; where only the other side has such aircraft, roles are exchanged."""
        able = self.able(state)
        if len(able) > 1:
            return Ask(self.leader(state), ATTACKER, "answer")
        self.answer = (able[0],)
        return None

    @step("14.3")
    def set_one(self, state: OcsState) -> Result:
        (self.one,), self.answer = self.answer, ()
        return None

    @step("14.3")
    def choose_other(self, state: OcsState) -> Result:
        able = self.opposing(state)
        if len(able) > 1:
            return Ask(enemy(self.leader(state)), DEFENDER, "answer")
        self.answer = (able[0],)
        return None

    @step("14.3e")
    def fight(self, state: OcsState) -> Result:
        (self.other,), self.answer = self.answer, ()
        return Call(round_of(state, self).procedure, into="result")

    @step("14.3e")
    def apply(self, state: OcsState) -> Result:
        aborts, _, loss = self.result.partition(" + ")
        state.note("air round", "14.3e", unit=self.one, other_unit=self.other, hex=self.place, result=self.result)
        leaving = [self.one] if aborts != "Defender Aborts" else []
        leaving += [self.other] if aborts != "Attacker Aborts" else []
        for plane in leaving:
            if loss:
                state.lose_steps(plane, 1, "14.3e")
            if state.is_on_map(plane):
                self._abort(state, plane, "14.3e")
        self.result = ""
        return Goto("next_round")

    def _abort(self, state: OcsState, plane: UnitId, rule: str) -> None:
        """14.1c Who is over a base of his side goes inactive there, even if he was to fly there; 14.5 an interceptor
        where he came from."""
        intercepts = plane in self.flown and plane in self.mine
        here = not intercepts and is_base(state, Side(state.owner[plane]), self.place)
        go_home(state, plane, rule, self.place if here else None)

    def leader(self, state: OcsState) -> Side:
        """Whose aircraft attack."""
        return self.side if offensive(state, self.mine) else enemy(self.side)

    def able(self, state: OcsState) -> list[UnitId]:
        return offensive(state, self.mine) or offensive(state, self.theirs)

    def opposing(self, state: OcsState) -> tuple[UnitId, ...]:
        return self.theirs if self.leader(state) == self.side else self.mine


def offensive(state: OcsState, planes: Iterable[UnitId]) -> list[UnitId]:
    """14.3 Those whose rating is not in parentheses."""
    return [plane for plane in planes if state.theatre.flies_to_fight[plane]]


def remaining(state: OcsState, place: Hex, planes: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """Those that are still active in a hex; gliders do not fight (14.10e)."""
    glides = state.theatre.is_glider
    return tuple([
        plane for plane in planes if state.hex_of[plane] == place and state.active[plane] and not glides[plane]
    ])  # fmt: skip


def round_of(state: OcsState, battle: AirBattle) -> Prepared:
    """14.3e, 21.4 Both ratings."""
    rating = state.theatre.air_rating
    return prepare_air_combat(state.scenario.charts, {
        "attacker_rating": rating[battle.one], "defender_rating": rating[battle.other],
        "beyond_half_range": (
            state.option(O21_4_LONG_RANGE) and battle.one in battle.flown and is_far(state, battle.one, battle.place)
        ),
    })  # fmt: skip


def home(state: OcsState, plane: UnitId) -> Hex:
    """14.2 The base it flew from: it flies one mission in a phase."""
    return Hex(state.began[plane])


def is_far(state: OcsState, plane: UnitId, place: Hex) -> bool:
    """21.4 Beyond half its range."""
    return (
        state.number("half-range") * state.theatre.distance(home(state, plane), place) > state.theatre.range_of[plane]
    )


def go_home(state: OcsState, plane: UnitId, rule: str, base: Hex | None = None) -> None:
    """14.2 Back to a base, and inactive."""
    to = home(state, plane) if base is None else base
    if state.hex_of[plane] != to:
        state.move(plane, to, rule, kind="returned")
    state.deactivate(plane)


# ------------------------------------------------------------------------------------------------ what is asked


def my_planes(battle: AirBattle, state: OcsState, *_: object) -> tuple[UnitId, ...]:
    return battle.mine


def their_planes(battle: AirBattle, state: OcsState, *_: object) -> tuple[UnitId, ...]:
    return battle.theirs


def bad_withdrawal(
    battle: AirBattle, state: OcsState, chosen: tuple[UnitId, ...], plane: UnitId | str
) -> Iterator[Violation]:
    """14.3d One has to stay."""
    yield from _leaves_none(battle.mine, chosen, plane)


def bad_declining(
    battle: AirBattle, state: OcsState, chosen: tuple[UnitId, ...], plane: UnitId | str
) -> Iterator[Violation]:
    """14.3d"""
    yield from _leaves_none(battle.theirs, chosen, plane)


def _leaves_none(
    planes: tuple[UnitId, ...], chosen: tuple[UnitId, ...], plane: UnitId | str
) -> Iterator[Violation]:  # fmt: skip
    if plane == DONE:
        return
    assert not isinstance(plane, str)
    if plane not in planes:
        yield Violation("14.3d", say("{unit} is not in this combat", plane), units=(plane,))
    elif len(chosen) + 1 >= len(planes):
        yield Violation("14.3d", "one aircraft has to stay and fight", units=(plane,))


def attackers(battle: AirBattle, state: OcsState) -> list[UnitId]:
    return battle.able(state)


def bad_attacker(battle: AirBattle, state: OcsState, plane: UnitId) -> Iterator[Violation]:
    """14.3"""
    if plane not in battle.able(state):
        yield Violation("14.3", say("{unit} cannot attack here", plane), units=(plane,))


def defenders(battle: AirBattle, state: OcsState) -> tuple[UnitId, ...]:
    return battle.opposing(state)


def bad_defender(battle: AirBattle, state: OcsState, plane: UnitId) -> Iterator[Violation]:
    """14.3"""
    if plane not in battle.opposing(state):
        yield Violation("14.3", say("{unit} is not among those that are attacked", plane), units=(plane,))


WITHDRAW = Form("withdraw", "14.3d", Slot("planes", UNIT, my_planes, bad_withdrawal, many=True))
DECLINE = Form("decline", "14.3d", Slot("planes", UNIT, their_planes, bad_declining, many=True))
ATTACKER = Form("air_attacker", "14.3", Slot("plane", UNIT, attackers, bad_attacker))
DEFENDER = Form("air_defender", "14.3", Slot("plane", UNIT, defenders, bad_defender))
