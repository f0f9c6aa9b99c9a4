"""GEW 4 and 15: the sequence of play, turn by turn and impulse by impulse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import cast

from sandtable.core.decisions import Menu
from sandtable.core.flow import Call, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Side, enemy
from sandtable.core.sequence import OTHER, Outline, Row, Sequence, StateTest, phase
from sandtable.core.state import State
from sandtable.core.system import Scenario
from sandtable.systems.gew.o42_lila import LILA, Lila
from sandtable.systems.gew.options import O42_LILA
from sandtable.systems.gew.s03_victory import Reckoning, final_outcome, needs_reckoning
from sandtable.systems.gew.s04_initiative import PLAY_ULTRA, InitiativeDetermination
from sandtable.systems.gew.s07_events import EventsCheck
from sandtable.systems.gew.s08_crisis import CrisisCheck
from sandtable.systems.gew.s09_neutrals import INVASIONS, DeclareInvasions, NeutralActivation
from sandtable.systems.gew.s10_mobilization import GIVE_UP, LEND_LEASE, SPEND, Mobilization
from sandtable.systems.gew.s11_reinforcements import Deployment
from sandtable.systems.gew.s16_regroup import REGROUP, Regroup
from sandtable.systems.gew.s17_movement import MOVE, MovementPhase
from sandtable.systems.gew.s19_attack import COMBAT, GroundCombatPhase
from sandtable.systems.gew.s21_absorption import SUFFER
from sandtable.systems.gew.s22_pursuit import GO_ON
from sandtable.systems.gew.s23_air_operations import AirOperationsPhase
from sandtable.systems.gew.s23_orders import ANSWER_MENU, FLY_MENU, INTERCEPT_MENU, SAIL_MENU
from sandtable.systems.gew.s25_naval_operations import NavalOperationsPhase
from sandtable.systems.gew.s26_convoys import GUARD, RAID, ConvoyBattle
from sandtable.systems.gew.s27_special_forces import MISSIONS, PartisanSupport
from sandtable.systems.gew.s33_setup import SetUp
from sandtable.systems.gew.state import FIRST_PLAYER, IMPULSE, PHASING, TURN, VICHY_INVADED_THIS_IMPULSE, GewState

IMPULSES = "impulses"


def played(part: str) -> Callable[[State], bool]:
    """Does the scenario have this part of the sequence?"""
    return lambda state: part not in state.setup.skip  # type: ignore[attr-defined]


def neutrals_checked(state: State) -> bool:
    assert isinstance(state, GewState)
    return "neutrals" not in state.setup.skip and state.turn not in state.setup.no_neutral_check  # 33.3


def initiative_open(state: State) -> bool:
    """33.0 Who begins the first turn is set."""
    assert isinstance(state, GewState)
    return state.turn != state.setup.turns[0]


def lila_played(state: State) -> bool:
    assert isinstance(state, GewState)
    return state.option(O42_LILA)


def both(name: str, number: str, part: type[Procedure], *menus: Menu) -> Row:
    """A phase of the first player, then of the second."""
    first, second = phase("First player", number, part), phase("Second player", number, part, by=OTHER)
    return phase(name, number, first, second, menus=menus)


IF_IT_MATTERS: Mapping[type[Procedure], StateTest] = {Reckoning: cast(StateTest, needs_reckoning)}
POLITICS = phase(
    "Politics", "4.1",
    phase("Initiative Determination Phase", "4.2", InitiativeDetermination, only=initiative_open, menus=(PLAY_ULTRA,)),
    phase(
        "Political Phase", "4.1",
        phase("Events Check", "7.0", EventsCheck, only=played("events")),
        phase("European Crisis Check", "8.0", CrisisCheck, only=played("crisis")),
        phase(
            "Neutral Activation Check", "9.4", NeutralActivation, Reckoning, only=neutrals_checked, needed=IF_IT_MATTERS
        ),
    ),
)  # fmt: skip
MOBILIZATION_PHASE = both("Mobilization Phase", "10.0", Mobilization, LEND_LEASE, GIVE_UP, SPEND)
DEPLOYMENT_PHASE = both("Reinforcement & Deployment Phase", "11.0", Deployment)
LOGISTICS = phase(
    "Logistics", "4.1",
    MOBILIZATION_PHASE,
    phase(
        "Strategic Operations Phase", "4.1",
        phase("Convoys", "26.4", ConvoyBattle, only=played("anti_convoy"), menus=(GUARD, RAID)),
        phase("Operation Lila", "O42.2", Lila, only=lila_played, menus=(LILA,)),
        phase(
            "Partisan Support", "27.2",
            phase("First player", "27.2", PartisanSupport), phase("Second player", "27.2", PartisanSupport, by=OTHER),
            Reckoning, only=played("partisan_support"), menus=(MISSIONS,), needed=IF_IT_MATTERS,
        ),
    ),
    DEPLOYMENT_PHASE,
)  # fmt: skip


def then_reckoned(name: str, number: str, part: type[Procedure], *menus: Menu) -> Row:
    """A phase after which the game may be over."""
    return phase(name, number, part, Reckoning, menus=menus, needed=IF_IT_MATTERS)


INVASION_PHASE = then_reckoned("Invasions", "9.5", DeclareInvasions, INVASIONS)
REGROUP_PHASE = phase("Regroup Phase", "16.0", Regroup, menus=(REGROUP,))
MOVEMENT_PHASE = then_reckoned("Movement Phase", "17.0", MovementPhase, MOVE)
AIR_PHASE = then_reckoned("Air Operations Phase", "23.0", AirOperationsPhase, FLY_MENU, ANSWER_MENU)
NAVAL_PHASE = then_reckoned("Naval Operations Phase", "25.0", NavalOperationsPhase, SAIL_MENU, INTERCEPT_MENU)
COMBAT_PHASE = then_reckoned("Ground Combat Phase", "19.0", GroundCombatPhase, COMBAT, SUFFER, GO_ON)
PLAYER_IMPULSE = phase(
    "Impulse", "4.2.2", INVASION_PHASE, REGROUP_PHASE, MOVEMENT_PHASE, AIR_PHASE, NAVAL_PHASE, COMBAT_PHASE
)
OUTLINE = Outline(POLITICS, LOGISTICS, PLAYER_IMPULSE)


class Game(Procedure):
    """4.0 Set-up, the game turns, and who has won."""

    side: Side = Side(0)  # whose impulse it is

    @step("33.0")
    def set_up(self, state: GewState) -> Result:
        return Call(SetUp())

    @step("33.0")
    def first_turn(self, state: GewState) -> Result:
        state.tick(TURN, state.setup.turns[0])
        return None

    @step("4.1")
    def politics(self, state: GewState) -> Result:
        state.tick(IMPULSE, 0)
        state.note("turn", "4.1", number=state.turn, season=state.season)
        return Call(Sequence(POLITICS.name, Side(state.clock[FIRST_PLAYER])))

    @step("4.1")
    def logistics(self, state: GewState) -> Result:
        """The first player is asked for only now: the Soviet Union may have joined (G4-2)."""
        return Call(Sequence(LOGISTICS.name, Side(state.clock[FIRST_PLAYER])), then="next_impulse")

    @step("15.0")
    def next_impulse(self, state: GewState) -> Result:
        """First player, second player; the same again, but not in winter."""
        first = Side(state.clock[FIRST_PLAYER])
        again = state.clock[IMPULSE] and self.side == first
        self.side = enemy(first) if again else first
        if not again:
            state.tick(IMPULSE, state.clock[IMPULSE] + 1)
        if state.clock[IMPULSE] > impulses(state):
            return Goto("turn_record")
        state.tick(PHASING, self.side)
        state.flag(VICHY_INVADED_THIS_IMPULSE, 0)
        state.note("impulse", "4.2.2", side=self.side, number=state.clock[IMPULSE])
        return Call(Sequence(PLAYER_IMPULSE.name, self.side), then="next_impulse")

    @step("4.1")
    def turn_record(self, state: GewState) -> Result:
        if state.turn == state.setup.turns[1]:
            return Goto("score")
        state.tick(TURN, state.turn + 1)
        return Goto("politics")

    @step("3.2")
    def score(self, state: GewState) -> Result:
        return Done(final_outcome(state))


def impulses(state: GewState) -> int:
    """15.0"""
    return _impulses(state.scenario, state.turn)


@lru_cache(maxsize=256)
def _impulses(scenario: Scenario, turn: int) -> int:
    return int(scenario.charts.table("turns").read(turn, IMPULSES))
