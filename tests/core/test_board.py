"""The board: its file, what is where, what steps cost, why a hex was not reached."""

from __future__ import annotations

import json
import pickle
from copy import deepcopy
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.core.bits import NO_HEX, Bits, Steps
from sandtable.core.board import SCHEMA, Board, Mover, why_unreached
from sandtable.core.errors import BadData, BadInput, Bug
from sandtable.core.jsonfile import JsonFile
from sandtable.core.kernels import NEVER
from sandtable.core.rules import Hex

# Column 1 and 3 stand lower. 0404 is off the map; a river cuts column 1 from column 2.
ISLE: dict[str, Any] = {
    "format": "board/1",
    "id": "isle",
    "title": "A small island",
    "origin": "house",
    "layout": {"top": "flat", "columns": 4, "rows": 4, "pushed": "odd", "labels": "CCRR"},
    "terrain": {"key": {".": "clear", "h": "hills", "~": "sea"}, "rows": ["..h.", ".hh.", "....", ".~~ "]},
    "areas": {"region": {"key": {"w": "west", "e": "east"}, "rows": ["wwee", "wwee", "wwee", "w   "]}},
    "marks": {"coast": ["0104", "0203"]},
    "hexsides": {
        "river": [{"name": "avon", "sides": ["0101/0201", "0101/0202", "0102/0202"]}, {"sides": ["0102/0203"]}],
        "cliff": [{"sides": ["0101/0102"]}],
    },
    "links": {
        "road": [{"name": "high_road", "hexes": ["0101", "0202", "0302"]}],
        "pipe": [{"hexes": ["0104", "0103"]}],
    },
    "places": [
        {"id": "port", "name": "Port Isle", "hex": "0203", "symbols": ["city", "port"], "data": {"lat": 51.5}},
        {"id": "fort", "name": "The Fort", "hex": "0203", "symbols": ["fort"]},
    ],
    "boxes": [{"id": "mainland", "name": "The Mainland", "adjoins": ["0101", "0201"]}, {"id": "dead", "name": "Lost"}],
    "data": {"credits": "ours"},
}
FOOT = Mover("foot", "17.1", {"clear": 2, "hills": 4, "sea": NEVER}, {"river": 1, "cliff": NEVER}, {"road": 1})


@pytest.fixture
def isle() -> Board:
    return Board.from_dict(ISLE)


def changed(*where: str | int, to: Any) -> dict[str, Any]:
    """The island's file with one value changed; None takes it out."""
    data = deepcopy(ISLE)
    inside: Any = data
    for step in where[:-1]:
        inside = inside[step]
    if to is None:
        del inside[where[-1]]
    else:
        inside[where[-1]] = to
    return data


# ------------------------------------------------------------------------------------------------ what is where


def test_every_hex_has_a_terrain_and_a_region_or_none(isle: Board) -> None:
    assert isle.terrain[isle.place("0101")] == "clear"
    assert isle.terrain[isle.place("0202")] == "hills"
    assert isle.areas["region"][isle.place("0301")] == "east"
    assert isle.areas["region"][isle.place("0204")] == ""
    assert list(isle.terrain.where("sea")) == [isle.place("0204"), isle.place("0304")]
    assert list(isle.terrain.where("sea", "swamp", "")) == list(isle.terrain.where("sea"))


def test_boxes_come_after_the_last_hex_and_have_no_neighbours(isle: Board) -> None:
    assert (isle.hexes, isle.size, isle.grid.size) == (16, 18, 18)
    assert isle.place("mainland") == 16
    assert isle.name(Hex(16)) == "mainland"
    assert isle.boxes[0].adjoins == (isle.place("0101"), isle.place("0201"))
    assert isle.around(Hex(16)) == ()
    assert isle.terrain[Hex(16)] == ""


