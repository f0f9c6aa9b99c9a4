"""What a person types: names of charts and odds, `key=value`, and what completes or comes near to them."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import typer

from sandtable.core.charts import BandAxis, Chart, MeasureAxis, Table, Value, Words, any_of
from sandtable.core.errors import BadInput, SandtableError
from sandtable.core.system import Chance, Key, Reference, codes, find
from sandtable.core.textfile import read_text
from sandtable.play.odds import chance, charts_of, no_chart, split

Completion = str | tuple[str, str]


RECORD = ".game"  # how the names of records end
LEAST = 200  # bytes by which a position is known


def command() -> str:
    """What a person types to get here: `./play` in a checkout."""
    return os.environ.get("SANDTABLE_COMMAND") or "sandtable"


def is_record(name: str) -> bool:
    """Is a record of a game meant, and not a game or odds by their name? A file is, and what could only be one."""
    path = Path(name)
    return path.is_file() or path.suffix == RECORD or "/" in name or os.sep in name


def position_in(name: str) -> str:
    """The text of a file that holds a position, in words or packed; empty if it is no such file."""
    from sandtable.play.words import is_position

    path = Path(name)
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        if not is_position(file.read(LEAST).decode("utf-8", "replace")):
            return ""
    return read_text(path)


# ------------------------------------------------------------------------------------------------ names


def chart_names(systems: Iterable[str]) -> list[str]:
    return [f"{code}.{name}" for code in systems for name in find(code).printed_charts]


def odds_names(systems: Iterable[str]) -> list[str]:
    """The named odds of these systems, and every chart that is rolled on."""
    return list(dict.fromkeys(f"{code}.{name}" for code in systems for name in _rollable(find(code))))


def _rollable(reference: Reference) -> Iterator[str]:
    yield from (each.name for each in reference.chances)
    yield from (name for name, chart in reference.printed_charts.items() if isinstance(chart, Table) and chart.dice)


def known_chart(name: str) -> tuple[Reference, Chart]:
    """`ocs.combat`; of a title that prints its own, `ocs:crusader.terrain_movement`."""
    game, _, chart = name.rpartition(".")
    if ":" in game:
        from sandtable.play.session import load_scenario

        scenario = load_scenario(game)
        if chart not in scenario.charts:
            raise BadInput(no_chart(scenario.system, chart))
        return scenario.system, scenario.charts[chart]
    _refuse_unknown(name, chart_names, "no chart is called")
    reference, within = split(name)
    if within not in charts_of(reference):
        raise BadInput(no_chart(reference, within))
    return reference, charts_of(reference)[within]


def whole_name(name: str, reference: Reference, chart: Chart) -> str:
    """`crt` is `use.crt`; a chart of a title is asked for with its game."""
    return name if ":" in name else f"{reference.code}.{chart.name}"


def known_odds(name: str) -> tuple[Reference, Chance]:
    _refuse_unknown(name, odds_names, "no odds are called")
    return chance(name)


def _refuse_unknown(name: str, listed: Callable[[Iterable[str]], list[str]], refusal: str) -> None:
    """Say what was perhaps meant; a chart taken for odds, or odds for a chart, is told apart elsewhere."""
    code, _, within = name.casefold().partition(".")
    if within and code not in codes():
        raise BadInput(f"no system is called {code}; there are {', '.join(codes())}")
    if within and f"{code}.{within}" in (*chart_names([code]), *odds_names([code])):
        return
    near = nearest(name, listed(codes()))
    raise BadInput(
        f"{refusal} {name}; " + (f"did you mean {any_of(near)}?" if near else f"`{command()} charts` lists them all")
    )


def nearest(name: str, known: Sequence[str]) -> list[str]:
    """At most three names that look like this one, with or without their system."""
    name = name.casefold()
    if alike := [each for each in known if name in (each, each.partition(".")[2])]:
        return alike[:3]
    whole = difflib.get_close_matches(name, known, n=3, cutoff=0.75)
    tails = difflib.get_close_matches(name, [each.partition(".")[2] for each in known], n=3, cutoff=0.75)
    return list(dict.fromkeys([*whole, *(each for each in known if each.partition(".")[2] in tails)]))[:3]


# ------------------------------------------------------------------------------------------------ key=value


def said(words: Iterable[str]) -> dict[str, str]:
    """`attacker=9 defender=4` as keys and what was said of them."""
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise BadInput(f"{word}: expected key=value")
        if not value:
            raise BadInput(f"{word}: expected a value after the equals sign")
        if key.casefold() in found:
            raise BadInput(f"{key}: said twice")
        found[key.casefold()] = value
    return found


def as_value(text: str) -> Value:
    """A whole number if it looks like one, else the word."""
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,18}", text) else text


# ------------------------------------------------------------------------------------------------ what a key may be


def words_of(reference: Reference, asked: Chance, key: Key) -> tuple[str, ...]:
    """The words a key takes, if they can be listed; a chart that is rolled on lists its labels."""
    if isinstance(key.kind, tuple):
        return key.kind
    if key.kind == "flag":
        return ("yes", "no")
    if key.words and (known := reference.printed_charts.words(key.words)):
        return known.words
    chart = reference.printed_charts.get(asked.name)
    if asked in reference.chances or not isinstance(chart, Table):
        return ()
    return labels_of(chart, key.name)


def others_of(reference: Reference, key: Key) -> Words | None:
    """The words of a key that charts know by other names too."""
    return reference.printed_charts.words(key.words) if key.words else None


def labels_of(chart: Chart, key: str) -> tuple[str, ...]:
    """What a look-up in this chart may say for a key, for the tab key: whole words, no ranges."""
    axis = next((axis for axis in chart.axes if axis.name == key), None) if isinstance(chart, Table) else None
    if isinstance(axis, BandAxis):
        return tuple(label for label in axis.labels if re.fullmatch(r"-?\d+", label))
    if isinstance(axis, MeasureAxis):
        return ()
    return chart.takes(key)


# ------------------------------------------------------------------------------------------------ completion


def complete_system(incomplete: str) -> list[Completion]:
    return [(code, find(code).title) for code in codes() if code.startswith(incomplete.casefold())]


def _systems(incomplete: str) -> list[str]:
    code, dot, _ = incomplete.partition(".")
    return [each for each in codes() if (each == code if dot else each.startswith(code))]


def complete_chart(incomplete: str) -> list[Completion]:
    return [name for name in chart_names(_systems(incomplete)) if name.startswith(incomplete)]


def complete_odds(incomplete: str) -> list[Completion]:
    return [name for name in odds_names(_systems(incomplete)) if name.startswith(incomplete)]


def complete_rule(ctx: typer.Context, incomplete: str) -> list[Completion]:
    try:
        rules = find(str(ctx.params.get("system"))).rulebook
    except SandtableError:
        return []
    return [(number, rule.title) for number, rule in rules.items() if number.startswith(incomplete)]


def complete_look_key(ctx: typer.Context, incomplete: str) -> list[Completion]:
    try:
        reference, name = split(str(ctx.params.get("name")))
        chart = reference.printed_charts[name]
    except (SandtableError, KeyError):
        return []
    return list(_keys({key: ("", labels_of(chart, key)) for key in chart.keys}, ctx, incomplete))


def complete_odds_key(ctx: typer.Context, incomplete: str) -> list[Completion]:
    try:
        reference, asked = chance(str(ctx.params.get("name")))
    except SandtableError:
        return []
    keys = {key.name: (key.help, words_of(reference, asked, key)) for key in asked.keys}
    return list(_keys(keys, ctx, incomplete))


def _keys(keys: dict[str, tuple[str, tuple[str, ...]]], ctx: typer.Context, incomplete: str) -> Iterator[Completion]:
    """`att` becomes `attacker=`, and `attacker=Ger` becomes `attacker=Germany`."""
    typed = [str(word) for word in ctx.params.get("words") or ()]
    if len(typed) > 1 and typed[-1] == "=":  # bash counts the equals sign as a word of its own
        yield from keys.get(typed[-2], ("", ()))[1]
        return
    key, equals, _ = incomplete.partition("=")
    open_ = [name for name in keys if name.startswith(key) and not any(word.startswith(f"{name}=") for word in typed)]
    if not equals:
        yield from ((f"{name}=", keys[name][0]) for name in open_)
    only = [key] if equals else open_ if len(open_) == 1 else []  # with its words behind it no shell adds a blank
    yield from (f"{name}={word}" for name in only for word in keys.get(name, ("", ()))[1] if " " not in word)
