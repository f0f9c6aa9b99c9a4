"""Small positions told by words, and procedures played on them with scripted dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from sandtable.core.board import Board
from sandtable.core.counters import Counters
from sandtable.core.decisions import DONE
from sandtable.core.events import Log
from sandtable.core.flow import Ask, Over
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.sequence import Segment
from sandtable.core.system import Scenario
from sandtable.core.vocabulary import BOXES as EMPTY_MAP
from sandtable.play.arranging import Arranging
from sandtable.play.explain import words as explained
from sandtable.systems.use.options import OPTIONS
from sandtable.systems.use.s01_2_sequence import WHOLE_OUTLINE
from sandtable.systems.use.state import UseState
from sandtable.systems.use.system import USE
from sandtable.systems.use.theatre import (
    AXIS,
    AXIS_FACTION,
    NEUTRAL,
    SIDES,
    SOVIET,
    UNTRACKED,
    WEST,
    WESTERN,
    WORDS,
    Country,
    Theatre,
)
from systems.told import ToldGame

# ------------------------------------------------------------------------------------------------ a sea
#
# Britain, sea, Norway, sea, Germany in the first rows; zone 2 lies beside Britain and France, 1 between Britain and
# Germany, 3 behind a strait, 13 behind another, 6 behind a canal; the small countries in the east are for 13.0.

LAND = [
    "EE~~NN~GGG~abc",
    "EE~~~~~GGU~pln",
    "~~~~~~~~GG~if~",
    "FF~~DD~~UU~~~~",
    "FF~~DD~~UU~~~~",
    "OOZ~~~~UYY~~~~",
]
PLACES = [
    ("london", "London", "0101", ["city", "capital", "port", "factory"]),
    ("hull", "Hull", "0102", ["city", "port"]),
    ("bergen", "Bergen", "0105", ["city", "capital", "port"]),
    ("kiel", "Kiel", "0108", ["city", "port"]),
    ("berlin", "Berlin", "0110", ["city", "capital", "factory"]),
    ("essen", "Essen", "0209", ["city", "factory"]),
    ("brest", "Brest", "0402", ["city", "capital", "port"]),
    ("toulon", "Toulon", "0502", ["city", "port"]),
    ("oran", "Oran", "0602", ["city", "port", "factory"]),
    ("copenhagen", "Copenhagen", "0405", ["city", "capital", "port"]),
    ("leningrad", "Leningrad", "0409", ["city", "port"]),
    ("moscow", "Moscow", "0410", ["city", "capital", "factory"]),
    ("odessa", "Odessa", "0509", ["city", "port"]),
    ("izmir", "Izmir", "0609", ["city", "capital", "port"]),
]
ZONES = {  # the hexes each Sea Zone touches
    "1": ["0102", "0105", "0108", "0202"],
    "2": ["0101", "0201", "0402", "0401"],
    "3": ["0108", "0208", "0405", "0406", "0309"],
    "4": ["0409"],
    "6": ["0509"],
    "7": ["0106"],
    "13": ["0502", "0602", "0609"],
    "31": ["0502"],
    "32": ["0609"],
}
BORDERS = [
    {"between": ["sea_1", "sea_2"]},
    {"between": ["sea_1", "sea_3"], "over": "strait", "banks": ["0105", "0405"]},
    {"between": ["sea_3", "sea_4"]},
    {"between": ["sea_2", "sea_13"], "over": "strait", "banks": ["0502", "0602"]},
    {"between": ["sea_13", "sea_6"], "over": "canal", "banks": ["0609"]},
    {"between": ["sea_1", "sea_7"]},
    {"between": ["sea_13", "sea_31"]},
    {"between": ["sea_13", "sea_32"]},
    {"between": ["sea_2", "eastern_north_america"]},
    {"between": ["sea_32", "western_indian_ocean"]},
]
LETTERS = {
    "E": "uk", "N": "norway", "G": "germany", "F": "france", "O": "france", "D": "denmark", "U": "ussr", "Y": "turkey",
    "Z": "spain", "a": "estonia", "b": "latvia", "c": "lithuania", "p": "poland", "l": "belgium", "n": "netherlands",
    "i": "ireland", "f": "finland",
}  # fmt: skip
BOXES = [
    *((f"{name}_{side}", f"{side} {name}") for side in SIDES for name in ("events", "mobilization", "eliminated")),
    ("conditional_west_invaded", "West Invaded"),
    *((f"upgrade_{side}", f"{side} Upgrade Box") for side in SIDES),
    ("surprise_holding", "Surprise Attack Holding Box"),
    ("diplomacy_cup", "Diplomacy Cup"),
    ("diplomacy_holding", "Diplomacy Cup Holding Box"),
    *((f"turn_{turn}", f"Turn {turn}") for turn in range(1, 9)),
]
MAP_BOXES = [
    ("eastern_north_america", "Eastern North America"),
    ("western_indian_ocean", "Western Indian Ocean"),
    ("central_russia", "Central Russia", ["0510"]),
]
BOARD = {
    "format": "board/1",
    "id": "seas",
    "title": "Seas",
    "layout": {"top": "pointy", "columns": 14, "rows": 6, "pushed": "even", "labels": "RRCC"},
    "terrain": {
        "key": {"~": "water", ".": "clear"},
        "rows": ["".join("~" if sign == "~" else "." for sign in row) for row in LAND],
    },
    "areas": {
        "country": {"key": LETTERS, "rows": [row.replace("~", " ") for row in LAND]},
        "holding": {
            "key": {"O": "overseas", "N": "disputed", "Y": "disputed"},
            "rows": ["".join(sign if sign in "ONY" else " " for sign in row) for row in LAND],
        },
    },
    "links": {"line": [
        {"name": "russia", "hexes": ["0410", "0409", "0509"]}, {"name": "france", "hexes": ["0402", "0502"]},
        {"name": "germany", "hexes": ["0108", "0109", "0110"]}, {"name": "ruhr", "hexes": ["0109", "0209"]},
        {"name": "england", "hexes": ["0101", "0102"]}, {"name": "asia", "hexes": ["0609", "0610"]},
        {"name": "urals", "hexes": ["0410", "0510"]},
    ]},
    "places": [{"id": id, "name": name, "hex": hex, "symbols": symbols} for id, name, hex, symbols in PLACES],
    "boxes": [
        *({"id": id, "name": name} for id, name in BOXES),
        *({"id": f"sea_{zone}", "name": f"Sea Zone {zone}", "adjoins": hexes} for zone, hexes in ZONES.items()),
        *({"id": id, "name": name, "adjoins": next(iter(rest), [])} for id, name, *rest in MAP_BOXES),
    ],
    "data": {
        "projection": {"lat_top": 70.0, "km": 800},
        "sea": {"borders": BORDERS, "map_boxes": [id for id, *_ in MAP_BOXES]},
    },
}  # fmt: skip


def _country(id: str, name: str, side: int, faction: int, will: int = UNTRACKED, points: int = UNTRACKED) -> Country:
    return Country(id, name, side, will, points, False, frozenset(), faction)


COUNTRIES = (
    _country("germany", "Germany", AXIS, AXIS_FACTION, 30, 40),
    _country("uk", "United Kingdom", WEST, WESTERN, 30, 40),
    _country("france", "France", WEST, WESTERN, 20, 10),
    _country("usa", "United States", WEST, NEUTRAL, UNTRACKED, 40),
    _country("ussr", "Soviet Union", WEST, SOVIET, 40, 40),
    _country("norway", "Norway", WEST, NEUTRAL, 4),
    _country("denmark", "Denmark", WEST, NEUTRAL, 2),
    _country("turkey", "Turkey", AXIS, NEUTRAL, 6),
    *(
        _country(id, id.capitalize(), WEST, NEUTRAL)
        for id in ["spain", "estonia", "latvia", "lithuania", "poland", "belgium", "netherlands", "ireland", "finland"]
    ),
)
COUNTERS = """
ger_1 germany infantry · ger_2 germany infantry · ger_pz germany tank · ger_fighter germany fighter
ger_fighter2 germany fighter · ger_bomber germany bomber · ger_convoy germany convoy · ger_ship germany surface
uk_1 uk infantry · uk_2 uk infantry · uk_fighter uk fighter · uk_bomber uk bomber · uk_convoy uk convoy
uk_ship uk surface · uk_carrier uk carrier · fra_1 france infantry · fra_ship france surface · usa_1 usa infantry
sov_1 ussr infantry · sov_fighter ussr fighter · nor_1 norway infantry · tur_1 turkey infantry
ger_surprise germany surprise_attack · uk_surprise uk surprise_attack · sov_surprise ussr surprise_attack
uk_mulberry uk mulberry · uk_ultra uk ultra · ger_snafu germany snafu
success germany political_success · failure germany political_failure · seized ussr area_seized
nothing germany no_event · nothing2 germany no_event · sov_guard ussr shock · uk_fighter2 uk fighter
uk_partisans uk partisans · sov_partisans ussr partisans · usa_surprise usa surprise_attack
nor_2 norway infantry · nor_fighter norway fighter · nor_convoy norway convoy
"""
MONTHS = tuple(f"{month} 1941" for month in ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug"))
AT = {"nor_1": "bergen", "tur_1": "izmir"}  # where units of neutrals are set up


def theatre() -> Theatre:
    rows = [line.split() for line in COUNTERS.replace("\n", "·").split("·") if line.strip()]
    counters = Counters({
        "id": [row[0] for row in rows], "name": [row[0] for row in rows], "country": [row[1] for row in rows],
        "type": [row[2] for row in rows], "elite": [False] * len(rows), "reduced": [False] * len(rows),
        "at": [AT.get(row[0], "later") for row in rows],
    })  # fmt: skip
    return Theatre(
        board=Board.from_dict(BOARD, WORDS), counters=counters, countries=COUNTRIES,
        zone="mild", months=MONTHS, skip=frozenset(), must_fall=frozenset({1}), per_factory=2,
    )  # fmt: skip


THEATRE = theatre()


def with_faces(**faces: Mapping[str, str]) -> Theatre:
    """The theatre with other words on some counters: `with_faces(uk_1={"country": "norway"})`."""
    ids, counters = THEATRE.counters.ids, THEATRE.counters
    return replace(THEATRE, counters=Counters({
        column: [faces.get(id, {}).get(column, word) for id, word in zip(ids, counters[column], strict=True)]
        for column in counters.columns
    }))  # fmt: skip


def at_sea(units: str = "", control: Mapping[str, str] | None = None, **said: Any) -> UseState:
    """The hand-made sea. `units`: "uk_convoy hull, ger_ship kiel"; `control`: {"bergen": "axis"}."""
    known: dict[str, bool] = {option.name: option.default for option in OPTIONS}
    options = {**known, "abstract_naval": False, **said.pop("options", {})}
    charts = USE.charts(said.pop("charts", None))
    scenario = Scenario(
        USE, "seas", SIDES, charts, THEATRE.board, THEATRE.counters, THEATRE.side_of, WHOLE_OUTLINE,
        options=options, extra=THEATRE,
    )  # fmt: skip
    return position(Arranging(scenario), units, control, **said)


def on_land(scenario: str, units: str = "", control: Mapping[str, str] | None = None, **said: Any) -> UseState:
    """A shipped scenario's map with only these units on it, and those in boxes."""
    table = USE.load(scenario, said.pop("options", None), said.pop("charts", None))
    return position(Arranging(table, EMPTY_MAP), units, control, **said)


