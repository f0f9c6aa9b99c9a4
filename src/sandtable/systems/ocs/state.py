"""OCS: the columns and verbs of the series.

Every counter has a place: a hex, a base off the map, a box of its side (dead pile, pool), a box of the Turn Track; off
the board is out of the game. Supply on the ground is a number of tokens in a hex; supply that is carried lies on its
transport. Hedgehogs, air bases, port hits and trainbusting markers are numbers of a hex.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from sandtable.core.bits import Bits, among, standing, where
from sandtable.core.columns import ALL, ANYTHING, EVERYTHING, FACE, ITS_SIDE, OWNER, PLACE, SIDE, UNIT, column
from sandtable.core.events import Event
from sandtable.core.flow import Procedure
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.state import OFF, Position, fact, kept_in, side_fact
from sandtable.systems.ocs.numbers import number
from sandtable.systems.ocs.options import FOG_OF_WAR, O21_10_CACHES, O21_11C_CAPTURED_HEDGEHOGS
from sandtable.systems.ocs.theatre import (
    COMBAT,
    COMBAT_FACE,
    DG,
    EXPLOIT,
    FLIGHTS,
    GROUNDS,
    MODES_TOLD,
    MOVE,
    MOVE_FACE,
    QUARTERS,
    RESERVE,
    ROLES,
    STOCKS,
    STRAT,
    Theatre,
)

if TYPE_CHECKING:
    from sandtable.core.system import Scenario

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound="OcsState")
# what stands in the column `clock`
TURN, PHASING, FIRST, FLIGHT, GROUND, SEGMENT = range(6)
# what goes on: the entry SEGMENT of the clock; who may move decides whose zones are negated by whom (4.5b)
NO_SEGMENT, MOVEMENT, REACTION, EXPLOITATION = range(4)
# what a unit has done: bits of the column `done`. Until its phase ends:
FINISHED, FIRED, ATTACKED, FLOWN, CARRIED, BUILT, RELEASED, ORDERED, MOVED = 1, 2, 4, 8, 16, 32, 64, 128, 256
# how long fuel lasts: the column `fuel`; of an HQ also whether it fuels the independent units in its range
DRY, FOR_THE_PHASE, UNTIL_CLEAN_UP, FOR_OTHERS = range(4)
# what a landing craft is: the column `role`. A port works from the next phase on (18.4f)
AFLOAT, ON_WHEELS, NEW_PORT, PORT = range(4)
FULL, LOW, EXHAUSTED = range(3)  # the column `stocks` (12.10)
STRIP = 1  # the column `base` is 0 without an air base, 1 for a strip, and level + 1
# 4.9 What only its side hears of under fog of war, whoever sees the unit: supply, fuel, stocks.
PRIVATE = frozenset((
    "paid", "supply arrived", "supply lost", "delivered", "freight", "flown in", "blown", "fuelled", "stocks",
    "restocked", "extender posted", "extender taken up",
))  # fmt: skip
STEPS_TOLD = ("lost steps", "gained steps")  # 4.9a of combat units that were not turned up only their side hears it
NAMING = ("unit", "other_unit", "units", "other_units")  # what in an event names counters
# Files of facts beside those of each side, which follow from where its combat units stand and in which modes: those
# that follow from where supply lies, how it is carried and where it passes; from where aircraft are and what they have
# done; and from which air bases there are. What is worked out from what units have done, and from the clock, follows
# from anything.
STORES, ALOFT, FIELDS = "stores", "aloft", "fields"


def stores_fact(question: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Worked out once until supply or transport moves, or a combat unit does or turns over."""
    return kept_in(STORES)(question)


