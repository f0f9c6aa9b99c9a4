"""A game being played: the state, the inputs so far, and the only door by which an answer comes in."""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sandtable import __version__
from sandtable.core.decisions import Action, Draft, Menu
from sandtable.core.dice import DiceSource, Seeded, commitment
from sandtable.core.editions import edition
from sandtable.core.errors import BadInput, Bug
from sandtable.core.events import Event, Log
from sandtable.core.flow import Ask, Outcome, Over, Roll, Wait, answer, purpose, run
from sandtable.core.rules import Side, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.state import Plain, State
from sandtable.core.system import Scenario, ScenarioInfo, find_system
from sandtable.core.views import View
from sandtable.play import explain, standing_orders
from sandtable.play.arranging import clauses
from sandtable.play.drafts import Drafts
from sandtable.play.forecast import Forecast, forecast
from sandtable.play.logs import packed_log
from sandtable.play.notation import (
    offered_names,
    read_action,
    read_closed,
    read_draft,
    read_pick,
    readable,
    unread,
    written,
)
from sandtable.play.odds import data_folder
from sandtable.play.positions import NONSENSE, position_text, restored
from sandtable.play.record import Answer, Era, Input, Record, Rolled, Snapshot, Stretch
from sandtable.play.standing_orders import Orders
from sandtable.play.whynot import reasons
from sandtable.play.words import read_any, read_words

__all__ = ["Session", "find_scenario", "load_scenario", "position", "start", "start_at"]
EVERY = 50  # inputs between positions that are kept
MOST_FORCED = 10_000  # rolls and forced answers one after the other; a game has a few dozen


class Mark(NamedTuple):
    """Where an answer of one's own can be taken back to."""

    inputs: int
    events: int
    rolls: int
    state: State


class Kept(NamedTuple):
    """A position of the game so far, after so many inputs and events: its columns packed, and its stack. Of a past that
    was not played by today's rules there is only the snapshot that was taken then."""

    number: int
    events: int
    columns: bytes
    stack: Plain
    snapshot: Snapshot | None = None


class Past(NamedTuple):
    """What was before the position a session begins from, where it is not played again."""

    inputs: Sequence[Input] = ()
    rolls: int = 0  # all that were ever made
    log: Sequence[tuple[int, Event]] = ()
    kept: Sequence[Kept] = ()
    eras: Sequence[Era] = ()


