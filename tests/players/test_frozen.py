"""Players that are frozen play as they did: the games of `greedy-1` are pinned, with the numbers of scenarios then;
`pytest --pin` writes them anew, which only a change of the rules excuses."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from sandtable.core.rules import Side
from sandtable.core.system import find_system
from sandtable.play.notation import readable
from sandtable.play.session import start
from sandtable.play.table import computer_answer
from sandtable.players import player

PINNED = Path(__file__).with_name("frozen.txt")
MOST = 1500  # answers of a game that are looked at
RULES = "2"  # whose numbers they began with
GAMES = (
    "gew:campaign", "gew:barbarossa", "gew:north-africa-1941", "ocs:crusader", "ocs:primosole",
    "use:balkans-1941", "use:france-1940", "use:poland-1939",
)  # fmt: skip
LARGE = ("gew:campaign", "ocs:crusader")


def answers(game: str, name: str) -> str:
    """A digest of the first answers of a game that a player plays with itself."""
    code, _, scenario = game.partition(":")
    as_it_was = find_system(code).began_as(RULES, scenario, {})
    session, told = start(f"{code}:{as_it_was}", seed="frozen"), hashlib.sha256()
    players = [player(name, f"frozen {side}") for side in (0, 1)]
    for _ in range(MOST):
        if (ask := session.ask) is None:
            break
        action = computer_answer(session, players[ask.side], "frozen")
        told.update(f"{ask.side} {readable(session.state, ask.form, action)}\n".encode())
        session.submit(Side(ask.side), action)
    return told.hexdigest()[:16]


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.long if game in LARGE else ()) for game in GAMES]
)
def test_greedy_1_plays_as_it_did(game: str, request: pytest.FixtureRequest) -> None:
    kept = dict(line.rsplit(" ", 1) for line in PINNED.read_text(encoding="utf-8").splitlines())
    now = answers(game, "greedy-1")
    if request.config.getoption("--pin"):
        kept[f"greedy-1 {game}"] = now
        PINNED.write_text("".join(f"{key} {value}\n" for key, value in sorted(kept.items())), encoding="utf-8")
    assert kept.get(f"greedy-1 {game}") == now
