"""Games out of their records: played again, input by input, and played on.

A game is played again by the rules that are in force now. If they are those it was played with, all of it must come out
as the record says: what differs was edited or damaged. If they have changed since, what they decide otherwise is told,
and the game goes on from its last snapshot; or, where it has none, from before the first answer they refuse. What it
was before stays to be read, and its dice can be verified in any case.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sandtable import __version__
from sandtable.core.changes import Options
from sandtable.core.dice import Dice, DiceSource, Reading
from sandtable.core.editions import Edition, edition
from sandtable.core.errors import BadData, BadInput, SandtableError
from sandtable.core.events import Event
from sandtable.core.rules import Side, counted
from sandtable.core.state import State
from sandtable.core.system import Scenario, find_system
from sandtable.play import standing_orders
from sandtable.play.logs import read_log
from sandtable.play.odds import data_folder
from sandtable.play.positions import NONSENSE, restored
from sandtable.play.record import Answer, Era, Input, Record, Rolled, Snapshot
from sandtable.play.session import Kept, Past, Session

__all__ = ["changes", "replay", "resume", "resume_sealed", "verify"]
CHANGED = "rules_changed"  # the kind of the event that tells it


class Recorded:
    """The dice of a record, in the order they were rolled; behind its end, others."""

    def __init__(self, rolls: Sequence[Rolled], then: DiceSource | None = None) -> None:
        self.rolls, self.then = rolls, then

    def roll(self, dice: Dice, nth: int, purpose: str) -> Reading:
        if nth >= len(self.rolls):
            if self.then is not None:
                return self.then.roll(dice, nth, purpose)
            raise BadInput(f"the game wants roll {nth + 1}, {dice} for {purpose}, and the record has none")
        if self.rolls[nth].dice != str(dice) or self.rolls[nth].purpose != purpose:
            said = f"{self.rolls[nth].dice} for {self.rolls[nth].purpose}"
            raise BadInput(f"roll {nth + 1} is {said}, the game wants {dice} for {purpose}")
        return self.rolls[nth].reading


class Difference(NamedTuple):
    """Where today's rules and a record part."""

    number: int  # of the input at which it is seen
    holds: int  # so many inputs before it are as recorded
    why: str
    entry: Input | None = None  # the answer that is refused, or after which it comes otherwise
    error: Exception | None = None
    sides: frozenset[str] = frozenset()  # those whose answers it tells


# ------------------------------------------------------------------------------------------------ the doors


def replay(
    record: Record, until: int | None = None, path: Path | str = "record", trusted: bool = False,
    scenario: Scenario | None = None,
) -> Session:  # fmt: skip
    """The session after the first `until` inputs, each checked as when it was played. A record out of one's own store
    is `trusted`: whatever is wrong with it, the game goes on. `scenario`: as it was begun, where that is at hand."""
    if until is not None and until > len(record.inputs):
        raise BadInput(f"{path} has {counted(len(record.inputs), 'input')}: it has no position after {until}")
    try:
        opening = Opening(record, until, trusted, scenario)
        if not opening.same:
            return opening.closed(opening.changed())
        if not trusted:
            opening.position(record.base)  # that of a stranger is refused before anything is played
        session, difference = opening.played(record.base)
    except BadInput as error:
        raise BadData(path, 1, str(error)) from error
    if difference is None and session is not None:
        return opening.closed(session)
    if trusted or difference is None:
        return opening.closed(opening.changed())
    raise opening.corrupt(path, difference)


def resume(record: Record, path: Path | str = "record") -> Session:
    """The game where its record ends, to be played on: every roll and answer is checked, or the first that differs is
    named."""
    record.verify_dice()
    return _played(record, path)


def resume_sealed(record: Record, path: Path | str = "record") -> Session:
    """A game whose seed is not told, to be played on: its answers are checked by the dice of the record, and from its
    end on it has dice of its own."""
    session = _played(record, path)
    if session.ask is None:
        raise BadInput("the game is over: there is nothing to play on, only to look at")
    session.deal_anew()
    return session


