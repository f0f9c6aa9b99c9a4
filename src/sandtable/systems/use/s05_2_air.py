"""USE 5.2: air units fight: over a ground combat, or in an Air Strike."""

from __future__ import annotations

from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, Term, UnitId
from sandtable.systems.use.s05_2_air_naval import AIR
from sandtable.systems.use.s05_combat import Modified, ResolveCombat, code, modified
from sandtable.systems.use.state import SUPPLY, UseState

NATION = {
    "germany": "Germany", "france": "France", "uk": "UK", "usa": "USA", "ussr": "USSR", "italy": "Italy",
    "poland": "Poland", "belgium": "Belgium", "netherlands": "Netherlands", "hungary": "Hungary",
    "romania": "Romania", "bulgaria": "Bulgaria", "slovakia": "Slovakia", "yugoslavia": "Yugoslavia",
    "greece": "Greece", "turkey": "Turkey",
}  # fmt: skip


def nation(state: UseState, unit: UnitId) -> str:
    """As the charts call it."""
    return NATION.get(state.theatre.countries[state.theatre.country_of[unit]].id, "other")


class AirCombat(Procedure):
    """5.2 One air unit against another; the Sorties it costs both. The result is its value."""

    attacker: UnitId
    defender: UnitId
    strike: int = 0  # 1: an Air Strike, against a unit on the ground
    events: tuple[int, int] = (0, 0)  # modifiers of Event markers, the attacker's and the defender's
    result: str = ""

    @step("5.1")
    def resolve(self, state: UseState) -> Result:
        attacker, defender = sums(state, self.attacker, self.defender, bool(self.strike), self.events)
        sides = attacker.drm, defender.drm, attacker.halvings, defender.halvings
        return Call(ResolveCombat(*sides), into="result")

    @step("5.2")
    def count_sorties(self, state: UseState) -> Result:
        mine, theirs = sorties(self.result)
        state.note("air_combat", "5.2", unit=self.attacker, units=(self.defender,), result=self.result)
        state.add_sorties(self.attacker, mine, "5.2")
        state.add_sorties(self.defender, theirs, "5.2")
        return Done(self.result)


def sorties(result: str) -> tuple[int, int]:
    """5.2 Step 1: of the attacker, of the defender."""
    many = int(result.partition("+")[2] or 1)
    if code(result) in ("DR", "DD", "DE"):
        return 1, many
    if code(result) in ("AS", "AA"):
        return many, 1
    return 1, 1


def sums(
    state: UseState, attacker: UnitId, defender: UnitId, strike: bool, events: tuple[int, int]
) -> tuple[Modified, Modified]:
    """5.2 Both sides' modifiers."""
    return (
        _sum(state, attacker, defender, "attacker", strike, events[0]),
        _sum(state, defender, attacker, "defender", strike, events[1]),
    )


def _sum(state: UseState, unit: UnitId, other: UnitId, role: str, strike: bool, event: int) -> Modified:
    charts, type_of = state.scenario.charts, state.theatre.type_of
    supplied = {"supply": SUPPLY[state.supply[unit]], "weather": state.weather}
    situation = supplied | {
        "role": role, "nation": nation(state, unit), "type": type_of[unit],
        "versus": "air" if type_of[other] in AIR else "naval", "sorties": state.sorties[unit], "event": event,
        "britain": role == "defender" and strike and struck_in_britain(state, other, unit),
    }  # fmt: skip
    drm = list[Term](charts.lines("air_naval_drm").applying(situation))
    return modified(role, drm, charts.lines("air_naval_halvings").applying(supplied))


def struck_in_britain(state: UseState, striker: UnitId, unit: UnitId) -> bool:
    """5.2 A Western air unit in Britain, struck from outside it."""
    theatre = state.theatre
    lands = [theatre.country_at[Hex(state.hex_of[each])] for each in (striker, unit)]
    britain = [land >= 0 and theatre.countries[land].id == "uk" for land in lands]
    return britain[1] and not britain[0] and Side(theatre.side_of[unit]) == 1