def test_a_hex_off_the_playing_area_is_not_on_the_map(isle: Board) -> None:
    with pytest.raises(BadInput, match="0404 is not on the map: it lies off the playing area"):
        isle.place("0404")
    assert isle.layout.hex("0404") not in isle.playable
    assert isle.layout.hex("0404") not in isle.around(isle.place("0403"))
    assert isle.around(isle.layout.hex("0404")) == ()


def test_a_place_is_found_by_hex_number_box_or_name(isle: Board) -> None:
    assert isle.place("0203") == isle.place("port") == isle.named("port").hex
    assert isle.name(isle.place("port")) == "0203"
    assert isle.named("port").data == {"lat": 51.5}
    with pytest.raises(BadInput, match="no place on this map is called atlantis"):
        isle.named("atlantis")
    with pytest.raises(BadInput, match="atlantis is not on the map"):
        isle.place("atlantis")


def test_symbols_of_all_places_in_a_hex_count(isle: Board) -> None:
    here = isle.place("0203")
    assert isle.symbols(here) == {"city", "port", "fort"}
    assert [place.id for place in isle.places_in(here)] == ["port", "fort"]
    assert isle.symbols(isle.place("0101")) == frozenset()
    assert list(isle.with_symbol("port", "airbase")) == [here]


def test_a_mark_is_a_set_of_hexes_and_an_unknown_one_is_empty(isle: Board) -> None:
    assert set(isle.marked("coast")) == {isle.place("0104"), isle.place("0203")}
    assert not isle.marked("desert")


def test_hexside_features_and_links_are_the_same_from_both_hexes(isle: Board) -> None:
    one, other = isle.place("0101"), isle.place("0202")
    assert isle.features(one, other) == isle.features(other, one) == {"river"}
    assert isle.links(one, other) == isle.links(other, one) == {"road"}
    sides = isle.sides_with("cliff", "strait")
    upper, lower = isle.place("0101"), isle.place("0102")
    assert {*map(int, sides)} == {isle.layout.side(upper, lower), isle.layout.side(lower, upper)}


def test_rivers_and_chains_keep_their_names(isle: Board) -> None:
    assert [(river.feature, river.name, len(river.sides)) for river in isle.rivers] == [
        ("river", "avon", 3),
        ("river", "", 1),
        ("cliff", "", 1),
    ]
    assert [isle.name(hex) for hex in isle.chains[0].hexes] == ["0101", "0202", "0302"]
    assert (isle.chains[0].link, isle.chains[0].name) == ("road", "high_road")


@settings(deadline=None)
@given(st.sets(st.integers(0, 199)))
def test_a_set_of_hexes_gives_its_members_back_in_order(members: set[int]) -> None:
    found = Bits(members, 200)
    assert list(found) == sorted(members)
    assert {member for member in range(210) if member in found} == members


# ------------------------------------------------------------------------------------------------ the file


def test_a_board_is_what_its_file_holds(isle: Board, tmp_path: Path) -> None:
    path = tmp_path / "isle.json"
    path.write_text(json.dumps(ISLE, indent=1), encoding="utf-8")
    assert Board.load(path).to_dict() == isle.to_dict() == ISLE


def test_a_board_travels_to_another_process(isle: Board) -> None:
    prices = isle.prices(FOOT)
    copy = pickle.loads(pickle.dumps(isle))
    assert copy.prices(pickle.loads(pickle.dumps(FOOT))) == prices
    assert list(copy.grid.reach(prices, 0, 9)) == list(isle.grid.reach(prices, 0, 9))


