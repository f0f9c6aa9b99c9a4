"""What armies live on: `tools/stores.py ocs:primosole --games 10 --seed 1`.

Computer players play games of any system that keeps a ledger; for the end of each turn the table tells what each side
has left, what it used up in the turn, and the share of its units that are out of supply: the mean of all games, and the
worst of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from rich.table import Table as Grid

from sandtable.cli import show
from sandtable.core.rules import Side
from sandtable.play.session import Session, find_scenario, start
from sandtable.play.table import play_on
from sandtable.players import player
from sandtable.players.match import side_by_side


class Line(NamedTuple):
    """A side at the end of a turn."""

    turn: int
    side: Side
    left: int  # of what its ledger counts
    used: int  # since the turn began, lost or spent
    starving: int  # units out of supply
    units: int

    @property
    def share(self) -> float:
        return self.starving / self.units if self.units else 0.0


class Watch:
    """Looks at a game after each answer, and takes stock where a turn has ended."""

    def __init__(self, session: Session) -> None:
        self.lines: list[Line] = []
        self.turn = session.system.standing.turns_played(session.state)
        self.came, self.gone = self._sums(session, "came"), self._sums(session, "gone")

    @staticmethod
    def _sums(session: Session, what: str) -> dict[Side, int]:
        found: dict[Side, int] = {}
        for account in session.system.ledger.accounts(session.state):
            found[account.side] = found.get(account.side, 0) + int(getattr(account, what))
        return found

    def __call__(self, session: Session) -> None:
        turn = session.system.standing.turns_played(session.state)
        if turn != self.turn or session.outcome is not None:
            self.take_stock(session)
            self.turn = turn
        self.came = self._sums(session, "came")

    def take_stock(self, session: Session) -> None:
        """What came since the last answer belongs to the next turn."""
        state, system = session.state, session.system
        held, came, gone = (self._sums(session, what) for what in ("held", "came", "gone"))
        for side in map(Side, range(len(state.scenario.sides))):
            fed = list(system.lens.supplied(state, side).values())
            left = held.get(side, 0) - came.get(side, 0) + self.came.get(side, 0)
            used = gone.get(side, 0) - self.gone.get(side, 0)
            self.lines.append(Line(self.turn, side, left, used, fed.count(False), len(fed)))
        self.gone = gone


def watched(game: str, names: tuple[str, str], luck: str) -> list[Line]:
    """One game, a line for each side and turn."""
    session = start(game, luck, find_scenario(game).ready_made)
    watch = Watch(session)
    play_on(session, {Side(side): player(name, f"{luck} {side}") for side, name in enumerate(names)}, luck, watch)
    return watch.lines


def rows(lines: Sequence[Line], sides: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """For each turn and side, and for all turns of a side."""
    for nth, name in enumerate(sides):
        own = [line for line in lines if line.side == nth]
        for turn in sorted({line.turn for line in own}):
            yield row(name, str(turn), [line for line in own if line.turn == turn])
        yield row(name, "all", own)


def row(name: str, turn: str, lines: Sequence[Line]) -> tuple[str, ...]:
    left, used = ([getattr(line, what) for line in lines] for what in ("left", "used"))
    starving, units = (sum(getattr(line, what) for line in lines) for what in ("starving", "units"))
    return (
        name, turn, f"{sum(left) / len(lines):.1f}", str(min(left)), f"{sum(used) / len(lines):.1f}",
        f"{starving / units:.1%}" if units else "-", f"{max(line.share for line in lines):.1%}",
    )  # fmt: skip


HEADS = ("side", "turn", "left", "fewest", "used", "out of supply", "most")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("game", help="system:scenario")
    words.add_argument("players", nargs="*", default=["greedy", "greedy"], help="two computer players")
    words.add_argument("--games", type=int, default=10)
    words.add_argument("--seed", default="1")
    words.add_argument("--processes", type=int)
    said = words.parse_args()
    first, second = said.players
    lucks = [f"{said.seed} {nth}" for nth in range(said.games)]
    lines = [
        line
        for game in side_by_side(partial(watched, said.game, (first, second)), lucks, said.processes)
        for line in game
    ]
    screen, info = show.console(), find_scenario(said.game)
    show.heading(screen, f"{first} and {second}", (info.title, "cyan"), (f"{said.games} games", "dim"))
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    for nth, head in enumerate(HEADS):
        grid.add_column(head, justify="right" if nth else "left")
    for each in rows(lines, info.sides):
        grid.add_row(*each)
    screen.print(grid)
    note = "left: at the end of a turn, on average; used: spent or lost in it; out of supply: of all units on the map"
    screen.print(note, style="dim")


if __name__ == "__main__":
    main()
