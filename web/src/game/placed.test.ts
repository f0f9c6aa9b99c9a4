import { describe, expect, it } from "vitest";
import { beside } from "./placed";

describe("a card beside the pointer", () => {
  it("lies right of and below it", () => {
    expect(beside({ x: 100, y: 100 }, 200, 100, 1000, 800)).toEqual({ x: 114, y: 114 });
  });

  it("goes to the other side at the edge", () => {
    expect(beside({ x: 950, y: 750 }, 200, 100, 1000, 800)).toEqual({ x: 736, y: 636 });
  });

  it("stays in the window even where it fits nowhere", () => {
    expect(beside({ x: 200, y: 100 }, 380, 100, 390, 844).x).toBe(8);
  });
});
