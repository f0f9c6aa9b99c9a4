"""USE 5.2, 7.0: supply over sea: a convoy is activated for a unit's supply line, and may be intercepted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.decisions import HEX, UNIT, Form, Slot
from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.use.d1_politics import why_closed
from sandtable.systems.use.s04_naval import bad_escort, beside, cheapest, escorts, fleet, in_harbour, next_steps
from sandtable.systems.use.s05_2_interception import SUPPLY_TRACE, THROUGH, Voyage
from sandtable.systems.use.s06_2_naval import tire
from sandtable.systems.use.s07_supply import BOXES, Source, fed, sources, units_checked
from sandtable.systems.use.state import FULL, NO, SHIPPED, UNSHIPPED, UseState

RULE = "7.4"


class SeaSupply(Procedure):
    """7.4 A line from a unit to a port, over sea to another or a Map Box, and on to a source."""

    side: Side
    unit: UnitId
    port: Hex
    to: Hex
    convoy: UnitId
    escort: tuple[UnitId, ...]
    way: tuple[Hex, ...]
    result: tuple = ()  # type: ignore[type-arg]

    @step("7.4")
    def trace(self, state: UseState) -> Result:
        return Call(Voyage(self.side, self.convoy, self.escort, self.way, SUPPLY_TRACE), into="result")

    @step("5.2")
    def read(self, state: UseState) -> Result:
        (word, fought, _), self.result = self.result, ()
        tire(state, (self.convoy, *self.escort), fought)
        if word == THROUGH:
            source = fed_from(state, self.unit, self.to)
            assert source is not None
            state.did(self.unit, SHIPPED)
            state.set_supply(self.unit, source.level, RULE)
            if source.units:
                state.serve(source.hex)
        elif not state.done[self.unit] & UNSHIPPED:
            state.did(self.unit, UNSHIPPED)
            state.set_supply(self.unit, min(state.supply[self.unit] + 1, NO), "5.2")
        return Done()


# ------------------------------------------------------------------------------------------------ ends of a line


def units_by_sea(segment: Segment, state: UseState) -> list[UnitId]:
    return list(units_checked(state, segment.side))


def no_need(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    if unit not in units_by_sea(segment, state):
        yield Violation(RULE, say("{unit} is not a unit of yours on the map", unit), units=(unit,))
        return
    if state.done[unit] & SHIPPED:
        yield Violation(RULE, say("{unit} has been supplied over sea", unit), units=(unit,))
    if not quays(segment, state, unit):
        yield Violation(RULE, say("no line over sea leads from {unit} to a source", unit), units=(unit,))


def quays(segment: Segment, state: UseState, unit: UnitId) -> list[Hex]:
    theatre = state.theatre
    coasts = {hex for zone in theatre.sea_zones for hex in theatre.coast_of(zone)}
    found = sorted((*coasts, *theatre.map_boxes))
    return [hex for hex in found if next(bad_quay(segment, state, unit, hex), None) is None]


def bad_quay(segment: Segment, state: UseState, unit: UnitId, port: Hex) -> Iterator[Violation]:
    """7.4 Where the line over land comes to the sea; who is in a Map Box is there already."""
    boxed = port == state.hex_of[unit] and port in state.theatre.map_boxes and port in state.theatre.sea
    if not boxed and (port >= state.theatre.board.hexes or not open_port(state, unit, port)):
        yield Violation(RULE, "it is not a friendly port at sea", (port,))
    elif not boxed and state.hex_of[unit] not in fed(state, state.theatre.country_of[unit], (port,)):
        yield Violation(RULE, say("no line leads from {unit} to this port", unit), (port,), (unit,))
    elif not far_ends(segment, state, unit, port):
        yield Violation(RULE, "no source lies beyond the sea, or no convoy is at either end", (port,))


def open_port(state: UseState, unit: UnitId, port: Hex) -> bool:
    side = Side(state.theatre.side_of[unit])
    return bool(state.theatre.zones_at(port)) and state.holds_port(side, port) and not why_closed(state, unit, port)


def far_ends(segment: Segment, state: UseState, unit: UnitId, port: Hex) -> list[Hex]:
    places = range(state.scenario.places)
    return [Hex(to) for to in places if next(bad_end(segment, state, unit, port, Hex(to)), None) is None]


def bad_end(segment: Segment, state: UseState, unit: UnitId, port: Hex, to: Hex) -> Iterator[Violation]:
    """7.4, 7.0 Where the line leaves the sea."""
    if to == port or fed_from(state, unit, to) is None:
        yield Violation("7.0", "it is no Map Box or port with a line to a source that has room", (to,))
        return
    if not set(beside(state, to)) & set(cheapest(state, unit, next_steps(state, unit, (), port))):
        yield Violation(RULE, "no way by sea leads there", (to,))
    if not convoys_ready(segment, state, port, to):
        yield Violation(RULE, "no convoy is at either end", (port, to))


def fed_from(state: UseState, unit: UnitId, to: Hex) -> Source | None:
    """7.0 The best source that a Map Box is, or that a line leads to from a port: an Unlimited one, or a Limited one
    that has room for another unit."""
    theatre, country = state.theatre, state.theatre.country_of[unit]
    if to in theatre.map_boxes:
        own = state.scenario.place_name(to) in BOXES.get(theatre.countries[country].id, ())
        return Source(to, FULL, 0) if own else None
    if to >= theatre.board.hexes or not open_port(state, unit, to):
        return None
    room = (each for each in sources(state, country) if not each.units or state.served[each.hex] < each.units)
    found = [each for each in room if to in fed(state, country, (each.hex,))]
    return min(found, key=lambda each: (each.level, each.units, each.hex), default=None)


def convoys_ready(segment: Segment, state: UseState, port: Hex, to: Hex) -> list[UnitId]:
    ships = fleet(segment, state)
    return [ship for ship in ships if next(no_convoy(segment, state, port, to, ship), None) is None]


def no_convoy(segment: Segment, state: UseState, port: Hex, to: Hex, ship: UnitId) -> Iterator[Violation]:
    yield from in_harbour(segment, state, ship)
    if state.theatre.type_of[ship] != "convoy" or state.hex_of[ship] not in (port, to):
        yield Violation(RULE, say("{unit} is not a convoy at either end of the line", ship), units=(ship,))


def bad_sea_leg(
    state: UseState, unit: UnitId, port: Hex, to: Hex, way: Sequence[Hex], pick: Hex | str
) -> Iterator[Violation]:
    """1.4 Any number of Sea Zones and Map Boxes, each once."""
    ends = beside(state, to)
    if isinstance(pick, str):
        if not way or way[-1] not in ends:
            yield Violation(RULE, "the line has not come to its end yet", (to,))
        return
    steps = next_steps(state, unit, way, port)
    if pick not in steps or pick in way:
        yield Violation(RULE, "the line does not lead on there", (pick,))
    elif way and way[-1] in ends and to not in state.theatre.map_boxes:
        yield Violation(RULE, "the line has come to its end", (to,))
    elif not can_arrive(state, unit, to, (*way, pick)):
        yield Violation(RULE, "no way by sea leads on from there", (pick,))


def can_arrive(state: UseState, unit: UnitId, to: Hex, way: tuple[Hex, ...]) -> bool:
    """Can the line still come to its end without a Sea Zone it has passed?"""
    ends, seen, queue = beside(state, to), set(way), [way[-1]]
    for place in queue:
        if place in ends:
            return True
        for there in next_steps(state, unit, (place,), place):
            if there not in seen:
                seen.add(there)
                queue.append(there)
    return False


SUPPLY_BY_SEA = Form(
    "ship", RULE,
    Slot("unit", UNIT, units_by_sea, no_need),
    Slot("port", HEX, lambda segment, state, unit: range(state.scenario.places), bad_quay, quays),
    Slot("to", HEX, lambda segment, state, unit, port: range(state.scenario.places), bad_end, far_ends),
    Slot(
        "convoy", UNIT, lambda segment, state, unit, port, to: fleet(segment, state),
        lambda segment, state, unit, port, to, ship: no_convoy(segment, state, port, to, ship),
        lambda segment, state, unit, port, to: convoys_ready(segment, state, port, to),
    ),
    Slot(
        "escort", UNIT, lambda segment, state, *_: escorts(segment, state),
        lambda segment, state, unit, port, to, ship, chosen, pick: bad_escort(segment, state, ship, chosen, pick),
        many=True,
    ),
    Slot(
        "way", HEX, lambda segment, state, *_: sorted(state.theatre.sea),
        lambda segment, state, unit, port, to, ship, escort, way, pick: bad_sea_leg(state, unit, port, to, way, pick),
        many=True, ordered=True,
    ),
)  # fmt: skip
