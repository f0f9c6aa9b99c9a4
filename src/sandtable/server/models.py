"""What the REST part takes and gives, as OpenAPI describes it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from sandtable.draw.wire import SideInfo
from sandtable.server.wire import Assist, Outcome, Player, SeatSeen, SystemSeen

LONGEST_SALT = 128
PLAIN = r"^[^\x00-\x1f\x7f]*$"  # no control characters


class Taken(BaseModel):
    """A body: nothing in it that nobody reads."""

    model_config = ConfigDict(extra="forbid")


class NewGame(Taken):
    """A game to be made."""

    scenario: str = Field(max_length=80, examples=["gew:north-africa-1941"], description="system:scenario")
    options: dict[str, bool] = Field(default={}, max_length=100, description="Those that differ from their default.")
    seats: dict[str, Player] = Field(
        max_length=10, examples=[{"axis": "person", "allied": "officer"}], description="Who plays each side."
    )
    assist: Assist = Field(default="full", description="How much the server helps: alike for all sides.")
    title: str = Field(default="", max_length=120, pattern=PLAIN)
    webhook: str = Field(
        default="", max_length=500, description="Told when a person is asked who is not there, if the server allows it."
    )
    listed: bool = Field(default=False, description="Anybody at this server may see it, watch it and take a free seat.")


class Listed(Taken):
    """Whether a game stands on the page of the club."""

    listed: bool


class Fork(Taken):
    """A private game from a step of another."""

    at: int = Field(ge=0, le=10_000_000, description="After so many inputs.")
    side: str = Field(default="", max_length=40, description="The side to play; the seat's own if none is named.")
    assist: Assist = "full"


class Sit(Taken):
    """Taking a seat."""

    salt: str = Field(
        default="", max_length=LONGEST_SALT, pattern=PLAIN,
        description="Any text: it goes into the dice, which nobody can foresee then, not even the server.",
    )  # fmt: skip
    name: str = Field(default="", max_length=60, pattern=PLAIN, description="The person's, as others will read it.")


class Made(BaseModel):
    """A game that was made, and the keys to it: whoever has one sits there."""

    game: str
    commitment: str = Field(description="Hash of the dice's seed, known before anybody adds a salt.")
    keys: dict[str, str] = Field(description='For each side with a person, and "watch" and "host".')


class Begun(BaseModel):
    started: bool = Field(description="Have all persons sat down?")
    key: str = Field(description="Of the seat from now on: the one it was taken with may open nothing any more.")


class NewKey(BaseModel):
    key: str


class Verified(BaseModel):
    over: bool = Field(description="The seed is not told before: then only the commitment can be shown.")
    matches: bool = Field(description="The seed fits the commitment, and every roll follows from it.")
    commitment: str
    seed: str = Field(description="Empty until the game is over.")
    rolls: int
    text: str = Field(description="All this in a sentence.")


class Refused(BaseModel):
    """Every refusal."""

    detail: str = Field(description="A sentence.")
    code: str = Field(description="The same for programs.")


class PlayerInfo(BaseModel):
    """A computer player that may have a seat."""

    id: str = Field(examples=["officer"])
    title: str
    text: str = Field(description="How it plays.")
    usual: bool = Field(description="It plays if none is named.")


class OptionInfo(BaseModel):
    name: str
    title: str
    rule: str
    default: bool
    kind: Literal["optional", "house", "set-up"]


class ScenarioInfo(BaseModel):
    id: str = Field(examples=["gew:north-africa-1941"])
    title: str
    text: str = Field(description="A sentence or two about it.")
    sides: list[SideInfo]
    turns: int
    options: list[OptionInfo]


class LessonInfo(BaseModel):
    id: str = Field(examples=["gew:move"])
    title: str
    text: str
    minutes: int


class SystemInfo(BaseModel):
    code: str = Field(examples=["gew"])
    title: str
    book: str = Field(description="Before rule numbers.", examples=["GEW"])
    scenarios: list[ScenarioInfo] = Field(description="None: charts and odds alone.")
    lessons: list[LessonInfo]


class GameInfo(BaseModel):
    """How a game stands, as a key sees it from outside."""

    game: str
    seat: str = Field(description='What the key opens: a side, "watch" or "host".')
    title: str
    scenario: str
    system: SystemSeen
    assist: Assist
    options: list[str] = Field(description="Titles of those switched on.")
    seats: list[SeatSeen]
    commitment: str
    started: bool
    n: int = Field(description="Inputs so far.")
    to_play: str = Field(description='"" when over or not begun.')
    when: str = Field(examples=["turn 2, autumn, impulse 1"])
    outcome: Outcome | None
    taught: bool = Field(description="Is it a lesson that is over? Its game may be played on.")
    changed: str = Field(description="ISO time of the last answer.")


class ClubSeat(BaseModel):
    side: str
    name: str = Field(description="Of the side.")
    player: Player
    who: str = Field(description="The person's name, if he has told one.")
    free: bool = Field(description="It waits for a person.")


class ClubGame(BaseModel):
    """A game that its host has listed."""

    game: str
    title: str
    scenario: str
    scenario_title: str
    started: bool
    over: bool
    winner: str = Field(description='The side, or "drawn"; empty until it is over.')
    created: str
    changed: str = Field(description="ISO time of the last answer.")
    seats: list[ClubSeat]


class ClubPage(BaseModel):
    games: list[ClubGame]
    more: bool = Field(description="There are others on the next page.")


class ClubPlayer(BaseModel):
    """What came of somebody's games."""

    name: str
    games: int
    won: int
    drawn: int
    lost: int
    score: float = Field(description="The share of points, a draw being half of one.")
