"""The cards of hexes and counters of OCS, what lies beside the map, and the state of a counter in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sandtable.core.lens import About, Track
from sandtable.core.rules import Hex, Side, UnitId, counted
from sandtable.core.sentences import Text, joined, say
from sandtable.core.system import Scenario
from sandtable.core.views import Nameless, Seen
from sandtable.systems.ocs.figures import points, tokens
from sandtable.systems.ocs.lens.strengths import Role, figure, in_force, printed
from sandtable.systems.ocs.options import FOG_OF_WAR
from sandtable.systems.ocs.s04_fog import is_open, view
from sandtable.systems.ocs.s04_stacking import most, stacked
from sandtable.systems.ocs.s04_zones import zone
from sandtable.systems.ocs.s06_terrain import word
from sandtable.systems.ocs.s09_supply import defence_price, need_of
from sandtable.systems.ocs.s10_fire import price as barrage_price
from sandtable.systems.ocs.s10_results import UNITS
from sandtable.systems.ocs.s12_fuel import BY_HQ, fuel_needs
from sandtable.systems.ocs.s12_lens import supply
from sandtable.systems.ocs.s12_paths import NOBODY, can_throw, lines_to, tokens_in
from sandtable.systems.ocs.s12_payment import within_reach
from sandtable.systems.ocs.s12_trace import capacity as port_capacity
from sandtable.systems.ocs.s12_trace import ports, traceable
from sandtable.systems.ocs.s18_craft import capacity, stowed
from sandtable.systems.ocs.s18_ships import speed
from sandtable.systems.ocs.s19_shipping import capacity_left
from sandtable.systems.ocs.state import DRY, FOR_OTHERS, FOR_THE_PHASE, FULL, STRIP, UNTIL_CLEAN_UP, OcsState
from sandtable.systems.ocs.theatre import (
    COMBAT_FACE,
    DG,
    EXPLOIT,
    FACES,
    MOBILITIES,
    MODES_TOLD,
    QUARTERS,
    RESERVE,
    STOCKS,
    STRAT,
    Theatre,
)

MARKED = (RESERVE, STRAT, EXPLOIT, DG)  # the modes that no face shows
FUEL_TOLD = {
    FOR_THE_PHASE: "fuel for this phase", UNTIL_CLEAN_UP: "fuel for this turn",
    FOR_OTHERS: "fuel for this turn, and for independent units in its range",
}  # fmt: skip


# ------------------------------------------------------------------------------------------------ hexes


def seen_by(state: OcsState, side: Side | None) -> tuple[OcsState, Sequence[Nameless]]:
    """4.9 The position as far as a side may know it, and the counters it cannot tell."""
    if not state.option(FOG_OF_WAR):
        return state, ()
    seen = view(state, side)
    return seen.state(OcsState, *state.stack), seen.nameless


def about_hex(state: OcsState, side: Side | None, hex: Hex) -> Iterator[About]:
    """Terrain and its prices, place, who stands there with what in all, supply, works, zones."""
    state, nameless = seen_by(state, side)
    theatre = state.theatre
    if hex >= theatre.board.hexes:
        yield from _about_box(state, hex)
        yield from _strangers(nameless, hex)
        return
    yield About("Terrain", _terrain(state, hex), "6.2")
    for place in theatre.board.places_in(hex):
        yield About(place.name, ", ".join(sorted(map(word, place.symbols))) or "a place", "6.2")
    if (holder := state.controller(hex)) is not None:
        yield About("Held by", say("{side}", holder), "2.2")
    for each in _sides(state):
        yield from _forces(state, side, each, hex)
    yield from _strangers(nameless, hex)
    yield from _supply_here(state, hex)
    yield from _works(state, hex)
    for each in _sides(state):
        if hex in zone(state, each):
            yield About("Zone", say("{side}", each), "4.5")
        if is_open(state, side, each) and traceable(state, each, hex):
            yield About("Trace supply", say("{side}", each), "12.6")


def _sides(state: OcsState) -> tuple[Side, ...]:
    return tuple(Side(nth) for nth in range(len(state.scenario.sides)))


def _terrain(state: OcsState, hex: Hex) -> str:
    terrain = state.theatre.board.terrain[hex]
    read = state.scenario.charts.table("terrain_movement").read
    prices = [f"{mobility} {read(word(terrain), mobility)}" for mobility in MOBILITIES]
    return f"{word(terrain)}; MP off the road: {', '.join(prices)}"


def _about_box(state: OcsState, place: Hex) -> Iterator[About]:
    theatre = state.theatre
    yield About("Box", say("{hex}", place), "2.0")
    if place in theatre.air_boxes:
        box = theatre.air_boxes[place]
        said = say("{side}: {far} hexes from {hex}, {refits} aircraft refitted a turn for nothing", box.side, box.hexes,
                   box.by, box.refits)  # fmt: skip
        yield About("Air box", said, "15.1")
    if place in theatre.craft_of:
        yield About("Landing craft", say("{unit}", theatre.craft_of[place]), "18.4")
    for side in _sides(state):
        planes = state.planes_at(place, side)
        if planes:
            ready = sum(state.active[unit] for unit in planes)
            yield About("Aircraft", say("{side}: {ready} of {all} ready", side, ready, len(planes)), "14.2")


def _forces(state: OcsState, looking: Side | None, side: Side, hex: Hex) -> Iterator[About]:
    """4.6, 4.4 What a stack comes to: as far as the side that looks may know it."""
    theatre, units = state.theatre, state.combat_units_in(hex, side)
    if units:
        size = f"{points(sum(map(state.size, units)))} of {points(most(state))} RE"
        yield About("Units", say("{side}: {number}, {size}", side, counted(len(units), "unit"), size), "4.8", True)
        yield About("Strength", _strengths(state, units), "9.4", True)
        best = max(units, key=lambda unit: (state.action_rating(unit), -unit))
        yield About("Best action rating", say("{rating}: {unit}", state.action_rating(best), best), "9.6", True)
        if barrage := sum(theatre.barrage[state.face[unit]][unit] for unit in units):
            far = max(theatre.range_of[unit] for unit in units if theatre.barrage[state.face[unit]][unit])
            yield About("Barrage", f"{barrage}, range up to {far}", "10.0", True)
        if is_open(state, looking, side):
            yield About("Supply use", _prices(state, side, hex, units), "9.5", True)
            reach = max(within_reach(state, unit) for unit in units)
            yield About("Supply within reach", tokens(reach), "12.3", True)
    if planes := state.planes_at(hex, side):
        ready = sum(state.active[unit] for unit in planes)
        yield About("Aircraft", say("{side}: {ready} of {all} ready", side, ready, len(planes)), "14.2", True)
    if stacked(state, hex, side) > most(state):
        yield About("Overstacked", say("the {side}: what is too much is lost as the segment ends", side), "4.8")


def _strengths(state: OcsState, units: Sequence[UnitId]) -> str:
    """4.3 `attack 17, defence 17 as printed`, or what is in force of it: `attack 8½ (17 as printed), …`."""
    said, whole = list[str](), True
    roles: tuple[tuple[str, Role, Sequence[UnitId]], ...] = (
        ("attack", "attack", [unit for unit in units if state.attack_capable(unit)]), ("defence", "defend", units),
    )  # fmt: skip
    for name, role, those in roles:
        force, face = in_force(state, those, role), printed(state, those)
        whole &= force == face
        said.append(f"{name} {face}" if force == face else f"{name} {figure(force)} in force ({face} as printed)")
    return ", ".join(said) + (" as printed" if whole else "")


def _prices(state: OcsState, side: Side, hex: Hex, units: Sequence[UnitId]) -> str:
    """9.5, 10.1b, 12.5 What all of them together would spend: `attack 3T, defence 2T, fuel 1T`."""
    attacking = [unit for unit in units if state.attack_capable(unit)]
    firing = [unit for unit in units if state.theatre.barrage[state.face[unit]][unit]]
    fuel = fuel_needs(state, units, [state.face[unit] for unit in units])
    prices = {
        "attack": sum(need_of(state, unit).tokens for unit in attacking),
        "defence": defence_price(state, hex, side),
        "barrage": barrage_price(state, UNITS, firing) if firing else 0,
        "fuel": sum(need.tokens for need in fuel),
    }
    return ", ".join(f"{use} {tokens(price)}" for use, price in prices.items() if price)


def _strangers(nameless: Sequence[Nameless], place: Hex) -> Iterator[About]:
    """4.9 How many counters lie below."""
    for side, number in Counter(each.side for each in nameless if each.place == place).items():
        yield About("Unknown", say("{side}: {number}", side, counted(number, "more counter")), "4.9")


def _supply_here(state: OcsState, hex: Hex) -> Iterator[About]:
    if state.dump[hex]:
        yield About("Dump", say("{supply}, {side}", tokens(state.dump[hex]), Side(state.holder[hex] - 1)), "12.2")
    carried = [unit for unit in state.units_in(hex) if state.cargo[unit]]
    if len(carried) > 1:
        load = tokens(sum(state.cargo[unit] for unit in carried))
        yield About("Carried", f"{load} on {len(carried)} counters", "13.2", True)
    for unit in carried if len(carried) == 1 else ():
        yield About("Carried", say("{supply} on {unit}", tokens(state.cargo[unit]), unit), "13.2", True)


def _works(state: OcsState, hex: Hex) -> Iterator[About]:
    theatre = state.theatre
    if state.hedgehog[hex]:
        yield About("Hedgehog", f"level {state.hedgehog[hex]}", "13.8")
    if state.base[hex]:
        level = state.base[hex] - STRIP
        yield About("Air base", f"level {level}" if level else "an air strip", "15.1")
    if hex in ports(state):
        hits = f", {counted(state.port_hits[hex], 'hit')}" if state.port_hits[hex] else ""
        used = f", {tokens(state.port_used[hex])} used in this phase" if state.port_used[hex] else ""
        yield About("Port", f"takes {tokens(port_capacity(state, hex))} in a phase{hits}{used}", "19.0")
    if hex in theatre.flak:
        yield About("Flak", f"{theatre.flak[hex]} printed", "14.6")
    if state.busted[hex]:
        yield About("Trainbusting", say("by the {side}", Side(state.busted[hex] - 1)), "14.8")
    if any(state.extends[unit] for unit in state.units_in(hex)):
        yield About("Extender", "transport points that pass trace supply on", "12.7")


# ------------------------------------------------------------------------------------------------ counters


def tells_faces(scenario: Scenario) -> bool:
    """5.0 The card of a unit has a line for each of its modes."""
    return True


def about_unit(state: OcsState, side: Side | None, unit: UnitId) -> Iterator[About]:
    state, _ = seen_by(state, side)
    theatre = state.theatre
    if state.hex_of[unit] < 0:
        return
    kind, nation = word(theatre.kind_of[unit]), word(theatre.nation_of[unit])
    formation = theatre.formation_of[unit]
    whose = f", {theatre.formation_names[theatre.formations[formation]]}" if formation >= 0 else ""
    yield About("Counter", f"{nation.title()} {'HQ' if kind == 'hq' else kind}{whose}", "3.0")
    if state.owner[unit] != theatre.side_of[unit]:
        yield About("Captured", say("by the {side}", Side(state.owner[unit])), "9.14c")
    if theatre.is_plane[unit]:
        yield from _about_plane(state, unit)
    elif theatre.is_vessel[unit]:
        yield from _about_vessel(state, side, unit)
    elif theatre.is_transport[unit]:
        yield from _about_transport(state, unit)
    else:
        yield from _about_combat_unit(state, is_open(state, side, Side(state.owner[unit])), unit)


def _about_plane(state: OcsState, unit: UnitId) -> Iterator[About]:
    theatre, steps = state.theatre, state.steps[unit]
    rating = theatre.counters["air_rating"][unit]
    values = [f"air rating {rating}" if rating else "", f"barrage {theatre.at_steps('barrage', unit, steps)}",
              f"range {theatre.range_of[unit]}"]  # fmt: skip
    if load := theatre.at_steps("capacity", unit, steps):
        values.append(f"carries {tokens(load)}")
    yield About("Values", ", ".join(filter(None, values)), "14.1")
    yield About("Steps", f"{steps} of {theatre.full_steps[unit]}", "14.1")
    yield About("Ready", "active" if state.active[unit] else "inactive, to be refitted", "14.2")


def _about_vessel(state: OcsState, looking: Side | None, unit: UnitId) -> Iterator[About]:
    theatre, steps = state.theatre, state.steps[unit]
    if theatre.is_craft[unit]:
        full = theatre.full_steps[unit]
        said = f"{counted(steps, 'point')} of {full}: {tokens(stowed(state, unit))} of {tokens(capacity(state, unit))}"
        yield About("Capacity", said, "18.4a")
        if looking in (None, state.owner[unit]):
            if state.cargo[unit]:
                yield About("Supply aboard", tokens(state.cargo[unit]), "18.5e")
            if aboard := tuple(state.aboard(unit)):
                yield About("Aboard", say("{units}", aboard), "18.4c")
    else:
        flak = int(theatre.counters["flak"][unit] or 0)
        values = f"barrage {theatre.at_steps('barrage', unit, steps)}, range {theatre.range_of[unit]}"
        yield About("Values", f"{values}, flak {flak}, protection {theatre.protection[unit]}", "18.3")
        yield About("State", "undamaged" if steps == theatre.full_steps[unit] else "damaged", "18.3d")
        if state.shelled[unit]:
            yield About("Fire", "has fired at land in this turn", "18.3a")
    if unit in theatre.decks:
        planes = state.on_decks(Hex(state.hex_of[unit]), Side(state.owner[unit])).get(unit, [])
        yield About("Aircraft", f"{len(planes)} of {state.berths(unit)}", "18.2a")
    left = max(0, speed(state, unit) * QUARTERS - state.spent[unit])
    yield About("Movement", f"{points(left)} of {speed(state, unit)} hexes left in this phase", "18.1f")
    if state.mode[unit] == DG:
        yield About("Disorganized", "another DG is a hit", "18.1d")


def _about_transport(state: OcsState, unit: UnitId) -> Iterator[About]:
    load = state.cargo[unit]
    yield About("Load", f"{tokens(load)} of supply" if load else "empty", "13.2")
    left = state.theatre.ma[state.face[unit]][unit] - state.spent[unit]
    yield About("Movement", f"{points(left)} MP left in this phase", "13.2")
    if state.extends[unit]:
        yield About("Extender", "part of one: it does not move", "12.7")


def _about_combat_unit(state: OcsState, own: bool, unit: UnitId) -> Iterator[About]:
    theatre, up = state.theatre, state.face[unit]
    for face in (up, 1 - up) if len(theatre.counters.faces_of(unit)) > 1 else (up,):
        yield About(f"{FACES[face].capitalize()} side", _values(theatre, unit, face), "3.2")
    yield About("Category", f"{theatre.category_of[unit]}, {points(state.size(unit))} RE", "4.6")
    if theatre.full_steps[unit] > 1 and own:
        yield About("Steps", f"{state.steps[unit]} of {theatre.full_steps[unit]}", "9.11d")
    yield About("Mode", _mode_told(state.mode[unit]), "5.0")
    if state.spent[unit]:
        yield About("Movement", f"{points(state.spent[unit])} MP spent in this phase", "6.1")
    if state.fuel[unit] != DRY:
        yield About("Fuel", FUEL_TOLD[state.fuel[unit]], "12.5")
    if state.oos[unit]:
        yield About("Out of Supply", "no zone; attacks and moves suffer", "12.8")
    if state.stocks[unit] != FULL and own:
        yield About("Internal stocks", STOCKS[state.stocks[unit]], "12.10")
    if theatre.no_rebuild[unit]:
        yield About("Rebuilding", "never: it is marked with a dot", "13.5")
    if state.is_on_map(unit) and own:
        if (found := supply(state, unit)) is not None:
            yield About("Trace supply", found.because, found.rules[0])
        yield from _stores(state, unit)
    if theatre.is_hq[unit]:
        throws = f"over {points(theatre.throw[up][unit])} MP" if can_throw(state, unit) else "not in Strat Mode"
        yield About("Throws supply", throws, "12.3")


def _values(theatre: Theatre, unit: UnitId, face: int) -> str:
    strength = theatre.strength[face][unit]
    said = [f"strength {strength}" if theatre.attacks[face][unit] else f"defends with {strength}"]
    if barrage := theatre.barrage[face][unit]:
        said.append(f"barrage {barrage}, range {theatre.range_of[unit]}")
    if throw := theatre.throw[face][unit]:
        said.append(f"throw {points(throw)}")
    allowance = theatre.ma[face][unit] // QUARTERS
    said.append(f"action rating {theatre.ar[face][unit]}")
    said.append(f"{allowance} MP, {MOBILITIES[theatre.mobility[face][unit]]}")
    return ", ".join(said)


def _stores(state: OcsState, unit: UnitId) -> Iterator[About]:
    """12.3 Out of which dumps it can pay."""
    for line in lines_to(state, unit):
        by: Text = say(" by {unit}", line.hq) if line.hq != NOBODY else ""
        said = say("{supply} in {hex}{by}", tokens(tokens_in(state, line.store)), line.store.hex, by)
        yield About("Draws from", said, "12.3")


def _mode_told(mode: int) -> str:
    """5.0 `Combat Mode`, `in reserve`."""
    return MODES_TOLD[mode] if mode in MARKED else MODES_TOLD[mode].removeprefix("in ")


def condition(scenario: Scenario, seen: Seen) -> Text:
    """A counter's state in words."""
    if seen.unit is None:
        return ""
    theatre, face, unit = scenario.extra, seen.face, seen.unit
    if theatre.is_plane[unit]:
        grade = "reduced" if 0 < face["steps"] < theatre.full_steps[unit] else ""
        return joined([grade, "" if face["active"] else "inactive"])
    if theatre.is_vessel[unit]:
        lost = theatre.full_steps[unit] - face["steps"]
        said = [f"{face['steps']} of {theatre.full_steps[unit]} points" if theatre.is_craft[unit] else "damaged"]
        return joined([*(said if lost else []), "disorganized" if face["mode"] == DG else "",
                       f"{tokens(face['cargo'])} aboard" if face["cargo"] else ""])  # fmt: skip
    if theatre.is_transport[unit]:
        return joined(
            [f"{tokens(face['cargo'])} aboard" if face["cargo"] else "", "extender" if face["extends"] else ""]
        )
    said = [
        "" if face["face"] == COMBAT_FACE else "Move side",
        MODES_TOLD[face["mode"]] if face["mode"] in MARKED else "",
    ]
    if 0 < face["steps"] < theatre.full_steps[unit]:
        said.append(f"{face['steps']} of {theatre.full_steps[unit]} steps")
    said.append("out of supply" if face["oos"] else "")
    said.append(f"{STOCKS[face['stocks']]} stocks" if face["stocks"] != FULL else "")
    said.append(FUEL_TOLD.get(face["fuel"], ""))
    return joined(said)


