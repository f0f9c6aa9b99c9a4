"""OCS: every row of every printed table and every line of every printed list, by its name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable import look, odds
from sandtable.systems.ocs import SYSTEM
from sandtable.systems.ocs.numbers import number
from sandtable.systems.ocs.s02_sequence import OUTLINE
from sandtable.systems.ocs.s02_sequence import Game as Whole
from sandtable.systems.ocs.s05_modes import share
from sandtable.systems.ocs.s09_attack import Combat
from sandtable.systems.ocs.s09_results import parsed
from sandtable.systems.ocs.s09_strength import LEVELS, Unit, anti_tank_level
from sandtable.systems.ocs.s09_supply import defence_price, may_live_on_stocks, need_of
from sandtable.systems.ocs.s10_results import Damage, read_facility
from sandtable.systems.ocs.s12_trace import capacity
from sandtable.systems.ocs.state import EXPLOITATION, MOVEMENT, REACTION
from sandtable.systems.ocs.theatre import MODES
from systems.ocs.field import AXIS, field, unit

CHARTS = SYSTEM.printed_charts
# the twelve results of the Combat Table, from the worst for the attacker to the best
CELLS = dict(
    zip(
        "abcdefghijkl",
        ("AL2", "AL1o1", "AL1o1 Do1", "AL1 Do1", "AL1 DL1o1", "Ao1 Do1", "Ao1 DL1o1", "Ao1 DL1o2", "Ao1 e4 DL1o2",
         "Ae4 DL1o2", "Ae3 DL2o2DG", "Ae2 DL2o3DG"),
        strict=True,
    )
)  # fmt: skip


def rolls(label: str) -> list[int]:
    """`1 or less`, `15 or more`, `2-3`, `7`: rolls of a row, with some beyond the end of an open one."""
    first, _, rest = label.partition(" ")
    if rest == "or less":
        return [int(first) - 4, int(first)]
    if rest == "or more":
        return [int(first), int(first) + 5]
    low, _, high = label.rstrip("+").partition("-")
    return [*range(int(low), int(high or low) + 1), *([int(low) + 3] if label.endswith("+") else [])]


# ------------------------------------------------------------------------------------------------ tables


@pytest.mark.parametrize(("line", "printed"), [
    ("combat.1 or less", "aaaaaaabccdde"), ("combat.2", "aaaaaabccddgg"), ("combat.3", "aaaaabccddggg"),
    ("combat.4", "aaaabccddfggi"), ("combat.5", "aaabccddfggij"), ("combat.6", "aabccddfgggjj"),
    ("combat.7", "bbcccdfgggijk"), ("combat.8", "bcccdfgggijjk"), ("combat.9", "cccdffggijjkk"),
    ("combat.10", "ccdffggijjkkl"), ("combat.11", "cdffgggjjkkkl"), ("combat.12", "cffgggijkkkll"),
    ("combat.13", "ffgghijkkklll"), ("combat.14", "fggiijkkkllll"), ("combat.15 or more", "ggijjkkllllll"),
])  # fmt: skip
def test_9_9_rows_of_the_combat_table(line: str, printed: str) -> None:
    """9.9: thirteen columns, at the odds of the Open line."""
    chart = CHARTS.table("combat")
    for roll in rolls(line.partition(".")[2]):
        found = [chart.cell(chart.place("roll", roll), column) for column in range(13)]
        assert found == [CELLS[letter] for letter in printed]


@pytest.mark.parametrize(("line", "printed"), [
    ("barrage.2", "- - - - - - - - - DG DG"), ("barrage.3", "- - - - - - - - DG DG DG"),
    ("barrage.4", "- - - - - - - DG DG DG DG"), ("barrage.5", "- - - - - - DG DG DG DG [1/2]"),
    ("barrage.6", "- - - - - DG DG DG DG [1/2] [1/2]"), ("barrage.7", "- - - - DG DG DG DG [1/2] [1/2] 1/2"),
    ("barrage.8", "- - - DG DG DG DG [1/2] [1/2] 1/2 1/2"),
    ("barrage.9", "- - DG DG DG [1/2] [1/2] [1/2] 1/2 1/2 1/2"),
    ("barrage.10", "- DG DG DG [1/2] [1/2] 1/2 1/2 1/2 1 1"), ("barrage.11", "DG DG DG 1/2 1/2 1/2 1/2 1/2 1 1 2"),
    ("barrage.12", "DG 1/2 1/2 1/2 1/2 1 1 1 1 2 3"),
])  # fmt: skip
def test_10_0a_rows_of_the_barrage_table(line: str, printed: str) -> None:
    """10.0a: by the strengths that begin and end each column."""
    edges = ((0, 1), (2, 2), (3, 4), (5, 7), (8, 11), (12, 16), (17, 24), (25, 40), (41, 68), (69, 116), (117, 500))
    roll = int(line.partition(".")[2])
    for cell, strengths in zip(printed.split(), edges, strict=True):
        assert {look("ocs.barrage", roll=roll, strength=points).result for points in strengths} == {cell}


@pytest.mark.parametrize(("line", "printed"), [
    ("barrage.cost", "1T 1T 2T 2T 2T 3T 3T 4T 6T 8T 10T"), ("facility.cost", "1T 1T 1T 1T 2T 4T 6T 8T"),
])  # fmt: skip
def test_10_1b_rows_of_costs(line: str, printed: str) -> None:
    assert CHARTS.table(line.partition(".")[0]).beside["cost"] == tuple(printed.split())


@pytest.mark.parametrize(("line", "printed"), [
    ("facility.1", "- | - | - | - | - | - | (5) | 1 (5)"), ("facility.2", "- | - | - | - | - | (5) | 1 (4) | 1 (4)"),
    ("facility.3", "- | - | - | - | (5) | 1 (5) | 1 (4) | 1 (4)"),
    ("facility.4", "- | - | - | * (6) | 1 * (5) | 1 * (4) | 1 * (4) | 2 * (4)"),
    ("facility.5", "- | (6) | * (6) | 1 * (5) | 1 * (4) | 2 * (4) | 2 * (4) | 2 * (3)"),
    ("facility.6", "(6) | * (5) | 1 * (5) | 1 * (4) | 1 * (4) | 2 * (4) | 2 * (3) | 2 * (3)"),
])  # fmt: skip
def test_10_0c_rows_of_the_facility_table(line: str, printed: str) -> None:
    edges = ((0, 1), (2, 2), (3, 4), (5, 10), (11, 20), (21, 40), (41, 80), (81, 500))
    roll = int(line.partition(".")[2])
    for cell, strengths in zip(printed.split(" | "), edges, strict=True):
        assert {look("ocs.facility", roll=roll, strength=points).result for points in strengths} == {cell}


@pytest.mark.parametrize(("line", "printed"), [
    ("attrition.5", "2-8 9-10 11 12 13+"), ("attrition.4", "2-7 8-9 10 11 12+"),
    ("attrition.3", "2-5 6-7 8-9 10-11 12+"),
    ("attrition.2", "2-3 4-5 6-7 8-9 10+"), ("attrition.1", "2 3-4 5-6 7-8 9+"), ("attrition.0", ". 2-3 4-5 6-7 8+"),
])  # fmt: skip
def test_12_8b_rows_of_the_attrition_table(line: str, printed: str) -> None:
    """12.8b: the modified rolls of each result."""
    results = ("No Loss", "-1 Step", "-2 Steps", "-4 Steps", "-All Steps")
    rating = int(line.partition(".")[2])
    for band, result in zip(printed.split(), results, strict=True):
        for roll in rolls(band) if band != "." else ():
            assert look("ocs.attrition", ar=rating, roll=roll).result == result


@pytest.mark.parametrize(("line", "dump", "trucks", "wagons"), [
    ("capture.1", 0, 0, 0), ("capture.2", 25, 0, 0), ("capture.3", 25, 25, 25), ("capture.4", 50, 50, 50),
    ("capture.5", 50, 50, 75), ("capture.6", 75, 75, 100),
])  # fmt: skip
def test_9_14b_rows_of_the_capture_table(line: str, dump: int, trucks: int, wagons: int) -> None:
    roll = int(line.partition(".")[2])
    found = [look("ocs.capture", roll=roll, kind=kind).result for kind in ("Dump", "Trucks", "Wagons")]
    assert found == [str(dump), str(trucks), str(wagons)]


@pytest.mark.parametrize(("line", "result"), [
    ("dump_blowing.1", "25"), ("dump_blowing.2-3", "50"), ("dump_blowing.4-5", "75"), ("dump_blowing.6", "100"),
    ("air_combat.6 or less", "Attacker Aborts"), ("air_combat.7", "Both Abort"),
    ("air_combat.8 or more", "Defender Aborts"),
    ("air_loss.1-4", "No Loss"), ("air_loss.5-6", "Step Loss"),
    ("flak.10 or less", "No Effect"), ("flak.11 or more", "Step Loss"),
    ("air_base_capture.6 or less", "Step Loss"), ("air_base_capture.7 or more", "No Loss"),
    ("half_step.1-3", "DG"), ("half_step.4-6", "1 step"),
])  # fmt: skip
def test_rows_of_tables_that_a_roll_alone_decides(line: str, result: str) -> None:
    """12.11a, 14.3e, 14.4e, 9.14f, 10.0a"""
    name, label = line.split(".")
    assert {look(f"ocs.{name}", roll=roll).result for roll in rolls(label)} == {result}


@pytest.mark.parametrize(("line", "printed"), [
    ("mission_loss.2", "#1 #1 #1 #2 #2 #2"), ("mission_loss.3", "#1 #1 #2 #2 #3 #3"),
    ("mission_loss.4", "#1 #2 #3 #4 W S"),
])  # fmt: skip
def test_14_4f_rows_of_mission_losses(line: str, printed: str) -> None:
    aircraft = int(line.partition(".")[2])
    assert [look("ocs.mission_loss", aircraft=aircraft, roll=die).result for die in range(1, 7)] == printed.split()


@pytest.mark.parametrize(("line", "least"), [
    ("air_transport.Friendly.Clear", 5), ("air_transport.Friendly.Closed", 6), ("air_transport.Enemy.Clear", 6),
    ("air_transport.Enemy.Closed", 7),
])  # fmt: skip
def test_14_10d_rows_of_drops(line: str, least: int) -> None:
    _, status, terrain = line.split(".")
    found = [look("ocs.air_transport", status=status, terrain=terrain, roll=roll).result for roll in range(2, 13)]
    assert found.index("Success") + 2 == least
    assert found == sorted(found)


@pytest.mark.parametrize(("line", "high", "low"), [("surprise.overrun", 9, 6), ("surprise.regular", 10, 5)])
def test_9_8_rows_of_surprise(line: str, high: int, low: int) -> None:
    kind = line.partition(".")[2]
    for roll in range(-2, 20):
        wanted = "Attacker" if roll >= high else "Defender" if roll <= low else "None"
        assert look("ocs.surprise", kind=kind, roll=roll).result == wanted


@pytest.mark.parametrize(("line", "sizes", "shift"), [
    ("density.1 or less", ("1/4", "1"), "Left 1"), ("density.over 1, up to 3", ("5/4", "3"), "None"),
    ("density.over 3, up to 4", ("13/4", "4"), "Right 1"), ("density.over 4, up to 5", ("17/4", "5"), "Right 2"),
    ("density.over 5, up to 6", ("21/4", "6"), "Right 3"), ("density.over 6", ("25/4", "10"), "Right 4"),
])  # fmt: skip
def test_10_0a_rows_of_density(line: str, sizes: tuple[str, str], shift: str) -> None:
    assert {look("ocs.density", re=size).result for size in sizes} == {shift}


@pytest.mark.parametrize(("line", "tokens"), [
    ("port_damage.1", 6), ("port_damage.2", 5), ("port_damage.3", 3), ("port_damage.4", 2),
])  # fmt: skip
def test_19_0b_rows_of_port_damage(line: str, tokens: int) -> None:
    """Of Augusta's 8T: 6.4, 4.8, 3.2, 1.6, to the nearest token."""
    state = field("")
    augusta = state.scenario.place("15.7")
    state.port_hits[augusta] = int(line.partition(".")[2])
    assert capacity(state, augusta) == tokens


