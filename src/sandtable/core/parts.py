"""What a game may offer beside its rules, in parts that a `System` holds by name: what is hidden, how the game stands,
what players look at, what is foreseen, what the computer is told. A part is a row of functions; one that is left out is
silent, and a part made of nothing (`Lens()`) says nothing at all.

A function left out may be asked like any other: nobody has to know what a game offers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from sandtable.core.flow import Over, run
from sandtable.core.lens import Aftermath
from sandtable.core.rules import Breakdown, Hex, Side, UnitId, Violation
from sandtable.core.sentences import Text

if TYPE_CHECKING:
    from sandtable.core.decisions import Action, Draft, Kind, Pick, Where
    from sandtable.core.events import Event
    from sandtable.core.flow import Ask
    from sandtable.core.intents import Conduct, Front
    from sandtable.core.lens import About, Area, Ending, Route, Sequel, Stake, Stance, Supply, Threat, Track
    from sandtable.core.state import State
    from sandtable.core.system import Scenario
    from sandtable.core.views import Seen, View

QUARTER = 0.25  # of what a side may think, which goes into its plan unless its game says otherwise

S = TypeVar("S", bound="State")
Looking = TypeVar("Looking", bound="State", contravariant=True)


class Lines(Protocol[Looking]):
    """A unit's line of supply, or what cuts it. `taker`: a counter that stands for any, and is not named."""

    def __call__(self, state: Looking, unit: UnitId, taker: UnitId | None = None, /) -> Supply | None: ...


# ------------------------------------------------------------------------------------------------ silence


def _none(*_: object) -> None:
    return None


def _no(*_: object) -> bool:
    return False


def _zero(*_: object) -> int:
    return 0


def _no_words(*_: object) -> str:
    return ""


def _nothing(*_: object) -> tuple[()]:
    return ()


def _no_entries(*_: object) -> Mapping[Any, Any]:
    return {}


NO_POINTS = Breakdown()


def _no_terms(*_: object) -> Breakdown:
    return NO_POINTS


def _no_aftermath(*_: object) -> Aftermath:
    return Aftermath((), {})


# ------------------------------------------------------------------------------------------------ what is hidden


def guessed_from_view(state: S, side: Side, rng: Random) -> S:
    """What a side sees, and a guess of the rest; what is asked is the same."""
    hidden: Hidden[S] = state.scenario.system.hidden
    imagined = hidden.guess(hidden.view(state, side), state.scenario, rng)
    imagined.stack = [frame.copy() for frame in state.stack]
    imagined.wait = state.wait
    return imagined


def imagined_once(state: S, side: Side) -> S:
    """As the side may imagine it, always the same."""
    hidden: Hidden[S] = state.scenario.system.hidden
    return hidden.imagine(state, side, Random(0))


@dataclass(frozen=True, kw_only=True)
class Hidden(Generic[S]):
    """What a side may know of a position, and what it makes of the rest. Every game tells what is seen of it."""

    view: Callable[[S, Side | None], View]
    """What a side may know, or what everybody may: from the columns, never from a procedure's fields."""
    guess: Callable[[View, Scenario, Random], S]
    """Some full state that gives this view."""
    imagine: Callable[[S, Side, Random], S] = guessed_from_view
    """The position as a side may imagine it: what it cannot see is guessed, what is asked is the same. A game whose
    procedures keep sealed answers guesses these too; silent: nothing is sealed."""
    foresee: Callable[[S, Side], S] = imagined_once
    """The position in which a side looks ahead: its enemies able to do what they might; silent: as it is imagined."""
    revealed: Callable[[S, S], bool] = _no
    """Between two positions of a game: can a side now tell what it could not? Then nothing is undone past it; silent:
    only by events that say so (`Event.reveals`)."""


# ------------------------------------------------------------------------------------------------ how the game stands


def score_foreseen(state: State, side: Side, looking: Side | None) -> Breakdown:
    """The score in the position that the side that looks may know; once the game is over, all of it."""
    system = state.scenario.system
    if system.standing.score is _no_terms:
        return NO_POINTS
    if isinstance(run(state), Over):
        return system.standing.score(state, side)
    return Breakdown() if looking is None else system.standing.score(system.hidden.foresee(state, looking), side)


