"""Games that are played pick by pick are those of sessions; every pick has its number."""

from __future__ import annotations

import pickle
import subprocess
import sys
from random import Random

import pytest

pytest.importorskip("numpy")

from picking import SHIPPED, SMALL, played
from sandtable.core.decisions import DONE, GROUP
from sandtable.core.errors import Bug
from sandtable.core.system import find_system
from sandtable.env.game import Game
from sandtable.env.numbering import LARGEST, numbering_of
from sandtable.play.session import find_scenario
from sandtable.players import player

MOST = 400  # picks of a game that are looked at


def ended(game: str, seed: int) -> Game:
    *_, last = played(game, seed, 10_000)
    assert last.outcome is not None
    return last


@pytest.mark.parametrize("game", [*SMALL, "gew:north-africa-1941", "ocs:lesson-attack"])
def test_a_game_is_the_one_that_a_session_plays_with_the_same_answers_and_dice(game: str) -> None:
    last = ended(game, 3)
    session = last.session()
    assert session.outcome == last.outcome
    assert session.state.digest() == last.state.digest()


@pytest.mark.parametrize("game", SHIPPED)
def test_what_is_offered_is_what_may_be_picked_each_by_a_number_and_a_name_of_its_own(game: str) -> None:
    for each in played(game, 1, MOST):
        if (ask := each.ask) is not None:
            slot, _ = ask.form.at(each.draft)
            picks = list(ask.form.picks(each.state, each.draft))
            assert slot is not None
            assert len(picks) > 1, "what leaves no choice is picked by itself"
            assert set(each.offered.values()) <= set(picks)
            missing = set(picks) - set(each.offered.values())
            assert slot.kind == GROUP or not [pick for pick in missing if pick == DONE or pick <= LARGEST]
            assert len(set(map(each.numbering.name, each.offered))) == len(each.offered)
            assert all(0 <= number < each.numbering.size for number in each.offered)


@pytest.mark.parametrize("game", ["gew:campaign", "gew:barbarossa", "ocs:crusader", "use:france-1940"])
def test_every_word_that_may_be_picked_is_told_by_its_system_with_every_option(game: str) -> None:
    """`Numbering` refuses a word that is not."""
    info = find_scenario(game)
    options = {option.name: True for option in info.options}
    for seed in range(2):
        for _ in played(game, seed, MOST, options):
            pass


def test_a_number_stands_for_the_same_in_another_process_and_after_other_games() -> None:
    script = """
from sandtable.env.numbering import numbering_of
numbering = numbering_of("ocs:primosole")
print(*map(numbering.name, range(numbering.size)), sep="|")
"""
    numbering_of("ocs:crusader")
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    numbering = numbering_of("ocs:primosole")
    assert told.strip().split("|") == list(map(numbering.name, range(numbering.size)))


def test_a_pick_that_is_not_offered_is_refused() -> None:
    game = Game(numbering_of("toy:ford"), "1")
    with pytest.raises(Bug, match="is not offered"):
        game.pick(next(number for number in range(game.numbering.size) if number not in game.offered))


@pytest.mark.parametrize("game", SMALL)
def test_a_copy_goes_its_own_way_and_a_pickled_game_goes_on_alike(game: str) -> None:
    for seed, each in enumerate(played(game, 5, 40)):
        before = each.state.digest(), each.picked, each.offered
        copy, again = each.copy(), pickle.loads(pickle.dumps(each))
        assert (again.state.digest(), again.picked, again.offered, again.rolls) == (*before, each.rolls)
        for other in (copy, again):
            rng = Random(seed)
            for _ in range(6):
                if other.ask is not None:
                    other.pick(rng.choice(list(other.offered)))
        assert copy.state.digest() == again.state.digest()
        assert (each.state.digest(), each.picked, each.offered) == before


def test_without_a_seed_a_game_waits_at_rolls() -> None:
    rng, game = Random(1), Game(numbering_of("toy:ford"))
    rolls = 0
    while game.outcome is None:
        if game.roll is not None:
            game.mean(rng.choice(list(game.roll.meanings())))
            rolls += 1
        else:
            game.pick(rng.choice(list(game.offered)))
    assert rolls


def test_computer_players_answer_in_it() -> None:
    game = Game(numbering_of("toy:ford"), "1")
    players = [player(name, "1") for name in ("officer", "random")]
    while (ask := game.ask) is not None:
        game.played_by(players[ask.side])
    assert game.session().state.digest() == game.state.digest()


def test_the_systems_of_this_house_have_words_for_what_is_no_verb() -> None:
    for code, word in (("gew", "wallied"), ("ocs", "strat"), ("use", "poland")):
        system = find_system(code)
        name = system.scenarios()[0].name
        assert word in numbering_of(f"{code}:{name}").words
