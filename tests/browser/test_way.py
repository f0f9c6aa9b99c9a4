"""Nothing in the way: the map keeps its size, and what is asked about is seen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator

from browser.conftest import People, picture
from browser.table import Table

GAMES = ["North Africa, 1941", "Poland, 1939", "Primosole"]
ANSWERS = 16
DESK, PHONE = "desk", "phone"


def seated(people: People, size: str) -> Table:
    return people.table() if size == DESK else people.phone()


def cover(table: Table) -> Locator:
    return table.page.get_by_role("button", name="show the map")


def asked(table: Table) -> bool:
    """Whether somebody is asked; the screen is handed over to him."""
    quiet = table.page.locator(".prompt[aria-busy=false]")
    assert table.until(lambda: cover(table).count() + quiet.count() > 0)
    if cover(table).count():
        table.uncover()
        table.settled()
    return table.now["question"] is not None


def step(table: Table, nth: int) -> None:
    """One pick, by the list or by a word: now and then something else than the end."""
    question, n = table.question, table.now["n"]
    ends, picks = question["ends"], [pick["id"] for pick in question["picks"]]
    other = [pick for pick in picks if pick not in (ends, "done")]
    sure = table.page.get_by_role("button", name="End anyway")
    if sure.count():
        sure.click()
    elif question["numbers"]:
        table.prompt.get_by_role("button", name="Take").click()
    elif not question["slot"]:
        table.confirm()
    elif ends and (nth % 4 != 1 or not other):
        table.pick(table.name(ends))
    elif other:
        word = table.prompt.get_by_role("button", name=table.name(other[0]), exact=True)
        (word if word.count() else listed(table, picks.index(other[0]))).click()
    else:
        table.done()
    assert table.until(lambda: table.now["n"] > n or table.question != question or sure.count() > 0)


def listed(table: Table, nth: int) -> Locator:
    if not table.choices.count():
        table.prompt.get_by_role("button", name="As a list").click()
    return table.choices.nth(nth)


@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("scenario", GAMES)
def test_the_map_is_as_large_whatever_is_asked(people: People, scenario: str, size: str) -> None:
    table = seated(people, size)
    page = table.page
    page.goto("/#/new/table")
    page.get_by_role("radio", name=scenario).check()
    page.get_by_role("button", name="Start").click()
    cover(table).or_(table.board).first.wait_for()
    boxes, texts = set(), set()
    for nth in range(ANSWERS):
        if not asked(table):  # Poland lasts one turn
            break
        if page.get_by_role("tabpanel").count() and size == PHONE:
            page.keyboard.press("p")
        box = table.board.bounding_box()
        assert box is not None
        boxes.add((box["x"], box["y"], box["width"], box["height"]))
        texts.add(table.prompt.inner_text())
        assert page.evaluate("[scrollX, scrollY]") == [0, 0]
        picture(page, f"way-{scenario[:4]}-{size}-{nth}")
        step(table, nth)
    assert len(boxes) == 1, boxes
    assert len(texts) > 5
