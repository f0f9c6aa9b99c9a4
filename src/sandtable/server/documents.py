"""A position as documents: what a seat sees of it, what has changed in that, the sequence of play, the log.

Pure functions of a state and a side; `None` is whoever watches. What both seats see alike is made once: an `Album`
keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from itertools import islice
from operator import is_
from typing import Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from msgspec import UNSET, UnsetType

from sandtable.core import flow
from sandtable.core.bits import apart
from sandtable.core.decisions import Form, Menu
from sandtable.core.events import Event, Log
from sandtable.core.lens import Track
from sandtable.core.parts import scores_seen
from sandtable.core.rules import Breakdown, Hex, Side, UnitId, Violation
from sandtable.core.sequence import Sequence as Playing
from sandtable.core.state import State
from sandtable.core.system import Scenario
from sandtable.core.views import Changed, Seen
from sandtable.core.views import View as CoreView
from sandtable.draw.counters import Marker, described, face, marker_name
from sandtable.draw.picture import controllers, markers_of, turn_box
from sandtable.draw.scene import marker_look, sides, style_of, unit_look
from sandtable.draw.wire import Look
from sandtable.play.explain import about, outcome_line, told, words
from sandtable.play.news import is_headline, rank
from sandtable.server.wire import (
    LogLine,
    MarkerSeen,
    Outcome,
    Pick,
    Reason,
    SideStands,
    Step,
    Thrown,
    TrackSeen,
    UnitSeen,
    View,
    ViewChange,
)

T = TypeVar("T")
LINES = 200  # of the log, that are sent with the whole game


class Album:
    """What is the same in all positions of a scenario: names by number, and pictures once they are made."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.system = scenario.system
        self.style = style_of(scenario)
        self.places = [scenario.place_name(Hex(place)) for place in range(scenario.places)]
        self.numbers = {name: Hex(place) for place, name in enumerate(self.places)}
        self.units = scenario.counters.ids
        self.known = {*self.places, *self.units}  # all that can be pointed at by name
        self.sides = sides(scenario)
        self.holders = controllers(scenario, self.style)
        self.rows = [
            (path, Step(depth, row.name, row.number, False), Step(depth, row.name, row.number, True))
            for (depth, row), path in _outline(scenario)
        ]
        self.clock = self.style.table("clock").get("column", "")  # the column that tells the turn
        lying = [look for look in self.style.table("markers").values() if "column" in look]
        self.marked = {look[word] for look in lying for word in ("column", "of") if word in look}
        self.looks: dict[str, Look] = {}  # all that were shown to anybody
        self.verbs: WeakKeyDictionary[Menu, dict[str, Pick]] = WeakKeyDictionary()  # of menus, as they were offered
        self.later: dict[tuple[Form, str, int], list[str]] = {}  # by form, verb and slots filled: what is asked after
        self._lying: dict[Marker, MarkerSeen] = {}  # markers that were shown to anybody
        self._seen: dict[UnitId, tuple[Seen, UnitSeen]] = {}  # as last seen by either side
        self._described: dict[UnitId, tuple[Mapping[str, Any], str]] = {}  # with the face that was up

    def again(self) -> Album:
        """For another game of the scenario, in which the counters stand elsewhere."""
        new = copy(self)
        new._seen, new._described = {}, {}
        return new

    def described(self, seen: Seen) -> str:
        """Nation, kind and figures of a counter that is known."""
        assert seen.unit is not None
        kept = self._described.get(seen.unit)
        if kept is None or kept[0] != seen.face:
            shown = face(self.style, self.scenario, seen)
            kept = self._described[seen.unit] = (seen.face, described(self.style, shown) if shown is not None else "")
        return kept[1]

    def unit(self, seen: Seen) -> UnitSeen:
        if seen.unit is None:
            return self._unit(seen)
        kept = self._seen.get(seen.unit)
        if kept is None or kept[0] != seen:
            kept = self._seen[seen.unit] = (seen, self._unit(seen))
        return kept[1]

    def _unit(self, seen: Seen) -> UnitSeen:
        look, shapes = unit_look(self.scenario, seen)
        self.looks[look] = shapes
        sides = self.scenario.sides
        side = sides[seen.side] if seen.side < len(sides) else ""
        if seen.unit is None:
            return UnitSeen(self.places[seen.place], side, look, "", "")
        state = words(self.scenario, self.system.lens.condition(self.scenario, seen))
        return UnitSeen(self.places[seen.place], side, look, self.scenario.spoken_unit(seen.unit), state)

    def markers(self, view: CoreView) -> list[MarkerSeen]:
        return [self._lying.get(found) or self._marker(found) for found in markers_of(view, self.style)]

    def _marker(self, found: Marker) -> MarkerSeen:
        look, shapes = marker_look(self.scenario, *found[1:])
        self.looks[look] = shapes
        kind = f"{marker_name(self.style, found.kind)} {found.text}".strip()
        name = f"{kind}, {self.system.side_name(found.owner)}" if found.owner else kind
        seen = self._lying[found] = MarkerSeen(self.places[found.place], look, name)
        return seen


