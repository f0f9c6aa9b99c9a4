"""The application: the REST part, the socket, the pages, and what belongs around them."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.routing import Match, Route
from starlette.types import Scope
from starlette.websockets import WebSocket

from sandtable import __version__
from sandtable.core.errors import NoRoom, SandtableError
from sandtable.server import models, rest
from sandtable.server.club import club
from sandtable.server.hall import Elsewhere, Hall, NoSuchGame
from sandtable.server.kept_files import Folder
from sandtable.server.limits import Allowances, address
from sandtable.server.links import Links, NoEntry
from sandtable.server.metrics import MEDIA_TYPE, may_look, told
from sandtable.server.openapi_page import page
from sandtable.server.refusals import NOT_STORED, NOT_YOURS, QUOTA, TOO_FAST, Refusal
from sandtable.server.security import Guard
from sandtable.server.settings import Settings
from sandtable.server.socket import Connection
from sandtable.server.store import Store, storable

log = logging.getLogger("sandtable.server")
ABOUT = """Operational board wargames, played by their rules. This part makes games and gives out what never changes;
a game itself is played over the socket `/api/play`, which docs/protocol.md describes."""
STATUS = {NOT_YOURS: 403, TOO_FAST: 429, QUOTA: 429}  # of refusals; the others are conflicts
TAGS = [
    {"name": "systems", "description": "What can be played, rules, charts and boards."},
    {"name": "making games", "description": "New ones, lessons, records brought along, and private copies."},
    {"name": "games", "description": "A game by its key."},
    {"name": "club", "description": "Games that are listed for everybody at this server."},
]


def make_app(settings: Settings, store: Store | None = None) -> FastAPI:
    """The database is opened as the application starts, unless it is brought along; it is closed in any case."""
    allowances = Allowances(settings.limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        kept = store or await Store.open(settings.database)
        app.state.hall = Hall(kept, Links(await kept.secret()), settings, allowances)
        yield
        await app.state.hall.close()
        await kept.close()

    app = FastAPI(
        title="sandtable", version=__version__, description=ABOUT, openapi_tags=TAGS, lifespan=lifespan,
        openapi_url="/api/openapi.json", docs_url=None, redoc_url=None,
        responses=rest.refusals(422, 429, 507),
    )  # fmt: skip
    for router in (rest.books, rest.making, rest.games, club):
        app.include_router(router, prefix="/api")
    _say_no_in_sentences(app)
    _socket(app)
    _pages(app, settings)
    _describe(app)
    app.add_middleware(Guard, settings=settings, allowances=allowances)
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

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        if not may_look(address(request.scope), request.headers):
            raise HTTPException(403, "figures of the server are told to its own machine alone")
        return Response(await told(app.state.hall), media_type=MEDIA_TYPE)

    def file(request: Request) -> Response:
        name, query = request.path_params["name"], request.url.query
        found = folder.find(name or "index.html")
        if found is None and name and "text/html" in request.headers.get("accept", ""):
            # to a browser our first page says that there is nothing here, in words and with ways on
            return RedirectResponse(f"/{'?' * bool(query)}{query}#/{quote(name, safe='/')}")
        if found is None:
            raise HTTPException(404, "there is nothing here")
        return found.answer(request)

    app.router.routes.append(Page("/{name:path}", file, include_in_schema=False))


class Page(Route):
    """Whatever is not of the API."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        path = scope.get("path", "")
        return (Match.NONE, {}) if path == "/api" or path.startswith("/api/") else super().matches(scope)


def _describe(app: FastAPI) -> None:
    """The shape of refusals, which no operation returns, is described too."""
    described = app.openapi

    def with_refusals() -> dict[str, Any]:
        found = described()
        found["components"]["schemas"]["Refused"] = models.Refused.model_json_schema()
        return found

    app.openapi = with_refusals  # type: ignore[method-assign]  # as FastAPI tells to extend it


def _say_no_in_sentences(app: FastAPI) -> None:
    def refused(status: int, text: str, code: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
        return JSONResponse({"detail": storable(text), "code": code}, status, headers)

    @app.exception_handler(SandtableError)
    async def ours(_: Request, error: SandtableError) -> JSONResponse:
        if isinstance(error, rest.NoKey):
            return refused(401, str(error), "no key", {"WWW-Authenticate": "Bearer"})
        kinds: dict[type[Exception], tuple[int, str]] = {
            NoEntry: (403, "no entry"), NoSuchGame: (404, "not found"), Elsewhere: (409, "elsewhere"),
            NoRoom: (507, NOT_STORED),
        }  # fmt: skip
        status, code = kinds.get(type(error), (400, "bad input"))
        if isinstance(error, NoRoom):
            log.error("a request could not be carried out: %s", error)
        return refused(status, str(error), code)

    @app.exception_handler(Refusal)
    async def no(_: Request, error: Refusal) -> JSONResponse:
        return refused(STATUS.get(error.code, 409), str(error), error.code)

    @app.exception_handler(RequestValidationError)
    async def unread(_: Request, error: RequestValidationError) -> JSONResponse:
        wrong = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()]
        return refused(422, "; ".join(wrong), "unreadable")

    @app.exception_handler(AnyHTTPException)
    async def http(_: Request, error: AnyHTTPException) -> JSONResponse:
        return refused(error.status_code, str(error.detail), "http", error.headers)

    @app.exception_handler(Exception)
    async def bug(_: Request, error: Exception) -> JSONResponse:
        log.error("a request failed", exc_info=error)
        return refused(500, "the server failed over this: it is a bug, and nothing was changed", "bug")
