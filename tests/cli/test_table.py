"""A game at one table: what a prompt shows, what may be typed, what each player is shown."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from signal import SIGINT, getsignal, raise_signal
from time import sleep

import pytest
from rich.console import Console

from planting import plant
from sandtable.cli.planning import thinking
from sandtable.cli.sitting import At, Computer, Sitting, position, to_type
from sandtable.cli.table import at_the_table
from sandtable.cli.words import WORDS, example
from sandtable.core.decisions import EMPTY
from sandtable.core.errors import BadInput, Bug
from sandtable.core.rules import Side
from sandtable.core.state import State
from sandtable.play.notation import read_action, written
from sandtable.play.opening import resume
from sandtable.play.record import Record
from sandtable.play.session import find_scenario, start
from sandtable.players import PLAYERS, Seat, player
from sandtable.players.contest import Budget, Rounds, alone
from sandtable.players.planner import Planner
from sandtable.players.rollouts import Rolled, Rollout
from sandtable.systems.gew.state import GewState
from sandtable.systems.gew.theatre import AXIS as AXIS_POWER

AXIS, ALLIED = Side(0), Side(1)


class Table:
    """A game whose lines are given beforehand, and everything it shows."""

    def __init__(self, game: str, computers: Sequence[Side] = (), shared: bool = False, **options: bool) -> None:
        self.session = start(game, "seed", options)
        self.screen = Console(file=io.StringIO(), width=100, highlight=False, markup=False)
        self.sitting = Sitting(self.session, self.screen, "seed")
        self.sitting.computers = {side: Computer("random", player("random", "seed")) for side in computers}
        self.shared = shared

    def type(self, *lines: str) -> str:
        """What is shown while these lines are typed; the player leaves after the last."""
        left: Iterator[str] = iter(lines)

        def typed(prompt: str, completions: Sequence[str]) -> str:
            line = next(left, None)
            if line is None:
                raise EOFError
            self.screen.file.write(f"{prompt}{line}\n")
            return line

        file = self.screen.file = io.StringIO()
        at_the_table(self.sitting, typed, self.shared)
        return file.getvalue()


@pytest.fixture
def desert() -> Table:
    """The Axis before its first movement phase."""
    table = Table("gew:north-africa-1941", [ALLIED], automatic_setup=True)
    table.type("keep", "end", "end")
    return table


# ------------------------------------------------------------------------------------------------ the prompt


def test_a_prompt_says_who_when_what_and_the_rule(desert: Table) -> None:
    shown = desert.type("march")
    assert "Axis · turn 1, summer, impulse 1 · Movement Phase (GEW 17.0) · 9 MP" in shown
    assert "What moves next? (GEW 17.0)" in shown
    assert "march: Which unit marches? (GEW 17.0)" in shown
    assert "1  ger_dak    DAK     4+3-6  2926" in shown


def test_every_question_of_gew_has_a_sentence() -> None:
    import importlib
    import pkgutil

    import sandtable.systems.gew as gew
    from sandtable.core.decisions import Form, Menu
    from sandtable.systems.gew import SYSTEM

    asked = set()
    for found in pkgutil.iter_modules(gew.__path__):
        for form in vars(importlib.import_module(f"{gew.__name__}.{found.name}")).values():
            if isinstance(form, Menu):
                asked |= {
                    form.name,
                    *(f"{each.name}.{slot.name}" for each in form.forms.values() for slot in each.slots),
                }
            elif isinstance(form, Form):
                asked |= {f"{form.name}.{slot.name}" for slot in form.slots}
    assert len(asked) > 60
    assert asked <= set(SYSTEM.questions)


def test_a_question_without_a_sentence_is_asked_in_the_words_of_its_form() -> None:
    assert "move: unit? (TOY 3.0)" in Table("toy:ford").type("move")


# ------------------------------------------------------------------------------------------------ picks


@pytest.mark.parametrize(
    "lines", [["march ger_dak 3027"], ["march", "1", "3027"], ["mar", "DAK", "3027"], ["1 dak 3027"]]
)
def test_a_pick_is_a_name_a_part_of_it_or_its_number(desert: Table, lines: list[str]) -> None:
    assert "from 2926 to 3027 (GEW 17.0)" in desert.type(*lines)


def test_a_place_goes_by_its_name(desert: Table) -> None:
    assert "from 2221 Palermo to 2125 Tripoli" in desert.type("ship trop trip")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("march ita 3027", "ita may be ita_cam, ita_ghqna, ita_south: type more of it"),
        ("march dak tobruk", "3026: 3026 Tobruk, where enemy units are (GEW 17.0)"),
        ("march wellington", "no counter is called wellington"),
        ("march dak 9999", "9999 is not on the map"),
        ("march dak 3027 3028", "3028 is one pick too many: march ger_dak 3027 is a whole action"),
        ("fly", "fly is not among the choices"),
        ("march 'dak", "no closing quotation"),
        (":nonsense", "no word is called so"),
    ],
)
def test_what_cannot_be_picked_is_said_and_nothing_is_changed(desert: Table, line: str, said: str) -> None:
    before = desert.session.state.digest()
    assert said in desert.type(line)
    assert desert.session.state.digest() == before


def test_another_verb_begins_anew_and_back_drops_the_last_line(desert: Table) -> None:
    shown = desert.type("march", "ship trop", "back", "back", "back")
    assert "march was not finished and is dropped" in shown
    assert "ship ger_tropk: Where does it land?" in shown
    assert shown.count("What moves next?") == 2
    assert "back: nothing has been picked yet" in shown


def test_a_pick_without_a_choice_is_made_but_never_a_whole_action() -> None:
    table = Table("gew:north-africa-1941", [ALLIED], automatic_setup=True)
    shown = table.type("keep", "end", "regroup")
    assert "ita_fleet1 is the only choice" in shown
    assert "regroup ita_fleet1: Which units are regrouped? (GEW 16.0) several, then done" in shown
    assert "Fleet-1 (Italian) is operational again" not in shown
    assert "Fleet-1 (Italian) is operational again (GEW 16.0)" in table.type("regroup fleet done")


@pytest.mark.parametrize("game", ["gew:campaign", "use:balkans-1941", "ocs:primosole", "ocs:crusader"])
def test_an_answer_may_be_typed_as_hints_say(game: str) -> None:
    """Whoever retreats in the desert has one stack to choose, and must not name it again where it could go."""
    table = Table(game, (), False, **find_scenario(game).ready_made)
    session, rng = table.session, Random(1)
    for _ in range(40):
        if (ask := session.ask) is None:
            break
        picks = written(session.state, ask.form, ask.form.draw(session.state, rng))
        line, before = to_type(session, position(session, ask, ()), picks), len(session.inputs)
        shown = table.type(line)
        assert [*getattr(session.inputs[before], "picks", ())] == picks, shown


def test_an_answer_may_be_typed_in_the_midst_of_another(desert: Table) -> None:
    session, picks = desert.session, ["march", "ger_dak", "3027"]
    assert session.ask is not None
    for picked in ([], ["march"], ["march", "ita_cam"], ["ship"]):
        assert to_type(session, position(session, session.ask, picked), picks) == "march ger_dak 3027"


def test_an_answer_without_a_choice_is_told_its_side_alone() -> None:
    session = start("toy:duel", "seed")
    while not (told := [event for event in session.log if event.kind in ("only_choice", "nothing_left")]):
        ask = session.ask
        assert ask is not None
        session.submit(ask.side, ask.form.fill(session.state, lambda picks: picks[0]))
    assert told[0].audience is not None
    assert len(told[0].audience) == 1
    assert "done" not in str(told[0].data).split()


# ------------------------------------------------------------------------------------------------ words


def test_the_help_lists_every_word_and_every_choice(desert: Table) -> None:
    shown = desert.type("?")
    assert all(word.usage in shown and word.help in shown for word in WORDS.values())
    assert "by sea, from port to port (GEW 18.5)" in shown
    assert desert.type("help") == shown.replace("axis> ?", "axis> help")


def test_the_help_takes_its_examples_from_the_question_that_is_asked(desert: Table) -> None:
    shown = " ".join(desert.type("?", "way", "why").split())
    assert "several make a whole action: march ger_dak 3027." in shown
    assert "what each step costs: way march ger_dak 3027 odds PICK" in shown
    assert "way: name a move as you would play it: way march ger_dak 3027 axis> why" in shown
    assert "why march ger_dak tobruk" in shown


def test_what_is_not_asked_now_is_no_example() -> None:
    poland = Table("use:poland-1939", [ALLIED])
    before, after = poland.type("?"), poland.type("activate 2pz", "?")
    assert "several make a whole action: activate ger_" in before
    assert "way move" not in before
    assert "way move" in " ".join(after.split())


@pytest.mark.parametrize(
    ("game", "attacker", "luck"),
    [
        ("gew:north-africa-1941", ALLIED, 1),
        ("gew:barbarossa", ALLIED, 1),
        ("use:poland-1939", ALLIED, "examples"),
        ("use:balkans-1941", AXIS, "examples"),
    ],
)
def test_either_side_may_type_what_is_given_as_an_example(game: str, attacker: Side, luck: int | str) -> None:
    session = start(game, "seed", {"automatic_setup": True} if game.startswith("gew") else {})
    sitting, rng = Sitting(session, Console(file=io.StringIO()), "seed"), Random(luck)
    found = set[tuple[Side, str]]()
    wanted = {(AXIS, "pick"), (ALLIED, "pick"), (attacker, "odds")}
    while not wanted <= found and (ask := session.ask) is not None:
        at = At(ask, EMPTY, ())
        for name in ("pick", "odds"):
            if line := example(sitting, at, name):
                assert not ask.form.check(session.state, read_action(session.state, ask.form, line.split())), line
                found.add((ask.side, name))
        session.submit(ask.side, ask.form.draw(session.state, rng))
    assert wanted <= found


def test_a_system_without_examples_explains_without_them() -> None:
    assert "several make a whole action. A list" in " ".join(Table("toy:ford").type("?").split())


def test_lines_speak_of_counters_and_sides_by_their_names() -> None:
    poland = Table("use:poland-1939", [ALLIED])
    shown = poland.type("supply 2pz", "activate 2pz", "log 1")
    assert "2nd Panzer is in supply: " in shown
    assert shown.count("2nd Panzer is activated at 0905 (USE 6.3.1)") == 2
    assert "2nd Panzer in 0905 has 10 of 10 MP left (USE 4.0)" in shown
    odds = poland.type("odds attack 0906")
    assert "Western Allies: Kraków Army can retreat to 0806 or 0907" in odds
    assert "ger_2pz" not in odds


def test_the_map_lies_round_the_unit_that_is_active() -> None:
    """Its neighbours are to be seen, whatever stands first among the choices."""
    poland = Table("use:poland-1939", [ALLIED])
    shown = poland.type("activate 2pz", "map")
    assert ">0905" in shown
    assert "○ Western Allies" in shown
    assert ">1005" in poland.type("stop", "activate ger_14", "map")


def test_the_map_of_a_menu_lies_in_the_midst_of_those_who_can_begin_it() -> None:
    """Poland: most German armies and what they are after, not the first counter in the north."""
    shown = Table("use:poland-1939", [ALLIED]).type("map")
    assert "2 Pz" in shown
    assert "Katowice" in shown


def test_the_map_of_a_hex_that_is_named_comes_with_its_card() -> None:
    primosole = Table("ocs:primosole", [ALLIED])
    assert "\n  13.7\n    Terrain: open; " in (shown := primosole.type("map 13.7"))
    assert "    Dump: 2 SP, Allies (OCS 12.2)\n" in shown
    assert "Dump:" not in primosole.type("map")


def test_the_map_of_a_menu_that_only_boxes_begin_lies_round_the_units() -> None:
    """Drops are planned for units in boxes: the map showed its upper left corner."""
    assert ">13.7" in Table("ocs:primosole", [ALLIED]).type("map")


def test_why_tells_which_verb_comes_first() -> None:
    said = Table("use:poland-1939", [ALLIED]).type("why attack katowice")
    assert "attack comes after activate: activate first (USE 6.3.1)" in said


def test_why_gives_every_reason(desert: Table) -> None:
    assert "3026 Tobruk, where enemy units are (GEW 17.0)" in desert.type("why march dak tobruk")
    assert "march dak 3027 may be picked" in desert.type("why march dak 3027")
    assert "why: name a pick" in desert.type("why")


def test_units_rule_log_and_score(desert: Table) -> None:
    shown = desert.type("units tobruk", "units wellington", "rule 18.5", "rule", "rule 99", "log 1", "log x", "score")
    assert "3026 Tobruk  allied  bri_cw1  CW  2-3-3" in shown
    assert "nothing you can see is called wellington" in shown
    assert "GEW 18.5  Transfer by sea" in shown
    assert "GEW 17.0  Moving ground units" in shown
    assert "the index of GEW has no rule 99" in shown
    assert "  impulse 1 of the Axis player (GEW 4.2.2)\n" in shown
    assert "log x: expected how many lines" in shown
    assert "Allied  2 VP\n      +2  Tobruk (GEW 33.0)" in shown


def test_the_briefing_tells_all_that_counts_and_who_has_it(desert: Table) -> None:
    shown = desert.type("briefing")
    assert "  Axis\n    has: The Afrika Korps" in shown
    assert "      2  3026 Tobruk, held by Allied (GEW 33.0)\n" in shown
    assert "What Axis has to spend" in shown
    assert "What Allied has to spend" not in shown


def test_where_no_points_are_counted_the_score_tells_what_lies_beside_the_map() -> None:
    shown = Table("use:poland-1939", [ALLIED]).type("score")
    assert "no victory points are counted" in shown
    assert "    Poland: National Will 23 of 23 (USE 2.1.2)\n" in shown


def test_the_score_of_a_game_whose_tracks_name_sides_is_told_in_words() -> None:
    """It told nothing but a Bug: the blanks of a track were never filled."""
    shown = Table("ocs:primosole", [ALLIED]).type("score")
    assert "Turn: turn 1 of 6" in shown
    assert "{" not in shown


def test_a_way_may_be_closed_as_the_move_is() -> None:
    table = Table("ocs:primosole", [ALLIED])
    said = ""
    for _ in range(30):
        ask = table.session.ask
        assert ask is not None
        if ask.side == AXIS and (said := example(table.sitting, At(ask, EMPTY, ()), "way")):
            break
        table.type("computer random")
    assert said.endswith(" done")
    assert " left" in table.type(f"way {said}")


# ------------------------------------------------------------------------------------------------ names with blanks


@pytest.fixture
def sicily() -> Table:
    """The Allies before their first Movement Segment."""
    table = Table("ocs:primosole", [ALLIED])
    table.type("end", "move", "17.2 4", "17.2 7")
    return table


def test_a_counter_whose_name_has_a_blank_is_picked_by_its_printed_name(sicily: Table) -> None:
    assert "move 69_bde: In which mode?" in sicily.type("move", "69 bde")
    assert "69 Bde moves from 12.7 to 12.8" in sicily.type("move 69 Bde move 12.8")


def test_the_longest_run_of_words_is_the_pick_and_what_follows_is_the_next() -> None:
    table = Table("ocs:primosole", [ALLIED])
    assert "1 Para is to drop on 11.11" in table.type("plan 1 para 11.11")
    assert "2 Para is to drop on 11.11" in table.type("plan 2 PARA Primosole south")


def test_words_with_which_several_names_begin_are_told(sicily: Table) -> None:
    assert "trucks syracuse may be al_truck_s1, al_truck_s2: type more of it" in sicily.type("move trucks syracuse")
    assert "move al_truck_s1 same:" in sicily.type("move trucks syracuse 1")


def test_a_counter_that_is_no_choice_is_asked_about_by_its_printed_name(sicily: Table) -> None:
    shown = sicily.type("why move 904 Fest", "move 904 fest")
    assert "904_fest may not be picked:\n    904 Fest is not a ground unit of yours on the map (OCS 6.1)" in shown
    assert "904_fest: 904 Fest is not a ground unit of yours on the map (OCS 6.1)" in shown


def test_where_groups_are_asked_for_a_hex_means_those_in_it(sicily: Table) -> None:
    """`why 11.8` said that no counter is called so."""
    shown = sicily.type("move", "why 11.8", "why 11.9")
    assert "904_fest may not be picked:\n    904 Fest is not a ground unit of yours on the map (OCS 6.1)" in shown
    assert "nobody who could be named here is in 11.9" in shown


def test_undo_and_redo(desert: Table) -> None:
    before = desert.session.state.digest()
    shown = desert.type("march dak 3027", "undo", "undo", "undo", "redo")
    assert "taken back" in shown
    assert "Regroup Phase" in shown
    assert "undo: " in shown
    assert desert.session.state.digest() == before


def test_the_computer_may_be_asked_for_one_decision(desert: Table) -> None:
    inputs = len(desert.session.inputs)
    assert "the computer (random) plays: " in desert.type("computer random")
    assert len(desert.session.inputs) > inputs
    assert "no player is called napoleon" in desert.type("computer napoleon")


def test_a_word_that_is_also_a_choice_is_the_choice_unless_a_colon_stands_before_it() -> None:
    """One of the air missions is called supply (O38.1): an airlift flies it."""
    table = Table("gew:north-africa-1941", [ALLIED], automatic_setup=True, extra_air=True)
    table.type("keep", "end", "end")
    state = table.session.state
    assert isinstance(state, GewState)
    airlift = state.theatre.unit("ger_air1")
    state.cover(airlift)
    state.place(airlift, state.theatre.display[AXIS], "23.0")
    state.operational[airlift] = 1
    table.type("end")
    assert "DAK is in supply" in table.type(":supply")
    shown = table.type("supply")
    assert "supply ger_air1: " in shown
    assert "DAK is in supply" not in shown


def test_the_lens_shows_lines_of_supply_and_who_starves(desert: Table) -> None:
    shown = desert.type("supply dak", "supply tripoli", "supply wellington")
    assert "DAK is in supply" in shown
    assert "by land  2926 - 2826 - 2726 Benghazi (GEW 12.1)" in shown
    assert "if 2125 Tripoli falls, 6 units of the Axis side would be out of supply" in shown
    assert "no place and no unit that you can see is called wellington" in shown
    assert "CAM is in supply" in desert.type("supply")


def test_supply_of_a_hex_leaves_out_who_needs_none() -> None:
    """Organic trucks in it were said to be off the map, and nothing else was shown."""
    primosole = Table("ocs:primosole", [ALLIED])
    shown = primosole.type("supply 13.7")
    assert "3 CLY is in supply: from 15.7 Augusta (OCS 12.6)" in shown
    assert "if 13.7 falls, " in shown
    assert "Organic trucks" not in shown
    assert "Organic trucks 50 Div needs no supply, so there is no line" in primosole.type("supply org_50_div")


def test_supply_without_a_word_shows_the_units_of_countries_that_joined_as_well() -> None:
    table = Table("gew:campaign", [ALLIED], automatic_setup=True)
    state = table.session.state
    assert isinstance(state, GewState)
    turkey = state.theatre.country("turkey")
    table.type()
    assert "tur_gar" not in table.type("supply")
    state.join(turkey, AXIS_POWER, "9.3")
    assert "Garrison (Turkish) is in supply" in table.type("supply")


def test_a_bug_is_no_refusal(desert: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not said to the player as if he could mend it."""

    def broken(*_: object) -> None:
        raise Bug("the engine contradicted itself")

    monkeypatch.setattr(desert.session, "submit_written", broken)
    with pytest.raises(Bug):
        desert.type("march dak 3027")


