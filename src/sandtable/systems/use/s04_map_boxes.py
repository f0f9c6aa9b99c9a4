"""USE 4.0: ground and air units that go into a Map Box over land, or come out of it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.decisions import HEX, UNIT, Form, Slot
from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.kernels import LIMIT, NEVER
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.use.s01_5_sorties import has_acted, too_tired
from sandtable.systems.use.s02_3_entering import Enter
from sandtable.systems.use.s03_3_stacking import crowded
from sandtable.systems.use.s04_2_air import bad_landing, flights
from sandtable.systems.use.s04_2_ground import movement_points, mover_of
from sandtable.systems.use.s06_3_army import LINE, Activation, inland_boxes
from sandtable.systems.use.s09_costs import cannot_pay, cost
from sandtable.systems.use.state import ACTIVATED, UseState

RULE = "4.0"


class EnterBox(Procedure):
    """4.0 An air unit flies into the Central Russia Box or out of it; a ground unit leaves it, and marches on."""

    side: Side
    unit: UnitId
    to: Hex

    @step("4.0")
    def go(self, state: UseState) -> Result:
        if state.theatre.is_air[self.unit]:
            state.move(self.unit, self.to, RULE)
            state.add_sorties(self.unit, 1, "4.2.2")
            return Done()
        state.pay(self.unit, cost(state, "activate", self.unit), "9.0")
        state.did(self.unit, ACTIVATED)
        return Call(Enter(self.side, self.unit, self.to, RULE))

    @step("4.2.3")
    def march_on(self, state: UseState) -> Result:
        """With what is left of its points."""
        left = movement_points(state, self.unit) - box_price(state, self.unit, self.to)
        return Call(Activation(self.side, self.unit, left, acted=1))

    @step("4.0")
    def end(self, state: UseState) -> Result:
        return Done()


def ways(state: UseState, unit: UnitId) -> list[Hex]:
    """From a box to the hexes beside it; air units also to hexes farther away, and from a hex into a box."""
    theatre, at = state.theatre, Hex(state.hex_of[unit])
    if at not in theatre.map_boxes:
        return inland_boxes(state) if theatre.is_air[unit] else []
    if theatre.is_air[unit]:
        lands = theatre.board.playable - theatre.water
        return list(lands) if theatre.coast_of(at) else []
    return list(theatre.coast_of(at))


def box_goers(segment: Segment, state: UseState) -> list[UnitId]:
    theatre = state.theatre
    return [
        unit for unit in state.scenario.units_of(segment.side)
        if (theatre.is_ground[unit] or theatre.is_air[unit]) and state.hex_of[unit] >= 0 and ways(state, unit)
    ]  # fmt: skip


def stays_out(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    if unit not in box_goers(segment, state):
        yield Violation(RULE, say("{unit} is not a unit of yours that could go there", unit), units=(unit,))
        return
    yield from has_acted(state, unit)
    if state.theatre.is_ground[unit]:
        yield from cannot_pay(state, "activate", unit)
    else:
        yield from too_tired(state, unit)
    if not open_ways(segment, state, unit):
        yield Violation(RULE, say("the way is closed to {unit}", unit), units=(unit,))


def open_ways(segment: Segment, state: UseState, unit: UnitId) -> list[Hex]:
    return sorted(to for to in ways(state, unit) if next(bad_way(segment, state, unit, to), None) is None)


def bad_way(segment: Segment, state: UseState, unit: UnitId, to: Hex) -> Iterator[Violation]:
    """4.0 Why a unit cannot go there."""
    theatre = state.theatre
    if to not in ways(state, unit):
        yield Violation(RULE, "no way leads there", (to,))
        return
    points, needed = movement_points(state, unit), box_price(state, unit, to)
    if needed > points:
        yield Violation(RULE, f"it costs {needed} movement points, and there are {points}", (to,))
    if to in theatre.map_boxes:
        return
    if to in state.shut_land(theatre.country_of[unit]):
        yield Violation(RULE, "its country is neutral, or a policy closes it", (to,))
    if theatre.is_air[unit]:
        yield from bad_landing(state, unit, to)
        return
    if any(theatre.side_of[each] != segment.side for each in state.units_in(to)):
        yield Violation("3.3", "an enemy unit or marker is there", (to,))
    yield from crowded(state, unit, to)
    if to in theatre.no_entry[theatre.country_of[unit]]:
        yield Violation(RULE, "units of its country do not go there", (to,))


def box_price(state: UseState, unit: UnitId, to: Hex) -> int:
    """4.0 Three for the box, whatever leads there; out of it the hex counts, without the benefit of a line."""
    theatre = state.theatre
    if not theatre.is_air[unit]:
        return mover_of(state, Side(theatre.side_of[unit])).on(to, to).terrain[theatre.board.terrain[to]]
    lines, shut = state.scenario.charts.lines("air_movement"), state.shut_land(theatre.country_of[unit])
    into = to in theatre.map_boxes
    hex, box = (Hex(state.hex_of[unit]), to) if into else (to, Hex(state.hex_of[unit]))
    away = flights(theatre, hex, shut)
    far = min((away[beside] for beside in theatre.coast_of(box) if away[beside] != NEVER), default=LIMIT)
    return far + int(lines[LINE if into else "any-hex"].value)


ENTER_BOX = Form(
    "box", RULE,
    Slot("unit", UNIT, box_goers, stays_out),
    Slot("to", HEX, lambda segment, state, unit: range(state.scenario.places), bad_way, open_ways),
)  # fmt: skip
