import { describe, expect, test } from "vitest";
import type { Scene, View } from "../wire/types";
import { type Brush, spotOf } from "./brush";
import { paintCursor, paintHover, paintNow } from "./cursors";
import { centre, Field, type Grid } from "./geometry";
import type { Overlays } from "./model";
import { paintOver, paintUnder } from "./overlays";
import { lay, spots } from "./pieces";
import { recorder } from "./recorder";
import { palette } from "./themes";

const layout: Grid = { top: "flat", pushed: "even", columns: 5, rows: 4, size: 54, left: 0, upper: 0 };
const scene = {
  layout,
  hexes: [...Array(20).keys()].map((index) => ({ ...centre(layout, index), id: `h${index}` })),
  boxes: [
    {
      id: "pool",
      name: "Pool",
      x: 600,
      y: 0,
      width: 200,
      height: 200,
      inside: { x: 610, y: 40, width: 180, height: 150 },
    },
  ],
  stacks: [[0.64, 0, 0]],
  markers: { right: 0.3, up: 0.36, apart: 0.25, width: 0.21 },
  sides: [{ id: "axis", name: "Axis", ground: "#4b5660", ink: "#ffffff" }],
  controllers: {
    axis: { name: "Axis", ground: "#4b5660", ink: "#ffffff" },
    soviet: { name: "Soviet", ground: "#b3322a", ink: "#ffffff" },
  },
} as unknown as Scene;
const view = {
  units: { a: { at: "h6", side: "axis", look: "k", name: "a", state: "" } },
  stacks: { h6: ["a"] },
  control: { h1: "axis", h2: "soviet" },
  markers: [],
  now: "pool",
} as unknown as View;
const field = new Field(scene);

function draw(overlays: Overlays, time = 0): string[] {
  const { ctx, told } = recorder();
  const brush = table(ctx, time);
  paintUnder(brush, overlays);
  paintOver(brush, overlays);
  return told;
}

function table(ctx: Brush["ctx"], time = 0): Brush {
  return {
    ctx,
    field,
    scene,
    view,
    camera: { k: 1, x: 0, y: 0 },
    palette: palette("light", () => "#123456"),
    pieces: spots(lay(scene, field, view, false)),
    time,
  };
}

/** What is drawn, without the colours: what is left when nobody can tell them apart. */
const colourless = (told: string[]) => told.filter((line) => !/Style=/.test(line)).join("\n");
const one = { hexes: ["h6"], units: [] };
const all: Record<string, Overlays> = {
  lit: { lit: { h6: "" } },
  chosen: { chosen: one },
  causes: { causes: one },
  pointed: { pointed: one },
  reached: { threat: { h6: { reach: ["x"], attack: [] } } },
  attacked: { threat: { h6: { reach: ["x"], attack: ["x"] } } },
  pickable: { pickable: ["a"] },
  "chosen unit": { chosen: { hexes: [], units: ["a"] } },
  "causing unit": { causes: { hexes: [], units: ["a"] } },
  "supplied unit": { supply: [{ unit: "a", supplied: true, text: "", rules: [], legs: [], cuts: [] }] },
  "unit that starves": { supply: [{ unit: "a", supplied: false, text: "", rules: [], legs: [], cuts: [] }] },
};

describe("nothing is said by colour alone", () => {
  const drawn = Object.entries(all).map(([name, overlays]) => [name, colourless(draw(overlays))] as const);

  test.each(drawn)("%s is drawn, and like nothing else", (name, told) => {
    expect(told).not.toBe("");
    for (const [other, like] of drawn) if (other !== name) expect(told, other).not.toBe(like);
  });

  test("holders differ by their hatching", () => {
    const hatched = (holder: string) => {
      const { ctx, told } = recorder();
      paintUnder({ ...table(ctx), view: { ...view, control: { h1: holder } } }, { control: true });
      return colourless(told);
    };
    expect(hatched("axis")).not.toBe(hatched("soviet"));
  });
});