def test_the_odds_of_an_attack_are_told_before_it_is_declared(desert: Table) -> None:
    desert.type("march dak 3027", "march cam 3027", "end", "end")
    before = desert.session.state.digest()
    shown = desert.type("odds attack tobruk dak cam", "attack", "odds dak", "odds tobruk dak", "odds end", "odds")
    assert "attack 3026 Tobruk DAK, CAM none (GEW 19.2)" in shown
    assert shown.count("attack 3026 Tobruk DAK none (GEW 19.2)") == 2  # with the hex that was no choice, and without
    assert "-2  fortification (GEW 20.2)" in shown
    assert "an attack needs a unit (GEW 19.2)" in shown
    assert desert.session.state.digest() == before
    assert "to is still to be filled" in Table("toy:ford").type("odds move r1")


def test_no_dice_fall_before_the_list_of_attackers_is_closed(desert: Table) -> None:
    desert.type("march dak 3027", "march cam 3027", "end", "end")
    assert desert.session.rolls == 0
    assert "several, then done" in desert.type("attack tobruk dak cam ghq")
    assert desert.session.rolls == 0
    assert "1d6 reads" in desert.type("attack tobruk dak cam ghq done")


# ------------------------------------------------------------------------------------------------ the record


def test_the_record_is_kept_after_every_answer_and_played_on(desert: Table, tmp_path: Path) -> None:
    desert.sitting.record = tmp_path / "g.game"
    desert.type("march dak 3027")
    again = resume(Record.load(tmp_path / "g.game"))
    assert again.state.digest() == desert.session.state.digest()
    again.submit_written(AXIS, ["end"])  # it is a game like any other


