// The menu's check of the dice: not before the game is over, and then with an answer.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aServer } from "../pages/examples";
import { keep } from "../wire/keys";
import DiceCheck from "./DiceCheck.svelte";
import { aKnown } from "./examples";
import type { Table } from "./table.svelte";

describe("the check of the dice", () => {
  let shown: Record<string, unknown>;

  function open(over: boolean): HTMLButtonElement {
    keep({ game: "g", keys: { axis: "a" }, seat: "axis" });
    const outcome = over ? { winner: "axis", text: "the Axis wins", rule: "3.0" } : null;
    const table = { game: { known: aKnown({ outcome }) } } as unknown as Table;
    shown = mount(DiceCheck, { target: document.body, props: { table } });
    flushSync();
    return document.querySelector("button") as HTMLButtonElement;
  }

  afterEach(() => {
    unmount(shown);
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });

  it("says beside the button why it has to wait", () => {
    expect(open(false).disabled).toBe(true);
    expect(document.getElementById("dice-wait")?.textContent).toContain("when the game is over");
  });

  it("rolls them when the game is over, and brings the answer into sight", async () => {
    const found = { over: true, matches: true, commitment: "c", seed: "s", rolls: 3, text: "All 3 rolls follow." };
    vi.stubGlobal("fetch", aServer({ "POST /api/games/g/verify": found }).fetch);
    const seen = vi.fn();
    Element.prototype.scrollIntoView = seen;
    open(true).click();
    for (let turn = 0; turn < 10; turn += 1) await new Promise((done) => setTimeout(done));
    flushSync();
    expect(document.querySelector("[role=status]")?.textContent).toContain("All 3 rolls follow.");
    expect(seen).toHaveBeenCalled();
  });
});
