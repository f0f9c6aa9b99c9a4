"""A real server and a real browser for the tests of this folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Request, expect, sync_playwright

from browser.table import PATIENCE, Table

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
NARROW = {"width": 360, "height": 740}  # the smallest phone we lay pages out for
PICTURES = os.environ.get("SANDTABLE_PICTURES")  # a folder for screenshots, where somebody wants to look
SERVE = "from sandtable.cli import main; main()"
# A game that is brought along gets dice that nobody knows (tests/server/test_rest.py). Here it keeps its record's, so
# that tests know what the pages will show.
KNOWN_DICE = """
import json
from sandtable.core.dice import Seeded
from sandtable.play.record import read_stretches
from sandtable.server import rebuilding

def as_recorded(kept, stored, rebuilt=rebuilding.rebuilt):
    session = rebuilt(kept, stored)
    for each in read_stretches("", json.loads(kept.earlier or "[]"))[-1:]:
        session.seed, session.commitment, session.salts = each.seed, each.commitment, each.salts
        session.dice, session.earlier = Seeded(each.seed, each.salts.values()), session.earlier[:-1]
    return session

rebuilding.rebuilt = as_recorded
"""
# Whoever sits down has read what the game is about, unless a test is about that.
BRIEFED = """if (location.protocol.startsWith('http')) {
  const kept = JSON.parse(localStorage.getItem('sandtable.settings') ?? '{}');
  localStorage.setItem('sandtable.settings', JSON.stringify({ briefing: false, ...kept }));
}"""


def arrived(page: Page) -> None:
    """It shows what it has waited for."""
    expect(page.locator("h1")).to_be_visible()
    expect(page.get_by_text("One moment …")).to_have_count(0)
    if page.evaluate("location.hash") in ("", "#/"):
        expect(page.locator("#offers")).to_be_visible()


class Server:
    """A server in a process of its own, on a database in a folder of its own. `before` it is started something may be
    done there, such as registering a game that lies in `path`."""

    def __init__(self, folder: Path, port: int = 0, before: str = "", path: Path | None = None) -> None:
        self.folder, self.port = folder, port
        self.code = before + SERVE
        found = [str(path)] if path else []
        found += filter(None, [os.environ.get("PYTHONPATH")])
        self.environment = {**os.environ, "PYTHONPATH": os.pathsep.join(found)}
        self.start()

    def start(self) -> None:
        url = f"sqlite:///{self.folder / 'games.db'}"
        command = [
            sys.executable,
            "-c",
            self.code,
            "serve",
            "--no-browser",
            "--port",
            str(self.port),
            "--database",
            url,
        ]
        self.process = subprocess.Popen(
            command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            said.append(line)
            if "http://" in line:
                self.url = "http://" + line.split("http://")[1].split()[0].rstrip("/.")
                self.port = int(self.url.rsplit(":", 1)[1])  # where it is found when it is started again
                return
        raise AssertionError("the server told no address:\n" + "".join(said))

    def stop(self) -> None:
        self.process.terminate()
        self._end()

    def kill(self) -> None:
        """Without a word of warning."""
        self.process.kill()
        self._end()

    def _end(self) -> None:
        self.process.wait(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("server"), before=KNOWN_DICE)
    yield started
    started.stop()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as driver:
        yield driver


def chromium() -> str | None:
    """The system's browser; None: the one Playwright has fetched."""
    return next(
        (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
    )


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    found = chromium()
    if found is None and not Path(playwright.chromium.executable_path).exists():
        pytest.skip("there is no Chromium here: install it, or run `playwright install chromium`")
    expect.set_options(timeout=1000 * PATIENCE)
    started = playwright.chromium.launch(executable_path=found, args=FLAGS)
    yield started
    started.close()


class People:
    """Browsers of different people: each has cookies and storage of its own. No error in any page goes unseen, nor a
    request to anybody but our server."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []
        self.forgiven: list[str] = []  # what an error may say because the test is about it

    def person(self, size: dict[str, int] = DESKTOP, briefed: bool = True, **more: Any) -> Page:
        wished: dict[str, Any] = {"base_url": self.url, "viewport": size, "reduced_motion": "reduce", **more}
        context = self.browser.new_context(**wished)
        context.set_default_timeout(1000 * PATIENCE)
        context.on("weberror", lambda found: self.errors.append(str(found.error)))
        context.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        context.on("request", self._asked)
        if briefed:
            context.add_init_script(BRIEFED)
        self.contexts.append(context)
        return context.new_page()

    def table(self, size: dict[str, int] = DESKTOP, **more: Any) -> Table:
        return Table(self.person(size, **more))

    def phone(self, **more: Any) -> Table:
        return self.table(PHONE, has_touch=True, is_mobile=True, **more)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.errors.append(f"another host was asked: {request.url}")

    def leave(self) -> None:
        for context in self.contexts:
            context.close()
        errors = [error for error in self.errors if not any(said in error for said in self.forgiven)]
        assert not errors, errors


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    found = People(browser, server.url)
    yield found
    found.leave()


@pytest.fixture
def page(people: People) -> Page:
    return people.person()


@pytest.fixture
def table(people: People) -> Table:
    return people.table()


def picture(page: Page, name: str) -> None:
    """A screenshot, where somebody wants to look at it."""
    if PICTURES:
        page.wait_for_timeout(600)  # cards come up
        Path(PICTURES).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(PICTURES) / f"{name}.png")
