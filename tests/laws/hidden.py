"""Law 8: neither views nor questions nor events tell a side what it may not see."""

from __future__ import annotations

from random import Random

from laws.cases import CLEARED, NOW_AND_THEN, Case, demand, differing, question, waits
from sandtable.core.events import Event
from sandtable.core.flow import Ask, Wait, run
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.state import State
from sandtable.core.views import View
from sandtable.play.explain import about
from sandtable.play.forecast import forecast

ANYWAY = 0.05  # how often all is told where nothing was hidden
SAMPLED = 0.15  # and in games that take long, of the times that these are looked at
FEW = 6  # hexes and counters whose cards are looked at, each time


def law_8(case: Case, seed: int) -> int:
    """A state guessed from a side's view, put under the same stack, shows and asks that side the same; it also
    shows the same to those who look over nobody's shoulder. So does one in which what others have sealed is guessed."""
    rng, seen, heard, often = Random(seed), 0, 0, SAMPLED if case.middling else ANYWAY
    before: dict[Side, View] = {}
    for state, wait in waits(case, seed):
        seen += 1
        assert state.log is not None
        new = state.log.events[heard:]
        heard = len(state.log)
        for side in map(Side, range(len(state.scenario.sides))):
            view = case.system.hidden.view(state, side)
            _events(case, state, side, view, before.get(side), new)
            before[side] = view
            if case.middling and rng.random() >= NOW_AND_THEN:
                continue
            twin, imagined = guessed(case, state, view, rng), case.system.hidden.imagine(state, side, rng)
            if (not case.middling and twin.plain() != state.plain()) or rng.random() < often:
                _alike(case, state, twin, side, seed + seen)
            if _frames(imagined) != _frames(state):
                _alike(case, state, unasked(imagined), side, seed + seen)
                _foreseen(case, state, wait, imagined, side, rng)
    return seen


def _frames(state: State) -> list[object]:
    return [frame.plain() for frame in state.stack]


def _alike(case: Case, state: State, twin: State, side: Side, seed: int) -> None:
    """Two positions that a side cannot tell apart show and ask it the same."""
    system, wait = case.system, run(state)
    same = system.hidden.view(twin, side) == system.hidden.view(state, side)
    demand(8, same, f"{case}: {side} sees a difference it may not see")
    demand(
        8,
        system.hidden.view(twin, None) == system.hidden.view(state, None),
        f"{case}: everybody sees what {side} may not",
    )
    for looking in (side, None):
        told, now = shown(case, state, looking, seed), shown(case, twin, looking, seed)
        demand(8, told == now, f"{case}: what is told to {looking} is not his: {differing(told, now)}")
    if isinstance(wait, Ask) and wait.side == side:
        asked, now = question(state, wait, seed, True), question(twin, run(twin), seed, True)
        demand(8, now == asked, f"{case}: {side} can tell what is hidden: {differing(asked, now)}")


def _foreseen(case: Case, state: State, wait: Wait, twin: State, side: Side, rng: Random) -> None:
    """Nor are the odds others."""
    if isinstance(wait, Ask) and wait.side == side:
        action = wait.form.fill(state, rng.choice)
        same = forecast(state, side, action) == forecast(twin, side, action)
        demand(8, same, f"{case}: {side} can tell what is hidden by the odds of {action}")


def shown(case: Case, state: State, side: Side | None, seed: int) -> list[object]:
    """What a side, or anybody, is told beside the map, of a few hexes and of a few counters."""
    rng, scenario, system = Random(seed), state.scenario, case.system
    places, units = (rng.sample(range(most), min(most, FEW)) for most in (scenario.places, len(scenario.counters)))
    told: list[object] = [*system.standing.tracks(state, side)]
    if side is not None:
        told += sorted(system.lens.threats(system.hidden.foresee(state, side), side).items())
    told += [(place, tuple(system.lens.about_hex(state, side, Hex(place)))) for place in places]
    return told + [(unit, tuple(system.lens.about_unit(state, side, UnitId(unit)))) for unit in units]


def guessed(case: Case, state: State, view: View, rng: Random) -> State:
    """The same paused game with everything the view does not tell guessed."""
    guess = case.system.hidden.guess(view, state.scenario, rng)
    demand(
        8, case.system.hidden.view(guess, view.side) == view, f"{case}: a guess does not give the view it was made from"
    )
    twin = state.copy()
    for name in twin.columns:
        setattr(twin, name, getattr(guess, name)[:])
    twin.forget()
    return unasked(twin)


def unasked(twin: State) -> State:
    twin.wait = None
    return twin


def _events(case: Case, state: State, side: Side, view: View, before: View | None, new: list[Event]) -> None:
    """A side hears nothing beyond its audience, of no counter it cannot tell; what it does not hear it does not see."""
    kept, heard = set[UnitId | None](), set[UnitId]()
    for event in new:
        unit: UnitId | None = event.data.get("unit")
        if not event.seen_by(side):
            kept.add(unit)
            continue
        heard.update(about(event)[1])
        demand(8, event.audience is None or side in event.audience, f"{case}: {side} hears {event}")
        if unit is not None and 0 <= state.hex_of[unit] < state.scenario.board.hexes:  # type: ignore[attr-defined]
            known = view.seen(unit) is not None  # one that left the map for a hidden box was seen to go
            demand(8, known, f"{case}: {side} hears of a unit it cannot tell: {event}")
    if before is None:
        return
    unheard = [unit for unit in kept if unit is not None and unit not in heard and view.seen(unit) is not None]
    both = {unit for unit in unheard if _changed(case, before, view, unit)}
    demand(8, not both, f"{case}: {side} sees what became of {both}, of which it may not hear")


def _changed(case: Case, before: View, view: View, unit: UnitId) -> bool:
    """Is a counter seen otherwise than before, but for what a phase clears of all of them when it ends?"""
    then, now = before.seen(unit), view.seen(unit)
    if then is None or now is None:
        return then != now
    cleared = {name: now.face[name] for name in CLEARED.get(case.system.code, ()) if now.face[name] in (0, now.place)}
    return then._replace(face={**then.face, **cleared}) != now
