"""Several units picked as one: a stack, a formation, or a part of either.

A group is a tuple of units in ascending order. The slot that asks for one names whole groups (`0203` for the stack in a
hex, a formation by its own name); a part is written by its units, `r1+r2`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from sandtable.core.errors import BadInput
from sandtable.core.rules import Hex, UnitId

if TYPE_CHECKING:
    from sandtable.core.state import Position

Group = tuple[UnitId, ...]
Groups = Mapping[str, Group]  # by the name each is written with: one word
JOINT = "+"


def stacks(state: Position, units: Iterable[UnitId]) -> dict[str, Group]:
    """These units by the place they are in."""
    found: dict[Hex, list[UnitId]] = {}
    for unit in sorted(units):
        found.setdefault(Hex(state.hex_of[unit]), []).append(unit)
    return {state.scenario.place_name(place): tuple(found[place]) for place in sorted(found)}


def unnamed(state: Position, units: Iterable[UnitId], more: Iterable[Group] = ()) -> tuple[Group, ...]:
    """The same without their names, and some more, then each unit of those with several: as `listed` gives them."""
    found: dict[int, list[UnitId]] = {}
    for unit in sorted(units):
        found.setdefault(state.hex_of[unit], []).append(unit)
    whole = [*[tuple(found[place]) for place in sorted(found)], *more]
    return tuple(dict.fromkeys((*whole, *[(unit,) for group in whole if len(group) > 1 for unit in group])))


def together(groups: Iterable[Group]) -> Group:
    """The units of several groups as one."""
    return tuple(sorted(unit for group in groups for unit in group))


def listed(groups: Groups, taken: Iterable[Group]) -> Iterator[Group]:
    """Whole groups, then each unit of those that have several, without what is taken already."""
    gone = {unit for group in taken for unit in group}
    free = [group for group in groups.values() if gone.isdisjoint(group)]
    alone = [(unit,) for group in groups.values() if len(group) > 1 for unit in group if unit not in gone]
    return iter(dict.fromkeys((*free, *alone)))


def is_within(groups: Groups, group: Group) -> bool:
    """Is it one of these, or a part of one?"""
    return any(not set(group).difference(whole) for whole in groups.values())


def written(groups: Groups, group: Group, name: Callable[[UnitId], str]) -> str:
    """By its name if it is a whole one, else by those of its units."""
    whole = next((each for each, units in groups.items() if units == group), None)
    return whole if whole is not None else JOINT.join(map(name, group))


def read(groups: Groups, text: str, unit: Callable[[str], UnitId]) -> Group:
    """What is written so: a group, units, or both joined."""
    if text in groups:
        return groups[text]
    found: list[UnitId] = []
    for word in text.split(JOINT):
        found += groups[word] if word in groups else (unit(word),)
    if len(set(found)) < len(found):
        raise BadInput(f"{text[:60]} names a unit twice")
    return tuple(sorted(found))
