"""USE D1, 5.4, 13.0: a scenario told by files alone, with a sea, policies and lost factories, played from them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from sandtable.core.errors import BadData
from sandtable.core.events import Log
from sandtable.core.flow import Ask, Over, Roll, answer, run
from sandtable.core.sequence import Sequence
from sandtable.systems.use import setups
from sandtable.systems.use.d1_politics import Policies
from sandtable.systems.use.state import BROKEN, ENDED, IN_FORCE, NO_POLICY, TURN, UseState
from sandtable.systems.use.system import USE
from sandtable.systems.use.theatre import AXIS, WEST, WESTERN
from systems.use.seas import BOARD, Game

NAME = "war-1940"
SCENARIO = """
title = "War, 1940"
cite = "1.2"
text = "A war with a sea."
board = "seas"
months = ["Aug 1940", "Sep 1940", "Oct 1940", "Nov 1940", "Dec 1940", "Jan 1941"]
zone = "mild"
pp_per_factory = 2
must_fall = ["uk"]
policies = POLICIES

[countries]
germany = { name = "Germany", side = "axis", will = 30, points = 20, fac_lost = 2 }
uk = { name = "United Kingdom", side = "west", will = 30, points = 20, fac_lost = 3 }
france = { name = "France", side = "west", will = 20, points = 10 }
usa = { name = "United States", side = "west", faction = "neutral", points = 10 }
ussr = { name = "Soviet Union", side = "west", faction = "soviet", will = 40, points = 20, fac_lost = 1 }
norway = { name = "Norway", side = "west", faction = "neutral", will = 4 }
denmark = { name = "Denmark" }
turkey = { name = "Turkey" }
spain = { name = "Spain" }
estonia = { name = "Estonia" }
latvia = { name = "Latvia" }
lithuania = { name = "Lithuania" }
poland = { name = "Poland" }
belgium = { name = "Belgium" }
netherlands = { name = "Netherlands" }
ireland = { name = "Ireland" }
finland = { name = "Finland" }
"""
UNITS = """id,name,country,type,elite,reduced,at
ger_1,1st,germany,infantry,no,no,kiel
ger_ship,Fleet,germany,surface,no,no,kiel
uk_1,1st,uk,infantry,no,no,hull
usa_1,1st,usa,infantry,no,no,hull
sov_1,1st,ussr,infantry,no,no,moscow
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty place for scenarios, with the board of a sea."""
    for name in ("boards", "scenarios"):
        (tmp_path / name).mkdir()
    (tmp_path / "boards" / "seas.json").write_text(json.dumps(BOARD), encoding="utf-8")
    monkeypatch.setattr(setups, "FOLDER", tmp_path)
    cached = (setups.setups, setups.setup_of, setups.board, setups.theatre_of)
    for each in cached:
        each.cache_clear()
    yield tmp_path / "scenarios"
    for each in cached:
        each.cache_clear()


def begin(folder: Path, policies: str) -> UseState:
    (folder / f"{NAME}.toml").write_text(SCENARIO.replace("POLICIES", policies), encoding="utf-8")
    (folder / f"{NAME}.csv").write_text(UNITS, encoding="utf-8")
    state = USE.begin(USE.load(NAME))
    state.log = Log()
    return state


@pytest.mark.parametrize(("said", "found"), [
    ("{}", [NO_POLICY, NO_POLICY]), ('{ appeasement = "war", nazi_soviet_pact = "Oct 1940" }', [BROKEN, IN_FORCE]),
    ('{ appeasement = "Aug 1940", nazi_soviet_pact = "peace" }', [IN_FORCE, ENDED]),
])  # fmt: skip
def test_D1_a_scenario_says_how_its_policies_stand(folder: Path, said: str, found: list[int]) -> None:
    state = begin(folder, said)
    assert list(state.policies) == found
    assert list(state.fac_lost)[:5] == [2, 3, 0, 0, 1]


@pytest.mark.parametrize("said", ['{ munich = "war" }', '{ appeasement = "May 1940" }'])
def test_D1_a_policy_that_nobody_knows_is_refused(folder: Path, said: str) -> None:
    with pytest.raises(BadData):
        begin(folder, said)


def test_D1_one_die_a_turn_from_the_turn_of_its_marker_on(folder: Path) -> None:
    """D1: nothing before October; then on 5, on 4 to 6, on 3 to 6."""
    state = begin(folder, '{ appeasement = "war", nazi_soviet_pact = "Oct 1940" }')
    for turn, least in ((1, None), (2, None), (3, 5), (4, 4), (5, 3), (6, 3)):
        state.tick(TURN, turn)
        wait = Game(state, Policies(AXIS)).wait
        if least is None:
            assert isinstance(wait, Over)
            continue
        assert isinstance(wait, Roll)
        assert wait.means is not None
        assert [wait.means(die) for die in range(1, 7)] == [int(die >= least) for die in range(1, 7)]
        assert isinstance(Game(state, Policies(WEST)).wait, Over), "once for all factions"


def test_D1_usa_entry_and_strategic_warfare_come_in_a_game_from_files(folder: Path) -> None:
    """D1, 13.0 usa-entry, 5.4: the row of policies is played before war is declared; when the second one ends the USA
    joins the West, is set up, and strategic warfare counts it."""
    state, rng = begin(folder, '{ appeasement = "war", nazi_soviet_pact = "Aug 1940" }'), Random(2)
    assert [row.name for row in state.scenario.outline.tops][:3] == ["Policies", "Declare War Phase", "Economy Phase"]
    rows = set()
    for _ in range(3000):
        wait = run(state)
        rows |= {frame.row for frame in state.stack if isinstance(frame, Sequence)}
        if isinstance(wait, Over):
            break
        answer(state, wait.form.draw(state, rng) if isinstance(wait, Ask) else rng.choice(list(wait.dice.ways)))
    assert isinstance(run(state), Over)
    assert {"Policies", "Strategic Warfare Phase"} <= rows
    told = [(event.kind, event.rule) for event in state.log or ()]
    assert ("policy", "D1") in told
    assert ("strategic", "5.4") in told
    assert state.faction[state.theatre.country("usa")] == WESTERN
    assert state.hex_of[state.scenario.unit("usa_1")] >= 0
