"""The REST part: making games, keys, records and positions taken along, dice verified, boards and books."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import http.client
import http.server
import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest

import toy
from planting import plant
from sandtable.core.dice import commitment
from sandtable.core.errors import BadInput
from sandtable.core.flow import run
from sandtable.core.rules import Hex
from sandtable.play.logs import read_log
from sandtable.play.opening import verify
from sandtable.play.positions import position_text, restored
from sandtable.play.record import Record, line_of
from sandtable.play.session import EVERY, Session, start, start_at
from sandtable.play.timeline import Timeline
from sandtable.players import PLAYERS
from sandtable.players.randomly import answer_randomly
from sandtable.server import webhook, wire
from sandtable.server.games import Hosted
from sandtable.server.hall import Hall
from sandtable.server.links import Key, Links
from sandtable.server.settings import Limits, Settings
from sandtable.server.store import Stored
from sandtable.server.webhook import Webhooks
from served import PATIENCE, READY, Made, Server, serving
from toy.state import ToyState


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("games") / "games.db") as running:
        yield running


@pytest.fixture(scope="module")
def finished(server: Server) -> Made:
    """A game of the toy in which dice fell, played to its end."""
    rng = Random(2)
    while True:
        made = server.make("toy:ford", "person", "random")
        with made.sit("red") as red:
            while red.until_asked() is not None:
                red.answer(*red.draw(rng))
        if server.hosted(made.game).begun.rolls:
            return made


def refusal(answer: httpx.Response, status: int) -> str:
    """The sentence of a refusal."""
    assert answer.status_code == status, answer.text
    said = answer.json()
    assert set(said) == {"detail", "code"}
    assert " " in said["detail"]
    return str(said["detail"])


# ------------------------------------------------------------------------------------------------ books and boards


def test_what_can_be_played_is_listed(server: Server) -> None:
    found = {each["code"]: each for each in server.http.get("/api/systems").json()}
    assert {"gew", "ocs", "use", "toy"} <= set(found)
    desert = {each["id"]: each for each in found["gew"]["scenarios"]}["gew:north-africa-1941"]
    assert desert["text"].startswith("Three turns")
    assert [side["id"] for side in desert["sides"]] == ["axis", "allied"]
    assert {"name": "automatic_setup", "kind": "set-up"}.items() <= desert["options"][0].items()
    assert {"ocs:primosole", "ocs:crusader"} <= {each["id"] for each in found["ocs"]["scenarios"]}
    assert found["gew"]["lessons"][0]["id"] == "gew:move"


def test_every_computer_player_is_told_of_with_the_usual_one_named(server: Server) -> None:
    found = server.http.get("/api/players").json()
    assert [each["id"] for each in found if each["usual"]] == ["officer"]
    assert all(each["title"] and each["text"] for each in found)
    assert {each["id"] for each in found} == {*PLAYERS}


@pytest.mark.parametrize(
    "path",
    [
        "/api/scenes/gew:campaign", "/api/scenes/gew:lesson-move", "/api/scenes/use:france-1940",
        "/api/systems/gew/rules", "/api/systems/ocs/charts",
    ],
)  # fmt: skip
def test_what_never_changes_is_sent_once(server: Server, path: str) -> None:
    found = server.http.get(path, headers={"Accept-Encoding": "gzip"})
    assert found.headers["content-encoding"] == "gzip"
    assert found.json()
    again = server.http.get(path, headers={"If-None-Match": found.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("scenario", ["gew:campaign", "use:poland-1939", "use:france-1940", "use:balkans-1941"])
def test_a_board_has_its_picture(server: Server, scenario: str) -> None:
    board = server.http.get(f"/api/scenes/{scenario}").json()
    picture = server.http.get(board["background"]["url"])
    assert picture.headers["content-type"] == "image/webp"
    assert picture.content[8:12] == b"WEBP"


def test_a_board_without_a_picture_has_none(server: Server) -> None:
    refusal(server.http.get("/api/scenes/toy:ford/background"), 404)


def test_what_is_not_there_is_said_so(server: Server) -> None:
    assert "no system is called xyz" in refusal(server.http.get("/api/systems/xyz/rules"), 404)
    assert "has no scenario" in refusal(server.http.get("/api/scenes/gew:atlantis"), 404)
    refusal(server.http.get("/api/nothing"), 404)
    refusal(server.http.get("/secret.txt"), 404)
    refusal(server.http.get("/../settings.py"), 404)
    refusal(server.http.get("/%2e%2e/settings.py"), 404)
    refusal(server.http.put("/api/games"), 405)


# ------------------------------------------------------------------------------------------------ making games


def test_a_browser_is_led_to_the_page_that_says_so(server: Server) -> None:
    found = server.http.get("/game/some game", headers={"Accept": "text/html,*/*;q=0.8"})
    assert (found.status_code, found.headers["location"]) == (307, "/#/game/some%20game")
    asked = server.http.get("/mine?from=mail", headers={"Accept": "text/html"})
    assert asked.headers["location"] == "/?from=mail#/mine"
    refusal(server.http.get("/nope", headers={"Accept": "application/json"}), 404)
    refusal(server.http.get("/api", headers={"Accept": "text/html"}), 404)


def test_a_browser_is_never_led_to_another_server(server: Server) -> None:
    line = http.client.HTTPConnection(server.address.removeprefix("http://"), timeout=PATIENCE)
    with contextlib.closing(line):
        line.request("GET", "//elsewhere.example/x", headers={"Accept": "text/html"})
        found = line.getresponse()
    assert (found.status, found.headers["location"]) == (307, "/#//elsewhere.example/x")


def test_where_the_pages_are_missing_a_browser_is_told_so_once(tmp_path: Path) -> None:
    with serving("sqlite://", web=tmp_path) as bare:
        refusal(bare.http.get("/", headers={"Accept": "text/html"}), 404)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"scenario": "gew:atlantis"}, "has no scenario atlantis"),
        ({"scenario": "xyz"}, "no system is called xyz"),
        ({"seats": {"axis": "person"}}, "say who plays each of axis and allied"),
        ({"seats": {"axis": "person", "allied": "person", "soviet": "greedy"}}, "say who plays each"),
        ({"seats": {"axis": "greedy", "allied": "random"}}, "a game needs a person"),
        ({"options": {"ufos": True}}, "has no option ufos"),
        ({"webhook": "https://example.org/"}, "started without webhooks"),
    ],
)
def test_a_game_that_cannot_be_is_not_made(server: Server, change: dict[str, object], why: str) -> None:
    wanted = {"scenario": "gew:north-africa-1941", "seats": {"axis": "person", "allied": "greedy"}, **change}
    assert why in refusal(server.http.post("/api/games", json=wanted), 400)


@pytest.mark.parametrize(
    "change",
    [
        {"seats": {"axis": "god", "allied": "person"}}, {"assist": "cheat"}, {"scenario": 3}, {"more": 1},
        {"title": "x" * 500}, {"options": {"ultra": "perhaps"}},
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told_where(server: Server, change: dict[str, object]) -> None:
    wanted = {"scenario": "gew:north-africa-1941", "seats": {"axis": "person", "allied": "greedy"}, **change}
    assert next(iter(change)) in refusal(server.http.post("/api/games", json=wanted), 422)


def test_keys_are_for_persons_watchers_and_the_host(server: Server) -> None:
    assert set(server.make("toy:ford", "person", "greedy").keys) == {"red", "watch", "host"}
    assert set(server.make("toy:ford", "person", "person").keys) == {"red", "blue", "watch", "host"}


def test_the_seed_is_sealed_before_anybody_adds_a_salt(server: Server) -> None:
    made = server.make("toy:ford", "person", "person", join=False)
    kept = server.hosted(made.game).kept
    assert commitment(kept.seed) == made.commitment
    made.join("blue", "pepper")
    made.join("blue", "another grain, too late")
    made.join("red", "salt")
    assert server.hosted(made.game).kept.salts == {"red": "salt", "blue": "pepper"}


def test_a_seat_is_taken_with_its_own_key(server: Server) -> None:
    made = server.make("toy:ford", "person", "person", join=False)
    assert "this key is for red" in refusal(made.ask("red", "/seats/blue", "POST", json={"salt": "x"}), 403)
    refusal(made.ask("watch", "/seats/watch", "POST", json={"salt": "x"}), 403)
    nobody = server.http.post(f"/api/games/{made.game}/seats/red", json={"salt": "x"})
    assert "Authorization" in refusal(nobody, 401)
    assert nobody.headers["www-authenticate"] == "Bearer"


# ------------------------------------------------------------------------------------------------ keys


def test_how_a_game_stands_is_told_to_whoever_has_a_key(server: Server) -> None:
    made = server.make("gew:north-africa-1941", "person", "person", title="The desert")
    for seat in ("axis", "watch", "host"):
        info = made.ask(seat).json()
        assert (info["seat"], info["title"], info["to_play"], info["started"]) == (seat, "The desert", "axis", True)
        assert info["when"] == "turn 1, summer"
        assert "Ready-made set-up" in info["options"]
        same = server.http.get("/api/game", headers={"Authorization": f"Bearer {made.keys[seat]}"}).json()
        assert same == info


def test_a_key_is_for_one_game(server: Server) -> None:
    one, other = (server.make("toy:ford", "person", "greedy") for _ in range(2))
    wrong = server.http.get(f"/api/games/{one.game}", headers={"Authorization": f"Bearer {other.keys['red']}"})
    assert "another game" in refusal(wrong, 404)


@pytest.mark.parametrize("key", ["x", "nonsense.nonsense", "a.b.c", "WzEsMiwzXQ.x"])
def test_a_key_that_is_none_opens_nothing(server: Server, key: str) -> None:
    refusal(server.http.get("/api/game", headers={"Authorization": f"Bearer {key}"}), 403)
    refusal(server.http.get("/api/game", headers={"Authorization": key}), 401)


def test_nobody_makes_keys_himself(server: Server) -> None:
    made = server.make("toy:ford", "person", "person")
    forged = Links("another secret").token(Key(made.game, "blue", 1))
    assert "not one of this server" in refusal(
        server.http.get("/api/game", headers={"Authorization": f"Bearer {forged}"}), 403
    )
    body, _, mark = made.keys["red"].partition(".")
    swapped = f"{made.keys['blue'].partition('.')[0]}.{mark}"
    refusal(server.http.get("/api/game", headers={"Authorization": f"Bearer {swapped}"}), 403)
    assert body


def test_whoever_handed_out_a_link_cannot_look_in(server: Server) -> None:
    link = server.make("toy:ford", "person", "person", join=False)
    handed_out = link.keys["blue"]
    with link.sit("blue") as creator:
        link.join("blue")
        assert "has a key of his own" in creator.until("closed")["text"]
    stranger = {"Authorization": f"Bearer {handed_out}"}
    assert "seat is taken" in refusal(server.http.get("/api/game", headers=stranger), 403)
    path = f"/api/games/{link.game}/seats/blue"
    assert "seat is taken" in refusal(server.http.post(path, json={}, headers=stranger), 403)
    key = link.keys["blue"]
    link.join("blue")
    assert link.keys["blue"] == key  # who sits there already keeps his


def test_the_host_replaces_a_key(server: Server) -> None:
    made = server.make("toy:ford", "person", "person")
    assert "only the host" in refusal(made.ask("red", "/keys/blue", "POST"), 403)
    refusal(made.ask("host", "/keys/nobody", "POST"), 404)
    with made.sit("blue") as blue:
        new = made.ask("host", "/keys/blue", "POST").json()["key"]
        assert "replaced" in blue.until("closed")["text"]
    assert "revoked" in refusal(made.ask("blue"), 403)
    with server.sit(new) as blue:
        assert blue.known["seat"] == "blue"
    with made.sit("red") as red:
        assert red.known["seat"] == "red"


# ------------------------------------------------------------------------------------------------ taken along


def test_a_record_is_given_out_when_nobody_can_be_betrayed(server: Server, finished: Made) -> None:
    alone = server.make("toy:ford", "person", "greedy")
    assert Record.parse(alone.ask("red", "/record").text.splitlines()).seed is None
    both = server.make("toy:ford", "person", "person")
    for seat in ("red", "watch", "host"):
        assert "what the other side hides" in refusal(both.ask(seat, "/record"), 409)
    refusal(alone.ask("watch", "/record"), 409)
    for seat in ("red", "watch", "host"):
        assert verify(Record.parse(finished.ask(seat, "/record").text.splitlines())) > 0


def test_a_record_is_not_had_by_seating_the_computer_for_a_moment(server: Server) -> None:
    made = server.make("toy:ford", "person", "person", join=False)
    for side in ("blue", "red"):
        made.join(side, salt="")
    with made.sit("host") as host:
        assert host.ask("seat", side="blue", player="greedy")["type"] == "answered"
        assert "what the other side hides" in refusal(made.ask("red", "/record"), 409)


def test_a_record_is_brought_along_and_played_on(server: Server) -> None:
    made, rng = server.make("gew:north-africa-1941", "person", "greedy"), Random(1)
    with made.sit("axis") as axis:
        for _ in range(5):
            axis.until_asked()
            axis.answer(*axis.draw(rng))
        axis.until_asked()
        view, digest = axis.known["view"], made.digest()
    text = made.ask("axis", "/record").text
    brought = imported(server, text)
    assert not brought.join("axis")
    assert brought.join("allied")
    assert brought.digest() == digest
    assert brought.ask("axis").json()["title"] == "North Africa, 1941, imported"
    assert brought.commitment != made.commitment  # other dice will fall
    with brought.sit("axis") as axis:
        assert axis.known["view"] == view
        axis.answer(*axis.draw(rng))


def imported(server: Server, text: str) -> Made:
    return Made(server, server.http.post("/api/games/import", content=text.encode()).raise_for_status().json())


def test_whoever_brings_a_record_with_a_seed_of_his_own_does_not_know_the_dice_that_follow(server: Server) -> None:
    """It begins when every person has sat down, from a seed of the server's, committed before, and all their salts."""
    session, rng = start("toy:ford", "I know this seed"), Random(2)
    ask = session.ask
    assert ask is not None
    session.submit_written(ask.side, ["end"])
    brought = imported(server, "\n".join(session.record().lines()))
    assert brought.commitment != session.commitment
    assert brought.ask("red").json()["started"] is False
    brought.join("red", salt="of red")
    with brought.sit("red") as red:
        assert red.known["view"] is None
        assert ["its dice are new" in line["text"] for line in red.known["chat"]] == [True]
        assert red.refused("answer", n=0, picked=["end"])["code"] == "not started"
    assert brought.join("blue", salt="of blue")
    assert brought.digest() == session.state.digest()
    with brought.sit("red") as red:
        assert red.known["n"] == len(session.inputs)
        assert red.known["log"]
    with brought.sit("host") as host:
        assert host.ask("seat", side="blue", player="random")["type"] == "answered"
    with brought.sit("red") as red:
        while red.until_asked() is not None:
            red.answer(*red.draw(rng))
    record = Record.parse(brought.ask("red", "/record").text.splitlines())
    assert record.salts == {"red": "of red", "blue": "of blue"}
    assert record.seed != "I know this seed"
    assert record.inputs[: len(session.inputs)] == session.inputs
    assert [(each.seed, each.rolls) for each in record.earlier] == [("I know this seed", session.rolls)]
    assert commitment(record.seed or "") == brought.commitment
    assert brought.ask("red", "/verify", "POST").json()["matches"]
    assert verify(record) == sum("roll" in line for line in map(line_of, record.inputs))


