"""Words of a family are keyed by what it asks: a key that names nothing is refused at its line."""

from __future__ import annotations

from pathlib import Path

import pytest

import toy
from sandtable.core.errors import BadData
from sandtable.core.system import find_system
from sandtable.core.texts import forms_of, read_texts
from toy.s02_sequence import OUTLINE
from toy.s03_movement import MOVE
from toy.s04_combat import ATTACK
from toy.setups import FOLDER

FORMS = forms_of(FOLDER)
ACTION = next(form for form in FORMS if form.name == "Action")
SOUND = """\
news = ["turn", "turn 2.2"]
[events]
turn = "turn {number}"

[questions]
"Action" = "What is done?"
"attack.target" = "Which hex is attacked?"

[verbs]
attack = "a hex"

[labels]
attack = "Attack a hex"

[examples]
odds = "attack"
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "texts.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_forms_are_found_in_modules_menus_and_the_sequence_of_play() -> None:
    assert {MOVE, ATTACK, ACTION, *OUTLINE.rows["Player turn / Action"].asks.forms.values()} <= set(FORMS)


def test_words_of_what_is_asked_are_read(tmp_path: Path) -> None:
    found = read_texts(written(tmp_path, SOUND), FORMS)
    assert found.questions["attack.target"] == "Which hex is attacked?"
    assert found.news == ("turn", "turn 2.2")
    assert (found.verbs["attack"], found.labels["attack"], found.examples["odds"]) == (
        "a hex",
        "Attack a hex",
        "attack",
    )


def test_a_family_without_words_has_none(tmp_path: Path) -> None:
    assert not any(read_texts(tmp_path / "texts.toml", FORMS))


@pytest.mark.parametrize(
    ("was", "now", "line", "why"),
    [
        ('"Action" =', '"Actions" =', 6, "Actions: no question is called so"),
        ('"attack.target"', '"attack.hex"', 7, "attack.hex: no question is called so"),
        ('attack = "a hex"', 'charge = "a hex"', 10, "charge: no menu has this verb"),
        ('attack = "Attack', 'charge = "Attack', 13, "charge: no menu has this verb"),
        ('odds = "attack"', 'odds = "charge"', 16, "charge: no menu has this verb"),
        ('odds = "attack"', 'oddities = "attack"', 16, "oddities: expected pick, why, way, odds"),
        ("[labels]", "[badges]", 12, "badges is unknown: expected events, questions"),
        ('"turn {number}"', "3", 3, "turn: expected a text"),
        ('"turn", ', '"tern", ', 1, "tern: expected an event of \\[events\\]"),
        ('["turn", "turn 2.2"]', '"turn"', 1, "news: expected a list of events"),
    ],
)
def test_a_key_that_names_nothing_is_refused_by_line(tmp_path: Path, was: str, now: str, line: int, why: str) -> None:
    assert was in SOUND
    with pytest.raises(BadData, match=why) as caught:
        read_texts(written(tmp_path, SOUND.replace(was, now, 1)), FORMS)
    assert caught.value.line == line


def test_a_system_whose_words_name_nothing_is_not_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, '[questions]\n"Actions" = "What is done?"\n')
    monkeypatch.setitem(vars(toy.SYSTEM), "_forms", FORMS)
    monkeypatch.setitem(vars(toy.SYSTEM), "folder", tmp_path)
    monkeypatch.delitem(vars(toy.SYSTEM), "_texts", raising=False)
    with pytest.raises(BadData, match="Actions: no question is called so"):
        find_system("toy")
