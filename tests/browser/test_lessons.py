"""The lessons, taken in the browser."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.table import Table


def test_n07_the_first_lesson_is_finished_with_the_mouse(table: Table) -> None:
    table.lesson("Move")
    expect(table.learning).to_contain_text("pick the counter marked DAK")
    table.unit("ger_dak").click()
    table.page.get_by_role("menuitem", name="March").click()
    table.hex("2826").hover()
    expect(table.learning).to_contain_text("pick hex 3127")
    table.hex("3127").click()
    expect(table.why).to_contain_text("GEW 13")
    table.hex("3027").click()
    expect(table.learning).to_contain_text("March with the Italian army")
    table.unit("ita_ghqna").click()
    table.page.get_by_role("menuitem", name="March").click()
    table.hex("2926").click()
    expect(table.learning).to_contain_text("You can move.")
    expect(table.learning.get_by_role("button", name="Next: Fight")).to_be_visible()
