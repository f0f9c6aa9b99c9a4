import { expect, test } from "vitest";
import { contains, overlaps } from "./geometry";
import { fanned, heaped, inRows, stacked } from "./stack";

const STACKS: [number, number, number][] = [
  [0.64, 0, 0],
  [0.54, 0.15, 0.17],
  [0.46, 0.12, 0.135],
  [0.42, 0.1, 0.11],
];
const square = ({ x, y, width }: { x: number; y: number; width: number }) => ({
  x: x - width / 2,
  y: y - width / 2,
  width,
  height: width,
});

test("one counter lies in the middle, the next ones right of and above it, about the same middle", () => {
  expect(stacked(1, 100, STACKS)).toEqual([{ x: 0, y: -3, width: 64 }]);
  const [low, high] = stacked(2, 100, STACKS);
  expect(high?.x).toBeCloseTo((low?.x ?? 0) + 15);
  expect(high?.y).toBeCloseTo((low?.y ?? 0) - 17);
  expect((high?.x ?? 0) + (low?.x ?? 0)).toBeCloseTo(0);
});

test("a high stack is no wider than one of four", () => {
  const four = stacked(4, 100, STACKS);
  const nine = stacked(9, 100, STACKS);
  expect(nine.at(-1)?.x).toBeCloseTo(four.at(-1)?.x ?? 0);
  expect(nine).toHaveLength(9);
});

test("from afar a stack stays within its hex, and neighbours leave each other alone", () => {
  for (const count of [1, 2, 3, 8]) {
    const heap = heaped(count, 100);
    // A square about the middle of a hex touches its rim where it is 0.732 of the hex wide.
    for (const { x, y, width } of heap) {
      expect(Math.abs(x) + width / 2).toBeLessThan(36.6);
      expect(Math.abs(y) + width / 2).toBeLessThan(36.6);
    }
    expect(heap.at(-1)?.width).toBeGreaterThan(57);
  }
});

test.each([1, 7, 40, 120])("a box has room for %i counters that do not overlap", (count) => {
  const inside = { x: 10, y: 20, width: 280, height: 650 };
  const row = inRows(count, inside, 94).map(square);
  expect(row).toHaveLength(count);
  for (const [nth, one] of row.entries()) {
    expect(contains({ ...inside, width: 300, height: 700 }, one)).toBe(true);
    expect(row.slice(nth + 1).some((other) => overlaps(one, other))).toBe(false);
  }
});

test.each([
  [2, { x: 700, y: 500 }],
  [5, { x: 5, y: 5 }],
  [14, { x: 1435, y: 895 }],
  [30, { x: 700, y: 450 }],
])("an opened stack of %i is whole in the window, its counters apart", (count, at) => {
  const window = { x: 0, y: 0, width: 1440, height: 900 };
  const fan = fanned(count, at, 30, 72, window, { head: 24, foot: 22 });
  expect(fan.panel.x).toBeGreaterThanOrEqual(0);
  expect(fan.panel.y).toBeGreaterThanOrEqual(0);
  expect(fan.panel.x + fan.panel.width).toBeLessThanOrEqual(1440);
  expect(fan.panel.y + fan.panel.height).toBeLessThanOrEqual(900);
  const row = fan.counters.map(square);
  for (const [nth, one] of row.entries()) {
    expect(overlaps(fan.panel, one)).toBe(true);
    expect(one.y + one.height).toBeLessThanOrEqual(fan.foot);
    expect(row.slice(nth + 1).some((other) => overlaps(one, other))).toBe(false);
  }
});

test("on a phone the counters of an opened stack wrap", () => {
  const fan = fanned(6, { x: 195, y: 500 }, 30, 72, { x: 0, y: 0, width: 390, height: 844 }, { head: 24, foot: 22 });
  expect(new Set(fan.counters.map((counter) => counter.y)).size).toBe(2);
  expect(fan.panel.width).toBeLessThanOrEqual(390);
});

test("an opened stack leaves its own hex in sight where it can", () => {
  const fan = fanned(3, { x: 700, y: 500 }, 30, 72, { x: 0, y: 0, width: 1440, height: 900 }, { head: 24, foot: 22 });
  expect(fan.panel.y + fan.panel.height).toBeLessThanOrEqual(470);
});
