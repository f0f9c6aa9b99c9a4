"""USE: the columns and verbs of Unconditional Surrender!

Every counter has a place: a hex, a box of its faction (Events, Mobilization, Eliminated), a box of the Turn Track; off
the board is out of the game. A ground unit has two steps, a garrison one (3.1); other counters have one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from sandtable.core.bits import Bits, among, standing, union
from sandtable.core.columns import ALL, ANYTHING, EACH_SIDE, EVERYTHING, ITS_SIDE, PLACE, UNIT, column
from sandtable.core.flow import Procedure
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.state import OFF, Position, kept_in, side_fact
from sandtable.systems.use.numbers import number
from sandtable.systems.use.options import ABSTRACT_NAVAL
from sandtable.systems.use.setups import SetUp, setup_of
from sandtable.systems.use.theatre import (
    AIR,
    AXIS_FACTION,
    FACTIONS,
    GROUND,
    NAVAL,
    POLICIES,
    SOVIET,
    STEPS,
    SUPPLY,
    UNTRACKED,
    WEATHERS,
    WESTERN,
    Theatre,
)

if TYPE_CHECKING:
    from sandtable.core.system import Scenario

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound="UseState")
# what stands in the column `clock`
TURN, PHASING, WEATHER = range(3)
# what a unit has done in the present turn: bits of the column `done`
ACTIVATED, STRATEGICALLY_MOVED, REPLACED, FOUGHT, EVACUATED = 1, 2, 4, 8, 16
BUT_EVACUATED = bytes(each & ~EVACUATED for each in range(256))
SHIPPED, UNSHIPPED = 32, 64  # supplied over sea; its supply line over sea was interdicted
FULL, LOW, NO = range(len(SUPPLY))  # the column `supply` (7.1)
CONQUERED = 1  # in the column `status`; 0 while it is active (2.1.1)
# the column `policies` (D1); ended: peace until a faction declares war on the other (D2)
NO_POLICY, IN_FORCE, ENDED, BROKEN = range(4)
PEACE = (IN_FORCE, ENDED)
BINDS = ({AXIS_FACTION, WESTERN}, {AXIS_FACTION, SOVIET})  # D1 the factions at peace while each holds
CONDITIONS = (
    "east_invaded", "mediterranean_crisis", "usa_entry", "ussr_northern_border", "ussr_southern_border", "west_invaded",
)  # the column `happened` (13.0)  # fmt: skip
MOST_SORTIES = "most-sorties"  # the line of the list
NO_TARGET = -1
MARKED = re.compile(rb"[^\0]")  # finds what is marked in a column of bytes quicker than a look at each
HOLDINGS = ("control", "fort", "status", "faction", "policies")  # the columns that tell who holds what
# Files of facts, beside those of each side, which follow from where its ground units stand: those that follow from
# where any unit stands, from nothing but who holds what, from where air units and ships are, from what is in boxes. Who
# holds what may count in all of them.
LAND, HELD, ALOFT, BOXED = "land", "held", "aloft", "boxed"
# What cities are worth: spoilt by will beside who holds what
WORTH = "worth"
# What each army could do, were it its turn: spoilt by whatever counts in a combat or on a march, not by who has acted
PROSPECTS = "prospects"


def land_fact(question: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Worked out once until a unit moves on the map, a city or a fort changes hands, or a country its status."""
    return kept_in(LAND)(question)


