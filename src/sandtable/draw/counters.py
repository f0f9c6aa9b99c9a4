"""Counters: their faces as printed, their backs, and the markers that lie with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sandtable.core.faces import MODE, STEPS
from sandtable.core.system import Scenario
from sandtable.core.views import Seen
from sandtable.draw.shapes import Disc, Group, Line, Polygon, Shape, Text, fitted, length, rectangle, star
from sandtable.draw.style import Look, Style
from sandtable.draw.symbols import SILHOUETTES, symbol

Face = Mapping[str, Any]
BADGES = ((0.34, 0.33), (-0.34, 0.33), (0.36, -0.35), (-0.36, -0.35))  # where marks lie on a counter, in widths


class Marker(NamedTuple):
    """Something that lies in a place without being a unit: a fort, a depot, a bombed city."""

    place: int
    kind: str
    owner: str = ""


def face(style: Style, scenario: Scenario, seen: Seen) -> Face | None:
    """What is printed on the face that is up and what was added in play; None if it shows its back.

    Looks go by `nationality`, `kind`, `type` and `size`; the table `columns` tells where a family calls them otherwise.
    """
    if seen.unit is None:
        return None
    shown = {**scenario.counters.face(seen.unit, face_up(scenario, seen)), **seen.face}
    return {**shown, **{name: shown[column] for name, column in style.table("columns").items()}}


def face_up(scenario: Scenario, seen: Seen) -> int:
    """The number of the face that a counter shows."""
    return (
        0 if seen.unit is None else scenario.counters.face_up(seen.unit, seen.face.get(MODE, 0), seen.face.get(STEPS))
    )


def other_faces(scenario: Scenario, seen: Seen) -> list[tuple[str, str]]:
    """The faces that are not up, in words: `march mode, 2 steps` and `attack 1, move 4`. None of a hidden counter."""
    if seen.unit is None:
        return []
    up, faces = face_up(scenario, seen), scenario.counters.faces_of(seen.unit)
    return [
        (_when_up(mode, steps), ", ".join(f"{name} {'-' if value is None else value}" for name, value in shown.items()))
        for nth, (mode, steps, shown) in enumerate(faces)
        if nth != up
    ]


def _when_up(mode: str, steps: int | None) -> str:
    grade = "" if steps is None else "1 step" if steps == 1 else f"{steps} steps"
    return ", ".join(filter(None, (f"{mode} mode" if mode else "", grade)))


def counter(style: Style, scenario: Scenario, seen: Seen, x: float, y: float, width: float) -> Group:
    """About its middle."""
    shown = face(style, scenario, seen)
    side = scenario.sides[seen.side] if seen.side < len(scenario.sides) else ""
    if shown is None:
        return Group("", f"{side} hidden".strip(), tuple(back(style, side, x, y, width)))
    title = str(shown.get("name", shown["id"]))
    return Group(f"unit-{shown['id']}", title, tuple(front(style, shown, x, y, width)))


def back(style: Style, side: str, x: float, y: float, width: float) -> Iterator[Shape]:
    look = style.look("sides", side)
    yield from _card(x, y, width, [look.get("ground", "#888888")], look.get("ink", "#ffffff"))
    yield Text(x, y + width * 0.25, "?", width * 0.7, look.get("ink", "#ffffff"), "bold")


def front(style: Style, shown: Face, x: float, y: float, width: float) -> Iterator[Shape]:
    """Size above, sign in the middle with the name beside it, factors or pips below, marks at the corners."""
    colours = style.look("nationalities", str(shown.get("nationality", "")))
    ink = colours["ink"]
    yield from _card(x, y, width, _grounds(colours), colours.get("edge", "#1c1a16"))
    yield from _dimmed(style, shown, x, y, width, width * 0.06)
    top, half = y - width / 2, width / 2
    size = style.table("sizes").get(str(shown.get("size", "")), "")
    name = short(style, shown)
    factors = printed(style.look("kinds", str(shown.get("kind", ""))).get("factors", ""), shown)
    if size:
        yield Text(x + width * 0.09, top + width * 0.215, size, width * 0.19, ink, "bold", spacing=width * 0.012)
        yield from _sign(style, shown, x + width * 0.09, top + width * 0.43, width * 0.52)
        yield _beside(name, x - half, top, width, ink)
    else:
        yield Text(x, top + width * 0.20, name, fitted(name, width * 0.20, width * 0.90), ink, "bold")
        yield from _sign(style, shown, x, top + width * (0.44 if factors else 0.59), width * (0.46 if factors else 0.6))
    if factors:
        yield Text(x, top + width * 0.94, factors, fitted(factors, width * 0.36, width * 0.92), ink, "bold")
    yield from _pips(style, shown, x, top + width * 0.83, width * 0.075)
    yield from _marks(style, shown, x, y, width, 0.13)


def from_afar(style: Style, shown: Face, x: float, y: float, width: float) -> Iterator[Shape]:
    """As much of it as can be read when it is very small: colour, sign, factors; or its name, if it has none."""
    colours = style.look("nationalities", str(shown.get("nationality", "")))
    top, half = y - width / 2, width / 2
    grounds = _grounds(colours)
    yield Polygon(rectangle(x - half, top, width, width), grounds[0])
    if len(grounds) > 1:
        yield Polygon(rectangle(x - half, y + half * 0.30, width, half * 0.70), grounds[1])
    yield from _dimmed(style, shown, x, y, width, 0)
    kind, has_size = style.look("kinds", str(shown.get("kind", ""))), shown.get("size") in style.table("sizes")
    factors, pips = printed(kind.get("factors", ""), shown), kind.get("pips")
    room = 0.60 if has_size else 0.46
    bare = not factors and not pips  # then the sign has all the room
    yield from _sign(style, shown, x, top + width * (0.5 if bare else 0.27), width * (0.72 if bare else room))
    if line := factors or (short(style, shown) if pips else ""):
        yield Text(x, top + width * 0.915, line, fitted(line, width * 0.50, width * 0.96), colours["ink"], "bold")
    yield from _pips(style, shown, x + width * 0.41, top + width * 0.27, width * 0.065, beside=True)
    yield from _marks(style, shown, x, y, width, 0.16)
    yield Polygon(rectangle(x - half, top, width, width), "", colours.get("edge", "#1c1a16"), width * 0.03)


def _grounds(colours: Look) -> list[str]:
    ground = colours["ground"]
    return ground if isinstance(ground, list) else [ground]


def _pips(style: Style, shown: Face, x: float, y: float, radius: float, beside: bool = False) -> Iterator[Shape]:
    """A disc for each step it has, a ring for each it has lost: in a row, or one above the other beside the sign."""
    kind, ink = style.look("kinds", str(shown.get("kind", ""))), _ink(style, shown)
    if "pips" in kind:
        most = kind["most"]
        for nth in range(most):
            away = (nth - (most - 1) / 2) * radius * 3
            across, down = (x, y - away) if beside else (x + away, y)
            yield Disc(across, down, radius, ink if nth < _pips_of(kind, shown) else "", ink, radius * 0.32)


def _pips_of(kind: Look, shown: Face) -> int:
    """As on its front side, if nothing was said of it."""
    return int(shown.get(kind["pips"], kind["most"]))


def _marks(style: Style, shown: Face, x: float, y: float, width: float, radius: float) -> Iterator[Shape]:
    """What has become of it: a badge for each column of `marks` whose value has a look there."""
    told = [(column, str(shown[column])) for column in style.table("marks") if column in shown]
    found = [each for each in told if _badge_look(style, *each)]
    for (column, value), (across, down) in zip(found, BADGES, strict=False):
        yield from badge(style, column, value, x + across * width, y + down * width, width * radius)


def badge(style: Style, column: str, value: str, x: float, y: float, radius: float) -> Iterator[Shape]:
    look = _badge_look(style, column, value)
    text = look["text"].format(value)
    yield Disc(x, y, radius, look["ground"], "#1c1a16", radius * 0.14)
    size = fitted(text, radius * 1.7, radius * 1.6)
    yield Text(x, y + size * 0.35, text, size, look.get("ink", "#1c1a16"), "bold")


def _badge_look(style: Style, column: str, value: str) -> Look:
    """Empty for a value that is not shown."""
    looks = style.look("marks", column)
    found: Look = looks.get(value, looks.get("other", {}))
    return found


def _ink(style: Style, shown: Face) -> str:
    return str(style.look("nationalities", str(shown.get("nationality", "")))["ink"])


def _dimmed(style: Style, shown: Face, x: float, y: float, width: float, bend: float) -> Iterator[Shape]:
    for column, kinds in style.table("dim").items():
        if shown.get("kind") in kinds and not shown.get(column, True):
            yield Polygon(rectangle(x - width / 2, y - width / 2, width, width, bend), "#1c1a16", opacity=0.38)


def _sign(style: Style, shown: Face, x: float, y: float, width: float) -> Iterator[Shape]:
    colours = style.look("nationalities", str(shown.get("nationality", "")))
    kind = style.look("kinds", str(shown.get("kind", "")))
    sign = style.table("types").get(str(shown.get("type", "")), "") or kind.get("sign", "empty")
    ink = colours["ink"]
    if sign in SILHOUETTES:
        yield from symbol(sign, x, y, width, ink, colours.get("silhouette", ink))
    else:
        yield from symbol(sign, x, y, width, colours.get("sign", ink), colours.get("box", "none"))


def values(style: Style, shown: Face) -> Iterator[tuple[str, int, bool]]:
    """What its figures mean, what they are, and whether those of a stack add up."""
    kind = style.look("kinds", str(shown.get("kind", "")))
    for column in re.split(r"[|-]", kind.get("factors", "")):
        if isinstance(shown.get(column), int):
            yield column.replace("_", " "), shown[column], column in kind.get("adds", ())
    if "pips" in kind:
        yield kind["pips"].replace("_", " "), _pips_of(kind, shown), True


def _beside(name: str, left: float, top: float, width: float, ink: str) -> Text:
    """The name to the left of the sign: upright if it is short, else turned."""
    if len(name) <= 2:
        return Text(
            left + width * 0.165, top + width * 0.53, name, fitted(name, width * 0.30, width * 0.25), ink, "bold"
        )
    size = fitted(name, width * 0.22, width * 0.58)
    return Text(left + width * 0.05 + size * 0.72, top + width * 0.39, name, size, ink, "bold", turn=-90)


def short(style: Style, shown: Face) -> str:
    """The name as far as the sign and the size do not say it."""
    names = style.table("names")
    if shown["id"] in names.get("short", {}):
        return str(names["short"][shown["id"]])
    name = str(shown.get("name", shown["id"]))
    for word in names.get("drop", ()):
        left = re.sub(rf"\b{word}\b", "", name).strip()
        name = left or name
    return name


def strength(style: Style, shown: Face) -> str:
    """Its factors as printed, or how many pips it shows."""
    kind = style.look("kinds", str(shown.get("kind", "")))
    return printed(kind.get("factors", ""), shown) or (str(_pips_of(kind, shown)) if "pips" in kind else "")


def printed(factors: str, shown: Face) -> str:
    """`attack|defense-movement`: columns of the counter; | is a plus for an elite unit, a dash for others."""
    joints = {"|": "+" if shown.get("elite") else "-", "-": "-"}
    parts = filter(None, re.split(r"([|-])", factors))
    return "".join(joints[part] if part in joints else str(shown.get(part)) for part in parts)


def _card(x: float, y: float, width: float, grounds: list[str], edge: str) -> Iterator[Shape]:
    """A counter's cardboard: its shadow, its colour or two, a lighter rim."""
    half, bend = width / 2, width * 0.06
    yield Polygon(
        rectangle(x - half + width * 0.04, y - half + width * 0.05, width, width, bend), "#2a2118", opacity=0.38
    )
    yield Polygon(rectangle(x - half, y - half, width, width, bend), grounds[0])
    if len(grounds) > 1:
        yield Polygon(rectangle(x - half, y + half * 0.30, width, half * 0.70, bend), grounds[1])
    rim = width * 0.018
    yield Line(
        ((x - half + bend, y - half + rim), (x + half - bend, y - half + rim)), "#ffffff", rim * 1.6, opacity=0.35
    )
    yield Polygon(rectangle(x - half, y - half, width, width, bend), "", edge, width * 0.022)


