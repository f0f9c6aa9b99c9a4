"""OCS 12.3, 12.6: draws, throws, payment and trace supply."""

from __future__ import annotations

from sandtable.systems.ocs.s12_payment import Need, allotted, take, within_reach
from sandtable.systems.ocs.s12_trace import traced
from sandtable.systems.ocs.state import OcsState
from systems.ocs.field import ALLIED, AXIS, field, unit


def place(state: OcsState, name: str) -> int:
    return state.scenario.place(name)


def test_12_3_supply_is_drawn_over_five_truck_points() -> None:
    """12.3 Five points along a primary road are ten hexes, and adjacent is enough."""
    state = field("69_bde 12.7", dumps={"17.2": (ALLIED, 8)})
    assert within_reach(state, unit(state, "69_bde")) == 8

    far = field("69_bde 11.11", dumps={"17.2": (ALLIED, 8)})
    assert within_reach(far, unit(far, "69_bde")) == 0


def test_12_3_a_zone_that_nobody_negates_cuts_a_path_of_trucks() -> None:
    """4.5a, 12.3 An enemy beside the only road; a friend in the hex negates it."""
    cut = field("69_bde 10.9; 904_fest 11.9", dumps={"12.7": (ALLIED, 8)})
    assert within_reach(cut, unit(cut, "69_bde")) == 0

    open_ = field("69_bde 10.9; 151_bde 11.8; 904_fest 11.9", dumps={"12.7": (ALLIED, 8)})
    assert within_reach(open_, unit(open_, "151_bde")) == 8


def test_12_3_an_hq_throws_what_it_draws() -> None:
    state = field("69_bde 11.14; xiii_corps_hq 13.7", dumps={"15.5": (ALLIED, 8)})

    assert within_reach(state, unit(state, "69_bde")) == 8
    assert within_reach(field("69_bde 11.14", dumps={"15.5": (ALLIED, 8)}), unit(state, "69_bde")) == 0


def test_13_2g_only_its_formation_draws_from_organic_trucks() -> None:
    state = field("69_bde 13.7; 13_bde 13.7; org_50_div 13.7 t4")

    assert within_reach(state, unit(state, "69_bde")) == 4
    assert within_reach(state, unit(state, "13_bde")) == 0


def test_12_3_needs_are_met_if_they_can_be_at_all() -> None:
    """One unit reaches both dumps, the other only one: the first turns to the other dump."""
    state = field("69_bde 12.7; 13_bde 15.5", dumps={"13.7": (ALLIED, 2)})
    first, second = unit(state, "69_bde"), unit(state, "13_bde")

    assert allotted(state, [Need(first, 1), Need(second, 2)]) is None
    found = allotted(state, [Need(first, 1), Need(second, 1)])
    assert found is not None
    assert take(state, ALLIED, found, "9.5") == 2
    assert state.on_hand(ALLIED) == 0
    assert state.spent_tokens[ALLIED] == 2


def test_12_6_every_unit_of_the_first_position_is_in_trace_supply() -> None:
    state = field("")
    whole = state.scenario.system.begin(state.scenario)

    for side in (ALLIED, AXIS):
        assert all(traced(whole, each) for each in whole.combat_units(side))
