"""OCS read twice: the engine's zones, reach, supply and retreats are those of a plain second reading (oracle.py), at
many waits of random games of both scenarios; its combats, barrages and results, in random battles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from laws.cases import Case, chooser, played, reply
from sandtable.core.events import Log
from sandtable.core.flow import Ask, Over, answer, run
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.systems.ocs.s04_zones import enemy_zone, hindered, zone
from sandtable.systems.ocs.s05_modes import SAME, allowance, ordered
from sandtable.systems.ocs.s06_movement import ready, ways
from sandtable.systems.ocs.s09_forces import clash
from sandtable.systems.ocs.s09_results import CarryOut
from sandtable.systems.ocs.s09_retreat import ways as retreats
from sandtable.systems.ocs.s10_barrage import Barrage
from sandtable.systems.ocs.s10_results import AIR, ARTILLERY, SHIP, UNITS, BarrageHex, prepared
from sandtable.systems.ocs.s12_paths import lines_to
from sandtable.systems.ocs.s12_payment import Need, allotted
from sandtable.systems.ocs.s12_trace import traced
from sandtable.systems.ocs.state import NO_SEGMENT, SEGMENT, OcsState
from sandtable.systems.ocs.system import OCS
from sandtable.systems.ocs.theatre import DG, EXPLOIT, RESERVE, STRAT
from systems.ocs.field import field
from systems.ocs.oracle import Reading, Spot, spot

SCENARIOS = ("primosole", "crusader")
QUICK = [(scenario, 1, 8) for scenario in SCENARIOS]
LONG = [(scenario, seed, 40) for scenario in SCENARIOS for seed in range(2, 12)]
MANY = pytest.mark.parametrize(
    ("scenario", "seed", "looks"), [*QUICK, *(pytest.param(*case, marks=pytest.mark.long) for case in LONG)]
)


@cache
def positions(scenario: str, seed: int, looks: int) -> tuple[OcsState, ...]:
    """Positions of a random game, far apart: played once for all that look at them."""
    return tuple(state.copy() for state in _seen(scenario, seed, looks))


def _seen(scenario: str, seed: int, looks: int) -> Iterator[OcsState]:
    rng, case = Random(f"oracle {scenario} {seed}"), Case(OCS, scenario, {})
    next_look = rng.randrange(100)
    for nth, (state, _) in enumerate(played(case, seed)):
        if nth == next_look:
            assert isinstance(state, OcsState)
            yield state
            looks -= 1
            next_look += rng.randrange(5, 60)
        if not looks:
            return


def spots(state: OcsState, hexes: Any) -> set[Spot]:
    return {spot(state.theatre.board.name(Hex(hex))) for hex in hexes}


@MANY
def test_4_5_zones_are_those_of_a_second_reading(scenario: str, seed: int, looks: int) -> None:
    for state in positions(scenario, seed, looks):
        for side in map(Side, (0, 1)):
            plain = Reading(state, side)
            assert spots(state, zone(state, side)) == plain.zone_of(side)
            assert spots(state, enemy_zone(state, side)) == plain.zone
            assert spots(state, hindered(state, side)) == plain.hindering


@MANY
def test_12_3_draws_and_throws_are_those_of_a_second_reading(scenario: str, seed: int, looks: int) -> None:
    """12.3, 12.3c, 12.3d, 13.2g: for every third combat unit, all supply that it gets at."""
    for nth, state in enumerate(positions(scenario, seed, looks)):
        for side in map(Side, (0, 1)):
            plain = Reading(state, side)
            for unit in state.combat_units(side)[nth % 3 :: 3]:
                found = {(*spots(state, [line.store.hex]), line.store.carrier) for line in lines_to(state, unit)}
                assert found == plain.drawn(unit), state.scenario.unit_name(unit)


@MANY
def test_12_3_needs_are_met_exactly_when_no_group_of_units_asks_for_more_than_it_reaches(
    scenario: str, seed: int, looks: int
) -> None:
    """12.3: four units at random with needs at random. By a plain count: each group of them must reach as many tokens
    together as it asks for. What is taken is what each asked for, from what it reaches, and no store gives more than it
    has."""
    rng, met, refused = Random(seed), 0, 0
    for state in positions(scenario, seed, looks):
        for side in map(Side, (0, 1)):
            plain = Reading(state, side)
            for _ in range(3):
                ours = state.combat_units(side)
                units = rng.sample(ours, k=min(rng.randrange(1, 5), len(ours)))
                needs = [Need(unit, rng.randrange(1, 12)) for unit in units]
                reached = {unit: plain.drawn(unit) for unit in units}
                groups = [group for size in range(1, 5) for group in combinations(needs, size)]
                enough = all(
                    sum(need.tokens for need in group)
                    <= sum(
                        tokens_at(state, pile) for pile in set[Pile]().union(*(reached[need.unit] for need in group))
                    )
                    for group in groups
                )
                taken = allotted(state, needs)
                assert (taken is not None) == enough
                met, refused = met + enough, refused + (not enough)
                given = dict.fromkeys(units, 0)
                used: dict[Pile, int] = {}
                for unit, line, tokens in taken or ():
                    pile = (*spots(state, [line.store.hex]), line.store.carrier)
                    assert pile in reached[unit]
                    given[unit] += tokens
                    used[pile] = used.get(pile, 0) + tokens
                assert taken is None or given == {need.unit: need.tokens for need in needs}
                assert all(tokens <= tokens_at(state, pile) for pile, tokens in used.items())
    assert met
    assert refused


Pile = tuple[Spot, int]  # where supply is, and on which transport


def tokens_at(state: OcsState, pile: Pile) -> int:
    (column, row), carrier = pile
    return state.cargo[carrier] if carrier >= 0 else state.dump[state.theatre.board.place(f"{column}.{row}")]


@MANY
def test_12_6_trace_supply_is_that_of_a_second_reading(scenario: str, seed: int, looks: int) -> None:
    """12.6, 12.7: every combat unit, by itself."""
    for state in positions(scenario, seed, looks):
        for side in map(Side, (0, 1)):
            plain = Reading(state, side)
            for unit in state.combat_units(side):
                assert traced(state, unit) == plain.traced(unit), state.scenario.unit_name(unit)


@MANY
def test_6_1_reach_is_that_of_a_second_reading(scenario: str, seed: int, looks: int) -> None:
    """6.1, 6.2, 4.5: where a unit may end as it stands, and what each hex costs it."""
    seen = 0
    for state in positions(scenario, seed, looks):
        side = state.moving
        if state.clock[SEGMENT] == NO_SEGMENT or side is None:
            continue
        plain = Reading(state, side)
        for unit in Random(state.turn).sample(ready(state, side), k=min(6, len(ready(state, side)))):
            order = ordered(state, unit, SAME)
            if order != (state.face[unit], state.mode[unit]):
                continue  # a reserve that would be released: it is in another mode then
            found = ways(state, unit, SAME, (unit,))
            wanted = plain.reach(unit, Fraction(allowance(state, unit, order), 4), Fraction(state.spent[unit], 4))
            there = [Hex(hex) for hex in found.ends if hex != state.hex_of[unit]]
            costs = {
                spot(state.theatre.board.name(hex)): None if hex in found.last else Fraction(found.cost(hex), 4)
                for hex in there
            }
            assert costs == wanted, state.scenario.unit_name(unit)
            seen += bool(wanted)
    assert seen


@MANY
def test_9_12_retreats_end_where_a_second_reading_says(scenario: str, seed: int, looks: int) -> None:
    """9.12: one to three hexes, away from whoever stands next to the unit."""
    rng, seen = Random(seed), 0
    for state in positions(scenario, seed, looks):
        for side in map(Side, (0, 1)):
            plain = Reading(state, side)
            units = state.combat_units(side)
            for unit in rng.sample(units, k=min(8, len(units))):
                foes = [hex for hex in state.theatre.board.around(Hex(state.hex_of[unit])) if rng.random() < 0.3]
                for hexes in (1, 2, 3):
                    found = retreats(state, side, (UnitId(unit),), hexes, tuple(foes))
                    wanted = plain.retreats(unit, hexes, spots(state, foes))
                    assert spots(state, found) == wanted, (state.scenario.unit_name(unit), hexes)
                    seen += len(wanted)
    assert seen


CASES = pytest.mark.parametrize(
    ("scenario", "seed"),
    [*((scenario, 1) for scenario in SCENARIOS),
     *(pytest.param(scenario, seed, marks=pytest.mark.long) for scenario in SCENARIOS for seed in range(2, 12))],
)  # fmt: skip
FLAGS = ("combat", "move", "reserve", "strat", "exploit front", "exploit back", "dg front", "dg back")


def battles(scenario: str, seed: int, number: int, **options: Any) -> Iterator[tuple[OcsState, Hex, Random]]:
    """Stacks of both sides in any mode, with any losses, next to a hex of the second side's."""
    rng, bare = Random(f"battles {scenario} {seed}"), field("", scenario=scenario)
    theatre, board = bare.theatre, bare.theatre.board
    fighters = [
        [unit for unit in theatre.fighting[side] if theatre.kind_of[unit] not in ("pax", "eq", "breakdown")]
        for side in (0, 1)
    ]  # fmt: skip
    for _ in range(number):
        land = [Hex(hex) for hex in range(board.hexes) if hex not in theatre.sea]
        target = rng.choice(land)
        near = [hex for hex in board.around(target) if hex not in theatre.sea]
        said = []
        for side, most in ((0, 5), (1, 4)):
            for unit in rng.sample(fighters[side], rng.randint(1, most)):
                steps = rng.randint(1, theatre.full_steps[unit])
                at = target if side else rng.choice(near) if near else target
                oos = rng.choice(("", "", "oos"))
                said.append(f"{theatre.counters.ids[unit]} {board.name(at)} {rng.choice(FLAGS)} s{steps} {oos}")
        if near:
            hog = {board.name(target): rng.randint(0, 4)}
            yield field("; ".join(said), scenario=scenario, hedgehogs=hog, **options), target, rng


