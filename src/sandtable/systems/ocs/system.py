"""The Operational Combat Series as games to play: titles and scenarios, what a side may see, what can never be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from sandtable.core.changes import Options, switched
from sandtable.core.chartfile import Charts
from sandtable.core.errors import BadData
from sandtable.core.parts import Counsel, Foresight, Hidden, Lens, Standing
from sandtable.core.system import Scenario, ScenarioInfo, System
from sandtable.systems.ocs.audit import TOKENS, audit
from sandtable.systems.ocs.counsel import promising, vouched, worth
from sandtable.systems.ocs.counsel.fronts import BOLDNESS, fronts, horizon, occasion, passed
from sandtable.systems.ocs.counsel.prizes import POINT
from sandtable.systems.ocs.foresight import (
    ROLLS,
    aftermath,
    chart_in_play,
    concluded,
    level,
    meanings,
    on_the_way,
    roll_told,
    sequel,
    stances,
    terms,
)
from sandtable.systems.ocs.lens.areas import areas_of_hex, areas_of_unit
from sandtable.systems.ocs.lens.cards import (
    about_hex,
    about_unit,
    condition,
    funds,
    group,
    tells_faces,
    tracks,
    turns_played,
    when,
)
from sandtable.systems.ocs.lens.hints import hints, route, total
from sandtable.systems.ocs.lens.matter import matter
from sandtable.systems.ocs.lens.news import aspect
from sandtable.systems.ocs.lens.stakes import endings, purse, stakes
from sandtable.systems.ocs.lens.threats import threats
from sandtable.systems.ocs.lens.undone import undone
from sandtable.systems.ocs.options import NAVAL, OPTIONS
from sandtable.systems.ocs.s02_first import first_position
from sandtable.systems.ocs.s02_sequence import OUTLINE, WITH_AMPHIBIANS
from sandtable.systems.ocs.s02_victory import score
from sandtable.systems.ocs.s04_fog import foresee, guess, imagine, revealed, view
from sandtable.systems.ocs.s05_modes import SAME, VOLUNTARY
from sandtable.systems.ocs.s09_combat import COMBAT
from sandtable.systems.ocs.s09_forecast import immaterial
from sandtable.systems.ocs.s10_barrage import BARRAGE, FACILITY
from sandtable.systems.ocs.s10_results import AIMS
from sandtable.systems.ocs.s12_lens import supplied, supply, taken
from sandtable.systems.ocs.s12_supply import ATTRITION
from sandtable.systems.ocs.s13_transport import AFTERWARDS
from sandtable.systems.ocs.s14_air import AIR_COMBAT, AIR_DROP, FLAK
from sandtable.systems.ocs.s18_fire import ANTI_SHIP
from sandtable.systems.ocs.s18_landings import LANDING
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.title_doubts import doubts
from sandtable.systems.ocs.title_faults import faults
from sandtable.systems.ocs.titles import BOOK, FOLDER, SetUp, left_out, setup_of, setups, tried
from sandtable.systems.ocs.vocabulary import IN_WORDS


@cache
def charts_of(title: Path) -> Charts:
    """As they are printed: the same for all games of a title, since what follows from charts is kept by them."""
    return Charts(BOOK, FOLDER / "charts", None, title / "charts")


class Ocs(System[OcsState]):
    """Scenarios of every title whose folder is found."""

    rules_version = "3"

    def scenarios(self) -> Sequence[ScenarioInfo]:
        return tuple(self._info(setup) for setup in setups().values() if not setup.lesson)

    def positions(self) -> Sequence[ScenarioInfo]:
        return tuple(self._info(setup) for setup in setups().values() if setup.lesson)

    def left_out(self) -> Mapping[Path, BadData]:
        return left_out()

    def tried(self, name: str) -> Mapping[str, int]:
        return tried(name)

    def numbers_before(self, rules: str, name: str, options: Options) -> Mapping[str, int]:
        return setup_of(name).before.get(rules, {})

    @staticmethod
    def _info(setup: SetUp) -> ScenarioInfo:
        theatre = setup.theatre
        return ScenarioInfo(
            setup.id, setup.title, theatre.sides, len(theatre.dates), (*OPTIONS, *([NAVAL] if setup.naval else [])),
            setup.text, setup.numbers,
        )  # fmt: skip

    def load(self, name: str, options: Options | None = None, overlay: Path | None = None) -> Scenario:
        said, setup = switched(self.info(name).options, options, self.book), setup_of(name)
        theatre = setup.theatre
        if overlay is not None and not overlay.is_dir():
            raise BadData(overlay, 0, "there is no such folder of charts")
        own = None if overlay is None else overlay / self.code
        charts = (
            charts_of(setup.folder) if own is None else Charts(BOOK, FOLDER / "charts", own, setup.folder / "charts")
        )
        sequence = WITH_AMPHIBIANS if theatre.has_amphibians else OUTLINE
        return Scenario(
            self, name, theatre.sides, charts, theatre.board, theatre.counters, theatre.side_of, sequence,
            options=said, extra=theatre, folder=setup.folder,
        )  # fmt: skip

    def begin(self, scenario: Scenario) -> OcsState:
        """What follows from the first position is worked out once for all games of a scenario."""
        state = first_position(scenario, scenario.extra).copy()
        state.keep_own_facts()
        return state


def words(scenario: Scenario) -> tuple[str, ...]:
    """Modes, what is aimed at, and what trucks do when they are there."""
    return (SAME, *VOLUNTARY, *AIMS, *AFTERWARDS)


OCS = Ocs(
    code="ocs",
    title="Operational Combat Series",
    book=BOOK,
    folder=FOLDER,
    chances=(COMBAT, BARRAGE, FACILITY, AIR_COMBAT, FLAK, ATTRITION, AIR_DROP, ANTI_SHIP, LANDING),
    audit=audit,
    words=words,
    faults=faults,
    doubts=doubts,
    ledger=TOKENS,
    hidden=Hidden(view=view, guess=guess, imagine=imagine, foresee=foresee, revealed=revealed),
    standing=Standing(
        when=when,
        turns_played=turns_played,
        funds=funds,
        score=score,
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
        areas_of_hex=areas_of_hex,
        areas_of_unit=areas_of_unit,
        about_hex=about_hex,
        about_unit=about_unit,
        tells_faces=tells_faces,
        condition=condition,
        aspect=aspect,
        group=group,
        hints=hints,
        total=total,
        path=route,
        matter=matter,
        undone=undone,
    ),
    vocabulary=IN_WORDS,
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
        sequel=sequel,
        rolls=ROLLS,
        aftermath=aftermath,
    ),
    counsel=Counsel(
        worth=worth,
        point=POINT,
        promising=promising,
        vouched=vouched,
        fronts=fronts,
        boldness=BOLDNESS,
        occasion=occasion,
        horizon=horizon,
        soon=horizon,
        passed=passed,
    ),
)
