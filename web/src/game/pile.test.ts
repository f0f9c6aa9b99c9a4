// On a phone one card stands at a time.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const screen = vi.hoisted(() => ({ current: true }));
vi.mock("../narrow", () => ({ narrow: screen }));

import Cards from "./Cards.example.svelte";

describe("cards over the map", () => {
  let shown: Record<string, unknown>;
  const seen = () => [...document.querySelectorAll("section:not([hidden]) p")].map((each) => each.textContent);
  const close = () => {
    document.querySelector<HTMLButtonElement>("section:not([hidden]) button")?.click();
    flushSync();
  };

  beforeEach(() => {
    shown = mount(Cards, { target: document.body });
  });
  afterEach(() => {
    unmount(shown);
    document.body.replaceChildren();
    screen.current = true;
  });

  function tell(card: "one" | "other" | "making" | "made", text: string): void {
    (shown as { tell: (card: string, text: string) => void }).tell(card, text);
    flushSync();
  }

  it("stand one at a time on a phone, the newest; the one before is reached by closing it", () => {
    tell("other", "refused");
    tell("one", "rolled");
    expect(seen()).toEqual(["rolled"]);
    close();
    expect(seen()).toEqual(["refused"]);
    close();
    expect(seen()).toEqual([]);
  });

  it("are new again when they tell something new", () => {
    tell("one", "rolled");
    tell("other", "refused");
    tell("one", "rolled again");
    expect(seen()).toEqual(["rolled again"]);
  });

  it("are new when they take the place of another", () => {
    tell("one", "rolled");
    tell("making", "50 %");
    expect(seen()).toEqual(["50 %"]);
    tell("made", "the plan");
    tell("making", "");
    expect(seen()).toEqual(["the plan"]);
    close();
    expect(seen()).toEqual(["rolled"]);
  });

  it("stand beside each other where there is room", () => {
    screen.current = false;
    tell("one", "rolled");
    tell("other", "refused");
    expect(seen()).toEqual(["rolled", "refused"]);
  });
});
