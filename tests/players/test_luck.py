"""What the dice did to whom, and where a game turned."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import toy
from sandtable.core.flow import Ask, Roll, answer, run
from sandtable.core.intents import Conduct
from sandtable.core.parts import Counsel
from sandtable.core.rules import Side, enemy
from sandtable.core.state import State
from sandtable.play.odds import first_pick
from sandtable.play.opening import replay
from sandtable.play.record import Answer, Record, Rolled
from sandtable.play.session import start
from sandtable.play.timeline import Timeline
from sandtable.players.estimate import ahead
from sandtable.players.luck import FIRST, luck, weigh
from sandtable.players.review import review
from toy.state import ToyState

GOLDEN = Path(__file__).parents[1] / "golden"


def steps_more(state: ToyState, side: Side, conduct: Conduct) -> float:
    """Steps on the map more than the enemy has, one's own counting for more: not the same with the eyes of either."""
    ours, theirs = (sum(state.steps[unit] for unit in state.on_map(each)) for each in (side, enemy(side)))
    return 3.0 * ours - 2.0 * theirs


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy has no counsel of its own."""
    monkeypatch.setitem(toy.SYSTEM.__dict__, "counsel", Counsel(worth=steps_more, point=2.0))


def recorded(name: str) -> Timeline:
    path = GOLDEN / f"{name}.game"
    return Timeline(replay(Record.load(path), path=path))


def rolls_of(timeline: Timeline) -> list[tuple[State, State, Rolled]]:
    """The last question before each roll, the position that waits for it, and the roll."""
    found = list[tuple[State, State, Rolled]]()
    before: State | None = None
    for n, state in timeline.walked():
        if before is None or isinstance(state.wait, Ask):
            before = state.copy()
        if isinstance(state.wait, Roll):
            entry = timeline.session.inputs[n]
            assert isinstance(entry, Rolled)
            found.append((before, state.copy(), entry))
    return found


def rolled_at(state: State) -> Roll:
    wait = run(state)
    assert isinstance(wait, Roll)
    return wait


# ------------------------------------------------------------------------------------------------ luck


def test_what_one_side_is_ahead_the_other_is_behind(judged: None) -> None:
    for _, state, _ in rolls_of(recorded("toy-ford+mud")):
        assert ahead(state, Side(0)) == -ahead(state, Side(1))


def test_every_roll_is_worth_nothing_on_average(judged: None) -> None:
    """Over all readings of its dice, by their chances: exactly, whatever the position."""
    seen = set[float]()
    for before, state, _ in rolls_of(recorded("toy-ford+mud")):
        found = [(weigh(before, state, each, FIRST, ""), ways) for each, ways in rolled_at(state).dice.ways.items()]
        assert all(each.exact for each, _ in found)
        assert sum(each.worth * ways for each, ways in found) == pytest.approx(0, abs=1e-9)
        seen |= {round(each.worth, 6) for each, _ in found}
    assert len(seen) > 4  # some of them were worth something


def test_the_fortune_of_a_game_is_nothing_on_average(judged: None) -> None:
    """Two rolls one after the other, all 36 ways they may fall, the second in whatever the first has led to."""
    before, state, _ = rolls_of(recorded("toy-ford+mud"))[0]
    found = [fortune(before, state.copy(), list(faces)) for faces in product(range(1, 7), repeat=2)]
    assert max(found) > 0 > min(found)
    assert sum(found) == pytest.approx(0, abs=1e-9)


def fortune(before: State, state: State, faces: list[int]) -> float:
    """Of the next rolls of a die, read so, until the game ends; every question gets its first answer."""
    found = 0.0
    while faces:
        wait = run(state)
        if isinstance(wait, Roll):
            assert str(wait.dice) == "1d6"
            found += weigh(before, state, faces[0], FIRST, "").worth
            answer(state, faces.pop(0))
        elif isinstance(wait, Ask):
            before = state.copy()
            answer(state, first_pick(state, wait))
        else:
            break
    return found


def test_readings_that_mean_the_same_are_one_chance() -> None:
    for before, state, entry in rolls_of(recorded("gew-north-africa-1941")):
        wait = rolled_at(state)
        assert wait.means is not None
        meant = wait.means(entry.reading)
        alike = sum(ways for reading, ways in wait.dice.ways.items() if wait.means(reading) == meant)
        assert weigh(before, state, entry.reading, FIRST, "").chance == Fraction(alike, wait.dice.chances)


def test_where_too_much_may_follow_a_sample_is_weighed_always_the_same(judged: None) -> None:
    before, state, entry = rolls_of(recorded("toy-ford+mud"))[0]
    few = weigh(before, state, entry.reading, FIRST, "seed", most=2)
    assert not few.exact
    assert few == weigh(before, state, entry.reading, FIRST, "seed", most=2)
    assert few.chance == weigh(before, state, entry.reading, FIRST, "seed").chance


def test_the_luck_of_a_game_adds_up_and_names_what_decided() -> None:
    timeline = recorded("gew-north-africa-1941")
    found = luck(timeline)
    assert len(found.rolls) == timeline.session.rolls
    assert found.rolls[-1].fortune == pytest.approx(sum(roll.worth for roll in found.rolls), abs=0.01)
    decided = [abs(found.rolls[nth].worth) for nth in found.decided]
    assert decided == sorted((abs(roll.worth) for roll in found.rolls), reverse=True)[:3]
    tobruk = found.rolls[0]
    assert (tobruk.text, tobruk.rule, tobruk.reads, tobruk.chance) == ("1d6 reads 3", "19.6", (3,), "1/6")
    assert tobruk.then.startswith("the attack on 3026 Tobruk")
    assert tobruk.worth > 0
    assert all(roll.at in timeline.stops and roll.at <= roll.n for roll in found.rolls)
    assert json.loads(json.dumps(asdict(found)))["rolls"][0]["share"] == pytest.approx(1 / 6, abs=1e-4)


def test_dice_that_are_looked_up_one_after_the_other_are_weighed_exactly() -> None:
    """OCS 9.8 and 9.9: surprise, its shift and the result, of which each roll has a luck of its own."""
    found = luck(recorded("ocs-primosole"))
    surprise = [roll for roll in found.rolls if roll.text.startswith("dice for surprise")]
    assert surprise
    assert all(roll.exact for roll in surprise)
    assert any(roll.worth for roll in surprise)


def test_looking_back_changes_nothing_in_a_game() -> None:
    timeline = recorded("gew-north-africa-1941")
    digest, events = timeline.session.state.digest(), len(timeline.session.log)
    first = luck(timeline), review(timeline)
    assert first == (luck(timeline), review(timeline))
    assert (timeline.session.state.digest(), len(timeline.session.log)) == (digest, events)


# ------------------------------------------------------------------------------------------------ review


def test_a_review_tells_how_it_stood_and_where_it_turned() -> None:
    timeline = recorded("gew-north-africa-1941")
    session, found = timeline.session, review(timeline)
    assert [point.turn for point in found.points] == sorted(point.turn for point in found.points)
    assert found.points[-1].at == len(session.inputs)
    assert found.points[-1].score == session.system.standing.margin(session.state, FIRST)
    assert found.points[-1].estimate == found.points[-1].score
    swings = [abs(each.swing) for each in found.turning]
    assert swings == sorted(swings, reverse=True)
    assert "3628 Cairo" in found.turning[0].text
    for each in found.turning:  # from each one may fork
        entry = session.inputs[each.at]
        assert each.at in timeline.stops
        assert isinstance(entry, Answer)
        assert entry.side == each.side
    assert found.outcome.startswith("Axis victory")


def test_a_game_that_has_just_begun_has_neither_luck_nor_turning_points() -> None:
    timeline = Timeline(start("toy:ford", "1"))
    assert luck(timeline).rolls == ()
    found = review(timeline)
    assert (found.turning, found.outcome) == ((), "")
    assert [point.at for point in found.points] == [0]


def test_of_what_older_rules_have_played_nothing_is_told() -> None:
    """An answer that no rules admit, before a snapshot: from there on the game is played again."""
    record = recorded("gew-north-africa-1941").session.record()
    inputs, kept = list(record.inputs), [each for each in record.snapshots if each.number < 100]
    nth = next(nth for nth, entry in enumerate(inputs) if isinstance(entry, Answer) and not entry.forced)
    inputs[nth] = Answer("axis", "none", ("fly", "0101"))
    older = replace(record, inputs=inputs, snapshots=kept, rules="0", setup="other", eras=[])
    timeline = Timeline(replay(older))
    base = timeline.session.base
    assert base == kept[-1].number > 0
    told, looked = luck(timeline), review(timeline)
    assert (told.since, looked.since) == (base, base)
    assert told.rolls
    assert min(roll.n for roll in told.rolls) >= base
    assert looked.points[0].at == base
    assert looked.turning
