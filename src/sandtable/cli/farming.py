"""The commands of the farm: matches, sweeps, tuning and ladders as games that are kept, on all cores or a cluster."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.lenses import Json

app = typer.Typer(no_args_is_help=True)

Game = Annotated[
    str, typer.Argument(metavar="SYSTEM[:SCENARIO]", help="Like gew:north-africa-1941.", show_default=False)
]
Switches = Annotated[list[str] | None, typer.Option("--option", metavar="NAME[=no]", help="Switch an optional rule.")]
Seed = Annotated[str, typer.Option(help="Of the dice and the players.")]
Processes = Annotated[int, typer.Option(help="Games played at a time; 0: one on each core.", min=0)]
Cluster = Annotated[
    str, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster, HOST:PORT, auto or local.", show_default=False)
]
Keep = Annotated[
    Path | None,
    typer.Option(metavar="FILE.csv", help="Keep each game as it ends; whoever is killed goes on from there."),
]
Again = Annotated[bool, typer.Option("--again", help="Play anew what the file has: the players have changed.")]
Report = Annotated[Path | None, typer.Option(metavar="FILE.html", help="Tables and plots as one page.")]
Parquet = Annotated[Path | None, typer.Option(metavar="FILE", help="Write the games as a Parquet file too.")]
Sides = Annotated[tuple[str, str], typer.Option(help="Players of the first side and the other.")]


@app.callback()
def farm() -> None:
    """Many games at once: kept as they end, the same on processes and on a Ray cluster."""


@app.command()
def match(
    game: Game,
    first: Annotated[str, typer.Argument(help="A computer player: the results are told of this one.")],
    second: Annotated[str, typer.Argument(help="The other one.")],
    games: Annotated[int, typer.Option(help="How many; in every other one the sides are swapped.")] = 100,
    seed: Seed = "1", option: Switches = None, processes: Processes = 0, ray: Cluster = "", keep: Keep = None,
    again: Again = False, report: Report = None, parquet: Parquet = None, json: Json = False,
) -> None:  # fmt: skip
    """Two players, many games, each pair of them on the same dice with the sides swapped."""
    from sandtable.cli import farms

    ground = farms.Ground(processes, ray, keep, again, report, parquet, json)
    farms.match(game, (first, second), games, seed, option or [], ground)


@app.command()
def sweep(
    game: Game,
    axis: Annotated[
        list[str],
        typer.Option("--set", metavar="NAME=VALUES", show_default=False, help="As in sweep; several make a grid."),
    ],
    games: Annotated[int, typer.Option(help="How many with each value.")] = 100,
    players: Sides = ("officer", "officer"),
    seed: Seed = "1", option: Switches = None, processes: Processes = 0, ray: Cluster = "", keep: Keep = None,
    again: Again = False, report: Report = None, parquet: Parquet = None, json: Json = False,
) -> None:  # fmt: skip
    """The same games with each value of a number or a switch."""
    from sandtable.cli import farms

    ground = farms.Ground(processes, ray, keep, again, report, parquet, json)
    farms.sweep(game, axis, games, players, seed, option or [], ground)


@app.command()
def tune(
    game: Game,
    axis: Annotated[
        list[str],
        typer.Option("--set", metavar="NAME=LOW..HIGH", show_default=False, help="A number, and where to look for it."),
    ],
    aim: Annotated[
        float, typer.Option(min=0, max=1, help="What the first side is to score, a draw being half a win.")
    ] = 0.5,
    by: Annotated[str, typer.Option(help="cma (CMA-ES, of the extra farm) or spsa.")] = "spsa",
    rounds: Annotated[int, typer.Option(min=1, help="Of settings that are tried, two of them in one of spsa.")] = 12,
    games: Annotated[int, typer.Option(min=1, help="With each setting; the best is tried again, twice as often.")] = 60,
    players: Sides = ("officer", "officer"),
    seed: Seed = "1", option: Switches = None, processes: Processes = 0, ray: Cluster = "", keep: Keep = None,
    again: Again = False, report: Report = None, parquet: Parquet = None, json: Json = False,
) -> None:  # fmt: skip
    """Look for the numbers of a scenario with which it is even, or as uneven as is wanted."""
    from sandtable.cli import farms

    ground = farms.Ground(processes, ray, keep, again, report, parquet, json)
    farms.tune(game, axis, aim, by, rounds, games, players, seed, option or [], ground)


@app.command()
def ladder(
    players: Annotated[
        list[str],
        typer.Argument(help="Computer players, and bots as bot:'COMMAND', see docs/farm.md.", show_default=False),
    ],
    games: Annotated[
        list[str],
        typer.Option(metavar="GAMES", help="Scenarios, with commas or each by itself.", show_default=False),
    ],
    pairs: Annotated[int, typer.Option(help="Of games on the same dice, in each meeting of two.")] = 50,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="ELO0 ELO1", show_default=False,
            help="Of two players: is the first better by ELO1 rather than ELO0? It stops as soon as that is known.",
        ),
    ] = None,
    write: Annotated[
        Path | None,
        typer.Option(metavar="FILE.md", help="Write the ladder there, of all games in FILE.csv beside it."),
    ] = None,
    seed: Seed = "1", option: Switches = None, processes: Processes = 0, ray: Cluster = "", keep: Keep = None,
    again: Again = False, report: Report = None, parquet: Parquet = None, json: Json = False,
) -> None:  # fmt: skip
    """Everybody against everybody, in pairs of games: Elo with intervals, by game and side, and seconds a turn.

    ladder recruit officer greedy-1 --games gew:north-africa-1941 --pairs 50
    """
    from sandtable.cli import farms, ladders

    ground = farms.Ground(processes, ray, keep, again, report, parquet, json)
    ladders.ladder(players, games, pairs, sprt, write, seed, option or [], ground)


@app.command()
def balance(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[SYSTEM:SCENARIO]...", help="All that there are, if none is named.")
    ] = None,
    player: Annotated[str, typer.Option(help="Who plays both sides.")] = "planner",
    count: Annotated[int, typer.Option("--games", help="How many of each.")] = 60,
    write: Annotated[
        Path | None,
        typer.Option(metavar="FILE.md", help="Write the table there, of all games in FILE.csv beside it."),
    ] = None,
    seed: Seed = "1", option: Switches = None, processes: Processes = 0, ray: Cluster = "", keep: Keep = None,
    again: Again = False, report: Report = None, parquet: Parquet = None, json: Json = False,
) -> None:  # fmt: skip
    """How even scenarios are between equals.

    farm balance --write docs/balance.md
    """
    from sandtable.cli import balances, farms

    ground = farms.Ground(processes, ray, keep, again, report, parquet, json)
    balances.balance(games or [], player, count, write, seed, option or [], ground)
