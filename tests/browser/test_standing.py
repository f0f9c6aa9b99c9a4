"""Standing orders in the browser: given at a question, seen and revoked in one sheet; and fewer clicks."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.conftest import People, picture
from browser.positions import text_of
from browser.table import TOLD, Table
from sandtable.play.session import start


def desert(table: Table) -> Table:
    session = start("gew:north-africa-1941", "rommel", {"automatic_setup": True})
    table.page.add_init_script("localStorage.setItem('sandtable.settings', '{\"cover\": false}')")
    return table.open_record(text_of(session))


def never(table: Table) -> None:
    n = table.now["n"]
    table.prompt.get_by_role("button", name="Do not ask again").click()
    assert table.until(lambda: table.now["n"] > n)


def sheet(table: Table) -> None:
    table.press("m")
    table.page.get_by_role("button", name=re.compile("^Standing orders")).click()


def test_a_standing_order_is_given_listed_and_revoked(table: Table) -> None:
    desert(table)
    table.asked("Are any units or markers given up?")
    picture(table.page, "standing-1440-question")
    never(table)
    assert [each["form"] for each in table.now["standing"]] == ["demobilization"]
    sheet(table)
    dialog = table.page.get_by_role("dialog", name="Standing orders")
    expect(dialog.get_by_role("listitem")).to_contain_text(["Are any units or markers given up? Keep"])
    picture(table.page, "standing-1440-sheet")
    dialog.get_by_role("button", name="Revoke").click()
    expect(dialog.get_by_role("listitem")).to_have_count(0)
    assert table.now["standing"] == []


def test_n35_the_same_under_a_thumb(people: People) -> None:
    table = desert(people.phone())
    picture(table.page, "standing-390-question")
    n = table.now["n"]
    table.prompt.get_by_role("button", name="Do not ask again").tap()
    table.prompt.get_by_role("button", name="Confirm").tap()
    assert table.until(lambda: table.now["n"] > n)
    table.page.get_by_role("button", name="Menu").tap()
    table.page.get_by_role("button", name=re.compile("^Standing orders")).tap()
    dialog = table.page.get_by_role("dialog", name="Standing orders")
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    picture(table.page, "standing-390-sheet")


def marching(table: Table) -> Table:
    desert(table)
    while table.now["question"]["form"] != "move":
        n = table.now["n"]
        ends = table.now["question"]["ends"]
        table.prompt.get_by_role("button", name=ends.title(), exact=True).click()
        table.sent(n)
        assert table.until(lambda: table.now["question"] is not None)
        table.settled()
    return table


def test_one_press_ends_the_rest_of_a_turn(table: Table) -> None:
    desert(table)
    first = table.now
    assert (first["to_play"], first["question"]["form"]) == ("axis", "demobilization")
    table.prompt.get_by_role("button", name="Finish all I am asked").click()
    table.prompt.get_by_role("button", name="Sure? Nothing more moves or fights").click()
    assert table.until(lambda: table.now["to_play"] == "allied")
    told = [said for said in table.heard if said["type"] in TOLD and first["n"] <= said["n"] < table.now["n"]]
    assert [(said["to_play"], said["question"]["form"]) for said in told] == [
        ("axis", "demobilization"), ("axis", "mobilization"),
    ]  # fmt: skip


def test_a_lit_hex_clicked_with_a_unit_chosen_is_the_march(table: Table) -> None:
    marching(table)
    n = table.now["n"]
    table.unit("ita_cam").click()
    table.asked("where to?")
    picture(table.page, "standing-1440-chosen")
    table.hex("3027").click()
    assert table.until(lambda: table.now["n"] > n)
    assert table.seen["units"]["ita_cam"]["at"] == "3027"


def test_what_is_left_undone_is_told_once_a_phase_and_not_again_where_that_is_said(table: Table) -> None:
    marching(table)
    table.pick("End")
    warning = table.page.get_by_role("alertdialog")
    expect(warning).to_contain_text("could still march")
    picture(table.page, "standing-1440-undone")
    warning.get_by_role("button", name="Do not tell this again").click()
    expect(warning).not_to_contain_text("could still march")
    warning.get_by_role("button", name="Not yet").click()
    sheet(table)
    dialog = table.page.get_by_role("dialog", name="Standing orders")
    expect(dialog).to_contain_text("GEW 17.0")
    dialog.get_by_role("button", name="Tell again").click()
    expect(dialog).not_to_contain_text("GEW 17.0")
