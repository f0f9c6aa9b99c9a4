import { describe, expect, test } from "vitest";
import type { Scene, View } from "../wire/types";
import { centre, Field, type Grid } from "./geometry";
import { hit, meaning, rested } from "./hit";
import { isFar, lay, raised, spots } from "./pieces";

const layout: Grid = { top: "flat", pushed: "even", columns: 4, rows: 3, size: 54, left: 400, upper: 50 };
const hexes = [...Array(12).keys()].map((index) => ({
  ...centre(layout, index),
  id: `h${index}`,
  terrain: "clear",
  tint: "#ddd",
  name: "",
  wet: false,
}));
const box = { x: 10, y: 10, width: 300, height: 300 };
const scene = {
  layout,
  hexes,
  boxes: [{ id: "pool", name: "Pool", ...box, inside: { x: 20, y: 50, width: 280, height: 250 } }],
  stacks: [
    [0.64, 0, 0],
    [0.54, 0.15, 0.17],
  ],
  markers: { right: 0.3, up: 0.36, apart: 0.25, width: 0.21 },
} as unknown as Scene;
const field = new Field(scene);

function seen(at: string) {
  return { at, side: "axis", look: "k", name: "a unit", state: "" };
}
const view = {
  units: { a: seen("h5"), b: seen("h5"), c: seen("h0"), d: seen("pool"), e: seen("pool"), gone: seen("nowhere") },
  stacks: { h5: ["a", "b"], h0: ["c"], pool: ["d", "e"], nowhere: ["gone"] },
  markers: [
    { at: "h0", look: "fort", name: "fort" },
    { at: "h0", look: "depot", name: "depot" },
    { at: "pool", look: "depot", name: "depot" },
  ],
} as unknown as View;
const pieces = lay(scene, field, view, false);
const at = (id: string) => pieces.find((piece) => piece.id === id) ?? { x: 0, y: 0, width: 0 };
const under = (point: { x: number; y: number }, spare = 0) => hit(point, field, scene.boxes, pieces, spare);

describe("what lies where", () => {
  test("every counter and marker that is on the board, once", () => {
    expect(pieces.map((piece) => piece.id).sort()).toEqual(
      ["a", "b", "c", "d", "e", "marker 0", "marker 1", "marker 2"].sort(),
    );
    expect(spots(pieces).size).toBe(5);
  });

  test("markers of a hex lie beside each other", () => {
    expect(at("marker 0").x - at("marker 1").x).toBeCloseTo(0.25 * field.across);
  });

  test("from afar counters are larger", () => {
    expect(isFar(scene, field, 0.3)).toBe(true);
    expect(isFar(scene, field, 1)).toBe(false);
    const far = lay(scene, field, view, true).find((piece) => piece.id === "c");
    expect(far?.width).toBeGreaterThan(at("c").width);
  });
});

describe("what is under a point", () => {
  test("the uppermost counter of a stack", () => {
    expect(under(at("b"))).toEqual({ kind: "unit", id: "b", at: "h5", in: "hex" });
    const corner = { x: at("a").x - at("a").width / 2 + 1, y: at("a").y + at("a").width / 2 - 1 };
    expect(under(corner)).toEqual({ kind: "unit", id: "a", at: "h5", in: "hex" });
  });

  test("a marker over the counter it lies on", () => {
    expect(under(at("marker 0"))).toMatchObject({ kind: "marker", at: "h0" });
  });

  test("a hex beside its counters, and nothing off the map", () => {
    const h5 = hexes[5] as (typeof hexes)[0];
    expect(under({ x: h5.x - 48, y: h5.y })).toEqual({ kind: "hex", id: "h5", at: "h5" });
    expect(under({ x: 3000, y: 3000 })).toBeNull();
  });

  test("a box and the counters in it", () => {
    expect(under({ x: 15, y: 300 })).toEqual({ kind: "box", id: "pool", at: "pool" });
    expect(under(at("e"))).toEqual({ kind: "unit", id: "e", at: "pool", in: "box" });
  });

  test("a finger need not be exact, but stays in its hex", () => {
    const beside = { x: at("c").x - at("c").width / 2 - 5, y: at("c").y };
    expect(under(beside)).toMatchObject({ kind: "hex" });
    expect(under(beside, 8)).toMatchObject({ kind: "unit", id: "c" });
    const next = hexes[1] as (typeof hexes)[0];
    expect(under(next, 80)).toMatchObject({ kind: "hex", id: "h1" });
  });
});

