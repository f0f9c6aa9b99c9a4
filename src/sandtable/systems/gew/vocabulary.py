"""GEW in words: `ger_pz1 2410; sov_f3 3410; ussr at war; mp axis 12; turn 4; axis moves`."""

from __future__ import annotations

from sandtable.core.flow import Procedure
from sandtable.core.rules import Hex, Side, UnitId, enemy
from sandtable.core.system import Scenario
from sandtable.core.vocabulary import (
    BOXES,
    CONTROLLER,
    NOTHING,
    PLACES,
    SIDE,
    UNITS,
    Clause,
    Lexicon,
    Names,
    Number,
    Vocabulary,
    words,
)
from sandtable.systems.gew.s04_sequence import (
    AIR_PHASE,
    COMBAT_PHASE,
    DEPLOYMENT_PHASE,
    INVASION_PHASE,
    MOBILIZATION_PHASE,
    MOVEMENT_PHASE,
    NAVAL_PHASE,
    PLAYER_IMPULSE,
    POLITICS,
    REGROUP_PHASE,
    Game,
)
from sandtable.systems.gew.s33_setup import end_set_up, lay_out, place_automatically, take_sides
from sandtable.systems.gew.state import (
    ATTACKED,
    ATTACKED_OUT_OF,
    CRISIS,
    CRISIS_BONUS,
    FIRST_PLAYER,
    FOUGHT,
    IMPULSE,
    LANDED,
    MARCHED,
    MOST_HITS,
    MOST_MP,
    NO_MISSION,
    PHASING,
    RAILED,
    SHIPPED,
    TURN,
    ULTRA,
    GewState,
)
from sandtable.systems.gew.theatre import BELLIGERENTS, NEUTRAL, POWERS, SIDES, SOVIET, WALLIED

DICE = 7  # what two dice come to most often
POWER = words("power", *POWERS[:NEUTRAL], western_allies=1, soviet_union=2)
OWNER = words("power", "nobody", *POWERS[:NEUTRAL], western_allies=2, soviet_union=3)
STANDING = words("power", *POWERS, "occupied", western_allies=1, soviet_union=2, conquered=4)
MISSIONS = words(
    "mission", "none", "bombing", "offensive support", "defensive support", "interception", "transport",
    "airborne assault", "air supply", "amphibious assault", "gunfire", "naval interception", "asw", "anti-convoy",
    "long-range bombing",
)  # fmt: skip
FLAGS = (
    "the axis has invaded", "lila declared", "lend-lease used", "us unit built", "usmc mobilized", "avg mobilized", "",
    "vichy invaded this impulse", "vichy gone",
)  # fmt: skip


def _countries(scenario: Scenario) -> Lexicon:
    countries = scenario.extra.countries
    return Lexicon.of(
        ((country.id, n) for n, country in enumerate(countries)),
        ((country.name, n) for n, country in enumerate(countries)),
    )


def _own_power(scenario: Scenario) -> dict[int, int]:
    """9.1 Countries of which it is plain for whom they fight."""
    return {scenario.extra.ussr: SOVIET, scenario.extra.usa: WALLIED}


def _great(scenario: Scenario) -> Lexicon:
    countries = scenario.extra.countries
    return Lexicon.of((name, n) for n in _own_power(scenario) for name in (countries[n].id, countries[n].name))


def _regions(scenario: Scenario) -> Lexicon:
    return Lexicon.of([*((region.id, n) for n, region in enumerate(scenario.extra.regions)), ("nowhere", -1)])


def _arrivals(scenario: Scenario) -> Lexicon:
    """O35 As the column `offensives` has them: a side's ready ones, then those of each turn."""
    turns = len(scenario.extra.track)
    each = (f"{side} turn {turn}" if turn else f"{side} ready" for side in SIDES for turn in range(turns + 1))
    return Lexicon.of((name, n) for n, name in enumerate(each))


def stand(state: GewState, country: int, power: int) -> None:
    """9.3 Its land goes with it."""
    if power <= NEUTRAL:
        for place in state.theatre.in_country[country]:
            state.control[place] = power + 1 if power < NEUTRAL else 0


def at_war(state: GewState, country: int) -> int:
    return int(state.status[country] == _own_power(state.scenario)[country])


def go_to_war(state: GewState, country: int, yes: int) -> None:
    state.status[country] = _own_power(state.scenario)[country] if yes else NEUTRAL
    stand(state, country, state.status[country])


def rose_in(state: GewState, unit: int) -> int:
    return state.origin[unit] if state.theatre.type[unit] == "partisan" else -1


def rise(state: GewState, unit: int, region: int) -> None:
    state.origin[unit] = region


def fortify(state: GewState, unit: int, yes: int) -> None:
    """28.1 The place a unit is in."""
    side = state.side_of(UnitId(unit))
    if yes and side is not None and 0 <= state.hex_of[unit] < state.theatre.hexes:
        state.fort[state.hex_of[unit]] = side + 1


COUNTRY = Names("country", _countries)


HAPPENED: tuple[Clause[GewState], ...] = tuple(Clause((word,), "flags", nth) for nth, word in enumerate(FLAGS) if word)
PHASES = {
    "moves": MOVEMENT_PHASE.name, "attacks": COMBAT_PHASE.name, "flies": AIR_PHASE.name, "sails": NAVAL_PHASE.name,
    "regroups": REGROUP_PHASE.name, "declares invasions": INVASION_PHASE.name, "mobilizes": MOBILIZATION_PHASE.name,
    "deploys": DEPLOYMENT_PHASE.name,
}  # fmt: skip


