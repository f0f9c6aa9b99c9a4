"""GEW 27.2 and O40: what commandos do in the Strategic Operations Phase. Support of attacks is in 19 (27.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core.bits import union
from sandtable.core.decisions import HEX, UNIT, WORD, Form, Menu, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.state import fact
from sandtable.core.system import Prepared
from sandtable.systems.gew.options import O40_SPECIAL_FORCES
from sandtable.systems.gew.s06_control import enemies_in, enemy_marked
from sandtable.systems.gew.s13_zones import occupied
from sandtable.systems.gew.s24_losses import LoseOne, PayOrLose
from sandtable.systems.gew.s24_strategic_warfare import (
    parts,
    prepare_partisan_support,
    prepare_psywar,
    told,
    worked_out,
    written,
)
from sandtable.systems.gew.s31_partisans import RaisePartisan, homelands, open_homelands
from sandtable.systems.gew.s35_offensives import PLAYED, offer_offensive, spend_offensive
from sandtable.systems.gew.state import POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import AXIS, AXIS_SIDE, SOVIET, WALLIED


class PartisanSupport(Procedure):
    """27.2 A player sends commandos to countries, each once (G27-1), and with O40 to installations of the enemy."""

    side: Side
    action: tuple[Any, ...] = ()
    visited: tuple[str, ...] = ()  # countries

    @step("27.2")
    def choose(self, state: GewState) -> Result:
        return Ask(self.side, MISSIONS, "action")  # 6.3: whether or not he has any

    @step("27.2")
    def send(self, state: GewState) -> Result:
        word, *filled = self.action
        self.action = ()
        if word == "end":
            return Done()
        where, units = filled
        if word == "psywar":
            return Call(Psywar(self.side, where, units), then="choose")
        self.visited = (*self.visited, where)
        return Call(Support(self.side, where, units), then="choose")


class Support(Procedure):
    """27.2 Commandos support the partisans of one country."""

    side: Side
    country: str
    units: tuple[UnitId, ...]
    offensive: tuple[str, ...] = ()
    result: str = ""
    part: int = 0
    switched: tuple[Hex, ...] = ()

    @step("O35.2")
    def reinforce(self, state: GewState) -> Result:
        return offer_offensive(state, self.side)

    @step("27.2")
    def roll(self, state: GewState) -> Result:
        return Call(support(state, self.units, self.offensive == PLAYED).procedure, into="result")

    @step("24.7")
    def tell(self, state: GewState) -> Result:
        spend_offensive(state, self.side, self.offensive)
        name = state.theatre.regions[homelands(state.theatre, self.side)[self.country][0]].name
        state.note(
            "partisan_support", "27.2", side=self.side, country=name, units=self.units,
            result=self.result, means=told(state.scenario.charts, "SF Partisan Support", self.result),
        )  # fmt: skip
        return None

    @step("24.7")
    def apply(self, state: GewState) -> Result:
        found = parts(self.result)
        if self.part == len(found):
            come_home(state, self.units)
            return Done()
        effect, self.part = found[self.part], self.part + 1
        if effect in SUFFERED:
            return suffer(state, self.side, self.units, effect, "27.2")
        regions = homelands(state.theatre, self.side)[self.country]
        return Call(RaisePartisan(self.side, regions), then="stir" if effect == "S2" else "apply")

    @step("24.7")
    def stir(self, state: GewState) -> Result:
        return Ask(self.side, SWITCH, "switched") if self.open_places(state) else Goto("apply")

    @step("24.7")
    def switch(self, state: GewState) -> Result:
        place = self.switched[0]
        self.switched = ()
        soviet = state.theatre.region_at[place] == state.theatre.ussr_region
        state.take_hex(place, AXIS if self.side == AXIS_SIDE else SOVIET if soviet else WALLIED, "27.2")  # G31-1
        return Goto("apply")

    def open_places(self, state: GewState) -> list[Hex]:
        """The hexes of the country with the enemy's marker and without his units."""
        theatre = state.theatre
        regions = homelands(theatre, self.side)[self.country]
        held = union(*(theatre.in_region[nth] for nth in regions)) & enemy_marked(state, self.side)
        return list(held - occupied(state, enemy(self.side)))

    def cannot_switch(self, state: GewState, place: Hex) -> Iterator[Violation]:
        regions = homelands(state.theatre, self.side)[self.country]
        if place >= state.theatre.hexes or state.theatre.region_at[place] not in regions:
            yield Violation("27.2", say("{hex} is not in the country", place), (place,))
        elif place not in enemy_marked(state, self.side):
            yield Violation("27.2", say("{hex} is not under enemy control", place), (place,))
        elif enemies_in(state, self.side, place):
            yield Violation("27.2", say("enemy ground units are in {hex}", place), (place,))


