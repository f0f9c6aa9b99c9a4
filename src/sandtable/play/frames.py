"""A procedure under way in words: `use.Activation.operate side=axis unit=ger_2pz path=(0611,0711)`.

Its kind and the step it stands at, then its fields but for those that hold what they begin with. A side, a hex and a
counter are told by name where the field says that it holds one; words stand in quotation marks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from sandtable.core.errors import BadInput, Bug
from sandtable.core.flow import Procedure
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.system import Scenario

HEAD = re.compile(r"([\w.]+)\.(\w*)(?:>(\w+))?(?:\s+|$)")
TOKEN = re.compile(r'\s*(?:(?P<text>"(?:[^"\\]|\\.)*")|(?P<mark>[(),=])|(?P<word>[^\s(),="]+))')
CONSTANTS = {"none": None, "yes": True, "no": False}
Tokens = Iterator[tuple[str, str]]
DEEPEST = 20  # lists within lists


@cache
def _fields(kind: str) -> dict[str, tuple[Any, Any]]:
    """By name: what a field holds, and what it begins with."""
    found = Procedure.kinds[kind]
    hints = get_type_hints(found)
    return {each.name: (hints[each.name], each.default) for each in fields(found)}  # type: ignore[arg-type]  # it is one


def written_frame(scenario: Scenario, frame: Procedure) -> str:
    said = [f"{frame.kind}.{frame.at}" + (f">{frame.into}" if frame.into else "")]
    for name, (hint, default) in _fields(frame.kind).items():
        value = getattr(frame, name)
        if value != default or type(value) is not type(default):
            said.append(f"{name}={_written(scenario, value, hint)}")
    return " ".join(said)


def _written(scenario: Scenario, value: Any, hint: Any) -> str:
    if isinstance(value, tuple):
        return f"({','.join(_written(scenario, each, _inner(hint, nth)) for nth, each in enumerate(value))})"
    if isinstance(value, str):
        return json.dumps(value).replace(";", "\\u003b").replace("#", "\\u0023")
    if value is None or isinstance(value, bool):
        return next(word for word, constant in CONSTANTS.items() if constant is value)
    kind = _kind(hint)
    if value >= 0 and kind is Side:
        return str(scenario.sides[value])
    if value >= 0 and kind is Hex:
        return scenario.place_name(Hex(value))
    if value >= 0 and kind is UnitId:
        return scenario.unit_name(UnitId(value))
    return str(value)


def _inner(hint: Any, nth: int) -> Any:
    """What the nth of a tuple is."""
    hint = next((each for each in _choices(hint) if get_origin(each) is tuple), Any)
    inner = get_args(hint) or (Any, ...)
    return inner[0] if inner[1:] == (...,) else inner[nth] if nth < len(inner) else Any


def _choices(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _kind(hint: Any) -> Any:
    """A side, a hex or a counter, if that is what numbers are here."""
    return next((each for each in _choices(hint) if each in (Side, Hex, UnitId)), int)


def read_frame(scenario: Scenario, text: str) -> Procedure:
    """The procedure that these words tell; refused with a sentence."""
    head = HEAD.match(text)
    if head is None or head[1] not in Procedure.kinds:
        raise BadInput(f"no procedure is called {text.split(' ', 1)[0]}")
    known, values = _fields(head[1]), dict[str, Any]()
    tokens = _tokens(text[head.end() :])
    for _, name in tokens:
        if name not in known or next(tokens, ("", ""))[1] != "=":
            raise BadInput(f"{head[1]} has no field {name}; it has {', '.join(known)}")
        values[name] = _read(scenario, tokens, next(tokens, ("", "")), known[name][0])
    if missing := [name for name, (_, default) in known.items() if name not in values and default is MISSING]:
        raise BadInput(f"{head[1]}: {missing[0]} is not said")
    plain = (head[1], head[2], head[3] or "", *(values.get(name, default) for name, (_, default) in known.items()))
    try:
        return Procedure.restore(plain)
    except Bug as error:
        raise BadInput(str(error)) from error


def _tokens(text: str) -> Tokens:
    at = 0
    while at < len(text.rstrip()):
        found = TOKEN.match(text, at)
        if found is None or found.lastgroup is None:
            raise BadInput(f"{text[at:]} cannot be read")
        yield found.lastgroup, found[found.lastgroup]
        at = found.end()


def _read(
    scenario: Scenario, tokens: Iterator[tuple[str, str]], token: tuple[str, str], hint: Any, deep: int = 0
) -> Any:
    kind, word = token
    if kind == "text":
        try:
            return str(json.loads(word))
        except ValueError as error:
            raise BadInput(f"{word} cannot be read") from error
    if word == "(" and deep < DEEPEST:
        found: list[Any] = []
        for each in tokens:
            if each[1] == ")" and each[0] == "mark":
                return tuple(found)
            if each != ("mark", ","):
                found.append(_read(scenario, tokens, each, _inner(hint, len(found)), deep + 1))
        raise BadInput("a list is not closed")
    if kind != "word":
        raise BadInput(f"{word or 'the end'} stands where a value should")
    if word in CONSTANTS:
        return CONSTANTS[word]
    named = _kind(hint)
    if named is Hex and not word.startswith("-"):
        return scenario.place(word)
    if named is UnitId and not word.startswith("-"):
        return scenario.unit(word)
    if named is Side and word in scenario.sides:
        return scenario.side(word)
    if not re.fullmatch(r"-?\d{1,9}", word):
        raise BadInput(f"{word} is no number")
    return int(word)
