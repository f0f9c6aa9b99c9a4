"""Against the computer: a whole turn of one's own, and its answers watched."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import People, picture
from browser.positions import somewhere, text_of
from browser.table import Table

A_FEW = 3  # inputs: more than the end of a phase brings by itself


def answer_plainly(table: Table) -> None:
    """End what can be ended, keep what can be kept, otherwise take the first choice until nothing more is asked."""
    n = table.now["n"]
    table.settled()
    while table.now["n"] == n and table.question["slot"]:
        menu, picks = table.now["question"], [pick["id"] for pick in table.question["picks"]]
        plain = [pick["name"] for pick in menu["picks"] if pick["id"] in (menu["ends"], "keep")]
        if plain:
            table.prompt.get_by_role("button", name=re.compile(rf"^{plain[0]}\b")).first.click()  # not "Defend"
            break
        if "done" in picks:
            table.done()
        else:
            table.pick_id(picks[0])
        table.settled()
    table.sent(n)


def to_phase(table: Table, form: str) -> None:
    """Through all that is asked before it; what the computer does is not watched."""
    for _ in range(40):
        table.my_turn()
        if table.now["question"]["form"] == form:
            return
        answer_plainly(table)
    raise AssertionError(f"{form} is never asked")


@pytest.fixture
def at_war(people: People) -> Table:
    """North Africa, 1941, against the computer, at the first Movement Phase."""
    table = people.table().new_game()
    to_phase(table, "move")
    return table


def test_n19_a_whole_turn_is_played_and_the_computer_answers(at_war: Table) -> None:
    table = at_war
    table.unit("ita_cam").click()
    table.asked("where to?")
    table.hex("3027").click()
    table.asked("What moves next?")
    to_phase(table, "ground combat")
    table.hex("3026").click()
    table.prompt.get_by_role("button", name="Choose in detail").click()
    table.asked("Which units attack it?")
    table.unit("ita_cam").click()
    expect(table.odds).to_be_visible()
    table.done()
    just = table.page.get_by_role("region", name="Just now")
    expect(just).to_contain_text("1d6 reads")
    expect(just).to_contain_text("The attack on 3026")
    expect(just.get_by_role("img", name="Rolled:")).to_be_visible()
    picture(table.page, "attacked")
    expect(table.log.filter(has_text="The attack on 3026")).to_be_visible()
    expect(just).to_have_count(0)  # the log is there
    table.tab("Choices")
    heard = len(table.heard)
    to_phase(table, "mobilization")
    table.asked("turn 2")
    told = [said for said in table.heard[heard:] if said["type"] == "change" and said["log"]]
    allied = {id for id, unit in table.seen["units"].items() if unit["side"] == "allied"}
    assert any(allied & {*line["units"]} for said in told for line in said["log"])


def test_n19_n20_the_computer_answers_while_it_is_watched_and_paused(at_war: Table) -> None:
    """Its whole impulse, from the end of ours; a clock is not failed, only a stuck computer."""
    table = at_war
    to_phase(table, "ground combat")
    begun = time.perf_counter()
    table.end()
    film = table.timeline
    film.get_by_role("button", name="Pause").click()
    expect(film.get_by_role("button", name="Go on")).to_be_visible()
    assert table.until(lambda: table.now["question"] is not None)
    print(f"the computer's impulse took {time.perf_counter() - begun:.1f} s")
    table.asked("You are watching what has happened.")  # it has played on; the picture waits
    film.get_by_role("button", name="Play now").click()
    expect(table.prompt).not_to_contain_text("watching")
    table.asked(table.now["question"]["text"])


def test_n20_the_map_lies_where_it_was_when_the_computer_has_played(at_war: Table) -> None:
    """Unless the question that follows is about something."""
    table, watched = at_war, 0
    for _ in range(12):
        table.settled()
        table.known()  # or what may be picked is brought into sight after the key
        table.press("0")
        before, heard = table.at_rest(), len(table.heard)
        answer_plainly(table)
        table.my_turn()
        others = [said for said in table.heard[heard:] if said["type"] == "change" and said["question"] is None]
        if others and not table.now["question"]["about"]:
            watched += 1
            assert table.at_rest() == pytest.approx(before)
    assert watched


def test_n20_what_others_did_is_a_film_with_speeds_pause_and_steps(table: Table) -> None:
    """A whole game that was played since this browser looked last."""
    table.open_record(text_of(somewhere("film")))
    table.page.evaluate("key => localStorage.setItem(key, '0')", f"sandtable.seen.{table.game}.{table.hello['seat']}")
    table.page.reload()
    missed = table.sit().page.get_by_role("status").filter(has_text="since you were last here")
    picture(table.page, "missed")
    missed.get_by_role("button", name="Show them").click()
    film = table.timeline
    film.get_by_role("button", name="Pause").click()
    table.hex("3026").click()
    expect(table.why).to_contain_text("You are watching")
    left = steps(film)
    film.get_by_role("button", name="One step", exact=True).click()
    expect(film).to_contain_text(f"{left - 1} steps")
    picture(table.page, "film")
    for speed in ("Slow", "Normal", "Fast"):
        film.get_by_role("button", name=speed).click()
        expect(film.get_by_role("button", name=speed)).to_have_attribute("aria-pressed", "true")
    film.get_by_role("button", name="Go on").click()
    assert table.until(lambda: steps(film) < left - 3)
    film.get_by_role("button", name="Play now").click()
    expect(table.prompt).to_contain_text("victory")


def steps(film: Locator) -> int:
    found = re.search(r"(\d+) steps", film.inner_text())
    assert found, film.inner_text()
    return int(found[1])


def test_n20_what_happened_since_one_was_here_is_shown_again(at_war: Table) -> None:
    table = at_war
    to_phase(table, "ground combat")
    address, path, left = table.page.url, f"/api/games/{table.game}", table.now["n"]
    table.end()
    headers = {"Authorization": f"Bearer {table.key()}"}
    table.page.goto("/")
    # the computer plays on while nobody looks; what the page had not shown by then was missed too
    assert table.until(lambda: table.page.request.get(path, headers=headers).json()["n"] > left + A_FEW)
    table.page.goto(address)
    table.sit()
    missed = table.page.get_by_role("status").filter(has_text="since you were last here")
    expect(missed).to_be_visible()
    picture(table.page, "missed")
    missed.get_by_role("button", name="Show them").click()
    expect(table.timeline).to_contain_text("You are watching")
    table.my_turn()


def test_the_computer_takes_a_side_over_and_gives_it_back(at_war: Table) -> None:
    table = at_war
    table.press("m")
    menu = table.page.get_by_role("dialog")
    menu.get_by_role("button", name="Let the computer play Axis").click()
    expect(menu).to_have_count(0)  # nothing lies over what it does
    n = table.now["n"]
    assert table.until(lambda: table.now["n"] > n)
    table.press("m")
    menu.get_by_role("button", name="Give Axis back to a person").click()
    table.press("Escape")
    table.my_turn()
