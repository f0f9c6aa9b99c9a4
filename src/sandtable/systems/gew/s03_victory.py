"""GEW 3: who has won, at once or by points at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from sandtable.core.bits import Bits, union
from sandtable.core.flow import Done, Outcome, Over, Procedure, Result, run, step
from sandtable.core.rules import Breakdown, Hex, Side, Term
from sandtable.core.state import kept_in
from sandtable.core.system import Scenario
from sandtable.systems.gew.o41_surrender import surrender
from sandtable.systems.gew.options import O41_SURRENDER, OPEN_DISPLAYS
from sandtable.systems.gew.s06_control import controlled, side_controls
from sandtable.systems.gew.s06_fog import open_flags
from sandtable.systems.gew.state import AVG_MOBILIZED, MARKERS, POWERS_OF_SIDE, USMC_MOBILIZED, GewState
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

SIDE_NAMES = ("Axis", "Allied")
MARKERS_OF = tuple(tuple(power + 1 for power in powers) for powers in POWERS_OF_SIDE)  # by side


class Reckoning(Procedure):
    """3.1, O41 What follows at once from hexes that changed hands; the game may end here."""

    side: Side

    @step("O41.1")
    def surrenders(self, state: GewState) -> Result:
        surrender(state)
        return None

    @step("3.1")
    def verdict(self, state: GewState) -> Result:
        outcome = sudden_death(state)
        return Done() if outcome is None else Over(outcome)


@kept_in(MARKERS)
def needs_reckoning(state: GewState) -> bool:
    """Could anything follow now?"""
    return bool(_contenders(state)) or state.option(O41_SURRENDER)


def sudden_death(state: GewState) -> Outcome | None:
    """3.1 The Axis holds every mobilization hex outside Britain, or the Allies all of Germany's and Italy's.

    Markers are looked at first, and hardly ever more than one of them.
    """
    for side in _contenders(state):
        if all(side_controls(state, side, place) for place in wanted(state.theatre)[side]):
            where = "outside Britain" if side == AXIS_SIDE else "in Germany and Italy"
            reason = f"the {SIDE_NAMES[side]} player controls every mobilization hex {where}"
            return Outcome(side, "Sudden Death", reason, "3.1")
    return None


@kept_in(MARKERS)
def _contenders(state: GewState) -> tuple[Side, ...]:
    """The sides whose markers are in every hex they want; a shorter scenario is decided by its points."""
    if state.setup.victory is not None:
        return ()
    control, needed = state.control, wanted(state.theatre)
    return tuple(
        side for side in (AXIS_SIDE, ALLIED_SIDE) if all(control[place] in MARKERS_OF[side] for place in needed[side])
    )


@lru_cache
def wanted(theatre: Theatre) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """3.1 The mobilization hexes that end the game at once, by side."""
    return _each(theatre.sudden_death_axis), _each(theatre.sudden_death_allied)


@lru_cache
def _each(wanted: Bits) -> tuple[Hex, ...]:
    return tuple(wanted)


def final_outcome(state: GewState) -> Outcome:
    """3.2 The larger total wins; by how much it is larger gives the level."""
    axis, allied = (int(victory_points(state, side).total) for side in (AXIS_SIDE, ALLIED_SIDE))
    difference, winner = abs(axis - allied), AXIS_SIDE if axis > allied else ALLIED_SIDE
    reason = f"the Axis has {axis} victory points, the Allies {allied}"
    shorter = state.setup.victory
    if shorter is not None:
        return Outcome(None if difference <= shorter.draw_within else winner, "", reason, "33.0")
    level = state.scenario.charts.table("victory_levels").read(difference)
    if level == "Draw":  # up to ten points apart; the house's own may be fewer
        house = state.setup.draw_within
        return Outcome(None if house is None or difference <= house else winner, "", reason, "3.2")
    return Outcome(winner, level, reason, "3.2")


OPTIONAL_UNITS = (("usmc", USMC_MOBILIZED), ("avg", AVG_MOBILIZED))  # 3.3 lines of the list


def victory_points(state: GewState, side: Side) -> Breakdown:
    """3.3 A side's points, hex by hex; in a shorter scenario those of its own list."""
    if state.setup.victory is not None:
        return Breakdown(
            [*_listed(state, side), *hits_scored(state, side), *mp_scored(state, side), *handicap(state, side)]
        )
    return _scored(state, side, state.flags)


