"""Nothing in the way: the map keeps its size, and what is asked about is seen."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import People, picture
from browser.positions import somewhere, text_of
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


def question_of(table: Table) -> dict[str, Any]:
    """What the page asks; what it has found out ahead of the player is not asked yet."""
    found, menu = table.question, table.now["question"]
    ahead = found and found["slot"] and found["text"] not in table.prompt.inner_text()
    return menu if ahead else found


def step(table: Table, nth: int) -> None:
    """One pick, by what the page shows: what is held is confirmed, and now and then there is something else than the
    end."""
    table.settled()
    n, before, page = table.now["n"], table.prompt.inner_text(), table.page
    held = page.get_by_role("button", name=re.compile("^(End anyway|Confirm|Done choosing|Take$)"))
    words, main = table.prompt.locator(".word:enabled"), table.prompt.locator(".main:enabled")
    listed = table.prompt.get_by_role("button", name="As a list")
    held.or_(words).or_(main).or_(listed).or_(table.choices).first.wait_for()
    if (shown := table.prompt.locator(".main")).count():
        expect(shown).to_be_enabled()  # for a blink it is not
    if held.count():
        held.first.click()
    elif words.count() and (nth % 4 == 1 or not main.count()):
        words.first.click()
    elif main.count():
        main.click()
    else:
        if not table.choices.count():
            listed.click()
        table.choices.first.click()
    assert table.until(
        lambda: cover(table).count() + held.count() > 0 or table.now["n"] > n or table.prompt.inner_text() != before
    )


def places(table: Table) -> set[str]:
    """Where something may be picked on the map now."""
    question, units = question_of(table), table.seen["units"]
    picks = [pick["id"] for pick in question["picks"]]
    if question["kind"] == "hex":
        return {pick for pick in picks if pick != "done"}
    return {units[pick]["at"] for pick in picks if pick in units} if question["kind"] == "unit" else set()


def about(table: Table) -> set[str]:
    """What the question is about, and who is chosen."""
    question, units = question_of(table), table.seen["units"]
    named = [id for one in question["about"] for id in (*one["hexes"], *one["units"])] + question["picked"]
    hexes = {hex["id"] for hex in table.scene["hexes"]}
    return {units[id]["at"] if id in units else id for id in named} & hexes


def pointers(table: Table) -> Locator:
    """The signs at the edge of the map."""
    return table.board.get_by_role("button", name="that can be picked, ")


def pointed(table: Table) -> int:
    return sum(int(text) for text in pointers(table).all_inner_texts())


def unseen(table: Table, some: set[str]) -> set[str]:
    return {place for place in some if not table.hex(place).in_sight}


def astray(table: Table) -> int:
    """How many may be picked where it cannot be seen: of counters each, not the places where they lie."""
    question, units, hidden = question_of(table), table.seen["units"], unseen(table, places(table))
    picks = [pick["id"] for pick in question["picks"]]
    return (
        sum(units[pick]["at"] in hidden for pick in picks if pick in units)
        if question["kind"] == "unit"
        else len(hidden)
    )


def nothing_in_the_way(table: Table) -> None:
    """Nothing lies over what is asked about, and all that may be picked is seen or pointed to."""
    table.known()
    table.at_rest()
    assert table.until(lambda: not unseen(table, about(table))), (question_of(table), unseen(table, about(table)))
    assert table.until(lambda: pointed(table) == astray(table)), (
        pointers(table).all_inner_texts(), unseen(table, places(table))
    )  # fmt: skip


def box_of(table: Table, size: str) -> tuple[float, ...]:
    """Of the map. On a phone panels lie below it, and open by themselves when there is something to read in them."""
    panels = table.page.get_by_role("tabpanel")
    while True:
        table.known()
        table.at_rest()
        if size == PHONE and panels.count():
            table.page.keyboard.press("p")
            expect(panels).to_have_count(0)
            continue
        box = table.board.bounding_box()
        assert box is not None
        if size == DESK or not panels.count():
            return box["x"], box["y"], box["width"], box["height"]


@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("scenario", GAMES)
def test_the_map_is_as_large_whatever_is_asked_and_nothing_lies_in_the_way(
    people: People, scenario: str, size: str
) -> None:
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
        boxes.add(box_of(table, size))
        texts.add(table.prompt.inner_text())
        assert page.evaluate("[scrollX, scrollY]") == [0, 0]
        if question_of(table)["kind"] in ("hex", "unit"):
            nothing_in_the_way(table)
        picture(page, f"way-{scenario[:4]}-{size}-{nth}")
        step(table, nth)
    assert len(boxes) == 1, boxes
    assert len(texts) > (5 if nth == ANSWERS - 1 else 3), texts  # whoever does little is asked little in one turn


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_choices_out_of_sight_are_pointed_to_and_brought_into_it(people: People, size: str) -> None:
    table = seated(people, size).open_record(text_of(somewhere("lit 0", "move")))
    table.pick("March")
    table.settled()
    nothing_in_the_way(table)
    closer(table)
    before = unseen(table, places(table))
    picture(table.page, f"way-pointed-{size}")
    sign = pointers(table).first
    named = re.compile(r"^(\d+|One) more that can be picked, (north|south|east|west)")
    expect(sign).to_have_attribute("aria-label", named)
    sign.click()
    assert table.until(lambda: not before <= unseen(table, places(table)))
    nothing_in_the_way(table)
    closer(table)
    before = unseen(table, places(table))
    table.press("v")
    assert table.until(lambda: not before <= unseen(table, places(table)))
    nothing_in_the_way(table)


def closer(table: Table) -> None:
    """Until something that may be picked is out of sight."""
    table.board.focus()
    for _ in range(12):
        if pointed(table):
            break
        table.press("+")
        table.at_rest()
    assert pointed(table)


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_refusal_lies_not_over_the_unit_that_is_chosen(people: People, size: str) -> None:
    """Wherever the map lay: the slip goes to the other side, or the map from under it."""
    session = somewhere("lit 0", "move")
    unit = session.offers("march")[0]
    table = seated(people, size).open_record(text_of(session))
    table.pick("March")
    table.settled()
    table.unit(unit).click()
    table.asked("Where to?")
    table.page.locator(".floats").get_by_role("button", name="Close").click()  # that a record was brought
    table.at_rest()
    place = table.hex(table.seen["units"][unit]["at"])
    box = table.board.bounding_box()
    assert box is not None
    mouse = table.page.mouse
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for _ in range(4):  # a map that has just been touched does not mind the mouse
        x, y = place._pixel()
        by = box["x"] + 120 - x, box["y"] + box["height"] - 60 - y
        if math.hypot(*by) < 5:
            break
        mouse.move(*middle)
        mouse.down()
        mouse.move(middle[0] + by[0] / 2, middle[1] + by[1] / 2)
        mouse.move(middle[0] + by[0], middle[1] + by[1])
        mouse.up()
        table.at_rest()
        table.page.wait_for_timeout(100)
    assert place.in_sight
    assert place._pixel()[1] > box["y"] + box["height"] - 100  # where slips lie
    mouse.click(middle[0] + 30, box["y"] + 60)
    expect(table.why).to_be_visible()
    assert table.until(lambda: place.in_sight)
    picture(table.page, f"way-refused-{size}")


def test_choices_under_an_open_book_are_pointed_to(people: People) -> None:
    table = people.table().open_record(text_of(somewhere("lit 0", "move")))
    table.pick("March")
    table.settled()
    table.page.locator(".floats").get_by_role("button", name="Close").click()  # that a record was brought
    table.press("p")  # the map is as wide as the page
    table.at_rest()
    east = max(places(table), key=lambda place: table.hex(place)._pixel())
    x, y = table.hex(east)._pixel()
    mouse = table.page.mouse
    mouse.move(700, 300)
    mouse.down()
    mouse.move(700 + (1330 - x) / 2, 300 + (400 - y) / 2)
    mouse.move(700 + 1330 - x, 300 + 400 - y)
    mouse.up()
    table.at_rest()
    assert table.hex(east).in_sight
    before = unseen(table, places(table))
    table.press("r")
    expect(table.page.get_by_role("complementary", name="Books")).to_be_visible()
    assert table.until(lambda: before < unseen(table, places(table)))
    picture(table.page, "way-book")
    nothing_in_the_way(table)


def test_the_small_map_lies_over_no_land_at_the_first_view(people: People) -> None:
    table = people.table().new_game()
    table.settled()
    table.at_rest()
    small = table.board.locator("canvas[title]")
    expect(small).to_be_visible()
    box = small.bounding_box()
    assert box is not None
    dry = {hex["id"] for hex in table.scene["hexes"] if not hex["wet"]} - {*table.scene["veiled"]}
    spots = {hex: table.hex(hex)._pixel() for hex in dry}
    assert not [
        hex
        for hex, (x, y) in spots.items()
        if box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]
    ]