def scores_seen(state: State, looking: Side | None) -> list[Breakdown]:
    """`Standing.score_seen` of every side; where a game is silent, all in one position that the side may know."""
    system, sides = state.scenario.system, [Side(nth) for nth in range(len(state.scenario.sides))]
    standing: Standing[Any] = system.standing
    counted = standing.score is not _no_terms
    if standing.score_seen is score_foreseen and counted and looking is not None and not isinstance(run(state), Over):
        known = system.hidden.foresee(state, looking)
        return [standing.score(known, side) for side in sides]
    return [standing.score_seen(state, side, looking) for side in sides]


def lead(state: State, side: Side) -> float:
    """Victory points more than the other side has; than the best of them, where there are several."""
    scenario = state.scenario
    score = scenario.system.standing.score
    others = [score(state, Side(nth)).total for nth in range(len(scenario.sides)) if nth != side]
    return float(score(state, side).total - max(others, default=0))


@dataclass(frozen=True, kw_only=True)
class Standing(Generic[S]):
    """How far the game is, and how it stands: told by the columns alone, whatever is under way."""

    when: Callable[[S], str] = _no_words
    """How far the game is, as a player says it: `turn 2, autumn, impulse 1`; silent: nothing is said."""
    turns_played: Callable[[S], int] = _zero
    """How many turns have begun, 0 before the first; silent: turns are not counted."""
    funds: Callable[[S, Side], str] = _no_words
    """What a side has left to spend, as a player says it: `9 MP`; silent: nothing is spent."""
    score: Callable[[S, Side], Breakdown] = _no_terms
    """A side's victory points as they stand, term by term; silent: none are counted."""
    score_seen: Callable[[S, Side, Side | None], Breakdown] = score_foreseen
    """The same as far as another side (or, with None, anybody) may know it; once the game is over, all of it; silent:
    the score in the position that the side looks ahead in."""
    margin: Callable[[S, Side], float] = lead
    """How clearly a side is ahead, or has won, in points of this game, the enemy's being as many less; silent: victory
    points more than the other."""
    tracks: Callable[[S, Side | None], Sequence[Track]] = _nothing
    """What lies beside the map, as a side (or anybody) may know it; silent: nothing does."""
    stakes: Callable[[S], Iterable[Stake]] = _nothing
    """All that counts, line by line, for either side, with what each line brings now: together they are the margin
    (a player is told them in the position that he may know, `play/briefing.py`); silent: nothing is listed."""
    endings: Callable[[S], Iterable[Ending]] = _nothing
    """How the game may end: levels of victory, what ends it at once, its last turn; silent: nothing is told."""
    purse: Callable[[S, Side], Iterable[About]] = _nothing
    """What a side's funds are, where they come from and what they are for; silent: nothing is told."""


class Account(NamedTuple):
    """What a side has had of something that neither comes nor goes unseen: all that came is held or gone."""

    side: Side
    what: str  # tokens, rounds
    came: int
    held: int
    gone: int


@dataclass(frozen=True, kw_only=True)
class Ledger(Generic[S]):
    """What is counted to the last piece, and the lines of the log that tell of it by `side` and `number`."""

    accounts: Callable[[S], Iterable[Account]] = _nothing
    """How each account stands now; silent: nothing is counted so."""
    came: frozenset[str] = frozenset()
    """The kinds of events that tell what has come; silent: none do."""
    gone: frozenset[str] = frozenset()
    """Those that tell what is gone; silent: none do."""


# ------------------------------------------------------------------------------------------------ what is looked at