BEYOND_THE_SCHEMA = [
    (changed("layout", "columns", to=120), '"layout"', "two digits"),
    (changed("terrain", "rows", to=["...."] * 3), '"rows"', "terrain has 3 rows: expected 4"),
    (changed("terrain", "rows", 2, to="..."), '"..."', "terrain, row 3 has 3: expected one character for each of 4"),
    (changed("terrain", "rows", 1, to=".hx."), '".hx."', "0302 has terrain 'x': expected '.', 'h', '~'"),
    (changed("areas", "region", "rows", 3, to="w  e"), '"w  e"', "0404 has a region, but no terrain"),
    (changed("areas", "region", "rows", 3, to="q   "), '"q   "', "0104 has region 'q': expected 'w', 'e'"),
    (changed("marks", "coast", 1, to="0404"), '"0404"', "0404 is not on the map"),
    (changed("hexsides", "cliff", 0, "sides", to=["0101/0303"]), '"0101/0303"', "cliff: 0101 and 0303 are not neigh"),
    (changed("hexsides", "cliff", 0, "sides", to=["0101/0111"]), '"0101/0111"', "0111 is not on the map"),
    (changed("hexsides", "cliff", 0, "sides", to=["0101/0102", "0102/0101"]), '"0102/0101"', "stands in this list"),
    (changed("links", "pipe", 0, "hexes", to=["0104", "0103", "0101"]), '"0101"', "pipe: 0101 and 0103 are not"),
    (changed("places", 1, "hex", to="0901"), '"0901"', "0901 is not on the map"),
    (changed("places", 1, "id", to="port"), '"id": "port"', "a second place or box is called port"),
    (changed("places", 1, "id", to="dead"), '"id": "dead"', "a second place or box is called dead"),
    (changed("boxes", 1, "id", to="mainland"), '"id": "mainland"', "a second box is called mainland"),
    (changed("boxes", 0, "adjoins", to=["0404"]), '"0404"', "0404 is not on the map"),
]
AGAINST_THE_SCHEMA = [
    (changed("format", to="board/2"), '"format"', "format is \"board/2\": expected 'board/1'"),
    (changed("title", to=None), "{", "the file lacks 'title'"),
    (changed("id", to="Isle!"), '"id"', 'id is "Isle!": expected a word of a-z, 0-9 and _'),
    (changed("trrain", to={}), '"trrain"', "the file has 'trrain': expected format, id, title"),
    (changed("layout", "columns", to="4"), '"columns"', 'layout.columns is "4": expected a whole number from 1'),
    (changed("layout", "columns", to=True), '"columns"', "layout.columns is true: expected a whole number from 1"),
    (changed("layout", "columns", to=4.5), '"columns"', "layout.columns is 4.5: expected a whole number from 1"),
    (changed("layout", "rows", to=0), '"rows"', "layout.rows is 0: expected a whole number from 1"),
    (changed("layout", "top", to="round"), '"top"', "layout.top is \"round\": expected 'flat' or 'pointy'"),
    (changed("terrain", "key", "ab", to="bog"), '"ab"', "expected one character other than a blank"),
    (changed("terrain", "key", " ", to="bog"), '" "', "expected one character other than a blank"),
    (changed("areas", "Region", to={"key": {}, "rows": []}), '"Region"', "expected a word of a-z, 0-9 and _"),
    (changed("marks", "coast", to=["0104", "0203", "0104"]), '"0104"', "is 0104, which stands in the list already"),
    (changed("hexsides", "cliff", 0, "sides", 0, to="0101-0102"), '"0101-0102"', "expected a hexside such as"),
    (changed("links", "pipe", 0, "hexes", to=["0104"]), '"hexes"', "expected a chain of two or more hexes"),
    (changed("places", 0, "hex", to=203), '"hex"', "places[0].hex is 203: expected a hex number such as"),
    (changed("places", 0, "symbol", to=[]), '"symbol"', "places[0] has 'symbol': expected id, name, hex, symbols"),
    (changed("boxes", to={}), '"boxes"', "boxes is {}: expected a list [...]"),
]


@pytest.mark.parametrize(("data", "at", "expected"), AGAINST_THE_SCHEMA + BEYOND_THE_SCHEMA)
def test_a_wrong_file_is_refused_by_line(data: dict[str, Any], at: str, expected: str, tmp_path: Path) -> None:
    path = tmp_path / "isle.json"
    text = json.dumps(data, indent=1)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadData) as caught:
        Board.load(path)
    assert caught.value.path == path
    assert expected in caught.value.expectation
    assert at in text.splitlines()[caught.value.line - 1]
    with pytest.raises(BadData, match="board"):
        Board.from_dict(data)