def _outline(scenario: Scenario) -> Iterator[tuple[tuple[int, Any], str]]:
    return zip(scenario.outline.lines(), scenario.outline.rows, strict=True)


class Sight(NamedTuple):
    """What a seat sees, and of what that was made."""

    view: View
    source: CoreView
    tracks: Sequence[Track]
    scores: Sequence[Breakdown]  # of each side
    over: bool  # everything is known

    @property
    def looks(self) -> set[str]:
        return {unit.look for unit in self.view.units.values()} | {marker.look for marker in self.view.markers}


def see(album: Album, state: State, side: Side | None) -> Sight:
    """The position as a side sees it."""
    source, standing = album.system.hidden.view(state, side), album.system.standing
    units, stacks = _counters(album, source)
    held = source.columns["control"]
    control = {place: who for nth, place in enumerate(album.places) if (who := _holder(album, held[nth])) is not None}
    tracks, scores = standing.tracks(state, side), scores_seen(state, side)
    over = isinstance(flow.run(state), flow.Over)
    sides = _sides(album, state, side, over, _points(scores))
    when, now = standing.when(state), turn_box(source, album.style)
    view = View(units, stacks, control, album.markers(source), _tracks(album, tracks), sides, when, now)
    return Sight(view, source, tracks, scores, over)


def see_again(
    album: Album, state: State, side: Side | None, before: Sight, moved: bool = True
) -> tuple[Sight, ViewChange]:
    """The same after something has happened, and what has changed in it: only that is looked at. `moved`: perhaps in
    the columns, of which all that is seen is made; but when the game is over everything is known, until that is taken
    back."""
    over = isinstance(flow.run(state), flow.Over)
    if not moved and over == before.over:
        return before, ViewChange()
    old, source, standing = before.view, album.system.hidden.view(state, side), album.system.standing
    changed = source.since(before.source)
    found = ViewChange()
    if source.nameless or before.source.nameless:  # they are numbered in the order in which they lie
        units, stacks = _counters(album, source)
        found.units, found.stacks = _differing(old.units, units) or UNSET, _differing(old.stacks, stacks) or UNSET
    else:
        found.units = _units_changed(album, source, changed, old)
        found.stacks = _stacks_changed(album, source, changed, old)
    if "control" in changed.columns:
        held = source.columns["control"]
        places = apart(before.source.columns["control"], held, 1)
        found.control = {album.places[place]: _holder(album, held[place]) for place in places}
    scores = before.scores
    if changed.columns or over or before.over:  # all that a side may know is in what it sees, points among it
        scores = scores_seen(state, side)
        same = all(map(is_, scores, before.scores))
        points = [each.score for each in old.sides.values()] if same else _points(scores)
        found.sides = _unless(old.sides, _sides(album, state, side, over, points))
    if not album.marked.isdisjoint(changed.columns):
        found.markers = _unless(old.markers, album.markers(source))
    tracks = standing.tracks(state, side)
    if tracks != before.tracks:
        found.tracks = _unless(old.tracks, _tracks(album, tracks))
    found.when = _unless(old.when, standing.when(state))
    if album.clock in changed.columns:
        found.now = _unless(old.now, turn_box(source, album.style))
    return Sight(applied(old, found), source, tracks, scores, over), found


def _units_changed(
    album: Album, source: CoreView, changed: Changed, old: View
) -> dict[str, UnitSeen | None] | UnsetType:
    if not changed.units:
        return UNSET
    found: dict[str, UnitSeen | None] = {}
    for unit in changed.units:
        id, seen = album.units[unit], source.seen(unit)
        shown = None if seen is None else album.unit(seen)
        if shown != old.units.get(id):
            found[id] = shown
    return found or UNSET


def _stacks_changed(
    album: Album, source: CoreView, changed: Changed, old: View
) -> dict[str, list[str] | None] | UnsetType:
    found: dict[str, list[str] | None] = {}
    for place in changed.places:
        name, stack = album.places[place], [album.units[unit] for unit in source.stack(place)]
        if stack != old.stacks.get(name, []):
            found[name] = stack or None
    return found or UNSET


def _unless(old: T, new: T) -> T | UnsetType:
    """Nothing where it is as it was."""
    return UNSET if old == new else new


def applied(view: View, change: ViewChange) -> View:
    """As every client does it, too."""
    return View(
        _with(view.units, change.units), _with(view.stacks, change.stacks), _with(view.control, change.control),
        _instead(view.markers, change.markers), _instead(view.tracks, change.tracks),
        _instead(view.sides, change.sides), _instead(view.when, change.when), _instead(view.now, change.now),
    )  # fmt: skip


def _instead(before: T, change: T | UnsetType) -> T:
    """Of what comes whole if it has changed."""
    return before if change is UNSET else change


