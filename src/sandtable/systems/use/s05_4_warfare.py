"""USE 5.4: the Strategic Warfare Phase: the Axis against the West, then against the Soviets; Fac Lost markers."""

from __future__ import annotations

from sandtable.core.changes import changeable
from sandtable.core.charts import Word
from sandtable.core.flow import Call, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Breakdown, Hex, Side, Term, UnitId
from sandtable.systems.use.d1_politics import at_war
from sandtable.systems.use.e0_events import STRATEGIC, Return, terms
from sandtable.systems.use.options import STRATEGIC_LINE_ONCE
from sandtable.systems.use.s05_1_commitment import Commitment
from sandtable.systems.use.s05_4_odds import conquered_threes
from sandtable.systems.use.s05_combat import Modified, ResolveCombat, line_of, modified, told
from sandtable.systems.use.state import CONQUERED, UseState
from sandtable.systems.use.theatre import AIR, AXIS, AXIS_FACTION, SOVIET, WARSHIPS, WESTERN

RULE = "5.4"
ENEMIES = (WESTERN, SOVIET)  # in this order
HIT = {WESTERN: "uk", SOVIET: "ussr"}  # whose Fac Lost marker moves
NAMES = {WESTERN: "Western", SOVIET: "Soviet"}  # as the charts call them
BY_ZONE = ("axis_ports", "axis_air")  # what lines about several Sea Zones ask for


class StrategicWarfare(Procedure):
    """5.4 One combat against each faction that Germany is at war with; then Bombed markers are taken off."""

    side: Side
    nth: int = 0
    committed: tuple = ()  # type: ignore[type-arg]  # what `Commitment` gives, for a moment
    events: tuple[UnitId, ...] = ()
    their_events: tuple[UnitId, ...] = ()
    result: str = ""

    @step("5.4")
    def next_enemy(self, state: UseState) -> Result:
        """One phase for all: the Axis resolves it."""
        if self.side != AXIS:
            return Done()
        if self.nth == len(ENEMIES):
            return Goto("clear")
        if not at_war(state, self.against):
            self.nth += 1
            return Goto("next_enemy")
        return Call(Commitment(AXIS, STRATEGIC, Hex(0), (), ()), into="committed")

    @step("5.1")
    def commit(self, state: UseState) -> Result:
        (self.events, self.their_events, *_), self.committed = self.committed, ()
        return None

    @step("5.1")
    def resolve(self, state: UseState) -> Result:
        attacker, defender = sums(state, self)
        return Call(ResolveCombat(attacker.drm, defender.drm, attacker.halvings, defender.halvings), into="result")

    @step("5.4")
    def count(self, state: UseState) -> Result:
        line = line_of(state.scenario.charts.lines("strategic_results"), self.result)
        state.note("strategic", RULE, against=NAMES[self.against], result=self.result)
        for id, whose in (("germany", "germany"), (HIT[self.against], "enemy")):
            state.lose_factories(state.theatre.country(id), state.number(f"{line}-{whose}"), RULE)
        return Call(Return((*self.events, *self.their_events)))

    @step("5.4")
    def go_on(self, state: UseState) -> Result:
        self.nth, self.events, self.their_events, self.result = self.nth + 1, (), (), ""
        return Goto("next_enemy")

    @step("5.4")
    def clear(self, state: UseState) -> Result:
        for place, marked in enumerate(state.bombed):
            if marked:
                state.bomb(Hex(place), False, RULE)
        return Done()

    @property
    def against(self) -> int:
        return ENEMIES[self.nth]


def fought_for(state: UseState) -> bool:
    """5.4 Does this game count factories lost?"""
    return any(state.fac_lost)


# ------------------------------------------------------------------------------------------------ modifiers


def sums(state: UseState, frame: StrategicWarfare) -> tuple[Modified, Modified]:
    """5.4 Both sides' modifiers, read from the position."""
    common = situation(state) | {"against": NAMES[frame.against]}
    own, theirs = frame.events, frame.their_events
    return (
        _sum(state, "attacker", common | {"faction": "Axis"}, terms(state, STRATEGIC, own, theirs)),
        _sum(state, "defender", common | {"faction": NAMES[frame.against]}, terms(state, STRATEGIC, theirs, own)),
    )


def breakdown(state: UseState, frame: StrategicWarfare) -> Breakdown:
    return told(*sums(state, frame))


def _sum(state: UseState, role: str, situation: dict[str, Word], events: list[Term]) -> Modified:
    return modified(state.scenario.charts, role, [*lines_for(state, situation), *events], ())


@changeable
def lines_for(state: UseState, situation: dict[str, Word]) -> list[Term]:
    """5.4 A line about several Sea Zones counts once for each of them."""
    lines = state.scenario.charts.lines("strategic_drm")
    found = list(lines.applying(situation | dict.fromkeys(BY_ZONE, ())))
    for name in BY_ZONE:
        zones = situation[name]
        for zone in zones if isinstance(zones, tuple) else ():
            found += lines.applying({each: situation[each] for each in ("faction", "against")} | {name: (zone,)})
    return found


@lines_for.changed_by(STRATEGIC_LINE_ONCE)
def lines_once(state: UseState, situation: dict[str, Word]) -> list[Term]:
    """It counts once."""
    return list(state.scenario.charts.lines("strategic_drm").applying(situation))


def situation(state: UseState) -> dict[str, Word]:
    """5.4 What the list of modifiers asks for."""
    theatre = state.theatre
    germany = theatre.country("germany")
    factories = [hex for hex in theatre.factories if theatre.country_at[hex] == germany]
    ports = {zone for hex in theatre.ports if state.holds_port(AXIS, hex) for zone in numbers(state, hex)}
    conquered = [
        nth for nth, country in enumerate(theatre.countries)
        if state.status[nth] == CONQUERED and country.side != AXIS
    ]  # fmt: skip
    return {
        "axis_ports": listed(state, "axis_ports", ports),
        **{term: listed(state, term, in_ports(state, *who)) for term, who in IN_PORT.items()},
        "conquered_threes": conquered_threes(state.scenario.charts, len(conquered)),
        "usa": state.faction[theatre.country("usa")] == WESTERN if "usa" in theatre.country_ids else False,
        "bombed": sum(state.bombed[hex] for hex in factories),
    }  # fmt: skip


IN_PORT = {  # a faction and the types that count
    "axis_air": (AXIS_FACTION, AIR),
    "soviet_air": (SOVIET, AIR),
    "western_guard": (WESTERN, ("fighter", *WARSHIPS)),
}


def in_ports(state: UseState, faction: int, types: tuple[str, ...]) -> set[str]:
    """5.4 The Sea Zones with a port in which such a unit of a faction is."""
    theatre = state.theatre
    return {
        zone for unit in map(UnitId, range(len(state.hex_of)))
        if theatre.type_of[unit] in types and state.faction_of(unit) == faction
        and 0 <= state.hex_of[unit] < theatre.board.hexes and state.hex_of[unit] in theatre.ports
        for zone in numbers(state, Hex(state.hex_of[unit]))
    }  # fmt: skip


def listed(state: UseState, term: str, zones: set[str]) -> tuple[str, ...]:
    """5.4 Those of these Sea Zones that the list of modifiers asks for, or its word for none."""
    none, *known = state.scenario.charts.lines("strategic_drm").words(term).words
    return tuple(zone for zone in known if zone in zones) or (none,)


def numbers(state: UseState, place: Hex) -> list[str]:
    """The numbers of the Sea Zones a hex touches."""
    return [state.scenario.place_name(zone).removeprefix("sea_") for zone in state.theatre.zones_at(place)]