@CASES
@pytest.mark.parametrize("proportional", [False, True])
def test_9_4_combats_come_to_what_a_second_reading_says(scenario: str, seed: int, proportional: bool) -> None:
    """9.3 to 9.9, 21.2: both strengths, the column to start in, and what both rolls get."""
    for state, target, rng in battles(scenario, seed, 60, proportional_strength=proportional):
        theirs = state.combat_units_in(target, Side(1))
        mine = [unit for unit in state.combat_units(Side(0)) if state.mode[unit] not in (RESERVE, STRAT)]
        if not mine:
            continue
        unsupplied = tuple(unit for unit in theirs if rng.random() < 0.4)
        rated = (rng.choice(mine), rng.choice(theirs))
        found = clash(state, Side(0), target, mine, rated, unsupplied).situation
        attack, best, surprise, result = Reading(state, 0).combat(
            spot(state.theatre.board.name(target)), mine, rated, unsupplied, proportional
        )
        assert (found.attack, found.surprise, found.result) == (attack, surprise, result)
        assert (found.defence, found.column) in best


@CASES
def test_10_0a_barrages_shift_as_a_second_reading_says(scenario: str, seed: int) -> None:
    """10.0a: strength, density, hedgehog, terrain, spotters, Strat Mode, distance."""
    for state, target, rng in battles(scenario, seed, 60):
        if rng.random() < 0.5:  # nobody to spot
            for unit in state.combat_units(Side(0)):
                state.move(unit, state.theatre.pool[0], "2.0")
            state.forget()
        kind = rng.choice((ARTILLERY, AIR, SHIP))
        air = kind == AIR
        strategic, near, far = (air and rng.random() < 0.3 for _ in range(3))
        halves = rng.randint(1, rng.choice((6, 40, 260)))
        barrage = BarrageHex(
            Side(0), target, UNITS, halves, kind, int(strategic), int(near and not strategic), int(far)
        )
        plain = Reading(state, 0)
        wanted = plain.barrage(spot(state.theatre.board.name(target)), halves, kind, strategic, near, far)
        procedure = prepared(state, barrage).procedure
        assert isinstance(procedure, Barrage)
        assert procedure.column == wanted
        spotter = any(plain.at(unit) for unit in plain.fighting(0))
        shelter = state.hedgehog[target] >= 3
        assert procedure.only_dg == (kind != ARTILLERY or shelter or not spotter)


