"""How even a scenario is: the same player on both sides, told of the first side."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable.cli import main
from sandtable.core.errors import BadInput
from sandtable.core.rules import Side
from sandtable.farm.balance import balances, between_equals
from sandtable.farm.jobs import Done
from sandtable.players.match import Pairing, Played, Spent, Timed

FORD = Pairing("toy:ford", ("", ""), "1", {})
NO_TIME = Spent(0, 0.0, 0.0)


def ended(*results: int) -> list[Done]:
    jobs = between_equals([FORD], "random", len(results), "1")
    timed = [Timed(Played(Side(0), each, 2.0 * each, 10, 3), (NO_TIME, NO_TIME)) for each in results]
    return [Done(job, each) for job, each in zip(jobs, timed, strict=True)]


def test_a_balance_counts_by_the_first_side() -> None:
    (found,) = balances(ended(1, 1, 0, -1, 1))
    assert found.counts == (3, 1, 1)
    assert found.score.mean == 0.7
    assert found.points == pytest.approx(0.8)
    assert not found.even


@pytest.mark.parametrize(
    ("results", "even"), [((1, -1, 1, -1), True), ((1, 0, 0, -1), False), ((1, 1, -1, 1, -1), True)]
)
def test_even_is_a_score_near_a_half_with_few_draws(results: tuple[int, ...], even: bool) -> None:
    assert balances(ended(*results))[0].even == even


def test_games_between_unequals_tell_nothing_of_it() -> None:
    (done,) = ended(1)
    assert not balances([done._replace(job=done.job._replace(players=("random", "officer")))])


def test_no_games_are_refused() -> None:
    with pytest.raises(BadInput, match="0 games: a balance is of 1 or more"):
        between_equals([FORD], "random", 0, "1")


def test_the_command_writes_its_table_and_goes_on_from_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "balance.md"
    told = ["farm", "balance", "toy:ford", "--player", "random", "--write", str(page), "--processes", "1", "--json"]
    for count in ("2", "4"):
        monkeypatch.setattr("sys.argv", ["sandtable", *told, "--games", count])
        with pytest.raises(SystemExit):
            main()
        (found,) = json.loads(capsys.readouterr().out)
        assert found["won"] + found["drawn"] + found["lost"] == int(count)
    assert "| toy:ford | random | 4 |" in page.read_text(encoding="utf-8")
    assert len(page.with_suffix(".csv").read_text(encoding="utf-8").splitlines()) == 5
