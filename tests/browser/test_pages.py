"""The pages around the board, in a real browser: first page, new game, invitation, my games, lessons, settings."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import DESKTOP, NARROW, PHONE, People, arrived, picture

PAGES = [
    "#/", "#/new/computer", "#/new/table", "#/new/link", "#/mine", "#/club", "#/learn", "#/settings",
    "#/nowhere-at-all",
]  # fmt: skip
THEMES = ["light", "dark", "safe"]

# What every page owes to those who do not see it, or see it on a phone: told by the page itself.
FAULTS = """() => {
  const found = [];
  const shown = (e) => e.checkVisibility() && e.getBoundingClientRect().width > 1;
  const name = (e) => e.getAttribute("aria-label") || e.labels?.[0]?.textContent || e.textContent || e.title;
  if (document.querySelectorAll("h1").length !== 1) found.push("not one h1");
  if (document.querySelectorAll("main").length !== 1) found.push("not one main");
  const levels = [...document.querySelectorAll("h1, h2, h3, h4")].filter(shown).map((e) => Number(e.tagName[1]));
  levels.forEach((level, n) => n && level > levels[n - 1] + 1 && found.push(`h${level} after h${levels[n - 1]}`));
  for (const e of document.querySelectorAll("a, button, input, select, summary, [tabindex]"))
    if (shown(e) && !name(e).trim()) found.push(`no name: ${e.outerHTML.slice(0, 80)}`);
  for (const e of document.querySelectorAll("img, svg"))
    if (shown(e) && !e.hasAttribute("aria-hidden") && e.getAttribute("alt") === null && !e.hasAttribute("aria-label"))
      found.push(`no words for ${e.outerHTML.slice(0, 60)}`);
  if (document.documentElement.scrollWidth > innerWidth) found.push("it scrolls sideways");
  if (matchMedia("(pointer: coarse)").matches)
    for (const e of document.querySelectorAll("a, button, select, label, summary")) {
      const { width, height } = e.getBoundingClientRect();
      const inline = e.closest("p, dd, li > span");
      if (shown(e) && !inline && (width < 43.5 || height < 43.5) && !e.querySelector("input:not(.unseen)"))
        found.push(`small: ${name(e).trim().slice(0, 30)} ${Math.round(width)}x${Math.round(height)}`);
    }
  if (!document.title) found.push("no title");
  return found;
}"""


def visit(page: Page, address: str) -> None:
    page.goto(f"/{address}")
    arrived(page)


@pytest.mark.parametrize("size", [DESKTOP, PHONE, NARROW], ids=["desktop", "phone", "narrow"])
def test_every_page_has_names_headings_and_room(people: People, size: dict[str, int]) -> None:
    phone = size is not DESKTOP
    page = people.person(size, has_touch=phone, is_mobile=phone)
    for address in PAGES:
        visit(page, address)
        name = re.sub(r"\W+", "-", address).strip("-") or "first"
        for theme in THEMES:
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            picture(page, f"page-{name}-{size['width']}-{theme}")
        assert page.evaluate(FAULTS) == [], address


def test_n04_the_first_page_has_four_doors_and_no_account(page: Page) -> None:
    visit(page, "#/")
    doors = page.get_by_role("navigation", name="Ways to play").get_by_role("link")
    expect(doors).to_have_count(4)
    titles = [text.split("\n")[0] for text in doors.all_inner_texts()]
    assert titles == ["Learn", "Play the computer", "Two players here", "Invite by link"]
    for nth, title in enumerate(titles):
        visit(page, "#/")
        doors.nth(nth).click()
        expect(page.locator("h1")).to_have_text(title)
        assert page.locator("input[type=password], input[type=email]").count() == 0
    expect(page.get_by_role("button", name="Get the link")).to_be_visible()


def test_n33_the_doors_are_reached_by_tab_and_the_focus_is_seen(page: Page) -> None:
    visit(page, "#/")
    reached = []
    for _ in range(4):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.getAttribute('href')"))
        outline = page.evaluate("getComputedStyle(document.activeElement).outline")
        assert "3px" in outline, outline
    assert reached == ["#/learn", "#/new/computer", "#/new/table", "#/new/link"]
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Two players here")


def test_a_game_against_the_computer_starts_with_one_press(page: Page) -> None:
    visit(page, "#/new/computer")
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile(r"#/game/[\w-]+$"))
    visit(page, "#/mine")
    expect(page.get_by_text("It is your turn.")).to_be_visible()
    assert page.evaluate(FAULTS) == []
    with page.expect_download() as taken:
        page.get_by_role("button", name="Export").click()
    visit(page, "#/")
    page.locator("input[type=file]").set_input_files(taken.value.path())
    expect(page).to_have_url(re.compile(r"#/game/[\w-]+$"))


def test_n23_a_friend_sits_down_by_link_and_the_host_sees_it(people: People) -> None:
    host, friend = people.person(), people.person(PHONE, has_touch=True, is_mobile=True)
    visit(host, "#/new/link")
    host.get_by_role("button", name="Get the link").click()
    link = host.get_by_label("Link for the Western Allies player")  # of the shortest scenario: Poland, 1939
    expect(link).to_have_value(re.compile(r"#/join/"))
    assert host.evaluate(FAULTS) == []
    picture(host, "page-wait")

    friend.goto(link.input_value())
    friend.get_by_label("Your name, if you like").fill("Ann")
    assert friend.evaluate(FAULTS) == []
    picture(friend, "page-join")
    friend.get_by_role("button", name="Take this seat").click()
    expect(friend).to_have_url(re.compile(r"#/game/"))

    expect(host.locator("h1")).to_have_text("Everybody is here")
    expect(host.get_by_text("Ann: ready")).to_be_visible()
    host.get_by_role("link", name="To the board").click()
    expect(host).to_have_url(re.compile(r"#/game/"))
    assert host.evaluate("game => localStorage.getItem('sandtable.invited.' + game)", host.url.split("/")[-1]) is None


def test_a_stranger_takes_a_seat_at_the_club(people: People) -> None:
    """The host lists his game; whoever looks at the page of the club sits down, and others may watch."""
    host, guest = people.person(), people.person(PHONE, has_touch=True, is_mobile=True)
    visit(host, "#/new/link")
    host.get_by_role("switch", name="List it on the club").check(force=True)
    host.get_by_role("button", name="Get the link").click()
    expect(host.get_by_text("not here yet")).to_be_visible()
    visit(guest, "#/club")
    game = guest.get_by_role("article").first
    expect(game).to_contain_text("waits for somebody")
    picture(guest, "club-phone")
    game.get_by_role("button", name="Take").click()
    guest.get_by_label("Your name").fill("Ann")
    guest.get_by_role("button", name="Take this seat").click()
    expect(host.get_by_text("Ann: ready")).to_be_visible()
    visit(guest, "#/club")
    guest.get_by_role("tab", name="Being played").click()
    expect(guest.get_by_role("article").first).to_contain_text("Ann")


def test_settings_are_kept_and_take_effect_at_once(page: Page) -> None:
    visit(page, "#/settings")
    page.get_by_text("Colour-blind safe").click()
    page.get_by_text("Largest").click()
    page.get_by_role("group", name="Motion").get_by_text("None").click()
    page.get_by_role("switch", name="Confirm every answer").check(force=True)
    page.reload()
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "safe")
    expect(root).to_have_attribute("data-motion", "less")
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > 20
    expect(page.get_by_role("switch", name="Confirm every answer")).to_be_checked()


def test_the_books_lie_beside_the_board(page: Page) -> None:
    visit(page, "#/learn")
    page.get_by_role("button", name="Begin the lesson Move", exact=True).click()
    expect(page).to_have_url(re.compile(r"#/game/"))
    expect(page.locator("canvas").first).to_be_visible()
    books = page.get_by_role("complementary", name="Books")

    page.keyboard.press("r")
    books.get_by_label("Number or words").fill("27.4")
    expect(books.get_by_text("0 rules found.")).to_be_visible()
    books.get_by_label("Number or words").fill("supply line")
    books.get_by_role("list").get_by_role("button").first.click()
    expect(books.get_by_role("heading", level=2)).to_be_visible()
    picture(page, "book-rule")

    books.get_by_role("button", name="Charts", exact=True).click()
    books.get_by_role("button", name="Combat Results Table").click()
    expect(books.get_by_role("columnheader", name="4 to 5")).to_be_visible()
    picture(page, "book-chart")

    books.get_by_role("button", name="Sequence", exact=True).click()
    expect(books.locator("[aria-current=step]")).to_contain_text("now")
    books.get_by_role("button", name="Help", exact=True).click()
    expect(books.get_by_text("Ctrl+Z", exact=True)).to_be_visible()
    picture(page, "book-help")
    page.keyboard.press("Escape")
    expect(books).to_have_count(0)