class Psywar(Procedure):
    """O40.1 One or two commandos sabotage a port, an airbase or a depot of the enemy."""

    side: Side
    target: Hex
    units: tuple[UnitId, ...]
    offensive: tuple[str, ...] = ()
    result: str = ""
    part: int = 0

    @step("O35.2")
    def reinforce(self, state: GewState) -> Result:
        return offer_offensive(state, self.side)

    @step("O40.1")
    def roll(self, state: GewState) -> Result:
        prepared = psywar(state, self.side, self.target, self.units, self.offensive == PLAYED)
        return Call(prepared.procedure, into="result")

    @step("O40.1")
    def tell(self, state: GewState) -> Result:
        spend_offensive(state, self.side, self.offensive)
        suffered = state.scenario.charts.table("swt_results")
        means = [SABOTAGE.get(part) or suffered.read("SF Partisan Support", part) for part in parts(self.result)]
        state.note(
            "psywar", "O40.1", side=self.side, hex=self.target, units=self.units, result=self.result,
            means=", then ".join(means) or "nothing happens",
        )  # fmt: skip
        return None

    @step("O40.1")
    def apply(self, state: GewState) -> Result:
        found = parts(self.result)
        if self.part == len(found):
            come_home(state, self.units)
            return Done()
        effect, self.part = found[self.part], self.part + 1
        if effect in SUFFERED:
            return suffer(state, self.side, self.units, effect, "O40.1")
        state.mark("depot", self.target, 0, "O40.1")
        state.mark("sabotaged", self.target, 1, "O40.1.1")
        return Goto("apply")


# ------------------------------------------------------------------------------------------------ what both do

SUFFERED = ("A1", "A2")
SABOTAGE = dict.fromkeys(("S1", "S2"), "a depot there is destroyed, and the hex is sabotaged")  # O40.1, in words


def suffer(state: GewState, side: Side, units: tuple[UnitId, ...], effect: str, rule: str) -> Call:
    """24.7 A1: an MP or a commando; A2: a commando."""
    loss = PayOrLose(side, -1, units, rule) if effect == "A1" else LoseOne(side, units, rule)
    return Call(loss, then="apply")


def come_home(state: GewState, units: tuple[UnitId, ...]) -> None:
    """27.0 Commandos that live are spent."""
    for unit in units:
        if state.hex_of[unit] in state.theatre.display:
            state.recycle(unit, "27.0")


def support(state: GewState, units: tuple[UnitId, ...], offensive: bool) -> Prepared:
    """27.2 The column is the sum of the factors."""
    given = {"sf": written(state.theatre.factor[unit] for unit in units), "offensive": offensive}
    return worked_out(state.scenario, prepare_partisan_support, given)


def psywar(state: GewState, side: Side, target: Hex, units: tuple[UnitId, ...], offensive: bool) -> Prepared:
    """O40.1 The same, shifted by enemy ground units in the hex."""
    garrison = enemies_in(state, side, target)
    given = {"sf": written(state.theatre.factor[unit] for unit in units), "garrison": garrison, "offensive": offensive}
    return worked_out(state.scenario, prepare_psywar, given)


# ------------------------------------------------------------------------------------------------ questions


def commandos(phase: PartisanSupport, state: GewState, *_: object) -> list[UnitId]:
    """A player's operational commandos; those of a neutral power stay at home (G9-7)."""
    kinds, ready = state.theatre.kind, state.operational
    found = (unit for display in state.theatre.display for unit in state.units_in(display) if kinds[unit] == "commando")
    return sorted(unit for unit in found if ready[unit] and _fights(state, phase.side, unit))


def _fights(state: GewState, side: Side, unit: UnitId) -> bool:
    power = state.power_of(unit)
    american = state.theatre.country_of[unit] == state.theatre.usa
    return power in POWERS_OF_SIDE[side] and state.belligerent(power) and (not american or state.usa_fights())


