"""USE 7: sources line by line, supply lines, the Supply Check, units without supply; the same looked at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.core.rules import Hex, Side
from sandtable.core.sequence import Segment
from sandtable.play.explain import words
from sandtable.play.lens import starving
from sandtable.play.session import start
from sandtable.systems.use.s07_supply import (
    GIVE_UP,
    GiveUp,
    NoSupply,
    SupplyCheck,
    cut,
    cut_for,
    fed,
    reachable,
    sources,
)
from sandtable.systems.use.state import FULL, LOW, NO, UseState
from sandtable.systems.use.system import USE
from sandtable.systems.use.theatre import SUPPLY
from systems.use.field import AXIS, WEST, Game, field
from systems.use.test_use_02_will import overseas


def begun(name: str = "france-1940", **options: bool) -> UseState:
    return USE.begin(USE.load(name, options))


def told(state: UseState, country: str) -> dict[str, tuple[str, int]]:
    """A country's sources: what they give, and to how many."""
    return {
        state.scenario.place_name(source.hex): (SUPPLY[source.level], source.units)
        for source in sources(state, state.theatre.country(country))
    }


def level(game: Game, id: str) -> str:
    return SUPPLY[game.state.supply[game.unit(id)]]


def check(state: UseState, side: Side = AXIS) -> Game:
    return Game(state, SupplyCheck(side))


def traces(state: UseState, id: str) -> set[str]:
    return {state.scenario.place_name(source.hex) for source in reachable(state, state.scenario.unit(id))}


# ------------------------------------------------------------------------------------------------ 7.0 sources


def test_7_0_mainland_cities_that_are_friendly_for_their_own_country() -> None:
    """7.0 supply_sources.mainland-city"""
    state = begun()
    assert told(state, "germany") == dict.fromkeys(("0512", "0412", "0614", "0214"), ("Full", 0))
    assert {name for name, gives in told(state, "france").items() if gives == ("Full", 0)} == {
        "0808", "0509", "0812", "0913", "0711", "0508", "0706", "0705", "0902", "1105", "1506", "1111", "1209", "1311",
        "1411", "1710", "1711",
    }  # fmt: skip
    state.take_control(state.scenario.place("0808"), AXIS, "2.3.1")
    assert "0808" not in told(state, "france")
    assert "0808" not in told(state, "germany")  # an enemy's city is no source for the one who took it


def test_7_0_western_capitals_but_london_feed_two_british_units_a_little() -> None:
    """7.0: a city, and more: Brussels is no port, Amsterdam is one."""
    state = begun(abstract_naval=False)
    assert told(state, "uk") == {
        **dict.fromkeys(("0406", "0505", "0602", "0403", "0204"), ("Full", 0)),
        **dict.fromkeys(("0808", "0510", "0210"), ("Low", 2)),
    }
    assert "0808" not in told(state, "belgium")


def test_7_0_axis_capitals_but_berlin_feed_two_german_units_a_little() -> None:
    """7.0 supply_sources.axis-capital"""
    state = begun("balkans-1941")
    assert {name: gives for name, gives in told(state, "germany").items() if gives[1]} == {
        "0107": ("Low", 2), "0614": ("Low", 2), "0911": ("Low", 2),
    }  # fmt: skip
    assert not any(gives[1] for gives in told(state, "hungary").values())
    assert "0601" not in told(begun("poland-1939"), "slovakia")


def test_7_0_soviet_capitals_but_moscow_feed_two_soviet_units_a_little() -> None:
    state = field("x ussr infantry 0808")
    theatre = state.theatre
    for id in ("ussr", "belgium"):
        state.faction[theatre.country(id)] = 3
    assert told(state, "ussr") == {"0510": ("Low", 2)}
    state.faction[theatre.country("belgium")] = 2
    state.forget()
    assert told(state, "ussr") == {}  # a Western country


def test_7_0_a_conquered_capital_feeds_two_of_any_unit_of_the_conqueror() -> None:
    state = begun("balkans-1941")
    state.leave_war(state.theatre.country("yugoslavia"))
    assert "0608" not in told(state, "italy")
    state.take_control(state.scenario.place("0608"), AXIS, "2.3.1")
    for country in ("germany", "italy", "bulgaria", "hungary"):
        assert told(state, country)["0608"] == ("Low", 2)
    state.take_control(state.scenario.place("0608"), WEST, "2.3.1")
    assert "0608" not in told(state, "germany")


def test_7_0_an_overseas_factory_feeds_two_of_its_own_country_a_little() -> None:
    state = overseas(begun(abstract_naval=False), "1711", "1710")
    assert told(state, "france")["1711"] == ("Low", 2)
    assert "1710" not in told(state, "france")  # no factory, and no Mainland
    assert "1711" not in told(state, "belgium")