def test_save_writes_a_copy_but_not_over_what_is_no_record(desert: Table, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Erwin", encoding="utf-8")
    shown = desert.type(f"save {tmp_path}/a.game", f"save {tmp_path}/letter.txt", f"save {tmp_path}/no/a.game", "save")
    assert "written to" in shown
    assert resume(Record.load(tmp_path / "a.game")).state.digest() == desert.session.state.digest()
    assert "is there already and is no record of a game" in shown
    assert (tmp_path / "letter.txt").read_text(encoding="utf-8") == "Dear Erwin"
    assert "cannot be written" in shown
    assert "save: name the file to write" in shown


def test_a_sealed_game_cannot_be_played_on() -> None:
    with pytest.raises(BadInput, match="still sealed"):
        resume(start("toy:duel", "seed").record(sealed=True))


# ------------------------------------------------------------------------------------------------ two at one table


def test_two_players_pass_the_keyboard_and_the_screen_is_wiped_before() -> None:
    table = Table("gew:north-africa-1941", shared=True, automatic_setup=True)
    shown = table.type("keep", "end", "", "keep")
    before, pass_on, after = shown.partition(">>> Pass the keyboard to the Allied player.")
    assert pass_on
    assert ">>> Axis to begin." in before
    assert before.endswith("\x1b[2J\x1b[3J\x1b[H")
    assert after.count("\x1b[2J\x1b[3J\x1b[H") == 1
    assert "Western Allies: +5 MP" not in before
    assert "Axis: +5 MP" not in after


def test_each_player_reads_only_his_own_log() -> None:
    table = Table("gew:north-africa-1941", automatic_setup=True)
    shown = table.type("keep", "end", "log 50", "units", "keep")
    allied = shown.partition(">>> Allied to play.")[2]
    assert "Western Allies: +4 MP, fixed income" in allied
    assert "Axis: +4 MP" not in allied
    assert "ger_lf2" not in allied
    assert "LF 2" not in allied
    assert "bri_meaf" in allied


def test_one_counter_is_told_with_its_other_faces() -> None:
    table = Table("toy:supply")
    shown = table.type("units r1")
    assert "march mode, 2 steps: attack 1, defence 2, move 4" in shown
    assert "combat mode, 2 steps" not in shown  # this one is up, and stands beside its name
    assert "march mode" not in table.type("units red")


def test_a_whole_game_can_be_typed() -> None:
    table = Table("toy:duel", [Side(1)])
    shown = table.type(*["computer random"] * 200)
    assert table.session.outcome is not None
    assert "TOY" in shown


# ------------------------------------------------------------------------------------------------ plans and orders


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plans of a few rollouts, made here."""
    monkeypatch.setattr("sandtable.cli.sitting.Hands", lambda: alone)
    monkeypatch.setattr("sandtable.players.planner.PLANS", Rounds(first=1, known=2, most=2, sure=1.0))
    monkeypatch.setattr("sandtable.players.planner.FIRST_TRIED", 2)
    for level in ("planner", "staff"):
        monkeypatch.setitem(PLAYERS, level, PLAYERS[level]._replace(seated=_hurried))


def _hurried(seat: Seat) -> Planner:
    return Planner(seat.seed, Budget(4_000), seat.ordered, alone)


def _slowly(state: State, rollouts: Sequence[Rollout]) -> Iterator[Rolled]:
    """So that the line is drawn meanwhile."""
    for each in alone(state, rollouts):
        sleep(0.05)
        yield each


@pytest.mark.usefixtures("quick")
def test_a_plan_is_told_in_words_with_what_else_was_weighed_and_the_answer_now(desert: Table) -> None:
    said = desert.type("plan")
    assert "now: " in said
    assert "plan" in said.casefold()
    told = desert.type("plan json", "plan nonsense")
    found = json.loads(told[told.index("{") : told.rindex("}") + 1])
    assert found["side"] == "axis"
    assert {*found} == {"side", "plan", "expects", "answer", "text", "type", "why", "next", "others"}
    shown = " ".join(said.split())
    assert f"then: {'; '.join(found['next'])}" in shown
    assert shown.index("now: ") < shown.index("then: ")
    assert re.match(r"(march|rail|ship) .* to \d{4}", found["next"][0]), found
    assert "say plan, or plan json" in told
    hint = desert.type("hint")  # of the same turn: it follows the plan
    assert found["text"] in hint
    assert f"    to type: {found['type']}\n" in hint
    assert f"    to type: {found['type']}\n" in said


def test_ctrl_c_is_enough_of_thinking_and_leaves_the_game_alone(desert: Table) -> None:
    planner, state = Planner("1", Budget(4_000)), desert.session.state
    before = getsignal(SIGINT)
    with thinking(Console(file=io.StringIO(), force_terminal=True), {AXIS: planner}):
        raise_signal(SIGINT)
        assert planner.ready(state, AXIS).rollouts == 0  # nothing but the usual, and that once
        assert planner.cost == planner.budget.part(1 / 2).answers - planner.left.answers
    assert getsignal(SIGINT) is before


@pytest.mark.usefixtures("quick")
def test_the_computer_answers_by_the_plan_of_the_turn(desert: Table) -> None:
    assert "the computer (officer) plays" in desert.type("computer")
    assert "the computer (staff) plays" in desert.type("plan", "computer")


@pytest.mark.usefixtures("quick")
def test_an_order_to_a_computer_is_read_from_words_and_obeyed(desert: Table) -> None:
    desert.sitting.seat(ALLIED, "officer")
    said = desert.type("order", "order allied", "order allied effort Tripoli; hold tobruk; bold", "order")
    assert "Allied: as it likes" in said
    assert "hold" in said
    assert "Allied: main effort 2125 Tripoli; hold 3026 Tobruk; attacks at even odds" in said
    [order] = desert.sitting.computers[ALLIED].ordered
    scenario = desert.session.scenario
    assert order.efforts == (scenario.place("2125"),)
    assert order.holds == (scenario.place("3026"),)
    said = desert.type("order axis", "order allied effort Moscow", "order allied bravely", "order allied as it likes")
    assert "a person plays Axis" in said
    assert "effort Moscow: it takes" in said
    assert "bravely: say effort PLACE" in said
    assert desert.sitting.computers[ALLIED].ordered == ()


def test_a_computer_that_takes_no_orders_says_so(desert: Table) -> None:
    desert.sitting.seat(ALLIED, "random")
    said = desert.type("order", "order allied", "order allied bold")
    assert said.count("order: Random moves takes no orders; these do: Recruit, Officer, Planner, Staff") == 2


@pytest.mark.usefixtures("quick")
def test_what_an_enemy_may_be_ordered_is_offered_as_whoever_asks_may_know_it(
    desert: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    knew = list[Side]()
    imagine = desert.session.system.hidden.imagine

    def noted(state: State, side: Side, rng: Random) -> State:
        knew.append(side)
        found: State = imagine(state, side, rng)
        return found

    desert.sitting.seat(ALLIED, "officer")
    plant(monkeypatch, desert.session.system, "hidden", imagine=noted)
    desert.type("order allied")
    assert {*knew[-2:]} == {AXIS, ALLIED}


@pytest.mark.usefixtures("quick")
def test_the_line_that_tells_how_far_a_plan_is_leaves_nothing_behind(desert: Table) -> None:
    quiet = desert.type("computer planner")
    assert "thinks" not in quiet
    screen = Console(file=io.StringIO(), width=100, force_terminal=True)
    planner = _hurried(Seat("1"))
    planner.work = _slowly
    with thinking(screen, {AXIS: planner}):
        planner.ready(desert.session.state, AXIS)
    assert isinstance(screen.file, io.StringIO)
    assert "Axis thinks" in screen.file.getvalue()
    assert screen.file.getvalue().endswith("\r\x1b[2K\x1b[?25h\r")  # the line is wiped, the cursor is back
