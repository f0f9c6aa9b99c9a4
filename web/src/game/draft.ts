// An answer in the making: the questions of the server, one pick further each, and which picks a click can mean.
import type { Pick, Question } from "../wire/types";
import { groupsAt, offeredGroups, placesOf, taken, unitsIn, type Where } from "./groups";

export const DONE = "done";
const WIDE = 100; // hexes: a verb that can begin with more lights nothing, or all of the map would be lit

/** A menu at which a unit was chosen and no verb yet: its verbs begin with what they ask for after that unit. */
export interface Chosen extends Question {
  unit: string;
  hints: Record<string, string>; // by hex: what is written in it
  given?: true; // it is the only one that anything can be begun with: nobody had to choose it
}

/** The first question and those after each choice of the player; what was the only choice was picked for him. */
export interface Draft {
  trail: readonly Question[]; // never empty; the last one is asked now
  told: string; // what was picked for him, "" if nothing
  passed?: boolean; // lists were left as they are proposed, in which there was something to choose
  list?: Question; // of a whole answer, the list in which those were taken whom most would take: single ones can be let go
}

export function begun(question: Question): Draft {
  return { trail: [question], told: "" };
}

export function asked(draft: Draft): Question {
  return draft.trail[draft.trail.length - 1] as Question;
}

export function continued(draft: Draft, question: Question, told = ""): Draft {
  return { trail: [...draft.trail, question], told };
}

/** Without the last choice, and what followed from it. */
export function stepBack(draft: Draft): Draft {
  return { trail: draft.trail.length > 1 ? draft.trail.slice(0, -1) : draft.trail, told: "" };
}

export function canStepBack(draft: Draft): boolean {
  const last = asked(draft);
  return draft.trail.length > 1 && !(isChosen(last) && last.given);
}

/** The menu with a unit chosen, by what each of its verbs asks after that unit; null where no lit hex could tell them
 * apart. */
export function withUnit(menu: Question, unit: string, text: string, after: Record<string, Question>): Chosen | null {
  const aims = Object.values(after).filter(({ kind, many }) => kind === "hex" && !many);
  if (aims.length === 0) return null;
  const opens = Object.entries(after).map(([verb, { kind, many, picks }]) => {
    const aimed = kind === "hex" && !many;
    return [verb, { kind: aimed ? kind : "", many, picks: aimed ? picks.map(({ id }) => id) : [] }] as const;
  });
  const picks = menu.picks.filter(({ id }) => id in after);
  const hints = Object.fromEntries(aims.flatMap((aim) => aim.picks.map(({ id, hint }) => [id, hint])).reverse());
  return { ...menu, text, picks, opens: Object.fromEntries(opens), ends: "", shut: null, again: [], unit, hints };
}

/** The unit with which alone a menu can be begun, by whatever verb; null if there are more, or other things. */
export function onlyUnit({ kind, opens, ends }: Question): string | null {
  const verbs = kind === "word" ? Object.entries(opens).filter(([verb]) => verb !== ends) : [];
  const [only, ...more] = new Set(verbs.flatMap(([, { picks = [] }]) => picks));
  const units = verbs.every(([, { kind, picks, deliberate }]) => kind === "unit" && picks?.length && !deliberate);
  return only !== undefined && more.length === 0 && units ? only : null;
}

/** The same chosen for the player, who can end the menu as well. */
export function givenUnit(menu: Question, chosen: Chosen): Chosen {
  const { ends, shut, again } = menu;
  const end = offered(menu, ends);
  const opens = ends ? { ...chosen.opens, [ends]: menu.opens[ends] ?? { kind: "", many: false } } : chosen.opens;
  return { ...chosen, picks: end ? [...chosen.picks, end] : chosen.picks, opens, ends, shut, again, given: true };
}

/** What is picked after this question, with the unit that was chosen before the verb. */
export function further(question: Question, picks: string[]): string[] {
  const [verb = "", ...rest] = picks;
  if (!isChosen(question)) return [...question.picked, ...picks];
  return verb === question.ends ? picks : [verb, question.unit, ...rest];
}

/** Of a whole answer, those that were taken in its list. */
export function members({ picked }: Question, list: Question): string[] {
  const from = list.picked.length;
  return picked.slice(from, picked.indexOf(DONE, from));
}

/** The picks with one of these more, or without it, as far as the end of the list. */
export function toggled(question: Question, list: Question, id: string): string[] {
  const taken = members(question, list);
  const kept = taken.includes(id) ? taken.filter((one) => one !== id) : [...taken, id];
  return [...list.picked, ...kept, ...(kept.length > 0 ? [DONE] : [])];
}

