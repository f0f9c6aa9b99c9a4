"""What a newcomer stumbled over at the table: news cut off, verbs that began by themselves, what was proposed."""

from __future__ import annotations

from functools import cache

import pytest

from sandtable.cli.prompt import choices
from sandtable.core.decisions import EMPTY
from sandtable.core.events import Log
from sandtable.core.intents import SCRIPT
from sandtable.core.rules import Side
from sandtable.core.sequence import Segment, Sequence
from sandtable.play.explain import words
from sandtable.play.notation import meant
from sandtable.play.opening import replay
from sandtable.play.session import Session, start
from sandtable.server.documents import Album, log_line, see
from sandtable.server.questions import openings, question
from sandtable.systems.ocs.counsel.fire import jump
from sandtable.systems.ocs.state import MOVEMENT, OcsState
from systems.ocs.field import ALLIED, AXIS, Game, field, unit
from systems.ocs.first_turn import SCENARIO, SEED, first_turn, given

MOVING = "Player turn / Movement Phase / Movement Segment"
FIRING = "Player turn / Combat Phase / Barrage Segment"


def test_what_was_lost_was_told_last() -> None:
    """Of what dice did, losses and retreats rank before surprise and the result, and those before the dice."""
    album = Album(turn().scenario)
    ranks = {event.kind: log_line(album, 0, event).rank for event in turn().log.events if event.kind != "mode"}
    assert isinstance(ranks["lost steps"], int)
    told = ("destroyed", "lost steps", "retreated", "surprise", "combat", "advanced")
    found = [ranks[kind] for kind in told if kind in ranks]
    assert len(found) > 4
    assert found == sorted(found)  # type: ignore[type-var]  # none of them is UNSET
    assert not isinstance(ranks["rolled"], int)


def test_9_13_exploitation_is_news_and_a_mode_that_was_chosen_is_not() -> None:
    state = field("44_rtr 12.7")
    state.log = Log()
    for rule in ("9.13", "5.0"):
        state.note("mode", rule, unit=unit(state, "44_rtr"), word="in Exploit Mode")
    ranks = [log_line(Album(state.scenario), 0, event).rank for event in state.log.events]
    assert [isinstance(rank, int) for rank in ranks] == [True, False]


def test_12_11_a_dump_was_blown_by_a_click() -> None:
    """12.11: what destroys one's own is begun by its name alone, and pages are told so; all else may be pointed at."""
    session = at("Movement Segment")
    found = openings(Album(session.scenario), session.drafts)
    assert [verb for verb, opening in found.items() if opening.deliberate is True] == ["damage_port", "blow"]


@cache
def turn() -> Session:
    return first_turn()


def at(form: str) -> Session:
    """The first turn of Primosole, up to the first question of that name."""
    session = start(SCENARIO, SEED)
    for answer in given(turn()):
        if answer.form == form:
            break
        session.submit_written(answer.side, list(answer.picks))
    return session


def test_14_10b_the_last_plan_of_a_drop_ended_its_phase() -> None:
    """14.10b: dice fall next, and nothing is taken back past them: so it is asked for. A replay comes to the same."""
    session = start(SCENARIO, SEED)
    session.submit_written("allied", ["plan", "box_m", "11.11"])
    assert session.ask is not None
    assert (session.ask.form.name, session.offers()) == ("Aircraft Refit", ["end"])
    session.undo(Side(0))
    assert "plan" in session.offers()
    session.redo(Side(0))
    session.submit_written("allied", ["end"])
    assert session.ask.form.name != "Aircraft Refit"
    assert replay(session.record()).state.digest() == session.state.digest()


def test_a_segment_in_which_nothing_can_be_done_says_so() -> None:
    session = at("Movement Segment")
    said = [words(session.scenario, event.data["form"]) for event in session.log if event.kind == "nothing_left"]
    assert "Reinforcements" in said


