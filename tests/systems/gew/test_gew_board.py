"""The data of GEW: board, counters, countries, seas and set-ups hold what the rules need."""

from __future__ import annotations

import csv
import shutil
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from sandtable.core.bits import Bits
from sandtable.core.errors import BadData, BadInput
from sandtable.core.hexes import Hexside
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex, UnitId
from sandtable.systems.gew import theatre as module
from sandtable.systems.gew.s14_stacking import within_limits
from sandtable.systems.gew.setups import SetUp, read_setup, setups
from sandtable.systems.gew.theatre import (
    ALLIED_SIDE,
    AXIS,
    AXIS_SIDE,
    FOLDER,
    HEXSIDES,
    LINE_LARGER,
    MECH_LARGER,
    MOUNTAIN_CORPS,
    NEUTRAL,
    NONMECH_CORPS,
    NONMECH_LARGER,
    POWERS,
    SOVIET,
    TERRAINS,
    WALLIED,
)
from sandtable.systems.gew.theatre_loading import load, theatre

T = theatre()
BOARD = T.board
SCENARIOS = sorted(setups())
PROJECT = Path(__file__).parents[3]
DOCS, MAPS = PROJECT / "docs" / "gew-board.md", PROJECT / "tools" / "maps" / "gew"


def names(found: Bits) -> set[str]:
    return {BOARD.name(hex) for hex in found}


def ids(found: Bits) -> set[str]:
    return {place.id for place in BOARD.places if place.hex in found}


def joined(start: str, *closed: str) -> set[Hex]:
    """The land reached on foot from a place, if these hexsides are closed."""
    barred, seen = BOARD.sides_with(*closed), {T.place(start)}
    frontier = list(seen)
    while frontier:
        hex = frontier.pop()
        for side in range(6 * hex, 6 * hex + 6):
            there = Hex(BOARD.neighbours[side])
            if there >= 0 and there not in seen and there in T.land and side not in barred:
                seen.add(there)
                frontier.append(there)
    return seen


# ------------------------------------------------------------------------------------------------ the map


def test_2_1_the_map_has_the_hexes_the_rulebook_prints() -> None:
    printed = {
        "brussels": "1809", "malta": "2222", "balearics": "1419", "canea": "3023", "heraklion": "3123",
    }  # fmt: skip
    assert {name: BOARD.name(T.place(name)) for name in printed} == printed
    assert sum(1 for _ in BOARD.playable) == 1248
    assert {terrain: len(names(BOARD.terrain.where(terrain))) for terrain in TERRAINS} == {
        "clear": 364, "rough": 170, "mountain": 84, "high_mountain": 19, "desert": 161, "sea": 406, "impassable": 44,
    }  # fmt: skip
    sides = {
        feature: sum(len(river.sides) for river in BOARD.rivers if river.feature == feature) for feature in HEXSIDES
    }
    assert sides == {"river": 255, "canal": 3, "strait": 6, "lake": 7, "sea": 27}


def test_every_land_hex_has_a_region_and_every_sea_hex_a_sea() -> None:
    for hex in BOARD.playable:
        assert (T.region_at[hex] >= 0) or hex not in T.land, BOARD.name(hex)
        assert (T.sea_at[hex] >= 0) == (hex in T.sea), BOARD.name(hex)
    assert names(T.impassable) >= names(T.in_group("switzerland"))


def test_10_6_the_powers_start_with_twelve_five_and_four_mobilization_hexes() -> None:
    control = setups()["campaign"].control
    held = Counter(POWERS[control[hex]] for hex in T.mobilization)
    assert held == {"axis": 12, "wallied": 5, "soviet": 4, "neutral": 1}
    assert [place.id for place in BOARD.places if place.hex in T.mobilization and control[place.hex] == NEUTRAL] == [
        "stockholm"
    ]
    printed = Counter(POWERS[T.class_at[hex]] for hex in T.mobilization)
    assert printed == {"axis": 9, "wallied": 3, "soviet": 4, "neutral": 6}


def test_3_1_sudden_death_wants_eight_hexes_of_the_allies_and_nineteen_of_the_axis() -> None:
    assert ids(T.sudden_death_allied) == {"berlin", "hamburg", "essen", "munich", "vienna", "breslau", "milan", "rome"}
    assert len(ids(T.sudden_death_axis)) == 19


