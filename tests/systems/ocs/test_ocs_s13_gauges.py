"""OCS 13.3f, 13.3g: railroads of two gauges and those who convert them, on the small coast with a railroad on it."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from sandtable.core.rules import Hex
from sandtable.core.sequence import Segment
from sandtable.core.titles import NAMED
from sandtable.play.words import words_of
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.s02_phases import begin_phase
from sandtable.systems.ocs.s12_trace import net, off_gauge
from sandtable.systems.ocs.s13_rail import entrances
from sandtable.systems.ocs.state import MOVEMENT, OcsState
from sandtable.systems.ocs.title_faults import faults
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

COAST = Path(__file__).parent / "coast"
BLUE, RED = ALLIED, AXIS
MOVES = "Player turn / Movement Phase / Movement Segment"
LINE = ("9.2", "10.2", "11.2", "12.2", "12.3", "12.4")
REPAIR = """\
r_repair,Rail Rep,red,german,rail_repair,other,,,2,no,combat,,(1),1,5,leg,,,,,,,,
r_repair,,,,,,,,,,move,,(1),1,10,leg,,,,,,,,
"""


@pytest.fixture(autouse=True)
def two_gauges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A wide railroad from 9.2 to 12.4, which red enters at 12.4 and cannot use; a village in 9.2."""
    folder = copytree(COAST, tmp_path / "wide")
    board = json.loads((folder / "board.json").read_text(encoding="utf-8"))
    board["links"]["wide_rail"] = [{"hexes": list(LINE)}]
    board["places"].append({"id": "station", "name": "Station", "hex": "9.2", "symbols": ["village"]})
    (folder / "board.json").write_text(json.dumps(board), encoding="utf-8")
    with (folder / "counters.csv").open("a", encoding="utf-8") as counters:
        counters.write(REPAIR)
    path = folder / "scenarios" / "coast.toml"
    said = path.read_text(encoding="utf-8").replace('red = ["12.5"]', 'red = ["12.5", "12.4"]')
    said = said.replace("[reserves]", '[rail]\nred = 5\n\n[gauges]\nblue = "wide_rail"\nred = "rail"\n\n[reserves]')
    said = said.replace('"10.5" = ["r_hq", ', '"10.5" = ["r_repair", "r_hq", ')
    path.unlink()
    (folder / "scenarios" / "wide.toml").write_text(said, encoding="utf-8")
    monkeypatch.setenv(NAMED, str(folder))
    return folder


def rails(units: str, **more: Any) -> tuple[OcsState, Game]:
    state = field(units, scenario="wide", segment=MOVEMENT, phasing=RED, **more)
    return state, Game(state, Segment(MOVES, RED))


def named(state: OcsState, hexes: Any) -> set[str]:
    return {state.scenario.place_name(Hex(hex)) for hex in hexes}


def at(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


def test_13_3f_a_side_uses_railroads_of_its_own_gauge_alone(two_gauges: Path) -> None:
    assert faults(two_gauges) == []
    state, _ = rails("r_1 12.4", control={"12.4": RED})
    assert named(state, off_gauge(state, RED)) == set(LINE)
    assert not off_gauge(state, BLUE)
    assert not net(state, RED).rails
    assert not entrances(state, RED) & state.theatre.railways


def test_13_3g_a_rail_repair_unit_converts_four_hexes_in_a_phase_as_it_enters_them() -> None:
    """It has five points: a fifth hex is not converted, nor is the one it began in."""
    state, game = rails("r_repair 12.4", control={"12.4": RED})
    repair = (unit(state, "r_repair"),)
    game.do("march", repair, "same", "12.3", [])
    for name in ("12.2", "11.2", "10.2", "9.2"):
        game.do("go_on", repair, name)
    assert at(state, "r_repair") == "9.2"
    assert named(state, off_gauge(state, RED)) == {"12.4", "9.2"}
    assert named(state, off_gauge(state, BLUE)) == {"10.2", "11.2", "12.2", "12.3"}
    assert len(game.told("converted")) == 4
    assert "gauge 12.3 10.2 11.2 12.2 of red" in words_of(state)
    begin_phase(state)
    assert not state.converted[unit(state, "r_repair")]
    assert state.gauge[state.scenario.place("12.3")] == RED + 1
    assert audit(state) == []


def test_13_3g_not_in_move_mode_nor_in_an_enemy_zone() -> None:
    state, game = rails("r_repair 12.4 move", control={"12.4": RED})
    game.do("move", (unit(state, "r_repair"),), "same", "12.2", [])
    assert named(state, off_gauge(state, RED)) == set(LINE)

    near, other = rails("r_repair 12.4; b_1 11.3", control={"12.4": RED})
    other.do("move", (unit(near, "r_repair"),), "same", "12.3", [])
    assert named(near, off_gauge(near, RED)) == set(LINE)


def converted() -> tuple[OcsState, Game]:
    state, _ = rails("r_repair 12.4; r_2 12.4 move; r_1 10.3", control=dict.fromkeys(LINE, RED))
    for name in LINE[1:]:
        state.gauge[state.scenario.place(name)] = RED + 1
    state.forget()
    return state, Game(state, Segment(MOVES, RED))


def test_13_3g_rail_repair_units_ride_in_combat_mode_get_off_anywhere_and_move_on() -> None:
    """Others get off at stations: the one in 9.2 is not converted yet."""
    state, game = converted()
    repair = (unit(state, "r_repair"),)
    assert "there is nowhere to get off" in game.why("rail", (unit(state, "r_2"),))
    assert game.offers("rail", repair) == set(LINE[1:5])
    game.do("rail", repair, "10.2")
    game.do("move", repair, "same", "9.2", [])
    assert at(state, "r_repair") == "9.2"
    assert not off_gauge(state, RED)


def test_13_3g_no_train_goes_where_the_gauge_was_converted_in_this_phase() -> None:
    state, game = converted()
    game.do("rail", (unit(state, "r_repair"),), "10.2")
    game.do("move", (unit(state, "r_repair"),), "same", "9.2", [])
    assert "there is nowhere to get off" in game.why("rail", (unit(state, "r_2"),))
    begin_phase(state)
    state.forget()
    assert game.why("rail", (unit(state, "r_2"),), "9.2") == ""
