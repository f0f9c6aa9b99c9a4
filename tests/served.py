"""A server on loopback for tests, and clients that sit down at it."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from sandtable.cli.serve import listen
from sandtable.server.games import Hosted
from sandtable.server.hosting import Beside
from sandtable.server.routing import game_of_key
from sandtable.server.settings import Settings

PATIENCE = 120  # seconds: the machine may be busy
READY = {"automatic_setup": True}
SIDES = {"toy": ("red", "blue"), "gew": ("axis", "allied"), "use": ("axis", "west")}


class Server(Beside):
    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        super().__init__(settings, listening)
        self.http = httpx.Client(base_url=self.address, timeout=PATIENCE)

    def hosted(self, game: str) -> Hosted:
        """What the server itself knows of a game."""
        return self.hall.games[game]

    def digest(self, game: str) -> str:
        session = self.hosted(game).session
        return session.state.digest() if session else "not begun"

    def sit(self, key: str) -> Client:
        return Client(self.address, key)

    def make(self, scenario: str, *players: str, join: bool = True, **more: Any) -> Made:
        sides = SIDES[scenario.partition(":")[0]]
        options = READY if scenario.startswith("gew") else {}
        wanted = {"scenario": scenario, "seats": dict(zip(sides, players, strict=True)), "options": options, **more}
        made = Made(self, self.http.post("/api/games", json=wanted).raise_for_status().json())
        if join:
            for side in sides:
                if side in made.keys:
                    made.join(side)
        return made


class Made:
    """A game that was made, with its keys."""

    def __init__(self, server: Server, made: dict[str, Any]) -> None:
        self.server, self.game, self.commitment = server, str(made["game"]), str(made["commitment"])
        self.keys: dict[str, str] = made["keys"]

    def ask(self, seat: str, path: str = "", method: str = "GET", **more: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.keys[seat]}"}
        return self.server.http.request(method, f"/api/games/{self.game}{path}", headers=headers, **more)

    def join(self, side: str, salt: str = "a grain") -> bool:
        found = self.ask(side, f"/seats/{side}", "POST", json={"salt": salt, "name": side.title()})
        sat = found.raise_for_status().json()
        self.keys[side] = sat["key"]
        return bool(sat["started"])

    def sit(self, seat: str) -> Client:
        return self.server.sit(self.keys[seat])

    def digest(self) -> str:
        return self.server.digest(self.game)


class Client:
    """Somebody at a seat: what he sends, and the game as he has been told it."""

    def __init__(self, address: str, key: str, greet: bool = True, source: str = "127.0.0.1") -> None:
        where = f"{address.replace('http', 'ws', 1)}/api/play?game={game_of_key(key)}"
        self.opened = ExitStack()
        line = connect(where, open_timeout=PATIENCE, max_size=None, source_address=(source, 0))
        self.line: ClientConnection = self.opened.enter_context(line)
        self.key, self.ref = key, 0
        self.known: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        if greet:
            self.send(type="hello", token=key)
            self.until("game")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        self.opened.close()

    def send(self, **message: Any) -> None:
        self.line.send(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        """The next message; what it tells about the game is kept."""
        message: dict[str, Any] = json.loads(self.line.recv(timeout=PATIENCE))
        self.heard.append(message)
        if message["type"] == "game":
            self.known = message
        elif message["type"] == "change":
            self._change(message)
        elif message["type"] == "lesson":
            self.known["lesson"] = message["lesson"]
        return message

    def _change(self, message: dict[str, Any]) -> None:
        assert message["from"] == self.known["n"]
        for name, value in message["view"].items():
            if isinstance(self.known["view"][name], dict) and name != "sides":
                merged = {**self.known["view"][name], **value}
                self.known["view"][name] = {key: each for key, each in merged.items() if each is not None}
            else:
                self.known["view"][name] = value
        self.known["looks"] |= message["looks"]
        if not message["step"]:
            self.known["log"] = [line for line in self.known["log"] if line["n"] < message["n"]]
        self.known["log"] += message["log"]
        self.known["sequence"] = message["sequence"] or self.known["sequence"]
        for name in ("n", "mark", "question", "to_play", "thinking", "undo", "redo", "standing", "outcome", "lesson"):
            self.known[name] = message[name]

    def until(self, *types: str) -> dict[str, Any]:
        while (message := self.hear())["type"] not in types:
            pass
        return message

    def until_asked(self) -> dict[str, Any] | None:
        """The question, when it comes; None when the game is over."""
        while self.known["question"] is None and self.known["outcome"] is None:
            self.hear()
        question: dict[str, Any] | None = self.known["question"]
        return question

    def ask(self, type: str, **more: Any) -> dict[str, Any]:
        """The reply to a message, whatever it is."""
        self.ref += 1
        self.send(type=type, ref=self.ref, **more)
        while (message := self.until("reply", "answered", "refused"))["ref"] != self.ref:
            pass
        return message

    def look(self, type: str, **more: Any) -> Any:
        """The body of the reply."""
        found = self.ask(type, **more)
        assert found["type"] == "reply", found
        return found["body"]

    def refused(self, type: str, **more: Any) -> dict[str, Any]:
        found = self.ask(type, **more)
        assert found["type"] == "refused", found
        assert found["reasons"], found
        return found

    def answer(self, *picked: str) -> dict[str, Any]:
        """An answer that is taken; what follows from it has been heard."""
        found = self.ask("answer", n=self.known["n"], picked=list(picked))
        assert found["type"] == "answered", found
        self.until("change")
        return found

    def draw(self, rng: Random) -> list[str]:
        """Some legal answer to the question asked, pick by pick."""
        question, picked = self.known["question"], list[str]()
        while question["slot"]:
            picked.append(rng.choice(question["picks"])["id"])
            question = self.look("draft", n=self.known["n"], picked=picked)
        return picked


@contextmanager
def serving(database: str | Path, **more: Any) -> Iterator[Server]:
    """A server, until one is done with it."""
    address = f"sqlite:///{database}" if isinstance(database, Path) else database
    with (
        listen("127.0.0.1", 0) as listening,
        Server(Settings(address, port=listening.getsockname()[1], **more), listening) as server,
        server.http,
    ):
        yield server
