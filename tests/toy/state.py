"""The columns and verbs of the toy battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable.core.bits import Bits
from sandtable.core.columns import ALL, ANYTHING, FACE, ITS_SIDE, OWNER, SIDE, UNIT, column
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.state import Position, fact, side_fact

STEPS = 2
SUPPLY = "supply"  # 8.0, 9.0: the scenario with rounds, modes and formations
MODES = ("combat", "march")
COMBAT, MARCH = range(len(MODES))
STOCK = (90_000, 70_000)  # 8.0 rounds
ROUNDS_A_POINT = 2000  # 8.2


class ToyState(Position):
    """Who has acted and reacted this turn, who is hidden and dug in, the reserves left, the turn."""

    acted = column(UNIT, seen=FACE, spoils=())
    reacted = column(UNIT, seen=FACE, spoils=())
    hidden = column(UNIT, seen=FACE, spoils=())
    dug = column(UNIT, seen=FACE, spoils=())
    reserve = column(SIDE, seen=OWNER, spoils=())
    turn = column(1, seen=ALL)
    stacking: ClassVar[int] = 2  # 3.3

    # ------------------------------------------------------------------ questions

    @side_fact
    def zone(self, side: Side) -> Bits:
        """3.2 The hexes next to a side's units."""
        return self.scenario.board.grid.zone([self.hex_of[unit] for unit in self.on_map(side)])

    @side_fact
    def occupied(self, side: Side) -> Bits:
        return self.scenario.board.bits(Hex(self.hex_of[unit]) for unit in self.on_map(side))

    @side_fact
    def full(self, side: Side) -> Bits:
        """3.3 The hexes that take no further unit of a side."""
        return self.scenario.board.bits(
            {at for unit in self.on_map(side) if len(self.units_in(at := Hex(self.hex_of[unit]))) >= self.stacking}
        )

    @fact
    def reach(self, unit: UnitId):  # type: ignore[no-untyped-def]
        """3.0 Where a unit may go."""
        foe, board = enemy(Side(self.scenario.side_of[unit])), self.scenario.board
        return board.grid.reach(
            self.scenario.extra.prices, self.hex_of[unit], self.printed("move", unit),
            closed=self.occupied(foe), stop=self.zone(foe),
        )  # fmt: skip

    def next_to(self, place: Hex, side: Side) -> Iterator[UnitId]:
        around = set(self.scenario.board.around(place))
        return (unit for unit in self.on_map(side) if self.hex_of[unit] in around)

    def firepower(self, side: Side) -> int:
        """8.2 What the rounds add to the attack that is being made."""
        return 0

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


class SupplyState(ToyState):
    """8.0, 9.0 Rounds in stock, those laid open for an attack, and the mode of each unit."""

    mode = column(UNIT, seen=FACE, spoils=(ITS_SIDE, ANYTHING))
    stock = column(SIDE, 32, seen=OWNER, spoils=())
    loaded = column(SIDE, 32, seen=ALL, spoils=())
    stacking = 3

    def face_up(self, unit: UnitId) -> int:
        return self.scenario.counters.face_up(unit, self.mode[unit], self.steps[unit])

    def firepower(self, side: Side) -> int:
        return self.loaded[side] // ROUNDS_A_POINT

    def spend(self, side: Side, rounds: int, rule: str) -> None:
        self.stock[side] -= rounds
        self.note("spent", rule, side=side, number=rounds, audience=[side])

    def lay_open(self, side: Side, rounds: int) -> None:
        """8.2 Laid open before the enemy decides anything."""
        self.loaded[side] = rounds
        self.stock[side] -= rounds
        self.note("loaded", "8.2", side=side, number=rounds)

    def turn_over(self, unit: UnitId) -> None:
        """9.1"""
        self.mode[unit] = MARCH if self.mode[unit] == COMBAT else COMBAT
        self.changed("mode", unit)
        heard = None if not self.hidden[unit] else [Side(self.scenario.side_of[unit])]
        self.note("turned", "9.1", unit=unit, mode=MODES[self.mode[unit]], audience=heard)
