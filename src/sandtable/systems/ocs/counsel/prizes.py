"""What a side fights for: the hexes that score, how far they are, and how much is to guard them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from heapq import heappop, heappush

from sandtable.core.bits import Bits
from sandtable.core.board import Board
from sandtable.core.intents import Conduct
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.state import fact, side_fact
from sandtable.core.system import Scenario
from sandtable.systems.ocs.counsel.habits import EFFORT, HOLD, habits, order
from sandtable.systems.ocs.s02_victory import COUNTED
from sandtable.systems.ocs.s04_zones import enemy_zone
from sandtable.systems.ocs.s06_terrain import prices
from sandtable.systems.ocs.s12_trace import all_traceable
from sandtable.systems.ocs.state import FIRST, OcsState
from sandtable.systems.ocs.theatre import COMBAT, COMBAT_FACE, LEG, QUARTERS, Objective, Theatre

HELD = ("hold", "hold_all")
POINT = 10.0  # what a victory point is worth, in the counsel's own count
STRENGTH = 0.35  # a point of combat strength of a step
HQ, GUN = 7.0, 3.0  # an HQ, and the artillery that is not rebuilt
WORKS = 3  # hedgehogs next to a hex that count as much as it
LARGE = 12  # tokens of a dump that is guarded
NEARER = 3 * QUARTERS  # that a point more makes a hex seem nearer
FAR = 10_000
BARRED, IN_ZONE = 12, 5  # hexes that one would go round rather than through an enemy, or through his zone
ENOUGH = 3.0  # times the points of a hex that its attackers are strong; twice the strength of who is there, in halves
OVERWHELMING = 15  # strength that beats who stands in Move Mode
CORK = 2  # hexes before the enemy's lines that are wanted to bar a way
FEW = 6  # strength that nobody minds
SURER = 2.0  # times the usual guard that is the most where it answers a threat
WATCH = 9  # hexes at which no enemy is a threat
Goals = tuple[tuple[Hex, int], ...]


@lru_cache(8)
def stakes(scenario: Scenario) -> Mapping[Hex, int]:
    """Points that change hands with a hex."""
    theatre: Theatre = scenario.extra
    found = dict[Hex, int]()
    for goal in theatre.objectives:
        for hex in goal.hexes if goal.kind in HELD else ():
            found[hex] = found.get(hex, 0) + abs(goal.points)
    return found


def _scored(state: OcsState, side: Side) -> Iterator[tuple[Hex, int, bool]]:
    """Of the hexes that count: the points that change when the side takes or loses it, and whether it has them now: a
    hex that only the enemy scores for is as good as held until he has it."""
    for hex, points in by_side(state.scenario).items():
        holder = state.controller(hex)
        ours, theirs = points[side], points[enemy(side)]
        if holder == side:
            yield hex, ours + theirs, True
        elif holder is not None:
            yield hex, ours + theirs, False
        else:
            yield hex, ours, False
            yield hex, theirs, True


@lru_cache(8)
def by_side(scenario: Scenario) -> Mapping[Hex, tuple[int, int]]:
    """The points that each side scores for a hex it holds."""
    found = dict[Hex, tuple[int, int]]()
    for goal in scenario.extra.objectives:
        for hex in goal.hexes if goal.kind in HELD else ():
            first, second = found.get(hex, (0, 0))
            found[hex] = (first + goal.points, second) if goal.side == 0 else (first, second + goal.points)
    return found


@fact
def wanted(state: OcsState, side: Side, conduct: Conduct) -> Mapping[Hex, int]:
    """Those that the side does not hold, and what bars the way to whom it relieves."""
    if habits(conduct).scorers:
        found = {hex: points for hex, points, mine in _scored(state, side) if not mine and points}
    else:
        found = {hex: points for hex, points in stakes(state.scenario).items() if state.controller(hex) != side}
    for goal in _reliefs(state.scenario, side):
        barred = [hex for hex in relief(state, goal) if hex not in state.occupied(side)]
        for hex in barred:
            found[hex] = found.get(hex, 0) + max(1, goal.points // len(barred))
    if habits(conduct).bars:
        for hex, points in (*_to_bar(state, side), *_to_stand(state, side)):
            found[hex] = found.get(hex, 0) + points
    return found


def _to_bar(state: OcsState, side: Side) -> Iterator[tuple[Hex, int]]:
    """Where the way by which somebody of the enemy's is relieved leaves his lines."""
    theirs = state.occupied(enemy(side))
    for goal in _reliefs(state.scenario, enemy(side)):
        if goal.hexes[0] in theirs and all(hex in theirs for hex in relief(state, goal)):
            open_hexes = [hex for hex in _way_out(state, goal) if hex not in theirs][:CORK]
            yield from ((hex, max(1, goal.points // CORK)) for hex in open_hexes)


def _to_stand(state: OcsState, side: Side) -> Iterator[tuple[Hex, int]]:
    """In the last turn: the nearest hex beyond a column where somebody has to stand, if nobody does."""
    column = state.theatre.board.layout.column
    for goal in state.theatre.objectives if last_turn(state) else ():
        if goal.kind == "beyond" and goal.side == side and not COUNTED[goal.kind](state, goal)[0]:
            near, open_to = nearest(state, side), all_traceable(state, side) - state.occupied(enemy(side))
            places = [hex for hex in open_to if column(hex) > goal.column]
            yield from ((hex, goal.points) for hex in sorted(places, key=lambda hex: (near[hex], hex))[:1])


@fact
def barring(state: OcsState, side: Side) -> Mapping[Hex, float]:
    """By hex of the enemy: the points of whom the side relieves, shared among those who bar the way by their zones."""
    found, foes, around = dict[Hex, float](), state.occupied(enemy(side)), _around(state.theatre.board)
    for goal in _reliefs(state.scenario, side):
        touched = [there for hex in relief(state, goal) for there in (hex, *around[hex]) if there in foes]
        for hex in touched:
            found[hex] = found.get(hex, 0.0) + goal.points / len(touched)
    return found


@fact
def kept(state: OcsState, side: Side, conduct: Conduct) -> Mapping[Hex, int]:
    """Those that it does, and where it keeps a way open or barred."""
    if habits(conduct).scorers:
        found = {hex: points for hex, points, mine in _scored(state, side) if mine and points}
    else:
        found = {hex: points for hex, points in stakes(state.scenario).items() if state.controller(hex) == side}
    around = _around(state.theatre.board)
    for goal in (*_reliefs(state.scenario, side), *_reliefs(state.scenario, enemy(side))):
        way = set(relief(state, goal))
        if goal.side != side:  # whose zones bar it
            way |= {there for hex in way for there in around[hex]}
        held = [hex for hex in state.occupied(side) if hex in way]
        for hex in held:
            found[hex] = found.get(hex, 0) + max(1, goal.points // len(held))
    return found


@lru_cache(8)
def _reliefs(scenario: Scenario, side: Side) -> tuple[Objective, ...]:
    return tuple(goal for goal in scenario.extra.objectives if goal.kind == "relieved" and goal.side == side)


def relief(state: OcsState, goal: Objective) -> tuple[Hex, ...]:
    """Where the way to whom is to be relieved is barred, or would be but for who stands there: of the way on which the
    fewest bar it."""
    held, zone = state.occupied(enemy(goal.side)), enemy_zone(state, goal.side)
    return tuple([hex for hex in _way_out(state, goal) if hex in held or hex in zone])


def _way_out(state: OcsState, goal: Objective) -> tuple[Hex, ...]:
    """The way on which the fewest bar it."""
    held, zone = state.occupied(enemy(goal.side)), enemy_zone(state, goal.side)
    return _least_barred(state.scenario, goal.hexes, held, zone, zone & state.occupied(goal.side))


@lru_cache(1024)
def _least_barred(scenario: Scenario, goal: tuple[Hex, ...], held: Bits, zone: Bits, mine: Bits) -> tuple[Hex, ...]:
    theatre: Theatre = scenario.extra
    around, (start, *ends) = _around(theatre.board), goal
    price = [FAR if hex in theatre.sea else 1 for hex in range(theatre.board.hexes)]
    for hex in zone - mine:
        price[hex] += IN_ZONE
    for hex in held:
        price[hex] = max(price[hex], 1 + BARRED)
    far, came, heap = [FAR] * len(price), dict[Hex, Hex](), [(0, start)]
    far[start] = 0
    while heap:
        cost, here = heappop(heap)
        if here in ends or cost >= FAR:
            break
        if cost > far[here]:
            continue
        for there in around[here]:
            there_cost = cost + price[there]
            if there_cost < far[there]:
                far[there], came[there] = there_cost, here
                heappush(heap, (there_cost, there))
    if here not in ends:
        return ()
    way = [here]
    while here != start:
        here = came[here]
        way.append(here)
    return tuple(reversed(way))


def attacks(state: OcsState, side: Side, conduct: Conduct) -> bool:
    """Has a side more to win than to keep?"""
    return sum(wanted(state, side, conduct).values()) > sum(kept(state, side, conduct).values())


@fact
def aims(state: OcsState, side: Side, conduct: Conduct) -> Mapping[Hex, int]:
    """What units go for: what the side wants, what it keeps if it wants nothing; before all where its main effort
    goes."""
    efforts = order(conduct).efforts
    found = dict(wanted(state, side, conduct) or ({} if efforts else kept(state, side, conduct)))
    for hex in efforts:
        found[hex] = found.get(hex, 0) + EFFORT
    return found


def way_to_go(state: OcsState, side: Side, mobility: int, conduct: Conduct) -> tuple[int, ...]:
    """By hex: quarters of movement points to what units go for, a richer prize seeming nearer."""
    return ways(state.scenario, mobility, tuple(sorted(aims(state, side, conduct).items())))


@fact
def headed(state: OcsState, side: Side, conduct: Conduct) -> Mapping[UnitId, Goals]:
    """What each of those goes for who need not guard anything: the nearest, a richer prize seeming nearer, one that
    enough go for already seeming further."""
    theatre, goals, ours = state.theatre, aims(state, side, conduct), habits(conduct)
    if not goals:  # points are made otherwise than by hexes
        return {}
    way = {
        mobility: [(hex, points, ways(state.scenario, mobility, ((hex, points),))) for hex, points in goals.items()]
        for mobility in range(3)
    }
    efforts = order(conduct).efforts
    need = {hex: ENOUGH * points * (len(goals) if hex in efforts else 1) for hex, points in goals.items()}
    for hex, strength in around(state, enemy(side), tuple(goals)).items():
        need[hex] += ENOUGH * strength / 2
    left, kept = [], posted(state, side, conduct)
    for unit in state.combat_units(side):
        if not theatre.is_hq[unit] and not theatre.is_repl[unit] and unit not in kept:
            here = state.hex_of[unit]
            rows = [(row[here] - NEARER * points, hex) for hex, points, row in way[theatre.mobility[1][unit]]]
            rows = [each for each in rows if each[0] < QUARTERS * ours.sight] or [min(rows)]
            left.append((min(rows), unit, rows))
    found = dict[UnitId, Goals]()
    for _, unit, rows in sorted(left):
        goal = min(rows, key=lambda each: (each[0] + NEARER * ours.crowd * (need[each[1]] <= 0), each))[1]
        need[goal] -= power(state, unit)
        found[unit] = ((goal, 1),)
    return found


def around(state: OcsState, side: Side, places: tuple[Hex, ...]) -> Mapping[Hex, float]:
    """The strength of a side in and next to these hexes."""
    near = {hex: (hex, *_around(state.theatre.board)[hex]) for hex in places}
    held = state.occupied(side)
    return {
        hex: sum(power(state, unit) for there in hexes if there in held for unit in state.combat_units_in(there, side))
        for hex, hexes in near.items()
    }


@lru_cache(1024)
def ways(scenario: Scenario, mobility: int, goals: Goals) -> tuple[int, ...]:
    board, most = scenario.extra.board, max((points for _, points in goals), default=0)
    price, found = prices(scenario.charts, board, mobility), [FAR] * board.size
    heap = [(NEARER * (most - points), int(hex)) for hex, points in goals]
    while heap:
        cost, here = heappop(heap)
        if found[here] <= cost:
            continue
        found[here] = cost
        for nth in range(6):
            there = board.neighbours[6 * here + nth]
            if there >= 0:
                step = price[6 * there + (nth + 3) % 6]
                if step != NEVER and cost + step < found[there]:
                    heappush(heap, (cost + step, there))
    return tuple(found)


# ------------------------------------------------------------------------------------------------ what units are worth


def step_worth(state: OcsState, unit: UnitId) -> float:
    """A step of a unit: its strength, and the points that its loss may bring the enemy."""
    return _step_worths(state.scenario)[unit]


@lru_cache(8)
def _step_worths(scenario: Scenario) -> tuple[float, ...]:
    theatre: Theatre = scenario.extra
    found = []
    for unit in range(len(theatre.side_of)):
        value = 0.5 + STRENGTH * theatre.strength[COMBAT_FACE][unit] / theatre.full_steps[unit]
        value += HQ if theatre.is_hq[unit] else GUN if theatre.is_artillery[unit] else 0.0
        for goal in theatre.objectives:
            counts = goal.kind in ("dead_steps", "dead_hqs") and goal.side != theatre.side_of[unit]
            mine = not goal.nations or theatre.nation_of[unit] in goal.nations
            mine &= not goal.categories or theatre.category_of[unit] in goal.categories
            mine &= goal.kind != "dead_hqs" or theatre.is_hq[unit]
            if counts and mine and theatre.is_combat[unit]:
                value += POINT * goal.points / goal.per
        found.append(value)
    return tuple(found)


# ------------------------------------------------------------------------------------------------ enemies and guards


def nearest_enemy(state: OcsState, side: Side) -> tuple[int, ...]:
    """By hex: hexes to the next enemy combat unit."""
    return nearest(state, enemy(side))


@side_fact
def nearest(state: OcsState, side: Side) -> tuple[int, ...]:
    """By hex: hexes to the next combat unit of the side."""
    around = _around(state.theatre.board)
    edge = list(state.occupied(side))
    found, away = [99] * state.theatre.board.hexes, 0
    for hex in edge:
        found[hex] = 0
    while edge:
        away, reached = away + 1, []
        for here in edge:
            for there in around[here]:
                if found[there] > away:
                    found[there] = away
                    reached.append(there)
        edge = reached
    return tuple(found)


@lru_cache(8)
def _around(board: Board) -> tuple[tuple[Hex, ...], ...]:
    return tuple(tuple(board.around(Hex(hex))) for hex in range(board.hexes))


def power(state: OcsState, unit: UnitId) -> int:
    """What it has in Combat Mode."""
    return state.theatre.strength[COMBAT_FACE][unit]


@side_fact
def menace(state: OcsState, side: Side, hex: Hex, on_foot: bool) -> int:
    """The strength of those of a side who may attack a hex in a turn, as the crow flies; with or without who goes on
    foot."""
    row, theatre = distances(state.theatre.board, hex), state.theatre
    return sum([
        power(state, unit) for unit in state.combat_units(side)
        if theatre.attacks[COMBAT_FACE][unit] and (on_foot or theatre.mobility[COMBAT_FACE][unit] != LEG)
        and QUARTERS * (row[state.hex_of[unit]] - 1) <= theatre.ma[COMBAT_FACE][unit]
    ])  # fmt: skip


def risk(state: OcsState, side: Side, hex: Hex) -> float:
    """How likely the enemy's tanks come to beat who ends a march there in Move Mode, if nobody there covers him."""
    cover = sum([power(state, unit) for unit in state.combat_units_in(hex, side) if state.mode[unit] == COMBAT])
    return min(1.0, max(0, menace(state, enemy(side), hex, False) - cover) / OVERWHELMING)


def peril(state: OcsState, side: Side, hex: Hex) -> float:
    """How likely the enemy's tanks get at an HQ there, by those who stand before it in Combat Mode."""
    theirs = menace(state, enemy(side), hex, False)
    if theirs < FEW:
        return 0.0
    units = state.combat_units_in(hex, side)
    cover = sum([power(state, unit) for unit in units if state.mode[unit] == COMBAT and not state.theatre.is_hq[unit]])
    return theirs / (theirs + 2.0 * cover)


@lru_cache(4096)
def distances(board: Board, start: Hex) -> bytes:
    """By hex: how far it is."""
    return bytes([min(255, board.layout.distance(start, Hex(hex))) for hex in range(board.hexes)])


def last_turn(state: OcsState) -> bool:
    return state.turn == len(state.theatre.dates)


def no_reply(state: OcsState, side: Side) -> bool:
    """Has the enemy no player-turn left?"""
    return last_turn(state) and state.phasing == side and state.clock[FIRST] != side


@fact
def lacking(state: OcsState, side: Side, conduct: Conduct) -> Mapping[Hex, float]:
    """By hex that is held and counts: the strength that is missing to guard it; below 0 where there is more."""
    ours, near = habits(conduct), nearest_enemy(state, side)
    each = ours.picket if attacks(state, side, conduct) else ours.guard
    if ours.endgame and no_reply(state, side):
        return {}
    needed = {
        hex: each * points * max(0, WATCH - near[hex]) / WATCH for hex, points in guarded(state, side, conduct).items()
    }
    if ours.answer:
        for hex in needed:
            needed[hex] = min(needed[hex] * SURER, ours.answer * menace(state, enemy(side), hex, True))
    for hex in order(conduct).holds:
        if near[hex] < WATCH:
            needed[hex] = max(HOLD, needed.get(hex, 0.0))
    is_hq, mode = state.theatre.is_hq, state.mode
    return {
        hex: strength
        - sum([
            power(state, unit) * (1.0 if mode[unit] == COMBAT else ours.unready)
            for unit in state.combat_units_in(hex, side) if not is_hq[unit]
        ])
        for hex, strength in needed.items()
    }  # fmt: skip


@fact
def guarded(state: OcsState, side: Side, conduct: Conduct) -> Mapping[Hex, int]:
    """What a side keeps, the works around it, its larger dumps, and its HQs."""
    found = dict(kept(state, side, conduct))
    for hex, points in stakes(state.scenario).items():
        for there in _around(state.theatre.board)[hex] if hex in found else ():
            if state.hedgehog[there] and state.controller(there) == side:
                found[there] = max(found.get(there, 0), 1, points // WORKS)
    for hex in state.dumps(side):
        if state.dump[hex] >= LARGE:
            found[hex] = found.get(hex, 0) + 1
    for unit in state.combat_units(side):
        if state.theatre.is_hq[unit]:
            hex = Hex(state.hex_of[unit])
            found[hex] = found.get(hex, 0) + habits(conduct).staff
    return found


def bound(state: OcsState, unit: UnitId, conduct: Conduct) -> bool:
    """Would a hex that counts be held by too few without it?"""
    return unit in posted(state, Side(state.owner[unit]), conduct)


@fact
def posted(state: OcsState, side: Side, conduct: Conduct) -> frozenset[UnitId]:
    """All of a side without whom a hex that counts would be held by too few."""
    return frozenset([
        unit for hex, missing in lacking(state, side, conduct).items() for unit in state.combat_units_in(hex, side)
        if missing + power(state, unit) > 0
    ])  # fmt: skip
