"""Games whose rules have changed since: they open, their past can be read, and they go on; what was edited is found."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import toy
from sandtable import __version__
from sandtable.core import editions
from sandtable.core.columns import OWNER, SIDE, UNIT, column
from sandtable.core.editions import edition
from sandtable.core.errors import BadData, BadInput
from sandtable.core.flow import Procedure, run
from sandtable.core.rules import Side
from sandtable.play.explain import log_lines
from sandtable.play.opening import changes, replay, resume, resume_sealed, verify
from sandtable.play.positions import position_text, restored
from sandtable.play.record import Answer, Record, Rolled
from sandtable.play.session import EVERY, Session, start, start_at
from sandtable.play.timeline import Timeline
from sandtable.players.randomly import answer_randomly
from toy.s02_sequence import Game
from toy.state import ToyState

RED = Side(0)


def play(session: Session, seed: int, answers: int = 10_000) -> Session:
    rng = Random(seed)
    while (ask := session.ask) is not None and answers:
        session.submit(ask.side, answer_randomly(session.state, ask, rng))
        answers -= 1
    return session


def long_game(answers: int = 90) -> Session:
    return play(start("gew:barbarossa", "seed", {"automatic_setup": True}), 1, answers)


def older(record: Record, **others: Any) -> Record:
    """As if it had been played with other rules."""
    return Record(**{**vars(record), "rules": "0", "release": "0.0.9", "setup": "other", **others})


def refused(record: Record, least: int) -> tuple[list[Any], int]:
    """Its inputs with an answer that no rules admit, and where it is."""
    inputs: list[Any] = list(record.inputs)
    at = next(
        nth for nth, entry in enumerate(inputs) if nth >= least and isinstance(entry, Answer) and not entry.forced
    )
    inputs[at] = inputs[at]._replace(picks=("fly", "0101"))
    return inputs, at


# ------------------------------------------------------------------------------------------------ what is stored


def test_a_record_says_what_it_was_played_with() -> None:
    session = long_game()
    record = Record.parse(session.record().lines())
    assert record.edition == edition(session.scenario, __version__)
    assert record.edition.rules == session.system.rules_version
    assert len(record.edition.setup) == 64


def test_the_digest_is_of_all_that_decides_and_of_nothing_else(tmp_path: Path) -> None:
    """Charts of one's own change it, the words of a system do not."""
    for name, text in (("charts/a.toml", "a"), ("board.json", "{}"), ("texts.toml", "b"), ("lessons/1.toml", "c"),
                       ("board.picture.json", "d"), ("faces.toml", "e"), ("notes.md", "f")):  # fmt: skip
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)

    def digest() -> str:
        scenario = toy.SYSTEM.load("ford")
        scenario.system = replace(toy.SYSTEM, folder=tmp_path)
        editions._files.cache_clear()  # files do not change while games are played
        return edition(scenario, "1").setup

    before = digest()
    for name in ("texts.toml", "lessons/1.toml", "board.picture.json", "faces.toml", "notes.md"):
        (tmp_path / name).write_text("other")
        assert digest() == before, name
    for name in ("charts/a.toml", "board.json"):
        (tmp_path / name).write_text("other")
        assert digest() != before, name
        before = digest()


def test_snapshots_are_taken_now_and_then_and_at_the_end() -> None:
    session = long_game()
    record = session.record()
    numbers = [snapshot.number for snapshot in record.snapshots]
    assert numbers[0] == 0
    assert numbers[-1] == len(session.inputs)
    assert max(later - earlier for earlier, later in pairwise(numbers)) < 2 * EVERY
    for snapshot in record.snapshots:
        state = restored(snapshot.position, session.scenario)
        run(state)
        assert state.plain() == Timeline(session).at(snapshot.number)[0].plain()


def test_taking_back_takes_back_snapshots() -> None:
    session = start("toy:ford", "seed")
    session.submit_written("red", session.offers()[-1:])
    record = session.record()
    session.undo(RED)
    assert session.record() != record
    session.redo(RED)
    assert session.record() == record


# ------------------------------------------------------------------------------------------------ the same rules


def test_a_snapshot_that_was_changed_is_found_out() -> None:
    record = long_game().record()
    first, second, *rest = record.snapshots
    other = second._replace(position=first.position)
    with pytest.raises(BadData, match="another position than the snapshot says"):
        replay(Record(**{**vars(record), "snapshots": [first, other, *rest]}))


