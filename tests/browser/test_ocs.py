"""OCS in the browser: a whole turn of Primosole between two people by link, and what a person looks at in it."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import People, picture
from browser.positions import text_of
from browser.table import PATIENCE, Table
from sandtable.core.decisions import DONE
from sandtable.play.session import Session, start
from systems.ocs.first_turn import SCENARIO, SEED, first_turn, given

LONG_PHONE = pytest.param("phone", marks=pytest.mark.long)


def answered(table: Table, picks: Sequence[str]) -> None:
    """One answer through the page: words by their buttons or the list, groups by their cards, numbers typed. What the
    page fills in by itself is left to it."""
    n, late = table.now["n"], time.monotonic() + PATIENCE
    while time.monotonic() < late and table.now["n"] == n and not table._stored(n):
        question = asked(table)
        if not question or not question["slot"]:
            break
        step(table, question, picks[len(question["picked"])])
        table.settled()
    table.sent(n)


def asked(table: Table) -> dict[str, Any]:
    """What the player is asked: what the page answers itself is waited for."""

    def his() -> bool:
        question = table.question
        chosen_by_him = question and len(question["picks"]) > 1 and question["proposed"] is None
        return not question or not question["slot"] or bool(chosen_by_him)

    table.settled()
    assert table.until(his), f"nobody is asked: {table.question}"
    table.settled()
    return table.question


def step(table: Table, question: dict[str, Any], pick: str) -> None:
    """One pick."""
    if pick == DONE:
        table.done()
    elif question["kind"] == "number":
        field = table.prompt.get_by_role("spinbutton").or_(table.prompt.locator("input[inputmode=numeric]")).first
        field.fill(pick)
        field.press("Enter")
    elif question["kind"] == "group":
        group(table, question, pick)
    else:
        if pick == question["ends"]:
            table.prompt.locator("button.main").click()
        elif (word := table.prompt.locator("button.word", has_text=table.name(pick))).count():
            word.first.click()
        else:
            listed(table)
            table.pick_id(pick)


def listed(table: Table) -> None:
    """The list of choices; on a phone it lies over the map."""
    tab = table.page.get_by_role("tab", name="Choices")
    if tab.count():
        if tab.get_attribute("aria-selected") != "true":
            tab.click()
    else:
        table.prompt.get_by_role("button", name="As a list").click()


def group(table: Table, question: dict[str, Any], pick: str) -> None:
    """A card of the list, without those of its units that stay."""
    listed(table)
    picks = {each["id"]: each["units"] for each in question["picks"] if each.get("units")}
    wanted = picks.get(pick) or pick.split("+")
    cards = table.page.locator("#panel-body li.group")
    named = {cards.nth(nth).get_attribute("data-group"): cards.nth(nth) for nth in range(cards.count())}
    whole = {name: picks.get(name or "", []) for name in named}
    name = pick if pick in named else min(
        (each for each, units in whole.items() if set(wanted) <= set(units)), key=lambda each: len(whole[each])
    )  # fmt: skip
    card = named[name]
    if pick not in named:
        if card.locator("details").count():
            card.locator("summary").click()
        for unit in whole[name]:
            chip = card.locator(f"[data-unit='{unit}']")
            if (chip.get_attribute("aria-pressed") == "true") != (unit in wanted):
                chip.click()
    card.locator("button.take").click()


class TwoBrowsers:
    """Each with a link of his own to a game whose dice are known."""

    def __init__(self, people: People, session: Session) -> None:
        allied, axis = people.table(), people.table()
        sent = {"Content-Type": "text/plain"}
        made = allied.page.request.post("/api/games/import", data=text_of(session), headers=sent).json()
        self.tables = {"allied": allied, "axis": axis}
        for side, table in self.tables.items():
            table.page.goto(f"/#/join/{made['keys'][side]}")
            table.page.get_by_role("button", name="Take this seat").click()
        for table in self.tables.values():
            table.sit()


@pytest.mark.long
def test_a_whole_turn_of_primosole_in_two_browsers(people: People) -> None:
    """Overrun, drop, bombs, reaction, barrage, combat with surprise, exploitation, supply paid."""
    played = first_turn()
    game, begun = TwoBrowsers(people, start(SCENARIO, SEED)), time.perf_counter()
    for answer in given(played):
        table = game.tables[answer.side]
        table.my_turn()
        assert table.question["form"] == answer.form
        answered(table, answer.picks)
    took = time.perf_counter() - begun
    print(f"{len(given(played))} answers in two browsers: {took:.0f} s")

    allied = game.tables["allied"]
    units = {unit: seen["at"] for unit, seen in allied.seen["units"].items()}
    for seen in played.view(None).units:
        assert seen.unit is None or units[played.scenario.unit_name(seen.unit)] == played.scenario.place_name(
            seen.place
        )
    for line in (
        "Allies: overrun of 11.8 by 44 RTR",
        "1 Para lands in 11.11 Primosole south",
        "surprise for the attacker",
        "44 RTR is in Exploit Mode now",
        "Allies: 1T of fuel for 44 RTR out of 13.7",
        "Allies: attack on 10.9 by 44 RTR",
    ):
        expect(allied.log.filter(has_text=re.compile(re.escape(line), re.I)).first).to_be_visible()


def at(form: str) -> Session:
    """The first turn up to the first answer to a form."""
    session = start(SCENARIO, SEED)
    for answer in given(first_turn()):
        if answer.form == form:
            break
        session.submit_written(answer.side, list(answer.picks))
    return session


def ten_in_a_hex() -> Session:
    """Both divisions at 12.7: ten counters, trucks with their loads among them."""
    session = at("Movement Segment")
    for line in ("move 5_div move 12.7 done", "move 50_div_art same 12.7 done", "move 3_cly same 12.7 done"):
        session.submit_written("allied", line.split())
    return session


class Looking:
    """At one table, with a picture of each thing that is looked at."""

    def __init__(self, people: People, size: str) -> None:
        self.size = size
        self.table = people.phone() if size == "phone" else people.table()

    def open(self, session: Session) -> None:
        self.table.open_record(text_of(session))
        self.table.page.get_by_role("button", name="All sides are played here").click()
        self.table.settled()

    def keep(self, name: str) -> None:
        self.table.answered()
        picture(self.table.page, f"ocs-{name}-{self.size}")

    def picks(self, *picks: str) -> None:
        """So far, or until the answer is ready."""
        while (question := asked(self.table))["slot"] and len(question["picked"]) < len(picks):
            step(self.table, question, picks[len(question["picked"])])

    def card(self, unit: str) -> None:
        """Of a counter, in the panel."""
        page = self.table.page
        if not page.get_by_role("tab", name="Card").count():
            page.get_by_role("toolbar", name="Tools").get_by_role("button", name=re.compile("panel", re.I)).click()
        self.table.tab("Card")
        page.get_by_role("button", name=unit).first.click()


@pytest.mark.parametrize("size", ["desktop", LONG_PHONE])
def test_odds_of_a_barrage_tell_the_attack_after_it(people: People, size: str) -> None:
    look = Looking(people, size)
    look.open(at("Barrage Segment"))
    look.keep("board")
    look.picks("barrage", "10.8", "units", "12.7")
    if size == "desktop":
        expect(look.table.odds).to_contain_text("an attack on 10.8 Lentini")
        expect(look.table.odds).to_contain_text("without it")
    expect(look.table.prompt).to_contain_text("Paid: 3T out of 13.7")
    look.keep("odds")


@pytest.mark.parametrize("size", ["desktop", LONG_PHONE])
def test_a_mission_tells_its_odds_through_interception_and_flak(people: People, size: str) -> None:
    look = Looking(people, size)
    look.open(at("Movement barrages"))
    look.picks("bomb", "10.8", "units", "box_m")
    if size == "desktop":
        expect(look.table.odds).to_contain_text("Axis: intercepts")
    look.keep("mission")


def lists_all_ten(look: Looking, card: Locator) -> None:
    """By name, with the figures on them and what they come to."""
    stack = [unit for unit, seen in look.table.seen["units"].items() if seen["at"] == "12.7"]
    assert len(stack) == 10
    expect(card).to_contain_text("attack 31, defence 33")
    for unit in stack:
        expect(
            card.get_by_role("listitem").filter(has_text=look.table.seen["units"][unit]["name"]).first
        ).to_be_visible()
    expect(card.get_by_role("listitem").filter(has_text="3 CLY").first).to_contain_text("5-4-8")
    guns = card.get_by_role("listitem").filter(has_text="50 Div Art").first
    expect(guns).to_contain_text("12-3-2")  # what it defends with and its range are told by its card
    expect(guns).not_to_contain_text("12-3-2-")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_stack_of_ten_its_supply_and_what_it_reaches(people: People, size: str) -> None:
    look = Looking(people, size)
    look.open(ten_in_a_hex())
    page = look.table.page
    look.table.press("s")
    expect(look.table.tool("Supply lens")).to_have_attribute("aria-pressed", "true")
    meaning = page.get_by_role("complementary", name="What the signs mean")
    if size == "phone":  # it would cover a fifth of the map
        expect(meaning.get_by_role("listitem")).to_have_count(0)
        look.keep("supply-folded")
        meaning.get_by_role("button", name="Show what the signs mean").click()
    expect(meaning.get_by_role("listitem").first).to_be_visible()
    look.keep("supply")
    meaning.get_by_role("button", name="Fold what the signs mean").click()
    expect(meaning.get_by_role("listitem")).to_have_count(0)
    look.table.press("s")
    if size == "desktop":
        look.table.hex("12.7").hover()
        lists_all_ten(look, page.get_by_role("tooltip"))
        look.keep("stack-hover")
        look.table.press("Escape")
    look.table.hex("12.7").click()
    page.get_by_role("menuitem", name="All 10 counters here").click()
    lists_all_ten(look, page.get_by_role("tooltip") if size == "phone" else look.table.tab("Card"))
    look.keep("stack-listed")
    if size == "desktop":
        look.table.hex("12.7").click()
        expect(page.get_by_role("menu").or_(look.table.fan).first).to_be_visible()
        look.keep("stack")
        look.table.press("Escape")
        look.table.hex("13.7").hover()
        expect(page.get_by_role("tooltip")).to_contain_text("13.7")
        look.keep("dump")
        page.keyboard.press("c")
        expect(look.table.tab("Card").get_by_role("listitem")).not_to_have_count(0)
        look.keep("card")


def test_a_long_question_leaves_some_of_the_map_on_a_phone(people: People) -> None:
    """Its panel is open, the result is told over the map, and the options of it are asked for."""
    look = Looking(people, "phone")
    look.open(at("options"))
    look.table.page.get_by_role("toolbar", name="Tools").get_by_role("button", name=re.compile("panel", re.I)).click()
    expect(look.table.prompt).to_contain_text("How many hexes do they retreat?")
    look.keep("options")
    board, height = look.table.board.bounding_box(), look.table.page.evaluate("innerHeight")
    assert board is not None
    assert board["height"] >= height / 4


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_page_of_a_new_game_shows_the_scenario_that_is_chosen(people: People, size: str) -> None:
    table = people.phone() if size == "phone" else people.table()
    for scenario in ("ocs:primosole", "ocs:crusader"):
        table.page.goto(f"/#/new/computer/{scenario}")
        chosen = table.page.locator("label", has=table.page.locator(f"input[value='{scenario}']:checked"))
        expect(chosen).to_be_in_viewport(ratio=0.9)
        table.page.goto("/")
    table.page.goto("/#/new/computer/ocs:primosole")
    expect(table.page.get_by_role("button", name="Start")).to_be_visible()
    picture(table.page, f"ocs-new-{size}")


def test_trucks_are_told_what_they_have_left_where_they_go(people: People) -> None:
    """13.2: of the hexes that are lit none was told anything of."""
    look = Looking(people, "desktop")
    look.open(at("Movement Segment"))
    look.picks("haul", "al_truck_s1", "4")
    assert all(pick["hint"] for pick in asked(look.table)["picks"])
    look.keep("haul")


def test_the_rule_of_what_a_question_is_about_goes_on_in_its_last_line(people: People) -> None:
    """It fell on a line of its own wherever the text has several, as that was a block."""
    look = Looking(people, "phone")
    look.open(at("options"))
    text = look.table.prompt.locator(".about").first.get_by_role("button").first
    assert text.evaluate("node => node.getClientRects().length") > 1  # a block has one
    look.keep("about")
    text.press("Enter")
    expect(look.table.prompt).to_contain_text("How many hexes do they retreat?")
