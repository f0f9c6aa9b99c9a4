"""Games at the terminal: played, recorded, replayed, verified, and refused in one sentence."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.core.system import find

SANDTABLE = str(Path(sys.executable).with_name("sandtable"))
GAME = "gew:north-africa-1941"


def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([SANDTABLE, *words], input=typed, capture_output=True, encoding="utf-8", check=False)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "g.game"
    done = run("play", GAME, "--axis", "greedy", "--allied", "random", "--seed", "1", "--record", str(path))
    assert done.returncode == 0, done.stderr
    return path


def digest(text: str) -> str:
    found = re.search(r"digest (\w+)", text)
    assert found is not None, text
    return found[1]


def test_computers_play_a_game_to_its_end_and_the_same_seed_plays_it_again(record: Path, tmp_path: Path) -> None:
    again = run("play", GAME, "--axis=greedy", "--allied=random", "--seed", "1", "--record", str(tmp_path / "h.game"))
    assert "victory points" in again.stdout
    assert (tmp_path / "h.game").read_text(encoding="utf-8") == record.read_text(encoding="utf-8")


def test_a_record_is_replayed_to_the_same_position(record: Path) -> None:
    told = run("replay", str(record))
    assert digest(told.stdout) in record.read_text(encoding="utf-8").splitlines()[-1]
    assert "(GEW 17" in told.stdout


def test_a_record_can_be_stopped_on_the_way(record: Path) -> None:
    assert "The game is not over." in run("replay", str(record), "--at", "10").stdout


def test_a_record_is_verified(record: Path) -> None:
    assert "the commitment, and the game ends where the record says" in run("verify", str(record)).stdout


def test_a_person_plays_by_typing(tmp_path: Path) -> None:
    typed = "?\nwhy nonsense\nkeep\nend\nlog\nwhere\nsave " + str(tmp_path / "s.game") + "\nundo\nquit\n"
    done = run("play", GAME, "--allied", "random", "--seed", "2", "--option", "automatic_setup", typed=typed)
    assert done.returncode == 0, done.stderr
    assert "demobilize" in done.stdout
    assert "not among the choices" in done.stdout
    assert "The game is not over." in done.stdout
    assert (tmp_path / "s.game").exists()


def edited(record: Path, tmp_path: Path, old: str, new: str) -> str:
    text = record.read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "edited.game").write_text(text.replace(old, new, 1), encoding="utf-8")
    return str(tmp_path / "edited.game")


def test_an_edited_record_is_refused(record: Path, tmp_path: Path) -> None:
    done = run("verify", edited(record, tmp_path, '"reads": ', '"reads": 7, "was": '))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "gew:nowhere"], "no scenario nowhere"),
        (["play", GAME, "--axis", "napoleon"], "no player is called napoleon"),
        (["play", GAME, "--soviet", "greedy"], "say who plays with --axis PLAYER --allied PLAYER"),
        (["play", GAME, "--option", "magic"], "--option magic"),
        (["play", "use", "--axis", "greedy"], "no scenarios to play yet"),
        (["replay", "nowhere.game"], "cannot be read"),
        (["show", "gew"], "say --svg OUT or --png OUT"),
    ],
)
def test_bad_words_get_one_sentence(words: list[str], said: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_coverage_counts_the_rules() -> None:
    shown = run("rules", "gew", "--coverage").stdout.split("\n")
    book = find("gew").rulebook
    done = sum(rule.status == "done" for rule in book.values())
    assert f"  {done}  done" in shown
    assert f"  {len(book)}  rules of GEW" in shown
