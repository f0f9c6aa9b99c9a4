import { describe, expect, it } from "vitest";
import type { RuleText } from "../wire/types";
import { book, children, near, neighbours, parent, parents, pieces, search } from "./rules";

function rule(number: string, title: string, text = ""): RuleText {
  return { number, title, text, status: "done", ruling: "" };
}

const BOOK = book([
  rule("2.0", "What is in the box"),
  rule("2.3", "Combat units"),
  rule("2.3.1", "Sizes"),
  rule("14.0", "Stacking", "An army counts as two (2.3.1)."),
  rule("14.4", "Who counts"),
  rule("14.4f", "Partisans do not"),
  rule("O33", "Lend-Lease"),
  rule("O33.1", "How much", "At most 10.5 points, see 14.0 and 99.9."),
]);

describe("a rulebook", () => {
  it("knows what holds a rule, past numbers it does not have", () => {
    expect(parent(BOOK, "2.3.1")?.number).toBe("2.3");
    expect(parent(BOOK, "14.4f")?.number).toBe("14.4");
    expect(parent(BOOK, "O33.1")?.number).toBe("O33");
    expect(parent(BOOK, "14.9.2")?.number).toBe("14.0");
    expect(parent(BOOK, "2.0")).toBeNull();
    expect(parents(BOOK, "2.3.1").map((each) => each.number)).toEqual(["2.0", "2.3"]);
    expect(children(BOOK, "2.0").map((each) => each.number)).toEqual(["2.3"]);
  });

  it("goes on to the next rule and back", () => {
    expect(neighbours(BOOK, "2.3.1")).toMatchObject({ before: { number: "2.3" }, after: { number: "14.0" } });
    expect(neighbours(BOOK, "2.0").before).toBeNull();
    expect(neighbours(BOOK, "7.7")).toEqual({ before: null, after: null });
  });

  it("offers what is near a number it does not have", () => {
    expect(near(BOOK, "14.9").map((each) => each.number)).toEqual(["14.0", "14.4"]);
    expect(near(BOOK, "88.1")).toEqual([]);
  });

  it("finds numbers before titles before texts, and wants every word", () => {
    expect(search(BOOK, "2.3.1").map((each) => each.number)).toEqual(["2.3.1", "14.0"]);
    expect(search(BOOK, "COUNTS").map((each) => each.number)).toEqual(["14.4", "14.0"]);
    expect(search(BOOK, "who nobody")).toEqual([]);
    expect(search(BOOK, " ")).toHaveLength(8);
  });

  it("links the rules a text names, and nothing that only looks like one", () => {
    expect(pieces(BOOK, "At most 10.5 points, see 14.0 and 99.9.")).toEqual([
      { text: "At most 10.5 points, see ", rule: "" },
      { text: "14.0", rule: "14.0" },
      { text: " and 99.9.", rule: "" },
    ]);
    expect(pieces(BOOK, "14.4f")).toEqual([{ text: "14.4f", rule: "14.4f" }]);
  });
});
