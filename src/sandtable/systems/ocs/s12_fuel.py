"""OCS 12.5: fuel: for one unit, for a formation, or by an HQ for the independent units in its range."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sandtable.core.bits import Bits
from sandtable.core.decisions import GROUP, UNIT, Form, Sieve, Slot
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.groups import Group, Groups, listed
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.state import OFF, fact
from sandtable.systems.ocs.s12_dumps import dumps
from sandtable.systems.ocs.s12_paths import (
    NOBODY,
    Line,
    Store,
    drawn_at,
    headquarters,
    is_cut_off_from_afar,
    lean_on,
    lean_on_throw,
    open_from,
    serves,
    stores,
    throws_to,
    tokens_in,
)
from sandtable.systems.ocs.s12_payment import Need, Taken, allotted, take
from sandtable.systems.ocs.state import DRY, FOR_OTHERS, FOR_THE_PHASE, UNTIL_CLEAN_UP, OcsState, stores_fact
from sandtable.systems.ocs.theatre import COMBAT_FACE, LEG, MOVE_FACE, TRUCK


def needs_fuel(state: OcsState, unit: UnitId, face: int) -> bool:
    """12.5 Combat units that would move on wheels or tracks, and have no fuel yet."""
    theatre = state.theatre
    return (
        theatre.is_combat[unit] and theatre.mobility[face][unit] != LEG and state.fuel[unit] == DRY
        and fuelling_hq(state, unit) is None
    )  # fmt: skip


def fuelling_hq(state: OcsState, unit: UnitId) -> UnitId | None:
    """12.5 A fuelled HQ in whose range an independent unit starts to move; it throws fuel from one hex in a phase."""
    side, here = Side(state.owner[unit]), state.hex_of[unit]
    if not state.theatre.is_independent[unit]:
        return None
    for hq in headquarters(state, side):
        throws = state.fuel[hq] == FOR_OTHERS and state.fuel_from[hq] in (OFF, state.hex_of[hq])
        if throws and unit != hq and serves(state, hq, unit) and here in throws_to(state, hq):
            return hq
    return None


def fuel_needs(state: OcsState, units: Sequence[UnitId], faces: Sequence[int]) -> list[Need]:
    """12.5 A token for each of them that needs fuel to move with the face it is to show."""
    price = state.number("fuel")
    return [
        Need(unit, price, leaving=tuple(units)) for unit, face in zip(units, faces, strict=True)
        if needs_fuel(state, unit, face)
    ]  # fmt: skip


def fill_up(state: OcsState, side: Side, units: Sequence[UnitId], faces: Sequence[int], wanted: Sequence[Hex]) -> None:
    """12.5 Whoever needs it is fuelled for the phase: by an HQ that is fuelled, else for tokens."""
    for unit, face in zip(units, faces, strict=True):
        wheels = state.theatre.is_combat[unit] and state.theatre.mobility[face][unit] != LEG
        hq = fuelling_hq(state, unit) if wheels and state.fuel[unit] == DRY else None
        if hq is not None:
            lean_on_throw(state, unit, hq, units)
            state.fuel_from[hq] = state.hex_of[hq]
            state.changed("fuel_from", hq)
            _fuelled(state, unit, FOR_THE_PHASE)
    needs = fuel_needs(state, units, faces)
    taken = allotted(state, needs, wanted)
    assert taken is not None  # the form asked
    for each in taken:
        lean_on(state, each.unit, each.line, units)
    take(state, side, taken, "12.5")
    for need in needs:
        _fuelled(state, need.unit, FOR_THE_PHASE)


def _fuelled(state: OcsState, unit: UnitId, how: int) -> None:
    state.fuel[unit] = how
    state.changed("fuel", unit)


# ------------------------------------------------------------------------------------------------ formations and HQs


BY_HQ = "hq_"  # how a part of a formation is written that shares an HQ, before its hex


class Tap(NamedTuple):
    """12.5 What a formation shares: an HQ and the stores it draws from, or one store."""

    hq: UnitId
    stores: tuple[Store, ...]
    near: Bits  # where it is got at


def drawn_by(state: OcsState, hq: UnitId, formation: int) -> tuple[Store, ...]:
    """12.3 The stores an HQ draws from by itself."""
    found = drawn_at(state, Side(state.owner[hq]), Hex(state.hex_of[hq]), state.mobility(hq))
    return tuple([store for store in found if store.formation in (-1, formation)])


@stores_fact
def ample(state: OcsState, side: Side) -> tuple[Tap, ...]:
    """12.5 The stores with a supply point to spend."""
    price = state.number("formation-fuel")
    return tuple(
        [
            Tap(NOBODY, (store,), open_from(state, side, store))
            for store in stores(state, side)
            if tokens_in(state, store) >= price
        ]
    )


@stores_fact
def taps(state: OcsState, side: Side, formation: int) -> tuple[Tap, ...]:
    """12.5 Whatever a formation may share that has a supply point to spend."""
    price = state.number("formation-fuel")
    found = [tap for tap in ample(state, side) if tap.stores[0].formation in (-1, formation)]
    for hq in headquarters(state, side):
        mine = drawn_by(state, hq, formation)
        if sum(tokens_in(state, store) for store in mine) >= price:
            found.append(Tap(hq, mine, throws_to(state, hq)))
    return tuple(found)


def sharing(state: OcsState, units: Group, found: Iterable[Tap]) -> Iterator[tuple[Tap, Group]]:
    """12.3, 4.5b Of each tap, those of these units, which are all to move, that get at it; taps for nobody left out."""
    hex_of, board = state.hex_of, state.theatre.board
    places = {Hex(hex_of[unit]): unit for unit in units}
    cut_off = board.bits([hex for hex, unit in places.items() if is_cut_off_from_afar(state, unit, hex, units)])
    here = board.bits(list(places))
    for tap in found:
        near, at = tap.near, tap.stores[0].hex
        if cut_off and tap.hq == NOBODY:
            near = (near - cut_off) | (cut_off & board.bits((at, *board.around(at))))
        if near.meets(here):
            there = [unit for unit in units if hex_of[unit] in near]
            yield tap, tuple(there if tap.hq == NOBODY else [unit for unit in there if serves(state, tap.hq, unit)])


def common_tap(state: OcsState, units: Group, wanted: Sequence[Hex] = ()) -> Tap | None:
    """12.5 An HQ whose throw reaches all of them, or a dump that all draw from; one with supply in a hex that is asked
    for goes first."""
    side, formation = Side(state.owner[units[0]]), state.theatre.formation_of[units[0]]
    found = [tap for tap, shared in sharing(state, units, taps(state, side, formation)) if len(shared) == len(units)]
    return min(found, key=lambda tap: _rank(tap.stores, wanted), default=None)


def _rank(stores: Iterable[Store], wanted: Sequence[Hex]) -> int:
    places = [wanted.index(store.hex) for store in stores if store.hex in wanted]
    return min(places, default=len(wanted))


def _taken(state: OcsState, unit: UnitId, tap: Tap, wanted: Sequence[Hex]) -> list[Taken]:
    """The price of a formation's fuel, out of what it shares."""
    found, left = list[Taken](), state.number("formation-fuel")
    for store in sorted(tap.stores, key=lambda store: _rank((store,), wanted)):
        tokens = min(left, tokens_in(state, store))
        if tokens:
            found.append(Taken(unit, Line(store, tap.hq), tokens))
            left -= tokens
    return found


