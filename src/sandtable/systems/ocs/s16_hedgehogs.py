"""OCS 16.0: hedgehogs are built, improved and taken down."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.bits import Bits, where
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.groups import Group
from sandtable.core.rules import Hex, Side, Violation, enemy
from sandtable.core.sentences import say
from sandtable.systems.ocs.options import O21_11_CONSTRUCTION
from sandtable.systems.ocs.s13_engineers import HEDGEHOG_JOB, Job, nothing
from sandtable.systems.ocs.state import OcsState


class Fortify(Procedure):
    """16.0 A level more."""

    side: Side
    builders: Group
    place: Hex
    dumps: tuple[Hex, ...]

    @step("16.0")
    def build(self, state: OcsState) -> Result:
        FORTIFYING.work(state, self.side, self.builders, self.place, self.dumps)
        state.build("hedgehog", self.place, state.hedgehog[self.place] + 1, "16.0")
        return Done()


class Raze(Procedure):
    """16.0 A level less; below the first it is gone."""

    side: Side
    builders: Group
    place: Hex

    @step("16.0")
    def take_down(self, state: OcsState) -> Result:
        RAZING.work(state, self.side, self.builders, self.place)
        state.build("hedgehog", self.place, state.hedgehog[self.place] - 1, "16.0")
        return Done()


def price(state: OcsState, at: Hex) -> int:
    return state.number("hedgehog-price")


def not_fortified(state: OcsState, side: Side, at: Hex, by_engineers: bool) -> Iterator[Violation]:
    """16.0; 21.11a troops by themselves build the first level only."""
    level = state.hedgehog[at]
    yield from not_theirs(state, side, at)
    if level >= state.number("best-hedgehog"):
        yield Violation("16.0", say("the hedgehog in {hex} is as good as it gets", at), (at,))
    elif state.option(O21_11_CONSTRUCTION) and level and not by_engineers:
        yield Violation("21.11a", say("only engineers improve the hedgehog in {hex}", at), (at,))


def not_razed(state: OcsState, side: Side, at: Hex, by_engineers: bool) -> Iterator[Violation]:
    yield from not_theirs(state, side, at)
    if not state.hedgehog[at]:
        yield Violation("16.0", say("{hex} has no hedgehog", at), (at,))


def not_theirs(state: OcsState, side: Side, at: Hex) -> Iterator[Violation]:
    """16.0 House: engineers work nowhere that the enemy was the last to enter."""
    if state.controller(at) == enemy(side):
        yield Violation("16.0", say("{hex} is held by the enemy", at), (at,))


def hedgehog_sites(state: OcsState, side: Side) -> Bits:
    return where(state.hedgehog, tuple(range(state.number("best-hedgehog"))))


def hedgehogs(state: OcsState, side: Side) -> Bits:
    return state.theatre.everywhere - where(state.hedgehog, (0,))


FORTIFYING = Job("fortify", "16.0", HEDGEHOG_JOB, hedgehog_sites, not_fortified, price, True)
RAZING = Job("raze", "16.0", HEDGEHOG_JOB, hedgehogs, not_razed, nothing, True)
FORTIFY, RAZE = FORTIFYING.form(), RAZING.form()
