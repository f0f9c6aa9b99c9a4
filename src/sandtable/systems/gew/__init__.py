"""The Great European War: the Second World War in Europe, 1941-43, had Germany not turned east."""

from pathlib import Path

from sandtable.core.system import Reference
from sandtable.systems.gew.s09_neutrals import NEUTRAL
from sandtable.systems.gew.s19_combat import GROUND
from sandtable.systems.gew.s24_strategic_warfare import STRATEGIC_WARFARE

SYSTEM = Reference(
    code="gew",
    title="The Great European War",
    book="GEW",
    folder=Path(__file__).parent,
    chances=(GROUND, *STRATEGIC_WARFARE, NEUTRAL),
)
