"""Deciding in the browser: what is lit, why not, the way, the odds, undo, losses. Engine and page say the same."""

from __future__ import annotations

import re
import time
from fractions import Fraction
from random import Random

import pytest
from playwright.sync_api import expect

from browser.conftest import People, picture
from browser.positions import after_lesson, somewhere, text_of
from browser.table import Table
from sandtable.core.decisions import DONE
from sandtable.play.notation import name_of, read_draft
from sandtable.play.session import Session


def lit(session: Session, *words: str) -> dict[str, str]:
    """What the engine offers after these words, with what is written beside it."""
    ask, state = session.ask, session.state
    assert ask is not None
    draft = read_draft(state, ask.form, words)
    slot, _ = ask.form.at(draft)
    assert slot is not None
    beside = session.system.lens.hints(state, ask, draft)
    picks = [pick for pick in ask.form.picks(state, draft) if pick != DONE]
    return {name_of(session.scenario, slot.kind, pick): beside.get(pick, "") for pick in picks}


def lit_on_the_map(table: Table, most: int) -> dict[str, str]:
    """Tab goes through all that is lit, and each is told in words: where, and what is left there."""
    found: dict[str, str] = {}
    for _ in range(most):
        table.press("n")
        if table.cursor in found:
            return found
        said = re.search(r"Can be picked(?:: ([^.]*))?\.", table.said)
        assert said, f"{table.cursor} is lit, and it is said: {table.said}"
        found[table.cursor] = said[1] or ""
    raise AssertionError(f"more than {most} are lit")


@pytest.mark.parametrize("least", [0, *(pytest.param(least, marks=pytest.mark.long) for least in (25, 50))])
def test_n08_what_is_lit_is_what_the_engine_offers(table: Table, least: int) -> None:
    session = somewhere(f"lit {least}", "move", least)
    table.open_record(text_of(session))
    units = session.offers("march")
    for unit in {units[0], units[-1]}:
        table.pick("March")
        table.pick_id(unit)
        offered = lit(session, "march", unit)
        assert len(offered) > 1
        assert {pick["id"]: pick["hint"] for pick in table.question["picks"]} == offered
        assert lit_on_the_map(table, len(offered) + 1) == offered
        table.back()


def test_n09_the_way_is_drawn_with_the_cost_of_each_step(table: Table) -> None:
    table.open_record(text_of(after_lesson("move", 1)))
    table.pick("March")
    table.pick("DAK")
    table.asked("Where to?")
    before = table.picture_at_rest("2927")
    table.hex("2927").hover()
    assert table.until(lambda: table.replies("costs") != [])
    way = table.replies("costs")[-1]
    assert way["hexes"][0] == "2726"
    assert way["hexes"][-1] == "2927"
    figures = [int(re.findall(r"\d+", said)[0]) for said in (way["total"], *(step["cost"] for step in way["costs"]))]
    assert figures[0] == sum(figures[1:])
    assert table.until(lambda: table.picture_of("2927") != before)
    picture(table.page, "path")


def test_n10_no_illegal_click_is_silent_and_each_names_a_rule(table: Table) -> None:
    session = somewhere("clicks", "move", least=30)
    table.open_record(text_of(session))
    table.pick("March")
    table.pick_id(session.offers("march")[0])
    offered = set(session.offers("march", session.offers("march")[0]))
    hexes = [hex["id"] for hex in table.scene["hexes"] if hex["id"] not in table.scene["veiled"]]
    wrong = [hex for hex in hexes if hex not in offered]
    clicks = 0
    for place in Random("clicks").sample(wrong, len(wrong)):
        if clicks == 40:
            break
        if not table.hex(place).in_sight:
            continue
        clicks += 1
        table.hex(place).click()
        expect(table.why).to_contain_text(place)
        said = table.why.inner_text()
        rules = re.findall(r"GEW (\d[\d.]*[a-z]?)", said)
        assert rules, f"{place}: {said}"
        assert all(rule in session.system.rulebook for rule in rules), said
        assert len(said) > len(place) + 20
    assert clicks == 40
    picture(table.page, "why-not")


