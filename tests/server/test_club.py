"""The page of a club: only what a host has listed, seats for whoever comes first, results of named persons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from served import Made, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("club") / "games.db") as running:
        yield running


def listed(server: Server, state: str = "open", search: str = "") -> list[dict[str, Any]]:
    found = server.http.get("/api/club", params={"state": state, "search": search}).raise_for_status().json()
    assert not found["more"]
    games: list[dict[str, Any]] = found["games"]
    return games


def test_only_what_is_listed_is_told_of(server: Server) -> None:
    secret = server.make("toy:ford", "person", "person", join=False)
    shown = server.make("toy:ford", "person", "person", join=False, listed=True, title="Tuesday's ford")
    assert [each["game"] for each in listed(server)] == [shown.game]
    assert server.http.post(f"/api/club/{secret.game}/watch").status_code == 404
    assert server.http.post(f"/api/club/{secret.game}/seats/red").status_code == 404
    assert server.http.post("/api/club/nothing/watch").status_code == 404


def test_whoever_comes_first_has_a_free_seat(server: Server) -> None:
    made = server.make("toy:ford", "person", "officer", join=False, listed=True, title="Come in")
    game = next(each for each in listed(server) if each["game"] == made.game)
    assert [(seat["side"], seat["free"]) for seat in game["seats"]] == [("red", True), ("blue", False)]
    assert server.http.post(f"/api/club/{made.game}/seats/blue").status_code == 403
    assert server.http.post(f"/api/club/{made.game}/seats/host").status_code == 404
    keys = [server.http.post(f"/api/club/{made.game}/seats/red").json()["key"] for _ in range(2)]
    for key, status in zip(keys, (200, 403), strict=True):
        header = {"Authorization": f"Bearer {key}"}
        sat = server.http.post(f"/api/games/{made.game}/seats/red", json={"name": "Ann"}, headers=header)
        assert sat.status_code == status
    assert server.http.post(f"/api/club/{made.game}/seats/red").status_code == 403
    assert made.game in [each["game"] for each in listed(server, "playing")]
    assert listed(server, "playing", "ann")[0]["game"] == made.game
    assert listed(server, "playing", "%") == []
    key = server.http.post(f"/api/club/{made.game}/watch").json()["key"]
    with server.sit(key) as watcher:
        assert watcher.known["seat"] == "watch"
        assert watcher.known["question"] is None


def test_the_host_lists_a_game_and_takes_it_back(server: Server) -> None:
    made = server.make("toy:ford", "person", "person")
    for on in (True, False):
        assert made.ask("red", "/listed", "POST", json={"listed": on}).status_code == 403
        assert made.ask("host", "/listed", "POST", json={"listed": on}).json() == {"listed": on}
        assert (made.game in [each["game"] for each in listed(server, "playing")]) == on
    lesson = server.http.post("/api/lessons/gew:move")
    if lesson.status_code == 201:
        alone = Made(server, lesson.json())
        assert alone.ask("host", "/listed", "POST", json={"listed": True}).status_code == 409


def played(server: Server, *names: str) -> str:
    """A listed game, by people with these names, to its end; who won it."""
    made = server.make("toy:duel", "person", "person", join=False, listed=True)
    for side, name in zip(("red", "blue"), names, strict=True):
        sat = made.ask(side, f"/seats/{side}", "POST", json={"salt": "x", "name": name}).raise_for_status().json()
        made.keys[side] = sat["key"]
    rng = Random(made.game)
    with made.sit("red") as red, made.sit("blue") as blue:
        while True:
            asked = red if red.known["to_play"] == "red" else blue
            if asked.until_asked() is None:
                break
            asked.answer(*asked.draw(rng))
            (blue if asked is red else red).until("change")
    found = next(each for each in listed(server, "over") if each["game"] == made.game)
    return str(found["winner"])


def test_results_are_counted_by_name(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        assert server.http.get("/api/club/results").json() == []
        winners = [played(server, "Ann", "Bob") for _ in range(3)]
        played(server, "Ann", "")  # nobody knows who that was
        played(server, "Ann", "Ann")  # at one table
        rows = {row["name"]: row for row in server.http.get("/api/club/results").json()}
        assert {*rows} == {"Ann", "Bob"}
        assert all(winner in ("red", "blue", "drawn") for winner in winners)
        for name, side in (("Ann", "red"), ("Bob", "blue")):
            row = rows[name]
            assert (row["games"], row["won"], row["drawn"]) == (3, winners.count(side), winners.count("drawn"))
            assert row["score"] == pytest.approx((row["won"] + row["drawn"] / 2) / 3)
