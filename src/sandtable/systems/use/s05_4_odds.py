"""USE 5.4: strategic combat of the Axis against the West or the Soviets, its modifiers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.core.chartfile import Charts
from sandtable.core.rules import Term, Violation
from sandtable.core.system import Chance, Key, Prepared, refuse
from sandtable.systems.use.numbers import number
from sandtable.systems.use.s05_combat import (
    Modified,
    ResolveCombat,
    mixed,
    modified,
    several,
    sum_keys,
    told,
    unknown_words,
)

AGAINST = Key("against", ("Western", "Soviet"), "Western", "whom the Axis fights", words="strategic_drm.against")
BY_SEA_ZONE = ("axis_ports", "axis_air", "soviet_air", "western_guard")
SITUATION = {
    "attacker": (
        Key("axis_ports", "text", "none", "Sea Zones with an Axis port, like 2+31", words="strategic_drm.axis_ports"),
        Key(
            "axis_air", "text", "none", "Sea Zones where Axis aircraft are in port: 3+4", words="strategic_drm.axis_air"
        ),
        Key("attacker_event", "number", 0, "sum of the Axis Event markers"),
    ),
    "defender": (
        Key(
            "soviet_air",
            "text",
            "none",
            "Sea Zones where Soviet aircraft are in port",
            words="strategic_drm.soviet_air",
        ),
        Key(
            "western_guard",
            "text",
            "none",
            "Sea Zones where Western fighters or warships are in port",
            words="strategic_drm.western_guard",
        ),
        Key("conquered", "number", 0, "Allied countries the Axis has conquered", "0-50"),
        Key("usa", "flag", False, "the USA is in the Western faction"),
        Key("bombed", "number", 0, "Bombed markers on German factories", "0-50"),
        Key("defender_event", "number", 0, "sum of the defender's Event markers"),
    ),
}


def prepare_strategic(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """5.4 Each side by its sum or by its situation; only Event markers halve."""
    refuse(bad_strategic(charts, given), charts.book)
    attacker, defender = (_modified(charts, given, side) for side in SITUATION)
    combat = ResolveCombat(attacker.drm, defender.drm, attacker.halvings, defender.halvings)
    return Prepared(combat, told(attacker, defender))


def _modified(charts: Charts, given: Mapping[str, Any], side: str) -> Modified:
    halvings = charts.lines("strategic_halvings").applying({"event": given[f"{side}_halvings"] or 0})
    if given[f"{side}_drm"] is not None:
        return modified(charts, side, [Term("sum of modifiers", given[f"{side}_drm"], "5.1")], halvings)
    lines = charts.lines("strategic_drm")
    situation = {
        "faction": "Axis" if side == "attacker" else given["against"],
        "against": given["against"],
        **{name: several(given, name, lines.words(name)) for name in BY_SEA_ZONE},
        "conquered_threes": conquered_threes(charts, given["conquered"]),
        "usa": given["usa"],
        "bombed": given["bombed"],
        "event": given[f"{side}_event"],
    }
    return modified(charts, side, lines.applying(situation), halvings)


def conquered_threes(charts: Charts, countries: int) -> int:
    """5.4 Countries conquered, in threes, rounded up."""
    return -(-countries // number(charts, "conquered-for-one"))


def bad_strategic(charts: Charts, given: Mapping[str, Any]) -> Iterator[Violation]:
    """5.1, 5.4 What cannot be said, or not together."""
    for side, keys in SITUATION.items():
        if given[f"{side}_drm"] is not None:
            yield from mixed(side, keys, given)
    for name in BY_SEA_ZONE:
        yield from unknown_words(given, name, charts.lines("strategic_drm").words(name), "5.4")


STRATEGIC = Chance(
    "strategic",
    "Strategic combat",
    "5.4",
    (*sum_keys("attacker"), *sum_keys("defender"), AGAINST, *SITUATION["attacker"], *SITUATION["defender"]),
    prepare_strategic,
    charts=("strategic_drm", "strategic_halvings", "crt", "numbers"),
    results="strategic_results",
)
