"""The command `sandtable`: charts, odds and records at a terminal. Whatever goes wrong is said in one sentence."""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Sequence
from typing import NoReturn

from sandtable.core.errors import BadInput, Bug, SandtableError, one_line

REPORT = "this is a bug in sandtable, please report it with the command you typed"


def main() -> None:
    """The entry point: exit code 0, 2 for what the person can mend, 1 for what we must."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # closed by whoever started us  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ♦ shows a question mark instead
    from sandtable.cli.commands import Abort, UsageError, app, asked, usage

    try:
        try:
            code = app(in_front(sys.argv[1:]), prog_name="sandtable", standalone_mode=False)
        finally:
            sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except BrokenPipeError:
        close_quietly()
    except (KeyboardInterrupt, Abort):
        _say("stopped")
        sys.exit(130)
    except UsageError as error:
        _say(usage(error))
        sys.exit(2)
    except Bug as error:
        _give_up(error, asked.traceback)
    except SandtableError as error:
        _say(str(error))
        sys.exit(2)
    except Exception as error:  # anything else we did not foresee: never a bare traceback
        _give_up(error, asked.traceback)


ANYWHERE = {"--data": True, "--traceback": False}  # options of the program that may follow the command; with a value?
SERVES = (
    "--host", "--port", "--database", "--no-browser", "--allow-webhooks", "--origin", "--proxy", "--quota", "--forget",
    "--workers",
)  # fmt: skip  # of `serve`


def in_front(words: Sequence[str]) -> list[str]:
    """`look use.crt --data mycharts` means `--data mycharts look use.crt`; `--no-browser` alone is one of `serve`."""
    front: list[str] = []
    rest: list[str] = []
    left = iter(words)
    for word in left:
        option, equals, _ = word.partition("=")
        if word == "--":
            rest += [word, *left]
        elif option not in ANYWHERE:
            rest.append(word)
        else:
            front.append(word)
            if ANYWHERE[option] and not equals:
                front.append(next(left, ""))
                if not front[-1]:
                    raise BadInput(f"{option}: expected a value after it")
    command = ["serve"] if rest and rest[0].partition("=")[0] in SERVES else []
    return [*front, *command, *rest]


def _say(sentence: str) -> None:
    print(one_line(sentence), file=sys.stderr)


def _give_up(error: Exception, full: bool) -> NoReturn:
    if full:
        traceback.print_exception(error)
    more = "" if full else " (with --traceback it shows where)"
    _say(f"{REPORT}{more}: {type(error).__name__}: {error}")
    sys.exit(1)


def close_quietly() -> NoReturn:
    """Whoever read our output has gone (`| head`) and had enough: nothing more to say, nor while Python shuts down."""
    speak_to_nobody()
    sys.exit(0)


def speak_to_nobody() -> None:
    """Whatever is printed from now on goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
