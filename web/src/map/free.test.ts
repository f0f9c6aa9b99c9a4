import { expect, test } from "vitest";
import { BARE } from "./camera";
import { astray, brought, cornered, docked, edges, free, nearest, nudge, pickedAt } from "./free";

const size = { width: 1000, height: 700 };

test("what is free is the largest part over which nothing lies", () => {
  expect(free(size, BARE, [])).toEqual(BARE);
  const lesson = { x: 10, y: 10, width: 290, height: 400 };
  expect(free(size, BARE, [lesson])).toEqual({ left: 300, top: 0, right: 0, bottom: 0 });
  const slip = { x: 10, y: 600, width: 560, height: 90 };
  expect(free(size, BARE, [slip])).toEqual({ left: 0, top: 0, right: 0, bottom: 100 });
  expect(free(size, { ...BARE, right: 200 }, [slip])).toEqual({ left: 0, top: 0, right: 200, bottom: 100 });
  expect(free(size, BARE, [{ x: 0, y: 0, ...size }])).toEqual(BARE); // all is covered: better there than nowhere
});

test("what a card has come to lie over is moved no farther than need be", () => {
  const inset = { left: 0, top: 0, right: 0, bottom: 100 };
  expect(nudge({ x: 50, y: 620, width: 60, height: 60 }, size, inset)).toEqual({ x: 0, y: -80 });
  expect(nudge({ x: -20, y: 50, width: 60, height: 60 }, size, inset)).toEqual({ x: 20, y: 0 });
  expect(nudge({ x: 50, y: 50, width: 60, height: 60 }, size, inset)).toEqual({ x: 0, y: 0 });
  expect(nudge({ x: 50, y: 50, width: 60, height: 620 }, size, inset)).toBeNull();
});

test("what is out of sight is counted by direction, and so is what a card covers", () => {
  const at = (x: number, y: number) => ({ x: x - 10, y: y - 10, width: 20, height: 20 });
  const spots = { seen: at(500, 300), a: at(1500, 340), b: at(1600, 360), c: at(500, -300), under: at(60, 660) };
  const slip = { x: 0, y: 600, width: 200, height: 100 };
  const found = astray(spots, size, BARE, [slip], 30);
  expect(found.map(({ way, ids }) => [way, ids])).toEqual([
    ["e", ["a", "b"]],
    ["n", ["c"]],
    ["sw", ["under"]],
  ]);
  expect(found[0]?.at).toEqual({ x: 970, y: 350 });
  expect(found[1]?.at.x).toBeCloseTo(500);
  expect(found[1]?.at.y).toBeCloseTo(30);
  expect(found[1]?.turn).toBeCloseTo(-90);
});

test("what points beyond the edge gives way to what can be picked there", () => {
  const spots = { here: { x: 950, y: 330, width: 40, height: 40 }, there: { x: 1500, y: 340, width: 20, height: 20 } };
  const [found] = astray(spots, size, BARE, [], 30);
  expect(found?.at.x).toBeCloseTo(970);
  expect(Math.abs((found?.at.y ?? 350) - 350)).toBeGreaterThan(42);
});

test("a card lies where it covers least, and where it lay if that is no worse", () => {
  const card = (x: number) => ({ x, y: 0, width: 100, height: 100 });
  const spots = { right: card(900), left: card(0) };
  const hex = (x: number) => ({ x, y: 10, width: 40, height: 40 });
  expect(docked(spots, [], [])).toEqual({ at: "right", hides: false });
  expect(docked(spots, [], [hex(920)])).toEqual({ at: "left", hides: false });
  expect(docked(spots, [hex(20)], [hex(920), hex(940)])).toEqual({ at: "right", hides: false });
  expect(docked(spots, [hex(20), hex(920)], [])).toEqual({ at: "right", hides: true });
  expect(docked(spots, [hex(920)], [], [card(0)])).toEqual({ at: "right", hides: true });
});

test("cards that leave little of the map do not make all of it a speck", () => {
  const phone = { width: 390, height: 600 };
  const strip = { left: 0, top: 280, right: 0, bottom: 260 }; // 60 pixels between two cards
  const fight = { x: 1000, y: 1000, width: 300, height: 300 };
  expect(brought(fight, phone, BARE, BARE, 1, 0.6).k).toBe(1);
  const there = brought(fight, phone, BARE, strip, 1, 0.6);
  expect(there.k).toBe(0.6); // as far as counters can be read
  expect(there.y + there.k * 1150).toBeCloseTo(310); // in the middle of what is free
  expect(brought(fight, phone, BARE, strip, 0.4, 0.6).k).toBe(0.4); // who is farther away stays there
  const front = { x: 0, y: 0, width: 3900, height: 300 };
  expect(brought(front, phone, BARE, BARE, 1, 0.6).k).toBe(0.1); // the whole window is too small for it
});

test("of what is far apart the nearest is brought into sight", () => {
  const at = (x: number, y: number) => ({ x, y, width: 20, height: 20 });
  const spots: [string, ReturnType<typeof at>][] = [
    ["far", at(-900, 300)],
    ["near", at(1100, 350)],
  ];
  expect(nearest(spots, size, BARE)).toBe("near");
  expect(nearest([], size, BARE)).toBeUndefined();
});

test("what lies under an open book is out of sight", () => {
  const book = { ...BARE, right: 300 };
  const spots = { seen: { x: 500, y: 300, width: 20, height: 20 }, under: { x: 800, y: 300, width: 20, height: 20 } };
  const found = astray(spots, size, book, edges(size, book), 30);
  expect(found.map(({ way, ids }) => [way, ids])).toEqual([["e", ["under"]]]);
  expect(edges(size, BARE)).toEqual([]);
});

test("signs at the edge count what can be picked: counters, not the places where they lie", () => {
  const stacks = { "3026": ["dak", "cam", "cw"], "3027": ["ghq"], "3028": [] };
  const able = new Set(["dak", "cam", "ghq"]);
  expect(pickedAt(["3026", "3027"], {}, able, stacks)).toBe(3);
  expect(pickedAt(["3028"], { "3028": "2 MF" }, able, stacks)).toBe(1);
});

test("the small map lies in a corner where it hides no counters, nor ground that is fought for", () => {
  const small = { width: 220, height: 214 };
  const front = [{ x: 850, y: 560, width: 60, height: 60 }];
  const nothing = { first: [], rest: [], counters: [], land: [], covers: [] };
  expect(cornered(small, size, BARE, nothing)).toMatchObject({ x: 770, y: 476, low: true });
  expect(cornered(small, size, BARE, { ...nothing, counters: front })).toMatchObject({ x: 770, y: 10, low: false });
  const land = [0, 1, 2].map((nth) => ({ x: 770 + 80 * nth, y: 560, width: 78, height: 78 }));
  expect(cornered(small, size, BARE, { ...nothing, land })).toMatchObject({ x: 770, y: 10 });
  expect(cornered(small, size, BARE, { ...nothing, land: land.slice(2) })).toMatchObject({ x: 770, y: 476 }); // a rim
  const lit = [{ x: 900, y: 20, width: 60, height: 60 }];
  expect(cornered(small, size, BARE, { ...nothing, counters: front, rest: lit })).toMatchObject({ x: 10, y: 476 });
});
