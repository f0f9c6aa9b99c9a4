"""USE 5.1, 5.3: a ground combat on the map: attackers, secret commitment, the air over it, modifiers, results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from sandtable.core.board import Board
from sandtable.core.chartfile import Charts
from sandtable.core.charts import Word
from sandtable.core.decisions import HEX, UNIT, Form, Menu, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Breakdown, Hex, Side, Term, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.state import fact
from sandtable.systems.use.e0_events import GROUND, Return, as_tanks, in_hex, surprise
from sandtable.systems.use.e0_events import terms as event_terms
from sandtable.systems.use.options import DD_NO_RETREAT_ELIMINATES
from sandtable.systems.use.s02_1_will import unit_lost_defending
from sandtable.systems.use.s02_3_entering import Enter
from sandtable.systems.use.s04_2_4_transport import TAKE_OFF, Evacuate, can_evacuate
from sandtable.systems.use.s05_1_commitment import NOBODY, Commitment
from sandtable.systems.use.s05_2_air import AirCombat, nation
from sandtable.systems.use.s05_2_odds import has_air_support
from sandtable.systems.use.s05_3_odds import ATTACKS, additional_attackers
from sandtable.systems.use.s05_3_retreat import bad_retreat, isolated, retreats
from sandtable.systems.use.s05_combat import Modified, ResolveCombat, code, modified, told
from sandtable.systems.use.s13_conditional import Conditional, by_entry
from sandtable.systems.use.state import FOUGHT, UseState
from sandtable.systems.use.theatre import SUPPLY, Theatre

NOWHERE_ELSE: Mapping[UnitId, Hex] = MappingProxyType({})
MOBILE_ATTACK, ASSAULT, FROM_THE_SEA = ATTACKS


class Combat(Procedure):
    """5.1 The six steps, and what comes of the result. Its value is the result's code."""

    side: Side  # the attacker's
    target: Hex
    primary: UnitId
    additional: tuple[UnitId, ...] = ()
    attack: str = MOBILE_ATTACK
    defender: UnitId = NOBODY
    naval_support: int = 0  # of an Amphibious Invasion
    landed: int = 0  # 1: the invader attacks from the hex where it has landed
    committed: tuple = ()  # type: ignore[type-arg]  # what `Commitment` gives, for a moment
    events: tuple[UnitId, ...] = ()
    their_events: tuple[UnitId, ...] = ()
    air: UnitId = NOBODY
    their_air: UnitId = NOBODY
    support: tuple[str, ...] = ()  # who has Air Support
    fought: tuple = ()  # type: ignore[type-arg]  # what `AirCombat` gives, for a moment
    played: tuple[UnitId, ...] = ()  # markers, in the air
    answer: tuple = ()  # type: ignore[type-arg]
    result: str = ""

    # ------------------------------------------------------------------ steps 1 and 2

    @step("13.0")
    def declare(self, state: UseState) -> Result:
        events = by_entry(state, self.primary, self.target)
        return Call(Conditional(events)) if events else self.face(state)

    @step("5.1")
    def face(self, state: UseState) -> Result:
        found = state.ground_at(self.target)
        assert found is not None
        self.defender = found
        state.note("attack", "5.3", unit=self.primary, hex=self.target, units=(found,), attack=self.attack)
        for unit in self.additional:
            state.note("helps", "5.1", unit=unit, hex=self.target)
        attackers, defenders = self.fighting(self.side), self.fighting(enemy(self.side))
        secret = Commitment(self.side, GROUND, self.target, attackers, defenders)
        return Call(secret, into="committed", then="commit")

    @step("5.1")
    def commit(self, state: UseState) -> Result:
        (self.events, self.their_events, self.air, self.their_air), self.committed = self.committed, ()
        return self.support_alone(state)

    @property
    def values(self) -> tuple[Any, ...]:
        """Its fields, in their order."""
        return tuple([self.__dict__[name] for name in self.names])

    @property
    def afloat(self) -> bool:
        """6.3.2 Is the Primary Attacker still in the port it comes from?"""
        return self.attack == FROM_THE_SEA and not self.landed

    def fighting(self, side: Side) -> tuple[UnitId, ...]:
        return (self.primary, *self.additional) if side == self.side else (self.defender,)

    # ------------------------------------------------------------------ step 3

    @step("5.1")
    def support_alone(self, state: UseState) -> Result:
        """5.2 One side alone in the air has Air Support for a Sortie."""
        if self.air != NOBODY and self.their_air != NOBODY:
            spent = (*self.events, *self.their_events)
            over = AirCombat(self.side, self.air, self.their_air, self.target, over_ground=1, spent=spent)
            return Call(over, into="fought", then="support_fought_for")
        for role, unit in (("attacker", self.air), ("defender", self.their_air)):
            if unit != NOBODY:
                state.add_sorties(unit, 1, "5.2")
                self.support = (role,)
        return self.resolve(state)

    @step("5.2")
    def support_fought_for(self, state: UseState) -> Result:
        (result, self.played), self.fought = self.fought, ()
        self.support = has_air_support(state.scenario.charts.lines("air_support"), result)
        return self.resolve(state)

    # ------------------------------------------------------------------ steps 4 to 6

    @step("5.1")
    def resolve(self, state: UseState) -> Result:
        attacker, defender = reckoned(state, self.values)
        rolled = ResolveCombat(attacker.drm, defender.drm, attacker.halvings, defender.halvings)
        return Call(rolled, into="result", then="read")

    @step("5.3")
    def read(self, state: UseState) -> Result:
        if state.log is not None:
            state.note(
                "combat", "5.3", unit=self.primary, hex=self.target, units=(self.defender,), result=self.result,
                code=code(self.result), words=state.scenario.charts.table("crt").meaning.get(self.result, ""),
            )  # fmt: skip
        for unit in self.fighting(self.side):
            state.did(unit, FOUGHT)
        return self.carry_out(state)

    @step("5.3")
    def carry_out(self, state: UseState) -> Result:
        found = code(self.result)
        if found == "AA":
            state.reduce(self.primary, "5.3")
        if found in ("♦", "AS", "AA"):
            return self.put_away(state)
        mobile = int(self.attack == MOBILE_ATTACK)
        return Call(Suffer(enemy(self.side), self.defender, found, attackers(state, self), mobile), then="advance")

    @step("5.3.7")
    def advance(self, state: UseState) -> Result:
        if state.ground_at(self.target) is not None or not able_to_advance(self, state):
            return self.put_away(state)
        if self.afloat:  # 6.3.2 the invader has to land, nobody else may
            return Call(Enter(self.side, self.primary, self.target, "6.3.2"), then="put_away")
        return Ask(self.side, ADVANCE, "answer")

    @step("5.3.7")
    def advanced(self, state: UseState) -> Result:
        (word, *picked), self.answer = self.answer, ()
        if word == "stay":
            return Goto("put_away")
        return Call(Enter(self.side, picked[0], self.target, "5.3.7"))

    @step("E0")
    def put_away(self, state: UseState) -> Result:
        put = *self.events, *self.their_events, *self.played
        return Call(Return(put), then="done") if put else self.done(state)

    @step("5.3")
    def done(self, state: UseState) -> Result:
        return Done(code(self.result))


