"""OCS 2.0: the scenarios that are shipped hold what was written down for them: values, places, supply."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from sandtable.core.rules import Hex, Side, UnitId
from sandtable.play.opening import replay
from sandtable.play.session import start
from sandtable.systems.ocs.s02_victory import outcome, score
from sandtable.systems.ocs.s04_stacking import overstacked
from sandtable.systems.ocs.s06_terrain import prices
from sandtable.systems.ocs.s12_paths import path_prices
from sandtable.systems.ocs.s12_trace import _within, connects, net, posted, sources, throwing, trace_points, traced
from sandtable.systems.ocs.state import GROUND, STRIP, OcsState
from sandtable.systems.ocs.system import OCS
from sandtable.systems.ocs.theatre import GROUNDS, LEG, QUARTERS, TRACK, TRUCK
from sandtable.systems.ocs.title_faults import faults
from sandtable.systems.ocs.titles import TITLES, setup_of
from systems.ocs.field import ALLIED, AXIS, field, unit
from typed import state_of

# by line: counters, category, Combat and Move face, REs in quarters, formation, where (within so many hexes) or when
# faces: strength-rating-allowance, or barrage/range/rating/allowance, or throw/allowance; then the mobility's letter
CRUSADER_ALLIED = """
7_h 2_rtr 6_rtr           | armor | 4-3-10k | 2-3-16k | 2 | 7_armd | 21.5 2
2_rgh 3_cly 4_cly         | armor | 4-2-10k | 2-2-16k | 2 | 7_armd | 21.4 2
7_support_gp              | other | 4-4-4l  | 2-4-22t | 4 | 7_armd | 21.6 0
7_armd_art                | other | 10/3/4/4l | 5/3/4/22t | 2 | 7_armd | 21.6 0
11_h                      | mech  | 2-4-12k | 1-4-20k | 2 | 7_armd | 20.7 0
8_h 3_rtr 5_rtr           | armor | 4-4-10k | 2-4-16k | 2 |        | 22.7 1
1_sa_bde 5_sa_bde         | other | 5-2-3l  | 2-2-20t | 4 | 1_sa   | 22.4 2
1_sa_art                  | other | 9/3/2/2l | 4/3/2/20t | 4 | 1_sa | 22.4 0
22_gds_bde                | other | 6-4-3l  | 3-4-20t | 4 |        | 24.5 0
4_nz_bde 5_nz_bde 6_nz_bde | other | 7-4-3l | 3-4-20t | 4 | nz     | 23.8 2
nz_art                    | other | 14/3/4/2l | 7/3/4/20t | 4 | nz  | 24.8 0
nz_cav                    | mech  | 2-4-8k  | 1-4-12k | 2 | nz     | 24.8 0
5_ind_bde 7_ind_bde       | other | 6-4-3l  | 3-4-20t | 4 | 4_ind  | 22.8 1
11_ind_bde                | other | 6-4-3l  | 3-4-20t | 4 | 4_ind  | 27.11 0
4_ind_art                 | other | 12/3/3/2l | 6/3/3/20t | 4 | 4_ind | 23.8 0
8_rtr 42_rtr 44_rtr       | armor | 6-3-4k  | 3-3-6k  | 2 |        | 24.8 1
14_bde 16_bde 23_bde      | other | 6-4-3l  | 3-4-5l  | 4 | 70_div | perimeter
70_div_art                | other | 14/3/3/1l | 7/3/3/14t | 4 | 70_div | 8.19 0
tobruk_med                | other | 10/4/3/1l | 5/4/3/14t | 2 |     | 8.19 0
1_rtr                     | armor | 4-3-8k  | 2-3-12k | 2 |        | 8.19 0
4_rtr                     | armor | 6-3-4k  | 3-3-6k  | 2 |        | 8.19 0
d_7_rtr                   | armor | 3-3-4k  | 1-3-6k  | 1 |        | 8.19 0
polish_bde                | other | 6-4-3l  | 3-4-5l  | 4 |        | perimeter
xxx_corps_hq              | other | 15/0t   | 8/20t   | 4 |        | 22.5 0
xiii_corps_hq             | other | 15/0t   | 8/20t   | 4 |        | 25.7 0
tobruk_hq                 | other | 8/0t    | 4/10t   | 4 |        | 8.19 0
3_sa_bde 6_sa_bde         | other | 5-3-3l  | 2-3-20t | 4 | 2_sa   | turn_4
2_sa_art                  | other | 10/3/3/2l | 5/3/3/20t | 4 | 2_sa | turn_4
"""
CRUSADER_AXIS = """
i_8_pz ii_8_pz            | armor | 6-5-10k | 3-5-16k | 2 | 15_pz | 13.16 2
115_sr                    | other | 6-4-4l  | 3-4-20t | 4 | 15_pz | 13.16 2
200_sr                    | other | 5-4-4l  | 2-4-20t | 4 | 15_pz | 13.16 2
33_art                    | other | 12/3/4/3l | 6/3/4/20t | 4 | 15_pz | 13.16 2
33_rec                    | mech  | 3-5-12k | 1-5-20k | 2 | 15_pz | 13.16 2
33_at                     | other | 3-5-6l  | 1-5-20t | 2 | 15_pz | 13.16 2
i_5_pz ii_5_pz            | armor | 6-5-10k | 3-5-16k | 2 | 21_pz | 16.15 2
104_sr                    | other | 6-5-4l  | 3-5-20t | 4 | 21_pz | 16.15 2
155_art                   | other | 12/3/4/3l | 6/3/4/20t | 4 | 21_pz | 16.15 2
3_rec                     | mech  | 3-5-12k | 1-5-20k | 2 | 21_pz | 16.11 0
39_at                     | other | 3-5-6l  | 1-5-20t | 2 | 21_pz | 16.15 2
155_ir                    | other | 5-4-3l  | 2-4-5l  | 4 | afrika | 10.15 0
361_ir                    | other | 5-5-3l  | 2-5-5l  | 4 | afrika | 9.17 0
sv_288                    | other | 4-5-4l  | 2-5-20t | 4 |        | 14.16 0
arko_104                  | other | 30/4/4/1l | 10/4/4/8t | 4 |     | 10.16 0
vii_tk viii_tk ix_tk      | armor | 3-3-8k  | 1-3-12k | 2 | ariete | 7.12 1
8_bers                    | other | 5-3-3l  | 2-3-20t | 4 | ariete | 7.12 0
132_art                   | other | 9/3/3/2l | 4/3/3/18t | 4 | ariete | 7.12 0
65_rgt 66_rgt             | other | 4-2-3l  | 2-2-18t | 4 | trieste | 4.14 3
21_art                    | other | 8/3/2/2l | 4/3/2/18t | 4 | trieste | 4.14 3
61_rgt 62_rgt             | other | 4-2-3l  | 2-2-16t | 4 | trento | 6.18 1
46_art                    | other | 8/3/2/2l | 4/3/2/16t | 4 | trento | 6.18 1
brescia                   | other | 8-1-3l  | 4-1-5l  | 8 |        | 7.18 0
pavia                     | other | 8-1-3l  | 4-1-5l  | 8 |        | 6.17 0
bologna                   | other | 8-1-3l  | 4-1-5l  | 8 |        | 8.17 0
savona                    | other | 7-1-2l  | 3-1-4l  | 8 |        | 21.11 0
it_breakdown              | other | 3-1-2l  | 1-1-4l  | 4 |        | 20.10 0
bach_bn                   | other | 3-5-2l  | 1-5-4l  | 2 |        | 24.11 0
bardia_garrison           | other | (3)-1-2l | (1)-1-3l | 4 |      | 23.15 0
dak_hq                    | other | 12/0t   | 8/20t   | 4 |        | 15.16 0
xxi_it_corps_hq           | other | 8/0t    | 5/12t   | 4 |        | 6.16 0
xx_it_corps_hq            | other | 8/0t    | 5/14t   | 4 |        | 6.12 0
7_bers                    | other | 4-3-3l  | 2-3-18t | 4 | trento | turn_5
"""
PERIMETER = ("8.19", "8.18", "7.19", "9.18")
LETTERS = {"l": LEG, "k": TRACK, "t": TRUCK}


@cache
def begun(name: str) -> OcsState:
    return OCS.begin(OCS.load(name))


def face_of(state: OcsState, which: UnitId, face: int) -> str:
    """As the table above writes it."""
    theatre = state.theatre
    letter = "lkt"[theatre.mobility[face][which]]
    allowance, rating = theatre.ma[face][which] // QUARTERS, theatre.ar[face][which]
    if theatre.is_hq[which]:
        assert (theatre._strengths[face][which], rating) == (("(5)", "(1)")[face], 0)
        return f"{theatre.throw[face][which] // QUARTERS}/{allowance}{letter}"
    if theatre.is_artillery[which]:
        assert theatre._strengths[face][which] == "(1)"
        return f"{theatre.barrage[face][which]}/{theatre.range_of[which]}/{rating}/{allowance}{letter}"
    return f"{theatre._strengths[face][which]}-{rating}-{allowance}{letter}"


@pytest.mark.parametrize(("side", "table"), [(ALLIED, CRUSADER_ALLIED), (AXIS, CRUSADER_AXIS)])
def test_2_0_every_unit_of_crusader_is_as_it_was_written_down(side: Side, table: str) -> None:
    state = begun("crusader")
    theatre, named = state.theatre, set()
    for line in table.strip().splitlines():
        ids, category, combat, move, size, formation, where = (part.strip() for part in line.split("|"))
        for id in ids.split():
            which = unit(state, id)
            named.add(which)
            assert (face_of(state, which, 0), face_of(state, which, 1)) == (combat, move), id
            assert (theatre.category_of[which], theatre.size[which], theatre.side_of[which]) == (
                category, int(size), side,
            ), id  # fmt: skip
            assert theatre.counters["formation"][which] == formation, id
            here, (place, *within) = Hex(state.hex_of[which]), where.split()
            if place == "perimeter":
                assert state.scenario.place_name(here) in PERIMETER, id
            elif within:
                assert theatre.distance(here, state.scenario.place(place)) <= int(within[0]), id
            else:
                assert here == state.scenario.place(place), id
    repls = {each for each in state.scenario.units_of(side) if theatre.is_repl[each]}
    assert named | repls == {each for each in state.scenario.units_of(side) if theatre.is_combat[each]}


def test_2_0_what_is_spread_in_crusader_keeps_off_the_perimeter_and_the_perimeter_is_held() -> None:
    state = begun("crusader")
    perimeter = [state.scenario.place(name) for name in PERIMETER]

    assert all(state.combat_units_in(hex, ALLIED) for hex in perimeter)
    assert not any(state.combat_units_in(hex, AXIS) for hex in perimeter)
    assert not [*overstacked(state, ALLIED), *overstacked(state, AXIS)]


def test_20_0_savona_has_shed_a_regiment_that_holds_sidi_omar() -> None:
    state = begun("crusader")

    assert state.steps[unit(state, "savona")] == 1
    assert state.hedgehog[state.scenario.place("20.10")] == 2
    assert len(state.combat_units_in(state.scenario.place("20.10"), AXIS)) == 1


def test_2_0_supply_transport_hedgehogs_and_bases_of_crusader() -> None:
    state = begun("crusader")
    place, theatre = state.scenario.place, state.theatre
    points = {
        "27.7": 20, "22.5": 6, "25.7": 6, "8.19": 14,
        "15.16": 8, "10.16": 8, "6.16": 5, "7.12": 3, "23.15": 6, "24.11": 2,
    }  # fmt: skip
    assert {state.scenario.place_name(Hex(hex)): n for hex, n in enumerate(state.dump) if n} == {
        name: 4 * n for name, n in points.items()
    }
    trucks = [sum(theatre.kind_of[each] == "truck" for each in state.units_in(place(name))) for name in
              ("27.7", "22.5", "21.5", "15.16", "6.16", "14.16")]  # fmt: skip
    assert trucks == [8, 4, 5, 5, 3, 5]
    organic = [each for each in range(len(theatre.counters)) if theatre.is_organic[each]]
    assert sorted(theatre.counters["formation"][each] for each in organic) == [
        "15_pz", "15_pz", "1_sa", "21_pz", "21_pz", "4_ind", "7_armd", "7_armd", "ariete", "nz", "nz",
    ]  # fmt: skip
    assert all(state.cargo[each] == 4 for each in organic)
    hogs = {name: state.hedgehog[place(name)] for name in (*PERIMETER, "8.17", "22.12", "24.11", "23.15")}
    assert list(hogs.values()) == [3, 2, 2, 2, 1, 1, 2, 2]
    assert [state.base[place(name)] - STRIP for name in ("21.2", "27.7", "34.12", "14.16", "7.16", "1.18")] == [2] * 6
    assert theatre.flak == {place("8.19"): 2}


def test_13_6_supply_weather_rail_and_reserves_of_crusader() -> None:
    theatre = begun("crusader").theatre
    place = theatre.board.place
    allied, axis = theatre.deliveries
    assert allied is not None
    assert axis is not None
    assert [allied.tokens(roll) // 4 for roll in range(2, 13)] == [-(-roll // 2) + 3 for roll in range(2, 13)]
    assert allied.beside(16) == {place("8.19"): 4}
    assert [axis.tokens(roll) for roll in range(1, 7)] == [4, 8, 12, 16, 20, 24]
    assert (axis.beside(24), axis.beside(20)) == ({place("23.15"): 4}, {})
    weather = {roll: told for rolls, told in theatre.weather for roll in rolls}
    assert weather[2] == ("none", "storm")
    assert [weather[roll].flight for roll in (3, 4, 5, 12)] == ["limited", "limited", "normal", "normal"]
    assert theatre.reserves == (4, 5)
    assert theatre.hip_shoots == {"german"}
    assert theatre.rail == ((6,) * 8, (0,) * 8)


def test_17_0_a_rainstorm_doubles_what_is_off_the_road_for_all() -> None:
    state = begun("crusader")
    board, charts = state.theatre.board, state.scenario.charts
    open_side = board.layout.side(board.place("15.9"), board.place("15.8"))
    road_side = board.layout.side(board.place("31.12"), board.place("32.12"))
    for mobility in (LEG, TRACK, TRUCK):
        fair, storm = (prices(charts, board, mobility, ground) for ground in ("normal", "storm"))
        assert (fair[open_side], storm[open_side]) == (4, 8)
        assert fair[road_side] == storm[road_side] == 2


def test_12_3d_paths_of_supply_are_paid_as_in_fair_weather() -> None:
    state = field("dak_hq 15.16", scenario="crusader")
    fair = path_prices(state, AXIS, TRUCK)
    state.tick(GROUND, GROUNDS.index("storm"))
    assert state.ground == "storm"
    assert path_prices(state, AXIS, TRUCK) == fair


def test_6_2_the_two_escarpments_of_crusader_differ() -> None:
    """The one of Tobruk costs 1, 2 and 3 more; the one of Sollum 2 more on foot, and is closed to all else."""
    state = begun("crusader")
    board, charts = state.theatre.board, state.scenario.charts
    low = board.layout.side(board.place("14.15"), board.place("14.16"))
    high = board.layout.side(board.place("26.8"), board.place("26.9"))
    costs = [prices(charts, board, mobility) for mobility in (LEG, TRACK, TRUCK)]
    assert [cost[low] for cost in costs] == [8, 12, 16]
    assert [cost[high] for cost in costs] == [12, 255, 255]


REACH = [  # from, to, truck points: adjacent is enough
    (ALLIED, "22.5", "27.7", 4), (ALLIED, "25.7", "27.7", 1), (ALLIED, "25.7", "27.11", 8),
    (ALLIED, "27.11", "34.12", 3), (ALLIED, "21.5", "27.7", 5),
    (AXIS, "15.16", "24.11", 4.5), (AXIS, "15.16", "20.10", 5), (AXIS, "15.16", "21.11", 4.5),
    (AXIS, "15.16", "23.15", 5), (AXIS, "15.16", "10.15", 2), (AXIS, "15.16", "9.17", 2.5),
    (AXIS, "14.16", "1.18", 7), (AXIS, "6.16", "1.18", 2.5), (AXIS, "6.12", "1.12", 4),
]  # fmt: skip


@pytest.mark.parametrize(("side", "start", "goal", "points"), REACH)
def test_12_3_supply_distances_of_crusader(side: Side, start: str, goal: str, points: float) -> None:
    """12.3c Adjacent is enough at the far end."""
    state = begun("crusader")
    place, goals = state.scenario.place, state.theatre.board.bits([state.scenario.place(goal)])
    assert place(start) in _within(state, side, goals, TRUCK, int(QUARTERS * points))
    assert place(start) not in _within(state, side, goals, TRUCK, int(QUARTERS * points) - 1)


@pytest.mark.parametrize("name", ["primosole", "crusader"])
def test_12_6_every_unit_begins_in_trace_supply(name: str) -> None:
    state = begun(name)
    assert OCS.audit(state) == []
    for side in (ALLIED, AXIS):
        assert [each for each in state.combat_units(side) if not traced(state, each)] == []


def test_12_7_both_extenders_of_crusader_work() -> None:
    state = begun("crusader")
    for side, place in ((ALLIED, "21.5"), (AXIS, "14.16")):
        assert list(posted(state, side)) == list(net(state, side).extenders) == [state.scenario.place(place)]


def test_12_6_only_its_own_hq_passes_on_what_comes_through_tobruk() -> None:
    """Another HQ there draws for itself alone, and no extender begins there."""
    state = field("xxx_corps_hq 8.18; 4_nz_bde 8.17; 16_bde 8.19", scenario="crusader", control={"8.19": ALLIED})
    place = state.scenario.place
    assert place("8.19") in sources(state, ALLIED)
    assert throwing(state, ALLIED) == ()
    assert traced(state, unit(state, "xxx_corps_hq"))
    assert not connects(state, ALLIED, place("8.17"), LEG)

    own = field("tobruk_hq 8.18; 16_bde 8.19", scenario="crusader", control={"8.19": ALLIED})
    assert throwing(own, ALLIED) == (unit(own, "tobruk_hq"),)


def test_19_0_bardia_is_a_source_while_it_is_undamaged() -> None:
    state = field("bardia_garrison 23.15; savona 22.12", scenario="crusader")
    bardia = state.scenario.place("23.15")
    assert bardia in trace_points(state, AXIS)

    state.port_hits[bardia] = 1
    state.forget()
    assert bardia not in trace_points(state, AXIS)


def test_2_2_crusader_is_decided_by_the_difference_of_points() -> None:
    """At the start the Axis has its two points for Halfaya: enough, if nothing happened."""
    state = begun("crusader")
    assert [int(score(state, side).total) for side in (ALLIED, AXIS)] == [0, 2]
    assert outcome(state).winner == AXIS
    assert [level[0] for level in setup_of("crusader").theatre.levels] == [8, 2, 1, -1000]


@pytest.mark.parametrize(
    ("name", "least"),
    [("primosole@level_1=10,level_2=7,level_3=4", [10, 7, 4, -1000]),
     ("crusader@level_1=8,level_2=4,level_3=-1", [8, 4, -1, -1000])],
)  # fmt: skip
def test_2_2_the_thresholds_of_the_specification_are_told_by_name(name: str, least: list[int]) -> None:
    """Those of the scenarios are even between equals (docs/calibration-ocs.md)."""
    assert [level[0] for level in setup_of(name).theatre.levels] == least
    assert OCS.begin(OCS.load(name)).theatre.levels[0][0] == least[0]


def test_2_2_tobruk_is_relieved_by_a_way_to_egypt() -> None:
    open_way = field("16_bde 8.19; savona 21.11", scenario="crusader")
    assert int(score(open_way, ALLIED).total) == 6

    ring = field("16_bde 8.19; brescia 8.18; pavia 7.19; bologna 9.18", scenario="crusader")
    assert int(score(ring, ALLIED).total) == 0


def test_2_2_axis_points_beyond_column_23() -> None:
    """Halfaya is beyond it, Bardia is not."""
    bardia = field("bardia_garrison 23.15", scenario="crusader")
    halfaya = field("bardia_garrison 23.15; bach_bn 24.11; dak_hq 22.12", scenario="crusader")
    assert int(score(bardia, AXIS).total) == 0
    assert int(score(halfaya, AXIS).total) == 2


@pytest.mark.parametrize("name", ["primosole", "crusader"])
def test_2_0_the_titles_that_are_shipped_have_no_faults(name: str) -> None:
    assert faults(TITLES / name) == []


def test_2_0_games_of_older_rules_keep_what_won_them() -> None:
    assert OCS.began_as("2", "primosole", {}) == "primosole@level_2=4,level_3=3"
    assert OCS.began_as("2", "primosole@level_2=6", {}) == "primosole@level_2=6,level_3=3"
    assert OCS.began_as(OCS.rules_version, "primosole", {}) == "primosole"
    record = replace(start("ocs:primosole", "seed").record(), rules="2")
    assert state_of(replay(record), OcsState).theatre.levels[1][0] == 4
