"""Bots of others: a program that is given a server and the key of a seat, and plays by docs/protocol.md. The game is
hosted for it alone, on this machine; our player sits at the other seat, and is told no more than ever."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import create_server
from tempfile import TemporaryDirectory, TemporaryFile
from time import perf_counter
from typing import IO, Any

from websockets.sync.client import ClientConnection, connect

from sandtable.core.errors import BadInput
from sandtable.core.flow import Ask
from sandtable.core.rules import Side
from sandtable.core.state import State
from sandtable.play.notation import written
from sandtable.play.table import imagined
from sandtable.players import player
from sandtable.players.match import Clocked, Pairing, Spent, Timed, ended
from sandtable.server.games import Hosted
from sandtable.server.hosting import Beside
from sandtable.server.refusals import STALE
from sandtable.server.settings import Limits, Settings

BOT = "bot:"  # before the command that begins it
HERE = "127.0.0.1"
SILENCE = 600.0  # seconds that a bot may think over an answer
END = 10.0  # seconds it has to end when the game is over
FREELY = (1e9, 1e9)


def is_bot(name: str) -> bool:
    return name.startswith(BOT)


def command(name: str) -> list[str]:
    """The words that begin a bot."""
    try:
        words = shlex.split(name.removeprefix(BOT))
    except ValueError as error:
        raise BadInput(f"{name}: the command of a bot is read as a shell reads it, which fails: {error}") from error
    if not words:
        raise BadInput(f"{name}: a bot is named by the command that begins it, {BOT}'python bot.py'")
    return words


def play_hosted(pairing: Pairing, luck: str) -> Timed:
    """The game that `play_timed` plays, with a bot at one of the seats: the same dice, the same player of ours."""
    theirs = Side(int(is_bot(pairing.players[1])))
    ours = Side(1 - theirs)
    with hosting() as server:
        game = server.run(server.hall.arranged(HERE, pairing.game, pairing.options, luck))
        keys = [server.hall.key(game, seat) for seat in game.sides]
        before, mine = _children(), Clocked(player(pairing.players[ours], f"{luck} {ours}"))
        with begun(pairing.players[theirs], server.address, keys[theirs]) as bot:
            answers, seconds = _sit(server, game, keys[ours], mine, luck, bot)
        spent = Spent(answers, seconds, _children() - before)
        return Timed(ended(game.begun, Side(0)), (spent, mine.spent) if theirs == 0 else (mine.spent, spent))


@contextmanager
def hosting() -> Iterator[Beside]:
    """A server for one game, which is forgotten after it; nothing is too much for it."""
    limits = Limits(messages=FREELY, look_ups=FREELY, talk=FREELY, games=FREELY, requests=FREELY, stored=FREELY)
    with TemporaryDirectory() as folder, create_server((HERE, 0)) as listening:
        database = f"sqlite:///{Path(folder) / 'games.sqlite'}"
        with Beside(Settings(database, port=listening.getsockname()[1], limits=limits), listening) as server:
            yield server


class Bot:
    """A program that plays, and what it has complained of."""

    def __init__(self, name: str, running: subprocess.Popen[bytes], errors: IO[bytes]) -> None:
        self.name, self.running, self.errors = name, running, errors

    def failed(self, why: str) -> BadInput:
        self.errors.seek(0)
        lines = self.errors.read().decode(errors="replace").strip().splitlines()
        return BadInput(f"{self.name} {why}{': ' + lines[-1] if lines else ''}")


@contextmanager
def begun(name: str, address: str, key: str) -> Iterator[Bot]:
    """The command with two words more, the server and the key. It ends with the game."""
    with TemporaryFile() as errors:
        try:
            running = subprocess.Popen([*command(name), address, key], stdout=subprocess.DEVNULL, stderr=errors)
        except OSError as error:
            raise BadInput(f"{name}: {error.strerror}") from error
        try:
            yield Bot(name, running, errors)
            with suppress(subprocess.TimeoutExpired):
                running.wait(END)
        finally:
            running.kill()
            running.wait()


def _sit(server: Beside, game: Hosted, key: str, mine: Clocked, luck: str, bot: Bot) -> tuple[int, float]:
    """Answer what our side is asked until the game is over. How many answers the bot gave, and its seconds."""
    answers, seconds, asked = 0, 0.0, 0.0
    with connect(server.address.replace("http", "ws", 1) + "/api/play", max_size=None) as line:
        line.send(json.dumps({"type": "hello", "token": key}))
        while True:
            message = _heard(line, bot)
            if message["type"] == "refused" and message["code"] != STALE:  # stale: the bot has taken something back
                raise BadInput(f"{bot.name}: an answer of ours was refused: {message['reasons']}")
            if message["type"] not in ("game", "change"):
                continue
            if asked:
                answers, seconds = answers + 1, seconds + perf_counter() - asked
            if message["outcome"]:
                return answers, seconds
            asked = 0.0 if message["question"] else perf_counter()
            if message["question"]:
                state, ask = server.run(_imagined(game, luck))
                picked = written(state, ask.form, mine.answer(state, ask))
                said = {"type": "answer", "ref": 1, "n": message["n"], "mark": message["mark"], "picked": picked}
                line.send(json.dumps(said))


async def _imagined(game: Hosted, luck: str) -> tuple[State, Ask]:
    """The position as our side may imagine it, while nothing else happens in the game."""
    async with game.lock:
        return imagined(game.begun, luck)


def _heard(line: ClientConnection, bot: Bot) -> dict[str, Any]:
    """The next message, while the bot is there and says something now and then."""
    begun = perf_counter()
    while True:
        with suppress(TimeoutError):
            message: dict[str, Any] = json.loads(line.recv(timeout=1))
            return message
        if (code := bot.running.poll()) is not None:
            raise bot.failed(f"ended with code {code} before the game was over")
        if perf_counter() - begun > SILENCE:
            raise bot.failed(f"has not answered for {SILENCE:.0f} seconds")


def _children() -> float:
    """Seconds of one core that programs took which this process began, and which have ended."""
    spent = os.times()
    return spent.children_user + spent.children_system
