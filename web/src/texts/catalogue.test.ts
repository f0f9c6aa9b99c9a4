// The catalogue and the sources agree: every key that is asked for is there, every key that is there is asked for.
import { describe, expect, it } from "vitest";
import en from "./en.json";

const SOURCES = import.meta.glob<string>(["../**/*.svelte", "../**/*.ts", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const KEYS = Object.keys(en);

/** Keys in quotes; those put together while running, as patterns: `settings.theme.${each}` */
function asked(source: string): { keys: string[]; patterns: RegExp[] } {
  const keys = [...source.matchAll(/"([a-z]+\.[\w. -]+)"/g)].map((found) => found[1] ?? "");
  const templates = [...source.matchAll(/`([a-z]+\.[^`\s]*\$\{[^`]+?)`/g)].map((found) => found[1] ?? "");
  const patterns = templates.map((text) => {
    const parts = text.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${parts.join("[\\w -]+")}$`);
  });
  return { keys, patterns };
}

const all = Object.values(SOURCES).map(asked);
const keys = new Set(all.flatMap((each) => each.keys));
const patterns = all.flatMap((each) => each.patterns);

/** "mine.found.one" belongs to "mine.found". */
const plain = (key: string) => (key.endsWith(".one") ? key.slice(0, -4) : key);

describe("the catalogue", () => {
  it("has every key that is asked for", () => {
    const calls = Object.values(SOURCES).flatMap((source) => [...source.matchAll(/\bt\(\s*"([^"]+)"/g)]);
    const wanted = calls.map((found) => found[1] ?? "");
    expect(wanted.length).toBeGreaterThan(100);
    expect(wanted.filter((key) => !(key in en))).toEqual([]);
  });

  it("has no key that nobody asks for", () => {
    const idle = KEYS.map(plain).filter((key) => !keys.has(key) && !patterns.some((pattern) => pattern.test(key)));
    expect(idle).toEqual([]);
  });

  it("would notice both", () => {
    expect(asked('t("a.b"); t(yes ? "c.d" : "e.f")').keys).toEqual(["a.b", "c.d", "e.f"]);
    const [pattern] = asked("t(`a.$" + "{kind}.text`)").patterns;
    expect(pattern?.test("a.set-up.text")).toBe(true);
    expect(pattern?.test("a.set-up")).toBe(false);
  });

  it("is sorted, without blank texts", () => {
    expect(KEYS).toEqual([...KEYS].sort());
    expect(Object.entries(en).filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it("has a text for many wherever it has one for one", () => {
    expect(KEYS.filter((key) => key.endsWith(".one") && !(plain(key) in en))).toEqual([]);
  });
});
