// How counters lie: in a hex one over the other, in a box row by row, and spread out when a stack is opened. As
// draw/picture.py and draw/edges.py lay them.
import type { Point, Rect } from "./geometry";

/** A counter about its middle. */
export interface Lying extends Point {
  width: number;
}

/** A stack about (0, 0), from the bottom up. `stacks` are a scene's, in hexes across. */
export function stacked(count: number, across: number, stacks: [number, number, number][]): Lying[] {
  const [share, right, up] = stacks[Math.min(count, stacks.length) - 1] ?? [0.6, 0, 0];
  const spread = count - 1;
  const closer = count > stacks.length ? (stacks.length - 1) / spread : 1; // more lie closer together
  const [over, down] = [right * across * closer, up * across * closer];
  return [...Array(count).keys()].map((nth) => ({
    x: over * (nth - spread / 2),
    y: -across * 0.03 - down * (nth - spread / 2),
    width: share * across,
  }));
}

const INSIDE = 0.72; // of a hex across: the side of a square that stays off its rim

/** From afar: the uppermost as large as the hex lets it be, of the others an edge; all of it within the hex. */
export function heaped(count: number, across: number): Lying[] {
  const below = Math.min(count - 1, 3);
  const step = across * 0.045;
  const width = across * INSIDE - step * below;
  return [...Array(count).keys()].map((nth) => {
    const deep = Math.min(count - 1 - nth, 3);
    return { x: step * (deep - below / 2) * -1, y: step * (deep - below / 2), width };
  });
}

/** In the part of a box that is for counters, row by row, as large as there is room for all. */
export function inRows(count: number, inside: Rect, across: number): Lying[] {
  let width = across * 0.64;
  let columns = 1;
  for (;;) {
    columns = Math.max(1, Math.floor(inside.width / (width * 1.08)));
    const rows = Math.max(1, Math.floor(inside.height / (width * 1.08)));
    if (columns * rows >= count || width < 8) break;
    width *= 0.97;
  }
  return [...Array(count).keys()].map((nth) => ({
    x: inside.x + ((nth % columns) + 0.5) * width * 1.08,
    y: inside.y + (Math.floor(nth / columns) + 0.5) * width * 1.08,
    width,
  }));
}

export interface Fan {
  panel: Rect;
  counters: Lying[]; // from the bottom up
  foot: number; // where the line with the totals stands
}

/** A stack spread out beside its hex, in pixels: the panel stays in the window and, where it can, off the hex. */
export function fanned(
  count: number,
  at: Point,
  reach: number,
  width: number,
  window: Rect,
  lines: { head: number; foot: number },
): Fan {
  const gap = width * 0.14;
  const most = Math.max(1, Math.floor((window.width - 2 * gap) / (width + gap)));
  const columns = Math.min(count, most, count > 6 ? Math.ceil(count / Math.ceil(count / 6)) : 6);
  const rows = Math.ceil(count / columns);
  const size = {
    width: Math.max(columns, Math.min(3, most)) * (width + gap) + gap,
    height: rows * (width + gap) + gap + lines.head + lines.foot,
  };
  const above = at.y - reach - size.height;
  const y = above >= window.y ? above : Math.min(at.y + reach, window.y + window.height - size.height);
  const x = Math.min(Math.max(at.x - size.width / 2, window.x), window.x + window.width - size.width);
  const panel = { x, y: Math.max(window.y, y), ...size };
  const left = panel.x + (size.width - columns * (width + gap) + gap) / 2;
  const counters = [...Array(count).keys()].map((nth) => ({
    x: left + (nth % columns) * (width + gap) + width / 2,
    y: panel.y + lines.head + gap + Math.floor(nth / columns) * (width + gap) + width / 2,
    width,
  }));
  return { panel, counters, foot: panel.y + size.height - lines.foot };
}
