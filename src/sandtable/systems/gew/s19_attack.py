"""GEW 19: the Ground Combat Phase, from declaring an attack to pursuit after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from sandtable.core.bits import Bits
from sandtable.core.decisions import DONE, HEX, UNIT, Form, Menu, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.state import kept_in
from sandtable.systems.gew.s03_victory import Reckoning, needs_reckoning
from sandtable.systems.gew.s06_control import off_limits
from sandtable.systems.gew.s09_neutrals import units_of
from sandtable.systems.gew.s13_zones import neutral_ground, occupied
from sandtable.systems.gew.s14_stacking import over_stacked
from sandtable.systems.gew.s15_impulses import sits_out, thaw
from sandtable.systems.gew.s19_combat import ResolveCombat
from sandtable.systems.gew.s19_foes import attack_only, defenders, spares
from sandtable.systems.gew.s19_landings import all_back, go_ashore_unopposed, landing, landings
from sandtable.systems.gew.s20_situation import Forces, Sums, reckon
from sandtable.systems.gew.s21_absorption import SPENT, Suffer, supplied
from sandtable.systems.gew.s21_results import decode
from sandtable.systems.gew.s22_pursuit import Pursuit
from sandtable.systems.gew.s23_air_operations import end_missions
from sandtable.systems.gew.s23_airbases import of_kind
from sandtable.systems.gew.s35_offensives import PLAYED, offensive_ready, spend_offensive
from sandtable.systems.gew.state import (
    ATTACKED,
    ATTACKED_OUT_OF,
    FIGHTING,
    FOUGHT,
    OFFENSIVE_SUPPORT,
    POWER_NAMES,
    POWERS_OF_SIDE,
    RESTED,
    VICHY_GONE,
    VICHY_INVADED_THIS_IMPULSE,
    GewState,
)
from sandtable.systems.gew.theatre import AXIS_SIDE, SPECIAL_FORCES, Theatre

AMERICAN = ("us", "aef")  # 9.6, 30.7


class GroundCombatPhase(Procedure):
    """19.0 The side attacks as often as it likes."""

    side: Side
    powers: tuple[int, ...] = ()  # that have attacked, in order (19.5)
    supplied: tuple[UnitId, ...] = ()  # units in supply at the start of the phase (O35.3)
    action: tuple[Any, ...] = ()

    @step("19.0")
    def begin(self, state: GewState) -> Result:
        state.stop_fighting()
        go_ashore_unopposed(state, self.side)  # 26.1
        if offensive_ready(state, self.side):
            units = {unit for power in POWERS_OF_SIDE[self.side] for unit in state.ground_units(power)}
            units |= {each.unit for each in landings(state) if state.side_of(each.unit) == self.side}
            self.supplied = tuple(sorted(unit for unit in units if supplied(state, unit)))
        return None

    @step("19.1")
    def look(self, state: GewState) -> Result:
        return Goto("declare") if attackable(state, self.side) else Goto("finish")

    @step("19.1")
    def declare(self, state: GewState) -> Result:
        return Ask(self.side, COMBAT, "action")

    @step("19.2")
    def attack(self, state: GewState) -> Result:
        word, *what = self.action
        self.action = ()
        if word == "end":
            return Goto("finish")
        target, units, special = what
        power = state.power_of(units[0])
        if self.powers[-1:] != (power,):
            self.powers = (*self.powers, power)
        return Call(Attack(self.side, target, units, special, int(word == "offensive")), then="reckon")

    @step("3.1")
    def reckon(self, state: GewState) -> Result:
        return Call(Reckoning(self.side)) if needs_reckoning(state) else None

    @step("19.7")
    def go_ashore(self, state: GewState) -> Result:
        """Where the enemy has left the war (9.6, O41)."""
        go_ashore_unopposed(state, self.side)
        return Goto("declare")

    @step("23.6")
    def finish(self, state: GewState) -> Result:
        end_missions(state, self.side)
        state.stop_fighting()
        return Done()

    # ------------------------------------------------------------------ who attacks, in which order

    def out_of_turn(self, state: GewState, power: int) -> Iterator[Violation]:
        """19.5 The Western Allies make all their attacks before the Soviets, or after them."""
        if not self.powers or power == self.powers[-1]:
            return
        last = POWER_NAMES[self.powers[-1]]
        if power in self.powers:
            yield Violation("19.5", f"{last} units have attacked since")
        for place, units in parties(state, self.side).items():
            if state.power_of(units[0]) == self.powers[-1]:
                why = say("{last} units must still attack {hex}", last, place)
                yield Violation("19.5", why, (place,), tuple(units))

    def must_attack(self, state: GewState) -> Iterator[Violation]:
        """24.6, 26.1"""
        for place, units in parties(state, self.side).items():
            who = tuple(units)
            yield Violation("19.7", say("{units} must still attack {hex}", who, place), (place,), who)

    def none_ready(self, state: GewState) -> Iterator[Violation]:
        """O35.2"""
        if not offensive_ready(state, self.side):
            yield Violation("O35.2", "no major offensive is ready")

    # ------------------------------------------------------------------ targets

    def candidates(self, state: GewState, target: Hex, offensive: bool) -> list[UnitId]:
        """Those who could begin an attack on a hex."""
        units = attackable(state, self.side).get(target, ())
        if offensive or parties(state, self.side):
            return [unit for unit in units if next(self.objections(state, target, offensive, unit), None) is None]
        if not self.powers or self.side == AXIS_SIDE:
            return list(units)
        barred = {power for power in POWERS_OF_SIDE[self.side] if any(True for _ in self.out_of_turn(state, power))}
        return [unit for unit in units if state.power_of(unit) not in barred] if barred else list(units)

    def objections(self, state: GewState, target: Hex, offensive: bool, unit: UnitId) -> Iterator[Violation]:
        """What speaks against a unit that is able to attack: the order of attacks, and those who must attack."""
        yield from self.out_of_turn(state, state.power_of(unit))
        party = parties(state, self.side).get(target, ())
        if party and unit not in party:
            yield from apart(state, party[0], unit)
        if offensive and unit not in self.supplied:
            yield Violation("O35.3", say("{unit} was not in supply when the phase began", unit), units=(unit,))

    def targets(self, state: GewState, offensive: bool) -> list[Hex]:
        return [target for target in attackable(state, self.side) if self.candidates(state, target, offensive)]

    def bad_target(self, state: GewState, offensive: bool, target: Hex) -> Iterator[Violation]:
        """19.2, 19.3"""
        if self.candidates(state, target, offensive):
            return
        shut = list(shut_target(state, self.side, target))
        yield from shut
        if not shut:
            yield Violation("19.2", "no unit of yours can attack it", (target,))

    # ------------------------------------------------------------------ units

    def bad_attacker(
        self, state: GewState, offensive: bool, target: Hex, chosen: tuple[UnitId, ...], unit: UnitId | str
    ) -> Iterator[Violation]:
        if unit == DONE:
            yield from self.not_enough(state, target, chosen)
            return
        assert not isinstance(unit, str)
        refused = list(unable(state, self.side, unit, target))
        yield from refused
        if refused:
            return
        yield from self.objections(state, target, offensive, unit)
        for other in chosen:
            yield from apart(state, other, unit)
        yield from crowded(state, chosen, unit)

    def more_units(self, state: GewState, offensive: bool, target: Hex, chosen: tuple[UnitId, ...]) -> list[Any]:
        """The same as `bad_attacker`, faster."""
        found: list[Any] = [unit for unit in self.candidates(state, target, offensive) if unit not in chosen]
        if chosen:
            found = [
                unit
                for unit in found
                if next(apart(state, chosen[0], unit), None) is None
                and next(crowded(state, chosen, unit), None) is None
            ]
        if next(self.not_enough(state, target, chosen), None) is None:
            found.append(DONE)
        return found

    def not_enough(self, state: GewState, target: Hex, chosen: tuple[UnitId, ...]) -> Iterator[Violation]:
        if not chosen:
            yield Violation("19.2", "an attack needs a unit")
        for unit in parties(state, self.side).get(target, ()):
            if unit not in chosen:
                yield Violation("19.7", say("{unit} must take part: it lands there", unit), units=(unit,))

    # ------------------------------------------------------------------ special forces

    def bad_special(
        self, state: GewState, target: Hex, units: tuple[UnitId, ...], chosen: tuple[UnitId, ...], unit: UnitId | str
    ) -> Iterator[Violation]:
        """27.0, 27.1"""
        if unit == DONE:
            return
        assert not isinstance(unit, str)
        theatre = state.theatre
        if theatre.kind[unit] not in SPECIAL_FORCES or state.side_of(unit) != self.side:
            yield Violation("27.1", say("{unit} is not a special force of yours", unit), units=(unit,))
            return
        if chosen:
            yield Violation("27.1", "one special force supports an attack", units=chosen)  # G19-4
        if state.hex_of[unit] != theatre.display[self.side] or not state.operational[unit]:
            yield Violation("27.0", say("{unit} is not ready in your display", unit), units=(unit,))
        power, helped = state.power_of(unit), state.power_of(units[0])
        if power != helped and theatre.type[units[0]] != "partisan":  # G4-3: partisans are helped by all
            yield Violation(
                "19.4", say("{unit} does not fight beside {power} units", unit, POWER_NAMES[helped]), units=(unit,)
            )
        if state.status[theatre.country_of[unit]] != power:
            yield Violation("9.2", say("{unit} belongs to a country that is neutral", unit), units=(unit,))
        if theatre.kind[unit] == "heavy_armor" and not any(supplied(state, each) for each in units):
            yield Violation("27.0", "heavy armor needs an attacker in supply", units=units)


def special_forces(phase: GroundCombatPhase, state: GewState, *_: object) -> list[UnitId]:
    display, hex_of = state.theatre.display[phase.side], state.hex_of
    return [unit for unit in of_kind(state.theatre, SPECIAL_FORCES) if hex_of[unit] == display]


# ------------------------------------------------------------------------------------------------ who can attack what


@kept_in(FIGHTING)
def attackable(state: GewState, side: Side) -> dict[Hex, tuple[UnitId, ...]]:
    """19.2 The hexes a side may attack, and the units able to.

    The same as `shut_target` and `unable` say, faster: where enemies stand next to ours, then who stands there.
    """
    board, done, ours = state.theatre.board, state.done, occupied(state, side)
    near, fought = board.grid.zone(ours), done != done.translate(RESTED)
    if assaults := [each.place for each in landings(state)]:
        near = near | board.bits(assaults)
    found, fresh = dict[Hex, tuple[UnitId, ...]](), dict[Hex, list[UnitId]]()
    for target in near & occupied(state, enemy(side)):
        if state.attacked[target] & ATTACKED:
            continue
        if fought and all(done[unit] & FOUGHT for unit in defenders(state, side, target)):
            continue
        if units := sorted(_able(state, side, target, ours, fresh)):
            found[target] = tuple(units)
    return found


def _able(state: GewState, side: Side, target: Hex, ours: Bits, fresh: dict[Hex, list[UnitId]]) -> Iterator[UnitId]:
    """The units able to attack a hex, of those of ours that stand anywhere; for most of them a look at the map is
    enough. `fresh`: those found so far, by hex."""
    theatre, neighbours = state.theatre, state.theatre.board.neighbours
    closed, usual, mud = target in neutral_ground(state, side), _usual(theatre), bool(thaw(state))
    for each in landings(state):
        if each.place == target and next(unable(state, side, each.unit, target), None) is None:
            yield each.unit
    for direction in range(6):
        there = Hex(neighbours[6 * target + direction])
        if there < 0 or there not in ours:
            continue
        step_in = 6 * there + (direction + 3) % 6
        if there not in fresh:
            fresh[there] = _fresh(state, side, there)
        for unit in fresh[there]:
            if not theatre.attack[unit] or theatre.prices[theatre.mover[unit]][step_in] >= NEVER:
                continue
            if usual[unit]:
                crowd = state.attacked[there] & ATTACKED_OUT_OF and over_stacked(state, there)
                able = not (closed or crowd or (mud and sits_out(state, unit)))
            else:
                able = next(unable(state, side, unit, target), None) is None
            if able:
                yield unit


def _fresh(state: GewState, side: Side, place: Hex) -> list[UnitId]:
    """The ground units of a side's belligerents in a hex that have not fought in this phase."""
    done, power_of = state.done, state.powers()
    powers = [power for power in POWERS_OF_SIDE[side] if state.belligerent(power)]
    return [unit for unit in state.ground_in(place) if not done[unit] & FOUGHT and power_of[unit] in powers]