def test_what_differs_by_the_same_rules_is_damaged() -> None:
    record = long_game().record()
    inputs, at = refused(record, 60)
    with pytest.raises(BadData, match="fly is not among the choices") as caught:
        replay(Record(**{**vars(record), "inputs": inputs}), path="x.game")
    assert record.lines()[caught.value.line - 1] == Record(**{**vars(record)}).lines()[record.line(at) - 1]


# ------------------------------------------------------------------------------------------------ other rules


def test_a_game_that_todays_rules_admit_is_played_through_and_goes_on() -> None:
    session = long_game()
    old = older(session.record())
    opened = resume(Record.parse(old.lines()))
    assert opened.state.plain() == session.state.plain()
    assert opened.inputs == session.inputs
    assert [era.because for era in opened.eras] == [""]
    assert changes(opened) == [
        f"this game was played with rules 0 (0.0.9) up to input {len(session.inputs)}, and goes on by "
        f"rules {session.system.rules_version} ({__version__})"
    ]
    assert Timeline(opened).stops == Timeline(session).stops
    assert opened.why_not_undo(Side(0))
    assert opened.why_not_undo(Side(1))
    goes_on(opened)


def goes_on(session: Session) -> None:
    """It is played on, recorded, verified and opened again, as any other game."""
    play(session, 7, 25)
    record = Record.parse(session.record().lines())
    assert verify(record) == len(record.rolls())
    again = resume(record)
    assert again.state.plain() == session.state.plain()
    assert list(again.log) == list(session.log)
    assert again.log.numbers == session.log.numbers
    assert (again.rolls, again.eras, again.record()) == (session.rolls, session.eras, record)


def test_a_game_goes_on_from_its_last_snapshot() -> None:
    session = long_game()
    record = session.record()
    inputs, at = refused(record, 60)
    opened = resume(Record.parse(older(record, inputs=inputs).lines()))
    assert opened.state.plain() == session.state.plain()
    assert opened.base == len(record.inputs)
    assert f"input {at + 1}, " in changes(opened)[0]
    assert "`fly 0101`, is refused" in changes(opened)[0]
    assert "(GEW " in changes(opened)[0]
    goes_on(opened)


def test_the_past_of_a_game_is_read_from_its_snapshots() -> None:
    session = long_game()
    record = session.record()
    inputs, _ = refused(record, 60)
    opened = replay(older(record, inputs=inputs))
    past = [event for event in opened.log if event.kind != "rules_changed"]
    assert past == list(session.log)
    for side in (None, Side(0), Side(1)):
        was = log_lines(session.state, side)
        assert log_lines(opened.state, side)[: len(was)] == was
    timeline, was_then = Timeline(opened), Timeline(session)
    assert timeline.stops == [snapshot.number for snapshot in record.snapshots]
    for number in timeline.stops:
        assert timeline.at(number)[0].plain() == was_then.at(number)[0].plain()
        assert timeline.at(number)[1] >= was_then.at(number)[1]
    with pytest.raises(BadInput, match="other rules were in force; of these are kept: 0, "):
        timeline.at(3)


def test_without_snapshots_a_game_opens_up_to_the_answer_refused() -> None:
    session = long_game()
    record = session.record()
    inputs, at = refused(record, 60)
    opened = resume(Record.parse(older(record, inputs=inputs, snapshots=[], setup="", release="0.1.0").lines()))
    assert opened.inputs == record.inputs[:at]
    assert opened.base == 0
    assert list(opened.eras[-1].void) == inputs[at:]
    assert opened.rolls == len(record.rolls())  # dice that somebody has seen do not come again
    answer = inputs[at]
    lines = log_lines(opened.state, session.scenario.side(answer.side))
    assert "is refused" in lines[-1]
    assert not any("is refused" in line for line in log_lines(opened.state, None))
    assert log_lines(opened.state, None)[-1].startswith("this game was played with rules 0 (0.1.0) up to input")
    goes_on(opened)


