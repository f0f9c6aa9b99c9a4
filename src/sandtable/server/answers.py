"""Look-ups of a seat in a hosted game: answered here and now, or in a thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import get_args

from sandtable.core.errors import REFUSED
from sandtable.core.flow import Ask
from sandtable.core.intents import SCRIPT, Conduct
from sandtable.core.rules import Side
from sandtable.core.state import State
from sandtable.play.table import imagined
from sandtable.players.advice import advice
from sandtable.server import assist, lookups, questions, wire
from sandtable.server.games import Hosted
from sandtable.server.refusals import Refusal
from sandtable.server.rooms import Line
from sandtable.server.wire import Reason, Reasons
from sandtable.server.work import Runner

Prepared = (
    wire.Draft | wire.AskOpenings | wire.Why | wire.AskOdds | wire.AskPath | wire.AboutHex | wire.AboutUnit
    | wire.AskSupply | wire.AskStarving | wire.AskThreat | wire.AskAreas | wire.AskHint | wire.AskScore
    | wire.AskBriefing
)  # fmt: skip
Slow = wire.AskOdds | wire.AskSupply | wire.AskStarving | wire.AskThreat | wire.AskAreas | wire.LookBack | wire.AskHint
SLOW = get_args(Slow)


async def look_up(game: Hosted, line: Line, message: Prepared | wire.LookBack, runner: Runner) -> None:
    """Answered with a reply; in a lesson it may be what was asked of the learner."""
    check(game, line.seat, message)
    body: wire.ReplyBody | None
    try:
        if isinstance(message, wire.LookBack):
            body = await game.look_back(line.seat, message.at, runner)
        else:
            async with game.lock:
                work = prepared(game, line.seat, message)
                body = None if isinstance(message, SLOW) else await runner.run(work)
            if isinstance(message, SLOW):
                body = await runner.run(work)
    except REFUSED as error:
        raise game.refusal(error) from error
    game.send(wire.Reply(message.ref, body), [line])
    if game.course is not None:
        await looked(game, *words_of(message))


def check(game: Hosted, seat: str, message: wire.Lookup) -> None:
    """May the seat be told that?"""
    assist.check(game.kept.assist, type(message))
    if assist.for_players(type(message)):
        game.player(seat)


def prepared(game: Hosted, seat: str, message: Prepared) -> Callable[[], wire.ReplyBody]:
    """What is to be done, on a position that nobody else changes. Called while the game is locked; what is slow is done
    when it is not, on a copy."""
    session, album, side = game.begun, game.album, game.side(seat)
    state = session.state.copy() if isinstance(message, SLOW) else session.state
    match message:
        case wire.AskScore():
            return lambda: lookups.score(album, state, side)
        case wire.AskBriefing():
            return lambda: lookups.briefing(album, state, side)
        case wire.AboutHex(hex=hex):
            sight = game.sight(seat)
            return lambda: lookups.hex_card(album, state, side, sight, hex)
        case wire.AboutUnit(unit=unit):
            sight = game.sight(seat)
            return lambda: lookups.unit_card(album, state, side, sight, unit)
        case wire.Why():
            return why(game, seat, state, message)
        case wire.AskSupply() | wire.AskStarving() | wire.AskThreat() | wire.AskAreas():
            return lens(game, game.player(seat), message)
        case wire.Draft(picked=picked):
            game.asked(seat, message)
            sight = game.sight(seat)
            return lambda: game.question(sight, picked)
        case wire.AskOpenings():
            game.asked(seat, message)
            return lambda: questions.openings(album, session.drafts)
        case wire.AskOdds(picked=picked):
            ask = game.asked(seat, message)
            known = session.foreseen(ask.side)
            return lambda: lookups.odds(album, state, ask, picked, known)
        case wire.AskPath(picked=picked, pick=pick):
            game.asked(seat, message)
            return lambda: lookups.path(album, session.drafts, picked, pick)
        case wire.AskHint():
            return hint(game, seat, game.asked(seat, message))


def why(game: Hosted, seat: str, state: State, message: wire.Why) -> Callable[[], wire.ReplyBody]:
    """Also when it is not this seat's turn: then that is the reason."""
    try:
        game.asked(seat, message)
    except Refusal as refusal:
        rule = state.stack[-1].rule
        reasons = [each if each.rule else Reason(each.text, rule) for each in refusal.reasons]
        return lambda: Reasons(False, reasons, [])
    drafts, sight = game.begun.drafts, game.sight(seat)
    return lambda: questions.why(game.album, drafts, sight, message.picked, message.pick)


def lens(
    game: Hosted, side: Side, message: wire.AskSupply | wire.AskStarving | wire.AskThreat | wire.AskAreas
) -> Callable[[], wire.ReplyBody]:
    """Looks at the position the side may know."""
    album, known = game.album, game.begun.foreseen(side)
    match message:
        case wire.AskSupply():
            return lambda: lookups.supply(album, known)
        case wire.AskStarving(hex=hex):
            return lambda: lookups.starving(album, known, hex)
        case wire.AskThreat():
            return lambda: lookups.threat(album, known, side)
        case wire.AskAreas(of=word):
            return lambda: lookups.areas(album, known, side, word)


def hint(game: Hosted, seat: str, ask: Ask) -> Callable[[], wire.ReplyBody]:
    """What the computer would answer, and why: under the plan that was made for the seat this turn, if one was."""
    session, adviser = game.begun, game.planner(seat)
    imagination, _ = imagined(session, f"hint {game.kept.id}")
    plan = adviser.in_force(imagination, ask.side) if adviser is not None else None
    conduct = Conduct(plan.chosen.what) if plan is not None else SCRIPT
    choice = adviser.known(imagination) if adviser is not None else None
    luck = f"hint {len(session.inputs)}"
    return lambda: lookups.hint(imagination, ask, advice(imagination, ask, luck, conduct, choice))


# ------------------------------------------------------------------------------------------------ lessons


def words_of(message: wire.Lookup) -> tuple[str, Sequence[str]]:
    """What was looked at, as lessons say it."""
    what = assist.name(type(message))
    match message:
        case wire.Why() | wire.AskPath():
            return what, [*message.picked, message.pick]
        case wire.Draft() | wire.AskOdds():
            return what, message.picked
        case wire.AboutHex(hex=word) | wire.AskStarving(hex=word) | wire.AboutUnit(unit=word) | wire.AskAreas(of=word):
            return what, [word]
        case _:
            return what, []


async def looked(game: Hosted, what: str, words: Sequence[str]) -> None:
    """In a lesson a look may be what was wanted."""
    async with game.lock:
        course = game.course
        if course is None or not course.looked(what, *words):
            return
        step = game.lesson
        assert step is not None
        game.send(wire.Lesson(step))
    await game.follow_lesson()