def verify(record: Record, path: Path | str = "record") -> int:
    """Roll and play the whole record again: the number of rolls, or the first thing that differs."""
    rolls = record.verify_dice()
    _played(record, path)
    return rolls


def _played(record: Record, path: Path | str) -> Session:
    """The whole record, which leads where its closing line says, if the rules are still the same."""
    session = replay(record, path=path)
    if session.eras == record.eras and session.state.digest() != record.end:
        line = record.line(len(record.inputs))
        raise BadData(path, line, "the inputs lead to another position than the closing line says")
    return session


def changes(session: Session, readers: Collection[str] = ()) -> list[str]:
    """A sentence for every time that the rules of a game have changed, with what they decide otherwise, unless one of
    the sides that read it may not know that."""
    return [
        f"{sentence}: {era.because}" if era.because and not (era.side and {*readers} - {era.side}) else sentence
        for sentence, era in zip(_sentences(session.edition, session.eras), session.eras, strict=True)
    ]


def _sentences(begun: Edition, eras: Sequence[Era]) -> list[str]:
    editions = [begun, *(era.edition for era in eras)]
    return [
        f"this game was played with {before}{_but(before, era.edition)} up to input {era.at}, "
        f"and goes on by {era.edition}"
        for before, era in zip(editions, eras, strict=False)
    ]


def _but(before: Edition, after: Edition) -> str:
    """What differs, if it is not the rules: what is read from files."""
    return ", but other charts (--data) or files of its set-up (--titles)," if before.rules == after.rules else ""


def _sides(*entries: Input | None) -> frozenset[str]:
    return frozenset(entry.side for entry in entries if isinstance(entry, Answer))


def _told(entry: Input) -> str:
    if isinstance(entry, Rolled):
        return f"a roll of {entry.dice} for {entry.purpose} reading {entry.reading}"
    return f"{entry.side} answering {' '.join(entry.picks)}"


# ------------------------------------------------------------------------------------------------ how it is done


