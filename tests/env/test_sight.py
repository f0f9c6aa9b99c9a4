"""Observations: all of a side's view, what it is asked and has picked, and nothing that it may not see."""

from __future__ import annotations

from random import Random

import pytest

np = pytest.importorskip("numpy")

from picking import SHIPPED, played
from sandtable.core.columns import NEVER
from sandtable.core.rules import Side
from sandtable.core.state import State
from sandtable.core.views import View
from sandtable.env.game import Game
from sandtable.env.sight import Sight
from sandtable.systems.gew.state import GewState
from twins import sealed_twin, twin_of

SIDES = (Side(0), Side(1))


def beside(game: Game, state: State) -> Game:
    """The same question in another position."""
    other = Game.__new__(Game)
    other.__setstate__((game.numbering, game.seed, [*game.answers], game.rolls, state.plain(), game.picked))
    return other


def alike(sight: Sight, game: Game, other: Game, side: Side) -> None:
    assert np.array_equal(sight.observed(game, side), sight.observed(other, side))
    assert np.array_equal(sight.mask(game, side), sight.mask(other, side))


@pytest.mark.parametrize(
    ("game", "options"),
    [(game, {"fog_of_war": True} if game.startswith("ocs") else {}) for game in (*SHIPPED, "toy:ford")],
)
def test_positions_that_differ_in_what_a_side_may_not_see_look_alike_to_it(game: str, options: dict[str, bool]) -> None:
    """Whatever is guessed of what is hidden."""
    rng, sight, different = Random(game), None, 0
    for nth, each in enumerate(played(game, 2, 400, options)):
        ask = each.ask
        if ask is None or nth % 7:
            continue
        sight = sight or Sight(each.numbering)
        twin = each.scenario.system.hidden.imagine(each.state, ask.side, rng)
        different += twin.plain() != each.state.plain()
        alike(sight, each, beside(each, twin), ask.side)
    assert different or game.startswith("use:"), "nothing was hidden"  # of which nothing is


@pytest.mark.parametrize("game", ["gew:campaign", "gew:barbarossa", "gew:north-africa-1941"])
def test_6_3_what_the_enemy_hides_is_in_no_observation(game: str) -> None:
    rng, sight, different = Random(game), None, 0
    for nth, each in enumerate(played(game, 3, 1000)):
        if each.ask is None or nth % 9:
            continue
        sight = sight or Sight(each.numbering)
        assert isinstance(each.state, GewState)
        for make in (twin_of, sealed_twin):
            twin = make(each.state, each.ask.side, rng)
            different += twin.plain() != each.state.plain()
            alike(sight, each, beside(each, twin), each.ask.side)
    assert different > 10


@pytest.mark.parametrize("game", ["gew:north-africa-1941", "ocs:primosole", "use:france-1940", "toy:ford"])
def test_an_observation_holds_every_column_of_the_view(game: str) -> None:
    for nth, each in enumerate(played(game, 1, 200)):
        if nth % 20:
            continue
        sight = Sight(each.numbering)
        for side in SIDES:
            view: View = each.scenario.system.hidden.view(each.state, side)
            seen = sight.observed(each, side)
            assert {name for name, said in view.kind.declared.items() if said.seen is not NEVER} <= set(sight.parts)
            for name in view.columns:
                assert list(seen[sight.parts[name]]) == list(view.read(name))
            assert seen[sight.parts["nameless"]].sum() == len(view.nameless)
            assert (sight.low <= seen).all()
            assert (seen <= sight.high).all()


def test_only_who_is_asked_is_shown_the_question_and_what_has_been_picked() -> None:
    drafted = 0
    for each in played("use:poland-1939", 1, 300):
        if (ask := each.ask) is None:
            continue
        sight, other = Sight(each.numbering), Side(1 - ask.side)
        asked, waiting = sight.observed(each, ask.side), sight.observed(each, other)
        assert asked[sight.parts["form"]].sum() == asked[sight.parts["slot"]].sum() == 1
        picked = asked[sight.parts["picked"]]
        assert [int(picked[number]) for number in each.picked] == list(range(1, len(each.picked) + 1))
        drafted += len(each.picked) > 0
        for name in ("form", "slot", "about_units", "about_places", "picked"):
            assert not waiting[sight.parts[name]].any()
        assert set(np.flatnonzero(sight.mask(each, ask.side))) == set(each.offered)
        assert not sight.mask(each, other).any()
    assert drafted


def test_what_is_handed_out_may_be_written_to() -> None:
    game = next(played("toy:ford", 1, 1))
    sight = Sight(game.numbering)
    before = sight.observed(game, SIDES[0])
    sight.observed(game, SIDES[0])[:] = 0
    assert np.array_equal(sight.observed(game, SIDES[0]), before)
