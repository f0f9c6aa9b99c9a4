"""Games at the terminal: played, recorded, replayed, verified, and refused in one sentence."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from sandtable.cli import main
from sandtable.core.board import Board
from sandtable.core.errors import BadData
from sandtable.core.system import find, find_system
from sandtable.play.record import Answer, Record
from sandtable.play.session import start
from sandtable.systems.gew.theatre import FOLDER

SANDTABLE = str(Path(sys.executable).with_name("sandtable"))
GAME = "gew:north-africa-1941"


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def run(*words: str, typed: str = "", at: Path | None = None) -> Done:
    """What a command does and says, with these lines piped in, in that folder."""
    out, err, before = io.StringIO(), io.StringIO(), Path.cwd()
    with pytest.MonkeyPatch.context() as changes, redirect_stdout(out), redirect_stderr(err):
        changes.setattr(sys, "argv", ["sandtable", *words])
        changes.setattr(sys, "stdin", io.StringIO(typed))
        changes.setenv("SANDTABLE_DATA", "")
        changes.setenv("COLUMNS", "100")
        os.chdir(at or before)
        try:
            main()
        except SystemExit as end:
            return Done(int(end.code or 0), out.getvalue(), err.getvalue())
        finally:
            os.chdir(before)
    raise AssertionError("it never ends without an exit code")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a game with dice and a march in it, played by computers at random."""
    path = tmp_path_factory.mktemp("games") / "g.game"
    for seed in range(50):
        words = ("play", GAME, "--axis=random", "--allied=random", "--seed", str(seed), "--record", str(path))
        assert run(*words).returncode == 0
        text = path.read_text(encoding="utf-8")
        if '"roll"' in text and '"march"' in text:
            return path
    raise AssertionError("no dice fell in fifty games")


def digest(text: str) -> str:
    found = re.search(r"digest (\w+)", text)
    assert found is not None, text
    return found[1]


def test_computers_play_a_game_to_its_end_and_the_same_seed_plays_it_again(tmp_path: Path) -> None:
    words = ["play", GAME, "--axis=greedy", "--allied=random", "--seed", "1", "--record"]
    again = run(*words, str(tmp_path / "g.game"))
    assert "victory points" in again.stdout
    subprocess.run([SANDTABLE, *words, str(tmp_path / "h.game")], check=True, stdout=subprocess.DEVNULL)
    assert (tmp_path / "h.game").read_text(encoding="utf-8") == (tmp_path / "g.game").read_text(encoding="utf-8")


def test_a_record_is_replayed_to_the_same_position(record: Path) -> None:
    told = run("replay", str(record))
    assert digest(told.stdout) in record.read_text(encoding="utf-8").splitlines()[-1]
    assert "(GEW 17" in told.stdout


def test_a_record_can_be_stopped_on_the_way(record: Path) -> None:
    assert "The game is not over: turn 1, summer" in run("replay", str(record), "--at", "10").stdout


def test_a_record_is_verified(record: Path) -> None:
    assert re.search("match(es)? the commitment", run("verify", str(record)).stdout)


def test_computers_end_with_the_result_the_points_the_digest_and_the_record(record: Path, tmp_path: Path) -> None:
    done = run("play", GAME, "--axis=random", "--allied=random", "--seed", "1", "--record", "r.game", at=tmp_path)
    result, *points, figures, kept = done.stdout.splitlines()
    assert "victory points" in result
    assert any(re.fullmatch(r"  Axis  \d+ VP", line) for line in points)
    assert re.fullmatch(r"\d+ inputs, \d+ rolls, digest \w{64}", figures)
    assert kept == "record: r.game"
    assert done.stderr == ""  # no bar where nobody watches


# ------------------------------------------------------------------------------------------------ a person


def person(*lines: str, at: Path, game: Sequence[str] = ()) -> str:
    words = game or ("play", GAME, "--allied", "random", "--seed", "2", "--option", "automatic_setup")
    done = run(*words, typed="".join(f"{line}\n" for line in lines), at=at)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_person_plays_by_typing(tmp_path: Path) -> None:
    shown = person("?", "why nonsense", "keep", "end", "log", "units", "save s.game", "undo", "quit", at=tmp_path)
    assert "axis> keep" in shown  # piped lines are shown as if typed
    assert "give up a unit (GEW 10.12)" in shown
    assert "nonsense is not among the choices" in shown
    assert "The game is not over: turn 1, summer" in shown
    assert (tmp_path / "s.game").exists()


