"""OCS 4.9: fog of war: what a side sees of its enemy's stacks, and what it makes of the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from sandtable.core.bits import NO_HEX, Bits, union
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.state import OFF
from sandtable.core.system import Scenario
from sandtable.core.views import Nameless, View, look
from sandtable.systems.ocs.options import FOG_OF_WAR
from sandtable.systems.ocs.s02_sequence import Game
from sandtable.systems.ocs.s14_combat import home
from sandtable.systems.ocs.s14_drop import DropSupply
from sandtable.systems.ocs.s14_transport import Airlift
from sandtable.systems.ocs.s15_bases import room
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import MOVE, MOVE_FACE

UNDER_A_COUNTER = ("stocks", "fuel", "fuel_from", "cut_off")  # never seen, though the counter is
ON_A_COUNTER = ("spent", "done")  # seen of those who were turned up
ON_THE_GROUND = ("dump", "holder", "unloaded", "blown")  # not seen below a stack
IN_THE_BOOKS = ("spent_tokens", "lost_tokens", "taken_tokens", "arrived_tokens")
STORED, TOKENS = 0.25, 8  # how likely supply lies below a stack, and how much at most
READY = 0.5  # how likely an aircraft that is not seen is active


def is_open(state: OcsState, looking: Side | None, side: Side) -> bool:
    """4.9 May somebody know all that a side has?"""
    return looking == side or not state.option(FOG_OF_WAR)


def known(state: OcsState, looking: Side | None, unit: UnitId) -> bool:
    """4.9 May he know which counter this is?"""
    owner = Side(state.owner[unit])
    return is_open(state, looking, owner) or unit not in state.covered(owner)


def others(state: OcsState, side: Side | None) -> list[Side]:
    return [Side(nth) for nth in range(len(state.scenario.sides)) if nth != side]


# ------------------------------------------------------------------------------------------------ what is seen


def view(state: OcsState, side: Side | None) -> View:
    """4.9a Of stacks of the enemy the top unit and the top active plane, and how many counters lie below; neither
    steps lost nor stocks, no supply below a stack. Where nobody fights all is open but aircraft; so are ships."""
    if not state.option(FOG_OF_WAR):
        return look(state, side)
    foes = others(state, side)
    hidden = {unit for foe in foes for unit in state.covered(foe)}
    found = look(state, side, nameless=hidden)
    columns = dict(found.columns)
    counters = [unit for unit in _in_play(state, foes) if unit not in hidden]
    for name, entries in _masks(state, foes, counters):
        start, values = state.declared[name].hides, state.makers[name](columns[name])
        for nth in entries:
            values[nth] = start
        columns[name] = bytes(values)
    steps, began = state.makers["steps"](columns["steps"]), state.makers["began"](columns["began"])
    for unit in counters:
        if not state.shown[unit]:  # as if it had lost nothing, and had always been there
            began[unit] = state.hex_of[unit]
            if state.theatre.is_combat[unit]:
                steps[unit] = state.theatre.full_steps[unit]
    columns["steps"], columns["began"] = bytes(steps), bytes(began)
    return View(side, type(state), state.scenario, columns, _below(found.nameless))


def _in_play(state: OcsState, sides: list[Side]) -> list[UnitId]:
    """On the map and in bases off it."""
    boxes = state.theatre.air_boxes
    return [
        UnitId(unit) for unit, place in enumerate(state.hex_of)
        if state.owner[unit] in sides and (0 <= place < state.theatre.board.hexes or place in boxes)
    ]  # fmt: skip


def _masks(state: OcsState, foes: list[Side], counters: list[UnitId]) -> Iterator[tuple[str, Iterable[int]]]:
    """Entries of columns that are hidden though their declarations let everybody see them."""
    in_doubt = [unit for unit in counters if not state.shown[unit]]
    for name in UNDER_A_COUNTER:
        yield name, counters
    for name in ON_A_COUNTER:
        yield name, in_doubt
    yield "cargo", [unit for unit in counters if state.theatre.is_craft[unit]]  # 18.3c
    stacks: Bits = union(NO_HEX, *(state.occupied(foe) for foe in foes))
    for name in ON_THE_GROUND:
        yield name, stacks
    for name in IN_THE_BOOKS:
        yield name, foes


def _below(nameless: Iterable[Nameless]) -> tuple[Nameless, ...]:
    """Under what is seen in their hex: nobody is told how high in a stack the top unit lies."""
    levels = Counter[Hex]()
    found = []
    for place, _, side in sorted(nameless, key=lambda each: (each.place, each.side)):
        found.append(Nameless(place, levels[place], side))
        levels[place] += 1
    return tuple(found)


# ------------------------------------------------------------------------------------------------ what is guessed


def guess(view: View, scenario: Scenario, rng: Random) -> OcsState:
    """4.9 The counters that are not seen lie anyhow where some are, and do as the top unit does; supply lies below
    some stacks."""
    state = view.state(OcsState, Game())
    if not state.option(FOG_OF_WAR):
        return state
    for foe in others(state, view.side):
        _spread(state, foe, [Hex(each.place) for each in view.nameless if each.side == foe], rng)
        for place in state.occupied(foe):
            if rng.random() < STORED:
                state.put_down(Hex(place), foe, rng.randint(1, TOKENS))
        state.arrived_tokens[foe] = state.on_hand(foe)
    state.forget()
    return state


def _spread(state: OcsState, side: Side, places: list[Hex], rng: Random) -> None:
    """Aircraft alone where nobody fights, anything but aircraft where no base is, anything elsewhere."""
    theatre, stacks = state.theatre, state.occupied(side)
    kinds = (theatre.is_combat, theatre.is_plane, theatre.is_transport)
    unseen = [
        UnitId(unit) for unit, place in enumerate(state.hex_of)
        if place == OFF and state.owner[unit] == side and any(kind[unit] for kind in kinds)
    ]  # fmt: skip
    rng.shuffle(unseen)
    for place in sorted(places, key=lambda place: (place in stacks, place in stacks and bool(state.base[place]))):
        unit = next(unit for unit in unseen if _could_be(state, unit, place, place in stacks))
        unseen.remove(unit)
        _imagine(state, side, unit, place, rng)


def _could_be(state: OcsState, unit: UnitId, place: Hex, fighting: bool) -> bool:
    if not fighting:
        return state.theatre.is_plane[unit]
    return bool(state.base[place]) or not state.theatre.is_plane[unit]


def _imagine(state: OcsState, side: Side, unit: UnitId, place: Hex, rng: Random) -> None:
    """A counter at the bottom of a stack, such that nobody but the top unit would be seen."""
    theatre = state.theatre
    state.steps[unit], state.began[unit] = theatre.full_steps[unit], place
    if theatre.is_plane[unit]:
        top = state.top_plane(state.planes_at(place, side))
        seen = top is not None and (theatre.air_type[top] == "fighter" or theatre.air_type[unit] != "fighter")
        state.active[unit] = int(seen and rng.random() < READY and room(state, side, place) > 0)
        state.mode[unit], state.face[unit] = MOVE, MOVE_FACE
    elif theatre.is_combat[unit]:
        top = state.top_unit(state.combat_units_in(place, side))
        assert top is not None  # it is seen
        state.mode[unit], state.face[unit], state.oos[unit] = state.mode[top], state.face[top], state.oos[top]
        if theatre.is_repl[unit] or (state.exerts_zone(unit) and not state.exerts_zone(top)):
            state.mode[unit], state.face[unit] = MOVE, MOVE_FACE
    else:
        state.mode[unit], state.face[unit] = MOVE, MOVE_FACE
    state.slip(unit, place, 0)


def imagine(state: OcsState, side: Side, rng: Random) -> OcsState:
    """4.9 The same under the procedures of a paused game; what the enemy flies was loaded somewhere."""
    found = guess(view(state, side), state.scenario, rng)
    found.stack = [frame.copy() for frame in state.stack]
    found.wait = state.wait
    for frame in found.stack:
        if isinstance(frame, Airlift | DropSupply) and frame.side == enemy(side):
            start = home(found, frame.planes[0])
            found.put_down(start, frame.side, max(0, frame.tokens - found.dump[start]))
    return found


def foresee(state: OcsState, side: Side) -> OcsState:
    """4.9 Odds and threats reckon with what is seen: nobody is told of counters that were only guessed."""
    return view(state, side).beneath(state)


def revealed(before: OcsState, after: OcsState) -> bool:
    """4.9 Does somebody see which counter it is that lay below others?"""
    if not after.option(FOG_OF_WAR):
        return False
    return any(
        after.hex_of[unit] != OFF for side in others(after, None) for unit in before.covered(side) - after.covered(side)
    )
