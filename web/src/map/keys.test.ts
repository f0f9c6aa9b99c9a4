import { expect, test } from "vitest";
import type { Scene } from "../wire/types";
import { centre, Field, type Grid } from "./geometry";
import { following, keyAct, stepTo, type Way } from "./keys";

const BARE = { code: "", shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const press = (key: string, more = {}) => keyAct({ ...BARE, key, ...more });

test("keys mean what the help says, and others are left to the page", () => {
  expect(press("ArrowUp")).toEqual({ act: "go", way: "up" });
  expect(press("PageDown")).toEqual({ act: "go", way: "down right" });
  expect(press("7", { code: "Numpad7" })).toEqual({ act: "go", way: "up left" });
  expect(press("Enter")).toEqual({ act: "pick" });
  expect(press(" ")).toEqual({ act: "open" });
  expect(press("+")).toMatchObject({ act: "zoom" });
  expect(press("Tab")).toEqual({ act: "next" });
  expect(press("Tab", { shiftKey: true })).toEqual({ act: "previous" });
  expect(press("z", { ctrlKey: true })).toBeNull();
  expect(press("Enter", { ctrlKey: true })).toBeNull();
  expect(press("s")).toBeNull();
});

const layout: Grid = { top: "flat", pushed: "odd", columns: 6, rows: 6, size: 54, left: 400, upper: 0 };
const scene = {
  layout,
  hexes: [...Array(36).keys()].map((index) => ({ ...centre(layout, index), id: `h${index}` })),
  boxes: [
    { id: "left box", x: 0, y: 0, width: 300, height: 800 },
    { id: "low box", x: 400, y: 700, width: 500, height: 100 },
  ],
} as unknown as Scene;
const field = new Field(scene);
const walk = (from: string, ...ways: Way[]) =>
  ways.reduce((at: string, way) => stepTo(field, scene, at, way) ?? "", from);

test("up and down follow a column", () => {
  expect(walk("h14", "up", "up")).toBe("h2");
  expect(walk("h14", "down")).toBe("h20");
});

test("right and left keep their row and lead back", () => {
  const there = walk("h12", "right", "right", "right", "right");
  expect(there).toBe("h16");
  expect(walk(there, "left", "left", "left", "left")).toBe("h12");
});

test("the four slanting ways lead to four neighbours", () => {
  const ways: Way[] = ["up left", "up right", "down left", "down right"];
  const found = ways.map((way) => walk("h14", way));
  expect(new Set(found).size).toBe(4);
  for (const id of found) expect(field.distance("h14", id)).toBe(1);
});

test("beyond the edge of the map lie the boxes, and they lead back", () => {
  expect(walk("h12", "left")).toBe("left box");
  expect(walk("h33", "down")).toBe("low box");
  expect(field.hex(walk("h12", "left", "right"))).not.toBeNull();
  expect(field.hex(walk("low box", "up"))).not.toBeNull();
});

test("what is lit is gone through in order; behind the last Tab leaves the board", () => {
  expect(following(["a", "b", "c"], null, 1)).toBe("a");
  expect(following(["a", "b", "c"], "a", 1)).toBe("b");
  expect(following(["a", "b", "c"], "c", 1)).toBeNull();
  expect(following(["a", "b", "c"], null, -1)).toBe("c");
  expect(following(["a", "b", "c"], "a", -1)).toBeNull();
  expect(following([], null, 1)).toBeNull();
});
