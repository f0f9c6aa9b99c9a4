// The whole board, small: terrain in its tints, units as dots by side, and a frame round what is in sight.
import type { Scene, View } from "../wire/types";
import { CASING } from "./brush";
import type { Camera, Size } from "./camera";
import { sight } from "./camera";
import type { Field, Point, Rect } from "./geometry";
import type { Context } from "./paint";

/** The part of the picture the small map shows: all hexes and boxes. */
export function extentOf(scene: Scene): Rect {
  return { x: 0, y: 0, width: scene.width, height: scene.height };
}

/** How large it is drawn, if it may be so wide and so high. */
export function sizeOf(scene: Scene, most: Size): Size & { scale: number } {
  const scale = Math.min(most.width / scene.width, most.height / scene.height);
  return { width: Math.round(scene.width * scale), height: Math.round(scene.height * scale), scale };
}

export function toBoard(point: Point, scale: number): Point {
  return { x: point.x / scale, y: point.y / scale };
}

/** What never changes of it. */
export function paintGround(ctx: Context, scene: Scene, field: Field, scale: number): void {
  ctx.fillStyle = scene.paper;
  ctx.fillRect(0, 0, scene.width * scale, scene.height * scale);
  const by = new Map<string, number[][]>();
  for (const hex of scene.hexes) {
    const found = by.get(hex.tint) ?? [];
    found.push(field.corners(hex, 1.03));
    by.set(hex.tint, found);
  }
  for (const [tint, rims] of by) {
    ctx.beginPath();
    for (const rim of rims) {
      for (let nth = 0; nth < 12; nth += 2) {
        const [x, y] = [(rim[nth] as number) * scale, (rim[nth + 1] as number) * scale];
        if (nth) ctx.lineTo(x, y);
        else ctx.moveTo(x, y);
      }
      ctx.closePath();
    }
    ctx.fillStyle = tint;
    ctx.fill();
  }
  ctx.strokeStyle = "#8a7a58";
  ctx.lineWidth = 0.8;
  for (const box of scene.boxes) ctx.strokeRect(box.x * scale, box.y * scale, box.width * scale, box.height * scale);
}

/** Sides differ by shape: squares, discs. */
export function paintUnits(ctx: Context, scene: Scene, field: Field, view: View, scale: number): void {
  const radius = Math.max(1.6, field.across * scale * 0.42);
  for (const [at, ids] of Object.entries(view.stacks)) {
    const hex = field.hex(at);
    if (!hex) continue;
    const side = view.units[ids.at(-1) ?? ""]?.side ?? "";
    const nth = scene.sides.findIndex((each) => each.id === side);
    const [x, y] = [hex.x * scale, hex.y * scale];
    ctx.beginPath();
    if (nth === 0) ctx.rect(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8);
    else ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.fillStyle = scene.sides[nth]?.ground ?? "#a8a69c";
    ctx.fill();
    ctx.strokeStyle = "#14110c";
    ctx.lineWidth = 0.7;
    ctx.stroke();
  }
}

/** The frame round what is in sight. */
export function paintSight(ctx: Context, camera: Camera, window: Size, scale: number): void {
  const seen = sight(camera, window);
  ctx.beginPath();
  ctx.rect(seen.x * scale, seen.y * scale, seen.width * scale, seen.height * scale);
  ctx.strokeStyle = CASING;
  ctx.lineWidth = 3.5;
  ctx.stroke();
  ctx.strokeStyle = "#b3201b";
  ctx.lineWidth = 1.6;
  ctx.stroke();
}