def test_a_roll_that_is_wanted_no_more_leads_back_to_the_answer_before() -> None:
    record = long_game().record()
    inputs: list[Any] = list(record.inputs)
    at = next(nth for nth, entry in enumerate(inputs) if isinstance(entry, Rolled) and nth > 60)
    inputs[at] = inputs[at]._replace(purpose="gew.Gone.roll")
    opened = replay(older(record, inputs=inputs, snapshots=[]))
    assert isinstance(inputs[len(opened.inputs)], Answer)
    assert len(opened.inputs) <= at
    assert "comes otherwise" in opened.eras[-1].because or "is refused" in opened.eras[-1].because
    assert opened.ask is not None
    with pytest.raises(BadInput, match="the seed gives"):
        resume(older(record, inputs=inputs, snapshots=[]))


def test_rules_may_refuse_what_came_before_they_last_changed() -> None:
    """Without a snapshot the game goes back to before the change, which has been all the same: its dice are known."""
    record = long_game().record()
    inputs, _ = refused(record, 60)
    once = play(replay(older(record, inputs=inputs, snapshots=[])), 3, 20)
    assert once.eras[0].rolls_lost
    record = once.record()
    inputs, at = refused(record, 20)
    eras = [once.eras[0]._replace(edition=once.eras[0].edition._replace(setup="old"))]
    twice = resume(Record.parse(older(record, inputs=inputs, snapshots=[], eras=eras).lines()))
    assert len(twice.inputs) == at < eras[0].at
    assert [era.at for era in twice.eras] == [eras[0].at, at]
    assert twice.rolls == len(record.rolls())
    goes_on(twice)


def test_nobody_reads_what_the_other_side_answered() -> None:
    """One side's answer is refused before a snapshot and the other's behind it: each may be secret."""
    record = long_game(120).record()
    snapshots = record.snapshots[:-1]
    inputs, at = refused(record, 5)
    first = inputs[at].side
    later = next(
        nth for nth, entry in enumerate(inputs)
        if nth >= snapshots[-1].number and isinstance(entry, Answer) and not entry.forced and entry.side != first
    )  # fmt: skip
    inputs[later] = inputs[later]._replace(picks=("hide", "0202"))
    opened = replay(older(record, inputs=inputs, snapshots=snapshots))
    era = opened.eras[-1]
    assert (era.at, era.side) == (later, first)
    assert "fly 0101" in era.because
    assert "hide" not in era.because
    assert f"after input {later + 1} it comes otherwise" in era.because
    for side in opened.scenario.sides:
        assert ("fly 0101" in changes(opened, [side])[0]) == (side == first)
    assert "fly" not in changes(opened, opened.scenario.sides)[0]


def test_rules_may_change_again_and_again() -> None:
    session = long_game(60)
    for nth in range(3):
        record = session.record()
        inputs, _ = refused(record, session.base)
        old = older(record, inputs=inputs)
        old.eras = [era._replace(edition=era.edition._replace(setup=f"old {nth}")) for era in record.eras]
        session = resume(Record.parse(old.lines()))
        assert len(session.eras) == nth + 1
        assert session.base == len(record.inputs)
        play(session, nth, 8)
    assert len(changes(session)) == 3
    goes_on(session)


def test_a_snapshot_that_cannot_be_read_any_more_gives_way_to_the_one_before() -> None:
    record = long_game().record()
    inputs, _ = refused(record, 20)
    snapshots = [*record.snapshots[:-1], record.snapshots[-1]._replace(position="st2_AAAA")]
    opened = replay(older(record, inputs=inputs, snapshots=snapshots))
    assert opened.base == snapshots[-2].number
    assert opened.inputs == inputs[: len(opened.inputs)]
    assert len(opened.inputs) == len(inputs)


