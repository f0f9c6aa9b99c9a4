"""The card of a counter of GEW: every printed value in plain words, what it is doing, whether it is in supply."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.lens import About
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.sentences import say
from sandtable.systems.gew.lens.conditions import condition
from sandtable.systems.gew.options import OPEN_DISPLAYS
from sandtable.systems.gew.s06_fog import view, visible
from sandtable.systems.gew.s10_mobilization import cost, delay
from sandtable.systems.gew.s12_lens import supply
from sandtable.systems.gew.s16_regroup import cost as cost_to_regroup
from sandtable.systems.gew.state import POWER_NAMES, GewState
from sandtable.systems.gew.theatre import NEUTRAL

VALUES = (  # the columns of the counters, what they are called, what they mean
    ("attack", "Attack", "its strength when it attacks", "2.3.3"),
    ("defense", "Defense", "its strength when it is attacked", "2.3.3"),
    ("movement", "Movement", "the movement factors it spends to enter hexes", "2.3.2"),
    ("air", "Air combat", "its strength against other air units", "24.3"),
    ("bombardment", "Bombardment", "its strength against hexes, and what it adds to an attack or a defense", "24.1"),
    ("range", "Range", "the hexes it flies from its base", "23.4"),
    ("naval", "Naval combat", "its strength against other naval units, and in support of a landing", "26.3"),
    ("asw", "Anti-submarine", "its strength against submarines", "26.4"),
    ("anti_convoy", "Anti-convoy", "its strength against convoys", "26.5"),
    ("factor", "Support", "the columns it shifts in support of an attack", "27.1"),
)
TYPES = {
    "mountain": ("cheaper in rough country, cancels the shifts of terrain and weather", "30.3"),
    "marine": ("ignores straits and lakes, draws supply over any coast", "30.4"),
    "security": ("attacks only hexes where all defenders are partisans", "30.5"),
    "partisan": ("stays in the country where it rose, has no strategic movement", "31.3"),
    "flak": ("guards its hex against aircraft", "24.1"),
    "airborne": ("can be dropped by an airlift", "24.6"),
    "airborne_panzer": ("can be dropped by an airlift", "24.6"),
}
KINDS = {
    "tac": ("tactical aircraft", "2.4.1"),
    "sac": ("strategic aircraft", "2.4.1"),
    "airlift": ("transport aircraft", "2.4.1"),
    "fleet": ("fleet", "2.4.2"),
    "amphib": ("amphibious group", "2.4.2"),
    "uboat": ("U-boats", "2.4.2"),
    "commando": ("commandos", "2.4.3"),
    "heavy_armor": ("heavy armor", "2.4.3"),
}


def about_unit(state: GewState, side: Side | None, unit: UnitId) -> Iterator[About]:
    """6.3 Nothing of a counter that the side may not see."""
    if state.hex_of[unit] < 0 or not (visible(state, side, unit) or state.option(OPEN_DISPLAYS)):
        return
    yield from _printed(state, unit)
    yield from _now(state, side, unit)
    yield from _prices(state, unit)


def _printed(state: GewState, unit: UnitId) -> Iterator[About]:
    theatre, face = state.theatre, state.scenario.counters.face(unit)
    yield _what(state, unit)
    for column, label, means, rule in VALUES:
        if face[column] is not None and not (column == "movement" and not face[column]):
            yield About(f"{label} {face[column]}", means, rule)
    if theatre.is_ground[unit] and not theatre.movement[unit]:
        yield About("Movement 0", "static: it moves only by rail or sea", "2.3.2")
    if theatre.elite[unit]:
        yield About("Elite", "after a pursuit it may go on (22.4)", "30.2")
    if theatre.type[unit] in TYPES:
        yield About(theatre.type[unit].replace("_", " ").capitalize(), *TYPES[theatre.type[unit]])
    if theatre.is_ground[unit]:
        room = {"corps": "three corps fill a hex, or a corps beside an army", "army": "a corps may share its hex"}
        yield About(theatre.size[unit].capitalize(), room.get(theatre.size[unit], "it fills a hex alone"), "14.2")
    if theatre.turn[unit]:
        yield About(f"Turn {theatre.turn[unit]}", "it cannot be mobilized before", "11.1")


def _what(state: GewState, unit: UnitId) -> About:
    theatre = state.theatre
    nation = theatre.nationality[unit].replace("_", " ").title()
    if not theatre.is_ground[unit]:
        kind, rule = KINDS[theatre.kind[unit]]
        return About("Counter", f"{nation} {kind}", rule)
    sort = "mechanized" if theatre.mech[unit] else "non-mechanized"
    return About("Counter", f"{nation} {theatre.size[unit]}, {theatre.type[unit].replace('_', ' ')}, {sort}", "2.3.4")


def _now(state: GewState, side: Side | None, unit: UnitId) -> Iterator[About]:
    """Whom it fights for, where it is, what it is doing, its supply."""
    theatre, place, power = state.theatre, Hex(state.hex_of[unit]), state.power_of(unit)
    yield About(
        "Fights for", f"the {POWER_NAMES[power]}" if power < NEUTRAL else "nobody: its country is neutral", "2.6"
    )
    yield About("Where", say("{hex}", place), "2.1")
    doing = next((condition(state.scenario, seen) for seen in view(state, side).units if seen.unit == unit), "")
    if doing:
        yield About("Now", doing, "16.0" if not theatre.is_ground[unit] else "17.0")
    if (found := supply(state, unit)) is not None:
        state_of = "in supply" if found.supplied else "OUT OF SUPPLY"
        yield About("Supply", say("{state}: {because}", state_of, found.because), found.rules[0])


def _prices(state: GewState, unit: UnitId) -> Iterator[About]:
    """11.2, 16.0 What it costs to have it, and to have it ready again."""
    theatre = state.theatre
    if theatre.type[unit] != "partisan" and state.setup.builds:
        yield About("Mobilizing it", f"costs {cost(state, unit)} MP and takes {_after(delay(state, unit))}", "11.2")
    if not theatre.is_ground[unit]:
        yield About("Regrouping it", f"costs {cost_to_regroup(state, unit)} MP after a mission", "16.0")


def _after(said: str) -> str:
    """The chart's word for a delay, to be read aloud."""
    return {"1dr turns": "1d6 turns", "1dr/2 turns": "half of 1d6 turns", "immediate": "no time"}.get(said, said)
