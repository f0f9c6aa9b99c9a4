"""The REST part keeps to its own description, whatever it is asked: schemathesis makes up the questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import ignored_auth, negative_data_rejection, positive_data_acceptance

from sandtable.server.app import make_app
from sandtable.server.settings import Limits, Settings
from served import Made, Server, serving

# A key and a game are put into every case, and rules refuse more than a schema can say.
OTHERWISE = [positive_data_acceptance, negative_data_rejection, ignored_auth]
FREE = Limits(games=(1e6, 1e6), requests=(1e6, 1e6))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("games") / "games.db", limits=FREE) as running:
        yield running


@pytest.fixture(scope="module")
def made(server: Server) -> Made:
    return server.make("toy:ford", "person", "greedy")


schema = schemathesis.openapi.from_dict(make_app(Settings("")).openapi())


@schema.parametrize()
@settings(
    max_examples=6, deadline=None, phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)  # fmt: skip
def test_whatever_is_asked_is_answered_as_described(case: Any, made: Made) -> None:
    if "game" in case.path_parameters:
        case.path_parameters["game"] = made.game
    headers = {"Authorization": f"Bearer {made.keys['host']}"}
    case.call_and_validate(base_url=made.server.address, headers=headers, excluded_checks=OTHERWISE)


def test_everything_is_described(server: Server) -> None:
    found = server.http.get("/api/openapi.json").json()
    for path, operations in found["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], (path, method)
            assert operation["tags"], (path, method)
            assert "422" not in operation["responses"] or "$ref" in str(operation["responses"]["422"])
    assert len(found["paths"]) >= 14
