// The log by turns, and what of it the dice have just done.
import type { LogLine } from "../wire/types";

export interface Chapter {
  title: string; // of the line that began it, "" before the first turn
  lines: LogLine[];
}

const BEGINS = "turn"; // the kind of event that begins a turn

export function chapters(log: LogLine[]): Chapter[] {
  const found: Chapter[] = [];
  for (const line of log) {
    const last = found.at(-1);
    if (line.kind === BEGINS) found.push({ title: sentence(line.text, ""), lines: [] });
    else if (last) last.lines.push(line);
    else found.push({ title: "", lines: [line] });
  }
  return found;
}

/** The line that began the turn that is played. */
export function turnLine(log: LogLine[]): LogLine | undefined {
  return log.filter((line) => line.kind === BEGINS).at(-1);
}

const FEW = 9; // lines that are told at once: a battle with one in the air over it

/** The first roll among what was told last, or what mattered before it, and what came of it; or what was rolled before, with this as what comes of
 * it, until that is too long ago: not while there are losses and retreats to be told. */
export function rolledSince(before: LogLine[], fresh: LogLine[]): LogLine[] {
  if (fresh.some((line) => line.dice))
    return fresh.slice(fresh.findIndex((line) => line.dice || line.rank !== undefined));
  const goesOn = before.length + fresh.length <= FEW || fresh.some((line) => line.rank !== undefined);
  return before.length > 0 && goesOn ? [...before, ...fresh] : [];
}

/** What dice have made of an answer, and what was told next: the first dice that fell, until others do or there is no more
 * room; then null. */
export function cameOf(before: LogLine[], fresh: LogLine[]): LogLine[] | null {
  const rolls = fresh.some((line) => line.dice);
  if (before.length === 0) return rolls ? rolledSince([], fresh) : null;
  return rolls || before.length + fresh.length > FEW ? null : [...before, ...fresh];
}

/** What is told of it at once: what changed the war first, the gravest before all; then, in the order in which it happened,
 * all that matters and of the rest as much as there is room for. */
export function headlines(lines: LogLine[]): LogLine[] {
  const first = gravest(lines.filter((line) => line.headline));
  const matters = lines.filter((line) => line.rank !== undefined);
  const rest = lines.filter((line) => line.rank === undefined).slice(0, Math.max(0, FEW - matters.length));
  return [
    ...first,
    ...lines.filter((line) => !first.includes(line) && (matters.includes(line) || rest.includes(line))),
  ];
}

function gravest(lines: LogLine[]): LogLine[] {
  return lines.sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0));
}

/** What has changed the war since so many inputs, the gravest first. */
export function newsSince(log: LogLine[], n: number): LogLine[] {
  return gravest(log.filter((line) => line.headline && line.n > n));
}

/** "the Axis moves" as a sentence: "The Axis moves." */
export function sentence(text: string, stop = "."): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?:]$/.test(begun) ? begun : begun + stop;
}