def test_7_0_american_units_live_by_british_cities() -> None:
    state = field("x usa infantry 0406", abstract_naval=False)
    gives = told(state, "usa")
    assert gives["0406"] == gives["0204"] == ("Full", 0)
    assert gives["0808"] == ("Low", 2)


@pytest.mark.parametrize(
    ("country", "boxes"),
    [
        ("uk", {"eastern_north_america", "western_indian_ocean"}), ("usa", {"eastern_north_america"}),
        ("ussr", {"central_russia"}), ("france", set()),
    ],
)  # fmt: skip
def test_7_0_boxes_off_the_map(country: str, boxes: set[str]) -> None:
    state = boxed(field("x ussr infantry 0913"), "central_russia", "eastern_north_america", "western_indian_ocean")
    names = {place: name for name, place in state.theatre.boxes.items()}
    found = {source.hex: source for source in sources(state, state.theatre.country(country))}
    off = {names[place] for place in found if place >= state.theatre.board.hexes}
    assert all(source[1:] == (FULL, 0) for place, source in found.items() if place in names)
    assert off == boxes


def boxed(state: UseState, *names: str) -> UseState:
    """Boxes of the Turn Track stand for Map Boxes; the first adjoins Strasbourg, which has a line."""
    theatre = replace(state.theatre)
    board = theatre.board
    places = [board.hexes + nth for nth, box in enumerate(board.boxes) if box.id.startswith("turn")]
    theatre.__dict__["boxes"] = {**theatre.boxes, **dict(zip(names, map(Hex, places), strict=False))}
    first, strasbourg = places[0], board.place("0913")
    object.__setattr__(theatre, "adjoining", lambda box: (strasbourg,) if box == first else ())
    state.theatre = state.scenario.extra = theatre
    return state


def test_7_4_a_line_may_lead_into_a_box() -> None:
    """7.4: from Metz to Strasbourg, whose line leads off the map."""
    state = boxed(field("x ussr infantry 0812; y ussr infantry 1311"), "central_russia")
    state.faction[state.theatre.country("ussr")] = 3  # so that no capital feeds it
    box = state.theatre.boxes["central_russia"]
    assert [source.hex for source in reachable(state, state.scenario.unit("x"))] == [box]
    line = USE.lens.supply(state, state.scenario.unit("x"))
    assert line is not None
    assert [state.scenario.place_name(hex) for hex in line.hexes] == ["0812", "0913"]


def test_7_0_without_ships_a_western_port_feeds_two_western_units() -> None:
    state = begun()
    assert told(state, "belgium")["0508"] == ("Full", 2)
    assert told(state, "uk")["0410"] == ("Full", 2)
    assert told(state, "belgium")["0410"] == ("Full", 0)  # its own city
    assert "0406" not in told(state, "france")  # outside the UK only
    assert "0508" not in told(begun(abstract_naval=False), "belgium")
    assert told(state, "germany")["0214"] == ("Full", 0)  # its own city


def test_7_0_ports_are_plain_cities_in_poland() -> None:
    state = begun("poland-1939")
    state.take_control(state.scenario.place("0402"), WEST, "2.3.1")
    assert "0402" not in told(state, "poland")


@pytest.mark.parametrize("switched", [True, False])
def test_7_0_albania_s_ports_may_feed_italy(switched: bool) -> None:
    state = begun("balkans-1941", italy_albania_ports=switched)
    gives = told(state, "italy")
    assert ({"1107", "1207"} <= set(gives)) == switched
    if switched:
        assert gives["1107"] == ("Full", 0)
    assert "1107" not in told(state, "germany")


# ------------------------------------------------------------------------------------------------ 7.4 lines


@pytest.mark.parametrize(
    ("at", "fed"), [("0512", True), ("0514", True), ("0515", True), ("0516", True), ("1015", True), ("1016", False)]
)
def test_7_4_two_hexes_and_then_a_transport_line(at: str, fed: bool) -> None:
    """7.4, 1.4: in a source, on a line, one hex off it, two; and three."""
    state = field(f"a germany infantry {at}")
    assert bool(traces(state, "a")) == fed


def test_7_4_along_the_line_any_length() -> None:
    state = begun("balkans-1941")
    assert "0203" in traces(state, "ger_12")  # from Bulgaria by Craiova, Temesvár and Budapest to Graz
    line = USE.lens.supply(state, state.scenario.unit("ger_12"))
    assert line is not None
    assert line.source == state.scenario.place("0203")
    assert len(line.hexes) > 15


