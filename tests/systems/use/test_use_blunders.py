"""USE: blunders of the script of 0.3.0 (edition 1) as fixed positions, and what it answers now."""

from __future__ import annotations

import pytest

from sandtable.core.decisions import Action
from sandtable.core.flow import answer, run
from sandtable.core.intents import FIRST, SCRIPT, Conduct
from sandtable.core.rules import Hex
from sandtable.players.greedy import Greedy
from sandtable.systems.use.state import ACTIVATED
from systems.use.field import AXIS, WEST, Game, field

EDITIONS = pytest.mark.parametrize("conduct", [FIRST, SCRIPT], ids=["before", "after"])
RECRUIT = Conduct(narrow=True)


def answered(game: Game, conduct: Conduct, quickly: bool = False) -> Action:
    script = Greedy("1", conduct)
    return (script.quickly if quickly else script.answer)(game.state, game.ask)


def forts(*places: str) -> tuple[str, dict[str, str]]:
    """French armies in forts there."""
    units = "; ".join(f"in{place} france infantry {place} fort" for place in places)
    return units, dict.fromkeys(places, "france")


@EDITIONS
def test_the_west_stops_at_once(conduct: Conduct) -> None:
    """Sedan is empty and the panzers are beside it: what the army does first decides what a rollout is worth."""
    game = Game(field("pz germany tank 0611; o france infantry 0810; p france infantry 0808", phasing=WEST))
    game.do("activate", "o")
    sedan = ("move", game.state.theatre.board.place("0711"))
    assert answered(game, conduct, quickly=True) == (("stop",) if conduct is FIRST else sedan)
    assert answered(game, RECRUIT, quickly=True) == sedan


@EDITIONS
def test_the_axis_masses_in_one_corner(conduct: Conduct) -> None:
    """Three armies stand before Lille, where nothing can be done; the fourth joins them, or goes to Toulon."""
    held, of = forts("0509", "1711")
    units = "a germany infantry 0608; b germany infantry 0610; c germany infantry 0510; d germany infantry 0709"
    theatre, scenario = field(units).theatre, field(units).scenario
    lost = (theatre.cities_of[theatre.country(each)] for each in ("france", "belgium", "netherlands"))
    control = {scenario.place_name(city): AXIS for cities in lost for city in cities}
    for place in of:
        del control[place]
    state = field(f"{units}; {held}", forts=of, control=control)
    for each in ("a", "b", "c"):
        state.did(state.scenario.unit(each), ACTIVATED)
    game = Game(state)
    game.do("activate", "d")
    answer(game.state, answered(game, conduct))
    run(game.state)
    toulon, distance = theatre.board.place("1711"), theatre.board.layout.distance
    nearer = distance(Hex(state.hex_of[game.unit("d")]), toulon) < distance(theatre.board.place("0709"), toulon)
    assert nearer == (conduct is SCRIPT)


@EDITIONS
def test_a_city_the_enemy_can_reach_is_left_empty(conduct: Conduct) -> None:
    """Sedan has been taken; the French beside it would march in again, and nothing else can be had."""
    held, of = forts("0812", "0913", "0510", "0509", "0508", "0808", "0410", "1111", "0706", "0705")
    taken = dict.fromkeys(("0711", "0310", "0210"), AXIS)
    game = Game(field(f"a germany infantry 0711; x france infantry 0710; {held}", control=taken, forts=of))
    game.do("activate", "a")
    away = ("move", game.state.theatre.board.place("0610"))
    assert answered(game, conduct) == (away if conduct is FIRST else ("stop",))


@EDITIONS
def test_the_only_marker_is_played_where_it_decides_nothing(conduct: Conduct) -> None:
    """5.1, E3 No city is at stake; the next combat may be for one."""
    units = "pz germany tank 0611; e germany infantry 0511; x belgium infantry 0610"
    game = Game(field(f"{units}; m belgium ground_support events_west"))
    game.do("activate", "pz")
    game.do("attack", "0610")
    assert game.asked == ("west", "commitment")
    assert answered(game, conduct) == (("commit",) if conduct is FIRST else ("hold",))


@EDITIONS
def test_armies_act_when_all_is_won(conduct: Conduct) -> None:
    """1.2 All who have to fall have fallen: nothing that follows counts."""
    state = field("pz germany tank 0611; a germany infantry 0512", control={"0711": AXIS})
    state.leave_war(state.theatre.country("france"))
    game = Game(state)
    assert (answered(game, conduct) == ("end",)) == (conduct is SCRIPT)
