"""OCS 13.5, 13.6: what arrives: replacements by the scenario's roll, reinforcements of the turn, supply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from sandtable.core.changes import changeable
from sandtable.core.decisions import GROUP, HEX, WORD, Action, Form, Slot, number
from sandtable.core.flow import Ask, Done, Goto, Procedure, Result, Roll, step
from sandtable.core.groups import Group
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.state import State, fact
from sandtable.systems.ocs.s04_zones import enemy_zone
from sandtable.systems.ocs.s05_modes import VOLUNTARY, cannot_be_there
from sandtable.systems.ocs.s12_trace import ports
from sandtable.systems.ocs.s15_bases import arrive, is_carrier
from sandtable.systems.ocs.s15_bases import takes as takes_plane
from sandtable.systems.ocs.s18_craft import is_dukw
from sandtable.systems.ocs.s19_ports import load, room, takes
from sandtable.systems.ocs.state import ON_WHEELS, OcsState
from sandtable.systems.ocs.theatre import CRAFT, MODES, MOVE
from sandtable.systems.ocs.titles import EQ, Arrival, setup_of


class DraftReplacements(Procedure):
    """13.5 The roll of the scenario: counters of the pool come with the turn's reinforcements."""

    side: Side
    gives: int = 0

    @step("13.5")
    def roll(self, state: OcsState) -> Result:
        table = state.theatre.drafts[self.side]
        return Done() if table is None else Roll(table.dice, "gives", table.tokens)

    @step("13.5")
    def draft(self, state: OcsState) -> Result:
        eq, pax = divmod(self.gives, EQ)
        for kind, wanted in (("pax", pax), ("eq", eq)):
            pool = sorted(
                unit for unit in state.units_in(state.theatre.pool[self.side]) if state.theatre.kind_of[unit] == kind
            )
            for unit in pool[:wanted]:
                state.move(unit, state.theatre.turns[state.turn], "13.5", kind="drafted")
        return Done()


class Enter(Procedure):
    """13.6 Reinforcements are placed."""

    side: Side
    units: Group
    to: Hex
    mode: str

    @step("13.6")
    def place(self, state: OcsState) -> Result:
        if self.to in ports(state):
            state.ship(self.to, load(state, self.units))
        for unit in reversed(self.units):
            enter(state, self.side, unit, self.to, MODES.index(self.mode), "13.6")
        return Done()


def enter(state: OcsState, side: Side, unit: UnitId, to: Hex, mode: int, rule: str) -> None:
    """13.6 A counter comes to the map: organic trucks come loaded, aircraft active, transport in Move Mode."""
    theatre = state.theatre
    if theatre.is_organic[unit] and not state.cargo[unit]:
        state.put_cargo(unit, state.number("tokens-a-point"))
    if theatre.is_plane[unit]:
        arrive(state, side, unit, to)
    state.move(unit, to, rule)
    stowed = state.aboard(unit) if theatre.is_craft[unit] else []
    state.arrive_tokens(side, sum(state.cargo[each] for each in (unit, *stowed)), rule)
    if theatre.is_craft[unit] and to not in theatre.navigable[CRAFT]:
        state.take_role(unit, ON_WHEELS, "18.4e")
    state.set_mode(unit, mode if theatre.is_combat[unit] else MOVE, rule)
    if theatre.is_combat[unit] and to < theatre.board.hexes:
        state.take_control(to, side, rule)


class DeliverSupply(Procedure):
    """13.6 The roll of the scenario: tokens are put where the owner likes among the places named, through ports within
    their capacity; what finds no place does not come."""

    side: Side
    left: int = 0
    answer: Action = ()

    @step("13.6")
    def roll(self, state: OcsState) -> Result:
        table = state.theatre.deliveries[self.side]
        return Done() if table is None else Roll(table.dice, "left", table.tokens)

    @step("13.6")
    def begin(self, state: OcsState) -> Result:
        table = state.theatre.deliveries[self.side]
        assert table is not None
        for place, tokens in table.beside(self.left).items():
            deliver(state, self.side, place, min(tokens, space_at(state, self.side, place)))
        return None

    @step("13.6")
    def ask(self, state: OcsState) -> Result:
        places = open_to_supply(self, state)
        if not self.left or not places:
            return Done()
        if len(places) == 1:
            self.answer = (places[0], min(self.left, space_at(state, self.side, places[0])))
            return None
        return Ask(self.side, DELIVER, "answer")

    @step("13.6")
    def put(self, state: OcsState) -> Result:
        (place, tokens), self.answer = self.answer, ()
        deliver(state, self.side, place, tokens)
        self.left -= tokens
        return Goto("ask")


def deliver(state: OcsState, side: Side, place: Hex, tokens: int) -> None:
    if not tokens:
        return
    if place in ports(state):
        state.ship(place, tokens)
    state.put_down(place, side, tokens)
    state.note("delivered", "13.6", side=side, hex=place, number=tokens)
    state.arrive_tokens(side, tokens, "13.6")


