"""USE: what the greedy player is told: it plays whole games, answers legally, and beats chance."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core.flow import Ask, Over, answer, run
from sandtable.core.intents import SCRIPT
from sandtable.players import player
from sandtable.players.randomly import answer_randomly, fall
from sandtable.systems.use.counsel.assaults import ordered
from sandtable.systems.use.counsel.defence import bound, exposed
from sandtable.systems.use.counsel.habits import mind_of
from sandtable.systems.use.counsel.odds import adds, assailable, chances, imagined, promise, starts, supported
from sandtable.systems.use.counsel.prizes import prize, prizes
from sandtable.systems.use.counsel.worth import plan, potential
from sandtable.systems.use.s05_3_attack import Combat, sums
from sandtable.systems.use.s05_combat import code, results
from sandtable.systems.use.state import STRATEGICALLY_MOVED
from sandtable.systems.use.system import USE
from systems.use.field import AXIS, WEST, Game, field

MIND = mind_of(SCRIPT, AXIS)
HABITS = MIND.habits


def played(scenario: str, seed: int, *names: str) -> Any:
    state, rng = USE.begin(USE.load(scenario)), Random(seed)
    players = [player(name, f"{seed} {name}") for name in names]
    while not isinstance(wait := run(state), Over):
        if isinstance(wait, Ask):
            action = players[wait.side].answer(USE.hidden.imagine(state, wait.side, rng), wait)
            assert not wait.form.check(state, action)
            answer(state, wait.form.settled(action))
        else:
            answer(state, rng.choices(list(wait.dice.ways), list(wait.dice.ways.values()))[0])
    return wait.outcome


@pytest.mark.parametrize("scenario", ["poland-1939", "france-1940", "balkans-1941"])
def test_greedy_plays_to_the_end_against_itself(scenario: str) -> None:
    assert played(scenario, 1, "greedy", "greedy").winner in (AXIS, WEST)


def test_greedy_conquers_a_weaker_poland_more_often_than_not() -> None:
    assert sum(played("poland-1939@poland_will=17", seed, "greedy", "random").winner == AXIS for seed in range(8)) >= 5


def test_greedy_keeps_france_from_a_random_attacker() -> None:
    assert played("france-1940", 2, "random", "greedy").winner == WEST


def test_an_empty_city_is_worth_more_than_a_doubtful_attack() -> None:
    state = field("pz germany tank 0611; x france infantry 0711; y france infantry 0913")
    best = plan(state, HABITS, state.scenario.unit("pz"), 10, True)
    assert best.target is None
    assert state.is_city(best.to)
    assert potential(state, HABITS, state.scenario.unit("pz"), 0, True) == 0


def test_5_1_everything_is_committed_to_an_attack() -> None:
    game = Game(field("pz germany tank 1008; x belgium infantry 1007; luf germany fighter 0808"))
    game.do("activate", "pz")
    game.do("attack", "1007")
    assert USE.counsel.promising(game.state, game.ask, SCRIPT) == [("commit",)]
    game.do("commit")
    assert USE.counsel.promising(game.state, game.ask, SCRIPT) == [("air", game.unit("luf"))]


def test_cities_that_fall_are_worth_more_to_the_axis_than_to_the_west() -> None:
    before = field("pz germany tank 0611")
    after = field("pz germany tank 0611", control={"0711": AXIS})
    after.will[after.theatre.country("france")] -= 2
    assert USE.counsel.worth(after, AXIS, SCRIPT) > USE.counsel.worth(before, AXIS, SCRIPT)
    assert USE.counsel.worth(after, WEST, SCRIPT) < USE.counsel.worth(before, WEST, SCRIPT)


def test_who_has_nowhere_to_go_is_attacked_rather_than_who_has() -> None:
    """5.3 A reduced army that cannot retreat dies on a DR."""
    surrounded = field(
        "a germany infantry 1108; b germany infantry 1106; c germany infantry 1207; x france infantry 1107 reduced"
    )
    free = field("a germany infantry 1108; x france infantry 1107 reduced")
    start, target = (free.theatre.board.place(each) for each in ("1108", "1107"))
    unit = free.scenario.unit("a")
    assert promise(surrounded, HABITS, unit, start, target) > promise(free, HABITS, unit, start, target)


def test_an_airdrop_on_the_defender_promises_more() -> None:
    """E1"""
    before = field("a germany infantry 0512; x belgium infantry 0511")
    after = field("a germany infantry 0512; x belgium infantry 0511; d germany airdrop 0511")
    start, target = (before.theatre.board.place(each) for each in ("0512", "0511"))
    assert promise(after, HABITS, after.scenario.unit("a"), start, target) > promise(
        before, HABITS, before.scenario.unit("a"), start, target
    )


def test_the_best_primary_attacker_leads_an_assault() -> None:
    """5.1 A Tank unit that does not attack over the river, whoever was ordered first."""
    state = field("a germany infantry 1108; b germany infantry 1106; pz germany tank 1207; x france infantry 1107")
    target = state.theatre.board.place("1107")
    for unit in ("a", "b", "pz"):
        state.aim(state.scenario.unit(unit), target)
    group = ordered(state, HABITS, AXIS, target)
    assert group is not None
    assert group.members[0][0] == state.scenario.unit("pz")
    assert len(group.members) == 3


@pytest.mark.parametrize(("will", "dropped"), [(9, False), (2, True)])
def test_the_airdrop_is_kept_for_a_city_its_country_falls_with(will: int, dropped: bool) -> None:
    state = field(
        "pz germany tank 0511; luf germany fighter 0512; d germany airdrop events_axis; x france infantry 0508"
    )
    state.will[state.theatre.country("france")] = will
    game = Game(state)
    placed = [action for action in USE.counsel.promising(game.state, game.ask, SCRIPT) if action[0] == "place"]
    assert bool(placed) == dropped


@pytest.mark.parametrize(("weather", "tank"), [("Fair", 2), ("Severe", 1)])
def test_5_3_what_joins_an_assault_counts_as_printed(weather: str, tank: int) -> None:
    state = field("a germany infantry 0512; pz germany tank 0513", weather=weather)
    target = state.theatre.board.place("0511")
    assert [adds(state, state.scenario.unit(unit), target) for unit in ("a", "pz")] == [1, tank]


@pytest.mark.parametrize("flags", ["", "no", "reduced", "low"])
def test_5_3_an_attack_is_weighed_by_the_modifiers_it_would_have(flags: str) -> None:
    """From another hex, with others who would come: as if they were there already."""
    units = "pz germany tank {} {}; b germany infantry {}; x france infantry 1107 fort; luf germany fighter 1011"
    far = field(units.format("1210", flags, "1211"), weather="Poor", forts={"1107": "france"})
    near = field(units.format("1108", flags, "1207"), weather="Poor", forts={"1107": "france"})
    place = far.theatre.board.place
    unit, other, target = far.scenario.unit("pz"), far.scenario.unit("b"), place("1107")
    would = sums(
        far, imagined(far, unit, target, ((other, place("1207")),)), {unit: place("1108"), other: place("1207")}
    )
    real = Combat(AXIS, target, unit, (other,), "assault", far.scenario.unit("x"), support=("attacker",))
    assert would == sums(near, real)
    assert would[0].halvings == (2 if flags == "no" else 1)


@pytest.mark.parametrize("sister", [False, True])
def test_5_1_chances_are_read_from_the_table_in_play(sister: bool) -> None:
    state = field("pz germany tank 0611; x france infantry 0711", sister_crt=sister)
    charts, read, printed = state.scenario.charts, results(state), results(field("x france infantry 0711"))
    found = chances(charts, read, 10, 0, 9, 0)
    throws = [code(read(9 + defence, 10 + attack)) for defence in range(1, 7) for attack in range(1, 7)]
    assert found == {each: pytest.approx(throws.count(each) / 36) for each in throws}
    assert (found["DR"] > chances(charts, printed, 10, 0, 9, 0)["DR"]) == sister


def test_4_0_nobody_is_weighed_where_his_country_does_not_go() -> None:
    state = field("n netherlands infantry 0410; f france infantry 0509; x germany infantry 0510")
    target = state.theatre.board.place("0510")
    assert not starts(state, state.scenario.unit("n"), target, 6, True)
    assert starts(state, state.scenario.unit("f"), target, 6, True)


@pytest.mark.parametrize(("units", "fair", "open"), [
    ("x france infantry 0711", False, True),
    ("x france infantry 0711 fort", False, False),
    ("x france infantry 0711", True, False),
])  # fmt: skip
def test_5_3_2_mobile_attacks_are_weighed_where_they_may_be_made(units: str, fair: bool, open: bool) -> None:
    state = field(
        f"pz germany tank 0611; {units}", weather="Poor", forts={"0711": "france"}, mobile_attack_needs_fair=fair
    )
    assert bool(assailable(state, AXIS)) == open


def test_6_2_3_an_air_unit_that_moved_strategically_is_not_counted() -> None:
    state = field("pz germany tank 0611; x france infantry 0711; luf germany fighter 0512")
    unit, target = state.scenario.unit("pz"), state.theatre.board.place("0711")
    assert supported(state, (unit,), target)
    state.did(state.scenario.unit("luf"), STRATEGICALLY_MOVED)
    assert not supported(state, (unit,), target)


# ------------------------------------------------------------------------------------------------ who has to hold out


def test_who_holds_a_capital_or_a_fort_with_the_enemy_near_stays() -> None:
    state = field(
        "pz germany tank 0911; p france infantry 0808; f france infantry 0812 fort; o france infantry 0810",
        phasing=WEST, forts={"0812": "france"},
    )  # fmt: skip
    assert [bound(state, MIND, state.scenario.unit(unit)) for unit in ("p", "f", "o")] == [True, True, False]


def test_a_city_the_enemy_could_walk_into_is_held_by_who_holds_nothing() -> None:
    """The army in the open goes into Sedan; the enemy would gain it else."""
    game = Game(field("pz germany tank 0611; o france infantry 0810; p france infantry 0808", phasing=WEST))
    sedan = game.state.theatre.board.place("0711")
    assert sedan in exposed(game.state, HABITS, WEST)
    assert USE.counsel.promising(game.state, game.ask, SCRIPT) == [("activate", game.unit("o"))]
    game.do("activate", "o")
    assert player("greedy", "1").answer(game.state, game.ask) == ("move", sedan)


def test_an_army_that_could_do_nothing_better_is_not_paid_for() -> None:
    """9.0 Production points are kept for replacements."""
    game = Game(field("pz germany tank 0611; s france infantry 0711; p france infantry 0808", phasing=WEST))
    assert ("activate", game.unit("p")) not in USE.counsel.promising(game.state, game.ask, SCRIPT)


def test_what_the_axis_may_do_next_counts_against_the_west() -> None:
    """The same armies, in the city and beside it."""
    inside = field("pz germany tank 0611; s france infantry 0711", phasing=WEST)
    beside = field("pz germany tank 0611; s france infantry 0811", phasing=WEST)
    assert USE.counsel.worth(inside, WEST, SCRIPT) > USE.counsel.worth(beside, WEST, SCRIPT)


@pytest.mark.parametrize("scenario", ["poland-1939", "france-1940", "balkans-1941"])
def test_prizes_that_are_kept_are_those_worked_out_anew(scenario: str) -> None:
    """2.1.2 Wherever random play leads: will and control alone change them."""
    state, rng = USE.begin(USE.load(scenario)), Random(scenario)
    while not isinstance(wait := run(state), Over):
        for side in (AXIS, WEST):
            anew = {city: prize(state, side, city) for cities in state.theatre.cities_of for city in cities}
            assert prizes(state, side) == {city: worth for city, worth in anew.items() if worth}
        answer(state, answer_randomly(state, wait, rng) if isinstance(wait, Ask) else fall(wait, rng))
