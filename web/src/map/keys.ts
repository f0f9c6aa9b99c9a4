// What keys do on the board: a cursor goes from hex to hex, and from the map to the boxes beside it.
import type { Scene } from "../wire/types";
import type { Field, Point } from "./geometry";

export type KeyAct =
  | { act: "go"; way: Way }
  | { act: "pick" | "open" | "card" | "leave" | "next" | "previous" | "fit" }
  | { act: "zoom"; by: number };
export type Way = "up" | "down" | "left" | "right" | "up left" | "up right" | "down left" | "down right";

const WAYS: Record<string, Way> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Home: "up left",
  PageUp: "up right",
  End: "down left",
  PageDown: "down right",
};
const PAD: Record<string, Way> = {
  Numpad7: "up left",
  Numpad8: "up",
  Numpad9: "up right",
  Numpad4: "left",
  Numpad6: "right",
  Numpad1: "down left",
  Numpad2: "down",
  Numpad3: "down right",
};
const ACTS: Record<string, KeyAct> = {
  Enter: { act: "pick" },
  " ": { act: "open" },
  i: { act: "card" },
  Escape: { act: "leave" },
  "+": { act: "zoom", by: 1.4 },
  "=": { act: "zoom", by: 1.4 },
  "-": { act: "zoom", by: 1 / 1.4 },
  "0": { act: "fit" },
};

interface Pressed {
  key: string;
  code: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** What a key asks for; null: it is not ours. */
export function keyAct(pressed: Pressed): KeyAct | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  if (pressed.key === "Tab") return { act: pressed.shiftKey ? "previous" : "next" };
  const way = WAYS[pressed.key] ?? PAD[pressed.code];
  return way ? { act: "go", way } : (ACTS[pressed.key] ?? null);
}

const HEADINGS: Record<Way, number> = {
  up: -90,
  "up right": -35,
  right: 0,
  "down right": 35,
  down: 90,
  "down left": 145,
  left: 180,
  "up left": -145,
};

/** The place a step in this way leads to: the neighbour whose heading is nearest, else the nearest place beside the map
 * in that direction, the more aside the farther. Left and right go to and fro where hexes do not lie straight, so that a row is kept. */
export function stepTo(field: Field, scene: Scene, from: string, way: Way): string | null {
  const start = spot(field, scene, from);
  if (!start) return scene.hexes[0]?.id ?? null;
  const hex = field.hex(from);
  if (hex) {
    const near = field.around(from).map((each) => ({ id: each.id, off: turn(way, start, each, rowOf(field, hex)) }));
    near.sort((one, other) => one.off - other.off);
    if (near[0] && near[0].off <= 45) return near[0].id;
  }
  const others = [
    ...scene.boxes.filter((box) => box.id !== from).map((box) => ({ id: box.id, ...middle(box) })),
    ...(hex ? [] : scene.hexes),
  ].filter((place) => turn(way, start, place) < 85);
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const place of others) {
    const far = Math.hypot(place.x - start.x, place.y - start.y) * (1 + turn(way, start, place) / 50);
    if (far < least) [best, least] = [place.id, far];
  }
  return best;
}

/** Whether a hex stands in a pushed lane: sideways steps then lean up, else down. */
function rowOf(field: Field, hex: Point): number {
  const { grid } = field;
  const lane = Math.round((grid.top === "flat" ? hex.x - grid.left : hex.y - grid.upper) / grid.size / 1.5 - 2 / 3);
  return lane % 2 ? -1 : 1;
}

/** Degrees between a way and where a place lies; of two that are even, `lean` settles it. */
function turn(way: Way, from: Point, to: Point, lean = 0): number {
  const heading = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const off = Math.abs(((heading - HEADINGS[way] + 540) % 360) - 180);
  const sideways = way === "left" || way === "right";
  return off - (sideways ? 0.5 * lean * Math.sign(to.y - from.y) : 0);
}

function middle(box: { x: number; y: number; width: number; height: number }): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export function spot(field: Field, scene: Scene, id: string): Point | null {
  const box = scene.boxes.find((each) => each.id === id);
  return field.hex(id) ?? (box ? middle(box) : null);
}

/** The next of some places; null behind the last and before the first, where Tab leaves the board. */
export function following(places: string[], from: string | null, by: 1 | -1): string | null {
  const at = from ? places.indexOf(from) : -1;
  return places[at < 0 ? (by > 0 ? 0 : places.length - 1) : at + by] ?? null;
}
