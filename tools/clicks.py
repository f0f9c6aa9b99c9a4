"""Counts what two fixed turns cost at a browser: answers, and clicks to give them.

    tools/clicks.py [gew] [use] [--each]

Both sides of North Africa (GEW, two turns) and of Poland (USE, one) are played in the system's Chromium as somebody
does who points: at the counter, at the hex; at a word where the page asks for one. Where the page offers to do the same
as the last time and the script does, that is pressed; "Finish all I am asked" where nothing more is done in it; where
"do not ask again" is offered and the script never does anything else, that is. Dragging the map is not counted. In the
end the counters have to lie where the same script leaves them without a browser.

Clicks of the first turn of GEW and the turn of USE: 77 and 63 before anybody counted, then 67 and 48, now 58 and 42.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

from playwright.sync_api import Locator, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from browser.conftest import FLAGS, KNOWN_DICE, People, Server, chromium
from browser.positions import text_of
from browser.table import Table
from sandtable.play.notation import read_action
from sandtable.play.session import Session, start

NEVER, REST, SURE = "Do not ask again", "Finish all I am asked", "Sure?"
# Each line an answer: the side, the form, the picks. Those that do nothing are passed over where nobody asks.
GEW = """
axis demobilization: keep
axis mobilization: end
allied demobilization: keep
allied mobilization: end
axis regroup: end
axis move: march ita_cam 3027
axis move: ship ger_tropk 2726
axis move: end
axis air operations: support ger_lf2 3026
axis air operations: support ita_5s 3026
allied answer in the air: end
axis ground combat: attack 3026 ger_dak ita_cam ita_ghqna done done
allied absorb or suffer: spend
axis absorb or suffer: suffer
axis retreat: ger_dak 3027 done
axis retreat: ita_cam 2926 done
allied move: march bri_x13 3126
allied move: march bri_a8 3326
allied move: march fra_cef 3628
allied move: end
allied air operations: support bri_meaf 3027
allied naval operations: end
allied ground combat: end
axis regroup: regroup ger_lf2 ita_5s done
axis regroup: end
axis move: march ita_ghqna 2926
axis move: march ger_tropk 3027
axis move: end
axis air operations: support ger_lf2 3026
axis air operations: support ita_5s 3026
axis ground combat: end
allied regroup: regroup bri_meaf done
allied move: march fra_cef 3526
allied move: march bri_x13 3527
allied move: end
allied air operations: end
allied naval operations: end
allied ground combat: end
---
axis demobilization: keep
axis mobilization: end
allied demobilization: keep
allied mobilization: end
axis regroup: regroup ger_lf2 ita_5s done
axis regroup: end
axis move: end
axis air operations: support ger_lf2 3026
axis air operations: support ita_5s 3026
allied answer in the air: end
axis ground combat: end
allied move: march bri_x30 3126
allied move: march bri_x13 3628
allied move: end
allied air operations: support bri_meaf 3027
allied naval operations: end
allied ground combat: end
axis regroup: regroup ger_lf2 ita_5s done
axis regroup: end
axis move: march ita_cam 3027
axis move: end
axis air operations: support ger_lf2 3026
axis air operations: support ita_5s 3026
axis ground combat: end
allied regroup: regroup bri_meaf done
allied move: march bri_x13 3227
allied move: end
allied air operations: support bri_meaf 3027
allied naval operations: end
allied ground combat: end
"""
USE = """
axis Actions Sub-Phase: activate ger_1pz
axis operations: move 0205
axis operations: move 0306
axis operations: move 0405
axis operations: attack 0505
axis commitment: commit
west commitment: hold
axis declaration: air ger_luf1
axis advance: advance ger_1pz
axis operations: move 0605
axis Actions Sub-Phase: activate ger_2pz
axis operations: attack 0906
axis commitment: commit
west commitment: hold
west retreat: 0907
axis advance: advance ger_2pz
axis operations: attack 0907
axis commitment: commit
west commitment: hold
axis operations: attack 0907
axis commitment: commit
west commitment: hold
west retreat: 0807
axis advance: advance ger_2pz
axis Actions Sub-Phase: activate ger_3
axis operations: move 0510
axis operations: move 0610
axis Actions Sub-Phase: activate ger_8
axis operations: move 1008
axis Actions Sub-Phase: end
axis supply check: end
west Actions Sub-Phase: activate pol_krakow
west operations: move 0510
west Actions Sub-Phase: end
"""
NOTHING = {("keep",), ("end",), ("stay",)}  # that anybody may be spared


def lines(script: str) -> list[tuple[str, tuple[str, ...]]]:
    parts = [line.partition(": ") for line in script.split("\n") if ": " in line]
    return [(head, tuple(picks.split())) for head, _, picks in parts]


class Player:
    """Who gives the answers of a script at a table, and counts his clicks."""

    def __init__(self, table: Table, script: str) -> None:
        self.table, self.clicks, self.answers = table, 0, 0
        does = {head for head, picks in lines(script) if picks not in NOTHING}
        self.idle = {head for head, _ in lines(script)} - does

    def play(self, script: str) -> None:
        every = lines(script)
        for nth, (head, picks) in enumerate(every):
            self.settle()
            now = self.table.now
            if f"{now['to_play']} {(now['question'] or {}).get('form')}" != head:
                assert picks in NOTHING, f"{head} is not asked: {now['to_play']} {now['question']}"
                continue  # it was answered for him
            before = self.clicks
            self.answer(picks, head in self.idle, self._rests(every[nth:]))
            if "--each" in sys.argv:
                print(f"{self.clicks - before}  {head}: {' '.join(picks)}", flush=True)

    @staticmethod
    def _rests(every: Sequence[tuple[str, tuple[str, ...]]]) -> bool:
        """Is nothing done here, nor in all that is asked of the same side next?"""
        side = every[0][0].split()[0]
        own = list(takewhile(lambda line: line[0].split()[0] == side, every))
        return len(own) > 1 and all(picks in NOTHING for _, picks in own)

    def settle(self) -> None:
        """Until the same is asked for a while: buttons can be pressed then."""
        table, n = self.table, -1
        while n != table.now["n"]:
            n = table.now["n"]
            assert table.until(lambda: table.now["question"] is not None and self._idle()), "nobody is asked"
            table.known()
            table.page.wait_for_timeout(500)

    def _idle(self) -> bool:
        return self.table.page.locator(".prompt[aria-busy=false]").count() > 0

    def click(self, what: Locator) -> None:
        self.clicks += 1
        what.click()

    def point(self, verb: str, pick: str) -> None:
        """At a counter, one more where its stack opens; or at a hex. Counters beside the map are in the list."""
        units = self.table.seen["units"]
        if pick in units and units[pick]["at"] not in {hex["id"] for hex in self.table.scene["hexes"]}:
            word = self.table.prompt.get_by_role("button", name=verb, exact=True)
            if verb and "›" not in self.table.prompt.inner_text() and word.count():
                self.click(word)
                self.table.settled()
                self.table.page.wait_for_timeout(330)
                if self._name(pick) in self.table.prompt.inner_text():
                    return  # it was the only one
            self.click(self.table.choices.filter(has_text=self._name(pick)).first)  # it lies beside the map
            return
        spot = self.table.unit(pick) if pick in units else self.table.hex(pick)
        self.clicks += 1
        self.table.page.mouse.click(*spot.at())
        self.table.page.wait_for_timeout(60)
        if spot.unit and self.table.fan.count():
            self.click(self.table.fan.locator(f"[data-unit='{pick}']"))

    def answer(self, picks: Sequence[str], idle: bool, rests: bool) -> None:
        table, n, left = self.table, self.table.now["n"], list(picks)
        self.answers += 1
        words = {pick["id"]: pick["name"] for pick in table.now["question"]["picks"]}
        verb = left.pop(0) if left[0] in words and table.now["question"]["kind"] == "word" else ""
        never, rest = (table.prompt.get_by_role("button", name=name) for name in (NEVER, REST))
        again = table.prompt.get_by_role("button", name="Again:")
        if again.count() and table.now["question"]["again"] == list(picks):
            self.click(again)
        elif table.page.get_by_role("button", name="End anyway").count():
            pass  # the end of what went before has come so far
        elif rests and rest.count():
            self.click(rest)
            self.click(table.prompt.get_by_role("button", name=SURE))
        elif idle and never.count():
            self.click(never)
        elif verb and not left:
            self.click(table.prompt.get_by_role("button", name=re.compile(f"^{re.escape(words[verb])}")).first)
        while not self._stored_soon(n):
            self.next(words.get(verb, ""), left)

    def next(self, verb: str, left: list[str]) -> None:
        """One thing more, whatever the page wants to know."""
        page, prompt = self.table.page, self.table.prompt
        item = page.get_by_role("menuitem", name=verb, exact=False).first if verb else None
        anyway, confirm = page.get_by_role("button", name="End anyway"), prompt.get_by_role("button", name="Confirm")
        if anyway.count():
            self.click(anyway)
        elif confirm.count():
            self.click(confirm)
        elif item is not None and item.count():
            self.click(item)
        else:
            self._pick(verb, left)
        page.wait_for_timeout(60)

    def _pick(self, verb: str, left: list[str]) -> None:
        """The next that is not filled in yet."""
        said = self.table.prompt.locator(".text").inner_text()
        done = self.table.prompt.get_by_role("button", name="Done choosing")
        while left and left[0] != "done" and self._name(left[0]) in said and ("›" in said or "where to?" in said):
            left.pop(0)
        if not left or left[0] == "done":
            left[:] = left[1:]
            if done.count():
                self.click(done)
            return
        self.point(verb, left.pop(0))

    def _name(self, pick: str) -> str:
        unit = self.table.seen["units"].get(pick)
        return str(unit["name"]) if unit else pick

    def _stored_soon(self, n: int) -> bool:
        """When the page has nothing on its way: is the answer given?"""
        self.table.page.wait_for_timeout(250)
        assert self.table.until(lambda: self._stored(n) or self._idle()), f"question {n} hangs"
        return self._stored(n)

    def _stored(self, n: int) -> bool:
        return bool(self.table.now["n"] != n)


def begun(name: str) -> Session:
    if name == "gew":
        return start("gew:north-africa-1941", seed="rommel", options={"automatic_setup": True})
    return start("use:poland-1939", seed="rommel")


def same_game(table: Table, name: str, script: str) -> None:
    """Whatever was pressed, the script was played: the counters lie where they lie without a browser."""
    game = begun(name)
    for head, picks in lines(script):
        ask = game.ask
        if ask is not None and head == f"{game.scenario.sides[ask.side]} {ask.form.name}":
            game.submit(ask.side, read_action(game.state, ask.form, picks))
    assert game.ask is not None
    view = game.system.hidden.view(game.state, game.ask.side)
    known = {game.scenario.unit_name(each.unit): each.place for each in view.units if each.unit is not None}
    there = {unit: seen["at"] for unit, seen in table.seen["units"].items() if unit in known}
    assert there == {unit: game.scenario.place_name(at) for unit, at in known.items()}, "another game was played"


def main() -> None:
    scripts = {"gew": GEW, "use": USE}
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), before=KNOWN_DICE)
        browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            for name in [each for each in scripts if each in sys.argv[1:]] or scripts:
                table = People(browser, server.url).table()
                table.page.add_init_script("localStorage.setItem('sandtable.settings', '{\"cover\": false}')")
                player = Player(table.open_record(text_of(begun(name))), scripts[name])
                for nth, turn in enumerate(scripts[name].split("---"), 1):
                    before = player.answers, player.clicks
                    player.play(turn)
                    answers, clicks = player.answers - before[0], player.clicks - before[1]
                    print(f"{name} turn {nth}: {answers} answers, {clicks} clicks", flush=True)
                same_game(table, name, scripts[name])
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
