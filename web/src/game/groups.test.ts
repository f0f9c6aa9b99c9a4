import { describe, expect, it } from "vitest";
import { chosenAt, clickable, unitsPicked, verbTo, wanted, waysTo } from "./draft";
import { aQuestion } from "./examples";
import { type Card, cards, groupsAt, leftOut, unitsIn, written } from "./groups";

const where = { r1: { at: "0402" }, r2: { at: "0402" }, r3: { at: "0402" }, r4: { at: "0203" }, r5: { at: "0304" } };
const group = (id: string, ...units: string[]) => ({ id, name: id, hint: "", units });
const part = (id: string, of: string) => ({ id, name: id, hint: "", units: [id], of });

const stacks = aQuestion({
  picked: ["march"],
  slot: "stack",
  kind: "group",
  picks: [
    group("0402", "r1", "r2", "r3"),
    group("0203", "r4"),
    part("r1", "0402"),
    part("r2", "0402"),
    part("r3", "0402"),
  ],
});
const menu = aQuestion({
  opens: {
    march: { kind: "group", many: false, picks: ["0402", "r1"], units: { "0402": ["r1", "r2", "r3"], r1: ["r1"] } },
    change: { kind: "group", many: false, picks: ["Lancers"], units: { Lancers: ["r4", "r5"] } },
    assault: { kind: "hex", many: false, picks: ["0402"] },
  },
});

describe("a group on the map", () => {
  it("is taken whole by a click on its hex or on one of its counters", () => {
    expect(waysTo(stacks, "0402", "", where)).toEqual([["0402"]]);
    expect(waysTo(stacks, "r2", "", where)).toEqual([["0402"]]);
    expect(waysTo(stacks, "0304", "", where)).toEqual([]);
    expect(wanted(stacks, where)).toBe("hex");
  });

  it("is begun with by each verb that takes it", () => {
    expect(waysTo(menu, "r1", "", where)).toEqual([["march", "0402"]]);
    expect(waysTo(menu, "0402", "assault", where)).toEqual([
      ["assault", "0402"],
      ["march", "0402"],
    ]);
    expect(waysTo(menu, "0304", "", where)).toEqual([["change", "Lancers"]]);
    expect(verbTo(menu, "0402", where)).toEqual([]); // it could be either
  });

  it("lights the hexes its units lie in", () => {
    expect(clickable(stacks, where)).toEqual({ hexes: new Set(["0402", "0203"]), units: new Set() });
    expect(clickable(menu, where).hexes).toEqual(new Set(["0402", "0203", "0304"]));
  });

  it("is taken as most would take it, unless the click is on one that would stay", () => {
    const rest = stacks.picks.slice(1);
    const jump = { ...stacks, picks: [{ ...group("0402", "r1", "r2", "r3"), usual: ["r2"] }, ...rest] };
    expect(waysTo(jump, "0402", "", where)).toEqual([["r2"]]);
    expect(waysTo(jump, "r2", "", where)).toEqual([["r2"]]);
    expect(waysTo(jump, "r1", "", where)).toEqual([["0402"]]);
    expect(leftOut(jump, new Set())).toEqual(new Set(["r1", "r3"]));
    expect(leftOut(jump, new Set(["r1", "r4"]))).toEqual(new Set(["r3", "r4"]));
    const march = { kind: "group" as const, many: false, picks: ["0402"], units: { "0402": ["r1", "r2", "r3"] } };
    const opens = { march: { ...march, usual: { "0402": ["r1", "r3"] } } };
    expect(waysTo({ ...menu, opens }, "r1", "", where)).toEqual([["march", "r1+r3"]]);
    const to = aQuestion({ picked: ["march", "r1+r3"], kind: "hex", slot: "to" });
    expect(unitsPicked({ trail: [menu, to], told: "" })).toEqual(["r1", "r3"]);
  });

  it("is each of its units where the whole is not offered", () => {
    expect(groupsAt({ r2: ["r2"], r3: ["r3"], "0203": ["r4"] }, "0402", where)).toEqual(["r2", "r3"]);
  });
});

