"""USE 2.3.1, 4.2.3.6, 4.2.3.7: what happens as a ground unit enters a hex: cities, forts, units that give way."""

from __future__ import annotations

from sandtable.core.flow import Call, Done, Procedure, Result, step
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.systems.use.s02_1_will import take_city
from sandtable.systems.use.s04_2_air import Displace
from sandtable.systems.use.s04_naval import Refuge
from sandtable.systems.use.s05_1_commitment import NOBODY
from sandtable.systems.use.s13_conditional import Conditional, by_entry
from sandtable.systems.use.state import UseState


class Enter(Procedure):
    """A ground unit goes into a hex."""

    side: Side
    unit: UnitId
    to: Hex
    by: str  # the rule by which it moves

    @step("4.2.3")
    def go(self, state: UseState) -> Result:
        state.move(self.unit, self.to, self.by)
        theatre = state.theatre
        fort = state.fort[self.to]
        if fort and theatre.countries[fort - 1].side != self.side:
            state.raze(self.to, "4.2.3.6")
        for unit in state.units_in(self.to):
            if theatre.type_of[unit] == "mulberry" and theatre.side_of[unit] != self.side:
                state.remove(unit, "E12")
        return self.trigger(state)

    @step("13.0")
    def trigger(self, state: UseState) -> Result:
        events = by_entry(state, self.unit, self.to)
        return Call(Conditional(events), then="take") if events else self.take(state)

    @step("2.3.1")
    def take(self, state: UseState) -> Result:
        """Before anybody flees: who does so finds no supply here any more, and may have been conquered."""
        if state.is_city(self.to):
            take_city(state, self.to, self.side)
        return self.drive_off(state)

    @step("4.2.3.7")
    def drive_off(self, state: UseState) -> Result:
        """One after the other, if there are several."""
        theatre, foe = state.theatre, enemy(self.side)
        for unit in state.units_in(self.to):
            if theatre.is_air[unit] and theatre.side_of[unit] == foe:
                return Call(Displace(foe, unit), then="drive_off")
            if theatre.is_naval[unit] and theatre.side_of[unit] == foe:
                return Call(Refuge(foe, (unit,), NOBODY, theatre.zones_at(self.to)), then="drive_off")
        return Done()
