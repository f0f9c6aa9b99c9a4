"""What an attack promises, quickly: modifiers by the printed lists, the results by the printed table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sandtable.core.board import Bits, Board, has, union
from sandtable.core.chartfile import Charts
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.state import fact
from sandtable.systems.use.counsel.prizes import broken, prizes
from sandtable.systems.use.e0_events import GROUND, in_hex
from sandtable.systems.use.s05_1_commitment import reach_of
from sandtable.systems.use.s05_2_air import nation
from sandtable.systems.use.s05_3_attack import terrain
from sandtable.systems.use.s05_3_odds import additional_attackers
from sandtable.systems.use.s05_3_retreat import isolated, retreats
from sandtable.systems.use.s05_combat import code, final_values, limited
from sandtable.systems.use.state import UseState, enemy, land_fact
from sandtable.systems.use.theatre import SUPPLY

STEP, STOPPED = 2.5, 0.7  # a step, an activation that ends


@lru_cache(4096)
def drm(charts: Charts, *said: object) -> int:
    """The sum of one side's printed modifiers in a situation."""
    names = (
        "role", "nation", "type", "elite", "reduced", "supply", "weather", "terrain", "hexside", "air_support",
        "isolated",
    )  # fmt: skip
    situation: dict[str, Any] = dict(zip(names, said, strict=True))
    return limited(sum(int(term.value) for term in charts.lines("ground_drm").applying(situation)))


@lru_cache(4096)
def chances(charts: Charts, attacker: int, halved: int, defender: int, also: int) -> Mapping[str, float]:
    """The results of a combat with these modifiers and halvings."""
    read, found = charts.table("crt").read, dict[str, float]()
    for defence in final_values(limited(defender), also):
        for attack in final_values(limited(attacker), halved):
            result = code(read(defence, attack))
            found[result] = found.get(result, 0.0) + 1 / 36
    return found


@lru_cache(4096)
def _over(board: Board, start: Hex, place: Hex) -> tuple[str, ...]:
    """The hexside that is attacked across."""
    return tuple(sorted(board.features(start, place))) or ("clear",)


def modifiers(
    state: UseState, unit: UnitId, role: str, place: Hex, start: Hex, air: bool, alone: bool = False
) -> int:  # fmt: skip
    theatre = state.theatre
    return drm(
        state.scenario.charts, role, nation(state, unit), theatre.type_of[unit],
        bool(state.scenario.counters["elite"][unit]), state.reduced(unit), SUPPLY[state.supply[unit]], state.weather,
        terrain(state, place), _over(theatre.board, start, place), air, alone,
    )  # fmt: skip


@fact
def covered(state: UseState, side: Side, country: int) -> Bits:
    """Where a country's units have an air unit at hand."""
    theatre, near = state.theatre, reach_of(state, "air-support")
    able = (air for air in state.air_units(side) if theatre.country_of[air] == country and not state.tired_out(air))
    return union(b"", *(theatre.within(Hex(state.hex_of[air]), near) for air in able))


def supported(state: UseState, side: Side, unit: UnitId, place: Hex) -> bool:
    """Has it an air unit of its country at hand?"""
    return has(covered(state, side, state.theatre.country_of[unit]), place)


def adds(state: UseState, unit: UnitId) -> int:
    """5.3 What it adds to an Assault as an Additional attacker."""
    return _adds(state.scenario.charts, state.theatre.type_of[unit], state.weather)


@lru_cache
def _adds(charts: Charts, type: str, weather: str) -> int:
    alone: dict[str, Any] = {"role": "attacker", "attack": "assault", "weather": weather}
    joined = alone | additional_attackers(charts, alone, [type])
    lines = charts.lines("ground_drm")
    return sum(int(term.value) for term in lines.applying(joined)) - sum(int(t.value) for t in lines.applying(alone))


@land_fact
def cornered(state: UseState, defender: UnitId, start: Hex) -> tuple[bool, bool]:
    """5.3 Attacked from a hex: has it nowhere to retreat to, and is it isolated?"""
    stuck = not retreats(state, defender, (start,))
    return stuck, stuck and isolated(state, defender, (start,))


def promise(state: UseState, unit: UnitId, start: Hex, target: Hex, others: int = 0) -> float:
    """What an attack from a hex is worth to the attacker; `others` is what Additional attackers add."""
    theatre = state.theatre
    side = Side(theatre.side_of[unit])
    defender = state.ground_at(target)
    assert defender is not None
    stuck, alone = cornered(state, defender, start)
    air = supported(state, side, unit, target)
    mine = modifiers(state, unit, "attacker", target, start, air, alone) + others
    theirs = modifiers(state, defender, "defender", target, start, False)
    theirs += sum(int(term.value) for term in in_hex(state, GROUND, target, enemy(side)))
    severe, fort = state.weather == "Severe", bool(state.in_fort[defender])
    found = chances(
        state.scenario.charts, mine, severe + fort + (state.supply[unit] == 2), theirs,
        severe + (state.supply[defender] == 2),
    )  # fmt: skip
    gain, weak = prizes(state, side).get(target, 0.0), state.reduced(defender)
    field = theatre.type_of[defender] != "garrison"
    kill = STEP * state.steps[defender] + (broken(state, theatre.country_of[defender], 1) if field else 0.0)
    value = found.get("DE", 0.0) * (gain + kill)
    value += found.get("DD", 0.0) * (gain + (kill if weak or stuck else STEP))
    if stuck:
        value += found.get("DR", 0.0) * (gain + kill if weak else STEP)
    else:
        value += found.get("DR", 0.0) * (0.5 * gain if fort else gain + 0.5)
    value -= found.get("AA", 0.0) * (STEP + STOPPED) + found.get("AS", 0.0) * STOPPED
    return value
