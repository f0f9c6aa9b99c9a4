"""The pictures of USE: a board each with a picture and boxes of its own, and all that a counter can tell."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from draw.inside import groups, in_the_way, overlapping_names, texts
from sandtable.cli import pictures
from sandtable.core.columns import PLACE, UNIT
from sandtable.core.rules import Side, UnitId
from sandtable.core.system import Scenario
from sandtable.core.views import Seen, View
from sandtable.draw.counters import face, strength
from sandtable.draw.picture import Painter, picture_of
from sandtable.draw.places import GLYPHS
from sandtable.draw.raster import FONTS
from sandtable.draw.scene import background, marker_look, scene, style_of, unit_look
from sandtable.draw.shapes import Disc, Image, Line, Picture, Polygon
from sandtable.draw.symbols import SILHOUETTES, STROKES
from sandtable.draw.wire import written
from sandtable.systems.use.setups import FOLDER, board
from sandtable.systems.use.state import LOW, NO, NO_TARGET, TURN, UseState
from sandtable.systems.use.system import USE
from sandtable.systems.use.theatre import AIR, GROUND, MARKERS, NAVAL, WORDS

NAMES = [info.name for info in USE.scenarios()]
BOARDS = sorted(path.stem for path in (FOLDER / "boards").glob("*.webp"))


@pytest.fixture(scope="module", params=NAMES)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return USE.load(request.param)


@pytest.fixture(scope="module")
def view(scenario: Scenario) -> View:
    return USE.hidden.view(USE.begin(scenario), None)


@pytest.fixture(scope="module")
def start(scenario: Scenario, view: View) -> Picture:
    return picture_of(view, scenario)


@pytest.fixture(scope="module")
def france() -> Scenario:
    return USE.load("france-1940")


# ------------------------------------------------------------------------------------------------ words and looks


def test_every_word_of_the_rules_has_a_look(france: Scenario) -> None:
    """1.3: a fort is a marker, for it goes when the enemy comes (14.5)."""
    style = style_of(france)
    assert set(style.table("terrain")) == set(WORDS["terrain"])
    assert set(style.table("hexsides")) == set(WORDS["hexsides"])
    assert set(style.table("links")) == set(WORDS["links"])
    assert set(style.table("symbols")) == set(WORDS["symbols"]) - {"fort"}
    assert all(look["sign"] in GLYPHS for look in style.table("symbols").values())
    by = {per: {name for name, said in UseState.declared.items() if said.per is per} for per in (UNIT, PLACE)}
    markers = by[PLACE] - {"top_of", "control", "served"}  # the last is a count
    assert {look["column"] for look in style.table("markers").values()} == markers
    assert set(style.table("marks")) <= by[UNIT]


def test_3_1_every_type_has_a_sign_and_every_army_its_steps(france: Scenario) -> None:
    style = style_of(france)
    for type in (*GROUND, *AIR, *NAVAL, *MARKERS):
        sign = style.table("types")[type]
        assert sign in STROKES or sign in SILHOUETTES or sign.startswith("letters:"), type
    assert set(style.table("sizes")) == set(style.table("kinds")) == set(GROUND)
    assert {type for type in GROUND if style.look("kinds", type)["most"] == 1} == {"garrison"}


def test_every_country_has_its_colours(scenario: Scenario) -> None:
    style = style_of(scenario)
    assert set(scenario.counters["country"]) <= set(style.table("nationalities"))
    lands = {word for word in scenario.board.areas["country"].words if word}
    assert lands <= set(style.table("tints")["country"])


def test_looks_name_only_counters_there_are() -> None:
    ids = {id for name in NAMES for id in USE.load(name).counters.ids}
    style = style_of(USE.load(NAMES[0]))
    assert set(style.table("names")["short"]) <= ids


def test_each_board_has_its_own_boxes_and_picture(scenario: Scenario) -> None:
    style = style_of(scenario)
    placed = {id for id, look in style.table("boxes").items() if "at" in look}
    assert placed == {box.id for box in scenario.board.boxes}
    assert style.image == background(scenario) == FOLDER / "boards" / f"{scenario.board.id}.webp"


# ------------------------------------------------------------------------------------------------ the picture


def test_every_counter_in_play_is_drawn_once(scenario: Scenario, view: View, start: Picture) -> None:
    drawn = Counter(group.id for group in groups(start.shapes) if group.id.startswith("unit-"))
    assert drawn == Counter(f"unit-{scenario.counters.id(seen.unit)}" for seen in view.units if seen.unit is not None)


def test_1_6_the_turn_being_played_is_told(scenario: Scenario) -> None:
    state = USE.begin(scenario)
    state.clock[TURN] = 1
    drawn = picture_of(USE.hidden.view(state, None), scenario)
    assert any(text.text.endswith(f"Turn 1 · {scenario.extra.months[0]}") for text in texts(drawn.shapes))


def test_1_6_the_boxes_of_the_turns_have_the_months_of_the_scenario(scenario: Scenario) -> None:
    for nth, month in enumerate(scenario.extra.months, 1):
        assert style_of(scenario).look("boxes", f"turn_{nth}")["title"] == f"Turn {nth} · {month}"


def test_every_hex_has_its_number_and_every_place_its_name(scenario: Scenario, start: Picture) -> None:
    said = Counter(text.text for text in texts(start.shapes))
    assert all(said[scenario.board.layout.label(hex)] == 1 for hex in scenario.board.layout.hexes())
    assert all(said[place.name] >= 1 for place in scenario.board.places)


def test_names_of_places_do_not_overlap(scenario: Scenario, start: Picture) -> None:
    assert overlapping_names(scenario.board, start) == []


def test_signs_of_neighbours_do_not_meet_beside_their_counters(france: Scenario) -> None:
    """Calais is a port, Lille east of it a city: the anchor stands lower than the square."""
    ground, places = Painter(france, style_of(france)).ground, {place.id: place for place in france.board.places}
    calais = [shape for shape in ground.place(places["calais"], True) if isinstance(shape, Disc)]
    lille = [shape for shape in ground.place(places["lille"], True) if isinstance(shape, Polygon)]
    _, middle = ground.centre(places["calais"].hex)
    assert all(disc.y > middle for disc in calais)
    assert max(y for _, y in lille[0].points) < middle


def test_boxes_lie_beside_the_map_and_each_other(scenario: Scenario) -> None:
    style = style_of(scenario)
    assert in_the_way(Painter(scenario, style), style) == []


def test_4_0_land_that_nobody_may_enter_is_veiled(scenario: Scenario) -> None:
    painter = Painter(scenario, style_of(scenario))
    ground, closed = painter.ground, scenario.extra.closed
    veils = [shape for shape in painter.board({}, ()) if isinstance(shape, Polygon) and shape.fill == painter.paper]
    assert {veil.points for veil in veils} == {ground.corners(hex) for hex in ground.hexes if hex in closed}
    assert veils


def test_1_3_5_a_transport_line_is_drawn_once_where_two_run_together(france: Scenario) -> None:
    """Paris to Le Havre is the beginning of Paris to Cherbourg."""
    ground = Painter(france, style_of(france)).ground
    (x, y), (to_x, to_y) = ground.centre(france.place("paris")), ground.centre(france.place("0807"))
    middle = ((x + to_x) / 2, (y + to_y) / 2)
    lines = [shape for shape in ground.links() if isinstance(shape, Line)]
    found = [line for line in lines if min(math.dist(middle, spot) for spot in line.points) < 0.2 * ground.across]
    assert len(found) == 3  # its bed, the line, its ties


def test_countries_have_bands_of_their_colours_along_their_borders(france: Scenario) -> None:
    ground, country = Painter(france, style_of(france)).ground, france.board.areas["country"]
    colours, banded = style_of(france).table("tints")["country"], set()
    for band in ground.tints():
        assert isinstance(band, Polygon)
        x, y = (sum(part) / 4 for part in zip(*band.points, strict=True))
        hex = france.board.layout.hex_at(x - ground.left, y - ground.top, ground.size)
        assert hex is not None
        assert band.fill == colours[country[hex]]
        banded.add(hex)
    assert {france.place("0711"), france.place("0611")} <= banded  # Sedan and the Ardennes
    assert france.place("0810") not in banded


def test_a_range_of_mountains_stands_along_its_hexsides(france: Scenario) -> None:
    ground = Painter(france, style_of(france)).ground
    ranges = [river for river in france.board.rivers if river.feature == "mountain"]
    peaks = [shape for shape in ground.hexsides() if isinstance(shape, Polygon)]
    assert len(peaks) >= 2 * 3 * sum(len(river.sides) for river in ranges)  # each with its light side
    alps = [ground.ends(side) for river in ranges for side in river.sides]
    for peak in peaks:
        x, y = (sum(part) / 3 for part in zip(*peak.points, strict=True))
        assert any(math.dist((x, y), one) + math.dist((x, y), other) < 1.15 * ground.size for one, other in alps)


@pytest.mark.parametrize("font", ["plain", "bold", "serif", "italic"])
def test_every_letter_of_the_names_is_in_the_fonts(font: str) -> None:
    pillow = pytest.importorskip("PIL.ImageFont")
    face = pillow.truetype(str(FONTS / f"{font}.ttf"), 40)
    loaded = [USE.load(name) for name in NAMES]
    names = [place.name for each in loaded for place in each.board.places]
    names += [name for each in loaded for name in each.counters.names]
    unknown = bytes(face.getmask("\uffff"))
    assert not {letter for letter in "".join(names) if bytes(face.getmask(letter)) == unknown}


# ------------------------------------------------------------------------------------------------ counters


def shown(france: Scenario, **marks: int) -> Seen:
    usual = {"steps": 2, "supply": 0, "sorties": 0, "done": 0, "in_fort": 0, "assault": NO_TARGET}
    return Seen(france.place("0711"), Side(1), france.unit("fra_2"), {**usual, **marks})


def pips(france: Scenario, **marks: int) -> list[bool]:
    """Of each step of the French 2nd Army, whether its disc is full."""
    _, look = unit_look(france, shown(france, **marks))
    return ["fill" in shape for shape in look["far"] if shape["s"] == "c"]


def badges(france: Scenario, **marks: int) -> list[str]:
    _, look = unit_look(france, shown(france, **marks))
    number, *found = [shape["text"] for shape in look["far"] if shape["s"] == "t"]
    assert number == "2"
    return found


def test_3_1_a_reduced_army_shows_an_empty_disc(france: Scenario) -> None:
    assert pips(france) == [True, True]
    assert pips(france, steps=1) == [True, False]
    _, look = unit_look(france, shown(france, steps=1))
    assert look["values"] == [{"label": "steps", "value": 1, "adds": True, "factor": True}]


def test_marks_tell_supply_sorties_assault_and_fort(france: Scenario) -> None:
    assert badges(france) == []
    assert badges(france, supply=LOW) == ["L"]
    assert badges(france, supply=NO) == ["N"]
    assert badges(france, sorties=4) == ["4"]
    assert badges(france, assault=int(france.place("0612"))) == ["A"]
    assert badges(france, in_fort=1, supply=LOW) == ["L", "F"]


def test_what_is_not_drawn_gives_no_other_look(france: Scenario) -> None:
    assert unit_look(france, shown(france)) == unit_look(france, shown(france, done=1))
    assert unit_look(france, shown(france))[0] != unit_look(france, shown(france, supply=LOW))[0]


def test_a_counter_as_text_tells_its_steps(france: Scenario) -> None:
    style = style_of(france)
    army, air = (face(style, france, seen) for seen in (shown(france, steps=1), _seen(france, "fra_air1")))
    assert army is not None
    assert air is not None
    assert (strength(style, army), strength(style, air)) == ("1", "")
    printed = face(style, france, _seen(france, "fra_2"))
    assert printed is not None
    assert strength(style, printed) == "2"


def _seen(scenario: Scenario, id: str) -> Seen:
    return Seen(scenario.place("0711"), Side(1), scenario.unit(id))


def test_every_look_is_one_unit_wide_about_its_middle(scenario: Scenario) -> None:
    seen = [Seen(scenario.place("0604"), Side(0), UnitId(unit)) for unit in range(len(scenario.counters))]
    looks = [unit_look(scenario, each)[1] for each in seen]
    looks += [marker_look(scenario, kind)[1] for kind in style_of(scenario).table("markers")]
    for look in looks:
        shapes = [*look["near"], *look["far"]]
        spots = [part for shape in shapes if shape["s"] == "p" or shape["s"] == "l" for part in shape["d"]]
        spots += [shape[key] for shape in shapes if shape["s"] == "c" for key in ("x", "y")]
        assert all(-0.7 < part < 0.7 for part in spots)


def test_14_5_forts_lie_on_the_map_as_long_as_they_stand(france: Scenario) -> None:
    state = USE.begin(france)
    at = france.place("0712")
    state.no_ezoc[int(france.place("0711"))] = 1
    drawn = {group.id for group in groups(picture_of(USE.hidden.view(state, None), france).shapes)}
    assert {f"fort-{int(at)}", f"no_ezoc-{int(france.place('0711'))}"} <= drawn
    state.fort[int(at)] = 0
    drawn = {group.id for group in groups(picture_of(USE.hidden.view(state, None), france).shapes)}
    assert f"fort-{int(at)}" not in drawn
    assert f"fort-{int(france.place('0812'))}" in drawn


# ------------------------------------------------------------------------------------------------ the background


@pytest.mark.parametrize("id", BOARDS)
def test_the_background_was_painted_from_this_board(id: str) -> None:
    """If this fails the terrain has changed: paint it again (tools/maps/README.md)."""
    about = _about(id)
    rows = json.loads((FOLDER / "boards" / f"{id}.json").read_text(encoding="utf-8"))["terrain"]["rows"]
    assert about["terrain"] == hashlib.sha256("\n".join(rows).encode()).hexdigest()
    assert (FOLDER / "boards" / about["image"]).stat().st_size < 200_000


@pytest.mark.parametrize("id", BOARDS)
def test_land_is_land_and_water_is_water_in_the_background(id: str) -> None:
    """1.3: around the middle of every hex the picture shows what the rules say."""
    pillow = pytest.importorskip("PIL.Image")
    land, about = board(id), _about(id)
    with pillow.open(FOLDER / "boards" / about["image"]) as opened:
        image = opened.convert("RGB")
    assert image.size == (about["width"], about["height"])
    wrong = []
    for hex in land.layout.hexes():
        x, y = land.layout.centre(hex, about["size"])
        for dx, dy in ((0, 0), (12, 0), (-12, 0), (0, 12), (0, -12)):
            red, _, blue = image.getpixel((round(about["left"] + x + dx), round(about["top"] + y + dy)))
            if (blue > red + 8) != (land.terrain[hex] == "water"):
                wrong.append(land.layout.label(hex))
    assert not wrong


def _about(id: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "boards" / f"{id}.picture.json").read_text(encoding="utf-8"))
    return found


def test_there_is_a_picture_for_every_board() -> None:
    assert sorted({USE.load(name).board.id for name in NAMES}) == BOARDS


# ------------------------------------------------------------------------------------------------ the scene


def test_every_shape_of_the_picture_is_in_the_scene(scenario: Scenario) -> None:
    found, painter = scene(scenario), Painter(scenario, style_of(scenario))
    every = written([*painter.board({}, ()), *painter.around({}, [], "")])
    titles = [shape for shape in found["shapes"] if shape["s"] == "t" and shape["font"] == "italic"]
    known = {json.dumps(shape) for part in ("shapes", "fine") for shape in found[part]}
    known |= {json.dumps(shape) for place in found["places"] for shape in place["alone"]}
    missing = [shape for shape in every if json.dumps(shape) not in known]
    untold = {shape["text"] if shape["s"] == "t" else shape["s"] for shape in missing}
    assert untold <= {scenario.board.title}  # there the scenario's title stands
    assert titles


def test_a_scene_says_how_its_rows_are_laid(scenario: Scenario) -> None:
    found = scene(scenario)
    layout, by_id = found["layout"], {hex["id"]: hex for hex in found["hexes"]}
    assert (layout["top"], layout["pushed"]) == ("pointy", "even")
    across = 3**0.5 * layout["size"]
    assert by_id["0102"]["x"] - by_id["0101"]["x"] == pytest.approx(across, abs=0.2)
    assert by_id["0201"]["x"] - by_id["0101"]["x"] == pytest.approx(across / 2, abs=0.2)
    assert by_id["0201"]["y"] - by_id["0101"]["y"] == pytest.approx(1.5 * layout["size"], abs=0.2)
    assert found["background"] is not None
    assert found["background"]["url"].startswith(f"/api/scenes/use:{scenario.name}/background?of=")
    assert set(found["controllers"]) == {"axis", "west"}


def test_scenes_of_two_boards_have_pictures_of_their_own() -> None:
    grounds = [scene(USE.load(name))["background"] for name in NAMES]
    urls = {ground["url"].partition("?")[2] for ground in grounds if ground}
    assert len(urls) == len(NAMES)


def test_the_ground_under_a_picture_is_its_own_image(scenario: Scenario) -> None:
    (image,) = [
        shape for shape in Painter(scenario, style_of(scenario)).ground.background() if isinstance(shape, Image)
    ]
    assert image.path.name == f"{scenario.board.id}.webp"


# ------------------------------------------------------------------------------------------------ the command


def test_show_draws_a_scenario(scenario: Scenario, tmp_path: Path) -> None:
    app = typer.Typer()
    app.command()(pictures.show)
    out = tmp_path / "use.svg"
    result = CliRunner().invoke(app, [f"use:{scenario.name}", "--svg", str(out)])
    assert result.exit_code == 0, result.exception
    ids = set(re.findall(r'id="unit-(\w+)"', out.read_text(encoding="utf-8")))
    assert {"ger_1pz", "ger_2pz"} <= ids
