"""Exact odds: the real procedure run down every roll, equal positions merged, whole numbers until the end."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from pathlib import Path
from typing import Any, TypeVar, cast

from sandtable.core.chartfile import Charts
from sandtable.core.charts import Entry, Table, expected
from sandtable.core.decisions import Action, Pick
from sandtable.core.errors import BadInput, Bug
from sandtable.core.flow import Ask, Over, Procedure, Roll, Wait, answer, mean, run
from sandtable.core.readchart import chance_of
from sandtable.core.rules import Breakdown, Citation, Term
from sandtable.core.state import Plain, State
from sandtable.core.system import Chance, Desk, Reference, Scenario, find

__all__ = ["Odds", "look", "odds"]
R = TypeVar("R", bound=Hashable)
K = TypeVar("K", bound=Hashable)
OWN_CHARTS = "SANDTABLE_DATA"  # a folder of them, in the environment
DEEP = 24  # rolls and answers one after the other: beyond that some may lead back to where they were made
Choose = Callable[[State, Ask], Action]


class Odds(Mapping[str, Fraction]):
    """The chance of each result, and what went into it."""

    def __init__(self, title: str, citation: Citation, terms: Breakdown, chances: Mapping[str, Fraction]) -> None:
        self.title, self.citation, self.terms = title, citation, terms
        self.chances = dict(chances)

    def __getitem__(self, result: str) -> Fraction:
        return self.chances[result]

    def __iter__(self) -> Iterator[str]:
        return iter(self.chances)

    def __len__(self) -> int:
        return len(self.chances)

    def __repr__(self) -> str:
        return repr(self.chances)

    def __str__(self) -> str:
        """A line a result: `DR+2  1/2  50.0%`."""
        wide = max(map(len, self.chances))
        ways = max(len(str(chance)) for chance in self.chances.values())
        return "\n".join(
            f"{result:{wide}}  {chance!s:>{ways}}  {float(chance):6.1%}" for result, chance in self.chances.items()
        )

    def cited(self, term: Term) -> Citation:
        return Citation(self.citation.book, term.rule)


def first_pick(state: State, ask: Ask) -> Action:
    """The passive player: the first pick of every list."""
    return ask.form.fill(state, _first)


def _first(picks: list[Pick]) -> Pick:
    return picks[0]


def spread(
    state: State, ended: Callable[[State], bool], read: Callable[[State], R], choose: Choose
) -> dict[R, Fraction]:
    """Every way the dice can fall from here until a branch has `ended`; questions on the way go to `choose`."""
    root = state.copy()
    if _is_leaf(root, run(root), ended):
        return {read(root): Fraction(1)}
    tally: dict[R, Fraction] = {}
    layer: dict[Plain, tuple[State, int]]
    layer, whole = {(): (root, 1)}, 1  # every weight of a layer counts in wholes of this
    for _ in range(DEEP):
        found: dict[R, int] = {}
        layer, whole = _below(list(layer.values()), whole, ended, read, choose, found)
        for result, weight in found.items():
            tally[result] = tally[result] + Fraction(weight, whole) if result in tally else Fraction(weight, whole)
        if not layer:
            return tally
    for branch, weight in layer.values():
        for result, chance in _in_circles(branch, ended, read, choose).items():
            tally[result] = tally.get(result, Fraction(0)) + chance * Fraction(weight, whole)
    return tally


def _in_circles(
    state: State, ended: Callable[[State], bool], read: Callable[[State], R], choose: Choose
) -> dict[R, Fraction]:
    """The same where dice may fall again and again, as in a tie: every position is followed once, and whatever leads
    back to one counts as the series it makes: a roll that is repeated with 1/6 counts 6/5 times."""
    places: dict[Plain, int] = {state.plain(): 0}
    branches, rows = [state], list[tuple[dict[int, Fraction], dict[R, Fraction]]]()
    for branch in branches:  # more are added meanwhile
        results: dict[R, int] = {}
        below, whole = _below([(branch.copy(), 1)], 1, ended, read, choose, results)
        onward: dict[int, Fraction] = {}
        for key, (new, weight) in below.items():
            if key not in places:
                places[key] = len(branches)
                branches.append(new)
            onward[places[key]] = Fraction(weight, whole)
        rows.append((onward, {result: Fraction(weight, whole) for result, weight in results.items()}))
    for nth in reversed(range(len(rows))):  # from the last that was found: what is left in a row are earlier ones
        onward, found = rows[nth]
        while onward and (there := max(onward)) >= nth:
            share = onward.pop(there)
            if there == nth:
                if share == 1:
                    raise Bug("dice that fall for ever")
                rows[nth] = onward, found = _times(onward, 1 / (1 - share)), _times(found, 1 / (1 - share))
                continue
            farther, results_there = rows[there]
            for place, chance in farther.items():
                onward[place] = onward.get(place, Fraction(0)) + share * chance
            for result, chance in results_there.items():
                found[result] = found.get(result, Fraction(0)) + share * chance
    return rows[0][1]


def _times(chances: Mapping[K, Fraction], factor: Fraction) -> dict[K, Fraction]:
    return {key: chance * factor for key, chance in chances.items()}


def _is_leaf(state: State, wait: Wait, ended: Callable[[State], bool]) -> bool:
    return isinstance(wait, Over) or (isinstance(wait, Ask) and ended(state))


def _below(
    branches: list[tuple[State, int]],
    whole: int,
    ended: Callable[[State], bool],
    read: Callable[[State], R],
    choose: Choose,
    found: dict[R, int],
) -> tuple[dict[Plain, tuple[State, int]], int]:
    """One roll or one answer further: the branches still open, and what weights now count in; `found` gets the rest."""
    common = lcm(*(branch.wait.dice.chances for branch, _ in branches if isinstance(branch.wait, Roll)))
    below: dict[Plain, tuple[State, int]] = {}
    for branch, weight in branches:
        wait = branch.wait
        if isinstance(wait, Roll):
            share = weight * (common // wait.dice.chances)
            answers = wait.meanings()
        else:
            assert isinstance(wait, Ask)
            share, answers = weight * common, {choose(branch, wait): 1}
        *earlier, last = answers.items()
        for value, ways in (*earlier, last):
            new = branch if value is last[0] else branch.copy()  # the last one may use it up
            mean(new, value)
            if _is_leaf(new, run(new), ended):
                result = read(new)
                found[result] = found.get(result, 0) + share * ways
                continue
            key = new.plain()
            known = below.get(key)
            below[key] = (new, share * ways) if known is None else (known[0], known[1] + share * ways)
    return below, whole * common


def preview(state: State, action: Action, read: Callable[[State], R], choose: Choose = first_pick) -> dict[R, Fraction]:
    """What a whole action may lead to, read when the game is back at the level of the question it answers."""
    depth, start = len(state.stack), state.copy()
    answer(start, action)
    return spread(start, lambda branch: len(branch.stack) <= depth, read, choose)


# ------------------------------------------------------------------------------------------------ by name


def data_folder() -> Path | None:
    """The folder of charts of one's own, from the environment."""
    named = os.environ.get(OWN_CHARTS, "")
    return Path(named) if named else None


