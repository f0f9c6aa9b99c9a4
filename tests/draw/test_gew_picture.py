"""The picture of GEW: every counter is there, nothing hides anything, and the map agrees with the rules."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections import Counter
from pathlib import Path
from random import Random

import pytest
import typer
from typer.testing import CliRunner

from draw.inside import groups, in_the_way, overlapping_names, texts
from sandtable.cli import pictures
from sandtable.core.errors import BadInput
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.system import Scenario
from sandtable.core.views import Seen
from sandtable.draw.counters import Marker, printed
from sandtable.draw.picture import STACKS, Painter, picture, picture_of
from sandtable.draw.places import GLYPHS
from sandtable.draw.shapes import Picture, Polygon, Text
from sandtable.draw.style import Style
from sandtable.draw.svg import svg
from sandtable.draw.symbols import SILHOUETTES, STROKES
from sandtable.play.session import start as begin
from sandtable.systems.gew.setups import setups
from sandtable.systems.gew.state import TURN, GewState
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import FACES, FOLDER, POWERS
from sandtable.systems.gew.theatre_loading import theatre

STYLE = Style.load(FOLDER)


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return GEW.load("campaign")


@pytest.fixture(scope="module")
def start(scenario: Scenario) -> Picture:
    setup = setups()["campaign"]
    where = {**setup.at, **setup.automatic}
    units = [Seen(where[unit], Side(0), unit) for unit in sorted(where)]
    control = [power if 0 <= power < 3 else None for power in setup.control]
    forts = [Marker(hex, "fortification", scenario.sides[side]) for hex, side in setup.fortifications]
    depots = [Marker(hex, "depot", POWERS[power]) for hex, power in setup.depots]
    return picture(scenario, units, control, [*forts, *depots], ["Campaign"], "track_1")


# ------------------------------------------------------------------------------------------------ words and looks


def test_every_word_of_the_board_has_a_look(scenario: Scenario) -> None:
    board = scenario.board
    assert {word for word in board.terrain.words if word} <= set(STYLE.table("terrain"))
    assert {river.feature for river in board.rivers} <= set(STYLE.table("hexsides"))
    assert {chain.link for chain in board.chains} <= set(STYLE.table("links"))
    assert {symbol for place in board.places for symbol in place.symbols} <= set(STYLE.table("symbols"))
    assert {box.id for box in board.boxes} == set(STYLE.table("boxes"))
    assert all(look["sign"] in GLYPHS for look in STYLE.table("symbols").values())


def test_2_3_every_counter_has_colours_a_sign_and_factors(scenario: Scenario) -> None:
    """2.3.1-2.3.5: size, factors, type and nationality can be seen."""
    for unit in range(len(scenario.counters)):
        face = scenario.counters.face(UnitId(unit))
        assert face["nationality"] in STYLE.table("nationalities"), face["id"]
        assert face["kind"] in STYLE.table("kinds")
        assert not face["size"] or face["size"] in STYLE.table("sizes")
        sign = STYLE.table("types").get(str(face["type"])) or STYLE.look("kinds", str(face["kind"]))["sign"]
        assert sign in STROKES or sign in SILHOUETTES or sign.startswith("letters:")
        assert "None" not in printed(STYLE.look("kinds", str(face["kind"]))["factors"], face)


def test_2_3_3_an_elite_unit_has_a_plus_between_attack_and_defense(scenario: Scenario) -> None:
    factors = STYLE.look("kinds", "ground")["factors"]
    assert printed(factors, scenario.counters.face(scenario.unit("ger_pz1"))) == "8+6-5"
    assert printed(factors, scenario.counters.face(scenario.unit("ger_a9"))) == "5-6-3"


def test_looks_name_only_what_there_is(scenario: Scenario) -> None:
    looks = tomllib.loads((FOLDER / "faces.toml").read_text(encoding="utf-8"))
    ids = set(scenario.counters.ids)
    assert set(looks["names"]["short"]) <= ids
    assert set(looks["types"]) <= set(FACES["type"])
    assert set(looks["nationalities"]) == set(scenario.counters["nationality"])
    assert {entry[kind] for entry in looks["key"]["entries"] for kind in ("terrain",) if kind in entry} <= set(
        looks["terrain"]
    )


# ------------------------------------------------------------------------------------------------ the picture


def test_every_counter_is_drawn_once(scenario: Scenario, start: Picture) -> None:
    setup = setups()["campaign"]
    drawn = Counter(group.id for group in groups(start.shapes) if group.id.startswith("unit-"))
    assert drawn == Counter(f"unit-{scenario.counters.id(unit)}" for unit in {**setup.at, **setup.automatic})


def test_forts_and_depots_are_drawn(start: Picture) -> None:
    setup = setups()["campaign"]
    drawn = [group.id for group in groups(start.shapes)]
    assert sum(id.startswith("fortification-") for id in drawn) == len(setup.fortifications)
    assert sum(id.startswith("depot-") for id in drawn) == len(setup.depots)


def test_every_hex_has_its_number_and_every_place_its_name(scenario: Scenario, start: Picture) -> None:
    board = scenario.board
    said = Counter(text.text for text in texts(start.shapes))
    assert all(said[board.layout.label(hex)] == 1 for hex in board.layout.hexes() if hex in board.playable)
    assert all(said[place.name] >= 1 for place in board.places)


def test_names_of_places_do_not_overlap(scenario: Scenario, start: Picture) -> None:
    assert overlapping_names(scenario.board, start) == []


def test_a_stack_stays_in_its_hex_and_leaves_room_for_names() -> None:
    for count, (width, over, down) in STACKS.items():
        assert width + over * (count - 1) < 0.80
        assert -0.03 + down * (count - 1) / 2 + width / 2 < 0.36
        assert not over or min(over, down) >= 0.09


def test_boxes_lie_beside_the_map_and_each_other(scenario: Scenario) -> None:
    assert in_the_way(Painter(scenario, STYLE), STYLE) == []


def test_a_full_box_shows_all_its_counters(scenario: Scenario) -> None:
    box = scenario.place("staging_usa")
    drawn = picture(scenario, [Seen(box, Side(1), UnitId(unit)) for unit in range(120)])
    assert sum(group.id.startswith("unit-") for group in groups(drawn.shapes)) == 120


def test_a_hidden_counter_shows_its_back(scenario: Scenario) -> None:
    drawn = picture(scenario, [Seen(Hex(700), Side(0), None)])
    (back,) = [group for group in groups(drawn.shapes) if not group.id]
    assert [text.text for text in texts(back.shapes)] == ["?"]


def test_a_view_tells_of_markers_and_of_the_turn(scenario: Scenario) -> None:
    hex = scenario.place("malta")
    state = GewState(scenario)
    state.mark("fort", hex, 2, "28.0")
    state.tick(TURN, 3)
    drawn = picture_of(GEW.hidden.view(state, Side(0)), scenario)
    assert f"fortification-{int(hex)}" in {group.id for group in groups(drawn.shapes)}
    assert "Turn 3 · Winter 1942" in {text.text for text in drawn.shapes if isinstance(text, Text)}


@pytest.mark.parametrize("name", sorted(setups()))
def test_what_a_scenario_leaves_out_is_veiled(name: str) -> None:
    window, painter = setups()[name].window, Painter(GEW.load(name), STYLE)
    ground = painter.ground
    veils = [shape for shape in painter.board({}, ()) if isinstance(shape, Polygon) and shape.fill == painter.paper]
    out = {ground.corners(hex) for hex in ground.hexes if hex not in window}
    assert {veil.points for veil in veils if veil.opacity < 1} == out
    assert bool(out) == (name not in ("campaign", "campaign-even"))


def test_games_without_looks_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"has no faces\.toml"):
        Style.load(tmp_path)


# ------------------------------------------------------------------------------------------------ the background


def test_the_background_was_painted_from_this_board() -> None:
    """If this fails the terrain has changed: paint it again (tools/maps/README.md)."""
    rows = json.loads((FOLDER / "board.json").read_text(encoding="utf-8"))["terrain"]["rows"]
    assert STYLE.background["terrain"] == hashlib.sha256("\n".join(rows).encode()).hexdigest()


def test_land_is_land_and_sea_is_sea_in_the_background() -> None:
    """2.1: around the middle of every hex the picture shows what the rules say."""
    pillow = pytest.importorskip("PIL.Image")
    board, about = theatre().board, STYLE.background
    with pillow.open(FOLDER / about["image"]) as opened:
        image = opened.convert("RGB")
    assert image.size == (about["width"], about["height"])
    wrong = []
    for hex in board.layout.hexes():
        if hex in board.playable:
            x, y = board.layout.centre(hex, about["size"])
            for dx, dy in ((0, 0), (10, 0), (-10, 0), (0, 10), (0, -10)):
                red, _, blue = image.getpixel((round(about["left"] + x + dx), round(about["top"] + y + dy)))
                if (blue > red + 8) != (board.terrain[hex] == "sea"):
                    wrong.append(board.layout.label(hex))
    assert not wrong


# ------------------------------------------------------------------------------------------------ the command


@pytest.fixture
def app() -> typer.Typer:
    found = typer.Typer()
    found.command()(pictures.show)
    return found


def test_show_writes_an_svg_with_the_counters_of_the_start(app: typer.Typer, tmp_path: Path) -> None:
    out = tmp_path / "gew.svg"
    result = CliRunner().invoke(app, ["gew", "--svg", str(out)])
    assert result.exit_code == 0, result.exception
    written = out.read_text(encoding="utf-8")
    assert all(f'id="unit-{id}"' in written for id in ("ger_pz1", "sov_f3", "bri_a8", "ger_lf1", "us_fleet1"))


def test_show_writes_a_png_as_wide_as_asked(app: typer.Typer, tmp_path: Path) -> None:
    pillow = pytest.importorskip("PIL.Image")
    out = tmp_path / "gew.png"
    result = CliRunner().invoke(app, ["gew:campaign", "--png", str(out), "--width", "800"])
    assert result.exit_code == 0, result.exception
    with pillow.open(out) as image:
        assert image.width == 800


def test_show_draws_a_recorded_game_after_some_inputs(app: typer.Typer, tmp_path: Path) -> None:
    session = begin("gew:north-africa-1941", "1")
    while len(session.inputs) < 8 and session.ask is not None:
        session.submit(session.ask.side, session.ask.form.draw(session.state, Random(1)))
    record = tmp_path / "a.game"
    session.record().save(record)
    out = tmp_path / "then.svg"
    result = CliRunner().invoke(app, [str(record), "--at", "4", "--svg", str(out)])
    assert result.exit_code == 0, result.exception
    assert 'id="unit-ger_dak"' in out.read_text(encoding="utf-8")


def test_show_refuses_without_a_file(app: typer.Typer) -> None:
    result = CliRunner().invoke(app, ["gew"])
    assert isinstance(result.exception, BadInput)


def test_the_svg_is_not_too_large(start: Picture) -> None:
    assert len(svg(start)) < 4_000_000
    assert (FOLDER / "board.webp").stat().st_size < 600_000


def test_germans_and_soviets_are_told_apart_in_grey_too() -> None:
    """The commonest pair of enemies; letters on either are read (WCAG: 4.5 to 1)."""
    looks = STYLE.table("nationalities")
    german, soviet = (looks[name] for name in ("german", "soviet"))
    assert contrast(german["ground"], soviet["ground"]) > 1.8
    assert min(contrast(look["ground"], look["ink"]) for look in (german, soviet)) > 4.5


def contrast(one: str, other: str) -> float:
    dim, bright = sorted((lightness(one), lightness(other)))
    return (bright + 0.05) / (dim + 0.05)


def lightness(colour: str) -> float:
    """From 0 to 1, as eyes see it."""
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
