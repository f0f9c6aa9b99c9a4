"""A real server and a real browser for the tests of this folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
PICTURES = os.environ.get("SANDTABLE_PICTURES")  # a folder for screenshots, where somebody wants to look


def chromium() -> str | None:
    """The system's browser; None: the one Playwright has fetched."""
    return next(
        (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
    )


class Server:
    """A server in a process of its own, on a database in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.start()

    def start(self) -> None:
        url = f"sqlite:///{self.folder / 'games.db'}"
        command = [
            sys.executable,
            "-c",
            "from sandtable.cli import main; main()",
            "serve",
            "--port",
            "0",
            "--no-browser",
            "--database",
            url,
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            said.append(line)
            if "http://" in line:
                self.url = "http://" + line.split("http://")[1].split()[0].rstrip("/.")
                return
        raise AssertionError("the server told no address:\n" + "".join(said))

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("server"))
    yield started
    started.stop()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    expect.set_options(timeout=15_000)
    started = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
    yield started
    started.close()


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    found = People(browser, server.url)
    yield found
    found.leave()


class People:
    """Browsers of different people: each has cookies and storage of its own. No error in any page goes unseen."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def person(self, size: dict[str, int] = DESKTOP, **more: object) -> Page:
        context = self.browser.new_context(base_url=self.url, viewport=size, **more)  # type: ignore[arg-type]
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        return page

    def leave(self) -> None:
        for context in self.contexts:
            context.close()
        assert not self.errors, self.errors


@pytest.fixture
def page(people: People) -> Page:
    return people.person()


def picture(page: Page, name: str) -> None:
    """A screenshot, where somebody wants to look at it."""
    if PICTURES:
        Path(PICTURES).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(PICTURES) / f"{name}.png")
