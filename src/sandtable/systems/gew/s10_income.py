"""GEW 10.2 to 10.10: what a power receives at the start of its Mobilization Phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from sandtable.core.bits import Bits
from sandtable.core.rules import Breakdown, Hex, Side, Term, enemy
from sandtable.systems.gew.s06_control import controls, marked
from sandtable.systems.gew.s12_supply import friendly_ports
from sandtable.systems.gew.s13_zones import occupied, zone
from sandtable.systems.gew.state import POWER_NAMES, GewState
from sandtable.systems.gew.theatre import AXIS, SIDE_OF_POWER, SOVIET, WALLIED, Theatre

PIPELINE_SEAS = ("black_sea", "mediterranean")  # 10.3: where the oil must arrive


def income(state: GewState, power: int) -> Breakdown:
    """10.6 The MP of a turn, part by part."""
    return Breakdown(term for term in _terms(state, power) if term.value)


def _terms(state: GewState, power: int) -> Iterator[Term]:
    lines = state.scenario.charts.lines("income")
    if state.setup.income is not None:
        yield Term("fixed income", state.setup.income[power], "33.0")
        return
    if not state.belligerent(power):  # 33.3, G10-4, G10-5
        hexes = _mobilized(state, power) + off_map(state, "ussr")
        yield Term("limited Soviet mobilization", int(hexes * Fraction(lines["limited"].value)), "33.3")
        return
    times = int(state.scenario.charts.table("turns").read(state.turn, POWER_NAMES[power]))
    each = times * lines["mobilization"].amount
    yield Term("mobilization hexes", each * _mobilized(state, power), "10.6")
    yield Term("off-map mobilization", each * _off_map(state, power), "10.7")
    yield Term("capitals", lines["capital"].amount * len(capitals(state, power)), "10.6")
    yield Term("objectives", lines["objective"].amount * len(objectives(state, power)), "10.8")
    if power == WALLIED and not state.usa_fights():
        limited = int(off_map(state, "usa") * Fraction(lines["limited"].value))
        yield Term("limited US mobilization", limited, "33.3")


def _mobilized(state: GewState, power: int) -> int:
    return len(paying(state, power))


def paying(state: GewState, power: int) -> list[Hex]:
    """10.3 The mobilization hexes that give MP: one's own if controlled, others' if occupied (G10-2); never in an enemy
    zone, even if occupied (G3-3), or bombed (24.9). The Axis needs a pipeline for oil from the Caucasus and the Middle
    East."""
    side = SIDE_OF_POWER[power]
    ours, closed = occupied(state, side), zone(state, enemy(side)) | state.where(state.bombed, 1)
    found = list((state.theatre.mobilization & marked(state, power)) - closed)
    return [
        place
        for place in found
        if (_own(state, power, place) or place in ours)
        and (power != AXIS or place not in _pipelines(state.theatre) or oil_flows(state, place))
    ]


def _own(state: GewState, power: int, place: Hex) -> bool:
    """10.2, 10.3 Printed for the power, or of a country that has joined it."""
    return state.theatre.class_at[place] == power or state.status[state.theatre.country_at[place]] == power


def oil_flows(state: GewState, oil: Hex) -> bool:
    """10.3, G10-3 A pipeline without enemy units and zones leads to a port that the Axis can use."""
    theatre, side = state.theatre, SIDE_OF_POWER[AXIS]
    shut = occupied(state, enemy(side)) | zone(state, enemy(side))
    ends = friendly_ports(state, AXIS) & _coasts(theatre)
    links, reached, open_ = _pipelines(theatre), {oil}, [oil]
    while open_:
        place = open_.pop()
        if place in shut:
            continue
        if place in ends:
            return True
        fresh = links[place] - reached
        reached |= fresh
        open_ += fresh
    return False


@lru_cache(maxsize=4)
def _pipelines(theatre: Theatre) -> Mapping[Hex, frozenset[Hex]]:
    """The hexes of pipelines, and those next along them."""
    found: dict[Hex, frozenset[Hex]] = {}
    for chain in theatre.pipelines.values():
        for one, other in pairwise(chain.hexes):
            found[one] = found.get(one, frozenset()) | {other}
            found[other] = found.get(other, frozenset()) | {one}
    return found


@lru_cache(maxsize=4)
def _coasts(theatre: Theatre) -> Bits:
    """The ports where oil may arrive."""
    seas = sum(1 << theatre.sea_named(sea) for sea in PIPELINE_SEAS)
    return theatre.board.bits(port for port in theatre.port if theatre.seas_at[port] & seas)


def off_map(state: GewState, area: str) -> int:
    """10.7 The mobilization hexes of a staging area."""
    return state.scenario.charts.lines("tracks")[area].amount


def _off_map(state: GewState, power: int) -> int:
    if power == SOVIET:
        return off_map(state, "ussr")
    if power == WALLIED:
        return off_map(state, "british-empire") + (off_map(state, "usa") if state.usa_fights() else 0)
    return 0


def capitals(state: GewState, power: int) -> list[Hex]:
    """10.6, G10-6 The capitals of minor countries that fight with the power, controlled and outside enemy zones; G10-7
    bombed or not."""
    status, control, closed = state.status, state.control, zone(state, enemy(SIDE_OF_POWER[power]))
    return [
        capital
        for nth, capital in _minor_capitals(state.theatre)
        if status[nth] == power and control[capital] == power + 1 and capital not in closed
    ]


@lru_cache(maxsize=4)
def _minor_capitals(theatre: Theatre) -> tuple[tuple[int, Hex], ...]:
    """With the number of the country."""
    return tuple(
        (nth, country.capital)
        for nth, country in enumerate(theatre.countries)
        if country.capital is not None and not country.major
    )


def objectives(state: GewState, power: int) -> list[Hex]:
    """10.8 The objectives of one's own side that the power controls."""
    return [place for place in _goals(state.theatre, SIDE_OF_POWER[power]) if controls(state, power, place)]


@lru_cache(maxsize=8)
def _goals(theatre: Theatre, side: Side) -> tuple[Hex, ...]:
    return tuple(place for place in theatre.objective if theatre.objective_at[place] == side)
