"""What a person does at a browser, in words: open a page, point at a hex, pick, read the prompt, the log and the odds.

Whatever people see is read from the page. What they cannot be asked for, the names behind the words and where a hex
lies on the canvas, is taken from what the server told the page.
"""

from __future__ import annotations

import json
import math
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import FilePayload, Locator, Page, expect

from sandtable.play.opening import replay
from sandtable.play.record import Record
from sandtable.play.session import Session

AFRICA = "North Africa, 1941"
WAYS = {"ArrowUp": -90, "PageUp": -30, "PageDown": 30, "ArrowDown": 90, "End": 150, "Home": -150}  # degrees
STEPS = 60  # of the cursor, across a map
DOORS = {"Play the computer": "computer", "Two players here": "table", "Invite by link": "link"}
TOLD = ("game", "change")
DRAGS = 12  # a card may open meanwhile
PATIENCE = 60  # seconds until something that should come has not come: others may want the machine too
# Frames are kept in the page itself: told of by the browser's tools they come later than what they did to the page.
# So is what the page has asked and not been answered. What the host is told beside it, over a line of his own that is
# closed again at once, is not about the seat.
LISTEN = """const Real = WebSocket, heard = [], id = Math.random(), unanswered = new Set(), wake = [];
let line = null, pings = 1e6;
const woken = () => { for (const each of wake.splice(0)) each(); };
window.WebSocket = class extends Real {
  constructor(...said) {
    super(...said);
    let beside = line?.readyState === Real.OPEN;
    if (!beside) line = this;
    this.addEventListener('message', (event) => {
      const said = JSON.parse(event.data);
      if (said.type === 'game' && said.seat !== 'host') beside = false;
      if (!beside) line = this;
      if (!beside || !['game', 'change'].includes(said.type)) heard.push(said);
      unanswered.delete(said.ref);
      woken();
    });
    this.addEventListener('close', () => { unanswered.clear(); woken(); });
  }
  send(said) {
    const { ref } = JSON.parse(said);
    if (ref) unanswered.add(ref);
    super.send(said);
  }
};
window.answered = async () => {
  const all = (done) => new Promise((wakes) => wake.push(wakes)).then(() => done() || all(done));
  for (let ref = ++pings; line?.readyState === Real.OPEN; ref = ++pings) {
    line.send(JSON.stringify({ type: 'ping', ref }));
    if (await all(() => !unanswered.has(ref)) && unanswered.size === 0) return;
    if (unanswered.size) await all(() => !unanswered.size);
  }
};
window.heardSince = (document, n) => [id, heard.slice(document === id ? n : 0)];
window.clicks = 0;
addEventListener('click', () => { clicks += 1; }, true);"""
# What was asked for to be laid out has been, and whoever watches sizes has been told.
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
FREE = """([x, y]) => document.elementFromPoint(x, y)?.matches('[role=application] > canvas:not([title])') === true"""


