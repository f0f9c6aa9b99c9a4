"""GEW 6.3: what a player may not see of his enemy: points, displays, and what is being built.

A view holds all that is open, so that a guess made from it can stand in for the game: places and markers as words,
`2907=1 3008=2`, in the view's tracks; what counters are doing in their faces.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from random import Random

from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.state import OFF
from sandtable.core.system import Scenario
from sandtable.core.views import Seen, View
from sandtable.systems.gew.options import O36_ULTRA, OPEN_DISPLAYS
from sandtable.systems.gew.state import (
    AVG_MOBILIZED,
    LEND_LEASE_USED,
    MOST_MP,
    POWERS_OF_SIDE,
    ULTRA,
    ULTRA_READY,
    ULTRA_REMOVED,
    US_UNIT_BUILT,
    USMC_MOBILIZED,
    GewState,
)
from sandtable.systems.gew.theatre import ALLIED_SIDE, BELLIGERENTS, NEUTRAL, SIDE_OF_POWER, SIDES, Theatre

FACE = ("operational", "done", "mission", "base", "cargo", "origin", "steps")  # by unit
ON_MAP = ("bombed", "sabotaged", "fort", "depot", "attacked", "rail")  # by place
HIDDEN_FLAGS = (LEND_LEASE_USED, US_UNIT_BUILT, USMC_MOBILIZED, AVG_MOBILIZED, ULTRA)  # from the Axis
COLUMNS_SEEN = {*FACE, *ON_MAP, "control", "status", "mp", "clock", "flags", "offensives"}
OWNER = (*(SIDE_OF_POWER[power] for power in BELLIGERENTS), None, None)  # by power, and of occupied countries: whose
# counter on the turn track it is
GAMES = 1 << 10  # positions that are kept at hand, of so many games at a time
STACKS = {"hex_of", "top_of", "under"}
OTHERS = tuple(name for name in GewState.columns if name not in COLUMNS_SEEN | STACKS)  # open in full


def view(state: GewState, side: Side | None) -> View:
    """6.3 All units on the map, in the staging areas and the Convoy Display; of boxes one's own, and nobody's where
    there is no side. Asked after every answer, so what has not changed since is taken from the last one."""
    everything = state.option(OPEN_DISPLAYS)
    tracks: dict[str, int | str] = {name: sparse(bytes(getattr(state, name))) for name in (*ON_MAP, *OTHERS)}
    tracks |= {"status": words(bytes(state.status)), "clock": words(bytes(state.clock))}
    for each in (0, 1):
        if everything or each == side:
            tracks |= {f"mp {power}": state.mp[power] for power in POWERS_OF_SIDE[each]}
            half = len(state.offensives) // 2
            tracks[f"offensives {each}"] = words(bytes(state.offensives[each * half : (each + 1) * half]))
    tracks["flags"] = words(bytes(state.flags if everything or side == ALLIED_SIDE else open_flags(state)))
    return View(side, state.scenario.name, seen(state, side, everything), markers(bytes(state.control)), tracks)


def seen(state: GewState, side: Side | None, everything: bool) -> tuple[Seen, ...]:
    """The counters, place by place, from the bottom up."""
    hex_of, powers = state.hex_of.tobytes(), state.powers()
    stacks = hex_of, state.top_of.tobytes(), state.under.tobytes()
    units = stacked(*stacks) if everything else in_sight(state.theatre, stacks, powers, side)
    counters = seen_counters(hex_of, powers, *(bytes(getattr(state, name)) for name in FACE))
    return tuple([counters[unit] for unit in units])


@lru_cache(maxsize=GAMES)
def in_sight(
    theatre: Theatre, stacks: tuple[bytes, bytes, bytes], powers: bytes, side: Side | None
) -> tuple[UnitId, ...]:
    """Those of `stacked` that a side sees; the turn track holds counters of both."""
    places, last, owner = array("h", stacks[0]), theatre.convoy, theatre.own_boxes.get
    return tuple([
        unit for unit in stacked(*stacks)
        if (place := places[unit]) <= last or (side is not None and owner(place, OWNER[powers[unit]]) == side)
    ])  # fmt: skip


@lru_cache(maxsize=GAMES)
def stacked(hex_of: bytes, top_of: bytes, under: bytes) -> tuple[UnitId, ...]:
    """Every counter in play, place by place, from the bottom up."""
    places, top, below = (array("h", column).tolist() for column in (hex_of, top_of, under))
    found: list[int] = []
    for place in sorted({*places} - {OFF}):
        stack = [top[place]]
        while (unit := below[stack[-1]]) >= 0:
            stack.append(unit)
        found += reversed(stack)
    return tuple(found)  # type: ignore[arg-type]  # they are UnitIds


@lru_cache(maxsize=GAMES)
def seen_counters(hex_of: bytes, powers: bytes, *marks: bytes) -> list[Seen]:
    """All counters, by number. Whoever looks second finds them made."""
    columns = (array("h", column) if len(column) > len(powers) else column for column in (hex_of, powers, *marks))
    return list(map(seen_counter, enumerate(zip(*columns, strict=True))))


@lru_cache(maxsize=1 << 16)
def seen_counter(row: tuple[int, tuple[int, ...]]) -> Seen:
    """A neutral's counter is of a third side."""
    unit, (place, power, *marks) = row
    owner = SIDE_OF_POWER[power] if power < NEUTRAL else Side(len(SIDES))
    return Seen(Hex(place), owner, UnitId(unit), face(*marks))