def test_n10_words_and_counters_that_cannot_be_picked_say_why(table: Table) -> None:
    table.open_record(text_of(after_lesson("move", 1)))
    table.unit("bri_x13").click()
    expect(table.why).to_contain_text(re.compile(r"GEW \d"))
    table.why.get_by_role("button", name="Close").click()
    expect(table.why).to_have_count(0)


def test_n11_a_counter_tells_its_figures_in_words(table: Table) -> None:
    table.open_record(text_of(after_lesson("move", 1)))
    table.unit("ger_dak").hover()
    card = table.page.get_by_role("tooltip")
    for words in ("Attack 4", "its strength when it attacks", "Defense 3", "Movement 6", "Elite", "OUT OF SUPPLY"):
        expect(card).to_contain_text(words)


@pytest.mark.parametrize("way", ["button", "keys"])
def test_n12_undo_restores_the_same_position(table: Table, way: str) -> None:
    table.open_record(text_of(after_lesson("move", 1)))
    table.answered()
    before = table.ask("/position"), table.seen, table.prompt.inner_text()
    table.pick("March")
    table.pick("DAK")
    table.hex("3027").click()
    table.asked("What moves next?")
    assert table.until(lambda: table.seen["units"]["ger_dak"]["at"] == "3027")
    assert table.ask("/position") != before[0]
    if way == "button":
        table.tool("Undo").click()
    else:
        table.press("Control+z")
    assert table.until(lambda: table.seen["units"]["ger_dak"]["at"] == "2726")
    assert table.until(lambda: (table.ask("/position"), table.seen, table.prompt.inner_text()) == before)
    table.press("Control+Shift+z")
    assert table.until(lambda: table.seen["units"]["ger_dak"]["at"] == "3027")


def attack(table: Table, target: str) -> None:
    """By all who can."""
    table.hex(target).click()
    table.asked("Ready: Attack")


def test_all_who_can_attack_are_taken_by_one_click_and_a_click_leaves_one_out(table: Table) -> None:
    table.open_record(text_of(after_lesson("fight", 3)))
    n = table.now["n"]
    attack(table, "3227")
    table.asked("Ready: Attack · 3227 · DAK · CAM · GHQ NA")
    expect(table.odds).to_be_visible()
    table.unit("ita_cam").click()
    table.asked("Ready: Attack · 3227 · DAK · GHQ NA")
    picture(table.page, "attack-left-out")
    table.unit("ita_cam").click()
    expect(table.prompt).to_contain_text("CAM")
    assert table.now["n"] == n  # dice have not fallen
    table.prompt.get_by_role("button", name="Choose in detail").click()
    table.asked("Which units attack it?")


def test_n14_n15_the_odds_are_the_engine_s_before_anything_is_sent(table: Table) -> None:
    session = after_lesson("fight", 3)
    table.open_record(text_of(session))
    attack(table, "3227")
    begun = time.perf_counter()
    expect(table.odds).to_be_visible()
    print(f"odds on the page {1000 * (time.perf_counter() - begun):.0f} ms after the last click")
    picture(table.page, "odds")

    forecast = session.odds("attack", "3227", "ger_dak", "ita_cam", "ita_ghqna")
    chances = {prospect.result: prospect.chance for prospect in forecast.prospects}
    assert sum(chances.values()) == 1
    shown = table.odds.get_by_role("list").first.get_by_role("listitem")
    expect(shown).to_have_count(len(chances))
    for line in shown.all_inner_texts():
        result, chance = line.split()[0], re.findall(r"\d+/\d+|\b1\b", line)[0]
        assert Fraction(chance) == chances[result]
    for term in forecast.terms:
        expect(table.odds).to_contain_text(f"{term.rule}")
    expect(table.odds).to_contain_text("10 to 12")  # the column
    for words in ("Axis", "Ground Combat Phase", "Attack", "GEW 19"):
        expect(table.prompt).to_contain_text(words)


