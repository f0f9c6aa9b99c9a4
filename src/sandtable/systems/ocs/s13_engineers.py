"""OCS 13.8: who builds and demolishes, and where: engineers within two hexes, or an RE in the hex itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from sandtable.core.bits import Bits, where
from sandtable.core.decisions import GROUP, HEX, Form, Sieve, Slot
from sandtable.core.groups import Group, Groups, stacks, unnamed
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.state import fact
from sandtable.systems.ocs.options import FOG_OF_WAR
from sandtable.systems.ocs.s06_terrain import passable
from sandtable.systems.ocs.s12_dumps import dumps
from sandtable.systems.ocs.s12_paths import bridges
from sandtable.systems.ocs.s12_payment import Need, Taken, allotted, can_be_met, take
from sandtable.systems.ocs.state import BUILT, CARRIED, FINISHED, OcsState
from sandtable.systems.ocs.theatre import COMBAT, LEG, QUARTERS

HEDGEHOG_JOB, BASE_JOB, PORT_JOB = 1, 2, 4  # bits of the column `built`


class Job(NamedTuple):
    """Something that is built or demolished: one of its kind in a hex in a turn."""

    name: str
    rule: str
    kind: int
    sites: Callable[[OcsState, Side], Bits]  # all hexes at most to which `barred` has no objection
    barred: Callable[[OcsState, Side, Hex, bool], Iterator[Violation]]  # the last: by engineers?
    price: Callable[[OcsState, Hex], int]
    troops: bool  # an RE in Combat Mode in the hex does it too

    def form(self) -> Form:
        """Who builds, where, and, where it costs something, out of which dumps."""
        builders = Slot("builders", GROUP, crews, self._unfit, Sieve(self._likely, self._fit))
        slots = (builders, Slot("at", HEX, self._near, self._unsuited))
        costs = self.price is not nothing  # else it pulls down
        return Form(self.name, self.rule, *slots, *([dumps(builders_of)] if costs else []), deliberate=not costs)

    def _unfit(self, segment: Segment, state: OcsState, builders: Group) -> Iterator[Violation]:
        refused = list(unfit(state, segment.side, builders, self.troops))
        yield from refused
        if not refused and all(
            next(self.against(state, segment.side, builders, at), None) for at in within(state, builders, self.troops)
        ):
            yield Violation(self.rule, f"there is nothing to {self.name} that they could", units=builders)

    def _likely(self, segment: Segment, state: OcsState) -> list[Group]:
        """Most have nothing to do anywhere near."""
        side, hex_of, sites = segment.side, state.hex_of, open_sites(state, segment.side, self)
        if not sites:
            return []
        near = reaching(state, side, sites)
        if self.troops:
            near |= sites
        return [group for group in groups_ready(state, side) if hex_of[group[0]] in near]

    def _fit(self, segment: Segment, state: OcsState, builders: Group) -> bool:
        """The same quickly."""
        sites, here = open_sites(state, segment.side, self), Hex(state.hex_of[builders[0]])
        if is_engineered(state, builders):
            near: Iterable[int] = walks(state, segment.side, here) & sites
        else:
            near = (here,) if self.troops and here in sites else ()
        return next(unfit(state, segment.side, builders, self.troops), None) is None and any(
            next(self.against(state, segment.side, builders, Hex(at)), None) is None for at in near
        )

    def _near(self, segment: Segment, state: OcsState, builders: Group) -> Sequence[Hex]:
        return within(state, builders, self.troops)

    def _unsuited(self, segment: Segment, state: OcsState, builders: Group, at: Hex) -> Iterator[Violation]:
        if at not in within(state, builders, self.troops):
            yield Violation("13.8", say("{hex} is too far for those who are to do it", at), (at,), builders)
        else:
            yield from self.against(state, segment.side, builders, at)

    def against(self, state: OcsState, side: Side, builders: Group, at: Hex) -> Iterator[Violation]:
        """What is said against doing it there."""
        if at in state.occupied(enemy(side)) or at in state.theatre.sea:
            yield Violation(self.rule, say("{hex} is no place to work in", at), (at,))
        elif state.built[at] & self.kind:
            yield Violation(self.rule, say("this was done in {hex} this turn", at), (at,))
        else:
            refused = list(self.barred(state, side, at, is_engineered(state, builders)))
            yield from refused
            if not refused and not affords(state, builders, self.price(state, at)):
                yield Violation("12.3", f"they do not get at {self.price(state, at)} tokens", (at,), builders)

    def paid(self, state: OcsState, builders: Group, at: Hex, wanted: Sequence[Hex] = ()) -> tuple[Taken, ...] | None:
        tokens = self.price(state, at)
        return allotted(state, [Need(builders[0], tokens, also=builders[1:])], wanted) if tokens else ()

    def work(self, state: OcsState, side: Side, builders: Group, at: Hex, wanted: Sequence[Hex] = ()) -> None:
        """It is paid for; who does it has finished for the phase. Under fog of war the enemy, who does not hear what is
        paid, hears of those he sees at work (4.9)."""
        take(state, side, self.paid(state, builders, at, wanted) or (), self.rule)
        state.work_in(at, self.kind)
        for unit in builders:
            state.did(unit, BUILT | FINISHED)
        seen = tuple(unit for unit in builders if state.option(FOG_OF_WAR) and unit not in state.covered(side))
        if seen:
            state.note("worked", self.rule, side=side, units=seen, hex=at)


@fact
def affords(state: OcsState, builders: Group, tokens: int) -> bool:
    """12.3 Do all of them get at so many?"""
    return not tokens or can_be_met(state, [Need(builders[0], tokens, also=builders[1:])])


@fact
def open_sites(state: OcsState, side: Side, job: Job) -> Bits:
    """Where it might be done now, whoever does it."""
    undone = where(state.built, tuple([value for value in range(2 * PORT_JOB) if not value & job.kind]))
    return job.sites(state, side) & undone - state.theatre.sea - state.occupied(enemy(side))


def nothing(state: OcsState, at: Hex) -> int:
    """Demolition is free."""
    return 0


def builders_of(segment: Segment, state: OcsState, builders: Group, at: Hex) -> Group:
    return builders


# ------------------------------------------------------------------------------------------------ who


def has_stayed(state: OcsState, unit: UnitId) -> bool:
    """Has it spent nothing and been carried nowhere in this phase?"""
    return not state.spent[unit] and state.began[unit] == state.hex_of[unit] and not state.has(unit, CARRIED)


@fact
def ready(state: OcsState, side: Side) -> tuple[UnitId, ...]:
    """13.8, 16.0 Units that have stayed where they are and could work."""
    done, mode, spent, over = state.done, state.mode, state.spent, BUILT | CARRIED
    return tuple([
        unit for unit in state.combat_units(side)
        if not done[unit] & over and not spent[unit] and state.began[unit] == state.hex_of[unit]
        and (mode[unit] == COMBAT or state.is_engineer(unit))
    ])  # fmt: skip


@fact
def stacks_ready(state: OcsState, side: Side) -> Groups:
    return stacks(state, ready(state, side))


@fact
def groups_ready(state: OcsState, side: Side) -> tuple[Group, ...]:
    return unnamed(state, ready(state, side))


def crews(segment: Segment, state: OcsState, *_: object) -> Groups:
    return stacks_ready(state, segment.side)


def unfit(state: OcsState, side: Side, builders: Group, troops: bool) -> Iterator[Violation]:
    """13.8 One that is engineer-capable, or, for what troops can do, an RE together."""
    for unit in builders:
        if state.owner[unit] != side or not state.theatre.is_combat[unit] or not state.is_on_map(unit):
            yield Violation("13.8", say("{unit} is no combat unit of yours on the map", unit), units=(unit,))
            return
        if state.has(unit, BUILT):
            yield Violation("13.8", say("{unit} has worked in this phase", unit), units=(unit,))
        elif not has_stayed(state, unit):
            yield Violation("13.8", say("{unit} has moved in this phase", unit), units=(unit,))
        elif state.mode[unit] != COMBAT and not state.is_engineer(unit):
            yield Violation("13.8", say("{unit} is not in Combat Mode", unit), units=(unit,))
    if is_engineered(state, builders):
        return
    if not troops:
        yield Violation("13.8", "this takes one engineer-capable unit", units=builders)
    elif len({state.hex_of[unit] for unit in builders}) > 1:
        yield Violation("13.8", "they are not in one hex", units=builders)
    elif sum(map(state.size, builders)) < QUARTERS * state.number("builders"):
        yield Violation("13.8", "this takes an RE, or an engineer-capable unit", units=builders)


def is_engineered(state: OcsState, builders: Group) -> bool:
    return len(builders) == 1 and state.is_engineer(builders[0])


# ------------------------------------------------------------------------------------------------ where


def within(state: OcsState, builders: Group, troops: bool) -> Sequence[Hex]:
    """13.8 The hexes in which they can work: their own, engineers also over steps that can be walked."""
    here = Hex(state.hex_of[builders[0]])
    if not is_engineered(state, builders):
        return (here,)
    return tuple(walks(state, Side(state.owner[builders[0]]), here))


def reaching(state: OcsState, side: Side, sites: Bits) -> Bits:
    """13.8 Where engineers stand who might get at one of these, if they could go anywhere."""
    grid = state.theatre.board.grid
    for _ in range(state.number("engineer-reach")):
        sites |= grid.zone(sites)
    return sites & bridges(state, side)


@fact
def walks(state: OcsState, side: Side, here: Hex) -> Bits:
    """13.8 As far as engineers work, on foot, not through enemy combat units."""
    board, foes = state.theatre.board, state.occupied(enemy(side))
    steps = passable(state.scenario.charts, board, LEG)
    found = edge = {here}
    for _ in range(state.number("engineer-reach")):
        edge = {
            Hex(there) for start in edge for way in range(6 * start, 6 * start + 6)
            if steps[way] != NEVER and (there := board.neighbours[way]) >= 0 and there not in foes
        } - found  # fmt: skip
        found = found | edge
    return board.bits(sorted(found))
