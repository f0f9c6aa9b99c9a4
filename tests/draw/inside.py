"""What lies in a picture, however deep, and what of it is in the way of something else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from sandtable.core.board import Board
from sandtable.draw.picture import Painter
from sandtable.draw.shapes import Group, Picture, Shape, Text, length
from sandtable.draw.style import Style


def groups(shapes: tuple[Shape, ...]) -> list[Group]:
    found = []
    for shape in shapes:
        if isinstance(shape, Group):
            found += [shape, *groups(shape.shapes)]
    return found


def texts(shapes: tuple[Shape, ...]) -> list[Text]:
    found = [shape for shape in shapes if isinstance(shape, Text)]
    return found + [text for shape in shapes if isinstance(shape, Group) for text in texts(shape.shapes)]


def overlapping_names(board: Board, picture: Picture) -> list[tuple[str, str]]:
    """Names of places that lie over each other."""
    names = {place.name for place in board.places}
    found = [text for text in picture.shapes if isinstance(text, Text) and text.text in names and text.halo]
    return [(one.text, other.text) for one, other in combinations(found, 2) if _overlap(one, other)]


def _overlap(one: Text, other: Text) -> bool:
    apart = (length(one.text, one.size) + length(other.text, other.size)) / 2
    return abs(one.y - other.y) <= one.size * 0.8 and abs(one.x - other.x) <= apart


def in_the_way(painter: Painter, style: Style) -> list[str]:
    """Boxes, title and key that reach over the edge, over hexes or over each other."""
    areas = {id: look["at"] for id, look in style.table("boxes").items() if "at" in look}
    return list(_in_the_way(painter, areas | {name: style.table(name)["at"] for name in ("title", "key")}))


def _in_the_way(painter: Painter, areas: Mapping[str, tuple[float, float, float, float]]) -> Iterator[str]:
    ground = painter.ground
    corners = [corner for hex in ground.hexes for corner in ground.corners(hex)]
    for name, (x, y, wide, high) in areas.items():
        (left, top), (right, foot) = ground.spot(x, y), ground.spot(x + wide, y + high)
        if not (0 <= left < right <= painter.width and 0 <= top < foot <= painter.height):
            yield f"{name} reaches over the edge"
        if any(left < cx < right and top < cy < foot for cx, cy in corners):
            yield f"{name} covers hexes"
    for (one, (x, y, wide, high)), (other, (ox, oy, owide, ohigh)) in combinations(areas.items(), 2):
        if x + wide > ox and ox + owide > x and y + high > oy and oy + ohigh > y:
            yield f"{one} covers {other}"
