"""USE 5.2: air units fight: over a ground combat, or in an Air Strike."""

from __future__ import annotations

from functools import lru_cache

from sandtable.core.chartfile import Charts
from sandtable.core.charts import Word
from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.rules import Breakdown, Hex, Side, Term, UnitId, enemy
from sandtable.systems.use.e0_events import AIR as AIR_COMBAT
from sandtable.systems.use.e0_events import Return, in_hex, surprise
from sandtable.systems.use.e0_events import terms as event_terms
from sandtable.systems.use.s05_1_commitment import Commitment
from sandtable.systems.use.s05_combat import NATION_OF, Modified, ResolveCombat, code, modified, told
from sandtable.systems.use.state import UseState
from sandtable.systems.use.theatre import AIR, SUPPLY, WESTERN


def nation(state: UseState, unit: UnitId) -> str:
    """As the charts call it."""
    return NATION_OF.get(state.theatre.countries[state.theatre.country_of[unit]].id, "other")


class AirCombat(Procedure):
    """5.2 One air or naval unit against another; the Sorties it costs both. The result is its value; over a ground
    combat also the markers that were played, which are put away with those of the ground combat."""

    side: Side  # the attacker's
    attacker: UnitId
    defender: UnitId
    place: Hex  # where: the hex of the unit struck, or of the ground combat
    strike: int = 0  # 1: an Air Strike, against a unit at its base
    over_ground: int = 0  # 1: over a ground combat
    spent: tuple[UnitId, ...] = ()  # markers that are committed to it
    committed: tuple = ()  # type: ignore[type-arg]  # what `Commitment` gives, for a moment
    events: tuple[UnitId, ...] = ()
    their_events: tuple[UnitId, ...] = ()
    result: str = ""

    @step("5.1")
    def ask(self, state: UseState) -> Result:
        units = (self.attacker,), (self.defender,)
        return Call(Commitment(self.side, AIR_COMBAT, self.place, *units, self.spent), into="committed")

    @step("5.1")
    def commit(self, state: UseState) -> Result:
        (self.events, self.their_events, *_), self.committed = self.committed, ()
        return self.resolve(state)

    @step("5.1")
    def resolve(self, state: UseState) -> Result:
        attacker, defender = sums(state, self)
        sides = attacker.drm, defender.drm, attacker.halvings, defender.halvings
        return Call(ResolveCombat(*sides), into="result", then="count_sorties")

    @step("5.2")
    def count_sorties(self, state: UseState) -> Result:
        mine, theirs = sorties(self.result)
        flown = state.theatre.is_air[self.attacker] and state.theatre.is_air[self.defender]
        kind = "air_combat" if flown else "naval_combat"
        state.note(kind, "5.2", unit=self.attacker, units=(self.defender,), result=self.result)
        state.add_sorties(self.attacker, mine, "5.2")
        state.add_sorties(self.defender, theirs, "5.2")
        put = () if self.over_ground else (*self.events, *self.their_events)
        return Call(Return(put)) if put else self.done(state)

    @step("5.2")
    def done(self, state: UseState) -> Result:
        played = (*self.events, *self.their_events)
        return Done((self.result, played) if self.over_ground else self.result)


def sorties(result: str) -> tuple[int, int]:
    """5.2 Step 1: of the attacker, of the defender."""
    many = int(result.partition("+")[2] or 1)
    if code(result) in ("DR", "DD", "DE"):
        return 1, many
    if code(result) in ("AS", "AA"):
        return many, 1
    return 1, 1


def sums(state: UseState, combat: AirCombat) -> tuple[Modified, Modified]:
    """5.2 Both sides' modifiers and halvings, line by line."""
    return _sum(state, combat, "attacker"), _sum(state, combat, "defender")


def breakdown(state: UseState, combat: AirCombat) -> Breakdown:
    return told(*sums(state, combat))


def _sum(state: UseState, combat: AirCombat, role: str) -> Modified:
    charts, type_of, attacking = state.scenario.charts, state.theatre.type_of, role == "attacker"
    side = combat.side if attacking else enemy(combat.side)
    unit, other = (combat.attacker, combat.defender) if attacking else (combat.defender, combat.attacker)
    own, theirs = (combat.events, combat.their_events) if attacking else (combat.their_events, combat.events)
    supply, weather = SUPPLY[state.supply[unit]], state.weather_at(combat.place)
    versus = "air" if type_of[other] in AIR else "naval"
    britain = not attacking and bool(combat.strike) and struck_in_britain(state, other, unit)
    of_it = nation(state, unit), type_of[unit], versus, state.sorties[unit], britain, supply, weather
    drm = _modifiers(charts, role, *of_it)
    if own or theirs:
        drm = (*drm, *event_terms(state, AIR_COMBAT, own, theirs))
    if attacking:
        drm = (*drm, *surprise(state, combat.place, unit))
    elif combat.strike:
        drm = (*drm, *in_hex(state, AIR_COMBAT, combat.place, side))
    return modified(charts, role, drm, _halved(charts, supply, weather))


@lru_cache(8192)
def _modifiers(
    charts: Charts, role: str, nation: str, type: str, versus: str, sorties: int, britain: bool, supply: str,
    weather: str,
) -> tuple[Term, ...]:  # fmt: skip
    """5.2 The lines that hold in a situation."""
    said: dict[str, Word] = {
        "role": role, "nation": nation, "type": type, "versus": versus, "sorties": sorties, "britain": britain,
        "supply": supply, "weather": weather,
    }  # fmt: skip
    return tuple(charts.lines("air_naval_drm").applying(said))


@lru_cache
def _halved(charts: Charts, supply: str, weather: str) -> tuple[Term, ...]:
    said: dict[str, Word] = {"supply": supply, "weather": weather}
    return tuple(charts.lines("air_naval_halvings").applying(said))


def struck_in_britain(state: UseState, striker: UnitId, unit: UnitId) -> bool:
    """5.2 A unit of the Western faction in Britain, not in what else is British, struck from outside it."""
    theatre = state.theatre
    at_home = [
        land >= 0 and theatre.countries[land].id == "uk" and place not in theatre.overseas
        for place in (state.hex_of[striker], state.hex_of[unit]) for land in (theatre.country_at[place],)
    ]  # fmt: skip
    return at_home[1] and not at_home[0] and state.faction_of(unit) == WESTERN
