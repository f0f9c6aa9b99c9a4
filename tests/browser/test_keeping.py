"""Looking back and taking along: timeline, fork, record, dice, position; reload, and a server that dies."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import sandtable
from browser.conftest import People, Server, picture
from browser.positions import after_lesson, somewhere, text_of
from browser.table import Table
from sandtable.play.opening import replay, verify
from sandtable.play.record import Record


@pytest.fixture(scope="module")
def finished() -> str:
    """The record of a whole game."""
    return text_of(somewhere("finished"))


def test_n27_every_step_is_reached_and_has_its_own_address(table: Table, finished: str) -> None:
    table.open_record(finished)
    stops = table.hello["steps"]
    table.tool("Timeline").click()
    slider = table.timeline.get_by_role("slider")
    begun = time.perf_counter()
    slider.fill(str(len(stops) // 2))
    expect(table.page).to_have_url(re.compile(f"/at/{stops[len(stops) // 2]}$"))
    expect(table.timeline).to_contain_text("You look at the past")
    assert table.until(lambda: table.replies("view") != [])
    print(f"the middle of {table.now['n']} inputs after {1000 * (time.perf_counter() - begun):.0f} ms")
    picture(table.page, "timeline")
    table.press("ArrowLeft")
    expect(table.page).to_have_url(re.compile(f"/at/{stops[len(stops) // 2 - 1]}$"))
    table.press("[")
    expect(table.page).to_have_url(re.compile(f"/at/{stops[len(stops) // 2 - 2]}$"))
    table.press("]")
    expect(table.page).to_have_url(re.compile(f"/at/{stops[len(stops) // 2 - 1]}$"))
    table.press("ArrowRight")
    expect(table.page).to_have_url(re.compile(f"/at/{stops[len(stops) // 2]}$"))
    address = table.page.url
    n = stops[len(stops) // 2]
    assert table.until(lambda: table.replies("view")[-1]["n"] == n)
    when = table.prompt.inner_text()
    table.page.goto("/")
    table.page.goto(address)
    table.sit()
    expect(table.timeline).to_contain_text("You look at the past")
    assert table.until(lambda: table.prompt.inner_text() == when)
    table.hex("3026").click()
    expect(table.why).to_contain_text("You look at the past")
    table.press("\\")
    expect(table.page).to_have_url(re.compile(r"#/game/[^/]+$"))


def test_a_line_of_the_log_leads_to_the_map_before_it(table: Table) -> None:
    table.open_record(text_of(after_lesson("move", 1)))
    table.pick("March")
    table.pick("DAK")
    table.hex("3027").click()
    line = table.log.filter(has_text="DAK marches")
    line.hover()
    line.get_by_role("button", name="Look at the map before this").click()
    expect(table.timeline).to_contain_text("You look at the past")
    assert table.until(lambda: table.replies("view") != [])
    assert table.replies("view")[-1]["view"]["units"]["ger_dak"]["at"] == "2726"


def test_n28_a_fork_leaves_the_original_alone(table: Table) -> None:
    table.new_game()
    table.pick("Keep")
    table.asked("What are mobilization points spent on?")
    original, before = table.page.url, table.ask("/record")
    table.tool("Timeline").click()
    table.press("[")
    expect(table.timeline).to_contain_text("You look at the past")
    table.timeline.get_by_role("button", name="Try from here").click()
    expect(table.page).not_to_have_url(re.compile(re.escape(original)))
    table.sit()
    table.asked("Are any units or markers given up?")
    assert {seat["side"]: seat["player"] for seat in table.hello["seats"]} == {"axis": "person", "allied": "officer"}
    table.pick("Keep")
    table.asked("What are mobilization points spent on?")
    table.page.goto(original)
    table.sit()
    assert table.ask("/record") == before


def test_a_record_is_saved_and_opened_again(table: Table, tmp_path: Path) -> None:
    table.new_game()
    table.pick("Keep")
    table.asked("What are mobilization points spent on?")
    digest = table.session().state.digest()
    table.press("m")
    with table.page.expect_download() as taken:
        table.page.get_by_role("button", name="Save the record").click()
    taken.value.save_as(tmp_path / "some.game")
    record = Record.load(tmp_path / "some.game")
    assert record.end == digest
    before = table.page.url
    table.open_record((tmp_path / "some.game").read_text())
    assert table.page.url != before
    table.asked("What are mobilization points spent on?")


def test_n30_the_dice_of_a_finished_game_are_verified(table: Table, finished: str) -> None:
    table.open_record(finished)
    expect(table.page.get_by_role("heading", name="Victory")).to_be_visible()
    picture(table.page, "outcome")
    table.page.get_by_role("button", name="Verify dice").click()
    menu = table.page.get_by_role("dialog")
    menu.get_by_role("button", name="Roll all dice again").click()
    rolls = verify(Record.parse(finished.splitlines()))
    assert rolls > 0
    expect(menu.get_by_role("status")).to_contain_text(re.compile(f"{rolls} rolls"))
    picture(table.page, "dice")


def test_n30_a_record_with_a_changed_roll_is_refused(people: People, finished: str) -> None:
    people.forgiven.append("400")
    page = people.person()
    page.goto("/")
    lines = finished.splitlines()
    nth, roll = next((nth, line) for nth, line in enumerate(lines) if '"roll"' in line)
    lines[nth] = re.sub(r'("reads": ?)(\d)', lambda found: found[1] + str(int(found[2]) % 6 + 1), roll)
    assert lines[nth] != roll
    page.get_by_label("Open a record").locator("input[type=file]").set_input_files(
        {"name": "forged.game", "mimeType": "text/plain", "buffer": "\n".join(lines).encode()}
    )
    expect(page.get_by_role("alert")).to_contain_text("forged.game was not opened")


def test_n31_a_position_copied_in_the_browser_opens_in_python(people: People, finished: str) -> None:
    table = people.table(permissions=["clipboard-read", "clipboard-write"]).open_record(finished)
    stop = table.hello["steps"][5]
    table.page.goto(f"{table.page.url}/at/{stop}")
    table.timeline.get_by_role("button", name="Copy for Python").click()
    expect(table.timeline).to_contain_text("Copied.")
    session = sandtable.start_at(table.page.evaluate("navigator.clipboard.readText()"))
    then = replay(Record.parse(finished.splitlines()), stop)
    assert session.state.digest() == then.state.digest()
    assert session.offers() == then.offers()


def test_the_page_can_be_reloaded_in_the_middle_of_an_answer(table: Table) -> None:
    table.open_record(text_of(after_lesson("move", 1)))
    table.pick("March")
    table.pick("DAK")
    table.asked("Where to?")
    table.page.reload()
    table.sit().asked("What moves next?")
    table.pick("March")
    table.pick("DAK")
    table.hex("3027").click()
    table.asked("GHQ NA: where to?")  # nobody else is left
    table.page.reload()
    table.sit()
    assert table.seen["units"]["ger_dak"]["at"] == "3027"
    table.press("Control+z")
    assert table.until(lambda: table.seen["units"]["ger_dak"]["at"] == "2726")


def test_n26_the_server_dies_and_comes_back_under_an_open_page(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path)
    people = People(browser, server.url)
    people.forgiven += ["WebSocket", "ERR_CONNECTION"]
    try:
        table = people.table().new_game()
        table.pick("Keep")
        table.asked("What are mobilization points spent on?")
        assert table.hex("3026").in_sight
        server.kill()
        expect(table.page.get_by_text("Connection lost, trying again …")).to_be_visible()
        table.hex("3026").click()
        expect(table.why).to_contain_text("nothing was played")
        picture(table.page, "line-lost")
        server.start()
        expect(table.page.get_by_text("Connection lost, trying again …")).to_have_count(0)
        table.asked("What are mobilization points spent on?")
        table.end()
        people.leave()
    finally:
        server.stop()
