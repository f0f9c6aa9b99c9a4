"""What every answer carries and every request is held to: headers, whose pages may ask, how much may be sent."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.limits import Allowances, address
from sandtable.server.settings import Settings

POLICY = "; ".join((
    "default-src 'none'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:",
    "font-src 'self'", "connect-src 'self'", "worker-src 'self'", "manifest-src 'self'", "base-uri 'none'",
    "form-action 'none'", "frame-ancestors 'none'",
))  # fmt: skip
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
HERE = ("127.0.0.1", "localhost", "::1")
IMPORT = "/api/games/import"
MAKING = ("/api/games", "/api/lessons", IMPORT)


class Guard:
    """Around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, allowances: Allowances) -> None:
        self.app, self.settings, self.limits = app, settings, settings.limits
        self.allowances = allowances
        self.open: Counter[str] = Counter()  # sockets, by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            why = self.stranger(headers)
        except ValueError:
            why = "the header Host or Origin is no address"
        if why:
            await self._refuse(scope, receive, send, 403, why, "origin")
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._request(scope, receive, send, headers)

    def stranger(self, headers: Headers) -> str:
        """A browser tells from which page a request comes: only our own may. Other programs say nothing."""
        host = headers.get("host", "")
        named = (*HERE, self.settings.host, *(urlsplit(each).hostname for each in self.settings.origins))
        if self.settings.loopback and urlsplit(f"//{host}").hostname not in named:
            return "this server is for this machine alone, and was called by another name"
        origin = headers.get("origin", "")
        if not origin or origin in self.settings.origins:
            return ""
        return "" if urlsplit(origin).netloc == host else "this comes from a page of another site"

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = address(scope)
        if self.open[client] >= self.limits.sockets:
            await self._refuse(scope, receive, send, 429, "too many connections from this address", "too fast")
            return
        self.open[client] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.open[client] -= 1
            if not self.open[client]:
                del self.open[client]

    async def _request(self, scope: Scope, receive: Receive, send: Send, headers: Headers) -> None:
        path, posts = scope["path"], scope["method"] == "POST"
        client = address(scope)
        makes = posts and path.startswith(MAKING)
        allowed = self.allowances.games if makes else self.allowances.requests
        if path.startswith("/api/") and not allowed.take(client):
            await self._refuse(scope, receive, send, 429, "too many requests: wait a moment", "too fast")
            return
        most = self.limits.record if path == IMPORT else self.limits.body
        if "transfer-encoding" in headers:
            await self._refuse(scope, receive, send, 411, "say how long the body is", "no length")
        elif int(headers.get("content-length", 0)) > most:
            await self._refuse(scope, receive, send, 413, f"at most {most} bytes are taken here", "too large")
        else:
            await self.app(scope, receive, dressed(send))

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, why: str, code: str) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": why})
            return
        await JSONResponse({"detail": why, "code": code}, status)(scope, receive, dressed(send))


def dressed(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(HEADERS)
        await send(message)

    return sent
