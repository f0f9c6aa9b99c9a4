"""A piece of the map as text: hexes staggered as they are printed, with their numbers, terrain, control and counters,
the markers that lie there and the roads that lead across their sides.

Nothing is said by colour alone, so that a pipe or a plain terminal shows the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from sandtable.core.hexes import HALF_WIDTH
from sandtable.core.rules import Hex
from sandtable.core.system import Scenario
from sandtable.core.views import Seen, View
from sandtable.draw.counters import Marker, face, marker_letter, marker_name, short, strength
from sandtable.draw.edges import link_name
from sandtable.draw.picture import markers_of
from sandtable.draw.style import Style

INNER = 9  # characters between the slopes of a hex, where it is narrowest
HIGH = 4  # lines of a hex
ROWS = 5  # of hexes
MOST_COLUMNS = 11
INK = "#1c1a16"
SIDE_SIGNS, PLAIN_SIGNS = "●○◇", "@o*"
DIGITS = "123456789"
LINK_SIGNS = "#:+&^!$"
PICKED = "*"
FEATURE_SIGNS = ("=%", "~;", "-,", '"?', "<>")  # of a level side, and of others


class Spot(NamedTuple):
    """Where the upper left corner of a hex's text lies on the whole map's sheet of characters."""

    x: int
    y: int


def style_of(scenario: Scenario) -> Style:
    """The family's faces; a plain one where it has none."""
    return _style_in(scenario.system.folder, scenario.board.id, scenario.board.folder)


@lru_cache
def _style_in(folder: Path, board: str, beside: Path | None) -> Style:
    return Style.load(folder, board, beside) if (folder / "faces.toml").exists() else Style(folder, {}, {})


def label(style: Style, scenario: Scenario, seen: Seen) -> tuple[str, str]:
    """A counter's abbreviation and its strength, as printed; `?` shows its back."""
    shown = face(style, scenario, seen)
    if shown is None:
        return "?", ""
    return short(style, shown), strength(style, shown)