@pytest.mark.parametrize(("least", "opened_anew"), [(2, False), (EVERY + 1, True)])
def test_the_snapshots_of_a_game_that_was_brought_along_were_forgotten_when_it_began(
    database: str, least: int, opened_anew: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """The last of them was stored again, which the database refused, and the next told the whole log once more."""
    session, rng = start("gew:north-africa-1941", "a seed", READY), Random(3)
    while len(session.inputs) < least:
        assert session.ask is not None
        session.submit(session.ask.side, answer_randomly(session.state, session.ask, rng))
    taken = [each.number for each in session.record().snapshots]
    with serving(database) as server:
        made = imported(server, "\n".join(session.record().lines()))
        made.join("axis")
        if opened_anew:
            del server.hall.games[made.game]
        made.join("allied")
        with made.sit("axis"):
            pass
        assert snapshots(server, made) == taken
        for _ in range(5):  # what is answered after an undo leads to another position
            seat = server.hosted(made.game).to_play
            with made.sit(seat) as player:
                player.answer(*player.draw(rng))
                n = player.known["n"]
            assert snapshots(server, made)[-1] == n
            with made.sit(seat) as player:
                while not player.known["undo"]:
                    player.ask("undo", n=player.known["n"])
                    player.until("change")
                n = player.known["n"]
            assert snapshots(server, made)[-1] <= n
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def snapshots(server: Server, made: Made) -> list[int]:
    """Where they are stored, when all have left: each of the position there, and together they tell the log once."""
    game = server.hosted(made.game)
    found = server.run(stored_of(game)).snapshots
    session, told = game.begun, [line for each in found for line in read_log(game.begun.scenario, each.log)]
    for each in found:
        there, (expected, _) = restored(each.position, session.scenario), Timeline(session).at(each.number)
        run(there)
        assert there.plain() == expected.plain()
    log = [(number, event.kind) for number, event in zip(session.log.numbers, session.log, strict=True)]
    assert [(number, event.kind) for number, event in told] == (log if found[-1].number else [])
    return [each.number for each in found]


async def stored_of(game: Hosted) -> Stored:
    while game.lines or game.lock.locked():
        await asyncio.sleep(0.01)
    return await game.store.stored(game.kept.id)


def test_a_record_of_a_game_that_is_over_is_brought_along_whole(server: Server, finished: Made) -> None:
    brought = imported(server, finished.ask("red", "/record").text)
    assert (brought.digest(), brought.commitment) == (finished.digest(), finished.commitment)
    assert brought.ask("watch", "/verify", "POST").json()["matches"]


def test_a_game_whose_end_was_stored_without_saying_so_is_over_when_it_is_opened(
    server: Server, finished: Made
) -> None:
    """N26: the server was killed between the last answer and the note that the game is over."""
    hall = server.app.state.hall
    game = hall.games.pop(finished.game)
    server.run(hall.store.put(game.kept._replace(over=False)))
    assert server.run(hall.game(finished.game, "here")).kept.over
    assert server.run(hall.store.find(finished.game)).over


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "no game record"),
        (b"nonsense", "this is no game record"),
        (b"\xff\xfe", "not a text"),
        (b'{"sandtable": 1}\n{"end": ""}', "counts"),
        (b'{"sandtable": 99}', "format 99"),
    ],
)
def test_what_is_no_record_is_refused(server: Server, text: bytes, why: str) -> None:
    assert why in refusal(server.http.post("/api/games/import", content=text), 400)


