"""Operational Combat Series, version 4.3."""

from __future__ import annotations

from pathlib import Path

from sandtable.core.system import Reference
from sandtable.systems.ocs.s09_combat import COMBAT
from sandtable.systems.ocs.s10_barrage import BARRAGE, FACILITY
from sandtable.systems.ocs.s12_supply import ATTRITION
from sandtable.systems.ocs.s14_air import AIR_COMBAT, AIR_DROP, FLAK

SYSTEM = Reference(
    code="ocs",
    title="Operational Combat Series",
    book="OCS",
    folder=Path(__file__).parent,
    chances=(COMBAT, BARRAGE, FACILITY, AIR_COMBAT, FLAK, ATTRITION, AIR_DROP),
)