def points_seen(state: GewState, side: Side, looking: Side | None) -> Breakdown:
    """6.3 The same as another side may know them, without writing out the position it knows: a test compares. What
    optional units cost the Allies they alone know, and either side its MP, until the game is over."""
    if side == looking or state.option(OPEN_DISPLAYS) or isinstance(run(state), Over):
        return victory_points(state, side)
    if state.setup.victory is not None:
        return Breakdown([*_listed(state, side), *hits_scored(state, side), *handicap(state, side)])
    return victory_points(state, side) if side != ALLIED_SIDE else _scored(state, side, bytes(open_flags(state)))


@lru_cache
def scoring(theatre: Theatre, side: Side) -> tuple[tuple[str, Bits], ...]:
    """3.3 The lines of the list that score hexes, and which; of mobilization hexes those of some classes (G3-4)."""
    classes = (WALLIED, SOVIET, NEUTRAL) if side == AXIS_SIDE else (AXIS, NEUTRAL)
    cities = (place for place in _each(theatre.mobilization) if theatre.class_at[place] in classes)
    goals = (place for place in _each(theatre.objective) if theatre.objective_at[place] == side)
    rows = (
        (f"{SIDES[side]}-mobilization", theatre.board.bits(cities)),
        (f"{SIDES[side]}-objective", theatre.board.bits(goals)),
    )
    return rows if side == AXIS_SIDE else (*rows, ("allied-port", theatre.vp_ports))


def _scored(state: GewState, side: Side, flags: Sequence[int]) -> Breakdown:
    """A line of the list for each hex a side controls, and what the optional units cost."""
    ours = union(*(controlled(state, power) for power in POWERS_OF_SIDE[side]))
    costly = tuple(id for id, flag in OPTIONAL_UNITS if side == ALLIED_SIDE and flags[flag])
    counted = _counted(state.scenario, side, ours, costly)
    given = handicap(state, side)
    return Breakdown([*counted, *given]) if given else counted


@lru_cache(maxsize=1 << 10)
def _counted(scenario: Scenario, side: Side, ours: Bits, costly: tuple[str, ...]) -> Breakdown:
    """Of these hexes and units. They change seldom, and are counted after every answer."""
    lines, names = scenario.charts.lines("victory"), scenario.board.places_in
    hexes = [
        Term(f"{names(place)[0].name}, {lines[id].text}", lines[id].amount, lines[id].rule, SIDES[side])
        for id, places in scoring(scenario.extra, side)
        for place in ours & places
    ]
    units = [Term(lines[id].text, lines[id].amount, lines[id].rule, SIDES[side]) for id in costly]
    return Breakdown([*hexes, *units])


def hits_scored(state: GewState, side: Side) -> Iterator[Term]:
    """The house's own: the numbers of the combat results (21.1) by which the enemy was hit, where they count."""
    assert state.setup.victory is not None
    hits = state.inflicted[side]
    if (price := state.setup.victory.hits_for_point) and (points := hits // price):
        yield Term(f"the enemy hit for {hits} MP", points, "33.0", SIDES[side])


def mp_scored(state: GewState, side: Side) -> Iterator[Term]:
    """The house's own: the MP that nobody had to spend, where they count."""
    assert state.setup.victory is not None
    left = sum(state.mp[power] for power in POWERS_OF_SIDE[side] if state.belligerent(power))
    if (price := state.setup.victory.mp_for_point) and (points := left // price):
        yield Term(f"{left} MP left", points, "33.0", SIDES[side])


def _listed(state: GewState, side: Side) -> Iterator[Term]:
    assert state.setup.victory is not None
    for place, points in state.setup.victory.points[side].items():
        if side_controls(state, side, place):
            yield Term(state.scenario.board.places_in(place)[0].name, points, "33.0", SIDES[side])


def handicap(state: GewState, side: Side) -> tuple[Term, ...]:
    """The house's own: what a side is given, so that the game is even between equals."""
    given = state.setup.handicap[side]
    rule = "3.2" if state.setup.victory is None else "33.0"
    return (Term("given to make the game even", given, rule, SIDES[side]),) if given else ()


def holds(state: GewState, side: Side, places: Bits) -> int:
    """4.2 How many of these hexes a side controls; neutral Soviets count for nobody."""
    powers = [power for power in BELLIGERENTS if SIDE_OF_POWER[power] == side and state.belligerent(power)]
    ours = union(*(controlled(state, power) for power in powers))
    return len(ours & places)
