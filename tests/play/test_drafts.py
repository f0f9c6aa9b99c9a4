"""A draft keeps its place: each pick is read and checked once, and no position is copied for it."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest
from rich.console import Console

from sandtable.cli.prompt import show
from sandtable.cli.sitting import At, picks_of
from sandtable.core.decisions import EMPTY, Draft, Form, Menu
from sandtable.core.errors import BadInput, IllegalAction
from sandtable.core.flow import Procedure
from sandtable.core.rules import Violation
from sandtable.core.state import State
from sandtable.play.drafts import Drafts
from sandtable.play.session import Session, start
from sandtable.server.documents import Album, see
from sandtable.server.questions import question, why


@pytest.fixture
def game() -> Session:
    return start("toy:ford", "drafts")


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The picks that rules were asked about."""
    asked: list[object] = []
    why_not = Form.why_not

    def counted(form: Form, state: State, draft: Draft, pick: object) -> list[object]:
        asked.append(pick)
        return why_not(form, state, draft, pick)  # type: ignore[return-value]

    monkeypatch.setattr(Form, "why_not", counted)
    return asked


def test_one_pick_more_is_checked_by_itself(game: Session, checked: list[object]) -> None:
    unit, to = game.scenario.unit("r1"), game.scenario.place("0402")
    assert game.drafts.at([]) == EMPTY
    assert game.drafts.at(["move", "r1"]) == Draft(("move", unit))
    assert checked == ["move", unit]
    assert game.drafts.at(["move", "r1", "0402"]) == Draft(("move", unit, to))
    assert checked == ["move", unit, to]
    assert game.drafts.at(["move"]) == Draft(("move",))
    assert checked == ["move", unit, to]


def test_what_was_offered_is_not_checked_again_and_all_else_is(game: Session, checked: list[object]) -> None:
    drafts, unit = game.drafts, game.scenario.unit("r1")
    assert "move" in drafts.offered(drafts.at([]))
    assert unit in drafts.offered(drafts.at(["move"]))
    assert drafts.at(["move", "r1"]) == Draft(("move", unit))
    assert checked == []
    with pytest.raises(IllegalAction):
        drafts.at(["move", "b1"])
    assert checked == [game.scenario.unit("b1")]


def test_lists_of_what_was_offered_are_not_kept_without_end(game: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.play.drafts.LISTS", 2)
    drafts, form = game.drafts, game.drafts.ask.form
    for unit in form.picks(game.state, Draft(("move",))):
        draft = Draft(("move", unit))
        assert drafts.offered(draft) == form.picks(game.state, draft)
    assert len(drafts._offered) <= 2


def test_a_verb_by_itself_that_was_offered_is_a_whole_answer(game: Session, checked: list[object]) -> None:
    assert "end" in game.drafts.verbs()
    assert game.drafts.whole(["end"]) == ("end",)
    assert game.drafts.whole(["move"]) is None
    assert game.drafts.whole(["nonsense"]) is None
    assert checked == []


def test_no_verb_of_a_menu_is_tried_twice(game: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = game.ask
    assert ask is not None
    assert isinstance(ask.form, Menu)
    assert game.drafts.verbs() == ask.form.picks(game.state)  # the first two were found as it was asked
    tried: list[str] = []
    closed = Menu._closed

    def counted(menu: Menu, procedure: Procedure, state: State, word: str) -> Iterator[Violation]:
        tried.append(word)
        return closed(menu, procedure, state, word)

    monkeypatch.setattr(Menu, "_closed", counted)
    drafts = Drafts(game.state, ask)
    assert drafts.only() is None
    assert len(tried) < len(ask.form.forms)
    assert drafts.verbs() == drafts.verbs() == game.drafts.verbs()
    assert sorted(tried) == sorted(ask.form.forms)


def test_an_answer_that_was_drafted_is_not_checked_again(game: Session, checked: list[object]) -> None:
    words = ["move", "r1", "0402"]
    assert game.drafts.whole(words) is None
    draft = game.drafts.at(words)
    assert game.drafts.whole(words[:2]) is None
    assert game.drafts.whole(words) == draft.filled
    checked.clear()
    game.submit_written("red", words)
    assert checked == []
    assert game.drafts.whole(words) is None  # it is another question


def test_a_draft_copies_no_position(game: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def copied(state: State) -> State:
        raise AssertionError("a position was copied")

    ask = game.ask
    assert ask is not None
    assert isinstance(ask.form, Menu)
    monkeypatch.setattr(State, "copy", copied)
    for words in (["move"], ["move", "r1"], ["attack"], ["dig", "r1"]):
        try:
            draft = game.drafts.at(words)
        except IllegalAction:
            continue
        ask.form.picks(game.state, draft)


def test_what_is_refused_says_why_each_time(game: Session) -> None:
    for _ in range(2):
        with pytest.raises(IllegalAction, match=r"0602: an enemy is there \(TOY 3.3\)"):
            game.drafts.at(["move", "r1", "0602"])
        with pytest.raises(BadInput, match=r"no counter is called r9"):
            game.drafts.at(["move", "r9"])
        with pytest.raises(BadInput, match=r"'0402' is one pick too many"):
            game.drafts.at(["dig", "r1", "0402"])


def test_another_question_has_other_drafts(game: Session) -> None:
    first = game.drafts
    assert game.drafts is first
    first.at(["dig", "r1"])
    game.submit_written("red", ["dig", "r1"])
    with pytest.raises(IllegalAction, match="1st Guards is dug in"):
        game.drafts.at(["dig", "r1"])
    game.undo(game.scenario.side("red"))
    assert game.drafts.at(["dig", "r1"])


DRAFTS = (
    ["march", "0402", "0301"], ["march", "r1+r3", "0301"], ["change", "Guards"], ["change", "r1+r2"],
    ["refit", "r5", "4000"],
)  # fmt: skip


def test_no_pick_copies_the_position_at_the_server_or_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, not timed: groups, parts of them and numbers, pick by pick, asked about and refused."""
    game = start("toy:supply", "drafts")
    album, ask = Album(game.scenario), game.ask
    assert ask is not None
    sight, copies, copy = see(album, game.state, ask.side), list[State](), State.copy

    def counted(state: State) -> State:
        copies.append(state)
        return copy(state)

    monkeypatch.setattr(State, "copy", counted)
    for words in DRAFTS:
        for nth in range(len(words)):
            asked = question(album, game.drafts, 0, 0, sight, words[:nth])
            assert asked.picks
            assert not why(album, game.drafts, sight, words[:nth], "b1").may
        assert picks_of(game, At(ask, EMPTY, ()), words) == words
        show(game, ask, game.drafts.at(words[:-1]), words[:-1], Console(file=StringIO()))
    assert copies == []


def test_the_only_answer_may_be_asked_for_after_the_verbs(game: Session) -> None:
    ask = game.ask
    assert ask is not None
    drafts = Drafts(game.state, ask)
    assert len(drafts.verbs()) > 2
    assert drafts.only() is None


def test_a_verb_over_which_a_rule_failed_is_not_passed_over(game: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = game.ask
    assert ask is not None
    assert isinstance(ask.form, Menu)
    closed, last = Menu._closed, [*ask.form.forms][-2]

    def failing(menu: Menu, procedure: Procedure, state: State, word: str) -> Iterator[Violation]:
        if word == last:
            raise ZeroDivisionError
        return closed(menu, procedure, state, word)

    drafts = Drafts(game.state, ask)
    with monkeypatch.context() as planted:
        planted.setattr(Menu, "_closed", failing)
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                drafts.verbs()
    assert drafts.verbs() == game.drafts.verbs()
