"""A picture as pixels, painted with Pillow. Each shape is drawn larger first, so that its edges are smooth."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image as Pillow
from PIL import ImageColor, ImageDraw, ImageFont

from sandtable.draw.shapes import SOFT, Disc, Group, Image, Line, Picture, Points, Polygon, Shape, Text, arc, dashes

FONTS = Path(__file__).with_name("fonts")
FINER = 4


def png(picture: Picture, width: int | None = None) -> bytes:
    """So many pixels wide, or as large as it was laid out. Small ones are painted large and reduced."""
    image = paint(picture)
    if width is not None and width != image.width:
        image = image.resize((width, round(image.height * width / image.width)), Pillow.Resampling.LANCZOS)
    buffer = BytesIO()
    image.save(buffer, "PNG", optimize=False, compress_level=7)
    return buffer.getvalue()


def paint(picture: Picture, scale: float = 1) -> Pillow.Image:
    canvas = Canvas(round(picture.width * scale), round(picture.height * scale), picture.paper, scale)
    for shape in picture.shapes:
        canvas.add(shape)
    return canvas.image


@cache
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS / f"{name}.ttf"), size / 4)


class Canvas:
    def __init__(self, width: int, height: int, paper: str, scale: float) -> None:
        self.image = Pillow.new("RGB", (width, height), paper)
        self.scale = scale

    def add(self, shape: Shape) -> None:
        if isinstance(shape, Group):
            for each in shape.shapes:
                self.add(each)
        elif isinstance(shape, Polygon):
            if shape.fill:
                self._fill(shape.points, shape.fill, shape.opacity)
            if shape.stroke:
                self._line((*shape.points, shape.points[0]), shape.stroke, shape.width, shape.opacity)
        elif isinstance(shape, Disc):
            outline = arc(shape.x, shape.y, shape.radius, shape.radius, 0, 360, 32)
            self.add(Polygon(outline, shape.fill, shape.stroke, shape.width, shape.opacity))
        elif isinstance(shape, Line):
            for piece in dashes(shape.points, shape.dash) if shape.dash else (shape.points,):
                self._line(piece, shape.stroke, shape.width, shape.opacity, shape.butt)
        elif isinstance(shape, Text):
            self._text(shape)
        else:
            self._image(shape)

    # ------------------------------------------------------------------ shapes

    def _fill(self, points: Points, colour: str, opacity: float) -> None:
        stencil = Stencil(points, 1, self)
        if stencil.draw:
            stencil.draw.polygon(stencil.points, fill=255)
            stencil.press(colour, opacity)

    def _line(self, points: Points, colour: str, width: float, opacity: float, butt: bool = False) -> None:
        stencil = Stencil(points, width, self)
        if not stencil.draw:
            return
        thick = max(1, round(width * self.scale * FINER))
        stencil.draw.line(stencil.points, fill=255, width=thick, joint="curve")
        if not butt and thick > 2:
            for x, y in (stencil.points[0], stencil.points[-1]):
                stencil.draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=255)
        stencil.press(colour, opacity)

    def _image(self, shape: Image) -> None:
        size = (round(shape.width * self.scale), round(shape.height * self.scale))
        with Pillow.open(shape.path) as opened:
            picture = opened.convert("RGB")
        if picture.size != size:
            picture = picture.resize(size, Pillow.Resampling.LANCZOS)
        self.image.paste(picture, (round(shape.x * self.scale), round(shape.y * self.scale)))

    # ------------------------------------------------------------------ text

    def _text(self, text: Text) -> None:
        face = font(text.font, max(4, round(text.size * self.scale * 4)))
        if not text.turn and not text.spacing and text.opacity == 1:
            self._plain(text, face)
            return
        halo = text.size * self.scale * 0.12 if text.halo else 0
        if halo:
            self._press(text, face, text.halo, halo, text.opacity * SOFT)
        self._press(text, face, text.fill, 0, text.opacity)

    def _plain(self, text: Text, face: ImageFont.FreeTypeFont) -> None:
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[text.anchor]
        at = (text.x * self.scale, text.y * self.scale)
        draw = ImageDraw.Draw(self.image)
        if text.halo:
            halo = max(1, round(text.size * self.scale * 0.12))
            draw.text(at, text.text, text.halo, face, anchor, stroke_width=halo, stroke_fill=text.halo)
        draw.text(at, text.text, text.fill, face, anchor)

    def _press(self, text: Text, face: ImageFont.FreeTypeFont, colour: str, halo: float, opacity: float) -> None:
        """Letter by letter on a square stencil, whose middle is x, y; then turned."""
        spacing = text.spacing * self.scale
        wide = sum(face.getlength(letter) + spacing for letter in text.text)
        half = int(wide + text.size * self.scale * 1.5)
        stencil = Pillow.new("L", (2 * half, 2 * half))
        draw = ImageDraw.Draw(stencil)
        x = half - {"start": 0, "middle": wide / 2, "end": wide}[text.anchor]
        for letter in text.text:
            draw.text((x, half), letter, 255, face, "ls", stroke_width=round(halo))
            x += face.getlength(letter) + spacing
        if text.turn:
            stencil = stencil.rotate(-text.turn, Pillow.Resampling.BICUBIC)
        if opacity != 1:
            stencil = stencil.point(lambda value: value * opacity)
        corner = (round(text.x * self.scale) - half, round(text.y * self.scale) - half)
        self.image.paste(ImageColor.getrgb(colour), corner, stencil)


class Stencil:
    """A piece of the canvas, several times as large, in which one shape is cut out."""

    def __init__(self, points: Points, width: float, canvas: Canvas) -> None:
        self.canvas = canvas
        scale, image = canvas.scale, canvas.image
        spare = width * scale / 2 + 2
        xs, ys = [x * scale for x, _ in points], [y * scale for _, y in points]
        self.left, self.top = max(0, int(min(xs) - spare)), max(0, int(min(ys) - spare))
        wide = min(image.width, int(max(xs) + spare) + 1) - self.left
        high = min(image.height, int(max(ys) + spare) + 1) - self.top
        self.points = [((x - self.left) * FINER, (y - self.top) * FINER) for x, y in zip(xs, ys, strict=True)]
        self.draw: ImageDraw.ImageDraw | None = None
        if wide > 0 and high > 0:
            self.mask = Pillow.new("L", (wide * FINER, high * FINER))
            self.draw = ImageDraw.Draw(self.mask)

    def press(self, colour: str, opacity: float) -> None:
        mask = self.mask.reduce(FINER)
        if opacity != 1:
            mask = mask.point(lambda value: value * opacity)
        self.canvas.image.paste(ImageColor.getrgb(colour), (self.left, self.top), mask)
