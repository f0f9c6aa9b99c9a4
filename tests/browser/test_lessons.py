"""The lessons, taken in the browser."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, expect

from browser.table import Table
from sandtable.core.lessons import Lesson
from sandtable.play.lessons import find_lesson
from taken import BY_KEYS, quickly

PRESSES = 8  # an answer takes fewer
TABS = 200  # round the whole page, each lit hex of the map among them, it takes fewer


def test_n07_the_first_lesson_is_finished_with_the_mouse(table: Table) -> None:
    table.lesson("Move")
    expect(table.learning).to_contain_text("pick the counter marked DAK")
    table.unit("ger_dak").click()
    table.asked("where to?")
    expect(table.learning).to_contain_text(re.compile("Point at hex 2826|pick hex 3127"))  # it may lie under the menu
    table.hex("2826").hover()
    expect(table.learning).to_contain_text("pick hex 3127")
    table.hex("3127").click()
    expect(table.why).to_contain_text("GEW 13")
    table.hex("3027").click()
    expect(table.learning).to_contain_text("March with the Italian army")
    table.unit("ita_ghqna").click()
    table.asked("where to?")
    table.hex("2926").click()
    expect(table.learning).to_contain_text("You can move.")
    expect(table.learning.get_by_role("button", name="Next: Fight")).to_be_visible()


@pytest.mark.parametrize("lesson", quickly(BY_KEYS))
def test_n33_n38_every_lesson_is_finished_by_keys_alone(table: Table, lesson: str) -> None:
    found = find_lesson(lesson)
    table.page.goto("/#/learn")
    keyboard = Keyboard(table)
    keyboard.tab_to(keyboard.button(f"Begin the lesson {found.title}"))
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
        table.settled()  # what is the only choice is picked by the page
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
            self.table.settled()  # it may begin an answer: then a number is asked for, and has the focus
            self.press("k")
            self.tab_to(self.button("Who starves if this hex falls?"))  # on the card of the hex, when that has come
        elif what == "score":
            self.press("k")
            self.tab_to(self.button("How do the sides stand?"))
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
                self.tab_to(table.prompt.locator("button.main"))
            else:
                self.point(word)
                self.press("Enter")
            table.settled()
            self.question = table.question

    def number(self, word: str) -> None:
        """Typed, and taken as soon as the field takes anything."""
        for key in word:
            self.press(key)
        taken = self.table.prompt.get_by_role("button", name=re.compile(rf"^Take {word}\b"))  # and what that comes to
        expect(taken).to_be_enabled()
        self.press("Enter")
        self.table.settled()
        assert self.table.question["numbers"] is None, f"{word} is not taken"

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
            self.tab_to(button)
        self.press(str([pick["id"] for pick in wholes].index(whole) + 1))

    def point(self, place: str) -> None:
        """The cursor of the map goes there hex by hex, from the first that is lit."""
        self.table.known()
        self.press("n")
        self.table.go_to(place)

    def button(self, name: str) -> Locator:
        return self.table.page.get_by_role("button", name=name, exact=True)

    def tab_to(self, button: Locator) -> None:
        """Once it can be pressed: Tab passes by what is not there yet."""
        expect(button).to_be_enabled()
        for _ in range(TABS):
            self.press("Tab")
            if button.evaluate("each => each === document.activeElement"):
                self.press("Enter")
                return
        raise AssertionError(f"Tab does not lead to {button}")
