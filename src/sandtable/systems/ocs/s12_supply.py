"""OCS 12: supply; so far the attrition of units that have none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core.chartfile import Charts
from sandtable.core.dice import Dice
from sandtable.core.errors import BadInput
from sandtable.core.flow import Done, Procedure, Roll, step
from sandtable.core.rules import Breakdown
from sandtable.core.state import State
from sandtable.core.system import Chance, Key, Prepared
from sandtable.systems.ocs.s09_combat import check_rating

TWO_DICE = Dice(2)


class Attrition(Procedure):
    """12.8b One stack out of supply."""

    action_rating: int  # the best among the units out of supply
    modifier: int
    result: str = ""

    @step("12.8b")
    def roll_attrition(self, state: State) -> Roll:
        read, rating, modifier = state.scenario.charts.table("attrition").read, self.action_rating, self.modifier
        return Roll(TWO_DICE, "result", lambda roll: read(rating, roll + modifier))

    @step("12.8b")
    def tell(self, state: State) -> Done:
        return Done(self.result)


def prepare_attrition(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """12.8b The column by the best rating, the modifier by the steps."""
    if given["ar"] is None:
        raise BadInput("ar is missing: the best action rating of the stack names the column (OCS 12.8b)")
    if given["steps"] < 1:
        raise BadInput(f"steps={given['steps']}: a stack that rolls has at least one step (OCS 12.8b)")
    rating = check_rating(f"ar={given['ar']}", given["ar"])
    terms = Breakdown(charts.lines("attrition_modifiers").applying({"steps": given["steps"]}))
    return Prepared(Attrition(rating, int(terms.total)), terms)


ATTRITION = Chance(
    "attrition",
    "Attrition of a stack out of supply",
    "12.8b",
    (
        Key("ar", "number", None, "best printed action rating among the units out of supply"),
        Key("steps", "number", 1, "steps out of supply in the hex"),
    ),
    prepare_attrition,
    order=("No Loss", "-1 Step", "-2 Steps", "-4 Steps", "-All Steps"),
)
