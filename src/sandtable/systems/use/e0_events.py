"""USE E0: Event markers: who may commit which to a combat, what they are worth, when they come back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from sandtable.core.chartfile import Charts
from sandtable.core.charts import Line, Lines
from sandtable.core.dice import Dice
from sandtable.core.flow import Done, Goto, Procedure, Result, Roll, step
from sandtable.core.rules import Hex, Side, Term, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.state import OFF
from sandtable.systems.use.s02_1_will import minor
from sandtable.systems.use.state import UseState, boxed_fact

GROUND, AIR, STRATEGIC = "ground", "air", "strategic"  # kinds of combat; at sea it is as in the air
PLACED = ("airdrop", "partisans", "surprise_attack")  # 6.1 put on the map, never committed
AGAINST = "against its enemy"
DIE, NEVER = "1 die", "never"
SURPRISES = "surprise_holding"  # the box of Surprise Attack markers for sale
GONE = "airdrop-gone"  # E1 on this die an Airdrop marker is out of the game


def effects(state: UseState) -> Lines:
    return state.scenario.charts.lines("event_markers")


def effect(state: UseState, marker: UnitId, combat: str) -> Line | None:
    """E0 What a marker does when it is committed to such a combat, if it can be."""
    return _effect(state.scenario.charts, state.theatre.type_of[marker], combat)


@lru_cache
def _effect(charts: Charts, type: str, combat: str) -> Line | None:
    found = charts.lines("event_markers").by_id.get(type) if type not in PLACED else None
    return found if found is not None and found.applies({"combat": combat}) else None


# ------------------------------------------------------------------------------------------------ who commits what


@boxed_fact
def eligible(
    state: UseState, side: Side, combat: str, units: tuple[UnitId, ...], committed: tuple[UnitId, ...]
) -> tuple[UnitId, ...]:
    """E0 The markers in a side's Events box that fit a combat of these units of its."""
    return tuple(
        [
            marker
            for marker in _committable(state, side, combat)
            if marker not in committed and next(unfit(state, combat, marker, units, committed), None) is None
        ]
    )


@boxed_fact
def _committable(state: UseState, side: Side, combat: str) -> tuple[UnitId, ...]:
    """E0 Those that do something in such a combat."""
    return tuple([marker for marker in state.events_of(side) if effect(state, marker, combat) is not None])


def unfit(
    state: UseState, combat: str, marker: UnitId, units: Sequence[UnitId], committed: Sequence[UnitId]
) -> Iterator[Violation]:
    """E0 Why a marker cannot be committed: `units` are those of its side in the combat."""
    theatre, type = state.theatre, state.theatre.type_of[marker]
    found = effect(state, marker, combat)
    if found is None:
        yield Violation("E0", say("{unit} is not committed to such a combat", marker), units=(marker,))
        return
    if units and all(state.faction_of(unit) != state.faction_of(marker) for unit in units):
        yield Violation("E0", say("{unit} is of another faction", marker), units=(marker,))
    nation = theatre.country_of[marker]
    own = [unit for unit in units if theatre.country_of[unit] == nation]
    if type == "ground_support":
        if any(theatre.type_of[other] == type for other in committed):
            yield Violation(found.rule, "one of each side is all that counts", units=(marker,))
        if not any(minor(state, unit) for unit in units):
            yield Violation(found.rule, "it helps units of minor countries only", units=(marker,))
    if type == "tanks" and set(as_tanks(state, (*committed, marker), units)) == set(as_tanks(state, committed, units)):
        because = f"it is for a unit of {state.country_name(nation)} that is no Tank, one for each"
        yield Violation(found.rule, because, units=(marker,))
    if type == "jets" and not any(theatre.is_air[unit] for unit in own):
        yield Violation(found.rule, f"it is for an air unit of {state.country_name(nation)}", units=(marker,))
    if type == "rockets" and not own:
        yield Violation(found.rule, f"it is for a unit of {state.country_name(nation)}", units=(marker,))


# ------------------------------------------------------------------------------------------------ what it is worth


def terms(state: UseState, combat: str, own: Sequence[UnitId], theirs: Sequence[UnitId]) -> list[Term]:
    """E0 What committed markers are worth to a side: its own, and its enemy's against it."""
    found = list[Term]()
    for markers, against in ((own, False), (theirs, True)):
        for marker in markers:
            line = effect(state, marker, combat)
            if line is not None and (line.group == AGAINST) == against and line.id != "tanks":
                found.append(Term(line.text, line.amount, line.rule))
    return found


