"""What lies around the map: boxes with their counters, the title, the key, the credits."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence

from sandtable.core.board import Box
from sandtable.core.hexes import Hexside
from sandtable.core.rules import Hex
from sandtable.core.system import Scenario
from sandtable.core.views import Seen
from sandtable.draw import places
from sandtable.draw.counters import Marker, badge, counter, front, marker
from sandtable.draw.ground import INK, Ground
from sandtable.draw.shapes import Group, Line, Polygon, Shape, Text, arc, fitted, rectangle
from sandtable.draw.style import Look, Style

PANEL, RIM = "#efe7d0", "#8a7a58"


def panel(
    x: float, y: float, width: float, height: float, fill: str = PANEL, rim: str = RIM, pen: float = 2.5
) -> Iterator[Shape]:
    yield Polygon(rectangle(x + 4, y + 5, width, height, 9), "#2a2118", opacity=0.22)
    yield Polygon(rectangle(x, y, width, height, 9), fill, rim, pen)


def boxes(ground: Ground, scenario: Scenario, inside: Mapping[int, Sequence[Seen]], now: str = "") -> Iterator[Shape]:
    for nth, box, look in shown(ground, scenario):
        units = inside.get(scenario.board.hexes + nth, ())
        if box.id == now:
            look = {**look, "edge": "#b3201b", "pen": 6}
        yield Group(f"box-{box.id}", box.name, tuple(_box(ground, scenario, box.name, look, units)))


def shown(ground: Ground, scenario: Scenario) -> Iterator[tuple[int, Box, Look]]:
    """The boxes that have a place in the picture, but those of turns the scenario does not play."""
    pattern = str(ground.style.table("clock").get("box", ""))
    first, last = scenario.span or (0, -1)
    turns = {pattern.format(turn) for turn in range(first, last + 1)}
    unplayed = re.compile(re.escape(pattern).replace(r"\{\}", r"\d+")) if pattern and turns else None
    for nth, box in enumerate(scenario.board.boxes):
        look = ground.style.table("boxes").get(box.id)
        if look and (box.id in turns or unplayed is None or not unplayed.fullmatch(box.id)):
            yield nth, box, look


def _box(ground: Ground, scenario: Scenario, name: str, look: Look, units: Sequence[Seen]) -> Iterator[Shape]:
    x, y, wide, high = area(ground, look)
    yield from panel(x, y, wide, high, look.get("ground", PANEL), look.get("edge", RIM), look.get("pen", 2.5))
    title = look.get("title", name)
    left, top, wide, high = inside(ground, look)
    size = fitted(title, ground.across * 0.27, wide)
    yield Text(left, y + ground.across * 0.33, title, size, look.get("ink", INK), "bold", "start")
    columns, width = room(len(units), wide, high, ground.across * 0.64)
    for nth, seen in enumerate(units):
        down, across = divmod(nth, columns)
        at = (left + (across + 0.5) * width * 1.08, top + (down + 0.5) * width * 1.08)
        yield counter(ground.style, scenario, seen, *at, width)


def area(ground: Ground, look: Look) -> tuple[float, float, float, float]:
    """Left, top, width and height of a box."""
    wide, high = (part * ground.across for part in look["at"][2:])
    return *ground.spot(*look["at"][:2]), wide, high


def inside(ground: Ground, look: Look) -> tuple[float, float, float, float]:
    """The same of its part for counters, under the title."""
    x, y, wide, high = area(ground, look)
    pad, top = ground.across * 0.14, ground.across * 0.46
    return x + pad, y + top, wide - 2 * pad, high - top - pad


def room(count: int, wide: float, high: float, width: float) -> tuple[int, float]:
    """How many counters stand in a row, and how large they can be so that all have room."""
    while True:
        columns, rows = max(1, int(wide / (width * 1.08))), max(1, int(high / (width * 1.08)))
        if columns * rows >= count or width < 8:
            return columns, width
        width *= 0.97


# ------------------------------------------------------------------------------------------------ title, key, credits


def title(ground: Ground, scenario: Scenario, lines: Sequence[str]) -> Iterator[Shape]:
    look = ground.style.table("title")
    if "at" not in look:
        return
    x, y = ground.spot(*look["at"][:2])
    wide, high = (part * ground.across for part in look["at"][2:])
    yield from panel(x, y, wide, high, "#f7f1de")
    yield Polygon(rectangle(x + 9, y + 9, wide - 18, high - 18, 5), "", RIM, 1.2)
    text = look.get("text", scenario.system.title)
    size = min(ground.across * 0.86, (wide - 60) / (0.5 * len(text)))
    yield Text(x + wide / 2, y + high * 0.52, text, size, "#5b1f17", "serif", spacing=size * 0.02)
    for nth, line in enumerate(lines):
        down = high * (0.79 + 0.15 * nth)
        yield Text(x + wide / 2, y + down, line, fitted(line, ground.across * 0.36, wide * 0.78), INK, "italic")


def key(ground: Ground) -> Iterator[Shape]:
    """What the signs mean."""
    look = ground.style.table("key")
    if "at" not in look:
        return
    x, y = ground.spot(*look["at"][:2])
    wide, high = (part * ground.across for part in look["at"][2:])
    yield from panel(x, y, wide, high, "#f7f1de")
    unit = ground.across
    yield Text(x + unit * 0.25, y + unit * 0.42, look.get("title", "Key"), unit * 0.3, INK, "bold", "start")
    rows, found = look["rows"], entries(ground)
    for nth, entry in enumerate(found):
        across, down = divmod(nth, rows)
        at_x = x + unit * 0.25 + across * (wide - unit * 0.3) / math.ceil(len(found) / rows)
        apart = (high - unit * 0.95) / rows
        at_y = y + unit * 0.86 + down * apart
        yield from sample(ground, entry, at_x + unit * 0.30, at_y, apart * 0.94)
        yield Text(at_x + unit * 0.72, at_y + unit * 0.08, entry["text"], unit * 0.235, INK, "plain", "start")


def entries(ground: Ground) -> list[Look]:
    """Of the key: those of the map, then the signs that are the same on all maps of a family."""
    look = ground.style.table("key")
    return [*look.get("entries", ()), *look.get("signs", ())]


def link_name(style: Style, word: str) -> str:
    """What the key calls a road or railway in the middle of a sentence; the word itself, where it is not in the key."""
    keyed = (entry["text"] for entry in style.table("key").get("entries", ()) if entry.get("link") == word)
    return str(next(keyed, word.replace("_", " "))).lower()


def sample(ground: Ground, entry: Look, x: float, y: float, room: float) -> Iterator[Shape]:
    """One sign of the key, about its middle, in so much room."""
    style, unit = ground.style, ground.across
    if word := entry.get("terrain"):
        look, wide = style.look("terrain", word), min(unit * 0.30, room * 0.58)
        yield Polygon(arc(x, y, wide, wide, 30, 390, 6), look["tint"], "#4b4536", 1.2)
        spots = ((-0.11, -0.06), (0.1, -0.02), (-0.02, 0.11))
        for dx, dy in spots if look.get("sign") in places.GLYPHS else ():
            yield from places.GLYPHS[look["sign"]](
                x + dx * unit, y + dy * unit, unit * look["width"] * 0.9, look["ink"]
            )
        if look.get("sign") == "hatching":
            yield from places.hatching(x, y, unit * 0.56, look["ink"])
    elif word := entry.get("hexside"):
        line = ((x - unit * 0.28, y), (x, y), (x + unit * 0.28, y))
        yield from ground.water(line, style.look("hexsides", word), word)
    elif word := entry.get("border"):
        look = style.look("borders", word)
        dash = (unit * 0.12, unit * 0.075)
        yield Line(((x - unit * 0.28, y), (x + unit * 0.28, y)), look["ink"], unit * 0.036, dash, butt=True)
    elif word := entry.get("link"):
        yield from ground.link(((x - unit * 0.28, y), (x + unit * 0.28, y)), style.look("links", word))
    elif word := entry.get("over"):
        look = style.table("bridges")
        half = min(unit * 0.28, room / 2)
        yield from ground.water(((x, y - half), (x, y), (x, y + half)), style.look("hexsides", word), word)
        yield from ground.link(((x - unit * 0.28, y), (x + unit * 0.28, y)), style.look("links", look["of"][0]))
        yield from places.span(x, y, unit * look["width"], look["ink"])
    elif word := entry.get("face"):
        shown = {"id": "", "name": "", **entry["shows"], "nationality": entry.get("nationality", "other")}
        yield from front(style, {**shown, "kind": word}, x, y, min(room, unit * 0.64))
    elif word := entry.get("symbol"):
        look = style.look("symbols", word)
        inks = list(look.get("inks", {}).values())[:3] or [look["ink"]]
        for nth, ink in enumerate(inks):
            at = x + (nth - (len(inks) - 1) / 2) * unit * 0.25
            yield from places.GLYPHS[look["sign"]](at, y, unit * look["width"] * 1.1, ink)

    elif word := entry.get("marker"):
        yield marker(style, Marker(0, word, text=entry.get("says", "")), x, y, unit * 0.30)
    elif word := entry.get("mark"):
        yield from badge(style, word, entry["value"], x, y, unit * 0.14)


def credits(ground: Ground) -> Iterator[Shape]:
    look = ground.style.table("credits")
    if "at" in look:
        x, y = ground.spot(*look["at"])
        yield Text(x, y, look["text"], ground.across * 0.2, "#7b705a", "plain", look.get("anchor", "start"))


def off_map(ground: Ground) -> Iterator[Shape]:
    """A firm line along the edge of the map."""
    for side, there in ground.sides():
        if there < 0:
            yield Line(ground.ends(Hexside(side)), "#4b4536", 2.2, opacity=0.7)


def placed(units: Sequence[Seen]) -> dict[int, list[Seen]]:
    """Counters by place, each stack from the bottom up."""
    found: dict[int, list[Seen]] = {}
    for seen in units:
        found.setdefault(int(Hex(seen.place)), []).append(seen)
    return found
