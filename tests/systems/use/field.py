"""Small battlefields of USE with counters of one's own, and games told by words and scripted dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sandtable.core.events import Log
from sandtable.core.flow import Over, Procedure, Roll
from sandtable.core.rules import Breakdown, Hex, Side, UnitId
from sandtable.core.sequence import Segment
from sandtable.core.system import Scenario
from sandtable.play.explain import words
from sandtable.systems.use.options import OPTIONS
from sandtable.systems.use.s01_2_sequence import OUTLINE
from sandtable.systems.use.setups import SetUp, read_setup
from sandtable.systems.use.state import PHASING, TURN, WEATHER, UseState
from sandtable.systems.use.system import USE
from sandtable.systems.use.theatre import SIDES, SUPPLY, WEATHERS
from systems.told import ToldGame

AXIS, WEST = Side(0), Side(1)
SCENARIO = """
title = "A battlefield"
cite = "1.2"
text = "For tests."
board = "{board}"
months = ["May 1940", "Jun 1940", "Jul 1940", "Aug 1940", "Sep 1940"]
zone = "mild"
pp_per_factory = 2
must_fall = ["france"]

[countries]
germany = {{ name = "Germany", side = "axis" }}
italy = {{ name = "Italy", side = "axis" }}
hungary = {{ name = "Hungary", side = "axis" }}
france = {{ name = "France", side = "west", will = 20 }}
uk = {{ name = "United Kingdom", side = "west" }}
usa = {{ name = "USA", side = "west" }}
ussr = {{ name = "USSR", side = "west" }}
belgium = {{ name = "Belgium", side = "west", will = 9 }}
netherlands = {{ name = "Netherlands", side = "west", will = 9, at_home = ["netherlands", "germany"] }}
poland = {{ name = "Poland", side = "west", will = 9 }}
switzerland = {{ name = "Switzerland" }}
spain = {{ name = "Spain" }}
"""


@cache
def made(counters: str, board: str) -> SetUp:
    """A set-up of these counters, read as files are."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "battlefield.toml"
        path.write_text(SCENARIO.format(board=board), encoding="utf-8")
        path.with_suffix(".csv").write_text(counters, encoding="utf-8")
        return read_setup(path)


def field(
    units: str, *, weather: str = "Fair", turn: int = 1, phasing: Side = AXIS, board: str = "france40",
    control: Mapping[str, Side] | None = None, forts: Mapping[str, str] | None = None, **options: bool,
) -> UseState:  # fmt: skip
    """field("pz germany tank 0711 reduced; x france infantry 0710 low"): the board at the beginning with only these
    counters, one `id country type place flags` each. Flags: reduced, elite, low, no (supply), fort, s3 (Sorties).
    Cities in `control` are held by another side; `forts` adds forts, by hex and country."""
    lines = [line.split() for line in units.split(";")]
    rows = [
        f"{id},{id},{country},{type},{'yes' if 'elite' in flags else 'no'},no,{at}"
        for id, country, type, at, *flags in lines
    ]
    setup = made("\n".join(["id,name,country,type,elite,reduced,at", *rows]) + "\n", board)
    table, known = setup.theatre, {option.name: option.default for option in OPTIONS}
    scenario = Scenario(
        USE, "battlefield", SIDES, USE.charts(), table.board, table.counters, table.side_of, OUTLINE,
        options={**known, **options}, extra=table,
    )  # fmt: skip
    state = UseState(scenario)
    for nth, country_ in enumerate(table.countries):
        state.will[nth], state.points[nth] = country_.will, country_.points
    for place in table.board.places:
        owner = table.countries[table.country_at[place.hex]].side
        if "city" in place.symbols and owner >= 0:
            state.control[place.hex] = owner + 1
    for name, side in (control or {}).items():
        state.control[table.board.place(name)] = side + 1
    for name, nation in (forts or {}).items():
        state.fort[table.board.place(name)] = table.country(nation) + 1
    for (_, _, _, at, *flags), unit in zip(lines, map(UnitId, range(len(lines))), strict=True):
        state.steps[unit] = 1 if "reduced" in flags else table.full_strength[unit]
        state.place(unit, table.board.place(at), "1.2")
        state.in_fort[unit] = "fort" in flags
        for flag in flags:
            if flag.capitalize() in SUPPLY:
                state.supply[unit] = SUPPLY.index(flag.capitalize())
            if flag[0] == "s" and flag[1:].isdigit():
                state.sorties[unit] = int(flag[1:])
    for what, value in ((TURN, turn), (PHASING, phasing), (WEATHER, WEATHERS.index(weather))):
        state.tick(what, value)
    state.log = Log()
    return state


ACTIONS = "Operations Phase / Actions Sub-Phase"


class Game(ToldGame):
    """The Actions Sub-Phase, if no procedure is given."""

    def __init__(self, state: UseState, procedure: Procedure | None = None, dice: Iterable[Any] = ()) -> None:
        super().__init__(state, procedure or Segment(ACTIONS, state.phasing), dice)

    @property
    def asked(self) -> tuple[str, str]:
        """Who is asked what."""
        return SIDES[self.ask.side], self.ask.form.name

    def roll(self, *dice: Any) -> Any:
        assert isinstance(self.wait, Roll), f"expected a roll, not {self.wait}"
        self.dice += dice
        return self.go()

    @property
    def over(self) -> Any:
        assert isinstance(self.wait, Over), f"expected the end, not {self.wait}"
        return self.wait.outcome

    @property
    def terms(self) -> Breakdown:
        """What decides the roll that is waited for."""
        return USE.foresight.terms(self.state)

    def lines(self, side: str) -> list[tuple[str, int]]:
        """One side's modifiers at the roll, by label."""
        return [
            (words(self.state.scenario, term.label), int(term.value))
            for term in self.terms
            if term.group == side and term.how == "+"
        ]

    def halvings(self, side: str) -> list[str]:
        return [words(self.state.scenario, term.label) for term in self.terms if term.group == side and term.how == "×"]

    def unit(self, id: str) -> UnitId:
        return UnitId(self.state.scenario.unit(id))

    def place(self, id: str) -> str:
        """Where a unit is, "" if it is out of the game."""
        at = self.state.hex_of[self.unit(id)]
        return self.state.scenario.place_name(Hex(at)) if at >= 0 else ""

    def steps(self, id: str) -> int:
        return int(self.state.steps[self.unit(id)])

    def sorties(self, id: str) -> int:
        return int(self.state.sorties[self.unit(id)])
