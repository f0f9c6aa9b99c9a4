"""USE: every question is a sentence, and every verb of a menu says what it does."""

from __future__ import annotations

from sandtable.core.decisions import Menu
from sandtable.core.events import Log
from sandtable.core.texts import forms_of
from sandtable.play.explain import told
from sandtable.systems.use.system import USE
from systems.use.field import field

FORMS = forms_of(USE.folder)


def test_every_question_is_a_sentence() -> None:
    asked = {form.name for form in FORMS if isinstance(form, Menu)}
    asked |= {f"{form.name}.{slot.name}" for form in FORMS if not isinstance(form, Menu) for slot in form.slots}

    assert asked - set(USE.questions) == set()


def test_every_verb_says_what_it_does() -> None:
    verbs = {form.name for menu in FORMS if isinstance(menu, Menu) for form in menu.forms.values()} - {"end"}

    assert verbs - set(USE.verbs) == set()


def test_5_3_who_is_eliminated_is_said_to_be_so_and_nothing_else() -> None:
    state = field("x france infantry 0711")
    for rule in ("13.0", "5.2", "4.2.3.7", "5.3", "7.5"):
        state.log = Log()
        unit = state.scenario.unit("x")
        state.eliminate(unit, rule)
        assert [told(state.scenario, event) for event in state.log] == ["x is eliminated at 0711 Sedan"]
        state.move(unit, state.scenario.place("0711"), "8.2")
