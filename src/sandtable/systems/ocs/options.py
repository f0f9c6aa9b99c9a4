"""OCS 2.4, 21: the optional rules of the series, and readings of the house where the rules leave a choice."""

from __future__ import annotations

from sandtable.core.changes import Option

O2_4_QUIET_TURNS = Option("quiet_turns", "Both sides may agree on a turn without combat", "2.4")
O21_2_PROPORTIONAL = Option("proportional_strength", "Strength in proportion to the steps left", "21.2")
O21_4_LONG_RANGE = Option("long_range_air", "Aircraft beyond half their range do worse", "21.4")
O21_7_EASIER_REBUILDS = Option("easier_rebuilds", "A step for one replacement, which arrives at HQs", "21.7")
O21_8_EMPTY_HEXES = Option("empty_hexes", "Empty hexes are attacked to step into them", "21.8")
O21_9_REACTION_FIRE = Option("reaction_fire", "Artillery fires in the Reaction Phase without being in Reserve", "21.9")
O21_10_CACHES = Option("supply_caches", "Caches of supply: shells for guns, forage for who is cut off", "21.10")
O21_11_CONSTRUCTION = Option("construction_limits", "Troops without engineers build only the first level", "21.11a")
O21_11C_CAPTURED_HEDGEHOGS = Option("captured_hedgehogs", "A hedgehog that falls loses a level", "21.11c")
O21_12C_STRAT_COLUMNS = Option("strat_columns", "At most three REs in Strat Mode end a segment in a hex", "21.12c")
O21_12D_STRAT_DRAW = Option("strat_draw", "Units in Strat Mode end their move where they draw directly", "21.12d")
O21_12E_DROP_TERRAIN = Option("drop_terrain", "Drops into very close and extremely close terrain are harder", "21.12e")


def ruling(name: str, title: str, rule: str) -> Option:
    """Another reading than the one in docs/rulings-ocs.md."""
    return Option(name, title, rule, kind="house")


FOG_OF_WAR = ruling("fog_of_war", "The enemy sees the top unit of a stack only", "4.9")
ZONE_LOSS_ONCE = ruling("zone_loss_once", "A retreat through several enemy zones costs one step in all", "9.12")
RETREAT_AWAY = ruling("retreat_away", "Retreats lead away from the enemy where they can", "9.12")
SHIFTS_STOP = ruling("barrage_shifts_stop", "Each shift of a barrage stops at the edge of the table by itself", "10.0a")
STOCKS_TOGETHER = ruling("stocks_together", "Who defends on internal stocks uses those of the whole stack", "12.10")
SHORT_DEFENCE_SPENT = ruling("short_defence_spent", "A token too few for a defence is spent before the stocks", "12.10")
OWN_SOURCES = ruling("own_sources", "Each unit of a formation traces supply for itself", "12.6")
REPLACEMENTS_FOR_ALL = ruling("replacements_for_all", "Replacements serve every nation of their side", "13.5")
TRAINBUSTING_FLAK = ruling("trainbusting_flak", "Trainbusting meets flak at +1 outside patrol zones too", "14.4e")
NAVAL = Option("naval", "Ships that the scenario names take part", "18.0", kind="house")  # where it names some
OPTIONS: tuple[Option, ...] = (
    O21_2_PROPORTIONAL, O21_4_LONG_RANGE, O21_7_EASIER_REBUILDS, O21_8_EMPTY_HEXES, O21_9_REACTION_FIRE,
    O21_10_CACHES, O21_11_CONSTRUCTION, O21_11C_CAPTURED_HEDGEHOGS, O21_12C_STRAT_COLUMNS, O21_12D_STRAT_DRAW,
    O21_12E_DROP_TERRAIN,
    FOG_OF_WAR, ZONE_LOSS_ONCE, RETREAT_AWAY, SHIFTS_STOP, STOCKS_TOGETHER, SHORT_DEFENCE_SPENT, OWN_SOURCES,
    REPLACEMENTS_FOR_ALL, TRAINBUSTING_FLAK, O2_4_QUIET_TURNS,
)  # fmt: skip
