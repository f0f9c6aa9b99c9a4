import { expect, test } from "vitest";
import type { Shape } from "../wire/types";
import { Cells, extent, font, paint, painting, prepare } from "./paint";
import { recorder } from "./recorder";

const square = (x: number, fill: string): Shape => ({ s: "p", d: [x, 0, x + 10, 0, x + 10, 10, x, 10], fill });
const word = (text: string, more: Partial<Extract<Shape, { s: "t" }>> = {}): Shape => ({
  s: "t",
  x: 50,
  y: 60,
  text,
  size: 10,
  fill: "#000",
  font: "plain",
  ...more,
});
const calls = (told: string[], name: string) => told.filter((line) => line.startsWith(`${name}(`)).length;

test("neighbours that look the same are one path, in the order of the list", () => {
  const { ctx, told } = recorder();
  paint(ctx, [square(0, "#aaa"), square(20, "#aaa"), square(40, "#bbb"), square(60, "#aaa")]);
  expect(calls(told, "fill")).toBe(3);
  expect(told.filter((line) => line.startsWith("fillStyle"))).toEqual([
    "fillStyle=#aaa",
    "fillStyle=#bbb",
    "fillStyle=#aaa",
  ]);
});

test("lines keep their dashes and ends, and leave none behind", () => {
  const { ctx, told } = recorder();
  paint(ctx, [{ s: "l", d: [0, 0, 10, 0], stroke: "#123", w: 2, dash: [3, 1], butt: true, o: 0.5 }]);
  expect(told).toContain("setLineDash(3,1)");
  expect(told).toContain("lineCap=butt");
  expect(told).toContain("globalAlpha=0.5");
  expect(told.at(-1)).toBe("globalAlpha=1");
  expect(told.lastIndexOf("setLineDash()")).toBeGreaterThan(told.indexOf("stroke()"));
});

test("a halo lies under its letters, fainter where the text is faint", () => {
  const { ctx, told } = recorder();
  paint(ctx, [word("Tobruk", { halo: "#fff", o: 0.5 })]);
  expect(told.findIndex((line) => line.startsWith("strokeText"))).toBeLessThan(
    told.findIndex((line) => line.startsWith("fillText")),
  );
  expect(told).toContain("globalAlpha=0.3");
});

test("letters with gaps stand apart about the same middle", () => {
  const { ctx, told } = recorder();
  paint(ctx, [word("abc", { gap: 5 })]);
  expect(told.filter((line) => line.startsWith("fillText"))).toEqual([
    "fillText(a 27.5 60)",
    "fillText(b 42.5 60)",
    "fillText(c 57.5 60)",
  ]);
});

test("turned text turns about its foot", () => {
  const { ctx, told } = recorder();
  paint(ctx, [word("East", { turn: -90 })]);
  expect(told).toContain("translate(50 60)");
  expect(told).toContain("fillText(East 0 0)");
  expect(told.at(-1)).toBe("restore()");
});

test("lettering that is too small is left out", () => {
  const { ctx, told } = recorder();
  paint(ctx, [word("small", { size: 5 }), word("large", { size: 12 })], 8);
  expect(told.filter((line) => line.startsWith("fillText"))).toEqual(["fillText(large 50 60)"]);
});

test("every shape lies within its extent", () => {
  expect(extent({ s: "c", x: 10, y: 20, r: 5, stroke: "#000", w: 2 })).toEqual([3.5, 13.5, 16.5, 26.5]);
  expect(extent({ s: "l", d: [0, 0, 10, 30], stroke: "#000", w: 4 })).toEqual([-2.5, -2.5, 12.5, 32.5]);
  const [left, top, right, foot] = extent(word("Leningrad", { turn: 90 }));
  expect(right - left).toBe(foot - top);
});

test("a part of the picture is found without its rest, in order", () => {
  const shapes = [square(0, "#aaa"), square(900, "#aaa"), square(5, "#bbb"), word("far", { x: 3000 })];
  const prepared = prepare(shapes);
  const cells = new Cells(prepared);
  expect(cells.touching({ x: -5, y: -5, width: 30, height: 30 })).toEqual([0, 2]);
  expect(cells.touching({ x: 880, y: 0, width: 200, height: 5 })).toEqual([1]);
  const { ctx, told } = recorder();
  painting(ctx, prepared, cells.touching({ x: 0, y: 0, width: 2000, height: 9 }));
  expect(calls(told, "fill")).toBe(2);
});

test("the four faces are told apart", () => {
  expect(new Set((["plain", "bold", "serif", "italic"] as const).map((face) => font(face, 12))).size).toBe(4);
});
