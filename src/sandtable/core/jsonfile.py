"""JSON files: read, held against a schema, refused by file and line.

The schema is JSON Schema (draft 2020-12), of which `check` knows the words that our schemas use. A `description` in
it completes the sentence "expected ..." for the person whose file is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from sandtable.core.errors import BadData, Bug
from sandtable.core.textfile import parse_json, read_text

Where = str | int  # a step on the way to a value: the name of a key, or a place in a list
DECODER = json.JSONDecoder()
BLANK = re.compile(r"[ \t\r\n]*")
TYPES: Mapping[str, tuple[str, type | tuple[type, ...]]] = {
    "object": ("an object {...}", dict),
    "array": ("a list [...]", list),
    "string": ("a text", str),
    "integer": ("a whole number", (int, float)),
    "number": ("a number", (int, float)),
}
KNOWN = {
    "$schema", "$comment", "$defs", "$ref", "title", "description", "type", "const", "enum", "pattern", "minLength",
    "minimum", "items", "minItems", "uniqueItems", "properties", "required", "additionalProperties", "propertyNames",
}  # fmt: skip


class JsonFile:
    """What a JSON file says, and where in the file it says so. Without a text all lines are 0."""

    def __init__(self, path: Path | str, data: Any, text: str = "") -> None:
        self.path, self.data, self.text = path, data, text

    @classmethod
    def read(cls, path: Path) -> JsonFile:
        text = read_text(path)
        try:
            return cls(path, parse_json(path, text, _once), text)
        except _TwiceError as error:
            place = _twice(text, _skip(text, 0)) or 0
            raise BadData(path, text.count("\n", 0, place) + 1, f"{error}: expected each key once") from error

    def refuse(self, expectation: str, *where: Where) -> NoReturn:
        raise BadData(self.path, self.line(*where), expectation)

    def line(self, *where: Where) -> int:
        """The line of a value, or of the innermost one around it that is there."""
        if not self.text:
            return 0
        place = _skip(self.text, 0)
        for step in where:
            place = next((value for key, _, value in _members(self.text, place) if key == step), place)
        return self.text.count("\n", 0, place) + 1

    def check(self, schema: Mapping[str, Any]) -> None:
        """Refuse the first thing that is not as the schema wants it."""
        self._check(self.data, schema, schema, ())

    def _check(self, value: Any, rule: Any, schema: Mapping[str, Any], where: tuple[Where, ...]) -> None:
        while "$ref" in rule:
            rule = schema["$defs"][rule["$ref"].removeprefix("#/$defs/")]
        if unknown := set(rule) - KNOWN:
            raise Bug(f"the schema says {', '.join(sorted(unknown))}, which this check does not know")
        kind, wanted = TYPES.get(rule.get("type", ""), ("", object))
        kind = rule.get("description", kind)
        if not _fits(value, rule, wanted):
            if "const" in rule or "enum" in rule:
                kind = " or ".join(map(repr, rule.get("enum", [rule.get("const")])))
            shown = json.dumps(value, ensure_ascii=False)
            self.refuse(f"{_name(where)} is {shown[:40]}{'...' * (len(shown) > 40)}: expected {kind}", *where)
        if isinstance(value, dict):
            self._check_object(value, rule, schema, where)
        elif isinstance(value, list):
            for nth, each in enumerate(value):
                self._check(each, rule.get("items", {}), schema, (*where, nth))
                if rule.get("uniqueItems") and each in value[:nth]:
                    self.refuse(f"{_name((*where, nth))} is {each}, which stands in the list already", *where, nth)

    def _check_object(
        self, value: dict[str, Any], rule: Any, schema: Mapping[str, Any], where: tuple[Where, ...]
    ) -> None:
        for key in rule.get("required", ()):
            if key not in value:
                self.refuse(f"{_name(where)} lacks {key!r}", *where)
        properties, others = rule.get("properties", {}), rule.get("additionalProperties", {})
        for key, each in value.items():
            if "propertyNames" in rule:
                self._check(key, rule["propertyNames"], schema, (*where, key))
            if key in properties:
                self._check(each, properties[key], schema, (*where, key))
            elif others is False:
                self.refuse(f"{_name(where)} has {key!r}: expected {', '.join(properties)}", *where, key)
            else:
                self._check(each, others, schema, (*where, key))


def _fits(value: Any, rule: Mapping[str, Any], wanted: type | tuple[type, ...]) -> bool:
    """Does a value, leaving aside what is inside it, obey the rule?"""
    if not isinstance(value, wanted) or ("type" in rule and isinstance(value, bool)):
        return False
    if rule.get("type") == "integer" and isinstance(value, float) and not value.is_integer():
        return False
    if value != rule.get("const", value) or value not in rule.get("enum", [value]):
        return False
    if isinstance(value, str):
        return len(value) >= rule.get("minLength", 0) and bool(re.search(rule.get("pattern", ""), value))
    if isinstance(value, list):
        return len(value) >= int(rule.get("minItems", 0))
    return not isinstance(value, (int, float)) or "minimum" not in rule or bool(value >= rule["minimum"])


def _name(where: Sequence[Where]) -> str:
    """`layout.columns`, `places[3].name`."""
    name = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in where)
    return name.removeprefix(".") or "the file"


# ------------------------------------------------------------------------------------------------ places in the text


class _TwiceError(Exception):
    """A key stands twice in an object."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _TwiceError(f"{key!r} stands here a second time")
        found[key] = value
    return found


def _skip(text: str, place: int) -> int:
    blank = BLANK.match(text, place)
    assert blank is not None  # it matches nothing, too
    return blank.end()


def _members(text: str, place: int) -> Iterator[tuple[Where, int, int]]:
    """The parts of the object or list that starts here: the key or number, where it starts, where its value starts."""
    if text[place] not in "{[":
        return
    nth, named = 0, text[place] == "{"
    place = _skip(text, place + 1)
    while text[place] not in "}]":
        key: Where = nth
        start = place
        if named:
            key, place = DECODER.raw_decode(text, place)
            place = _skip(text, _skip(text, place) + 1)  # over the colon
        yield key, start, place
        place = _skip(text, DECODER.raw_decode(text, place)[1])
        if text[place] == ",":
            place = _skip(text, place + 1)
        nth += 1


def _twice(text: str, place: int) -> int | None:
    """Where the first repeated key stands."""
    seen = set()
    for key, start, value in _members(text, place):
        if key in seen:
            return start
        seen.add(key)
        inside = _twice(text, value)
        if inside is not None:
            return inside
    return None