@lru_cache(maxsize=8)
def _usual(theatre: Theatre) -> bytes:
    """By unit, 1: it attacks wherever it can go, and goes anywhere."""
    limited = {nationality for limit in theatre.area_limits for nationality in limit.nationalities}
    return bytes(
        theatre.attack[unit] > 0
        and theatre.movement[unit] > 0
        and theatre.type[unit] not in ("security", "partisan")
        and theatre.nationality[unit] not in limited
        for unit in range(len(theatre.name))
    )


@kept_in(FIGHTING)
def parties(state: GewState, side: Side) -> dict[Hex, tuple[UnitId, ...]]:
    """19.7 By hex, those who land on it and must attack it (24.6, 26.1), as far as they can fight together."""
    found: dict[Hex, tuple[UnitId, ...]] = {}
    for each in sorted(landings(state)):
        party = found.get(each.place, ())
        together = not party or next(apart(state, party[0], each.unit), None) is None
        if together and each.unit in attackable(state, side).get(each.place, ()):
            found[each.place] = (*party, each.unit)
    return found


def shut_target(state: GewState, side: Side, target: Hex) -> Iterator[Violation]:
    """19.2 Why a hex cannot be attacked by anybody."""
    if target >= state.theatre.hexes:
        yield Violation("32.4", "units in boxes are not attacked", (target,))
    elif target not in occupied(state, enemy(side)):
        yield Violation("19.2", "no enemy ground unit is there", (target,))
    elif state.attacked[target] & ATTACKED:
        yield Violation("19.2", "it has been attacked in this phase", (target,))
    elif all(state.done[unit] & FOUGHT for unit in defenders(state, side, target)):
        yield Violation("19.2", "the units there have been attacked in this phase", (target,))


