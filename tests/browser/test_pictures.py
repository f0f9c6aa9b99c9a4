"""Every state people would like to see a picture of, at both sizes: run with SANDTABLE_PICTURES=folder, and look."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import People, picture
from browser.positions import after_lesson, somewhere, text_of
from browser.table import Table

CAMPAIGN = "The Great European War"


class Album:
    def __init__(self, people: People, size: str) -> None:
        self.size = size
        self.table = people.phone() if size == "phone" else people.table()

    def keep(self, name: str) -> None:
        self.table.page.wait_for_timeout(600)
        picture(self.table.page, f"{name}-{self.size}")

    def touch(self, place: str) -> None:
        spot = self.table.hex(place)
        spot.tap() if self.size == "phone" else spot.click()


@pytest.mark.long
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_every_state_worth_a_picture(people: People, size: str) -> None:
    album = Album(people, size)
    table = album.table
    table.page.goto("/")
    expect(table.page.get_by_role("navigation", name="Ways to play")).to_be_visible()
    table.page.wait_for_load_state("networkidle")
    album.keep("1-first-page")

    table.new_game(scenario=CAMPAIGN)
    album.keep("2-campaign")

    table.open_record(text_of(after_lesson("turn", 2)))
    march(table, "DAK")
    table.asked("Where to?")
    table.hex("2926").show()
    if size == "desktop":
        table.hex("3027").hover()
    album.keep("3-unit-selected")

    album.touch("3126")
    expect(table.why).to_contain_text(re.compile(r"GEW \d"))
    album.keep("4-refusal")

    table.open_record(text_of(after_lesson("turn", 9)))
    table.hex("3026").show()
    attack(table)
    expect(table.odds).to_be_visible()
    album.keep("5-odds")

    table.open_record(text_of(after_lesson("supply", 3)))
    table.hex("3126").show()
    table.press("s")
    if size == "desktop":
        table.tab("Card")
    album.keep("6-supply")

    table.open_record(text_of(somewhere("picture")))
    table.press("[")
    table.timeline.get_by_role("slider").fill("40")
    expect(table.timeline).to_contain_text("You look at the past")
    if size == "desktop":
        table.tab("Log")
    album.keep("7-timeline")

    table.lesson("Fight")
    album.keep("8-lesson")


def march(table: Table, name: str) -> None:
    table.press("c")
    table.pick("March")
    table.pick(name)
    if table.page.viewport_size and table.page.viewport_size["width"] < 500:
        table.press("p")


def attack(table: Table) -> None:
    table.press("c")
    table.pick("Attack")
    for name in ("DAK", "Trop K", "CAM", "GHQ NA"):
        table.pick(name)
        table.settled()
