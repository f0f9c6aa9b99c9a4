"""The lessons, taken in the browser."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from browser.table import Table
from sandtable.core.lessons import Lesson
from sandtable.play.lessons import find_lesson

WAYS = {"ArrowUp": -90, "PageUp": -30, "PageDown": 30, "ArrowDown": 90, "End": 150, "Home": -150}  # degrees


def test_n07_the_first_lesson_is_finished_with_the_mouse(table: Table) -> None:
    table.lesson("Move")
    expect(table.learning).to_contain_text("pick the counter marked DAK")
    table.unit("ger_dak").click()
    table.page.get_by_role("menuitem", name="March").click()
    expect(table.learning).to_contain_text(re.compile("Point at hex 2826|pick hex 3127"))  # it may lie under the menu
    table.hex("2826").hover()
    expect(table.learning).to_contain_text("pick hex 3127")
    table.hex("3127").click()
    expect(table.why).to_contain_text("GEW 13")
    table.hex("3027").click()
    expect(table.learning).to_contain_text("March with the Italian army")
    table.unit("ita_ghqna").click()
    table.page.get_by_role("menuitem", name="March").click()
    table.hex("2926").click()
    expect(table.learning).to_contain_text("You can move.")
    expect(table.learning.get_by_role("button", name="Next: Fight")).to_be_visible()


@pytest.mark.parametrize("lesson", ["gew:move", "gew:fight", "gew:supply", "gew:turn", "use:sedan"])
def test_n33_n38_every_lesson_is_finished_by_keys_alone(table: Table, lesson: str) -> None:
    found = find_lesson(lesson)
    table.page.goto("/#/learn")
    keyboard = Keyboard(table)
    expect(table.page.get_by_role("button", name=found.title)).to_be_visible()
    keyboard.tab_to(f"Begin the lesson {found.title}")
    table.sit()
    keyboard.take(found)


class Keyboard:
    """Takes lessons without ever touching the mouse: digits, letters, Tab, Escape, and the cursor of the map."""

    def __init__(self, table: Table) -> None:
        self.table, self.press = table, table.press

    def take(self, lesson: Lesson) -> None:
        for nth, step in enumerate(lesson.steps, 1):
            self.begin(nth)
            if step.kind == "look":
                self.look(*step.patterns[0])
            elif step.kind == "refusal":
                self.pick(step.patterns[0][:-1])
                self.point(step.patterns[0][-1])
                self.press("Enter")
                expect(self.table.why).to_contain_text(re.compile(r"(GEW|USE) \d"))
            else:
                self.answer(step.patterns[0])
        expect(self.table.learning).to_contain_text(lesson.end)

    def begin(self, nth: int) -> None:
        """The step is asked for; what others did before it is not watched, what was half picked is dropped."""
        table = self.table
        bar = table.learning.get_by_role("progressbar")
        expect(bar).to_have_attribute("aria-valuenow", str(nth - 1))
        assert table.until(lambda: table.now["question"] is not None)
        self.press("\\")
        expect(table.prompt).not_to_contain_text("watching")
        self.question = table.question
        while table.prompt.get_by_role("button", name="Back").count():
            self.press("Escape")
            self.question = table.now["question"]
        self.press("c")

    def look(self, what: str, *words: str) -> None:
        if what in ("draft", "odds"):
            self.pick(words)
        elif what == "path":
            self.pick(words[:-1])
            self.point(words[-1])
        elif what == "supply":
            heard = len(self.table.heard)
            self.press("s")
            assert self.table.until(lambda: any(said["type"] == "lesson" for said in self.table.heard[heard:]))
            self.press("s")
        elif what == "starving":
            self.point(words[0])
            self.press("Enter")
            self.press("k")
            self.tab_to("Who starves if this hex falls?")
        elif what == "score":
            self.press("k")
            self.tab_to("How do the sides stand?")
        else:
            raise AssertionError(f"nobody has said how to look at {what} by keys")

    def answer(self, words: Sequence[str]) -> None:
        table, n = self.table, self.table.now["n"]
        self.pick([word for word in words if word != "done"])
        while table.now["n"] == n:  # a list is ended, the answer is sent
            self.press("Control+Enter")
            table.settled()

    def pick(self, words: Sequence[str]) -> None:
        """By the number of a line in the list; by the map where the list is long."""
        table, n = self.table, self.table.now["n"]
        for word in words:
            if table.now["n"] > n or word in self.question["picked"]:  # it was the only choice
                continue
            offered = [pick["id"] for pick in self.question["picks"] if pick["id"] != "done"]
            if offered.index(word) < 9:
                self.press(str(offered.index(word) + 1))
            else:
                self.point(word)
                self.press("Enter")
            table.settled()
            self.question = table.question

    def point(self, place: str) -> None:
        """The cursor of the map goes there hex by hex."""
        table = self.table
        self.press("n")
        if not table.cursor:
            self.press("ArrowUp")
        for _ in range(60):
            if table.cursor == place:
                return
            (x, y), (goal_x, goal_y) = table.hex(table.cursor).middle, table.hex(place).middle
            heading = math.degrees(math.atan2(goal_y - y, goal_x - x))
            self.press(min(WAYS, key=lambda way: abs((WAYS[way] - heading + 180) % 360 - 180)))
        raise AssertionError(f"the cursor does not come to {place}")

    def tab_to(self, name: str) -> None:
        focus = "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent"
        for _ in range(60):
            self.press("Tab")
            if self.table.page.evaluate(focus).strip() == name:
                self.press("Enter")
                return
        raise AssertionError(f"Tab does not lead to {name}")