def test_of_two_like_values_the_wrong_one_gives_the_line(tmp_path: Path) -> None:
    path = tmp_path / "isle.json"
    text = json.dumps(changed("marks", "coast", to=["0104", "0203", "0104"]), indent=1)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadData) as caught:
        Board.load(path)
    assert text.splitlines()[caught.value.line - 2 : caught.value.line] == ['   "0203",', '   "0104"']


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ('{\n "id": "a",\n "layout": {"x": [1, {"y": 1}],\n  "x": 2}}', 4, "'x' stands here a second time"),
        ('{"a": [{},\n {"b": 1, "c": "}",\n "b": 2}]}', 3, "'b' stands here a second time"),
        ('{\n "id": }', 2, "not JSON"),
        ("[]", 1, "the file is []: expected an object"),
        ("3", 1, "the file is 3: expected an object"),
    ],
)
def test_a_file_that_is_no_board_at_all_is_refused(text: str, line: int, expected: str, tmp_path: Path) -> None:
    path = tmp_path / "isle.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadData) as caught:
        Board.load(path)
    assert expected in caught.value.expectation
    assert caught.value.line == line


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="cannot be read"):
        Board.load(tmp_path / "none.json")


def test_words_the_rules_do_not_know_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "isle.json"
    path.write_text(json.dumps(ISLE, indent=1), encoding="utf-8")
    Board.load(path, {"terrain": ["clear", "hills", "sea"], "hexsides": {"river", "cliff"}})
    with pytest.raises(BadData, match=r"line 16: terrain: hills is unknown, expected clear, sea"):
        Board.load(path, {"terrain": ["clear", "sea"]})
    with pytest.raises(BadData, match="hexsides: cliff is unknown"):
        Board.load(path, {"hexsides": ["river"]})
    with pytest.raises(BadData, match="links: pipe is unknown"):
        Board.load(path, {"links": ["road"]})
    with pytest.raises(BadData, match="symbols: fort is unknown"):
        Board.load(path, {"symbols": ["city", "port"]})


# ------------------------------------------------------------------------------------------------ loader and schema

RULES: dict[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(RULES)


def fits_the_schema(data: Any) -> bool:
    """What our own check of the schema says."""
    try:
        JsonFile("board", data).check(RULES)
    except BadData:
        return False
    return True


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(RULES)


def test_loader_and_schema_agree_on_the_examples() -> None:
    assert VALIDATOR.is_valid(ISLE)
    for data, _, _ in AGAINST_THE_SCHEMA:
        assert not VALIDATOR.is_valid(data)
    for data, _, _ in BEYOND_THE_SCHEMA:
        assert VALIDATOR.is_valid(data)


def every_way_in(data: Any, where: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [way for key, each in inside for way in ((*where, key), *every_way_in(each, (*where, key)))]


NUMBERS = [0, 1, 4, 4.0, 4.5, -1]
TEXTS = ["", " ", "a", "0101", "0101/0102", "A b", "flat"]
anything = st.sampled_from([None, True, *NUMBERS, *TEXTS, [], ["a"], ["a", "a"], {}, {"a": 1}])


@settings(max_examples=400, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(every_way_in(ISLE)), st.booleans(), anything), min_size=1, max_size=2))
def test_loader_and_schema_agree_on_files_with_random_faults(faults: list[tuple[tuple[Any, ...], bool, Any]]) -> None:
    data = deepcopy(ISLE)
    for where, besides, said in faults:
        inside: Any = data
        value = deepcopy(said)  # one value may be put in two places
        try:
            for step in where[:-1]:
                inside = inside[step]
            if besides and isinstance(inside, dict):
                inside["more"] = value
            elif besides and isinstance(inside, list):
                inside.append(value)
            else:
                inside[where[-1]] = value
        except (KeyError, TypeError, IndexError):  # the first fault took away what the second one is about
            continue
    assert fits_the_schema(data) == VALIDATOR.is_valid(data)
    try:
        Board.from_dict(data)
    except BadData:
        return
    assert VALIDATOR.is_valid(data)


