"""USE 13.0: conditional events: what triggers them, countries that become active, units that wait for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from sandtable.core.chartfile import Charts
from sandtable.core.decisions import HEX, UNIT, Form, Menu, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.systems.use.s03_3_stacking import crowded, rival
from sandtable.systems.use.s08_2_arrivals import arrival_places, bad_arrival, stays_neutral
from sandtable.systems.use.setups import LATER
from sandtable.systems.use.state import CONDITIONS, ENDED, UseState
from sandtable.systems.use.theatre import AXIS_FACTION, NEUTRAL, WEST, WESTERN, Theatre

RULE = "13.0"
EAST, MEDITERRANEAN, USA_ENTRY, NORTH, SOUTH, WEST_INVADED = range(len(CONDITIONS))
IN_THE_EAST = ("estonia", "latvia", "lithuania", "ussr")
IN_THE_WEST = ("belgium", "netherlands", "ireland")
COLONIAL = ("france", "uk")  # powers with Overseas Areas
BY_ACTIVATION = {"usa": (EAST, MEDITERRANEAN, WEST_INVADED), "finland": (NORTH,), "turkey": (SOUTH,)}
KM_PER_DEGREE, ROW = 111.32, 3**0.5 / 2  # rows of hexes lie closer than their centres


# ------------------------------------------------------------------------------------------------ triggers


def by_entry(state: UseState, counter: UnitId, place: Hex) -> tuple[int, ...]:
    """13.0 The events that come as a counter attacks into, moves into or is placed in a hex."""
    theatre = state.theatre
    if 0 not in state.happened or state.faction_of(counter) != AXIS_FACTION or place >= theatre.board.hexes:
        return ()
    found = lands(theatre)[place]
    land = theatre.country_at[place]
    if land >= 0 and theatre.countries[land].id == "poland" and state.faction[land] == AXIS_FACTION:
        found = (*found, EAST)
    if theatre.is_ground[counter]:
        found = (*found, *borders(theatre, state.scenario.charts)[place])
    return _new(state, found) if found else ()


def by_activation(state: UseState, country: int) -> tuple[int, ...]:
    """13.0 Those that come as a country becomes active."""
    return _new(state, BY_ACTIVATION.get(state.theatre.countries[country].id, ()))


def by_policies(state: UseState) -> tuple[int, ...]:
    """13.0 USA Entry: both policies have ended."""
    return _new(state, (USA_ENTRY,) if all(policy >= ENDED for policy in state.policies) else ())


def _new(state: UseState, events: Iterable[int]) -> tuple[int, ...]:
    return tuple(event for event in dict.fromkeys(events) if not state.happened[event])


@cache
def lands(theatre: Theatre) -> tuple[tuple[int, ...], ...]:
    """13.0 By hex: the events of an Axis counter there."""
    crisis = next_to_colonies(theatre)
    return tuple(tuple(_at(theatre, Hex(hex), crisis)) for hex in range(theatre.board.hexes))


def _at(theatre: Theatre, hex: Hex, crisis: frozenset[int]) -> Iterator[int]:
    land = theatre.country_at[hex]
    if land < 0:
        return
    id = theatre.countries[land].id
    at_home = id in COLONIAL and hex not in theatre.overseas
    if id in IN_THE_EAST:
        yield EAST
    if id in IN_THE_WEST or at_home:
        yield WEST_INVADED
    if land in crisis and not at_home:
        yield MEDITERRANEAN


def next_to_colonies(theatre: Theatre) -> frozenset[int]:
    """13.0 Countries that share a border with an Overseas Area of France or the UK, and these powers themselves."""
    found = set()
    for hex in theatre.overseas:
        if theatre.countries[theatre.country_at[hex]].id in COLONIAL:
            found |= {theatre.country_at[there] for there in (hex, *theatre.board.around(hex))}
    return frozenset(found - {-1})


@lru_cache
def borders(theatre: Theatre, charts: Charts) -> tuple[tuple[int, ...], ...]:
    """13.0 By hex: the events of an Axis ground unit in the far north or south of the USSR."""
    north, south = (float(charts.lines("borders")[border].value) for border in ("north", "south"))
    found = []
    for hex in range(theatre.board.hexes):
        land = theatre.country_at[hex]
        soviet = land >= 0 and theatre.countries[land].id == "ussr"
        degrees = latitude(theatre, Hex(hex))
        found.append((NORTH,) if soviet and degrees > north else (SOUTH,) if soviet and degrees < south else ())
    return tuple(found)


def latitude(theatre: Theatre, hex: Hex) -> float:
    """Of a hex's centre, by the projection that its board tells."""
    said = theatre.board.data["projection"]
    row = hex // theatre.board.layout.columns
    return float(said["lat_top"]) - row * float(said["km"]) * ROW / KM_PER_DEGREE


