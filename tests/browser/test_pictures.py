"""Every state people would like to see a picture of, at both sizes: run with SANDTABLE_PICTURES=folder, and look."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import People, arrived, picture
from browser.positions import AT_LONGWY, AT_SEDAN, SEDAN_FALLS, after_lesson, in_france, somewhere, text_of
from browser.table import Table
from sandtable.play.session import Session

CAMPAIGN = "The Great European War"


class Album:
    def __init__(self, people: People, size: str) -> None:
        self.size = size
        self.table = people.phone() if size == "phone" else people.table()

    def keep(self, name: str) -> None:
        picture(self.table.page, f"{name}-{self.size}")

    def open(self, session: Session) -> None:
        self.table.open_record(text_of(session))
        self.table.page.get_by_role("button", name="All sides are played here").click()

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
    arrived(table.page)
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


@pytest.mark.long
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_every_state_of_use_worth_a_picture(people: People, size: str) -> None:
    album = Album(people, size)
    table = album.table
    for scenario in ("Poland, 1939", "France, 1940", "The Balkans, 1941"):
        table.page.goto("/")
        table.page.get_by_role("link", name=scenario).click()
        table.page.get_by_role("button", name="Start").click()
        table.sit()
        album.keep(f"use-1-{scenario.split(',')[0].split()[-1].lower()}")

    album.open(in_france("activate ger_2pz"))
    table.asked("2nd Panzer in 0612")
    table.hex("0611").show()
    if size == "desktop":
        table.hex("0611").hover()
    album.keep("use-2-unit-selected")
    album.touch("0711")
    expect(table.why).to_contain_text(re.compile(r"USE \d"))
    album.keep("use-3-refusal")

    album.open(in_france(*AT_SEDAN))
    table.press("c")
    table.pick("Attack")
    table.pick("0711 Sedan")
    expect(table.odds).to_be_visible()
    album.keep("use-4-odds")
    album.open(in_france(*AT_LONGWY))
    table.asked("What is done next?")
    table.hex("0712").show()
    album.keep("use-5-assault")

    album.open(in_france(*AT_SEDAN, "attack 0711"))
    table.asked("Is anything committed")
    album.keep("use-6-commitment")
    album.open(in_france(*SEDAN_FALLS, "stop"))
    table.asked("What is done next?")
    table.press("s")
    if size == "desktop":
        table.tab("Card")
    album.keep("use-7-supply")
    table.tab("Log") if size == "desktop" else table.press("l")
    album.keep("use-8-log")

    table.page.goto("/#/learn")
    expect(table.page.get_by_role("button", name="Begin the lesson Break the line at Sedan")).to_be_visible()
    album.keep("use-9-learn")
    table.lesson("Break the line at Sedan")
    album.keep("use-9-lesson")


def march(table: Table, name: str) -> None:
    table.press("c")
    table.pick("March")
    table.pick(name)
    if table.page.viewport_size and table.page.viewport_size["width"] < 500:
        table.press("p")


def attack(table: Table) -> None:
    table.press("c")
    table.pick("Attack")
    table.settled()
