"""OCS 14.10: drops: supply at any time, parachutists by a plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sandtable.core.bits import Bits
from sandtable.core.decisions import GROUP, HEX, UNIT, Form, Slot, number
from sandtable.core.flow import Call, Done, Goto, Procedure, Result, step
from sandtable.core.groups import Group, stacks
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.state import OFF
from sandtable.core.system import Prepared
from sandtable.systems.ocs.options import O21_12E_DROP_TERRAIN
from sandtable.systems.ocs.s06_terrain import line_of
from sandtable.systems.ocs.s09_capture import Capture, prey
from sandtable.systems.ocs.s09_forces import terrains
from sandtable.systems.ocs.s14_air import prepare_air_drop
from sandtable.systems.ocs.s14_capacity import aircraft_of, behind, capacity, cut_loose, gliding, own_capacity, parted
from sandtable.systems.ocs.s14_combat import home
from sandtable.systems.ocs.s14_flak import barrage_of
from sandtable.systems.ocs.s14_missions import AIR_DROP, BACK, Mission, fly_back, no_flight, no_raid, within
from sandtable.systems.ocs.s14_transport import (
    all_of_them,
    bad_carriers,
    bad_supply_carriers,
    can_tow,
    flown_tokens,
    is_light,
    seated,
    shared,
    transports,
    usual_carriers,
    weight,
)
from sandtable.systems.ocs.s15_bases import is_base
from sandtable.systems.ocs.state import CARRIED, FINISHED, OcsState
from sandtable.systems.ocs.theatre import COMBAT, MOVE
from sandtable.systems.ocs.titles import setup_of

SUCCESS = "Success"


class DropSupply(Procedure):
    """14.10 Supply is dropped: each token is rolled for."""

    side: Side
    planes: Group
    to: Hex
    tokens: int
    back: tuple[Hex, ...]
    left: tuple[UnitId, ...] = ()
    falling: int = 0
    result: str = ""
    gliding: int = 0  # 14.10e of the tokens that fall, those on gliders

    @step("14.10")
    def fly(self, state: OcsState) -> Result:
        return Call(Mission(self.side, AIR_DROP, self.to, aircraft_of(state, self.planes)), into="left")

    @step("14.4g")
    def jettison(self, state: OcsState) -> Result:
        left = behind(state, self.left, self.planes, self.to)
        self.falling, lost = shared(state, self.to, self.planes, left, self.tokens)
        self.gliding = min(self.falling, gliding(state, left, self.to))
        self._take(state, lost)
        state.lose_tokens(self.side, lost)
        cut_loose(state, self.left, self.planes, self.to)
        return None

    @step("14.10d")
    def next_token(self, state: OcsState) -> Result:
        if not self.falling:
            fly_back(state, self.left, self.back, "14.10")
            return Done()
        nation = state.theatre.nation_of[self.left[0]]
        return Call(success(state, self.side, self.to, nation, self.gliding > 0).procedure, into="result")

    @step("14.10d")
    def fall(self, state: OcsState) -> Result:
        self.falling -= 1
        self.gliding = max(0, self.gliding - 1)
        self._take(state, 1)
        if self.result == SUCCESS:
            state.unload(self.to, self.side, 1)
        else:
            state.lose_tokens(self.side, 1)
        state.note("supply dropped", "14.10d", hex=self.to, result=self.result)
        return Goto("next_token")

    def _take(self, state: OcsState, tokens: int) -> None:
        """Until then the tokens lie where they were loaded."""
        state.put_down(home(state, self.planes[0]), self.side, -tokens)


class Jump(Procedure):
    """14.10 Parachutists drop where they planned to: each unit is rolled for."""

    side: Side
    planes: Group
    units: Group
    back: tuple[Hex, ...]
    left: tuple[UnitId, ...] = ()
    falling: tuple[UnitId, ...] = ()
    landed: tuple[UnitId, ...] = ()
    result: str = ""
    to: Hex = Hex(OFF)  # once they are on their way, and their plan is a secret no more
    gliding: tuple[UnitId, ...] = ()  # 14.10e those on gliders

    @step("14.10")
    def fly(self, state: OcsState) -> Result:
        self.to = Hex(state.plan[self.units[0]])
        state.turn_up(self.units, "4.9d")
        return Call(Mission(self.side, AIR_DROP, self.to, aircraft_of(state, self.planes)), into="left")

    @step("14.4g")
    def jettison(self, state: OcsState) -> Result:
        left = behind(state, self.left, self.planes, self.to)
        self.falling = tuple(seated(state, self.side, self.to, self.planes, left, self.units))
        self.gliding = on_gliders(state, self.falling, gliding(state, left, self.to))
        for unit in self.falling:
            if unit not in self.gliding and not is_para(state, unit):
                state.destroy(unit, "14.10e")
        self.falling = tuple(unit for unit in self.falling if unit in self.gliding or is_para(state, unit))
        cut_loose(state, self.left, self.planes, self.to)
        return None

    @step("14.10d")
    def next_unit(self, state: OcsState) -> Result:
        if not self.falling:
            return Goto("capture")
        nation = state.theatre.nation_of[self.falling[0]]
        glides = self.falling[0] in self.gliding
        return Call(success(state, self.side, self.to, nation, glides).procedure, into="result")

    @step("14.10d")
    def fall(self, state: OcsState) -> Result:
        unit, *rest = self.falling
        self.falling, to = tuple(rest), self.to
        state.note("jumped", "14.10d", unit=unit, hex=to, result=self.result)
        if self.result != SUCCESS:
            state.destroy(unit, "14.10d")
            return Goto("next_unit")
        state.move(unit, to, "14.10d", kind="landed")
        state.set_mode(unit, COMBAT, "14.10d")
        state.take_control(to, self.side, "14.10d")
        state.did(unit, FINISHED | CARRIED)
        state.plan_drop(unit, Hex(OFF), state.turn)  # carried out; it needs no trace supply in this turn
        self.landed = (*self.landed, unit)
        return Goto("next_unit")

    @step("9.14")
    def capture(self, state: OcsState) -> Result:
        if not self.landed:
            return None
        return Call(Capture(self.side, Hex(state.hex_of[self.landed[0]]), self.landed))

    @step("14.10")
    def end(self, state: OcsState) -> Result:
        fly_back(state, self.left, self.back, "14.10")
        return Done()


def is_para(state: OcsState, unit: UnitId) -> bool:
    """14.10a"""
    return "para" in state.theatre.symbols_of[unit]


def on_gliders(state: OcsState, units: Sequence[UnitId], tokens: int) -> tuple[UnitId, ...]:
    """14.10e Who goes by glider: those who could not jump first, then the others, as long as there is room."""
    found = list[UnitId]()
    for unit in sorted(units, key=lambda unit: (is_para(state, unit), weight(state, unit), unit)):
        if weight(state, unit) <= tokens:
            tokens -= weight(state, unit)
            found.append(unit)
    return tuple(found)


def success(state: OcsState, side: Side, to: Hex, nation: str, glider: bool) -> Prepared:
    """14.10d, 14.10e, 21.12e Hex status, terrain and every modifier; `nation` of the unit, of supply that of the
    aircraft."""
    charts, theatre = state.scenario.charts, state.theatre
    friendly = any(state.began[unit] == to for unit in range(len(state.owner)) if state.owner[unit] == side)
    lines = [line_of(charts, terrain) for terrain in terrains(state, to)]
    clear = lines == ["Open"] or to in theatre.villages or state.base[to] > 0
    rough = next((line for line in ("Extr Close", "Very Close") if line in lines), "other")
    allied = theatre.early_drops and theatre.sides[side] == "allied"
    return prepare_air_drop(charts, {
        "status": "Friendly" if friendly else "Enemy", "terrain": "Clear" if clear else "Closed",
        "nation": "Soviet" if nation == "soviet" else "Allied" if allied else "other", "eto_by_aug44": allied,
        "glider": glider, "drop_terrain": rough if state.option(O21_12E_DROP_TERRAIN) else "other",
    })  # fmt: skip


# ------------------------------------------------------------------------------------------------ supply


def drop_hexes(state: OcsState, side: Side, planes: Group) -> Bits:
    """14.10d Land in range of all of them, but where they are, where nothing of the enemy's is."""
    theatre, start = state.theatre, Hex(state.hex_of[planes[0]])
    found = theatre.everywhere - theatre.sea - state.occupied(enemy(side)) - prey(state, side)
    aircraft, gliders = parted(state, planes)
    for plane in aircraft:
        found &= theatre.disc(start, theatre.range_of[plane])
    if gliders:
        found = theatre.board.bits([Hex(hex) for hex in found if can_tow(state, planes, Hex(hex))])
    return found - theatre.at(start)


