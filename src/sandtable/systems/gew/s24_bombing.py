"""GEW 24.1, 24.7 and 24.9: strategic bombing, and what it destroys."""

from __future__ import annotations

from sandtable.core.dice import Dice
from sandtable.core.flow import Call, Done, Goto, Procedure, Result, Roll, step
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.system import Prepared
from sandtable.systems.gew.s23_airbases import flying
from sandtable.systems.gew.s24_interception import flak_in
from sandtable.systems.gew.s24_losses import unit_losses
from sandtable.systems.gew.s24_strategic_warfare import effects, prepare_bombing, told, worked_out, written
from sandtable.systems.gew.s35_offensives import PLAYED, offer_offensive, spend_offensive
from sandtable.systems.gew.state import BOMBING, LONG_RANGE_BOMBING, GewState

BOMBING_MISSIONS = (BOMBING, LONG_RANGE_BOMBING)


class StrategicBombing(Procedure):
    """24.1 The air units that came through bomb a hex. `side` bombs."""

    side: Side
    hex: Hex
    offensive: tuple[str, ...] = ()
    result: str = ""
    part: int = 0
    points: int = 0

    @step("O35.2")
    def offer(self, state: GewState) -> Result:
        return offer_offensive(state, self.side)

    @step("24.1")
    def roll(self, state: GewState) -> Result:
        return Call(bombing(state, self.side, self.hex, self.offensive == PLAYED).procedure, into="result")

    @step("O35.4")
    def spend(self, state: GewState) -> Result:
        spend_offensive(state, self.side, self.offensive)
        return None

    @step("24.7")
    def tell(self, state: GewState) -> Result:
        if state.log is None:
            return None
        column = int(bombing(state, self.side, self.hex, self.offensive == PLAYED).terms.total)
        means = told(state.scenario.charts, "Strategic Bombing", self.result)
        state.note("bombed", "24.1", side=self.side, hex=self.hex, column=column, result=self.result, means=means)
        return None

    @step("24.7")
    def apply(self, state: GewState) -> Result:
        found = effects(state.scenario.charts, "Strategic Bombing", self.result)
        if self.part == len(found):
            return Done()
        effect = found[self.part]
        if effect in (DAMAGE, DESTRUCTION):
            return None
        self.part += 1
        losses = unit_losses(effect, self.side, (bombers(state, self.side, self.hex), []), "24.1")
        return Goto("apply") if losses is None else Call(losses.procedure, losses.into, "apply")

    @step("24.7")
    def damage(self, state: GewState) -> Result:
        return Roll(Dice(1), "points")

    @step("24.7")
    def hurt(self, state: GewState) -> Result:
        effect = effects(state.scenario.charts, "Strategic Bombing", self.result)[self.part]
        points, self.points = self.points, 0
        self.part += 1
        damage(state, self.hex, points, effect == DESTRUCTION)
        return Goto("apply")


DAMAGE = "bombed side loses 1d6 MP; depot and fortification in the hex are removed"
DESTRUCTION = "as S1, and the hex gets a bombed marker"


def bombers(state: GewState, side: Side, place: Hex) -> list[UnitId]:
    return [unit for unit, there in flying(state, side) if there == place and state.mission[unit] in BOMBING_MISSIONS]


def bombing(state: GewState, side: Side, place: Hex, offensive: bool) -> Prepared:
    """24.1 Bombardment factors, less flak in the hex."""
    given = {
        "bombardment": written(bombardment(state, unit) for unit in bombers(state, side, place)),
        "flak": flak_in(state, place, enemy(side)),
        "offensive": offensive,
    }
    return worked_out(state.scenario, prepare_bombing, given)


def bombardment(state: GewState, unit: UnitId) -> int:
    """24.1; O38.2 at long range one less, but not below zero."""
    printed = state.theatre.bombardment[unit]
    if state.mission[unit] != LONG_RANGE_BOMBING:
        return printed
    return max(0, printed + state.scenario.charts.lines("extra_air")["long-range-bombardment"].amount)


def damage(state: GewState, place: Hex, points: int, destroyed: bool) -> None:
    """24.7 The power that controls the hex pays (G24-5), markers go; 24.9 a bombed marker comes, also where the hex
    was sabotaged (GO-40)."""
    state.gain_mp(state.controlling(place), -points, "24.7", "bombed")
    state.mark("depot", place, 0, "24.7")
    state.mark("fort", place, 0, "24.7")
    if destroyed or state.sabotaged[place]:
        state.mark("sabotaged", place, 0, "O40.1")
        state.mark("bombed", place, 1, "24.9")
