"""GEW 23.2, 25.1 and G24-4: what the Air and the Naval Operations Phase share. A side sends units out on missions, one
by one; then hexes are settled, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from sandtable.core.decisions import HEX, Form, Menu, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Hex, Side, Violation, enemy
from sandtable.systems.gew.s23_airbases import flying, of_kind
from sandtable.systems.gew.s24_air_missions import (
    BOMB,
    BOMB_FAR,
    DEFEND,
    INTERCEPT,
    SUPPLY,
    SUPPORT,
    base_of,
    flight_form,
)
from sandtable.systems.gew.s24_airlift import CARRY, DROP, lift_form
from sandtable.systems.gew.s24_bombing import BOMBING_MISSIONS, StrategicBombing
from sandtable.systems.gew.s24_interception import AT_SEA, IN_THE_AIR, Interception
from sandtable.systems.gew.s26_naval_missions import (
    FLEET,
    LAND,
    fleet_form,
    interceptable,
    supportable,
)
from sandtable.systems.gew.state import AMPHIBIOUS_ASSAULT, GUNFIRE, NAVAL_INTERCEPTION, GewState


class SendOut(Procedure):
    """23.2, 25.1 A side sends out what it wants. It is asked even with no unit ready: its enemy must not tell by the
    question what is in its display (6.3)."""

    side: Side
    orders: str  # FLY, ANSWER_IN_THE_AIR, SAIL or INTERCEPT_AT_SEA
    action: tuple[Any, ...] = ()

    @step("23.2")
    def choose(self, state: GewState) -> Result:
        return Ask(self.side, ORDERS[self.orders].menu, "action")

    @step("23.2")
    def send(self, state: GewState) -> Result:
        action, self.action = self.action, ()
        if action[0] == "end":
            return Done()
        ORDERS[self.orders].send(state, action)
        return Goto("choose")

    @property
    def rule(self) -> str:
        """23.2 in the air; at sea 25.1, or 26.3 of those who intercept."""
        return ORDERS[self.orders].menu.rule


class HexByHex(Procedure):
    """G24-4 Interceptions or bombings come in the order the phasing side wants. `side` is phasing."""

    side: Side
    battles: str  # AIR_INTERCEPTIONS, BOMBINGS or NAVAL_INTERCEPTIONS
    action: tuple[Any, ...] = ()
    settled: tuple[Hex, ...] = ()

    @step("24.3")
    def choose(self, state: GewState) -> Result:
        places = self.left(state)
        if len(places) > 1:
            return Ask(self.side, BATTLES[self.battles].form, "action")
        self.action = tuple(places)
        return None if places else Done()

    @step("24.3")
    def settle(self, state: GewState) -> Result:
        place = self.action[0]
        self.action, self.settled = (), (*self.settled, place)
        return Call(BATTLES[self.battles].fight(self.side, place), then="choose")

    @property
    def rule(self) -> str:
        """24.3 and 24.1 in the air, 26.3 at sea."""
        return BATTLES[self.battles].form.rule

    def left(self, state: GewState) -> list[Hex]:
        return sorted(BATTLES[self.battles].places(state, self.side) - set(self.settled))

    def not_left(self, state: GewState, place: Hex) -> Iterator[Violation]:
        if place not in (places := self.left(state)):
            battles = BATTLES[self.battles]
            yield Violation(battles.form.rule, battles.refusal, tuple(places))


# ------------------------------------------------------------------------------------------------ orders


class Orders(NamedTuple):
    """What a side is asked: its menu, and how a unit is sent."""

    menu: Menu
    send: Callable[[GewState, tuple[Any, ...]], None]


def fly(state: GewState, action: tuple[Any, ...]) -> None:
    """23.2 An air unit flies to its hex, with a passenger perhaps."""
    word, unit, *rest = action
    if word in LIFTS:
        passenger, to = rest
        lift = LIFTS[word]
        state.embark(passenger, unit, lift.rule)
        state.assign(unit, lift.number, to, Hex(state.hex_of[passenger]), lift.rule)
        return
    mission, to = FLIGHTS[word], rest[0]
    base = base_of(state, mission, unit, to)
    assert base is not None
    state.assign(unit, mission.number, to, base, mission.rule)


def sail(state: GewState, action: tuple[Any, ...]) -> None:
    """25.1 A naval unit goes to its hex, an amphib with a unit aboard."""
    word, unit, *rest = action
    if word == "land":
        passenger, to = rest
        state.embark(passenger, unit, "26.1")
        state.assign(unit, AMPHIBIOUS_ASSAULT, to, Hex(-1), "26.1")
    else:
        mission, rule = SAILINGS[word]
        state.assign(unit, mission, rest[0], Hex(-1), rule)


FLIGHTS = {each.word: each for each in (BOMB, BOMB_FAR, SUPPORT, SUPPLY, INTERCEPT, DEFEND)}
LIFTS = {each.word: each for each in (CARRY, DROP)}
SAILINGS = {"support": (GUNFIRE, "26.2"), "intercept": (NAVAL_INTERCEPTION, "26.3")}
FLY_MENU = Menu(
    "air operations", "23.2",
    *(flight_form(mission) for mission in (BOMB, SUPPORT, BOMB_FAR, SUPPLY)),
    *(lift_form(lift) for lift in (CARRY, DROP)),
    Form("end", "23.2"),
)  # fmt: skip
ANSWER_MENU = Menu(
    "answer in the air", "23.2",
    *(flight_form(mission) for mission in (INTERCEPT, DEFEND, SUPPLY)),
    Form("end", "23.2"),
)  # fmt: skip
SAIL_MENU = Menu(
    "naval operations", "25.1",
    LAND,
    fleet_form("support", "26.2", "a landing of its power without a fleet", supportable),
    Form("end", "25.1"),
)  # fmt: skip
INTERCEPT_MENU = Menu(
    "naval interception", "26.3",
    fleet_form("intercept", "26.3", "an enemy landing that no fleet of yours meets", interceptable),
    Form("end", "26.3"),
)  # fmt: skip
FLY, ANSWER_IN_THE_AIR, SAIL, INTERCEPT_AT_SEA = "fly", "answer", "sail", "intercept"
ORDERS = {
    FLY: Orders(FLY_MENU, fly),
    ANSWER_IN_THE_AIR: Orders(ANSWER_MENU, fly),
    SAIL: Orders(SAIL_MENU, sail),
    INTERCEPT_AT_SEA: Orders(INTERCEPT_MENU, sail),
}


# ------------------------------------------------------------------------------------------------ battles


class Battles(NamedTuple):
    """What is settled hex by hex: where, and how."""

    form: Form
    refusal: str
    places: Callable[[GewState, Side], set[Hex]]
    fight: Callable[[Side, Hex], Procedure]


def met_in_the_air(state: GewState, side: Side) -> set[Hex]:
    """24.3 Hexes with air units of both sides (G24-2)."""
    return {place for _, place in flying(state, side)} & {place for _, place in flying(state, enemy(side))}


def bombed_by(state: GewState, side: Side) -> set[Hex]:
    """24.1"""
    return {place for unit, place in flying(state, side) if state.mission[unit] in BOMBING_MISSIONS}


def met_at_sea(state: GewState, side: Side) -> set[Hex]:
    """26.3"""
    fleets = of_kind(state.theatre, FLEET)
    return {Hex(state.hex_of[unit]) for unit in fleets if state.mission[unit] == NAVAL_INTERCEPTION}


def next_form(name: str, rule: str) -> Form:
    return Form(name, rule, Slot("hex", HEX, HexByHex.left, HexByHex.not_left))


AIR_INTERCEPTIONS, BOMBINGS, NAVAL_INTERCEPTIONS = "air interceptions", "bombings", "naval interceptions"
BATTLES = {
    AIR_INTERCEPTIONS: Battles(
        next_form("next interception", "24.3"), "no air units are left to meet there",
        met_in_the_air, lambda side, place: Interception(enemy(side), place, IN_THE_AIR),
    ),
    BOMBINGS: Battles(
        next_form("next bombing", "24.1"), "no air units are left to bomb it",
        bombed_by, StrategicBombing,
    ),
    NAVAL_INTERCEPTIONS: Battles(
        next_form("next interception", "26.3"), "no landing is left to intercept there",
        met_at_sea, lambda side, place: Interception(enemy(side), place, AT_SEA),
    ),
}  # fmt: skip