def set_out(scenario: Scenario, there: str) -> GewState:
    """33.0 Points that are rolled for are what the dice come to most often."""
    state = GewState(scenario, Game())
    plan = state.setup
    if there == NOTHING:
        take_sides(state)
    else:
        lay_out(state)
        place_automatically(state)
        end_set_up(state)
    for power in BELLIGERENTS:
        points, dice = plan.mp[power]
        state.mp[power] = min(MOST_MP, points + dice * DICE // 2)
    if there == BOXES:
        for unit, at in enumerate(state.hex_of):
            if 0 <= at < state.theatre.hexes:
                state.remove(UnitId(unit), "33.0")
        state.fort[:] = bytes(len(state.fort))
    state.clock[TURN], state.clock[IMPULSE], state.clock[PHASING] = plan.turns[0], 1, plan.initiative
    return state


def put_down(state: GewState, unit: UnitId, at: Hex) -> None:
    """2.4, 6.1 A campaign unit is ready; a ground unit holds the hex it stands in."""
    theatre = state.theatre
    state.mission[unit], state.done[unit], state.raided[unit] = NO_MISSION, 0, 0
    state.base[unit] = state.cargo[unit] = state.origin[unit] = -1
    ready = at >= 0 and not theatre.is_ground[unit] and at not in (*theatre.reinforcements, *theatre.track)
    state.operational[unit] = ready
    power = state.power_of(unit)
    if theatre.is_ground[unit] and 0 <= at < theatre.hexes and power < NEUTRAL:
        state.control[at] = power + 1


def enter_row(state: GewState, top: str, side: Side) -> None:
    if top == PLAYER_IMPULSE.name:
        state.clock[PHASING], state.clock[IMPULSE] = side, max(1, state.clock[IMPULSE])
    else:
        state.clock[IMPULSE] = 0


def game_at(state: GewState, top: str, side: Side) -> Procedure | None:
    """Politics and logistics are the first player's; before them he has begun the last impulse's round."""
    clock = state.clock
    if top != PLAYER_IMPULSE.name and side != clock[FIRST_PLAYER]:
        return None
    ended = Side(0) if state.turn <= state.setup.turns[0] else enemy(Side(clock[PHASING]))
    game = Game(side if top == PLAYER_IMPULSE.name else ended)
    return game.standing_at("logistics" if top == POLITICS.name else "next_impulse")


IN_WORDS: Vocabulary[GewState] = Vocabulary(
    marks=(
        Clause(("operational",), "operational"),
        Clause(("marched",), "done", value=MARCHED, bits=True), Clause(("railed",), "done", value=RAILED, bits=True),
        Clause(("shipped",), "done", value=SHIPPED, bits=True), Clause(("fought",), "done", value=FOUGHT, bits=True),
        Clause(("landed",), "done", value=LANDED, bits=True),
        Clause(("on {is}", "mission {is}"), "mission", value=MISSIONS),
        Clause(("based at {is}", "from {is}"), "base", value=PLACES),
        Clause(("carrying {is}",), "cargo", value=UNITS),
        Clause(("rose in {is}",), "origin", value=Names("region", _regions), get=rose_in, put=rise),
        Clause(("aboard from {is}",), "origin", value=PLACES),
        Clause(("raided in turn {is}",), "raided", value=Number()),
        Clause(("in fort", "in a fort", "fortified"), "fort", get=lambda state, unit: 0, put=fortify),
    ),
    before=(
        Clause(("{of} at war",), "status", Names("great power that may be neutral", _great), get=at_war, put=go_to_war),
        Clause(("{of} is {is}", "{of} joins {is}", "{of} {is}"), "status", COUNTRY, STANDING, also=stand),
    ),
    after=(
        Clause(("{is} controls {of}", "{of} {is}", "control {of} {is}"), "control", PLACES, OWNER),
        Clause(("{is} fort {of}", "fort {of} {is}"), "fort", PLACES, CONTROLLER),
        Clause(("{is} depot {of}", "depot {of} {is}"), "depot", PLACES, OWNER),
        Clause(("bombed {of}",), "bombed", PLACES), Clause(("sabotaged {of}",), "sabotaged", PLACES),
        Clause(("attacked out of {of}",), "attacked", PLACES, ATTACKED_OUT_OF, bits=True),
        Clause(("attacked {of}",), "attacked", PLACES, ATTACKED, bits=True),
        Clause(("half a point left {of}",), "rail", PLACES),
        Clause(("mp {of} {is}", "{of} mp {is}", "{of} {is} mp"), "mp", POWER, Number(0, MOST_MP)),
        Clause(("hits {of} {is}", "{of} hits {is}"), "inflicted", SIDE, Number(0, MOST_HITS)),
        Clause(("first player {is}",), "clock", FIRST_PLAYER, SIDE), Clause(("phasing {is}",), "clock", PHASING, SIDE),
        Clause(("turn {is}",), "clock", TURN, Number(0, 10)), Clause(("impulse {is}",), "clock", IMPULSE, Number(0, 3)),
        Clause(("crisis bonus {is}",), "clock", CRISIS_BONUS, Number()),
        Clause(("crisis {is}",), "clock", CRISIS, Number()),
        Clause(("offensives {of} {is}",), "offensives", Names("side and turn", _arrivals), Number()),
        Clause(("ultra {is}",), "flags", ULTRA, words("state of Ultra", "none", "ready", "used", "removed")),
        *HAPPENED,
    ),
    phases=PHASES,
    first=set_out, fresh=put_down, enter=enter_row, game=game_at,
)  # fmt: skip
