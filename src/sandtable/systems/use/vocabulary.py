"""USE in words: `ger_2pz 0611; fra_2 0711 reduced supply low; France will 12; weather Poor; turn 2; axis acts`."""

from __future__ import annotations

from sandtable.core.flow import Procedure
from sandtable.core.rules import Hex, Side, UnitId
from sandtable.core.system import Scenario
from sandtable.core.vocabulary import (
    BOXES,
    CONTROL,
    EVERYTHING,
    PLACES,
    Clause,
    Lexicon,
    Names,
    Number,
    Vocabulary,
    words,
)
from sandtable.core.vocabulary import SIDE as SIDE_NAME
from sandtable.systems.use.s01_2_first import first_position, without_units
from sandtable.systems.use.s01_2_sequence import (
    ACTIONS,
    CHECKING,
    DECLARING_WAR,
    GIVING_UP,
    MOBILIZING,
    REPLACING,
    SUPPLYING_BY_SEA,
    TRANSFERRING,
    UPGRADING,
    Game,
)
from sandtable.systems.use.state import (
    ACTIVATED,
    CONDITIONS,
    CONQUERED,
    EVACUATED,
    FOUGHT,
    FULL,
    NO_TARGET,
    PHASING,
    REPLACED,
    SHIPPED,
    STRATEGICALLY_MOVED,
    TURN,
    UNSHIPPED,
    WEATHER,
    UseState,
)
from sandtable.systems.use.theatre import AXIS, FACTIONS, POLICIES, SUPPLY, UNTRACKED, WEATHERS, WEST

MOST = 32_000  # of what a column of two bytes holds


def _countries(scenario: Scenario) -> Lexicon:
    countries = scenario.extra.countries
    return Lexicon.of(
        ((country.id, n) for n, country in enumerate(countries)),
        ((country.name, n) for n, country in enumerate(countries)),
    )


def _forts(scenario: Scenario) -> Lexicon:
    """Whose a fort is, as the column `fort` has it."""
    countries = scenario.extra.countries
    return Lexicon.of(
        [("nobody", 0), *((country.id, n) for n, country in enumerate(countries, 1))],
        ((country.name, n) for n, country in enumerate(countries, 1)),
    )


def _zones(scenario: Scenario) -> Lexicon:
    return Lexicon.of((zone, n) for n, zone in enumerate(scenario.extra.weather_zones))


def _tracked(most: int) -> Number:
    return Number(UNTRACKED, most)


def weather_in(state: UseState, zone: int) -> int:
    return state.clock[WEATHER] >> 2 * zone & 3


def set_weather_in(state: UseState, zone: int, weather: int) -> None:
    state.clock[WEATHER] = state.clock[WEATHER] & ~(3 << 2 * zone) | weather << 2 * zone


def weather_everywhere(state: UseState, _: int) -> int:
    """The one weather of all zones; none if they differ."""
    found = {weather_in(state, zone) for zone in range(len(state.theatre.weather_zones))}
    return found.pop() if len(found) == 1 else len(WEATHERS)


def set_weather_everywhere(state: UseState, _: int, weather: int) -> None:
    for zone in range(len(state.theatre.weather_zones)):
        set_weather_in(state, zone, weather)


def build_fort(state: UseState, unit: int, yes: int) -> None:
    """4.2.3.5 Whoever is in a fort is in his country's."""
    place = state.hex_of[unit]
    if yes and place >= 0 and not state.fort[place]:
        state.fort[place] = state.theatre.country_of[unit] + 1


COUNTRY = Names("country", _countries)
FACTION = words("faction", *FACTIONS, west=2)
DONE = {
    "activated": ACTIVATED, "strategically moved": STRATEGICALLY_MOVED, "replaced": REPLACED, "fought": FOUGHT,
    "evacuated": EVACUATED, "supplied over sea": SHIPPED, "interdicted": UNSHIPPED,
}  # fmt: skip


HAS_DONE: tuple[Clause[UseState], ...] = tuple(
    Clause((word,), "done", value=bit, bits=True) for word, bit in DONE.items()
)
COME: tuple[Clause[UseState], ...] = tuple(
    Clause((f"{word.replace('_', ' ')} has come",), "happened", nth) for nth, word in enumerate(CONDITIONS)
)
PHASES = {
    "acts": ACTIONS.name, "declares war": DECLARING_WAR.name, "transfers": TRANSFERRING.name,
    "supplies over sea": SUPPLYING_BY_SEA.name, "checks supply": CHECKING.name, "gives up": GIVING_UP.name,
    "replaces": REPLACING.name, "upgrades": UPGRADING.name, "mobilizes": MOBILIZING.name,
}  # fmt: skip


