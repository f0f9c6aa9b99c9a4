"""Whoever is quicker than the server: what is clicked before the next question is told waits for it."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import People, picture
from browser.positions import after_lesson, text_of
from browser.quick import HOLD
from browser.table import Table


def slow(table: Table) -> Table:
    table.page.add_init_script(HOLD)
    table.hasty = True
    return table.open_record(text_of(after_lesson("move", 1)))


def another(table: Table) -> str:
    """A counter beside DAK that can march."""
    assert table.until(lambda: "picks" in table.question["opens"]["march"])
    return next(str(unit) for unit in table.question["opens"]["march"]["picks"] if unit != "ger_dak")


def test_a_click_between_an_answer_and_what_comes_of_it_is_carried_out_on_the_next_question(table: Table) -> None:
    slow(table)
    n, other = table.now["n"], another(table)
    table.unit(other).show()
    picture(table.page, "quick-1440-before")
    table.page.evaluate("hold('change')")
    table.pick("March")
    table.pick_id("ger_dak")
    table.hex("2927").click()
    assert table.until(lambda: table.now["n"] > n)
    expect(table.prompt).to_have_attribute("aria-busy", "true")
    table.asked("Sending: March · DAK · 2927")
    for button in ("Back", "Confirm"):
        expect(table.prompt.get_by_role("button", name=button)).to_be_disabled()
    table.unit(other).click()
    table.page.wait_for_timeout(400)
    picture(table.page, "quick-1440-waiting")
    expect(table.why).to_have_count(0)

    table.page.evaluate("letThrough()")
    table.asked("where to?")
    table.settled()
    expect(table.why).to_have_count(0)
    assert table.now["n"] > n
    assert [body["picked"] for body in table.replies("picked")][-2:] == [["march", other], ["path", other]]
    picture(table.page, "quick-1440-after")


def test_a_thumb_that_is_quicker_than_the_server_is_heard_too(people: People) -> None:
    table = slow(people.phone())
    n, other = table.now["n"], another(table)
    picture(table.page, "quick-390-before")
    table.pick("March")
    table.unit("ger_dak").tap()
    table.asked("Where to?")
    table.hex("2927").tap()
    table.page.evaluate("hold('change')")
    table.confirm()
    assert table.until(lambda: table.now["n"] > n)
    table.unit(other).tap()
    table.page.wait_for_timeout(400)
    expect(table.prompt).to_have_attribute("aria-busy", "true")
    picture(table.page, "quick-390-waiting")

    table.page.evaluate("letThrough()")
    table.asked("where to?")
    table.settled()
    assert table.now["n"] > n
    assert [body["picked"] for body in table.replies("picked")][-2:] == [["march", other], ["path", other]]
    expect(table.why).to_have_count(0)
    picture(table.page, "quick-390-after")


def test_n33_a_key_pressed_before_it_is_known_what_may_be_picked_is_heard_when_it_is(table: Table) -> None:
    slow(table)
    n, other = table.now["n"], another(table)
    table.page.evaluate("hold('opens')")
    table.pick("March")
    table.pick_id("ger_dak")
    table.hex("2927").click()
    assert table.until(lambda: table.now["n"] > n)
    expect(table.prompt).to_contain_text("What moves next?")
    table.press("n")
    expect(table.board).to_be_focused()
    table.go_to(table.seen["units"][other]["at"])
    table.press("Enter")
    expect(table.prompt).to_have_attribute("aria-busy", "true")
    table.page.evaluate("letThrough()")
    table.asked("where to?")
    table.settled()
    expect(table.board).to_be_focused()


def test_a_second_press_while_it_is_asked_what_the_verbs_begin_with_is_the_same_press(table: Table) -> None:
    slow(table)
    n, other = table.now["n"], another(table)
    table.page.evaluate("hold('opens')")
    table.pick("March")
    table.pick_id("ger_dak")
    table.hex("2927").click()
    assert table.until(lambda: table.now["n"] > n)
    expect(table.prompt).to_contain_text("What moves next?")
    for _ in range(2):
        table.unit(other).click()
    expect(table.prompt).to_have_attribute("aria-busy", "true")
    table.page.evaluate("letThrough()")
    table.asked("where to?")
    table.settled()
    expect(table.why).to_have_count(0)
    drafts = [body["picked"] for body in table.replies("picked") if body["n"] > n]
    assert drafts == [["march", other], ["path", other]]  # what each verb asks after it, once
