"""The application: the REST part, the socket, the pages, and what belongs around them."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.websockets import WebSocket

from sandtable import __version__
from sandtable.core.errors import SandtableError
from sandtable.server import models, rest
from sandtable.server.hall import Hall, NoSuchGame
from sandtable.server.kept_files import Folder
from sandtable.server.links import Links, NoEntry
from sandtable.server.openapi_page import page
from sandtable.server.refusals import NOT_YOURS, Refusal
from sandtable.server.security import Guard
from sandtable.server.settings import Settings
from sandtable.server.socket import Connection
from sandtable.server.store import Store

log = logging.getLogger("sandtable.server")
ABOUT = """Operational board wargames, played by their rules. This part makes games and gives out what never changes;
a game itself is played over the socket `/api/play`, which docs/protocol.md describes."""
TAGS = [
    {"name": "systems", "description": "What can be played, rules, charts and boards."},
    {"name": "making games", "description": "New ones, lessons, records brought along, and private copies."},
    {"name": "games", "description": "A game by its key."},
]


def make_app(settings: Settings, store: Store | None = None) -> FastAPI:
    """The database is opened as the application starts, unless it is brought along; it is closed in any case."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        kept = store or await Store.open(settings.database)
        app.state.hall = Hall(kept, Links(await kept.secret()), settings)
        yield
        await app.state.hall.close()
        await kept.close()

    app = FastAPI(
        title="sandtable", version=__version__, description=ABOUT, openapi_tags=TAGS, lifespan=lifespan,
        openapi_url="/api/openapi.json", docs_url=None, redoc_url=None,
        responses={422: {"model": models.Refused, "description": "It cannot be read: the sentence says where."},
                   429: {"model": models.Refused, "description": "Too many requests."}},
    )  # fmt: skip
    for router in (rest.books, rest.making, rest.games):
        app.include_router(router, prefix="/api")
    _say_no_in_sentences(app)
    _socket(app)
    _pages(app, settings)
    app.add_middleware(Guard, settings=settings)
    return app


def _socket(app: FastAPI) -> None:
    @app.websocket("/api/play")
    async def play(socket: WebSocket) -> None:
        await socket.accept()
        await Connection(socket, app.state.hall).run()


def _pages(app: FastAPI, settings: Settings) -> None:
    folder = Folder(settings.web)

    @app.get("/api/docs", include_in_schema=False)
    def documentation() -> HTMLResponse:
        return HTMLResponse(page(app.openapi()))

    @app.get("/{name:path}", include_in_schema=False)
    def file(name: str, request: Request) -> Response:
        found = None if name.startswith("api/") else folder.find(name or "index.html")
        if found is None:
            raise HTTPException(404, "there is nothing here")
        return found.answer(request)


def _say_no_in_sentences(app: FastAPI) -> None:
    def refused(status: int, text: str, code: str) -> JSONResponse:
        headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
        return JSONResponse({"detail": text, "code": code}, status, headers)

    @app.exception_handler(SandtableError)
    async def ours(_: Request, error: SandtableError) -> JSONResponse:
        kinds: dict[type[Exception], tuple[int, str]] = {
            rest.NoKey: (401, "no key"), NoEntry: (403, "no entry"), NoSuchGame: (404, "not found"),
        }  # fmt: skip
        return refused(*_split(kinds.get(type(error), (400, "bad input")), str(error)))

    @app.exception_handler(Refusal)
    async def no(_: Request, error: Refusal) -> JSONResponse:
        return refused(403 if error.code == NOT_YOURS else 409, str(error), error.code)

    @app.exception_handler(RequestValidationError)
    async def unread(_: Request, error: RequestValidationError) -> JSONResponse:
        wrong = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()]
        return refused(422, "; ".join(wrong), "unreadable")

    @app.exception_handler(AnyHTTPException)
    async def http(_: Request, error: AnyHTTPException) -> JSONResponse:
        return refused(error.status_code, str(error.detail), "http")

    @app.exception_handler(Exception)
    async def bug(_: Request, error: Exception) -> JSONResponse:
        log.error("a request failed", exc_info=error)
        return refused(500, "the server failed over this: it is a bug, and nothing was changed", "bug")


def _split(kind: tuple[int, str], text: str) -> tuple[int, str, str]:
    return kind[0], text, kind[1]
