"""README and documentation are true: their Python runs, their screens are what the commands show, and every command in
them can be said."""

from __future__ import annotations

import doctest
import importlib
import re
import shlex
from pathlib import Path

import pytest
import typer

from sandtable.cli import in_front
from sandtable.cli.commands import UsageError, app
from sandtable.core import system
from tooling import tool

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PUBLIC = DOCS / "deprecation.md"
PYTHON = sorted((DOCS / "python").glob("*.md"))
GUIDES = [DOCS / "positions.md", DOCS / "write-a-bot.md", DOCS / "write-a-system.md"]
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`([^`]+)`")
OURS = ("sandtable ", "./play ")
ONLY_NAMED = {"sandtable farm balance --write", "sandtable ladder --write"}
AT_ONCE = "--install-completion"  # done as soon as it is read
NEEDED = {"environments": ("numpy", "pettingzoo", "gymnasium", "pyspiel")}  # by page of docs/python


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path, language: str) -> list[str]:
    return [text for word, text in FENCED.findall(read(page)) if word == language]


def run(page: Path) -> doctest.TestResults:
    """All examples of a page, one after the other, each held to what is printed below it."""
    text = "\n".join(block for block in blocks(page, "python") if block.startswith(">>> "))
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    return doctest.DocTestRunner().run(examples)


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples save games, and one registers a system."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(system, "_registered", dict(system._registered))


@pytest.mark.usefixtures("alone")
def test_the_python_of_the_readme_runs() -> None:
    failed, tried = run(ROOT / "README.md")
    assert tried > 5
    assert failed == 0


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("page", [*PYTHON, *GUIDES], ids=lambda page: page.stem)
def test_the_python_of_a_page_runs(page: Path) -> None:
    for name in NEEDED.get(page.stem, ()):
        pytest.importorskip(name)
    failed, tried = run(page)
    assert tried > 3
    assert failed == 0


def test_the_ten_positions_are_ten() -> None:
    assert read(DOCS / "positions.md").count("\n>>> game = position(") >= 9  # and one in a loop


def test_an_example_that_no_longer_holds_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```python\n>>> 1 + 1\n3\n```\n", encoding="utf-8")
    assert run(page).failed == 1


def public() -> dict[str, list[str]]:
    """The table of the page: modules, and the names of each."""
    rows = re.findall(r"^\| `(sandtable[\w.]*)` \| (.*) \|$", read(PUBLIC), re.MULTILINE)
    return {module: re.findall(r"`(\w+)`", names) for module, names in rows}


def test_the_page_lists_the_names_that_modules_declare() -> None:
    assert len(public()) > 10
    for module, names in public().items():
        declared = importlib.import_module(module).__all__
        assert names == declared, module


@pytest.mark.parametrize("module", public())
def test_every_public_name_has_an_example(module: str) -> None:
    shown = "\n".join(block for page in PYTHON for block in blocks(page, "python"))
    for name in public()[module]:
        assert name == "__version__" or re.search(rf"import [^\n]*\b{name}\b", shown), name


def test_every_public_name_is_told_of() -> None:
    told = {name for page in PYTHON for name in re.findall(r"^::: (\S+)$", read(page), re.MULTILINE)}
    listed = {f"{module}.{name}" for module, names in public().items() if module != "sandtable" for name in names}
    assert {name for name in listed - told if not name.rpartition(".")[2].isupper()} == set()


@pytest.mark.parametrize("page", tool("readme").PAGES, ids=lambda page: page.stem)
def test_the_screens_of_a_page_are_what_the_commands_show(page: Path) -> None:
    text = read(page)
    assert "```console" in text
    assert tool("readme").renewed(text, tool("readme").PAGES[page]) == text


def test_the_guide_to_the_terminal_shows_a_real_game() -> None:
    assert "game turn 2" in read(DOCS / "play-at-the-terminal.md")


def test_a_screen_that_is_no_longer_true_is_noticed() -> None:
    old = "```console\n$ sandtable look use.crt attacker=9 defender=4\nDR+9\n```\n"
    assert tool("readme").renewed(old) != old


def commands() -> list[str]:
    """Every command of README and documentation, in a block that is no screen or within a sentence."""
    pages = [read(page) for page in (ROOT / "README.md", *DOCS.rglob("*.md"))]
    lines = [line for page in pages for word, block in FENCED.findall(page) if not word for line in block.splitlines()]
    within = [said.replace("\n", " ") for page in pages for said in INLINE.findall(FENCED.sub("", page))]
    found = {line.split(" #")[0].strip() for line in (*lines, *within) if line.startswith(OURS) and AT_ONCE not in line}
    return sorted(found - ONLY_NAMED)


def say(line: str) -> None:
    """Read as if it were typed, and not carried out."""
    said = line.removesuffix(" --help")  # which would be answered on the spot
    _, *words = shlex.split(re.sub(r"[][]", "", said.replace("--at N", "--at 1")))
    command = typer.main.get_command(app)
    context = command.make_context("sandtable", in_front(words))
    while isinstance(command, typer.core.TyperGroup) and (rest := [*context._protected_args, *context.args]):
        name, found, rest = command.resolve_command(context, rest)
        assert found is not None
        if not rest:  # it is only named
            return
        command, context = found, found.make_context(name, rest, parent=context)


@pytest.mark.parametrize("line", commands())
def test_every_command_can_be_said(line: str) -> None:
    say(line)


@pytest.mark.parametrize("line", ["sandtable lok use.crt", "sandtable match gew officer random --game 200"])
def test_a_command_that_cannot_be_said_is_noticed(line: str) -> None:
    with pytest.raises(UsageError):
        say(line)