# ------------------------------------------------------------------------------------------------ effects


class Conditional(Procedure):
    """13.0 Events come one after the other; the units that wait for one may be mobilized at once, free of charge."""

    events: tuple[int, ...]
    shipped: tuple[int, ...] = ()  # countries whose emergency shipping is decided
    answer: tuple = ()  # type: ignore[type-arg]

    @step("13.0")
    def next_event(self, state: UseState) -> Result:
        if not self.events:
            return Done()
        if not state.happened[self.events[0]]:
            state.happen(self.events[0], RULE)
            if self.events[0] == USA_ENTRY and can_join(state, "usa"):
                return Call(Activate(state.theatre.country("usa"), WESTERN), then="next_event")
        units = waiting_for(state, self.events[0])
        able = [unit for unit in units if arrival_places(state, unit)]
        if able:
            return Goto("mobilize")
        if self.events[0] == MEDITERRANEAN and rescuers(self, state):
            return Goto("ship")
        self.events = self.events[1:]
        return Goto("next_event")

    @step("13.0")
    def mobilize(self, state: UseState) -> Result:
        unit = next(unit for unit in waiting_for(state, self.events[0]) if arrival_places(state, unit))
        return Ask(Side(state.theatre.side_of[unit]), CALL_UP, "answer")

    @step("13.0")
    def arrive(self, state: UseState) -> Result:
        (word, *picked), self.answer = self.answer, ()
        if word == "later":  # the others stay in their box for good
            self.events = self.events[1:]
        else:
            state.move(picked[0], picked[1], RULE)
        return Goto("next_event")

    @step("13.0")
    def ship(self, state: UseState) -> Result:
        """Emergency shipping: a British and a French convoy may go to a port Overseas, unseen and free of charge."""
        return Ask(WEST, SHIPPING, "answer")

    @step("13.0")
    def put_in(self, state: UseState) -> Result:
        (word, *picked), self.answer = self.answer, ()
        lands = {state.theatre.country_of[unit] for unit in rescuers(self, state)}
        if word == "ship":
            lands = {state.theatre.country_of[picked[0]]}
            state.move(picked[0], picked[1], RULE)
        self.shipped = (*self.shipped, *sorted(lands))
        return Goto("next_event")


def can_join(state: UseState, id: str) -> bool:
    """13.0 Is there such a country, and is it neutral?"""
    return id in state.theatre.country_ids and state.faction[state.theatre.country(id)] == NEUTRAL


def rescuers(frame: Conditional, state: UseState) -> list[UnitId]:
    """13.0 Convoys of France and the UK that may still go to a port Overseas."""
    theatre = state.theatre
    return [
        unit for unit in theatre.units(("convoy",), WEST)
        if theatre.countries[theatre.country_of[unit]].id in COLONIAL and theatre.country_of[unit] not in frame.shipped
        and state.in_play(unit) and overseas_ports(state, unit)
    ]  # fmt: skip


def overseas_ports(state: UseState, unit: UnitId) -> list[Hex]:
    found = list(state.theatre.overseas & state.theatre.ports)
    return [hex for hex in found if next(bad_haven(state, unit, hex), None) is None]