# ------------------------------------------------------------------------------------------------ modifiers


def sums(state: UseState, combat: Combat, at: Mapping[UnitId, Hex] = NOWHERE_ELSE) -> tuple[Modified, Modified]:
    """5.3 Both sides' modifiers and halvings, line by line; as if the attackers stood `at` these hexes."""
    return _sum(state, combat, "attacker", at), _sum(state, combat, "defender", at)


def breakdown(state: UseState, combat: Combat) -> Breakdown:
    return told(*reckoned(state, combat.values))


@fact
def reckoned(state: UseState, values: tuple[Any, ...]) -> tuple[Modified, Modified]:
    """The sums of a combat by its fields: those that decide the dice are those that are told."""
    return sums(state, Combat(*values))


def _sum(state: UseState, combat: Combat, role: str, at: Mapping[UnitId, Hex]) -> Modified:
    theatre, charts = state.theatre, state.scenario.charts
    attacking = role == "attacker"
    side = combat.side if attacking else enemy(combat.side)
    fighting = combat.fighting(side)
    own, theirs = (combat.events, combat.their_events) if attacking else (combat.their_events, combat.events)
    unit, target = fighting[0], combat.target
    tanks = as_tanks(state, own, fighting) if own else ()
    kind = "tank" if unit in tanks else theatre.type_of[unit]
    helpers = tuple(["tank" if each in tanks else theatre.type_of[each] for each in combat.additional])
    elite = bool(state.scenario.counters["elite"][unit])
    reduced = state.reduced(unit)
    supply = SUPPLY[state.supply[unit]]
    weather = state.weather_at(target)
    alone = attacking and isolated(state, combat.defender, attackers(state, combat, at))
    fort = bool(state.in_fort[combat.defender])
    of_hex, island, coastal = _printed_at(theatre, target)
    air_support = role in combat.support
    naval_support = bool(combat.naval_support)
    where = of_hex, hexside(state, combat, at), combat.attack, air_support, naval_support
    of_it = elite, reduced, supply, weather, alone, fort, island, coastal, *where
    drm = _modifiers(charts, role, nation(state, unit), kind, helpers, *of_it)
    if tanks:
        plain = tuple(theatre.type_of[each] for each in combat.additional)
        without = _modifiers(charts, role, nation(state, unit), theatre.type_of[unit], plain, *of_it)
        by = tuple(marker for marker in own if theatre.type_of[marker] == "tanks")
        drm = tuple(
            term if term in without else term._replace(label=say("{term}, by {units}", term.label, by)) for term in drm
        )
    if own or theirs:
        drm = (*drm, *event_terms(state, GROUND, own, theirs))
    if not attacking:
        drm = (*drm, *in_hex(state, GROUND, combat.target, side))
    elif combat.attack != FROM_THE_SEA:  # E9 an invasion has its marker, and nothing more for it
        drm = (*drm, *surprise(state, combat.target, unit))
    supplies = tuple([SUPPLY[state.supply[each]] for each in fighting])
    return modified(charts, role, drm, _halved(charts, role, supplies, weather, fort))


