"""What an attack promises, quickly: modifiers by the printed lists, the results by the printed table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sandtable.core.chartfile import Charts
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.systems.use.counsel.prizes import broken, prize
from sandtable.systems.use.s05_1_commitment import reach_of
from sandtable.systems.use.s05_2_air import nation
from sandtable.systems.use.s05_3_attack import terrain
from sandtable.systems.use.s05_combat import code, final_values, limited
from sandtable.systems.use.state import MOST_SORTIES, SUPPLY, UseState

STEP, STOPPED = 2.5, 0.7  # a step, an activation that ends


@lru_cache(4096)
def drm(charts: Charts, *said: object) -> int:
    """The sum of one side's printed modifiers in a situation."""
    names = ("role", "nation", "type", "elite", "reduced", "supply", "weather", "terrain", "hexside", "air_support")
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


def modifiers(state: UseState, unit: UnitId, role: str, place: Hex, start: Hex, air: bool) -> int:
    theatre = state.theatre
    hexside = tuple(sorted(theatre.board.features(start, place))) or ("clear",)
    return drm(
        state.scenario.charts, role, nation(state, unit), theatre.type_of[unit],
        bool(state.scenario.counters["elite"][unit]), state.reduced(unit), SUPPLY[state.supply[unit]], state.weather,
        terrain(state, place), hexside, air,
    )  # fmt: skip


def supported(state: UseState, side: Side, unit: UnitId, place: Hex) -> bool:
    """Has it an air unit of its country at hand?"""
    theatre, near = state.theatre, reach_of(state, "air-support")
    distance, nation = theatre.board.layout.distance, theatre.country_of[unit]
    return any(
        theatre.country_of[air] == nation
        and state.sorties[air] < MOST_SORTIES
        and distance(Hex(state.hex_of[air]), place) <= near
        for air in state.air_units(side)
    )


def promise(state: UseState, unit: UnitId, start: Hex, target: Hex, others: int = 0) -> float:
    """What an attack from a hex is worth to the attacker; `others` is what Additional attackers add."""
    theatre = state.theatre
    side = Side(theatre.side_of[unit])
    defender = state.ground_at(target)
    assert defender is not None
    mine = modifiers(state, unit, "attacker", target, start, supported(state, side, unit, target)) + others
    theirs = modifiers(state, defender, "defender", target, start, False)
    severe, fort = state.weather == "Severe", bool(state.in_fort[defender])
    found = chances(
        state.scenario.charts, mine, severe + fort + (state.supply[unit] == 2), theirs,
        severe + (state.supply[defender] == 2),
    )  # fmt: skip
    gain, weak = prize(state, side, target), state.reduced(defender)
    field = theatre.type_of[defender] != "garrison"
    kill = STEP * state.steps[defender] + (broken(state, theatre.country_of[defender], 1) if field else 0.0)
    value = found.get("DE", 0.0) * (gain + kill)
    value += found.get("DD", 0.0) * (gain + (kill if weak else STEP))
    value += found.get("DR", 0.0) * (0.5 * gain if fort else gain + 0.5)
    return value - found.get("AA", 0.0) * (STEP + STOPPED) - found.get("AS", 0.0) * STOPPED
