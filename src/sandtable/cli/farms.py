"""The farm on a screen: games played and kept, tables, plots, pages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from sandtable.cli import matches, programs, sheets, show, sweeps
from sandtable.cli.sheets import Sheet
from sandtable.core.errors import BadInput
from sandtable.core.system import ScenarioInfo
from sandtable.core.textfile import writable, write_whole
from sandtable.draw.intervals import Share, intervals
from sandtable.draw.shapes import Picture
from sandtable.farm.jobs import Done, Job, as_tried, checked, of_pairs, of_trials
from sandtable.farm.kept import Kept, arrow, write_parquet
from sandtable.farm.running import Workers, on_processes, on_ray, run
from sandtable.farm.tuning import METHODS, Bounds, off, tuned
from sandtable.play.session import find_scenario
from sandtable.players.match import Pairing, check_even
from sandtable.players.sweep import Found, Trial, check_games, summed, trials

CONFIRM = 2  # times as many games for what tuning has found, on other dice


class Ground(NamedTuple):
    """Where games are played, and what becomes of them."""

    processes: int = 0
    ray: str = ""
    keep: Path | None = None
    again: bool = False
    report: Path | None = None
    parquet: Path | None = None
    json: bool = False

    def beside(self, write: Path | None, what: str) -> Ground:
        """The games of a document are kept beside it, if one is written."""
        if write is None:
            return self
        if self.keep is not None:
            raise BadInput(f"--write and --keep: the games of a {what} that is written are kept beside it")
        writable(write)
        return self._replace(keep=write.with_suffix(".csv"))


class Farm:
    """Plays what it is told to and remembers it."""

    def __init__(self, ground: Ground) -> None:
        if ground.ray and ground.processes:
            raise BadInput("--ray and --processes: games are played on a cluster or on this machine")
        if ground.report is not None:
            writable(ground.report)  # known before the first game, as is the rest
        if ground.parquet is not None:
            arrow(ground.parquet)
        self.ground, self.kept = ground, Kept(ground.keep)
        self.workers: Workers = on_ray(ground.ray) if ground.ray else on_processes(ground.processes or None)
        self.wanted: dict[Job, None] = {}

    def play(self, jobs: Sequence[Job], enough: Callable[[Sequence[Done]], bool] = lambda _: False) -> list[Done]:
        """In order; until it is enough, if that is told."""
        if self.ground.again:
            self.kept.forget([job for job in jobs if job not in self.wanted])
        self.wanted |= dict.fromkeys(jobs)
        done: list[Done] = []
        try:
            with matches.counted(len(jobs)) as advance, closing(run(jobs, self.workers, self.kept)) as playing:
                for each in playing:
                    done.append(each)
                    advance()
                    if enough(done):
                        break
        except KeyboardInterrupt:
            where = f", kept in {self.kept.path}: the same command goes on from there" if self.kept.path else ""
            print(f"stopped after {len(done)} of {len(jobs)} games{where}", file=sys.stderr)
            raise
        finally:
            self.kept.put_in_order()
        return done

    def end(self, title: str, below: str, parts: Sequence[Sheet | Picture]) -> None:
        """The page and the file for programs, if they are wanted."""
        if self.ground.report is not None:
            write_whole(self.ground.report, sheets.page(title, below, parts).encode())
        if self.ground.parquet is not None:
            write_parquet(self.ground.parquet, [self.kept.done[job] for job in self.wanted if job in self.kept.done])


# ------------------------------------------------------------------------------------------------ matches and sweeps


def match(game: str, players: tuple[str, str], games: int, seed: str, options: Sequence[str], ground: Ground) -> None:
    check_even(games)
    info = find_scenario(game)
    pairing = checked(matches.paired(game, info, players, seed, options))
    farm = Farm(ground)
    done = farm.play(of_pairs(pairing, 0, games // 2))
    tallies = matches.tallied(info, [each.seen(nth % 2) for nth, each in enumerate(done)])
    if ground.json:
        programs.write(matches.told(pairing, tallies))
    else:
        matches.shown(show.console(), info.title, pairing, tallies)
    rows = [Share(name, each.interval[0], each.wins / each.games, each.interval[1]) for name, each in tallies.items()]
    title, below = " against ".join(players), f"{info.title}, {games} games, seed {seed}"
    picture = intervals(f"games won by {players[0]}", below, rows)
    farm.end(title, below, [matches.sheet(pairing, tallies), picture])


def sweep(
    game: str, axes: Sequence[str], games: int, players: tuple[str, str], seed: str, options: Sequence[str],
    ground: Ground,
) -> None:  # fmt: skip
    check_games(games)
    info = find_scenario(game)
    pairing = matches.paired(game, info, players, seed, options)
    wanted = trials(pairing, sweeps.swept(info, axes))
    farm = Farm(ground)
    found = summed(wanted, as_tried(farm.play(of_trials(wanted, 0, games)), len(wanted)))
    if ground.json:
        programs.write(sweeps.told(info, pairing, games, found))
    else:
        sweeps.shown(show.console(), info, pairing, found)
    farm.end(info.title, below(pairing), [sweeps.sheet(info, found), sweeps.picture(info, pairing, found)])


def below(pairing: Pairing) -> str:
    return f"{' against '.join(pairing.players)}, seed {pairing.seed}"


# ------------------------------------------------------------------------------------------------ tuning


def tune(
    game: str, axes: Sequence[str], aim: float, by: str, rounds: int, games: int, players: tuple[str, str], seed: str,
    options: Sequence[str], ground: Ground,
) -> None:  # fmt: skip
    if by not in METHODS:
        raise BadInput(f"--by {by}: numbers are looked for by {' or '.join(METHODS)}")
    info = find_scenario(game)
    pairing = matches.paired(game, info, players, seed, options)
    bounds, farm = bounded(info, axes), Farm(ground)
    known: dict[tuple[int, ...], Found] = {}

    def tried(settings: Sequence[Mapping[str, int]]) -> list[float]:
        new = {tuple(each.values()): each for each in settings if tuple(each.values()) not in known}
        if wanted := [of_setting(pairing, each) for each in new.values()]:
            done = farm.play(of_trials(wanted, 0, games))
            known.update(zip(new, summed(wanted, as_tried(done, len(wanted))), strict=True))
        return [off(known[tuple(each.values())].tally, aim) for each in settings]

    tuned(bounds, by, rounds, seed, tried)
    best = min(known.values(), key=lambda found: off(found.tally, aim)).trial
    done = farm.play(of_trials([best], games, CONFIRM * games))
    (confirmed,) = summed([best], as_tried(done, 1))
    found = [known[at] for at in sorted(known)]
    if ground.json:
        said = sweeps.told(info, pairing, games, [confirmed])
        programs.write({**sweeps.told(info, pairing, games, found), "best": said["results"][0]})
    else:
        sweeps.shown(show.console(), info, pairing, found)
        show.console().print(confirming(info, confirmed))
    farm.end(
        f"{info.title}: {sweeps.label(best.setting)}", f"{below(pairing)}; {confirming(info, confirmed)}",
        [sweeps.sheet(info, found), sweeps.picture(info, pairing, found)],
    )  # fmt: skip


def bounded(info: ScenarioInfo, axes: Sequence[str]) -> dict[str, Bounds]:
    """`poland_will=10..30`."""
    found = {}
    for name, values in sweeps.swept(info, axes).items():
        if isinstance(values[0], bool) or len(values) < 2:
            raise BadInput(f"--set {name}: say where to look for it, {name}=10..30; a switch is tried by sweep")
        found[name] = Bounds(min(values), max(values))
    return found


def of_setting(pairing: Pairing, setting: Mapping[str, int]) -> Trial:
    (found,) = trials(pairing, {name: [value] for name, value in setting.items()})
    return found


def confirming(info: ScenarioInfo, found: Found) -> str:
    tally, (low, high) = found.tally, found.tally.interval
    said = f"{info.sides[0]} won {tally.wins} of {tally.games} games ({low:.1%} to {high:.1%}), {tally.draws} drawn"
    return f"best: {sweeps.label(found.trial.setting)}; on dice of its own {said}"
