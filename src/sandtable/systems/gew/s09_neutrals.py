"""GEW 9: neutrals and whether they join the war."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sandtable.core.bits import Bits, union
from sandtable.core.chartfile import Charts
from sandtable.core.decisions import HEX, WORD, Action, Form, Menu, Slot
from sandtable.core.dice import Dice
from sandtable.core.errors import BadInput
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, Roll, step
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Breakdown, Hex, Side, Term, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.system import Chance, Key, Prepared
from sandtable.systems.gew.s06_control import enemies_in, enter, off_limits
from sandtable.systems.gew.s13_zones import held
from sandtable.systems.gew.s14_stacking import no_room
from sandtable.systems.gew.state import (
    AXIS_HAS_INVADED,
    CRISIS,
    FIRST_PLAYER,
    POWER_NAMES,
    POWERS_OF_SIDE,
    VICHY_INVADED_THIS_IMPULSE,
    GewState,
)
from sandtable.systems.gew.theatre import (
    AXIS,
    POWERS,
    SIDE_OF_POWER,
    SOVIET,
    WALLIED,
    Country,
    Theatre,
)
from sandtable.systems.gew.theatre import NEUTRAL as NEUTRAL_POWER

if TYPE_CHECKING:
    from sandtable.core.state import State


class NeutralCheck(Procedure):
    """9.4 One neutral's roll; gives the side it joins, or Neutral."""

    country: str
    crisis: int
    joins: str = ""

    @step("8.3")
    def roll(self, state: State) -> Roll:
        read, country, crisis = state.scenario.charts.table("neutral").read, self.country, self.crisis
        return Roll(Dice(1), "joins", lambda roll: read(country, roll + crisis))

    @step("9.4")
    def tell(self, state: State) -> Done:
        return Done(self.joins)


def prepare_neutral(charts: Charts, given: Mapping[str, Any]) -> Prepared:
    """9.4 and 8.3: a country and the crisis level."""
    table, country = charts.table("neutral"), given["country"]
    if country is None:
        raise BadInput(f"say which country is checked: {', '.join(table.axis('country').labels)} ({table.citation})")
    if country.casefold() == "switzerland":
        raise BadInput("country=Switzerland: Switzerland is never activated (GEW 9.5)")
    name = table.axis("country").labels[table.place("country", country)]
    crisis, top = table.added("crisis", given["crisis"]), charts.lines("tracks")["crisis"].amount
    if crisis > top:
        raise BadInput(f"crisis={crisis}: the European Crisis Scale ends at {top} (GEW 8.1)")
    return Prepared(NeutralCheck(name, crisis), Breakdown([Term("European Crisis level", crisis, "8.3")]))


NEUTRAL = Chance(
    "neutral",
    "Neutral activation",
    "9.4",
    keys=(
        Key("country", "text", None, "the neutral that is checked"),
        Key("crisis", "number", 0, "the European Crisis level"),
    ),
    prepare=prepare_neutral,
    order=("Pro-Axis", "Neutral", "Pro-Allied"),
    charts=("neutral", "tracks"),
)


# ------------------------------------------------------------------------------------------------ in play


class NeutralActivation(Procedure):
    """9.4 Each neutral in turn is rolled for; whoever joins does so at once."""

    side: Side
    nth: int = -1
    joins: str = ""

    @step("9.4")
    def next_country(self, state: GewState) -> Result:
        order, self.joins = state.theatre.check_order, ""
        waiting = (nth for nth in range(self.nth + 1, len(order)) if state.status[order[nth]] == NEUTRAL_POWER)
        self.nth = next(waiting, -1)
        return Done() if self.nth < 0 else None

    @step("9.4")
    def check(self, state: GewState) -> Result:
        name = state.theatre.countries[state.theatre.check_order[self.nth]].name
        return Call(NeutralCheck(name, state.clock[CRISIS]), into="joins")

    @step("9.4")
    def apply(self, state: GewState) -> Result:
        country = state.theatre.check_order[self.nth]
        name = state.theatre.countries[country].name
        state.note("neutral_checked", "9.4", country=name, result=self.joins)
        if self.joins == "Pro-Axis":
            return Call(Join(self.side, country, AXIS, "9.4"), then="next_country")
        if self.joins == "Pro-Allied":
            power = SOVIET if country == state.theatre.ussr else WALLIED  # G9-5, G9-9
            return Call(Join(self.side, country, power, "9.4"), then="next_country")
        return Goto("next_country")


