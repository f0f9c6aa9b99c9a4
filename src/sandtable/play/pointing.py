"""Random pointing: hexes and counters that somebody points at in random games, with nothing picked and after some
picks, and what is said to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from sandtable.core.decisions import EMPTY
from sandtable.core.flow import Ask
from sandtable.core.rules import Hex, UnitId, Violation
from sandtable.core.system import Scenario, System
from sandtable.play.notation import pick_name
from sandtable.play.session import Session
from sandtable.play.whynot import OfPhase, reasons

SKIPPED = 40  # answers that pass between two questions that are looked at, at most


class Pointed(NamedTuple):
    """What was pointed at, and all that is said against it: nothing where it may be picked."""

    game: str
    form: str  # that was asked
    picked: tuple[str, ...]
    at: str
    against: tuple[Violation, ...]


def pointed(system: System[Any], count: int, seed: str) -> Iterator[Pointed]:
    """So many things pointed at in games of every scenario in turn, those of the same seed always alike."""
    rng, scenarios = Random(f"pointing {seed}"), system.scenarios()
    games: dict[str, Session] = {}
    for nth in range(count):
        info = scenarios[nth % len(scenarios)]
        game = games.get(info.name)
        if game is None or game.ask is None:
            chosen = {option.name: rng.random() < 0.5 for option in info.options}
            game = games[info.name] = Session(system.load(info.name, chosen), f"{seed} {rng.random()}")
        for _ in range(rng.randrange(SKIPPED)):
            if game.ask is None:
                break
            game.submit(game.ask.side, game.ask.form.draw(game.state, rng))
        if game.ask is not None:
            yield _pointed(game, game.ask, rng)


@dataclass
class Count:
    """What was said, counted."""

    may: int = 0
    refused: int = 0
    ruled: int = 0  # of these by a rule that speaks of what is pointed at, not only by the one that asks (`OfPhase`)
    rules: Counter[str] = field(default_factory=Counter)
    forms: Counter[str] = field(default_factory=Counter)
    without: list[Pointed] = field(default_factory=list)  # a rule that the book has


def counted(system: System[Any], those: Iterable[Pointed]) -> Count:
    found = Count()
    for each in those:
        found.forms[each.form] += 1
        if not each.against:
            found.may += 1
            continue
        found.refused += 1
        found.ruled += any(not isinstance(reason, OfPhase) for reason in each.against)
        found.rules.update({reason.rule for reason in each.against})
        if any(reason.rule not in system.rulebook for reason in each.against):
            found.without.append(each)
    return found


def _pointed(game: Session, ask: Ask, rng: Random) -> Pointed:
    """At anything, as often with nothing picked as after some picks."""
    state, form, draft, picked = game.state, ask.form, EMPTY, list[str]()
    while rng.random() < 0.5:
        pick = rng.choice(form.picks(state, draft))
        following = form.put(draft, pick)
        if form.at(following)[0] is None:
            break
        picked.append(pick_name(state, form, draft, pick))
        draft = following
    at = _anything(game, ask, rng)
    return Pointed(game.scenario.name, form.name, tuple(picked), at, tuple(reasons(state, form, draft, at)))


def _anything(game: Session, ask: Ask, rng: Random) -> str:
    """Any hex or box, any counter, or a counter that the side asked sees on the map."""
    scenario: Scenario = game.scenario
    kind = rng.random()
    if kind < 0.4:
        board = scenario.board
        return scenario.place_name(Hex(rng.choice((*board.playable, *range(board.hexes, board.size)))))
    seen = [each.unit for each in scenario.system.hidden.view(game.state, ask.side).units if each.unit is not None]
    if kind < 0.5 or not seen:
        return scenario.unit_name(UnitId(rng.randrange(len(scenario.counters))))
    return scenario.unit_name(rng.choice(seen))
