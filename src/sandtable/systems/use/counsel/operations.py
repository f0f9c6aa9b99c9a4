"""Whom to activate, where to go, whom to attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.decisions import Action, Form
from sandtable.core.rules import Hex, UnitId
from sandtable.core.sequence import Segment
from sandtable.systems.use.counsel.odds import promise
from sandtable.systems.use.counsel.prizes import prize, prizes
from sandtable.systems.use.counsel.worth import potential
from sandtable.systems.use.s01_7_zones import in_ezoc
from sandtable.systems.use.s04_2_air import Displace, bases
from sandtable.systems.use.s04_2_ground import goals, movement_points
from sandtable.systems.use.s06_3_army import Army, aimed_at, assault_targets, assaulted, ready, targets
from sandtable.systems.use.state import CONQUERED, UseState, enemy
from sandtable.systems.use.theatre import AXIS

GOALS = 6  # moves that are looked at


def next_action(segment: Segment, state: UseState, form: Form) -> Sequence[Action]:
    """Assaults when nobody is left to join them, else units that may act."""
    able = ready(segment, state)
    if able:
        best = sorted(able, key=lambda unit: urgency(state, unit), reverse=True)
        return [("activate", unit) for unit in best[:1]]
    for target in assaulted(segment, state):
        units = aimed_at(state, segment.side, target)
        rest = tuple(sorted(units[1:3])) if state.ground_at(target) is not None else ()
        return [("resolve", target, units[0], rest)]
    return [("end",)]


def urgency(state: UseState, unit: UnitId) -> tuple[float, int]:
    """Those first who can do something at once; infantry opens the way for what is mobile."""
    theatre = state.theatre
    gain = potential(state, unit, movement_points(state, unit), True)
    return (gain, -int(theatre.is_mobile[unit]))


def operate(army: Army, state: UseState, form: Form) -> Sequence[Action]:
    """Attacks that promise something, moves towards what counts, or nothing."""
    here = Hex(state.hex_of[army.unit])
    attacks = [(promise(state, army.unit, here, target), target) for target in targets(army, state)]
    found: list[Action] = [("attack", target) for value, target in sorted(attacks, reverse=True) if value > 0]
    if not found:
        found += [
            ("assault", target) for target in assault_targets(army, state)
            if promise(state, army.unit, here, target) > 0
        ]  # fmt: skip
    found += [("move", hex) for hex in dict.fromkeys(best_goals(army, state))]
    return [*found, ("stop",)]


def best_goals(army: Army, state: UseState) -> Iterator[Hex]:
    """Enemy cities, hexes to attack from, then those nearest to cities; the West keeps in its own."""
    theatre, side = state.theatre, army.side
    distance = theatre.board.layout.distance
    open_goals = goals(state, army.unit, army.left, not army.acted)
    yield from sorted((hex for hex in open_goals if prize(state, side, hex)), key=lambda hex: -prize(state, side, hex))
    foes = [Hex(state.hex_of[foe]) for foe in state.ground_units(enemy(side))]
    beside = [
        (promise(state, army.unit, hex, foe), hex) for foe in foes for hex in theatre.board.around(foe)
        if hex in open_goals and not theatre.prohibited(hex, foe)
    ]  # fmt: skip
    yield from (hex for value, hex in sorted(beside, reverse=True)[:GOALS] if value > 0)
    wanted = list(prizes(state, side)) or [Hex(state.hex_of[army.unit])]
    if side != AXIS:
        wanted = [
            city for nth in theatre.must_fall if state.status[nth] != CONQUERED
            for city in theatre.cities_of[nth] if state.ground_at(city) is None
        ] or wanted  # fmt: skip

    def far(hex: Hex) -> tuple[int, bool]:
        return min(distance(hex, city) for city in wanted), in_ezoc(state, side, hex)

    now = far(Hex(state.hex_of[army.unit]))[0]
    yield from sorted((hex for hex in open_goals if far(hex)[0] < now), key=far)[:GOALS]


def displace(frame: Displace, state: UseState, form: Form) -> Sequence[Action]:
    """Back, but not far."""
    start, distance = Hex(state.hex_of[frame.unit]), state.theatre.board.layout.distance
    return [(hex,) for hex in sorted(bases(state, frame.unit), key=lambda hex: distance(hex, start))[:4]]
