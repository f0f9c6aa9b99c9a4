"""Two people: by link, at one screen, with somebody looking on; and what none of them may see."""

from __future__ import annotations

import re
import time

from playwright.sync_api import expect

from browser.conftest import People, picture
from browser.positions import after_lesson, text_of
from browser.quick import HOLD
from browser.table import Table


def invited(people: People, script: str = "") -> tuple[Table, Table, str]:
    """Host and guest at the board, and the guest's link; a script runs in the guest's page."""
    host, guest = people.table(), people.table()
    guest.page.add_init_script(script)
    host.new_game("Invite by link")
    label = host.page.get_by_label("Link for the Allied player")
    expect(label).to_have_value(re.compile(r"#/join/"))
    link = label.input_value()
    begun = time.perf_counter()
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Take this seat").click()
    guest.sit()
    print(f"the guest is at the board {time.perf_counter() - begun:.1f} s after he opened the link")
    host.page.get_by_role("link", name="To the board").click()
    return host.sit(), guest, link


def test_n23_both_see_moves_and_come_back_to_the_same_prompt(people: People) -> None:
    host, guest, link = invited(people)
    host.asked("Are any units or markers given up?")
    guest.asked("Waiting for Axis.")
    begun = time.perf_counter()
    host.pick("Keep")
    assert guest.until(lambda: guest.now["n"] == 1)
    print(f"the guest sees the move {time.perf_counter() - begun:.2f} s after the click")

    host.asked("What are mobilization points spent on?")
    prompt = host.prompt.inner_text()
    host.page.reload()
    host.sit()
    expect(host.prompt).to_contain_text("What are mobilization points spent on?")
    assert host.until(lambda: host.prompt.inner_text() == prompt)

    guest.page.close()
    again = Table(people.contexts[1].new_page())
    again.page.goto(link)  # the seat is his already
    again.sit().asked("Waiting for Axis.")


# A page that can be looked away from, and keeps the notices the system would show.
ELSEWHERE = """window.notices = [];
window.Notification = class {
  static permission = 'granted';
  constructor(title) { notices.push(title); }
  close() {}
};
Object.defineProperty(document, 'hidden', { get: () => window.away === true });"""


def test_n23_the_game_goes_on_and_each_is_told_that_it_is_his_turn(people: People) -> None:
    host, guest, _ = invited(people, ELSEWHERE)
    expect(host.page).to_have_title("● Your turn – North Africa, 1941")
    expect(guest.page).to_have_title("North Africa, 1941")
    guest.press("m")
    notify = guest.page.get_by_role("dialog").get_by_role("button", name="Tell me when it is my turn")
    notify.click()
    expect(notify).to_have_attribute("aria-pressed", "true")
    guest.press("Escape")
    guest.page.evaluate("window.away = true")
    host.pick("Keep")
    host.asked("What are mobilization points spent on?")
    host.end()
    expect(guest.page).to_have_title("● Your turn – North Africa, 1941")
    assert guest.until(lambda: guest.page.evaluate("notices") == ["It is your turn"])
    guest.page.evaluate("window.away = false")
    guest.asked("Are any units or markers given up?")
    guest.pick("Keep")
    guest.asked("What are mobilization points spent on?")
    guest.end()

    host.my_turn()
    host.asked("Is anything regrouped?")
    host.end()
    host.asked("What moves next?")
    host.unit("ita_cam").click()
    host.asked("where to?")
    host.hex("3027").click()
    assert guest.until(lambda: guest.seen["units"]["ita_cam"]["at"] == "3027")
    expect(guest.page.get_by_role("log").get_by_text("CAM marches from")).to_be_visible()


def test_n23_two_tabs_of_one_side_do_not_double_a_move(people: People) -> None:
    host, guest, _ = invited(people)
    pair = [Table(people.contexts[0].new_page()) for _ in range(2)]
    for table in pair:
        table.page.add_init_script(HOLD)
        table.page.goto(host.page.url)
        table.sit().asked("Are any units or markers given up?")
        table.page.evaluate("hold('change')")  # neither hears of the other's answer before it has given its own
    for table in pair:
        table.pick("Keep")
    for table in pair:
        table.page.evaluate("letThrough()")
        table.asked("What are mobilization points spent on?")
    assert [table.now["n"] for table in pair] == [1, 1]
    said = [said for table in pair for said in table.heard if said["type"] in ("answered", "refused")]
    assert sorted(each.get("code", "") for each in said) == ["", "stale"]  # both have sent an answer
    assert guest.until(lambda: guest.now["n"] == 1)


def test_n24_whoever_looks_on_sees_nothing_hidden_and_a_revoked_key_opens_nothing(people: People) -> None:
    people.forgiven += ["403", "WebSocket"]
    host, *_ = invited(people)
    host.press("m")
    menu = host.page.get_by_role("dialog")
    expect(menu.get_by_label("Link to watch")).to_have_value(re.compile("#/"))
    watch = menu.get_by_label("Link to watch").input_value()
    spectator = people.table()
    spectator.page.goto(watch)
    spectator.page.get_by_role("button", name="Watch").click()
    spectator.sit().asked("Waiting for Axis.")
    assert spectator.now["question"] is None
    expect(spectator.tool("Supply lens")).to_have_count(0)
    assert all(side["funds"] == "" for side in spectator.hello["view"]["sides"].values())
    assert host.hello["view"]["sides"]["axis"]["funds"]  # which its own side sees
    picture(spectator.page, "spectator")

    menu.get_by_role("listitem").filter(has=host.page.get_by_label("Link to watch")).get_by_role(
        "button", name="Replace"
    ).click()
    menu.get_by_role("button", name="Yes, the old link opens nothing any more").click()
    expect(spectator.page.get_by_text("the host has replaced the key of this seat")).to_be_visible()
    stranger = people.person()
    stranger.goto(watch)
    expect(stranger.get_by_text("Ask whoever sent you the link for a new one.")).to_be_visible()


def test_people_talk_and_keep_notes_for_themselves(people: People) -> None:
    host, guest, _ = invited(people)
    host.tab("Talk")
    host.page.get_by_label("Say something to the table").fill("Good luck!")
    host.press("Enter")
    expect(guest.page.get_by_role("tab", name="Talk")).to_contain_text("1")
    panel = guest.tab("Talk")
    expect(panel.get_by_role("log", name="Chat")).to_contain_text("Good luck!")
    panel.get_by_label("Notes").fill("They will go for Tobruk.")
    expect(panel).to_contain_text("Kept with the game.")
    guest.page.reload()
    guest.sit()
    expect(guest.tab("Talk").get_by_label("Notes")).to_have_value("They will go for Tobruk.")
    expect(host.page.get_by_label("Notes")).to_have_value("")


def test_two_at_one_screen_do_not_see_each_other_s_map(table: Table) -> None:
    table.open_record(text_of(after_lesson("fight", 3)))
    seen = table.hello["view"]["sides"]
    assert seen["axis"]["funds"]
    assert not seen["allied"]["funds"]
    table.hex("3227").click()
    expect(table.prompt).to_contain_text("All who can take part")
    table.confirm()
    cover = table.page.get_by_role("dialog", name="To play: Allied")
    expect(cover).to_be_visible()
    expect(table.board).to_have_count(0)  # nothing of it is left under the cover
    picture(table.page, "hand-over")
    table.press("l")
    expect(cover).to_be_visible()
    table.uncover().asked("Which way, hex by hex?")
    assert table.hello["seat"] == "allied"
    assert not table.hello["view"]["sides"]["axis"]["funds"]