@dataclass(frozen=True, kw_only=True)
class Lens(Generic[S]):
    """What players look at before they decide: supply and threats, cards, and what is written beside a question."""

    supply: Lines[S] = _none
    """A unit's line of supply, or what cuts it; None if it is not in play; silent: there are no lines."""
    supplied: Callable[[S, Side], Mapping[UnitId, bool]] = _no_entries
    """Which units of a side are in supply, without their lines; silent: nobody needs supply."""
    taken: Callable[[S, Hex], tuple[Side, UnitId, S] | None] = _none
    """Who holds a hex, and a counter of his enemy and the position if that had just taken it; None if nobody holds it;
    silent: nobody holds anything."""
    threats: Callable[[S, Side], Mapping[Hex, Threat]] = _no_entries
    """Where a side's enemies could go in their next turn, and what they could attack then, in the position that is
    handed in (`Hidden.foresee` makes the one the side may know); silent: no threat is shown."""
    areas_of_hex: Callable[[S, Side | None, Hex], Iterable[Area]] = _nothing
    """What something in a hex reaches, as a side (or anybody) may know it: whom a dump feeds; silent: nothing."""
    areas_of_unit: Callable[[S, Side | None, UnitId], Iterable[Area]] = _nothing
    """What a counter reaches: by each mode it might take, by air, by fire; silent: nothing is shown."""
    about_hex: Callable[[S, Side | None, Hex], Iterable[About]] = _nothing
    """The card of a hex or box, as a side (or anybody) may know it; silent: an empty card."""
    about_unit: Callable[[S, Side | None, UnitId], Iterable[About]] = _nothing
    """The card of a counter, its printed values and what it is doing; nothing if it is not to be seen; silent: an
    empty card."""
    tells_faces: Callable[[Scenario], bool] = _no
    """Does the card of a counter tell what is printed on its faces of other modes? silent: it does not, and they are
    told after it."""
    condition: Callable[[Scenario, Seen], Text] = _no_words
    """A counter's state in words, `not operational`; silent: nothing is to be said."""
    aspect: Callable[[Scenario, Event], str] = _no_words
    """What an event is about, in a word, where its kind does not tell whether it is news: of a hex that changes hands
    `capital`; the lists of news name it behind the kind; silent: its kind tells all."""
    group: Callable[[Scenario, str], Text] = _no_words
    """What a group that is no stack is called, by the word it is written with; silent: as it is written."""
    stands_for: Callable[[S, Where, Kind, Pick], str] = _no_words
    """The word that a hex or a counter stands for in a slot that asks for one, its country: one of which the rules of
    the slot can speak; silent: it stands for none."""
    hints: Callable[[S, Ask, Draft], Mapping[Pick, str]] = _no_entries
    """A few letters for picks of the slot now asked, movement left, a price; silent: nothing is written."""
    total: Callable[[S, Ask, Draft], str] = _no_words
    """What those chosen so far of several come to, `attack 9`, `2 MF left`; silent: nothing is written."""
    usual: Callable[[S, Ask, Draft], Sequence[Pick]] = _nothing
    """Of a list in which nothing is chosen yet, those that most would take together, legal as they are: all who can
    attack the hex; pages begin with them; silent: each is asked for."""
    path: Callable[[S, Ask, Draft, Pick], Route | None] = _none
    """The way a move to this pick would take and what each step costs; silent: it is no move."""
    matter: Callable[[S, Ask], Sequence[Violation]] = _nothing
    """What a question is about, where its words do not say it: the mission that may be answered, the result that is to
    be borne, each with its hexes and units, only what everybody may know; silent: its words say it."""
    undone: Callable[[S, Ask], Sequence[Violation]] = _nothing
    """What would be left undone if the segment asked now were ended: what, how many, where; silent: nothing."""


# ------------------------------------------------------------------------------------------------ what is foreseen


def depth(state: State) -> int:
    """How many procedures are under way."""
    return len(state.stack)


def chart_meanings(state: State) -> Mapping[str, str]:
    """What the chart in play tells of its results."""
    chart = state.scenario.system.foresight.chart_in_play(state)
    return state.scenario.charts[chart[0]].meaning if chart else {}


