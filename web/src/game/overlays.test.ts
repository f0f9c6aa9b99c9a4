import { describe, expect, it } from "vitest";
import { aLine, aQuestion, aUnit } from "./examples";
import { type Lit, moves, overlays, ways } from "./overlays";

const lit = (more: Partial<Lit>): Lit => ({
  question: null,
  aim: more.question ?? null,
  where: {},
  grouped: [],
  hovered: null,
  reasons: [],
  path: null,
  pointed: null,
  fresh: [],
  lesson: null,
  supply: null,
  threat: null,
  area: null,
  moves: [],
  control: false,
  ...more,
});

describe("what the board lights", () => {
  it("is each hex in which a group lies, and what was picked of one: the stack by its hex, a part by its counters", () => {
    const where = { r1: { at: "0402" }, r2: { at: "0402" }, r3: { at: "0402" } };
    const picks = [{ id: "0402", name: "0402", hint: "", units: ["r1", "r2", "r3"] }];
    const asked = overlays(lit({ where, question: aQuestion({ kind: "group", picks }) }));
    expect(asked).toMatchObject({ wants: "hex", lit: { "0402": "" }, pickable: [] });

    const to = (...picked: string[]) => aQuestion({ kind: "hex", picked });
    const stack = overlays(lit({ where, grouped: ["r1", "r2", "r3"], question: to("march", "0402") }));
    expect(stack.chosen).toEqual({ hexes: ["march", "0402"], units: ["march", "0402"] });
    const part = overlays(lit({ where, grouped: ["r1", "r3"], question: to("march", "r1+r3") }));
    expect(part.chosen?.units).toEqual(["march", "r1+r3", "r1", "r3"]);
  });

  it("is each hex that may be picked, with its hint", () => {
    const picks = [
      { id: "3027", name: "3027", hint: "3" },
      { id: "3028", name: "3028", hint: "" },
    ];
    const found = overlays(lit({ question: aQuestion({ kind: "hex", picked: ["march", "dak"], picks }) }));

    expect(found.wants).toBe("hex");
    expect(found.lit).toEqual({ "3027": "3", "3028": "" });
    expect(found.chosen?.units).toContain("dak");
  });

  it("is what a ready answer may be aimed at instead", () => {
    const aim = aQuestion({ kind: "hex", picked: ["march", "dak"], picks: [{ id: "3027", name: "", hint: "3" }] });
    const question = aQuestion({ kind: "", slot: "", picked: ["march", "dak", "3028"] });
    const found = overlays(lit({ question, aim }));

    expect(found.lit).toEqual({ "3027": "3" });
    expect(found.chosen?.hexes).toContain("3028");
  });

  it("is each unit a verb may begin with", () => {
    const opens = { march: { kind: "unit" as const, many: false, picks: ["dak"] } };
    const found = overlays(lit({ question: aQuestion({ opens }) }));

    expect(found.wants).toBe("any");
    expect(found.pickable).toEqual(["dak"]);
  });

  it("is the cause of a refusal", () => {
    const reasons = [
      { text: "", rule: "", hexes: ["3026"], units: ["arm"] },
      { text: "", rule: "", hexes: ["3026"], units: [] },
    ];
    expect(overlays(lit({ reasons })).causes).toEqual({ hexes: ["3026"], units: ["arm"] });
    expect(overlays(lit({})).causes).toBeNull();
  });

  it("is the line under the pointer before what was just told", () => {
    const fresh = [aLine(1, { hexes: ["3026"] })];
    const pointed = { hexes: ["3027"], units: [] };

    expect(overlays(lit({ fresh })).pointed?.hexes).toEqual(["3026"]);
    expect(overlays(lit({ fresh, pointed })).pointed).toBe(pointed);
  });

  it("is what a lesson speaks of, and nothing when it is over", () => {
    const fresh = [aLine(1, { hexes: ["3026"] })];
    const lesson = { hexes: ["3030"], units: [], done: false } as unknown as Lit["lesson"];

    expect(overlays(lit({ fresh, lesson })).pointed?.hexes).toEqual(["3030"]);
    expect(overlays(lit({ fresh, lesson: lesson && { ...lesson, done: true } })).pointed).toBeNull();
  });

  it("is what a question is about before what was just told", () => {
    const fresh = [aLine(1, { hexes: ["3026"] })];
    const about = [{ text: "a raid", rule: "24.1", hexes: ["3030"], units: ["raf"] }];
    const found = overlays(lit({ fresh, question: aQuestion({ about }) }));

    expect(found.pointed).toEqual({ hexes: ["3030"], units: ["raf"] });
  });
});

describe("moves", () => {
  it("are of those who stood elsewhere, not of those who came or went", () => {
    const before = { dak: aUnit("3026"), arm: aUnit("3020"), gone: aUnit("3001") };
    const after = { dak: aUnit("3028"), arm: aUnit("3020"), come: aUnit("3002") };

    expect(moves(before, after, {})).toEqual([{ hexes: ["3026", "3028"], side: "axis" }]);
  });

  it("follow the way that was told, if it leads from there to there", () => {
    const before = { dak: aUnit("3026"), arm: aUnit("3020") };
    const after = { dak: aUnit("3028"), arm: aUnit("3022") };
    const told = ways([
      aLine(1, { units: ["dak"], way: ["3026", "3127"] }),
      aLine(1, { units: ["dak"], way: ["3127", "3128", "3028"] }),
      aLine(1, { units: ["arm"], way: ["3019", "3022"] }),
      aLine(1, { units: ["arm"] }),
    ]);

    expect(told.dak).toEqual(["3026", "3127", "3128", "3028"]);
    expect(moves(before, after, told).map((move) => move.hexes)).toEqual([told.dak, ["3020", "3022"]]);
  });
});
