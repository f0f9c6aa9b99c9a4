"""OCS 12: supply; so far the attrition of units that have none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.core.chartfile import Charts
from sandtable.core.charts import rolled_on
from sandtable.core.dice import Dice
from sandtable.core.flow import Done, Procedure, Roll, step
from sandtable.core.rules import Breakdown, Violation
from sandtable.core.state import State
from sandtable.core.system import Chance, Key, Prepared, refuse
from sandtable.systems.ocs.s09_combat import RATING

TWO_DICE = Dice(2)


class Attrition(Procedure):
    """12.8b One stack out of supply."""

    action_rating: int  # the best among the units out of supply
    modifier: int
    result: str = ""

    @step("12.8b")
    def roll_attrition(self, state: State) -> Roll:
        chart = state.scenario.charts.table("attrition")
        return Roll(TWO_DICE, "result", rolled_on(chart, self.modifier, self.action_rating))

    @step("12.8b")
    def tell(self, state: State) -> Done:
        return Done(self.result)


def prepare_attrition(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """12.8b The column by the best rating, the modifier by the steps."""
    refuse(no_rating(given), charts.book)
    terms = Breakdown(charts.lines("attrition_modifiers").applying({"steps": given["steps"]}))
    return Prepared(Attrition(given["ar"], int(terms.total)), terms)


def no_rating(given: Mapping[str, Any]) -> Iterator[Violation]:
    if given["ar"] is None:
        yield Violation("12.8b", "ar is missing: the best action rating of the stack names the column")


ATTRITION = Chance(
    "attrition",
    "Attrition of a stack out of supply",
    "12.8b",
    (
        RATING._replace(help="best printed action rating among the units out of supply"),
        Key("steps", "number", 1, "steps out of supply in the hex", "1+"),
    ),
    prepare_attrition,
    order=("No Loss", "-1 Step", "-2 Steps", "-4 Steps", "-All Steps"),
    charts=("attrition", "attrition_modifiers"),
)
