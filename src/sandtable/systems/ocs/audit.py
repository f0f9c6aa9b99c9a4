"""OCS: what can never be in a position."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.parts import Account, Ledger
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.s05_modes import markers_left
from sandtable.systems.ocs.s15_bases import bases, room
from sandtable.systems.ocs.s18_craft import LosePoints, overload
from sandtable.systems.ocs.state import ON_WHEELS, OcsState
from sandtable.systems.ocs.theatre import COMBAT, COMBAT_FACE, MOVE, MOVE_FACE, STRAT


def audit(state: OcsState) -> list[Violation]:
    return [*_stacks(state), *_units(state), *_modes(state), *_bases(state), *_holds(state), *_tokens(state)]


def _stacks(state: OcsState) -> Iterator[Violation]:
    """6.1 Never combat units of both sides in a hex."""
    for place in [Hex(place) for place, top in enumerate(state.top_of[: state.theatre.board.hexes]) if top >= 0]:
        units = state.units_in(place)
        if len({state.owner[unit] for unit in units if state.theatre.is_combat[unit]}) > 1:
            yield Violation("6.1", say("both sides are in {hex}", place), (place,))
        if any(state.hex_of[unit] != place for unit in units):
            yield Violation("4.8", say("a stack and its unit disagree in {hex}", place), (place,))


def _units(state: OcsState) -> Iterator[Violation]:
    for unit, (steps, most) in enumerate(zip(state.steps, state.theatre.full_steps, strict=True)):
        if not 0 < steps <= most and state.is_on_map(UnitId(unit)):
            yield Violation("9.11", say("{unit} has no such number of steps", unit), units=(UnitId(unit),))


def _modes(state: OcsState) -> Iterator[Violation]:
    """5.0, 5.7 Combat, Move and Strat Mode show their face; no side has more reserves than markers."""
    shown = {COMBAT: COMBAT_FACE, MOVE: MOVE_FACE, STRAT: MOVE_FACE}
    for side in map(Side, range(len(state.scenario.sides))):
        for unit in (*state.combat_units(side), *state.transport(side)):
            if state.face[unit] != shown.get(state.mode[unit], state.face[unit]):
                yield Violation("5.0", say("{unit} does not show the face of its mode", unit), units=(unit,))
        if markers_left(state, side) < 0:
            yield Violation("5.7", say("{side} has more reserves than markers", side))


def _bases(state: OcsState) -> Iterator[Violation]:
    """15.1 No base holds more active aircraft than it can; in a mission others pass over it."""
    if state.stack and not isinstance(state.stack[-1], Segment):
        return
    for side in map(Side, range(len(state.scenario.sides))):
        for place in bases(state, side):
            if room(state, side, place) < 0:
                yield Violation("15.1", say("{hex} holds fewer active aircraft", place), (place,))


def _holds(state: OcsState) -> Iterator[Violation]:
    """18.1, 18.4 Vessels keep to the water and carry what they can, of their own side."""
    theatre = state.theatre
    sinking = any(isinstance(frame, LosePoints) for frame in state.stack)  # 18.3d it is being told what is lost
    for unit in theatre.afloat:
        craft = theatre.is_craft[unit]
        drives = state.role[unit] == ON_WHEELS
        if state.is_on_map(unit) and (state.hex_of[unit] in theatre.sea if drives else not _floats(state, unit)):
            yield Violation("18.1c", say("{unit} is where it cannot be", unit), units=(unit,))
        if craft and overload(state, unit) > 0 and not sinking:
            yield Violation("18.4a", say("{unit} carries more than it can", unit), units=(unit,))
        if craft and any(state.owner[each] != state.owner[unit] for each in state.aboard(unit)):
            yield Violation("18.4a", say("{unit} carries enemies", unit), units=(unit,))


def _floats(state: OcsState, unit: UnitId) -> bool:
    return state.hex_of[unit] in state.theatre.navigable[state.theatre.is_craft[unit]]


def _tokens(state: OcsState) -> Iterator[Violation]:
    """12.1 Every token that ever arrived is on the map, carried, spent, lost or captured."""
    for side, _, came, held, gone in accounts(state):
        if held + gone != came:
            yield Violation("12.1", say("{side}: {number} tokens are missing", side, came - held - gone))
    for place, (tokens, holder) in enumerate(zip(state.dump, state.holder, strict=True)):
        if tokens < 0 or bool(tokens) != bool(holder):
            yield Violation("12.2", say("{hex} has supply of nobody", Hex(place)), (Hex(place),))


def accounts(state: OcsState) -> Iterator[Account]:
    """12.1 The tokens of each side: what arrived or was captured is on the ground, carried, spent or lost."""
    for side in map(Side, range(len(state.scenario.sides))):
        came = state.arrived_tokens[side] + state.taken_tokens[side]
        gone = state.spent_tokens[side] + state.lost_tokens[side]
        yield Account(side, "tokens", came, state.on_hand(side), gone)


TOKENS = Ledger(
    accounts=accounts,
    came=frozenset(("supply arrived", "supply taken")),
    gone=frozenset(("paid", "supply lost")),
)
