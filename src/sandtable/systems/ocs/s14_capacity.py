"""OCS 14.9a, 14.9e, 14.10e: what aircraft carry, by themselves and on the gliders they tow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.core.rules import Hex, UnitId
from sandtable.systems.ocs.s14_combat import home
from sandtable.systems.ocs.state import OcsState


def own_capacity(state: OcsState, plane: UnitId) -> int:
    """14.9a Tokens, as it prints them with the steps it has."""
    return state.theatre.at_steps("capacity", plane, state.steps[plane]) if state.steps[plane] else 0


def is_half(state: OcsState, plane: UnitId, one: Hex, other: Hex) -> bool:
    """14.9e Within half its range."""
    return state.number("half-range") * state.theatre.distance(one, other) <= state.theatre.range_of[plane]


def is_near(state: OcsState, plane: UnitId, to: Hex) -> bool:
    """14.9e Within half its range of where it flies from: it carries twice as much."""
    return is_half(state, plane, home(state, plane), to)


def flights(state: OcsState, plane: UnitId, to: Hex) -> int:
    """14.9e How many times its capacity it carries there, and how many gliders it tows (14.10e)."""
    return state.number("short-flight") if is_near(state, plane, to) else 1


def capacity(state: OcsState, planes: Iterable[UnitId], to: Hex) -> int:
    """14.9a, 14.9e, 14.10e Tokens, twice as many over half the range. What is on a glider takes the place of what its
    tow carries itself."""
    aircraft, gliders = parted(state, planes)
    alone = sum(own_capacity(state, plane) * flights(state, plane, to) for plane in aircraft)
    towing = tows(state, aircraft, to)[: len(gliders)]
    return alone + sum(on_glider(state, tow) - own_capacity(state, tow) for tow in towing)


def parted(state: OcsState, planes: Iterable[UnitId]) -> tuple[tuple[UnitId, ...], tuple[UnitId, ...]]:
    """14.10e Aircraft, and gliders."""
    glides, group = state.theatre.is_glider, tuple(planes)
    return tuple(plane for plane in group if not glides[plane]), tuple(plane for plane in group if glides[plane])


def aircraft_of(state: OcsState, planes: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """14.10e Without gliders, which do not fly by themselves, fight or meet flak."""
    return parted(state, planes)[0]


def tows(state: OcsState, aircraft: Sequence[UnitId], to: Hex) -> list[UnitId]:
    """14.10e Who tows a glider there, each as often as it can: transports, two over half their range. Those that carry
    least by themselves come first."""
    found = list[UnitId]()
    for plane in aircraft:
        if own_capacity(state, plane):
            found += [plane] * flights(state, plane, to)
    return sorted(found, key=lambda plane: (own_capacity(state, plane) - on_glider(state, plane), plane))


def on_glider(state: OcsState, tow: UnitId) -> int:
    """14.10e Tokens on a glider; fewer if its tow has lost a step."""
    whole = state.steps[tow] == state.theatre.full_steps[tow]
    return state.number("glider-load") if whole else state.number("glider-load-reduced")


def gliding(state: OcsState, planes: Iterable[UnitId], to: Hex) -> int:
    """14.10e How many of the tokens that these carry are on gliders."""
    aircraft, gliders = parted(state, planes)
    return sum(on_glider(state, tow) for tow in tows(state, aircraft, to)[: len(gliders)])


def is_doubled(state: OcsState, planes: Iterable[UnitId], to: Hex, tokens: int) -> bool:
    """14.9e Do these carry so much only because it is not far?"""
    aircraft, gliders = parted(state, planes)
    towing = tows(state, aircraft, to)[: len(gliders)]
    alone = sum(own_capacity(state, plane) for plane in aircraft if plane not in towing)
    return len(set(towing)) < len(towing) or tokens - gliding(state, (*aircraft, *gliders), to) > alone


def behind(state: OcsState, left: Sequence[UnitId], planes: Sequence[UnitId], to: Hex) -> tuple[UnitId, ...]:
    """14.10e Those aircraft of a mission that are left, and the gliders they tow."""
    return (*left, *parted(state, planes)[1][: len(tows(state, left, to))])


def cut_loose(state: OcsState, left: Sequence[UnitId], planes: Sequence[UnitId], to: Hex) -> None:
    """14.10e Gliders that were used are not used again; those of tows that turned back are still there, those of tows
    that are lost are lost."""
    aircraft, gliders = parted(state, planes)
    turned_back = [plane for plane in aircraft if plane not in left and state.steps[plane]]
    used, kept = len(tows(state, left, to)), len(tows(state, turned_back, to))
    for glider in (*gliders[:used], *gliders[used + kept :]):
        state.destroy(glider, "14.10e")
