"""What a question is about where its words do not say it: the unit that acts, the attack under way, its result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.flow import Ask
from sandtable.core.rules import Hex, UnitId, Violation, counted, enemy
from sandtable.core.sentences import say
from sandtable.systems.use.s01_2_scenarios import Reinforce, latecomers
from sandtable.systems.use.s04_2_air import Displace
from sandtable.systems.use.s04_2_ground import movement_points
from sandtable.systems.use.s05_1_commitment import IN_WORDS, NOBODY, SEALED, Commitment
from sandtable.systems.use.s05_2_air import AirCombat
from sandtable.systems.use.s05_2_interception import Interception
from sandtable.systems.use.s05_3_attack import ASSAULT, FROM_THE_SEA, MOBILE_ATTACK, Combat, Suffer
from sandtable.systems.use.s06_2_air_actions import Strike
from sandtable.systems.use.s06_3_army import Activation
from sandtable.systems.use.s08_logistics import Mobilize
from sandtable.systems.use.state import UseState

ATTACKS = {MOBILE_ATTACK: "Mobile attack", ASSAULT: "Assault", FROM_THE_SEA: "Assault from the sea"}


def matter(state: UseState, ask: Ask) -> Sequence[Violation]:
    """Only what everybody sees: what is sealed is told when both have decided."""
    frame = state.stack[-1]
    if isinstance(frame, Commitment):
        return (*_combat(state), *_revealed(state, frame), *_committed(state, frame))
    if isinstance(frame, Suffer):
        return (*_suffered(state, frame), *_played(state))
    if isinstance(frame, Combat):
        left = Violation(
            "5.3.7", say("no enemy is left in {hex}", frame.target), (frame.target,), frame.fighting(frame.side)
        )
        return (left, *_played(state))
    if isinstance(frame, Activation):
        here, most = Hex(state.hex_of[frame.unit]), movement_points(state, frame.unit)
        said = say("{unit} in {hex} has {left} of {most} MP left", frame.unit, here, frame.left, most)
        return (Violation("4.0", said, (), (frame.unit,)),)
    if isinstance(frame, Displace):
        place = Hex(state.hex_of[frame.unit])
        return (Violation("4.2.3.7", say("{unit} has to give way", frame.unit), (place,), (frame.unit,)),)
    if isinstance(frame, Strike):
        return (_met(state, "6.2.2", "strikes", frame.unit, frame.target),)
    if isinstance(frame, Interception):
        return (_intercepted(state, frame),)
    if isinstance(frame, Reinforce):
        unit = latecomers(state, frame.side)[0]
        tired = counted(state.theatre.arriving_sorties, "Sortie")
        return (Violation("1.2", say("{unit} arrives, with {tired}", unit, tired), (), (unit,)),)
    if isinstance(frame, Mobilize):
        said = say("{unit} is mobilized in {hex}, where its fort is", frame.unit, frame.to)
        return (Violation("4.2.3.5", said, (frame.to,), (frame.unit,)),)
    return ()


def _met(state: UseState, rule: str, does: str, unit: UnitId, target: UnitId) -> Violation:
    """Who goes for whom, where."""
    place = Hex(state.hex_of[target])
    said = say("{unit} {does} {other_unit} in {hex}", unit, does, target, place)
    return Violation(rule, said, (place,), (unit, target))


def _intercepted(state: UseState, frame: Interception) -> Violation:
    """1.4 Who passes where, and who meets it."""
    if frame.interceptor == NOBODY:
        return Violation("1.4", say("{unit} passes {hex}", frame.unit, frame.place), (frame.place,), (frame.unit,))
    said = say("{unit} intercepts {other_unit}: {hex}", frame.interceptor, frame.unit, frame.place)
    return Violation("1.4", said, (frame.place,), (frame.interceptor, frame.unit))


def _combat(state: UseState) -> Iterator[Violation]:
    """5.1 Who attacks whom, where."""
    for frame in reversed(state.stack):
        if isinstance(frame, AirCombat):
            units = (frame.attacker, frame.defender)
            said = say("{unit} fights {other_unit} in the air", frame.attacker, frame.defender)
            yield Violation("5.2", said, (frame.place,), units)
            return
        if isinstance(frame, Combat):
            mine = frame.fighting(frame.side)
            how = ATTACKS[frame.attack]
            said = say("{how} of {units} on {unit} in {hex}", how, mine, frame.defender, frame.target)
            yield Violation("5.3", said, (frame.target, *(Hex(state.hex_of[u]) for u in mine)), (*mine, frame.defender))
            return


def _revealed(state: UseState, frame: Commitment) -> Iterator[Violation]:
    """5.1 What the enemy of who declares has decided, until it has named something."""
    if frame.at == SEALED or not frame.theirs:
        return
    side, said = (enemy(frame.side), frame.theirs) if frame.turn == 0 else (frame.side, frame.mine)
    if not frame.committed(side) and frame.flying(side) == NOBODY:
        yield Violation("5.1", say("{side}: {decided}", side, IN_WORDS[said]))


def _committed(state: UseState, frame: Commitment) -> Iterator[Violation]:
    """5.1 What has been declared so far."""
    yield from _spent(state, frame, "committed so far")


def _played(state: UseState) -> Iterator[Violation]:
    """5.1 What was committed to the combat whose result is carried out."""
    combat = next(frame for frame in reversed(state.stack) if isinstance(frame, Combat))
    yield from _spent(state, combat, "committed")


def _spent(state: UseState, frame: Commitment | Combat, done: str) -> Iterator[Violation]:
    mine, theirs = (frame.air, *frame.events), (frame.their_air, *frame.their_events)
    for side, committed in ((frame.side, mine), (enemy(frame.side), theirs)):
        if units := tuple(unit for unit in committed if unit != NOBODY):
            yield Violation("5.1", say("{side}: {units} {done}", side, units, done), units=units)


def _suffered(state: UseState, frame: Suffer) -> Iterator[Violation]:
    """5.3 The result, and who has to bear it."""
    here = Hex(state.hex_of[frame.unit])
    reduced = " and has been reduced" if frame.result == "DD" else ""
    said = say("{result}: {unit} in {hex} has to retreat{reduced}", frame.result, frame.unit, here, reduced)
    yield Violation("5.3", said, (here, *frame.attackers), (frame.unit,))
