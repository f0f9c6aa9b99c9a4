"""The card of a hex or box: terrain, hexsides, whose land it is, what is printed in it and lies there, who is supplied.

All of this is open to everybody (6.3), but for what lies in boxes: that is never told here.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.hexes import Hexside
from sandtable.core.kernels import NEVER
from sandtable.core.lens import About
from sandtable.core.rules import Hex, Side, Term, counted
from sandtable.core.sentences import say
from sandtable.systems.gew.s03_victory import SIDE_NAMES, scoring
from sandtable.systems.gew.s06_control import controls, out_of_play
from sandtable.systems.gew.s12_supply import friendly_sea
from sandtable.systems.gew.s13_zones import zone_of
from sandtable.systems.gew.s14_stacking import over_stacked
from sandtable.systems.gew.s15_impulses import thaw
from sandtable.systems.gew.s20_shifts import Battle, hexside_shift, no_concentric_attack, no_mechanized_attack
from sandtable.systems.gew.s20_shifts import shifts as all_shifts
from sandtable.systems.gew.s20_situation import weather_region
from sandtable.systems.gew.s21_absorption import supplied
from sandtable.systems.gew.s32_staging_areas import edge, toll
from sandtable.systems.gew.state import POWER_NAMES, GewState
from sandtable.systems.gew.theatre import BELLIGERENTS, MECH_CORPS, MOUNTAIN_CORPS, NEUTRAL, NONMECH_CORPS

KINDS = (("mechanized units", MECH_CORPS), ("others", NONMECH_CORPS), ("mountain units", MOUNTAIN_CORPS))
SYMBOLS = {
    "mobilization": ("of the {power}: it pays MP to the power that controls it", "10.3"),
    "city": ("a unit in it defends better", "20.1"),
    "port": ("supply and transfers by sea: {seas}", "18.5"),
    "airbase": ("air units fly from it", "23.3"),
    "capital": ("a source of supply for the units of its country", "12.2"),
    "objective": ("an objective of the {side} player", "3.3"),
}


def about_hex(state: GewState, side: Side | None, place: Hex) -> Iterator[About]:
    """The same for everybody."""
    if place >= state.theatre.hexes:
        yield from _box(state, place)
        return
    if place not in state.scenario.board.playable:
        return
    if place in out_of_play(state):
        yield About("Out of play", "outside this scenario", "33.0")
    yield from _ground(state, place)
    yield from _sides(state, place)
    yield from _land(state, place)
    yield from _printed(state, place)
    yield from _markers(state, place)
    yield from _units(state, place)


# ------------------------------------------------------------------------------------------------ terrain


def _ground(state: GewState, place: Hex) -> Iterator[About]:
    """17.1 What it costs, 20.1 and 20.2 what it does for a defender, 20.6 the weather."""
    theatre = state.theatre
    terrain = theatre.terrain[place].replace("_", " ")
    yield About("Terrain", f"{terrain}: {_costs(state, place)}", "17.1")
    if place not in theatre.land:
        return
    battle = Battle(
        terrain=terrain,
        city=any(place in symbol for symbol in (theatre.capital, theatre.city, theatre.mobilization)),
        fortification=bool(state.fort[place]),
        season=state.season if state.turn else "summer",
        region=weather_region(state, place),
    )
    charts = state.scenario.charts
    for term in all_shifts(charts, battle):
        yield About("In combat", f"{term.label}: {_columns(term)}", term.rule)
    for bar in (no_mechanized_attack(charts, battle), no_concentric_attack(charts, battle)):
        if bar is not None:
            yield About("In combat", bar.label, bar.rule)
    if place in thaw(state):
        yield About("Thaw", "units that began the impulse here neither move nor attack", "15.0")


def _costs(state: GewState, place: Hex) -> str:
    """To enter it, by kind of unit; corps are the smaller ones."""
    movers, terrain = state.theatre.movers, state.theatre.terrain[place]
    costs = {name: [movers[mover + more].terrain[terrain] for more in (0, 1)] for name, mover in KINDS}
    if len({tuple(both) for both in costs.values()}) == 1:
        corps, _ = next(iter(costs.values()))
        return f"to enter costs {corps} MF" if corps < NEVER else "no ground unit enters"
    found = [
        f"{name} {corps} MF{' (corps only)' if larger >= NEVER else ''}"
        for name, (corps, larger) in costs.items()
        if corps < NEVER
    ]
    return f"to enter costs {', '.join(found)}"


def _columns(term: Term) -> str:
    many = counted(abs(int(term.value)), "column")
    return f"the attack is shifted {many} to the {'left' if term.value < 0 else 'right'}"


def _sides(state: GewState, place: Hex) -> Iterator[About]:
    """17.1, 20.1 Rivers and other water on its hexsides, and the hexes beyond."""
    theatre, charts = state.theatre, state.scenario.charts
    found: dict[str, list[Hex]] = {}
    for side in range(6 * place, 6 * place + 6):
        there = theatre.board.neighbours[side]
        if there >= 0 and (water := theatre.water.get(Hexside(side))):
            found.setdefault(water, []).append(Hex(there))
    for water, beyond in found.items():
        extra = theatre.movers[MECH_CORPS].hexsides[water]
        said = "cannot be crossed" if extra >= NEVER else f"to cross costs {extra} MF more" if extra else ""
        shift = list(hexside_shift(charts, Battle(hexside=water))) if extra < NEVER else []
        parts = "; ".join(filter(None, [said, *(f"if {term.label}, {_columns(term)}" for term in shift)]))
        yield About(f"{water.capitalize()} hexside", say("to {hexes}: {what}", tuple(beyond), parts), "17.1")


# ------------------------------------------------------------------------------------------------ whose it is


def _land(state: GewState, place: Hex) -> Iterator[About]:
    theatre = state.theatre
    if theatre.region_at[place] >= 0:
        yield About("Land", _region(state, place), "2.6")
    if place in theatre.land:
        yield About("Control", _controller(state, place), "6.1")
    if (sea := theatre.sea_at[place]) >= 0:
        friends = [f"the {POWER_NAMES[power]}" for power in BELLIGERENTS if friendly_sea(state, power, sea)]
        yield About("Sea", f"{theatre.seas[sea].name}, open to {' and '.join(friends) or 'nobody'}", "18.8")


def _region(state: GewState, place: Hex) -> str:
    theatre = state.theatre
    region, country = theatre.regions[theatre.region_at[place]], theatre.countries[theatre.country_at[place]]
    status = state.status[theatre.country_at[place]]
    named = region.name if region.name == country.name else f"{region.name}, part of {country.name}"
    if status < NEUTRAL:
        return f"{named}, which fights with the {POWER_NAMES[status]}"
    return f"{named}, which is neutral" if status == NEUTRAL else named


def _controller(state: GewState, place: Hex) -> str:
    """13.2 A marker does not count in an enemy zone where no unit of its side stands (G3-3)."""
    power = state.controlling(place)
    if power >= NEUTRAL:
        return "nobody"
    return POWER_NAMES[power] + ("" if controls(state, power, place) else ", but an enemy zone of control cancels it")


def _printed(state: GewState, place: Hex) -> Iterator[About]:
    """Every symbol in plain words."""
    theatre = state.theatre
    seas = [sea.name for nth, sea in enumerate(theatre.seas) if theatre.seas_at[place] >> nth & 1]
    words = {
        "power": POWER_NAMES[theatre.class_at[place]],
        "side": SIDE_NAMES[theatre.objective_at[place]],
        "seas": ", ".join(seas),
    }
    for symbol, (text, rule) in SYMBOLS.items():
        if symbol in theatre.board.symbols(place):
            yield About(symbol.capitalize(), text.format(**words), rule)
    if place in theatre.oil:
        yield About("Oil", "the Axis draws its MP only through a pipeline", "10.3")
    for side in (Side(0), Side(1)):
        for points, rule in _points(state, side, place):
            yield About("Victory points", f"{points} to the {SIDE_NAMES[side]} player if he controls it", rule)


def _points(state: GewState, side: Side, place: Hex) -> Iterator[tuple[int, str]]:
    """3.3, 33.0 What it scores."""
    if (own := state.setup.victory) is not None:
        if place in own.points[side]:
            yield own.points[side][place], "33.0"
        return
    lines = state.scenario.charts.lines("victory")
    for id, places in scoring(state.theatre, side):
        if place in places:
            yield lines[id].amount, lines[id].rule


# ------------------------------------------------------------------------------------------------ what lies there


def _markers(state: GewState, place: Hex) -> Iterator[About]:
    if state.fort[place]:
        yield About("Fortification", f"of the {SIDE_NAMES[state.fort[place] - 1]} player", "28.2")
    if state.depot[place]:
        yield About("Depot", f"of the {POWER_NAMES[state.depot[place] - 1]}: a source of supply", "29.2")
    if state.bombed[place]:
        yield About("Bombed", "it pays no MP; its port and airbase do not work", "24.9")
    if state.sabotaged[place]:
        yield About("Sabotaged", "its port and airbase do not work", "O40.1")
    if state.rail[place]:
        yield About("Railway", "another corps may go by rail on the half MP that is left", "18.2")


def _units(state: GewState, place: Hex) -> Iterator[About]:
    """13.1 In whose zone it lies; 14.5 too many units; 12.1 which are in supply."""
    for side in (Side(0), Side(1)):
        if near := zone_of(state, side, place):
            yield About("Zone of control", say("{side}, of {units}", side, near), "13.1")
    if over_stacked(state, place):
        yield About("Over-stacked", "more units than a hex holds: only one of them attacks or defends", "14.5")
    for unit in state.units_in(place):
        if state.theatre.is_ground[unit] and state.embarked(unit):
            yield About("Aboard", say("{unit} has left the hex, and may come back to it", unit), "26.1")
    for unit in state.ground_in(place):
        if state.power_of(unit) < NEUTRAL:
            fed = supplied(state, unit)
            said = say("{unit} is {how}", unit, "in supply" if fed else "OUT OF SUPPLY")
            yield About("Supply", said, "12.1" if fed else "12.5")


def _box(state: GewState, place: Hex) -> Iterator[About]:
    if place in state.theatre.staging:
        owner, way = (
            POWER_NAMES[state.theatre.staging[place]],
            f"march here from the edge of the map for {toll(state)} MF more",
        )
        by_land = bool(edge(state.theatre, place))
        yield About("Staging area", f"units of the {owner} {way if by_land else 'come and go by sea'}", "32.2")
        yield About("Supply", "units off the map are in supply", "12.6")
    elif place == state.theatre.convoy:
        yield About("Convoys", "fleets guard them here, U-boats attack them", "26.4")
    elif place in state.theatre.display:
        whose = SIDE_NAMES[state.theatre.display.index(place)]
        yield About("Display", f"campaign units of the {whose} player between missions", "2.1.1")
    elif place in state.theatre.reinforcements:
        whose = SIDE_NAMES[state.theatre.reinforcements.index(place)]
        yield About("Reinforcements", f"units of the {whose} player that may be mobilized", "11.1")
    elif place in state.theatre.track:
        yield About("Turn track", f"what arrives in game turn {state.theatre.track.index(place)}", "11.3")
