"""OCS 12.11: dumps are blown up."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sandtable.core.charts import round_half_up
from sandtable.core.decisions import HEX, Form, Slot, number
from sandtable.core.dice import Dice
from sandtable.core.flow import Done, Procedure, Result, Roll, step
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.state import OcsState

ONE_DIE = Dice(1)


class Blow(Procedure):
    """12.11 Of the part of a dump that is to be blown up the die decides how much is."""

    side: Side
    dump: Hex
    tokens: int
    percent: str = ""

    @step("12.11a")
    def roll(self, state: OcsState) -> Result:
        return Roll(ONE_DIE, "percent", state.scenario.charts.table("dump_blowing").read)

    @step("12.11a")
    def blow(self, state: OcsState) -> Result:
        gone = round_half_up(Fraction(self.tokens * int(self.percent), 100))
        state.try_dump(self.dump)
        left = gone
        if ground := min(gone, lying(state, self.side, self.dump)):
            state.put_down(self.dump, self.side, -ground)
            left -= ground
        for unit in laden(state, self.side, self.dump):
            burnt = min(left, state.cargo[unit])
            state.put_cargo(unit, state.cargo[unit] - burnt)
            left -= burnt
        state.note("blown", "12.11a", side=self.side, hex=self.dump, result=f"{self.percent}%", number=gone)
        state.lose_tokens(self.side, gone, "12.11a")
        return Done()


def lying(state: OcsState, side: Side, place: Hex) -> int:
    """Tokens of a side on the ground."""
    return state.dump[place] if state.holder[place] == side + 1 else 0


def laden(state: OcsState, side: Side, place: Hex) -> list[UnitId]:
    """12.1b Transport with a load, which is part of the dump in its hex; organic trucks last."""
    found = [unit for unit in state.transport(side) if state.hex_of[unit] == place and state.cargo[unit]]
    return sorted(found, key=lambda unit: (state.is_organic(unit), unit))


def tokens_in(state: OcsState, side: Side, place: Hex) -> int:
    """12.11a All that might be blown up there."""
    return lying(state, side, place) + sum(state.cargo[unit] for unit in laden(state, side, place))


def own_dumps(segment: Segment, state: OcsState) -> list[Hex]:
    loaded = {Hex(state.hex_of[unit]) for unit in state.transport(segment.side) if state.cargo[unit]}
    return sorted(loaded.union(state.dumps(segment.side)))


def cannot_blow(segment: Segment, state: OcsState, dump: Hex) -> Iterator[Violation]:
    """12.11 Once in a phase."""
    if dump >= state.theatre.board.hexes or not tokens_in(state, segment.side, dump):
        yield Violation("12.11", say("no supply of yours is in {hex}", dump), (dump,))
    elif state.blown[dump]:
        yield Violation("12.11", say("{hex} was tried in this phase", dump), (dump,))


def how_much(segment: Segment, state: OcsState, dump: Hex) -> range:
    return range(1, tokens_in(state, segment.side, dump) + 1)


def all_of_it(segment: Segment, state: OcsState, dump: Hex) -> int:
    return tokens_in(state, segment.side, dump)


BLOW = Form(
    "blow", "12.11",
    Slot("dump", HEX, own_dumps, cannot_blow), number("tokens", how_much, proposes=all_of_it),
    deliberate=True,
)  # fmt: skip
