"""GEW 23: the Air Operations Phase, from sending air units out to calling them home."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core.charts import Situation
from sandtable.core.decisions import HEX, Form, Menu, Slot
from sandtable.core.dice import Dice
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, Roll, step
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.system import Prepared
from sandtable.systems.gew.s06_control import enemies_in, enter
from sandtable.systems.gew.s13_zones import enemy
from sandtable.systems.gew.s23_airbases import flying, of_kind, ready
from sandtable.systems.gew.s24_air_missions import (
    BOMB,
    BOMB_FAR,
    CARRY,
    DEFEND,
    DROP,
    INTERCEPT,
    SUPPLY,
    SUPPORT,
    Lift,
    Mission,
    base_of,
    flight_form,
    lift_form,
)
from sandtable.systems.gew.s24_losses import aboard, unit_losses
from sandtable.systems.gew.s24_strategic_warfare import (
    effects,
    modifiers,
    prepare_air_interception,
    prepare_bombing,
    prepared,
)
from sandtable.systems.gew.s35_offensives import OFFENSIVE, PLAYED, offensive_ready, spend_offensive
from sandtable.systems.gew.state import (
    AIRBORNE_ASSAULT,
    BOMBING,
    LONG_RANGE_BOMBING,
    NO_MISSION,
    TRANSPORT,
    GewState,
)
from sandtable.systems.gew.theatre import AIR, HEXES, KINDS, NAVAL

CAMPAIGN = KINDS[1:]
FLIGHTS: dict[str, Mission] = {each.word: each for each in (BOMB, BOMB_FAR, SUPPORT, SUPPLY, INTERCEPT, DEFEND)}
LIFTS: dict[str, Lift] = {each.word: each for each in (CARRY, DROP)}


class AirOperationsPhase(Procedure):
    """23.2 One side sends its air units out, the other answers; then they meet, bomb and land (G24-4)."""

    side: Side
    action: tuple[Any, ...] = ()
    hex: Hex = Hex(-1)
    settled: tuple[Hex, ...] = ()

    @step("23.2")
    def fly(self, state: GewState) -> Result:
        if not ready(state, self.side, AIR):
            return Goto("answer")
        return Ask(self.side, FLY, "action")

    @step("23.2")
    def send(self, state: GewState) -> Result:
        action, self.action = self.action, ()
        if action[0] == "end":
            return Goto("answer")
        send_out(state, action)
        return Goto("fly")

    @step("23.2")
    def answer(self, state: GewState) -> Result:
        if not ready(state, enemy(self.side), ANSWERING):
            return Goto("interceptions")
        return Ask(enemy(self.side), ANSWER, "action")

    @step("23.2")
    def send_against(self, state: GewState) -> Result:
        action, self.action = self.action, ()
        if action[0] == "end":
            return Goto("interceptions")
        send_out(state, action)
        return Goto("answer")

    @step("24.3")
    def interceptions(self, state: GewState) -> Result:
        places = self.to_meet(state)
        if not places:
            self.settled = ()
            return Goto("bombings")
        if len(places) > 1:
            return Ask(self.side, NEXT_INTERCEPTION, "action")
        self.action = (places[0],)
        return None

    @step("24.3")
    def intercept(self, state: GewState) -> Result:
        place = self.action[0]
        self.action, self.settled = (), (*self.settled, place)
        return Call(AirInterception(enemy(self.side), place), then="interceptions")

    @step("24.1")
    def bombings(self, state: GewState) -> Result:
        places = self.to_bomb(state)
        if not places:
            self.settled = ()
            return Goto("land")
        if len(places) > 1:
            return Ask(self.side, NEXT_BOMBING, "action")
        self.action = (places[0],)
        return None

    @step("24.1")
    def bomb(self, state: GewState) -> Result:
        place = self.action[0]
        self.action, self.settled = (), (*self.settled, place)
        return Call(StrategicBombing(self.side, place), then="bombings")

    @step("24.5")
    def land(self, state: GewState) -> Result:
        land(state, self.side)
        return Done()

    def to_meet(self, state: GewState) -> list[Hex]:
        """24.3 Hexes with air units of both sides, where they have not met yet (G24-2)."""
        theirs = {place for _, place in flying(state, enemy(self.side))}
        return sorted({place for _, place in flying(state, self.side)} & theirs - set(self.settled))

    def to_bomb(self, state: GewState) -> list[Hex]:
        places = {place for unit, place in flying(state, self.side) if state.mission[unit] in BOMBINGS}
        return sorted(places - set(self.settled))

    def not_met(self, state: GewState, place: Hex) -> Iterator[Violation]:
        if place not in (places := self.to_meet(state)):
            yield Violation("24.3", "no air units are left to meet there", tuple(places))

    def not_bombed(self, state: GewState, place: Hex) -> Iterator[Violation]:
        if place not in (places := self.to_bomb(state)):
            yield Violation("24.1", "no air units are left to bomb it", tuple(places))


def phasing(phase: Procedure) -> Side:
    assert isinstance(phase, AirOperationsPhase)
    return phase.side


def answering(phase: Procedure) -> Side:
    return enemy(phasing(phase))


BOMBINGS = (BOMBING, LONG_RANGE_BOMBING)
ANSWERING = ("tac", "airlift")
FLY = Menu(
    "air operations", "23.2",
    *(flight_form(mission, phasing) for mission in (BOMB, SUPPORT, BOMB_FAR, SUPPLY)),
    *(lift_form(lift, phasing) for lift in (CARRY, DROP)),
    Form("end", "23.2"),
)  # fmt: skip
ANSWER = Menu(
    "answer in the air", "23.2",
    *(flight_form(mission, answering) for mission in (INTERCEPT, DEFEND, SUPPLY)),
    Form("end", "23.2"),
)  # fmt: skip
NEXT_INTERCEPTION = Form(
    "next interception", "24.3", Slot("hex", HEX, AirOperationsPhase.to_meet, AirOperationsPhase.not_met)
)
NEXT_BOMBING = Form("next bombing", "24.1", Slot("hex", HEX, AirOperationsPhase.to_bomb, AirOperationsPhase.not_bombed))


def send_out(state: GewState, action: tuple[Any, ...]) -> None:
    """23.2 A unit flies to its hex, with a passenger perhaps."""
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


# ------------------------------------------------------------------------------------------------ meeting


class AirInterception(Procedure):
    """24.3 The non-phasing side's air units in a hex attack those of the phasing side. `side` intercepts."""

    side: Side
    hex: Hex
    result: str = ""
    part: int = 0

    @step("24.3")
    def roll(self, state: GewState) -> Result:
        return Call(interception(state, self.side, self.hex).procedure, into="result")

    @step("24.7")
    def tell(self, state: GewState) -> Result:
        column = int(interception(state, self.side, self.hex).terms.total)
        state.note("intercepted", "24.3", side=self.side, hex=self.hex, column=column, result=self.result)
        return None

    @step("24.7")
    def apply(self, state: GewState) -> Result:
        found = effects(state.scenario.charts, "Air Superiority", self.result)
        if self.part == len(found):
            return Done()
        effect = found[self.part]
        self.part += 1
        losses = unit_losses(effect, self.side, both(state, self.side, self.hex), "24.3")
        return Goto("apply") if losses is None else losses._replace(then="apply")