def split(name: str) -> tuple[Reference, str]:
    """`use.crt` as the system and the name within it."""
    code, _, rest = name.casefold().partition(".")
    if not rest:
        raise BadInput(f"{name!r} names no chart: write the system and the chart, like use.crt")
    return find(code), rest


def charts_of(reference: Reference) -> Charts:
    return _charts(reference, data_folder())


@lru_cache(maxsize=32)
def _charts(reference: Reference, overlay: Path | None) -> Charts:
    return reference.charts(overlay)


def look(name: str, /, **keys: Any) -> Entry:
    """What a chart prints: `look("use.crt", attacker=9, defender=4).result`."""
    reference, chart = split(name)
    charts = charts_of(reference)
    if chart not in charts:
        raise BadInput(no_chart(reference, chart))
    return charts[chart].entry(**keys)


def chance(name: str) -> tuple[Reference, Chance]:
    """A system's named odds, or those of a chart that is rolled on."""
    reference, wanted = split(name)
    for each in reference.chances:
        if each.name == wanted:
            return reference, each
    charts = charts_of(reference)
    rolled = [each for each in charts if isinstance(charts[each], Table) and charts.table(each).dice]
    if wanted in rolled:
        return reference, chance_of(charts.table(wanted))
    raise BadInput(no_odds(reference, wanted, rolled))


