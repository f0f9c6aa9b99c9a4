"""The wire is declared once: web/src/wire/types.ts is written from what the server declares, and docs/protocol.md tells
of all of it, field by field."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Literal, NotRequired, TypedDict, get_args, get_type_hints

import msgspec
import pytest
import wire_types
from msgspec import UNSET, Struct, UnsetType

from sandtable.server import assist, refusals, wire

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
HEARD = {str(each.__struct_config__.tag): each for each in get_args(wire.ToServer)}
SAID = {str(each.__struct_config__.tag): each for each in get_args(wire.FromServer)}


def test_the_browser_s_types_are_what_the_server_declares() -> None:
    written = wire_types.TARGET.read_text(encoding="utf-8")
    assert written == wire_types.text(), "run .venv/bin/python tools/wire_types.py, then tools/web build"


class Sample(Struct, tag_field="type", tag="sample", rename={"seat": "from"}):
    """What a type may be made of."""

    seat: str  # who says it
    kind: Literal["a", ""]
    row: list[Literal["a", "b"]]
    spot: tuple[float, int]
    share: float | None
    known: dict[str, list[int] | None] | UnsetType = UNSET


class Loose(TypedDict):
    near: NotRequired[bool]


def test_types_are_written_as_they_are_declared() -> None:
    assert wire_types.interface(Sample).splitlines() == [
        "// What a type may be made of.",
        "export interface Sample {",
        "  from: string; // who says it",
        '  kind: "a" | "";',
        '  row: ("a" | "b")[];',
        "  spot: [number, number];",
        "  share: number | null;",
        "  known?: Record<string, number[] | null>;",
        "}",
    ]
    assert wire_types.interface(Loose).splitlines()[1:] == ["  near?: boolean;", "}"]
    with pytest.raises(TypeError, match="nobody has said how"):
        wire_types.written(set[str])


def test_every_look_up_has_a_reply() -> None:
    replies = get_type_hints(wire.Replies)
    names = {assist.name(kind) for kind in get_args(wire.Lookup)}
    assert names == set(replies) - {"orders"} == set(get_args(wire.LookupName))
    assert set(get_args(wire.ReplyBody)) == set(replies.values())


# ------------------------------------------------------------------------------------------------ the page about it


def fields(struct: Any) -> set[str]:
    return {each.encode_name for each in msgspec.structs.fields(struct)}


def test_the_page_tells_of_every_message_and_every_refusal() -> None:
    kinds = {*HEARD, *SAID}
    assert not [kind for kind in kinds if not re.search(rf"`[^`]*\b{kind}\b|\"{kind}\"", PROTOCOL)]
    codes = [value for name, value in vars(refusals).items() if name.isupper() and isinstance(value, str)]
    assert not [code for code in codes if f"`{code}`" not in PROTOCOL]


def test_the_page_names_the_fields_of_messages_as_they_are() -> None:
    told = dict(re.findall(r"`(\w+)\s\{([\w, ]*)\}`", PROTOCOL))
    assert set(told) | {"hello", "answer"} == set(HEARD)
    for kind, named in told.items():
        assert set(filter(None, named.split(", "))) == fields(HEARD[kind]) - {"ref", "mark"}, kind


@pytest.mark.parametrize(("sent", "sample"), re.findall(r"^([→←]) (\{.*?\})$", PROTOCOL, re.M | re.S))
def test_what_the_page_shows_of_a_message_is_in_it(sent: str, sample: str) -> None:
    """Only what stands at the first level: what is in it is left out with dots."""
    kind = re.search(r'"type": "(\w+)"', sample)
    assert kind is not None
    flat, depth = "", 0
    for letter in sample[1:-1]:
        depth += letter in "{["
        flat += letter if not depth else ""
        depth -= letter in "}]"
    known = HEARD if sent == "→" else SAID
    assert set(re.findall(r'"(\w+)":', flat)) <= {"type", *fields(known[kind[1]])}


def test_the_question_the_page_shows_has_every_field() -> None:
    shown = re.search(r'^\{"n": 4, "side".*?\}$(?=\n```)', PROTOCOL, re.M | re.S)
    assert shown is not None
    whole = re.sub(r', …|, \{"id": "end", …\}', "", shown[0])
    assert fields(wire.Question) - set(json.loads(whole)) == {"mark"}
