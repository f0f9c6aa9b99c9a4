"""OCS 12.11: dumps are blown up."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sandtable.core.charts import round_half_up
from sandtable.core.decisions import HEX, Form, Slot, number
from sandtable.core.dice import Dice
from sandtable.core.flow import Done, Procedure, Result, Roll, step
from sandtable.core.rules import Hex, Side, Violation
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
        state.put_down(self.dump, self.side, -gone)
        state.note("blown", "12.11a", side=self.side, hex=self.dump, result=f"{self.percent}%", number=gone)
        state.lose_tokens(self.side, gone, "12.11a")
        return Done()


def own_dumps(segment: Segment, state: OcsState) -> list[Hex]:
    return list(state.dumps(segment.side))


def cannot_blow(segment: Segment, state: OcsState, dump: Hex) -> Iterator[Violation]:
    """12.11 Once in a phase."""
    if dump >= state.theatre.board.hexes or state.holder[dump] != segment.side + 1:
        yield Violation("12.11", say("no supply of yours lies in {hex}", dump), (dump,))
    elif state.blown[dump]:
        yield Violation("12.11", say("{hex} was tried in this phase", dump), (dump,))


def how_much(segment: Segment, state: OcsState, dump: Hex) -> range:
    return range(1, state.dump[dump] + 1)


def all_of_it(segment: Segment, state: OcsState, dump: Hex) -> int:
    return state.dump[dump]


BLOW = Form("blow", "12.11", Slot("dump", HEX, own_dumps, cannot_blow), number("tokens", how_much, proposes=all_of_it))
