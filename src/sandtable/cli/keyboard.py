"""Lines typed at the terminal, with the tab key where there is one; or piped in, and then shown as if typed."""

from __future__ import annotations

import sys
from collections.abc import Sequence

try:
    import readline
except ImportError:  # Windows: lines are typed without the tab key
    readline = None  # type: ignore[assignment]


def typed(prompt: str, completions: Sequence[str]) -> str:
    """One line; EOFError where there are no more. An empty prompt only waits, and forgets what was typed before."""
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        print(f"{prompt}{line.rstrip()}")
        return line
    if readline is not None:
        if not prompt:
            readline.clear_history()  # the next player is another one
        _complete(completions)
    return input(prompt)


def _complete(words: Sequence[str]) -> None:
    def complete(text: str, nth: int) -> str | None:
        found = [f"{word} " for word in words if word.startswith(text)]
        return found[nth] if nth < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
