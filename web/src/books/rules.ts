// Finding one's way in a rulebook by its numbers: "2.3.1" lies in "2.3", that in "2.0"; "14.4f" in "14.4".
import type { RuleText } from "../wire/types";

export interface Book {
  rules: RuleText[]; // in their order
  byNumber: Map<string, RuleText>;
}

export function book(rules: RuleText[]): Book {
  return { rules, byNumber: new Map(rules.map((rule) => [rule.number, rule])) };
}

/** The numbers above one, the nearest first, whether the book has them or not. */
function above(number: string): string[] {
  if (/[a-z]$/.test(number)) return [number.slice(0, -1), ...above(number.slice(0, -1))];
  const parts = number.split(".");
  if (parts.length > 2) return [parts.slice(0, -1).join("."), ...above(parts.slice(0, -1).join("."))];
  if (parts.length === 2 && parts[1] !== "0") return [`${parts[0]}.0`, parts[0] ?? ""];
  return [];
}

export function parent(of: Book, number: string): RuleText | null {
  for (const each of above(number)) {
    const found = of.byNumber.get(each);
    if (found) return found;
  }
  return null;
}

/** From the section down to the rule that holds this one. */
export function parents(of: Book, number: string): RuleText[] {
  const found: RuleText[] = [];
  for (let rule = parent(of, number); rule; rule = parent(of, rule.number)) found.unshift(rule);
  return found;
}

export function children(of: Book, number: string): RuleText[] {
  return of.rules.filter((rule) => parent(of, rule.number)?.number === number);
}

export function neighbours(of: Book, number: string): { before: RuleText | null; after: RuleText | null } {
  const place = of.rules.findIndex((rule) => rule.number === number);
  if (place < 0) return { before: null, after: null };
  return { before: of.rules[place - 1] ?? null, after: of.rules[place + 1] ?? null };
}

/** Where the book has no such number: what is above it, or the first rules of its section. */
export function near(of: Book, number: string): RuleText[] {
  const holder = parent(of, number);
  if (holder) return [holder, ...children(of, holder.number)].slice(0, 4);
  const section = number.split(".")[0] ?? "";
  return of.rules.filter((rule) => rule.number.split(".")[0] === section).slice(0, 4);
}

/** Rules that answer to some words: a number first, then titles, then texts. */
export function search(of: Book, words: string): RuleText[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return of.rules;
  const ranked = of.rules.map((rule) => ({ rule, rank: rank(rule, wanted) })).filter(({ rank }) => rank > 0);
  return ranked.sort((a, b) => b.rank - a.rank).map(({ rule }) => rule);
}

function rank(rule: RuleText, wanted: string[]): number {
  let least = 4;
  for (const word of wanted) {
    const number = rule.number.toLowerCase();
    const found =
      number === word
        ? 4
        : number.startsWith(word)
          ? 3
          : rule.title.toLowerCase().includes(word)
            ? 2
            : `${rule.text} ${rule.ruling}`.toLowerCase().includes(word)
              ? 1
              : 0;
    least = Math.min(least, found);
  }
  return least;
}

export interface Piece {
  text: string;
  rule: string; // the number it leads to, "" for plain text
}

const NUMBER = /\bO?\d{1,2}(?:\.\d{1,2}){1,2}[a-z]?\b|\bO\d{2}\b/g;

/** A text cut at the rules it names; a number the book does not have stays text. */
export function pieces(of: Book, text: string): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(NUMBER)) {
    if (!of.byNumber.has(match[0])) continue;
    if (match.index > end) found.push({ text: text.slice(end, match.index), rule: "" });
    found.push({ text: match[0], rule: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ text: text.slice(end), rule: "" });
  return found;
}
