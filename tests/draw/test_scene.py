"""The picture as a browser gets it: the same shapes, small, and nothing in it that a side may not see."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from sandtable.core.rules import Side, UnitId
from sandtable.core.system import Scenario
from sandtable.core.views import Seen
from sandtable.draw.picture import Painter
from sandtable.draw.scene import background, marker_look, scene, style_of, unit_look
from sandtable.draw.shapes import Disc, Group, Line, Polygon, Text
from sandtable.draw.wire import Scene, written
from sandtable.systems.gew.system import GEW


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return GEW.load("campaign")


@pytest.fixture(scope="module")
def campaign(scenario: Scenario) -> Scene:
    return scene(scenario)


# ------------------------------------------------------------------------------------------------ shapes


def read(plain: dict[str, Any]) -> Polygon | Line | Disc | Text:
    """A shape back from what was written of it."""
    faint = plain.get("o", 1)
    if plain["s"] == "t":
        return Text(
            plain["x"], plain["y"], plain["text"], plain["size"], plain["fill"], plain["font"],
            plain.get("anchor", "middle"), plain.get("halo", ""), plain.get("turn", 0), plain.get("gap", 0), faint,
        )  # fmt: skip
    look = (plain.get("fill", ""), plain.get("stroke", ""), plain.get("w", 0), faint)
    if plain["s"] == "c":
        return Disc(plain["x"], plain["y"], plain["r"], *look)
    points = tuple(zip(plain["d"][::2], plain["d"][1::2], strict=True))
    if plain["s"] == "p":
        return Polygon(points, *look)
    dash = tuple(plain.get("dash", ()))
    return Line(points, plain["stroke"], plain["w"], dash, faint, plain.get("butt", False))


def test_shapes_come_back_as_they_were_written() -> None:
    shapes: list[Polygon | Line | Disc | Text] = [
        Polygon(((0, 0), (1.5, 0), (1.5, 2)), "#aa0000"),
        Polygon(((0, 0), (1.5, 0), (1.5, 2)), "", "#aa0000", 0.25, 0.5),
        Line(((0, 0), (3, 4), (5, 5.5)), "#bb0000", 1.3, (2, 1.5), 0.34, True),
        Disc(3, 4, 2.5, "#cc0000", "#000000", 0.1),
        Text(1, 2, "Tobruk", 12, "#1c1a16", "bold", "start", "#ffffff", -90, 0.25, 0.7),
        Text(1, 2, "Tobruk", 12, "#1c1a16"),
    ]
    assert [read(plain) for plain in json.loads(json.dumps(written(shapes)))] == shapes


def test_groups_are_taken_apart_and_numbers_rounded_to_tenths() -> None:
    disc = Disc(1.26, 2.04, 3.0001, "#cc0000")
    assert written([Group("a", "A", (Group("b", "B", (disc,)),))]) == [
        {"s": "c", "x": 1.3, "y": 2, "r": 3, "fill": "#cc0000"}
    ]


def test_strokes_from_end_to_end_become_one_line() -> None:
    side, next_side, apart = ((0, 0), (1, 0)), ((1, 0), (1, 1)), ((5, 5), (6, 5))
    lines = [Line(points, "#000000", 1) for points in (side, apart, next_side)]
    assert sorted(plain["d"] for plain in written(lines) if plain["s"] == "l") == [[0, 0, 1, 0, 1, 1], [5, 5, 6, 5]]
    other = [lines[0], Line(next_side, "#ff0000", 1)]
    assert len(written(other)) == 2


# ------------------------------------------------------------------------------------------------ the scene


def test_the_campaign_is_quick_to_load(campaign: Scene) -> None:
    raw = msgspec.json.encode(campaign)
    assert len(raw) < 1_500_000
    assert len(gzip.compress(raw)) < 300_000


def test_a_scene_has_the_same_id_every_time_and_another_for_another_picture(campaign: Scene) -> None:
    assert scene(GEW.load("campaign"))["id"] == campaign["id"]
    assert scene(GEW.load("north-africa-1941"))["id"] != campaign["id"]


def test_every_shape_of_the_picture_is_in_the_scene(scenario: Scenario, campaign: Scene) -> None:
    painter = Painter(scenario, style_of(scenario))
    every = written([*painter.board({}, ()), *painter.around({}, [], "")])
    shown = [*campaign["shapes"], *campaign["fine"], *(shape for each in campaign["places"] for shape in each["alone"])]
    assert sorted(map(json.dumps, every)) == sorted(map(json.dumps, shown))


def test_small_lettering_is_apart(scenario: Scenario, campaign: Scene) -> None:
    assert {shape["s"] for shape in campaign["fine"]} == {"t"}
    texts = {shape["text"] for shape in campaign["fine"] if shape["s"] == "t"}
    assert {found["id"] for found in campaign["hexes"]} <= texts


def test_hexes_lie_where_the_layout_says(campaign: Scene) -> None:
    layout = campaign["layout"]
    by_id = {found["id"]: found for found in campaign["hexes"]}
    assert layout["top"] == "flat"
    lane = [found for found in campaign["hexes"] if found["id"].startswith("10")]
    step = {round(after["y"] - before["y"]) for before, after in pairwise(lane)}
    assert step == {round(3**0.5 * layout["size"])}
    pushed, other = by_id["1105"]["y"], by_id["1005"]["y"]
    assert (pushed > other) == (layout["pushed"] == "odd")
    assert by_id["3026"]["name"] == "Tobruk"
    assert by_id["0801"]["wet"]


@pytest.mark.parametrize(
    ("name", "turns"), [("campaign", range(1, 11)), ("north-africa-1941", (1, 2, 3)), ("barbarossa", (5, 6, 7, 8))]
)
def test_the_track_has_the_turns_that_are_played(name: str, turns: Sequence[int]) -> None:
    found = scene(GEW.load(name))
    assert [box["id"] for box in found["boxes"] if box["id"].startswith("track_")] == [
        f"track_{turn}" for turn in turns
    ]
    titles = [shape["text"] for shape in found["shapes"] if shape["s"] == "t" and shape["text"].startswith("Turn ")]
    assert len(titles) == len(turns)


def test_boxes_hold_their_counters(campaign: Scene) -> None:
    for box in campaign["boxes"]:
        inside = box["inside"]
        assert box["x"] < inside["x"] < inside["x"] + inside["width"] < box["x"] + box["width"]
        assert box["y"] < inside["y"] < inside["y"] + inside["height"] < box["y"] + box["height"]
    assert {"convoy", "display_axis", "track_1"} <= {box["id"] for box in campaign["boxes"]}


def test_what_a_scenario_leaves_out_is_painted_once_and_for_all() -> None:
    africa = scene(GEW.load("north-africa-1941"))
    veiled = set(africa["veiled"])
    assert veiled
    assert not veiled & {place["hex"] for place in africa["places"]}
    assert "Berlin" in {shape["text"] for shape in africa["shapes"] if shape["s"] == "t"}


def test_control_can_be_coloured(scenario: Scenario, campaign: Scene) -> None:
    """6.1: three kinds of markers, whoever plays."""
    assert set(campaign["controllers"]) == {"axis", "wallied", "soviet"}
    assert [side.id for side in campaign["sides"]] == list(scenario.sides)
    found = background(scenario)
    assert found is not None
    assert found.exists()


# ------------------------------------------------------------------------------------------------ counters


def test_equal_looks_have_equal_keys_and_others_others(scenario: Scenario) -> None:
    unit = scenario.unit("ger_lf1")
    ready = Seen(scenario.place("3026"), Side(0), unit, {"operational": 1, "mission": 0})
    busy = ready._replace(face={"operational": 1, "mission": 3})
    spent = ready._replace(face={"operational": 0, "mission": 0})
    assert unit_look(scenario, ready) == unit_look(GEW.load("campaign"), busy)
    assert unit_look(scenario, ready)[0] != unit_look(scenario, spent)[0]
    keys = {unit_look(scenario, Seen(scenario.place("3026"), Side(0), UnitId(each)))[0] for each in range(50)}
    assert len(keys) > 40


def test_of_a_hidden_unit_nothing_is_in_its_look(scenario: Scenario) -> None:
    """The place and what is known of it otherwise change nothing; there is no text but the question mark."""
    key, look = unit_look(scenario, Seen(scenario.place("3026"), Side(0), None))
    elsewhere = Seen(scenario.place("convoy"), Side(0), None, {"operational": 0, "steps": 2})
    assert unit_look(scenario, elsewhere) == (key, look)
    assert [shape["text"] for shape in look["near"] if shape["s"] == "t"] == ["?"]
    assert not look["far"]
    assert not look["values"]
    assert unit_look(scenario, Seen(scenario.place("3026"), Side(1), None))[0] != key


def test_a_look_is_one_unit_wide_about_its_middle(scenario: Scenario) -> None:
    for _, look in (
        unit_look(scenario, Seen(scenario.place("3026"), Side(0), scenario.unit("ger_dak"))),
        marker_look(scenario, "fortification", "axis"),
        marker_look(scenario, "depot", "soviet"),
        marker_look(scenario, "bombed"),
    ):
        shapes = [*look["near"], *look["far"]]
        spots = [part for shape in shapes if shape["s"] == "p" or shape["s"] == "l" for part in shape["d"]]
        spots += [shape[key] for shape in shapes if shape["s"] == "c" for key in ("x", "y")]
        assert all(-0.7 < part < 0.7 for part in spots)
        assert all(shape["size"] <= 0.8 for shape in shapes if shape["s"] == "t")


def test_2_3_what_is_printed_on_a_counter_is_said_in_words(scenario: Scenario) -> None:
    _, look = unit_look(scenario, Seen(scenario.place("3026"), Side(0), scenario.unit("ger_pz1")))
    assert look["values"] == [
        {"label": "attack", "value": 8, "adds": True, "factor": True},
        {"label": "defense", "value": 6, "adds": True, "factor": True},
        {"label": "movement", "value": 5, "adds": False, "factor": True},
    ]
    assert [shape["text"] for shape in look["far"] if shape["s"] == "t"] == ["8+6-5"]


def test_markers_of_two_owners_differ(scenario: Scenario) -> None:
    assert marker_look(scenario, "fortification", "axis")[0] != marker_look(scenario, "fortification", "allied")[0]


def test_counters_have_the_names_that_stand_in_sentences_for_their_ids(campaign: Scene) -> None:
    assert campaign["counters"]["ger_dak"] == "DAK"
