"""GEW: whatever happens can be told in a sentence, and so can every rule."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from sandtable.core.events import Log
from sandtable.core.flow import Ask, Over, answer, run
from sandtable.play.explain import TEXTS, sentence
from sandtable.systems.gew.options import OPTIONS
from sandtable.systems.gew.s19_attack import GroundCombatPhase
from sandtable.systems.gew.s23_air_operations import AirOperationsPhase, end_missions
from sandtable.systems.gew.s25_naval_operations import NavalOperationsPhase
from sandtable.systems.gew.s27_special_forces import PartisanSupport
from sandtable.systems.gew.setups import setups
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import ALLIED_SIDE, AXIS_SIDE

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield, Game, Play

EVERYTHING = {option.name: True for option in OPTIONS}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scenario", sorted(setups()))
def test_6_3_every_event_of_a_random_game_is_a_sentence(scenario: str, seed: int) -> None:
    """6.3 aside, a player reads what has happened."""
    state, rng = GEW.begin(GEW.load(scenario, EVERYTHING if seed else {"automatic_setup": True})), Random(seed)
    state.log = Log()
    while not isinstance(wait := run(state), Over):
        answer(state, wait.form.fill(state, rng.choice) if isinstance(wait, Ask) else rng.choice(list(wait.dice.ways)))
    for event in state.log:
        assert event.kind in GEW.texts or event.kind in TEXTS, event
        assert "{" not in sentence(state.scenario, event, GEW.texts)


def kinds_in_the_source() -> set[str]:
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(GEW.folder).glob("*.py")))
    noted = re.findall(r'note(?:_hidden|_country)?\(\s*"(\w+)"', source)
    return {*noted, *re.findall(r'_carry\([^"]*"(\w+)"', source)}


def test_every_kind_of_event_in_the_source_has_its_text() -> None:
    assert kinds_in_the_source() <= {*GEW.texts, *TEXTS}


def test_every_text_is_of_an_event_and_under_a_rule_of_the_book() -> None:
    for key in GEW.texts:
        kind, _, rule = key.partition(" ")
        assert kind in {*kinds_in_the_source(), *TEXTS, "taken_out", "offensive_bought", "offensive_ready"}, key
        assert not rule or rule in GEW.rulebook, key


# ------------------------------------------------------------------------------------------------ the rules

RULINGS = Path(__file__).parents[3] / "docs" / "rulings-gew.md"


def test_every_rule_we_keep_to_is_told_in_five_sentences_at_most() -> None:
    told = [rule for rule in GEW.rulebook.values() if rule.status in ("done", "option", "definition")]
    assert len(told) == len(GEW.rulebook)
    for rule in told:
        assert rule.text.endswith("."), rule.number
        assert len(re.findall(r"\.(?: |$)", rule.text)) <= 5, rule.number


def test_what_is_told_cites_rules_and_rulings_there_are() -> None:
    rulings = set(re.findall(r"^\| (G[\w.-]+) \|", RULINGS.read_text(encoding="utf-8"), re.M))
    for rule in GEW.rulebook.values():
        for number in re.findall(r"(?<![-\w])O?\d+(?:\.\d+)+", rule.text):
            assert number in GEW.rulebook, f"{rule.number} cites {number}"
        for ruling in re.findall(r"\b(GO?-?\d+(?:\.\d+)?-?\w*)\b", rule.text):
            assert ruling in rulings, f"{rule.number} cites {ruling}"


@pytest.mark.parametrize(
    ("number", "chart", "line", "words"),
    [
        ("2.5.1", "tracks", "depots", "each side has {} of them"), ("8.1", "tracks", "crisis", "which is {} here"),
        ("10.1", "tracks", "mp", "It ends at {}"), ("10.7", "tracks", "usa", "{} in the USA"),
        ("10.7", "tracks", "british-empire", "{} in the British Empire"), ("10.7", "tracks", "ussr", "{} in the USSR"),
        ("O35", "tracks", "offensives", "Each side has {}"), ("18.1", "movement", "rail", "up to {} hexes"),
        ("18.6", "mp_costs", "sea-army", "costs {} MP for an army"), ("O33.1", "income", "lend-lease", "up to {} MP"),
        ("O34.1", "income", "volunteers", "crisis level of {} or more"), ("O34.5", "limits", "depot", "up to {} MP"),
        ("O36", "income", "regroup-ultra", "ready costs {} MP"),
        ("O38.3", "extra_air", "iceland-sac", "of range {} or"),
    ],
)  # fmt: skip
def test_figures_told_are_those_of_the_charts(number: str, chart: str, line: str, words: str) -> None:
    figure = str(GEW.printed_charts.lines(chart)[line].amount)
    spelled = {"2": "two", "4": "four"}
    text = GEW.rulebook[number].text
    assert words.format(figure) in text or words.format(spelled.get(figure, "?")) in text


# ------------------------------------------------------------------------------------------------ what is said


def said(play: Game) -> list[str]:
    return [sentence(play.state.scenario, event) for event in play.state.log]


def test_19_2_an_attack_names_its_units_its_sum_and_what_the_result_means(battlefield: Battlefield, game: Play) -> None:
    state = battlefield("ger_pz1 3408, ger_a6 3409, sov_f3 3508", joined={"ussr": "soviet"}, turn=5, mp=(0, 0, 0))
    play = game(state, GroundCombatPhase(AXIS_SIDE))
    play.do("attack", "3508", ["ger_pz1", "ger_a6"], [], dice=[6])
    assert said(play)[:2] == [
        "the Axis player attacks 3508 with 6 Army and 1 Panzer (GEW 19.2)",
        "the attack on 3508, differential +6 and shift +1: D4E, the defender pays 4 MP or his units are eliminated "
        "(GEW 19.6)",
    ]


def test_24_1_a_raid_is_told_from_take_off_to_landing(battlefield: Battlefield, game: Play) -> None:
    state = battlefield("ger_lf1 display_axis, ger_lf2 display_axis, bri_fc display_allied", mp=(9, 9, 9))
    play = game(state, AirOperationsPhase(AXIS_SIDE))
    play.do("bomb", "ger_lf1", "london")
    play.do("bomb", "ger_lf2", "london")
    play.do("end", dice=[4, 6])
    end_missions(state, AXIS_SIDE)
    assert said(play) == [
        "LF 1 flies to 1507 London to bomb it (GEW 24.1)",
        "LF 2 flies to 1507 London to bomb it (GEW 24.1)",
        "the Axis player bombs 1507 London in column 4: S1, bombed side loses 1d6 MP; depot and fortification in the "
        "hex are removed (GEW 24.1)",
        "Western Allies: -6 MP, bombed; 3 left (GEW 24.7)",
        "LF 1 returns from 1507 London, to be regrouped (GEW 23.6)",
        "LF 2 returns from 1507 London, to be regrouped (GEW 23.6)",
    ]


def test_26_1_a_landing_names_its_ship(battlefield: Battlefield, game: Play) -> None:
    state = battlefield("ita_amph1 display_axis, ita_csi naples")
    play = game(state, NavalOperationsPhase(AXIS_SIDE))
    play.do("land", "ita_amph1", "ita_csi", "tripoli")
    assert said(play) == [
        "CSI goes aboard Amph-1 (Italian) (GEW 26.1)",
        "Amph-1 (Italian) sails to 2125 Tripoli with a landing force (GEW 26.1)",
        "CSI is shipped from 2318 Naples and lands at 2125 Tripoli (GEW 26.1)",
    ]


def test_27_2_and_O40_1_special_forces_are_named_with_what_they_bring_about(
    battlefield: Battlefield, game: Play
) -> None:
    units = "bri_cdo display_allied, bri_soe display_allied, alp_2 reinforcements_allied"
    play = game(battlefield(units, options={"extra_sf": True}), PartisanSupport(ALLIED_SIDE))
    play.do("support", "greece", ["bri_cdo"], dice=[3])
    play.do("psywar", "berlin", ["bri_soe"], dice=[4])
    assert said(play)[:2] == [
        "the Allied player sends CDO to partisans in Greece: -, nothing happens (GEW 27.2)",
        "the Allied player sends SOE to sabotage 2308 Berlin: B1, a depot there is destroyed, and the hex is "
        "sabotaged, then SF owner pays 1 MP or loses one SF (GEW O40.1)",
    ]