class Opening:
    """A record being read by the rules of today."""

    def __init__(self, record: Record, until: int | None, trusted: bool, scenario: Scenario | None) -> None:
        self.record, self.trusted = record, trusted
        self.stop = len(record.inputs) if until is None else until
        name = f"{record.system}:{record.scenario}"
        self.scenario = scenario or as_begun(name, record.options, record.edition, at_start=not record.position)
        self.today = edition(self.scenario, __version__)
        self.same = record.last_edition.same(self.today)
        if self.same and not trusted and self.scenario.charts.digest() != record.charts:
            raise BadInput("the header says other charts of one's own (--data) than its digest of the set-up")
        self.rolls = record.rolls()
        self.sentences = _sentences(record.edition, record.eras)

    def closed(self, session: Session) -> Session:
        """From here on it is a game like any other."""
        record = self.record
        session.position = record.position  # word for word: the same may be packed in several ways
        session.edition = record.edition
        session.earlier = list(record.earlier)
        for nth, side in enumerate(self.scenario.sides):
            session.standing[Side(nth)] = standing_orders.read(record.standing.get(side))
            session.quiet[Side(nth)] = {*map(str, record.quiet.get(side) or ())}
        if record.seed is not None:
            session.dice = record.dice()
        else:
            session.seed, session.commitment = None, record.commitment
        return session

    def corrupt(self, path: Path | str, difference: Difference) -> Exception:
        """By the same rules it comes out otherwise. Where a rule fails, a stranger's position may be the cause; without
        one it is ours."""
        error, said = difference.error, difference.why
        if error is not None and not isinstance(error, SandtableError):
            if not self.record.position:
                return error
            said = NONSENSE
        return BadData(path, self.record.line(difference.number), said)

    # -------------------------------------------------------------- by today's rules

    def played(self, base: int) -> tuple[Session | None, Difference | None]:
        """From the start, or from the snapshot at that number, as far as it comes out as recorded; no session if it
        does not even begin as it did."""
        seeded = None if self.record.seed is None or self.same else self.record.dice()
        try:
            session = self._session(base, self.past(base), Recorded(self.rolls, seeded))
        except Exception as error:
            entry = self._recorded(base)
            return None, Difference(base, base, str(error), entry, error, _sides(entry))
        return session, self._follow(session)

    def _anew(self, base: int) -> Session:
        """From there by itself, with dice that nobody has seen."""
        return self._session(base, self.past(base)._replace(rolls=len(self.rolls)))

    def _session(self, base: int, past: Past, dice: DiceSource | None = None) -> Session:
        return Session(self.scenario, self.record.seed or "", self.record.salts, dice, self.position(base), past)

    def position(self, base: int) -> State | None:
        text = self.record.position
        if base:
            text = next(each.position for each in self.record.snapshots if each.number == base)
        return restored(text, self.scenario, self.trusted) if text else None

    def past(self, base: int) -> Past:
        """What was before, as it was stored: it is not played again."""
        record = self.record
        log, kept = list[tuple[int, Event]](), list[Kept]()
        for snapshot in record.snapshots:
            if 0 < base >= snapshot.number:
                lines = read_log(self.scenario, snapshot.log)
                log += [(number, event) for number, event in lines if (number, event.kind) != (base, CHANGED)]
                kept.append(Kept(snapshot.number, len(log), b"", (), snapshot))
        eras = [era for era, turn in zip(record.eras, record.turns, strict=True) if turn <= base]
        for sentence, era, turn in zip(self.sentences, eras, record.turns, strict=False):
            if turn == base:
                log += [(base, event) for event in self._notices(sentence, era)]
        rolls = sum(isinstance(entry, Rolled) for entry in record.inputs[:base])
        return Past(record.inputs[:base], rolls + sum(era.rolls_lost for era in eras), log, kept, eras)

    def _recorded(self, number: int) -> Input | None:
        return self.record.inputs[number] if number < len(self.record.inputs) else None

    def _follow(self, session: Session) -> Difference | None:
        """On as recorded. Where that cannot be, back to before the answer after which it comes otherwise."""
        record, mark, asked, turns = self.record, session.mark(), session.base, self.record.turns
        snapshots = {each.number: each for each in record.snapshots if each.number > session.base}
        difference = self._compared(session, session.base, asked)
        while difference is None:
            done = len(session.inputs)
            if done in snapshots and not self._agrees(session, snapshots[done]):
                difference = Difference(done, done, "the inputs lead to another position than the snapshot says")
                break
            for nth in range(len(session.eras), len(record.eras)):
                if turns[nth] <= done:
                    self._turn(session, self.sentences[nth], record.eras[nth])
            if done >= self.stop:
                return None
            mark, asked, entry = session.mark(), done, record.inputs[done]
            try:
                if not isinstance(entry, Answer):
                    raise BadInput(f"{_told(entry)}, but the game waits for an answer")
                session.submit_recorded(self.scenario.side(entry.side), entry.picks, entry.ordered)
            except Exception as error:
                difference = Difference(done, done, str(error), entry, error, _sides(entry))
            else:
                difference = self._compared(session, done + 1, asked)
        if difference.entry is not None:
            session.back_to(mark)
        session.marks.clear()
        return difference

    def _compared(self, session: Session, start: int, asked: int) -> Difference | None:
        """What came by itself: rolls, and answers that were the only ones possible."""
        for number in range(start, min(len(session.inputs), len(self.record.inputs))):
            mine, entry = session.inputs[number], self.record.inputs[number]
            if mine != entry:
                why, before = f"expected {_told(mine)}, found {_told(entry)}", self._recorded(asked)
                return Difference(number, asked, why, before, sides=_sides(mine, entry, before))
        return None

    def _agrees(self, session: Session, snapshot: Snapshot) -> bool:
        if self.same and self.trusted:
            return True  # it was taken of this very game
        try:
            return restored(snapshot.position, self.scenario, trusted=True).plain() == session.state.plain()
        except BadInput:
            return not self.same  # by other rules it may have a shape that these do not know

    # -------------------------------------------------------------- by other rules than then

    def changed(self) -> Session:
        """As far as the rules of today admit it; or from the last snapshot, if that is farther."""
        base = self.record.base
        session, first = self.played(base)
        difference = first
        if first is not None:
            start = first.holds + (first.entry is not None)
            for number in [each.number for each in self.record.snapshots if start <= each.number <= self.stop][::-1]:
                later, rest = self.played(number)
                if later is not None:  # else today's rules cannot read it, and an earlier one may do
                    session, difference, base = later, rest, number
                    break
        if session is None and first is not None:
            session, difference, base = self._otherwise(base, first)
        assert session is not None
        at = self.stop if difference is None else difference.holds
        unreached = range(len(session.eras), len(self.record.eras))
        if difference is not None or unreached:
            session.rolls = max(session.rolls, len(self.rolls))  # the dice that fell are known
        for nth in unreached:  # it goes back to before them
            self._turn(session, self.sentences[nth], self.record.eras[nth], rolled=True)
        side = min(first.sides) if first is not None and len(first.sides) == 1 else ""
        told = [self._reason(each, side) for each in (first, difference) if each is not None]
        because = "; ".join(dict.fromkeys(told))
        era = Era(self.today, at, base, tuple(self.record.inputs[at : self.stop]), because, side)
        self._turn(session, _sentences(self.record.last_edition, [era])[0], era, rolled=True)
        return session

    def _otherwise(self, base: int, difference: Difference) -> tuple[Session, Difference | None, int]:
        """Where it does not begin as it did: by itself from there, or if that cannot be read any more, from before."""
        try:
            return self._anew(base), difference, base
        except BadInput:
            if not base:
                raise
        earlier = {0, *(each.number for each in self.record.snapshots if each.number < base)}
        for number in sorted(earlier, reverse=True):
            session, rest = self.played(number)
            if session is not None:
                return session, rest, number
        return self._anew(0), difference._replace(holds=0), 0

    def _reason(self, difference: Difference, side: str) -> str:
        """As this side may read it, or all: what another has answered may be hidden from them."""
        number = difference.holds + 1
        if difference.sides - {side}:
            return f"after input {number} it comes otherwise"
        if isinstance(difference.entry, Answer):
            refused = f"input {number}, {difference.entry.side}'s `{' '.join(difference.entry.picks)}`"
            if difference.number == difference.holds and difference.error is not None:
                return f"{refused}, is refused: {difference.why}"
            return f"after {refused}, it comes otherwise: {difference.why}"
        return f"at input {number} it comes otherwise: {difference.why}"

    def _turn(self, session: Session, sentence: str, era: Era, rolled: bool = False) -> None:
        """Other rules from here on: nothing is taken back past it."""
        session.eras.append(era)
        session.marks.clear()
        session.rolls += 0 if rolled else era.rolls_lost
        for event in self._notices(sentence, era):
            session.log.add(event)

    def _notices(self, sentence: str, era: Era) -> Iterator[Event]:
        """Everybody is told that the rules are others, and whoever gave the answer, what they say against it."""
        yield Event(CHANGED, {"told": sentence}, "")
        if era.because:
            heard = frozenset([self.scenario.side(era.side)]) if era.side else None
            yield Event(CHANGED, {"told": era.because}, "", heard)


def as_begun(name: str, options: Options, begun: Edition, at_start: bool) -> Scenario:
    """The scenario of `system:scenario` as it was when a game began, where that was otherwise than it is today; a
    position tells itself how it was, in most systems."""
    code, _, wanted = name.partition(":")
    system = find_system(code)
    if at_start or not system.position_tells:
        wanted = system.began_as(begun.rules, wanted, options)
    if begun.release != __version__:  # an option may have gone since
        known = {option.name for option in system.info(wanted).options}
        options = {option: said for option, said in options.items() if option in known}
    return system.load(wanted, options, data_folder())
