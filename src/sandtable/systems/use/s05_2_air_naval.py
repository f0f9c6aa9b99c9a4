"""USE 5.2: air and naval combat, its modifiers and who has Air Support after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core.chartfile import Charts
from sandtable.core.charts import Lines
from sandtable.core.errors import BadInput
from sandtable.core.flow import Call, Done, Procedure, step
from sandtable.core.rules import Breakdown
from sandtable.core.state import State
from sandtable.core.system import Chance, Key, Prepared
from sandtable.systems.use.s05_combat import (
    BEST_FIRST,
    NATIONS,
    SUPPLY,
    WEATHER,
    Modified,
    ResolveCombat,
    at_least_zero,
    code,
    from_sum,
    is_sum,
    modified,
    refuse_mixture,
    refuse_weather,
    sum_keys,
)

AIR = ("fighter", "bomber")
NAVAL = ("convoy", "surface", "carrier")
MOST_SORTIES = 6
OTHER_SIDE = {"attacker": "defender", "defender": "attacker"}


class AirNavalCombat(Procedure):
    """5.2 One air or naval combat."""

    attacker_drm: int
    defender_drm: int
    attacker_halvings: int = 0
    defender_halvings: int = 0
    result: str = ""

    @step("5.1")
    def resolve(self, state: State) -> Call:
        sides = self.attacker_drm, self.defender_drm, self.attacker_halvings, self.defender_halvings
        return Call(ResolveCombat(*sides), into="result")

    @step("5.2")
    def tell(self, state: State) -> Done:
        return Done(self.result)


def has_air_support(air_support: Lines, result: str) -> tuple[str, ...]:
    """5.2 The sides that get the Air Support modifier after an air combat over a ground combat."""
    for line in air_support.lines:
        if code(result) in line.value.split(", "):
            return ("attacker", "defender") if line.id == "both" else (line.id,)
    raise KeyError(result)


# ------------------------------------------------------------------------------------------------ odds


def _side_keys(side: str) -> tuple[Key, ...]:
    return (
        Key(side, NATIONS, "other", f"nation of the {side}"),
        Key(f"{side}_type", (*AIR, *NAVAL), "fighter", f"type of the {side}"),
        Key(f"{side}_supply", SUPPLY, "Full", f"supply of the {side}"),
        Key(f"{side}_sorties", "number", 0, f"Sorties on the {side} before this combat, 0 to {MOST_SORTIES}"),
        Key(f"{side}_event", "number", 0, f"sum of the {side}'s Event markers"),
    )


BRITAIN = Key("britain", "flag", False, "the defender is a Western air unit in Britain, struck from outside it")
SITUATION = {"attacker": _side_keys("attacker"), "defender": (*_side_keys("defender"), BRITAIN)}
WEATHER_KEY = Key("weather", WEATHER, "Fair", "where the unit attacked is")


def prepare_air_naval(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """5.2 Each side by its sum or by its situation."""
    attacker, defender = (_modified(charts, given, side) for side in SITUATION)
    if is_sum("attacker", given) and is_sum("defender", given):
        refuse_weather(given)
    combat = AirNavalCombat(attacker.drm, defender.drm, attacker.halvings, defender.halvings)
    return Prepared(combat, Breakdown([*attacker.terms, *defender.terms]))


def _modified(charts: Charts, given: Mapping[str, Any], side: str) -> Modified:
    other = OTHER_SIDE[side]
    if is_sum(side, given):
        # the type may still be said: the other side's modifiers ask for it
        asked = () if is_sum(other, given) else (f"{side}_type",)
        refuse_mixture(side, [key for key in SITUATION[side] if key.name not in asked], given)
        return from_sum(side, given)
    _refuse_nonsense(given)
    supplied = {"supply": given[f"{side}_supply"], "weather": given["weather"]}
    situation = supplied | {
        "role": side,
        "nation": given[side],
        "type": given[f"{side}_type"],
        "versus": "naval" if given[f"{other}_type"] in NAVAL else "air",
        "britain": given["britain"],
        "sorties": at_least_zero(given, f"{side}_sorties", MOST_SORTIES),
        "event": given[f"{side}_event"],
    }
    return modified(
        side,
        charts.lines("air_naval_drm").applying(situation),
        charts.lines("air_naval_halvings").applying(supplied),
    )


def _refuse_nonsense(given: Mapping[str, Any]) -> None:
    if given["britain"] and given["defender_type"] not in AIR:
        raise BadInput(f"britain=yes with defender_type={given['defender_type']}: it helps only an air unit (USE 5.2)")
    if given["britain"] and given["defender"] in ("Germany", "USSR"):
        raise BadInput(f"britain=yes with defender={given['defender']}: it helps only a Western unit (USE 5.2)")


AIR_NAVAL = Chance(
    "air_naval",
    "Air or naval combat",
    "5.2",
    (*sum_keys("attacker"), *sum_keys("defender"), *SITUATION["attacker"], *SITUATION["defender"], WEATHER_KEY),
    prepare_air_naval,
    BEST_FIRST,
)
