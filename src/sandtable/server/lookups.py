"""What a seat may look up, as documents: odds, paths, cards, supply, threats, points."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core.decisions import DONE, HEX
from sandtable.core.errors import BadInput
from sandtable.core.flow import Ask, Over, run
from sandtable.core.lens import About, Supply
from sandtable.core.parts import scores_seen
from sandtable.core.rules import Breakdown, Side, UnitId
from sandtable.core.state import State
from sandtable.core.system import Scenario
from sandtable.draw.counters import other_faces
from sandtable.play import lens
from sandtable.play.briefing import Briefing, brief, brief_watchers
from sandtable.play.drafts import Drafts
from sandtable.play.explain import figure, refused, signed, words
from sandtable.play.forecast import Forecast, course_lines, decided, forecast, settled_words
from sandtable.play.notation import proposed, read_closed, written
from sandtable.players.advice import Advice
from sandtable.server.documents import Album, Sight, reasons
from sandtable.server.questions import is_hidden
from sandtable.server.wire import (
    Area,
    Assumed,
    Card,
    CardLine,
    ChartAt,
    Compared,
    Expected,
    Figure,
    Hint,
    Leg,
    Odds,
    Path,
    Result,
    Score,
    SequelOdds,
    Starving,
    StepCost,
    SupplyLine,
    Term,
    Threat,
)


def terms(scenario: Scenario, found: Breakdown) -> list[Term]:
    return [Term(words(scenario, term.label), figure(term), term.rule, term.group) for term in found]


# ------------------------------------------------------------------------------------------------ before one decides


def odds(album: Album, state: State, ask: Ask, words: list[str], known: State) -> Odds:
    """What a whole answer may lead to, from the position that the side may know; open lists are ended."""
    action = read_closed(state, ask.form, words)
    if problems := ask.form.check(state, action):
        raise refused(album.scenario, " ".join(words), problems)
    return forecast_document(forecast(state, ask.side, ask.form.settled(action), known), ask.side)


def forecast_document(found: Forecast, side: Side) -> Odds:
    scenario, sides, happens = found.scenario, found.scenario.spoken_sides, found.happens
    return Odds(
        found.title,
        found.citation.number,
        terms(scenario, found.terms),
        [Assumed(scenario.sides[side], words(scenario, stance.text), stance.rule) for side, stance in found.assumed],
        ChartAt(*found.chart) if found.chart else None,
        [
            Result(each.result, str(each.chance), float(each.chance), found.means(each.result),
                   course_lines(found, each.courses), each.condition(sides))
            for each in found.prospects
        ],
        [
            Expected(
                decided(sides, policy.items()),
                [
                    Figure(name, str(value), float(value) if name in happens else None)
                    for name, value in found.expected(policy).items()
                ],
            )
            for policy in found.policies
        ],
        words(scenario, found.later),
        found.asks_again(side),
        _sequel(found),
    )  # fmt: skip


def _sequel(found: Forecast) -> SequelOdds | None:
    """What the answer is done for, both ways."""
    if found.sequel is None or found.without is None:
        return None
    happens = found.happens_after
    figures = [
        Compared(name, str(after), str(plain), *((float(after), float(plain)) if name in happens else (None, None)))
        for name, (after, plain) in found.compared().items()
        if after or plain
    ]
    text = words(found.scenario, found.sequel.text)
    return SequelOdds(text, found.sequel.rule, settled_words(found), figures, float(found.spared))


def path(album: Album, drafts: Drafts, words: list[str], word: str) -> Path:
    """The way a move would take."""
    ask, draft = drafts.ask, drafts.at(words)
    drafts.at([*words, word])
    slot, _ = ask.form.at(draft)
    assert slot is not None
    found = None
    if slot.kind == HEX and word != DONE:
        found = album.system.lens.path(drafts.state, ask, draft, album.scenario.place(word))
    if found is None:
        raise BadInput(f"{word}: this is no move, so there is no path to show")
    hexes = [album.places[hex] for hex in found.hexes]
    costs = [
        StepCost(hex, signed(cost.total).removeprefix("+"), terms(album.scenario, cost))
        for hex, cost in zip(hexes[1:], found.costs, strict=True)
    ]
    return Path(hexes, costs, found.total, found.left)


def hint(state: State, ask: Ask, found: Advice) -> Hint:
    return Hint(written(state, ask.form, found.action), proposed(state, ask.form, found.action), found.why)


# ------------------------------------------------------------------------------------------------ cards


def hex_card(album: Album, state: State, side: Side | None, sight: Sight, word: str) -> Card:
    place = album.scenario.place(word)
    name = album.places[place]
    lines = _card(album, album.system.lens.about_hex(state, side, place))
    return Card(album.scenario.spoken_place(place), lines, sight.view.stacks.get(name, []))


def unit_card(album: Album, state: State, side: Side | None, sight: Sight, word: str) -> Card:
    if is_hidden(word) and word in sight.view.units:
        whose = sight.view.units[word].side
        return Card("A hidden unit", [CardLine("side", album.system.side_name(whose), "")], [])
    unit = album.scenario.unit(word)
    if word not in sight.view.units:
        raise BadInput(f"{word} is not to be seen")
    lines = _card(album, album.system.lens.about_unit(state, side, unit))
    shown = sight.source.seen(unit)
    assert shown is not None
    others, told = other_faces(album.scenario, shown), album.system.lens.tells_faces(album.scenario)
    lines += [CardLine(when, printed, "") for when, printed in others if not told or " mode" not in when]
    return Card(album.scenario.spoken_unit(unit), lines, [])


def _card(album: Album, lines: Iterable[About]) -> list[CardLine]:
    return [CardLine(line.label, words(album.scenario, line.text), line.rule, line.sums) for line in lines]


# ------------------------------------------------------------------------------------------------ lenses


def supply(album: Album, known: State) -> list[SupplyLine]:
    return [_supply_line(album, each) for each in lens.supplies(known, None)]


def _supply_line(album: Album, found: Supply) -> SupplyLine:
    return SupplyLine(
        album.units[found.unit],
        found.supplied,
        words(album.scenario, found.because),
        list(found.rules),
        [Leg(leg.by, [album.places[hex] for hex in leg.hexes], leg.rule) for leg in found.legs],
        reasons(album, found.cuts),
    )


def starving(album: Album, known: State, word: str) -> Starving:
    found = lens.starving(known, None, word)
    head, *lines = lens.starving_lines(album.scenario, found)
    return Starving(
        head.rstrip(":"), [album.units[each.unit] for each in found.units], [line.strip() for line in lines]
    )


def threat(album: Album, known: State, side: Side) -> dict[str, Threat]:
    return {
        album.places[hex]: Threat(_ids(album, found.reach), _ids(album, found.attack))
        for hex, found in album.system.lens.threats(known, side).items()
    }


def areas(album: Album, known: State, side: Side, word: str) -> list[Area]:
    """What a counter, or something in a hex, reaches; nothing of a counter that shows its back."""
    if is_hidden(word):
        return []
    found = lens.areas(known, side, word)
    return [
        Area(each.title, words(album.scenario, each.text), each.rule, [album.places[hex] for hex in each.hexes],
             _ids(album, each.units))
        for each in found
    ]  # fmt: skip


def _ids(album: Album, units: tuple[UnitId, ...]) -> list[str]:
    return [album.units[unit] for unit in units]


def score(album: Album, state: State, side: Side | None) -> dict[str, Score]:
    """Of each side, as this one may know it."""
    found = dict(zip(album.scenario.sides, scores_seen(state, side), strict=True))
    return {name: Score(float(each.total), terms(album.scenario, each)) for name, each in found.items()}


def briefing(album: Album, state: State, side: Side | None) -> Briefing:
    """As a side may know it; whoever watches knows it all when the game is over."""
    known = side is not None or isinstance(run(state), Over)
    return brief(state, side) if known else brief_watchers(album.scenario)
