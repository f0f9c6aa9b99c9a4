"""OCS 18.2: aircraft carriers, on the small coast beside this file."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from sandtable.core.rules import Hex
from sandtable.core.sequence import Segment
from sandtable.core.titles import NAMED
from sandtable.systems.ocs.audit import audit
from sandtable.systems.ocs.lens.cards import about_unit
from sandtable.systems.ocs.s09_capture import refuges_of
from sandtable.systems.ocs.s14_flak import patrols
from sandtable.systems.ocs.s14_transport import destinations
from sandtable.systems.ocs.s15_bases import bases, is_base, refits, takes
from sandtable.systems.ocs.s18_fire import BarrageShip
from sandtable.systems.ocs.state import MOVEMENT, OcsState
from sandtable.systems.ocs.title_faults import faults
from systems.ocs.field import ALLIED, AXIS, Game, field, unit

COAST = Path(__file__).parent / "coast"
BLUE, RED = ALLIED, AXIS
MOVES = "Player turn / Movement Phase / Movement Segment"
REFITS = "Player turn / Aircraft Refit Phase / Aircraft Refit"
BARRAGES = "Player turn / Movement Phase / Movement barrages"


@pytest.fixture(autouse=True)
def coast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAMED, str(COAST))


def at_sea(units: str, row: str = MOVES, **more: Any) -> tuple[OcsState, Game]:
    state = field(units, scenario="coast", segment=MOVEMENT, **more)
    return state, Game(state, Segment(row, BLUE))


def at(state: OcsState, id: str) -> str:
    return state.scenario.place_name(Hex(state.hex_of[unit(state, id)]))


def test_18_2a_a_carrier_holds_so_many_aircraft_that_are_made_for_it() -> None:
    """Three, active and inactive; a damaged one two. The Blenheim has no such sign on it."""
    state, game = at_sea("ark 4.8; fulmar 2.5; swordfish 2.5; b_plane 2.5", bases={"2.5": 1}, control={"2.5": BLUE})
    deck = state.scenario.place("4.8")
    assert is_base(state, BLUE, deck)
    assert deck in bases(state, BLUE)
    assert not is_base(state, RED, deck)
    assert "no room for Blenheim" in game.why("transfer", "4.8", (unit(state, "b_plane"),))
    game.do("transfer", "4.8", [(unit(state, "fulmar"),), (unit(state, "swordfish"),)])
    assert (at(state, "fulmar"), at(state, "swordfish")) == ("4.8", "4.8")
    assert state.active[unit(state, "fulmar")]
    card = {about.label: about.text for about in about_unit(state, BLUE, unit(state, "ark"))}
    assert card["Aircraft"] == "2 of 3"


def test_18_2a_one_that_is_full_takes_nobody() -> None:
    state, _ = at_sea("ark 4.8 s1; fulmar 4.8 s1; swordfish 2.5", bases={"2.5": 1}, control={"2.5": BLUE})
    assert takes(state, unit(state, "swordfish"), state.scenario.place("4.8"))
    assert not takes(state, unit(state, "swordfish"), state.scenario.place("4.8"), (unit(state, "fulmar"),))


def test_18_2b_a_carrier_refits_all_its_aircraft_for_nothing_a_damaged_one_two() -> None:
    state, game = at_sea("ark 4.8; fulmar 4.8 inactive; swordfish 4.8 inactive", REFITS)
    both = (unit(state, "fulmar"), unit(state, "swordfish"))
    assert refits(state, BLUE, state.scenario.place("4.8")) == 2
    game.do("refit", both, [])
    assert all(state.active[plane] for plane in both)
    assert not state.spent_tokens[BLUE]

    damaged, _ = at_sea("ark 4.8 s1; fulmar 4.8 inactive; swordfish 4.8 inactive; b_plane 2.5 inactive", REFITS)
    damaged.move(unit(damaged, "b_plane"), damaged.scenario.place("4.8"), "2.0")
    assert refits(damaged, BLUE, damaged.scenario.place("4.8")) == 2


def test_18_2c_aircraft_go_with_their_carrier_and_fly_from_where_it_is() -> None:
    state, game = at_sea("ark 4.8; fulmar 4.8; swordfish 4.8")
    far = state.scenario.place("4.1")
    assert not is_base(state, BLUE, far)
    game.do("sail", (unit(state, "ark"),), "4.1")
    assert [at(state, id) for id in ("ark", "fulmar", "swordfish")] == ["4.1", "4.1", "4.1"]
    assert state.active[unit(state, "fulmar")]
    assert patrols(state, BLUE, far) == [unit(state, "fulmar")]
    assert bases(state, BLUE) == (far,)
    assert state.began[unit(state, "fulmar")] == far
    assert audit(state) == []


def test_18_2c_with_two_carriers_each_takes_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second one, Eagle, with a formation of its own: only the Swordfish of it goes there."""
    copy = copytree(COAST, tmp_path / "two")
    path = copy / "counters.csv"
    text = path.read_text(encoding="utf-8")
    text = text.replace(
        "swordfish,Swordfish,blue,british,plane,other,carrier torpedo,,",
        "swordfish,Swordfish,blue,british,plane,other,torpedo,eagle,",
    )
    text += (
        "eagle,Eagle,blue,british,ship,other,carrier,eagle,0,no,,2,,,20,,2,2,,,,,,\neagle,,,,,,,,,,,1,,,10,,1,2,,,,,,\n"
    )
    path.write_text(text, encoding="utf-8")
    scenario = copy / "scenarios" / "coast.toml"
    said = scenario.read_text(encoding="utf-8").replace('"ark", "fulmar"', '"eagle", "ark", "fulmar"')
    scenario.unlink()
    (copy / "scenarios" / "two.toml").write_text(said, encoding="utf-8")
    assert faults(copy) == []
    monkeypatch.setenv(NAMED, str(copy))
    state = field("eagle 4.8; ark 4.8; fulmar 4.8; swordfish 4.8", scenario="two", segment=MOVEMENT)
    game = Game(state, Segment(MOVES, BLUE))
    game.do("sail", (unit(state, "eagle"),), "4.3")
    assert [at(state, id) for id in ("ark", "fulmar", "swordfish")] == ["4.8", "4.8", "4.3"]


