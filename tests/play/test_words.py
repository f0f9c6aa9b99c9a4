"""Positions in words: what is written reads back as the same, what is said is what stands, the rest is refused."""

from __future__ import annotations

from typing import Any

import pytest

from laws.cases import Case, cases, systems, waits
from sandtable import BadInput, Record, position, replay, start_at, words_of
from sandtable.core.flow import Over, Procedure
from sandtable.core.state import Position
from sandtable.core.system import System
from sandtable.play.forecast import forecast_lines
from sandtable.play.frames import read_frame, written_frame
from sandtable.play.session import Session
from sandtable.play.words import Writing, arranged, read_any
from typed import state_of

EACH = {"toy": 3, "use": 29, "gew": 7, "ocs": 23}  # one wait in so many
GAMES = {"toy": 2, "use": 1, "gew": 1, "ocs": 1}
TRIED = {
    "gew": ("gew:campaign", "gew:barbarossa+all", "gew:north-africa-1941+half"),  # windows into large games
    "ocs": ("ocs:primosole", "ocs:primosole+flipped", "ocs:crusader", "ocs:crusader+all"),
}


def looked_at(system: System[Any]) -> list[Case]:
    return [case for case in cases(system) if str(case) in TRIED.get(system.code, (str(case),))]


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.code)
def test_words_of_any_position_read_back_as_the_same(system: System[Any]) -> None:
    seen = doing = 0
    for case in looked_at(system):
        for seed in range(GAMES[system.code]):
            for nth, (state, wait) in enumerate(waits(case, seed)):
                if nth % EACH[system.code] and not isinstance(wait, Over):
                    continue
                text = words_of(state)
                assert text.startswith(f"game {system.code}:"), f"{case}: no words for {state.stack[-1].kind}"
                scenario, again = read_any(text)
                assert again.plain() == state.plain(), text
                assert scenario.options == state.scenario.options
                seen, doing = seen + 1, doing + ("; doing " in text)
    assert seen > 5
    assert doing < seen, "a phase says nothing of what is under way"


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.code)
def test_a_number_too_many_is_packed_instead(system: System[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever words leave out is noticed before they are handed out."""
    state = position(f"{system.code}:{system.scenarios()[0].name}", "from setup").state
    assert words_of(state).startswith("game ")
    monkeypatch.setattr(Writing, "units", lambda self: None)
    assert isinstance(state, Position)
    moved = state.copy()
    unit = next(unit for side in (0, 1) for unit in moved.on_map(state.scenario.side(state.scenario.sides[side])))
    moved.remove(unit, "")
    text = words_of(moved)
    assert text.startswith("st2_")
    assert state_of(start_at(text), Position).hex_of[unit] == -1


def test_only_what_is_said_is_on_the_map() -> None:
    state = _state(position("toy:ford", "r1 0403; b1 0503 hidden; red reserve 2"))
    assert [_where(state, unit) for unit in ("r1", "b1", "r2", "b2")] == ["0403", "0503", "", ""]
    assert (bytes(state.reserve), state.hidden[state.scenario.unit("b1")]) == (b"\2\0", 1)  # type: ignore[attr-defined]


def test_from_setup_is_the_set_up_but_for_what_is_said() -> None:
    state = _state(position("toy:ford", "from setup; r1 0403 reduced; b1 nowhere"))
    assert [_where(state, unit) for unit in ("r1", "b1", "r2")] == ["0403", "", "0203"]
    assert state.steps[state.scenario.unit("r1")] == 1


def test_who_is_not_reduced_is_at_full_strength() -> None:
    """It had no strength at all."""
    state = _state(position("use:france-1940", "ger_2pz 0611 not reduced; fra_2 0711 reduced; axis acts"))
    assert [state.steps[state.scenario.unit(name)] for name in ("ger_2pz", "fra_2")] == [2, 1]


def test_an_empty_map_keeps_what_lies_beside_it() -> None:
    full, empty = (_state(position("gew:campaign", said)) for said in ("from setup", "empty map"))
    hexes = full.scenario.board.hexes
    assert any(0 <= at < hexes for at in full.hex_of)
    assert not any(0 <= at < hexes for at in empty.hex_of)
    assert [at for at in empty.hex_of if at >= hexes] == [
        at for at, was in zip(full.hex_of, full.hex_of, strict=True) if was >= hexes
    ]


def test_the_order_of_clauses_does_not_matter() -> None:
    said = ["ger_pz1 2410", "sov_f3 2411", "ussr at war", "2411 axis", "turn 4", "mp axis 7", "axis attacks"]
    one, other = (_state(position("gew:campaign", *each)) for each in (said, said[::-1]))
    assert one.plain() == other.plain()
    assert one.controller(one.scenario.place("2411")) == 0, "control that is said goes before the unit's own"


def test_units_and_places_by_name() -> None:
    state = _state(position("gew:campaign", "DAK Tobruk; ita_cam 3027"))
    assert state.hex_of[state.scenario.unit("ger_dak")] == state.scenario.place("tobruk")


@pytest.mark.parametrize(
    ("said", "side", "form"),
    [
        ("axis moves", "axis", "move"), ("allied moves", "allied", "move"), ("axis attacks", "axis", "ground combat"),
        ("axis in the Movement Phase", "axis", "move"), ("allied mobilizes", "allied", "demobilization"),
        ("first player allied; axis mobilizes", "axis", "demobilization"),
    ],
)  # fmt: skip
def test_a_phase_asks_its_real_question(said: str, side: str, form: str) -> None:
    session = position("gew:campaign", "ger_pz1 2410; sov_f3 2411; ussr at war; ger_a2 reinforcements_axis", said)
    assert session.ask is not None
    assert (session.scenario.sides[session.ask.side], session.ask.form.name) == (side, form)


def test_what_follows_a_phase_is_the_rest_of_the_sequence() -> None:
    session = position("use:france-1940", "from setup; axis acts; ger_2pz activated", seed="1")
    assert session.why_not("activate", "ger_2pz") == ["2nd Panzer has been activated in this phase (USE 6.0)"]
    session = position("use:france-1940", "from setup; west acts", seed="1")
    session.submit_written("west", ["end"])
    assert session.ask is not None
    assert session.ask.form.name != "Actions Sub-Phase"


def test_a_phase_in_which_nobody_is_asked_passes_unless_it_is_asked_for() -> None:
    assert position("gew:campaign", seed="1").ask is not None
    with pytest.raises(BadInput, match=r"nobody is asked anything in the Movement Phase here \(GEW 17.0\)"):
        position("gew:campaign", "axis moves")


def test_a_position_is_asked_played_recorded_replayed_and_forecast() -> None:
    session = position("gew:campaign", "ger_pz1 2410; sov_f3 2411; ussr at war; axis attacks", seed="1")
    assert session.offers("attack") == ["2411"]
    assert any("%" in line for line in forecast_lines(session.odds("attack", "2411", "ger_pz1")))
    session.submit_written("axis", ["attack", "2411", "ger_pz1", "done", "done"])
    record = Record.parse(session.record().lines())
    assert replay(record).state.digest() == session.state.digest()


def test_procedures_under_way_are_told_field_by_field() -> None:
    state = _state(position("toy:duel", "from setup"))
    for frame in state.stack:
        again = read_frame(state.scenario, written_frame(state.scenario, frame))
        assert again.plain() == frame.plain()
    odd = Procedure.restore(("core.Segment", "act", "action", "Player turn", 0, ("a;b#c", None, True, (-1, 3), ())))
    text = written_frame(state.scenario, odd)
    assert not set(text) & {";", "#"}
    assert read_frame(state.scenario, text).plain() == odd.plain()


REFUSED = [
    ("toy:ford", "r9 0403", "r9 0403: no unit is called r9; there are r1, r2, r3, r4, b1, b2, b3, b4"),
    ("toy:ford", "r1 9999", "r1 9999: no place is called 9999"),
    ("toy:ford", "r1 Fort", "no place is called Fort; did you mean Ford?"),
    ("toy:ford", "r1 0403 reducd", "reducd is nothing that is said of a unit; it may be reduced"),
    ("toy:ford", "r1 0403 steps 7", "7 is no number from 0 to 2"),
    ("toy:ford", "turn forty", "turn forty: forty is no number from 0 to 4"),
    ("toy:ford", "0404 green", "0404 green: a clause is a unit and its place, whose phase it is (red acts), or"),
    ("toy:ford", "control 0404 green", "no side is called green; there are nobody, red, blue"),
    ("toy:ford", "red dances", "red dances: this is nothing that a side does; red acts, regroups"),
    ("toy:ford", "red in the Acton", "there are Player turn, Action, Regroup, Rally; did you mean Action?"),
    ("toy:ford", "turn 1; blue regroups", "the Regroup is not played here (TOY 2.1)"),
    ("toy:ford", "from setup; empty", "empty: it was said already what is there at first: from setup"),
    ("toy:ford", "r1 0403; r2 0403; r3 0403", "the position cannot be: 3 units are in 0403 (TOY 3.3)"),
    ("toy:ford", "r1 0403 steps 0", "the position cannot be: a unit without steps is on the map (TOY 1.0)"),
    ("toy:ford", "option mudd", "the toy has no option mudd; it has mud"),
    ("toy:ford", "doing 7 toy.Game.play", "doing 7 toy.Game.play: only"),
    ("toy:ford", "doing 0 toy.Nobody.play", "no procedure is called toy.Nobody.play"),
    ("toy:ford", "doing 0 toy.Game.play sid=red", "toy.Game has no field sid; it has side"),
    ("toy:ford", "doing 0 toy.Game.dance", "toy.Game has no step dance"),
    ("toy:ford", "doing 0 toy.Game.play side=(", "a list is not closed"),
    ("toy:ford", "doing 0 toy.Game.play side=green", "green is no number"),
    ("toy:ford", "x" * 300_000, "the position is too long"),
    ("toy:fort", "", "The toy battle has no scenario fort"),
    ("gew:campaign", "ger_px1 2410", "no unit is called ger_px1; did you mean ger_pz1 or ger_g1?"),
    ("gew:campaign", "ger_pz1 Smolensk; sov_f3 Smolensk; ussr at war", "enemies share 3407 Smolensk (GEW 14.3)"),
    ("gew:barbarossa", "turn 1; ger_pz1 2410", "there is no game turn 1 (GEW 4.1)"),
    ("gew:campaign", "spain at war", "no great power that may be neutral is called spain; there are ussr, usa"),
    ("gew:campaign", "mp axis 41", "41 is no number from 0 to 40"),
    ("gew:campaign", "ger_lf1 2410", "is on the map without a mission (GEW 2.4)"),
    ("use:france-1940", "ger_2pz 0611; ger_10 0611", "two ground units are in 0611 (USE 3.3)"),
    ("use:france-1940", "ger_2pz 0611 supply lo", "no level of supply is called lo; there are Full, Low, No"),
    ("use:france-1940", "from setup; axis declares war", "no phase is called Declare War Phase"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "said", "why"), REFUSED, ids=[said[:30] or game for game, said, _ in REFUSED])
def test_what_makes_no_sense_is_refused_with_its_clause(game: str, said: str, why: str) -> None:
    with pytest.raises(BadInput) as refused:
        position(game, said)
    assert why in str(refused.value)


def test_a_text_that_is_no_position_is_refused() -> None:
    for text in ("", "r1 0403", "game", "st"):
        with pytest.raises(BadInput, match="this is no position"):
            start_at(text)


def test_a_stranger_cannot_forge_what_is_under_way() -> None:
    for forged in ('doing 0 core.Segment.choose row="Nowhere" side=red', "doing 1 toy.Attack.seal side=red"):
        with pytest.raises(BadInput):
            start_at(f"game toy:ford; from setup; {forged}")


def test_hand_made_scenarios_are_arranged_too() -> None:
    scenario = position("toy:duel").scenario
    assert isinstance(arranged(scenario, "r1 0403; blue acts"), Position)


def _state(session: Session) -> Position:
    assert isinstance(session.state, Position)
    return session.state


def _where(state: Position, unit: str) -> str:
    at = state.hex_of[state.scenario.unit(unit)]
    return "" if at < 0 else state.scenario.place_name(at)  # type: ignore[arg-type]