def test_a_position_with_other_counters_or_places_is_not_read_as_one_of_these(monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns go by number, so a roster that only looks alike would put every counter in another's place."""
    record = long_game(60).record()
    inputs, at = refused(record, 20)
    then = record.snapshots[-1].position
    assert restored(then, long_game(0).scenario).digest() == record.end
    monkeypatch.setattr("sandtable.core.system.Scenario.roster", "of another release")
    with pytest.raises(BadInput, match="other counters or places than barbarossa has now"):
        restored(then, long_game(0).scenario)
    with pytest.raises(BadInput, match="other counters or places"):
        start_at(then)
    opened = replay(older(record, inputs=inputs))
    assert len(opened.inputs) <= at  # none of its snapshots is believed: as far as its answers lead


def test_ones_own_store_is_opened_whatever_is_wrong_with_it() -> None:
    record = long_game().record()
    inputs, _ = refused(record, 60)
    broken = Record(**{**vars(record), "inputs": inputs})
    assert replay(broken, trusted=True).state.digest() == record.end
    for snapshot in range(len(record.snapshots)):
        broken.snapshots[snapshot] = record.snapshots[snapshot]._replace(position="nonsense")
    assert replay(broken, trusted=True).ask is not None


def test_a_game_goes_on_though_the_snapshot_it_went_on_from_cannot_be_read_any_more() -> None:
    record = long_game().record()
    inputs, _ = refused(record, 60)
    once = play(replay(older(record, inputs=inputs)), 3, 5)
    assert once.base
    again = once.record()
    eras = [once.eras[0]._replace(edition=once.eras[0].edition._replace(setup="old"))]
    for kept in (2, 0):
        snapshots = [each if nth < kept else each._replace(position="nonsense")
                     for nth, each in enumerate(again.snapshots)]  # fmt: skip
        opened = replay(older(again, snapshots=snapshots, eras=eras), trusted=True)
        assert opened.ask is not None
        assert opened.base == (snapshots[1].number if kept else 0)
        goes_on(opened)


def test_a_sealed_game_of_older_rules_is_played_on() -> None:
    session = long_game()
    sealed = older(session.record(sealed=True))
    inputs, _ = refused(sealed, 60)
    for record in (sealed, older(sealed, inputs=inputs), older(sealed, inputs=inputs, snapshots=[])):
        assert play(resume_sealed(record), 3).outcome is not None


def test_charts_of_ones_own_that_are_gone_are_other_rules(tmp_path: Path) -> None:
    record = long_game().record()
    opened = replay(older(record, charts="of one's own"))
    assert opened.state.digest() == record.end


def test_dice_are_verified_whatever_the_rules() -> None:
    record = older(long_game().record(), seed="another")
    with pytest.raises(BadInput, match="not the one this game was begun with"):
        verify(record)


# ------------------------------------------------------------------------------------------------ other shapes


class Earlier(ToyState):
    """The toy as an older release had it: a column of another name, a wider one, and one less."""

    fuel = column(UNIT, seen=OWNER)
    tokens = column(SIDE, seen=OWNER)


class Later(ToyState):
    """As it is now."""

    ammunition = column(UNIT, 16, seen=OWNER, formerly=("fuel",))
    tokens = column(SIDE, 32, seen=OWNER)
    orders = column(UNIT, 16, -1, seen=OWNER)


def test_a_position_of_an_older_shape_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    session = play(start("toy:ford", "seed"), 1, 9)
    scenario = session.scenario
    earlier = Earlier.load(scenario, session.state.saved(), [frame.copy() for frame in session.state.stack])
    earlier.fuel[3], earlier.tokens[1] = 200, 9
    text = position_text(earlier).removeprefix("st2_")
    monkeypatch.setattr(type(session.system), "begin", lambda self, scenario: Later(scenario, Game()))
    later = restored(f"st2_{text}", scenario)
    assert isinstance(later, Later)
    assert (later.ammunition[3], later.tokens[1], set(later.orders)) == (200, 9, {-1})
    assert later.packed()[: len(session.state.packed())] == session.state.packed()


def test_a_procedure_of_another_name_and_shape_is_read() -> None:
    """A field that is new is what it is when nothing is said, one that is gone is left out."""
    renamed = {"toy.Push": "toy.Attack", "toy.Push.go": "toy.Attack.seal", "toy.Push:goal": "target"}
    frame = Procedure.kinds["toy.Attack"]
    saved = play_until_attack().saved()
    kind, at, into, said = saved
    assert kind == "toy.Attack"
    old = {("goal" if name == "target" else name): value for name, value in said.items()} | {"gone": 3}
    again = Procedure.load(("toy.Push", "go", into, old), renamed)
    assert isinstance(again, frame)
    assert again.at == "seal"
    assert again.plain()[2:] == (into, *said.values())
    assert at


def play_until_attack() -> Procedure:
    for seed in range(50):
        session = start("toy:duel", str(seed))
        while (ask := session.ask) is not None:
            found = [frame for frame in session.state.stack if frame.kind == "toy.Attack"]
            if found:
                return found[0]
            session.submit(ask.side, answer_randomly(session.state, ask, Random(seed + len(session.inputs))))
    raise AssertionError("nobody attacks")
