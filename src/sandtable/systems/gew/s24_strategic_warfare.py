"""GEW 24, 26 and 27: missions resolved on the Strategic Warfare Table, in the air, at sea and by special forces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sandtable.core.chartfile import Charts
from sandtable.core.charts import Situation
from sandtable.core.dice import Dice
from sandtable.core.errors import BadInput
from sandtable.core.flow import Done, Procedure, Roll, step
from sandtable.core.rules import Breakdown, Term, Violation
from sandtable.core.system import Chance, Key, Prepared
from sandtable.systems.gew.s19_combat import check

if TYPE_CHECKING:
    from sandtable.core.state import State
    from sandtable.core.system import Scenario


class StrategicWarfare(Procedure):
    """24.7 One roll on the table; what the result does depends on the mission."""

    column: int
    shift: int = 0
    result: str = ""

    @step("24.7")
    def roll(self, state: State) -> Roll:
        table = state.scenario.charts.table("swt")
        column = table.place("column", self.column, self.shift)
        return Roll(Dice(1), "result", lambda roll: table.cell(table.place("roll", roll), column))

    @step("24.7")
    def tell(self, state: State) -> Done:
        return Done(self.result)


def parts(result: str) -> tuple[str, ...]:
    """24.7 What is applied, in order: B1 is S1 and then A1, a dash is nothing."""
    return {"B1": ("S1", "A1"), "-": ()}.get(result, (result,))


def effects(charts: Charts, mission: str, result: str) -> tuple[str, ...]:
    """24.7 What a result does in a mission of the results chart, in order."""
    table = charts.table("swt_results")
    return tuple(table.read(mission, part) for part in parts(result))


def told(charts: Charts, mission: str, result: str) -> str:
    """The same in words, for the log."""
    return ", then ".join(effects(charts, mission, result)) or "nothing happens"


# ------------------------------------------------------------------------------------------------ columns


def factors(given: Mapping[str, Any], name: str, rule: str) -> tuple[int, ...]:
    """Factors written as a total or unit by unit: `5`, `3+2`."""
    said = given[name]
    if said is None:
        raise BadInput(f"say {name}, a sum of factors such as 5 or 3+2 (GEW {rule})")
    found = [part.strip() for part in said.split("+")]
    if not all(re.fullmatch(r"\d{1,9}", part) for part in found):
        raise BadInput(f"{name}={said}: write factors as whole numbers, such as 5 or 3+2 (GEW {rule})")
    return tuple(map(int, found))


def written(numbers: Iterable[int]) -> str:
    """As `factors` reads them: 3+2."""
    return "+".join(map(str, numbers))


def too_many(charts: Charts, units: int, *limits: str) -> Iterator[Violation]:
    """23.5, 24.1, 24.3, 26.1 to 26.3 and O40.1: more units than the limits allow together."""
    lines = [charts.lines("limits")[each] for each in limits]
    most = sum(line.amount for line in lines)
    if units > most:
        counted = " and ".join(line.text for line in lines)
        yield Violation(lines[-1].rule, f"{units} units, but the limit is {most}: {counted}")


def modifiers(charts: Charts, situation: Situation) -> list[Term]:
    """What changes the column besides factors: 24.1, 24.3, 26.5, O35.2."""
    return list(charts.lines("swt_columns").applying(situation))


def prepared(charts: Charts, terms: Sequence[Term], shifted: Sequence[Term] = ()) -> Prepared:
    """24.7 The sum is the column; the terms end with its heading."""
    table = charts.table("swt")
    column, shift = int(Breakdown(terms).total), int(Breakdown(shifted).total)
    heading = table.axis("column").labels[table.place("column", column, shift)]
    note = Term(f"column {heading}", 0, "24.7", how="note")
    return Prepared(StrategicWarfare(column, shift), Breakdown([*terms, *shifted, note]))


def worked_out(
    scenario: Scenario, prepare: Callable[[Charts, Mapping[str, Any]], Prepared], given: Mapping[str, Any]
) -> Prepared:
    """What is prepared in play: worked out once for the same factors."""
    found = _worked_out(scenario, prepare, tuple(given.items()))
    return found._replace(procedure=found.procedure.copy())


@lru_cache(maxsize=1024)
def _worked_out(
    scenario: Scenario,
    prepare: Callable[[Charts, Mapping[str, Any]], Prepared],
    given: tuple[tuple[str, Any], ...],
) -> Prepared:
    return prepare(scenario.charts, dict(given))


def prepare_swt(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """24.7 A column named outright."""
    if given["column"] is None:
        raise BadInput("say column, the number that heads it (GEW 24.7)")
    shifted = [Term("shift as said", given["shift"], "24.7")] if given["shift"] else []
    return prepared(charts, [Term("column as said", given["column"], "24.7")], shifted)


def prepare_bombing(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """24.1 Bombardment factors, less one for flak."""
    bombardment = factors(given, "bombardment", "24.1")
    check(charts, too_many(charts, len(bombardment), "bombing"))
    changes = modifiers(charts, {"mission": "bombing", "flak": given["flak"], "offensive": given["offensive"]})
    return prepared(charts, [Term("bombardment factors", sum(bombardment), "24.1"), *changes])


def prepare_air_interception(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """24.3 Air combat factors of the interceptors less those of the intercepted."""
    interceptors, intercepted = factors(given, "interceptors", "24.3"), factors(given, "intercepted", "24.3")
    check(
        charts,
        too_many(charts, len(interceptors), "air-interception"),
        too_many(charts, len(intercepted), "air-stacking"),
    )
    terms = [
        Term("interceptors' factors", sum(interceptors), "24.3"),
        Term("intercepted factors", -sum(intercepted), "24.3"),
    ]
    return prepared(charts, [*terms, *modifiers(charts, {"mission": "air interception", "flak": given["flak"]})])


def prepare_naval_interception(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """26.3 Combat factors of one fleet less those of the landing and its gunfire support."""
    fleet, intercepted = factors(given, "fleet", "26.3"), factors(given, "intercepted", "26.3")
    check(
        charts,
        too_many(charts, len(fleet), "naval-interception"),
        too_many(charts, len(intercepted), "landing", "gunfire"),
    )
    terms = [
        Term("intercepting fleet's factors", sum(fleet), "26.3"),
        Term("intercepted factors", -sum(intercepted), "26.3"),
    ]
    return prepared(charts, terms)


def prepare_convoy(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """26.5 Anti-convoy factors less anti-submarine factors, bases and the year."""
    uboats, asw = sum(factors(given, "uboats", "26.5")), sum(factors(given, "asw", "26.4"))
    changes = modifiers(
        charts, {"mission": "convoy", **{name: given[name] for name in ("base", "in_1943", "offensive")}}
    )
    return prepared(charts, [Term("anti-convoy factors", uboats, "26.5"), Term("ASW factors", -asw, "26.4"), *changes])


def prepare_partisan_support(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """27.2 Special forces factors."""
    support = sum(factors(given, "sf", "27.2"))
    changes = modifiers(charts, {"mission": "partisan support", "offensive": given["offensive"]})
    return prepared(charts, [Term("special forces factors", support, "27.2"), *changes])


def prepare_psywar(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """O40.1 Special forces factors; enemy ground units shift the column, they do not change the sum."""
    support = factors(given, "sf", "O40.1")
    check(charts, too_many(charts, len(support), "psywar"))
    changes = modifiers(charts, {"mission": "psywar", "offensive": given["offensive"]})
    shifted = modifiers(charts, {"mission": "psywar", "garrison": given["garrison"]})
    return prepared(charts, [Term("special forces factors", sum(support), "O40.1"), *changes], shifted)


# ------------------------------------------------------------------------------------------------ odds

OFFENSIVE = Key("offensive", "flag", False, "a major offensive (optional)")


def mission(
    name: str, title: str, rule: str, prepare: Callable[[Charts, Mapping[str, Any]], Prepared], *keys: Key
) -> Chance:
    return Chance(name, title, rule, keys, prepare, charts=("swt", "swt_columns", "limits"))


STRATEGIC_WARFARE = (
    mission(
        "swt", "Strategic Warfare Table", "24.7", prepare_swt,
        Key("column", "number", None, "the column's number"),
        Key("shift", "number", 0, "columns to the right (left is negative)"),
    ),
    mission(
        "bombing", "Strategic bombing", "24.1", prepare_bombing,
        Key("bombardment", "text", None, "bombardment factors, a sum or like 3+2"),
        Key("flak", "flag", False, "flak in the hex"),
        OFFENSIVE,
    ),
    mission(
        "air_interception", "Air interception", "24.3", prepare_air_interception,
        Key("interceptors", "text", None, "air combat factors of the interceptors"),
        Key("intercepted", "text", None, "air combat factors of the intercepted"),
        Key("flak", "flag", False, "flak of the intercepted side in the hex"),
    ),
    mission(
        "naval_interception", "Naval interception", "26.3", prepare_naval_interception,
        Key("fleet", "text", None, "combat factor of the intercepting fleet"),
        Key("intercepted", "text", None, "combat factors of the landing and its gunfire support"),
    ),
    mission(
        "convoy", "Anti-convoy campaign", "26.5", prepare_convoy,
        Key("uboats", "text", None, "anti-convoy factors"),
        Key("asw", "text", "0", "anti-submarine factors of the Allied fleets"),
        Key("base", "flag", False, "the Axis holds Brest, Bordeaux or Gibraltar, unbombed"),
        Key("in_1943", "flag", False, "a game turn of 1943"),
        OFFENSIVE,
    ),
    mission(
        "partisan_support", "Partisan support", "27.2", prepare_partisan_support,
        Key("sf", "text", None, "commandos' support factors"),
        OFFENSIVE,
    ),
    mission(
        "psywar", "Psychological warfare (optional)", "O40.1", prepare_psywar,
        Key("sf", "text", None, "commandos' support factors"),
        Key("garrison", "flag", False, "the enemy has ground units there"),
        OFFENSIVE,
    ),
)  # fmt: skip