def test_a_record_with_other_dice_is_refused(server: Server, finished: Made) -> None:
    lines = finished.ask("red", "/record").text.splitlines()
    nth = next(nth for nth, line in enumerate(lines) if '"roll": "1d6"' in line)
    roll = json.loads(lines[nth])
    roll["reads"] = roll["reads"] % 6 + 1
    lines[nth] = json.dumps(roll)
    assert "the seed gives" in refusal(server.http.post("/api/games/import", content="\n".join(lines)), 400)


def test_luck_and_review_are_told_when_a_game_is_over(server: Server, finished: Made) -> None:
    session = server.hosted(finished.game).begun
    luck = finished.ask("watch", "/luck").raise_for_status().json()
    assert luck["sides"] == ["red", "blue"]
    assert len(luck["rolls"]) == session.rolls
    assert {"n", "at", "chance", "share", "worth", "fortune", "exact"} < set(luck["rolls"][0])
    assert finished.ask("red", "/luck").json() == luck
    review = finished.ask("host", "/review").raise_for_status().json()
    assert review["points"][-1]["at"] == len(session.inputs)
    assert review["outcome"]


@pytest.mark.parametrize("path", ["/luck", "/review"])
def test_luck_and_review_of_a_game_that_goes_on_tell_nothing(server: Server, path: str) -> None:
    made = server.make("toy:ford", "person", "random")
    assert "told when the game is over" in refusal(made.ask("red", path), 409)
    waiting = server.make("toy:ford", "person", "random", join=False)
    assert "has not begun" in refusal(waiting.ask("red", path), 409)
    assert refusal(server.http.get(f"/api/games/{made.game}{path}"), 401)


