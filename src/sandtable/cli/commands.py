"""The commands, each a few lines: read what was typed, ask `play`, show the answer."""

from __future__ import annotations

import os
import platform
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from sandtable import __version__
from sandtable.cli import afterwards, briefings, close_quietly, farming, lenses, names, pictures, planning
from sandtable.cli import serve as serving
from sandtable.cli import titles as titled
from sandtable.cli.lenses import At, Json
from sandtable.core.errors import BadInput
from sandtable.core.titles import NAMED

# What is slow to import (rich, through the screens) waits inside the commands, so that --version is quick.

TOUR = """\
sandtable {version}: charts, rules and exact odds of operational board wargames.

Try:

{examples}

{command} --help tells the rest; sandtable --install-completion lets the
tab key finish names and keys. The systems are

{systems}

Unofficial; the games' names belong to their publishers.
"""
EXAMPLES = {
    "charts ocs": "every chart and odds of a system",
    "chart use.crt": "one chart, as it is printed",
    "look use.crt attacker=9 defender=4": "one cell of it, with its rule",
    "odds use.ground attacker=Germany attacker_type=tank terrain=rough": "exact chances, and why",
    "rules ocs 9.9": "a rule, and what prints it",
    "play gew:north-africa-1941 --allied officer": "a game against the computer",
    "briefing ocs:crusader": "who fights, what wins, what to do first",
    "learn use:sedan": "a lesson, step by step",
    "supply gew:north-africa-1941 --unit ger_dak": "a line of supply, or what cuts it",
    "show gew --png board.png": "its map, drawn",
    "sweep use:poland-1939 --set poland_will=9,18 --games 2": "who wins, with other numbers",
}


def toured(systems: str) -> str:
    """Each example with what it shows, beside it or below."""
    command, lines = names.command(), []
    for words, shows in EXAMPLES.items():
        line = f"  {command} {words}"
        lines.append(f"{line:50}{shows}" if len(line) < 48 else f"{line}\n{'':50}{shows}")
    return TOUR.format(version=__version__, examples="\n".join(lines), command=command, systems=systems)


@dataclass
class Asked:
    """What was asked for beside the command."""

    traceback: bool = False


class Commands(TyperGroup):
    """Typer answers a reader that has left (`| head`) with code 1; we are content."""

    def invoke(self, ctx: Any) -> Any:
        try:
            found = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            close_quietly()
        return found


Abort = typer.Abort
UsageError: type[Exception] = typer.BadParameter.__mro__[1]  # Typer's own, whatever click it brings


def usage(error: Any) -> str:
    """What was typed wrongly, and where to read on."""
    path = [names.command(), *(error.ctx.command_path.split()[1:] if error.ctx else ())]
    return f"{error.format_message().rstrip('.')}; `{' '.join(path)} --help` tells more"


asked = Asked()
app = typer.Typer(
    cls=Commands,
    help="Charts, rules and exact odds of operational board wargames. Unofficial.",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)

Keys = Annotated[bool, typer.Option("--keys", help="List what may be said (so does the word help).")]


@app.callback(invoke_without_command=True)
def begin(
    ctx: typer.Context,
    data: Annotated[
        str,
        typer.Option(
            metavar="DIR", envvar="SANDTABLE_DATA", show_default=False,
            help="A folder of charts of your own, DIR/ocs/combat.toml, that stand in for ours.",
        ),
    ] = "",
    titles: Annotated[
        str,
        typer.Option(
            metavar="DIR", envvar=NAMED, show_default=False,
            help="A title of your own, DIR/board.json, or a folder of several, DIR/desert/board.json, beside ours.",
        ),
    ] = "",
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
    traceback: Annotated[bool, typer.Option("--traceback", help="If sandtable itself fails, show where.")] = False,
) -> None:  # fmt: skip
    asked.traceback = traceback
    os.environ["SANDTABLE_DATA"] = data  # where `play` looks for it
    os.environ[NAMED] = titles  # where a series looks for them
    if data or titles:
        from sandtable.cli import overlay

        if titles and ctx.invoked_subcommand != "title":
            overlay.check_titles()
        if data:
            overlay.check(Path(data))
    if version:
        from sandtable.core.kernels import COMPILED

        made = "compiled" if COMPILED else "plain Python"
        typer.echo(f"sandtable {__version__} (kernels: {made}), Python {platform.python_version()}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        serving.serve()


@app.command()
def charts(
    system: Annotated[str, typer.Argument(autocompletion=names.complete_system, show_default=False)] = "",
    json: Json = False,
) -> None:
    """List the charts and the odds, of one SYSTEM or of all."""
    from sandtable.cli import programs, show
    from sandtable.core.system import codes, find

    references = [find(code) for code in ([system] if system else codes())]
    if json:
        programs.write([programs.charts(reference) for reference in references])
    else:
        show.charts(show.console(), references)


@app.command()
def chart(
    name: Annotated[str, typer.Argument(autocompletion=names.complete_chart, help="Like ocs.combat.")],
    json: Json = False,
) -> None:
    """Show one chart as it is printed."""
    from sandtable.cli import programs, show

    reference, found = names.known_chart(name)
    if json:
        programs.write(programs.chart(reference, found))
    else:
        show.chart(show.console(), reference, found, names.whole_name(name, reference, found))


@app.command()
def look(
    name: Annotated[str, typer.Argument(autocompletion=names.complete_chart, help="Like use.crt.")],
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="KEY=VALUE...", autocompletion=names.complete_look_key, show_default=False),
    ] = None,
    keys: Keys = False,
    json: Json = False,
) -> None:
    """Look one thing up: look use.crt attacker=9 defender=4. Without the key of the columns it shows a whole row."""
    from sandtable.cli import programs, show
    from sandtable.core.charts import Table

    reference, shown = names.known_chart(name)
    name = names.whole_name(name, reference, shown)
    if keys or words == ["help"]:
        if json:
            programs.write(programs.look_keys(reference, shown))
        else:
            show.keys(show.console(), shown, name)
        return
    said = {key: names.as_value(value) for key, value in names.said(words or ()).items()}
    if isinstance(shown, Table) and shown.across and {*said, shown.across} == {*shown.keys} - {"shift"} != {*said}:
        row = shown.row(**said)
        if json:
            programs.write([programs.look(name, shown, each) for each in row.values()])
        else:
            show.row(show.console(), reference, shown, said, row)
        return
    found = shown.entry(**said)
    if json:
        programs.write(programs.look(name, shown, found))
    else:
        show.look(show.console(), reference, shown, said, found)


