"""USE 1.4, 5.2, 5.3: Amphibious Invasion: the force, its way, the landing, the ships' way back; Mulberry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.decisions import HEX, UNIT, Form, Menu, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, counted
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.use.d1_politics import why_closed
from sandtable.systems.use.s01_7_zones import in_ezoc
from sandtable.systems.use.s02_3_entering import Enter
from sandtable.systems.use.s04_2_ground import movement_points, why_not_there
from sandtable.systems.use.s04_naval import (
    bad_escort,
    bad_harbour,
    beside,
    cheapest,
    cost,
    escorts,
    fleet,
    in_harbour,
    next_steps,
    points,
)
from sandtable.systems.use.s05_2_interception import INVASION, STOPPED, THROUGH, Voyage
from sandtable.systems.use.s05_3_attack import FROM_THE_SEA, Combat, on_map
from sandtable.systems.use.s06_2_naval import suffer, tire
from sandtable.systems.use.s06_3_army import aimed_at, bad_attack, idle, one_too_many
from sandtable.systems.use.s09_costs import cost as production_cost
from sandtable.systems.use.state import ACTIVATED, NO_TARGET, UseState
from sandtable.systems.use.theatre import AXIS_FACTION, GROUND, SOVIET, WESTERN

RULE = "6.3.2"
HARBOUR = "E12"
LINES = {AXIS_FACTION: "invasion-axis", SOVIET: "invasion-soviet", WESTERN: "invasion-western-sea-zone"}


class Invasion(Procedure):
    """6.3.2 A ground unit goes with a convoy to a hostile coast, under a Surprise Attack marker."""

    side: Side
    marker: UnitId
    unit: UnitId
    convoy: UnitId
    escort: tuple[UnitId, ...]
    way: tuple[Hex, ...]
    target: Hex
    additional: tuple[UnitId, ...]
    result: tuple = ()  # type: ignore[type-arg]
    answer: tuple = ()  # type: ignore[type-arg]
    outcome: str = ""

    @step("6.3.2")
    def sail(self, state: UseState) -> Result:
        state.move(self.marker, self.way[-1], RULE)
        state.aim(self.marker, self.target)
        state.pay(self.unit, production_cost(state, "activate", self.unit), "9.0")
        state.did(self.unit, ACTIVATED)
        return Call(Voyage(self.side, self.convoy, self.escort, self.way, INVASION), into="result")

    @step("5.2")
    def arrive(self, state: UseState) -> Result:
        (word, fought, _), self.result = self.result, ()
        tire(state, self.ships, fought)
        if word == STOPPED:
            suffer(state, self.unit)
        return None if word == THROUGH else Done()

    @step("6.3.2")
    def land(self, state: UseState) -> Result:
        if state.ground_at(self.target) is None:
            return Call(Enter(self.side, self.unit, self.target, RULE), then="ashore")
        for unit in self.additional:
            state.aim(unit, NO_TARGET)
        return Call(self.combat(self.target, self.additional), into="outcome", then="harbour")

    def combat(self, target: Hex, additional: tuple[UnitId, ...], landed: int = 0) -> Combat:
        """5.3 From the sea, also against a hex beside the one where it has landed."""
        support = int(bool(self.escort))
        return Combat(self.side, target, self.unit, additional, FROM_THE_SEA, naval_support=support, landed=landed)

    @step("6.3.2")
    def ashore(self, state: UseState) -> Result:
        """Who lands unopposed may go one hex further, or in an EZOC make an Assault."""
        return Ask(self.side, ASHORE, "answer") if on_map(state, self.unit) else Goto("harbour")

    @step("6.3.2")
    def go_on(self, state: UseState) -> Result:
        (word, *picked), self.answer = self.answer, ()
        if word == "move":
            return Call(Enter(self.side, self.unit, picked[0], "4.2.3"), then="harbour")
        if word == "assault":
            return Call(self.combat(picked[0], (), landed=1), into="outcome", then="harbour")
        return None

    @step("E12")
    def harbour(self, state: UseState) -> Result:
        """When its activation is over."""
        able = next(no_mulberry(self, state), None) is None
        return Ask(self.side, MULBERRY, "answer") if able else Goto("homeward")

    @step("E12")
    def build(self, state: UseState) -> Result:
        (word,), self.answer = self.answer, ()
        if word == "mulberry":
            state.move(mulberries(self, state)[0], Hex(state.hex_of[self.unit]), HARBOUR)
        return None

    @step("6.3.2")
    def homeward(self, state: UseState) -> Result:
        return Ask(self.side, HOMEWARD, "answer")

    @step("6.3.2")
    def put_in(self, state: UseState) -> Result:
        (to,), self.answer = self.answer, ()
        for ship in self.ships:
            if state.hex_of[ship] != to:
                state.move(ship, to, "4.0")
        return Done()

    @property
    def ships(self) -> tuple[UnitId, ...]:
        return (self.convoy, *self.escort)


# ------------------------------------------------------------------------------------------------ the force


def markers(segment: Segment, state: UseState) -> list[UnitId]:
    type_of = state.theatre.type_of
    return [marker for marker in state.events_of(segment.side) if type_of[marker] == "surprise_attack"]


def bad_surprise(segment: Segment, state: UseState, marker: UnitId) -> Iterator[Violation]:
    if marker not in markers(segment, state):
        yield Violation(RULE, say("{unit} is no Surprise Attack marker in your Events box", marker), units=(marker,))
    elif not forces(segment, state, marker):
        yield Violation(RULE, say("nobody can invade under {unit}", marker), units=(marker,))


def forces(segment: Segment, state: UseState, marker: UnitId) -> list[UnitId]:
    return [unit for unit in invaders(segment, state) if next(no_invader(segment, state, marker, unit), None) is None]


def invaders(segment: Segment, state: UseState) -> list[UnitId]:
    """On the map or in a Map Box."""
    return sorted((*state.ground_units(segment.side), *state.off_map(GROUND, segment.side)))


def no_invader(segment: Segment, state: UseState, marker: UnitId, unit: UnitId) -> Iterator[Violation]:
    """6.3.2 Why a unit cannot invade."""
    if unit not in invaders(segment, state):
        yield Violation(RULE, say("{unit} is not a ground unit of yours", unit), units=(unit,))
        return
    if state.faction_of(unit) != state.faction_of(marker):
        yield Violation(RULE, say("{unit} is of another faction", marker), units=(unit,))
    yield from idle(state, unit)
    if state.in_fort[unit]:
        yield Violation("4.2.3.5", say("{unit} occupies a fort", unit), units=(unit,))
    if not transports(segment, state, marker, unit):
        yield Violation(RULE, say("no convoy can take {unit} to a hostile coast", unit), units=(unit,))


def transports(segment: Segment, state: UseState, marker: UnitId, unit: UnitId) -> list[UnitId]:
    ships = fleet(segment, state)
    return [ship for ship in ships if next(no_transport(segment, state, marker, unit, ship), None) is None]


def no_transport(
    segment: Segment, state: UseState, marker: UnitId, unit: UnitId, convoy: UnitId
) -> Iterator[Violation]:
    """6.3.2 One convoy in the same port or Map Box."""
    found = list(in_harbour(segment, state, convoy))
    yield from found
    if state.theatre.type_of[convoy] != "convoy" or state.hex_of[convoy] != state.hex_of[unit]:
        yield Violation(RULE, say("{unit} is not a convoy in the same place", convoy), units=(convoy,))
    elif not found and not any(leads_on(state, unit, (convoy,), (), zone) for zone in state.theatre.sea_zones):
        yield Violation("1.4", "no coast that could be invaded is in range", units=(convoy,))


# ------------------------------------------------------------------------------------------------ the way


def most_zones(state: UseState, unit: UnitId) -> int:
    """1.4 How many Sea Zones an invasion goes through at most."""
    line = LINES[state.faction_of(unit)]
    if Hex(state.hex_of[unit]) in state.theatre.map_boxes:
        line = line.replace("western-sea-zone", "western-map-box")
    said = state.scenario.charts.lines("ranges")[line].value.split()[0]
    return int(said) if said.isdigit() else 1


def leads_on(state: UseState, unit: UnitId, ships: Sequence[UnitId], way: tuple[Hex, ...], zone: Hex) -> bool:
    return next(bad_zone(state, unit, ships, way, zone), None) is None


def bad_zone(
    state: UseState, unit: UnitId, ships: Sequence[UnitId], way: tuple[Hex, ...], pick: Hex | str
) -> Iterator[Violation]:
    """1.4 The last Sea Zone of the way is that of the invasion."""
    start, most = Hex(state.hex_of[unit]), most_zones(state, unit)
    if isinstance(pick, str):
        if not way or not beaches(state, unit, way[-1]):
            yield Violation("1.4", "there is no coast that could be invaded yet")
        return
    steps = next_steps(state, ships[0], way, start)
    if pick not in steps or pick not in state.theatre.sea_zones:
        yield Violation("4.0", "the way does not lead on there, or is closed", (pick,))
        return
    if len(way) >= most:
        yield Violation("1.4", f"an invasion goes through {counted(most, 'Sea Zone')} at most", (pick,))
        return
    if cost(state, ships[0], (*way, pick), start) > points(state, ships):
        yield Violation("4.0", "the ships have not enough movement points", (pick,))
        return
    further = next_steps(state, ships[0], (*way, pick), start)
    if not beaches(state, unit, pick) and not any(leads_on(state, unit, ships, (*way, pick), zone) for zone in further):
        yield Violation("1.4", "no coast that could be invaded is in range from there", (pick,))


def beaches(state: UseState, unit: UnitId, zone: Hex) -> list[Hex]:
    found = state.theatre.coast_of(zone)
    return sorted(hex for hex in found if next(bad_beach(state, unit, zone, hex), None) is None)


def bad_beach(state: UseState, unit: UnitId, zone: Hex, to: Hex) -> Iterator[Violation]:
    """6.3.2 Why a hex cannot be invaded from a Sea Zone."""
    theatre, side = state.theatre, Side(state.theatre.side_of[unit])
    if to not in theatre.coast_of(zone):
        yield Violation(RULE, "it is not on the coast of this Sea Zone", (to,))
        return
    if to not in theatre.coast:
        yield Violation("1.3", "it is an inland port: it cannot be invaded", (to,))
    beside_it = (hex for hex in theatre.board.around(to) if not theatre.prohibited(to, hex))
    if not any(hex in theatre.ports for hex in (to, *beside_it)):
        yield Violation(RULE, "no port is in it or next to it", (to,))
    if to in theatre.no_entry[theatre.country_of[unit]]:
        yield Violation("4.0", "units of its country do not go there", (to,))
    if why := why_closed(state, unit, to):
        yield Violation("4.0", why, (to,))
    there = state.ground_at(to)
    if there is not None and theatre.side_of[there] == side:
        yield Violation(RULE, say("{unit} is there", there), (to,), (there,))
    if state.weather_at(to) == "Severe":
        yield Violation(RULE, "nobody lands in Severe weather", (to,))
    if any(state.assault[each] == to for each in theatre.units(("surprise_attack",), side)):
        yield Violation(RULE, "it has been invaded in this phase", (to,))


def bad_guard(
    segment: Segment, state: UseState, marker: UnitId, unit: UnitId, convoy: UnitId, chosen: tuple[UnitId, ...],
    pick: UnitId | str,
) -> Iterator[Violation]:  # fmt: skip
    return bad_escort(segment, state, convoy, chosen, pick)


def not_joining(
    segment: Segment, state: UseState, marker: UnitId, unit: UnitId, convoy: UnitId, escort: tuple[UnitId, ...],
    way: tuple[Hex, ...], target: Hex, chosen: tuple[UnitId, ...], pick: UnitId | str,
) -> Iterator[Violation]:  # fmt: skip
    """5.3.3 Units that are to assault the same hex may join; the invader is the Primary Attacker."""
    if isinstance(pick, str):
        return
    if pick not in aimed_at(state, segment.side, target) or state.ground_at(target) is None:
        yield Violation("5.3.3", say("{unit} has no Assault marker for this hex", pick), (target,), (pick,))
    yield from one_too_many(state, chosen, pick)


INVADE = Form(
    "invade", RULE,
    Slot("marker", UNIT, markers, bad_surprise),
    Slot("unit", UNIT, lambda segment, state, marker: invaders(segment, state), no_invader, forces),
    Slot("convoy", UNIT, lambda segment, state, marker, unit: fleet(segment, state), no_transport, transports),
    Slot("escort", UNIT, lambda segment, state, *_: escorts(segment, state), bad_guard, many=True),
    Slot(
        "way", HEX, lambda segment, state, *_: state.theatre.sea_zones,
        lambda segment, state, marker, unit, convoy, escort, way, pick:
            bad_zone(state, unit, (convoy, *escort), way, pick),
        many=True, ordered=True,
    ),
    Slot(
        "target", HEX, lambda segment, state, *_: range(state.theatre.board.hexes),
        lambda segment, state, marker, unit, convoy, escort, way, to: bad_beach(state, unit, way[-1], to),
        lambda segment, state, marker, unit, convoy, escort, way: beaches(state, unit, way[-1]),
    ),
    Slot("additional", UNIT, lambda segment, state, *_: state.ground_units(segment.side), not_joining, many=True),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ ashore


def inland(frame: Invasion, state: UseState, to: Hex) -> Iterator[Violation]:
    """6.3.2 One hex further, if no EZOC is where it landed."""
    here = Hex(state.hex_of[frame.unit])
    if to not in state.theatre.board.around(here):
        yield Violation(RULE, "it goes one hex further at most", (to,))
        return
    if in_ezoc(state, frame.side, here):
        yield Violation(RULE, "it has landed in an EZOC", (here,))
    yield from why_not_there(state, frame.unit, movement_points(state, frame.unit), True, to)


def bad_foe(frame: Invasion, state: UseState, to: Hex) -> Iterator[Violation]:
    """6.3.2 In an EZOC one Assault on an enemy next to it."""
    here = Hex(state.hex_of[frame.unit])
    if not in_ezoc(state, frame.side, here):
        yield Violation(RULE, "it has not landed in an EZOC", (here,))
    yield from bad_attack(state, frame.unit, here, to, movement_points(state, frame.unit))


def mulberries(frame: Invasion, state: UseState) -> list[UnitId]:
    type_of = state.theatre.type_of
    return [marker for marker in state.events_of(frame.side) if type_of[marker] == "mulberry"]


def no_mulberry(frame: Invasion, state: UseState) -> Iterator[Violation]:
    """E12 A British or American unit that has landed where no port is builds one."""
    here = Hex(state.hex_of[frame.unit])
    if here not in (frame.target, *state.theatre.board.around(frame.target)) or here in state.theatre.ports:
        yield Violation(HARBOUR, "it has not landed in a hex without a port", (here,))
        return
    if state.theatre.countries[state.theatre.country_of[frame.unit]].id not in ("uk", "usa"):
        yield Violation(HARBOUR, "only a British or American unit builds one", units=(frame.unit,))
    if not mulberries(frame, state):
        yield Violation(HARBOUR, "no Mulberry is in the Events box")
    if here not in state.theatre.coast:
        yield Violation(HARBOUR, "it is built in a coastal hex", (here,))


AROUND = Slot(
    "to", HEX, lambda frame, state: state.theatre.board.around(Hex(state.hex_of[frame.unit])), inland
)  # fmt: skip
ASHORE = Menu(
    "ashore", RULE,
    Form("move", "4.2.3", AROUND),
    Form("assault", "5.3.3", AROUND._replace(name="target", refuse=bad_foe)),
    Form("stop", RULE), ends="stop",
)  # fmt: skip
MULBERRY = Menu("harbour", HARBOUR, Form("mulberry", HARBOUR), Form("none", HARBOUR), ends="none")


# ------------------------------------------------------------------------------------------------ the ships' way back


def home_ports(frame: Invasion, state: UseState) -> list[Hex]:
    """6.3.2 Friendly ports in reach of the Sea Zone where they are; that from which they came at any rate."""
    zone, lead = frame.way[-1], frame.convoy
    near = cheapest(state, lead, {zone: 0})
    ends = {port for place in near if place in state.theatre.sea_zones for port in state.theatre.coast_of(place)}
    ends |= {box for box in state.theatre.map_boxes if box in near}
    reached = [
        to for to in ends
        if min(near[place] for place in beside(state, to) if place in near) <= points(state, frame.ships)
        and next(bad_harbour(state, frame.ships, None, to), None) is None
    ]  # fmt: skip
    return sorted({*reached, Hex(state.hex_of[lead])})


def not_home(frame: Invasion, state: UseState, to: Hex) -> Iterator[Violation]:
    if to not in home_ports(frame, state):
        yield Violation(RULE, "the ships cannot put in there", (to,))


HOMEWARD = Form(
    "homeward", RULE, Slot("to", HEX, lambda frame, state: range(state.scenario.places), not_home, home_ports)
)  # fmt: skip
