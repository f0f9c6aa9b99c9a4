"""A game over the socket: sitting down, answering, looking things up, taking back, coming again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

from sandtable.play.lessons import find_lesson
from sandtable.play.opening import replay
from sandtable.play.record import Record
from sandtable.server.settings import Limits
from served import PATIENCE, Client, Server, serving
from taken import LESSONS


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("games") / "games.db") as running:
        yield running


def play_on(clients: dict[str, Client], rng: Random, answers: int) -> None:
    """Random answers of whoever is asked."""
    for _ in range(answers):
        asked = next((client for client in clients.values() if client.known["question"]), None)
        if asked is None:
            return
        asked.answer(*asked.draw(rng))
        for client in clients.values():
            while client.known["n"] < asked.known["n"]:
                client.hear()


# ------------------------------------------------------------------------------------------------ sitting down


def test_a_game_begins_when_all_persons_have_sat_down(server: Server) -> None:
    made = server.make("toy:ford", "person", "person", join=False)
    assert not made.join("red")
    with made.sit("red") as red, made.sit("watch") as watch:
        assert (red.known["started"], red.known["view"], red.known["question"]) == (False, None, None)
        assert red.known["commitment"] == made.commitment
        assert red.refused("answer", n=0, picked=["end"])["code"] == "not started"
        assert made.join("blue")
        for client in (red, watch):
            client.until("game")
            assert client.known["started"]
        assert red.known["question"]["side"] == "red"
        assert watch.known["question"] is None
        assert [seat["who"] for seat in red.known["seats"]] == ["Red", "Blue"]


def test_a_seat_sees_its_own_units_and_the_backs_of_others(server: Server) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red, made.sit("watch") as watch:
        units = red.known["view"]["units"]
        assert {"r1", "r2", "?1", "?2"} <= set(units)
        assert "b1" not in units
        assert all(name.startswith("?") for name in watch.known["view"]["units"])
        assert all(unit["look"] in red.known["looks"] for unit in units.values())
        at = units["r1"]["at"]
        assert "r1" in red.known["view"]["stacks"][at]


def test_what_is_answered_is_told_to_everybody(server: Server) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red, made.sit("red") as again, made.sit("blue") as blue:
        before = red.known["n"]
        red.answer("move", "r1", "0402")
        for client in (again, blue):
            client.until("change")
            assert client.known["n"] == red.known["n"] > before
        assert red.known["view"]["units"]["r1"]["at"] == "0402"
        assert again.known["view"] == red.known["view"]
        assert blue.known["log"][-1]["text"]
        with made.sit("red") as fresh:
            assert fresh.known["view"] == red.known["view"]


def test_who_comes_again_is_told_the_same(server: Server) -> None:
    made = server.make("gew:north-africa-1941", "person", "person")
    clients = {side: made.sit(side) for side in ("axis", "allied", "watch")}
    play_on(clients, Random(3), 40)
    for seat, client in clients.items():
        fresh = made.sit(seat)
        for name in ("view", "question", "n", "to_play", "undo", "sequence", "outcome"):
            assert fresh.known[name] == client.known[name], (seat, name)
        assert fresh.known["log"] == client.known["log"][-200:]
        fresh.leave()
        client.leave()


def test_a_hello_may_be_said_again(server: Server) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red:
        red.send(type="hello", token=made.keys["blue"])
        assert red.until("game")["seat"] == "blue"
        assert made.server.hosted(made.game).at("red") == []


# ------------------------------------------------------------------------------------------------ looking


def test_a_menu_says_which_verb_changes_nothing(server: Server) -> None:
    made = server.make("gew:north-africa-1941", "person", "greedy")
    with made.sit("axis") as axis:
        ends = {}
        while axis.known["question"]["form"] != "move":
            ends[axis.known["question"]["form"]] = axis.known["question"]["ends"]
            axis.answer(axis.known["question"]["picks"][-1]["id"])
            axis.until_asked()
        assert ends["demobilization"] == "keep"
        assert ends["mobilization"] == "end"


def test_a_menu_that_may_not_be_ended_yet_says_so(server: Server) -> None:
    made = server.make("use:france-1940", "person", "greedy")
    with made.sit("axis") as axis:
        assert axis.known["question"]["shut"] is None
        axis.answer("end")
        axis.until_asked()
        question = axis.known["question"]
        assert question["ends"] == ""
        assert question["shut"]["id"] == "end"
        why = axis.look("why", n=question["n"], picked=[], pick="end")
        assert [reason["rule"] for reason in why["reasons"]] == ["1.2"]


def test_a_question_goes_on_pick_by_pick(server: Server) -> None:
    made = server.make("gew:north-africa-1941", "person", "greedy")
    with made.sit("axis") as axis:
        while axis.known["question"]["form"] != "move":
            axis.answer(axis.known["question"]["picks"][-1]["id"])
            axis.until_asked()
        question = axis.known["question"]
        assert question["opens"]["march"] == {"kind": "unit", "many": False}
        opens = axis.look("opens", n=question["n"])
        assert list(opens) == list(question["opens"]) == [pick["id"] for pick in question["picks"]]
        assert (opens["march"]["kind"], opens["end"]) == ("unit", {"kind": "", "many": False, "picks": []})
        assert "ger_dak" in opens["march"]["picks"]
        unit = axis.look("draft", n=question["n"], picked=["march"])
        assert {pick["id"]: pick["at"] for pick in unit["picks"]}["ger_dak"] == "2926"
        to = axis.look("draft", n=question["n"], picked=["march", "ger_dak"])
        assert (to["kind"], to["text"]) == ("hex", "Where to?")
        assert {pick["id"]: pick["name"] for pick in to["picks"]}["2726"] == "2726 Benghazi"
        whole = axis.look("draft", n=question["n"], picked=["march", "ger_dak", "3027"])
        assert (whole["slot"], whole["picks"]) == ("", [])
        why = axis.look("why", n=question["n"], picked=["march", "ger_dak"], pick="3026")
        assert not why["may"]
        assert why["reasons"][0]["rule"] == "17.0"
        assert why["instead"]
        assert axis.look("why", n=question["n"], picked=[], pick="ger_dak")["may"]
        assert axis.look("why", n=question["n"], picked=[], pick="bri_cw1")["reasons"]


def test_what_would_be_left_undone_is_told_of_the_draft_that_ends_the_menu(server: Server) -> None:
    made = server.make("gew:north-africa-1941", "person", "greedy")
    with made.sit("axis") as axis:
        while axis.known["question"]["form"] != "move":
            axis.answer(axis.known["question"]["picks"][-1]["id"])
            axis.until_asked()
        question = axis.known["question"]
        assert question["warning"] == []
        assert axis.look("draft", n=question["n"], picked=["march"])["warning"] == []
        left = axis.look("draft", n=question["n"], picked=["end"])["warning"]
        assert "ger_tropk" in [unit for reason in left for unit in reason["units"]]


def test_a_march_tells_the_way_it_took(server: Server) -> None:
    made = server.make("gew:north-africa-1941", "person", "greedy")
    with made.sit("axis") as axis:
        while axis.known["question"]["form"] != "move":
            axis.answer(axis.known["question"]["picks"][-1]["id"])
            axis.until_asked()
        asked = {"n": axis.known["n"], "picked": ["march", "ger_dak"], "pick": "2726"}
        way = axis.look("path", **asked)["hexes"]
        assert len(way) > 2
        axis.answer("march", "ger_dak", "2726")
        told = [line for line in axis.known["log"] if line["kind"] == "moved"][-1]
        assert (told["units"], told["way"]) == (["ger_dak"], way)


def test_look_ups_are_answered(server: Server) -> None:
    made = server.make("gew:north-africa-1941", "person", "greedy")
    with made.sit("axis") as axis:
        supply = {line["unit"]: line for line in axis.look("supply")}
        assert supply["ger_dak"]["legs"][0]["hexes"] == ["2926", "2826", "2726"]
        assert "out of supply" in axis.look("starving", hex="2726")["text"]
        assert axis.look("hex", hex="3026")["title"] == "3026 Tobruk"
        assert axis.look("hex", hex="3026")["units"] == ["bri_cw1"]
        assert axis.look("unit", unit="ger_dak")["title"] == "DAK"
        assert axis.look("score")["allied"]["total"] == 2
        told = axis.look("briefing")
        assert [each["points"] for each in told["sides"]] == [0, 2]
        assert [bool(each["funds"]) for each in told["sides"]] == [True, False]
        assert told["stakes"][0] | {"text": "", "rule": ""} == {
            "side": "axis", "text": "", "worth": 2, "points": 0, "rule": "", "hexes": ["3026"], "holder": "allied",
        }  # fmt: skip
        hint = axis.look("hint", n=axis.known["n"])
        assert hint["picked"][0] in [pick["id"] for pick in axis.known["question"]["picks"]]
        assert hint["why"] == "it found nothing that promises more than to go on"
        back = axis.look("look", at=0)
        assert back["view"] == axis.known["view"]
        assert axis.refused("look", at=999)["code"] == "unknown"
        assert axis.refused("hex", hex="nowhere")["code"] == "unknown"
        assert axis.refused("unit", unit="bri_fleet1")["reasons"][0]["text"] == "bri_fleet1 is not to be seen"
        assert axis.look("ping") is None


def test_a_unit_alone_tells_the_group_it_is_a_part_of(server: Server) -> None:
    with server.make("toy:supply", "person", "person").sit("red") as red:
        picks = red.look("draft", n=red.known["n"], picked=["change"])["picks"]
        parts = {pick["id"]: pick.get("of") for pick in picks}
        assert parts == {"Guards": None, "Lancers": None, "r1": "Guards", "r2": "Guards", "r3": "Guards",
                         "r4": "Lancers", "r5": "Lancers"}  # fmt: skip


def test_the_card_of_a_counter_lists_its_other_faces(server: Server) -> None:
    with server.make("toy:supply", "person", "person").sit("red") as red:
        assert [(line["label"], line["text"]) for line in red.look("unit", unit="r5")["lines"]] == [
            ("combat mode, 2 steps", "attack 2, defence 2, move 3"),  # it is reduced: another one is up
            ("march mode, 2 steps", "attack 0, defence 1, move 6"),
            ("march mode, 1 step", "attack 0, defence 1, move 6"),
        ]


@pytest.mark.parametrize(
    ("assist", "open", "closed"),
    [
        ("full", ["supply", "threat", "hint", "score"], []),
        ("hints", ["supply", "score"], ["threat", "hint", "odds"]),
        ("bare", [], ["supply", "starving", "threat", "hint", "odds", "path", "score"]),
    ],
)
def test_assistance_is_as_agreed(server: Server, assist: str, open: list[str], closed: list[str]) -> None:
    made = server.make("gew:north-africa-1941", "person", "greedy", assist=assist)
    about = {"hint": ["n"], "odds": ["n", "picked"], "path": ["n", "picked", "pick"], "starving": ["hex"]}
    with made.sit("axis") as axis:
        said = {"n": axis.known["n"], "picked": ["keep"], "pick": "2726", "hex": "2726"}
        for what in open:
            axis.look(what, **{key: said[key] for key in about.get(what, [])})
        for what in closed:
            assert axis.refused(what, **{key: said[key] for key in about.get(what, [])})["code"] == "assist"
        assert axis.look("draft", n=axis.known["n"], picked=["keep"])["slot"] == ""
        assert axis.look("hex", hex="2726")
        may = {*axis.known["may"]}
        assert may >= {*open, "draft", "why", "hex", "unit", "look", "briefing"}
        assert not may & {*closed}


def test_whoever_looks_on_plays_no_part(server: Server) -> None:
    made = server.make("gew:north-africa-1941", "person", "person")
    for seat in ("watch", "host"):
        with made.sit(seat) as watcher:
            assert watcher.refused("answer", n=watcher.known["n"], picked=["keep"])["code"] == "not yours"
            assert watcher.refused("undo", n=watcher.known["n"])["code"] == "not yours"
            assert watcher.refused("supply")["code"] == "not yours"
            assert watcher.known["may"] == ["why", "hex", "unit", "look", "score", "briefing"]
            assert watcher.look("hex", hex="3026")["title"] == "3026 Tobruk"
            assert watcher.look("why", n=watcher.known["n"], picked=[], pick="keep")["reasons"][0]["rule"]


def test_it_is_said_whose_turn_it_is_with_the_rule(server: Server) -> None:
    made = server.make("gew:north-africa-1941", "person", "person")
    with made.sit("allied") as allied:
        why = allied.look("why", n=allied.known["n"], picked=[], pick="bri_a8")
        assert why["reasons"][0]["text"] == "the question is for Axis, not for Allied"
        assert why["reasons"][0]["rule"] == "10.12"


# ------------------------------------------------------------------------------------------------ back and forth


def test_an_answer_is_taken_back_and_made_again(server: Server) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red, made.sit("blue") as blue:
        before, view, log = made.digest(), red.known["view"], list(red.known["log"])
        red.answer("dig", "r1")
        moved, after = made.digest(), red.known
        assert red.known["undo"] == ""
        assert blue.refused("undo", n=red.known["n"])["code"] == "illegal"
        assert red.ask("undo", n=red.known["n"])["type"] == "answered"
        red.until("change")
        assert (made.digest(), red.known["view"], red.known["log"]) == (before, view, log)
        assert red.known["redo"]
        assert red.ask("redo", n=red.known["n"])["type"] == "answered"
        red.until("change")
        assert made.digest() == moved
        assert red.known["log"] == after["log"]
        assert red.refused("redo", n=red.known["n"])["code"] == "illegal"


def test_what_was_meant_for_another_question_with_the_same_number_is_stale(server: Server) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red:
        red.answer("dig", "r1")
        n, mark = red.known["n"], red.known["question"]["mark"]
        red.ask("undo", n=n, mark=mark)
        red.until("change")
        red.answer("dig", "r2")
        assert red.known["n"] == n
        digest = made.digest()
        for what in ("answer", "draft", "odds"):
            assert red.refused(what, n=n, mark=mark, picked=["end"])["code"] == "stale"
        for what in ("undo", "redo", "hint"):
            assert red.refused(what, n=n, mark=mark)["code"] == "stale"
        assert made.digest() == digest
        assert red.look("draft", n=n, mark=red.known["mark"], picked=["end"])["slot"] == ""


def test_an_undo_is_undone_in_the_store_too(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        made = server.make("toy:ford", "person", "person")
        with made.sit("red") as red:
            red.answer("dig", "r1")
            red.ask("undo", n=red.known["n"])
            red.until("change")
            red.answer("dig", "r2")
            digest = made.digest()
    with serving(tmp_path / "games.db") as server, server.sit(made.keys["red"]) as red:
        assert server.digest(made.game) == digest
        assert red.known["undo"] == ""


# ------------------------------------------------------------------------------------------------ computers


def test_the_computer_plays_until_a_person_is_asked(server: Server) -> None:
    made = server.make("toy:ford", "person", "greedy")
    rng = Random(1)
    with made.sit("red") as red:
        while red.until_asked() is not None:
            red.answer(*red.draw(rng))
        assert red.known["outcome"]["text"]
        assert red.known["to_play"] == ""
        assert red.refused("answer", n=red.known["n"], picked=["end"])["code"] == "over"
    record = Record.parse(made.ask("red", "/record").text.splitlines())
    assert replay(record).state.digest() == made.digest()


def test_the_computer_takes_a_seat_over_and_gives_it_back(server: Server) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red, made.sit("blue") as blue:
        assert blue.refused("seat", side="red", player="greedy")["code"] == "not yours"
        assert red.ask("seat", side="red", player="random")["type"] == "answered"
        while blue.until_asked() is None or blue.known["to_play"] != "blue":
            blue.hear()
        assert red.refused("answer", n=blue.known["n"], picked=["end"])["code"] in ("not yours", "stale")
        assert red.ask("seat", side="red", player="person")["type"] == "answered"
        seats = {seat["side"]: seat["player"] for seat in blue.until("seats")["seats"]}
        while seats["red"] != "person":
            seats = {seat["side"]: seat["player"] for seat in blue.until("seats")["seats"]}
        blue.answer(*blue.draw(Random(1)))


def test_who_plays_is_not_changed_behind_ones_back(server: Server) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("host") as host, made.sit("red") as red:
        with made.sit("blue"):
            assert host.refused("seat", side="blue", player="greedy")["code"] == "not yours"
        while any(seat["side"] == "blue" and seat["present"] for seat in host.until("seats")["seats"]):
            pass
        assert host.ask("seat", side="blue", player="greedy")["type"] == "answered"
        said = red.until("chat")["line"]
        assert (said["from"], said["text"]) == (
            "table",
            "the computer (Greedy of 0.3.0) now plays Blue, as the host wishes",
        )
        made.ask("host", "/keys/blue", "POST").raise_for_status()
        assert "replaced the key of Blue" in red.until("chat")["line"]["text"]


def test_a_game_that_waits_for_nobody_any_more_begins(server: Server) -> None:
    made = server.make("toy:ford", "person", "person", join=False)
    made.join("red")
    with made.sit("red") as red, made.sit("host") as host:
        assert not red.known["started"]
        assert host.ask("seat", side="blue", player="random")["type"] == "answered"
        red.until("game")
        assert red.known["started"]


def test_a_seat_of_the_computer_is_given_to_a_friend(server: Server) -> None:
    made = server.make("toy:ford", "person", "random")
    with made.sit("host") as host:
        host.ask("seat", side="blue", player="person")
    made.keys["blue"] = made.ask("host", "/keys/blue", "POST").json()["key"]
    assert made.join("blue")
    with made.sit("red") as red, made.sit("blue") as blue:
        while red.known["to_play"] == "red":
            red.answer("end")
        while blue.known["to_play"] != "blue":
            blue.hear()
        assert blue.known["question"]["side"] == "blue"


def test_a_computer_thinks_for_somebody_who_is_there(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Handed over by its only person, a game goes on while he watches."""
    monkeypatch.setattr("sandtable.server.computer.ALONE", 0)
    made = server.make("toy:ford", "person", "random")
    with made.sit("red") as red:
        red.ask("seat", side="red", player="random")
        while red.known["outcome"] is None:
            red.hear()
        assert red.known["outcome"]["text"]


