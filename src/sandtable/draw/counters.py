"""Counters: their faces as printed, their backs, and the markers that lie with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from zlib import crc32

from sandtable.core.counters import spoken_nation
from sandtable.core.faces import STEPS
from sandtable.core.system import Scenario
from sandtable.core.views import Seen
from sandtable.draw.places import GLYPHS
from sandtable.draw.shapes import Disc, Group, Line, Polygon, Shape, Text, fitted, length, moved, rectangle, star
from sandtable.draw.style import Look, Style
from sandtable.draw.symbols import SILHOUETTES, symbol

Face = Mapping[str, Any]
BADGES = ((0.34, 0.33), (-0.34, 0.33), (0.36, -0.35), (-0.36, -0.35))  # where marks lie on a counter, in widths


class Marker(NamedTuple):
    """Something that lies in a place without being a unit: a fort, a depot, a bombed city."""

    place: int
    kind: str
    owner: str = ""
    text: str = ""  # what it says, where that is a number


def face(style: Style, scenario: Scenario, seen: Seen) -> Face | None:
    """What is printed on the face that is up and what was added in play; None if it shows its back.

    Looks go by `nationality`, `kind`, `type` and `size`; the table `columns` tells where a family calls them otherwise,
    of several columns the first in which something stands.
    """
    if seen.unit is None:
        return None
    shown = {**scenario.counters.face(seen.unit, face_up(scenario, seen)), **seen.face}
    return {**shown, **{name: _called(shown, column) for name, column in style.table("columns").items()}}


def _called(shown: Face, columns: str | list[str]) -> Any:  # the schema says of what
    if isinstance(columns, str):
        return shown[columns]
    return next((shown[column] for column in columns if shown[column]), "")


def face_up(scenario: Scenario, seen: Seen) -> int:
    """The number of the face that a counter shows."""
    if seen.unit is None:
        return 0
    counters = scenario.counters
    return counters.face_up(seen.unit, seen.face.get(counters.faces.by, 0), seen.face.get(STEPS))


def other_faces(scenario: Scenario, seen: Seen) -> list[tuple[str, str]]:
    """The faces that are not up, in words: `march mode, 2 steps` and `attack 1, move 4`. None of a hidden counter."""
    if seen.unit is None:
        return []
    up, faces = face_up(scenario, seen), scenario.counters.faces_of(seen.unit)
    return [
        (
            _when_up(mode, steps),
            ", ".join(f"{name} {value}" for name, value in shown.items() if value not in (None, "")),
        )
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
    yield from _stripes(style, shown, x, y, width)
    top, half = y - width / 2, width / 2
    kind = style.look("kinds", str(shown.get("kind", "")))
    size = _size(style, shown)
    name = short(style, shown)
    factors = printed(kind.get("factors", ""), shown)
    beside = _beside_sign(style, shown)
    if corner := printed(kind.get("corner", ""), shown):
        yield Text(x + width * 0.47, top + width * 0.21, corner, width * 0.19, ink, "bold", "end")
    if size:
        aside = 0.045 if beside else 0.09
        yield Text(x + width * aside, top + width * 0.215, size, width * 0.19, ink, "bold", spacing=width * 0.012)
        yield from _sign(style, shown, x + width * aside, top + width * 0.43, width * (0.46 if beside else 0.52))
        stripe, crowded = _stripe_of(style, shown, "left"), _crowded(style, shown)
        yield _beside(name, x - half, top, width, _contrast(stripe, ink), bool(stripe), crowded)
    else:
        aside = 0.12 if _crowded(style, shown) else 0.0
        room = width * (0.90 - 2 * aside)
        yield Text(x + width * aside, top + width * 0.20, name, fitted(name, width * 0.20, room), ink, "bold")
        yield from _sign(style, shown, x, top + width * (0.44 if factors else 0.59), width * (0.46 if factors else 0.6))
    if beside:
        yield Text(x + width * 0.395, top + width * 0.43, beside, width * 0.20, ink, "bold")
    if factors:
        yield from _figures(style, shown, factors, x, top + width * 0.94, width, 0.36, 0.92)
        yield from _pips(style, shown, x + width * 0.395, top + width * 0.535, width * 0.036, beside=True)
    else:
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
    yield from _stripes(style, shown, x, y, width, 0.6)
    kind, has_size = style.look("kinds", str(shown.get("kind", ""))), bool(_size(style, shown))
    factors, pips = printed(kind.get("factors", ""), shown), kind.get("pips")
    room = 0.60 if has_size else 0.46
    bare = not factors and not pips  # then the sign has all the room
    yield from _sign(style, shown, x, top + width * (0.5 if bare else 0.27), width * (0.72 if bare else room))
    if line := factors or (short(style, shown) if pips else ""):
        yield from _figures(style, shown, line, x, top + width * 0.915, width, 0.50, 0.96)
    yield from _pips(style, shown, x + width * 0.41, top + width * 0.27, width * 0.065, beside=True)
    yield from _marks(style, shown, x, y, width, 0.16)
    yield Polygon(rectangle(x - half, top, width, width), "", colours.get("edge", "#1c1a16"), width * 0.03)


def _size(style: Style, shown: Face) -> str:
    """That of its kind, or what its size is called: by all, or by its nationality."""
    sizes, kind = style.table("sizes"), style.look("kinds", str(shown.get("kind", "")))
    own = sizes.get(str(shown.get("nationality", "")), {})
    size = str(shown.get("size", ""))
    return str(kind.get("size", (own.get(size) if isinstance(own, Mapping) else None) or sizes.get(size, "")))


def _beside_sign(style: Style, shown: Face) -> str:
    """What stands to the right of the sign: a number that `beside` names, in words where it has them."""
    look = style.table("beside")
    if not look or shown.get("kind") in look.get("not_of", ()):
        return ""
    value = _figure(shown.get(look["column"]))
    return str(look.get("words", {}).get(value, value))


def _figures(
    style: Style, shown: Face, text: str, x: float, foot: float, width: float, size: float, wide: float
) -> Iterator[Shape]:
    """Factors at the foot of a counter. Where `figures` names columns, one of them is raised, and one stands on a band
    whose colours tell something else, as the column `by` has it."""
    looks = style.table("figures")
    look, ink = looks.get(str(shown.get(looks.get("by", ""), "")), {}), _ink(style, shown)
    columns = re.split(r"[|-]", str(style.look("kinds", str(shown.get("kind", ""))).get("factors", "")))
    parts = [(column, _figure(shown.get(column))) for column in columns if _figure(shown.get(column))]
    if not look or looks.get("banded") not in dict(parts) or text not in printed("-".join(columns), shown):
        yield Text(x, foot, text, fitted(text, width * size, width * wide), ink, "bold")
        return
    small, gap = looks.get("raise", {}).get("size", 1), 0.07 if len(parts) > 1 else 0
    room = sum(length(said, small if column == looks.get("raised") else 1) for column, said in parts)
    size = min(size, (wide - gap * len(parts)) / room)  # in widths, as all that follows
    at, high = -0.49 + (0.98 - size * room - gap * (len(parts) - 1)) / 2, size * 0.80
    for column, said in parts:
        tall = size * (small if column == looks.get("raised") else 1)
        long = length(said, tall)
        if column == looks["banded"]:
            left = at - gap * 0.62 if len(parts) > 1 else -0.485
            band = rectangle(x + left * width, foot - high * 0.97 * width, (0.485 - left) * width, high * 1.12 * width)
            yield Polygon(band, look["ground"])
            at = (left + 0.485 - long) / 2
        up = looks["raise"]["up"] * size if column == looks.get("raised") else 0
        spot = x + (at + long / 2) * width
        yield Text(
            spot, foot - up * width, said, tall * width, look["ink"] if column == looks["banded"] else ink, "bold"
        )
        at += long + gap


def _stripes(style: Style, shown: Face, x: float, y: float, width: float, share: float = 1) -> Iterator[Shape]:
    """Along the left edge, as far down as the factors, and along the upper one."""
    for edge in ("left", "top"):
        if colour := _stripe_of(style, shown, edge):
            wide = next(look["wide"] for look in style.table("stripes").values() if look["edge"] == edge) * share
            across, down = (wide, 0.68 if share == 1 else 0.96) if edge == "left" else (0.96, wide)
            yield Polygon(rectangle(x - width * 0.48, y - width * 0.48, width * across, width * down), colour)


def _stripe_of(style: Style, shown: Face, edge: str) -> str:
    """The colour that is said for what stands in a column, or one of the `palette`, always the same."""
    for column, look in style.table("stripes").items():
        value = "" if shown.get("kind") in look.get("not_of", ()) else str(shown.get(column, ""))
        if look["edge"] == edge and value:
            palette = look.get("palette", [""])
            return str(look.get("colours", {}).get(value, palette[crc32(value.encode()) % len(palette)]))
    return ""


def _contrast(ground: str, ink: str) -> str:
    """What is written in on this ground, if there is any."""
    if not ground:
        return ink
    red, green, blue = (int(ground[nth : nth + 2], 16) for nth in (1, 3, 5))
    return "#1c1a16" if 0.3 * red + 0.59 * green + 0.11 * blue > 140 else "#ffffff"


def _grounds(colours: Look) -> list[str]:
    ground = colours["ground"]
    return ground if isinstance(ground, list) else [ground]


def _pips(style: Style, shown: Face, x: float, y: float, radius: float, beside: bool = False) -> Iterator[Shape]:
    """A disc for each step it has, a ring for each it has lost: in a row, or one above the other beside the sign."""
    kind, ink = style.look("kinds", str(shown.get("kind", ""))), _ink(style, shown)
    if most := _most(kind, shown):
        for nth in range(most):
            away = (nth - (most - 1) / 2) * radius * 3
            across, down = (x, y - away) if beside else (x + away, y)
            yield Disc(across, down, radius, ink if nth < _pips_of(kind, shown) else "", ink, radius * 0.32)


def _most(kind: Look, shown: Face) -> int:
    """How many pips it can have, for all of a kind or by size; a single one beside factors is not drawn."""
    said = kind.get("most", 0) if "pips" in kind else 0
    most = int(said.get(str(shown.get("size", "")), 0) if isinstance(said, Mapping) else said)
    return 0 if most == 1 and "factors" in kind else most


def _pips_of(kind: Look, shown: Face) -> int:
    """As on its front side, if nothing was said of it."""
    return int(shown.get(kind["pips"], _most(kind, shown)))


def _marks(style: Style, shown: Face, x: float, y: float, width: float, radius: float) -> Iterator[Shape]:
    """What has become of it: a badge for each column of `marks` whose value has a look there."""
    spots = style.table("badges").get("at", BADGES)
    for (column, value), (across, down) in zip(_told_marks(style, shown), spots, strict=False):
        yield from badge(style, column, value, x + across * width, y + down * width, width * radius)


def _told_marks(style: Style, shown: Face) -> list[tuple[str, str]]:
    told = [(column, str(shown[column])) for column in style.table("marks") if column in shown]
    return [each for each in told if _badge_look(style, *each)]


def _crowded(style: Style, shown: Face) -> bool:
    """Is there a badge in the upper left corner, where the name is or ends?"""
    across, down = style.table("badges").get("at", BADGES)[0]
    return across < 0 and down < 0 and bool(_told_marks(style, shown))


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
    ink, looks = colours["ink"], style.table("signs")
    own: Look = {**colours, **looks.get(str(shown.get(looks.get("by", ""), "")), {})}
    if sign in SILHOUETTES:
        yield from symbol(sign, x, y, width, ink, colours.get("silhouette", ink))
    else:
        yield from symbol(sign, x, y, width, own.get("sign", ink), own.get("box", "none"))


def values(style: Style, shown: Face) -> Iterator[tuple[str, int, bool, bool]]:
    """What its figures mean, what they are, whether those of a stack add up, and whether they are its factors: the
    row of them that it is called by."""
    kind = style.look("kinds", str(shown.get("kind", "")))
    factors = re.split(r"[|-]", kind.get("factors", ""))
    for nth, column in enumerate((*factors, *kind.get("figures", ()))):
        if (value := _number(shown.get(column))) is not None:
            yield column.replace("_", " "), value, column in kind.get("adds", ()), nth < len(factors)
    if _most(kind, shown):
        yield kind["pips"].replace("_", " "), _pips_of(kind, shown), "factors" not in kind, "factors" not in kind


def _number(value: object) -> int | None:
    """As a number, in brackets or not."""
    if isinstance(value, str) and value.strip("()").isdecimal():
        return int(value.strip("()"))
    return value if isinstance(value, int) else None


def _beside(name: str, left: float, top: float, width: float, ink: str, striped: bool, crowded: bool) -> Text:
    """The name to the left of the sign: upright if it is short, else turned; below a badge, and within a stripe."""
    if len(name) <= 2:
        across, room = (0.135, 0.19) if striped else (0.165, 0.25)
        size = fitted(name, width * 0.30, width * room)
        return Text(left + width * across, top + width * 0.53, name, size, ink, "bold")
    size = fitted(name, width * 0.22, width * (0.42 if crowded else 0.58))
    middle = top + width * (0.465 if crowded else 0.39)
    return Text(left + width * 0.05 + size * 0.72, middle, name, size, ink, "bold", turn=-90)


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


def described(style: Style, shown: Face) -> str:
    """What a counter is, for lists of them: nation, kind and size, and its figures with what they are, `German mountain
    corps, 3-3-4 (attack, defense, movement)`."""
    nation = spoken_nation(str(shown.get("nationality", "")))
    said = " ".join(str(each) for each in (nation, shown.get("type") or shown.get("kind"), shown.get("size")) if each)
    said_once: dict[str, str] = {}
    for word in said.replace("_", " ").split():
        said_once.setdefault(word.casefold(), word)
    called = " ".join(word for word in said_once.values() if not word.isdecimal())
    figures, names = strength(style, shown), [name for name, _, _, counts in values(style, shown) if counts]
    means = f" ({', '.join(names)})" if names else ""
    return ", ".join(filter(None, (called, figures and f"{figures}{means}")))


def strength(style: Style, shown: Face) -> str:
    """Its factors as printed, or how many pips it shows."""
    kind = style.look("kinds", str(shown.get("kind", "")))
    return printed(kind.get("factors", ""), shown) or (str(_pips_of(kind, shown)) if "pips" in kind else "")


def printed(factors: str, shown: Face) -> str:
    """`attack|defense-movement`: columns of the counter; | is a plus for an elite unit, a dash for others."""
    joints = {"|": "+" if shown.get("elite") else "-", "-": "-"}
    parts = filter(None, re.split(r"([|-])", factors))
    return "".join(joints[part] if part in joints else _figure(shown.get(part)) for part in parts).strip("-")


def _figure(value: object) -> str:
    return "" if value is None else str(value)


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
    letter = found.text or marker_letter(style, found.kind)
    shapes = [*_marker(look.get("sign", "letters"), letter, x, y, width, ground, ink)]
    name = " ".join(filter(None, (found.kind, found.text, found.owner)))
    return Group(f"{found.kind}-{found.place}", name, tuple(shapes))


def marker_letter(style: Style, kind: str) -> str:
    """What a marker shows that says nothing else."""
    return str(style.look("markers", kind).get("letter", kind[:1].upper()))


def marker_name(style: Style, kind: str) -> str:
    """What a kind of marker is called."""
    return str(style.look("markers", kind).get("name", kind.replace("_", " ")))


def told(look: Look, value: int) -> str:
    """What a marker says of a number: a word for it (`texts`), or the number itself (`text`), in larger units as far as
    it goes (`units`: `[[4, "SP"], [1, "T"]]` tells 14 as `3SP 2T`)."""
    if word := look.get("texts", {}).get(str(value)):
        return str(word)
    parts = []
    for size, unit in look.get("units", ()):
        whole, value = divmod(value, size)
        parts += [f"{whole}{unit}"] if whole else []
    return " ".join(parts) or str(look.get("text", "")).format(value)


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
    elif sign in SILHOUETTES or sign in GLYPHS:  # a number over a sign
        yield Polygon(rectangle(x - half + 1.5, y - half + 1.5, width, width, half * 0.3), "#2a2118", opacity=0.35)
        yield Polygon(rectangle(x - half, y - half, width, width, half * 0.3), ground, "#1c1a16", width * 0.05)
        if sign in SILHOUETTES:
            yield Polygon(moved(SILHOUETTES[sign], x - width * 0.16, y, width * 0.31), ink)
        else:
            yield from GLYPHS[sign](x - width * 0.18, y, width * 0.42, ink)
        size = fitted(letter, width * 0.72, width * 0.40)
        yield Text(x + width * 0.27, y + size * 0.36, letter, size, ink, "bold")
    elif sign == "crate":  # what lies there, word under word
        yield Polygon(rectangle(x - half + 1.5, y - half + 1.5, width, width), "#2a2118", opacity=0.35)
        yield Polygon(rectangle(x - half, y - half, width, width), ground, "#1c1a16", width * 0.06)
        lines = letter.split()
        size = min(width * 0.8 / len(lines), *(fitted(line, width * 0.6, width * 0.88) for line in lines))
        for nth, line in enumerate(lines):
            foot = y + size * (0.36 + 0.98 * (nth - (len(lines) - 1) / 2))
            yield Text(x, foot, line, size, ink, "bold")
    else:
        yield Polygon(rectangle(x - half + 1.5, y - half + 1.5, width, width, half * 0.3), "#2a2118", opacity=0.35)
        yield Polygon(rectangle(x - half, y - half, width, width, half * 0.3), ground, "#1c1a16", width * 0.05)
        size = min(width * 0.8, width * 0.8 * width * 0.8 / max(1.0, length(letter, width * 0.8)))
        yield Text(x, y + size * 0.34, letter, size, ink, "bold")