class FuelFormation(Procedure):
    """12.5 All units of a formation that share an HQ or a dump are fuelled for a supply point."""

    side: Side
    units: Group
    dumps: tuple[Hex, ...]

    @step("12.5")
    def fuel(self, state: OcsState) -> Result:
        tap = common_tap(state, self.units, self.dumps)
        assert tap is not None  # the form asked
        taken = _taken(state, self.units[0], tap, self.dumps)
        for unit in self.units:
            for each in taken:
                lean_on(state, unit, each.line, self.units)
        take(state, self.side, taken, "12.5")
        for unit in self.units:
            _fuelled(state, unit, UNTIL_CLEAN_UP)
        state.note("fuelled", "12.5", side=self.side, units=self.units)
        return Done()


class FuelHq(Procedure):
    """12.5 An HQ is fuelled, and with it every independent unit that starts to move in its range."""

    side: Side
    hq: UnitId
    dumps: tuple[Hex, ...]

    @step("12.5")
    def fuel(self, state: OcsState) -> Result:
        taken = _taken(state, self.hq, own_tap(state, self.hq), self.dumps)
        for each in taken:
            lean_on(state, self.hq, each.line)
        take(state, self.side, taken, "12.5")
        _fuelled(state, self.hq, FOR_OTHERS)
        state.note("fuelled", "12.5", side=self.side, units=(self.hq,))
        return Done()


