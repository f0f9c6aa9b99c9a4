// The menu's links: a friend's key is replaced by who made the game, and shown to him alone.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aServer } from "../pages/examples";
import { keep, kept } from "../wire/keys";
import { aKnown } from "./examples";
import Links from "./Links.svelte";
import type { Table } from "./table.svelte";

const seats = ["axis", "allied"].map((side) => ({
  side,
  name: side,
  player: "person" as const,
  computer: "",
  who: "",
  joined: true,
  present: true,
}));
const table = { game: { known: aKnown({ seats }) }, side: (id: string) => ({ name: id }) } as unknown as Table;

describe("links", () => {
  let shown: Record<string, unknown>;

  function row(): HTMLElement {
    return [...document.querySelectorAll("li")].find((li) => li.textContent?.includes("allied")) as HTMLElement;
  }
  async function replace(): Promise<void> {
    for (let press = 0; press < 2; press += 1) {
      (row().lastElementChild as HTMLElement).click();
      for (let turn = 0; turn < 10; turn += 1) await new Promise((done) => setTimeout(done));
      flushSync();
    }
  }

  beforeEach(() => {
    localStorage.clear();
    vi.stubGlobal("fetch", aServer({ "POST /api/games/g/keys/allied": { key: "fresh" } }).fetch);
  });
  afterEach(() => {
    unmount(shown);
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });

  it("replaces the key of a friend without keeping it", async () => {
    keep({ game: "g", keys: { axis: "a", host: "h" } });
    shown = mount(Links, { target: document.body, props: { table } });
    flushSync();
    expect(row().querySelector("input")).toBeNull();
    await replace();

    expect(row().querySelector("input")?.value).toContain("#/join/fresh");
    expect(kept("g")?.keys).toEqual({ axis: "a", host: "h" });
  });

  it("keeps the new key of a seat played here", async () => {
    keep({ game: "g", keys: { axis: "a", allied: "b", host: "h" } });
    shown = mount(Links, { target: document.body, props: { table } });
    flushSync();
    await replace();

    expect(row().querySelector("input")?.value).toContain("#/join/fresh");
    expect(kept("g")?.keys.allied).toBe("fresh");
  });

  it("offers nothing to replace to others", () => {
    keep({ game: "g", keys: { allied: "b" } });
    shown = mount(Links, { target: document.body, props: { table } });
    flushSync();

    expect(row().querySelectorAll("button").length).toBe(1); // copy
  });
});
