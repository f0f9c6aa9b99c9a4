// Markers that say something, such as the size of a dump: where that is too small to be read it stands on a tag, which
// lies over everything else of the hex, above its counters.
import type { Look, Shape } from "../wire/types";
import { type Camera, toScreen } from "./camera";
import { type Context, font } from "./paint";
import type { Piece } from "./pieces";
import { inkOn } from "./themes";

const READ = 9; // pixels: letters as printed are not smaller
const SIZE = 11; // pixels: letters of a tag
const CLOSE = 26; // pixels of a hex across, for which tags have room

export interface Tag {
  text: string;
  ground: string;
}

/** What the tag of a marker says; null if it needs none. One sign or figure is no word. */
export function tagOf(piece: Piece, look: Look | undefined, far: boolean, k: number, across: number): Tag | null {
  if (piece.kind !== "marker" || !look || across * k < CLOSE) return null;
  const shapes = far && look.far.length > 0 ? look.far : look.near;
  const said = shapes.filter((shape): shape is Extract<Shape, { s: "t" }> => shape.s === "t");
  const text = said.map((each) => each.text).join(" ");
  if (text.length < 2 || said.every((each) => each.size * piece.width * k >= READ)) return null;
  const grounds = shapes.flatMap((shape) => (shape.s === "p" && shape.fill ? [shape.fill] : [])); // a shadow first
  return { text, ground: grounds.at(-1) ?? "#ffffff" };
}

/** From the left edge of its marker to the right: what lies left of that, and the number of a stack below, stay free. */
export function paintTag(ctx: Context, camera: Camera, piece: Piece, { text, ground }: Tag): void {
  const at = toScreen(camera, { x: piece.x - piece.width / 2, y: piece.y });
  ctx.font = font("bold", SIZE);
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  const [wide, high] = [ctx.measureText(text).width + 6, SIZE + 2];
  const top = at.y - 6 - high / 2;
  const ink = inkOn(ground);
  ctx.beginPath();
  ctx.rect(at.x, top, wide, high);
  ctx.fillStyle = ground;
  ctx.fill();
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.fillStyle = ink;
  ctx.fillText(text, at.x + 3, top + high / 2 + SIZE * 0.36);
}
