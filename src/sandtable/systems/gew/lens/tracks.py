"""What lies beside the map, in plain words: the turn, the initiative, the crisis, neutrals, markers that wait."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from sandtable.core.lens import Track
from sandtable.core.rules import Side
from sandtable.core.sentences import joined, say
from sandtable.core.state import fact
from sandtable.core.system import Scenario
from sandtable.systems.gew.options import O35_OFFENSIVES, OPEN_DISPLAYS
from sandtable.systems.gew.s03_victory import SIDE_NAMES
from sandtable.systems.gew.s04_initiative import initiative_count
from sandtable.systems.gew.s15_impulses import SECOND
from sandtable.systems.gew.s26_convoys import in_convoy
from sandtable.systems.gew.setups import setup_of
from sandtable.systems.gew.state import (
    ANTI_CONVOY,
    ASW,
    CRISIS,
    FIRST_PLAYER,
    IMPULSE,
    PHASING,
    TURN,
    ULTRA,
    ULTRA_READY,
    ULTRA_REMOVED,
    ULTRA_USED,
    GewState,
)
from sandtable.systems.gew.theatre import ALLIED_SIDE, NEUTRAL, SIDES

IMPULSES = "impulses"
ULTRA_WORDS = {ULTRA_READY: "ready", ULTRA_USED: "spent, to be regrouped", ULTRA_REMOVED: "out of the game"}


def tracks(state: GewState, side: Side | None) -> Sequence[Track]:
    """6.3 A side's Major Offensives and Ultra are its own affair, unless displays are open or Ultra is gone (O36)."""
    found = [*_clock(state.scenario, bytes(state.clock)), *_held(state), *_convoys(state)]
    if "neutrals" not in state.setup.skip:
        found += _neutrals(state.scenario, bytes(state.status))
    if state.option(O35_OFFENSIVES):
        known = [each for each in (0, 1) if each == side or state.option(OPEN_DISPLAYS)]
        found += [_offensives(each, bytes(state.offensives_of(Side(each)))) for each in known]
    ultra = state.flags[ULTRA]
    if ultra and (side == ALLIED_SIDE or ultra == ULTRA_REMOVED or state.option(OPEN_DISPLAYS)):
        found.append(Track("ultra", "Ultra", ULTRA_WORDS[ultra], "O36"))
    return found


@lru_cache(maxsize=64)
def _clock(scenario: Scenario, clock: bytes) -> tuple[Track, ...]:
    """Before the first turn there is nothing to tell."""
    return tuple(_told(scenario, clock)) if clock[TURN] else ()


def _told(scenario: Scenario, clock: bytes) -> Iterator[Track]:
    turn, setup, table = clock[TURN], setup_of(scenario.name), scenario.charts.table("turns")
    season, impulses = table.read(turn, "season"), table.read(turn, IMPULSES)
    when = f"{turn}, {season} {table.read(turn, 'year')}"
    yield Track("turn", "Game turn", f"{when}; the last is {setup.turns[1]}", "4.1")
    if 0 < clock[IMPULSE] <= int(impulses):
        whose = SIDE_NAMES[clock[PHASING]]
        yield Track("impulse", "Impulse", f"{clock[IMPULSE]} of {impulses}, {whose} player", "15.0")
    if season == "spring":
        thaw = "now" if clock[IMPULSE] == SECOND else "in the second impulse"
        yield Track("thaw", "Thaw", f"{thaw}, units in the USSR and the Baltic States sit out", "15.0")
    yield Track("initiative", "Initiative", f"{SIDE_NAMES[clock[FIRST_PLAYER]]} player", "4.2")
    if "crisis" not in setup.skip:
        top = scenario.charts.lines("tracks")["crisis"].amount
        yield Track("crisis", "European Crisis", f"{clock[CRISIS]} of {top}", "8.1")


@fact
def _held(state: GewState) -> tuple[Track, ...]:
    """What the next initiative is decided by, where the scenario has any."""
    axis, allied = initiative_count(state)
    if not axis.value and not allied.value:
        return ()
    said = f"{SIDE_NAMES[0]} {axis.value}, {SIDE_NAMES[1]} {-allied.value}"
    return (Track("mobilization_hexes", "Mobilization hexes held", said, "4.2"),)


def _convoys(state: GewState) -> Iterator[Track]:
    """While they are fought for: afterwards everybody goes home."""
    guards, raiders = in_convoy(state, ASW), in_convoy(state, ANTI_CONVOY)
    said = [say("guarded by {units}", tuple(guards))] if guards else []
    said += [say("attacked by {units}", tuple(raiders))] if raiders else []
    if said:
        yield Track("convoys", "Convoys", joined(said), "26.5" if raiders else "26.4")


@lru_cache(maxsize=64)
def _neutrals(scenario: Scenario, status: bytes) -> tuple[Track, ...]:
    """9.1 Those that may still join or be invaded."""
    standing, countries = setup_of(scenario.name).standing, scenario.extra.countries
    names = [
        country.name for nth, country in enumerate(countries) if status[nth] == NEUTRAL and standing[nth] != "never"
    ]
    return (Track("neutrals", "Neutral", ", ".join(sorted(names)) or "nobody", "9.1"),)


@lru_cache(maxsize=256)
def _offensives(side: int, counts: bytes) -> Track:
    """O35.1 Those that are ready, and when others come."""
    later = [f"{number} in game turn {turn}" for turn, number in enumerate(counts) if turn and number]
    said = ", ".join([f"{counts[0]} ready", *later])
    return Track(f"offensives_{SIDES[side]}", f"{SIDE_NAMES[side]} Major Offensives", said, "O35.1")
