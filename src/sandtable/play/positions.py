"""A position as a line of text that one can copy: out of the browser into Python, or into a game that begins there.

`st2_` and base64url of a check sum and the packed position: a line of JSON, then the columns one behind the other. It
may come from anybody, so nothing in it is believed before it is checked; and from any release, so columns and fields
are known by their names. (In `st1_` they were known by their order.)
"""

from __future__ import annotations

import binascii
import hashlib
import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from itertools import accumulate, pairwise, repeat
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from sandtable.core.columns import Saved
from sandtable.core.errors import BadInput
from sandtable.core.flow import Procedure, run
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.sequence import Outline, Row, Segment, Sequence
from sandtable.core.state import Position, State
from sandtable.core.system import TRIED, Scenario, find_system
from sandtable.play.explain import reason
from sandtable.play.odds import data_folder

__all__ = ["position_text", "read_position"]
MARK, VERSION = "st", 2
CHECK = 6  # bytes of the check sum
LONGEST = 200_000  # characters; a campaign has about two thousand
LARGEST = 1_000_000  # bytes when unpacked
DEEPEST = 60  # procedures on the stack
MOST = 5_000  # values in one of their fields
WIDEST = 2**15  # the largest number in one: places and counters are kept in two bytes
NONSENSE = "the position makes no sense: no game can come to it"


def position_text(state: State) -> str:
    """The whole paused game. Everything is in it: what a side may not see is guessed first (`Hidden.imagine`)."""
    scenario = state.scenario
    saved = state.saved()
    head = {
        "system": scenario.system.code, "scenario": scenario.name, "rules": scenario.rules_version,
        "options": dict(scenario.options), "charts": scenario.charts.digest(), "roster": scenario.roster,
        "columns": [(name, each.bits, len(each.values)) for name, each in saved.items()],
        "frames": [frame.saved() for frame in state.stack],
    }  # fmt: skip
    packed = zlib.compress(b"\n".join([json.dumps(head, separators=(",", ":")).encode(), state.packed()]), 6)
    return f"{MARK}{VERSION}_" + urlsafe_b64encode(_check(packed) + packed).decode().rstrip("=")


def read_position(text: str) -> tuple[Scenario, State]:
    """The scenario and the state of a position, ready to be played on; refused with a sentence if it is not one."""
    head, columns = _unpacked("".join(text.split()))
    scenario = _scenario(head)
    return scenario, _audited(scenario, head, columns)


def restored(text: str, scenario: Scenario, trusted: bool = False) -> State:
    """The state of a position of this very game, from whatever rules it is; one's own is not asked what cannot be, for
    that may have changed."""
    head, columns = _unpacked("".join(text.split()))
    _check_head(head)
    names = [name.partition(TRIED)[0] for name in (head["scenario"], scenario.name)]
    switched = [name for name, said in head["options"].items() if scenario.options.get(name, said) != said]
    if head["system"] != scenario.system.code or names[0] != names[1] or switched:
        raise BadInput("the position it begins from is of another game or of other options than the header says")
    _check_roster(scenario, head)
    if not trusted:
        return _audited(scenario, head, columns)
    try:
        return _restored(scenario, head, columns)
    except Exception as error:  # its shape is one that today's rules cannot read
        raise BadInput(NONSENSE) from error


def _audited(scenario: Scenario, head: dict[str, Any], columns: bytes) -> State:
    try:
        state = _restored(scenario, head, columns)
        if not (wrong := scenario.system.audit(state)):
            run(state.copy())
    except Exception as error:  # whatever it was that broke over a stranger's numbers
        raise BadInput(NONSENSE) from error
    if wrong:
        raise BadInput(f"the position cannot be: {reason(scenario, wrong[0])}")
    return state


def _check(packed: bytes) -> bytes:
    return hashlib.sha256(packed).digest()[:CHECK]


def _unpacked(text: str) -> tuple[dict[str, Any], bytes]:
    mark, _, body = text.partition("_")
    if not mark.startswith(MARK) or not mark[len(MARK) :].isdecimal() or len(text) > LONGEST:
        raise BadInput(f"this is no position: one begins with {MARK}{VERSION}_")
    if not 1 <= (version := int(mark[len(MARK) :])) <= VERSION:
        raise BadInput(f"the position is of version {version}, and this program reads versions up to {VERSION}")
    try:
        data = urlsafe_b64decode(body + "=" * (-len(body) % 4))
    except (binascii.Error, ValueError):
        data = b""
    check, packed = data[:CHECK], data[CHECK:]
    if len(check) < CHECK or check != _check(packed):
        raise BadInput("the position is cut or was changed: copy it again, from its first to its last character")
    try:
        unzip = zlib.decompressobj()
        plain = unzip.decompress(packed, LARGEST)
        line, _, columns = plain.partition(b"\n")
        head = json.loads(line)
    except (zlib.error, ValueError, RecursionError) as error:
        raise BadInput("the position makes no sense: it cannot be unpacked") from error
    if not unzip.eof or unzip.unused_data or not isinstance(head, dict):
        raise BadInput("the position makes no sense: it cannot be unpacked")
    return {**head, "version": version}, columns


def _scenario(head: dict[str, Any]) -> Scenario:
    _check_head(head)
    system, name = find_system(head["system"]), head["scenario"]
    if not system.position_tells:
        name = system.began_as(head["rules"], name, head["options"])
    scenario = system.load(name, head["options"], data_folder())
    if scenario.charts.digest() != head["charts"]:
        raise BadInput("the position has other charts of one's own (--data) than are in force now")
    _check_roster(scenario, head)
    return scenario