def test_3_3_objectives_and_ports_that_score() -> None:
    wanted: dict[int, set[str]] = {}
    for hex in T.objective:
        wanted.setdefault(T.objective_at[hex], set()).add(BOARD.places_in(hex)[0].id)
    assert wanted == {
        AXIS_SIDE: {"gibraltar", "malta", "cairo"},
        ALLIED_SIDE: {"paris", "messina", "warsaw"},
    }
    assert {"brest", "marseille", "rotterdam", "hamburg", "athens", "naples", "palermo"} <= ids(T.vp_ports)
    assert not {"canea", "oslo", "copenhagen", "tunis", "tripoli"} & ids(T.vp_ports)


def test_no_place_lies_where_an_army_cannot_go() -> None:
    for place in BOARD.places:
        assert T.terrain[place.hex] in ("clear", "rough", "mountain"), place.id
        assert len(BOARD.places_in(place.hex)) == 1, place.id


def test_18_8_every_port_is_a_coast_of_its_seas() -> None:
    for place in BOARD.places:
        if "port" in place.symbols:
            assert place.hex in T.coast, place.id
            seas = {T.sea_named(sea) for sea in place.data["seas"]}
            assert seas, place.id
            assert all(T.seas_at[place.hex] >> sea & 1 for sea in seas), place.id
    inland = {
        place.id for place in BOARD.places if "port" in place.symbols
        and not any(there in T.sea for there in BOARD.around(place.hex))
    }  # fmt: skip
    assert inland == {"london", "hamburg", "oslo", "leningrad", "salonika", "rostov", "basrah"}  # up a river or a gulf


def test_ports_by_sea() -> None:
    on = {sea.id: {place.id for place in BOARD.places if sea.id in place.data.get("seas", ())} for sea in T.seas}
    assert {sea: len(ports) for sea, ports in on.items()} == {
        "atlantic": 15, "north_sea": 10, "baltic": 11, "mediterranean": 40, "black_sea": 11, "red_sea": 1,
        "persian_gulf": 1, "caspian": 0,
    }  # fmt: skip
    counted = {BOARD.places_in(hex)[0].id for hex in T.seas[T.sea_named("black_sea")].counted}
    assert counted == on["black_sea"] - {"adana"}  # G18-9


def test_coasts_are_the_hexes_that_see_the_sea() -> None:
    for hex in T.land:
        wet = any(there in T.sea for there in BOARD.around(hex))
        assert hex in T.coast or not wet, BOARD.name(hex)
        assert (T.seas_at[hex] > 0) == (hex in T.coast), BOARD.name(hex)


def test_18_9_dual_ports_and_26_5_uboat_bases() -> None:
    assert [BOARD.places_in(hex)[0].id for hex in T.dual_ports] == ["gibraltar", "istanbul", "adana"]
    assert [BOARD.places_in(hex)[0].id for hex in T.uboat_bases] == ["brest", "bordeaux", "gibraltar"]
    assert all(place.data.get("uboat_base", False) == (place.hex in T.uboat_bases) for place in BOARD.places)


def test_land_hangs_together_and_islands_do_not() -> None:
    mainland = joined("berlin", "sea")
    for name in (
        "paris", "rome", "madrid", "kiev", "baku", "istanbul", "cairo", "tripoli", "palermo", "stockholm", "oslo",
        "casablanca", "basrah", "helsinki", "copenhagen", "athens", "lisbon", "gibraltar", "melilla",
    ):  # fmt: skip
        assert T.place(name) in mainland, name
    islands = ("london", "dublin", "malta", "cyprus", "canea", "cagliari", "bastia", "balearics")
    for name in islands:
        assert T.place(name) not in mainland, name
    assert T.place("belfast") not in joined("glasgow", "sea")
    assert mainland.union(*(joined(name, "sea") for name in islands)) == set(T.land)  # no unreachable land


def test_straits_join_what_nothing_else_does() -> None:
    dry = joined("berlin", "sea", "strait")
    assert not {T.place(name) for name in ("palermo", "copenhagen", "stockholm")} & dry
    straits = {river.name for river in BOARD.rivers if river.feature == "strait"}
    assert straits == {"gibraltar_strait", "messina_strait", "bosporus", "dardanelles", "great_belt", "oresund"}


