"""`sandtable serve`: where it listens, what it says, how it stops."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sandtable.cli import SERVES, in_front, serve
from sandtable.core.errors import BadInput
from served import PATIENCE

PROGRAM = [sys.executable, "-c", "from sandtable.cli import main; main()"]


@contextmanager
def started(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The program, and what it said until it was ready."""
    quiet = {"XDG_DATA_HOME": str(folder), "HOME": str(folder), "CI": "1", "SANDTABLE_DATA": ""}
    running = subprocess.Popen([*PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env={**os.environ, **quiet})  # fmt: skip
    assert running.stdout is not None
    said = ""
    while "Games are kept" not in said:
        line = running.stdout.readline()
        if not line:
            break
        said += line
    try:
        yield running, said
    finally:
        running.kill()
        running.communicate()


def address_in(said: str) -> str:
    found = re.search(r"http://\S+", said)
    assert found is not None, said
    return found[0]


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_it_says_where_it_is_and_stops_in_order(tmp_path: Path) -> None:
    with started(tmp_path, "serve", "--port", "0", "--no-browser") as (running, said):
        with urllib.request.urlopen(address_in(said)) as page:
            assert page.status == 200
        assert str(tmp_path) in said
        assert list(tmp_path.rglob("games.sqlite"))
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, err) == (0, "")
    assert "All games are kept" in out


@pytest.mark.parametrize("words", [["--no-browser"], ["--no-browser", "--port", "0"], ["--port=0", "--traceback"]])
def test_without_a_command_it_takes_the_options_of_serve(tmp_path: Path, words: list[str]) -> None:
    with started(tmp_path, *words) as (_, said):
        assert "sandtable is at http://127.0.0.1:" in said


def test_every_option_of_serve_may_stand_alone() -> None:
    from typer.main import get_command

    from sandtable.cli.commands import app

    command = get_command(app).commands["serve"]  # type: ignore[attr-defined]  # a group has them
    options = {option for given in command.params for option in given.opts} - {"--help"}
    assert options == set(SERVES)
    assert in_front(["odds", "--port", "1"]) == ["odds", "--port", "1"]


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
@pytest.mark.parametrize("closed", ["by the reader", "from the start"])
def test_it_serves_on_when_nobody_reads_what_it_says(tmp_path: Path, closed: str) -> None:
    read, write = os.pipe()
    os.close(read)
    with serve.listen("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    words = ["serve", "--port", str(port), "--no-browser", "--database", f"sqlite:///{tmp_path / 'games.db'}"]
    shut = (lambda: os.close(1)) if closed == "from the start" else None
    running = subprocess.Popen([*PROGRAM, *words], stdout=write, stderr=subprocess.PIPE, text=True, preexec_fn=shut)
    os.close(write)
    try:
        answered, deadline = False, time.monotonic() + PATIENCE
        while not answered and running.poll() is None and time.monotonic() < deadline:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as page:
                answered = page.status == 200
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
    assert (answered, running.returncode, err) == (True, 0, "")


def test_without_words_it_serves_at_the_next_free_port(tmp_path: Path) -> None:
    with socket.socket() as taken:
        try:
            taken.bind(("127.0.0.1", serve.USUAL_PORT))
            taken.listen()
        except OSError:
            pass  # somebody else has it, which is as good
        with started(tmp_path) as (_, said):
            assert f"Port {serve.USUAL_PORT} is taken" in said
            with urllib.request.urlopen(address_in(said)) as page:
                assert page.status == 200


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"database": "nonsense"}, "a database is given as"),
        ({"database": "oracle://x/y"}, "no database known here"),
        ({"database": "sqlite:////nowhere/at/all/games.db"}, "cannot be opened"),
        ({"host": "192.0.2.1"}, "192.0.2.1 port 0"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(said: dict[str, str], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        serve.serve(port=0, no_browser=True, **{"database": "sqlite://", **said})  # type: ignore[arg-type]  # words


def test_a_port_that_was_named_is_not_exchanged_for_another() -> None:
    with serve.listen("127.0.0.1", 0) as taken, pytest.raises(BadInput, match="port"):
        serve.listen("127.0.0.1", taken.getsockname()[1])


def test_a_password_is_not_shown() -> None:
    assert "secret" not in serve.shown("postgresql://me:secret@example.org/games")
    assert serve.shown("sqlite:////tmp/games.db") == "/tmp/games.db"


@pytest.mark.parametrize(
    ("environment", "has"),
    [
        ({"DISPLAY": ":0"}, True),
        ({}, False),
        ({"DISPLAY": ":0", "CI": "1"}, False),
        ({"DISPLAY": ":0", "SSH_TTY": "x"}, False),
    ],
)
def test_a_browser_is_opened_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], has: bool
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "CI", "SSH_CONNECTION", "SSH_TTY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", "linux")
    assert serve.has_browser() == has