@pytest.mark.parametrize(("line", "movement", "reaction", "exploitation"), [
    ("allowance.combat", "1", "1/2", "1"), ("allowance.move", "1", "1/2", "1"),
    ("allowance.reserve", "1/4", "1/2", "1"),
    ("allowance.strat", "2", "0", "0"), ("allowance.exploit", "0", "0", "1/2"), ("allowance.dg", "1/2", "1/4", "1/2"),
])  # fmt: skip
def test_5_0_rows_of_allowances(line: str, movement: str, reaction: str, exploitation: str) -> None:
    """5.0, 5.7 to 5.10: in one's own Movement Phase, in the Reaction Phase, in the Exploitation Phase."""
    mode = MODES.index(line.partition(".")[2])
    found = [str(Fraction(*share(CHARTS, mode, segment))) for segment in (MOVEMENT, REACTION, EXPLOITATION)]
    assert found == [movement, reaction, exploitation]


# ------------------------------------------------------------------------------------------------ lists of modifiers


def applied(name: str, **said: Any) -> dict[str, int]:
    return {str(term.label): int(term.value) for term in odds(name, **said).terms}


@pytest.mark.parametrize(("line", "value", "said"), [
    ("three-aircraft", 1, {"aircraft": 3}), ("hq", 1, {"hq": "yes"}), ("air-base", 2, {"air_base": 2}),
    ("flak", 3, {"flak": 3}), ("zone-with-fighter", 1, {"patrol_zone": "yes", "fighter": "yes"}),
    ("zone-without-fighter", 2, {"patrol_zone": "yes"}),
    ("zone-trainbusting", 1, {"mission": "trainbusting", "patrol_zone": "yes"}),
])  # fmt: skip
def test_14_4e_lines_of_flak_modifiers(line: str, value: int, said: dict[str, Any]) -> None:
    text = CHARTS.lines("flak_modifiers")[line].text
    assert applied("ocs.flak", **said)[text] == value
    assert text not in applied("ocs.flak", aircraft=2)


