import { describe, expect, it } from "vitest";
import { crop } from "./crop";

const BOARD = { x: 300, y: 20, width: 4000, height: 2800 };

describe("a picture of the board", () => {
  it.each([
    [1440, 520],
    [390, 292],
    [300, 900],
    [2400, 300],
  ])("of %i by %i pixels shows a part with these proportions, wholly on the board", (width, height) => {
    const part = crop(BOARD, 108, { width, height });
    expect(part.width / part.height).toBeCloseTo(width / height);
    expect(part.x).toBeGreaterThanOrEqual(BOARD.x);
    expect(part.y).toBeGreaterThanOrEqual(BOARD.y);
    expect(part.x + part.width).toBeLessThanOrEqual(BOARD.x + BOARD.width + 0.001);
    expect(part.y + part.height).toBeLessThanOrEqual(BOARD.y + BOARD.height + 0.001);
  });
});
