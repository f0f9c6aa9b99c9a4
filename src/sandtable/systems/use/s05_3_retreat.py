"""USE 5.3: retreats, units that cannot retreat, isolation."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.changes import changeable
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.systems.use.options import MAP_EDGE_NOT_ISOLATED
from sandtable.systems.use.s01_7_zones import in_ezoc, zone
from sandtable.systems.use.s03_3_stacking import crowded, rival
from sandtable.systems.use.s04_2_ground import closed_to, friendly_places
from sandtable.systems.use.state import UseState, land_fact

RULE = "5.3.5"


@land_fact
def retreats(state: UseState, unit: UnitId, attackers: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """5.3.5 The hexes a defender may retreat into."""
    found = _ways_back(state, unit)
    return (
        tuple([hex for hex in found if any(leaves_gap(state, each, hex) for each in attackers)]) if attackers else found
    )


@land_fact
def _ways_back(state: UseState, unit: UnitId) -> tuple[Hex, ...]:
    """The same for a defender whom nobody attacks: but for the gap to the attacker it does not matter who does."""
    theatre, start = state.theatre, Hex(state.hex_of[unit])
    side = Side(theatre.side_of[unit])
    foe = enemy(side)
    shut = closed_to(state, theatre.country_of[unit]) | friendly_places(state, foe)
    held = shut | (zone(state, foe) - friendly_places(state, side))
    open_to = [hex for hex in theatre.board.around(start) if hex not in held and not theatre.prohibited(start, hex)]
    return tuple([hex for hex in open_to if rival(state, unit, hex) is None])


def bad_retreat(state: UseState, unit: UnitId, attackers: tuple[Hex, ...], to: Hex) -> Iterator[Violation]:
    """5.3.5 Why a defender may not retreat into a hex."""
    theatre, start = state.theatre, Hex(state.hex_of[unit])
    side = Side(theatre.side_of[unit])
    if to not in theatre.board.around(start):
        yield Violation(RULE, "a unit retreats one hex", (to,))
        return
    country = theatre.country_of[unit]
    if theatre.prohibited(start, to) or to in theatre.no_entry[country] or to in state.shut_land(country):
        yield Violation("4.0", "no ground unit of this country may go there", (to,))
    if to in friendly_places(state, enemy(side)):
        yield Violation(RULE, "an enemy city or fort is there", (to,))
    yield from crowded(state, unit, to)
    gap = not attackers or any(leaves_gap(state, hex, to) for hex in attackers)
    if not gap:
        yield Violation(RULE, "it leaves no gap of a hex to the attacker", (to, *attackers))
    haven = to in friendly_places(state, side)
    if in_ezoc(state, side, to) and not (haven and gap):
        yield Violation(RULE, "it is in an EZOC, and no friendly city or fort is there", (to,))


def leaves_gap(state: UseState, attacker: Hex, to: Hex) -> bool:
    """5.3.5 Not next to the attacker, unless a prohibited hexside lies between."""
    theatre = state.theatre
    return attacker != to and (to not in theatre.board.around(attacker) or theatre.prohibited(attacker, to))


@changeable
def isolated(state: UseState, unit: UnitId, attackers: tuple[Hex, ...]) -> bool:
    """5.3 Nowhere to retreat to, and no friendly city, fort or ground unit next to it."""
    theatre, here = state.theatre, Hex(state.hex_of[unit])
    side = Side(theatre.side_of[unit])
    help_near = friendly_places(state, side)
    own = state.occupied(side)
    helped = any(
        (hex in help_near or hex in own) and not theatre.prohibited(here, hex) for hex in theatre.board.around(here)
    )
    return not helped and not retreats(state, unit, attackers)


@isolated.changed_by(MAP_EDGE_NOT_ISOLATED)
def isolated_within(state: UseState, unit: UnitId, attackers: tuple[Hex, ...]) -> bool:
    """Never at the edge of a map that shows a part of the land (1.3)."""
    at_edge = Hex(state.hex_of[unit]) in state.theatre.at_edge
    return not at_edge and isolated.printed(state, unit, attackers)
