"""Why something cannot be picked: also what nobody asked for, and what belongs to another phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

import toy
from sandtable.core.decisions import EMPTY, UNIT, Form, Menu, Slot
from sandtable.core.errors import BadInput
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.play.explain import reasons as explained
from sandtable.play.notation import meant, offered_names, read_draft
from sandtable.play.session import Session, start
from sandtable.play.whynot import OfPhase, reasons
from sandtable.players.randomly import answer_randomly


@pytest.fixture
def duel() -> Session:
    return Session(toy.SYSTEM.load("duel"), "seed")


@pytest.fixture
def desert() -> Session:
    return start("gew:north-africa-1941", "1", {"automatic_setup": True})


def test_what_may_be_picked_has_no_reason_against_it(duel: Session) -> None:
    assert duel.reasons([], "move") == []
    assert all(duel.reasons(["move", "r1"], hex) == [] for hex in duel.offers("move", "r1"))


def test_reasons_come_with_what_is_to_be_outlined(duel: Session) -> None:
    unit, hex = duel.scenario.unit("b4"), duel.scenario.place("0101")
    (reason,) = duel.reasons(["move"], "b4")
    assert (reason.rule, reason.at, reason.units) == ("1.0", (), (unit,))
    (reason,) = duel.reasons(["attack"], "0101")
    assert (reason.rule, reason.at, reason.units) == ("4.1", (hex,), ())


def test_a_counter_pointed_at_before_a_verb_is_chosen_is_answered_by_every_verb(duel: Session) -> None:
    unit = duel.scenario.unit("b4")
    found = duel.reasons([], "b4")
    assert {verb for reason in explained(duel.scenario, found) for verb in reason.partition(":")[0].split(", ")} == {
        "move",
        "dig",
    }
    assert all(unit in reason.units for reason in found)


def test_an_empty_hex_where_a_unit_is_asked_for_is_told_so_by_the_rule_that_asks(duel: Session) -> None:
    (reason,) = duel.reasons(["move"], "0101")
    assert isinstance(reason, OfPhase)
    assert (reason.rule, reason.at) == ("3.0", (duel.scenario.place("0101"),))
    assert explained(duel.scenario, [reason]) == ["no unit that may be picked is in 0101: move: unit? (TOY 3.0)"]


def test_a_unit_where_a_hex_is_asked_for_is_taken_for_the_hex_it_lies_in(duel: Session) -> None:
    seen = duel.scenario.system.hidden.view(duel.state, Side(0)).seen(duel.scenario.unit("r1"))
    assert seen is not None
    place = duel.scenario.place_name(seen.place)
    assert duel.reasons(["move", "r1"], "r1") == duel.reasons(["move", "r1"], place) != []


def test_where_a_hidden_unit_lies_is_not_told(duel: Session) -> None:
    (reason,) = duel.reasons(["move", "r1"], "b4")
    assert isinstance(reason, OfPhase)
    assert reason.at == ()


def test_what_a_verb_can_begin_with_has_no_reason_against_it_before_the_verb_is_picked(duel: Session) -> None:
    assert all(duel.reasons([], unit) == [] for unit in duel.offers("move"))


def test_what_several_verbs_have_against_a_counter_is_said_once(desert: Session) -> None:
    while (ask := desert.ask) is not None and ask.form.name != "move":
        desert.submit(ask.side, answer_randomly(desert.state, ask, Random(1)))
    said = [reason.partition(": ") for reason in explained(desert.scenario, desert.reasons([], "bri_cw1"))]
    assert len({because for _, _, because in said}) == len(said)
    assert any("," in verbs for verbs, _, _ in said)


def test_reasons_that_differ_in_their_rule_are_kept_and_those_that_do_not_outline_everything(duel: Session) -> None:
    def refused(rule: str, place: int) -> Callable[..., Iterator[Violation]]:
        return lambda *_: iter([Violation(rule, "it may not", (Hex(place),), (UnitId(place),))])

    menu = Menu("act", "2.2", *(Form(f"verb{n}", "2.2", Slot("unit", UNIT, lambda *_: [], refused(rule, n)))
                                for n, rule in enumerate(["3.0", "5.1", "3.0"])))  # fmt: skip
    found = reasons(duel.state, menu, EMPTY, "b4")
    assert explained(duel.scenario, found) == ["verb0, verb2: it may not (TOY 3.0)", "verb1: it may not (TOY 5.1)"]
    assert [(each.at, each.units) for each in found] == [((0, 2), (0, 2)), ((1,), (1,))]


def test_a_hex_pointed_at_where_everything_begins_with_a_counter_is_told_so(desert: Session) -> None:
    while (ask := desert.ask) is not None and ask.form.name != "move":
        desert.submit(ask.side, answer_randomly(desert.state, ask, Random(1)))
    (reason,) = desert.reasons([], "2518")
    assert explained(desert.scenario, [reason]) == [
        "no unit that may be picked is in 2518 Taranto: What moves next? (GEW 17.0)"
    ]
    assert reason.at == (desert.scenario.place("2518"),)


def test_9_5_a_soviet_front_pointed_at_where_neutrals_are_invaded_is_told_why_nobody_does() -> None:
    session = start("gew:campaign", "1", {"automatic_setup": True})
    while (ask := session.ask) is not None and ask.form.name != "invasions":
        ended = "end" in session.offers()
        session.submit(ask.side, ("end",) if ended else answer_randomly(session.state, ask, Random(1)))
    fronts = [word for word in ("sov_f1", "sov_f2") if session.reasons([], word)]
    assert fronts
    for front in fronts:
        for picked in ([], ["invade"]):
            assert [each.rule for each in session.reasons(picked, front)] == ["9.5"]
    (told,) = explained(session.scenario, session.reasons(["invade"], "sov_f1"))
    assert told == "no power of yours can invade Soviet Union (GEW 9.5)"
    assert explained(session.scenario, session.reasons([], "madrid")) == [
        "invade: country is picked here: spain will do (GEW 9.5)"
    ]


def test_where_nothing_on_the_map_is_asked_for_the_phase_in_which_it_is_is_told() -> None:
    session, rng = start("use:france-1940", "1"), Random(1)
    while (ask := session.ask) is not None and ask.form.name != "commitment":
        session.submit(ask.side, answer_randomly(session.state, ask, rng))
    asked, later = explained(session.scenario, session.reasons([], "ger_1pz"))
    assert asked.startswith("the question is for ")
    assert "and 1st Panzer is not of that side: Is anything committed to this combat?" in asked
    assert later == "a unit is picked in the Supply Check Sub-Phase: serve, decline (USE 7.2)"


def test_nonsense_is_a_reason_too(duel: Session) -> None:
    assert [reason.rule for reason in duel.reasons(["move"], "nobody")] == ["3.0"]
    assert duel.reasons(["dig", "r1"], "r1") == [Violation("5.1", "nothing more is asked")]
    with pytest.raises(BadInput, match="fly is not among the choices"):
        duel.reasons(["fly"], "r1")


def test_when_the_game_is_over_that_is_the_reason(duel: Session) -> None:
    while (ask := duel.ask) is not None:
        duel.submit(ask.side, answer_randomly(duel.state, ask, Random(1)))
    assert [reason.because for reason in duel.reasons([], "move")] == ["the game is over: nothing is asked any more"]


def test_a_verb_of_another_phase_is_told_when_it_may_be_done(desert: Session) -> None:
    said = [reason.sentence("GEW") for reason in desert.reasons([], "march")]
    assert said == ["march is not among the choices (GEW 10.12)", "march is done in the Movement Phase (GEW 17.0)"]
    later = [reason.because for reason in desert.reasons([], "fortify")]
    assert later[1:] == ["fortify is done at another time in the Mobilization Phase"]
    assert len(desert.reasons([], "end")) == len(desert.reasons([], "nonsense")) == 1


def test_verbs_that_are_closed_say_nothing_against_a_hex_while_others_are_open() -> None:
    """USE: an army in Poland has no ships and no Map Box, and nobody needs to be told."""
    session = start("use:poland-1939", "1")
    session.submit_written(Side(0), ["activate", "ger_3"])
    verbs = {reason.partition(": ")[0] for reason in explained(session.scenario, session.reasons([], "0101"))}
    assert verbs == {"move", "attack, assault"}


def test_a_verb_that_comes_after_another_tells_which() -> None:
    session = start("use:france-1940", "too early")
    assert "attack comes after activate, in the Actions Sub-Phase (USE 6.3.1)" in session.why_not("attack", "sedan")
    while session.ask is not None and session.ask.form.name != "Actions Sub-Phase":
        session.submit_written(session.ask.side, ["end"])
    said = ["attack is not among the choices (USE 6.0)", "attack comes after activate: activate first (USE 6.3.1)"]
    assert session.why_not("attack", "sedan") == said


def test_where_a_word_is_forgotten_the_words_that_are_picked_there_are_told() -> None:
    """OCS: a move without its mode was told that the hex is not among the choices."""
    session = start("ocs:primosole", "1")
    while (ask := session.ask) is not None and "move" not in session.offers():
        session.submit(ask.side, answer_randomly(session.state, ask, Random(1)))
    assert session.ask is not None
    form, state = session.ask.form, session.state
    units = offered_names(state, form, read_draft(state, form, ["move"]))[0]
    draft = read_draft(state, form, ["move", units])
    modes = ", ".join(offered_names(state, form, draft))
    with pytest.raises(BadInput, match=f"^11.12 is not among the choices; mode is picked here: {modes}$"):
        meant(state, form, draft, "11.12")
    (why,) = session.reasons(["move", units], "11.12")
    (told,) = explained(session.scenario, [why])
    assert f"is a hex, and mode is picked here: {modes} (OCS 6.1)" in told
