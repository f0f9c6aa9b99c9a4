import { expect, test } from "vitest";
import { BARE, shows, toScreen } from "./camera";
import { opening } from "./opening";

const SIZE = { width: 1000, height: 700 };
const THEATRE = { x: 0, y: 0, width: 6000, height: 4000 };
const spot = (x: number, y: number) => ({ x, y });
const given = { theatre: THEATRE, across: 90, legible: 46 };

test("a small fight is opened so near that its counters can be read, with both sides", () => {
  const stacks = [spot(2000, 2000), spot(2600, 2100)];
  const camera = opening({ ...given, stacks, own: stacks.slice(0, 1) }, SIZE, BARE);
  expect(camera.k * 90).toBeGreaterThan(60);
  for (const { x, y } of stacks)
    expect(shows(camera, { x: x - 45, y: y - 45, width: 90, height: 90 }, SIZE)).toBe(true);
});

test("where both sides have no room, one's own stand in sight", () => {
  const own = [spot(500, 500), spot(900, 700)];
  const camera = opening({ ...given, stacks: [...own, spot(5500, 3500)], own }, SIZE, BARE);
  expect(camera.k * 90).toBeGreaterThanOrEqual(46);
  for (const { x, y } of own) expect(shows(camera, { x, y, width: 1, height: 1 }, SIZE)).toBe(true);
});

test("where one's own have no room, most of them are in sight and can be read", () => {
  const own = [spot(500, 500), spot(600, 700), spot(700, 500), spot(5900, 3900)];
  const camera = opening({ ...given, stacks: own, own }, SIZE, BARE);
  expect(camera.k * 90).toBeCloseTo(46);
  const middle = toScreen(camera, spot(600, 1700 / 3));
  expect(middle.x).toBeCloseTo(500);
  expect(middle.y).toBeCloseTo(350);
});

test("a map that is large enough is shown whole", () => {
  const theatre = { x: 0, y: 0, width: 900, height: 500 };
  const camera = opening({ ...given, theatre, stacks: [spot(10, 10)], own: [] }, SIZE, BARE);
  expect(shows(camera, theatre, SIZE)).toBe(true);
});
