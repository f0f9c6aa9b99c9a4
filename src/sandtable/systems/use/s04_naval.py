"""USE 4.0: naval movement: Sea Zones, straits, canals, Map Boxes; where ships may put in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from sandtable.core.decisions import HEX, UNIT, Form, Slot
from sandtable.core.flow import Ask, Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.use.d1_politics import why_closed
from sandtable.systems.use.s01_5_sorties import too_tired
from sandtable.systems.use.s03_3_stacking import crowded, kinds_apart
from sandtable.systems.use.s04_2_ground import movement_points
from sandtable.systems.use.s04_ports import bad_port
from sandtable.systems.use.state import UseState
from sandtable.systems.use.theatre import WARSHIPS, Passage

RULE = "4.0"
MOST_ESCORTS = 1  # 3.3 one warship is in a port


# ------------------------------------------------------------------------------------------------ costs


def sea_price(state: UseState, line: str) -> int:
    return int(state.scenario.charts.lines("naval_movement")[line].value)


def entry(state: UseState, place: Hex) -> int:
    """4.0 Of a Sea Zone or a Map Box; hexes cost nothing."""
    return sea_price(state, "map-box" if place in state.theatre.map_boxes else "sea-zone")


def passing(state: UseState, passage: Passage) -> int:
    """4.0 A strait is added to what lies behind it; a canal is a step of its own."""
    over = sea_price(state, passage.over) if passage.over else 0
    return over + entry(state, passage.to)


def shut(state: UseState, unit: UnitId, passage: Passage) -> str:
    """4.0 Why a strait or canal is closed to a unit; nothing if it is open."""
    foe = enemy(Side(state.theatre.side_of[unit]))
    if any(state.controller(bank) == foe for bank in passage.banks):
        return f"the enemy holds the {passage.over}"
    if passage.over == "canal":
        return next((why for bank in passage.banks if (why := why_closed(state, unit, bank))), "")
    return ""


def next_steps(state: UseState, unit: UnitId, way: Sequence[Hex], start: Hex) -> dict[Hex, int]:
    """4.0 Where a voyage leads on to, and what that costs."""
    theatre = state.theatre
    if not way and start not in theatre.map_boxes:
        return {zone: entry(state, zone) for zone in theatre.zones_at(start)}
    passages = theatre.sea.get(way[-1] if way else start, ())
    return {each.to: passing(state, each) for each in passages if not shut(state, unit, each)}


def cost(state: UseState, unit: UnitId, way: Sequence[Hex], start: Hex) -> int:
    """4.0 Of a voyage through these Sea Zones and Map Boxes."""
    return sum(next_steps(state, unit, way[:nth], start)[place] for nth, place in enumerate(way))


def cheapest(state: UseState, unit: UnitId, begin: dict[Hex, int]) -> dict[Hex, int]:
    """4.0 What every Sea Zone and Map Box costs at least, from those that are reached already."""
    found: dict[Hex, int] = {}
    queue = [(paid, place) for place, paid in begin.items()]
    queue.sort()
    while queue:
        paid, place = heappop(queue)
        if place in found:
            continue
        found[place] = paid
        for there, more in next_steps(state, unit, (place,), place).items():
            heappush(queue, (paid + more, there))
    return found


# ------------------------------------------------------------------------------------------------ harbours


def beside(state: UseState, to: Hex) -> tuple[Hex, ...]:
    """Where a voyage to a port or Map Box ends: a Sea Zone beside the port, or the box itself."""
    return (to,) if to in state.theatre.map_boxes else state.theatre.zones_at(to)


def bad_harbour(state: UseState, ships: Sequence[UnitId], cargo: UnitId | None, to: Hex) -> Iterator[Violation]:
    """4.0, 3.3 Why a force cannot put in somewhere."""
    theatre, side = state.theatre, Side(state.theatre.side_of[ships[0]])
    if to in theatre.map_boxes:
        if to not in theatre.sea:
            yield Violation(RULE, "no Sea Zone leads there", (to,))
        return
    if to >= theatre.board.hexes or not theatre.zones_at(to) or not state.holds_port(side, to):
        yield Violation(RULE, "it is not a friendly port at sea", (to,))
        return
    if why := why_closed(state, ships[0], to):
        yield Violation(RULE, why, (to,))
    for ship in ships:
        yield from crowded(state, ship, to, but=ships)
    for kinds in {kinds_apart(state, ship) for ship in ships}:
        alike = tuple(ship for ship in ships if theatre.type_of[ship] in kinds)
        if len(alike) > 1:
            yield Violation("3.3", "one convoy and one warship at most are in a port", (to,), alike)
    if cargo is not None and to != state.hex_of[cargo]:
        yield from bad_port(state, cargo, to)


def points(state: UseState, ships: Sequence[UnitId]) -> int:
    return min(movement_points(state, ship) for ship in ships)


def harbours(state: UseState, ships: Sequence[UnitId], cargo: UnitId | None = None) -> list[Hex]:
    """4.0 Where a force may go."""
    theatre, start, lead = state.theatre, Hex(state.hex_of[ships[0]]), ships[0]
    near = cheapest(state, lead, next_steps(state, lead, (), start))
    ends = {to for to in theatre.map_boxes if to in near and to != start}
    ends |= {port for zone in near if zone not in theatre.map_boxes for port in theatre.coast_of(zone) if port != start}
    return [to for to in sorted(ends) if next(unreachable(state, ships, cargo, to), None) is None]


def unreachable(state: UseState, ships: Sequence[UnitId], cargo: UnitId | None, to: Hex) -> Iterator[Violation]:
    """4.0 Why a force cannot go somewhere in one voyage."""
    start, lead = Hex(state.hex_of[ships[0]]), ships[0]
    if to == start:
        yield Violation(RULE, "it is already there", (to,))
        return
    found = list(bad_harbour(state, ships, cargo, to))
    yield from found
    if found:
        return
    near = cheapest(state, lead, next_steps(state, lead, (), start))
    needed = min((near[zone] for zone in beside(state, to) if zone in near), default=None)
    if needed is None:
        yield Violation(RULE, "no way by sea leads there", (to,))
    elif needed > points(state, ships):
        yield Violation(RULE, f"the way costs {needed} movement points, and there are {points(state, ships)}", (to,))


def bad_leg(
    state: UseState, ships: Sequence[UnitId], to: Hex, way: tuple[Hex, ...], pick: Hex | str
) -> Iterator[Violation]:
    """4.0 Why a voyage cannot lead on into a Sea Zone or Map Box, or end; it has to come to its port in the end."""
    start, lead, ends = Hex(state.hex_of[ships[0]]), ships[0], beside(state, to)
    if isinstance(pick, str):
        if not way or way[-1] not in ends:
            yield Violation(RULE, "the voyage has not come to its port yet", (to,))
        return
    steps = next_steps(state, lead, way, start)
    if pick not in steps:
        yield Violation(RULE, "the way does not lead on there, or is closed", (pick,))
        return
    paid = cost(state, lead, way, start) + steps[pick]
    further = cheapest(state, lead, {pick: paid})
    needed = min((further[zone] for zone in ends if zone in further), default=None)
    if needed is None or needed > points(state, ships):
        yield Violation(RULE, f"its {points(state, ships)} movement points do not suffice for that way", (pick,))


# ------------------------------------------------------------------------------------------------ refuge


class Refuge(Procedure):
    """5.2, 4.2.3.7 Interdicted at sea, or driven from a port: to the nearest friendly port, or lost."""

    side: Side
    ships: tuple[UnitId, ...]
    cargo: UnitId
    zones: tuple[Hex, ...]  # where they are, or put out to
    answer: tuple = ()  # type: ignore[type-arg]

    @step("5.2")
    def flee(self, state: UseState) -> Result:
        if not refuges(self, state):
            for unit in self.force:
                state.eliminate(unit, "5.2")
            return Done()
        return Ask(self.side, REFUGE, "answer")

    @step("5.2")
    def put_in(self, state: UseState) -> Result:
        (to,), self.answer = self.answer, ()
        for unit in self.force:
            if state.hex_of[unit] != to:
                state.move(unit, to, "5.2")
        return Done()

    @property
    def force(self) -> tuple[UnitId, ...]:
        return (*self.ships, self.cargo) if self.cargo >= 0 else self.ships


def refuges(frame: Refuge, state: UseState) -> list[Hex]:
    """5.2 The nearest ports by movement points; what is left of the ships' own does not matter."""
    theatre, cargo = state.theatre, frame.cargo if frame.cargo >= 0 else None
    near = cheapest(state, frame.ships[0], dict.fromkeys(frame.zones, 0))
    found: dict[Hex, int] = {}
    for zone, paid in near.items():
        for port in theatre.coast_of(zone) if zone not in theatre.map_boxes else ():
            if next(bad_harbour(state, frame.ships, cargo, port), None) is None:
                found[port] = min(paid, found.get(port, paid))
    least = min(found.values(), default=0)
    return sorted(port for port, paid in found.items() if paid == least)