class Join(Procedure):
    """9.3 A country becomes a belligerent, and what follows."""

    side: Side
    country: int
    power: int
    number: str

    @step("9.3")
    def join(self, state: GewState) -> Result:
        activate(state, self.country, self.power, self.number)
        return Call(Displace(SIDE_OF_POWER[AXIS], self.country))


@lru_cache
def units_of(theatre: Theatre, country: int) -> tuple[UnitId, ...]:
    """The counters of a country."""
    return tuple(UnitId(unit) for unit, owner in enumerate(theatre.country_of) if owner == country)


def activate(state: GewState, country: int, power: int, rule: str) -> None:
    """9.3 Its land, its units on the map and those in boxes change at once."""
    theatre = state.theatre
    state.join(country, power, rule)
    foe = enemy(SIDE_OF_POWER[power])
    for unit in units_of(theatre, country):
        bring_over(state, unit, foe, SIDE_OF_POWER[power])
    for place in theatre.in_country[country] & stood_in(state, foe):
        units = state.ground_in(place)  # whoever was let in keeps what he holds alone (9.6, 31.2); others go (G9-6)
        if all(state.side_of(unit) == foe for unit in units):
            state.take_hex(place, state.power_of(units[0]), "6.1")
    if country == theatre.ussr:  # 33.3, G4-2: the Allies go first for the rest of the turn
        state.tick(FIRST_PLAYER, SIDE_OF_POWER[SOVIET])
        state.note("initiative", "33.3", side=SIDE_OF_POWER[SOVIET])
    if country == theatre.usa:  # G33-6: what waited in the Convoy Display is free
        for unit in state.units_in(theatre.convoy):
            if theatre.country_of[unit] == country and not state.mission[unit]:
                state.move(unit, theatre.display[SIDE_OF_POWER[WALLIED]], "33.3")


def stood_in(state: GewState, side: Side) -> Bits:
    """The hexes with ground units of a side, be their power at war or not."""
    return union(*(held(state, power) for power in POWERS_OF_SIDE[side]))


def bring_over(state: GewState, unit: UnitId, start: Side, side: Side) -> None:
    """33.2 Counters of neutrals lie in the Axis boxes; they go to those of the side that is joined (G9-9)."""
    for boxes in (state.theatre.display, state.theatre.reinforcements):
        if state.hex_of[unit] == boxes[start]:
            state.move(unit, boxes[side], "9.3", reveals=True)  # 6.3: the other player sees it from now on


class Displace(Procedure):
    """9.6 Units among new enemies go to the nearest hex that takes them; too far, and they are lost (G9-6)."""

    side: Side
    country: int
    unit: int = -1
    action: Action = ()

    @step("9.6")
    def next_unit(self, state: GewState) -> Result:
        self.unit, self.action = next(self.caught(state), -1), ()
        return Done() if self.unit < 0 else None

    @step("9.6")
    def choose(self, state: GewState) -> Result:
        places = self.refuges(state)
        if len(places) > 1:
            return Ask(self.side, DISPLACE, "action")
        if places:
            enter(state, UnitId(self.unit), places[0], "9.6")
        else:
            state.eliminate(UnitId(self.unit), "9.6")
        return Goto("next_unit")

    @step("9.6")
    def go(self, state: GewState) -> Result:
        enter(state, UnitId(self.unit), self.action[0], "9.6")
        return Goto("next_unit")

    def caught(self, state: GewState) -> Iterator[UnitId]:
        both = stood_in(state, self.side) & stood_in(state, enemy(self.side))
        for place in state.theatre.in_country[self.country] & both:
            yield from (unit for unit in state.ground_in(place) if state.side_of(unit) == self.side)

    def refuges(self, state: GewState) -> list[Hex]:
        """The nearest hexes that the unit may stand in."""
        unit, board = UnitId(self.unit), state.scenario.board
        farthest = int(state.scenario.charts.lines("tracks")["displacement"].amount)
        seen = ring = {Hex(state.hex_of[unit])}
        for _ in range(farthest):
            ring = {there for place in ring for there in board.around(place)} - seen
            seen = seen | ring
            if found := sorted(place for place in ring if may_stand(state, unit, place)):
                return found
        return []

    def too_far(self, state: GewState, place: Hex) -> Iterator[Violation]:
        if place not in self.refuges(state):
            yield Violation(
                "9.6", say("{unit} goes to the nearest hex that takes it", self.unit), tuple(self.refuges(state))
            )


