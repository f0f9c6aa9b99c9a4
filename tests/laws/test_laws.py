"""The fifteen laws, over every registered system: few games in each change, a thousand with `-m long`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from laws.cases import LAWS, Case, cases, pinned, shares, systems
from laws.chances import law_7_by_name
from laws.citations import law_11_by_book
from laws.laws import GAME_LAWS
from laws.pinned import PERFT, golden_path, law_10, law_12, picks_of, pin
from sandtable.core.system import Reference, System, codes, find

PINNED = [case for system in systems() for case in pinned(system)]
REFERENCES = [find(code) for code in codes()]
FILES = sorted(PERFT.glob("*.perft"))
FEW, MANY = 20, 1000  # games of each system for each law
Told = Callable[[str, object], None]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The games of a system are shared out among its scenarios and options."""
    if "share" in metafunc.fixturenames:
        usual = MANY if metafunc.function is test_long_law else FEW
        games = metafunc.config.getoption("--games") or usual
        tried = ((law, system) for law in GAME_LAWS for system in systems())
        dealt = [(law, *each) for law, system in tried for each in shares(system, law, games).items()]
        named = [pytest.param(law, case, share, id=f"{law}-{case}") for law, case, share in dealt]  # read by conftest
        metafunc.parametrize(("law", "case", "share"), named)


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.code)
def test_the_laws_are_tried_on_so_many_games(system: System[Any]) -> None:
    """The long ones on a thousand of each system, and every setting of its switches in each scenario."""
    for law in GAME_LAWS:
        assert sum(shares(system, law, FEW).values()) >= FEW
        long = shares(system, law, MANY)
        assert sum(long.values()) >= MANY
        assert set(map(str, long)) == set(map(str, cases(system)))


def test_law(law: int, case: Case, share: int, record_property: Told) -> None:
    play(law, case, share, record_property)


@pytest.mark.long
def test_long_law(law: int, case: Case, share: int, record_property: Told) -> None:
    play(law, case, share, record_property)


def play(law: int, case: Case, games: int, told: Told) -> None:
    seen = sum(GAME_LAWS[law](case, seed) for seed in range(games))
    told("law", f"law {law:2} {LAWS[law]}: {case}, {games} games, {seen} waits")


@pytest.mark.parametrize("reference", REFERENCES, ids=lambda each: each.code)
def test_law_7_of_named_odds(reference: Reference, record_property: Told) -> None:
    record_property("law", f"law  7 {LAWS[7]}: {reference.code}, {law_7_by_name(reference)} named odds and charts")


@pytest.mark.parametrize("case", PINNED, ids=str)
def test_law_10(case: Case, request: pytest.FixtureRequest, record_property: Told) -> None:
    if request.config.getoption("--pin"):
        golden_path(case).write_text("\n".join(picks_of(case)) + "\n", encoding="utf-8")
    record_property("law", f"law 10 {LAWS[10]}: {case}, {law_10(case)} lists of picks")


@pytest.mark.parametrize("reference", REFERENCES, ids=lambda each: each.code)
def test_law_11_of_the_book(reference: Reference, record_property: Told) -> None:
    record_property("law", f"law 11 {LAWS[11]}: {reference.code}, {law_11_by_book(reference)} citations and rules")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_law_12(path: Path, request: pytest.FixtureRequest, record_property: Told) -> None:
    if request.config.getoption("--pin"):
        pin(path)
    record_property("law", f"law 12 {LAWS[12]}: {path.name}, {law_12(path)} leaves")


def test_every_system_has_a_perft_file() -> None:
    counted = {path.name.partition("-")[0] for path in FILES}
    assert counted >= {system.code for system in systems()}
