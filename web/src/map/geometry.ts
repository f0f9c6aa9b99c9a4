// Hexes in the picture: where each lies, what lies under a point, what lies next to it. As core/hexes.py has it: a spot
// is a lane (a column of a flat-top field, a row of a pointy one) and a place along it, where hexes stand two apart and
// those of a pushed lane one further. Directions are 0 to 5, clockwise from the top.
import type { HexInfo, Scene } from "../wire/types";

export type Grid = Scene["layout"];
export interface Point {
  x: number;
  y: number;
}
export interface Rect extends Point {
  width: number;
  height: number;
}
interface HexSpot {
  lane: number;
  along: number;
}

const HALF = Math.sqrt(3) / 2; // centre to the middle of a side, if centre to corner is 1
const STEPS = {
  flat: [
    [0, -2],
    [1, -1],
    [1, 1],
    [0, 2],
    [-1, 1],
    [-1, -1],
  ],
  pointy: [
    [-1, 1],
    [0, 2],
    [1, 1],
    [1, -1],
    [0, -2],
    [-1, -1],
  ],
} as const;

/** A hex from flat side to flat side: the measure of all that lies in it. */
export function across(grid: Grid): number {
  return 2 * HALF * grid.size;
}

/** 1 for a lane that stands half a hex further, 0 for the others. */
function push(grid: Grid, lane: number): number {
  return Math.abs(lane + 1) % 2 === (grid.pushed === "odd" ? 1 : 0) ? 1 : 0;
}

function spot(grid: Grid, index: number): HexSpot {
  const column = index % grid.columns;
  const row = Math.floor(index / grid.columns);
  const [lane, nth] = grid.top === "flat" ? [column, row] : [row, column];
  return { lane, along: 2 * nth + push(grid, lane) };
}

function indexAt(grid: Grid, { lane, along }: HexSpot): number {
  const nth = Math.floor((along - push(grid, lane)) / 2);
  const [column, row] = grid.top === "flat" ? [lane, nth] : [nth, lane];
  return column >= 0 && column < grid.columns && row >= 0 && row < grid.rows ? grid.columns * row + column : -1;
}

/** The middle of a hex, by its number counted row by row from the top left. */
export function centre(grid: Grid, index: number): Point {
  const { lane, along } = spot(grid, index);
  const over = grid.size * (1 + 1.5 * lane);
  const down = grid.size * HALF * (1 + along);
  return grid.top === "flat"
    ? { x: grid.left + over, y: grid.upper + down }
    : { x: grid.left + down, y: grid.upper + over };
}

/** The number of the hex under a point; -1 beside the field. */
export function nearest(grid: Grid, point: Point): number {
  const x = point.x - grid.left;
  const y = point.y - grid.upper;
  const [over, down] = grid.top === "flat" ? [x, y] : [y, x];
  const near = { lane: over / grid.size / 1.5 - 2 / 3, along: down / grid.size / HALF - 1 };
  let best = Number.POSITIVE_INFINITY;
  let found: HexSpot = { lane: 0, along: 0 };
  for (let lane = Math.round(near.lane) - 1; lane <= Math.round(near.lane) + 1; lane++) {
    const pushed = push(grid, lane);
    const along = 2 * Math.round((near.along - pushed) / 2) + pushed;
    const gap = (1.5 * (lane - near.lane)) ** 2 + (HALF * (along - near.along)) ** 2;
    if (gap < best) {
      best = gap;
      found = { lane, along };
    }
  }
  return indexAt(grid, found);
}

/** The six corners about a middle, clockwise, `share` of the whole size: x, y, x, y, ... The side in direction d lies
 * between corners d and d + 1. */
export function corners(grid: Grid, middle: Point, share = 1): number[] {
  const first = grid.top === "flat" ? -30 : 0;
  const found: number[] = [];
  for (let nth = 0; nth < 6; nth++) {
    const angle = ((first + 60 * nth) * Math.PI) / 180;
    found.push(middle.x + share * grid.size * Math.sin(angle), middle.y - share * grid.size * Math.cos(angle));
  }
  return found;
}

/** The neighbour of a hex in a direction; -1 off the field. */
export function neighbour(grid: Grid, index: number, direction: number): number {
  const { lane, along } = spot(grid, index);
  const step = STEPS[grid.top][direction % 6] ?? [0, 0];
  return indexAt(grid, { lane: lane + step[0], along: along + step[1] });
}

/** Hexes from one to the other. */
export function distance(grid: Grid, one: number, other: number): number {
  const from = spot(grid, one);
  const to = spot(grid, other);
  const lanes = Math.abs(from.lane - to.lane);
  return lanes + Math.max(0, Math.floor((Math.abs(from.along - to.along) - lanes) / 2));
}

export function contains(rect: Rect, point: Point): boolean {
  return point.x >= rect.x && point.x <= rect.x + rect.width && point.y >= rect.y && point.y <= rect.y + rect.height;
}

export function overlaps(one: Rect, other: Rect): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** The smallest rectangle round these points, with room to spare. */
export function around(points: Point[], spare = 0): Rect {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const x = Math.min(...xs) - spare;
  const y = Math.min(...ys) - spare;
  return { x, y, width: Math.max(...xs) + spare - x, height: Math.max(...ys) + spare - y };
}

/** The hexes of a scene by name and by place. */
export class Field {
  readonly grid: Grid;
  readonly across: number;
  private readonly byId = new Map<string, number>();
  private readonly byIndex = new Map<number, HexInfo>();

  constructor(scene: Pick<Scene, "layout" | "hexes">) {
    this.grid = scene.layout;
    this.across = across(scene.layout);
    for (const hex of scene.hexes) {
      const index = nearest(this.grid, hex);
      this.byId.set(hex.id, index);
      this.byIndex.set(index, hex);
    }
  }

  hex(id: string): HexInfo | null {
    const index = this.byId.get(id);
    return index === undefined ? null : (this.byIndex.get(index) ?? null);
  }

  /** The hex of the map under a point. */
  at(point: Point): HexInfo | null {
    return this.byIndex.get(nearest(this.grid, point)) ?? null;
  }

  /** The neighbour that is on the map. */
  next(id: string, direction: number): HexInfo | null {
    const index = this.byId.get(id);
    if (index === undefined) return null;
    const there = neighbour(this.grid, index, direction);
    return there < 0 ? null : (this.byIndex.get(there) ?? null);
  }

  around(id: string): HexInfo[] {
    return [0, 1, 2, 3, 4, 5].map((way) => this.next(id, way)).filter((hex) => hex !== null);
  }

  distance(one: string, other: string): number {
    return distance(this.grid, this.byId.get(one) ?? 0, this.byId.get(other) ?? 0);
  }

  corners(hex: Point, share = 1): number[] {
    return corners(this.grid, hex, share);
  }
}
