// N36: in the pseudo-language no page and no book shows a word that is not from the catalogue.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Books from "../books/Books.svelte";
import { close, openChart, openHelp, openLegend, openRule, openSequence } from "../books/open.svelte";
import { parse, type Route } from "../router";
import { strays } from "../texts/strays";
import { keep } from "../wire/keys";
import { aGame, aServer, CHARTS, CHARTS_ALONE, COMPUTERS, MADE, RULES, SYSTEM } from "./examples";
import { invite } from "./invitations";
import Pages from "./Pages.svelte";

const OPEN = aGame({
  started: false,
  to_play: "",
  seats: aGame().seats.map((seat, nth) => ({ ...seat, joined: nth === 0 })),
});
const SERVER = {
  "GET /api/systems": [SYSTEM, CHARTS_ALONE],
  "GET /api/players": COMPUTERS,
  "GET /api/systems/gew/rules": RULES,
  "GET /api/systems/gew/charts": CHARTS,
  "GET /api/games/g1": aGame(),
  "GET /api/games/g2": OPEN,
  "GET /api/game": { ...OPEN, seat: "allied" },
};

async function settled(): Promise<void> {
  for (let nth = 0; nth < 8; nth += 1) await new Promise((done) => setTimeout(done));
  flushSync();
}

describe("in the pseudo-language", () => {
  let shown: Record<string, unknown> | undefined;

  beforeEach(() => {
    localStorage.clear();
    localStorage.setItem("sandtable.language", "pseudo");
    vi.stubGlobal("fetch", aServer(SERVER).fetch);
    keep({ game: "g1", title: "‹Desert›", keys: { axis: MADE.keys.axis ?? "" }, seat: "axis" });
    keep({ game: "g2", title: "‹Desert›", keys: { axis: "a", watch: "w", host: "h" }, seat: "axis" });
    keep({ game: "gone", title: "‹Old›", keys: { axis: "x" }, seat: "axis" });
    invite("g2", { allied: "key-allied" });
  });

  afterEach(() => {
    if (shown) unmount(shown);
    shown = undefined;
    close();
    vi.unstubAllGlobals();
    document.body.replaceChildren();
  });

  it.each([
    ["#/", 4],
    ["#/new/computer", 20],
    ["#/new/table", 20],
    ["#/new/link/gew:campaign", 20],
    ["#/new/wait/g2", 8],
    ["#/new/wait/unknown", 2],
    ["#/join/key", 8],
    ["#/mine", 8],
    ["#/learn", 6],
    ["#/settings", 17],
    ["#/elsewhere", 3],
  ])("%s has no hard-coded word", async (hash, least) => {
    shown = mount(Pages, { target: document.body, props: { route: parse(hash) as Exclude<Route, { page: "game" }> } });
    await settled();
    expect(document.body.textContent?.match(/\[/g)?.length ?? 0).toBeGreaterThanOrEqual(least);
    expect(strays(document.body)).toEqual([]);
    expect(document.querySelectorAll("h1")).toHaveLength(1);
    expect(document.querySelectorAll("main")).toHaveLength(1);
  });

  it.each([
    ["the index of rules", () => openRule()],
    ["a rule", () => openRule("19.6")],
    ["a rule that is not", () => openRule("88.8")],
    ["the list of charts", () => openChart()],
    ["a chart", () => openChart("crt", "0", "1")],
    ["the sequence", openSequence],
    ["the key", openLegend],
    ["help", openHelp],
  ])("%s has no hard-coded word", async (_, open) => {
    open();
    const sequence = [{ depth: 0, name: "‹Combat›", rule: "19.0", now: true }];
    const legend = [{ title: "‹Clear›", shapes: [], width: 10, height: 10 }];
    const keys = [{ group: "‹All›", keys: "Ctrl+Z", text: "‹undo›" }];
    shown = mount(Books, { target: document.body, props: { system: "gew", book: "‹GEW›", sequence, legend, keys } });
    await settled();
    expect(document.body.textContent?.match(/\[/g)?.length ?? 0).toBeGreaterThan(5);
    expect(strays(document.body)).toEqual([]);
  });

  it("would be found out", () => {
    document.body.innerHTML = '<p title="Hello">[Wórd] ‹data› 12</p><p>Hello [‹a› b]</p>';
    expect(strays(document.body)).toEqual(["Hello", "Hello [‹a› b]"]);
  });
});
