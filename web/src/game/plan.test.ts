// What of a plan is still told while it is followed, and when it is not.
import { describe, expect, it } from "vitest";
import type { PlanSeen } from "../wire/types";
import { followed } from "./plan";

const hint = { picked: ["march", "x13", "3526"], text: "march 13 Corps to 3526", why: "it expects to stand better" };
const march = { form: "move", picked: ["march", "b8", "3326"], text: "march 8 Army to 3326" };
const end = { form: "move", picked: ["end"], text: "" };
const support = { form: "air operations", picked: ["support", "meaf", "3127"], text: "support MEAF at 3127" };
const plan: PlanSeen = { plan: "hold 3026", expects: "", others: [], hint, next: [march, end, support] };

describe("a plan", () => {
  it("goes on with what follows when its answer was given", () => {
    const next = followed(plan, hint.picked, "move");
    expect(next.hint).toEqual({ picked: march.picked, text: march.text, why: "" });
    expect(next.next).toEqual([end, support]);
    expect(followed(next, march.picked, "move").hint?.text).toBe("");
  });

  it("tells nothing of what followed when something else was answered", () => {
    for (const picked of [["march", "x13", "3227"], null])
      expect(followed(plan, picked, "move")).toEqual({ ...plan, hint: null, next: [] });
  });

  it("waits while others are asked, and leaves out what is past", () => {
    const waiting = followed(plan, hint.picked, null);
    expect(waiting.next).toEqual(plan.next);
    const later = followed(followed(waiting, null, null), null, "air operations");
    expect(later.hint?.text).toBe("support MEAF at 3127");
    expect(later.next).toEqual([]);
    expect(followed(waiting, null, "ground combat").next).toEqual([]);
  });
});
