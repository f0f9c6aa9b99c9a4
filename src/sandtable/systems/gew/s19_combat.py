"""GEW 19: ground combat, from the units' factors to the result."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable.core.chartfile import Charts
from sandtable.core.charts import Table
from sandtable.core.dice import Dice
from sandtable.core.errors import BadInput
from sandtable.core.flow import Done, Procedure, Roll, step
from sandtable.core.rules import Breakdown, Term, Violation
from sandtable.core.system import Chance, Key, Prepared
from sandtable.systems.gew.s20_shifts import Battle, shifts, word_in

if TYPE_CHECKING:
    from sandtable.core.state import State


ONE_DIE = Dice(1)


class ResolveCombat(Procedure):
    """19.6 Steps 7 and 8: the column, the die, the result."""

    differential: int
    shift: int = 0
    result: str = ""

    @step("19.6")
    def roll(self, state: State) -> Roll:
        return die(state.scenario.charts, self.differential, self.shift)

    @step("19.6")
    def tell(self, state: State) -> Done:
        return Done(self.result)


def die(charts: Charts, differential: int, shift: int) -> Roll:
    """19.6 The roll of an attack, and what it means."""
    table = charts.table("crt")
    return Roll(ONE_DIE, "result", _meaning(table, table.place("differential", differential, shift)))


@lru_cache(maxsize=256)
def _meaning(table: Table, column: int) -> Callable[[int], str]:
    """What the die means in a column."""
    return lambda roll: table.cell(table.place("roll", roll), column)


# ------------------------------------------------------------------------------------------------ units as written


class Unit(NamedTuple):
    """A ground unit of an attack as a person writes it: `6/mech`, `4`, `2/mountain`."""

    factor: int
    type: str


PLAIN = "other"
TYPES = ("mech", "mountain", "marine", "partisan", "security", PLAIN)  # 2.3.4, as far as combat asks
MOUNTAIN_TYPES = ("mountain", "partisan")  # 30.3


def force(key: str, said: str) -> tuple[Unit, ...]:
    """19.6 Steps 2 and 3: units joined by plus signs."""
    units = []
    for part in said.split("+"):
        match = re.fullmatch(r"\s*(\d{1,9})\s*(?:/\s*(\w+)\s*)?", part)
        kind = (match[2] or PLAIN).casefold() if match else ""
        if not match or kind not in TYPES:
            raise BadInput(
                f"{key}={said}: write factors like 6/mech + 4, with {', '.join(TYPES[:-1])} after the slash (GEW 19.6)"
            )
        units.append(Unit(int(match[1]), kind))
    return tuple(units)


# ------------------------------------------------------------------------------------------------ who may attack what


def bad_forces(attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Iterator[Violation]:
    """19.2, 30.5 and 31.3: who may attack whom, and with whom."""
    types = {unit.type for unit in attackers}
    if any(unit.factor < 1 for unit in attackers):
        yield Violation("19.2", "a unit with an attack factor of 0 cannot attack")
    if "partisan" in types and len(types) > 1:
        yield Violation("31.3", "partisans attack only together with partisans")
    if "security" in types and (not defenders or any(unit.type != "partisan" for unit in defenders)):
        yield Violation("30.5", "security units attack only hexes where every defender is a partisan")


def bad_terrain(charts: Charts, terrain: str, types: Iterable[str]) -> Iterator[Violation]:
    """14.4 and 19.2: units attack only where they could go."""
    entry = word_in(charts.table("tec"), terrain, "entry", "all", "corps", "mountain corps", "none")
    if entry == "mountain corps" and not {*types} <= {*MOUNTAIN_TYPES}:
        yield Violation("14.4", f"only mountain units can attack into {terrain} terrain")


def check(charts: Charts, *violations: Iterable[Violation]) -> None:
    """Refuses what was said with all the reasons at once."""
    if reasons := [violation.sentence(charts.book) for violation in chain(*violations)]:
        raise BadInput("; ".join(reasons))


# ------------------------------------------------------------------------------------------------ odds

SITUATION = (
    Key("terrain", ("clear", "rough", "mountain", "high mountain", "desert"), "clear", "of the defender's hex"),
    Key("city", "flag", False, "a capital, city or mobilization symbol in the hex"),
    Key("fortification", "flag", False, "the defender has a fortification"),
    Key("hexside", ("none", "river", "canal", "strait", "lake"), "none", "crossed by every attacker"),
    Key("mech", "number", 0, "attacking mechanized units, where attackers are not listed"),
    Key("mountain", "flag", False, "a mountain unit attacks"),
    Key("marine", "flag", False, "a marine unit attacks"),
    Key("concentric", "flag", False, "attackers in or next to every hex round the defender"),
    Key("beside_staging", "flag", False, "Soviet defenders next to the USSR Staging Area"),
    Key("attacking_air", "number", 0, "the attacker's bombardment factors"),
    Key("defending_air", "number", 0, "the defender's bombardment factors"),
    Key("fleet", "number", 0, "fleet factors supporting a landing"),
    Key("sf", "number", 0, "special forces support factors"),
    Key("season", ("summer", "autumn", "winter", "spring"), "summer", "of the game turn"),
    Key(
        "region",
        ("europe", "ussr", "baltic states", "north africa", "middle east"),
        "europe",
        "of the defender's hex; Turkey and Cyprus are Middle East",
    ),
)
STRENGTHS = (
    Key("attack", "number", None, "sum of attack factors, instead of attackers"),
    Key("defend", "number", None, "sum of defense factors, instead of defenders"),
    Key("attackers", "text", None, "units like 6/mech + 4 + 2/mountain"),
    Key("defenders", "text", None, "units like 3 + 2"),
    Key("shift", "number", None, "net column shift, instead of a situation"),
    Key("offensive", "flag", False, "a major offensive (optional)"),
)


def prepare_ground(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """19.6 Steps 2 to 7: the differential, the shifts, the column."""
    attackers, attack = strength(given, "attackers", "attack")
    defenders, defense = strength(given, "defenders", "defend")
    check(
        charts,
        bad_forces(attackers, defenders),
        bad_terrain(charts, given["terrain"], types_of(given, attackers)),
        bad_situation(given, attackers),
    )
    reckoned = charts.lines("differential").applying(
        {"attack": attack, "defense": defense, "offensive": given["offensive"]}
    )
    differential, shifted = Breakdown(reckoned), Breakdown(shift_terms(charts, given, attackers))
    resolve = ResolveCombat(int(differential.total), int(shifted.total))
    return Prepared(resolve, column_terms(charts, differential, shifted))


@lru_cache(maxsize=4096)
def column_terms(charts: Charts, differential: Breakdown, shifted: Breakdown) -> Breakdown:
    """19.6, 20.0 The differential and its column, the shifts and the column they lead to."""
    table, sum_, shift = charts.table("crt"), int(differential.total), int(shifted.total)
    headings = table.axis("differential").labels
    before, after = table.place("differential", sum_), table.place("differential", sum_, shift)
    terms = [*differential, Term(f"differential {sum_}: column {headings[before]}", 0, "19.6", how="note")]
    if shifted:
        terms += [*shifted, Term(f"net shift {shift:+d}: column {headings[after]}", 0, "20.0", how="note")]
    return Breakdown(terms)


def strength(given: Mapping[str, Any], units: str, total: str) -> tuple[tuple[Unit, ...], int]:
    """19.6 Steps 2 and 3: one side's factors, listed or summed."""
    listed, summed = given[units], given[total]
    if (listed is None) == (summed is None):
        raise BadInput(f"say either {units} or {total}, the factors of that side (GEW 19.6)")
    if listed is not None:
        found = force(units, listed)
        return found, sum(unit.factor for unit in found)
    if summed < 0:
        raise BadInput(f"{total}={summed}: factors are never negative (GEW 19.6)")
    return (), summed


