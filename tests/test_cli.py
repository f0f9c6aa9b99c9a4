"""The command line: every command answers, and whatever is wrong is said in one sentence with exit code 2."""

from __future__ import annotations

import io
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

import sandtable.cli
from sandtable import __version__
from sandtable.cli.commands import EXAMPLES
from sandtable.core.charts import Chart, Table
from sandtable.core.errors import Bug
from sandtable.core.system import codes, find
from sandtable.play.record import Rolled
from sandtable.play.session import start
from sandtable.players.randomly import answer_randomly

CHARTS = [f"{code}.{name}" for code in codes() for name in find(code).printed_charts]


class Said(NamedTuple):
    code: int | str | None
    out: str
    err: str


Run = Callable[..., Said]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Type a command, at a terminal of 80 columns unless told; what it says, and how it ends."""
    monkeypatch.setenv("SANDTABLE_DATA", "")  # and restored afterwards: the command sets it
    monkeypatch.delenv("SANDTABLE_COMMAND", raising=False)

    def typed(*words: str, width: int = 80) -> Said:
        monkeypatch.setattr(sys, "argv", ["sandtable", *words])
        monkeypatch.setenv("COLUMNS", str(width))
        with pytest.raises(SystemExit) as ended:
            sandtable.cli.main()
        return Said(ended.value.code or 0, *capsys.readouterr())

    return typed


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    """A folder with a half-step die that is kinder to the target."""
    (tmp_path / "ocs").mkdir()
    printed = (find("ocs").folder / "charts" / "half_step.toml").read_text(encoding="utf-8")
    ours = printed.replace("1-3", "1-4").replace("4-6", "5-6")
    (tmp_path / "ocs" / "half_step.toml").write_text(ours, encoding="utf-8")
    return tmp_path


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game of the toy in which dice fell."""
    for luck in range(50):
        session, rng = start("toy:duel", seed="a seed"), Random(luck)
        while session.ask is not None:
            session.submit(session.ask.side, answer_randomly(session.state, session.ask, rng))
        if sum(isinstance(entry, Rolled) for entry in session.inputs) > 1:
            break
    path = tmp_path / "game.record"
    session.record().save(path)
    return path


def refused(said: Said) -> str:
    """The one sentence of a refusal."""
    assert said.code == 2, said
    assert said.out == ""
    assert said.err.count("\n") == 1, said.err
    assert "Traceback" not in said.err
    return said.err.strip()


# ------------------------------------------------------------------------------------------------ the door


def test_version_tells_how_the_kernels_run(run: Run) -> None:
    said = run("--version")

    assert said.code == 0
    assert said.out.startswith(f"sandtable {__version__} (kernels: ")
    assert "Python 3." in said.out


def test_version_imports_neither_screens_nor_systems() -> None:
    """What makes it quick."""
    script = (
        "import sys, sandtable.cli; sys.argv = ['sandtable', '--version']\n"
        "try: sandtable.cli.main()\n"
        "finally: print([name for name in sys.modules if name.startswith(SLOW)])"
    ).replace("SLOW", "('rich', 'sandtable.systems', 'sandtable.server', 'fastapi', 'uvicorn', 'sqlalchemy')")
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert told.stdout.splitlines()[-1] == "[]"


def test_a_tour_has_the_notice(run: Run) -> None:
    said = run("tour")

    assert said.code == 0
    assert said.out.count("  sandtable ") == len(EXAMPLES)
    assert "Unofficial; the games' names belong to their publishers." in said.out


def test_every_command_of_the_tour_works(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # one of them draws a picture
    monkeypatch.setattr(sys, "stdin", io.StringIO())  # one asks, and is left
    lines = [line for line in run("tour").out.splitlines() if line.startswith("  sandtable ")]
    assert lines
    for line in lines:
        words = line.split("    ")[0].split()
        assert run(*words[1:]).code == 0, line


def test_help_names_every_command(run: Run) -> None:
    said = run("--help")

    assert said.code == 0
    assert all(name in said.out for name in ("charts", "chart", "look", "odds", "verify", "rules", "--data"))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("frobnicate", "No such command 'frobnicate'; `sandtable --help` tells more"),
        ("--frobnicate", "No such option: --frobnicate; `sandtable --help` tells more"),
        ("chart", "Missing argument 'name'; `sandtable chart --help` tells more"),
        ("charts --data", "--data: expected a value after it"),
    ],
)
def test_what_typer_refuses_is_one_sentence_too(run: Run, words: str, sentence: str) -> None:
    assert refused(run(*words.split())) == sentence


