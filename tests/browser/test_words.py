"""Every word on the page of a game comes from the catalogue or from the rules; sides are told apart without colours."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image, ImageStat

from browser.conftest import People, picture
from browser.positions import after_lesson, text_of
from browser.table import Table

# In the pseudo-language the catalogue's texts stand in [brackets]. What the server says is put between ‹angles› as it
# comes: then nothing is left on the page but what somebody has written into the program.
MARK = """localStorage.setItem('sandtable.language', 'pseudo');
const SAID = new Set(['text', 'name', 'title', 'label', 'means', 'state', 'terrain', 'when', 'hint', 'help', 'funds',
  'value', 'policy', 'book', 'total', 'left', 'cost', 'figure', 'column', 'result', 'rule', 'chance', 'reads', 'undo']);
const LISTS = new Set(['options', 'courses', 'lines', 'notes', 'counters']);
const parse = JSON.parse;
const mark = (value) => (typeof value === 'string' && /[A-Za-z]/.test(value) ? `‹${value}›` : value);
const marked = (all) => Array.isArray(all) ? all.map(mark)
  : Object.fromEntries(Object.entries(all).map(([key, value]) => [key, mark(value)]));
JSON.parse = (text) => parse(text, (key, value) =>
  SAID.has(key) ? mark(value) : LISTS.has(key) && value ? marked(value) : value);
Response.prototype.json = async function () { return JSON.parse(await this.text()); };"""
CLOCK = re.compile(r"\d\d?:\d\d\s?[AP]M")  # when something was said, as the reader's own clock has it
STRAYS = """() => {
  const bare = (text) => {
    for (let before = ''; before !== text; ) [before, text] = [text, text.replace(/\\[[^[\\]]*\\]|‹[^‹›]*›/g, '')];
    return text;
  };
  const found = [];
  for (const e of document.querySelectorAll('body *')) {
    if (e.closest('style, script, code, kbd, textarea')) continue;
    for (const node of e.childNodes) if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent);
    for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-valuetext'])
      found.push(e.getAttribute(name) ?? '');
  }
  return [...new Set(found.filter((text) => /\\p{L}/u.test(bare(text))).map((text) => text.trim()))];
}"""


def test_n36_no_word_of_a_game_s_page_is_hard_coded(people: People) -> None:
    page = people.person()
    page.context.add_init_script(MARK)
    table = Table(page)
    page.goto("/")
    file = {"name": "some.game", "mimeType": "text/plain", "buffer": text_of(after_lesson("fight", 3)).encode()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    table.sit()

    def clean(where: str) -> None:
        table.answered()
        strays = [each for each in page.evaluate(STRAYS) if not CLOCK.fullmatch(each)]
        assert strays == [], where

    clean("choices")
    table.hex("3227").click()
    for unit in ("ita_cam", "ger_dak", "ita_ghqna"):
        table.unit(unit).click()
        table.answered()
    clean("odds")
    table.hex("3026").click()
    clean("why not")
    for key, where in (("l", "log"), ("k", "card"), ("s", "supply"), ("t", "threat"), ("j", "talk"), ("m", "menu")):
        table.press(key)
        clean(where)
    table.press("Escape")
    table.press("[")
    clean("timeline")
    picture(page, "pseudo")


SIGHTS = ["deuteranopia", "protanopia", "achromatopsia"]


def colour(picture: bytes) -> tuple[float, ...]:
    """Of the middle of a picture, on average."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    width, height = image.size
    return tuple(ImageStat.Stat(image.crop((width // 3, height // 3, 2 * width // 3, 2 * height // 3))).mean)


def apart(one: bytes, other: bytes) -> float:
    return max(abs(a - b) for a, b in zip(colour(one), colour(other), strict=True))


@pytest.mark.parametrize("theme", ["light", "dark", "safe"])
def test_n34_sides_and_marks_stay_distinct_to_whoever_sees_fewer_colours(table: Table, theme: str) -> None:
    table.page.add_init_script(f"localStorage.setItem('sandtable.theme', '{theme}')")
    table.open_record(text_of(after_lesson("move", 1)))
    eyes = table.page.context.new_cdp_session(table.page)

    def through(sight: str) -> None:
        eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": sight})

    table.hex("2926").show()
    table.picture_at_rest("2927")
    unlit = {}
    for sight in SIGHTS:
        through(sight)
        unlit[sight] = table.picture_of("2927")
        assert apart(table.picture_of("2726"), table.picture_of("3026")) > 20, f"Axis and Allied, {theme}, {sight}"
    table.pick("March")
    table.pick("DAK")
    table.asked("Where to?")
    table.picture_at_rest("2927")
    for sight in SIGHTS:
        through(sight)
        assert apart(table.picture_of("2927"), unlit[sight]) > 5, f"lit or not, {theme}, {sight}"
        picture(table.page, f"sight-{theme}-{sight}")