class Session:
    """Submit, undo, redo. Rolls are made, forms with one way to fill them are filled, and standing orders are obeyed,
    as soon as they come up."""

    def __init__(
        self, scenario: Scenario, seed: str | None = None, salts: Mapping[str, str] | None = None,
        dice: DiceSource | None = None, position: State | None = None, past: Past | None = None,
    ) -> None:  # fmt: skip
        self.system, self.scenario = scenario.system, scenario
        known = secrets.token_hex(16) if seed is None else seed
        self.seed: str | None = known  # None in the replay of a game whose seed is still sealed
        self.commitment = commitment(known)
        self.salts = dict(salts or {})
        self.dice: DiceSource = dice or Seeded(known, self.salts.values())
        past = past or Past()
        self.inputs: list[Input] = list(past.inputs)
        self.base = len(self.inputs)  # only from here on they were played by today's rules
        self.rolls = past.rolls
        self.edition = edition(scenario, __version__)  # what it was begun with
        self.eras: list[Era] = list(past.eras)
        self.earlier: list[Stretch] = []  # the dice it had before those of its seed
        self.kept: list[Kept] = list(past.kept)
        self.position = "" if position is None else position_text(position)  # where it began, if not at the start
        self.state = self.system.begin(scenario) if position is None else position.copy()
        self.state.wait = None  # asked anew, so that the log tells it
        self.state.log = self.log = Log(tuple(event for _, event in past.log))
        self.log.numbers, self.log.inputs = [number for number, _ in past.log], self.base
        self.standing: dict[Side, Orders] = {}
        self.quiet: dict[Side, set[str]] = {}  # by side, rules under which nothing left undone is told
        self.marks: list[Mark] = []
        self.undone: list[tuple[Side, Action]] = []
        self._drafts: Drafts | None = None
        self._ahead: tuple[Wait, State, dict[Side, State]] | None = None
        if not self.kept:
            self.kept.append(self._now())
        self._advance()

    # ------------------------------------------------------------------ what is asked

    @property
    def ask(self) -> Ask | None:
        """The question that the game waits for; None when it is over."""
        wait = run(self.state)
        return wait if isinstance(wait, Ask) else None

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None until then."""
        wait = run(self.state)
        return wait.outcome if isinstance(wait, Over) else None

    @property
    def drafts(self) -> Drafts:
        """What may be made of the question asked now, pick by pick."""
        ask = self._question()
        if self._drafts is None or self._drafts.ask is not ask or self._drafts.state is not self.state:
            self._drafts = Drafts(self.state, ask)
        return self._drafts

    def foreseen(self, side: Side) -> State:
        """The position in which a side looks ahead (`Hidden.foresee`): a copy of one that is made once for a question,
        so that what one look finds out is known to the next."""
        wait = run(self.state)
        if self._ahead is None or self._ahead[0] is not wait or self._ahead[1] is not self.state:
            self._ahead = wait, self.state, {}
        known = self._ahead[2]
        if side not in known:
            known[side] = self.system.hidden.foresee(self.state, side)
        return known[side].copy()

    def view(self, side: Side | None) -> View:
        """What a side may see; with none, what everybody may."""
        return self.system.hidden.view(self.state, side)

    def offers(self, *words: str) -> list[str]:
        """What may be picked after these words, by name; of many numbers the ends of their ranges and what is
        proposed."""
        form = self._question().form
        draft = read_draft(self.state, form, words)
        return offered_names(self.state, form, draft) if form.at(draft)[0] else []

    def why_not(self, *words: str) -> list[str]:
        """Every reason against the first of these words that is refused, with its rule; empty if all may be picked."""
        if not words:
            raise BadInput(f"say what is asked about; it may begin with {', '.join(self.offers())}")
        for nth in range(len(words)):
            if refused := self._refused(words[:nth], words[nth]):
                return explain.reasons(self.scenario, refused)
        return []

    def reasons(self, words: Sequence[str], pick: str) -> list[Violation]:
        """Every reason against a pick after these words, with what to outline, even if it is no answer to what is
        asked; empty if it may be made."""
        if self.ask is None:
            return [self._over()]
        form = self.ask.form
        return reasons(self.state, form, read_draft(self.state, form, words), pick)

    def _refused(self, before: tuple[str, ...], word: str) -> list[Violation]:
        """The reasons against a word after others that may be picked."""
        form = self._question().form
        draft = read_draft(self.state, form, before)
        slot, _ = form.at(draft)
        if slot is None:
            raise unread(self.state, form, draft, f"nothing more is asked after {' '.join(before)}")
        try:
            pick = read_pick(self.state, form, draft, str(word))
        except BadInput as error:
            raise unread(self.state, form, draft, str(error)) from error
        return form.why_not(self.state, draft, pick)

    def odds(self, *words: str) -> Forecast:
        """What the whole answer written in these words may lead to, before it is given, as the side asked may know:
        `print(*forecast_lines(session.odds("attack", "2410", "ger_pz1")), sep="\\n")`. Open lists are ended."""
        ask = self._question()
        action = read_closed(self.state, ask.form, words)
        if problems := ask.form.check(self.state, action):
            raise explain.refused(self.scenario, self._tried(ask, action), problems)
        return forecast(self.state, ask.side, ask.form.settled(action), self.foreseen(ask.side))

    def _question(self) -> Ask:
        ask = self.ask
        if ask is None:
            over = self._over()
            raise BadInput(over.sentence(self.system.book) if over.rule else str(over.because))
        return ask

    def _over(self) -> Violation:
        return Violation(self.outcome.rule if self.outcome else "", "the game is over: nothing is asked any more")

    # ------------------------------------------------------------------ the door

    def submit(self, side: Side | str, action: Action) -> list[Event]:
        """An answer to the question asked. Refused with all reasons, or carried out; what happened is returned."""
        ask = self._asked(side)
        if problems := ask.form.check(self.state, action):
            raise explain.refused(self.scenario, self._tried(ask, action), problems)
        self.undone.clear()
        return self._take(ask, ask.form.settled(action))  # a record cannot tell in which order a set was named

    def submit_written(self, side: Side | str, picks: list[str] | tuple[str, ...]) -> list[Event]:
        """The same, its picks written as in a record. Lists at its end may be left out where something is proposed for
        them, as at the terminal and in the browser; what is recorded is whole."""
        self._asked(side)
        left_out = self.drafts.proposed(picks) if self.drafts.whole(picks) is None else ()
        return self.submit_recorded(side, [*picks, *left_out])

    def submit_recorded(
        self, side: Side | str, picks: list[str] | tuple[str, ...], ordered: bool = False
    ) -> list[Event]:
        """The same of a record, which leaves nothing out; `ordered`: it was made by a standing order."""
        ask = self._asked(side)
        if ordered:
            action = read_action(self.state, ask.form, picks)
            if problems := ask.form.check(self.state, action):
                raise explain.refused(self.scenario, self._tried(ask, action), problems)
            return self._take(ask, ask.form.settled(action), ordered=True)
        if (drafted := self.drafts.whole(picks)) is None:
            return self.submit(side, read_action(self.state, ask.form, picks))
        self.undone.clear()
        return self._take(ask, drafted)

    def _asked(self, named: Side | str) -> Ask:
        ask, sides = self._question(), self.scenario.spoken_sides
        side = self.scenario.side(named) if isinstance(named, str) else named
        if ask.side != side:
            other = sides[side] if side in range(len(sides)) else f"side {side}"
            wrong = Violation(ask.form.rule, say("the question is for {side}, not for {other}", ask.side, other))
            raise BadInput(explain.reason(self.scenario, wrong))
        return ask

    def _tried(self, ask: Ask, action: object) -> str:
        try:
            return readable(self.state, ask.form, action) or ask.form.name  # type: ignore[arg-type]  # it may be anything
        except Exception:  # what cannot be read is shown as it came: the reasons say what is wrong with it
            return f"{ask.form.name} {action!r}"

    def submit_standing(self, side: Side | str) -> list[Event]:
        """Do nothing, and from now on without being asked, unless something changed (`standing_orders`)."""
        ask = self._asked(side)
        mine = self.standing.setdefault(ask.side, {})
        order = standing_orders.given(self.state, ask, mine.get(ask.form.name))
        mine[order.form] = order
        return self.submit(ask.side, (order.verb,))

    def revoke(self, side: Side, form: str) -> None:
        """The side is asked again."""
        if self.standing.get(side, {}).pop(form, None) is None:
            raise BadInput(f"there is no standing order for {form}")

    def _take(self, ask: Ask, action: Action, ordered: bool = False) -> list[Event]:
        before = len(self.log)
        if ordered:
            self._unasked(ask, action, ordered=True)
        else:
            self.marks.append(self.mark())
            self._answer(ask, action)
        self._advance()
        return self.log.events[before:]

    def _answer(self, ask: Ask, action: Action, forced: bool = False, ordered: bool = False) -> None:
        picks = tuple(written(self.state, ask.form, action))
        self._enter(Answer(self.scenario.sides[ask.side], ask.form.name, picks, forced, ordered))
        answer(self.state, action)

    def _unasked(self, ask: Ask, action: Action, ordered: bool = False) -> None:
        """What is answered for a side: it is told, and takes it back with its own answer before."""
        if self.marks and not self._own(ask.side):
            self.marks.clear()
        self._tell_unasked(ask, action, ordered)
        self._answer(ask, action, forced=not ordered, ordered=ordered)

    def _enter(self, entry: Input) -> None:
        self.inputs.append(entry)
        self.log.inputs = len(self.inputs)

    def _advance(self) -> None:
        for _ in range(MOST_FORCED):
            seen = len(self.log)
            wait = run(self.state)
            if any(event.reveals for event in self.log.events[seen:]) or self._revealed():
                self.marks.clear()
            if isinstance(wait, Roll):
                self._roll(wait)
            elif isinstance(wait, Ask) and (action := self._forced(wait)) is not None:
                self._unasked(wait, action)
            elif isinstance(wait, Ask) and (action := self._ordered(wait)) is not None:
                self._unasked(wait, action, ordered=True)
            else:
                self._keep()
                return
        raise Bug(f"{MOST_FORCED} rolls and forced answers, and nobody is asked")

    def _revealed(self) -> bool:
        """Since the last answer that might be taken back."""
        return bool(self.marks) and self.system.hidden.revealed(self.marks[-1].state, self.state)

    def _ordered(self, ask: Ask) -> Action | None:
        """The answer that its side has ordered."""
        order = self.standing.get(ask.side, {}).get(ask.form.name)
        return standing_orders.answered(order, self.state, ask, self.inputs)

    def _tell_unasked(self, ask: Ask, action: Action, ordered: bool) -> None:
        """Its side is told what was answered for it."""
        rule = ask.form.rule_at(Draft(action[:1]))
        name = ask.form.name
        if ordered:
            self.state.note("by_order", rule, audience=[ask.side], form=name, picks=" ".join(map(str, action)))
            return
        if self._ends(ask, action):
            self.state.note("nothing_left", rule, audience=[ask.side], form=name)
            return
        picks = readable(self.state, ask.form, action).removeprefix(f"{name} ")
        self.state.note("only_choice", rule, audience=[ask.side], form=name, picks=picks)

    def _ends(self, ask: Ask, action: Action) -> bool:
        return isinstance(ask.form, Menu) and action == (ask.form.ends,)

    def _forced(self, ask: Ask) -> Action | None:
        """The answer, if nobody need be asked."""
        action = self.drafts.only()
        return None if action is None or self._lingers(ask, action) else action

    def _lingers(self, ask: Ask, action: Action) -> bool:
        """Is a segment left to be ended by its side, though nothing else can be done in it? By the inputs alone: a
        replay comes to the same."""
        last, frame = self.inputs[-1] if self.inputs else None, self.state.stack[-1]
        here = self.scenario.sides[ask.side], ask.form.name, False
        if not isinstance(last, Answer) or (last.side, last.form, last.forced) != here or not self._ends(ask, action):
            return False
        row = self.scenario.outline[frame.row] if isinstance(frame, Segment) else None
        return row is not None and any(form.name == last.picks[0] for form in row.lingers)

    def _own(self, side: Side) -> bool:
        last = self.inputs[self.marks[-1].inputs]
        return isinstance(last, Answer) and last.side == self.scenario.sides[side]

    def _roll(self, wait: Roll) -> None:
        what = purpose(self.state)
        reading = self.dice.roll(wait.dice, self.rolls, what)
        self.rolls += 1
        self.marks.clear()  # nothing is undone past a roll
        self._enter(Rolled(str(wait.dice), reading, what))
        rule = self.state.stack[-1].rule
        told = explain.words(self.scenario, self.system.foresight.roll_told(self.state, reading))
        self.state.note("rolled", rule, dice=str(wait.dice), reads=reading, purpose=what, told=told)
        answer(self.state, reading)

    # ------------------------------------------------------------------ back and forth

    def why_not_undo(self, side: Side) -> str:
        """Empty if the side may take its last answer back, else the reason."""
        if not self.marks:
            return "nothing of yours has been answered since the last roll, reveal or answer of another side"
        if not self._own(side):
            return "the last answer was another side's"
        return ""

    def undo(self, side: Side) -> None:
        """Take back the side's last answer: never past a roll, a reveal or another side's answer."""
        if why := self.why_not_undo(side):
            raise BadInput(f"undo: {why}")
        mark = self.marks.pop()
        last = self.inputs[mark.inputs]
        assert isinstance(last, Answer)
        ask = mark.state.wait
        assert isinstance(ask, Ask)
        self.undone.append((side, read_action(mark.state, ask.form, last.picks)))
        self.back_to(mark)

    def back_to(self, mark: Mark) -> None:
        """Nothing that came since has happened."""
        del self.inputs[mark.inputs :]
        while self.kept and self.kept[-1].number > mark.inputs:
            self.kept.pop()
        self.log.cut(mark.events, mark.inputs)
        self.state, self.rolls = mark.state, mark.rolls
        self.state.log = self.log

    def mark(self) -> Mark:
        """Where it is now, to come back to."""
        return Mark(len(self.inputs), len(self.log), self.rolls, self.state.copy())

    def redo(self, side: Side) -> list[Event]:
        """Give the answer again that the side took back last."""
        if not self.undone or self.undone[-1][0] != side:
            raise BadInput("redo: nothing of yours was undone")
        ask, (_, action) = self._asked(side), self.undone.pop()
        return self._take(ask, action)

    # ------------------------------------------------------------------ what is kept of it

    def _keep(self) -> None:
        """The position, now and then: any other is near one of them (`Timeline`), and a record tells them."""
        if len(self.inputs) - self.kept[-1].number >= EVERY:
            self.kept.append(self._now())

    def _now(self) -> Kept:
        stack = tuple([frame.plain() for frame in self.state.stack])
        return Kept(len(self.inputs), len(self.log), zlib.compress(self.state.packed(), 1), stack)

    def kept_state(self, kept: Kept) -> State:
        """The position again, one's own to change."""
        if not kept.columns:
            assert kept.snapshot is not None
            return restored(kept.snapshot.position, self.scenario, trusted=True)
        columns = self.state.unpacked(self.scenario, zlib.decompress(kept.columns))
        return type(self.state).restore(self.scenario, (*columns, kept.stack))

    def snapshot(self, before: int) -> Snapshot:
        """The position as it is, and the log since so many events."""
        return self._taken(len(self.inputs), self.state, before, len(self.log))

    def _taken(self, number: int, state: State, before: int, events: int) -> Snapshot:
        lines = zip(self.log.numbers[before:events], self.log.events[before:events], strict=True)
        return Snapshot(number, position_text(state), packed_log(self.scenario, lines))

    def _snapshots(self) -> list[Snapshot]:
        """Of all that is kept, made when first asked for, and of the end."""
        before, found = 0, list[Snapshot]()
        for nth, kept in enumerate(self.kept):
            snapshot = kept.snapshot or self._taken(kept.number, self.kept_state(kept), before, kept.events)
            self.kept[nth] = kept._replace(snapshot=snapshot)
            found.append(snapshot)
            before = kept.events
        if self.kept[-1].number == len(self.inputs):
            found.pop()
            before = self.kept[-2].events if len(self.kept) > 1 else 0
        return [*found, self.snapshot(before)]

    def deal_anew(self) -> None:
        """From here on with dice that nobody knows; nothing is taken back past it."""
        self.earlier.append(Stretch(self.rolls, self.commitment, self.seed, self.salts))
        self.seed = secrets.token_hex(16)
        self.commitment, self.salts, self.dice = commitment(self.seed), {}, Seeded(self.seed)
        self.marks.clear()

    def record(self, sealed: bool = False) -> Record:
        """The game so far; `sealed` keeps the seed out of it."""
        earlier = [each._replace(seed=None) if sealed else each for each in self.earlier]
        return Record(
            self.system.code, self.scenario.name, self.edition.rules, self.commitment,
            dict(self.scenario.options), dict(self.salts), None if sealed else self.seed, list(self.inputs),
            self.state.digest(), self.scenario.charts.digest(), self.position, self.edition.release,
            self.edition.setup, self._snapshots(), list(self.eras), earlier,
            {self.scenario.sides[side]: standing_orders.written(orders.values())
             for side, orders in self.standing.items() if orders},
            {self.scenario.sides[side]: sorted(rules) for side, rules in self.quiet.items() if rules},
        )  # fmt: skip


