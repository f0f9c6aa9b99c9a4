"""A level is chosen, its thinking seen, a plan read in words, an order given; on a large screen and on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import People, picture
from browser.table import Table
from browser.test_computer import answer_plainly


@pytest.mark.parametrize("size", ["desk", pytest.param("phone", marks=pytest.mark.long)])
def test_a_level_thinks_a_plan_is_told_and_an_order_given(people: People, size: str) -> None:
    table = people.table() if size == "desk" else people.phone()
    page = table.page
    page.goto("/#/new/computer")
    page.get_by_role("radio", name="North Africa, 1941").check(force=True)
    table.seat("Axis", "You")
    levels = page.get_by_role("radiogroup", name="Level of Allied")
    expect(levels).to_contain_text("It thinks up to 10 seconds a turn.")
    expect(levels.get_by_role("radio", name=re.compile("^Officer"))).to_be_checked()
    table.level("Allied", "Planner")
    levels.scroll_into_view_if_needed()
    picture(page, f"levels-{size}-new")
    page.get_by_role("button", name="Start").click()
    table.sit()
    thinks(table, size)
    plans(table, size)
    orders(table, size)


def thinks(table: Table, size: str) -> None:
    """How far it is is seen, and when it is over the computer has answered."""
    page, planning = table.page, re.compile("Planner makes its plan for Allied")
    for _ in range(30):
        if table.until(lambda: table.now["question"] is not None or thought(table)) and thought(table):
            break
        answer_plainly(table)
    expect(table.prompt).to_contain_text(planning)
    expect(table.prompt.get_by_role("progressbar", name="How far the plan is")).to_be_visible()
    expect(table.prompt).to_contain_text(re.compile(r"\d s"))
    picture(page, f"levels-{size}-thinking")
    told = [said for said in table.heard if said["type"] == "thinking"]
    assert all({*said} == {"type", "side", "share"} for said in told)
    table.my_turn()
    expect(table.prompt.get_by_role("progressbar")).to_have_count(0)


def thought(table: Table) -> bool:
    return bool(table.heard) and table.heard[-1]["type"] == "thinking"


def plans(table: Table, size: str) -> None:
    page = table.page
    table.press("Shift+H")
    making = page.get_by_role("status", name="The plan")
    expect(making.get_by_role("progressbar")).to_be_visible()
    picture(page, f"levels-{size}-planning")
    plan = page.get_by_role("region", name="The plan")
    expect(plan).to_be_visible(timeout=60_000)
    expect(plan).to_contain_text("Now:")
    for others in plan.get_by_text("weighed").all()[:1]:
        others.click()
    picture(page, f"levels-{size}-plan")
    table.press("Shift+H")  # it is known for this turn
    expect(plan).to_be_visible()
    plan.get_by_role("button", name="Close").click()
    expect(plan).to_have_count(0)


def orders(table: Table, size: str) -> None:
    page = table.page
    table.press("m")
    menu = page.get_by_role("dialog")
    picture(page, f"levels-{size}-menu")
    menu.get_by_role("button", name="Orders for Allied").click()
    sheet = page.get_by_role("dialog", name="Orders for Allied")
    sheet.get_by_label("Main effort").select_option(index=1)
    place = sheet.get_by_label("Main effort").input_value()
    sheet.get_by_label("Boldness").select_option(index=1)
    sheet.get_by_role("checkbox").first.check()
    picture(page, f"levels-{size}-order")
    sheet.get_by_role("button", name="Give these orders").click()
    expect(sheet).to_have_count(0)
    told = page.get_by_role("status").filter(has_text="Allied has its orders: main effort")
    expect(told).to_be_visible()
    picture(page, f"levels-{size}-ordered")
    told.get_by_role("button", name="Close").click()
    table.press("m")
    expect(menu).to_contain_text("Ordered: Main effort")
    picture(page, f"levels-{size}-ordered-menu")
    menu.get_by_role("button", name="Orders for Allied").click()
    expect(sheet).to_contain_text("Ordered: Main effort")
    expect(sheet.get_by_label("Main effort")).to_have_value(place)
    expect(sheet.get_by_role("checkbox").first).to_be_checked()
    sheet.get_by_role("button", name="Close").click()
    table.press("m")
    menu.get_by_label("The computer plays Allied as").select_option(label="Recruit")
    assert table.until(lambda: [seat["player"] for seat in seats(table) if seat["side"] == "allied"] == ["recruit"])
    expect(menu).to_contain_text("It keeps what it has")
    table.press("Escape")


def seats(table: Table) -> list[dict[str, str]]:
    told = [said["seats"] for said in table.heard if said["type"] in ("seats", "game")]
    found: list[dict[str, str]] = told[-1]
    return found
