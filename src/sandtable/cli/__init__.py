"""The command `sandtable`: charts, odds and records at a terminal. Whatever goes wrong is said in one sentence."""

from __future__ import annotations

import io
import os
import sys
import traceback
from typing import NoReturn

from sandtable.core.errors import Bug, SandtableError

REPORT = "this is a bug in sandtable, please report it with the command you typed"


def main() -> None:
    """The entry point: exit code 0, 2 for what the person can mend, 1 for what we must."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ♦ shows a question mark instead
    from sandtable.cli.commands import app, asked

    try:
        try:
            app(prog_name="sandtable")
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _close_quietly()
    except Bug as error:
        _give_up(error, asked.traceback)
    except SandtableError as error:
        _say(str(error))
        sys.exit(2)
    except Exception as error:  # anything else we did not foresee: never a bare traceback
        _give_up(error, asked.traceback)


def _say(sentence: str) -> None:
    print(sentence.replace("\n", " "), file=sys.stderr)


def _give_up(error: Exception, full: bool) -> NoReturn:
    if full:
        traceback.print_exception(error)
    more = "" if full else " (sandtable --traceback ... shows where)"
    _say(f"{REPORT}{more}: {type(error).__name__}: {error}")
    sys.exit(1)


def _close_quietly() -> NoReturn:
    """Whoever read our output has gone (`| head`): nothing more to say, not even while Python shuts down."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(1)
