import { expect, test } from "vitest";
import CSS from "../theme.css?raw";
import { faint, inkOn, lightness, palette } from "./themes";

/** The tokens of one theme, as the page's style sheet has them. */
function tokens(theme: string): (token: string) => string {
  const block = CSS.slice(CSS.indexOf(`:root[data-theme="${theme}"] {`));
  const found = new Map<string, string>();
  for (const [, name, value] of block.slice(0, block.indexOf("\n}")).matchAll(/(--[\w-]+):\s*([^;]+);/g)) {
    found.set(name as string, value as string);
  }
  return (token) => found.get(token) ?? "";
}

test.each(["light", "dark", "safe"])("every colour of the %s board is a token of the page", (theme) => {
  const found = palette(theme, tokens(theme));
  for (const [name, colour] of Object.entries(found)) {
    if (typeof colour === "string" && colour && name !== "theme") expect(colour, name).toMatch(/^#[0-9a-f]{6}$/i);
  }
  expect(Object.values(found)).not.toContain("#808080");
});

test("what contradicts each other also differs in lightness in the safe theme", () => {
  const { lit, chosen, cause, supplied, cut, reach, attack } = palette("safe", tokens("safe"));
  const pairs = [
    [lit, chosen],
    [lit, cause],
    [supplied, cut],
    [reach, attack],
  ] as [string, string][];
  for (const [one, other] of pairs) {
    expect(Math.abs(lightness(one) - lightness(other)), `${one} ${other}`).toBeGreaterThan(0.05);
  }
});

test("the frames of two sides differ in pattern and in lightness, not in colour alone", () => {
  const [one, other] = palette("safe", tokens("safe")).frames;
  const [bright, dim] = [lightness(one?.colour ?? ""), lightness(other?.colour ?? "")].sort((a, b) => b - a);
  expect(((bright ?? 0) + 0.05) / ((dim ?? 0) + 0.05)).toBeGreaterThan(2.5);
  expect(one?.dash).not.toEqual(other?.dash);
});

test("only the night is dark, only the safe theme frames counters", () => {
  const read = () => "#123456";
  expect(palette("dark", read).night).not.toBe("");
  expect(palette("light", read).night).toBe("");
  expect(palette("safe", read).frames).toHaveLength(2);
  expect(palette("something else", read).theme).toBe("light");
});

test("ink is read on its ground", () => {
  expect(inkOn("#ffffff")).toBe("#14110c");
  expect(inkOn("#a8431a")).toBe("#ffffff");
  expect(faint("#a8431a", 0.5)).toBe("#a8431a80");
});
