"""A position as a picture: the board, the counters on it as one side sees them, and the boxes around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.rules import Hex
from sandtable.core.system import Scenario
from sandtable.core.views import Seen, View
from sandtable.draw import edges
from sandtable.draw.counters import Marker, counter, marker, told
from sandtable.draw.ground import Ground
from sandtable.draw.shapes import Disc, Picture, Shape, Text
from sandtable.draw.style import Style

# How a stack of so many is laid: the width of its counters, and how far each lies from the one below it, in hexes.
# Each shows the factors at its foot and the name at its left, so those below lie further down and further left.
STACKS = {1: (0.64, 0.0, 0.0), 2: (0.54, 0.15, 0.17), 3: (0.46, 0.12, 0.135), 4: (0.42, 0.10, 0.11)}
MARKERS = (0.30, 0.36, 0.25, 0.21)  # how far right and up of the middle, how far from one to the next, how wide


def markers_lie(style: Style) -> tuple[float, float, float, float]:
    """As [picture] says under `markers`, or as usual."""
    right, up, apart, width = style.table("picture").get("markers", MARKERS)
    return right, up, apart, width


def picture(
    scenario: Scenario,
    units: Sequence[Seen],
    control: Sequence[int | None] = (),
    markers: Sequence[Marker] = (),
    lines: Sequence[str] = (),
    now: str = "",
) -> Picture:
    """The board of a scenario with these counters on it.

    `control` by place, as numbers of those whom [picture] calls `controllers`, else of sides; `lines` stand under the
    title; `now` is the box of the turn being played.
    """
    return Painter(scenario, _style(scenario)).picture(units, control, markers, lines, now)


def picture_of(view: View, scenario: Scenario, lines: Sequence[str] = ()) -> Picture:
    """What a view shows. A marker whose look names a `column` of the view lies where that is not 0."""
    style = _style(scenario)
    now = turn_box(view, style)
    told = str(style.look("boxes", now).get("title", "")) if now else ""
    return picture(
        scenario, view.units, view.control, markers_of(view, style), [*lines, *([told] if told else [])], now
    )


def _style(scenario: Scenario) -> Style:
    plain = Style.load(scenario.system.folder, scenario.board.id, scenario.board.folder)
    return plain.around(scenario.board).coloured(scenario)


def markers_of(view: View, style: Style) -> list[Marker]:
    """Whose it is stands in the column itself, or in the one that `of` names; as `owners` tell, or by the number of a
    side, from 1 on, where they are `sides`."""
    sides = {str(nth): side for nth, side in enumerate(view.scenario.sides, 1)}
    found = []
    for kind, look in style.table("markers").items():
        if "column" in look:
            owners = sides if look.get("owners") == "sides" else look.get("owners", {})
            whose = view.read(look.get("of", look["column"]))
            for place, value in view.marked(look["column"]):
                found.append(Marker(place, kind, owners.get(str(whose[place]), ""), told(look, value)))
    return found


def turn_box(view: View, style: Style) -> str:
    """The box of the turn being played; nothing where turns have no boxes."""
    look = style.table("clock")
    return str(look["box"]).format(view.read(look["column"])[look["nth"]]) if look else ""


def controllers(scenario: Scenario, style: Style) -> Sequence[str]:
    """Who holds hexes, by the numbers of a view's control."""
    found: Sequence[str] = style.table("picture").get("controllers", scenario.sides)
    return found


class Painter:
    def __init__(self, scenario: Scenario, style: Style) -> None:
        self.scenario, self.style = scenario, style
        about = style.table("picture")
        across = 3**0.5 * style.size
        left, top, right, bottom = (margin * across for margin in about.get("margins", (0.5, 0.5, 0.5, 0.5)))
        self.ground = Ground(scenario.board, style, left, top)
        wide, high = scenario.board.layout.extent(style.size)
        self.width, self.height = round(left + wide + right), round(top + high + bottom)
        self.paper = about.get("paper", "#f4efe1")

    def picture(
        self, units: Sequence[Seen], control: Sequence[int | None], markers: Sequence[Marker], lines: Sequence[str],
        now: str = "",
    ) -> Picture:  # fmt: skip
        stacks = edges.placed(units)
        shapes = (*self.board(stacks, control), *self.around(stacks, lines, now), *self.counters(stacks, markers))
        return Picture(self.width, self.height, self.paper, shapes)

    def board(self, stacks: dict[int, list[Seen]], control: Sequence[int | None]) -> Iterator[Shape]:
        yield from self.ground.background()
        yield from self.printed()
        yield from self.ground.numbers()
        yield from self.ground.places(stacks, control, controllers(self.scenario, self.style))
        yield from self.veil()

    def printed(self) -> Iterator[Shape]:
        """All between the background and what stands in the hexes."""
        ground = self.ground
        yield from ground.terrain()
        yield from ground.grid()
        yield from ground.labels()
        yield from ground.tints()
        yield from ground.borders()
        yield from ground.hexsides()
        yield from ground.links()
        yield from ground.bridges()
        yield from edges.off_map(ground)
        yield from ground.edges()

    def veil(self) -> Iterator[Shape]:
        if self.scenario.window is not None:
            yield from self.ground.veil(self.scenario.window, self.paper)

    def around(self, stacks: dict[int, list[Seen]], lines: Sequence[str], now: str) -> Iterator[Shape]:
        yield from edges.title(self.ground, self.scenario, [" · ".join(lines) or self.scenario.board.title])
        yield from edges.key(self.ground)
        yield from edges.boxes(self.ground, self.scenario, stacks, now)
        yield from edges.credits(self.ground)

    def counters(self, stacks: dict[int, list[Seen]], markers: Sequence[Marker]) -> Iterator[Shape]:
        across = self.ground.across
        for place, stack in stacks.items():
            if place < self.scenario.board.hexes:
                yield from self.stack(Hex(place), stack)
        for nth, found in enumerate(markers):
            if found.place < self.scenario.board.hexes:
                before = sum(other.place == found.place for other in markers[:nth])
                x, y = self.ground.centre(Hex(found.place))
                right, up, apart, width = (part * across for part in markers_lie(self.style))
                yield marker(self.style, found, x + right - apart * before, y - up, width)

    def stack(self, hex: Hex, stack: Sequence[Seen]) -> Iterator[Shape]:
        across = self.ground.across
        width, over, down = (part * across for part in STACKS[min(len(stack), max(STACKS))])
        x, y = self.ground.centre(hex)
        spread = len(stack) - 1
        if len(stack) > max(STACKS):  # more lie closer together
            over, down = (part * (max(STACKS) - 1) / spread for part in (over, down))
        x, y = x - over * spread / 2, y - across * 0.03 + down * spread / 2
        for nth, seen in enumerate(stack):
            yield counter(self.style, self.scenario, seen, x + nth * over, y - nth * down, width)
        if len(stack) > max(STACKS):  # how high it is, where that cannot be seen
            right, up, radius = x + spread * over + width * 0.46, y - spread * down - width * 0.46, across * 0.085
            yield Disc(right, up, radius, "#1c1a16")
            yield Text(right, up + radius * 0.5, str(len(stack)), radius * 1.45, "#ffffff", "bold")