def bad_refuge(frame: Refuge, state: UseState, to: Hex) -> Iterator[Violation]:
    if to not in refuges(frame, state):
        yield Violation("5.2", "it is not the nearest friendly port with room", (to,))


REFUGE = Form(
    "refuge", "5.2",
    Slot("to", HEX, lambda frame, state: range(state.theatre.board.hexes), bad_refuge, refuges),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ who may sail


def fleet(segment: Segment, state: UseState) -> list[UnitId]:
    theatre = state.theatre
    return [unit for unit in state.scenario.units_of(segment.side) if theatre.is_naval[unit] and state.in_play(unit)]


def in_harbour(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    """6.2 Why a naval unit cannot act."""
    if unit not in fleet(segment, state):
        yield Violation(RULE, say("{unit} is not a naval unit of yours in a port or Map Box", unit), units=(unit,))
        return
    yield from too_tired(state, unit)


def bad_escort(
    segment: Segment, state: UseState, ship: UnitId, chosen: tuple[UnitId, ...], pick: UnitId | str
) -> Iterator[Violation]:
    """5.2 A naval escort starts in the same place and travels along."""
    if isinstance(pick, str):
        return
    yield from in_harbour(segment, state, pick)
    if state.theatre.type_of[pick] not in WARSHIPS:
        yield Violation("5.2", say("{unit} is not a warship", pick), units=(pick,))
    if state.hex_of[pick] != state.hex_of[ship] or pick == ship:
        yield Violation("5.2", say("{unit} is not with {other_unit}", pick, ship), units=(pick,))
    if len(chosen) >= MOST_ESCORTS:
        yield Violation("5.2", "one warship is escort enough", units=(pick,))


def escorts(segment: Segment, state: UseState) -> Sequence[UnitId]:
    return [unit for unit in fleet(segment, state) if state.theatre.type_of[unit] in WARSHIPS]


ESCORT = Slot(
    "escort", UNIT, lambda segment, state, *given: escorts(segment, state),
    lambda segment, state, ship, chosen, pick: bad_escort(segment, state, ship, chosen, pick), many=True,
)  # fmt: skip