@app.command()
def odds(
    name: Annotated[
        str, typer.Argument(autocompletion=names.complete_odds, help="Like use.ground, or a record of a game.")
    ],
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="KEY=VALUE... | PICK...", autocompletion=names.complete_odds_key, show_default=False),
    ] = None,
    keys: Keys = False,
    at: At = None,
    json: Json = False,
) -> None:
    """Reckon exact chances: odds use.ground attacker_drm=3 defender_drm=1. Of an answer in a recorded game, with all
    that may follow: odds g.game --at 120 attack 2410 ger_pz1."""
    if names.is_record(name) or at is not None:
        lenses.odds(name, words or [], at, json)
        return
    from sandtable.cli import chances, programs, show
    from sandtable.play.odds import charts_of
    from sandtable.play.odds import odds as reckon

    reference, chance = names.known_odds(name)
    name = f"{reference.code}.{chance.name}"
    if keys or words == ["help"]:
        if json:
            programs.write(programs.keys(reference, chance))
        else:
            chances.keys(show.console(), reference, chance)
        return
    try:
        found = reckon(name, **names.said(words or ()))
    except BadInput as error:
        if words:
            raise
        raise BadInput(f"{error}; `{names.command()} odds {name} --keys` lists what may be said") from error
    assumed = {} if words else chances.assumed(chance)
    meanings = chances.meanings(charts_of(reference), chance, list(found))
    origins = chances.origins(reference, chance)
    if json:
        programs.write(programs.odds(name, found, meanings, origins) | {"assumed": assumed})
    else:
        chances.show(show.console(), found, meanings, origins, assumed)


@app.command()
def verify(file: Annotated[Path, typer.Argument(help="A record of a game.", show_default=False)]) -> None:
    """Roll and play a record again: does it tell the truth? If it comes otherwise now, the code is 1."""
    from sandtable.cli import seats

    said, plays_again = seats.verified(file)
    for line in said:
        typer.echo(line)
    if not plays_again:
        raise typer.Exit(1)


@app.command()
def rules(
    system: Annotated[str, typer.Argument(autocompletion=names.complete_system, help="Like ocs.")],
    number: Annotated[str, typer.Argument(autocompletion=names.complete_rule, show_default=False)] = "",
    coverage: Annotated[bool, typer.Option("--coverage", help="Count the rules by status.")] = False,
) -> None:
    """Show the index of a rulebook, or one rule by its NUMBER."""
    from sandtable.cli import show
    from sandtable.core.system import find

    if coverage:
        show.coverage(show.console(), find(system))
    elif number:
        show.rule(show.console(), find(system), number)
    else:
        show.rules(show.console(), find(system))


