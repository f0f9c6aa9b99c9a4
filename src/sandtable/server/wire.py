"""What goes over the socket, as web/src/wire/types.ts says it: messages from clients, checked as they are read, and the
documents that are sent."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from sandtable.players import PLAYERS

Assist = Literal["full", "hints", "bare"]
PERSON = "person"
Player = Annotated[str, Meta(pattern=f"^({'|'.join((PERSON, *PLAYERS))})$")]
Number = Annotated[int, Meta(ge=0, le=2**53)]
Look = dict[str, Any]  # shapes; see draw.scene


# ------------------------------------------------------------------------------------------------ to the server


class Message(Struct, tag_field="type", forbid_unknown_fields=True):
    """Every message but hello carries a number of the client's own, which comes back with the answer to it."""

    ref: Number


class Marked(Message, kw_only=True):
    """May name the question it is about for good."""

    mark: Number | UnsetType = UNSET


class About(Marked):
    """About the question with number `n`. After an undo another may have that number."""

    n: Number


class Picking(About):
    """After these picks."""

    picked: list[str]


class Greet(Struct, tag_field="type", tag="hello", forbid_unknown_fields=True):
    token: str


class GiveAnswer(Picking, tag="answer"):
    pass


class Draft(Picking, tag="draft"):
    pass


class Why(Picking, tag="why"):
    pick: str


class AskOdds(Picking, tag="odds"):
    pass


class AskPath(Picking, tag="path"):
    pick: str


class AboutHex(Message, tag="hex"):
    hex: str


class AboutUnit(Message, tag="unit"):
    unit: str


class AskSupply(Message, tag="supply"):
    pass


class AskStarving(Message, tag="starving"):
    hex: str


class AskThreat(Message, tag="threat"):
    pass


class LookBack(Message, tag="look"):
    at: Number


class Undo(About, tag="undo"):
    pass


class Redo(About, tag="redo"):
    pass


class ChangeSeat(Message, tag="seat"):
    side: str
    player: Player


class AskHint(About, tag="hint"):
    pass


class AskScore(Message, tag="score"):
    pass


class HasLooked(Message, tag="looked"):
    what: str
    words: list[str]


class Say(Message, tag="chat"):
    text: str


class Jot(Message, tag="note"):
    text: str


class Ping(Message, tag="ping"):
    pass


Lookup = (
    Draft | Why | AskOdds | AskPath | AboutHex | AboutUnit | AskSupply | AskStarving | AskThreat | LookBack | AskHint
    | AskScore
)  # fmt: skip
ToServer = Greet | GiveAnswer | Lookup | Undo | Redo | ChangeSeat | HasLooked | Say | Jot | Ping


# ------------------------------------------------------------------------------------------------ what a seat sees


class UnitSeen(Struct, frozen=True, gc=False):
    at: str
    side: str
    look: str
    name: str
    state: str


class MarkerSeen(Struct, frozen=True, gc=False):
    at: str
    look: str
    name: str


class TrackSeen(Struct, frozen=True, gc=False):
    id: str
    title: str
    value: str
    rule: str


class SideStands(Struct, frozen=True, gc=False):
    funds: str
    score: float | None


class View(Struct):
    units: dict[str, UnitSeen]
    stacks: dict[str, list[str]]
    control: dict[str, str]
    markers: list[MarkerSeen]
    tracks: list[TrackSeen]
    sides: dict[str, SideStands]
    when: str
    now: str


class ViewChange(Struct):
    units: dict[str, UnitSeen | None] | UnsetType = UNSET
    stacks: dict[str, list[str] | None] | UnsetType = UNSET
    control: dict[str, str | None] | UnsetType = UNSET
    markers: list[MarkerSeen] | UnsetType = UNSET
    tracks: list[TrackSeen] | UnsetType = UNSET
    sides: dict[str, SideStands] | UnsetType = UNSET
    when: str | UnsetType = UNSET
    now: str | UnsetType = UNSET


class Step(Struct, frozen=True, gc=False):
    depth: int
    name: str
    rule: str
    now: bool


class Thrown(Struct, frozen=True):
    dice: str
    reads: list[int]


class LogLine(Struct, frozen=True):
    n: int
    text: str
    rule: str
    kind: str
    hexes: list[str]
    units: list[str]
    dice: Thrown | UnsetType = UNSET
    way: list[str] | UnsetType = UNSET


# ------------------------------------------------------------------------------------------------ the question


class Reason(Struct, frozen=True):
    text: str
    rule: str = ""
    hexes: list[str] = []
    units: list[str] = []


class Pick(Struct, frozen=True):
    id: str
    name: str
    hint: str
    at: str | UnsetType = UNSET
    help: str | UnsetType = UNSET
    units: list[str] | UnsetType = UNSET


class NumberRange(Struct, frozen=True):
    low: int
    high: int
    by: int


class NumbersOffered(Struct, frozen=True):
    ranges: list[NumberRange]
    proposal: int


