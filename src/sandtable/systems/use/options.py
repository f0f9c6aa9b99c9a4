"""The options of USE: rulings of the house where the rules leave a choice, the longer Poland, and even games."""

from __future__ import annotations

from sandtable.core.changes import Option


def ruling(name: str, title: str, rule: str, usual: bool = False) -> Option:
    return Option(name, title, rule, usual, "house")


MOBILE_ATTACK_NEEDS_FAIR = ruling("mobile_attack_needs_fair", "Mobile attacks in Fair weather only", "5.3.2")
STACK_FIGHTER_AND_BOMBER = ruling("stack_fighter_and_bomber", "A fighter and a bomber may share a hex", "3.3")
COLLAPSE_WHEN_ALL_CITIES_LOST = ruling(
    "collapse_when_all_cities_lost", "A country without cities collapses", "13.0", True
)
CONQUEST_NEEDS_ENEMY_UNIT = ruling("conquest_needs_enemy_unit", "Conquest needs an enemy unit in the country", "13.0")
DD_NO_RETREAT_ELIMINATES = ruling(
    "dd_no_retreat_eliminates", "A full unit that cannot retreat dies on a DD", "5.3", True
)
ABSTRACT_NAVAL = ruling("abstract_naval", "Ports stand for ships", "4.2.4", True)
MAP_EDGE_NOT_ISOLATED = ruling("map_edge_not_isolated", "No unit at the map's edge is isolated", "5.3", True)
LINE_BLOCKED_BY_AIR = ruling("line_blocked_by_air", "An enemy air unit blocks a Transport Line", "4.0", True)
LONG = ruling("long", "Two turns, and a Poland of more will", "1.2")
EVEN = ruling("even", "National Will that makes the game even between equals", "1.2")
SKIP_DECIDED_PHASES = ruling("skip_decided_phases", "End a decided game at once", "1.2")
STRATEGIC_LINE_ONCE = ruling("strategic_line_once", "A line about several Sea Zones counts once", "5.4", True)
SISTER_CRT = ruling("sister_crt", "Five results as the sister game prints them", "5.1")
BOMBERS_INTERCEPT = ruling("bombers_intercept", "Bombers may intercept bombers", "1.4")
ITALY_ALBANIA_PORTS = ruling("italy_albania_ports", "Albania's ports supply Italy", "7.0", True)
OPTIONS = (
    MOBILE_ATTACK_NEEDS_FAIR, STACK_FIGHTER_AND_BOMBER, COLLAPSE_WHEN_ALL_CITIES_LOST, CONQUEST_NEEDS_ENEMY_UNIT,
    DD_NO_RETREAT_ELIMINATES, ABSTRACT_NAVAL, MAP_EDGE_NOT_ISOLATED, LINE_BLOCKED_BY_AIR, LONG, EVEN,
    SKIP_DECIDED_PHASES, STRATEGIC_LINE_ONCE, SISTER_CRT, BOMBERS_INTERCEPT, ITALY_ALBANIA_PORTS,
)  # fmt: skip
