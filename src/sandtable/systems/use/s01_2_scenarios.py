"""USE: what single scenarios add: units that come by a rule, and what a side has to do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sandtable.core.decisions import HEX, Form, Slot
from sandtable.core.flow import Ask, Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sequence import Segment
from sandtable.systems.use.s03_3_stacking import crowded
from sandtable.systems.use.s06_3_army import assaulted, ready
from sandtable.systems.use.setups import LATER
from sandtable.systems.use.state import CONQUERED, FOUGHT, UseState
from sandtable.systems.use.theatre import AXIS, Theatre


def must_act(segment: Segment, state: UseState) -> Iterator[Violation]:
    """France 1940: in its first Operations Phase the Axis has to attack, or to enter a Western country."""
    if not state.theatre.must_attack or segment.side != AXIS or state.turn != 1:
        return
    theatre = state.theatre
    attacked = any(state.done[unit] & FOUGHT for unit in state.scenario.units_of(AXIS))
    entered = any(
        theatre.countries[theatre.country_at[state.hex_of[unit]]].side == enemy(AXIS)
        for unit in state.ground_units(AXIS)
    )
    if not attacked and not entered and (ready(segment, state) or assaulted(segment, state)):
        yield Violation("1.2", "in May 1940 the Axis has to attack, or to enter a country of the West")


def latecomers(state: UseState, side: Side) -> list[UnitId]:
    """France 1940: the French 2nd Air comes at the end of an Axis Operations Phase."""
    if side != AXIS or not state.theatre.arriving_sorties:
        return []
    waiting = (unit for unit in coming_later(state.theatre) if state.hex_of[unit] < 0)
    return [unit for unit in waiting if state.status[state.theatre.country_of[unit]] != CONQUERED]


@cache
def coming_later(theatre: Theatre) -> tuple[UnitId, ...]:
    return tuple(UnitId(unit) for unit, at in enumerate(theatre.counters["at"]) if at == LATER)


class Reinforce(Procedure):
    """France 1940: an air unit is put into a friendly city of its country, with the Sorties that the scenario says."""

    side: Side
    answer: tuple = ()  # type: ignore[type-arg]

    @step("1.2")
    def ask(self, state: UseState) -> Result:
        units = latecomers(state, self.side)
        if not units or next(_open(state, units[0]), None) is None:
            return Done()
        return Ask(enemy(self.side), ARRIVE, "answer")

    @step("1.2")
    def arrive(self, state: UseState) -> Result:
        (to,), self.answer = self.answer, ()
        unit = latecomers(state, self.side)[0]
        state.place(unit, to, "1.2")
        state.add_sorties(unit, state.theatre.arriving_sorties, "1.2")
        return Done()


def cities(state: UseState, unit: UnitId) -> list[Hex]:
    return sorted(_open(state, unit))


def _open(state: UseState, unit: UnitId) -> Iterator[Hex]:
    own = state.theatre.cities_of[state.theatre.country_of[unit]]
    return (city for city in own if next(bad_city(state, unit, city), None) is None)


def bad_city(state: UseState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    theatre = state.theatre
    if to not in theatre.cities_of[theatre.country_of[unit]]:
        yield Violation("1.2", f"it is not a city of {state.country_name(theatre.country_of[unit])}", (to,))
        return
    if state.controller(to) != theatre.side_of[unit]:
        yield Violation("1.2", "the enemy holds it", (to,))
    yield from crowded(state, unit, to)


def _comer(frame: Reinforce, state: UseState) -> UnitId:
    return latecomers(state, frame.side)[0]


ARRIVE = Form(
    "arrive", "1.2",
    Slot(
        "to", HEX, lambda frame, state: range(state.theatre.board.hexes),
        lambda frame, state, to: bad_city(state, _comer(frame, state), to),
        lambda frame, state: cities(state, _comer(frame, state)),
    ),
)  # fmt: skip
