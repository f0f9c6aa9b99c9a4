"""Files that people hand in and ask for: TOML and JSON read whole, or refused by file and line; files written whole."""

from __future__ import annotations

import json
import os
import re
import stat
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sandtable.core.errors import BadData, BadInput

DEEPEST = 30  # tables and lists within one another; none of ours goes beyond ten
LARGEST = 10**15  # the largest number that can be meant
TOO_DEEP = f"tables and lists lie more than {DEEPEST} deep in one another"
TOO_LARGE = "no number here has more than 15 digits"
NO_CONTROL = "a text holds a control character, which none of these files may"
BRACKET = re.compile(r"""[\[{\]}]|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\#.*""")  # or a text or a remark, in which none counts
LONG_NUMBER = re.compile(r"\d{16,}|0x[\da-fA-F_]{13,}|0[ob][0-7_]{17,}")


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadData(path, 0, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise BadData(path, line, "cannot be read: this is not a text in UTF-8") from error


def parse_toml(path: Path, text: str) -> dict[str, Any]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        raise BadData(path, int(found[1]) if found else 1, f"not TOML: {error}") from error
    except (ValueError, RecursionError) as error:
        raise _beyond(path, text, error) from error
    _check(path, text, data)
    return data


def parse_json(path: Path, text: str, pairs: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    try:
        data = json.loads(text, object_pairs_hook=pairs)
    except json.JSONDecodeError as error:
        raise BadData(path, error.lineno, f"not JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise _beyond(path, text, error) from error
    _check(path, text, data)
    return data


def _beyond(path: Path, text: str, error: Exception) -> BadData:
    """Python's own limits: of digits, and of calls."""
    return _too_deep(path, text) if isinstance(error, RecursionError) else _too_large(path, text)


def _too_deep(path: Path, text: str) -> BadData:
    """At the bracket that is one too many, or the first line that has as many dots between its keys."""
    depth = 0
    for found in BRACKET.finditer(text):
        depth += (found[0] in "[{") - (found[0] in "]}")
        if depth > DEEPEST:
            return BadData(path, text.count("\n", 0, found.start()) + 1, TOO_DEEP)
    dotted = (nth for nth, line in enumerate(text.splitlines(), 1) if line.count(".") >= DEEPEST)
    return BadData(path, next(dotted, 0), TOO_DEEP)


def _too_large(path: Path, text: str) -> BadData:
    found = LONG_NUMBER.search(text)
    return BadData(path, text.count("\n", 0, found.start()) + 1 if found else 0, TOO_LARGE)


def _check(path: Path, text: str, data: object) -> None:
    """Nothing so deep, so large or so strange that whoever reads on would stumble over it."""
    level = [data]
    for _ in range(DEEPEST):
        inner: list[object] = []
        for each in level:
            if isinstance(each, dict):
                inner += [*each, *each.values()]
            elif isinstance(each, list):
                inner += each
            elif isinstance(each, str) and not each.isprintable() and not each.replace("\n", "").isprintable():
                raise BadData(path, 0, NO_CONTROL)
            elif isinstance(each, int | float) and not -LARGEST < each < LARGEST:  # neither is `nan`
                raise _too_large(path, text)
        level = inner
        if not level:
            return
    raise _too_deep(path, text)


def writable(path: Path) -> None:
    """Refuse what could not be written, or would not be a plain file afterwards, before any work is done for it."""
    try:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            raise BadInput(f"{path} is no plain file, so nothing is written there: name another")
        if not path.exists():
            _beside(path).touch()
            _beside(path).unlink(missing_ok=True)  # another may ask the same
        elif not os.access(path, os.W_OK):
            raise BadInput(f"{path} cannot be written: it is protected")
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from error


def write_whole(path: Path, content: bytes) -> None:
    """Whole or not at all: written beside, then put in place; where a link points to, if it is one."""
    writable(path)
    target = path.resolve()
    beside = _beside(target)
    try:
        beside.write_bytes(content)
        os.replace(beside, target)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise BadInput(f"{path} cannot be written: {error.strerror}") from error


def _beside(path: Path) -> Path:
    return path.with_name(path.name + ".new")
