"""GEW 33: setting up; 6.3: what each side sees of the other; and what can never be."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from sandtable.core.errors import BadInput
from sandtable.core.events import Log
from sandtable.core.flow import Ask, Over, Roll, answer, run
from sandtable.core.rules import Hex
from sandtable.systems.gew.options import OPTIONS
from sandtable.systems.gew.s14_stacking import over_stacked
from sandtable.systems.gew.s33_setup import Placing, SetUp, groups_of, lay_out, place_automatically
from sandtable.systems.gew.setups import setups
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.system import GEW
from sandtable.systems.gew.theatre import (
    ALLIED_SIDE,
    AXIS,
    AXIS_SIDE,
    NEUTRAL,
    SOVIET,
    WALLIED,
)

if TYPE_CHECKING:
    from systems.gew.conftest import Battlefield, Play


@pytest.fixture
def campaign() -> GewState:
    """The campaign before anybody has chosen."""
    state = GewState(GEW.load("campaign"), SetUp())
    state.log = Log()
    lay_out(state)
    return state


def finished(options: Mapping[str, bool] | None = None, scenario: str = "campaign", seed: int = 0) -> GewState:
    """A game after a random set-up."""
    state, rng = GewState(GEW.load(scenario, options), SetUp()), Random(seed)
    lay_out(state)
    while not isinstance(wait := run(state), Over):
        picked = wait.form.fill(state, rng.choice) if isinstance(wait, Ask) else rng.choice(list(wait.dice.ways))
        answer(state, picked)
    return state


def test_33_0_dice_give_the_first_points(campaign: GewState, game: Play) -> None:
    """33.0: six and a die for the Axis, a die each for the others; nobody sees the other's (6.3)."""
    played = game(campaign, SetUp(), [4, 2, 5])
    assert tuple(campaign.mp) == (10, 2, 5)
    assert [event.audience for event in played.told("mp")] == [{AXIS_SIDE}, {ALLIED_SIDE}, {ALLIED_SIDE}]


def test_33_1_the_allies_place_first(campaign: GewState, game: Play) -> None:
    """33.1: one unit at a time, in its own land; fixed units stand already."""
    played = game(campaign, SetUp(), [1, 1, 1])
    assert played.ask.side == ALLIED_SIDE
    assert campaign.hex_of[campaign.theatre.unit("bri_gib")] == campaign.theatre.place("gibraltar")
    group = played.offers()
    unit = min(group)
    assert "GEW 33.0" in played.why("ger_pz1")
    assert "is not in" in played.why(unit, "2308")
    assert played.offers(unit)
    played.do(unit, min(played.offers(unit)))
    assert campaign.hex_of[campaign.theatre.unit(unit)] >= 0


def test_33_0_and_14_4_a_unit_stands_where_its_size_may(campaign: GewState, game: Play) -> None:
    """14.4: no front in high mountain; 33.0: nothing is placed twice; 14.2: one front fills a hex."""
    theatre = campaign.theatre
    groups = groups_of(theatre, campaign.setup, ALLIED_SIDE)
    soviets = next(nth for nth, group in enumerate(groups) if theatre.unit("sov_f1") in group.units)
    peak = next(hex for hex in groups[soviets].among if theatre.terrain[hex] == "high_mountain")
    played = game(campaign, Placing(ALLIED_SIDE, soviets))
    assert "GEW 14.4" in played.why("sov_f1", peak)
    played.do("sov_f1", "3208")
    assert "placed already" in played.why("sov_f1")
    assert "GEW 14.2" in played.why("sov_t1", "3208")


def test_14_3_the_axis_does_not_join_the_partisan(campaign: GewState, game: Play) -> None:
    """14.3: he was there first."""
    theatre = campaign.theatre
    campaign.place(theatre.unit("alp_1"), theatre.place("2717"), "33.1")
    groups = groups_of(theatre, campaign.setup, AXIS_SIDE)
    balkans = next(nth for nth, group in enumerate(groups) if theatre.unit("ger_g12") in group.units)
    assert "GEW 14.3" in game(campaign, Placing(AXIS_SIDE, balkans)).why("ger_g12", "2717")


