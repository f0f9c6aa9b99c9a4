// Several units as one pick: whole groups by their names, parts of them by their units, and what a click on one means.
import type { Pick, Question } from "../wire/types";

const JOINT = "+";

/** Where units lie that can be seen, by id. */
export type Where = Readonly<Record<string, { at: string }>>;

/** A group in a list, whose units can be switched off one by one. */
export interface Card {
  id: string; // how the whole of it is sent; "" where only parts can be picked
  name: string; // of a group that is not whole the word it is written with
  hint: string;
  units: string[]; // those that may be picked
  usual?: string[] | undefined; // those of them that most would take, where these are not all
}

/** The units a word stands for: "r1+r3", or those told with a pick. */
export function unitsIn(picks: readonly Pick[], id: string): string[] {
  return picks.find((pick) => pick.id === id)?.units ?? id.split(JOINT);
}

/** Those that are no part of another one. */
export function greatest(groups: Record<string, string[]>): string[] {
  const all = Object.entries(groups);
  const within = (units: string[], more: string[]) =>
    more.length > units.length && units.every((unit) => more.includes(unit));
  return all.filter(([, units]) => !all.some(([, more]) => within(units, more))).map(([id]) => id);
}

/** What a click on a unit or a place takes: the whole group it is named in; of one that is not whole each unit. Those
 * that lie there alone go before such as reach elsewhere, a formation or everybody, which the list offers. */
export function groupsAt(groups: Record<string, string[]>, id: string, where: Where): string[] {
  const place = where[id]?.at ?? id;
  const hit = (unit: string) => unit === id || where[unit]?.at === id;
  const found = Object.entries(groups).filter(([name, units]) => name === id || units.some(hit));
  const here = found.filter(([name, units]) => name === id || units.every((unit) => where[unit]?.at === place));
  return greatest(Object.fromEntries(here.length > 0 ? here : found));
}

/** How a group is sent that was clicked: as most would take it, unless the click was on a unit that would stay. */
export function taken(
  group: string,
  usual: readonly string[] | undefined,
  clicked: string,
  units: readonly string[],
): string {
  if (!usual || (units.includes(clicked) && !usual.includes(clicked))) return group;
  return usual.join(JOINT);
}

/** The units of groups that most would leave where they are, but for those that the player has switched. */
export function leftOut(question: Question, switched: ReadonlySet<string>): Set<string> {
  const some = question.picks.filter(({ usual }) => usual);
  const off = new Set(some.flatMap(({ units = [], usual = [] }) => units.filter((unit) => !usual.includes(unit))));
  for (const unit of switched) if (!off.delete(unit)) off.add(unit);
  return off;
}

/** The places of all these groups. */
export function placesOf(groups: Record<string, string[]>, where: Where): string[] {
  return [...new Set(Object.values(groups).flatMap((units) => units.flatMap((unit) => where[unit]?.at ?? [])))];
}

export function offeredGroups(question: Question): Record<string, string[]> {
  return Object.fromEntries(question.picks.flatMap((pick) => (pick.units ? [[pick.id, pick.units]] : [])));
}

/** Whole groups, then what is left of others: units that are in no group which is offered. */
export function cards(question: Question): Card[] {
  const alone = (pick: Pick) => pick.of !== undefined && pick.of !== pick.id;
  const whole = question.picks.filter((pick) => pick.units && !alone(pick));
  const within = new Set(whole.flatMap(({ units = [] }) => units));
  const left = new Map<string, Card>();
  for (const pick of question.picks.filter((pick) => alone(pick) && !within.has(pick.id))) {
    const of = pick.of as string;
    const card = left.get(of) ?? { id: "", name: of, hint: "", units: [] };
    left.set(of, { ...card, units: [...card.units, pick.id] });
  }
  return [
    ...whole.map(({ id, name, hint, units = [], usual }) => ({ id, name, hint, units, usual })),
    ...left.values(),
  ];
}

/** What is sent for a card with some of its units switched off; "" if none is left. */
export function written(card: Card, off: ReadonlySet<string>): string {
  const on = card.units.filter((unit) => !off.has(unit));
  return on.length === card.units.length && card.id ? card.id : on.join(JOINT);
}
