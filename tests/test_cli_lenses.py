"""The commands that look into a game: supply, the odds of an answer, why not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import fields

from sandtable.play.record import Answer, Record
from sandtable.play.session import start
from sandtable.players import player
from sandtable.server.wire import Odds

SANDTABLE = str(Path(sys.executable).with_name("sandtable"))
AFRICA = "gew:north-africa-1941"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([SANDTABLE, *words], capture_output=True, encoding="utf-8", check=False)


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, list[str]]:
    """A record, the number of inputs before its first attack, and that attack."""
    session = start("gew:barbarossa", "1", {"automatic_setup": True})
    who = player("random", "1")
    while (ask := session.ask) is not None:
        session.submit(ask.side, who.answer(session.state, ask))
        last = session.inputs
        found = [nth for nth, entry in enumerate(last) if isinstance(entry, Answer) and entry.picks[0] == "attack"]
        if found:
            break
    path = tmp_path_factory.mktemp("games") / "b.game"
    session.record().save(path)
    entry = session.inputs[found[0]]
    assert isinstance(entry, Answer)
    return str(path), str(found[0]), list(entry.picks)


# ------------------------------------------------------------------------------------------------ positions


@pytest.fixture
def sedan(tmp_path: Path) -> str:
    """Guderian at the Meuse, in words."""
    path = tmp_path / "sedan.txt"
    path.write_text(
        "game use:france-1940\nger_2pz 0611; fra_2 Sedan # weak\nweather Poor; axis acts\n", encoding="utf-8"
    )
    return str(path)


def test_a_position_in_a_file_is_looked_into_and_played(sedan: str, tmp_path: Path) -> None:
    assert "by land  0611 - 0512 Aachen (USE 7.4)" in run("supply", sedan, "--unit", "ger_2pz").stdout
    assert "is not a ground unit of yours" in run("why", sedan, "activate", "fra_2").stdout
    assert run("odds", sedan, "activate", "ger_2pz").stdout.startswith("activate 2nd Panzer (USE 6.3.1)")
    record = str(tmp_path / "g.game")
    played = run("play", sedan, "--axis", "random", "--west", "random", "--seed", "1", "--record", record)
    assert "conquered" in played.stdout
    assert run("verify", record).returncode == 0


def test_a_position_in_a_file_is_refused_by_its_clause(sedan: str) -> None:
    assert run("supply", sedan, "--at", "3", "--unit", "ger_2pz").returncode == 2
    assert "it says its options itself" in run("play", sedan, "--option", "long").stderr
    Path(sedan).write_text("game use:france-1940; ger_2pz Sedann", encoding="utf-8")
    refused = run("play", sedan)
    assert refused.returncode == 2
    assert refused.stderr == "ger_2pz Sedann: no place is called Sedann; did you mean Sedan?\n"


# ------------------------------------------------------------------------------------------------ supply


def test_a_line_of_supply_is_shown_at_the_start_of_a_scenario() -> None:
    told = run("supply", AFRICA, "--unit", "ger_dak").stdout.splitlines()
    assert told[0].startswith("DAK is in supply: a line of 2 hexes of 6 allowed to a port")
    assert told[1] == "  by land  2926 - 2826 - 2726 Benghazi (GEW 12.1)"


def test_a_line_of_supply_is_told_to_programs() -> None:
    told = json.loads(run("supply", AFRICA, "--unit", "ger_dak", "--json").stdout)
    assert told["supplied"] is True
    assert told["legs"][0] == {"by": "land", "hexes": ["2926", "2826", "2726"], "through": [], "rule": "GEW 12.1"}


def test_who_starves_if_a_hex_falls_is_told_without_naming_a_counter_that_is_not_there() -> None:
    told = run("supply", AFRICA, "--hex", "2726").stdout
    assert told.startswith("if 2726 Benghazi falls, 2 units of the Axis side would be out of supply:")
    assert "in the zone of control of an enemy unit (GEW 12.3)" in told
    data = json.loads(run("supply", AFRICA, "--hex", "2726", "--json").stdout)
    assert [each["unit"] for each in data["units"]] == ["ita_cam", "ita_ghqna"]


def test_all_units_of_a_game_are_counted(battle: tuple[str, str, list[str]]) -> None:
    path, at, _ = battle
    told = run("supply", path, "--at", at).stdout
    assert "units on the map are in supply" in told
    assert len(json.loads(run("supply", path, "--at", at, "--json").stdout)) > 20


# ------------------------------------------------------------------------------------------------ odds


def test_the_odds_of_an_attack_in_a_record_are_shown(battle: tuple[str, str, list[str]]) -> None:
    path, at, picks = battle
    told = run("odds", path, "--at", at, *picks).stdout
    assert told.startswith(f"attack {picks[1]}")
    assert "differential" in told
    assert "(GEW 21." in told
    assert "on average, if " in told


def test_the_odds_of_an_attack_are_told_to_programs(battle: tuple[str, str, list[str]]) -> None:
    path, at, picks = battle
    told = json.loads(run("odds", path, "--at", at, "--json", *picks).stdout)
    assert told["rule"] == "GEW 19.2"
    assert sum(each["percent"] for each in told["results"]) == pytest.approx(100, abs=0.01)
    assert "hex taken" in told["expected"][0]["figures"]
    assert {"title" if key == "action" else key for key in told} == {field.name for field in fields(Odds)}
    assert (told["later"], told["again"]) == ("", False)
    assert all(each["means"] for each in told["results"])


def test_programs_are_told_where_an_answer_itself_rolls_nothing(tmp_path: Path) -> None:
    session = start("use:poland-1939", "seed")
    session.submit_written("axis", ["activate", "ger_2pz"])
    path = tmp_path / "poland.game"
    session.record().save(path)
    told = json.loads(run("odds", str(path), "--json", "assault", "0906").stdout)
    assert told["later"].startswith("2nd Panzer leads it")
    assert len(told["results"]) > 1


# ------------------------------------------------------------------------------------------------ why not


def test_why_not_is_told_at_the_start_of_a_scenario_and_in_a_record(battle: tuple[str, str, list[str]]) -> None:
    path, at, picks = battle
    assert run("why", AFRICA, "keep").stdout == "keep may be picked\n"
    assert "march is not among the choices (GEW 10.12)" in run("why", "gew", "march", "ger_dak").stdout
    told = run("why", path, "--at", at, *picks[:2], "bri_a8").stdout
    assert "bri_a8" in told
    assert "(GEW 19." in told


def test_random_illegal_choices_are_tried() -> None:
    done = run("why", "gew", "--random", "30")
    assert done.returncode == 0
    assert done.stdout.startswith("30 illegal choices in random games of every scenario of The Great European War")
    assert "every one was refused with at least one existing rule and a cause, and changed nothing" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["supply", "gew:nowhere"], "no scenario nowhere"),
        (["supply", "nowhere.game"], "cannot be read"),
        (["supply", "gew", "--unit", "nobody"], "no counter is called nobody"),
        (["supply", "gew", "--hex", "9999"], "9999 is not on the map"),
        (["supply", "gew", "--hex", "stockholm"], "is held by neither side"),
        (["supply", "gew", "--side", "french"], "no side is called french"),
        (["supply", "gew", "--unit", "ger_dak", "--hex", "2726"], "say --unit or --hex, not both"),
        (["supply", "gew", "--at", "3"], "gew is no record of a game"),
        (["supply", "g.game", "--at", "-1"], "Invalid value for '--at'"),
        (["why", "g.game", "--at", "-1"], "Invalid value for '--at'"),
        (["odds", "g.game", "--at", "-1"], "Invalid value for '--at'"),
        (["show", "g.game", "--at", "-1"], "Invalid value for '--at'"),
        (["replay", "g.game", "--at", "-1"], "Invalid value for '--at'"),
        (["odds", "nowhere.game", "attack"], "cannot be read"),
        (["odds", "gew.ground", "--at", "3"], "gew.ground is no record of a game"),
        (["why", "gew"], "say what you would pick"),
    ],
)
def test_bad_words_get_one_sentence(words: list[str], said: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["supply", "replay", "plan"])
def test_a_record_is_not_read_behind_its_end(battle: tuple[str, str, list[str]], command: str) -> None:
    inputs = len(Record.load(Path(battle[0])).inputs)
    done = run(command, battle[0], "--at", str(inputs + 1))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{battle[0]} has {inputs} inputs: it has no position after {inputs + 1}\n"


def test_an_answer_must_be_named_and_legal(battle: tuple[str, str, list[str]]) -> None:
    path, at, picks = battle
    for words, said in (
        ([], "it may begin with attack"),
        ([*picks[:2], "bri_a8"], "8 Army (Commonwealth)"),
        (["attack"], "target"),
    ):
        done = run("odds", path, "--at", at, *words)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert said in done.stderr
