"""The command that serves games in the browser: to oneself at 127.0.0.1, or to a club."""

from __future__ import annotations

import errno
import logging
import os
import socket
import sys
from contextlib import suppress
from ipaddress import ip_network
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli import speak_to_nobody
from sandtable.core.errors import BadInput

if TYPE_CHECKING:
    from sandtable.server.settings import Settings

USUAL_PORT = 8770
A_DAY = 10  # bytes a second for each MB: as much in 28 hours
TRIED = 50  # ports after the usual one


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0: all of this machine's.")] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="0: any that is free.")] = None,
    database: Annotated[
        str, typer.Option(metavar="URL", help="Where games are kept: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME.")
    ] = "",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Open no browser.")] = False,
    allow_webhooks: Annotated[
        bool, typer.Option("--allow-webhooks", help="Let games tell an address whose turn it is.")
    ] = False,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="Its address behind a proxy: https://games.example.", show_default=False),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS", show_default=False,
            help="Where a proxy is (127.0.0.1, 10.0.0.0/8) that tells the addresses of players by X-Forwarded-For.",
        ),
    ] = None,
    quota: Annotated[
        float, typer.Option(metavar="MB", min=0.1, help="What one address may have stored at once; refilled in a day.")
    ] = 20,
    forget: Annotated[
        float, typer.Option(metavar="DAYS", min=0, help="Delete games after so long without an answer; 0: never.")
    ] = 0,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Processes that share the games: about one for each core of the machine.")
    ] = 1,
) -> None:  # fmt: skip
    """Play in the browser: serve. Games are kept and go on where they stopped.

    Without a port it takes 8770, or the next that is free. For a club: serve --host 0.0.0.0 --database URL, behind
    a proxy that speaks https, and --workers where one core is not enough. What one address may ask for is limited: name
    the proxy (--proxy), or all behind it count as one.
    """
    from sandtable.server.settings import Limits, Settings, usual_database

    proxies = tuple(map(address_of, proxy or ()))
    listening = listen(host, port)
    chosen = listening.getsockname()[1]
    settings = Settings(
        database or usual_database(), host, chosen, tuple(origin or ()), proxies, webhooks=allow_webhooks,
        forget=forget, limits=Limits(stored=(quota * A_DAY, quota * 1e6)),
    )  # fmt: skip
    browser = not no_browser and port is None and has_browser()
    try:
        if workers > 1:
            run_workers(settings, listening, browser, workers)
        else:
            run(settings, listening, browser)
    finally:
        listening.close()


def address_of(proxy: str) -> str:
    """One address, or a network of them."""
    try:
        ip_network(proxy)
    except ValueError as error:
        raise BadInput(f"--proxy {proxy}: a proxy is named by its address, 127.0.0.1 or 10.0.0.0/8") from error
    return proxy


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens at the port asked for; if none was, at the usual one or the next that is free."""
    wanted = range(USUAL_PORT, USUAL_PORT + TRIED) if port is None else [port]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for each in wanted:
        found = socket.socket(family, socket.SOCK_STREAM)
        if os.name != "nt":  # there it would let two servers have one port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, each))
            found.listen(128)
        except OSError as error:
            found.close()
            if port is not None or isinstance(error, socket.gaierror):
                raise BadInput(f"{host} port {each}: {error.strerror or error}{_free(host, error)}") from error
            continue
        if port is None and each != USUAL_PORT:
            tell(f"Port {USUAL_PORT} is taken: using {each} instead.")
        return found
    raise BadInput(f"no port from {wanted[0]} to {wanted[-1]} is free: name one with --port")


def _free(host: str, error: OSError) -> str:
    """Which port might be named instead of one that is taken."""
    if error.errno != errno.EADDRINUSE:
        return ""
    with listen(host, 0) as found:
        return f"; port {found.getsockname()[1]} is free"


def run(settings: Settings, listening: socket.socket, browser: bool) -> None:
    """Until it is stopped, by Ctrl-C."""
    import asyncio

    from uvicorn import Config, Server

    from sandtable.server.app import make_app
    from sandtable.server.hosting import UVICORN, settle_down, uvicorn_options
    from sandtable.server.store import Store

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s", stream=sys.stderr)

    class Announced(Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            announce(settings, browser)

    async def served() -> None:
        app = make_app(settings, await Store.open(settings.database))
        await Announced(Config(app, **uvicorn_options(settings))).serve([listening])

    settle_down()
    loop = Config("", **UVICORN).get_loop_factory()
    with suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=loop) as runner:  # it comes after an orderly end
        runner.run(served())
    tell("Stopped. All games are kept.")


def run_workers(settings: Settings, listening: socket.socket, browser: bool, count: int) -> None:
    """The same in so many processes, which this one hands connections to."""
    import asyncio
    import signal

    if not hasattr(socket, "send_fds"):
        raise BadInput("--workers: this system cannot hand connections from one process to another")
    from sandtable.server.store import Store
    from sandtable.server.workers import Workers

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s", stream=sys.stderr)

    async def served() -> None:
        store = await Store.open(settings.database)  # made and migrated before several would
        await store.secret()
        await store.close()
        task = asyncio.current_task()
        assert task is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        workers = Workers(settings, count)
        try:
            await workers.start()
            announce(settings, browser)
            await workers.listen(listening)
        finally:
            workers.end()

    with suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(served())
    tell("Stopped. All games are kept.")


def announce(settings: Settings, browser: bool) -> None:
    everywhere = settings.host in ("0.0.0.0", "::")
    host = socket.gethostname() if everywhere else settings.host
    address = f"http://{f'[{host}]' if ':' in host else host}:{settings.port}/"
    tell(f"sandtable is at {address}  (Ctrl-C stops it)\nGames are kept in {shown(settings.database)}")
    if browser:
        import threading
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def tell(text: str) -> None:
    """Games go on when nobody reads this any more."""
    try:
        typer.echo(text)
        sys.stdout.flush()
    except BrokenPipeError:
        speak_to_nobody()


def shown(database: str) -> str:
    """Without a password."""
    from sqlalchemy.engine import make_url

    url = make_url(database)
    return url.database or "memory" if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)


def has_browser() -> bool:
    """Not in a pipeline, over a line to another machine, or without a screen."""
    away = any(os.environ.get(name) for name in ("CI", "SSH_CONNECTION", "SSH_TTY"))
    screen = sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return screen and not away
