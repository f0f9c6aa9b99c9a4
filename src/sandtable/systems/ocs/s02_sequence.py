"""OCS 2.2: the sequence of play: weather, who goes first, and the phases of a player-turn."""

from __future__ import annotations

from sandtable.core.decisions import Action, Form, Menu
from sandtable.core.dice import Dice
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, Roll, step
from sandtable.core.rules import Side, enemy
from sandtable.core.sequence import OTHER, Outline, Sequence, Verb, phase, segment
from sandtable.systems.ocs.options import O2_4_QUIET_TURNS
from sandtable.systems.ocs.s02_phases import (
    BeginCombat,
    BeginExploitation,
    BeginMovement,
    BeginReaction,
    BeginRefit,
    CleanUp,
    EndPhase,
    StopMoving,
)
from sandtable.systems.ocs.s02_quiet import Agree, is_fought
from sandtable.systems.ocs.s02_victory import outcome
from sandtable.systems.ocs.s05_modes import CHANGE, RELEASE, Change, DissolveReserves, Release
from sandtable.systems.ocs.s06_movement import MOVE_FORM, Move
from sandtable.systems.ocs.s08_overrun import MARCH, ON, OVERRUN, Overrun, SetOut
from sandtable.systems.ocs.s09_segment import ATTACK, EXPLOITATION_COMBAT, Attack, LateAttack
from sandtable.systems.ocs.s10_fire import BARRAGE, EXPLOITATION_BARRAGES, REACTION_BARRAGES, Fire
from sandtable.systems.ocs.s12_blowing import BLOW, Blow
from sandtable.systems.ocs.s12_breakout import BREAK_OUT, BreakOut, is_anybody_cut_off
from sandtable.systems.ocs.s12_extenders import POST, TAKE_UP, Post, TakeUp
from sandtable.systems.ocs.s12_fuel import FUEL, FUEL_HQ, FuelFormation, FuelHq
from sandtable.systems.ocs.s12_supply_phase import CheckSupply
from sandtable.systems.ocs.s13_rail import FREIGHT, RAIL, Entrain, Freight
from sandtable.systems.ocs.s13_reinforcements import (
    ALL_ENTERED,
    ENTER,
    DeliverSupply,
    DraftReplacements,
    Enter,
    is_anybody_due,
)
from sandtable.systems.ocs.s13_replacements import CONSOLIDATE, EXCHANGE, REBUILD, Consolidate, Exchange, Rebuild
from sandtable.systems.ocs.s13_transport import HAUL, Haul
from sandtable.systems.ocs.s14_bombing import BOMB, HIP, TRAINBUST, Bomb, HipShoot, Trainbust
from sandtable.systems.ocs.s14_drop import CANCEL, JUMP, PLAN, SUPPLY_DROP, CancelDrop, DropSupply, Jump, PlanDrop
from sandtable.systems.ocs.s14_missions import MOVEMENT_PHASE, SWEEPING, TRANSFER, Sweep, Transfer
from sandtable.systems.ocs.s14_transport import AIRLIFT, LIFT, Airlift, Lift
from sandtable.systems.ocs.s15_bases import REFIT, Refit
from sandtable.systems.ocs.s15_construction import (
    BUILD_BASE,
    BUILD_STRIP,
    REDUCE_BASE,
    BuildBase,
    BuildStrip,
    ReduceBase,
)
from sandtable.systems.ocs.s16_hedgehogs import FORTIFY, RAZE, Fortify, Raze
from sandtable.systems.ocs.s18_amphibians import DEPLOY, LAUNCH, WADE, Deploy, Launch, Wade
from sandtable.systems.ocs.s18_beach import ASSAULT, Assault
from sandtable.systems.ocs.s18_fire import ENGAGE, SHELL, STRIKE, Engage, Shell, Strike
from sandtable.systems.ocs.s18_landings import LAND, Land
from sandtable.systems.ocs.s18_loading import BOARD, DISCHARGE, DISEMBARK, STOW, Board, Discharge, Disembark, Stow
from sandtable.systems.ocs.s18_ships import SAIL, Sail
from sandtable.systems.ocs.s19_ports import DAMAGE_PORT, REPAIR_PORT, DamagePort, RepairPort
from sandtable.systems.ocs.s19_shipping import SHIP, SHIP_SUPPLY, Ship, ShipSupply
from sandtable.systems.ocs.s20_breakdowns import BREAK_DOWN, BreakDown
from sandtable.systems.ocs.s21_caches import SHELLS, FireShells
from sandtable.systems.ocs.s21_empty_hexes import STEP_IN, StepIn
from sandtable.systems.ocs.s21_rebuilds import EndHoarding
from sandtable.systems.ocs.state import FIRST, FLIGHT, GROUND, PHASING, TURN, OcsState
from sandtable.systems.ocs.theatre import FLIGHTS, GROUNDS