@pytest.mark.parametrize(
    ("units", "control", "cut_off"),
    [
        ("", {}, False),
        ("x france infantry 0512", {"0512": WEST}, True),  # an enemy unit on the only line
        ("x france fighter 0512", {"0512": WEST}, True),
        ("", {"0512": WEST}, True),  # an enemy city
        ("x france infantry 0611", {}, True),  # its zone in 0511, where no friend is
    ],
)
def test_7_4_what_cuts_a_line(units: str, control: dict[str, Side], cut_off: bool) -> None:
    """7.4: an army at Lille lives by the line through Brussels to Aachen."""
    more = f"; {units}" if units else ""
    state = field(f"a germany infantry 0509{more}", control={"0509": AXIS, "0510": AXIS, **control})
    assert (not traces(state, "a")) == cut_off


def test_7_4_a_zone_is_harmless_where_a_friendly_unit_city_or_fort_is() -> None:
    alone = field("a germany infantry 0510; x france infantry 0611", control={"0510": AXIS})
    assert not traces(alone, "a")  # 0511 is in the zone of x
    held = field("a germany infantry 0510; b germany infantry 0511; x france infantry 0611", control={"0510": AXIS})
    assert traces(held, "a")
    forted = field("a germany infantry 0510; x france infantry 0611", control={"0510": AXIS}, forts={"0511": "germany"})
    assert traces(forted, "a")
    air = field("a germany infantry 0510; f germany fighter 0511; x france infantry 0611", control={"0510": AXIS})
    assert not traces(air, "a")  # an air unit is no help


def test_7_4_an_enemy_fort_cuts_and_its_own_hex_never_does() -> None:
    forted = field("a germany infantry 0510", control={"0510": AXIS}, forts={"0511": "belgium"})
    assert not traces(forted, "a")
    beside = field("a germany infantry 0511; x france infantry 0611; y france infantry 0411")
    assert traces(beside, "a")  # in two zones, next to Aachen


def test_7_4_a_unit_in_a_source_is_supplied_even_when_surrounded() -> None:
    units = "a germany infantry 0614; " + "; ".join(
        f"x{nth} france infantry {at}" for nth, at in enumerate(("0514", "0515", "0613", "0615", "0714", "0715"))
    )
    assert traces(field(units), "a") == {"0614"}


def test_7_4_no_line_over_water_or_through_neutrals() -> None:
    state = begun()
    swiss = [hex for hex, land in enumerate(state.theatre.country_at) if land == state.theatre.country("switzerland")]
    assert all(hex in cut(state, WEST) for hex in swiss)
    held = {"0808": AXIS, "0510": AXIS, "0210": AXIS}
    uk = field("x uk infantry 0508; g germany infantry 0214", abstract_naval=False, control=held)
    assert not traces(uk, "x")  # the Channel


# ------------------------------------------------------------------------------------------------ 7.2 the check


@pytest.mark.parametrize(("before", "after"), [("", "Full"), ("low", "Full"), ("no", "Full")])
def test_7_2_a_source_gives_what_it_has_at_once(before: str, after: str) -> None:
    game = check(field(f"a germany infantry 0512 {before}"))
    game.do("end")
    assert level(game, "a") == after


@pytest.mark.parametrize(("before", "after"), [("", "Low"), ("low", "No"), ("no", "No")])
def test_7_2_without_one_it_falls_by_one_level(before: str, after: str) -> None:
    game = check(field(f"a germany infantry 1311 {before}", control={"1311": AXIS}))
    assert level(game, "a") == after


def test_7_2_a_limited_source_gives_low_supply_even_to_those_who_had_none() -> None:
    state = field("x uk infantry 0808 no; y uk infantry 0909", abstract_naval=False)
    game = check(state, WEST)
    game.do("end")
    assert (level(game, "x"), level(game, "y")) == ("Low", "Low")


def test_7_2_only_the_phasing_faction_is_checked_air_units_too() -> None:
    game = check(
        field("a germany fighter 1311; x uk infantry 1209", abstract_naval=False, control={"1311": AXIS, "0808": AXIS})
    )
    assert (level(game, "a"), level(game, "x")) == ("Low", "Full")


THREE = "x uk infantry 0808; y uk infantry 0709; z uk infantry 0909"


