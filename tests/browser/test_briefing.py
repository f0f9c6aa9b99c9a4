"""What a game is about in the browser: a page at its beginning, one key, points that explain themselves, headlines."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import expect

from browser.conftest import DESKTOP, PHONE, People, picture
from browser.positions import text_of
from browser.table import AFRICA, Table
from sandtable.core.errors import BadInput
from sandtable.play.notation import read_closed
from sandtable.play.session import Session, start
from sandtable.players import player

TAKEN = ["march", "bri_a8", "2726"]  # Benghazi, which counts for the Allies and stands empty


def before_benghazi_falls() -> Session:
    session = start("gew:north-africa-1941", "7", {"automatic_setup": True})
    anybody = player("random", "7")
    while (ask := session.ask) is not None:
        if (ask.form.name, ask.side) == ("move", 1):
            with suppress(BadInput):
                if not ask.form.check(session.state, read_closed(session.state, ask.form, TAKEN)):
                    return session
        session.submit(ask.side, anybody.answer(session.state, ask))
    raise AssertionError("nobody comes near Benghazi")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_game_begins_with_what_it_is_about_and_one_key_brings_it_back(people: People, size: dict[str, int]) -> None:
    table = Table(people.person(size, briefed=False))
    page = table.page
    page.goto("/#/new/computer")
    page.get_by_role("radio", name=AFRICA).check()
    page.get_by_role("button", name="Start").click()
    sheet = page.get_by_role("dialog", name=AFRICA)
    expect(sheet).to_contain_text("Rommel stands before Tobruk")
    expect(sheet.get_by_role("heading", name="What to do first")).to_have_count(2)
    row = sheet.get_by_role("row").filter(has_text="3628 Cairo")
    expect(row).to_contain_text(re.compile("5.*Allied"))
    picture(page, f"briefing-{size['width']}")
    sheet.get_by_role("button", name="To the map").click()
    expect(sheet).to_have_count(0)
    page.reload()
    table.sit()
    expect(sheet).to_have_count(0)
    page.keyboard.press("b")
    row.get_by_role("button", name="3628 Cairo").click()
    expect(sheet).to_have_count(0)
    page.get_by_role("button", name="Menu of the game").click()
    page.get_by_role("dialog").get_by_role("button", name="Briefing: what the game is about").click()
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_points_and_funds_explain_themselves_when_pointed_at(table: Table) -> None:
    page = table.new_game().page
    stands = page.get_by_role("list", name="Sides").get_by_role("button")
    card = page.get_by_role("status").filter(has_text=re.compile("points$|points "))
    stands.nth(1).hover()
    expect(card).to_contain_text("Allied: 2 points")
    expect(card).to_contain_text("3026 Tobruk")
    stands.nth(0).hover()
    expect(card).to_contain_text("fixed income 4")
    picture(page, "stands-1440")
    card.get_by_role("button", name="Briefing").click()
    expect(page.get_by_role("dialog", name=AFRICA)).to_be_visible()


def test_on_a_phone_points_open_the_briefing(people: People) -> None:
    page = people.phone().new_game().page
    page.get_by_role("button", name="Briefing: what the game is about").tap()
    expect(page.get_by_role("dialog", name=AFRICA)).to_contain_text("fixed income 4")


def test_what_changed_the_war_is_a_headline_until_the_next_answer(table: Table) -> None:
    page = table.open_record(text_of(before_benghazi_falls())).page
    page.get_by_role("button", name="All sides are played here").click()
    news = page.get_by_role("region", name="News")
    expect(news).to_have_count(0)
    table.tab("Choices")
    n = table.now["n"]
    for pick in TAKEN:
        table.pick_id(pick)
    table.sent(n)
    expect(news).to_contain_text("2726 Benghazi is taken by the Western Allies.")
    picture(page, "headline-1440")
    news.get_by_role("button", name="2726 Benghazi").click()
    table.hex("2726").hover()
    page.reload()
    table.sit()
    expect(news).to_be_visible()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a size
    picture(page, "headline-390")
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]  # a size
    table.end()
    expect(news).to_have_count(0)
