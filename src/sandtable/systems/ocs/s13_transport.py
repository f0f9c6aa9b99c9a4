"""OCS 13.2: transport points: loading, hauling and unloading supply."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from sandtable.core.bits import NO_HEX, Bits
from sandtable.core.charts import round_half_up
from sandtable.core.decisions import GROUP, HEX, WORD, Form, Sieve, Slot, number
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.groups import Group, stacks, unnamed
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.state import fact
from sandtable.systems.ocs.s04_zones import hold
from sandtable.systems.ocs.s05_modes import SAME, allowance, apply, cannot_be_there, ordered, where_in_reserve
from sandtable.systems.ocs.s06_movement import (
    Asked,
    every_hex,
    finish,
    has_moved,
    not_together,
    ready,
    step_prices,
    ways,
)
from sandtable.systems.ocs.s12_trace import ports
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import QUARTERS, TRUCK

KEEP, UNLOAD, RETURN = "keep", "unload", "return"
AFTERWARDS = (UNLOAD, KEEP, RETURN)


def loading(state: OcsState, unit: UnitId) -> int:
    """13.2 What it costs to load or to unload, in quarters: a tenth of the allowance, in whole points."""
    return _loading(state.printed_allowance(unit, state.face[unit]) // QUARTERS, state.number("load"))


@lru_cache
def _loading(points: int, percent: int) -> int:
    return QUARTERS * round_half_up(Fraction(points * percent, 100))


def left(state: OcsState, unit: UnitId) -> int:
    """5.0 Movement points that it has left, in quarters."""
    return allowance(state, unit, ordered(state, unit, SAME)) - state.spent[unit]


def unloadable(state: OcsState, side: Side, place: Hex) -> bool:
    """13.2 Where supply may be unloaded: with a combat unit, a port, an air base or supply of one's own."""
    facility = state.base[place] or place in ports(state)
    return bool(
        place in state.occupied(side) or state.holder[place] == side + 1
        or (facility and state.controller(place) == side)
    )  # fmt: skip


def loadable(state: OcsState, side: Side, place: Hex) -> int:
    """12.2 Tokens on the ground that were not put down in this phase."""
    return max(0, state.dump[place] - state.unloaded[place]) if state.holder[place] == side + 1 else 0


def room(state: OcsState, unit: UnitId) -> int:
    """13.2 Tokens that a point takes up yet, if it has the movement points to load."""
    able = left(state, unit) >= loading(state, unit)
    return state.load_of(unit) - state.cargo[unit] if able else 0


def taking(state: OcsState, units: Group, tokens: int) -> dict[UnitId, int]:
    """Which points take how many of these: one is filled after the other."""
    found = dict[UnitId, int]()
    for unit in units:
        if taken := min(tokens, room(state, unit)):
            found[unit] = taken
            tokens -= taken
    return found


@fact
def haul_ends(state: OcsState, units: Group, tokens: int) -> Bits:
    """13.2 The hexes to which all of them get, those that load first with what is left to them; their own if they load
    or can unload there. Who has moved goes on only with what it loads (6.1); a reserve takes its marker along (5.7)."""
    here, side, board = Hex(state.hex_of[units[0]]), Side(state.owner[units[0]]), state.theatre.board
    taken, found = taking(state, units, tokens), None
    for unit in units:
        if unit not in taken and has_moved(state, unit):
            found = NO_HEX
            break
        way, reserve = ways(state, unit, SAME, units), loading(state, unit) if unit in taken else 0
        mine = way.ends if not reserve else board.bits([hex for hex in way.ends if way.cost(hex) + reserve <= way.left])
        found = mine if found is None else found & mine
    assert found is not None
    found, own = where_in_reserve(state, side, units, SAME, found), board.bits([here])
    stays = tokens or unloads(state, side, units, 0, here)
    return found | own if stays else found - own


def unloads(state: OcsState, side: Side, units: Group, tokens: int, to: Hex) -> bool:
    """13.2 May all that these points carry then be unloaded there?"""
    return next(cannot_unload(state, side, units, tokens, to), None) is None


