"""The farm: the same games on however many processes, kept as they end, resumed after a kill."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import Mock

import pytest

import sandtable.cli as sandtable_cli
from sandtable.core.errors import BadData, BadInput
from sandtable.farm.jobs import COLUMNS, TIMED, Done, Job, as_tried, of_pairs, of_trials, play
from sandtable.farm.kept import Kept
from sandtable.farm.running import on_processes, on_ray, run
from sandtable.players.match import Pairing, play_match
from sandtable.players.sweep import play_sweep, trials

SANDTABLE = str(Path(sys.executable).with_name("sandtable"))
FORD = Pairing("toy:ford", ("officer", "random"), "1", {})
JOBS = of_pairs(FORD, 0, 4)
GOOD = "toy:ford,,officer,random,1 0,-1,2.5,30,4,15,0.100,0.090,15,0.010,0.010"  # a game that was kept
PATIENCE = 120  # seconds
MATCH = ("farm", "match", "gew:north-africa-1941", "officer", "random", "--games", "30", "--processes", "2")


def untimed(done: Sequence[Done]) -> list[list[str]]:
    return [each.row()[:TIMED] for each in done]


def in_file(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [row[:TIMED] for row in csv.reader(file)]


def backwards(jobs: Sequence[Job]) -> Generator[Done]:
    """Workers who end the last job first."""
    yield from map(play, reversed(jobs))


def never(jobs: Sequence[Job]) -> Generator[Done]:
    raise AssertionError(f"{len(jobs)} jobs are played again")
    yield


def sandtable(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([SANDTABLE, *words], capture_output=True, encoding="utf-8", check=False)


# ------------------------------------------------------------------------------------------------ jobs


def test_the_games_of_a_match_are_those_of_the_farm() -> None:
    done = [*run(JOBS, on_processes(1), Kept())]
    assert [each.seen(nth % 2) for nth, each in enumerate(done)] == play_match(FORD, 8, 1)


def test_the_games_of_a_sweep_are_those_of_the_farm() -> None:
    wanted = trials(FORD, {"mud": [False, True]})
    done = [*run(of_trials(wanted, 0, 2), on_processes(1), Kept())]
    assert [each[:2] for each in as_tried(done, 2)] == [each[:2] for each in play_sweep(wanted, 2, 1)]


def test_jobs_end_alike_on_one_process_and_on_two_and_in_any_order() -> None:
    one, two, last = ([*run(JOBS, workers, Kept())] for workers in (on_processes(1), on_processes(2), backwards))
    assert untimed(one) == untimed(two) == untimed(last)
    assert [each.job for each in last] == JOBS


def test_what_players_took_is_told_beside_the_game() -> None:
    done = play(JOBS[0])
    first, second = done.timed.spent
    assert first.answers + second.answers == done.timed.played.length
    assert first.seconds > 0


def test_a_line_tells_all_of_a_game() -> None:
    done = play(Job("toy:ford", (("mud", True),), ("random", "officer"), "a, b"))
    again = Done.read(done.row())
    assert (again.job, again.timed.played) == (done.job, done.timed.played)
    assert again.row() == done.row()


# ------------------------------------------------------------------------------------------------ games that are kept


@pytest.fixture
def played(tmp_path: Path) -> Path:
    path = tmp_path / "games.csv"
    [*run(JOBS, on_processes(1), Kept(path))]
    return path


def test_what_is_kept_is_not_played_again(played: Path) -> None:
    again = [*run(JOBS, never, Kept(played))]
    assert untimed(again) == untimed([*run(JOBS, on_processes(1), Kept())])


def test_a_line_that_was_torn_is_played_again(played: Path) -> None:
    whole = in_file(played)
    played.write_bytes(played.read_bytes()[:-20])
    kept = Kept(played)
    assert len(kept.done) == len(JOBS) - 1
    assert played.read_bytes().endswith(b"\n")
    [*run(JOBS, on_processes(1), kept)]
    assert in_file(played) == whole


def test_the_file_is_the_same_in_whatever_order_games_end(tmp_path: Path) -> None:
    files = []
    for name, workers in (("a.csv", on_processes(1)), ("b.csv", backwards)):
        kept = Kept(tmp_path / name)
        [*run(JOBS, workers, kept)]
        kept.put_in_order()
        files.append(in_file(tmp_path / name))
    assert files[0] == files[1]
    assert files[0][0] == list(COLUMNS[:TIMED])


def test_two_farms_may_keep_their_games_in_one_file(played: Path) -> None:
    one, other = Kept(played), Kept(played)
    one.add(play(Job("toy:ford", (), ("random", "random"), "a")))
    other.add(play(Job("toy:ford", (), ("random", "random"), "b")))
    one.put_in_order()
    other.put_in_order()
    assert len(Kept(played).done) == len(JOBS) + 2


def lasting(seed: str, cpu: str) -> Done:
    """The same game however long it took."""
    row = GOOD.split(",")
    return Done.read([*row[:4], seed, *row[5:-1], cpu])


def test_what_another_farm_has_added_is_not_forgotten(played: Path) -> None:
    one, other = Kept(played), Kept(played)
    other.add(lasting("b", "0.010"))
    one.forget(JOBS[:3])
    assert Kept(played).done.keys() == {*JOBS[3:], lasting("b", "0.010").job}


def test_what_another_farm_has_played_again_or_forgotten_stays_so(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    first = Kept(path)
    for seed in "abc":
        first.add(lasting(seed, "0.010"))
    one, other = Kept(path), Kept(path)
    other.forget([lasting(seed, "0.010").job for seed in "ab"])
    other.add(lasting("a", "0.020"))
    one.add(lasting("d", "0.010"))
    one.put_in_order()
    expected = [lasting("a", "0.020"), lasting("c", "0.010"), lasting("d", "0.010")]
    assert Kept(path).done == one.done == {each.job: each for each in expected}


def test_a_game_after_a_line_that_was_torn_has_a_line_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    kept = Kept(path)
    for torn in ("game,opt", GOOD[:30]):
        with path.open("a") as file:
            file.write(torn)  # as another farm that is killed
        kept.add(lasting(torn, "0.010"))
    assert Kept(path).done == kept.done
    assert len(kept.done) == 2


def keep_many(path: Path, name: str) -> None:
    kept = Kept(path)
    for nth in range(60):
        kept.add(lasting(f"{name} {nth}", "0.010"))
        kept.forget([lasting(f"{name} {nth - 1}", "0.010").job] if nth % 2 else [])


@pytest.mark.skipif(os.name == "nt", reason="files are not locked there")
def test_farms_that_write_one_file_at_once_lose_no_game(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    Kept(path).put_in_order()
    with ThreadPoolExecutor(3) as pool:
        for ended in [pool.submit(keep_many, path, name) for name in "abc"]:
            ended.result()
    seeds = {f"{name} {nth}" for name in "abc" for nth in range(1, 60, 2)}
    assert {job.seed for job in Kept(path).done} == seeds
    assert [each.name for each in tmp_path.iterdir()] == ["games.csv"]


def test_what_is_forgotten_is_played_again(played: Path) -> None:
    kept = Kept(played)
    kept.forget(JOBS[:3])
    assert len(Kept(played).done) == len(JOBS) - 3


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a,b\n", 1, "its first line is"),
        ("dear diary", 1, "its first line is"),
        ("dear diary\ntoday", 1, "its first line is"),
        *(
            (f"{','.join(COLUMNS)}\n{GOOD}\n{bad}\n", 3, f"no game that was kept: {bad}")
            for bad in (
                "x,y",
                GOOD.rpartition(",")[0],  # a column less
                ",".join(GOOD.split(",")[:9]),
                f"{GOOD},1",
                GOOD.replace(",-1,", ",2,"),
                GOOD.replace(",-1,", ",won,"),
                GOOD.replace(",2.5,", ",nan,"),
                GOOD.replace(",2.5,", ",-inf,"),
            )
        ),
    ],
)
def test_another_file_is_refused_by_its_line(tmp_path: Path, text: str, line: int, said: str) -> None:
    path = tmp_path / "games.csv"
    path.write_text(text)
    with pytest.raises(BadData, match=said) as refused:
        Kept(path)
    assert refused.value.line == line
    assert path.read_text() == text


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
def test_a_farm_that_was_killed_goes_on_and_leaves_the_file_of_one_run(tmp_path: Path) -> None:
    killed, whole = tmp_path / "killed.csv", tmp_path / "whole.csv"
    begun = subprocess.Popen([SANDTABLE, *MATCH, "--keep", str(killed)], stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + PATIENCE
    while not killed.exists() or killed.read_bytes().count(b"\n") < 4:
        assert time.monotonic() < deadline
        assert begun.poll() is None, "it has come to its end before it was killed"
        time.sleep(0.005)
    begun.send_signal(signal.SIGKILL)
    begun.wait()
    assert 3 <= len(Kept(killed).done) < 30
    with killed.open("ab") as file:
        file.write(b"gew:north-africa-1941,automatic_setup=yes,off")  # as if it had been killed while it wrote
    again = sandtable(*MATCH, "--keep", str(killed), "--json")
    assert again.returncode == 0, again.stderr
    once = sandtable(*MATCH, "--keep", str(whole), "--json")
    assert in_file(killed) == in_file(whole)
    assert len(in_file(whole)) == 31
    assert json.loads(again.stdout) == json.loads(once.stdout)


# ------------------------------------------------------------------------------------------------ what is typed


def test_a_match_of_the_farm_is_that_of_match(tmp_path: Path) -> None:
    words = ("gew:north-africa-1941", "officer", "random", "--games", "4", "--json")
    report = tmp_path / "match.html"
    done = sandtable("farm", "match", *words, "--report", str(report))
    assert json.loads(done.stdout) == json.loads(sandtable("match", *words).stdout)
    page = report.read_text(encoding="utf-8")
    assert "<h1>officer against random</h1>" in page
    assert "<svg" in page
    assert page.count("<tr>") == 4


def test_a_sweep_of_the_farm_is_that_of_sweep() -> None:
    words = (
        "use:poland-1939",
        "--set",
        "poland_will=1,200",
        "--games",
        "2",
        "--json",
        "--players",
        "officer",
        "random",
    )
    found, usual = (json.loads(sandtable(*command, *words).stdout) for command in (("farm", "sweep"), ("sweep",)))
    for each in (*found["results"], *usual["results"]):
        del each["seconds"]
    assert found == usual


MISSING = 'is in the extra "farm": pip install "sandtable[farm]"'
GEW = ("gew:north-africa-1941", "officer", "random")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["match", *GEW, "--games", "3"], "an even number of games"),
        (["match", "gew", "officer", "napoleon"], "no player is called napoleon"),
        (["match", "gew", "officer", "human"], "between computer players"),
        (["match", "gew", "bot:a", "bot:b"], "two bots"),
        (["match", *GEW, "--keep", "nowhere/games.csv"], "cannot be written"),
        (["match", *GEW, "--report", "nowhere/page.html"], "cannot be written"),
        (["match", *GEW, "--ray", "auto", "--processes", "2"], "on a cluster or on this machine"),
        (
            ["match", "gew:north-africa-1941", "bot:no-such-program", "officer", "--games", "2", "--processes", "1"],
            "No such file",
        ),
        (["match", "gew:north-africa-1941", "bot:", "officer"], "named by the command"),
        (["ladder", "officer", "bot:'python", "--games", "gew"], "read as a shell reads it, which fails: No closing"),
        (["sweep", "use:poland-1939", "--set", "poland_will=1", "--games", "0"], "0 games: a sweep plays 1 or more"),
        (
            ["ladder", "officer", "random", "--games", "gew", "--write", "a.md", "--keep", "a.csv"],
            "the games of a ladder that is written are kept beside it",
        ),
        (["ladder", "officer", "random", "--games", "gew", "--write", "nowhere/a.md"], "cannot be written"),
        (
            ["balance", "gew", "--write", "a.md", "--keep", "a.csv"],
            "the games of a balance that is written are kept beside it",
        ),
        (["balance", "gew", "--write", "nowhere/a.md"], "cannot be written"),
        (["tune", "use:poland-1939", "--set", "poland_will=9"], "say where to look for it"),
        (["tune", "use:poland-1939", "--set", "sister_crt=no,yes"], "a switch is tried by sweep"),
        (["tune", "use:poland-1939", "--set", "poland_will=9..12", "--by", "eye"], "cma or spsa"),
        (["ladder", "officer", "--games", "gew"], "two players or more"),
        (["ladder", "officer", "officer", "--games", "gew"], "each named once"),
        (["ladder", "officer", "random", "human", "--games", "gew"], "between computer players"),
        (["ladder", "officer", "random", "--games", "gew", "--pairs", "0"], "0 pairs"),
        (["ladder", "officer", "random", "--games", "gew", "--sprt", "5", "0"], "ELO0 is less than ELO1"),
    ],
)
def test_a_farm_that_cannot_be_is_refused_in_one_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["sandtable", "farm", *words])
    monkeypatch.setenv("SANDTABLE_DATA", "")
    with pytest.raises(SystemExit) as ended:
        sandtable_cli.main()
    out, err = capsys.readouterr()
    assert (ended.value.code, out, err.count("\n")) == (2, "", 1), err
    assert said in err


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("ray", ["match", *GEW, "--ray", "auto"]),
        ("pyarrow", ["match", *GEW, "--parquet", "games.parquet"]),
        ("cma", ["tune", "use:poland-1939", "--set", "poland_will=9..12", "--by", "cma"]),
    ],
)
def test_what_the_extra_has_is_named_where_it_is_missing(module: str, words: list[str], tmp_path: Path) -> None:
    (tmp_path / f"{module}.py").write_text("raise ImportError('not here')")
    done = subprocess.run(
        [SANDTABLE, "farm", *words], capture_output=True, encoding="utf-8", check=False, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert MISSING in done.stderr


def test_jobs_that_are_kept_are_found_by_whoever_names_the_same_game() -> None:
    """An option in another order is the same job."""
    both = {"mud": True, "fog": False}
    assert of_pairs(FORD._replace(options=both), 0, 1) == of_pairs(
        FORD._replace(options=dict(reversed(both.items()))), 0, 1
    )


class RayError(Exception):
    """What Ray raises if a cluster fails."""


class RayTaskError(RayError):
    """What Ray raises if a job does."""

    def __init__(self, cause: Exception) -> None:
        self.cause = cause


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        (RayError("its memory is full"), r"^--ray auto: the cluster has failed \(RayError\); whoever keeps the games"),
        (RayTaskError(RayError()), "^--ray auto: the cluster has failed"),
        (RayTaskError(BadInput("two bots")), "^two bots$"),
    ],
)
def test_a_cluster_that_fails_is_told_of_in_one_sentence(
    raised: Exception, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = Mock(exceptions=Mock(RayError=RayError, RayTaskError=RayTaskError))
    ray.cluster_resources.return_value = {"CPU": 1}
    ray.wait = lambda at_work: (at_work[:1], at_work[1:])
    ray.get.side_effect = raised
    monkeypatch.setitem(sys.modules, "ray", ray)
    with pytest.raises(BadInput, match=said):
        next(run(JOBS, on_ray("auto"), Kept()))
    ray.shutdown.assert_called_once()


def test_a_farm_without_processes_is_refused() -> None:
    with pytest.raises(BadInput, match="1 or more"):
        next(run(JOBS, on_processes(0), Kept()))
