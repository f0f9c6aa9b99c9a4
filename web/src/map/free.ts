// What lies over the map, and what of it is left: where things are shown, which way lies what is out of sight, and
// where a card lies that is to hide none of it.

import type { View } from "../wire/types";
import { type Camera, framed, type Inset, type Size, toScreen } from "./camera";
import { contains, overlaps, type Point, type Rect } from "./geometry";

/** The largest part of the window over which nothing lies. */
export function free(size: Size, inset: Inset, covers: Rect[]): Inset {
  const [right, bottom] = [size.width - inset.right, size.height - inset.bottom];
  const cuts = (from: number, to: number, found: number[]) =>
    [...new Set([from, to, ...found.filter((at) => at > from && at < to)])].sort((one, other) => one - other);
  const columns = cuts(inset.left, right, covers.flatMap((each) => [each.x, each.x + each.width])); // biome-ignore format: one line each
  const rows = cuts(inset.top, bottom, covers.flatMap((each) => [each.y, each.y + each.height])); // biome-ignore format: one line each
  let best = { ...inset };
  let most = 0;
  for (const [nth, x] of columns.entries())
    for (const to of columns.slice(nth + 1))
      for (const [row, y] of rows.entries())
        for (const down of rows.slice(row + 1)) {
          const rect = { x, y, width: to - x, height: down - y };
          if (rect.width * rect.height <= most || covers.some((each) => overlaps(each, rect))) continue;
          most = rect.width * rect.height;
          best = { left: x, top: y, right: size.width - to, bottom: size.height - down };
        }
  return best;
}

/** What covers the edges, such as an open book, as rectangles that lie over the map. */
export function edges(size: Size, { left, top, right, bottom }: Inset): Rect[] {
  const { width, height } = size;
  const all = [
    { x: 0, y: 0, width: left, height },
    { x: 0, y: 0, width, height: top },
    { x: width - right, y: 0, width: right, height },
    { x: 0, y: height - bottom, width, height: bottom },
  ];
  return all.filter((each) => each.width > 0 && each.height > 0);
}

const BESIDE = 10; // pixels between a corner of the window and what lies in it

const MUCH = 1 / 3; // of a corner

/** The corner of the window in which something hides least: what is looked at, what may be picked, counters. Of those as
 * good, one that is not over ground that is fought for. */
export function cornered(
  { width, height }: Size,
  size: Size,
  inset: Inset,
  seen: { first: Rect[]; rest: Rect[]; counters: Rect[]; land: Rect[]; covers: Rect[] },
): Rect & { low: boolean; hides: boolean } {
  const [right, bottom] = [size.width - inset.right - BESIDE - width, size.height - inset.bottom - BESIDE - height];
  const at = (x: number, y: number) => ({ x, y, width, height });
  const spots = { "bottom right": at(right, bottom), "top right": at(right, BESIDE), "bottom left": at(BESIDE, bottom), "top left": at(BESIDE, BESIDE) }; // biome-ignore format: one line
  const land = (spot: Rect) => seen.land.filter((each) => contains(spot, middle(each)));
  const over = (spot: Rect) =>
    land(spot).reduce((sum, each) => sum + each.width * each.height, 0) > MUCH * width * height;
  const names = Object.keys(spots) as (keyof typeof spots)[];
  const sorted = [...names.filter((name) => !over(spots[name])), ...names.filter((name) => over(spots[name]))];
  const found = docked(
    Object.fromEntries(sorted.map((name) => [name, spots[name]])) as typeof spots,
    seen.first,
    [...seen.rest, ...seen.counters],
    seen.covers,
  );
  return { ...spots[found.at], low: found.at.startsWith("bottom"), hides: found.hides };
}

/** In pixels of the window. */
export function onScreen(camera: Camera, rect: Rect): Rect {
  return { ...toScreen(camera, rect), width: rect.width * camera.k, height: rect.height * camera.k };
}

