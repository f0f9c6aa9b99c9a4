"""Documents that seldom change: with a mark by which a browser asks whether it has them already, and packed once."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cached_property
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

SMALL = 500  # bytes that are not worth packing
PACKED = ("text/", "application/json", "application/javascript", "image/svg")
mimetypes.add_type("application/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("image/webp", ".webp")


class Document:
    def __init__(self, body: bytes, media_type: str) -> None:
        self.body, self.media_type = body, media_type
        self.mark = f'"{hashlib.sha256(body).hexdigest()[:24]}"'

    @cached_property
    def packed(self) -> bytes | None:
        worth = len(self.body) > SMALL and self.media_type.startswith(PACKED)
        return gzip.compress(self.body, 6, mtime=0) if worth else None

    def answer(self, request: Request) -> Response:
        headers = {"ETag": self.mark, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if self.mark in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=self.media_type)
        return Response(self.body, headers=headers, media_type=self.media_type)


class Folder:
    """The files of a folder, read again when they have changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.known: dict[Path, tuple[float, Document]] = {}

    def find(self, name: str) -> Document | None:
        """None if there is no such file; never one outside the folder."""
        try:
            path = (self.folder / name).resolve()
            if not path.is_relative_to(self.folder) or not path.is_file():
                return None
        except (ValueError, OSError):  # no name a file can have
            return None
        changed = path.stat().st_mtime
        if path not in self.known or self.known[path][0] != changed:
            self.known[path] = changed, file_document(path)
        return self.known[path][1]


def file_document(path: Path) -> Document:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Document(path.read_bytes(), f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
