"""After the game: luck and review, from the end of a game and from its menu."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import People, picture
from browser.table import Table

RECORD = (Path(__file__).parents[1] / "golden" / "gew-north-africa-1941.game").read_text(encoding="utf-8")


def sheet(table: Table, name: str) -> Locator:
    found = table.page.get_by_role("dialog", name=name)
    expect(found.get_by_role("img", name="over the game: in the end")).to_be_visible()
    return found


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_luck_and_review_of_a_finished_game(people: People, size: str) -> None:
    table = people.phone() if size == "phone" else people.table()
    table.open_record(RECORD)
    table.page.get_by_role("button", name="Luck").click()
    luck = sheet(table, "Luck")
    expect(luck).to_contain_text("5 rolls. All in all the dice were worth")
    expect(luck.get_by_role("listitem")).to_have_count(5)
    expect(luck.get_by_role("listitem").first).to_contain_text("chance 16.7 %")
    picture(table.page, f"luck-{size}")
    luck.get_by_role("listitem").last.scroll_into_view_if_needed()
    picture(table.page, f"luck-{size}-below")
    luck.get_by_role("button", name="Look at the map before this").first.click()
    expect(luck).to_have_count(0)
    expect(table.page).to_have_url(re.compile(r"/at/61$"))

    table.press("m")
    table.page.get_by_role("button", name="Review", exact=True).click()
    review = sheet(table, "Review")
    expect(review).to_contain_text("Axis victory: the Axis has 13 victory points")
    expect(review.get_by_role("listitem").first).to_contain_text("3628 Cairo is taken by the Axis")
    picture(table.page, f"review-{size}")
    review.get_by_role("listitem").last.scroll_into_view_if_needed()
    picture(table.page, f"review-{size}-below")
    original = table.page.url
    review.get_by_role("button", name="What if: fork from here").first.click()
    expect(table.page).not_to_have_url(original)
    table.sit()
    assert "fork at turn 2, autumn, impulse 2" in table.hello["title"]
    assert table.hello["outcome"] is None
