"""What a player of OCS looks at: cards, supply lines, ways, markers on the map, positions in words."""

from __future__ import annotations

from functools import cache

from sandtable.core.flow import Ask, Roll, answer, run
from sandtable.core.rules import Hex, Side
from sandtable.core.sequence import Segment
from sandtable.core.system import Scenario
from sandtable.draw.picture import markers_of
from sandtable.draw.scene import scene, style_of
from sandtable.play.explain import words
from sandtable.play.words import read_any, words_of
from sandtable.systems.ocs.figures import TOKENS_A_POINT, points, tokens
from sandtable.systems.ocs.lens.matter import matter
from sandtable.systems.ocs.state import OcsState
from sandtable.systems.ocs.system import OCS
from systems.ocs.field import ALLIED, AXIS, Game, field, unit


@cache
def primosole() -> Scenario:
    return OCS.load("primosole")


def begun() -> OcsState:
    """At the first question, with every roll a seven or as near as it goes."""
    state = OCS.begin(primosole())
    while isinstance(wait := run(state), Roll):
        answer(state, sorted(wait.dice.ways)[len(wait.dice.ways) // 2])
    assert isinstance(wait, Ask)
    return state


def at(label: str) -> Hex:
    return primosole().board.place(label)


def test_12_1_figures_are_said_as_players_say_them() -> None:
    """12.1: four tokens are a supply point; quarters are fractions."""
    state = begun()
    assert state.number("tokens-a-point") == TOKENS_A_POINT
    assert (tokens(14), tokens(8), tokens(3), tokens(0)) == ("3 SP 2T", "2 SP", "3T", "0T")
    assert (points(10), points(4), points(1), points(0)) == ("2½", "1", "¼", "0")


def test_4_8_the_card_of_a_hex_tells_what_a_stack_comes_to() -> None:
    """4.8: 69 Bde and 151 Bde of one RE and six points each, 44 RTR of half an RE and five."""
    state = begun()
    told = {about.label: words(primosole(), about.text) for about in OCS.lens.about_hex(state, None, at("12.7"))}
    assert told["Units"] == "Allies: 3 units, 2½ of 10 RE"
    assert told["Strength"] == "attack 17, defence 17 as printed"
    assert told["Best action rating"].startswith("4: ")
    assert told["Supply use"] == "attack 3T, defence 2T, fuel 1T"


def test_10_1b_the_card_of_a_hex_tells_what_its_guns_would_spend() -> None:
    """10.1b: 12 points of 50 Div Art cost 3T, as the column 12-16 has it."""
    state = begun()
    told = {about.label: words(primosole(), about.text) for about in OCS.lens.about_hex(state, None, at("13.7"))}
    assert told["Barrage"] == "12, range up to 3"
    assert "barrage 3T" in told["Supply use"]


def test_12_6_a_line_of_supply_leads_to_a_source() -> None:
    """12.6: every unit in trace supply has a line of hexes, each next to the last, that ends at a source."""
    state = begun()
    for side in (Side(0), Side(1)):
        for each, supplied in OCS.lens.supplied(state, side).items():
            found = OCS.lens.supply(state, each)
            assert found is not None
            assert found.supplied == supplied
            if supplied:
                assert found.source in state.theatre.sources[side]


def test_12_2_dumps_lie_on_the_map_as_supply_points_and_tokens() -> None:
    """12.2: twelve tokens in Augusta are three supply points of the first side; the base at 16.1 is of level 1."""
    state = begun()
    found = {
        (each.kind, each.place): each
        for each in markers_of(OCS.hidden.view(state, None), style_of(primosole()))
    }  # fmt: skip
    dump = found["dump", at("15.7")]
    assert (dump.text, dump.owner) == ("3SP", "allied")
    assert found["air_base", at("16.1")].text == "1"
    assert found["hedgehog", at("12.14")].text == "1"


def test_a_title_has_boxes_and_names_of_its_own() -> None:
    """What stands beside a title's board goes before what holds for the series."""
    found = scene(primosole())
    assert {box["id"] for box in found["boxes"]} == {box.id for box in primosole().board.boxes}


def test_a_position_in_words_reads_back() -> None:
    """Every column is the same after it was written down and read."""
    state = begun()
    _, again = read_any(words_of(state))
    for name in OcsState.declared:
        assert getattr(again, name) == getattr(state, name), name


def test_9_2_and_14_2_a_question_in_the_enemys_turn_tells_what_it_is_about() -> None:
    """9.2, 14.2: who attacks which hex, what came of it, and who flies where."""
    state = field(
        "69_bde 12.7; 44_rtr 12.7; 904_fest 11.8; 115_pzgr 11.8", dumps={"12.7": (ALLIED, 8), "11.8": (AXIS, 8)}
    )
    game = Game(state, Segment("Player turn / Combat Phase / Combat Segment", ALLIED))
    both = tuple(sorted(unit(state, id) for id in ("69_bde", "44_rtr")))
    game.do("attack", "11.8", [both], [])
    assert told_by(state, game) == ["attack on 11.8 by 69 Bde and 44 RTR"]
    game.do("pay", [])
    game.do("44_rtr")
    game.do("115_pzgr", dice=[7, 7])
    assert any("the combat for 11.8" in said for said in told_by(state, game))

    state = field("boston box_m; fw190 11.13; 904_fest 11.8", bases={"11.13": 1}, control={"11.13": AXIS})
    game = Game(state, Segment("Player turn / Movement Phase / Movement barrages", ALLIED))
    game.do("bomb", "11.8", "units", [(unit(state, "boston"),)], [])
    assert told_by(state, game) == ["barrage at 11.8 by Boston"]


def told_by(state: OcsState, game: Game) -> list[str]:
    return [words(state.scenario, each.because) for each in matter(state, game.ask)]
