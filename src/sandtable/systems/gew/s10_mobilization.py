"""GEW 10 and 11.2: the Mobilization Phase, in which MP come in and are spent on units and markers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sandtable.core.bits import among
from sandtable.core.decisions import HEX, UNIT, WORD, Form, Menu, Slot
from sandtable.core.dice import Dice
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, Roll, step
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Verb
from sandtable.core.system import Scenario
from sandtable.systems.gew.options import O33_LEND_LEASE, O35_OFFENSIVES, OF_UNITS
from sandtable.systems.gew.s10_income import income
from sandtable.systems.gew.s12_supply import hex_in_supply
from sandtable.systems.gew.s28_fortifications import FORTIFY, Fortify, marker_cost, too_dear
from sandtable.systems.gew.s29_depots import DEPOT, PlaceDepot, counter_mix
from sandtable.systems.gew.state import (
    AVG_MOBILIZED,
    CRISIS,
    POWER_NAMES,
    POWERS_OF_SIDE,
    USMC_MOBILIZED,
    GewState,
)
from sandtable.systems.gew.theatre import (
    ALLIED_SIDE,
    POWERS,
    SOVIET,
    WALLIED,
    Theatre,
)

if TYPE_CHECKING:
    from sandtable.core.system import Scenario

KINDS = {
    "sac": "SAC", "tac": "TAC", "airlift": "Airlift", "fleet": "Fleet", "amphib": "Amphib", "uboat": "U-boat",
    "commando": "SF", "heavy_armor": "Heavy armor",
}  # fmt: skip
MARKERS = {"fortification": "fort", "depot": "depot"}
VOLUNTEERS = {"O34.1": USMC_MOBILIZED, "O34.2": AVG_MOBILIZED}


class Mobilization(Procedure):
    """10.0 A player's powers receive MP (10.6); he may send some (O33), give up units and markers (10.12), and spend
    (10.11), in this order (G10-12)."""

    side: Side
    action: tuple[Any, ...] = ()
    arrived: int = 0  # of Lend-Lease
    us_units: int = 0  # built in this phase while the USA is neutral (33.3)

    @step("10.6")
    def receive(self, state: GewState) -> Result:
        for power in POWERS_OF_SIDE[self.side]:
            for term in income(state, power):
                state.gain_mp(power, int(term.value), term.rule, str(term.label))
        return None

    @step("O33.1")
    def declare(self, state: GewState) -> Result:
        may = self.side == ALLIED_SIDE and state.option(O33_LEND_LEASE) and state.belligerent(SOVIET)
        return Ask(self.side, LEND_LEASE, "action") if may else Goto("look_over")  # 6.3: even with nothing to send

    @step("O33.1")
    def sail(self, state: GewState) -> Result:
        if self.action[0] != "lend":
            return Goto("look_over")
        sent = int(self.action[1])
        return Roll(Dice(1), "arrived", lambda sunk: max(0, sent - sunk))

    @step("O33.1")
    def arrive(self, state: GewState) -> Result:
        sent, arrived = int(self.action[1]), self.arrived
        self.action, self.arrived = (), 0
        state.gain_mp(WALLIED, -sent, "O33.1", "Lend-Lease")  # GO-33: gone even if all are sunk
        state.gain_mp(SOVIET, arrived, "O33.1", "Lend-Lease")
        return None

    @step("10.12")
    def look_over(self, state: GewState) -> Result:
        self.action = ()
        return None

    @step("10.12")
    def offer(self, state: GewState) -> Result:
        return Ask(self.side, GIVE_UP, "action")

    @step("10.12")
    def give_up(self, state: GewState) -> Result:
        word, *what = self.action
        self.action = ()
        if word == "demobilize":
            state.eliminate(what[0], "10.12")  # G10-11
        elif word == "dismantle":
            state.mark(MARKERS[what[0]], what[1], 0, "10.12")
        return Goto("choose" if word == "keep" else "offer")

    @step("10.11")
    def choose(self, state: GewState) -> Result:
        return Ask(self.side, SPEND, "action")

    @step("10.11")
    def spend(self, state: GewState) -> Result:
        word, *filled = self.action
        self.action = ()
        if word == "end":
            return Done()
        if word == "build" and limited(state, filled[0]):
            self.us_units += 1
        does: Any = next(verb.does for verb in VERBS if verb.form.name == word)
        return Call(does(self.side, *filled), then="choose")


# ------------------------------------------------------------------------------------------------ O33 Lend-Lease


def lent(scenario: Scenario) -> list[str]:
    """O33.1 So many points may be sent."""
    return [str(points) for points in range(1, scenario.charts.lines("income")["lend-lease"].amount + 1)]


def loads(phase: Mobilization, state: GewState) -> list[str]:
    return lent(state.scenario)


def too_much(phase: Mobilization, state: GewState, points: str) -> Iterator[Violation]:
    if int(points) > state.mp[WALLIED]:
        yield Violation("O33.1", f"the {POWER_NAMES[WALLIED]} have only {state.mp[WALLIED]} MP to send")


LEND_LEASE = Menu(
    "lend-lease",
    "O33.1",
    Form("lend", "O33.1", Slot("points", WORD, loads, too_much)),
    Form("hold", "O33.1"),
    ends="hold",
)


# ------------------------------------------------------------------------------------------------ 10.12 giving up


def on_the_map(phase: Mobilization, state: GewState) -> list[UnitId]:
    return sorted(unit for power in POWERS_OF_SIDE[phase.side] for unit in state.ground_units(power))


def cannot_demobilize(phase: Mobilization, state: GewState, unit: UnitId) -> Iterator[Violation]:
    if state.side_of(unit) != phase.side:
        yield Violation("10.12", say("{unit} is not a unit of yours", unit), units=(unit,))
    elif not state.theatre.is_ground[unit] or not 0 <= state.hex_of[unit] < state.theatre.hexes:
        yield Violation("10.12", say("{unit} is not a combat unit on the map", unit), units=(unit,))


def with_marker(phase: Mobilization, state: GewState, marker: str) -> list[Hex]:
    """The hexes with a player's markers of a kind."""
    return list(state.where(getattr(state, MARKERS[marker]), *_owners(phase.side, marker)))


