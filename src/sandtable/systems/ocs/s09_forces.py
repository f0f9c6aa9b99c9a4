"""OCS 9.3 to 9.6 on the map: the units of a combat as they stand, the defender's choice of terrain, the odds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from sandtable.core.board import Board
from sandtable.core.chartfile import Charts
from sandtable.core.charts import WordAxis, round_half_up
from sandtable.core.groups import Group
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Breakdown, Hex, Side, Term, UnitId, enemy
from sandtable.core.sentences import say
from sandtable.core.state import fact, side_fact
from sandtable.core.system import Scenario
from sandtable.systems.ocs.options import O21_2_PROPORTIONAL
from sandtable.systems.ocs.s06_terrain import all_of_it, line_of, word
from sandtable.systems.ocs.s09_combat import RATED_AS, Rating, Situation, situation
from sandtable.systems.ocs.s09_strength import Counted, Unit, anti_tank_level, attacking, comes_to, defending
from sandtable.systems.ocs.s12_paths import path_prices
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import MODES, Theatre

BEACH = "beach"  # a hexside of the chart
MARKED = ("tank", "at", "aa")  # symbols that matter against armor (9.4e)


def defenders(state: OcsState, side: Side, target: Hex) -> list[UnitId]:
    """9.1 All combat units of the enemy in the hex defend together."""
    return state.combat_units_in(target, enemy(side))


class Standing(NamedTuple):
    """How a counter stands: all of it that its strength follows from."""

    unit: UnitId
    face: int
    mode: int
    steps: int
    oos: int


def standing(state: OcsState, unit: UnitId) -> Standing:
    return Standing(unit, state.face[unit], state.mode[unit], state.steps[unit], state.oos[unit])


def as_unit(scenario: Scenario, stands: Standing, *, unsupplied: bool = False, hexside: str = "") -> Unit:
    """9.4 A counter as it stands: its face, mode, supply and steps."""
    theatre: Theatre = scenario.extra
    unit, face = stands.unit, stands.face
    marks = {mark for mark in MARKED if mark in theatre.symbols_of[unit]}
    marks.update(["oos"] if stands.oos else [], ["nosupply"] if unsupplied else [])
    printed, steps = Fraction(theatre.strength[face][unit]), (stands.steps, theatre.full_steps[unit])
    if scenario.options.get(O21_2_PROPORTIONAL.name, False):
        printed, steps = Fraction(round_half_up(printed * Fraction(*steps))), (1, 1)
    return Unit(
        "", printed, not theatre.attacks[face][unit], theatre.category_of[unit], MODES[stands.mode],
        frozenset(marks), None, steps, hexside,
    )  # fmt: skip


# What a unit counts follows from little, and is asked for again and again: it is kept by that.


@lru_cache(maxsize=16384)
def _attacker(scenario: Scenario, stands: Standing, terrain: str, hexside: str, anti_tank: int) -> Counted:
    """9.4 A unit that attacks; `anti_tank` is the level of the target."""
    each = as_unit(scenario, stands, hexside=hexside)
    return _one(stands.unit, each, attacking(scenario.charts, each, terrain, anti_tank))


@lru_cache(maxsize=16384)
def _defender(scenario: Scenario, stands: Standing, unsupplied: bool, terrain: str) -> Counted:
    """9.4 A unit that defends."""
    each = as_unit(scenario, stands, unsupplied=unsupplied)
    return _one(stands.unit, each, defending(scenario.charts, each, terrain))


@lru_cache(maxsize=4096)
def _anti_tank(scenario: Scenario, stands: Standing, hedgehog: int) -> int:
    """9.4e"""
    return anti_tank_level(scenario.charts, as_unit(scenario, stands), hedgehog)


def rating(state: OcsState, unit: UnitId) -> Rating:
    """9.6 As printed, and the mode that may change it."""
    return state.action_rating(unit), RATED_AS.get(MODES[state.mode[unit]], "other")


def could_enter(state: OcsState, unit: UnitId, target: Hex, face: int | None = None, start: Hex | None = None) -> bool:
    """9.1 By normal movement from where it is, or from there, roads and all."""
    theatre = state.theatre
    here = Hex(state.hex_of[unit]) if start is None else start
    mobility = theatre.mobility[state.face[unit] if face is None else face][unit]
    prices = path_prices(state, Side(state.owner[unit]), mobility)
    return may_cross(state.scenario.charts, theatre.board, prices, mobility, here, target)


def may_cross(charts: Charts, board: Board, prices: bytes, mobility: int, start: Hex, to: Hex) -> bool:
    """6.1 Is it not prohibited, though it may take a whole allowance?"""
    side = board.layout.side(start, to)
    return prices[side] != NEVER or side in all_of_it(charts, board, mobility)


@lru_cache(maxsize=4096)
def near(board: Board, start: Hex, hexes: int) -> Mapping[Hex, int]:
    """The hexes so near, and how far each is."""
    found, edge = {start: 0}, [start]
    for distance in range(1, hexes + 1):
        edge = list({there for here in edge for there in board.around(here)} - found.keys())
        found.update(dict.fromkeys(edge, distance))
    return found


# ------------------------------------------------------------------------------------------------ 9.3 terrain


def terrains(state: OcsState, place: Hex) -> list[str]:
    """9.3 Those of a hex: what is printed there, and a city. A village is no terrain of its own."""
    board = state.theatre.board
    cities = [each for each in ("minor_city", "major_city") if each in board.symbols(place)]
    return [word(each) for each in dict.fromkeys((board.terrain[place], *cities))]


def hexsides(state: OcsState, start: Hex, target: Hex) -> list[str]:
    """9.3b What is crossed between two hexes and is told on the chart."""
    known = state.scenario.charts.table("hexside_combat").axis("hexside")
    assert isinstance(known, WordAxis)
    features = state.theatre.board.features(start, target)
    return [word(each) for each in sorted(features) if word(each) in known.places]


class Clash(NamedTuple):
    """9.2 Step 4: what the defender chose, and what it comes to."""

    terrain: str  # for himself, and for the line of the table
    line: str
    situation: Situation
    terms: Breakdown


def clash(
    state: OcsState, side: Side, target: Hex, units: Sequence[UnitId], rated: tuple[UnitId, UnitId],
    unsupplied: Iterable[UnitId] = (), beach: bool = False,
) -> Clash:  # fmt: skip
    """9.3b to 9.8 An attack. Each of the defender's choices can only help him one way, less strength against him or a
    column further left, so the best is taken: nobody has to be asked."""
    return _clash(state, side, target, tuple(units), rated, tuple(unsupplied), beach)


@fact
def _clash(
    state: OcsState, side: Side, target: Hex, units: Group, rated: tuple[UnitId, UnitId], unsupplied: Group, beach: bool
) -> Clash:
    scenario, charts, hedgehog = state.scenario, state.scenario.charts, state.hedgehog[target]
    ours = [standing(state, unit) for unit in defenders(state, side, target)]
    anti_tank = max([_anti_tank(scenario, each, hedgehog) for each in ours])
    attack = _attackers(state, side, target, units, anti_tank, beach)
    ratings = [rating(state, unit) for unit in rated]
    found = []
    for terrain in terrains(state, target):
        defence = [_defender(scenario, each, each.unit in unsupplied, terrain) for each in ours]
        line = line_of(charts, terrain)
        found.append((terrain, line, situation(charts, line, (attack, defence), ratings, hedgehog)))
    terrain, line, best = min(found, key=lambda each: (each[2].column, -each[2].defence))
    who = [
        Term(say("rated by {unit}", unit), 0, "9.6", f"{role}'s action rating", "note")
        for role, unit in zip(("attacker", "defender"), rated, strict=True)
    ]
    return Clash(terrain, line, best, Breakdown((*best.terms, *who)))


@side_fact
def _attackers(
    state: OcsState, side: Side, target: Hex, units: Group, anti_tank: int, beach: bool
) -> tuple[Counted, ...]:  # fmt: skip
    """9.4 All of them: the same whatever the defender pays."""
    by_stack = [_stack(state, target, start, units, anti_tank, beach) for start in _starts(state, units)]
    return tuple([each for stack in by_stack for each in stack])


def _starts(state: OcsState, units: Iterable[UnitId]) -> list[Hex]:
    """The hexes that an attack comes from."""
    return sorted({Hex(state.hex_of[unit]) for unit in units})


def _stack(
    state: OcsState, target: Hex, start: Hex, units: Sequence[UnitId], anti_tank: int, beach: bool
) -> list[Counted]:
    """9.3b One attacking stack: against it the hex or the hexside, whichever leaves it less; 18.6a out of landing craft
    the hexside is a beach."""
    mine = [standing(state, unit) for unit in units if state.hex_of[unit] == start]
    choices = [(terrain, "") for terrain in terrains(state, target)]
    choices += [("", hexside) for hexside in ([BEACH] if beach else hexsides(state, start, target))]
    return min(
        [[_attacker(state.scenario, each, *choice, anti_tank) for each in mine] for choice in choices],
        key=lambda counted: sum(map(comes_to, counted)),
    )


def _one(unit: UnitId, each: Unit, multipliers: Iterable[Term]) -> Counted:
    """A unit, and what multiplies it by its name: two that are doubled are two lines."""
    named = tuple(term._replace(label=say("{unit}: {why}", unit, term.label)) for term in multipliers)
    return Counted(say("{unit}", unit), each.strength, named)
