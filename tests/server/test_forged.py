"""Forged, stale, malformed and misplaced messages: every one is refused with a reason, and changes nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

import toy
from planting import plant
from sandtable.core.errors import Bug
from sandtable.play.record import Answer, Input, Snapshot
from sandtable.play.session import Session
from sandtable.server import computer
from sandtable.server.games import Hosted
from sandtable.server.hall import Hall
from sandtable.server.links import Key
from sandtable.server.settings import Limits, Settings
from sandtable.server.socket import BEHIND, Connection
from sandtable.server.store import Store
from served import Client, Made, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("games") / "games.db") as running:
        yield running


class Table(NamedTuple):
    """A game in the middle of it: the Axis is asked where its units march."""

    made: Made
    axis: Client
    allied: Client
    watch: Client
    n: int
    earlier: list[str]  # an answer of the Axis to another question


@pytest.fixture(scope="module")
def table(server: Server) -> Iterator[Table]:
    made = server.make("gew:north-africa-1941", "person", "person")
    with made.sit("axis") as axis, made.sit("allied") as allied, made.sit("watch") as watch:
        earlier = [axis.known["question"]["picks"][-1]["id"]]
        while axis.known["question"] is None or axis.known["question"]["form"] != "move":
            asked = axis if axis.known["question"] else allied
            asked.answer(asked.known["question"]["picks"][-1]["id"])
            for client in (axis, allied, watch):
                while client.known["n"] < asked.known["n"]:
                    client.hear()
        yield Table(made, axis, allied, watch, axis.known["n"], earlier)


def says(client: Client, text: str | bytes) -> dict[str, Any]:
    """Whatever it is; the next answer."""
    client.line.send(text)
    return client.until("refused", "reply", "answered", "closed")


def answers(table: Table, *picked: Any, **more: Any) -> dict[str, Any]:
    return says(table.axis, json.dumps({"type": "answer", "ref": 1, "n": table.n, "picked": list(picked), **more}))


Knock = Callable[[Table], dict[str, Any]]
FORGED: dict[str, tuple[str, Knock]] = {
    "the wrong side": ("not asked", lambda t: t.allied.ask("answer", n=t.n, picked=["march", "bri_a8", "3227"])),
    "somebody who looks on": ("not yours", lambda t: t.watch.ask("answer", n=t.n, picked=["end"])),
    "an answer to an earlier question": ("stale", lambda t: answers(t, "end", n=t.n - 1)),
    "an answer to a question to come": ("stale", lambda t: answers(t, "end", n=t.n + 1)),
    "an answer to a question before the first": ("malformed", lambda t: answers(t, "end", n=-1)),
    "an answer of another phase": ("unknown", lambda t: answers(t, *t.earlier)),
    "a verb of another phase": ("unknown", lambda t: answers(t, "attack", "3026", "ger_dak", "done")),
    "a unit of the enemy": ("illegal", lambda t: answers(t, "march", "bri_a8", "3227")),
    "a unit that is not on the map": ("illegal", lambda t: answers(t, "march", "ger_lf2", "2926")),
    "a unit nobody knows": ("unknown", lambda t: answers(t, "march", "ger_zzz", "2926")),
    "a hex it cannot reach": ("illegal", lambda t: answers(t, "march", "ger_dak", "3026")),
    "a hex beyond the map": ("unknown", lambda t: answers(t, "march", "ger_dak", "9999")),
    "a hex that is a number": ("malformed", lambda t: answers(t, "march", "ger_dak", 3027)),
    "a negative index": ("unknown", lambda t: answers(t, "march", "-1", "3027")),
    "half an answer": ("unknown", lambda t: answers(t, "march", "ger_dak")),
    "no picks at all": ("unknown", lambda t: answers(t)),
    "a pick too many": ("unknown", lambda t: answers(t, "march", "ger_dak", "3027", "3028")),
    "nested picks": ("malformed", lambda t: answers(t, ["march"], "ger_dak")),
    "picks that are no list": ("malformed", lambda t: says(t.axis, '{"type":"answer","ref":1,"n":0,"picked":"end"}')),
    "far too many picks": ("too large", lambda t: answers(t, *["march"] * 300)),
    "an empty pick": ("unknown", lambda t: answers(t, "")),
    "a pick with a null in it": ("unknown", lambda t: answers(t, "mar\0ch")),
    "half a character": ("malformed", lambda t: says(t.axis, '{"type":"chat","ref":1,"text":"\\ud800"}')),
    "a number as n": ("malformed", lambda t: answers(t, "end", n="5")),
    "a huge n": ("malformed", lambda t: says(t.axis, f'{{"type":"answer","ref":1,"n":{"9" * 400},"picked":["end"]}}')),
    "a broken n": ("malformed", lambda t: answers(t, "end", n=1.5)),
    "a field nobody knows": ("malformed", lambda t: answers(t, "end", side="allied")),
    "a side of one's choice": ("malformed", lambda t: answers(t, "end", seat="allied")),
    "a message nobody knows": ("malformed", lambda t: says(t.axis, '{"type":"cheat","ref":1}')),
    "no type": ("malformed", lambda t: says(t.axis, '{"ref":1}')),
    "no JSON": ("malformed", lambda t: says(t.axis, "march!")),
    "JSON that is cut": ("malformed", lambda t: says(t.axis, '{"type":"answer","ref":1,')),
    "a list": ("malformed", lambda t: says(t.axis, "[1,2,3]")),
    "nothing": ("malformed", lambda t: says(t.axis, "")),
    "bytes": ("malformed", lambda t: says(t.axis, b"\x00\x01")),
    "deep nesting": ("malformed", lambda t: says(t.axis, '{"type":' * 2000)),
    "too large a message": (
        "too large",
        lambda t: says(t.axis, json.dumps({"type": "chat", "ref": 1, "text": "x" * 20000})),
    ),
    "taking back what another did": ("illegal", lambda t: t.allied.ask("undo", n=t.n)),
    "taking back at another step": ("stale", lambda t: t.axis.ask("undo", n=t.n - 1)),
    "making again what was not undone": ("illegal", lambda t: t.axis.ask("redo", n=t.n)),
    "another's seat": ("not yours", lambda t: t.axis.ask("seat", side="allied", player="random")),
    "a seat by one who looks on": ("not yours", lambda t: t.watch.ask("seat", side="axis", player="random")),
    "a seat that is none": ("unknown", lambda t: t.axis.ask("seat", side="watch", player="person")),
    "a player that is none": ("malformed", lambda t: t.axis.ask("seat", side="axis", player="god")),
    "odds of what is illegal": ("unknown", lambda t: t.axis.ask("odds", n=t.n, picked=["attack", "3026"])),
    "odds for another": ("not asked", lambda t: t.allied.ask("odds", n=t.n, picked=["end"])),
    "a draft for another": ("not asked", lambda t: t.allied.ask("draft", n=t.n, picked=[])),
    "a hint for another": ("not asked", lambda t: t.allied.ask("hint", n=t.n)),
    "a draft of what is illegal": ("illegal", lambda t: t.axis.ask("draft", n=t.n, picked=["march", "bri_a8"])),
    "a step that is not yet": ("unknown", lambda t: t.axis.ask("look", at=t.n + 1)),
    "a step before the first": ("malformed", lambda t: t.axis.ask("look", at=-1)),
    "a hidden counter": ("unknown", lambda t: t.axis.ask("unit", unit="bri_fleet1")),
}


@pytest.mark.parametrize("kind", FORGED)
def test_what_is_forged_is_refused_and_changes_nothing(table: Table, kind: str) -> None:
    code, knock = FORGED[kind]
    session = table.made.server.hosted(table.made.game).begun
    before, inputs, log = table.made.digest(), list(session.inputs), len(session.log)
    said = knock(table)
    assert (said["type"], said["code"]) == ("refused", code), said
    assert all(reason["text"] for reason in said["reasons"])
    assert said["reasons"]
    if code in ("illegal", "not asked"):
        assert (
            said["reasons"][0]["rule"] or "undo" in said["reasons"][0]["text"] or "redo" in said["reasons"][0]["text"]
        )
    assert (table.made.digest(), session.inputs, len(session.log)) == (before, inputs, log)
    assert not any(message["type"] == "change" for message in table.allied.heard[-3:] if message.get("n", 0) > table.n)


def test_there_are_many_kinds() -> None:
    assert len(FORGED) >= 20


def test_a_repeated_answer_is_stale(server: Server) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red:
        twice = json.dumps({"type": "answer", "ref": 1, "n": red.known["n"], "picked": ["dig", "r1"]})
        red.line.send(twice)
        red.line.send(twice)
        assert red.until("answered", "refused")["type"] == "answered"
        assert red.until("answered", "refused")["code"] == "stale"
        assert len(server.hosted(made.game).begun.inputs) == 1


def test_two_tabs_do_not_double_a_move(server: Server) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as one, made.sit("red") as other:
        for tab in (one, other):
            tab.send(type="answer", ref=1, n=0, picked=["dig", "r1"])
        kinds = sorted(tab.until("answered", "refused")["type"] for tab in (one, other))
        assert kinds == ["answered", "refused"]
        assert len(server.hosted(made.game).begun.inputs) == 1


def test_a_game_that_is_over_or_not_begun_takes_nothing(server: Server) -> None:
    made, rng = server.make("toy:duel", "person", "random", join=False), Random(1)
    with made.sit("red") as red:
        for what in ("answer", "draft", "odds"):
            assert red.refused(what, n=0, picked=["end"])["code"] == "not started"
        assert red.refused("undo", n=0)["code"] == "not started"
        assert red.refused("supply")["code"] == "not started"
        assert red.refused("hex", hex="0101")["code"] == "not started"
        made.join("red")
    with made.sit("red") as red:
        while red.until_asked() is not None:
            red.answer(*red.draw(rng))
        digest = made.digest()
        for what in ("answer", "draft", "odds"):
            assert red.refused(what, n=red.known["n"], picked=["end"])["code"] == "over"
        assert not red.look("why", n=red.known["n"], picked=[], pick="end")["may"]
        assert made.digest() == digest


# ------------------------------------------------------------------------------------------------ the line itself


def test_nothing_is_heard_before_hello(server: Server) -> None:
    with Client(server.address, "", greet=False) as client:
        assert client.refused("ping")["code"] == "no hello"
        assert client.refused("answer", n=0, picked=["end"])["code"] == "no hello"


@pytest.mark.parametrize("token", ["", "nonsense", "a.b", "x" * 5000])
def test_a_key_that_is_none_is_told_so_and_the_line_closed(server: Server, token: str) -> None:
    with Client(server.address, "", greet=False) as client:
        client.send(type="hello", token=token)
        assert "key" in client.until("closed")["text"]
        with pytest.raises(ConnectionClosed):
            client.hear()


def test_a_revoked_key_does_not_come_in_again(server: Server) -> None:
    made = server.make("toy:ford", "person", "person")
    made.ask("host", "/keys/red", "POST").raise_for_status()
    with Client(server.address, "", greet=False) as client:
        client.send(type="hello", token=made.keys["red"])
        assert "revoked" in client.until("closed")["text"]


def test_a_key_that_is_revoked_during_hello_opens_nothing(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    made, enter = server.make("toy:ford", "person", "person"), Hall.enter

    async def slowly(hall: Hall, token: str, client: str) -> tuple[Hosted, Key]:
        found = await enter(hall, token, client)
        await found[0].revoke("red")
        return found

    monkeypatch.setattr(Hall, "enter", slowly)
    with Client(server.address, "", greet=False) as client:
        client.send(type="hello", token=made.keys["red"])
        assert "revoked" in client.until("closed", "game")["text"]
    assert server.hosted(made.game).lines == []


def test_who_was_sent_away_is_not_obeyed(server: Server) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red:
        before = made.digest()
        server.hosted(made.game).lines[0].ended = True  # before he hears of it
        red.send(type="answer", ref=1, n=red.known["n"], picked=["dig", "r1"])
        with pytest.raises(ConnectionClosed):
            red.until("answered", "change")
        assert made.digest() == before


def test_a_page_of_another_site_gets_no_line(server: Server) -> None:
    where = server.address.replace("http", "ws", 1) + "/api/play"
    with pytest.raises(Exception, match="403"), connect(where, origin=Origin("https://example.org")):
        pass
    with connect(where, origin=Origin(server.address)):
        pass


def test_messages_that_come_too_fast_are_refused(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", limits=Limits(messages=(0.001, 5), look_ups=(0.001, 2))) as server:
        made = server.make("toy:ford", "person", "greedy")
        with made.sit("red") as red:
            red.look("supply")
            assert red.refused("supply")["code"] == "too fast"
            kinds = [red.ask("ping")["type"] for _ in range(4)]
            assert kinds == ["reply", "reply", "refused", "refused"]


def test_an_address_has_only_so_many_connections(tmp_path: Path) -> None:
    """Also such as never say hello."""
    with serving(tmp_path / "games.db", limits=Limits(sockets=2)) as server:
        where = server.address.replace("http", "ws", 1) + "/api/play"
        with connect(where), connect(where), pytest.raises(InvalidStatus), connect(where):
            pass
        made = server.make("toy:ford", "person", "greedy")
        with made.sit("red") as red:
            assert red.known["seat"] == "red"


def test_hello_is_not_said_too_often(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", limits=Limits(look_ups=(0.001, 2))) as server:
        made = server.make("toy:ford", "person", "greedy")
        with made.sit("red") as red:
            for answer in ("game", "refused"):
                red.send(type="hello", token=red.key)
                assert red.until("game", "refused")["type"] == answer


def test_who_does_not_read_is_cut_off() -> None:
    async def unread() -> None:
        hall = SimpleNamespace(settings=Settings(""), allowances=None)
        line = Connection(SimpleNamespace(scope={}), hall)  # type: ignore[arg-type]  # nothing is sent
        for _ in range(100):
            line.send(b"x" * 100_000)
        assert line.ended
        assert line.behind <= BEHIND

    asyncio.run(unread())


# ------------------------------------------------------------------------------------------------ when something breaks


def test_what_cannot_be_stored_did_not_happen(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red, made.sit("blue") as blue:
        before = made.digest()

        async def full(*_: object) -> None:
            raise OSError("no space left on device")

        with monkeypatch.context() as broken:
            broken.setattr(Store, "append", full)
            assert red.refused("answer", n=0, picked=["dig", "r1"])["code"] == "not stored"
        assert made.digest() == before
        assert not any(message["type"] == "change" for message in blue.heard)
        red.answer("dig", "r1")
        assert red.known["n"] == 1


def test_a_game_that_could_not_be_stored_as_it_began_begins_later(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = server.make("toy:ford", "person", "person", join=False)
    made.join("red")

    async def full(*_: object) -> None:
        raise OSError("no space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(Store, "append", full)
        assert not made.join("blue")
    with made.sit("red") as red:
        red.answer("dig", "r1")


def test_the_computer_tries_again_what_was_not_stored(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer, "PAUSE", 0.01)
    made, append, tried = server.make("toy:ford", "person", "random"), Store.append, list[int]()

    async def full_at_first(
        store: Store, id: str, at: int, inputs: Sequence[Input], snapshots: Sequence[Snapshot] = ()
    ) -> None:
        if inputs and isinstance(inputs[0], Answer) and inputs[0].side == "blue":
            tried.append(at)
        if len(tried) == 1:
            raise OSError("no space left on device")
        await append(store, id, at, inputs, snapshots)

    monkeypatch.setattr(Store, "append", full_at_first)
    with made.sit("red") as red:
        while red.known["to_play"] == "red":
            red.answer("end")
        while red.known["to_play"] == "blue":
            red.hear()
        assert tried[0] == tried[1]


def test_a_bug_in_a_rule_leaves_the_game_unharmed(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red:
        before, advance = made.digest(), Session._advance

        def fails(session: Session) -> None:
            if session.inputs and len(session.inputs) == 1:
                raise Bug("a rule contradicts itself")
            advance(session)

        with monkeypatch.context() as broken:
            broken.setattr(Session, "_advance", fails)
            said = red.refused("answer", n=0, picked=["dig", "r1"])
        assert (said["code"], "bug" in said["reasons"][0]["text"]) == ("bug", True)
        assert made.digest() == before
        assert "a rule contradicts itself" in caplog.text
        assert "Traceback" in caplog.text
        red.answer("dig", "r1")


def test_a_question_comes_without_hints_rather_than_not_at_all(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise KeyError("a hint")

    made = server.make("toy:ford", "person", "person")
    with monkeypatch.context() as broken:
        plant(broken, toy.SYSTEM, "lens", hints=fails)
        with made.sit("red") as red:
            assert red.known["question"]["picks"]
            red.answer("dig", "r1")
            assert red.known["question"]["picks"]


def test_a_game_that_cannot_be_shown_is_opened_anew(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise KeyError("a track")

    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red, made.sit("blue") as blue, monkeypatch.context() as broken:
        plant(broken, toy.SYSTEM, "standing", tracks=fails)
        assert red.ask("answer", n=0, picked=["dig", "r1"])["type"] == "answered"
        for client in (red, blue):
            assert "is stored" in client.until("closed")["text"]
    with made.sit("red") as red:
        assert red.known["n"] == 1


def test_no_key_and_no_seed_is_in_a_log(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO"):  # below that libraries write down every message
        made = server.make("toy:ford", "person", "greedy")
        with made.sit("red") as red:
            red.answer("dig", "r1")
            red.refused("answer", n=0, picked=["dig", "r1"])
        made.ask("red")
    secrets = [*made.keys.values(), server.hosted(made.game).kept.seed]
    assert caplog.records
    assert not any(secret in record.getMessage() for secret in secrets for record in caplog.records)