def both(state: GewState, side: Side, place: Hex) -> tuple[list[UnitId], list[UnitId]]:
    """The air units of a side in a hex, and those of its enemy."""
    ours = [unit for unit, there in flying(state, side) if there == place]
    return ours, [unit for unit, there in flying(state, enemy(side)) if there == place]


def interception(state: GewState, side: Side, place: Hex) -> Prepared:
    """24.3 Air combat factors, and flak: it guards the intercepted (G24-3), or with the option helps the interceptor as
    much."""
    ours, theirs = both(state, side, place)
    charts, helps = state.scenario.charts, state.option("flak_helps_interceptor")
    given = {
        "interceptors": written(state.theatre.air[unit] for unit in ours),
        "intercepted": written(state.theatre.air[unit] for unit in theirs),
        "flak": not helps and flak_in(state, place, enemy(side)),
    }
    found = prepare_air_interception(charts, given)
    if not helps or not flak_in(state, place, side):
        return found
    flak = [term._replace(label="flak of the interceptors", value=-term.value) for term in modifiers(charts, FLAK)]
    return prepared(charts, [*found.terms[:-1], *flak])


FLAK: Situation = {"mission": "air interception", "flak": True}


def written(factors: Iterator[int]) -> str:
    """As odds are asked: 3+2."""
    return "+".join(map(str, factors))


