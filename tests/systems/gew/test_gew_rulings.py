"""GEW: the page of rulings has every ruling that the code cites, once, and names switches that there are."""

from __future__ import annotations

import re
from pathlib import Path

from sandtable.systems.gew import SYSTEM
from sandtable.systems.gew.options import OPTIONS

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "rulings-gew.md").read_text(encoding="utf-8")
ID = re.compile(r"(?<![\w-])(?:G\d+-(?:\d+|[a-z])|GO-\d+(?:\.\d+)?(?:-[a-z])?)(?!\w)")
ROW = re.compile(r"^\| (G\S+) \| ([^|]+) \| ([^|]+) \| ([^|]*) ?\|$", re.MULTILINE)
ROWS = ROW.findall(PAGE)


def test_every_ruling_that_is_cited_stands_on_the_page() -> None:
    files = [
        *(ROOT / "src" / "sandtable" / "systems" / "gew").rglob("*"),
        *(ROOT / "tests" / "systems" / "gew").glob("*.py"),
    ]
    cited = {
        id: path.name
        for path in files
        if path.suffix in (".py", ".toml", ".csv")
        for id in ID.findall(path.read_text(encoding="utf-8"))
    }
    assert len(cited) > 100
    assert {id: name for id, name in cited.items() if id not in {row[0] for row in ROWS}} == {}


def test_every_ruling_stands_once_with_a_rule_and_a_reading() -> None:
    ids = [row[0] for row in ROWS]
    assert sorted(ids) == sorted(set(ids))
    assert all(ID.fullmatch(id) for id in ids)
    assert PAGE.count("\n| G") == len(ROWS)  # no row is misshapen
    numbers = {number for row in ROWS for number in re.findall(r"\bO?\d+(?:\.\d+)+\b", row[1])}
    assert numbers - set(SYSTEM.rulebook) == set()


def test_a_switch_is_an_option_of_the_game_and_every_reading_that_can_be_switched_says_so() -> None:
    named = {name: "(on)" in row[3] for row in ROWS for name in re.findall(r"`(\w+)`", row[3])}
    options = {option.name: option.default for option in OPTIONS}
    assert {name: on for name, on in named.items() if options.get(name) != on} == {}
    assert set(options) - set(named) == {"automatic_setup"}  # a convenience
