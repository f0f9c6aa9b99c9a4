// What the pages ask of the server, step by step.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { close } from "../books/open.svelte";
import { parse, type Route } from "../router";
import { kept } from "../wire/keys";
import { aGame, aServer, CHARTS_ALONE, COMPUTERS, MADE, RULES, SYSTEM } from "./examples";
import { invitations, invite } from "./invitations";
import Pages from "./Pages.svelte";

const WAITING = aGame({
  started: false,
  to_play: "",
  seats: aGame().seats.map((seat) => ({ ...seat, joined: false })),
});
const ANSWERS: Record<string, unknown> = {
  "GET /api/systems": [SYSTEM, CHARTS_ALONE],
  "GET /api/players": COMPUTERS,
  "POST /api/games": MADE,
  "GET /api/games/g1": WAITING,
  "POST /api/games/g1/seats/axis": { started: false, key: "own-axis" },
  "POST /api/games/g1/seats/allied": { started: true, key: "own-allied" },
};

describe("the pages", () => {
  let shown: Record<string, unknown> | undefined;

  async function settled(): Promise<void> {
    for (let nth = 0; nth < 10; nth += 1) await new Promise((done) => setTimeout(done));
    flushSync();
  }

  async function visit(hash: string, answers = ANSWERS) {
    const server = aServer(answers);
    vi.stubGlobal("fetch", server.fetch);
    shown = mount(Pages, { target: document.body, props: { route: parse(hash) as Exclude<Route, { page: "game" }> } });
    await settled();
    return server.asked;
  }

  function press(text: string): Promise<void> {
    const all = [...document.querySelectorAll<HTMLElement>("button, label")];
    const found = all.find((one) => one.textContent?.trim().startsWith(text));
    if (!found) throw new Error(`nothing says ${text}: ${all.map((one) => one.textContent?.trim()).join(", ")}`);
    found.click();
    return settled();
  }

  beforeEach(() => {
    localStorage.clear();
    location.hash = "";
  });

  afterEach(() => {
    if (shown) unmount(shown);
    shown = undefined;
    vi.unstubAllGlobals();
    document.body.replaceChildren();
  });

  it("names the games on offer, and opens their books without a game", async () => {
    await visit("#/", { ...ANSWERS, "GET /api/systems/gew/rules": RULES });
    const offers = document.querySelector("[aria-labelledby=offers]") as HTMLElement;
    expect([...offers.querySelectorAll("h3")].map((one) => one.textContent)).toEqual([
      "‹The Great European War›",
      "‹OCS›",
    ]);
    const links = [...offers.querySelectorAll("a")].map((one) => one.getAttribute("href"));
    expect(links).toEqual(["#/new/computer/gew%3Acampaign", "#/new/computer/gew%3Adesert"]);
    await press("Rules");
    expect(document.querySelector("aside")?.textContent).toContain("‹Resolving›");
    expect([...document.querySelectorAll("aside nav button.tab")].map((one) => one.textContent)).toEqual([
      "Rules",
      "Charts",
    ]);
    close();
  });

  it("starts against the computer at once: the shortest scenario, ready-made, one's own salt", async () => {
    const asked = await visit("#/new/computer");
    await press("Start");

    const made = asked.find((one) => one.path === "POST /api/games")?.body;
    expect(made).toEqual({
      scenario: "gew:desert",
      options: { setup: true, ultra: false, crete: true },
      seats: { axis: "person", allied: "officer" },
      assist: "full",
    });
    const seat = asked.find((one) => one.path === "POST /api/games/g1/seats/axis");
    expect(seat?.key).toBe("key-axis");
    expect(seat?.body).toMatchObject({ salt: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(kept("g1")).toMatchObject({ title: "‹Desert›", seat: "axis", table: false });
    expect(kept("g1")?.keys).not.toHaveProperty("allied");
    expect(location.hash).toBe("#/game/g1");
  });

  it("plays at the level that was chosen, of which it tells a sentence", async () => {
    const asked = await visit("#/new/computer");
    const levels = document.querySelector("[role=radiogroup][aria-label='Level of ‹Allied›']");
    expect(levels?.textContent).toContain("‹It counts.›");
    [...(levels?.querySelectorAll("input") ?? [])].find((input) => input.value === "recruit")?.click();
    await settled();
    await press("Start");
    expect(asked.find((one) => one.path === "POST /api/games")?.body).toMatchObject({
      seats: { axis: "person", allied: "recruit" },
    });
  });

  it("tells above Start which side one plays, and against whom", async () => {
    await visit("#/new/computer");
    const start = [...document.querySelectorAll("button")].find((one) => one.textContent === "Start");
    const told = () => start?.previousElementSibling?.textContent;
    expect(told()).toContain("You play: ‹Axis›");
    const allied = [...document.querySelectorAll("fieldset")].find((group) => group.textContent?.includes("‹Allied›"));
    allied?.querySelector<HTMLInputElement>("input")?.click();
    await settled();
    expect(told()).toContain("You play: ‹Allied›");
    expect(told()).toContain("‹Axis›: ‹Officer›");
  });

  it("shows only what can be played", async () => {
    await visit("#/new/computer");
    expect(document.body.textContent).toContain("‹Campaign›");
    expect(document.body.textContent).not.toContain("‹OCS›");
  });

  it("swaps sides with the computer and sends what was chosen", async () => {
    const asked = await visit("#/new/computer/gew:campaign");
    const groups = [...document.querySelectorAll("fieldset")];
    const allied = groups.find((group) => group.textContent?.includes("‹Allied›"));
    allied?.querySelector<HTMLInputElement>("input")?.click();
    await settled();
    await press("Bare");
    await press("‹Ready-made›");
    await press("Start");

    expect(asked.find((one) => one.path === "POST /api/games")?.body).toEqual({
      scenario: "gew:campaign",
      options: { setup: false },
      seats: { axis: "officer", allied: "person" },
      assist: "bare",
    });
  });

  it("takes both seats for two players here", async () => {
    const asked = await visit("#/new/table");
    await press("Start");

    expect(asked.map((one) => one.path).filter((path) => path.includes("/seats/"))).toEqual([
      "POST /api/games/g1/seats/axis",
      "POST /api/games/g1/seats/allied",
    ]);
    expect(kept("g1")).toMatchObject({ table: true, keys: { axis: "own-axis", allied: "own-allied" } });
  });

  it("keeps the friend's key apart, and forgets it when he has come", async () => {
    await visit("#/new/link");
    await press("Get the link");
    expect(location.hash).toBe("#/new/wait/g1");
    expect(kept("g1")?.keys).toEqual({ axis: "own-axis", watch: "key-watch", host: "key-host" });
    expect(invitations("g1")).toEqual({ allied: "key-allied" });

    if (shown) unmount(shown);
    document.body.replaceChildren();
    await visit("#/new/wait/g1");
    const fields = [...document.querySelectorAll<HTMLInputElement>("input")];
    expect(fields.map((field) => field.value)).toEqual([
      expect.stringContaining("#/join/key-allied"),
      expect.stringContaining("#/join/key-watch"),
    ]);

    if (shown) unmount(shown);
    document.body.replaceChildren();
    await visit("#/new/wait/g1", { ...ANSWERS, "GET /api/games/g1": aGame() });
    expect(document.querySelector("h1")?.textContent).toBe("Everybody is here");
    expect(document.querySelector("a.go")?.getAttribute("href")).toBe("#/game/g1");
    expect(invitations("g1")).toEqual({});
  });

  it("names an address to be told, where one was given", async () => {
    const asked = await visit("#/new/link");
    const field = document.querySelector<HTMLInputElement>("input[type=url]");
    if (field) field.value = " https://club.example/turn ";
    field?.dispatchEvent(new Event("input", { bubbles: true }));
    await press("Get the link");
    expect(asked.find((one) => one.path === "POST /api/games")?.body).toMatchObject({
      webhook: "https://club.example/turn",
    });
  });

  it("will not invite nobody", async () => {
    const asked = await visit("#/new/link");
    const allied = [...document.querySelectorAll("fieldset")].find((group) => group.textContent?.includes("‹Allied›"));
    [...(allied?.querySelectorAll("input") ?? [])].find((input) => input.value === "computer")?.click();
    await settled();
    await press("Get the link");

    expect(asked.some((one) => one.path === "POST /api/games")).toBe(false);
    expect(document.querySelector("[role=alert]")?.textContent).toContain("Nobody is invited");
  });

  it("lets a friend take the seat behind the link, with his name", async () => {
    const invitation = { ...WAITING, seat: "allied" };
    const asked = await visit("#/join/key-allied", { ...ANSWERS, "GET /api/game": invitation });
    const field = document.querySelector("input");
    if (field) field.value = " Ann ";
    field?.dispatchEvent(new Event("input", { bubbles: true }));
    await press("Take this seat");

    const seat = asked.find((one) => one.path === "POST /api/games/g1/seats/allied");
    expect(seat).toMatchObject({ key: "key-allied", body: { name: "Ann" } });
    expect(kept("g1")).toMatchObject({ keys: { allied: "own-allied" }, seat: "allied" });
    expect(location.hash).toBe("#/game/g1");

    location.hash = "";
    if (shown) unmount(shown);
    const again = await visit("#/join/key-allied", {}); // the link opens nothing any more, but it was followed here
    expect(again).toEqual([]);
    expect(location.hash).toBe("#/game/g1");
  });

  it("lets one return to a seat that is taken, without taking it twice", async () => {
    const asked = await visit("#/join/key-axis", { ...ANSWERS, "GET /api/game": aGame() });
    await press("Return to the game");
    expect(asked.some((one) => one.path.includes("/seats/"))).toBe(false);
    expect(location.hash).toBe("#/game/g1");
  });

  it("says so when the link opens nothing", async () => {
    await visit("#/join/old", {});
    expect(document.querySelector("[role=alert]")?.textContent).toContain("‹nothing here.›");
  });

  it("begins a lesson in a game of its own", async () => {
    const made = { ...MADE, keys: { axis: "key-axis", watch: "w", host: "h" } };
    const asked = await visit("#/learn", {
      ...ANSWERS,
      "POST /api/lessons/gew%3Amove": made,
      "GET /api/games/g1": aGame(),
    });
    await press("Begin");
    expect(asked.map((one) => one.path)).toContain("POST /api/lessons/gew%3Amove");
    expect(kept("g1")).toMatchObject({ lesson: "gew:move", seat: "axis" });
    expect(location.hash).toBe("#/game/g1");
  });

  it("asks before it forgets a game, then forgets its keys and invitations", async () => {
    localStorage.setItem(
      "sandtable.game.g1",
      JSON.stringify({
        game: "g1",
        title: "‹Desert›",
        keys: { axis: "k" },
        seat: "axis",
        at: "2026",
        table: false,
        lesson: "",
      }),
    );
    invite("g1", { allied: "x" });
    await visit("#/mine", { "GET /api/games/g1": aGame() });
    expect(document.body.textContent).toContain("It is your turn.");
    await press("Forget");
    expect(kept("g1")).not.toBeNull();
    await press("Forget it");
    expect(kept("g1")).toBeNull();
    expect(invitations("g1")).toEqual({});
    expect(document.body.textContent).toContain("There are none yet.");
  });
});
