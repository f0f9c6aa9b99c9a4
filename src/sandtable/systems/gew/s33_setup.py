"""GEW 33: setting up, the Allies first, then the Axis with the neutrals."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.core.decisions import DONE, HEX, UNIT, Action, Form, Slot
from sandtable.core.dice import Dice
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, Roll, step
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.systems.gew.options import AUTOMATIC_SETUP, O36_ULTRA, OF_UNITS
from sandtable.systems.gew.s14_stacking import no_room
from sandtable.systems.gew.setups import Choose, Free, Pick
from sandtable.systems.gew.setups import SetUp as Plan
from sandtable.systems.gew.state import FIRST_PLAYER, OCCUPIED, ULTRA, ULTRA_READY, GewState
from sandtable.systems.gew.theatre import (
    ALLIED_SIDE,
    AXIS_SIDE,
    BELLIGERENTS,
    NEUTRAL,
    POWERS,
    SIDE_OF_POWER,
    WALLIED,
    Theatre,
)


def lay_out(state: GewState) -> None:
    """33.0 Everything that stands in the file before anybody chooses or rolls."""
    plan, theatre = state.setup, state.theatre
    take_sides(state)
    for place, side in plan.fortifications:
        state.fort[place] = side + 1
    for place, power in plan.depots:
        state.depot[place] = power + 1
    for unit, place in plan.at.items():
        state.place(unit, place, "33.0")
        ready = not theatre.is_ground[unit] and place not in theatre.reinforcements
        state.operational[unit] = ready and unit not in plan.not_operational
    for unit, rule in plan.optional.items():
        if rule in OF_UNITS and state.option(OF_UNITS[rule]):
            state.place(unit, theatre.reinforcements[SIDE_OF_POWER[theatre.power[unit]]], "33.0")
    state.forget()


def take_sides(state: GewState) -> None:
    """33.0 Who fights for whom, who controls what and who begins."""
    plan = state.setup
    for nth, word in enumerate(plan.standing):
        state.status[nth] = POWERS.index(word) if word in POWERS else NEUTRAL if word == "never" else OCCUPIED
    for place, power in enumerate(plan.control):
        state.control[place] = power + 1 if 0 <= power < NEUTRAL else 0
    state.clock[FIRST_PLAYER] = plan.initiative
    state.flags[ULTRA] = ULTRA_READY if state.option(O36_ULTRA) else 0


class SetUp(Procedure):
    """33.0 Mobilization Points by dice, then the placing of what is free."""

    power: int = 0
    rolled: int = 0

    @step("33.0")
    def roll_points(self, state: GewState) -> Result:
        if self.power == len(BELLIGERENTS):
            return Goto("place_units")
        dice = state.setup.mp[self.power][1]
        return Roll(Dice(dice), "rolled") if dice else None

    @step("33.0")
    def give_points(self, state: GewState) -> Result:
        points = state.setup.mp[self.power][0] + self.rolled
        if points:
            state.gain_mp(self.power, points, "33.0", "set-up")
        self.power, self.rolled = self.power + 1, 0
        return Goto("roll_points")

    @step("33.0")
    def place_units(self, state: GewState) -> Result:
        if state.option(AUTOMATIC_SETUP):
            place_automatically(state)
            return Goto("finish")
        return Call(Placing(ALLIED_SIDE))

    @step("33.2")
    def place_axis(self, state: GewState) -> Result:
        return Call(Placing(AXIS_SIDE))

    @step("28.2")
    def finish(self, state: GewState) -> Result:
        end_set_up(state)
        return Done()


class Placing(Procedure):
    """33.1, 33.2 One side places its units group by group, those with the least room first, so that all find some."""

    side: Side
    group: int = 0
    action: Action = ()

    @step("33.0")
    def next_group(self, state: GewState) -> Result:
        groups = groups_of(state.theatre, state.setup, self.side)
        while self.group < len(groups) and not waiting(state, groups[self.group]):
            self.group += 1
        if self.group < len(groups):
            return None
        self.group = 0
        return Goto("choose_operational")

    @step("33.0")
    def place_one(self, state: GewState) -> Result:
        return Ask(self.side, PLACE, "action")

    @step("33.0")
    def put(self, state: GewState) -> Result:
        unit, place = self.action
        self.action = ()
        deploy(state, unit, place)
        return Goto("next_group")

    @step("33.1")
    def choose_operational(self, state: GewState) -> Result:
        choices = choices_of(state.theatre, state.setup, self.side)
        if self.group == len(choices):
            return Done()
        return Ask(self.side, OPERATIONAL, "action")

    @step("33.1")
    def flip(self, state: GewState) -> Result:
        make_ready(state, choices_of(state.theatre, state.setup, self.side)[self.group], self.action[0])
        self.group, self.action = self.group + 1, ()
        return Goto("choose_operational")

    # ------------------------------------------------------------------ what may be said

    def now(self, state: GewState) -> Free | Pick:
        return groups_of(state.theatre, state.setup, self.side)[self.group]

    def next_units(self, state: GewState) -> list[UnitId]:
        return waiting(state, self.now(state))

    def not_now(self, state: GewState, unit: UnitId) -> Iterator[Violation]:
        if unit not in self.now(state).units:
            yield Violation("33.0", f"now the units of {self.now(state).name} are placed", units=(unit,))
        elif state.hex_of[unit] >= 0:
            yield Violation("33.0", say("{unit} is placed already", unit), units=(unit,))

    def area(self, state: GewState, unit: UnitId) -> list[Hex]:
        return list(self.now(state).among)

    def cannot_stand(self, state: GewState, unit: UnitId, place: Hex) -> Iterator[Violation]:
        group, theatre = self.now(state), state.theatre
        if place not in group.among:
            yield Violation("33.0", say("{hex} is not in {name}", place, group.name), (place,))
            return
        if theatre.movers[theatre.mover[unit]].terrain[theatre.terrain[place]] >= NEVER:
            yield Violation("14.4", say("{unit} may not stand in {terrain}", unit, theatre.terrain[place]), (place,))
        if any(owner(theatre, each) != self.side for each in state.ground_in(place)):
            yield Violation("14.3", say("an enemy is in {hex}", place), (place,))
        yield from no_room(state, unit, place)

    def choice(self, state: GewState) -> Choose:
        return choices_of(state.theatre, state.setup, self.side)[self.group]

    def some_units(self, state: GewState, chosen: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
        return self.choice(state).units

    def wrong_choice(self, state: GewState, chosen: tuple[UnitId, ...], pick: UnitId | str) -> Iterator[Violation]:
        wanted = self.choice(state).operational
        if pick == DONE:
            if len(chosen) != wanted:
                yield Violation("33.1", f"{wanted} of them must be operational")
        elif pick not in self.choice(state).units:
            yield Violation("33.1", "it is not one of those to choose from", units=(UnitId(int(pick)),))
        elif len(chosen) >= wanted:
            yield Violation("33.1", f"only {wanted} of them may be operational", units=chosen)


PLACE = Form(
    "place", "33.0",
    Slot("unit", UNIT, Placing.next_units, Placing.not_now), Slot("at", HEX, Placing.area, Placing.cannot_stand),
)  # fmt: skip
OPERATIONAL = Form(
    "operational", "33.1", Slot("units", UNIT, Placing.some_units, Placing.wrong_choice, many=True)
)  # fmt: skip


def owner(theatre: Theatre, unit: UnitId) -> Side:
    """33.2 The Axis player places the neutrals."""
    power = theatre.power[unit]
    return SIDE_OF_POWER[power] if power != NEUTRAL else AXIS_SIDE


@lru_cache
def groups_of(theatre: Theatre, plan: Plan, side: Side) -> tuple[Free | Pick, ...]:
    every: tuple[Free | Pick, ...] = (*plan.free, *plan.pick)
    groups = [group for group in every if owner(theatre, group.units[0]) == side]
    return tuple(sorted(groups, key=lambda group: sum(1 for _ in group.among)))


@lru_cache
def choices_of(theatre: Theatre, plan: Plan, side: Side) -> tuple[Choose, ...]:
    return tuple(choice for choice in plan.choose if owner(theatre, choice.units[0]) == side)


def waiting(state: GewState, group: Free | Pick) -> list[UnitId]:
    """The units of a group still to be placed: of a pick all, until one is."""
    left = [unit for unit in group.units if state.hex_of[unit] < 0]
    return left if isinstance(group, Free) or len(left) == len(group.units) else []


def deploy(state: GewState, unit: UnitId, place: Hex) -> None:
    theatre = state.theatre
    state.place(unit, place, "33.2" if owner(theatre, unit) == AXIS_SIDE else "33.1")
    if theatre.type[unit] == "partisan":
        state.rise(unit, theatre.region_at[place])
        state.take_hex(place, WALLIED, "33.1")


def make_ready(state: GewState, choice: Choose, ready: tuple[UnitId, ...]) -> None:
    for unit in choice.units:
        state.set_ready(unit, unit in ready)
    side = owner(state.theatre, choice.units[0])
    state.note_hidden("ready", "33.1", side, units=ready)


def end_set_up(state: GewState) -> None:
    """28.2, 31.1 What is left when all have placed."""
    for place, _ in state.setup.fortifications:  # G33-7
        state.abandon(place)
    for pick in state.setup.pick:  # 31.1 those not picked wait
        for unit in pick.units:
            if state.hex_of[unit] < 0:
                state.place(unit, state.theatre.reinforcements[owner(state.theatre, unit)], "31.1")


def place_automatically(state: GewState) -> None:
    """33.0 The ready-made placing."""
    for side in (ALLIED_SIDE, AXIS_SIDE):
        for unit, place in state.setup.automatic.items():
            if owner(state.theatre, unit) == side:
                deploy(state, unit, place)
        for choice in choices_of(state.theatre, state.setup, side):
            make_ready(state, choice, choice.automatic)
