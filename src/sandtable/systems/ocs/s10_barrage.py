"""OCS 10: barrages, against units in a hex and against facilities."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from sandtable.core.chartfile import Charts
from sandtable.core.charts import BandAxis, Table, decimal, shift_of
from sandtable.core.dice import Dice
from sandtable.core.flow import Done, Procedure, Roll, step
from sandtable.core.rules import Breakdown, Term, Violation
from sandtable.core.state import State
from sandtable.core.system import Chance, Key, Prepared, refuse
from sandtable.systems.ocs.s09_combat import HEDGEHOG, TERRAIN

ONE_DIE, TWO_DICE = Dice(1), Dice(2)
SHIFT = "column shift"  # the group of what shifts the column
STEPS = {"1": "1 step", "2": "2 steps", "3": "3 steps"}


class Barrage(Procedure):
    """10.0a One barrage of a hex; a step loss always disorganizes too."""

    by_charts: ClassVar[bool] = True
    column: int  # after all shifts
    ship_to_shore: bool
    only_dg: bool  # a bracketed result costs no step
    effect: str = ""

    @step("10.0a")
    def roll_result(self, state: State) -> Roll:
        means = effects(state.scenario.charts, self.column, self.ship_to_shore, self.only_dg)
        return Roll(TWO_DICE, "effect", means)

    @step("10.0a")
    def is_half(self, state: State) -> Done | None:
        return None if self.effect == "1/2" else Done(self.effect)

    @step("10.0a")
    def roll_half(self, state: State) -> Roll:
        return Roll(ONE_DIE, "effect", state.scenario.charts.table("half_step").read)

    @step("10.0a")
    def tell(self, state: State) -> Done:
        return Done(self.effect)


@lru_cache(maxsize=1024)
def effects(charts: Charts, column: int, ship_to_shore: bool, only_dg: bool) -> Callable[[int], str]:
    """10.0a What the dice mean: the same function for the same, so that it is read once (`Roll.meanings`)."""
    return lambda roll: effect(charts, column, roll, ship_to_shore, only_dg)


def effect(charts: Charts, column: int, roll: int, ship_to_shore: bool, only_dg: bool) -> str:
    """10.0a What the table does, or 1/2 if a die must still decide."""
    chart = charts.table("barrage")
    result = chart.cell(chart.place("roll", roll), column)
    if ship_to_shore:
        result = reduced(charts, result)
    if result == "[1/2]":
        result = "DG" if only_dg else "1/2"
    return STEPS.get(result, result)


def steps_of(effect: str) -> int:
    """10.0a `2 steps` in numbers; 0 of what only disorganizes, or does nothing."""
    steps = effect.partition(" ")[0]
    return int(steps) if steps.isdecimal() else 0


def reduced(charts: Charts, result: str) -> str:
    """18.3b Ships do less to the shore; a result that is not listed stands."""
    return next((line.value for line in charts.lines("ship_to_shore").lines if line.id == result), result)


class FacilityBarrage(Procedure):
    """10.0c One barrage of an air base, a port or a railroad: no shifts."""

    by_charts: ClassVar[bool] = True
    column: int
    result: str = ""

    @step("10.0c")
    def roll_result(self, state: State) -> Roll:
        return Roll(ONE_DIE, "result", damages(state.scenario.charts.table("facility"), self.column))

    @step("10.0c")
    def tell(self, state: State) -> Done:
        return Done(self.result)


@lru_cache
def damages(chart: Table, column: int) -> Callable[[int], str]:
    """10.0c What the die means in a column."""
    return lambda roll: chart.cell(chart.place("roll", roll), column)


# ------------------------------------------------------------------------------------------------ odds to look up


def no_strength(given: Mapping[str, Any], rule: str) -> Iterator[Violation]:
    """10.0 The strength names the column."""
    if given["strength"] is None:
        yield Violation(rule, "strength is missing: it names the column of a barrage")


def density(charts: Charts, re: Fraction) -> Term:
    """10.0a The shift for what stands in the hex, in REs that are not rounded."""
    entry = charts["density"].entry(re=str(re))
    return Term(f"density of {decimal(re)} RE: {entry.column}", shift_of(entry.result), charts["density"].rule, SHIFT)


def by_strength(chart: Table, strength: Fraction) -> tuple[str, int]:
    """4.1 The column of a strength, which is added up first and rounded then; and that in words."""
    axis = chart.axis("strength")
    assert isinstance(axis, BandAxis)
    counted = axis.rounded(strength)
    place = chart.place("strength", counted)
    said = f"{decimal(strength)}" if strength == counted else f"{decimal(strength)}, rounded to {counted}"
    return f"strength {said}: column {axis.labels[place]}", place


def prepare_barrage(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """10.0a The column by strength, then density and every other shift."""
    refuse([*no_strength(given, "10.0a"), *bad_barrage(given)], charts.book)
    chart, kind, hedgehog = charts.table("barrage"), given["kind"], given["hedgehog"]
    situation = {
        "kind": kind,
        "hedgehog": hedgehog,
        "terrain": charts.table("terrain_combat").read(given["terrain"], "line"),
        "unspotted": not given["spotted"],
        **{key: given[key] for key in ("strategic", "strat_mode", "near_base", "far")},
    }
    shifting = [term._replace(group=SHIFT) for term in charts.lines("barrage_shifts").applying(situation)]
    shifts = Breakdown([density(charts, given["re"]), *shifting])
    label, start = by_strength(chart, given["strength"])
    if kind == "artillery":
        label += f", costs {chart.beside['cost'][start]}"
    limits = charts.lines("half_step_limits")
    unspotted = not given["spotted"] or given["strategic"]
    limited = limits.completed({"kind": kind, "hedgehog": hedgehog, "unspotted": unspotted})
    only_dg = any(line.applies(limited) for line in limits.lines)
    column = start
    for shift in [int(term.value) for term in shifts] if given["shifts_stop"] else [int(shifts.total)]:
        column = chart.shifted(column, shift)
    final = f"column {chart.axis('strength').labels[column]} after the shifts"
    notes = [Term(said, 0, chart.rule, group, "note") for said, group in ((label, ""), (final, "final column"))]
    return Prepared(Barrage(column, kind == "ship", only_dg), Breakdown([notes[0], *shifts, notes[1]]))


def bad_barrage(given: Mapping[str, Any]) -> Iterator[Violation]:
    """10.0a What cannot be, or not together."""
    if given["re"] <= 0:
        yield Violation("10.0a", f"re={given['re']}: a barrage needs combat units as its target")
    for key in ("near_base", "far", "strategic"):
        if given[key] and given["kind"] != "air":
            yield Violation("10.0a", f"{key}: only aircraft fly from a base, {given['kind']} does not")
    if given["strategic"] and given["near_base"]:
        yield Violation("10.0a", "near_base: strategic bombers never get the shift for a near base")


def prepare_facility(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """10.0c The column by strength alone."""
    refuse(no_strength(given, "10.0c"), charts.book)
    chart = charts.table("facility")
    label, column = by_strength(chart, given["strength"])
    return Prepared(FacilityBarrage(column), Breakdown([Term(label, 0, chart.rule, how="note")]))


STRENGTH = Key("strength", "fraction", None, "barrage strength of all that fires", "0+")

BARRAGE = Chance(
    "barrage",
    "Barrage of a hex",
    "10.0a",
    (
        STRENGTH,
        Key("re", "fraction", Fraction(2), "REs of combat units in the target hex, not rounded"),
        Key("kind", ("artillery", "air", "ship"), "artillery", "what fires"),
        TERRAIN,
        HEDGEHOG,
        Key("spotted", "flag", True, "a correct spotter is adjacent to the target"),
        Key("strategic", "flag", False, "strategic bombers take part (air)"),
        Key("strat_mode", "flag", False, "a unit in the target hex is in Strat Mode"),
        Key("near_base", "flag", False, "every aircraft is within 10 hexes of its base (air)"),
        Key("far", "flag", False, "option 21.4: an aircraft flew beyond half its range (air)"),
        Key("shifts_stop", "flag", False, "option: each shift stops at the edge of the table by itself"),
    ),
    prepare_barrage,
    order=("-", "DG", *STEPS.values()),
    charts=("barrage", "density", "barrage_shifts", "half_step_limits", "half_step", "ship_to_shore", "terrain_combat"),
)

FACILITY = Chance(
    "facility",
    "Barrage of a facility",
    "10.0c",
    (STRENGTH,),
    prepare_facility,
    order=("-", "(6)", "(5)", "* (6)", "* (5)", "1 (5)", "1 (4)", "1 * (5)", "1 * (4)", "2 * (4)", "2 * (3)"),
    charts=("facility",),
)
