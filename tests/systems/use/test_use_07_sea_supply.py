"""USE 7.0, 7.4: supply over sea and its sources."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.decisions import Menu
from sandtable.core.flow import Ask
from sandtable.core.sequence import Segment
from sandtable.play.explain import words
from sandtable.systems.use.s07_lens import supplied, supply
from sandtable.systems.use.s07_supply import NoSupply, SupplyCheck, sources
from sandtable.systems.use.state import FULL, LOW, NO, SHIPPED, UNSHIPPED, UseState
from sandtable.systems.use.theatre import AXIS, WEST, WESTERN
from systems.use.seas import OVERSEA, Game, at_sea, country, place, sorties, unit, where


def oversea(units: str, **said: Any) -> Game:
    state = at_sea(units, phasing=WEST, **said)
    return Game(state, Segment(OVERSEA, WEST))


def check(state: UseState) -> None:
    """7.2 Nobody declines."""
    game = Game(state, SupplyCheck(WEST))
    if isinstance(game.wait, Ask):
        game.say("end")


def ship_supply(game: Game, *more: str) -> None:
    game.say("ship", "uk_1", "oran", "london", "uk_convoy", list(more), ["sea_13", "sea_2"])


def test_7_4_a_convoy_carries_supply_any_number_of_sea_zones() -> None:
    """1.4 supply-sea, 7.4: from a port of the unit to one with a line to a source; a Sortie for the convoy."""
    game = oversea("uk_1 oran, uk_convoy london")
    game.state.set_supply(unit(game.state, "uk_1"), LOW, "7.2")

    ship_supply(game)

    state = game.state
    assert state.supply[unit(state, "uk_1")] == FULL
    assert sorties(game, "uk_convoy") == 1
    assert "uk_1 has been supplied over sea (7.4)" in game.refused(
        "ship", "uk_1", "oran", "london", "uk_convoy", [], ["sea_13", "sea_2"]
    )
    check(state)
    assert state.supply[unit(state, "uk_1")] == FULL


def test_7_4_without_a_convoy_a_unit_overseas_sinks_a_level() -> None:
    game = oversea("uk_1 oran, uk_convoy hull")

    assert "no convoy is at either end (7.4)" in game.refused(
        "ship", "uk_1", "oran", "london", "uk_convoy", [], ["sea_13", "sea_2"]
    )
    check(game.state)
    assert game.state.supply[unit(game.state, "uk_1")] == LOW


def test_5_2_interdiction_supply_line_trace() -> None:
    """5.2 interdiction supply-line-trace: one level under last turn's, once a turn; the ships stay where they are."""
    game = oversea("uk_1 oran, uk_convoy london, ger_fighter brest", control={"brest": "axis"})
    ship_supply(game)
    game.dice.append((6, 1))
    game.say("intercept", "ger_fighter")

    state, army = game.state, unit(game.state, "uk_1")
    assert state.supply[army] == LOW
    assert state.done[army] & UNSHIPPED
    assert not state.done[army] & SHIPPED
    assert where(state, "uk_convoy") == "0101"
    ship_supply(game)
    game.dice.append((6, 1))
    game.say("intercept", "ger_fighter")
    assert state.supply[army] == LOW
    check(state)
    assert state.supply[army] == LOW


@pytest.mark.parametrize("box", ["eastern_north_america", "western_indian_ocean"])
def test_7_0_uk_boxes(box: str) -> None:
    """7.0 uk-boxes: Unlimited for the UK."""
    game = oversea(f"uk_1 oran, uk_convoy {box}")
    game.state.set_supply(unit(game.state, "uk_1"), NO, "7.2")
    way = ["sea_13", "sea_2", box] if box == "eastern_north_america" else ["sea_13", "sea_32", box]

    game.say("ship", "uk_1", "oran", box, "uk_convoy", [], way)

    assert game.state.supply[unit(game.state, "uk_1")] == FULL


