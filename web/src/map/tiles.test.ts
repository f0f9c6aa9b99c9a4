import { expect, test } from "vitest";
import { keyOf, levelFor, rectOf, scaleOf, TILE, type TileAt, Tiles, tilesIn } from "./tiles";

const PICTURE = { width: 4000, height: 3000 };

/** Tiles that take three steps each, a clock that goes on with every look at it. */
function table(most = 40) {
  const painted: string[] = [];
  let time = 0;
  function* painter(_: object, tile: TileAt): Generator<void> {
    yield;
    yield;
    painted.push(keyOf(tile));
  }
  let made = 0;
  const make = () => ({ nth: made++ });
  const tiles = new Tiles(PICTURE, -4, most, make, painter);
  const work = (ms: number) => tiles.work(time + ms, () => time++);
  return { tiles, painted, work, made: () => made };
}

test("levels are half-steps, and one is as fine as asked for", () => {
  expect(scaleOf(2)).toBe(2);
  expect(scaleOf(1)).toBeCloseTo(Math.SQRT2);
  for (const scale of [0.1, 0.3, 0.5, 1, 1.3, 4]) {
    expect(scaleOf(levelFor(scale))).toBeGreaterThan(scale * 0.95);
    expect(scaleOf(levelFor(scale) - 1)).toBeLessThan(scale);
  }
  expect(levelFor(1)).toBe(0);
});

test("tiles cover a part of the picture without gaps and none lies outside it", () => {
  const rect = { x: 700, y: 100, width: 1500, height: 800 };
  const tiles = tilesIn(rect, 0, PICTURE);
  expect(tiles).toHaveLength(4 * 2);
  expect(Math.min(...tiles.map((tile) => rectOf(tile).x))).toBeLessThanOrEqual(700);
  expect(Math.max(...tiles.map((tile) => rectOf(tile).x + TILE))).toBeGreaterThanOrEqual(2200);
  expect(tilesIn({ x: -500, y: -500, width: 9000, height: 9000 }, 0, PICTURE)).toHaveLength(8 * 6);
});

test("what is asked for gets painted, the middle first, then a coarse whole", () => {
  const { tiles, painted, work } = table();
  const rect = { x: 0, y: 0, width: 1536, height: 1536 };
  expect(tiles.cover(rect, 0)).toEqual([]);
  expect(tiles.done).toBe(false);
  work(1000);
  expect(painted[0]).toBe("0/1/1");
  expect(painted.filter((key) => key.startsWith("0/"))).toHaveLength(9);
  expect(painted.filter((key) => key.startsWith("-4/")).length).toBe(
    tilesIn({ x: 0, y: 0, ...PICTURE }, -4, PICTURE).length,
  );
  expect(tiles.cover(rect, 0)).toHaveLength(9);
  expect(tiles.done).toBe(true);
});

test("work stops when its time is over and goes on where it was", () => {
  const { tiles, painted, work } = table();
  tiles.cover({ x: 0, y: 0, width: 500, height: 500 }, 0);
  work(2);
  expect(painted).toEqual([]);
  work(3);
  expect(painted).toEqual(["0/0/0"]);
});

test("a coarser level stands in until a tile is painted", () => {
  const { tiles, work } = table();
  const rect = { x: 600, y: 600, width: 300, height: 300 };
  tiles.cover(rect, 0);
  work(1000);
  const pieces = tiles.cover(rect, 2);
  expect(pieces.length).toBeGreaterThan(0);
  const covered = pieces.reduce((sum, piece) => sum + piece.to.width * piece.to.height, 0);
  const asked = tilesIn(rect, 2, PICTURE).map(rectOf);
  expect(covered).toBeCloseTo(asked.reduce((sum, tile) => sum + tile.width * tile.height, 0));
  for (const piece of pieces) expect(piece.from.x + piece.from.width).toBeLessThanOrEqual(TILE + 0.01);
});

test("memory is bounded: the least used go, the coarse whole stays, canvases are used again", () => {
  const { tiles, work, made } = table(24);
  for (let x = 0; x < 3500; x += 250) {
    tiles.cover({ x, y: 0, width: 1024, height: 1024 }, 2);
    work(1000);
  }
  expect(tiles.count).toBeLessThanOrEqual(24);
  expect(made()).toBeLessThan(24 + 10);
  expect(tiles.cover({ x: 0, y: 2000, width: 200, height: 200 }, 0)).not.toEqual([]);
});

test("a job nobody wants any more is dropped", () => {
  const { tiles, painted, work } = table();
  tiles.cover({ x: 0, y: 0, width: 500, height: 500 }, 0);
  work(2);
  tiles.cover({ x: 3000, y: 2000, width: 10, height: 10 }, 0);
  work(4);
  expect(painted).toEqual(["0/5/3"]);
});

test("after clear everything is painted again", () => {
  const { tiles, painted, work } = table();
  const rect = { x: 0, y: 0, width: 10, height: 10 };
  tiles.cover(rect, 0);
  work(1000);
  tiles.clear();
  expect(tiles.cover(rect, 0)).toEqual([]);
  work(1000);
  expect(painted.filter((key) => key === "0/0/0")).toHaveLength(2);
});