@lru_cache(maxsize=1 << 10)
def face(*marks: int) -> dict[str, int]:
    """What a counter is doing; those that do the same share it."""
    return dict(zip(FACE, marks, strict=True))


@lru_cache(maxsize=GAMES)
def markers(control: bytes) -> tuple[Side | None, ...]:
    """6.1 By power: not by side."""
    return tuple([Side(code - 1) if code else None for code in control])


def open_flags(state: GewState) -> list[int]:
    """What the Axis knows of what has happened: of Ultra only when it is gone for good, which is announced (O36)."""
    gone = state.flags[ULTRA] == ULTRA_REMOVED
    return [flag if nth not in HIDDEN_FLAGS or (nth == ULTRA and gone) else 0 for nth, flag in enumerate(state.flags)]


def visible(state: GewState, side: Side | None, unit: UnitId) -> bool:
    place = state.hex_of[unit]
    return place <= state.theatre.convoy or (
        side is not None and state.theatre.own_boxes.get(place, state.side_of(unit)) == side
    )


def guess(view: View, scenario: Scenario, state: GewState, rng: Random) -> GewState:
    """Fill in an empty state: what is seen as it is, the rest as it might be."""
    assert view.side is not None
    for seen in view.units:
        assert seen.unit is not None
        for name, value in seen.face.items():
            getattr(state, name)[seen.unit] = value
        state.place(seen.unit, seen.place, "33.0")
    state.control[:] = bytes(0 if power is None else power + 1 for power in view.control)
    for name in (*ON_MAP, *OTHERS):
        fill(state, name, str(view.tracks[name]))
    state.status[:], state.clock[:] = (numbers(view.tracks[name]) for name in ("status", "clock"))
    state.flags[:] = numbers(view.tracks["flags"])
    for each in (0, 1):
        half = len(state.offensives) // 2
        if f"offensives {each}" in view.tracks:
            state.offensives[each * half : (each + 1) * half] = numbers(view.tracks[f"offensives {each}"])
        for power in POWERS_OF_SIDE[each]:
            state.mp[power] = int(view.tracks.get(f"mp {power}", rng.randint(0, MOST_MP // 2)))
    hide(state, view.side, rng)
    state.forget()
    return state


def hide(state: GewState, side: Side, rng: Random) -> None:
    """The enemy's counters that nobody sees: campaign units in their display, the rest among the reinforcements; and
    Ultra, unless it is known to be gone (O36)."""
    if state.option(OPEN_DISPLAYS):
        return
    if side != ALLIED_SIDE and state.option(O36_ULTRA) and not state.flags[ULTRA]:
        state.flags[ULTRA] = ULTRA_READY
    theatre, plan, foe = state.theatre, state.setup, enemy(side)
    known = (side, None) if side != ALLIED_SIDE else (side,)  # neutral counters lie in Axis boxes (33.2)
    open_to_all = {*plan.out, *plan.optional}
    if not state.turn:  # 33.0 what is still to be set up lies there for everybody to see
        open_to_all |= {unit for units, *_ in (*plan.free, *plan.pick) for unit in units}
    away = [UnitId(unit) for unit, place in enumerate(state.hex_of) if place < 0 and unit not in open_to_all]
    for unit in [unit for unit in away if state.side_of(unit) not in known]:
        in_play = not theatre.is_ground[unit] and rng.random() < 0.8
        state.place(unit, theatre.display[foe] if in_play else theatre.reinforcements[foe], "33.0")
        state.operational[unit] = in_play and rng.random() < 0.7


def veiled(state: GewState, side: Side) -> GewState:
    """A copy in which all that a side may not see is always the same: the enemy has every point he could have, and his
    hidden counters are away. For looking ahead, where nothing is to be guessed."""
    new, foe = state.copy(), enemy(side)
    if state.option(OPEN_DISPLAYS):
        return new
    for unit in map(UnitId, range(len(new.hex_of))):
        if new.hex_of[unit] < 0 or not visible(new, side, unit):
            new.cover(unit)
    for power in POWERS_OF_SIDE[foe]:
        new.mp[power] = MOST_MP
    half = len(new.offensives) // 2
    new.offensives[foe * half : (foe + 1) * half] = bytes(half)
    if side != ALLIED_SIDE:
        new.flags[:] = bytes(open_flags(state))
    new.forget()
    return new


def imagine(state: GewState, side: Side, rng: Random) -> GewState:
    """What `guess` makes of a side's view, without writing it out in words first: a test compares the two."""
    new = veiled(state, side)
    if state.option(OPEN_DISPLAYS):
        return new
    for power in BELLIGERENTS:
        drawn = rng.randint(0, MOST_MP // 2)
        if SIDE_OF_POWER[power] != side:
            new.mp[power] = drawn
    hide(new, side, rng)
    return new


# ------------------------------------------------------------------------------------------------ columns as words


@lru_cache(maxsize=256)
def sparse(column: bytes) -> str:
    return " ".join(f"{nth}={value}" for nth, value in enumerate(column) if value)


def fill(state: GewState, name: str, said: str) -> None:
    column = getattr(state, name)
    for each in said.split():
        nth, value = each.split("=")
        column[int(nth)] = int(value)


@lru_cache(maxsize=256)
def words(values: bytes) -> str:
    return " ".join(map(str, values))


def numbers(said: object) -> bytes:
    return bytes(map(int, str(said).split()))
