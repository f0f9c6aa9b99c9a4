"""USE in the browser: what is offered, a turn of France 1940 between two people, what is secret in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from playwright.sync_api import expect

from browser.conftest import People, picture
from browser.positions import AT_LONGWY, AT_SEDAN, SEDAN_FALLS, in_france, text_of
from browser.table import Table
from sandtable.play.session import Session, start

SCENARIOS = ["Poland, 1939", "France, 1940", "The Balkans, 1941"]


def test_use_stands_beside_gew_with_three_scenarios(table: Table) -> None:
    page = table.page
    page.goto("/")
    for family in ("The Great European War", "Unconditional Surrender!"):
        expect(page.get_by_role("heading", name=family, exact=True).first).to_be_visible()
    for scenario in SCENARIOS:
        expect(page.get_by_role("link", name=scenario)).to_be_visible()
    page.get_by_role("link", name="France, 1940").click()
    expect(page.get_by_role("radio", name="France, 1940")).to_be_checked()
    for scenario in SCENARIOS:
        expect(page.get_by_role("radio", name=scenario)).to_have_count(1)
    for side in ("Axis", "Western Allies"):
        expect(page.get_by_role("group", name=side, exact=True)).to_be_visible()
    page.get_by_text("Rulings and house rules").click()
    switch = page.get_by_role("switch", name="Mobile attacks in Fair weather only")
    expect(switch).not_to_be_checked()
    expect(page.get_by_role("switch", name="Ports stand for ships")).to_be_checked()
    picture(page, "use-switches")


class TwoBrowsers:
    """Host and guest, each with a link of his own to a game whose dice are known."""

    def __init__(self, people: People, session: Session) -> None:
        self.axis, self.west = people.table(), people.table()
        sent = {"Content-Type": "text/plain"}
        made = self.axis.page.request.post("/api/games/import", data=text_of(session), headers=sent).json()
        for table, side, name in ((self.axis, "axis", "Axis"), (self.west, "west", "Western Allies")):
            table.page.goto(f"/#/join/{made['keys'][side]}")
            expect(table.page.get_by_role("heading", name=name)).to_be_visible()
            table.page.get_by_role("button", name="Take this seat").click()
        for table in (self.axis, self.west):
            table.sit()


def does(table: Table, act: Callable[[], None]) -> None:
    """Until it is sent; what the page holds back is confirmed."""
    n = table.now["n"]
    act()
    table.sent(n)


def reads(table: Table, *lines: str) -> None:
    """In the log."""
    log = table.log
    for line in lines:
        expect(log.filter(has_text=line)).to_be_visible()


def ends(table: Table, question: str) -> None:
    table.my_turn()
    table.asked(question)
    table.end()


def at_sedan(axis: Table, west: Table) -> None:
    """The 2nd Panzer stands in the Ardennes, next to Sedan."""
    ends(axis, "Does a unit move strategically?")
    ends(west, "Does a unit move strategically?")
    axis.my_turn()
    axis.asked("What is done next?")
    does(axis, axis.unit("ger_2pz").click)
    axis.asked("2nd Panzer in 0612 has 10 of 10 MP left")
    does(axis, axis.hex("0611").click)
    axis.asked("2nd Panzer in 0611 has 8 of 10 MP left")


def test_a_turn_of_france_with_secret_commitment_in_two_browsers(people: People) -> None:
    game = TwoBrowsers(people, start("use:france-1940", "Sedan 0"))
    axis, west = game.axis, game.west
    at_sedan(axis, west)

    axis.hex("0711").click()
    attack = axis.page.get_by_role("menuitem", name="Attack")
    expect(attack).to_contain_text("%")  # with its odds beside it: nothing is to be confirmed
    attack.click()
    expect(axis.odds).to_be_visible()
    reads_as_the_engine_says(axis, in_france(*AT_SEDAN))

    axis.asked("Is anything committed to this combat?")
    west.asked("Waiting for Axis.")
    expect(axis.odds).to_contain_text("Axis: holds back; Western Allies: commits")  # no dice have fallen: they stand
    told = len(west.heard)
    axis.pick("Commit")
    west.my_turn()
    west.asked("Is anything committed to this combat?")
    axis.asked("Waiting for Western Allies.")
    silent(west, told)

    does(west, lambda: west.pick("Commit"))
    axis.my_turn()
    reads(axis, "Western Allies: something will be committed.")
    reads(west, "Axis: something will be committed.")
    axis.asked("Which air unit gives support?")
    axis.asked("Western Allies: something will be committed.")
    does(axis, axis.unit("ger_luf2").click)
    west.my_turn()
    west.asked("Axis: 2nd Air Fleet committed so far.")
    does(west, west.unit("fra_air1").click)
    west.asked("Western Allies: French 1st Air committed so far.")
    west.pick("Pass")  # the last word before the dice fall: it is held, with the odds beside it
    line = west.prompt.get_by_role("button", name="Hex taken")
    expect(line).to_be_visible()
    line.click()
    expect(west.odds).to_contain_text("Air Support in Fair weather")
    expect(line).to_be_hidden()
    west.confirm()

    axis.my_turn()
    axis.asked("Does a unit advance?")
    axis.tab("Choices")
    told_now = axis.page.get_by_role("region", name="Just now")
    expect(told_now.get_by_role("img", name="Rolled: 5, 1")).to_be_visible()
    expect(told_now).to_contain_text("French 2nd Army retreats")
    reads(
        axis,
        "2nd Air Fleet fights French 1st Air in the air: DD+3.",
        "The attack of 2nd Panzer on French 2nd Army at 0711 Sedan: DD, the defender is reduced and retreats",
        "French 2nd Army retreats from 0711 Sedan to 0811.",
    )
    does(axis, lambda: axis.pick("Advance"))
    axis.asked("2nd Panzer in 0711 Sedan has")
    assert west.until(lambda: west.seen["units"]["ger_2pz"]["at"] == "0711")
    expect(west.page.get_by_role("list", name="Sides")).to_contain_text("France: will 18")
    does(axis, lambda: axis.pick("Stop"))
    the_turn_ends(axis, west)


def silent(west: Table, told: int) -> None:
    """5.1: the Axis has answered, and its answer is in nothing that the other browser has heard."""
    heard = west.heard[told:]
    assert [said["to_play"] for said in heard if said["type"] == "change"] == ["west"]
    assert all(said["log"] == [] and said["view"] == {} for said in heard if said["type"] == "change")
    question = next(said["question"] for said in heard if said["type"] == "change")
    assert [pick["id"] for pick in question["picks"]] == ["commit", "hold"]
    for said in heard:
        if said["type"] == "reply" and "results" in said["body"]:  # the odds of one's own words: whatever the Axis does
            assert {each["given"] for each in said["body"]["results"]} == {"Axis: commits", "Axis: holds back"}
            continue
        rest = {**said, "question": None}
        assert not re.search("commit|hold", str(rest)), rest


def reads_as_the_engine_says(axis: Table, session: Session) -> None:
    """What each side adds, with its rule; the chances if they commit, and if not."""
    forecast = session.odds("attack", "0711")
    for term in ("Tank unit in Fair weather", "Attacking over a canal, mountain or river side", "Air Support"):
        expect(axis.odds).to_contain_text(term)
    expect(axis.odds.get_by_role("button", name="5.3").first).to_be_visible()
    headings = axis.odds.get_by_role("heading", level=4)
    expect(headings).to_contain_text(
        [
            "Axis: commits; Western Allies: commits", "Axis: commits; Western Allies: holds back",
            "Axis: holds back; Western Allies: commits", "Axis: holds back; Western Allies: holds back",
        ]
    )  # fmt: skip
    shown = axis.odds.locator("ol > li").all_inner_texts()
    read = [(line.split()[0], Fraction((re.findall(r"\d+/\d+", line) or ["1"])[0])) for line in shown]
    assert read == [(prospect.result, prospect.chance) for prospect in forecast.prospects]
    picture(axis.page, "use-odds")


def the_turn_ends(axis: Table, west: Table) -> None:
    ends(axis, "What is done next?")
    ends(axis, "Supply is checked next: does a unit decline it?")
    west.my_turn()
    west.asked("In which city does it arrive?")  # the French 2nd Air
    does(west, west.hex("0808").click)
    ends(west, "What is done next?")
    ends(west, "Supply is checked next: does a unit decline it?")
    for question in ("Is a unit given up?", "Who gets replacements?"):
        ends(axis, question)
        ends(west, question)
    axis.my_turn()
    axis.asked("Does a unit move strategically?")
    axis.asked("turn 2 of 5, Jun 1940")
    expect(west.page.get_by_text("turn 2 of 5, Jun 1940").first).to_be_visible()
    picture(axis.page, "use-turn-2")


def test_a_click_where_nothing_can_be_done_names_the_rules_of_use(table: Table) -> None:
    table.open_record(text_of(in_france("activate ger_2pz")))
    table.asked("2nd Panzer in 0612")
    table.hex("0711").click()  # Sedan, which it is not next to
    expect(table.why).to_contain_text("Assault: it is not next to the unit. USE 5.3")
    expect(table.why).to_contain_text("it has to be attacked. USE 3.3")
    table.hex("0612").show()
    table.hex("0611").hover()
    expect(table.page.get_by_role("tooltip")).to_contain_text("The way costs 2 MP, 8 MP left")
    picture(table.page, "use-refusal")


def test_what_may_not_be_ended_yet_says_why(table: Table) -> None:
    """1.2 In May 1940 the Axis has to attack."""
    table.open_record(text_of(in_france()))
    table.asked("What is done next?")
    end = table.prompt.get_by_role("button", name="End")
    expect(end).to_have_attribute("aria-disabled", "true")
    end.click(force=True)
    expect(table.why).to_contain_text("attack")
    expect(table.why.get_by_role("button", name="USE").first).to_be_visible()
    picture(table.page, "use-shut")


def test_a_move_is_free_and_an_attack_tells_cost_and_odds_where_it_is_chosen(table: Table) -> None:
    table.open_record(text_of(in_france("activate ger_2pz")))
    table.asked("2nd Panzer in 0612 has 10 of 10 MP left")
    table.hex("0611").click()
    table.asked("2nd Panzer in 0611 has 8 of 10 MP left")
    table.hex("0711").click()
    attack = table.page.get_by_role("menuitem", name="Attack")
    expect(attack).to_contain_text("MP")
    expect(attack).to_contain_text("%")
    picture(table.page, "use-cost")
    attack.click()
    table.asked("Is anything committed to this combat?")  # its odds were seen: nothing is to be confirmed


def test_an_assault_is_weighed_while_it_is_prepared(table: Table) -> None:
    table.open_record(text_of(in_france(*AT_LONGWY[:-1])))  # the 2nd Panzer is aimed at Longwy
    table.pick("Assault")
    table.pick("0712")
    expect(table.odds).to_contain_text("Nothing is rolled yet. As things stand: ")
    expect(table.odds).to_contain_text("joined by")
    picture(table.page, "use-prepared")


def test_an_assault_of_two_is_weighed_before_it_is_resolved(table: Table) -> None:
    table.open_record(text_of(in_france(*AT_LONGWY)))
    table.asked("What is done next?")
    table.pick("Resolve")
    table.asked("Who leads it?")
    table.pick("2nd Panzer")
    table.asked("Who joins it?")
    expect(table.odds).to_contain_text("defender in a fort", ignore_case=True)
    before = table.odds.inner_text()
    table.pick("10th Army")
    assert table.until(lambda: table.odds.count() == 1 and table.odds.inner_text() != before)
    expect(table.odds).to_contain_text("Axis: commits")
    picture(table.page, "use-assault")


def test_the_supply_lens_tells_of_who_has_broken_through(table: Table) -> None:
    table.open_record(text_of(in_france(*SEDAN_FALLS, "stop")))
    table.asked("What is done next?")
    table.press("s")
    panel = table.tab("Card")
    expect(panel).to_contain_text("One of 28 units is without supply.")
    expect(panel.get_by_role("listitem").filter(has_text="2nd Panzer").first).to_contain_text(
        "0611 is in the zone of Belgian Army."
    )
    expect(panel.get_by_role("button", name="✗ 2nd Panzer")).to_be_visible()
    expect(panel).to_contain_text("National Will 18 of 20")
    expect(panel.get_by_role("button", name="How do the sides stand?")).to_have_count(0)  # no points are counted
    picture(table.page, "use-supply")


def test_the_charts_open_at_the_results(table: Table) -> None:
    table.open_record(text_of(in_france()))
    table.asked("What is done next?")
    table.press("g")
    expect(table.page.get_by_role("button", name="Combat Results Table").first).to_have_attribute(
        "aria-current", "page"
    )  # fmt: skip
