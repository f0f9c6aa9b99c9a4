"""Pictures as SVG and as pixels."""

from __future__ import annotations

from io import BytesIO
from xml.etree import ElementTree

import pytest

from sandtable.draw.shapes import Disc, Group, Line, Picture, Polygon, Text
from sandtable.draw.svg import svg

SQUARE = ((10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0))
PICTURE = Picture(
    120, 60, "#ffffff",
    (
        Polygon(SQUARE, "#ff0000"), Polygon(((60.0, 10.0), (70.0, 10.0), (70.0, 20.0)), "#ff0000"),
        Group("unit-x", "1 & 2 <Army>", (Text(90, 30, "1 & 2", 12, "#000000", "bold"), Disc(90, 45, 6, "#0000ff"))),
        Line(((0.0, 55.0), (120.0, 55.0)), "#00ff00", 4, (10, 10), butt=True),
        Text(30, 30, "N", 10, "#ffffff", turn=45, spacing=1, opacity=0.5, halo="#000000"),
    ),
)  # fmt: skip
SPACE = "{http://www.w3.org/2000/svg}"


def test_the_file_is_well_formed_and_says_what_things_are() -> None:
    root = ElementTree.fromstring(svg(PICTURE))
    group = next(root.iter(f"{SPACE}g"))
    assert group.attrib["id"] == "unit-x"
    assert group.findtext(f"{SPACE}title") == "1 & 2 <Army>"
    assert {"1 & 2", "N"} == {text.text for text in root.iter(f"{SPACE}text")}


def test_shapes_that_look_the_same_are_one_path() -> None:
    root = ElementTree.fromstring(svg(PICTURE))
    red = [path for path in root.iter(f"{SPACE}path") if path.attrib["fill"] == "#ff0000"]
    assert len(red) == 1
    assert red[0].attrib["d"].count("M") == 2


def test_the_fonts_are_inside() -> None:
    assert svg(PICTURE).count("@font-face") == 4


def test_pixels_have_the_colours_of_the_shapes() -> None:
    pillow = pytest.importorskip("PIL.Image")
    from sandtable.draw.raster import paint, png

    image = paint(PICTURE)
    assert image.size == (120, 60)
    assert image.getpixel((15, 45)) == (255, 0, 0)
    assert image.getpixel((90, 45)) == (0, 0, 255)
    assert image.getpixel((5, 55)) == (0, 255, 0)
    assert image.getpixel((15, 55)) == (255, 255, 255)
    with pillow.open(BytesIO(png(PICTURE, 60))) as small:
        assert small.size == (60, 30)