export function middle(rect: Rect): Point {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

/** The least step that brings a rectangle into the part of the window that is free; null where it is too large. */
export function nudge(rect: Rect, size: Size, inset: Inset): Point | null {
  const wide = size.width - inset.left - inset.right;
  const high = size.height - inset.top - inset.bottom;
  if (rect.width > wide || rect.height > high) return null;
  const into = (from: number, length: number, least: number, room: number) =>
    from < least ? least - from : Math.min(0, least + room - from - length);
  return { x: into(rect.x, rect.width, inset.left, wide), y: into(rect.y, rect.height, inset.top, high) };
}

const NEAR = 0.8; // the scale at which something is shown, unless one is nearer

/** The camera that shows a rectangle in the part of the window that is free. Cards may leave so little of it that all
 * would become a speck: for their sake nothing is made smaller than it was, or than can be read. */
export function brought(rect: Rect, size: Size, inset: Inset, clear: Inset, eye: number, legible: number): Camera {
  const all = framed(rect, size, clear, Math.max(eye, NEAR));
  const least = Math.min(eye, legible, framed(rect, size, inset).k);
  return all.k >= least ? all : framed({ ...middle(rect), width: 0, height: 0 }, size, clear, least);
}

/** Which of these lies nearest to the middle of what is free. */
export function nearest(spots: [string, Rect][], size: Size, clear: Inset): string | undefined {
  const to = { x: (clear.left + size.width - clear.right) / 2, y: (clear.top + size.height - clear.bottom) / 2 };
  const far = (rect: Rect) => Math.hypot(middle(rect).x - to.x, middle(rect).y - to.y);
  return [...spots].sort(([, one], [, other]) => far(one) - far(other))[0]?.[0];
}

export const BEARINGS = ["e", "se", "s", "sw", "w", "nw", "n", "ne"] as const;
export type Bearing = (typeof BEARINGS)[number];

/** What is out of sight in one direction. */
export interface Astray {
  way: Bearing;
  ids: string[];
  at: Point; // where it is pointed to: at the edge of what is free
  turn: number; // degrees, from east by south
}

/** How many can be picked at these places: counters, and the place itself where that can be. */
export function pickedAt(places: string[], lit: object, able: ReadonlySet<string>, stacks: View["stacks"]): number {
  const at = (place: string) => (stacks[place] ?? []).filter((unit) => able.has(unit)).length;
  return places.reduce((sum, place) => sum + at(place) + (place in lit ? 1 : 0), 0);
}

const SIGN: Size = { width: 52, height: 44 }; // pixels of what points there
const ASIDE = [0, 6, -6, 12, -12, 18, -18, 24, -24, 32, -32, 40, -40]; // degrees by which it may give way

/** What cannot be seen of these, by the direction in which it lies. A sign lies over none of those that can be. */
export function astray(spots: Record<string, Rect>, size: Size, inset: Inset, covers: Rect[], edge: number): Astray[] {
  const from = { x: (inset.left + size.width - inset.right) / 2, y: (inset.top + size.height - inset.bottom) / 2 };
  const found = new Map<Bearing, { id: string; at: Point }[]>();
  const taken = [...covers];
  for (const [id, rect] of Object.entries(spots)) {
    const at = middle(rect);
    const inside = at.x >= 0 && at.y >= 0 && at.x <= size.width && at.y <= size.height;
    if (inside && !covers.some((each) => contains(each, at))) {
      taken.push(rect);
      continue;
    }
    const way = BEARINGS[(Math.round((Math.atan2(at.y - from.y, at.x - from.x) / Math.PI) * 4) + 8) % 8] as Bearing;
    found.set(way, [...(found.get(way) ?? []), { id, at }]);
  }
  const room = {
    x: Math.max(1, (size.width - inset.left - inset.right) / 2 - edge),
    y: Math.max(1, (size.height - inset.top - inset.bottom) / 2 - edge),
  };
  return [...found]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([way, those]) => {
      const mean = (axis: "x" | "y") => those.reduce((sum, { at }) => sum + at[axis], 0) / those.length - from[axis];
      const turn = (Math.atan2(mean("y"), mean("x")) * 180) / Math.PI;
      const signs = ASIDE.map((aside) => sign(rim(from, room, turn + aside)));
      const over = (rect: Rect) => taken.filter((each) => overlaps(each, rect)).length;
      const best = signs.reduce((one, other) => (over(other) < over(one) ? other : one));
      taken.push(best);
      return { way, ids: those.map(({ id }) => id), at: middle(best), turn };
    });
}

/** Where a ray from the middle of a room meets its rim. */
function rim(from: Point, half: Point, turn: number): Point {
  const [x, y] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const by = 1 / Math.max(Math.abs(x) / half.x, Math.abs(y) / half.y);
  return { x: from.x + x * by, y: from.y + y * by };
}

function sign(at: Point): Rect {
  return { x: at.x - SIGN.width / 2, y: at.y - SIGN.height / 2, ...SIGN };
}

/** Of the spots where a card may lie, the first that covers the least: what matters most weighs all the rest. */
export function docked<Name extends string>(
  spots: Record<Name, Rect>,
  first: Rect[],
  rest: Rect[],
  others: Rect[] = [],
): { at: Name; hides: boolean } {
  const over = (rect: Rect, those: Rect[]) => those.filter((each) => overlaps(each, rect)).length;
  const cost = (rect: Rect) => over(rect, others) * 1e8 + over(rect, first) * 1e4 + over(rect, rest);
  const names = Object.keys(spots) as Name[];
  const at = names.reduce((best, name) => (cost(spots[name]) < cost(spots[best]) ? name : best));
  return { at, hides: over(spots[at], [...first, ...others]) > 0 };
}
