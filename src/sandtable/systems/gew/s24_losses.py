"""GEW 24.7 and 26.6: what a result of strategic warfare does to campaign units, and who carries it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sandtable.core.decisions import UNIT, WORD, Form, Menu, Slot
from sandtable.core.flow import Ask, Call, Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.systems.gew.s06_control import enemies_in
from sandtable.systems.gew.s14_stacking import bad_company
from sandtable.systems.gew.state import AMPHIBIOUS_ASSAULT, GUNFIRE, POWER_NAMES, GewState
from sandtable.systems.gew.theatre import POWERS


class PayOrLose(Procedure):
    """24.7 The owner spends 1 MP or loses one of these units, which he picks (A1, S1). `power` is who pays; -1: any
    power that has a unit among them. Its value is the unit lost, or -1."""

    side: Side
    power: int
    units: tuple[UnitId, ...]
    cause: str  # the rule that takes the loss
    choice: tuple[Any, ...] = ()

    @step("24.7")
    def choose(self, state: GewState) -> Result:
        if not self.units:
            return Done(-1)
        return Ask(self.side, PAY_OR_LOSE, "choice")

    @step("24.7")
    def do(self, state: GewState) -> Result:
        word, what = self.choice
        if word == "pay":
            state.gain_mp(POWERS.index(what), -1, self.cause, "instead of a unit")
            state.note(
                "paid", self.cause, side=self.side, power=POWER_NAMES[POWERS.index(what)]
            )  # G6-4: the enemy sees that, not from how much
            return Done(-1)
        lose(state, what, self.cause)
        return Done(what)

    def payers(self, state: GewState) -> list[str]:
        powers = {self.power} if self.power >= 0 else {state.power_of(unit) for unit in self.units}
        return [POWERS[power] for power in sorted(powers)]

    def cannot_pay(self, state: GewState, power: str) -> Iterator[Violation]:
        nth = POWERS.index(power)
        if not state.mp[nth]:
            yield Violation("24.7", f"{POWER_NAMES[nth]}: no MP is left")

    def spared(self, state: GewState, unit: UnitId) -> Iterator[Violation]:
        yield from not_among(state, self.units, unit)


class LoseOne(Procedure):
    """24.7 The owner loses one of these units, which he picks (26.5, 27.2). If the others abort, they go home with
    nothing done (A2, S2)."""

    side: Side
    units: tuple[UnitId, ...]
    cause: str  # the rule that takes the loss
    others_abort: bool = False
    choice: tuple[Any, ...] = ()

    @step("24.7")
    def choose(self, state: GewState) -> Result:
        if len(self.units) < 2:
            self.choice = self.units
            return None if self.units else Done(-1)
        return Ask(self.side, LOSE_AND_ABORT if self.others_abort else LOSE_ONE, "choice")

    @step("24.7")
    def do(self, state: GewState) -> Result:
        lost = self.choice[0]
        lose(state, lost, self.cause)
        for unit in self.units if self.others_abort else ():
            if unit != lost:
                abort(state, unit, self.cause)
        return Done(lost)

    def spared(self, state: GewState, unit: UnitId) -> Iterator[Violation]:
        yield from not_among(state, self.units, unit)


def not_among(state: GewState, units: Sequence[UnitId], unit: UnitId) -> Iterator[Violation]:
    if unit not in units:
        yield Violation("24.7", say("{unit} is not one of the units hit", unit), units=tuple(units))


def hit(losses: PayOrLose | LoseOne, state: GewState) -> tuple[UnitId, ...]:
    return losses.units


PAY_OR_LOSE = Menu(
    "pay or lose", "24.7",
    Form("pay", "24.7", Slot("power", WORD, PayOrLose.payers, PayOrLose.cannot_pay)),
    Form("lose", "24.7", Slot("unit", UNIT, hit, PayOrLose.spared)),
)  # fmt: skip
LOSE_AND_ABORT = Form("lose one, abort the other", "24.7", Slot("unit", UNIT, hit, LoseOne.spared))
LOSE_ONE = Form("lose one", "24.7", Slot("unit", UNIT, hit, LoseOne.spared))


# ------------------------------------------------------------------------------------------------ the chart's words

ACTING, ACTED_UPON = 0, 1  # who suffers: who intercepts or bombs, or the other side
PAY, ABORT = "pays 1 MP or loses one", "loses one, a second aborts"
UNIT_LOSSES = {
    "interceptor loses one air unit, a second aborts": (ACTING, ABORT),
    "interceptor pays 1 MP or loses one air unit": (ACTING, PAY),
    "intercepted side pays 1 MP or loses one air unit": (ACTED_UPON, PAY),
    "intercepted side loses one air unit, a second aborts": (ACTED_UPON, ABORT),
    "bomber loses one air unit, a second aborts": (ACTING, ABORT),
    "bomber pays 1 MP or loses one air unit": (ACTING, PAY),
    "interceptor loses one naval unit, a second aborts": (ACTING, ABORT),
    "interceptor pays 1 MP or loses one naval unit": (ACTING, PAY),
    "intercepted side pays 1 MP or loses one naval unit": (ACTED_UPON, PAY),
    "intercepted side loses one naval unit, a second aborts": (ACTED_UPON, ABORT),
}  # by effect in the chart swt_results


def unit_losses(effect: str, acting: Side, units: tuple[Sequence[UnitId], Sequence[UnitId]], rule: str) -> Call | None:
    """24.7 What to call for an effect that falls on units: first those of the acting side, then those acted upon."""
    if effect not in UNIT_LOSSES:
        return None
    who, what = UNIT_LOSSES[effect]
    side = acting if who == ACTING else enemy(acting)
    hit_units = tuple(units[who])
    return Call(PayOrLose(side, -1, hit_units, rule) if what == PAY else LoseOne(side, hit_units, rule, True))


# ------------------------------------------------------------------------------------------------ what happens


def lose(state: GewState, unit: UnitId, rule: str) -> None:
    """24.7 A campaign unit is eliminated, and with it what it carries (24.5, G26-4)."""
    passenger = state.passenger(unit)
    if passenger is not None:
        state.eliminate(passenger, rule)
    place, landing = Hex(state.hex_of[unit]), state.mission[unit] == AMPHIBIOUS_ASSAULT
    state.eliminate(unit, rule)
    if landing:
        leave_gunfire(state, place, rule)


def abort(state: GewState, unit: UnitId, rule: str) -> None:
    """26.6, G24-9 A campaign unit goes home non-operational; what it carries comes back to where it started."""
    passenger = state.passenger(unit)
    if passenger is not None:
        come_back(state, passenger)
    place, landing = Hex(state.hex_of[unit]), state.mission[unit] == AMPHIBIOUS_ASSAULT
    state.recycle(unit, rule)
    if landing:
        leave_gunfire(state, place, rule)


def leave_gunfire(state: GewState, place: Hex, rule: str) -> None:
    """G26-4 A fleet has nothing to support where no landing is left."""
    for unit in state.units_in(place):
        if state.mission[unit] == GUNFIRE:
            state.recycle(unit, rule)


def come_back(state: GewState, unit: UnitId) -> None:
    """22.2, 26.6 A unit aboard is where it started, over-stacked perhaps (14.5); where others hold that hex by now with
    whom it cannot be, it is lost as one that is blocked from retreating (22.1, G22-b)."""
    place, side = Hex(state.hex_of[unit]), state.side_of(unit)
    assert side is not None
    state.set_free(unit)
    if place < state.theatre.hexes and (enemies_in(state, side, place) or any(bad_company(state, unit, place))):
        state.eliminate(unit, "22.1")
