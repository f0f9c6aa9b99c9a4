"""USE 1.2: the whole sequence of play, for boards with seas: ships, strategic warfare, politics."""

from __future__ import annotations

from sandtable.core.decisions import Form
from sandtable.core.sequence import Outline, Verb, phase, segment
from sandtable.core.state import State
from sandtable.systems.use.s01_2_sequence import ACTIONS, ECONOMY, TRANSFERS
from sandtable.systems.use.s04_1_strategic import STRATEGIC, StrategicMove
from sandtable.systems.use.s04_map_boxes import ENTER_BOX, EnterBox
from sandtable.systems.use.s05_4_warfare import StrategicWarfare, fought_for
from sandtable.systems.use.s06_1_markers import EndActions
from sandtable.systems.use.s06_2_naval import BOMB, CARRY, REBASE_SHIP, BombingRun, NavalRebase, Transport
from sandtable.systems.use.s06_3_invasion import INVADE, Invasion
from sandtable.systems.use.s07_sea_supply import SUPPLY_BY_SEA, SeaSupply
from sandtable.systems.use.s07_supply import CHECK, GIVE_UP, GiveUp, NoSupply, SupplyCheck
from sandtable.systems.use.s08_logistics import MOBILIZE, REPLACE, Economy, Mobilize, Replace
from sandtable.systems.use.s08_upgrade import UPGRADE, Upgrade
from sandtable.systems.use.s13_diplomacy import BUY, BuySurprise, Diplomacy
from sandtable.systems.use.s13_politics import BREAK, DECLARE, BreakPeace, DeclareWar


def at_strategic_war(state: State) -> bool:
    return fought_for(state)  # type: ignore[arg-type]  # our states are UseStates


WHOLE_OUTLINE = Outline(
    segment("Declare War Phase", "D2", Verb(DECLARE, DeclareWar), Verb(BREAK, BreakPeace)),
    phase(ECONOMY, "9.0", Economy),
    phase("Strategic Warfare Phase", "5.4", StrategicWarfare, only=at_strategic_war),
    segment(TRANSFERS, "4.1", Verb(STRATEGIC, StrategicMove)),
    phase(
        "Operations Phase", "6.0",
        segment(
            "Actions Sub-Phase", "6.0", *ACTIONS, Verb(REBASE_SHIP, NavalRebase), Verb(CARRY, Transport),
            Verb(BOMB, BombingRun), Verb(INVADE, Invasion), Verb(ENTER_BOX, EnterBox), end=Form("end", "6.0"),
        ),
        EndActions,
        segment("Supply over sea", "7.4", Verb(SUPPLY_BY_SEA, SeaSupply)),
        phase("Supply Check Sub-Phase", "7.2", SupplyCheck, menus=(CHECK,)),
    ),
    phase("No Supply Phase", "7.5", NoSupply, segment("Voluntary Elimination", "7.5", Verb(GIVE_UP, GiveUp))),
    segment("Replacements Phase", "8.1", Verb(REPLACE, Replace)),
    segment("Upgrade Phase", "1.2", Verb(UPGRADE, Upgrade)),
    segment("Mobilization Phase", "8.2", Verb(MOBILIZE, Mobilize), Verb(BUY, BuySurprise)),
    phase("Diplomacy Phase", "D3", Diplomacy),
)  # fmt: skip
