"""Every error raised on purpose.

SandtableError
├── IllegalAction   a player tried what a rule refuses; carries all the reasons
├── BadInput        words that make no sense here: an unknown chart, a missing key, a value beyond a chart's end
├── BadData         a file is wrong; names the file, the line and what was expected
├── NoRoom          a disk is full: nothing was written, nothing that was there is lost
└── Bug             a law of the engine was broken; carries what is needed to reproduce it
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.core.rules import Violation


__all__ = ["BadData", "BadInput", "Bug", "IllegalAction", "NoRoom", "SandtableError"]
LONGEST = 1000  # characters of a sentence
ECHOED = (re.compile(r"(?<!\S)([^\s/\\]{80})\S+"), re.compile(r"(\S{300})\S+"))  # paths may be longer than words


def one_line(sentence: str) -> str:
    """Without control characters, which a terminal would obey, and with no more than a line of what is refused."""
    if not sentence.isprintable():
        sentence = "".join(each if each.isprintable() else " " if each.isspace() else "?" for each in sentence)
    for echoed in ECHOED:
        sentence = echoed.sub(r"\1…", sentence)
    return sentence if len(sentence) <= LONGEST else f"{sentence[:LONGEST]}…"


class SandtableError(Exception):
    """The root: catch this to catch everything we raise on purpose."""


class IllegalAction(SandtableError):
    """What was tried, why not, the rule: `attack 4.5: 1/24Pz is not adjacent (OCS 9.1a)`. `said` are its reasons in
    words."""

    def __init__(self, tried: str, violations: Sequence[Violation], said: Sequence[str]) -> None:
        self.tried, self.violations = tried, tuple(violations)
        super().__init__(f"{one_line(tried)}: {'; '.join(said)}")


class BadInput(SandtableError):
    """A person, a client or a program asked for something that does not exist or cannot be read."""

    def __init__(self, sentence: str) -> None:
        super().__init__(one_line(sentence))


class BadData(SandtableError):
    """A file does not hold what it should."""

    def __init__(self, path: Path | str, line: int, expectation: str) -> None:
        self.path, self.line, self.expectation = path, line, expectation = path, line, one_line(expectation)
        super().__init__(f"{path}, line {line}: {expectation}" if line else f"{path}: {expectation}")


class NoRoom(SandtableError):
    """Nobody's fault but the disk's."""


class Bug(SandtableError):
    """The engine contradicted itself."""


REFUSED = (IllegalAction, BadInput, BadData)  # what may be said to a player; a bug goes on to whoever can mend it
