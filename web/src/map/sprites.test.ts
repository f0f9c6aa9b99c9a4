import { expect, test } from "vitest";
import type { Context } from "./paint";
import { Sprites, stepped } from "./sprites";

function tray(most = 1e9) {
  let made = 0;
  const ctx = { setTransform: () => {} } as unknown as Context;
  const sprites = new Sprites(most, (width, height) => ({ canvas: { width, height, nth: made++ }, ctx }));
  const unit = () => ({ shapes: [], bounds: { x: -0.6, y: -0.6, width: 1.2, height: 1.2 } });
  return { sprites, unit, made: () => made };
}

test("while the board moves scales are half-steps, never smaller than needed", () => {
  for (const scale of [13, 20.5, 32, 61]) {
    expect(stepped(scale, false)).toBeGreaterThanOrEqual(scale * 0.99);
    expect(stepped(scale, false)).toBeLessThan(scale * 1.42);
  }
  expect(stepped(32, false)).toBe(32);
  expect(stepped(20.5, true)).toBe(20.5);
});

test("a look is rasterised once for each step", () => {
  const { sprites, unit, made } = tray();
  const first = sprites.get("a", unit, 40, false);
  expect(first.canvas.width).toBe(Math.ceil(1.2 * stepped(40, false)));
  expect(sprites.get("a", unit, 41, false)).toBe(first);
  expect(made()).toBe(1);
  sprites.get("a", unit, 41, true);
  sprites.get("b", unit, 41, false);
  expect(made()).toBe(3);
});

test("when there is no time the nearest size stands in", () => {
  const { sprites, unit, made } = tray();
  sprites.get("a", unit, 16, false);
  const near = sprites.get("a", unit, 40, false);
  sprites.begin(0);
  expect(sprites.get("a", unit, 70, false)).toBe(near);
  expect(sprites.behind).toBe(true);
  expect(made()).toBe(2);
  expect(sprites.get("new", unit, 70, false).scale).toBe(stepped(70, false));
  sprites.begin(5);
  expect(sprites.behind).toBe(false);
  expect(sprites.get("a", unit, 70, false)).not.toBe(near);
});

test("memory is bounded, the least used go first", () => {
  const { sprites, unit, made } = tray(20_000);
  for (let nth = 0; nth < 50; nth++) {
    sprites.get("old friend", unit, 45, false);
    sprites.get(`look ${nth}`, unit, 45, false);
  }
  expect(sprites.size).toBeLessThanOrEqual(20_000);
  expect(made()).toBe(51);
  sprites.get("look 0", unit, 45, false);
  expect(made()).toBe(52);
});
