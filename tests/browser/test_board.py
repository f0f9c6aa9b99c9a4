"""The board itself, in a real browser: it is painted, hands and keys move it, stacks open, it says what it shows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import DESKTOP, People, picture
from browser.table import Table

# How many colours there are on the canvas, of some thousand spots: an empty one has one.
COLOURS = """() => {
  const canvas = document.querySelector(".board > canvas");
  const copy = document.createElement("canvas");
  copy.width = 120;
  copy.height = 80;
  const ctx = copy.getContext("2d");
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(canvas, 0, 0, 120, 80);
  const { data } = ctx.getImageData(0, 0, 120, 80);
  const found = new Set();
  let light = 0;
  for (let nth = 0; nth < data.length; nth += 4) {
    found.add(data[nth] * 65536 + data[nth + 1] * 256 + data[nth + 2]);
    light += data[nth] + data[nth + 1] + data[nth + 2];
  }
  return [found.size, light / (data.length / 4) / 765];
}"""


WEAR = """theme => {
  document.documentElement.dataset.theme = theme;
  dispatchEvent(new Event("themechange"));
}"""


def africa(people: People) -> Table:
    table = people.table(DESKTOP).new_game("Two players here")
    expect(table.board).to_have_attribute("data-painted", "true")
    return table


def colours(page: Page) -> tuple[int, float]:
    count, light = page.evaluate(COLOURS)
    return count, light


def test_the_map_is_painted_in_every_theme_and_darker_by_night(people: People) -> None:
    table = africa(people)
    lights = {}
    for theme in ("light", "dark", "safe"):
        table.page.evaluate(WEAR, theme)
        table.at_rest()
        expect(table.board).to_have_attribute("data-painted", "true")
        count, lights[theme] = colours(table.page)
        assert count > 500, theme
        picture(table.page, f"board-{theme}")
    assert lights["dark"] < lights["light"] - 0.15


def test_n33_the_cursor_goes_from_hex_to_hex_and_each_is_said(people: People) -> None:
    table = africa(people)
    board = table.board
    board.focus()
    table.press("ArrowRight")  # the cursor comes
    expect(board).to_have_attribute("data-cursor", re.compile("."))
    first = table.cursor
    hexes = {hex["id"]: hex for hex in table.scene["hexes"]}
    visited = [first]
    for key in ("ArrowRight", "ArrowDown", "Home", "PageDown"):
        table.press(key)
        expect(board).not_to_have_attribute("data-cursor", visited[-1])
        here = table.cursor
        expect(table.page.get_by_test_id("said")).to_contain_text(here)
        expect(table.page.get_by_test_id("said")).to_contain_text(hexes[here]["terrain"])
        visited.append(here)


def test_n33_the_cursor_leaves_the_map_for_the_boxes_beside_it(people: People) -> None:
    table = africa(people)
    table.board.focus()
    table.press("ArrowDown")
    boxes = {box["id"]: box["name"] for box in table.scene["boxes"]}
    for _ in range(40):
        here = table.board.get_attribute("data-cursor")
        if here in boxes:
            break
        table.press("ArrowDown")
    assert here in boxes
    expect(table.page.get_by_test_id("said")).to_contain_text(boxes[here])


def test_n11_a_stack_opens_with_its_counters_and_their_sum(people: People) -> None:
    table = africa(people)
    stacks: dict[str, list[str]] = table.hello["view"]["stacks"]
    hexes = {hex["id"] for hex in table.scene["hexes"]}
    place, units = next((place, units) for place, units in stacks.items() if place in hexes and len(units) > 1)
    table.hex(place).hover()
    table.board.focus()
    table.page.mouse.click(*table.hex(place).at())
    expect(table.fan).to_be_visible()
    counters = table.fan.locator("button.counter")
    expect(counters).to_have_count(len(units))
    for id in units:
        said = re.compile(re.escape(table.seen["units"][id]["name"]) + r".*(attack|naval|air|factor) \d")
        expect(table.fan.get_by_role("button", name=said)).to_be_visible()
    expect(table.fan).to_contain_text(re.compile(r"\d"))
    picture(table.page, "board-stack")
    table.press("Escape")
    expect(table.fan).to_be_hidden()


def test_hands_move_the_board(people: People) -> None:
    table = africa(people)
    k, *_ = table.camera
    table.page.mouse.move(600, 400)
    table.page.mouse.wheel(0, -240)
    assert table.until(lambda: table.camera[0] > k * 1.2)
    before = table.at_rest()
    table.page.mouse.down()
    table.page.mouse.move(500, 350)
    table.page.mouse.move(480, 340)
    table.page.mouse.up()
    after = table.at_rest()
    assert after[0] == before[0]
    assert after[1] == pytest.approx(before[1] - 120, abs=3)
    assert after[2] == pytest.approx(before[2] - 60, abs=3)


def test_the_small_map_leads_anywhere(people: People) -> None:
    table = africa(people)
    table.page.mouse.move(600, 400)
    table.page.mouse.wheel(0, -400)
    small = table.board.locator(".corner canvas")
    box = small.bounding_box()
    assert box is not None
    table.page.mouse.click(box["x"] + 8, box["y"] + 8)
    _, one, _ = table.at_rest()
    table.page.mouse.click(box["x"] + box["width"] - 8, box["y"] + box["height"] - 8)
    assert table.until(lambda: table.camera[1] < one - 100)


def test_n35_a_long_press_shows_the_card(people: People) -> None:
    table = people.phone().lesson("Move")
    x, y = table.unit("ger_dak").at()
    hand = table.page.context.new_cdp_session(table.page)
    card = table.page.get_by_role("tooltip")
    expect(card).to_have_count(0)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(card).to_contain_text(re.compile("movement", re.IGNORECASE))
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(card).to_be_visible()
    picture(table.page, "board-phone")
