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

  function open(): HTMLButtonElement[] {
    const table = { game: { known: aKnown({ seats }) }, seat } as unknown as Table;
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

  it("says that all sides are played here, and gives one to the computer", () => {
    keep({ game: "g", keys: { axis: "a", allied: "b" }, brought: true });
    const buttons = open();
    expect(document.body.textContent).toContain("every side is yours");
    buttons.find((one) => one.textContent?.includes("The computer plays Allied"))?.click();
    flushSync();
    expect(seat).toHaveBeenCalledWith("allied", "computer");
    expect(kept("g")?.brought).toBe(false);
    expect(document.querySelector("section")).toBeNull();
  });

  it("is not asked about twice, nor any other game", () => {
    keep({ game: "g", keys: { axis: "a" } });
    expect(open()).toEqual([]);
  });
});
