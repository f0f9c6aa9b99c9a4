"""OCS 14.2: aircraft fly missions: they fight over the target, may be intercepted, meet flak, do their task, return."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sandtable.core.decisions import DONE, GROUP, HEX, UNIT, Form, Menu, Slot
from sandtable.core.flow import Ask, Call, Done, Goto, Procedure, Result, step
from sandtable.core.groups import Group, stacks, together
from sandtable.core.rules import Hex, Side, UnitId, Violation, enemy
from sandtable.core.sentences import say
from sandtable.core.sequence import Segment
from sandtable.core.state import kept_in
from sandtable.systems.ocs.options import O21_4_LONG_RANGE
from sandtable.systems.ocs.s02_quiet import no_combat
from sandtable.systems.ocs.s12_paths import NOBODY
from sandtable.systems.ocs.s14_combat import AirBattle, go_home, home, is_far, remaining
from sandtable.systems.ocs.s14_flak import MeetFlak, meets_flak, patrols
from sandtable.systems.ocs.s15_bases import bases, is_base, room, takes
from sandtable.systems.ocs.state import ALOFT, FLOWN, OcsState

BARRAGE, HIP_SHOOT, TRAINBUSTING, TRANSPORT, AIR_DROP, BASE_TRANSFER, SWEEP = (
    "barrage", "hip shoot", "trainbusting", "air transport", "air drop", "base transfer", "fighter sweep",
)  # fmt: skip
MOVEMENT_PHASE = "Movement Phase"  # as `s02_sequence.py` calls it


class Mission(Procedure):
    """14.2f Aircraft over a hex, until they do what they came for. Its value: those that are left."""

    side: Side
    word: str  # which mission
    target: Hex
    planes: tuple[UnitId, ...]
    answer: Any = ()
    fighter: UnitId = NOBODY  # that intercepts

    @step("14.2")
    def place(self, state: OcsState) -> Result:
        state.turn_up(self.planes, "4.9d")
        state.note("mission", "14.2", side=self.side, word=self.word, units=self.planes, hex=self.target)
        for plane in self.planes:
            state.did(plane, FLOWN)
            state.move(plane, self.target, "14.2", kind="flown")
        return None

    @step("14.3")
    def fight(self, state: OcsState) -> Result:
        foe = enemy(self.side)
        theirs = remaining(state, self.target, state.planes_at(self.target, foe))
        battle = AirBattle(self.side, self.target, self.planes, tuple(sorted(theirs)), self.planes)
        return Call(battle) if theirs else None

    @step("14.5")
    def ask_interception(self, state: OcsState) -> Result:
        if not remaining(state, self.target, self.planes):
            return Done(())
        if interceptors(self, state):
            return Ask(enemy(self.side), INTERCEPTION, "answer")
        return Goto("flak")

    @step("14.5")
    def intercept(self, state: OcsState) -> Result:
        answer, self.answer = self.answer, ()
        if answer == (PASS,):
            return Goto("flak")
        self.fighter = answer[1]
        mine = remaining(state, self.target, state.planes_at(self.target, self.side))
        state.turn_up((self.fighter,), "4.9d")
        state.note("intercepts", "14.5", unit=self.fighter, hex=self.target)
        state.move(self.fighter, self.target, "14.5", kind="flown")
        flown = (self.fighter, *self.planes)
        return Call(AirBattle(enemy(self.side), self.target, (self.fighter,), tuple(sorted(mine)), flown))

    @step("14.5")
    def land(self, state: OcsState) -> Result:
        """14.5 Who wins is back at his base and stays active."""
        fighter, self.fighter = self.fighter, NOBODY
        if remaining(state, self.target, (fighter,)):
            state.move(fighter, home(state, fighter), "14.5", kind="returned")
        return None

    @step("14.4e")
    def flak(self, state: OcsState) -> Result:
        left = remaining(state, self.target, self.planes)
        if left and meets_flak(state, self.side, self.word, self.target):
            return Call(MeetFlak(self.side, self.word, self.target, left))
        return None

    @step("14.2f")
    def arrive(self, state: OcsState) -> Result:
        return Done(remaining(state, self.target, self.planes))


def interceptors(mission: Mission, state: OcsState, *_: object) -> list[UnitId]:
    """14.5 Fighters in whose patrol zone a mission is that may meet flak; those over their own base have fought."""
    side, target = mission.side, mission.target
    if not meets_flak(state, side, mission.word, target):
        return []
    return [plane for plane in patrols(state, enemy(side), target) if state.hex_of[plane] != target]


def bad_interceptor(mission: Mission, state: OcsState, plane: UnitId) -> Iterator[Violation]:
    """14.5"""
    if plane not in interceptors(mission, state):
        said = say("{unit} is no active fighter of yours with {hex} in its patrol zone", plane, mission.target)
        yield Violation("14.5", said, (mission.target,), (plane,))


PASS = "pass"
INTERCEPTION = Menu(
    "interception", "14.5", Form("intercept", "14.5", Slot("plane", UNIT, interceptors, bad_interceptor)),
    Form(PASS, "14.5"), ends=PASS,
)  # fmt: skip


def fly_back(state: OcsState, planes: Iterable[UnitId], back: Sequence[Hex], rule: str = "14.2") -> None:
    """14.2 Each to the first of these bases that it reaches, or to where it came from."""
    for plane in planes:
        here = Hex(state.hex_of[plane])
        near = (base for base in back if within(state, plane, here, base) and takes(state, plane, base))
        go_home(state, plane, rule, next(near, None))


# ------------------------------------------------------------------------------------------------ who may fly


def no_flight(segment: Segment, state: OcsState) -> Iterator[Violation]:
    """17.0"""
    if state.flight == "none":
        yield Violation("17.0", "nobody flies in this weather")
    elif state.flight == "limited" and MOVEMENT_PHASE not in segment.row:
        yield Violation("17.0", "in this weather missions are flown in the Movement Phase alone")


def no_raid(segment: Segment, state: OcsState) -> Iterator[Violation]:
    """2.4, 17.0 Against missions that seek out the enemy."""
    yield from no_combat(state)
    yield from no_flight(segment, state)


@kept_in(ALOFT)
def ready(state: OcsState, side: Side) -> tuple[UnitId, ...]:
    """14.2 Active aircraft at their bases that have not flown in this phase."""
    active, own = state.active, bases(state, side)
    return tuple([
        unit for unit in state.theatre.flying[side]
        if active[unit] and state.hex_of[unit] in own and not state.has(unit, FLOWN)
    ])  # fmt: skip


def within(state: OcsState, plane: UnitId, one: Hex, other: Hex, times: int = 1) -> bool:
    return state.theatre.distance(one, other) <= times * state.theatre.range_of[plane]


def cannot_fly(state: OcsState, side: Side, plane: UnitId, target: Hex, times: int = 1) -> Iterator[Violation]:
    """14.2 What keeps an aircraft from any mission to this hex."""
    theatre = state.theatre
    if state.owner[plane] != side or not theatre.is_plane[plane]:
        yield Violation("14.2", say("{unit} is no aircraft of yours", plane), units=(plane,))
        return
    if not is_base(state, side, Hex(state.hex_of[plane])):
        yield Violation("14.2", say("{unit} is at no base of yours", plane), units=(plane,))
        return
    if not state.active[plane]:
        yield Violation("14.2", say("{unit} is inactive", plane), units=(plane,))
    elif state.has(plane, FLOWN):
        yield Violation("14.2", say("{unit} has flown in this phase", plane), units=(plane,))
    elif not within(state, plane, Hex(state.hex_of[plane]), target, times):
        said = say("{hex} is out of range of {unit}", target, plane)
        yield Violation("14.2", said, (target,), (plane,))


def one_too_many(state: OcsState, chosen: Iterable[Group], units: Group) -> Iterator[Violation]:
    """14.2 At most so many aircraft in a mission, each once."""
    glides = state.theatre.is_glider
    planes = [plane for group in (*chosen, units) for plane in group if not glides[plane]]
    if len(planes) > state.number("planes"):
        yield Violation("14.2", f"a mission has {state.number('planes')} aircraft at most", units=units)


def nobody(chosen: tuple[Group, ...]) -> Iterator[Violation]:
    if not chosen:
        yield Violation("14.2", "a mission needs aircraft")


def bases_to_return_to(segment: Segment, state: OcsState, *given: Any) -> list[Hex]:
    chosen = given[-1]
    return [base for base in bases(state, segment.side) if base not in chosen]


def bad_return(segment: Segment, state: OcsState, *given: Any) -> Iterator[Violation]:
    """14.2"""
    *_, chosen, base = given
    if base == DONE:
        return
    if base in chosen:
        yield Violation("14.2", say("{hex} is named already", base), (base,))
    elif not is_base(state, segment.side, base):
        yield Violation("14.2", say("{hex} is no air base of yours", base), (base,))


def where_from(*_: object) -> tuple[Hex, ...]:
    """14.2 Nothing named: each returns to where it came from."""
    return ()


BACK = Slot("back", HEX, bases_to_return_to, bad_return, many=True, ordered=True, proposes=where_from)


# ------------------------------------------------------------------------------------------------ 14.6, 14.11


class Sweep(Procedure):
    """14.6 Fighters seek out active aircraft of the enemy."""

    side: Side
    target: Hex
    groups: tuple[Group, ...]
    back: tuple[Hex, ...]
    left: tuple[UnitId, ...] = ()

    @step("14.6")
    def fly(self, state: OcsState) -> Result:
        return Call(Mission(self.side, SWEEP, self.target, together(self.groups)), into="left")

    @step("14.2")
    def end(self, state: OcsState) -> Result:
        fly_back(state, self.left, self.back)
        return Done()


class Transfer(Procedure):
    """14.11 Aircraft go to another base: fighters stay active if it is not too far and there is room."""

    side: Side
    base: Hex
    groups: tuple[Group, ...]
    left: tuple[UnitId, ...] = ()

    @step("14.11")
    def fly(self, state: OcsState) -> Result:
        return Call(Mission(self.side, BASE_TRANSFER, self.base, together(self.groups)), into="left")

    @step("14.11")
    def arrive(self, state: OcsState) -> Result:
        """15.0b First those that are inactive anyway: they take no room from the others."""
        for plane in sorted(self.left, key=lambda plane: stays_active(state, plane, self.base)):
            if not stays_active(state, plane, self.base) or room(state, self.side, self.base) < 0:
                state.deactivate(plane)
        return Done()


def stays_active(state: OcsState, plane: UnitId, base: Hex) -> bool:
    """14.11, 21.4"""
    start = home(state, plane)
    if state.theatre.air_type[plane] != "fighter" or not within(state, plane, start, base):
        return False
    return not (state.option(O21_4_LONG_RANGE) and is_far(state, plane, base))


def fighters(state: OcsState, side: Side, target: Hex) -> list[UnitId]:
    theatre = state.theatre
    return [
        plane for plane in ready(state, side)
        if theatre.air_type[plane] == "fighter" and theatre.flies_to_fight[plane]
        and within(state, plane, Hex(state.hex_of[plane]), target)
    ]  # fmt: skip


def enemy_bases(segment: Segment, state: OcsState) -> list[Hex]:
    foe, end = enemy(segment.side), state.theatre.board.hexes
    return [base for base in bases(state, foe) if base < end]


def bad_sweep(segment: Segment, state: OcsState, target: Hex) -> Iterator[Violation]:
    """14.6"""
    foe = enemy(segment.side)
    on_map = target < state.theatre.board.hexes
    if not on_map or not remaining(state, target, state.planes_at(target, foe)):
        yield Violation("14.6", say("no active enemy aircraft are in {hex}", target), (target,))
    elif not fighters(state, segment.side, target):
        yield Violation("14.6", say("no active fighter reaches {hex}", target), (target,))


def fighter_groups(segment: Segment, state: OcsState, target: Hex, *_: object) -> dict[str, Group]:
    return stacks(state, fighters(state, segment.side, target))


def bad_fighters(
    segment: Segment, state: OcsState, target: Hex, chosen: tuple[Group, ...], units: Group | str
) -> Iterator[Violation]:
    """14.6"""
    if units == DONE:
        yield from nobody(chosen)
        return
    assert not isinstance(units, str)
    for plane in units:
        refused = list(cannot_fly(state, segment.side, plane, target))
        yield from refused
        if not refused and plane not in fighters(state, segment.side, target):
            yield Violation("14.6", say("{unit} is no fighter", plane), units=(plane,))
    yield from one_too_many(state, chosen, units)


def travellers(state: OcsState, side: Side, base: Hex) -> list[UnitId]:
    times = state.number("transfer-range")
    return [
        plane for plane in ready(state, side)
        if state.hex_of[plane] != base and not state.theatre.is_glider[plane]
        and within(state, plane, Hex(state.hex_of[plane]), base, times)
        and takes(state, plane, base)
    ]  # fmt: skip


def own_bases(segment: Segment, state: OcsState) -> tuple[Hex, ...]:
    return bases(state, segment.side)


def bad_base(segment: Segment, state: OcsState, base: Hex) -> Iterator[Violation]:
    """14.11"""
    if not is_base(state, segment.side, base):
        yield Violation("14.11", say("{hex} is no air base of yours", base), (base,))
    elif not travellers(state, segment.side, base):
        yield Violation("14.11", say("no active aircraft can go to {hex}", base), (base,))


def traveller_groups(segment: Segment, state: OcsState, base: Hex, *_: object) -> dict[str, Group]:
    return stacks(state, travellers(state, segment.side, base))


def bad_travellers(
    segment: Segment, state: OcsState, base: Hex, chosen: tuple[Group, ...], units: Group | str
) -> Iterator[Violation]:
    """14.11"""
    if units == DONE:
        yield from nobody(chosen)
        return
    assert not isinstance(units, str)
    for plane in units:
        yield from cannot_fly(state, segment.side, plane, base, state.number("transfer-range"))
        if state.theatre.is_glider[plane]:
            yield Violation("14.10e", say("{unit} does not fly by itself", plane), units=(plane,))
        if state.hex_of[plane] == base:
            yield Violation("14.11", say("{unit} is there", plane), (base,), (plane,))
        elif not takes(state, plane, base, tuple(each for each in (*together(chosen), *units) if each < plane)):
            yield Violation("18.2a", say("the carrier in {hex} has no room for {unit}", base, plane), (base,), (plane,))
    yield from one_too_many(state, chosen, units)


SWEEPING = Form(
    "sweep", "14.6",
    Slot("target", HEX, enemy_bases, bad_sweep),
    Slot("planes", GROUP, fighter_groups, bad_fighters, many=True),
    BACK,
    refuse=no_raid,
)  # fmt: skip
TRANSFER = Form(
    "transfer", "14.11",
    Slot("base", HEX, own_bases, bad_base),
    Slot("planes", GROUP, traveller_groups, bad_travellers, many=True),
    refuse=no_flight,
)  # fmt: skip
