"""Databases for the server's tests: each test on SQLite, and on a real PostgreSQL where one is installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import clusters


@pytest.fixture(scope="session")
def postgres() -> Iterator[clusters.Cluster]:
    """One for all tests of a process."""
    if clusters.MISSING:
        pytest.skip(clusters.MISSING)
    with clusters.cluster() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database with nothing in it."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    running: clusters.Cluster = request.getfixturevalue("postgres")
    return running.fresh()
