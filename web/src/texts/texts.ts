// Every word people see, by key: t("app.title"), t("game.chosen", { n: 3 }).
import en from "./en.json";

export type Key = keyof typeof en;
export type Params = Record<string, string | number>;

const catalogue: Record<string, string> = en;

/** The text of a key, its {names} filled in. With n = 1 the text of "key.one" is taken where there is one. */
export function t(key: Key, params: Params = {}): string {
  const text = (params.n === 1 ? catalogue[`${key}.one`] : undefined) ?? catalogue[key] ?? key;
  const filled = language() === "pseudo" ? disguise(text) : text;
  return filled.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** The text of a key that is put together while running, or what it falls back to. */
export function known(key: string, otherwise: string): string {
  return key in catalogue ? t(key as Key) : otherwise;
}

/** The pseudo-language shows which words do not come from here: tests choose it, players cannot. */
export type Language = "en" | "pseudo";

const NAME = "sandtable.language";

export function language(): Language {
  return globalThis.localStorage?.getItem(NAME) === "pseudo" ? "pseudo" : "en";
}

const DISGUISE: Record<string, string> = { a: "á", e: "é", i: "í", o: "ó", u: "ú", A: "Á", E: "É", I: "Í", O: "Ó" };

function disguise(text: string): string {
  const pieces = text.split(/(\{\w+\})/);
  return `[${pieces.map((piece) => (piece.startsWith("{") ? piece : piece.replace(/[aeiouAEIO]/g, (c) => DISGUISE[c] ?? c))).join("")}]`;
}
