import { describe, expect, it } from "vitest";
import { brief, cases, decimal, fraction, grouped, isChance, percent, span, written } from "./odds";

describe("odds", () => {
  it("never round to certainty", () => {
    expect([0, 0.0001, 0.1389, 0.9999, 1].map(percent)).toEqual(["0%", "<1%", "14%", ">99%", "100%"]);
  });

  it("are worth a look only where something is left to chance", () => {
    const odds = {
      title: "",
      rule: "",
      terms: [],
      assumed: [],
      chart: null,
      expected: [],
      later: "",
      again: false,
      sequel: null,
    };
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
    const odds = { title: "", rule: "", terms: [], assumed: [], chart: null, later: "", again: false, sequel: null };

    expect(cases({ ...odds, results, expected: [{ policy: "a commits", figures }] })).toEqual([
      { given: "a commits", results: results.slice(0, 2), figures: figures.slice(0, 1) },
      { given: "a holds back", results: results.slice(2), figures: [] },
    ]);
    const plain = [result("DR", "")];
    expect(cases({ ...odds, results: plain, expected: [{ policy: "", figures }] })).toEqual([
      { given: "", results: plain, figures: [] },
    ]);
  });

  it("are told in a line: what one is after, from worst to best; else the likeliest result", () => {
    const odds = { title: "", rule: "", terms: [], assumed: [], chart: null, later: "", again: false, sequel: null };
    const taken = (policy: string, share: number) => ({
      policy,
      figures: [
        { label: "steps lost", value: "1/3", share: null },
        { label: "hex taken", value: "1/2", share },
      ],
    });
    const result = (result: string, share: number) => ({
      result,
      share,
      chance: "",
      means: "",
      courses: [],
      given: "",
    });
    const results = [result("DR", 0.25), result("AS", 0.75)];

    const found = brief({ ...odds, results, expected: [taken("a commits", 0.64), taken("a holds back", 0.001)] });
    expect(found).toEqual({ label: "hex taken", low: 0.001, high: 0.64 });
    expect(found && span(found)).toBe("<1% to 64%");
    const likeliest = brief({ ...odds, results, expected: [] });
    expect(likeliest).toEqual({ label: "AS", low: 0.75, high: 0.75 });
    expect(likeliest && span(likeliest)).toBe("75%");
    expect(span({ label: "Hex taken", low: 0.34, high: 0.64 })).toBe("34–64%");
    expect(["+1/2", "5/2", "7", "1/3"].map(fraction)).toEqual(["+½", "2½", "7", "1/3"]);
    expect(["×1/2", "(=5/4)", "=22"].map(written)).toEqual(["×½", "(=1.25)", "=22"]);
    expect(results.map((one) => one.result)).toEqual(["DR", "AS"]);
    expect(brief({ ...odds, results: [], expected: [] })).toBeNull();
  });

  it("are told in a line for all cases where the likeliest result is not as likely in each", () => {
    const odds = {
      title: "",
      rule: "",
      terms: [],
      assumed: [],
      chart: null,
      later: "",
      again: false,
      expected: [],
      sequel: null,
    };
    const result = (result: string, share: number, given: string) => ({
      result,
      share,
      chance: "",
      means: "",
      courses: [],
      given,
    });
    const escorted = [result("♦", 0.56, "escorts"), result("AS", 0.44, "escorts")];

    const both = [...escorted, result("♦", 0.3, "alone"), result("AS", 0.7, "alone")];
    expect(brief({ ...odds, results: both })).toEqual({ label: "♦", low: 0.3, high: 0.56 });
    const never = [...escorted, result("AS", 1, "alone")];
    expect(brief({ ...odds, results: never })).toEqual({ label: "♦", low: 0, high: 0.56 });
  });

  it("are read as decimals on average", () => {
    expect(["7/4", "1/3", "2", "0", "1/216", "many"].map(decimal)).toEqual(["1.75", "0.33", "2", "0", "<0.01", "many"]);
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