def test_7_0_usa_box_or_uk_city() -> None:
    """7.0 usa-box-or-uk-city: British cities and the Eastern North America Box are Unlimited for the USA."""
    state = at_sea("usa_1 hull")
    unlimited = {source.hex for source in sources(state, country(state, "usa")) if not source.units}
    assert place(state, "london") in unlimited

    game = oversea("usa_1 oran, uk_convoy eastern_north_america")
    end = ["sea_13", "sea_2", "eastern_north_america"]
    game.say("ship", "usa_1", "oran", "eastern_north_america", "uk_convoy", [], end)

    other = oversea("usa_1 oran, uk_convoy western_indian_ocean")
    assert "no line over sea" in other.refused(
        "ship", "usa_1", "oran", "western_indian_ocean", "uk_convoy", [], ["sea_13", "sea_32", "western_indian_ocean"]
    )


def test_7_0_ussr_box() -> None:
    """7.0 ussr-box: the Central Russia Box feeds Soviet units from the hexes beside it."""
    state = at_sea("sov_1 0510", {"moscow": "axis", "leningrad": "axis", "odessa": "axis"})
    state.set_supply(unit(state, "sov_1"), NO, "7.2")

    check(state)

    assert state.supply[unit(state, "sov_1")] == FULL


def test_7_0_overseas_factory() -> None:
    """7.0 overseas-factory: Limited, for its own country only."""
    state = at_sea("fra_1 0601, uk_1 oran", {"toulon": "axis", "brest": "axis"})

    check(state)

    assert state.supply[unit(state, "fra_1")] == LOW
    assert not [source for source in sources(state, country(state, "uk")) if source.hex == place(state, "oran")]


def test_7_0_soviet_capital() -> None:
    """7.0 soviet-capital, western-capital: a friend's capital, not one's own, not that of the other faction."""
    state = at_sea("sov_1 moscow")
    state.join(country(state, "norway"), 3, "13.0")
    state.take_control(place(state, "bergen"), WEST, "2.3.1")

    limited = {source.hex for source in sources(state, country(state, "ussr")) if source.units}
    assert limited == {place(state, "bergen")}
    assert place(state, "bergen") not in {source.hex for source in sources(state, country(state, "uk"))}
    assert place(state, "brest") in {source.hex for source in sources(state, country(state, "uk")) if source.units}


def test_7_0_a_limited_source_supplies_two_units_over_sea_too() -> None:
    """7.0 western-capital, 5.2, 1.4 supply-sea: Low supply, two units in all, by sea and by land together."""
    state = at_sea("uk_1 oran, uk_fighter oran, uk_ship oran, uk_convoy oran, uk_2 0401", phasing=WEST)
    state.set_supply(unit(state, "uk_2"), LOW, "7.2")
    game = Game(state, Segment("Operations Phase / Supply over sea", WEST))
    rest: tuple[Any, ...] = ("oran", "brest", "uk_convoy", [], ["sea_13", "sea_2"])
    for id in ("uk_1", "uk_fighter"):
        game.say("ship", id, *rest)
        assert state.supply[unit(state, id)] == LOW
    assert "a source that has room (7.0)" in game.refused("ship", "uk_ship", *rest)
    over: tuple[Any, ...] = (
        "oran",
        "eastern_north_america",
        "uk_convoy",
        [],
        ["sea_13", "sea_2", "eastern_north_america"],
    )
    game.say("ship", "uk_ship", *over)
    assert state.supply[unit(state, "uk_ship")] == FULL

    check = Game(state, SupplyCheck(WEST))
    menu = check.asked.form
    assert isinstance(menu, Menu)
    assert set(menu.forms["serve"].picks(state)) == {unit(state, "uk_2"), unit(state, "uk_convoy")}
    check.say("serve", ["uk_2", "uk_convoy"])
    check.say("end")
    assert state.supply[unit(state, "uk_2")] == NO  # Brest has served two
    assert not any(state.served)


