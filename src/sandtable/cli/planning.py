"""Plans at the terminal: a line tells how far one is while it is made, then it is told in words or for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from signal import SIGINT, signal
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.cli.lenses import At, Game, Json, opened
from sandtable.core.errors import BadInput

if TYPE_CHECKING:
    from rich.console import Console

    from sandtable.cli import sitting
    from sandtable.core.rules import Side
    from sandtable.play.session import Session
    from sandtable.play.table import Player
    from sandtable.players.contest import Contest
    from sandtable.players.planner import Planner


@contextmanager
def thinking(screen: Console, players: Mapping[Side, Player]) -> Iterator[None]:
    """How far those are who plan, on a line that leaves nothing behind; where nobody watches, none. Ctrl-C is enough
    of it: they do what they have found so far; pressed again it ends the program."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from sandtable.players.planner import Planner

    planners = {side: each for side, each in players.items() if isinstance(each, Planner)}
    if not planners or not screen.is_terminal:
        yield
        return
    pressed = False

    def enough(*_: object) -> None:
        nonlocal pressed
        pressed = True
        signal(SIGINT, before)

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:3.0f} %"))
    with Progress(*columns, TimeElapsedColumn(), console=screen, transient=True) as progress:
        for side, planner in planners.items():
            task = progress.add_task("thinking", total=1.0, visible=False)

            def watch(contest: Contest[Any], task: Any = task, side: Side = side) -> bool:
                name, share = contest.state.scenario.spoken_sides[side], contest.share
                progress.update(task, completed=share, description=f"{name} thinks", visible=share < 1)
                return not pressed

            planner.watch = watch
        before = signal(SIGINT, enough)
        try:
            yield
        finally:
            signal(SIGINT, before)
            for each in progress.task_ids:  # who has thought enough is not through all that he might have
                progress.update(each, visible=False)


def planned(session: Session, at: sitting.At, planner: Planner, luck: str, screen: Console) -> dict[str, Any]:
    """The plan of the side that is asked, what is expected of it, the answer now and why, those that follow, what else
    was weighed."""
    from sandtable.cli.sitting import to_type
    from sandtable.play.notation import proposed, written
    from sandtable.play.table import imagined
    from sandtable.players.advice import advice, next_steps, plan_told

    state, ask = imagined(session, luck)
    with thinking(screen, {ask.side: planner}):
        plan, choice = planner.ready(state, ask.side), planner.choice(state, ask)
    told, luck = plan_told(session.scenario, plan), f"{luck} {len(session.inputs)}"
    found = advice(state, ask, luck, planner.script.conduct, choice)
    following = next_steps(state, found.action, luck, planner.script.conduct)
    picks = written(state, ask.form, found.action)
    return {
        "side": session.scenario.sides[ask.side],
        "plan": told.plan,
        "expects": told.expects,
        "answer": picks,
        "text": proposed(state, ask.form, found.action),
        "type": to_type(session, at, picks),
        "why": found.why,
        "next": [step.text for step in following if step.text],
        "others": list(told.others),
    }


def lines(told: Mapping[str, Any]) -> list[str]:
    said = [f"plan of {told['side']}: {told['plan']}", f"  {told['expects']}", f"now: {told['text']}"]
    if told["why"]:
        said.append(f"  {told['why']}")
    if told["next"]:
        said.append(f"then: {'; '.join(told['next'])}")
    if told["others"]:
        said += ["also weighed:", *(f"  {each}" for each in told["others"])]
    return said


def typing(line: str) -> str:
    return f"  to type: {line}"


def plan(
    game: Game,
    at: At = None,
    player: Annotated[str, typer.Option(metavar="PLAYER", help="Who plans: planner, or staff for longer.")] = "planner",
    json: Json = False,
) -> None:
    """Make a plan for the side that is asked: plan desert.game, plan gew:north-africa-1941 --json."""
    from sandtable.cli import programs, show
    from sandtable.cli.sitting import position
    from sandtable.players import player as seated
    from sandtable.players.hands import Hands
    from sandtable.players.planner import Planner

    session = opened(game, at)
    if session.ask is None:
        raise BadInput(f"{game}: this game is over, nothing is left to plan")
    hands = Hands()
    try:
        found = seated(player, "plan", work=hands, waited_for=True)
        if not isinstance(found, Planner):
            raise BadInput(f"--player {player}: it makes no plans; planner and staff do")
        told = planned(session, position(session, session.ask, ()), found, "plan", show.console())
    finally:
        hands.close()
    if json:
        programs.write(told)
    else:
        for line in (*lines(told), typing(told["type"])):
            typer.echo(line)
