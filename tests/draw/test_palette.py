"""The default colours of sides and nations: enemies can be told apart by those who see two of the three colours."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import pytest

from sandtable.core.system import find_system
from sandtable.draw.scene import style_of

LEAST = 10.0  # CIE76; two colours side by side are told apart from about 2.3 on
LORDS = {"gew": ("german", "italian"), "use": ("germany", "italy")}
NEUTRALS = {"finnish", "irish", "portuguese", "spanish", "swedish", "turkish", "vichy"}  # each has a box of its own

Matrix = tuple[tuple[float, float, float], ...]
SIGHTS: dict[str, Matrix] = {  # Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
TO_XYZ: Matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.95047, 1.0, 1.08883)


def times(matrix: Matrix, vector: list[float]) -> list[float]:
    return [sum(factor * value for factor, value in zip(row, vector, strict=True)) for row in matrix]


def linear(part: int) -> float:
    value = part / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def lab(colour: str, sight: Matrix) -> tuple[float, float, float]:
    """As somebody of this sight sees it."""
    rgb = [linear(int(colour[nth : nth + 2], 16)) for nth in (1, 3, 5)]
    seen = [min(1.0, max(0.0, value)) for value in times(sight, rgb)]
    near = [value / white for value, white in zip(times(TO_XYZ, seen), WHITE, strict=True)]
    x, y, z = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in near)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: str, other: str) -> float:
    """The least difference of two colours to anybody."""
    return min(math.dist(lab(one, sight), lab(other, sight)) for sight in SIGHTS.values())


def test_the_measure_knows_black_from_white_and_what_a_red_green_blindness_hides() -> None:
    assert apart("#000000", "#ffffff") == pytest.approx(100, abs=0.1)
    assert apart("#4d8254", "#4d8254") == 0
    assert apart("#c44a3a", "#7a5636") < 5 < math.dist(*(lab(c, SIGHTS["all colours"]) for c in ("#c44a3a", "#7a5636")))


def grounds(scenario: Any) -> dict[str, tuple[str, int]]:
    """By nation of a scenario: its colour, and the side of its counters."""
    style, counters = style_of(scenario), scenario.counters
    column = style.table("columns").get("nationality", "nationality")
    found: dict[str, tuple[str, int]] = {}
    for unit, nation in enumerate(counters[column]):
        ground = style.look("nationalities", str(nation)).get("ground", "")
        colour = ground if isinstance(ground, str) else ground[0]
        if colour:
            found.setdefault(str(nation), (colour, scenario.side_of[unit]))
    return found


@pytest.mark.parametrize("code", ["gew", "ocs", "use"])
def test_n34_nations_at_war_with_each_other_are_told_apart_by_everybody(code: str) -> None:
    system = find_system(code)
    for info in system.scenarios():
        nations = grounds(system.load(info.name, {}))
        for (one, (colour, side)), (other, (another, whose)) in combinations(nations.items(), 2):
            if side != whose and not {one, other} <= NEUTRALS:
                assert apart(colour, another) >= LEAST, (info.name, one, other)


@pytest.mark.parametrize("code", ["gew", "ocs", "use"])
def test_n34_the_colours_of_the_sides_are_told_apart_by_everybody(code: str) -> None:
    system = find_system(code)
    for info in system.scenarios():
        scenario = system.load(info.name, {})
        look = style_of(scenario).look
        for one, other in combinations(scenario.sides, 2):
            assert apart(look("sides", one)["ground"], look("sides", other)["ground"]) >= LEAST, (info.name, one, other)


@pytest.mark.parametrize("code", ["gew", "use"])
def test_minors_and_neutrals_are_told_apart_from_their_lords(code: str) -> None:
    system = find_system(code)
    for info in system.scenarios():
        nations = grounds(system.load(info.name, {}))
        for lord in LORDS[code]:
            for other in nations:
                if lord in nations and other not in LORDS[code]:
                    assert apart(nations[lord][0], nations[other][0]) >= LEAST, (info.name, lord, other)