def test_computers_wait_when_nobody_is_there(server: Server) -> None:
    """Handed over by its only person, a long game stops soon after he has gone, and goes on with him."""
    made = server.make("gew:north-africa-1941", "person", "random")
    with made.sit("axis") as axis:
        axis.ask("seat", side="axis", player="random")
        axis.until("change")
    game, computers = server.hosted(made.game), server.app.state.hall.computers
    deadline = monotonic() + PATIENCE
    while game.lines or computers.at_work(game):
        assert monotonic() < deadline, "the computers play on with nobody there"
        sleep(0.01)
    assert game.session is not None
    assert game.session.outcome is None
    waited, digest = len(game.session.inputs), made.digest()
    with made.sit("axis") as axis:
        assert axis.known["n"] == waited  # nothing was played meanwhile
        axis.until("change")
        assert axis.known["n"] > waited
    assert made.digest() != digest


# ------------------------------------------------------------------------------------------------ words


def test_chat_is_for_all_and_notes_for_oneself(server: Server) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red, made.sit("watch") as watch:
        red.send(type="chat", ref=1, text="good luck")
        assert watch.until("chat")["line"]["from"] == "red"
        assert red.ask("note", text="hold the ford")["type"] == "reply"
        assert red.refused("chat", text="x" * 2000)["code"] == "too large"
    with made.sit("red") as red, made.sit("blue") as blue:
        assert red.known["note"] == "hold the ford"
        assert blue.known["note"] == ""
        assert [line["text"] for line in blue.known["chat"]] == ["good luck"]