PLAYER_TURN = "Player turn"
TWO_DICE = Dice(2)
GUNS = (Verb(BARRAGE, Fire), Verb(SHELLS, FireShells))
AIR_BARRAGES = (Verb(BOMB, Bomb), Verb(TRAINBUST, Trainbust), Verb(STRIKE, Strike))
GUNFIRE = (Verb(ENGAGE, Engage),)  # of ships and of coastal artillery at ships
SHIP_BARRAGES = (Verb(SHELL, Shell), *GUNFIRE)
AT_SEA = (Verb(SAIL, Sail), Verb(DISEMBARK, Disembark), Verb(DISCHARGE, Discharge))  # in every movement segment
LANDINGS = (
    Verb(BOARD, Board), Verb(STOW, Stow), Verb(LAND, Land), Verb(SHIP, Ship), Verb(SHIP_SUPPLY, ShipSupply),
)  # fmt: skip
AMPHIBIANS = (Verb(WADE, Wade), Verb(LAUNCH, Launch), Verb(DEPLOY, Deploy))
FLIGHTS_OF_ALL = (  # the missions of every movement segment
    Verb(HIP, HipShoot), Verb(SWEEPING, Sweep), Verb(TRANSFER, Transfer), Verb(AIRLIFT, Airlift), Verb(LIFT, Lift),
    Verb(SUPPLY_DROP, DropSupply),
)  # fmt: skip
MODES = (Verb(CHANGE, Change), Verb(BREAK_DOWN, BreakDown))
TRANSPORT = (Verb(POST, Post), Verb(TAKE_UP, TakeUp), Verb(RAIL, Entrain), Verb(FREIGHT, Freight))
RESERVES = (Verb(RELEASE, Release),)
MOVING = (
    Verb(MOVE_FORM, Move),
    Verb(MARCH, SetOut, ON),
    Verb(OVERRUN, Overrun, ON),
    Verb(HAUL, Haul),
    Verb(FUEL, FuelFormation),
    Verb(FUEL_HQ, FuelHq),
)
REBUILDING = (Verb(REBUILD, Rebuild), Verb(CONSOLIDATE, Consolidate), Verb(EXCHANGE, Exchange))
BLOWING = (Verb(BLOW, Blow),)
BUILDING = (
    Verb(FORTIFY, Fortify), Verb(RAZE, Raze), Verb(BUILD_BASE, BuildBase), Verb(BUILD_STRIP, BuildStrip),
    Verb(REDUCE_BASE, ReduceBase), Verb(REPAIR_PORT, RepairPort), Verb(DAMAGE_PORT, DamagePort),
)  # fmt: skip


def outline(*landings: Verb) -> Outline:
    """2.2 The player-turn; landings differ from title to title."""
    return Outline(
        phase(
            PLAYER_TURN, "2.2",
            BeginRefit,
            phase(
                "Aircraft Refit Phase", "2.3",
                segment(
                    "Aircraft Refit", "15.1", Verb(REFIT, Refit), Verb(PLAN, PlanDrop), Verb(CANCEL, CancelDrop),
                    lingers=(PLAN,),
                ),
            ),
            phase(
                "Reinforcement Phase", "2.3",
                DraftReplacements,
                segment("Arrivals", "13.6", Verb(ENTER, Enter), only=is_anybody_due, end=ALL_ENTERED),
                DeliverSupply,
                segment("Reinforcements", "13.5", *REBUILDING),
                EndHoarding,
            ),
            phase(
                MOVEMENT_PHASE, "2.3",
                BeginMovement,
                segment("Breakout Segment", "12.8e", Verb(BREAK_OUT, BreakOut), only=is_anybody_cut_off),
                segment(
                    "Movement Segment", "6.1", *MODES, *MOVING, *TRANSPORT, *BUILDING, *BLOWING, *FLIGHTS_OF_ALL,
                    Verb(JUMP, Jump), *AT_SEA, *landings,
                ),
                DissolveReserves,
                StopMoving,
                segment("Movement barrages", "10.0", *AIR_BARRAGES, *SHIP_BARRAGES, only=is_fought),
                EndPhase,
            ),
            phase("Supply Phase", "2.3", CheckSupply),
            phase(
                "Reaction Phase", "2.3",
                BeginReaction,
                segment("Reaction Movement", "6.1", *RESERVES, *MOVING, *BLOWING, *FLIGHTS_OF_ALL, *AT_SEA),
                StopMoving,
                segment(REACTION_BARRAGES, "10.0", *AIR_BARRAGES, *SHIP_BARRAGES, *GUNS, only=is_fought),
                EndPhase,
                by=OTHER,
            ),
            phase(
                "Combat Phase", "2.3",
                BeginCombat,
                segment("Barrage Segment", "10.0", *GUNS, *GUNFIRE, only=is_fought),
                segment(
                    "Combat Segment", "9.1", Verb(ATTACK, Attack), Verb(STEP_IN, StepIn), Verb(ASSAULT, Assault),
                    only=is_fought,
                ),
                EndPhase,
            ),
            phase(
                "Exploitation Phase", "2.3",
                BeginExploitation,
                segment("Exploitation Movement", "6.1", *RESERVES, *MOVING, *BLOWING, *FLIGHTS_OF_ALL, *AT_SEA),
                StopMoving,
                segment(EXPLOITATION_BARRAGES, "10.0", *AIR_BARRAGES, *SHIP_BARRAGES, *GUNS, only=is_fought),
                segment(EXPLOITATION_COMBAT, "9.1", Verb(ATTACK, LateAttack), Verb(STEP_IN, StepIn), only=is_fought),
                EndPhase,
            ),
            phase("Clean Up Phase", "2.3", CleanUp),
        ),
    )  # fmt: skip


