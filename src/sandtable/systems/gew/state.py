"""GEW: the columns and verbs of the Great European War.

Every counter has a place: a hex, a staging area, a display, the Reinforcements Display of its side, or a box of the
turn track; off the board is out of the game. All combat units have one step (2.3.1): a unit that is eliminated goes
back to its Reinforcements Display (11.6).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sandtable.core.bits import Bits, among, parted, where
from sandtable.core.columns import ALL, ANYTHING, EVERYTHING, FACE, OWNER, PLACE, SIDE, UNIT, column
from sandtable.core.flow import Procedure
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.state import OFF, Position, kept_in
from sandtable.systems.gew.options import OPEN_DISPLAYS
from sandtable.systems.gew.setups import SetUp, setup_of
from sandtable.systems.gew.theatre import (
    ALLIED_SIDE,
    AXIS,
    AXIS_SIDE,
    BELLIGERENTS,
    NEUTRAL,
    SIDE_OF_POWER,
    SIDES,
    SOVIET,
    WALLIED,
    Theatre,
)

if TYPE_CHECKING:
    from sandtable.core.system import Scenario

POWERS_OF_SIDE = ((AXIS,), (WALLIED, SOVIET))
SIDES_OF_POWERS = bytes(SIDE_OF_POWER[power] if power < NEUTRAL else len(SIDES) for power in range(256))
POWER_NAMES = ("Axis", "Western Allies", "Soviet Union", "neutral")
OCCUPIED = 4  # the status of a country that was conquered or occupied before the game: it fights for nobody
MOST_MP = 40  # 10.1: the end of the track (G10-1)
MOST_HITS = 1000  # 33.0: more than any game has
NEAR_SUDDEN_DEATH = 3  # 3.1: who lacks so many hexes is told of

# what stands in the column `clock`
TURN, IMPULSE, FIRST_PLAYER, CRISIS, CRISIS_BONUS, PHASING = range(6)
# what stands in the column `flags`: what has happened
(
    AXIS_HAS_INVADED, LILA_DECLARED, LEND_LEASE_USED, US_UNIT_BUILT, USMC_MOBILIZED, AVG_MOBILIZED, ULTRA,
    VICHY_INVADED_THIS_IMPULSE, VICHY_GONE,
) = range(9)  # fmt: skip
NO_ULTRA, ULTRA_READY, ULTRA_USED, ULTRA_REMOVED = range(4)  # what stands in flags[ULTRA] (O36)
# who knows of each: None, everybody
FLAG_OWNERS = (None, None, ALLIED_SIDE, ALLIED_SIDE, ALLIED_SIDE, ALLIED_SIDE, ALLIED_SIDE, None, None, None)
# what a ground unit has done in the present phase: bits of the column `done`
MARCHED, RAILED, SHIPPED, FOUGHT, LANDED = 1, 2, 4, 8, 16
RESTED = bytes(done & ~FOUGHT for done in range(256))  # a table that takes FOUGHT away
# what happened to a hex in the present Ground Combat Phase: bits of the column `attacked` (19.2, 14.5)
ATTACKED, ATTACKED_OUT_OF = 1, 2
# what a campaign unit is doing: the column `mission`
(
    NO_MISSION, BOMBING, OFFENSIVE_SUPPORT, DEFENSIVE_SUPPORT, INTERCEPTION, TRANSPORT, AIRBORNE_ASSAULT, AIR_SUPPLY,
    AMPHIBIOUS_ASSAULT, GUNFIRE, NAVAL_INTERCEPTION, ASW, ANTI_CONVOY, LONG_RANGE_BOMBING,
) = range(14)  # fmt: skip


# Files of facts, by what spoils them. Beside them each side has one, of where its ground units stand, and in ANYTHING
# lies what follows from more than one of these; which countries fight for whom, a file of its own, spoils all others
LOYALTIES = "loyalties"  # changes of side
ROSTER = "roster"  # and arrivals and losses, not moves on the map
FRONT = "front"  # moves of ground units of either side
MARKERS = "markers"  # control, depots, fortifications, what is bombed or sabotaged
LINES = "lines"  # all that lines of supply follow from: moves, and markers other than fortifications
FIGHTING = "fighting"  # whatever decides who may still fight
SORTIES = "sorties"  # campaign units alone: which of them are ready, where they are sent and from where
MOST = (ANYTHING, FIGHTING)
ANY_LINE = (MARKERS, LINES, *MOST)


@lru_cache
def _ground_counters(theatre: Theatre) -> tuple[tuple[UnitId, ...], tuple[UnitId, ...]]:
    """All ground units; and those that may go aboard something (`embarked`)."""
    ground = tuple(UnitId(unit) for unit, is_ground in enumerate(theatre.is_ground) if is_ground)
    return ground, tuple(unit for unit in ground if not theatre.is_partisan[unit])


@lru_cache
def _partisans(theatre: Theatre) -> tuple[UnitId, ...]:
    """31.1 Those that may rise in the Soviet Union."""
    return tuple(
        UnitId(unit) for unit, type in enumerate(theatre.type) if type == "partisan" and theatre.power[unit] == WALLIED
    )


@lru_cache(maxsize=256)
def _powers(theatre: Theatre, status: bytes, soviets: tuple[UnitId, ...]) -> bytes:
    """By unit; `soviets`, the partisans that rose in the Soviet Union."""
    found = bytearray(theatre.power)
    for unit, native in enumerate(theatre.power):
        if native == NEUTRAL:
            found[unit] = status[theatre.country_of[unit]]
    for unit in soviets:
        found[unit] = SOVIET  # G31-1
    return bytes(found)


@lru_cache(maxsize=256)
def _season(scenario: Scenario, turn: int) -> str:
    return scenario.charts.table("turns").read(turn, "season")


def _countries(scenario: Scenario) -> int:
    return len(scenario.extra.countries)


def arrivals(scenario: Scenario) -> int:
    """O35 Of a side in the column `offensives`: Major Offensives that are ready, and those to come by game turn."""
    return len(scenario.extra.track) + 1


def _buyers(scenario: Scenario) -> list[int]:
    return [side for side in range(len(scenario.sides)) for _ in range(arrivals(scenario))]


class GewState(Position):
    """Places, control, markers, Mobilization Points, the clock, and what campaign units are doing."""

    files = (*Position.files, LOYALTIES, ROSTER, FRONT, MARKERS, LINES, FIGHTING, SORTIES)
    hex_of = column(UNIT, 16, OFF, seen=FACE, spoils=(FRONT, LINES, *MOST))  # and the file of its side: see `_moved`
    control = column(PLACE, seen=ALL, spoils=ANY_LINE)  # 0 nobody, else power + 1
    operational = column(UNIT, seen=FACE, spoils=(SORTIES,))  # 1: a campaign unit ready for a mission (16.0)
    done = column(UNIT, seen=FACE, spoils=(FIGHTING,))
    mission = column(UNIT, seen=FACE, spoils=(SORTIES,))
    base = column(UNIT, 16, -1, seen=FACE, spoils=(SORTIES,))  # where an air unit flew from
    cargo = column(UNIT, 16, -1, seen=FACE, spoils=())  # the ground unit an airlift or amphib carries
    origin = column(UNIT, 16, -1, seen=FACE, spoils=())  # where a carried unit started; the region a partisan rose in
    bombed = column(PLACE, seen=ALL, spoils=ANY_LINE)
    sabotaged = column(PLACE, seen=ALL, spoils=ANY_LINE)
    fort = column(PLACE, seen=ALL, spoils=(MARKERS, *MOST))  # 0, or side + 1
    depot = column(PLACE, seen=ALL, spoils=ANY_LINE)  # 0, or power + 1
    attacked = column(PLACE, seen=ALL, spoils=(FIGHTING,))  # in this Ground Combat Phase: ATTACKED, ATTACKED_OUT_OF
    rail = column(PLACE, seen=ALL, spoils=())  # 1: half an MP is left from a corps that railed from here (18.2)
    status = column(_countries, start=NEUTRAL, seen=ALL, spoils=(EVERYTHING,))  # the power a country fights with
    mp = column(len(BELLIGERENTS), seen=OWNER, owners=lambda _: SIDE_OF_POWER, spoils=())
    clock = column(6, seen=ALL, spoils=MOST)
    flags = column(10, seen=OWNER, owners=lambda _: FLAG_OWNERS, spoils=MOST)
    offensives = column(
        lambda scenario: 2 * arrivals(scenario), seen=OWNER, owners=_buyers, spoils=()
    )  # by side: see `arrivals`
    raided = column(UNIT, seen=ALL, spoils=())  # the turn in which an air unit last attacked convoys (30.6)
    inflicted = column(SIDE, 16, seen=ALL, spoils=())  # MP for which the enemy was hit, where it counts (33.0)

    def _begin(self, scenario: Scenario, stack: list[Procedure]) -> None:
        super()._begin(scenario, stack)
        self.theatre: Theatre = scenario.extra  # what is printed on the map and the counters

    def digest(self) -> str:
        """Where nobody has counted hits, what it was before rules 4 had a column for them: older records hold."""
        if any(self.inflicted):
            return super().digest()
        *values, frames = self.plain()
        others = [value for name, value in zip(self.columns, values, strict=True) if name != "inflicted"]
        return hashlib.sha256(repr((*others, frames)).encode()).hexdigest()

    # ------------------------------------------------------------------ who is who

    def power_of(self, unit: UnitId) -> int:
        """2.6 The power a unit fights for; NEUTRAL while its country is neutral (5.2)."""
        facts = self.facts[LOYALTIES]
        powers: bytes = facts[POWERS_ASKED] if POWERS_ASKED in facts else self.powers()
        return powers[unit]

    @kept_in(LOYALTIES)
    def powers(self) -> bytes:
        """By unit; asked so often that `power_of` looks it up by itself."""
        theatre, ussr = self.theatre, self.theatre.ussr_region
        return _powers(theatre, bytes(self.status), among(self.origin, _partisans(theatre), ussr + 1, ussr))

    def side_of(self, unit: UnitId) -> Side | None:
        power = self.power_of(unit)
        return SIDE_OF_POWER[power] if power < NEUTRAL else None

    owned_by = ("status", "origin")

    def owners(self) -> bytes:
        """By unit its side; a neutral's counter is of a third."""
        return self.powers().translate(SIDES_OF_POWERS)

    def belligerent(self, power: int) -> bool:
        """9.1 The Soviet Union begins neutral; the others fight from the start."""
        return power != SOVIET or self.status[self.theatre.ussr] == SOVIET

    def usa_fights(self) -> bool:
        return self.status[self.theatre.usa] == WALLIED

    @property
    def setup(self) -> SetUp:
        """33.0 The scenario's file: the hexes in play, what is skipped, fixed incomes and so on."""
        return setup_of(self.scenario.name)

    @property
    def turn(self) -> int:
        return self.clock[TURN]

    @property
    def season(self) -> str:
        """15.0"""
        return _season(self.scenario, self.clock[TURN])

    # ------------------------------------------------------------------ what is where

    def ground_units(self, power: int) -> tuple[UnitId, ...]:
        """The ground units of a power that stand in hexes of the map."""
        return self._ground_units()[power]

    @kept_in(ROSTER)
    def _ground_units(self) -> tuple[tuple[UnitId, ...], ...]:
        ground, passengers = _ground_counters(self.theatre)
        if aboard := among(self.origin, passengers, self.theatre.board.size):
            ground = tuple([unit for unit in ground if unit not in aboard])
        return parted(self.hex_of, ground, self.powers(), len(POWER_NAMES), self.theatre.hexes)

    def forces(self, power: int) -> tuple[UnitId, ...]:
        """The ground units of a power in hexes and staging areas, and those that went aboard there."""
        return self._forces()[power]

    @kept_in(ROSTER)
    def _forces(self) -> tuple[tuple[UnitId, ...], ...]:
        ground, _ = _ground_counters(self.theatre)
        return parted(self.hex_of, ground, self.powers(), len(POWER_NAMES), self.theatre.convoy)

    def ground_in(self, place: Hex) -> list[UnitId]:
        """The ground units that stand in a hex or staging area, from the top down."""
        is_ground, origin = self.theatre.is_ground, self.origin
        return [
            unit for unit in self.units_in(place) if is_ground[unit] and (origin[unit] < 0 or not self.embarked(unit))
        ]

    def embarked(self, unit: UnitId) -> bool:
        """24.5, 26.1 Is a ground unit aboard an airlift or amphib? Its counter lies where it went aboard, as it may
        come back there (26.6), but it stands in no hex: it has no zone, fills and holds nothing. (`origin` of a
        partisan, who never goes aboard, says something else: 31.3.)"""
        return self.origin[unit] >= 0 and not self.theatre.is_partisan[unit]

    def passenger(self, carrier: UnitId) -> UnitId | None:
        """The ground unit a carrier has aboard; once it has landed the carrier remembers it, but carries nobody."""
        unit = self.cargo[carrier]
        return UnitId(unit) if unit >= 0 and 0 <= self.origin[unit] == self.hex_of[unit] else None

    def in_display(self, side: Side) -> Iterator[UnitId]:
        """2.1.1 A side's Campaign Operations Display."""
        return iter(self.units_in(self.theatre.display[side]))

    def where(self, column: bytearray, *values: int) -> Bits:
        """The places at which a column holds one of these values."""
        return where(column, values)

    def controlling(self, place: Hex) -> int:
        """6.1 The power whose marker is in a hex, or NEUTRAL."""
        return self.control[place] - 1 if self.control[place] else NEUTRAL

    # ------------------------------------------------------------------ verbs

    def eliminate(self, unit: UnitId, rule: str) -> None:
        """11.6 To the Reinforcements Display of its side, from where it may be mobilized again."""
        side, place = self.side_of(unit), Hex(self.hex_of[unit])
        self._lift(unit)
        self._put(unit, self.theatre.reinforcements[AXIS_SIDE if side is None else side])
        self.operational[unit] = 0
        self.set_free(unit)
        self._moved(unit, place, Hex(self.hex_of[unit]))
        self.note("eliminated", rule, unit=unit, start=place)
        self.abandon(place)

    def take_out(self, unit: UnitId, rule: str, fort_stays: bool = False) -> None:
        """Out of the game for good; O41.2 a fortification it held may remain."""
        place = Hex(self.hex_of[unit])
        self.operational[unit] = 0
        self.set_free(unit)
        self.remove(unit, rule, "taken_out")
        if not fort_stays:
            self.abandon(place)

    def abandon(self, place: Hex) -> None:
        """28.2 A fortification without a friendly ground unit is gone (G28-1)."""
        side = self.fort[place] - 1 if place < self.theatre.hexes else -1
        if side >= 0 and not any(self.side_of(unit) == side for unit in self.ground_in(place)):
            self.mark("fort", place, 0, "28.2")

    def move(self, unit: UnitId, to: Hex, rule: str, kind: str = "moved", **data: Any) -> None:
        """6.3 What comes out of a hidden box is seen by the enemy, and that is not taken back."""
        if self._comes_out(unit, to):
            data["reveals"] = True
        super().move(unit, to, rule, kind, **data)

    def _comes_out(self, unit: UnitId, to: Hex) -> bool:
        return self.hex_of[unit] >= self.theatre.display[0] > to and not self.option(OPEN_DISPLAYS)

    def flag(self, which: int, value: int = 1) -> None:
        """Something has happened, or is forgotten."""
        self.flags[which] = value
        self.changed("flags")

    def set_free(self, unit: UnitId) -> None:
        """No mission, no cargo, no way back; who was aboard stands where its counter lies."""
        embarked = self.embarked(unit)
        if self.theatre.is_ground[unit] and self.origin[unit] < 0:
            return  # it is on no mission, and never went aboard
        self.mission[unit] = NO_MISSION
        self.base[unit] = self.cargo[unit] = self.origin[unit] = -1
        self._sortie(unit)
        if embarked:
            self._moved(unit, OFF, Hex(self.hex_of[unit]))
        if self.theatre.is_partisan[unit]:  # it is nobody's again
            self.forget()

    def recycle(self, unit: UnitId, rule: str) -> None:
        """23.6, 25.3 Back to the display on the non-operational side."""
        side = self.side_of(unit)
        assert side is not None
        self.operational[unit] = 0
        self.set_free(unit)
        if self.hex_of[unit] != self.theatre.display[side]:
            self._carry(unit, self.theatre.display[side], "spent", rule)

    def regroup(self, unit: UnitId, rule: str) -> None:
        self.operational[unit] = 1
        self.changed("operational")
        side = self.side_of(unit)
        self.note("regrouped", rule, unit=unit, audience=None if side is None else [side])

    def receive(self, unit: UnitId, rule: str) -> None:
        """11.6 A campaign unit arrives in the display, ready; the enemy does not see it (6.3)."""
        side = self.side_of(unit)
        assert side is not None
        self.operational[unit] = 1
        self.move(unit, self.theatre.display[side], rule, audience=[side])

    def rise(self, unit: UnitId, region: int) -> None:
        """31.2 A partisan belongs to the region it rises in: call it before the unit enters its hex."""
        self.origin[unit] = region
        self.forget()

    def offensives_of(self, side: Side) -> bytearray:
        """O35 A side's Major Offensives: how many are ready, then how many arrive in each game turn."""
        most = arrivals(self.scenario)
        return self.offensives[side * most : (side + 1) * most]

    def count_offensives(self, side: Side, turn: int, more: int, rule: str) -> None:
        """O35 More or fewer Major Offensives arriving in a game turn; in turn 0: ready."""
        self.offensives[side * arrivals(self.scenario) + turn] += more
        if more > 0:
            kind = "offensive_bought" if turn else "offensive_ready"
            self.note(kind, rule, audience=[side], side=side, turn=turn, number=more)

    def set_ready(self, unit: UnitId, ready: bool) -> None:
        """33.0 On the operational side of the counter, or not, when the game begins."""
        self.operational[unit] = ready
        self.changed("operational")

    def assign(self, unit: UnitId, mission: int, to: Hex, base: Hex, rule: str) -> None:
        """A campaign unit goes out on a mission."""
        self.mission[unit], self.base[unit] = mission, base
        self._carry(unit, to, "sent", rule)

    def _carry(self, unit: UnitId, to: Hex, kind: str, rule: str) -> None:
        """A campaign unit goes out or comes home: as `move`, in other words."""
        start, reveals = Hex(self.hex_of[unit]), self._comes_out(unit, to)
        self._lift(unit)
        self._put(unit, to)
        self._sortie(unit)
        self.note(kind, rule, reveals=reveals, unit=unit, start=start, to=to)

    def _sortie(self, unit: UnitId) -> None:
        """Where a campaign unit is and what it does has changed."""
        self.spoil(SORTIES)
        if self.theatre.is_carrier[unit]:
            self.spoil(FIGHTING)  # those aboard may be about to land, or no more

    def embark(self, unit: UnitId, carrier: UnitId, rule: str) -> None:
        """24.5, 26.1 A ground unit goes aboard and leaves its hex, to which it may come back: see `embarked`."""
        place = Hex(self.hex_of[unit])
        self.cargo[carrier], self.origin[unit] = unit, place
        self._sortie(carrier)
        self._moved(unit, place, OFF)
        self.note("embarked", rule, unit=unit, carrier=carrier)
        self.abandon(place)

    def raid(self, unit: UnitId) -> None:
        """30.6 A unit has attacked convoys in this game turn."""
        self.raided[unit] = self.clock[TURN]

    def fight(self, units: Iterable[UnitId], places: Iterable[Hex], value: int) -> None:
        """19.2 These units have fought in this Ground Combat Phase; the hexes get a bit in the column `attacked`."""
        for unit in units:
            self.done[unit] |= FOUGHT
        for place in places:
            self.attacked[place] |= value
        self.changed("attacked")

    def stop_fighting(self) -> None:
        """19.2 A new Ground Combat Phase: everybody may fight again."""
        rested, quiet = self.done.translate(RESTED), bytes(len(self.attacked))
        if self.done != rested or self.attacked != quiet:
            self.done[:], self.attacked[:] = rested, quiet
            self.changed("attacked")

    def gain_mp(self, power: int, amount: int, rule: str, why: str, **data: Any) -> None:
        """10.1 Never beyond the end of the track, never below zero; the enemy does not see it (6.3)."""
        before = self.mp[power]
        self.mp[power] = left = max(0, min(MOST_MP, before + amount))
        if self.log is not None:
            side, change = SIDE_OF_POWER[power], f"{left - before:+}"
            self.note("mp", rule, audience=[side], power=POWER_NAMES[power], change=change, left=left, why=why, **data)

    def inflict(self, side: Side, hits: int) -> None:
        """33.0 The house's own: a side has hit its enemy for so many MP (21.1), which both see, where it counts."""
        shorter = self.setup.victory
        if shorter is not None and shorter.hits_for_point:
            self.inflicted[side] += hits
            self.note("inflicted", "33.0", side=side, hits=hits, total=self.inflicted[side])

    def join(self, country: int, power: int, rule: str, land: Bits | None = None) -> None:
        """9.3 A country becomes a belligerent: its units and its territory (or a part of it) go with that power."""
        self.status[country] = power
        for place in self.theatre.in_country[country] if land is None else land:
            self.control[place] = power + 1
        self.changed("status")
        self.note_country("joined", rule, country, power=POWER_NAMES[power])
        self._tell_sudden_death(power)

    def take_land(self, group: str, power: int, rule: str) -> None:
        """O42 Control markers in a whole group of regions."""
        for place in self.theatre.in_group(group):
            self.control[place] = power + 1
        self.changed("control")
        self.note("land", rule, land=group.replace("_", " "), power=POWER_NAMES[power])

    def leave_war(self, country: int) -> None:
        """O41, O42 A country fights for nobody any more."""
        self.status[country] = OCCUPIED
        self.changed("status")

    def take_hex(self, place: Hex, power: int, rule: str) -> None:
        """6.1 A control marker."""
        if self.control[place] != power + 1:
            self.control[place] = power + 1
            self.changed("control")
            self.note("control", rule, hex=place, power=POWER_NAMES[power])
            if place in self.theatre.mobilization:
                self._tell_sudden_death(power)

    def mark(self, column: str, place: Hex, value: int, rule: str) -> None:
        """Put or take a marker: bombed, sabotaged, fort, depot."""
        if getattr(self, column)[place] != value:
            getattr(self, column)[place] = value
            self.changed(column)
            marker = {"fort": "fortification", "sabotaged": "sabotage"}.get(column, column)
            self.note("marker", rule, marker=marker, hex=place, done="placed" if value else "removed")

    def tick(self, what: int, value: int) -> None:
        """Set the clock, or a flag of what has happened in a phase."""
        self.clock[what] = value
        self.changed("clock")

    def begin_movement(self) -> None:
        """17.0, 18.2 A Movement Phase begins: nobody has moved, no half points are left."""
        nobody, none = bytes(len(self.done)), bytes(len(self.rail))
        if self.done != nobody or self.rail != none:
            self.done[:], self.rail[:] = nobody, none
            self.changed("done")

    def did(self, unit: UnitId, what: int) -> None:
        """What a ground unit has done in this phase: MARCHED and so on."""
        self.done[unit] |= what
        self.changed("done")

    def leave_half(self, place: Hex, half: int) -> None:
        """18.2 Half a point is left of what a corps paid that went by rail from here, or is used up."""
        self.rail[place] = half

    def _moved(self, unit: UnitId, start: Hex, to: Hex) -> None:
        theatre = self.theatre
        if not theatre.is_ground[unit]:
            self._sortie(unit)  # campaign units have no zones and block nothing (24.8, 26.7, 27.0)
            return
        hexes, end = theatre.hexes, theatre.convoy
        if not (0 <= start < end or 0 <= to < end):
            return  # no fact is about ground units that wait in a display or on the track
        self.changed("hex_of", unit)
        power = self.power_of(unit)
        if power < NEUTRAL:
            self.facts[SIDE_OF_POWER[power]] = {}
        else:  # it is in everybody's way
            self.spoil(*range(len(SIDES)))
        if not (0 <= start < hexes and 0 <= to < hexes):
            self.spoil(ROSTER)

    def note(
        self, kind: str, rule: str, audience: Iterable[Side] | None = None, reveals: bool = False, **data: Any
    ) -> None:
        """6.3 With open displays everybody hears everything."""
        if self.log is not None:
            super().note(kind, rule, None if self.option(OPEN_DISPLAYS) else audience, reveals, **data)

    def note_country(self, kind: str, rule: str, country: int, **data: Any) -> None:
        """What happens to a country happens at its capital."""
        found = self.theatre.countries[country]
        if found.capital is not None:
            data["hex"] = found.capital
        self.note(kind, rule, country=found.name, **data)

    def _tell_sudden_death(self, power: int) -> None:
        """3.1 A side that has just got nearer to it, and lacks few hexes."""
        if self.log is None or self.setup.victory is not None or power not in BELLIGERENTS:
            return
        side = SIDE_OF_POWER[power]
        wanted = self.theatre.sudden_death_axis if side == AXIS_SIDE else self.theatre.sudden_death_allied
        lacking = [place for place in wanted if SIDES_OF_POWERS[self.controlling(place)] != side]
        if 0 < len(lacking) <= NEAR_SUDDEN_DEATH:
            self.note("sudden_death_near", "3.1", side=side, hexes=tuple(lacking))

    def note_hidden(self, kind: str, rule: str, side: Side, **data: Any) -> None:
        """6.3 A line for one side's eyes."""
        self.note(kind, rule, audience=[side], **data)


POWERS_ASKED = GewState.powers  # the question, under which its answer is filed


GewState.first_columns = {name: said for name, said in GewState.declared.items() if name != "inflicted"}