def unable(state: GewState, side: Side, unit: UnitId, target: Hex) -> Iterator[Violation]:
    """19.2 Why a unit cannot attack a hex, whoever else does."""
    theatre, power = state.theatre, state.power_of(unit)
    if not theatre.is_ground[unit] or state.side_of(unit) != side:
        yield Violation("19.1", say("{unit} is not a ground unit of yours", unit), units=(unit,))
        return
    carried = landing(state, unit)
    if not state.belligerent(power) or (carried is None and not 0 <= state.hex_of[unit] < theatre.hexes):
        yield Violation("19.2", say("{unit} is not on the map, or not at war", unit), units=(unit,))
        return
    yield from spares(state, side, unit, target)
    if state.done[unit] & FOUGHT:
        yield Violation("19.2", say("{unit} has attacked in this phase", unit), units=(unit,))
    if carried is None:
        yield from cannot_go(state, side, unit, target)
    elif carried.place != target:
        yield Violation("19.7", say("{unit} lands in {hex}", unit, carried.place), (carried.place,), (unit,))


def cannot_go(state: GewState, side: Side, unit: UnitId, target: Hex) -> Iterator[Violation]:
    """19.2 A unit attacks from the next hex, where it could go itself; across straits too (G19-1)."""
    theatre, board = state.theatre, state.scenario.board
    place = Hex(state.hex_of[unit])
    if state.embarked(unit):
        yield Violation("19.7", say("{unit} is aboard", unit), units=(unit,))
    if target >= theatre.hexes or target not in board.around(place):
        yield Violation("19.2", say("{unit} is not next to it", unit), (target,), (unit,))
        return
    if not theatre.movement[unit] or theatre.prices[theatre.mover[unit]][board.layout.side(place, target)] >= NEVER:
        yield Violation("19.2", say("{unit} could not go there", unit), (target,), (unit,))
    if target in no_attack_into(state, side, unit):
        rule = "9.2" if target in neutral_ground(state, side) else "6.2"
        yield Violation(rule, say("{unit} may not go there", unit), (target,))
    if state.attacked[place] & ATTACKED_OUT_OF and over_stacked(state, place):
        yield Violation("14.5", "a unit has attacked out of this over-stacked hex", (place,))
    if sits_out(state, unit):
        yield Violation("15.0", say("{unit} sits out the second impulse of spring", unit), units=(unit,))


