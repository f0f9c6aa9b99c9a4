"""The cards of hexes and counters of USE, what lies beside the map, and the state of a counter in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.lens import About, Track
from sandtable.core.rules import Hex, Side, UnitId, counted
from sandtable.core.sentences import Text, joined, say
from sandtable.core.system import Scenario
from sandtable.core.views import Seen
from sandtable.systems.use.lens.margin import margin_told
from sandtable.systems.use.s01_7_zones import zoned_by
from sandtable.systems.use.s04_2_ground import movement_points, mover_of
from sandtable.systems.use.s07_lens import supply
from sandtable.systems.use.state import CONQUERED, NO_TARGET, UseState
from sandtable.systems.use.theatre import AIR, AXIS, MARKERS, SUPPLY, UNTRACKED, WEST


def about_hex(state: UseState, side: Side | None, hex: Hex) -> Iterator[About]:
    """Terrain and its price, place, control, zones."""
    theatre, names = state.theatre, state.scenario.spoken_sides
    if hex >= theatre.board.hexes:
        yield About("Box", say("{hex}", hex), "1.3")
        return
    terrain = theatre.board.terrain[hex]
    entering = mover_of(state, state.phasing).on(hex, hex)
    to_enter = f"{entering.terrain[terrain]} MP to enter for the {names[state.phasing]}: {entering.name}"
    yield About("Terrain", f"{terrain}, {to_enter}" if terrain != "water" else "water, closed to ground units", "4.0")
    if theatre.country_at[hex] >= 0:
        country = theatre.countries[theatre.country_at[hex]]
        joined = state.faction[theatre.country_at[hex]]
        owner = f"of the {names[country.side]}" if joined else "neutral: nobody may enter"
        yield About("Country", f"{country.name}, {owner}", "2.0")
    for place in theatre.board.places_in(hex):
        held = state.controller(hex)
        whose = f", held by the {names[held]}" if held is not None else ""
        yield About(place.name, f"{', '.join(sorted(place.symbols))}{whose}", "2.3.1")
    if state.fort[hex]:
        yield About("Fort", f"of {state.country_name(state.fort[hex] - 1)}", "4.2.3.5")
    if hex in theatre.lines:
        price = entering.links.get("line")
        along = f"{price} MP to enter along it, whatever the hexside and the terrain"
        yield About("Transport Line", along if price else "no help: an enemy city, fort or unit is here", "4.0")
    yield About("Weather", state.weather_at(hex), "11.0")
    for side in (AXIS, WEST):
        if units := zoned_by(state, side, hex):
            yield About(f"{names[side]} zone", say("{units}", tuple(sorted(units))), "1.7")


def about_unit(state: UseState, side: Side | None, unit: UnitId) -> Iterator[About]:
    theatre = state.theatre
    if state.hex_of[unit] < 0:
        return
    type, country = theatre.type_of[unit], theatre.countries[theatre.country_of[unit]].name
    yield About("Counter", f"{country}, {type.replace('_', ' ')}", "3.1" if type not in MARKERS else "E0")
    yield About("Where", say("{hex}", Hex(state.hex_of[unit])), "1.3")
    if type in MARKERS:
        return
    if type in AIR:
        yield About("Sorties", f"{state.sorties[unit]} of {state.most_sorties}", "1.5")
    else:
        yield About("Strength", "reduced" if state.reduced(unit) else "full", "3.1")
    yield About("Movement", f"{movement_points(state, unit)} MP", "4.0")
    yield About("Supply", SUPPLY[state.supply[unit]], "7.1")
    if (found := supply(state, unit)) is not None:
        yield About("Supply line", found.because, found.rules[0])
    if state.assault[unit] != NO_TARGET:
        yield About("Assault", say("on {hex}", Hex(state.assault[unit])), "5.3.3")
    if state.in_fort[unit]:
        yield About("Fort", "it occupies the fort: no zone, no attacks, halves those on it", "4.2.3.5")


def tracks(state: UseState, side: Side | None) -> Sequence[Track]:
    """The month, the weather, National Will and production of every country that counts them, and who is ahead."""
    found = [
        Track("turn", "Turn", f"{state.turn}, {state.month}", "1.2"),
        Track("weather", "Weather", state.weathers, "11.0"),
    ]
    for nth, country in enumerate(state.theatre.countries):
        if country.will == UNTRACKED and country.points == UNTRACKED:
            continue
        if state.status[nth] == CONQUERED:
            found.append(Track(country.id, country.name, "conquered", "13.0"))
            continue
        will = f"National Will {state.will[nth]} of {country.will}" if country.will != UNTRACKED else ""
        points = f"production points {state.points[nth]}" if country.points != UNTRACKED else ""
        found.append(Track(country.id, country.name, ", ".join(filter(None, (will, points))), "2.1.2"))
    return [*found, Track("margin", "Ahead", margin_told(state), "1.2")]


def when(state: UseState) -> str:
    """`turn 1 of 8, Jan 1941, cold Severe`."""
    if not state.turn:
        return "set-up"
    return f"turn {state.turn} of {len(state.theatre.months)}, {state.month}, {state.weathers}"


def turns_played(state: UseState) -> int:
    return state.turn


def funds(state: UseState, side: Side) -> str:
    """What a side has left: will and points of each country; of a side that counts none, whose will it has to break."""
    told = [
        (nth, country)
        for nth, country in enumerate(state.theatre.countries)
        if country.side >= 0 and state.status[nth] != CONQUERED and (country.will, country.points) != (UNTRACKED,) * 2
    ]
    own = [f"{country.name}: {_counted(state, nth)}" for nth, country in told if country.side == side]
    foes = [f"{country.name} {state.will[nth]}" for nth, country in told if country.will != UNTRACKED]
    return "; ".join(own) or (f"National Will to break: {', '.join(foes)}" if foes else "")


def _counted(state: UseState, nth: int) -> str:
    will = f"will {state.will[nth]}" if state.theatre.countries[nth].will != UNTRACKED else ""
    points = f"{state.points[nth]} PP" if state.theatre.countries[nth].points != UNTRACKED else ""
    return ", ".join(filter(None, (will, points)))


def condition(scenario: Scenario, seen: Seen) -> Text:
    """A counter's state in words."""
    if seen.unit is None:
        return ""
    theatre, face = scenario.extra, seen.face
    type = theatre.type_of[seen.unit]
    if type in MARKERS:
        return ""
    words: list[Text] = [
        counted(face["sorties"], "Sortie")
        if type in AIR
        else "reduced"
        if face["steps"] < theatre.full_strength[seen.unit]
        else ""
    ]
    words.append(f"{SUPPLY[face['supply']]} supply" if face["supply"] else "")
    words.append("in the fort" if face["in_fort"] else "")
    words.append(say("assaults {hex}", Hex(face["assault"])) if face["assault"] != NO_TARGET else "")
    return joined(words)