def test_the_game_of_a_person_is_kept_and_played_on(tmp_path: Path) -> None:
    left = person("keep", "end", "end", "march dak 3027", at=tmp_path)
    assert (
        "record: gew-north-africa-1941.game\nplay on: sandtable play gew-north-africa-1941.game --allied random" in left
    )
    again = ("play", "gew-north-africa-1941.game", "--allied", "random")
    shown = person("quit", at=tmp_path, game=again)
    assert "from 2926 to 3027 (GEW 17.0)" in shown
    assert digest(shown) == digest(left)
    assert "march: Which unit marches?" in person("march", at=tmp_path, game=again)
    person("quit", at=tmp_path)
    assert (tmp_path / "gew-north-africa-1941-2.game").exists()  # another game does not write over the first


# ------------------------------------------------------------------------------------------------ bad input


def refused(*words: str, at: Path | None = None) -> str:
    """The one sentence with which a command is refused."""
    done = run(*words, at=at)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    return done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "gew:nowhere"], "no scenario nowhere"),
        (["play", "nowhere"], "no system is called nowhere"),
        (["play", GAME, "--axis", "napoleon"], "no player is called napoleon"),
        (["play", GAME, "--axis"], "--axis: say human, recruit, officer, planner, staff, random, greedy-1"),
        (["play", GAME, "--soviet", "greedy"], "say who plays with --axis PLAYER --allied PLAYER"),
        (["play", GAME, "--nonsense"], "--nonsense: say who plays"),
        (["play", GAME, "more"], "more: say who plays"),
        (["play", GAME, "--option", "magic"], "--option magic"),
        (["play", GAME, "--option", "ultra=perhaps"], "say ultra, ultra=yes or ultra=no"),
        (["play", GAME, "--record", "nowhere/g.game"], "nowhere/g.game cannot be written"),
        (["play", "nowhere.game"], "nowhere.game cannot be read"),
        (["play", "."], "no system is called ."),
        (["play", "./"], "cannot be read: Is a directory"),
        (["replay", "nowhere.game"], "cannot be read"),
        (["replay", "nowhere.game", "--at", "-1"], "Invalid value for '--at'"),
        (["replay", "nowhere.game", "--nonsense"], "No such option: --nonsense"),
        (["verify", "."], "cannot be read: Is a directory"),
        (["--data", "nowhere", "play", GAME], "nowhere: this folder of charts cannot be read"),
        (["show", "gew"], "say --svg OUT or --png OUT"),
        (["show", "gew:nowhere", "--svg", "g.svg"], "no scenario nowhere"),
        (["show", "gew", "--svg", "nowhere/g.svg"], "nowhere/g.svg cannot be written"),
        (["show", GAME.partition(":")[0], "--svg", "g.svg", "--side", "soviet"], "no side is called soviet"),
    ],
)
def test_bad_words_get_one_sentence(words: list[str], said: str, tmp_path: Path) -> None:
    assert said in refused(*words, at=tmp_path)
    assert list(tmp_path.iterdir()) == []


def told(lines: list[str], number: int, **changes: object) -> list[str]:
    """The lines of a record, with one of them changed."""
    entry = json.loads(lines[number]) | changes
    return [*lines[:number], json.dumps(entry), *lines[number + 1 if number >= 0 else len(lines) :]]


def first(lines: list[str], key: str) -> int:
    return next(nth for nth, line in enumerate(lines) if key in json.loads(line))


