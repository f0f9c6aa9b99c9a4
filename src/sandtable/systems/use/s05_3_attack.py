"""USE 5.1, 5.3: a ground combat on the map: attackers, secret commitment, the air over it, modifiers, results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.charts import Word
from sandtable.core.decisions import HEX, UNIT, Form, Menu, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.rules import Breakdown, Hex, Side, UnitId, Violation
from sandtable.systems.use.e0_events import Return, as_tanks, eligible, placed, surprise, terms, unfit
from sandtable.systems.use.s02_1_will import unit_lost_defending
from sandtable.systems.use.s02_2_entering import Enter
from sandtable.systems.use.s05_2_air import AirCombat, nation
from sandtable.systems.use.s05_2_air_naval import has_air_support
from sandtable.systems.use.s05_3_retreat import bad_retreat, isolated, retreats
from sandtable.systems.use.s05_combat import Modified, ResolveCombat, code, modified
from sandtable.systems.use.state import FOUGHT, MOST_SORTIES, SUPPLY, UseState, enemy

MOBILE_ATTACK, ASSAULT, FROM_THE_SEA = "mobile", "assault", "amphibious"
WILL, WILL_NOT, PASS = "commit", "hold", "pass"
NOBODY = UnitId(-1)
AIR_SUPPORT_RANGE = "air-support"


class Combat(Procedure):
    """5.1 The six steps, and what comes of the result. Its value is the result's code."""

    side: Side  # the attacker's
    target: Hex
    primary: UnitId
    additional: tuple[UnitId, ...] = ()
    attack: str = MOBILE_ATTACK
    defender: UnitId = NOBODY
    mine: str = ""  # sealed: commit or hold
    theirs: str = ""
    turn: int = 0  # whose turn it is to declare: 0 the attacker's
    passed: int = 0  # in succession
    events: tuple[UnitId, ...] = ()
    their_events: tuple[UnitId, ...] = ()
    air: UnitId = NOBODY
    their_air: UnitId = NOBODY
    support: tuple[str, ...] = ()  # who has Air Support
    answer: tuple = ()  # type: ignore[type-arg]
    result: str = ""

    # ------------------------------------------------------------------ step 1

    @step("5.1")
    def face(self, state: UseState) -> Result:
        found = state.ground_at(self.target)
        assert found is not None
        self.defender = found
        state.note("attack", "5.3", unit=self.primary, hex=self.target, units=(found,), attack=self.attack)
        return None

    # ------------------------------------------------------------------ step 2

    @step("5.1")
    def seal(self, state: UseState) -> Result:
        if anything(state, self, self.side):
            return Ask(self.side, COMMITMENT, "answer")
        return None

    @step("5.1")
    def sealed(self, state: UseState) -> Result:
        self.mine, self.answer = self.answer[0] if self.answer else WILL_NOT, ()
        return None

    @step("5.1")
    def seal_too(self, state: UseState) -> Result:
        if anything(state, self, enemy(self.side)):
            return Ask(enemy(self.side), COMMITMENT, "answer")
        return None

    @step("5.1")
    def reveal(self, state: UseState) -> Result:
        self.theirs, self.answer = self.answer[0] if self.answer else WILL_NOT, ()
        for side, said in ((self.side, self.mine), (enemy(self.side), self.theirs)):
            if anything(state, self, side):
                state.note("revealed", "5.1", side=side, commitment=said, reveals=True)
        self.turn = 0 if self.mine == WILL else 1
        return None

    @step("5.1")
    def declare(self, state: UseState) -> Result:
        """Alternating, the attacker first, until all who commit have passed in succession."""
        willing = (self.mine == WILL) + (self.theirs == WILL)
        side = self.declaring
        if self.passed >= willing:
            return Goto("support_alone")
        if not options(state, self, side):
            self.passed += 1
            self.turn = 1 - self.turn if willing > 1 else self.turn
            return Goto("declare")
        return Ask(side, DECLARATION, "answer")

    @step("5.1")
    def declared(self, state: UseState) -> Result:
        (word, *picked), self.answer = self.answer, ()
        side = self.declaring
        if word == PASS:
            self.passed += 1
        else:
            self.passed = 0
            self._commit(side, word, picked[0])
            state.note("committed", "5.1", side=side, unit=picked[0])
        if self.mine == self.theirs:
            self.turn = 1 - self.turn
        return Goto("declare")

    @property
    def declaring(self) -> Side:
        return self.side if self.turn == 0 else enemy(self.side)

    def _commit(self, side: Side, word: str, unit: UnitId) -> None:
        if word == "air":
            if side == self.side:
                self.air = unit
            else:
                self.their_air = unit
        elif side == self.side:
            self.events = (*self.events, unit)
        else:
            self.their_events = (*self.their_events, unit)

    def committed(self, side: Side) -> tuple[UnitId, ...]:
        return self.events if side == self.side else self.their_events

    def flying(self, side: Side) -> UnitId:
        return self.air if side == self.side else self.their_air

    def fighting(self, side: Side) -> tuple[UnitId, ...]:
        return (self.primary, *self.additional) if side == self.side else (self.defender,)

    # ------------------------------------------------------------------ step 3

    @step("5.1")
    def support_alone(self, state: UseState) -> Result:
        """5.2 One side alone in the air has Air Support for a Sortie."""
        if self.air != NOBODY and self.their_air != NOBODY:
            return Call(AirCombat(self.air, self.their_air), into="result")
        for role, unit in (("attacker", self.air), ("defender", self.their_air)):
            if unit != NOBODY:
                state.add_sorties(unit, 1, "5.2")
                self.support = (role,)
        return Goto("resolve")

    @step("5.2")
    def support_fought_for(self, state: UseState) -> Result:
        self.support, self.result = has_air_support(state.scenario.charts.lines("air_support"), self.result), ""
        return None

    # ------------------------------------------------------------------ steps 4 to 6

    @step("5.1")
    def resolve(self, state: UseState) -> Result:
        attacker, defender = sums(state, self)
        return Call(ResolveCombat(attacker.drm, defender.drm, attacker.halvings, defender.halvings), into="result")

    @step("5.3")
    def read(self, state: UseState) -> Result:
        state.note("combat", "5.3", unit=self.primary, hex=self.target, units=(self.defender,), result=self.result)
        for unit in self.fighting(self.side):
            state.did(unit, FOUGHT)
        return Call(Return((*self.events, *self.their_events)))

    @step("5.3")
    def carry_out(self, state: UseState) -> Result:
        found = code(self.result)
        where = tuple(Hex(state.hex_of[unit]) for unit in self.fighting(self.side))
        if found == "AA":
            state.reduce(self.primary, "5.3")
        if found in ("♦", "AS", "AA"):
            return Done(found)
        mobile = int(self.attack == MOBILE_ATTACK)
        return Call(Suffer(enemy(self.side), self.defender, found, where, mobile))

    @step("5.3.7")
    def advance(self, state: UseState) -> Result:
        if state.ground_at(self.target) is not None or not able_to_advance(self, state):
            return Goto("done")
        return Ask(self.side, ADVANCE, "answer")

    @step("5.3.7")
    def advanced(self, state: UseState) -> Result:
        (word, *picked), self.answer = self.answer, ()
        if word == "stay":
            return Goto("done")
        return Call(Enter(self.side, picked[0], self.target, "5.3.7"))

    @step("5.3")
    def done(self, state: UseState) -> Result:
        return Done(code(self.result))


