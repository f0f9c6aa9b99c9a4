"""USE 5.1: step 2 of every combat: both sides decide in secret whether to commit anything, then say by turns what."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.core.chartfile import Charts
from sandtable.core.decisions import UNIT, Form, Menu, Slot
from sandtable.core.flow import Ask, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.state import fact
from sandtable.systems.use.e0_events import GROUND, eligible, unfit
from sandtable.systems.use.s01_5_sorties import moved_strategically, too_tired
from sandtable.systems.use.state import UseState

WILL, WILL_NOT, PASS = "commit", "hold", "pass"
IN_WORDS = {WILL: "something will be committed", WILL_NOT: "nothing will be committed"}
NOBODY = UnitId(-1)
SEALED = "seal_too"  # the step in which the attacker's decision is hidden from the defender


class Commitment(Procedure):
    """5.1 Its value: the markers of the attacker, those of the defender, the air unit of each or NOBODY."""

    side: Side  # the attacker's
    combat: str  # ground, air, strategic
    target: Hex  # where the defender is; air units support from within their range of it
    units: tuple[UnitId, ...]  # that attack
    foes: tuple[UnitId, ...]  # that defend
    spent: tuple[UnitId, ...] = ()  # markers that are committed to the ground combat below
    mine: str = ""  # sealed until the defender has answered too
    theirs: str = ""
    turn: int = 0  # whose turn it is to declare: 0 the attacker's
    passed: int = 0  # in succession
    events: tuple[UnitId, ...] = ()
    their_events: tuple[UnitId, ...] = ()
    air: UnitId = NOBODY
    their_air: UnitId = NOBODY
    answer: tuple = ()  # type: ignore[type-arg]

    @step("5.1")
    def seal(self, state: UseState) -> Result:
        if may_commit(state, self, self.side):
            return Ask(self.side, COMMITMENT, "answer")
        return None if may_commit(state, self, enemy(self.side)) else self.declare(state)

    @step("5.1")
    def sealed(self, state: UseState) -> Result:
        self.mine, self.answer = self.answer[0] if self.answer else WILL_NOT, ()
        return None

    @step("5.1")
    def seal_too(self, state: UseState) -> Result:
        foe = enemy(self.side)
        return Ask(foe, COMMITMENT, "answer") if may_commit(state, self, foe) else None

    @step("5.1")
    def reveal(self, state: UseState) -> Result:
        self.theirs, self.answer = self.answer[0] if self.answer else WILL_NOT, ()
        for side, said in ((self.side, self.mine), (enemy(self.side), self.theirs)):
            if state.log is not None and may_commit(state, self, side):  # only the log hears of it
                state.note("revealed", "5.1", side=side, commitment=said, words=IN_WORDS[said], reveals=True)
        self.turn = 0 if self.mine == WILL else 1
        return None

    @step("5.1")
    def declare(self, state: UseState) -> Result:
        """Alternating, the attacker first, until all who commit have passed in succession."""
        willing = (self.mine == WILL) + (self.theirs == WILL)
        if self.passed >= willing:
            return Done((self.events, self.their_events, self.air, self.their_air))
        if not may_commit(state, self, self.declaring):
            self.passed += 1
            self._other_turn()
            return Goto("declare")
        return Ask(self.declaring, DECLARATION, "answer")

    @step("5.1")
    def declared(self, state: UseState) -> Result:
        (word, *picked), self.answer = self.answer, ()
        side = self.declaring
        if word == PASS:
            self.passed += 1
        else:
            self.passed = 0
            self._commit(side, word, picked[0])
            state.note("committed", "5.1", side=side, unit=picked[0])
        self._other_turn()
        return Goto("declare")

    def _other_turn(self) -> None:
        if self.mine == self.theirs == WILL:
            self.turn = 1 - self.turn

    def _commit(self, side: Side, word: str, unit: UnitId) -> None:
        if word == "air":
            if side == self.side:
                self.air = unit
            else:
                self.their_air = unit
        elif side == self.side:
            self.events = (*self.events, unit)
        else:
            self.their_events = (*self.their_events, unit)

    @property
    def declaring(self) -> Side:
        return self.side if self.turn == 0 else enemy(self.side)

    def committed(self, side: Side) -> tuple[UnitId, ...]:
        return self.events if side == self.side else self.their_events

    def flying(self, side: Side) -> UnitId:
        return self.air if side == self.side else self.their_air

    def fighting(self, side: Side) -> tuple[UnitId, ...]:
        return self.units if side == self.side else self.foes


def options(state: UseState, frame: Commitment, side: Side) -> list[UnitId]:
    """5.1 What a side might still commit; one that has nothing is not asked."""
    return [*supporters(state, frame, side), *playable(state, frame, side)]


def may_commit(state: UseState, frame: Commitment, side: Side) -> bool:
    """5.1 Is there anything?"""
    return bool(supporters(state, frame, side) or playable(state, frame, side))


def playable(state: UseState, frame: Commitment, side: Side) -> list[UnitId]:
    """E0 Markers a side might still commit; each is played once, over a ground combat or in it."""
    fit = eligible(state, side, frame.combat, frame.fighting(side), frame.committed(side))
    return [marker for marker in fit if marker not in frame.spent]


def supporters(state: UseState, frame: Commitment, side: Side) -> list[UnitId]:
    """6.2.3 Air units that could support a ground combat."""
    if frame.combat != GROUND or frame.flying(side) != NOBODY:
        return []
    return list(_supporters(state, side, frame.target, frame.fighting(side)))


@fact
def _supporters(state: UseState, side: Side, target: Hex, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    theatre, hex_of = state.theatre, state.hex_of
    near, country_of = theatre.within(target, reach_of(state, "air-support")), theatre.country_of
    nations = {country_of[unit] for unit in units}
    able = [unit for unit in state.air_units(side) if country_of[unit] in nations and hex_of[unit] in near]
    return tuple([unit for unit in able if next(_stays_away(state, side, target, units, unit), None) is None])


def no_supporter(state: UseState, frame: Commitment, side: Side, unit: UnitId) -> Iterator[Violation]:
    """6.2.3 Why an air unit cannot support a ground combat."""
    if unit not in state.air_units(side):
        yield Violation("6.2.3", say("{unit} is not an air unit of yours on the map", unit), units=(unit,))
        return
    if frame.combat != GROUND:
        yield Violation("5.1", "air units are committed to ground combats only", units=(unit,))
    if frame.flying(side) != NOBODY:
        yield Violation("5.1", "one air unit a side is committed", units=(unit,))
    yield from _stays_away(state, side, frame.target, frame.fighting(side), unit)


def _stays_away(
    state: UseState, side: Side, target: Hex, units: tuple[UnitId, ...], unit: UnitId
) -> Iterator[Violation]:
    """6.2.3 Why an air unit supports no combat of these units for a hex."""
    theatre = state.theatre
    yield from too_tired(state, unit)
    if side == state.phasing:
        yield from moved_strategically(state, unit)
    away = theatre.board.layout.distance(Hex(state.hex_of[unit]), target)
    near = reach_of(state, "air-support")
    if away > near:
        yield Violation(
            "1.4", say("{unit} is {away} hexes away; Air Support reaches {near}", unit, away, near), units=(unit,)
        )
    if theatre.country_of[unit] not in {theatre.country_of[each] for each in units}:
        because = say("{unit} is of another country than the ground units", unit)
        yield Violation("6.2.3", because, units=(unit,))


def reach_of(state: UseState, what: str) -> int:
    """1.4 A range in hexes."""
    return _range(state.scenario.charts, what)


@lru_cache
def _range(charts: Charts, what: str) -> int:
    return int(charts.lines("ranges")[what].value.split()[0])


def bad_event(frame: Commitment, state: UseState, marker: UnitId) -> Iterator[Violation]:
    side = frame.declaring
    if marker not in state.events_of(side):
        yield Violation("E0", say("{unit} is not in your Events box", marker), units=(marker,))
    elif marker in frame.committed(side) or marker in frame.spent:
        yield Violation("E0", say("{unit} is committed already", marker), units=(marker,))
    else:
        yield from unfit(state, frame.combat, marker, frame.fighting(side), frame.committed(side))


def bad_pass(frame: Commitment, state: UseState) -> Iterator[Violation]:
    """5.1 Who commits, commits something."""
    side = frame.declaring
    if not frame.committed(side) and frame.flying(side) == NOBODY:
        yield Violation("5.1", "who has chosen to commit has to commit something")


COMMITMENT = Menu("commitment", "5.1", Form(WILL, "5.1"), Form(WILL_NOT, "5.1"))
DECLARATION = Menu(
    "declaration", "5.1",
    Form("air", "6.2.3", Slot(
        "unit", UNIT, lambda frame, state: state.air_units(frame.declaring),
        lambda frame, state, unit: no_supporter(state, frame, frame.declaring, unit),
        lambda frame, state: supporters(state, frame, frame.declaring),
    )),
    Form("event", "E0", Slot("marker", UNIT, lambda frame, state: state.events_of(frame.declaring), bad_event)),
    Form(PASS, "5.1", refuse=bad_pass),
)  # fmt: skip