def test_14_4_armies_reach_every_hex_of_the_mainland_but_desert_and_high_mountain() -> None:
    reach = BOARD.grid.reach(T.line_prices[LINE_LARGER], T.place("berlin"), 300)
    for hex in joined("berlin", "sea"):
        assert hex in reach or T.terrain[hex] in ("desert", "high_mountain"), BOARD.name(hex)


def test_14_4_the_coast_of_north_africa_is_clear_or_rough() -> None:
    for hex in T.in_group("north_africa"):
        if any(there in T.sea for there in BOARD.around(hex)):
            assert T.terrain[hex] in ("clear", "rough"), BOARD.name(hex)
    assert "high_mountain" in {T.terrain[hex] for hex in T.in_group("balkans")}  # 33.1


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("munich", "venice"), ("marseille", "genoa"), ("bordeaux", "bilbao"), ("toulouse", "barcelona"),
        ("batumi", "baku"), ("grozny", "tbilisi"), ("tripoli", "cairo"), ("tunis", "tripoli"), ("cairo", "haifa"),
    ],
)  # fmt: skip
def test_armies_find_the_passes(start: str, end: str) -> None:
    reach = BOARD.grid.reach(T.prices[NONMECH_LARGER], T.place(start), 20)
    assert T.place(end) in reach


def test_14_4_small_islands() -> None:
    assert names(T.small_island) == {"2222", "1419", "3023", "3123", "3723"}