def cannot_unload(
    state: OcsState, side: Side, units: Group, tokens: int, to: Hex, back: bool = False
) -> Iterator[Violation]:
    """13.2"""
    taken = taking(state, units, tokens)
    laden = [unit for unit in units if state.cargo[unit] or unit in taken]
    if not laden:
        yield Violation("13.2", "they carry nothing", units=units)
    if organic := tuple(unit for unit in laden if state.is_organic(unit)):
        yield Violation("13.2", say("{units} are organic, and never unload", organic), units=organic)
    if not unloadable(state, side, to):
        yield Violation("13.2", say("no unit, port, base or supply of yours is in {hex}", to), (to,))
    here = Hex(state.hex_of[units[0]])
    if tokens and to == here:
        yield Violation("13.2", "they have just loaded here", (to,), units)
    short = [
        unit for unit in units if price(state, unit, units, unit in taken, unit in laden, to, back) > left(state, unit)
    ]
    if short:
        yield Violation("13.2", say("{units} have too few movement points for it", tuple(short)), units=tuple(short))


def price(state: OcsState, unit: UnitId, units: Group, loads: bool, laden: bool, to: Hex, back: bool) -> int:
    """13.2 Movement points for loading, the way, unloading and the way back, in quarters."""
    here, found = Hex(state.hex_of[unit]), loading(state, unit) * (loads + laden)
    if to == here:
        return found
    way = ways(state, unit, SAME, units)
    found += way.cost(to)
    if back:
        found += sum(way_back(state, unit, way.route(here, to)))
    return found


def way_back(state: OcsState, unit: UnitId, way: tuple[Hex, ...]) -> list[int]:
    """6.2 What the steps of a way cost in the other direction."""
    prices, side = step_prices(state, Side(state.owner[unit]), state.mobility(unit)), state.theatre.board.layout.side
    return [prices[side(one, other)] for one, other in zip(way[:0:-1], way[-2::-1], strict=True)]


class Haul(Procedure):
    """13.2 Points load, go somewhere and unload, keep their load, or come back empty."""

    side: Side
    units: Group
    tokens: int
    to: Hex
    then: str

    @step("13.2")
    def take_on(self, state: OcsState) -> Result:
        here = Hex(state.hex_of[self.units[0]])
        for unit, tokens in taking(state, self.units, self.tokens).items():
            state.put_down(here, self.side, -tokens)
            state.put_cargo(unit, state.cargo[unit] + tokens)
            state.burn(unit, loading(state, unit))
            state.note("loaded", "13.2", unit=unit, number=tokens, hex=here)
        return None

    @step("13.2")
    def go(self, state: OcsState) -> Result:
        here = Hex(state.hex_of[self.units[0]])
        found = {unit: ways(state, unit, SAME, self.units) for unit in self.units}
        back = dict.fromkeys(self.units, 0)
        for unit in self.units:
            apply(state, unit, ordered(state, unit, SAME))
        if self.to != here:
            for unit in self.units:
                way = found[unit].route(here, self.to)
                back[unit] = sum(way_back(state, unit, way))
                state.burn(unit, found[unit].cost(self.to))
                if state.mobility(unit) == TRUCK:
                    hold(state, self.side, way[1:] if self.then == RETURN else way[1:-1], self.units)
                state.move(unit, self.to, "13.2", through=way)
            finish(state, self.units)
        for unit in self.units if self.then != KEEP else ():
            if state.cargo[unit]:
                self._unload(state, unit)
        if self.then == RETURN:
            for unit in self.units:
                state.burn(unit, back[unit])
                state.move(unit, here, "13.2", through=tuple(reversed(found[unit].route(here, self.to))))
        return Done()

    def _unload(self, state: OcsState, unit: UnitId) -> None:
        tokens = state.cargo[unit]
        state.put_cargo(unit, 0)
        state.unload(self.to, self.side, tokens)
        state.burn(unit, loading(state, unit))
        state.note("unloaded", "13.2", unit=unit, number=tokens, hex=self.to)


def points(asked: Asked, state: OcsState, *_: object) -> dict[str, Group]:
    return stacks(state, on_wheels(state, asked.side))


def likely_points(asked: Asked, state: OcsState) -> tuple[Group, ...]:
    return unnamed(state, on_wheels(state, asked.side))


