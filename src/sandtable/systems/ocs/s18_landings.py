"""OCS 18.5: amphibious landings, and the Amphibious Landing Table, which is the house's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar

from sandtable.core.chartfile import Charts
from sandtable.core.charts import rolled_on, round_half_up
from sandtable.core.decisions import DONE, GROUP, HEX, WORD, Form, Slot
from sandtable.core.dice import Dice
from sandtable.core.flow import Call, Done, Goto, Procedure, Result, Roll, step
from sandtable.core.groups import Group, stacks, together
from sandtable.core.rules import Breakdown, Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.state import State
from sandtable.core.system import Chance, Key, Prepared
from sandtable.systems.ocs.s02_quiet import no_combat
from sandtable.systems.ocs.s09_capture import Capture, prey
from sandtable.systems.ocs.s09_combat import TERRAIN
from sandtable.systems.ocs.s09_forces import terrains
from sandtable.systems.ocs.s12_trace import ports
from sandtable.systems.ocs.s13_reinforcements import cannot_appear
from sandtable.systems.ocs.s18_craft import SUPPLY, LosePoints, craft_in, points_under
from sandtable.systems.ocs.s18_loading import ABOARD, laden
from sandtable.systems.ocs.state import CARRIED, FINISHED, FOR_THE_PHASE, OcsState
from sandtable.systems.ocs.theatre import MODES, QUARTERS

TWO_DICE = Dice(2)
ALL_LOST, PART_LOST, ASHORE = "All Lost", "Part Lost", "Ashore"  # results of the table


class Landing(Procedure):
    """18.5f One roll on the Amphibious Landing Table."""

    by_charts: ClassVar[bool] = True
    modifier: int
    result: str = ""

    @step("18.5f")
    def roll_landing(self, state: State) -> Roll:
        return Roll(TWO_DICE, "result", rolled_on(state.scenario.charts.table("landing"), self.modifier))

    @step("18.5f")
    def tell(self, state: State) -> Done:
        return Done(self.result)


def prepare_landing(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """18.5f Every modifier of the beach."""
    line = charts.table("terrain_combat").read(given["terrain"], "line")
    situation = {"beach": line, "port": given["port"], "zones": given["zones"]}
    terms = Breakdown(charts.lines("landing_modifiers").applying(situation))
    return Prepared(Landing(int(terms.total)), terms)


LANDING = Chance(
    "landing",
    "Amphibious landing of up to three REs",
    "18.5f",
    (
        TERRAIN._replace(help="of the coastal hex, the most difficult there is"),
        Key("port", "flag", False, "a friendly port is in the hex"),
        Key("zones", "number", 0, "hexes next to it from which enemy units exert a zone of control", "0-6"),
    ),
    prepare_landing,
    order=(ALL_LOST, PART_LOST, ASHORE),
    charts=("landing", "landing_modifiers", "terrain_combat"),
)


def landing_at(state: OcsState, side: Side, place: Hex) -> Prepared:
    """18.5f The roll for a hex, from the map."""
    charts, foe = state.scenario.charts, enemy(side)
    zones = sum(
        any(state.exerts_zone(unit) for unit in state.combat_units_in(near, foe))
        for near in state.theatre.board.around(place)
    )
    port = place in ports(state) and state.controller(place) == side
    beach = {"port": port, "zones": zones}
    found = [prepare_landing(charts, {**beach, "terrain": terrain}) for terrain in terrains(state, place)]
    return min(found, key=lambda each: each.terms.total)  # the most difficult terrain


# ------------------------------------------------------------------------------------------------ one roll


class GoAshore(Procedure):
    """18.5f Units aboard, up to three REs of them, land by one roll. Its value: those that are ashore."""

    side: Side
    beach: Hex
    units: tuple[UnitId, ...]
    mode: str
    moves: int  # 1: they may move on (18.5h)
    result: str = ""
    points: tuple[UnitId, ...] = ()  # of landing craft, that carried them
    nth: int = 0
    craft: UnitId = SUPPLY  # 18.4e, 18.4f that runs ashore itself, with all its points

    @step("18.5f")
    def roll(self, state: OcsState) -> Result:
        return Call(landing_at(state, self.side, self.beach).procedure, into="result")

    @step("18.5f")
    def tell(self, state: OcsState) -> Result:
        state.note("landing", "18.5f", side=self.side, units=self.units, hex=self.beach, result=self.result)
        self.points = points_under(state, self.units)
        if self.craft != SUPPLY:
            self.points = (self.craft,) * state.steps[self.craft]
        if self.result == ASHORE:
            return Goto("land")
        if self.result == ALL_LOST:
            for unit in self.units:
                state.destroy(unit, "18.5f")
            self.units = ()
            return Call(LosePoints(self.side, self.points, len(self.points), "18.5f"), then="land")
        return None

    @step("18.5f")
    def draw_unit(self, state: OcsState) -> Result:
        if len(self.units) < 2:
            self.nth = len(self.units)
            return None
        return Roll(Dice(1, len(self.units)), "nth")

    @step("18.5f")
    def lose_part(self, state: OcsState) -> Result:
        """One unit at random, and a third of the points that carried them."""
        nth, self.nth = self.nth, 0
        if nth:
            lost = self.units[nth - 1]
            state.destroy(lost, "18.5f")
            self.units = tuple(unit for unit in self.units if unit != lost)
        return None

    @step("18.5")
    def land(self, state: OcsState) -> Result:
        for unit in reversed(self.units):
            state.set_mode(unit, MODES.index(self.mode), "18.5c")
            state.move(unit, self.beach, "18.5", kind="landed")
            state.did(unit, CARRIED if self.moves else CARRIED | FINISHED)
            state.fuel[unit] = max(state.fuel[unit], FOR_THE_PHASE)  # 18.5h
            state.changed("fuel", unit)
        if self.units:
            state.take_control(self.beach, self.side, "18.5")
        if self.result != PART_LOST:
            return Done(self.units)
        lost = round_half_up(Fraction(len(self.points), state.number("landing-loss")))
        return Call(LosePoints(self.side, self.points, lost, "18.5f"))

    @step("18.5f")
    def end(self, state: OcsState) -> Result:
        return Done(self.units)


# ------------------------------------------------------------------------------------------------ a landing


class Land(Procedure):
    """18.5 Units land in a coastal hex: a roll for every three REs; then whatever the enemy has there is captured."""

    side: Side
    beach: Hex
    stacks: tuple[Group, ...]
    mode: str
    left: tuple[UnitId, ...] = ()
    ashore: tuple[UnitId, ...] = ()
    new: tuple[UnitId, ...] = ()

    @step("18.5")
    def begin(self, state: OcsState) -> Result:
        self.left = together(self.stacks)
        state.land_in(self.beach, self.side)
        for craft in craft_in(state, self.beach, self.side):
            state.did(craft, FINISHED)
        return None

    @step("18.5f")
    def roll(self, state: OcsState) -> Result:
        self.left = tuple(unit for unit in self.left if state.carrier(unit) is not None)
        if not self.left:
            return Goto("capture")
        group = parties(state, self.left)[0]
        self.left = tuple(unit for unit in self.left if unit not in group)
        return Call(GoAshore(self.side, self.beach, group, self.mode, 1), into="new")

    @step("18.5f")
    def gather(self, state: OcsState) -> Result:
        self.ashore = (*self.ashore, *self.new)
        self.new = ()
        return Goto("roll")

    @step("9.14")
    def capture(self, state: OcsState) -> Result:
        return Call(Capture(self.side, self.beach, tuple(sorted(self.ashore)))) if self.ashore else None

    @step("18.5")
    def end(self, state: OcsState) -> Result:
        return Done()


def parties(state: OcsState, units: tuple[UnitId, ...]) -> list[tuple[UnitId, ...]]:
    """18.5f Groups of three REs, as few as can be: the largest units first, each to the first group with room."""
    most, found = QUARTERS * state.number("landing-party"), list[list[UnitId]]()
    for unit in sorted(units, key=lambda unit: (-state.size(unit), unit)):
        room = (group for group in found if sum(map(state.size, group)) + state.size(unit) <= most)
        group = next(room, None)
        if group is None:
            found.append([unit])
        else:
            group.append(unit)
    return [tuple(sorted(group)) for group in found]


# ------------------------------------------------------------------------------------------------ the form


def beaches(segment: Segment, state: OcsState) -> list[Hex]:
    """18.5 Coastal hexes with landing craft that carry combat units."""
    if not state.theatre.holds:
        return []
    places = {Hex(state.hex_of[craft]) for craft in state.craft(segment.side)}
    return sorted(place for place in places if laden(state, place, segment.side))


def bad_beach(segment: Segment, state: OcsState, at: Hex) -> Iterator[Violation]:
    """18.5"""
    side = segment.side
    if at >= state.theatre.board.hexes or at not in state.theatre.coast:
        yield Violation("18.5", say("{hex} is not on the coast", at), (at,))
    elif not laden(state, at, side):
        yield Violation("18.5", say("no landing craft of yours with combat units is in {hex}", at), (at,))
    elif state.landed[at]:
        yield Violation("18.5f", say("the landings in {hex} have been rolled for in this phase", at), (at,))
    elif gone := moved_inland(state, side):
        yield Violation("18.5f", say("{units} have moved after landing: all rolls come first", gone), (at,), gone)


def moved_inland(state: OcsState, side: Side) -> Group:
    """18.5f, 18.5h Who landed by a roll in this phase and has moved since."""
    holds = state.theatre.craft_of
    return tuple(unit for unit in state.combat_units(side) if state.began[unit] in holds and state.spent[unit])


def no_landing(segment: Segment, state: OcsState) -> Iterator[Violation]:
    """2.4"""
    return no_combat(state)


def parties_aboard(segment: Segment, state: OcsState, at: Hex, *_: object) -> dict[str, Group]:
    fights = state.theatre.is_combat
    units = [unit for craft in laden(state, at, segment.side) for unit in state.aboard(craft) if fights[unit]]
    return stacks(state, units)


def bad_party(
    segment: Segment, state: OcsState, at: Hex, chosen: tuple[Group, ...], units: Group | str
) -> Iterator[Violation]:
    """18.5e"""
    if units == DONE:
        if not chosen:
            yield Violation("18.5", "a landing needs units")
        return
    assert not isinstance(units, str)
    for unit in units:
        craft = state.carrier(unit)
        if craft is None or state.hex_of[craft] != at or state.owner[unit] != segment.side:
            yield Violation("18.5", say("{unit} is aboard no landing craft of yours in {hex}", unit, at), units=(unit,))
        elif not state.theatre.is_combat[unit]:
            yield Violation("18.5e", say("{unit} is no combat unit, and lands in ports alone", unit), units=(unit,))


def modes(segment: Segment, state: OcsState, *_: object) -> tuple[str, ...]:
    return ABOARD


def bad_mode(
    segment: Segment, state: OcsState, at: Hex, chosen: tuple[Group, ...], mode: str
) -> Iterator[Violation]:  # fmt: skip
    """18.5c, 9.14"""
    return bad_landing_mode(state, segment.side, together(chosen), at, mode)


def bad_landing_mode(state: OcsState, side: Side, units: Group, at: Hex, mode: str) -> Iterator[Violation]:
    """18.5c, 9.14 Against landing these units there in this mode."""
    yield from cannot_appear(state, side, units, at, mode)
    face = MODES.index(mode)
    if at in prey(state, side) and not any(state.theatre.attacks[face][unit] for unit in units):
        yield Violation(
            "9.14", say("none of them could attack, and the enemy has something in {hex}", at), (at,), units
        )


LAND = Form(
    "land", "18.5",
    Slot("at", HEX, beaches, bad_beach),
    Slot("units", GROUP, parties_aboard, bad_party, many=True),
    Slot("mode", WORD, modes, bad_mode),
    refuse=no_landing,
)  # fmt: skip
