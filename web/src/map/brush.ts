// What everything that is drawn over a board shares: where things lie on the screen, and their outlines.
import type { Scene, View } from "../wire/types";
import { type Camera, toScreen } from "./camera";
import type { Field, Point, Rect } from "./geometry";
import type { Context } from "./paint";
import type { Piece } from "./pieces";
import type { Palette } from "./themes";

/** All that is needed to draw over a board; coordinates are pixels of the window. */
export interface Brush {
  ctx: Context;
  field: Field;
  scene: Scene;
  view: View;
  camera: Camera;
  palette: Palette;
  pieces: Map<string, Piece>; // by unit
  time: number; // milliseconds, for what moves; 0 if nothing may
}

/** The middle of a hex, a box or a unit on the screen. */
export function spotOf(brush: Brush, id: string): Point | null {
  const hex = brush.field.hex(id);
  if (hex) return toScreen(brush.camera, hex);
  const box = brush.scene.boxes.find((each) => each.id === id);
  if (box) return toScreen(brush.camera, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const piece = brush.pieces.get(id);
  return piece ? toScreen(brush.camera, piece) : null;
}

export function boxRect(brush: Brush, id: string): Rect | null {
  const box = brush.scene.boxes.find((each) => each.id === id);
  const { k } = brush.camera;
  return box ? { ...toScreen(brush.camera, box), width: box.width * k, height: box.height * k } : null;
}

export function across(brush: Brush): number {
  return brush.field.across * brush.camera.k;
}

/** The outline of a hex or box, added to the path. */
export function outline(brush: Brush, id: string, share = 1): void {
  const { ctx, field, camera } = brush;
  const hex = field.hex(id);
  if (hex) {
    const rim = field.corners(hex, share);
    for (let nth = 0; nth < 12; nth += 2) {
      const at = toScreen(camera, { x: rim[nth] as number, y: rim[nth + 1] as number });
      if (nth) ctx.lineTo(at.x, at.y);
      else ctx.moveTo(at.x, at.y);
    }
    ctx.closePath();
    return;
  }
  const box = boxRect(brush, id);
  const off = box ? (1 - share) * across(brush) * 0.5 : 0;
  if (box) ctx.rect(box.x + off, box.y + off, box.width - 2 * off, box.height - 2 * off);
}

/** The square of a counter, a little larger. */
export function square(brush: Brush, piece: Piece, spare: number): Rect {
  const { x, y } = toScreen(brush.camera, piece);
  const half = (piece.width * brush.camera.k) / 2 + spare;
  return { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
}

export const CASING = "#fffdf4"; // as light as paper: what lies under dark lines and signs

/** Twice over: a broad line in a quiet colour under a narrower one, so that it shows on any ground. */
export function cased(ctx: Context, colour: string, width: number, casing = CASING): void {
  ctx.lineJoin = "round";
  ctx.strokeStyle = casing;
  ctx.lineWidth = width + 2.5;
  ctx.stroke();
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke();
}

/** A shape on paper: filled, with a light rim about it. */
export function casedFill(ctx: Context, colour: string): void {
  ctx.lineJoin = "round";
  ctx.strokeStyle = CASING;
  ctx.lineWidth = 3;
  ctx.stroke();
  ctx.fillStyle = colour;
  ctx.fill();
}