def countries(phase: PartisanSupport, state: GewState) -> list[str]:
    return list(homelands(state.theatre, phase.side))


def no_support(phase: PartisanSupport, state: GewState, country: str) -> Iterator[Violation]:
    if country in phase.visited:
        yield Violation("27.2", f"{country} has had your support in this phase")
    if country not in open_homelands(state, phase.side):
        yield Violation("31.2", f"no partisans rise in {country} while the Soviet Union is neutral")


def cannot_go(
    phase: PartisanSupport, state: GewState, where: object, chosen: tuple[UnitId, ...], unit: UnitId | str
) -> Iterator[Violation]:
    """27.0, 27.2 Any number of commandos, but no heavy armor (G27-1)."""
    if isinstance(unit, str):
        if not chosen:
            yield Violation("27.2", "a mission needs a commando")
        return
    if state.side_of(unit) != phase.side:
        yield Violation("27.0", say("{unit} is not a unit of yours", unit), units=(unit,))
    elif state.theatre.kind[unit] != "commando":
        yield Violation("27.2", say("{unit} is not a commando unit", unit), units=(unit,))
    elif not _fights(state, phase.side, unit):
        yield Violation("33.3", say("{unit} stays at home while its country is neutral", unit), units=(unit,))
    elif state.hex_of[unit] not in state.theatre.display or not state.operational[unit]:
        yield Violation("27.0", say("{unit} is not operational in your display", unit), units=(unit,))


def few_can_go(
    phase: PartisanSupport, state: GewState, target: Hex, chosen: tuple[UnitId, ...], unit: UnitId | str
) -> Iterator[Violation]:
    """O40.1 No more than the limit."""
    yield from cannot_go(phase, state, target, chosen, unit)
    most = state.scenario.charts.lines("limits")["psywar"].amount
    if not isinstance(unit, str) and len(chosen) >= most:
        yield Violation("O40.1", f"{most} commandos go on such a mission, and no more", units=chosen)


def none_ready(phase: PartisanSupport, state: GewState) -> Iterator[Violation]:
    if not commandos(phase, state):
        yield Violation("27.0", "no commandos of yours are ready in your display")


def no_psywar(phase: PartisanSupport, state: GewState) -> Iterator[Violation]:
    if not state.option(O40_SPECIAL_FORCES):
        yield Violation("O40", "psychological warfare is an optional rule that is not in use")
    yield from none_ready(phase, state)


def installations(phase: PartisanSupport, state: GewState) -> tuple[Hex, ...]:
    """O40.1 The enemy's ports, airbases and depots."""
    return _installations(state, phase.side)


@fact
def _installations(state: GewState, side: Side) -> tuple[Hex, ...]:
    theatre, foes = state.theatre, [power + 1 for power in POWERS_OF_SIDE[enemy(side)]]
    marked = (theatre.port | theatre.airbase) & enemy_marked(state, side)
    return tuple((marked | state.where(state.depot, *foes)) & state.setup.window)


def no_target(phase: PartisanSupport, state: GewState, target: Hex) -> Iterator[Violation]:
    if target not in installations(phase, state):
        yield Violation("O40.1", say("{hex} has no port, airbase or depot of the enemy", target), (target,))
        return
    for marker in ("bombed", "sabotaged"):
        if getattr(state, marker)[target]:
            yield Violation("O40.1.1", say("{hex} is {marker}", target, marker), (target,))


def targets(phase: PartisanSupport, state: GewState) -> list[Hex]:
    """The same as no_target, faster."""
    bombed, sabotaged = state.bombed, state.sabotaged
    return [place for place in installations(phase, state) if not bombed[place] and not sabotaged[place]]


MISSIONS = Menu(
    "special forces", "27.2",
    Form(
        "support", "27.2",
        Slot("country", WORD, countries, no_support), Slot("units", UNIT, commandos, cannot_go, many=True),
        refuse=none_ready,
    ),
    Form(
        "psywar", "O40.1",
        Slot("target", HEX, installations, no_target, targets),
        Slot("units", UNIT, commandos, few_can_go, many=True), refuse=no_psywar,
    ),
    Form("end", "27.2"),
)  # fmt: skip
SWITCH = Form("switch", "27.2", Slot("at", HEX, Support.open_places, Support.cannot_switch))