class Excerpt:
    """A window of a board about one hex, as one side sees it; `picks` are marked."""

    def __init__(self, scenario: Scenario, view: View, centre: Hex, picks: Collection[Hex], screen: Console) -> None:
        self.scenario, self.board, self.view, self.picks = scenario, scenario.board, view, picks
        self.style, self.plain = style_of(scenario), screen.options.ascii_only
        self.flat = self.board.layout.top == "flat"
        self.sheet: dict[tuple[int, int], tuple[str, str]] = {}  # by line and character: what stands there, and how
        self.stacks: dict[int, list[Seen]] = {}
        for seen in view.units:
            self.stacks.setdefault(seen.place, []).append(seen)
        self.markers: dict[int, list[Marker]] = {}
        for lying in markers_of(view, self.style):
            self.markers.setdefault(lying.place, []).append(lying)
        self.hexes = list(self._window(centre, screen.width))
        self.centre = centre

    # ------------------------------------------------------------------ which hexes

    def _lane(self, hex: Hex) -> tuple[int, int]:
        """The lane of a hex and its place along it, in halves."""
        x, y = self.board.layout.centre(hex, 1)
        across, along = (x, y) if self.flat else (y, x)
        return round((across - 1) / 1.5), round(along / HALF_WIDTH - 1)

    def _spot(self, hex: Hex) -> Spot:
        lane, along = self._lane(hex)
        if self.flat:
            return Spot(lane * (INNER + 2), along * HIGH // 2)
        return Spot(along * (INNER + 3) // 2, lane * HIGH)

    def _window(self, centre: Hex, width: int) -> Iterator[Hex]:
        """As many columns as fit, an odd number, and some rows; at the edge of the map it stays inside."""
        wide, ends = (INNER + 2, 2) if self.flat else (INNER + 3, (INNER + 3) // 2 + 1)
        across = min(MOST_COLUMNS, max(1, (width - ends) // wide))
        across -= 1 - across % 2
        layout = self.board.layout
        y, x = divmod(centre, layout.columns)
        left = max(0, min(x - across // 2, layout.columns - across))
        top = max(0, min(y - ROWS // 2, layout.rows - ROWS))
        for row in range(top, min(top + ROWS, layout.rows)):
            for column in range(left, min(left + across, layout.columns)):
                hex = Hex(row * layout.columns + column)
                if hex in self.board.playable:
                    yield hex

    # ------------------------------------------------------------------ one hex

    def lines(self) -> list[Text]:
        for hex in self.hexes:
            self._ground(hex)
            self._write(hex)
        drawn: set[tuple[int, int]] = set()
        for hex in self.hexes:
            self._sides(hex, drawn)
        return self._cut()

    def _rows(self, hex: Hex) -> list[tuple[int, int, int]]:
        """Line, first character and length of each line inside a hex."""
        x, y = self._spot(hex)
        if not self.flat:
            return [(y + nth, x + 1, INNER + 2) for nth in range(HIGH)]
        slopes = (2, 1, 1, 2)
        return [(y + nth, x + slope, INNER + 4 - 2 * slope) for nth, slope in enumerate(slopes)]

    def _ground(self, hex: Hex) -> None:
        tint = self.style.look("terrain", self.board.terrain[hex]).get("tint", "")
        for y, x, length in self._rows(hex):
            for nth in range(length):
                self.sheet[y, x + nth] = (" ", f"{INK} on {tint}" if tint else "")

    def _write(self, hex: Hex) -> None:
        """Number, terrain and control; two counters, or one and how many more; markers; the name of the place."""
        top, upper, lower, bottom = self._rows(hex)
        mark = PICKED if hex in self.picks else ">" if hex == self.centre else " "
        self._put(top, 0, f"{mark}{self.board.name(hex)}", "bold reverse" if hex in self.picks else "bold")
        self._put(top, len(self.board.name(hex)) + 2, self._terrain_sign(hex))
        if (control := self._control(hex)) is not None:
            name, look = control
            self._put(top, top[2] - 1, self.letters[name], _colours(look))
        stack, names = self.stacks.get(hex, [])[::-1], [place.name for place in self.board.places_in(hex)]
        crowded = len(stack) > 1 and bool(names) and hex in self.markers
        for row, seen in zip((upper, lower), stack[: 1 if crowded or len(stack) > 2 else 2], strict=False):
            self._counter(row, seen)
        more = f"+{len(stack) - 1}"
        if crowded:
            self._put(lower, 0, more)
        elif len(stack) > 2:
            self._put(lower, 1, f"{more} more")
        if names:
            self._put(bottom, 0, names[0][: bottom[2]].replace(" ", "_").center(bottom[2]).rstrip(), "italic")
        if hex in self.markers:
            row = upper if not stack else lower if crowded or len(stack) == 1 else bottom
            self._lying(hex, row, len(more) + 1 if crowded else 0 if row is bottom else 1)

    def _lying(self, hex: Hex, row: tuple[int, int, int], at: int) -> None:
        """What lies in a hex, whose it is, and what it says in brief, as far as there is room: `D3SP H2`."""
        letters = [self._whose(hex, each) + marker_letter(self.style, each.kind) for each in self.markers[hex]]
        told = [each.text.partition(" ")[0] for each in self.markers[hex]]
        while at + len(" ".join(map("".join, zip(letters, told, strict=True)))) > row[2] and any(told):
            told[max(nth for nth, said in enumerate(told) if said)] = ""
        for each, letter, said in zip(self.markers[hex], letters, told, strict=True):
            self._put(row, at, letter + said, f"bold {_colours(self.style.look('sides', each.owner))}".strip())
            at += len(letter + said) + 1

    def _whose(self, hex: Hex, found: Marker) -> str:
        """Nothing where control or a counter beside it says it."""
        control, sides = self._control(hex), self.scenario.sides
        told = {sides[seen.side] for seen in self.stacks.get(hex, ()) if seen.side < len(sides)}
        if found.owner not in sides or found.owner in told or (control is not None and control[0] == found.owner):
            return ""
        return self.sign(sides.index(found.owner))

    def _counter(self, row: tuple[int, int, int], seen: Seen) -> None:
        name, factors = label(self.style, self.scenario, seen)
        room = row[2] - 1 - (len(factors) + 1 if factors else 0)
        shown = f"{self.sign(seen.side)}{name[: max(1, room)].strip()} {factors}".rstrip()
        look = self.style.look("sides", self.scenario.sides[seen.side] if seen.side < len(self.scenario.sides) else "")
        if seen.unit is not None:
            nation = str(self.scenario.counters.face(seen.unit).get("nationality", ""))
            look = self.style.look("nationalities", nation) or look
        self._put(row, 0, shown, f"bold {_colours(look)}".strip())

    def sign(self, side: int) -> str:
        signs = PLAIN_SIGNS if self.plain else SIDE_SIGNS
        return signs[min(side, len(signs) - 1)]

    def _terrain_sign(self, hex: Hex) -> str:
        return self.signs[self.board.terrain[hex]]

    @cached_property
    def signs(self) -> dict[str, str]:
        """The characters that stand for terrain in the board's own file."""
        return {word: sign for sign, word in self.board.to_dict()["terrain"]["key"].items()}

    @property
    def controllers(self) -> Sequence[str]:
        found: Sequence[str] = self.style.table("picture").get("controllers", self.scenario.sides)
        return found

    @cached_property
    def letters(self) -> dict[str, str]:
        """What stands for each controller: the first letter of the name that no other begins with or has taken, or a
        figure where all are taken."""
        spoken = {name: self.scenario.system.side_name(name).upper() for name in self.controllers}
        found: dict[str, str] = {}
        for name, said in spoken.items():
            others = {other[:1] for each, other in spoken.items() if each != name} | set(found.values())
            free = [sign for sign in (*said, *DIGITS) if sign not in others and sign.isalnum()]
            found[name] = free[0]
        return found

    def _control(self, hex: Hex) -> tuple[str, dict[str, str]] | None:
        control = self.view.control[hex] if hex < len(self.view.control) else None
        if control is None or control >= len(self.controllers):
            return None
        name = self.controllers[control]
        return name, dict(self.style.look("sides", name))

    # ------------------------------------------------------------------ its sides

    def _sides(self, hex: Hex, drawn: set[tuple[int, int]]) -> None:
        """The six sides, each once; what lies on one (a river, a strait) draws it with other characters, and what leads
        across it (a road) has a sign in its middle."""
        x, y = self._spot(hex)
        for direction, (sign, cells) in enumerate(self._edges(x, y)):
            if cells[len(cells) // 2] in drawn:  # their ends may be the corner of others
                continue
            drawn.update(cells)
            there = self.board.layout.neighbours[6 * hex + direction]
            features = self.board.features(hex, Hex(there)) if there >= 0 else frozenset()
            feature = next((word for word in self.feature_signs if word in features), "")
            look = self.style.look("hexsides", feature) if feature else {}
            signs = self.feature_signs.get(feature, sign * 2)
            free = [at for at in cells if sign != "_" or self.sheet.get(at, (" ", ""))[0] == " "]
            for at in free:
                ground = self.sheet.get(at, (" ", ""))[1].partition(" on ")[2] if sign == "_" else ""
                ink = f"bold {look['ink']}" if "ink" in look else "" if features else "dim"
                self.sheet[at] = (signs[sign != "_"], f"{ink} on {ground}" if ground else ink)
            links = self._links(hex, Hex(there)) if there >= 0 else []
            middle = sorted(free or cells[-1:], key=lambda at: abs(cells.index(at) - len(cells) // 2))
            for word, at in zip(links, middle[: -1 if features else None] or middle, strict=False):
                ground = self.sheet[at][1].partition(" on ")[2]
                ink = f"bold {self.style.look('links', word).get('ink', '')}".strip()
                self.sheet[at] = (self.link_signs[word], f"{ink} on {ground}" if ground else ink)

    def _links(self, hex: Hex, there: Hex) -> list[str]:
        """What leads from one hex to the next, the most important first."""
        return [word for word in self.link_signs if word in self.board.links(hex, there)]

    @cached_property
    def link_signs(self) -> dict[str, str]:
        """What stands for each kind of road of the board; those that are painted last are the most important."""
        painted = [*self.style.table("links")]
        words = {chain.link: painted.index(chain.link) if chain.link in painted else -1 for chain in self.board.chains}
        ranked = sorted(words, key=lambda word: -words[word])
        return {word: LINK_SIGNS[min(nth, len(LINK_SIGNS) - 1)] for nth, word in enumerate(ranked)}

    @cached_property
    def feature_signs(self) -> dict[str, str]:
        """What stands for each kind of hexside of the board; if there are many, the last of them share theirs."""
        on_map = dict.fromkeys(river.feature for river in self.board.rivers)
        there = dict.fromkeys([*(word for word in self.style.table("hexsides") if word in on_map), *on_map])
        return {word: FEATURE_SIGNS[min(nth, len(FEATURE_SIGNS) - 1)] for nth, word in enumerate(there)}

    def _edges(self, x: int, y: int) -> list[tuple[str, list[tuple[int, int]]]]:
        """By direction, clockwise from the top: the character of a side and where it stands."""
        if self.flat:
            right = x + INNER + 3
            floor = range(x + 2, x + 2 + INNER)
            return [
                ("_", [(y - 1, at) for at in floor]),
                ("\\", [(y, right - 1), (y + 1, right)]),
                ("/", [(y + 2, right), (y + 3, right - 1)]),
                ("_", [(y + 3, at) for at in floor]),
                ("\\", [(y + 2, x), (y + 3, x + 1)]),
                ("/", [(y, x + 1), (y + 1, x)]),
            ]
        wide, half = INNER + 3, (INNER + 3) // 2
        above, below = y - 1, y + HIGH - 1
        return [
            ("_", [(above, x + at) for at in range(half, wide)]),
            ("|", [(y + nth, x + wide) for nth in range(HIGH)]),
            ("_", [(below, x + at) for at in range(half, wide)]),
            ("_", [(below, x + at) for at in range(1, half)]),
            ("|", [(y + nth, x) for nth in range(HIGH)]),
            ("_", [(above, x + at) for at in range(1, half)]),
        ]

    # ------------------------------------------------------------------ the sheet

    def _put(self, row: tuple[int, int, int], at: int, text: str, how: str = "") -> None:
        y, x, length = row
        for nth, sign in enumerate(text[: length - at]):
            _, ground = self.sheet[y, x + at + nth]
            keeps = "on " not in how and ground
            self.sheet[y, x + at + nth] = (sign, f"{how} {ground}".strip() if keeps else how)

    def _cut(self) -> list[Text]:
        lines = [y for y, _ in self.sheet]
        left = min(x for _, x in self.sheet)
        found = []
        for y in range(min(lines), max(lines) + 1):
            line = Text()
            end = max((x for at, x in self.sheet if at == y), default=left)
            for x in range(left, end + 1):
                sign, how = self.sheet.get((y, x), (" ", ""))
                line.append(sign, how)
            line.rstrip()
            found.append(line)
        return found

    def legend(self, width: int) -> list[Text]:
        """What the signs mean, of those that are to be seen."""
        shown = dict.fromkeys(self.board.terrain[hex] for hex in self.hexes)
        parts = [f"{self.signs[word]} {word.replace('_', ' ')}" for word in shown]
        held = dict.fromkeys(control[0] for hex in self.hexes if (control := self._control(hex)))
        parts += [f"{self.letters[name]} controlled by {self.scenario.system.side_name(name)}" for name in held]
        sides = dict.fromkeys(seen.side for hex in self.hexes for seen in self.stacks.get(hex, ()))
        names = (*self.scenario.spoken_sides, "neutral")
        parts += [f"{self.sign(side)} {names[min(side, len(names) - 1)]}" for side in sorted(sides)]
        features = {word for hex in self.hexes for word in self._features(hex)}
        for signs in dict.fromkeys(self.feature_signs.values()):
            if told := [word.replace("_", " ") for word, each in self.feature_signs.items()
                        if each == signs and word in features]:  # fmt: skip
                parts.append(f"{signs} {', '.join(told)}")
        links = {word for hex in self.hexes for there in self.board.around(hex) for word in self._links(hex, there)}
        parts += [f"{sign} {link_name(self.style, word)}" for word, sign in self.link_signs.items() if word in links]
        lying = dict.fromkeys(each.kind for hex in self.hexes for each in self.markers.get(hex, ()))
        parts += [f"{marker_letter(self.style, kind)} {marker_name(self.style, kind)}" for kind in lying]
        if self.picks:
            here = sum(hex in self.picks for hex in self.hexes)
            parts.append(
                f"{PICKED} may be picked" + (f" ({here} of {len(self.picks)})" if here < len(self.picks) else "")
            )
        lines = [parts[0]]
        for part in parts[1:]:
            if len(lines[-1]) + 3 + len(part) <= width:
                lines[-1] += f" · {part}"
            else:
                lines.append(part)
        return [Text(line, style="dim") for line in lines]

    def _features(self, hex: Hex) -> Iterable[str]:
        return (word for there in self.board.around(hex) for word in self.board.features(hex, there))


def _colours(look: dict[str, str] | object) -> str:
    """`#ffffff on #4b5660` of a look with an ink and a ground."""
    if not isinstance(look, dict) or "ground" not in look:
        return ""
    ground = look["ground"]
    return f"{look.get('ink', INK)} on {ground[0] if isinstance(ground, list) else ground}"