class Table:
    """A page, and whoever sits before it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._heard: list[dict[str, Any]] = []
        self._of = 0.0  # the document that heard the last of it, which is another one after a reload
        self._told = 0  # how much that one had heard
        self._scenes: dict[str, dict[str, Any]] = {}
        self.hasty = False  # whoever is does not wait until it is known what may be picked
        page.add_init_script(LISTEN)

    # ------------------------------------------------------------------ the way in

    def new_game(
        self, way: str = "Play the computer", scenario: str = AFRICA, side: str = "Axis", help: str = "Full",
        computer: str = "Computer",
    ) -> Table:  # fmt: skip
        """Through a door of the first page to the map, or to the page with the link."""
        page = self.page
        page.goto(f"/#/new/{DOORS[way]}")
        page.get_by_role("radio", name=scenario).check()
        if way != "Two players here":
            self.seat(side, "You")
        if computer != "Computer":
            self.level("Allied" if side == "Axis" else "Axis", computer)
        page.get_by_role("radio", name=re.compile(f"^{help}")).check(force=True)
        page.get_by_role("button", name="Get the link" if way == "Invite by link" else "Start").click()
        return self if way == "Invite by link" else self.sit()

    def seat(self, side: str, who: str) -> None:
        self.page.get_by_role("group", name=side).get_by_role("radio", name=who).check(force=True)

    def level(self, side: str, name: str) -> None:
        """Of the computer that plays a side."""
        levels = self.page.get_by_role("radiogroup", name=f"Level of {side}")
        levels.get_by_role("radio", name=re.compile(f"^{name}")).check(force=True)

    def lesson(self, title: str) -> Table:
        self.page.goto("/#/learn")
        self.page.get_by_role("button", name=f"Begin the lesson {title}", exact=True).click()
        return self.sit()

    def open_record(self, text: str) -> Table:
        self.page.goto("/")
        file: FilePayload = {"name": "some.game", "mimeType": "text/plain", "buffer": text.encode()}
        self.page.get_by_label("Open a record").locator("input[type=file]").set_input_files(file)
        cover = self.page.get_by_role("button", name="show the map")
        cover.or_(self.board).first.wait_for()
        return self.uncover() if cover.count() else self.sit()

    def uncover(self) -> Table:
        """The screen is handed over to the other player."""
        self.page.get_by_role("button", name="show the map").click()
        return self.sit()

    def sit(self) -> Table:
        """The map is there, and painted."""
        expect(self.board).to_have_attribute("data-camera", re.compile(r"\d"))
        expect(self.board).to_have_attribute("data-painted", "true")
        return self

    # ------------------------------------------------------------------ what the server told

    @property
    def heard(self) -> list[dict[str, Any]]:
        """All the server said over the socket."""
        id, found = self.page.evaluate("([of, n]) => heardSince(of, n)", [self._of, self._told])
        self._told = len(found) + (self._told if id == self._of else 0)
        self._of = id
        self._heard += found
        return self._heard

    @property
    def game(self) -> str:
        found = re.search(r"#/(?:game|new/wait)/([^/]+)", self.page.url)
        assert found, f"this is no game: {self.page.url}"
        return found[1]

    @property
    def hello(self) -> dict[str, Any]:
        return next(said for said in reversed(self.heard) if said["type"] == "game")

    @property
    def now(self) -> dict[str, Any]:
        """The last that was told about the game: `n`, `question`, `to_play`, ..."""
        return next(said for said in reversed(self.heard) if said["type"] in TOLD)

    @property
    def question(self) -> dict[str, Any]:
        """What is asked, as far as the answer is made; not what the page asks beside it, to tell prices."""
        heard = self.heard
        last = max(nth for nth, said in enumerate(heard) if said["type"] in TOLD)
        found: dict[str, Any] = heard[last]["question"]
        bodies = [said["body"] for said in heard[last:] if said["type"] == "reply" and isinstance(said["body"], dict)]
        if opened := [body for body in bodies if found and body.keys() == found["opens"].keys()]:
            found = {**found, "opens": opened[-1]}
        if self.page.get_by_role("menu").count():
            return found
        for body in bodies:
            if "picks" in body:
                priced = found and not found["slot"] and body["picked"] == _priced(found["picked"])
                found = found if priced else dict(body)
        return found

    def replies(self, part: str) -> list[dict[str, Any]]:
        """The answers to look-ups that have this in them."""
        bodies = [said["body"] for said in self.heard if said["type"] == "reply"]
        return [body for body in bodies if isinstance(body, dict) and part in body]

    def name(self, pick: str) -> str:
        """What a pick is called that is sent as this."""
        return next(str(found["name"]) for found in self.question["picks"] if found["id"] == pick)

    def key(self, seat: str | None = None) -> str:
        kept = json.loads(self.page.evaluate("game => localStorage.getItem('sandtable.game.' + game)", self.game))
        return str(kept["keys"][seat or kept["seat"]])

    def ask(self, path: str, method: str = "GET", seat: str | None = None, **more: Any) -> str:
        """A request about the game with the key of a seat."""
        headers = {"Authorization": f"Bearer {self.key(seat)}"}
        address = f"/api/games/{self.game}{path}"
        answer = self.page.request.fetch(address, method=method, headers=headers, **more)
        assert answer.ok, f"{address}: {answer.status} {answer.text()}"
        return answer.text()

    def session(self) -> Session:
        """The same game in Python."""
        return replay(Record.parse(self.ask("/record").splitlines()))

    @property
    def scene(self) -> dict[str, Any]:
        address = self.hello["scene"]
        if address not in self._scenes:
            self._scenes[address] = self.page.request.get(address).json()
        return self._scenes[address]

    # ------------------------------------------------------------------ the map

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("application")

    def hex(self, place: str) -> Spot:
        """A hex or a box by what is printed on it."""
        return Spot(self, place)

    def unit(self, id: str) -> Spot:
        """The counter, wherever it stands: the hex, where the stack is opened."""
        return Spot(self, self.seen["units"][id]["at"], id)

    @property
    def seen(self) -> dict[str, Any]:
        """What lies on the map: by what was told first, and every change since."""
        units: dict[str, Any] = {}
        for said in self.heard:
            if said["type"] == "game" and said["view"]:
                units = dict(said["view"]["units"])
            elif said["type"] == "change":
                units |= said["view"].get("units", {})
        return {"units": {id: unit for id, unit in units.items() if unit}}

    @property
    def fan(self) -> Locator:
        """The stack that is spread out."""
        return self.board.get_by_role("group")

    @property
    def camera(self) -> tuple[float, float, float]:
        """How large the map is, and where its corner lies; once it has come to rest."""
        expect(self.board).to_have_attribute("data-camera", re.compile(r"\d"))
        while not (found := self.board.get_attribute("data-camera")):  # moved again
            self.page.wait_for_timeout(20)
        k, x, y = map(float, found.split())
        return k, x, y

    def at_rest(self) -> tuple[float, float, float]:
        """The camera, when it moves no more: nothing glides for who wishes no motion."""
        before = self.camera
        self.page.evaluate(FRAMES)
        return before if self.camera == before else self.at_rest()

    def known(self) -> None:
        """It is known what may be picked on the map: until then it may be moved to where that is."""
        if not self.hasty:
            expect(self.board).to_have_attribute("data-known", "true")

    def picture_of(self, place: str) -> bytes:
        """How a hex looks, with what lies over it."""
        x, y = self.hex(place).at()
        side = 60 * self.camera[0]
        return self.page.screenshot(clip={"x": x - side, "y": y - side, "width": 2 * side, "height": 2 * side})

    def picture_at_rest(self, place: str) -> bytes:
        """How a hex looks when nothing more comes: the ground is painted piece by piece, the letters come later."""
        before = b""
        for _ in range(120):
            self.page.evaluate("() => document.fonts.ready.then(() => null)")
            self.hex(place).show()
            self.page.evaluate(FRAMES)
            expect(self.board).to_have_attribute("data-painted", "true")
            if (after := self.picture_of(place)) == before:
                return after
            before = after
            self.page.wait_for_timeout(100)
        raise AssertionError(f"the picture of {place} never comes to rest")

    @property
    def cursor(self) -> str:
        """The hex or box the cursor of the keyboard is at."""
        return self.board.get_attribute("data-cursor") or ""

    @property
    def said(self) -> str:
        """What a screen reader says of the hex under the cursor."""
        return self.page.get_by_test_id("said").inner_text()

    # ------------------------------------------------------------------ the question

    @property
    def prompt(self) -> Locator:
        return self.page.get_by_role("region", name="What is asked")

    @property
    def choices(self) -> Locator:
        """The list of what may be picked."""
        return self.page.locator("#panel-body ol > li > button")

    def settled(self) -> None:
        """What was pressed has been asked and answered for."""
        expect(self.prompt).to_have_attribute("aria-busy", "false")

    def answered(self) -> None:
        """All that the page has asked is answered, and what follows from it is told."""
        late = f"new Promise((_, late) => setTimeout(() => late('the server does not answer'), {1000 * PATIENCE}))"
        self.page.evaluate(f"() => Promise.race([answered(), {late}])")

    def asked(self, text: str) -> None:
        expect(self.prompt).to_contain_text(text)

    def pick(self, name: str) -> None:
        """A word under the prompt, or a line of the list."""
        word = self.prompt.get_by_role("button", name=name)
        line = self.choices.filter(has_text=name)
        word.or_(line).first.wait_for()
        (word if word.count() else line).first.click()

    def pick_id(self, pick: str) -> None:
        """The line of the list that is sent as this."""
        self.settled()
        self.choices.nth([found["id"] for found in self.question["picks"]].index(pick)).click()
        self.settled()

    def back(self) -> None:
        """To the beginning of the answer."""
        while self.prompt.get_by_role("button", name="Back").count():
            self.press("Escape")

    def confirm(self) -> None:
        self.prompt.get_by_role("button", name="Confirm").click()

    def done(self) -> None:
        self.prompt.get_by_role("button", name="Done choosing").click()

    def end(self) -> None:
        """The phase, or the list of what is done in it, whatever is left undone."""
        n = self.now["n"]
        self.pick("End")
        self.sent(n)

    def sent(self, n: int) -> None:
        """Question n is answered; where the page asks once more, it is told to go on."""
        sure = self.page.get_by_role("button", name="End anyway").or_(
            self.prompt.get_by_role("button", name="Confirm")
        )  # fmt: skip
        idle = self.page.locator(".prompt[aria-busy=false]")
        assert self.until(lambda: self._stored(n) or (idle.count() > 0 and sure.count() > 0)), f"{n} is not answered"
        if not self._stored(n):
            sure.first.click()
        assert self.until(lambda: self.now["n"] > n), f"question {n} is not answered"

    def _stored(self, n: int) -> bool:
        """The server has taken the answer, whether or not it has told yet what came of it."""
        for said in reversed(self.heard):
            if said["type"] in TOLD:
                return bool(said["n"] > n)
            if said["type"] == "answered":
                return True
        return False

    def my_turn(self) -> None:
        """Until this seat is asked; what others do is not watched."""
        assert self.until(lambda: self.now["question"] is not None), "this side is not asked"
        self.press("\\")
        expect(self.prompt).not_to_contain_text("watching")

    def press(self, keys: str) -> None:
        self.page.keyboard.press(keys)

    def go_to(self, place: str) -> None:
        """The cursor of the keyboard goes there hex by hex."""
        if not self.cursor:
            self.press("ArrowUp")
        for _ in range(STEPS):
            if self.cursor == place:
                return
            (x, y), (goal_x, goal_y) = self.hex(self.cursor).middle, self.hex(place).middle
            heading = math.degrees(math.atan2(goal_y - y, goal_x - x))
            self.press(min(WAYS, key=lambda way: abs((WAYS[way] - heading + 180) % 360 - 180)))
        raise AssertionError(f"the cursor does not come to {place}")

    def tap(self, button: Locator) -> None:
        """Until the page has heard of it: a touch becomes a click only when it is told from a gesture."""
        self._heard_after(button.tap)

    def _heard_after(self, touch: Callable[[], None]) -> None:
        clicks = self.page.evaluate("clicks")
        touch()
        assert self.until(lambda: self.page.evaluate("clicks") != clicks), "the tap is not heard"

    def until(self, true: Callable[[], bool]) -> bool:
        """Whether it comes true in time. Only while the page is waited for does it tell anything."""
        end = time.monotonic() + PATIENCE
        while not (found := true()) and time.monotonic() < end:
            self.page.wait_for_timeout(30)
        return found

    # ------------------------------------------------------------------ what is told

    @property
    def why(self) -> Locator:
        return self.page.get_by_role("alert", name="Why not")

    @property
    def odds(self) -> Locator:
        return self.page.get_by_role("region", name="Odds")

    @property
    def log(self) -> Locator:
        """The lines of the log, the newest last."""
        return self.tab("Log").get_by_role("log").get_by_role("listitem")

    @property
    def learning(self) -> Locator:
        """The card of the lesson."""
        return self.page.get_by_role("region", name="Lesson")

    @property
    def lesson_now(self) -> dict[str, Any]:
        """The step of the lesson, as it was last told."""
        found: dict[str, Any] = next(said["lesson"] for said in reversed(self.heard) if said.get("lesson"))
        return found

    @property
    def timeline(self) -> Locator:
        return self.page.get_by_role("region", name="Timeline")

    def tab(self, name: str) -> Locator:
        self.page.get_by_role("tab", name=name).click()
        return self.page.get_by_role("tabpanel")

    def tool(self, name: str) -> Locator:
        return self.page.get_by_role("toolbar", name="Tools").get_by_role("button", name=name)


def _priced(picked: list[str]) -> list[str]:
    """What comes before the last pick of a whole answer, closed lists left out: that is asked for its price."""
    picks = list(picked)
    while picks and picks[-1] == "done":
        picks.pop()
    return picks[:-1]


class Spot:
    """A place of the map, or a counter in it."""

    def __init__(self, table: Table, place: str, unit: str = "") -> None:
        self.table, self.place, self.unit = table, place, unit

    def click(self) -> None:
        self.table.page.mouse.click(*self.at())
        self._counter(Locator.click)

    def tap(self) -> None:
        self.touch()
        self._counter(self.table.tap)

    def touch(self) -> None:
        at = self.at()
        self.table._heard_after(lambda: self.table.page.touchscreen.tap(*at))

    def hover(self) -> None:
        x, y = self.at()
        self.table.page.mouse.move(x - 3, y)
        self.table.page.mouse.move(x, y)

    def _counter(self, touch: Callable[[Locator], None]) -> None:
        """Where the stack opens, the one that is meant is picked."""
        fan = self.table.fan
        if self.unit and fan.count():
            touch(fan.locator(f"[data-unit='{self.unit}']"))

    @property
    def middle(self) -> tuple[float, float]:
        """In the picture's units."""
        scene = self.table.scene
        for hex in scene["hexes"]:
            if hex["id"] == self.place:
                return hex["x"], hex["y"]
        box = next((box for box in scene["boxes"] if box["id"] == self.place), None)
        assert box is not None, f"the map has no place {self.place!r}"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def show(self) -> None:
        """It is brought into sight."""
        self.at()

    @property
    def in_sight(self) -> bool:
        return self._free(*self._pixel())

    def at(self) -> tuple[float, float]:
        """Where it lies in the window. The map is dragged until it is in sight."""
        self.table.known()
        x, y = self._pixel()
        for _ in range(DRAGS):
            if self._free(x, y):
                break
            camera = self.table.camera
            self._drag(x, y)
            if self.table.camera == camera:  # a map that has just been touched does not mind the mouse
                self.table.page.wait_for_timeout(100)
            x, y = self._pixel()
        assert self._free(x, y), f"{self.place} cannot be brought into sight"
        return x, y

    def _pixel(self) -> tuple[float, float]:
        k, x, y = self.table.camera
        box = self.table.board.bounding_box()
        assert box is not None
        middle = self.middle
        return box["x"] + x + k * middle[0], box["y"] + y + k * middle[1]

    def _free(self, x: float, y: float) -> bool:
        return bool(self.table.page.evaluate(FREE, [x, y]))

    def _drag(self, x: float, y: float) -> None:
        """Into the middle of what nothing covers."""
        box = self.table.board.bounding_box()
        assert box is not None
        spots = [(box["x"] + box["width"] * across / 10, box["y"] + box["height"] * down / 10)
                 for down in (5, 6, 4, 7, 8, 3) for across in (5, 4, 6, 7, 3)]  # fmt: skip
        goal = next(spot for spot in spots if self._free(*spot))
        mouse = self.table.page.mouse
        mouse.move(*goal)
        mouse.down()
        mouse.move(goal[0] + (goal[0] - x) / 2, goal[1] + (goal[1] - y) / 2)
        mouse.move(goal[0] + goal[0] - x, goal[1] + goal[1] - y)
        mouse.up()
