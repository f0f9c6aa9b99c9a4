"""The ladder on a screen, in a document and on a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isinf
from pathlib import Path
from typing import Any

from sandtable import __version__
from sandtable.cli import matches, programs, seats, sheets, show
from sandtable.cli.farms import Farm, Ground
from sandtable.cli.sheets import Sheet
from sandtable.core.errors import BadInput
from sandtable.core.rules import Side
from sandtable.core.textfile import write_whole
from sandtable.draw.intervals import Share, intervals
from sandtable.draw.shapes import Picture
from sandtable.farm.jobs import Done
from sandtable.farm.ladder import Field, Meeting, Standing, by_field, is_better, meetings, round_robin, standings
from sandtable.farm.statistics import Score, Verdict
from sandtable.play.session import find_scenario

ABOUT = "Elo: above the average of those listed; a draw is half a win; in brackets and after ± intervals at 95 %"
MET = "lost to won: how many pairs came to 0, a half, 1, one and a half, 2; points: victory points more, on average"


def ladder(
    players: Sequence[str], games: Sequence[str], pairs: int, sprt: tuple[float, float] | None, write: Path | None,
    seed: str, options: Sequence[str], ground: Ground,
) -> None:  # fmt: skip
    if sprt is not None and (len(players) != 2 or not sprt[0] < sprt[1]):
        raise BadInput("--sprt ELO0 ELO1 is about two players, and ELO0 is less than ELO1")
    ground = ground.beside(write, "ladder")
    if seats.HUMAN in players:
        raise BadInput("a ladder is between computer players; `play` is for people")
    names = [name for said in games for name in said.split(",") if name]
    fields = [matches.paired(name, find_scenario(name), ("", ""), seed, options) for name in names]
    jobs, farm = round_robin(players, fields, pairs, seed), Farm(ground)
    verdict: Verdict | None = None

    def decided(done: Sequence[Done]) -> bool:
        nonlocal verdict
        if sprt is None or len(done) % 2:
            return False
        verdict = is_better(done, sprt)
        return verdict.better is not None

    done = farm.play(jobs, decided)
    if write is not None:  # of all that is kept, the better of two first
        done = list(farm.kept.done.values())
    met = meetings(done, players if write is None else list(standings(meetings(done))))
    found = tables(met)
    if ground.json:
        programs.write(told(met, sprt, verdict))
    else:
        screen = show.console()
        for sheet in found:
            show.heading(screen, sheet.title)
            screen.print(sheets.grid(sheet))
            screen.print(sheet.note + "\n" if sheet.note else "", style="dim")
        if sprt is not None and verdict is not None:
            screen.print(judged(players, sprt, verdict))
    if write is not None:
        write_whole(write, document(found).encode())
    farm.end("Ladder", ABOUT, [*found, picture(met)])


# ------------------------------------------------------------------------------------------------ tables


def tables(met: Sequence[Meeting]) -> list[Sheet]:
    """Of all together, of each game, of each meeting."""
    found = [everybody("All games", standings(met))]
    for field, own in by_field(met).items():
        found.append(of_field(field, standings(own)))
        found.append(encounters(field, own))
    return found


def everybody(title: str, ranked: Mapping[str, Standing]) -> Sheet:
    rows = [
        (name, rated(each), share(each.score), str(2 * each.score.values), f"{each.seconds:.2f}", f"{each.cpu:.2f}")
        for name, each in ranked.items()
    ]
    return Sheet(("player", "Elo", "score", "games", "seconds a turn", "of one core"), rows, title, ABOUT)


def of_field(field: Field, ranked: Mapping[str, Standing]) -> Sheet:
    sides = find_scenario(field.game).sides
    rows = [
        (name, rated(each), share(each.score), *map(in_elo, each.sides), f"{each.seconds:.2f}")
        for name, each in ranked.items()
    ]
    heads = ("player", "Elo", "score", *(f"Elo as {side}" for side in sides), "seconds a turn")
    return Sheet(heads, rows, label(field))


def encounters(field: Field, met: Sequence[Meeting]) -> Sheet:
    sides = find_scenario(field.game).sides
    heads = ("players", "score", "Elo", *(f"as {side}" for side in sides), "lost to won", "points")
    rows = [
        (
            " against ".join(each.players), share(each.score), in_elo(each.score),
            *(share(each.as_side(Side(side))) for side in range(2)), " ".join(map(str, each.counts)),
            f"{each.points:+.1f}",
        )
        for each in met
    ]  # fmt: skip
    return Sheet(heads, rows, f"{label(field)}, each two", MET)


def label(field: Field) -> str:
    """With what was switched otherwise than usual."""
    usual = find_scenario(field.game).ready_made
    other = [f"{name}={'yes' if on else 'no'}" for name, on in field.options if usual.get(name) != on]
    return " ".join((field.game, *other))


def rated(each: Standing) -> str:
    return f"{each.rating.elo:+.0f} ± {each.rating.margin:.0f}"


def share(found: Score) -> str:
    return f"{found.mean:.1%} ({100 * found.low:.0f}-{100 * found.high:.0f})"


def in_elo(found: Score) -> str:
    mean, low, high = map(points, found.elo)
    return f"{mean} ({low}, {high})"


def points(elo: float) -> str:
    return ("+∞" if elo > 0 else "-∞") if isinf(elo) else f"{elo:+.0f}"


def judged(players: Sequence[str], sprt: tuple[float, float], verdict: Verdict) -> str:
    known = {True: "it is", False: "it is not", None: "not known yet, play more pairs"}[verdict.better]
    asked = f"is {players[0]} better than {players[1]} by {sprt[1]:g} Elo rather than {sprt[0]:g}? {known}"
    return f"{asked} (log likelihood ratio {verdict.ratio:+.2f}, decided at {verdict.low:.2f} and {verdict.high:+.2f})"


def picture(met: Sequence[Meeting]) -> Picture:
    rows = [
        Share(f"{each.field.game} {' against '.join(each.players)}", each.score.low, each.score.mean, each.score.high)
        for each in met
    ]
    return intervals("Score of the first of two", "over pairs of games, 95 % intervals", rows)


def document(found: Sequence[Sheet]) -> str:
    """For people who read it with the code; what was played for it stands beside it."""
    made = f"Made by `sandtable ladder --write` of sandtable {__version__} from the games in the CSV file beside it"
    lines = ["# Ladder", "", made, "([farm.md](farm.md) tells how); not to be edited.", ""]
    for sheet in found:
        lines += sheets.markdown(sheet)
    return "\n".join(lines).rstrip() + "\n"


def told(met: Sequence[Meeting], sprt: tuple[float, float] | None, verdict: Verdict | None) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "players": ranked(met),
        "games": [
            {
                "game": field.game,
                "options": dict(field.options),
                "players": ranked(own),
                "meetings": [
                    {
                        "players": list(each.players), "pairs": len(each.pairs), "counts": each.counts,
                        "score": plain(each.score), "points": round(each.points, 3),
                        "sides": [plain(each.as_side(Side(side))) for side in range(2)],
                    }
                    for each in own
                ],
            }
            for field, own in by_field(met).items()
        ],
    }  # fmt: skip
    if sprt is not None and verdict is not None:
        answer["sprt"] = {"elo": list(sprt), "ratio": round(verdict.ratio, 4), "better": verdict.better}
    return answer


def ranked(met: Sequence[Meeting]) -> dict[str, Any]:
    return {
        name: {
            "elo": round(each.rating.elo, 1), "margin": round(each.rating.margin, 1), "score": plain(each.score),
            "sides": [plain(side) for side in each.sides], "seconds": round(each.seconds, 4), "cpu": round(each.cpu, 4),
        }
        for name, each in standings(met).items()
    }  # fmt: skip


def plain(found: Score) -> dict[str, Any]:
    """Infinite Elo is no number of JSON."""
    elo = [None if isinf(each) else round(each, 1) for each in found.elo]
    interval = [round(found.low, 4), round(found.high, 4)]
    return {"score": round(found.mean, 4), "interval": interval, "elo": elo[0], "elo_interval": elo[1:]}
