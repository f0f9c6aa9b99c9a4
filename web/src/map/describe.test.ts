import { expect, test } from "vitest";
import type { Scene, View } from "../wire/types";
import { describe, figures, printed, totals } from "./describe";
import { centre, Field, type Grid } from "./geometry";

const layout: Grid = { top: "flat", pushed: "odd", columns: 3, rows: 1, size: 54, left: 0, upper: 0 };
const scene = {
  layout,
  hexes: ["3025", "3026", "3027"].map((id, nth) => ({
    ...centre(layout, nth),
    id,
    terrain: "desert",
    name: id === "3026" ? "Tobruk" : "",
  })),
  boxes: [{ id: "convoy", name: "Convoy Display", x: 0, y: 0, width: 1, height: 1 }],
  veiled: ["3027"],
  controllers: { wallied: { name: "Western Allies", ground: "#b98a3c", ink: "#ffffff" } },
} as unknown as Scene;
const field = new Field(scene);
const view = {
  units: {
    dak: { at: "3026", name: "Afrika", state: "", side: "axis", look: "k" },
    lf1: { at: "3026", name: "Luftflotte 1", state: "not operational", side: "axis", look: "k" },
  },
  stacks: { "3026": ["dak", "lf1"] },
  control: { "3026": "wallied" },
  markers: [{ at: "3026", look: "f", name: "fortification, allied" }],
} as unknown as View;
const say = (place: string, overlays = {}) => describe(scene, field, view, overlays, place);

test("a place is told whole", () => {
  const said = say("3026");
  for (const part of [
    "3026 Tobruk",
    "desert",
    "Western Allies",
    "Afrika",
    "Luftflotte 1 (not operational)",
    "fortification, allied",
  ]) {
    expect(said).toContain(part);
  }
  expect(said).not.toMatch(/[{}]/);
});

test("an empty hex, one out of play and a box are told too", () => {
  expect(say("3025")).toContain("No counters");
  expect(say("3027")).not.toBe(say("3025").replace("3025", "3027"));
  expect(say("convoy")).toContain("Convoy Display");
});

test("what may be done is said, with the hint", () => {
  expect(say("3025", { lit: { "3025": "3 left" } })).toContain("3 left");
  expect(say("3026", { pickable: ["dak"] }).split("Afrika")).toHaveLength(3);
  expect(say("3026", { chosen: { hexes: ["3026"], units: ["lf1"] } }).split("Luftflotte 1")).toHaveLength(3);
  const bare = say("3025");
  expect(say("3025", { causes: { hexes: ["3025"], units: [] } })).not.toBe(bare);
  expect(say("3025", { threat: { "3025": { reach: ["a"], attack: ["a", "b"] } } })).toContain("2");
});

test("figures are said in words, and those that add up are added", () => {
  const one = [
    { label: "attack", value: 8, adds: true, factor: true },
    { label: "movement", value: 5, adds: false, factor: true },
  ];
  expect(figures(one)).toBe("attack 8, movement 5");
  expect(printed([...one, { label: "range", value: 3, adds: false, factor: false }])).toBe("8-5");
  expect(totals([one, one])).toBe("attack 16");
  expect(totals([])).toBe("");
});
