"""What a game is about, gathered for whoever asks, as terminal, browser and programs are told it: the scenario's own
words (`core/briefings.py`); what wins, how it may end and what a side has to spend, as the rules tell it now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sandtable.core.briefings import Line
from sandtable.core.flow import Over, run
from sandtable.core.lens import About, Ending, Stake
from sandtable.core.parts import Standing
from sandtable.core.rules import Hex, Side, counted
from sandtable.core.state import State
from sandtable.core.system import Scenario
from sandtable.play.explain import words


@dataclass(frozen=True, slots=True)
class BriefLine:
    """A sentence of a scenario's own."""

    text: str
    places: dict[str, str]  # those it speaks of, by their names in it


@dataclass(frozen=True, slots=True)
class StakeSeen:
    """Something that counts in the end."""

    side: str  # whose points
    text: str  # "3026 Tobruk"
    worth: int  # what it brings, once or each time
    points: int  # now
    rule: str
    hexes: tuple[str, ...]
    holder: str  # the side that holds it now; "" if nobody does, or it is not held


@dataclass(frozen=True, slots=True)
class EndingSeen:
    """One of the ways in which the game may end."""

    title: str  # "Strategic Victory"
    text: str
    rule: str
    now: bool  # so it would end as it stands


@dataclass(frozen=True, slots=True)
class FundsLine:
    """About what a side has to spend."""

    label: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class SideBriefed:
    side: str
    name: str
    has: BriefLine | None
    wants: BriefLine | None
    first: tuple[BriefLine, ...]  # what to do first
    points: int  # what its stakes come to now
    funds: tuple[FundsLine, ...]  # of the side that asks; none where nothing may be known


@dataclass(frozen=True, slots=True)
class Briefing:
    """What a game is about. What a scenario does not tell is null."""

    title: str
    text: str  # a sentence or two
    about: BriefLine | None
    length: BriefLine | None
    sides: tuple[SideBriefed, ...]
    endings: tuple[EndingSeen, ...]
    stakes: tuple[StakeSeen, ...]  # all that counts, for either side; none where a watcher may not know


def brief(state: State, looking: Side | None) -> Briefing:
    """As a side may know it; all there is, if none is named."""
    scenario, standing = state.scenario, _standing(state)
    over = isinstance(run(state), Over)
    known = state if looking is None or over else scenario.system.hidden.foresee(state, looking)
    open_to = [Side(nth) for nth in range(len(scenario.sides)) if looking in (None, nth)]
    purses = {side: tuple(standing.purse(known, side)) for side in open_to}
    return _written(scenario, tuple(standing.stakes(known)), tuple(standing.endings(known)), purses)


def brief_watchers(scenario: Scenario) -> Briefing:
    """The words alone, and no position."""
    return _written(scenario, (), (), {})


def _standing(state: State) -> Standing[State]:
    return state.scenario.system.standing


def _written(
    scenario: Scenario, stakes: Sequence[Stake], endings: Sequence[Ending], purses: dict[Side, tuple[About, ...]]
) -> Briefing:
    info, said, sides = scenario.system.info(scenario.name), scenario.briefing, scenario.sides
    briefed = tuple(
        SideBriefed(
            word, scenario.spoken_sides[nth], _line(scenario, own.has), _line(scenario, own.wants),
            tuple(_brief_line(scenario, line) for line in own.first),
            sum(stake.points for stake in stakes if stake.side == nth),
            tuple(FundsLine(each.label, words(scenario, each.text), each.rule) for each in purses.get(Side(nth), ())),
        )
        for nth, (word, own) in enumerate(zip(sides, said.sides, strict=True))
    )  # fmt: skip
    return Briefing(
        info.title, info.text, _line(scenario, said.about), _line(scenario, said.length), briefed,
        tuple(EndingSeen(_headed(each.title), words(scenario, each.text), each.rule, each.now) for each in endings),
        tuple(
            StakeSeen(sides[each.side], words(scenario, each.text), each.worth, each.points, each.rule,
                      _hexes(scenario, each.at), "" if each.holder is None else sides[each.holder])
            for each in stakes
        ),
    )  # fmt: skip


def _line(scenario: Scenario, line: Line | None) -> BriefLine | None:
    return None if line is None else _brief_line(scenario, line)


def _brief_line(scenario: Scenario, line: Line) -> BriefLine:
    return BriefLine(line.text, {name: scenario.board.name(place) for name, place in line.places.items()})


def _hexes(scenario: Scenario, places: Sequence[Hex]) -> tuple[str, ...]:
    return tuple(scenario.board.name(place) for place in places)


def _headed(title: str) -> str:
    return title[:1].upper() + title[1:]


# ------------------------------------------------------------------------------------------------ in lines


def brief_lines(found: Briefing, book: str) -> list[str]:
    """All of it, for a screen of any length; `book`: before rule numbers."""
    head = [line.text for line in (found.about, found.length) if line is not None] or [found.text]
    return [*head, *side_lines(found, [each.side for each in found.sides], whole=True), *_counted(found, book)]


def side_lines(found: Briefing, sides: Sequence[str], whole: bool = False) -> Iterator[str]:
    """What some sides want and should do first; with what they have, where it is told whole."""
    for each in found.sides:
        lines = [f"has: {each.has.text}"] if each.has is not None and whole else []
        lines += [f"wants: {each.wants.text}"] if each.wants is not None else []
        lines += [f"first: {line.text}" for line in each.first]
        if each.side in sides and lines:
            yield each.name
            yield from (f"  {line}" for line in lines)


def _counted(found: Briefing, book: str) -> Iterator[str]:
    names = {each.side: each.name for each in found.sides}
    if found.endings:
        yield "How it ends"
    for ending in found.endings:
        yield f"  {ending.title}: {ending.text}{' - as it stands' if ending.now else ''} ({book} {ending.rule})"
    for side in found.sides:
        own = [stake for stake in found.stakes if stake.side == side.side]
        if own:
            yield f"What counts for {side.name}: {counted(side.points, 'point')} now"
        for stake in own:
            held = f", held by {names[stake.holder]}" if stake.holder else ""
            now = f": {stake.points} now" if stake.points else ""
            yield f"  {stake.worth:>3}  {stake.text}{held}{now} ({book} {stake.rule})"
    for side in found.sides:
        if side.funds:
            yield f"What {side.name} has to spend"
        yield from (f"  {line.label}: {line.text} ({book} {line.rule})" for line in side.funds)
