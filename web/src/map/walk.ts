// Counters on their way: from where they lay to where they lie now, through the hexes they marched through.
import { eased } from "./camera";
import type { Point } from "./geometry";
import type { Piece } from "./pieces";

export interface Walker {
  from: Point & { width: number };
  through: Point[];
  begun: number;
  lasts: number;
}

const STEP = 320; // milliseconds of a short walk
const HEX = 25; // more for every hex
const MOST = 900;

/** Those whose place has changed start; those still on their way go on from where they are. */
export function setOut(
  walking: Map<string, Walker>,
  before: Map<string, Piece>,
  after: Map<string, Piece>,
  now: number,
  across: number,
  between: (id: string) => Point[] = () => [], // where a way has led before it ended
): Map<string, Walker> {
  const found = new Map<string, Walker>();
  for (const [id, piece] of after) {
    const old = before.get(id);
    if (!old) continue;
    const here = whereNow(walking.get(id), old, now);
    if (old.at === piece.at && !walking.has(id)) continue;
    if (Math.hypot(piece.x - here.x, piece.y - here.y) < across * 0.02) continue;
    const through = old.at === piece.at ? [] : between(id);
    const far = lengths([here, ...through, piece]).reduce((sum, length) => sum + length, 0);
    found.set(id, { from: here, through, begun: now, lasts: Math.min(MOST, STEP + (far / across) * HEX) });
  }
  return found;
}

/** Where a counter is that is to lie here. */
export function whereNow(walker: Walker | undefined, to: Piece, now: number): Point & { width: number } {
  if (!walker) return { x: to.x, y: to.y, width: to.width };
  const t = eased(Math.min(1, Math.max(0, (now - walker.begun) / walker.lasts)));
  const at = along([walker.from, ...walker.through, to], t);
  return { ...at, width: walker.from.width + (to.width - walker.from.width) * t };
}

/** The point that lies a share of the way along a line. */
function along(line: Point[], share: number): Point {
  const parts = lengths(line);
  let left = parts.reduce((sum, length) => sum + length, 0) * share;
  const nth = parts.findIndex((length) => {
    if (left <= length) return true;
    left -= length;
    return false;
  });
  const [from, to] = [line[nth], line[nth + 1]];
  if (!from || !to) return line[line.length - 1] as Point; // rounding has led past the end
  const t = left / (parts[nth] || 1);
  return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
}

function lengths(line: Point[]): number[] {
  return line.slice(1).map((to, nth) => Math.hypot(to.x - (line[nth] as Point).x, to.y - (line[nth] as Point).y));
}

/** Those who are still on their way. */
export function arrived(walking: Map<string, Walker>, now: number): Map<string, Walker> {
  return new Map([...walking].filter(([, walker]) => now < walker.begun + walker.lasts));
}
