"""Unconditional Surrender! as a game to play: its scenarios and switches, what a side may see, what can never be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from sandtable.core.changes import Option, Options, switched
from sandtable.core.parts import Counsel, Foresight, Hidden, Lens, Standing
from sandtable.core.system import Scenario, ScenarioInfo, System
from sandtable.core.views import look
from sandtable.systems.use.audit import audit
from sandtable.systems.use.counsel import BOLDNESS, PACE, fronts, occasion, planning, promising, worth
from sandtable.systems.use.counsel.prizes import WILL_POINT
from sandtable.systems.use.lens.cards import about_hex, about_unit, condition, funds, tracks, turns_played, when
from sandtable.systems.use.lens.hints import hints, route
from sandtable.systems.use.lens.margin import margin
from sandtable.systems.use.lens.matter import matter
from sandtable.systems.use.lens.news import aspect
from sandtable.systems.use.lens.stakes import endings, purse, stakes
from sandtable.systems.use.lens.threats import threats
from sandtable.systems.use.lens.undone import undone
from sandtable.systems.use.options import (
    ABSTRACT_NAVAL,
    BOMBERS_INTERCEPT,
    EVEN,
    ITALY_ALBANIA_PORTS,
    LONG,
    OPTIONS,
    STRATEGIC_LINE_ONCE,
)
from sandtable.systems.use.s01_2_first import first_position
from sandtable.systems.use.s01_2_sequence import OUTLINE, WHOLE_OUTLINE
from sandtable.systems.use.s05_2_odds import AIR_NAVAL
from sandtable.systems.use.s05_3_odds import GROUND
from sandtable.systems.use.s05_4_odds import STRATEGIC
from sandtable.systems.use.s05_forecast import (
    aftermath,
    chart_in_play,
    concluded,
    immaterial,
    level,
    meanings,
    on_the_way,
    prepared,
    roll_told,
    sealed,
    stances,
    terms,
)
from sandtable.systems.use.s07_lens import supplied, supply, taken
from sandtable.systems.use.setups import FOLDER, SetUp, setup_of, setups, theatre_of, tried
from sandtable.systems.use.state import UseState
from sandtable.systems.use.theatre import FACTIONS, SIDES, Theatre
from sandtable.systems.use.views import guess, imagine
from sandtable.systems.use.vocabulary import IN_WORDS

AT_SEA = (STRATEGIC_LINE_ONCE, BOMBERS_INTERCEPT)  # only where a board has a sea


class Use(System[UseState]):
    """Three scenarios of two factions."""

    rules_version = "2"

    @property
    def renamed(self) -> Mapping[str, str]:
        return {"use.Army": "use.Activation"}

    def scenarios(self) -> Sequence[ScenarioInfo]:
        """In the order of the war."""
        found = sorted(setups().values(), key=lambda setup: datetime.strptime(setup.theatre.months[0], "%b %Y"))
        return tuple(self._info(setup) for setup in found if not setup.lesson)

    def positions(self) -> Sequence[ScenarioInfo]:
        return tuple(self._info(setup) for setup in setups().values() if setup.lesson)

    def tried(self, name: str) -> Mapping[str, int]:
        return tried(name)

    def numbers_before(self, rules: str, name: str, options: Options) -> Mapping[str, int]:
        return setup_of(name).as_before(rules, options)

    @staticmethod
    def _info(setup: SetUp) -> ScenarioInfo:
        turns = len(setup.theatre.months)
        return ScenarioInfo(setup.id, setup.title, SIDES, turns, _options(setup), setup.text, setup.numbers)

    def load(self, name: str, options: Options | None = None, overlay: Path | None = None) -> Scenario:
        said = switched(self.info(name).options, options, self.book)
        table = theatre_of(name, setup_of(name).chosen(said))
        return Scenario(
            self, name, SIDES, self.charts(overlay), table.board, table.counters, table.side_of,
            WHOLE_OUTLINE if table.sea else OUTLINE, options=said, extra=table,
            window=table.board.playable - table.closed,
        )  # fmt: skip

    def begin(self, scenario: Scenario) -> UseState:
        """What follows from the first position is worked out once for all games of a scenario."""
        first = first_position(scenario, scenario.extra)
        state = first.copy()
        state.keep_own_facts()
        return state


def _options(setup: SetUp) -> tuple[Option, ...]:
    """Those that can make a difference in it."""
    theatre = setup.theatre
    idle = {
        **{each: each.name not in setup.variants for each in (LONG, EVEN)}, ABSTRACT_NAVAL: not theatre.sea_lanes,
        ITALY_ALBANIA_PORTS: all(country.id != "albania" for country in theatre.countries),
        **dict.fromkeys(AT_SEA, not theatre.sea),
    }  # fmt: skip
    return tuple(option for option in OPTIONS if not idle.get(option))


def words(scenario: Scenario) -> Iterator[str]:
    """Countries and factions."""
    table: Theatre = scenario.extra
    yield from table.country_ids
    yield from FACTIONS


USE = Use(
    code="use",
    title="Unconditional Surrender!",
    book="USE",
    folder=FOLDER,
    chances=(GROUND, AIR_NAVAL, STRATEGIC),
    audit=audit,
    words=words,
    hidden=Hidden(view=look, guess=guess, imagine=imagine),
    standing=Standing(
        when=when,
        turns_played=turns_played,
        funds=funds,
        margin=margin,
        tracks=tracks,
        stakes=stakes,
        endings=endings,
        purse=purse,
    ),
    lens=Lens(
        supply=supply,
        supplied=supplied,
        taken=taken,
        threats=threats,
        about_hex=about_hex,
        about_unit=about_unit,
        condition=condition,
        aspect=aspect,
        hints=hints,
        path=route,
        matter=matter,
        undone=undone,
    ),
    foresight=Foresight(
        terms=terms,
        chart_in_play=chart_in_play,
        meanings=meanings,
        roll_told=roll_told,
        on_the_way=on_the_way,
        immaterial=immaterial,
        stances=stances,
        level=level,
        concluded=concluded,
        sealed=sealed,
        prepared=prepared,
        aftermath=aftermath,
    ),
    counsel=Counsel(
        worth=worth,
        point=WILL_POINT,
        promising=promising,
        fronts=fronts,
        boldness=BOLDNESS,
        occasion=occasion,
        planning=planning,
        pace=PACE,
    ),
    vocabulary=IN_WORDS,
)
