import { describe, expect, it } from "vitest";
import type { Question } from "../wire/types";
import {
  asked,
  begun,
  canStepBack,
  clickable,
  continued,
  givenUnit,
  mayEnd,
  onlyPick,
  opened,
  replaced,
  stepBack,
  waysTo,
  without,
  withUnit,
} from "./draft";
import { aQuestion } from "./examples";

type Opened = Question["opens"][string];

const pick = (id: string, hint = "") => ({ id, name: id.toUpperCase(), hint });

const menu = aQuestion({
  picks: [pick("march"), pick("rail"), pick("end")],
  opens: {
    march: { kind: "unit", many: false, picks: ["dak", "arm"] },
    rail: { kind: "unit", many: false, picks: ["dak"] },
    attack: { kind: "hex", many: false, picks: ["3026"] },
    end: { kind: "", many: false, picks: [] },
  },
});

describe("what a click means", () => {
  it("is the one verb that begins with it", () => {
    expect(waysTo(menu, "arm", "")).toEqual([["march", "arm"]]);
    expect(waysTo(menu, "3026", "")).toEqual([["attack", "3026"]]);
  });

  it("is each of several verbs, the one used last first", () => {
    expect(waysTo(menu, "dak", "rail")).toEqual([
      ["rail", "dak"],
      ["march", "dak"],
    ]);
  });

  it("is a verb that destroys what is one's own only where there is no other", () => {
    const dumps: Question["opens"] = {
      haul: { kind: "hex", many: false, picks: ["12.7"] },
      blow: { kind: "hex", many: false, picks: ["12.7", "13.7"], deliberate: true },
    };
    const supply = aQuestion({ picks: [pick("haul"), pick("blow")], opens: dumps });
    expect(waysTo(supply, "12.7", "blow")).toEqual([["haul", "12.7"]]);
    expect(waysTo(supply, "13.7", "")).toEqual([["blow", "13.7"]]);
  });

  it("is nothing where it is not offered", () => {
    expect(waysTo(menu, "xxx", "")).toEqual([]);
    expect(waysTo(aQuestion({ kind: "unit", picks: [pick("dak")] }), "arm", "")).toEqual([]);
  });

  it("is the pick itself when such things are asked for", () => {
    expect(waysTo(aQuestion({ kind: "unit", picks: [pick("dak")] }), "dak", "")).toEqual([["dak"]]);
    expect(waysTo(menu, "rail", "")).toEqual([["rail"]]);
  });

  it("lights what can be clicked, but not the end of a list", () => {
    expect(clickable(menu)).toEqual({ hexes: new Set(["3026"]), units: new Set(["dak", "arm"]) });
    const everywhere = [...Array(120).keys()].map(String);
    const opens: Question["opens"] = { ...menu.opens, stop: { kind: "hex", many: false, picks: everywhere } };
    expect(clickable({ ...menu, opens }).hexes).toEqual(new Set(["3026"]));
    const units = aQuestion({ kind: "unit", many: true, picks: [pick("dak"), pick("done")] });
    expect(clickable(units)).toEqual({ hexes: new Set(), units: new Set(["dak"]) });
  });
});

describe("a draft", () => {
  const second = aQuestion({ picked: ["march", "dak"], slot: "to", kind: "hex", picks: [pick("3027"), pick("3028")] });

  it("goes on by a question and back by one choice", () => {
    const draft = continued(begun(menu), second);

    expect(asked(draft)).toBe(second);
    expect(canStepBack(draft)).toBe(true);
    expect(asked(stepBack(draft))).toBe(menu);
    expect(asked(stepBack(stepBack(draft)))).toBe(menu);
    expect(canStepBack(begun(menu))).toBe(false);
  });

  it("takes what is the only choice", () => {
    expect(onlyPick(aQuestion({ picks: [pick("end")] }))?.id).toBe("end");
    expect(onlyPick(second)).toBeNull();
    expect(onlyPick(aQuestion({ slot: "", kind: "" }))).toBeNull();
  });

  it("closes a list that cannot grow, but leaves the last to join one to the player", () => {
    const closing = aQuestion({ kind: "unit", many: true, chosen: ["dak"], picks: [pick("done")] });
    const growing = aQuestion({ kind: "unit", many: true, chosen: ["dak"], picks: [pick("arm")] });

    expect(onlyPick(closing)?.id).toBe("done");
    expect(onlyPick(growing)).toBeNull();
    expect(mayEnd(closing)).toBe(true);
    expect(mayEnd(growing)).toBe(false);
  });

  it("lets one of several go; of a route also all behind it", () => {
    const several = aQuestion({ picked: ["attack", "3026", "a", "b", "c"], many: true, chosen: ["a", "b", "c"] });

    expect(without(several, "b")).toEqual(["attack", "3026", "a", "c"]);
    expect(without({ ...several, ordered: true }, "b")).toEqual(["attack", "3026", "a"]);
  });

  it("is one step shorter when one of several is let go", () => {
    const list = (...chosen: string[]) => aQuestion({ picked: ["attack", ...chosen], many: true, chosen });
    const draft = continued(continued(continued(begun(menu), list()), list("a")), list("a", "b"));
    const after = replaced(draft, list("b"));

    expect(after.trail.map((one) => one.picked.length)).toEqual([0, 1, 2]);
    expect(asked(after).chosen).toEqual(["b"]);
  });
});

describe("what the verbs of a menu can begin with", () => {
  const march: Opened = { kind: "unit", many: false };
  const end: Opened = { kind: "", many: false };

  it("has to be asked for where it lies on the map, unless it is told", () => {
    expect(opened(menu)).toBe(true);
    expect(opened({ ...menu, opens: { end } })).toBe(true);
    expect(opened({ ...menu, opens: { end, march } })).toBe(false);
  });

  it("is nothing until it is told", () => {
    const untold = { ...menu, opens: { end, march } };
    expect(waysTo(untold, "dak", "")).toEqual([]);
    expect(clickable(untold).units.size).toBe(0);
  });
});

describe("a unit that is given", () => {
  it("leaves the end of its menu as it is, also one that is shut", () => {
    const shut = pick("end");
    const asking = { ...menu, ends: "", shut, again: ["march", "dak"] };
    const to = aQuestion({ picked: ["march", "dak"], kind: "hex", slot: "to", picks: [pick("1")] });
    const chosen = withUnit(asking, "dak", "where to?", { march: to });
    expect(chosen && givenUnit(asking, chosen)).toMatchObject({ shut, again: ["march", "dak"], given: true });
  });
});