def fields_fact(question: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Worked out once until an air base is built or lost, or a hex changes hands."""
    return kept_in(FIELDS)(question)


def caches_of(scenario: Scenario) -> list[int]:
    """21.10 How many each side begins with."""
    return [number(scenario.charts, "caches") if scenario.options[O21_10_CACHES.name] else 0 for _ in scenario.sides]


class OcsState(Position):
    """Places, steps, modes, supply, fuel, what has been done, hedgehogs, bases, ports, the clock, the ledger."""

    files = (*Position.files, STORES, ALOFT, FIELDS)
    hex_of = column(UNIT, 16, OFF, seen=FACE, spoils=(ITS_SIDE, STORES, ALOFT, ANYTHING))
    steps = column(UNIT, seen=FACE, spoils=(ITS_SIDE, ALOFT, ANYTHING))
    face = column(UNIT, seen=FACE, spoils=(ITS_SIDE, STORES, ANYTHING))
    mode = column(UNIT, seen=FACE, spoils=(ITS_SIDE, STORES, ANYTHING))
    oos = column(UNIT, seen=FACE, spoils=(ITS_SIDE, STORES, ANYTHING))  # 1: marked Out of Supply (12.8)
    stocks = column(UNIT, seen=FACE)  # 12.10
    fuel = column(UNIT, seen=FACE)  # 12.5
    fuel_from = column(UNIT, 16, OFF, seen=FACE)  # 12.5 of an HQ that is fuelled: the hex it throws fuel from
    spent = column(UNIT, 16, seen=FACE)  # quarters of movement points in the present phase
    done = column(UNIT, 16, seen=FACE, spoils=(ALOFT, ANYTHING))
    began = column(UNIT, 16, OFF, seen=FACE)  # the hex in which it began the phase (8.1)
    active = column(UNIT, seen=FACE, spoils=(ALOFT, ANYTHING))  # 14.2 of aircraft
    cargo = column(UNIT, 16, seen=FACE, spoils=(STORES, ANYTHING))  # tokens on a transport point
    extends = column(UNIT, seen=FACE, spoils=(STORES, ANYTHING))  # 1: part of an extender (12.7)
    owner = column(UNIT, 8, lambda scenario: list(scenario.side_of), seen=ALL, spoils=(EVERYTHING,))  # 9.14c
    dump = column(PLACE, 32, seen=ALL, spoils=(STORES, ANYTHING))  # tokens on the ground
    holder = column(PLACE, seen=ALL, spoils=(STORES, ANYTHING))  # whose they are: 0 nobody's, else side + 1
    unloaded = column(PLACE, 32, seen=ALL, spoils=(ANYTHING,))  # 12.2 of them, put down in the present phase
    hedgehog = column(PLACE, seen=ALL, spoils=(ANYTHING,))  # level
    base = column(PLACE, seen=ALL, spoils=(ALOFT, FIELDS, ANYTHING))  # see STRIP
    port_hits = column(PLACE, seen=ALL, spoils=(STORES, ANYTHING))
    port_used = column(PLACE, 16, seen=ALL, spoils=(ANYTHING,))  # tokens through it in the present phase
    busted = column(PLACE, seen=ALL, spoils=(ANYTHING,))  # 14.8 a trainbusting marker: 0 none, else side + 1
    attacked = column(PLACE, seen=ALL, spoils=(ANYTHING,))  # 9.1 in the present segment
    barraged = column(PLACE, seen=ALL, spoils=(ANYTHING,))  # 10.0e in the present phase
    built = column(PLACE, seen=ALL, spoils=(ANYTHING,))  # in the present turn: a job was done here
    rail_used = column(SIDE, 16, seen=ALL, spoils=(ANYTHING,))  # quarters of rail capacity in the present phase
    spent_tokens = column(SIDE, 32, seen=ALL, spoils=())  # the ledger: used up since the start
    lost_tokens = column(SIDE, 32, seen=ALL, spoils=())  # blown up, destroyed with their carriers or when captured
    taken_tokens = column(SIDE, 32, seen=ALL, spoils=())  # captured from the enemy
    arrived_tokens = column(SIDE, 32, seen=ALL, spoils=())  # since the start, and what was there then
    clock = column(6, seen=ALL, spoils=(ANYTHING,))
    cut_off = column(UNIT, seen=FACE, spoils=())  # 12.8e 1: without trace supply in its side's last Supply Phase
    blown = column(PLACE, seen=ALL, spoils=(ANYTHING,))  # 12.11 in the present phase: the dump was tried
    caches = column(SIDE, 8, caches_of, seen=ALL, spoils=(ANYTHING,))  # 21.10
    plan = column(UNIT, 16, OFF, seen=OWNER, spoils=(ANYTHING,))  # 14.10 the hex of its drop
    plan_turn = column(UNIT, seen=OWNER, spoils=(ANYTHING,))  # when it may drop there; without a plan, when it dropped
    control = column(PLACE, seen=ALL, spoils=(STORES, ALOFT, FIELDS, ANYTHING))
    shown = column(UNIT, seen=FACE, spoils=(ANYTHING,))  # 4.9b 1: turned up in the present turn, under fog of war
    shelled = column(UNIT, seen=FACE, spoils=(ANYTHING,))  # 18.3a of ships: fired at land in the present turn
    shot_at = column(UNIT, seen=FACE, spoils=(ANYTHING,))  # 18.3c of ships: a target in the present phase
    landed = column(PLACE, seen=ALL, spoils=(ANYTHING,))  # 18.5f in the present phase, by a roll: 0 none, else side + 1
    sea_used = column(SIDE, 16, seen=ALL, spoils=(ANYTHING,))  # 19.0f tokens of sea capacity in the present phase
    quiet = column(1, seen=ALL, spoils=(ANYTHING,))  # 2.4 1: a turn without combat
    role = column(UNIT, seen=FACE, spoils=(STORES, ANYTHING))  # 18.4e, 18.4f of landing craft
    gauge = column(PLACE, seen=ALL, spoils=(STORES, ANYTHING))  # 13.3f 0: as printed, else converted for side + 1
    regauged = column(PLACE, seen=ALL, spoils=(ANYTHING,))  # in the present phase
    converted = column(UNIT, seen=FACE, spoils=(ANYTHING,))  # 13.3g hexes in the present phase, of rail repair units
    owned_by = ("owner",)

    def _begin(self, scenario: Scenario, stack: list[Procedure]) -> None:
        super()._begin(scenario, stack)
        self.theatre: Theatre = scenario.extra  # asked for everywhere

    def face_up(self, unit: UnitId) -> int:
        return self.scenario.counters.face_up(unit, self.face[unit], self.steps[unit])

    def owners(self) -> Sequence[int]:
        return self.owner

    # ------------------------------------------------------------------ who is who

    def number(self, line: str) -> int:
        """A number that stands within the rules."""
        return number(self.scenario.charts, line)

    @property
    def turn(self) -> int:
        return self.clock[TURN]

    @property
    def phasing(self) -> Side:
        return Side(self.clock[PHASING])

    @property
    def flight(self) -> str:
        """17.0"""
        return FLIGHTS[self.clock[FLIGHT]]

    @property
    def ground(self) -> str:
        return GROUNDS[self.clock[GROUND]]

    @property
    def moving(self) -> Side | None:
        """The side whose units may move now."""
        segment = self.clock[SEGMENT]
        if segment == NO_SEGMENT:
            return None
        return enemy(self.phasing) if segment == REACTION else self.phasing

    def is_on_map(self, unit: UnitId) -> bool:
        return 0 <= self.hex_of[unit] < self.theatre.board.hexes

    @side_fact
    def combat_units(self, side: Side) -> tuple[UnitId, ...]:
        """3.2 On the map."""
        return among(self.hex_of, self.theatre.fighting[side], self.theatre.board.hexes)

    @stores_fact
    def transport(self, side: Side) -> tuple[UnitId, ...]:
        """3.3b On the map, captured ones too."""
        owner, theatre = self.owner, self.theatre
        there = among(self.hex_of, theatre.carrying, theatre.board.hexes)
        there += tuple([craft for craft in theatre.holds if self.role[craft] == ON_WHEELS])
        return tuple([unit for unit in there if owner[unit] == side])

    @stores_fact
    def craft(self, side: Side) -> tuple[UnitId, ...]:
        """18.4 Landing craft on the map, in the water."""
        return tuple([
            craft for craft in self.theatre.holds
            if self.owner[craft] == side and self.is_on_map(craft) and self.role[craft] == AFLOAT
        ])  # fmt: skip

    def is_transport(self, unit: UnitId) -> bool:
        """3.3b, 18.4e Transport points, DUKWs on land among them."""
        return self.theatre.is_transport[unit] or self.role[unit] == ON_WHEELS

    def load_of(self, unit: UnitId) -> int:
        """13.2, 18.4a How many tokens transport carries at most: a DUKW for each of its points."""
        points = self.steps[unit] if self.theatre.is_craft[unit] else 1
        return self.number("point-load") * points

    def printed_allowance(self, unit: UnitId, face: int) -> int:
        """3.2, 18.4e In quarters of a point: a DUKW on land has three times what it prints."""
        printed = self.theatre.ma[face][unit]
        return printed if self.role[unit] != ON_WHEELS else self.number("wheels") * printed

    def aboard(self, craft: UnitId) -> list[UnitId]:
        """18.4 The units that a landing craft carries."""
        return self.units_in(self.theatre.holds[craft])

    def carrier(self, unit: UnitId) -> UnitId | None:
        """18.4 The landing craft on the map that a unit is aboard of."""
        craft = self.theatre.craft_of.get(Hex(self.hex_of[unit]))
        return craft if craft is not None and self.is_on_map(craft) else None

    def berths(self, carrier: UnitId) -> int:
        """18.2a How many aircraft it holds: as it prints them, else all of its own."""
        printed = self.theatre.at_steps("capacity", carrier, max(1, self.steps[carrier]))
        return printed or len(self.theatre.decks[carrier])

    def on_decks(self, place: Hex, side: Side) -> dict[UnitId, list[UnitId]]:
        """18.2 The aircraft on each carrier in a hex: the first that they may use and that has room; who finds none is
        on the first all the same."""
        carriers = [unit for unit in self.theatre.decks if self.owner[unit] == side and self.hex_of[unit] == place]
        found: dict[UnitId, list[UnitId]] = {carrier: [] for carrier in carriers}
        for plane in sorted(self.planes_at(place, side)) if carriers else ():
            theirs = [carrier for carrier in carriers if plane in self.theatre.decks[carrier]] or carriers
            free = (carrier for carrier in theirs if len(found[carrier]) < self.berths(carrier))
            found[next(free, theirs[0])].append(plane)
        return found

    def combat_units_in(self, place: Hex, side: Side | None = None) -> list[UnitId]:
        """From the top of the stack down; of one side, or of whoever is there."""
        fights, owner = self.theatre.is_combat, self.owner
        return [unit for unit in self.units_in(place) if fights[unit] and (side is None or owner[unit] == side)]

    def planes_at(self, place: Hex, side: Side) -> list[UnitId]:
        flies, owner = self.theatre.is_plane, self.owner
        return [unit for unit in self.units_in(place) if flies[unit] and owner[unit] == side]

    @side_fact
    def occupied(self, side: Side) -> Bits:
        """Hexes with combat units of a side."""
        return standing(self.hex_of, self.combat_units(side), self.theatre.board.hexes)

    # ------------------------------------------------------------------ a unit as it stands

    def attack_capable(self, unit: UnitId) -> bool:
        """4.4"""
        return self.theatre.attacks[self.face[unit]][unit] and self.mode[unit] not in (STRAT, RESERVE)

    def exerts_zone(self, unit: UnitId) -> bool:
        """4.5, 5.9c In Combat Mode, or exploiting out of it."""
        return (
            self.mode[unit] in (COMBAT, EXPLOIT) and self.face[unit] == COMBAT_FACE and not self.oos[unit]
            and self.theatre.attacks[COMBAT_FACE][unit]
        )  # fmt: skip

    def size(self, unit: UnitId) -> int:
        """4.6 REs in quarters: a multi-step unit is as large as the steps it has left."""
        steps, full = self.steps[unit], self.theatre.full_steps[unit]
        return self.theatre.size[unit] if full == 1 else QUARTERS * steps

    def mobility(self, unit: UnitId) -> int:
        return self.theatre.mobility[self.face[unit]][unit]

    def action_rating(self, unit: UnitId) -> int:
        """As printed; 9.6 tells what modes do to it."""
        return self.theatre.ar[self.face[unit]][unit]

    def is_organic(self, unit: UnitId) -> bool:
        """13.2g Transport of a formation; the enemy's, once it is captured, is like any other."""
        return self.theatre.is_organic[unit] and self.owner[unit] == self.theatre.side_of[unit]

    def is_engineer(self, unit: UnitId) -> bool:
        """13.8 Engineer-capable: an HQ or engineer that shows its Combat face, in Combat Mode or disorganized."""
        theatre = self.theatre
        able = theatre.is_hq[unit] or theatre.is_engineer[unit]
        return able and self.face[unit] == COMBAT_FACE and self.mode[unit] in (COMBAT, DG)

    # ------------------------------------------------------------------ what the enemy sees

    @fact
    def covered(self, side: Side) -> frozenset[UnitId]:
        """4.9 The counters of a side that its enemy cannot tell: in a hex with combat units all but the top one, of
        aircraft in a place all but the top active one; those that were turned up he knows."""
        theatre, owner = self.theatre, self.owner
        found = set[UnitId]()
        for place in {place for unit, place in enumerate(self.hex_of) if owner[unit] == side}:
            if 0 <= place < theatre.board.hexes or place in theatre.air_boxes:
                stack = [unit for unit in self.units_in(Hex(place)) if owner[unit] == side]
                fighting = [unit for unit in stack if theatre.is_combat[unit] and place < theatre.board.hexes]
                flying = [unit for unit in stack if theatre.is_plane[unit]]
                found.update(fighting, flying, [unit for unit in stack if theatre.is_transport[unit] and fighting])
                found -= {self.top_unit(fighting), self.top_plane(flying)}
        return frozenset([unit for unit in found if not self.shown[unit]])

    def top_unit(self, units: Sequence[UnitId]) -> UnitId | None:
        """4.8b, 4.9a Of combat units, from the top down: the first with a zone, else the first."""
        return next(filter(self.exerts_zone, units), units[0] if units else None)

    def top_plane(self, planes: Sequence[UnitId]) -> UnitId | None:
        """4.8b, 4.9a Of aircraft, from the top down: the first active fighter, else the first that is active."""
        active = [plane for plane in planes if self.active[plane]]
        fighters = [plane for plane in active if self.theatre.air_type[plane] == "fighter"]
        return next(iter([*fighters, *active]), None)

    def turn_up(self, units: Iterable[UnitId], rule: str) -> None:
        """4.9b, 4.9c, 4.9d Who fights is known until the turn ends."""
        if not self.option(FOG_OF_WAR):
            return
        for side in map(Side, range(len(self.scenario.sides))):
            new = tuple(sorted(unit for unit in units if unit in self.covered(side)))
            for unit in units:
                if self.owner[unit] == side and not self.shown[unit]:
                    self.shown[unit] = 1
                    self.changed("shown", unit)
            if new:
                self.note("turned up", rule, reveals=True, side=side, units=new)

    def settle(self) -> None:
        """4.9 Of a counter that he cannot tell in the end the enemy hears nothing."""
        if self.log is not None and self.option(FOG_OF_WAR):
            self.log.settle(self.audience)

    def audience(self, event: Event) -> frozenset[Side] | None:
        """4.9 Only its side, or everyone."""
        data, named = event.data, list[UnitId]()
        for key in NAMING:
            said = data.get(key, ())
            named += said if isinstance(said, tuple) else (said,)
        if event.kind in PRIVATE:
            return frozenset((Side(data["side"] if "side" in data else self.owner[named[0]]),))
        unseen = event.kind in STEPS_TOLD and self.is_on_map(named[0]) and not self.shown[named[0]]
        if unseen and self.theatre.is_combat[named[0]]:  # 4.9a which looks whole; of others the side that is up is seen
            return frozenset((Side(self.owner[named[0]]),))
        hiding = {Side(self.owner[unit]) for unit in named if unit in self.covered(Side(self.owner[unit]))}
        return frozenset(hiding) if hiding else None

    # ------------------------------------------------------------------ verbs

    def _moved(self, unit: UnitId, start: Hex, to: Hex) -> None:
        """What a counter's move spoils, by what it is: on aircraft no supply depends, on transport no zone."""
        if self.theatre.is_plane[unit]:
            self.spoil(ALOFT, ANYTHING)
        elif unit in self.theatre.decks:
            self.spoil(STORES, ALOFT, FIELDS, ANYTHING)
        elif self.theatre.is_combat[unit]:
            self.spoil(self.scenario.side_of[unit], STORES, ANYTHING)
        else:
            self.spoil(STORES, ANYTHING)

    def turn_over(self, unit: UnitId, face: int) -> None:
        self.face[unit] = face
        self.changed("face", unit)

    def set_mode(self, unit: UnitId, mode: int, rule: str) -> None:
        """5.0 Combat, Move and Strat Mode show their face; Reserve, Exploit and DG leave it as it is."""
        if mode in (COMBAT, MOVE, STRAT):
            self.face[unit] = COMBAT_FACE if mode == COMBAT else MOVE_FACE
            self.changed("face", unit)
        if self.mode[unit] != mode:
            self.mode[unit] = mode
            self.changed("mode", unit)
            self.note("mode", rule, unit=unit, word=MODES_TOLD[mode])

    def release(self, unit: UnitId, rule: str) -> None:
        """5.7, 5.9, 5.10 A marker goes: the unit is in the mode of the face it shows."""
        self.set_mode(unit, COMBAT if self.face[unit] == COMBAT_FACE else MOVE, rule)

    def disorganize(self, place: Hex, side: Side, rule: str) -> None:
        """5.10 All combat units in a hex at once; organic trucks there are in Reserve no more (5.7)."""
        for unit in self.units_in(place):
            if self.owner[unit] == side and self.theatre.is_combat[unit]:
                self.set_mode(unit, DG, rule)
            elif self.owner[unit] == side and self.mode[unit] == RESERVE:
                self.release(unit, rule)

    def set_steps(self, unit: UnitId, steps: int) -> None:
        """It has so many, without loss or gain for its side."""
        self.steps[unit] = steps
        self.changed("steps", unit)

    def lose_steps(self, unit: UnitId, number: int, rule: str) -> None:
        """9.11 A unit without steps goes to the dead pile of its side, or out of the game."""
        self.steps[unit] = left = max(0, self.steps[unit] - number)
        self.changed("steps", unit)
        self.note("lost steps", rule, unit=unit, number=number)
        if not left:
            self.destroy(unit, rule)

    def gain_steps(self, unit: UnitId, number: int, rule: str) -> None:
        """13.5 A unit has more steps again."""
        self.steps[unit] += number
        self.changed("steps", unit)
        self.note("gained steps", rule, unit=unit, number=number)

    def destroy(self, unit: UnitId, rule: str) -> None:
        """Into the dead pile, a breakdown back into its pool (20.0); what it carries is lost."""
        if self.cargo[unit]:
            self.lose_tokens(Side(self.owner[unit]), self.cargo[unit])
            self.put_cargo(unit, 0)
        self.note("destroyed", rule, unit=unit, hex=Hex(self.hex_of[unit]))
        if self.theatre.is_craft[unit]:  # 18.3d with all aboard
            for each in self.aboard(unit):
                self.destroy(each, rule)
        if unit in self.theatre.decks:  # 18.2c
            for each in self.on_decks(Hex(self.hex_of[unit]), Side(self.owner[unit]))[unit]:
                self.destroy(each, rule)
        self.steps[unit] = 0
        self.changed("steps", unit)
        self.reset(unit)
        theatre = self.theatre
        to = theatre.pool if theatre.is_breakdown[unit] else theatre.dead
        self.move(unit, to[self.owner[unit]], rule)

    def reset(self, unit: UnitId) -> None:
        """Off the map: no marker stays with it."""
        for name in ("mode", "oos", "stocks", "fuel", "spent", "done", "extends", "cut_off", "shown", "role"):
            values = getattr(self, name)
            if values[unit]:
                values[unit] = 0
                self.changed(name, unit)
        if self.plan[unit] != OFF or self.plan_turn[unit]:
            self.plan_drop(unit, Hex(OFF), 0)

    def did(self, unit: UnitId, what: int) -> None:
        self.done[unit] |= what
        self.spoil(*((ALOFT, ANYTHING) if self.theatre.is_plane[unit] else (ANYTHING,)))

    def has(self, unit: UnitId, what: int) -> bool:
        return bool(self.done[unit] & what)

    def agree(self, rule: str) -> None:
        """2.4 The turn is without combat."""
        self.quiet[0] = 1
        self.changed("quiet")
        self.note("agreed", rule)

    def attack_hex(self, place: Hex) -> None:
        """9.1 A hex is attacked once in a segment."""
        self.attacked[place] = 1
        self.changed("attacked")

    def build(self, column: str, place: Hex, value: int, rule: str) -> None:
        """15.2, 16.0, 19.0 A hedgehog, an air base or the hits of a port become so many."""
        getattr(self, column)[place] = value
        self.changed(column)
        self.note("built", rule, hex=place, word=column, number=value)

    def take_control(self, place: Hex, side: Side | None, rule: str) -> None:
        """21.11c A hedgehog that changes hands loses a level."""
        falls = self.hedgehog[place] and self.controller(place) not in (None, side)
        super().take_control(place, side, rule)
        if falls and self.option(O21_11C_CAPTURED_HEDGEHOGS):
            self.build("hedgehog", place, self.hedgehog[place] - 1, "21.11c")

    def work_in(self, place: Hex, job: int) -> None:
        """A job of this kind has been done there in the present turn."""
        self.built[place] |= job
        self.changed("built")

    def try_dump(self, place: Hex) -> None:
        """12.11 Whether or not much of it is blown up."""
        self.blown[place] = 1
        self.changed("blown")

    def convert(self, unit: UnitId, place: Hex, side: Side, rule: str) -> None:
        """13.3f A hex of a railroad has the gauge of this side from now on."""
        self.gauge[place], self.regauged[place] = side + 1, 1
        self.changed("gauge")
        self.changed("regauged")
        self.converted[unit] += 1
        self.changed("converted", unit)
        self.note("converted", rule, unit=unit, hex=place, side=side)

    def take_along(self, plane: UnitId, to: Hex, rule: str) -> None:
        """18.2c An aircraft goes with its carrier, from which it flies then; that is no mission."""
        self.move(plane, to, rule, kind="taken along")
        self.began[plane] = to
        self.changed("began", plane)

    def shell(self, unit: UnitId) -> None:
        """18.3a A ship has fired at land in this turn."""
        self.shelled[unit] = 1
        self.changed("shelled", unit)

    def shoot_at(self, unit: UnitId) -> None:
        """18.3c A ship has been the target of a barrage in this phase."""
        self.shot_at[unit] = 1
        self.changed("shot_at", unit)

    def take_role(self, unit: UnitId, role: int, rule: str) -> None:
        """18.4e, 18.4f A landing craft becomes something else."""
        self.role[unit] = role
        self.changed("role", unit)
        self.note("role", rule, unit=unit, word=ROLES[role], hex=Hex(self.hex_of[unit]))

    def land_in(self, place: Hex, side: Side) -> None:
        """18.5f A landing is rolled for there in this phase."""
        self.landed[place] = side + 1
        self.changed("landed")

    def use_sea_cap(self, side: Side, tokens: int) -> None:
        """19.0f"""
        self.sea_used[side] += tokens
        self.changed("sea_used")

    def ship(self, port: Hex, tokens: int) -> None:
        """19.0 So much has gone through a port in the present phase."""
        self.port_used[port] += tokens
        self.changed("port_used")

    def burn(self, unit: UnitId, quarters: int) -> None:
        """Movement points are spent."""
        self.spent[unit] += quarters
        self.changed("spent", unit)

    def clear(self, column: str) -> None:
        """Every entry of a column is 0 again."""
        held = bytes(getattr(self, column))
        if held.count(0) == len(held):
            return
        setattr(self, column, self.makers[column](bytes(len(held))))
        if ITS_SIDE in self.spoils[column]:
            self.spoil(*range(len(self.scenario.sides)))
        self.spoil(*(file for file in self.spoils[column] if file in self.facts))

    def tick(self, entry: int, value: int) -> None:
        self.clock[entry] = value
        self.changed("clock")

    # ------------------------------------------------------------------ supply

    def put_down(self, place: Hex, side: Side, tokens: int) -> None:
        """Tokens lie on the ground, of this side."""
        self.dump[place] += tokens
        self.holder[place] = side + 1 if self.dump[place] else 0
        self.changed("dump")

    def unload(self, place: Hex, side: Side, tokens: int) -> None:
        """12.2 Tokens are put down that nobody takes up again in the present phase."""
        self.put_down(place, side, tokens)
        self.unloaded[place] += tokens
        self.changed("unloaded")

    def put_cargo(self, unit: UnitId, tokens: int) -> None:
        """A transport point carries so many."""
        self.cargo[unit] = tokens
        self.changed("cargo", unit)

    def use_up(self, side: Side, tokens: int) -> None:
        """The ledger: tokens that have been spent."""
        self.spent_tokens[side] += tokens

    def lose_tokens(self, side: Side, tokens: int, rule: str = "12.1") -> None:
        """The ledger: tokens that nobody will ever spend."""
        if tokens:
            self.lost_tokens[side] += tokens
            self.note("supply lost", rule, side=side, number=tokens)

    def take_tokens(self, side: Side, tokens: int, rule: str = "12.1") -> None:
        """The ledger: tokens captured from the enemy."""
        if tokens:
            self.taken_tokens[side] += tokens
            self.note("supply taken", rule, side=side, number=tokens)

    def arrive_tokens(self, side: Side, tokens: int, rule: str) -> None:
        """The ledger: tokens that come into the game."""
        if tokens:
            self.arrived_tokens[side] += tokens
            self.note("supply arrived", rule, side=side, number=tokens)

    def spend_cache(self, side: Side) -> None:
        """21.10"""
        self.caches[side] -= 1
        self.changed("caches")
        self.note("cache", "21.10", side=side, number=self.caches[side])

    def use_stocks(self, unit: UnitId, rule: str) -> None:
        """12.10 One level less."""
        self.stocks[unit] += 1
        self.changed("stocks", unit)
        self.note("stocks", rule, unit=unit, word=STOCKS[self.stocks[unit]])

    def restock(self, unit: UnitId, rule: str) -> None:
        """12.10 One level more."""
        self.stocks[unit] -= 1
        self.changed("stocks", unit)
        self.note("restocked", rule, unit=unit, word=STOCKS[self.stocks[unit]])

    def mark(self, unit: UnitId, oos: bool, rule: str) -> None:
        """12.8 Out of Supply, or no more."""
        if self.oos[unit] != oos:
            self.oos[unit] = oos
            self.changed("oos", unit)
            self.note("out of supply" if oos else "in supply", rule, unit=unit, hex=Hex(self.hex_of[unit]))

    def fold(self, unit: UnitId) -> None:
        """12.7 Part of an extender no more."""
        self.extends[unit] = 0
        self.changed("extends", unit)

    def capture(self, unit: UnitId, side: Side, rule: str) -> None:
        """9.14c A counter changes hands; it is in reserve no more (13.2g)."""
        self.owner[unit] = side
        self.changed("owner", unit)
        if self.mode[unit] == RESERVE:
            self.release(unit, rule)
        self.note("captured", rule, unit=unit, side=side)

    def activate(self, unit: UnitId) -> None:
        """14.2 Of an aircraft."""
        self.active[unit] = 1
        self.changed("active", unit)

    def deactivate(self, unit: UnitId) -> None:
        """14.2 Of an aircraft."""
        self.active[unit] = 0
        self.changed("active", unit)

    # ------------------------------------------------------------------ barrages and aircraft

    def barrage_hex(self, place: Hex) -> None:
        """10.0e A hex is barraged once in a phase."""
        self.barraged[place] = 1
        self.changed("barraged")

    def bust(self, place: Hex, side: Side, rule: str) -> None:
        """14.8 A trainbusting marker of this side."""
        self.busted[place] = side + 1
        self.changed("busted")
        self.note("trainbusting", rule, hex=place, side=side)

    def damage_base(self, place: Hex, levels: int, rule: str) -> None:
        """10.0c An air base loses levels, but never its first; a strip stays a strip."""
        lost = min(levels, max(0, self.base[place] - STRIP - 1))
        if lost:
            self.base[place] -= lost
            self.changed("base")
        self.note("base damaged", rule, hex=place, number=lost)

    def damage_port(self, place: Hex, hits: int, rule: str) -> None:
        """10.0c A port takes hits, up to the most."""
        taken = min(hits, self.number("most-port-hits") - self.port_hits[place])
        self.port_hits[place] += taken
        self.changed("port_hits")
        self.note("port damaged", rule, hex=place, number=taken)

    def plan_drop(self, unit: UnitId, place: Hex, turn: int) -> None:
        """14.10 A plan is made; off the board, it is carried out in this turn, or given up (0)."""
        self.plan[unit], self.plan_turn[unit] = place, turn
        self.changed("plan", unit)

    # ------------------------------------------------------------------ what there is

    @stores_fact
    def dumps(self, side: Side) -> tuple[Hex, ...]:
        """Hexes with supply of a side on the ground."""
        return tuple(where(self.holder, (side + 1,)) & self.theatre.everywhere)

    def on_hand(self, side: Side) -> int:
        """All tokens of a side, on the ground and carried, by land and by sea."""
        ground, craft = sum(self.dump[place] for place in self.dumps(side)), self.craft(side)
        stowed = [unit for each in craft for unit in self.aboard(each)]
        return ground + sum(self.cargo[unit] for unit in (*self.transport(side), *craft, *stowed))
