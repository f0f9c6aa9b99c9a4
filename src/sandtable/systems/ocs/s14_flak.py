"""OCS 14.4: patrol zones, flak, and which aircraft of a mission it hits."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.charts import rolled_on
from sandtable.core.dice import Dice
from sandtable.core.flow import Call, Done, Procedure, Result, Roll, step
from sandtable.core.rules import Breakdown, Hex, Side, Term, UnitId, enemy
from sandtable.core.system import Prepared
from sandtable.systems.ocs.options import TRAINBUSTING_FLAK
from sandtable.systems.ocs.s02_quiet import is_fought
from sandtable.systems.ocs.s09_losses import LoseSteps
from sandtable.systems.ocs.s14_air import Flak, prepare_flak
from sandtable.systems.ocs.s14_combat import remaining
from sandtable.systems.ocs.s15_bases import bases, level
from sandtable.systems.ocs.state import OcsState

ONE_DIE = Dice(1)
ALWAYS, IN_ZONE = "Always", "Only in PZ"


class MeetFlak(Procedure):
    """14.4e One roll for a mission; a step of one of its aircraft may be lost."""

    side: Side
    word: str  # which mission
    target: Hex
    planes: tuple[UnitId, ...]
    result: str = ""
    hit: str = ""

    @step("14.4e")
    def roll_flak(self, state: OcsState) -> Result:
        return Call(flak_at(state, self.side, self.word, self.target, self.planes).procedure, into="result")

    @step("14.4e")
    def tell(self, state: OcsState) -> Result:
        state.note("flak", "14.4e", hex=self.target, units=self.planes, result=self.result)
        return Done() if self.result != "Step Loss" else None

    @step("14.4f")
    def roll_loss(self, state: OcsState) -> Result:
        number = len(self.planes)
        if number == 1:
            return None
        return Roll(ONE_DIE, "hit", rolled_on(state.scenario.charts.table("mission_loss"), 0, number))

    @step("14.4f")
    def lose(self, state: OcsState) -> Result:
        """Where two are equally weak or strong, their owner chooses."""
        return Call(LoseSteps(self.side, self.who(state), 1, spread=0, rule_cited="14.4f"))

    @step("14.4f")
    def end(self, state: OcsState) -> Result:
        return Done()

    def who(self, state: OcsState) -> tuple[UnitId, ...]:
        """14.4f #2 is the second aircraft, W the weakest and S the strongest by barrage strength."""
        if not self.hit:
            return self.planes
        if self.hit[0] == "#":
            return (self.planes[int(self.hit[1:]) - 1],)
        strengths = [barrage_of(state, plane) for plane in self.planes]
        wanted = min(strengths) if self.hit == "W" else max(strengths)
        return tuple(plane for plane, points in zip(self.planes, strengths, strict=True) if points == wanted)


def barrage_of(state: OcsState, plane: UnitId) -> int:
    """Barrage points of an aircraft or a ship with the steps it has."""
    return state.theatre.at_steps("barrage", plane, state.steps[plane])


def rolled_for(state: OcsState, word: str) -> str:
    """14.4e When a mission meets flak: always, only in an enemy patrol zone, never."""
    lines = state.scenario.charts.lines("flak_missions")
    return next(line.value for line in lines.lines if line.applies({"mission": word}))


def meets_flak(state: OcsState, side: Side, word: str, target: Hex) -> bool:
    """14.4e, 2.4"""
    if not is_fought(state):
        return False
    rolled = rolled_for(state, word)
    return rolled == ALWAYS or (rolled == IN_ZONE and bool(patrols(state, enemy(side), target)))


def patrols(state: OcsState, side: Side, target: Hex) -> list[UnitId]:
    """14.4c Active fighters of a side at a base in whose patrol zone a hex lies."""
    theatre, reach = state.theatre, state.number("patrol")
    return [
        plane for base in bases(state, side) if theatre.distance(base, target) <= reach
        for plane in remaining(state, base, state.planes_at(base, side)) if theatre.air_type[plane] == "fighter"
    ]  # fmt: skip


def flak_at(state: OcsState, side: Side, word: str, target: Hex, planes: Sequence[UnitId]) -> Prepared:
    """14.4e Every modifier, of what the enemy has in the hex."""
    theatre, foe = state.theatre, enemy(side)
    there = [unit for unit in state.units_in(target) if state.owner[unit] == foe]
    held = state.controller(target) == foe
    ships = sum(int(theatre.counters["flak"][unit] or 0) for unit in there if theatre.is_ship[unit])
    found = prepare_flak(state.scenario.charts, {
        "mission": word, "aircraft": len(planes), "hq": any(theatre.is_hq[unit] for unit in there),
        "air_base": level(state, target) if held else 0, "flak": ships + (theatre.flak.get(target, 0) if held else 0),
        "patrol_zone": bool(patrols(state, foe, target)),
        "fighter": any(theatre.air_type[plane] == "fighter" for plane in planes),
    })  # fmt: skip
    if word != "trainbusting" or not state.option(TRAINBUSTING_FLAK) or patrols(state, foe, target):
        return found
    more = state.number("trainbusting-flak")
    terms = Breakdown([*found.terms, Term("trainbusting outside a patrol zone", more, "14.4e")])
    return Prepared(Flak(int(terms.total)), terms)
