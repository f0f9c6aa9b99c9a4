"""OCS 12.1 to 12.4: who pays for what out of which dump, and the ledger of every token.

Whoever needs tokens says so (`Need`); `allotted` finds out of which stores they come, so that all needs are met if they
can be at all; `pay` takes them. The same serves combat, barrage, fuel, refit, construction, stocks and eating.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sandtable.core.groups import Group
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.systems.ocs.s12_paths import Line, Store, is_cut_off_from_afar, lines_alike, lines_to, tokens_in
from sandtable.systems.ocs.state import OcsState, stores_fact


class Need(NamedTuple):
    """Tokens for one unit."""

    unit: UnitId
    tokens: int
    at: Hex | None = None  # where it stands then, if not where it is
    also: tuple[UnitId, ...] = ()  # others that must get at the same tokens: a meal in one hex (12.6c)
    organic: bool = True  # 13.2g whether loads of organic trucks may be used
    leaving: tuple[UnitId, ...] = ()  # who moves on with it, and so negates no zone where they are (4.5b)


class Taken(NamedTuple):
    """So many tokens of a line's store, for a unit."""

    unit: UnitId
    line: Line
    tokens: int


def within_reach(state: OcsState, unit: UnitId, at: Hex | None = None) -> int:
    """12.3 All tokens that a unit gets at."""
    here = Hex(state.hex_of[unit]) if at is None else at
    return _within_reach(state, Side(state.owner[unit]), state.theatre.served_as[unit], here)


@stores_fact
def _within_reach(state: OcsState, side: Side, unit: UnitId, at: Hex) -> int:
    return sum([tokens_in(state, line.store) for line in lines_alike(state, side, unit, at, False)])


def shared_reach(state: OcsState, unit: UnitId, at: Hex | None, also: Group, organic: bool, leaving: Group) -> int:
    """12.3 All tokens that a unit gets at together with others; 13.2g with or without those on organic trucks."""
    if organic and not also and not leaving:
        return within_reach(state, unit, at)
    return _shared_reach(state, unit, at, also, organic, leaving)


@stores_fact
def _shared_reach(state: OcsState, unit: UnitId, at: Hex | None, also: Group, organic: bool, leaving: Group) -> int:
    found = {line.store for line in lines_to(state, unit, at, leaving) if organic or line.store.formation < 0}
    for other in also:
        found &= {line.store for line in lines_to(state, other, at)}
    return sum([tokens_in(state, store) for store in found])


def can_be_met(state: OcsState, needs: Sequence[Need]) -> bool:
    """12.3 Can `allotted` meet them all? Told by sums where these tell: nobody can if one of them gets at too little;
    all can if each by itself gets at enough for all."""
    reach = [shared_reach(state, need.unit, need.at, need.also, need.organic, _leaving(state, need)) for need in needs]
    if any(tokens < need.tokens for tokens, need in zip(reach, needs, strict=True)):
        return False
    wanted = sum([need.tokens for need in needs])
    return all(tokens >= wanted for tokens in reach) or allotted(state, needs) is not None


def _leaving(state: OcsState, need: Need) -> Group:
    """4.5b Who moves on with it, where that matters at all."""
    here = Hex(state.hex_of[need.unit]) if need.at is None else need.at
    return need.leaving if need.leaving and is_cut_off_from_afar(state, need.unit, here, need.leaving) else ()


def allotted(state: OcsState, needs: Sequence[Need], wanted: Sequence[Hex] = ()) -> tuple[Taken, ...] | None:
    """12.3 Out of which stores all needs are met, those in the `wanted` hexes first, in their order, then the nearest;
    None if they cannot all be met."""
    left: dict[Store, int] = {}
    open_to = [_in_order(state, need, wanted) for need in needs]
    for lines in open_to:
        for line in lines:
            left.setdefault(line.store, tokens_in(state, line.store))
    found: list[list[Taken]] = []
    for nth in sorted(range(len(needs)), key=lambda nth: sum(left[line.store] for line in open_to[nth])):
        taken = _take(needs[nth], open_to[nth], left)
        if taken is None:
            return _by_exchange(state, needs, open_to)
        found.append(taken)
    return tuple(each for taken in found for each in taken)


