"""USE: the page of rulings lists every switch with its default, and names files and rules that there are."""

from __future__ import annotations

import re
from pathlib import Path

from sandtable.systems.use import SYSTEM
from sandtable.systems.use.options import OPTIONS
from sandtable.systems.use.setups import HOUSE_NUMBERS

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "rulings-use.md").read_text(encoding="utf-8")
SWITCH = re.compile(r"^\| `(\w+)` \| (on|off) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)


def test_every_switch_stands_on_the_page_with_its_default() -> None:
    told = {name: default == "on" for name, default, *_ in SWITCH.findall(PAGE)}

    assert told == {option.name: option.default for option in OPTIONS}


def test_every_number_stands_on_the_page() -> None:
    assert all(f"`{name}`" in PAGE for name in HOUSE_NUMBERS)


def test_the_page_names_files_and_rules_that_there_are() -> None:
    files = {name for *_, used in SWITCH.findall(PAGE) for name in re.findall(r"`(\w+\.py)`", used)}
    rules = {number for *_, used in SWITCH.findall(PAGE) for number in re.findall(r"\b\d+(?:\.\d+)+\b", used)}
    folder = ROOT / "src" / "sandtable" / "systems" / "use"

    assert {name for name in files if not (folder / name).exists()} == set()
    assert rules - set(SYSTEM.rulebook) == set()
