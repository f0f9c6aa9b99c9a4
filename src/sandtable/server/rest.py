"""The REST part: what can be played, games made and taken along, books and boards."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from sandtable.core.dice import commitment
from sandtable.core.errors import BadInput
from sandtable.core.system import Reference, System, codes, find, find_system
from sandtable.draw.scene import background, scene, sides
from sandtable.play.briefing import brief
from sandtable.play.odds import data_folder
from sandtable.players import OPPONENT, PLAYERS
from sandtable.players.luck import Luck
from sandtable.players.luck import luck as weighed
from sandtable.players.review import Review
from sandtable.players.review import review as reviewed
from sandtable.server import models
from sandtable.server.books import chart_texts, rule_texts
from sandtable.server.documents import outcome
from sandtable.server.games import Hosted
from sandtable.server.hall import Hall, NoSuchGame
from sandtable.server.kept_files import Document, file_document
from sandtable.server.limits import address
from sandtable.server.links import HOST, Key
from sandtable.server.rebuilding import titles
from sandtable.server.refusals import NOT_YOURS, Refusal
from sandtable.server.wire import PERSON, SystemSeen

WORD = r"[A-Za-z0-9_.:-]+"
Id = Annotated[str, Path(max_length=80, pattern=f"^{WORD}$")]
LINE = 200  # bytes of what is said to all, about
DOCUMENTS: dict[int | str, dict[str, Any]] = {304: {"description": "The client has it already (ETag)."}}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What an operation may say no with, for OpenAPI."""
    why = {
        400: "It makes no sense: the sentence says why.",
        401: "No key was given.",
        403: "The key does not open this, or not any more.",
        404: "The server has no such thing.",
        409: "Not in this game, or not now.",
        422: "It cannot be read: the sentence says where.",
        429: "Too many requests.",
        507: "The disk of the server is full: nothing was changed.",
    }
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Refused"}}}
    return {status: {"description": why[status], "content": content} for status in statuses}


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def client_of(request: Request) -> str:
    return address(request.scope)


InHall = Annotated[Hall, Depends(hall_of)]
Client = Annotated[str, Depends(client_of)]
bearer = HTTPBearer(auto_error=False, description="The key of a seat, as it came with the game.")


class NoKey(BadInput):
    """Whoever asks about a game has a key to it."""