def find_scenario(name: str) -> ScenarioInfo:
    """The scenario of `system:scenario`, or the system's first."""
    code, _, wanted = name.partition(":")
    system = find_system(code)
    return system.info(wanted) if wanted else system.scenarios()[0]


def start(name: str, seed: str | None = None, options: Mapping[str, bool] | None = None) -> Session:
    """A new game of `system:scenario`."""
    return Session(load_scenario(name, options), None if seed is None else str(seed))


def load_scenario(name: str, options: Mapping[str, bool] | None = None) -> Scenario:
    """The scenario of `system:scenario`, with these options: any number of games may be played of it."""
    info = find_scenario(name)
    system = find_system(name.partition(":")[0])
    for option, said in (options or {}).items():
        if not isinstance(said, bool):
            raise BadInput(f"option {option} is {said!r}: options are switched by True or False")
    return system.load(info.name, options, data_folder())


def start_at(text: str, seed: str | None = None) -> Session:
    """A new game from a position, as it is copied in the browser: its own dice, nothing to undo."""
    return _begun_at(*read_any(text), seed)


def position(game: str, *said: str, seed: str | None = None, options: Mapping[str, bool] | None = None) -> Session:
    """A game from a position in words: `position("gew:campaign", "ger_pz1 2410; sov_f3 3410", "turn 4; axis moves")`.
    Only what is said is on the map, unless it is said `from setup`; docs/positions.md tells what may be."""
    return _begun_at(*read_words(game, clauses("\n".join(said)), options), seed)


def _begun_at(scenario: Scenario, state: State, seed: str | None) -> Session:
    try:
        return Session(scenario, None if seed is None else str(seed), position=state)
    except Exception as error:  # as in `read_position`
        raise BadInput(NONSENSE) from error
