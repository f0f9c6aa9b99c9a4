"""The page of a club: games that their hosts have listed, the free seats in them, what came of those that are over. No
accounts: whoever wants a seat is given its key, and people are who they say they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Literal

from fastapi import APIRouter, Query

from sandtable.core.errors import BadInput
from sandtable.core.system import find_system
from sandtable.play.session import find_scenario
from sandtable.server import models
from sandtable.server.hall import Hall, NoSuchGame
from sandtable.server.links import HOST, WATCH, Key
from sandtable.server.refusals import NOT_YOURS, OVER, Refusal
from sandtable.server.rest import Client, Entered, Id, InHall, refusals
from sandtable.server.store import DRAWN, Kept, Listing
from sandtable.server.wire import PERSON

PAGE = 30  # games
State = Literal["open", "playing", "over"]
club = APIRouter(tags=["club"])


@club.get("/club", summary="Games that are listed")
async def listed(
    hall: InHall,
    state: State = "open",
    search: Annotated[str, Query(max_length=80)] = "",
    page: Annotated[int, Query(ge=0, le=10_000)] = 0,
) -> models.ClubPage:
    """Those that wait for somebody (`open`), that are being played, or that are over, the last changed first. The
    search looks at titles, scenarios and names."""
    found = await hall.store.listed(state, search, page * PAGE, PAGE + 1)
    return models.ClubPage(games=[_game(each) for each in found[:PAGE]], more=len(found) > PAGE)


@club.get("/club/results", summary="Who has won how often")
async def results(hall: InHall) -> list[models.ClubPlayer]:
    """Of the listed games that are over and had a named person at every side: by the share of points, a draw being half
    of one."""
    return _standings(each.kept for each in await hall.store.listed("over"))


@club.post("/club/{game}/seats/{side}", summary="Have a free seat's key", responses=refusals(403, 404))
async def free_seat(game: Id, side: Id, hall: InHall) -> models.NewKey:
    """Whoever then takes the seat first has it: with a salt, as every person."""
    kept = await _found(hall, game)
    seat = kept.seats.get(side)
    if seat is None or side in (HOST, WATCH):
        raise NoSuchGame(f"there is no seat {side} in this game")
    if seat.player != PERSON or seat.joined:
        raise Refusal(NOT_YOURS, f"{_called(kept, side)} is taken")
    return models.NewKey(key=hall.links.token(Key(game, side, seat.version)))


@club.post("/club/{game}/watch", summary="Have a key for watching", responses=refusals(404))
async def watch(game: Id, hall: InHall) -> models.NewKey:
    kept = await _found(hall, game)
    return models.NewKey(key=hall.links.token(Key(game, WATCH, kept.seats[WATCH].version)))


@club.post("/games/{game}/listed", summary="List a game, or no more", responses=refusals(401, 403, 404, 409))
async def list_it(found: Entered, wanted: models.Listed, hall: InHall, client: Client) -> models.Listed:
    """For the host."""
    game, key = found
    if key.seat != HOST:
        raise Refusal(NOT_YOURS, "only the host lists a game")
    if game.kept.lesson:
        raise Refusal(OVER, "a lesson is nobody else's")
    hall.allow_storing(client, 1)
    await game.set_listed(wanted.listed)
    return wanted


async def _found(hall: Hall, game: str) -> Kept:
    """Of those that are not listed nothing is told, not even that they are there."""
    kept = await hall.store.find(game)
    if kept is None or not kept.listed:
        raise NoSuchGame("no such game is listed here")
    return kept


def _game(listing: Listing) -> models.ClubGame:
    kept = listing.kept
    sides = [side for side in kept.seats if side not in (HOST, WATCH)]
    try:
        info = find_scenario(kept.scenario)
        title, sides = info.title, sorted(sides, key=info.sides.index)
    except BadInput:  # the server had it once
        title = kept.scenario
    return models.ClubGame(
        game=kept.id, title=kept.title, scenario=kept.scenario, scenario_title=title, started=kept.started,
        over=kept.over, winner=kept.winner, created=kept.created, changed=listing.changed,
        seats=[
            models.ClubSeat(
                side=side, name=_called(kept, side), player=seat.player, who=seat.who,
                free=seat.player == PERSON and not seat.joined,
            )
            for side in sides for seat in [kept.seats[side]]
        ],
    )  # fmt: skip


def _called(kept: Kept, side: str) -> str:
    try:
        return find_system(kept.scenario.partition(":")[0]).side_name(side)
    except BadInput:
        return side


def _standings(games: Iterable[Kept]) -> list[models.ClubPlayer]:
    won, drawn, lost = Counter[str](), Counter[str](), Counter[str]()
    for kept in games:
        names = {side: seat.who for side, seat in kept.seats.items() if side not in (HOST, WATCH)}
        named = all(names.values()) and len({*names.values()}) == len(names) and kept.winner
        for side, who in names.items() if named else ():
            (drawn if kept.winner == DRAWN else won if kept.winner == side else lost)[who] += 1
    found = [
        models.ClubPlayer(name=name, games=games, won=won[name], drawn=drawn[name], lost=lost[name], score=score)
        for name in {*won, *drawn, *lost}
        for games in [won[name] + drawn[name] + lost[name]]
        for score in [(won[name] + drawn[name] / 2) / games]
    ]
    return sorted(found, key=lambda each: (-each.score, -each.games, each.name))