def bad_droppers(segment: Segment, state: OcsState, planes: Group) -> Iterator[Violation]:
    """14.10"""
    refused = list(bad_supply_carriers(state, segment.side, planes))
    yield from refused
    if not refused and not drop_hexes(state, segment.side, planes):
        yield Violation("14.2", "no hex is in range of all of them", units=planes)


def where_to_drop(segment: Segment, state: OcsState, planes: Group) -> list[Hex]:
    return [Hex(hex) for hex in drop_hexes(state, segment.side, planes)]


def bad_drop_hex(segment: Segment, state: OcsState, planes: Group, to: Hex) -> Iterator[Violation]:
    """14.10d"""
    theatre, start = state.theatre, Hex(state.hex_of[planes[0]])
    if to not in theatre.everywhere or to in theatre.sea:
        yield Violation("14.10d", say("{hex} is no hex of the land", to), (to,))
    elif to == start:
        yield Violation("14.10d", say("they are in {hex} already", to), (to,), planes)
    elif far := tuple(plane for plane in aircraft_of(state, planes) if not within(state, plane, start, to)):
        yield Violation("14.2", say("{hex} is out of range of {units}", to, far), (to,), far)
    elif not can_tow(state, planes, to):
        yield Violation("14.10e", say("to {hex} they tow fewer gliders", to), (to,), planes)
    elif to not in drop_hexes(state, segment.side, planes):
        yield Violation("14.10d", say("something of the enemy's is in {hex}", to), (to,))