RESULTS = (
    "AL2", "AL1o1", "AL1o1 Do1", "AL1 Do1", "AL1 DL1o1", "Ao1 Do1", "Ao1 DL1o1", "Ao1 DL1o2", "Ao1 e4 DL1o2",
    "Ae4 DL1o2", "Ae3 DL2o2DG", "Ae2 DL2o3DG",
)  # fmt: skip


@CASES
def test_9_10_results_take_what_they_say_whatever_is_answered(scenario: str, seed: int) -> None:
    """9.10 to 9.13: steps lost and hexes retreated on both sides, who loses first, who exploits, who goes in, who is
    disorganized, by random answers."""
    for state, target, rng in battles(scenario, seed, 60):
        attacks, overrun = state.theatre.attacks, int(rng.random() < 0.3)
        mine = [unit for unit in state.combat_units(Side(0)) if attacks[state.face[unit]][unit]]
        mine = [
            unit for unit in mine if state.mode[unit] not in ((RESERVE, STRAT, DG) if overrun else (RESERVE, STRAT))
        ]
        if overrun:
            mine = [unit for unit in mine if state.hex_of[unit] == state.hex_of[mine[0]]]
        if mine:
            _carried_out(state, target, tuple(mine), rng.choice(RESULTS), overrun, rng)


