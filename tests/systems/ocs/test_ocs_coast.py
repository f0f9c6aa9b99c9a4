"""The small coast beside this file as a title: checked, played at random by the laws, told in words, seen on cards."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from laws import cases
from laws.cases import Case, waits
from laws.laws import GAME_LAWS
from sandtable.core.flow import Roll
from sandtable.core.rules import Side
from sandtable.core.titles import NAMED
from sandtable.play.words import read_any, words_of
from sandtable.systems.ocs.lens.cards import about_unit, tracks
from sandtable.systems.ocs.options import NAVAL
from sandtable.systems.ocs.state import TURN, OcsState
from sandtable.systems.ocs.system import OCS
from sandtable.systems.ocs.title_faults import faults
from systems.ocs.field import unit

COAST = Path(__file__).parent / "coast"
BLUE = Side(0)


@pytest.fixture(autouse=True)
def coast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAMED, str(COAST))


def case(**switched: bool) -> Case:
    usual = {option.name: option.default for option in OCS.info("coast").options}
    return Case(OCS, "coast", {**usual, **switched})


@pytest.mark.parametrize("law", [1, 2, 3, 4, 5, 6, 7, 9, 14, 15])
def test_18_0_the_laws_hold_at_sea(law: int) -> None:
    assert GAME_LAWS[law](case(), 1)


def test_a_window_between_two_turns_was_played_with_the_first_answers_of_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Between turns nothing but the game itself is on the stack, as at its beginning; what was answered there is no
    answer to what is asked here."""
    monkeypatch.setattr(cases, "LARGE", 100)
    monkeypatch.setattr(cases, "PLAYED", {})
    between = next(
        state for state in [state.copy() for state, _ in waits(case(), 1, whole=True)]
        if isinstance(state, OcsState) and state.clock[TURN] == 2 and len(state.stack) == 1
    )  # fmt: skip
    monkeypatch.setattr(cases, "window", lambda case, seed: between)
    seen = [type(wait) for _, wait in waits(case(), 1)]
    assert seen[0] is Roll
    assert len(seen) == cases.WINDOW + 1


def test_18_0_and_4_9_nothing_is_shown_at_sea_that_fog_hides() -> None:
    assert GAME_LAWS[8](case(fog_of_war=True), 1)


def test_18_0_the_title_has_no_faults_and_the_option_is_only_where_ships_are_named() -> None:
    assert faults(COAST) == []
    assert NAVAL not in OCS.info("coast").options
    assert NAVAL in OCS.info("primosole").options
    assert NAVAL not in OCS.info("crusader").options


def changed(folder: Path, name: str, old: str, new: str) -> list[str]:
    copy = copytree(COAST, folder / "coast")
    path = copy / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), encoding="utf-8")
    return [fault.expectation for fault in faults(copy)]


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("counters.csv", "cruiser,,,,,,,,,,,1,,,10,", "cruiser,,,,,,,,,,,1,,,15,", "20, 10 or 8"),
        ("counters.csv", "dukw,DUKW,blue,british,landing_craft,other,dukw,,0,no,,,,,8,,,,,,,1,,",
         "dukw,DUKW,blue,british,landing_craft,other,dukw,,0,no,,,,,8,,,,,,,,,", "points as capacity"),
        ("scenarios/coast.toml", '"5.5" = ["cruiser", "monitor"]', '"3.6" = ["cruiser", "monitor"]', "no ship goes to"),
        ("scenarios/coast.toml", "lc_2 = 6", "lc_2 = 9", "does not carry 9 tokens"),
        ("scenarios/coast.toml", "lc_2 = 6", "lc_2 = 8", "more than its 2 points"),
        ("scenarios/coast.toml", 'at = ["8.9"]', 'at = ["12.9"]', "where no ship goes"),
        ("scenarios/coast.toml", "blue = [2, 1]", "blue = [2, 1, 1]", "one for each of 2 turns"),
    ],
)  # fmt: skip
def test_18_0_title_check_tells_what_cannot_float(tmp_path: Path, name: str, old: str, new: str, said: str) -> None:
    assert any(said in fault for fault in changed(tmp_path, name, old, new)), said


def test_18_4_what_is_aboard_is_told_in_words_and_read_back() -> None:
    texts = []
    for nth, (state, _) in enumerate(waits(case(), 1)):
        if nth % 12 == 0:
            texts.append(words_of(state))
            assert read_any(texts[-1])[1].plain() == state.plain(), texts[-1]
    assert any("aboard_lc" in text for text in texts)


def test_18_4_and_19_0f_cards_and_tracks_tell_of_ships() -> None:
    state = OCS.begin(OCS.load("coast"))
    state.tick(0, 1)
    craft = {about.label: about.text for about in about_unit(state, BLUE, unit(state, "lc_2"))}
    assert craft["Capacity"] == "2 points of 2: 2 SP of 2 SP"
    ship = {about.label: about.text for about in about_unit(state, BLUE, unit(state, "cruiser"))}
    assert ship["Values"] == "barrage 16, range 8, flak 2, protection 2"
    assert any(track.id == "sea_blue" for track in tracks(state, BLUE))


def test_18_0_the_cruisers_of_primosole_are_there_with_the_option_alone() -> None:
    usual, naval = (OCS.begin(OCS.load("primosole", {"naval": on})) for on in (False, True))
    ship = unit(usual, "cruisers")
    assert usual.hex_of[ship] < 0
    assert naval.hex_of[ship] == naval.theatre.board.place("14.10")
    assert list(usual.hex_of)[: ship - 1] == list(naval.hex_of)[: ship - 1]
