"""What the project says of itself is true."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_pins_for_pip_are_those_of_the_lock_file() -> None:
    packages = tomllib.loads(text("uv.lock"))["package"]
    locked = {(each["name"], each["version"]) for each in packages if each["name"] != "sandtable"}
    assert set(re.findall(r"^([\w.-]+)==([\w.]+)", text("constraints.txt"), re.MULTILINE)) == locked


def test_the_example_of_a_rule_is_one() -> None:
    example = re.search(r"```python\n(.*?)```", text("CONTRIBUTING.md"), re.DOTALL)
    assert example is not None
    assert example[1].strip() in text("tests/toy/s05_rally.py")


def test_every_document_the_readme_links_to_is_there() -> None:
    for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"):
        for link in re.findall(r"\]\(([^)#:]+)[)#]", text(name)):
            assert (ROOT / link).exists(), f"{name} links to {link}"


def test_every_file_of_the_core_is_in_the_table_of_the_architecture() -> None:
    told = text("ARCHITECTURE.md")
    for path in (ROOT / "src/sandtable/core").glob("*.py"):
        if path.name != "__init__.py":
            assert f"`{path.name}`" in told, path.name


def test_the_version_is_said_once_and_the_changelog_knows_it() -> None:
    version = re.search(r'__version__ = "(.+)"', text("src/sandtable/__init__.py"))
    assert version is not None
    assert f"## {version[1]}" in text("CHANGELOG.md")


def test_every_release_has_left_its_games_in_the_museum() -> None:
    releases = re.findall(r"^## (\d+\.\d+\.\d+)", text("CHANGELOG.md"), re.MULTILINE)
    assert releases
    for release in releases:
        kept = ROOT / "tests" / "museum" / release
        assert list(kept.glob("*.game.gz")), f"{release} has no records"
        assert (kept / "games.sql.gz").exists(), f"{release} has no database"


def test_every_test_that_holds_us_to_a_promise_is_there() -> None:
    told = text("docs/acceptance.md")
    assert re.findall(r"^\| (N\d\d) ", told, re.MULTILINE) == [f"N{nth:02}" for nth in range(1, 41)]
    named = re.findall(r"`((?:tests|web|tools)/[\w./]+)(?:::(\w+))?`", told)
    assert len(named) > 60
    for path, test in named:
        assert (ROOT / path).exists(), path
        assert not test or f"def {test}(" in text(path), f"{path} has no {test}"
