"""GEW 9: neutrals and whether they join the war."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sandtable.core.chartfile import Charts
from sandtable.core.dice import Dice
from sandtable.core.errors import BadInput
from sandtable.core.flow import Done, Procedure, Roll, step
from sandtable.core.rules import Breakdown, Term
from sandtable.core.system import Chance, Key, Prepared

if TYPE_CHECKING:
    from sandtable.core.state import State


class NeutralCheck(Procedure):
    """9.4 One neutral's roll; gives the side it joins, or Neutral."""

    country: str
    crisis: int
    joins: str = ""

    @step("8.3")
    def roll(self, state: State) -> Roll:
        read, country, crisis = state.scenario.charts.table("neutral").read, self.country, self.crisis
        return Roll(Dice(1), "joins", lambda roll: read(country, roll + crisis))

    @step("9.4")
    def tell(self, state: State) -> Done:
        return Done(self.joins)


def prepare_neutral(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """9.4 and 8.3: a country and the crisis level."""
    table, country = charts.table("neutral"), given["country"]
    if country is None:
        raise BadInput(f"say which country is checked: {', '.join(table.axis('country').labels)} ({table.citation})")
    if country.casefold() == "switzerland":
        raise BadInput("country=Switzerland: Switzerland is never activated (GEW 9.5)")
    name = table.axis("country").labels[table.place("country", country)]
    crisis, top = table.added("crisis", given["crisis"]), charts.lines("tracks")["crisis"].amount
    if crisis > top:
        raise BadInput(f"crisis={crisis}: the European Crisis Scale ends at {top} (GEW 8.1)")
    return Prepared(NeutralCheck(name, crisis), Breakdown([Term("European Crisis level", crisis, "8.3")]))


NEUTRAL = Chance(
    "neutral",
    "Neutral activation",
    "9.4",
    keys=(
        Key("country", "text", None, "the neutral that is checked"),
        Key("crisis", "number", 0, "the European Crisis level"),
    ),
    prepare=prepare_neutral,
    order=("Pro-Axis", "Neutral", "Pro-Allied"),
)
