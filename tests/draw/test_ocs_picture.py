"""The pictures of OCS: a painted board for each title, and counters that tell what the rulebook says they tell."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from draw.inside import groups, in_the_way, overlapping_names, texts
from sandtable.core.charts import WordAxis
from sandtable.core.columns import PLACE, UNIT
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.system import Scenario
from sandtable.core.views import Seen, View
from sandtable.draw.counters import front, other_faces
from sandtable.draw.edges import entries, placed
from sandtable.draw.picture import Painter, markers_of, picture_of
from sandtable.draw.places import GLYPHS
from sandtable.draw.scene import background, marker_look, scene, style_of, unit_look
from sandtable.draw.shapes import Picture, Polygon, Text, length
from sandtable.draw.style import Style
from sandtable.draw.symbols import SILHOUETTES, STROKES
from sandtable.systems.ocs.state import FULL, OcsState
from sandtable.systems.ocs.system import OCS
from sandtable.systems.ocs.theatre import COMBAT_FACE, DG, MOVE_FACE, RESERVE, WORDS

NAMES = ["crusader", "primosole"]


@pytest.fixture(scope="module", params=NAMES)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return OCS.load(request.param)


@pytest.fixture(scope="module")
def view(scenario: Scenario) -> View:
    return OCS.hidden.view(OCS.begin(scenario), None)


@pytest.fixture(scope="module")
def start(scenario: Scenario, view: View) -> Picture:
    return picture_of(view, scenario)


@pytest.fixture(scope="module")
def primosole() -> Scenario:
    return OCS.load("primosole")


# ------------------------------------------------------------------------------------------------ the background


def about(scenario: Scenario) -> dict[str, Any]:
    assert scenario.board.folder is not None
    found: dict[str, Any] = json.loads((scenario.board.folder / "board.picture.json").read_text(encoding="utf-8"))
    return found


def test_the_background_was_painted_from_this_board(scenario: Scenario) -> None:
    """If this fails the terrain has changed: paint it again (tools/maps/README.md)."""
    folder = scenario.board.folder
    assert folder is not None
    rows = json.loads((folder / "board.json").read_text(encoding="utf-8"))["terrain"]["rows"]
    assert about(scenario)["terrain"] == hashlib.sha256("\n".join(rows).encode()).hexdigest()
    assert background(scenario) == folder / "board.webp"
    assert (folder / "board.webp").stat().st_size < 300_000


def test_land_is_land_and_water_is_water_in_the_background(scenario: Scenario) -> None:
    pillow = pytest.importorskip("PIL.Image")
    picture, board = about(scenario), scenario.board
    path = background(scenario)
    with pillow.open(path) as opened:
        image = opened.convert("RGB")
    assert image.size == (picture["width"], picture["height"])
    wrong = []
    for hex in board.layout.hexes():
        x, y = board.layout.centre(hex, picture["size"])
        for dx, dy in ((0, 0), (10, 0), (-10, 0), (0, 10), (0, -10)):
            red, _, blue = image.getpixel((round(picture["left"] + x + dx), round(picture["top"] + y + dy)))
            if (blue > red + 8) != (board.terrain[hex] == "sea"):
                wrong.append(board.layout.label(hex))
    assert not wrong


def test_a_board_that_somebody_brings_needs_no_picture(tmp_path: Path) -> None:
    (tmp_path / "faces.toml").write_text("[picture]\nsize = 40\n", encoding="utf-8")
    style = Style.load(OCS.folder, "mine", tmp_path)
    assert (style.image, style.size) == (None, 40)


# ------------------------------------------------------------------------------------------------ the map


def test_every_word_of_a_map_has_a_look(scenario: Scenario) -> None:
    style, board = style_of(scenario), scenario.board
    assert set(board.terrain.words) - {""} <= set(style.table("terrain"))  # boxes have none
    assert {river.feature for river in board.rivers} <= set(style.table("hexsides"))
    assert {chain.link for chain in board.chains} <= set(style.table("links"))
    symbols = {symbol for place in board.places for symbol in place.symbols}
    assert symbols <= {*style.table("symbols"), "bridge"}  # bridges lie where roads cross rivers
    assert {*style.table("symbols"), "bridge"} == set(WORDS["symbols"])
    assert all(look["sign"] in GLYPHS for look in style.table("symbols").values())


def test_6_2a_whatever_is_a_road_has_its_bridge_drawn(primosole: Scenario) -> None:
    """A track across a river had none."""
    roads = primosole.charts.words("road_movement.road")
    assert roads is not None
    look = style_of(primosole).table("bridges")
    assert {road.replace(" ", "_") for road in roads.every} == {*look["of"]}
    assert {*look["over"]} == {"minor_river", "major_river", "canal"}


def test_6_2a_a_bridge_lies_where_a_road_crosses_a_river(primosole: Scenario) -> None:
    """6.2a: the road from Lentini crosses the San Leonardo, the Gornalunga and the Simeto; each crossing once, though
    the railway goes with it."""
    ground = Painter(primosole, style_of(primosole)).ground
    rails = list(ground.bridges())
    crossings = {
        frozenset(pair)
        for chain in primosole.board.chains
        for pair in zip(chain.hexes, chain.hexes[1:], strict=False)
        if primosole.board.features(*pair) & {"minor_river", "major_river"}
    }
    assert frozenset((primosole.place("11.11"), primosole.place("11.12"))) in crossings
    assert len(rails) == 4 * len(crossings)  # two rails, each with a pale edge


def test_14_4e_printed_flak_is_that_of_the_rules(scenario: Scenario) -> None:
    printed = {place.hex: place.data["flak"] for place in scenario.board.places if "flak" in place.symbols}
    assert printed == dict(scenario.extra.flak)


def test_names_do_not_overlap_and_boxes_lie_beside_the_map(scenario: Scenario, start: Picture) -> None:
    style = style_of(scenario)
    assert overlapping_names(scenario.board, start) == []
    assert in_the_way(Painter(scenario, style), style) == []
    placed = {id for id, look in style.table("boxes").items() if "at" in look}
    assert placed == {box.id for box in scenario.board.boxes}


def test_the_key_explains_every_sign(scenario: Scenario) -> None:
    """All that is on this map, all marks of counters and all markers."""
    style, board = style_of(scenario), scenario.board
    told = {
        (kind, word)
        for entry in entries(Painter(scenario, style).ground)
        for kind, word in entry.items()
        if isinstance(word, str)
    }
    assert {("terrain", word) for word in set(board.terrain.words) - {"", "sea"}} <= told
    assert {("hexside", river.feature) for river in board.rivers} <= told
    assert {("link", chain.link) for chain in board.chains} <= told
    symbols = {symbol for place in board.places for symbol in place.symbols} - {"bridge", "minor_city"}
    assert {("symbol", word) for word in symbols} <= told
    assert {("marker", word) for word in style.table("markers")} <= told
    assert {("mark", word) for word in style.table("marks")} <= told
    assert ("over", "major_river") in told or not any(river.feature == "major_river" for river in board.rivers)
    assert len(scene(scenario)["legend"]) == len(entries(Painter(scenario, style).ground))


def test_markers_and_marks_are_columns_of_the_state(scenario: Scenario) -> None:
    style = style_of(scenario)
    by = {per: {name for name, said in OcsState.declared.items() if said.per is per} for per in (UNIT, PLACE)}
    assert {look["column"] for look in style.table("markers").values()} <= by[PLACE]
    assert set(style.table("marks")) <= by[UNIT]


def test_every_place_of_a_position_shows_what_lies_there(primosole: Scenario) -> None:
    """12.2, 13.8, 14.8, 15.1, 19.0: dumps, hedgehogs, trainbusting, air bases, hits of ports: each with its number."""
    state, augusta = OCS.begin(primosole), primosole.place("15.7")
    state.port_hits[augusta], state.busted[augusta], state.dump[augusta] = 2, 1, 9
    found = {
        (each.kind, each.place): each.text for each in markers_of(OCS.hidden.view(state, None), style_of(primosole))
    }
    assert found["dump", augusta] == "2SP 1T"
    assert found["port_hits", augusta] == "-2"
    assert ("trainbusting", augusta) in found
    assert found["air_base", primosole.place("6.13")] == "2"
    assert found["hedgehog", primosole.place("11.12")] == "1"


def test_12_2_from_afar_a_dump_says_its_supply_points_in_larger_letters(primosole: Scenario) -> None:
    _, look = marker_look(primosole, "dump", "allied", "2SP 1T")
    near, far = ([shape for shape in look[where] if shape["s"] == "t"] for where in ("near", "far"))
    assert [shape["text"] for shape in near] == ["2SP", "1T"]
    assert [shape["text"] for shape in far] == ["2SP"]
    assert far[0]["size"] > near[0]["size"]


def test_a_stack_too_high_to_be_counted_has_its_number(primosole: Scenario) -> None:
    """Seven counters in Catania; two brigades and a regiment in 12.7 can be counted."""
    painter, view = Painter(primosole, style_of(primosole)), OCS.hidden.view(OCS.begin(primosole), None)
    stacks = placed(view.units)
    for label, numbers in (("12.14", ["7"]), ("12.7", [])):
        hex = primosole.place(label)
        drawn = painter.stack(Hex(hex), stacks[hex])
        assert [shape.text for shape in drawn if isinstance(shape, Text)] == numbers


# ------------------------------------------------------------------------------------------------ counters


def seen(scenario: Scenario, id: str, **marks: int) -> Seen:
    unit = scenario.unit(id)
    usual = {"steps": scenario.extra.full_steps[unit], "face": COMBAT_FACE, "mode": 0, "oos": 0, "stocks": FULL,
             "fuel": 0, "cargo": 0, "extends": 0, "active": 1}  # fmt: skip
    return Seen(Hex(0), Side(scenario.side_of[unit]), unit, {**usual, **marks})


def near(scenario: Scenario, id: str, **marks: int) -> list[Any]:
    return list(unit_look(scenario, seen(scenario, id, **marks))[1]["near"])


def said(scenario: Scenario, id: str, **marks: int) -> list[str]:
    return [shape["text"] for shape in near(scenario, id, **marks) if shape["s"] == "t"]


def test_every_counter_in_play_is_drawn(scenario: Scenario, view: View, start: Picture) -> None:
    drawn = {group.id for group in groups(start.shapes) if group.id.startswith("unit-")}
    assert drawn == {f"unit-{scenario.counters.id(seen.unit)}" for seen in view.units if seen.unit is not None}


def test_every_kind_and_nation_has_a_look(scenario: Scenario) -> None:
    style = style_of(scenario)
    assert set(scenario.counters["kind"]) <= set(style.table("kinds"))
    assert set(scenario.counters["nation"]) <= set(style.table("nationalities"))
    signs = [*style.table("types").values(), *(look.get("sign", "empty") for look in style.table("kinds").values())]
    assert all(sign in STROKES or sign in SILHOUETTES or sign.startswith("letters:") for sign in signs)


def test_3_2_the_action_rating_is_raised_and_the_ink_of_the_allowance_tells_how_a_unit_moves(
    primosole: Scenario,
) -> None:
    """3.2: 69 Bde is 6-4-3 on foot in Combat Mode; 1 PzGr HG moves 14 by truck; 44 RTR 8 on tracks."""
    strength, rating, allowance = [shape for shape in near(primosole, "69_bde") if shape["s"] == "t"][-3:]
    assert (strength["text"], rating["text"], allowance["text"]) == ("6", "4", "3")
    assert rating["y"] < strength["y"] == allowance["y"]
    assert rating["size"] < strength["size"]
    inks = {
        (id, face): [shape for shape in near(primosole, id, face=face) if shape["s"] == "t"][-1]["fill"]
        for id, face in (("69_bde", COMBAT_FACE), ("1_pzgr_hg", MOVE_FACE), ("44_rtr", COMBAT_FACE))
    }
    figures = style_of(primosole).table("figures")
    assert list(inks.values()) == [figures[word]["ink"] for word in ("leg", "truck", "track")]
    assert len(set(inks.values())) == 3


def test_3_2_armor_is_yellow_and_mech_red_behind_the_sign(primosole: Scenario) -> None:
    for id, word in (("44_rtr", "armor"), ("5_recce", "mech")):
        box = style_of(primosole).table("signs")[word]["box"]
        for look in ("near", "far"):
            shapes = unit_look(primosole, seen(primosole, id))[1][look]
            assert any(shape["s"] == "p" and shape.get("fill") == box for shape in shapes), (id, look)


def test_4_6_a_counter_says_its_res(primosole: Scenario) -> None:
    assert "1" in said(primosole, "69_bde")
    assert "½" in said(primosole, "44_rtr")
    assert "¼" in said(primosole, "tiger_2_504")
    assert not {"0", "½", "1"} & set(said(primosole, "al_truck_a1"))


def fills(scenario: Scenario, id: str, **marks: int) -> set[str]:
    return {shape.get("fill", "") for shape in near(scenario, id, **marks) if shape["s"] == "p"}


def test_3_2e_units_of_a_formation_have_its_stripe(primosole: Scenario) -> None:
    stripe = style_of(primosole).table("stripes")["formation"]["colours"]["50_div"]
    assert all(stripe in fills(primosole, id) for id in ("69_bde", "151_bde", "50_div_art"))
    assert stripe not in fills(primosole, "13_bde") | fills(primosole, "44_rtr")


def test_3_2e_every_formation_has_a_stripe_and_no_two_enemies_or_friends_the_same(scenario: Scenario) -> None:
    colours = style_of(scenario).table("stripes")["formation"]["colours"]
    assert set(colours) == set(scenario.extra.formations)
    assert len(set(colours.values())) == len(colours)


def test_3_2e_a_formation_nobody_has_coloured_gets_a_colour_that_stays(primosole: Scenario) -> None:
    style = style_of(primosole)
    face = {"id": "x", "name": "x", "kind": "line", "nationality": "german", "size": 4, "formation": "new_div"}
    palette = style.table("stripes")["formation"]["palette"]
    drawn = [{shape.fill for shape in front(style, face, 0, 0, 100) if isinstance(shape, Polygon)} for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert len(drawn[0] & set(palette)) == 1


def test_5_0_the_move_side_has_a_pale_band_and_other_values(primosole: Scenario) -> None:
    band = style_of(primosole).table("stripes")["face"]["colours"]["1"]
    assert band not in fills(primosole, "69_bde")
    assert band in fills(primosole, "69_bde", face=MOVE_FACE)
    assert said(primosole, "69_bde", face=MOVE_FACE)[-3:] == ["3", "4", "5"]
    assert band not in fills(primosole, "al_truck_a1", face=MOVE_FACE)


def test_marks_tell_mode_supply_fuel_and_loads(primosole: Scenario) -> None:
    """5.0, 12.5, 12.8, 12.10, 13.2: at most one of each lies on a counter, and none hides another."""
    bare = len(said(primosole, "69_bde"))
    assert said(primosole, "69_bde", mode=RESERVE)[bare:] == ["R"]
    assert said(primosole, "69_bde", mode=DG, oos=1, stocks=2, fuel=1)[bare:] == ["DG", "OS", "X", "f"]
    discs = [shape for shape in near(primosole, "69_bde", mode=DG, oos=1, stocks=2, fuel=1) if shape["s"] == "c"]
    spots = [(disc["x"], disc["y"]) for disc in discs]
    assert len(set(spots)) == len(spots) == 4
    assert said(primosole, "al_truck_a1", cargo=3)[-1] == "3T"


def test_a_badge_leaves_the_name_to_be_read(primosole: Scenario) -> None:
    """Turned beside the sign it ends below the badge; above it, it begins to the right of it."""
    (disc,) = [shape for shape in near(primosole, "5_recce", stocks=1) if shape["s"] == "c"]
    (name,) = [shape for shape in near(primosole, "5_recce", stocks=1) if shape["s"] == "t" and shape.get("turn")]
    assert name["y"] - length(name["text"], name["size"]) / 2 > disc["y"] + disc["r"] * 0.8
    (disc,) = [shape for shape in near(primosole, "al_truck_a1", cargo=4) if shape["s"] == "c"]
    (name,) = [shape for shape in near(primosole, "al_truck_a1", cargo=4) if shape["s"] == "t"][:1]
    assert name["x"] - length(name["text"], name["size"]) / 2 > disc["x"] + disc["r"]


def test_14_1_the_other_side_of_an_aircraft_is_told_without_what_it_lacks(primosole: Scenario) -> None:
    assert other_faces(primosole, seen(primosole, "spitfire1")) == [("1 step", "barrage 1, range 35")]


def test_3_2f_and_14_1_steps_lost_are_empty_discs() -> None:
    """3.2f, 14.1: Brescia has two steps, a Hurricane a full and a reduced side; a brigade of one step shows none."""
    crusader = OCS.load("crusader")

    def pips(id: str, **marks: int) -> list[bool]:
        return ["fill" in shape for shape in near(crusader, id, **marks) if shape["s"] == "c"]

    assert pips("brescia") == [True, True]
    assert pips("brescia", steps=1) == [True, False]
    assert pips("polish_bde") == []
    planes = [id for id in crusader.counters.ids if crusader.extra.is_plane[crusader.unit(id)]]
    assert all(pips(id) == [True, True] and pips(id, steps=1) == [True, False] for id in planes)


def test_14_2_an_inactive_aircraft_is_darker(primosole: Scenario) -> None:
    ready, spent = (len(near(primosole, "spitfire1", active=active)) for active in (1, 0))
    assert spent == ready + 1
    assert (
        unit_look(primosole, seen(primosole, "spitfire1"))[0]
        != unit_look(primosole, seen(primosole, "spitfire1", active=0))[0]
    )


def test_every_look_is_one_unit_wide_about_its_middle(scenario: Scenario) -> None:
    looks = [unit_look(scenario, seen(scenario, id))[1] for id in scenario.counters.ids]
    looks += [marker_look(scenario, kind, text="3")[1] for kind in style_of(scenario).table("markers")]
    for look in looks:
        shapes = [*look["near"], *look["far"]]
        spots = [part for shape in shapes if shape["s"] == "p" or shape["s"] == "l" for part in shape["d"]]
        assert all(-0.7 < part < 0.7 for part in spots)


def test_figures_stay_on_their_counter(scenario: Scenario) -> None:
    """Whatever is printed: `(3)-1-2` and `(1)-14-150` too."""
    for unit in range(len(scenario.counters.ids)):
        shown = seen(scenario, scenario.counters.id(UnitId(unit)))
        for look in ("near", "far"):
            for shape in unit_look(scenario, shown)[1][look]:
                if shape["s"] == "t" and not shape.get("turn") and shape.get("anchor") is None:
                    half = length(shape["text"], shape["size"]) / 2
                    assert shape["x"] - half > -0.53, (shown, shape)
                    assert shape["x"] + half < 0.53, (shown, shape)


def test_the_title_tells_the_turn(scenario: Scenario, start: Picture) -> None:
    assert any("Turn" in text.text for text in texts(start.shapes) if isinstance(text, Text))


def test_every_terrain_hexside_and_road_of_the_series_is_drawn() -> None:
    """What a title of one's own may put on its map without charts of its own."""
    style = style_of(OCS.load("primosole"))
    charts = (("terrain", "terrain_movement"), ("hexsides", "hexside_movement"), ("links", "road_movement"))
    for table, chart in charts:
        rows, _ = OCS.charts(None).table(chart).axes
        assert isinstance(rows, WordAxis)
        words = [word.replace(" ", "_") for word in rows.words.every]
        assert words
        assert not [word for word in words if word not in style.table(table)]


def test_sides_and_nations_that_nobody_coloured_are_told_apart() -> None:
    scenario = OCS.load("primosole")
    plain = style_of(scenario)
    bare = Style(plain.folder, {**plain.looks, "sides": {}, "nationalities": {}}, {}).coloured(scenario)
    assert len({bare.look("sides", side)["ground"] for side in scenario.sides}) == 2
    british, german = (bare.look("nationalities", nation)["ground"] for nation in ("british", "german"))
    assert british != german
    assert plain.coloured(scenario).look("sides", "allied") == plain.look("sides", "allied")
