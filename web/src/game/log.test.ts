import { describe, expect, it } from "vitest";
import { aLine } from "./examples";
import { chapters, headlines, newsSince, rolledSince, sentence, turnLine } from "./log";

describe("the log", () => {
  it("is told by turns", () => {
    const log = [
      aLine(0),
      aLine(1, { kind: "turn", text: "Turn 1" }),
      aLine(2),
      aLine(3, { kind: "turn", text: "Turn 2" }),
    ];

    expect(chapters(log).map((one) => [one.title, one.lines.length])).toEqual([
      ["", 1],
      ["Turn 1", 1],
      ["Turn 2", 0],
    ]);
    expect(turnLine(log)?.text).toBe("Turn 2");
    expect(turnLine([aLine(0)])).toBeUndefined();
  });
});

describe("what the dice have just done", () => {
  const dice = { dice: "1d6", reads: [2] };

  const many = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => aLine(n));

  it("begins with the roll, and nothing of it is cut off", () => {
    const fresh = [aLine(1), aLine(2, { dice }), ...many.slice(1)];

    expect(rolledSince([], fresh).map((line) => line.n)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it("begins with what mattered before the roll: who was lost to the last one", () => {
    const fresh = [aLine(1), aLine(2, { rank: 0 }), aLine(3), aLine(4, { dice })];

    expect(rolledSince([], fresh).map((line) => line.n)).toEqual([2, 3, 4]);
  });

  it("is told in the order in which it happened, as far as there is room, with what changed the war first", () => {
    const changed = { rank: 0, headline: true };
    const news = [aLine(13, { rank: 4 }), aLine(14, { rank: 9 }), aLine(15, changed), aLine(16, { rank: 4 })];
    const lines = [aLine(1, { dice }), ...many, ...news];

    expect(headlines(lines).map((line) => line.n)).toEqual([15, 1, 2, 3, 4, 5, 13, 14, 16]);
    const retreat = [aLine(1, { dice }), aLine(2, { text: "the attack", rank: 5 }), aLine(3, { rank: 2 })];
    expect(headlines(retreat)).toEqual(retreat);
    expect(headlines(lines.slice(0, 3))).toEqual(lines.slice(0, 3));
    const grave = many.map((line) => ({ ...line, rank: 0 }));
    expect(headlines([aLine(1, { dice }), ...grave])).toEqual(grave);
  });

  it("does not end before all losses and retreats are told", () => {
    const rolled = rolledSince([], [aLine(1, { dice }), ...many]);

    expect(
      rolledSince(rolled, [aLine(13, { rank: 4 })])
        .map((line) => line.n)
        .at(-1),
    ).toBe(13);
    expect(rolledSince(rolled, [aLine(13)])).toEqual([]);
  });

  it("is nothing where nothing was rolled", () => {
    expect(rolledSince([], [aLine(1), aLine(2)])).toEqual([]);
  });

  it("goes on with what others answer to it, until that is long ago", () => {
    const rolled = rolledSince([], [aLine(1, { dice }), aLine(2)]);
    const retreat = rolledSince(rolled, [aLine(3)]);

    expect(retreat.map((line) => line.n)).toEqual([1, 2, 3]);
    expect(rolledSince(retreat, [aLine(4, { dice })]).map((line) => line.n)).toEqual([4]);
    const turn = [4, 5, 6, 7, 8, 9, 10].map((n) => aLine(n));
    expect(rolledSince(retreat, turn)).toEqual([]);
  });
});

describe("the news", () => {
  it("are what changed the war since one answered, the gravest first", () => {
    const log = [
      aLine(1, { headline: true, rank: 0 }),
      aLine(4, { headline: true, rank: 3 }),
      aLine(5, { rank: 7 }),
      aLine(6, { headline: true, rank: 1 }),
    ];
    expect(newsSince(log, 3).map((line) => line.n)).toEqual([6, 4]);
    expect(newsSince(log, 6)).toEqual([]);
  });
});

describe("a sentence", () => {
  it("begins with a capital and ends", () => {
    expect(sentence("it is your turn")).toBe("It is your turn.");
    expect(sentence("Why?")).toBe("Why?");
    expect(sentence("game turn 2", "")).toBe("Game turn 2");
  });
});
