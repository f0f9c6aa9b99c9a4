"""The map as text: hexes where they lie, with their numbers, terrain, control, counters, markers and roads."""

from __future__ import annotations

import io
from collections.abc import Collection

import pytest
from rich.console import Console

import toy
from sandtable.cli.excerpt import Excerpt
from sandtable.core.board import Board
from sandtable.core.rules import Hex, Side
from sandtable.core.system import Scenario
from sandtable.core.views import look
from sandtable.play.session import Session, start
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.theatre import AXIS
from sandtable.systems.ocs.state import OcsState
from toy.state import ToyState


def screen(width: int = 80, colour: bool = False) -> Console:
    return Console(file=io.StringIO(), width=width, color_system="truecolor" if colour else None, force_terminal=colour)


def drawn(session: Session, at: str, picks: Collection[str] = (), width: int = 80) -> list[str]:
    scenario = session.scenario
    excerpt = Excerpt(
        scenario, session.view(Side(0)), scenario.place(at), {scenario.place(pick) for pick in picks}, screen(width)
    )
    return [line.plain for line in (*excerpt.lines(), *excerpt.legend(width))]


@pytest.fixture(scope="module")
def desert() -> Session:
    return start("gew:north-africa-1941", "rommel", {"automatic_setup": True})


def test_an_excerpt_shows_numbers_terrain_control_counters_and_places(desert: Session) -> None:
    assert "\n".join(drawn(desert, "2926", ["3027", "2927", "2327"], 36)) == (
        """\
  _________             _________
 / 2824 ~  \\           / 3024 ~  \\
/           \\_________/           \\
\\           / 2924 ~  \\           /
 \\_________/           \\_________/
 / 2825 ~  \\           / 3025 ~  \\
/           \\_________/           \\
\\           / 2925 ~  \\           /
 \\_________/           \\_________/
 / 2826 r A\\           / 3026 . W\\
/●CAM 2-2-5 \\_________/○CW 2-3-3  \\
\\           />2926 . A\\ F         /
 \\_________/●GHQ 3-3-3 \\__Tobruk_/
 / 2827 d A\\●DAK 4+3-6 /*3027 d A\\
/           \\_________/           \\
\\           /*2927 d A\\           /
 \\_________/           \\_________/
 / 2828 d A\\           / 3028 d A\\
/           \\_________/           \\
\\           / 2928 d A\\           /
 \\_________/           \\_________/
           \\           /
            \\_________/
~ sea · r rough · . clear · d desert
A controlled by Axis
W controlled by Western Allies
● Axis · ○ Allied · F fortification
* may be picked (2 of 3)"""
    )


@pytest.mark.parametrize("width", [40, 80, 100, 120, 200])
def test_an_excerpt_fits_the_screen(desert: Session, width: int) -> None:
    lines = drawn(desert, "2926", ["3027"], width)
    assert max(map(len, lines)) <= width
    assert max(map(len, drawn(start("use:poland-1939", "seed"), "1005", (), width))) <= width  # hexes with a corner up
    assert (">2926" in "".join(lines)) == ("3026" in "".join(lines))


@pytest.mark.parametrize("at", ["0101", "2829", "1429", "3301"])
def test_at_the_edge_of_the_map_the_excerpt_stays_on_it(desert: Session, at: str) -> None:
    assert any(f">{at}" in line for line in drawn(desert, at))


def test_rivers_and_straits_are_told_by_other_signs_than_colour_alone(desert: Session) -> None:
    lines = drawn(desert, "palermo")
    assert any('"' in line for line in lines[:-2])
    key = " ".join(lines[-3:])
    assert '"? sea' in key
    assert "<> strait" in key


@pytest.mark.parametrize(
    "game", ["gew:campaign", "ocs:crusader", "ocs:primosole", "use:france-1940", "use:balkans-1941"]
)
def test_every_kind_of_hexside_of_a_shipped_board_has_signs_of_its_own(game: str) -> None:
    session = start(game, seed="1")
    signs = Excerpt(session.scenario, session.view(Side(0)), Hex(0), (), screen()).feature_signs
    assert len(set(signs.values())) == len(signs)


def test_two_kinds_of_rivers_had_the_same_sign() -> None:
    """They were told apart by colour alone: `=% major river, minor river`."""
    lines = drawn(start("ocs:primosole", "seed"), "11.12")
    assert any("=% minor river · ~; major river" in line for line in lines[-3:])
    assert any("~~~" in line for line in lines[:-3])
    assert any("===" in line for line in lines[:-3])


def test_a_hidden_unit_shows_its_back() -> None:
    lines = drawn(start("toy:ford", "seed"), "0503")
    assert any("○?" in line for line in lines)
    assert not any("b4" in line for line in lines)


