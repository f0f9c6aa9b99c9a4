import { describe, expect, it } from "vitest";
import type { ChartText } from "../wire/types";
import { columnOf, parts, rowOf, takes } from "./lit";

function row(head: string, group = "", depth = 0): ChartText["rows"][number] {
  return { head, cells: ["-", "DR"], group, rule: "", depth };
}

const CHART: ChartText = {
  name: "combat",
  title: "Combat",
  rule: "9.9",
  origin: "printed",
  reads: "",
  dice: "2d6",
  corner: "roll",
  heads: [
    { head: "Close", cells: ["1:2", "1:1"] },
    { head: "Open", cells: ["1:1", "2:1"] },
  ],
  rows: [row("1 or less"), row("2-4"), row("5 or more")],
  meanings: [],
  notes: [],
};

describe("a chart in play", () => {
  it("finds the column under any line of its head", () => {
    expect(columnOf(CHART, "2:1")).toBe(1);
    expect(columnOf(CHART, "1:2")).toBe(0);
    expect(columnOf(CHART, "1:1")).toBe(1);
    expect(columnOf(CHART, "Open 1:1")).toBe(0);
    expect(columnOf(CHART, "9:1")).toBe(-1);
    expect(columnOf(CHART, "")).toBe(-1);
  });

  it("finds the row of a roll", () => {
    expect([-3, 1, 2, 4, 5, 12].map((roll) => rowOf(CHART, String(roll)))).toEqual([0, 0, 1, 1, 2, 2]);
    expect(rowOf(CHART, "2-4")).toBe(1);
    expect(rowOf(CHART, "severe")).toBe(-1);
  });

  it("reads bands as printed", () => {
    expect(takes("-5 to -3", -4)).toBe(true);
    expect(takes("117+", 116)).toBe(false);
    expect(takes("117+", 400)).toBe(true);
    expect(takes("-2", -2)).toBe(true);
    expect(takes("Fair", 1)).toBe(false);
  });

  it("groups rows under their headings, indented ones with them", () => {
    const list = {
      ...CHART,
      rows: [row("I", "turn"), row("1", "", 1), row("II", "turn"), row("A", "player"), row("x")],
    };
    expect(parts(list).map((part) => [part.heading, part.rows.map(({ nth }) => nth)])).toEqual([
      ["turn", [0, 1, 2]],
      ["player", [3]],
      ["", [4]],
    ]);
  });
});
