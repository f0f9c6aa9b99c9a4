"""What goes over the socket: messages from clients, checked as they are read, and the documents that are sent. It is
said here and nowhere else: `tools/wire_types.py` writes it down for the browser, comments and all.

Hexes, units, sides and words are named as in records: "3026", "ger_dak", "axis", "march".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypedDict

from msgspec import UNSET, Meta, Struct, UnsetType, field
from pydantic import Field

from sandtable.core.decisions import Kind
from sandtable.draw.wire import Look
from sandtable.play.briefing import Briefing
from sandtable.play.lessons import StepSeen
from sandtable.players import FORMERLY, PLAYERS

PERSON = "person"
PLAYER = f"^({'|'.join((PERSON, *PLAYERS, *FORMERLY))})$"

Assist = Literal["full", "hints", "bare"]
Player = Annotated[str, Meta(pattern=PLAYER), Field(pattern=PLAYER)]  # in messages, and in requests
Number = Annotated[int, Meta(ge=0, le=2**53)]
Asked = Kind | Literal[""]


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
    token: str  # the key of a seat


class GiveAnswer(Picking, tag="answer", kw_only=True):
    """To the question."""

    standing: bool | UnsetType = UNSET  # true, with what ends a menu: so from now on, unless something changed


class Revoke(Message, tag="revoke"):
    """A standing order of one's own: such questions are asked again."""

    form: str


class Draft(Picking, tag="draft"):
    """What is asked after these picks?"""


class AskOpenings(About, tag="opens"):
    """What can each verb of the menu begin with? A draft of one verb tells it too, with more about each pick."""


class Why(Picking, tag="why"):
    """Also for what cannot be picked at all."""

    pick: str


class AskOdds(Picking, tag="odds"):
    """Of the whole answer."""


class AskPath(Picking, tag="path"):
    """The way to a hex."""

    pick: str


class AboutHex(Message, tag="hex"):
    """The card of a hex or box."""

    hex: str


class AboutUnit(Message, tag="unit"):
    """The card of a counter."""

    unit: str


class AskSupply(Message, tag="supply"):
    """The supply lens."""


class AskStarving(Message, tag="starving"):
    """Who starves if a hex falls."""

    hex: str


class AskThreat(Message, tag="threat"):
    """The threat lens."""


class AskAreas(Message, tag="areas"):
    """What a counter, or something in a hex, reaches."""

    of: str


class LookBack(Message, tag="look"):
    """The game as it was."""

    at: Number  # after so many inputs


class Undo(About, tag="undo"):
    """Of one's last answer."""


class Redo(About, tag="redo"):
    """Of what was undone last."""


class ChangeSeat(Message, tag="seat"):
    """The computer takes over, or gives back."""

    side: str
    player: Player


class AskHint(About, tag="hint"):
    """What the computer would answer, under the plan that was made for this seat, if one was."""


class AskPlan(About, tag="plan"):
    """A plan for the turn: it is thought about for a while, and `planning` tells how far that is."""


class Enough(Message, tag="enough"):
    """Whoever makes a plan for this client tells what he has."""


class AskOrders(Message, tag="orders"):
    """What a side that a computer plays may be ordered, and what it was."""

    side: str


class OrderGiven(Struct, forbid_unknown_fields=True):
    """On one front."""

    efforts: list[str] = []  # where the main effort goes; none: as it likes
    holds: list[str] = []  # what is held whatever else happens
    boldness: int = 0  # as it is offered; 0 as usual


class GiveOrders(Message, tag="order"):
    """To a side that a computer plays."""

    side: str
    orders: list[OrderGiven]  # front by front


class AskScore(Message, tag="score"):
    """What the points of each side are made of."""


class AskBriefing(Message, tag="briefing"):
    """What the game is about, what counts and for whom it counts now."""


class HasLooked(Message, tag="looked"):
    """In a lesson: a look that asks the server nothing ("stack"), or one that is skipped."""

    what: str
    words: list[str]


class Say(Message, tag="chat"):
    """To everybody in the game."""

    text: str


class Jot(Message, tag="note"):
    """One's own note, whole."""

    text: str


class Ping(Message, tag="ping"):
    """Is anybody there?"""


