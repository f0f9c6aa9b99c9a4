"""GEW 20: column shifts in ground combat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sandtable.core.chartfile import Charts
from sandtable.core.charts import Table
from sandtable.core.errors import BadInput
from sandtable.core.rules import Term


class Battle(NamedTuple):
    """What the shifts of an attack depend on."""

    terrain: str = "clear"
    city: bool = False  # a capital, city or mobilization symbol in the hex
    fortification: bool = False
    hexside: str = "none"  # crossed by every attacker
    mech: int = 0  # attacking mechanized units
    mountain: bool = False  # a mountain unit attacks
    marine: bool = False  # a marine unit attacks
    concentric: bool = False
    beside_staging: bool = False  # Soviet defenders next to the USSR Staging Area
    attacking_air: int = 0  # bombardment factors
    defending_air: int = 0
    fleet: int = 0  # support factors
    sf: int = 0
    season: str = "summer"
    region: str = "europe"

    def overlays(self) -> Iterator[str]:
        """The rows of the chart `overlays` that shift or bar an attack here."""
        if self.fortification:
            yield "fortification"
        if self.city:
            yield "city"


def shifts(charts: Charts, battle: Battle) -> Iterator[Term]:
    """20.0 Every shift of an attack, plus to the right; a zero tells why a shift is not given."""
    yield from terrain_shifts(charts, battle)
    yield from hexside_shift(charts, battle)
    mech, concentric = min(battle.mech, charts.lines("limits")["mechanized-attack"].amount), battle.concentric
    if mech and (bar := no_mechanized_attack(charts, battle)):
        yield bar
        mech = 0
    if concentric and (bar := no_concentric_attack(charts, battle)):
        yield bar
        concentric = False
    yield from charts.lines("shifts").applying(
        {
            "mech": mech,
            "concentric": concentric,
            "attacking_air": battle.attacking_air,
            "defending_air": battle.defending_air,
            "fleet": battle.fleet,
            "sf": battle.sf,
            "season": battle.season,
            "region": battle.region,
            "mountain": battle.mountain,
        }
    )


# ------------------------------------------------------------------------------------------------ terrain

OVERLAY_TERMS = {"city": ("defender in a city", "20.1"), "fortification": ("fortification", "20.2")}
MARINE_HEXSIDES = ("strait", "lake")  # 30.4


def terrain_shifts(charts: Charts, battle: Battle) -> Iterator[Term]:
    """20.1 and 20.2: the strongest of terrain and whatever does not add to it, then each thing that does."""
    tec, overlays = charts.table("tec"), charts.table("overlays")
    one = Term(f"defender in {battle.terrain} terrain", shift_in(tec, battle.terrain, "defense shift"), "20.1")
    added = []
    for overlay in battle.overlays():
        label, rule = OVERLAY_TERMS[overlay]
        term = Term(label, shift_in(overlays, overlay, "defense shift"), rule)
        if word_in(overlays, overlay, "adds to terrain", "no", "yes") == "yes":
            added.append(term)
        elif term.value < one.value:
            one = term
    cancels = battle.mountain and word_in(tec, battle.terrain, "mountain attacker", "-", "cancels") == "cancels"
    if one.value:
        yield Term("mountain unit cancels the terrain shift", 0, "30.3") if cancels else one
    yield from (term for term in added if term.value)


def hexside_shift(charts: Charts, battle: Battle) -> Iterator[Term]:
    """20.1 and 30.4: what every attacker crosses; marines ignore some of it."""
    shift = shift_in(charts.table("hexsides"), battle.hexside, "attack shift")
    if not shift:
        return
    if battle.marine and battle.hexside in MARINE_HEXSIDES:
        yield Term(f"marines ignore the {battle.hexside}", 0, "30.4")
    else:
        yield Term(f"every attacker crosses a {battle.hexside}", shift, "20.1")


def no_mechanized_attack(charts: Charts, battle: Battle) -> Term | None:
    """20.3 and 28.2: what keeps mechanized units from shifting the column."""
    overlays = charts.table("overlays")
    for overlay in battle.overlays():
        if word_in(overlays, overlay, "mech attack", "as terrain", "no") == "no":
            return Term(f"no mechanized attack on a {overlay}", 0, "28.2" if overlay == "fortification" else "20.3")
    if word_in(charts.table("tec"), battle.terrain, "mech attack", "yes", "no") == "no":
        return Term(f"no mechanized attack into {battle.terrain} terrain", 0, "20.3")
    return None


def no_concentric_attack(charts: Charts, battle: Battle) -> Term | None:
    """20.4 and 28.2: what keeps a ring of attackers from shifting the column."""
    overlays = charts.table("overlays")
    for overlay in battle.overlays():
        if word_in(overlays, overlay, "concentric attack", "yes", "no") == "no":
            return Term(f"no concentric attack on a {overlay}", 0, "28.2" if overlay == "fortification" else "20.4")
    if battle.beside_staging:
        return Term("no concentric attack beside the USSR Staging Area", 0, "20.4")
    return None


# ------------------------------------------------------------------------------------------------ cells of the charts


def shift_in(table: Table, row: str, column: str) -> int:
    """A cell that is a number of columns; a chart of one's own may hold anything."""
    found = table.read(row, column)
    if not re.fullmatch(r"[+-]?\d+", found):
        raise BadInput(f"{table.title} ({table.citation}), {row}, {column}: {found} is no number of columns like -1")
    return int(found)


def word_in(table: Table, row: str, column: str, *words: str) -> str:
    """A cell that is one of these words."""
    found = table.read(row, column)
    if found not in words:
        raise BadInput(f"{table.title} ({table.citation}), {row}, {column}: {found} is none of {', '.join(words)}")
    return found
