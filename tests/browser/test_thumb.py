"""Every lesson is finished by thumb on the narrowest phone, by somebody who does what its words say and knows no more
than what the screen shows: the words, what is lit, the buttons."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from functools import partial

import pytest
from playwright.sync_api import Locator, TimeoutError

from browser.conftest import NARROW, People, picture
from browser.table import Table
from sandtable.core.sequence import END
from sandtable.play.lessons import find_lesson
from taken import BY_THUMB, quickly

TAPS = 12  # a step takes fewer
QUICK = 1000  # milliseconds for a button that may go
NUMBER = re.compile(r"\b(?:\d{4}|\d+\.\d+)\b")  # of a hex


@pytest.mark.parametrize("lesson", quickly(BY_THUMB))
def test_every_lesson_is_finished_by_thumb_by_doing_what_its_words_say(people: People, lesson: str) -> None:
    table = people.table(NARROW, has_touch=True, is_mobile=True).lesson(find_lesson(lesson).title)
    Reader(table, lesson.replace(":", "-")).take()


class Reader:
    """Does what the card says."""

    def __init__(self, table: Table, name: str) -> None:
        self.table, self.name = table, name
        self.bar = table.learning.get_by_role("progressbar")
        self.tapped: set[tuple[str, ...]] = set()  # in this step: each thing after the picks before it

    def take(self) -> None:
        of = int(self.bar.get_attribute("aria-valuemax") or 0)
        for step in range(of):
            assert self.table.until(partial(self.has_come_to, step))  # a lens that was left open may have done it
            self.tapped.clear()
            for _ in range(TAPS):
                self.come_to_rest()
                if self.step > step:
                    break
                picture(self.table.page, f"thumb-{self.name}-{step}-{len(self.tapped)}")
                self.follow(self.words)
            assert self.step > step, f"step {step} is not done by its words: {self.words}"
        picture(self.table.page, f"thumb-{self.name}-done")

    def has_come_to(self, step: int) -> bool:
        return self.step >= step

    @property
    def step(self) -> int:
        return int(self.bar.get_attribute("aria-valuenow") or 0)

    @property
    def back(self) -> Locator:
        return self.table.prompt.get_by_role("button", name="Back")

    @property
    def words(self) -> str:
        """Without the rule behind them."""
        return re.sub(r"\s*[A-Z]{3} \S+$", "", self.table.learning.locator("p[aria-live]").inner_text().strip())

    def come_to_rest(self) -> None:
        """What others do is not watched to the end."""
        table = self.table
        table.answered()
        assert table.until(self.is_asked), "nobody is asked any more"
        table.answered()
        table.settled()
        if not table.now["lesson"]["done"]:
            table.known()
        table.at_rest()

    def is_asked(self) -> bool:
        table = self.table
        now = table.page.get_by_role("button", name="Play now")
        if now.count():
            with contextlib.suppress(TimeoutError):  # the film may be over by itself
                now.tap(timeout=QUICK)
            return False
        return table.now["question"] is not None or bool(table.now["lesson"]["done"])

    # ------------------------------------------------------------------ one tap, or a few that belong together

    def follow(self, words: str) -> None:
        table = self.table
        menu = table.page.get_by_role("menu")
        if menu.count():
            table.tap(self.best(menu.get_by_role("menuitem").all(), words))
        elif "Go Back" in words and not self.tapped and self.back.count() and table.question["picked"] != [END]:
            table.tap(self.back)
        elif table.prompt.get_by_role("spinbutton").count():
            self.take_number(words)
        elif "switch off" in words and table.question["kind"] in ("group", ""):
            self.take_part(words)
        elif (verb := re.search(r"choose (\w+) first", words)) and not table.question["picked"]:
            self.choose(verb[1].lower())
        elif re.search(r"supply|lorry", words) and re.search(r"[Ss]how|look at", words):
            self.look_at_supply()
        elif "starves" in words:
            place = NUMBER.findall(words)[0]
            table.hex(place).tap()
            self.open_card("Who starves if this hex falls?")
        elif "how do the sides stand" in words:
            self.open_card("How do the sides stand?")
        elif (thing := next(self.named(words), "")) or (
            not self.names_a_button(words) and (thing := next(self.lit(), ""))
        ):
            self.tap(thing, words)
        else:
            self.press(words)

    def look_at_supply(self) -> None:
        table, heard = self.table, len(self.table.heard)
        table.tap(table.tool("Supply lens"))
        if table.tool("Supply lens").get_attribute("aria-pressed") == "true":
            assert table.until(lambda: any(said["type"] == "lesson" for said in table.heard[heard:]))

    def open_card(self, name: str) -> None:
        table = self.table
        table.tap(table.tool("Open or close the panel"))
        table.tap(table.page.get_by_role("tab", name="Card"))
        step = self.step
        table.tap(table.page.get_by_role("button", name=name))
        assert table.until(lambda: self.step > step)
        table.tap(table.tool("Open or close the panel"))

    def named(self, words: str) -> Iterator[str]:
        """What the words name and can be picked, in their order; then hexes that they name by number, picked or not."""
        scene, clickable = self.table.scene, self.clickable
        places = {hex["name"]: hex["id"] for hex in scene["hexes"] if hex["name"]}
        counters = {name: id for id, name in scene["counters"].items() if id in clickable}
        hexes = {hex["id"] for hex in scene["hexes"]}
        names = {**counters, **places, **{id: id for id in NUMBER.findall(words) if id in hexes}}
        said = sorted((found.start(), id) for name, id in names.items() if (found := self.finds(name, words)))
        fresh = [id for _, id in said if self.is_fresh(id)]
        yield from (id for id in fresh if id in clickable)
        yield from (id for id in fresh if NUMBER.fullmatch(id) and id in words)

    def finds(self, name: str, words: str) -> re.Match[str] | None:
        return re.search(rf"\b{re.escape(name)}\b", words)

    def lit(self) -> Iterator[str]:
        """What the lesson points at on the map."""
        lesson, clickable = self.table.lesson_now, self.clickable
        for id in (*lesson["hexes"], *lesson["units"]):
            if id in clickable and self.is_fresh(id):
                yield id

    def is_fresh(self, thing: str) -> bool:
        *picked, _ = self.after(thing)
        return thing not in picked and (*picked, thing) not in self.tapped

    def after(self, thing: str) -> tuple[str, ...]:
        return (*self.table.question["picked"], thing)

    @property
    def clickable(self) -> set[str]:
        """What is lit because it may be picked."""
        question = self.table.question
        opened = [each.get("picks", []) for each in question["opens"].values() if each["kind"] in ("hex", "unit")]
        straight = [pick["id"] for pick in question["picks"]] if question["kind"] in ("hex", "unit") else []
        stacks = [units for each in question["opens"].values() for units in (each.get("units") or {}).values()]
        stacks += [pick["units"] for pick in question["picks"] if pick.get("units") and question["kind"] == "group"]
        return {id for ids in (straight, *opened, *stacks) for id in ids}

    def tap(self, thing: str, words: str) -> None:
        self.tapped.add(self.after(thing))
        table = self.table
        counter = table.fan.locator(f"[data-unit='{thing}']")
        if counter.count():  # its stack lies open
            table.tap(counter)
            return
        if self.beside_the_map(thing):  # where counters lie close together: the list has their names
            if table.question["kind"] in ("unit", "group"):
                self.choose(thing)
            else:
                self.press(words)
            return
        spot = table.unit(thing) if thing in table.seen["units"] else table.hex(thing)
        if not spot.in_sight:  # whatever covers the map is put away
            self.close_cards()
            lens = table.tool("Supply lens")
            if lens.get_attribute("aria-pressed") == "true":
                table.tap(lens)
            table.at_rest()
        spot.touch()
        if counter.count():  # where its stack opens, it is picked there
            table.tap(counter)

    def beside_the_map(self, thing: str) -> bool:
        unit = self.table.seen["units"].get(thing)
        return unit is not None and unit["at"] not in {hex["id"] for hex in self.table.scene["hexes"]}

    def choose(self, thing: str) -> None:
        """By the list, which is put away again."""
        table = self.table
        table.tap(table.prompt.get_by_role("button", name="As a list"))
        if table.question["kind"] == "group":  # the whole of the one it lies in
            group = next(
                pick for pick in table.question["picks"] if thing in (pick.get("units") or ()) and not pick.get("of")
            )
            table.tap(table.page.locator(f"li.group[data-group='{group['id']}'] button.take"))
        else:
            table.tap(table.choices.filter(has_text=table.name(thing)).first)
        table.tap(table.tool("Open or close the panel"))

    def take_number(self, words: str) -> None:
        (number,) = re.findall(r"\b(\d+) tokens", words)
        self.table.prompt.get_by_role("spinbutton").fill(number)
        self.table.tap(self.table.prompt.locator("button.main"))

    def take_part(self, words: str) -> None:
        """By the list: those that the words switch off stay."""
        table = self.table
        if table.question["chosen"] or not table.question["slot"]:
            table.tap(table.prompt.locator("button.main"))
            return
        table.tap(table.prompt.get_by_role("button", name="As a list"))
        stack = table.page.locator("li.group").first
        for unit in stack.locator("button.unit").all():
            if self.finds(unit.locator(".called").inner_text(), words.partition("switch off")[2]):
                table.tap(unit)
        table.tap(stack.locator("button.take"))
        picture(table.page, f"thumb-{self.name}-{self.step}-part")
        self.close_cards()
        table.tap(table.tool("Open or close the panel"))

    def close_cards(self) -> None:
        close = self.table.page.locator(".floats").get_by_role("button", name="Close")
        while close.count():
            self.table.tap(close.first)

    def press(self, words: str) -> None:
        """Nothing more is to be picked on the map: the button that is named, or the big one."""
        table = self.table
        sure = table.page.get_by_role("button", name="End anyway")
        main = table.prompt.locator("button.main")
        if sure.count():
            table.tap(sure)
        elif self.table.question["kind"] == "word":
            table.tap(self.best([*table.prompt.locator("button.word").all(), *main.all()], words))
        else:
            table.tap(main)

    def names_a_button(self, words: str) -> bool:
        buttons = self.table.prompt.locator("button.word, button.main").all()
        return bool(buttons) and max(self.said(buttons, words)) >= 0

    def best(self, buttons: Sequence[Locator], words: str) -> Locator:
        """The one whose words are said last; if none is named, the last one: the usual way on."""
        said = self.said(buttons, words)
        return buttons[said.index(max(said))] if max(said) >= 0 else buttons[-1]

    def said(self, buttons: Sequence[Locator], words: str) -> list[int]:
        """Where each is named for the last time; -1 if it is not."""
        return [max([self.last(word, words) for word in self.names(button)], default=-1) for button in buttons]

    def names(self, button: Locator) -> list[str]:
        """Its words; the verb alone of one with what it is about ("Change mode: 17 Bde"), or of several words."""
        verb, about, _ = (text := button.inner_text().strip()).partition(":")
        one = about or re.fullmatch(r"[A-Z][a-z]+ [a-z ]+", verb)
        return [verb] if one else re.findall(r"[A-Za-z]{3,}", text)

    def last(self, word: str, words: str) -> int:
        found = [each.start() for each in re.finditer(rf"(?i)\b{re.escape(word)}\b", words)]
        return found[-1] if found else -1
