import { expect, test } from "vitest";
import { keyOf, levelFor, rectOf, scaleOf, TILE, type TileAt, Tiles, tilesIn } from "./tiles";

const BOARD = { width: 4000, height: 3000 };

/** Tiles that are painted one by one, when told to. */
function table(most = 60) {
  const asked: TileAt[] = [];
  const dropped: string[] = [];
  const painted: string[] = [];
  const tiles = new Tiles<string>(
    BOARD,
    -4,
    most,
    (tile) => asked.push(tile),
    (picture) => dropped.push(picture),
  );
  const paint = (count = Number.POSITIVE_INFINITY) => {
    for (let nth = 0; nth < count && asked.length; nth++) {
      const tile = asked.shift() as TileAt;
      painted.push(keyOf(tile));
      tiles.put(tile, keyOf(tile));
    }
  };
  return { tiles, asked, painted, dropped, paint };
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

test("tiles cover a part of the board without gaps and none lies outside it", () => {
  const rect = { x: 700, y: 100, width: 1500, height: 800 };
  const tiles = tilesIn(rect, 0, BOARD);
  expect(tiles).toHaveLength(4 * 2);
  expect(Math.min(...tiles.map((tile) => rectOf(tile).x))).toBeLessThanOrEqual(700);
  expect(Math.max(...tiles.map((tile) => rectOf(tile).x + TILE))).toBeGreaterThanOrEqual(2200);
  expect(tilesIn({ x: -500, y: -500, width: 9000, height: 9000 }, 0, BOARD)).toHaveLength(8 * 6);
});

test("what is in sight is painted from the middle, then a coarse whole, then what lies beside", () => {
  const { tiles, painted, paint, asked } = table();
  const rect = { x: 512, y: 512, width: 1536, height: 1536 };
  expect(tiles.cover(rect, 0)).toEqual([]);
  expect(asked.length).toBeLessThanOrEqual(2);
  expect(tiles.done).toBe(false);
  paint(9);
  expect(painted[0]).toBe("0/2/2");
  expect(painted.every((key) => key.startsWith("0/"))).toBe(true);
  expect(tiles.done).toBe(true);
  const coarse = tilesIn({ x: 0, y: 0, ...BOARD }, -4, BOARD).length;
  paint(coarse);
  expect(painted.slice(9).every((key) => key.startsWith("-4/"))).toBe(true);
  expect(tiles.cover(rect, 0)).toHaveLength(9);
  paint();
  expect(painted).toContain("0/4/2");
  expect(new Set(painted).size).toBe(painted.length);
});

test("a coarser level stands in until a tile is there", () => {
  const { tiles, paint } = table();
  const rect = { x: 600, y: 600, width: 300, height: 300 };
  tiles.cover(rect, 0);
  paint();
  const pieces = tiles.cover(rect, 2);
  expect(pieces.length).toBeGreaterThan(0);
  const covered = pieces.reduce((sum, piece) => sum + piece.to.width * piece.to.height, 0);
  const wanted = tilesIn(rect, 2, BOARD).map(rectOf);
  expect(covered).toBeCloseTo(wanted.reduce((sum, tile) => sum + tile.width * tile.height, 0));
  for (const piece of pieces) expect(piece.from.x + piece.from.width).toBeLessThanOrEqual(TILE + 0.01);
});

test("on the way to another level only what nothing stands in for is asked for", () => {
  const { tiles, paint, asked } = table();
  const rect = { x: 600, y: 600, width: 300, height: 300 };
  tiles.cover(rect, 0, true);
  expect(asked.length).toBeGreaterThan(0);
  paint();
  expect(tiles.cover(rect, 3, true)).not.toEqual([]);
  expect(asked).toEqual([]);
  tiles.cover(rect, 3);
  expect(asked.length).toBeGreaterThan(0);
});

test("memory is bounded: the least used go and are given up, the coarse whole stays", () => {
  const { tiles, paint, painted, dropped } = table(24);
  for (let x = 0; x < 3500; x += 250) {
    tiles.cover({ x, y: 0, width: 512, height: 512 }, 2);
    paint();
  }
  expect(tiles.count).toBeLessThanOrEqual(24);
  expect(painted.length - dropped.length).toBe(tiles.count);
  expect(dropped.some((key) => key.startsWith("-4/"))).toBe(false);
  expect(tiles.cover({ x: 0, y: 2000, width: 200, height: 200 }, 0)).not.toEqual([]);
});

test("what goes out of sight is not asked for any more", () => {
  const { tiles, asked, painted, paint } = table();
  tiles.cover({ x: 0, y: 0, width: 2000, height: 2000 }, 2);
  const begun = asked.length;
  tiles.cover({ x: 3000, y: 2000, width: 10, height: 10 }, 0);
  paint(begun + 1);
  expect(painted.at(-1)).toBe("0/5/3");
});

test("after clear everything is asked for again", () => {
  const { tiles, painted, dropped, paint } = table();
  const rect = { x: 0, y: 0, width: 10, height: 10 };
  tiles.cover(rect, 0);
  paint();
  tiles.clear();
  expect(dropped).toHaveLength(painted.length);
  expect(tiles.cover(rect, 0)).toEqual([]);
  paint();
  expect(painted.filter((key) => key === "0/0/0")).toHaveLength(2);
});
