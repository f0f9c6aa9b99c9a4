"""The rules of Unconditional Surrender! that no scenario reaches, started from a hand-made position.

Run it: `python examples/use_at_sea.py`. A board of one's own, counters of one's own, and any procedure on them.
"""

from __future__ import annotations

from sandtable.core.board import Board
from sandtable.core.counters import Counters
from sandtable.core.flow import Procedure
from sandtable.core.system import Scenario
from sandtable.play.explain import sentence
from sandtable.play.session import Session
from sandtable.systems.use.d3_diplomacy import BuySurprise, Diplomacy
from sandtable.systems.use.s01_2_sequence import WHOLE_OUTLINE
from sandtable.systems.use.s05_4_warfare import StrategicWarfare
from sandtable.systems.use.s06_1_markers import Place
from sandtable.systems.use.s06_2_air_actions import Strike
from sandtable.systems.use.s06_2_naval import BombingRun, NavalRebase
from sandtable.systems.use.s06_3_invasion import Invasion
from sandtable.systems.use.state import PHASING, TURN, UseState
from sandtable.systems.use.system import OPTIONS, USE
from sandtable.systems.use.theatre import (
    AXIS,
    AXIS_FACTION,
    NEUTRAL,
    SIDES,
    WEST,
    WESTERN,
    WORDS,
    Country,
    Theatre,
)

LAND = ["EE~~~GGG",
        "EE~~~GGG",
        "~~NN~~GG"]  # fmt: skip
PLACES = {
    "london": ("0101", "city capital port factory"), "hull": ("0102", "city port"), "kiel": ("0106", "city port"),
    "berlin": ("0107", "city capital factory"), "essen": ("0207", "city factory"),
    "oslo": ("0303", "city capital port"),
}  # fmt: skip
BOXES = [
    *(f"{name}_{side}" for side in SIDES for name in ("events", "mobilization", "eliminated")),
    *(f"turn_{turn}" for turn in range(1, 7)), "surprise_holding", "diplomacy_cup", "diplomacy_holding",
]  # fmt: skip
BOARD = {
    "format": "board/1", "id": "north_sea", "title": "A North Sea",
    "layout": {"top": "pointy", "columns": 8, "rows": 3, "pushed": "even", "labels": "RRCC"},
    "terrain": {
        "key": {"~": "water", ".": "clear"},
        "rows": ["".join("~" if sign == "~" else "." for sign in row) for row in LAND],
    },
    "areas": {
        "country": {
            "key": {"E": "uk", "G": "germany", "N": "norway"}, "rows": [row.replace("~", " ") for row in LAND]
        },
    },
    "places": [
        {"id": id, "name": id.capitalize(), "hex": hex, "symbols": symbols.split()}
        for id, (hex, symbols) in PLACES.items()
    ],
    "boxes": [
        *({"id": id, "name": id.replace("_", " ")} for id in BOXES),
        {"id": "sea_1", "name": "Sea Zone 1", "adjoins": ["0102", "0202", "0106", "0206", "0303"]},
        {"id": "sea_2", "name": "Sea Zone 2", "adjoins": ["0101"]},
    ],
    "data": {"projection": {"lat_top": 60.0, "km": 80}, "sea": {"borders": [{"between": ["sea_1", "sea_2"]}]}},
}  # fmt: skip
COUNTRIES = (  # id, name, side, National Will, production points, by factories, at home, faction
    Country("germany", "Germany", AXIS, 30, 40, False, frozenset(), AXIS_FACTION),
    Country("uk", "United Kingdom", WEST, 30, 40, False, frozenset(), WESTERN),
    Country("norway", "Norway", AXIS, 4, 0, False, frozenset(), NEUTRAL),
)
COUNTERS = {
    "ger_1": ("germany", "infantry"), "ger_fighter": ("germany", "fighter"), "ger_ship": ("germany", "surface"),
    "uk_1": ("uk", "infantry"), "uk_fighter": ("uk", "fighter"), "uk_bomber": ("uk", "bomber"),
    "uk_convoy": ("uk", "convoy"), "uk_ship": ("uk", "carrier"), "uk_surprise": ("uk", "surprise_attack"),
    "success": ("germany", "political_success"), "nothing": ("germany", "no_event"),
}  # fmt: skip


def theatre() -> Theatre:
    """What never changes: the board, the counters, the countries."""
    nations, types = zip(*COUNTERS.values(), strict=True)
    ids, none = list(COUNTERS), [False] * len(COUNTERS)
    counters = Counters({
        "id": ids, "name": ids, "country": list(nations), "type": list(types), "elite": none, "reduced": none,
        "at": ["later"] * len(ids),
    })  # fmt: skip
    return Theatre(
        board=Board.from_dict(BOARD, WORDS), counters=counters, countries=COUNTRIES,
        zone="mild",
        months=("Jul 1941", "Aug 1941", "Sep 1941", "Oct 1941", "Nov 1941", "Dec 1941"), skip=frozenset(),
        must_fall=frozenset({1}), per_factory=2,
    )  # fmt: skip


