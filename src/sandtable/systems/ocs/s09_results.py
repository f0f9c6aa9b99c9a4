"""OCS 9.10, 9.13: what a result does to both sides, attacker first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from sandtable.core.decisions import Form, Menu, number
from sandtable.core.errors import Bug
from sandtable.core.flow import Ask, Call, Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.systems.ocs.s09_advance import Advance
from sandtable.systems.ocs.s09_forces import defenders
from sandtable.systems.ocs.s09_losses import LoseSteps, surviving
from sandtable.systems.ocs.s09_retreat import Retreat, farthest
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import DG, EXPLOIT, RESERVE

HELD, ADVANCED, RETREATED = "held", "advanced", "retreated"


class Results(NamedTuple):
    """9.10 `Ao1 e4 DL1o2` in numbers; -1: no exploitation."""

    losses: int
    options: int
    exploit: int
    any_for_defender: bool
    their_losses: int
    their_options: int
    disorganized: bool


@lru_cache
def parsed(result: str) -> Results:
    match = re.fullmatch(r"A(?:L(\d))?(?:o(\d))? ?(?:e(\d))? ?(D(?:L(\d))?(?:o(\d))?(DG)?)?", result)
    if not match:
        raise Bug(f"{result} is no result of the Combat Table")
    losses, options, exploit, defender, their_losses, their_options, dg = match.groups()
    return Results(
        int(losses or 0), int(options or 0), int(exploit or -1), bool(defender), int(their_losses or 0),
        int(their_options or 0), bool(dg),
    )  # fmt: skip


class CarryOut(Procedure):
    """9.10 One result: the attacker's losses and options, exploitation, then the defender's DG, losses and options, and
    the advance. Its value is that of the combat."""

    side: Side
    target: Hex
    units: tuple[UnitId, ...]
    rated: UnitId
    their_rated: UnitId
    result: str
    exploits: int
    overrun: int
    starts: tuple[Hex, ...] = ()  # where the attackers were
    theirs: tuple[UnitId, ...] = ()
    hit: tuple[UnitId, ...] = ()
    taken: tuple[int, ...] = ()  # of the attacker's options: hexes retreated, points that nobody was left to take
    their_taken: tuple[int, ...] = ()
    advanced: int = 0
    beach: int = 0  # 1: a beach assault: nobody retreats from it, all advance (18.6a)

    @step("9.10")
    def begin(self, state: OcsState) -> Result:
        state.note("combat", "9.10", hex=self.target, side=self.side, result=self.result)
        self.starts = tuple(sorted({Hex(state.hex_of[unit]) for unit in self.units}))
        self.theirs = tuple(defenders(state, self.side, self.target))
        return None

    @step("9.11")
    def attackers_losses(self, state: OcsState) -> Result:
        return Call(LoseSteps(self.side, self.units, parsed(self.result).losses, self.rated), into="hit")

    @step("9.10")
    def attackers_options(self, state: OcsState) -> Result:
        options, barred = parsed(self.result).options, (self.target,)
        taking = TakeOptions(
            self.side, self.units, options, self.rated, self.hit, barred, stands=self.beach, alone=self.overrun
        )
        return Call(taking, into="taken")

    @step("9.13")
    def exploit(self, state: OcsState) -> Result:
        self.hit = ()
        least = parsed(self.result).exploit
        if least < 0 or not self.exploits or self.retreated or not close_together(state, self.starts):
            return None
        for unit in surviving(state, self.units):
            if state.mode[unit] != DG and state.action_rating(unit) >= least:
                state.set_mode(unit, EXPLOIT, "9.13")
        return None

    @property
    def retreated(self) -> bool:
        return self.taken[0] > 0

    @step("5.10")
    def disorganize(self, state: OcsState) -> Result:
        found, foe = parsed(self.result), enemy(self.side)
        if found.any_for_defender:
            for unit in state.units_in(self.target):
                if (
                    state.owner[unit] == foe and state.mode[unit] == RESERVE
                ):  # 5.7 even by an option that may be ignored
                    state.release(unit, "5.7")
        if found.disorganized:
            state.disorganize(self.target, foe, "9.10")
        return None

    @step("9.11")
    def defenders_losses(self, state: OcsState) -> Result:
        losses = parsed(self.result).their_losses
        return Call(LoseSteps(enemy(self.side), self.theirs, losses, self.their_rated), into="hit")

    @step("9.10")
    def defenders_options(self, state: OcsState) -> Result:
        options, may_ignore = parsed(self.result).their_options, int(self.retreated or self.taken[1] > 0)
        taking = TakeOptions(
            enemy(self.side), self.theirs, options, self.their_rated, self.hit, self.starts, may_ignore
        )
        return Call(taking, into="their_taken")

    @step("9.12g")
    def advance(self, state: OcsState) -> Result:
        if self.retreated:
            return Done(RETREATED)
        if defenders(state, self.side, self.target):
            return Done(HELD)
        return Call(Advance(self.side, self.target, self.units, self.overrun | self.beach), into="advanced")

    @step("9.12g")
    def end(self, state: OcsState) -> Result:
        return Done(ADVANCED if self.advanced else HELD)


def close_together(state: OcsState, starts: tuple[Hex, ...]) -> bool:
    """9.10, 9.13 An attack from one hex, or from two next to each other."""
    if len(starts) > state.number("exploit-hexes"):
        return False
    around = state.theatre.board.around
    return all(other in around(one) for one in starts for other in starts if other != one)


# ------------------------------------------------------------------------------------------------ options


class TakeOptions(Procedure):
    """9.10 Points of which each is a step lost or a hex retreated. Its value: the hexes, and the points that nobody was
    left to take."""

    side: Side
    units: tuple[UnitId, ...]
    points: int
    first: UnitId
    hit: tuple[UnitId, ...]
    barred: tuple[Hex, ...]
    may_ignore: int = 0
    answer: Any = ()
    hexes: int = 0
    stands: int = 0  # 1: it cannot retreat (18.6a)
    alone: int = 0  # 1: nobody tags along (8.1h)

    @step("9.10")
    def ask(self, state: OcsState) -> Result:
        if not self.points or not surviving(state, self.units):
            return Done((0, self.points))
        if self.may_ignore or self.farthest(state):
            return Ask(self.side, OPTIONS, "answer")
        self.answer = (TAKE, 0)
        return None

    def farthest(self, state: OcsState) -> int:
        """9.12 As far as one of them can go."""
        if self.stands:
            return 0
        return farthest(state, self.side, surviving(state, self.units), self.points, self.barred)

    @step("9.10")
    def lose(self, state: OcsState) -> Result:
        (word, *filled), self.answer = self.answer, ()
        if word == IGNORE:
            state.note("options ignored", "9.10", side=self.side, number=self.points)
            return Done((0, 0))
        (self.hexes,) = filled
        state.note("options", "9.10", side=self.side, number=self.points, retreat=self.hexes)
        return Call(LoseSteps(self.side, self.units, self.points - self.hexes, self.first, self.hit), into="hit")

    @step("9.12")
    def retreat(self, state: OcsState) -> Result:
        if not self.hexes:
            return Done((0, 0))
        return Call(Retreat(self.side, self.units, self.hexes, self.barred, alone=self.alone))

    @step("9.12")
    def end(self, state: OcsState) -> Result:
        return Done((self.hexes, 0))


def hexes_to_retreat(taking: TakeOptions, state: OcsState) -> range:
    return range(taking.farthest(state) + 1)


def no_reason_to_ignore(taking: TakeOptions, state: OcsState) -> Iterator[Violation]:
    """9.10 note 2"""
    if not taking.may_ignore:
        yield Violation("9.10", "the attacker has neither retreated nor died before he took his options")


def too_far(taking: TakeOptions, state: OcsState, hexes: int) -> Iterator[Violation]:
    """9.12"""
    if hexes > taking.points:
        yield Violation("9.10", f"the result gives {taking.points} to choose about")
    elif hexes > taking.farthest(state):
        yield Violation("9.12", f"nobody can retreat {hexes} hexes: prohibited terrain, enemies, the edge of the map")


TAKE, IGNORE = "take", "ignore"
OPTIONS = Menu(
    "options", "9.10",
    Form(TAKE, "9.10", number("hexes", hexes_to_retreat, too_far)),
    Form(IGNORE, "9.10", refuse=no_reason_to_ignore),
)  # fmt: skip