@lru_cache(8192)
def _modifiers(
    charts: Charts, role: str, nation: str, kind: str, helpers: tuple[str, ...], elite: bool, reduced: bool,
    supply: str, weather: str, alone: bool, fort: bool, island: bool, coastal: bool, terrain: tuple[str, ...],
    hexside: tuple[str, ...], attack: str, air_support: bool, naval_support: bool,
) -> tuple[Term, ...]:  # fmt: skip
    """5.3 The lines that hold in a situation. It is given without names: with them a call takes four times as long."""
    said: dict[str, Word] = {
        "role": role, "nation": nation, "type": kind, "elite": elite, "reduced": reduced, "supply": supply,
        "weather": weather, "isolated": alone, "fort": fort, "island": island, "coastal": coastal, "terrain": terrain,
        "hexside": hexside, "attack": attack, "air_support": air_support, "naval_support": naval_support,
    }  # fmt: skip
    return tuple(charts.lines("ground_drm").applying(said | additional_attackers(charts, said, helpers)))


@lru_cache(1024)
def _halved(charts: Charts, role: str, supplies: tuple[str, ...], weather: str, fort: bool) -> tuple[Term, ...]:
    situation: dict[str, Word] = {"role": role, "supply": supplies, "weather": weather, "fort": fort}
    return tuple(charts.lines("ground_halvings").applying(situation))


def attackers(state: UseState, combat: Combat, at: Mapping[UnitId, Hex] = NOWHERE_ELSE) -> tuple[Hex, ...]:
    """Their hexes; who comes from the sea has none that a retreat would have to keep away from (5.3.5)."""
    by_land = combat.additional if combat.afloat else combat.fighting(combat.side)
    return tuple([at.get(unit, Hex(state.hex_of[unit])) for unit in by_land])


@lru_cache(4096)
def _printed_at(theatre: Theatre, place: Hex) -> tuple[tuple[str, ...], bool, bool]:
    """5.3 The terrain of a hex, and whether it is on an island and on a coast."""
    terrain = (theatre.board.terrain[place], "city") if place in theatre.cities else (theatre.board.terrain[place],)
    return terrain, place in theatre.islands, place in theatre.coast


def hexside(state: UseState, combat: Combat, at: Mapping[UnitId, Hex] = NOWHERE_ELSE) -> tuple[str, ...]:
    """5.3 That the Primary Attacker attacks across; none from the sea."""
    if combat.afloat:
        return ("clear",)
    start = at.get(combat.primary, Hex(state.hex_of[combat.primary]))
    return _across(state.theatre.board, start, combat.target)


@lru_cache(4096)
def _across(board: Board, start: Hex, target: Hex) -> tuple[str, ...]:
    return tuple(sorted(board.features(start, target))) or ("clear",)


# ------------------------------------------------------------------------------------------------ results