@dataclass(frozen=True, kw_only=True)
class Foresight(Generic[S]):
    """What is told of a roll, and how far looking ahead at an action goes."""

    terms: Callable[[S], Breakdown] = _no_terms
    """What decides the roll a state waits for, line by line, read off the procedure that rolls; silent: no line."""
    chart_in_play: Callable[[S], tuple[str, str] | None] = _none
    """The chart that the roll a state waits for is read on, and the column; silent: none."""
    meanings: Callable[[S], Mapping[str, str]] = chart_meanings
    """What the results of the roll a state waits for do, in words; silent: as the chart in play tells, which will do
    unless it serves several purposes."""
    roll_told: Callable[[S, Any], Text] = _no_words
    """What the dice a state waits for come to when they read this, where rules add to them; silent: what they read."""
    on_the_way: Callable[[S], bool] = _no
    """Is the roll a state waits for only on the way to the one that an action is about: an air combat over a ground
    combat? Looking ahead tells the results of the latter; silent: it is the one."""
    immaterial: Callable[[S], bool] = _no
    """Does nothing that is told of an action hang on the roll a state waits for (when a marker is back), unless more is
    asked or rolled after it? Looking ahead then follows one of its meanings for all; silent: it may hang on it."""
    stances: Callable[[S, Ask, Side], Sequence[Stance]] = _nothing
    """The ways of answering a question that a side, looking ahead, tells apart; what the answering side may have hidden
    from it is assumed to suffice; silent: the first pick stands for all."""
    level: Callable[[S], int] = depth
    """How many procedures lie below the action that the question now asked is part of: looking ahead goes on until one
    of them asks; silent: all that are under way, an answer is an action of its own."""
    concluded: Callable[[S, S], bool] = _no
    """Is the action that was under way before over, though the game is still as deep in procedures (`level`)? Silent:
    it is not."""
    sealed: Callable[[S, Side], Sequence[tuple[Side, Stance, S]]] = _nothing
    """Where somebody has decided unseen by a side, each thing he may have decided and the position it gives; silent:
    nothing is sealed."""
    prepared: Callable[[S, Action, S], tuple[Action, Text] | None] = _none
    """What an action that rolls nothing makes ready, as an answer to what is asked after it, and in words; silent:
    nothing."""
    sequel: Callable[[S, Action], Sequel | None] = _none
    """What an action is done for, where that comes after it: the attack after a barrage. Looking ahead tells it both
    ways, after the action and without it; silent: nothing is done for another's sake."""
    rolls: int = 3
    """How many rolls one after the other are followed when looking ahead; silent: three."""
    aftermath: Callable[[S, Action, S], Aftermath] = _no_aftermath
    """What an action has come to, from the positions before and after it; silent: nothing is told."""


# ------------------------------------------------------------------------------------------------ for the computer


def _turns(state: State, side: Side) -> int:
    return state.scenario.system.standing.turns_played(state)


def _quarter(scenario: Scenario) -> float:
    return QUARTER


@dataclass(frozen=True, kw_only=True)
class Counsel(Generic[S]):
    """What players that look ahead are told: they know no game themselves. `Conduct` is how the side that is asked
    plays: after what, by which edition of the script."""

    worth: Callable[[S, Side, Conduct], float] = _zero
    """How well a side stands, larger is better; silent: all positions are even."""
    point: float = 1.0
    """What a point of the margin (`Standing.margin`) is in `worth`; silent: as much."""
    promising: Callable[[S, Ask, Conduct], Iterable[Action]] = _nothing
    """A few answers worth a closer look, the best first, worked out one by one where that is much work; the first is
    found quickly and gets on with the game; silent: any may do."""
    vouched: Callable[[S, Ask], bool] = _no
    """Is all that is promising here taken from what is offered, so that nobody has to check it? Silent: it is checked
    like anybody's answer."""
    fronts: Callable[[S, Side], Sequence[Front]] = _nothing
    """Where a side may plan by itself, and what it may order there, as far as the side may know; always as many for a
    side in a game, so that an order stays with its front; silent: there is nothing to plan."""
    boldness: Mapping[int, Text] = field(default_factory=dict)
    """How bold a side may be, or what else it may make a habit of, in words: `attacks only at +4 or better`; 0 is as
    usual; silent: always as usual."""
    occasion: Callable[[S, Side], Hashable] = _turns
    """What changes when it is time for a side to plan anew; silent: each turn."""
    occasions: int = 1
    """How many of these a turn may have, which share what may be spent on it; silent: one."""
    planning: Callable[[Scenario], float] = _quarter
    """The share of what a side may think that goes into its plan, the rest into single answers; silent: a quarter."""
    pace: float = 1.0
    """How many answers are rolled out while others roll out one; silent: one, in about half a millisecond."""
    horizon: Callable[[Scenario], int] = _zero
    """How far ahead plans are tried, in turns as `passed` counts them, 0 to the end of the game; silent: to the end."""
    soon: Callable[[Scenario], int] = _zero
    """The same of single answers; silent: to the end."""
    passed: Callable[[S, Side], int] = _turns
    """How many turns, or parts of them, have passed for a side; silent: the turns that have been played."""
