"""USE: every question is a sentence, and every verb of a menu says what it does."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from sandtable.core.decisions import Form, Menu
from sandtable.core.events import Log
from sandtable.play.explain import told
from sandtable.systems import use
from sandtable.systems.use.s01_2_sequence import OUTLINE, WHOLE_OUTLINE
from sandtable.systems.use.system import USE
from systems.use.field import field


def forms() -> Iterator[Form]:
    """All that is asked: in modules of rules, in phases, and within menus."""
    modules = [import_module(f"{use.__name__}.{each.name}") for each in iter_modules(use.__path__) if not each.ispkg]
    found = [value for module in modules for value in vars(module).values() if isinstance(value, Form)]
    found += [row.menu for outline in (OUTLINE, WHOLE_OUTLINE) for _, row in outline.lines() if row.menu is not None]
    for form in found:
        yield form
        if isinstance(form, Menu):
            yield from form.forms.values()


def test_every_question_is_a_sentence() -> None:
    every = list(forms())
    asked = {form.name for form in every if isinstance(form, Menu)}
    asked |= {f"{form.name}.{slot.name}" for form in every if not isinstance(form, Menu) for slot in form.slots}

    assert asked - set(USE.questions) == set()
    assert set(USE.questions) - asked == set(), "nobody asks this any more"


def test_every_verb_says_what_it_does() -> None:
    verbs = {form.name for menu in forms() if isinstance(menu, Menu) for form in menu.forms.values()} - {"end"}

    assert verbs - set(USE.verbs) == set()


def test_5_3_who_is_eliminated_is_said_to_be_so_and_nothing_else() -> None:
    state = field("x france infantry 0711")
    for rule in ("13.0", "5.2", "4.2.3.7", "5.3", "7.5"):
        state.log = Log()
        unit = state.scenario.unit("x")
        state.eliminate(unit, rule)
        assert [told(state.scenario, event) for event in state.log] == ["x is eliminated at 0711"]
        state.move(unit, state.scenario.place("0711"), "8.2")