def test_33_1_the_partisan_holds_its_hex(game: Play) -> None:
    """33.1: one of six, in a high mountain of the Balkans, which is then Allied; the others wait (31.1)."""
    state = finished()
    partisans = [state.theatre.unit(f"alp_{nth}") for nth in range(1, 7)]
    on_map = [unit for unit in partisans if state.hex_of[unit] < state.theatre.hexes]
    assert len(on_map) == 1
    at = Hex(state.hex_of[on_map[0]])
    assert state.theatre.terrain[at] == "high_mountain"
    assert state.control[at] == WALLIED + 1
    assert sum(state.hex_of[unit] == state.theatre.reinforcements[ALLIED_SIDE] for unit in partisans) == 5


def test_33_1_one_soviet_air_unit_of_three_is_operational(campaign: GewState, game: Play) -> None:
    """33.1: the Allied player chooses, and one of ComInt and VVS."""
    played, rng = game(campaign, SetUp(), [1, 1, 1]), Random(3)
    while played.ask.form.name == "place":
        answer(campaign, played.ask.form.fill(campaign, rng.choice))
        played.go()
    assert (played.ask.side, played.offers()) == (ALLIED_SIDE, {"sov_nw", "sov_w", "sov_sw"})
    assert "33.1" in played.why(["sov_nw"], "sov_w")
    assert "33.1" in played.why("ger_lf1")
    played.do(["sov_sw"])
    played.do(["sov_vvs"])
    ready = [
        bool(campaign.operational[campaign.theatre.unit(f"sov_{id}")]) for id in ("nw", "w", "sw", "vvs", "comint")
    ]
    assert ready == [False, False, True, True, False]
    assert played.ask.side == AXIS_SIDE


def test_33_2_the_axis_places_the_neutrals_too() -> None:
    state = finished()
    theatre = state.theatre
    for unit, area in ((unit, group.among) for group in setups()["campaign"].free for unit in group.units):
        assert state.hex_of[unit] in set(area)
    assert state.power_of(theatre.unit("spa_g1")) == NEUTRAL
    assert not GEW.audit(state)


@pytest.mark.parametrize("scenario", sorted(setups()))
@pytest.mark.parametrize("seed", range(5))
def test_33_0_any_set_up_keeps_to_stacking(scenario: str, seed: int) -> None:
    """33.0: whatever is chosen, everything finds a place and no hex holds too much."""
    state = finished(scenario=scenario, seed=seed)
    assert not any(over_stacked(state, Hex(place)) for place in range(state.theatre.hexes))
    assert not GEW.audit(state)


@pytest.mark.parametrize("scenario", sorted(setups()))
def test_33_0_the_ready_made_set_up_is_one_of_them(scenario: str) -> None:
    """33.0: only dice are left."""
    state = GewState(GEW.load(scenario, {"automatic_setup": True}), SetUp())
    lay_out(state)
    while not isinstance(wait := run(state), Over):
        assert isinstance(wait, Roll)
        answer(state, 3)
    wanted = setups()[scenario].automatic
    assert {unit: state.hex_of[unit] for unit in wanted} == dict(wanted)
    assert not GEW.audit(state)


def test_28_2_a_fortification_without_a_unit_is_removed(campaign: GewState) -> None:
    """28.2: Brest-Litovsk has none unless somebody is put there (G33-7)."""
    place_automatically(campaign)
    campaign.eliminate(campaign.theatre.unit("sov_f3"), "21.1")
    assert not campaign.fort[campaign.theatre.place("brest_litovsk")]
    assert campaign.fort[campaign.theatre.place("leningrad")] == ALLIED_SIDE + 1


def test_5_0_and_5_2_who_fights_at_the_start(campaign: GewState) -> None:
    """5.0: Slovakia is Axis (G2-1); 5.2: nine are neutral."""
    theatre, status = campaign.theatre, campaign.status
    by = {country.id: status[nth] for nth, country in enumerate(theatre.countries)}
    assert {id for id, power in by.items() if power == AXIS} == {
        "germany", "italy", "bulgaria", "croatia", "hungary", "romania", "slovakia",
    }  # fmt: skip
    assert {id for id, power in by.items() if power == WALLIED} == {"britain", "free_france", "free_poland"}
    assert {id for id, power in by.items() if power == NEUTRAL} == {
        "finland", "ireland", "portugal", "spain", "sweden", "turkey", "usa", "vichy_france", "ussr", "switzerland",
    }  # fmt: skip
    assert not campaign.belligerent(SOVIET)


