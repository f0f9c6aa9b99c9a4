"""A sweep: the same games played with other numbers or switches of a scenario, to see how often its first side wins.

Every setting has the same seeds, and settings take turns, so that a sweep broken off knows as much of each.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from itertools import product
from time import process_time
from typing import NamedTuple

from sandtable.core.errors import BadInput
from sandtable.play.session import find_scenario
from sandtable.players.match import Pairing, Played, Tally, check, play_once, side_by_side, tally

MOST_SETTINGS = 1000


class Trial(NamedTuple):
    """One setting of what is swept, and the games that are played with it."""

    setting: Mapping[str, int]  # numbers, and switches as True and False
    pairing: Pairing


class Tried(NamedTuple):
    """One game of a trial."""

    trial: int
    played: Played
    seconds: float  # of one core


class Found(NamedTuple):
    """What a trial came to, as the first side sees it."""

    trial: Trial
    tally: Tally
    seconds: float  # for a game, on average


def trials(pairing: Pairing, axes: Mapping[str, Sequence[int]]) -> list[Trial]:
    """Every combination of the values on the axes: numbers go into the scenario's name, True and False into options."""
    settings = 1
    for values in axes.values():
        settings *= len(values)
    if settings > MOST_SETTINGS:
        raise BadInput(f"{settings} settings: a sweep tries {MOST_SETTINGS} at most")
    info = find_scenario(pairing.game)
    found = []
    for values in product(*axes.values()):
        setting = dict(zip(axes, values, strict=True))
        numbers = {name: value for name, value in setting.items() if not isinstance(value, bool)}
        switches = {name: value for name, value in setting.items() if isinstance(value, bool)}
        game = f"{pairing.game.partition(':')[0]}:{info.with_numbers(numbers)}"
        found.append(Trial(setting, pairing._replace(game=game, options={**pairing.options, **switches})))
        check(found[-1].pairing)
    return found


def check_games(games: int) -> None:
    """Refuse a number of games that tells nothing of a trial."""
    if games < 1:
        raise BadInput(f"{games} games: a sweep plays 1 or more with each value")


def play_sweep(wanted: Sequence[Trial], games: int, processes: int | None = None) -> Generator[Tried]:
    """So many games of each trial: the first of each, then the second of each."""
    check_games(games)
    order = [
        (nth, trial.pairing, f"{trial.pairing.seed} {game}")
        for game in range(games)
        for nth, trial in enumerate(wanted)
    ]
    yield from side_by_side(_timed, order, processes)


def _timed(item: tuple[int, Pairing, str]) -> Tried:
    nth, pairing, luck = item
    begun = process_time()
    return Tried(nth, play_once(pairing, luck), process_time() - begun)


def summed(wanted: Sequence[Trial], tried: Sequence[Tried]) -> list[Found]:
    """A line for each trial that was played."""
    found = []
    for nth, trial in enumerate(wanted):
        if own := [each for each in tried if each.trial == nth]:
            seconds = sum(each.seconds for each in own) / len(own)
            found.append(Found(trial, tally([each.played for each in own]), seconds))
    return found
