"""Numbers, stacks and formations in the browser: the toy's scenario of supply, by mouse, by keyboard and by thumb."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from browser.conftest import NARROW, People, Server, picture
from browser.table import Table

SERVE_TOY = "import toy; from sandtable.core.system import register; register(toy.SYSTEM); "


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has the toy too."""
    started = Server(tmp_path_factory.mktemp("toys"), before=SERVE_TOY, path=Path(__file__).parents[1])
    yield started
    started.stop()


@pytest.fixture
def people(browser: Browser, toys: Server) -> Iterator[People]:
    found = People(browser, toys.url)
    yield found
    found.leave()


def begin(table: Table) -> Table:
    """Both sides are played here, Red first."""
    table.new_game("Two players here", "Supply 4 turns", help="Full")
    return table


def field(table: Table) -> Locator:
    return table.prompt.get_by_role("spinbutton")


def said(table: Table) -> list[str]:
    table.settled()
    found: list[str] = table.question["picked"]
    return found


def test_a_number_is_stepped_typed_and_refused_in_the_servers_words(table: Table) -> None:
    begin(table)
    table.pick("Refit")
    expect(field(table)).to_have_value("3000")  # the only worn unit is filled in, and what is usual proposed
    expect(table.prompt).to_contain_text("1000 to 6000 by 1000")
    expect(field(table)).to_be_focused()
    table.press("ArrowUp")
    expect(field(table)).to_have_value("4000")
    table.prompt.get_by_role("button", name="Less").click()
    expect(field(table)).to_have_value("3000")
    picture(table.page, "supply-number")

    field(table).fill("1500")
    table.press("Enter")
    expect(table.why).to_contain_text("Rounds come by the thousand")
    expect(field(table)).to_have_value("1500")

    field(table).fill("5000")
    table.press("Enter")
    table.settled()
    assert said(table) == ["refit", "r5", "5000"]
    table.prompt.get_by_role("button", name="Back").click()
    expect(field(table)).to_have_value("5000")  # what was named, not what is proposed
    n = table.now["n"]
    table.prompt.get_by_role("button", name="Take 5000").click()
    table.sent(n)
    expect(table.page.get_by_text("85000 rounds")).to_be_visible()


def test_a_digit_pressed_anywhere_begins_the_number(table: Table) -> None:
    begin(table)
    table.pick("Refit")
    field(table).blur()
    table.press("2")
    table.page.keyboard.type("000")
    expect(field(table)).to_have_value("2000")
    assert said(table) == ["refit", "r5"]


def test_n33_a_letter_is_no_part_of_a_number_but_what_it_is_elsewhere(table: Table) -> None:
    begin(table)
    table.pick("Refit")
    expect(field(table)).to_be_focused()
    table.press("k")
    expect(table.page.get_by_role("tab", name="Card")).to_be_focused()
    expect(field(table)).to_have_value("3000")


def test_a_click_takes_the_stack_and_chips_a_part_of_it(table: Table) -> None:
    begin(table)
    table.pick("March")
    table.asked("stack")
    table.hex("0402").click()
    table.settled()
    assert said(table) == ["march", "0402"]
    picture(table.page, "supply-stack")

    table.back()
    table.pick("March")
    stack = table.page.get_by_role("group", name="Who goes with 0402")
    stack.get_by_role("button", name="2nd Guards").click()
    expect(table.choices.first).to_contain_text("2 of 3")
    picture(table.page, "supply-groups")
    table.press("1")
    table.asked("to")
    assert said(table) == ["march", "r1+r3"]
    expect(table.prompt).to_contain_text("1st Guards, 3rd Guards")
    n = table.now["n"]
    table.hex("0302").click()
    table.sent(n)
    assert {unit for unit, seen in table.seen["units"].items() if seen["at"] == "0302"} == {"r1", "r3"}


def test_a_click_takes_the_part_of_a_formation_that_lies_there(table: Table) -> None:
    begin(table)
    table.pick("Change")
    n = table.now["n"]
    table.hex("0203").click()  # one of the two places where it lies; the whole is taken by its name
    table.sent(n)
    assert table.seen["units"]["r4"]["state"] == "march mode"
    assert table.seen["units"]["r5"]["state"] == "reduced"


def test_stacks_and_rounds_by_thumb(people: People) -> None:
    for size in ({"width": 390, "height": 844}, NARROW):
        table = begin(people.table(size, has_touch=True, is_mobile=True))
        table.prompt.get_by_role("button", name="Refit").tap()
        expect(field(table)).to_have_value("3000")
        expect(field(table)).not_to_be_focused()  # no keyboard over half the map
        picture(table.page, f"supply-number-{size['width']}")
        more = table.prompt.get_by_role("button", name="More")
        box, page = more.bounding_box(), table.page.evaluate("document.documentElement.scrollWidth")
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert page <= size["width"]
        n = table.now["n"]
        more.tap()
        table.prompt.get_by_role("button", name="Take 4000").tap()
        table.sent(n)
        expect(table.page.get_by_text("86000 rounds")).to_be_visible()

        table.prompt.get_by_role("button", name="March").tap()
        table.prompt.get_by_role("button", name="As a list").tap()
        table.page.get_by_role("group", name="Who goes with 0402").get_by_role("button", name="1st Guards").tap()
        picture(table.page, f"supply-groups-{size['width']}")
        table.choices.first.tap()
        table.asked("to")
        assert said(table) == ["march", "r2+r3"]


def test_the_card_of_a_counter_tells_its_other_faces(table: Table) -> None:
    begin(table)
    table.unit("r4").click()
    card = table.tab("Card")
    expect(card).to_contain_text("March mode, 2 steps")
    expect(card).to_contain_text("attack 0, defence 1, move 6")
