"""A family's words, `texts.toml`: sentences for events, questions and verbs. Questions and verbs are keyed by the names
of the family's forms; a key that names none of them is refused at its line when the family is loaded."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.core.chartfile import Source
from sandtable.core.decisions import Form, Menu
from sandtable.core.sequence import Outline, Row

TABLES = ("events", "questions", "verbs", "labels", "examples", "sides")
LISTS = ("headlines", "news")  # among them
EXAMPLES = ("pick", "why", "way", "odds")  # what a verb may be an example of


class Texts(NamedTuple):
    """What stands in the file, table by table."""

    events: Mapping[str, str]  # sentences, by kind of event
    questions: Mapping[str, str]  # what is asked, by menu or by `form.slot`
    verbs: Mapping[str, str]  # what a verb of a menu does
    labels: Mapping[str, str]  # a verb on a button, where it says too little itself
    examples: Mapping[str, str]  # verbs of lines a player might type, by what they show
    sides: Mapping[str, str]  # what sides and powers are called, where it is more than their word
    headlines: Sequence[str]  # events that change the war, the gravest first: by kind, by kind and rule or aspect
    news: Sequence[str]  # the same of what is always told of what dice did: the worst first


def read_texts(path: Path, forms: Iterable[Form]) -> Texts:
    """The file, whose keys are forms, slots and verbs that there are."""
    if not path.exists():
        return Texts({}, {}, {}, {}, {}, {}, (), ())
    source, menus, asked, verbs = Source(path), set[str](), set[str](), set[str]()
    for form in forms:
        if isinstance(form, Menu):
            menus.add(form.name)
            verbs.update(form.forms)
        else:
            asked.update(f"{form.name}.{slot.name}" for slot in form.slots)
    for name in source.data:
        if name not in (*TABLES, *LISTS):
            source.refuse(f"{name} is unknown: expected {', '.join((*TABLES, *LISTS))}", name)
    events, questions, said, labels, examples, sides = (_sentences(source, name) for name in TABLES)
    headlines, news = (_told_first(source, name) for name in LISTS)
    found = Texts(events, questions, said, labels, examples, sides, headlines, news)
    _refuse(source, "questions", found.questions, menus | asked, "no question is called so")
    for table in ("verbs", "labels"):
        _refuse(source, table, source.table(table), verbs, "no menu has this verb")
    _refuse(source, "examples", found.examples, EXAMPLES, f"expected {', '.join(EXAMPLES)}")
    for key, verb in found.examples.items():
        if verb not in verbs:
            source.refuse(f"{verb}: no menu has this verb", "examples", key)
    return found


def _sentences(source: Source, name: str) -> dict[str, str]:
    found = source.table(name)
    for key, said in found.items():
        if not isinstance(said, str):
            source.refuse(f"{key}: expected a text", name, key)
    return found


def _told_first(source: Source, name: str) -> tuple[str, ...]:
    """Events that have sentences: a kind that is misspelt would never be told."""
    said, events = source.data.get(name, []), source.table("events")
    if not isinstance(said, list):
        source.refuse(f"{name}: expected a list of events", name)
    for key in said:
        if key not in events and str(key).rpartition(" ")[0] not in events:
            source.refuse(f"{key}: expected an event of [events], or one with a rule or an aspect behind it", name)
    return tuple(said)


def _refuse(source: Source, table: str, keys: Iterable[str], known: Iterable[str], because: str) -> None:
    for key in keys:
        if key not in known:
            source.refuse(f"{key}: {because}", table, key)


# ------------------------------------------------------------------------------------------------ a family's forms


def forms_of(folder: Path) -> list[Form]:
    """Every form that the loaded modules in a folder hold: by themselves, in tables, menus and the sequence of play."""
    inside = f"{folder}{os.sep}"
    modules = [each for each in list(sys.modules.values()) if str(getattr(each, "__file__", "")).startswith(inside)]
    things = {id(thing): thing for module in modules for thing in vars(module).values()}  # many import the same
    return list(dict.fromkeys(form for thing in things.values() for form in _forms(thing)))


def _forms(thing: Any) -> Iterator[Form]:
    if isinstance(thing, Menu):
        yield thing
        yield from thing.forms.values()
    elif isinstance(thing, Form):
        yield thing
    elif isinstance(thing, Outline):
        for row in thing.rows.values():
            yield from _asked(row)
    elif isinstance(thing, Row):
        yield from _asked(thing)
    elif isinstance(thing, dict):
        for each in thing.values():
            yield from _forms(each)
    elif isinstance(thing, tuple) and any(isinstance(each, Form) for each in thing):
        for each in thing:
            yield from _forms(each)


def _asked(row: Row) -> Iterator[Form]:
    for menu in (*row.menus, *(menu for _, menu in row.within), *([row.menu] if row.menu is not None else ())):
        yield from _forms(menu)