@app.command()
def bench(
    what: Annotated[
        list[str] | None, typer.Argument(metavar="[WHAT]...", help="Only these: engine, gew, use:france-1940.")
    ] = None,
    rounds: Annotated[int, typer.Option(help="How often each is measured; the best counts.", min=1)] = 3,
    keep: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the figures here.")] = None,
    compare: Annotated[
        Path | None, typer.Option(metavar="FILE", help="With a run that was kept; exit 1 if more than 10 % are lost.")
    ] = None,
    profile: Annotated[bool, typer.Option("--profile", help="Where random games spend their time, instead.")] = False,
    json: Json = False,
) -> None:
    """Measure what things cost here, compiled and in plain Python: bench gew --compare docs/bench/0.2.0.json.

    Each figure is the best of several rounds, each in a process of its own; the noise is by how much the middle one was
    worse. A comparison takes out how much faster or slower the machine is, by a yardstick of plain Python work.
    """
    from sandtable.cli import figures

    figures.bench(what or [], rounds, keep, compare, profile, json)


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def play(
    ctx: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="SYSTEM[:SCENARIO], a record, or a file with a position.")
    ],
    seed: Annotated[str, typer.Option(help="Of the dice and the computer players.")] = "",
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the record of the game here.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME[=no]", help="Switch an optional rule.")] = None,
) -> None:
    """Play a game here: play gew --allied officer, play use:poland-1939 --west planner.

    Each side has an option of its own, --axis and --allied in GEW, --allied and --axis in OCS, --axis and --west in
    USE: human (if none is named), or the computer: recruit, officer, planner (10 seconds a turn at most), staff (60),
    random, greedy-1 (the computer of 0.3.0).

    GAME may be the record of a game begun: it is played on from there. It may be a file with a position, in words
    (docs/positions.md) or as the browser copies it. A game with people in it is always recorded.
    """
    from sandtable.cli import seats

    seats.play(game, ctx.args, seed, record, option or [])


@app.command()
def learn(
    lesson: Annotated[str, typer.Argument(metavar="SYSTEM:LESSON", help="Like use:sedan.", show_default=False)] = "",
) -> None:
    """Take a lesson here, step by step: learn use:sedan. Without a name it lists them."""
    from sandtable.cli import learning

    learning.learn(lesson) if lesson else learning.listed()


@app.command()
def match(
    game: Annotated[str, typer.Argument(metavar="SYSTEM[:SCENARIO]", help="Like gew or gew:north-africa-1941.")],
    first: Annotated[
        str,
        typer.Argument(
            help="A computer player: recruit, officer, planner, staff, random, greedy-1. Results are told of this one."
        ),
    ],
    second: Annotated[str, typer.Argument(help="The other one.")],
    games: Annotated[int, typer.Option(help="How many; in every other one the sides are swapped.")] = 20,
    seed: Annotated[str, typer.Option(help="Of the dice and the players.")] = "1",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME[=no]", help="Switch an optional rule.")] = None,
    processes: Annotated[int, typer.Option(help="Games played at a time; 0: one on each core.", min=0)] = 0,
    json: Json = False,
) -> None:
    """Let two computer players play many games: match gew officer random --games 200."""
    from sandtable.cli import matches

    matches.match(game, (first, second), games, seed, option or [], processes, json)


@app.command()
def sweep(
    game: Annotated[str, typer.Argument(metavar="SYSTEM[:SCENARIO]", help="Like use:poland-1939.")],
    axis: Annotated[
        list[str],
        typer.Option(
            "--set", metavar="NAME=VALUES", show_default=False,
            help="A number as 7..11, 8..20..4 or 7,9,12, a switch as no,yes; several make a grid.",
        ),
    ],
    games: Annotated[int, typer.Option(help="How many with each value.")] = 100,
    players: Annotated[tuple[str, str], typer.Option(help="Computer players of the first side and the other.")] = (
        "greedy", "greedy",
    ),
    seed: Annotated[str, typer.Option(help="Of the dice and the players.")] = "1",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME[=no]", help="Switch an optional rule.")] = None,
    processes: Annotated[int, typer.Option(help="Games played at a time; 0: one on each core.", min=0)] = 0,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the shares too, .svg or .png.")] = None,
    json: Json = False,
) -> None:  # fmt: skip
    """Try a scenario out: how often its first side wins with each value of a number or a switch.

    sweep use:poland-1939 --set poland_will=17..23 --games 200 plays the same 200 seeds with each.
    """
    from sandtable.cli import sweeps

    sweeps.sweep(game, axis, games, players, seed, option or [], processes, plot, json)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record of a game.", show_default=False)],
    at: At = None,
    side: Annotated[str, typer.Option(help="Read the log as this side may; all of it if none is named.")] = "",
) -> None:
    """Play a record again and print its log, its result and the digest of its last position."""
    from sandtable.cli import seats

    seats.replay(file, at, side)


@app.command()
def tour() -> None:
    """Show some commands to try."""
    from sandtable.core.system import codes, find

    systems = "\n".join(f"  {code}  {find(code).title}" for code in codes())
    typer.echo(toured(systems), nl=False)


app.add_typer(titled.app, name="title", help="Titles of your own: check one, see docs/ocs-titles.md.")
app.add_typer(farming.app, name="farm", help="Many games, kept, on all cores or a cluster: see docs/farm.md.")
app.command("ladder")(farming.ladder)
app.command("luck")(afterwards.luck)
app.command("review")(afterwards.review)
app.command("serve")(serving.serve)
app.command("show")(pictures.show)
app.command("briefing")(briefings.briefing)
app.command("supply")(lenses.supply)
app.command("why")(lenses.why)
app.command("plan")(planning.plan)
