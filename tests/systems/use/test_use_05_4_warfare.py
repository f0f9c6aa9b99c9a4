"""USE 5.4: the Strategic Warfare Phase, its modifiers read from the position."""

from __future__ import annotations

import pytest

from sandtable.play.forecast import forecast
from sandtable.systems.use.s05_4_warfare import StrategicWarfare, breakdown
from sandtable.systems.use.s05_combat import results
from sandtable.systems.use.s08_logistics import produced
from sandtable.systems.use.state import CONQUERED, IN_FORCE, UseState
from sandtable.systems.use.theatre import AXIS, WEST, WESTERN
from systems.use.seas import Game, at_sea, country, on_land, where

LOST = {"germany": 3, "uk": 4, "ussr": 5}
AGAINST = {"west": 0, "soviet": 1}


def war(units: str = "", control: dict[str, str] | None = None, **said: object) -> UseState:
    state = at_sea(units, control, **said)
    for id, box in LOST.items():
        state.lose_factories(country(state, id), box, "5.4")
    return state


def ids(state: UseState, against: str, role: str) -> list[tuple[str, int]]:
    """The lines that count, by their printed texts, and their values."""
    terms = breakdown(state, StrategicWarfare(AXIS, AGAINST[against])).of(role)
    lines = {line.text: line.id for line in state.scenario.charts.lines("strategic_drm").lines}
    return [(lines[str(term.label)], int(term.value)) for term in terms if term.label in lines]


@pytest.mark.parametrize("port", ["hull", "london", "brest"])
def test_5_4_axis_port_1_2_7_9(port: str) -> None:
    """5.4 axis-port-1-2-7-9: +2 against the West, once; Kiel is on zone 1 from the start."""
    state = war(control={port: "axis"})

    assert ids(state, "west", "attacker") == [("axis-port-1-2-7-9", 2)]
    assert ids(state, "soviet", "attacker") == []


def test_5_4_axis_port_1_2_7_9_not_without_one() -> None:
    state = war(control={"kiel": "west"})

    assert ids(state, "west", "attacker") == []


def test_5_4_by_option_a_line_counts_for_each_sea_zone() -> None:
    """5.4, strategic_line_once off: Kiel, Hull and Brest are three ports on zones 1 and 2."""
    control = {"hull": "axis", "brest": "axis"}
    state = war("ger_bomber kiel", control, options={"strategic_line_once": False})

    lines = [("axis-port-1-2-7-9", 2), ("axis-port-1-2-7-9", 2), ("axis-air-3-4", 1)]
    assert ids(state, "west", "attacker") == lines


def test_5_4_axis_air_3_4() -> None:
    """5.4 axis-air-3-4: +1 against both, for an air unit in a port, not for one elsewhere on the coast."""
    assert ("axis-air-3-4", 1) in ids(war("ger_bomber kiel"), "west", "attacker")
    assert ("axis-air-3-4", 1) in ids(war("ger_bomber kiel"), "soviet", "attacker")
    assert ("axis-air-3-4", 1) not in ids(war("ger_bomber 0208"), "soviet", "attacker")
    assert ("axis-air-3-4", 1) not in ids(war("ger_ship kiel"), "soviet", "attacker")


def test_5_4_axis_port_6() -> None:
    """5.4 axis-port-6: +2 against the Soviets only."""
    state = war(control={"odessa": "axis"})

    assert ids(state, "soviet", "attacker") == [("axis-port-6", 2)]
    assert ("axis-port-6", 2) not in ids(state, "west", "attacker")


def test_5_4_axis_port_31() -> None:
    """5.4 axis-port-31: +1 against the West only."""
    state = war(control={"toulon": "axis"})

    assert ("axis-port-31", 1) in ids(state, "west", "attacker")
    assert ids(state, "soviet", "attacker") == []


def test_5_4_axis_port_32() -> None:
    """5.4 axis-port-32: +2 against both."""
    state = war(control={"izmir": "axis"})

    assert ("axis-port-32", 2) in ids(state, "west", "attacker")
    assert ("axis-port-32", 2) in ids(state, "soviet", "attacker")


def test_5_4_soviet_air_13() -> None:
    """5.4 soviet-air-13: +2, unless a Western fighter or warship is in a port there."""
    assert ids(war("sov_fighter oran"), "soviet", "defender") == [("soviet-air-13", 2)]
    assert ids(war("sov_fighter oran, uk_ship toulon"), "soviet", "defender") == []
    assert ids(war("sov_fighter oran, uk_convoy toulon"), "soviet", "defender") == [("soviet-air-13", 2)]
    assert ids(war("sov_fighter oran"), "west", "defender") == []


@pytest.mark.parametrize(("conquered", "points"), [(0, 0), (1, 1), (3, 1), (4, 2)])
def test_5_4_conquered_countries(conquered: int, points: int) -> None:
    """5.4 conquered-countries: +1 for each three, rounded up, for the Soviets."""
    state = war()
    for id in ("france", "norway", "denmark", "belgium")[:conquered]:
        state.status[country(state, id)] = CONQUERED

    assert ids(state, "soviet", "defender") == ([("conquered-countries", points)] if points else [])
    assert ids(state, "west", "defender") == []


def test_5_4_usa() -> None:
    """5.4 usa: +2 for the West when the USA has joined it."""
    state = war()
    assert ids(state, "west", "defender") == []

    state.join(country(state, "usa"), WESTERN, "13.0")

    assert ids(state, "west", "defender") == [("usa", 2)]
    assert ids(state, "soviet", "defender") == []