def as_tanks(state: UseState, markers: Sequence[UnitId], units: Sequence[UnitId]) -> list[UnitId]:
    """E10 The units that count as Tanks: one for each Tanks marker, the Primary Attacker before the others."""
    theatre, found = state.theatre, list[UnitId]()
    for marker in markers:
        if theatre.type_of[marker] == "tanks":
            nation = theatre.country_of[marker]
            fit = (
                unit
                for unit in units
                if theatre.country_of[unit] == nation and theatre.type_of[unit] != "tank" and unit not in found
            )
            found += [unit for unit in (next(fit, None),) if unit is not None]
    return found


def in_hex(state: UseState, combat: str, place: Hex, side: Side) -> list[Term]:
    """E1, E6 Markers of its enemy in the hex where a unit of a side is attacked."""
    theatre, found = state.theatre, list[Term]()
    for marker in state.units_in(place):
        type = theatre.type_of[marker]
        if type in ("airdrop", "partisans") and theatre.side_of[marker] != side:
            line = effects(state)[type]
            if line.applies({"combat": combat}):
                found.append(Term(line.text, line.amount, line.rule))
    return found


@lru_cache
def _surprise_range(charts: Charts) -> int:
    return int(charts.lines("event_markers")["surprise-range"].value.split()[0])


def surprise(state: UseState, place: Hex, attacker: UnitId) -> list[Term]:
    """E9 A Surprise Attack marker of the attacker's faction near the defender; once, however many."""
    theatre, faction = state.theatre, state.faction_of(attacker)
    if place >= theatre.board.hexes:  # at sea
        return []
    near = _surprise_range(state.scenario.charts)
    for marker in theatre.units(("surprise_attack",), Side(theatre.side_of[attacker])):
        at = state.hex_of[marker] if state.faction_of(marker) == faction else OFF
        if 0 <= at < theatre.board.hexes and theatre.board.layout.distance(Hex(at), place) <= near:
            line = effects(state)["surprise_attack"]
            return [Term(line.text, line.amount, "E9")]
    return []


# ------------------------------------------------------------------------------------------------ when it is back


class Return(Procedure):
    """E0 Markers that were used come back some turns later."""

    markers: tuple[UnitId, ...]
    turns: int = 0

    @step("E0")
    def next_marker(self, state: UseState) -> Result:
        self.markers = tuple(marker for marker in self.markers if state.hex_of[marker] >= 0)  # 13.0 may have taken some
        if not self.markers:
            return Done()
        said = back_in(state, self.markers[0])
        if said == NEVER:
            holding = state.theatre.boxes.get(SURPRISES)
            if holding is None:
                state.remove(self.markers[0], "E0")
            else:  # 9.0 from there it may be bought again
                state.move(self.markers[0], holding, "9.0")
                self.markers = self.markers[1:]
            return Goto("next_marker")
        if said != DIE:
            self.turns = int(said)
            return Goto("put")
        return None

    @step("E0")
    def roll(self, state: UseState) -> Result:
        """After the last turn nothing comes back, so that all dice beyond it mean the same."""
        left, airdrop = state.turns_left, state.theatre.type_of[self.markers[0]] == "airdrop"
        gone, last = left + 1, int(state.scenario.charts.lines("event_returns")[GONE].value)
        return Roll(Dice(1), "turns", lambda die: gone if airdrop and die == last else min(die, gone))

    @step("E0")
    def put(self, state: UseState) -> Result:
        marker, turns, self.turns = self.markers[0], self.turns, 0
        self.markers = self.markers[1:]
        send_ahead(state, marker, turns)
        return Goto("next_marker")


def back_in(state: UseState, marker: UnitId) -> str:
    """E0 Turns until a marker is back, or that a die tells, or never."""
    type, lines = state.theatre.type_of[marker], state.scenario.charts.lines("event_returns")
    nation = state.theatre.countries[state.theatre.country_of[marker]].id
    own = f"{type}_{nation}"
    return lines[own if own in lines.by_id else type].value


def send_ahead(state: UseState, marker: UnitId, turns: int) -> None:
    """1.6 So many turns later; after the last turn it does not come back."""
    box = state.theatre.turn_box(state.turn + turns)
    if box is None:
        state.remove(marker, "E0")
    else:
        state.move(marker, box, "E0")