OUTLINE = outline(*LANDINGS)
WITH_AMPHIBIANS = outline(*LANDINGS, *AMPHIBIANS)  # 18.4e, 18.4f where a title has them
CHOICE = Menu("order", "2.3", Form("first", "2.3"), Form("second", "2.3"))


class Game(Procedure):
    """2.2 Turns of two player-turns, until the scenario's last."""

    rolls: int = 0  # 17.0 the weather
    first: int = 0  # 2.3 what the first of the scenario's sides rolls
    second: int = 0
    order: Action = ()
    nth: int = 0  # player-turns that have been played in this turn

    @step("2.2")
    def turn(self, state: OcsState) -> Result:
        if state.turn == len(state.theatre.dates):
            return Goto("score")
        state.tick(TURN, state.turn + 1)
        state.clear("shelled")  # 18.3a
        state.clear("quiet")  # 2.4
        self.nth = 0
        state.note("turn", "2.2", number=state.turn, word=state.theatre.dates[state.turn - 1])
        return None

    @step("17.0")
    def roll_weather(self, state: OcsState) -> Result:
        weather = state.theatre.weather
        if len(weather) < 2:
            return Goto("agree")
        means = {roll: nth for nth, (rolls, _) in enumerate(weather) for roll in rolls}
        return Roll(state.theatre.weather_dice, "rolls", means.__getitem__)

    @step("17.0")
    def set_weather(self, state: OcsState) -> Result:
        weather = state.theatre.weather[self.rolls][1]
        self.rolls = 0
        state.tick(FLIGHT, FLIGHTS.index(weather.flight))
        state.tick(GROUND, GROUNDS.index(weather.ground))
        state.note("weather", "17.0", word=weather.flight, ground=weather.ground)
        return None

    @step("2.4")
    def agree(self, state: OcsState) -> Result:
        return Call(Agree()) if state.option(O2_4_QUIET_TURNS) else None

    @step("2.3")
    def who_is_first(self, state: OcsState) -> Result:
        if state.turn == 1:
            state.tick(FIRST, state.theatre.first)
            return Goto("player_turn")
        return None

    @step("2.3")
    def roll_one(self, state: OcsState) -> Result:
        return Roll(TWO_DICE, "first")

    @step("2.3")
    def roll_other(self, state: OcsState) -> Result:
        return Roll(TWO_DICE, "second")

    @step("2.3")
    def choose(self, state: OcsState) -> Result:
        if self.first == self.second:
            self.first = self.second = 0  # a tie leads back to the same position
            return Goto("roll_one")
        return Ask(self._higher, CHOICE, "order")

    @step("2.3")
    def order_chosen(self, state: OcsState) -> Result:
        winner = self._higher
        first = winner if self.order == ("first",) else enemy(winner)
        self.first = self.second = 0
        self.order = ()
        state.tick(FIRST, first)
        state.clear("shown")  # 4.9
        state.note("first player", "2.3", side=first, by=winner)
        return None

    @property
    def _higher(self) -> Side:
        return Side(int(self.second > self.first))

    @step("2.2")
    def player_turn(self, state: OcsState) -> Result:
        if self.nth == len(state.scenario.sides):
            return Goto("turn")
        side = Side(state.clock[FIRST])
        side = enemy(side) if self.nth else side
        self.nth += 1
        state.tick(PHASING, side)
        state.note("player turn", "2.2", side=side)
        return Call(Sequence(PLAYER_TURN, side), then="player_turn")

    @step("2.2")
    def score(self, state: OcsState) -> Result:
        return Done(outcome(state))