def test_more_than_two_counters_are_counted(desert: Session) -> None:
    state, place = desert.state.copy(), desert.scenario.place("2926")
    assert isinstance(state, GewState)
    for unit in [each for each in state.ground_units(AXIS) if state.hex_of[each] != place]:
        if len(state.units_in(place)) < 3:
            state.move(unit, place, "17.0")
    lines = [line.plain for line in Excerpt(desert.scenario, look(state, Side(0)), place, (), screen()).lines()]
    assert any("+2 more" in line for line in lines)


def test_rows_of_a_pointy_field_are_staggered() -> None:
    board = Board.from_dict(
        {
            "format": "board/1", "id": "pointy", "title": "Pointy", "layout": {
                "top": "pointy", "columns": 3, "rows": 3, "pushed": "even", "labels": "CCRR"},
            "terrain": {"key": {".": "clear"}, "rows": ["...", "...", "..."]},
        }
    )  # fmt: skip
    ford = toy.SYSTEM.load("ford")
    scenario = Scenario(
        ford.system, "pointy", ford.sides, ford.charts, board, ford.counters, ford.side_of, ford.outline
    )  # fmt: skip
    view = look(ToyState(scenario), Side(0))
    lines = [line.plain for line in Excerpt(scenario, view, Hex(4), (), screen(60)).lines()]
    assert lines[0].rstrip() == " ___________ ___________ ___________"  # no side is missing where there is no hex above
    first, second, third = (next(line for line in lines if name in line) for name in ("0101", "0102", "0103"))
    assert second.index("0102") - first.index("0101") == 6  # half a hex
    assert third.index("0103") == first.index("0101")
    assert first.index("0201") - first.index("0101") == 12


def test_terrain_and_counters_are_coloured_where_there_are_colours(desert: Session) -> None:
    console = screen(colour=True)
    excerpt = Excerpt(desert.scenario, desert.view(Side(0)), desert.scenario.place("2926"), (), console)
    for line in excerpt.lines():
        console.print(line)
    assert "48;2;240;222;166" in console.file.getvalue()  # type: ignore[attr-defined]  # desert sand


def test_each_controller_has_a_letter_of_its_own() -> None:
    """Allies and Axis were both `A`."""
    shown = drawn(start("ocs:primosole", "seed"), "11.8")
    assert "L controlled by Allies" in " · ".join(shown)
    assert "X controlled by Axis" in " · ".join(shown)
    assert any("+>11.8" in line and "X\\" in line for line in shown)
    assert "=% minor river" in " · ".join(shown)


def test_markers_and_roads_are_shown_with_a_key() -> None:
    """Roads, dumps, air bases and hedgehogs were not to be seen."""
    shown = drawn(start("ocs:primosole", "seed"), "11.8")
    assert "\n".join(shown[8:17]) == (
        """\
 :_________:           \\===+#====/           \\=========/           \\_________/
 / 8.8 h   \\           / 10.8 o X%           % 12.8 o  \\           / 14.8 .  \\
/           \\_________:○115 5-4-3 %=========%           \\_________/           \\
\\           / 9.8 .   \\ D1SP H1   +>11.8 . X\\           / 13.8 . L\\           /
 \\_________/           ::Lentini_#○904 2-2-2 +_________+●3 Cd 2-5-4\\_________/
 / 8.7 h  X\\           / 10.7 h  \\           / 12.7 o L\\           / 14.7 . L\\
/○76 N 3-1-2:_________/           \\_________#●44 R 5-4-8\\_________+●5 R 3-4-10\\
\\           / 9.7 h   \\           / 11.7 h  \\ +2 more   / 13.7 . L\\ +3 more   +
 :_________/           \\____:____/           \\_________#●XI (5)-0-0#____#____#"""
    )
    assert "# primary road · : secondary road · + railroad · D dump · H hedgehog" in " · ".join(shown)


def test_a_crowded_hex_of_a_place_tells_what_lies_there() -> None:
    """Tobruk: six counters, a dump and a hedgehog; El Adem: an air base."""
    shown = drawn(start("ocs:crusader", "seed"), "8.19")
    assert any("+5 D15SP H3" in line for line in shown)
    assert any("+2 A2" in line for line in shown)
    assert any("\\&El_Adem_&" in line for line in shown)  # the sign of the track is not put between the words
    assert "A air base" in " · ".join(shown)


def test_a_marker_says_whose_it_is_where_control_does_not() -> None:
    primosole = start("ocs:primosole", "seed")
    state, place = primosole.state.copy(), primosole.scenario.place("14.8")
    assert isinstance(state, OcsState)
    state.put_down(place, Side(1), 5)
    view = primosole.system.hidden.view(state, Side(0))
    lines = [line.plain for line in Excerpt(primosole.scenario, view, place, (), screen()).lines()]
    assert any("/ ○D1SP" in line for line in lines)