BAD_RECORDS: dict[str, tuple[Callable[[list[str]], list[str]], str]] = {
    "cut off between lines": (lambda lines: lines[:20], "line 20: the record breaks off: its closing line is missing"),
    "cut off in a line": (lambda lines: [*lines[:20], lines[20][:15]], "line 21: the record is damaged here"),
    "a line left out": (lambda lines: [*lines[:9], *lines[10:]], "says another number of them"),
    "an unknown side": (lambda lines: told(lines, 3, side="soviet"), "line 4: no side is called soviet"),
    "another side": (lambda lines: told(lines, first(lines, "picks"), side="allied"), ", not for Allied"),
    "an unknown unit": (
        lambda lines: told(lines, _marching(lines), picks=["march", "nobody", "3027"]), "no counter is called nobody"
    ),
    "an unknown hex": (lambda lines: told(lines, _marching(lines), picks=["march", "ger_dak", "9999"]), "9999 is"),
    "an illegal answer": (lambda lines: told(lines, _marching(lines), picks=["end", "end"]), "one pick too many"),
    "no answer": (lambda lines: told(lines, first(lines, "picks"), picks=[]), "still to be filled"),
    "an impossible roll": (lambda lines: told(lines, first(lines, "roll"), reads=7), "1d6 cannot read 7"),
    "an unknown scenario": (lambda lines: told(lines, 0, scenario="nowhere"), "War has no scenario nowhere"),
    "an unknown system": (lambda lines: told(lines, 0, system="chess"), "line 1: no system is called chess"),
    "an unknown option": (lambda lines: told(lines, 0, options={"magic": True}), "line 1: GEW has no option magic"),
    "an option that is no switch": (lambda lines: told(lines, 0, options={"ultra": 7}), "by true or false"),
    "a later format": (lambda lines: told(lines, 0, sandtable=99), "format 99 is not known"),
    "other charts": (lambda lines: told(lines, 0, charts="abc"), "other charts of one's own"),
    "no record": (lambda lines: ["Dear Erwin,"], "line 1: this is no game record"),
    "nothing": (lambda lines: [], "line 1: this is no game record"),
    "endless brackets": (lambda lines: ["[" * 100_000], "line 1: this is no game record"),
}  # fmt: skip


def _marching(lines: list[str]) -> int:
    return next(nth for nth, line in enumerate(lines) if json.loads(line).get("picks", [""])[:1] == ["march"])


@pytest.mark.parametrize("name", BAD_RECORDS)
def test_a_bad_record_is_refused_by_file_and_line_and_left_alone(name: str, record: Path, tmp_path: Path) -> None:
    spoil, said = BAD_RECORDS[name]
    lines = spoil(record.read_text(encoding="utf-8").splitlines())
    path = tmp_path / "bad.game"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    for command in ("replay", "play"):
        sentence = refused(command, "bad.game", at=tmp_path)
        assert sentence.startswith("bad.game, line ")
        assert said in sentence
    assert path.read_text(encoding="utf-8").splitlines() == lines


def test_what_only_the_seed_can_tell_is_refused_too(record: Path, tmp_path: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    roll = first(lines, "roll")
    other = json.loads(lines[roll])["reads"] % 6 + 1
    for nth, changes in ((roll, {"reads": other}), (0, {"commitment": "0" * 64}), (-1, {"end": "0" * 64})):
        (tmp_path / "bad.game").write_text("\n".join(told(lines, nth, **changes)) + "\n", encoding="utf-8")
        assert "bad.game" in refused("verify", "bad.game", at=tmp_path)
        assert "bad.game" in refused("play", "bad.game", at=tmp_path)


@pytest.mark.parametrize("command", ["play", "replay", "verify"])
def test_binary_junk_is_no_record(command: str, tmp_path: Path) -> None:
    (tmp_path / "junk.game").write_bytes(bytes(range(256)) * 20)
    assert "junk.game: this is not a text file, so it is no record" in refused(command, "junk.game", at=tmp_path)


def test_a_game_that_is_over_or_begun_is_not_begun_anew(record: Path) -> None:
    assert "this game is over" in refused("play", str(record))
    assert "its seed and its options are set" in refused("play", str(record), "--seed", "3")
    assert "its seed and its options are set" in refused("play", str(record), "--option", "ultra")


def test_a_file_that_is_no_record_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Erwin", encoding="utf-8")
    words = ("play", GAME, "--axis=random", "--allied=random", "--record", "letter.txt")
    assert "is there already and is no record" in refused(*words, at=tmp_path)
    assert (tmp_path / "letter.txt").read_text(encoding="utf-8") == "Dear Erwin"


def test_a_broken_chart_of_ones_own_is_refused_by_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "gew").mkdir()
    (tmp_path / "gew" / "crt.toml").write_text('title = "Mine"\ncells = [\n', encoding="utf-8")
    assert "gew/crt.toml, line " in refused("--data", str(tmp_path), "play", GAME)