def marker(style: Style, found: Marker, x: float, y: float, width: float) -> Group:
    """Smaller than a unit."""
    look = style.look("markers", found.kind)
    owner = style.look("sides", found.owner)
    ground, ink = owner.get("ground", look.get("ground", "#ffffff")), owner.get("ink", "#1c1a16")
    shapes = [
        *_marker(look.get("sign", "letters"), look.get("letter", found.kind[:1].upper()), x, y, width, ground, ink)
    ]
    return Group(f"{found.kind}-{found.place}", f"{found.kind} {found.owner}".strip(), tuple(shapes))


def _marker(sign: str, letter: str, x: float, y: float, width: float, ground: str, ink: str) -> Iterator[Shape]:
    half = width / 2
    if sign == "fort":  # a bastioned star
        yield Polygon(star(x, y + width * 0.03, half * 1.25, 0.62), "#2a2118", opacity=0.35)
        yield Polygon(star(x, y, half * 1.25, 0.62), ground, "#1c1a16", width * 0.05)
        yield Text(x, y + width * 0.24, letter, width * 0.62, ink, "bold")
    elif sign == "barred":  # a letter struck out
        yield Disc(x, y, half, ground, "#b3201b", width * 0.13)
        yield Text(x, y + width * 0.22, letter, width * 0.6, ink, "bold")
        yield Line(((x - half * 0.66, y + half * 0.66), (x + half * 0.66, y - half * 0.66)), "#b3201b", width * 0.13)
    elif sign == "flames":
        yield Disc(x, y, half, "#d8472b", "#1c1a16", width * 0.05)
        yield Polygon(star(x, y, half * 0.8, 0.5), "#ffd34d")
    else:
        yield Polygon(rectangle(x - half + 1.5, y - half + 1.5, width, width, half * 0.3), "#2a2118", opacity=0.35)
        yield Polygon(rectangle(x - half, y - half, width, width, half * 0.3), ground, "#1c1a16", width * 0.05)
        size = min(width * 0.8, width * 0.8 * width * 0.8 / max(1.0, length(letter, width * 0.8)))
        yield Text(x, y + size * 0.34, letter, size, ink, "bold")