def position(phasing: int = WEST, **units: str) -> UseState:
    """`position(uk_convoy="hull", ger_ship="kiel")`: these counters in these places, in July, at full strength."""
    table, options = theatre(), {option.name: option.default for option in OPTIONS} | {"abstract_naval": False}
    scenario = Scenario(
        USE, "north_sea", SIDES, USE.charts(), table.board, table.counters, table.side_of, WHOLE_OUTLINE,
        options=options, extra=table,
    )  # fmt: skip
    state = UseState(scenario)
    for nth, country in enumerate(COUNTRIES):
        state.will[nth], state.points[nth] = country.will, country.points
    for hex in table.all_cities:
        if state.faction[table.country_at[hex]]:
            state.control[hex] = COUNTRIES[table.country_at[hex]].side + 1
    state.steps[:] = bytes(table.full_strength)
    for id, at in units.items():
        state.place(scenario.unit(id), scenario.place(at), "1.2")
    state.tick(TURN, 1)
    state.tick(PHASING, phasing)
    return state


def play(state: UseState, procedure: Procedure, *answers: str, seed: str = "1") -> list[str]:
    """Starts a procedure and answers its questions in writing ("intercept ger_ship"); the dice are the seed's. What
    happened, in sentences; `state` is left as it was."""
    begin = state.copy()
    begin.stack = [procedure]
    session = Session(state.scenario, seed, position=begin)
    for answer in answers:
        assert session.ask is not None, f"nothing is asked that {answer} answers"
        session.submit_written(session.ask.side, answer.split())
    assert session.ask is None, f"{session.ask} is not answered"
    return [sentence(state.scenario, event, USE.texts) for event in session.log]


def strategic_warfare() -> list[str]:
    """5.4: the Axis against the West; a Bombed marker lies on Essen."""
    state = position(ger_ship="kiel")
    state.bombed[state.scenario.place("essen")] = 1
    state.fac_lost[:] = bytes([2, 3, 0])
    return play(state, StrategicWarfare(AXIS))


def voyage_under_escort() -> list[str]:
    """4.0, 5.2: a convoy goes from Hull to London; it is intercepted, and its escort meets the attacker."""
    state = position(uk_convoy="hull", uk_ship="hull", ger_ship="kiel")
    convoy, escort = (state.scenario.unit(id) for id in ("uk_convoy", "uk_ship"))
    way = tuple(map(state.scenario.place, ("sea_1", "sea_2")))
    voyage = NavalRebase(WEST, convoy, (escort,), state.scenario.place("london"), way)
    return play(state, voyage, "intercept ger_ship", "escort uk_ship", "pass")


def invasion() -> list[str]:
    """6.3.2: from Hull to Kiel, which is defended; Naval Support by the escort."""
    state = position(uk_1="hull", uk_convoy="hull", uk_ship="hull", uk_surprise="events_west", ger_1="kiel")
    ids = [state.scenario.unit(id) for id in ("uk_surprise", "uk_1", "uk_convoy", "uk_ship")]
    sea, kiel = state.scenario.place("sea_1"), state.scenario.place("kiel")
    return play(state, Invasion(WEST, *ids[:3], (ids[3],), (sea,), kiel, ()), "0107", "hull", seed="6")


def bombing_run() -> list[str]:
    """5.2: a bomber flies to Essen, and a fighter near it rises."""
    state = position(uk_bomber="london", ger_fighter="berlin")
    run = BombingRun(WEST, state.scenario.unit("uk_bomber"), state.scenario.place("essen"))
    return play(state, run, "intercept ger_fighter")


def strike_at_a_port() -> list[str]:
    """6.2.2, 5.2: a fighter strikes a ship in port, over which another stands by as escort."""
    state = position(AXIS, ger_fighter="kiel", uk_ship="hull", uk_fighter="hull")
    strike = Strike(AXIS, state.scenario.unit("ger_fighter"), state.scenario.unit("uk_ship"))
    return play(state, strike, "escort uk_fighter")


def diplomacy() -> list[str]:
    """D3: Germany draws from the cup; Norway, the only neutral, leans to the Axis."""
    state = position(AXIS, success="diplomacy_cup", nothing="diplomacy_holding")
    return play(state, Diplomacy(AXIS), "draw germany")


def surprise() -> list[str]:
    """9.0, E9: a Surprise Attack marker is bought; another is put on the map."""
    held, ready = position(uk_surprise="surprise_holding"), position(uk_surprise="events_west")
    marker = held.scenario.unit("uk_surprise")
    place = Place(WEST, marker, ready.scenario.place("0206"))
    return play(held, BuySurprise(WEST, marker)) + play(ready, place)


ALL = (
    strategic_warfare, voyage_under_escort, invasion, bombing_run, strike_at_a_port, diplomacy, surprise,
)  # fmt: skip

if __name__ == "__main__":
    for each in ALL:
        print(each.__doc__, *each(), "", sep="\n")