@pytest.mark.parametrize(("line", "rolled"), [
    ("barrage", "Always"), ("hip-shoot", "Always"), ("trainbusting", "Always"), ("air-transport", "Only in PZ"),
    ("base-transfer", "Only in PZ"), ("fighter-sweep", "Never"), ("interception", "Never"),
])  # fmt: skip
def test_14_4e_lines_of_flak_missions(line: str, rolled: str) -> None:
    assert CHARTS.lines("flak_missions")[line].value == rolled


@pytest.mark.parametrize(("line", "shift", "said"), [
    ("hedgehog", -1, {"hedgehog": 2}), ("close", -1, {"terrain": "hills"}),
    ("extremely-close", -2, {"terrain": "major city"}),
    ("no-spotter", -3, {"spotted": "no"}), ("strat-mode", 3, {"strat_mode": "yes"}),
    ("near-base", 1, {"kind": "air", "near_base": "yes"}), ("long-range", -1, {"kind": "air", "far": "yes"}),
])  # fmt: skip
def test_10_0a_lines_of_barrage_shifts(line: str, shift: int, said: dict[str, Any]) -> None:
    """10.0a, 21.4 long-range"""
    text = CHARTS.lines("barrage_shifts")[line].text
    assert applied("ocs.barrage", strength=20, **said)[text] == shift
    assert text not in applied("ocs.barrage", strength=20)


