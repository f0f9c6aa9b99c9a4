"""How even the scenarios are, on a screen and in a document."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sandtable import __version__
from sandtable.cli import matches, programs, sheets, show
from sandtable.cli.farms import Farm, Ground
from sandtable.cli.ladders import label, plain, share
from sandtable.cli.sheets import Sheet
from sandtable.core.system import System, codes, find
from sandtable.core.textfile import write_whole
from sandtable.draw.intervals import Share, intervals
from sandtable.draw.shapes import Picture
from sandtable.farm.balance import DRAWN, EVEN, Balance, balances, between_equals
from sandtable.play.session import find_scenario

ABOUT = (
    "the same player on both sides; score: of the first side, a draw being half a win, with the interval that holds "
    "the true one with 95 % confidence; even: a score of "
    f"{EVEN[0]:.0%} to {EVEN[1]:.0%}, and less than {DRAWN:.0%} drawn"
)


def balance(
    games: Sequence[str], player: str, count: int, write: Path | None, seed: str, options: Sequence[str], ground: Ground
) -> None:
    ground = ground.beside(write, "balance")
    fields = [matches.paired(name, find_scenario(name), ("", ""), seed, options) for name in games or shipped()]
    farm = Farm(ground)
    done = farm.play(between_equals(fields, player, count, seed))
    found = balances(farm.kept.done.values() if write is not None else done)
    sheet = table(found)
    if ground.json:
        programs.write([told(each) for each in found])
    else:
        screen = show.console()
        show.heading(screen, "Balance")
        screen.print(sheets.grid(sheet))
        screen.print(sheet.note, style="dim")
    if write is not None:
        write_whole(write, document(sheet).encode())
    farm.end("Balance", ABOUT, [sheet, picture(found)])


def shipped() -> list[str]:
    """Every scenario of every family."""
    systems = [each for each in map(find, codes()) if isinstance(each, System)]
    return [f"{system.code}:{info.name}" for system in systems for info in system.scenarios()]


def table(found: Sequence[Balance]) -> Sheet:
    rows = []
    for each in found:
        first, second = find_scenario(each.field.game).sides
        won, drawn, lost = each.counts
        rows.append((
            label(each.field), each.player, str(len(each.done)), f"{first} {won}", str(drawn), f"{second} {lost}",
            share(each.score), f"{each.points:+.1f}", "yes" if each.even else "no",
        ))  # fmt: skip
    return Sheet(("game", "player", "games", "won", "drawn", "won", "score", "points", "even"), rows, note=ABOUT)


def picture(found: Sequence[Balance]) -> Picture:
    rows = [
        Share(f"{label(each.field)}, {each.player}", each.score.low, each.score.mean, each.score.high) for each in found
    ]
    return intervals("Score of the first side between equals", "95 % intervals", rows)


def document(sheet: Sheet) -> str:
    made = (
        f"Made by `sandtable farm balance --write` of sandtable {__version__} from the games in the CSV file beside it"
    )
    lines = ["# Balance", "", made, "([farm.md](farm.md) tells how); not to be edited.", "", *sheets.markdown(sheet)]
    return "\n".join(lines).rstrip() + "\n"


def told(each: Balance) -> dict[str, Any]:
    won, drawn, lost = each.counts
    return {
        "game": each.field.game, "options": dict(each.field.options), "player": each.player, "won": won, "drawn": drawn,
        "lost": lost, "score": plain(each.score), "points": round(each.points, 3), "even": each.even,
    }  # fmt: skip
