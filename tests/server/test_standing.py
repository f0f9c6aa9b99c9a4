"""Standing orders at the server: given with an answer, kept with the seat, told to it alone, revoked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.core.rules import Side
from served import Client, Made, Server, serving

AXIS, ALLIED = Side(0), Side(1)
KEEP: dict[str, Any] = {"picked": ["keep"], "standing": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("games") / "games.db") as running:
        yield running


def begun(server: Server) -> tuple[Made, Client, Client]:
    made = server.make("gew:north-africa-1941", "person", "person")
    return made, made.sit("axis"), made.sit("allied")


def ordered(axis: Client, allied: Client) -> None:
    """The Axis keeps its units, now and from now on."""
    assert axis.ask("answer", n=0, **KEEP)["type"] == "answered"
    for client in (axis, allied):
        client.until("change")


def turn(*clients: Client) -> None:
    """Nothing is done by anybody for a whole turn."""
    start = clients[0].known["view"]["when"].split(",")[0]
    while clients[0].known["view"]["when"].split(",")[0] == start:
        asked = next(client for client in clients if client.known["question"])
        asked.answer(asked.known["question"]["ends"])
        for other in clients:
            if other is not asked:
                other.until("change")


def test_an_order_is_given_with_an_answer_and_told_to_its_seat_alone(server: Server) -> None:
    made, axis, allied = begun(server)
    assert axis.known["standing"] == []
    ordered(axis, allied)
    order = {"form": "demobilization", "text": "Which units are given up?", "answer": "Keep"}
    assert [{**each, "text": order["text"]} for each in axis.known["standing"]] == [order]
    assert allied.known["standing"] == []
    assert made.sit("watch").known["standing"] == []
    turn(axis, allied)
    assert axis.known["question"]["form"] == "mobilization"
    told = [line for line in axis.known["log"] if line["kind"] == "by_order"]
    assert len(told) == 1
    assert not [line for line in allied.known["log"] if line["kind"] == "by_order"]
    assert axis.known["undo"]  # nothing of his own has come since


def test_a_revoked_order_is_gone_and_the_kind_is_asked_again(server: Server) -> None:
    _, axis, allied = begun(server)
    ordered(axis, allied)
    assert axis.refused("revoke", form="regroup")["code"] == "unknown"
    assert allied.refused("revoke", form="demobilization")["code"] == "unknown"
    assert axis.ask("revoke", form="demobilization")["type"] == "answered"
    for client in (axis, allied):
        client.until("change")
    assert axis.known["standing"] == []
    turn(axis, allied)
    assert axis.known["question"]["form"] == "demobilization"


def test_nothing_else_can_be_ordered(server: Server) -> None:
    _, axis, _ = begun(server)
    unit = axis.look("opens", n=0)["demobilize"]["picks"][0]
    found = axis.refused("answer", n=0, picked=["demobilize", unit], standing=True)
    assert found["code"] == "illegal"
    assert "does nothing" in found["reasons"][0]["text"]
    assert axis.known["n"] == 0


def test_orders_are_kept_with_the_game_and_a_computer_decides_itself(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        made, axis, allied = begun(server)
        ordered(axis, allied)
        axis.leave()
        allied.leave()
    with serving(tmp_path / "games.db") as server:
        axis = server.sit(made.keys["axis"])
        assert [each["form"] for each in axis.known["standing"]] == ["demobilization"]
        axis.ask("seat", side="axis", player="recruit")
        session = server.hosted(made.game).begun
        assert session.standing.keys() == {ALLIED}
        axis.ask("seat", side="axis", player="person")
        assert session.standing[AXIS].keys() == {"demobilization"}


def test_a_lesson_asks_everything(server: Server) -> None:
    made = Made(server, server.http.post("/api/lessons/gew:turn").raise_for_status().json())
    side = next(seat for seat in made.keys if seat not in ("watch", "host"))
    client = made.sit(side)
    client.until_asked()
    found = client.refused("answer", n=client.known["n"], picked=["end"], standing=True)
    assert found["code"] == "lesson"
