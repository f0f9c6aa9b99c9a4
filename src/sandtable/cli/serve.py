"""The command that serves games in the browser: to oneself at 127.0.0.1, or to a club."""

from __future__ import annotations

import gc
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
TRIED = 50  # ports after the usual one
GARBAGE = (20_000, 20, 20)  # new things before what is no longer used is looked for; games are many things, all in use
SHARE = 0.0005  # seconds until a thread at work lets another go on: who answers players waits for several of them


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
) -> None:  # fmt: skip
    """Play in the browser: serve. Games are kept and go on where they stopped.

    Without a port it takes 8770, or the next that is free. For a club: serve --host 0.0.0.0 --database URL, behind
    a proxy that speaks https. What one address may ask for is limited: name the proxy (--proxy), or all behind it count
    as one.
    """
    from sandtable.server.settings import Settings, usual_database

    proxies = tuple(map(address_of, proxy or ()))
    listening = listen(host, port)
    chosen = listening.getsockname()[1]
    settings = Settings(
        database or usual_database(), host, chosen, tuple(origin or ()), proxies, webhooks=allow_webhooks
    )
    try:
        run(settings, listening, browser=not no_browser and port is None and has_browser())
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
                raise BadInput(f"{host} port {each}: {error.strerror or error}") from error
            continue
        if port is None and each != USUAL_PORT:
            tell(f"Port {USUAL_PORT} is taken: using {each} instead.")
        return found
    raise BadInput(f"no port from {wanted[0]} to {wanted[-1]} is free: name one with --port")


def run(settings: Settings, listening: socket.socket, browser: bool) -> None:
    """Until it is stopped, by Ctrl-C."""
    import asyncio

    from uvicorn import Config, Server

    from sandtable.server.app import make_app
    from sandtable.server.hosting import UVICORN, uvicorn_options
    from sandtable.server.store import Store

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s", stream=sys.stderr)

    class Announced(Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            announce(settings, browser)

    async def served() -> None:
        app = make_app(settings, await Store.open(settings.database))
        await Announced(Config(app, **uvicorn_options(settings))).serve([listening])

    sys.setswitchinterval(SHARE)
    gc.set_threshold(*GARBAGE)
    loop = Config("", **UVICORN).get_loop_factory()
    with suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=loop) as runner:  # it comes after an orderly end
        runner.run(served())
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
