"""What a family offers: keys, rule lists and their changes, scenarios, and how families are found."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import toy
from sandtable.core import system as system_module
from sandtable.core.errors import BadData, BadInput
from sandtable.core.rules import Side, UnitId
from sandtable.core.system import Key, Reference, codes, find, find_system


@pytest.mark.parametrize(
    ("kind", "said", "read"),
    [
        ("number", "7", 7), ("number", -2, -2),
        ("fraction", "1.5", Fraction(3, 2)), ("fraction", "3/2", Fraction(3, 2)),
        ("flag", "YES", True), ("flag", False, False), ("flag", 1, True), ("text", 3, "3"),
        (("Wood", "Sea"), "wood", "Wood"),
    ],
)  # fmt: skip
def test_a_key_reads_what_a_person_says(kind: str, said: object, read: object) -> None:
    assert Key("x", kind, None, "").read(said) == read


@pytest.mark.parametrize(
    ("kind", "said", "why"),
    [
        ("number", "7.5", "expected a whole number"), ("number", "", "expected a whole number"),
        ("fraction", "1/0", "expected a number such as"), ("flag", "maybe", "expected yes or no"),
        (("wood", "clear"), "sea", "expected one of wood, clear"),
    ],
)  # fmt: skip
def test_a_key_says_what_it_wanted(kind: str, said: object, why: str) -> None:
    with pytest.raises(BadInput, match=f"^x={said}: {why}"):
        Key("x", kind, None, "").read(said)


def test_a_chance_fills_in_what_was_not_said() -> None:
    (chance,) = toy.SYSTEM.chances
    assert chance.complete({"dug_in": "yes"}) == {
        "differential": 0, "terrain": "clear", "dug_in": True, "river": False
    }  # fmt: skip
    with pytest.raises(BadInput, match="Attack has no key weather; it takes differential, terrain"):
        chance.complete({"weather": "mud"})


def test_families_are_found_by_code() -> None:
    assert {"gew", "ocs", "toy", "use"} <= set(codes())
    assert find("toy") is toy.SYSTEM
    assert find_system("toy") is toy.SYSTEM
    with pytest.raises(BadInput, match="no system is called chess; there are "):
        find("chess")


def test_a_family_without_scenarios_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(system_module._registered, "book", Reference("book", "A book", "BOOK", tmp_path))
    with pytest.raises(BadInput, match="A book has charts and odds but no scenarios to play yet"):
        find_system("book")


def test_a_scenario_knows_its_names_both_ways() -> None:
    scenario = toy.SYSTEM.load("ford")
    assert scenario.place_name(scenario.place("0403")) == "0403"
    assert scenario.unit_name(scenario.unit("b2")) == "b2"
    assert scenario.side("blue") == 1
    assert scenario.units_of(Side(1)) == tuple(UnitId(unit) for unit in (4, 5, 6, 7))
    assert scenario.places == 48
    for wrong, read in (("9999", scenario.place), ("zz", scenario.unit), ("green", scenario.side)):
        with pytest.raises(BadInput, match=wrong):
            read(wrong)


def test_a_system_without_texts_has_none(tmp_path: Path) -> None:
    assert Reference("x", "X", "X", tmp_path).texts == {}
    assert toy.SYSTEM.texts["dug"] == "{unit} digs in"


def test_charts_of_ones_own_stand_in_for_the_shipped(tmp_path: Path) -> None:
    (tmp_path / "toy").mkdir()
    shipped = (toy.SYSTEM.folder / "charts" / "combat.toml").read_text(encoding="utf-8")
    (tmp_path / "toy" / "combat.toml").write_text(shipped.replace('1 = ["AL"', '1 = ["DL"'), encoding="utf-8")
    charts = toy.SYSTEM.charts(tmp_path)
    assert charts.table("combat").cell(0, 0) == "DL"
    assert toy.SYSTEM.charts().table("combat").cell(0, 0) == "AL"
    assert charts.overlaid == {"combat"}
    with pytest.raises(BadData, match="there is no such folder of charts"):
        toy.SYSTEM.charts(tmp_path / "nowhere")
