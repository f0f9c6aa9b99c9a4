import { describe, expect, test } from "vitest";
import {
  around,
  centre,
  contains,
  corners,
  distance,
  Field,
  type Grid,
  nearest,
  neighbour,
  overlaps,
} from "./geometry";

const GRIDS: Grid[] = (["flat", "pointy"] as const).flatMap((top) =>
  (["odd", "even"] as const).map((pushed) => ({ top, pushed, columns: 7, rows: 5, size: 54, left: 31, upper: 17 })),
);

describe.each(GRIDS)("$top tops, $pushed lanes pushed", (grid) => {
  const all = [...Array(grid.columns * grid.rows).keys()];

  test("the hex under its own middle, and under points all round it, is itself", () => {
    for (const index of all) {
      const middle = centre(grid, index);
      expect(nearest(grid, middle)).toBe(index);
      const rim = corners(grid, middle, 0.97);
      for (let nth = 0; nth < 6; nth++) {
        expect(nearest(grid, { x: rim[2 * nth] ?? 0, y: rim[2 * nth + 1] ?? 0 })).toBe(index);
      }
    }
  });

  test("no hex lies far outside the field", () => {
    expect(nearest(grid, { x: -80, y: -80 })).toBe(-1);
    expect(nearest(grid, { x: 5000, y: 100 })).toBe(-1);
  });

  test("neighbours are one apart, share a side, and lead back", () => {
    for (const index of all) {
      for (let way = 0; way < 6; way++) {
        const there = neighbour(grid, index, way);
        if (there < 0) continue;
        expect(neighbour(grid, there, way + 3)).toBe(index);
        expect(distance(grid, index, there)).toBe(1);
        const here = corners(grid, centre(grid, index));
        const other = corners(grid, centre(grid, there));
        const next = (way + 1) % 6;
        expect(here[2 * way]).toBeCloseTo(other[2 * ((way + 4) % 6)] ?? 0);
        expect(here[2 * next + 1]).toBeCloseTo(other[2 * ((way + 3) % 6) + 1] ?? 0);
      }
    }
  });

  test("distances are those of a walk", () => {
    const steps = new Map([[0, 0]]);
    const queue = [0];
    for (const index of queue) {
      for (let way = 0; way < 6; way++) {
        const there = neighbour(grid, index, way);
        if (there >= 0 && !steps.has(there)) {
          steps.set(there, (steps.get(index) ?? 0) + 1);
          queue.push(there);
        }
      }
    }
    for (const index of all) expect(distance(grid, 0, index)).toBe(steps.get(index));
  });
});

test("the first direction is up, or up and right", () => {
  const [flat, , pointy] = GRIDS as [Grid, Grid, Grid];
  expect(centre(flat, neighbour(flat, 16, 0)).y).toBeLessThan(centre(flat, 16).y);
  expect(centre(flat, neighbour(flat, 16, 0)).x).toBe(centre(flat, 16).x);
  expect(centre(pointy, neighbour(pointy, 16, 0)).x).toBeGreaterThan(centre(pointy, 16).x);
  expect(centre(pointy, neighbour(pointy, 16, 0)).y).toBeLessThan(centre(pointy, 16).y);
});

test("a field knows its hexes by name, and only those on the map", () => {
  const layout = GRIDS[0] as Grid;
  const hexes = [0, 1, 7, 9].map((index) => ({
    ...centre(layout, index),
    id: `h${index}`,
    terrain: "clear",
    tint: "#fff",
    name: "",
    wet: false,
  }));
  const field = new Field({ layout, hexes });
  expect(field.at(centre(layout, 7))?.id).toBe("h7");
  expect(field.at(centre(layout, 8))).toBeNull();
  expect(
    field
      .around("h0")
      .map((hex) => hex.id)
      .sort(),
  ).toEqual(["h1", "h7"]);
  expect(field.distance("h0", "h9")).toBe(2);
  expect(field.hex("nowhere")).toBeNull();
});

test("rectangles hold points and overlap", () => {
  const rect = { x: 10, y: 10, width: 20, height: 10 };
  expect(contains(rect, { x: 30, y: 20 })).toBe(true);
  expect(contains(rect, { x: 31, y: 20 })).toBe(false);
  expect(overlaps(rect, { x: 29, y: 19, width: 5, height: 5 })).toBe(true);
  expect(overlaps(rect, { x: 30, y: 10, width: 5, height: 5 })).toBe(false);
  expect(
    around(
      [
        { x: 1, y: 2 },
        { x: 4, y: 0 },
      ],
      1,
    ),
  ).toEqual({ x: 0, y: -1, width: 5, height: 4 });
});
