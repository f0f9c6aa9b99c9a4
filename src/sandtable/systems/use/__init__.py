"""Unconditional Surrender! World War 2 in Europe: charts and combat odds."""

from pathlib import Path

from sandtable.core.system import Reference
from sandtable.systems.use.s05_2_air_naval import AIR_NAVAL
from sandtable.systems.use.s05_3_ground import GROUND
from sandtable.systems.use.s05_4_strategic import STRATEGIC

SYSTEM = Reference(
    code="use",
    title="Unconditional Surrender!",
    book="USE",
    folder=Path(__file__).parent,
    chances=(GROUND, AIR_NAVAL, STRATEGIC),
)