def may_stand(state: GewState, unit: UnitId, place: Hex) -> bool:
    """14.2, 14.4, 6.2 A land hex without enemies that has room."""
    theatre = state.theatre
    side = state.side_of(unit)
    assert side is not None
    return (
        place in theatre.land
        and theatre.movers[theatre.mover[unit]].terrain[theatre.terrain[place]] < NEVER
        and not enemies_in(state, side, place)
        and place not in off_limits(state, unit)
        and next(no_room(state, unit, place), None) is None
    )


DISPLACE = Form(
    "displace", "9.6",
    Slot("to", HEX, lambda procedure, state: procedure.refuges(state), Displace.too_far),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ invasions


class DeclareInvasions(Procedure):
    """9.5 At the start of an impulse its player may invade neutrals, which join the other side."""

    side: Side
    action: Action = ()

    @step("9.5")
    def choose(self, state: GewState) -> Result:
        if not invadable(self, state):
            return Done()
        return Ask(self.side, INVASIONS, "action")

    @step("9.5")
    def invade(self, state: GewState) -> Result:
        word, *filled = self.action
        self.action = ()
        if word == "end":
            return Done()
        id, power_name = filled
        country, power = state.theatre.country(id), POWERS.index(power_name)
        state.note_country("invaded", "9.5", country, power=POWER_NAMES[power])
        if power == AXIS:
            state.flag(AXIS_HAS_INVADED)
        if id == "vichy_france":
            state.flag(VICHY_INVADED_THIS_IMPULSE)
        joined = WALLIED if power == AXIS else AXIS  # G9-9
        return Call(Join(self.side, country, joined, "9.5"), then="choose")


def invadable(procedure: DeclareInvasions, state: GewState) -> list[str]:
    """The neutrals that some power of the side may invade now."""
    powers = tuple(power for power in POWERS_OF_SIDE[procedure.side] if state.belligerent(power))
    return [
        country.id
        for nth, country in _within_reach(state.theatre, state.setup.window, powers)
        if state.status[nth] == NEUTRAL_POWER
    ]


@lru_cache
def _within_reach(theatre: Theatre, window: Bits, powers: tuple[int, ...]) -> tuple[tuple[int, Country], ...]:
    """The countries in the scenario's part of the map that some of these powers may invade, with their numbers."""
    return tuple(
        (nth, country)
        for nth, country in enumerate(theatre.countries)
        if theatre.in_country[nth].meets(window) and any(power in country.invaded_by for power in powers)
    )


def has_land(state: GewState, country: int) -> bool:
    """33.0 Only what lies in the scenario's part of the map is invaded."""
    return state.theatre.in_country[country].meets(state.setup.window)


def neutrals(procedure: DeclareInvasions, state: GewState) -> list[str]:
    return [country.id for country in state.theatre.countries if country.standing in ("neutral", "never")]


def cannot_be_invaded(procedure: DeclareInvasions, state: GewState, id: str) -> Iterator[Violation]:
    nth = state.theatre.country(id)
    country, ours = state.theatre.countries[nth], POWERS_OF_SIDE[procedure.side]
    if state.status[nth] != NEUTRAL_POWER:
        yield Violation("9.5", f"{country.name} is not neutral")
    elif not has_land(state, nth):
        yield Violation("33.0", f"{country.name} is not in this scenario")
    elif not any(power in country.invaded_by for power in ours):
        yield Violation("9.5", f"no power of yours can invade {country.name}")
    elif not any(power in country.invaded_by and state.belligerent(power) for power in ours):
        yield Violation("9.5", f"only the Soviet Union can invade {country.name}, and it is neutral")


def powers(procedure: DeclareInvasions, state: GewState, id: str) -> list[str]:
    return [POWERS[power] for power in POWERS_OF_SIDE[procedure.side]]


def cannot_invade(procedure: DeclareInvasions, state: GewState, id: str, power_name: str) -> Iterator[Violation]:
    country, power = state.theatre.countries[state.theatre.country(id)], POWERS.index(power_name)
    if power not in country.invaded_by:
        yield Violation("9.5", f"{POWER_NAMES[power]}: no invasion of {country.name}")
    if not state.belligerent(power):
        yield Violation("9.5", f"{POWER_NAMES[power]}: itself a neutral")  # G9-1


INVASIONS = Menu(
    "invasions", "9.5",
    Form(
        "invade", "9.5", Slot("country", WORD, neutrals, cannot_be_invaded), Slot("power", WORD, powers, cannot_invade)
    ),
    Form("end", "9.5"),
)  # fmt: skip
