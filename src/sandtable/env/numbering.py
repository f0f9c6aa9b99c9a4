"""Every pick of a scenario has a number, the same at all times: words, units, groups of units, places, numbers, each
kind in a range of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import takewhile
from typing import Any

from sandtable.core.decisions import DONE, GROUP, HEX, NUMBER, UNIT, WORD, Draft, Form, Menu, Pick
from sandtable.core.errors import Bug
from sandtable.core.rules import Hex, UnitId
from sandtable.core.state import State
from sandtable.core.system import Scenario
from sandtable.core.texts import forms_of
from sandtable.play.session import find_scenario, load_scenario

LARGEST = 255  # a number that can be said
ALIKE = 6  # groups that begin with the same unit and have no place for a name


class Numbering:
    """The numbers of a scenario's picks. A single unit is picked by its own number where a group is asked for, a stack
    by that of its place; any other group by its first unit, the nth of those offered that begin with it."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.forms = forms(scenario)
        verbs = {verb for form in self.forms if isinstance(form, Menu) for verb in form.forms}
        self.words = (DONE, *sorted({*verbs, *scenario.system.words(scenario)} - {DONE}))
        self._words = {word: number for number, word in enumerate(self.words)}
        kinds, counters = {slot.kind for form in self.forms for slot in form.slots}, len(scenario.counters)
        self.units = len(self.words)
        self.groups = self.units + counters
        self.places = self.groups + (ALIKE * counters if GROUP in kinds else 0)
        self.numbers = self.places + scenario.places
        self.size = self.numbers + (LARGEST + 1 if NUMBER in kinds else 0)
        self._places = {scenario.place_name(Hex(place)): place for place in range(scenario.places)}

    def __reduce__(self) -> tuple[Callable[..., Numbering], tuple[Any, ...]]:
        scenario = self.scenario
        return numbering_of, (f"{scenario.system.code}:{scenario.name}", dict(scenario.options))

    def numbered(self, state: State, form: Form, draft: Draft, picks: Iterable[Pick]) -> dict[int, Pick]:
        """What may be picked next, by number. Numbers beyond the largest are left out."""
        slot, _ = form.at(draft)
        assert slot is not None
        if slot.kind == NUMBER:
            found = {self.numbers + pick: pick for pick in takewhile(lambda number: number <= LARGEST, picks)}
            if not found:
                raise Bug(f"{form.name}: {slot.name} is more than {LARGEST}, the largest number that is numbered")
            return found
        if slot.kind == WORD:
            return {self._word(pick): pick for pick in picks}
        if slot.kind == GROUP:
            return self._grouped(state, form, draft, picks)
        first = {UNIT: self.units, HEX: self.places}[slot.kind]
        return {0 if pick == DONE else first + pick: pick for pick in picks}

    def _word(self, word: str) -> int:
        if word not in self._words:
            raise Bug(f"{word} may be picked, and is not among the words of {self.scenario.system.title}")
        return self._words[word]

    def _grouped(self, state: State, form: Form, draft: Draft, picks: Iterable[Pick]) -> dict[int, Pick]:
        named = form.groups(state, draft)
        stacks = {units: self._places[name] for name, units in named.items() if name in self._places}
        found: dict[int, Pick] = {}
        alike: Counter[UnitId] = Counter()
        for pick in picks:
            if pick == DONE:
                found[0] = pick
            elif len(pick) == 1:
                found[self.units + pick[0]] = pick
            elif pick in stacks:
                found[self.places + stacks[pick]] = pick
            elif alike[pick[0]] < ALIKE:
                found[self.groups + ALIKE * pick[0] + alike[pick[0]]] = pick
                alike[pick[0]] += 1
        return found

    def name(self, number: int) -> str:
        """What a number stands for, in words."""
        scenario = self.scenario
        if number < self.units:
            return self.words[number]
        if number < self.groups:
            return scenario.unit_name(UnitId(number - self.units))
        if number < self.places:
            unit, nth = divmod(number - self.groups, ALIKE)
            return f"group {nth + 1} of {scenario.unit_name(UnitId(unit))}"
        if number < self.numbers:
            return scenario.place_name(Hex(number - self.places))
        return str(number - self.numbers)


def forms(scenario: Scenario) -> list[Form]:
    """Every form that a game of it may ask: of its system, and of its title."""
    folders = [scenario.system.folder, *([scenario.folder] if scenario.folder is not None else [])]
    return list(dict.fromkeys(form for folder in folders for form in forms_of(folder)))


def numbering_of(game: str, options: Mapping[str, bool] | None = None) -> Numbering:
    """Of `system:scenario`; it begins from its ready-made set-up unless the options say otherwise."""
    chosen = {**find_scenario(game).ready_made, **(options or {})}
    return _numbering(game, tuple(sorted(chosen.items())))


@lru_cache(maxsize=8)
def _numbering(game: str, options: tuple[tuple[str, bool], ...]) -> Numbering:
    """One for all games of a scenario: what was found out about it in one is known in the next."""
    return Numbering(load_scenario(game, dict(options)))