def no_attack_into(state: GewState, side: Side, unit: UnitId) -> Bits:
    """9.2, and 6.2 unless the unit attacks across borders that it may not pass. Partisans attack in a country of theirs
    that is neutral still, but not neutral units (G31-2)."""
    barred = off_limits(state, unit)
    return neutral_ground(state, side) & barred if _across_borders(state.theatre, unit) else barred


@lru_cache(maxsize=1024)
def _across_borders(theatre: Theatre, unit: UnitId) -> bool:
    """6.2 Finns and Swedes; 31.3 partisans."""
    return theatre.type[unit] == "partisan" or attack_only(theatre, unit) >= 0


def apart(state: GewState, one: UnitId, other: UnitId) -> Iterator[Violation]:
    """19.4, 31.3 Who does not attack together."""
    types = state.theatre.type
    both = say("{unit} and {other_unit}", one, other)
    if (types[one] == "partisan") != (types[other] == "partisan"):
        yield Violation(
            "31.3", say("partisans attack only with partisans, not {both} together", both), units=(one, other)
        )
    elif types[one] != "partisan" and state.power_of(one) != state.power_of(other):
        yield Violation("19.4", say("{both} are of powers that do not attack together", both), units=(one, other))


def crowded(state: GewState, chosen: tuple[UnitId, ...], unit: UnitId) -> Iterator[Violation]:
    """14.5 One unit attacks out of an over-stacked hex."""
    place = Hex(state.hex_of[unit])
    if state.embarked(unit) or not over_stacked(state, place):
        return
    for other in chosen:
        if state.hex_of[other] == place and not state.embarked(other):
            yield Violation("14.5", "one unit attacks out of an over-stacked hex", (place,), (other,))