def test_18_2c_who_is_aboard_sinks_with_it() -> None:
    state, _ = at_sea("ark 4.8 s1; fulmar 4.8; swordfish 4.8 inactive; r_stuka 11.5", bases={"11.5": 1})
    Game(state, BarrageShip(RED, unit(state, "ark"), 200, "air"), [12, 6])
    assert [at(state, id) for id in ("ark", "fulmar", "swordfish")] == ["dead_blue"] * 3
    assert bases(state, BLUE) == ()
    assert audit(state) == []


def test_18_2c_nothing_is_flown_to_a_carrier_and_it_is_no_refuge_for_others() -> None:
    state, _ = at_sea("ark 4.8; b_plane 2.5; fulmar 2.5", bases={"2.5": 1}, control={"2.5": BLUE})
    assert destinations(state, BLUE, (unit(state, "fulmar"),)) == []
    assert refuges_of(state, unit(state, "b_plane"), state.scenario.place("2.5")) == ()
    assert refuges_of(state, unit(state, "fulmar"), state.scenario.place("2.5")) == (state.scenario.place("4.8"),)


def test_18_2d_ships_do_not_fire_at_a_carrier_while_other_ships_are_in_range() -> None:
    """The S-boats fire three hexes; coastal artillery is not bound by it."""
    state = field("ark 6.5; cruiser 6.4; r_boats 7.5; r_guns 9.5", scenario="coast", phasing=RED)
    game = Game(state, Segment(BARRAGES, RED))
    boats, guns = (unit(state, "r_boats"),), (unit(state, "r_guns"),)
    assert "Ark is screened by Cruiser (OCS 18.2d)" in game.why("engage", "6.5", "ark", boats)
    assert game.why("engage", "6.5", "ark", guns) == ""
    state.move(unit(state, "cruiser"), state.scenario.place("4.1"), "18.1e")
    assert game.why("engage", "6.5", "ark", boats) == ""


def test_18_2_a_carrier_that_is_placed_with_other_aircraft_is_a_fault(tmp_path: Path) -> None:
    copy = copytree(COAST, tmp_path / "coast")
    path = copy / "scenarios" / "coast.toml"
    text = (
        path.read_text(encoding="utf-8")
        .replace('["b_plane", "c47"', '["c47"')
        .replace('"fulmar", "swordfish"]', '"fulmar", "swordfish", "b_plane"]')
    )
    path.write_text(text, encoding="utf-8")
    assert any("b_plane: 4.8 is at sea" in fault.expectation for fault in faults(copy))