def _owners(side: Side, marker: str) -> list[int]:
    """What stands in a marker's column for a player."""
    return [side + 1] if marker == "fortification" else [power + 1 for power in POWERS_OF_SIDE[side]]


def none_left(phase: Mobilization, state: GewState, marker: str) -> Iterator[Violation]:
    if not any(owner in getattr(state, MARKERS[marker]) for owner in _owners(phase.side, marker)):
        yield Violation("10.12", f"you have no {marker} on the map")


def not_there(phase: Mobilization, state: GewState, marker: str, at: Hex) -> Iterator[Violation]:
    if getattr(state, MARKERS[marker])[at] not in _owners(phase.side, marker):
        yield Violation("10.12", say("{hex} has no {marker} of yours", at, marker), (at,))


GIVE_UP = Menu(
    "demobilization", "10.12",
    Form("demobilize", "10.12", Slot("unit", UNIT, on_the_map, cannot_demobilize, on_the_map)),
    Form(
        "dismantle", "10.12",
        Slot("marker", WORD, lambda *_: MARKERS, none_left), Slot("at", HEX, with_marker, not_there, with_marker),
    ),
    Form("keep", "10.12"),
    ends="keep",
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ 11.2 building


class Build(Procedure):
    """11.2, 11.3 A unit is paid for and waits on the turn track, or comes too late for the game."""

    side: Side
    unit: UnitId
    arrives: int = 0  # the game turn

    @step("11.2")
    def pay(self, state: GewState) -> Result:
        power = state.power_of(self.unit)
        state.gain_mp(power, -cost(state, self.unit), "11.2", "", unit=self.unit)
        if (happened := VOLUNTEERS.get(state.setup.optional.get(self.unit, ""))) is not None:
            state.flag(happened)
        return None

    @step("11.3")
    def delay(self, state: GewState) -> Result:
        said, turn, last = delay(state, self.unit), state.turn, state.setup.turns[1]
        if "dr" in said:
            return Roll(Dice(1), "arrives", lambda roll: arrival(said, turn, last, roll))
        self.arrives = arrival(said, turn, last)
        return None

    @step("11.3")
    def wait(self, state: GewState) -> Result:
        """6.3: the enemy does not see the turn track."""
        if self.arrives:
            state.move(self.unit, state.theatre.track[self.arrives], "11.3", audience=[self.side])
        else:  # G11-4
            state.set_free(self.unit)
            state.remove(self.unit, "11.3", "taken_out", audience=[self.side])
        return Done()


def arrival(said: str, turn: int, last: int, roll: int = 0) -> int:
    """11.3 The game turn in which a delay ends; 0 after the last."""
    words = {"1dr turns": roll, "1dr/2 turns": roll // 2, "immediate": 0}
    arrives = turn + (words[said] if said in words else int(said.split()[0]))
    return arrives if arrives <= last else 0


@lru_cache(maxsize=512)
def line(theatre: Theatre, unit: UnitId) -> str:
    """10.0 A unit's row of the Mobilization Chart."""
    if not theatre.is_ground[unit]:
        return KINDS[theatre.kind[unit]]
    size = theatre.size[unit]
    if size == "front" or (theatre.mech[unit] and size == "army"):
        return "Mechanized army, front"  # G10-9
    if theatre.mech[unit]:
        return "Mech corps"  # G10-10
    if size == "army":
        return "Non-Mech army"
    return "Airborne, Marine corps" if theatre.type[unit] in ("airborne", "marine") else "Other Non-Mech corps"


def cost(state: GewState, unit: UnitId) -> int:
    """11.2"""
    return _costs(state.scenario)[unit]


@lru_cache(maxsize=16)
def _costs(scenario: Scenario) -> tuple[int, ...]:
    theatre, table = scenario.extra, scenario.charts.table("mobilization")
    factors = {"AF": theatre.attack, "DF": theatre.defense}
    said = [table.read(line(theatre, UnitId(unit)), "Build") for unit in range(len(scenario.counters))]
    return tuple(factors[word][unit] if word in factors else int(word) for unit, word in enumerate(said))


def delay(state: GewState, unit: UnitId) -> str:
    """11.3"""
    return state.scenario.charts.table("mobilization").read(line(state.theatre, unit), "Delay")


def limited(state: GewState, unit: UnitId) -> bool:
    """33.3 A US unit while the USA is neutral; combined units count as US ones (G9-7)."""
    return not state.usa_fights() and state.theatre.country_of[unit] == state.theatre.usa


def in_reserve(phase: Mobilization, state: GewState) -> list[UnitId]:
    """11.1 A player's units in the Reinforcements Displays: a neutral's wait with the Axis, whomever it joins."""
    counters, hex_of = _counters(state.theatre, state.powers(), phase.side), state.hex_of
    return sorted([unit for box in state.theatre.reinforcements for unit in among(hex_of, counters, box + 1, box)])


@lru_cache(maxsize=64)
def _counters(theatre: Theatre, powers: bytes, side: Side) -> tuple[UnitId, ...]:
    """A player's units, wherever they are."""
    return tuple(UnitId(unit) for unit, power in enumerate(powers) if power in POWERS_OF_SIDE[side])


def buildable(phase: Mobilization, state: GewState) -> list[UnitId]:
    """The same as cannot_build, faster."""
    if not state.setup.builds:
        return []
    theatre, mp, turn, optional = state.theatre, state.mp, state.turn, state.setup.optional
    powers, costs = state.powers(), _costs(state.scenario)
    barred = theatre.usa if phase.us_units >= most_us_units(state) and not state.usa_fights() else -2
    return [
        unit
        for unit in in_reserve(phase, state)
        if theatre.turn[unit] <= turn
        and theatre.type[unit] != "partisan"
        and theatre.country_of[unit] != barred
        and costs[unit] <= mp[powers[unit]]
        and (unit not in optional or next(_not_available(state, unit), None) is None)
    ]


def most_us_units(state: GewState) -> int:
    """33.3"""
    return state.scenario.charts.lines("income")["limited-us-units"].amount


def cannot_build(phase: Mobilization, state: GewState, unit: UnitId) -> Iterator[Violation]:
    """11.1, 11.2 and 33.3."""
    theatre = state.theatre
    if state.side_of(unit) != phase.side:
        yield Violation("11.2", say("{unit} is not a unit of yours", unit), units=(unit,))
        return
    if state.hex_of[unit] not in theatre.reinforcements:
        yield Violation("11.1", say("{unit} is not in your Reinforcements Display", unit), units=(unit,))
        return
    if theatre.type[unit] == "partisan":
        yield Violation(
            "31.1", say("{unit} is not built: partisans come by events and special forces", unit), units=(unit,)
        )
        return
    if not state.setup.builds:
        yield Violation("33.0", "no units are mobilized in this scenario")
    if theatre.turn[unit] > state.turn:
        yield Violation(
            "11.1", say("{unit} cannot be mobilized before game turn {turn}", unit, theatre.turn[unit]), units=(unit,)
        )
    most = most_us_units(state)
    if limited(state, unit) and phase.us_units >= most:
        yield Violation("33.3", f"a neutral USA builds {most} unit in a Mobilization Phase, and has", units=(unit,))
    yield from _not_available(state, unit)
    yield from too_dear(state, state.power_of(unit), cost(state, unit), say("{unit}", unit))


def _not_available(state: GewState, unit: UnitId) -> Iterator[Violation]:
    """GO-34 The units of optional rules."""
    rule = state.setup.optional.get(unit, "")
    if not rule:
        return
    if rule in OF_UNITS and not state.option(OF_UNITS[rule]):
        yield Violation(rule, say("{unit} comes with an optional rule that is not in use", unit), units=(unit,))
    level = state.scenario.charts.lines("income")["volunteers"].amount
    if rule in VOLUNTEERS and state.clock[CRISIS] < level:
        yield Violation(
            rule,
            say("{unit} needs a crisis level of {level}, it is {now}", unit, level, state.clock[CRISIS]),
            units=(unit,),
        )
    if rule == "O34.3" and not state.usa_fights():
        yield Violation(rule, say("{unit} cannot be mobilized while the USA is neutral", unit), units=(unit,))


BUILD = Form("build", "11.2", Slot("unit", UNIT, in_reserve, cannot_build, buildable))


# ------------------------------------------------------------------------------------------------ 24.10 clearing up


class ClearUp(Procedure):
    """24.10, O40.1.1 A bombed or sabotage marker is removed."""

    side: Side
    to: Hex

    @step("24.10")
    def clear(self, state: GewState) -> Result:
        column, rule = ("bombed", "24.10") if state.bombed[self.to] else ("sabotaged", "O40.1.1")
        state.gain_mp(state.controlling(self.to), -cost_to_clear(state, self.to), rule, f"a {column} marker")
        state.mark(column, self.to, 0, rule)
        return Done()


def cost_to_clear(state: GewState, at: Hex) -> int:
    """G10-8 The chart's price; sabotage has its own."""
    if not state.bombed[at]:
        return state.scenario.charts.lines("income")["remove-sabotage"].amount
    kind = "mobilization" if state.theatre.class_at[at] >= 0 else "other"
    return marker_cost(state, f"Remove bombed marker ({kind} hex)")


def damaged(phase: Mobilization, state: GewState) -> list[Hex]:
    return list(state.where(state.bombed, 1) | state.where(state.sabotaged, 1))


def cannot_clear(phase: Mobilization, state: GewState, at: Hex) -> Iterator[Violation]:
    power = state.controlling(at)
    if not state.bombed[at] and not state.sabotaged[at]:
        yield Violation("24.10", say("{hex} has no bombed or sabotage marker", at), (at,))
        return
    rule = "24.10" if state.bombed[at] else "O40.1.1"
    if power not in POWERS_OF_SIDE[phase.side]:
        yield Violation(rule, say("{hex} is not a hex that you control", at), (at,))
        return
    if not hex_in_supply(state, power, at):
        yield Violation(rule, say("{hex} has no line of supply", at), (at,))
    yield from too_dear(state, power, cost_to_clear(state, at), say("clearing {hex}", at))


CLEAR = Form("clear", "24.10", Slot("at", HEX, damaged, cannot_clear))


# ------------------------------------------------------------------------------------------------ O35.1 offensives


class BuyOffensive(Procedure):
    """O35.1 A Major Offensive is paid for and waits on the turn track."""

    side: Side
    power: str

    @step("O35.1")
    def pay(self, state: GewState) -> Result:
        state.gain_mp(POWERS.index(self.power), -marker_cost(state, OFFENSIVE_LINE), "O35.1", "a Major Offensive")
        said = state.scenario.charts.table("mobilization").read(OFFENSIVE_LINE, "Delay")
        arrives = arrival(said, state.turn, state.setup.turns[1])
        if arrives:  # after the last turn it is of no use to anybody (11.3)
            state.count_offensives(self.side, arrives, 1, "O35.1")
        return Done()


OFFENSIVE_LINE = "Major Operation"


def no_offensives(phase: Mobilization, state: GewState) -> Iterator[Violation]:
    if not state.option(O35_OFFENSIVES):
        yield Violation("O35", "Major Offensives are an optional rule that is not in use")
    elif (used := sum(state.offensives_of(phase.side))) >= counter_mix(state, "offensives"):
        yield Violation("O35.1", f"all {used} of your Major Offensives are in use")


def payers(phase: Mobilization, state: GewState) -> list[str]:
    return [POWERS[power] for power in POWERS_OF_SIDE[phase.side]]


def cannot_pay(phase: Mobilization, state: GewState, power: str) -> Iterator[Violation]:
    yield from too_dear(state, POWERS.index(power), marker_cost(state, OFFENSIVE_LINE), "a Major Offensive")


OFFENSIVE = Form("offensive", "O35.1", Slot("power", WORD, payers, cannot_pay), refuse=no_offensives)


# ------------------------------------------------------------------------------------------------ the segment

VERBS = (
    Verb(BUILD, Build), Verb(FORTIFY, Fortify), Verb(DEPOT, PlaceDepot), Verb(CLEAR, ClearUp),
    Verb(OFFENSIVE, BuyOffensive),
)  # fmt: skip
SPEND = Menu("mobilization", "10.11", *(verb.form for verb in VERBS), Form("end", "10.11"))
