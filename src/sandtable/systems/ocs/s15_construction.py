"""OCS 15.2: air bases and strips are built, improved and taken down."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.bits import NO_HEX, Bits, where
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.groups import Group
from sandtable.core.rules import Hex, Side, Violation
from sandtable.core.sentences import say
from sandtable.systems.ocs.s13_engineers import BASE_JOB, Job, nothing
from sandtable.systems.ocs.s15_bases import ground
from sandtable.systems.ocs.state import STRIP, OcsState


class BuildBase(Procedure):
    """15.2 A base of the first level, or a level more."""

    side: Side
    builders: Group
    place: Hex
    dumps: tuple[Hex, ...]

    @step("15.2")
    def build(self, state: OcsState) -> Result:
        BASE_BUILDING.work(state, self.side, self.builders, self.place, self.dumps)
        state.build("base", self.place, max(STRIP, state.base[self.place]) + 1, "15.2")
        return Done()


class BuildStrip(Procedure):
    """15.2 An air strip, where the scenario has them."""

    side: Side
    builders: Group
    place: Hex
    dumps: tuple[Hex, ...]

    @step("15.2")
    def build(self, state: OcsState) -> Result:
        STRIP_BUILDING.work(state, self.side, self.builders, self.place, self.dumps)
        state.build("base", self.place, STRIP, "15.2")
        return Done()


class ReduceBase(Procedure):
    """15.2 A level less, but never below the first."""

    side: Side
    builders: Group
    place: Hex

    @step("15.2")
    def take_down(self, state: OcsState) -> Result:
        BASE_REDUCING.work(state, self.side, self.builders, self.place)
        state.build("base", self.place, state.base[self.place] - 1, "15.2")
        ground(state, self.side, self.place)
        return Done()


def base_price(state: OcsState, at: Hex) -> int:
    """15.2 A supply point; what a strip cost before counts."""
    return state.number("base-price") - (state.number("strip-price") if state.base[at] == STRIP else 0)


def strip_price(state: OcsState, at: Hex) -> int:
    return state.number("strip-price")


def not_ours(state: OcsState, side: Side, at: Hex) -> Iterator[Violation]:
    if state.controller(at) != side:
        yield Violation("15.2", say("{hex} is not held by you", at), (at,))


def no_base(state: OcsState, side: Side, at: Hex, by_engineers: bool) -> Iterator[Violation]:
    yield from not_ours(state, side, at)
    if state.base[at] >= STRIP + state.number("best-base"):
        yield Violation("15.2", say("the air base in {hex} is as good as it gets", at), (at,))


def no_strip(state: OcsState, side: Side, at: Hex, by_engineers: bool) -> Iterator[Violation]:
    yield from not_ours(state, side, at)
    if not state.theatre.strips:
        yield Violation("15.1", "this scenario has no air strips")
    if state.base[at]:
        yield Violation("15.2", say("{hex} has an air base", at), (at,))


def not_reduced(state: OcsState, side: Side, at: Hex, by_engineers: bool) -> Iterator[Violation]:
    yield from not_ours(state, side, at)
    if state.base[at] <= STRIP + 1:
        yield Violation("15.2", say("{hex} has no air base above the first level", at), (at,))


def base_sites(state: OcsState, side: Side) -> Bits:
    return where(state.control, (side + 1,)) & where(state.base, tuple(range(STRIP + state.number("best-base"))))


def strip_sites(state: OcsState, side: Side) -> Bits:
    return where(state.control, (side + 1,)) & where(state.base, (0,)) if state.theatre.strips else NO_HEX


def bases_to_reduce(state: OcsState, side: Side) -> Bits:
    return where(state.control, (side + 1,)) - where(state.base, tuple(range(STRIP + 2)))


BASE_BUILDING = Job("build_base", "15.2", BASE_JOB, base_sites, no_base, base_price, False)
STRIP_BUILDING = Job("build_strip", "15.2", BASE_JOB, strip_sites, no_strip, strip_price, False)
BASE_REDUCING = Job("reduce_base", "15.2", BASE_JOB, bases_to_reduce, not_reduced, nothing, True)
BUILD_BASE, BUILD_STRIP, REDUCE_BASE = BASE_BUILDING.form(), STRIP_BUILDING.form(), BASE_REDUCING.form()
