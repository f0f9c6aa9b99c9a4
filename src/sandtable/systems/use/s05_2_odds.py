"""USE 5.2: air and naval combat, its modifiers and who has Air Support after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.core.chartfile import Charts
from sandtable.core.charts import Lines
from sandtable.core.errors import BadInput
from sandtable.core.rules import Violation
from sandtable.core.system import Chance, Key, Prepared, refuse
from sandtable.systems.use.numbers import number
from sandtable.systems.use.s05_combat import (
    NATION_WORDS,
    NATIONS,
    Modified,
    ResolveCombat,
    code,
    from_sum,
    halved_sums,
    held_in_sum,
    is_sum,
    mixed,
    modified,
    sum_keys,
    told,
    weather_of_sums,
)
from sandtable.systems.use.theatre import AIR, NAVAL, SUPPLY, WEATHERS

OTHER_SIDE = {"attacker": "defender", "defender": "attacker"}


def has_air_support(air_support: Lines, result: str) -> tuple[str, ...]:
    """5.2 The sides that get the Air Support modifier after an air combat over a ground combat."""
    for line in air_support.lines:
        if code(result) in line.value.split(", "):
            return ("attacker", "defender") if line.id == "both" else (line.id,)
    raise BadInput(f"{air_support.title} ({air_support.citation}) has no line for {result}")


# ------------------------------------------------------------------------------------------------ odds


def _side_keys(side: str) -> tuple[Key, ...]:
    return (
        Key(side, NATIONS, "other", f"nation of the {side}", words=NATION_WORDS),
        Key(f"{side}_type", (*AIR, *NAVAL), "fighter", f"type of the {side}", words="air_naval_drm.type"),
        Key(f"{side}_supply", SUPPLY, "Full", f"supply of the {side}"),
        Key(f"{side}_sorties", "number", 0, f"Sorties on the {side} before this combat", "0+"),
        Key(f"{side}_event", "number", 0, f"sum of the {side}'s Event markers"),
    )


BRITAIN = Key("britain", "flag", False, "the defender is a Western air unit in Britain, struck from outside it")
SITUATION = {"attacker": _side_keys("attacker"), "defender": (*_side_keys("defender"), BRITAIN)}
WEATHER_KEY = Key("weather", WEATHERS, "Fair", "where the unit attacked is")


def prepare_air_naval(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """5.2 Each side by its sum or by its situation."""
    refuse(bad_air_naval(charts, given), charts.book)
    attacker, defender = (_modified(charts, given, side) for side in SITUATION)
    combat = ResolveCombat(attacker.drm, defender.drm, attacker.halvings, defender.halvings)
    return Prepared(combat, told(attacker, defender))


def _modified(charts: Charts, given: Mapping[str, Any], side: str) -> Modified:
    if is_sum(side, given):
        return held_in_sum(side, given, from_sum(charts, side, given))
    other = OTHER_SIDE[side]
    supplied = {"supply": given[f"{side}_supply"], "weather": given["weather"]}
    situation = supplied | {
        "role": side,
        "nation": given[side],
        "type": given[f"{side}_type"],
        "versus": "naval" if given[f"{other}_type"] in NAVAL else "air",
        "britain": given["britain"],
        "sorties": given[f"{side}_sorties"],
        "event": given[f"{side}_event"],
    }
    return modified(
        charts,
        side,
        charts.lines("air_naval_drm").applying(situation),
        charts.lines("air_naval_halvings").applying(supplied),
    )


def bad_air_naval(charts: Charts, given: Mapping[str, Any]) -> Iterator[Violation]:
    """5.1, 5.2 What cannot be said together."""
    for side, keys in SITUATION.items():
        if is_sum(side, given):
            # the type may still be said: the other side's modifiers ask for it
            asked = () if is_sum(OTHER_SIDE[side], given) else (f"{side}_type",)
            yield from mixed(side, [key for key in keys if key.name not in asked], given)
    halving = list(charts.lines("air_naval_halvings").applying({"weather": given["weather"]}))
    yield from list(weather_of_sums(given)) or halved_sums(given, halving)
    most = number(charts, "most-sorties")
    for said in (f"{side}_sorties" for side in SITUATION):
        if given[said] > most:
            yield Violation("1.5", f"{said}={given[said]}: expected 0 to {most}")
    if given["britain"] and given["defender_type"] not in AIR:
        yield Violation("5.2", f"britain=yes with defender_type={given['defender_type']}: it helps only an air unit")
    if given["britain"] and given["defender"] in ("Germany", "USSR"):
        yield Violation("5.2", f"britain=yes with defender={given['defender']}: it helps only a Western unit")


AIR_NAVAL = Chance(
    "air_naval",
    "Air or naval combat",
    "5.2",
    (*sum_keys("attacker"), *sum_keys("defender"), *SITUATION["attacker"], *SITUATION["defender"], WEATHER_KEY),
    prepare_air_naval,
    charts=("air_naval_drm", "air_naval_halvings", "crt", "numbers"),
    results="sorties",
)
