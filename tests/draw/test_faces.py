"""Counters with several faces: what is drawn, told and sent is what is printed on the one that is up."""

from __future__ import annotations

import pytest

import toy
from sandtable.cli.excerpt import label
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.system import Scenario
from sandtable.core.views import Seen
from sandtable.draw.counters import counter, face_up
from sandtable.draw.scene import style_of, unit_look
from sandtable.draw.shapes import Text
from toy.state import COMBAT, MARCH

FACES = {(COMBAT, 2): "4-3-2", (COMBAT, 1): "2-2-2", (MARCH, 2): "1-2-4", (MARCH, 1): "0-1-4"}


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return toy.SYSTEM.load("supply")


def seen(mode: int, steps: int) -> Seen:
    return Seen(Hex(0), Side(0), UnitId(0), {"mode": mode, "steps": steps})


def test_the_factors_drawn_are_those_of_the_face_that_is_up(scenario: Scenario) -> None:
    style = style_of(scenario)
    for (mode, steps), factors in FACES.items():
        shapes = counter(style, scenario, seen(mode, steps), 0, 0, 100).shapes
        assert factors in [shape.text for shape in shapes if isinstance(shape, Text)]
        assert label(style, scenario, seen(mode, steps))[1] == factors


def test_a_browser_is_sent_a_look_for_each_face(scenario: Scenario) -> None:
    looks = {key: unit_look(scenario, seen(*key)) for key in FACES}
    assert [face_up(scenario, seen(*key)) for key in FACES] == [0, 1, 2, 3]
    assert len({key for key, _ in looks.values()}) == 4
    for (_, look), factors in zip(looks.values(), FACES.values(), strict=True):
        assert [each["value"] for each in look["values"]] == [int(factor) for factor in factors.split("-")]
    assert unit_look(scenario, seen(MARCH, 1))[0] == looks[MARCH, 1][0]
