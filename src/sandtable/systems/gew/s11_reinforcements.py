"""GEW 11.4 to 11.6: the Reinforcement and Deployment Phase, in which what was built arrives."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from sandtable.core.bits import Bits
from sandtable.core.decisions import HEX, UNIT, Form, Sieve, Slot
from sandtable.core.flow import Ask, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.systems.gew.options import AXIS_DEPLOY_ANYWHERE
from sandtable.systems.gew.s06_control import area, controls, enter
from sandtable.systems.gew.s13_zones import in_enemy_zone, zone_of
from sandtable.systems.gew.s14_stacking import no_room
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.theatre import (
    AXIS,
    NEUTRAL,
    SOVIET,
    Theatre,
)


class Deployment(Procedure):
    """11.0 Campaign units and Major Offensives go to the display; ground units are placed one by one, as long as a
    place is left for any."""

    side: Side
    choice: tuple[Any, ...] = ()

    @step("11.6")
    def receive(self, state: GewState) -> Result:
        for unit in arrivals(state, self.side):
            if not state.theatre.is_ground[unit]:
                state.receive(unit, "11.6")
        if arrived := state.offensives_of(self.side)[state.turn]:  # O35.1
            state.count_offensives(self.side, state.turn, -arrived, "O35.1")
            state.count_offensives(self.side, 0, arrived, "O35.1")
        return None

    @step("11.4")
    def choose(self, state: GewState) -> Result:
        if any(finds_place(self, state, unit) for unit in arriving(self, state)):
            return Ask(self.side, DEPLOY, "choice")
        return Goto("hold_over")

    @step("11.4")
    def place(self, state: GewState) -> Result:
        unit, at = self.choice
        self.choice = ()
        enter(state, unit, at, "11.4")
        return Goto("choose")

    @step("11.5")
    def hold_over(self, state: GewState) -> Result:
        """G11-3 What finds no place waits one turn."""
        if state.turn < state.setup.turns[1]:
            for unit in arriving(self, state):
                state.move(unit, state.theatre.track[state.turn + 1], "11.5", audience=[self.side])
        return Done()


def arrivals(state: GewState, side: Side) -> list[UnitId]:
    """11.3 A side's units in the box of this turn."""
    waiting = state.units_in(state.theatre.track[state.turn])
    return sorted([unit for unit in waiting if state.side_of(unit) == side]) if waiting else waiting


def arriving(phase: Deployment, state: GewState) -> list[UnitId]:
    return [unit for unit in arrivals(state, phase.side) if state.theatre.is_ground[unit]]


@lru_cache(maxsize=1024)
def homes(theatre: Theatre, unit: UnitId, power: int, usa_fights: bool, anywhere: bool) -> tuple[Hex, ...]:
    """11.4 Where a unit arrives, whoever holds it. `anywhere`: the other reading of the summary (G11-2)."""
    country, found = theatre.country_of[unit], set[Hex]()
    minor = power == AXIS or theatre.power[unit] == NEUTRAL
    capital = theatre.countries[country].capital if country >= 0 else None
    if minor and capital is not None:
        found.add(capital)
    if power == AXIS:
        own = theatre.mobilization if anywhere else theatre.mobilization & _land(theatre, country)
        found |= {place for place in own if theatre.class_at[place] == AXIS}
    elif power == SOVIET:
        found |= {
            *theatre.mobilization & _land(theatre, theatre.ussr),
            theatre.staging_ussr,
        }
    else:
        american = theatre.nationality[unit] in ("us", "aef")
        if american:
            found.add(theatre.staging_usa)
        if not american or (theatre.nationality[unit] == "aef" and usa_fights):  # G11-5
            britain = theatre.in_region[theatre.region("great_britain")]
            found |= {*theatre.mobilization & britain, theatre.staging_british_empire}
    closed = area(theatre, unit, -1)  # 6.2: Swedes do not arrive in Britain, nor overseas
    return tuple(sorted(place for place in found if not (place in closed or (place >= theatre.hexes and closed))))


def _land(theatre: Theatre, country: int) -> Bits:
    return theatre.in_country[country] if country >= 0 else theatre.board.bits(())


def homes_of(state: GewState, unit: UnitId) -> tuple[Hex, ...]:
    anywhere = state.option(AXIS_DEPLOY_ANYWHERE)
    return homes(state.theatre, unit, state.power_of(unit), state.usa_fights(), anywhere)


def places(phase: Deployment, state: GewState, unit: UnitId) -> list[Hex]:
    return [place for place in homes_of(state, unit) if takes_in(phase, state, unit, place)]


def finds_place(phase: Deployment, state: GewState, unit: UnitId) -> bool:
    return any(takes_in(phase, state, unit, place) for place in homes_of(state, unit))


def takes_in(phase: Deployment, state: GewState, unit: UnitId, home: Hex) -> bool:
    return next(closed_home(phase, state, unit, home), None) is None


def cannot_arrive(phase: Deployment, state: GewState, unit: UnitId) -> Iterator[Violation]:
    if state.side_of(unit) != phase.side:
        yield Violation("11.3", say("{unit} is not a unit of yours", unit), units=(unit,))
    elif unit not in arriving(phase, state):
        yield Violation("11.3", say("{unit} is not a ground unit that arrives this turn", unit), units=(unit,))
    elif not finds_place(phase, state, unit):
        homes = homes_of(state, unit)
        yield Violation("11.5", say("{unit} finds no place this turn: it waits", unit), tuple(homes), (unit,))


def no_arrival(phase: Deployment, state: GewState, unit: UnitId, at: Hex) -> Iterator[Violation]:
    """11.4, 11.5"""
    homes = homes_of(state, unit)
    if at not in homes:
        where = say("{hexes}", tuple(homes)) if homes else "nowhere"
        yield Violation("11.4", say("{unit} arrives in {where}, not in {hex}", unit, where, at), (at, *homes))
        return
    yield from closed_home(phase, state, unit, at)


def closed_home(phase: Deployment, state: GewState, unit: UnitId, at: Hex) -> Iterator[Violation]:
    """11.5 Why a unit cannot arrive where it is at home."""
    if at >= state.theatre.hexes:
        return
    if not controls(state, state.power_of(unit), at):
        yield Violation("11.5", say("{hex} is not under your control", at), (at,))
    if in_enemy_zone(state, phase.side, at):
        yield Violation(
            "11.5", say("{hex} is in an enemy zone of control", at), (at,), zone_of(state, enemy(phase.side), at)
        )
    yield from no_room(state, unit, at)


def arrival_homes(phase: Deployment, state: GewState, unit: UnitId) -> tuple[Hex, ...]:
    return homes_of(state, unit)


DEPLOY = Form(
    "deploy", "11.4",
    Slot("unit", UNIT, arriving, cannot_arrive, Sieve(arriving, finds_place)),
    Slot("at", HEX, arrival_homes, no_arrival, Sieve(arrival_homes, takes_in)),
)  # fmt: skip