def test_14_10_bombers_flew_where_parachutists_jump() -> None:
    """14.10: of a base with two bombers and a C-47 the C-47 alone is proposed; what is proposed may be picked."""
    session = at("Movement Segment")
    draft = session.drafts.at(["jump"])
    assert session.ask is not None
    c47, box = session.scenario.unit("c47"), session.ask.form.groups(session.state, draft)["box_m"]
    assert len(box) == 3
    assert session.ask.form.usual(session.state, draft) == {"box_m": (c47,)}
    album = Album(session.scenario)
    asked = question(album, session.drafts, 1, 1, see(album, session.state, Side(0)), ["jump"])
    assert {pick.id: pick.usual for pick in asked.picks}["box_m"] == ["c47"]
    assert openings(album, session.drafts)["jump"].usual == {"box_m": ["c47"]}
    assert session.drafts.at(["jump", "c47"]).filled == ("jump", (c47,))
    frame = session.state.stack[-1]
    assert isinstance(frame, Segment)
    assert isinstance(session.state, OcsState)
    assert {action[1] for action in jump(frame, session.state, session.ask.form, SCRIPT)} == {(c47,)}


def test_at_the_terminal_it_is_told_what_would_do_and_what_is_left_undone() -> None:
    """14.10, 6.1: as in the browser, but beside the choices, so that nobody is asked twice."""
    session = at("Movement Segment")
    assert session.ask is not None
    found = {each.name: each.about for each in choices(session, session.ask, EMPTY)}
    assert "units have not moved" in found["end"][0]
    planes = {each.name: each.hint for each in choices(session, session.ask, session.drafts.at(["jump"]))}
    assert planes["box_m"] == "c47 would do"


def test_14_9a_supply_and_units_are_flown_by_transports() -> None:
    names = "c47 16.1; boston 16.1; 69_bde 16.1 move"
    bases = {"bases": {"16.1": 1, "13.7": 1}, "control": {"16.1": ALLIED, "13.7": ALLIED}}
    state = field(names, segment=MOVEMENT, dumps={"16.1": (ALLIED, 8)}, **bases)  # type: ignore[arg-type]
    game = Game(state, Segment(MOVING, ALLIED))
    for verb in ("airlift", "lift", "drop"):
        assert game.ask.form.usual(state, game.draft(verb)) == {"16.1": (unit(state, "c47"),)}, verb


@pytest.mark.parametrize(
    ("flags", "hint", "card"),
    [
        ("", "6", "attack 6, defence 6 as printed"),
        ("dg", "3 of 6", "attack 3 in force (6 as printed), defence 3 in force (6 as printed)"),
        ("oos", "3 of 6", "attack 3 in force (6 as printed), defence 3 in force (6 as printed)"),
        ("dg oos", "1½ of 6", "attack 1½ in force (6 as printed), defence 1½ in force (6 as printed)"),
        ("reserve", "3 of 6", "attack 0, defence 3 in force (6 as printed)"),
    ],
)
def test_4_3_strengths_beside_stacks_were_the_printed_ones(flags: str, hint: str, card: str) -> None:
    """4.3, 5.7, 5.10, 12.8d: the target of an attack is told with the strength in force, its card tells both."""
    state = field(f"115_pzgr 11.8; 69_bde 12.8 {flags}", dumps={"11.8": (AXIS, 8)})
    game = Game(state, Sequence("Player turn / Combat Phase", AXIS))
    target, lens = state.scenario.place("12.8"), state.scenario.system.lens
    while "attack" not in game.offers():
        game.do("end")
    assert lens.hints(state, game.ask, game.draft("attack"))[target] == hint
    told = {about.label: words(state.scenario, about.text) for about in lens.about_hex(state, AXIS, target)}
    assert told["Strength"] == card


def test_5_10_strengths_of_attackers_are_those_in_force() -> None:
    state = field("115_pzgr 11.8; 69_bde 12.8 dg; 151_bde 12.8 dg", dumps={"13.7": (ALLIED, 8)})
    game = Game(state, Sequence("Player turn / Combat Phase", ALLIED))
    while "attack" not in game.offers():
        game.do("end")
    both = tuple(sorted((unit(state, "69_bde"), unit(state, "151_bde"))))
    lens = state.scenario.system.lens
    assert lens.hints(state, game.ask, game.draft("attack", "11.8"))[both] == "6 of 12"


