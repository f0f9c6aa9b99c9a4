"""The Great European War as a game to play: its scenarios and options, what a side may see, what can never be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random

from sandtable.core.changes import Options, switched
from sandtable.core.parts import Counsel, Foresight, Hidden, Lens, Standing
from sandtable.core.rules import Side
from sandtable.core.system import Scenario, ScenarioInfo, System
from sandtable.core.views import View
from sandtable.systems.gew.audit import audit
from sandtable.systems.gew.counsel import promising, vouched
from sandtable.systems.gew.counsel.aims import fronts
from sandtable.systems.gew.counsel.combat import BOLDNESS
from sandtable.systems.gew.counsel.fronts import OCCASIONS, horizon, occasion, passed, planning, soon
from sandtable.systems.gew.counsel.worth import STAKE, worth
from sandtable.systems.gew.lens.conditions import condition
from sandtable.systems.gew.lens.countries import stands_for
from sandtable.systems.gew.lens.hex_card import about_hex
from sandtable.systems.gew.lens.hints import hints, total
from sandtable.systems.gew.lens.matter import matter
from sandtable.systems.gew.lens.news import aspect
from sandtable.systems.gew.lens.rolls import chart_in_play
from sandtable.systems.gew.lens.routes import route
from sandtable.systems.gew.lens.stakes import endings, purse, stakes
from sandtable.systems.gew.lens.standing import funds, turns_played, when
from sandtable.systems.gew.lens.threats import threats
from sandtable.systems.gew.lens.tracks import tracks
from sandtable.systems.gew.lens.undone import undone
from sandtable.systems.gew.lens.unit_card import about_unit
from sandtable.systems.gew.lens.usual import usual
from sandtable.systems.gew.options import ADANA_DUAL, CRETE_SMALL_ISLAND, OPEN_DISPLAYS, OPTIONS
from sandtable.systems.gew.s03_victory import points_seen, victory_points
from sandtable.systems.gew.s04_sequence import OUTLINE, Game
from sandtable.systems.gew.s06_fog import guess, imagine, veiled, view
from sandtable.systems.gew.s06_sealed import guess_procedures
from sandtable.systems.gew.s09_neutrals import NEUTRAL as NEUTRAL_ODDS
from sandtable.systems.gew.s10_mobilization import MARKERS, lent
from sandtable.systems.gew.s12_lens import supply, taken
from sandtable.systems.gew.s19_combat import GROUND
from sandtable.systems.gew.s19_forecast import aftermath, stances, terms
from sandtable.systems.gew.s21_absorption import units_supplied
from sandtable.systems.gew.s24_strategic_warfare import STRATEGIC_WARFARE
from sandtable.systems.gew.s33_setup import lay_out
from sandtable.systems.gew.s35_offensives import WILL
from sandtable.systems.gew.setups import setup_of, setups, tried
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.theatre import FOLDER, NEUTRAL, POWERS, SIDE_OF_POWER, SIDES, Theatre
from sandtable.systems.gew.theatre_loading import theatre
from sandtable.systems.gew.vocabulary import IN_WORDS


class Gew(System[GewState]):
    """The campaign, and shorter scenarios with its counters, map and rules."""

    rules_version = "5"
    position_tells = False  # 33.0: what wins is in no column

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return tuple(self._info(name) for name, setup in setups().items() if not setup.lesson)

    def positions(self) -> Sequence[ScenarioInfo]:
        return tuple(self._info(name) for name, setup in setups().items() if setup.lesson)

    def tried(self, name: str) -> Mapping[str, int]:
        return tried(name)

    def numbers_before(self, rules: str, name: str, options: Options) -> Mapping[str, int]:
        return setup_of(name).before.get(rules, {})

    @staticmethod
    def _info(name: str) -> ScenarioInfo:
        setup = setups()[name]
        turns = setup.turns[1] - setup.turns[0] + 1
        return ScenarioInfo(name, setup.title, SIDES, turns, OPTIONS, setup.text, setup.numbers, setup.of)

    def load(self, name: str, options: Options | None = None, overlay: Path | None = None) -> Scenario:
        chosen = switched(self.info(name).options, options, self.book)
        table = ruled(chosen[CRETE_SMALL_ISLAND.name], chosen[ADANA_DUAL.name])
        return Scenario(
            self, name, SIDES, self.charts(overlay), table.board, table.counters, sides_of(table), OUTLINE,
            options=chosen, extra=table, window=setup_of(name).window, span=setup_of(name).turns,
        )  # fmt: skip

    def begin(self, scenario: Scenario) -> GewState:
        """Everything is laid out once for all games of a scenario."""
        state = _laid_out(scenario).copy()
        state.keep_own_facts()
        return state


@lru_cache(maxsize=16)
def _laid_out(scenario: Scenario) -> GewState:
    state = GewState(scenario, Game())
    lay_out(state)
    return state


def sides_of(table: Theatre) -> list[int]:
    """By unit its side; a neutral's counter, which may come to fight for either, is of a third."""
    return [SIDE_OF_POWER[power] if power != NEUTRAL else len(SIDES) for power in table.power]


