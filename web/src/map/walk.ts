// Counters on their way: from where they lay to where they lie now.
import { eased } from "./camera";
import type { Point } from "./geometry";
import type { Piece } from "./pieces";

export interface Walker {
  from: Point & { width: number };
  begun: number;
  lasts: number;
}

const STEP = 320; // milliseconds of a short walk
const MOST = 750;

/** Those whose place has changed start; those still on their way go on from where they are. */
export function setOut(
  walking: Map<string, Walker>,
  before: Map<string, Piece>,
  after: Map<string, Piece>,
  now: number,
  across: number,
): Map<string, Walker> {
  const found = new Map<string, Walker>();
  for (const [id, piece] of after) {
    const old = before.get(id);
    if (!old) continue;
    const here = whereNow(walking.get(id), old, now);
    const far = Math.hypot(piece.x - here.x, piece.y - here.y);
    if (old.at === piece.at && !walking.has(id)) continue;
    if (far < across * 0.02) continue;
    found.set(id, { from: here, begun: now, lasts: Math.min(MOST, STEP + (far / across) * 25) });
  }
  return found;
}

/** Where a counter is that is to lie here. */
export function whereNow(walker: Walker | undefined, to: Piece, now: number): Point & { width: number } {
  if (!walker) return { x: to.x, y: to.y, width: to.width };
  const t = eased(Math.min(1, Math.max(0, (now - walker.begun) / walker.lasts)));
  const mix = (from: number, end: number) => from + (end - from) * t;
  return { x: mix(walker.from.x, to.x), y: mix(walker.from.y, to.y), width: mix(walker.from.width, to.width) };
}

/** Those who are still on their way. */
export function arrived(walking: Map<string, Walker>, now: number): Map<string, Walker> {
  return new Map([...walking].filter(([, walker]) => now < walker.begun + walker.lasts));
}