def test_a_broken_board_is_refused_by_file_and_line(tmp_path: Path) -> None:
    """Boards come with their system; its loader tells whoever changes one what is wrong, and where."""
    text = (FOLDER / "board.json").read_text(encoding="utf-8")
    path = tmp_path / "board.json"
    for old, new, line, said in (
        ('"columns": 50', '"columns": 51', 18, "row 1 has 50: expected one character for each of 51 columns"),
        ('"format"', '"form"', 1, "format"),
        ('"title"', '"title', 4, "not JSON"),
    ):
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(BadData, match=said) as refusal:
            Board.load(path)
        assert (refusal.value.path, refusal.value.line) == (path, line)
    path.write_bytes(bytes(range(256)))
    with pytest.raises(BadData, match=r"board\.json"):
        Board.load(path)


def test_coverage_counts_the_rules() -> None:
    shown = run("rules", "gew", "--coverage").stdout.split("\n")
    book = find("gew").rulebook
    done = sum(rule.status == "done" for rule in book.values())
    assert f"  {done}  done" in shown
    assert f"  {len(book)}  rules of GEW" in shown


def test_a_game_that_is_not_over_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "mine.game"
    session = start("gew:north-africa-1941", "1", {"automatic_setup": True})
    session.record().save(path)
    before = path.read_bytes()
    found = run("play", "gew:north-africa-1941", "--axis", "random", "--allied", "random", "--record", str(path))
    assert found.returncode == 2
    assert "that is not over" in found.stderr
    found = run("show", "gew:north-africa-1941", "--svg", str(path))
    assert found.returncode == 2
    assert "draw into another file" in found.stderr
    assert path.read_bytes() == before


def test_a_prompt_says_what_it_is_about_and_how_units_are(tmp_path: Path) -> None:
    """In USE: the unit that acts and its movement points, the attack under way, Sorties of air units; what does not fit
    the head has a line of its own."""
    typed = "end\nend\nactivate ger_2pz\nmove 0611\nattack 0711\ncommit\ncommit\nquit\n"
    said = run("play", "use:france-1940", "--seed", "d", typed=typed, at=tmp_path).stdout.splitlines()

    assert "2nd Panzer in 0612 has 10 of 10 MP left (USE 4.0)" in said
    assert "2nd Panzer in 0611 has 8 of 10 MP left (USE 4.0)" in said
    assert "Mobile attack of 2nd Panzer on French 2nd Army in 0711 Sedan (USE 5.3)" in said
    assert any(" ".join(line.split()) == "1 ger_luf1 1st Air Fleet 0412 Düsseldorf 0 Sorties" for line in said)
    assert any(line.startswith("  Five turns from May 1940. The Axis has to conquer the Netherlands") for line in said)
    assert "National Will to break: France 20, Belgium 2, Netherlands 2" in said


def test_the_help_of_play_names_the_sides_of_every_game() -> None:
    said = " ".join(run("play", "--help").stdout.replace("│", " ").split())
    for code in ("gew", "ocs", "use"):
        system = find_system(code)
        sides = dict.fromkeys(side for info in system.scenarios() for side in info.sides)
        assert f"{' and '.join(f'--{side}' for side in sides)} in {system.book}" in said


def test_a_full_disk_loses_nobody_his_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told, the game goes on, and the next answer is written with all before it."""
    writes, full = Path.write_bytes, iter([False, False, True])

    def write(path: Path, content: bytes) -> int:
        if next(full, False):
            raise OSError(errno.ENOSPC, "No space left on device")
        return writes(path, content)

    monkeypatch.setattr(Path, "write_bytes", write)
    path = tmp_path / "g.game"
    done = run("play", GAME, "--record", str(path), "--allied=random", "--option", "automatic_setup", "--seed", "1",
               typed="keep\nend\nend\nend\nquit\n")  # fmt: skip
    assert done.returncode == 0
    assert done.stdout.count("cannot be written: No space left on device") == 1
    assert "The game goes on" in done.stdout
    answers = [line for line in Record.load(path).inputs if isinstance(line, Answer) and line.side == "axis"]
    assert len([line for line in answers if not line.forced]) >= 2
    assert sorted(each.name for each in tmp_path.iterdir()) == ["g.game"]


def test_a_picture_that_finds_no_room_is_refused_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(path: Path, content: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", write)
    done = run("show", GAME, "--png", "board.png", at=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "board.png cannot be written: No space left on device" in done.stderr
