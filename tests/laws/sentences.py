"""Law 14: whatever is told to people has all its blanks filled, and calls counters by their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random

from laws.cases import Case, demand, descent, some_waits, universe
from sandtable.core.events import Event
from sandtable.core.flow import Ask, Over, Roll, Wait
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.sentences import Text
from sandtable.core.state import State
from sandtable.core.system import Scenario
from sandtable.play.explain import outcome_line, reasons, sentence, sum_lines, words
from sandtable.play.lens import supply_lines
from sandtable.play.notation import readable

TRIED = 12  # picks at each slot


def law_14(case: Case, seed: int) -> int:
    """What is asked, refused, told on cards and tracks, summed up, logged and concluded."""
    rng, seen, logged = Random(f"told {case} {seed}"), 0, list[Event]()
    scenario = case.begin().scenario
    for state, wait in some_waits(case, seed):
        seen, logged, scenario = seen + 1, state.log.events if state.log else logged, state.scenario
        for said in told(case, state, wait, rng):
            _named(case, state.scenario, said)
    for event in logged:
        _named(case, scenario, sentence(scenario, event))
    return seen


def _named(case: Case, scenario: Scenario, said: str) -> None:
    """A name that several counters have may be told with what is written, `1 Squadron (red_s1)`: that is its name."""
    for unit in scenario.counters.ids if "(" in said else ():
        said = said.replace(f"({unit})", "")
    written = set(re.findall(r"\w+", said)).intersection(scenario.counters.ids) - set(scenario.counters.names)
    demand(14, not written, f"{case} calls counters {written} by what is written: {said}")
    demand(14, said.strip() and "{" not in said, f"{case} leaves a blank: {said}")


def told(case: Case, state: State, wait: Wait, rng: Random) -> Iterator[str]:
    """All that can be read at a question, a roll or the end."""
    scenario, system, side = state.scenario, case.system, Side(rng.randrange(len(state.scenario.sides)))
    if isinstance(wait, Ask):
        yield from asked(case, state, wait, rng)
    elif isinstance(wait, Roll):
        yield from sum_lines(scenario, system.foresight.terms(state))
    elif isinstance(wait, Over):
        yield outcome_line(scenario, wait.outcome)
    hex, unit = Hex(rng.randrange(scenario.places)), UnitId(rng.randrange(len(scenario.counters)))
    for about in (*system.lens.about_hex(state, side, hex), *system.lens.about_unit(state, side, unit)):
        yield words(scenario, about.text)
    yield from _told(scenario, (track.value for track in system.standing.tracks(state, side)))
    yield from _told(
        scenario, (system.lens.condition(scenario, seen) for seen in system.hidden.view(state, side).units)
    )
    yield from sum_lines(scenario, system.standing.score(state, side))
    if (found := system.lens.supply(state, unit)) is not None:
        yield from supply_lines(scenario, found)


def asked(case: Case, state: State, ask: Ask, rng: Random) -> Iterator[str]:
    """What it is about, what would be left undone, the ways of answering, and why not this or that."""
    scenario, system = state.scenario, case.system
    yield from reasons(scenario, (*system.lens.matter(state, ask), *system.lens.undone(state, ask)))
    yield from _told(scenario, (stance.text for stance in system.foresight.stances(state, ask, ask.side)))
    for draft, _, _ in descent(state, ask.form, rng.choice):
        slot, _ = ask.form.at(draft)
        assert slot is not None
        everything = universe(state, ask.form, draft, 0)
        among = [pick for pick in everything if not slot.misread(state, pick)]  # nonsense is only repeated
        for pick in rng.sample(among, min(TRIED, len(among))):
            yield from reasons(scenario, ask.form.why_not(state, draft, pick))
        yield from filter(None, system.lens.hints(state, ask, draft).values())
    yield readable(state, ask.form, ask.form.fill(state, rng.choice))


def _told(scenario: Scenario, texts: Iterable[Text]) -> Iterator[str]:
    return (words(scenario, text) for text in texts if text)
