"""USE 6.3.1: the activation of a ground unit: it moves, makes Mobile attacks, or designates an Assault."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.changes import changeable
from sandtable.core.decisions import HEX, UNIT, Form, Menu, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.sieves import tested
from sandtable.systems.use.options import MOBILE_ATTACK_NEEDS_FAIR
from sandtable.systems.use.s01_5_sorties import has_acted
from sandtable.systems.use.s01_7_zones import in_ezoc
from sandtable.systems.use.s02_3_entering import Enter
from sandtable.systems.use.s04_2_ground import (
    attack_price,
    closed_to,
    goals,
    held,
    movement_points,
    reach,
    why_not_there,
)
from sandtable.systems.use.s04_ports import bad_port, no_ship, ports
from sandtable.systems.use.s05_3_attack import ASSAULT, MOBILE_ATTACK, Combat, on_map
from sandtable.systems.use.s09_costs import cannot_pay, cost
from sandtable.systems.use.s13_conditional import by_entry
from sandtable.systems.use.state import ACTIVATED, NO_TARGET, UseState

RULE = "6.3.1"
ADDITIONAL = "most-additional"  # 5.1 how many units join the Primary Attacker


class Activation(Procedure):
    """6.3.1 One activation."""

    side: Side
    unit: UnitId
    left: int = 0  # movement points
    acted: int = 0  # it has moved or attacked
    attacked: int = 0  # it has made a Mobile attack
    fort_left: int = 0  # it has left a fort, so that it cannot occupy one (4.2.3.5)
    way: tuple[Hex, ...] = ()
    answer: tuple = ()  # type: ignore[type-arg]
    result: str = ""

    @step("6.3.1")
    def activate(self, state: UseState) -> Result:
        if self.acted:  # out of a Map Box, where it has paid
            return None
        state.pay(self.unit, cost(state, "activate", self.unit), "9.0")
        state.did(self.unit, ACTIVATED)
        state.note("activated", RULE, unit=self.unit, hex=Hex(state.hex_of[self.unit]))
        self.left = movement_points(state, self.unit)
        return None

    @step("4.2.3")
    def decide(self, state: UseState) -> Result:
        return Ask(self.side, OPERATIONS, "answer") if on_map(state, self.unit) else Goto("end")

    @step("4.2.3")
    def act(self, state: UseState) -> Result:
        (word, *picked), self.answer = self.answer, ()
        start = Hex(state.hex_of[self.unit])
        if word == "stop":
            return self.end(state)
        if word in ("occupy", "leave"):
            state.occupy(self.unit, word == "occupy", "4.2.3.5")
            self.fort_left |= int(word == "leave")
            held = word == "occupy" and in_ezoc(state, self.side, start) and self.acted
            return self.end(state) if held else Goto("decide")
        (to,) = picked
        if word == "sail":
            self._leave_fort(state)
            return Call(Enter(self.side, self.unit, to, "4.2.4"), then="end")
        if word == "box":
            self._leave_fort(state)
            state.move(self.unit, to, "4.0")
            return self.end(state)
        if word == "move":
            self._leave_fort(state)
            found = reach(state, self.unit, self.left, not self.acted)
            self.left -= found.cost(to)
            self.acted, self.way = 1, tuple(map(Hex, found.route(to)))[1:]
            return self.march(state)
        self.left -= attack_price(state, start, to, self.side)
        if word == "assault":
            state.aim(self.unit, to)
            return self.end(state)
        self.acted = self.attacked = 1
        return Call(Combat(self.side, to, self.unit, (), MOBILE_ATTACK), into="result", then="after_combat")

    def _leave_fort(self, state: UseState) -> None:
        if state.in_fort[self.unit]:
            state.occupy(self.unit, False, "4.2.3.5")
            self.fort_left = 1

    @step("4.2.3")
    def march(self, state: UseState) -> Result:
        """At once to the next hex where something comes of it; only the last can be one where something is taken."""
        if not self.way:
            return Goto("decide")
        *on_the_way, last = self.way
        to = next((hex for hex in on_the_way if self._disturbed(state, hex)), last)
        self.way = self.way[self.way.index(to) + 1 :]
        return Call(Enter(self.side, self.unit, to, "4.2.3"), then="march")

    def _disturbed(self, state: UseState, hex: Hex) -> bool:
        if state.top_of[hex] >= 0 and any(state.theatre.side_of[unit] != self.side for unit in state.units_in(hex)):
            return True
        return bool(by_entry(state, self.unit, hex))

    @step("5.3")
    def after_combat(self, state: UseState) -> Result:
        result, self.result = self.result, ""
        return self.end(state) if result in ("AS", "AA") else Goto("decide")

    @step("6.3.1")
    def end(self, state: UseState) -> Result:
        state.end_activation()
        return Done()


# ------------------------------------------------------------------------------------------------ who may be activated


def ready(segment: Segment, state: UseState) -> list[UnitId]:
    return [unit for unit in state.ground_units(segment.side) if next(unready(segment, state, unit), None) is None]


def unready(segment: Segment, state: UseState, unit: UnitId) -> Iterator[Violation]:
    """6.3.1 Why a unit cannot be activated."""
    theatre = state.theatre
    if theatre.side_of[unit] != segment.side or not theatre.is_ground[unit] or not on_map(state, unit):
        yield Violation(RULE, say("{unit} is not a ground unit of yours on the map", unit), units=(unit,))
        return
    yield from idle(state, unit)


def idle(state: UseState, unit: UnitId) -> Iterator[Violation]:
    """6.0, 9.0 Why a ground unit does nothing, wherever it is."""
    yield from has_acted(state, unit)
    yield from cannot_pay(state, "activate", unit)


ACTIVATE = Form(
    "activate", RULE,
    tested("unit", UNIT, lambda segment, state: state.ground_units(segment.side), unready),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ what it may do


def every_hex(army: Activation, state: UseState, *_: object) -> range:
    return range(state.theatre.board.size)


def move_goals(army: Activation, state: UseState) -> list[Hex]:
    return goals(state, army.unit, army.left, not army.acted)


def bad_goal(army: Activation, state: UseState, to: Hex) -> Iterator[Violation]:
    return why_not_there(state, army.unit, army.left, not army.acted, to)


def targets(army: Activation, state: UseState) -> list[Hex]:
    return [hex for hex in _foes(army, state) if next(bad_target(army, state, hex), None) is None]


def assault_targets(army: Activation, state: UseState) -> list[Hex]:
    return [hex for hex in _foes(army, state) if next(bad_assault(army, state, hex), None) is None]


def _foes(army: Activation, state: UseState) -> list[Hex]:
    """Hexes with an enemy ground unit next to it, in order."""
    occupied = state.occupied(enemy(army.side))
    return [hex for hex in state.theatre.next_to[state.hex_of[army.unit]] if hex in occupied]


def bad_target(army: Activation, state: UseState, to: Hex) -> Iterator[Violation]:
    """5.3.2 Why a Mobile attack cannot be made on a hex."""
    yield from _bad_foe(army, state, to)
    yield from bad_mobile(state, to)


@changeable
def bad_mobile(state: UseState, to: Hex) -> Iterator[Violation]:
    """5.3.2 Why nobody could make a Mobile attack on a hex."""
    foe = state.ground_at(to)
    if foe is not None and state.in_fort[foe]:
        yield Violation("5.3", say("{unit} occupies a fort: it can only be assaulted", foe), (to,), (foe,))


@bad_mobile.changed_by(MOBILE_ATTACK_NEEDS_FAIR)
def bad_mobile_weather(state: UseState, to: Hex) -> Iterator[Violation]:
    """5.3.2 Armies attack from the march in Fair weather only."""
    yield from bad_mobile.printed(state, to)
    if (weather := state.weather_at(to)) != "Fair":
        yield Violation("5.3.2", f"the weather is {weather}: only Assaults are made", (to,))


def bad_assault(army: Activation, state: UseState, to: Hex) -> Iterator[Violation]:
    """5.3.3 Why an Assault cannot be designated."""
    yield from no_assault(army, state)
    yield from _bad_foe(army, state, to)


def no_assault(army: Activation, state: UseState) -> Iterator[Violation]:
    if army.attacked:
        yield Violation("5.3.3", "it has made a Mobile attack in this activation", units=(army.unit,))


def _bad_foe(army: Activation, state: UseState, to: Hex) -> Iterator[Violation]:
    start = Hex(state.hex_of[army.unit])
    if state.in_fort[army.unit]:
        yield Violation("4.2.3.5", "who occupies a fort does not attack: it has to leave first", (start,), (army.unit,))
    yield from bad_attack(state, army.unit, start, to, army.left)


def bad_attack(state: UseState, unit: UnitId, start: Hex, to: Hex, points: int) -> Iterator[Violation]:
    """5.3, 4.2.3.3 Why a unit could attack nobody in a hex, Mobile or by Assault, from where it is or would be."""
    theatre, side = state.theatre, Side(state.theatre.side_of[unit])
    if to not in theatre.board.around(start):
        yield Violation("5.3", "it is not next to the unit", (to,))
        return
    if to not in state.occupied(enemy(side)):
        yield Violation("5.3", "no enemy ground unit is there", (to,))
        return
    if theatre.prohibited(start, to):
        yield Violation("4.0", "the hexside is closed to ground units", (start, to))
        return
    if to in closed_to(state, theatre.country_of[unit]):
        if to in theatre.no_entry[theatre.country_of[unit]]:
            yield Violation("4.0", "units of its country do not go there", (to,))
        if to in state.shut_land(theatre.country_of[unit]):
            yield Violation("D1", "a policy protects the country from its own", (to,))
    price = attack_price(state, start, to, side)
    if price > points:
        yield Violation("4.2.3.3", f"the attack costs {price} movement points, and {points} are left", (to,))


def no_fort(army: Activation, state: UseState) -> Iterator[Violation]:
    """4.2.3.5 Why it cannot occupy a fort."""
    theatre, here = state.theatre, Hex(state.hex_of[army.unit])
    if not state.fort[here]:
        yield Violation("4.2.3.5", "there is no fort in its hex", (here,))
        return
    if state.fort[here] - 1 != theatre.country_of[army.unit]:
        yield Violation("4.2.3.5", "the fort is of another country", (here,))
    if state.in_fort[army.unit]:
        yield Violation("4.2.3.5", "it occupies the fort already", (here,))
    if army.fort_left:
        yield Violation("4.2.3.5", "it has left a fort in this activation", (here,))


def no_voyage(army: Activation, state: UseState) -> Iterator[Violation]:
    """4.2.4 A voyage takes the whole activation."""
    if army.acted:
        yield Violation("4.2.4", "it has moved or attacked in this activation", units=(army.unit,))
    yield from no_ship(state, army.unit)


def bad_voyage(army: Activation, state: UseState, to: Hex) -> Iterator[Violation]:
    yield from no_voyage(army, state)
    yield from bad_port(state, army.unit, to)


def voyages(army: Activation, state: UseState) -> list[Hex]:
    return ports(state, army.unit) if next(no_voyage(army, state), None) is None else []


def cannot_move(army: Activation, state: UseState) -> Iterator[Violation]:
    return held(state, army.unit, not army.acted)


LINE = "central-russia-box"  # 4.0


def inland_boxes(state: UseState) -> list[Hex]:
    """Map Boxes beside hexes."""
    return [box for box in sorted(state.theatre.map_boxes) if state.theatre.coast_of(box)]


def boxes(army: Activation, state: UseState) -> list[Hex]:
    if not state.theatre.map_boxes:
        return []
    return [box for box in inland_boxes(state) if next(bad_box(army, state, box), None) is None]


def bad_box(army: Activation, state: UseState, to: Hex) -> Iterator[Violation]:
    """4.0 Why it cannot go into a Map Box: the last step of a march."""
    here, theatre = Hex(state.hex_of[army.unit]), state.theatre
    if to not in theatre.map_boxes or here not in theatre.coast_of(to):
        yield Violation("4.0", "no Map Box lies there, beside the unit", (to,))
        return
    yield from cannot_move(army, state)
    needed = int(state.scenario.charts.lines("ground_movement")[LINE].value)
    if needed > army.left:
        yield Violation("4.0", f"it costs {needed} movement points, and {army.left} are left", (to,))


def not_in_fort(army: Activation, state: UseState) -> Iterator[Violation]:
    if not state.in_fort[army.unit]:
        yield Violation("4.2.3.5", "it does not occupy a fort", (Hex(state.hex_of[army.unit]),))
    elif army.acted and in_ezoc(state, army.side, Hex(state.hex_of[army.unit])):
        yield Violation("4.2.3.1", "it has acted and is in an EZOC", (Hex(state.hex_of[army.unit]),))


OPERATIONS = Menu(
    "operations", "4.2.3",
    Form("move", "4.2.3", Slot("to", HEX, every_hex, bad_goal, move_goals), refuse=cannot_move),
    Form("sail", "4.2.4", Slot("to", HEX, every_hex, bad_voyage, voyages), refuse=no_voyage),
    Form("attack", "5.3.2", Slot("target", HEX, every_hex, bad_target, targets)),
    Form("assault", "5.3.3", Slot("target", HEX, every_hex, bad_assault, assault_targets), refuse=no_assault),
    Form("box", "4.0", Slot("to", HEX, every_hex, bad_box, boxes)),
    Form("occupy", "4.2.3.5", refuse=no_fort),
    Form("leave", "4.2.3.5", refuse=not_in_fort),
    Form("stop", "6.3.1"),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ assaults


class Assault(Procedure):
    """5.3.3 An Assault that was designated is resolved: up to three of those that point at the hex."""

    side: Side
    target: Hex
    primary: UnitId
    additional: tuple[UnitId, ...]

    @step("5.3.3")
    def begin(self, state: UseState) -> Result:
        for unit in (self.primary, *self.additional):
            state.aim(unit, NO_TARGET)
        if state.ground_at(self.target) is None:
            return Call(Enter(self.side, self.primary, self.target, "5.3.3"), then="end")
        return Call(Combat(self.side, self.target, self.primary, self.additional, ASSAULT))

    @step("5.3.3")
    def end(self, state: UseState) -> Result:
        return Done()


def aimed_at(state: UseState, side: Side, target: Hex) -> list[UnitId]:
    return [unit for unit in state.ground_units(side) if state.assault[unit] == target]


def assaulted(segment: Segment, state: UseState) -> list[Hex]:
    """Hexes that Assault markers point at and no unit of the side has entered since."""
    if max(state.assault) == NO_TARGET:
        return []
    own = state.occupied(segment.side)
    aimed = {Hex(state.assault[unit]) for unit in state.ground_units(segment.side) if state.assault[unit] >= 0}
    return sorted(hex for hex in aimed if hex not in own)


def not_assaulted(segment: Segment, state: UseState, target: Hex) -> Iterator[Violation]:
    if not aimed_at(state, segment.side, target):
        yield Violation("5.3.3", "no Assault marker points there", (target,))
    elif target in state.occupied(segment.side):
        yield Violation("3.3", "a unit of your own is there already", (target,))


def not_primary(segment: Segment, state: UseState, target: Hex, unit: UnitId) -> Iterator[Violation]:
    if unit not in aimed_at(state, segment.side, target):
        yield Violation("5.3.3", say("{unit} has no Assault marker for this hex", unit), (target,), (unit,))


def one_too_many(state: UseState, chosen: tuple[UnitId, ...], pick: UnitId) -> Iterator[Violation]:
    """5.1 How many join the Primary Attacker."""
    most = state.number(ADDITIONAL)
    if len(chosen) >= most:
        yield Violation("5.1", f"{most} units join the Primary Attacker at most", units=(pick,))


def not_additional(
    segment: Segment, state: UseState, target: Hex, primary: UnitId, chosen: tuple[UnitId, ...], pick: UnitId | str
) -> Iterator[Violation]:
    if isinstance(pick, str):
        return
    yield from not_primary(segment, state, target, pick)
    if pick == primary:
        yield Violation("5.1", say("{unit} is the Primary Attacker", pick), units=(pick,))
    yield from one_too_many(state, chosen, pick)
    if state.ground_at(target) is None:
        yield Violation("5.3.3", "the hex is empty: one unit may advance", (target,))


RESOLVE = Form(
    "resolve", "5.3.3",
    Slot("target", HEX, lambda segment, state: assaulted(segment, state), not_assaulted),
    Slot("primary", UNIT, lambda segment, state, target: aimed_at(state, segment.side, target), not_primary),
    Slot(
        "additional", UNIT, lambda segment, state, target, primary, chosen: aimed_at(state, segment.side, target),
        not_additional, many=True,
    ),
)  # fmt: skip