# ------------------------------------------------------------------------------------------------ commitment


def anything(state: UseState, combat: Combat, side: Side) -> bool:
    """5.1 A side with nothing to commit is not asked."""
    return bool(options(state, combat, side))


def options(state: UseState, combat: Combat, side: Side) -> list[UnitId]:
    """5.1 What a side might still commit."""
    return [*supporters(state, combat, side), *eligible(state, side, combat.fighting(side), combat.committed(side))]


def supporters(state: UseState, combat: Combat, side: Side) -> list[UnitId]:
    if combat.flying(side) != NOBODY:
        return []
    return [unit for unit in state.air_units(side) if next(no_supporter(state, combat, side, unit), None) is None]


def no_supporter(state: UseState, combat: Combat, side: Side, unit: UnitId) -> Iterator[Violation]:
    """6.2.3 Why an air unit cannot support a ground combat."""
    theatre = state.theatre
    if not theatre.is_air[unit] or theatre.side_of[unit] != side or not on_map(state, unit):
        yield Violation("6.2.3", f"{state.name(unit)} is not an air unit of yours on the map", units=(unit,))
        return
    if combat.flying(side) != NOBODY:
        yield Violation("5.1", "one air unit a side is committed", units=(unit,))
    if state.sorties[unit] >= MOST_SORTIES:
        yield Violation("1.5", f"{state.name(unit)} has {MOST_SORTIES} Sorties", units=(unit,))
    away = theatre.board.layout.distance(Hex(state.hex_of[unit]), combat.target)
    near = reach_of(state, AIR_SUPPORT_RANGE)
    if away > near:
        yield Violation("1.4", f"{state.name(unit)} is {away} hexes away; Air Support reaches {near}", units=(unit,))
    nations = {theatre.country_of[each] for each in combat.fighting(side)}
    if theatre.country_of[unit] not in nations:
        because = f"{state.name(unit)} is of another country than the ground units"
        yield Violation("6.2.3", because, units=(unit,))


