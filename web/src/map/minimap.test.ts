import { expect, test } from "vitest";
import type { Scene, View } from "../wire/types";
import { centre, Field, type Grid } from "./geometry";
import { paintGround, paintSight, paintUnits, sizeOf, toBoard } from "./minimap";
import { recorder } from "./recorder";

const layout: Grid = { top: "flat", pushed: "odd", columns: 3, rows: 2, size: 54, left: 0, upper: 0 };
const scene = {
  width: 400,
  height: 200,
  paper: "#fff",
  layout,
  hexes: [...Array(6).keys()].map((index) => ({
    ...centre(layout, index),
    id: `h${index}`,
    tint: index < 3 ? "#aaa" : "#bbb",
  })),
  boxes: [],
  sides: [
    { id: "axis", ground: "#111111" },
    { id: "allied", ground: "#222222" },
  ],
} as unknown as Scene;
const field = new Field(scene);

test("it is as large as it may be, and a press leads back to the board", () => {
  const size = sizeOf(scene, { width: 200, height: 200 });
  expect(size).toEqual({ width: 200, height: 100, scale: 0.5 });
  expect(toBoard({ x: 100, y: 50 }, size.scale)).toEqual({ x: 200, y: 100 });
});

test("terrain of one tint is one path", () => {
  const { ctx, told } = recorder();
  paintGround(ctx, scene, field, 0.5);
  expect(told.filter((line) => line === "fill()")).toHaveLength(2);
});

test("sides differ by shape", () => {
  const view = {
    units: { a: { side: "axis" }, b: { side: "allied" }, c: { side: "" } },
    stacks: { h0: ["a"], h1: ["b"], h2: ["c"], elsewhere: ["a"] },
  } as unknown as View;
  const { ctx, told } = recorder();
  paintUnits(ctx, scene, field, view, 0.5);
  expect(told.filter((line) => line.startsWith("rect("))).toHaveLength(1);
  expect(told.filter((line) => line.startsWith("arc("))).toHaveLength(2);
});

test("the frame is what is in sight", () => {
  const { ctx, told } = recorder();
  paintSight(ctx, { k: 2, x: -100, y: 0 }, { width: 300, height: 200 }, 0.5);
  expect(told).toContain("rect(25 0 75 50)");
});