def _carried_out(
    state: OcsState, target: Hex, mine: tuple[UnitId, ...], result: str, overrun: int, rng: Random
) -> None:  # fmt: skip
    theirs = tuple(state.combat_units_in(target, Side(1)))
    rated, before = (rng.choice(mine), rng.choice(theirs)), state.copy()
    state.log = Log()
    state.stack[:] = [CarryOut(Side(0), target, mine, *rated, result, 1 - overrun, overrun)]
    state.wait = None
    hexes, ignored, choose = [0, 0], False, chooser(rng, "ocs")
    while not isinstance(wait := run(state), Over):
        said = reply(state, wait, choose, rng)
        if isinstance(wait, Ask) and wait.form.name == "options":
            assert isinstance(said, tuple)
            ignored |= said[0] == "ignore"
            hexes[wait.side] = said[1] if said[0] == "take" else 0
        answer(state, said)
    numbers = {
        side: {letter: int(number) for letter, number in re.findall(r"([Loe])(\d)", part)}
        for side, part in zip((0, 1), (*result.split("D", 1), ""), strict=False)
    }
    gone = sum(before.steps[unit] for unit in mine) <= numbers[0].get("L", 0)
    assert not ignored or hexes[0] or gone, "9.10c"
    for side, units in ((0, mine), (1, theirs)):
        points = 0 if side and ignored else numbers[side].get("o", 0)
        wanted = numbers[side].get("L", 0) + points - hexes[side]
        hit = [
            event.data["unit"] for event in state.log.events
            if event.kind == "lost steps" and event.rule == "9.11" and event.data["unit"] in units
        ]  # fmt: skip
        assert len(hit) == min(wanted, sum(before.steps[unit] for unit in units)), "9.11b"
        assert not hit or hit[0] == rated[side], "9.6"
        for nth, unit in enumerate(hit):
            alive = [each for each in units if hit[:nth].count(each) < before.steps[each]]
            assert hit[:nth].count(unit) == min(hit[:nth].count(each) for each in alive), "9.11c"
        away = state.theatre.board.layout.distance
        for unit in (unit for unit in units if state.is_on_map(unit) and state.hex_of[unit] != target):
            assert away(Hex(before.hex_of[unit]), Hex(state.hex_of[unit])) == hexes[side], "9.12"
            assert hexes[side] < 2 or state.mode[unit] == DG, "9.12a"
    _settled(before, state, target, mine, theirs, numbers[0].get("e"), bool(overrun or hexes[0]), result)


def _settled(
    before: OcsState, state: OcsState, target: Hex, mine: tuple[UnitId, ...], theirs: tuple[UnitId, ...],
    exploit: int | None, barred: bool, result: str,
) -> None:  # fmt: skip
    """Who exploits, who went in, who is disorganized and in reserve no more."""
    board = state.theatre.board
    starts = {Hex(before.hex_of[unit]) for unit in mine}
    close = all(one == other or other in board.around(one) for one in starts for other in starts) and len(starts) < 3
    for unit in (unit for unit in mine if state.is_on_map(unit) and before.mode[unit] != EXPLOIT):
        able = exploit is not None and before.action_rating(unit) >= exploit and before.mode[unit] != DG
        assert (state.mode[unit] == EXPLOIT) == (able and close and not barred), "9.13"
    for unit in (unit for unit in theirs if state.is_on_map(unit)):
        assert "D" not in result or state.mode[unit] != RESERVE, "5.7d"
        assert "DG" not in result or state.mode[unit] == DG, "9.12a"
    if any(state.hex_of[unit] == target for unit in mine):
        assert not state.combat_units_in(target, Side(1)), "9.12g"