def own_tap(state: OcsState, hq: UnitId) -> Tap:
    """12.3b What an HQ draws by itself, the nearest first: what another one threw to it it does not throw on."""
    here, board = Hex(state.hex_of[hq]), state.theatre.board
    found = drawn_by(state, hq, state.theatre.formation_of[hq])
    nearest = sorted(found, key=lambda store: (store.formation >= 0, board.layout.distance(here, store.hex), store))
    by = NOBODY if state.mobility(hq) == TRUCK else hq  # as any unit draws
    return Tap(by, tuple(nearest), board.bits((here,)))


def drawn_tokens(state: OcsState, hq: UnitId) -> int:
    """12.3b All that an HQ has to throw."""
    return sum(tokens_in(state, store) for store in own_tap(state, hq).stores)


def on_wheels(state: OcsState, unit: UnitId) -> bool:
    """Does it move on wheels or tracks with any of its faces?"""
    return any(state.theatre.mobility[face][unit] != LEG for face in (COMBAT_FACE, MOVE_FACE))


def formations(segment: Segment, state: OcsState, *_: object) -> Groups:
    return formations_of(state, segment.side)


@fact
def formations_of(state: OcsState, side: Side) -> Groups:
    """The units of each that fuel is of use to; and those among them that share an HQ or a dump, named with it."""
    theatre, scenario = state.theatre, state.scenario
    members_of = dict[int, list[UnitId]]()
    for unit in state.combat_units(side):
        if theatre.formation_of[unit] >= 0 and state.fuel[unit] < UNTIL_CLEAN_UP and on_wheels(state, unit):
            members_of.setdefault(theatre.formation_of[unit], []).append(unit)
    found = dict[str, Group]()
    for number, name in enumerate(theatre.formations):
        members = tuple(members_of.get(number, ()))
        if members:
            found[name] = members
        for tap, shared in sharing(state, members, taps(state, side, number)) if len(members) > 1 else ():
            if len(shared) > 1 and shared not in found.values():
                at = scenario.place_name(Hex(state.hex_of[tap.hq]) if tap.hq >= 0 else tap.stores[0].hex)
                found[f"{name}@{BY_HQ if tap.hq >= 0 else ''}{at}"] = shared
    return found


def likely_formations(segment: Segment, state: OcsState) -> list[Group]:
    return list(listed(formations(segment, state), ()))


def cannot_fuel(segment: Segment, state: OcsState, units: Group) -> Iterator[Violation]:
    """12.5"""
    theatre = state.theatre
    refused = False
    for unit in units:
        if state.owner[unit] != segment.side or not state.is_on_map(unit) or not theatre.is_combat[unit]:
            yield Violation("12.5", say("{unit} is not a combat unit of yours on the map", unit), units=(unit,))
            refused = True
        elif state.fuel[unit] >= UNTIL_CLEAN_UP:
            yield Violation("12.5", say("{unit} is fuelled already", unit), units=(unit,))
            refused = True
    if refused:
        return
    if len({theatre.formation_of[unit] for unit in units}) > 1 or theatre.formation_of[units[0]] < 0:
        yield Violation("12.5", "they are not of one formation", units=units)
    elif common_tap(state, units) is None:
        yield Violation("12.5", "they share no HQ or dump with a supply point for them", units=units)


def hqs(segment: Segment, state: OcsState) -> list[UnitId]:
    return [unit for unit in state.combat_units(segment.side) if state.theatre.is_hq[unit]]


def cannot_fuel_hq(segment: Segment, state: OcsState, hq: UnitId) -> Iterator[Violation]:
    """12.5"""
    if state.owner[hq] != segment.side or not state.is_on_map(hq) or not state.theatre.is_hq[hq]:
        yield Violation("12.5", say("{unit} is not an HQ of yours on the map", hq), units=(hq,))
    elif state.fuel[hq] == FOR_OTHERS:
        yield Violation("12.5", say("{unit} is fuelled already", hq), units=(hq,))
    elif hq not in headquarters(state, segment.side):
        yield Violation("5.8", say("{unit} is in Strat Mode, and throws nothing", hq), units=(hq,))
    elif drawn_tokens(state, hq) < state.number("formation-fuel"):
        yield Violation("12.3b", say("{unit} draws no supply point by itself", hq), units=(hq,))


def the_hq(segment: Segment, state: OcsState, hq: UnitId) -> Group:
    return (hq,)


def the_formation(segment: Segment, state: OcsState, units: Group) -> Group:
    return units


FUEL = Form(
    "fuel", "12.5",
    Slot("units", GROUP, formations, cannot_fuel, Sieve(likely_formations)), dumps(the_formation),
)  # fmt: skip
FUEL_HQ = Form("fuel_hq", "12.5", Slot("hq", UNIT, hqs, cannot_fuel_hq), dumps(the_hq))
