"""The lessons, taken in the browser."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from functools import partial

import pytest
from playwright.sync_api import expect

from browser.table import Table
from sandtable.core.lessons import Lesson
from sandtable.play.lessons import find_lesson
from taken import LESSONS

PRESSES = 8  # an answer takes fewer
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


@pytest.mark.parametrize("lesson", LESSONS)
def test_n33_n38_every_lesson_is_finished_by_keys_alone(table: Table, lesson: str) -> None:
    found = find_lesson(lesson)
    table.page.goto("/#/learn")
    keyboard = Keyboard(table)
    expect(table.page.get_by_role("button", name=f"Begin the lesson {found.title}", exact=True)).to_be_visible()
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
                expect(self.table.why).to_contain_text(re.compile(r"(GEW|OCS|USE) \d"))
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
        for _ in range(PRESSES):
            if table.now["n"] > n:
                return
            self.press("Control+Enter")  # a list is ended, the answer is sent
            table.settled()
        assert table.until(lambda: table.now["n"] > n), f"it is not answered: {words}"

    def pick(self, words: Sequence[str]) -> None:
        """By the number of a line in the list; by the map where the list is long."""
        table, n = self.table, self.table.now["n"]
        for nth, word in enumerate(words, 1):
            said = words[:nth].count(word)  # a verb and a mode may be called the same
            if table.now["n"] > n or self.question["picked"].count(word) >= said:  # it was the only choice
                continue
            offered = [pick["id"] for pick in self.question["picks"] if pick["id"] != "done"]
            if self.question["numbers"] is not None:
                self.number(word)
            elif "+" in word or self.of(word):
                self.part(word)
            elif offered.index(word) < 9:
                self.press(str(offered.index(word) + 1))
            elif word == self.question["ends"]:
                self.tab_to(table.prompt.locator("button.main").inner_text().strip())
            else:
                self.point(word)
                self.press("Enter")
            table.settled()
            self.question = table.question

    def number(self, word: str) -> None:
        """Typed, and taken as soon as the field takes anything."""
        for key in word:
            self.press(key)
        for _ in range(PRESSES):
            self.press("Enter")
            self.table.settled()
            if self.table.question["numbers"] is None:
                return
            self.table.page.wait_for_timeout(200)
        raise AssertionError(f"{word} is not taken")

    def of(self, word: str) -> str:
        """The group that a unit is offered as a part of, if all of it is offered too."""
        picks = {pick["id"]: pick for pick in self.question["picks"]}
        whole = picks.get(word, {}).get("of", "")
        return whole if whole != word and whole in picks else ""

    def part(self, word: str) -> None:
        """Of a group in the list those who stay are switched off, and the rest is taken."""
        table, units = self.table, word.split("+")
        whole = self.of(units[0])
        wholes = [pick for pick in self.question["picks"] if pick["id"] != "done" and not self.of(pick["id"])]
        stay = [unit for pick in wholes if pick["id"] == whole for unit in pick["units"] if unit not in units]
        for unit in stay:
            button = table.page.locator("li.group button.unit").filter(has_text=table.scene["counters"][unit])
            self.tab_until(partial(button.evaluate, "each => each === document.activeElement"))
        self.press(str([pick["id"] for pick in wholes].index(whole) + 1))

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
        self.tab_until(lambda: self.table.page.evaluate(focus).strip() == name, name)

    def tab_until(self, there: Callable[[], bool], name: str = "it") -> None:
        for _ in range(60):
            self.press("Tab")
            if there():
                self.press("Enter")
                return
        raise AssertionError(f"Tab does not lead to {name}")
