"""Unpack the fonts of the pictures from their registry packages: WOFF2 to TrueType, which every reader knows.

The packages cut a font into pieces; Western and Central European letters are put together again.

MAPS=FOLDER-OF-SETUP python tools/maps/fonts.py src/sandtable/draw/fonts
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

PACKAGES = Path(os.environ.get("MAPS", "mapenv")) / "npm" / "node_modules" / "@fontsource"
FONTS = {
    "plain": ("barlow-condensed", "500-normal"),
    "bold": ("barlow-condensed", "700-normal"),
    "serif": ("eb-garamond", "600-normal"),
    "italic": ("eb-garamond", "600-italic"),
}


MORE = range(0x100, 0x180)  # Latin Extended-A: Łódź, Białystok


def piece(family: str, part: str, cut: str) -> TTFont:
    font = TTFont(PACKAGES / family / "files" / f"{family}-{part}-{cut}.woff2", recalcTimestamp=False)
    font.flavor = None
    return font


def whole(family: str, cut: str) -> TTFont:
    latin, more = piece(family, "latin", cut), piece(family, "latin-ext", cut)
    options = Options()
    options.layout_features = ["kern", "mark", "ccmp"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=set(MORE) - set(latin.getBestCmap()))
    subsetter.subset(more)
    with TemporaryDirectory() as folder:
        files = [f"{folder}/{nth}.ttf" for nth in range(2)]
        for font, file in zip((latin, more), files, strict=True):
            font.save(file)
        merged = Merger().merge(files)
    merged.recalcTimestamp = False
    merged["head"].created, merged["head"].modified = latin["head"].created, latin["head"].modified
    return merged


def main(folder: Path) -> None:
    for name, (family, cut) in FONTS.items():
        whole(family, cut).save(folder / f"{name}.ttf")
        shutil.copy(PACKAGES / family / "LICENSE", folder / f"{family}-LICENSE.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