test("what is not on the board is not drawn", () => {
  const nowhere = { hexes: ["h99"], units: ["ghost"] };
  const told = draw({
    lit: { h99: "3" },
    pickable: ["ghost"],
    chosen: nowhere,
    causes: nowhere,
    pointed: nowhere,
    path: { hexes: ["h99"], costs: [] },
    moves: [{ hexes: ["h99", "h98"], side: "axis" }],
    supply: [
      { unit: "ghost", supplied: false, text: "", rules: [], legs: [{ by: "", hexes: ["h99"], rule: "" }], cuts: [] },
    ],
  });
  expect(told.filter((line) => /^(moveTo|lineTo|fillText|arc|rect|roundRect)\(/.test(line))).toEqual([]);
});

test("no arrow leads into a box off the map, or out of it", () => {
  const drawn = (...hexes: string[]) =>
    draw({ moves: [{ hexes, side: "axis" }] }).filter((line) => /^fill\(/.test(line));
  expect(drawn("h0", "h6")).not.toEqual([]);
  expect(drawn("h0", "pool")).toEqual([]);
  expect(drawn("pool", "h0")).toEqual([]);
  expect(drawn("h0", "h1", "pool")).not.toEqual([]); // the way was told
});

test("hints are written in lit hexes, at the foot where counters stand, and in boxes", () => {
  const told = draw({ lit: { h0: "3", h6: "1", pool: "2" } }).filter((line) => line.startsWith("fillText"));
  expect(told.map((line) => line.slice(9, 10))).toEqual(["3", "1", "2"]);
});

test("a path tells what each step costs and ends with an arrow", () => {
  const costs = ["h1", "h2"].map((hex, nth) => ({ hex, cost: `${nth + 1}`, terms: [] }));
  const told = draw({ path: { hexes: ["h0", "h1", "h2"], costs } });
  expect(told.filter((line) => line.startsWith("fillText")).map((line) => line.slice(9, 10))).toEqual(["1", "2"]);
});

test("a line of supply has chevrons, a cut one gaps and a cross at what cuts it", () => {
  const line = { unit: "a", text: "", rules: [], legs: [{ by: "land", hexes: ["h6", "h7", "h8"], rule: "12.1" }] };
  const whole = draw({ supply: [{ ...line, supplied: true, cuts: [] }] });
  const cut = draw({
    supply: [{ ...line, supplied: false, cuts: [{ text: "", rule: "", hexes: ["h7"], units: [] }] }],
  });
  expect(whole.some((told) => /^setLineDash\(\d/.test(told))).toBe(false);
  expect(cut.some((told) => /^setLineDash\(\d/.test(told))).toBe(true);
});

test("lines of supply are told apart by side, and lie under the counters", () => {
  const two = { ...scene, sides: [...scene.sides, { id: "soviet", name: "", ground: "#b3322a", ink: "#ffffff" }] };
  const line = { unit: "a", supplied: true, text: "", rules: [], cuts: [] };
  const lines = [{ ...line, legs: [{ by: "land", hexes: ["h6", "h7"], rule: "12.1" }] }];
  const by = (side: string) => {
    const { ctx, told } = recorder();
    const units = { a: { ...view.units.a, side } } as View["units"];
    paintUnder({ ...table(ctx), scene: two, view: { ...view, units } }, { supply: lines });
    return told;
  };
  expect(colourless(by("axis"))).not.toBe(colourless(by("soviet")));
  expect(by("soviet").some((told) => /^setLineDash\(\d/.test(told))).toBe(true);
});

test("without motion two frames are the same", () => {
  const some = { pointed: one, causes: one };
  expect(draw(some)).toEqual(draw(some));
  expect(draw(some, 100)).not.toEqual(draw(some, 400));
});

test("of a stack that is pointed at the uppermost is framed, and one arrow is over the place", () => {
  const stack = { ...view, units: { ...view.units, b: { ...view.units.a, name: "b" } }, stacks: { h6: ["a", "b"] } };
  const pointing = (hexes: string[], units: string[]) => {
    const { ctx, told } = recorder();
    const brush = { ...table(ctx), view: stack as View };
    brush.pieces = spots(lay(scene, field, stack as View, false));
    paintOver(brush, { pointed: { hexes, units } });
    return [/^rect\(/, /^closePath\(/].map((made) => told.filter((line) => made.test(line)).length);
  };
  expect(pointing([], ["a", "b"])).toEqual(pointing([], ["b"]));
  expect(pointing(["h6"], ["b"])[1]).toBe(pointing(["h6"], [])[1]); // the outlines of the hex, and an arrow
});

test("the front runs where holders meet", () => {
  const { ctx, told } = recorder();
  paintUnder(table(ctx), { control: true });
  const both = told.length;
  const alone = recorder();
  paintUnder({ ...table(alone.ctx), view: { ...view, control: { h1: "axis", h2: "axis" } } }, { control: true });
  expect(both).toBeGreaterThan(alone.told.length);
});

test("the turn's box, the pointer and the cursor are framed", () => {
  for (const paint of [
    paintNow,
    (brush: Brush) => paintHover(brush, "h3"),
    (brush: Brush) => paintCursor(brush, "pool"),
  ]) {
    const { ctx, told } = recorder();
    paint(table(ctx));
    expect(told).toContain("stroke()");
  }
});

test("hexes, boxes and units have a spot", () => {
  const brush = table(recorder().ctx);
  expect(spotOf(brush, "pool")).toEqual({ x: 700, y: 100 });
  expect(spotOf(brush, "a")).not.toBeNull();
  expect(spotOf(brush, "ghost")).toBeNull();
});