def test_chat_has_a_measure_of_its_own(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", limits=Limits(talk=(0.001, 2), look_ups=(0.001, 9))) as server:
        made = server.make("toy:ford", "person", "greedy")
        with made.sit("red") as red:
            assert [red.ask("chat", text="hello")["type"] for _ in range(3)] == ["reply", "reply", "refused"]
            assert red.ask("note", text="hold the ford")["type"] == "reply"


# ------------------------------------------------------------------------------------------------ lessons


def test_a_lesson_asks_for_one_thing_and_answers_the_rest(server: Server) -> None:
    made = server.http.post("/api/lessons/gew:move").raise_for_status().json()
    with server.sit(made["keys"]["axis"]) as learner:
        assert learner.known["question"]["form"] == "move"  # what comes before it was answered
        step = learner.known["lesson"]
        assert (step["nth"], step["wants"], step["words"]) == (1, "look", ["draft", "march", "ger_dak"])
        assert learner.refused("answer", n=learner.known["n"], picked=["end"])["code"] == "lesson"
        learner.send(type="draft", ref=1, n=learner.known["n"], picked=["march", "ger_dak"])
        assert learner.until("lesson")["lesson"]["nth"] == 2
        assert learner.refused("seat", side="axis", player="greedy")["code"] == "not yours"
    assert server.http.post("/api/lessons/gew:nothing").status_code == 404


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_can_be_taken_to_its_end_over_the_wire(server: Server, lesson: str) -> None:
    made = server.http.post(f"/api/lessons/{lesson}").raise_for_status().json()
    with server.sit(made["keys"][find_lesson(lesson).side]) as learner:
        for _ in range(60):
            step = learner.known["lesson"]
            if step["done"]:
                break
            take_step(learner, step["wants"], step["words"])
            while learner.known["lesson"] == step or not (learner.known["question"] or learner.known["lesson"]["done"]):
                learner.hear()
        assert learner.known["lesson"]["done"], learner.known["lesson"]


def take_step(learner: Client, wants: str, words: list[str]) -> None:
    """What the lesson asks for; words that stand for any are filled with what is offered."""
    n, first = learner.known["n"], words[0]
    if wants == "answer":
        learner.send(type="answer", ref=1, n=n, picked=filled(learner, words))
    elif wants == "refusal":
        learner.send(type="why", ref=1, n=n, picked=words[:-1], pick=words[-1])
    elif first in ("draft", "odds"):
        learner.send(type=first, ref=1, n=n, picked=filled(learner, words[1:]))
    elif first == "path":
        learner.send(type=first, ref=1, n=n, picked=words[1:-1], pick=words[-1])
    elif first in ("hex", "starving", "unit"):
        learner.send(type=first, ref=1, **{"unit" if first == "unit" else "hex": words[1]})
    elif first in ("stack", "charts", "rules"):
        learner.send(type="looked", ref=1, what=first, words=words[1:])
    else:
        learner.send(type=first, ref=1)


def filled(learner: Client, words: list[str]) -> list[str]:
    found: list[str] = []
    for word in words:
        question = learner.look("draft", n=learner.known["n"], picked=found)
        if word == "...":
            while question["slot"]:
                found.append(question["picks"][0]["id"])
                question = learner.look("draft", n=learner.known["n"], picked=found)
        else:
            found.append(question["picks"][0]["id"] if word == "*" else word)
    return found


# ------------------------------------------------------------------------------------------------ after a stop


def test_games_go_on_after_the_server_was_stopped(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        made = server.make("gew:north-africa-1941", "person", "person")
        clients = {side: made.sit(side) for side in ("axis", "allied")}
        play_on(clients, Random(5), 30)
        digest, known, changed = made.digest(), clients["axis"].known, made.ask("axis").json()["changed"]
        for client in clients.values():
            client.leave()
    with serving(tmp_path / "games.db") as server, server.sit(made.keys["axis"]) as axis:
        assert server.digest(made.game) == digest
        found = server.http.get("/api/game", headers={"Authorization": f"Bearer {made.keys['axis']}"}).json()
        assert abs(datetime.fromisoformat(found["changed"]) - datetime.fromisoformat(changed)) < timedelta(seconds=9)
        for name in ("view", "question", "n", "log", "to_play"):
            assert axis.known[name] == known[name], name


def test_games_nobody_is_at_are_put_away_and_come_back(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", loaded=2, idle=0) as server:
        made = [server.make("toy:ford", "person", "person") for _ in range(4)]
        loaded = server.app.state.hall.games
        assert len(loaded) == 2
        assert made[0].game not in loaded
        with made[0].sit("red") as red:
            red.answer("dig", "r1")
            assert made[0].game in loaded
