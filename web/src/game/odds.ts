// How odds are laid out: terms by their group, chances as people read them.
import type { Odds, Term } from "../wire/types";

/** In the order they come; a group that comes again is the same. */
export function grouped(terms: Term[]): { group: string; terms: Term[] }[] {
  const groups = new Map<string, Term[]>();
  for (const term of terms) groups.set(term.group, [...(groups.get(term.group) ?? []), term]);
  return [...groups].map(([group, found]) => ({ group, terms: found }));
}

/** Is anything left to chance? */
export function isChance(odds: Odds): boolean {
  return odds.chart !== null || odds.results.length > 1;
}

/** "28%", and no false certainty: "<1%", ">99%". */
export function percent(share: number): string {
  if (share > 0 && share < 0.005) return "<1%";
  if (share < 1 && share > 0.995) return ">99%";
  return `${Math.round(share * 100)}%`;
}
