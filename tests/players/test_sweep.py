"""Sweeps: the same seeds with each value, alike on however many processes, as a table, a plot, a picture or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from multiprocessing import active_children
from pathlib import Path
from xml.etree import ElementTree

import pytest

import sandtable.cli
from sandtable.cli import sweeps
from sandtable.cli.sweeps import numbers, whisker
from sandtable.core.errors import BadInput
from sandtable.draw.intervals import Share, intervals
from sandtable.draw.shapes import Disc, Text
from sandtable.players.match import Pairing, Tally, play_once, wilson
from sandtable.players.sweep import Trial, Tried, play_sweep, summed, trials

FORD = Pairing("toy:ford", ("greedy", "random"), "1", {})
MUD = trials(FORD, {"mud": [False, True]})
POLAND = Pairing("use:poland-1939", ("greedy", "random"), "1", {})
GREEDY = ("--players", "greedy", "random")
RANDOM = ("--players", "random", "random")
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def typed(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["sandtable", "sweep", *words])
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.setenv("SANDTABLE_DATA", "")
        with pytest.raises(SystemExit) as ended:
            sandtable.cli.main()
        return (int(ended.value.code or 0), *capsys.readouterr())

    return typed


def untimed(tried: list[Tried]) -> list[Tried]:
    return [each._replace(seconds=0) for each in tried]


# ------------------------------------------------------------------------------------------------ the games


def test_a_sweep_ends_alike_on_one_process_and_on_two() -> None:
    assert untimed([*play_sweep(MUD, 3, 1)]) == untimed([*play_sweep(MUD, 3, 2)])


def test_another_seed_plays_other_games() -> None:
    other = trials(FORD._replace(seed="2"), {"mud": [False, True]})
    assert untimed([*play_sweep(MUD, 3, 1)]) != untimed([*play_sweep(other, 3, 1)])


def test_settings_take_turns_and_have_the_same_seeds() -> None:
    tried = [*play_sweep(MUD, 2, 1)]
    assert [each.trial for each in tried] == [0, 1, 0, 1]
    assert tried[2].played == play_once(MUD[0].pairing, "1 1")
    assert tried[3].played == play_once(MUD[1].pairing, "1 1")


def test_the_first_player_always_has_the_first_side() -> None:
    assert {each.played.side for each in play_sweep(MUD, 2, 1)} == {0}


def test_axes_make_a_grid_of_names_and_options() -> None:
    found = trials(POLAND, {"poland_will": [9, 10], "nw_cap": [0], "sister_crt": [False, True]})
    assert [(each.pairing.game, each.pairing.options) for each in found] == [
        ("use:poland-1939@poland_will=9,nw_cap=0", {"sister_crt": False}),
        ("use:poland-1939@poland_will=9,nw_cap=0", {"sister_crt": True}),
        ("use:poland-1939@poland_will=10,nw_cap=0", {"sister_crt": False}),
        ("use:poland-1939@poland_will=10,nw_cap=0", {"sister_crt": True}),
    ]


def test_numbers_are_added_to_those_that_the_name_tells() -> None:
    (only,) = trials(POLAND._replace(game="use:poland-1939@nw_cap=20"), {"poland_will": [9]})
    assert only.pairing.game == "use:poland-1939@nw_cap=20,poland_will=9"


def test_more_settings_than_anybody_waits_for_are_refused() -> None:
    with pytest.raises(BadInput, match="1001 settings"):
        trials(POLAND, {"poland_will": [*range(1001)]})


def test_a_poland_without_will_is_lost_and_one_of_iron_is_not() -> None:
    found = summed(wanted := trials(POLAND, {"poland_will": [1, 200]}), [*play_sweep(wanted, 3, 1)])
    assert [each.tally.wins for each in found] == [3, 0]
    assert [each.tally.turns for each in found] == [1, 1]


def test_the_turns_of_a_game_are_counted_from_its_first() -> None:
    desert = Pairing("gew:north-africa-1941", ("random", "random"), "1", {"automatic_setup": True})
    assert 1 <= play_once(desert, "1").turns <= 4


def test_a_sweep_broken_off_tells_what_is_known() -> None:
    tried = [*play_sweep(MUD, 2, 1)][:3]
    assert [each.tally.games for each in summed(MUD, tried)] == [2, 1]
    assert [each.trial for each in summed(MUD, tried[:1])] == [MUD[0]]


def test_whoever_stops_listening_ends_the_processes() -> None:
    before = set(active_children())
    playing = play_sweep(MUD, 200, 2)
    next(playing)
    assert set(active_children()) - before
    playing.close()
    assert set(active_children()) <= before


def test_no_games_and_no_processes_are_no_sweep() -> None:
    with pytest.raises(BadInput, match="0 games"):
        next(play_sweep(MUD, 0))
    with pytest.raises(BadInput, match="0 processes"):
        next(play_sweep(MUD, 1, 0))


# ------------------------------------------------------------------------------------------------ what is typed


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ("9", [9]),
        ("7..11", [7, 8, 9, 10, 11]),
        ("8..20..4", [8, 12, 16, 20]),
        ("8..11..2", [8, 10]),
        ("7,9,12", [7, 9, 12]),
        ("12,7..9,8", [12, 7, 8, 9]),
    ],
)
def test_values_are_numbers_ranges_and_lists(said: str, values: list[int]) -> None:
    assert numbers("poland_will", said) == values


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["use:poland-1939", "--set", "warsaw_will=7..11"], "has the numbers pp_per_factory, nw_cap"),
        (["use:poland-1939", "--set", "poland_will=201"], "poland_will is a whole number from 0 to 200"),
        (["use:poland-1939", "--set", "poland_will"], "say poland_will=9, poland_will=7..11"),
        (["use:poland-1939", "--set", "poland_will=many"], "poland_will=8..20..4"),
        (["use:poland-1939", "--set", "poland_will=-3..4"], "say poland_will=9"),
        (["use:poland-1939", "--set", "poland_will=11..7"], "a range goes up"),
        (["use:poland-1939", "--set", "poland_will=7..11..0"], "a range goes up"),
        (["use:poland-1939", "--set", "poland_will=0..99999"], "has 100000 values"),
        (["use:poland-1939", "--set", "poland_will=7", "--set", "poland_will=8"], "said twice"),
        (["use:poland-1939", "--set", "sister_crt=7..9"], "a switch is sister_crt=yes"),
        (["use:poland-1939", "--set", "poland_will=7", "--option", "snow"], "--option snow"),
        (["gew:campaign", "--set", "poland_will=7..11"], "has the numbers axis_handicap, allied_handicap and"),
        (["use:sweden-1940", "--set", "poland_will=7..11"], "no scenario sweden-1940"),
        (["use:poland-1939"], "Missing option '--set'"),
        (["use:poland-1939", "--set", "poland_will=7", "--players", "greedy", "napoleon"], "no player is called"),
        (["use:poland-1939", "--set", "poland_will=7", "--players", "human", "greedy"], "between computer players"),
        (["use:poland-1939", "--set", "poland_will=7", "--games", "0"], "0 games"),
        (["use:poland-1939", "--set", "poland_will=7", "--plot", "plot.pdf"], ".svg or .png"),
        (["use:poland-1939", "--set", "poland_will=7", "--plot", "nowhere/plot.svg"], "plot.svg cannot be written"),
    ],
)
def test_a_sweep_that_cannot_be_is_refused_in_one_sentence(run: Run, words: list[str], said: str) -> None:
    code, out, err = run(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


# ------------------------------------------------------------------------------------------------ what is shown


def test_a_sweep_is_a_table_and_a_plot(run: Run) -> None:
    code, out, err = run("use:poland-1939", "--set", "poland_will=1,200", "--games", "4", *GREEDY)
    lines = out.splitlines()
    assert (code, err, lines[0]) == (0, "", "greedy against random  Poland, 1939  seed 1")
    assert lines[1].split()[:5] == ["poland_will", "games", "axis", "wins", "draws"]
    assert lines[2].split()[:8] == ["1", "4", "4", "0", "100.0%", "51.0%", "to", "100.0%"]
    assert lines[3].split()[:8] == ["200", "4", "0", "0", "0.0%", "0.0%", "to", "49.0%"]
    assert lines[5].startswith("as it stands: poland_will=")
    assert [line.split()[0] for line in lines[-2:]] == ["1", "200"]
    assert (lines[-2].endswith("●"), lines[-1].split()[1][0]) == (True, "●")


def test_a_grid_keeps_within_eighty_columns(run: Run) -> None:
    axes = ("--set", "poland_will=1", "--set", "collapse_when_all_cities_lost=no,yes")
    _, out, _ = run("use:poland-1939", *axes, "--games", "1", *RANDOM)
    assert max(map(len, out.splitlines())) <= 80
    assert "…" not in out
    assert [line.split()[:2] for line in out.splitlines() if line.lstrip().startswith("1 ")] == [
        ["1", "no"],
        ["1", "yes"],
    ] * 2


def test_a_sweep_for_programs_is_the_same_on_any_number_of_processes(run: Run) -> None:
    words = ("toy:ford", "--set", "mud=no,yes", "--games", "3", "--json", "--processes")
    one, two = (json.loads(run(*words, count)[1]) for count in ("1", "2"))
    assert [each["set"] for each in one["results"]] == [{"mud": False}, {"mud": True}]
    assert (one["side"], one["complete"], one["players"]) == ("red", True, ["greedy", "greedy"])
    assert all(each.pop("seconds") >= 0 for told in (one, two) for each in told["results"])
    assert one == two


def test_ctrl_c_shows_what_is_known_so_far(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(wanted: list[Trial], games: int, processes: int | None) -> Iterator[Tried]:
        yield from [*play_sweep(wanted, games, 1)][:3]
        raise KeyboardInterrupt

    monkeypatch.setattr(sweeps, "play_sweep", broken_off)
    code, out, err = run("toy:ford", "--set", "mud=no,yes", "--games", "9", "--json", *RANDOM)
    assert (code, err) == (130, "stopped after 3 of 18 games\n")
    assert [each["games"] for each in json.loads(out)["results"]] == [2, 1]
    assert json.loads(out)["complete"] is False


@pytest.mark.parametrize(
    ("ends", "plain", "line"),
    [
        ((0.0, 0.0, 0.5), False, "●────┤·····"),
        ((0.2, 0.5, 0.8), False, "··├──●──┤··"),
        ((0.2, 0.5, 0.8), True, "..[--o--].."),
        ((0.5, 1.0, 1.0), True, ".....[----o"),
    ],
)
def test_an_interval_is_a_line_with_its_share_on_it(ends: tuple[float, float, float], plain: bool, line: str) -> None:
    assert whisker(*ends, 11, plain) == line


def test_a_picture_has_a_disc_for_each_share() -> None:
    picture = intervals("Poland", "200 games", [Share("will=7", 0.4, 0.5, 0.6), Share("will=8", 0.0, 0.25, 0.5)])
    half, quarter = (shape.x for shape in picture.shapes if isinstance(shape, Disc))
    said = {shape.text: shape.x for shape in picture.shapes if isinstance(shape, Text)}
    assert (half, quarter) == (said["50 %"], said["25 %"])
    assert {"Poland", "200 games", "will=7", "will=8", "50.0%", "25.0%"} <= {*said}


@pytest.mark.parametrize("name", ["plot.svg", "plot.png"])
def test_a_sweep_is_drawn(run: Run, tmp_path: Path, name: str) -> None:
    code, out, _ = run(
        "toy:ford", "--set", "mud=no,yes", "--games", "1", *RANDOM, "--json", "--plot", str(tmp_path / name)
    )
    content = (tmp_path / name).read_bytes()
    assert (code, len(json.loads(out)["results"])) == (0, 2)
    if name.endswith("svg"):
        assert "mud=yes" in {
            text.text for text in ElementTree.fromstring(content).iter("{http://www.w3.org/2000/svg}text")
        }
        assert len(content) < 10_000
    else:
        assert content.startswith(b"\x89PNG")


def test_the_interval_shown_is_wilsons() -> None:
    assert Tally(5, 0, 5, 0, 0, 0).interval == wilson(5, 10)
