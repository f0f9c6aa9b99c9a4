"""USE: lines of the printed lists about ground combat, movement and will, each by its name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable import odds
from sandtable.core.rules import Term
from sandtable.core.sequence import Segment
from sandtable.play.explain import words
from sandtable.systems.use import SYSTEM
from sandtable.systems.use.d3_diplomacy import BuySurprise
from sandtable.systems.use.s02_1_will import conquer, take_city
from sandtable.systems.use.s04_2_ground import attack_cost, mover_of
from sandtable.systems.use.s05_3_attack import Combat, Suffer, breakdown
from sandtable.systems.use.s05_3_odds import GROUND, bad_ground
from sandtable.systems.use.s05_3_retreat import bad_retreat
from sandtable.systems.use.s05_4_odds import conquered_threes
from sandtable.systems.use.s05_4_warfare import StrategicWarfare
from sandtable.systems.use.s05_combat import final_values, limited, modified
from sandtable.systems.use.s06_3_army import one_too_many
from sandtable.systems.use.s07_supply import reachable, sources
from sandtable.systems.use.s08_logistics import Mobilize, Replace
from sandtable.systems.use.state import UseState
from sandtable.systems.use.system import USE
from sandtable.systems.use.theatre import AXIS, WEST
from systems.use.seas import ACTIONS, Game, at_sea, country, laid_over, on_land, unit, where

CHARTS = SYSTEM.printed_charts


@pytest.mark.parametrize(("line", "points", "said"), [
    ("france-uk-usa", 1, {"attacker": "UK"}), ("shock-fair", 1, {"attacker_type": "shock"}),
    ("tank-fair", 2, {"attacker_type": "tank"}), ("tank-poor", 1, {"attacker_type": "tank", "weather": "Poor"}),
    ("poor-weather", -2, {"weather": "Poor"}),
    ("city-or-rough", -1, {"terrain": "rough+city"}), ("canal-mountain-river", -1, {"hexside": "river+mountain"}),
    ("air-support-fair", 2, {"attacker_air": "yes"}),
    ("air-support-poor", 1, {"attacker_air": "yes", "weather": "Poor"}),
])  # fmt: skip
def test_5_3_lines_of_the_ground_list(line: str, points: int, said: dict[str, str]) -> None:
    """5.3: the line counts for its side, and not in Severe weather if it is about the weather."""
    text = CHARTS.lines("ground_drm")[line].text
    found = {term.label: int(term.value) for term in odds("use.ground", **said).terms.of("attacker")}

    assert found[text] == points
    severe = {term.label for term in odds("use.ground", **{**said, "weather": "Severe"}).terms.of("attacker")}
    assert (text in severe) == ("weather" not in text)


@pytest.mark.parametrize(("weather", "strong", "other"), [("Fair", 2, 1), ("Poor", 2, 1), ("Severe", 0, 2)])
def test_5_3_lines_of_additional_attackers(weather: str, strong: int, other: int) -> None:
    """5.3 additional-tank-or-shock +2, additional-other +1; in Severe weather a Tank is like any other."""
    state = on_land("france-1940", "ger_6 0610, ger_1pz 0611, ger_4 0712, fra_2 0711", weather=weather)
    helpers = unit(state, "ger_1pz"), unit(state, "ger_4")
    target, primary, foe = state.scenario.place("0711"), unit(state, "ger_6"), unit(state, "fra_2")
    found = breakdown(state, Combat(AXIS, target, primary, helpers, "assault", defender=foe)).of("attacker")
    totals = {str(term.label).partition(" (x")[0]: int(term.value) for term in found}
    lines = CHARTS.lines("ground_drm")

    assert totals.get(lines["additional-tank-or-shock"].text, 0) == strong
    assert totals[lines["additional-other"].text] == other


def test_5_3_additional_attackers_follow_a_chart_laid_over_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """5.3: in play as in the odds of a situation, a Tank counts two in Severe weather if the line says so."""
    strong = 'when = { role = "attacker", attack = ["assault", "amphibious"], weather = ["Fair", "Poor"] }'
    charts = laid_over(tmp_path, "ground_drm", strong, strong.replace('"Poor"]', '"Poor", "Severe"]'))
    units = "ger_6 0610, ger_1pz 0611, fra_2 0711"
    state = on_land("france-1940", units, weather="Severe", charts=charts)
    tank, foe = unit(state, "ger_1pz"), unit(state, "fra_2")
    combat = Combat(AXIS, state.scenario.place("0711"), unit(state, "ger_6"), (tank,), "assault", defender=foe)
    line = "each additional Tank or Shock attacker, not in Severe weather"
    said = {"attack": "assault", "additional": "tank", "weather": "Severe"}
    monkeypatch.setenv("SANDTABLE_DATA", str(charts))
    for told in (breakdown(state, combat), odds("use.ground", **said).terms):
        assert [int(term.value) for term in told.of("attacker") if str(term.label).startswith(line)] == [2]


@pytest.mark.parametrize(("line", "start", "to", "points"), [
    ("clear-hex", "0808", "0708", 1 + 1), ("rough-hex", "0713", "0612", 2 + 1), ("clear-side", "0905", "0906", 1),
    ("canal-mountain-river-side", "0808", "0708", 1 + 1), ("strait-side", "0211", "0210", 2 + 2),
    ("enemy-city-or-fort", "0610", "0711", 2), ("friendly-city-or-fort", "0615", "0614", 1),
    ("transport-line", "0513", "0613", 1),
])  # fmt: skip
def test_4_0_lines_of_ground_movement(line: str, start: str, to: str, points: int) -> None:
    """4.0: a base for the hex, and what the hexside adds, for a German army in France; nothing else along a line."""
    state = on_land("france-1940")
    here, there = state.scenario.place(start), state.scenario.place(to)
    terms = state.theatre.board.step_cost(mover_of(state, AXIS), here, there)

    assert int(terms.total) == points, (line, list(terms))


@pytest.mark.parametrize(("line", "weather", "points"), [
    ("attack-fair", "Fair", 1), ("attack-poor-or-severe", "Poor", 2), ("attack-poor-or-severe", "Severe", 2),
])  # fmt: skip
def test_4_0_lines_of_attacking(line: str, weather: str, points: int) -> None:
    state = on_land("france-1940", "ger_6 0909, fra_2 0910", weather=weather)
    terms = attack_cost(state, state.scenario.place("0909"), state.scenario.place("0910"), AXIS)

    assert int(terms.total) == 1 + 1 + points  # clear, over the Marne
    assert CHARTS.lines("ground_movement")[line].text in {term.label for term in terms}


@pytest.mark.parametrize(("line", "city", "points"), [("mainland-city", "toulon", 2), ("capital", "brest", 4)])
def test_2_1_2_lines_of_cities(line: str, city: str, points: int) -> None:
    """2.1.2 mainland-city-lost, mainland-city-regained, capital-lost, capital-regained."""
    state = at_sea()
    france, place = country(state, "france"), state.scenario.place(city)
    take_city(state, place, AXIS)
    assert state.will[france] == 20 - points
    take_city(state, place, WEST)

    assert state.will[france] == 20
    assert CHARTS.lines("national_will")[f"{line}-lost"].value == f"-{points}"


@pytest.mark.parametrize(("line", "id", "points"), [
    ("country-conquered", "norway", 2), ("france-or-italy-conquered", "france", 8),
])  # fmt: skip
def test_2_1_2_lines_of_conquests(line: str, id: str, points: int) -> None:
    state = at_sea()
    conquer(state, country(state, id))

    assert state.will[country(state, "germany")] == 30 + points
    assert CHARTS.lines("national_will")[line].value == f"+{points}"


def suffering(result: str, units: str = "fra_2 0910, ger_6 0909", **said: Any) -> Game:
    state = on_land("france-1940", units, **said)
    return Game(state, Suffer(WEST, unit(state, "fra_2"), result, (state.scenario.place("0909"),), 1))


def test_5_3_lines_of_results() -> None:
    """5.3 defender-retreat, defender-disrupted, defender-eliminated."""
    retreat = suffering("DR")
    retreat.say("0911")
    assert (where(retreat.state, "fra_2"), retreat.state.reduced(unit(retreat.state, "fra_2"))) == ("0911", False)

    disrupted = suffering("DD")
    disrupted.say("0911")
    assert (where(disrupted.state, "fra_2"), disrupted.state.reduced(unit(disrupted.state, "fra_2"))) == ("0911", True)

    eliminated = suffering("DE")
    assert where(eliminated.state, "fra_2") == "eliminated_west"
    assert eliminated.state.no_ezoc[eliminated.state.scenario.place("0910")]


RING = "fra_2 0910, ger_6 0909, ger_1 0911, ger_2 0809, ger_4 0810, ger_8 1009, ger_9 1010"


def test_5_3_lines_of_units_that_cannot_retreat() -> None:
    """5.3 cannot-full: reduced in its place; cannot-reduced: it dies, and no EZOC is left in its hex."""
    full = suffering("DR", RING)
    assert (where(full.state, "fra_2"), full.state.reduced(unit(full.state, "fra_2"))) == ("0910", True)

    reduced = suffering("DR", RING, reduced="fra_2")
    assert where(reduced.state, "fra_2") == "eliminated_west"
    assert reduced.state.no_ezoc[reduced.state.scenario.place("0910")]


def test_5_3_5_lines_of_retreat_prohibitions() -> None:
    """5.3.5 enemy-city-or-fort, movement-and-stacking: a city of the enemy, water, another unit."""
    state = on_land("france-1940", "fra_7 0607, fra_1 0608, ger_6 0708", {"0508": "axis"})

    def why(to: str) -> str:
        place, attackers = state.scenario.place(to), (state.scenario.place("0708"),)
        return "; ".join(
            words(state.scenario, each.because) for each in bad_retreat(state, unit(state, "fra_7"), attackers, place)
        )

    assert "enemy city" in why("0508")
    assert "is there" in why("0608")
    assert "no ground unit of this country may go there" in why("0606")


def test_1_2_supply_check_is_part_of_each_operations_phase() -> None:
    """1.2 supply-check"""
    assert "Operations Phase / Supply Check Sub-Phase" in SYSTEM.load("france-1940").outline.rows


@pytest.mark.parametrize(("hexes", "fed"), [
    ("2 hexes", ["0515", "0415"]), ("1 hexes", ["0515"]), ("3 hexes", ["0515", "0415", "0416"]),
])  # fmt: skip
def test_1_4_supply_land(tmp_path: Path, hexes: str, fed: list[str]) -> None:
    """1.4 supply-land: so many hexes lie before a line, as the chart says that is in use; the lens shows the same."""
    charts = laid_over(tmp_path, "ranges", 'value = "2 hexes"', f'value = "{hexes}"')
    found = []
    for at in ("0515", "0415", "0416"):
        state = on_land("france-1940", f"ger_6 {at}", charts=charts)
        shown = USE.lens.supply(state, unit(state, "ger_6"))
        assert bool(reachable(state, unit(state, "ger_6"))) == bool(shown and shown.source is not None)
        found += [at] if reachable(state, unit(state, "ger_6")) else []
    assert found == fed


def otherwise(folder: Path, line: str, said: int, **position: Any) -> UseState:
    """A position where one of these numbers is another."""
    old, new = (f'id = "{line}"\nvalue = "{value}"' for value in (CHARTS.lines("numbers")[line].value, said))
    units = "uk_fighter hull, uk_bomber mobilization_west, uk_surprise surprise_holding"
    return at_sea(units, charts=laid_over(folder, "numbers", old, new), **position)


NUMBERS = {
    "most-sorties": 6, "most-additional": 2, "most-drm": 10, "least-value": 1,
    "sorties-off": 2, "sorties-of-new": 4, "surprise-turns": 4, "limited-units": 2, "least-lost": 1,
    "most-lost": 9, "conquered-for-one": 3, "no-effect-germany": -1, "no-effect-enemy": -1, "defender-hit-germany": -1,
    "defender-hit-enemy": 1, "attacker-hit-germany": 1, "attacker-hit-enemy": -1,
}  # fmt: skip


def test_1_0_numbers_within_other_lists() -> None:
    assert {line.id: int(line.value) for line in CHARTS.lines("numbers").lines} == NUMBERS


whatever_it_says = pytest.mark.parametrize("said", [1, 3])


@whatever_it_says
def test_1_5_most_sorties(tmp_path: Path, said: int) -> None:
    """1.5 most-sorties: no more are counted, and who has them does nothing."""
    state = otherwise(tmp_path, "most-sorties", said)
    state.add_sorties(unit(state, "uk_fighter"), 9, "5.2")
    assert state.sorties[unit(state, "uk_fighter")] == said
    refused = Game(state, Segment(ACTIONS, WEST)).refused("rebase", "uk_fighter", "london")
    assert f"uk_fighter has {said} Sorties (1.5)" in refused


@whatever_it_says
def test_5_1_most_additional(tmp_path: Path, said: int) -> None:
    """5.1 most-additional: in an Assault, and in the odds of one."""
    state = otherwise(tmp_path, "most-additional", said)
    pick = unit(state, "uk_1")
    assert not list(one_too_many(state, (pick,) * (said - 1), pick))
    assert f"{said} units join" in words(state.scenario, next(one_too_many(state, (pick,) * said, pick)).because)
    for many, refused in ((said, False), (said + 1, True)):
        told = {"attack": "assault", "additional": "+".join(["infantry"] * many)}
        given = {key.name: key.default for key in GROUND.keys} | told
        found = [each for each in bad_ground(state.scenario.charts, given) if "units join" in str(each.because)]
        assert bool(found) == refused


@whatever_it_says
def test_5_1_most_drm(tmp_path: Path, said: int) -> None:
    """5.1 most-drm: in the sum that is told, and in the one that is rolled with."""
    charts = otherwise(tmp_path, "most-drm", said).scenario.charts
    assert limited(charts, 7) == -limited(charts, -7) == said
    assert final_values(charts, 7, 0) == tuple(face + said for face in range(1, 7))
    assert modified(charts, "attacker", [Term("much", 7, "5.3")], ()).terms[-1].label == f"at most +{said}"


@whatever_it_says
def test_5_1_least_value(tmp_path: Path, said: int) -> None:
    """5.1 least-value: whatever is subtracted or halved."""
    assert min(final_values(otherwise(tmp_path, "least-value", said).scenario.charts, -10, 2)) == said


@whatever_it_says
def test_9_0_sorties_off(tmp_path: Path, said: int) -> None:
    """9.0 sorties-off: by a replacement."""
    state = otherwise(tmp_path, "sorties-off", said, sorties={"uk_fighter": 5})
    Game(state, Replace(WEST, unit(state, "uk_fighter")))
    assert state.sorties[unit(state, "uk_fighter")] == 5 - said


@whatever_it_says
def test_9_0_sorties_of_new(tmp_path: Path, said: int) -> None:
    """9.0 sorties-of-new: of an air unit that is mobilized."""
    state = otherwise(tmp_path, "sorties-of-new", said)
    Game(state, Mobilize(WEST, unit(state, "uk_bomber"), state.scenario.place("london")))
    assert state.sorties[unit(state, "uk_bomber")] == said


@whatever_it_says
def test_9_0_surprise_turns(tmp_path: Path, said: int) -> None:
    """9.0 surprise-turns: until a marker that is bought arrives."""
    state = otherwise(tmp_path, "surprise-turns", said)
    Game(state, BuySurprise(WEST, unit(state, "uk_surprise")))
    assert where(state, "uk_surprise") == f"turn_{1 + said}"


@whatever_it_says
def test_7_0_limited_units(tmp_path: Path, said: int) -> None:
    """7.0 limited-units: for so many is the factory at Oran."""
    state = otherwise(tmp_path, "limited-units", said)
    assert {source.units for source in sources(state, country(state, "france"))} == {0, said}


@whatever_it_says
@pytest.mark.parametrize(("line", "change"), [("least-lost", -20), ("most-lost", 20)])
def test_5_4_boxes_of_fac_lost(tmp_path: Path, said: int, line: str, change: int) -> None:
    """5.4 least-lost, most-lost: the ends of the track."""
    state = otherwise(tmp_path, line, said)
    france = country(state, "france")
    state.lose_factories(france, change, "5.4")
    assert state.fac_lost[france] == said


@whatever_it_says
def test_5_4_conquered_for_one(tmp_path: Path, said: int) -> None:
    """5.4 conquered-for-one: so many countries, or a part of them, are a modifier of 1."""
    state = otherwise(tmp_path, "conquered-for-one", said)
    assert conquered_threes(state.scenario.charts, 4) == -(-4 // said)


@whatever_it_says
@pytest.mark.parametrize("whose", ["germany", "enemy"])
@pytest.mark.parametrize(("hit", "result"), [("no-effect", "♦"), ("defender-hit", "DD+3"), ("attacker-hit", "AS+2")])
def test_5_4_how_far_fac_lost_goes(tmp_path: Path, said: int, whose: str, hit: str, result: str) -> None:
    """5.4 no-effect-germany, no-effect-enemy, defender-hit-germany, defender-hit-enemy, attacker-hit-germany,
    attacker-hit-enemy: by the result, Germany's marker and the UK's."""
    state = otherwise(tmp_path, f"{hit}-{whose}", said)
    moved = [country(state, "germany"), country(state, "uk")]
    for nth in moved:
        state.fac_lost[nth] = 5
    StrategicWarfare(AXIS, result=result).count(state)
    usual = [NUMBERS[f"{hit}-{who}"] for who in ("germany", "enemy")]
    usual[whose == "enemy"] = said
    assert [state.fac_lost[nth] - 5 for nth in moved] == usual
