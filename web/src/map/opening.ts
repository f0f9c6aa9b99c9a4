// Where the eye is when a game is opened: so near that counters can be read, over what one's own side has.
import { type Camera, framed, type Inset, type Size } from "./camera";
import { around, type Point, type Rect } from "./geometry";

export interface Opening {
  theatre: Rect; // all that is played on
  stacks: Point[]; // where counters stand
  own: Point[]; // those of whoever looks; none if he only watches
  across: number; // a hex, in the picture's units
  legible: number; // pixels a hex must have from side to side
}

const CLOSE = 78; // pixels: a hex need not be larger
const ROUND = 1.4; // hexes of ground round the outermost counters

/** All that is played on if that is large enough; else all counters, else one's own, else where most of these stand. */
export function opening({ theatre, stacks, own, across, legible }: Opening, size: Size, inset: Inset): Camera {
  const [least, most] = [legible / across, CLOSE / across];
  const near = (spots: Point[]) => framed(around(spots, across * ROUND), size, inset, most);
  const all = framed(theatre, size, inset);
  if (all.k >= most || stacks.length === 0) return all;
  const mine = own.length > 0 ? own : stacks;
  for (const spots of [stacks, mine]) {
    const found = near(spots);
    if (found.k >= Math.max(least, all.k)) return found;
  }
  const k = Math.max(least, all.k);
  const room = { width: size.width / k, height: size.height / k };
  return framed({ ...crowded(mine, room), width: 0, height: 0 }, size, inset, k);
}

/** The middle of those who stand round the one with the most others within sight. */
function crowded(spots: Point[], room: Size): Point {
  let best: Point[] = [];
  for (const spot of spots) {
    const seen = spots.filter(
      (other) => Math.abs(other.x - spot.x) < room.width / 2 && Math.abs(other.y - spot.y) < room.height / 2,
    );
    if (seen.length > best.length) best = seen;
  }
  const mean = (of: (spot: Point) => number) => best.reduce((sum, spot) => sum + of(spot), 0) / best.length;
  return { x: mean((spot) => spot.x), y: mean((spot) => spot.y) };
}