describe("what a click means", () => {
  const mean = (
    point: { x: number; y: number },
    wants: "hex" | "unit" | "any",
    lit: string[] = [],
    able: string[] = [],
  ) => {
    const found = under(point);
    return (
      found &&
      meaning(
        found,
        view.stacks,
        wants,
        (id) => lit.includes(id),
        (id) => able.includes(id),
      )
    );
  };

  test("where a hex is wanted a counter stands for its hex", () => {
    expect(mean(at("c"), "hex")).toEqual({ act: "hex", id: "h0" });
    expect(mean(at("b"), "hex")).toEqual({ act: "hex", id: "h5" });
    expect(mean(at("d"), "hex", ["pool"])).toEqual({ act: "box", id: "pool" });
  });

  test("where a counter is wanted a stack opens, unless only one of it may be picked", () => {
    expect(mean(at("c"), "unit")).toEqual({ act: "unit", id: "c", at: "h0" });
    expect(mean(at("b"), "unit", [], ["a", "b"])).toEqual({ act: "open", at: "h5" });
    expect(mean(at("b"), "unit")).toEqual({ act: "open", at: "h5" });
    expect(mean(at("b"), "unit", [], ["a"])).toEqual({ act: "unit", id: "a", at: "h5" });
  });

  test("where either will do, a lit hex with nothing to pick in it is meant", () => {
    expect(mean(at("b"), "any", ["h5"])).toEqual({ act: "hex", id: "h5" });
    expect(mean(at("b"), "any", ["h5"], ["a", "b"])).toEqual({ act: "open", at: "h5" });
  });

  test("a marker stands for its place", () => {
    expect(mean(at("marker 0"), "unit")).toEqual({ act: "hex", id: "h0" });
    expect(mean(at("marker 2"), "unit")).toEqual({ act: "box", id: "pool" });
  });

  test("counters in a box are picked one by one", () => {
    expect(mean(at("d"), "any")).toEqual({ act: "unit", id: "d", at: "pool" });
  });
});

test("a pointer that rests on a stack rests on all of it", () => {
  const on = (id: string, at: string, lies: "hex" | "box") => rested({ kind: "unit", id, at, in: lies }, view.stacks);
  expect(on("b", "h5", "hex")).toEqual({ kind: "hex", id: "h5", at: "h5" });
  expect(on("c", "h0", "hex")).toMatchObject({ kind: "unit", id: "c" });
  expect(on("e", "pool", "box")).toMatchObject({ kind: "unit", id: "e" }); // there each lies by itself
  expect(rested({ kind: "marker", id: "marker 0", at: "h0", in: "hex" }, view.stacks).id).toBe("h0");
});

test("who may be picked lies over others of his stack, who is spoken of over him, who is chosen over all", () => {
  const order = (overlays: Parameters<typeof raised>[0]) =>
    lay(scene, field, view, false, raised(overlays)).flatMap((piece) => (piece.at === "h5" ? [piece.id] : []));
  const names = (...units: string[]) => ({ hexes: [], units });
  expect(order({})).toEqual(["a", "b"]);
  expect(order({ pickable: ["a"] })).toEqual(["b", "a"]);
  expect(order({ pickable: ["a", "b"] })).toEqual(["a", "b"]);
  expect(order({ pickable: ["b"], pointed: names("a") })).toEqual(["b", "a"]);
  expect(order({ pickable: ["a", "b"], pointed: names("b"), chosen: names("a") })).toEqual(["b", "a"]);
  const up = spots(lay(scene, field, view, false, raised({ chosen: names("a") })));
  expect([up.get("a")?.covered, up.get("b")?.covered]).toEqual([0, 1]);
});