def laid_over(folder: Path, chart: str, old: str, new: str) -> Path:
    """A folder with one of our charts, in which something is told otherwise."""
    text = (USE.folder / "charts" / f"{chart}.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{chart}: {old}"
    (folder / USE.code).mkdir(exist_ok=True)
    (folder / USE.code / f"{chart}.toml").write_text(text.replace(old, new), encoding="utf-8")
    return folder


def position(
    arranging: Arranging, units: str, control: Mapping[str, str] | None, *, weather: str = "Fair", turn: int = 1,
    sorties: Mapping[str, int] | None = None, reduced: str = "", phasing: Side = AXIS,
) -> UseState:  # fmt: skip
    said = [
        *filter(None, map(str.strip, units.split(","))),
        *(f"{place} {side}" for place, side in (control or {}).items()),
        *(f"{id} sorties {count}" for id, count in (sorties or {}).items()),
        *(f"{id} reduced" for id in reduced.split()),
        f"turn {turn}", f"weather {weather}", f"phasing {SIDES[phasing]}",
    ]  # fmt: skip
    state = arranging.lay_out(said)
    assert isinstance(state, UseState)
    state.log = Log()
    return state


# ------------------------------------------------------------------------------------------------ play


class Game(ToldGame):
    """As everywhere; refusals are those of a whole answer, with rule numbers."""

    def roll(self, *readings: Any) -> Any:
        self.dice += readings
        return self.go()

    def say(self, *words: Any) -> Any:
        return self.do(*words)

    def refused(self, *words: Any) -> str:
        """Why the answer would be refused, with numbers."""
        bad = self.ask.form.check(self.state, self.action(*words))
        assert bad, f"{words} is not refused"
        return "; ".join(f"{explained(self.state.scenario, each.because)} ({each.rule})" for each in bad)

    @property
    def asked(self) -> Ask:
        return self.ask

    @property
    def offered(self) -> list[str]:
        """The words of a menu that may be said."""
        return [word for word in self.asked.form.picks(self.state) if word != DONE]

    @property
    def outcome(self) -> Any:
        assert isinstance(self.wait, Over), f"expected the end, not {self.wait}"
        return self.wait.outcome

    @property
    def log(self) -> str:
        assert self.state.log is not None
        return "\n".join(f"{event.kind} {dict(event.data)} {event.rule}" for event in self.state.log)


def unit(state: UseState, id: str) -> UnitId:
    return state.scenario.unit(id)


def where(state: UseState, id: str) -> str:
    """The number of a hex, the id of a box, or nothing."""
    at = state.hex_of[unit(state, id)]
    return "" if at < 0 else state.scenario.place_name(Hex(at))


def country(state: UseState, id: str) -> int:
    return state.theatre.country(id)


# ------------------------------------------------------------------------------------------------ phases

ACTIONS, OVERSEA = "Operations Phase / Actions Sub-Phase", "Operations Phase / Supply over sea"


def west(units: str, **said: Any) -> Game:
    return Game(at_sea(units, phasing=WEST, **said), Segment(ACTIONS, WEST))


def axis(units: str, **said: Any) -> Game:
    return Game(at_sea(units, **said), Segment(ACTIONS, AXIS))


def place(state: UseState, name: str) -> Hex:
    return state.scenario.place(name)


def sorties(game: Game, id: str) -> int:
    return int(game.state.sorties[unit(game.state, id)])