def test_in_a_checkout_the_commands_shown_are_those_one_types(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_COMMAND", "./play")

    assert run("tour").out.count("  ./play ") == len(EXAMPLES)
    assert run("chart", "use.crt").out.splitlines()[-1].startswith("./play look use.crt ")
    assert "`./play charts` lists them all" in refused(run("chart", "xyzzy"))
    assert "`./play chart --help` tells more" in refused(run("chart"))


def test_names_and_keys_do_not_mind_capitals(run: Run) -> None:
    assert (
        run("look", "USE.CRT", "Attacker=9", "DEFENDER=4").out == run("look", "use.crt", "attacker=9", "defender=4").out
    )
    assert run("rules", "GEW", "o35.2").out == run("rules", "gew", "O35.2").out
    assert run("look", "use.ground_drm", "line=Germany").out.startswith("+2")
    assert run("odds", "OCS.Half_Step").code == run("charts", "OCS").code == 0
    assert "attacker: said twice" in refused(run("look", "use.crt", "Attacker=9", "attacker=4"))


# ------------------------------------------------------------------------------------------------ charts


def test_charts_lists_charts_and_odds_of_all_systems(run: Run) -> None:
    said = run("charts", width=120)

    assert all(f"{name} " in said.out for name in CHARTS)
    assert "use.ground  Ground combat  5.3" in said.out
    assert "roll terrain odds shift" in said.out
    assert "Terrain Effects on Combat (house)" in said.out


def test_charts_of_one_system(run: Run) -> None:
    said = run("charts", "use")

    assert "use.crt" in said.out
    assert "ocs." not in said.out


def test_charts_for_programs(run: Run) -> None:
    told = json.loads(run("charts", "ocs", "--json").out)

    assert {"name", "title", "rule", "origin", "overlaid", "keys", "dice"} == set(told[0]["charts"][0])
    assert "attack" in [key["name"] for key in told[0]["odds"][0]["keys"]]


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_fits_its_screen(run: Run, name: str, width: int) -> None:
    """Nothing is wider than the screen, and no cell or word is torn or lost."""
    said = run("chart", name, width=width)

    assert said.code == 0
    assert max(map(len, said.out.splitlines())) <= width
    told = json.loads(run("chart", name, "--json").out)
    words = {word for row in told.get("rows", ()) for cell in row for word in cell.split()}
    assert words <= set(said.out.split())
    assert all(line["value"].split()[0] in said.out for line in told.get("lines", ()))


@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_suggests_a_look_up_that_works(run: Run, name: str) -> None:
    *_, lead, suggestion = run("chart", name, width=40).out.splitlines()
    words = shlex.split(suggestion)

    assert lead == "look something up:"
    assert words[:3] == ["sandtable", "look", name]
    assert run(*words[1:]).code == 0


def test_the_combat_table_of_ocs_at_120_columns(run: Run) -> None:
    """Four lines of odds, fifteen rows, a result in two lines."""
    lines = run("chart", "ocs.combat", width=120).out.splitlines()

    assert lines[0] == "Combat Table  OCS 9.9  printed"
    assert " ".join(lines[3].split()) == "Extr Close 1:2 1:1 2:1 3:1 4:1 8:1 12:1 16:1 20:1 28:1 36:1 44:1 52:1"
    assert lines[6].split()[:3] == ["Open", "1:5", "1:4"]
    row = next(nth for nth, line in enumerate(lines) if line.startswith("9 "))
    assert lines[row].split()[-4:] == ["Ae4", "Ae4", "Ae3", "Ae3"]
    assert lines[row + 1].split()[-4:] == ["DL1o2", "DL1o2", "DL2o2DG", "DL2o2DG"]


def test_the_combat_table_of_ocs_comes_in_two_parts_at_80_columns(run: Run) -> None:
    lines = run("chart", "ocs.combat", width=80).out.splitlines()

    assert sum(line.startswith("15 or more") for line in lines) == 2


def test_a_house_value_is_marked(run: Run) -> None:
    assert "house value, not printed" in run("chart", "gew.crt").out
    assert "house value, not printed" in run("look", "gew.crt", "roll=1", "differential=0").out
    assert "house" not in run("chart", "use.crt").out


def test_lines_stand_under_their_headings_and_phases_hold_their_segments(run: Run) -> None:
    lines = run("chart", "ocs.sequence").out.splitlines()

    assert "     game turn" in lines
    assert any(line.startswith("I    Pre-Turn Phase  ") for line in lines)
    assert any(line.startswith("1      Weather Determination Segment  ") for line in lines)


def test_every_line_of_a_list_shows_the_id_to_look_it_up_by(run: Run) -> None:
    lines = [line.split() for line in run("chart", "use.interdiction").out.splitlines()]

    assert "amphibious-invasion" in {word for line in lines for word in line}
    assert lines[lines.index(["Successful"]) - 1] == []


def test_a_chart_lists_the_words_its_labels_stand_for(run: Run) -> None:
    """9.4d: hills are Close."""
    out = " ".join(run("chart", "ocs.terrain_combat").out.split())

    assert "Close also light woods, orchard, terraces, rough, hills, swamp, marsh" in out
    assert "light woods, orchard, terraces, rough, hills, swamp, marsh" in " ".join(
        run("odds", "ocs.combat", "--keys").out.split()
    )
    assert "minor river, major river, escarpment, beach, canal, wadi" in refused(
        run("odds", "ocs.combat", "attackers=8/armor/lagoon", "defenders=3/other")
    )


# ------------------------------------------------------------------------------------------------ one look-up


def test_look_tells_where_the_result_stood_and_what_it_means(run: Run) -> None:
    out = run("look", "use.crt", "attacker=9", "defender=4").out

    assert out.startswith("DR+2  Combat Results Table (USE 5.1)")
    assert "defender 4" in out
    assert "attacker 9" in out
    assert "the defender retreats" in out


def test_look_tells_the_cost_and_the_shift(run: Run) -> None:
    out = run("look", "ocs.barrage", "roll=9", "strength=20", "shift=-2").out

    assert out.startswith("DG  ")
    assert "strength 8-11, after a shift of -2" in out
    assert "3T" in out


def test_look_at_a_line_of_odds(run: Run) -> None:
    out = run("look", "ocs.combat", "roll=9", "terrain=close", "odds=5:1").out

    assert "odds 4:1 on the Close line" in out


def test_look_rounds_as_the_odds_do_and_says_so(run: Run) -> None:
    """9.7 and 4.1: half up."""
    combat = " ".join(run("look", "ocs.combat", "roll=9", "terrain=Open", "odds=5:2").out.split())
    barrage = " ".join(run("look", "ocs.barrage", "roll=9", "strength=2.5").out.split())

    assert "odds 5:2, rounded to 3:1" in combat
    assert "odds 3:1 on the Open line" in combat
    assert "strength 2.5, rounded to 3" in barrage
    assert "strength 3-4" in barrage
    assert "rounded" not in run("look", "ocs.combat", "roll=9", "terrain=Open", "odds=3:1").out


def test_look_without_the_column_shows_the_row(run: Run) -> None:
    out = run("look", "use.crt", "defender=4").out.splitlines()

    assert out[0].startswith("defender 4  Combat Results Table (USE 5.1)")
    assert len(out) == 17
    assert out[9].split() == ["attacker", "9", "DR+2"]
    told = json.loads(run("look", "use.weather", "month=January", "zone=cold", "--json").out)
    assert [each["result"] for each in told] == ["Poor"] * 3 + ["Severe"] * 3


def test_look_lists_its_keys(run: Run) -> None:
    out = " ".join(run("look", "use.weather", "--keys").out.split())

    assert "zone= cold, mild, warm, desert" in out
    assert "roll= 1 to 6" in out
    assert "without roll= it shows the whole row" in out
    assert run("look", "use.weather", "help").out == run("look", "use.weather", "--keys").out
    assert "fort" in run("look", "use.ground_halvings", "--keys").out
    assert json.loads(run("look", "use.crt", "--keys", "--json").out)["keys"][0]["name"] == "defender"


def test_look_between_three_keys(run: Run) -> None:
    assert "month Dec-Feb, zone cold" in run("look", "use.weather", "month=Jan", "zone=cold", "roll=4").out


def test_look_at_a_line_of_a_list(run: Run) -> None:
    out = run("look", "use.ground_drm", "line=germany").out

    assert out.startswith("+2  ")
    assert "German unit" in out


def test_look_for_programs(run: Run) -> None:
    told = json.loads(run("look", "ocs.barrage", "roll=9", "strength=20", "--json").out)

    assert told["result"] == "[1/2]"
    assert told["row"] == "9"
    assert told["column"] == "17-24"
    assert told["beside"] == {"cost": "3T"}
    assert told["rule"] == "OCS 10.0a"


# ------------------------------------------------------------------------------------------------ odds

GROUND = ("odds", "use.ground", "attacker=Germany", "attacker_type=tank", "terrain=rough", "hexside=river")


def test_odds_explain_themselves(run: Run) -> None:
    """5.3: two bonuses, two penalties, a defender with nothing: +2 against 0."""
    lines = [" ".join(line.split()) for line in run(*GROUND).out.splitlines()]

    assert lines[0] == "Ground combat USE 5.3"
    assert lines[2] == "attacker +2"
    assert "+2 German unit 5.3" in lines
    assert "defender 0" in lines
    assert any(line.startswith("DR+2 13/36 36.1% █") for line in lines)
    assert "♦ no effect, the combat ends" in lines


def test_odds_show_halvings_apart_from_the_sum(run: Run) -> None:
    out = run("odds", "use.ground", "attacker_drm=3", "attacker_halvings=2", "defender_drm=1").out

    assert "attacker  +3, then halved twice\n" in out
    assert out.count("×1/2  halved as given") == 2


def test_odds_do_not_add_up_what_happens_in_the_air(run: Run) -> None:
    out = run("odds", "use.ground", "attacker=Germany", "air_battle=yes", "attacker_air_drm=2").out

    assert "attacker  +2\n" in out
    assert "attacker in the air  +2\n" in out
    assert "(+2)  Air Support in Fair weather, if the air combat grants it" in out


def test_odds_add_up_each_roll(run: Run) -> None:
    out = run("odds", "ocs.combat", "attack=24", "defend=7", "attacker_ar=4", "defender_ar=3", "hedgehog=2").out

    assert "surprise roll  0\n" in out
    assert "result roll  -1\n" in out


def test_odds_show_what_is_multiplied(run: Run) -> None:
    """9.4d: armor in very close terrain."""
    units = ("attackers=2x8/mech/tank + 20/other/ar4", "defenders=7/other/ar3")
    out = run("odds", "ocs.combat", *units, "terrain=minor city", width=120).out

    lines = [" ".join(line.split()) for line in out.splitlines()]
    unit = lines.index("+8 8/mech/tank 9.4")
    assert lines[unit - 1] == "attacker"
    assert lines[unit + 1] == "×1/2 mech in minor city 9.4d"
    assert "=28 strength 9.4" in lines


def test_odds_show_a_strength_of_nothing_and_columns_without_a_number(run: Run) -> None:
    """9.14a: neither a blank nor a sum that is none."""
    lines = run("odds", "ocs.combat", "attack=5", "defend=0").out.splitlines()

    assert "     =0  strength                      9.4" in lines
    assert "         the defender has no strength  9.14a" in lines
    assert "         column 13:1 on the Open line  9.9" in lines


@pytest.mark.parametrize(
    "words",
    [
        "ocs.combat attack=24 defend=7",
        "ocs.barrage strength=30",
        "ocs.facility strength=30",
        "gew.ground attack=10 defend=5 concentric=yes",
        "gew.bombing bombardment=3+2",
        "use.ground attacker=Germany",
    ],
)
def test_no_column_is_shown_as_a_sum(run: Run, words: str) -> None:
    lines = [line.split() for line in run("odds", *words.split()).out.splitlines() if "column" in line]

    assert all(line[0] in ("column", "final", "strength", "differential", "net") for line in lines)


def test_odds_tell_house_values_and_charts_of_ones_own(run: Run, overlay: Path) -> None:
    out = run("odds", "ocs.combat", "attack=5", "defend=2", width=120).out.splitlines()
    assert out[1] == "uses house values: ocs.terrain_combat, ocs.hexside_combat, ocs.strength_modifiers"

    data = ("--data", str(overlay), "odds", "ocs.barrage", "strength=9")
    assert run(*data).out.splitlines()[1:3] == ["uses house values: ocs.terrain_combat", "your chart: ocs.half_step"]
    assert json.loads(run(*data, "--json").out)["origins"] == {
        "house": ["ocs.terrain_combat"],
        "yours": ["ocs.half_step"],
    }
    assert "house" not in run("odds", "use.ground").out
    assert "your chart: ocs.half_step" in run("--data", str(overlay), "odds", "ocs.half_step").out


def test_a_house_table_by_itself_is_told_too(run: Run) -> None:
    assert run("odds", "gew.crt", "differential=3").out.splitlines()[1] == "uses house values: gew.crt"


def test_meanings_stand_beside_the_bars_if_they_fit(run: Run) -> None:
    words = ("odds", "ocs.half_step")

    assert "disorganized, nothing lost" in run(*words, width=100).out.splitlines()[2]
    assert "disorganized, nothing lost" not in run(*words, width=60).out.splitlines()[2]


def test_meanings_of_a_mission_are_those_of_its_row(run: Run) -> None:
    """24.7: S1 of a bombing run, S2 of U-boats; the table by itself knows no mission."""
    assert "bombed side loses 1d6 MP" in run("odds", "gew.bombing", "bombardment=5").out
    assert "Western Allies lose 2d6 MP" in run("odds", "gew.convoy", "uboats=4").out
    assert "the side acted upon suffers badly" in run("odds", "gew.swt", "column=3").out


def test_meanings_of_air_combat_are_sorties(run: Run) -> None:
    out = run("odds", "use.air_naval").out

    assert "one Sortie for each unit" in out
    assert "retreat" not in out


def test_meanings_of_a_barrage_tell_the_steps(run: Run) -> None:
    out = run("odds", "ocs.barrage", "strength=120", "re=9/2").out

    assert "2 steps  " in out
    assert "two steps lost, and DG" in out
    assert "density of 4.5 RE" in out
    assert "column 117+ after the shifts" in out


def test_what_is_assumed_when_nothing_is_said(run: Run) -> None:
    assert (
        run("odds", "use.ground").out.splitlines()[1].startswith("assumed: attack=mobile weather=Fair attacker=other")
    )
    assert run("odds", "ocs.air_combat").out.splitlines()[1] == "assumed: attacker_rating=0 defender_rating=0"
    assert "assumed" not in run(*GROUND).out
    assert json.loads(run("odds", "ocs.flak", "--json").out)["assumed"] == {"mission": "barrage", "aircraft": "1"}


def test_meanings_of_strategic_combat_are_its_own(run: Run) -> None:
    """5.4: DR is no retreat there."""
    out = run("odds", "use.strategic", "attacker_drm=1", "defender_drm=0").out

    assert "Fac Lost" in out
    assert "retreat" not in out


def test_every_named_odds_fits_its_screen_and_lists_its_keys(run: Run) -> None:
    for code in ("gew", "ocs", "use"):
        for chance in find(code).chances:
            said = run("odds", f"{code}.{chance.name}", "--keys")
            assert max(map(len, said.out.splitlines())) <= 80
            assert all(f"{key.name}=" in said.out for key in chance.keys)


def test_keys_tell_kind_default_and_help(run: Run) -> None:
    out = " ".join(run("odds", "use.ground", "help", width=120).out.split())

    assert "fort= the defender is in a fort · yes or no · else no" in out
    assert "weather= at the defender's hex · Fair, Poor, Severe · else Fair" in out
    assert "attacker_event= sum of the attacker's Event markers · number · else 0" in out


def test_keys_tell_their_bounds_and_the_rule(run: Run) -> None:
    out = " ".join(run("odds", "ocs.combat", "--keys", width=120).out.split())

    assert "0 for none · number · 0 to 4 (OCS 16.0) · else 0" in out
    assert "everything counted in · fraction · 0 or more (OCS 9.4)" in out
    (key,) = [
        key
        for key in json.loads(run("odds", "ocs.combat", "--keys", "--json").out)["keys"]
        if key["name"] == "hedgehog"
    ]
    assert (key["bounds"], key["rule"]) == ("0-4", "OCS 16.0")


def test_keys_of_a_chart_that_is_rolled_on(run: Run) -> None:
    assert "cold, mild, warm, desert" in run("odds", "use.weather", "--keys").out
    assert json.loads(run("odds", "use.weather", "--keys", "--json").out)["keys"][0]["name"] == "month"


def test_odds_for_programs(run: Run) -> None:
    told = json.loads(run(*GROUND, "--json").out)

    assert told["name"] == "use.ground"
    assert told["rule"] == "USE 5.3"
    assert told["terms"][0] == {
        "label": "German unit", "value": 2, "rule": "USE 5.3", "group": "attacker", "how": "+"
    }  # fmt: skip
    assert told["odds"]["DR+2"] == "13/36"
    assert told["percent"]["DR+2"] == pytest.approx(36.1111)


def test_fractions_reach_programs_whole(run: Run) -> None:
    told = json.loads(run("odds", "ocs.combat", "attack=15/2", "defend=2.5", "--json").out)

    assert told["terms"][0]["value"] == "15/2"


# ------------------------------------------------------------------------------------------------ rules


def test_rules_lists_the_index(run: Run) -> None:
    lines = [line.split() for line in run("rules", "ocs").out.splitlines()]

    assert ["9.9", "Combat", "Table", "done"] in lines
    assert ["9.8", "Surprise", "done"] in lines


def test_rules_explains_the_statuses_it_uses(run: Run) -> None:
    last = run("rules", "use", width=200).out.splitlines()[-1]

    assert last.startswith("done: known in full; definition: explains words; procedure: known in full and tested; ")


def test_one_rule_tells_what_prints_it(run: Run) -> None:
    out = run("rules", "ocs", "9.4d").out

    assert out.startswith("OCS 9.4d  Terrain multipliers")
    assert "ruling" in out
    assert "ocs.terrain_combat" in out


def test_one_rule_is_told_in_our_words(run: Run) -> None:
    out = run("rules", "gew", "13.3").out

    assert "A friendly unit in a hex lifts enemy zones there for supply and for retreat." in " ".join(out.split())
    assert run("rules", "toy", "3.0").out.splitlines() == ["TOY 3.0  Movement  done"]


def test_one_rule_tells_the_lines_that_cite_it(run: Run) -> None:
    """20.4 stands in a list that is headed 20.0."""
    assert "line  gew.shifts concentric: +2, concentric attack" in run("rules", "gew", "20.4").out
    assert "ocs.strength_modifiers no-supply: x1/2, defends without" in run("rules", "ocs", "9.5").out


def test_a_printed_line_is_found_by_its_name(run: Run) -> None:
    out = run("rules", "use", "ground_drm.germany").out

    assert out.startswith("USE 5.3  Ground combat  done")
    assert "printed  ground_drm.germany: +2  German unit" in out
    assert "printed  weather.May-Jun.mild: 1-4 5-6 -" in run("rules", "use", "weather.May-Jun.mild").out


def test_coverage_counts_rules_and_printed_lines(run: Run) -> None:
    out = run("rules", "use", "--coverage").out
    assert "  254  of 254 lines of its printed charts under a rule known in full" in out
    assert "  263  of 263 lines of its printed charts" in run("rules", "ocs", "--coverage").out


# ------------------------------------------------------------------------------------------------ records


def test_verify_counts_the_rolls(run: Run, record: Path) -> None:
    said = run("verify", str(record))

    assert said.code == 0
    assert "match the commitment" in said.out


def test_verify_names_the_roll_that_differs(run: Run, record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    at, roll = next((nth, json.loads(line)) for nth, line in enumerate(lines) if "roll" in json.loads(line))
    low = int(roll["roll"].split("d")[0])
    lines[at] = json.dumps(roll | {"reads": low if roll["reads"] != low else low + 1})
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")

    sentence = refused(run("verify", str(record)))

    assert str(record) in sentence
    assert f"roll 1 (line {at + 1}" in sentence


def test_verify_refuses_another_seed(run: Run, record: Path) -> None:
    record.write_text(record.read_text(encoding="utf-8").replace("a seed", "b seed"), encoding="utf-8")

    assert "hash differs from the commitment" in refused(run("verify", str(record)))


def test_verify_refuses_a_sealed_record(run: Run, record: Path) -> None:
    record.write_text(record.read_text(encoding="utf-8").replace('"a seed"', "null"), encoding="utf-8")

    assert "sealed" in refused(run("verify", str(record)))


def test_verify_refuses_a_record_wherever_it_is_cut(run: Run, record: Path) -> None:
    whole = record.read_bytes()
    for at in range(0, len(whole) - 2, max(len(whole) // 40, 1)):
        record.write_bytes(whole[:at])
        assert str(record) in refused(run("verify", str(record)))


def test_verify_refuses_what_is_no_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"\xff\xfe\x00")

    assert "not a text file" in refused(run("verify", str(path)))
    assert "cannot be read" in refused(run("verify", str(tmp_path)))


# ------------------------------------------------------------------------------------------------ charts of one's own


def test_a_chart_of_ones_own_is_used_and_marked(run: Run, overlay: Path) -> None:
    data = ("--data", str(overlay))

    assert json.loads(run(*data, "odds", "ocs.half_step", "--json").out)["odds"]["DG"] == "2/3"
    assert "Half-Step Die (yours)" in run(*data, "charts", "ocs").out
    assert "yours, from" in run(*data, "chart", "ocs.half_step", width=200).out
    assert json.loads(run(*data, "chart", "ocs.half_step", "--json").out)["overlaid"]


def test_the_folder_may_be_named_after_the_command(run: Run, overlay: Path) -> None:
    assert (
        run("odds", "ocs.half_step", "--data", str(overlay)).out
        == run("--data", str(overlay), "odds", "ocs.half_step").out
    )
    assert "yours, from" in run("chart", "ocs.half_step", f"--data={overlay}", width=200).out


def test_without_the_folder_the_printed_chart_is_back(run: Run, overlay: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_DATA", str(overlay))
    assert run("look", "ocs.half_step", "roll=4").out.startswith("DG")
    monkeypatch.setenv("SANDTABLE_DATA", "")
    assert run("look", "ocs.half_step", "roll=4").out.startswith("1 step")


@pytest.mark.parametrize("words", [["charts"], ["rules", "use"], ["look", "use.crt"], [], ["--version"]])
def test_a_bad_chart_is_refused_by_file_and_line_whatever_was_asked(run: Run, overlay: Path, words: list[str]) -> None:
    path = overlay / "ocs" / "half_step.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('"DG", "1 step"', '"DG"'), encoding="utf-8")

    sentence = refused(run("--data", str(overlay), *words))

    assert f"{path}, line " in sentence
    assert "unknown result '1 step'" in sentence


def test_a_file_that_is_no_toml_is_refused_by_line(run: Run, overlay: Path) -> None:
    path = overlay / "ocs" / "half_step.toml"
    path.write_text('title = "Half\n', encoding="utf-8")

    assert f"{path}, line 1" in refused(run("--data", str(overlay), "charts"))


def test_a_file_that_replaces_nothing_is_refused(run: Run, overlay: Path) -> None:
    shutil.copy(overlay / "ocs" / "half_step.toml", overlay / "ocs" / "half_stepp.toml")

    assert "replaces no chart" in refused(run("--data", str(overlay), "charts"))


def test_a_folder_that_is_no_system_is_refused(run: Run, overlay: Path) -> None:
    (overlay / "oscs").mkdir()

    assert "no system is called oscs" in refused(run("--data", str(overlay), "charts"))


def test_a_chart_outside_its_system_is_refused(run: Run, overlay: Path) -> None:
    shutil.move(overlay / "ocs" / "half_step.toml", overlay)

    assert "belongs into the folder of its system" in refused(run("--data", str(overlay), "charts"))


def test_an_empty_folder_is_refused(run: Run, tmp_path: Path) -> None:
    assert "replaces no chart" in refused(run("--data", str(tmp_path), "charts"))
    assert "cannot be read" in refused(run("--data", str(tmp_path / "nowhere"), "charts"))


# ------------------------------------------------------------------------------------------------ what goes wrong


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("chart ocs.combt", "no chart is called ocs.combt; did you mean ocs.combat"),
        ("chart crt", "did you mean gew.crt or use.crt?"),
        ("chart xyzzy", "no chart is called xyzzy; `sandtable charts` lists them all"),
        ("chart abc.combat", "no system is called abc; there are gew, ocs"),
        ("charts abc", "no system is called abc"),
        ("look use.crt attacker", "attacker: expected key=value"),
        ("look use.crt =3", "=3: expected key=value"),
        ("look use.crt attacker=", "attacker=: expected a value"),
        ("look use.crt attacker=1 attacker=2", "attacker: said twice"),
        ("look use.crt attacker=9", "also needs defender"),
        ("look use.crt attacker=40 defender=1", "attacker=40: Combat Results Table (USE 5.1) runs from 1 to 16"),
        ("look use.crt attacker=nine defender=1", "wants a whole number"),
        ("look use.crt attacker=1 defender=1 weather=Fair", "has no key weather"),
        (f"look use.crt attacker={'9' * 5000} defender=1", "wants a whole number"),
        ("look ocs.half_step roll=13", "is rolled on 1d6, which shows 1-6"),
        ("look ocs.combat roll=7 terrain=Swamp odds=1:1", "terrain=Swamp"),
        ("look ocs.combat roll=7 terrain=Open odds=1:0", "write odds like 3:1"),
        ("look use.ground_drm line=mars", "line=mars"),
        ("odds use.grond", "no odds are called use.grond; did you mean use.ground?"),
        (
            "odds use.ground_drm",
            "use.ground_drm is a list without dice of its own; the odds that use it are use.ground",
        ),
        ("odds use.crt", "the odds that use it are use.ground, use.air_naval, use.strategic"),
        ("look use.ground", "use.ground is odds, no chart; they read use.ground_drm, use.ground_halvings"),
        (
            "odds use.ground atacker_type=tank",
            "has no key atacker_type; did you mean attacker_type? `--keys` lists all",
        ),
        ("odds use.ground attacker=Germny", "attacker=Germny: did you mean Germany"),
        ("odds use.ground terrain=wood", "terrain=wood: did you mean woods?"),
        ("odds ocs.barrage strength=9 terrain=hils", "terrain=hils: did you mean hills?"),
        ("look use.ground_drm line=germny", "line=germny: did you mean germany?"),
        ("look gew.mobilization", "also needs "),
        ("odds ocs.combat", "`sandtable odds ocs.combat --keys` lists what may be said"),
        ("odds use.ground attacker=Mars", "attacker=Mars: expected one of other, Germany"),
        ("odds use.ground attacker_drm=lots", "expected a whole number"),
        ("odds use.ground moon=full", "has no key moon"),
        ("odds ocs.dump_blowing roll=3", "Dump Blowing has no key roll; it takes none (OCS 12.11a)"),
        ("odds ocs.combat attack=1 defend=1 hedgehog=7", "hedgehog=7: expected 0 to 4 (OCS 16.0)"),
        ("odds use.ground fort=maybe weather=Mud", "Severe (USE 5.3); fort=maybe: expected yes or no (USE 5.3)"),
        ("odds use.weather month=Jan", "also needs zone"),
        ("rules abc", "no system is called abc"),
        ("rules ocs 9.99", "the index of OCS has no rule 9.99"),
        ("verify nowhere.record", "nowhere.record cannot be read"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(run: Run, words: str, sentence: str) -> None:
    assert sentence in refused(run(*words.split()))


def test_what_we_did_not_foresee_asks_to_be_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Chart, **keys: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(Table, "entry", broken)
    said = run("look", "use.crt", "attacker=1", "defender=1")

    assert said.code == 1
    assert said.err.count("\n") == 1
    assert "this is a bug in sandtable, please report it" in said.err
    assert "ZeroDivisionError: oh" in said.err
    assert "Traceback" in run("--traceback", "look", "use.crt", "attacker=1").err


def test_a_broken_law_asks_to_be_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Chart, **keys: object) -> None:
        raise Bug("a law was broken")

    monkeypatch.setattr(Table, "entry", broken)
    said = run("look", "use.crt", "attacker=1", "defender=1")

    assert said.code == 1
    assert "please report it" in said.err


# ------------------------------------------------------------------------------------------------ screens and pipes

PROGRAM = [sys.executable, "-c", "from sandtable.cli import main; main()"]


def in_a_shell(words: list[str], **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*PROGRAM, *words], capture_output=True, env=os.environ | environment, check=True)


def test_a_pipe_gets_neither_colours_nor_blanks_at_the_ends_of_lines() -> None:
    out = in_a_shell(["chart", "ocs.combat"], COLUMNS="120").stdout.decode()

    assert "\x1b" not in out
    assert all(line == line.rstrip() for line in out.split("\n"))


def test_a_screen_without_the_signs_still_shows_the_odds() -> None:
    """No diamond, no blocks, no line drawing; programs still get the diamond."""
    words = ["odds", "use.ground", "attacker_drm=3", "defender_drm=1"]

    assert b"DR+2  13/36  36.1%  ###" in in_a_shell(words, PYTHONIOENCODING="ascii").stdout
    told = in_a_shell([*words, "--json"], PYTHONIOENCODING="ascii").stdout
    assert json.loads(told)["odds"]["♦"] == "4/9"


@pytest.mark.parametrize("words", [["charts"], ["charts", "--json"], ["tour"]])
def test_a_reader_that_leaves_early_is_not_answered_with_a_traceback(words: list[str]) -> None:
    with subprocess.Popen([*PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 0


# ------------------------------------------------------------------------------------------------ completion


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("chart ocs.com", {"ocs.combat", "ocs.combat_results"}),
        ("look use.c", {"use.crt"}),
        ("odds use.g", {"use.ground"}),
        ("odds use.we", {"use.weather"}),
        ("charts o", {"ocs"}),
        ("rules ocs 9.4", {"9.4", "9.4d"}),
        ("look use.crt at", {"attacker="}),
        ("odds use.ground def", {"defender=", "defender_drm="}),
        ("odds use.ground attacker=Ger", {"attacker=Germany"}),
        ("odds use.ground attacker = Ger", {"Germany"}),
        ("odds use.ground fort=", {"fort=yes", "fort=no"}),
        ("odds use.weather mo", {"month=", "month=Dec-Feb", "month=Jan"}),
        ("look use.ground_drm line=ger", {"line=germany"}),
        ("look ocs.combat terrain=", {"terrain=Open"}),
        ("odds ocs.combat terrain=h", {"terrain=hills"}),
        ("odds use.ground hexside=", {"hexside=river"}),
        ("look nothing.here x", set()),
        ("odds nothing.here x", set()),
        ("rules nothing 1", set()),
    ],
)
def test_the_tab_key_completes_names_keys_and_words(
    run: Run, monkeypatch: pytest.MonkeyPatch, line: str, expected: set[str]
) -> None:
    words = ["sandtable", *line.split()]
    monkeypatch.setenv("_SANDTABLE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "\n".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    found = set(run().out.split())

    assert expected <= found if expected else not found


@pytest.mark.parametrize(
    ("strange", "because"),
    [
        (f"title = {'[' * 500}{']' * 500}", "tables and lists lie more than 30 deep in one another"),
        (f"title = 1\ncite = {'9' * 5000}", "half_step.toml, line 2: no number here has more than 15 digits"),
        ('title = "\\u001b[2J"', "a text holds a control character"),
    ],
)
def test_a_chart_of_a_stranger_is_refused_in_one_sentence(run: Run, overlay: Path, strange: str, because: str) -> None:
    (overlay / "ocs" / "half_step.toml").write_text(strange, encoding="utf-8")
    said = run("--data", str(overlay), "look", "ocs.half_step")
    assert said.code == 2
    assert because in said.err
    assert said.err.count("\n") == 1


def test_what_is_no_plain_file_is_neither_drawn_into_nor_recorded_into(run: Run, tmp_path: Path) -> None:
    for command in (
        ["show", "toy:duel", "--png"],
        ["play", "toy:duel", "--blue", "random", "--red", "random", "--record"],
    ):
        said = run(*command, "/dev/null")
        assert (said.code, "is no plain file" in said.err) == (2, True), said
        assert Path("/dev/null").is_char_device()
    assert "cannot be written: No such file" in run("show", "gew", "--png", str(tmp_path / "no" / "map.png")).err
    assert not list(tmp_path.iterdir())


def test_control_characters_of_what_is_refused_never_reach_the_terminal(run: Run) -> None:
    said = run("look", "use.\x1b[2Jcrt")
    assert said.code == 2
    assert "\x1b" not in said.err