def no_chart(reference: Reference, name: str) -> str:
    """Why nothing can be looked up there: it is no chart, or names odds that read several."""
    charts = charts_of(reference)
    for each in reference.chances:
        if each.name == name:
            read = ", ".join(f"{reference.code}.{chart}" for chart in each.charts)
            return f"{reference.code}.{name} is odds, no chart; they read {read}"
    many = f"it has {len(charts)} charts"
    return f"{reference.title} has no chart {name}; {expected(name, list(charts), 'it has', many)}"


def no_odds(reference: Reference, name: str, rolled: Sequence[str]) -> str:
    """Why there are no odds of that name: a chart without dice of its own has them through the odds that read it."""
    charts = charts_of(reference)
    if name in charts:
        kind = "chart" if isinstance(charts[name], Table) else "list"
        readers = [f"{reference.code}.{each.name}" for each in reference.chances if name in each.charts]
        used = f"the odds that use it are {', '.join(readers)}" if readers else "no odds use it"
        return f"{reference.code}.{name} is a {kind} without dice of its own; {used}"
    known = list(dict.fromkeys([*(each.name for each in reference.chances), *rolled]))
    return f"{reference.title} has no odds called {name}; {expected(name, known, 'it has')}"


def odds(name: str, /, **said: Any) -> Odds:
    """Exact chances of a situation: `odds("use.ground", attacker_drm=3, defender_drm=1)`."""
    return _remembered_odds(name, tuple((key, str(value)) for key, value in said.items()), data_folder())


@lru_cache(maxsize=4096)
def _remembered_odds(name: str, said: tuple[tuple[str, str], ...], overlay: Path | None) -> Odds:
    """The same words about the same charts have the same odds; what is said is read from its text (`Key.read`)."""
    reference, asked = chance(name)
    charts = _charts(reference, overlay)
    ready = asked.prepare(charts, asked.complete(dict(said), reference.book, charts))
    found = _remembered(reference, charts, ready.procedure.plain())
    ordered = {result: found[result] for result in (*_order(charts, asked, found), *found) if result in found}
    return Odds(asked.title, Citation(reference.book, asked.rule), ready.terms, ordered)


def _order(charts: Charts, asked: Chance, found: Iterable[str]) -> tuple[str, ...]:
    """The chance's own, else that of the table on which it is read."""
    tables = (chart for name in asked.charts if isinstance(chart := charts[name], Table))
    return asked.order or next((table.terms for table in tables if set(found) <= {*table.terms}), ())


@lru_cache(maxsize=4096)
def _remembered(reference: Reference, charts: Charts, plain: tuple[Any, ...]) -> dict[str, Fraction]:
    """The same procedure with the same fields on the same charts has the same odds."""
    return resolved(reference, charts, Procedure.restore(plain))


def resolved(reference: Reference, charts: Charts, procedure: Procedure) -> dict[str, Fraction]:
    """The chances of what a procedure returns, on a table with nothing on it but the charts."""
    desk = cast(Scenario, Desk(reference, "desk", (), charts))  # it has all that a procedure without a board asks for
    return spread(State(desk, procedure), lambda _: False, _outcome, first_pick)


def _outcome(state: State) -> str:
    assert isinstance(state.wait, Over)
    return str(state.wait.outcome)
