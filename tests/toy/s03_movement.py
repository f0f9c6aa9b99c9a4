"""TOY 3: movement, and the fire it may draw."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.changes import Option, changeable
from sandtable.core.decisions import HEX, UNIT, Form, Menu, Slot
from sandtable.core.dice import Dice
from sandtable.core.flow import Ask, Call, Done, Procedure, Result, Roll, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from toy.state import ToyState

MUD = Option("mud", "Mud", "O1")


class Move(Procedure):
    """3.0 One unit moves; 3.4 enemies next to where it stops may fire."""

    side: Side
    unit: UnitId
    to: Hex

    @step("3.0")
    def go(self, state: ToyState) -> Result:
        state.act(self.unit)
        state.dug[self.unit] = 0
        state.move(
            self.unit, self.to, "3.0", by=self.side, audience=None if not state.hidden[self.unit] else [self.side]
        )
        if state.scenario.board.places_in(self.to):
            state.take_control(self.to, self.side, "7.0")
        return None

    @step("6.0")
    def be_seen(self, state: ToyState) -> Result:
        seen = list(state.next_to(self.to, enemy(self.side)))
        if not seen:
            return Done()
        for unit in (self.unit, *seen):
            state.reveal(unit)
        return None

    @step("3.4")
    def draw_fire(self, state: ToyState) -> Result:
        return Call(Reaction(enemy(self.side), self.unit))


class Reaction(Procedure):
    """3.4 A side may fire at a unit; 3.5 if that is hit and lives, its own side may fire back, and so on."""

    side: Side
    target: UnitId
    action: tuple = ()  # type: ignore[type-arg]
    hit: int = 0

    @step("3.4")
    def ask(self, state: ToyState) -> Result:
        return Ask(self.side, REACTION, "action") if list(self.ready(state)) else Done()

    @step("3.4")
    def fire(self, state: ToyState) -> Result:
        if self.action[0] == "hold":
            return Done()
        return Roll(Dice(1), "hit", lambda roll: int(roll >= 5))

    @step("3.4")
    def resolve(self, state: ToyState) -> Result:
        unit, hit, self.hit = self.action[1], self.hit, 0
        state.reacted[unit] = 1
        state.reveal(unit)
        state.note("fired", "3.4", unit=unit, hex=Hex(state.hex_of[self.target]), result="hit" if hit else "miss")
        self.action = ()
        if hit:
            state.lose_step(self.target, "3.4")
        if not hit or state.hex_of[self.target] < 0:
            return Done()
        return Call(Reaction(enemy(self.side), unit))  # 3.5 an interrupt inside an interrupt

    def ready(self, state: ToyState) -> Iterator[UnitId]:
        return (unit for unit in state.next_to(Hex(state.hex_of[self.target]), self.side) if not state.reacted[unit])

    def cannot_fire(self, state: ToyState, unit: UnitId) -> Iterator[Violation]:
        if state.scenario.side_of[unit] != self.side or state.hex_of[unit] < 0:
            yield Violation("3.4", say("{unit} is not a unit of yours on the map", unit), units=(unit,))
        elif unit not in state.next_to(Hex(state.hex_of[self.target]), self.side):
            yield Violation("3.4", say("{unit} is not next to the unit that moved", unit), units=(unit,))
        elif state.reacted[unit]:
            yield Violation("3.4", say("{unit} has fired this turn", unit), units=(unit,))


def is_ours(segment: Segment, state: ToyState, unit: UnitId) -> bool:
    return state.scenario.side_of[unit] == segment.side and state.hex_of[unit] >= 0


@changeable
def bad_mover(segment: Segment, state: ToyState, unit: UnitId) -> Iterator[Violation]:
    """1.0 Of an enemy nothing more is said: whether a hidden one has acted is its own affair. 3.0 A unit that cannot go
    anywhere is not asked where."""
    if not is_ours(segment, state, unit):
        yield Violation("1.0", say("{unit} is not a unit of yours on the map", unit), units=(unit,))
        return
    if state.acted[unit]:
        yield Violation("2.2", say("{unit} has acted this turn", unit), units=(unit,))
    if not goals(segment, state, unit):
        yield Violation("3.2", say("{unit} can go nowhere", unit), units=(unit,))


@bad_mover.changed_by(MUD)
def bad_mover_in_mud(segment: Segment, state: ToyState, unit: UnitId) -> Iterator[Violation]:
    """O1 Nobody moves out of a wood."""
    yield from bad_mover.printed(segment, state, unit)
    if is_ours(segment, state, unit) and state.scenario.board.terrain[Hex(state.hex_of[unit])] == "wood":
        yield Violation("O1", say("{unit} is stuck in the mud", unit), units=(unit,))


def own_units(segment: Segment, state: ToyState, *_: object) -> list[UnitId]:
    return list(state.on_map(segment.side))


def ready_units(segment: Segment, state: ToyState) -> list[UnitId]:
    """The same as `bad_mover` as it is printed, faster."""
    return [unit for unit in state.on_map(segment.side) if not state.acted[unit] and goals(segment, state, unit)]


def goals(segment: Segment, state: ToyState, unit: UnitId) -> list[Hex]:
    full = state.full(segment.side)
    start = state.hex_of[unit]
    return sorted(place for place in state.reach(unit) if place != start and place not in full)


def bad_goal(segment: Segment, state: ToyState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """3.0-3.3"""
    if to == state.hex_of[unit]:
        yield Violation("3.0", "it is already there", (to,))
    elif to in state.occupied(enemy(segment.side)):
        yield Violation("3.3", "an enemy is there", (to,))
    elif to not in state.reach(unit):
        stops = tuple(Hex(place) for place in state.zone(enemy(segment.side)))
        yield Violation("3.1", "it is too far, or an enemy zone stops the way", (to, *stops))
    elif to in state.full(segment.side):
        yield Violation("3.3", "two units are there already", (to,))


def every_hex(segment: Segment, state: ToyState, *_: object) -> range:
    return range(state.scenario.places)


MOVE = Form(
    "move", "3.0", Slot("unit", UNIT, own_units, bad_mover, ready_units), Slot("to", HEX, every_hex, bad_goal, goals)
)
REACTION = Menu(
    "reaction", "3.4",
    Form("fire", "3.4", Slot("unit", UNIT, lambda window, state: state.on_map(window.side), Reaction.cannot_fire)),
    Form("hold", "3.4"),
)  # fmt: skip
