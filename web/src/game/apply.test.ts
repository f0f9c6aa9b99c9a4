import { describe, expect, it } from "vitest";
import { changed, seen } from "./apply";
import { aChange, aKnown, aLine, aUnit, aView } from "./examples";

describe("a change of the view", () => {
  const view = aView({
    units: { dak: aUnit("3026"), xxx: aUnit("3026") },
    stacks: { "3026": ["dak", "xxx"] },
    control: { "3026": "axis" },
  });

  it("replaces what is there, takes away what is null and leaves the rest", () => {
    const after = seen(view, {
      units: { dak: aUnit("3027") },
      stacks: { "3026": ["xxx"], "3027": ["dak"] },
      control: { "3026": null },
    });

    expect(after.units.dak?.at).toBe("3027");
    expect(after.units.xxx).toBe(view.units.xxx);
    expect(after.stacks).toEqual({ "3026": ["xxx"], "3027": ["dak"] });
    expect(after.control).toEqual({});
    expect(view.stacks).toEqual({ "3026": ["dak", "xxx"] });
  });
});

describe("a change of the game", () => {
  it("is refused when it does not follow on what is known", () => {
    expect(changed(aKnown({ n: 4 }), aChange({ from: 5, n: 6 }))).toBeNull();
  });

  it("adds its stop and its lines", () => {
    const known = aKnown({ n: 4, steps: [0, 4], log: [aLine(3)] });
    const after = changed(known, aChange({ from: 4, n: 6, log: [aLine(4), aLine(5)] }));

    expect(after?.n).toBe(6);
    expect(after?.steps).toEqual([0, 4, 6]);
    expect(after?.log.map((line) => line.n)).toEqual([3, 4, 5]);
  });

  it("drops stops and lines behind an undo", () => {
    const known = aKnown({ n: 6, steps: [0, 4, 6], log: [aLine(3), aLine(4), aLine(5)] });
    const after = changed(known, aChange({ from: 6, n: 4, step: false }));

    expect(after?.steps).toEqual([0, 4]);
    expect(after?.log.map((line) => line.n)).toEqual([3]);
  });

  it("keeps the sequence of play when it is not told anew", () => {
    const sequence = [{ depth: 0, name: "Movement", rule: "17.0", now: true }];
    const after = changed(aKnown({ n: 4, sequence }), aChange({ from: 4, n: 5, sequence: null }));

    expect(after?.sequence).toEqual(sequence);
  });
});
