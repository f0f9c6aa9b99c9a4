"""A scenario's picture for a browser, which lays the counters on it itself: a `Scene`, and a `Look` for each counter.

It is the same list of shapes that `svg` writes and `raster` paints. What depends on the position is left to the
browser: which of a place's two looks is shown, whose colour its flag has, how counters are stacked.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from sandtable.core.board import Board
from sandtable.core.rules import UnitId
from sandtable.core.system import Scenario
from sandtable.core.views import Seen
from sandtable.draw import edges
from sandtable.draw.counters import Marker, counter, face, face_up, from_afar, marker, values
from sandtable.draw.ground import INK, Ground
from sandtable.draw.picture import STACKS, Painter, controllers, markers_lie
from sandtable.draw.shapes import Image, Shape
from sandtable.draw.style import Style
from sandtable.draw.wire import (
    Background,
    BoxInfo,
    FigureSeen,
    HexInfo,
    HolderInfo,
    KeyEntry,
    Look,
    PlaceInfo,
    Rectangle,
    Scene,
    SideInfo,
    written,
)

FAR = 0.12  # lettering smaller than this, in hexes, is painted only when near

Looks = dict[tuple[Any, ...], tuple[str, Look]]
_looks: WeakKeyDictionary[Scenario, Looks] = WeakKeyDictionary()
_styles: WeakKeyDictionary[Board, tuple[Style, Style]] = WeakKeyDictionary()  # as it is read, and around the board


def scene(scenario: Scenario) -> Scene:
    """All that never changes during a game."""
    style = style_of(scenario)
    painter = Painter(scenario, style)
    ground, layout = painter.ground, scenario.board.layout
    whole = written(_printed(painter))
    right, up, apart, width = markers_lie(style)
    small = [shape["s"] == "t" and shape["size"] < FAR * ground.across for shape in whole]
    found: Scene = {
        "id": "",
        "width": painter.width,
        "height": painter.height,
        "paper": painter.paper,
        "layout": {
            "top": layout.top,
            "columns": layout.columns,
            "rows": layout.rows,
            "pushed": "odd" if layout.push(0) else "even",  # of lanes counted from 1
            "size": ground.size,
            "left": ground.left,
            "upper": ground.top,
        },
        "background": _background(scenario, ground),
        "shapes": [shape for shape, is_small in zip(whole, small, strict=True) if not is_small],
        "fine": [shape for shape, is_small in zip(whole, small, strict=True) if is_small],
        "hexes": list(_hexes(ground)),
        "boxes": list(_boxes(ground, scenario)),
        "places": list(_places(scenario, ground)),
        "veiled": [layout.label(hex) for hex in ground.hexes if _veiled(scenario, hex)],
        "sides": sides(scenario),
        "counters": {id: scenario.spoken_unit(UnitId(unit)) for unit, id in enumerate(scenario.counters.ids)},
        "controllers": {word: _colours(scenario, word) for word in controllers(scenario, style)},
        "stacks": [STACKS[count] for count in sorted(STACKS)],
        "markers": {"right": right, "up": up, "apart": apart, "width": width},
        "legend": list(_legend(ground)),
    }
    found["id"] = f"{_name(scenario)}.{_digest(found)}"
    return found


def background(scenario: Scenario) -> Path | None:
    """The image under the shapes."""
    return style_of(scenario).image


def sides(scenario: Scenario) -> list[SideInfo]:
    return [SideInfo(side, **_colours(scenario, side)) for side in scenario.sides]


@cache
def _style(folder: Path, board: str, beside: Path | None) -> Style:
    return Style.load(folder, board, beside)


def style_of(scenario: Scenario) -> Style:
    board = scenario.board
    plain = _style(scenario.system.folder, board.id, board.folder)
    kept = _styles.get(board)
    if kept is None or kept[0] is not plain:
        kept = _styles[board] = plain, plain.around(board).coloured(scenario)
    return kept[1]


# ------------------------------------------------------------------------------------------------ parts of a scene


def _printed(painter: Painter) -> Iterator[Shape]:
    scenario, ground = painter.scenario, painter.ground
    yield from (shape for shape in ground.background() if not isinstance(shape, Image))
    yield from painter.printed()
    yield from ground.numbers()
    for place in scenario.board.places:
        if _veiled(scenario, place.hex):  # nothing will ever stand there
            yield from ground.place(place, False)
    yield from painter.veil()
    yield from painter.around({}, _titles(scenario), "")


def _titles(scenario: Scenario) -> list[str]:
    system = scenario.system
    title = system.info(scenario.name).title
    return [title] if title not in ("", system.title) else []


def _background(scenario: Scenario, ground: Ground) -> Background | None:
    for shape in ground.background():
        if isinstance(shape, Image):
            image = hashlib.sha256(shape.path.read_bytes()).hexdigest()[:12]
            url = f"/api/scenes/{_name(scenario)}/background?of={image}"
            return {"url": url, "x": shape.x, "y": shape.y, "width": shape.width, "height": shape.height}
        break
    return None


def _hexes(ground: Ground) -> Iterator[HexInfo]:
    board = ground.board
    for hex in ground.hexes:
        x, y = ground.centre(hex)
        word = board.terrain[hex]
        look = ground.style.look("terrain", word)
        yield {
            "id": board.layout.label(hex),
            "x": round(x, 1),
            "y": round(y, 1),
            "terrain": word.replace("_", " "),
            "tint": look.get("tint", "#e9e2c0"),
            "name": ", ".join(place.name for place in board.places_in(hex)),
            "wet": bool(look.get("wet")),
        }


def _boxes(ground: Ground, scenario: Scenario) -> Iterator[BoxInfo]:
    """Those that have a place in the picture."""
    for _, box, look in edges.shown(ground, scenario):
        inside = _rectangle(edges.inside(ground, look))
        yield {"id": box.id, "name": box.name, **_rectangle(edges.area(ground, look)), "inside": inside}


def _rectangle(sizes: tuple[float, float, float, float]) -> Rectangle:
    x, y, width, height = (round(size, 1) for size in sizes)
    return {"x": x, "y": y, "width": width, "height": height}


def _places(scenario: Scenario, ground: Ground) -> Iterator[PlaceInfo]:
    for place in scenario.board.places:
        if not _veiled(scenario, place.hex):
            (flag,) = written([ground.flag(place, INK)])
            assert flag["s"] == "l"
            yield {
                "hex": ground.board.layout.label(place.hex),
                "name": place.name,
                "chief": ground.chief(place),
                "alone": written(ground.place(place, False)),
                "beside": written(ground.place(place, True)),
                "flag": {"d": flag["d"], "w": flag["w"]},
            }


def _legend(ground: Ground) -> Iterator[KeyEntry]:
    size = ground.across * 0.8
    for entry in edges.entries(ground):
        shapes = written(edges.sample(ground, entry, size / 2, size / 2, size * 0.9))
        yield {"title": entry["text"], "shapes": shapes, "width": round(size, 1), "height": round(size, 1)}


def _veiled(scenario: Scenario, hex: int) -> bool:
    return scenario.window is not None and hex not in scenario.window


def _colours(scenario: Scenario, word: str) -> HolderInfo:
    look = style_of(scenario).look("sides", word)
    name = scenario.system.side_name(word)
    return {"name": name, "ground": look.get("ground", INK), "ink": look.get("ink", "#ffffff")}


def _name(scenario: Scenario) -> str:
    return f"{scenario.system.code}:{scenario.name}"


def _digest(plain: Any) -> str:
    return hashlib.sha256(json.dumps(plain, separators=(",", ":"), default=asdict).encode()).hexdigest()[:12]


# ------------------------------------------------------------------------------------------------ counters and markers


def unit_look(scenario: Scenario, seen: Seen) -> tuple[str, Look]:
    """A counter about (0, 0), one unit wide, with a key that equal looks share: the face that is up, and the marks on
    it. Of a hidden one only the back."""
    marks = [seen.face.get(column) for column in style_of(scenario).drawn]
    known = (seen.unit, seen.side, face_up(scenario, seen), *marks) if seen.unit is not None else (None, seen.side)
    kept = _looks.setdefault(scenario, {})
    if known not in kept:
        kept[known] = _unit_look(scenario, seen)
    return kept[known]


def marker_look(scenario: Scenario, kind: str, owner: str = "", text: str = "") -> tuple[str, Look]:
    """The same of a marker; one that is larger from afar (`afar` times) says its first word alone there."""
    kept, known = _looks.setdefault(scenario, {}), (kind, owner, text)
    if known not in kept:
        style, brief = style_of(scenario), text.partition(" ")[0]
        afar = style.look("markers", kind).get("afar", 0)
        far = [marker(style, Marker(0, kind, owner, brief), 0, 0, 20 * afar)] if afar else []
        kept[known] = _keyed([marker(style, Marker(0, *known), 0, 0, 20)], far, [], 20)
    return kept[known]


def _unit_look(scenario: Scenario, seen: Seen) -> tuple[str, Look]:
    style = style_of(scenario)
    shown = face(style, scenario, seen)
    near = [counter(style, scenario, seen, 0, 0, 100)]
    if shown is None:
        return _keyed(near, [], [], 100)
    figures: list[FigureSeen] = [
        {"label": label, "value": value, "adds": adds, "factor": factor}
        for label, value, adds, factor in values(style, shown)
    ]
    return _keyed(near, from_afar(style, shown, 0, 0, 100), figures, 100)


def _keyed(near: Iterable[Shape], far: Iterable[Shape], figures: list[FigureSeen], width: float) -> tuple[str, Look]:
    found: Look = {"near": written(near, 1 / width, 3), "far": written(far, 1 / width, 3), "values": figures}
    return _digest(found), found
