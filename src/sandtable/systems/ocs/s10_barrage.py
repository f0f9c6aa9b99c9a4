"""OCS 10: barrages, against units in a hex and against facilities."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sandtable.core.chartfile import Charts
from sandtable.core.charts import columns
from sandtable.core.dice import Dice
from sandtable.core.errors import BadInput
from sandtable.core.flow import Done, Procedure, Roll, step
from sandtable.core.rules import Breakdown, Term
from sandtable.core.state import State
from sandtable.core.system import Chance, Key, Prepared
from sandtable.systems.ocs.s09_combat import check_hedgehog, round_half_up

ONE_DIE, TWO_DICE = Dice(1), Dice(2)
STEPS = {"1": "1 step", "2": "2 steps", "3": "3 steps"}


class Barrage(Procedure):
    """10.0a One barrage of a hex; a step loss always disorganizes too."""

    column: int  # after all shifts
    ship_to_shore: bool
    only_dg: bool  # a bracketed result costs no step
    effect: str = ""

    @step("10.0a")
    def roll_result(self, state: State) -> Roll:
        charts, column, ship, only_dg = state.scenario.charts, self.column, self.ship_to_shore, self.only_dg
        return Roll(TWO_DICE, "effect", lambda roll: effect(charts, column, roll, ship, only_dg))

    @step("10.0a")
    def is_half(self, state: State) -> Done | None:
        return None if self.effect == "1/2" else Done(self.effect)

    @step("10.0a")
    def roll_half(self, state: State) -> Roll:
        return Roll(ONE_DIE, "effect", state.scenario.charts.table("half_step").read)

    @step("10.0a")
    def tell(self, state: State) -> Done:
        return Done(self.effect)


def effect(charts: Charts, column: int, roll: int, ship_to_shore: bool, only_dg: bool) -> str:
    """10.0a What the table does, or 1/2 if a die must still decide."""
    chart = charts.table("barrage")
    result = chart.cell(chart.place("roll", roll), column)
    if ship_to_shore:
        result = reduced(charts, result)
    if result == "[1/2]":
        result = "DG" if only_dg else "1/2"
    return STEPS.get(result, result)


def reduced(charts: Charts, result: str) -> str:
    """18.3b Ships do less to the shore; a result that is not listed stands."""
    return next((line.value for line in charts.lines("ship_to_shore").lines if line.id == result), result)


class FacilityBarrage(Procedure):
    """10.0c One barrage of an air base, a port or a railroad: no shifts."""

    column: int
    result: str = ""

    @step("10.0c")
    def roll_result(self, state: State) -> Roll:
        chart, column = state.scenario.charts.table("facility"), self.column
        return Roll(ONE_DIE, "result", lambda roll: chart.cell(chart.place("roll", roll), column))

    @step("10.0c")
    def tell(self, state: State) -> Done:
        return Done(self.result)


# ------------------------------------------------------------------------------------------------ odds to look up


def barrage_strength(strength: Fraction | None) -> int:
    """10.0 Strengths are added first and rounded then (4.1)."""
    if strength is None:
        raise BadInput("strength is missing: it names the column of a barrage (OCS 10.0a)")
    if strength < 0:
        raise BadInput(f"strength={strength}: no strength is below zero (OCS 10.0a)")
    return round_half_up(strength)


def density(charts: Charts, re: Fraction) -> Term:
    """10.0a The shift for what stands in the hex, in REs that are not rounded."""
    if re <= 0:
        raise BadInput(f"re={re}: a barrage needs combat units as its target (OCS 10.0a)")
    entry = charts["density"].entry(re=str(re))
    return Term(f"density of {re} RE: {entry.column}", columns(entry.result), charts["density"].rule)


def prepare_barrage(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """10.0a The column by strength, then density and every other shift."""
    chart, kind = charts.table("barrage"), given["kind"]
    strength, hedgehog = barrage_strength(given["strength"]), check_hedgehog(given["hedgehog"])
    for key in ("near_base", "far", "strategic"):
        if given[key] and kind != "air":
            raise BadInput(f"{key}: only aircraft fly from a base, {kind} does not (OCS 10.0a)")
    if given["strategic"] and given["near_base"]:
        raise BadInput("near_base: strategic bombers never get the shift for a near base (OCS 10.0a)")
    unspotted = not given["spotted"] or given["strategic"]
    start = chart.place("strength", strength)
    situation = {
        "kind": kind,
        "hedgehog": hedgehog,
        "terrain": charts.table("terrain_combat").read(given["terrain"], "line"),
        "unspotted": not given["spotted"],
        **{key: given[key] for key in ("strategic", "strat_mode", "near_base", "far")},
    }
    shifts = [density(charts, given["re"]), *charts.lines("barrage_shifts").applying(situation)]
    limits = charts.lines("half_step_limits").applying({"kind": kind, "hedgehog": hedgehog, "unspotted": unspotted})
    column = chart.shifted(start, int(sum(term.value for term in shifts)))
    label = f"strength {strength}: column {chart.axis('strength').labels[start]}"
    if kind == "artillery":
        label += f", costs {chart.beside['cost'][start]}"
    procedure = Barrage(column, kind == "ship", any(True for _ in limits))
    return Prepared(procedure, Breakdown([Term(label, 0, chart.rule), *shifts]))


def prepare_facility(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """10.0c The column by strength alone."""
    chart, strength = charts.table("facility"), barrage_strength(given["strength"])
    column = chart.place("strength", strength)
    label = f"strength {strength}: column {chart.axis('strength').labels[column]}"
    return Prepared(FacilityBarrage(column), Breakdown([Term(label, 0, chart.rule)]))


BARRAGE = Chance(
    "barrage",
    "Barrage of a hex",
    "10.0a",
    (
        Key("strength", "fraction", None, "barrage strength of all that fires"),
        Key("re", "fraction", Fraction(2), "REs of combat units in the target hex, not rounded"),
        Key("kind", ("artillery", "air", "ship"), "artillery", "what fires"),
        Key("terrain", "text", "Open", "target hex: Open, Close, Very Close, Extr Close, or hills, minor city, ..."),
        Key("hedgehog", "number", 0, "level of the hedgehog in the target hex, 0 for none"),
        Key("spotted", "flag", True, "a correct spotter is adjacent to the target"),
        Key("strategic", "flag", False, "strategic bombers take part (air)"),
        Key("strat_mode", "flag", False, "a unit in the target hex is in Strat Mode"),
        Key("near_base", "flag", False, "every aircraft is within 10 hexes of its base (air)"),
        Key("far", "flag", False, "option 21.4: an aircraft flew beyond half its range (air)"),
    ),
    prepare_barrage,
    order=("-", "DG", *STEPS.values()),
)

FACILITY = Chance(
    "facility",
    "Barrage of a facility",
    "10.0c",
    (Key("strength", "fraction", None, "barrage strength of all that fires"),),
    prepare_facility,
    order=("-", "(6)", "(5)", "* (6)", "* (5)", "1 (5)", "1 (4)", "1 * (5)", "1 * (4)", "2 * (4)", "2 * (3)"),
)