def _with(before: dict[str, T], change: dict[str, T | None] | UnsetType) -> dict[str, T]:
    if change is UNSET:
        return before
    after = before.copy()
    for key, value in change.items():
        if value is None:
            after.pop(key, None)
        else:
            after[key] = value
    return after


def _counters(album: Album, source: CoreView) -> tuple[dict[str, UnitSeen], dict[str, list[str]]]:
    """The counters and their stacks; those that are hidden are numbered."""
    units: dict[str, UnitSeen] = {}
    stacks: dict[str, list[str]] = {}
    hidden = 0
    for seen in source.units:
        if seen.unit is None:
            hidden += 1
            id = f"?{hidden}"
        else:
            id = album.units[seen.unit]
        found = units[id] = album.unit(seen)
        stacks.setdefault(found.at, []).append(id)
    return units, stacks


def _holder(album: Album, held: int) -> str | None:
    """By what stands in the column `control`."""
    return album.holders[held - 1] if held else None


def _tracks(album: Album, tracks: Sequence[Track]) -> list[TrackSeen]:
    return [TrackSeen(track.id, track.title, words(album.scenario, track.value), track.rule) for track in tracks]


def _sides(
    album: Album, state: State, side: Side | None, over: bool, points: Sequence[float | None]
) -> dict[str, SideStands]:
    """Funds are one's own affair; points are known as far as what they are counted from."""
    return {
        name: SideStands(album.system.standing.funds(state, Side(nth)) if over or nth == side else "", points[nth])
        for nth, name in enumerate(album.scenario.sides)
    }


def _points(scores: Sequence[Breakdown]) -> list[float | None]:
    """Victory points of each side; nobody's where none are counted."""
    return [float(each.total) if any(scores) else None for each in scores]


# ------------------------------------------------------------------------------------------------ changes


def looks_in(found: ViewChange) -> set[str]:
    """The pictures a change needs."""
    looks: set[str] = set()
    if isinstance(found.units, dict):
        looks.update([unit.look for unit in found.units.values() if unit is not None])
    if isinstance(found.markers, list):
        looks.update([marker.look for marker in found.markers])
    return looks


def _differing(before: Mapping[str, T], after: Mapping[str, T]) -> dict[str, T | None]:
    found: dict[str, T | None] = {key: value for key, value in after.items() if before.get(key) != value}
    return {**found, **dict.fromkeys(before.keys() - after.keys())}


# ------------------------------------------------------------------------------------------------ around the map


def playing(state: State) -> tuple[str, ...]:
    """The rows of the sequence of play that are being played, outermost first."""
    return tuple([frame.row for frame in state.stack if isinstance(frame, Playing)])


def sequence(album: Album, state: State) -> list[Step]:
    now = playing(state)
    return [playing if path in now else waiting for path, waiting, playing in album.rows]


def last_lines(album: Album, log: Log, side: Side | None, events: int | None = None) -> list[LogLine]:
    """The last lines a side may read, of the whole log or of its first so many events."""
    numbers = range(len(log) if events is None else events)
    heard = (nth for nth in reversed(numbers) if log.events[nth].seen_by(side))
    return [log_line(album, log.numbers[nth], log.events[nth]) for nth in islice(heard, LINES)][::-1]


def log_line(album: Album, number: int, event: Event) -> LogLine:
    (hexes, units), grave = about(event), rank(album.scenario, event)
    return LogLine(
        number,
        told(album.scenario, event),
        event.rule,
        event.kind,
        [album.places[hex] for hex in hexes if hex >= 0],
        [album.units[unit] for unit in units],
        _thrown(event) if event.kind == "rolled" and {"dice", "reads"} <= event.data.keys() else UNSET,
        _way(album, event) if event.kind == "moved" and {"start", "to"} <= event.data.keys() else UNSET,
        UNSET if grave is None else grave,
        is_headline(album.scenario, event) or UNSET,
    )


def _way(album: Album, event: Event) -> list[str]:
    data = event.data
    way = (data["start"], *data.get("through", ()), data["to"])
    return [album.places[place] for place in way if isinstance(place, int)]


def _thrown(event: Event) -> Thrown:
    reads = event.data["reads"]
    return Thrown(str(event.data["dice"]), list(reads) if isinstance(reads, tuple) else [reads])


def outcome(scenario: Scenario, found: flow.Outcome | None) -> Outcome | None:
    if found is None:
        return None
    winner = "" if found.winner is None else scenario.sides[found.winner]
    return Outcome(winner, outcome_line(scenario, found), found.rule)


def reasons(album: Album, violations: Sequence[Violation]) -> list[Reason]:
    return [
        Reason(words(album.scenario, each.because), each.rule, [album.places[hex] for hex in each.at if hex >= 0],
               [album.units[unit] for unit in each.units])
        for each in dict.fromkeys(violations)
    ]  # fmt: skip
