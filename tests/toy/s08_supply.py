"""TOY 8: stacks march as one, and rounds are spent on assaults and on worn units."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import DONE, GROUP, HEX, UNIT, Form, Slot, number
from sandtable.core.dice import Dice
from sandtable.core.flow import Call, Done, Goto, Procedure, Result, Roll, step
from sandtable.core.groups import Group, stacks
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from toy.s03_movement import Reaction, every_hex, is_ours, own_units
from toy.s04_combat import Attack, bad_target, targets
from toy.state import MARCH, ROUNDS_A_POINT, STEPS, SupplyState

ROUNDS_A_FACTOR = 1000  # 8.2 at most, for each point of attack that the faces show
REFIT_BY, REFIT_MOST, REFIT_USUAL = 1000, 6000, 3000  # 8.3


class March(Procedure):
    """8.1 A stack, or a part of it, marches together; 3.4 each unit of it may draw fire where it stops."""

    side: Side
    units: Group
    to: Hex
    nth: int = 0

    @step("8.1")
    def go(self, state: SupplyState) -> Result:
        start = Hex(state.hex_of[self.units[0]])
        for unit in reversed(state.units_in(start)):  # so that they lie on each other as before
            if unit in self.units:
                state.act(unit)
                state.dug[unit] = 0
                heard = None if not state.hidden[unit] else [self.side]
                state.move(unit, self.to, "8.1", by=self.side, audience=heard)
        if state.scenario.board.places_in(self.to):
            state.take_control(self.to, self.side, "7.0")
        return None

    @step("6.0")
    def be_seen(self, state: SupplyState) -> Result:
        seen = list(state.next_to(self.to, enemy(self.side)))
        if not seen:
            return Done()
        for unit in (*self.units, *seen):
            state.reveal(unit)
        return None

    @step("3.4")
    def draw_fire(self, state: SupplyState) -> Result:
        if self.nth == len(self.units):
            return Done()
        unit = self.units[self.nth]
        self.nth += 1
        if state.hex_of[unit] < 0:  # fire that answered fire
            return Goto("draw_fire")
        return Call(Reaction(enemy(self.side), unit), then="draw_fire")


class Assault(Procedure):
    """8.2 An attack for which rounds are laid open."""

    side: Side
    target: Hex
    stacks: tuple[Group, ...]
    rounds: int

    @step("8.2")
    def attack(self, state: SupplyState) -> Result:
        state.lay_open(self.side, self.rounds)
        return Call(Attack(self.side, self.target, tuple(sorted(together(self.stacks)))), then="unload")

    @step("8.2")
    def unload(self, state: SupplyState) -> Result:
        state.loaded[self.side] = 0
        return Done()


class Refit(Procedure):
    """8.3 A worn unit is refitted: the more rounds, the likelier. 6.0 The columns of its train are seen."""

    side: Side
    unit: UnitId
    rounds: int
    refitted: int = 0

    @step("8.3")
    def pay(self, state: SupplyState) -> Result:
        state.act(self.unit)
        state.reveal(self.unit)
        state.spend(self.side, self.rounds, "8.3")
        return None

    @step("8.3")
    def roll(self, state: SupplyState) -> Result:
        rounds = self.rounds
        return Roll(Dice(1), "refitted", lambda roll: int(roll * REFIT_BY <= rounds))

    @step("8.3")
    def apply(self, state: SupplyState) -> Result:
        if self.refitted:
            state.gain_step(self.unit, "8.3")
        return Done()


# ------------------------------------------------------------------------------------------------ marching


def cannot_act(segment: Segment, state: SupplyState, *units: UnitId) -> Iterator[Violation]:
    """1.0, 2.2"""
    for unit in units:
        if not is_ours(segment, state, unit):
            yield Violation("1.0", say("{unit} is not a unit of yours on the map", unit), units=(unit,))
        elif state.acted[unit]:
            yield Violation("2.2", say("{unit} has acted this turn", unit), units=(unit,))


def own_stacks(segment: Segment, state: SupplyState, *_: object) -> dict[str, Group]:
    return stacks(state, own_units(segment, state))


def bad_stack(segment: Segment, state: SupplyState, units: Group) -> Iterator[Violation]:
    """8.1"""
    refused = list(cannot_act(segment, state, *units))
    yield from refused
    if not refused and len({state.hex_of[unit] for unit in units}) > 1:
        yield Violation("8.1", "they are not in one hex", units=units)
    elif not refused and not ends(segment, state, units):
        yield Violation("8.1", "together they can go nowhere", units=units)


def ends(segment: Segment, state: SupplyState, units: Group) -> list[Hex]:
    start, reached = state.hex_of[units[0]], [state.reach(unit) for unit in units]
    return [
        Hex(place)
        for place in sorted(reached[0])
        if place != start and all(place in reach for reach in reached[1:]) and room(state, Hex(place)) >= len(units)
    ]


def room(state: SupplyState, place: Hex) -> int:
    """3.3"""
    return state.stacking - len(state.units_in(place))


def bad_end(segment: Segment, state: SupplyState, units: Group, to: Hex) -> Iterator[Violation]:
    """8.1"""
    if to == state.hex_of[units[0]]:
        yield Violation("3.0", "they are already there", (to,))
    elif to in state.occupied(enemy(segment.side)):
        yield Violation("3.3", "an enemy is there", (to,))
    elif behind := tuple(unit for unit in units if to not in state.reach(unit)):
        yield Violation("3.1", say("it is too far for {units}, or an enemy zone stops the way", behind), (to,), behind)
    elif room(state, to) < len(units):
        yield Violation("3.3", f"there is room for {room(state, to)} there", (to,))


# ------------------------------------------------------------------------------------------------ assaults


def together(stacks: tuple[Group, ...]) -> list[UnitId]:
    return [unit for stack in stacks for unit in stack]


def bad_aim(segment: Segment, state: SupplyState, target: Hex) -> Iterator[Violation]:
    """8.2"""
    refused = list(bad_target(segment, state, target))
    yield from refused
    ready = [unit for unit in state.next_to(target, segment.side) if not state.acted[unit]]
    if not refused and all(state.mode[unit] == MARCH for unit in ready):
        yield Violation("9.2", "all who could attack it are in march mode", (target,), tuple(ready))


def bad_attackers(
    segment: Segment, state: SupplyState, target: Hex, chosen: tuple[Group, ...], units: Group | str
) -> Iterator[Violation]:
    """8.2"""
    if units == DONE:
        if not chosen:
            yield Violation("4.1", "an attack needs a unit")
        return
    assert not isinstance(units, str)
    around = state.scenario.board.around(target)
    for unit in units:
        if not is_ours(segment, state, unit):
            yield Violation("4.1", say("{unit} is not a unit of yours on the map", unit), units=(unit,))
            continue
        if state.acted[unit]:
            yield Violation("2.2", say("{unit} has acted this turn", unit), units=(unit,))
        if state.hex_of[unit] not in around:
            yield Violation("4.1", say("{unit} is not next to the target", unit), (target,), (unit,))
        if state.mode[unit] == MARCH:
            yield Violation("9.2", say("{unit} is in march mode", unit), units=(unit,))


def rounds_for(segment: Segment, state: SupplyState, target: Hex, stacks: tuple[Group, ...]) -> range:
    return range(min(state.stock[segment.side], at_most(state, stacks)) + 1)


def at_most(state: SupplyState, stacks: tuple[Group, ...]) -> int:
    """8.2 By the faces that are up."""
    attack: int = sum(state.printed("attack", unit) for unit in together(stacks))
    return ROUNDS_A_FACTOR * attack


def too_many_rounds(
    segment: Segment, state: SupplyState, target: Hex, stacks: tuple[Group, ...], rounds: int
) -> Iterator[Violation]:
    """8.2"""
    if rounds > state.stock[segment.side]:
        yield Violation("8.0", f"{state.stock[segment.side]} rounds are left")
    if rounds > at_most(state, stacks):
        yield Violation(
            "8.2", f"these units fire {at_most(state, stacks)} rounds at most", units=tuple(together(stacks))
        )


def worth_firing(segment: Segment, state: SupplyState, target: Hex, stacks: tuple[Group, ...]) -> int:
    """As many as add whole points."""
    most = rounds_for(segment, state, target, stacks)[-1]
    return most - most % ROUNDS_A_POINT


# ------------------------------------------------------------------------------------------------ refitting


def bad_refit(segment: Segment, state: SupplyState, unit: UnitId) -> Iterator[Violation]:
    """8.3"""
    refused = list(cannot_act(segment, state, unit))
    yield from refused
    if refused:
        return
    if state.steps[unit] == STEPS:
        yield Violation("8.3", say("{unit} has all its steps", unit), units=(unit,))
    if state.hex_of[unit] in state.zone(enemy(segment.side)):
        yield Violation("8.3", say("{unit} is next to an enemy", unit), units=(unit,))
    if state.stock[segment.side] < REFIT_BY:
        yield Violation("8.0", f"{state.stock[segment.side]} rounds are left")


def price(segment: Segment, state: SupplyState, unit: UnitId) -> range:
    return range(REFIT_BY, min(state.stock[segment.side], REFIT_MOST) + 1, REFIT_BY)


def bad_price(segment: Segment, state: SupplyState, unit: UnitId, rounds: int) -> Iterator[Violation]:
    """8.3"""
    if rounds > state.stock[segment.side]:
        yield Violation("8.0", f"{state.stock[segment.side]} rounds are left")
    if rounds % REFIT_BY:
        yield Violation("8.3", "rounds come by the thousand")


def usual_price(segment: Segment, state: SupplyState, unit: UnitId) -> int:
    return min(REFIT_USUAL, price(segment, state, unit)[-1])


STACK_MARCH = Form(
    "march", "8.1", Slot("stack", GROUP, own_stacks, bad_stack), Slot("to", HEX, every_hex, bad_end, ends)
)
ASSAULT = Form(
    "assault", "8.2",
    Slot("target", HEX, targets, bad_aim),
    Slot("stacks", GROUP, own_stacks, bad_attackers, many=True),
    number("rounds", rounds_for, too_many_rounds, worth_firing),
)  # fmt: skip
REFIT = Form("refit", "8.3", Slot("unit", UNIT, own_units, bad_refit), number("rounds", price, bad_price, usual_price))