def test_a_word_of_json_schema_that_our_check_does_not_know_is_a_bug() -> None:
    with pytest.raises(Bug, match="maxItems"):
        JsonFile("board", []).check({"type": "array", "maxItems": 3})


# ------------------------------------------------------------------------------------------------ what a step costs


def cost(board: Board, mover: Mover, start: str, to: str) -> list[tuple[str, Any]]:
    return [(str(term.label), term.value) for term in board.step_cost(mover, board.place(start), board.place(to))]


def test_terrain_entered_and_hexside_crossed_add_up(isle: Board) -> None:
    assert cost(isle, FOOT, "0102", "0202") == [("hills", 4), ("river", 1)]
    assert cost(isle, FOOT, "0202", "0102") == [("clear", 2), ("river", 1)]
    assert isle.step_cost(FOOT, isle.place("0102"), isle.place("0202")).total == 5
    assert isle.step_cost(FOOT, isle.place("0102"), isle.place("0202"))[0].rule == "17.1"


def test_a_road_replaces_terrain_and_hexside(isle: Board) -> None:
    assert cost(isle, FOOT, "0101", "0202") == [("road", 1)]


def test_a_road_that_is_dearer_than_the_open_is_not_taken(isle: Board) -> None:
    slow = Mover("slow", "6.1", FOOT.terrain, FOOT.hexsides, {"road": 9})
    assert cost(isle, slow, "0101", "0202") == [("hills", 4), ("river", 1)]


def test_a_road_leads_where_nothing_else_does() -> None:
    data = changed("links", "road", 0, "hexes", to=["0101", "0102"])
    assert cost(Board.from_dict(data), FOOT, "0101", "0102") == [("road", 1)]


def test_a_link_the_mover_does_not_name_means_nothing(isle: Board) -> None:
    assert cost(isle, FOOT, "0104", "0103") == [("clear", 2)]


def test_what_is_forbidden_is_part_of_the_sum(isle: Board) -> None:
    assert cost(isle, FOOT, "0101", "0102") == [("clear", 2), ("cliff", NEVER)]
    side = isle.layout.side(isle.place("0101"), isle.place("0102"))
    assert isle.prices(FOOT)[side] == NEVER


def test_features_charged_once_charge_the_dearest() -> None:
    """USE 4.2.3: a side that is both river and mountain costs one more, not two."""
    data = changed("hexsides", "cliff", 0, "sides", to=["0102/0203", "0101/0102"])
    board = Board.from_dict(data)
    each = Mover("each", "4.2.3", FOOT.terrain, {"river": 1, "cliff": 3})
    once = Mover("once", "4.2.3", FOOT.terrain, {"river": 1, "cliff": 3}, once=frozenset({"river", "cliff"}))
    assert cost(board, each, "0102", "0203") == [("clear", 2), ("cliff", 3), ("river", 1)]
    assert cost(board, once, "0102", "0203") == [("clear", 2), ("cliff", 3)]


def test_a_mover_that_does_not_say_what_a_terrain_costs_is_refused(isle: Board) -> None:
    with pytest.raises(BadInput, match="cart does not say what hills costs"):
        isle.prices(Mover("cart", "6.1", {"clear": 1}, {"river": 0, "cliff": 0}))
    with pytest.raises(BadInput, match="cart does not say what cliff costs"):
        isle.prices(Mover("cart", "6.1", FOOT.terrain, {"river": 0}))


def test_a_cost_that_cannot_be_counted_is_refused(isle: Board) -> None:
    with pytest.raises(BadInput, match="a step costs 255, more than the 254"):
        isle.prices(Mover("cart", "6.1", {"clear": 200, "hills": 1, "sea": NEVER}, {"river": 55, "cliff": 0}))
    with pytest.raises(BadInput, match="not clear 256, river -1"):
        Mover("cart", "6.1", {"clear": 256, "river": -1})