def test_a_position_opens_in_python(server: Server, finished: Made) -> None:
    made = server.make("gew:north-africa-1941", "person", "person")
    with made.sit("axis") as axis:
        axis.answer(*axis.draw(Random(1)))
        n = axis.known["n"]
    now, before = made.ask("axis", "/position").text, made.ask("axis", "/position?at=0").text
    assert now == made.ask("axis", f"/position?at={n}").text or start_at(now).ask
    assert start_at(before).ask is not None
    mine = server.hosted(made.game).session
    assert isinstance(mine, Session)
    assert start_at(now).view(mine.scenario.side("axis")).units == mine.view(mine.scenario.side("axis")).units
    refusal(made.ask("watch", "/position"), 409)
    refusal(made.ask("axis", "/position?at=99999"), 400)
    over = finished.ask("watch", "/position").text
    assert over.startswith("game toy:")
    assert start_at(over).state.plain() == server.hosted(finished.game).begun.state.plain()


def test_a_position_that_is_brought_begins_a_game_there(server: Server) -> None:
    """In words, or packed, as it is copied."""
    text = "game toy:duel\nr1 0403; b1 0503 hidden; red reserve 1\nturn 2; blue acts"
    for said in (text, position_text(start_at(text).state)):
        brought = imported(server, said)
        assert [brought.join(side) for side in ("red", "blue")] == [False, True]
        hosted = server.hosted(brought.game).begun
        assert hosted.state.plain() == start_at(text).state.plain()
        assert hosted.ask is not None
        assert hosted.scenario.sides[hosted.ask.side] == "blue"
    why = refusal(server.http.post("/api/games/import", content="game toy:duel; r7 0403"), 400)
    assert "r7 0403: no unit is called r7" in why


