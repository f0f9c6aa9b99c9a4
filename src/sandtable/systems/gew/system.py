"""The Great European War as a game to play: its scenarios and options, what a side may see, what can never be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random

from sandtable.core.decisions import Action, Draft, Pick
from sandtable.core.errors import BadInput
from sandtable.core.flow import Ask
from sandtable.core.lens import About, Aftermath, Route, Stance, Supply, Threat, Track
from sandtable.core.rules import Breakdown, Hex, Side, UnitId, Violation
from sandtable.core.system import Option, Options, RuleList, Scenario, ScenarioInfo, System, changed
from sandtable.core.views import Seen, View
from sandtable.systems.gew.audit import audit
from sandtable.systems.gew.counsel import promising
from sandtable.systems.gew.counsel.worth import worth
from sandtable.systems.gew.lens.conditions import condition
from sandtable.systems.gew.lens.hex_card import about_hex
from sandtable.systems.gew.lens.hints import hints, total
from sandtable.systems.gew.lens.matter import matter
from sandtable.systems.gew.lens.rolls import chart_in_play
from sandtable.systems.gew.lens.routes import route
from sandtable.systems.gew.lens.threats import threats
from sandtable.systems.gew.lens.tracks import tracks
from sandtable.systems.gew.lens.undone import undone
from sandtable.systems.gew.lens.unit_card import about_unit
from sandtable.systems.gew.s03_victory import points_seen, victory_points
from sandtable.systems.gew.s04_sequence import OUTLINE, Game
from sandtable.systems.gew.s06_fog import guess, imagine, veiled, view
from sandtable.systems.gew.s06_sealed import guess_procedures
from sandtable.systems.gew.s09_neutrals import NEUTRAL as NEUTRAL_ODDS
from sandtable.systems.gew.s12_lens import supply, taken
from sandtable.systems.gew.s19_combat import GROUND
from sandtable.systems.gew.s19_forecast import aftermath, stances, terms
from sandtable.systems.gew.s21_absorption import supplied
from sandtable.systems.gew.s24_strategic_warfare import STRATEGIC_WARFARE
from sandtable.systems.gew.s33_setup import lay_out
from sandtable.systems.gew.setups import setups
from sandtable.systems.gew.state import IMPULSE, POWER_NAMES, POWERS_OF_SIDE, GewState
from sandtable.systems.gew.theatre import FOLDER, NEUTRAL, SIDE_OF_POWER, SIDES, Theatre
from sandtable.systems.gew.theatre_loading import theatre

OPTIONS = (
    Option("automatic_setup", "Ready-made set-up", "33.0", kind="set-up"),
    Option("open_displays", "Everybody sees everything", "6.3", kind="house"),
    Option("lend_lease", "Lend-Lease", "O33"),
    Option("optional_units", "USMC, AVG and UNEF", "O34"),
    Option("elite_retreat", "Elite units retreat through a zone", "O34.4"),
    Option("expend_depots", "Depots absorb losses", "O34.5"),
    Option("major_offensives", "Major Offensives", "O35"),
    Option("ultra", "Ultra", "O36"),
    Option("mediterranean", "Control of the Mediterranean", "O37"),
    Option("extra_air", "More air missions", "O38"),
    Option("extra_naval", "More naval missions", "O39"),
    Option("extra_sf", "More special forces missions", "O40"),
    Option("surrender", "Surrender", "O41"),
    Option("lila", "Operation Lila", "O42"),
    Option("axis_deploy_anywhere", "Axis units arrive in any Axis mobilization hex", "11.4", kind="house"),  # G11-2
    Option("crete_small_island", "Crete is a small island", "14.4", True, "house"),  # G14-4
    Option("adana_dual", "Adana is a port of the Black Sea too", "18.9", True, "house"),  # G18-9
    Option("flak_helps_interceptor", "Flak helps the interceptor", "24.3", kind="house"),  # G24-3
)


class Gew(System):
    """The campaign, and shorter scenarios with its counters, map and rules."""

    # Ignored overrides: `System` speaks of any State, and ours are GewStates.

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return tuple(self._info(name) for name, setup in setups().items() if not setup.lesson)

    def positions(self) -> Sequence[ScenarioInfo]:
        return tuple(self._info(name) for name, setup in setups().items() if setup.lesson)

    @staticmethod
    def _info(name: str) -> ScenarioInfo:
        setup = setups()[name]
        return ScenarioInfo(name, setup.title, SIDES, setup.turns[1] - setup.turns[0] + 1, OPTIONS, setup.text)

    def load(self, name: str, options: Options | None = None, overlay: Path | None = None) -> Scenario:
        self.info(name)  # refuses what there is not
        known = {option.name: option.default for option in OPTIONS}
        if unknown := [option for option in options or {} if option not in known]:
            raise BadInput(f"GEW has no option {unknown[0]}; it has {', '.join(known)}")
        chosen = {**known, **(options or {})}
        table = ruled(chosen["crete_small_island"], chosen["adana_dual"])
        return Scenario(
            self, name, SIDES, self.charts(overlay), table.board, table.counters, sides_of(table), OUTLINE,
            changed(self.lists, []), options=chosen, extra=table, window=setups()[name].window,
            span=setups()[name].turns,
        )  # fmt: skip

    def begin(self, scenario: Scenario) -> GewState:
        state = GewState(scenario, Game())
        lay_out(state)
        return state

    def view(self, state: GewState, side: Side | None) -> View:  # type: ignore[override]
        return view(state, side)

    def guess(self, view: View, scenario: Scenario, rng: Random) -> GewState:
        return guess(view, scenario, GewState(scenario, Game()), rng)

    def audit(self, state: GewState) -> list[Violation]:  # type: ignore[override]
        return audit(state)

    def when(self, state: GewState) -> str:  # type: ignore[override]
        if not state.turn:
            return "set-up"
        impulse = state.clock[IMPULSE]
        return f"turn {state.turn}, {state.season}" + (f", impulse {impulse}" if impulse else "")

    def turns_played(self, state: GewState) -> int:  # type: ignore[override]
        return max(state.turn - state.setup.turns[0] + 1, 0)

    def funds(self, state: GewState, side: Side) -> str:  # type: ignore[override]
        powers = [power for power in POWERS_OF_SIDE[side] if state.belligerent(power)]
        if len(powers) == 1:
            return f"{state.mp[powers[0]]} MP"
        return ", ".join(f"{POWER_NAMES[power]} {state.mp[power]} MP" for power in powers)

    def score(self, state: GewState, side: Side) -> Breakdown:  # type: ignore[override]
        return victory_points(state, side)

    def score_seen(self, state: GewState, side: Side, looking: Side | None) -> Breakdown:  # type: ignore[override]
        return points_seen(state, side, looking)

    def worth(self, state: GewState, side: Side) -> float:  # type: ignore[override]
        return worth(state, side)

    def supply(self, state: GewState, unit: UnitId, taker: UnitId | None = None) -> Supply | None:  # type: ignore[override]
        return supply(state, unit, taker)

    def supplied(self, state: GewState, side: Side) -> Mapping[UnitId, bool]:  # type: ignore[override]
        return {unit: supplied(state, unit) for power in POWERS_OF_SIDE[side] for unit in state.ground_units(power)}

    def taken(self, state: GewState, hex: Hex) -> tuple[Side, UnitId, GewState] | None:  # type: ignore[override]
        return taken(state, hex)

    def terms(self, state: GewState) -> Breakdown:  # type: ignore[override]
        return terms(state)

    def stances(self, state: GewState, ask: Ask, looking: Side) -> Sequence[Stance]:  # type: ignore[override]
        return stances(state, ask, looking)

    def aftermath(self, before: GewState, action: Action, after: GewState) -> Aftermath:  # type: ignore[override]
        return aftermath(before, action, after)

    def foresee(self, state: GewState, side: Side) -> GewState:  # type: ignore[override]
        return veiled(state, side)

    def hints(self, state: GewState, ask: Ask, draft: Draft) -> Mapping[Pick, str]:  # type: ignore[override]
        return hints(state, ask, draft)

    def total(self, state: GewState, ask: Ask, draft: Draft) -> str:  # type: ignore[override]
        return total(state, ask, draft)

    def path(self, state: GewState, ask: Ask, draft: Draft, pick: Pick) -> Route | None:  # type: ignore[override]
        return route(state, ask, draft, pick)

    def matter(self, state: GewState, ask: Ask) -> Sequence[Violation]:  # type: ignore[override]
        return matter(state, ask)

    def undone(self, state: GewState, ask: Ask) -> Sequence[Violation]:  # type: ignore[override]
        return undone(state, ask)

    def threats(self, state: GewState, side: Side) -> Mapping[Hex, Threat]:  # type: ignore[override]
        return threats(state, side)

    def about_hex(self, state: GewState, side: Side | None, hex: Hex) -> Sequence[About]:  # type: ignore[override]
        return tuple(about_hex(state, hex))

    def about_unit(self, state: GewState, side: Side | None, unit: UnitId) -> Sequence[About]:  # type: ignore[override]
        return tuple(about_unit(state, side, unit))

    def tracks(self, state: GewState, side: Side | None) -> Sequence[Track]:  # type: ignore[override]
        return tracks(state, side)

    def condition(self, scenario: Scenario, seen: Seen) -> str:
        return condition(scenario, seen)

    def chart_in_play(self, state: GewState) -> tuple[str, str] | None:  # type: ignore[override]
        return chart_in_play(state)

    def imagine(self, state: GewState, side: Side, rng: Random) -> GewState:  # type: ignore[override]
        imagined = imagine(state, side, rng)
        if not state.option("open_displays"):
            guess_procedures(imagined, side, rng)
        return imagined

    def promising(self, state: GewState, ask: Ask) -> Sequence[Action]:  # type: ignore[override]
        return promising(state, ask)

    @property
    def lists(self) -> Sequence[RuleList]:
        return ()


def sides_of(table: Theatre) -> list[int]:
    """By unit, whose facts it spoils: a neutral's counter may come to fight for either side, so those of all."""
    return [SIDE_OF_POWER[power] if power != NEUTRAL else len(SIDES) for power in table.power]


@lru_cache
def ruled(crete_small_island: bool, adana_dual: bool) -> Theatre:
    """The theatre under the rulings that change it (G14-4, G18-9)."""
    if crete_small_island and adana_dual:
        return theatre()
    return replace(theatre(), crete_small_island=crete_small_island, adana_dual=adana_dual)


GEW = Gew(
    code="gew",
    title="The Great European War",
    book="GEW",
    folder=FOLDER,
    chances=(GROUND, *STRATEGIC_WARFARE, NEUTRAL_ODDS),
)
