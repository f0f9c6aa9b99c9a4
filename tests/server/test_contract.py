"""The contract, web/src/wire/types.ts, says what the server reads and writes; docs/protocol.md tells of all of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from pydantic import BaseModel

from sandtable.server import models, refusals, wire

ROOT = Path(__file__).parents[2]
CONTRACT = (ROOT / "web/src/wire/types.ts").read_text(encoding="utf-8")
PROTOCOL = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
STRUCTS: dict[str, Any] = {
    "View": wire.View, "ViewChange": wire.ViewChange, "UnitSeen": wire.UnitSeen, "MarkerSeen": wire.MarkerSeen,
    "TrackSeen": wire.TrackSeen, "Step": wire.Step, "LogLine": wire.LogLine, "Question": wire.Question,
    "Pick": wire.Pick, "Opening": wire.Opening, "NumbersOffered": wire.NumbersOffered, "NumberRange": wire.NumberRange,
    "Reason": wire.Reason, "Hello": wire.Hello, "Change": wire.Change, "SeatSeen": wire.SeatSeen,
    "Outcome": wire.Outcome, "ChatLine": wire.ChatLine, "Term": wire.Term, "Odds": wire.Odds, "Path": wire.Path,
    "Card": wire.Card, "SupplyLine": wire.SupplyLine, "Look_": wire.Looked,
}  # fmt: skip
MODELS: dict[str, type[BaseModel]] = {
    "SystemInfo": models.SystemInfo, "ScenarioInfo": models.ScenarioInfo, "SideInfo": models.SideInfo,
    "PlayerInfo": models.PlayerInfo, "Fork": models.Fork,
    "OptionInfo": models.OptionInfo, "LessonInfo": models.LessonInfo, "NewGame": models.NewGame, "Made": models.Made,
    "GameInfo": models.GameInfo, "SeatSeen": models.SeatSeen, "Verified": models.Verified,
}  # fmt: skip


def interface(name: str) -> dict[str, bool]:
    """The fields of an interface; whether they may be left out."""
    found = re.search(rf"^export interface {name} \{{\n(.*?)^\}}", CONTRACT, re.M | re.S)
    assert found is not None, f"the contract has no {name}"
    return {field: bool(optional) for field, optional in re.findall(r"^  (\w+)(\??):", found[1], re.M)}


def union(name: str) -> dict[str, set[str]]:
    """The messages of a union, by their type: the fields of each."""
    found = re.search(rf"^export type {name} =\n(.*?);\s*(?://[^\n]*)?\n\n", CONTRACT, re.M | re.S)
    assert found is not None
    lines = re.findall(r'\{ type: "(\w+)"(.*?) \}', found[1])
    return {kind: {"type", *re.findall(r"; (\w+)\??:", rest)} for kind, rest in lines}


def fields(struct: Any) -> dict[str, bool]:
    info = msgspec.structs.fields(struct)
    tag = {"type": False} if struct.__struct_config__.tag_field else {}
    return tag | {each.encode_name: msgspec.UnsetType in get_args(each.type) for each in info}


@pytest.mark.parametrize("name", STRUCTS)
def test_what_is_sent_is_what_the_contract_says(name: str) -> None:
    assert fields(STRUCTS[name]) == interface(name)


@pytest.mark.parametrize("name", MODELS)
def test_what_the_rest_part_says_is_what_the_contract_says(name: str) -> None:
    assert set(MODELS[name].model_fields) == set(interface(name))


def test_every_message_is_of_the_contract() -> None:
    heard = {str(each.__struct_config__.tag): set(fields(each)) for each in get_args(wire.ToServer)}
    assert heard == union("ToServer")
    said = {str(each.__struct_config__.tag): set(fields(each)) for each in get_args(wire.FromServer)}
    alone = {kind: said[kind] for kind in said if kind not in ("game", "change")}  # these two have interfaces
    assert alone == union("FromServer")


def test_the_page_tells_of_every_message_and_every_refusal() -> None:
    kinds = {*union("ToServer"), *union("FromServer"), "game", "change"}
    assert not [kind for kind in kinds if not re.search(rf"`[^`]*\b{kind}\b|\"{kind}\"", PROTOCOL)]
    codes = [value for name, value in vars(refusals).items() if name.isupper() and isinstance(value, str)]
    assert not [code for code in codes if f"`{code}`" not in PROTOCOL]
