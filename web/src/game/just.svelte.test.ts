// What the dice have just done: one's own is not washed away by what others do.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it } from "vitest";
import { aLine } from "./examples";
import JustNow from "./JustNow.svelte";
import type { Table } from "./table.svelte";

const dice = { dice: "1d6", reads: [5] };
const own = [aLine(4, { text: "my attack", dice })];
const theirs = [aLine(9, { text: "their attack", dice })];

describe("what the dice have just done", () => {
  let shown: Record<string, unknown>;

  function open(game: object, tab = "log"): string {
    const table = {
      panel: true,
      tab,
      decision: { question: tab === "choices" ? {} : null },
      say: (text: string) => text,
      game,
    };
    shown = mount(JustNow, { target: document.body, props: { table: table as unknown as Table } });
    flushSync();
    return document.body.textContent ?? "";
  }
  afterEach(() => {
    unmount(shown);
    document.body.replaceChildren();
  });

  it("is told while others play on, beside the log that runs on too", () => {
    const watched = { own, rolled: theirs, fresh: theirs, live: false, past: null, shown: { n: 10 } };
    const text = open(watched);
    expect(text).toContain("What came of your answer");
    expect(text).toContain("my attack");

    document.querySelector<HTMLButtonElement>("button[aria-label]")?.click();
    flushSync();
    expect(document.querySelector("section")).toBeNull();
  });

  it("does not vanish with a picture in which nothing is rolled", () => {
    expect(open({ own, rolled: own, fresh: [aLine(4)], live: false, past: null, shown: { n: 5 } })).toContain(
      "my attack",
    );
  });

  it("stays away when it was put away, whatever others roll", () => {
    const game = $state({ own, rolled: theirs, fresh: theirs, live: false, past: null, shown: { n: 10 } });
    open(game, "choices");
    const close = () => {
      document.querySelector<HTMLButtonElement>("button[aria-label]")?.click();
      flushSync();
    };
    close();
    game.fresh = [aLine(10, { text: "their next attack", dice })];
    flushSync();
    expect(document.body.textContent).toContain("their next attack");
    expect(document.body.textContent).not.toContain("my attack");
    close();
    expect(document.querySelector("section")).toBeNull();
  });

  it("stands in the log as long as nobody has played on", () => {
    expect(open({ own, rolled: own, fresh: own, live: true, past: null, shown: { n: 5 } })).toBe("");
  });
});
