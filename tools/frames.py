"""How smooth a board is: frame times while it is panned and zoomed by script, first paint, memory.

    tools/frames.py http://127.0.0.1:8770/#/game/...   [--minutes 5] [--size 1440x900] [--screenshot FILE]

Drives the system's Chromium without a window. The page has to show a board (`.board`). On a busy machine frames come
late whoever is to blame: "work" is the processor's time of the page's own thread for each frame.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--enable-precise-memory-info"),
]

# A hand on the board: one event for each frame, and the time between frames.
HAND = """
async ([kind, frames]) => {
  const board = document.querySelector(".board > canvas");
  const box = board.getBoundingClientRect();
  const times = [];
  const at = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const send = (type, more) => {
    const about = { bubbles: true, cancelable: true, view: window, clientX: at.x, clientY: at.y, ...more };
    const event = type === "wheel" ? new WheelEvent(type, about) : new MouseEvent(type, about);
    (type === "mousedown" || type === "wheel" ? board : window).dispatchEvent(event);
  };
  if (kind === "pan") send("mousedown", { buttons: 1 });
  let before = await new Promise(requestAnimationFrame);
  for (let nth = 0; nth < frames; nth++) {
    if (kind === "pan") {
      at.x += 14 * Math.cos(nth / 25);
      at.y += 10 * Math.sin(nth / 17);
      send("mousemove", { buttons: 1 });
    } else {
      send("wheel", { deltaY: (nth % 120 < 60 ? -1 : 1) * 22 });
    }
    const now = await new Promise(requestAnimationFrame);
    times.push(now - before);
    before = now;
  }
  if (kind === "pan") send("mouseup", {});
  return times;
}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--minutes", type=float, default=0, help="go on so long and look at memory")
    parser.add_argument("--size", default="1440x900")
    parser.add_argument("--screenshot")
    said = parser.parse_args()
    wide, high = map(int, said.size.split("x"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        page = browser.new_page(viewport={"width": wide, "height": high})
        page.goto(said.url)
        if "#/join/" in said.url:  # a link asks first whether one wants to come in
            page.locator("button.main").first.click()
        page.wait_for_selector(".board[data-painted=true]", timeout=60_000)
        print(f"map painted    {mark(page, 'sandtable:board'):7.0f} ms")
        print(f"first paint    {mark(page, 'first-contentful-paint'):7.0f} ms")
        page.wait_for_timeout(1500)
        tools = page.context.new_cdp_session(page)
        tools.send("Performance.enable", {"timeDomain": "threadTicks"})
        for what, kind, frames in (
            ("pan, as opened", "pan", 300), ("zoom in, out", "zoom", 360), ("the same again", "zoom", 360),
            ("zoom in", "zoom", 50), ("pan, near", "pan", 300),
        ):  # fmt: skip
            before = worked(tools)
            times = page.evaluate(HAND, [kind, frames])
            tell(what, times, (worked(tools) - before) / frames)
        print(f"memory         {memory(browser):7.0f} MB")
        rounds = 0
        while rounds < said.minutes * 6:  # ten seconds each
            page.evaluate(HAND, ["pan" if rounds % 2 else "zoom", 600])
            rounds += 1
            if rounds % 6 == 0:
                print(f"after {rounds / 6:3.0f} min  {memory(browser):7.0f} MB")
        if said.screenshot:
            page.screenshot(path=said.screenshot)
        browser.close()


def mark(page: Page, name: str) -> float:
    return float(page.evaluate("name => performance.getEntriesByName(name)[0]?.startTime ?? 0", name))


def tell(what: str, times: Sequence[float], work: float) -> None:
    row = sorted(times)
    late = sum(each > 50 for each in row)
    print(
        f"{what:14} median {statistics.median(row):5.1f} ms, p95 {row[int(0.95 * len(row))]:5.1f} ms, "
        f"worst {row[-1]:5.0f} ms, {late} of {len(row)} over 50 ms; work {work:4.1f} ms"
    )


def worked(tools: CDPSession) -> float:
    """Milliseconds of the processor for the page's own thread."""
    figures = {each["name"]: each["value"] for each in tools.send("Performance.getMetrics")["metrics"]}
    return float(figures["TaskDuration"]) * 1000


def memory(browser: Browser) -> float:
    """What the processes that show pages hold for themselves, with their canvases."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [Path(f"/proc/{each['id']}/smaps_rollup") for each in processes if each["type"] == "renderer"]
    lines = [line.split() for path in pages if path.exists() for line in path.read_text().splitlines()]
    return sum(int(line[1]) for line in lines if line[0].startswith("Private_")) / 1000


if __name__ == "__main__":
    main()
