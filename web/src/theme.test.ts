// Letters must be readable in every theme (WCAG 2.2 AA): 4.5 : 1 for text, 3 : 1 for what one has to find.
import { describe, expect, it } from "vitest";
import css from "./theme.css?raw";

const THEMES = ["light", "dark", "safe"];
const GROUNDS = ["paper", "surface", "raised", "sunk"];

function tokens(theme: string): Map<string, string> {
  const body = new RegExp(`data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? "";
  return new Map([...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((found) => [found[1] ?? "", found[2] ?? ""]));
}

function light(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [bright, dim] = [light(a), light(b)].sort((x, y) => y - x) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

const across = (inks: string[], grounds: string[]) =>
  inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const));

const TEXT = [
  ...across(["ink", "ink-2", "accent", "accent-2", "good", "bad", "warn"], GROUNDS),
  ...across(["ink"], ["accent-soft", "good-soft", "bad-soft", "warn-soft"]),
  ["accent", "accent-soft"],
  ["good", "good-soft"],
  ["bad", "bad-soft"],
  ["warn", "warn-soft"],
  ...across(["on-accent"], ["accent", "accent-2"]),
] as const;
const FOUND = [...across(["focus"], [...GROUNDS, "accent-soft"]), ...across(["line-2"], ["surface", "raised"])];

describe.each(THEMES)("the theme %s", (theme) => {
  const found = tokens(theme);

  it.each(TEXT)("can be read: %s on %s", (ink, ground) => {
    expect(contrast(found.get(ink) ?? "", found.get(ground) ?? "")).toBeGreaterThanOrEqual(4.5);
  });

  it.each(FOUND)("can be found: %s on %s", (line, ground) => {
    expect(contrast(found.get(line) ?? "", found.get(ground) ?? "")).toBeGreaterThanOrEqual(3);
  });
});

describe("contrast", () => {
  it("is what the standard says", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
    expect(contrast("#a8431a", "#a8431a")).toBe(1);
  });
});