class Opening(Struct, frozen=True):
    kind: str
    many: bool
    picks: list[str]
    units: dict[str, list[str]] | UnsetType = UNSET


class Question(Struct):
    n: int
    mark: int
    side: str
    form: str
    rule: str
    text: str
    about: list[Reason]
    picked: list[str]
    slot: str
    kind: str
    many: bool
    ordered: bool
    chosen: list[str]
    total: str
    picks: list[Pick]
    numbers: NumbersOffered | None
    opens: dict[str, Opening]
    ends: str
    shut: Pick | None
    warning: list[Reason]


# ------------------------------------------------------------------------------------------------ the game


class SeatSeen(Struct, frozen=True):
    side: str
    name: str
    player: str
    computer: str
    who: str
    joined: bool
    present: bool


class Outcome(Struct, frozen=True):
    winner: str
    text: str
    rule: str


class ChatLine(Struct, frozen=True, rename={"seat": "from"}):
    seat: str
    text: str
    at: str


class SystemSeen(Struct, frozen=True):
    code: str
    title: str
    book: str


class Standing(Struct, kw_only=True):
    """How a game stands for a seat: what every `game` and every `change` tells."""

    n: int
    mark: int
    question: Question | None
    to_play: str
    thinking: bool
    undo: str
    redo: bool
    outcome: Outcome | None
    lesson: dict[str, Any] | None


class Hello(Standing, tag_field="type", tag="game", kw_only=True):
    game: str
    seat: str
    scenario: str
    title: str
    system: SystemSeen
    scene: str
    assist: str
    may: list[str]
    commitment: str
    seats: list[SeatSeen]
    options: list[str]
    started: bool
    steps: list[int]
    view: View | None
    looks: dict[str, Look]
    sequence: list[Step]
    log: list[LogLine]
    chat: list[ChatLine]
    note: str


class Change(Standing, tag_field="type", tag="change", kw_only=True):
    before: int = field(name="from")
    step: bool
    view: ViewChange
    looks: dict[str, Look]
    log: list[LogLine]
    sequence: list[Step] | None


class Answered(Struct, tag_field="type", tag="answered"):
    ref: int
    n: int


class Refused(Struct, tag_field="type", tag="refused"):
    ref: int
    code: str
    reasons: list[Reason]


class Reply(Struct, tag_field="type", tag="reply"):
    ref: int
    body: Any


class Chat(Struct, tag_field="type", tag="chat"):
    line: ChatLine


class Seats(Struct, tag_field="type", tag="seats"):
    seats: list[SeatSeen]


class Lesson(Struct, tag_field="type", tag="lesson"):
    lesson: dict[str, Any]


class Closed(Struct, tag_field="type", tag="closed"):
    text: str


FromServer = Hello | Change | Answered | Refused | Reply | Chat | Seats | Lesson | Closed


# ------------------------------------------------------------------------------------------------ replies


class Reasons(Struct):
    """Of `why`."""

    may: bool
    reasons: list[Reason]
    instead: list[Pick]


class Term(Struct):
    label: str
    figure: str
    rule: str
    group: str


class Assumed(Struct):
    side: str
    text: str
    rule: str


class ChartAt(Struct):
    name: str
    column: str


class Result(Struct):
    result: str
    chance: str
    share: float
    means: str
    courses: list[str]
    given: str  # what is decided before the dice fall: "axis: commits; west: holds back"; "" where nothing is


class Figure(Struct):
    label: str
    value: str
    share: float | None


class Expected(Struct):
    policy: str
    figures: list[Figure]


class Odds(Struct):
    title: str
    rule: str
    terms: list[Term]
    assumed: list[Assumed]
    chart: ChartAt | None
    results: list[Result]
    expected: list[Expected]
    later: str  # what rolls, where the answer itself only prepares it: "2nd Panzer leads it, alone"; else ""
    again: bool  # part of an action under way, in which its side is asked again before any dice fall


class StepCost(Struct):
    hex: str
    cost: str
    terms: list[Term]


class Path(Struct):
    hexes: list[str]
    costs: list[StepCost]
    total: str
    left: str


class CardLine(Struct):
    label: str
    text: str
    rule: str


class Card(Struct):
    title: str
    lines: list[CardLine]
    units: list[str]


class Leg(Struct):
    by: str
    hexes: list[str]
    rule: str


class SupplyLine(Struct):
    unit: str
    supplied: bool
    text: str
    rules: list[str]
    legs: list[Leg]
    cuts: list[Reason]


class Starving(Struct):
    text: str
    units: list[str]
    lines: list[str]


class Threat(Struct):
    reach: list[str]
    attack: list[str]


class Looked(Struct):
    """`Look_` of the wire."""

    n: int
    view: View
    looks: dict[str, Look]
    log: list[LogLine]
    sequence: list[Step]
    to_play: str
    text: str


class Hint(Struct):
    picked: list[str]
    text: str
    why: str


class Score(Struct):
    total: float
    terms: list[Term]
