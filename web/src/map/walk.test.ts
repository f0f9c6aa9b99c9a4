import { expect, test } from "vitest";
import type { Piece } from "./pieces";
import { arrived, setOut, whereNow } from "./walk";

function piece(id: string, at: string, x: number): Piece {
  return { id, at, x, y: 0, width: 50, look: "k", kind: "unit", side: "", name: id, covered: 0, under: 0 };
}
const lie = (...pieces: Piece[]) => new Map(pieces.map((each) => [each.id, each]));

test("a counter that has moved walks, one that lies where it lay does not", () => {
  const walking = setOut(
    new Map(),
    lie(piece("a", "h1", 0), piece("b", "h2", 90)),
    lie(piece("a", "h3", 300), piece("b", "h2", 80)),
    1000,
    90,
  );
  expect([...walking.keys()]).toEqual(["a"]);
  const to = piece("a", "h3", 300);
  expect(whereNow(walking.get("a"), to, 1000).x).toBe(0);
  expect(whereNow(walking.get("a"), to, 1200).x).toBeGreaterThan(50);
  expect(whereNow(walking.get("a"), to, 5000).x).toBe(300);
});

test("a counter that is sent on starts from where it is", () => {
  const [first, second, third] = [piece("a", "h1", 0), piece("a", "h2", 100), piece("a", "h3", 200)];
  const walking = setOut(new Map(), lie(first), lie(second), 0, 90);
  const half = whereNow(walking.get("a"), second, 150);
  const again = setOut(walking, lie(second), lie(third), 150, 90);
  expect(whereNow(again.get("a"), third, 150)).toEqual(half);
});

test("counters that come from nowhere are simply there, and walks end", () => {
  expect(setOut(new Map(), lie(), lie(piece("a", "h1", 0)), 0, 90).size).toBe(0);
  const walking = setOut(new Map(), lie(piece("a", "h1", 0)), lie(piece("a", "h2", 4000)), 0, 90);
  expect(arrived(walking, 300).size).toBe(1);
  expect(arrived(walking, 1000).size).toBe(0);
});

test("a counter walks along its way, at the same pace all along", () => {
  const [from, to] = [piece("a", "h1", 0), piece("a", "h3", 100)];
  const corner = { x: 0, y: 100 }; // down, then across: 100 and then the rest
  const walking = setOut(new Map(), lie(from), lie({ ...to, y: 100 }), 0, 90, () => [corner]);
  const walker = walking.get("a");
  const half = whereNow(walker, { ...to, y: 100 }, (walker?.lasts ?? 0) / 2);
  expect(half.x).toBeCloseTo(0);
  expect(half.y).toBeCloseTo(100);
  const early = whereNow(walker, { ...to, y: 100 }, (walker?.lasts ?? 0) / 4);
  expect(early.x).toBe(0);
  expect(early.y).toBeGreaterThan(0);
  expect(whereNow(walker, { ...to, y: 100 }, walker?.lasts ?? 0)).toMatchObject({ x: 100, y: 100 });
});