def group(scenario: Scenario, name: str) -> Text:
    """12.5 A formation, or the part of it that shares a dump or an HQ: `7 Armd, by the dump in 27.7`."""
    formation, at, place = name.partition("@")
    spoken: str = scenario.extra.formation_names.get(formation, "")
    if not spoken or not at:
        return spoken
    by = "HQ" if place.startswith(BY_HQ) else "dump"
    return say("{formation}, by the {by_what} in {hex}", spoken, by, scenario.place(place.removeprefix(BY_HQ)))


# ------------------------------------------------------------------------------------------------ beside the map


def when(state: OcsState) -> str:
    """How far the game is: `turn 2 of 6, 15 July`."""
    dates = state.theatre.dates
    return f"turn {state.turn} of {len(dates)}, {dates[state.turn - 1]}" if state.turn else "before the first turn"


def turns_played(state: OcsState) -> int:
    return state.turn


def funds(state: OcsState, side: Side) -> str:
    """12.1 `7 SP 3T on hand`."""
    return f"{tokens(state.on_hand(side))} on hand"


def _ledger(state: OcsState, side: Side) -> str:
    return (
        f"{tokens(state.on_hand(side))} on hand; {tokens(state.arrived_tokens[side])} came, "
        f"{tokens(state.spent_tokens[side])} spent, {tokens(state.lost_tokens[side])} lost, "
        f"{tokens(state.taken_tokens[side])} captured"
    )


