"""OCS in words: `69_bde 12.7 reserve mode; al_truck_a1 15.7 carries 4; dump 13.7 8; turn 2; allied moves`."""

from __future__ import annotations

from sandtable.core.flow import Procedure
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.state import OFF
from sandtable.core.system import Scenario
from sandtable.core.vocabulary import (
    BOXES,
    CONTROL,
    CONTROLLER,
    EVERYTHING,
    PLACES,
    Clause,
    Number,
    Vocabulary,
    words,
)
from sandtable.core.vocabulary import SIDE as SIDE_NAME
from sandtable.systems.ocs.s02_first import first_position
from sandtable.systems.ocs.s02_sequence import Game
from sandtable.systems.ocs.state import (
    ATTACKED,
    BUILT,
    CARRIED,
    FINISHED,
    FIRED,
    FIRST,
    FLIGHT,
    FLOWN,
    GROUND,
    MOVED,
    MOVEMENT,
    ORDERED,
    PHASING,
    RELEASED,
    SEGMENT,
    TURN,
    OcsState,
)
from sandtable.systems.ocs.theatre import (
    COMBAT,
    COMBAT_FACE,
    FACES,
    FLIGHTS,
    GROUNDS,
    MODES,
    MOVE,
    MOVE_FACE,
    ROLES,
    STOCKS,
    STRAT,
)

MOST = 32_000  # tokens
DONE = {
    "finished": FINISHED, "fired": FIRED, "attacked": ATTACKED, "flown": FLOWN, "carried": CARRIED, "built": BUILT,
    "released": RELEASED, "ordered": ORDERED, "moved": MOVED,
}  # fmt: skip
HAS_DONE: tuple[Clause[OcsState], ...] = tuple(
    Clause((word,), "done", value=bit, bits=True) for word, bit in DONE.items()
)
PHASES = {
    "moves": "Movement Segment", "refits": "Aircraft Refit", "brings up": "Reinforcements",
    "breaks out": "Breakout Segment", "reacts": "Reaction Movement", "barrages": "Barrage Segment",
    "attacks": "Combat Segment", "exploits": "Exploitation Movement",
}  # fmt: skip
SEGMENTS = words("segment", "none", "movement", "reaction", "exploitation")


def turn_with_mode(state: OcsState, unit: int, mode: int) -> None:
    """5.0 Combat, Move and Strat Mode show their face."""
    if mode in (COMBAT, MOVE, STRAT):
        state.face[unit] = COMBAT_FACE if mode == COMBAT else MOVE_FACE


def is_inactive(state: OcsState, unit: int) -> int:
    return int(state.theatre.is_plane[unit] and not state.active[unit])


def set_inactive(state: OcsState, unit: int, yes: int) -> None:
    state.active[unit] = int(state.theatre.is_plane[unit] and not yes)


def load(state: OcsState, unit: int, tokens: int) -> None:
    """12.1 What is said to be there has arrived."""
    state.arrived_tokens[state.owner[unit]] += tokens - state.cargo[unit]
    state.cargo[unit] = tokens


def lay_down(state: OcsState, place: int, tokens: int) -> None:
    """12.1 The same, of whoever holds the hex."""
    held = state.holder[place] or state.control[place] or 1
    state.arrived_tokens[held - 1] += tokens - state.dump[place]
    state.dump[place], state.holder[place] = tokens, held if tokens else 0


def give(state: OcsState, place: int, holder: int) -> None:
    """Whose they are."""
    if state.holder[place] and holder and state.holder[place] != holder:
        state.arrived_tokens[state.holder[place] - 1] -= state.dump[place]
        state.arrived_tokens[holder - 1] += state.dump[place]
    state.holder[place] = holder if state.dump[place] else 0


def set_out(scenario: Scenario, there: str) -> OcsState:
    state = first_position(scenario, scenario.extra).copy()
    state.keep_own_facts()
    if there != EVERYTHING:
        for unit, at in enumerate(state.hex_of):
            if at >= 0 and (there != BOXES or at < state.theatre.board.hexes):
                load(state, unit, 0)
                state.remove(UnitId(unit), "2.0")
        for place in range(state.theatre.board.hexes):
            lay_down(state, place, 0)
            state.hedgehog[place] = state.base[place] = 0
    state.clock[TURN], state.clock[FIRST] = 1, state.theatre.first
    state.clock[SEGMENT] = MOVEMENT
    state.began[:] = state.hex_of  # nobody has moved yet in the phase
    return state


