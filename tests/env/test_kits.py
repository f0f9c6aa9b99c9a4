"""The test kits of PettingZoo, Gymnasium and OpenSpiel; what each environment pays, and when it ends."""

from __future__ import annotations

import pickle
import sys
from functools import partial
from typing import Any

import pytest

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from sandtable.core.errors import BadInput
from sandtable.core.rules import Side
from sandtable.env import aec_env, gym_env, openspiel_game
from sandtable.env.aec import WargameAEC
from sandtable.env.gym import ID, WargameGym

AXIS = Side(0)
GAMES = ("use:poland-1939", "gew:north-africa-1941", "ocs:lesson-attack", "toy:ford")
# What the kit would rather have: a plain array (a mask would have no place in it), and agents called player_0.
ADVICE = (
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:We recommend agents to be named",
)


def at_random(env: WargameAEC, seed: int) -> list[dict[str, float]]:
    """What was paid at each step of a game."""
    env.reset(seed=seed)
    rng, paid = np.random.default_rng(seed), []
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            break
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        paid.append(dict(env.rewards))
    return paid


def after_a_game(env: WargameGym, seed: int) -> tuple[float, bool, bool, dict[str, Any]]:
    seen, _ = env.reset(seed=seed)
    rng, paid = np.random.default_rng(seed), 0.0
    while True:
        seen, reward, terminated, truncated, told = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        paid += reward
        if terminated or truncated:
            return paid, terminated, truncated, told


# ------------------------------------------------------------------------------------------------ PettingZoo


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.filterwarnings(*ADVICE)
def test_pettingzoo_api_test(game: str) -> None:
    api_test(aec_env(game), num_cycles=100)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_seed_test(game: str) -> None:
    seed_test(partial(aec_env, game), num_cycles=60)


def test_pettingzoo_render_test() -> None:
    render_test(partial(aec_env, "toy:ford"), {"ansi": lambda text: "Eastham" in text})


def test_the_map_as_text_tells_what_is_asked_and_what_has_been_picked() -> None:
    env = aec_env("use:poland-1939", render_mode="ansi")
    env.reset(seed=1)
    assert env.render().startswith("Axis, turn 1 of 1, Sep 1939, Fair\nWhat is done next?")
    game = env.episode.game
    env.step(next(number for number in game.offered if game.numbering.name(number) == "activate"))
    assert "\nactivate\n" in env.render()
    assert "1 Pz" in env.render()


def test_a_seed_gives_the_same_game_and_another_one_another() -> None:
    env, digests = aec_env("use:poland-1939"), []
    for seed in (1, 1, 2):
        at_random(env, seed)
        digests.append(env.episode.game.state.digest())
    assert digests[0] == digests[1] != digests[2]


def test_what_one_wins_the_other_loses_and_only_at_the_end() -> None:
    for seed in range(6):
        env = aec_env("use:poland-1939")
        *before, last = at_random(env, seed)
        game = env.episode.game
        assert game.outcome is not None
        assert game.outcome.winner is not None
        assert list(last.values()) == [1.0 if side == game.outcome.winner else -1.0 for side in (0, 1)]
        assert not any(any(each.values()) for each in before)


def test_shaping_pays_the_points_of_the_margin_as_they_come() -> None:
    env = aec_env("gew:north-africa-1941", shaping=0.01)
    env.reset(seed=1)
    margin = env.numbering.scenario.system.standing.margin
    begun = margin(env.episode.game.state, AXIS)
    paid = sum(each["axis"] for each in at_random(env, 1))
    game = env.episode.game
    assert game.outcome is not None
    won = 0 if game.outcome.winner is None else 1 if game.outcome.winner == 0 else -1
    assert paid == pytest.approx(0.01 * (margin(game.state, AXIS) - begun) + won)


def test_after_so_many_answers_a_game_is_broken_off() -> None:
    env = aec_env("use:france-1940", max_answers=12)
    paid = at_random(env, 1)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert 12 <= len(env.episode.game.answers) < 40
    assert not any(any(each.values()) for each in paid)


def test_who_picks_what_is_not_offered_has_lost() -> None:
    env = aec_env("use:poland-1939")
    env.reset(seed=1)
    agent, offered = env.agent_selection, env.episode.game.offered
    env.step(next(number for number in range(env.numbering.size) if number not in offered))
    assert env.rewards[agent] == -1
    assert sum(env.rewards.values()) == -1
    assert all(env.terminations.values())
    assert env.infos[agent]["outcome"] == "Axis picked what was not offered"