def on_wheels(state: OcsState, side: Side) -> list[UnitId]:
    """13.2 Transport that may move, or has moved."""
    return [unit for unit in ready(state, side, True) if state.is_transport(unit)]


def bad_points(asked: Asked, state: OcsState, units: Group) -> Iterator[Violation]:
    """13.2"""
    for unit in units:
        if not state.is_transport(unit):
            yield Violation("13.2", say("{unit} is no transport", unit), units=(unit,))
            return
    refused = list(not_together(state, asked.side, units, also_moved=True))
    yield from refused
    if not refused and not token_bounds(asked, state, units):
        yield Violation("13.2", "they can neither load nor unload, and go nowhere", units=units)


def most_tokens(state: OcsState, units: Group) -> int:
    here, side = Hex(state.hex_of[units[0]]), Side(state.owner[units[0]])
    return min(loadable(state, side, here), sum(room(state, unit) for unit in units))


def token_bounds(asked: Asked, state: OcsState, units: Group) -> range:
    """13.2 Tokens to load; none, if they go somewhere or unload."""
    return range(0 if haul_ends(state, units, 0) else 1, most_tokens(state, units) + 1)


def bad_tokens(asked: Asked, state: OcsState, units: Group, tokens: int) -> Iterator[Violation]:
    """13.2"""
    here = Hex(state.hex_of[units[0]])
    if tokens > (free := loadable(state, asked.side, here)):
        yield Violation("12.2", f"{free} tokens can be loaded here that were not put down in this phase", (here,))
    if tokens > (able := sum(room(state, unit) for unit in units)):
        yield Violation("13.2", f"they take up {able} tokens", units=units)


def as_much_as_fits(asked: Asked, state: OcsState, units: Group) -> int:
    return most_tokens(state, units)


def bad_haul_end(asked: Asked, state: OcsState, units: Group, tokens: int, to: Hex) -> Iterator[Violation]:
    """5.7, 13.2"""
    if to not in haul_ends(state, units, tokens):
        loads = taking(state, units, tokens)
        refused = list(cannot_be_there(state, asked.side, units, SAME, to))
        if to == state.hex_of[units[0]]:
            yield Violation("13.2", "they have nothing to load or unload here", (to,), units)
        elif idle := tuple(unit for unit in units if unit not in loads and has_moved(state, unit)):
            said = say("{units} have moved in this phase, and go on only with what they load", idle)
            yield Violation("6.1", said, (to,), idle)
        elif refused:
            yield from refused
        else:
            yield Violation("6.1", say("{hex} is beyond their reach", to), (to,), units)


def legal_haul_ends(asked: Asked, state: OcsState, units: Group, tokens: int) -> list[Hex]:
    return list(haul_ends(state, units, tokens))


def afterwards(asked: Asked, state: OcsState, *_: object) -> tuple[str, ...]:
    return AFTERWARDS


def bad_then(
    asked: Asked, state: OcsState, units: Group, tokens: int, to: Hex, word: str
) -> Iterator[Violation]:  # fmt: skip
    """13.2"""
    here = to == state.hex_of[units[0]]
    if word != KEEP:
        yield from cannot_unload(state, asked.side, units, tokens, to, word == RETURN)
    elif here and not tokens:
        yield Violation("13.2", "they would do nothing", units=units)
    if word == RETURN and here:
        yield Violation("13.2", "they go nowhere", units=units)
    elif word == RETURN:
        stops = tuple(unit for unit in units if returns_through_zone(state, unit, units, to))
        if stops:
            yield Violation("4.5", say("an enemy zone of control stops {units}", stops), (to,), stops)


def returns_through_zone(state: OcsState, unit: UnitId, units: Group, to: Hex) -> bool:
    """4.5 Trucks that entered a zone of the enemy stop there: those that come back have met none."""
    return not ways(state, unit, SAME, units).leaves(to)


HAUL = Form(
    "haul", "13.2",
    Slot("units", GROUP, points, bad_points, Sieve(likely_points)),
    number("tokens", token_bounds, bad_tokens, as_much_as_fits),
    Slot("to", HEX, every_hex, bad_haul_end, legal_haul_ends),
    Slot("then", WORD, afterwards, bad_then),
)  # fmt: skip
