// The game as the server told it, and what a change makes of it. Pure: the film keeps the old ones.
import type { Change, Hello, LogLine, View, ViewChange } from "../wire/types";

export type Known = Omit<Hello, "type">;

export function greeted(hello: Hello): Known {
  const { type: _, ...known } = hello;
  return known;
}

/** Null when the change does not follow on what is known: then everything has to be asked for again. */
export function changed(known: Known, change: Change): Known | null {
  if (change.from !== known.n || !known.view) return null;
  return {
    ...known,
    n: change.n,
    mark: change.mark,
    started: true,
    steps: stops(known.steps, change),
    view: seen(known.view, change.view),
    looks: { ...known.looks, ...change.looks },
    log: lines(known.log, change),
    question: change.question,
    to_play: change.to_play,
    thinking: change.thinking,
    sequence: change.sequence ?? known.sequence,
    undo: change.undo,
    redo: change.redo,
    standing: change.standing,
    outcome: change.outcome,
    lesson: change.lesson,
  };
}

export function seen(view: View, change: ViewChange): View {
  return {
    units: merged(view.units, change.units),
    stacks: merged(view.stacks, change.stacks),
    control: merged(view.control, change.control),
    markers: change.markers ?? view.markers,
    tracks: change.tracks ?? view.tracks,
    sides: change.sides ?? view.sides,
    when: change.when ?? view.when,
    now: change.now ?? view.now,
  };
}

function merged<T>(before: Record<string, T>, change: Record<string, T | null> | undefined): Record<string, T> {
  if (!change) return before;
  const after = { ...before };
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete after[key];
    else after[key] = value;
  }
  return after;
}

function stops(steps: number[], change: Change): number[] {
  if (change.step) return steps.includes(change.n) ? steps : [...steps, change.n];
  return steps.filter((step) => step <= change.n);
}

function lines(log: LogLine[], change: Change): LogLine[] {
  const before = change.step ? log : log.filter((line) => line.n < change.n);
  return [...before, ...change.log];
}
