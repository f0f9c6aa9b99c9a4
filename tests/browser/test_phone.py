"""A phone, 390 by 844, and a thumb."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import NARROW, PHONE, People, picture
from browser.positions import AT_SEDAN, SEDAN_FALLS, after_lesson, in_france, text_of
from browser.table import Table
from browser.test_lessons import Keyboard
from sandtable.play.lessons import find_lesson

LEGIBLE = 0.45  # the scale of the map of USE at which its counters can be read
THUMB = 43.5  # pixels, and a half for rounding
# What is pressed has room for a thumb; numbers of rules within sentences are excepted, as all links in texts are.
SMALL = """least => [...document.querySelectorAll('a, button, select, input, [role=tab], [role=slider]')]
  .filter((e) => e.checkVisibility() && !e.closest('p, li > div, li > p, dd, td, h2, h3'))
  .filter((e) => e.getBoundingClientRect().width > 1)
  .map((e) => [(e.getAttribute('aria-label') || e.textContent || e.type).trim(), e.getBoundingClientRect()])
  .filter(([, box]) => box.width < least || box.height < least)
  .map(([name, box]) => `${name}: ${Math.round(box.width)}x${Math.round(box.height)}`)"""
OUTSIDE = """() => [...document.querySelectorAll('a, button')].filter((e) => e.checkVisibility())
  .filter((e) => { const box = e.getBoundingClientRect(); return box.left < -1 || box.right > innerWidth + 1; })
  .filter((e) => !e.closest('[role=application]'))
  .map((e) => e.getAttribute('aria-label') || e.textContent.trim())"""

CUT = "each => each.scrollWidth > each.clientWidth"
# Lines of the question of which a part is in sight, and a part is not.
CUT_THROUGH = """() => {
  const what = document.querySelector('.prompt .what'), lines = document.createRange();
  const hidden = /inset\\(0(?:px)? 0(?:px)? ([\\d.]+)px/.exec(getComputedStyle(what).clipPath)?.[1] ?? 0;
  const end = what.getBoundingClientRect().bottom - Number(hidden);
  lines.selectNodeContents(what.querySelector('.text'));
  return [...lines.getClientRects()].map(({ top, bottom }) => [top - end, bottom - end])
    .filter(([top, bottom]) => top < -4 && bottom > 4);
}"""
PRESSABLE = """each => { const box = each.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height - 4);
  return each.contains(found); }"""


def fits(table: Table) -> None:
    """All that is pressed is large enough, and lies on the screen."""
    assert table.page.evaluate(SMALL, THUMB) == []
    assert table.page.evaluate(OUTSIDE) == []
    assert table.page.evaluate("document.documentElement.scrollWidth") == 390


def test_n35_the_lesson_is_finished_with_a_thumb(people: People) -> None:
    table = people.phone().lesson("Move")
    fits(table)
    picture(table.page, "phone-lesson")
    march(table, "ger_dak")
    table.asked("where to?")
    fits(table)
    picture(table.page, "phone-unit")
    table.hex("2826").tap()
    expect(table.prompt.get_by_role("button", name="Confirm")).to_be_visible()  # and the way is on the map
    cost = table.page.get_by_role("tooltip").locator("li:not(.head) small").first
    expect(cost).to_be_visible()  # what it is for, too
    expect(cost).to_contain_text("17.1")
    expect(table.learning).to_contain_text("pick hex 3127")
    table.prompt.get_by_role("button", name="Back").tap()
    table.hex("3127").tap()
    expect(table.why).to_contain_text(re.compile(r"GEW 13"))
    fits(table)
    picture(table.page, "phone-why-not")
    table.why.get_by_role("button", name="Close").tap()

    n = table.now["n"]
    table.hex("3027").tap()
    expect(table.prompt.get_by_role("button", name="Confirm")).to_be_visible()
    assert table.now["n"] == n  # nothing is sent by a slip of the thumb
    table.prompt.get_by_role("button", name="Confirm").tap()
    expect(table.learning).to_contain_text("March with the Italian army")
    march(table, "ita_ghqna")
    table.asked("where to?")
    table.hex("2926").tap()
    table.prompt.get_by_role("button", name="Confirm").tap()
    expect(table.learning).to_contain_text("You can move.")
    fits(table)
    picture(table.page, "phone-lesson-done")


def march(table: Table, unit: str) -> None:
    table.unit(unit).tap()
    table.asked("where to?")


def test_n35_an_attack_is_made_with_a_thumb(people: People) -> None:
    table = people.phone().open_record(text_of(after_lesson("fight", 3)))
    table.hex("3227").tap()
    table.prompt.get_by_role("button", name="Choose in detail").tap()
    table.asked("Which units attack it?")
    table.prompt.get_by_role("button", name="As a list").tap()
    fits(table)
    for name in ("DAK", "CAM", "GHQ NA"):
        table.choices.filter(has_text=name).tap()
        table.settled()
    expect(table.odds).to_be_visible()
    fits(table)
    picture(table.page, "phone-odds")
    n = table.now["n"]
    table.prompt.get_by_role("button", name="Confirm").tap()
    assert table.until(lambda: table.now["n"] > n)


def test_n35_a_game_and_its_panels_fit_a_phone(people: People) -> None:
    table = people.phone().new_game()
    fits(table)
    picture(table.page, "phone-game")
    table.tool("Open or close the panel").tap()
    for tab in ("Choices", "Log", "Card", "Talk"):
        table.page.get_by_role("tab", name=tab).tap()
        fits(table)
        picture(table.page, f"phone-{tab.lower()}")
    table.tool("Supply lens").tap()
    picture(table.page, "phone-supply")
    table.tool("Menu of the game").tap()
    fits(table)
    picture(table.page, "phone-menu")
    table.page.get_by_role("dialog").get_by_role("button", name="Timeline").tap()
    expect(table.timeline).to_be_visible()
    fits(table)
    picture(table.page, "phone-timeline")


def test_n35_the_header_and_the_menu_fit_the_narrowest_phone(people: People) -> None:
    table = people.table(NARROW, has_touch=True, is_mobile=True).new_game()
    for opened in ("", "Open or close the panel", "Menu of the game"):
        if opened:
            table.tool(opened).tap()
        assert table.page.evaluate(OUTSIDE) == [], opened
        assert table.page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    picture(table.page, "narrow-menu")


def test_n35_the_odds_are_told_at_the_answer_and_a_tap_shows_them_all(people: People) -> None:
    table = people.phone().open_record(text_of(in_france(*AT_SEDAN)))
    table.hex("0711").tap()
    table.page.get_by_role("menuitem", name="Attack").tap()
    expect(table.prompt.get_by_role("button", name="Confirm")).to_be_visible()
    line = table.prompt.get_by_role("button", name="Hex taken")
    expect(line).to_contain_text(re.compile(r"Hex taken \d+–\d+%"))
    fits(table)
    picture(table.page, "phone-odds-line")
    line.tap()
    expect(table.odds).to_be_visible()
    expect(line).to_be_hidden()


def test_n35_the_lesson_can_be_read_while_the_panel_is_open(people: People) -> None:
    for size in (PHONE, NARROW):
        table = people.table(size, has_touch=True, is_mobile=True).lesson("Break the line at Sedan")
        table.tool("Open or close the panel").tap()
        expect(table.page.get_by_role("tab", name="Choices")).to_be_visible()
        expect(table.learning).to_contain_text("look at your supply")
        card, board = table.learning.bounding_box(), table.board.bounding_box()
        assert card is not None
        assert board is not None
        assert card["y"] >= board["y"]
        assert card["y"] + card["height"] < board["y"] + board["height"]  # some of the map is left
        picture(table.page, f"phone-lesson-panel-{size['width']}")


def test_one_card_stands_at_a_time_the_newest(people: People) -> None:
    """The others are reached by closing it."""
    table = people.phone().open_record(text_of(in_france("activate ger_2pz")))
    cards = table.page.locator(".floats section:visible")
    expect(cards).to_have_count(1)
    brought = cards.inner_text()
    table.hex("0511").tap()  # the Belgians, whom it is not next to
    expect(table.why).to_be_visible()
    expect(cards).to_have_count(1)
    table.why.get_by_role("button", name="Close").tap()
    expect(cards).to_have_text(re.compile(re.escape(brought.split("\n")[0])))


@pytest.mark.parametrize("width", [390, 600])
def test_the_plan_that_was_asked_for_is_shown_over_the_map(people: People, width: int) -> None:
    """It was in the page and hidden, since it took the place of the card that told how far it was."""
    table = people.table({"width": width, "height": 844}, has_touch=True, is_mobile=True)
    table.open_record(text_of(in_france("activate ger_2pz")))
    table.tool("Menu of the game").tap()
    table.page.get_by_role("dialog").get_by_role("button", name="Plan for me").tap()
    making = table.page.get_by_role("status", name="The plan")
    making.get_by_role("button", name="That is enough").tap()
    plan = table.page.get_by_role("region", name="The plan")
    expect(plan).to_be_visible()
    expect(plan).to_contain_text("Now:")
    expect(plan).to_contain_text("Then:")
    picture(table.page, f"phone-plan-{width}")
    table.prompt.get_by_role("button", name="Stop").tap()  # something else
    table.prompt.get_by_role("button", name="Confirm").tap()
    expect(plan).not_to_contain_text(re.compile("Now:|Then:"))
    plan.get_by_role("button", name="Close").tap()
    expect(plan).to_have_count(0)


def test_a_full_prompt_keeps_its_main_button_and_all_of_it_can_be_read(people: People) -> None:
    size = {"width": 260, "height": 640}
    position = in_france(*SEDAN_FALLS, "stop")  # much can be done, and the phase may be ended
    table = people.table(size, has_touch=True, is_mobile=True).open_record(text_of(position))
    table.settled()
    main, prompt = table.prompt.locator(".main"), table.prompt.bounding_box()
    assert table.prompt.locator(".buttons").evaluate("each => each.scrollHeight > each.clientHeight")
    box = main.bounding_box()
    assert box is not None
    assert prompt is not None
    assert box["y"] + box["height"] <= prompt["y"] + prompt["height"]
    assert main.evaluate(PRESSABLE)
    where = table.prompt.locator(".where")
    assert where.evaluate(CUT)
    table.prompt.get_by_role("button", name="All of the question").tap()
    assert table.until(lambda: not where.evaluate(CUT))
    assert main.evaluate(PRESSABLE)


@pytest.mark.parametrize("size", [(260, 640), (390, 844), (600, 844), (1440, 900)])
def test_no_line_of_the_question_is_cut_through(people: People, size: tuple[int, int]) -> None:
    """What has no room is unrolled, and until then is not in sight at all."""
    table = people.table({"width": size[0], "height": size[1]})
    table.open_record(text_of(in_france(*SEDAN_FALLS, "stop")))
    table.settled()
    assert table.until(lambda: table.page.evaluate(CUT_THROUGH) == [])
    picture(table.page, f"question-{size[0]}")
    table.page.evaluate("document.querySelector('.prompt .text').append(' and so on'.repeat(99))")
    more = table.prompt.get_by_role("button", name="All of the question")
    expect(more).to_be_visible()
    assert table.until(lambda: table.page.evaluate(CUT_THROUGH) == [])
    picture(table.page, f"question-long-{size[0]}")


def test_the_map_stays_near_through_a_lesson(people: People) -> None:
    """However little of it cards leave free: after a combat the whole board was to be seen, and nothing on it."""
    table = people.phone()
    lesson = find_lesson("use:sedan")
    table.lesson(lesson.title)
    Watching(table).take(lesson)


class Watching(Keyboard):
    """The panel stays closed: the map is to be seen."""

    def begin(self, nth: int) -> None:
        super().begin(nth)
        self.table.press("p")
        self.table.known()
        assert self.table.at_rest()[0] > LEGIBLE, nth
