"""The guides are followed: the files they show are read, the code they show is ours, the keys they list are all."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from sandtable.core.board import SCHEMA
from sandtable.core.errors import BadData
from sandtable.core.setups import HEAD
from sandtable.core.system import find_system
from sandtable.systems.gew import setups as gew
from sandtable.systems.use import setups as use
from tooling import tool

ROOT = Path(__file__).parents[1]
SCENARIO = ROOT / "docs" / "write-a-scenario.md"
SHOWN = re.compile(r"^`(corridor-1939\.\w+)`:\n\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PYTHON = re.compile(r"^```python\n(?!>>> )(.*?)^```$", re.DOTALL | re.MULTILINE)


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.fixture
def corridor(tmp_path: Path) -> Path:
    """The scenario of the guide, as it is written there."""
    for name, text in SHOWN.findall(read(SCENARIO)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "corridor-1939.toml"


def test_the_scenario_of_the_guide_is_one(corridor: Path) -> None:
    setup = use.read_setup(corridor)
    assert setup.title == "The Corridor, 1939"
    assert len(setup.at) == 6
    assert setup.numbers["poland_will"] == 6


@pytest.mark.parametrize(("suffix", "old", "new"), [(".csv", "no,0505", "no,0599"), (".toml", '"mild"', '"wet"')])
def test_a_slip_in_it_is_refused_as_the_guide_says(corridor: Path, suffix: str, old: str, new: str) -> None:
    file = corridor.with_suffix(suffix)
    file.write_text(read(file).replace(old, new), encoding="utf-8")
    with pytest.raises(BadData) as refused:
        use.read_setup(corridor)
    assert str(refused.value).removeprefix(f"{corridor.parent}/") in read(SCENARIO).splitlines()


@pytest.mark.parametrize("keys", [HEAD, use.KEYS, use.COUNTRY, gew.KEYS, gew.KEYS_OF_A_VARIANT])
def test_the_guide_tells_every_key_of_a_scenario(keys: str) -> None:
    told = {word for said in re.findall(r"`([^`\n]+)`", read(SCENARIO)) for word in re.findall(r"\w+", said)}
    assert {key.rstrip("*") for key in keys.split()} <= told


def test_the_guide_shows_a_board_and_tells_every_key() -> None:
    page = read(ROOT / "docs" / "write-a-board.md")
    assert read(ROOT / "tests" / "toy" / "board.json") in page
    schema = json.loads(read(SCHEMA))["properties"]
    for key in (*schema, *schema["layout"]["properties"], *schema["places"]["items"]["properties"]):
        assert f"`{key}`" in page, key


def test_the_first_guide_lists_what_there_is_to_play() -> None:
    listed = re.findall(r"^\| `(\w+:[\w-]+)` \|", read(ROOT / "docs" / "browser.md"), re.MULTILINE)
    systems = ("gew", "ocs", "use")
    assert listed == [f"{code}:{info.name}" for code in systems for info in find_system(code).scenarios()]


@pytest.mark.parametrize(
    ("page", "ours"),
    [("write-a-system.md", "tests/toy/*.py"), ("write-a-bot.md", "examples/bot.py")],
)
def test_the_code_that_a_guide_shows_is_ours(page: str, ours: str) -> None:
    """Line by line: what is left out is left out whole."""
    lines = {line.strip() for path in ROOT.glob(ours) for line in read(path).splitlines()}
    shown = [line.strip() for block in PYTHON.findall(read(ROOT / "docs" / page)) for line in block.splitlines()]
    assert shown
    assert [line for line in shown if line not in lines] == []


@pytest.mark.parametrize(
    ("page", "link", "there"),
    [
        ("index.md", "docs/records.md", "records.md"),
        ("python/index.md", "../positions.md", "../positions.md"),
        ("browser.md", "../SECURITY.md", "security.md"),
        ("security.md", "docs/protocol.md", "protocol.md"),
        ("protocol.md", "../examples/bot.py", "source/examples/bot.py.md"),
        ("protocol.md", "../examples/nothing.py", "../examples/nothing.py"),
    ],
)
def test_a_link_as_the_repository_has_it_leads_to_the_page_of_the_site(page: str, link: str, there: str) -> None:
    assert tool("pages").relinked(link, page) == there


def test_what_a_page_would_fetch_from_another_host_is_noticed() -> None:
    fetched = tool("pages").FETCHED
    assert fetched.search('<script src="https://unpkg.com/x.js">')
    assert fetched.search('<link rel="stylesheet" href="https://fonts.googleapis.com/css">')
    assert not fetched.search('<a href="https://docs.astral.sh/uv/">')
