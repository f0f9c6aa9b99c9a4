"""USE: what a side may know of a position, and what it makes of the rest. Everything is open but what is sealed in a
combat (5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.system import Scenario
from sandtable.core.views import Seen, View
from sandtable.systems.use.s01_2_sequence import Game
from sandtable.systems.use.s05_forecast import guess_commitment
from sandtable.systems.use.state import UseState

FACE = ("steps", "supply", "sorties", "done", "in_fort", "assault")
ON_MAP = ("fort", "no_ezoc", "bombed", "served")
COUNTRIES = ("will", "points", "status", "collapses", "faction", "pro", "fac_lost")
POLITICS = ("policies", "happened")


def view(state: UseState, side: Side | None) -> View:
    """Everything is open but what is sealed in a combat (5.1), and that is in no column."""
    places = range(state.theatre.board.size)
    units = tuple(
        seen(state, unit) for place in places for unit in reversed(state.units_in(Hex(place)))
    )  # fmt: skip
    tracks: dict[str, int | str] = {"clock": _words(state.clock)}
    tracks |= {name: _sparse(getattr(state, name)) for name in ON_MAP}
    tracks |= {name: _words(getattr(state, name)) for name in (*COUNTRIES, *POLITICS)}
    tracks["off"] = " ".join(f"{unit}={state.steps[unit]}" for unit, at in enumerate(state.hex_of) if at < 0)
    return View(side, state.scenario.name, units, tuple(state.controller(Hex(place)) for place in places), tracks)


def seen(state: UseState, unit: UnitId) -> Seen:
    marks = {name: getattr(state, name)[unit] for name in FACE}
    return Seen(Hex(state.hex_of[unit]), Side(state.theatre.side_of[unit]), unit, marks)


def guess(view: View, scenario: Scenario, rng: Random) -> UseState:
    state = UseState(scenario, Game())
    for shown in view.units:
        assert shown.unit is not None
        for name, value in shown.face.items():
            getattr(state, name)[shown.unit] = value
        state.place(shown.unit, shown.place, "1.2")
    for place, owner in enumerate(view.control):
        state.control[place] = 0 if owner is None else owner + 1
    for name in ("clock", *COUNTRIES, *POLITICS):
        for nth, value in enumerate(str(view.tracks[name]).split()):
            getattr(state, name)[nth] = int(value)
    for name in ON_MAP:
        for each in str(view.tracks[name]).split():
            at, _, marked = each.partition("=")
            getattr(state, name)[int(at)] = int(marked)
    for each in str(view.tracks["off"]).split():
        unit, _, steps = each.partition("=")
        state.steps[int(unit)] = int(steps)
    state.forget()
    return state


def imagine(state: UseState, side: Side, rng: Random) -> UseState:
    """5.1 Only what is sealed in a combat is hidden."""
    imagined = state.copy()
    imagined.log = None
    guess_commitment(imagined, side, rng)
    return imagined


def _words(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def _sparse(column: Sequence[int]) -> str:
    """`123=1 140=2`: the places that have a marker."""
    return " ".join(f"{place}={value}" for place, value in enumerate(column) if value)
