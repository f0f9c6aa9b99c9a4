"""Computers that plan at hosted games: a plan is made once, its progress told, what it is told to nobody; orders."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

import pytest

import toy
from planting import plant
from sandtable.core.intents import Front, Order
from sandtable.core.rules import Hex, Side
from sandtable.core.state import State
from sandtable.core.system import find_system
from sandtable.play.session import start
from sandtable.players.advice import Step
from sandtable.players.orders import offer
from sandtable.players.planner import Planner
from sandtable.players.rollouts import Rolled, Rollout
from sandtable.server.orders import in_force, stored
from served import PATIENCE, Client, Made, Server, serving

FRONTS = (Front("North", (Hex(1), Hex(2)), (Hex(3),)), Front("South", (Hex(4),), (Hex(5), Hex(6))))
BOLDNESS = {-1: "attacks with care", 1: "attacks boldly"}
BEST = Hex(2)


class Planted:
    """Rolls nothing out: one effort is better. It may be held up."""

    def __init__(self) -> None:
        self.go, self.begun, self.rounds, self.orders = threading.Event(), threading.Event(), 0, set[Any]()
        self.go.set()

    def __call__(self, state: State, rollouts: Sequence[Rollout]) -> Iterable[Rolled]:
        self.rounds += 1
        for each in rollouts:
            self.begun.set()
            assert self.go.wait(PATIENCE)
            self.orders.add(each.ours.intent)
            sleep(0.001)
            better = 5.0 * (BEST in each.ours.order(0).efforts)
            yield Rolled(better + Random(f"{each.luck} {each.ours}").random(), answers=20)

    def close(self) -> None:
        self.go.set()


@pytest.fixture(autouse=True)
def _offered(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, toy.SYSTEM, "counsel", fronts=lambda state, side: FRONTS, boldness=BOLDNESS)
    monkeypatch.setattr("sandtable.server.computer.TOLD", 0.0)


@pytest.fixture
def hands() -> Planted:
    return Planted()


@pytest.fixture
def server(tmp_path: Path, hands: Planted) -> Iterator[Server]:
    with serving(tmp_path / "games.db") as found:
        found.app.state.hall.computers.hands = hands
        yield found


def turn_over(client: Client) -> None:
    while client.known["to_play"] == "red" and client.known["outcome"] is None:
        client.answer(client.known["question"]["ends"])


def waited(holds: Any) -> None:
    deadline = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < deadline
        sleep(0.01)


def planner(made: Made, seat: str) -> Planner | None:
    return made.server.hosted(made.game).planner(seat)


def test_a_plan_is_made_once_a_turn_and_only_how_far_it_is_is_told(server: Server, hands: Planted) -> None:
    made = server.make("toy:ford", "person", "planner")
    with made.sit("red") as red, made.sit("watch") as watch:
        turn_over(red)
        red.until_asked()
        first = planner(made, "blue")
        assert first is not None
        assert first.plan is not None
        assert BEST in first.plan.chosen.what[0].efforts
        rounds = hands.rounds
        turn_over(red)
        red.until_asked()
        assert planner(made, "blue") is first
        assert hands.rounds <= 2 * rounds + 2  # one plan more, though it was asked more often
        while watch.known["n"] < red.known["n"]:
            watch.hear()
        for client in (red, watch):
            told = [said for said in client.heard if said["type"] == "thinking"]
            assert told
            assert {*told[0]} == {"type", "side", "share"}
            shares = [said["share"] for said in told]
            assert shares[0] == 0.0
            assert max(shares) > 0.3
            heard = str(client.heard).casefold()
            assert "main effort" not in heard
            assert "north" not in heard


def test_whoever_takes_the_seat_over_need_not_wait(server: Server, hands: Planted) -> None:
    made = server.make("toy:ford", "person", "planner")
    with made.sit("red") as red, made.sit("host") as host:
        hands.go.clear()
        turn_over(red)
        assert hands.begun.wait(PATIENCE)
        computers = server.app.state.hall.computers
        assert host.ask("seat", side="blue", player="person")["type"] == "answered"
        made.keys["blue"] = made.ask("host", "/keys/blue", "POST").json()["key"]
        made.join("blue")
        with made.sit("blue") as blue:
            assert blue.until_asked() is not None
            blue.answer(*blue.draw(Random(1)))
        hands.go.set()
        waited(lambda: not computers.at_work(server.hosted(made.game)))
        assert planner(made, "blue") is None


def test_a_level_is_changed_while_it_thinks(server: Server, hands: Planted) -> None:
    made = server.make("toy:ford", "person", "staff")
    with made.sit("red") as red, made.sit("host") as host:
        hands.go.clear()
        turn_over(red)
        assert hands.begun.wait(PATIENCE)
        assert host.ask("seat", side="blue", player="recruit")["type"] == "answered"
        hands.go.set()
        assert red.until_asked() is not None
        seats = [said["seats"] for said in red.heard if said["type"] == "seats"]
        assert [seat["computer"] for seat in seats[-1] if seat["side"] == "blue"] == ["Recruit"]


def test_a_plan_for_a_person_is_told_in_words_with_the_answer_under_it(
    server: Server, hands: Planted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.server.computer.next_steps", lambda *_: [Step("form", ["pick"], "then this")])
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red, made.sit("blue") as blue:
        n = red.known["n"]
        plan = red.look("plan", n=n)
        assert plan["plan"].startswith("North: main effort 0")
        assert plan["expects"].startswith("in ")
        assert plan["others"]
        assert plan["hint"]["picked"]
        assert plan["next"] == [{"form": "form", "picked": ["pick"], "text": "then this"}]
        assert [said for said in red.heard if said["type"] == "planning"]
        assert not [said for said in blue.heard if said["type"] in ("planning", "thinking")]
        rounds = hands.rounds
        assert red.look("plan", n=n)["plan"] == plan["plan"]
        assert red.look("hint", n=n)["picked"] == plan["hint"]["picked"]
        assert hands.rounds == rounds  # it is kept for the turn
        assert blue.refused("plan", n=n)["code"] == "not asked"


def test_enough_is_answered_with_what_there_is(server: Server, hands: Planted) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red:
        hands.go.clear()
        red.send(type="plan", ref=900, n=red.known["n"])
        assert hands.begun.wait(PATIENCE)
        assert red.refused("plan", n=red.known["n"])["code"] == "too fast"
        red.send(type="enough", ref=901)
        assert red.until("reply")["ref"] == 901
        hands.go.set()
        found = red.until("reply")
        assert found["ref"] == 900
        assert found["body"]["plan"] == "The usual plan"
        assert found["body"]["hint"]["picked"]
        assert red.look("plan", n=red.known["n"])["plan"].startswith("North: main effort")  # it is thought of anew


def test_one_who_has_enough_does_not_stop_another_at_his_seat(server: Server, hands: Planted) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red, made.sit("red") as again:
        hands.go.clear()
        red.send(type="plan", ref=900, n=red.known["n"])
        assert hands.begun.wait(PATIENCE)
        again.send(type="plan", ref=900, n=again.known["n"])
        assert again.until("planning")["share"] == 0.0
        again.send(type="enough", ref=901)
        assert again.until("reply")["ref"] == 901
        hands.go.set()
        found = [client.until("reply")["body"]["plan"] for client in (red, again)]
        assert found[0].startswith("North: main effort")
        assert found[1] == found[0]  # it was there when his turn came


def test_whoever_goes_away_dismisses_nobody_else(server: Server, hands: Planted) -> None:
    made = server.make("toy:ford", "person", "person")
    game = server.hosted(made.game)
    hands.go.clear()
    with made.sit("red") as red:
        red.send(type="plan", ref=900, n=red.known["n"])
        assert hands.begun.wait(PATIENCE)
        chair, first = game.planners["red"]
        game.planners["red"] = chair, (other := Planner("1", first.budget))
    waited(lambda: not game.at("red"))
    hands.go.set()
    waited(lambda: not server.app.state.hall.computers.planning.locked())
    assert planner(made, "red") is other


def test_whoever_goes_away_leaves_leaves_no_half_plan(server: Server, hands: Planted) -> None:
    made = server.make("toy:ford", "person", "person")
    hands.go.clear()
    with made.sit("red") as red:
        red.send(type="plan", ref=900, n=red.known["n"])
        assert hands.begun.wait(PATIENCE)
    waited(lambda: planner(made, "red") is None)
    hands.go.set()
    with made.sit("red") as red:
        assert red.look("plan", n=red.known["n"])["plan"].startswith("North: main effort")


def test_a_plan_is_assistance(server: Server) -> None:
    made = server.make("toy:ford", "person", "person", assist="hints")
    with made.sit("red") as red:
        assert "plan" not in red.known["may"]
        assert red.refused("plan", n=red.known["n"])["code"] == "assist"


def test_an_order_is_kept_over_a_restart_and_obeyed(tmp_path: Path) -> None:
    orders = [{"efforts": [], "holds": ["0104"], "boldness": 0}, {"efforts": [], "holds": [], "boldness": -1}]
    with serving(tmp_path / "games.db") as server:
        server.app.state.hall.computers.hands = Planted()
        made = server.make("toy:ford", "person", "planner")
        with made.sit("host") as host:
            offered = host.look("orders", side="blue")
            assert [front["name"] for front in offered["fronts"]] == ["North", "South"]
            place = offered["fronts"][0]["holds"][0]["id"]
            orders[0]["holds"] = [place]
            assert host.ask("order", side="blue", orders=orders)["type"] == "answered"
            assert "hold" in host.look("orders", side="blue")["text"]
    with serving(tmp_path / "games.db") as server:
        hands = server.app.state.hall.computers.hands = Planted()
        made.server = server
        with made.sit("host") as host, made.sit("red") as red:
            assert host.look("orders", side="blue")["fronts"][0]["order"] == orders[0]
            turn_over(red)
            red.until_asked()
            assert hands.orders
            assert all(Hex(3) in each[0].holds for each in hands.orders)
            found = planner(made, "blue")
            assert found is not None
            assert host.ask("order", side="blue", orders=[{}, {}])["type"] == "answered"
            assert host.look("orders", side="blue")["text"] == ""
            assert planner(made, "blue") is None  # the plan was for other orders


def test_orders_are_given_by_whoever_seats_the_computer_and_the_plan_told_to_its_own_side(server: Server) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red") as red, made.sit("blue") as blue, made.sit("host") as host, made.sit("watch") as watch:
        assert red.refused("order", side="red", orders=[{}, {}])["code"] == "not yours"  # a person plays it
        red.ask("seat", side="red", player="planner")
        for other in (blue, watch, host):  # the host not while somebody sits there
            assert other.refused("orders", side="red")["code"] == "not yours"
            assert other.refused("order", side="red", orders=[{}, {}])["code"] == "not yours"
        assert red.refused("order", side="red", orders=[{}])["code"] == "unknown"
        assert red.refused("order", side="red", orders=[{"efforts": ["0104"]}, {}])["code"] == "unknown"
        assert red.refused("order", side="red", orders=[{"boldness": 7}, {}])["code"] == "unknown"
        assert red.refused("order", side="red", orders=[{"efforts": ["nowhere"]}, {}])["code"] == "unknown"
        while blue.known["to_play"] != "blue":
            blue.hear()
        plan = red.look("orders", side="red")["plan"]
        assert plan["plan"].startswith("North: main effort")
        assert plan["next"] == []
        blue.look("ping")  # all has been heard that was sent
        watch.look("ping")
        host.look("ping")
        assert "main effort" not in str([*blue.heard, *watch.heard, *host.heard]).casefold()


def test_the_host_asks_no_orders_of_a_person_and_is_not_told_those_that_another_gave(server: Server) -> None:
    made = server.make("toy:ford", "person", "person")
    with made.sit("red"), made.sit("host") as host:
        with made.sit("blue") as blue:
            assert blue.refused("orders", side="blue")["code"] == "not yours"  # he plays himself
        waited(lambda: not server.hosted(made.game).at("blue"))
        assert host.refused("orders", side="blue")["code"] == "not yours"
        with made.sit("blue") as blue:
            blue.ask("seat", side="blue", player="officer")
            place = blue.look("orders", side="blue")["fronts"][0]["holds"][0]["id"]
            assert blue.ask("order", side="blue", orders=[{"holds": [place]}, {}])["type"] == "answered"
            assert "hold" in blue.look("orders", side="blue")["text"]
        waited(lambda: not server.hosted(made.game).at("blue"))
        found = host.look("orders", side="blue")
        assert found["text"] == ""
        assert found["fronts"][0]["order"]["holds"] == []


def test_the_plan_of_the_enemy_is_told_when_the_game_is_over(server: Server) -> None:
    made = server.make("toy:ford", "person", "planner")
    with made.sit("red") as red, made.sit("host") as host:
        turn_over(red)
        red.until_asked()
        assert host.look("orders", side="blue")["plan"] is None
        while red.until_asked() is not None:
            red.answer(red.known["question"]["ends"] or red.known["question"]["picks"][0]["id"])
        assert host.look("orders", side="blue")["plan"]["plan"]


def test_what_is_ordered_of_nothing_is_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, toy.SYSTEM, "counsel", fronts=lambda state, side: ())
    made = server.make("toy:ford", "person", "officer")
    with made.sit("host") as host:
        assert host.look("orders", side="blue")["fronts"] == []
        assert "nothing to order" in str(host.refused("order", side="blue", orders=[]))


@pytest.mark.parametrize("name", ["random", "greedy-1", "greedy"])
def test_players_that_do_as_they_like_take_no_orders(server: Server, name: str) -> None:
    made = server.make("toy:ford", "person", "officer")
    with made.sit("host") as host:
        host.ask("seat", side="blue", player=name)
        for asked in ("orders", "order"):
            refused = host.refused(asked, side="blue", **({"orders": [{}, {}]} if asked == "order" else {}))
            assert "takes no orders; these do: Recruit, Officer, Planner, Staff" in str(refused)


def test_a_server_that_stops_thinks_no_more(tmp_path: Path) -> None:
    hands = Planted()
    with serving(tmp_path / "games.db") as server:
        server.app.state.hall.computers.hands = hands
        made = server.make("toy:ford", "person", "staff")
        with made.sit("red") as red:
            hands.go.clear()
            turn_over(red)
            assert hands.begun.wait(PATIENCE)
        begun = monotonic()
    assert monotonic() - begun < PATIENCE / 2


def test_rollouts_are_made_beside_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = find_system("gew")
    plant(
        monkeypatch, system, "counsel", fronts=lambda state, side: FRONTS, boldness=BOLDNESS, horizon=lambda scenario: 1
    )
    with serving(tmp_path / "games.db") as server:
        made = server.make("gew:north-africa-1941", "person", "person")
        with made.sit("axis") as axis:
            axis.send(type="plan", ref=900, n=axis.known["n"])
            while axis.until("planning")["share"] == 0.0:
                pass
            assert server.app.state.hall.computers.hands.pool is not None
            axis.send(type="enough", ref=901)
            found = axis.until("reply")
            while found["ref"] != 900:
                found = axis.until("reply")
            assert found["body"]["plan"]


def test_orders_are_stored_by_the_names_of_places() -> None:
    scenario = find_system("toy").load("ford")
    assert stored(scenario, ()) == ""
    assert '"boldness":1' in stored(scenario, (Order(efforts=(Hex(1),), boldness=1),))


def test_stored_orders_of_another_shape_are_void() -> None:
    offered = offer(start("toy:ford", seed="1").state, Side(0), "1")
    assert in_force(offered, '[{"holds":[]},{"boldness":1}]') == (Order(), Order(boldness=1))
    for text in ('[{"holds":3},{}]', '{"holds":[]}', '[{"holds":["nowhere"]},{}]', "[{}]"):
        assert in_force(offered, text) == ()
