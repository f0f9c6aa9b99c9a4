"""OCS 14: aircraft; combat between them, flak, and drops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from sandtable.core.chartfile import Charts
from sandtable.core.charts import rolled_on
from sandtable.core.dice import Dice
from sandtable.core.flow import Done, Procedure, Roll, step
from sandtable.core.rules import Breakdown, Violation
from sandtable.core.state import State
from sandtable.core.system import Chance, Key, Prepared, refuse

ONE_DIE, TWO_DICE = Dice(1), Dice(2)
ABORTS = ("Attacker Aborts", "Both Abort", "Defender Aborts")
MISSIONS = (
    "barrage", "hip shoot", "trainbusting", "air transport", "air drop", "base transfer", "fighter sweep",
    "interception",
)  # fmt: skip


class AirCombat(Procedure):
    """14.3e One round between two aircraft; one loss die for whatever aborts."""

    by_charts: ClassVar[bool] = True
    modifier: int
    aborts: str = ""
    loss: str = ""

    @step("14.3e")
    def roll_combat(self, state: State) -> Roll:
        return Roll(TWO_DICE, "aborts", rolled_on(state.scenario.charts.table("air_combat"), self.modifier))

    @step("14.3e")
    def roll_loss(self, state: State) -> Roll:
        return Roll(ONE_DIE, "loss", state.scenario.charts.table("air_loss").read)

    @step("14.3e")
    def tell(self, state: State) -> Done:
        return Done(self.aborts if self.loss == "No Loss" else f"{self.aborts} + {self.loss}")


class Flak(Procedure):
    """14.4e One mission meets the flak of its target hex."""

    by_charts: ClassVar[bool] = True
    modifier: int
    result: str = ""

    @step("14.4e")
    def roll_flak(self, state: State) -> Roll:
        return Roll(TWO_DICE, "result", rolled_on(state.scenario.charts.table("flak"), self.modifier))

    @step("14.4e")
    def tell(self, state: State) -> Done:
        return Done(self.result)


class AirDrop(Procedure):
    """14.10d One unit, or one token of supply, is dropped."""

    by_charts: ClassVar[bool] = True
    status: str
    terrain: str
    modifier: int
    result: str = ""

    @step("14.10d")
    def roll_drop(self, state: State) -> Roll:
        chart = state.scenario.charts.table("air_transport")
        return Roll(TWO_DICE, "result", rolled_on(chart, self.modifier, self.status, self.terrain))

    @step("14.10d")
    def tell(self, state: State) -> Done:
        return Done(self.result)


# ------------------------------------------------------------------------------------------------ odds to look up


def prepare_air_combat(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """14.3e The difference of the air combat ratings."""
    terms = Breakdown(charts.lines("air_combat_modifiers").applying(given))
    return Prepared(AirCombat(int(terms.total)), terms)


def prepare_flak(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """14.4e Whether the mission meets flak at all, and every modifier."""
    refuse(no_flak(charts, given), charts.book)
    terms = Breakdown(charts.lines("flak_modifiers").applying(given))
    return Prepared(Flak(int(terms.total)), terms)


def no_flak(charts: Charts, given: Mapping[str, Any]) -> Iterator[Violation]:
    """14.4e Missions that are not fired at."""
    lines, mission = charts.lines("flak_missions"), given["mission"]
    rolled = next(line.value for line in lines.lines if line.applies({"mission": mission}))
    if rolled == "Never":
        yield Violation("14.4e", f"mission={mission}: it never meets flak")
    if rolled == "Only in PZ" and not given["patrol_zone"]:
        yield Violation("14.4e", f"mission={mission}: it meets flak only in an enemy patrol zone")


def prepare_air_drop(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """14.10d Hex status, terrain, and every modifier."""
    refuse(bad_drop(given), charts.book)
    lines = charts.lines("air_transport_modifiers")
    terms = Breakdown(lines.applying({term: given[term] for term in lines.terms}))
    return Prepared(AirDrop(given["status"], given["terrain"], int(terms.total)), terms)


def bad_drop(given: Mapping[str, Any]) -> Iterator[Violation]:
    """14.10d The early drops in the ETO."""
    if given["eto_by_aug44"] and given["nation"] != "Allied":
        yield Violation("14.10d", "eto_by_aug44: the early drops in the ETO are Allied ones, say nation=Allied")


AIR_COMBAT = Chance(
    "air_combat",
    "One round of air combat",
    "14.3e",
    (
        Key("attacker_rating", "number", 0, "air combat rating of the attacking aircraft", "0-9"),
        Key(
            "defender_rating", "number", 0, "air combat rating of the defending aircraft, in parentheses or not", "0-9"
        ),
        Key("beyond_half_range", "flag", False, "option 21.4: the attacking aircraft is beyond half its range"),
    ),
    prepare_air_combat,
    order=tuple(f"{aborts}{loss}" for aborts in ABORTS for loss in ("", " + Step Loss")),
    charts=("air_combat", "air_combat_modifiers", "air_loss"),
)

FLAK = Chance(
    "flak",
    "Flak",
    "14.4e",
    (
        Key("mission", MISSIONS, "barrage", "what the aircraft do"),
        Key("aircraft", "number", 1, "air units in the mission", "1-4", "14.4f"),
        Key("hq", "flag", False, "an HQ is in the target hex"),
        Key("air_base", "number", 0, "level of the air base in the target hex, 0 for a strip or none", "0-3"),
        Key("flak", "number", 0, "flak printed in the target hex, or of all ships there", "0+"),
        Key("patrol_zone", "flag", False, "the target is in an enemy patrol zone"),
        Key("fighter", "flag", False, "a fighter flies with the mission"),
    ),
    prepare_flak,
    order=("No Effect", "Step Loss"),
    charts=("flak", "flak_missions", "flak_modifiers"),
)

AIR_DROP = Chance(
    "air_transport",
    "Air drop",
    "14.10d",
    (
        Key("status", ("Friendly", "Enemy"), "Friendly", "Friendly if a friendly unit began the phase in the hex"),
        Key("terrain", ("Clear", "Closed"), "Clear", "Clear for Open, a village or an air base"),
        Key("nation", ("other", "Allied", "Soviet"), "other", "who drops"),
        Key("eto_by_aug44", "flag", False, "in the ETO, August 1944 or earlier (Allied)"),
        Key("glider", "flag", False, "a glider lands"),
        Key("drop_terrain", ("other", "Very Close", "Extr Close"), "other", "option 21.12e: terrain of the hex"),
    ),
    prepare_air_drop,
    order=("Failure", "Success"),
    charts=("air_transport", "air_transport_modifiers"),
)
