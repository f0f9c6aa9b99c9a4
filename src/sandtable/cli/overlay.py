"""Folders of charts and of titles of one's own: checked whole before anything is done with them."""

from __future__ import annotations

from pathlib import Path

import typer

from sandtable.cli import names
from sandtable.core.errors import BadData
from sandtable.core.system import System, codes, find
from sandtable.core.titles import own_titles
from sandtable.play.odds import charts_of


def check(folder: Path) -> None:
    """Refuse a folder that replaces nothing, or in which anything cannot be read, by file and line."""
    known = ", ".join(codes())
    try:
        inside = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise BadData(folder, 0, f"this folder of charts cannot be read: {error.strerror}") from error
    for path in inside:
        if path.is_dir() and path.name not in codes():
            raise BadData(path, 0, f"no system is called {path.name}; a folder of charts holds folders named {known}")
        if path.suffix == ".toml":
            raise BadData(path, 0, f"a chart belongs into the folder of its system, one of {known}")
    replaced = [charts_of(find(code)).overlaid for code in codes()]  # reads, and so checks, every file
    if not any(replaced):
        raise BadData(folder, 0, "this folder replaces no chart; it should hold files like ocs/combat.toml")


def check_titles() -> None:
    """Warn of scenarios in which anything cannot be read, by file and line: they are left out, and refused by name."""
    own_titles()
    systems = [system for code in codes() if isinstance(system := find(code), System)]
    for said in dict.fromkeys(str(fault) for system in systems for fault in system.left_out().values()):
        typer.echo(f"left out: {said}; `{names.command()} title check` tells all", err=True)