class Suffer(Procedure):
    """5.3 What a DR, DD or DE does to the defender."""

    side: Side  # the defender's
    unit: UnitId
    result: str
    attackers: tuple[Hex, ...]
    mobile: int
    answer: tuple = ()  # type: ignore[type-arg]

    @step("5.3")
    def take(self, state: UseState) -> Result:
        if self.result == "DE" or (self.result == "DD" and state.reduced(self.unit)):
            self.die(state)
            return Done()
        if self.result == "DD":
            state.lose_step(self.unit, "5.3")
        return None

    @step("E5")
    def take_off(self, state: UseState) -> Result:
        """Before a retreat a unit on the coast may be evacuated instead."""
        return Ask(self.side, TAKE_OFF, "answer") if can_evacuate(state, self.unit) else Goto("retreat")

    @step("E5")
    def taken_off(self, state: UseState) -> Result:
        (word, *picked), self.answer = self.answer, ()
        return Call(Evacuate(self.side, self.unit, picked[0]), then="gone") if word == "evacuate" else None

    @step("5.3")
    def retreat(self, state: UseState) -> Result:
        in_fort = bool(state.in_fort[self.unit])
        if not retreats(state, self.unit, self.attackers):
            state.note("cannot_retreat", "5.3", unit=self.unit, hex=Hex(state.hex_of[self.unit]))
            return Goto("stand")
        if self.result == "DR" and in_fort:
            return Ask(self.side, FORT_RETREAT, "answer")
        return Ask(self.side, RETREAT, "answer")

    @step("5.3.5")
    def go(self, state: UseState) -> Result:
        *_, to = self.answer
        self.answer = ()
        if to == "stand":
            return Goto("stand")
        state.occupy(self.unit, False, "5.3.5")
        return Call(Enter(self.side, self.unit, to, "5.3.5"), then="gone")

    @step("5.3.5")
    def gone(self, state: UseState) -> Result:
        return Done()

    @step("5.3")
    def stand(self, state: UseState) -> Result:
        """5.3 Who cannot retreat is reduced in its place, or dies. After a DD it has been reduced once already."""
        spared = self.result == "DD" and not state.option(DD_NO_RETREAT_ELIMINATES)
        if spared:
            return Done()
        if state.reduced(self.unit):
            self.die(state)
        else:
            state.lose_step(self.unit, "5.3")
        return Done()

    def die(self, state: UseState) -> None:
        here = Hex(state.hex_of[self.unit])
        state.eliminate(self.unit, "5.3")
        if self.mobile:
            state.clear_zone(here, "5.3")
        unit_lost_defending(state, self.unit)


TO = Slot(
    "to", HEX, lambda frame, state: state.theatre.board.around(Hex(state.hex_of[frame.unit])),
    lambda frame, state, to: bad_retreat(state, frame.unit, frame.attackers, to),
    lambda frame, state: list(retreats(state, frame.unit, frame.attackers)),
)  # fmt: skip
RETREAT = Form("retreat", "5.3.5", TO)
FORT_RETREAT = Menu("fort", "5.3", Form("retreat", "5.3.5", TO), Form("stand", "5.3"))


def on_map(state: UseState, unit: UnitId) -> bool:
    return 0 <= state.hex_of[unit] < state.theatre.board.hexes


def able_to_advance(combat: Combat, state: UseState) -> list[UnitId]:
    """5.3.7 Attackers that are still there and may go into the hex."""
    units = combat.fighting(combat.side)
    return [unit for unit in units if next(bad_advance(combat, state, unit), None) is None]


def bad_advance(combat: Combat, state: UseState, unit: UnitId) -> Iterator[Violation]:
    """5.3.7"""
    theatre = state.theatre
    if unit not in combat.fighting(combat.side):
        yield Violation("5.3.7", say("{unit} took no part in the attack", unit), units=(unit,))
    elif not on_map(state, unit) and state.hex_of[unit] not in theatre.map_boxes:
        yield Violation("5.3.7", say("{unit} was lost", unit), units=(unit,))
    elif combat.target in theatre.no_entry[theatre.country_of[unit]]:
        yield Violation("4.0", "units of its country do not go there", (combat.target,), (unit,))


ADVANCE = Menu(
    "advance", "5.3.7",
    Form("advance", "5.3.7", Slot(
        "unit", UNIT, lambda combat, state: combat.fighting(combat.side), bad_advance, able_to_advance
    )),
    Form("stay", "5.3.7"),
)  # fmt: skip