def test_7_2_a_unit_in_a_source_box_was_never_checked() -> None:
    """7.2, 7.0 uk-boxes, ussr-box: it is at its source, and in Full supply from the next check on."""
    state = at_sea("uk_1 eastern_north_america, uk_ship western_indian_ocean, sov_1 central_russia", phasing=WEST)
    units = [unit(state, id) for id in ("uk_1", "uk_ship", "sov_1")]
    for each in units:
        state.set_supply(each, NO, "7.2")
    assert supplied(state, WEST) == dict.fromkeys(units, True)
    told = supply(state, units[0])
    assert told is not None
    assert words(state.scenario, told.because).startswith(
        "Full supply from Eastern North America, an Unlimited source; No supply now"
    )

    check(state)

    assert [state.supply[each] for each in units] == [FULL] * 3


def test_7_2_a_unit_in_a_box_that_is_no_source_of_its_needs_a_line() -> None:
    """7.2, 7.4: over land beside the box, or over sea from the box itself; without one it wastes away (7.5)."""
    state = at_sea("fra_1 eastern_north_america, uk_1 central_russia, uk_convoy london, sov_guard 0510", phasing=WEST)
    french, british = unit(state, "fra_1"), unit(state, "uk_1")
    assert supplied(state, WEST)[french] is False
    check(state)
    check(state)
    assert (state.supply[french], state.supply[british]) == (NO, NO)

    game = Game(state, Segment(OVERSEA, WEST))
    way: tuple[Any, ...] = ("eastern_north_america", "brest", "uk_convoy", [], ["sea_2"])
    assert "no line over sea leads from fra_1 to a source (7.4)" in game.refused("ship", "fra_1", *way)
    state.move(unit(state, "uk_convoy"), place(state, "eastern_north_america"), "4.0")
    game.say("ship", "fra_1", *way)
    assert state.supply[french] == FULL

    Game(state, NoSupply(WEST))
    assert state.reduced(british)
    assert not state.reduced(french)


def test_7_4_a_line_over_land_leads_out_of_a_box() -> None:
    """7.4, 7.0 western-capital: at most two hexes from the box to a Transport Line."""
    state = at_sea("uk_1 central_russia")
    state.join(country(state, "turkey"), WESTERN, "13.0")
    state.take_control(place(state, "izmir"), WEST, "2.3.1")
    assert supplied(state, WEST)[unit(state, "uk_1")]  # 0510, Izmir
    told = supply(state, unit(state, "uk_1"))
    assert told is not None
    assert [state.scenario.place_name(hex) for leg in told.legs for hex in leg.hexes] == ["0510", "0609"]

    cut = at_sea("uk_1 central_russia, ger_1 0510")
    cut.join(country(cut, "turkey"), WESTERN, "13.0")
    cut.take_control(place(cut, "izmir"), WEST, "2.3.1")
    assert not supplied(cut, WEST)[unit(cut, "uk_1")]


def test_7_5_air_units_in_a_box_may_be_given_up() -> None:
    state = at_sea("uk_fighter eastern_north_america", phasing=WEST)
    game = Game(state, Segment("No Supply Phase / Voluntary Elimination", WEST))
    game.say("give_up", "uk_fighter")
    assert where(state, "uk_fighter") == "eliminated_west"


def test_7_2_ships_in_port_are_checked_and_waste_away() -> None:
    """7.2, 7.5, 4.0: a unit is a unit: a ship without a line has five movement points, and then none."""
    state = at_sea("ger_ship oran, uk_ship hull", control={"oran": "axis"})
    for _ in range(2):
        Game(state, SupplyCheck(AXIS))
    assert state.supply[unit(state, "ger_ship")] == NO
    Game(state, NoSupply(AXIS))
    assert where(state, "ger_ship") == "eliminated_axis"
    Game(state, SupplyCheck(WEST)).say("end")
    assert state.supply[unit(state, "uk_ship")] == 0