async def entered(
    hall: InHall, client: Client, given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> tuple[Hosted, Key]:
    if given is None:
        raise NoKey("say which key you have: Authorization: Bearer KEY")
    return await hall.enter(given.credentials, client)


async def at_game(game: Id, found: Annotated[tuple[Hosted, Key], Depends(entered)]) -> tuple[Hosted, Key]:
    if found[1].game != game:
        raise NoSuchGame("this key opens another game")
    return found


Entered = Annotated[tuple[Hosted, Key], Depends(at_game)]

# ------------------------------------------------------------------------------------------------ books and boards

books = APIRouter(tags=["systems"])


@books.get("/systems", summary="What can be played")
def systems() -> list[models.SystemInfo]:
    """Every family of games, with its scenarios, their options, and its lessons."""
    return [_system(find(code)) for code in codes()]


@books.get("/players", summary="Who plays beside people")
def players() -> list[models.PlayerInfo]:
    """The computer players, the weaker levels first."""
    return [
        models.PlayerInfo(id=name, title=each.title, text=each.text, usual=name == OPPONENT)
        for name, each in PLAYERS.items()
    ]


def _system(family: Reference) -> models.SystemInfo:
    playable = isinstance(family, System)
    return models.SystemInfo(
        code=family.code, title=family.title, book=family.book,
        scenarios=_scenarios(family.code) if playable else [],
        lessons=[
            models.LessonInfo(id=f"{family.code}:{each.id}", title=each.title, text=each.text, minutes=each.minutes)
            for each in family.lessons()
        ],
    )  # fmt: skip


@lru_cache
def _scenarios(code: str) -> list[models.ScenarioInfo]:
    system = find_system(code)
    return [
        models.ScenarioInfo(
            id=f"{code}:{info.name}", title=info.title, text=info.text, turns=info.turns,
            sides=sides(system.load(info.name, None, data_folder())),
            options=[models.OptionInfo(**option._asdict()) for option in info.options],
        )
        for info in system.scenarios()
    ]  # fmt: skip


@books.get("/systems/{code}/rules", summary="The rules by number", responses={**DOCUMENTS, **refusals(404)})
def rules(code: Id, request: Request) -> Response:
    """Our title for each, how far the engine knows it, and how a doubtful one is read."""
    return _rules(_family(code).code).answer(request)


@books.get("/systems/{code}/charts", summary="The charts as printed", responses={**DOCUMENTS, **refusals(404)})
def charts(code: Id, request: Request) -> Response:
    """Every chart of a family, laid out as the page prints it."""
    return _charts(_family(code).code).answer(request)


@books.get("/scenes/{scenario}", summary="The board of a scenario", responses={**DOCUMENTS, **refusals(404)})
def board(scenario: Id, request: Request) -> Response:
    """All that never changes on the map, as shapes to be painted."""
    return _scene(_scenario(scenario)).answer(request)


@books.get(
    "/scenes/{scenario}/background",
    summary="The picture under the board",
    responses={**DOCUMENTS, **refusals(404), 200: {"content": {"image/webp": {}}}},
)
def under(scenario: Id, request: Request) -> Response:
    found = _background(_scenario(scenario))
    if found is None:
        raise NoSuchGame("this board has no picture under it")
    return found.answer(request)


@books.get("/scenes/{scenario}/briefing", summary="What a scenario is about", responses={**DOCUMENTS, **refusals(404)})
def briefing(scenario: Id, request: Request) -> Response:
    """Who fights, what counts and how it may end, as it begins."""
    return _briefing(_scenario(scenario)).answer(request)


def _family(code: str) -> Reference:
    try:
        return find(code)
    except BadInput as error:
        raise NoSuchGame(str(error)) from error


def _scenario(name: str) -> str:
    """Also of a lesson's scenario, which is not listed."""
    code, _, wanted = name.partition(":")
    try:
        return f"{code.casefold()}:{find_system(code).load(wanted).name}"
    except BadInput as error:
        raise NoSuchGame(str(error)) from error


@lru_cache
def _rules(code: str) -> Document:
    return Document(msgspec.json.encode(rule_texts(find(code))), "application/json")


@lru_cache
def _charts(code: str) -> Document:
    return Document(msgspec.json.encode(chart_texts(find(code))), "application/json")


@lru_cache
def _scene(name: str) -> Document:
    code, _, scenario = name.partition(":")
    return Document(
        msgspec.json.encode(scene(find_system(code).load(scenario, None, data_folder()))), "application/json"
    )


@lru_cache
def _briefing(name: str) -> Document:
    code, _, scenario = name.partition(":")
    system = find_system(code)
    state = system.begin(system.load(scenario, None, data_folder()))
    return Document(msgspec.json.encode(brief(state, None)), "application/json")


@lru_cache
def _background(name: str) -> Document | None:
    code, _, scenario = name.partition(":")
    path = background(find_system(code).load(scenario, None, data_folder()))
    return None if path is None else file_document(path)


# ------------------------------------------------------------------------------------------------ making games

making = APIRouter(tags=["making games"])


@making.post("/games", summary="Make a game", status_code=201, responses=refusals(400))
async def make(wanted: models.NewGame, hall: InHall, client: Client) -> models.Made:
    """The answer has a key for each side that a person plays, one for watching, one for the host. The game begins when
    all persons have taken their seats."""
    said = (wanted.scenario, wanted.options, wanted.seats, wanted.assist, wanted.title, wanted.webhook, wanted.listed)
    return _made(hall, await hall.make(client, *said))


@making.post(
    "/games/import", summary="Bring a record or a position", status_code=201, responses=refusals(400),
    openapi_extra={"requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}},
)  # fmt: skip
async def bring(request: Request, hall: InHall, client: Client) -> models.Made:
    """A record as text, as `/api/games/{game}/record` gives it: checked roll by roll, then a game of its own, every
    side a person's. One that is not over goes on from its end, when all have taken their seats, with dice that nobody
    knows, not even whoever recorded it. A position, as `/api/games/{game}/position` gives it or in words of one's own,
    begins a game there in the same way."""
    try:
        text = (await request.body()).decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput("this is not a text, so it is no record") from error
    return _made(hall, await hall.bring(client, text))


@making.post("/lessons/{lesson}", summary="Begin a lesson", status_code=201, responses=refusals(400, 404))
async def learn(lesson: Id, hall: InHall, client: Client) -> models.Made:
    """A game in which the learner is asked one thing at a time."""
    try:
        game = await hall.lesson(client, lesson)
    except BadInput as error:
        raise NoSuchGame(str(error)) from error
    made = _made(hall, game)
    await hall.go_on(game)
    return made


@making.post(
    "/games/{game}/fork", summary="Try from here", status_code=201, responses=refusals(400, 401, 403, 404, 409)
)
async def fork(found: Entered, wanted: models.Fork, hall: InHall, client: Client) -> models.Made:
    """A private game from any step of this one, against the computer. While this one goes on, what the seat may not see
    is guessed; when it is over the position is exact."""
    game, key = found
    seats = _against_the_computer(game, wanted.side or key.seat)
    made = await hall.fork(client, game, key.seat, wanted.at, seats, wanted.assist)
    answer = _made(hall, made)
    await hall.go_on(made)
    return answer


def _against_the_computer(game: Hosted, side: str) -> dict[str, str]:
    if side not in game.sides:
        raise BadInput(f"say which side to play: {' or '.join(game.sides)}")
    return {each: PERSON if each == side else OPPONENT for each in game.sides}


def _made(hall: Hall, game: Hosted) -> models.Made:
    return models.Made(game=game.kept.id, commitment=commitment(game.kept.seed), keys=hall.keys(game))


# ------------------------------------------------------------------------------------------------ games

games = APIRouter(tags=["games"])


@games.get("/game", summary="The game a key opens", responses=refusals(401, 403, 404, 409))
async def opened(found: Annotated[tuple[Hosted, Key], Depends(entered)]) -> models.GameInfo:
    return await _info(*found)


@games.get("/games/{game}", summary="How a game stands", responses=refusals(401, 403, 404, 409))
async def info(found: Entered) -> models.GameInfo:
    return await _info(*found)


async def _info(game: Hosted, key: Key) -> models.GameInfo:
    async with game.lock:
        kept, session, system = game.kept, game.session, game.album.system
        return models.GameInfo.model_validate({
            "game": kept.id, "seat": key.seat, "title": kept.title, "scenario": kept.scenario,
            "system": SystemSeen(system.code, system.title, system.book), "assist": kept.assist,
            "options": titles(game.album.scenario), "seats": game.seats,
            "commitment": commitment(kept.seed), "started": kept.started, "n": len(session.inputs) if session else 0,
            "to_play": game.to_play, "when": system.standing.when(session.state) if session else "",
            "outcome": outcome(game.album.scenario, session.outcome) if session else None,
            "taught": game.course is not None and game.course.done,
            "changed": game.changed,
        })  # fmt: skip


@games.post("/games/{game}/seats/{side}", summary="Take a seat", responses=refusals(400, 401, 403, 404, 409))
async def sit(found: Entered, side: Id, said: models.Sit, hall: InHall) -> models.Begun:
    """With a salt, after the commitment is known: so neither side nor server can choose the dice. The first salt of a
    seat is the one that counts. The answer has a key: whoever is the first gets one of his own, and the one that was
    handed out opens nothing any more."""
    game, key = found
    if key.seat != side:
        raise Refusal(NOT_YOURS, f"this key is for {key.seat}, not for {side}")
    game.player(side)
    started = await game.take(key, said.salt, said.name)
    await hall.go_on(game)
    return models.Begun(started=started, key=hall.key(game, side))


@games.get(
    "/games/{game}/record", summary="The record", response_class=PlainTextResponse,
    responses=refusals(401, 403, 404, 409),
)  # fmt: skip
async def record(found: Entered, hall: InHall, client: Client) -> str:
    """The whole game as text: when it is over, or when nobody else has anything to hide in it. Until it is over the
    dice's seed is not told in it."""
    async with hall.work.turn(client) as turn:
        return await found[0].record(found[1].seat, turn)


@games.get(
    "/games/{game}/position", summary="A position to take along", response_class=PlainTextResponse,
    responses=refusals(400, 401, 403, 404, 409),
)  # fmt: skip
async def position(
    found: Entered, hall: InHall, client: Client, at: Annotated[int, Query(ge=-1, le=10_000_000)] = -1
) -> str:
    """One line, in words where they say all of it, else packed, which Python opens (`start_at`) and an import takes:
    after so many inputs, or as it is now. What the seat may not see is guessed until the game is over."""
    async with hall.work.turn(client) as turn:
        return await found[0].position(found[1].seat, None if at < 0 else at, turn)


@games.post("/games/{game}/verify", summary="Roll all dice again", responses=refusals(401, 403, 404, 409))
async def verified(found: Entered, hall: InHall, client: Client) -> models.Verified:
    """Of a game that is over: the seed is opened, and every roll made again from it."""
    game, _ = found
    session, seal = game.begun, commitment(game.kept.seed)
    if session.outcome is None:
        text = "the seed is sealed until the game is over; its hash, the commitment, was told before it began"
        return models.Verified(over=False, matches=False, commitment=seal, seed="", rolls=0, text=text)
    try:
        async with hall.work.turn(client) as turn:
            async with game.lock:
                rolled = await turn.run(session.record)
            rolls = await turn.run(rolled.verify_dice)
        matches, text = True, f"all {rolls} rolls follow from the seed, and its hash is the commitment"
    except BadInput as error:
        rolls, matches, text = 0, False, str(error)
    return models.Verified(over=True, matches=matches, commitment=seal, seed=game.kept.seed, rolls=rolls, text=text)


@games.get("/games/{game}/luck", summary="What the dice did", responses=refusals(401, 403, 404, 409))
async def luck(found: Entered, hall: InHall, client: Client) -> Luck:
    """Of a game that is over: every roll, the chance of what it meant, and what that was worth."""
    async with hall.work.turn(client) as turn:
        return await found[0].afterwards(weighed, turn)


@games.get("/games/{game}/review", summary="Where the game turned", responses=refusals(401, 403, 404, 409))
async def review(found: Entered, hall: InHall, client: Client) -> Review:
    """Of a game that is over: the score and the computer's estimate from phase to phase, and the greatest swings, each
    with a step to fork from."""
    async with hall.work.turn(client) as turn:
        return await found[0].afterwards(reviewed, turn)


@games.post("/games/{game}/keys/{seat}", summary="Replace a key", responses=refusals(401, 403, 404, 409))
async def replace_key(found: Entered, seat: Id, hall: InHall, client: Client) -> models.NewKey:
    """For the host: the old key of a seat opens nothing any more, whoever came by it is sent away."""
    game, key = found
    if key.seat != HOST:
        raise Refusal(NOT_YOURS, "only the host replaces keys")
    if seat not in game.kept.seats:
        raise NoSuchGame(f"there is no seat {seat} in this game")
    hall.allow_storing(client, LINE)
    await game.revoke(seat)
    return models.NewKey(key=hall.key(game, seat))