def set_out(scenario: Scenario, there: str) -> UseState:
    if there in (EVERYTHING, BOXES):
        state = first_position(scenario, scenario.extra).copy()
        state.keep_own_facts()
    else:
        state = without_units(scenario, scenario.extra)
        state.steps[:] = bytes(state.theatre.full_strength)
    if there == BOXES:
        for unit, at in enumerate(state.hex_of):
            if 0 <= at < state.theatre.hexes:
                state.remove(UnitId(unit), "1.2")
    state.clock[TURN] = 1
    return state


def put_down(state: UseState, unit: UnitId, at: Hex) -> None:
    """2.3.1 At full strength; a ground unit holds the city it stands in."""
    theatre = state.theatre
    state.steps[unit], state.supply[unit], state.sorties[unit] = theatre.full_strength[unit], FULL, 0
    state.done[unit], state.in_fort[unit], state.assault[unit] = 0, 0, NO_TARGET
    if theatre.is_ground[unit] and 0 <= at < theatre.hexes and state.is_city(at):
        state.control[at] = theatre.side_of[unit] + 1


def enter_row(state: UseState, top: str, side: Side) -> None:
    state.clock[PHASING] = side


def game_at(state: UseState, top: str, side: Side) -> Procedure:
    rows = [row.name for row in state.scenario.outline.tops]
    nth = rows.index(top)
    return (Game(nth, WEST) if side == AXIS else Game(nth + 1, AXIS)).standing_at("next_phase")


def at_strength(state: UseState, unit: int, steps: int) -> None:
    """3.1 Who is not reduced is at full strength."""
    state.steps[unit] = steps or state.theatre.full_strength[unit]


IN_WORDS: Vocabulary[UseState] = Vocabulary(
    marks=(
        Clause(("reduced",), "steps", put=at_strength), Clause(("steps {is}",), "steps", value=Number(0, 9)),
        Clause(("supply {is}", "{is} supply"), "supply", value=words("level of supply", *SUPPLY)),
        Clause(("sorties {is}", "{is} sorties"), "sorties", value=Number(0, 9)),
        *HAS_DONE,
        Clause(("in fort", "in a fort"), "in_fort", also=build_fort),
        Clause(("assault at {is}", "assaults {is}"), "assault", value=PLACES),
    ),
    before=(
        Clause(("{of} is {is}", "{of} joins {is}"), "faction", COUNTRY, FACTION),
        Clause(("{of} conquered", "{of} is conquered"), "status", COUNTRY, CONQUERED),
        Clause(("{is} fort {of}", "fort {of} {is}"), "fort", PLACES, Names("country", _forts)),
    ),
    after=(
        CONTROL,
        Clause(("no ezoc {of}",), "no_ezoc", PLACES), Clause(("bombed {of}",), "bombed", PLACES),
        Clause(("served {is} from {of}",), "served", PLACES, Number()),
        Clause(("{of} will {is}",), "will", COUNTRY, _tracked(MOST)),
        Clause(("{of} points {is}", "{of} production {is}"), "points", COUNTRY, _tracked(MOST)),
        Clause(("{of} collapsed {is} times",), "collapses", COUNTRY, Number()),
        Clause(("{of} pro {is}", "{of} leans to {is}"), "pro", COUNTRY, FACTION),
        Clause(("{of} factories lost {is}",), "fac_lost", COUNTRY, Number()),
        Clause(("turn {is}",), "clock", TURN, Number()), Clause(("phasing {is}",), "clock", PHASING, SIDE_NAME),
        Clause(("weather {is}",), "clock", WEATHER, words("weather", *WEATHERS), get=weather_everywhere,
               put=set_weather_everywhere),
        Clause(("{of} weather {is}", "weather {of} {is}"), "clock", Names("zone", _zones), words("weather", *WEATHERS),
               get=weather_in, put=set_weather_in),
        Clause(("{of} {is}",), "policies", words("policy", *(name.replace("_", " ") for name in POLICIES)),
               words("state of a policy", "has not been made", "holds", "has ended", "is broken")),
        *COME,
    ),
    phases=PHASES,
    first=set_out, fresh=put_down, enter=enter_row, game=game_at,
)  # fmt: skip