# ------------------------------------------------------------------------------------------------ one attack


class Attack(Procedure):
    """19.6 One attack, to its end."""

    side: Side
    target: Hex
    units: tuple[UnitId, ...]
    special: tuple[UnitId, ...] = ()
    offensive: int = 0
    defending: tuple[UnitId, ...] = ()  # whose factors count
    vichy: int = 0  # 1: Americans attack Vichy French in the impulse of the invasion (9.6)
    result: str = ""
    cost: str = ""  # what the attacker's side of the result came to

    @step("19.2")
    def declare(self, state: GewState) -> Result:
        foes = defenders(state, self.side, self.target)
        self.defending = fresh(state, foes)
        self.vichy = int(removes_vichy(state, self.units, foes))
        stacks = {Hex(state.hex_of[unit]) for unit in self.units if not state.embarked(unit)}
        state.note("attack", "19.2", side=self.side, hex=self.target, units=self.units)
        state.fight((), [place for place in stacks if over_stacked(state, place)], ATTACKED_OUT_OF)
        state.fight((*self.units, *foes), [self.target], ATTACKED)
        for unit in self.special:
            state.assign(unit, OFFENSIVE_SUPPORT, self.target, state.theatre.display[self.side], "27.1")
        if self.offensive:
            spend_offensive(state, self.side, PLAYED)
        return None

    @step("14.5")
    def choose_defender(self, state: GewState) -> Result:
        if len(self.defending) > 1 and over_stacked(state, self.target):
            return Ask(enemy(self.side), DEFEND, "defending")
        return None

    @step("19.6")
    def resolve(self, state: GewState) -> Result:
        sums = self.sums(state)
        return Call(ResolveCombat(int(sums.differential.total), int(sums.shifts.total)), into="result")

    @step("21.0")
    def defender(self, state: GewState) -> Result:
        self.tell(state)
        result, foes = decode(self.result), defenders(state, self.side, self.target)
        if "defender" not in result.affected:
            return None
        state.inflict(self.side, result.mp)
        return Call(Suffer(enemy(self.side), tuple(foes), result.mp, result.fate))

    @step("21.0")
    def attacker(self, state: GewState) -> Result:
        """G21-3: after the defender."""
        result = decode(self.result)
        self.result, self.defending = "", ()
        if "attacker" not in result.affected:
            return None
        state.inflict(enemy(self.side), result.mp)
        return Call(Suffer(self.side, self.units, result.mp, result.fate), into="cost")

    @step("22.3")
    def pursue(self, state: GewState) -> Result:
        if self.cost in ("", SPENT) and not defenders(state, self.side, self.target):
            return Call(Pursuit(self.side, self.target, self.units, self.offensive))
        return None

    @step("19.7")
    def close(self, state: GewState) -> Result:
        all_back(state, self.units)
        if self.vichy:
            remove_vichy(state)
        return Done()

    def tell(self, state: GewState) -> None:
        if state.log is None:
            return
        sums, means = self.sums(state), state.scenario.charts.table("crt").meaning.get(self.result, "")
        state.note(
            "attacked", "19.6", side=self.side, hex=self.target, differential=f"{sums.differential.total:+}",
            shift=f"{sums.shifts.total:+}", result=self.result, means=means,
        )  # fmt: skip

    def sums(self, state: GewState) -> Sums:
        forces = (self.side, self.target, self.units, self.defending, self.special, bool(self.offensive))
        return reckon(state, Forces(*forces))

    def bad_defender(self, state: GewState, unit: UnitId) -> Iterator[Violation]:
        if unit not in self.defending:
            yield Violation("14.5", say("{unit} is not attacked there", unit), units=(unit,))


