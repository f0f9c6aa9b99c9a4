"""Promising answers to the questions of USE and how well a side stands, for computer players. No rule: common sense."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sandtable.core.board import has
from sandtable.core.decisions import Action, Form
from sandtable.core.flow import Ask
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.sequence import Segment
from sandtable.systems.use.e0_events import GROUND
from sandtable.systems.use.s01_7_zones import in_ezoc
from sandtable.systems.use.s04_2_4_transport import ports
from sandtable.systems.use.s04_2_ground import goals
from sandtable.systems.use.s05_1_commitment import PASS, WILL, WILL_NOT, Commitment, supporters
from sandtable.systems.use.s05_3_attack import Combat, Suffer, able_to_advance, sums
from sandtable.systems.use.s05_3_retreat import retreats
from sandtable.systems.use.s06_3_army import Army, aimed_at, assault_targets, assaulted, ready, targets
from sandtable.systems.use.s07_supply import fed_any
from sandtable.systems.use.state import CONQUERED, MOST_SORTIES, UseState, enemy
from sandtable.systems.use.theatre import AXIS, UNTRACKED

WILL_POINT, STEP, TANK, NEAR, CUT_OFF, TIRED = 6.0, 2.5, 1.5, 0.25, 2.0, 0.3


def worth(state: UseState, side: Side) -> float:
    """What the Axis has broken, less what it cost; the same with the other sign for the West."""
    axis = _broken(state) + _forces(state, AXIS) - _forces(state, enemy(AXIS)) + _nearness(state)
    return axis if side == AXIS else -axis


def _broken(state: UseState) -> float:
    """Will lost by those who have to fall, and cities held beyond it."""
    total = 0.0
    for nth in state.theatre.must_fall:
        country = state.theatre.countries[nth]
        if state.status[nth] == CONQUERED:
            total += WILL_POINT * (country.will + 4)
        elif country.will != UNTRACKED:
            total += WILL_POINT * (country.will - state.will[nth])
    return total


def _forces(state: UseState, side: Side) -> float:
    theatre, total = state.theatre, 0.0
    for unit in state.ground_units(side):
        total += STEP * state.steps[unit] + (TANK if theatre.is_mobile[unit] else 0.0)
        if not has(fed_any(state, theatre.country_of[unit]), state.hex_of[unit]):
            total -= CUT_OFF
    return total - TIRED * sum(state.sorties[unit] for unit in state.air_units(side))


def _nearness(state: UseState) -> float:
    """How near the armies of the Axis are to cities that still have to fall."""
    theatre, distance = state.theatre, state.theatre.board.layout.distance
    prizes = [
        city for nth in theatre.must_fall if state.status[nth] != CONQUERED
        for city in theatre.cities_of[nth] if state.controller(city) != AXIS
    ]  # fmt: skip
    if not prizes:
        return 0.0
    return -NEAR * sum(
        min(distance(Hex(state.hex_of[unit]), city) for city in prizes) for unit in state.ground_units(AXIS)
    )


# ------------------------------------------------------------------------------------------------ answers


def next_action(segment: Segment, state: UseState, form: Form) -> Sequence[Action]:
    """Assaults that are designated first, then units that may act, those next to the enemy before the others."""
    for target in assaulted(segment, state):
        units = aimed_at(state, segment.side, target)
        rest = tuple(sorted(units[1:3])) if state.ground_at(target) is not None else ()
        return [("resolve", target, units[0], rest)]
    able = ready(segment, state)
    if able:
        theatre = state.theatre
        foes = state.ground_units(enemy(segment.side))
        distance = theatre.board.layout.distance

        def far(unit: UnitId) -> tuple[int, int]:
            here = Hex(state.hex_of[unit])
            near = min((distance(here, Hex(state.hex_of[foe])) for foe in foes), default=0)
            return near, -int(theatre.is_mobile[unit])

        return [("activate", unit) for unit in sorted(able, key=far)[:1]]
    return [("end",)]


def operate(army: Army, state: UseState, form: Form) -> Sequence[Action]:
    """Attacks with fair odds, moves towards what counts, or nothing."""
    found: list[Action] = []
    for target in targets(army, state):
        if chance(state, army, target, "mobile") >= 0:
            found.append(("attack", target))
    if not found:
        found += [
            ("assault", target)
            for target in assault_targets(army, state)
            if chance(state, army, target, "assault") >= 0
        ]
    found += [("move", hex) for hex in _best_goals(army, state)]
    return [*found[:8], ("stop",)]


def chance(state: UseState, army: Army, target: Hex, attack: str) -> int:
    """The difference of modifiers, with an air unit if one is at hand."""
    defender = state.ground_at(target)
    assert defender is not None
    combat = Combat(army.side, target, army.unit, (), attack, defender)
    attacker, other = sums(state, combat)
    asked = Commitment(army.side, GROUND, target, (army.unit,), (defender,))
    support = 2 if supporters(state, asked, army.side) else 0
    halved = 3 * (attacker.halvings - other.halvings)
    return attacker.drm + support - other.drm - halved


def _best_goals(army: Army, state: UseState) -> Iterator[Hex]:
    """Enemy cities, then the hexes nearest to them; the West keeps in its own cities and closes gaps."""
    theatre, side = state.theatre, army.side
    distance = theatre.board.layout.distance
    open_goals = goals(state, army.unit, army.left, not army.acted)
    prizes = [
        city for nth, country in enumerate(theatre.countries) if country.side >= 0
        for city in theatre.cities_of[nth] if state.controller(city) == enemy(side)
    ] or [Hex(state.hex_of[army.unit])]  # fmt: skip
    if side != AXIS:
        prizes = [
            city for nth in theatre.must_fall if state.status[nth] != CONQUERED
            for city in theatre.cities_of[nth] if state.ground_at(city) is None
        ] or prizes  # fmt: skip

    def far(hex: Hex) -> tuple[int, bool]:
        return min(distance(hex, city) for city in prizes), in_ezoc(state, side, hex)

    now = min(distance(Hex(state.hex_of[army.unit]), city) for city in prizes)
    better = [hex for hex in open_goals if far(hex)[0] < now]
    yield from sorted(better, key=far)[:5]


def commit(combat: Commitment, state: UseState, form: Form) -> Sequence[Action]:
    asked = combat.side if combat.at == "seal" else enemy(combat.side)
    fresh = [unit for unit in supporters(state, combat, asked) if state.sorties[unit] < MOST_SORTIES - 2]
    return [(WILL,)] if fresh else [(WILL_NOT,)]


def declare(combat: Commitment, state: UseState, form: Form) -> Sequence[Action]:
    if units := supporters(state, combat, combat.declaring):
        return [("air", min(units, key=lambda unit: (state.sorties[unit], unit)))]
    return [(PASS,)]


def retreat(frame: Suffer, state: UseState, form: Form) -> Sequence[Action]:
    """Into a city to be held, or back from the enemy."""
    ways = retreats(state, frame.unit, frame.attackers)
    best = sorted(ways, key=lambda hex: (not state.is_city(hex), hex))
    return [(hex,) if form.name == "retreat" else ("retreat", hex) for hex in best]


def take_off(frame: Suffer, state: UseState, form: Form) -> Sequence[Action]:
    """Off the coast, if there is no way back."""
    if retreats(state, frame.unit, frame.attackers):
        return [("remain",)]
    return [("evacuate", port) for port in ports(state, frame.unit)[:1]]


def fort(frame: Suffer, state: UseState, form: Form) -> Sequence[Action]:
    return [] if state.reduced(frame.unit) else [("stand",)]


def advance(combat: Combat, state: UseState, form: Form) -> Sequence[Action]:
    return [("advance", unit) for unit in able_to_advance(combat, state)[:1]] + [("stay",)]


COUNSEL: Mapping[str, Callable[[Any, UseState, Form], Sequence[Action]]] = {  # by the name of the form
    "Actions Sub-Phase": next_action,
    "operations": operate,
    "commitment": commit,
    "declaration": declare,
    "retreat": retreat,
    "evacuation": take_off,
    "fort": fort,
    "advance": advance,
}


def promising(state: UseState, ask: Ask) -> Sequence[Action]:
    """A few answers, the best first; none where anything may be tried."""
    found = COUNSEL.get(ask.form.name)
    return found(state.stack[-1], state, ask.form) if found else ()
