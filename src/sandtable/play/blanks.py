"""Sentences with blanks: `{of} will {is}` read from what somebody said, and written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.core.charts import FEW, any_of, expected, near
from sandtable.core.errors import BadInput
from sandtable.core.state import Position
from sandtable.core.system import Scenario
from sandtable.core.vocabulary import Blank, Clause, Names, Number

LONGEST_NAME = 8  # words
MANY = 80  # names: more are not listed in a pattern


class Reason(NamedTuple):
    """What is wrong with a sentence, and how many of its words a clause knows."""

    known: int
    why: str


def read_clause(
    scenario: Scenario, clause: Clause[Position], text: str, reasons: list[Reason]
) -> tuple[tuple[int, ...], int] | None:
    """Whose numbers they are and what they are, if the text says so in one of the clause's ways."""
    for way in clause.ways:
        pattern, loose, known = _pattern(way, clause.value, scenario)
        if (found := pattern.fullmatch(text) or loose.fullmatch(text)) is None:
            continue
        blanks = found.groupdict()
        try:
            keys = (clause.of,) if isinstance(clause.of, int) else several(scenario, clause.of, blanks["of"])
            if isinstance(clause.value, int):
                return keys, 0 if blanks["no"] else clause.value
            return keys, read_blank(scenario, clause.value, blanks["is"])
        except BadInput as error:
            if known:
                reasons.append(Reason(known, str(error)))
    return None


def read_mark(
    scenario: Scenario, marks: Sequence[Clause[Position]], words: Sequence[str]
) -> tuple[Clause[Position], int, int] | None:
    """The longest mark that the words begin with, its value, and how many words it takes."""
    for taken in range(min(len(words), LONGEST_NAME), 0, -1):
        text = " ".join(words[:taken])
        for clause in marks:
            if (found := read_clause(scenario, clause, text, [])) is not None:
                return clause, found[1], taken
    return None


def read_blank(scenario: Scenario, blank: Blank, text: str) -> int:
    if isinstance(blank, Names):
        return named(scenario, blank, text)
    if not re.fullmatch(r"-?\d{1,9}", text) or not blank.least <= int(text) <= blank.most:
        raise BadInput(f"{text} is no number from {blank.least} to {blank.most}")
    return int(text)


def named(scenario: Scenario, names: Names, text: str) -> int:
    lexicon, name = names.lexicon(scenario), text.casefold()
    if name in lexicon.known:
        return lexicon.known[name]
    if name in lexicon.doubtful:
        raise BadInput(f"several are called {text}: {', '.join(lexicon.doubtful[name])}")
    raise BadInput(no_such(scenario, names, text))


def no_such(scenario: Scenario, names: Names, text: str) -> str:
    """A name that nothing has, and what there is instead."""
    lexicon = names.lexicon(scenario)
    refusal, told = f"no {names.what} is called {text}", [name for number, name in lexicon.told.items() if number >= 0]
    if len(told) <= FEW:
        return f"{refusal}; {expected(text, told, 'there are')}"
    close = near(text, lexicon.names)
    return f"{refusal}; did you mean {any_of(close)}?" if close else refusal


def several(scenario: Scenario, names: Names, text: str) -> tuple[int, ...]:
    """One name, or several one behind the other."""
    known = names.lexicon(scenario).known
    if text.casefold() in known:
        return (known[text.casefold()],)
    found: list[int] = []
    words = text.replace(",", " ").split()
    while words:
        number, taken = longest(known, words)
        if number is None:
            return (named(scenario, names, words[0] if found else text),)
        found.append(number)
        del words[:taken]
    return tuple(found)


def longest(known: Mapping[str, int], words: Sequence[str]) -> tuple[int | None, int]:
    """The longest name that some words begin with, and how many words it has."""
    for taken in range(min(len(words), LONGEST_NAME), 0, -1):
        if (number := known.get(" ".join(words[:taken]).casefold())) is not None:
            return number, taken
    return None, 0


def written(scenario: Scenario, clause: Clause[Position], value: int) -> str | None:
    """The clause with its value; None if no words say this number."""
    way = clause.ways[0]
    if isinstance(clause.value, int):
        return way if value == clause.value else f"not {way}" if value == 0 else None
    if isinstance(clause.value, Number):
        return way.replace("{is}", str(value)) if clause.value.least <= value <= clause.value.most else None
    word = clause.value.lexicon(scenario).told.get(value)
    return None if word is None else way.replace("{is}", word)


def plainly(clause: Clause[Position]) -> str:
    """As it is shown to whoever asks what may be said."""
    return clause.ways[0].replace("{of}", "…").replace("{is}", "…")


@lru_cache(2048)
def _pattern(way: str, value: Blank | int, scenario: Scenario) -> tuple[re.Pattern[str], re.Pattern[str], int]:
    """A way of saying a clause; the same for whoever says it with a value that there is not; and how many words of it
    are its own."""
    own = sum("{" not in word for word in way.split())
    text = r"\s+".join(map(re.escape, way.split())).replace(r"\{of\}", "(?P<of>.+)")
    if isinstance(value, int):
        exact = loose = rf"(?P<no>(?:not|no)\s+)?{text}"
    else:
        listed = value.lexicon(scenario).known if isinstance(value, Names) else ()
        names = "|".join(sorted(map(re.escape, listed), key=len, reverse=True)) if 0 < len(listed) < MANY else ".+"
        exact, loose = (text.replace(r"\{is\}", f"(?P<is>{each})") for each in (names, r"\S+" if own else names))
    return re.compile(exact, re.IGNORECASE), re.compile(loose, re.IGNORECASE), own
