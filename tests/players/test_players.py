"""Computer players: legal, repeatable, and blind to what their side may not see."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.core.errors import BadInput
from sandtable.core.rules import Side
from sandtable.play.session import Session, start
from sandtable.play.table import computer_answer, play_on
from sandtable.players import PLAYERS, player
from toy.s04_combat import Attack
from toy.state import ToyState
from typed import state_of


def ended(seed: str, *names: str) -> str:
    session = start("toy:ford", seed=seed)
    play_on(session, {Side(nth): player(name, seed) for nth, name in enumerate(names)}, seed)
    assert session.outcome is not None
    return session.state.digest()


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_plays_a_game_to_its_end_and_the_same_one_again(name: str) -> None:
    assert ended("7", name, "random") == ended("7", name, "random")


def test_play_stops_where_a_person_is_asked() -> None:
    session = start("toy:ford", seed="1")
    play_on(session, {Side(1): player("random", "1")}, "1")
    assert session.ask is not None
    assert session.ask.side == Side(0)


def test_a_computer_plays_the_same_game_whether_or_not_it_is_interrupted() -> None:
    whole, parts = start("toy:ford", seed="1"), start("toy:ford", seed="1")
    play_on(whole, {Side(nth): player("greedy", "1") for nth in (0, 1)}, "1")
    while (ask := parts.ask) is not None:
        play_on(parts, {ask.side: player("greedy", "1")}, "1")
    assert parts.inputs == whole.inputs


def test_a_player_answers_alike_whatever_is_hidden() -> None:
    """Two positions that differ only in the enemy's hidden reserve: the same imagination gives the same answer."""
    one, other = start("toy:ford", seed="1"), start("toy:ford", seed="1")
    state_of(other, ToyState).reserve[1] = 0  # the toy's column
    answers = [computer_answer(session, player("greedy", "1"), "3") for session in (one, other)]
    assert answers[0] == answers[1]


def sealed() -> tuple[Session, Attack]:
    """TOY 4.2: some game in which the attacker has sealed his word and the defender is asked for his."""
    for seed in map(str, range(50)):
        session = start("toy:ford", seed=seed)
        while (ask := session.ask) is not None:
            if isinstance(attack := session.state.stack[-1], Attack) and attack.at == "seal_too":
                return session, attack
            session.submit(ask.side, computer_answer(session, player("random", seed), seed))
    raise AssertionError("no attack was sealed")


def test_a_player_imagines_alike_whatever_is_sealed() -> None:
    """The sealed word stands in a procedure's field, and is guessed like the rest."""
    session, attack = sealed()
    seen = []
    for word in ("commit", "hold"):
        attack.mine = (word,)
        imagined = [
            session.system.hidden.imagine(session.state, Side(1 - attack.side), Random(nth)) for nth in range(8)
        ]
        seen.append([state.plain() for state in imagined])
    assert seen[0] == seen[1]
    assert len(set(seen[0])) > 1


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(
        BadInput,
        match="no player is called napoleon; there are human, recruit, officer, planner, staff, random, greedy-1",
    ):
        player("napoleon", "1")
