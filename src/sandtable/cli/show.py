"""Charts, look-ups and rules on a screen."""

from __future__ import annotations

import difflib
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TextIO, cast

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from sandtable.cli import close_quietly, names, tables
from sandtable.core.chartfile import Charts
from sandtable.core.charts import BandAxis, Chart, Entry, Line, Lines, OddsAxis, Table, Value, WordAxis, ratio
from sandtable.core.errors import BadInput
from sandtable.core.rules import STATUSES, Citation, Rule
from sandtable.core.system import Reference
from sandtable.play.odds import charts_of
from sandtable.play.printed import axes_line, outline, printed_lines

PROSE = 100  # sentences are folded here even on a wider screen
HOUSE = "house value, not printed"


class Trimmed:
    """A pipe or a file, which has no use for the blanks that fill up a screen's lines."""

    def __init__(self, file: TextIO) -> None:
        self.file = file
        self.encoding = file.encoding

    def write(self, text: str) -> int:
        return self.file.write("\n".join(line.rstrip(" ") for line in text.split("\n")))

    def flush(self) -> None:
        self.file.flush()


class Screen(Console):
    """Rich answers a reader that has left (`| head`) with code 1; we are content."""

    def on_broken_pipe(self) -> None:
        close_quietly()


def console() -> Console:
    """Printed marks such as [1/2] are no markup, and numbers in them are not coloured in."""
    file = sys.stdout if sys.stdout.isatty() else cast(TextIO, Trimmed(sys.stdout))
    return Screen(file=file, markup=False, highlight=False, emoji=False)


def pairs(rows: Sequence[tuple[str, str]], style: str = "", widest: int = 24) -> Grid:
    """A word and what it stands for, a line each."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", max_width=widest)
    grid.add_column(style=style)
    for row in rows:
        grid.add_row(*row)
    return grid


def heading(screen: Console, title: str, *after: tuple[str, str]) -> None:
    """A title in bold and, behind it, what else is to be known at once."""
    screen.print(Text.assemble((title, "bold"), *(part for text, style in after for part in ("  ", (text, style)))))


# ------------------------------------------------------------------------------------------------ one chart


def chart(screen: Console, reference: Reference, shown: Chart, name: str) -> None:
    """`name`: what it is asked for by."""
    charts = charts_of(reference)
    heading(screen, shown.title, (str(shown.citation), "cyan"), *_origin(charts, shown))
    if isinstance(shown, Table):
        screen.print(Text(axes_line(shown), style="dim"))
        screen.print()
        tables.show(screen, shown)
    else:
        assert isinstance(shown, Lines)
        screen.print()
        _lines(screen, shown)
    width = min(screen.width, PROSE)
    if shown.meaning:
        screen.print(Padding(pairs(list(shown.meaning.items())), (0, 0, 1, 0)), width=width)
    for note in shown.notes:
        screen.print(pairs([("*" if screen.options.ascii_only else "·", note)]), width=width)
    if shown.notes:
        screen.print()
    also = [(label, f"also {', '.join(words)}") for label, words in _groups(shown)]
    if also:
        screen.print(Padding(pairs(also, "dim"), (0, 0, 1, 0)), width=width)
    hint(screen, "look something up:", f"look {name} {_example(shown)}")


def hint(screen: Console, lead: str, words: str) -> None:
    """A command to copy: alone on its line, whole, by the name it was called."""
    if lead:
        screen.print(Text(lead, style="dim"))
    screen.print(Text(f"{names.command()} {words}", style="dim"), soft_wrap=True)


def _groups(shown: Chart) -> list[tuple[str, tuple[str, ...]]]:
    """The labels that stand for other words too."""
    axes = shown.axes if isinstance(shown, Table) else ()
    return [pair for axis in axes if isinstance(axis, WordAxis) for pair in axis.groups.items()]


def _origin(charts: Charts, shown: Chart) -> list[tuple[str, str]]:
    """Whose numbers these are."""
    if shown.name in charts.overlaid:
        return [(f"yours, from {charts.files[shown.name]}", "bold magenta")]
    return [(HOUSE, "bold yellow")] if shown.origin == "house" else [("printed", "dim")]


def _lines(screen: Console, shown: Lines) -> None:
    grid = Grid.grid(padding=(0, 2, 0, 0), expand=False)
    grid.add_column(style="bold", max_width=18)
    grid.add_column()
    grid.add_column(style="dim", justify="left", no_wrap=True)
    grid.add_column(style="dim", no_wrap=True)
    under, first = "", True
    for line, above, inside in outline(shown):
        if above and above != under:
            grid.add_row("", Text(("" if first else "\n") + above, style="underline"))
            under = above
        first = False
        grid.add_row(*_cells(line, shown, inside))
    screen.print(grid, width=min(screen.width, PROSE))
    screen.print()


def _cells(line: Line, shown: Lines, inside: int) -> tuple[str, Padding, str, str]:
    """The rule is said where it is not the list's own, which stands at the top; the id is what one looks up."""
    rule = "" if line.rule == shown.rule else line.rule
    return line.value, Padding(Text(line.text), (0, 0, 0, 2 * inside)), rule, line.id