def put_down(state: OcsState, unit: UnitId, at: Hex) -> None:
    """At full strength, in Combat Mode if it is a combat unit; such a unit holds its hex."""
    theatre = state.theatre
    load(state, unit, 0)
    state.reset(unit)
    fights = theatre.is_combat[unit] and not theatre.is_repl[unit]
    state.mode[unit] = COMBAT if fights else MOVE
    state.face[unit] = COMBAT_FACE if fights else MOVE_FACE
    state.steps[unit], state.active[unit] = theatre.full_steps[unit], theatre.is_plane[unit]
    state.fuel_from[unit], state.began[unit] = OFF, at
    if theatre.is_combat[unit] and 0 <= at < theatre.board.hexes:
        state.control[at] = state.owner[unit] + 1


def enter_row(state: OcsState, top: str, side: Side) -> None:
    state.clock[PHASING] = side


def game_at(state: OcsState, top: str, side: Side) -> Procedure | None:
    """2.2 In the turn of the one whose player-turn it is."""
    if side != state.clock[PHASING]:
        return None
    return Game(nth=1 if side == state.clock[FIRST] else 2).standing_at("player_turn")


IN_WORDS: Vocabulary[OcsState] = Vocabulary(
    marks=(
        Clause(("owned by {is}", "captured by {is}"), "owner", value=SIDE_NAME),
        Clause(("{is} mode", "in {is} mode"), "mode", value=words("mode", *MODES), also=turn_with_mode),
        Clause(("{is} side", "shows {is}"), "face", value=words("side of a counter", *FACES)),
        Clause(("steps {is}", "{is} steps"), "steps", value=Number(0, 9)),
        Clause(("out of supply",), "oos"),
        Clause(("stocks {is}", "{is} stocks"), "stocks", value=words("level of stocks", *STOCKS)),
        Clause(("fuel {is}",), "fuel", value=words("fuel", "none", "phase", "turn", "others")),
        Clause(("fuel from {is}",), "fuel_from", value=PLACES),
        Clause(("inactive",), "active", get=is_inactive, put=set_inactive),
        Clause(("carries {is}", "{is} tokens"), "cargo", value=Number(0, MOST), put=load),
        Clause(("extends",), "extends"),
        Clause(("spent {is}",), "spent", value=Number(0, MOST)),
        Clause(("began {is}",), "began", value=PLACES),
        Clause(("turned up",), "shown"),
        Clause(("role {is}",), "role", value=words("role", *ROLES)),
        Clause(("shelled",), "shelled"),
        Clause(("shot at",), "shot_at"),
        *HAS_DONE,
    ),
    after=(
        CONTROL,
        Clause(("dump {of} {is}", "{is} tokens in {of}"), "dump", PLACES, Number(0, MOST), put=lay_down),
        Clause(("dump {of} of {is}",), "holder", PLACES, CONTROLLER, put=give),
        Clause(("hedgehog {of} {is}",), "hedgehog", PLACES, Number(0, 9)),
        Clause(("base {of} {is}",), "base", PLACES, Number(0, 9)),
        Clause(("port hits {of} {is}",), "port_hits", PLACES, Number(0, 9)),
        Clause(("trainbusting {of} by {is}",), "busted", PLACES, CONTROLLER),
        Clause(("landed {of} by {is}",), "landed", PLACES, CONTROLLER),
        Clause(("gauge {of} of {is}",), "gauge", PLACES, CONTROLLER),
        Clause(("{of} shipped {is} tokens",), "sea_used", SIDE_NAME, Number(0, MOST)),
        Clause(("{of} spent {is} tokens",), "spent_tokens", SIDE_NAME, Number(0, MOST)),
        Clause(("{of} lost {is} tokens",), "lost_tokens", SIDE_NAME, Number(0, MOST)),
        Clause(("{of} took {is} tokens",), "taken_tokens", SIDE_NAME, Number(0, MOST)),
        Clause(("{of} got {is} tokens",), "arrived_tokens", SIDE_NAME, Number(0, MOST)),
        Clause(("{of} has {is} caches",), "caches", SIDE_NAME, Number(0, 9)),
        Clause(("turn {is}",), "clock", TURN, Number()),
        Clause(("phasing {is}",), "clock", PHASING, SIDE_NAME),
        Clause(("first {is}",), "clock", FIRST, SIDE_NAME),
        Clause(("flying {is}",), "clock", FLIGHT, words("flying weather", *FLIGHTS)),
        Clause(("ground {is}",), "clock", GROUND, words("state of the ground", *GROUNDS)),
        Clause(("segment {is}",), "clock", SEGMENT, SEGMENTS),
        Clause(("turn without combat",), "quiet", 0),
    ),
    phases=PHASES,
    first=set_out, fresh=put_down, enter=enter_row, game=game_at,
)  # fmt: skip
