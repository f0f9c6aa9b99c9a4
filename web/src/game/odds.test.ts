import { describe, expect, it } from "vitest";
import { cases, decimal, grouped, isChance, percent } from "./odds";

describe("odds", () => {
  it("never round to certainty", () => {
    expect([0, 0.0001, 0.1389, 0.9999, 1].map(percent)).toEqual(["0%", "<1%", "14%", ">99%", "100%"]);
  });

  it("are worth a look only where something is left to chance", () => {
    const odds = { title: "", rule: "", terms: [], assumed: [], chart: null, expected: [] };
    const result = (share: number) => ({ result: "A", chance: "1/2", share, means: "", courses: [], given: "" });

    const half = [result(0.5), result(0.5)];

    expect(isChance({ ...odds, results: [result(1)] }, "axis")).toBe(false);
    expect(isChance({ ...odds, results: half }, "axis")).toBe(true);
    expect(isChance({ ...odds, results: half, assumed: [{ side: "axis", text: "end", rule: "" }] }, "axis")).toBe(
      false,
    );
  });

  it("are told under what is decided before the dice fall, with what to expect then", () => {
    const result = (result: string, given: string) => ({
      result,
      chance: "",
      share: 0.5,
      means: "",
      courses: [],
      given,
    });
    const results = [result("DR", "a commits"), result("AS", "a commits"), result("DR", "a holds back")];
    const figures = [
      { label: "hex taken", value: "1/2", share: 0.5 },
      { label: "steps lost", value: "0", share: null },
    ];
    const odds = { title: "", rule: "", terms: [], assumed: [], chart: null };

    expect(cases({ ...odds, results, expected: [{ policy: "a commits", figures }] })).toEqual([
      { given: "a commits", results: results.slice(0, 2), figures: figures.slice(0, 1) },
      { given: "a holds back", results: results.slice(2), figures: [] },
    ]);
    const plain = [result("DR", "")];
    expect(cases({ ...odds, results: plain, expected: [{ policy: "", figures }] })).toEqual([
      { given: "", results: plain, figures: [] },
    ]);
  });

  it("are read as decimals on average", () => {
    expect(["7/4", "1/3", "2", "0", "many"].map(decimal)).toEqual(["1.75", "0.33", "2", "0", "many"]);
  });

  it("keep terms of one group together, in their order", () => {
    const term = (group: string, label: string) => ({ label, figure: "+1", rule: "19.1", group });
    const found = grouped([term("attacker", "a"), term("defender", "b"), term("attacker", "c")]);

    expect(found.map((one) => [one.group, one.terms.map((each) => each.label)])).toEqual([
      ["attacker", ["a", "c"]],
      ["defender", ["b"]],
    ]);
  });
});
