"""What an attack promises: its odds, and the chances of its results, are those of the rules themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.core.chartfile import Charts
from sandtable.core.intents import Conduct
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.state import Plain, fact
from sandtable.core.system import Reference
from sandtable.core.throws import returns
from sandtable.systems.ocs.counsel.habits import EFFORT, STRIKE, habits, order
from sandtable.systems.ocs.counsel.prizes import POINT, barring, no_reply, stakes, step_worth
from sandtable.systems.ocs.s09_combat import resolution
from sandtable.systems.ocs.s09_forces import clash, defenders
from sandtable.systems.ocs.s09_forecast import best_rated
from sandtable.systems.ocs.s09_results import Results, close_together, parsed
from sandtable.systems.ocs.s09_supply import defence_paid, living, need_of
from sandtable.systems.ocs.s12_payment import Need, can_be_met, within_reach
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.theatre import DG

TOKEN, SPARE, DEAR = 0.5, 0.2, 1.0  # what a token is worth; one of many; one of few
FEW, RESERVED = 16, 10  # tokens of a whole army that are few; that are kept for its defence
KEPT = 4  # tokens that attackers leave within their reach, for their defence
CLEARED, SHAKEN, EXPLOITED = 2.0, 0.8, 1.5  # a hex taken; a unit disorganized; an attacker that goes on
PASSED = 1.0  # that a hex is worth less which is only passed through


@lru_cache(4096)
def chances(system: Reference, charts: Charts, combat: Plain) -> Mapping[Results, float]:
    """9.8, 9.9 The results of an attack, whose `ResolveCombat` is this."""
    found = dict[Results, float]()
    for said, chance in returns(system, charts, combat).items():
        result = parsed(said)
        found[result] = found.get(result, 0.0) + float(chance)
    return found


@fact
def gain(state: OcsState, side: Side, target: Hex, conduct: Conduct) -> float:
    """What a hex is worth to a side that takes it."""
    loot = state.dump[target] / 2 if state.holder[target] == enemy(side) + 1 else 0
    points: float = stakes(state.scenario).get(target, 0)
    if share := habits(conduct).relief:
        points += share * barring(state, side).get(target, 0.0)
    if efforts := order(conduct).efforts:
        away = min(state.theatre.board.layout.distance(hex, target) for hex in efforts)
        points += EFFORT * STRIKE / (1 + away) if away < 2 else 0.0
    return CLEARED + POINT * points + TOKEN * loot


@fact
def token(state: OcsState, side: Side, conduct: Conduct) -> float:
    """What a token is worth: less, the more are left for the turns to come, for none is of use in the end."""
    left = len(state.theatre.dates) - state.turn + 1
    held = state.on_hand(side)
    if habits(conduct).endgame and no_reply(state, side):
        return 0.0
    return SPARE if held > habits(conduct).plenty * left else DEAR if held < FEW and left > 1 else TOKEN


class Stood(NamedTuple):
    """How a unit takes part in a combat, now or in thought: all that its odds hang on."""

    unit: UnitId
    at: Hex
    face: int
    mode: int
    steps: int
    oos: int


def stood(state: OcsState, units: Iterable[UnitId]) -> tuple[Stood, ...]:
    """As they stand."""
    hex_of, face, mode, steps, oos = state.hex_of, state.face, state.mode, state.steps, state.oos
    return tuple([
        Stood(unit, Hex(hex_of[unit]), face[unit], mode[unit], steps[unit], oos[unit]) for unit in units
    ])  # fmt: skip


ANY_LINE = "Open"  # of the table: its columns are called otherwise, but are the same
KNOWN: dict[object, Plain] = {}  # odds that have been looked up before
PROMISED: dict[object, float] = {}  # what attacks promise, before their price
MANY = 20_000


def resolved(
    state: OcsState, side: Side, target: Hex, ours: Sequence[Stood], theirs: Sequence[Stood], overrun: bool
) -> Plain:
    """9.2 The rolls that decide an attack; worked out once for all that stand so."""
    fed = is_fed(state, target, enemy(side))
    key = state.scenario, target, state.hedgehog[target], fed, overrun, tuple(ours), tuple(theirs)
    found = KNOWN.get(key)
    if found is None:
        branch = state
        if tuple(ours) != stood(state, units_of(ours)) or tuple(theirs) != stood(state, units_of(theirs)):
            branch = state.copy()
            for each in (*ours, *theirs):
                if branch.hex_of[each.unit] != each.at:
                    branch.move(each.unit, each.at, "6.1")
                branch.turn_over(each.unit, each.face)
                branch.mode[each.unit] = each.mode
                branch.changed("mode", each.unit)
        units, foes = units_of(ours), defenders(branch, side, target)
        rated = best_rated(branch, units), best_rated(branch, foes)
        situation = clash(branch, side, target, units, rated, () if fed else foes).situation
        if len(KNOWN) >= MANY:
            KNOWN.clear()
        found = KNOWN[key] = resolution(situation, ANY_LINE, overrun).plain()
    return found


def units_of(all_stood: Iterable[Stood]) -> list[UnitId]:
    return [each.unit for each in all_stood]


@fact
def is_fed(state: OcsState, target: Hex, side: Side) -> bool:
    """9.5 Would its defence be paid for?"""
    return bool(living(state, target, side)) or defence_paid(state, target, side) is not None


def promise(
    state: OcsState, side: Side, target: Hex, ours: Sequence[Stood], conduct: Conduct, overrun: bool = False,
    shaken: bool = False,
) -> float:  # fmt: skip
    """What an attack by these is worth to the attacker, its price counted in; on whoever is `shaken` if he has been
    disorganized first."""
    theirs = stood(state, defenders(state, side, target))
    if habits(conduct).any_order:
        ours = sorted(ours)
    if shaken:
        theirs = tuple([each._replace(mode=DG) for each in theirs])
    price = token(state, side, conduct) * sum([need_of(state, each.unit).tokens for each in ours])
    key = (
        state.scenario, target, state.hedgehog[target], is_fed(state, target, enemy(side)), tuple(ours), theirs,
        gain(state, side, target, conduct), overrun,
    )  # fmt: skip
    found = PROMISED.get(key)
    if found is None:
        if len(PROMISED) >= MANY:
            PROMISED.clear()
        found = PROMISED[key] = _promise(state, side, target, ours, theirs, conduct, overrun)
    return found - price


def _promise(
    state: OcsState, side: Side, target: Hex, ours: Sequence[Stood], theirs: Sequence[Stood], conduct: Conduct,
    overrun: bool,
) -> float:  # fmt: skip
    """The same, before its price."""
    mine, steps = sum(each.steps for each in ours), sum(each.steps for each in theirs)
    loss = sum(step_worth(state, each.unit) for each in ours) / len(ours)
    kill = sum(step_worth(state, each.unit) for each in theirs) / len(theirs)
    starts = tuple(sorted({each.at for each in ours}))
    exploits = EXPLOITED if not overrun and close_together(state, starts) else 0.0
    prize, total = gain(state, side, target, conduct) - (PASSED if overrun else 0.0), 0.0
    combat = resolved(state, side, target, ours, theirs, overrun)
    for result, chance in chances(state.scenario.system, state.scenario.charts, combat).items():
        total += chance * _value(result, mine, steps, (loss, kill), prize, exploits)
    return total


def _value(result: Results, mine: int, steps: int, worths: tuple[float, float], prize: float, exploits: float) -> float:
    loss, kill = worths
    value = kill * min(result.their_losses, steps) - loss * min(result.losses, mine)
    falls = result.their_options > 0 or result.their_losses >= steps
    stays = mine - result.losses > result.options  # somebody is left to take the hex
    if falls and stays:
        value += prize - loss * result.options
        value += SHAKEN * (steps - min(result.their_losses, steps)) * (result.their_options > 1)
        value += exploits if result.exploit >= 0 else 0.0
    elif result.options:
        value -= 0.5
    return value


@fact
def rations(state: OcsState, side: Side, conduct: Conduct) -> int:
    """Tokens within reach without which nobody goes near the enemy; none of a side that has few of them."""
    left, ours = len(state.theatre.dates) - state.turn + 1, habits(conduct)
    return ours.fed if state.on_hand(side) > ours.plenty * left else 0


def affordable(state: OcsState, ours: Sequence[Stood], conduct: Conduct, last: bool = False) -> bool:
    """Can all of them be paid for out of dumps, with something left for their defence?"""
    needs = [Need(each.unit, need_of(state, each.unit).tokens, each.at) for each in ours]
    if not last:
        price, side = sum([need.tokens for need in needs]), Side(state.owner[ours[0].unit])
        reach = [within_reach(state, each.unit, each.at) for each in ours]
        enough = max(reach) >= price + KEPT and min(reach) >= rations(state, side, conduct)
        if not enough or state.on_hand(side) < price + RESERVED:
            return False
    return can_be_met(state, needs)