@lru_cache
def ruled(crete_small_island: bool, adana_dual: bool) -> Theatre:
    """The theatre under the rulings that change it (G14-4, G18-9)."""
    if crete_small_island and adana_dual:
        return theatre()
    return replace(theatre(), crete_small_island=crete_small_island, adana_dual=adana_dual)


def guessed(view: View, scenario: Scenario, rng: Random) -> GewState:
    """6.3 Some position that gives this view."""
    assert view.side is not None
    return guess(view.state(GewState, Game()), view.side, rng)


def imagined(state: GewState, side: Side, rng: Random) -> GewState:
    """6.3 What a side does not see is guessed, on the map and in what its enemy is about."""
    found = imagine(state, side, rng)
    if not state.option(OPEN_DISPLAYS):
        guess_procedures(found, side, rng)
    return found


def words(scenario: Scenario) -> Iterator[str]:
    """Powers, countries, where partisans rise, markers, points that are lent, whether a Major Offensive is played."""
    table: Theatre = scenario.extra
    yield from POWERS
    yield from (country.id for country in table.countries)
    yield from (region.id for region in table.regions if region.partisans)
    yield from MARKERS
    yield from lent(scenario)
    yield from WILL


GEW = Gew(
    code="gew",
    title="The Great European War",
    book="GEW",
    folder=FOLDER,
    chances=(GROUND, *STRATEGIC_WARFARE, NEUTRAL_ODDS),
    audit=audit,
    words=words,
    hidden=Hidden(view=view, guess=guessed, imagine=imagined, foresee=veiled),
    standing=Standing(
        when=when,
        turns_played=turns_played,
        funds=funds,
        score=victory_points,
        score_seen=points_seen,
        tracks=tracks,
        stakes=stakes,
        endings=endings,
        purse=purse,
    ),
    lens=Lens(
        supply=supply,
        supplied=units_supplied,
        taken=taken,
        threats=threats,
        about_hex=about_hex,
        about_unit=about_unit,
        condition=condition,
        aspect=aspect,
        stands_for=stands_for,
        hints=hints,
        total=total,
        usual=usual,
        path=route,
        matter=matter,
        undone=undone,
    ),
    foresight=Foresight(terms=terms, chart_in_play=chart_in_play, stances=stances, aftermath=aftermath),
    counsel=Counsel(
        worth=worth,
        point=STAKE,
        promising=promising,
        vouched=vouched,
        fronts=fronts,
        boldness=BOLDNESS,
        occasion=occasion,
        occasions=OCCASIONS,
        planning=planning,
        horizon=horizon,
        soon=soon,
        passed=passed,
    ),
    vocabulary=IN_WORDS,
)
