"""OCS 12.6, 12.8: the Supply Phase: stocks, trace supply, eating off the map, Out of Supply markers, attrition."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import GROUP, Action, Form, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.groups import Group, stacks
from sandtable.core.rules import Breakdown, Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.state import OFF
from sandtable.systems.ocs.options import O21_10_CACHES
from sandtable.systems.ocs.s09_losses import LoseSteps
from sandtable.systems.ocs.s12_dumps import dumps
from sandtable.systems.ocs.s12_formations import in_trace
from sandtable.systems.ocs.s12_payment import Need, allotted, can_be_met, take
from sandtable.systems.ocs.s12_stocks import RecoverStocks
from sandtable.systems.ocs.s12_supply import Attrition
from sandtable.systems.ocs.s12_trace import traceable
from sandtable.systems.ocs.s21_caches import Forage
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import QUARTERS, STRAT

ALL_STEPS = 255  # more than a stack has


class CheckSupply(Procedure):
    """12.6, 12.8 In the order of the phase: stocks, trace, eating, markers; then attrition hex by hex."""

    side: Side
    meals: Action = ()
    fed: Group = ()
    hex: int = -1
    result: str = ""

    @step("12.10")
    def fill_stocks(self, state: OcsState) -> Result:
        return Call(RecoverStocks(self.side))

    @step("21.10")
    def forage(self, state: OcsState) -> Result:
        return Call(Forage(self.side), into="fed") if state.option(O21_10_CACHES) else None

    @step("12.6c")
    def ask(self, state: OcsState) -> Result:
        if not any(can_eat(state, (unit,)) for unit in hungry(state, self.side) if unit not in self.fed):
            return Goto("mark")
        return Ask(self.side, EAT, "meals")

    @step("12.6c")
    def eat(self, state: OcsState) -> Result:
        (groups, wanted), self.meals = self.meals, ()
        take(state, self.side, allotted(state, meals_of(state, groups), wanted) or (), "12.6c")
        self.fed = tuple(sorted({*self.fed, *(unit for group in groups for unit in group)}))
        return None

    @step("12.8")
    def mark(self, state: OcsState) -> Result:
        lacking = untraced(state, self.side)
        for unit in state.combat_units(self.side):
            state.mark(unit, unit in lacking and unit not in self.fed, "12.8")
            state.cut_off[unit] = unit in lacking
        for unit in (unit for craft in state.craft(self.side) for unit in state.aboard(craft)):
            state.mark(unit, False, "12.6")  # who is aboard is in trace supply
            state.cut_off[unit] = 0
        for unit in state.transport(self.side):
            state.cut_off[unit] = not traceable(state, self.side, Hex(state.hex_of[unit]))
        state.changed("cut_off")
        self.fed = ()
        return None

    @step("12.8b")
    def wear(self, state: OcsState) -> Result:
        places = (state.hex_of[unit] for unit in state.combat_units(self.side) if state.oos[unit])
        self.hex = min((place for place in places if place > self.hex), default=-1)
        if self.hex < 0:
            return Done()
        units = starving(state, self.side, Hex(self.hex))
        rating = max(0 if state.mode[unit] == STRAT else state.action_rating(unit) for unit in units)
        steps = sum(state.steps[unit] for unit in units)
        terms = Breakdown(state.scenario.charts.lines("attrition_modifiers").applying({"steps": steps}))
        return Call(Attrition(rating, int(terms.total)), into="result")

    @step("12.8b")
    def lose(self, state: OcsState) -> Result:
        units, result = starving(state, self.side, Hex(self.hex)), self.result
        self.result = ""
        state.note("attrition", "12.8b", side=self.side, hex=Hex(self.hex), result=result)
        return Call(LoseSteps(self.side, units, steps_of(result), spread=0, rule_cited="12.8b"), then="wear")


# ------------------------------------------------------------------------------------------------ who is supplied


def untraced(state: OcsState, side: Side) -> list[UnitId]:
    """12.6 Combat units without trace supply; who was dropped from the air in this turn needs none."""
    supplied = in_trace(state, side)
    return [unit for unit in state.combat_units(side) if unit not in supplied and not dropped(state, unit)]


def dropped(state: OcsState, unit: UnitId) -> bool:
    """14.10b Did it drop by a plan in this turn?"""
    return state.plan[unit] == OFF and state.plan_turn[unit] == state.turn


def hungry(state: OcsState, side: Side) -> list[UnitId]:
    """12.6c Who might eat off the map: nobody in Strat Mode (5.8)."""
    return [unit for unit in untraced(state, side) if state.mode[unit] != STRAT]


def meals_of(state: OcsState, groups: tuple[Group, ...]) -> list[Need]:
    """12.6c A token for every two REs, or a part of two, of those that are fed in a hex."""
    together: dict[int, list[UnitId]] = {}
    for unit in sorted(unit for group in groups for unit in group):
        together.setdefault(state.hex_of[unit], []).append(unit)
    by = QUARTERS * state.number("meal")
    return [Need(units[0], -(-sum(map(state.size, units)) // by), also=tuple(units[1:])) for units in together.values()]


def can_eat(state: OcsState, *groups: Group) -> bool:
    """12.6c Is there enough for all of them?"""
    return can_be_met(state, meals_of(state, groups))


def messes(phase: CheckSupply, state: OcsState, *_: object) -> dict[str, Group]:
    return stacks(state, [unit for unit in hungry(state, phase.side) if unit not in phase.fed])


def not_fed(phase: CheckSupply, state: OcsState, chosen: tuple[Group, ...], units: Group | str) -> Iterator[Violation]:
    """12.6c"""
    if isinstance(units, str):
        return
    supplied = in_trace(state, phase.side)
    refused = False
    for unit in units:
        if state.owner[unit] != phase.side or not state.theatre.is_combat[unit] or not state.is_on_map(unit):
            yield Violation("12.6", say("{unit} is no combat unit of yours on the map", unit), units=(unit,))
        elif unit in supplied or unit in phase.fed or dropped(state, unit):
            yield Violation("12.6", say("{unit} needs nothing: it is in trace supply", unit), units=(unit,))
        elif state.mode[unit] == STRAT:
            yield Violation("5.8", say("{unit} is in Strat Mode", unit), units=(unit,))
        else:
            continue
        refused = True
    if not refused and not can_eat(state, *chosen, units):
        yield Violation("12.6c", "there is not supply enough within their reach", units=units)


def eaters(phase: CheckSupply, state: OcsState, groups: tuple[Group, ...]) -> list[UnitId]:
    return [unit for group in groups for unit in group]


EAT = Form("eat", "12.6c", Slot("units", GROUP, messes, not_fed, many=True), dumps(eaters))


# ------------------------------------------------------------------------------------------------ attrition


def starving(state: OcsState, side: Side, place: Hex) -> Group:
    """12.8b The units out of supply in a hex."""
    return tuple(sorted(unit for unit in state.combat_units_in(place, side) if state.oos[unit]))


def steps_of(result: str) -> int:
    """`No Loss`, `-2 Steps`, `-All Steps`."""
    number = result.removeprefix("-").partition(" ")[0]
    return ALL_STEPS if number == "All" else int(number) if number.isdecimal() else 0