def _example(shown: Chart) -> str:
    if isinstance(shown, Lines):
        return f"line={shown.lines[0].id}"
    assert isinstance(shown, Table)
    return " ".join(f"{key}={value}" for key, value in _first(shown).items())


def _first(shown: Table) -> dict[str, str]:
    """Some cell near the middle, by its keys."""
    found: dict[str, str] = {}
    for axis in shown.axes:
        label = axis.labels[len(axis.labels) // 2]
        if isinstance(axis, OddsAxis):
            word = list(axis.lines)[-1]
            found |= {axis.by: _quoted(word), axis.name: axis.lines[word][len(axis.labels) // 2]}
        elif label.startswith("over "):
            found[axis.name] = label.split(",")[0].removeprefix("over ").strip()
        else:
            found[axis.name] = _quoted(label) if not label[:1].isdigit() else label.split("-")[0].split()[0].rstrip("+")
    return found | dict.fromkeys(shown.plus, "1")


def _quoted(word: str) -> str:
    return f"'{word}'" if " " in word else word


# ------------------------------------------------------------------------------------------------ one look-up


def look(screen: Console, reference: Reference, shown: Chart, said: Mapping[str, Value], found: Entry) -> None:
    heading(screen, found.result, (f"{shown.title} ({found.citation})", ""), *_origin(charts_of(reference), shown))
    rows = where(shown, said, found)
    if text := shown.meaning.get(found.result, ""):
        rows.append(("meaning", text))
    rows += list(found.beside.items())
    screen.print(Padding(pairs(rows), (0, 0, 0, 2)), width=min(screen.width, PROSE))


def where(shown: Chart, said: Mapping[str, Value], found: Entry) -> list[tuple[str, str]]:
    """Where the result stood: the labels of its row and column, with what was said in between."""
    if isinstance(shown, Lines):
        return [("line", found.row), *([("under", found.column)] if found.column else [])]
    assert isinstance(shown, Table)
    last = shown.axes[-1]
    column = found.column if last.name == "column" else f"{last.name} {found.column}"
    if isinstance(last, OddsAxis):
        column += f" on the {last.names[str(said[last.by]).casefold()]} line"
    if said.get("shift"):
        column += f", after a shift of {said['shift']:+}"
    rounded = [("said", f"{last.name} {said[last.name]}, rounded to {to}")] if (to := rounding(shown, said)) else []
    if len(shown.axes) == 1:
        return [*rounded, ("row", column)]
    return [*rounded, ("row", _row(shown, said, found)), ("column", column)]


def _row(shown: Table, said: Mapping[str, Value], found: Entry) -> str:
    between = [f"{axis.name} {said[axis.name]}" for axis in shown.axes[1:-1]]
    return ", ".join([f"{shown.axes[0].name} {found.row}", *between])


def rounding(shown: Table, said: Mapping[str, Value]) -> str:
    """What the chart rounds the key of its columns to, if that is not what was said."""
    last = shown.axes[-1]
    value = said[last.name]
    if isinstance(last, OddsAxis):
        odds = last.rounded(ratio(str(value)))
        return f"{odds.numerator}:{odds.denominator}" if odds != ratio(str(value)) else ""
    if isinstance(last, BandAxis) and last.rounded(value) != value:
        return str(last.rounded(value))
    return ""


def row(
    screen: Console, reference: Reference, shown: Table, said: Mapping[str, Value], found: Mapping[str, Entry]
) -> None:
    """A whole row, a line for each column."""
    any_one = next(iter(found.values()))
    title = (f"{shown.title} ({any_one.citation})", "")
    heading(screen, _row(shown, said, any_one), title, *_origin(charts_of(reference), shown))
    last = shown.axes[-1]
    name = "" if last.name == "column" else f"{last.name} "
    rows = [(f"{name}{label}", "  ".join([entry.result, *entry.beside.values()])) for label, entry in found.items()]
    screen.print(Padding(pairs(rows, widest=40), (0, 0, 0, 2)), width=min(screen.width, PROSE))


def keys(screen: Console, shown: Chart, name: str) -> None:
    """What a look-up may say. `name`: what the chart is asked for by."""
    heading(screen, shown.title, (str(shown.citation), "cyan"), (f"{len(shown.keys)} keys", "dim"))
    screen.print()
    rows = [(f"{key}=", _choices(shown, key)) for key in shown.keys]
    screen.print(pairs(rows), width=min(screen.width, PROSE))
    if isinstance(shown, Table) and shown.across:
        screen.print()
        screen.print(Text(f"without {shown.across}= it shows the whole row", style="dim"))
    screen.print()
    hint(screen, "", f"look {name} {_example(shown)}")


def _choices(shown: Chart, key: str) -> str:
    if key == "shift":
        return "columns to the right (left is negative); else 0"
    if isinstance(shown, Lines):
        return ", ".join(shown.takes(key))
    return shown.choices(key) or "number"


# ------------------------------------------------------------------------------------------------ lists of things


def charts(screen: Console, references: Sequence[Reference]) -> None:
    for reference in references:
        known = charts_of(reference)
        heading(screen, reference.title, (f"{len(known)} charts", "dim"))
        rows = [_listed(reference, known, name) for name in known]
        screen.print(_listing(rows, screen.width))
        screen.print()
        _chances(screen, reference)
    screen.print(Text("house: our values, as none are printed; yours: from the folder of --data", "dim"))
    screen.print(Text("every chart that asks for a roll has odds, besides those listed", "dim"))


def _listed(reference: Reference, known: Charts, name: str) -> tuple[str, str, str, str]:
    """Name, title, rule and keys."""
    each = known[name]
    mark = " (yours)" if name in known.overlaid else " (house)" if each.origin == "house" else ""
    keys = "list" if isinstance(each, Lines) else " ".join(each.keys)
    return f"{reference.code}.{name}", f"{each.title}{mark}", each.rule, keys


def _listing(rows: Sequence[tuple[str, str, str, str]], width: int) -> Grid:
    columns = [tables.Column(("",), cells) for cells in zip(*rows, strict=True)]
    grid = Grid.grid(padding=(0, 1, 0, 0), pad_edge=False)
    for wide, style in zip(tables.spread(columns, width - 3), ("cyan", "", "", "dim"), strict=True):
        grid.add_column(width=wide, style=style)
    for row in rows:
        grid.add_row(*row)
    return grid


def _chances(screen: Console, reference: Reference) -> None:
    if not reference.chances:
        return
    heading(screen, reference.title, (f"{len(reference.chances)} odds", "dim"))
    for chance in reference.chances:
        name = f"{reference.code}.{chance.name}"
        screen.print(Text.assemble((name, "cyan"), f"  {chance.title}  {chance.rule}"))
        keys = Text(" ".join(key.name for key in chance.keys), style="dim")
        screen.print(Padding(keys, (0, 0, 0, 4)), width=min(screen.width, PROSE + 20))
    screen.print()


def rules(screen: Console, reference: Reference) -> None:
    book = reference.rulebook
    heading(screen, reference.title, (f"{len(book)} rules of {book.book}", "dim"))
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    grid.add_column(no_wrap=True)
    for rule in book.values():
        grid.add_row(rule.number, rule.title, Text(rule.status, style=_status(rule)))
    screen.print(grid)
    used = {rule.status for rule in book.values()}
    told = "; ".join(f"{status}: {meaning}" for status, meaning in STATUSES.items() if status in used)
    screen.print(Text(told, style="dim"))


KNOWN = ("done", "option", "definition", "procedure")


def coverage(screen: Console, reference: Reference) -> None:
    """How many rules have which status."""
    book = reference.rulebook
    counted = Counter(each.status for each in book.values())
    for status, count in counted.most_common():
        screen.print(Text.assemble(f"{count:5}  ", (status, _status(Rule("", "", status)))))
    screen.print(f"{len(book):5}  rules of {book.book}")
    lines = list(printed_lines(reference.printed_charts))
    known = sum(book[line.rule].status in KNOWN for line in lines)
    screen.print(f"{known:5}  of {len(lines)} lines of its printed charts under a rule known in full")


def rule(screen: Console, reference: Reference, number: str) -> None:
    """One rule, how we read it, and the charts and lines that print it."""
    book = reference.rulebook
    line = next((each for each in printed_lines(reference.printed_charts) if each.name == number), None)
    number = line.rule if line else next((each for each in book if each.casefold() == number.casefold()), number)
    if number not in book:
        near = difflib.get_close_matches(number, list(book), n=3)
        every = f"; `{names.command()} rules {reference.code}` lists them all"
        more = f"; near it are {', '.join(near)}" if near else every
        raise BadInput(f"the index of {book.book} has no rule {number}{more}")
    found = book[number]
    heading(screen, f"{Citation(book.book, number)}  {found.title}", (found.status, _status(found)))
    if found.text:
        screen.print(Padding(Text(found.text), (0, 0, 0, 2)), width=min(screen.width, PROSE))
    rows = [("printed", f"{line.name}: {line.text}")] if line else []
    rows += [("ruling", found.ruling)] if found.ruling else []
    for name, each in charts_of(reference).items():
        rows += [("chart", f"{reference.code}.{name}")] if each.rule == number else []
        if isinstance(each, Lines) and each.rule != number:
            cited = [line for line in each.lines if line.rule == number]
            rows += [("line", f"{reference.code}.{name} {line.id}: {line.value}, {line.text}") for line in cited]
    rows += [("odds", f"{reference.code}.{chance.name}") for chance in reference.chances if chance.rule == number]
    if rows:
        screen.print(Padding(pairs(rows), (0, 0, 0, 2)), width=min(screen.width, PROSE))


def _status(rule: Rule) -> str:
    colours = {
        "done": "green",
        "option": "green",
        "procedure": "cyan",
        "odds": "bold yellow",
        "planned": "yellow",
        "not modelled": "red",
    }
    return colours.get(rule.status, "dim")