# ------------------------------------------------------------------------------------------------ where


def is_shut(state: OcsState, side: Side, place: Hex) -> bool:
    """13.6 Does something of the enemy's stand or lie there?"""
    foe = enemy(side)
    return any(state.owner[unit] == foe for unit in state.units_in(place)) or state.holder[place] == foe + 1


def entrances(state: OcsState, side: Side, places: Sequence[Hex]) -> list[Hex]:
    """13.6 The places themselves; if each at the edge of the map is shut, the nearest hex of the edge that is not."""
    harbours = ports(state)
    edge = [place for place in places if place not in harbours and place < state.theatre.board.hexes]
    if not edge or any(not is_shut(state, side, place) for place in edge):
        return list(places)
    distance, closed = state.theatre.board.layout.distance, state.theatre.sea
    others = [hex for hex in rim(state) if hex not in closed and not is_shut(state, side, hex)]
    return [*places, *sorted(others, key=lambda hex: (distance(edge[0], hex), hex))[:1]]


def rim(state: OcsState) -> list[Hex]:
    """Hexes at the edge of the map."""
    theatre = state.theatre
    return [Hex(hex) for hex in theatre.everywhere if min(theatre.board.neighbours[6 * hex : 6 * hex + 6]) < 0]


def space_at(state: OcsState, side: Side, place: Hex) -> int:
    """13.6 How many tokens may be put there."""
    if is_shut(state, side, place):
        return 0
    return room(state, side, place) if place in ports(state) else MANY


MANY = 30_000  # tokens: more than ever come


# ------------------------------------------------------------------------------------------------ supply


def supply_places(delivery: DeliverSupply, state: OcsState) -> list[Hex]:
    table = state.theatre.deliveries[delivery.side]
    return [] if table is None else entrances(state, delivery.side, table.at)


def open_to_supply(delivery: DeliverSupply, state: OcsState) -> list[Hex]:
    return [place for place in supply_places(delivery, state) if space_at(state, delivery.side, place)]


def not_delivered(delivery: DeliverSupply, state: OcsState, at: Hex) -> Iterator[Violation]:
    """13.6, 19.0"""
    if at not in supply_places(delivery, state):
        yield Violation("13.6", say("your supply does not arrive in {hex}", at), (at,))
    elif not space_at(state, delivery.side, at):
        yield Violation("13.6", say("nothing more comes in at {hex}", at), (at,))


def how_much(delivery: DeliverSupply, state: OcsState, at: Hex) -> range:
    return range(1, min(delivery.left, space_at(state, delivery.side, at)) + 1)


def the_most(delivery: DeliverSupply, state: OcsState, at: Hex) -> int:
    return how_much(delivery, state, at)[-1]


DELIVER = Form(
    "deliver", "13.6", Slot("at", HEX, supply_places, not_delivered), number("tokens", how_much, proposes=the_most)
)


# ------------------------------------------------------------------------------------------------ units


@lru_cache
def arrivals(scenario: str) -> Mapping[UnitId, Arrival]:
    return {arrival.unit: arrival for arrival in setup_of(scenario).arrivals}


def named_arrival(state: OcsState, unit: UnitId) -> Arrival | None:
    """13.6 What the scenario says of it; nothing that holds for its captor."""
    own = state.owner[unit] == state.theatre.side_of[unit]
    return arrivals(state.scenario.name).get(unit) if own else None


def places_of(state: OcsState, unit: UnitId) -> tuple[Hex, ...]:
    """13.6 Where a counter enters: as the scenario says; replacements where they are drafted, all others, who return
    (12.8e), where supply arrives, or else at the sources."""
    side, theatre = Side(state.owner[unit]), state.theatre
    known, draft, delivery = named_arrival(state, unit), theatre.drafts[side], theatre.deliveries[side]
    if theatre.is_repl[unit] and known is None and draft is not None:
        return draft_places(state, side, draft.at)
    if known is not None:
        return known.places
    return delivery.at if delivery is not None else tuple(sorted(theatre.sources[side]))


