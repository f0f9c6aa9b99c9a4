"""The columns and verbs of the toy battle."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.columns import ALL, FACE, OWNER, SIDE, UNIT, column
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.state import Position, fact, side_fact

STEPS = 2


class ToyState(Position):
    """Who has acted and reacted this turn, who is hidden and dug in, the reserves left, the turn."""

    acted = column(UNIT, seen=FACE, spoils=())
    reacted = column(UNIT, seen=FACE, spoils=())
    hidden = column(UNIT, seen=FACE, spoils=())
    dug = column(UNIT, seen=FACE, spoils=())
    reserve = column(SIDE, seen=OWNER, spoils=())
    turn = column(1, seen=ALL)

    # ------------------------------------------------------------------ questions

    @side_fact
    def zone(self, side: Side) -> bytes:
        """3.2 The hexes next to a side's units."""
        return self.scenario.board.grid.zone([self.hex_of[unit] for unit in self.on_map(side)])

    @side_fact
    def occupied(self, side: Side) -> bytes:
        return self.scenario.board.bits(Hex(self.hex_of[unit]) for unit in self.on_map(side))

    @side_fact
    def full(self, side: Side) -> bytes:
        """3.3 The hexes that take no further unit of a side."""
        return self.scenario.board.bits(
            {at for unit in self.on_map(side) if len(self.units_in(at := Hex(self.hex_of[unit]))) > 1}
        )

    @fact
    def reach(self, unit: UnitId):  # type: ignore[no-untyped-def]
        """3.0 Where a unit may go."""
        foe, board = enemy(Side(self.scenario.side_of[unit])), self.scenario.board
        return board.grid.reach(
            self.scenario.extra.prices, self.hex_of[unit], self.scenario.counters["move"][unit],
            closed=self.occupied(foe), stop=self.zone(foe),
        )  # fmt: skip

    def next_to(self, place: Hex, side: Side) -> Iterator[UnitId]:
        around = set(self.scenario.board.around(place))
        return (unit for unit in self.on_map(side) if self.hex_of[unit] in around)

    # ------------------------------------------------------------------ verbs

    def act(self, unit: UnitId) -> None:
        self.acted[unit] = 1

    def rest(self, side: Side) -> None:
        """2.2 A new turn for a side: everybody may act again, and react in the other's turn."""
        for unit in self.scenario.units_of(side):
            self.acted[unit] = 0
        self.reacted[:] = bytes(len(self.reacted))

    def reveal(self, unit: UnitId) -> None:
        """6.0 Seen once, seen for good."""
        if self.hidden[unit]:
            self.hidden[unit] = 0
            self.note("revealed", "6.0", unit=unit, hex=Hex(self.hex_of[unit]), reveals=True)

    def dig(self, unit: UnitId) -> None:
        self.dug[unit] = 1
        self.note(
            "dug", "5.1", unit=unit, audience=None if not self.hidden[unit] else [Side(self.scenario.side_of[unit])]
        )

    def commit(self, side: Side) -> None:
        self.reserve[side] -= 1
        self.note("committed", "4.2", side=side)