describe("a stack that is part of a formation and of everybody", () => {
  const all = aQuestion({
    ...stacks,
    picks: [
      group("all_units", "r1", "r2", "r3", "r4", "r5"),
      ...stacks.picks,
      group("Lancers", "r3", "r4"),
      part("r5", "all_units"),
    ],
  });

  it("is what a click on its hex means, and a formation where nobody stands alone", () => {
    expect(waysTo(all, "0402", "", where)).toEqual([["0402"]]);
    expect(waysTo(all, "0203", "", where)).toEqual([["0203"]]);
    expect(groupsAt({ Lancers: ["r3", "r4"] }, "0203", where)).toEqual(["Lancers"]);
  });

  it("has a card of its own beside them", () => {
    expect(cards(all).map(({ id }) => id)).toEqual(["all_units", "0402", "0203", "Lancers"]);
  });
});

describe("a group in the list", () => {
  it("is one card with all its units", () => {
    expect(cards(stacks).map(({ id, units }) => [id, units])).toEqual([
      ["0402", ["r1", "r2", "r3"]],
      ["0203", ["r4"]],
    ]);
  });

  it("is what is left of it, where the whole cannot be picked", () => {
    const rest = { ...stacks, picks: [group("0203", "r4"), part("r2", "0402"), part("r3", "0402")] };
    expect(cards(rest).at(-1)).toEqual({ id: "", name: "0402", hint: "", units: ["r2", "r3"] });
    expect(written(cards(rest).at(-1) as Card, new Set())).toBe("r2+r3");
  });

  it("is sent by its name, or by the units that are left on", () => {
    const [card] = cards(stacks);
    expect(written(card as Card, new Set(["r4"]))).toBe("0402");
    expect(written(card as Card, new Set(["r2"]))).toBe("r1+r3");
    expect(written(card as Card, new Set(["r1", "r2", "r3"]))).toBe("");
  });
});

describe("groups that are picked", () => {
  const assault = aQuestion({ picked: ["assault", "0502"], kind: "group", many: true, picks: stacks.picks });
  const one = { ...assault, picked: ["assault", "0502", "r1+r3"], chosen: ["r1+r3"], picks: [part("r2", "0402")] };
  const two = { ...assault, picked: ["assault", "0502", "0402"], chosen: ["0402"], picks: [] };

  it("stand for their units", () => {
    expect(unitsIn(stacks.picks, "0402")).toEqual(["r1", "r2", "r3"]);
    expect(unitsIn([], "r1+r3")).toEqual(["r1", "r3"]);
    expect(unitsPicked({ trail: [menu, assault, one], told: "" })).toEqual(["r1", "r3"]);
    const to = aQuestion({ picked: ["march", "0402", "0203"], slot: "", kind: "" });
    expect(unitsPicked({ trail: [menu, stacks, to], told: "" })).toEqual(["r1", "r2", "r3"]); // not those in 0203
    expect(unitsPicked({ trail: [menu, { ...to, picked: ["change", "Lancers"] }], told: "" })).toEqual(["r4", "r5"]);
    const rounds = aQuestion({ picked: [...two.picked, "done", "4000"], kind: "", slot: "" });
    expect(unitsPicked({ trail: [menu, assault, two, rounds], told: "" })).toEqual(["r1", "r2", "r3"]);
  });

  it("are let go by a click where they lie", () => {
    expect(chosenAt({ trail: [menu, assault, two], told: "" }, "0402", where)).toBe("0402");
    expect(chosenAt({ trail: [menu, assault, one], told: "" }, "r3", where)).toBe("r1+r3");
    expect(chosenAt({ trail: [menu, assault, one], told: "" }, "0203", where)).toBeUndefined();
  });
});