def reach_of(state: UseState, what: str) -> int:
    """1.4 A range in hexes."""
    return int(state.scenario.charts.lines("ranges")[what].value.split()[0])


def on_map(state: UseState, unit: UnitId) -> bool:
    return 0 <= state.hex_of[unit] < state.theatre.board.hexes


def bad_pass(combat: Combat, state: UseState) -> Iterator[Violation]:
    """5.1 Who commits, commits something."""
    side = combat.declaring
    if not combat.committed(side) and combat.flying(side) == NOBODY:
        yield Violation("5.1", "who has chosen to commit has to commit something")


COMMITMENT = Menu("commitment", "5.1", Form(WILL, "5.1"), Form(WILL_NOT, "5.1"))
DECLARATION = Menu(
    "declaration", "5.1",
    Form("air", "6.2.3", Slot(
        "unit", UNIT, lambda combat, state: state.air_units(combat.declaring),
        lambda combat, state, unit: no_supporter(state, combat, combat.declaring, unit),
        lambda combat, state: supporters(state, combat, combat.declaring),
    )),
    Form("event", "E0", Slot(
        "marker", UNIT, lambda combat, state: state.events_of(combat.declaring),
        lambda combat, state, marker: bad_event(combat, state, marker),
    )),
    Form(PASS, "5.1", refuse=bad_pass),
)  # fmt: skip


def bad_event(combat: Combat, state: UseState, marker: UnitId) -> Iterator[Violation]:
    side = combat.declaring
    if marker not in state.events_of(side):
        yield Violation("E0", f"{state.name(marker)} is not in your Events box", units=(marker,))
    elif marker in combat.committed(side):
        yield Violation("E0", f"{state.name(marker)} is committed already", units=(marker,))
    else:
        yield from unfit(state, marker, combat.fighting(side), combat.committed(side))


# ------------------------------------------------------------------------------------------------ modifiers


def sums(state: UseState, combat: Combat) -> tuple[Modified, Modified]:
    """5.3 Both sides' modifiers and halvings, line by line."""
    return _sum(state, combat, "attacker"), _sum(state, combat, "defender")


def breakdown(state: UseState, combat: Combat) -> Breakdown:
    attacker, defender = sums(state, combat)
    return Breakdown([*attacker.terms, *defender.terms])


