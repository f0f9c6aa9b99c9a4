"""OCS 14.7, 14.8: aircraft barrage a hex: in a barrage segment, from the hip, or the ways through it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sandtable.core.bits import NO_HEX, Bits, union, where
from sandtable.core.decisions import DONE, GROUP, HEX, UNIT, WORD, Form, Sieve, Slot
from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.groups import Group, stacks, together
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.state import kept_in
from sandtable.core.within import Within
from sandtable.systems.ocs.options import O21_4_LONG_RANGE
from sandtable.systems.ocs.s04_zones import beside
from sandtable.systems.ocs.s10_results import (
    AIR,
    RAILWAY,
    BarrageHex,
    aims_at,
    all_aims,
    barraged_already,
    not_aimed_at,
    spotted,
    worth_a_barrage,
)
from sandtable.systems.ocs.s14_combat import home, is_far
from sandtable.systems.ocs.s14_flak import barrage_of
from sandtable.systems.ocs.s14_missions import (
    BACK,
    BARRAGE,
    HIP_SHOOT,
    TRAINBUSTING,
    Mission,
    cannot_fly,
    fly_back,
    no_flight,
    no_raid,
    nobody,
    one_too_many,
    ready,
    within,
)
from sandtable.systems.ocs.state import ALOFT, OcsState

TORPEDO = "torpedo"  # the symbol of a torpedo bomber (18.3e)


class Bomb(Procedure):
    """14.7 Aircraft barrage a hex in a barrage segment."""

    side: Side
    target: Hex
    aim: str
    groups: tuple[Group, ...]
    back: tuple[Hex, ...]
    left: tuple[UnitId, ...] = ()

    @step("14.7")
    def fly(self, state: OcsState) -> Result:
        state.barrage_hex(self.target)  # even if nobody gets through (10.0e)
        return Call(Mission(self.side, BARRAGE, self.target, together(self.groups)), into="left")

    @step("14.7")
    def fire(self, state: OcsState) -> Result:
        return Call(strike(state, self.side, self.target, self.aim, self.left)) if self.left else Done()

    @step("14.2")
    def end(self, state: OcsState) -> Result:
        fly_back(state, self.left, self.back)
        return Done()


class Trainbust(Procedure):
    """14.8 Aircraft barrage the ways through a hex."""

    side: Side
    target: Hex
    groups: tuple[Group, ...]
    back: tuple[Hex, ...]
    left: tuple[UnitId, ...] = ()

    @step("14.8")
    def fly(self, state: OcsState) -> Result:
        state.barrage_hex(self.target)
        return Call(Mission(self.side, TRAINBUSTING, self.target, together(self.groups)), into="left")

    @step("14.8")
    def fire(self, state: OcsState) -> Result:
        return Call(strike(state, self.side, self.target, RAILWAY, self.left)) if self.left else Done()

    @step("14.2")
    def end(self, state: OcsState) -> Result:
        fly_back(state, self.left, self.back)
        return Done()


class HipShoot(Procedure):
    """14.7d One aircraft barrages a hex in a movement segment."""

    side: Side
    target: Hex
    aim: str
    plane: UnitId
    back: tuple[Hex, ...]
    left: tuple[UnitId, ...] = ()

    @step("14.7d")
    def fly(self, state: OcsState) -> Result:
        return Call(Mission(self.side, HIP_SHOOT, self.target, (self.plane,)), into="left")

    @step("14.7d")
    def fire(self, state: OcsState) -> Result:
        return Call(strike(state, self.side, self.target, self.aim, self.left)) if self.left else Done()

    @step("14.2")
    def end(self, state: OcsState) -> Result:
        fly_back(state, self.left, self.back)
        return Done()


def strike(state: OcsState, side: Side, target: Hex, aim: str, planes: Sequence[UnitId]) -> BarrageHex:
    """14.7, 10.0a, 21.4 What those that got through do."""
    strategic = any(state.theatre.air_type[plane] == "strategic" for plane in planes)
    points, (near, far) = halves(state, planes), distances(state, planes, target)
    return BarrageHex(side, target, aim, points, AIR, int(strategic), int(near and not strategic), int(far))


def halves(state: OcsState, planes: Iterable[UnitId]) -> int:
    """14.7 Barrage points with the steps they have, doubled."""
    return 2 * sum(barrage_of(state, plane) for plane in planes)


def distances(state: OcsState, planes: Sequence[UnitId], target: Hex) -> tuple[bool, bool]:
    """10.0a, 21.4 Is every one of them near the base it flew from, and any beyond half its range?"""
    near = state.number("near-base")
    close = all(state.theatre.distance(home(state, plane), target) <= near for plane in planes)
    return close, state.option(O21_4_LONG_RANGE) and any(is_far(state, plane, target) for plane in planes)


@kept_in(ALOFT)
def laden(state: OcsState, side: Side) -> tuple[UnitId, ...]:
    """14.7, 18.3e Aircraft that may barrage the land: with barrage strength, no torpedo bombers."""
    symbols = state.theatre.symbols_of
    return tuple([
        plane for plane in ready(state, side) if barrage_of(state, plane) and TORPEDO not in symbols[plane]
    ])  # fmt: skip


@kept_in(ALOFT)
def bombed(state: OcsState, side: Side) -> Bits:
    """14.7 The hexes that one of them reaches."""
    return in_range(state, laden(state, side))


def in_range(state: OcsState, planes: Iterable[UnitId]) -> Bits:
    """14.2 The hexes that one of these aircraft reaches."""
    disc, range_of = state.theatre.disc, state.theatre.range_of
    return union(*{disc(Hex(state.hex_of[plane]), range_of[plane]) for plane in planes})


@kept_in(ALOFT)
def bombers(state: OcsState, side: Side, target: Hex) -> tuple[UnitId, ...]:
    """14.7 Aircraft that may barrage a hex: with barrage strength, in range."""
    return tuple([plane for plane in laden(state, side) if within(state, plane, Hex(state.hex_of[plane]), target)])


def cannot_bomb(state: OcsState, side: Side, plane: UnitId, target: Hex) -> Iterator[Violation]:
    """14.7"""
    refused = list(cannot_fly(state, side, plane, target))
    yield from refused
    if not refused and not barrage_of(state, plane):
        yield Violation("14.7", say("{unit} has no barrage strength", plane), units=(plane,))
    elif not refused and TORPEDO in state.theatre.symbols_of[plane]:
        yield Violation("18.3e", say("{unit} is a torpedo bomber: it barrages ships alone", plane), units=(plane,))


def bomb_targets(segment: Segment, state: OcsState) -> tuple[Hex, ...]:
    return worth_a_barrage(state, segment.side)


def unbombed(segment: Segment, state: OcsState) -> Bits:
    """10.0e, 14.7 What aircraft reach that has not been barraged in this phase."""
    return bombed(state, segment.side) & where(state.barraged, (0,))


def bad_bomb_target(segment: Segment, state: OcsState, target: Hex) -> Iterator[Violation]:
    """10.0e, 14.7"""
    if not aims_at(state, segment.side, target):
        yield Violation("10.0", say("nothing in {hex} can be barraged", target), (target,))
        return
    yield from barraged_already(state, target)
    if not bombers(state, segment.side, target):
        yield Violation("14.7", say("no active aircraft can barrage {hex}", target), (target,))


def bomber_groups(segment: Segment, state: OcsState, target: Hex, *_: object) -> dict[str, Group]:
    """By base."""
    return stacks(state, bombers(state, segment.side, target))


def bad_bombers(segment: Segment, state: OcsState, target: Hex, *given: Any) -> Iterator[Violation]:
    """14.2, 14.7"""
    *_, chosen, units = given
    if units == DONE:
        yield from nobody(chosen)
        return
    for plane in units:
        yield from cannot_bomb(state, segment.side, plane, target)
    yield from one_too_many(state, chosen, units)


BOMB = Form(
    "bomb", "14.7",
    Slot("target", HEX, bomb_targets, bad_bomb_target, Sieve(bomb_targets, Within(unbombed))),
    Slot("aim", WORD, all_aims, not_aimed_at),
    Slot("planes", GROUP, bomber_groups, bad_bombers, many=True),
    BACK,
    refuse=no_flight,
)  # fmt: skip


def land(segment: Segment, state: OcsState) -> tuple[Hex, ...]:
    """14.8 Where anything could go by land."""
    return state.theatre.land


def bustable(segment: Segment, state: OcsState) -> Bits:
    """14.8 What of it can be barraged so."""
    unmarked = where(state.barraged, (0,)) & where(state.busted, (0,))
    return bombed(state, segment.side) & unmarked - state.theatre.sea


def bad_railway(segment: Segment, state: OcsState, target: Hex) -> Iterator[Violation]:
    """14.8"""
    if target not in state.theatre.everywhere or target in state.theatre.sea:
        yield Violation("14.8", say("{hex} is no hex of the land", target), (target,))
        return
    yield from barraged_already(state, target)
    if state.busted[target]:
        yield Violation("14.8", say("{hex} has a trainbusting marker", target), (target,))
    if not bombers(state, segment.side, target):
        yield Violation("14.7", say("no active aircraft can barrage {hex}", target), (target,))


TRAINBUST = Form(
    "trainbust", "14.8",
    Slot("target", HEX, land, bad_railway, Sieve(land, Within(bustable))),
    Slot("planes", GROUP, bomber_groups, bad_bombers, many=True),
    BACK,
    refuse=no_flight,
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ 14.7d hip shoots


def hip_shooters(state: OcsState, side: Side, target: Hex) -> list[UnitId]:
    theatre = state.theatre
    return [plane for plane in bombers(state, side, target) if theatre.shoots_from_the_hip[plane]]


def hip_targets(segment: Segment, state: OcsState) -> Bits:
    """14.7d What of all that is worth a barrage is next to one of the side, and within reach of such aircraft."""
    theatre, side = state.theatre, segment.side
    planes = [plane for plane in laden(state, side) if theatre.shoots_from_the_hip[plane]]
    return in_range(state, planes) & beside(state, side) if planes else NO_HEX


def bad_hip_target(segment: Segment, state: OcsState, target: Hex) -> Iterator[Violation]:
    """14.7d"""
    side = segment.side
    if not aims_at(state, side, target):
        yield Violation("10.0", say("nothing in {hex} can be barraged", target), (target,))
        return
    if not spotted(state, side, target):
        yield Violation("14.7d", say("no combat unit of yours is next to {hex}", target), (target,))
    if not hip_shooters(state, side, target):
        yield Violation("14.7d", say("no active aircraft can make a hip shoot at {hex}", target), (target,))


def who_shoots(segment: Segment, state: OcsState, target: Hex, aim: str) -> list[UnitId]:
    return hip_shooters(state, segment.side, target)


def bad_shooter(segment: Segment, state: OcsState, target: Hex, aim: str, plane: UnitId) -> Iterator[Violation]:
    """14.7d, 14.1e"""
    refused = list(cannot_bomb(state, segment.side, plane, target))
    yield from refused
    if refused:
        return
    if state.theatre.nation_of[plane] not in state.theatre.hip_shoots:
        yield Violation("14.7d", say("the nation of {unit} makes no hip shoots here", plane), units=(plane,))
    if state.theatre.air_type[plane] == "strategic":
        yield Violation("14.1e", say("{unit} is a strategic bomber", plane), units=(plane,))


HIP = Form(
    "hipshoot", "14.7d",
    Slot("target", HEX, bomb_targets, bad_hip_target, Sieve(bomb_targets, Within(hip_targets))),
    Slot("aim", WORD, all_aims, not_aimed_at),
    Slot("plane", UNIT, who_shoots, bad_shooter),
    BACK,
    refuse=no_raid,
)  # fmt: skip
