"""A part of the log as text, so that the past of a game can be read when its inputs are not played again: what happened
as data, counters, places and sides by their names. Packed: a line of JSON a piece, zlib, base64."""

from __future__ import annotations

import binascii
import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from typing import Any

from sandtable.core.errors import BadInput
from sandtable.core.events import Event
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.sentences import Kind, kind_of
from sandtable.core.system import Scenario

LARGEST = 1_000_000  # bytes when unpacked
DAMAGED = "the log of a snapshot is damaged"


def packed_log(scenario: Scenario, lines: Iterable[tuple[int, Event]]) -> str:
    """Events, each with the number of inputs before it."""
    said = [
        (number, event.kind, event.rule,
         {key: _named(scenario, _kind(key), value) for key, value in event.data.items()},
         None if event.audience is None else sorted(event.audience), event.reveals)
        for number, event in lines
    ]  # fmt: skip
    plain = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(plain.encode(), 6)).decode()


def read_log(scenario: Scenario, text: str) -> list[tuple[int, Event]]:
    """The same again. What has another name today, or is gone, is told by the name it had."""
    try:
        unzip = zlib.decompressobj()
        lines = json.loads(unzip.decompress(b64decode(text, validate=True), LARGEST))
        whole = unzip.eof
        found = [(number, _event(scenario, *said)) for number, *said in lines]
    except (zlib.error, binascii.Error, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise BadInput(DAMAGED) from error
    if not whole or not all(type(number) is int for number, _ in found):
        raise BadInput(DAMAGED)
    return found


def _event(scenario: Scenario, kind: Any, rule: Any, data: Any, audience: list[int] | None, reveals: Any) -> Event:
    if not isinstance(kind, str) or not isinstance(rule, str):
        raise ValueError("a kind and a rule are words")
    heard = None if audience is None else frozenset(Side(each) for each in audience if type(each) is int)
    return Event(kind, {key: _known(scenario, key, value) for key, value in data.items()}, rule, heard, bool(reveals))


def _named(scenario: Scenario, kind: Kind, value: Any) -> Any:
    if isinstance(value, tuple):
        return [_named(scenario, kind, each) for each in value]
    if kind == "word" or type(value) is not int or value < 0:
        return value
    match kind:
        case "unit":
            return scenario.unit_name(UnitId(value))
        case "place":
            return scenario.place_name(Hex(value))
    return scenario.sides[value]


def _kind(key: str) -> Kind:
    """The hexes of a move are places too, though no sentence names them."""
    return "place" if key == "through" else kind_of(key)


def _known(scenario: Scenario, key: str, value: Any) -> Any:
    if isinstance(value, list):
        return tuple([_known(scenario, key, each) for each in value])
    finders: dict[Kind, Callable[[str], int]] = {"unit": scenario.unit, "place": scenario.place, "side": scenario.side}
    find = finders.get(_kind(key))
    if not isinstance(value, str):
        if value is not None and (not isinstance(value, int) or (find is not None and value >= 0)):
            raise ValueError("an event holds numbers and words, and things by their names")
        return value
    if not value.isprintable():
        raise ValueError("an event holds words that can be read")
    try:
        return value if find is None else find(value)
    except BadInput:
        return value