@pytest.mark.parametrize(("units", "counts"), [
    ("uk_fighter oran", True), ("uk_carrier toulon", True), ("uk_bomber oran", False), ("uk_convoy oran", False),
    ("uk_ship hull", False),
])  # fmt: skip
def test_5_4_western_13(units: str, counts: bool) -> None:
    """5.4 western-13: +2 for a fighter or warship in a port on Sea Zone 13."""
    assert ids(war(units), "west", "defender") == ([("western-13", 2)] if counts else [])


def test_5_4_bombed_factories() -> None:
    """5.4 bombed-factories: +1 for each marker on a factory in Germany, for the West; they go after the phase."""
    state = war()
    for name in ("berlin", "essen", "moscow"):
        state.bomb(state.scenario.place(name), True, "5.2")

    assert ids(state, "west", "defender") == [("bombed-factories", 2)]
    game = Game(state, StrategicWarfare(AXIS), [(1, 1), (1, 1)])

    assert game.outcome is None
    assert not any(state.bombed)


def test_5_4_event() -> None:
    """5.4 event: markers are committed in secret as in every combat, and come back."""
    state = war("uk_ultra events_west, ger_snafu events_axis")
    game = Game(state, StrategicWarfare(AXIS))
    game.say("hold")
    game.say("commit")
    game.say("event", "uk_ultra")
    terms = breakdown(state, next(frame for frame in state.stack if isinstance(frame, StrategicWarfare)))

    assert [(term.label, term.value) for term in terms.of("defender")] == [("ULTRA", 1)]
    game.roll((3, 3), 2)
    assert where(state, "uk_ultra") == "turn_3"


def test_5_4_odds_of_what_is_committed_are_those_of_one_war_and_not_of_the_next() -> None:
    state = war("uk_ultra events_west, ger_snafu events_axis")
    Game(state, StrategicWarfare(AXIS))
    for word in ("commit", "hold"):
        found = forecast(state, AXIS, (word,))
        courses = [course for prospect in found.prospects for course in prospect.courses]
        assert all(course.end.whole for course in courses)
        assert [[*policy.values()] for policy in found.policies] == [["commits"], ["holds back"]]


# ------------------------------------------------------------------------------------------------ results


def fought(dice: tuple[int, int], **said: int) -> tuple[int, int]:
    """Fac Lost of Germany and the UK after one combat, the Axis with +2; no policy, no Soviets."""
    state = war()
    for id, box in said.items():
        state.fac_lost[country(state, id)] = box
    state.set_policy(1, IN_FORCE, "D1")  # the Pact: no combat against the Soviets
    Game(state, StrategicWarfare(AXIS), [dice])
    assert state.fac_lost[country(state, "ussr")] == LOST["ussr"]
    return state.fac_lost[country(state, "germany")], state.fac_lost[country(state, "uk")]


def test_5_4_results_no_effect() -> None:
    """5.4 results no-effect: both markers go down one; 4 and 4 is ♦."""
    assert fought((2, 4)) == (2, 3)


def test_5_4_results_defender_hit() -> None:
    """5.4 results defender-hit: Germany's down, the UK's up; 8 and 1 is DD."""
    assert fought((6, 1)) == (2, 5)


def test_5_4_results_attacker_hit() -> None:
    """5.4 results attacker-hit: Germany's up, the UK's down; 3 and 6 is AS."""
    assert fought((1, 6)) == (4, 3)


def test_5_4_a_marker_stays_between_box_1_and_box_9() -> None:
    assert fought((2, 4), germany=1, uk=1) == (1, 1)
    assert fought((6, 1), uk=9) == (2, 9)


@pytest.mark.parametrize(
    ("sister", "cells"), [(False, ["♦", "♦", "♦", "AS+2", "AS+2"]), (True, ["DR+2", "DR+2", "DR+2", "♦", "♦"])]
)
def test_5_1_five_cells_of_the_sister_game_by_option(sister: bool, cells: list[str]) -> None:
    """5.1: attacker and defender 13/10, 14/11, 16/13, 12/15, 14/16; all others stay."""
    read = results(at_sea(options={"sister_crt": sister}))

    assert [read(d, a) for a, d in ((13, 10), (14, 11), (16, 13), (12, 15), (14, 16))] == cells
    assert [read(d, a) for a, d in ((1, 1), (16, 16), (12, 10))] == ["♦", "♦", "♦"]


def test_5_4_first_the_west_then_the_soviets() -> None:
    """5.4: one combat against each; the phase is the Axis's alone."""
    state = war()
    Game(state, StrategicWarfare(AXIS), [(6, 1), (1, 6)])  # +2 and +0

    assert [state.fac_lost[country(state, id)] for id in LOST] == [3 - 1 + 1, 5, 4]
    before = state.plain()[:-1]
    Game(state, StrategicWarfare(WEST))
    assert state.plain()[:-1] == before


def test_D1_appeasement_keeps_the_peace_in_the_west() -> None:
    state = war()
    state.set_policy(0, IN_FORCE, "D1")

    Game(state, StrategicWarfare(AXIS), [(6, 1)])  # against the Soviets, 6 to 1

    assert state.fac_lost[country(state, "uk")] == LOST["uk"]
    assert state.fac_lost[country(state, "ussr")] == LOST["ussr"] + 1


def test_5_4_factories_lost_count_in_the_next_economy_phase() -> None:
    """5.4, 9.0: two points for each factory that is not lost."""
    state = on_land("france-1940", turn=2)
    france = country(state, "france")
    before = produced(state, france)

    state.lose_factories(france, 2, "5.4")

    assert produced(state, france) == before - 4