def tracks(state: OcsState, side: Side | None) -> Sequence[Track]:
    """Turn, weather, who goes first, supply as the ledger has it, the dead piles, what is to come."""
    theatre = state.theatre
    found = [
        Track("turn", "Turn", when(state), "2.2"),
        Track("weather", "Weather", f"flying {state.flight}, ground {state.ground}", "17.0"),
    ]
    if state.turn:
        found.append(Track("phasing", "Player turn", say("{side}", state.phasing), "2.2"))
    for each in _sides(state):
        word, name = state.scenario.sides[each], state.scenario.spoken_sides[each]
        if is_open(state, side, each):
            found.append(Track(f"supply_{word}", f"{name}: supply", _ledger(state, each), "12.1"))
        dead = state.units_in(theatre.dead[each])
        steps = sum(theatre.full_steps[unit] for unit in dead)
        lost = f"{counted(len(dead), 'counter')}, {counted(steps, 'step')}" if dead else "empty"
        found.append(Track(f"dead_{word}", f"{name}: dead pile", lost, "9.11"))
        used = state.theatre.rail[each][state.turn - 1] if state.turn and theatre.rail[each] else 0
        if used:
            left = points(QUARTERS * used - state.rail_used[each])
            found.append(Track(f"rail_{word}", f"{name}: rail capacity", f"{left} of {used} RE left", "13.3"))
        by_sea = theatre.sea_cap[each][state.turn - 1] if state.turn and theatre.sea_cap[each] else 0
        if by_sea:
            ships = f"{tokens(capacity_left(state, each))} of {by_sea} SP left"
            found.append(Track(f"sea_{word}", f"{name}: sea capacity", ships, "19.0f"))
    return found