def aloft_fact(question: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Worked out once until an air unit or a ship moves."""
    return kept_in(ALOFT)(question)


def boxed_fact(question: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Worked out once until a counter goes into a box or leaves one."""
    return kept_in(BOXED)(question)


def prospect(question: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Worked out once until anything changes but who has acted, what has been paid and where Assaults are aimed."""
    return kept_in(PROSPECTS)(question)


def worth_fact(question: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Worked out once until a country's will changes, a city or a fort changes hands, or a country its status."""
    return kept_in(WORTH)(question)


def held_fact(question: Callable[Concatenate[UseState, P], R]) -> Callable[Concatenate[UseState, P], R]:
    """Worked out once for all positions in which the same is held, until a city or a fort changes hands, or a country
    its status. It is asked of the `holdings`, which have nothing else that it could follow from."""

    @wraps(question)
    def asked(state: UseState, /, *given: P.args, **named: P.kwargs) -> R:
        held = holdings(state)
        return (question if held is state else known)(held, *given, **named)

    known = kept_in(HELD)(asked)
    return known


def holdings(state: UseState) -> UseState:
    """Who holds what, as a position of which nothing else is known: all that agree in it share it, and its facts."""
    facts = state.facts[HELD]
    if holdings in facts:
        known: UseState = facts[holdings]
        return known
    own = state.__dict__
    found = _holdings(state.scenario, state.theatre, *[bytes(own[name]) for name in HOLDINGS])
    found.facts[HELD][holdings] = found
    state.facts[HELD] = found.facts[HELD]
    return found


@lru_cache(1024)
def _holdings(scenario: Scenario, theatre: Theatre, *held: bytes) -> UseState:
    columns = {name: UseState.makers[name](values) for name, values in zip(HOLDINGS, held, strict=True)}
    found = UseState.holding(scenario, columns, [])
    found.theatre = theatre
    return found


def _countries(scenario: Scenario) -> int:
    return len(scenario.extra.countries)


def _factions(scenario: Scenario) -> list[int]:
    return [country.faction for country in scenario.extra.countries]


class UseState(Position):
    """Places, strength, supply, Sorties, control of cities, forts, National Will, production, the clock."""

    files = (*Position.files, LAND, HELD, ALOFT, BOXED, WORTH, PROSPECTS)
    hex_of = column(UNIT, 16, OFF, seen=ALL)  # and more: see `_moved`
    steps = column(UNIT, seen=ALL, spoils=(PROSPECTS, ANYTHING))
    supply = column(UNIT, seen=ALL, spoils=(PROSPECTS, ANYTHING))
    sorties = column(UNIT, seen=ALL, spoils=(PROSPECTS, ANYTHING))
    done = column(UNIT, seen=ALL)  # and more: see `did`
    in_fort = column(
        UNIT, seen=ALL, spoils=(ITS_SIDE, LAND, PROSPECTS, ANYTHING)
    )  # 1: it occupies the fort of its hex (4.2.3.5)
    assault = column(UNIT, 16, NO_TARGET, seen=ALL)  # the hex its Assault marker points at (5.3.3)
    fort = column(PLACE, seen=ALL, spoils=(EVERYTHING,))  # 0, or country + 1
    no_ezoc = column(PLACE, seen=ALL, spoils=(EACH_SIDE, LAND, PROSPECTS, ANYTHING))  # 1: a No EZOC marker (5.3)
    will = column(_countries, 16, UNTRACKED, seen=ALL, spoils=(WORTH, PROSPECTS, ANYTHING))
    points = column(_countries, 16, UNTRACKED, seen=ALL)
    status = column(_countries, seen=ALL, spoils=(EVERYTHING,))
    collapses = column(_countries, seen=ALL)  # how often
    clock = column(3, seen=ALL, spoils=(PROSPECTS, ANYTHING))
    faction = column(_countries, 8, _factions, seen=ALL, spoils=(EVERYTHING,))
    pro = column(_countries, seen=ALL)  # the faction of a neutral's Pro-faction marker, or 0
    fac_lost = column(_countries, seen=ALL)  # 0, or the box of its Fac Lost marker (5.4)
    bombed = column(PLACE, seen=ALL)  # 1: a Bombed marker
    served = column(PLACE, seen=ALL, spoils=(LAND, ANYTHING))  # by a Limited source: units in this check (7.0)
    policies = column(len(POLICIES), seen=ALL, spoils=(EVERYTHING,))
    happened = column(len(CONDITIONS), seen=ALL)  # 1: this conditional event has come

    def _begin(self, scenario: Scenario, stack: list[Procedure]) -> None:
        super()._begin(scenario, stack)
        self.theatre: Theatre = scenario.extra  # asked for everywhere

    def keep_own_facts(self) -> None:
        """But those about holdings are everybody's."""
        held, self.facts[HELD] = self.facts[HELD], {}
        super().keep_own_facts()
        self.facts[HELD] = held

    # ------------------------------------------------------------------ who is who

    @property
    def setup(self) -> SetUp:
        return setup_of(self.scenario.name)

    def number(self, line: str) -> int:
        """A number that stands within another list."""
        return number(self.scenario.charts, line)

    @property
    def most_sorties(self) -> int:
        """1.5"""
        return self.number(MOST_SORTIES)

    @property
    def ports_are_ships(self) -> bool:
        """4.2.4, 7.0 Without naval counters: a port stands for the ships that would come to it."""
        return self.theatre.sea_lanes and self.option(ABSTRACT_NAVAL)

    @property
    def turn(self) -> int:
        return self.clock[TURN]

    @property
    def turns_left(self) -> int:
        """1.2 After this one."""
        return len(self.theatre.months) - self.clock[TURN]

    @property
    def month(self) -> str:
        return self.theatre.months[max(self.clock[TURN], 1) - 1]

    @property
    def phasing(self) -> Side:
        return Side(self.clock[PHASING])

    def weather_at(self, place: Hex) -> str:
        """11.0 Of a hex or Sea Zone."""
        return WEATHERS[self.clock[WEATHER] >> self.theatre.weather_bits[place] & 3]

    @property
    def weathers(self) -> str:
        """11.0 In words: `Poor`, or `cold Severe, mild Poor`."""
        zones, clock = self.theatre.weather_zones, self.clock[WEATHER]
        found = [WEATHERS[clock >> 2 * nth & 3] for nth in range(len(zones))]
        several = ", ".join(f"{zone} {each}" for zone, each in zip(zones, found, strict=True))
        return several if len(zones) > 1 else found[0]

    def country_name(self, country: int) -> str:
        return self.theatre.countries[country].name

    def name(self, unit: UnitId) -> str:
        return self.scenario.counters.names[unit]

    # ------------------------------------------------------------------ what is where

    def ground_at(self, place: Hex) -> UnitId | None:
        """The ground unit in a hex: there is one at most (3.3)."""
        is_ground = self.theatre.is_ground
        return next((unit for unit in self.units_in(place) if is_ground[unit]), None)

    @side_fact
    def ground_units(self, side: Side) -> tuple[UnitId, ...]:
        """On the map."""
        return self._of(GROUND, side)

    @aloft_fact
    def air_units(self, side: Side) -> tuple[UnitId, ...]:
        """On the map."""
        return self._of(AIR, side)

    @aloft_fact
    def naval_units(self, side: Side) -> tuple[UnitId, ...]:
        """In ports."""
        return self._of(NAVAL, side)

    def _of(self, kinds: tuple[str, ...], side: Side) -> tuple[UnitId, ...]:
        theatre = self.theatre
        return among(self.hex_of, theatre.units(kinds, side), theatre.board.hexes)

    @side_fact
    def occupied(self, side: Side) -> Bits:
        """Hexes with ground units of a side."""
        return self._at(GROUND, side)

    @aloft_fact
    def based(self, side: Side) -> Bits:
        """Hexes with air units of a side."""
        return self._at(AIR, side)

    def _at(self, kinds: tuple[str, ...], side: Side) -> Bits:
        theatre = self.theatre
        return standing(self.hex_of, theatre.units(kinds, side), theatre.board.hexes)

    @held_fact
    def friendly_cities(self, side: Side) -> Bits:
        """2.3.1 Cities a side controls."""
        control, held = self.control, side + 1
        return self.theatre.board.bits(city for city in self.theatre.all_cities if control[city] == held)

    @held_fact
    def friendly_forts(self, side: Side) -> Bits:
        countries, owners = self.theatre.countries, self.fort
        found = (Hex(match.start()) for match in MARKED.finditer(owners))
        return self.theatre.board.bits(place for place in found if countries[owners[place] - 1].side == side)

    def is_city(self, place: Hex) -> bool:
        return place in self.theatre.cities

    def faction_of(self, unit: UnitId) -> int:
        """2.0"""
        return self.faction[self.theatre.country_of[unit]]

    @held_fact
    def neutral_land(self) -> Bits:
        """4.0 Land of countries that have joined no faction yet."""
        theatre = self.theatre
        lands = (land for nth, land in enumerate(theatre.in_country) if not self.faction[nth])
        return union(theatre.board.bits(()), *lands)

    def at_peace(self, one: int, other: int) -> bool:
        """D1, D2 Does a policy keep two factions from each other, or has none declared war since it ended?"""
        return any(
            policy in PEACE and {one, other} == bound for policy, bound in zip(self.policies, BINDS, strict=True)
        )

    @held_fact
    def shut_land(self, country: int) -> Bits:
        """4.0 Land that a country's units may not enter: of neutrals, and of those a policy protects from it."""
        theatre, faction = self.theatre, self.faction[country]
        lands = (land for nth, land in enumerate(theatre.in_country) if self.at_peace(faction, self.faction[nth]))
        return union(self.neutral_land(), *lands)

    def holds_port(self, side: Side, place: Hex) -> bool:
        """1.3 A port its side controls, or a Mulberry, which counts as one for the West (E12)."""
        theatre = self.theatre
        if place < theatre.board.hexes and place in theatre.ports:
            return self.controller(place) == side
        there = (unit for unit in self.units_in(place) if theatre.type_of[unit] == "mulberry")
        return any(theatre.side_of[unit] == side for unit in there)

    def in_play(self, unit: UnitId) -> bool:
        """1.3 Is it in a hex or a Map Box?"""
        at = self.hex_of[unit]
        return 0 <= at < self.theatre.board.hexes or at in self.theatre.map_boxes

    @land_fact
    def off_map(self, kinds: tuple[str, ...], side: Side) -> tuple[UnitId, ...]:
        """1.3 Units of some kinds that a side has in Map Boxes."""
        theatre = self.theatre
        if not theatre.map_boxes:
            return ()
        return tuple(unit for unit in theatre.units(kinds, side) if self.hex_of[unit] in theatre.map_boxes)

    @property
    def some_served(self) -> bool:
        """7.0 Has a Limited source supplied a unit over sea in this check?"""
        return self.served != bytes(len(self.served))  # `any` would look at every place

    def reduced(self, unit: UnitId) -> bool:
        """3.1 A garrison always counts as reduced."""
        return self.steps[unit] < STEPS

    def tired_out(self, unit: UnitId) -> bool:
        """1.5 With so many Sorties it does nothing."""
        return self.sorties[unit] >= number(self.scenario.charts, MOST_SORTIES)

    def events_of(self, side: Side) -> tuple[UnitId, ...]:
        """E0 The markers in a faction's Events box."""
        return self.in_box("events", side)

    @boxed_fact
    def in_box(self, name: str, side: Side) -> tuple[UnitId, ...]:
        return tuple(sorted(self.units_in(self.theatre.box(name, side))))

    # ------------------------------------------------------------------ verbs

    def tick(self, what: int, value: int) -> None:
        self.clock[what] = value
        self.changed("clock")

    def did(self, unit: UnitId, what: int) -> None:
        self.done[unit] |= what
        self.changed("done")
        if not self.theatre.is_ground[unit]:  # 4.1 an air unit that has moved strategically supports nobody
            self.spoil(PROSPECTS)

    def recover(self) -> None:
        """E5 Who was evacuated may act again in the next Operations Phase."""
        if (done := self.done.translate(BUT_EVACUATED)) != self.done:
            self.done[:] = done
            self.changed("done")

    def rest(self) -> None:
        """1.2 A new turn: nobody has done anything."""
        self.done[:] = bytes(len(self.done))
        self.changed("done")
        self.spoil(PROSPECTS)

    def pay(self, unit: UnitId, points: int, rule: str) -> None:
        """9.0 By the unit's own country, unless its production is not counted."""
        self.spend(self.theatre.country_of[unit], points, rule)

    def spend(self, country: int, points: int, rule: str) -> None:
        if self.points[country] != UNTRACKED:
            self.points[country] -= points
            self.changed("points")
            self.note("paid", rule, country=self.country_name(country), points=points, left=self.points[country])

    def grant(self, country: int, points: int, rule: str) -> None:
        self.points[country] = points
        self.changed("points")
        self.note("granted", rule, country=self.country_name(country), points=points)

    def set_supply(self, unit: UnitId, level: int, rule: str) -> None:
        if self.supply[unit] != level:
            self.supply[unit] = level
            self.changed("supply")
            self.note("supply", rule, unit=unit, hex=Hex(self.hex_of[unit]), level=SUPPLY[level])

    def add_sorties(self, unit: UnitId, count: int, rule: str) -> None:
        """1.5 Never more than a unit can have."""
        now = max(0, min(self.most_sorties, self.sorties[unit] + count))
        if now != self.sorties[unit]:
            self.sorties[unit] = now
            self.changed("sorties")
            self.note("sorties", rule, unit=unit, count=now)

    def occupy(self, unit: UnitId, yes: bool, rule: str) -> None:
        """4.2.3.5 A unit goes into its fort, or leaves it."""
        if bool(self.in_fort[unit]) != yes:
            self.in_fort[unit] = yes
            self.changed("in_fort", unit)
            self.note("fort", rule, unit=unit, hex=Hex(self.hex_of[unit]), done="occupies" if yes else "leaves")

    def raze(self, place: Hex, rule: str) -> None:
        """4.2.3.6 A fort is gone for good."""
        self.fort[place] = 0
        self.changed("fort")
        self.note("razed", rule, hex=place)

    def aim(self, unit: UnitId, target: int) -> None:
        """5.3.3 An Assault marker; NO_TARGET takes it away."""
        self.assault[unit] = target
        self.changed("assault")
        if target != NO_TARGET and self.theatre.is_ground[unit]:  # a marker tells where an invasion goes
            self.note("aimed", "5.3.3", unit=unit, hex=Hex(target))

    def clear_zone(self, place: Hex, rule: str) -> None:
        """5.3 A No EZOC marker."""
        self.no_ezoc[place] = 1
        self.changed("no_ezoc")
        self.note("no_ezoc", rule, hex=place)

    def end_activation(self) -> None:
        """5.3 No EZOC markers last as long as the activation in which they were placed."""
        if 1 in self.no_ezoc:
            self.no_ezoc[:] = bytes(len(self.no_ezoc))
            self.changed("no_ezoc")

    def reduce(self, unit: UnitId, rule: str) -> bool:
        """5.3 A full unit is reduced, a reduced one eliminated: whether it is gone."""
        if self.reduced(unit):
            self.eliminate(unit, rule)
            return True
        self.lose_step(unit, rule)
        return False

    def eliminate(self, unit: UnitId, rule: str) -> None:
        """5.3 To the Eliminated box, from which it may be mobilized later."""
        self.in_fort[unit], self.assault[unit], self.sorties[unit] = 0, NO_TARGET, 0
        self.supply[unit] = FULL
        side = Side(self.theatre.side_of[unit])
        self.steps[unit] = 1
        self.move(unit, self.theatre.box("eliminated", side), rule, "lost")

    def remove(self, unit: UnitId, rule: str, kind: str = "removed", **data: Any) -> None:
        """Out of the game; only its strength is remembered."""
        self.in_fort[unit], self.assault[unit], self.sorties[unit] = 0, NO_TARGET, 0
        self.supply[unit], self.done[unit] = FULL, 0
        super().remove(unit, rule, kind, **data)

    def change_will(self, country: int, amount: int, rule: str, because: str) -> None:
        """2.1.2 Never below 0, nor above the bound, if there is one."""
        if self.will[country] == UNTRACKED:
            return
        most = self.theatre.will_cap or self.will[country] + amount
        self.will[country] = max(0, min(most, self.will[country] + amount))
        self.changed("will")
        self.note("will", rule, country=self.country_name(country), amount=f"{amount:+}", left=self.will[country],
                  because=because)  # fmt: skip

    def collapse(self, country: int) -> None:
        """13.0 Once more."""
        self.collapses[country] += 1
        self.changed("collapses")

    def leave_war(self, country: int) -> None:
        """13.0 Conquered: no unit of it is in the game any more."""
        self.status[country] = CONQUERED
        self.changed("status")

    def join(self, country: int, faction: int, rule: str) -> None:
        """2.0 A country becomes active."""
        self.faction[country], self.pro[country] = faction, 0
        self.changed("faction")
        self.note_country("joined", rule, country, faction=FACTIONS[faction])

    def note_country(self, kind: str, rule: str, country: int, **data: Any) -> None:
        """What happens to a country happens at its capital."""
        capital = self.theatre.capitals[country]
        if capital is not None:
            data["hex"] = capital
        self.note(kind, rule, country=self.country_name(country), **data)

    def lean(self, country: int, faction: int, rule: str) -> None:
        """D3 A Pro-faction marker on a neutral country."""
        self.pro[country] = faction
        self.changed("pro")
        self.note("leans", rule, country=self.country_name(country), faction=FACTIONS[faction])

    def lose_factories(self, country: int, change: int, rule: str) -> None:
        """5.4 A Fac Lost marker goes up or down, as far as its boxes go."""
        least, most = self.number("least-lost"), self.number("most-lost")
        self.fac_lost[country] = max(least, min(most, self.fac_lost[country] + change))
        self.changed("fac_lost")
        self.note("fac_lost", rule, country=self.country_name(country), box=self.fac_lost[country])

    def bomb(self, place: Hex, yes: bool, rule: str) -> None:
        """5.2 A Bombed marker is put on a factory, or taken off."""
        self.bombed[place] = yes
        self.changed("bombed")
        self.note("bombed", rule, hex=place, done="bombed" if yes else "working again")

    def serve(self, source: Hex) -> None:
        """7.0 A Limited source has supplied a unit over sea: it has room for one less."""
        self.served[source] += 1
        self.changed("served")

    def forget_served(self) -> None:
        """7.2 Counted afresh in each check."""
        if self.some_served:
            self.served[:] = bytes(len(self.served))
            self.changed("served")

    def set_policy(self, policy: int, value: int, rule: str) -> None:
        self.policies[policy] = value
        self.changed("policies")
        self.note(
            "policy",
            rule,
            policy=POLICIES[policy].replace("_", " "),
            done=("", "holds", "is over", "is over, and there is war")[value],
        )

    def happen(self, event: int, rule: str) -> None:
        """13.0 A conditional event comes once."""
        self.happened[event] = 1
        self.changed("happened")
        self.note("happened", rule, event=_titled(CONDITIONS[event]))

    def _moved(self, unit: UnitId, start: Hex, to: Hex) -> None:
        theatre, facts = self.theatre, self.facts
        hexes, boxes = theatre.board.hexes, theatre.map_boxes
        if 0 <= start < hexes or 0 <= to < hexes or start in boxes or to in boxes:
            facts[LAND], facts[theatre.side_of[unit] if theatre.is_ground[unit] else ALOFT] = {}, {}
        if start >= hexes or to >= hexes:
            facts[BOXED] = {}
        facts[PROSPECTS], facts[ANYTHING] = {}, {}


def _titled(word: str) -> str:
    """`west_invaded` is West Invaded."""
    return " ".join(part.upper() if part in ("usa", "ussr") else part.title() for part in word.split("_"))