def _check_roster(scenario: Scenario, head: dict[str, Any]) -> None:
    """Columns go by number: with other counters or places they would speak of others. The first release had the same
    ones all its life, and did not tell."""
    if head["version"] > 1 and head.get("roster") != scenario.roster:
        raise BadInput(f"the position has other counters or places than {scenario.name} has now")


def _check_head(head: dict[str, Any]) -> None:
    kinds = {"system": str, "scenario": str, "rules": str, "charts": str, "options": dict, "frames": list}
    if any(not isinstance(head.get(name), kind) for name, kind in kinds.items()):
        raise BadInput("the position makes no sense: it does not say of which game it is")
    if not all(isinstance(switch, bool) for switch in head["options"].values()):
        raise BadInput("the position makes no sense: options are switched by true or false")


def _restored(scenario: Scenario, head: dict[str, Any], columns: bytes) -> State:
    system = scenario.system
    fresh: State = system.begin(scenario)
    frames = head["frames"]
    if head["version"] == 1:
        stack = [Procedure.restore(frame, system.renamed) for frame in frames]
        state = type(fresh).load(scenario, _in_order(fresh, columns), stack)
    else:
        stack = [Procedure.load(frame, system.renamed) for frame in frames]
        state = type(fresh).load(scenario, _by_name(head["columns"], columns), stack)
    own = {fresh.stack[0].kind.partition(".")[0], "core"}
    if not 0 < len(frames) <= DEEPEST or state.stack[0].kind != fresh.stack[0].kind:
        raise ValueError("another game's stack")
    for frame in state.stack:
        hints = _hints(frame.kind)
        if frame.kind.partition(".")[0] not in own or frame.into not in ("", *frame.names):
            raise ValueError(f"{frame.kind}: another game's")
        if not all(_fits(scenario, getattr(frame, name), hints[name]) for name in frame.names):
            raise ValueError(f"{frame.kind}: a field holds what it cannot")
        _ = frame.rule  # some look it up by a word they hold
    for below, frame in pairwise(state.stack):
        if isinstance(below, Sequence | Segment) and not _calls(scenario.outline, below, frame):
            raise ValueError(f"{frame.kind}: it is not called here")
    if isinstance(state, Position):
        _stacks(state)
    return state


def _by_name(told: list[Any], columns: bytes) -> dict[str, Saved]:
    """The columns that a position has, by their names."""
    ends = [0, *accumulate(length for _, _, length in told)]
    if min(ends, default=0) < 0 or ends[-1] != len(columns):
        raise ValueError("its columns are longer or shorter than it says")
    parts = [columns[start:end] for start, end in pairwise(ends)]
    return {name: Saved(bits, part) for (name, bits, _), part in zip(told, parts, strict=True)}


def _in_order(fresh: State, columns: bytes) -> dict[str, Saved]:
    """The columns of a position of the first release, which had no names."""
    layout = fresh.first_columns or fresh.declared
    told = [(said.saved_as or name, said.bits, said.count(fresh.scenario) * said.bits // 8)
            for name, said in layout.items()]  # fmt: skip
    return _by_name(told, columns)


def _calls(outline: Outline, below: Sequence | Segment, frame: Procedure) -> bool:
    """Does the sequence of play come from the one procedure to the other?"""
    row = outline[below.row]
    if isinstance(below, Segment):
        return below.at == "choose" and isinstance(frame, tuple(row.does.values()))
    if below.at != "go_on":
        return False
    side, part = row.by_side(below.side), None if row.menu else row.parts[below.part]
    if part is None:
        return isinstance(frame, Segment) and (frame.row, frame.side) == (below.row, side)
    if isinstance(part, Row):
        return isinstance(frame, Sequence) and (frame.row, frame.side) == (f"{below.row} / {part.name}", side)
    return isinstance(frame, part)


@cache
def _hints(kind: str) -> dict[str, Any]:
    return get_type_hints(Procedure.kinds[kind])


def _fits(scenario: Scenario, value: Any, hint: Any) -> bool:
    """Is this what a field declared so can hold? A side, a hex, a counter must exist; Any is any plain value."""
    if isinstance(value, tuple):
        if hint not in (Any, tuple) and get_origin(hint) is not tuple:
            return False
        inner = get_args(hint) or (Any, ...)
        each = repeat(inner[0], MOST) if inner[1:] == (...,) else inner
        return len(value) <= MOST and all(map(_fits, repeat(scenario), value, each))
    if get_origin(hint) in (Union, UnionType):
        return any(_fits(scenario, value, each) for each in get_args(hint))
    if hint is Any:
        return any(_fits(scenario, value, each) for each in (int, bool, str, NoneType))
    ends = {Side: (0, len(scenario.sides)), Hex: (-1, scenario.places), UnitId: (-1, len(scenario.counters))}
    if hint in ends:
        return type(value) is int and ends[hint][0] <= value < ends[hint][1]
    if type(value) is int and abs(value) >= WIDEST:
        return False
    return type(value) is hint or (value is None and hint is NoneType)


def _stacks(state: Position) -> None:
    """Every counter on the map is in the one stack of its place, and every stack ends: whoever walks through them, or
    lifts a counter out, relies on it."""
    seen = set()
    for place, unit in enumerate(state.top_of):
        while unit != -1:
            if unit in seen or state.hex_of[unit] != place:
                raise ValueError("a counter in two stacks, or in another than its own")
            seen.add(unit)
            unit = state.under[unit]
    for unit, place in enumerate(state.hex_of):
        if place < -1 or (unit in seen) != (place >= 0) or (place < 0 and state.under[unit] != -1):
            raise ValueError("a counter in no stack, or one nowhere")