def bad_haven(state: UseState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """13.0 A friendly port of an Overseas Area of France or the UK, without another convoy."""
    theatre = state.theatre
    at_home = to >= theatre.board.hexes or to not in theatre.overseas or not state.holds_port(WEST, to)
    if at_home or theatre.countries[theatre.country_at[to]].id not in COLONIAL:
        yield Violation(RULE, "it is not a friendly port of an Overseas Area", (to,))
    else:
        yield from crowded(state, unit, to)


def no_rescuer(frame: Conditional, state: UseState, unit: UnitId) -> Iterator[Violation]:
    if unit not in rescuers(frame, state):
        yield Violation(RULE, say("{unit} is not a British or French convoy that may still go", unit), units=(unit,))


SHIPPING = Menu(
    "emergency shipping", RULE,
    Form("ship", RULE,
         Slot("unit", UNIT, rescuers, no_rescuer),
         Slot("to", HEX, lambda frame, state, unit: range(state.theatre.board.hexes),
              lambda frame, state, unit, to: bad_haven(state, unit, to),
              lambda frame, state, unit: overseas_ports(state, unit))),
    Form("none", RULE), ends="none",
)  # fmt: skip


class Activate(Procedure):
    """13.0 Country Activation: a neutral joins a faction; its units are set up where they begin."""

    country: int
    faction: int

    @step("13.0")
    def join(self, state: UseState) -> Result:
        state.join(self.country, self.faction, "13.0")
        theatre = state.theatre
        side = Side(theatre.countries[self.country].side)
        for city in theatre.cities_of[self.country]:
            if state.controller(city) is None:  # what it has ceded (D3) stays away
                state.take_control(city, side, "2.3.1")
        placed = list[int]()
        for unit in to_set_up(state, self.country):
            state.place(unit, begins_in(state, unit), "13.0")
            if unit in theatre.in_forts and state.fort[state.hex_of[unit]] == self.country + 1:
                state.occupy(unit, True, "4.2.3.5")
            placed += by_entry(state, unit, Hex(state.hex_of[unit]))
        return Call(Conditional(tuple(dict.fromkeys((*by_activation(state, self.country), *placed)))))

    @step("13.0")
    def done(self, state: UseState) -> Result:
        return Done()


def to_set_up(state: UseState, country: int) -> list[UnitId]:
    """13.0 The counters of a country that have not been set up; armies on top."""
    theatre, at = state.theatre, state.theatre.counters["at"]
    found = [
        UnitId(unit) for unit, owner in enumerate(theatre.country_of)
        if owner == country and state.hex_of[unit] < 0 and at[unit] != LATER
    ]  # fmt: skip
    return sorted(found, key=lambda unit: theatre.is_ground[unit])


def begins_in(state: UseState, unit: UnitId) -> Hex:
    """13.0 Where its scenario sets a counter up; what should have come by the Turn Track is there, and a unit whose hex
    has been ceded or has no room waits in the Mobilization box."""
    theatre, side = state.theatre, Side(state.theatre.side_of[unit])
    at = state.scenario.place(theatre.counters["at"][unit])
    late = at in (theatre.turn_box(turn) for turn in range(1, state.turn + 1))
    if late:
        return theatre.box("events" if theatre.is_marker[unit] else "mobilization", side)
    if at >= theatre.board.hexes or theatre.is_marker[unit]:
        return at
    strangers = any(theatre.side_of[each] != side for each in state.units_in(at))
    shut = strangers or state.controller(at) not in (side, None) or rival(state, unit, at) is not None
    return theatre.box("mobilization", side) if shut else at


def waiting_for(state: UseState, event: int) -> list[UnitId]:
    """13.0 Units in the Conditional box of an event."""
    box = state.theatre.boxes.get(f"conditional_{CONDITIONS[event]}")
    return sorted(state.units_in(box)) if box is not None else []


def called(frame: Conditional, state: UseState) -> list[UnitId]:
    return waiting_for(state, frame.events[0])


def not_called(frame: Conditional, state: UseState, unit: UnitId) -> Iterator[Violation]:
    if unit not in called(frame, state):
        yield Violation(RULE, say("{unit} does not wait for this event", unit), units=(unit,))
    elif neutral := list(stays_neutral(state, state.theatre.country_of[unit])):
        yield from neutral
    elif not arrival_places(state, unit):
        yield Violation(RULE, say("no city of its country has room for {unit}", unit), units=(unit,))


CALL_UP = Menu(
    "call up", RULE,
    Form("mobilize", RULE,
         Slot("unit", UNIT, called, not_called),
         Slot("to", HEX, lambda frame, state, unit: range(state.theatre.board.size),
              lambda frame, state, unit, to: bad_arrival(state, unit, to),
              lambda frame, state, unit: list(arrival_places(state, unit)))),
    Form("later", RULE), ends="later",
)  # fmt: skip