export function isChosen(question: Question): question is Chosen {
  return "unit" in question;
}

/** What a refusal is asked about: with a unit chosen, the first of its verbs that goes to a hex. */
export function refusable(draft: Draft): string[] {
  const question = aimed(draft);
  const verb = isChosen(question) && Object.keys(question.opens).find((one) => question.opens[one]?.kind === "hex");
  return verb ? further(question, [verb]) : question.picked;
}

/** What a click is about: the question itself, or the choice before it where the answer is whole. */
export function aimed(draft: Draft): Question {
  const question = asked(draft);
  const before = (whole(question) ? draft.trail.at(-2) : undefined) ?? question;
  return draft.list && before !== question ? besides(before, draft.list) : before;
}

/** A choice, and beside it those of a list, who can be let go or taken. */
function besides(question: Question, { picks }: Question): Question {
  const ids = (all: Pick[]) => all.flatMap(({ id }) => (id === DONE ? [] : [id]));
  const own =
    question.kind === "hex" ? { there: { kind: question.kind, many: false, picks: ids(question.picks) } } : {};
  const members = { kind: "unit" as const, many: true, picks: ids(picks) };
  return { ...question, kind: "word", opens: { ...question.opens, ...own, members } };
}

/** A whole answer, or a menu with a unit chosen, taken back to the latest choice at which this unit or hex could have
 * been picked instead. */
export function reaimed(draft: Draft, id: string, lastVerb: string, where: Where = {}): Draft | null {
  const { trail } = draft;
  const last = asked(draft);
  const movable = whole(last) || (isChosen(last) && waysTo(last, id, lastVerb, where).length === 0);
  for (let length = movable ? trail.length - 1 : 0; length > 0; length--)
    if (waysTo(trail[length - 1] as Question, id, lastVerb, where).length > 0)
      return { trail: trail.slice(0, length), told: "" };
  return null;
}

/** Is it known what the verbs of a menu can begin with, where that is something on the map? */
export function opened({ opens }: Question): boolean {
  return Object.values(opens).every(({ kind, picks }) => picks || !["hex", "unit", "group"].includes(kind));
}

/** The menu a click on the map may be about, where that is not known yet. */
export function unopened(draft: Draft): Question | null {
  const [menu] = draft.trail;
  const about = asked(draft);
  return menu && (about === menu || whole(about)) && !opened(menu) ? menu : null;
}

/** Nothing more is asked: it can be sent. */
export function whole(question: Question): boolean {
  return question.slot === "";
}

/** The one thing that can be picked, if there is no other. A list that can only be closed is closed. */
export function onlyPick(question: Question): Pick | null {
  const only = question.picks.length === 1 ? question.picks[0] : undefined;
  if (!only || whole(question)) return null;
  return question.many && only.id !== DONE && question.chosen.length > 0 ? null : only;
}

/** The next pick of a list that is left as it is proposed, and not asked for. */
export function proposedPick({ proposed, chosen, picks }: Question): Pick | null {
  const next = proposed ? (proposed[chosen.length] ?? DONE) : null;
  return picks.find(({ id }) => id === next) ?? null;
}

export function offered(question: Question, id: string): Pick | undefined {
  return question.picks.find((pick) => pick.id === id);
}

/** Ends a list of several. */
export function mayEnd(question: Question): boolean {
  return question.many && question.picks.some((pick) => pick.id === DONE);
}

/** Each way to pick this unit or hex: the picks to add, [id] itself, the group there, or a verb that begins with it: one
 * that destroys what is one's own only where there is no other. */
export function waysTo(question: Question, id: string, lastVerb: string, where: Where = {}): string[][] {
  const found = allWaysTo(question, id, lastVerb, where);
  const harmless = found.filter(([verb]) => !isDeliberate(question, verb));
  return harmless.length > 0 ? harmless : found;
}

/** Is it a verb of this menu that destroys what is one's own? */
export function isDeliberate({ opens }: Question, verb: string | undefined): boolean {
  return opens[verb ?? ""]?.deliberate ?? false;
}