def test_7_2_the_owner_says_who_is_served_where_a_source_serves_two() -> None:
    """7.2: three British armies and Paris for two of them."""
    held = {"0510": AXIS, "0210": AXIS}
    game = check(field(THREE, abstract_naval=False, control=held), WEST)
    assert game.verbs() == {"serve", "decline"}
    assert "who is served first?" in game.why("end")
    assert game.offers("serve") == {"x", "y", "z"}
    game.do("serve", ["z", "x", "y"])
    game.do("end")
    assert [level(game, id) for id in "xyz"] == ["Low", "Low", "Low"]  # y had Full supply, and falls by one level
    assert [game.state.supply[game.unit(id)] for id in "xyz"] == [LOW, LOW, LOW]
    no = field(
        "x uk infantry 0808 low; y uk infantry 0709 low; z uk infantry 0909 low", abstract_naval=False, control=held
    )
    game = check(no, WEST)
    game.do("serve", ["z", "x", "y"])
    game.do("end")
    assert [level(game, id) for id in "xyz"] == ["Low", "No", "Low"]


def test_7_2_who_has_an_unlimited_source_takes_nothing_from_others() -> None:
    units = f"{THREE.replace('x uk', 'x france')}"
    game = check(field(units, abstract_naval=False, control={"0510": AXIS, "0210": AXIS}), WEST)
    assert game.verbs() == {"decline", "end"}
    assert game.why("serve") == "every unit can be served (USE 7.2)"
    game.do("end")
    assert [level(game, id) for id in "xyz"] == ["Full", "Low", "Low"]


def test_7_2_the_two_of_a_source_are_counted_afresh_each_time() -> None:
    state = field("x uk infantry 0808; y uk infantry 0709", abstract_naval=False, control={"0510": AXIS, "0210": AXIS})
    for _ in range(2):
        game = check(state, WEST)
        game.do("end")
        assert [level(game, id) for id in "xy"] == ["Low", "Low"]


def test_7_2_supply_may_be_declined() -> None:
    game = check(field("a germany infantry 0512; b germany infantry 0513"))
    game.do("decline", "a")
    assert "has declined already" in game.why("decline", "a")
    game.do("end")
    assert (level(game, "a"), level(game, "b")) == ("Low", "Full")


def test_7_2_who_declines_leaves_his_place_to_another() -> None:
    game = check(field(THREE, abstract_naval=False, control={"0510": AXIS, "0210": AXIS}), WEST)
    game.do("decline", "y")
    assert "end" in game.verbs()


def test_7_1_what_low_and_no_supply_mean() -> None:
    """7.1, 4.0, 8.1: half the points, and no replacements."""
    for flag, points in (("", 8), ("low", 4), ("no", 4)):
        game = Game(field(f"a germany infantry 0512 reduced {flag}"))
        game.do("activate", "a")
        assert game.state.stack[-1].left == points


# ------------------------------------------------------------------------------------------------ 7.5 no supply


def test_7_5_reduced_and_air_units_are_lost_and_full_ones_reduced() -> None:
    units = "a germany infantry 1311 no; b germany infantry 1312 reduced no; f germany fighter 1411 s3 no"
    game = Game(field(f"{units}; g germany garrison 1410 no; h germany infantry 1211 low"), NoSupply(AXIS))
    gone = {id: game.place(id) for id in "abfgh"}
    lost = "eliminated_axis"
    assert gone == {"a": "1311", "b": lost, "f": lost, "g": lost, "h": "1211"}
    assert (game.steps("a"), game.steps("h"), game.sorties("f")) == (1, 2, 0)


def test_7_5_of_one_s_own_will_air_units_and_starving_ground_units() -> None:
    state = field(
        "a germany infantry 1311 no; b germany infantry 0512 low; f germany fighter 0412; x france fighter 0808"
    )
    game = Game(state, Segment("No Supply Phase / Voluntary Elimination", AXIS))
    assert game.offers("give_up") == {"a", "f"}
    assert game.why("give_up", "b") == "b is a ground unit in supply (USE 7.5)"
    assert "not a unit of yours" in game.why("give_up", "x")
    game.do("give_up", "f")
    assert game.place("f") == "eliminated_axis"
    assert GIVE_UP.rule == GiveUp.steps["go"].rule == "7.5"  # type: ignore[attr-defined]


# ------------------------------------------------------------------------------------------------ looked at


def test_7_4_the_lens_shows_the_line_to_the_best_source() -> None:
    state = begun()
    line = USE.lens.supply(state, state.scenario.unit("uk_bef"))
    assert line is not None
    assert line.supplied
    assert "for 2 units" in words(state.scenario, line.because)  # a port: Full supply, and better than Paris
    assert line.hexes[0] == state.hex_of[state.scenario.unit("uk_bef")]


