"""Tables of results, written for whoever reads them: on a screen, in a document (Markdown), on a page (HTML)."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import fill
from typing import NamedTuple

from rich.table import Table as Grid

from sandtable import __version__
from sandtable.draw.shapes import Picture
from sandtable.draw.svg import svg

STYLE = """
body{font:16px/1.5 sans-serif;color:#2b2a27;background:#fbf9f3;margin:2rem auto;max-width:70rem;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0}
th,td{padding:.2rem .8rem;text-align:right;white-space:nowrap;border-bottom:1px solid #ddd6c6}
th:first-child,td:first-child{text-align:left}th{color:#6d685e;font-weight:500}
svg{max-width:100%;height:auto}.wide{overflow-x:auto}small{color:#6d685e}"""

NAME = 24  # letters of what a line is about, before it is folded


class Sheet(NamedTuple):
    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    title: str = ""
    note: str = ""


def grid(sheet: Sheet) -> Grid:
    """The first column tells of what, the others how much."""
    found = Grid(box=None, pad_edge=False, header_style="dim")
    for nth, head in enumerate(sheet.heads):
        found.add_column(head, justify="right" if nth else "left", no_wrap=not nth, overflow="fold")
    for row in sheet.rows:
        found.add_row(fill(row[0], NAME, break_on_hyphens=False), *row[1:])
    return found


def markdown(sheet: Sheet) -> list[str]:
    rows = [sheet.heads, ("---",) * len(sheet.heads), *sheet.rows]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return [*([f"## {sheet.title}", ""] if sheet.title else []), *lines, "", *([sheet.note, ""] if sheet.note else [])]


def page(title: str, below: str, parts: Sequence[Sheet | Picture]) -> str:
    """One file that needs no other."""
    body = [f"<h1>{escape(title)}</h1>", f"<p>{escape(below)}</p>"]
    for part in parts:
        body.append(
            f'<div class="wide">{svg(part, own_fonts=False) if isinstance(part, Picture) else _html(part)}</div>'
        )
    return "\n".join([
        "<!doctype html>", '<html lang="en">', '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">', f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>", *body, f"<small>sandtable {__version__}</small>", "</html>", "",
    ])  # fmt: skip


def _html(sheet: Sheet) -> str:
    def line(cells: Sequence[str], tag: str) -> str:
        return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"

    title = f"<h2>{escape(sheet.title)}</h2>" if sheet.title else ""
    note = f"<small>{escape(sheet.note)}</small>" if sheet.note else ""
    rows = "".join(line(row, "td") for row in sheet.rows)
    return f"{title}<table>{line(sheet.heads, 'th')}{rows}</table>{note}"
