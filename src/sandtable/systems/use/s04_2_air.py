"""USE 4.2.2, 4.2.3.7: where air units may go and stand, and those that have to give way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from sandtable.core.bits import Bits, standing, union, where
from sandtable.core.decisions import HEX, Form, Slot
from sandtable.core.flow import Ask, Done, Procedure, Result, step
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.systems.use.s01_7_zones import in_ezoc
from sandtable.systems.use.s03_3_stacking import crowded, crowded_hexes
from sandtable.systems.use.s04_2_ground import friendly_places, movement_points
from sandtable.systems.use.s07_supply import beset, fed_any, traceable
from sandtable.systems.use.state import UseState, held_fact, land_fact
from sandtable.systems.use.theatre import Theatre

RULE = "4.2.2"
RAIDERS = ("airdrop", "partisans")


def bases(state: UseState, unit: UnitId) -> list[Hex]:
    """4.2.2 Where it may end a flight: what `bad_base` refuses, worked out for all hexes at once."""
    return list(_bases(state, unit, movement_points(state, unit)))


def can_fly(state: UseState, unit: UnitId) -> bool:
    """4.2.2 Is there any such place?"""
    return bool(_bases(state, unit, movement_points(state, unit)))


@land_fact
def _bases(state: UseState, unit: UnitId, points: int) -> tuple[Hex, ...]:
    theatre, start = state.theatre, Hex(state.hex_of[unit])
    country = theatre.country_of[unit]
    near = landings(state, country) & _in_flight(theatre, start, state.shut_land(country), points)
    return tuple(near - crowded_hexes(state, unit))


@lru_cache(maxsize=4096)
def _in_flight(theatre: Theatre, start: Hex, neutral: Bits, points: int) -> Bits:
    return where(flights(theatre, start, neutral), tuple(range(1, points + 1))) - theatre.water


@lru_cache(maxsize=1024)
def flights(theatre: Theatre, start: Hex, neutral: Bits) -> bytes:
    """4.0 How many hexes it is to every hex, around the countries that are neutral; NEVER where there is no way."""
    board = theatre.board
    return board.grid.lengths(theatre.hex_by_hex, board.bits((start,)), NEVER - 1, neutral)


def raided(state: UseState, side: Side) -> Bits:
    """4.2.2 Hexes with Airdrop or Partisans markers of a side."""
    return standing(state.hex_of, state.theatre.units(RAIDERS, side), state.theatre.board.hexes)


@land_fact
def landings(state: UseState, country: int) -> Bits:
    """4.2.2 Where air units of a country may stand, if there is room: what `bad_landing` refuses, for all hexes."""
    side = Side(state.theatre.countries[country].side)
    near = _airfields(state, country) & fed_any(state, country)
    return near - (beset(state, side) | raided(state, enemy(side)))


@held_fact
def _airfields(state: UseState, country: int) -> Bits:
    """4.2.2 Cities and lines where they may stand if no unit is near."""
    theatre = state.theatre
    side = Side(theatre.countries[country].side)
    fields = (state.friendly_cities(side) | theatre.lines) - friendly_places(state, enemy(side))
    return fields & _allowed(theatre, country)


@cache
def _allowed(theatre: Theatre, country: int) -> Bits:
    """France 1940: UK air units stay near Great Britain."""
    hexes = (Hex(hex) for hex in range(theatre.board.hexes))
    return theatre.board.bits(hex for hex in hexes if may_base(theatre, country, hex))


def bad_base(state: UseState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """4.2.2 Why a flight may not end in a hex."""
    theatre, start = state.theatre, Hex(state.hex_of[unit])
    if to >= theatre.board.hexes:
        yield Violation(RULE, "an air unit flies to a hex", (to,))
        return
    if to == start:
        yield Violation(RULE, "it is already there", (to,))
        return
    shut = state.shut_land(theatre.country_of[unit])
    if to in theatre.water or to in shut:
        yield Violation("4.0", "the hex is water, or of a country that is neutral or closed by a policy", (to,))
        return
    away, points = flights(theatre, start, shut)[to], movement_points(state, unit)
    if away > points:
        far = "cannot be reached" if away == NEVER else f"is {away} hexes away"
        yield Violation("4.0", f"it {far} around neutral countries, and {points} can be flown", (to,))
    yield from bad_landing(state, unit, to)


def bad_landing(state: UseState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """4.2.2 Why an air unit may not stand in a hex on land, however it comes there."""
    theatre, side = state.theatre, Side(state.theatre.side_of[unit])
    foe = enemy(side)
    if to not in state.friendly_cities(side) and to not in theatre.lines:
        yield Violation(RULE, "it is neither a friendly city nor on a Transport Line", (to,))
    if any(to in each for each in (friendly_places(state, foe), state.occupied(foe), state.based(foe))):
        yield Violation(RULE, "an enemy city, fort or unit is there", (to,))
    if to in raided(state, foe):
        yield Violation(RULE, "an enemy Airdrop or Partisans marker is there", (to,))
    haven = to in friendly_places(state, side) or to in state.occupied(side)
    if in_ezoc(state, side, to) and not haven:
        yield Violation(RULE, "it is in an EZOC, with no friendly city, fort or unit", (to,))
    yield from crowded(state, unit, to)
    if not may_base(theatre, theatre.country_of[unit], to):
        yield Violation(
            RULE, f"a UK air unit stays in Great Britain or within {theatre.uk_air_near_home} hexes of it", (to,)
        )
    if not traceable(state, unit, to):
        yield Violation(RULE, "no supply line can be traced from there", (to,))


def may_base(theatre: Theatre, country: int, to: Hex) -> bool:
    """France 1940: a UK air unit ends a flight in Great Britain or near it."""
    if theatre.countries[country].id != "uk" or not theatre.uk_air_near_home:
        return True
    return to in _near_home(theatre, country)


@cache
def _near_home(theatre: Theatre, country: int) -> Bits:
    return union(*(theatre.within(hex, theatre.uk_air_near_home) for hex in theatre.in_country[country]))


class Displace(Procedure):
    """4.2.3.7 An air unit whose hex an enemy ground unit enters moves at once, or is lost."""

    side: Side
    unit: UnitId
    answer: tuple = ()  # type: ignore[type-arg]

    @step("4.2.3.7")
    def flee(self, state: UseState) -> Result:
        if not can_fly(state, self.unit):
            state.eliminate(self.unit, "4.2.3.7")
            return Done()
        return Ask(self.side, DISPLACED, "answer")

    @step("4.2.3.7")
    def land(self, state: UseState) -> Result:
        (to,), self.answer = self.answer, ()
        state.move(self.unit, to, "4.2.3.7")
        state.add_sorties(self.unit, 1, "4.2.3.7")
        return Done()


DISPLACED = Form(
    "displace", "4.2.3.7",
    Slot(
        "to", HEX, lambda frame, state: range(state.theatre.board.hexes),
        lambda frame, state, to: bad_base(state, frame.unit, to), lambda frame, state: bases(state, frame.unit),
    ),
)  # fmt: skip
