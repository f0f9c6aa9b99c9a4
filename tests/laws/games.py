"""Laws 3 and 6: a record is the game, and what was learnt is not unlearnt."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from laws.cases import SELDOM, SMALL, WIDE, Broken, Case, chooser, demand, in_parts, places
from laws.picks import group_places, set_places, shuffled
from sandtable.core.decisions import EMPTY, Action, Draft
from sandtable.core.errors import BadInput, IllegalAction, SandtableError
from sandtable.core.events import Event
from sandtable.core.flow import Ask
from sandtable.core.rules import Side
from sandtable.core.state import Plain, Position
from sandtable.play.notation import read_pick, written
from sandtable.play.opening import replay, verify
from sandtable.play.record import Answer, Input, Record, Rolled
from sandtable.play.session import Session
from typed import state_of

FEW, FEWER = 120, 24  # answers of a large game that are taken back and made again, in the first games and later
FARTHEST = 400  # answers before that
KEPT = 3  # earlier answers of which a draft is tried again
EVERY = 20  # inputs after which drafts are tried in a large game, and in the later ones of any map that is not small


def begin(case: Case, seed: int) -> Session:
    return Session(case.system.load(case.scenario, case.options), f"{case} {seed}")


def later(case: Case, seed: int) -> bool:
    """One of the many games that follow the first, on a map that is not small: laws that take long look seldom."""
    return seed >= WIDE and places(case.system, case.scenario) > SMALL


def law_3(case: Case, seed: int) -> int:
    """Written to lines, read again and replayed: the same position, the same log, the same inputs."""
    session, rng = begin(case, seed), Random(seed)
    choose = chooser(rng, case.system.code)
    stop = rng.choice([10, 20, 10_000])  # some records are of games still going on
    earlier: list[list[str]] = []
    while (ask := session.ask) is not None and len(session.inputs) < stop:
        action = in_parts(session.state, ask.form, ask.form.fill(session.state, choose), rng)
        if not (case.large or later(case, seed)) or len(session.inputs) % EVERY == 0:
            _drafted(case, session, [*earlier[-KEPT:], written(session.state, ask.form, action)])
        earlier.append(written(session.state, ask.form, action))
        session.submit(ask.side, in_any_order(ask, action, rng))
    record = session.record()
    try:
        again = replay(Record.parse(record.lines()))
        rolls = None if later(case, seed) else verify(record)  # which plays it through once more
    except SandtableError as error:
        raise Broken(3, f"{case}, game {seed}: {error}") from error
    demand(3, again.state.plain() == session.state.plain(), f"{case}, game {seed}: another position")
    demand(3, list(again.log) == list(session.log), f"{case}, game {seed}: another log")
    demand(3, again.inputs == session.inputs, f"{case}, game {seed}: other inputs")
    demand(3, again.record() == record, f"{case}, game {seed}: another record")
    demand(3, rolls in (None, session.rolls), f"{case}, game {seed}: {rolls} of {session.rolls} rolls were verified")
    return len(session.inputs)


def _drafted(case: Case, session: Session, answers: list[list[str]]) -> None:
    """A draft is what its words say in this position, whatever they said in others; half of them, then all."""
    for words in answers:
        for part in (words[: len(words) // 2], words):
            told, kept = _read(session, part), _kept(session, part)
            demand(3, told == kept, f"{case}: the draft of {' '.join(part)} is kept as {kept}, and is {told}")


def _read(session: Session, words: list[str]) -> Draft | None:
    """Read and checked word by word; None if one is refused."""
    state, draft, form = session.state, EMPTY, session.drafts.ask.form
    for word in words:
        try:
            pick = read_pick(state, form, draft, word) if form.at(draft)[0] is not None else None
        except BadInput:
            return None
        if pick is None or form.why_not(state, draft, pick):
            return None
        draft = form.put(draft, pick)
    return draft


def _kept(session: Session, words: list[str]) -> Draft | None:
    try:
        return session.drafts.at(words)
    except (BadInput, IllegalAction):
        return None


def in_any_order(ask: Ask, action: Action, rng: Random) -> Action:
    """A player may name the members of a set in any order, and the units of a group."""
    sets = set_places(ask.form, action) | group_places(ask.form, action)
    return tuple(shuffled(value, rng) if nth in sets else value for nth, value in enumerate(action))


# ------------------------------------------------------------------------------------------------ law 6


class Snapshot(NamedTuple):
    """Everything an undo must bring back."""

    plain: Plain
    log: tuple[Event, ...]
    inputs: tuple[Input, ...]
    rolls: int


def snapshot(session: Session) -> Snapshot:
    return Snapshot(session.state.plain(), tuple(session.log), tuple(session.inputs), session.rolls)


def law_6(case: Case, seed: int) -> int:
    """After every answer: refused if a barrier was crossed, else taken back and made again without a trace."""
    session, rng = begin(case, seed), Random(seed)
    choose, seen = chooser(rng, case.system.code), 0
    since: list[tuple[Side, Snapshot]] = []  # answers that may still be taken back
    if case.large and seed >= WIDE:  # later games are looked at somewhere on their way
        for _ in range(rng.randrange(FARTHEST)):
            if session.ask is not None:
                session.submit(session.ask.side, session.ask.form.draw(session.state, rng))
    while (ask := session.ask) is not None and (seen < (FEW if seed < WIDE else FEWER) or not case.large):
        if later(case, seed) and not case.large and rng.random() >= SELDOM:
            since.clear()
            session.submit(ask.side, ask.form.fill(session.state, choose))
            continue
        before, unknown = snapshot(session), hidden(session)
        session.submit(ask.side, in_parts(session.state, ask.form, ask.form.fill(session.state, choose), rng))
        seen += 1
        if barrier(session, ask.side, before) or shown(session, unknown - hidden(session)):
            since.clear()
            _refused_to_all(case, session)
        else:
            since.append((ask.side, before))
            _back_and_forth(case, session, since if rng.random() < 0.2 else since[-1:])
    return seen


def hidden(session: Session) -> set[tuple[int, int]]:
    """Which side cannot tell which counter on the map. When one can be told that could not, something was revealed."""
    on_map = [unit for unit in range(len(session.scenario.counters)) if state_of(session, Position).hex_of[unit] >= 0]
    told = [{seen.unit for seen in session.view(Side(side)).units} for side in range(len(session.scenario.sides))]
    return {(side, unit) for side, known in enumerate(told) for unit in on_map if unit not in known}


def shown(session: Session, unknown: set[tuple[int, int]]) -> bool:
    """Can a side now tell a counter that it could not?"""
    return any(unit in {seen.unit for seen in session.view(Side(side)).units} for side, unit in unknown)


def barrier(session: Session, side: Side, before: Snapshot) -> bool:
    """Did a roll, a reveal or an answer made for another side follow?"""
    new, name = session.inputs[len(before.inputs) :], session.scenario.sides[side]
    learnt = any(event.reveals for event in session.log.events[len(before.log) :])
    others = any(isinstance(entry, Answer) and entry.side != name for entry in new)
    return learnt or others or any(isinstance(entry, Rolled) for entry in new)


def _refused_to_all(case: Case, session: Session) -> None:
    now = snapshot(session)
    for side in map(Side, range(len(session.scenario.sides))):
        refused = False
        try:
            session.undo(side)
        except BadInput:
            refused = True
        demand(6, refused, f"{case}: {session.scenario.sides[side]} undid past a roll, a reveal or another's answer")
    demand(6, snapshot(session) == now, f"{case}: a refused undo changed something")


def _back_and_forth(case: Case, session: Session, answers: list[tuple[Side, Snapshot]]) -> None:
    """Take these answers back, last first, then make them again."""
    after: list[tuple[Side, Snapshot]] = []
    for side, before in reversed(answers):
        for other in map(Side, range(len(session.scenario.sides))):
            if other != side:
                demand(6, session.why_not_undo(other), f"{case}: {other} may undo an answer of {side}")
        after.append((side, snapshot(session)))
        demand(6, not session.why_not_undo(side), f"{case}: {side} may not undo: {session.why_not_undo(side)}")
        session.undo(side)
        demand(6, snapshot(session) == before, f"{case}: undo did not bring back what was")
    for side, then in reversed(after):
        session.redo(side)
        demand(6, snapshot(session) == then, f"{case}: redo did not lead to what had been")
