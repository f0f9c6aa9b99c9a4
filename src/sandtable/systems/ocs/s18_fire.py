"""OCS 18.3: ships fire at the shore and at ships, coastal artillery and aircraft at ships."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sandtable.core.chartfile import Charts
from sandtable.core.decisions import DONE, GROUP, HEX, UNIT, WORD, Form, Slot
from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.groups import Group, stacks, together
from sandtable.core.rules import Breakdown, Hex, Side, Term, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.system import Chance, Key, Prepared, refuse
from sandtable.systems.ocs.numbers import number
from sandtable.systems.ocs.options import FOG_OF_WAR
from sandtable.systems.ocs.s10_barrage import SHIFT, STEPS, STRENGTH, Barrage, by_strength, no_strength, steps_of
from sandtable.systems.ocs.s10_fire import out_of_range
from sandtable.systems.ocs.s10_results import (
    AIR,
    SHIP,
    BarrageHex,
    aims_at,
    all_aims,
    barraged_already,
    not_aimed_at,
    worth_a_barrage,
)
from sandtable.systems.ocs.s14_bombing import distances, halves
from sandtable.systems.ocs.s14_flak import barrage_of
from sandtable.systems.ocs.s14_missions import (
    BACK,
    BARRAGE,
    Mission,
    cannot_fly,
    fly_back,
    no_flight,
    nobody,
    one_too_many,
    ready,
    within,
)
from sandtable.systems.ocs.s18_craft import LosePoints, craft_in
from sandtable.systems.ocs.s18_ships import at_sea, fleet
from sandtable.systems.ocs.state import AFLOAT, FIRED, OcsState
from sandtable.systems.ocs.theatre import DG

COMBAT_BARRAGES = "Barrage Segment"  # of the Combat Phase, as `s02_sequence.py` calls it: no ship fires in it


# ------------------------------------------------------------------------------------------------ 18.3c, 18.3d at ships


class BarrageShip(Procedure):
    """18.3c One barrage of one ship, of all landing craft in a hex, or of coastal artillery by ships."""

    side: Side
    target: UnitId
    halves: int  # barrage points of all that fires, doubled, before aircraft count twice and protection divides
    by: str
    near_base: int = 0
    far: int = 0
    effect: str = ""

    @step("18.3c")
    def fire(self, state: OcsState) -> Result:
        return Call(naval(state, self).procedure, into="effect")

    @step("18.3d")
    def tell(self, state: OcsState) -> Result:
        target, theatre = self.target, state.theatre
        state.note("ship barraged", "18.3d", unit=target, side=self.side, result=self.effect)
        hits = steps_of(self.effect)
        if theatre.is_coastal[target]:  # 18.3g a step is all it has, and it is not disorganized
            if hits:
                state.lose_steps(target, state.steps[target], "18.3g")
            return Done(self.effect)
        if self.effect == "-":
            return Done(self.effect)
        hit = shooting_at(state, target)
        if not hits and any(state.mode[unit] == DG for unit in hit):
            hits = 1  # a second DG
        for unit in hit:
            state.set_mode(unit, DG, "18.3d")
        if theatre.is_craft[target]:
            points = tuple(unit for unit in hit for _ in range(state.steps[unit]))
            return Call(LosePoints(enemy(self.side), points, hits, "18.3d"))
        if hits:
            state.lose_steps(target, min(hits, state.steps[target]), "18.3d")
        return None

    @step("18.3d")
    def end(self, state: OcsState) -> Result:
        return Done(self.effect)


def naval(state: OcsState, barrage: BarrageShip) -> Prepared:
    """18.3c The column, from the map."""
    return prepare_anti_ship(state.scenario.charts, {
        "strength": Fraction(barrage.halves, 2), "kind": barrage.by,
        "protection": state.theatre.protection[barrage.target], "near_base": bool(barrage.near_base),
        "far": bool(barrage.far),
    })  # fmt: skip


def prepare_anti_ship(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """18.3c Aircraft count twice, protection divides all; only distance shifts the column."""
    refuse([*no_strength(given, "18.3c"), *bad_distance(given)], charts.book)
    chart, strength, notes = charts.table("barrage"), given["strength"], list[Term]()
    if given["kind"] == AIR:
        strength *= number(charts, "air-at-ships")
        notes.append(Term("aircraft against ships: doubled", 0, "18.3c", how="note"))
    if given["protection"] > 1:
        strength = Fraction(strength) / given["protection"]
        notes.append(Term(f"divided by protection {given['protection']}", 0, "18.3c", how="note"))
    label, start = by_strength(chart, strength)
    lines = charts.lines("barrage_shifts")
    situation = {
        "kind": given["kind"], "hedgehog": 0, "terrain": "Open", "unspotted": False, "strategic": False,
        "strat_mode": False, "near_base": given["near_base"], "far": given["far"],
    }  # fmt: skip
    shifts = Breakdown(term._replace(group=SHIFT) for term in lines.applying(situation))
    column = chart.shifted(start, int(shifts.total))
    final = Term(
        f"column {chart.axis('strength').labels[column]} after the shifts", 0, chart.rule, "final column", "note"
    )
    terms = Breakdown([*notes, Term(label, 0, chart.rule, how="note"), *shifts, final])
    return Prepared(Barrage(column, False, True), terms)


def bad_distance(given: Mapping[str, Any]) -> Iterator[Violation]:
    """18.3c Only aircraft fly from a base."""
    for key in ("near_base", "far"):
        if given[key] and given["kind"] != AIR:
            yield Violation("18.3c", f"{key}: only aircraft fly from a base, {given['kind']} does not")


ANTI_SHIP = Chance(
    "anti_ship",
    "Barrage of a ship",
    "18.3c",
    (
        STRENGTH._replace(help="barrage strength of all that fires, as printed"),
        Key("kind", ("air", "ship"), "air", "what fires: coastal artillery counts as a ship"),
        Key("protection", "number", 1, "protection of the ship", "1-9"),
        Key("near_base", "flag", False, "every aircraft is within 10 hexes of its base (air)"),
        Key("far", "flag", False, "option 21.4: an aircraft flew beyond half its range (air)"),
    ),
    prepare_anti_ship,
    order=("-", "DG", *STEPS.values()),
    charts=("barrage", "barrage_shifts", "half_step", "numbers"),
)


def shooting_at(state: OcsState, target: UnitId) -> list[UnitId]:
    """18.3c A ship by itself; of landing craft all in the hex."""
    if not state.theatre.is_craft[target]:
        return [target]
    return craft_in(state, Hex(state.hex_of[target]), Side(state.owner[target]))


def mark(state: OcsState, target: UnitId) -> None:
    for unit in shooting_at(state, target):
        state.shoot_at(unit)


def marks(state: OcsState, side: Side, hex: Hex, coastal: bool) -> list[UnitId]:
    """18.3c, 18.3g What may be fired at in a hex as a ship: of landing craft the first stands for all."""
    theatre, found = state.theatre, list[UnitId]()
    for unit in sorted(state.units_in(hex)):
        if state.owner[unit] == enemy(side) and state.role[unit] == AFLOAT:
            first = theatre.is_craft[unit] and not any(theatre.is_craft[other] for other in found)
            if theatre.is_ship[unit] or first or (coastal and is_seen_battery(state, unit)):
                found.append(unit)
    return found


def is_seen_battery(state: OcsState, unit: UnitId) -> bool:
    """18.3g, 4.9 Coastal artillery that the enemy can tell."""
    covered = state.option(FOG_OF_WAR) and unit in state.covered(Side(state.owner[unit]))
    return state.theatre.is_coastal[unit] and not covered


def no_mark(state: OcsState, side: Side, hex: Hex, coastal: bool, target: UnitId) -> Iterator[Violation]:
    """18.3c"""
    if target not in marks(state, side, hex, coastal):
        yield Violation("18.3c", say("{unit} is no target for that in {hex}", target, hex), (hex,), (target,))
    elif state.shot_at[target]:
        yield Violation("18.3c", say("{unit} has been a target in this phase", target), (hex,), (target,))


def mark_hexes(state: OcsState, side: Side, coastal: bool) -> list[Hex]:
    """Hexes with something that may be fired at as a ship."""
    found = {Hex(hex) for hex in at_sea(state, enemy(side))}
    if coastal:
        guns = [unit for unit in state.combat_units(enemy(side)) if is_seen_battery(state, unit)]
        found.update(Hex(state.hex_of[unit]) for unit in guns)
    return sorted(found)


# ------------------------------------------------------------------------------------------------ 18.3b the shore


class Shell(Procedure):
    """18.3b Ships barrage a hex of the land together: their results are reduced, facilities suffer in full."""

    side: Side
    target: Hex
    aim: str
    stacks: tuple[Group, ...]

    @step("18.3b")
    def fire(self, state: OcsState) -> Result:
        ships = together(self.stacks)
        for unit in ships:
            state.did(unit, FIRED)
            state.shell(unit)
        state.barrage_hex(self.target)
        state.note("fires", "18.3b", side=self.side, units=ships, hex=self.target, aim=self.aim)
        return Call(BarrageHex(self.side, self.target, self.aim, 2 * broadside(state, ships), SHIP))

    @step("18.3b")
    def end(self, state: OcsState) -> Result:
        return Done()


def broadside(state: OcsState, ships: Sequence[UnitId]) -> int:
    return sum(barrage_of(state, unit) for unit in ships)


def cannot_fire(state: OcsState, side: Side, unit: UnitId) -> Iterator[Violation]:
    """18.3a What keeps a ship from firing at anything."""
    if unit not in fleet(state, side) or not state.theatre.is_ship[unit]:
        yield Violation("18.3a", say("{unit} is no ship of yours", unit), units=(unit,))
    elif not barrage_of(state, unit):
        yield Violation("18.3a", say("{unit} has no barrage strength", unit), units=(unit,))
    elif state.has(unit, FIRED):
        yield Violation("18.3a", say("{unit} has fired in this phase", unit), units=(unit,))


def cannot_shell(state: OcsState, side: Side, unit: UnitId, target: Hex) -> Iterator[Violation]:
    """18.3a The same, and at this hex of the land."""
    refused = list(cannot_fire(state, side, unit))
    yield from refused
    if refused:
        return
    if state.shelled[unit]:
        yield Violation("18.3a", say("{unit} has fired at land in this turn", unit), units=(unit,))
    yield from out_of_range(state, target, unit)


def gunners(state: OcsState, side: Side, target: Hex) -> list[UnitId]:
    """18.3a The ships that may fire at a hex of the land."""
    return [unit for unit in fleet(state, side) if next(cannot_shell(state, side, unit, target), None) is None]


def shores(segment: Segment, state: OcsState) -> list[Hex]:
    side = segment.side
    return list(worth_a_barrage(state, side)) if state.theatre.afloat and fleet(state, side) else []


def bad_shore(segment: Segment, state: OcsState, target: Hex) -> Iterator[Violation]:
    """10.0e, 18.3a"""
    if not aims_at(state, segment.side, target):
        yield Violation("10.0", say("nothing in {hex} can be barraged", target), (target,))
        return
    yield from barraged_already(state, target)
    if not gunners(state, segment.side, target):
        yield Violation("18.3a", say("no ship can fire at {hex}", target), (target,))


def batteries(segment: Segment, state: OcsState, target: Hex, *_: object) -> dict[str, Group]:
    return stacks(state, gunners(state, segment.side, target))


def silent(rule: str, chosen: tuple[Group, ...], units: Group | str) -> Iterator[Violation]:
    """A barrage needs somebody."""
    if units == DONE and not chosen:
        yield Violation(rule, "a barrage needs somebody who fires")


def bad_battery(
    segment: Segment, state: OcsState, target: Hex, aim: str, chosen: tuple[Group, ...], units: Group | str
) -> Iterator[Violation]:
    """18.3a"""
    for unit in () if isinstance(units, str) else units:
        yield from cannot_shell(state, segment.side, unit, target)
    yield from silent("18.3a", chosen, units)


SHELL = Form(
    "shell", "18.3b",
    Slot("target", HEX, shores, bad_shore),
    Slot("aim", WORD, all_aims, not_aimed_at),
    Slot("ships", GROUP, batteries, bad_battery, many=True),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ 18.3c, 18.3g gunfire


class Engage(Procedure):
    """18.3c, 18.3g Ships, or coastal artillery, barrage a ship; ships also coastal artillery. No supply is needed."""

    side: Side
    target: Hex
    ship: UnitId
    stacks: tuple[Group, ...]

    @step("18.3c")
    def fire(self, state: OcsState) -> Result:
        units = together(self.stacks)
        for unit in units:
            state.did(unit, FIRED)
        mark(state, self.ship)
        state.turn_up(units, "4.9c")
        state.note("engages", "18.3c", side=self.side, units=units, unit=self.ship, hex=self.target)
        return Call(BarrageShip(self.side, self.ship, 2 * gunfire(state, units), SHIP))

    @step("18.3c")
    def end(self, state: OcsState) -> Result:
        return Done()


def gunfire(state: OcsState, units: Sequence[UnitId]) -> int:
    """18.1d, 18.3g As printed: disorganization does not matter."""
    theatre = state.theatre
    return sum(
        theatre.barrage[state.face[unit]][unit] if theatre.is_coastal[unit] else barrage_of(state, unit)
        for unit in units
    )


def cannot_engage(segment: Segment, state: OcsState, unit: UnitId, target: Hex) -> Iterator[Violation]:
    """18.3a, 18.3g"""
    theatre, side = state.theatre, segment.side
    if theatre.is_coastal[unit] and state.owner[unit] == side and state.is_on_map(unit):
        if state.has(unit, FIRED):
            yield Violation("18.3g", say("{unit} has fired in this phase", unit), units=(unit,))
        elif not gunfire(state, (unit,)):
            yield Violation("18.3g", say("{unit} has no barrage strength", unit), units=(unit,))
        else:
            yield from out_of_range(state, target, unit)
        return
    refused = list(cannot_fire(state, side, unit))
    yield from refused
    if refused:
        return
    if segment.row.endswith(COMBAT_BARRAGES):
        yield Violation("10.0", "ships do not fire in the Combat Phase", units=(unit,))
    yield from out_of_range(state, target, unit)


def engaging(segment: Segment, state: OcsState, target: Hex, ship: UnitId | None = None) -> list[UnitId]:
    """18.3c, 18.3g Who may fire at a ship there; at coastal artillery only ships do."""
    theatre, side = state.theatre, segment.side
    guns = [unit for unit in state.combat_units(side) if theatre.is_coastal[unit]]
    able = [*fleet(state, side), *([] if ship is not None and theatre.is_coastal[ship] else guns)]
    able = [unit for unit in able if ship is None or not screened(state, unit, ship)]
    return [unit for unit in able if next(cannot_engage(segment, state, unit, target), None) is None]


def screened(state: OcsState, unit: UnitId, ship: UnitId) -> tuple[UnitId, ...]:
    """18.2d The other ships in range of a ship that fires, which it has to fight before it gets at a carrier."""
    theatre, here = state.theatre, Hex(state.hex_of[unit])
    if ship not in theatre.decks or not theatre.is_ship[unit] or not state.is_on_map(unit):
        return ()
    return tuple(
        other for other in fleet(state, Side(state.owner[ship]))
        if theatre.is_ship[other] and other not in theatre.decks
        and theatre.distance(here, Hex(state.hex_of[other])) <= theatre.range_of[unit]
    )  # fmt: skip


def sea_targets(segment: Segment, state: OcsState) -> list[Hex]:
    return mark_hexes(state, segment.side, True) if state.theatre.afloat else []


def bad_sea_target(segment: Segment, state: OcsState, target: Hex) -> Iterator[Violation]:
    """18.3c"""
    on_map = target < state.theatre.board.hexes
    able = [
        unit for unit in (marks(state, segment.side, target, True) if on_map else ())
        if not state.shot_at[unit] and engaging(segment, state, target, unit)
    ]  # fmt: skip
    if not able:
        yield Violation("18.3c", say("nobody can fire at a ship in {hex}", target), (target,))


def ships_there(segment: Segment, state: OcsState, target: Hex) -> list[UnitId]:
    return marks(state, segment.side, target, True)


def bad_ship(segment: Segment, state: OcsState, target: Hex, ship: UnitId) -> Iterator[Violation]:
    """18.3c, 18.3g"""
    refused = list(no_mark(state, segment.side, target, True, ship))
    yield from refused
    if not refused and not engaging(segment, state, target, ship):
        yield Violation("18.3c", say("nobody can fire at {unit}", ship), (target,), (ship,))


def who_engages(segment: Segment, state: OcsState, target: Hex, ship: UnitId, *_: object) -> dict[str, Group]:
    return stacks(state, engaging(segment, state, target, ship))


def bad_engaging(
    segment: Segment, state: OcsState, target: Hex, ship: UnitId, chosen: tuple[Group, ...], units: Group | str
) -> Iterator[Violation]:
    """18.3c, 18.3g"""
    yield from silent("18.3c", chosen, units)
    if isinstance(units, str):
        return
    coastal = state.theatre.is_coastal
    for unit in units:
        yield from cannot_engage(segment, state, unit, target)
        if screen := screened(state, unit, ship):
            said = say("{unit} is screened by {units}", ship, screen)
            yield Violation("18.2d", said, units=(unit, *screen))
        if coastal[unit] and coastal[ship]:
            yield Violation("18.3g", say("only ships fire at {unit} so", ship), units=(unit,))
    if len({coastal[unit] for unit in (*units, *together(chosen))}) > 1:
        yield Violation("10.0e", "ships and coastal artillery do not fire together", units=units)


ENGAGE = Form(
    "engage", "18.3c",
    Slot("target", HEX, sea_targets, bad_sea_target),
    Slot("ship", UNIT, ships_there, bad_ship),
    Slot("units", GROUP, who_engages, bad_engaging, many=True),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ 18.3c, 18.3e aircraft


class Strike(Procedure):
    """18.3c Aircraft barrage a ship in a barrage segment."""

    side: Side
    target: Hex
    ship: UnitId
    groups: tuple[Group, ...]
    back: tuple[Hex, ...]
    left: tuple[UnitId, ...] = ()

    @step("18.3c")
    def fly(self, state: OcsState) -> Result:
        mark(state, self.ship)  # even if nobody gets through (10.0e)
        return Call(Mission(self.side, BARRAGE, self.target, together(self.groups)), into="left")

    @step("18.3c")
    def fire(self, state: OcsState) -> Result:
        return Call(against_ship(state, self.side, self.ship, self.left)) if self.left else Done()

    @step("14.2")
    def end(self, state: OcsState) -> Result:
        fly_back(state, self.left, self.back)
        return Done()


def against_ship(state: OcsState, side: Side, ship: UnitId, planes: Sequence[UnitId]) -> BarrageShip:
    """18.3c, 10.0a, 21.4 What those that got through do."""
    near, far = distances(state, planes, Hex(state.hex_of[ship]))
    return BarrageShip(side, ship, halves(state, planes), AIR, int(near), int(far))


def cannot_strike(state: OcsState, side: Side, plane: UnitId, target: Hex) -> Iterator[Violation]:
    """18.3c"""
    refused = list(cannot_fly(state, side, plane, target))
    yield from refused
    if refused:
        return
    if state.theatre.air_type[plane] == "strategic":
        yield Violation("18.3c", say("{unit} is a strategic bomber", plane), units=(plane,))
    elif not barrage_of(state, plane):
        yield Violation("14.7", say("{unit} has no barrage strength", plane), units=(plane,))


def strikers(state: OcsState, side: Side, target: Hex) -> list[UnitId]:
    return [
        plane for plane in ready(state, side)
        if within(state, plane, Hex(state.hex_of[plane]), target)
        and next(cannot_strike(state, side, plane, target), None) is None
    ]  # fmt: skip


def strike_targets(segment: Segment, state: OcsState) -> list[Hex]:
    return mark_hexes(state, segment.side, False) if state.theatre.afloat else []


def bad_strike_target(segment: Segment, state: OcsState, target: Hex) -> Iterator[Violation]:
    """18.3c"""
    on_map = target < state.theatre.board.hexes
    if not on_map or not any(not state.shot_at[unit] for unit in marks(state, segment.side, target, False)):
        yield Violation("18.3c", say("no enemy ship in {hex} may be a target", target), (target,))
    elif not strikers(state, segment.side, target):
        yield Violation("18.3c", say("no active aircraft can barrage a ship in {hex}", target), (target,))


def struck_ships(segment: Segment, state: OcsState, target: Hex) -> list[UnitId]:
    return marks(state, segment.side, target, False)


def bad_struck_ship(segment: Segment, state: OcsState, target: Hex, ship: UnitId) -> Iterator[Violation]:
    yield from no_mark(state, segment.side, target, False, ship)


def striker_groups(segment: Segment, state: OcsState, target: Hex, *_: object) -> dict[str, Group]:
    return stacks(state, strikers(state, segment.side, target))


def bad_strikers(segment: Segment, state: OcsState, target: Hex, ship: UnitId, *given: Any) -> Iterator[Violation]:
    """14.2, 18.3c"""
    *_, chosen, units = given
    if units == DONE:
        yield from nobody(chosen)
        return
    for plane in units:
        yield from cannot_strike(state, segment.side, plane, target)
    yield from one_too_many(state, chosen, units)


STRIKE = Form(
    "strike", "18.3c",
    Slot("target", HEX, strike_targets, bad_strike_target),
    Slot("ship", UNIT, struck_ships, bad_struck_ship),
    Slot("planes", GROUP, striker_groups, bad_strikers, many=True),
    BACK,
    refuse=no_flight,
)  # fmt: skip
