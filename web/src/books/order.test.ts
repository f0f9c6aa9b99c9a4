import { describe, expect, it } from "vitest";
import type { ChartText, Odds } from "../wire/types";
import { shelved, unprinted, uppermost } from "./order";

function chart(name: string, rule: string, origin: ChartText["origin"] = "printed"): ChartText {
  return {
    name,
    title: name,
    rule,
    origin,
    reads: "",
    dice: "",
    corner: "",
    heads: [],
    rows: [],
    meanings: [],
    notes: [],
  };
}
const CHARTS = [
  chart("lila", "O42.2"),
  chart("crt", "19.6", "house"),
  chart("neutral", "9.4"),
  chart("mobilization", "10.0"),
  chart("symbols", "20.1", "house"),
  chart("differential", "19.6"),
];

describe("charts", () => {
  it("lie by the numbers of their rules, options last", () => {
    const { now, other } = shelved(CHARTS, []);
    expect(now).toEqual([]);
    expect(other.map((each) => each.rule)).toEqual(["9.4", "10.0", "19.6", "19.6", "20.1", "O42.2"]);
  });

  it("of the phase being played come first", () => {
    const sequence = [
      { depth: 0, name: "Income", rule: "10.0", now: false },
      { depth: 0, name: "Politics", rule: "9.0", now: true },
      { depth: 1, name: "Combat", rule: "19.0", now: true },
    ];
    const { now, other } = shelved(CHARTS, sequence);
    expect(now.map((each) => each.name)).toEqual(["crt", "differential", "neutral"]);
    expect(other).toHaveLength(3);
  });

  it("open at the step being played, else where results are read", () => {
    const step = (depth: number, rule: string) => ({ depth, name: "", rule, now: true });
    const read = { ...chart("results", "19.7"), meanings: [{ result: "D1", text: "" }] };
    const opened = (...steps: ReturnType<typeof step>[]) => uppermost(shelved([...CHARTS, read], steps), steps)?.name;
    expect(opened(step(0, "9.0"), step(1, "10.0"))).toBe("mobilization");
    expect(opened(step(0, "9.0"), step(1, "11.0"))).toBe("results");
    expect(opened()).toBe("results");
    expect(uppermost(shelved(CHARTS, []), [])?.name).toBe("neutral");
    expect(uppermost(shelved([], []), [])).toBeNull();
  });

  it("that are not as printed are named beside the odds that rest on them", () => {
    const term = { label: "city", figure: "-1", rule: "20.1", group: "" };
    const odds: Odds = {
      title: "",
      rule: "",
      terms: [],
      assumed: [],
      chart: null,
      results: [],
      expected: [],
      later: "",
      again: false,
      sequel: null,
    };
    const named = (more: Partial<Odds>) => unprinted(CHARTS, { ...odds, ...more }).map((each) => each.name);
    expect(named({})).toEqual([]);
    expect(named({ chart: { name: "crt", column: "2" }, terms: [term] })).toEqual(["crt", "symbols"]);
    expect(named({ chart: { name: "differential", column: "2" } })).toEqual([]);
    const split = { ...term, rule: "19.6" }; // under which a printed chart stands beside ours
    expect(named({ chart: { name: "differential", column: "2" }, terms: [split] })).toEqual([]);
  });
});
