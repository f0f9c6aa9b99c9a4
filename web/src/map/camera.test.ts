import { expect, test } from "vitest";
import { bounded, eased, flight, framed, glide, shows, sight, toPicture, toScreen, zoomed } from "./camera";

const SIZE = { width: 1440, height: 900 };

test("a spot of the picture goes to its pixel and back", () => {
  const camera = { k: 0.5, x: 30, y: -20 };
  expect(toScreen(camera, { x: 100, y: 200 })).toEqual({ x: 80, y: 80 });
  expect(toPicture(camera, { x: 80, y: 80 })).toEqual({ x: 100, y: 200 });
  expect(sight(camera, SIZE)).toEqual({ x: -60, y: 40, width: 2880, height: 1800 });
});

test("what is fitted is in the middle of what nothing covers, and all of it shows", () => {
  const rect = { x: 1000, y: 500, width: 400, height: 400 };
  const inset = { left: 200, top: 40, right: 0, bottom: 60 };
  const camera = framed(rect, SIZE, inset);
  expect(camera.k).toBe(2);
  expect(toScreen(camera, { x: 1200, y: 700 })).toEqual({ x: 820, y: 440 });
  expect(shows(camera, rect, SIZE, inset)).toBe(true);
  expect(shows({ ...camera, x: camera.x - 700 }, rect, SIZE, inset)).toBe(false);
  expect(framed(rect, SIZE, inset, 1).k).toBe(1);
});

test("zooming keeps the pixel under the pointer", () => {
  const camera = { k: 0.5, x: 30, y: -20 };
  const about = { x: 700, y: 300 };
  const before = toPicture(camera, about);
  const after = toPicture(zoomed(camera, 1.7, about), about);
  expect(after.x).toBeCloseTo(before.x);
  expect(after.y).toBeCloseTo(before.y);
});

test("the board cannot be pushed out of the window", () => {
  const picture = { width: 4000, height: 3000 };
  expect(bounded({ k: 1, x: 500, y: -9000 }, picture, SIZE, 100)).toEqual({ k: 1, x: 100, y: -2200 });
  expect(bounded({ k: 0.1, x: 500, y: 0 }, picture, SIZE, 0)).toEqual({ k: 0.1, x: 520, y: 300 });
});

test("a flight begins and ends where it should, and never turns back", () => {
  const from = { k: 0.3, x: 0, y: 0 };
  const to = framed({ x: 3000, y: 900, width: 400, height: 300 }, SIZE);
  expect(flight(from, to, SIZE, 0)).toEqual(from);
  const end = flight(from, to, SIZE, 1);
  expect(end.k).toBeCloseTo(to.k);
  expect(end.x).toBeCloseTo(to.x);
  let before = 0;
  for (let t = 0; t <= 1; t += 0.05) {
    const x = toPicture(flight(from, to, SIZE, t), { x: 720, y: 450 }).x;
    expect(x).toBeGreaterThanOrEqual(before);
    before = x;
  }
  expect(flight(from, { ...from, x: 100 }, SIZE, 0.5).x).toBeCloseTo(50);
});

test("easing begins at 0, ends at 1 and is half-way in the middle", () => {
  expect([0, 0.5, 1].map(eased)).toEqual([0, 0.5, 1]);
});

test("a thrown board slows down; two short glides are one long one", () => {
  const long = glide({ x: 1, y: 0 }, 100);
  const first = glide({ x: 1, y: 0 }, 50);
  const second = glide(first.speed, 50);
  expect(first.by.x + second.by.x).toBeCloseTo(long.by.x);
  expect(long.speed.x).toBeLessThan(0.6);
});