def test_7_4_the_lens_names_what_cuts_the_line() -> None:
    state = field("a germany infantry 0510; x france infantry 0611; f france fighter 0412",
                  control={"0510": AXIS, "0412": WEST})  # fmt: skip
    line = USE.lens.supply(state, state.scenario.unit("a"))
    assert line is not None
    assert [words(state.scenario, cut.because) for cut in line.cuts] == ["0511 is in the zone of x"]
    assert line.cuts[0].units == (state.scenario.unit("x"),)
    state.move(state.scenario.unit("x"), state.scenario.place("0511"), "1.2")
    line = USE.lens.supply(state, state.scenario.unit("a"))
    assert line is not None
    assert words(state.scenario, line.cuts[0].because) == "x in 0511 cuts the line"


def test_7_2_the_lens_tells_the_level_of_now_and_of_the_next_check() -> None:
    state = field("a germany infantry 0510; x france infantry 0511", control={"0510": AXIS})
    unit = state.scenario.unit("a")
    told = []
    for level in SUPPLY:
        state.supply[unit] = SUPPLY.index(level)
        line = USE.lens.supply(state, unit)
        assert line is not None
        told.append(words(state.scenario, line.because).partition("; ")[2])
    full, low = "Full supply now, Low after its next Supply Check", "Low supply now, No after its next Supply Check"
    assert told == [full, low, "No supply as before"]
    state = field("a germany infantry 0512")
    found = USE.lens.supply(state, state.scenario.unit("a"))
    assert found is not None
    assert "; " not in words(state.scenario, found.because)
    state.supply[state.scenario.unit("a")] = SUPPLY.index("Low")
    found = USE.lens.supply(state, state.scenario.unit("a"))
    assert found is not None
    assert words(state.scenario, found.because).endswith("; Low supply now, Full after its next Supply Check")


def test_7_4_the_lens_says_if_no_source_or_no_line_is_left() -> None:
    state = field("a hungary infantry 0512")
    line = USE.lens.supply(state, state.scenario.unit("a"))
    assert line is not None
    assert [each.because for each in line.cuts] == ["Hungary has no source of supply left"]
    far = field("a germany infantry 1016")
    line = USE.lens.supply(far, far.scenario.unit("a"))
    assert line is not None
    assert [each.because for each in line.cuts] == ["no Transport Line that leads to a source is within 2 hexes"]


def test_7_4_every_line_the_lens_shows_is_open() -> None:
    for name in ("poland-1939", "france-1940", "balkans-1941"):
        state = begun(name)
        for side in (AXIS, WEST):
            for unit, able in USE.lens.supplied(state, side).items():
                line = USE.lens.supply(state, unit)
                assert line is not None
                assert line.supplied == able
                shut = cut_for(state, state.theatre.country_of[unit])
                assert not [hex for hex in line.hexes[1:] if hex in shut]


def test_7_4_what_if_a_hex_had_fallen() -> None:
    """7.4, 2.3.1: Metz falls: its army is lost, the fort razed, the city German; France's will is not asked."""
    state = begun()
    metz = state.scenario.place("0812")
    found = USE.lens.taken(state, metz)
    assert found is not None
    holder, taker, after = found
    assert (holder, after.controller(metz), after.fort[metz]) == (WEST, AXIS, 0)
    assert after.hex_of[taker] == metz
    assert after.hex_of[state.scenario.unit("fra_4")] != metz
    assert state.controller(metz) == WEST  # the position itself stays as it was
    assert USE.lens.taken(state, state.scenario.place("0515")) is None  # nobody holds it
    assert USE.lens.taken(state, Hex(state.theatre.board.hexes)) is None


def test_7_1_the_states_are_full_low_and_no() -> None:
    assert (FULL, LOW, NO) == (0, 1, 2)
    assert SUPPLY == ("Full", "Low", "No")


def test_7_4_who_starves_if_a_hex_falls_is_of_the_side_that_holds_it() -> None:
    """The enemy who would take it may be cut off there himself: that is not what was asked."""
    session = start("use:poland-1939", "1")
    assert [str(found.unit) for found in starving(session, WEST, "warsaw").units] == []
    assert starving(session, WEST, "warsaw").holder == WEST


def test_7_4_a_line_keeps_out_of_land_that_its_unit_may_not_enter() -> None:
    """7.4: prohibited hexes: a Dutch line does not go through Belgium, a Soviet one not through a neutral."""
    state = field("a netherlands infantry 0411")
    rotterdam, belgian = (state.scenario.place("0310"),), state.scenario.place("0510")
    assert belgian in fed(state, state.theatre.country("belgium"), rotterdam)
    assert state.scenario.place("0509") not in fed(state, state.theatre.country("netherlands"), rotterdam)
    assert belgian in cut_for(state, state.theatre.country("netherlands"))