def flak_in(state: GewState, place: Hex, side: Side) -> bool:
    return any(state.theatre.type[unit] == "flak" and state.side_of(unit) == side for unit in state.ground_in(place))


# ------------------------------------------------------------------------------------------------ bombing


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
        return Ask(self.side, OFFENSIVE, "offensive") if offensive_ready(state, self.side) else None

    @step("24.1")
    def roll(self, state: GewState) -> Result:
        return Call(bombing(state, self.side, self.hex, self.offensive == PLAYED).procedure, into="result")

    @step("O35.4")
    def spend(self, state: GewState) -> Result:
        spend_offensive(state, self.side, self.offensive)
        return None

    @step("24.7")
    def tell(self, state: GewState) -> Result:
        column = int(bombing(state, self.side, self.hex, self.offensive == PLAYED).terms.total)
        state.note("bombed", "24.1", side=self.side, hex=self.hex, column=column, result=self.result)
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
        return Goto("apply") if losses is None else losses._replace(then="apply")

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
    return [unit for unit, there in flying(state, side) if there == place and state.mission[unit] in BOMBINGS]


def bombing(state: GewState, side: Side, place: Hex, offensive: bool) -> Prepared:
    """24.1 Bombardment factors, less flak in the hex."""
    given = {
        "bombardment": written(bombardment(state, unit) for unit in bombers(state, side, place)),
        "flak": flak_in(state, place, enemy(side)),
        "offensive": offensive,
    }
    return prepare_bombing(state.scenario.charts, given)


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


# ------------------------------------------------------------------------------------------------ landing


def land(state: GewState, side: Side) -> None:
    """24.5, 24.6 What came through lands; where enemies stand, the Ground Combat Phase decides."""
    for airlift in of_kind(state.theatre, ("airlift",)):
        if state.side_of(airlift) != side or state.mission[airlift] not in (TRANSPORT, AIRBORNE_ASSAULT):
            continue
        passenger, to = aboard(state, airlift), Hex(state.hex_of[airlift])
        if passenger is not None and not (to < HEXES and enemies_in(state, side, to)):
            disembark(state, passenger, to, "24.6" if state.mission[airlift] == AIRBORNE_ASSAULT else "24.5")


def disembark(state: GewState, unit: UnitId, to: Hex, rule: str) -> None:
    """A carried unit goes into the hex; its carrier remembers it until it goes home (24.6.5, 26.1)."""
    state.set_free(unit)
    enter(state, unit, to, rule)


def end_missions(state: GewState, side: Side) -> None:
    """23.6, 25.3 The Ground Combat Phase is over: every unit on a mission goes home non-operational, of both sides.
    Airborne units that have not landed are lost (24.6, G22-5), others still aboard are where they started (G22-4)."""
    for unit in of_kind(state.theatre, CAMPAIGN):
        mission = state.mission[unit]
        if mission == NO_MISSION and not 0 <= state.hex_of[unit] < HEXES:
            continue
        passenger = aboard(state, unit)
        if passenger is not None:
            if mission == AIRBORNE_ASSAULT:
                state.eliminate(passenger, "24.6")
            else:
                state.set_free(passenger)
        if state.side_of(unit) is not None:
            state.recycle(unit, "25.3" if state.theatre.kind[unit] in NAVAL else "23.6")
