"""GEW 21.2: a force that is hit spends Mobilization Points, or suffers the result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core.decisions import HEX, Form, Menu, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.systems.gew.options import O34_EXPEND_DEPOTS, O37_MEDITERRANEAN
from sandtable.systems.gew.s06_control import side_controls
from sandtable.systems.gew.s12_supply import in_supply, units_in_supply
from sandtable.systems.gew.s19_landings import landing
from sandtable.systems.gew.s22_retreat import Retreat
from sandtable.systems.gew.s24_air_missions import air_supplied, carriers_bring_supply, supplied_by_assault
from sandtable.systems.gew.state import POWER_NAMES, POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE

SPENT, RETREATED, ELIMINATED = "spent", "retreated", "eliminated"  # what it comes to
DISTANT = ("north_africa", "middle_east")  # O37.2


class Suffer(Procedure):
    """21.1 Spend all the MP or take the result: all or nothing (G21-4), and all units of the force (G21-1)."""

    side: Side
    units: tuple[UnitId, ...]
    mp: int
    fate: str  # retreat or elimination
    choice: tuple[Any, ...] = ()

    @step("21.1")
    def choose(self, state: GewState) -> Result:
        """6.3 Asked even of a side that has too few MP: its enemy must not tell by the question what it has."""
        return Ask(self.side, SUFFER, "choice") if self.in_supply(state) or self.depots(state) else Goto("take")

    @step("21.2")
    def spend(self, state: GewState) -> Result:
        word, *what = self.choice
        if word == "suffer":
            return None
        if word == "spend":
            state.gain_mp(self.payer(state), -self.cost(state), "21.2", "to absorb a combat result")
            state.note("absorbed", "21.2", side=self.side, power=POWER_NAMES[self.payer(state)])  # G6-4
        else:  # GO-34.5: five free MP; nothing asks for the depot between now and the end of the combat
            state.mark("depot", what[0], 0, "O34.5")
        return Done(SPENT)

    @step("21.1")
    def take(self, state: GewState) -> Result:
        self.choice = ()
        if self.fate == "retreat":  # G21-2: the number is also the length
            return Call(Retreat(self.side, self.units, self.mp), then="retreated")
        for unit in self.units:
            state.eliminate(unit, "21.1")
        return Done(ELIMINATED)

    @step("21.1")
    def retreated(self, state: GewState) -> Result:
        return Done(RETREATED)

    # ------------------------------------------------------------------ what it costs, and whom

    def cost(self, state: GewState) -> int:
        """21.1, and one more in Africa and the Middle East while the Allies hold Malta (O37.2)."""
        return self.mp + (state.scenario.charts.lines("limits")["malta"].amount if self.past_malta(state) else 0)

    def past_malta(self, state: GewState) -> bool:
        if self.side != AXIS_SIDE or not state.option(O37_MEDITERRANEAN):
            return False
        theatre = state.theatre
        there = any(theatre.theatre_at[fighting_in(state, unit)] in DISTANT for unit in self.units)
        return there and side_controls(state, ALLIED_SIDE, theatre.place("malta"))

    def payer(self, state: GewState) -> int:
        """10.4 The power of the units; partisans spend what their companions do."""
        partisan = state.theatre.type
        return min((partisan[unit] == "partisan", state.power_of(unit)) for unit in self.units)[1]

    def cannot_spend(self, state: GewState) -> Iterator[Violation]:
        """21.2 One unit in supply is enough (G12-4); those who assault from air or sea are (24.6, 26.1)."""
        cost, left = self.cost(state), state.mp[self.payer(state)]
        if left < cost:
            yield Violation("21.2", f"the result costs {cost} MP, and {POWER_NAMES[self.payer(state)]} has {left}")
        if not self.in_supply(state):
            yield Violation("21.2", "no unit of the force is in supply", units=self.units)

    def in_supply(self, state: GewState) -> bool:
        return any(supplied(state, unit) for unit in self.units)

    def depots(self, state: GewState) -> list[Hex]:
        if not state.option(O34_EXPEND_DEPOTS):
            return []
        return [place for place in self.places(state) if not any(True for _ in self.no_depot(state, place))]

    def places(self, state: GewState) -> list[Hex]:
        """Where the force stands."""
        return sorted({Hex(state.hex_of[unit]) for unit in self.units if landing(state, unit) is None})

    def no_depot(self, state: GewState, place: Hex) -> Iterator[Violation]:
        """O34.5"""
        most, cost = state.scenario.charts.lines("limits")["depot"].amount, self.cost(state)
        if not state.option(O34_EXPEND_DEPOTS):
            yield Violation("O34.5", "depots are not expended in this game")
        elif place >= state.theatre.hexes or place not in self.places(state):
            yield Violation("O34.5", "no unit of the force is there", (place,))
        elif state.depot[place] - 1 not in POWERS_OF_SIDE[self.side]:
            yield Violation("O34.5", "there is no depot of yours", (place,))
        elif cost > most:
            yield Violation("O34.5", f"the result costs {cost} MP, and a depot absorbs {most}", (place,))


def fighting_in(state: GewState, unit: UnitId) -> Hex:
    """Where a unit of a force is: who has not landed yet, over the hex it attacks (19.7)."""
    carried = landing(state, unit)
    return Hex(state.hex_of[unit]) if carried is None else carried.place


def supplied(state: GewState, unit: UnitId) -> bool:
    """12.1, 24.6, 26.1; O38.1 aircraft may bring what is needed."""
    return in_supply(state, unit) or _by_other_means(state, unit)


def _by_other_means(state: GewState, unit: UnitId) -> bool:
    if supplied_by_assault(state, unit):
        return True
    side = state.side_of(unit)
    return side is not None and air_supplied(state, Hex(state.hex_of[unit]), side)


def units_supplied(state: GewState, side: Side) -> dict[UnitId, bool]:
    """The same of every ground unit of a side."""
    found: dict[UnitId, bool] = {}
    for power in POWERS_OF_SIDE[side]:
        found |= units_in_supply(state, power)
    if carriers_bring_supply(state):
        return {unit: fed or _by_other_means(state, unit) for unit, fed in found.items()}
    return found


SUFFER = Menu(
    "absorb or suffer", "21.1",
    Form("spend", "21.2", refuse=Suffer.cannot_spend),
    Form("expend", "O34.5", Slot("depot", HEX, Suffer.places, Suffer.no_depot)),
    Form("suffer", "21.1"),
)  # fmt: skip
