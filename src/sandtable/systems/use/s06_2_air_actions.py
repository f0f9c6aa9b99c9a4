"""USE 6.2: what air units do by themselves: Air Rebase, Air Strike."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import HEX, UNIT, Form, Menu, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.sieves import tested
from sandtable.systems.use.s01_5_sorties import spent
from sandtable.systems.use.s04_2_air import bad_base, bases, can_fly
from sandtable.systems.use.s05_1_commitment import NOBODY, reach_of
from sandtable.systems.use.s05_2_air import AirCombat
from sandtable.systems.use.s05_2_interception import AGAIN, no_escort
from sandtable.systems.use.s05_3_attack import on_map
from sandtable.systems.use.s05_combat import line_of
from sandtable.systems.use.s13_conditional import Conditional, by_entry
from sandtable.systems.use.state import UseState, aloft_fact


class Rebase(Procedure):
    """6.2.1 An air unit flies to another base, for a Sortie."""

    side: Side
    unit: UnitId
    to: Hex

    @step("6.2.1")
    def fly(self, state: UseState) -> Result:
        state.move(self.unit, self.to, "6.2.1")
        state.add_sorties(self.unit, 1, "6.2.1")
        events = by_entry(state, self.unit, self.to)
        return Call(Conditional(events)) if events else self.end(state)

    @step("6.2.1")
    def end(self, state: UseState) -> Result:
        return Done()


class Strike(Procedure):
    """6.2.2 An air unit attacks an enemy air unit at its base, or a ship in port; a fighter there may escort it."""

    side: Side
    unit: UnitId
    target: UnitId
    failed: tuple[UnitId, ...] = ()  # escorts that did not hold
    met: UnitId = NOBODY  # whom it attacks
    answer: tuple = ()  # type: ignore[type-arg]
    result: str = ""

    @step("13.0")
    def declare(self, state: UseState) -> Result:
        events = by_entry(state, self.unit, Hex(state.hex_of[self.target]))
        return Call(Conditional(events)) if events else None

    @step("1.4")
    def meet(self, state: UseState) -> Result:
        self.met = self.target
        return Ask(enemy(self.side), STRUCK, "answer") if guards(self, state) else Goto("attack")

    @step("1.4")
    def met_by(self, state: UseState) -> Result:
        (word, *picked), self.answer = self.answer, ()
        if word == "escort":
            self.met = picked[0]
        return None

    @step("6.2.2")
    def attack(self, state: UseState) -> Result:
        where = Hex(state.hex_of[self.met])
        state.note("strike", "6.2.2", unit=self.unit, hex=where, units=(self.met,))
        return Call(AirCombat(self.side, self.unit, self.met, where, strike=1), into="result")

    @step("5.2")
    def effect(self, state: UseState) -> Result:
        """An Air Strike ends here; one at an escort that failed may be made again."""
        result, self.result = self.result, ""
        if self.met == self.target:
            return self.end(state)
        word = line_of(state.scenario.charts.lines("escort"), result)
        state.note("escort", "5.2", unit=self.met, result=word)
        self.failed = (*self.failed, self.met)
        return self.end(state) if word == "successful" or state.tired_out(self.unit) else None

    @step("5.2")
    def again(self, state: UseState) -> Result:
        return Ask(self.side, AGAIN, "answer")

    @step("5.2")
    def attacks_again(self, state: UseState) -> Result:
        (word,), self.answer = self.answer, ()
        return Goto("meet" if word == "again" else "end")

    @step("6.2.2")
    def end(self, state: UseState) -> Result:
        return Done()


def guards(frame: Strike, state: UseState) -> list[UnitId]:
    units = state.air_units(enemy(frame.side))
    return [unit for unit in units if next(no_guard(frame, state, unit), None) is None]


def no_guard(frame: Strike, state: UseState, unit: UnitId) -> Iterator[Violation]:
    """1.4 Why a unit cannot meet a strike for the one it is aimed at."""
    return no_escort(state, unit, frame.target, frame.failed, (state.hex_of[frame.target],), "hex")


STRUCK = Menu(
    "escort", "1.4",
    Form("escort", "1.4", Slot(
        "unit", UNIT, lambda frame, state: state.air_units(enemy(frame.side)), no_guard, guards
    )),
    Form("alone", "1.4"),
)  # fmt: skip


def grounded(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    """6.2 Why an air unit cannot act."""
    theatre = state.theatre
    if not theatre.is_air[unit] or theatre.side_of[unit] != segment.side or not on_map(state, unit):
        yield Violation("6.2", say("{unit} is not an air unit of yours on the map", unit), units=(unit,))
        return
    yield from spent(state, unit)


def cannot_rebase(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    found = list(grounded(segment, state, unit))
    yield from found
    if not found and not can_fly(state, unit):
        yield Violation("4.2.2", say("{unit} has nowhere to fly to", unit), units=(unit,))


def strikers(segment: Segment, state: UseState) -> tuple[UnitId, ...]:
    return _strikers(state, segment.side)


@aloft_fact
def _strikers(state: UseState, side: Side) -> tuple[UnitId, ...]:
    """6.2.2 Air units, and carriers."""
    carriers = [unit for unit in state.naval_units(side) if state.theatre.type_of[unit] == "carrier"]
    return tuple(sorted((*state.air_units(side), *carriers)))


def cannot_strike(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    if unit not in strikers(segment, state):
        yield Violation("6.2", say("{unit} is not an air unit of yours on the map", unit), units=(unit,))
        return
    found = list(spent(state, unit))
    yield from found
    if not found and not _victims(state, segment.side, unit):
        yield Violation("1.4", say("no enemy air unit is within reach of {unit}", unit), units=(unit,))


def targets(segment: Segment, state: UseState, *_: UnitId) -> tuple[UnitId, ...]:
    return _targets(state, segment.side)


@aloft_fact
def _targets(state: UseState, side: Side) -> tuple[UnitId, ...]:
    """6.2.2 Air units, and ships in port."""
    foe = enemy(side)
    return tuple(sorted((*state.air_units(foe), *state.naval_units(foe))))


def victims(segment: Segment, state: UseState, unit: UnitId) -> list[UnitId]:
    return list(_victims(state, segment.side, unit))


@aloft_fact
def _victims(state: UseState, side: Side, unit: UnitId) -> tuple[UnitId, ...]:
    return tuple(foe for foe in _targets(state, side) if next(_out_of_reach(state, side, unit, foe), None) is None)


def bad_victim(segment: Segment, state: UseState, unit: UnitId, target: UnitId) -> Iterator[Violation]:
    return _out_of_reach(state, segment.side, unit, target)


def _out_of_reach(state: UseState, side: Side, unit: UnitId, target: UnitId) -> Iterator[Violation]:
    """6.2.2"""
    theatre = state.theatre
    if target not in _targets(state, side):
        yield Violation("6.2.2", say("{unit} is not an enemy air unit or ship on the map", target), units=(target,))
        return
    away = theatre.board.layout.distance(Hex(state.hex_of[unit]), Hex(state.hex_of[target]))
    near = reach_of(state, "air-strike")
    if state.at_peace(state.faction_of(unit), state.faction_of(target)):
        yield Violation("D1", say("a policy protects {unit}", target), units=(target,))
    if away > near:
        yield Violation(
            "1.4", say("{unit} is {away} hexes away; an Air Strike reaches {near}", target, away, near), units=(target,)
        )


def own_air(segment: Segment, state: UseState) -> tuple[UnitId, ...]:
    return state.air_units(segment.side)


REBASE = Form(
    "rebase", "6.2.1",
    tested("unit", UNIT, own_air, cannot_rebase),
    Slot(
        "to", HEX, lambda segment, state, unit: range(state.theatre.board.hexes),
        lambda segment, state, unit, to: bad_base(state, unit, to), lambda segment, state, unit: bases(state, unit),
    ),
)  # fmt: skip
STRIKE = Form(
    "strike", "6.2.2",
    tested("unit", UNIT, strikers, cannot_strike),
    Slot("target", UNIT, targets, bad_victim, victims),
)  # fmt: skip
