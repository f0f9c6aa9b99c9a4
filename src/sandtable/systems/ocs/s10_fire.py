"""OCS 10.1: artillery fires."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from sandtable.core.bits import union
from sandtable.core.decisions import DONE, GROUP, HEX, WORD, Form, Slot
from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.groups import Group, stacks, together
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import Text, say
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.options import O21_9_REACTION_FIRE
from sandtable.systems.ocs.s10_barrage import by_strength
from sandtable.systems.ocs.s10_results import (
    ARTILLERY,
    UNITS,
    BarrageHex,
    aims_at,
    all_aims,
    bad_aim,
    barraged_already,
    worth_a_barrage,
)
from sandtable.systems.ocs.s12_dumps import dumps
from sandtable.systems.ocs.s12_paths import (
    NOBODY,
    Line,
    fills,
    headquarters,
    open_from,
    serves,
    stores,
    throws_to,
    tokens_in,
)
from sandtable.systems.ocs.s12_payment import Taken, in_order, preference, take
from sandtable.systems.ocs.state import FIRED, RELEASED, OcsState
from sandtable.systems.ocs.theatre import COMBAT, DG, MOVE, RESERVE, STRAT

REACTION_BARRAGES, EXPLOITATION_BARRAGES = "Reaction barrages", "Exploitation barrages"  # as `s02_sequence.py` says


class Fire(Procedure):
    """10.1 Artillery units, in one hex or several, barrage a hex together."""

    side: Side
    target: Hex
    aim: str
    stacks: tuple[Group, ...]
    dumps: tuple[Hex, ...]

    @step("10.1b")
    def pay(self, state: OcsState) -> Result:
        units = together(self.stacks)
        paid = paid_for(state, self.side, units, self.aim, self.dumps)
        assert paid is not None  # units that cannot be paid for were refused
        open_fire(state, self.side, units, self.target, self.aim, paid, "10.1")
        return None

    @step("10.0a")
    def fire(self, state: OcsState) -> Result:
        return Call(BarrageHex(self.side, self.target, self.aim, halves(state, together(self.stacks)), ARTILLERY))

    @step("10.1")
    def end(self, state: OcsState) -> Result:
        return Done()


def open_fire(
    state: OcsState, side: Side, units: Group, target: Hex, aim: str, paid: Iterable[Taken], rule: str
) -> None:  # fmt: skip
    """10.1 It is paid for, and everybody knows of it."""
    take(state, side, paid, "10.1b")
    for unit in units:
        state.did(unit, FIRED)
    state.barrage_hex(target)
    state.turn_up(units, "4.9c")
    state.note("fires", rule, side=side, units=units, hex=target, aim=aim)


def halves(state: OcsState, units: Iterable[UnitId]) -> int:
    """10.1, 5.10 Barrage points as the faces show them, doubled; disorganized units count half."""
    barrage = state.theatre.barrage
    return sum(barrage[state.face[unit]][unit] * (1 if state.mode[unit] == DG else 2) for unit in units)


# ------------------------------------------------------------------------------------------------ what it costs


def price(state: OcsState, aim: str, units: Sequence[UnitId]) -> int:
    """10.1b Tokens of the column before any shift."""
    chart = state.scenario.charts.table("barrage" if aim == UNITS else "facility")
    column = by_strength(chart, Fraction(halves(state, units), 2))[1]
    return int(chart.beside["cost"][column].rstrip("T"))


def paid_for(
    state: OcsState, side: Side, units: Sequence[UnitId], aim: str, wanted: Sequence[Hex] = ()
) -> tuple[Taken, ...] | None:
    """10.1b How a barrage is paid for, if it can be."""
    return payment(state, side, units, price(state, aim, units), wanted)


def payment(
    state: OcsState, side: Side, units: Sequence[UnitId], tokens: int, wanted: Sequence[Hex] = ()
) -> tuple[Taken, ...] | None:
    """10.1b Out of one dump that all of them draw from, or by the throw of one HQ that serves them all, which may
    gather from several; None if neither suffices."""
    here = Hex(state.hex_of[units[0]])
    ways = [in_order(state, here, way, wanted) for way in ways_to_pay(state, side, units)]
    ways.sort(key=lambda way: preference(state, here, way[0], wanted))
    return next((paid for way in ways if (paid := gathered(state, units, way, tokens, wanted)) is not None), None)


def gathered(
    state: OcsState, units: Sequence[UnitId], way: Sequence[Line], tokens: int, wanted: Sequence[Hex]
) -> tuple[Taken, ...] | None:
    """12.3 Out of these stores, those that are wanted first, then the nearest; None if they have too little."""
    found = list[Taken]()
    for line in in_order(state, Hex(state.hex_of[units[0]]), way, wanted):
        used = min(tokens, tokens_in(state, line.store))
        if used:
            found.append(Taken(units[0], line, used))
            tokens -= used
    return None if tokens else tuple(found)


def ways_to_pay(state: OcsState, side: Side, units: Sequence[UnitId]) -> list[tuple[Line, ...]]:
    """12.3 Single dumps first, then HQs with all that they draw."""
    theatre, hex_of = state.theatre, state.hex_of
    formations = {theatre.formation_of[unit] for unit in units}
    places = {Hex(hex_of[unit]) for unit in units}
    open_to = [
        store for store in stores(state, side) if store.formation < 0 or formations == {store.formation}
    ]  # 13.2g
    found: list[tuple[Line, ...]] = [
        (Line(store, NOBODY),) for store in open_to
        if all(place in open_from(state, side, store) for place in places)
    ]  # fmt: skip
    for hq in headquarters(state, side):
        thrown = throws_to(state, hq)
        if all(place in thrown for place in places) and all(serves(state, hq, unit) for unit in units):
            drawn = [store for store in open_to if fills(state, side, store, hq)]
            if drawn:
                found.append(tuple(Line(store, hq) for store in drawn))
    return found


# ------------------------------------------------------------------------------------------------ who may fire


def cannot_fire(segment: Segment, state: OcsState, unit: UnitId) -> Iterator[Violation]:
    """10.0e, 10.1, 5.7, 5.8 What keeps a unit from firing at anything."""
    if state.owner[unit] != segment.side or not state.theatre.is_combat[unit] or not state.is_on_map(unit):
        yield Violation("10.1", say("{unit} is no combat unit of yours on the map", unit), units=(unit,))
        return
    if not state.theatre.barrage[state.face[unit]][unit]:
        yield Violation("10.1", say("{unit} has no barrage strength", unit), units=(unit,))
    elif state.mode[unit] == STRAT:
        yield Violation("5.8", say("{unit} is in Strat Mode", unit), units=(unit,))
    elif state.mode[unit] == RESERVE:
        yield Violation("5.7", say("{unit} is in Reserve", unit), units=(unit,))
    elif must_be_released(segment, state, unit) and not state.has(unit, RELEASED):
        yield Violation("2.3", say("{unit} was not released from Reserve in this phase", unit), units=(unit,))
    if state.has(unit, FIRED):
        yield Violation("10.0e", say("{unit} has fired in this phase", unit), units=(unit,))


def must_be_released(segment: Segment, state: OcsState, unit: UnitId) -> bool:
    """2.3 In the Reaction and Exploitation Phases only what was released from Reserve fires; 21.9a in the former also
    who is in Combat or Move Mode."""
    if segment.row.endswith(REACTION_BARRAGES):
        return not state.option(O21_9_REACTION_FIRE) or state.mode[unit] not in (COMBAT, MOVE)
    return segment.row.endswith(EXPLOITATION_BARRAGES)


def out_of_range(state: OcsState, target: Hex, unit: UnitId) -> Iterator[Violation]:
    """10.1"""
    here = Hex(state.hex_of[unit])
    away, range_ = state.theatre.distance(here, target), state.theatre.range_of[unit]
    if not 1 <= away <= range_:
        said = say("{unit} fires {number} hexes far, {hex} is {away} away", unit, range_, target, away)
        yield Violation("10.1", said, (here, target), (unit,))


def guns(segment: Segment, state: OcsState) -> list[UnitId]:
    """10.1 All that may fire at something."""
    return [
        unit for unit in state.theatre.gunners[segment.side]
        if state.theatre.barrage[state.face[unit]][unit] and next(cannot_fire(segment, state, unit), None) is None
    ]  # fmt: skip


# ------------------------------------------------------------------------------------------------ the form


def targets(segment: Segment, state: OcsState) -> list[Hex]:
    disc, range_of = state.theatre.disc, state.theatre.range_of
    reach = union(*[disc(Hex(state.hex_of[unit]), range_of[unit]) for unit in guns(segment, state)])
    return [target for target in worth_a_barrage(state, segment.side) if target in reach] if reach else []


class Gunnery(NamedTuple):
    """10.1 Who fires at what, however it is paid for: out of dumps (10.1b), or with a cache (21.10)."""

    name: str
    rule: str
    paid: Callable[[OcsState, Side, Sequence[UnitId], str], tuple[Taken, ...] | None]
    unpaid: Callable[[OcsState, Group, str], Violation]  # that these cannot be paid for
    nobody: str  # that nobody can fire at a hex

    def form(self, refuse: Callable[..., Iterator[Violation]] | None = None) -> Form:
        return Form(
            self.name, self.rule,
            Slot("target", HEX, targets, self.bad_target),
            Slot("aim", WORD, all_aims, self.bad_choice),
            Slot("stacks", GROUP, self.batteries, self.bad_stack, many=True),
            dumps(payers),
            refuse=refuse,
        )  # fmt: skip

    def refused(self, segment: Segment, state: OcsState, target: Hex, aim: str, unit: UnitId) -> Iterator[Violation]:
        """What keeps a unit from firing at this hex, alone."""
        refused = list(cannot_fire(segment, state, unit)) or list(out_of_range(state, target, unit))
        yield from refused
        if not refused and self.paid(state, segment.side, (unit,), aim) is None:
            yield self.unpaid(state, (unit,), aim)

    def firing(self, segment: Segment, state: OcsState, target: Hex, aim: str) -> list[UnitId]:
        """All that may fire at a hex."""
        return [
            unit for unit in state.theatre.gunners[segment.side]
            if state.theatre.barrage[state.face[unit]][unit]
            and next(self.refused(segment, state, target, aim, unit), None) is None
        ]  # fmt: skip

    def bad_target(self, segment: Segment, state: OcsState, target: Hex) -> Iterator[Violation]:
        """10.0e"""
        aims = aims_at(state, segment.side, target)
        if not aims:
            yield Violation("10.0", say("nothing in {hex} can be barraged", target), (target,))
            return
        yield from barraged_already(state, target)
        if not any(self.firing(segment, state, target, aim) for aim in aims):
            yield Violation(self.rule, say(self.nobody, target), (target,))

    def bad_choice(self, segment: Segment, state: OcsState, target: Hex, aim: str) -> Iterator[Violation]:
        """10.0c"""
        refused = list(bad_aim(state, segment.side, target, aim))
        yield from refused
        if not refused and not self.firing(segment, state, target, aim):
            yield Violation(self.rule, say("nobody can fire at that in {hex}", target), (target,))

    def batteries(self, segment: Segment, state: OcsState, target: Hex, aim: str, *_: object) -> dict[str, Group]:
        return stacks(state, self.firing(segment, state, target, aim))

    def bad_stack(
        self, segment: Segment, state: OcsState, target: Hex, aim: str, chosen: tuple[Group, ...], units: Group | str
    ) -> Iterator[Violation]:
        """10.1, 10.1b"""
        if units == DONE:
            if not chosen:
                yield Violation("10.1", "a barrage needs a unit")
            return
        assert not isinstance(units, str)
        refused = [each for unit in units for each in self.refused(segment, state, target, aim, unit)]
        yield from refused
        all_of_them = together((*chosen, units))
        if not refused and self.paid(state, segment.side, all_of_them, aim) is None:
            yield self.unpaid(state, all_of_them, aim)


def payers(
    segment: Segment, state: OcsState, target: Hex, aim: str, chosen: tuple[Group, ...]
) -> tuple[UnitId, ...]:  # fmt: skip
    return together(chosen)


def unpaid(state: OcsState, units: Group, aim: str) -> Violation:
    """10.1b"""
    cost = price(state, aim, units)
    if len(units) == 1:
        said: Text = say("{unit} would need {number}T out of one dump or by one HQ", units[0], cost)
    else:
        said = f"together they need {cost}T, which no dump that all reach and no HQ's throw gives"
    return Violation("10.1b", said, units=units)


OUT_OF_DUMPS = Gunnery(
    "barrage", "10.1", paid_for, unpaid, "nobody can fire at {hex}, or nobody can be supplied"
)  # fmt: skip
BARRAGE = OUT_OF_DUMPS.form()