def test_every_river_has_a_mouth() -> None:
    """It ends at the sea, at the map's edge or in another water; three end where the map is too coarse for it."""

    def ends(sides: Sequence[Hexside]) -> Iterator[tuple[int, int]]:
        for side in sides:
            corners = BOARD.layout.corners(Hex(side // 6), 1000)
            for x, y in (corners[side % 6], corners[(side % 6 + 1) % 6]):
                yield round(x), round(y)

    meeting: dict[tuple[int, int], set[str]] = {}
    for hex in BOARD.layout.hexes():
        for x, y in BOARD.layout.corners(hex, 1000):
            meeting.setdefault((round(x), round(y)), set()).add(BOARD.terrain[hex] or "edge")
    waters = [set(ends(river.sides)) for river in BOARD.rivers]
    dry = set()
    for river in BOARD.rivers:
        if river.feature == "river":
            tips = [spot for spot, times in Counter(ends(river.sides)).items() if times == 1]
            joins = any(sum(spot in water for water in waters) > 1 for spot in tips)
            if not joins and not any(meeting[spot] & {"sea", "edge"} for spot in tips):
                dry.add(river.name)
    assert dry == {"bug", "euphrates", "tigris"}


def test_32_1_edges() -> None:
    east = {
        "3402", "3403", "3404", "3504", "3605", "3606", "3706", "3807", "3808", "3908", "4009", "4010", "4110", "4211",
        "4212", "4312", "4413", "4414", "4514", "4615",
    }  # fmt: skip
    south = {"3528", "3529", "3628", "3728", "3828", "3927", "4027", "4725", "4825", "4925", "5025"}
    assert names(T.edge_ussr) == east
    assert names(T.edge_empire) == south
    assert {BOARD.name(hex) for hex in BOARD.boxes[2].adjoins} == east
    assert {BOARD.name(hex) for hex in BOARD.boxes[1].adjoins} == south - {"3828"}
    assert all(T.regions[T.region_at[hex]].id == "ussr" for hex in T.edge_ussr)
    assert {T.sea_at[hex] for hex in T.edge_atlantic} == {T.sea_named("atlantic")}


def test_10_3_pipelines_lead_from_the_oil_to_a_port() -> None:
    ends = {name: (chain.hexes[0], chain.hexes[-1]) for name, chain in T.pipelines.items()}
    assert ends["baku_batumi"] == (T.place("baku"), T.place("batumi"))
    assert ends["mosul_haifa"] == (T.place("mosul"), T.place("haifa"))
    assert ends["mosul_beirut"] == (T.place("mosul"), T.place("beirut"))
    start, end = ends["basrah_mosul"]
    assert start == T.place("basrah")
    assert end in T.pipelines["mosul_haifa"].hexes
    assert end in T.pipelines["mosul_beirut"].hexes
    assert BOARD.name(T.pipelines["mosul_haifa"].hexes[-2]) == "4025"  # errata 2.1
    assert ids(T.oil) == {"mosul", "basrah", "baku", "ploesti"}


def test_boxes_have_their_names() -> None:
    wanted = {
        T.staging_usa: "staging_usa", T.staging_british_empire: "staging_british_empire",
        T.staging_ussr: "staging_ussr",
        T.convoy: "convoy", T.display[0]: "display_axis", T.display[1]: "display_allied",
        T.reinforcements[0]: "reinforcements_axis", T.reinforcements[1]: "reinforcements_allied", T.track[1]: "track_1",
        T.track[10]: "track_10",
    }  # fmt: skip
    assert {box: BOARD.name(box) for box in wanted} == wanted


def test_18_8_seas_meet_only_where_a_gate_is_open_or_held() -> None:
    touching = {
        frozenset((T.sea_at[hex], T.sea_at[there]))
        for hex in T.sea for there in BOARD.around(hex)
        if there in T.sea and T.sea_at[there] != T.sea_at[hex]
    }  # fmt: skip
    assert touching == {frozenset(gate.seas) for gate in T.gates if gate.at is None}
    for gate in T.gates:
        if gate.at is not None and gate.at < BOARD.hexes:
            assert any(T.seas_at[gate.at] >> sea & 1 for sea in gate.seas), BOARD.name(gate.at)


def test_every_correction_and_place_of_the_tool_is_on_the_board() -> None:
    corrections = tomllib.loads((MAPS / "corrections.toml").read_text(encoding="utf-8"))
    for said in corrections["hex"]:
        for label in said["at"].split():
            assert BOARD.terrain[T.place(label)] == said["terrain"], label
    for said in corrections["side"]:
        wanted = {said["feature"]} - {"none"}
        for label in said["at"].split():
            one, other = map(T.place, label.split("/"))
            assert BOARD.features(one, other) == wanted, label
    assert [[said["at"], said["why"]] for part in corrections.values() for said in part] == BOARD.data["overrides"]
    with (MAPS / "places.csv").open(encoding="utf-8", newline="") as file:
        told = {row["id"]: (row["hex"], set(row["symbols"].split())) for row in csv.DictReader(file)}
    assert told == {place.id: (BOARD.name(place.hex), set(place.symbols)) for place in BOARD.places}


def test_the_document_tells_every_correction() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for hexes, reason in BOARD.data["overrides"]:
        assert f"| {hexes} | {reason} |" in text


# ------------------------------------------------------------------------------------------------ what steps cost


def test_17_1_prices_follow_the_chart() -> None:
    def cost(mover: int, start: str, to: str) -> int:
        return T.prices[mover][BOARD.layout.side(T.place(start), T.place(to))]

    assert cost(NONMECH_LARGER, "2308", "2309") == 1  # a river costs nothing
    assert cost(NONMECH_LARGER, "2320", "2420") == 4  # mountain, and a strait
    assert cost(MECH_LARGER, "2214", "2213") == 4
    assert cost(MOUNTAIN_CORPS, "2212", "2112") == 3  # high mountain
    assert cost(NONMECH_CORPS, "2212", "2112") == NEVER
    assert cost(NONMECH_CORPS, "3026", "3027") == 2  # desert
    assert cost(NONMECH_LARGER, "3026", "3027") == NEVER
    assert cost(NONMECH_LARGER, "2221", "2222") == NEVER  # sea
    assert T.line_prices[LINE_LARGER][BOARD.layout.side(T.place("2320"), T.place("2420"))] == 1  # 12.3


def test_13_1_and_18_1_hexsides_without_zone_of_control_or_rail() -> None:
    def side(text: str) -> int:
        one, other = (T.place(name) for name in text.split("/"))
        return BOARD.layout.side(one, other)

    assert side("2320/2420") in T.no_zoc
    assert side("1508/1609") in T.no_zoc
    assert side("3302/3402") not in T.no_zoc  # a lake carries zones of control
    assert side("3302/3402") in T.no_rail
    assert side("2308/2309") not in T.no_rail
    assert T.water[BOARD.layout.side(T.place("2309"), T.place("2308"))] == "river"


def test_18_4_railways() -> None:
    assert {"berlin", "oslo", "tripoli", "istanbul"} <= ids(T.rail[AXIS])
    assert not {"kiev", "riga", "cairo", "tunis"} & ids(T.rail[AXIS])
    assert {"london", "algiers", "cairo", "beirut", "baghdad", "ankara"} <= ids(T.rail[WALLIED])
    assert not {"tripoli", "haifa", "paris"} & ids(T.rail[WALLIED])
    assert {"riga", "baku", "ankara"} <= ids(T.rail[SOVIET])
    assert not any(T.terrain[hex] in ("desert", "high_mountain") for railway in T.rail for hex in railway)
    reach = BOARD.grid.reach(T.rail_prices[AXIS], T.place("berlin"), 99)
    assert {T.place(name) for name in ("brest", "madrid", "taranto", "athens", "bucharest", "konigsberg")} <= set(reach)
    assert T.place("palermo") not in reach
    reach = BOARD.grid.reach(T.rail_prices[SOVIET], T.place("leningrad"), 99)
    assert {T.place(name) for name in ("baku", "sevastopol", "riga", "lvov")} <= set(reach)


def test_flights_pass_over_sea_but_not_over_switzerland() -> None:
    reach = BOARD.grid.reach(T.flight_prices, T.place("milan"), 30)
    assert T.place("malta") in reach
    assert T.place("1912") not in reach


# ------------------------------------------------------------------------------------------------ counters


def test_2_2_there_are_216_counters() -> None:
    assert len(T.counters) == 216
    assert Counter(T.kind) == {
        "ground": 152, "tac": 24, "sac": 7, "airlift": 4, "fleet": 8, "amphib": 6, "uboat": 4, "commando": 8,
        "heavy_armor": 3,
    }  # fmt: skip
    order = [
        (power, module.KINDS.index(kind), id) for power, kind, id in zip(T.power, T.kind, T.counters.ids, strict=True)
    ]
    assert order == sorted(order)


def test_33_the_rulebook_counts_the_armies() -> None:
    def count(nationality: str, type: str = "", size: str = "") -> int:
        at_start = [
            unit for unit in range(len(T.counters))
            if T.is_ground[unit] and not T.turn[unit] and T.counters["origin"][unit] == "R"
        ]  # fmt: skip
        return sum(
            T.nationality[unit] == nationality and type in ("", T.type[unit]) and size in ("", T.size[unit])
            for unit in at_start
        )

    assert count("german", "panzer", "army") == 4
    assert count("german", "infantry", "army") == 8
    assert count("german", "garrison", "army") == 4
    assert count("german", "flak") == 5
    assert count("soviet", "flak") == 4
    assert count("soviet", "tank") == 3
    assert count("soviet", size="front") == 7
    assert count("commonwealth", "flak") == 5
    assert [count(each) for each in ("vichy", "turkish", "spanish", "finnish", "italian", "romanian", "hungarian")] == [
        5, 4, 4, 3, 10, 3, 2,
    ]  # fmt: skip


def test_faces_are_plausible() -> None:
    for unit in range(len(T.counters)):
        if T.is_ground[unit]:
            assert 0 <= T.movement[unit] <= 6  # 2.3.2
            assert T.size[unit] != "front" or T.nationality[unit] == "soviet"
            mech = T.type[unit] in ("panzer", "tank", "motorized", "armored_recon", "airborne_panzer")
            assert T.mech[unit] == mech  # 2.3.4
        assert T.turn[unit] <= 10
    assert T.mover[T.unit("ger_pz1")] == MECH_LARGER
    assert T.mover[T.unit("alp_1")] == MOUNTAIN_CORPS
    assert T.is_mountain[T.unit("ger_m20")]
    assert T.mover[T.unit("bri_fc")] == -1


# ------------------------------------------------------------------------------------------------ countries and seas


def test_countries_have_capitals_regions_and_nationalities() -> None:
    assert T.countries[T.country("romania")].capital == T.place("bucharest")
    assert [T.countries[nth].id for nth in T.check_order] == [
        "ussr", "finland", "ireland", "portugal", "spain", "sweden", "turkey", "vichy_france", "usa",
    ]  # fmt: skip
    for unit in range(len(T.counters)):
        assert (T.country_of[unit] >= 0) == (T.type[unit] != "partisan"), T.counters.id(UnitId(unit))
    for nth, region in enumerate(T.regions):
        assert nth in T.countries[region.country].regions
    assert len(T.regions) == 43
    with pytest.raises(BadInput, match="no country is called atlantis"):
        T.country("atlantis")


def test_9_5_who_may_invade_whom() -> None:
    may = {country.id: {POWERS[power] for power in country.invaded_by} for country in T.countries if country.joins}
    assert may == {
        "usa": set(), "ussr": set(), "finland": {"soviet"}, "sweden": {"axis", "wallied", "soviet"},
        "spain": {"axis", "wallied", "soviet"}, "portugal": {"axis"}, "turkey": {"axis", "soviet"}, "ireland": set(),
        "vichy_france": {"wallied"},
    }  # fmt: skip


def test_6_2_area_limits() -> None:
    minors, nordics = T.area_limits
    assert "romanian" in minors.nationalities
    assert T.place("kiev") in minors.may_enter
    assert T.place("riga") not in minors.may_enter
    assert nordics.attack_only == SOVIET
    assert nordics.transfer == (T.sea_named("baltic"), (T.region("sweden"), T.region("finland")))


def test_31_2_partisans() -> None:
    rise = {side: {region.id for region in T.regions if side in region.partisans} for side in (0, 1)}
    assert rise[0] == {"greater_germany", "finland", "hungary", "egypt", "iraq", "baltic_states"}
    assert rise[1] == {"great_britain", "south_france", "corsica", "poland", "balkans", "greece", "crete", "ussr"}


def test_18_8_seas_have_friends() -> None:
    friends = {sea.id: [POWERS[power] for power in sea.friendly_to] for sea in T.seas}
    assert friends == {
        "atlantic": ["wallied"], "north_sea": ["wallied"], "baltic": ["axis"], "mediterranean": ["axis", "wallied"],
        "black_sea": ["soviet"], "red_sea": ["wallied"], "persian_gulf": ["wallied"], "caspian": [],
    }  # fmt: skip
    assert len(T.gates) == 7
    assert T.transfer_groups[1] == (
        frozenset({T.sea_named("red_sea"), T.sea_named("persian_gulf")}), frozenset({T.staging_british_empire}),
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------ set-ups


@pytest.mark.parametrize("name", SCENARIOS)
def test_33_0_every_counter_has_one_place(name: str) -> None:
    setup = setups()[name]
    placed = [*setup.at, *setup.optional, *setup.out]
    placed += [unit for units, *_ in (*setup.free, *setup.pick) for unit in units]
    assert sorted(placed) == list(range(len(T.counters)))
    picked = {unit for part in setup.pick for unit in part.units}
    assert {unit for part in setup.free for unit in part.units} <= set(setup.automatic)
    assert len(picked & set(setup.automatic)) == len(setup.pick)


@pytest.mark.parametrize("name", SCENARIOS)
def test_33_0_the_automatic_placing_keeps_to_area_terrain_and_stacking(name: str) -> None:
    setup, stacks = setups()[name], dict[Hex, list[str]]()
    among = {unit: area for units, area, _ in (*setup.free, *setup.pick) for unit in units}
    for unit, hex in setup.automatic.items():
        assert hex in among[unit], T.counters.id(unit)
        assert T.movers[T.mover[unit]].terrain[T.terrain[hex]] < NEVER, T.counters.id(unit)
    for unit, hex in {**setup.at, **setup.automatic}.items():
        if hex < BOARD.hexes:
            assert hex in setup.window, T.counters.id(unit)
            if T.power[unit] != NEUTRAL and T.type[unit] != "partisan":
                assert setup.control[hex] == T.power[unit] or setup.standing[T.country_of[unit]] == "axis"
            if T.is_ground[unit]:
                stacks.setdefault(hex, []).append(T.size[unit])
    for hex, sizes in stacks.items():
        assert within_limits(sizes, hex in T.small_island), BOARD.name(hex)


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_free_area_has_room(name: str) -> None:
    for part in setups()[name].free:
        open_to_armies = [hex for hex in part.among if T.terrain[hex] in ("clear", "rough", "mountain")]
        assert len(open_to_armies) >= sum(T.size[unit] != "corps" for unit in part.units), part.name


def sources(setup: SetUp, power: int) -> set[Hex]:
    """12.2, as far as a set-up shows it: depots, mobilization hexes, the Soviet edge, and ports on friendly seas."""
    found = {hex for hex, owner in setup.depots if owner == power}
    home = {AXIS: (AXIS, NEUTRAL), WALLIED: (WALLIED,), SOVIET: (SOVIET,)}[power]
    found |= {hex for hex in T.mobilization if setup.control[hex] == power and T.class_at[hex] in home}
    found |= set(T.edge_ussr) if power == SOVIET else set()
    friendly = sum(1 << nth for nth, sea in enumerate(T.seas) if power in sea.friendly_to)
    return found | {hex for hex in T.port if setup.control[hex] == power and T.seas_at[hex] & friendly}


@pytest.mark.parametrize("name", ["barbarossa", "north-africa-1941"])
def test_12_1_short_scenarios_begin_in_supply(name: str) -> None:
    setup = setups()[name]
    for unit, hex in {**setup.at, **setup.automatic}.items():
        if hex >= BOARD.hexes or not T.is_ground[unit]:
            continue
        found = sources(setup, AXIS if T.power[unit] == NEUTRAL else T.power[unit])
        capital = T.countries[T.country_of[unit]].capital
        found |= set() if capital is None else {capital}
        assert found & set(BOARD.grid.reach(T.line_prices[T.line[unit]], hex, T.movement[unit])), T.counters.id(unit)


def test_33_1_and_33_2_the_campaign() -> None:
    campaign = next(iter(setups().values()))
    assert (campaign.id, campaign.turns, campaign.initiative) == ("campaign", (1, 10), AXIS_SIDE)
    assert campaign.mp == ((6, 1), (0, 1), (0, 1))
    assert campaign.income is None
    assert campaign.victory is None
    assert campaign.window == BOARD.playable
    assert {BOARD.places_in(hex)[0].id for hex, _ in campaign.fortifications} == {
        "gibraltar", "malta", "tobruk", "leningrad", "brest_litovsk", "sevastopol",
    }  # fmt: skip
    for hex, _ in campaign.depots:
        assert hex in T.airbase  # 29.2
    assert campaign.at[T.unit("ger_11fk")] == T.track[2]
    assert campaign.at[T.unit("swe_tac")] == T.reinforcements[0]
    assert campaign.control[T.place("tobruk")] == WALLIED
    assert campaign.automatic[T.unit("sov_f3")] == T.place("brest_litovsk")  # G33-7
    for name in ("lille", "oslo", "belgrade"):  # 10.3: only held hexes of neutral class earn
        assert T.place(name) in campaign.automatic.values()


def test_the_learning_scenario_is_small() -> None:
    desert = setups()["north-africa-1941"]
    assert len(T.counters) - len(desert.out) == 21
    assert desert.turns == (1, 3)
    assert desert.income == (4, 4, 0)
    assert not desert.builds
    assert desert.victory is not None
    axis, allied = desert.victory.points
    held = [sum(points for hex, points in axis.items() if desert.control[hex] == AXIS),
            sum(points for hex, points in allied.items() if desert.control[hex] == WALLIED)]  # fmt: skip
    assert held == [0, 2]  # Tobruk: the Axis has to do something


def test_barbarossa_begins_with_the_soviets_at_war() -> None:
    east = setups()["barbarossa"]
    assert east.initiative == ALLIED_SIDE
    assert east.standing[T.country("ussr")] == "soviet"
    assert east.standing[T.country("finland")] == "axis"
    assert {T.power[unit] for unit in east.at} <= {AXIS, SOVIET, WALLIED}


# ------------------------------------------------------------------------------------------------ refusals


def copied(folder: Path) -> Path:
    for name in ("board.json", "counters.csv", "countries.toml", "seas.toml"):
        shutil.copy(FOLDER / name, folder)
    return folder


@pytest.mark.parametrize(
    ("file", "old", "new", "why"),
    [
        ("countries.toml", 'capital = "bucharest"', 'capital = "varna"', "varna is not a capital"),
        ("countries.toml", 'capital = "bucharest"', 'capital = "9999"', "not on the map"),
        ("countries.toml", 'theatre = "europe"', 'theatre = "asia"', "'asia' is unknown"),
        ("countries.toml", 'name = "Romania"\npower', 'nickname = "Romania"\npower', "nickname is unknown"),
        ("countries.toml", 'name = "Romania"\npower', "power", "lacks name"),
        ("countries.toml", 'country = "romania"', 'country = "hungary"', "romania is not among the regions"),
        ("seas.toml", 'friendly_to = ["axis"]', 'friendly_to = "axis"', "expected a list of words"),
        ("seas.toml", 'gibraltar = ["atlantic", "mediterranean"]', 'gibraltar = ["atlantic"]', "other seas"),
        ("seas.toml", "[seas.red_sea]", "[seas.green_sea]", "no sea here"),
        ("counters.csv", "ger_pz1,1 Panzer,ground,german,axis,germany", "ger_pz1,1 Panzer,ground,german,axis,italy",
         "german units belong to germany"),
        ("counters.csv", "ger_pz1,1 Panzer,ground", "ger_pz1,1 Panzer,tac", "expected air"),
        ("board.json", '"id": "staging_usa"', '"id": "staging_us"', "expected the boxes staging_usa"),
        ("board.json", '"hex": "2308"', '"hex": "2112"', "berlin: lies in high_mountain"),
        ("board.json", '"class": "axis"', '"class": "lunar"', "expected a class"),
    ],
)  # fmt: skip
def test_bad_data_is_refused_by_file_and_line(tmp_path: Path, file: str, old: str, new: str, why: str) -> None:
    folder = copied(tmp_path)
    text = (folder / file).read_text(encoding="utf-8")
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert old in text
    with pytest.raises(BadData, match=why) as refusal:
        load(folder)
    assert Path(refusal.value.path).name == file
    assert refusal.value.line > 0 or "staging" in old


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('ger_dak = "2926"', 'ger_dak = "3326"', "ger_dak may not be placed in 3326"),
        ('ita_ghqna = "2926"', 'ita_ghqna = "2927"', "may not stand in desert"),
        ('ita_cam = "2826"', 'ita_cam = "2926"', "too much for 2926"),
        ('canea = ["ger_fl5"]', 'canea = ["sov_f1"]', "sov_f1 is too much for 3023 .14.2."),
        ('ita_cam = "2826"\n', "", "ita_cam has no automatic place"),
        ('canea = ["ger_fl5"]', 'canea = ["ger_dak"]', "ger_dak was placed already"),
        ('wallied = "5"', 'wallied = "five"', "expected points like 6"),
        ('skip = ["events"', 'skip = ["tea"', "'tea' is unknown"),
        ('title = "North Africa, 1941"', "", "lacks title"),
    ],
)  # fmt: skip
def test_bad_set_ups_are_refused_by_file_and_line(tmp_path: Path, old: str, new: str, why: str) -> None:
    text = (FOLDER / "scenarios" / "north-africa-1941.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "broken.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData, match=why) as refusal:
        read_setup(T, path)
    assert refusal.value.line > 0 or "title" in why


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('of = "campaign"', 'of = "moon"', "'moon' is unknown"),
        ('of = "campaign"', 'of = "north-africa-1941"', "north-africa-1941 has a list of its own"),
        ("draw_within = 0", "draw_within = -1", "expected a whole number"),
        ("draw_within = 0", "draw_within = 0\nturns = [1, 3]", "turns is unknown"),
        ("axis = 11", "soviet = 11", "soviet is unknown"),
    ],
)
def test_a_variant_says_nothing_but_what_it_has_otherwise(tmp_path: Path, old: str, new: str, why: str) -> None:
    for name in ("campaign.toml", "north-africa-1941.toml", "campaign-even.toml"):
        shutil.copy(FOLDER / "scenarios" / name, tmp_path)
    path = tmp_path / "campaign-even.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData, match=why) as refusal:
        read_setup(T, path)
    assert Path(refusal.value.path).name == path.name
