"""A game being played: the one door for answers, undo and redo, records and their replay."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random

import pytest

import toy
from sandtable.core.decisions import Form
from sandtable.core.dice import Reading, Scripted
from sandtable.core.errors import BadData, BadInput, Bug, IllegalAction
from sandtable.core.flow import Ask, answer, run
from sandtable.core.rules import Side
from sandtable.play.opening import replay, resume_sealed, verify
from sandtable.play.record import Answer, Record, Rolled
from sandtable.play.session import Session, start
from sandtable.players.randomly import answer_randomly

RED, BLUE = Side(0), Side(1)


def duel(*dice: Reading) -> Session:
    return Session(toy.SYSTEM.load("duel"), "seed", dice=Scripted(dice))


def say(session: Session, *lines: str) -> Session:
    """`red: dig r1`"""
    for line in lines:
        side, picks = line.split(": ")
        session.submit_written(session.scenario.side(side), picks.split())
    return session


def played(seed: str = "seed", salts: dict[str, str] | None = None) -> Session:
    session, rng = Session(toy.SYSTEM.load("ford"), seed, salts), Random(seed)
    while (ask := session.ask) is not None:
        session.submit(ask.side, answer_randomly(session.state, ask, rng))
    return session


def half_played(answers: int = 12) -> Session:
    session, rng = Session(toy.SYSTEM.load("ford"), "seed"), Random(1)
    for _ in range(answers):
        ask = session.ask
        assert ask is not None
        session.submit(ask.side, answer_randomly(session.state, ask, rng))
    assert session.rolls > 0
    return session


# ------------------------------------------------------------------------------------------------ the door


def test_a_game_is_started_by_name() -> None:
    assert start("toy", "s").scenario.name == "ford"
    assert start("toy:duel", "s", {"mud": True}).scenario.options == {"mud": True}
    assert start("toy").seed != start("toy").seed, "a game nobody gave a seed has its own"
    with pytest.raises(BadInput, match="has no scenario moon; it has ford, duel"):
        start("toy:moon")
    with pytest.raises(BadInput, match="the toy has no option snow"):
        start("toy", options={"snow": True})


def test_what_happened_is_returned() -> None:
    events = start("toy:ford", "s").submit_written(RED, ["dig", "r1"])
    assert [(event.kind, event.rule) for event in events] == [("dug", "5.1")]


def test_an_illegal_action_is_refused_with_all_reasons_and_changes_nothing() -> None:
    session = say(duel(), "red: move r1 0302")
    before, inputs = session.state.plain(), list(session.inputs)
    with pytest.raises(IllegalAction) as caught:
        session.submit(BLUE, ("move", 4, session.scenario.place("0503")))
    assert str(caught.value) == "move 1st Panzer 0503: it is already there (TOY 3.0)"
    assert session.state.plain() == before
    assert session.inputs == inputs


@pytest.mark.parametrize("action", [None, 7, (), ("fly",), ("move", "r1", 3), ("move", 99, 3), ("attack", 20, 0)])
def test_nonsense_is_refused_not_raised(action: object) -> None:
    with pytest.raises(IllegalAction):
        duel().submit(RED, action)  # type: ignore[arg-type]


def test_only_the_side_that_is_asked_may_answer() -> None:
    with pytest.raises(BadInput, match="the question is for Red, not for Blue"):
        say(duel(), "blue: end")


def test_a_set_named_in_another_order_is_the_same_answer() -> None:
    """The order reached the game but not the record, so a replay hit another unit."""
    session = start("toy:ford", "seed")
    say(session, "red: move r1 0402", "blue: hold", "red: move r2 0403", "blue: hold", "red: end", "blue: end")
    target = session.scenario.place("0503")
    session.submit(RED, ("attack", target, (1, 0)))
    named = session.state.plain()
    assert session.inputs[-1] == Answer("red", "Action", ("attack", "0503", "r1", "r2", "done"))
    session.undo(RED)
    session.submit(RED, ("attack", target, (0, 1)))
    assert session.state.plain() == named


def test_a_form_with_one_answer_is_filled_and_recorded_as_forced() -> None:
    session = say(duel(), "red: dig r1")
    assert Answer("red", "Action", ("end",), forced=True) in session.inputs
    assert session.ask is not None
    assert session.ask.side == BLUE


@pytest.mark.parametrize("name", ["toy:ford", "gew:north-africa-1941"])
def test_a_menu_knows_its_only_answer_without_opening_every_verb(name: str) -> None:
    """The quick way finds what listing every pick finds."""
    session, rng, forced = start(name, "only"), Random(8), 0
    while (ask := session.ask) is not None:
        state = session.state.copy()
        answer(state, answer_randomly(state, ask, rng))
        if isinstance(wait := run(state), Ask):
            assert wait.form.only(state) == Form.only(wait.form, state)
            forced += wait.form.only(state) is not None
        session.submit(ask.side, answer_randomly(session.state, ask, rng))
    assert forced


def test_a_game_that_is_over_asks_nothing() -> None:
    session = played()
    assert session.outcome is not None
    with pytest.raises(BadInput, match="the game is over"):
        session.submit(RED, ("end",))
    assert duel().outcome is None


def test_what_a_side_foresees_is_kept_while_the_question_is_the_same() -> None:
    session = duel()
    one, other = session.foreseen(RED), session.foreseen(RED)
    assert one is not other
    assert one.facts[RED] is other.facts[RED], "what one look finds out, the next knows"
    assert session.foreseen(BLUE).facts[RED] is not one.facts[RED]
    for change in (lambda: say(session, "red: move r1 0302"), lambda: session.undo(RED), lambda: session.redo(RED)):
        change()
        fresh = session.system.hidden.foresee(session.state, RED)
        assert session.foreseen(RED).plain() == fresh.plain()
        assert session.foreseen(RED).facts[RED] is not one.facts[RED]


# ------------------------------------------------------------------------------------------------ back and forth


def test_an_answer_is_taken_back_and_made_again() -> None:
    session = duel()
    begun = session.state.plain()
    say(session, "red: move r1 0302")
    moved, log = session.state.plain(), list(session.log)
    session.undo(RED)
    assert session.state.plain() == begun
    assert session.inputs == []
    assert [event.kind for event in session.log] == ["turn"]
    session.redo(RED)
    assert session.state.plain() == moved
    assert list(session.log) == log


def test_every_event_knows_how_many_inputs_came_before_it() -> None:
    session = say(duel(), "red: move r1 0302")
    assert session.log.numbers == [0, *[1] * (len(session.log) - 1)]
    session.undo(RED)
    assert session.log.numbers == [0]
    say(session, "red: move r1 0302")
    assert session.log.numbers[-1] == 1


def test_a_new_answer_forgets_what_was_undone() -> None:
    session = say(Session(toy.SYSTEM.load("ford"), "s"), "red: dig r1", "red: dig r2")
    session.undo(RED)
    say(session, "red: dig r3")
    with pytest.raises(BadInput, match="redo: nothing of yours was undone"):
        session.redo(RED)


def test_nothing_is_undone_before_anything_was_done() -> None:
    with pytest.raises(BadInput, match="undo: nothing of yours has been answered"):
        duel().undo(RED)


def test_a_roll_is_not_undone() -> None:
    session = say(duel(4), "red: attack 0503 r1 done", "red: hold", "blue: hold")
    for side in (RED, BLUE):
        with pytest.raises(BadInput, match="since the last roll"):
            session.undo(side)


def test_another_sides_answer_is_not_undone() -> None:
    session = say(duel(4), "red: attack 0503 r1 done", "red: hold")
    with pytest.raises(BadInput, match="another side's"):
        session.undo(BLUE)
    session.undo(RED)
    say(session, "red: commit", "blue: hold")


def test_undo_cannot_fish_for_a_better_roll() -> None:
    session = Session(toy.SYSTEM.load("duel"), "seed")
    say(session, "red: attack 0503 r1 done", "red: hold")
    session.undo(RED)
    say(session, "red: hold", "blue: hold")
    again = say(Session(toy.SYSTEM.load("duel"), "seed"), "red: attack 0503 r1 done", "red: hold", "blue: hold")
    assert session.inputs == again.inputs


def test_a_view_is_what_the_system_shows() -> None:
    session = duel()
    assert session.view(RED) == toy.SYSTEM.hidden.view(session.state, RED)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ records


def test_a_game_is_replayed_from_its_record() -> None:
    session = played()
    again = replay(session.record())
    assert again.state.plain() == session.state.plain()
    assert list(again.log) == list(session.log)
    assert again.outcome == session.outcome
    assert verify(session.record()) == session.rolls > 0


def test_any_number_of_inputs_can_be_replayed() -> None:
    session = played()
    record = session.record()
    for until in range(len(record.inputs)):
        again = replay(record, until)
        assert again.inputs == record.inputs[: len(again.inputs)]
        assert len(again.inputs) >= until


def test_a_replayed_game_goes_on_with_its_own_dice() -> None:
    session, rng = Session(toy.SYSTEM.load("ford"), "seed"), Random(3)
    for _ in range(8):
        assert session.ask is not None
        session.submit(session.ask.side, answer_randomly(session.state, session.ask, rng))
    again, kept = replay(session.record()), rng.getstate()
    for game in (session, again):
        rng.setstate(kept)
        while (ask := game.ask) is not None:
            game.submit(ask.side, answer_randomly(game.state, ask, rng))
    assert again.record() == session.record()


def test_salts_of_both_sides_go_into_the_dice() -> None:
    plain, salted = played(), played(salts={"red": "a", "blue": "b"})
    assert [entry for entry in plain.inputs if isinstance(entry, Rolled)] != [
        entry for entry in salted.inputs if isinstance(entry, Rolled)
    ]
    assert verify(salted.record()) == salted.rolls


def test_a_sealed_record_replays_but_its_dice_cannot_be_checked_yet() -> None:
    session = played()
    sealed = session.record(sealed=True)
    assert sealed.seed is None
    assert replay(sealed).state.plain() == session.state.plain()
    with pytest.raises(BadInput, match="still sealed"):
        verify(sealed)


def test_a_sealed_game_is_played_on_with_dice_of_its_own_from_where_it_stood() -> None:
    session = half_played()
    sealed = Record.parse(session.record(sealed=True).lines())
    game = resume_sealed(sealed)
    assert game.state.plain() == session.state.plain()
    assert game.offers() == session.offers()
    assert game.inputs == session.inputs
    assert list(game.log) == list(session.log)
    assert game.why_not_undo(RED)
    assert game.seed not in (session.seed, resume_sealed(sealed).seed, "", None)
    assert game.commitment != session.commitment
    rng = Random(5)
    while (ask := game.ask) is not None:
        game.submit(ask.side, answer_randomly(game.state, ask, rng))
    whole = Record.parse(game.record().lines())
    assert whole == game.record()
    assert verify(whole) == game.rolls - session.rolls > 0  # the rest when it is opened
    opened = Record(**{**vars(whole), "earlier": [whole.earlier[0]._replace(seed=session.seed)]})
    assert verify(opened) == game.rolls
    forged = Record(**{**vars(whole), "earlier": [whole.earlier[0]._replace(seed="another")]})
    with pytest.raises(BadInput, match="its hash differs"):
        verify(forged)


@pytest.mark.parametrize(
    ("earlier", "why"),
    [
        ("so many", "earlier dice are told by"),
        ([{"rolls": 3}], "earlier dice are told by"),
        ([{"rolls": 1, "commitment": "c", "seed": None, "salts": {"red": 1}}], "are words"),
        ([{"rolls": nth, "commitment": "c", "seed": None, "salts": {}} for nth in (3, 2)], "in the order"),
    ],
)
def test_earlier_dice_that_are_told_in_another_way_are_refused(earlier: object, why: str) -> None:
    header, *rest = half_played().record().lines()
    told = json.dumps({**json.loads(header), "earlier": earlier})
    with pytest.raises(BadData, match=why):
        Record.parse([told, *rest])


def test_a_sealed_game_is_played_on_only_if_all_of_it_is_right() -> None:
    sealed = half_played().record(sealed=True)
    at, roll = next((nth, entry) for nth, entry in enumerate(sealed.inputs) if isinstance(entry, Rolled))
    for changed, why in (
        ({"end": "0"}, "another position than the closing line says"),
        ({"inputs": sealed.inputs[:at]}, "the record has none"),
        ({"inputs": [*sealed.inputs[:at], roll._replace(dice="3d6", reading=9), *sealed.inputs[at + 1 :]]}, "wants"),
        ({"inputs": [*sealed.inputs[:at], *sealed.inputs[at + 1 :]]}, "line"),
    ):
        with pytest.raises(BadData, match=why):
            resume_sealed(Record(**{**vars(sealed), **changed}))


def test_a_sealed_game_that_is_over_is_not_played_on() -> None:
    with pytest.raises(BadInput, match="the game is over"):
        resume_sealed(played().record(sealed=True))


def test_a_sealed_game_keeps_its_commitment_when_it_is_replayed_and_saved() -> None:
    """The replayed session told an empty seed, and a commitment to it."""
    sealed = played().record(sealed=True)
    assert replay(sealed).record() == sealed


def changed(record: Record, change: Callable[[list[object]], object]) -> Record:
    inputs: list[object] = list(record.inputs)
    change(inputs)
    return Record(**{**vars(record), "inputs": inputs})


def first(inputs: Sequence[object], kind: type) -> int:
    return next(nth for nth, entry in enumerate(inputs) if isinstance(entry, kind))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda inputs: inputs.insert(0, Rolled("1d6", 3, "x")), "a roll of 1d6 for x reading 3, but the game waits"),
        (
            lambda inputs: inputs.__setitem__(0, Answer("blue", "Action", ("end",))),
            "the question is for Red, not for Blue",
        ),
        (
            lambda inputs: inputs.__setitem__(0, Answer("red", "Action", ("dig", "b1"))),
            "1st Panzer is not a unit of yours",
        ),
        (lambda inputs: inputs.__setitem__(0, Answer("red", "Action", ("fly",))), "fly is not among the choices"),
        (lambda inputs: inputs.__setitem__(0, Answer("red", "Action", ("dig", "zz"))), "zz"),
        (lambda inputs: inputs.pop(first(inputs, Rolled)), "the game wants|expected|waits for an answer"),
        (lambda inputs: inputs.append(Answer("red", "Action", ("end",))), "the game is over"),
    ],
)
def test_a_record_that_was_changed_is_refused_by_line(change: Callable[[list[object]], object], why: str) -> None:
    with pytest.raises(BadData, match=why) as caught:
        replay(changed(played().record(), change), path="x.game")
    assert caught.value.line >= 2
    assert str(caught.value).startswith("x.game, line ")


def test_a_record_of_another_position_is_refused() -> None:
    record = played().record()
    record.end = "0" * 64
    with pytest.raises(BadData, match="another position than the closing line says"):
        verify(record)


def test_a_record_of_a_scenario_that_is_gone_is_refused() -> None:
    record = played().record()
    record.scenario = "moon"
    with pytest.raises(BadData, match="has no scenario moon"):
        replay(record)


def test_scripted_dice_that_run_out_are_a_bug_of_the_test() -> None:
    with pytest.raises(Bug, match="was not in the script"):
        say(duel(), "red: attack 0503 r1 done", "red: hold", "blue: hold")


def test_a_session_tells_what_is_offered_and_why_not_the_rest() -> None:
    session = start("toy:ford", seed="offers")
    assert "move" in session.offers()
    unit = session.offers("move")[0]
    assert session.why_not("move", unit, session.offers("move", unit)[0]) == []
    assert session.why_not("move", "b1") == ["1st Panzer is not a unit of yours on the map (TOY 1.0)"]
    assert session.why_not("move", "b1", "0101") == session.why_not("move", "b1")  # the first word refused says why
    with pytest.raises(BadInput, match="say what is asked about; it may begin with"):
        session.why_not()


def test_a_side_may_be_named_and_options_are_true_or_false() -> None:
    session = start("toy:ford", 5)  # type: ignore[arg-type]  # as people write it
    assert session.ask is not None
    asked = session.scenario.sides[session.ask.side]
    other = next(side for side in session.scenario.sides if side != asked)
    with pytest.raises(BadInput, match=f"the question is for {asked.capitalize()}, not for {other.capitalize()}"):
        session.submit(other, ("end",))
    with pytest.raises(BadInput, match="no side is called nobody"):
        session.submit("nobody", ("end",))
    assert session.submit_written(asked, session.offers()[-1:]) is not None
    with pytest.raises(BadInput, match="option mud is 'yes': options are switched by True or False"):
        start("toy:ford", options={"mud": "yes"})  # type: ignore[dict-item]  # as people write it


# ------------------------------------------------------------------------------------------------ what may be left out


def to_the_movement_segment() -> Session:
    game = start("ocs:primosole", "seed")
    for words in (["end"], ["enter", "17.2", "17.2", "move"], ["17.2", "4"], ["17.2", "7"]):
        game.submit_written("allied", words)
    return game


def test_a_list_at_the_end_that_is_proposed_may_be_left_out_and_is_recorded_whole() -> None:
    short, whole = to_the_movement_segment(), to_the_movement_segment()
    short.submit_written("allied", ["move", "69_bde", "move", "12.8"])
    whole.submit_written("allied", ["move", "69_bde", "move", "12.8", "done"])
    assert short.inputs == whole.inputs
    assert short.state.digest() == whole.state.digest()


def test_what_may_not_be_picked_is_refused_before_anything_is_proposed() -> None:
    with pytest.raises(IllegalAction, match="beyond the reach"):
        to_the_movement_segment().submit_written("allied", ["move", "69_bde", "move", "4.19"])


def test_a_record_leaves_nothing_out() -> None:
    game = to_the_movement_segment()
    with pytest.raises(BadInput, match=r"dumps is still to be filled; done ends it \(OCS 6.1\)"):
        game.submit_recorded("allied", ["move", "69_bde", "move", "12.8"])


def test_a_list_that_is_begun_or_not_proposed_is_ended_by_its_word() -> None:
    with pytest.raises(BadInput, match=r"units is still to be filled; done ends it"):
        start("toy:duel", "seed").submit_written("red", ["attack", "0503", "r1"])