function allWaysTo(question: Question, id: string, lastVerb: string, where: Where): string[][] {
  if (question.kind === "group") {
    const units = offeredGroups(question);
    return groupsAt(units, id, where).map((group) => {
      return [taken(group, offered(question, group)?.usual, id, units[group] ?? [])];
    });
  }
  if (offered(question, id)) return [[id]];
  if (question.kind !== "word") return [];
  const found = Object.entries(question.opens).flatMap(([verb, { kind, picks = [], units = {}, usual = {} }]) => {
    if (kind === "group")
      return groupsAt(units, id, where).map((group) => [verb, taken(group, usual[group], id, units[group] ?? [])]);
    return kind !== "word" && picks.includes(id) ? [[verb, id]] : [];
  });
  return found.sort(([one], [other]) => Number(other === lastVerb) - Number(one === lastVerb));
}

/** The one verb that a click on this hex begins, if the question is a menu: as picks before the hex. */
export function verbTo(question: Question, id: string, where: Where = {}): string[] {
  const [only, another] = waysTo(question, id, "", where).filter(([verb]) => verb !== id);
  return only && !another && question.opens[only[0] as string]?.kind === "hex"
    ? further(question, only.slice(0, 1))
    : [];
}

/** What a click on a stack means: its hex where no counter can be picked, a counter where no hex can. */
export function wanted(question: Question, where: Where = {}): "hex" | "unit" | "any" {
  if (question.kind === "hex" || question.kind === "unit") return question.kind;
  if (question.kind === "group") return "hex";
  if (question.kind !== "word") return "any";
  const { hexes, units } = clickable(question, where);
  return hexes.size > 0 && units.size === 0 ? "hex" : "any";
}

/** What can be clicked on the map now, straight or by a verb that begins with it. Groups are clicked where they lie. */
export function clickable(question: Question, where: Where = {}): { hexes: Set<string>; units: Set<string> } {
  const found = { hexes: new Set<string>(), units: new Set<string>() };
  const few = Object.values(question.opens).filter(({ kind, picks = [] }) => kind !== "hex" || picks.length <= WIDE);
  const all = [{ kind: question.kind, picks: question.picks.map((pick) => pick.id) }, ...few];
  for (const { kind, picks = [] } of all) {
    const into = kind === "hex" ? found.hexes : kind === "unit" ? found.units : null;
    for (const id of picks) if (id !== DONE) into?.add(id);
  }
  const groups = [offeredGroups(question), ...Object.values(question.opens).map(({ units = {} }) => units)];
  for (const place of groups.flatMap((units) => placesOf(units, where))) found.hexes.add(place);
  return found;
}

/** Of several chosen, the one that a click on this unit or hex lets go. */
export function chosenAt(draft: Draft, id: string, where: Where): string | undefined {
  const { kind, chosen } = asked(draft);
  if (kind !== "group") return chosen.find((one) => one === id);
  const lies = (unit: string) => unit === id || where[unit]?.at === id;
  return chosen.find((one) => unitsIn(groupsOffered(draft), one).some(lies));
}

/** All groups that could be picked on the way. */
export function groupsOffered({ trail }: Draft): Pick[] {
  return trail.flatMap((question) => (question.kind === "group" ? question.picks : []));
}

/** The units that the groups picked so far stand for. */
export function unitsPicked(draft: Draft): string[] {
  const { picked } = asked(draft);
  return picked.flatMap((id, nth) => {
    const list = draft.trail.find(
      ({ kind, picked, chosen }) => kind === "group" && picked.length - chosen.length <= nth,
    );
    if (list && id !== DONE && isGroupOf(list, nth, picked)) return unitsIn(groupsOffered(draft), id);
    const menu = draft.trail.find((question) => question.kind === "word" && question.picked.length === nth - 1);
    const units = menu?.opens[picked[nth - 1] ?? ""]?.units;
    return units ? (units[id] ?? unitsIn([], id)) : [];
  });
}

/** Is the nth pick one that this question was about? Of several all are until the list is ended. */
function isGroupOf({ many, picked, chosen }: Question, nth: number, all: string[]): boolean {
  const first = picked.length - chosen.length;
  return nth === first || (many && nth > first && !all.slice(first, nth).includes(DONE));
}

/** The picks without one of those chosen: what the draft has to be asked with again. */
export function without(question: Question, id: string): string[] {
  const kept = question.picked.slice(0, question.picked.length - question.chosen.length);
  const nth = question.chosen.indexOf(id);
  const cut = question.ordered ? question.chosen.slice(0, nth) : question.chosen.filter((one) => one !== id);
  return [...kept, ...cut];
}

/** The draft with the same list one shorter: choices of the list are one step each, so the trail grows shorter too. */
export function replaced(draft: Draft, question: Question): Draft {
  const length = question.picked.length;
  return { trail: [...draft.trail.filter((one) => one.picked.length < length), question], told: "" };
}