def test_a_position_is_taken_where_somebody_was_asked(server: Server, finished: Made) -> None:
    """Between two answers dice are falling."""
    with finished.sit("red") as red:
        stops = red.known["steps"]
    rolling = next(step for step in range(stops[-1]) if step not in stops)
    assert "nobody was asked" in refusal(finished.ask("red", f"/position?at={rolling}"), 400)
    assert "nobody was asked" in refusal(finished.ask("red", "/fork", "POST", json={"at": rolling}), 400)
    assert start_at(finished.ask("red", f"/position?at={stops[1]}").text).ask is not None


def test_a_fork_is_a_private_game_from_a_step(server: Server) -> None:
    made, rng = server.make("toy:ford", "person", "person"), Random(4)
    with made.sit("red") as red, made.sit("blue") as blue:
        red.answer(*red.draw(rng))
        blue.known["n"] = red.known["n"]
        digest = made.digest()
        fork = Made(server, made.ask("red", "/fork", "POST", json={"at": 1}).raise_for_status().json())
        assert set(fork.keys) == {"red", "watch", "host"}
        told = made.ask("red").json()["title"], fork.ask("red").json()["title"]
        assert told == ("Ford", "Ford, fork at turn 1, step 1")
        again = Made(server, fork.ask("red", "/fork", "POST", json={"at": 0}).raise_for_status().json())
        assert again.ask("red").json()["title"] == "Ford, fork at turn 1, step 0"
        with fork.sit("red") as mine:
            while mine.until_asked() is not None and mine.known["n"] < 8:
                mine.answer(*mine.draw(rng))
        other = made.ask("red", "/fork", "POST", json={"at": 0, "side": "blue"})
        with Made(server, other.json()).sit("blue") as mine:
            assert mine.until_asked() is not None
        assert made.digest() == digest
    assert "say which side" in refusal(made.ask("watch", "/fork", "POST", json={"at": 1}), 400)
    refusal(made.ask("watch", "/fork", "POST", json={"at": 1, "side": "red"}), 409)
    refusal(made.ask("red", "/fork", "POST", json={"at": 10_000}), 400)
    refusal(made.ask("red", "/fork", "POST", json={"at": -1}), 422)