def test_33_0_boxes_and_arrivals(campaign: GewState) -> None:
    """33.0: fleets wait in the Convoy Display, 11FK arrives on turn 2, Italy's fleet is spent (G33-2)."""
    theatre = campaign.theatre
    at = campaign.hex_of
    assert at[theatre.unit("us_fleet1")] == theatre.convoy
    assert at[theatre.unit("ger_11fk")] == theatre.track[2]
    assert at[theatre.unit("sov_t3")] == theatre.staging_ussr
    assert at[theatre.unit("ger_lf1")] == theatre.display[AXIS_SIDE]
    assert [campaign.operational[theatre.unit(id)] for id in ("ita_fleet1", "ger_fleet1")] == [0, 1]
    assert at[theatre.unit("opt_usmc")] == -1


def test_33_0_options_bring_their_units() -> None:
    state = GEW.begin(GEW.load("campaign", {"optional_units": True, "extra_naval": True, "lila": True}))
    at, unit = state.hex_of, state.theatre.unit
    assert (
        at[unit("opt_usmc")] == at[unit("opt_avg")] == at[unit("opt_unef")] == state.theatre.reinforcements[ALLIED_SIDE]
    )
    assert at[unit("ger_zfleet")] == state.theatre.reinforcements[AXIS_SIDE]
    assert at[unit("vic_fleet")] == -1  # it comes with Lila, if at all


# ------------------------------------------------------------------------------------------------ scenarios, options


def test_33_0_scenarios_and_options_are_known() -> None:
    assert next(info.name for info in GEW.scenarios()) == "campaign"
    assert {info.turns for info in GEW.scenarios()} == {10, 4, 3}
    with pytest.raises(BadInput, match="no scenario moon"):
        GEW.load("moon")
    with pytest.raises(BadInput, match="no option tanks"):
        GEW.load("campaign", {"tanks": True})
    assert len({option.name for option in OPTIONS}) == len(OPTIONS)


def test_14_4_crete_may_be_no_small_island() -> None:
    """14.4: a flagged ruling (G14-4)."""
    tables = [GEW.load("campaign", {"crete_small_island": said}).extra for said in (True, False)]
    crete = [len(set(t.small_island) & set(t.in_region[t.region("crete")])) for t in tables]
    assert crete[0] > 0
    assert crete[1] == 0


def test_18_9_adana_may_be_no_port_of_the_black_sea() -> None:
    """18.9: a flagged ruling (G18-9)."""
    tables = [GEW.load("campaign", {"adana_dual": said}).extra for said in (True, False)]
    assert [bool(t.seas_at[t.place("adana")] >> t.sea_named("black_sea") & 1) for t in tables] == [True, False]
    assert [t.place("adana") in t.dual_ports for t in tables] == [True, False]


# ------------------------------------------------------------------------------------------------ 6.3


@pytest.fixture
def set_up() -> GewState:
    return finished({"automatic_setup": True, "ultra": True}, seed=4)


def test_6_3_points_and_displays_are_hidden(set_up: GewState) -> None:
    """6.3: the enemy's MP, displays, reinforcements and builds are his own; all on the map is open."""
    view = GEW.hidden.view(set_up, AXIS_SIDE)
    units = {seen.unit for seen in view.units}
    unit = set_up.theatre.unit
    assert {unit("ger_lf1"), unit("ger_11fk"), unit("sov_f3"), unit("sov_t3"), unit("us_fleet1")} <= units
    assert not {unit("bri_fc"), unit("us_a1"), unit("alp_2")} & units
    assert list(view.columns["mp"]) == [set_up.mp[AXIS], 0, 0]
    assert set_up.mp[WALLIED]
    other = GEW.hidden.view(set_up, ALLIED_SIDE)
    assert unit("ger_11fk") not in {seen.unit for seen in other.units}
    assert other.columns["flags"] != view.columns["flags"]  # Ultra


def test_6_3_spectators_see_what_both_players_see(set_up: GewState) -> None:
    """6.3: counters in nobody's hidden boxes, nobody's points, and of Ultra what the Axis knows."""
    everybody, axis, allied = (GEW.hidden.view(set_up, side) for side in (None, AXIS_SIDE, ALLIED_SIDE))
    assert everybody.side is None
    assert everybody.units == tuple(seen for seen in axis.units if seen in allied.units)
    for name in ("mp", "offensives", "flags"):
        assert everybody.columns[name] == bytes(map(min, axis.columns[name], allied.columns[name]))
    assert everybody.control == axis.control


