"""OCS 21.10: caches of supply, spent at an HQ as shells for a barrage or as forage for those in its range."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sandtable.core.decisions import DONE, UNIT, Form, Slot
from sandtable.core.flow import Ask, Call, Done, Procedure, Result, step
from sandtable.core.groups import Group, together
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import Text, say
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.options import O21_10_CACHES
from sandtable.systems.ocs.s10_fire import Gunnery, gathered, halves, open_fire, price, ways_to_pay
from sandtable.systems.ocs.s10_results import ARTILLERY, BarrageHex
from sandtable.systems.ocs.s12_formations import in_trace
from sandtable.systems.ocs.s12_paths import can_throw, headquarters, serves, throws_to
from sandtable.systems.ocs.s12_payment import Taken
from sandtable.systems.ocs.state import OcsState


def no_caches(state: OcsState, side: Side) -> Iterator[Violation]:
    """21.10"""
    if not state.option(O21_10_CACHES):
        yield Violation("21.10", "there are no caches without the option")
    elif not state.caches[side]:
        yield Violation("21.10", "you have no caches left")


# ------------------------------------------------------------------------------------------------ shells


class FireShells(Procedure):
    """21.10 A cache pays two tokens of a barrage, an HQ that throws to all guns the rest."""

    side: Side
    target: Hex
    aim: str
    stacks: tuple[Group, ...]
    dumps: tuple[Hex, ...]

    @step("21.10")
    def pay(self, state: OcsState) -> Result:
        units = together(self.stacks)
        paid = shelled(state, self.side, units, self.aim, self.dumps)
        assert paid is not None  # units that cannot be paid for were refused
        state.spend_cache(self.side)
        open_fire(state, self.side, units, self.target, self.aim, paid, "21.10")
        return None

    @step("10.0a")
    def fire(self, state: OcsState) -> Result:
        return Call(BarrageHex(self.side, self.target, self.aim, halves(state, together(self.stacks)), ARTILLERY))

    @step("21.10")
    def end(self, state: OcsState) -> Result:
        return Done()


def shelled(
    state: OcsState, side: Side, units: Sequence[UnitId], aim: str, wanted: Sequence[Hex] = ()
) -> tuple[Taken, ...] | None:
    """21.10 What is left to pay when a cache has paid its part, by one HQ; None if no HQ throws, or it has too
    little. Nothing is given back."""
    tokens = max(0, price(state, aim, units) - state.number("cache-shells"))
    able = [
        hq for hq in headquarters(state, side)
        if all(Hex(state.hex_of[unit]) in throws_to(state, hq) and serves(state, hq, unit) for unit in units)
    ]  # fmt: skip
    if able and not tokens:
        return ()
    thrown = [way for way in ways_to_pay(state, side, units) if way[0].hq in able]
    return next((paid for way in thrown if (paid := gathered(state, units, way, tokens, wanted)) is not None), None)


def not_in_play(segment: Segment, state: OcsState) -> Iterator[Violation]:
    return no_caches(state, segment.side)


def unshelled(state: OcsState, units: Group, aim: str) -> Violation:
    """21.10"""
    if len(units) == 1:
        said: Text = say("no HQ throws to {unit} what a cache leaves to pay", units[0])
    else:
        said = "no HQ throws to all of them what a cache leaves to pay"
    return Violation("21.10", said, units=units)


WITH_A_CACHE = Gunnery("shells", "21.10", shelled, unshelled, "nobody can fire shells of a cache at {hex}")
SHELLS = WITH_A_CACHE.form(not_in_play)


# ------------------------------------------------------------------------------------------------ forage


class Forage(Procedure):
    """21.10 In the Supply Phase HQs that the enemy has cut off may use a cache each. Its value: whom they supply."""

    side: Side
    answer: Any = ()

    @step("21.10")
    def ask(self, state: OcsState) -> Result:
        if next(no_caches(state, self.side), None) or not cut_off(self, state):
            return Done(())
        return Ask(self.side, FORAGE, "answer")

    @step("21.10")
    def spend(self, state: OcsState) -> Result:
        (hqs,), self.answer = self.answer, ()
        for _ in hqs:
            state.spend_cache(self.side)
        return Done(tuple(sorted({unit for hq in hqs for unit in foraging(state, self.side, hq)})))


def cut_off(forage: Forage, state: OcsState, *_: object) -> list[UnitId]:
    """21.10 HQs that lost their trace supply since their last Supply Phase, though they have not moved in this turn: it
    is the enemy who cut them off."""
    traced = in_trace(state, forage.side)
    return [
        unit for unit in state.combat_units(forage.side)
        if state.theatre.is_hq[unit] and can_throw(state, unit) and unit not in traced and not state.cut_off[unit]
        and state.began[unit] == state.hex_of[unit]
    ]  # fmt: skip


def foraging(state: OcsState, side: Side, hq: UnitId) -> list[UnitId]:
    """21.10 The combat units in its range, itself among them."""
    thrown = throws_to(state, hq)
    return [
        unit for unit in state.combat_units(side)
        if unit == hq or (Hex(state.hex_of[unit]) in thrown and serves(state, hq, unit))
    ]  # fmt: skip


def no_forage(forage: Forage, state: OcsState, chosen: tuple[UnitId, ...], hq: UnitId | str) -> Iterator[Violation]:
    """21.10"""
    if hq == DONE:
        return
    assert not isinstance(hq, str)
    if hq not in cut_off(forage, state):
        yield Violation("21.10", say("{unit} is no HQ that the enemy has just cut off", hq), units=(hq,))
    elif len(chosen) >= state.caches[forage.side]:
        yield Violation("21.10", "you have no more caches", units=(hq,))


FORAGE = Form("forage", "21.10", Slot("hqs", UNIT, cut_off, no_forage, many=True))
