"""USE 5.1: how every combat is resolved, from each side's own modifiers to the results table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, NamedTuple

from sandtable.core.changes import changeable
from sandtable.core.chartfile import Charts
from sandtable.core.charts import Lines, Words
from sandtable.core.dice import Dice
from sandtable.core.flow import Done, Procedure, Roll, step
from sandtable.core.rules import Breakdown, Term, Violation
from sandtable.core.state import State
from sandtable.core.system import Key
from sandtable.systems.use.numbers import number
from sandtable.systems.use.options import SISTER_CRT
from sandtable.systems.use.theatre import WEATHERS

BOTH_DICE = Dice(2, read="each")  # the attacker's, the defender's

NATION_WORDS = "ground_drm.nation"  # the chart that knows other names for them
NATIONS = (
    "other", "Germany", "France", "UK", "USA", "USSR", "Italy", "Poland", "Belgium", "Netherlands", "Ireland",
    "Finland", "Estonia", "Latvia", "Lithuania", "Hungary", "Romania", "Bulgaria", "Slovakia", "Yugoslavia",
    "Greece", "Turkey",
)  # fmt: skip
NATION_OF = {word.casefold(): word for word in NATIONS}  # by the id of a country


# ------------------------------------------------------------------------------------------------ steps 4 to 6


class ResolveCombat(Procedure):
    """5.1 Steps 4 to 6, the same for ground, air, naval and strategic combat."""

    attacker_drm: int
    defender_drm: int
    attacker_halvings: int = 0
    defender_halvings: int = 0
    result: str = ""

    @step("5.1")
    def roll(self, state: State) -> Roll:
        read, charts = results(state), state.scenario.charts
        attack = final_values(charts, self.attacker_drm, self.attacker_halvings)
        defence = final_values(charts, self.defender_drm, self.defender_halvings)
        return Roll(BOTH_DICE, "result", _meaning(read, attack, defence))

    @step("5.1")
    def tell(self, state: State) -> Done:
        return Done(self.result)


@lru_cache(1024)
def _meaning(
    read: Callable[[int, int], str], attack: tuple[int, ...], defence: tuple[int, ...]
) -> Callable[[tuple[int, int]], str]:
    """What both dice mean, by what each face of them becomes."""
    return lambda dice: read(defence[dice[1] - 1], attack[dice[0] - 1])


def dice_told(charts: Charts, frame: ResolveCombat, dice: tuple[int, int]) -> str:
    """5.1 Steps 4 and 5 in words: `attacker 4 + 3 = 7; defender 2 + 1 = 3, halved to 2`."""
    attacker = _die_told(charts, dice[0], frame.attacker_drm, frame.attacker_halvings)
    return f"attacker {attacker}; defender {_die_told(charts, dice[1], frame.defender_drm, frame.defender_halvings)}"


def _die_told(charts: Charts, die: int, drm: int, halvings: int) -> str:
    added = limited(charts, drm)
    total, final = die + added, final_value(charts, die + added, halvings)
    said = f"{die} {'-' if added < 0 else '+'} {abs(added)} = {total}"
    if halvings:
        often = {1: "halved", 2: "halved twice"}.get(halvings, f"halved {halvings} times")
        return f"{said}, {often} to {final}"
    return said if final == total else f"{said}, counts as {final}"


@changeable
def results(state: State) -> Callable[[int, int], str]:
    """5.1 Step 6: the table by the defender's value and the attacker's."""
    return state.scenario.charts.table("crt").read


@results.changed_by(SISTER_CRT)
def sister_results(state: State) -> Callable[[int, int], str]:
    """Five cells are as the sister game prints them."""
    return _sister_results(state.scenario.charts)


@lru_cache
def _sister_results(charts: Charts) -> Callable[[int, int], str]:
    read = charts.table("crt").read
    cells = {line.id: line.value for line in charts.lines("crt_sister").lines}
    return lambda defence, attack: cells.get(f"{attack}-{defence}") or read(defence, attack)


@lru_cache(4096)
def final_values(charts: Charts, drm: int, halvings: int) -> tuple[int, ...]:
    """5.1 Steps 4 and 5: what each face of a side's die becomes."""
    within = limited(charts, drm)
    return tuple(final_value(charts, face + within, halvings) for face in range(1, BOTH_DICE.sides + 1))


def limited(charts: Charts, drm: int) -> int:
    """5.1 Step 4: at most +10, at least -10."""
    most = number(charts, "most-drm")
    return max(-most, min(most, drm))