@pytest.mark.parametrize(("line", "said"), [
    ("strong-hedgehog", {"hedgehog": 3}), ("air-or-ship", {"kind": "air"}), ("no-spotter", {"spotted": "no"}),
])  # fmt: skip
def test_10_0a_lines_of_half_step_limits(line: str, said: dict[str, Any]) -> None:
    """10.0a: strength for the shift in hand; in column 25-40 an 8 and a 9 are [1/2], which then cost no step."""
    assert CHARTS.lines("half_step_limits")[line].value == "DG"
    strength = {"strong-hedgehog": 41, "air-or-ship": 25, "no-spotter": 117}[line]  # left 1, none, left 3
    free, bound = odds("ocs.barrage", strength=25), odds("ocs.barrage", strength=strength, **said)
    assert free["1 step"] - bound["1 step"] == Fraction(5 + 4, 36) / 2
    assert free["-"] == bound["-"]


@pytest.mark.parametrize(("line", "level", "unit"), [
    ("heavy-armor", "Heavy", {"category": "armor"}), ("heavy-tank", "Heavy", {"category": "mech", "marks": {"tank"}}),
    ("heavy-gun", "Heavy", {"category": "other", "marks": {"at"}}),
    ("heavy-gun", "Heavy", {"category": "other", "marks": {"aa"}}),
    ("light-mech", "Light", {"category": "mech"}), ("none", "None", {"category": "other"}),
])  # fmt: skip
def test_9_4e_lines_of_anti_tank_levels(line: str, level: str, unit: dict[str, Any]) -> None:
    """9.4e heavy-hedgehog: any unit in one."""
    assert CHARTS.lines("anti_tank")[line].value == level
    said = Unit("", Fraction(1), False, unit["category"], marks=frozenset(unit.get("marks", ())))
    assert LEVELS[anti_tank_level(CHARTS, said)] == level
    assert LEVELS[anti_tank_level(CHARTS, said, 1)] == CHARTS.lines("anti_tank")["heavy-hedgehog"].value == "Heavy"


