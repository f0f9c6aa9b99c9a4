"""How maps and counters look: the `faces.toml` of a title, held against that of its series and refused by file and
line. What the series says shows what can be said: the same tables, with values of the same kinds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from sandtable.core.chartfile import Source

COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
KINDS: Final = {
    "table": "a table", "list": "a list", "flag": "true or false", "number": "a number", "text": "a text",
    "colour": 'a colour such as "#2f5f8c"',
}  # fmt: skip
BY_TITLES: Mapping[str, Any] = {  # what a series may have no example of
    "labels": [{"text": "Sea", "as": "sea", "at": [0, 0], "size": 1, "turn": 0}],
    "title": {"at": [0, 0, 1, 1], "text": "A title"},
    "boxes": {"": {"title": "Turn 1", "at": [0, 0, 1, 1], "ground": "#000000", "edge": "#000000"}},
    "picture": {"margins": [0, 0, 0, 0]},
    "key": {"at": [0, 0, 1, 1]},
    "credits": {"at": [0, 0]},
    "names": {"short": {"id": "text"}},
}
NEEDED = {  # tables of words to which a title may add: what each of the new ones says
    "terrain": ("tint",), "hexsides": ("line", "width", "ink"), "links": ("ink",), "symbols": ("sign", "width", "ink"),
    "lettering": ("font", "size", "spacing", "ink", "opacity"), "sides": ("ground",),
    "nationalities": ("ground", "ink"), "boxes": ("at",), "sizes": (), "types": (),
}  # fmt: skip
ADDED = ("colours", "short", "words", "texts", "most")  # the same within a table
ALIKE = (("stripes",),)  # tables of which each may say what the others do
DRAWN = ("terrain", "hexsides", "links")
CHOSEN = ("sign", "line", "font")  # drawn by us: only what the series uses


def check_looks(source: Source, usual: Mapping[str, Any]) -> None:
    """Refuse the first thing that nobody could draw."""
    for key, said in source.data.items():
        like = [table[key] for table in (usual, BY_TITLES) if key in table]
        if not like:
            inner = list(said)[:1] if isinstance(said, dict) else []
            source.refuse(f"{key} is unknown: expected {', '.join({**usual, **BY_TITLES})}", key, *inner)
        _check(source, said, like, (key,))
    for label in source.data.get("labels", ()):
        if missing := [name for name in ("text", "as", "at") if name not in label]:
            source.refuse(f"labels: {label.get('text', 'one')} lacks {', '.join(missing)}", "labels")
        known = {**usual.get("lettering", {}), **source.data.get("lettering", {})}
        if label["as"] not in known:
            source.refuse(f"labels: as is {label['as']!r}: expected one of {', '.join(known)}", "labels")


def _check(source: Source, said: Any, like: list[Any], where: tuple[str, ...]) -> None:
    kinds = {_kind(each) for each in like if each != ""} or {"text"}
    if _kind(said) not in kinds and not (said == "" and "colour" in kinds):
        expected = " or ".join(words for kind, words in KINDS.items() if kind in kinds)
        source.refuse(f"{'.'.join(where)} is {said!r}: expected {expected}", *where)
    if isinstance(said, dict):
        _check_table(source, said, [each for each in like if isinstance(each, dict)], where)
    elif isinstance(said, list):
        _check_list(source, said, [each for each in like if isinstance(each, list)], where)
    elif isinstance(said, str) and where[-1] in CHOSEN and said not in like and not said.startswith("letters:"):
        source.refuse(f"{'.'.join(where)} is {said!r}: expected one of {', '.join(dict.fromkeys(like))}", *where)


def _check_table(source: Source, said: dict[str, Any], like: list[dict[str, Any]], where: tuple[str, ...]) -> None:
    adds = where[-1] in ADDED or (where[0] in NEEDED and (len(where) == 1 or where[0] == "sizes"))
    beside = [value for table in like for value in table.values()]
    for word, value in said.items():
        found = [table[word] for table in like if word in table]
        if adds or (found and where in ALIKE):
            found = beside
        if not found:
            known = dict.fromkeys(each for table in like for each in table)
            source.refuse(f"{'.'.join((*where, word))} is unknown: expected {', '.join(known)}", *where, word)
        _check(source, value, found, (*where, word))
        if where[0] in NEEDED and len(where) == 1 and isinstance(value, dict):
            whole = {**next((table[word] for table in like if word in table), {}), **value}
            needed = dict.fromkeys((*NEEDED[where[0]], *_drawn(where[0], whole, beside)))
            if missing := [name for name in needed if name not in whole]:
                source.refuse(f"{'.'.join((*where, word))} lacks {', '.join(missing)}", *where, word)


def _drawn(table: str, look: dict[str, Any], beside: list[Any]) -> list[str]:
    """What all those say that the series draws in the same way: a sign that is strewn tells how many of them."""
    alike = [each for each in beside if any(name in look and each.get(name) == look[name] for name in ("sign", "line"))]
    return [name for name in alike[0] if all(name in each for each in alike)] if alike and table in DRAWN else []


def _check_list(source: Source, said: list[Any], like: list[list[Any]], where: tuple[str, ...]) -> None:
    within = [each for one in like for each in one]
    kinds, lengths = {_kind(each) for each in within}, {len(one) for one in like}
    if kinds == {"number"} and len(said) not in lengths:
        source.refuse(f"{'.'.join(where)} has {len(said)} numbers: expected {min(lengths)}", *where)
    if kinds == {"colour"} and not said:
        source.refuse(f"{'.'.join(where)} is empty: expected a colour at least", *where)
    tables = [each for each in within if isinstance(each, dict)]
    for each in said:
        if isinstance(each, dict) and tables:
            _check_table(source, each, tables, where)
        else:
            _check(source, each, within, where)


def _kind(said: Any) -> str:
    if isinstance(said, bool):
        return "flag"
    if isinstance(said, (int, float)):
        return "number"
    if isinstance(said, str):
        return "colour" if COLOUR.fullmatch(said) else "text"
    return "table" if isinstance(said, dict) else "list"
