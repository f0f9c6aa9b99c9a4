// What the board is told and what it tells: the interface of Board.svelte.
//
//   <Board bind:this={board} {scene} {looks} {view} {overlays} {reduced} onhex={...} onunit={...} onbox={...} />
//
// Hexes, boxes and units are named as on the wire. All lists may name what is not on the board: it is not drawn.

import type { Look, Path, Replies, Scene, SupplyLine, View } from "../wire/types";
import type { Inset } from "./camera";
import type { Rect } from "./geometry";

export interface BoardProps {
  scene: Scene;
  looks: Record<string, Look>;
  view: View; // a new object after every change: counters that have moved walk to their new place
  ways?: Ways; // by which those went whose place has changed: they walk along them
  overlays?: Overlays;
  own?: string; // the side of whoever looks: the board is opened over its counters
  inset?: Inset; // pixels at the edges that panels cover: what is shown is shown beside them
  covers?: Rect[]; // in the board's pixels: cards and slips that lie over it; what is shown is shown beside them
  minimap?: boolean; // a small map in a corner; true if left out
  ledge?: number; // pixels at the foot that are always covered: the small map lies above them, and moves for nothing else
  folded?: boolean; // the small map is only a button
  onfold?: (folded: boolean) => void;
  reduced?: boolean; // no motion; the system's wish if left out
  still?: boolean; // counters jump: while a timeline is dragged
  label?: string; // what a screen reader calls the board
  onhex?: (spot: Spot) => void; // a hex was clicked, or Enter pressed on it; also when a counter in it is, where a hex is wanted
  onunit?: (spot: UnitSpot) => void; // a counter was
  onbox?: (spot: Spot) => void; // an off-map box was, beside its counters
  learn?: (() => Promise<boolean>) | null; // while it is not known what may be picked: until it is, for who presses Enter
  onhover?: (spot: HoverSpot | null) => void; // under the pointer or the cursor of the keyboard; null: nothing
  oncard?: (spot: HoverSpot) => void; // a long press on touch, or "i": asks for the card of what lies there
  onstack?: (at: string, units: string[]) => void; // a stack was opened
  sums?: Sums | null; // what those of a stack come to together, where somebody has told
  onescape?: () => void; // Escape, with no stack open
  onrest?: () => void; // the map has come to rest: other things may lie under cards now
}

/** What can be called on a bound board. */
export interface BoardHandle {
  show(ids: string[], near?: boolean, along?: string[]): void; // fly so that these hexes, boxes and units are in sight; near: as close as they fit, with those along where all can be read
  whole(): void; // all hexes that are played on; again: also what lies beside the map
  zoom(factor: number): void;
  open(at: string): void; // open the stack there
  close(): void;
  focus(): void; // the keyboard goes on here, with the cursor where it was
  reveal(ids: string[]): void; // fly there only if none of these is in sight on the map
  remember(): void; // where the eye is, if nothing is remembered yet; forgotten when the map is moved by hand
  recall(): void; // fly back there
  keep(ids: string[]): void; // what a card has come to lie over is moved from under it, as little as need be
  asked(): { first: Rect[]; rest: Rect[] }; // where lies, in the board's pixels, what is looked at, and what else may be picked
  places(ids: string[]): Rect[]; // where these lie, in the board's pixels
  more(): void; // what may be picked and is out of sight is brought into it
  next(): void; // the cursor of the keyboard to the next place where something may be picked
}

export interface Sums {
  at: string;
  lines: { label: string; text: string }[];
}
export interface Spot {
  id: string;
  x: number; // where it lies, in pixels of the window: for cards beside it
  y: number;
}
export interface UnitSpot extends Spot {
  at: string; // hex or box it lies in
}
export interface HoverSpot extends Spot {
  kind: "hex" | "box" | "unit";
  at: string; // the hex or box
  by: "pointer" | "touch" | "keys";
}

/** What lies over the board for the moment. */
export interface Overlays {
  wants?: "hex" | "unit" | "any"; // what a click on a stack means: its hex, or one of its counters; "any" if left out
  lit?: Record<string, string>; // hexes and boxes that may be picked, each with what is written in it ("" for nothing)
  pickable?: string[]; // units that may be picked
  many?: boolean; // several may be: an opened stack stays open
  chosen?: Names; // picked so far
  path?: Pick<Path, "hexes" | "costs"> | null; // hexes with the start first
  causes?: Names | null; // why not
  pointed?: Names | null; // the lesson, a line of the log: "this here"
  supply?: SupplyLine[] | null;
  threat?: Replies["threat"] | null;
  area?: Names | null; // what a counter or a dump reaches
  moves?: Move[]; // what the other side did last
  control?: boolean; // tint every hex in the colour of who holds it
}
export interface Names {
  hexes: string[]; // or boxes
  units: string[];
}
/** By unit: the hexes and boxes it went by, from its start to its end. */
export type Ways = Record<string, string[]>;
export interface Move {
  hexes: string[]; // from, by way of, to: hexes or boxes
  side: string;
}