def test_equal_movers_share_their_prices(isle: Board) -> None:
    again = Mover("foot", "17.1", dict(FOOT.terrain), dict(FOOT.hexsides), dict(FOOT.links))
    assert again == FOOT
    assert isle.prices(again) is isle.prices(FOOT)


BOARD = Board.from_dict(ISLE)  # shared: a board does not change
costs = st.sampled_from([0, 1, 2, 3, 7, NEVER])
movers = st.builds(
    Mover,
    name=st.just("random"),
    rule=st.just("0"),
    terrain=st.fixed_dictionaries({"clear": costs, "hills": costs, "sea": costs}),
    hexsides=st.fixed_dictionaries({"river": costs, "cliff": costs}),
    links=st.dictionaries(st.sampled_from(["road", "pipe"]), costs),
    once=st.frozensets(st.sampled_from(["river", "cliff"])),
)
hex_sets = st.sets(st.integers(0, 15)).map(lambda hexes: Bits(hexes, 18))


@settings(deadline=None)
@given(movers, movers, movers, hex_sets, hex_sets)
def test_prices_are_the_totals_of_step_costs(one: Mover, two: Mover, three: Mover, here: Bits, there: Bits) -> None:
    board = BOARD
    for mover in (one, one.into(here, two), one.at(here, two), one.into(here, two.at(there, three)).at(there, three)):
        prices = board.prices(mover)
        assert len(prices) == 6 * board.size
        for side, price in enumerate(prices):
            start, to = Hex(side // 6), Hex(board.neighbours[side])
            total = board.step_cost(mover, start, to).total if to >= 0 else NEVER
            assert price == min(NEVER, total)


def test_other_costs_hold_for_steps_into_some_hexes(isle: Board) -> None:
    """USE 4.2.3: an enemy city costs 2, and the road into it does not help."""
    hostile = Mover("hostile", "4.2.3", dict.fromkeys(FOOT.terrain, 20), FOOT.hexsides)
    mover = FOOT.into(isle.bits([isle.place("0202")]), hostile)
    assert cost(isle, mover, "0101", "0202") == [("hills", 20), ("river", 1)]
    assert cost(isle, mover, "0202", "0101") == [("road", 1)]


def test_other_costs_hold_for_steps_into_and_out_of_some_hexes(isle: Board) -> None:
    """OCS 13.8: engineers on either bank take away what the river costs."""
    bridged = Mover("bridged", "13.8", FOOT.terrain, {**FOOT.hexsides, "river": 0}, FOOT.links)
    mover = FOOT.at(isle.bits([isle.place("0202")]), bridged)
    assert cost(isle, mover, "0102", "0202") == [("hills", 4), ("river", 0)]
    assert cost(isle, mover, "0202", "0102") == [("clear", 2), ("river", 0)]
    assert cost(isle, mover, "0102", "0203") == [("clear", 2), ("river", 1)]


# ------------------------------------------------------------------------------------------------ why not


def why(
    board: Board,
    target: str,
    budget: int,
    closed: tuple[str, ...] = (),
    stop: tuple[str, ...] = (),
    barred: tuple[tuple[str, str], ...] = (),
    start: str = "0104",
) -> dict[str, tuple[list[str], int]]:
    """Reason -> the hexes to outline, and the cost of the way."""
    reasons = why_unreached(
        board,
        FOOT,
        board.place(start),
        budget,
        board.bits(map(board.place, closed)),
        board.bits(map(board.place, stop)),
        Bits((board.layout.side(board.place(one), board.place(other)) for one, other in barred), 6 * board.size),
        board.place(target),
    )
    for reason in reasons:
        if reason.why != "no way":
            assert reason.cost == sum(step.total for step in reason.steps)
            assert len(reason.steps) == max(0, len(reason.way) - 1)
    return {reason.why: ([board.name(hex) for hex in reason.at], reason.cost) for reason in reasons}


def test_a_hex_within_reach_needs_no_reason(isle: Board) -> None:
    assert why(isle, "0102", 4) == {}
    assert why(isle, "0104", 0) == {}


def test_too_far_says_what_the_way_costs(isle: Board) -> None:
    assert why(isle, "0102", 3) == {"too far": (["0102"], 4)}


def test_a_closed_hex_says_so_and_also_that_it_is_too_far(isle: Board) -> None:
    assert why(isle, "0102", 4, closed=("0102",)) == {"closed": (["0102"], 0)}
    assert why(isle, "0102", 3, closed=("0102",)) == {"closed": (["0102"], 0), "too far": (["0102"], 4)}


def test_a_stop_on_the_way_is_named_beside_the_longer_way_round(isle: Board) -> None:
    reasons = why(isle, "0201", 6, stop=("0202",), start="0203")
    assert reasons == {"too far": (["0201"], 10), "stopped": (["0202"], 6)}


def test_a_stop_at_the_start_or_the_end_stops_nothing(isle: Board) -> None:
    assert why(isle, "0102", 4, stop=("0104", "0102")) == {}


def test_the_only_way_cut_by_closed_hexes_and_barred_sides(isle: Board) -> None:
    assert why(isle, "0102", 9, closed=("0103", "0203"), barred=(("0103", "0102"),)) == {
        "closed": (["0103"], 4),
        "barred": (["0103", "0102"], 4),
    }


def test_no_open_way_and_the_way_through_is_too_far_as_well(isle: Board) -> None:
    assert why(isle, "0102", 3, closed=("0103", "0203")) == {"too far": (["0102"], 4), "closed": (["0103"], 4)}


def test_where_terrain_forbids_every_step_the_ways_in_are_shown(isle: Board) -> None:
    assert why(isle, "0204", 99) == {"no way": (["0204"], 0)}
    start = isle.place("0104")
    (reason,) = why_unreached(isle, FOOT, start, 99, NO_HEX, NO_HEX, NO_HEX, isle.place("0204"))
    assert all(step["sea"] == NEVER for step in reason.steps)
    assert reason.way == isle.around(isle.place("0204"))


@settings(max_examples=200, deadline=None)
@given(movers, st.integers(0, 14), st.integers(0, 20), hex_sets, hex_sets, st.sets(st.integers(0, 89)), st.data())
def test_a_reason_is_given_exactly_when_a_hex_is_not_reached(
    mover: Mover, start: int, budget: int, closed: Bits, stop: Bits, sides: set[int], data: st.DataObject
) -> None:
    board, barred = BOARD, Bits(sides, 108)
    target = Hex(data.draw(st.integers(0, 14)))
    reach = board.grid.reach(board.prices(mover), start, budget, closed, stop, barred)
    reasons = why_unreached(board, mover, Hex(start), budget, closed, stop, barred, target)
    assert (not reasons) == (target in reach)
    for reason in reasons:
        if reason.why == "too far":
            assert reason.cost > budget
        if reason.why == "stopped":
            assert all(hex in stop for hex in reason.at)
        if reason.why == "closed":
            assert all(hex in closed for hex in reason.at)


# ------------------------------------------------------------------------------------------------ steps of a set


@given(st.sets(st.integers(0, 17)), st.sets(st.integers(0, 17)), st.lists(st.sampled_from([1, NEVER]), min_size=108))
def test_the_steps_of_a_set_are_those_that_a_trace_of_one_step_finds(
    hexes: set[int], closed: set[int], prices: list[int]
) -> None:
    """Also where a step may be walked in one direction only."""
    isle = Board.from_dict(ISLE)
    cost, start, shut = bytes(prices[:108]), Bits(hexes, isle.size), Bits(closed, isle.size)
    assert Steps(isle.neighbours, cost).around(start, shut) == isle.grid.traced(cost, start, 1, shut)
    assert Steps(isle.neighbours, cost).around(start) == isle.grid.traced(cost, start, 1)
