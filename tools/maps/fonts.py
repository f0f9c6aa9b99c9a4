"""Unpack the fonts of the pictures from their registry packages: WOFF2 to TrueType, which every reader knows.

MAPS=FOLDER-OF-SETUP python tools/maps/fonts.py src/sandtable/draw/fonts
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from fontTools.ttLib import TTFont

PACKAGES = Path(os.environ.get("MAPS", "mapenv")) / "npm" / "node_modules" / "@fontsource"
FONTS = {
    "plain": ("barlow-condensed", "500-normal"),
    "bold": ("barlow-condensed", "700-normal"),
    "serif": ("eb-garamond", "600-normal"),
    "italic": ("eb-garamond", "600-italic"),
}


def main(folder: Path) -> None:
    for name, (family, cut) in FONTS.items():
        font = TTFont(PACKAGES / family / "files" / f"{family}-latin-{cut}.woff2")
        font.flavor = None
        font.save(folder / f"{name}.ttf")
        shutil.copy(PACKAGES / family / "LICENSE", folder / f"{family}-LICENSE.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