@pytest.mark.parametrize("name", ["surprise_modifiers", "combat_modifiers"])
def test_9_8_and_9_9_lines_of_both_rolls(name: str) -> None:
    """attacker-rating and defender-rating count in full in surprise_modifiers and in combat_modifiers; a hedgehog as
    one, or as its level."""
    situation = {"attacker_ar": 4, "defender_ar": 1, "hedgehog": 3}
    found = [int(term.value) for term in CHARTS.lines(name).applying(situation)]
    assert found == [4, -1, -1 if name == "surprise_modifiers" else -3]


def test_14_3e_lines_of_air_combat() -> None:
    """14.3e attacker-rating 4, defender-rating 3; 21.4 long-range: air_combat_modifiers."""
    said = {"attacker_rating": 4, "defender_rating": 3, "beyond_half_range": "yes"}
    assert list(applied("ocs.air_combat", **said).values()) == [4, -3, -1]


def test_14_10d_lines_of_drops() -> None:
    """14.10d early-allied-drop, soviet-drop, glider; 21.12e very-close, extremely-close: air_transport_modifiers."""
    for said, value in (
        ({"nation": "Allied", "eto_by_aug44": "yes"}, -1), ({"nation": "Soviet"}, -1), ({"glider": "yes"}, 1),
        ({"drop_terrain": "Very Close"}, -1), ({"drop_terrain": "Extr Close"}, -2),
    ):  # fmt: skip
        assert list(applied("ocs.air_transport", **said).values()) == [value]


# ------------------------------------------------------------------------------------------------ results and order


def test_9_10_lines_of_combat_results() -> None:
    """9.10 combat_results: attacker, defender, loss, option, disorganized and exploit, as the engine reads them."""
    found = parsed("Ae3 DL2o2DG")
    assert (found.exploit, found.their_losses, found.their_options, found.disorganized) == (3, 2, 2, True)
    assert not parsed("Ao1 DL1o2").disorganized
    assert CHARTS.lines("combat_results")["disorganized"].value == "DG"


def test_10_0_lines_of_barrage_and_facility_results() -> None:
    """10.0a none and bracketed-half of barrage_results; 10.0c trainbusting, one and two of facility_results."""
    assert CHARTS.lines("barrage_results")["none"].value == "-"
    assert CHARTS.lines("barrage_results")["bracketed-half"].value == "[1/2]"
    assert read_facility("2 * (3)") == Damage(2, True, 3)
    assert read_facility("1 (4)") == Damage(1, False, 4)
    assert CHARTS.lines("facility_results")["two"].value == "2"


def test_9_5_lines_of_combat_supply() -> None:
    """9.5 attacking-step 1T, defence 2T, small-defence 1T, withheld 1/2; 12.10 internal-stocks only where nothing on
    the map can pay; dak-brigade is of a title that is not ours."""
    lines = CHARTS.lines("combat_supply")
    state = field("69_bde 12.7; 115_pzgr 11.8; 904_fest 11.8", dumps={"10.8": (AXIS, 4)})
    target = state.scenario.place("11.8")
    assert need_of(state, unit(state, "69_bde")).tokens == 1
    assert defence_price(state, target, AXIS) == 2
    assert not may_live_on_stocks(state, target, AXIS)
    alone = field("904_fest 11.8")
    assert defence_price(alone, target, AXIS) == 1
    assert may_live_on_stocks(alone, target, AXIS)
    assert [lines[id].value for id in ("attacking-step", "small-defence", "withheld", "dak-brigade")] == [
        "1T", "1T", "1/2", "1T",
    ]  # fmt: skip


def test_9_2_lines_of_the_combat_sequence() -> None:
    """9.2 combat_sequence: hexes are named in the form; then supply, rating-units, terrain, ratings, surprise, result,
    execute, retreat-advance are steps of the procedure in this order."""
    assert [line.id for line in CHARTS.lines("combat_sequence").lines] == [
        "hexes", "supply", "rating-units", "terrain", "ratings", "surprise", "result", "execute", "retreat-advance",
    ]  # fmt: skip
    steps = list(Combat.steps)
    wanted = ["pay", "pay_defence", "name_rated", "name_their_rated", "resolve", "carry_out"]
    assert [step for step in steps if step in wanted] == wanted


