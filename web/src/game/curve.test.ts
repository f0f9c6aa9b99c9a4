import { describe, expect, it } from "vitest";
import { area, at, figure, framed, line, type Place, turns } from "./curve";

const PLACES: Place[] = [
  [0, 0],
  [50, 4],
  [100, -2],
];

describe("curves", () => {
  const frame = framed(PLACES, 450, 168); // 400 by 100 pixels inside

  it("hold all of a game, and nothing", () => {
    expect([frame.first, frame.last, frame.low, frame.high]).toEqual([0, 100, -2, 4]);
    expect(framed([[5, 3]], 450, 168)).toMatchObject({ low: 0, high: 3 });
    expect(at(frame, [0, 4])).toEqual([40, 22]);
    expect(at(frame, [100, -2])).toEqual([440, 122]);
  });

  it("go from place to place, or in steps", () => {
    expect(line(frame, PLACES, false)).toBe("M40 88.7L240 22L440 122");
    expect(line(frame, PLACES, true)).toBe("M40 88.7H240V22H440V122");
    expect(area(frame, PLACES, true)).toBe("M40 88.7H240V22H440V122V88.7H40Z");
    expect(line(frame, [], true) + area(frame, [], true)).toBe("");
  });

  it("are flat where nothing happens", () => {
    const flat = framed([[7, 0]], 450, 168);
    expect(at(flat, [7, 0])).toEqual([40, 72]);
  });

  it("tell where turns begin, as far as there is room", () => {
    const steps = [1, 1, 2, 2, 3].map((turn, nth) => ({ x: nth * 10, turn }));
    expect(turns(frame, steps)).toEqual([
      { x: 40, turn: 1 },
      { x: 120, turn: 2 },
      { x: 200, turn: 3 },
    ]);
    expect(turns(frame, steps, 100).map((one) => one.turn)).toEqual([1, 3]);
  });

  it("have figures with their sign", () => {
    expect([2.44, -1, 0.01, 0].map(figure)).toEqual(["+2.4", "−1.0", "0", "0"]);
  });
});
