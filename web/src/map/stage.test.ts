import { expect, test, vi } from "vitest";

const raised = vi.hoisted(() => vi.fn());
vi.mock("./pieces", async (original) => {
  const real = await original<typeof import("./pieces")>();
  return { ...real, raised: raised.mockImplementation(real.raised) };
});

import type { Scene, View } from "../wire/types";

vi.mock("./printed", () => ({}));
vi.mock("./standing", () => ({
  Standing: class {
    clear() {}
  },
}));

import { Stage, type StageModel } from "./stage";

const layout = { top: "flat", pushed: "even", columns: 1, rows: 1, size: 54, left: 0, upper: 0 };
const hex = { x: 50, y: 50, id: "h0", terrain: "clear", tint: "#ddd", name: "", wet: false };
const scene = {
  layout,
  hexes: [hex],
  boxes: [],
  sides: [],
  stacks: [[0.64, 0, 0]],
  markers: { right: 0.3, up: 0.36, apart: 0.25, width: 0.21 },
} as unknown as Scene;
const view = { units: {}, stacks: {}, control: {}, markers: [] } as unknown as View;

test("who lies on top is worked out when another thing is asked or stacks change, not with every move of the pointer", () => {
  const palette = { theme: "light" } as StageModel["palette"];
  const model = { looks: {}, view, overlays: {}, ways: {}, palette, hover: null, cursor: null, moving: false };
  const stage = new Stage(document.createElement("canvas"), scene, model);
  raised.mockClear();

  for (const hover of ["h0", null, "h0"]) stage.update({ hover });
  stage.update({ palette: { ...palette } });
  expect(raised).not.toHaveBeenCalled();
  stage.update({ overlays: { pickable: ["a"] } });
  expect(raised).toHaveBeenCalled();
  raised.mockClear();
  stage.update({ view: { ...view } });
  expect(raised).toHaveBeenCalled();
  stage.destroy();
});