def types_of(given: Mapping[str, Any], attackers: Sequence[Unit]) -> set[str]:
    """2.3.4 The types among the attackers, listed or told by flags."""
    if attackers:
        return {unit.type for unit in attackers}
    return {"mountain" if given["mountain"] else PLAIN, *(["mech"] if given["mech"] else [])}


def bad_situation(given: Mapping[str, Any], attackers: Sequence[Unit]) -> Iterator[Violation]:
    """19.2, 20.0, 20.3, 20.5 and 32.1: words that cannot all be true."""
    if given["attack"] is not None and given["attack"] < 1:
        yield Violation("19.2", f"attack={given['attack']}: an attack needs an attack factor of 1 or more")
    said = [key.name for key in SITUATION if given[key.name] != key.default]
    if given["shift"] is not None and said:
        yield Violation("20.0", f"shift={given['shift']}: say the net shift or the situation ({said[0]}), not both")
    if given["mech"] < 0:
        yield Violation("20.3", f"mech={given['mech']}: units are never negative")
    if given["mech"] and attackers:
        yield Violation("20.3", "mech: mark the mechanized units in the list of attackers, like 6/mech")
    for name in ("attacking_air", "defending_air", "fleet", "sf"):
        if given[name] < 0:
            yield Violation("20.5", f"{name}={given[name]}: factors are never negative")
    if given["beside_staging"] and given["region"] != "ussr":
        yield Violation("32.1", f"region={given['region']}: the USSR Staging Area borders the USSR alone")


def shift_terms(charts: Charts, given: Mapping[str, Any], attackers: Sequence[Unit]) -> Sequence[Term]:
    """20.0 The net shift as said, or the shifts of the situation."""
    if given["shift"] is not None:
        return (Term("shift as said", given["shift"], "20.0"),)
    return tuple(shifts(charts, battle(given, attackers)))


def battle(given: Mapping[str, Any], attackers: Sequence[Unit]) -> Battle:
    """20.1 to 20.6: what was said, with what the listed attackers tell."""
    types = [unit.type for unit in attackers]
    said = Battle(**{key.name: given[key.name] for key in SITUATION})
    return said._replace(
        mech=said.mech + types.count("mech"),
        mountain=said.mountain or any(kind in MOUNTAIN_TYPES for kind in types),
        marine=said.marine or "marine" in types,
    )


GROUND = Chance(
    "ground",
    "Ground combat",
    "19.6",
    keys=(*STRENGTHS, *SITUATION),
    prepare=prepare_ground,
    charts=("crt", "differential", "shifts", "limits", "tec", "overlays", "hexsides"),
)
