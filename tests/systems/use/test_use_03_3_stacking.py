"""USE 3.3: one definition of stacking, in movement, transport, mobilization, retreats and at sea."""

from __future__ import annotations

import pytest

from sandtable.core.rules import Hex
from sandtable.core.sequence import Segment
from sandtable.play.explain import words
from sandtable.systems.use.s03_3_stacking import crowded, crowded_hexes
from sandtable.systems.use.s04_map_boxes import bad_way
from sandtable.systems.use.s08_2_arrivals import arrival_places
from sandtable.systems.use.s13_conditional import WEST_INVADED, Conditional
from sandtable.systems.use.theatre import WEST
from systems.use.seas import Game, at_sea, unit


def why(units: str, comer: str, at: str = "hull") -> list[str]:
    state = at_sea(units)
    return [
        words(state.scenario, each.because) for each in crowded(state, unit(state, comer), state.scenario.place(at))
    ]


@pytest.mark.parametrize(("there", "comer", "room"), [
    ("uk_2", "uk_1", False), ("uk_fighter", "uk_bomber", False), ("uk_ship", "uk_carrier", False),
    ("ger_convoy", "uk_convoy", False), ("uk_1", "uk_fighter", True), ("uk_1", "uk_ship", True),
    ("uk_convoy", "uk_ship", True), ("uk_fighter", "uk_convoy", True), ("uk_surprise", "uk_1", True),
])  # fmt: skip
def test_3_3_one_ground_unit_one_air_unit_one_convoy_and_one_warship(there: str, comer: str, room: bool) -> None:
    """3.3: who is in the way is named."""
    assert why(f"{there} hull", comer) == ([] if room else [f"{there} is there"])


@pytest.mark.parametrize("shared", [False, True])
def test_3_3_all_hexes_at_once_are_those_one_by_one(shared: bool) -> None:
    state = at_sea("uk_fighter hull, uk_1 london, uk_2 0201", options={"stack_fighter_and_bomber": shared})
    for id in ("uk_bomber", "fra_1"):
        one_by_one = [
            hex for hex in map(Hex, range(state.theatre.board.hexes)) if [*crowded(state, unit(state, id), hex)]
        ]
        assert list(crowded_hexes(state, unit(state, id))) == one_by_one


def test_3_3_a_ship_that_is_called_up_needs_a_port_and_minds_ships_alone() -> None:
    """3.3, 8.2, 13.0: not an army in the port, and no city inland."""
    state = at_sea("ger_ship conditional_west_invaded, ger_1 kiel, uk_1 hull, uk_ship london, uk_carrier hull")
    places = state.scenario.place
    assert arrival_places(state, unit(state, "ger_ship")) == (places("kiel"),)
    game = Game(state, Conditional((WEST_INVADED,)))
    assert "it is not a city of Germany for such a unit (8.2)" in game.refused("mobilize", "ger_ship", "berlin")
    game.say("mobilize", "ger_ship", "kiel")
    assert state.hex_of[unit(state, "ger_ship")] == places("kiel")


def test_4_2_2_out_of_a_box_an_air_unit_lands_where_any_flight_may_end() -> None:
    """4.2.2: neither in an EZOC without friends, nor in open country."""
    state = at_sea("sov_fighter central_russia, ger_1 0309, fra_1 brest")
    segment, fighter = Segment("", WEST), unit(state, "sov_fighter")
    told = {
        words(state.scenario, each.because) for each in bad_way(segment, state, fighter, state.scenario.place("0310"))
    }
    assert "it is neither a friendly city nor on a Transport Line" in told
    assert [*bad_way(segment, state, fighter, state.scenario.place("moscow"))] == []
    near = at_sea("sov_fighter central_russia, ger_1 0509")
    told = {words(near.scenario, each.because) for each in bad_way(segment, near, fighter, near.scenario.place("0510"))}
    assert "it is in an EZOC, with no friendly city, fort or unit" in told
