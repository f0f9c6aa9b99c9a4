"""Titles of a series beside those that are shipped: folders of one's own, each with a board, counters, charts and
scenarios, which the environment names."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from sandtable.core.errors import BadData

NAMED = "SANDTABLE_TITLES"  # a folder that is a title, or holds some
BOARD = "board.json"  # what makes a folder a title


def own_titles() -> tuple[Path, ...]:
    """The folders of one's own."""
    return titles_in(Path(said).absolute()) if (said := os.environ.get(NAMED, "")) else ()


@cache
def titles_in(folder: Path) -> tuple[Path, ...]:
    """The titles in a folder, or the folder itself if it is one."""
    if not folder.is_dir():
        raise BadData(folder, 0, "there is no such folder of titles")
    boards = [folder / BOARD] if (folder / BOARD).exists() else sorted(folder.glob(f"*/{BOARD}"))
    if not boards:
        raise BadData(folder, 0, f"this folder holds no title; it should hold files like desert/{BOARD}")
    return tuple(board.parent for board in boards)