def test_6_3_open_displays_show_everything() -> None:
    state = finished({"automatic_setup": True, "open_displays": True})
    views = [GEW.hidden.view(state, side) for side in (AXIS_SIDE, ALLIED_SIDE, None)]
    assert views[0].units == views[1].units == views[2].units
    assert views[0].columns == views[1].columns == views[2].columns
    assert views[0].columns["mp"] == bytes(state.mp)


@pytest.mark.parametrize("side", [AXIS_SIDE, ALLIED_SIDE])
@pytest.mark.parametrize("options", [{}, {"open_displays": True}, {"ultra": True}])
def test_6_3_a_guess_gives_the_view_it_was_made_from(side: Any, options: Mapping[str, Any]) -> None:
    """6.3: at many moments of a random game; a guess breaks no rule either."""
    state, rng = GEW.begin(GEW.load("campaign", {"automatic_setup": True, **options})), Random(5)
    for nth in range(400):
        wait = run(state)
        if isinstance(wait, Over):
            break
        if nth % 20 == 0:
            view = GEW.hidden.view(state, side)
            guessed = GEW.hidden.guess(view, state.scenario, rng)
            assert GEW.hidden.view(guessed, side) == view
            assert not GEW.audit(guessed)
        answer(state, wait.form.fill(state, rng.choice) if isinstance(wait, Ask) else rng.choice(list(wait.dice.ways)))


def test_6_3_what_leaves_a_display_is_revealed(set_up: GewState) -> None:
    """6.3: the enemy has seen it, so it is not taken back; between open places nothing is revealed."""
    set_up.log = Log()
    theatre = set_up.theatre
    set_up.move(theatre.unit("ger_lf1"), theatre.place("2308"), "23.2")
    set_up.move(theatre.unit("ger_lf1"), theatre.place("2309"), "23.2")
    set_up.move(theatre.unit("ger_lf1"), theatre.display[AXIS_SIDE], "23.6")
    assert [event.reveals for event in set_up.log] == [True, False, False]


# ------------------------------------------------------------------------------------------------ what can never be


def test_14_3_the_audit_finds_enemies_in_one_hex(battlefield: Battlefield) -> None:
    state = battlefield("ger_a2 2908, sov_f3 2908", joined={"ussr": "soviet"})
    assert {violation.rule for violation in GEW.audit(state)} == {"14.3"}
    assert not GEW.audit(battlefield("ger_a2 1715, vic_exp 1715", control={"1715": "neutral"}))  # 9.6


@pytest.mark.parametrize(
    ("spoil", "rule"),
    [
        (lambda state: state.mp.__setitem__(0, 41), "10.1"),
        (lambda state: state.control.__setitem__(7, 9), "6.1"),
        (lambda state: state.fort.__setitem__(state.theatre.place("2308"), 1), "28.2"),
        (lambda state: state.fort.__setitem__(state.theatre.place("2308"), 3), "2.5.1"),
        (lambda state: state.hex_of.__setitem__(0, 9), "2.2"),
        (lambda state: state.status.__setitem__(0, 7), "9.1"),
        (lambda state: state.clock.__setitem__(0, 11), "4.1"),
        (lambda state: state.place(state.theatre.unit("ger_lf1"), state.theatre.place("2308"), "33.0"), "2.4"),
        (lambda state: state.place(state.theatre.unit("ger_a2"), state.theatre.place("0101"), "33.0"), "14.4"),
        (lambda state: state.mission.__setitem__(state.theatre.unit("ger_a2"), 1), "2.4"),
        (lambda state: state.cargo.__setitem__(state.theatre.unit("ger_air1"), state.theatre.unit("ger_lf1")), "24.5"),
        (lambda state: state.top_of.__setitem__(7, state.theatre.unit("ger_a2")), "2.2"),
        (lambda state: [state.depot.__setitem__(nth, 1) for nth in range(5)], "29.5"),
    ],
)
def test_2_2_the_audit_finds_what_cannot_be(battlefield: Battlefield, spoil: Any, rule: str) -> None:
    state = battlefield()
    assert not GEW.audit(state)
    spoil(state)
    assert rule in {violation.rule for violation in GEW.audit(state)}