def test_a_fork_is_whole_whatever_is_undone_meanwhile(server: Server) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red:
        red.until_asked()
        red.answer("end")
        game, at = server.hosted(made.game), red.known["n"]
        hall: Hall = server.app.state.hall

        async def at_once() -> Hosted:
            """Both wait at the door, the undo behind the fork."""
            async with game.lock:
                seats = {"red": "person", "blue": "greedy"}
                forking = asyncio.create_task(hall.fork("here", game, "red", at, seats, "full"))
                await asyncio.sleep(0)
                undoing = asyncio.create_task(game.undo(game.at("red")[0], wire.Undo(ref=1, n=at, mark=game.mark)))
                await asyncio.sleep(0)
            return (await asyncio.gather(forking, undoing))[0]

        assert server.run(at_once())


def test_a_fork_of_a_system_without_dates_is_told_by_its_step(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, toy.SYSTEM, "standing", when=lambda state: "")
    made = server.make("toy:ford", "person", "person")
    fork = Made(server, made.ask("red", "/fork", "POST", json={"at": 0}).raise_for_status().json())
    assert fork.ask("red").json()["title"] == "Ford, fork at step 0"


def test_a_fork_does_not_tell_what_is_hidden(server: Server) -> None:
    """Of two games that differ only in what red may not see, red's copies are the same."""
    made = server.make("toy:ford", "person", "person")
    hosted = server.hosted(made.game)
    text = made.ask("red", "/position").text
    state = hosted.begun.state
    assert isinstance(state, ToyState)
    one, two, *_ = hosted.begun.scenario.units_of(hosted.begun.scenario.side("blue"))
    there, here = Hex(state.hex_of[one]), Hex(state.hex_of[two])
    state.move(one, here, "2.0")
    state.move(two, there, "2.0")
    assert made.ask("red", "/position").text == text


