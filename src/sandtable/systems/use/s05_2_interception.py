"""USE 5.2: interception: who may attack a force on its way, escorts, and whether it is interdicted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.decisions import UNIT, Form, Menu, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.systems.use.options import BOMBERS_INTERCEPT
from sandtable.systems.use.s01_5_sorties import too_tired
from sandtable.systems.use.s04_naval import shut
from sandtable.systems.use.s05_1_commitment import NOBODY, reach_of
from sandtable.systems.use.s05_2_air import AirCombat
from sandtable.systems.use.s05_combat import line_of
from sandtable.systems.use.state import UseState
from sandtable.systems.use.theatre import WARSHIPS, Passage

RULE = "5.2"
INVASION, BOMBING, VOYAGE, SUPPLY_TRACE = "amphibious-invasion", "bombing-run", "naval-movement", "supply-line-trace"
THROUGH, STOPPED, CANCELLED = "through", "stopped", "cancelled"


class Interception(Procedure):
    """5.2 In one Sea Zone, or over the hex that is bombed. Its value: what became of the force, and who fought."""

    side: Side  # whose force it is
    place: Hex
    unit: UnitId  # that is protected: the convoy, the bomber, the ship
    ships: tuple[UnitId, ...]  # warships that travel along
    purpose: str  # a line of the interdiction list
    cargo: UnitId = NOBODY  # who is on board, and escorts nobody
    tried: tuple[UnitId, ...] = ()  # interceptors that have had their turn here
    failed: tuple[UnitId, ...] = ()  # escorts that did not hold the present one
    interceptor: UnitId = NOBODY
    met: UnitId = NOBODY  # whom it attacks
    fought: tuple[UnitId, ...] = ()
    answer: tuple = ()  # type: ignore[type-arg]
    result: str = ""

    @step("1.4")
    def call(self, state: UseState) -> Result:
        self.interceptor, self.failed = NOBODY, ()
        if not interceptors(self, state):
            return Done((THROUGH, self.fought))
        return None

    @step("1.4")
    def ask(self, state: UseState) -> Result:
        return Ask(enemy(self.side), INTERCEPT, "answer")

    @step("1.4")
    def answered(self, state: UseState) -> Result:
        (word, *picked), self.answer = self.answer, ()
        if word == "pass":
            return Done((THROUGH, self.fought))
        self.interceptor, self.tried = picked[0], (*self.tried, picked[0])
        state.note("intercepts", RULE, unit=self.interceptor, hex=self.place, units=(self.unit,))
        return None

    @step("1.4")
    def meet(self, state: UseState) -> Result:
        self.met = self.unit
        return None if guards(self, state) else Goto("fight")

    @step("1.4")
    def name_escort(self, state: UseState) -> Result:
        return Ask(self.side, ESCORTED, "answer")

    @step("1.4")
    def escorted(self, state: UseState) -> Result:
        (word, *picked), self.answer = self.answer, ()
        if word == "escort":
            self.met = picked[0]
        return None

    @step("5.2")
    def fight(self, state: UseState) -> Result:
        self.fought = tuple(dict.fromkeys((*self.fought, self.met)))
        return Call(AirCombat(enemy(self.side), self.interceptor, self.met, self.place), into="result")

    @step("5.2")
    def effect(self, state: UseState) -> Result:
        result, self.result = self.result, ""
        charts = state.scenario.charts
        if self.met == self.unit:
            word = line_of(charts.lines("interdiction"), result)
            state.note("interdiction", RULE, unit=self.unit, result=word)
            return Done((STOPPED, self.fought)) if word == "successful" else Goto("call")
        word = line_of(charts.lines("escort"), result)
        state.note("escort", RULE, unit=self.met, result=word)
        self.failed = (*self.failed, self.met)
        return Goto("call") if word == "successful" else None

    @step("5.2")
    def may_cancel(self, state: UseState) -> Result:
        """The phasing faction may call off an invasion whose escort failed."""
        return Ask(self.side, CANCEL, "answer") if self.purpose == INVASION else Goto("again")

    @step("5.2")
    def cancelled(self, state: UseState) -> Result:
        (word,), self.answer = self.answer, ()
        return Done((CANCELLED, self.fought)) if word == "cancel" else None

    @step("5.2")
    def again(self, state: UseState) -> Result:
        if state.tired_out(self.interceptor):
            return Goto("call")
        return Ask(enemy(self.side), AGAIN, "answer")

    @step("5.2")
    def attacks_again(self, state: UseState) -> Result:
        (word,), self.answer = self.answer, ()
        return Goto("meet" if word == "again" else "call")


class Voyage(Procedure):
    """4.0 A force goes from Sea Zone to Sea Zone; in each it may be intercepted. Its value: what became of it, who
    fought, where it is."""

    side: Side
    unit: UnitId  # that is protected
    ships: tuple[UnitId, ...]
    way: tuple[Hex, ...]
    purpose: str
    cargo: UnitId = NOBODY
    nth: int = 0
    fought: tuple[UnitId, ...] = ()
    result: tuple = ()  # type: ignore[type-arg]

    @step("4.0")
    def sail(self, state: UseState) -> Result:
        if self.nth == len(self.way):
            return Done((THROUGH, self.fought, self.way[-1]))
        if self.way[self.nth] in state.theatre.map_boxes:
            self.nth += 1
            return Goto("sail")
        where = self.way[self.nth]
        return Call(Interception(self.side, where, self.unit, self.ships, self.purpose, self.cargo), into="result")

    @step("4.0")
    def go_on(self, state: UseState) -> Result:
        (word, fought), self.result = self.result, ()
        self.fought = tuple(dict.fromkeys((*self.fought, *fought)))
        if word != THROUGH:
            return Done((word, self.fought, self.way[self.nth]))
        self.nth += 1
        return Goto("sail")


# ------------------------------------------------------------------------------------------------ who may


def interceptors(frame: Interception, state: UseState) -> list[UnitId]:
    units = state.scenario.units_of(enemy(frame.side))
    return [unit for unit in units if next(no_interceptor(frame, state, unit), None) is None]


def no_interceptor(frame: Interception, state: UseState, unit: UnitId) -> Iterator[Violation]:
    """1.4 Why a unit cannot intercept."""
    theatre = state.theatre
    if theatre.side_of[unit] == frame.side or not (theatre.is_air[unit] or theatre.type_of[unit] in WARSHIPS):
        yield Violation("1.4", say("{unit} is not an enemy air unit or warship", unit), units=(unit,))
        return
    if state.at_peace(state.faction_of(unit), state.faction_of(frame.unit)):
        yield Violation("D1", say("a policy keeps {unit} at peace", unit), units=(unit,))
    if unit in frame.tried:
        yield Violation(RULE, say("{unit} has intercepted here", unit), units=(unit,))
    yield from too_tired(state, unit)
    if frame.purpose == BOMBING:
        yield from _too_far_to_fly(frame, state, unit)
    elif theatre.is_air[unit]:
        if state.hex_of[unit] not in theatre.coast_of(frame.place):
            yield Violation("1.4", say("{unit} is not on the coast of this Sea Zone", unit), units=(unit,))
    elif not in_reach(state, unit, frame.place):
        yield Violation("1.4", say("{unit} is too far away", unit), units=(unit,))


def _too_far_to_fly(frame: Interception, state: UseState, unit: UnitId) -> Iterator[Violation]:
    theatre, at = state.theatre, state.hex_of[unit]
    if not theatre.is_air[unit] or (theatre.type_of[unit] == "bomber" and not state.option(BOMBERS_INTERCEPT)):
        yield Violation("1.4", say("{unit} does not intercept bombers", unit), units=(unit,))
        return
    near = reach_of(state, "air-interception-of-air")
    if not 0 <= at < theatre.board.hexes or theatre.board.layout.distance(Hex(at), frame.place) > near:
        yield Violation("1.4", say("{unit} is not within {near} hexes", unit, near), units=(unit,))


def in_reach(state: UseState, ship: UnitId, zone: Hex) -> bool:
    """1.4, 4.0 Is a warship near enough: two Sea Zones, its own the first, one from a Map Box; over no strait, and no
    canal that is closed to it?"""
    theatre, at = state.theatre, Hex(state.hex_of[ship])
    boxed = at in theatre.map_boxes
    left = reach_of(state, "naval-interception-map-box" if boxed else "naval-interception-sea-zone")
    found = {to for to in theatre.zones_at(at) if to not in theatre.map_boxes} if at >= 0 else set[Hex]()
    if boxed:
        found = {each.to for each in theatre.sea.get(at, ()) if _led_through(state, ship, each)}
    for _ in range(left - 1):
        found |= {
            each.to for one in found for each in theatre.sea[one]
            if _led_through(state, ship, each) and each.to not in theatre.map_boxes
        }  # fmt: skip
    return zone in found


def _led_through(state: UseState, ship: UnitId, passage: Passage) -> bool:
    return passage.over != "strait" and not shut(state, ship, passage)


def guards(frame: Interception, state: UseState) -> list[UnitId]:
    units = state.scenario.units_of(frame.side)
    return [unit for unit in units if next(no_guard(frame, state, unit), None) is None]


def no_guard(frame: Interception, state: UseState, unit: UnitId) -> Iterator[Violation]:
    bombing = frame.purpose == BOMBING
    near: Sequence[int] = (state.hex_of[frame.unit],) if bombing else state.theatre.coast_of(frame.place)
    where = "hex" if bombing else "Sea Zone"
    if unit == frame.cargo:
        yield Violation("4.2.4", say("{unit} is on board", unit), units=(unit,))
    yield from no_escort(state, unit, frame.unit, frame.failed, near, where, frame.ships)


def no_escort(
    state: UseState, unit: UnitId, of: UnitId, failed: Sequence[UnitId], near: Sequence[int], where: str,
    ships: Sequence[UnitId] = (),
) -> Iterator[Violation]:  # fmt: skip
    """1.4 Why a unit cannot be the escort of another: fighters are in the same hex or Sea Zone, warships travel along;
    bombers escort nobody."""
    theatre = state.theatre
    fighter = theatre.type_of[unit] == "fighter" and theatre.side_of[unit] == theatre.side_of[of]
    if unit == of or not (fighter or unit in ships):
        yield Violation("1.4", say("{unit} is no fighter or warship for {other_unit}", unit, of), units=(unit,))
        return
    if unit in failed:
        yield Violation(RULE, say("{unit} has failed as escort", unit), units=(unit,))
    yield from too_tired(state, unit)
    if fighter and state.hex_of[unit] not in near:
        yield Violation("1.4", say("{unit} is not in the same {where}", unit, where), units=(unit,))


INTERCEPT = Menu(
    "interception", "1.4",
    Form("intercept", "1.4", Slot(
        "unit", UNIT, lambda frame, state: state.scenario.units_of(enemy(frame.side)), no_interceptor, interceptors
    )),
    Form("pass", "1.4"), ends="pass",
)  # fmt: skip
ESCORTED = Menu(
    "escort", "1.4",
    Form("escort", "1.4", Slot(
        "unit", UNIT, lambda frame, state: state.scenario.units_of(frame.side), no_guard, guards
    )),
    Form("alone", "1.4"),
)  # fmt: skip
CANCEL = Menu("cancel", "5.2", Form("cancel", "5.2"), Form("go_on", "5.2"))
AGAIN = Menu("again", "5.2", Form("again", "5.2"), Form("break_off", "5.2"))