def test_10_1_guns_that_a_good_player_would_fire_are_told_before_the_segment_ends() -> None:
    """10.1: where brigades wait for the barrage; not guns that would waste their tokens, nor those that have fired."""
    session = at("Barrage Segment")
    undone = session.system.lens.undone
    assert session.ask is not None
    told = [words(session.scenario, each.because) for each in undone(session.state, session.ask)]
    assert told == ["50 Div Art and 5 Div Art could still fire at 10.8 Lentini"]
    names = "50_div_art 13.7; 69_bde 12.7; 151_bde 12.7; 904_fest 11.8; 115_pzgr 11.8"
    poor = field(names, dumps={"13.7": (ALLIED, 3), "11.8": (AXIS, 8)})
    last = Game(poor, Segment(FIRING, ALLIED))
    assert "barrage" in last.offers()
    assert undone(poor, last.ask) == ()


def test_9_1_an_attack_that_a_good_player_would_make_is_told_before_the_segment_ends() -> None:
    """9.1: the one that promises most; not one that is bound to fail, nor one that cannot be paid for."""
    session = at("Combat Segment")
    undone = session.system.lens.undone
    assert session.ask is not None
    found = undone(session.state, session.ask)
    told = "10.8 Lentini could still be attacked with 69 Bde, 151 Bde, 44 RTR, 3 CLY and 3 Cdo"
    assert [words(session.scenario, each.because) for each in found] == [told]
    assert {session.scenario.place_name(hex) for hex in found[0].at} == {"10.8", "11.8", "10.7"}

    names = "69_bde 12.7; 904_fest 11.8; 115_pzgr 11.8; schmalz_art 11.8"
    for supply in (40, 0):
        weak = field(names, dumps={"13.7": (ALLIED, supply), "11.8": (AXIS, 8)}, hedgehogs={"11.8": 3})
        last = Game(weak, Segment("Player turn / Combat Phase / Combat Segment", ALLIED))
        assert undone(weak, last.ask) == ()


def test_12_5_formations_are_called_as_on_the_counters() -> None:
    """They were told as they are written: `1 sa`, `7 armd@27.7`. That is how they stay written."""
    session = start("ocs:crusader", "1")
    assert session.ask is not None
    state, form, draft = session.state, session.ask.form, session.drafts.at(["fuel"])
    album = Album(session.scenario)
    asked = question(album, session.drafts, 1, 1, see(album, state, ALLIED), ["fuel"])
    names = {pick.id: pick.name for pick in asked.picks}
    assert (names["1_sa"], names["nz"], names["7_armd"]) == ("1 SA", "NZ", "7 Armd")
    assert names["7_armd@27.7"] == "7 Armd, by the dump in 27.7 Misheifa"
    about = {each.name: each.about for each in choices(session, session.ask, draft)}
    assert about["1_sa"][0] == "1 SA: 1 SA Bde, 5 SA Bde, 1 SA Art"
    assert meant(state, form, draft, "7 Armd") == form.groups(state, draft)["7_armd"]
    lens = session.system.lens
    assert lens.group(session.scenario, "afrika") == "Afrika"  # no counter prints it
    assert words(session.scenario, lens.group(session.scenario, "7_armd@hq_25.7")) == "7 Armd, by the HQ in 25.7"
    assert lens.group(session.scenario, "25.7") == ""
    card = {each.label: each.text for each in lens.about_unit(state, ALLIED, session.scenario.unit("7_h"))}
    assert card["Counter"] == "British line, 7 Armd"


def test_9_6_9_10_13_2_what_a_pick_comes_to_stands_beside_it() -> None:
    """Ratings were to be read off small counters, options and tokens to be reckoned."""

    def beside(form: str, *picks: str) -> dict[str, str]:
        session = at(form)
        assert session.ask is not None
        album = Album(session.scenario)
        sight = see(album, session.state, session.ask.side)
        found = question(album, session.drafts, 1, 1, sight, picks)
        return {pick.id: pick.hint for pick in found.picks}

    assert beside("attackers_rating")["69_bde"] == "rating 4"
    assert beside("options", "take") == {"0": "1 step", "1": "1 hex"}
    loads = beside("Movement Segment", "haul", "15.7")
    assert (loads["3"], loads["8"]) == ("3T", "2 SP")
