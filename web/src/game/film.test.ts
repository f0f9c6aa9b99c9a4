import { describe, expect, it } from "vitest";
import { aLine } from "./examples";
import { about, added, empty, type Frame, next, rest, since, skipped } from "./film";

const frame = (n: number, ...fresh: Frame["fresh"]): Frame => ({ n, fresh, shown: null });

describe("the film", () => {
  it("shows what was added in order", () => {
    const film = added(added(empty("normal"), frame(1)), frame(2), frame(3));
    const [first, left] = next(film);

    expect(first?.n).toBe(1);
    expect(left.frames.map((one) => one.n)).toEqual([2, 3]);
    expect(next(empty("normal"))[0]).toBeUndefined();
  });

  it("jumps to now, and runs again when it was paused", () => {
    const film = skipped({ ...added(empty("slow"), frame(1)), paused: true });

    expect(film).toEqual({ frames: [], paused: false, speed: "slow" });
  });

  it("gives dice more time and silence less", () => {
    const rolled = frame(2, aLine(1, { dice: { dice: "2d6", reads: [3, 4] } }));

    expect(rest(rolled, "normal")).toBeGreaterThan(rest(frame(2, aLine(1)), "normal"));
    expect(rest(frame(2), "normal")).toBeLessThan(rest(frame(2, aLine(1)), "normal"));
    expect(rest(rolled, "fast")).toBeLessThan(rest(rolled, "slow"));
  });

  it("knows what happened since somebody was here", () => {
    expect(since([0, 3, 5, 9], 3, 9).map((one) => one.n)).toEqual([5, 9]);
  });

  it("lights each thing once", () => {
    const lines = [aLine(1, { hexes: ["3026"], units: ["dak"] }), aLine(1, { hexes: ["3026", "3027"] })];

    expect(about(lines)).toEqual({ hexes: ["3026", "3027"], units: ["dak"] });
  });
});