def final_value(charts: Charts, modified: int, halvings: int) -> int:
    """5.1 Step 5: halved so many times, rounded up each time; never below 1."""
    for _ in range(halvings):
        modified = -(-modified // 2)
    return max(modified, number(charts, "least-value"))


@cache
def code(result: str) -> str:
    """A result without its count of Sorties: `DR+2` is DR."""
    return result.partition("+")[0]


def line_of(lines: Lines, result: str) -> str:
    """The line of a list of results under which a result falls."""
    return next(line.id for line in lines.lines if code(result) in line.value.split(", "))


# ------------------------------------------------------------------------------------------------ one side's sum


class Modified(NamedTuple):
    """What one side brings to its die; `drm` is the sum before the limit of 10, which `terms` shows where it bites."""

    drm: int
    halvings: int
    terms: tuple[Term, ...]


def told(attacker: Modified, defender: Modified) -> Breakdown:
    """What both sides bring, the attacker's first."""
    return Breakdown([*attacker.terms, *defender.terms])


def modified(charts: Charts, side: str, drm: Iterable[Term], halvings: Iterable[Term], limit: str = "+") -> Modified:
    """5.1 Steps 4 and 5 for one side: a term for every modifier, for the limit (an "if" where more may still come
    before it), for every halving."""
    return _modified(charts, side, tuple(drm), tuple(halvings), limit)


@lru_cache(4096)
def _modified(charts: Charts, side: str, drm: tuple[Term, ...], halvings: tuple[Term, ...], limit: str) -> Modified:
    terms = [term._replace(group=side) for term in drm]
    total = int(Breakdown(terms).total)
    within = limited(charts, total)
    if over := within - total:
        terms.append(Term(f"at {'most' if over < 0 else 'least'} {within:+}", over, "5.1", side, limit))
    halves = [
        Term(term.label, Fraction(1, 2), term.rule, side, "×") for term in halvings for _ in range(int(term.value))
    ]
    if not terms and not halves:
        terms.append(Term("no modifiers", 0, "5.1", side))
    return Modified(total, len(halves), (*terms, *halves))


def sum_keys(side: str) -> tuple[Key, ...]:
    """A side may be told by its sum instead of its situation."""
    return (
        Key(f"{side}_drm", "number", None, f"sum of the {side}'s modifiers, instead of its situation"),
        halvings_key(f"{side}_halvings", f"how often the {side}'s modified roll is halved, with its sum"),
    )


def halvings_key(name: str, help: str) -> Key:
    """5.1 sets no limit; beyond a handful every value is 1 anyway."""
    return Key(name, "number", None, help, "0-20", "5.1")


def from_sum(charts: Charts, side: str, given: Mapping[str, Any], limit: str = "+") -> Modified:
    """5.1 A side told by its sum."""
    halvings = Term("halved as given", given[f"{side}_halvings"] or 0, "5.1")
    return modified(charts, side, [Term("sum of modifiers", given[f"{side}_drm"] or 0, "5.1")], [halvings], limit)


def is_sum(side: str, given: Mapping[str, Any]) -> bool:
    return given[f"{side}_drm"] is not None or given[f"{side}_halvings"] is not None


# ------------------------------------------------------------------------------------------------ what was said


def mixed(side: str, keys: Sequence[Key], given: Mapping[str, Any]) -> Iterator[Violation]:
    """5.1 A sum already holds what the situation would add."""
    said = [f"{key.name}={shown(given[key.name])}" for key in keys if given[key.name] != key.default]
    if said:
        yield Violation("5.1", f"{', '.join(said)}: give the {side}'s sum or its situation, not both")


def weather_of_sums(given: Mapping[str, Any]) -> Iterator[Violation]:
    """5.1 Two sums leave nothing for the weather to do."""
    if is_sum("attacker", given) and is_sum("defender", given) and given["weather"] != WEATHERS[0]:
        yield Violation("5.1", f"weather={given['weather']}: the sums of both sides already hold the weather")


def halved_sums(given: Mapping[str, Any], halving: Sequence[Term]) -> Iterator[Violation]:
    """5.1 A sum cannot hold what halves the roll: with weather that does, the halvings are said too."""
    for side in ("attacker", "defender"):
        drm, halvings = f"{side}_drm", f"{side}_halvings"
        if halving and given[drm] is not None and given[halvings] is None:
            because = f"it halves the {side}'s roll too, which {drm} does not tell; say {halvings}=1 for it"
            yield Violation(halving[0].rule, f"weather={given['weather']}: {because}")


def held_in_sum(side: str, given: Mapping[str, Any], told: Modified) -> Modified:
    """5.1 What a sum is taken to hold already, said in a line of its own."""
    if given["weather"] == WEATHERS[0]:
        return told
    note = Term(f"{given['weather']} weather: taken as already counted here", 0, "5.1", side, "note")
    return told._replace(terms=(*told.terms, note))


def unknown_words(given: Mapping[str, Any], name: str, known: Words, rule: str) -> Iterator[Violation]:
    """What `several` cannot read."""
    for word in _parts(given[name]):
        if known.find(word) is None:
            because = known.expected(word, "expected")
            joined = "" if because.endswith("?") else ", or several joined by +"
            yield Violation(rule, f"{name}={word}: {because}{joined}")


def several(given: Mapping[str, Any], name: str, known: Words) -> tuple[str, ...]:
    """Words joined by a plus sign: `river+strait`; unknown ones were refused before."""
    return tuple(word for said in _parts(given[name]) if (word := known.find(said)))


def _parts(said: object) -> list[str]:
    return [word.strip() for word in str(said).split("+")]


def shown(value: object) -> object:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