def _in_order(state: OcsState, need: Need, wanted: Sequence[Hex]) -> list[Line]:
    """All that meet a need."""
    lines = lines_to(state, need.unit, need.at, need.leaving)
    here = need.at if need.at is not None else Hex(state.hex_of[need.unit])
    for other in need.also:
        shared = {line.store for line in lines_to(state, other, need.at)}
        lines = tuple([line for line in lines if line.store in shared])
    return in_order(state, here, (line for line in lines if need.organic or line.store.formation < 0), wanted)


def in_order(state: OcsState, here: Hex, lines: Iterable[Line], wanted: Sequence[Hex]) -> list[Line]:
    """12.3 Those asked for first; then organic loads last, and nearer stores before further ones."""
    return sorted(lines, key=lambda line: preference(state, here, line, wanted))


def preference(
    state: OcsState, here: Hex, line: Line, wanted: Sequence[Hex]
) -> tuple[int, bool, bool, int, Store]:  # fmt: skip
    at = line.store.hex
    place = wanted.index(at) if at in wanted else len(wanted)
    return place, line.store.formation >= 0, line.hq >= 0, state.theatre.board.layout.distance(here, at), line.store


def _take(need: Need, lines: Iterable[Line], left: dict[Store, int]) -> list[Taken] | None:
    """One need out of what is left; None, and nothing taken, if it cannot be met."""
    if not need.tokens:
        return []
    found, wanting = list[Taken](), need.tokens
    for line in lines:
        tokens = min(wanting, left[line.store])
        if tokens:
            found.append(Taken(need.unit, line, tokens))
            wanting -= tokens
            if not wanting:
                break
    if wanting:
        return None
    for taken in found:
        left[taken.line.store] -= taken.tokens
    return found


def _by_exchange(state: OcsState, needs: Sequence[Need], open_to: Sequence[Sequence[Line]]) -> tuple[Taken, ...] | None:
    """Token by token: a store that is empty is freed by whoever can turn to another one."""
    left = {line.store: tokens_in(state, line.store) for lines in open_to for line in lines}
    given: list[dict[Store, int]] = [{} for _ in needs]

    def find(nth: int, seen: set[Store]) -> bool:
        for store in (line.store for line in open_to[nth]):
            if store in seen:
                continue
            seen.add(store)
            if left[store] > 0:
                left[store] -= 1
            else:
                other = next((
                    each for each in range(len(needs))
                    if each != nth and given[each].get(store, 0) and find(each, seen)
                ), None)  # fmt: skip
                if other is None:
                    continue
                given[other][store] -= 1
            given[nth][store] = given[nth].get(store, 0) + 1
            return True
        return False

    for nth, need in enumerate(needs):
        for _ in range(need.tokens):
            if not find(nth, set()):
                return None
    return tuple(
        Taken(need.unit, next(line for line in lines if line.store == store), tokens)
        for need, lines, stores in zip(needs, open_to, given, strict=True)
        for store, tokens in stores.items()
        if tokens
    )


def take(state: OcsState, side: Side, taken: Iterable[Taken], rule: str) -> int:
    """12.1 Tokens leave their stores and are used up; each line of the log says for whom, out of which, by which HQ."""
    spent = 0
    for unit, line, tokens in taken:
        remove(state, side, line.store, tokens)
        state.use_up(side, tokens)
        spent += tokens
        by: dict[str, Any] = {"carrier": line.hq} if line.hq >= 0 else {}
        state.note("paid", rule, side=side, unit=unit, number=tokens, hex=line.store.hex, **by)
    return spent


def remove(state: OcsState, side: Side, store: Store, tokens: int) -> None:
    """Tokens leave a store, wherever they go."""
    if store.on_the_ground:
        state.put_down(store.hex, side, -tokens)
    else:
        state.put_cargo(store.carrier, state.cargo[store.carrier] - tokens)
