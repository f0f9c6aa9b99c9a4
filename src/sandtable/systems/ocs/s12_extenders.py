"""OCS 12.7: extenders: transport points that carry trace supply further."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import GROUP, HEX, Form, Slot
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.groups import Group
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.s05_modes import half_allowance
from sandtable.systems.ocs.s06_movement import not_together, ready
from sandtable.systems.ocs.s12_trace import connects, extending, posted
from sandtable.systems.ocs.state import FINISHED, OcsState
from sandtable.systems.ocs.theatre import LEG, TRUCK


def too_slow(state: OcsState, units: Group) -> tuple[UnitId, ...]:
    """12.7 Those that have spent more than half."""
    return tuple(unit for unit in units if state.spent[unit] > half_allowance(state, unit))


class Post(Procedure):
    """12.7 Five points become an extender."""

    side: Side
    units: Group

    @step("12.7")
    def post(self, state: OcsState) -> Result:
        turn(state, self.units, 1)
        state.note("extender posted", "12.7", side=self.side, hex=Hex(state.hex_of[self.units[0]]))
        return Done()


class TakeUp(Procedure):
    """12.7 An extender becomes five points again."""

    side: Side
    place: Hex

    @step("12.7")
    def take_up(self, state: OcsState) -> Result:
        turn(state, extending(state, self.side, self.place), 0)
        state.note("extender taken up", "12.7", side=self.side, hex=self.place)
        return Done()


def turn(state: OcsState, units: Group, extends: int) -> None:
    for unit in units:
        state.burn(unit, half_allowance(state, unit))
        state.extends[unit] = extends
        state.changed("extends", unit)


def kinds(segment: Segment, state: OcsState) -> dict[str, Group]:
    """Points of one kind in a hex, as many as make an extender."""
    theatre, found = state.theatre, dict[tuple[int, str], list[UnitId]]()
    for unit in sorted(ready(state, segment.side, True)):
        if theatre.is_transport[unit] and not state.is_organic(unit):
            found.setdefault((state.hex_of[unit], kind_of(state, unit)), []).append(unit)
    many, name = state.number("extender-points"), state.scenario.place_name
    return {
        f"{kind}s_{name(Hex(place))}": tuple(units[:many])
        for (place, kind), units in found.items()
        if len(units) >= many
    }


def kind_of(state: OcsState, unit: UnitId) -> str:
    """12.7 Organic trucks, once they are captured, are trucks like any other (13.2g)."""
    kind = state.theatre.kind_of[unit]
    return "truck" if kind == "organic" else kind


def cannot_post(segment: Segment, state: OcsState, units: Group) -> Iterator[Violation]:
    """12.7"""
    theatre, many = state.theatre, state.number("extender-points")
    if not all(theatre.is_transport[unit] and not state.is_organic(unit) for unit in units):
        yield Violation("12.7", "only transport points that are not organic make an extender", units=units)
        return
    refused = list(not_together(state, segment.side, units, also_moved=True))
    yield from refused
    if refused:
        return
    here = Hex(state.hex_of[units[0]])
    if len(units) != many or len({kind_of(state, unit) for unit in units}) > 1:
        yield Violation("12.7", f"{many} points of one kind make an extender", units=units)
    if laden := tuple(unit for unit in units if state.cargo[unit]):
        yield Violation("12.7", say("{units} are loaded", laden), units=laden)
    if slow := too_slow(state, units):
        yield Violation("12.7", say("{units} have not half their movement points left", slow), units=slow)
    if here in posted(state, segment.side):
        yield Violation("12.7", say("an extender is in {hex} already", here), (here,))
    elif not connects(state, segment.side, here, LEG if theatre.is_wagon[units[0]] else TRUCK):
        yield Violation("12.7", "it would reach no source, railhead or other extender", (here,))


def extenders(segment: Segment, state: OcsState) -> list[Hex]:
    return sorted(posted(state, segment.side))


def cannot_take_up(segment: Segment, state: OcsState, place: Hex) -> Iterator[Violation]:
    """12.7"""
    units = extending(state, segment.side, place)
    if not units:
        yield Violation("12.7", say("no extender of yours is in {hex}", place), (place,))
    elif slow := too_slow(state, units):
        yield Violation("12.7", say("{units} have not half their movement points left", slow), units=slow)
    elif any(state.has(unit, FINISHED) for unit in units):
        yield Violation("6.1", say("{units} have finished", units), units=units)


POST = Form("post", "12.7", Slot("units", GROUP, kinds, cannot_post))
TAKE_UP = Form("take_up", "12.7", Slot("place", HEX, extenders, cannot_take_up))
