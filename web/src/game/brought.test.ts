// A game from a record: who plays on is asked, once.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keep, kept } from "../wire/keys";
import BroughtCard from "./BroughtCard.svelte";
import { aKnown } from "./examples";
import type { Table } from "./table.svelte";

const seats = ["Axis", "Allied"].map((name) => ({
  side: name.toLowerCase(),
  name,
  player: "person" as const,
  computer: "",
  who: "",
  joined: true,
  present: true,
}));

describe("a game from a record", () => {
  let shown: Record<string, unknown>;
  const seat = vi.fn();

  function open(player = "person"): HTMLButtonElement[] {
    const taken = seats.map((each) => (each.side === "axis" ? { ...each, player } : each));
    const table = { game: { known: aKnown({ seats: taken }) }, seat } as unknown as Table;
    shown = mount(BroughtCard, { target: document.body, props: { table } });
    flushSync();
    return [...document.querySelectorAll("button")];
  }

  beforeEach(() => {
    localStorage.clear();
    seat.mockReset();
  });
  afterEach(() => {
    unmount(shown);
    document.body.replaceChildren();
  });

  function give(): void {
    const said = open().find((one) => one.textContent?.includes("The computer plays Allied"));
    expect(document.body.textContent).toContain("every side is yours");
    said?.click();
    expect(seat).toHaveBeenCalledWith("allied", "computer");
  }

  it("says that all sides are played here, and gives one to the computer", async () => {
    keep({ game: "g", keys: { axis: "a", allied: "b" }, brought: true });
    seat.mockResolvedValue(true);
    give();
    await vi.waitFor(() => expect(document.querySelector("section")).toBeNull());
    expect(kept("g")?.brought).toBe(false);
  });

  it("asks again if the computer could not take the seat", async () => {
    keep({ game: "g", keys: { axis: "a", allied: "b" }, brought: true });
    seat.mockResolvedValue(false);
    give();
    await vi.waitFor(() => expect(document.querySelector("button:disabled")).toBeNull());
    expect(document.querySelector("section")).not.toBeNull();
    expect(kept("g")?.brought).toBe(true);
  });

  it("has been told who plays on when a side was given to the computer in the menu", () => {
    keep({ game: "g", keys: { axis: "a", allied: "b" }, brought: true });
    expect(open("officer")).toEqual([]);
    expect(kept("g")?.brought).toBe(false);
  });

  it("is not asked about twice, nor any other game", () => {
    keep({ game: "g", keys: { axis: "a" } });
    expect(open()).toEqual([]);
  });
});