Lookup = (
    Draft | AskOpenings | Why | AskOdds | AskPath | AboutHex | AboutUnit | AskSupply | AskStarving | AskThreat
    | AskAreas | LookBack | AskHint | AskPlan | AskScore | AskBriefing
)  # fmt: skip
ToServer = (
    Greet | GiveAnswer | Revoke | Lookup | Undo | Redo | ChangeSeat | AskOrders | GiveOrders | Enough | HasLooked | Say
    | Jot | Ping
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ what a seat sees


class UnitSeen(Struct, frozen=True, gc=False):
    at: str  # hex or box
    side: str  # "" for nobody's
    look: str  # a key of looks
    name: str
    state: str  # in words, "" if nothing is to be said: "not operational"


class MarkerSeen(Struct, frozen=True, gc=False):
    at: str
    look: str
    name: str  # "fortification, allied"


class TrackSeen(Struct, frozen=True, gc=False):
    id: str
    title: str
    value: str
    rule: str


class SideStands(Struct, frozen=True, gc=False):
    funds: str  # "" where the seat may not know
    score: float | None


class View(Struct):
    units: dict[str, UnitSeen]  # by id; hidden ones are called "?1", "?2"
    stacks: dict[str, list[str]]  # by hex or box: ids from the bottom up
    control: dict[str, str]  # by hex: who holds it ("axis", or a power the scene colours)
    markers: list[MarkerSeen]
    tracks: list[TrackSeen]  # what lies beside the map: weather, points, levels
    sides: dict[str, SideStands]
    when: str  # "turn 2, autumn, impulse 1"
    now: str  # the box of the turn being played, "" if turns have none


class ViewChange(Struct):
    """A change of a View: what is there replaces what was; null takes away. What has no null comes whole."""

    units: dict[str, UnitSeen | None] | UnsetType = UNSET
    stacks: dict[str, list[str] | None] | UnsetType = UNSET
    control: dict[str, str | None] | UnsetType = UNSET
    markers: list[MarkerSeen] | UnsetType = UNSET
    tracks: list[TrackSeen] | UnsetType = UNSET
    sides: dict[str, SideStands] | UnsetType = UNSET
    when: str | UnsetType = UNSET
    now: str | UnsetType = UNSET


class Step(Struct, frozen=True, gc=False):
    """One line of the sequence of play."""

    depth: int
    name: str
    rule: str
    now: bool  # being played, as are the lines above it that hold it


class Thrown(Struct, frozen=True):
    dice: str
    reads: list[int]


class LogLine(Struct, frozen=True):
    n: int  # inputs before it
    text: str  # a sentence, without the rule
    rule: str  # "17.0"
    kind: str  # "moved", "rolled"
    hexes: list[str]  # what it is about, to be lit
    units: list[str]
    dice: Thrown | UnsetType = UNSET  # of a roll
    way: list[str] | UnsetType = UNSET  # of a move of the first of the units: from, through where that is known, to
    rank: int | UnsetType = UNSET  # of what is always told where dice have done several things: 0 is the gravest
    headline: bool | UnsetType = UNSET  # it has changed the war


# ------------------------------------------------------------------------------------------------ the question


class Reason(Struct, frozen=True):
    text: str
    rule: str = ""
    hexes: list[str] = []  # the cause, to be outlined
    units: list[str] = []


class Pick(Struct, frozen=True):
    id: str  # what is sent
    name: str  # what is read: "Deutsches Afrikakorps", "3026 Tobruk", "March"
    hint: str  # beside it or in the hex: movement left, a price; "" if none
    at: str | UnsetType = UNSET  # where to show it: the hex or box of a unit
    help: str | UnsetType = UNSET  # of a word: what it does; of a unit: its nation, kind and figures
    units: list[str] | UnsetType = UNSET  # of a group: those it stands for. A part of it is sent as their ids, "r1+r2"
    of: str | UnsetType = UNSET  # of a unit alone where groups are asked for: the group it is a part of
    usual: list[str] | UnsetType = UNSET  # of a group: those of its units that most would take, where these are not all


class NumberRange(Struct, frozen=True):
    low: int
    high: int
    by: int  # 1, or the step: 4, 8, 12


class NumbersOffered(Struct, frozen=True):
    ranges: list[NumberRange]  # every number that may be named, ascending
    proposal: int  # what most would say: one of them


class Opening(Struct, frozen=True):
    """Of a verb: what its first slot takes. With which picks is told to whoever asks."""

    kind: Asked
    many: bool
    picks: list[str] | UnsetType = UNSET  # of a number none
    units: dict[str, list[str]] | UnsetType = UNSET  # of groups: the units of each pick
    usual: dict[str, list[str]] | UnsetType = UNSET  # of groups: those that most would take, where these are not all
    deliberate: bool | UnsetType = UNSET  # it is begun by its name, never by a click on a thing, and always confirmed


class Question(Struct):
    n: int  # inputs so far: an answer carries it
    mark: int  # names this question for good: after an undo another may have the same n
    side: str
    form: str
    rule: str
    text: str  # "Which hex is attacked?"
    about: list[Reason]  # where the text does not say what it is about: missions to be answered, a result to be borne
    picked: list[str]  # the draft
    slot: str  # "" when nothing more is asked: the draft is whole
    kind: Asked
    many: bool  # several may be picked, "done" ends them
    ordered: bool  # a route: the order counts
    chosen: list[str]  # of several, those so far
    total: str  # what these come to: "attack 9", "2 MF left"; "" if there is nothing to say
    picks: list[Pick]  # all that may be picked now, "done" where it may be; of many numbers some, of groups no parts
    numbers: NumbersOffered | None  # where a number is asked for
    opens: dict[str, Opening]  # of a menu, by verb
    ends: str  # of a menu, the verb that ends it; "" if none does
    shut: Pick | None  # the verb that would end it, where it may not be picked now: "why" tells the reason
    warning: list[Reason]  # of a draft that ends its menu: what would be left undone
    proposed: list[str] | None  # of several that most leave as they are proposed: those; None elsewhere
    later: list[str]  # what is asked after this, and may be left as it is proposed
    usual: list[str]  # of several, while nothing is chosen: those that most would take together, if any
    again: list[str]  # of a menu: picks that were the answer the last time, and may be once more, if any


# ------------------------------------------------------------------------------------------------ the game


@dataclass(frozen=True, slots=True)
class SystemSeen:
    code: str  # "gew"
    title: str
    book: str  # before rule numbers: "GEW"


@dataclass(frozen=True, slots=True)
class SeatSeen:
    side: str
    name: str  # the side's
    player: Player
    computer: str  # what the computer player is called, "" for a person
    who: str  # the person's, "" if he gave none
    joined: bool
    present: bool  # connected now


@dataclass(frozen=True, slots=True)
class Outcome:
    winner: str  # "" for a draw
    text: str
    rule: str


class ChatLine(Struct, frozen=True, rename={"seat": "from"}):
    seat: str  # a side, "watch", "host", or "table": who plays has changed
    text: str
    at: str  # ISO time


class StandingOrderSeen(Struct, frozen=True):
    """A kind of question that is answered for this seat by doing nothing, unless something changed."""

    form: str
    text: str  # what would be asked: "What flies?"
    answer: str  # what is answered: "End"


class Standing(Struct, kw_only=True):
    """How a game stands for a seat: what every `game` and every `change` tells."""

    n: int  # inputs so far
    mark: int  # goes up by every input and by every one that is taken back
    question: Question | None  # if this seat is asked
    to_play: str  # the side that is asked, "" when over
    thinking: bool  # a computer is to play
    undo: str  # "" if the last answer can be taken back, else why not
    redo: bool
    standing: list[StandingOrderSeen]  # this seat's own
    outcome: Outcome | None
    lesson: StepSeen | None


class Hello(Standing, tag_field="type", tag="game", kw_only=True):
    """The answer to hello, and whenever everything has to be sent again."""

    game: str
    seat: str  # a side, "watch" or "host"
    scenario: str
    title: str
    system: SystemSeen
    scene: str  # its address
    assist: Assist
    may: list[LookupName]  # the look-ups this seat is answered, at the game's level of assistance
    commitment: str
    seats: list[SeatSeen]
    options: list[str]  # titles of those switched on
    started: bool
    steps: list[int]  # the inputs at which somebody answered: stops of the timeline
    view: View | None  # null until it is started
    looks: dict[str, Look]
    sequence: list[Step]
    log: list[LogLine]  # the last 200
    chat: list[ChatLine]  # the newest 200
    note: str


class Change(Standing, tag_field="type", tag="change", kw_only=True):
    """After every accepted answer, undo, redo."""

    before: int = field(name="from")  # inputs before: if it is not what the client has, it says hello again
    step: bool  # n is a new stop of the timeline; false after an undo, which drops those behind n
    view: ViewChange
    looks: dict[str, Look]  # those the client has not had
    log: list[LogLine]  # new lines; after an undo those at or behind `n` are dropped first
    sequence: list[Step] | None  # null: as before


class Answered(Struct, tag_field="type", tag="answered"):
    """It is stored."""

    ref: int
    n: int


class Refused(Struct, tag_field="type", tag="refused"):
    """Nothing was changed."""

    ref: int
    code: str
    reasons: list[Reason]


class Reply(Struct, tag_field="type", tag="reply"):
    """Of a look-up: see Replies. Null if there is nothing to say."""

    ref: int
    body: ReplyBody | None


class Chat(Struct, tag_field="type", tag="chat"):
    line: ChatLine


class Seats(Struct, tag_field="type", tag="seats"):
    seats: list[SeatSeen]


class Thinking(Struct, tag_field="type", tag="thinking"):
    """How far a computer player is with its plan or its answer; what these are, is its own affair."""

    side: str
    share: float  # 0 to 1


class Planning(Struct, tag_field="type", tag="planning"):
    """How far a plan is that this client asked for."""

    ref: int
    share: float  # 0 to 1


class Lesson(Struct, tag_field="type", tag="lesson"):
    """A look or a refused pick has ended a step of the lesson."""

    lesson: StepSeen


class Closed(Struct, tag_field="type", tag="closed"):
    """The key opens nothing, or nothing any more, or the game has failed: there is no coming back by itself. The code
    with which the socket is closed says which."""

    text: str


FromServer = Hello | Change | Answered | Refused | Reply | Chat | Seats | Thinking | Planning | Lesson | Closed


# ------------------------------------------------------------------------------------------------ replies


class Reasons(Struct):
    may: bool
    reasons: list[Reason]
    instead: list[Pick]  # the nearest that may be picked


class Term(Struct):
    label: str
    figure: str  # "+2", "×1/2", "=52"
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
    chance: str  # "5/36"
    share: float  # 0.1389
    means: str
    courses: list[str]
    given: str  # what is decided before the dice fall: "axis: commits; west: holds back"; "" where nothing is


class Figure(Struct):
    label: str
    value: str
    share: float | None  # of what happens or not: how likely it is


class Expected(Struct):
    """On average."""

    policy: str
    figures: list[Figure]


class Compared(Struct):
    label: str  # "hex taken"
    after: str  # "3/4": on average over all dice, after the answer
    without: str  # the same if it is left out
    after_share: float | None  # where it is the chance that something happens
    without_share: float | None


class SequelOdds(Struct):
    text: str  # "an attack on 11.8 with 69 Bde"
    rule: str
    policy: str  # how all are taken to decide in it
    figures: list[Compared]
    spared: float  # the chance that it need not or cannot be done any more


class Odds(Struct):
    title: str
    rule: str
    terms: list[Term]
    assumed: list[Assumed]
    chart: ChartAt | None  # the chart the roll is read on
    results: list[Result]
    expected: list[Expected]
    later: str  # what rolls, where the answer itself only prepares it: "2nd Panzer leads it, alone"; else ""
    again: bool  # part of an action under way, in which its side is asked again before any dice fall
    sequel: SequelOdds | None  # what it is done for, after it and without it


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
    sums: bool = False  # what the counters there come to together


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
    """Enemy units that can go to a hex, or attack it, next turn."""

    reach: list[str]
    attack: list[str]


class Looked(Struct):
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
    why: str  # what the computer expects of it, "" if it weighed nothing


class PlanStep(Struct):
    form: str  # of the question
    picked: list[str]
    text: str  # "march 13 Corps to 3227"; "" where it need not be told


class PlanSeen(Struct):
    """In words."""

    plan: str  # "Main effort Alexandria; hold Cairo"
    expects: str  # what is hoped for, against the usual plan
    others: list[str]  # what else was weighed, the best first
    hint: Hint | None  # the answer now, where the plan is for whoever asks
    next: list[PlanStep]  # what would be answered after it: no die falls, nobody else is asked


class PlaceNamed(Struct):
    id: str
    name: str


class FrontSeen(Struct):
    name: str
    efforts: list[PlaceNamed]
    holds: list[PlaceNamed]
    order: OrderGiven  # what has been ordered there


class Manner(Struct):
    boldness: int
    text: str  # "attacks only at +4 or better"


class Orders(Struct):
    fronts: list[FrontSeen]  # none: nothing can be ordered in this game
    manners: list[Manner]
    text: str  # what has been ordered, in words; "" if nothing
    plan: PlanSeen | None  # that is in force, if it is the seat's own side or the game is over


class Area(Struct):
    title: str  # "Moves in Strat Mode"
    text: str  # how far, and what it costs
    rule: str
    hexes: list[str]
    units: list[str]  # whom it is about


class Score(Struct):
    total: float
    terms: list[Term]


class Replies(TypedDict):
    """The body of the reply to each look-up, and to `orders`."""

    draft: Question
    opens: dict[str, Opening]  # by verb
    why: Reasons
    odds: Odds
    path: Path
    hex: Card
    unit: Card
    supply: list[SupplyLine]
    starving: Starving
    threat: dict[str, Threat]  # by hex
    areas: list[Area]
    look: Looked
    hint: Hint
    plan: PlanSeen
    orders: Orders
    score: dict[str, Score]  # by side
    briefing: Briefing


LookupName = Literal[
    "draft", "opens", "why", "odds", "path", "hex", "unit", "supply", "starving", "threat", "areas",
    "look", "hint", "plan", "score", "briefing",
]  # fmt: skip
ReplyBody = (
    Question | dict[str, Opening] | Reasons | Odds | Path | Card | list[SupplyLine] | Starving | dict[str, Threat]
    | list[Area] | Looked | Hint | PlanSeen | Orders | dict[str, Score] | Briefing
)  # fmt: skip
