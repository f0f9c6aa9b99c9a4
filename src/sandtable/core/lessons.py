"""Lessons as a system keeps them: `lessons/*.toml`, each a real position and what is asked of the learner, one thing at
a time. docs/lessons.md describes the files; `play.lessons` leads through them."""

from __future__ import annotations

from collections.abc import Container, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from sandtable.core.chartfile import Source

ANY = "*"  # in a pattern: any one word
REST = "..."  # any number of words
LOOKS = ("draft", "path", "odds", "hex", "unit", "stack", "supply", "starving", "threat", "score")
KEYS = ("title", "text", "minutes", "side", "scenario", "options", "seed", "end", "answers", "step")
STEP_KEYS = ("text", "rule", "asks", "wants", "tries", "looks", "hexes", "units", "otherwise", "told")

Words = tuple[str, ...]
Kind = Literal["answer", "refusal", "look"]
KINDS: Mapping[str, Kind] = {"wants": "answer", "tries": "refusal", "looks": "look"}


class LessonStep(NamedTuple):
    """One thing asked of the learner: an answer, something that a rule refuses, or a look at something."""

    text: str
    rule: str
    asks: str  # the form by which the game asks for it; other questions are answered for him
    kind: Kind
    patterns: tuple[Words, ...]  # any of them ends the step; of a look the first word is what is looked at
    hexes: Words  # to be lit
    units: Words
    otherwise: str  # said when something else that is legal is answered
    told: str  # said when it is done


class Lesson(NamedTuple):
    """A lesson before it is begun."""

    id: str
    title: str
    text: str
    minutes: int
    side: str
    scenario: str
    options: Mapping[str, bool]
    seed: str  # fixes the dice, so that a lesson cannot go wrong
    steps: tuple[LessonStep, ...]
    end: str  # said when it is over
    answers: Mapping[str, Mapping[str, tuple[Words, ...]]]  # by side and form: given in turn, the last again and again


def fits(pattern: Words, words: Words) -> bool:
    """Are these the words that are meant?"""
    if not pattern:
        return not words
    if pattern[0] == REST:
        return any(fits(pattern[1:], words[nth:]) for nth in range(len(words) + 1))
    return bool(words) and pattern[0] in (ANY, words[0]) and fits(pattern[1:], words[1:])


def read_lessons(folder: Path, rules: Container[str], forms: Container[str]) -> tuple[Lesson, ...]:
    """Those of a folder, in the order of their files, `1-move.toml` before `2-fight.toml`; what they cite and what is
    asked in them must be there."""
    return tuple(LessonFile(path, rules, forms).read() for path in sorted(folder.glob("*.toml")))


class LessonFile:
    """One file."""

    def __init__(self, path: Path, rules: Container[str], forms: Container[str]) -> None:
        self.source, self.rules, self.forms = Source(path), rules, forms
        self.data = self.source.data

    def read(self) -> Lesson:
        self._only(self.data, KEYS)
        if not isinstance(self.data.get("minutes"), int):
            self.source.refuse("minutes: expected a number", "minutes")
        options = self.source.table("options")
        if not all(isinstance(said, bool) for said in options.values()):
            self.source.refuse("options are switched by true or false", "options")
        return Lesson(
            self.source.path.stem.partition("-")[2], self._text("title"), self._text("text"), self.data["minutes"],
            self._text("side"), self._text("scenario"), options, self._text("seed"), self._steps(), self._text("end"),
            self._answers(),
        )  # fmt: skip

    def _steps(self) -> tuple[LessonStep, ...]:
        steps, asks = list[LessonStep](), ""
        said = self.data.get("step")
        if not isinstance(said, list) or not said:
            self.source.refuse("expected steps, each in a table [[step]]")
        for nth, each in enumerate(said):
            asks = self._text("asks", "step", nth) if "asks" in each else asks
            steps.append(self._step(nth, each, asks))
        return tuple(steps)

    def _step(self, nth: int, said: dict[str, Any], asks: str) -> LessonStep:
        self._only(said, STEP_KEYS, "step", nth)
        kinds = [key for key in KINDS if key in said]
        if len(kinds) != 1:
            self.source.refuse(f"a step has one of {', '.join(KINDS)}", "step", nth)
        if not asks:
            self.source.refuse("asks: expected the name of the form the learner is asked", "step", nth)
        self._form(asks, "step", nth, "asks")
        if (rule := self._text("rule", "step", nth)) not in self.rules:
            self.source.refuse(f"there is no rule {rule}", "step", nth, "rule")
        patterns = self._patterns(said[kinds[0]], "step", nth, kinds[0])
        if kinds[0] == "looks" and (unknown := [each[0] for each in patterns if each[0] not in LOOKS]):
            self.source.refuse(f"looks at {unknown[0]}: expected one of {', '.join(LOOKS)}", "step", nth, "looks")
        return LessonStep(
            self._text("text", "step", nth), rule, asks, KINDS[kinds[0]], patterns,
            self._words(said.get("hexes", []), "step", nth, "hexes"),
            self._words(said.get("units", []), "step", nth, "units"),
            self._text("otherwise", "step", nth), str(said.get("told", "")),
        )  # fmt: skip

    def _answers(self) -> Mapping[str, Mapping[str, tuple[Words, ...]]]:
        found: dict[str, Mapping[str, tuple[Words, ...]]] = {}
        for side, forms in self.source.table("answers").items():
            for form in forms:
                self._form(form, "answers", side, form)
            found[side] = {form: self._patterns(said, "answers", side, form) for form, said in forms.items()}
        return found

    # ------------------------------------------------------------------ words

    def _form(self, name: str, *where: str | int) -> None:
        if name not in self.forms:
            self.source.refuse(f"no question is called {name}", *where)

    def _patterns(self, said: object, *where: str | int) -> tuple[Words, ...]:
        """A list of words, or several such lists."""
        several = said if isinstance(said, list) and said and isinstance(said[0], list) else [said]
        found = tuple(self._words(each, *where) for each in several)
        return found if all(found) else self.source.refuse("expected words", *where)

    def _words(self, said: object, *where: str | int) -> Words:
        if not isinstance(said, list) or not all(isinstance(word, str) for word in said):
            self.source.refuse(f"{where[-1]}: expected a list of words", *where)
        return tuple(said)

    def _text(self, key: str, *where: str | int) -> str:
        said: Any = self.data
        for each in where:
            said = said[each]
        if not isinstance(said.get(key), str) or not said[key]:
            self.source.refuse(f"{key} is missing or not a text", *where, key)
        return str(said[key])

    def _only(self, said: Mapping[str, object], known: Container[str], *where: str | int) -> None:
        for key in said:
            if key not in known:
                self.source.refuse(f"unknown key {key!r}", *where, key)
