import { describe, expect, it } from "vitest";
import type { Scene } from "../wire/types";
import { aUnit, aView } from "./examples";
import { nameOf, sideOf } from "./names";

const scene = {
  hexes: [
    { id: "3026", name: "Tobruk" },
    { id: "3027", name: "" },
  ],
  counters: { ger_dak: "DAK", bri_a8: "8 Army" },
  boxes: [{ id: "reserve", name: "Force pool" }],
  sides: [{ id: "axis", name: "Axis", ground: "#000000", ink: "#ffffff" }],
} as unknown as Scene;
const view = aView({ units: { ger_dak: aUnit("3026", { name: "DAK" }) } });

describe("names", () => {
  it("are those of counters, boxes and places", () => {
    expect(["ger_dak", "bri_a8", "reserve", "3026", "3027", "xyz"].map((id) => nameOf(id, scene, view))).toEqual([
      "DAK",
      "8 Army",
      "Force pool",
      "3026 Tobruk",
      "3027",
      "xyz",
    ]);
    expect(nameOf("ger_dak+bri_a8", scene, view)).toBe("DAK, 8 Army"); // a part of a group
    expect(sideOf("axis", scene).name).toBe("Axis");
    expect(sideOf("nobody", scene).name).toBe("nobody");
  });
});