def _sum(state: UseState, combat: Combat, role: str) -> Modified:
    theatre, charts = state.theatre, state.scenario.charts
    attacking = role == "attacker"
    side = combat.side if attacking else enemy(combat.side)
    unit, own, theirs = (
        (combat.primary, combat.events, combat.their_events)
        if attacking
        else (combat.defender, combat.their_events, combat.events)
    )
    type = "tank" if as_tanks(state, own, unit) else theatre.type_of[unit]
    fort = bool(state.in_fort[combat.defender])
    situation: dict[str, Word] = {
        "role": role, "nation": nation(state, unit), "type": type,
        "elite": bool(state.scenario.counters["elite"][unit]),
        "reduced": state.reduced(unit), "supply": SUPPLY[state.supply[unit]], "weather": state.weather,
        "isolated": attacking and isolated(state, combat.defender, attackers(state, combat)), "fort": fort,
        "terrain": terrain(state, combat.target),
        "hexside": hexside(state, Hex(state.hex_of[combat.primary]), combat.target),
        "air_support": role in combat.support, "attack": combat.attack,
        **additional(state, combat.additional),
    }  # fmt: skip
    lines = charts.lines("ground_drm")
    drm = [*lines.applying(situation), *terms(state, own, theirs), *surprise(state, combat.target, side)]
    if not attacking:
        drm += placed(state, combat.target, side)
    supplies = tuple(SUPPLY[state.supply[each]] for each in combat.fighting(side))
    halved: dict[str, Word] = {"role": role, "supply": supplies, "weather": state.weather, "fort": fort}
    return modified(role, drm, charts.lines("ground_halvings").applying(halved))


def additional(state: UseState, units: Sequence[UnitId]) -> dict[str, int]:
    """5.3 In Severe weather a Tank or Shock unit counts like any other."""
    strong = sum(state.theatre.type_of[unit] in ("tank", "shock") for unit in units)
    if state.weather == "Severe":
        strong = 0
    return {"additional_tank_shock": strong, "additional_other": len(units) - strong}


def attackers(state: UseState, combat: Combat) -> tuple[Hex, ...]:
    return tuple(Hex(state.hex_of[unit]) for unit in combat.fighting(combat.side))


def terrain(state: UseState, place: Hex) -> tuple[str, ...]:
    found = [state.theatre.board.terrain[place]] + (["city"] if state.is_city(place) else [])
    return tuple(found)


def hexside(state: UseState, start: Hex, to: Hex) -> tuple[str, ...]:
    return tuple(sorted(state.theatre.board.features(start, to))) or ("clear",)


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

    @step("5.3")
    def retreat(self, state: UseState) -> Result:
        in_fort = bool(state.in_fort[self.unit])
        if not retreats(state, self.unit, self.attackers):
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
        spared = self.result == "DD" and not state.option("dd_no_retreat_eliminates")
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
    lambda frame, state: retreats(state, frame.unit, frame.attackers),
)  # fmt: skip
RETREAT = Form("retreat", "5.3.5", TO)
FORT_RETREAT = Menu("fort", "5.3", Form("retreat", "5.3.5", TO), Form("stand", "5.3"))


def able_to_advance(combat: Combat, state: UseState) -> list[UnitId]:
    """5.3.7 Attackers that are still there and may go into the hex."""
    theatre = state.theatre
    return [
        unit for unit in combat.fighting(combat.side)
        if on_map(state, unit) and next(bad_advance(combat, state, unit), None) is None
        and combat.target in theatre.board.around(Hex(state.hex_of[unit]))
    ]  # fmt: skip


def bad_advance(combat: Combat, state: UseState, unit: UnitId) -> Iterator[Violation]:
    """5.3.7"""
    theatre = state.theatre
    if unit not in combat.fighting(combat.side):
        yield Violation("5.3.7", f"{state.name(unit)} took no part in the attack", units=(unit,))
    elif not on_map(state, unit):
        yield Violation("5.3.7", f"{state.name(unit)} was lost", units=(unit,))
    else:
        no_entry = theatre.no_entry[theatre.country_of[unit]]
        if no_entry[combat.target >> 3] >> (combat.target & 7) & 1:
            yield Violation("4.0", "units of its country do not go there", (combat.target,), (unit,))


ADVANCE = Menu(
    "advance", "5.3.7",
    Form("advance", "5.3.7", Slot(
        "unit", UNIT, lambda combat, state: combat.fighting(combat.side), bad_advance, able_to_advance
    )),
    Form("stay", "5.3.7"),
)  # fmt: skip
