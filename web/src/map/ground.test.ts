import { expect, test } from "vitest";
import type { Shape } from "../wire/types";
import { rimmed } from "./ground";

const text = (more: object): Shape =>
  ({ s: "t", x: 0, y: 0, text: "Turn 1", size: 20, fill: "#1c1a16", font: "bold", ...more }) as Shape;

test("by night dark headings get a pale rim, and nothing else is painted twice", () => {
  const disc: Shape = { s: "c", x: 0, y: 0, r: 3, fill: "#000000" };
  const found = rimmed([text({}), text({ fill: "#fffdf4" }), text({ halo: "#ffffff" }), text({ font: "plain" }), disc]);
  expect(found).toEqual([text({ halo: "#d8d4c8" })]);
});