# ------------------------------------------------------------------------------------------------ dice


def test_dice_are_verified_when_the_game_is_over(server: Server, finished: Made) -> None:
    sealed = server.make("toy:ford", "person", "person")
    found = sealed.ask("red", "/verify", "POST").json()
    assert (found["over"], found["matches"], found["seed"]) == (False, False, "")
    assert found["commitment"] == sealed.commitment
    found = finished.ask("watch", "/verify", "POST").json()
    assert (found["over"], found["matches"]) == (True, True)
    assert commitment(found["seed"]) == finished.commitment
    assert f"all {found['rolls']} rolls" in found["text"]


# ------------------------------------------------------------------------------------------------ around it


def test_every_answer_is_dressed(server: Server) -> None:
    for path in ("/", "/api/systems", "/api/docs", "/nothing"):
        headers = server.http.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "'unsafe-inline'" not in headers["content-security-policy"].partition("script-src")[2].partition(";")[0]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers


def test_the_page_is_served_with_its_parts(server: Server) -> None:
    page = server.http.get("/")
    assert page.headers["cache-control"] == "no-cache"
    assert "<div id=" in page.text
    script = server.http.get("/assets/index.js", headers={"Accept-Encoding": "identity"})
    assert script.headers["content-type"].startswith("application/javascript")
    assert script.headers["etag"]


def test_pages_of_other_sites_are_not_heard(server: Server) -> None:
    wanted = {"scenario": "toy:ford", "seats": {"red": "person", "blue": "greedy"}}
    elsewhere = server.http.post("/api/games", json=wanted, headers={"Origin": "https://example.org"})
    assert "another site" in refusal(elsewhere, 403)
    assert server.http.post("/api/games", json=wanted, headers={"Origin": server.address}).status_code == 201
    assert "another name" in refusal(server.http.get("/", headers={"Host": "example.org"}), 403)
    refusal(server.http.get("/api/systems", headers={"Origin": "null"}), 403)


