"""USE 13: Event markers: who may commit which to a combat, what they are worth, when they come back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.core.dice import Dice
from sandtable.core.flow import Done, Goto, Procedure, Result, Roll, step
from sandtable.core.rules import Hex, Side, Term, UnitId, Violation
from sandtable.systems.use.s02_1_will import minor
from sandtable.systems.use.state import UseState

NEXT_TURN = -1  # instead of a die


class Effect(NamedTuple):
    """What a marker does in a combat."""

    rule: str
    text: str
    own: int = 0  # modifier of the side that commits it
    foe: int = 0
    turns: int = 0  # until it is back: NEXT_TURN, or 0 for as many as a die says
    ground: bool = True  # in ground combat
    air: bool = False  # in air combat, also over a ground combat


EFFECTS = {
    "ground_support": Effect("E3", "Ground Support", own=1),
    "tanks": Effect("E10", "Tanks: the unit counts as a Tank", turns=NEXT_TURN),
    "free_forces": Effect("E2", "Free Forces", own=1),
    "ultra": Effect("E11", "ULTRA", own=1, air=True),
    "snafu": Effect("E8", "SNAFU", foe=-1, air=True),
    "jets": Effect("E4", "Jets", own=2, turns=NEXT_TURN, ground=False, air=True),
    "rockets": Effect("E7", "Rockets", foe=-2),
}
ONE_PER_SIDE = ("ground_support",)
IN_HEX = {"airdrop": ("E1", "an Airdrop in the hex", -2), "partisans": ("E6", "Partisans in the hex", -2)}
SURPRISE_RANGE, SURPRISE = 2, 1  # E9


def eligible(state: UseState, side: Side, units: Sequence[UnitId], committed: Sequence[UnitId]) -> list[UnitId]:
    """E0 The markers in a side's Events box that fit a ground combat of these units of its."""
    return [
        marker
        for marker in state.events_of(side)
        if marker not in committed and next(unfit(state, marker, units, committed), None) is None
    ]


def unfit(state: UseState, marker: UnitId, units: Sequence[UnitId], committed: Sequence[UnitId]) -> Iterator[Violation]:
    """E0 Why a marker cannot be committed to a ground combat."""
    theatre, type = state.theatre, state.theatre.type_of[marker]
    effect = EFFECTS.get(type)
    if effect is None or not effect.ground:
        yield Violation("E0", f"{state.name(marker)} is not committed to ground combats", units=(marker,))
        return
    if type in ONE_PER_SIDE and any(theatre.type_of[other] == type for other in committed):
        yield Violation(effect.rule, "one a side is enough", units=(marker,))
    if type == "ground_support" and not any(minor(state, unit) for unit in units):
        yield Violation(effect.rule, "it helps units of minor countries only", units=(marker,))
    if type == "tanks":
        nation = theatre.country_of[marker]
        if not any(theatre.country_of[unit] == nation and theatre.type_of[unit] != "tank" for unit in units):
            because = f"it is for a unit of {state.country_name(nation)} that is no Tank"
            yield Violation(effect.rule, because, units=(marker,))


def terms(state: UseState, own: Sequence[UnitId], theirs: Sequence[UnitId]) -> list[Term]:
    """E0 What committed markers are worth to a side: its own, and its enemy's against it."""
    type_of, found = state.theatre.type_of, list[Term]()
    for marker in own:
        effect = EFFECTS[type_of[marker]]
        if effect.own:
            found.append(Term(effect.text, effect.own, effect.rule))
    for marker in theirs:
        effect = EFFECTS[type_of[marker]]
        if effect.foe:
            found.append(Term(effect.text, effect.foe, effect.rule))
    return found


def as_tanks(state: UseState, markers: Sequence[UnitId], unit: UnitId) -> bool:
    """E10 Does a Tanks marker make this unit count as one?"""
    theatre = state.theatre
    return any(
        theatre.type_of[marker] == "tanks" and theatre.country_of[marker] == theatre.country_of[unit]
        for marker in markers
    )


def placed(state: UseState, target: Hex, side: Side) -> list[Term]:
    """E1, E6 Markers of its enemy in the hex of a side's defender."""
    theatre, found = state.theatre, list[Term]()
    for marker in state.units_in(target):
        type = theatre.type_of[marker]
        if type in IN_HEX and theatre.side_of[marker] != side:
            rule, text, worth = IN_HEX[type]
            found.append(Term(text, worth, rule))
    return found


def surprise(state: UseState, target: Hex, side: Side) -> list[Term]:
    """E9 A Surprise Attack marker of a side near the defender; once, however many."""
    theatre = state.theatre
    near = (
        marker
        for marker in theatre.units(("surprise_attack",), side)
        if 0 <= state.hex_of[marker] < theatre.board.hexes
        and theatre.board.layout.distance(Hex(state.hex_of[marker]), target) <= SURPRISE_RANGE
    )
    return [Term("Surprise Attack", SURPRISE, "E9")] if next(near, None) is not None else []


class Return(Procedure):
    """E0 Markers that were used come back some turns later."""

    markers: tuple[UnitId, ...]
    turns: int = 0

    @step("E0")
    def next_marker(self, state: UseState) -> Result:
        if not self.markers:
            return Done()
        marker = self.markers[0]
        if EFFECTS[state.theatre.type_of[marker]].turns == NEXT_TURN:
            self.turns = 1
            return Goto("put")
        return Roll(Dice(1), "turns")

    @step("E0")
    def put(self, state: UseState) -> Result:
        marker, turns, self.turns = self.markers[0], self.turns, 0
        self.markers = self.markers[1:]
        send_ahead(state, marker, turns)
        return Goto("next_marker")


def send_ahead(state: UseState, marker: UnitId, turns: int) -> None:
    """1.6 So many turns later; after the last turn it does not come back."""
    box = state.theatre.turn_box(state.turn + turns)
    if box is None:
        state.remove(marker, "E0")
    else:
        state.move(marker, box, "E0")