SEQUENCE = (
    ("aircraft-refit", "Aircraft Refit Phase"), ("reinforcement", "Reinforcement Phase"),
    ("movement", "Movement Phase"), ("movement-breakout", "Movement Phase / Breakout Segment"),
    ("movement-movement", "Movement Phase / Movement Segment"),
    ("movement-barrage", "Movement Phase / Movement barrages"),
    ("supply", "Supply Phase"), ("reaction", "Reaction Phase"),
    ("reaction-movement", "Reaction Phase / Reaction Movement"),
    ("reaction-barrage", "Reaction Phase / Reaction barrages"), ("combat", "Combat Phase"),
    ("combat-barrage", "Combat Phase / Barrage Segment"), ("combat-combat", "Combat Phase / Combat Segment"),
    ("exploitation", "Exploitation Phase"), ("exploitation-movement", "Exploitation Phase / Exploitation Movement"),
    ("exploitation-barrage", "Exploitation Phase / Exploitation barrages"),
    ("exploitation-combat", "Exploitation Phase / Exploitation combat"), ("clean-up", "Clean Up Phase"),
)  # fmt: skip


def test_2_2_lines_of_the_sequence() -> None:
    """sequence.pre-turn, sequence.weather, sequence.first-player, sequence.first-player-turn,
    sequence.second-player-turn and sequence.turn-end are steps of the game; sequence.aircraft-refit,
    sequence.reinforcement, sequence.movement, sequence.movement-breakout, sequence.movement-movement,
    sequence.movement-barrage, sequence.supply, sequence.reaction, sequence.reaction-movement,
    sequence.reaction-barrage, sequence.combat, sequence.combat-barrage, sequence.combat-combat,
    sequence.exploitation, sequence.exploitation-movement, sequence.exploitation-barrage,
    sequence.exploitation-combat and sequence.clean-up are rows of a player-turn, in this order."""
    lines = [line.id for line in CHARTS.lines("sequence").lines]
    assert lines[:4] == ["pre-turn", "weather", "first-player", "first-player-turn"]
    assert lines[-2:] == ["second-player-turn", "turn-end"]
    assert lines[4:-2] == [line for line, _ in SEQUENCE]
    rows = list(OUTLINE.rows)
    places = [rows.index(f"Player turn / {row}") for _, row in SEQUENCE]
    assert places == sorted(places)
    steps = list(Whole.steps)
    wanted = ["turn", "roll_weather", "roll_one", "roll_other", "player_turn", "score"]
    assert [step for step in steps if step in wanted] == wanted


# ------------------------------------------------------------------------------------------------ numbers


@pytest.mark.parametrize(("line", "value"), [
    ("tokens-a-point", 4), ("stacking", 10), ("draw", 5), ("overrun", 3), ("extender-points", 5),
    ("truck-extender", 20), ("wagon-extender", 10), ("wagon-allowance", 10), ("truck-displacement", 10),
    ("wagon-displacement", 5), ("base-displacement", 2), ("retreat-dg", 2), ("exploit-hexes", 2),
    ("formation-density", 3), ("planes", 4), ("patrol", 10), ("base-planes", 4), ("best-base", 3), ("best-hedgehog", 4),
    ("hedgehog-price", 8), ("base-price", 4), ("strip-price", 1), ("repair-price", 4), ("engineer-reach", 2),
    ("rebuild-reach", 2), ("plane-steps", 2), ("most-port-hits", 4), ("stock-price", 2), ("meal", 2),
    ("breakout-roll", 5), ("breakout-early", 1), ("breakout-hexes", 15), ("near-base", 10), ("refits-a-level", 2),
    ("strip-refits", 1), ("refit-price", 1), ("transfer-range", 2), ("unloading-a-level", 2), ("air-transport-ma", 10),
    ("plan-ahead", 2), ("fuel", 1), ("formation-fuel", 4), ("load", 10), ("point-load", 4), ("light-allowance", 6),
    ("strat-column", 3), ("caches", 2), ("cache-shells", 2), ("landing-party", 3), ("landing-loss", 3),
    ("wheels", 3), ("damaged-refits", 2), ("glider-load", 2), ("glider-load-reduced", 1), ("conversion", 4),
    ("small-stack", 1), ("builders", 1), ("carried-share", 2), ("light-share", 2), ("multi-track", 2),
    ("rail-trainbusting", 2), ("trainbusting", 1), ("trainbusting-flak", 1), ("half-range", 2), ("short-flight", 2),
    ("air-at-ships", 2), ("hoarding", 2), ("mud", 2),
])  # fmt: skip
def test_4_0_numbers_within_the_rules(line: str, value: int) -> None:
    """The list `numbers`, as the rules say each; what follows from them is tested with their rules."""
    assert number(CHARTS, line) == value