SUPPLY_DROP = Form(
    "drop", "14.10",
    Slot("planes", GROUP, transports, bad_droppers, proposes=usual_carriers),
    Slot("to", HEX, where_to_drop, bad_drop_hex),
    number("tokens", flown_tokens, proposes=all_of_them),
    BACK,
    refuse=no_flight,
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ parachutists


def jumpers(state: OcsState, side: Side, planes: Group) -> list[UnitId]:
    """14.10b Units at the base whose plan may be carried out now, and that find room."""
    start = Hex(state.hex_of[planes[0]])
    return [
        unit for unit in state.units_in(start)
        if next(cannot_jump(state, side, planes, unit), None) is None
    ]  # fmt: skip


def cannot_jump(state: OcsState, side: Side, planes: Group, unit: UnitId) -> Iterator[Violation]:
    """14.10a, 14.10b"""
    if state.owner[unit] != side or not state.theatre.is_combat[unit]:
        yield Violation("14.10a", say("{unit} is no combat unit of yours", unit), units=(unit,))
        return
    start, to = Hex(state.hex_of[planes[0]]), Hex(state.plan[unit])
    if to == OFF or state.plan_turn[unit] > state.turn or to == state.hex_of[unit]:
        yield Violation("14.10b", say("no drop of {unit} is planned by now", unit), units=(unit,))
        return
    if state.hex_of[unit] != start:
        yield Violation("14.10", say("{unit} is not at their base", unit), units=(unit,))
    if state.has(unit, CARRIED | FINISHED) or state.spent[unit]:
        yield Violation("14.10", say("{unit} has moved in this phase", unit), units=(unit,))
    if state.mode[unit] not in (COMBAT, MOVE):
        yield Violation("14.10", say("{unit} is in neither Combat nor Move Mode", unit), units=(unit,))
    if to in state.occupied(enemy(side)):
        yield Violation("14.10d", say("an enemy combat unit is in {hex}", to), (to,), (unit,))
    if not all(within(state, plane, start, to) for plane in aircraft_of(state, planes)):
        yield Violation("14.2", say("{hex} is out of range", to), (to,), (unit,))
    elif not can_tow(state, planes, to):
        yield Violation("14.10e", say("to {hex} they tow fewer gliders", to), (to,), (unit,))
    elif not is_para(state, unit) and gliding(state, planes, to) < weight(state, unit):
        yield Violation("14.10e", say("{unit} drops on gliders alone, and there are not enough", unit), units=(unit,))
    elif capacity(state, planes, to) < weight(state, unit):
        yield Violation("14.9a", say("they cannot carry {unit}", unit), units=(unit,))


def bad_jump_planes(segment: Segment, state: OcsState, planes: Group) -> Iterator[Violation]:
    """14.10"""
    refused = list(bad_carriers(state, segment.side, planes))
    yield from refused
    if not refused and not jumpers(state, segment.side, planes):
        yield Violation("14.10b", "nobody at their base has planned a drop that they could carry out", units=planes)


def usual_jump_planes(segment: Segment, state: OcsState) -> Group:
    """14.10 Of each base as few transports as carry all that are to jump: bombers only where these do not suffice."""
    found, most = list[UnitId](), state.number("planes")
    for planes in transports(segment, state).values():
        able = sorted(
            (plane for plane in aircraft_of(state, planes) if own_capacity(state, plane)),
            key=lambda plane: (barrage_of(state, plane), -own_capacity(state, plane), plane),
        )  # fmt: skip
        waiting = jumpers(state, segment.side, tuple(able)) if able else []
        if not all(is_para(state, unit) for unit in waiting):  # 14.10e who goes by glider needs more than a seat
            continue
        taken = 1
        while taken < min(len(able), most) and not all(
            weight_to(state, waiting, Hex(to)) <= capacity(state, able[:taken], Hex(to))
            for to in {state.plan[unit] for unit in waiting}
        ):
            taken += 1
        found += able[:taken]
    return tuple(sorted(found))


def weight_to(state: OcsState, units: Iterable[UnitId], to: Hex) -> int:
    """14.9a Tokens that those take who are to drop there."""
    return sum(weight(state, unit) for unit in units if state.plan[unit] == to)


def who_jumps(segment: Segment, state: OcsState, planes: Group) -> dict[str, Group]:
    """By the hex they planned."""
    found: dict[str, Group] = {}
    for unit in sorted(jumpers(state, segment.side, planes)):
        name = state.scenario.place_name(Hex(state.plan[unit]))
        found[name] = (*found.get(name, ()), unit)
    return found


def bad_jumpers(segment: Segment, state: OcsState, planes: Group, units: Group) -> Iterator[Violation]:
    """14.10"""
    refused = [each for unit in units for each in cannot_jump(state, segment.side, planes, unit)]
    yield from refused
    if refused:
        return
    if len({state.plan[unit] for unit in units}) > 1:
        yield Violation("14.10b", "their plans name different hexes", units=units)
    elif sum(weight(state, unit) for unit in units) > capacity(state, planes, Hex(state.plan[units[0]])):
        yield Violation("14.9a", "they cannot carry all of them", units=units)
    elif heavy := left_behind(state, planes, units):
        yield Violation("14.10e", say("{units} drop on gliders alone, and there are not enough", heavy), units=heavy)


def left_behind(state: OcsState, planes: Group, units: Group) -> Group:
    """14.10e Who could drop by glider alone, and finds no room on one."""
    aboard = on_gliders(state, units, gliding(state, planes, Hex(state.plan[units[0]])))
    return tuple(unit for unit in units if not is_para(state, unit) and unit not in aboard)


JUMP = Form(
    "jump", "14.10",
    Slot("planes", GROUP, transports, bad_jump_planes, proposes=usual_jump_planes),
    Slot("units", GROUP, who_jumps, bad_jumpers),
    BACK,
    refuse=no_raid,
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ plans


class PlanDrop(Procedure):
    """14.10b Where units are to drop: before the game, or so many turns ahead. A later plan takes the place of this."""

    side: Side
    units: Group
    hex: Hex

    @step("14.10b")
    def plan(self, state: OcsState) -> Result:
        for unit in self.units:
            state.plan_drop(unit, self.hex, first_turn(state, unit))
            state.note("planned", "14.10b", audience=[self.side], unit=unit, hex=self.hex)
        return Done()


class CancelDrop(Procedure):
    """14.10c A plan is given up."""

    side: Side
    unit: UnitId

    @step("14.10c")
    def cancel(self, state: OcsState) -> Result:
        state.note("plan given up", "14.10c", audience=[self.side], unit=self.unit, hex=Hex(state.plan[self.unit]))
        state.plan_drop(self.unit, Hex(OFF), 0)
        return Done()


def planned_before(state: OcsState, unit: UnitId) -> tuple[Hex, ...]:
    """14.10b The hexes of which a plan before the game may name one: it is written in the first turn."""
    return setup_of(state.scenario.name).plans.get(unit, ()) if state.turn == 1 else ()


def first_turn(state: OcsState, unit: UnitId) -> int:
    """14.10b The first turn in which a plan made now may be carried out."""
    return state.turn if planned_before(state, unit) else state.turn + state.number("plan-ahead")


def has_planned(state: OcsState, unit: UnitId) -> bool:
    """14.10b Once in a phase: earlier plans begin earlier. Only its owner may know, so nothing else marks it."""
    return state.plan[unit] != OFF and state.plan_turn[unit] == first_turn(state, unit)


def parachutists(segment: Segment, state: OcsState) -> list[UnitId]:
    """14.10a, 14.10e Units with the symbol; with a glider at their base all that go by air."""
    theatre, side = state.theatre, segment.side
    fields = {state.hex_of[plane] for plane in theatre.flying[side] if theatre.is_glider[plane]}
    own = [unit for unit in state.scenario.units_of(side) if theatre.is_combat[unit]]
    return [unit for unit in own if is_para(state, unit) or (state.hex_of[unit] in fields and is_light(state, unit))]


def cannot_plan(segment: Segment, state: OcsState, unit: UnitId) -> Iterator[Violation]:
    """14.10a, 14.10b"""
    if unit not in parachutists(segment, state):
        yield Violation("14.10a", say("{unit} is no parachute unit of yours", unit), units=(unit,))
        return
    if not is_base(state, segment.side, Hex(state.hex_of[unit])):
        yield Violation("14.10b", say("{unit} is at no air base of yours", unit), units=(unit,))
    if has_planned(state, unit):
        yield Violation("14.10b", say("{unit} has made its plan in this phase", unit), units=(unit,))
    if first_turn(state, unit) > len(state.theatre.dates):
        yield Violation("14.10b", "the game is over by then", units=(unit,))


def planners(segment: Segment, state: OcsState, *_: object) -> dict[str, Group]:
    """By the base they are at."""
    at_base = [unit for unit in parachutists(segment, state) if state.hex_of[unit] >= 0]
    return stacks(state, at_base)


def cannot_all_plan(segment: Segment, state: OcsState, units: Group) -> Iterator[Violation]:
    refused = [each for unit in units for each in cannot_plan(segment, state, unit)]
    yield from refused
    if not refused and not plan_hexes(segment, state, units):
        yield Violation("14.10b", "no hex can be planned for all of them", units=units)


def hexes_for(state: OcsState, unit: UnitId) -> Bits:
    """14.10b Land but where it is; before the game what the scenario names."""
    theatre, named = state.theatre, planned_before(state, unit)
    if named:
        return theatre.board.bits(named)
    return theatre.everywhere - theatre.sea - theatre.at(Hex(state.hex_of[unit]))


def plan_hexes(segment: Segment, state: OcsState, units: Group) -> list[Hex]:
    found = hexes_for(state, units[0])
    for unit in units[1:]:
        found &= hexes_for(state, unit)
    return [Hex(hex) for hex in found]


def bad_plan(segment: Segment, state: OcsState, units: Group, hex: Hex) -> Iterator[Violation]:
    """14.10b"""
    for unit in units:
        if hex not in hexes_for(state, unit):
            yield Violation("14.10b", say("{unit} cannot plan to drop on {hex}", unit, hex), (hex,), (unit,))


def bad_cancellation(segment: Segment, state: OcsState, unit: UnitId) -> Iterator[Violation]:
    """14.10c"""
    if unit not in parachutists(segment, state) or state.plan[unit] in (OFF, state.hex_of[unit]):
        yield Violation("14.10c", say("{unit} has no plan", unit), units=(unit,))
    elif has_planned(state, unit):
        yield Violation("14.10c", say("{unit} has made its plan in this phase", unit), units=(unit,))


PLAN = Form(
    "plan", "14.10b", Slot("units", GROUP, planners, cannot_all_plan), Slot("hex", HEX, plan_hexes, bad_plan)
)  # fmt: skip
CANCEL = Form("cancel", "14.10c", Slot("unit", UNIT, parachutists, bad_cancellation))