def test_n12_n13_n16_after_the_roll_the_log_tells_and_undo_says_why_not(table: Table) -> None:
    table.open_record(text_of(after_lesson("fight", 3)))
    attack(table, "3227")
    n = table.now["n"]
    table.confirm()
    assert table.until(lambda: table.now["n"] > n)
    cover = table.page.get_by_role("button", name="I play Allied")  # if what was rolled leaves him a choice
    cover.or_(table.page.get_by_role("tab", name="Log")).first.wait_for()
    if cover.count():
        cover.click()
    expect(table.log.filter(has_text=re.compile(r"1d6 reads \d\."))).to_be_visible()
    line = table.log.filter(has_text="The attack on 3227, differential +6 and shift +2:")
    expect(line).to_contain_text("19.6")
    table.press("Control+z")
    expect(table.why).to_contain_text("since the last roll")


def test_n16_a_line_of_the_log_shows_its_place_on_the_map(table: Table) -> None:
    table.open_record(text_of(after_lesson("fight", 5)))  # DAK has pursued, and may go on
    line = table.log.filter(has_text="DAK pursues from 3127 to 3227")
    before = table.picture_at_rest("3127")
    line.hover()
    assert table.until(lambda: table.picture_of("3127") != before)


def test_n17_one_key_tells_who_is_in_supply_by_which_way(table: Table) -> None:
    session = after_lesson("supply", 3)
    table.open_record(text_of(session))
    before = table.picture_at_rest("3127")
    table.press("s")
    panel = table.tab("Card")
    expect(panel).to_contain_text("2 of 5 units are without supply.")
    expect(panel.get_by_role("button", name="✗ DAK")).to_be_visible()
    expect(panel.get_by_role("button", name="✗ CW")).to_be_visible()
    assert table.until(lambda: table.picture_of("3127") != before)
    picture(table.page, "supply")
    table.press("s")
    assert table.until(lambda: table.picture_of("3127") == before)


def test_one_key_tells_where_the_enemy_can_come_and_attack(table: Table) -> None:
    table.open_record(text_of(after_lesson("move", 1)))
    before = table.picture_at_rest("2926")
    table.press("t")
    expect(table.tab("Card")).to_contain_text("Next turn the enemy can go to the hatched hexes")
    assert table.until(lambda: table.picture_of("2926") != before)
    threat = table.replies("2926")[-1]
    for way, words in (("reach", "Can be reached by"), ("attack", "Can be attacked by")):
        place = next(hex for hex in threat if threat[hex][way] and table.hex(hex).in_sight)
        table.hex(place).hover()
        card = table.page.get_by_role("tooltip")
        expect(card).to_contain_text(words)
        for unit in threat[place][way]:
            expect(card).to_contain_text(table.seen["units"][unit]["name"])
    picture(table.page, "threat")
    table.press("t")
    table.page.mouse.move(5, 5)
    assert table.until(lambda: table.picture_of("2926") == before)


def test_n18_a_retreat_is_clicked_and_what_is_wrong_explained(table: Table) -> None:
    table.open_record(text_of(after_lesson("fight", 8)))
    table.asked("Which way, hex by hex?")
    table.hex("3427").click()
    expect(table.why).to_contain_text(re.compile(r"GEW 22\.\d"))
    table.hex("3127").click()
    table.asked("one chosen")
    table.hex("3027").click()
    assert table.until(lambda: table.seen["units"]["ita_cam"]["at"] == "3027")


def test_a_phase_is_not_ended_by_mistake(table: Table) -> None:
    table.open_record(text_of(after_lesson("supply", 2)))
    n = table.now["n"]
    table.pick("End")
    warning = table.page.get_by_role("alertdialog")
    expect(warning).to_contain_text(re.compile(r"GEW \d"))
    picture(table.page, "warning")
    warning.get_by_role("button", name="Not yet").click()
    expect(warning).to_have_count(0)
    assert table.now["n"] == n


@pytest.mark.parametrize("help", ["Full", "Hints", "Bare"])
def test_n39_the_level_of_help_is_shown_and_kept_to(people: People, help: str) -> None:
    table = people.table().new_game(help=help)
    supply, threat = table.tool("Supply lens"), table.tool("Threat lens")
    expect(supply).to_have_count(0 if help == "Bare" else 1)
    expect(threat).to_have_count(1 if help == "Full" else 0)
    table.press("m")
    said = {"Full": "Full help", "Hints": "Hints, no forecasts", "Bare": "no help but the rules"}[help]
    expect(table.page.get_by_role("dialog")).to_contain_text(said)