@changeable
def draft_places(state: OcsState, side: Side, named: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """13.5 Where replacements arrive: as the scenario says."""
    return named


@fact
def due(state: OcsState, side: Side) -> tuple[UnitId, ...]:
    """13.6 Those of this turn, and of earlier ones if they found no place."""
    boxes = [state.theatre.turns[turn] for turn in range(1, state.turn + 1)]
    return tuple(sorted(unit for box in boxes for unit in state.units_in(box) if state.owner[unit] == side))


def due_together(segment: Segment, state: OcsState, *_: object) -> dict[str, Group]:
    """By the places they may enter at."""
    found: dict[tuple[Hex, ...], list[UnitId]] = {}
    for unit in due(state, segment.side):
        found.setdefault(places_of(state, unit), []).append(unit)
    return {"_or_".join(map(state.scenario.place_name, places)): tuple(units) for places, units in found.items()}


def doors(state: OcsState, side: Side, units: Group) -> list[Hex]:
    """13.6 Places that are named for all of them."""
    places = [place for place in places_of(state, units[0]) if all(place in places_of(state, unit) for unit in units)]
    return entrances(state, side, places)


def no_way_in(state: OcsState, side: Side, units: Group, to: Hex) -> Iterator[Violation]:
    """13.6, 19.0"""
    free = {place for unit in units for place in _only_free(state, unit)}
    if to not in doors(state, side, units):
        yield Violation("13.6", say("{hex} is not a place where all of these arrive", to), (to,))
    elif is_shut(state, side, to):
        yield Violation("13.6", say("the enemy is in {hex}", to), (to,))
    elif ashore := tuple(unit for unit in units if is_wrecked(state, unit, to)):
        yield Violation("18.1c", say("{units} do not go to {hex}", ashore, to), (to,), ashore)
    elif to in free and to in enemy_zone(state, side):
        yield Violation("13.6", say("{hex} is in an enemy zone of control", to), (to,))
    elif to in ports(state) and not takes(state, side, to, units):
        yield Violation("19.0", say("the port in {hex} takes no more of them in this phase", to), (to,))


def is_wrecked(state: OcsState, unit: UnitId, at: Hex) -> bool:
    """18.1c Would a ship be on land there, or anything else at sea?"""
    theatre = state.theatre
    if is_dukw(state, unit):
        return at in theatre.sea - theatre.ocean
    if theatre.is_vessel[unit]:
        return at not in theatre.navigable[theatre.is_craft[unit]]
    if theatre.is_plane[unit] and is_carrier(state, Side(state.owner[unit]), at):
        return not takes_plane(state, unit, at)
    return at < theatre.board.hexes and at in theatre.sea


def _only_free(state: OcsState, unit: UnitId) -> tuple[Hex, ...]:
    known = named_arrival(state, unit)
    return () if known is None else known.free


def cannot_enter(segment: Segment, state: OcsState, units: Group) -> Iterator[Violation]:
    """13.6"""
    known = due(state, segment.side)
    for unit in units:
        if unit not in known:
            yield Violation("13.6", say("{unit} does not arrive now", unit), units=(unit,))
            return
    if all(next(no_way_in(state, segment.side, units, to), None) for to in doors(state, segment.side, units)):
        yield Violation("13.6", "there is no place where they could all arrive", units=units)


def entered(segment: Segment, state: OcsState, units: Group) -> list[Hex]:
    return doors(state, segment.side, units)


def bad_place(segment: Segment, state: OcsState, units: Group, to: Hex) -> Iterator[Violation]:
    yield from no_way_in(state, segment.side, units, to)


def modes(segment: Segment, state: OcsState, units: Group, to: Hex) -> Iterable[str]:
    return VOLUNTARY


def bad_mode(segment: Segment, state: OcsState, units: Group, to: Hex, mode: str) -> Iterator[Violation]:
    yield from cannot_appear(state, segment.side, units, to, mode)


def cannot_appear(state: OcsState, side: Side, units: Group, to: Hex, mode: str) -> Iterator[Violation]:
    """5.0, 13.5, 13.6 Against a mode of units that come to the map there."""
    combat = tuple(unit for unit in units if state.theatre.is_combat[unit])
    if mode == "move":
        return
    if not combat:
        yield Violation("5.0", "these have no modes", units=units)
    elif mode == "combat":
        if repls := tuple(unit for unit in combat if state.theatre.is_repl[unit]):
            yield Violation("13.5", say("{units} are never in Combat Mode", repls), units=repls)
    elif mode == "strat" and to in enemy_zone(state, side):
        yield Violation("5.8", say("{hex} is in an enemy zone of control", to), (to,))
    else:
        yield from cannot_be_there(state, side, combat, mode, to)


def still_due(segment: Segment, state: OcsState) -> Iterator[Violation]:
    """13.6 Reinforcements are compulsory, as far as there is a place for them."""
    waiting = [unit for unit in due(state, segment.side) if not list(cannot_enter(segment, state, (unit,)))]
    if waiting:
        yield Violation("13.6", say("{units} still have to arrive", tuple(waiting)), units=tuple(waiting))


def is_anybody_due(state: State) -> bool:
    assert isinstance(state, OcsState)
    return bool(due(state, state.phasing))


ENTER = Form(
    "enter", "13.6",
    Slot("units", GROUP, due_together, cannot_enter), Slot("to", HEX, entered, bad_place),
    Slot("mode", WORD, modes, bad_mode),
)  # fmt: skip
ALL_ENTERED = Form("end", "13.6", refuse=still_due)
