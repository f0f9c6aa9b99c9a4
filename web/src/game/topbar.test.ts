import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import type { StepSeen } from "../wire/types";
import { aKnown } from "./examples";
import TopBar from "./TopBar.svelte";
import type { Table } from "./table.svelte";

let shown: Record<string, unknown>;

function open(words: string[]): Element | null {
  const step = { id: "ocs:supply", nth: 1, of: 2, title: "", told: "", text: "press the lorry at the top", rule: "" };
  const lesson: StepSeen = { ...step, hexes: [], units: ["truck"], wants: "look", words, done: false };
  const game = { known: aKnown({ lesson }), shown: null, live: true, unread: 0, may: () => true };
  const table = { game, decision: { draft: null }, lenses: { lens: null }, panel: false } as unknown as Table;
  shown = mount(TopBar, { target: document.body, props: { table } });
  flushSync();
  return document.querySelector(".arrow")?.closest("button") ?? null;
}
afterEach(() => {
  unmount(shown);
  document.body.replaceChildren();
});

test("a lesson that asks for the lines of supply points at the lorry", () => {
  expect(open(["supply"])?.getAttribute("aria-label")).toContain("Supply");
});

test("a lesson that asks for another thing points at no tool", () => {
  expect(open(["path", "march", "ger_dak", "2826"])).toBeNull();
});
