"""USE 1.2: the sequence of play, turn by turn: each faction completes a phase before the next begins."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from sandtable.core.decisions import Form
from sandtable.core.flow import Call, Done, Goto, Outcome, Procedure, Result, step
from sandtable.core.rules import Side
from sandtable.core.sequence import Outline, Row, Sequence, Verb, phase, segment
from sandtable.core.state import State
from sandtable.systems.use.d1_politics import BREAK, DECLARE, BreakPeace, DeclareWar, Policies
from sandtable.systems.use.d3_diplomacy import BUY, BuySurprise, Diplomacy
from sandtable.systems.use.options import SKIP_DECIDED_PHASES
from sandtable.systems.use.s01_2_scenarios import Reinforce, must_act
from sandtable.systems.use.s01_2_upgrade import UPGRADE, Upgrade
from sandtable.systems.use.s04_1_strategic import STRATEGIC, StrategicMove
from sandtable.systems.use.s04_2_4_transport import EVACUATE, FERRY, Evacuate, Ferry
from sandtable.systems.use.s04_map_boxes import ENTER_BOX, EnterBox
from sandtable.systems.use.s05_4_warfare import StrategicWarfare, fought_for
from sandtable.systems.use.s06_1_markers import PLACE, EndActions, Place
from sandtable.systems.use.s06_2_air_actions import REBASE, STRIKE, Rebase, Strike
from sandtable.systems.use.s06_2_naval import BOMB, CARRY, REBASE_SHIP, BombingRun, NavalRebase, Transport
from sandtable.systems.use.s06_3_army import ACTIVATE, RESOLVE, Activation, Assault
from sandtable.systems.use.s06_3_army import OPERATIONS as OF_AN_ARMY
from sandtable.systems.use.s06_3_invasion import INVADE, Invasion
from sandtable.systems.use.s07_sea_supply import SUPPLY_BY_SEA, SeaSupply
from sandtable.systems.use.s07_supply import CHECK, GIVE_UP, GiveUp, NoSupply, SupplyCheck
from sandtable.systems.use.s08_logistics import MOBILIZE, REPLACE, Economy, Mobilize, Replace
from sandtable.systems.use.s11_weather import FAIR, set_weather, weather_roll
from sandtable.systems.use.setups import PHASES
from sandtable.systems.use.state import CONQUERED, PHASING, TURN, UseState
from sandtable.systems.use.theatre import AXIS, WEST, Theatre

ECONOMY, TRANSFERS, REPLACEMENTS, MOBILIZATION = PHASES
OPERATIONS = "Operations Phase"


def played(name: str) -> Callable[[State], bool]:
    """Does the scenario have this phase?"""
    return lambda state: name not in state.theatre.skip  # type: ignore[attr-defined]  # our states are UseStates


def at_strategic_war(state: State) -> bool:
    return fought_for(state)  # type: ignore[arg-type]  # our states are UseStates


def actions(*more: Verb) -> Row:
    """6.0 What is done on land and in the air, and more at sea."""
    return segment(
        "Actions Sub-Phase", "6.0",
        Verb(ACTIVATE, Activation, OF_AN_ARMY), Verb(RESOLVE, Assault), Verb(STRIKE, Strike), Verb(REBASE, Rebase),
        Verb(FERRY, Ferry), Verb(EVACUATE, Evacuate), Verb(PLACE, Place), *more,
        end=Form("end", "6.0", refuse=must_act),
    )  # fmt: skip


def mobilizing(*more: Verb) -> Row:
    """8.2"""
    return segment(MOBILIZATION, "8.2", Verb(MOBILIZE, Mobilize), *more, only=played(MOBILIZATION))


TRANSFERRING = segment(TRANSFERS, "4.1", Verb(STRATEGIC, StrategicMove), only=played(TRANSFERS))
ACTIONS = actions()
ACTIONS_AT_SEA = actions(
    Verb(REBASE_SHIP, NavalRebase), Verb(CARRY, Transport), Verb(BOMB, BombingRun), Verb(INVADE, Invasion),
    Verb(ENTER_BOX, EnterBox),
)  # fmt: skip
GIVING_UP = segment("Voluntary Elimination", "7.5", Verb(GIVE_UP, GiveUp))
REPLACING = segment(REPLACEMENTS, "8.1", Verb(REPLACE, Replace), only=played(REPLACEMENTS))
MOBILIZING, MOBILIZING_OR_BUYING = mobilizing(), mobilizing(Verb(BUY, BuySurprise))

DECLARING_WAR = segment("Declare War Phase", "D2", Verb(DECLARE, DeclareWar), Verb(BREAK, BreakPeace))
SUPPLYING_BY_SEA = segment("Supply over sea", "7.4", Verb(SUPPLY_BY_SEA, SeaSupply))
CHECKING = phase("Supply Check Sub-Phase", "7.2", SupplyCheck, menus=(CHECK,))
UPGRADING = segment("Upgrade Phase", "1.2", Verb(UPGRADE, Upgrade))


def outline(sea: bool) -> Outline:
    """1.2 The rows of a turn; only a board with a sea has ships, strategic warfare and politics."""
    warfare = phase("Strategic Warfare Phase", "5.4", StrategicWarfare, only=at_strategic_war)
    return Outline(
        *((phase("Policies", "D1", Policies), DECLARING_WAR) if sea else ()),
        phase(ECONOMY, "9.0", Economy, only=played(ECONOMY)),
        *((warfare,) if sea else ()),
        TRANSFERRING,
        phase(
            OPERATIONS, "6.0",
            ACTIONS_AT_SEA if sea else ACTIONS,
            EndActions,
            *((SUPPLYING_BY_SEA,) if sea else ()),
            CHECKING,
            Reinforce,
        ),
        phase("No Supply Phase", "7.5", NoSupply, GIVING_UP),
        REPLACING,
        *((UPGRADING,) if sea else ()),
        MOBILIZING_OR_BUYING if sea else MOBILIZING,
        *((phase("Diplomacy Phase", "D3", Diplomacy),) if sea else ()),
    )  # fmt: skip


OUTLINE, WHOLE_OUTLINE = outline(False), outline(True)


class Game(Procedure):
    """1.2 Turns of a month, until the scenario's last."""

    nth: int = 0  # the row of the outline that is played
    side: Side = AXIS
    weather: str = ""
    zone: int = 0  # for which weather is rolled

    @step("1.2")
    def turn(self, state: UseState) -> Result:
        state.tick(TURN, state.turn + 1)
        state.rest()
        state.note("turn", "1.2", number=state.turn, month=state.month)
        self.nth, self.side = 0, AXIS
        return None

    @step("11.0")
    def roll_weather(self, state: UseState) -> Result:
        return weather_roll(state, self.zone)

    @step("11.0")
    def set_weather(self, state: UseState) -> Result:
        set_weather(state, self.zone, self.weather or FAIR)
        self.weather, self.zone = "", (self.zone + 1) % len(state.theatre.weather_zones)
        return Goto("roll_weather") if self.zone else self.next_phase(state)

    @step("1.2")
    def next_phase(self, state: UseState) -> Result:
        rows, nth, side = state.scenario.outline.tops, self.nth, self.side
        if side == AXIS:
            while nth < len(rows) and not rows[nth].takes_place(state):
                nth += 1
            self.nth = nth
        if nth == len(rows) or (state.option(SKIP_DECIDED_PHASES) and self._decided(state)):
            return self.victory_check(state)
        row = rows[nth]
        self.nth, self.side = (nth, WEST) if side == AXIS else (nth + 1, AXIS)
        state.tick(PHASING, side)
        return Call(Sequence(row.name, side), then="next_phase")

    def _decided(self, state: UseState) -> bool:
        """Nobody loses National Will after the last Actions Sub-Phase of the Axis."""
        fought = state.scenario.outline.tops[self.nth].name == OPERATIONS and self.side == WEST
        return all_fallen(state) or (fought and not state.turns_left)

    @step("1.2")
    def victory_check(self, state: UseState) -> Result:
        over = all_fallen(state) or not state.turns_left
        return Goto("over") if over else self.end_of_turn(state)

    @step("1.2")
    def end_of_turn(self, state: UseState) -> Result:
        """1.2 Counters in the next box of the Turn Track come back; then the eliminated may be mobilized."""
        theatre = state.theatre
        box = theatre.turn_box(state.turn + 1)
        assert box is not None
        for unit in state.units_in(box):
            name = "events" if theatre.is_marker[unit] else "mobilization"
            state.move(unit, theatre.box(name, Side(theatre.side_of[unit])), "1.2")
        for side in (AXIS, WEST):
            for unit in state.in_box("eliminated", side):
                state.move(unit, theatre.box("mobilization", side), "1.2")
        return Goto("turn")

    @step("1.2")
    def over(self, state: UseState) -> Result:
        theatre = state.theatre
        left = tuple([country for country in theatre.must_fall if state.status[country] != CONQUERED])
        return Done(_outcome(theatre, left))


@cache
def _outcome(theatre: Theatre, left: tuple[int, ...]) -> Outcome:
    """1.2 The Axis has to conquer them all."""
    names = sorted(theatre.countries[country].name for country in left or theatre.must_fall)
    told = _joined(names)
    if not left:
        return Outcome(AXIS, "", f"{told} {'is' if len(names) == 1 else 'are'} conquered", "1.2")
    return Outcome(WEST, "", f"{told} {'has' if len(names) == 1 else 'have'} not been conquered", "1.2")


def all_fallen(state: UseState) -> bool:
    return all(state.status[country] == CONQUERED for country in state.theatre.must_fall)


def _joined(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
