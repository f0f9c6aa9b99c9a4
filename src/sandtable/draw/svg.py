"""A picture as SVG: one file with its background and its fonts inside."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from sandtable.draw.shapes import SOFT, Disc, Group, Image, Line, Picture, Points, Polygon, Shape, Text

FONTS = Path(__file__).with_name("fonts")
FALLBACK = {  # where a reader of the file does not take the fonts in it
    "plain": ("500 normal", "Barlow Condensed", "sans-serif"),
    "bold": ("700 normal", "Barlow Condensed", "sans-serif"),
    "serif": ("600 normal", "EB Garamond", "serif"),
    "italic": ("600 italic", "EB Garamond", "serif"),
}


def svg(picture: Picture, own_fonts: bool = True) -> str:
    """Without fonts of its own, which are most of a small file, it is written in the reader's."""
    wide, high = f"{picture.width:.0f}", f"{picture.height:.0f}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">',
            "<style>",
            *_fonts(own_fonts),
            "text{white-space:pre}</style>",
            f'<rect width="{wide}" height="{high}" fill="{picture.paper}"/>',
            *_written(picture.shapes),
            "</svg>",
            "",
        ]
    )


def _fonts(own: bool) -> Iterator[str]:
    for name, (cut, family, any_other) in FALLBACK.items():
        weight, style = cut.split()
        look = f"font-weight:{weight};font-style:{style}"
        if own:
            data = b64encode((FONTS / f"{name}.ttf").read_bytes()).decode()
            yield f"@font-face{{font-family:sandtable-{name};{look};src:url(data:font/ttf;base64,{data})}}"
        yield f".{name}{{font-family:sandtable-{name},'{family}',{any_other};{look}}}"


def _written(shapes: Iterable[Shape]) -> Iterator[str]:
    """Neighbours in the list that look the same become one path."""
    path: list[str] = []
    look = ""
    for shape in shapes:
        drawn, style = _path(shape)
        if path and style != look:
            yield f'<path d="{"".join(path)}"{look}/>'
            path = []
        look = style
        if drawn:
            path.append(drawn)
        else:
            yield from _other(shape)
    if path:
        yield f'<path d="{"".join(path)}"{look}/>'


def _path(shape: Shape) -> tuple[str, str]:
    """What can be part of a path, and how it looks."""
    if isinstance(shape, Polygon):
        look = f' fill="{shape.fill or "none"}"{_stroke(shape.stroke, shape.width)}{_opacity(shape.opacity)}'
        return f"M{_points(shape.points)}Z", look + (' stroke-linejoin="round"' if shape.stroke else "")
    if isinstance(shape, Line):
        dash = f' stroke-dasharray="{" ".join(f"{part:.1f}" for part in shape.dash)}"' if shape.dash else ""
        ends = "" if shape.butt else ' stroke-linecap="round"'
        look = f' fill="none"{_stroke(shape.stroke, shape.width)}{dash}{ends} stroke-linejoin="round"'
        return f"M{_points(shape.points)}", look + _opacity(shape.opacity)
    return "", ""


def _other(shape: Shape) -> Iterator[str]:
    if isinstance(shape, Disc):
        look = f'fill="{shape.fill or "none"}"{_stroke(shape.stroke, shape.width)}{_opacity(shape.opacity)}'
        yield f'<circle cx="{shape.x:.1f}" cy="{shape.y:.1f}" r="{shape.radius:.1f}" {look}/>'
    elif isinstance(shape, Text):
        yield _text(shape)
    elif isinstance(shape, Image):
        data = b64encode(shape.path.read_bytes()).decode()
        kind = shape.path.suffix[1:]
        where = f'x="{shape.x:.1f}" y="{shape.y:.1f}" width="{shape.width:.1f}" height="{shape.height:.1f}"'
        yield f'<image {where} href="data:image/{kind};base64,{data}"/>'
    elif isinstance(shape, Group):
        yield f'<g id="{escape(shape.id)}"><title>{escape(shape.title)}</title>'
        yield from _written(shape.shapes)
        yield "</g>"


def _text(text: Text) -> str:
    look = f'class="{text.font}" font-size="{text.size:.1f}" fill="{text.fill}"{_opacity(text.opacity)}'
    if text.anchor != "start":
        look += f' text-anchor="{text.anchor}"'
    if text.spacing:
        look += f' letter-spacing="{text.spacing:.1f}"'
    if text.halo:
        soft = f' stroke-opacity="{SOFT}"' if text.opacity != 1 else ""
        look += f'{_stroke(text.halo, text.size * 0.24)}{soft} paint-order="stroke" stroke-linejoin="round"'
    if text.turn:
        look += f' transform="rotate({text.turn:.0f} {text.x:.1f} {text.y:.1f})"'
    return f'<text x="{text.x:.1f}" y="{text.y:.1f}" {look}>{escape(text.text)}</text>'


def _points(points: Points) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _stroke(colour: str, width: float) -> str:
    return f' stroke="{colour}" stroke-width="{width:.2f}"' if colour else ""


def _opacity(opacity: float) -> str:
    return f' opacity="{opacity:g}"' if opacity != 1 else ""
