"""The options of GEW: its optional rules (O33 to O42), rulings of the house, and the ready-made set-up."""

from __future__ import annotations

from sandtable.core.changes import Option

AUTOMATIC_SETUP = Option("automatic_setup", "Ready-made set-up", "33.0", kind="set-up")
OPEN_DISPLAYS = Option("open_displays", "Everybody sees everything", "6.3", kind="house")
O33_LEND_LEASE = Option("lend_lease", "Lend-Lease", "O33")
O34_UNITS = Option("optional_units", "USMC, AVG and UNEF", "O34")
O34_ELITE_RETREAT = Option("elite_retreat", "Elite units retreat through a zone", "O34.4")
O34_EXPEND_DEPOTS = Option("expend_depots", "Depots absorb losses", "O34.5")
O35_OFFENSIVES = Option("major_offensives", "Major Offensives", "O35")
O36_ULTRA = Option("ultra", "Ultra", "O36")
O37_MEDITERRANEAN = Option("mediterranean", "Control of the Mediterranean", "O37")
O38_AIR = Option("extra_air", "More air missions", "O38")
O39_NAVAL = Option("extra_naval", "More naval missions", "O39")
O40_SPECIAL_FORCES = Option("extra_sf", "More special forces missions", "O40")
O41_SURRENDER = Option("surrender", "Surrender", "O41")
O42_LILA = Option("lila", "Operation Lila", "O42")
AXIS_DEPLOY_ANYWHERE = Option(  # G11-2
    "axis_deploy_anywhere", "Axis units arrive in any Axis mobilization hex", "11.4", kind="house"
)
CRETE_SMALL_ISLAND = Option("crete_small_island", "Crete is a small island", "14.4", True, "house")  # G14-4
ADANA_DUAL = Option("adana_dual", "Adana is a port of the Black Sea too", "18.9", True, "house")  # G18-9
FLAK_HELPS_INTERCEPTOR = Option("flak_helps_interceptor", "Flak helps the interceptor", "24.3", kind="house")  # G24-3
OPTIONS = (
    AUTOMATIC_SETUP, OPEN_DISPLAYS, O33_LEND_LEASE, O34_UNITS, O34_ELITE_RETREAT, O34_EXPEND_DEPOTS, O35_OFFENSIVES,
    O36_ULTRA, O37_MEDITERRANEAN, O38_AIR, O39_NAVAL, O40_SPECIAL_FORCES, O41_SURRENDER, O42_LILA,
    AXIS_DEPLOY_ANYWHERE, CRETE_SMALL_ISLAND, ADANA_DUAL, FLAK_HELPS_INTERCEPTOR,
)  # fmt: skip
OF_UNITS = {"O34.1": O34_UNITS, "O34.2": O34_UNITS, "O34.3": O34_UNITS, "O39": O39_NAVAL}  # that bring units, by rule
