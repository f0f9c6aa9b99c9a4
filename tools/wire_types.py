"""Writes web/src/wire/types.ts: what the server declares, in the browser's language.

Every shape is said once, in Python (`server/wire.py`, `server/models.py`, `server/books.py`, `draw/wire.py`,
`play/lessons.py`, `play/briefing.py`, `players/luck.py`, `players/review.py`), with what is said about it there. A test
compares: after a change run `.venv/bin/python tools/wire_types.py`.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
import textwrap
import typing
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, Union, get_args, get_origin, get_type_hints

import msgspec
from pydantic import BaseModel

from sandtable.core import decisions
from sandtable.draw import shapes
from sandtable.draw import wire as drawn
from sandtable.play import lessons
from sandtable.players import luck, review
from sandtable.server import books, models, wire

TARGET = Path(__file__).parents[1] / "web/src/wire/types.ts"
WIDTH = 120
HEAD = """\
// What goes over the wire, as the server declares it: docs/protocol.md tells how it is used.
// Written by tools/wire_types.py: change the Python declarations, not this file.
// Hexes, units, sides and words are named as in records: "3026", "ger_dak", "axis", "march".
"""
# What has a name of its own beside the classes. A player is "person", or the id of a computer player, which the server
# lists: so a page needs no list of its own.
NAMED: dict[Any, str] = {
    wire.Assist: "Assist", wire.Player: "Player", decisions.Kind: "Kind", shapes.Font: "Font", drawn.Written: "Shape",
    wire.LookupName: "LookupName", wire.ToServer: "ToServer", wire.FromServer: "FromServer",
    wire.ReplyBody: "ReplyBody",
}  # fmt: skip
SECTIONS: dict[str, Sequence[Any]] = {
    "what can be played (GET /api/systems, GET /api/players)": [models.SystemInfo, models.PlayerInfo],
    "pictures (GET /api/scenes/{system}:{scenario})": [drawn.Scene],
    "what a seat sees": [wire.View, wire.ViewChange, wire.Step, wire.LogLine],
    "the question": [wire.Question],
    "games (REST)": [
        models.NewGame, models.Made, models.Sit, models.Begun, models.Fork, models.GameInfo, models.Verified,
        models.NewKey, models.Listed,
    ],
    "the club (GET /api/club and /api/club/results)": [models.ClubPage, models.ClubPlayer],
    "after the game (GET /api/games/{game}/luck and /review)": [luck.Luck, review.Review],
    "from the client (WS /api/play)": [wire.ToServer],
    "from the server": [lessons.StepSeen, wire.FromServer],
    "replies to look-ups": [wire.Replies],
    "books (GET /api/systems/{code}/rules and /charts)": [books.RuleText, books.ChartText],
}  # fmt: skip
MESSAGES = {*get_args(wire.ToServer), *get_args(wire.FromServer)}  # told apart by their `type`
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "unknown"}


class Member(NamedTuple):
    """A field as it is sent."""

    name: str
    type: Any
    optional: bool
    said: str  # about it


def is_shape(found: Any) -> bool:
    """Is it an object on the wire?"""
    if not isinstance(found, type):
        return False
    made = issubclass(found, msgspec.Struct | BaseModel) or dataclasses.is_dataclass(found)
    return made or typing.is_typeddict(found)


def bases(shape: type) -> list[type]:
    """Those it has fields from. Of a TypedDict none are known: it has all its fields itself."""
    return [base for base in shape.__bases__ if is_shape(base) and inspect.get_annotations(base)]


def members(shape: type) -> list[Member]:
    """Its own fields, without those of its bases."""
    inherited = {name for base in bases(shape) for name in get_type_hints(base)}
    hints = {name: hint for name, hint in get_type_hints(shape, include_extras=True).items() if name not in inherited}
    said, found = remarks(shape), list[Member]()
    names = {each.name: each.encode_name for each in fields_of(shape)}
    for name, hint in hints.items():
        if name.startswith("_") or get_origin(hint) is typing.ClassVar or name == "model_config":
            continue
        optional = name in getattr(shape, "__optional_keys__", ())
        if get_origin(hint) is NotRequired:
            hint, optional = get_args(hint)[0], True
        if msgspec.UnsetType in get_args(hint):
            hint, optional = without(hint, msgspec.UnsetType), True
        if issubclass(shape, models.Taken):
            optional = not shape.model_fields[name].is_required()
        found.append(Member(names.get(name, name), hint, optional, said.get(name, "")))
    return found


def fields_of(shape: type) -> Sequence[msgspec.structs.FieldInfo]:
    return msgspec.structs.fields(shape) if issubclass(shape, msgspec.Struct) else ()


def without(union: Any, kind: type) -> Any:
    return Union[tuple(each for each in get_args(union) if each is not kind)]  # noqa: UP007 - put together as it runs


def remarks(shape: type) -> dict[str, str]:
    """What is said about its fields: behind them in the source, or in the description of the API."""
    said = dict(re.findall(r"^    (\w+): .*?  # (.+)$", inspect.getsource(shape), re.M))
    if issubclass(shape, BaseModel):
        for name, field in shape.model_fields.items():
            examples = [json.dumps(each) for each in field.examples or ()]
            if parts := [part for part in (field.description, *examples) if part]:
                said[name] = " ".join(parts)
    return said


def about(shape: type) -> str:
    text = shape.__dict__.get("__doc__") or ""
    return "" if text.startswith(f"{shape.__name__}(") else " ".join(text.split())  # a dataclass describes itself


# ------------------------------------------------------------------------------------------------ as TypeScript


def written(hint: Any) -> str:
    """A type in TypeScript, by its name if it has one."""
    return named(hint) or spelled(hint)


def spelled(hint: Any) -> str:
    if is_shape(hint):
        return str(hint.__name__)
    if hint in PLAIN:
        return PLAIN[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return written(args[0])
    if origin is Literal:
        return " | ".join(json.dumps(each) for each in args)
    if origin in (Union, UnionType):
        if NoneType in args:
            return f"{written(without(hint, NoneType))} | null"
        return " | ".join(written(each) for each in args)
    if origin is dict and args[0] is str:
        return f"Record<string, {written(args[1])}>"
    if origin is list or (origin is tuple and args[-1] is Ellipsis):
        inner = written(args[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(written(each) for each in args)}]"
    raise TypeError(f"nobody has said how {hint} is written in TypeScript")


def named(hint: Any) -> str:
    return next((name for known, name in NAMED.items() if known == hint), "")


def declared(found: Any) -> str:
    return interface(found) if is_shape(found) else alias(found)


def alias(found: Any) -> str:
    head, whole = f"export type {named(found)} =", spelled(found)
    if len(head) + len(whole) + 2 <= WIDTH:
        return f"{head} {whole};"
    return "\n".join([head, *(f"  | {part}" for part in whole.split(" | "))]) + ";"


def interface(shape: type) -> str:
    lines = textwrap.wrap(about(shape), WIDTH - 3)
    above = [f"// {line}" for line in lines]
    over = ", ".join(base.__name__ for base in bases(shape))
    inside = []
    if shape in MESSAGES and issubclass(shape, msgspec.Struct):
        inside.append(f"  type: {json.dumps(shape.__struct_config__.tag)};")
    for name, hint, optional, said in members(shape):
        inside.append(f"  {name}{'?' * optional}: {written(hint)};{f' // {said}' * bool(said)}")
    head = f"export interface {shape.__name__}{f' extends {over}' * bool(over)} {{"
    return "\n".join([*above, head, *inside, "}"])


# ------------------------------------------------------------------------------------------------ all of it


def parts(found: Any) -> Iterator[Any]:
    """What has to be declared before it can be read: itself first."""
    if is_shape(found):
        yield found
        for base in bases(found):
            yield from parts(base)
        for member in members(found):
            yield from parts(member.type)
        return
    if named(found):
        yield found
    elif NoneType in get_args(found):
        yield from parts(without(found, NoneType))
        return
    for each in get_args(found):
        if get_origin(found) is not Literal:
            yield from parts(each)


def text() -> str:
    """The whole file: each shape in the section it is named in, or else in the first that needs it."""
    home = {named(root) or root.__name__: section for section, roots in SECTIONS.items() for root in roots}
    known: dict[str, Any] = {}
    blocks = [HEAD]
    for section, roots in SECTIONS.items():
        blocks.append(f"// {'-' * 64} {section}\n")
        for found in (each for root in roots for each in parts(root)):
            name = named(found) or found.__name__
            if home.setdefault(name, section) != section or name in known:
                if known.get(name, found) != found:
                    raise TypeError(f"two things are called {name}")
                continue
            known[name] = found
            blocks.append(declared(found))
        blocks[-1] += "\n"
    return "\n".join(blocks)


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
