"""What lies in a picture, however deep."""

from __future__ import annotations

from sandtable.draw.shapes import Group, Shape, Text


def groups(shapes: tuple[Shape, ...]) -> list[Group]:
    found = []
    for shape in shapes:
        if isinstance(shape, Group):
            found += [shape, *groups(shape.shapes)]
    return found


def texts(shapes: tuple[Shape, ...]) -> list[Text]:
    found = [shape for shape in shapes if isinstance(shape, Text)]
    return found + [text for shape in shapes if isinstance(shape, Group) for text in texts(shape.shapes)]
