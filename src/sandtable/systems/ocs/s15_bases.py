"""OCS 15: air bases, how many active aircraft they hold, and refit."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.bits import standing, where
from sandtable.core.decisions import GROUP, Form, Slot
from sandtable.core.flow import Done, Procedure, Result, step
from sandtable.core.groups import Group
from sandtable.core.rules import Hex, Side, UnitId, Violation
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.systems.ocs.s04_zones import hindered
from sandtable.systems.ocs.s12_dumps import dumps
from sandtable.systems.ocs.s12_payment import Need, allotted, take, within_reach
from sandtable.systems.ocs.state import FLOWN, STRIP, OcsState, fields_fact


@fields_fact
def bases(state: OcsState, side: Side) -> tuple[Hex, ...]:
    """15.1, 18.2 Those of a side, on the map, at sea and off it."""
    theatre = state.theatre
    found = (theatre.everywhere & where(state.control, (side + 1,))) - where(state.base, (0,))
    afloat = [carrier for carrier in theatre.decks if state.owner[carrier] == side and state.is_on_map(carrier)]
    if afloat:
        found |= standing(state.hex_of, afloat, theatre.board.hexes)
    return (*found, *(box.place for box in theatre.air_boxes.values() if box.side == side))


def is_base(state: OcsState, side: Side, place: Hex) -> bool:
    box = state.theatre.air_boxes.get(place)
    if box is not None:
        return box.side == side
    if is_carrier(state, side, place):
        return True
    return 0 <= place < state.theatre.board.hexes and state.base[place] > 0 and state.controller(place) == side


def is_carrier(state: OcsState, side: Side, place: Hex) -> bool:
    """18.2 Is an aircraft carrier of the side there?"""
    hex_of, owner = state.hex_of, state.owner
    return any(hex_of[carrier] == place and owner[carrier] == side for carrier in state.theatre.decks)


def takes(state: OcsState, plane: UnitId, place: Hex, others: Group = ()) -> bool:
    """18.2a May it be based there? On a carrier only who is made for it, beside these others, while there is room."""
    side = Side(state.owner[plane])
    if not is_carrier(state, side, place) or state.hex_of[plane] == place:
        return True
    return any(
        plane in state.theatre.decks[carrier]
        and len(aboard) + sum(other in state.theatre.decks[carrier] for other in others) < state.berths(carrier)
        for carrier, aboard in state.on_decks(place, side).items()
    )


def level(state: OcsState, place: Hex) -> int:
    """15.1 Of a base on the map: 0 for a strip, and where there is none."""
    return max(0, state.base[place] - STRIP)


def room(state: OcsState, side: Side, place: Hex) -> int:
    """15.1 How many more active aircraft a base holds; one off the map and a carrier all that are there."""
    if place in state.theatre.air_boxes or is_carrier(state, side, place):
        return len(state.hex_of)
    active = sum(state.active[plane] for plane in state.planes_at(place, side) if not state.theatre.is_glider[plane])
    return state.number("base-planes") + level(state, place) - active


def arrive(state: OcsState, side: Side, plane: UnitId, place: Hex) -> None:
    """13.5, 13.6 An aircraft that comes to a base is active, 15.0b unless that holds no more active ones."""
    if room(state, side, place) > 0 or state.theatre.is_glider[plane]:
        state.activate(plane)
    else:
        state.deactivate(plane)


def ground(state: OcsState, side: Side, place: Hex) -> None:
    """15.1 Where more are active than a base holds, the worst in the air are not, the weakest of them first."""
    rating, printed, glides = state.theatre.air_rating, state.theatre.at_steps, state.theatre.is_glider
    active = sorted(
        (plane for plane in state.planes_at(place, side) if state.active[plane] and not glides[plane]),
        key=lambda plane: (rating[plane], printed("barrage", plane, state.steps[plane]), plane),
    )
    for plane in active[: max(0, -room(state, side, place))]:
        state.deactivate(plane)


# ------------------------------------------------------------------------------------------------ refit


class Refit(Procedure):
    """15.1 Bases make inactive aircraft active, each for a token; off the map for nothing."""

    side: Side
    planes: Group
    dumps: tuple[Hex, ...]

    @step("15.1")
    def refit(self, state: OcsState) -> Result:
        paid = allotted(state, bills(state, self.planes), self.dumps)
        assert paid is not None  # bases that cannot be paid for were refused
        take(state, self.side, paid, "15.1")
        for plane in self.planes:
            state.activate(plane)
            state.did(plane, FLOWN)  # in this phase: refitted, so that its base has done what it does in a turn
            state.note("refitted", "15.1", unit=plane, hex=Hex(state.hex_of[plane]))
        return Done()


def bills(state: OcsState, planes: Group) -> list[Need]:
    """15.1 A token for each base on the map, however many of these aircraft are there."""
    first = {state.hex_of[plane]: plane for plane in reversed(planes)}
    price = state.number("refit-price")
    return [Need(plane, price) for place, plane in sorted(first.items()) if not is_free(state, plane)]


def is_free(state: OcsState, plane: UnitId) -> bool:
    """15.1, 18.2b Off the map and on carriers refit costs nothing."""
    place, side = Hex(state.hex_of[plane]), Side(state.owner[plane])
    return place in state.theatre.air_boxes or is_carrier(state, side, place)


def refits(state: OcsState, side: Side, place: Hex) -> int:
    """15.1, 18.2b How many aircraft a base refits in a turn: a carrier all of its own, a damaged one fewer."""
    if (box := state.theatre.air_boxes.get(place)) is not None:
        return box.refits
    if decks := state.on_decks(place, side):
        return sum(
            len(planes) if state.steps[carrier] == state.theatre.full_steps[carrier]
            else min(len(planes), state.number("damaged-refits"))
            for carrier, planes in decks.items()
        )  # fmt: skip
    here = level(state, place)
    return here * state.number("refits-a-level") if here else state.number("strip-refits")


def waiting(state: OcsState, side: Side, place: Hex) -> list[UnitId]:
    """Inactive aircraft at a base."""
    return sorted(plane for plane in state.planes_at(place, side) if not state.active[plane])


def own_bases(segment: Segment, state: OcsState) -> list[Hex]:
    return [place for place in bases(state, segment.side) if waiting(state, segment.side, place)]


def cannot_refit(segment: Segment, state: OcsState, place: Hex) -> Iterator[Violation]:
    """15.1, 4.5"""
    side = segment.side
    if not is_base(state, side, place):
        yield Violation("15.1", say("{hex} is no air base of yours", place), (place,))
        return
    inactive = waiting(state, side, place)
    if not inactive:
        yield Violation("15.1", say("no inactive aircraft are in {hex}", place), (place,))
        return
    if any(state.has(plane, FLOWN) for plane in state.planes_at(place, side)):
        yield Violation("15.1", say("{hex} has refitted aircraft in this phase", place), (place,))
    if room(state, side, place) < 1:
        yield Violation("15.1", say("{hex} holds no more active aircraft", place), (place,))
    if is_free(state, inactive[0]):
        return
    if place in hindered(state, side):
        yield Violation("4.5", say("{hex} is in an enemy zone of control", place), (place,))
    if within_reach(state, inactive[0]) < state.number("refit-price"):
        yield Violation("12.3", say("no supply reaches {hex}", place), (place,))


def best_of(state: OcsState, side: Side, place: Hex) -> Group:
    """As many as the base refits: the best in the air, then the strongest."""
    many = min(refits(state, side, place), room(state, side, place))
    rating, printed = state.theatre.air_rating, state.theatre.at_steps
    able = sorted(
        waiting(state, side, place),
        key=lambda plane: (-rating[plane], -printed("barrage", plane, state.steps[plane]), plane),
    )
    return tuple(sorted(able[:many]))


def to_refit(segment: Segment, state: OcsState, *_: object) -> dict[str, Group]:
    """By base those that it can refit, and all who wait there where these are more; all bases together."""
    side, name = segment.side, state.scenario.place_name
    found, rest = dict[str, Group](), dict[str, Group]()
    for place in own_bases(segment, state):
        if next(cannot_refit(segment, state, place), None) is None:
            best, everybody = best_of(state, side, place), tuple(waiting(state, side, place))
            found[name(place)] = best
            if best != everybody:
                rest[f"all_at_{name(place)}"] = everybody
    together = tuple(sorted(plane for planes in found.values() for plane in planes))
    return {**({ALL: together} if len(found) > 1 else {}), **found, **rest}


ALL = "all_bases"


def bad_refit(segment: Segment, state: OcsState, planes: Group) -> Iterator[Violation]:
    """15.1, 12.3 Where a counter of the enemy's is, is not told (4.9)."""
    own = state.theatre.flying[segment.side]
    if strangers := tuple(plane for plane in planes if plane not in own):
        yield Violation("15.1", say("{units} are no aircraft of yours", strangers), units=strangers)
        return
    refused, at = list[Violation](), dict[Hex, list[UnitId]]()
    for plane in planes:
        at.setdefault(Hex(state.hex_of[plane]), []).append(plane)
    for place, mine in at.items():
        against = list(cannot_refit(segment, state, place))
        refused += against or _too_many(state, segment.side, place, tuple(mine))
    yield from refused
    if not refused and allotted(state, bills(state, planes)) is None:
        yield Violation("12.3", "there is not enough supply for all of these bases", tuple(at), planes)


def _too_many(state: OcsState, side: Side, place: Hex, planes: Group) -> Iterator[Violation]:
    there = waiting(state, side, place)
    for plane in planes:
        if plane not in there:
            yield Violation("15.1", say("{unit} is no inactive aircraft in {hex}", plane, place), units=(plane,))
    if len(planes) > (most := refits(state, side, place)):
        said = say("{hex} refits {number} aircraft in a turn", place, most)
        yield Violation("15.1", said, (place,), planes)
    elif len(planes) > room(state, side, place):
        yield Violation("15.1", say("{hex} holds fewer active aircraft", place), (place,), planes)


def payers(segment: Segment, state: OcsState, planes: Group) -> list[UnitId]:
    return [need.unit for need in bills(state, planes)]


REFIT = Form("refit", "15.1", Slot("planes", GROUP, to_refit, bad_refit), dumps(payers))