def test_an_unknown_way_to_render_is_refused() -> None:
    with pytest.raises(BadInput, match="render_mode smell: expected human, ansi, rgb_array"):
        aec_env("toy:ford", render_mode="smell")


def test_an_environment_can_be_handed_to_another_process() -> None:
    env = aec_env("use:poland-1939")
    env.reset(seed=4)
    again = pickle.loads(pickle.dumps(env))
    assert np.array_equal(again.last()[0]["observation"], env.last()[0]["observation"])


# ------------------------------------------------------------------------------------------------ Gymnasium


@pytest.mark.parametrize(
    ("game", "side", "drawn"), [("toy:ford", "red", True), ("gew:north-africa-1941", "allied", False)]
)
def test_gymnasium_check_env(game: str, side: str, drawn: bool) -> None:
    env = gymnasium.make(ID, game=game, side=side, opponent="random", render_mode="ansi").unwrapped
    check_env(env, skip_render_check=not drawn)


def test_one_side_plays_against_any_of_our_players() -> None:
    for opponent in ("officer", "recruit", "random", "greedy-1"):
        env = gym_env("use:poland-1939", side="west", opponent=opponent)
        paid, terminated, truncated, told = after_a_game(env, 3)
        assert (terminated, truncated) == (True, False)
        assert paid in (-1.0, 1.0)
        assert "victory" in told["outcome"]
        answered = {side for side, _ in env.episode.game.answers}
        assert answered == {0, 1}


def test_the_same_seed_plays_the_same_game_against_the_computer() -> None:
    ends = []
    for _ in range(2):
        env = gym_env("toy:ford", side="red", opponent="officer")
        after_a_game(env, 5)
        ends.append(env.episode.game.state.digest())
    assert ends[0] == ends[1]


def test_masks_are_told_as_booleans_too() -> None:
    env = gym_env("toy:ford", side="red", opponent="random")
    seen, _ = env.reset(seed=1)
    assert env.action_masks().dtype == bool
    assert np.array_equal(env.action_masks(), seen["action_mask"])


def test_what_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "sandtable.env.spiel", raising=False)
    with pytest.raises(BadInput, match=r"pyspiel is not installed; pip install 'sandtable\[env\]' adds it"):
        openspiel_game("toy:ford")


def test_an_unknown_opponent_is_refused() -> None:
    with pytest.raises(BadInput, match="no player is called napoleon"):
        gym_env("toy:ford", side="red", opponent="napoleon")


# ------------------------------------------------------------------------------------------------ OpenSpiel


@pytest.mark.parametrize(("game", "games", "serialize"), [("use:poland-1939", 5, True), ("gew:lesson-fight", 1, False)])
def test_openspiel_random_sim_test(game: str, games: int, serialize: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    pyspiel.random_sim_test(openspiel_game(game), num_sims=games, serialize=serialize, verbose=False)


def test_chances_of_a_roll_are_exact_and_a_clone_goes_its_own_way() -> None:
    pytest.importorskip("pyspiel")
    state, rng = openspiel_game("use:poland-1939").new_initial_state(), np.random.default_rng(1)
    rolls = 0
    while not state.is_terminal():
        before, clone = str(state), state.clone()
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            rolls += 1
            action = rng.choice(outcomes, p=chances)
        else:
            action = rng.choice(state.legal_actions())
        clone.apply_action(int(action))
        assert str(state) == before
        state.apply_action(int(action))
        assert str(state) == str(clone)
    assert rolls
    assert sorted(state.returns()) == [-1.0, 1.0]


def test_a_game_that_takes_too_many_picks_is_drawn() -> None:
    pytest.importorskip("pyspiel")
    state = openspiel_game("use:france-1940", max_picks=3).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == [0.0, 0.0]


def test_what_is_remembered_tells_games_apart_that_look_alike_now() -> None:
    """An information state is all that was seen and picked, an observation what is seen now."""
    pytest.importorskip("pyspiel")
    states = [openspiel_game("toy:ford").new_initial_state() for _ in range(2)]
    assert len({state.information_state_string(0) for state in states}) == 1
    known = [states[0].information_state_string(0)]
    states[0].apply_action(states[0].legal_actions()[0])
    known.append(states[0].information_state_string(0))
    assert len(set(known)) == 2