def fresh(state: GewState, foes: list[UnitId]) -> tuple[UnitId, ...]:
    """19.2 Units attacked once in this phase add nothing where they have retreated to (G19-2)."""
    return tuple(unit for unit in foes if not state.done[unit] & FOUGHT)


def removes_vichy(state: GewState, units: tuple[UnitId, ...], foes: list[UnitId]) -> bool:
    """9.6, G9-3"""
    theatre = state.theatre
    return (
        bool(state.flags[VICHY_INVADED_THIS_IMPULSE])
        and any(theatre.nationality[unit] in AMERICAN for unit in units)
        and any(theatre.country_of[foe] == theatre.country("vichy_france") for foe in foes)
    )


def remove_vichy(state: GewState) -> None:
    """9.6 All its units leave the game for good; its land stays Axis (G9-3)."""
    for unit in units_of(state.theatre, state.theatre.country("vichy_france")):
        if state.hex_of[unit] >= 0:
            state.take_out(unit, "9.6")
    state.flag(VICHY_INVADED_THIS_IMPULSE, 0)
    state.flag(VICHY_GONE)


# ------------------------------------------------------------------------------------------------ the questions


def attacked_units(attack: Attack, state: GewState) -> tuple[UnitId, ...]:
    return attack.defending


def attack_form(name: str, rule: str, offensive: bool, refuse: Callable[..., Iterator[Violation]] | None) -> Form:
    """A target, who attacks it, and at most one special force."""

    def among(phase: GroundCombatPhase, state: GewState) -> list[Hex]:
        return list(attackable(state, phase.side))

    def units(phase: GroundCombatPhase, state: GewState, target: Hex, chosen: tuple[UnitId, ...]) -> list[UnitId]:
        return phase.candidates(state, target, offensive)

    def bad_target(phase: GroundCombatPhase, state: GewState, target: Hex) -> Iterator[Violation]:
        return phase.bad_target(state, offensive, target)

    def bad_attacker(phase: GroundCombatPhase, state: GewState, *given: Any) -> Iterator[Violation]:
        return phase.bad_attacker(state, offensive, *given)

    def legal(phase: GroundCombatPhase, state: GewState) -> list[Hex]:
        return phase.targets(state, offensive)

    def legal_units(phase: GroundCombatPhase, state: GewState, target: Hex, chosen: tuple[UnitId, ...]) -> list[Any]:
        return phase.more_units(state, offensive, target, chosen)

    return Form(
        name, rule,
        Slot("target", HEX, among, bad_target, legal),
        Slot("units", UNIT, units, bad_attacker, legal_units, many=True),
        Slot("special_force", UNIT, special_forces, GroundCombatPhase.bad_special, many=True),
        refuse=refuse,
    )  # fmt: skip


COMBAT = Menu(
    "ground combat", "19.0",
    attack_form("attack", "19.2", False, None),
    attack_form("offensive", "O35.2", True, GroundCombatPhase.none_ready),
    Form("end", "19.1", refuse=GroundCombatPhase.must_attack),
)  # fmt: skip
DEFEND = Form("defend", "14.5", Slot("unit", UNIT, attacked_units, Attack.bad_defender))
