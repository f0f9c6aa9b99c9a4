// What the board is told to light, from what is asked, refused, looked at and told.
import type { Move, Names, Overlays, Ways } from "../map/model";
import type { LogLine, Path, Pick, Question, Reason, Replies, StepSeen, SupplyLine } from "../wire/types";
import { clickable, DONE, isChosen, wanted } from "./draft";
import type { Where } from "./groups";

export interface Lit {
  question: Question | null;
  aim: Question | null; // what a click is about: while an answer is ready, it can be aimed elsewhere
  where: Where; // the counters on the map
  grouped: string[]; // units of the groups picked so far
  hovered: Pick | null; // a choice under the pointer in a list
  reasons: Reason[]; // why not, or what would be left undone
  path: Path | null;
  pointed: Names | null; // a line of the log under the pointer
  fresh: LogLine[]; // what was just told
  lesson: StepSeen | null;
  supply: SupplyLine[] | null;
  threat: Replies["threat"] | null;
  area: Names | null;
  moves: Move[];
  control: boolean;
}

export function overlays(lit: Lit): Overlays {
  const { question, aim, where } = lit;
  return {
    wants: aim ? wanted(aim, where) : "any",
    ...(aim ? pickable(aim, where) : {}),
    many: question?.many ?? false,
    chosen: question ? chosen(question, lit) : NOTHING,
    path: lit.path,
    causes: lit.reasons.length > 0 ? joined(...lit.reasons) : null,
    pointed: pointed(lit),
    supply: lit.supply,
    threat: lit.threat,
    area: lit.area,
    moves: lit.moves,
    control: lit.control,
  };
}

const NOTHING: Names = { hexes: [], units: [] };

export function joined(...all: Names[]): Names {
  return {
    hexes: [...new Set(all.flatMap((one) => one.hexes))],
    units: [...new Set(all.flatMap((one) => one.units))],
  };
}

function pickable(question: Question, where: Where): { lit: Record<string, string>; pickable: string[] } {
  const { hexes, units } = clickable(question, where);
  const written = isChosen(question) ? Object.entries(question.hints) : [];
  const hints = new Map(question.kind === "hex" ? question.picks.map((pick) => [pick.id, pick.hint]) : written);
  return { lit: Object.fromEntries([...hexes].map((id) => [id, hints.get(id) ?? ""])), pickable: [...units] };
}

/** The picks of the draft, whatever they are: what is no hex is not drawn as one. */
function chosen(question: Question, lit: Lit): Names {
  const picked = question.picked.filter((id) => id !== DONE);
  const grouped = lit.grouped.filter((unit) => !picked.includes(lit.where[unit]?.at ?? "")); // or its hex says it
  const unit = isChosen(question) ? [question.unit] : [];
  return { hexes: picked, units: [...picked, ...unit, ...grouped] };
}

/** A line under the pointer speaks louder than the lesson, that louder than what a question is about, and that louder
 * than what was just told. */
function pointed(lit: Lit): Names | null {
  if (lit.hovered) return { hexes: [lit.hovered.id], units: lit.hovered.units ?? [lit.hovered.id] };
  if (lit.pointed) return lit.pointed;
  if (lit.lesson) return lit.lesson.done ? null : joined(lit.lesson);
  if (lit.question && lit.question.about.length > 0) return joined(...lit.question.about);
  return lit.fresh.length > 0 ? joined(...lit.fresh) : null;
}

/** The way each counter went, as these lines tell it; one who went on from where he had come to has gone both ways. */
export function ways(lines: LogLine[]): Ways {
  const found: Ways = {};
  for (const { way, units } of lines) {
    const [unit] = units;
    if (!way || !unit) continue;
    const before = found[unit] ?? [];
    found[unit] = before.at(-1) === way[0] ? [...before, ...way.slice(1)] : way;
  }
  return found;
}

/** How counters went from one picture to the next: by the way that was told, if it leads there. */
export function moves(before: Record<string, { at: string; side: string }>, after: typeof before, told: Ways): Move[] {
  const found: Move[] = [];
  for (const [id, unit] of Object.entries(after)) {
    const was = before[id];
    if (!was || was.at === unit.at) continue;
    const way = told[id] ?? [];
    const leads = way[0] === was.at && way.at(-1) === unit.at;
    found.push({ hexes: leads ? way : [was.at, unit.at], side: unit.side });
  }
  return found;
}