def test_behind_a_proxy_it_has_another_name(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", origins=("https://games.example",)) as server:
        said = {"Host": "games.example", "Origin": "https://games.example"}
        assert server.http.get("/api/systems", headers=said).status_code == 200
        refusal(server.http.get("/api/systems", headers={**said, "Origin": "https://example.org"}), 403)
        refusal(server.http.get("/api/systems", headers={"Host": "example.org"}), 403)


def test_headers_that_are_no_addresses_are_refused(server: Server) -> None:
    refusal(server.http.get("/api/systems", headers={"Host": "["}), 403)
    refusal(server.http.get("/api/systems", headers={"Origin": "http://["}), 403)


@pytest.mark.parametrize("name", ["%00", "assets/%00/x", "a" * 5_000, "%ed%a0%80"])
def test_what_no_file_can_be_called_is_not_there(server: Server, name: str) -> None:
    refusal(server.http.get(f"/{name}"), 404)


@pytest.mark.parametrize(
    ("was", "half"),
    [('"a grain"', '"\\ud800"'), ('"scenario": "ford"', '"scenario": "\\ud800"'), ('"seed": "', '"seed": "\\ud800'),
     ('"options": {', '"options": {"\\ud800": true'), ('"form": "', '"form": "\\ud800'),
     ('"for": "', '"for": "\\ud800')],
)  # fmt: skip
def test_a_record_with_halves_of_characters_is_refused(server: Server, finished: Made, was: str, half: str) -> None:
    text = finished.ask("red", "/record").text
    assert was in text
    refusal(server.http.post("/api/games/import", content=text.replace(was, half, 1).encode()), 400)


def test_what_is_too_large_is_not_read(server: Server) -> None:
    large = server.http.post("/api/games", content=b"x" * 100_000)
    assert "at most" in refusal(large, 413)
    endless = server.http.post("/api/games", content=iter([b"{}"]))
    assert "how long" in refusal(endless, 411)


def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    limits = Limits(games=(0.001, 2), requests=(0.001, 3))
    with serving(tmp_path / "games.db", limits=limits) as server:
        for _ in range(2):
            server.make("toy:ford", "person", "greedy", join=False)
        wanted = {"scenario": "toy:ford", "seats": {"red": "person", "blue": "greedy"}}
        assert "wait a moment" in refusal(server.http.post("/api/games", json=wanted), 429)
        assert [server.http.get("/api/systems").status_code for _ in range(4)] == [200, 200, 200, 429]


def test_no_key_is_in_an_address(server: Server) -> None:
    """So that none gets into logs and referrers: nothing of the API takes one from there."""
    described = server.http.get("/api/openapi.json").json()
    operations = [operation for path in described["paths"].values() for operation in path.values()]
    assert not {each["name"] for one in operations for each in one.get("parameters", ())} & {"key", "token"}


def test_the_documentation_needs_no_other_host(server: Server) -> None:
    page = server.http.get("/api/docs").text
    assert "Make a game" in page
    assert "<script" not in page
    assert "http://" not in page
    assert "https://" not in page


# ------------------------------------------------------------------------------------------------ webhooks


class Heard(http.server.BaseHTTPRequestHandler):
    """Somebody's own address, which is told whose turn it is."""

    said: list[dict[str, object]]

    def do_POST(self) -> None:
        self.said.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def test_a_webhook_is_told_whose_turn_it_is(tmp_path: Path) -> None:
    Heard.said = []
    with (
        http.server.ThreadingHTTPServer(("127.0.0.1", 0), Heard) as hook,
        serving(tmp_path / "games.db", webhooks=True, private_webhooks=True) as server,
    ):
        threading.Thread(target=hook.serve_forever, daemon=True).start()
        made = server.make("toy:ford", "person", "person", webhook=f"http://127.0.0.1:{hook.server_port}/hook")
        with made.sit("red") as red:
            while red.known["to_play"] == "red":
                red.answer("end")
        for _ in range(200):
            if any(said["to_play"] == "blue" for said in Heard.said):
                break
            threading.Event().wait(0.05)
        hook.shutdown()
    assert {"game": made.game, "to_play": "blue"}.items() <= Heard.said[-1].items()
    assert not any(key in json.dumps(Heard.said) for key in made.keys.values())


@pytest.mark.parametrize(
    "url",
    ["ftp://example.org", "file:///etc/passwd", "http://", "https://a:b@example.org", "http://[", "javascript:1",
     "http://127.0.0.1/", "http://localhost:1/", "http://10.0.0.1/", "http://[::1]/", "http://169.254.169.254/",
     "http://0.0.0.0/", "http://192.168.1.1/", "http://[64:ff9b::10.0.0.1]/", "http://[64:ff9b:1::1]/",
     "http://[2002:a00:1::1]/", "http://[fec0::1]/", "http://[::10.0.0.1]/", "http://[::ffff:127.0.0.1]/"],
)  # fmt: skip
def test_a_webhook_never_reaches_the_servers_own_network(url: str) -> None:
    hooks = Webhooks(Settings("", webhooks=True))
    with pytest.raises(BadInput):
        hooks.post(url, b"{}")


def test_a_webhook_that_speaks_slowly_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook, "DEADLINE", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as slow:

        def drip() -> None:
            line, _ = slow.accept()
            with line, contextlib.suppress(OSError):
                for letter in b"HTTP/1.1 200 " + b"x" * 1000:
                    line.send(bytes([letter]))
                    time.sleep(0.05)

        threading.Thread(target=drip, daemon=True).start()
        began, hooks = time.monotonic(), Webhooks(Settings("", webhooks=True, private_webhooks=True))
        with pytest.raises((OSError, http.client.HTTPException)):
            hooks.post(f"http://127.0.0.1:{slow.getsockname()[1]}/", b"{}")
        assert time.monotonic() - began < 30  # all of it takes fifty


def test_packing_is_the_same_every_time(server: Server) -> None:
    body = server.http.get("/api/scenes/toy:ford", headers={"Accept-Encoding": "identity"}).content
    with server.http.stream("GET", "/api/scenes/toy:ford", headers={"Accept-Encoding": "gzip"}) as answer:
        assert gzip.decompress(b"".join(answer.iter_raw())) == body
